/* SPDX-License-Identifier: MIT */
/* The thread of the screen: hands windows and damage to the desktop, and publishes what is covered. */
#ifndef SCRIM_WATCH_WATCH_H
#define SCRIM_WATCH_WATCH_H

#include "publish.h"
#include "screen.h"

typedef struct watch watch;

typedef struct watch_options {
    desktop *desktop;
    const screen_kind *kind;
    screen *screen;       /* belongs to the watch from watch_start() on */
    publisher *publisher; /* likewise; NULL: nothing is published */
    bool preview;         /* `kind` must have one */
    int stop_fd;          /* a signalfd: what arrives there ends the thread; -1: only watch_stop() does */
    void (*ended)(void);  /* called in the thread when it ends for any reason; may be NULL */
} watch_options;

/* Starts the thread. NULL if that is not possible; then nothing was taken over. */
watch *watch_start(const watch_options *options);

/* Ends the thread, closes the screen, and removes the feed. If the thread had ended before, returns why, and otherwise NULL. */
const char *watch_stop(watch *watch);

/* The time on CLOCK_MONOTONIC. */
uint64_t watch_now_ns(void);

#endif
