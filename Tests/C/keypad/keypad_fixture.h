/* SPDX-License-Identifier: MIT */
/* What the keypad tests share: pressing, reading the layout, and the measure of a shuffle. */
#ifndef SCRIM_TESTS_KEYPAD_FIXTURE_H
#define SCRIM_TESTS_KEYPAD_FIXTURE_H

#include "support/support.h"

enum {
    KEYS = 12,
    DIGITS = 10
};

/* The clock of the tests: each sample comes 40 ms after the one before. */
static uint64_t now_ns = 1000000000;

/* Says that the keypad is seen, and waits until it takes touches. */
UNUSED static void present(scrim_keypad *keypad) {
    uint64_t generation = 0;
    OK(scrim_keypad_generation(keypad, &generation));
    OK(scrim_keypad_presented(keypad, generation, now_ns));
    now_ns += SETTLED;
}

UNUSED static void show(scrim_keypad *keypad) {
    OK(scrim_keypad_show(keypad));
    present(keypad);
}

UNUSED static scrim_status send(scrim_keypad *keypad, uint32_t phase, uint64_t id, double x, double y, uint32_t *answer) {
    scrim_touch touch = {now_ns, id, phase, 0, x, y};
    now_ns += 40000000;
    return scrim_keypad_touch(keypad, &touch, answer);
}

UNUSED static uint32_t press_at(scrim_keypad *keypad, double x, double y) {
    uint32_t answer = 99;
    OK(send(keypad, SCRIM_TOUCH_BEGAN, 1, x, y, &answer));
    assert_int_equal(answer, SCRIM_KEYPAD_RESULT_NONE);
    OK(send(keypad, SCRIM_TOUCH_ENDED, 1, x, y, &answer));
    return answer;
}

UNUSED static uint32_t press(scrim_keypad *keypad, const scrim_key *key) {
    return press_at(keypad, key->rect.x + key->rect.width / 2, key->rect.y + key->rect.height / 2);
}

UNUSED static void read_keys(const scrim_keypad *keypad, scrim_key keys[KEYS]) {
    size_t count = 0;
    OK(scrim_keypad_keys(keypad, SCRIM_KEY_ORDER_ROWS, keys, KEYS, &count));
    assert_int_equal(count, KEYS);
}

/* The digits in visual order. */
UNUSED static void read_order(const scrim_keypad *keypad, char order[DIGITS + 1]) {
    scrim_key keys[KEYS];
    int at = 0;
    read_keys(keypad, keys);
    for (int i = 0; i < KEYS; i++)
        if (keys[i].kind == SCRIM_KEY_INSERT && at < DIGITS)
            order[at++] = keys[i].label[0];
    order[at] = 0;
}

/* ---- Position × key: χ² · (n − 1) / n is distributed as χ² of (n − 1)² degrees of freedom where orders are uniform ---- */

enum {
    MOST_COUNTED = 16
};

struct tally {
    int keys;
    long counts[MOST_COUNTED][MOST_COUNTED];
    long total;
};

/* Counts an order: which of the numbers 0 … keys − 1 stands at each position. */
UNUSED static void add_numbers(struct tally *tally, const unsigned char *order) {
    for (int place = 0; place < tally->keys; place++)
        tally->counts[place][order[place]]++;
    tally->total++;
}

UNUSED static void add_order(struct tally *tally, const char order[DIGITS + 1]) {
    unsigned char numbers[DIGITS];
    for (int place = 0; place < DIGITS; place++)
        numbers[place] = (unsigned char)(order[place] - '0');
    tally->keys = DIGITS;
    add_numbers(tally, numbers);
}

UNUSED static double chi_square(const struct tally *tally) {
    double expected = (double)tally->total / tally->keys, sum = 0;
    for (int place = 0; place < tally->keys; place++)
        for (int key = 0; key < tally->keys; key++) {
            double off = (double)tally->counts[place][key] - expected;
            sum += off * off / expected;
        }
    return sum * (tally->keys - 1) / tally->keys;
}

/* 99.999 % of χ² with 81 degrees of freedom, for 10 keys, and with 100, for 11. */
#define CHI_SQUARE_LIMIT 147.3
#define CHI_SQUARE_LIMIT_11 172.3

#endif
