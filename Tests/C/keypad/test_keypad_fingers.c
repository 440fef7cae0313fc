/* SPDX-License-Identifier: MIT */
/* Fingers whose end the keypad hears of late, or never: it goes on taking touches. */
#include "keypad_fixture.h"

enum {
    ROUNDS = 40 /* more than a keypad tells fingers apart */
};

static scrim_touch at(uint32_t phase, uint64_t id) {
    scrim_touch touch = {now_ns, id, phase, 0, 50, 50};
    now_ns += 40000000;
    return touch;
}

static void begin(scrim_keypad *keypad, uint64_t id) {
    scrim_touch touch = at(SCRIM_TOUCH_BEGAN, id);
    uint32_t answer = 99;
    OK(scrim_keypad_touch(keypad, &touch, &answer));
}

static scrim_status end(scrim_keypad *keypad, uint32_t phase, uint64_t id) {
    scrim_touch touch = at(phase, id);
    uint32_t answer = 99;
    return scrim_keypad_touch(keypad, &touch, &answer);
}

static void still_types(scrim_keypad *keypad, scrim_text *text) {
    scrim_key keys[KEYS];
    show(keypad);
    read_keys(keypad, keys);
    for (int i = 0; i < KEYS; i++)
        if (keys[i].kind == SCRIM_KEY_INSERT)
            assert_int_equal(press(keypad, &keys[i]), SCRIM_KEYPAD_RESULT_INSERTED);
    OK(scrim_text_clear(text));
}

static void test_fingers_that_go_up_while_it_is_hidden(void **state) {
    (void)state;
    static const uint32_t phases[] = {SCRIM_TOUCH_ENDED, SCRIM_TOUCH_CANCELLED};
    scrim_text *text = new_text(64);
    scrim_keypad *keypad = new_keypad();
    OK(scrim_keypad_attach(keypad, text));
    for (uint64_t id = 100; id < 100 + ROUNDS; id++) {
        show(keypad);
        begin(keypad, id);
        OK(scrim_keypad_hide(keypad));
        ANSWERS(end(keypad, phases[id % 2], id), SCRIM_ERROR_INVALID_STATE);
        still_types(keypad, text);
    }
    scrim_keypad_destroy(keypad);
    scrim_text_destroy(text);
}

static void test_fingers_that_go_up_when_the_text_is_gone(void **state) {
    (void)state;
    scrim_keypad *keypad = new_keypad();
    scrim_text *text;
    for (uint64_t id = 100; id < 100 + ROUNDS; id++) {
        text = new_text(64);
        OK(scrim_keypad_attach(keypad, text));
        show(keypad);
        begin(keypad, id);
        scrim_text_destroy(text);
        ANSWERS(end(keypad, SCRIM_TOUCH_ENDED, id), SCRIM_ERROR_CLOSED);
    }
    text = new_text(64);
    OK(scrim_keypad_attach(keypad, text));
    still_types(keypad, text);
    scrim_keypad_destroy(keypad);
    scrim_text_destroy(text);
}

/* A host that forgets to say so while the keypad is hidden: those fingers make room for others. */
static void test_fingers_that_never_go_up(void **state) {
    (void)state;
    scrim_text *text = new_text(64);
    scrim_keypad *keypad = new_keypad();
    OK(scrim_keypad_attach(keypad, text));
    for (uint64_t id = 100; id < 100 + ROUNDS; id++) {
        show(keypad);
        begin(keypad, id);
        OK(scrim_keypad_hide(keypad));
        still_types(keypad, text);
    }
    scrim_keypad_destroy(keypad);
    scrim_text_destroy(text);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(test_fingers_that_go_up_while_it_is_hidden, nothing_left),
        cmocka_unit_test_teardown(test_fingers_that_go_up_when_the_text_is_gone, nothing_left),
        cmocka_unit_test_teardown(test_fingers_that_never_go_up, nothing_left),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
