/* SPDX-License-Identifier: MIT */
#include "desktop_private.h"

#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>

uint64_t add_ns(uint64_t a, uint64_t b) { return a > NEVER - b ? NEVER : a + b; }

void unread_clear(unread *unread) {
    *unread = (struct unread){.first_ns = NEVER, .damage_ns = NEVER, .event_ns = NEVER, .inside_ns = NEVER};
}

void unread_add(unread *unread, const struct unread *later) {
    unread->first_ns = later->first_ns < unread->first_ns ? later->first_ns : unread->first_ns;
    unread->damage_ns = later->damage_ns < unread->damage_ns ? later->damage_ns : unread->damage_ns;
    unread->inside_ns = later->inside_ns < unread->inside_ns ? later->inside_ns : unread->inside_ns;
    unread->last_ns = later->last_ns > unread->last_ns ? later->last_ns : unread->last_ns;
    unread->event_ns = later->event_ns < unread->event_ns ? later->event_ns : unread->event_ns;
    unread->part = box_join(unread->part, later->part);
}

uint64_t entry_first_ns(const entry *entry) {
    return entry->before.first_ns < entry->since.first_ns ? entry->before.first_ns : entry->since.first_ns;
}

uint64_t entry_limit(const desktop *desktop, const entry *entry) {
    switch (entry->reading.verdict) {
    case VERDICT_SECRETS:
        return desktop->times.answer_ns;
    case VERDICT_CLEAR:
    case VERDICT_SHOWN:
        return desktop->times.clear_ns;
    default:
        return NEVER;
    }
}

verdict entry_verdict(const desktop *desktop, const entry *entry, uint64_t now_ns) {
    return entry->outdated || entry_deadline_ns(desktop, entry) <= now_ns ? VERDICT_UNKNOWN : entry->reading.verdict;
}

entry *desktop_find(desktop *desktop, uint64_t id) {
    for (size_t i = 0; i < desktop->count; i++) {
        if (desktop->entries[i]->window.id == id) {
            return desktop->entries[i];
        }
    }
    return NULL;
}

/* ---- Creation ---- */

desktop *desktop_new(const desktop_times *times) {
    desktop *desktop = calloc(1, sizeof *desktop);
    if (desktop == NULL) {
        return NULL;
    }
    desktop->times = *times;
    desktop->covers_stale = true;
    desktop->covers_fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    desktop->questions_fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    pthread_mutex_init(&desktop->lock, NULL);
    if (desktop->covers_fd < 0 || desktop->questions_fd < 0) {
        desktop_free(desktop);
        return NULL;
    }
    return desktop;
}

void desktop_forget_windows(desktop *desktop) {
    for (size_t i = 0; i < desktop->count; i++) {
        free(desktop->entries[i]);
    }
    free(desktop->entries);
    desktop->entries = NULL;
    desktop->count = 0;
    desktop->lost |= desktop->known;
    desktop->known = false;
    desktop->trail_count = 0;
    desktop->cover_count = 0;
    desktop->bounds = (box){0, 0, 0, 0};
    desktop->covers_stale = true;
}

void desktop_free(desktop *desktop) {
    if (desktop == NULL) {
        return;
    }
    desktop_forget_windows(desktop);
    pthread_mutex_destroy(&desktop->lock);
    if (desktop->covers_fd >= 0) {
        close(desktop->covers_fd);
    }
    if (desktop->questions_fd >= 0) {
        close(desktop->questions_fd);
    }
    free(desktop);
}

int desktop_questions_fd(const desktop *desktop) { return desktop->questions_fd; }
int desktop_covers_fd(const desktop *desktop) { return desktop->covers_fd; }

/* ---- The thread of the screen ---- */

void desktop_lost(desktop *desktop) {
    pthread_mutex_lock(&desktop->lock);
    desktop_forget_windows(desktop);
    pthread_mutex_unlock(&desktop->lock);
}

static void add_damage(entry *entry, box part, uint64_t now_ns) {
    const reading *reading = &entry->reading;
    bool covered = reading->verdict == VERDICT_COVERED ||
                   (reading->verdict == VERDICT_SECRETS && entry->window.no_place && reading->count > 0);
    for (size_t i = 0; reading->verdict == VERDICT_SECRETS && i < reading->count && !covered; i++) {
        covered = !box_is_empty(reading->boxes[i]) && box_contains(reading->boxes[i], part);
    }
    if (covered) {
        entry->since.inside_ns = now_ns < entry->since.inside_ns ? now_ns : entry->since.inside_ns;
    } else {
        unread_add(&entry->since, &(unread){.first_ns = now_ns, .damage_ns = now_ns, .event_ns = NEVER, .last_ns = now_ns, .inside_ns = NEVER, .part = part});
        if (entry->places_are_late) {
            entry->drawn_outside_ns = now_ns;
            entry->drawn_outside = box_join(entry->drawn_outside, part);
        }
    }
}

/* If damage is reported this soon after an answer, the application may have drawn while it was asked. Then it has spoken of its new
 * picture, and nobody has read the one before. */
static const uint64_t late_damage_ns = 5 * MILLISECOND;

void desktop_damaged(desktop *desktop, uint64_t id, box part, uint64_t now_ns) {
    pthread_mutex_lock(&desktop->lock);
    entry *entry = desktop_find(desktop, id);
    if (entry != NULL && !box_is_empty(part)) {
        uint64_t deadline_ns = entry_deadline_ns(desktop, entry);
        entry->drawn_ns = now_ns;
        if (entry->outdated || entry->reading.verdict != VERDICT_SHOWN) {
            add_damage(entry, part, now_ns);
        }
        if (entry->reading.verdict == VERDICT_SECRETS && add_ns(entry->ended_ns, late_damage_ns) >= now_ns) {
            entry_linger(desktop, entry, entry->read_part, now_ns);
            desktop->covers_stale = true;
        }
        desktop->covers_stale |= entry_deadline_ns(desktop, entry) != deadline_ns;
        desktop_wake_tree(desktop, entry, now_ns);
    }
    pthread_mutex_unlock(&desktop->lock);
}

void desktop_drawn(desktop *desktop, uint64_t id, const box *parts, size_t count, bool copies, uint64_t now_ns) {
    pthread_mutex_lock(&desktop->lock);
    entry *entry = desktop_find(desktop, id);
    if (entry != NULL) {
        desktop->covers_stale |= entry->copied;
        entry->copied = false;
        entry->drawing = (box){0, 0, 0, 0};
    }
    if (entry != NULL && count > 0) {
        desktop->covers_stale |= entry->undrawn_count > 0;
        entry_draw(entry, parts, count, copies);
        if (!copies && !entry_may_be_painted(entry, now_ns)) {
            desktop_settle(desktop, entry, now_ns, now_ns);
        }
        desktop_note_life(desktop, entry, now_ns, copies, now_ns);
    }
    pthread_mutex_unlock(&desktop->lock);
}

void desktop_drawing(desktop *desktop, uint64_t id, box part) {
    pthread_mutex_lock(&desktop->lock);
    entry *entry = desktop_find(desktop, id);
    if (entry != NULL) {
        entry->drawing = part;
    }
    pthread_mutex_unlock(&desktop->lock);
}

size_t desktop_covers(desktop *desktop, uint64_t now_ns, box covers[DESKTOP_MAX_COVERS], uint64_t *next_ns) {
    uint64_t ignored;
    pthread_mutex_lock(&desktop->lock);
    if (desktop->covers_signaled) {
        desktop->covers_signaled = read(desktop->covers_fd, &ignored, sizeof ignored) != sizeof ignored;
    }
    if (desktop->covers_stale || desktop->covers_next_ns <= now_ns) {
        desktop_compute_covers(desktop, now_ns);
    }
    size_t count = desktop->known ? desktop->cover_count : SIZE_MAX;
    if (desktop->known) {
        memcpy(covers, desktop->covers, count * sizeof *covers);
    }
    *next_ns = desktop->covers_next_ns;
    pthread_mutex_unlock(&desktop->lock);
    return count;
}

/* ---- The thread of the tree ---- */

static void note_unread(desktop *desktop, entry *entry, const unread *added, uint64_t now_ns) {
    uint64_t deadline_ns = entry_deadline_ns(desktop, entry);
    bool first = (added->event_ns != NEVER ? entry->since.event_ns : entry->since.first_ns) == NEVER;
    unread_add(&entry->since, added);
    if (entry_deadline_ns(desktop, entry) != deadline_ns) {
        desktop_covers_changed(desktop);
    }
    if (first) {
        desktop_wake_tree(desktop, entry, now_ns);
    }
}

void desktop_add_event(desktop *desktop, entry *entry, uint64_t now_ns) {
    entry->drawn_ns = entry->event_ns = now_ns;
    note_unread(desktop, entry, &(unread){.first_ns = now_ns, .damage_ns = NEVER, .event_ns = now_ns, .inside_ns = NEVER}, now_ns);
}

static bool may_be_of(const window *window, pid_t pid) { return window->pid == pid || window->named_pid == pid; }

void desktop_changed(desktop *desktop, pid_t pid, uint64_t id, uint64_t now_ns) {
    pthread_mutex_lock(&desktop->lock);
    for (size_t i = 0; i < desktop->count; i++) {
        const window *window = &desktop->entries[i]->window;
        if ((id == 0 || window->id == id) && (pid == 0 || may_be_of(window, pid))) {
            desktop_add_event(desktop, desktop->entries[i], now_ns);
        }
    }
    pthread_mutex_unlock(&desktop->lock);
}

void desktop_news_wait(desktop *desktop, pid_t pid, uint64_t now_ns) {
    pthread_mutex_lock(&desktop->lock);
    for (size_t i = 0; pid > 0 && i < desktop->count; i++) {
        entry *entry = desktop->entries[i];
        const reading *reading = &entry->reading;
        if (entry->window.pid == pid && reading->verdict == VERDICT_SECRETS && reading->prompt) {
            note_unread(desktop, entry, &(unread){.first_ns = now_ns, .damage_ns = NEVER, .event_ns = NEVER, .inside_ns = NEVER}, now_ns);
        }
    }
    pthread_mutex_unlock(&desktop->lock);
}

void desktop_news_came(desktop *desktop, pid_t pid, uint64_t now_ns) {
    pthread_mutex_lock(&desktop->lock);
    for (size_t i = 0; pid > 0 && i < desktop->count; i++) {
        entry *entry = desktop->entries[i];
        if (entry->window.pid == pid && entry->window.no_place && entry->reading.verdict == VERDICT_CLEAR) {
            desktop_add_event(desktop, entry, now_ns);
        }
    }
    pthread_mutex_unlock(&desktop->lock);
}

void desktop_outdate(desktop *desktop, entry *entry, uint64_t now_ns) {
    entry->event_ns = now_ns;
    entry->outdated = true;
    entry->waiting = false;
    entry->failures = 0;
    entry->again_ns = NEVER;
    desktop_covers_changed(desktop);
    desktop_wake_tree(desktop, entry, now_ns);
}

void desktop_forget(desktop *desktop, pid_t pid, uint64_t now_ns) {
    pthread_mutex_lock(&desktop->lock);
    for (size_t i = 0; i < desktop->count; i++) {
        if (pid == 0 || may_be_of(&desktop->entries[i]->window, pid)) {
            desktop_outdate(desktop, desktop->entries[i], now_ns);
        }
    }
    pthread_mutex_unlock(&desktop->lock);
}

/* ---- Either thread ---- */

static void copy_window(const desktop *desktop, const entry *entry, uint64_t now_ns, window *window, reading *reading) {
    *window = entry->window;
    *reading = entry->reading;
    reading->verdict = entry_verdict(desktop, entry, now_ns);
    if (entry->ticket == 0) {
        strcpy(reading->reason, "not read yet");
    } else if (reading->verdict != entry->reading.verdict) {
        strcpy(reading->reason, "changed, and not read since");
    }
}

bool desktop_window(desktop *desktop, size_t index, window *window, reading *reading, uint64_t now_ns) {
    pthread_mutex_lock(&desktop->lock);
    bool found = index < desktop->count;
    if (found) {
        copy_window(desktop, desktop->entries[index], now_ns, window, reading);
    }
    pthread_mutex_unlock(&desktop->lock);
    return found;
}

known_window *desktop_copy_windows(desktop *desktop, uint64_t now_ns, size_t *count) {
    pthread_mutex_lock(&desktop->lock);
    known_window *windows = calloc(desktop->count + 1, sizeof *windows);
    *count = windows != NULL ? desktop->count : 0;
    for (size_t i = 0; i < *count; i++) {
        copy_window(desktop, desktop->entries[i], now_ns, &windows[i].window, &windows[i].reading);
        windows[i].listed_ns = desktop->entries[i]->listed_ns;
    }
    pthread_mutex_unlock(&desktop->lock);
    return windows;
}

box desktop_bounds(desktop *desktop) {
    pthread_mutex_lock(&desktop->lock);
    box bounds = desktop->bounds;
    pthread_mutex_unlock(&desktop->lock);
    return bounds;
}
