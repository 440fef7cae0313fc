/* SPDX-License-Identifier: MIT */
/* Reads sway's answer to get_tree. */
#ifndef SCRIM_WATCH_SWAY_TREE_H
#define SCRIM_WATCH_SWAY_TREE_H

#include <glib.h>

#include "desktop.h"

enum {
    SWAY_MARGIN = 16 /* pixels around a window that belong to it: shadows, and small parts of popups */
};

typedef struct sway_window {
    window window;
    bool floating;
} sway_window;

typedef struct sway_tree {
    box bounds;      /* of all outputs, in coordinates of the layout; empty if there is none */
    GArray *windows; /* of sway_window: the visible ones, the lowest first */
} sway_tree;

/* False if the text is not an answer of sway. Release the array in any case. */
bool sway_tree_read(const char *text, size_t length, sway_tree *out);

#endif
