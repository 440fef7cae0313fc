/* SPDX-License-Identifier: MIT */
/* The screen: which windows there are, where, and what is drawn. One implementation for X11, one for sway; another compositor needs
 * one more. All calls come from one thread. */
#ifndef SCRIM_WATCH_SCREEN_H
#define SCRIM_WATCH_SCREEN_H

#include "desktop.h"

typedef struct screen screen;

typedef struct screen_kind {
    const char *name; /* "x11", "sway" */
    /* Connects, and reports the windows for the first time. NULL with a message in `error` if it cannot. */
    screen *(*open)(desktop *desktop, char *error, size_t error_size);
    /* To poll() for reading, and how long to wait at most: some compositors have to be asked. */
    int (*fd)(const screen *screen);
    int64_t (*interval_ns)(const screen *screen); /* −1: only when the descriptor is readable */
    /* Handles what has arrived. Reports windows and damage to the desktop. False if the connection is lost: call close and open. */
    bool (*handle)(screen *screen, uint64_t now_ns);
    /* Draws the outlines of what is covered, for --preview. NULL if this kind cannot. */
    void (*preview)(screen *screen, const box *covers, size_t count);
    /* Asks applications to draw these windows. NULL if the pictures of windows are kept. */
    void (*redraw)(screen *screen, const uint64_t *ids, size_t count);
    void (*close)(screen *screen);
} screen_kind;

extern const screen_kind screen_x11;
extern const screen_kind screen_sway;

/* The kind that fits the environment: SWAYSOCK, else DISPLAY. NULL if there is neither, or WAYLAND_DISPLAY of another compositor. */
const screen_kind *screen_find(void);

#endif
