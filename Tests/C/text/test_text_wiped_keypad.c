/* SPDX-License-Identifier: MIT */
/* scrim_text_wipe() while a keypad types into the text, and keypads that are destroyed meanwhile. */
#include "wiping_host.h"

static const scrim_key *key_of(const scrim_key keys[KEYS], uint32_t kind) {
    for (int i = 0; i < KEYS; i++)
        if (keys[i].kind == kind)
            return &keys[i];
    fail();
    return NULL;
}

static void test_a_press_whose_text_is_wiped(void **state) {
    (void)state;
    static const struct {
        enum event at;
        uint32_t kind, answer;
    } presses[] = {
        {SHOULD_CHANGE, SCRIM_KEY_INSERT, SCRIM_KEYPAD_RESULT_REJECTED},
        {DID_CHANGE, SCRIM_KEY_INSERT, SCRIM_KEYPAD_RESULT_REJECTED},
        {SHOULD_CHANGE, SCRIM_KEY_DELETE, SCRIM_KEYPAD_RESULT_REJECTED},
        {DISPLAY_CHANGED, SCRIM_KEY_DELETE, SCRIM_KEYPAD_RESULT_REJECTED},
        {SHOULD_RETURN, SCRIM_KEY_DONE, SCRIM_KEYPAD_RESULT_REJECTED},
        {DONE, SCRIM_KEY_DONE, SCRIM_KEYPAD_RESULT_DONE},
    };
    for (size_t i = 0; i < sizeof presses / sizeof *presses; i++) {
        struct subject s;
        scrim_key keys[KEYS];
        make(&s, presses[i].at);
        show(s.keypads[0]);
        read_keys(s.keypads[0], keys);
        assert_int_equal(press(s.keypads[0], key_of(keys, presses[i].kind)), presses[i].answer);
        OK(s.host.wiped);
        is_empty(s.text);
        s.host.wipe_at = NONE;
        if (presses[i].answer == SCRIM_KEYPAD_RESULT_DONE) {
            show(s.keypads[0]); /* done has hidden it */
            read_keys(s.keypads[0], keys);
        }
        assert_int_equal(press(s.keypads[0], key_of(keys, SCRIM_KEY_INSERT)), SCRIM_KEYPAD_RESULT_INSERTED);
        assert_int_equal(count_of(s.text), 1);
        unmake(&s);
    }
}

/* The idle time-out comes due with a touch; the host wipes when it is told of that. The touch then types nothing. */
static void test_a_touch_that_is_told_the_time(void **state) {
    (void)state;
    scrim_text_options options = SCRIM_TEXT_OPTIONS_INIT;
    struct host host;
    scrim_text *text = NULL;
    scrim_keypad *keypad = new_keypad();
    scrim_key keys[KEYS];
    uint32_t answer = 99;
    options.idle_timeout_ns = 1000000000;
    OK(scrim_text_create(&options, &text));
    OK(scrim_keypad_attach(keypad, text));
    show(keypad);
    read_keys(keypad, keys);
    const scrim_key *key = key_of(keys, SCRIM_KEY_INSERT);
    press(keypad, key);
    OK(send(keypad, SCRIM_TOUCH_BEGAN, 1, key->rect.x + 5, key->rect.y + 5, &answer));
    listen_to(&host, text, DID_CHANGE);
    now_ns += 2000000000;
    OK(send(keypad, SCRIM_TOUCH_ENDED, 1, key->rect.x + 5, key->rect.y + 5, &answer));
    assert_int_equal(answer, SCRIM_KEYPAD_RESULT_REJECTED);
    OK(host.wiped);
    is_empty(text);
    scrim_keypad_destroy(keypad);
    scrim_text_destroy(text);
}

static uint32_t destroy_keypad(const scrim_text_change *change, void *keypad) {
    (void)change;
    scrim_keypad_destroy(keypad);
    return 1;
}

/* Destroying a keypad inside a callback refuses the key that it is inserting, and no other edit. */
static void test_edits_while_a_keypad_is_destroyed(void **state) {
    (void)state;
    scrim_text_callbacks callbacks = SCRIM_TEXT_CALLBACKS_INIT;
    callbacks.should_change = destroy_keypad;
    for (int by = 0; by < 3; by++) { /* a call, the other keypad, the one that is destroyed */
        scrim_text *text = new_text(64);
        scrim_keypad *keypads[2] = {new_keypad(), new_keypad()};
        scrim_key keys[KEYS];
        for (int i = 0; i < 2; i++) {
            OK(scrim_keypad_attach(keypads[i], text));
            show(keypads[i]);
        }
        OK(scrim_text_set_callbacks(text, &callbacks, keypads[1], NULL));
        if (by == 0) {
            OK(scrim_text_insert(text, "7", 1));
        } else {
            read_keys(keypads[by - 1], keys);
            assert_int_equal(press(keypads[by - 1], key_of(keys, SCRIM_KEY_INSERT)),
                             by == 1 ? SCRIM_KEYPAD_RESULT_INSERTED : SCRIM_KEYPAD_RESULT_REJECTED);
        }
        assert_int_equal(count_of(text), by == 2 ? 0 : 1);
        scrim_keypad_destroy(keypads[0]);
        scrim_text_destroy(text);
    }
}

static void test_a_delete_key_that_repeats(void **state) {
    (void)state;
    struct subject s;
    scrim_key keys[KEYS];
    uint32_t answer = 99;
    uint64_t deadline = 0;
    make(&s, NONE);
    show(s.keypads[0]);
    read_keys(s.keypads[0], keys);
    const scrim_key *key = key_of(keys, SCRIM_KEY_DELETE);
    OK(send(s.keypads[0], SCRIM_TOUCH_BEGAN, 1, key->rect.x + 5, key->rect.y + 5, &answer));
    OK(scrim_keypad_next_deadline(s.keypads[0], &deadline));
    s.host.wipe_at = SHOULD_CHANGE;
    OK(scrim_keypad_advance(s.keypads[0], deadline, &answer));
    assert_int_equal(answer, SCRIM_KEYPAD_RESULT_REJECTED);
    OK(s.host.wiped);
    is_empty(s.text);
    s.host.wipe_at = NONE;
    OK(scrim_keypad_next_deadline(s.keypads[0], &deadline));
    OK(scrim_keypad_advance(s.keypads[0], deadline, &answer));
    now_ns = deadline;
    OK(send(s.keypads[0], SCRIM_TOUCH_ENDED, 1, key->rect.x + 5, key->rect.y + 5, &answer));
    is_empty(s.text);
    unmake(&s);
}

/* A keypad that is destroyed in a callback of its own press ends it: the key was not typed yet, and the text has no byte of it. */
struct destroyer {
    scrim_keypad *keypad;
    int when_asked;
};

static uint32_t destroy_when_asked(const scrim_text_change *change, void *data) {
    (void)change;
    if (((struct destroyer *)data)->when_asked)
        scrim_keypad_destroy(((struct destroyer *)data)->keypad);
    return 1;
}

static void destroy_when_told(void *data) {
    if (!((struct destroyer *)data)->when_asked)
        scrim_keypad_destroy(((struct destroyer *)data)->keypad);
}

static void test_a_keypad_destroyed_by_its_own_press(void **state) {
    (void)state;
    static const uint32_t moments[] = {SCRIM_RESHUFFLE_ON_SHOW, SCRIM_RESHUFFLE_ON_PRESS, SCRIM_RESHUFFLE_MANUAL};
    for (int when_asked = 0; when_asked < 2; when_asked++)
        for (int i = 0; i < 3; i++) {
            scrim_keypad_options options = SCRIM_KEYPAD_OPTIONS_INIT;
            scrim_text_callbacks callbacks = SCRIM_TEXT_CALLBACKS_INIT;
            scrim_text *text = new_text(16);
            struct destroyer destroyer = {NULL, when_asked};
            scrim_key keys[KEYS];
            options.reshuffle = moments[i];
            OK(scrim_keypad_create(&options, &destroyer.keypad));
            OK(scrim_keypad_attach(destroyer.keypad, text));
            show(destroyer.keypad);
            read_keys(destroyer.keypad, keys);
            callbacks.should_change = destroy_when_asked;
            callbacks.did_change = destroy_when_told;
            OK(scrim_text_set_callbacks(text, &callbacks, &destroyer, NULL));
            const uint32_t answer = press(destroyer.keypad, key_of(keys, SCRIM_KEY_INSERT));
            assert_int_equal(answer, when_asked ? SCRIM_KEYPAD_RESULT_REJECTED : SCRIM_KEYPAD_RESULT_INSERTED);
            assert_int_equal(count_of(text), when_asked ? 0 : 1);
            assert_int_equal(scrim_live_handles(SCRIM_HANDLE_KEYPAD), 0);
            scrim_text_destroy(text);
        }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(test_a_press_whose_text_is_wiped, nothing_left),
        cmocka_unit_test_teardown(test_a_touch_that_is_told_the_time, nothing_left),
        cmocka_unit_test_teardown(test_edits_while_a_keypad_is_destroyed, nothing_left),
        cmocka_unit_test_teardown(test_a_delete_key_that_repeats, nothing_left),
        cmocka_unit_test_teardown(test_a_keypad_destroyed_by_its_own_press, nothing_left),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
