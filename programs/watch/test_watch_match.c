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

/* One window has as many pixels on the screen as the application reports for the other one. */
static void test_a_scale_does_not_swap_windows(void **state) {
    (void)state;
    static const double scales[] = {1.25, 1.5, 2, 3, 4};
    for (size_t i = 0; i < sizeof scales / sizeof *scales; i++) {
        int32_t width = (int32_t)(200 * scales[i]), height = (int32_t)(160 * scales[i]);
        window windows[] = {make("a", width, height), make("b", (int32_t)(width * scales[i]), (int32_t)(height * scales[i]))};
        match_frame frames[] = {{"b", width, height}, {"a", 200, 160}};
        check(windows, 2, frames, 2, (match[]){{MATCH_TITLE_AND_SIZE, 1}, {MATCH_TITLE_AND_SIZE, 0}});
        check(windows, 1, frames, 2, (match[]){{MATCH_TITLE_AND_SIZE, 1}}); /* the other is minimized */
        frames[1].width = (int32_t)((width + 2) / scales[i]);               /* with the decorations of the window manager */
        frames[1].height = (int32_t)((height + 25) / scales[i]);
        check(windows, 2, frames, 2, (match[]){{MATCH_TITLE_AND_SIZE, 1}, {MATCH_TITLE_AND_SIZE, 0}});
    }
}

static void test_sizes_that_fit_at_several_scales_are_several(void **state) {
    (void)state;
    window windows[] = {make("a", 400, 300), make("a", 800, 600)};
    match_frame frames[] = {{"a", 200, 150}, {"a", 400, 300}};
    check(windows, 2, frames, 2, (match[]){{MATCH_TITLE_AND_SIZE, MATCH_SEVERAL}, {MATCH_TITLE_AND_SIZE, MATCH_SEVERAL}});
    frames[0].title = frames[1].title = NULL;
    check(windows, 2, frames, 2, (match[]){{MATCH_SIZE, MATCH_SEVERAL}, {MATCH_SIZE, MATCH_SEVERAL}});
}

static void test_titles_and_sizes_that_contradict_each_other_decide_nothing(void **state) {
    (void)state;
    window windows[] = {make("a", 300, 200), make("b", 510, 100), make("c", 90, 90)};
    match several = {MATCH_ONLY_ONE, MATCH_SEVERAL};
    check(windows, 1, (match_frame[]){{"b", 300, 200}, {"a", 7, 90}}, 2, &several); /* of the window */
    check(windows, 2, (match_frame[]){{"b", 300, 200}, {NULL, 7, 90}}, 2, (match[]){several, several}); /* of the accessible */
    check(windows, 2, (match_frame[]){{"b", 300, 200}, {"a", 7, 90}}, 2, (match[]){several, several});
    match_frame certain[] = {{"b", 300, 200}, {"a", 7, 90}, {"c", 90, 90}};
    check(windows, 3, certain, 3, (match[]){several, several, {MATCH_TITLE_AND_SIZE, 2}});
    check(windows, 1, (match_frame[]){{"as it was", 300, 200}, {"x", 7, 90}}, 2, (match[]){{MATCH_SIZE, 0}}); /* a title that has changed */
    windows[0].popup = true;
    check(windows, 2, (match_frame[]){{"b", 300, 200}}, 1, (match[]){{MATCH_NONE, MATCH_SEVERAL}, {MATCH_ONLY_ONE, 0}});
}

static void test_a_popup_is_not_matched_by_its_shape(void **state) {
    (void)state;
    window popup = make("", 400, 300);
    popup.popup = true;
    check(&popup, 1, (match_frame[]){{"x", 200, 150}, {"y", 100, 75}}, 2, (match[]){{MATCH_NONE, MATCH_SEVERAL}});
    check(&popup, 1, (match_frame[]){{"x", 200, 150}, {"y", 400, 300}}, 2, (match[]){{MATCH_SIZE, MATCH_SEVERAL}});
    check(&popup, 1, (match_frame[]){{"x", 10, 150}, {"y", 400, 300}}, 2, (match[]){{MATCH_SIZE, 1}});
}

/* At every scale, each window has an accessible with its size. Some titles are equal, or one has just changed. Some windows are minimized. */
static void test_a_window_is_never_taken_for_another(void **state) {
    (void)state;
    static const double scales[] = {1, 1.25, 1.5, 2, 3, 4};
    static const int32_t sizes[] = {50, 100, 150, 200, 400};
    static const char *const titles[] = {"a", "b", "c", "d", "e", "f"};
    size_t matched = 0;
    srand(2);
    for (int round = 0; round < 20000; round++) {
        window windows[MOST];
        const window *pointers[MOST];
        match_frame frames[MOST];
        match matches[MOST];
        double scale = scales[rand() % 6];
        bool equal = rand() % 2 == 0;
        size_t frame_count = (size_t)(rand() % MOST + 1), window_count = (size_t)rand() % frame_count + 1;
        for (size_t i = 0; i < frame_count; i++) {
            const char *title = titles[equal ? (size_t)rand() % 2 : i];
            frames[i] = (match_frame){!equal && rand() % 4 == 0 ? "as it was" : title, sizes[rand() % 5], sizes[rand() % 5]};
            windows[i] = make(title, (int32_t)(frames[i].width * scale), (int32_t)(frames[i].height * scale));
            windows[i].popup = rand() % 4 == 0;
            pointers[i] = &windows[i];
            if (rand() % 2 == 0) {
                frames[i].width = (int32_t)(windows[i].frame.width / scale);
                frames[i].height = (int32_t)(windows[i].frame.height / scale);
            }
        }
        match_windows(pointers, window_count, frames, frame_count, matches);
        for (size_t i = 0; i < window_count; i++) {
            assert_true(matches[i].frame == MATCH_SEVERAL || matches[i].frame == (int)i);
            assert_true(matches[i].level == MATCH_NONE || match_fits(&windows[i], &frames[i], matches[i].level));
            matched += matches[i].frame == (int)i;
        }
    }
    assert_true(matched > 20000);
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
        cmocka_unit_test(test_a_scale_does_not_swap_windows),
        cmocka_unit_test(test_sizes_that_fit_at_several_scales_are_several),
        cmocka_unit_test(test_titles_and_sizes_that_contradict_each_other_decide_nothing),
        cmocka_unit_test(test_a_popup_is_not_matched_by_its_shape),
        cmocka_unit_test(test_a_window_is_never_taken_for_another),
        cmocka_unit_test(test_random_windows),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
