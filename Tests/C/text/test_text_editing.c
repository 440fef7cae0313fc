/* SPDX-License-Identifier: MIT */
/* scrim_text: the caret and the selection, edits in the middle, rules, and that nothing is left behind. Clusters are tested from Python. */
#include "text_fixture.h"

#define ACUTE "\xCC\x81"
#define WOMAN "\xF0\x9F\x91\xA9"
#define JOINER "\xE2\x80\x8D"
#define LAPTOP "\xF0\x9F\x92\xBB"
#define FLAG_D "\xF0\x9F\x87\xA9"
#define FLAG_E "\xF0\x9F\x87\xAA"

static scrim_text *text_of(const char *utf8) {
    scrim_text *text = new_text(64);
    OK(scrim_text_set(text, utf8, strlen(utf8)));
    return text;
}

#define HAS(text, utf8, anchor, caret) \
    do { \
        assert_true(holds((text), (utf8), strlen(utf8))); \
        assert_true(selects((text), (anchor), (caret))); \
    } while (0)

/* ---- The caret ---- */

static void test_caret_follows_typing(void **state) {
    (void)state;
    scrim_text *text = new_text(64);
    HAS(text, "", 0, 0);
    OK(scrim_text_insert(text, "ad", 2));
    HAS(text, "ad", 2, 2);
    OK(scrim_text_move(text, SCRIM_MOTION_BACKWARD, 0));
    OK(scrim_text_insert(text, "b", 1));
    OK(scrim_text_insert(text, "c", 1));
    HAS(text, "abcd", 3, 3);
    OK(scrim_text_delete_backward(text));
    HAS(text, "abd", 2, 2);
    OK(scrim_text_delete_forward(text));
    HAS(text, "ab", 2, 2);
    OK(scrim_text_delete_forward(text));
    HAS(text, "ab", 2, 2);
    OK(scrim_text_move(text, SCRIM_MOTION_START, 0));
    OK(scrim_text_delete_backward(text));
    HAS(text, "ab", 0, 0);
    scrim_text_destroy(text);
}

static void test_motions_stop_at_the_ends(void **state) {
    (void)state;
    scrim_text *text = text_of("a" WOMAN JOINER LAPTOP "b");
    for (size_t i = 3; i-- > 0;) {
        OK(scrim_text_move(text, SCRIM_MOTION_BACKWARD, 0));
        assert_true(selects(text, i, i));
    }
    OK(scrim_text_move(text, SCRIM_MOTION_BACKWARD, 0));
    assert_true(selects(text, 0, 0));
    for (size_t i = 1; i <= 3; i++) {
        OK(scrim_text_move(text, SCRIM_MOTION_FORWARD, 0));
        assert_true(selects(text, i, i));
    }
    OK(scrim_text_move(text, SCRIM_MOTION_FORWARD, 0));
    assert_true(selects(text, 3, 3));
    OK(scrim_text_move(text, SCRIM_MOTION_START, 0));
    assert_true(selects(text, 0, 0));
    OK(scrim_text_move(text, SCRIM_MOTION_END, 0));
    assert_true(selects(text, 3, 3));
    ANSWERS(scrim_text_move(text, 0, 0), SCRIM_ERROR_INVALID_ARGUMENT);
    ANSWERS(scrim_text_move(text, 5, 0), SCRIM_ERROR_INVALID_ARGUMENT);
    ANSWERS(scrim_text_move(text, SCRIM_MOTION_START, 2), SCRIM_ERROR_INVALID_ARGUMENT);
    assert_true(selects(text, 3, 3));
    scrim_text_destroy(text);
}

static void test_selection(void **state) {
    (void)state;
    scrim_text *text = text_of("abcdef");
    OK(scrim_text_select(text, 4, 2)); /* backwards is fine */
    assert_true(selects(text, 4, 2));
    OK(scrim_text_move(text, SCRIM_MOTION_BACKWARD, 1));
    assert_true(selects(text, 4, 1));
    OK(scrim_text_move(text, SCRIM_MOTION_FORWARD, 0)); /* leaves the selection at its end */
    assert_true(selects(text, 4, 4));
    OK(scrim_text_select(text, 1, 3));
    OK(scrim_text_move(text, SCRIM_MOTION_BACKWARD, 0));
    assert_true(selects(text, 1, 1));
    OK(scrim_text_select(text, 1, 3));
    OK(scrim_text_insert(text, "X", 1));
    HAS(text, "aXdef", 2, 2);
    OK(scrim_text_select(text, 5, 3));
    OK(scrim_text_delete_to_start(text)); /* with a selection every delete takes just that */
    HAS(text, "aXd", 3, 3);
    OK(scrim_text_select(text, 1, 2));
    OK(scrim_text_insert(text, NULL, 0));
    HAS(text, "ad", 1, 1);
    static const struct {
        size_t anchor, caret;
    } beyond[] = {{3, 0}, {0, 3}, {SIZE_MAX, 0}, {0, SIZE_MAX}, {SIZE_MAX / 2, SIZE_MAX / 2}};
    for (size_t i = 0; i < sizeof beyond / sizeof *beyond; i++) {
        ANSWERS(scrim_text_select(text, beyond[i].anchor, beyond[i].caret), SCRIM_ERROR_INVALID_ARGUMENT);
        assert_true(selects(text, 1, 1));
    }
    scrim_text_destroy(text);
}

/* ---- Edits ---- */

static void test_delete_to_either_end(void **state) {
    (void)state;
    scrim_text *text = text_of("ab" WOMAN "cd");
    OK(scrim_text_select(text, 3, 3));
    OK(scrim_text_delete_to_start(text));
    HAS(text, "cd", 0, 0);
    OK(scrim_text_select(text, 1, 1));
    OK(scrim_text_delete_to_end(text));
    HAS(text, "c", 1, 1);
    OK(scrim_text_delete_to_end(text));
    HAS(text, "c", 1, 1);
    scrim_text_destroy(text);
}

static void test_replace(void **state) {
    (void)state;
    scrim_text *text = text_of("a" WOMAN "bcd");
    OK(scrim_text_replace(text, 1, 2, "xyz", 3));
    HAS(text, "axyzcd", 4, 4);
    OK(scrim_text_replace(text, 6, 0, "!", 1));
    HAS(text, "axyzcd!", 7, 7);
    OK(scrim_text_replace(text, 0, 7, "", 0));
    HAS(text, "", 0, 0);
    ANSWERS(scrim_text_replace(text, 0, 1, "x", 1), SCRIM_ERROR_INVALID_ARGUMENT);
    ANSWERS(scrim_text_replace(text, 1, 0, "x", 1), SCRIM_ERROR_INVALID_ARGUMENT);
    ANSWERS(scrim_text_replace(text, 1, SIZE_MAX, "x", 1), SCRIM_ERROR_INVALID_ARGUMENT);
    OK(scrim_text_set(text, "ab", 2));
    ANSWERS(scrim_text_replace(text, 2, SIZE_MAX / 2, "x", 1), SCRIM_ERROR_INVALID_ARGUMENT);
    HAS(text, "ab", 2, 2);
    OK(scrim_text_set(text, NULL, 0));
    HAS(text, "", 0, 0);
    scrim_text_destroy(text);
}

static void test_clusters_join_and_part_at_the_caret(void **state) {
    (void)state;
    scrim_text *text = text_of("ab");
    OK(scrim_text_select(text, 1, 1));
    OK(scrim_text_insert(text, ACUTE, 2)); /* joins what is before the caret */
    HAS(text, "a" ACUTE "b", 1, 1);
    OK(scrim_text_set(text, ACUTE "b", 3));
    OK(scrim_text_select(text, 0, 0));
    OK(scrim_text_insert(text, "a", 1)); /* is joined by what is behind it: the caret goes behind both */
    HAS(text, "a" ACUTE "b", 1, 1);
    OK(scrim_text_set(text, WOMAN LAPTOP, 8));
    OK(scrim_text_select(text, 1, 1));
    OK(scrim_text_insert(text, JOINER, 3)); /* joins both sides */
    HAS(text, WOMAN JOINER LAPTOP, 1, 1);
    assert_int_equal(count_of(text), 1);
    OK(scrim_text_set(text, "\rx\n", 3));
    OK(scrim_text_select(text, 1, 2));
    OK(scrim_text_delete_backward(text)); /* CR and LF meet */
    HAS(text, "\r\n", 1, 1);
    OK(scrim_text_set(text, FLAG_D FLAG_E FLAG_D FLAG_E, 16));
    OK(scrim_text_select(text, 0, 0));
    OK(scrim_text_insert(text, FLAG_E, 4)); /* every flag behind parts and pairs anew */
    HAS(text, FLAG_E FLAG_D FLAG_E FLAG_D FLAG_E, 1, 1);
    assert_int_equal(count_of(text), 3);
    scrim_text_destroy(text);
}

static void test_an_edit_that_does_not_fit_changes_nothing(void **state) {
    (void)state;
    scrim_text *text = new_text(8);
    OK(scrim_text_insert(text, "12345678", 8));
    OK(scrim_text_select(text, 6, 3));
    ANSWERS(scrim_text_insert(text, "abcd", 4), SCRIM_ERROR_FULL);
    ANSWERS(scrim_text_insert(text, "ab\xFF", 3), SCRIM_ERROR_INVALID_UTF8);
    ANSWERS(scrim_text_replace(text, 0, 2, "abc", 3), SCRIM_ERROR_FULL);
    ANSWERS(scrim_text_set(text, "123456789", 9), SCRIM_ERROR_FULL);
    ANSWERS(scrim_text_set(text, "123\x80", 4), SCRIM_ERROR_INVALID_UTF8);
    HAS(text, "12345678", 6, 3);
    OK(scrim_text_insert(text, "abc", 3)); /* the selection makes room */
    HAS(text, "123abc78", 6, 6);
    scrim_text_destroy(text);
}

/* ---- Rules ---- */

static void test_allowed_characters(void **state) {
    (void)state;
    static const struct {
        uint32_t allowed;
        const char *good, *bad[6];
    } classes[] = {{SCRIM_ALLOW_DIGITS, "0123456789", {"/", ":", "a", "\xC2\xB2", "1 ", "\xD9\xA3"
                                                                                        "a"}},
                   {SCRIM_ALLOW_ASCII, " 0Az~", {"\x1F", "\x7F", "\n", "a\xC3\xA4", "\xE2\x82\xAC", "\t"}}};
    for (size_t i = 0; i < 2; i++) {
        scrim_text_options options = SCRIM_TEXT_OPTIONS_INIT;
        scrim_text *text;
        options.allowed = classes[i].allowed;
        OK(scrim_text_create(&options, &text));
        OK(scrim_text_insert(text, classes[i].good, strlen(classes[i].good)));
        for (size_t j = 0; j < 6; j++) {
            const char *bad = classes[i].bad[j];
            ANSWERS(scrim_text_insert(text, bad, strlen(bad)), SCRIM_ERROR_REFUSED);
            ANSWERS(scrim_text_replace(text, 0, 1, bad, strlen(bad)), SCRIM_ERROR_REFUSED);
            ANSWERS(scrim_text_set(text, bad, strlen(bad)), SCRIM_ERROR_REFUSED);
        }
        HAS(text, classes[i].good, strlen(classes[i].good), strlen(classes[i].good));
        /* 3 in Arabic-Indic digits, 7 in Devanagari, 1 in full width */
        const char *digits = "\xD9\xA3\xE0\xA5\xAD\xEF\xBC\x91";
        ANSWERS(scrim_text_set(text, digits, 8), classes[i].allowed == SCRIM_ALLOW_DIGITS ? SCRIM_OK : SCRIM_ERROR_REFUSED);
        ANSWERS(scrim_text_insert(text, "\xFF", 1), SCRIM_ERROR_INVALID_UTF8);
        scrim_text_destroy(text);
    }
}

static void test_the_most_clusters(void **state) {
    (void)state;
    scrim_text_options options = SCRIM_TEXT_OPTIONS_INIT;
    scrim_text *text;
    options.max_clusters = 2;
    OK(scrim_text_create(&options, &text));
    OK(scrim_text_insert(text, "a" WOMAN, 5));
    ANSWERS(scrim_text_insert(text, "b", 1), SCRIM_ERROR_FULL);
    HAS(text, "a" WOMAN, 2, 2);
    OK(scrim_text_insert(text, ACUTE, 2)); /* no new cluster */
    HAS(text, "a" WOMAN ACUTE, 2, 2);
    OK(scrim_text_set(text, "x\r\n", 3));
    OK(scrim_text_select(text, 0, 0));
    ANSWERS(scrim_text_insert(text, FLAG_D FLAG_E, 8), SCRIM_ERROR_FULL);
    scrim_text_destroy(text);
}

/* ---- What is left in memory ---- */

static void test_moved_text_leaves_nothing(void **state) {
    (void)state;
    enum {
        CAPACITY = 64
    };
    scrim_text *text = new_text(CAPACITY);
    const unsigned char *bytes = lend(text).bytes;
    char whole[CAPACITY];
    for (int i = 0; i < CAPACITY; i++)
        whole[i] = (char)('A' + i % 26);
    for (size_t from = 0; from < CAPACITY; from += 7)
        for (size_t count = 0; from + count <= CAPACITY; count += 5) {
            OK(scrim_text_set(text, whole, CAPACITY));
            OK(scrim_text_replace(text, from, count, "", 0));
            assert_memory_equal(bytes, whole, from);
            assert_memory_equal(bytes + from, whole + from + count, CAPACITY - from - count);
            assert_true(all_zero(bytes + CAPACITY - count, count));
            OK(scrim_text_replace(text, from, 0, whole + from, count));
            assert_memory_equal(bytes, whole, CAPACITY);
            assert_ptr_equal(lend(text).bytes, bytes); /* it never moves */
        }
    OK(scrim_text_set(text, whole, CAPACITY));
    OK(scrim_text_set(text, "x", 1));
    assert_true(all_zero(bytes + 1, CAPACITY - 1));
    scrim_text_destroy(text);
}

static void test_a_large_text(void **state) {
    (void)state;
    enum {
        PERSON = 11,
        COUNT = SCRIM_TEXT_MAX_CAPACITY / PERSON
    };
    scrim_text *text = new_text(SCRIM_TEXT_MAX_CAPACITY);
    for (int i = 0; i < COUNT; i++)
        OK(scrim_text_insert(text, WOMAN JOINER LAPTOP, PERSON));
    ANSWERS(scrim_text_insert(text, WOMAN JOINER LAPTOP, PERSON), SCRIM_ERROR_FULL);
    assert_int_equal(count_of(text), COUNT);
    OK(scrim_text_select(text, COUNT / 2, COUNT / 2));
    for (int i = 0; i < 1000; i++) {
        OK(scrim_text_delete_backward(text));
        OK(scrim_text_delete_forward(text));
        OK(scrim_text_move(text, SCRIM_MOTION_BACKWARD, 0));
    }
    assert_int_equal(count_of(text), COUNT - 2000);
    assert_true(selects(text, COUNT / 2 - 2000, COUNT / 2 - 2000));
    OK(scrim_text_delete_to_end(text));
    OK(scrim_text_delete_to_start(text));
    HAS(text, "", 0, 0);
    scrim_text_destroy(text);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(test_caret_follows_typing, nothing_left),
        cmocka_unit_test_teardown(test_motions_stop_at_the_ends, nothing_left),
        cmocka_unit_test_teardown(test_selection, nothing_left),
        cmocka_unit_test_teardown(test_delete_to_either_end, nothing_left),
        cmocka_unit_test_teardown(test_replace, nothing_left),
        cmocka_unit_test_teardown(test_clusters_join_and_part_at_the_caret, nothing_left),
        cmocka_unit_test_teardown(test_an_edit_that_does_not_fit_changes_nothing, nothing_left),
        cmocka_unit_test_teardown(test_allowed_characters, nothing_left),
        cmocka_unit_test_teardown(test_the_most_clusters, nothing_left),
        cmocka_unit_test_teardown(test_moved_text_leaves_nothing, nothing_left),
        cmocka_unit_test_teardown(test_a_large_text, nothing_left),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
