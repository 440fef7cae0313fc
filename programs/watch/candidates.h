/* SPDX-License-Identifier: MIT */
/* The accessibles of a process, to be compared with its windows. */
#ifndef SCRIM_WATCH_CANDIDATES_H
#define SCRIM_WATCH_CANDIDATES_H

#include "applications.h"
#include "match.h"
#include "rules.h"

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
    bool is_unlisted; /* older windows take all accessibles that fit it, so its own is not listed yet */
} candidates;

/* Whether a connection of the process does not answer. */
bool candidates_silent(pid_t pid);

/* Lists the top-level accessibles of the process. False if it does not answer, or has too many. */
bool candidates_collect(candidates *all, pid_t pid, uint64_t now_ns);

/* Compares them with all windows of the process, because each window takes an accessible away from the others. */
void candidates_match(candidates *all, desktop *desktop, const question *question, uint64_t now_ns);

/* Whether exactly one fits the window by title and size. */
bool candidates_sure(const candidates *all);

/* What the rules say of a window of the process, by the names of all its connections that report a tree. A rule that covers it counts if any
 * name fits, and a rule that shows it if all do. `number` receives the rule's number, or 0. `certain` receives whether all names
 * lead to the same action. */
rule_action candidates_process_rule(const rules *rules, const window *window, size_t *number, bool *certain);
/* The same, but of the connection of the window if it is sure. */
rule_action candidates_rule(const candidates *all, const rules *rules, const window *window, size_t *number);

/* Whether one of those that fit the window was not listed before this time. */
bool candidates_since(const candidates *all, const window *window, uint64_t time_ns);

/* Remembers the accessible that is matched, and finds it again; NULL if there is none. */
void candidates_give_window(candidates *all, uint64_t id);
frame *candidates_frame_of(const window *window, application **owner);

#endif
