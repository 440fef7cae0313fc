/* SPDX-License-Identifier: MIT */
/* Finds what must not be seen inside one window of the accessibility tree. */
#ifndef SCRIM_WATCH_SECRETS_H
#define SCRIM_WATCH_SECRETS_H

#include <glib.h>

#include "ask.h"
#include "desktop.h"
#include "rules.h"

/* How long an object counts after it has vanished, and how often it is looked for meanwhile. */
#define SETTLE_NS UINT64_C(1000000000)
#define MISSED_NS UINT64_C(250000000)

/* For how long an object has been missed. One that is on its way to another window, or whose application is busy, can give an error for
 * a moment. */
typedef struct absence {
    uint64_t since_ns; /* the first error; 0 while it exists */
    uint64_t last_ns;  /* when it was last looked for, in steps of MISSED_NS */
    unsigned count;    /* how often it was missed; meaningless while `since_ns` is 0 */
} absence;
/* Notes an answer. True if the object has been gone for SETTLE_NS, and at three moments or more. */
bool absence_note(absence *absence, bool exists, uint64_t now_ns);

/* The objects of an application that were password fields. They count as such in every window, until they have been gone for a while. */
typedef struct secret_objects secret_objects;
secret_objects *secret_objects_new(void);
void secret_objects_free(secret_objects *objects);

/* What is remembered of a window between readings: which objects were password fields. One that shows its text has another role. */
typedef struct secrets_memory secrets_memory;
/* `objects` must live longer. */
secrets_memory *secrets_memory_new(secret_objects *objects);
void secrets_memory_free(secrets_memory *memory);
/* Whether a password field that was in the window still exists, even if the window is not listed now. */
bool secrets_memory_is_needed(const secrets_memory *memory);

/* Reads the tree below `frame`, the accessible of a window. Fills verdict, prompt, count, boxes, again_ns, toolkit and reason. Every
 * error, a tree that is too large or too deep, or a time beyond `deadline_ns` (CLOCK_MONOTONIC) gives VERDICT_UNKNOWN. `drawn_ns` is when
 * the window was last drawn on, or had an event. `guests` receives the bus names of objects that are on another connection than `frame`; the
 * table must free its keys. May be NULL. It never asks what fields contain.
 *
 * `frame` may also be an object within a window, and the window all zeros: then only the verdict counts. */
void secrets_read(object frame, const window *window, const rules *rules, secrets_memory *memory, uint64_t drawn_ns,
                  uint64_t deadline_ns, GHashTable *guests, reading *out);

/* Asks only for the places of what was found before. False if that is not enough, and the tree must be read. */
bool secrets_read_places(const window *window, secrets_memory *memory, uint64_t deadline_ns, reading *out);

#endif
