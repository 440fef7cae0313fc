/* SPDX-License-Identifier: MIT */
/* match.h: which accessible belongs to which window. */
#include "match.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum {
    MOST = 6
};

static window make(const char *title, int32_t width, int32_t height) {
    window window = {.id = 1, .pid = 1, .content = {10, 20, width, height}, .frame = {9, 0, width + 2, height + 25}};
    snprintf(window.title, sizeof window.title, "%s", title);
    return window;
}

static void check(const window *windows, size_t window_count, const match_frame *frames, size_t frame_count, const match *expected) {
    const window *pointers[MOST];
    match matches[MOST];
    for (size_t i = 0; i < window_count; i++) {
        pointers[i] = &windows[i];
    }
    match_windows(pointers, window_count, frames, frame_count, matches);
    for (size_t i = 0; i < window_count; i++) {
        assert_int_equal(matches[i].level, expected[i].level);
        assert_int_equal(matches[i].frame, expected[i].frame);
    }
}

static void test_title_and_size_decide_first(void **state) {
    (void)state;
    window windows[] = {make("a", 300, 200), make("b", 300, 200), make("c", 100, 50)};
    match_frame frames[] = {{"b", 300, 200}, {"other", 101, 49}, {"a", 302, 225}}; /* with the decorations of the window manager */
    check(windows, 3, frames, 3, (match[]){{MATCH_TITLE_AND_SIZE, 2}, {MATCH_TITLE_AND_SIZE, 0}, {MATCH_SIZE, 1}});
}

static void test_a_frame_may_count_the_shadow_or_not(void **state) {
    (void)state;
    window window = make("a", 352, 252);
    window.shadow = (shadow){26, 26, 23, 29};
    check(&window, 1, (match_frame[]){{"x", 300, 200}, {"y", 30, 20}}, 2, (match[]){{MATCH_SIZE, 0}});
    check(&window, 1, (match_frame[]){{"x", 352, 252}, {"y", 30, 20}}, 2, (match[]){{MATCH_SIZE, 0}});
}

static void test_a_title_decides_if_no_size_fits(void **state) {
    (void)state;
    window windows[] = {make("a", 300, 200), make("b", 310, 210)};
    check(windows, 2, (match_frame[]){{"b", 1, 1}, {"a", 2, 2}}, 2, (match[]){{MATCH_TITLE, 1}, {MATCH_TITLE, 0}});
}

static void test_what_is_left_over_belongs_together(void **state) {
    (void)state;
    window windows[] = {make("a", 300, 200), make("b", 310, 210)};
    match_frame frames[] = {{"a", 300, 200}, {NULL, 0, 0}, {"c", 5, 5}};
    check(windows, 2, frames, 2, (match[]){{MATCH_TITLE_AND_SIZE, 0}, {MATCH_ONLY_ONE, 1}});
    check(windows, 2, frames, 3, (match[]){{MATCH_TITLE_AND_SIZE, 0}, {MATCH_ONLY_ONE, MATCH_SEVERAL}});
    windows[1].popup = true;
    check(windows, 2, frames, 2, (match[]){{MATCH_TITLE_AND_SIZE, 0}, {MATCH_NONE, MATCH_SEVERAL}});
}

static void test_an_accessible_is_never_shared(void **state) {
    (void)state;
    window windows[] = {make("a", 300, 200), make("a", 300, 200), make("c", 70, 70)};
    match_frame frames[] = {{"a", 300, 200}, {"a", 300, 200}, {"x", 1, 1}};
    check(windows, 3, frames, 3, (match[]){{MATCH_TITLE_AND_SIZE, MATCH_SEVERAL}, {MATCH_TITLE_AND_SIZE, MATCH_SEVERAL}, {MATCH_ONLY_ONE, 2}});
    check(windows, 2, frames, 1, (match[]){{MATCH_TITLE_AND_SIZE, MATCH_SEVERAL}, {MATCH_TITLE_AND_SIZE, MATCH_SEVERAL}});
}

static void test_windows_without_a_title_do_not_match_by_it(void **state) {
    (void)state;
    window windows[] = {make("", 300, 200), make("", 310, 210)};
    check(windows, 2, (match_frame[]){{"", 1, 1}}, 1, (match[]){{MATCH_ONLY_ONE, MATCH_SEVERAL}, {MATCH_ONLY_ONE, MATCH_SEVERAL}});
    check(windows, 2, NULL, 0, (match[]){{MATCH_NONE, MATCH_SEVERAL}, {MATCH_NONE, MATCH_SEVERAL}});
}

static void test_wild_sizes_do_not_overflow(void **state) {
    (void)state;
    window window = make("a", 1, 1);
    window.content = window.frame = (box){INT32_MAX, INT32_MAX, INT32_MAX, INT32_MIN};
    window.shadow = (shadow){INT32_MIN, INT32_MIN, INT32_MAX, INT32_MAX};
    check(&window, 1, (match_frame[]){{"x", INT32_MIN, INT32_MAX}, {"y", -1, -1}}, 2, (match[]){{MATCH_ONLY_ONE, MATCH_SEVERAL}});
}

/* No accessible belongs to two windows, and each fits its window at the level of the match and at no earlier one
 * that is free. */
static void test_random_windows(void **state) {
    (void)state;
    static const char *const titles[] = {"", "a", "b"};
    srand(1);
    for (int round = 0; round < 20000; round++) {
        window windows[MOST];
        const window *pointers[MOST];
        match_frame frames[MOST];
        match matches[MOST];
        size_t window_count = (size_t)(rand() % MOST + 1), frame_count = (size_t)(rand() % MOST);
        for (size_t i = 0; i < window_count; i++) {
            windows[i] = make(titles[rand() % 3], 100 + 50 * (rand() % 3), 100);
            windows[i].popup = rand() % 4 == 0;
            pointers[i] = &windows[i];
        }
        for (size_t i = 0; i < frame_count; i++) {
            frames[i] = (match_frame){titles[rand() % 3], 100 + 50 * (rand() % 3), 100};
        }
        match_windows(pointers, window_count, frames, frame_count, matches);
        size_t owners[MOST] = {0};
        for (size_t i = 0; i < window_count; i++) {
            int frame = matches[i].frame;
            assert_in_range(frame + 1, 0, frame_count);
            if (frame >= 0) {
                owners[frame]++;
                assert_true(match_fits(&windows[i], &frames[frame], matches[i].level));
            }
        }
        for (size_t f = 0; f < frame_count; f++) {
            assert_true(owners[f] <= 1);
            for (size_t i = 0; i < window_count && owners[f] == 1; i++) {
                bool several = matches[i].frame == MATCH_SEVERAL && match_fits(&windows[i], &frames[f], matches[i].level);
                for (size_t w = 0; several && w < window_count; w++) {
                    assert_true(matches[w].frame != (int)f || matches[w].level < matches[i].level);
                }
            }
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_title_and_size_decide_first),
        cmocka_unit_test(test_a_frame_may_count_the_shadow_or_not),
        cmocka_unit_test(test_a_title_decides_if_no_size_fits),
        cmocka_unit_test(test_what_is_left_over_belongs_together),
        cmocka_unit_test(test_an_accessible_is_never_shared),
        cmocka_unit_test(test_windows_without_a_title_do_not_match_by_it),
        cmocka_unit_test(test_wild_sizes_do_not_overflow),
        cmocka_unit_test(test_random_windows),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
