/* SPDX-License-Identifier: MIT */
/* A kernel that gives no random bytes: an error, and never a weaker number. This program's getrandom is the library's, too. */
#include "keypad/keypad_fixture.h"

#include <errno.h>
#include <sys/syscall.h>

static enum {
    REAL,
    FAILS,
    GIVES_NOTHING,
    IN_SINGLE_BYTES,
    INTERRUPTED
} mode;
static int calls;

ssize_t getrandom(void *buffer, size_t length, unsigned flags) {
    calls++;
    switch (mode) {
    case FAILS:
        errno = ENOSYS;
        return -1;
    case GIVES_NOTHING:
        errno = EINTR;
        return 0;
    case IN_SINGLE_BYTES:
        length = 1;
        break;
    case INTERRUPTED:
        if (calls % 3 != 0) {
            errno = EINTR;
            return -1;
        }
        break;
    case REAL:
        break;
    }
    return syscall(SYS_getrandom, buffer, length, flags);
}

static void test_guard_bytes_need_it(void **state) {
    (void)state;
    scrim_text_options options = SCRIM_TEXT_OPTIONS_INIT;
    scrim_keypad_options keypad_options = SCRIM_KEYPAD_OPTIONS_INIT;
    scrim_text *text = NULL;
    scrim_keypad *keypad = NULL;
    mode = FAILS;
    ANSWERS(scrim_text_create(&options, &text), SCRIM_ERROR_ENTROPY);
    ANSWERS(scrim_keypad_create(&keypad_options, &keypad), SCRIM_ERROR_ENTROPY);
    assert_null(text);
    assert_null(keypad);
    mode = REAL;
    OK(scrim_text_create(&options, &text));
    OK(scrim_keypad_create(&keypad_options, &keypad));
    assert_true(calls > 0);
    scrim_text_destroy(text);
    scrim_keypad_destroy(keypad);
}

static void test_no_show_without(void **state) {
    (void)state;
    for (int kind = FAILS; kind <= GIVES_NOTHING; kind++) {
        scrim_text *text = new_text(8);
        scrim_keypad *keypad = new_keypad();
        scrim_key keys[KEYS];
        size_t count = 99;
        uint32_t answer = 99;
        OK(scrim_keypad_attach(keypad, text));
        for (int was_shown = 0; was_shown < 2; was_shown++) {
            if (was_shown)
                show(keypad);
            if (was_shown)
                OK(send(keypad, SCRIM_TOUCH_BEGAN, 1, 50, 50, &answer));
            mode = kind;
            ANSWERS(scrim_keypad_show(keypad), SCRIM_ERROR_ENTROPY);
            ANSWERS(send(keypad, SCRIM_TOUCH_ENDED, 1, 50, 50, &answer), SCRIM_ERROR_INVALID_STATE);
            ANSWERS(send(keypad, SCRIM_TOUCH_BEGAN, 1, 50, 50, &answer), SCRIM_ERROR_INVALID_STATE);
            OK(scrim_keypad_keys(keypad, SCRIM_KEY_ORDER_ROWS, keys, KEYS, &count));
            assert_int_equal(count, 0);
            mode = REAL;
            /* It stays hidden by itself, too. */
            ANSWERS(send(keypad, SCRIM_TOUCH_BEGAN, 1, 50, 50, &answer), SCRIM_ERROR_INVALID_STATE);
        }
        show(keypad);
        read_keys(keypad, keys);
        assert_int_equal(press(keypad, &keys[0]), SCRIM_KEYPAD_RESULT_INSERTED);
        scrim_keypad_destroy(keypad);
        scrim_text_destroy(text);
    }
}

static void test_hashes_and_seals_need_it(void **state) {
    (void)state;
    static const char key[SCRIM_SEAL_KEY_SIZE] = "any key";
    scrim_text *text = new_text(8);
    char hash[SCRIM_HASH_MAX_LENGTH];
    size_t length = 99;
    uint32_t right = 0;
    OK(scrim_text_insert(text, "1234", 4));
    mode = FAILS;
    ANSWERS(scrim_text_hash(text, SCRIM_HASH_LOW_MEMORY, NULL, 0, hash, sizeof hash, &length), SCRIM_ERROR_ENTROPY);
    ANSWERS(scrim_text_seal(text, key, sizeof key, NULL, 0, hash, sizeof hash, &length), SCRIM_ERROR_ENTROPY);
    assert_int_equal(length, 99);
    mode = REAL;
    OK(scrim_text_hash(text, SCRIM_HASH_LOW_MEMORY, NULL, 0, hash, sizeof hash, &length));
    mode = FAILS; /* verifying needs none */
    OK(scrim_text_verify(text, hash, length, NULL, 0, &right));
    assert_int_equal(right, 1);
    mode = REAL;
    scrim_text_destroy(text);
}

/* The key was pressed, and then there is no layout for the next one. */
static void test_no_press_without(void **state) {
    (void)state;
    scrim_text *text = new_text(8);
    scrim_keypad_options options = SCRIM_KEYPAD_OPTIONS_INIT;
    scrim_keypad *keypad;
    size_t count = 99;
    uint32_t answer = 99;
    options.reshuffle = SCRIM_RESHUFFLE_ON_PRESS;
    options.allow_unshuffled = 1;
    OK(scrim_keypad_create(&options, &keypad));
    OK(scrim_keypad_attach(keypad, text));
    for (int way = 0; way < 3; way++) {
        show(keypad);
        if (way == 0)
            OK(send(keypad, SCRIM_TOUCH_BEGAN, 1, 50, 50, &answer));
        mode = FAILS;
        if (way == 0)
            ANSWERS(send(keypad, SCRIM_TOUCH_ENDED, 1, 50, 50, &answer), SCRIM_ERROR_ENTROPY);
        if (way == 1)
            ANSWERS(scrim_keypad_shuffle(keypad), SCRIM_ERROR_ENTROPY);
        if (way == 2)
            OK(scrim_keypad_set_shuffle_enabled(keypad, 0)); /* needs none */
        if (way == 2)
            ANSWERS(scrim_keypad_set_shuffle_enabled(keypad, 1), SCRIM_ERROR_ENTROPY);
        mode = REAL;
        OK(scrim_keypad_keys(keypad, SCRIM_KEY_ORDER_ROWS, NULL, 0, &count));
        assert_int_equal(count, 0);
        ANSWERS(send(keypad, SCRIM_TOUCH_BEGAN, 1, 50, 50, &answer), SCRIM_ERROR_INVALID_STATE);
        OK(scrim_text_count(text, &count));
        assert_int_equal(count, 1);
    }
    scrim_keypad_destroy(keypad);
    scrim_text_destroy(text);
}

static void test_unshuffled_needs_none(void **state) {
    (void)state;
    scrim_keypad_options options = SCRIM_KEYPAD_OPTIONS_INIT;
    scrim_keypad *keypad;
    options.shuffle = SCRIM_SHUFFLE_NONE;
    OK(scrim_keypad_create(&options, &keypad));
    mode = FAILS;
    OK(scrim_keypad_show(keypad));
    mode = REAL;
    scrim_keypad_destroy(keypad);
}

static void test_short_and_interrupted_reads(void **state) {
    (void)state;
    scrim_keypad *keypad = new_keypad();
    char before[DIGITS + 1] = "", order[DIGITS + 1];
    for (mode = IN_SINGLE_BYTES; mode <= INTERRUPTED; mode++) {
        for (int i = 0; i < 20; i++) {
            OK(scrim_keypad_show(keypad));
            read_order(keypad, order);
            assert_string_not_equal(order, before);
            strcpy(before, order);
        }
    }
    mode = REAL;
    scrim_keypad_destroy(keypad);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(test_guard_bytes_need_it, nothing_left),
        cmocka_unit_test_teardown(test_no_show_without, nothing_left),
        cmocka_unit_test_teardown(test_hashes_and_seals_need_it, nothing_left),
        cmocka_unit_test_teardown(test_no_press_without, nothing_left),
        cmocka_unit_test_teardown(test_unshuffled_needs_none, nothing_left),
        cmocka_unit_test_teardown(test_short_and_interrupted_reads, nothing_left),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
