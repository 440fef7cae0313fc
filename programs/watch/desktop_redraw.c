/* SPDX-License-Identifier: MIT */
/* Without a compositor, a window that was moved or raised may show a picture of others until its application draws. An idle
 * application may have nothing to draw, and the picture would stay covered. So after a while the application is asked to draw. */
#include "desktop_private.h"

/* An application that is not idle has drawn or answered by then. */
static const uint64_t idle_ns = 100 * MILLISECOND;
/* The server has painted within this time what it was asked for, even if it was busy. */
static const uint64_t painting_ns = 1000 * MILLISECOND;
enum {
    MAX_DOUBLINGS = 9 /* 51.2 s */
};

static uint64_t later(uint64_t a, uint64_t b) { return a > b ? a : b; }

/* Which parts of the window are on the screen. The server shows opaque windows in front instead, also if nobody knows them or they have not
 * drawn, and asks nobody to draw what is behind them. */
static size_t visible_parts(const desktop *desktop, size_t index, box visible[MAX_PARTS]) {
    size_t count = 1;
    visible[0] = desktop->entries[index]->window.frame;
    for (size_t i = desktop->count - 1; i > index && count > 0; i--) {
        const window *front = &desktop->entries[i]->window;
        count = front->opaque ? box_list_take(visible, count, front->frame) : count;
    }
    return count;
}

static bool is_visible(box part, const box *visible, size_t count) {
    bool found = false;
    for (size_t i = 0; i < count && !found; i++) {
        found = !box_is_empty(box_intersect(part, visible[i]));
    }
    return found;
}

/* Whether something that is covered behind the window lies where its application has not drawn. */
static bool has_undrawn_covers(const desktop *desktop, const entry *entry, const box *visible, size_t visible_count) {
    bool found = false, may_have = entry->undrawn_count > 0 && visible_count > 0;
    for (size_t i = entry->first_cover + entry->cover_count; may_have && i < desktop->window_cover_count && !found; i++) {
        box parts[MAX_UNDRAWN], here = box_intersect(desktop->covers[i], entry->window.frame);
        size_t count = box_is_empty(here) ? 0 : entry_parts_in(entry, entry->undrawn, entry->undrawn_count, here, parts);
        for (size_t j = 0; j < count && !found; j++) {
            found = is_visible(parts[j], visible, visible_count);
        }
    }
    return found;
}

/* When the newest trail began that the window may show; 0 if there is none. */
static uint64_t newest_trail_ns(const desktop *desktop, const entry *entry, const box *visible, size_t visible_count) {
    uint64_t newest_ns = 0;
    for (size_t i = 0; i < desktop->trail_count; i++) {
        box parts[MAX_UNDRAWN];
        uint64_t since_ns = desktop->trails[i].since_ns;
        size_t count = since_ns > newest_ns ? entry_waiting_parts(entry, &desktop->trails[i], parts) : 0;
        for (size_t j = 0; j < count; j++) {
            newest_ns = is_visible(parts[j], visible, visible_count) ? since_ns : newest_ns;
        }
    }
    return newest_ns;
}

/* Since when nothing has happened to a window that may show a picture of others in its visible parts; NEVER for all others. */
static uint64_t idle_since_in_ns(const desktop *desktop, const entry *entry, const box *visible, size_t count) {
    uint64_t trail_ns = newest_trail_ns(desktop, entry, visible, count);
    bool shows_others = trail_ns > 0 || has_undrawn_covers(desktop, entry, visible, count);
    return shows_others ? later(later(entry->still_ns, trail_ns), entry->redraw_ns) : NEVER;
}

/* First ignores the windows in front, because that is fast and rules out most windows. */
static uint64_t idle_since_ns(const desktop *desktop, size_t index) {
    const entry *entry = desktop->entries[index];
    if (idle_since_in_ns(desktop, entry, &entry->window.frame, 1) == NEVER) {
        return NEVER;
    }
    box visible[MAX_PARTS];
    return idle_since_in_ns(desktop, entry, visible, visible_parts(desktop, index, visible));
}

/* An application that is busy may do what it was asked for later, so the pauses grow. */
static uint64_t pause_ns(const entry *entry) { return idle_ns << (entry->redraw_requests < MAX_DOUBLINGS ? entry->redraw_requests : MAX_DOUBLINGS); }

void desktop_note_idle(desktop *desktop, uint64_t now_ns) {
    for (size_t i = 0; i < desktop->count; i++) {
        entry *entry = desktop->entries[i];
        bool can_be = !entry->window.keeps_picture && !entry->window.no_place && !entry->copied; /* the server must say first which parts it copied */
        uint64_t since_ns = can_be ? idle_since_ns(desktop, i) : NEVER;
        entry->redraw_requests = since_ns == NEVER && entry->acted_ns > entry->redraw_ns ? 0 : entry->redraw_requests;
        entry->redraw_due_ns = add_ns(since_ns, pause_ns(entry));
        desktop_change_at(desktop, entry->redraw_due_ns, now_ns);
    }
}

/* From now on, only what is drawn ends what the window may show of others. The server may paint another part, and that does not say that the
 * application draws. */
static void keep_waiting(const desktop *desktop, entry *entry) {
    for (size_t i = 0; i < desktop->trail_count; i++) {
        box parts[MAX_UNDRAWN];
        size_t count = entry_waiting_parts(entry, &desktop->trails[i], parts);
        for (size_t j = 0; j < count; j++) {
            entry_add_undrawn(entry, box_move(parts[j], -entry->window.content.x, -entry->window.content.y));
        }
    }
}

bool entry_may_be_painted(const entry *entry, uint64_t now_ns) {
    return now_ns < add_ns(entry->redraw_ns, painting_ns);
}

static void take_redraw(desktop *desktop, entry *entry, uint64_t now_ns) {
    keep_waiting(desktop, entry);
    entry_forget_lost(entry); /* they are not drawn either */
    desktop->covers_stale = true;
    entry->redraw_requests++;
    entry->redraw_ns = now_ns;
    entry->redraw_due_ns = NEVER;
}

size_t desktop_redraws(desktop *desktop, uint64_t now_ns, uint64_t *ids, size_t max) {
    size_t count = 0;
    pthread_mutex_lock(&desktop->lock);
    for (size_t i = 0; i < desktop->count && count < max; i++) {
        if (desktop->entries[i]->redraw_due_ns <= now_ns) {
            take_redraw(desktop, desktop->entries[i], now_ns);
            ids[count++] = desktop->entries[i]->window.id;
        }
    }
    pthread_mutex_unlock(&desktop->lock);
    return count;
}
