/* SPDX-License-Identifier: MIT */
/* What the tests of texts ask one. */
#ifndef SCRIM_TESTS_TEXT_FIXTURE_H
#define SCRIM_TESTS_TEXT_FIXTURE_H

#include "support/support.h"

UNUSED static size_t count_of(const scrim_text *text) {
    size_t count = SIZE_MAX;
    OK(scrim_text_count(text, &count));
    return count;
}

UNUSED static int holds(const scrim_text *text, const void *bytes, size_t length) {
    uint32_t equal = 99;
    OK(scrim_text_equal_bytes(text, bytes, length, &equal));
    assert_in_range(equal, 0, 1);
    return (int)equal;
}

struct lent {
    const unsigned char *bytes;
    size_t length;
    int times;
};

UNUSED static void keep_address(const void *bytes, size_t length, void *user_data) {
    struct lent *lent = user_data;
    *lent = (struct lent){bytes, length, lent->times + 1};
}

UNUSED static struct lent lend(const scrim_text *text) {
    struct lent lent = {0};
    OK(scrim_text_with_bytes(text, keep_address, &lent));
    assert_int_equal(lent.times, 1);
    return lent;
}

UNUSED static int all_zero(const unsigned char *bytes, size_t length) {
    for (size_t i = 0; i < length; i++)
        if (bytes[i] != 0)
            return 0;
    return 1;
}

UNUSED static int selects(const scrim_text *text, size_t anchor, size_t caret) {
    size_t is_anchor = SIZE_MAX, is_caret = SIZE_MAX;
    OK(scrim_text_selection(text, &is_anchor, &is_caret));
    if (is_anchor == anchor && is_caret == caret)
        return 1;
    print_message("selected from %zu to %zu\n", is_anchor, is_caret);
    return 0;
}

#endif
