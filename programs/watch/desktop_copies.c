/* SPDX-License-Identifier: MIT */
/* Without a compositor, the X server copies what a window shows when it moves. That may be a picture of other windows, if its application
 * has not drawn there. */
#include "desktop_private.h"

#include <string.h>

void pictures_add(pictures *taken, box part, const box *others, size_t other_count) {
    box rest[MAX_PARTS];
    size_t count = box_is_empty(part) ? 0 : box_subtract_all(part, others, other_count, rest);
    for (size_t i = 0; i < count; i++) {
        if (box_is_in_one(rest[i], taken->boxes, taken->count)) {
            continue;
        }
        if (taken->count == MAX_TRAILS) {
            rest[i] = box_join(rest[i], taken->boxes[--taken->count]);
        }
        taken->boxes[taken->count++] = rest[i];
    }
}

enum {
    MAX_NOT_SEEN = 8 /* more would make too many parts of one box */
};

/* Parts of the window that are not on the screen, or behind other windows, cannot be copied from its place. */
static size_t unseen_parts(const desktop *desktop, const entry *entry, box parts[MAX_UNDRAWN], bool *grew) {
    box place = entry->window.content, whole = window_whole(&entry->window);
    size_t count = box_subtract(place, desktop->bounds, parts);
    for (size_t i = 0; i < count; i++) {
        parts[i] = box_move(parts[i], -place.x, -place.y);
    }
    for (size_t i = desktop->count; i > 0 && desktop->entries[i - 1] != entry; i--) {
        box part = box_intersect(box_move(desktop->entries[i - 1]->window.frame, -place.x, -place.y), whole);
        if (!box_is_empty(part) && count == MAX_UNDRAWN) {
            *grew = true;
            parts[0] = whole;
            return 1;
        }
        if (!box_is_empty(part)) {
            parts[count++] = part;
        }
    }
    return count;
}

/* Windows in front that hide a part of this one, at most MAX_NOT_SEEN - 1. */
static size_t fronts(const desktop *desktop, const entry *entry, box boxes[MAX_NOT_SEEN]) {
    size_t count = 0;
    for (size_t i = desktop->count; i > 0 && desktop->entries[i - 1] != entry && count < MAX_NOT_SEEN - 1; i--) {
        const window *front = &desktop->entries[i - 1]->window;
        boxes[count] = front->frame;
        count += front->opaque && !box_is_empty(box_intersect(front->frame, entry->window.frame));
    }
    return count;
}

/* Takes what is covered behind the window in these parts of it. */
static void take_behind(const desktop *desktop, const entry *entry, pictures *taken, const box *parts, size_t count, const box *others, size_t other_count) {
    for (size_t i = 0; i < count; i++) {
        box part = box_move(parts[i], entry->window.content.x, entry->window.content.y);
        for (size_t j = entry->first_cover + entry->cover_count; j < desktop->window_cover_count; j++) {
            pictures_add(taken, box_intersect(desktop->covers[j], part), others, other_count);
        }
    }
}

/* The server counts as drawn what it has copied since it began. After one move, that is what the window shows. After several moves, parts may be
 * gone that it could not show in one of the places before. */
static void note_unseen(const desktop *desktop, entry *entry) {
    bool grew = false;
    box parts[MAX_UNDRAWN];
    size_t count = unseen_parts(desktop, entry, parts, &grew);
    entry->lost_grew |= entry->copied && (entry->unseen_grew || grew);
    for (size_t i = 0; i < entry->unseen_count && entry->copied; i++) {
        entry_add_lost(entry, entry->unseen[i]);
    }
    for (size_t i = 0; i < count && entry->copied; i++) {
        entry_add_lost(entry, parts[i]);
    }
    memcpy(entry->unseen, parts, count * sizeof *parts);
    entry->unseen_count = count;
    entry->unseen_grew = grew;
}

/* If a trail is older than the last move of the window, the window shows it only in parts that were not drawn before. The server copied all
 * other parts from the former place. It may be partly older if several trails have become one. */
static size_t carried_parts(const entry *entry, const trail *trail, box parts[MAX_UNDRAWN]) {
    box here = box_intersect(trail->box, entry->window.frame);
    if (trail->first_ns >= entry->moved_ns) {
        return entry_waiting_parts(entry, trail, parts);
    }
    if (trail->since_ns >= entry->moved_ns) {
        parts[0] = here;
        return !box_is_empty(here);
    }
    return entry->copied ? entry_parts_in(entry, entry->lost, entry->lost_count, here, parts)
                         : entry_parts_in(entry, entry->undrawn, entry->undrawn_count, here, parts);
}

void entry_take_along(const desktop *desktop, entry *entry, pictures *taken, uint64_t now_ns) {
    box parts[MAX_UNDRAWN], others[MAX_NOT_SEEN];
    size_t count = fronts(desktop, entry, others), with_drawing = count + 1;
    others[count] = box_move(entry->drawing, entry->window.content.x, entry->window.content.y);
    note_unseen(desktop, entry);
    take_behind(desktop, entry, taken, entry->silent, entry->silent_count, others, count);
    take_behind(desktop, entry, taken, entry->lost, entry->lost_count, others, count);
    if (!entry->copied) { /* otherwise nobody has said yet what it has not drawn */
        take_behind(desktop, entry, taken, entry->undrawn, entry->undrawn_count, others, with_drawing);
    }
    for (size_t i = 0; i < desktop->trail_count; i++) {
        const trail *trail = &desktop->trails[i];
        size_t part_count = trail->owner != entry->window.id ? carried_parts(entry, trail, parts) : 0;
        for (size_t j = 0; j < part_count; j++) {
            pictures_add(taken, parts[j], others, with_drawing);
        }
    }
    entry->copied = true;
    entry->moved_ns = now_ns;
}

/* If the window has another size, the server may also have moved what was inside, by no more than the difference. */
void desktop_bring(desktop *desktop, entry *entry, const window *old, const pictures *taken, uint64_t now_ns) {
    box from = old->content, to = entry->window.content;
    for (size_t i = 0; i < taken->count; i++) {
        box part = box_move(taken->boxes[i], to.x - from.x, to.y - from.y);
        part = box_join(part, box_move(part, to.width - from.width, to.height - from.height));
        desktop_add_trail(desktop, (trail){.box = box_intersect(part, entry->window.frame), .copied = true}, now_ns);
    }
    if (entry->silent_count > 0 && (from.width != to.width || from.height != to.height)) {
        entry->silent[0] = window_whole(&entry->window);
        entry->silent_count = 1;
    }
}
