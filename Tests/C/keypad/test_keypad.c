/* SPDX-License-Identifier: MIT */
/* scrim_keypad: its layout, its exact grid, its shuffle, and what touches do. */
#include "keypad_fixture.h"

#include <math.h>

static const char *const plain[KEYS] = {"1", "2", "3", "4", "5", "6", "7", "8", "9", "\xE2\x8C\xAB", "0", "\xE2\x9C\x93"};

static scrim_keypad *shown(scrim_keypad_options *options) {
    scrim_keypad *keypad;
    OK(scrim_keypad_create(options, &keypad));
    show(keypad);
    return keypad;
}

static int holds(const scrim_text *text, const char *bytes) {
    uint32_t equal = 99;
    OK(scrim_text_equal_bytes(text, bytes, strlen(bytes), &equal));
    return equal == 1;
}

/* ---- Layout and grid ---- */

static void test_refused_options(void **state) {
    (void)state;
    static const scrim_keypad_options start = SCRIM_KEYPAD_OPTIONS_INIT;
    for (int i = 0; i < 20; i++) {
        scrim_keypad_options options = start;
        scrim_keypad *keypad;
        switch (i) {
        case 0:
            options.layout = SCRIM_LAYOUT_AZERTY + 1;
            break;
        case 1:
            options.shuffle = SCRIM_SHUFFLE_DIGITS + 1;
            break;
        case 2:
            options.shuffle = UINT32_MAX;
            break;
        case 3:
            options.reshuffle = SCRIM_RESHUFFLE_MANUAL + 1;
            break;
        case 4:
            options.bounds.width = 0;
            break;
        case 5:
            options.bounds.height = -1;
            break;
        case 6:
            options.bounds.x = NAN;
            break;
        case 7:
            options.bounds.width = INFINITY;
            break;
        case 8:
            options.bounds.y = 2 * SCRIM_MAX_COORDINATE;
            break;
        case 9:
            options.bounds.x = SCRIM_MAX_COORDINATE;
            break;
        case 10:
            options.column_spacing = -0.5;
            break;
        case 11:
            options.row_spacing = NAN;
            break;
        case 12:
            options.column_spacing = 150;
            break;
        case 13:
            options.row_spacing = 134;
            break;
        case 14:
            options.bounds.width = 1e-300;
            break;
        case 15:
            options.bounds.height = 1e-7;
            break;
        case 16:
            options.row_spacing = INFINITY;
            break;
        case 18:
            options.blank_keys_per_row = SCRIM_KEYPAD_MAX_BLANKS + 1;
            break;
        case 19:
            options.allow_unshuffled = 2;
            break;
        case 17:
            options.struct_size = 8;
            break;
        }
        if (scrim_keypad_create(&options, &keypad) != SCRIM_ERROR_INVALID_ARGUMENT)
            fail_msg("case %d", i);
    }
}

static void test_plain_layout(void **state) {
    (void)state;
    scrim_keypad_options options = SCRIM_KEYPAD_OPTIONS_INIT;
    options.shuffle = SCRIM_SHUFFLE_NONE;
    options.column_spacing = 6;
    options.row_spacing = 4;
    scrim_keypad *keypad = shown(&options);
    scrim_key keys[KEYS];
    for (int round = 0; round < 3; round++) {
        read_keys(keypad, keys);
        for (int i = 0; i < KEYS; i++) {
            assert_string_equal(keys[i].label, plain[i]);
            assert_int_equal(keys[i].label_length, strlen(plain[i]));
            assert_int_equal(keys[i].kind, i == 9 ? SCRIM_KEY_DELETE : i == 11 ? SCRIM_KEY_DONE
                                                                               : SCRIM_KEY_INSERT);
            assert_true(keys[i].rect.x == (i % 3) * 102.0 && keys[i].rect.y == (i / 3) * 101.0);
            assert_true(keys[i].rect.width == 96.0 && keys[i].rect.height == 97.0);
        }
        show(keypad);
    }
    scrim_keypad_destroy(keypad);
}

static void test_key_list(void **state) {
    (void)state;
    scrim_keypad *keypad = new_keypad();
    scrim_key keys[KEYS + 1], untouched[KEYS + 1];
    size_t count = 99;
    OK(scrim_keypad_keys(keypad, SCRIM_KEY_ORDER_ROWS, NULL, 0, &count));
    assert_int_equal(count, 0);
    show(keypad);
    memset(keys, 0x5A, sizeof keys);
    memset(untouched, 0x5A, sizeof untouched);
    for (size_t capacity = 0; capacity < KEYS; capacity++) {
        count = 99;
        ANSWERS(scrim_keypad_keys(keypad, SCRIM_KEY_ORDER_ROWS, keys, capacity, &count), SCRIM_ERROR_BUFFER_TOO_SMALL);
        assert_int_equal(count, KEYS);
        assert_memory_equal(keys, untouched, sizeof keys);
    }
    OK(scrim_keypad_keys(keypad, SCRIM_KEY_ORDER_ROWS, keys, KEYS + 1, &count));
    assert_int_equal(count, KEYS);
    assert_memory_equal(&keys[KEYS], &untouched[KEYS], sizeof *keys);
    for (int i = 0; i < KEYS; i++)
        for (size_t at = keys[i].label_length; at < SCRIM_KEY_LABEL_SIZE; at++)
            assert_int_equal(keys[i].label[at], 0);
    OK(scrim_keypad_hide(keypad));
    OK(scrim_keypad_keys(keypad, SCRIM_KEY_ORDER_ROWS, keys, KEYS, &count));
    assert_int_equal(count, 0);
    scrim_keypad_destroy(keypad);
}

static double fraction(uint64_t *word) {
    *word ^= *word << 13, *word ^= *word >> 7, *word ^= *word << 17;
    return (double)(*word >> 11) / 9007199254740992.0;
}

/* Neighbours share an edge to the last bit, edges belong to the key on their right or below, and nothing else is hit. */
static void test_exact_grid(void **state) {
    (void)state;
    uint64_t word = 88172645463325252ull;
    for (int round = 0; round < 500; round++) {
        scrim_keypad_options options = SCRIM_KEYPAD_OPTIONS_INIT;
        options.bounds.x = (fraction(&word) - 0.5) * pow(10, round % 8);
        options.bounds.y = (fraction(&word) - 0.5) * pow(10, round % 7);
        options.bounds.width = 1 + fraction(&word) * pow(10, round % 5);
        options.bounds.height = 1 + fraction(&word) * pow(10, round % 6);
        int spaced = round % 3 == 0;
        if (spaced)
            options.column_spacing = options.row_spacing = 0.1;
        scrim_keypad *keypad = shown(&options);
        scrim_key keys[KEYS];
        read_keys(keypad, keys);
        double tolerance = 1e-6;
        assert_true(fabs(keys[0].rect.x - options.bounds.x) < tolerance);
        assert_true(fabs(keys[0].rect.y - options.bounds.y) < tolerance);
        assert_true(fabs(keys[11].rect.x + keys[11].rect.width - options.bounds.x - options.bounds.width) < tolerance);
        assert_true(fabs(keys[11].rect.y + keys[11].rect.height - options.bounds.y - options.bounds.height) < tolerance);
        for (int i = 0; i < KEYS; i++) {
            const scrim_rect *rect = &keys[i].rect;
            double right = rect->x + rect->width, bottom = rect->y + rect->height;
            double in_x = nextafter(right, rect->x), in_y = nextafter(bottom, rect->y);
            if (!spaced && i % 3 < 2)
                assert_true(right == keys[i + 1].rect.x);
            if (!spaced && i < 9)
                assert_true(bottom == keys[i + 3].rect.y);
            assert_true(rect->y == keys[i / 3 * 3].rect.y && rect->x == keys[i % 3].rect.x);
            /* The four corners that belong to it, all answering as a key does; the far ones are a neighbour's, or nobody's. */
            const uint32_t answer = keys[i].kind == SCRIM_KEY_DONE ? SCRIM_KEYPAD_RESULT_DONE : SCRIM_KEYPAD_RESULT_REJECTED;
            const double corners[4][2] = {{rect->x, rect->y}, {in_x, rect->y}, {rect->x, in_y}, {in_x, in_y}};
            for (int corner = 0; corner < 4; corner++) {
                assert_int_equal(press_at(keypad, corners[corner][0], corners[corner][1]), answer);
                if (answer == SCRIM_KEYPAD_RESULT_DONE)
                    show(keypad); /* done has hidden it; what is where stays */
            }
            if (spaced || i % 3 == 2)
                assert_int_equal(press_at(keypad, right, rect->y), SCRIM_KEYPAD_RESULT_NONE);
            if (spaced || i >= 9)
                assert_int_equal(press_at(keypad, rect->x, bottom), SCRIM_KEYPAD_RESULT_NONE);
            if (i % 3 == 0)
                assert_int_equal(press_at(keypad, nextafter(rect->x, -INFINITY), rect->y), SCRIM_KEYPAD_RESULT_NONE);
            if (i < 3)
                assert_int_equal(press_at(keypad, rect->x, nextafter(rect->y, -INFINITY)), SCRIM_KEYPAD_RESULT_NONE);
        }
        scrim_keypad_destroy(keypad);
    }
}

/* ---- Shuffle ---- */

static int by_character(const void *a, const void *b) { return *(const char *)a - *(const char *)b; }

static void test_a_shuffle_is_a_bijection_of_the_digits(void **state) {
    (void)state;
    scrim_keypad_options options = SCRIM_KEYPAD_OPTIONS_INIT;
    scrim_keypad *keypad = shown(&options);
    scrim_key first[KEYS], keys[KEYS];
    read_keys(keypad, first);
    for (int round = 0; round < 200; round++) {
        char order[DIGITS + 1];
        show(keypad);
        read_keys(keypad, keys);
        for (int i = 0; i < KEYS; i++) {
            assert_memory_equal(&keys[i].rect, &first[i].rect, sizeof(scrim_rect));
            assert_int_equal(keys[i].kind, first[i].kind);
        }
        assert_string_equal(keys[9].label, plain[9]);
        assert_string_equal(keys[11].label, plain[11]);
        read_order(keypad, order);
        qsort(order, DIGITS, 1, by_character);
        assert_string_equal(order, "0123456789");
    }
    scrim_keypad_destroy(keypad);
}

static void test_shuffles_differ(void **state) {
    (void)state;
    char initial[] = "1234567890", order[DIGITS + 1], before[DIGITS + 1] = "";
    int unchanged = 0, repeated = 0;
    scrim_keypad *keypad = new_keypad();
    for (int round = 0; round < 1000; round++) {
        show(keypad);
        read_order(keypad, order);
        unchanged += strcmp(order, initial) == 0;
        repeated += strcmp(order, before) == 0;
        strcpy(before, order);
    }
    /* 0 but for one run in 3,600; a comparator that answers at random leaves 45. */
    assert_in_range(unchanged, 0, 1);
    assert_in_range(repeated, 0, 1);
    scrim_keypad_destroy(keypad);
}

static void test_the_layout_stays_until_the_next_show(void **state) {
    (void)state;
    scrim_text *text = new_text(64);
    scrim_keypad *keypad = new_keypad();
    scrim_key before[KEYS], after[KEYS];
    uint32_t answer;
    OK(scrim_keypad_attach(keypad, text));
    show(keypad);
    read_keys(keypad, before);
    for (int i = 0; i < KEYS; i++) {
        double x = before[i].rect.x + 1, y = before[i].rect.y + 1;
        OK(send(keypad, SCRIM_TOUCH_BEGAN, 1, x, y, &answer));
        read_keys(keypad, after); /* while the key is down: no pressed look */
        assert_memory_equal(before, after, sizeof before);
        /* Done would hide it. */
        OK(send(keypad, before[i].kind == SCRIM_KEY_DONE ? SCRIM_TOUCH_CANCELLED : SCRIM_TOUCH_ENDED, 1, x, y, &answer));
        read_keys(keypad, after);
        assert_memory_equal(before, after, sizeof before);
    }
    OK(scrim_keypad_detach(keypad));
    OK(scrim_keypad_attach(keypad, text));
    read_keys(keypad, after);
    assert_memory_equal(before, after, sizeof before);
    scrim_keypad_destroy(keypad);
    scrim_text_destroy(text);
}

/* ---- Touch ---- */

static void test_a_key_types_its_label(void **state) {
    (void)state;
    scrim_text *text = new_text(8);
    scrim_keypad *keypad = new_keypad();
    scrim_key keys[KEYS];
    OK(scrim_keypad_attach(keypad, text));
    for (int round = 0; round < 20; round++) {
        show(keypad);
        read_keys(keypad, keys);
        for (int i = 0; i < KEYS; i++) {
            uint32_t answer = press(keypad, &keys[i]);
            if (keys[i].kind == SCRIM_KEY_INSERT) {
                assert_int_equal(answer, SCRIM_KEYPAD_RESULT_INSERTED);
                assert_true(holds(text, keys[i].label));
                assert_int_equal(press(keypad, &keys[9]), SCRIM_KEYPAD_RESULT_DELETED);
            } else {
                assert_int_equal(answer, i == 9 ? SCRIM_KEYPAD_RESULT_DELETED : SCRIM_KEYPAD_RESULT_DONE);
            }
            assert_true(holds(text, ""));
        }
    }
    scrim_keypad_destroy(keypad);
    scrim_text_destroy(text);
}

/* Answers depend on nothing but that a digit was pressed: not on which, nor on where it stands. */
static void test_every_digit_answers_alike(void **state) {
    (void)state;
    scrim_text *text = new_text(3);
    scrim_keypad *keypad = new_keypad();
    uint32_t first[16];
    int have_first = 0;
    for (int round = 0; round < 10; round++) {
        scrim_key keys[KEYS];
        show(keypad);
        read_keys(keypad, keys);
        for (int i = 0; i < KEYS; i++) {
            uint32_t answers[16];
            size_t count, mask;
            char buffer[16];
            int n = 0;
            double x = keys[i].rect.x + 1, y = keys[i].rect.y + 1;
            if (keys[i].kind != SCRIM_KEY_INSERT)
                continue;
            answers[n++] = press(keypad, &keys[i]); /* none attached */
            OK(scrim_keypad_attach(keypad, text));
            for (int time = 0; time < 4; time++) {
                OK(send(keypad, SCRIM_TOUCH_BEGAN, 7, x, y, &answers[n++]));
                OK(send(keypad, SCRIM_TOUCH_MOVED, 7, x + 1, y, &answers[n++]));
                OK(send(keypad, SCRIM_TOUCH_ENDED, 7, x, y, &answers[n++]));
            }
            OK(scrim_text_count(text, &count));
            OK(scrim_text_copy_masked(text, buffer, sizeof buffer, &mask));
            answers[n++] = (uint32_t)count;
            answers[n++] = (uint32_t)mask;
            answers[n++] = press(keypad, &keys[11]);
            assert_int_equal(n, 16);
            if (!have_first)
                memcpy(first, answers, sizeof first), have_first = 1;
            assert_memory_equal(answers, first, sizeof first);
            OK(scrim_keypad_detach(keypad));
            OK(scrim_text_clear(text));
            show(keypad); /* done has hidden it; other digits are at these places now */
        }
    }
    assert_int_equal(first[0], SCRIM_KEYPAD_RESULT_REJECTED);
    assert_int_equal(first[3], SCRIM_KEYPAD_RESULT_INSERTED);
    assert_int_equal(first[12], SCRIM_KEYPAD_RESULT_REJECTED); /* the fourth does not fit */
    assert_int_equal(first[13], 3);
    scrim_keypad_destroy(keypad);
    scrim_text_destroy(text);
}

static void test_one_keypad_serves_two_texts(void **state) {
    (void)state;
    scrim_text *a = new_text(8), *b = new_text(8);
    scrim_keypad_options options = SCRIM_KEYPAD_OPTIONS_INIT;
    options.shuffle = SCRIM_SHUFFLE_NONE;
    scrim_keypad *keypad = shown(&options);
    OK(scrim_keypad_attach(keypad, a));
    press_at(keypad, 50, 50);
    OK(scrim_keypad_attach(keypad, b));
    press_at(keypad, 150, 50);
    OK(scrim_keypad_attach(keypad, a));
    press_at(keypad, 250, 50);
    assert_true(holds(a, "13"));
    assert_true(holds(b, "2"));
    OK(scrim_keypad_detach(keypad));
    assert_int_equal(press_at(keypad, 50, 50), SCRIM_KEYPAD_RESULT_REJECTED);
    assert_int_equal(press_at(keypad, 50, 350), SCRIM_KEYPAD_RESULT_REJECTED);
    assert_int_equal(press_at(keypad, 250, 350), SCRIM_KEYPAD_RESULT_DONE);
    assert_true(holds(a, "13"));
    scrim_keypad_destroy(keypad);
    scrim_text_destroy(a);
    scrim_text_destroy(b);
}

static void test_refused_touches(void **state) {
    (void)state;
    scrim_keypad *keypad = new_keypad();
    uint32_t answer = 99;
    ANSWERS(send(keypad, SCRIM_TOUCH_BEGAN, 1, 50, 50, &answer), SCRIM_ERROR_INVALID_STATE);
    show(keypad);
    ANSWERS(send(keypad, 0, 1, 50, 50, &answer), SCRIM_ERROR_INVALID_ARGUMENT);
    ANSWERS(send(keypad, 5, 1, 50, 50, &answer), SCRIM_ERROR_INVALID_ARGUMENT);
    ANSWERS(send(keypad, SCRIM_TOUCH_BEGAN, 1, NAN, 50, &answer), SCRIM_ERROR_INVALID_ARGUMENT);
    ANSWERS(send(keypad, SCRIM_TOUCH_BEGAN, 1, 50, -INFINITY, &answer), SCRIM_ERROR_INVALID_ARGUMENT);
    scrim_touch touch = {0, 1, SCRIM_TOUCH_BEGAN, 5, 50, 50};
    ANSWERS(scrim_keypad_touch(keypad, &touch, &answer), SCRIM_ERROR_INVALID_ARGUMENT);
    touch.tool = SCRIM_TOUCH_TOOL_FINGER;
    ANSWERS(scrim_keypad_touch(keypad, &touch, NULL), SCRIM_ERROR_INVALID_ARGUMENT);
    ANSWERS(scrim_keypad_touch(keypad, NULL, &answer), SCRIM_ERROR_INVALID_ARGUMENT);
    OK(scrim_keypad_hide(keypad));
    OK(scrim_keypad_hide(keypad));
    ANSWERS(send(keypad, SCRIM_TOUCH_ENDED, 1, 50, 50, &answer), SCRIM_ERROR_INVALID_STATE);
    assert_int_equal(answer, 99);
    scrim_keypad_destroy(keypad);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(test_refused_options, nothing_left),
        cmocka_unit_test_teardown(test_plain_layout, nothing_left),
        cmocka_unit_test_teardown(test_key_list, nothing_left),
        cmocka_unit_test_teardown(test_exact_grid, nothing_left),
        cmocka_unit_test_teardown(test_a_shuffle_is_a_bijection_of_the_digits, nothing_left),
        cmocka_unit_test_teardown(test_shuffles_differ, nothing_left),
        cmocka_unit_test_teardown(test_the_layout_stays_until_the_next_show, nothing_left),
        cmocka_unit_test_teardown(test_a_key_types_its_label, nothing_left),
        cmocka_unit_test_teardown(test_every_digit_answers_alike, nothing_left),
        cmocka_unit_test_teardown(test_one_keypad_serves_two_texts, nothing_left),
        cmocka_unit_test_teardown(test_refused_touches, nothing_left),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
