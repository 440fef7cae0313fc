/* SPDX-License-Identifier: MIT */
/* Draws fields as toolkits do, at random scales and behind random borders, and checks that their pixels are covered. */
#include "place.h"

#include <limits.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

static uint32_t seed = 1;

static int32_t pick(int32_t least, int32_t most) {
    seed = seed * 1664525u + 1013904223u;
    return least + (int32_t)((uint64_t)(seed >> 8) * (uint64_t)(most - least + 1) >> 24);
}

/* A window, and the place that its application reports. Each reported pixel has `scale` quarters of a pixel of the screen. */
typedef struct drawn {
    window window;
    box reported;
    int32_t scale, left, top; /* of the inside, in pixels of the screen */
} drawn;

static drawn draw_window(bool tells_shadow) {
    static const int32_t scales[] = {4, 5, 6, 7, 8, 12};
    drawn drawn = {.scale = scales[pick(0, 5)], .reported = {pick(-2000, 2000), pick(-2000, 2000), pick(4, 500) * 4, pick(4, 400) * 4}};
    shadow border = {pick(0, 16), pick(0, 16), pick(0, 16), pick(0, 16)};
    if (drawn.scale % 4 != 0) {
        border = (shadow){0, 0, 0, 0}; /* only GTK 4 counts from inside of its borders, and its scale is whole */
    }
    drawn.left = border.left * drawn.scale / 4;
    drawn.top = border.top * drawn.scale / 4;
    drawn.window.content.width = (drawn.reported.width + border.left + border.right) * drawn.scale / 4;
    drawn.window.content.height = (drawn.reported.height + border.top + border.bottom) * drawn.scale / 4;
    drawn.window.frame = drawn.window.content;
    if (tells_shadow) {
        drawn.window.shadow = (shadow){drawn.left, border.right * drawn.scale / 4, drawn.top, border.bottom * drawn.scale / 4};
    }
    return drawn;
}

/* Whether all pixels of the field in the window are in the box. */
static bool contains(const drawn *drawn, box covered, box field) {
    int32_t left = drawn->left + field.x * drawn->scale / 4, top = drawn->top + field.y * drawn->scale / 4;
    int32_t right = left + field.width * drawn->scale / 4, bottom = top + field.height * drawn->scale / 4;
    return covered.x <= left && covered.y <= top && covered.x + covered.width >= right && covered.y + covered.height >= bottom;
}

static void fields_are_covered_at_every_scale_and_behind_every_border(void **state) {
    (void)state;
    int fitting = 0;
    for (int i = 0; i < 20000; i++) {
        bool on_screen = pick(0, 1) == 1;
        drawn drawn = draw_window(pick(0, 1) == 1);
        geometry geometry;
        if (!geometry_find(&drawn.window, drawn.reported, on_screen, &geometry)) {
            continue; /* the whole window is covered */
        }
        box field = {pick(0, drawn.reported.width - 1), pick(0, drawn.reported.height - 1), 1, 1}, covered;
        field.width = pick(1, drawn.reported.width - field.x);
        field.height = pick(1, drawn.reported.height - field.y);
        box reported = field;
        if (on_screen) {
            reported.x += drawn.reported.x;
            reported.y += drawn.reported.y;
        }
        fitting++;
        assert_int_equal(place_find(&geometry, reported, true, PLACE_MARGIN, &covered), PLACE_BOX);
        assert_true(contains(&drawn, covered, field));
        assert_in_range(covered.x + covered.width, 0, drawn.window.content.width);
        assert_in_range(covered.y + covered.height, 0, drawn.window.content.height);
    }
    assert_in_range(fitting, 19000, 20000);
}

static void windows_that_do_not_fit_have_no_geometry(void **state) {
    (void)state;
    geometry geometry;
    window window = {.content = {0, 0, 400, 300}, .frame = {0, 0, 402, 325}};
    assert_true(geometry_find(&window, (box){-1, -20, 402, 325}, false, &geometry)); /* GTK 3, with decorations */
    assert_true(geometry.exact);
    assert_false(geometry_find(&window, (box){0, 0, 500, 300}, false, &geometry));
    assert_false(geometry_find(&window, (box){0, 0, 40, 300}, false, &geometry));
    assert_false(geometry_find(&window, (box){0, 0, 0, 0}, false, &geometry));
    assert_false(geometry_find(&window, (box){0, 0, INT_MIN, INT_MIN}, false, &geometry));
    assert_false(geometry_find(&window, (box){0, 0, INT_MAX, INT_MAX}, false, &geometry));
    window.content = (box){0, 0, 0, 0};
    assert_false(geometry_find(&window, (box){0, 0, 400, 300}, false, &geometry));
}

static void absurd_places_are_odd_if_they_are_shown(void **state) {
    (void)state;
    static const int32_t numbers[] = {INT_MIN, INT_MIN + 1, -2000000, -1, 0, 1, 2000000, INT_MAX - 1, INT_MAX};
    geometry geometry;
    window window = {.content = {0, 0, 400, 300}, .frame = {0, 0, 400, 300}};
    box covered;
    assert_true(geometry_find(&window, (box){INT_MIN, INT_MAX, 400, 300}, true, &geometry));
    assert_true(geometry_find(&window, (box){0, 0, 400, 300}, false, &geometry));
    for (int i = 0; i < 9 * 9 * 9 * 9; i++) {
        box reported = {numbers[i % 9], numbers[i / 9 % 9], numbers[i / 81 % 9], numbers[i / 729]};
        bool absurd = reported.width < 1 || reported.height < 1;
        place shown = place_find(&geometry, reported, true, 8, &covered);
        assert_true(!absurd || shown == PLACE_ODD);
        assert_true(shown != PLACE_BOX || (covered.x >= 0 && covered.y >= 0 && covered.width > 0 && covered.height > 0));
        assert_true(place_find(&geometry, reported, false, 8, &covered) != PLACE_ODD);
    }
}

static void half_of_the_smaller_box_must_overlap(void **state) {
    (void)state;
    assert_true(box_overlaps_half((box){0, 0, 10, 10}, (box){5, 0, 10, 10}));
    assert_false(box_overlaps_half((box){0, 0, 10, 10}, (box){6, 0, 10, 10}));
    assert_true(box_overlaps_half((box){0, 0, 100, 100}, (box){95, 0, 10, 10}));
    assert_false(box_overlaps_half((box){0, 0, 0, 0}, (box){0, 0, 10, 10}));
    assert_true(box_overlaps_half((box){INT_MIN, INT_MIN, INT_MAX, INT_MAX}, (box){INT_MIN, INT_MIN, INT_MAX, INT_MAX}));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(fields_are_covered_at_every_scale_and_behind_every_border),
        cmocka_unit_test(windows_that_do_not_fit_have_no_geometry),
        cmocka_unit_test(absurd_places_are_odd_if_they_are_shown),
        cmocka_unit_test(half_of_the_smaller_box_must_overlap),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
