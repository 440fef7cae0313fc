/* SPDX-License-Identifier: MIT */
/* Rectangles. Their numbers may be anything: nothing here overflows. */
#ifndef SCRIM_WATCH_BOX_H
#define SCRIM_WATCH_BOX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A rectangle in pixels. Empty if a side is not positive. */
typedef struct box {
    int32_t x, y, width, height;
} box;

enum {
    MAX_PARTS = 16 /* of one box between others */
};

bool box_is_empty(box a);
bool box_is_same(box a, box b);
bool box_contains(box outer, box inner);
bool box_is_in_one(box inner, const box *boxes, size_t count);
box box_intersect(box a, box b);
/* The smallest box around both. An empty one adds nothing. */
box box_join(box a, box b);
/* How many pixels that box has which are in neither. */
int64_t box_added_by_joining(box a, box b);
/* Coordinates that would be too large are cut, so a box never becomes larger than it was. */
box box_move(box a, int32_t dx, int32_t dy);
/* Writes the parts of `a` outside of `b`, at most 4, and returns how many. */
size_t box_subtract(box a, box b, box parts[4]);
/* The same with many boxes. If that makes more than MAX_PARTS, writes only `a`. */
size_t box_subtract_all(box a, const box *others, size_t count, box parts[MAX_PARTS]);

/* A list of boxes that stands for all pixels in any of them. Both functions return how many boxes it has then, at most MAX_PARTS. If that is
 * not enough, boxes are joined, so the list may contain more pixels, and never less. */
size_t box_list_add(box list[MAX_PARTS], size_t count, box part);
size_t box_list_take(box list[MAX_PARTS], size_t count, box part);

#endif
