/* SPDX-License-Identifier: MIT */
/* Done and dismiss end an entry: the text is asked, the keypad hides, and no further key is typed on the same layout. */
#include "watched_keypad.h"

static void type(struct watched *watched, char digit) {
    scrim_key keys[WATCHED_KEYS];
    size_t count = 0;
    OK(scrim_keypad_keys(watched->keypad, SCRIM_KEY_ORDER_UNSHUFFLED, keys, WATCHED_KEYS, &count));
    for (size_t i = 0; i < count; i++)
        if (keys[i].label[0] == digit) {
            assert_int_equal(press(watched->keypad, &keys[i]), SCRIM_KEYPAD_RESULT_INSERTED);
            return;
        }
    fail();
}

static int is_editing(const scrim_text *text) {
    uint32_t editing = 99;
    OK(scrim_text_is_editing(text, &editing));
    return (int)editing;
}

static void add_revealed(const void *bytes, size_t length, size_t count, uint32_t revealed, void *data) {
    (void)bytes, (void)length, (void)count;
    *(uint32_t *)data += revealed;
}

static int is_revealed(const scrim_text *text) {
    uint32_t revealed = 0;
    OK(scrim_text_display(text, now_ns, add_revealed, &revealed));
    return revealed > 0;
}

/* A sweep over the whole pad: nothing is typed. */
static void nothing_types(struct watched *watched, scrim_status status, const char *typed) {
    for (int i = 0; i < WATCHED_KEYS; i++) {
        double x = 60 + i % 3 * 100, y = 120 + i / 3 * 200;
        uint32_t result = 99;
        ANSWERS(send(watched->keypad, SCRIM_TOUCH_BEGAN, 7, x, y, &result), status);
        ANSWERS(send(watched->keypad, SCRIM_TOUCH_ENDED, 7, x, y, &result), status);
        assert_true(result == 99 || result == SCRIM_KEYPAD_RESULT_REJECTED || result == SCRIM_KEYPAD_RESULT_NONE);
    }
    assert_true(text_is(watched->text, typed));
}

static void test_done_ends_the_entry_and_hides(void **state) {
    (void)state;
    for (uint32_t reshuffle = 0; reshuffle <= SCRIM_RESHUFFLE_MANUAL; reshuffle++)
        for (int editing = 0; editing < 2; editing++) {
            struct watched w;
            watch(&w, reshuffle, 0);
            show(w.keypad);
            type(&w, '1');
            if (reshuffle == SCRIM_RESHUFFLE_ON_PRESS)
                present(w.keypad);
            type(&w, '2');
            if (reshuffle == SCRIM_RESHUFFLE_ON_PRESS)
                present(w.keypad);
            if (editing)
                OK(scrim_text_begin_editing(w.text));
            start(&w);
            int order = order_of(w.keypad);
            uint64_t generation = generation_of(w.keypad);
            assert_int_equal(press_kind(w.keypad, SCRIM_KEY_DONE), SCRIM_KEYPAD_RESULT_DONE);
            TOLD(&w.host, editing ? "reERhH" : "rRhH");
            assert_false(is_editing(w.text));
            assert_int_equal(key_count(w.keypad), 0);
            assert_int_equal(generation_of(w.keypad), generation + 1);
            nothing_types(&w, SCRIM_ERROR_INVALID_STATE, "12");
            /* "12" does not become "129", although somebody taps on. */
            OK(scrim_keypad_show(w.keypad));
            TOLD(&w.host, "sS");
            nothing_types(&w, SCRIM_OK, "12");
            present(w.keypad);
            if (reshuffle == SCRIM_RESHUFFLE_MANUAL)
                assert_int_equal(order_of(w.keypad), order);
            type(&w, '9');
            assert_true(text_is(w.text, "129"));
            unwatch(&w);
        }
}

/* The second of two fingers presses the done key of the first, and is left over. */
static void test_a_finger_that_is_down_at_done_types_nothing(void **state) {
    (void)state;
    for (uint32_t keep = 0; keep < 2; keep++) {
        struct watched w;
        uint32_t result = 99;
        watch(&w, SCRIM_RESHUFFLE_ON_SHOW, keep);
        show(w.keypad);
        type(&w, '1');
        scrim_key done = key_of_kind(w.keypad, SCRIM_KEY_DONE), digit = key_of_kind(w.keypad, SCRIM_KEY_INSERT);
        OK(send(w.keypad, SCRIM_TOUCH_BEGAN, 1, done.rect.x + 9, done.rect.y + 9, &result));
        assert_int_equal(result, SCRIM_KEYPAD_RESULT_NONE);
        OK(send(w.keypad, SCRIM_TOUCH_BEGAN, 2, digit.rect.x + 9, digit.rect.y + 9, &result));
        assert_int_equal(result, SCRIM_KEYPAD_RESULT_DONE);
        if (!keep)
            OK(scrim_keypad_show(w.keypad));
        present(w.keypad);
        OK(send(w.keypad, SCRIM_TOUCH_ENDED, 2, digit.rect.x + 9, digit.rect.y + 9, &result));
        assert_int_equal(result, SCRIM_KEYPAD_RESULT_REJECTED);
        OK(send(w.keypad, SCRIM_TOUCH_ENDED, 1, done.rect.x + 9, done.rect.y + 9, &result));
        assert_true(text_is(w.text, "1"));
        type(&w, '2');
        assert_true(text_is(w.text, "12"));
        unwatch(&w);
    }
}

static void test_done_keeps_the_keypad_with_another_layout(void **state) {
    (void)state;
    for (uint32_t reshuffle = 0; reshuffle <= SCRIM_RESHUFFLE_MANUAL; reshuffle++) {
        struct watched w;
        int changes = 0;
        watch(&w, reshuffle, 1);
        show(w.keypad);
        TOLD(&w.host, "sS");
        for (int entry = 0; entry < 20; entry++) {
            OK(scrim_text_begin_editing(w.text));
            start(&w);
            int order = order_of(w.keypad);
            uint64_t generation = generation_of(w.keypad);
            assert_int_equal(press_kind(w.keypad, SCRIM_KEY_DONE), SCRIM_KEYPAD_RESULT_DONE);
            TOLD(&w.host, "reER"); /* it has not hidden */
            assert_int_equal(generation_of(w.keypad), generation + 1);
            changes += order_of(w.keypad) != order;
            nothing_types(&w, SCRIM_OK, "");
            OK(scrim_keypad_presented(w.keypad, generation, now_ns)); /* the one before */
            nothing_types(&w, SCRIM_OK, "");
            present(w.keypad);
        }
        /* With MANUAL, the order is the host's to change. Of six orders, twenty shuffles give one again and again once in 6^20. */
        assert_true(reshuffle == SCRIM_RESHUFFLE_MANUAL ? changes == 0 : changes > 0);
        /* The switch lasts one entry, so it is shuffled again even then. */
        OK(scrim_keypad_set_shuffle_enabled(w.keypad, 0));
        present(w.keypad);
        assert_int_equal(press_kind(w.keypad, SCRIM_KEY_DONE), SCRIM_KEYPAD_RESULT_DONE);
        int sorted = order_of(w.keypad), others = 0;
        for (int entry = 0; entry < 20; entry++) {
            OK(scrim_keypad_set_shuffle_enabled(w.keypad, 0));
            sorted = order_of(w.keypad);
            present(w.keypad);
            assert_int_equal(press_kind(w.keypad, SCRIM_KEY_DONE), SCRIM_KEYPAD_RESULT_DONE);
            others += order_of(w.keypad) != sorted;
        }
        assert_true(others > 0);
        unwatch(&w);
    }
}

/* Each question of the text, refused: nothing has happened, and the same keys go on. */
static void test_a_refusal_keeps_everything(void **state) {
    (void)state;
    static const struct {
        uint32_t kind;
        const char *refused, *told;
        int editing, ends;
    } cases[] = {
        {SCRIM_KEY_DONE, "r", "r", 0, 0},
        {SCRIM_KEY_DONE, "r", "r", 1, 0},
        {SCRIM_KEY_DONE, "e", "re", 1, 0},
        {SCRIM_KEY_DONE, "e", "rRhH", 0, 1}, /* not asked: nothing ends */
        {SCRIM_KEY_DISMISS, "e", "e", 1, 0},
        {SCRIM_KEY_DISMISS, "er", "hH", 0, 1},
        {SCRIM_KEY_DISMISS, "r", "eEhH", 1, 1},
    };
    for (uint32_t keep = 0; keep < 2; keep++)
        for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
            struct watched w;
            watch(&w, SCRIM_RESHUFFLE_ON_SHOW, keep);
            show(w.keypad);
            if (cases[i].editing)
                OK(scrim_text_begin_editing(w.text));
            start(&w);
            w.host.refused = cases[i].refused;
            int keeps = keep && cases[i].kind == SCRIM_KEY_DONE, order = order_of(w.keypad);
            uint64_t generation = generation_of(w.keypad);
            uint32_t result = press_kind(w.keypad, cases[i].kind);
            assert_int_equal(result, !cases[i].ends ? SCRIM_KEYPAD_RESULT_REJECTED : cases[i].kind == SCRIM_KEY_DONE ? SCRIM_KEYPAD_RESULT_DONE
                                                                                                                     : SCRIM_KEYPAD_RESULT_DISMISSED);
            if (keeps && cases[i].ends)
                TOLD(&w.host, "rR");
            else
                TOLD(&w.host, cases[i].told);
            assert_int_equal(is_editing(w.text), cases[i].editing && !cases[i].ends);
            assert_int_equal(generation_of(w.keypad), generation + (uint64_t)cases[i].ends);
            assert_int_equal(key_count(w.keypad), cases[i].ends && !keeps ? 0 : WATCHED_KEYS);
            if (!cases[i].ends) {
                assert_int_equal(order_of(w.keypad), order);
                type(&w, '9');
                assert_true(text_is(w.text, "9"));
            }
            unwatch(&w);
        }
}

/* Whether the text is being edited or not, nothing stays revealed. Only the host's own hide leaves that to the host. */
static void test_dismiss_conceals(void **state) {
    (void)state;
    enum {
        BY_KEY,
        BY_DONE,
        BY_HOST
    };
    for (int editing = 0; editing < 2; editing++)
        for (int by = BY_KEY; by <= BY_HOST; by++) {
            struct watched w;
            watch(&w, SCRIM_RESHUFFLE_ON_SHOW, 0);
            show(w.keypad);
            OK(scrim_text_insert(w.text, "12", 2));
            if (editing)
                OK(scrim_text_begin_editing(w.text));
            OK(scrim_text_reveal(w.text, now_ns));
            assert_true(is_revealed(w.text));
            start(&w);
            if (by == BY_HOST) {
                OK(scrim_keypad_hide(w.keypad));
                TOLD(&w.host, "hH");
            } else {
                assert_int_equal(press_kind(w.keypad, by == BY_DONE ? SCRIM_KEY_DONE : SCRIM_KEY_DISMISS),
                                 by == BY_DONE ? SCRIM_KEYPAD_RESULT_DONE : SCRIM_KEYPAD_RESULT_DISMISSED);
                if (by == BY_DONE)
                    TOLD(&w.host, editing ? "redERhH" : "rdRhH");
                else
                    TOLD(&w.host, editing ? "edEhH" : "dhH");
            }
            assert_int_equal(is_revealed(w.text), by == BY_HOST);
            assert_int_equal(is_editing(w.text), editing && by == BY_HOST);
            assert_true(text_is(w.text, "12"));
            nothing_types(&w, SCRIM_ERROR_INVALID_STATE, "12");
            unwatch(&w);
        }
}

static void test_without_a_text_both_keys_hide(void **state) {
    (void)state;
    for (uint32_t kind = SCRIM_KEY_DONE; kind <= SCRIM_KEY_DISMISS; kind += 2) {
        struct watched w;
        watch(&w, SCRIM_RESHUFFLE_ON_SHOW, 0);
        OK(scrim_text_set_callbacks(w.text, NULL, NULL, NULL));
        OK(scrim_keypad_detach(w.keypad));
        show(w.keypad);
        assert_int_equal(press_kind(w.keypad, kind), kind == SCRIM_KEY_DONE ? SCRIM_KEYPAD_RESULT_DONE : SCRIM_KEYPAD_RESULT_DISMISSED);
        assert_string_equal(w.host.events, "sShH");
        assert_int_equal(key_count(w.keypad), 0);
        unwatch(&w);
    }
}

static void test_the_option_is_checked(void **state) {
    (void)state;
    scrim_keypad_options options = SCRIM_KEYPAD_OPTIONS_INIT;
    scrim_keypad *keypad = NULL;
    assert_int_equal(options.keep_on_done, 0);
    options.keep_on_done = 2;
    ANSWERS(scrim_keypad_create(&options, &keypad), SCRIM_ERROR_INVALID_ARGUMENT);
    assert_null(keypad);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(test_done_ends_the_entry_and_hides, nothing_left),
        cmocka_unit_test_teardown(test_a_finger_that_is_down_at_done_types_nothing, nothing_left),
        cmocka_unit_test_teardown(test_done_keeps_the_keypad_with_another_layout, nothing_left),
        cmocka_unit_test_teardown(test_a_refusal_keeps_everything, nothing_left),
        cmocka_unit_test_teardown(test_dismiss_conceals, nothing_left),
        cmocka_unit_test_teardown(test_without_a_text_both_keys_hide, nothing_left),
        cmocka_unit_test_teardown(test_the_option_is_checked, nothing_left),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
