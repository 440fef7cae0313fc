/* SPDX-License-Identifier: MIT */
/* When a window closes, moves or goes behind another one, the X server asks the applications behind it to draw. Until they do, the screen
 * still shows what was there. An application that is busy does not draw for a while. */
#include "desktop_private.h"

static bool is_on(const entry *entry, box part) { return !box_is_empty(box_intersect(entry->window.frame, part)); }

static void ask_later(entry *entry, uint64_t now_ns) {
    entry->since.inside_ns = now_ns < entry->since.inside_ns ? now_ns : entry->since.inside_ns;
}

void entry_note_place(entry *entry, uint64_t now_ns) {
    entry->still_ns = now_ns;
    ask_later(entry, now_ns);
}

/* Whether the application has neither drawn nor answered since the trail began. */
static bool is_waiting(const entry *entry, const trail *trail) { return entry->alive_ns <= trail->since_ns && is_on(entry, trail->box); }

static bool is_over(const desktop *desktop, const trail *trail, uint64_t now_ns) {
    if (trail->until_ns > now_ns) {
        return false;
    }
    for (size_t i = 0; i < desktop->count; i++) {
        if (is_waiting(desktop->entries[i], trail)) {
            return false;
        }
    }
    return true;
}

static void drop_old(desktop *desktop, uint64_t now_ns) {
    size_t kept = 0;
    for (size_t i = 0; i < desktop->trail_count; i++) {
        if (!is_over(desktop, &desktop->trails[i], now_ns)) {
            desktop->trails[kept++] = desktop->trails[i];
        }
    }
    desktop->trail_count = kept;
}

static void add_trail(desktop *desktop, box part, uint64_t now_ns) {
    if (box_is_empty(part)) {
        return;
    }
    for (size_t i = 0; i < desktop->trail_count; i++) {
        trail *old = &desktop->trails[i];
        if (box_contains(part, old->box)) {
            *old = desktop->trails[--desktop->trail_count];
            i--;
        }
    }
    for (size_t i = 0; i < desktop->count; i++) {
        if (is_on(desktop->entries[i], part)) {
            ask_later(desktop->entries[i], now_ns); /* an answer shows that its application lives */
        }
    }
    if (desktop->trail_count == MAX_TRAILS) {
        part = box_join(part, desktop->trails[--desktop->trail_count].box);
    }
    desktop->trails[desktop->trail_count++] = (trail){part, now_ns, add_ns(now_ns, desktop->times.linger_ns)};
}

void desktop_leave_trail(desktop *desktop, const entry *entry, uint64_t now_ns) {
    drop_old(desktop, now_ns);
    for (size_t i = 0; i < entry->cover_count; i++) {
        add_trail(desktop, desktop->covers[entry->first_cover + i], now_ns);
    }
    if (entry_verdict(desktop, entry, now_ns) == VERDICT_SECRETS) {
        box part = box_join(entry->before.part, entry->since.part);
        part = box_move(part, entry->window.content.x, entry->window.content.y);
        add_trail(desktop, box_intersect(part, box_join(entry->window.frame, entry->window.content)), now_ns);
    }
}

void desktop_leave_whole_trail(desktop *desktop, uint64_t now_ns) { add_trail(desktop, desktop->bounds, now_ns); }

void desktop_note_life(desktop *desktop, entry *entry, uint64_t time_ns, uint64_t now_ns) {
    if (entry->alive_ns <= entry->still_ns && time_ns > entry->still_ns) {
        desktop->covers_stale = true; /* it may hide others from now on */
    }
    for (size_t i = 0; i < desktop->trail_count; i++) {
        trail *trail = &desktop->trails[i];
        if (is_waiting(entry, trail) && time_ns > trail->since_ns) {
            trail->until_ns = add_ns(now_ns, desktop->times.linger_ns); /* it is about to draw the rest */
            desktop->covers_stale = true;
        }
    }
    entry->alive_ns = time_ns > entry->alive_ns ? time_ns : entry->alive_ns;
}

void desktop_begin_trails(desktop *desktop, uint64_t now_ns) {
    drop_old(desktop, now_ns);
    for (size_t i = 0; i < desktop->trail_count; i++) {
        const trail *trail = &desktop->trails[i];
        desktop_change_at(desktop, trail->until_ns, now_ns);
        desktop->trail_parts[i] = trail->until_ns > now_ns ? trail->box : (box){0, 0, 0, 0};
    }
}

void desktop_follow_trails(desktop *desktop, const entry *entry, size_t hiding_count, uint64_t now_ns) {
    for (size_t i = 0; i < desktop->trail_count; i++) {
        const trail *trail = &desktop->trails[i];
        if (trail->until_ns <= now_ns && is_waiting(entry, trail)) {
            box parts[MAX_PARTS];
            size_t count = box_subtract_all(box_intersect(trail->box, entry->window.frame), desktop->hiding, hiding_count, parts);
            for (size_t j = 0; j < count; j++) {
                desktop->trail_parts[i] = box_join(desktop->trail_parts[i], parts[j]);
            }
        }
    }
}

void desktop_end_trails(desktop *desktop) {
    for (size_t i = 0; i < desktop->trail_count; i++) {
        box part = box_intersect(desktop->trail_parts[i], desktop->bounds);
        if (!box_is_empty(part)) {
            desktop->covers[desktop->cover_count++] = part;
        }
    }
}
