/* SPDX-License-Identifier: MIT */
/* Publishes what is covered as a scene, for the plugins and `scrim shot`. */
#ifndef SCRIM_WATCH_PUBLISH_H
#define SCRIM_WATCH_PUBLISH_H

#include "desktop.h"

enum {
    PUBLISH_INTERVAL_MS = 50
}; /* subscribers need a sign of life */

typedef struct publisher publisher;

/* NULL with a message that names the feed and the reason, for example that another scrim-watch has it. */
publisher *publisher_open(const char *feed, char *error, size_t error_size);

/* Publishes a snapshot with these boxes secure. count SIZE_MAX: everything is covered. An error covers everything too, and is written to
 * standard error once. */
void publisher_publish(publisher *publisher, box bounds, const box *covers, size_t count, uint64_t now_ns);

void publisher_close(publisher *publisher);

#endif
