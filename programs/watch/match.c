/* SPDX-License-Identifier: MIT */
#include "match.h"

#include <stdlib.h>
#include <string.h>

static bool close_to(int64_t a, int32_t b) { return llabs(a - b) <= MATCH_TOLERANCE; }

/* Some toolkits count the shadows that they draw, some count the decorations of the window manager. */
static bool same_size(const window *window, const match_frame *frame) {
    const box *content = &window->content;
    const shadow *shadow = &window->shadow;
    return (close_to(content->width, frame->width) && close_to(content->height, frame->height)) ||
           (close_to((int64_t)content->width - shadow->left - shadow->right, frame->width) &&
            close_to((int64_t)content->height - shadow->top - shadow->bottom, frame->height)) ||
           (close_to(window->frame.width, frame->width) && close_to(window->frame.height, frame->height));
}

static bool same_title(const window *window, const match_frame *frame) {
    return window->title[0] != '\0' && frame->title != NULL && strcmp(window->title, frame->title) == 0;
}

bool match_fits(const window *window, const match_frame *frame, match_level level) {
    switch (level) {
    case MATCH_TITLE_AND_SIZE:
        return same_title(window, frame) && same_size(window, frame);
    case MATCH_SIZE:
        return same_size(window, frame);
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

/* Windows of this level keep it in `matches` while others are still looked at, so that all see the same. */
static void match_at(match_level level, const window *const *windows, size_t window_count, const match_frame *frames,
                     size_t frame_count, bool *used, match *matches) {
    for (size_t w = 0; w < window_count; w++) {
        size_t frame = 0;
        size_t fits = matches[w].level == MATCH_NONE ? fitting_frames(windows[w], frames, frame_count, used, level, &frame) : 0;
        if (fits > 0) {
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
    for (match_level level = MATCH_TITLE_AND_SIZE; used != NULL && level < MATCH_NONE; level++) {
        match_at(level, windows, window_count, frames, frame_count, used, matches);
    }
    free(used);
}
