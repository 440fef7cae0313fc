/* SPDX-License-Identifier: MIT */
/* The accessibility tree: reads windows on the AT-SPI bus, and says what in them must not be seen. It runs in the main thread, with the
 * main context of GLib. An application that hangs holds this thread back for at most TREE_TIMEOUT_MS. The thread of the screen does not
 * wait for it. */
#ifndef SCRIM_WATCH_TREE_H
#define SCRIM_WATCH_TREE_H

#include "desktop.h"
#include "rules.h"

enum {
    TREE_TIMEOUT_MS = 100
};

/* Connects to the bus, and asks applications to report their trees. False with a message if there is no bus. */
bool tree_open(desktop *desktop, const rules *rules, char *error, size_t error_size);

/* Answers questions until tree_stop(). False if the bus is gone: nothing can be read then, and all windows are unknown. */
bool tree_run(void);

/* May be called from a signal handler or another thread. */
void tree_stop(void);

/* Answers questions until all windows are read, for --once, until the time is over, or until tree_stop(). False if the bus is gone. */
bool tree_settle(uint64_t timeout_ns);

void tree_close(void);

#endif
