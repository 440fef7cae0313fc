/* SPDX-License-Identifier: MIT */
/* What the keypad tests share: pressing, reading the layout, and the measure of a shuffle. */
#ifndef SCRIM_TESTS_KEYPADS_H
#define SCRIM_TESTS_KEYPADS_H

#include "support.h"

enum {
    KEYS = 12,
    DIGITS = 10
};

UNUSED static scrim_status send(scrim_keypad *keypad, uint32_t phase, uint64_t id, double x, double y, uint32_t *answer) {
    scrim_touch touch = {0, id, phase, 0, x, y};
    return scrim_keypad_touch(keypad, &touch, answer);
}

UNUSED static uint32_t press_at(scrim_keypad *keypad, double x, double y) {
    uint32_t answer = 99;
    OK(send(keypad, SCRIM_TOUCH_BEGAN, 1, x, y, &answer));
    assert_int_equal(answer, SCRIM_KEYPAD_NOTHING);
    OK(send(keypad, SCRIM_TOUCH_ENDED, 1, x, y, &answer));
    return answer;
}

UNUSED static uint32_t press(scrim_keypad *keypad, const scrim_key *key) {
    return press_at(keypad, key->rect.x + key->rect.width / 2, key->rect.y + key->rect.height / 2);
}

UNUSED static void read_keys(const scrim_keypad *keypad, scrim_key keys[KEYS]) {
    size_t count = 0;
    OK(scrim_keypad_keys(keypad, keys, KEYS, &count));
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

/* 99.999 % of χ² with 81 degrees of freedom. */
#define CHI_SQUARE_LIMIT 147.3

struct tally {
    long counts[DIGITS][DIGITS];
    long total;
};

UNUSED static void add_order(struct tally *tally, const char order[DIGITS + 1]) {
    for (int place = 0; place < DIGITS; place++)
        tally->counts[place][order[place] - '0']++;
    tally->total++;
}

UNUSED static double chi_square(const struct tally *tally) {
    double expected = (double)tally->total / DIGITS, sum = 0;
    for (int place = 0; place < DIGITS; place++)
        for (int key = 0; key < DIGITS; key++) {
            double off = (double)tally->counts[place][key] - expected;
            sum += off * off / expected;
        }
    return sum * (DIGITS - 1) / DIGITS;
}

#endif
