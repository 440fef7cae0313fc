/* SPDX-License-Identifier: MIT */
/* Lists of boxes, compared with the pixels that they stand for. */
#include "box.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

enum {
    SIDE = 40
};

typedef struct pixels {
    bool set[SIDE][SIDE];
} pixels;

static void fill(pixels *pixels, box part, bool value) {
    part = box_intersect(part, (box){0, 0, SIDE, SIDE});
    for (int32_t y = part.y; y < part.y + part.height; y++) {
        for (int32_t x = part.x; x < part.x + part.width; x++) {
            pixels->set[y][x] = value;
        }
    }
}

static pixels drawn(const box *list, size_t count) {
    pixels result = {0};
    for (size_t i = 0; i < count; i++) {
        assert_false(box_is_empty(list[i]));
        fill(&result, list[i], true);
    }
    return result;
}

static void assert_same(const box *list, size_t count, const pixels *expected) {
    pixels found = drawn(list, count);
    assert_memory_equal(&found, expected, sizeof found);
}

static void assert_no_less(const box *list, size_t count, const pixels *expected) {
    pixels found = drawn(list, count);
    for (int y = 0; y < SIDE; y++) {
        for (int x = 0; x < SIDE; x++) {
            assert_true(found.set[y][x] || !expected->set[y][x]);
        }
    }
}

static box any_box(int longest) {
    int width = 1 + rand() % longest, height = 1 + rand() % longest;
    return (box){rand() % (SIDE - width + 1), rand() % (SIDE - height + 1), width, height};
}

/* Few boxes need no more room than there is. */
static void test_a_list_has_the_pixels_that_were_added_and_not_taken(void **state) {
    (void)state;
    srand(1);
    for (int round = 0; round < 20000; round++) {
        box list[MAX_PARTS];
        size_t count = 0;
        pixels expected = {0};
        for (int step = 0; step < 4; step++) {
            box part = any_box(SIDE);
            bool adds = step < 2 || rand() % 2 == 0;
            fill(&expected, part, adds);
            count = adds ? box_list_add(list, count, part) : box_list_take(list, count, part);
        }
        assert_same(list, count, &expected);
    }
}

static void test_a_list_without_room_has_more_pixels_and_never_less(void **state) {
    (void)state;
    srand(2);
    bool was_full = false;
    for (int round = 0; round < 500; round++) {
        box list[MAX_PARTS];
        size_t count = 0;
        pixels least = {0};
        for (int step = 0; step < 60; step++) {
            box part = any_box(6);
            bool adds = rand() % 3 > 0;
            fill(&least, part, adds);
            count = adds ? box_list_add(list, count, part) : box_list_take(list, count, part);
            assert_in_range(count, 0, MAX_PARTS);
            assert_no_less(list, count, &least);
            was_full |= count == MAX_PARTS;
        }
        assert_int_equal(box_list_take(list, count, (box){0, 0, SIDE, SIDE}), 0);
    }
    assert_true(was_full);
}

/* As a window leaves them that another one is dragged over. */
static void test_boxes_that_are_one_box_together_need_the_room_of_one(void **state) {
    (void)state;
    box list[MAX_PARTS];
    size_t count = 0;
    for (int32_t i = 0; i < SIDE / 2; i++) {
        count = box_list_add(list, count, (box){i, i, SIDE - 2 * i, SIDE - 2 * i});
        count = box_list_add(list, count, (box){0, i, SIDE, 1});
    }
    assert_int_equal(count, 1);
    assert_true(box_is_same(list[0], (box){0, 0, SIDE, SIDE}));
    for (int32_t x = 0; x < SIDE - 1; x++) {
        count = box_list_take(list, count, (box){x, 0, 1, SIDE});
        assert_int_equal(count, 1);
    }
    assert_true(box_is_same(list[0], (box){SIDE - 1, 0, 1, SIDE}));
}

/* The two at the left are joined: the box around them has one row more, and any other one has more than that. */
static void test_the_boxes_are_joined_that_are_next_to_each_other(void **state) {
    (void)state;
    box list[MAX_PARTS];
    size_t count = 0;
    pixels expected = {0};
    for (int32_t i = 0; i < MAX_PARTS; i++) {
        box part = {10 + 6 * (i % 4), 10 * (i / 4), 2, 2};
        count = box_list_add(list, count, part);
        fill(&expected, part, true);
    }
    assert_same(list, count, &expected);
    count = box_list_add(list, count, (box){10, 3, 2, 2});
    fill(&expected, (box){10, 0, 2, 5}, true);
    assert_int_equal(count, MAX_PARTS);
    assert_same(list, count, &expected);
}

static void test_an_empty_box_adds_and_takes_nothing(void **state) {
    (void)state;
    box list[MAX_PARTS] = {{1, 2, 3, 4}};
    const box empty = {2, 3, 0, 9};
    assert_int_equal(box_list_add(list, 0, empty), 0);
    assert_int_equal(box_list_add(list, 1, empty), 1);
    assert_int_equal(box_list_take(list, 1, empty), 1);
    assert_true(box_is_same(list[0], (box){1, 2, 3, 4}));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_list_has_the_pixels_that_were_added_and_not_taken),
        cmocka_unit_test(test_a_list_without_room_has_more_pixels_and_never_less),
        cmocka_unit_test(test_boxes_that_are_one_box_together_need_the_room_of_one),
        cmocka_unit_test(test_the_boxes_are_joined_that_are_next_to_each_other),
        cmocka_unit_test(test_an_empty_box_adds_and_takes_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
