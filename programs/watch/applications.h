/* SPDX-License-Identifier: MIT */
/* The applications on the bus, their top-level accessibles, and which of these belong to which windows. */
#ifndef SCRIM_WATCH_APPLICATIONS_H
#define SCRIM_WATCH_APPLICATIONS_H

#include <glib.h>

#include "ask.h"
#include "secrets.h"

enum {
    APPLICATION_MAX_FRAMES = 256, /* an application with more cannot be read */
    APPLICATION_MAX_STRAYS = 16
};

/* A top-level accessible: a window, dialog, menu or tooltip as the application reports it. */
typedef struct frame {
    char *bus_name, *path; /* most often the bus name of the application */
    bool listed; /* otherwise it is kept for its memory, until it comes back: GTK 3 does not list windows that are hidden */
    uint64_t listed_ns; /* since when it is; 0 if it is not */
    GHashTable *guests; /* bus names of other connections that had objects in it when it was last read, such as pages of WebKitGTK */
    secrets_memory *memory;
    char title[ASK_TEXT];
    int32_t width, height;
    uint64_t read_ns;   /* when it was last read as a whole; 0: never, or it must be read again */
    uint64_t cost_ns;   /* how long that took */
    uint64_t budget_ns; /* how long the next reading may take; grows if the time was not enough */
    uint64_t window;    /* the one for which it was read */
    verdict verdict;    /* VERDICT_UNKNOWN until it has been read */
    bool visible;       /* it has secrets that are not hidden now */
    bool blank;         /* it does not say what its window shows */
    bool prompt;        /* the last reading was */
} frame;

/* A new object that may be secret. A pop-up that is listed nowhere may contain it. */
typedef struct stray {
    char *path;
    absence absence;
} stray;

/* A connection to the bus. */
typedef struct application {
    char *bus_name;
    pid_t pid;
    bool has_tree; /* the registry lists it */
    char name[ASK_TEXT], toolkit[ASK_TEXT];
    GPtrArray *frames;
    secret_objects *secrets;
    bool silent;           /* it did not answer in time, and has not since */
    uint64_t probed_ns;    /* when it was sent a question that it may answer at any time */
    uint64_t looked_ns;    /* when it was last looked for in the registry */
    uint64_t quiet_ns;     /* events of it are not handled before: it sends too many */
    GQueue *news;          /* paths of new objects to be read */
    bool everything_new;   /* too many to keep */
    uint64_t news_ns;      /* when the last one was reported */
    stray strays[APPLICATION_MAX_STRAYS];
    size_t stray_count;
} application;

void applications_open(void);
void applications_close(void);

/* A connection has come, or its process is known now: `pid` is 0 until then. */
void applications_add(const char *bus_name, pid_t pid);
/* A connection has gone. False if it was not known. */
bool applications_remove(const char *bus_name);
application *applications_find(const char *bus_name);
application *applications_at(size_t index); /* NULL after the last one */

typedef enum presence {
    PRESENCE_NONE,   /* the process is not on the bus, or reports no tree */
    PRESENCE_TREE,   /* a connection of it reports a tree */
    PRESENCE_UNCLEAR /* it may report one: applications_unclear() */
} presence;

/* Whether a connection of the process may report a tree that is not known: the registry or the bus does not answer, or there are too many. */
bool applications_unclear(pid_t pid);

/* Looks for new trees in the registry, but not more often than it makes sense. */
presence applications_presence(pid_t pid, uint64_t now_ns);
/* The first of the process that reports a tree, or NULL. */
application *applications_of(pid_t pid);

/* Asks the application for its top-level accessibles, their titles and sizes. False if it does not answer. */
bool application_list(application *application, uint64_t now_ns);

/* Adds a stray, which gets the path. One that is known is not added again. If there are too many, one that is missing is dropped, or else
 * the oldest. */
void application_add_stray(application *application, char *path);
void application_drop_stray(application *application, size_t index);

/* After an answer that failed: an application that let a call time out is not asked again until it has answered a probe. */
void application_check_silence(application *application, uint64_t took_ns);

#endif
