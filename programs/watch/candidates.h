/* SPDX-License-Identifier: MIT */
/* The accessibles of a process, to be compared with its windows. */
#ifndef SCRIM_WATCH_CANDIDATES_H
#define SCRIM_WATCH_CANDIDATES_H

#include "applications.h"
#include "match.h"

enum {
    MAX_CANDIDATES = 64
};

typedef struct candidates {
    application *owners[MAX_CANDIDATES];
    frame *frames[MAX_CANDIDATES];
    match_frame looks[MAX_CANDIDATES];
    bool taken[MAX_CANDIDATES]; /* fits a window of the process */
    size_t count;
    match match; /* of the window in question */
    bool missing; /* several accessibles fit it, but not as many as windows that were there before */
} candidates;

/* Whether a connection of the process does not answer. */
bool candidates_silent(pid_t pid);

/* Lists the top-level accessibles of the process. False if it does not answer, or has too many. */
bool candidates_collect(candidates *all, pid_t pid, uint64_t now_ns);

/* Compares them with all windows of the process, because each window takes an accessible away from the others. */
void candidates_match(candidates *all, desktop *desktop, const question *question, uint64_t now_ns);

/* Whether one of those that fit the window was not listed before this time. */
bool candidates_since(const candidates *all, const window *window, uint64_t time_ns);

/* Remembers the accessible that is matched, and finds it again; NULL if there is none. */
void candidates_give_window(candidates *all, uint64_t id);
frame *candidates_frame_of(const window *window, application **owner);

#endif
