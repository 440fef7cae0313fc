/* SPDX-License-Identifier: MIT */
/* The accessibility bus: who is on it, and what applications report there. Trees are read on another connection (ask.h). So events
 * wait in the main loop until a reading is done. */
#ifndef SCRIM_WATCH_BUS_H
#define SCRIM_WATCH_BUS_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

/* What an event says of an object. */
typedef enum bus_event {
    BUS_OBJECT_NEW,    /* it is new, or shown now, or has another role: what is in it may be secret */
    BUS_NAMED, /* another connection says that it is new, which may be a lie */
    BUS_WINDOWS_CHANGED /* the application has windows that it did not have, has others no longer, or calls one by another name */
} bus_event;

/* Called from the main loop, and from bus_open(). `name` is the unique name of a connection. */
typedef struct bus_handlers {
    void (*joined)(const char *name, pid_t pid); /* first with 0, and again when its process is known */
    void (*left)(const char *name);
    void (*event)(bus_event event, const char *name, const char *path);
    void (*answered)(const char *name); /* after bus_probe() */
    void (*restarted)(void);            /* the registry: events may have been lost */
    void (*lost)(void);                 /* the bus is gone, for good */
} bus_handlers;

/* Connects, and asks applications to report their trees. `names`: report changed names of objects too. False with a message that names
 * the bus. */
bool bus_open(const bus_handlers *handlers, bool names, char *error, size_t error_size);

/* Sends the application a question and does not wait. handlers->answered is called when it is awake. */
void bus_probe(const char *name);

/* Leaves the switch for accessibility as it was. May be called from another thread, before the program ends. */
void bus_restore(void);

/* Leaves the bus, and the switch for accessibility as it was. */
void bus_close(void);

#endif
