/* SPDX-License-Identifier: MIT */
#include "candidates.h"

#include <stdlib.h>

#include "watch.h"

bool candidates_silent(pid_t pid) {
    const application *application;
    for (size_t i = 0; (application = applications_at(i)) != NULL; i++) {
        if (application->pid == pid && application->silent) {
            return true;
        }
    }
    return false;
}

bool candidates_collect(candidates *all, pid_t pid, uint64_t now_ns) {
    application *application;
    for (size_t i = 0; (application = applications_at(i)) != NULL; i++) {
        if (application->pid != pid || !application->has_tree) {
            continue;
        }
        if (!application_list(application, now_ns)) {
            application_check_silence(application, watch_now_ns() - now_ns);
            return false;
        }
        for (size_t f = 0; f < application->frames->len; f++) {
            frame *frame = g_ptr_array_index(application->frames, f);
            if (!frame->listed) {
                continue;
            }
            if (all->count == MAX_CANDIDATES) {
                return false;
            }
            all->owners[all->count] = application;
            all->frames[all->count] = frame;
            all->looks[all->count++] = (match_frame){frame->title, frame->width, frame->height};
        }
    }
    return true;
}

/* Windows of one process, the one in question first. */
typedef struct windows {
    GPtrArray *list; /* of known_window */
    match *matches;
} windows;

static const known_window *window_at(const windows *windows, size_t index) { return g_ptr_array_index(windows->list, index); }

/* Finds for each accessible the surest level at which a window fits it. MATCH_NONE: no window fits it. */
static void find_surest(const candidates *all, const windows *windows, match_level surest[MAX_CANDIDATES]) {
    for (size_t f = 0; f < all->count; f++) {
        surest[f] = MATCH_NONE;
        for (size_t w = 0; w < windows->list->len; w++) {
            match_level level = windows->matches[w].level;
            surest[f] = level < surest[f] && match_fits(&window_at(windows, w)->window, &all->looks[f], level) ? level : surest[f];
        }
    }
}

/* Windows that fit some of the accessibles that fit the first window, and no other one, take these away from it if they were there before.
 * Accessibles that some window fits more surely do not count. */
static bool is_unlisted(const candidates *all, const windows *windows) {
    const known_window *asked = window_at(windows, 0);
    const match_level level = windows->matches[0].level;
    match_level surest[MAX_CANDIDATES];
    size_t fitting = 0, earlier = 0;
    find_surest(all, windows, surest);
    for (size_t f = 0; f < all->count; f++) {
        fitting += surest[f] == level && match_fits(&asked->window, &all->looks[f], level);
    }
    for (size_t w = 1; w < windows->list->len; w++) {
        const known_window *other = window_at(windows, w);
        bool takes = windows->matches[w].level == level && other->listed_ns <= asked->listed_ns;
        for (size_t f = 0; takes && f < all->count; f++) {
            takes = surest[f] != level || !match_fits(&other->window, &all->looks[f], level) || match_fits(&asked->window, &all->looks[f], level);
        }
        earlier += takes;
    }
    return earlier >= fitting;
}

static void note_taken(candidates *all, const windows *windows) {
    for (size_t f = 0; f < all->count; f++) {
        for (size_t w = 0; w < windows->list->len; w++) {
            const match *match = &windows->matches[w];
            all->taken[f] = all->taken[f] || (match->frame == MATCH_SEVERAL ? match_fits(&window_at(windows, w)->window, &all->looks[f], match->level)
                                                                            : match->frame == (int)f);
        }
    }
}

void candidates_match(candidates *all, desktop *desktop, const question *question, uint64_t now_ns) {
    known_window asked = {.window = question->window, .listed_ns = question->listed_ns}; /* it may be gone from the desktop by now */
    size_t count;
    known_window *known = desktop_copy_windows(desktop, now_ns, &count); /* all at once, so that none is missed or there twice */
    if (known == NULL) {
        abort(); /* as GLib does without memory */
    }
    windows windows = {.list = g_ptr_array_new()};
    g_ptr_array_add(windows.list, &asked);
    for (size_t i = 0; i < count; i++) {
        if (known[i].window.pid == asked.window.pid && known[i].window.id != asked.window.id) {
            g_ptr_array_add(windows.list, &known[i]);
        }
    }
    windows.matches = g_new0(match, windows.list->len);
    const window **pointers = g_new(const window *, windows.list->len);
    for (size_t w = 0; w < windows.list->len; w++) {
        pointers[w] = &window_at(&windows, w)->window;
    }
    match_windows(pointers, windows.list->len, all->looks, all->count, windows.matches);
    all->match = windows.matches[0];
    all->is_unlisted = all->match.level != MATCH_NONE && all->match.frame == MATCH_SEVERAL && is_unlisted(all, &windows);
    note_taken(all, &windows);
    g_free(pointers);
    g_free(windows.matches);
    g_ptr_array_unref(windows.list);
    free(known);
}

bool candidates_sure(const candidates *all) {
    return all->match.level == MATCH_TITLE_AND_SIZE && all->match.frame != MATCH_SEVERAL;
}

bool candidates_since(const candidates *all, const window *window, uint64_t time_ns) {
    for (size_t f = 0; f < all->count; f++) {
        bool fits = all->match.frame == MATCH_SEVERAL ? match_fits(window, &all->looks[f], all->match.level) : all->match.frame == (int)f;
        if (fits && all->frames[f]->listed_ns >= time_ns) {
            return true;
        }
    }
    return false;
}

void candidates_give_window(candidates *all, uint64_t id) {
    for (size_t f = 0; f < all->count; f++) {
        all->frames[f]->window = (int)f == all->match.frame ? id : all->frames[f]->window == id ? 0
                                                                                                : all->frames[f]->window;
    }
}

frame *candidates_frame_of(const window *window, application **owner) {
    for (size_t i = 0; (*owner = applications_at(i)) != NULL; i++) {
        for (size_t f = 0; (*owner)->pid == window->pid && f < (*owner)->frames->len; f++) {
            frame *frame = g_ptr_array_index((*owner)->frames, f);
            if (frame->window == window->id) {
                return frame;
            }
        }
    }
    return NULL;
}

/* ---- Rules ---- */

static rule_action rule_of(const rules *rules, const window *window, const application *application, size_t *number) {
    const rule_subject subject = {.application = application != NULL && application->name[0] != '\0' ? application->name : NULL,
                                  .class_name = window->class_name,
                                  .title = window->title};
    return rules_window(rules, &subject, number);
}

rule_action candidates_process_rule(const rules *rules, const window *window, size_t *number, bool *certain) {
    rule_action found = rule_of(rules, window, applications_of(window->pid), number);
    const application *each;
    *certain = true;
    for (size_t i = 0; window->pid > 0 && (each = applications_at(i)) != NULL; i++) {
        size_t other = 0;
        rule_action action = each->pid == window->pid && each->has_tree ? rule_of(rules, window, each, &other) : found;
        *certain = *certain && action == found;
        if (action == RULE_WINDOW && found != RULE_WINDOW) {
            found = RULE_WINDOW;
            *number = other;
        }
    }
    if (!*certain && found != RULE_WINDOW) {
        found = RULE_NONE;
        *number = 0;
    }
    return found;
}

rule_action candidates_rule(const candidates *all, const rules *rules, const window *window, size_t *number) {
    bool certain;
    return candidates_sure(all) ? rule_of(rules, window, all->owners[all->match.frame], number) : candidates_process_rule(rules, window, number, &certain);
}
