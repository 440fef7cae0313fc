/* SPDX-License-Identifier: MIT */
/* Publishes what is covered as a scene, for the plugins and `scrim shot`. */
#ifndef SCRIM_WATCH_PUBLISH_H
#define SCRIM_WATCH_PUBLISH_H

#include "desktop.h"

enum {
    PUBLISH_INTERVAL_MS = 50, /* subscribers need a sign of life */
    PUBLISH_MARK = 1 << 19
};

/* The feed names its screen by two secure pixels far outside of it: one at (MARK, MARK), and one at (2·MARK + right end, 2·MARK + bottom end).
 * `scrim shot` refuses pictures of another size, because screens of one user may share a feed by mistake, such as one of Xephyr or VNC. */

typedef struct publisher publisher;

/* NULL with a message that names the feed and the reason, for example that another scrim-watch has it. Subscribers cover everything
 * until the first call of publisher_publish(). */
publisher *publisher_open(const char *feed, char *error, size_t error_size);

/* Publishes a snapshot with these boxes secure, in coordinates of the screen. count SIZE_MAX: everything is covered. An error covers
 * everything too, until a later call succeeds, and is written to standard error once. */
void publisher_publish(publisher *publisher, box bounds, const box *covers, size_t count, uint64_t now_ns);

/* False if the file of the feed was removed or replaced: then no recorder finds it. */
bool publisher_is_found(const publisher *publisher);

/* Removes the feed, so that subscribers cover everything. May be NULL. */
void publisher_close(publisher *publisher);

#endif
