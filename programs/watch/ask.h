/* SPDX-License-Identifier: MIT */
/* Calls to objects of the accessibility bus, many at once. libatspi makes one call at a time and waits for each, which takes several
 * times as long for a large tree. And some of its functions return the same value for an error as for nothing. */
#ifndef SCRIM_WATCH_ASK_H
#define SCRIM_WATCH_ASK_H

#include <dbus/dbus.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "desktop.h"

enum {
    ASK_AT_ONCE = 64,   /* calls that wait for an answer at the same time */
    ASK_TIMEOUT_MS = 100, /* for the first of them */
    ASK_EACH_MS = 10,     /* for each of the others, in addition */
    ASK_TEXT = 256      /* bytes of a bus name, or of an answer that is text, with its NUL */
};

/* An object: the application's name on the bus, and the path within it. */
typedef struct object {
    const char *bus, *path;
} object;

typedef enum ask_what {
    ASK_ROLE,
    ASK_STATE,
    ASK_CHILDREN,
    ASK_NAME,
    ASK_PLACE_IN_WINDOW,
    ASK_PLACE_ON_SCREEN,
    ASK_URI, /* of the document that contains it */
    ASK_TOOLKIT,
    ASK_VERSION /* of the toolkit */
} ask_what;

typedef struct call {
    object to;
    ask_what what;
    DBusPendingCall *pending;
    DBusMessage *reply; /* NULL if the answer was an error */
} call;

typedef struct asker {
    DBusConnection *bus;
    uint64_t deadline_ns; /* CLOCK_MONOTONIC */
    bool late;            /* some call was not answered in time, or could not be sent */
} asker;

uint64_t ask_now(void);

/* Makes at most ASK_AT_ONCE calls, and waits for all answers. False if one was late; there are no replies then. */
bool ask_all(asker *asker, call *calls, size_t count);
/* Frees the replies. */
void ask_done(call *calls, size_t count);

/* What a reply says. False if there is none, or it has another type. */
bool reply_number(const call *call, uint32_t *out);
bool reply_states(const call *call, uint64_t *out);
bool reply_place(const call *call, box *out);
bool reply_text(const call *call, char out[ASK_TEXT]); /* longer texts are cut between characters */
const char *reply_whole_text(const call *call);        /* belongs to the reply; NULL if there is none */

/* The children in a reply, one by one. NULL objects have the path "/org/a11y/atspi/null". False at the end; `broken` is set if the reply
 * has another type. */
typedef struct reply_children {
    DBusMessageIter list;
    const call *call;
    bool broken;
} reply_children;
void reply_children_begin(reply_children *children, const call *call);
bool reply_children_next(reply_children *children, object *out);

#endif
