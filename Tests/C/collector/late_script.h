/* SPDX-License-Identifier: MIT */
/*
 * Random scripts of a host that calls late: public touches, changes of the scene, the rules and the recognizers between them,
 * and the moments at which the host takes the records. Private touches are added by a second generator.
 */
#ifndef SCRIM_TESTS_LATE_SCRIPT_H
#define SCRIM_TESTS_LATE_SCRIPT_H

#include "gestures/gesture_fixture.h"

enum {
    MAX_STEPS = 4096,
    MAX_LATE_MS = 50
};

/* How a script is played. */
enum manner {
    /*
     * Private fingers have sequences of their own, and the host makes the same calls in each play, late ones too. Compared are
     * records, the times at which they are handed out, events, verdicts and deadlines. One of the plays has no private touch.
     */
    SEPARATE,
    /* As SEPARATE, but private and public fingers also share sequences, which every play has. Compared are records and times. */
    MIXED,
    /*
     * As MIXED, but each play follows the deadlines that it gets itself, each as late as chance has it, and calls
     * scrim_gestures_advance() before it changes anything. The first play is never late.
     */
    ADVANCING
};

enum step_kind {
    SAMPLE,
    WHEEL, /* a public step of a wheel: `touch` has its time and the pointer */
    ADVANCE,
    CONTENT,
    DESCRIBE,
    FLIP,
    POLICY,
    RULES,
    DOUBLE_TAP, /* removed, or added again */
    RELATION,
    LIVE,
    ENABLED, /* one recognizer is disabled or enabled */
    CONTROL, /* the host's own event */
    TAKE,
    CANCEL
};

struct step {
    uint64_t time; /* ns */
    enum step_kind kind;
    int is_secret;
    uint64_t value;
    scrim_touch touch;
};

struct steps {
    struct step all[MAX_STEPS];
    size_t count;
};

/* ---- Chance ---- */

static uint64_t chance(uint64_t *state, uint64_t bound) {
    *state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (*state >> 33) % bound;
}

/* ---- Making a script ---- */

static void put(struct steps *steps, struct step step) {
    assert_true(steps->count < MAX_STEPS);
    size_t place = steps->count++;
    /* After all of the same time. */
    for (; place > 0 && steps->all[place - 1].time > step.time; place--)
        steps->all[place] = steps->all[place - 1];
    steps->all[place] = step;
}

static void put_touch(struct steps *steps, uint64_t time, uint64_t id, uint32_t phase, double x, double y, int is_secret) {
    put(steps, (struct step){time, SAMPLE, is_secret, 0, {time, id, phase, 0, x, y}});
}

static double private_x(uint64_t *secret) { return 200 + (double)chance(secret, 100); }

/* A finger that comes down on the keypad and perhaps goes elsewhere. */
static void put_private_finger(struct steps *steps, uint64_t *secret, uint64_t id, uint64_t start, uint64_t end) {
    double x = private_x(secret);
    put_touch(steps, start, id, SCRIM_TOUCH_BEGAN, x, 50, 1);
    for (uint64_t i = chance(secret, 3); i > 0; i--) {
        x = chance(secret, 4) == 0 ? (double)chance(secret, 400) : private_x(secret);
        put_touch(steps, start + chance(secret, end - start), id, SCRIM_TOUCH_MOVED, x, 50, 1);
    }
    put_touch(steps, end, id, chance(secret, 5) ? SCRIM_TOUCH_ENDED : SCRIM_TOUCH_CANCELLED, x, 50, 1);
}

/* Sequences of private fingers alone, between two moments. */
static void put_private_sequences(struct steps *steps, uint64_t *secret, uint64_t start, uint64_t end) {
    static const uint64_t lengths[] = {5, 20, 60, 200, 520, 700}, pauses[] = {1, 10, 60, 200, 351, 600};
    uint64_t time = start + 1 + chance(secret, (end - start) / MS + 1) * MS / 2;
    for (int i = 0; i < 4; i++) {
        uint64_t length = lengths[chance(secret, COUNT_OF(lengths))] * MS;
        if (time + length >= end)
            return;
        uint64_t fingers = 1 + (chance(secret, 4) == 0);
        for (uint64_t id = 1; id <= fingers; id++)
            put_private_finger(steps, secret, id, time + id, time + length - id);
        time += length + pauses[chance(secret, COUNT_OF(pauses))] * MS;
    }
}

static const double places[][2] = {{50, 50}, {60, 50}, {150, 20}, {150, 70}, {350, 50}, {50, 250}};

/* One or several taps, a press or a drag. Returns when the finger is up. */
static uint64_t put_public(struct steps *steps, uint64_t *script, uint64_t time) {
    static const uint64_t pauses[] = {60, 100, 200, 339, 351, 352, 420};
    size_t place = chance(script, COUNT_OF(places));
    double x = places[place][0], y = places[place][1];
    uint64_t what = chance(script, 8), count = 1 + chance(script, 3), end = time;
    if (what == 0) {
        end = time + (490 + chance(script, 200)) * MS;
        put_touch(steps, time, 1, SCRIM_TOUCH_BEGAN, x, y, 0);
        put_touch(steps, end, 1, SCRIM_TOUCH_ENDED, x, y, 0);
    } else if (what == 1) {
        put_touch(steps, time, 1, SCRIM_TOUCH_BEGAN, x, y, 0);
        for (uint64_t i = 0; i <= count; i++) {
            end += 16 * MS;
            y += 30;
            put_touch(steps, end, 1, i < count ? SCRIM_TOUCH_MOVED : SCRIM_TOUCH_ENDED, x, y, 0);
        }
    } else {
        for (uint64_t i = 0; i < count; i++) {
            if (i > 0)
                end += pauses[chance(script, COUNT_OF(pauses))] * MS;
            put_touch(steps, end, 1, SCRIM_TOUCH_BEGAN, x, y, 0);
            end += 15 * MS;
            put_touch(steps, end, 1, SCRIM_TOUCH_ENDED, x, y, 0);
        }
    }
    return end;
}

/* A finger that comes down in public and strays into the keypad, one beside which private ones come, or a wheel before whose pause is
 * over a private finger comes. */
static uint64_t put_mixed(struct steps *steps, uint64_t *script, uint64_t *secret, uint64_t time) {
    size_t place = chance(script, COUNT_OF(places));
    double x = places[place][0], y = places[place][1];
    uint64_t way = chance(script, 3);
    if (way == 0) {
        put(steps, (struct step){time, WHEEL, 0, 0, {time, 0, SCRIM_TOUCH_MOVED, 0, x, y}});
        uint64_t start = time + 1 + chance(secret, 498 * MS);
        put_private_finger(steps, secret, 2, start, start + 1 + chance(secret, 390 * MS));
        return time + 900 * MS;
    }
    if (way == 1) {
        put_touch(steps, time, 1, SCRIM_TOUCH_BEGAN, x, y, 0);
        uint64_t entry = time + MS + chance(secret, 800 * MS);
        put_touch(steps, entry, 1, SCRIM_TOUCH_MOVED, private_x(secret), 50, 1);
        put_touch(steps, entry + 1 + chance(secret, time + 890 * MS - entry), 1, SCRIM_TOUCH_ENDED, private_x(secret), 50, 1);
        return time + 900 * MS;
    }
    uint64_t down = time + 200 * MS, up = down + (chance(script, 2) ? 20 : 520) * MS;
    put_touch(steps, down, 1, SCRIM_TOUCH_BEGAN, x, y, 0);
    put_touch(steps, up, 1, SCRIM_TOUCH_ENDED, x, y, 0);
    /* One is down when the public finger is. Others come only while that one is. */
    uint64_t start = time + 1 + chance(secret, up - time - 2), end = up + 1 + chance(secret, 200 * MS);
    put_private_finger(steps, secret, 2, start, end);
    for (uint64_t id = 3; id < 3 + chance(secret, 2); id++)
        put_private_finger(steps, secret, id, start + 1, start + 1 + (end - start) / 2);
    return up + 201 * MS;
}

static void put_changes(struct steps *steps, uint64_t *script, uint64_t start, uint64_t end) {
    static const enum step_kind kinds[] = {CONTENT, CONTENT, CONTENT, DESCRIBE, FLIP, POLICY, RULES, RULES, DOUBLE_TAP,
                                           RELATION, LIVE, ENABLED, ENABLED, TAKE, TAKE};
    for (uint64_t i = chance(script, 5); i > 0; i--) {
        /* Often when the wait for a second tap is just over. */
        uint64_t time = chance(script, 2) ? end + (350 + chance(script, MAX_LATE_MS)) * MS
                                          : start + chance(script, (end - start) / MS + 400) * MS;
        put(steps, (struct step){time + 3, kinds[chance(script, COUNT_OF(kinds))], 0, chance(script, 1000), {0}});
    }
}

/* All that happens but for the late calls. */
static void make_script(enum manner manner, uint64_t seed, uint64_t secret, struct steps *steps) {
    static const uint64_t gaps[] = {5, 30, 100, 200, 339, 352, 360, 400, 420, 700, 1500};
    uint64_t script = seed, hidden = secret * 7919 + seed, time = 1000 * MS;
    steps->count = 0;
    for (uint64_t i = 4 + chance(&script, 8); i > 0; i--) {
        uint64_t start = time;
        if (manner != SEPARATE && chance(&script, 4) == 0) {
            time = put_mixed(steps, &script, &hidden, time);
        } else {
            time = put_public(steps, &script, time);
            if (chance(&script, 4) == 0)
                put(steps, (struct step){time + 1, CONTROL, 0, chance(&script, 2), {0}});
            if (chance(&script, 16) == 0)
                put(steps, (struct step){time + 2, CANCEL, 0, 0, {0}});
        }
        put_changes(steps, &script, start, time);
        uint64_t gap = gaps[chance(&script, COUNT_OF(gaps))] * MS;
        if (secret != 0 && (manner == SEPARATE || chance(&hidden, 2)))
            put_private_sequences(steps, &hidden, time, time + gap);
        time += gap;
    }
    /* The clock of some private samples is ahead of the others'. */
    uint64_t ahead = chance(&script, 2) * (1 + chance(&script, 100)) * MS;
    for (size_t i = 0; i < steps->count; i++)
        steps->all[i].touch.time_ns += steps->all[i].is_secret ? ahead : 0;
    put(steps, (struct step){time + 2000 * MS, ADVANCE, 0, 0, {0}});
    put(steps, (struct step){time + 2001 * MS, TAKE, 0, 0, {0}});
    put(steps, (struct step){time + 2002 * MS, TAKE, 0, 1, {0}});
}

#endif
