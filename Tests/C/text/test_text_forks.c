/* SPDX-License-Identifier: MIT */
/*
 * Callbacks that fork. They return twice: in the parent as ever; in the child to a library that has lost the secrets, and that has
 * to leave what it was doing without touching them, or the tables that are the child's own by now.
 */
#include <signal.h>

#include "keypad/keypad_fixture.h"
#include "text_fixture.h"

static pid_t child;
static int calls_back;

static void fork_once(void) {
    calls_back++;
    if (child >= 0)
        return;
    fflush(NULL);
    child = fork();
    if (child != 0)
        return;
    alarm(60);
    signal(SIGSEGV, SIG_DFL); /* cmocka would go on with the next test */
    signal(SIGBUS, SIG_DFL);
}

static void expect_fork(void) {
    child = -1;
    calls_back = 0;
}

/* In the parent: the child has been content. */
static void child_was_content(void) {
    int status = -1;
    assert_true(child > 0);
    assert_int_equal(waitpid(child, &status, 0), child);
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 0)
        fail_msg("the child left with status %#x", (unsigned)status);
}

/* In the child: its own texts are as in any process, and nothing is left of them. */
static int works(void) {
    scrim_text_options options = SCRIM_TEXT_OPTIONS_INIT;
    scrim_text *text[2];
    uint32_t equal = 0;
    CHECK(scrim_live_handles(SCRIM_HANDLE_ANY) == 0);
    for (int i = 0; i < 2; i++) {
        CHECK(scrim_text_create(&options, &text[i]) == SCRIM_OK);
        CHECK(scrim_text_insert(text[i], "mine", 4) == SCRIM_OK);
    }
    CHECK(scrim_live_handles(SCRIM_HANDLE_ANY) == 2);
    for (int i = 0; i < 2; i++)
        CHECK(scrim_text_equal_bytes(text[i], "mine", 4, &equal) == SCRIM_OK && equal == 1);
    for (int i = 0; i < 2; i++)
        scrim_text_destroy(text[i]);
    CHECK(scrim_live_handles(SCRIM_HANDLE_ANY) == 0);
    return 0;
}

static int is_forked(scrim_text *text) {
    CHECK(scrim_text_clear(text) == SCRIM_ERROR_FORKED);
    return 0;
}

static uint32_t fork_and_allow(const scrim_text_change *change, void *data) {
    (void)change, (void)data;
    fork_once();
    return 1;
}

static void fork_when_told(void *data) {
    (void)data;
    fork_once();
}

static void fork_at(scrim_text *text, scrim_text_change_fn asked, scrim_text_event_fn shown) {
    scrim_text_callbacks callbacks = SCRIM_TEXT_CALLBACKS_INIT;
    callbacks.should_change = asked;
    child = 0; /* setting them tells that the display changed */
    callbacks.display_changed = shown;
    OK(scrim_text_set_callbacks(text, &callbacks, NULL, NULL));
    expect_fork();
}

static void test_while_a_descriptor_fills_it(void **state) {
    (void)state;
    scrim_text *text = new_text(64);
    int ends[2];
    fork_at(text, fork_and_allow, NULL);
    assert_int_equal(pipe(ends), 0);
    assert_int_equal(write(ends[1], "abc\n", 4), 4);
    close(ends[1]);
    scrim_status answer = scrim_text_read_fd(text, ends[0], SCRIM_FD_LINE);
    if (child == 0)
        leave_child(answer != SCRIM_ERROR_REFUSED || is_forked(text) != 0 || works() != 0);
    OK(answer);
    child_was_content();
    assert_true(holds(text, "abc", 3));
    close(ends[0]);
    scrim_text_destroy(text);
}

/* Keypads that shuffle after each press work on their own secret after the text has been asked. */
static void test_while_a_keypad_types(void **state) {
    (void)state;
    static const uint32_t moments[] = {SCRIM_RESHUFFLE_ON_SHOW, SCRIM_RESHUFFLE_ON_PRESS, SCRIM_RESHUFFLE_MANUAL};
    for (int told = 0; told < 2; told++)
        for (int moment = 0; moment < 3; moment++)
            for (int place = 0; place < KEYS; place++) {
                scrim_text *text = new_text(64);
                scrim_keypad_options options = SCRIM_KEYPAD_OPTIONS_INIT;
                scrim_keypad *keypad = NULL;
                scrim_key keys[KEYS];
                uint32_t answer = 99;
                options.reshuffle = moments[moment];
                OK(scrim_keypad_create(&options, &keypad));
                OK(scrim_keypad_attach(keypad, text));
                OK(scrim_text_insert(text, "12", 2));
                show(keypad);
                read_keys(keypad, keys);
                /* Told before the press: the time ends a reveal. */
                if (told) {
                    OK(scrim_text_reveal(text, 1));
                    now_ns += UINT64_C(20000000000);
                }
                double x = keys[place].rect.x + keys[place].rect.width / 2;
                double y = keys[place].rect.y + keys[place].rect.height / 2;
                if (!told)
                    OK(send(keypad, SCRIM_TOUCH_BEGAN, 1, x, y, &answer));
                fork_at(text, told ? NULL : fork_and_allow, told ? fork_when_told : NULL);
                if (told) {
                    scrim_status began = send(keypad, SCRIM_TOUCH_BEGAN, 1, x, y, &answer);
                    /* Which key it is on would be kept in memory that the child does not have. */
                    ANSWERS(began, child == 0 ? SCRIM_ERROR_FORKED : SCRIM_OK);
                }
                scrim_status status = send(keypad, SCRIM_TOUCH_ENDED, 1, x, y, &answer);
                if (child == 0)
                    leave_child((status != SCRIM_ERROR_FORKED && answer != SCRIM_KEYPAD_RESULT_REJECTED) || is_forked(text) != 0 ||
                                works() != 0);
                OK(status);
                assert_int_not_equal(answer, SCRIM_KEYPAD_RESULT_REJECTED);
                if (told || keys[place].kind != SCRIM_KEY_DONE)
                    child_was_content();
                scrim_keypad_destroy(keypad);
                scrim_text_destroy(text);
            }
}

/* A key that is held down is told the time too. */
static void test_while_a_key_repeats(void **state) {
    (void)state;
    scrim_text *text = new_text(64);
    scrim_keypad *keypad = new_keypad();
    scrim_key keys[KEYS];
    uint32_t answer = 99;
    OK(scrim_keypad_attach(keypad, text));
    OK(scrim_text_insert(text, "12", 2));
    show(keypad);
    read_keys(keypad, keys);
    for (int i = 0; i < KEYS; i++)
        if (keys[i].kind == SCRIM_KEY_DELETE)
            OK(send(keypad, SCRIM_TOUCH_BEGAN, 1, keys[i].rect.x + 1, keys[i].rect.y + 1, &answer));
    OK(scrim_text_reveal(text, now_ns));
    fork_at(text, NULL, fork_when_told);
    scrim_status status = scrim_keypad_advance(keypad, now_ns + UINT64_C(20000000000), &answer);
    if (child == 0)
        leave_child(status != SCRIM_ERROR_FORKED || works() != 0);
    OK(status);
    assert_int_equal(answer, SCRIM_KEYPAD_RESULT_DELETED);
    child_was_content();
    scrim_keypad_destroy(keypad);
    scrim_text_destroy(text);
}

static void fork_while_drawing(const void *bytes, size_t length, size_t count, uint32_t revealed, void *data) {
    (void)bytes, (void)length, (void)count, (void)revealed, (void)data;
    fork_once();
}

/* Masks, the last character, masks: the child is lent nothing more. */
static void test_while_it_is_drawn(void **state) {
    (void)state;
    scrim_text_options options = SCRIM_TEXT_OPTIONS_INIT;
    scrim_text *text = NULL;
    options.mask_delay_ns = 1000;
    OK(scrim_text_create(&options, &text));
    OK(scrim_text_advance(text, 1));
    OK(scrim_text_insert(text, "12", 2));
    OK(scrim_text_move(text, SCRIM_MOTION_BACKWARD, 0));
    OK(scrim_text_insert(text, "3", 1));
    expect_fork();
    scrim_status status = scrim_text_display(text, 2, fork_while_drawing, NULL);
    if (child == 0)
        leave_child(status != SCRIM_ERROR_REFUSED || calls_back != 1 || is_forked(text) != 0 || works() != 0);
    OK(status);
    assert_int_equal(calls_back, 3);
    child_was_content();
    scrim_text_destroy(text);
}

/* ---- While objects are destroyed: their places are free in the child ---- */

static scrim_text *made_inside;
static int makes_inside;

static void fork_when_freed(void *data) {
    (void)data;
    fork_once();
    if (child == 0 && makes_inside) {
        scrim_text_options options = SCRIM_TEXT_OPTIONS_INIT;
        if (scrim_text_create(&options, &made_inside) != SCRIM_OK || scrim_text_insert(made_inside, "inside", 6) != SCRIM_OK)
            leave_child(1);
    }
}

static int keeps_what_it_made(void) {
    uint32_t equal = 0;
    if (makes_inside) {
        CHECK(scrim_live_handles(SCRIM_HANDLE_ANY) == 1);
        CHECK(scrim_text_equal_bytes(made_inside, "inside", 6, &equal) == SCRIM_OK && equal == 1);
        CHECK(scrim_text_insert(made_inside, "1", 1) == SCRIM_OK);
        scrim_text_destroy(made_inside);
        CHECK(scrim_text_clear(made_inside) == SCRIM_ERROR_INVALID_HANDLE);
    }
    return works();
}

static void test_while_it_is_destroyed(void **state) {
    (void)state;
    for (makes_inside = 0; makes_inside < 2; makes_inside++) {
        scrim_text_callbacks callbacks = SCRIM_TEXT_CALLBACKS_INIT;
        scrim_text *other = new_text(64), *text = new_text(64);
        OK(scrim_text_set_callbacks(text, &callbacks, NULL, fork_when_freed));
        expect_fork();
        scrim_text_destroy(text);
        if (child == 0)
            leave_child(keeps_what_it_made() != 0 || is_forked(other) != 0);
        child_was_content();
        assert_int_equal(scrim_live_handles(SCRIM_HANDLE_ANY), 1);
        scrim_text_destroy(other);
    }
}

static scrim_text *doomed_text;
static scrim_keypad *doomed_keypad;

/* Put off until the call returns; then one after the other. */
static void destroy_both(const void *bytes, size_t length, void *data) {
    (void)bytes, (void)length, (void)data;
    scrim_text_destroy(doomed_text);
    scrim_keypad_destroy(doomed_keypad);
}

static void test_while_several_are_destroyed(void **state) {
    (void)state;
    for (makes_inside = 0; makes_inside < 2; makes_inside++)
        for (int keypad_first = 0; keypad_first < 2; keypad_first++) {
            scrim_text_callbacks callbacks = SCRIM_TEXT_CALLBACKS_INIT;
            if (keypad_first)
                doomed_keypad = new_keypad();
            doomed_text = new_text(64);
            if (!keypad_first)
                doomed_keypad = new_keypad();
            OK(scrim_keypad_attach(doomed_keypad, doomed_text));
            OK(scrim_text_set_callbacks(doomed_text, &callbacks, NULL, fork_when_freed));
            expect_fork();
            scrim_status status = scrim_text_with_bytes(doomed_text, destroy_both, NULL);
            if (child == 0)
                leave_child(status != SCRIM_OK || keeps_what_it_made() != 0);
            OK(status);
            child_was_content();
            assert_int_equal(scrim_live_handles(SCRIM_HANDLE_ANY), 0);
        }
}

static void test_while_callbacks_are_replaced(void **state) {
    (void)state;
    scrim_text_callbacks callbacks = SCRIM_TEXT_CALLBACKS_INIT;
    scrim_text *text = new_text(64);
    makes_inside = 1;
    OK(scrim_text_set_callbacks(text, &callbacks, NULL, fork_when_freed));
    expect_fork();
    scrim_status status = scrim_text_set_callbacks(text, NULL, NULL, NULL);
    if (child == 0)
        leave_child(status != SCRIM_OK || keeps_what_it_made() != 0);
    OK(status);
    child_was_content();
    scrim_text_destroy(text);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(test_while_a_descriptor_fills_it, nothing_left),
        cmocka_unit_test_teardown(test_while_a_keypad_types, nothing_left),
        cmocka_unit_test_teardown(test_while_a_key_repeats, nothing_left),
        cmocka_unit_test_teardown(test_while_it_is_drawn, nothing_left),
        cmocka_unit_test_teardown(test_while_it_is_destroyed, nothing_left),
        cmocka_unit_test_teardown(test_while_several_are_destroyed, nothing_left),
        cmocka_unit_test_teardown(test_while_callbacks_are_replaced, nothing_left),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
