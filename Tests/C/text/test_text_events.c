/* SPDX-License-Identifier: MIT */
/* scrim_text: what it asks and tells its host, vetoes, sessions, and callbacks that misbehave. */
#include "text_host.h"

/* ---- What docs/reference/text-field-behaviors.md says of text fields ---- */

static void test_a_dot_for_each_character(void **state) {
    (void)state;
    scrim_text *text = new_text(16);
    OK(scrim_text_set(text, "Rose", 4));
    shows(text, "\xE2\x97\x8F\xE2\x97\x8F\xE2\x97\x8F\xE2\x97\x8F");
    scrim_text_destroy(text);
}

static uint32_t at_most_six(const scrim_text_change *change, void *data) {
    struct host *host = data;
    size_t count = 0;
    note(host, '?');
    if (scrim_text_count(host->text, &count) != SCRIM_OK)
        return 0;
    return count - change->length + change->count <= 6;
}

static void test_a_limit_refuses_the_seventh_and_allows_deleting(void **state) {
    (void)state;
    /* As a rule of the text … */
    scrim_text_options options = SCRIM_TEXT_OPTIONS_INIT;
    scrim_text *text;
    struct host host;
    options.max_clusters = 6;
    OK(scrim_text_create(&options, &text));
    OK(scrim_text_set(text, "123456", 6));
    listen(&host, text);
    ANSWERS(scrim_text_insert(text, "7", 1), SCRIM_ERROR_FULL);
    TOLD(&host, "");
    assert_true(holds(text, "123456", 6));
    OK(scrim_text_delete_backward(text));
    TOLD(&host, "?!d");
    assert_int_equal(count_of(text), 5);
    scrim_text_destroy(text);
    /* … and as the host's own. */
    scrim_text_callbacks callbacks = all;
    text = new_text(64);
    OK(scrim_text_set(text, "123456", 6));
    callbacks.should_change = at_most_six;
    listen(&host, text);
    OK(scrim_text_set_callbacks(text, &callbacks, &host, NULL));
    TOLD(&host, "d");
    ANSWERS(scrim_text_insert(text, "7", 1), SCRIM_ERROR_REFUSED);
    TOLD(&host, "?");
    assert_true(holds(text, "123456", 6));
    OK(scrim_text_delete_backward(text));
    TOLD(&host, "?!d");
    assert_int_equal(count_of(text), 5);
    scrim_text_destroy(text);
}

static void test_a_veto_leaves_every_bit(void **state) {
    (void)state;
    scrim_text *text = new_text(64);
    struct host host;
    OK(scrim_text_set(text, "secret", 6));
    OK(scrim_text_select(text, 4, 1));
    listen(&host, text);
    host.refused = "?";
    unsigned char before[64];
    const unsigned char *bytes = lend(text).bytes;
    memcpy(before, bytes, sizeof before);
    ANSWERS(scrim_text_insert(text, "xyz", 3), SCRIM_ERROR_REFUSED);
    ANSWERS(scrim_text_replace(text, 0, 2, "", 0), SCRIM_ERROR_REFUSED);
    ANSWERS(scrim_text_delete_backward(text), SCRIM_ERROR_REFUSED);
    ANSWERS(scrim_text_delete_forward(text), SCRIM_ERROR_REFUSED);
    ANSWERS(scrim_text_delete_to_start(text), SCRIM_ERROR_REFUSED);
    ANSWERS(scrim_text_delete_to_end(text), SCRIM_ERROR_REFUSED);
    TOLD(&host, "??????");
    assert_memory_equal(bytes, before, sizeof before);
    assert_true(selects(text, 4, 1));
    assert_int_equal(count_of(text), 6);
    scrim_text_destroy(text);
}

static void test_one_change_is_told_once_and_in_order(void **state) {
    (void)state;
    scrim_text *text = new_text(64);
    struct host host;
    listen(&host, text);
    OK(scrim_text_insert(text, "a", 1));
    TOLD(&host, "?!d");
    CHANGE(&host, 0, 0, 1);
    OK(scrim_text_insert(text, "b\xF0\x9F\x98\x80", 5));
    TOLD(&host, "?!d");
    CHANGE(&host, 1, 0, 2);
    OK(scrim_text_delete_backward(text));
    TOLD(&host, "?!d");
    CHANGE(&host, 2, 1, 0);
    OK(scrim_text_replace(text, 0, 1, "xyz", 3));
    TOLD(&host, "?!d");
    CHANGE(&host, 0, 1, 3);
    OK(scrim_text_delete_to_start(text));
    TOLD(&host, "?!d");
    CHANGE(&host, 0, 3, 0);
    OK(scrim_text_set(text, "new", 3)); /* the host's own: not asked */
    TOLD(&host, "!d");
    OK(scrim_text_wipe(text));
    TOLD(&host, "!d");
    /* What changes nothing tells nothing. */
    OK(scrim_text_delete_backward(text));
    OK(scrim_text_delete_forward(text));
    OK(scrim_text_insert(text, NULL, 0));
    OK(scrim_text_clear(text));
    OK(scrim_text_wipe(text));
    OK(scrim_text_move(text, SCRIM_MOTION_END, 0));
    ANSWERS(scrim_text_insert(text, "\xFF", 1), SCRIM_ERROR_INVALID_UTF8);
    TOLD(&host, "");
    scrim_text_destroy(text);
}

static void test_clearing_asks_and_tells(void **state) {
    (void)state;
    scrim_text *text = new_text(64);
    struct host host;
    OK(scrim_text_set(text, "Rose", 4));
    listen(&host, text);
    host.refused = "c";
    ANSWERS(scrim_text_clear(text), SCRIM_ERROR_REFUSED);
    TOLD(&host, "c");
    assert_true(holds(text, "Rose", 4));
    host.refused = "";
    OK(scrim_text_clear(text));
    TOLD(&host, "c!d");
    assert_int_equal(count_of(text), 0);
    scrim_text_destroy(text);
}

static void test_done_ends_the_session_or_is_refused(void **state) {
    (void)state;
    scrim_text *text = new_text(64);
    struct host host;
    uint32_t editing = 9;
    listen(&host, text);
    host.refused = "b";
    ANSWERS(scrim_text_begin_editing(text), SCRIM_ERROR_REFUSED);
    TOLD(&host, "b");
    OK(scrim_text_is_editing(text, &editing));
    assert_int_equal(editing, 0);
    host.refused = "r";
    OK(scrim_text_begin_editing(text));
    OK(scrim_text_begin_editing(text)); /* it has begun */
    TOLD(&host, "bB");
    ANSWERS(scrim_text_done(text), SCRIM_ERROR_REFUSED);
    TOLD(&host, "r");
    host.refused = "e";
    ANSWERS(scrim_text_done(text), SCRIM_ERROR_REFUSED);
    ANSWERS(scrim_text_end_editing(text), SCRIM_ERROR_REFUSED);
    TOLD(&host, "ree");
    OK(scrim_text_is_editing(text, &editing));
    assert_int_equal(editing, 1);
    host.refused = "";
    OK(scrim_text_done(text));
    TOLD(&host, "reER");
    OK(scrim_text_is_editing(text, &editing));
    assert_int_equal(editing, 0);
    OK(scrim_text_end_editing(text));
    TOLD(&host, "");
    OK(scrim_text_begin_editing(text));
    OK(scrim_text_end_editing(text));
    TOLD(&host, "bBeE");
    scrim_text_destroy(text);
}

static void test_an_emoji_is_one_character(void **state) {
    (void)state;
    scrim_text *text = new_text(64);
    OK(scrim_text_insert(text, "a\xF0\x9F\x98\x80", 5));
    assert_int_equal(count_of(text), 2);
    scrim_text_destroy(text);
}

static void test_nothing_is_left_in_the_whole_slot(void **state) {
    (void)state;
    enum {
        CAPACITY = 64
    };
    scrim_text *neighbour = new_text(CAPACITY), *text = new_text(CAPACITY);
    const unsigned char *bytes = lend(text).bytes;
    OK(scrim_text_set(text, "hunter2hunter2", 14));
    OK(scrim_text_delete_to_start(text));
    assert_true(all_zero(bytes, CAPACITY));
    OK(scrim_text_set(text, "hunter2hunter2", 14));
    OK(scrim_text_clear(text));
    assert_true(all_zero(bytes, CAPACITY));
    OK(scrim_text_set(text, "hunter2hunter2", 14));
    scrim_text_destroy(text);
    assert_true(all_zero(bytes, CAPACITY));
    scrim_text_destroy(neighbour);
}

static void test_an_option_that_is_set_alone_is_taken_as_it_is(void **state) {
    (void)state;
    scrim_text_options options = SCRIM_TEXT_OPTIONS_INIT;
    scrim_text *text;
    options.max_clusters = 4;
    OK(scrim_text_create(&options, &text));
    OK(scrim_text_insert(text, "abcd", 4)); /* not 1, nor as many as fit */
    ANSWERS(scrim_text_insert(text, "e", 1), SCRIM_ERROR_FULL);
    shows(text, "\xE2\x97\x8F\xE2\x97\x8F\xE2\x97\x8F\xE2\x97\x8F"); /* and the rest is as by default */
    OK(scrim_text_replace(text, 0, 1, "\xC3\xA4\n", 2));
    scrim_text_destroy(text);
}

/* ---- More about callbacks ---- */

static void test_user_data_is_freed_once(void **state) {
    (void)state;
    scrim_text *text = new_text(16);
    struct host first, second;
    listen(&first, text);
    listen(&second, text);
    assert_int_equal(first.freed, 1);
    OK(scrim_text_insert(text, "x", 1));
    TOLD(&first, "");
    TOLD(&second, "?!d");
    scrim_text_callbacks wrong = all;
    wrong.reserved = 1;
    ANSWERS(scrim_text_set_callbacks(text, &wrong, &first, freed), SCRIM_ERROR_INVALID_ARGUMENT);
    assert_int_equal(first.freed, 1);
    assert_int_equal(second.freed, 0);
    OK(scrim_text_set_callbacks(text, NULL, NULL, NULL));
    assert_int_equal(second.freed, 1);
    OK(scrim_text_insert(text, "x", 1));
    TOLD(&second, "");
    listen(&first, text);
    scrim_text_destroy(text);
    assert_int_equal(first.freed, 1);
    assert_int_equal(second.freed, 1);
}

static uint32_t destroy_it(const scrim_text_change *change, void *data) {
    (void)change;
    struct host *host = data;
    scrim_text_destroy(host->text);
    return 1;
}

static void test_a_text_destroyed_by_its_own_callback(void **state) {
    (void)state;
    scrim_text_callbacks callbacks = SCRIM_TEXT_CALLBACKS_INIT;
    struct host host = {.text = new_text(16), .refused = ""};
    callbacks.should_change = destroy_it;
    OK(scrim_text_set_callbacks(host.text, &callbacks, &host, freed));
    assert_int_equal(host.freed, 0);
    ANSWERS(scrim_text_insert(host.text, "x", 1), SCRIM_ERROR_REFUSED);
    assert_int_equal(host.freed, 1);
    ANSWERS(scrim_text_wipe(host.text), SCRIM_ERROR_INVALID_HANDLE);
}

static char *shared;

static uint32_t spoil(const scrim_text_change *change, void *data) {
    (void)change;
    (void)data;
    shared[0] = '\xFF';
    return 1;
}

static void test_bytes_that_a_callback_spoils_are_refused(void **state) {
    (void)state;
    char bytes[] = "abc";
    scrim_text_callbacks callbacks = SCRIM_TEXT_CALLBACKS_INIT;
    scrim_text *text = new_text(16);
    shared = bytes;
    callbacks.should_change = spoil;
    OK(scrim_text_set_callbacks(text, &callbacks, NULL, NULL));
    ANSWERS(scrim_text_insert(text, bytes, 3), SCRIM_ERROR_INVALID_UTF8);
    assert_true(holds(text, NULL, 0));
    scrim_text_destroy(text);
}

static int in_parent;

static uint32_t fork_it(const scrim_text_change *change, void *data) {
    (void)change;
    in_parent = fork() != 0;
    *(int *)data = in_parent;
    return 1;
}

static int insert_and_fork(void *data) {
    scrim_text_options options = SCRIM_TEXT_OPTIONS_INIT;
    scrim_text_callbacks callbacks = SCRIM_TEXT_CALLBACKS_INIT;
    scrim_text *text = NULL;
    int which = -1, status = 0;
    (void)data;
    callbacks.should_change = fork_it;
    CHECK(scrim_text_create(&options, &text) == SCRIM_OK);
    CHECK(scrim_text_set_callbacks(text, &callbacks, &which, NULL) == SCRIM_OK);
    scrim_status answered = scrim_text_insert(text, "x", 1);
    if (!in_parent)
        leave_child(answered == SCRIM_ERROR_REFUSED && scrim_text_wipe(text) == SCRIM_ERROR_FORKED ? 0 : 1);
    CHECK(answered == SCRIM_OK);
    CHECK(wait(&status) > 0 && WIFEXITED(status) && WEXITSTATUS(status) == 0);
    scrim_text_destroy(text);
    return 0;
}

static void test_a_callback_that_forks(void **state) {
    (void)state;
    passes_in_child(insert_and_fork, NULL);
}

static void test_a_keypad_raises_the_same_events(void **state) {
    (void)state;
    scrim_text *text = new_text(4);
    scrim_keypad *keypad = new_keypad();
    struct host host;
    scrim_key keys[KEYS];
    size_t count = 0;
    listen(&host, text);
    OK(scrim_keypad_attach(keypad, text));
    show(keypad);
    OK(scrim_keypad_keys(keypad, SCRIM_KEY_ORDER_ROWS, keys, KEYS, &count));
    for (size_t i = 0; i < count; i++) {
        static const char *const expected[] = {[SCRIM_KEY_INSERT] = "?!d", [SCRIM_KEY_DELETE] = "?!d", [SCRIM_KEY_DONE] = "rR"};
        if (keys[i].kind == SCRIM_KEY_DELETE) {
            OK(scrim_text_set(text, "1", 1));
            TOLD(&host, "!d");
        }
        assert_true(press(keypad, &keys[i]) != SCRIM_KEYPAD_RESULT_REJECTED);
        TOLD(&host, expected[keys[i].kind]);
        if (keys[i].kind == SCRIM_KEY_DONE)
            show(keypad); /* done has hidden it */
        OK(scrim_text_set_callbacks(text, NULL, NULL, NULL));
        OK(scrim_text_clear(text));
        host.refused = "";
        listen(&host, text);
        host.refused = "?r";
        if (keys[i].kind == SCRIM_KEY_DELETE) {
            OK(scrim_text_set(text, "1", 1));
            TOLD(&host, "!d");
        }
        assert_int_equal(press(keypad, &keys[i]), SCRIM_KEYPAD_RESULT_REJECTED);
        TOLD(&host, keys[i].kind == SCRIM_KEY_DONE ? "r" : "?");
        host.refused = "";
        OK(scrim_text_wipe(text));
        host.count = 0;
        memset(host.events, 0, sizeof host.events);
    }
    scrim_keypad_destroy(keypad);
    scrim_text_destroy(text);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(test_a_dot_for_each_character, nothing_left),
        cmocka_unit_test_teardown(test_a_limit_refuses_the_seventh_and_allows_deleting, nothing_left),
        cmocka_unit_test_teardown(test_a_veto_leaves_every_bit, nothing_left),
        cmocka_unit_test_teardown(test_one_change_is_told_once_and_in_order, nothing_left),
        cmocka_unit_test_teardown(test_clearing_asks_and_tells, nothing_left),
        cmocka_unit_test_teardown(test_done_ends_the_session_or_is_refused, nothing_left),
        cmocka_unit_test_teardown(test_an_emoji_is_one_character, nothing_left),
        cmocka_unit_test_teardown(test_nothing_is_left_in_the_whole_slot, nothing_left),
        cmocka_unit_test_teardown(test_an_option_that_is_set_alone_is_taken_as_it_is, nothing_left),
        cmocka_unit_test_teardown(test_user_data_is_freed_once, nothing_left),
        cmocka_unit_test_teardown(test_a_text_destroyed_by_its_own_callback, nothing_left),
        cmocka_unit_test_teardown(test_bytes_that_a_callback_spoils_are_refused, nothing_left),
        cmocka_unit_test_teardown(test_a_callback_that_forks, nothing_left),
        cmocka_unit_test_teardown(test_a_keypad_raises_the_same_events, nothing_left),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
