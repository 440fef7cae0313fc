/* SPDX-License-Identifier: MIT */
/* What hosts store or draw, to the bit: the counter of attempts, hashes with a wrong character, motions, and a text that is too long. */
#include "support/support.h"

/* The checksum as hosts have stored it. A library that computed another one would lock their users out. */
static uint64_t checksum(const scrim_attempts *attempts) {
    uint64_t mixed = attempts->last_ns ^ UINT64_C(0x9E3779B97F4A7C15);
    mixed = (mixed ^ mixed >> 32) * UINT64_C(0xD6E8FEB86659FD93);
    mixed ^= (uint64_t)attempts->limit << 32 | attempts->begun;
    mixed = (mixed ^ mixed >> 32) * UINT64_C(0xD6E8FEB86659FD93);
    return mixed ^ mixed >> 32;
}

static void test_stored_counters_stay_readable(void **state) {
    (void)state;
    for (uint64_t last = 1; last < UINT64_C(1) << 62; last = last * 5 + 3) {
        scrim_attempts attempts = {last, 2, 7, 0};
        uint32_t result = 0;
        uint64_t earliest = 0;
        attempts.check = checksum(&attempts);
        OK(scrim_attempts_begin(&attempts, last + 1, &result, &earliest));
        assert_int_equal(result, SCRIM_ATTEMPT_ALLOWED);
        assert_int_equal(attempts.begun, 3);
        assert_true(attempts.check == checksum(&attempts));
    }
}

/* Not only malformed ones: each literal character counts, the last one of each word too. */
static void test_each_literal_character_of_a_hash_counts(void **state) {
    (void)state;
    static const char good[] = "$argon2id$v=19$m=8,t=1,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";
    scrim_text *text = new_text(8);
    uint32_t matches = 9;
    OK(scrim_text_verify(text, good, sizeof good - 1, NULL, 0, &matches));
    assert_int_equal(matches, 0);
    for (size_t at = 0; at < sizeof good - 1; at++) {
        char bad[sizeof good];
        memcpy(bad, good, sizeof good);
        bad[at] = '*';
        assert_true(scrim_text_verify(text, bad, sizeof bad - 1, NULL, 0, &matches) < SCRIM_OK);
    }
    scrim_text_destroy(text);
}

static void test_a_selection_is_extended_from_either_side(void **state) {
    (void)state;
    scrim_text *text = new_text(16);
    size_t anchor = 9, caret = 9;
    OK(scrim_text_insert(text, "123456", 6));
    for (int extend = 0; extend < 2; extend++)
        for (int motion = SCRIM_MOTION_BACKWARD; motion <= SCRIM_MOTION_FORWARD; motion++)
            for (int side = 0; side < 2; side++) {
                const size_t from = side ? 4 : 2, to = side ? 2 : 4;
                const size_t expected = extend ? (motion == SCRIM_MOTION_FORWARD ? to + 1 : to - 1) : motion == SCRIM_MOTION_FORWARD ? 4
                                                                                                                                     : 2;
                OK(scrim_text_select(text, from, to));
                OK(scrim_text_move(text, (uint32_t)motion, (uint32_t)extend));
                OK(scrim_text_selection(text, &anchor, &caret));
                assert_int_equal(caret, expected);
                assert_int_equal(anchor, extend ? from : expected);
            }
    scrim_text_destroy(text);
}

static void draw(const void *bytes, size_t length, size_t count, uint32_t revealed, void *user_data) {
    (void)bytes, (void)length, (void)revealed;
    *(size_t *)user_data += count;
}

/* What was dropped shows when the text is used, not when it is drawn: that would tell others its length. */
static void test_a_text_that_dropped_input_is_drawn(void **state) {
    (void)state;
    scrim_text_options options = SCRIM_TEXT_OPTIONS_INIT;
    scrim_text *text = NULL;
    size_t drawn = 0;
    options.capacity = 4;
    options.mask = SCRIM_MASK_NONE;
    options.hide_length = 1;
    OK(scrim_text_create(&options, &text));
    OK(scrim_text_insert(text, "123456", 6));
    OK(scrim_text_display(text, 0, draw, &drawn));
    scrim_text_destroy(text);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(test_stored_counters_stay_readable, nothing_left),
        cmocka_unit_test_teardown(test_each_literal_character_of_a_hash_counts, nothing_left),
        cmocka_unit_test_teardown(test_a_selection_is_extended_from_either_side, nothing_left),
        cmocka_unit_test_teardown(test_a_text_that_dropped_input_is_drawn, nothing_left),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
