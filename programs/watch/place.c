/* SPDX-License-Identifier: MIT */
#include "place.h"

#include <math.h>

enum {
    MAX_BORDER = 64,     /* of a window that draws its own, both sides together */
    TOLERANCE = 2,       /* for rounded sizes */
    MAX_PLACE = 1 << 20  /* farther away is nothing that somebody has scrolled */
};

static bool is_about(double a, double b, double tolerance) { return fabs(a - b) <= tolerance; }

/* One axis of a window: how large its content and its frame are on the screen, and how large it is reported. */
typedef struct axis {
    int32_t content, frame, before, after, reported;
} axis;

/* Finds how far things may be off with this scale. GTK 3 counts decorations to the window. GTK 4 counts from inside of the shadow, or of
 * the border that it draws if there is no shadow. */
static bool axis_fits(axis axis, double scale, int32_t *reach) {
    double size = axis.reported * scale, tolerance = TOLERANCE * scale, rest = axis.content - size;
    bool fits = true;
    *reach = 0;
    if (is_about(axis.content, size, tolerance) || is_about(axis.frame, size, tolerance)) {
        return true;
    }
    if (is_about(rest, axis.before + axis.after, tolerance)) {
        *reach = axis.before + (int32_t)tolerance;
    } else if (rest > 0 && rest <= MAX_BORDER * scale) {
        *reach = (int32_t)ceil(rest);
    } else {
        fits = false;
    }
    return fits;
}

static bool both_fit(axis x, axis y, double scale, geometry *out) {
    out->scale = scale;
    return axis_fits(x, scale, &out->reach_x) && axis_fits(y, scale, &out->reach_y);
}

bool geometry_find(const window *window, box reported, bool on_screen, geometry *out) {
    axis x = {window->content.width, window->frame.width, window->shadow.left, window->shadow.right, reported.width};
    axis y = {window->content.height, window->frame.height, window->shadow.top, window->shadow.bottom, reported.height};
    bool fits = false;
    *out = (geometry){.width = x.content, .height = y.content};
    if (reported.width <= 0 || reported.height <= 0 || x.content <= 0 || y.content <= 0) {
        return false;
    }
    if (on_screen) {
        out->left = reported.x;
        out->top = reported.y;
    }
    for (int scale = 1; !fits && scale <= PLACE_MAX_SCALE; scale++) {
        fits = both_fit(x, y, scale, out);
    }
    double ratio = (double)x.content / x.reported;
    if (!fits && ratio >= 1 && ratio <= PLACE_MAX_SCALE) {
        fits = both_fit(x, y, ratio, out);
    }
    out->exact = fits && out->scale == 1 && out->reach_x == 0 && out->reach_y == 0;
    return fits;
}

static int32_t clip(double value, int32_t end) { return value <= 0 ? 0 : value >= end ? end
                                                                                      : (int32_t)value; }

static bool is_far(int32_t value) { return value < -MAX_PLACE || value > MAX_PLACE; }

place place_find(const geometry *geometry, box reported, bool showing, int32_t margin, box *out) {
    *out = (box){0, 0, 0, 0};
    if (reported.width <= 0 || reported.height <= 0 || is_far(reported.x) || is_far(reported.y) || is_far(reported.width) ||
        is_far(reported.height)) {
        return showing ? PLACE_ODD : PLACE_NOWHERE; /* GTK 3 reports what is not shown at the least number */
    }
    double left = (double)reported.x - geometry->left, top = (double)reported.y - geometry->top, scale = geometry->scale;
    int32_t x = clip(floor((left - margin) * scale), geometry->width);
    int32_t y = clip(floor((top - margin) * scale), geometry->height);
    int32_t right = clip(ceil((left + reported.width + margin) * scale) + geometry->reach_x, geometry->width);
    int32_t bottom = clip(ceil((top + reported.height + margin) * scale) + geometry->reach_y, geometry->height);
    if (right <= x || bottom <= y) {
        return PLACE_NOWHERE;
    }
    *out = (box){x, y, right - x, bottom - y};
    return PLACE_BOX;
}

static int64_t overlap(int32_t a, int32_t a_length, int32_t b, int32_t b_length) {
    int64_t begin = a > b ? a : b, a_end = (int64_t)a + a_length, b_end = (int64_t)b + b_length;
    int64_t end = a_end < b_end ? a_end : b_end;
    return end > begin ? end - begin : 0;
}

bool box_overlaps_half(box a, box b) {
    int64_t area = overlap(a.x, a.width, b.x, b.width) * overlap(a.y, a.height, b.y, b.height);
    int64_t a_area = (int64_t)a.width * a.height, b_area = (int64_t)b.width * b.height;
    return area > 0 && 2 * area >= (a_area < b_area ? a_area : b_area);
}
