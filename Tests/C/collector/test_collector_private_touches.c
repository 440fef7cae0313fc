/* SPDX-License-Identifier: MIT */
/* Touches of what is private: none of their gestures is collected, and they leave no mark on those that are. */
#include "gestures/gesture_fixture.h"

/* ---- What is hidden ---- */

static void test_hidden__a_keypad_yields_nothing(void **state) {
    (void)state;
    scrim_id views[] = {fixture.window, fixture.keypad, fixture.key};
    for (size_t i = 0; i < COUNT_OF(views); i++) {
        with_action(&fixture, add_tap_beside(&fixture, views[i], 1));
        scrim_recognizer press = recognizer_of(SCRIM_GESTURE_LONG_PRESS, views[i]);
        press.flags = SCRIM_RECOGNIZER_SIMULTANEOUS;
        with_action(&fixture, add_recognizer(&fixture, &press));
    }
    for (uint64_t i = 0; i < 8; i++) {
        tap(&fixture, i * 1000 * MS, 205 + 10 * (double)i);
        assert_int_equal(fixture.count, 3);
        assert_int_equal(decide(&fixture), SCRIM_REASON_PRIVATE);
    }
    touch(&fixture, SCRIM_TOUCH_BEGAN, 9000 * MS, 250);
    touch(&fixture, SCRIM_TOUCH_ENDED, 9600 * MS, 250);
    assert_true(fixture.count > 3);
    /* Hidden is the only reason, even of events that are nothing to collect. */
    scrim_decision verdicts[MAX_EVENTS];
    ASSERT_OK(scrim_collector_decide(fixture.collector, fixture.events, fixture.count, verdicts));
    for (size_t i = 0; i < fixture.count; i++) {
        assert_int_equal(verdicts[i].reason, SCRIM_REASON_PRIVATE);
    }
    assert_int_equal(records(&fixture), 0);
}

static void test_hidden__a_finger_that_only_passes(void **state) {
    (void)state;
    with_action(&fixture, add_long_press(&fixture, fixture.button));
    touch(&fixture, SCRIM_TOUCH_BEGAN, 0, 50);
    advance(&fixture, 600 * MS);
    assert_int_equal(decide(&fixture), SCRIM_REASON_STATE);
    touch(&fixture, SCRIM_TOUCH_MOVED, 700 * MS, 199.999);
    assert_int_equal(decide(&fixture), SCRIM_REASON_STATE);
    touch(&fixture, SCRIM_TOUCH_MOVED, 710 * MS, 200);
    assert_int_equal(decide(&fixture), SCRIM_REASON_PRIVATE);
    touch(&fixture, SCRIM_TOUCH_ENDED, 800 * MS, 50);
    assert_int_equal(fixture.count, 0);
    assert_int_equal(records(&fixture), 0);
}

static void test_hidden__taints_the_sequence_from_its_start(void **state) {
    (void)state;
    with_action(&fixture, add_tap(&fixture, fixture.button, 1));
    static const uint32_t phases[] = {SCRIM_TOUCH_BEGAN, SCRIM_TOUCH_MOVED, SCRIM_TOUCH_ENDED, SCRIM_TOUCH_CANCELLED};
    /* The finger of the private sample: one that is followed, and one that is new or that nobody knows. */
    for (uint64_t id = 2; id <= 3; id++) {
        for (size_t i = 0; i < COUNT_OF(phases); i++) {
            now += 10000 * MS;
            scrim_touch resting = {now, 2, SCRIM_TOUCH_BEGAN, 0, 350, 350};
            feed(&fixture, &resting, 1);
            tap(&fixture, now, 50);
            assert_int_equal(decide(&fixture), SCRIM_REASON_NONE);
            scrim_touch secret = {now + 100 * MS, id, phases[i], 0, 250, 50};
            feed(&fixture, &secret, 1);
            secret.phase = SCRIM_TOUCH_CANCELLED;
            secret.x = 350;
            for (secret.id = 2; secret.id <= 3; secret.id++) {
                feed(&fixture, &secret, 1);
            }
            assert_int_equal(records(&fixture), 0);
        }
    }
    assert_int_equal(verdict_of_a_tap(), SCRIM_REASON_NONE);
    char json[512] = "";
    assert_int_equal(drain(&fixture, json, sizeof json), 1);
    assert_non_null(strstr(json, "\"seq\":1,"));
}

static void test_hidden__fingers_beyond_the_cap(void **state) {
    (void)state;
    with_action(&fixture, add_tap(&fixture, fixture.button, 1));
    tap(&fixture, 0, 50);
    for (uint64_t round = 0; round < 2; round++) {
        uint64_t time = (1 + round) * 1000 * MS;
        for (uint64_t id = 1; id <= SCRIM_MAX_TOUCHES; id++) {
            scrim_touch resting = {time, 100 + id, SCRIM_TOUCH_BEGAN, 0, 350, 350};
            feed(&fixture, &resting, 1);
        }
        scrim_touch last = {time, 99, SCRIM_TOUCH_BEGAN, 0, 350, 350};
        feed(&fixture, &last, 1);
        last.phase = SCRIM_TOUCH_MOVED;
        last.x = round == 0 ? 250 : 350;
        last.y = 50;
        feed(&fixture, &last, 1);
        for (uint64_t id = 2; id <= SCRIM_MAX_TOUCHES; id++) {
            scrim_touch up = {time, 100 + id, SCRIM_TOUCH_ENDED, 0, 350, 350};
            feed(&fixture, &up, 1);
        }
        fixture.count = 0;
        tap(&fixture, time, 50);
        assert_int_equal(decide(&fixture), round == 0 ? SCRIM_REASON_PRIVATE : SCRIM_REASON_NONE);
        for (uint64_t id = 99; id <= 101; id++) {
            scrim_touch up = {time, id, SCRIM_TOUCH_ENDED, 0, 350, 350};
            feed(&fixture, &up, 1);
        }
    }
    assert_int_equal(records(&fixture), 1);
}

static void test_hidden__a_view_that_turns_secure_under_a_finger(void **state) {
    (void)state;
    with_action(&fixture, add_long_press(&fixture, fixture.button));
    touch(&fixture, SCRIM_TOUCH_BEGAN, 0, 50);
    advance(&fixture, 600 * MS);
    assert_int_equal(decide(&fixture), SCRIM_REASON_STATE);
    set_flags(&fixture, fixture.button, SCRIM_VIEW_INTERACTIVE | SCRIM_VIEW_SECURE);
    /* Away from the view, and secure only for this one sample. */
    touch(&fixture, SCRIM_TOUCH_MOVED, 700 * MS, 350);
    set_flags(&fixture, fixture.button, SCRIM_VIEW_INTERACTIVE);
    touch(&fixture, SCRIM_TOUCH_ENDED, 800 * MS, 350);
    assert_int_equal(decide(&fixture), SCRIM_REASON_PRIVATE);
    assert_int_equal(records(&fixture), 0);
}

static void test_hidden__a_view_that_turns_secure_after_the_tap(void **state) {
    (void)state;
    with_action(&fixture, add_tap(&fixture, fixture.button, 1));
    tap(&fixture, 0, 50);
    set_flags(&fixture, fixture.button, SCRIM_VIEW_INTERACTIVE | SCRIM_VIEW_SECURE);
    assert_int_equal(decide(&fixture), SCRIM_REASON_PRIVATE);
}

static void test_hidden__a_private_tap_between_two_that_are_not(void **state) {
    (void)state;
    /* What is private is a view inside that of the recogniser. */
    scrim_id panel = add_view(&fixture, fixture.window, 100, SCRIM_VIEW_INTERACTIVE, "panel");
    add_view(&fixture, panel, 0, SCRIM_VIEW_INTERACTIVE | SCRIM_VIEW_SECURE, "");
    scrim_id views[] = {fixture.button, panel};
    for (size_t i = 0; i < COUNT_OF(views); i++) {
        with_action(&fixture, add_tap(&fixture, views[i], 1));
        with_action(&fixture, add_tap(&fixture, views[i], 2));
    }
    tap(&fixture, 0, 50); /* waits, and is undecided from the next finger on */
    tap(&fixture, 100 * MS, 150);
    assert_int_equal(fixture.count, 0);
    touch(&fixture, SCRIM_TOUCH_BEGAN, 200 * MS, 350);
    assert_int_equal(fixture.count, 1);
    assert_int_equal(decide(&fixture), SCRIM_REASON_PRIVATE);
    touch(&fixture, SCRIM_TOUCH_ENDED, 400 * MS, 350);
    assert_int_equal(decide(&fixture), SCRIM_REASON_NONE);
    assert_int_equal(records(&fixture), 1);
}

static void test_hidden__two_fingers_astride(void **state) {
    (void)state;
    with_action(&fixture, add_tap(&fixture, fixture.button, 1));
    scrim_touch samples[] = {{0, 1, SCRIM_TOUCH_BEGAN, 0, 50, 50},
                             {1, 2, SCRIM_TOUCH_BEGAN, 0, 250, 50},
                             {2, 1, SCRIM_TOUCH_ENDED, 0, 50, 50},
                             {3, 2, SCRIM_TOUCH_ENDED, 0, 250, 50}};
    feed(&fixture, samples, COUNT_OF(samples));
    assert_int_equal(fixture.count, 1);
    assert_int_equal(decide(&fixture), SCRIM_REASON_PRIVATE);
}

/* The records of a sequence that may yet turn private take no room from those of others. */
static void test_hidden__takes_no_room(void **state) {
    (void)state;
    scrim_collector_destroy(fixture.collector);
    scrim_collector_options options = SCRIM_COLLECTOR_OPTIONS_INIT;
    options.capacity = 1;
    ASSERT_OK(scrim_collector_create(fixture.gestures, &options, &fixture.collector));
    scrim_id other = add_view(&fixture, fixture.window, 100, SCRIM_VIEW_INTERACTIVE, "other");
    with_action(&fixture, add_tap(&fixture, other, 1));
    with_action(&fixture, add_tap(&fixture, fixture.button, 1));
    tap(&fixture, 0, 50);
    scrim_gesture_event open = fixture.events[0];
    fixture.count = 0;
    scrim_touch secret = {20 * MS, 2, SCRIM_TOUCH_BEGAN, 0, 350, 350};
    feed(&fixture, &secret, 1);
    tap(&fixture, 30 * MS, 150);
    assert_int_equal(decide(&fixture), SCRIM_REASON_NONE);
    tap(&fixture, 50 * MS, 150);
    assert_int_equal(decide(&fixture), SCRIM_REASON_CAPACITY);
    fixture.events[fixture.count++] = open;
    assert_int_equal(decide(&fixture), SCRIM_REASON_NONE);
    secret = (scrim_touch){1000 * MS, 2, SCRIM_TOUCH_ENDED, 0, 250, 50};
    feed(&fixture, &secret, 1);
    char json[1024] = "";
    assert_int_equal(drain(&fixture, json, sizeof json), 1);
    assert_non_null(strstr(json, "\"seq\":1,\"t\":10000000,"));
}

static void test_decide__sequences_that_nobody_remembers(void **state) {
    (void)state;
    with_action(&fixture, add_tap(&fixture, fixture.button, 1));
    tap(&fixture, 0, 50);
    scrim_gesture_event event = fixture.events[0];
    uint64_t sequences[] = {0, 2, UINT64_MAX};
    for (size_t i = 0; i < COUNT_OF(sequences); i++) {
        fixture.events[0] = event;
        fixture.events[0].sequence = sequences[i];
        fixture.count = 1;
        assert_int_equal(decide(&fixture), SCRIM_REASON_PRIVATE);
    }
    for (uint64_t i = 1; i <= 4096; i++) {
        fixture.events[0] = event;
        fixture.events[0].time_ns += i; /* else it is a duplicate */
        fixture.count = 1;
        assert_int_equal(decide(&fixture), SCRIM_REASON_NONE);
        fixture.count = 0;
        /* Private sequences push none out. */
        tap(&fixture, 2 * i * 1000 * MS, 250);
        tap(&fixture, (2 * i + 1) * 1000 * MS, 50);
        assert_int_equal(records(&fixture), 1);
    }
    fixture.events[0] = event;
    fixture.count = 1;
    assert_int_equal(decide(&fixture), SCRIM_REASON_PRIVATE);
}

/* ---- Non-interference: private touches, whatever they are, change nothing else ---- */

static uint64_t random_state;

static uint64_t random_below(uint64_t bound) {
    random_state = random_state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (random_state >> 33) % bound;
}

struct outcome {
    char json[65536];
    int records;
    /* Verdicts on events of public sequences, each as a digit. */
    char verdicts[4096];
    size_t decided;
};

static void decide_all(struct fixture *played, struct outcome *outcome) {
    scrim_decision verdicts[MAX_EVENTS];
    ASSERT_OK(scrim_collector_decide(played->collector, played->events, played->count, verdicts));
    for (size_t i = 0; i < played->count; i++) {
        if (verdicts[i].reason != SCRIM_REASON_PRIVATE) {
            outcome->verdicts[outcome->decided++] = (char)('0' + verdicts[i].reason);
        }
    }
    played->count = 0;
    outcome->records += drain(played, outcome->json, sizeof outcome->json);
}

/* A sequence of fingers that come down in the keypad: a tap or a long press at its border, or several that go anywhere. */
static void play_private(struct fixture *played, uint64_t start, uint64_t end) {
    uint64_t step = (end - start) / 16;
    uint64_t fingers = 1 + random_below(3);
    scrim_touch samples[16];
    size_t count = 0;
    samples[count++] = (scrim_touch){start, 1, SCRIM_TOUCH_BEGAN, 0, 200 + (double)random_below(5), 50};
    for (uint64_t id = 2; id <= fingers; id++) {
        double x = random_below(2) ? 205 : 295;
        samples[count++] = (scrim_touch){start + id * step, id, SCRIM_TOUCH_BEGAN, 0, x, 50};
        for (uint64_t i = random_below(3); i > 0; i--) {
            x = (double)random_below(300);
            samples[count++] = (scrim_touch){start + 5 * step, id, SCRIM_TOUCH_MOVED, 0, x, 50};
        }
    }
    for (uint64_t id = 1; id <= fingers; id++) {
        uint32_t phase = random_below(4) ? SCRIM_TOUCH_ENDED : SCRIM_TOUCH_CANCELLED;
        double x = id == 1 ? 200 : random_below(2) ? 50
                                                   : 195;
        samples[count++] = (scrim_touch){start + 9 * step, id, phase, 0, x, 50};
    }
    feed(played, samples, count);
}

/* A sequence that begins outside of the keypad and strays into it: only what it does there is secret. */
static void play_stray(struct fixture *played, uint64_t start, uint64_t end, double x, uint64_t secret) {
    uint64_t step = (end - start) / 16;
    scrim_touch samples[16];
    size_t count = 0;
    samples[count++] = (scrim_touch){start, 1, SCRIM_TOUCH_BEGAN, 0, x, 50};
    double entry = secret ? 200 + (double)random_below(100) : 200;
    samples[count++] = (scrim_touch){start + step, 1, SCRIM_TOUCH_MOVED, 0, entry, 50};
    for (uint64_t i = secret ? random_below(8) : 0; i > 0; i--) {
        double inside = 200 + (double)random_below(100);
        samples[count++] = (scrim_touch){start + 2 * step, 1, SCRIM_TOUCH_MOVED, 0, inside, 50};
    }
    uint64_t last = secret ? 2 + random_below(10) : 2;
    samples[count++] = (scrim_touch){start + last * step, 1, SCRIM_TOUCH_ENDED, 0, secret ? 299 : 200, 50};
    feed(played, samples, count);
}

/* Taps and presses outside of the keypad, which depend on `script` alone, and between them what `secret` says. Secret 0 is next
 * to nothing. */
static void play(uint64_t script, uint64_t secret, struct outcome *outcome) {
    struct fixture played;
    set_up_fixture(&played);
    memset(outcome, 0, sizeof *outcome);
    scrim_collector_destroy(played.collector);
    scrim_collector_options options = SCRIM_COLLECTOR_OPTIONS_INIT;
    options.capacity = 5;
    ASSERT_OK(scrim_collector_create(played.gestures, &options, &played.collector));
    scrim_id views[] = {played.window, played.button, played.keypad};
    for (size_t i = 0; i < COUNT_OF(views); i++) {
        /* Alone of its fingers, and along with others. */
        scrim_id (*add)(struct fixture *, scrim_id, uint32_t) = script % 2 ? add_tap : add_tap_beside;
        with_action(&played, add(&played, views[i], 1));
        with_action(&played, add(&played, views[i], 2));
        scrim_recognizer pan = recognizer_of(SCRIM_GESTURE_PAN, views[i]);
        add_recognizer(&played, &pan);
        with_action(&played, add_long_press(&played, views[i]));
    }
    uint64_t time = 0;
    uint64_t secrets = secret;
    uint64_t scripts = script;
    for (int i = 0; i < 60; i++) {
        random_state = scripts;
        uint64_t pause = (10 + random_below(600)) * MS;
        double x = random_below(2) ? 50 : 195;
        uint64_t length = random_below(4) == 0 ? 600 * MS : 20 * MS;
        int decides = random_below(3) == 0;
        uint64_t strays = random_below(6);
        strays = strays <= 2 ? strays : 0;
        scripts = random_state;
        uint64_t quarter = pause / 4;
        random_state = secrets;
        if (secret != 0 && random_below(2)) {
            play_private(&played, time, time + quarter);
        }
        if (strays) {
            play_stray(&played, time + quarter, time + 2 * quarter, strays == 1 ? 50 : 196, secret);
        }
        if (secret != 0 && random_below(2)) {
            play_private(&played, time + 2 * quarter, time + 3 * quarter);
        }
        secrets = random_state;
        time += pause;
        touch(&played, SCRIM_TOUCH_BEGAN, time, x);
        time += length;
        touch(&played, SCRIM_TOUCH_ENDED, time, x);
        /* Both are told at the same moments. */
        advance(&played, time + 5 * MS);
        time += 5 * MS;
        if (decides) {
            decide_all(&played, outcome);
        }
    }
    advance(&played, time + 10000 * MS);
    decide_all(&played, outcome);
    tear_down_fixture(&played);
}

static void test_hidden__private_touches_leave_no_mark(void **state) {
    (void)state;
    static struct outcome without;
    static struct outcome with;
    int total = 0;
    for (uint64_t script = 1; script <= 10; script++) {
        play(script, 0, &without);
        total += without.records;
        for (uint64_t secret = 1; secret <= 10; secret++) {
            play(script, secret, &with);
            assert_string_equal(with.json, without.json);
            assert_string_equal(with.verdicts, without.verdicts);
        }
    }
    assert_true(total > 100);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_hidden__a_keypad_yields_nothing, setup, teardown),
        cmocka_unit_test_setup_teardown(test_hidden__a_finger_that_only_passes, setup, teardown),
        cmocka_unit_test_setup_teardown(test_hidden__taints_the_sequence_from_its_start, setup, teardown),
        cmocka_unit_test_setup_teardown(test_hidden__fingers_beyond_the_cap, setup, teardown),
        cmocka_unit_test_setup_teardown(test_hidden__a_view_that_turns_secure_under_a_finger, setup, teardown),
        cmocka_unit_test_setup_teardown(test_hidden__a_view_that_turns_secure_after_the_tap, setup, teardown),
        cmocka_unit_test_setup_teardown(test_hidden__a_private_tap_between_two_that_are_not, setup, teardown),
        cmocka_unit_test_setup_teardown(test_hidden__two_fingers_astride, setup, teardown),
        cmocka_unit_test_setup_teardown(test_hidden__takes_no_room, setup, teardown),
        cmocka_unit_test_setup_teardown(test_decide__sequences_that_nobody_remembers, setup, teardown),
        cmocka_unit_test(test_hidden__private_touches_leave_no_mark),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
