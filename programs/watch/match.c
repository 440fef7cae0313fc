/* SPDX-License-Identifier: MIT */
#include "match.h"

#include <stdlib.h>
#include <string.h>

#include "place.h"

/* Leaves the scales at which `reported` pixels of the toolkit are as many as these on the screen. */
static void narrow(int64_t pixels, int32_t reported, double *least, double *most) {
    double low = (double)pixels / ((double)reported + MATCH_TOLERANCE);
    double high = reported > MATCH_TOLERANCE ? (double)pixels / (reported - MATCH_TOLERANCE) : *most;
    *least = low > *least ? low : *least;
    *most = high < *most ? high : *most;
}

static bool close_to(int64_t width, int64_t height, const match_frame *frame, double max_scale) {
    double least = 1, most = max_scale;
    if (width <= 0 || height <= 0 || frame->width <= 0 || frame->height <= 0) {
        return false;
    }
    narrow(width, frame->width, &least, &most);
    narrow(height, frame->height, &least, &most);
    return least <= most;
}

/* Some toolkits count the shadows that they draw, some count the decorations of the window manager. Nobody says what their scale is. */
static bool same_size(const window *window, const match_frame *frame, double max_scale) {
    const box *content = &window->content, *whole = &window->frame;
    const shadow *shadow = &window->shadow;
    return close_to(content->width, content->height, frame, max_scale) ||
           close_to((int64_t)content->width - shadow->left - shadow->right, (int64_t)content->height - shadow->top - shadow->bottom, frame,
                    max_scale) ||
           close_to(whole->width, whole->height, frame, max_scale);
}

static bool same_title(const window *window, const match_frame *frame) {
    return window->title[0] != '\0' && frame->title != NULL && strcmp(window->title, frame->title) == 0;
}

bool match_fits(const window *window, const match_frame *frame, match_level level) {
    switch (level) {
    case MATCH_TITLE_AND_SIZE:
        return same_title(window, frame) && same_size(window, frame, PLACE_MAX_SCALE);
    case MATCH_SIZE:
        return same_size(window, frame, PLACE_MAX_SCALE);
    case MATCH_TITLE:
        return same_title(window, frame);
    case MATCH_ONLY_ONE:
        return !window->popup;
    case MATCH_NONE:
        break;
    }
    return false;
}

/* How many free accessibles fit a window, or the other way round; `last` receives one of them. */
static size_t fitting_frames(const window *window, const match_frame *frames, size_t count, const bool *used, match_level level,
                             size_t *last) {
    size_t found = 0;
    for (size_t i = 0; i < count; i++) {
        if (!used[i] && match_fits(window, &frames[i], level)) {
            *last = i;
            found++;
        }
    }
    return found;
}

static size_t fitting_windows(const match_frame *frame, const window *const *windows, size_t count, const match *matches,
                              match_level level) {
    size_t found = 0;
    for (size_t i = 0; i < count; i++) {
        found += matches[i].level >= level && match_fits(windows[i], frame, level);
    }
    return found;
}

/* A pop-up may have no accessible. The one of another window may have its size at some scale, so some accessible must have just its size. */
static bool may_match(const window *window, const match_frame *frames, size_t count, const bool *used, match_level level) {
    bool may = level != MATCH_SIZE || !window->popup;
    for (size_t i = 0; !may && i < count; i++) {
        may = !used[i] && same_size(window, &frames[i], 1);
    }
    return may;
}

/* Whether a title says otherwise than a size, among what is not matched by both. */
static bool contradictory(const window *const *windows, size_t window_count, const match_frame *frames, size_t frame_count, const bool *used,
                          const match *matches) {
    bool found = false;
    size_t ignored;
    for (size_t w = 0; !found && w < window_count; w++) {
        found = matches[w].level == MATCH_NONE && fitting_frames(windows[w], frames, frame_count, used, MATCH_SIZE, &ignored) > 0 &&
                fitting_frames(windows[w], frames, frame_count, used, MATCH_TITLE, &ignored) > 0;
    }
    for (size_t f = 0; !found && f < frame_count; f++) {
        found = !used[f] && fitting_windows(&frames[f], windows, window_count, matches, MATCH_SIZE) > 0 &&
                fitting_windows(&frames[f], windows, window_count, matches, MATCH_TITLE) > 0;
    }
    return found;
}

/* Windows of this level keep it in `matches` while others are still looked at, so that all see the same. */
static void match_at(match_level level, const window *const *windows, size_t window_count, const match_frame *frames,
                     size_t frame_count, bool *used, match *matches) {
    for (size_t w = 0; w < window_count; w++) {
        size_t frame = 0;
        size_t fits = matches[w].level == MATCH_NONE ? fitting_frames(windows[w], frames, frame_count, used, level, &frame) : 0;
        if (fits > 0 && may_match(windows[w], frames, frame_count, used, level)) {
            bool mutual = fits == 1 && fitting_windows(&frames[frame], windows, window_count, matches, level) == 1;
            matches[w] = (match){level, mutual ? (int)frame : MATCH_SEVERAL};
        }
    }
    for (size_t w = 0; w < window_count; w++) {
        for (size_t f = 0; matches[w].level == level && f < frame_count; f++) {
            used[f] = used[f] || match_fits(windows[w], &frames[f], level);
        }
    }
}

void match_windows(const window *const *windows, size_t window_count, const match_frame *frames, size_t frame_count, match *matches) {
    bool *used = calloc(frame_count + 1, sizeof *used);
    for (size_t w = 0; w < window_count; w++) {
        matches[w] = (match){MATCH_NONE, MATCH_SEVERAL};
    }
    match_level level = MATCH_TITLE_AND_SIZE;
    while (used != NULL && level < MATCH_NONE) {
        match_at(level, windows, window_count, frames, frame_count, used, matches);
        level++;
        if (level == MATCH_SIZE && contradictory(windows, window_count, frames, frame_count, used, matches)) {
            level = MATCH_ONLY_ONE;
        }
    }
    free(used);
}
