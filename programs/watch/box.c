/* SPDX-License-Identifier: MIT */
/* Boxes may come from anywhere, so sums are wider than their coordinates. */
#include "box.h"

#include <string.h>

enum {
    COORDINATE_LIMIT = 1 << 29 /* beyond any screen; differences still fit */
};

static int64_t right(box a) { return (int64_t)a.x + a.width; }
static int64_t bottom(box a) { return (int64_t)a.y + a.height; }
static int64_t least(int64_t a, int64_t b) { return a < b ? a : b; }
static int64_t most(int64_t a, int64_t b) { return a > b ? a : b; }

static box from_edges(int64_t x0, int64_t y0, int64_t x1, int64_t y1) {
    x0 = most(x0, -COORDINATE_LIMIT);
    y0 = most(y0, -COORDINATE_LIMIT);
    x1 = least(x1, COORDINATE_LIMIT);
    y1 = least(y1, COORDINATE_LIMIT);
    if (x1 <= x0 || y1 <= y0) {
        return (box){0, 0, 0, 0};
    }
    return (box){(int32_t)x0, (int32_t)y0, (int32_t)(x1 - x0), (int32_t)(y1 - y0)};
}

bool box_is_empty(box a) { return a.width <= 0 || a.height <= 0; }

bool box_is_same(box a, box b) { return a.x == b.x && a.y == b.y && a.width == b.width && a.height == b.height; }

bool box_contains(box outer, box inner) {
    return outer.x <= inner.x && outer.y <= inner.y && right(outer) >= right(inner) && bottom(outer) >= bottom(inner);
}

bool box_is_in_one(box inner, const box *boxes, size_t count) {
    bool found = false;
    for (size_t i = 0; !found && i < count; i++) {
        found = box_contains(boxes[i], inner);
    }
    return found;
}

box box_intersect(box a, box b) {
    return from_edges(most(a.x, b.x), most(a.y, b.y), least(right(a), right(b)), least(bottom(a), bottom(b)));
}

box box_join(box a, box b) {
    if (box_is_empty(a) || box_is_empty(b)) {
        return box_is_empty(a) ? b : a;
    }
    return from_edges(least(a.x, b.x), least(a.y, b.y), most(right(a), right(b)), most(bottom(a), bottom(b)));
}

int64_t box_added_by_joining(box a, box b) {
    if (box_is_empty(a) || box_is_empty(b)) {
        return 0;
    }
    box both = box_intersect(a, b), around = box_join(a, b);
    int64_t area = (int64_t)a.width * a.height + (int64_t)b.width * b.height - (int64_t)both.width * both.height;
    return (int64_t)around.width * around.height - area;
}

box box_move(box a, int32_t dx, int32_t dy) {
    return from_edges((int64_t)a.x + dx, (int64_t)a.y + dy, right(a) + dx, bottom(a) + dy);
}

size_t box_subtract(box a, box b, box parts[4]) {
    box hole = box_intersect(a, b);
    if (box_is_empty(hole)) {
        parts[0] = a;
        return 1;
    }
    const box candidates[4] = {
        from_edges(a.x, a.y, right(a), hole.y),
        from_edges(a.x, bottom(hole), right(a), bottom(a)),
        from_edges(a.x, hole.y, hole.x, bottom(hole)),
        from_edges(right(hole), hole.y, right(a), bottom(hole)),
    };
    size_t count = 0;
    for (size_t i = 0; i < 4; i++) {
        if (!box_is_empty(candidates[i])) {
            parts[count++] = candidates[i];
        }
    }
    return count;
}

size_t box_subtract_all(box a, const box *others, size_t count, box parts[MAX_PARTS]) {
    size_t part_count = 1;
    parts[0] = a;
    for (size_t i = 0; i < count; i++) {
        box next[MAX_PARTS];
        size_t next_count = 0;
        for (size_t j = 0; j < part_count; j++) {
            if (next_count + 4 > MAX_PARTS) {
                parts[0] = a;
                return 1;
            }
            next_count += box_subtract(parts[j], others[i], next + next_count);
        }
        memcpy(parts, next, next_count * sizeof *next);
        part_count = next_count;
    }
    return part_count;
}

/* ---- Lists ---- */

enum {
    MAX_LEFT = 4 * MAX_PARTS /* after a part was taken from all boxes */
};

/* Joins boxes that are one box together, and then those that add the fewest pixels, until they fit. */
static size_t fit(box *list, size_t count) {
    for (;;) {
        size_t first = 0, second = 0;
        int64_t least_added = INT64_MAX;
        for (size_t i = 1; i < count; i++) {
            for (size_t j = 0; j < i; j++) {
                int64_t added = box_added_by_joining(list[i], list[j]);
                if (added < least_added) {
                    least_added = added;
                    first = j;
                    second = i;
                }
            }
        }
        if (count < 2 || (least_added > 0 && count <= MAX_PARTS)) {
            return count;
        }
        list[first] = box_join(list[first], list[second]);
        list[second] = list[--count];
    }
}

static size_t take(const box *list, size_t count, box part, box left[MAX_LEFT]) {
    size_t left_count = 0;
    for (size_t i = 0; i < count; i++) {
        left_count += box_subtract(list[i], part, &left[left_count]);
    }
    return left_count;
}

size_t box_list_take(box list[MAX_PARTS], size_t count, box part) {
    box left[MAX_LEFT];
    bool meets = false;
    for (size_t i = 0; i < count && !meets; i++) {
        meets = !box_is_empty(box_intersect(list[i], part));
    }
    if (!meets) {
        return count;
    }
    size_t left_count = fit(left, take(list, count, part, left));
    memcpy(list, left, left_count * sizeof *left);
    return left_count;
}

size_t box_list_add(box list[MAX_PARTS], size_t count, box part) {
    box left[MAX_LEFT + 1];
    size_t left_count = take(list, count, part, left);
    if (!box_is_empty(part)) {
        left[left_count++] = part;
    }
    left_count = fit(left, left_count);
    memcpy(list, left, left_count * sizeof *left);
    return left_count;
}
