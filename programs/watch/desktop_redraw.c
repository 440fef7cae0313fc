/* SPDX-License-Identifier: MIT */
/* Without a compositor, a window that was moved or raised may show a picture of others until its application draws. An idle
 * application may have nothing to draw, and the picture would stay covered. So after a while the application is asked to draw. */
#include "desktop_private.h"

/* An application that is not idle has drawn or answered by then. */
static const uint64_t idle_ns = 100 * MILLISECOND;

static uint64_t later(uint64_t a, uint64_t b) { return a > b ? a : b; }

/* Whether something that is covered behind the window lies where its application has not drawn. */
static bool has_undrawn_covers(const desktop *desktop, const entry *entry) {
    for (size_t i = 0; i < entry->undrawn_count; i++) {
        box part = box_move(entry->undrawn[i], entry->window.content.x, entry->window.content.y);
        part = box_intersect(part, entry->window.frame);
        for (size_t j = entry->first_cover + entry->cover_count; j < desktop->window_cover_count; j++) {
            if (!box_is_empty(box_intersect(part, desktop->covers[j]))) {
                return true;
            }
        }
    }
    return false;
}

/* Since when the window may show pictures of others, NEVER if it shows none. */
static uint64_t others_since_ns(const desktop *desktop, const entry *entry) {
    uint64_t since_ns = has_undrawn_covers(desktop, entry) ? entry->still_ns : NEVER;
    for (size_t i = 0; i < desktop->trail_count; i++) {
        box parts[MAX_UNDRAWN];
        if (entry_waiting_parts(entry, &desktop->trails[i], parts) > 0) {
            since_ns = later(since_ns == NEVER ? entry->still_ns : since_ns, desktop->trails[i].since_ns);
        }
    }
    return since_ns;
}

void desktop_note_idle(desktop *desktop, uint64_t now_ns) {
    for (size_t i = 0; i < desktop->count; i++) {
        entry *entry = desktop->entries[i];
        bool copied = !entry->window.keeps_picture && !entry->window.no_place;
        uint64_t since_ns = copied ? others_since_ns(desktop, entry) : NEVER;
        if (since_ns != NEVER && since_ns >= entry->redraw_ns) {
            entry->redraw_due_ns = add_ns(since_ns, idle_ns);
            desktop_change_at(desktop, entry->redraw_due_ns, now_ns);
        } else {
            entry->redraw_due_ns = NEVER;
        }
    }
}

/* From now on, only what is drawn ends what it may show of others. The server may paint another part, and that does not say that the application draws. */
static void take_redraw(desktop *desktop, entry *entry, uint64_t now_ns) {
    for (size_t i = 0; i < desktop->trail_count; i++) {
        box parts[MAX_UNDRAWN];
        size_t count = entry_waiting_parts(entry, &desktop->trails[i], parts);
        for (size_t j = 0; j < count; j++) {
            entry_add_undrawn(entry, box_move(parts[j], -entry->window.content.x, -entry->window.content.y));
        }
    }
    entry->lost_count = entry->copied ? entry->lost_count : 0; /* they are not drawn either */
    desktop->covers_stale = true;
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
