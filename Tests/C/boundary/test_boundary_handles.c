/* SPDX-License-Identifier: MIT */
/* Handles: what is no handle is answered, places are used again, objects may go in any order. */
#include "support/support.h"

#include "support/heap.h"

static uint64_t bits_of(const void *handle) { return (uint64_t)(uintptr_t)handle; }

static uint64_t place_of(const void *handle) { return bits_of(handle) >> 4 & 0xFFFFF; }

static scrim_text *as_text(uint64_t bits) { return (scrim_text *)(uintptr_t)bits; }

/* Every address that a process can have lies below this, with four levels of page tables and with five, on amd64 and arm64. */
#define USER_SPACE_END (UINT64_C(1) << 63)

/* Creates texts until one gets the place of a destroyed one. Free places are reused in turn. */
static scrim_text *new_text_in_place_of(const scrim_text *old) {
    scrim_text *text = new_text(16);
    while (place_of(text) != place_of(old)) {
        scrim_text_destroy(text);
        text = new_text(16);
    }
    return text;
}

static void test_null_and_wrong_kind(void **state) {
    (void)state;
    scrim_text *text = new_text(16);
    scrim_keypad *keypad = new_keypad();
    ANSWERS(scrim_text_clear(NULL), SCRIM_ERROR_INVALID_ARGUMENT);
    ANSWERS(scrim_text_clear((scrim_text *)keypad), SCRIM_ERROR_INVALID_HANDLE);
    ANSWERS(scrim_keypad_show((scrim_keypad *)text), SCRIM_ERROR_INVALID_HANDLE);
    ANSWERS(scrim_keypad_attach(keypad, (scrim_text *)keypad), SCRIM_ERROR_INVALID_HANDLE);
    ANSWERS(scrim_keypad_attach(keypad, NULL), SCRIM_ERROR_INVALID_ARGUMENT);
    scrim_text_destroy((scrim_text *)keypad);
    scrim_keypad_destroy((scrim_keypad *)text);
    OK(scrim_text_clear(text));
    OK(scrim_keypad_show(keypad));
    scrim_text_destroy(NULL);
    scrim_keypad_destroy(NULL);
    scrim_keypad_destroy(keypad);
    scrim_text_destroy(text);
}

static void test_stale_and_double_destroy(void **state) {
    (void)state;
    scrim_text *old = new_text(16);
    scrim_text_destroy(old);
    ANSWERS(scrim_text_clear(old), SCRIM_ERROR_INVALID_HANDLE);
    scrim_text *next = new_text_in_place_of(old);
    assert_ptr_not_equal(next, old);
    scrim_text_destroy(old);
    ANSWERS(scrim_text_clear(old), SCRIM_ERROR_INVALID_HANDLE);
    OK(scrim_text_clear(next));
    scrim_text_destroy(next);
    scrim_text_destroy(next);
    assert_int_equal(scrim_live_handles(SCRIM_HANDLE_TEXT), 0);
}

static void test_wild(void **state) {
    (void)state;
    scrim_text *text = new_text(16);
    for (int bit = 0; bit < 64; bit++) {
        ANSWERS(scrim_text_clear(as_text(bits_of(text) ^ 1ull << bit)), SCRIM_ERROR_INVALID_HANDLE);
        scrim_text_destroy(as_text(bits_of(text) ^ 1ull << bit));
    }
    uint64_t word = 88172645463325252ull;
    for (int i = 0; i < 100000; i++) {
        word ^= word << 13, word ^= word >> 7, word ^= word << 17;
        ANSWERS(scrim_text_clear(as_text(word | 1)), SCRIM_ERROR_INVALID_HANDLE);
    }
    int local = 0;
    ANSWERS(scrim_text_clear((scrim_text *)&local), SCRIM_ERROR_INVALID_HANDLE);
    ANSWERS(scrim_text_clear(as_text(UINT64_MAX)), SCRIM_ERROR_INVALID_HANDLE);
    OK(scrim_text_clear(text));
    scrim_text_destroy(text);
}

static int by_value(const void *a, const void *b) {
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return x < y ? -1 : x > y;
}

static void test_generations_do_not_repeat(void **state) {
    (void)state;
    enum {
        COUNT = 100000
    };
    uint64_t *seen = test_malloc(COUNT * sizeof *seen);
    for (int i = 0; i < COUNT; i++) {
        scrim_text *text = new_text(16);
        seen[i] = bits_of(text);
        scrim_text_destroy(text);
    }
    for (int i = 0; i < COUNT; i += 997)
        ANSWERS(scrim_text_clear(as_text(seen[i])), SCRIM_ERROR_INVALID_HANDLE);
    qsort(seen, COUNT, sizeof *seen, by_value);
    for (int i = 1; i < COUNT; i++)
        assert_true(seen[i] != seen[i - 1]);
    test_free(seen);
}

/* Some garbage collectors look at every word that can be an address, and abort when it is a bad one. */
static void test_no_handle_can_be_an_address(void **state) {
    (void)state;
    for (int i = 0; i < 60000; i++) {
        scrim_text *text = new_text(16);
        assert_true(bits_of(text) >= USER_SPACE_END);
        scrim_text_destroy(text);
    }
    scrim_keypad *keypad = new_keypad();
    assert_true(bits_of(keypad) >= USER_SPACE_END);
    ANSWERS(scrim_keypad_show((scrim_keypad *)(uintptr_t)(bits_of(keypad) & ~USER_SPACE_END)), SCRIM_ERROR_INVALID_HANDLE);
    scrim_keypad_destroy(keypad);
}

enum {
    PLACES = 5,
    MANY = 1024
};

/* Creates texts until one gets a place that was never used, so that no free place is left. Returns their number, 0 if it cannot. */
static size_t take_free_places(scrim_text *texts[MANY]) {
    scrim_text_options options = SCRIM_TEXT_OPTIONS_INIT;
    options.capacity = 16;
    for (size_t count = 0; count < MANY && scrim_text_create(&options, &texts[count]) == SCRIM_OK; count++)
        if ((bits_of(texts[count]) & ~USER_SPACE_END) >> 24 == 1)
            return count + 1;
    return 0;
}

/* Creates and destroys handles in an order of its own, and checks that the next ones get their places in that order. */
static int reuses_in_order_of_release(void *unused) {
    (void)unused;
    static const int released[PLACES] = {3, 0, 4, 1, 2};
    scrim_text_options options = SCRIM_TEXT_OPTIONS_INIT;
    scrim_text *texts[PLACES], *next[PLACES];
    scrim_text *fillers[MANY];
    const size_t count = take_free_places(fillers);
    CHECK(count > 0);
    options.capacity = 16;
    for (int i = 0; i < PLACES; i++)
        CHECK(scrim_text_create(&options, &texts[i]) == SCRIM_OK);
    for (int i = 0; i < PLACES; i++)
        scrim_text_destroy(texts[released[i]]);
    for (int i = 0; i < PLACES; i++) {
        CHECK(scrim_text_create(&options, &next[i]) == SCRIM_OK);
        CHECK(place_of(next[i]) == place_of(texts[released[i]]));
    }
    /* One at a time: a place waits until all that were free before it have been reused. */
    scrim_text_destroy(next[0]);
    scrim_text_destroy(next[1]);
    scrim_text *one, *two;
    CHECK(scrim_text_create(&options, &one) == SCRIM_OK);
    CHECK(place_of(one) == place_of(next[0]));
    scrim_text_destroy(one);
    CHECK(scrim_text_create(&options, &two) == SCRIM_OK);
    CHECK(place_of(two) == place_of(next[1]));
    scrim_text_destroy(two);
    for (int i = 2; i < PLACES; i++)
        scrim_text_destroy(next[i]);
    for (size_t i = 0; i < count; i++)
        scrim_text_destroy(fillers[i]);
    return 0;
}

static void test_places_are_reused_in_the_order_of_their_release(void **state) {
    (void)state;
    assert_int_equal(reuses_in_order_of_release(NULL), 0);
    passes_in_child(reuses_in_order_of_release, NULL);
}

/* Destroying a member of a group links the places of the others for a moment; the places that are free stay as they are. */
static void test_destroying_in_a_group_keeps_the_order(void **state) {
    (void)state;
    scrim_text *fillers[MANY], *text = new_text(16);
    scrim_keypad *keypads[3];
    for (int i = 0; i < 3; i++) {
        keypads[i] = new_keypad();
        OK(scrim_keypad_attach(keypads[i], text));
    }
    scrim_text *alone = new_text(16);
    const size_t count = take_free_places(fillers);
    assert_true(count > 0);
    const uint64_t released[] = {place_of(keypads[1]), place_of(alone), place_of(text), place_of(keypads[2]), place_of(keypads[0])};
    scrim_keypad_destroy(keypads[1]);
    scrim_text_destroy(alone);
    scrim_text_destroy(text);
    scrim_keypad_destroy(keypads[2]);
    scrim_keypad_destroy(keypads[0]);
    scrim_text *next[5];
    for (int i = 0; i < 5; i++) {
        next[i] = new_text(16);
        assert_int_equal(place_of(next[i]), released[i]);
    }
    for (int i = 0; i < 5; i++)
        scrim_text_destroy(next[i]);
    for (size_t i = 0; i < count; i++)
        scrim_text_destroy(fillers[i]);
}

static void test_live_counts(void **state) {
    (void)state;
    scrim_text *first = new_text(16), *second = new_text(16);
    scrim_keypad *keypad = new_keypad();
    assert_int_equal(scrim_live_handles(SCRIM_HANDLE_TEXT), 2);
    assert_int_equal(scrim_live_handles(SCRIM_HANDLE_KEYPAD), 1);
    assert_int_equal(scrim_live_handles(SCRIM_HANDLE_SCENE), 0);
    assert_int_equal(scrim_live_handles(SCRIM_HANDLE_ANY), 3);
    assert_int_equal(scrim_live_handles(6), 0);
    assert_int_equal(scrim_live_handles(17), 0);
    assert_int_equal(scrim_live_handles(UINT32_MAX), 0);
    scrim_text_destroy(first);
    assert_int_equal(scrim_live_handles(SCRIM_HANDLE_TEXT), 1);
    scrim_text_destroy(second);
    scrim_keypad_destroy(keypad);
    assert_int_equal(scrim_live_handles(SCRIM_HANDLE_ANY), 0);
}

/* A failed create makes nothing and leaves the output alone. */
static void test_failed_create(void **state) {
    (void)state;
    scrim_text_options options = SCRIM_TEXT_OPTIONS_INIT;
    scrim_text *out = as_text(42);
    options.capacity = SCRIM_TEXT_MAX_CAPACITY + 1;
    ANSWERS(scrim_text_create(&options, &out), SCRIM_ERROR_INVALID_ARGUMENT);
    assert_ptr_equal(out, as_text(42));
    assert_int_equal(scrim_live_handles(SCRIM_HANDLE_ANY), 0);
}

static scrim_status press_first_key(scrim_keypad *keypad, uint32_t *answer) {
    static uint64_t now_ns;
    scrim_touch touch = {SETTLED + (now_ns += 100000000), 1, SCRIM_TOUCH_BEGAN, 0, 10.0, 10.0};
    scrim_status status = scrim_keypad_touch(keypad, &touch, answer);
    touch.phase = SCRIM_TOUCH_ENDED;
    return status == SCRIM_OK ? scrim_keypad_touch(keypad, &touch, answer) : status;
}

/* Every order in which a text and two keypads on it can go; what is left works, or says that its text is closed. */
static void test_any_order_of_destruction(void **state) {
    (void)state;
    static const int orders[6][3] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
    for (int order = 0; order < 6; order++) {
        scrim_text *text = new_text(16);
        scrim_keypad *keypads[2] = {new_keypad(), new_keypad()};
        int text_lives = 1;
        for (int i = 0; i < 2; i++) {
            OK(scrim_keypad_attach(keypads[i], text));
            OK(show_presented(keypads[i]));
        }
        for (int step = 0; step < 3; step++) {
            int victim = orders[order][step];
            uint32_t answer = 99;
            if (victim == 2) {
                scrim_text_destroy(text);
                text_lives = 0;
            } else {
                scrim_keypad_destroy(keypads[victim]);
                keypads[victim] = NULL;
            }
            for (int i = 0; i < 2; i++) {
                if (keypads[i] == NULL)
                    continue;
                ANSWERS(press_first_key(keypads[i], &answer), text_lives ? SCRIM_OK : SCRIM_ERROR_CLOSED);
                assert_int_equal(answer, text_lives ? SCRIM_KEYPAD_RESULT_INSERTED : 99);
            }
        }
        assert_int_equal(scrim_live_handles(SCRIM_HANDLE_ANY), 0);
    }
}

static void test_closed_until_another_is_attached(void **state) {
    (void)state;
    scrim_text *text = new_text(16), *other = new_text(16);
    scrim_keypad *keypad = new_keypad();
    uint32_t answer = 99;
    OK(scrim_keypad_attach(keypad, text));
    OK(show_presented(keypad));
    scrim_text_destroy(text);
    ANSWERS(press_first_key(keypad, &answer), SCRIM_ERROR_CLOSED);
    ANSWERS(scrim_keypad_attach(keypad, text), SCRIM_ERROR_INVALID_HANDLE);
    ANSWERS(press_first_key(keypad, &answer), SCRIM_ERROR_CLOSED);
    OK(scrim_keypad_attach(keypad, other));
    OK(press_first_key(keypad, &answer));
    assert_int_equal(answer, SCRIM_KEYPAD_RESULT_INSERTED);
    scrim_text_destroy(other);
    OK(scrim_keypad_detach(keypad));
    OK(press_first_key(keypad, &answer));
    assert_int_equal(answer, SCRIM_KEYPAD_RESULT_REJECTED);
    scrim_keypad_destroy(keypad);
}

static void test_limit(void **state) {
    (void)state;
    if (running_on_valgrind() || built_with_asan()) {
        print_message("a million handles take too long under valgrind and ASan: skipped\n");
        skip();
    }
    scrim_text_options options = SCRIM_TEXT_OPTIONS_INIT;
    scrim_text **texts = test_malloc((SCRIM_MAX_HANDLES + 1) * sizeof(scrim_text *));
    size_t count = 0;
    scrim_status status;
    options.capacity = 16;
    while (count <= SCRIM_MAX_HANDLES && (status = scrim_text_create(&options, &texts[count])) == SCRIM_OK)
        count++;
    ANSWERS(status, SCRIM_ERROR_LIMIT);
    assert_int_equal(count, SCRIM_MAX_HANDLES);
    assert_int_equal(scrim_live_handles(SCRIM_HANDLE_TEXT), SCRIM_MAX_HANDLES);
    size_t in_use = heap_in_use();
    for (int i = 0; i < 100; i++)
        ANSWERS(scrim_text_create(&options, &texts[count]), SCRIM_ERROR_LIMIT);
    assert_int_equal(heap_in_use(), in_use); /* what had been made for the handle is gone again */
    scrim_text_destroy(texts[count / 2]);
    OK(scrim_text_create(&options, &texts[count / 2]));
    for (size_t i = 0; i < count; i++)
        scrim_text_destroy(texts[i]);
    test_free(texts);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(test_null_and_wrong_kind, nothing_left),
        cmocka_unit_test_teardown(test_stale_and_double_destroy, nothing_left),
        cmocka_unit_test_teardown(test_wild, nothing_left),
        cmocka_unit_test_teardown(test_generations_do_not_repeat, nothing_left),
        cmocka_unit_test_teardown(test_no_handle_can_be_an_address, nothing_left),
        cmocka_unit_test_teardown(test_places_are_reused_in_the_order_of_their_release, nothing_left),
        cmocka_unit_test_teardown(test_destroying_in_a_group_keeps_the_order, nothing_left),
        cmocka_unit_test_teardown(test_live_counts, nothing_left),
        cmocka_unit_test_teardown(test_failed_create, nothing_left),
        cmocka_unit_test_teardown(test_any_order_of_destruction, nothing_left),
        cmocka_unit_test_teardown(test_closed_until_another_is_attached, nothing_left),
        cmocka_unit_test_teardown(test_limit, nothing_left),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
