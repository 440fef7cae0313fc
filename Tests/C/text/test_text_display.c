/* SPDX-License-Identifier: MIT */
/* scrim_text: what is lent for drawing, how reveals begin and end, and the idle time-out. */
#include "keypad/keypad_fixture.h"
#include "text_fixture.h"

#define MS UINT64_C(1000000)
#define LONGEST SCRIM_TEXT_MAX_REVEAL_NS

static char drawn[256];

static void draw(const void *bytes, size_t length, size_t count, uint32_t revealed, void *user_data) {
    size_t *busy = user_data;
    if (revealed)
        strcat(drawn, "<");
    for (size_t i = 0; i < count; i++)
        strncat(drawn, bytes, length);
    if (revealed)
        strcat(drawn, ">");
    if (busy != NULL)
        *busy += 1;
}

/* What is to be drawn at a time: the secret's own between angle brackets. */
#define DRAWS(text, now, expected) \
    do { \
        drawn[0] = 0; \
        OK(scrim_text_display((text), (now), draw, NULL)); \
        assert_string_equal(drawn, (expected)); \
    } while (0)

#define DEADLINE(text, expected) \
    do { \
        uint64_t deadline = 1; \
        OK(scrim_text_next_deadline((text), &deadline)); \
        assert_int_equal(deadline, (expected)); \
    } while (0)

static scrim_text_options starred(void) {
    scrim_text_options options = SCRIM_TEXT_OPTIONS_INIT;
    options.mask_character = '*';
    return options;
}

static scrim_text *made(const scrim_text_options *options) {
    scrim_text *text = NULL;
    OK(scrim_text_create(options, &text));
    return text;
}

static void count_calls(void *data) { ++*(int *)data; }

/* ---- The whole text ---- */

static void test_a_reveal_takes_the_mask_off(void **state) {
    (void)state;
    scrim_text_options options = starred();
    scrim_text *text = made(&options);
    DRAWS(text, 0, "");
    OK(scrim_text_set(text, "Rose", 4));
    DRAWS(text, 0, "****");
    OK(scrim_text_reveal(text, 5));
    DRAWS(text, 5, "<Rose>");
    OK(scrim_text_conceal(text));
    DRAWS(text, 5, "****");
    scrim_text_destroy(text);
}

static void test_a_reveal_is_over_after_ten_seconds(void **state) {
    (void)state;
    scrim_text_options options = starred();
    scrim_text *text = made(&options);
    OK(scrim_text_set(text, "abc", 3));
    DEADLINE(text, SCRIM_NEVER);
    OK(scrim_text_reveal(text, 1000));
    DEADLINE(text, 1000 + LONGEST);
    DRAWS(text, 999 + LONGEST, "<abc>");
    DRAWS(text, 1000 + LONGEST, "***"); /* even though nobody has told the text */
    OK(scrim_text_advance(text, 999 + LONGEST));
    DRAWS(text, 0, "<abc>");
    OK(scrim_text_advance(text, 1000 + LONGEST));
    DRAWS(text, 0, "***");
    DEADLINE(text, SCRIM_NEVER);
    OK(scrim_text_reveal(text, 0)); /* time stands still */
    DEADLINE(text, 1000 + 2 * LONGEST);
    OK(scrim_text_reveal(text, UINT64_MAX));
    DEADLINE(text, SCRIM_NEVER);
    DRAWS(text, 0, "***"); /* at the end of time nothing can be shown for a while */
    scrim_text_destroy(text);
}

static void test_what_ends_a_reveal(void **state) {
    (void)state;
    for (int end = 0; end < 12; end++) {
        scrim_text_options options = starred();
        scrim_text *text = made(&options);
        OK(scrim_text_set(text, "abc", 3));
        OK(scrim_text_begin_editing(text));
        OK(scrim_text_reveal(text, 1));
        OK(scrim_text_insert(text, "d", 1));
        DRAWS(text, 1, "<abcd>"); /* typing does not */
        switch (end) {
        case 0:
            OK(scrim_text_conceal(text));
            break;
        case 1:
            OK(scrim_text_end_editing(text));
            break;
        case 2:
            OK(scrim_text_done(text));
            break;
        case 3:
            OK(scrim_text_clear(text));
            break;
        case 4:
            OK(scrim_text_wipe(text));
            break;
        case 5:
            OK(scrim_text_advance(text, 1 + LONGEST));
            break;
        case 6:
            OK(scrim_text_set(text, NULL, 0));
            break;
        case 7:
            OK(scrim_text_delete_to_start(text));
            break;
        case 8:
            for (int i = 0; i < 4; i++)
                OK(scrim_text_delete_backward(text));
            break;
        case 9:
            OK(scrim_text_replace(text, 0, 4, NULL, 0));
            break;
        case 10:
            OK(scrim_text_select(text, 0, 4));
            OK(scrim_text_delete_backward(text));
            break;
        case 11: /* it was empty before */
            OK(scrim_text_delete_to_start(text));
            OK(scrim_text_reveal(text, 1));
            OK(scrim_text_clear(text));
            break;
        }
        OK(scrim_text_set(text, "new", 3));
        DRAWS(text, 1, "***");
        DEADLINE(text, SCRIM_NEVER);
        scrim_text_destroy(text);
    }
}

static void test_a_text_that_hides_its_length_is_never_revealed(void **state) {
    (void)state;
    scrim_text_options options = starred();
    scrim_text *text;
    options.mask = SCRIM_MASK_FIXED;
    options.mask_count = 5;
    options.hide_length = 1;
    text = made(&options);
    DRAWS(text, 0, "*****");
    OK(scrim_text_insert(text, "abc", 3));
    ANSWERS(scrim_text_reveal(text, 1), SCRIM_ERROR_LENGTH_HIDDEN);
    DRAWS(text, 1, "*****");
    scrim_text_destroy(text);
    options.mask_delay_ns = 1;
    ANSWERS(scrim_text_create(&options, &text), SCRIM_ERROR_INVALID_ARGUMENT);
    options.hide_length = 0;
    ANSWERS(scrim_text_create(&options, &text), SCRIM_ERROR_INVALID_ARGUMENT);
    options.mask = SCRIM_MASK_PER_CLUSTER;
    options.mask_count = 0;
    options.mask_delay_ns = LONGEST + 1;
    ANSWERS(scrim_text_create(&options, &text), SCRIM_ERROR_INVALID_ARGUMENT);
}

/* ---- The last character ---- */

static void test_the_last_character_is_shown_for_a_while(void **state) {
    (void)state;
    scrim_text_options options = starred();
    options.mask_delay_ns = 1500 * MS;
    scrim_text *text = made(&options);
    OK(scrim_text_insert(text, "a", 1));
    DRAWS(text, 0, "*"); /* without a clock it would never end */
    OK(scrim_text_advance(text, 100));
    OK(scrim_text_insert(text, "b", 1));
    DRAWS(text, 100, "*<b>");
    DEADLINE(text, 100 + 1500 * MS);
    OK(scrim_text_insert(text, "\xF0\x9F\x91\xA9", 4));
    DRAWS(text, 100, "**<\xF0\x9F\x91\xA9>");
    OK(scrim_text_insert(text, "\xE2\x80\x8D", 3)); /* the character grows */
    DRAWS(text, 100, "**<\xF0\x9F\x91\xA9\xE2\x80\x8D>");
    OK(scrim_text_select(text, 1, 1));
    OK(scrim_text_insert(text, "x", 1)); /* in the middle too */
    DRAWS(text, 100, "*<x>**");
    OK(scrim_text_advance(text, 99 + 1500 * MS));
    DRAWS(text, 0, "*<x>**");
    DRAWS(text, 100 + 1500 * MS, "****");
    OK(scrim_text_advance(text, 100 + 1500 * MS));
    DRAWS(text, 0, "****");
    DEADLINE(text, SCRIM_NEVER);
    scrim_text_destroy(text);
}

static void test_what_ends_the_display_of_the_last_character(void **state) {
    (void)state;
    for (int end = 0; end < 7; end++) {
        scrim_text_options options = starred();
        options.mask_delay_ns = LONGEST;
        scrim_text *text = made(&options);
        OK(scrim_text_advance(text, 1));
        OK(scrim_text_insert(text, "abc", 3)); /* pasted, not typed */
        DRAWS(text, 1, "***");
        OK(scrim_text_insert(text, "d", 1));
        DRAWS(text, 1, "***<d>");
        switch (end) {
        case 0:
            OK(scrim_text_conceal(text));
            break;
        case 1:
            OK(scrim_text_done(text));
            break;
        case 2:
            OK(scrim_text_delete_backward(text));
            break;
        case 3:
            OK(scrim_text_insert(text, "ef", 2));
            break;
        case 4:
            OK(scrim_text_replace(text, 0, 0, "x", 1));
            break;
        case 5:
            OK(scrim_text_set(text, "x", 1));
            break;
        case 6:
            OK(scrim_text_wipe(text));
            break;
        }
        drawn[0] = 0;
        OK(scrim_text_display(text, 1, draw, NULL));
        assert_null(strchr(drawn, '<'));
        DEADLINE(text, SCRIM_NEVER);
        scrim_text_destroy(text);
    }
}

/* ---- Keypads ---- */

/* A text that shows the last character for a while, with a keypad. */
static scrim_text *made_with_keypad(uint32_t reveal_keypad, scrim_keypad **keypad, scrim_key *keys) {
    scrim_text_options options = starred();
    options.mask_delay_ns = LONGEST;
    options.reveal_keypad = reveal_keypad;
    scrim_text *text = made(&options);
    OK(scrim_text_advance(text, 1));
    *keypad = new_keypad();
    OK(scrim_keypad_attach(*keypad, text));
    show(*keypad);
    read_keys(*keypad, keys);
    return text;
}

static void test_what_a_keypad_typed_is_shown_only_where_that_was_asked_for(void **state) {
    (void)state;
    for (uint32_t asked = 0; asked < 2; asked++) {
        scrim_key keys[KEYS];
        scrim_keypad *keypad;
        scrim_text *text = made_with_keypad(asked, &keypad, keys);
        OK(scrim_text_set(text, "ab", 2));
        OK(scrim_text_reveal(text, 1));
        assert_int_equal(press(keypad, &keys[0]), SCRIM_KEYPAD_RESULT_INSERTED);
        drawn[0] = 0;
        OK(scrim_text_display(text, now_ns, draw, NULL));
        assert_int_equal(drawn[0], asked ? '<' : '*'); /* the running reveal of the rest ended too */
        OK(scrim_text_conceal(text));
        assert_int_equal(press(keypad, &keys[1]), SCRIM_KEYPAD_RESULT_INSERTED);
        drawn[0] = 0;
        OK(scrim_text_display(text, now_ns, draw, NULL));
        assert_int_equal(drawn[3], asked ? '<' : '*');
        ANSWERS(scrim_text_reveal(text, 1), asked ? SCRIM_OK : SCRIM_ERROR_REFUSED);
        OK(scrim_text_clear(text));
        OK(scrim_text_set(text, "ab", 2));
        OK(scrim_text_reveal(text, 1)); /* nothing of the keypad's is left */
        scrim_keypad_destroy(keypad);
        scrim_text_destroy(text);
    }
}

/* A character that joins one of the keypad's does not show it. One that stands alone is shown. */
static void test_what_joins_a_character_of_a_keypad_is_not_shown(void **state) {
    (void)state;
    static const char *const typed[] = {"\xCC\x81", "\xE2\x80\x8D", "\xD8\x80", "a"}; /* U+0301, U+200D, U+0600 */
    for (size_t i = 0; i < sizeof typed / sizeof *typed; i++) {
        for (uint32_t asked = 0; asked < 2; asked++) {
            scrim_key keys[KEYS];
            scrim_keypad *keypad;
            scrim_text *text = made_with_keypad(asked, &keypad, keys);
            assert_int_equal(press(keypad, &keys[0]), SCRIM_KEYPAD_RESULT_INSERTED);
            if (i == 2)
                OK(scrim_text_move(text, SCRIM_MOTION_START, 0)); /* it joins what follows */
            OK(scrim_text_insert(text, typed[i], strlen(typed[i])));
            drawn[0] = 0;
            OK(scrim_text_display(text, now_ns, draw, NULL));
            assert_int_equal(strchr(drawn, '<') != NULL, asked || i == 3);
            scrim_keypad_destroy(keypad);
            scrim_text_destroy(text);
        }
    }
}

/* ---- The idle time-out ---- */

static void test_an_idle_text_is_wiped(void **state) {
    (void)state;
    scrim_text_options options = starred();
    scrim_text_callbacks callbacks = SCRIM_TEXT_CALLBACKS_INIT;
    int changes = 0;
    options.idle_timeout_ns = 1000;
    scrim_text *text = made(&options);
    callbacks.did_change = count_calls;
    OK(scrim_text_set_callbacks(text, &callbacks, &changes, NULL));
    DEADLINE(text, SCRIM_NEVER);
    OK(scrim_text_set(text, "secret", 6));
    const unsigned char *bytes = lend(text).bytes;
    OK(scrim_text_advance(text, 5000)); /* the first time: idleness begins */
    assert_int_equal(count_of(text), 6);
    DEADLINE(text, 6000);
    OK(scrim_text_advance(text, 5500));
    OK(scrim_text_move(text, SCRIM_MOTION_BACKWARD, 0)); /* somebody is there */
    DEADLINE(text, 6500);
    OK(scrim_text_advance(text, 6499));
    assert_int_equal(count_of(text), 6);
    OK(scrim_text_advance(text, 4000)); /* backwards: nothing */
    changes = 0;
    OK(scrim_text_advance(text, 6500));
    assert_int_equal(count_of(text), 0);
    assert_int_equal(changes, 1);
    assert_true(all_zero(bytes, 256));
    DEADLINE(text, SCRIM_NEVER);
    OK(scrim_text_advance(text, 99999));
    assert_int_equal(changes, 1); /* once */
    OK(scrim_text_insert(text, "x", 1));
    DEADLINE(text, 100999);
    OK(scrim_text_delete_backward(text));
    changes = 0;
    OK(scrim_text_advance(text, 100999));
    assert_int_equal(changes, 0); /* empty already */
    scrim_text_destroy(text);
}

/* ---- Drawing ---- */

static void change_inside(const void *bytes, size_t length, size_t count, uint32_t revealed, void *user_data) {
    (void)bytes, (void)length, (void)count, (void)revealed;
    scrim_text *text = user_data;
    size_t clusters = 0;
    if (scrim_text_count(text, &clusters) == SCRIM_OK && scrim_text_conceal(text) == SCRIM_ERROR_BUSY && clusters == 3)
        strcat(drawn, "as it should");
}

static void test_drawing(void **state) {
    (void)state;
    scrim_text_options options = starred();
    scrim_text *text = made(&options);
    OK(scrim_text_set(text, "abc", 3));
    drawn[0] = 0;
    OK(scrim_text_display(text, 1, change_inside, text));
    assert_string_equal(drawn, "as it should");
    size_t calls = 0;
    OK(scrim_text_display(text, 1, draw, &calls));
    assert_int_equal(calls, 1);
    ANSWERS(scrim_text_display(text, 1, NULL, NULL), SCRIM_ERROR_INVALID_ARGUMENT);
    scrim_text_destroy(text);
}

static void test_display_changes_are_told(void **state) {
    (void)state;
    scrim_text_options options = starred();
    scrim_text_callbacks callbacks = SCRIM_TEXT_CALLBACKS_INIT;
    int calls = 0;
    options.mask_delay_ns = 10;
    scrim_text *text = made(&options);
    callbacks.display_changed = count_calls;
    OK(scrim_text_set_callbacks(text, &callbacks, &calls, NULL));
    assert_int_equal(calls, 1);
    OK(scrim_text_advance(text, 1));
    OK(scrim_text_conceal(text)); /* nothing is shown */
    assert_int_equal(calls, 1);
    OK(scrim_text_insert(text, "a", 1));
    assert_int_equal(calls, 2);
    OK(scrim_text_advance(text, 10));
    assert_int_equal(calls, 2);
    OK(scrim_text_advance(text, 11));
    assert_int_equal(calls, 3);
    OK(scrim_text_reveal(text, 11));
    assert_int_equal(calls, 4);
    OK(scrim_text_advance(text, 11 + LONGEST));
    assert_int_equal(calls, 5);
    OK(scrim_text_reveal(text, 11));
    OK(scrim_text_conceal(text));
    assert_int_equal(calls, 7);
    scrim_text_destroy(text);
}

static uint32_t no_change(const scrim_text_change *change, void *data) {
    (void)change, (void)data;
    return 0;
}

/* Only what is done is activity: what is refused, for whatever reason, leaves the time-out as it is. */
static void test_what_is_refused_is_no_activity(void **state) {
    (void)state;
    scrim_text_options options = SCRIM_TEXT_OPTIONS_INIT;
    scrim_text_callbacks callbacks = SCRIM_TEXT_CALLBACKS_INIT;
    scrim_text *text;
    callbacks.should_change = no_change;
    options.idle_timeout_ns = 1000;
    options.capacity = 8;
    options.max_clusters = 5;
    options.allowed = SCRIM_ALLOW_DIGITS;
    OK(scrim_text_create(&options, &text));
    OK(scrim_text_advance(text, 100));
    OK(scrim_text_insert(text, "1234", 4));
    DEADLINE(text, 1100);
    OK(scrim_text_advance(text, 900));
    ANSWERS(scrim_text_insert(text, "a", 1), SCRIM_ERROR_REFUSED);
    ANSWERS(scrim_text_insert(text, "\xFF", 1), SCRIM_ERROR_INVALID_UTF8);
    ANSWERS(scrim_text_insert(text, "56", 2), SCRIM_ERROR_FULL);
    ANSWERS(scrim_text_insert(text, "567890123", 9), SCRIM_ERROR_FULL);
    ANSWERS(scrim_text_set(text, "a", 1), SCRIM_ERROR_REFUSED);
    OK(scrim_text_set_callbacks(text, &callbacks, NULL, NULL));
    ANSWERS(scrim_text_insert(text, "5", 1), SCRIM_ERROR_REFUSED);
    ANSWERS(scrim_text_delete_backward(text), SCRIM_ERROR_REFUSED);
    DEADLINE(text, 1100);
    /* What is done, and what does nothing because there is nothing to do, are activity. */
    OK(scrim_text_set_callbacks(text, NULL, NULL, NULL));
    OK(scrim_text_insert(text, "5", 1));
    DEADLINE(text, 1900);
    OK(scrim_text_advance(text, 1000));
    OK(scrim_text_delete_forward(text));
    DEADLINE(text, 2000);
    OK(scrim_text_advance(text, 2000));
    assert_int_equal(count_of(text), 0);
    scrim_text_destroy(text);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(test_a_reveal_takes_the_mask_off, nothing_left),
        cmocka_unit_test_teardown(test_a_reveal_is_over_after_ten_seconds, nothing_left),
        cmocka_unit_test_teardown(test_what_ends_a_reveal, nothing_left),
        cmocka_unit_test_teardown(test_a_text_that_hides_its_length_is_never_revealed, nothing_left),
        cmocka_unit_test_teardown(test_the_last_character_is_shown_for_a_while, nothing_left),
        cmocka_unit_test_teardown(test_what_ends_the_display_of_the_last_character, nothing_left),
        cmocka_unit_test_teardown(test_what_a_keypad_typed_is_shown_only_where_that_was_asked_for, nothing_left),
        cmocka_unit_test_teardown(test_what_joins_a_character_of_a_keypad_is_not_shown, nothing_left),
        cmocka_unit_test_teardown(test_an_idle_text_is_wiped, nothing_left),
        cmocka_unit_test_teardown(test_what_is_refused_is_no_activity, nothing_left),
        cmocka_unit_test_teardown(test_drawing, nothing_left),
        cmocka_unit_test_teardown(test_display_changes_are_told, nothing_left),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
