/* SPDX-License-Identifier: MIT */
/* scrim_text: masks, and texts that hide their length. */
#include "text_host.h"

/* ---- Masks ---- */

static void test_masks(void **state) {
    (void)state;
    static const struct {
        uint32_t mask, count, character;
        const char *empty, *two;
    } masks[] = {{SCRIM_MASK_PER_CLUSTER, 0, '*', "", "**"},
                 {SCRIM_MASK_FIXED, 3, '*', "***", "***"},
                 {SCRIM_MASK_FIXED, 1, 0, "\xE2\x97\x8F", "\xE2\x97\x8F"},
                 {SCRIM_MASK_NONE, 0, '*', "", ""}};
    for (size_t i = 0; i < sizeof masks / sizeof *masks; i++) {
        scrim_text_options options = SCRIM_TEXT_OPTIONS_INIT;
        scrim_text *text;
        options.mask = masks[i].mask;
        options.mask_count = masks[i].count;
        options.mask_character = masks[i].character;
        OK(scrim_text_create(&options, &text));
        shows(text, masks[i].empty);
        OK(scrim_text_insert(text, "ab", 2));
        shows(text, masks[i].two);
        scrim_text_destroy(text);
    }
}

/* ---- Texts that hide their length ---- */

static void test_a_hidden_length_is_not_told(void **state) {
    (void)state;
    scrim_text *text = hiding(8);
    size_t count = 77, other = 77;
    for (int filled = 0; filled < 2; filled++) {
        ANSWERS(scrim_text_count(text, &count), SCRIM_ERROR_LENGTH_HIDDEN);
        ANSWERS(scrim_text_selection(text, &count, &other), SCRIM_ERROR_LENGTH_HIDDEN);
        ANSWERS(scrim_text_select(text, 0, 0), SCRIM_ERROR_LENGTH_HIDDEN);
        ANSWERS(scrim_text_select(text, 99, 99), SCRIM_ERROR_LENGTH_HIDDEN);
        ANSWERS(scrim_text_replace(text, 0, 0, "x", 1), SCRIM_ERROR_LENGTH_HIDDEN);
        ANSWERS(scrim_text_replace(text, 99, 0, "x", 1), SCRIM_ERROR_LENGTH_HIDDEN);
        assert_int_equal(count, 77);
        assert_int_equal(other, 77);
        shows(text, "\xE2\x97\x8F\xE2\x97\x8F\xE2\x97\x8F\xE2\x97\x8F\xE2\x97\x8F\xE2\x97\x8F");
        OK(scrim_text_insert(text, "abc", 3));
        assert_true(holds(text, filled ? "abcabc" : "abc", filled ? 6 : 3));
    }
    scrim_text_destroy(text);
}

/* Every edit, on an empty, a half full and a full text: statuses and events must not tell which of the three it was. */
static void test_edits_look_alike_whatever_is_there(void **state) {
    (void)state;
    static const char *const texts[] = {"", "abcd", "abcdefgh"};
    for (int edit = 0; edit < 9; edit++) {
        scrim_status first_status = SCRIM_OK;
        struct host first = {0};
        for (int i = 0; i < 3; i++) {
            scrim_text *text = hiding(8);
            struct host host;
            scrim_status status = SCRIM_OK;
            OK(scrim_text_set(text, texts[i], strlen(texts[i])));
            listen(&host, text);
            switch (edit) {
            case 0:
                status = scrim_text_delete_backward(text);
                break;
            case 1:
                status = scrim_text_delete_forward(text);
                break;
            case 2:
                status = scrim_text_delete_to_start(text);
                break;
            case 3:
                status = scrim_text_delete_to_end(text);
                break;
            case 4:
                status = scrim_text_insert(text, "xy", 2);
                break;
            case 5:
                status = scrim_text_clear(text);
                break;
            case 6:
                status = scrim_text_wipe(text);
                break;
            case 7:
                status = scrim_text_insert(text, "123456789", 9);
                break;
            case 8:
                status = scrim_text_insert(text, "abc\xFF", 4);
                break;
            }
            if (i == 0) {
                first_status = status;
                first = host;
            }
            assert_int_equal(status, first_status);
            assert_string_equal(host.events, first.events);
            assert_memory_equal(&host.change, &first.change, sizeof host.change);
            if (edit < 5)
                CHANGE(&host, SCRIM_TEXT_UNKNOWN, SCRIM_TEXT_UNKNOWN, edit == 4 ? 2u : 0u);
            scrim_text_destroy(text);
        }
    }
}

enum {
    LONGEST = SCRIM_TEXT_MAX_CAPACITY
};

/* What is longer than the capacity is dropped as what does not fit beside the rest is: no status and no event differs. */
static void test_what_is_longer_than_the_text_is_dropped(void **state) {
    (void)state;
    static char bytes[LONGEST];
    static const size_t lengths[] = {2, 8, 9, 10, 255, 256, 257, 4096, LONGEST};
    memset(bytes, '7', sizeof bytes);
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++)
        for (int way = 0; way < 2; way++) {
            const size_t length = lengths[i];
            const int fits = length <= 8 && (way == 1 || length + 4 <= 8);
            struct host host;
            scrim_text *text = hiding(8);
            OK(scrim_text_set(text, "abcd", 4));
            listen(&host, text);
            OK(way == 0 ? scrim_text_insert(text, bytes, length) : scrim_text_set(text, bytes, length));
            assert_string_equal(host.events, way == 0 ? "?!d" : "!d");
            if (way == 0)
                CHANGE(&host, SCRIM_TEXT_UNKNOWN, SCRIM_TEXT_UNKNOWN, length);
            ANSWERS(scrim_text_with_bytes(text, keep_address, &(struct lent){0}), fits ? SCRIM_OK : SCRIM_ERROR_FULL);
            assert_false(holds(text, "abcd", 4));
            OK(scrim_text_set(text, "abcd", 4));
            assert_true(holds(text, "abcd", 4));
            scrim_text_destroy(text);
        }
}

/* Bytes are looked at whatever becomes of them. A length that no text can have is refused before a byte is read. */
static void test_what_is_dropped_is_checked(void **state) {
    (void)state;
    static char bytes[LONGEST + 1];
    scrim_text_options options = SCRIM_TEXT_OPTIONS_INIT;
    scrim_text *text = hiding(8), *digits = NULL;
    memset(bytes, '7', sizeof bytes);
    bytes[100] = '\xFF';
    ANSWERS(scrim_text_insert(text, bytes, 101), SCRIM_ERROR_INVALID_UTF8);
    ANSWERS(scrim_text_set(text, bytes, LONGEST), SCRIM_ERROR_INVALID_UTF8);
    bytes[100] = 'x';
    ANSWERS(scrim_text_insert(text, bytes, LONGEST + 1), SCRIM_ERROR_FULL);
    ANSWERS(scrim_text_insert(text, bytes, PTRDIFF_MAX), SCRIM_ERROR_FULL);
    options.capacity = 8;
    options.mask = SCRIM_MASK_NONE;
    options.hide_length = 1;
    options.allowed = SCRIM_ALLOW_DIGITS;
    OK(scrim_text_create(&options, &digits));
    ANSWERS(scrim_text_insert(digits, bytes, 101), SCRIM_ERROR_REFUSED);
    assert_true(holds(text, "", 0) && holds(digits, "", 0)); /* nothing was dropped */
    OK(scrim_text_insert(digits, bytes, 100));
    assert_false(holds(digits, "", 0));
    scrim_text_destroy(digits);
    scrim_text_destroy(text);
}

static void test_what_did_not_fit_equals_nothing(void **state) {
    (void)state;
    scrim_text *text = hiding(4), *other = new_text(8);
    struct lent lent = {0};
    uint32_t equal = 9;
    OK(scrim_text_insert(text, "1234", 4));
    OK(scrim_text_insert(other, "1234", 4));
    assert_true(holds(text, "1234", 4));
    OK(scrim_text_insert(text, "5", 1));
    assert_false(holds(text, "1234", 4));
    assert_false(holds(text, "12345", 5));
    OK(scrim_text_equal(text, other, &equal));
    assert_int_equal(equal, 0);
    OK(scrim_text_equal(other, text, &equal));
    assert_int_equal(equal, 0);
    ANSWERS(scrim_text_with_bytes(text, keep_address, &lent), SCRIM_ERROR_FULL);
    assert_int_equal(lent.times, 0);
    OK(scrim_text_delete_backward(text));
    OK(scrim_text_insert(text, "4", 1));
    assert_false(holds(text, "1234", 4)); /* what was dropped stood nowhere, so nobody knows what is missing */
    OK(scrim_text_clear(text));
    OK(scrim_text_insert(text, "1234", 4));
    assert_true(holds(text, "1234", 4));
    OK(scrim_text_insert(text, "5", 1));
    OK(scrim_text_set(text, "12345", 5)); /* dropped as well */
    assert_false(holds(text, "12345", 5));
    assert_false(holds(text, "1234", 4));
    OK(scrim_text_set(text, "1234", 4));
    assert_true(holds(text, "1234", 4));
    scrim_text_destroy(text);
    scrim_text_destroy(other);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(test_masks, nothing_left),
        cmocka_unit_test_teardown(test_a_hidden_length_is_not_told, nothing_left),
        cmocka_unit_test_teardown(test_edits_look_alike_whatever_is_there, nothing_left),
        cmocka_unit_test_teardown(test_what_is_longer_than_the_text_is_dropped, nothing_left),
        cmocka_unit_test_teardown(test_what_is_dropped_is_checked, nothing_left),
        cmocka_unit_test_teardown(test_what_did_not_fit_equals_nothing, nothing_left),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
