/* SPDX-License-Identifier: MIT */
/* Uniform orders: the measure, what it says of the library, and that it finds the biased shuffles that are in use. */
#include "keypad_fixture.h"

enum {
    RANDOM_KEYS = 11,
    SHUFFLES = 110000
};

static uint32_t draw(void) {
    static uint64_t word = 88172645463325252ull;
    word ^= word << 13, word ^= word >> 7, word ^= word << 17;
    return (uint32_t)(word >> 16);
}

static scrim_keypad *payment_pad(void) {
    scrim_keypad_options options = SCRIM_KEYPAD_OPTIONS_INIT;
    scrim_keypad *keypad;
    options.layout = SCRIM_LAYOUT_PAYMENT;
    OK(scrim_keypad_create(&options, &keypad));
    return keypad;
}

/* The eleven keys in visual order: 0 … 9, and 10 for ".". */
static void read_eleven(const scrim_keypad *keypad, unsigned char order[RANDOM_KEYS]) {
    scrim_key keys[14];
    size_t count = 0;
    int at = 0;
    OK(scrim_keypad_keys(keypad, SCRIM_KEY_ORDER_ROWS, keys, 14, &count));
    assert_int_equal(count, 14);
    for (size_t i = 0; i < count; i++)
        if (keys[i].kind == SCRIM_KEY_INSERT) {
            assert_true(at < RANDOM_KEYS);
            order[at++] = (unsigned char)(keys[i].label[0] == '.' ? 10 : keys[i].label[0] - '0');
        }
    assert_int_equal(at, RANDOM_KEYS);
}

/* Position × key over 110,000 shuffles. */
static void test_orders_are_uniform(void **state) {
    (void)state;
    scrim_keypad *keypad = payment_pad();
    struct tally tally = {.keys = RANDOM_KEYS};
    int shuffles = running_on_valgrind() ? 5000 : SHUFFLES;
    for (int i = 0; i < shuffles; i++) {
        unsigned char order[RANDOM_KEYS];
        OK(scrim_keypad_show(keypad));
        read_eleven(keypad, order);
        add_numbers(&tally, order);
    }
    assert_true(chi_square(&tally) < CHI_SQUARE_LIMIT_11);
    scrim_keypad_destroy(keypad);
}

/* ---- The same measure, of shuffles that are wrong ---- */

static void exchange(unsigned char *order, int a, int b) {
    unsigned char held = order[a];
    order[a] = order[b];
    order[b] = held;
}

static void fisher_yates(unsigned char *order, int count) {
    for (int i = count - 1; i > 0; i--)
        exchange(order, i, (int)(draw() % (uint32_t)(i + 1)));
}

static void swap_with_any(unsigned char *order, int count) {
    for (int i = 0; i < count; i++)
        exchange(order, i, (int)(draw() % (uint32_t)count));
}

static void sattolo(unsigned char *order, int count) {
    for (int i = count - 1; i > 0; i--)
        exchange(order, i, (int)(draw() % (uint32_t)i));
}

/* A comparator that answers at random, under a merge sort: (int32)random % 3 − 1, so −3 … 1. */
static void comparator_sort(unsigned char *order, int count) {
    unsigned char merged[RANDOM_KEYS];
    int half = count / 2, left = 0, right = half, at = 0;
    if (count < 2)
        return;
    comparator_sort(order, half);
    comparator_sort(order + half, count - half);
    while (left < half && right < count)
        merged[at++] = (int32_t)draw() % 3 - 1 > 0 ? order[right++] : order[left++];
    while (left < half)
        merged[at++] = order[left++];
    while (right < count)
        merged[at++] = order[right++];
    memcpy(order, merged, (size_t)count);
}

static double measure(void (*shuffle)(unsigned char *, int)) {
    struct tally tally = {.keys = RANDOM_KEYS};
    for (int i = 0; i < SHUFFLES; i++) {
        unsigned char order[RANDOM_KEYS];
        for (unsigned char k = 0; k < RANDOM_KEYS; k++)
            order[k] = k;
        shuffle(order, RANDOM_KEYS);
        add_numbers(&tally, order);
    }
    return chi_square(&tally);
}

static void test_finds_biased_shuffles(void **state) {
    (void)state;
    assert_true(measure(fisher_yates) < CHI_SQUARE_LIMIT_11);
    assert_true(measure(swap_with_any) > 50 * CHI_SQUARE_LIMIT_11);
    assert_true(measure(sattolo) > 500 * CHI_SQUARE_LIMIT_11);
    assert_true(measure(comparator_sort) > 1000 * CHI_SQUARE_LIMIT_11);
}

/* Eleven keys change places among their eleven places, and nothing else changes. */
static void test_a_shuffle_is_a_bijection_of_the_chosen_keys(void **state) {
    (void)state;
    scrim_keypad *keypad = payment_pad();
    scrim_key first[14], keys[14];
    size_t count;
    OK(scrim_keypad_show(keypad));
    OK(scrim_keypad_keys(keypad, SCRIM_KEY_ORDER_ROWS, first, 14, &count));
    for (int round = 0; round < 200; round++) {
        unsigned char order[RANDOM_KEYS];
        unsigned seen = 0;
        OK(scrim_keypad_show(keypad));
        OK(scrim_keypad_keys(keypad, SCRIM_KEY_ORDER_ROWS, keys, 14, &count));
        for (size_t i = 0; i < 14; i++) {
            assert_memory_equal(&keys[i].rect, &first[i].rect, sizeof(scrim_rect));
            assert_int_equal(keys[i].kind, first[i].kind);
            if (keys[i].kind != SCRIM_KEY_INSERT)
                assert_string_equal(keys[i].label, first[i].label);
        }
        read_eleven(keypad, order);
        for (int i = 0; i < RANDOM_KEYS; i++)
            seen |= 1u << order[i];
        assert_int_equal(seen, (1u << RANDOM_KEYS) - 1);
    }
    scrim_keypad_destroy(keypad);
}

/* Of 1,000 fresh shuffles none is as the keys stand unshuffled; a comparator that answers at random leaves some 45. */
static void test_no_shuffle_leaves_every_key_in_place(void **state) {
    (void)state;
    scrim_keypad_options options = SCRIM_KEYPAD_OPTIONS_INIT;
    unsigned char plain[RANDOM_KEYS], order[RANDOM_KEYS];
    scrim_keypad *keypad;
    options.layout = SCRIM_LAYOUT_PAYMENT;
    options.shuffle = SCRIM_SHUFFLE_NONE;
    OK(scrim_keypad_create(&options, &keypad));
    OK(scrim_keypad_show(keypad));
    read_eleven(keypad, plain);
    scrim_keypad_destroy(keypad);
    for (int i = 0; i < 1000; i++) {
        keypad = payment_pad();
        OK(scrim_keypad_show(keypad));
        read_eleven(keypad, order);
        assert_memory_not_equal(order, plain, sizeof order);
        scrim_keypad_destroy(keypad);
    }
}

/* ---- More keys than one number can order, rows, and blanks ---- */

static void read_labels(const scrim_keypad *keypad, char *labels, size_t most) {
    scrim_key keys[SCRIM_KEYPAD_MAX_KEYS];
    size_t count = 0;
    OK(scrim_keypad_keys(keypad, SCRIM_KEY_ORDER_ROWS, keys, SCRIM_KEYPAD_MAX_KEYS, &count));
    assert_true(count < most);
    for (size_t i = 0; i < count; i++)
        labels[i] = keys[i].kind == SCRIM_KEY_INSERT ? keys[i].label[0] : keys[i].kind == SCRIM_KEY_BLANK ? '_'
                                                                                                          : '-';
    labels[count] = 0;
}

/* 28 keys of a keyboard's first page, where each stands: a letter, a comma or a point. */
static void test_keyboard_is_uniform(void **state) {
    (void)state;
    static long counts[28][28];
    int shuffles = running_on_valgrind() ? 500 : 30000, places[28], place_count = 0;
    char plain[64], labels[64];
    scrim_keypad_options options = SCRIM_KEYPAD_OPTIONS_INIT;
    scrim_keypad *keypad;
    options.layout = SCRIM_LAYOUT_QWERTY;
    options.shuffle = SCRIM_SHUFFLE_NONE;
    OK(scrim_keypad_create(&options, &keypad));
    OK(scrim_keypad_show(keypad));
    read_labels(keypad, plain, sizeof plain);
    scrim_keypad_destroy(keypad);
    assert_string_equal(plain, "qwertyuiopasdfghjkl-zxcvbnm--, .-");
    for (int i = 0; plain[i] != 0; i++)
        if (plain[i] != '-' && plain[i] != ' ')
            places[place_count++] = i;
    assert_int_equal(place_count, 28);
    options.shuffle = SCRIM_SHUFFLE_AUTO;
    OK(scrim_keypad_create(&options, &keypad));
    memset(counts, 0, sizeof counts);
    for (int round = 0; round < shuffles; round++) {
        OK(scrim_keypad_show(keypad));
        read_labels(keypad, labels, sizeof labels);
        assert_int_equal(labels[30], ' '); /* the bar is fixed */
        for (int p = 0; p < 28; p++) {
            const char *key = strchr(plain, labels[places[p]]);
            int k = 0;
            assert_non_null(key);
            while (places[k] != key - plain)
                k++;
            counts[p][k]++;
        }
    }
    double sum = 0, expected = shuffles / 28.0;
    for (int p = 0; p < 28; p++)
        for (int k = 0; k < 28; k++)
            sum += ((double)counts[p][k] - expected) * ((double)counts[p][k] - expected) / expected;
    assert_true(sum * 27 / 28 < 903.5); /* 99.999 % with 27² = 729 degrees of freedom */
    scrim_keypad_destroy(keypad);
}

/* The sixteen digits of a hexadecimal pad. */
static void test_hexadecimal_pad_is_uniform(void **state) {
    (void)state;
    static const char plain[] = "0123456789ABCDEF";
    struct tally tally = {.keys = 16};
    int shuffles = running_on_valgrind() ? 1000 : 60000;
    scrim_keypad_options options = SCRIM_KEYPAD_OPTIONS_INIT;
    scrim_keypad *keypad;
    options.layout = SCRIM_LAYOUT_HEXADECIMAL;
    OK(scrim_keypad_create(&options, &keypad));
    for (int i = 0; i < shuffles; i++) {
        unsigned char order[16];
        char labels[32];
        OK(scrim_keypad_show(keypad));
        read_labels(keypad, labels, sizeof labels);
        assert_string_equal(labels + 16, "---");
        for (int place = 0; place < 16; place++) {
            const char *key = strchr(plain, labels[place]);
            assert_non_null(key);
            order[place] = (unsigned char)(key - plain);
        }
        add_numbers(&tally, order);
    }
    assert_true(chi_square(&tally) < 328.5); /* 99.999 % with 15² = 225 degrees of freedom */
    scrim_keypad_destroy(keypad);
}

/* Turns from the first page of a keyboard to another one: 1 by shift, 2 by "123", 3 by "123" and "=<". */
static void turn_to(scrim_keypad *keypad, int page) {
    for (int step = 0; step < (page == 3 ? 2 : page > 0); step++) {
        scrim_key keys[SCRIM_KEYPAD_MAX_KEYS];
        const char *label = step == 1 ? "=<" : page == 1 ? "⇧"
                                                         : "123";
        size_t count = 0, at = 0;
        present(keypad);
        OK(scrim_keypad_keys(keypad, SCRIM_KEY_ORDER_ROWS, keys, SCRIM_KEYPAD_MAX_KEYS, &count));
        while (at < count && strcmp(keys[at].label, label) != 0)
            at++;
        assert_true(at < count);
        assert_int_equal(press(keypad, &keys[at]), SCRIM_KEYPAD_RESULT_NONE);
    }
}

/* Which keys of each page change places in 60 shows, and which never do. */
static void test_the_default_suits_each_page(void **state) {
    (void)state;
    static const struct {
        uint32_t layout;
        int page;
        const char *moving; /* the inserting keys, "x" if they move and "." if not; functions are "-" */
    } pages[] = {
        {SCRIM_LAYOUT_PIN, 0, "xxxxxxxxx-x-"},
        {SCRIM_LAYOUT_PIN_DECIMAL, 0, "xxxxxxxxx.x--"},
        {SCRIM_LAYOUT_PAYMENT, 0, "xxx-xxxxxx-xx-"},
        {SCRIM_LAYOUT_HEXADECIMAL, 0, "xxxxxxxxxxxxxxxx---"},
        {SCRIM_LAYOUT_QWERTY, 0, "xxxxxxxxxxxxxxxxxxx-xxxxxxx--x.x-"},
        {SCRIM_LAYOUT_QWERTY, 1, "xxxxxxxxxxxxxxxxxxx-xxxxxxx--x.x-"},
        {SCRIM_LAYOUT_QWERTY, 2, "xxxxxxxxxxxxxxxxxxxx-xxxxxxx--x.x-"},
        {SCRIM_LAYOUT_QWERTY, 3, "xxxxxxxxxxxxxxxxxxxx-xxxxxxx--x.x-"},
        {SCRIM_LAYOUT_QWERTZ, 0, "xxxxxxxxxxxxxxxxxxx-xxxxxxx--x.x-"},
        {SCRIM_LAYOUT_QWERTZ, 1, "xxxxxxxxxxxxxxxxxxx-xxxxxxx--x.x-"},
        {SCRIM_LAYOUT_QWERTZ, 2, "xxxxxxxxxxxxxxxxxxxx-xxxxxxx--x.x-"},
        {SCRIM_LAYOUT_QWERTZ, 3, "xxxxxxxxxxxxxxxxxxxx-xxxxxxx--x.x-"},
        {SCRIM_LAYOUT_AZERTY, 0, "xxxxxxxxxxxxxxxxxxxx-xxxxxx--x.x-"},
        {SCRIM_LAYOUT_AZERTY, 1, "xxxxxxxxxxxxxxxxxxxx-xxxxxx--x.x-"},
        {SCRIM_LAYOUT_AZERTY, 2, "xxxxxxxxxxxxxxxxxxxx-xxxxxxx--x.x-"},
        {SCRIM_LAYOUT_AZERTY, 3, "xxxxxxxxxxxxxxxxxxxx-xxxxxxx--x.x-"},
    };
    for (size_t p = 0; p < sizeof pages / sizeof *pages; p++) {
        scrim_keypad_options options = SCRIM_KEYPAD_OPTIONS_INIT;
        scrim_key first[40], keys[40];
        char moving[41];
        size_t count = 0, again = 0;
        scrim_keypad *keypad;
        options.shuffle = 0; /* a zeroed field is the default */
        options.layout = pages[p].layout;
        OK(scrim_keypad_create(&options, &keypad));
        for (int round = 0; round < 60; round++) {
            OK(scrim_keypad_show(keypad));
            turn_to(keypad, pages[p].page);
            OK(scrim_keypad_keys(keypad, SCRIM_KEY_ORDER_ROWS, keys, 40, &again));
            if (round == 0)
                memcpy(first, keys, sizeof keys);
            for (size_t i = 0; round == 0 && i < again; i++)
                moving[i] = keys[i].kind == SCRIM_KEY_INSERT ? '.' : '-';
            for (size_t i = 0; i < again; i++)
                if (strcmp(keys[i].label, first[i].label) != 0)
                    moving[i] = 'x';
            count = again;
        }
        moving[count] = 0;
        assert_string_equal(moving, pages[p].moving);
        scrim_keypad_destroy(keypad);
    }
}

static void test_rows_keep_their_keys(void **state) {
    (void)state;
    static const char *const rows[3] = {"123", "456", "789"};
    scrim_keypad_options options = SCRIM_KEYPAD_OPTIONS_INIT;
    scrim_keypad *keypad;
    int seen[3][3][3] = {{{0}}};
    options.shuffle = SCRIM_SHUFFLE_ROWS;
    OK(scrim_keypad_create(&options, &keypad));
    for (int round = 0; round < 300; round++) {
        char labels[16];
        OK(scrim_keypad_show(keypad));
        read_labels(keypad, labels, sizeof labels);
        for (int i = 0; i < 9; i++) {
            const char *key = strchr(rows[i / 3], labels[i]);
            assert_non_null(key);
            seen[i / 3][i % 3][key - rows[i / 3]]++;
        }
        assert_string_equal(labels + 9, "-0-");
    }
    for (int i = 0; i < 27; i++)
        assert_in_range((&seen[0][0][0])[i], 55, 150); /* 100 each on average */
    scrim_keypad_destroy(keypad);
}

/* Blanks mix with the keys, do nothing, and answer nothing. */
static void test_blanks(void **state) {
    (void)state;
    for (uint32_t scope = SCRIM_SHUFFLE_AUTO; scope <= SCRIM_SHUFFLE_DIGITS; scope++) {
        scrim_keypad_options options = SCRIM_KEYPAD_OPTIONS_INIT;
        scrim_keypad *keypad = NULL;
        scrim_text *text = new_text(64);
        int at_blank[20] = {0};
        options.shuffle = scope;
        options.blank_keys_per_row = 2;
        OK(scrim_keypad_create(&options, &keypad));
        OK(scrim_keypad_attach(keypad, text));
        for (int round = 0; round < 40; round++) {
            scrim_key keys[20];
            char typed[16];
            size_t count = 0, digits = 0;
            show(keypad);
            OK(scrim_keypad_keys(keypad, SCRIM_KEY_ORDER_ROWS, keys, 20, &count));
            assert_int_equal(count, scope == SCRIM_SHUFFLE_NONE ? 12 : 20);
            for (size_t i = 0; i < count; i++) {
                if (keys[i].kind == SCRIM_KEY_DELETE || keys[i].kind == SCRIM_KEY_DONE)
                    continue;
                int blank = keys[i].kind == SCRIM_KEY_BLANK;
                at_blank[i] += blank;
                assert_int_equal(keys[i].label_length, blank ? 0 : 1);
                assert_int_equal(press(keypad, &keys[i]), blank ? SCRIM_KEYPAD_RESULT_NONE : SCRIM_KEYPAD_RESULT_INSERTED);
                if (!blank)
                    typed[digits++] = keys[i].label[0];
            }
            uint32_t equal = 0;
            assert_int_equal(digits, 10);
            OK(scrim_text_equal_bytes(text, typed, digits, &equal));
            assert_int_equal(equal, 1);
            OK(scrim_text_clear(text));
        }
        for (int i = 0; scope != SCRIM_SHUFFLE_NONE && i < 15; i++)
            assert_in_range(at_blank[i], 3, 39); /* at each place at times */
        scrim_keypad_destroy(keypad);
        scrim_text_destroy(text);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(test_a_shuffle_is_a_bijection_of_the_chosen_keys, nothing_left),
        cmocka_unit_test_teardown(test_orders_are_uniform, nothing_left),
        cmocka_unit_test_teardown(test_finds_biased_shuffles, nothing_left),
        cmocka_unit_test_teardown(test_no_shuffle_leaves_every_key_in_place, nothing_left),
        cmocka_unit_test_teardown(test_keyboard_is_uniform, nothing_left),
        cmocka_unit_test_teardown(test_hexadecimal_pad_is_uniform, nothing_left),
        cmocka_unit_test_teardown(test_the_default_suits_each_page, nothing_left),
        cmocka_unit_test_teardown(test_rows_keep_their_keys, nothing_left),
        cmocka_unit_test_teardown(test_blanks, nothing_left),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
