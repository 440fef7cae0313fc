/* SPDX-License-Identifier: MIT */
/* Regions of files that move, or are present for a part of the time: the same numbers as programs/scrim/scrim_tools/video/tracks.py.

   Between keyframes the corners move in straight lines. Before the first and after the last keyframe a region does not move. */
#include <math.h>

#include "regions_private.h"

/* Where a shape is, with its size in pixels. */
struct position {
    const struct plugin_shape *shape;
    const double *numbers, *later; /* of one key, and of the next if the shape is between both */
    double part;                   /* 0 at the one, and 1 at the next */
    double radius;
    double units[2]; /* pixels in the unit of the file */
};

static double mix(double a, double b, double part) { return a + (b - a) * part; }

/* Point number `index` of a polygon. */
static scrim_point point_of(const struct position *position, size_t index) {
    double place[2];
    for (size_t axis = 0; axis < 2; axis++) {
        place[axis] = position->numbers[2 * index + axis] * position->units[axis];
        if (position->later)
            place[axis] = mix(place[axis], position->later[2 * index + axis] * position->units[axis], position->part);
    }
    return (scrim_point){place[0], place[1]};
}

static void read_rect(const struct position *position, const double *numbers, double out[4]) {
    for (size_t number = 0; number < 4; number++)
        out[number] = numbers[number] * position->units[number % 2];
    if (position->shape->box != PLUGIN_BOX_XYWH) {
        out[2] -= out[0];
        out[3] -= out[1];
    }
}

static scrim_rect rect_of(const struct position *position) {
    double rect[4], later[4];
    read_rect(position, position->numbers, rect);
    if (position->later) {
        read_rect(position, position->later, later);
        for (size_t number = 0; number < 4; number++)
            rect[number] = mix(rect[number], later[number], position->part);
    }
    return (scrim_rect){rect[0], rect[1], rect[2], rect[3]};
}

/* The bounding box, from the first to the last coordinate of each axis. */
static void bounds_of(const struct position *position, double low[2], double high[2]) {
    if (position->shape->shape != SCRIM_SHAPE_POLYGON) {
        scrim_rect rect = rect_of(position);
        low[0] = rect.x;
        low[1] = rect.y;
        high[0] = rect.x + rect.width;
        high[1] = rect.y + rect.height;
        return;
    }
    for (size_t index = 0; index < position->shape->count / 2; index++) {
        scrim_point point = point_of(position, index);
        low[0] = index ? fmin(low[0], point.x) : point.x;
        low[1] = index ? fmin(low[1], point.y) : point.y;
        high[0] = index ? fmax(high[0], point.x) : point.x;
        high[1] = index ? fmax(high[1], point.y) : point.y;
    }
}

/* Appends a shape, enlarged by a distance and one pixel for rounding. A shape that is enlarged becomes its bounding box: an ellipse
   with longer axes does not contain all points near the original one. */
static void append(plugin_regions *regions, const struct position *position, double distance, size_t *points) {
    const struct plugin_shape *shape = position->shape;
    scrim_region *item = &regions->items[regions->count++];
    *item = (scrim_region){.shape = shape->shape, .style = shape->style, .id = shape->id};
    if (distance > 0) {
        double low[2] = {0, 0}, high[2] = {0, 0}, around = distance + 1;
        bounds_of(position, low, high);
        item->shape = SCRIM_SHAPE_RECT;
        item->rect = (scrim_rect){low[0] - around, low[1] - around, high[0] - low[0] + 2 * around, high[1] - low[1] + 2 * around};
    } else if (shape->shape == SCRIM_SHAPE_POLYGON) {
        scrim_point *out = &regions->source->points[*points];
        item->points = out;
        item->point_count = shape->count / 2;
        *points += item->point_count;
        for (size_t index = 0; index < item->point_count; index++)
            out[index] = point_of(position, index);
    } else {
        item->rect = rect_of(position);
        item->radius = position->radius;
    }
}

/* The number of keys until a time. */
static size_t keys_until(const struct plugin_key *keys, size_t count, double time) {
    size_t found = 0;
    while (found < count && keys[found].time <= time)
        found++;
    return found;
}

static void set_key(struct position *position, const struct plugin_regions_source *source, size_t key) {
    const struct plugin_shape *shape = position->shape;
    position->numbers = &source->numbers[shape->first + key * shape->count];
    position->radius = shape->key_count ? source->keys[shape->first_key + key].radius : shape->radius;
}

static void append_shape(plugin_regions *regions, const struct plugin_shape *shape, const double units[2], double seconds, double hold,
                         double max_speed, size_t *points) {
    const struct plugin_regions_source *source = regions->source;
    const struct plugin_key *keys = shape->key_count ? &source->keys[shape->first_key] : NULL;
    struct position position = {.shape = shape, .units = {units[0], units[1]}};
    if (!(shape->from - hold <= seconds && seconds <= shape->to + hold))
        return;
    set_key(&position, source, 0);
    if (shape->key_count <= 1) {
        append(regions, &position, max_speed * fmax(0, fmax(shape->from - seconds, seconds - shape->to)), points);
        return;
    }
    if (shape->held) {
        size_t first = keys_until(keys, shape->key_count, seconds - hold), end = keys_until(keys, shape->key_count, seconds + hold);
        for (size_t key = first ? first - 1 : 0; key < (end ? end : 1); key++) {
            set_key(&position, source, key);
            append(regions, &position, max_speed * fabs(seconds - keys[key].time), points);
        }
        return;
    }
    size_t after = keys_until(keys, shape->key_count, seconds);
    size_t known = after ? after - 1 : 0;
    set_key(&position, source, known);
    if (after == 0 || after == shape->key_count) {
        append(regions, &position, max_speed * fabs(seconds - keys[known].time), points);
        return;
    }
    /* Content that was at one key d seconds ago and will be at the next in e seconds is at most v · √(d · e) away from the point that
       divides the line between them (Stewart's theorem). */
    double since = seconds - keys[known].time, until = keys[after].time - seconds;
    position.part = since / (keys[after].time - keys[known].time);
    position.later = &source->numbers[shape->first + after * shape->count];
    position.radius = mix(keys[known].radius, keys[after].radius, position.part);
    append(regions, &position, max_speed * sqrt(since * until), points);
}

/* The distance between the places of two keys: of the corner that moves farthest. */
static double distance_between(const struct position *one, const struct position *other) {
    double farthest = 0;
    if (one->shape->shape == SCRIM_SHAPE_POLYGON) {
        for (size_t index = 0; index < one->shape->count / 2; index++) {
            scrim_point a = point_of(one, index), b = point_of(other, index);
            farthest = fmax(farthest, hypot(a.x - b.x, a.y - b.y));
        }
        return farthest;
    }
    scrim_rect a = rect_of(one), b = rect_of(other);
    for (size_t corner = 0; corner < 4; corner++) {
        double right = corner % 2 ? 1 : 0, bottom = corner / 2 ? 1 : 0;
        farthest = fmax(farthest, hypot(a.x + right * a.width - b.x - right * b.width, a.y + bottom * a.height - b.y - bottom * b.height));
    }
    return farthest;
}

static bool check_speed(const plugin_regions *regions, const double units[2], double max_speed, char *error, size_t error_size) {
    const struct plugin_regions_source *source = regions->source;
    for (size_t index = 0; index < source->shape_count; index++) {
        const struct plugin_shape *shape = &source->shapes[index];
        const double *scale = shape->box == PLUGIN_BOX_NORMALIZED ? units : (const double[2]){1, 1};
        for (size_t key = 1; !shape->held && key < shape->key_count; key++) {
            struct position one = {.shape = shape, .units = {scale[0], scale[1]}}, other = one;
            set_key(&one, source, key - 1);
            set_key(&other, source, key);
            const struct plugin_key *keys = &source->keys[shape->first_key];
            double speed = distance_between(&one, &other) / (keys[key].time - keys[key - 1].time);
            /* A region that is exactly as fast as allowed must not fail because of rounding. */
            if (speed > max_speed * (1 + 1e-9))
                return plugin_message(error, error_size,
                                      "max-speed must be 0, or %.0f or greater, because regions[%zu] moves %.0f pixels per second from "
                                      "keyframes[%zu] on (got %g)",
                                      ceil(speed), index, speed, key - 1, max_speed);
        }
    }
    return true;
}

bool plugin_regions_are_timed(const plugin_regions *regions) { return regions->source->is_timed; }

bool plugin_regions_at(plugin_regions *regions, uint32_t width, uint32_t height, double seconds, double hold, double max_speed,
                       char *error, size_t error_size) {
    const struct plugin_regions_source *source = regions->source;
    const double sides[2] = {width, height}, pixels[2] = {1, 1};
    size_t points = 0;
    if (max_speed > 0 && !check_speed(regions, sides, max_speed, error, error_size))
        return false;
    regions->count = 0;
    for (size_t index = 0; index < source->shape_count; index++) {
        const struct plugin_shape *shape = &source->shapes[index];
        append_shape(regions, shape, shape->box == PLUGIN_BOX_NORMALIZED ? sides : pixels, seconds, hold, max_speed, &points);
    }
    return true;
}
