/* SPDX-License-Identifier: MIT */
/* The shuffle, by its parts: numbers below a bound, and the map from numbers to orders. */
#include "keypad_fixture.h"

#include <dlfcn.h>
#include <scrim_hooks.h>

static uint64_t factorial(unsigned n) { return n < 2 ? 1 : n * factorial(n - 1); }

/* The number of an order: how many later ones are smaller, place by place. UINT64_MAX for what is no order. */
static uint64_t rank_of(const uint32_t *order, unsigned count) {
    uint64_t rank = 0;
    uint32_t seen = 0;
    for (unsigned i = 0; i < count; i++) {
        unsigned smaller = 0;
        if (order[i] >= count || seen >> order[i] & 1)
            return UINT64_MAX;
        seen |= 1u << order[i];
        for (unsigned j = i + 1; j < count; j++)
            smaller += order[j] < order[i];
        rank += smaller * factorial(count - 1 - i);
    }
    return rank;
}

/* The number that an order is made from: Fisher and Yates' choices, each read off by making it. */
static uint64_t number_of(const uint32_t *order, unsigned count) {
    uint32_t now[20];
    uint64_t number = 0, weight = 1;
    for (unsigned i = 0; i < count; i++)
        now[i] = i;
    for (unsigned left = count; left > 1; left--) {
        unsigned at = 0;
        while (now[at] != order[left - 1])
            at++;
        number += (left - 1 - at) * weight;
        weight *= left;
        now[at] = now[left - 1];
    }
    return number;
}

/* Every number below n! gives an order, and each order has one number: the map is one to one. */
static void enumerate(unsigned count) {
    uint64_t total = factorial(count), orders = 0;
    unsigned char *seen = test_calloc(total, 1);
    for (uint64_t rank = 0; rank < total; rank++) {
        uint32_t order[20];
        OK(scrim_test_shuffle_rank(rank, count, order));
        uint64_t number = rank_of(order, count);
        if (number >= total || seen[number])
            fail_msg("%u things, number %llu", count, (unsigned long long)rank);
        seen[number] = 1;
        orders++;
    }
    assert_int_equal(orders, total);
    test_free(seen);
}

static void test_every_order_has_one_number(void **state) {
    (void)state;
    for (unsigned count = 1; count <= 8; count++)
        enumerate(count);
    if (running_on_valgrind())
        print_message("10! orders take too long under valgrind: left out\n");
    else
        enumerate(10);
}

static void test_the_largest_shuffle(void **state) {
    (void)state;
    uint32_t order[20];
    OK(scrim_test_shuffle_rank(0, 20, order));
    for (uint32_t i = 0; i < 20; i++)
        assert_int_equal(order[i], i);
    OK(scrim_test_shuffle_rank(factorial(20) - 1, 20, order));
    assert_int_equal(number_of(order, 20), factorial(20) - 1);
    ANSWERS(scrim_test_shuffle_rank(factorial(20), 20, order), SCRIM_ERROR_INVALID_ARGUMENT);
    ANSWERS(scrim_test_shuffle_rank(0, 21, order), SCRIM_ERROR_INVALID_ARGUMENT);
    uint64_t word = 88172645463325252ull;
    for (int i = 0; i < 20000; i++) {
        word ^= word << 13, word ^= word >> 7, word ^= word << 17;
        OK(scrim_test_shuffle_rank(word % factorial(20), 20, order));
        assert_true(rank_of(order, 20) != UINT64_MAX);
        assert_int_equal(number_of(order, 20), word % factorial(20));
    }
}

/* The words that are taken are a whole multiple of the bound, and each number below it comes from as many. */
static void test_numbers_below_a_bound(void **state) {
    (void)state;
    static const uint64_t bounds[] = {2, 3, 7, 10, 255, 256, 3628800, 1ull << 32, (1ull << 63) - 1, 1ull << 63, (1ull << 63) + 1, UINT64_MAX};
    for (size_t i = 0; i < sizeof bounds / sizeof *bounds; i++) {
        uint64_t bound = bounds[i], number = 99, words[3];
        uint64_t uneven = (UINT64_MAX % bound + 1) % bound; /* 2^64 mod bound */
        size_t drawn = 0;
        words[0] = uneven; /* the first word that is taken */
        OK(scrim_test_random_below(words, 1, bound, &number, &drawn));
        assert_int_equal(drawn, 1);
        assert_int_equal(number, uneven % bound);
        words[0] = UINT64_MAX; /* and the last */
        OK(scrim_test_random_below(words, 1, bound, &number, &drawn));
        assert_int_equal(number, UINT64_MAX % bound);
        for (int step = 0; step < 100; step++) { /* in between, one after the other */
            words[0] = uneven + (uint64_t)step * 0x123456789ABCDull % (UINT64_MAX - uneven);
            OK(scrim_test_random_below(words, 1, bound, &number, &drawn));
            assert_int_equal(number, words[0] % bound);
        }
        if (uneven == 0)
            continue;
        words[0] = 0, words[1] = uneven - 1, words[2] = uneven + 1; /* what is uneven is drawn again */
        OK(scrim_test_random_below(words, 3, bound, &number, &drawn));
        assert_int_equal(drawn, 3);
        number = 99;
        ANSWERS(scrim_test_random_below(words, 2, bound, &number, &drawn), SCRIM_ERROR_ENTROPY);
        assert_int_equal(number, 99);
    }
}

static void test_uniform_by_seed(void **state) {
    (void)state;
    int shows = running_on_valgrind() ? 5000 : 110000;
    struct tally tally = {0};
    char order[DIGITS + 1], again[DIGITS + 1];
    scrim_keypad *keypad = new_keypad();
    for (int i = 0; i < shows; i++) {
        OK(scrim_test_keypad_show_seeded(keypad, (uint64_t)i));
        read_order(keypad, order);
        add_order(&tally, order);
    }
    assert_true(chi_square(&tally) < CHI_SQUARE_LIMIT);
    OK(scrim_test_keypad_show_seeded(keypad, (uint64_t)(shows - 1)));
    read_order(keypad, again);
    assert_string_equal(order, again);
    scrim_keypad_destroy(keypad);
}

/* ---- Where the order is kept ---- */

static int all_zero(const unsigned char *bytes, size_t length) {
    for (size_t i = 0; i < length; i++)
        if (bytes[i] != 0)
            return 0;
    return 1;
}

static void test_the_order_is_wiped(void **state) {
    (void)state;
    scrim_keypad *neighbour = new_keypad(), *keypad = new_keypad(); /* the neighbour keeps the pages there */
    const void *address;
    size_t length;
    OK(scrim_test_keypad_order_address(keypad, &address, &length));
    assert_true(length >= KEYS);
    assert_true(all_zero(address, length));
    OK(scrim_keypad_show(keypad));
    assert_false(all_zero(address, length));
    OK(scrim_keypad_hide(keypad));
    assert_true(all_zero(address, length));
    OK(scrim_keypad_show(keypad));
    assert_false(all_zero(address, length));
    scrim_keypad_destroy(keypad);
    assert_true(all_zero(address, length));
    scrim_keypad_destroy(neighbour);
}

static void test_damage_is_an_error_until_shown_again(void **state) {
    (void)state;
    for (int use = 0; use < 3; use++) {
        scrim_text *text = new_text(8);
        scrim_keypad *keypad = new_keypad();
        scrim_key keys[KEYS];
        const void *address;
        size_t length, count = 99;
        uint32_t answer = 99;
        OK(scrim_keypad_attach(keypad, text));
        show(keypad);
        OK(scrim_test_keypad_order_address(keypad, &address, &length));
        ((unsigned char *)(uintptr_t)address)[-1] ^= 1;
        if (use == 0) {
            ANSWERS(scrim_keypad_keys(keypad, SCRIM_KEY_ORDER_ROWS, keys, KEYS, &count), SCRIM_ERROR_CORRUPTED);
            assert_int_equal(count, 99);
        }
        if (use <= 1) {
            /* Which key is touched would be noted beside the layout. */
            ANSWERS(send(keypad, SCRIM_TOUCH_BEGAN, 1, 50, 50, &answer), SCRIM_ERROR_CORRUPTED);
            assert_int_equal(answer, 99);
            OK(send(keypad, SCRIM_TOUCH_ENDED, 1, 50, 50, &answer));
            assert_int_equal(answer, SCRIM_KEYPAD_RESULT_NONE);
        }
        ANSWERS(scrim_keypad_show(keypad), SCRIM_ERROR_CORRUPTED);
        OK(scrim_keypad_keys(keypad, SCRIM_KEY_ORDER_ROWS, keys, KEYS, &count));
        assert_int_equal(count, 0);
        ANSWERS(send(keypad, SCRIM_TOUCH_BEGAN, 1, 50, 50, &answer), SCRIM_ERROR_INVALID_STATE);
        OK(scrim_keypad_show(keypad));
        read_keys(keypad, keys);
        scrim_keypad_destroy(keypad);
        scrim_text_destroy(text);
    }
}

/* ---- The library that is shipped ---- */

static void test_no_hook_is_shipped(void **state) {
    (void)state;
    if (getenv("SCRIM_MUTANT") != NULL) /* script/mutate uses one library, with the hooks, for all tests */
        skip();
    static const char *const hooks[] = {
        "scrim_test_keypad_show_seeded", "scrim_test_keypad_order_address", "scrim_test_shuffle_rank",
        "scrim_test_keypad_leak", "scrim_test_random_below", "scrim_test_reserve_in_use"};
    void *with = dlopen("libscrim-testhooks.so.0", RTLD_NOW | RTLD_NOLOAD);
    void *without = dlopen("libscrim.so.0", RTLD_NOW);
    assert_non_null(with);
    assert_non_null(without);
    for (size_t i = 0; i < sizeof hooks / sizeof *hooks; i++) {
        assert_non_null(dlsym(with, hooks[i]));
        assert_null(dlsym(without, hooks[i]));
    }
    dlclose(with);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(test_every_order_has_one_number, nothing_left),
        cmocka_unit_test_teardown(test_the_largest_shuffle, nothing_left),
        cmocka_unit_test_teardown(test_numbers_below_a_bound, nothing_left),
        cmocka_unit_test_teardown(test_uniform_by_seed, nothing_left),
        cmocka_unit_test_teardown(test_the_order_is_wiped, nothing_left),
        cmocka_unit_test_teardown(test_damage_is_an_error_until_shown_again, nothing_left),
        cmocka_unit_test_teardown(test_no_hook_is_shipped, nothing_left),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
