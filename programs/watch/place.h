/* SPDX-License-Identifier: MIT */
/* Where a part of the tree is in its window. Toolkits count from different corners, and in different units. */
#ifndef SCRIM_WATCH_PLACE_H
#define SCRIM_WATCH_PLACE_H

#include "desktop.h"

enum {
    PLACE_MAX_SCALE = 4, /* pixels of the screen in one of the toolkit's */
    PLACE_MARGIN = 8,     /* around a view, in the toolkit's pixels: GTK 4 reports entries without their padding */
    PLACE_PAGE_MARGIN = 2 /* around a page: sizes are rounded */
};

/* How reported places become pixels of the window's content. */
typedef struct geometry {
    int32_t left, top;         /* where the window itself is in reported places */
    double scale;              /* pixels of the screen in one reported pixel */
    int32_t reach_x, reach_y;  /* parts may be up to this far to the right and down, in pixels of the screen */
    int32_t width, height;     /* of the content */
    bool exact;                /* the window is reported with its own size: no scale, and nothing to reach */
} geometry;

/* Compares the reported place of the window with its size on the screen. `on_screen`: the reported places are not relative to the window.
 * False if the two do not fit: then no place in the window can be trusted. */
bool geometry_find(const window *window, box reported, bool on_screen, geometry *out);

typedef enum place {
    PLACE_NOWHERE, /* it is not shown, or outside of the window */
    PLACE_BOX,
    PLACE_ODD      /* no such place can be */
} place;

/* Writes the box in the content that covers a part with this reported place. */
place place_find(const geometry *geometry, box reported, bool showing, int32_t margin, box *out);

bool box_overlaps_half(box a, box b); /* of the smaller one */

#endif
