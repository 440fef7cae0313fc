/* SPDX-License-Identifier: MIT */
/* When a window closes, moves or goes behind another one, the X server asks the applications behind it to draw. Until they do, the screen
 * still shows what was there. An application that is busy does not draw for a while. */
#include "desktop_private.h"

#include <string.h>

static bool is_on(const entry *entry, box part) { return !box_is_empty(box_intersect(entry->window.frame, part)); }

static void ask_later(entry *entry, uint64_t now_ns) {
    entry->since.inside_ns = now_ns < entry->since.inside_ns ? now_ns : entry->since.inside_ns;
}

void entry_note_place(entry *entry, uint64_t now_ns) {
    entry->still_ns = now_ns;
    ask_later(entry, now_ns);
}

/* ---- What is not drawn ---- */

/* All of the content, which may be larger than what is seen of it. */
box window_whole(const window *window) { return (box){0, 0, window->content.width, window->content.height}; }

static size_t add_part(const entry *entry, box boxes[MAX_UNDRAWN], size_t count, box part) {
    part = box_intersect(part, window_whole(&entry->window));
    return entry->window.no_place ? count : box_list_add(boxes, count, part);
}

void entry_add_undrawn(entry *entry, box part) { entry->undrawn_count = add_part(entry, entry->undrawn, entry->undrawn_count, part); }

/* Joined boxes would contain parts that were not lost. */
void entry_add_lost(entry *entry, box part) {
    part = box_intersect(part, window_whole(&entry->window));
    if (box_is_empty(part) || entry->window.no_place || box_is_in_one(part, entry->lost, entry->lost_count)) {
        return;
    }
    size_t kept = 0;
    for (size_t i = 0; i < entry->lost_count; i++) {
        entry->lost[kept] = entry->lost[i];
        kept += !box_contains(part, entry->lost[i]);
    }
    if (kept == MAX_UNDRAWN) {
        entry->lost_grew = true;
        kept = 0;
        part = window_whole(&entry->window);
    }
    entry->lost[kept] = part;
    entry->lost_count = kept + 1;
}

void entry_forget_lost(entry *entry) {
    entry->lost_count = 0;
    entry->lost_grew = false;
}

void entry_add_all_undrawn(entry *entry) {
    entry->undrawn_count = 0;
    entry_add_undrawn(entry, window_whole(&entry->window));
}

static void add_again(entry *entry, const box *boxes, size_t count) {
    for (size_t i = 0; i < count; i++) {
        entry_add_undrawn(entry, boxes[i]);
    }
}

void entry_draw(entry *entry, const box *parts, size_t count, bool copies) {
    for (size_t i = 0; i < count; i++) {
        entry->undrawn_count = box_list_take(entry->undrawn, entry->undrawn_count, parts[i]);
        entry->silent_count = copies ? entry->silent_count : box_list_take(entry->silent, entry->silent_count, parts[i]);
    }
    if (copies) {
        add_again(entry, entry->silent, entry->silent_count);
        add_again(entry, entry->lost, entry->lost_count);
    }
}

/* The application is not busy, so it draws what the server has asked for. */
static void end_lost(entry *entry) {
    for (size_t i = 0; i < entry->lost_count && !entry->lost_grew; i++) {
        entry->undrawn_count = box_list_take(entry->undrawn, entry->undrawn_count, entry->lost[i]);
    }
    add_again(entry, entry->silent, entry->silent_count);
    entry_forget_lost(entry);
}

/* ---- Trails ---- */

/* Whether its application was asked to draw after a time. From then on, what is reported as drawn may be painted by the server, and each part
 * counts for itself. */
static bool was_asked_since(const entry *entry, uint64_t time_ns) { return entry->redraw_ns > time_ns; }

static uint64_t life_ns(const entry *entry, const trail *trail) { return trail->copied ? entry->acted_ns : entry->alive_ns; }

size_t entry_parts_in(const entry *entry, const box *boxes, size_t box_count, box here, box parts[MAX_UNDRAWN]) {
    size_t count = 0;
    for (size_t i = 0; i < box_count; i++) {
        parts[count] = box_intersect(here, box_move(boxes[i], entry->window.content.x, entry->window.content.y));
        count += !box_is_empty(parts[count]);
    }
    return count;
}

/* Adds the parts of a trail that the window may still show: all of it until its application has drawn or answered, and then what it has
 * not drawn since it came to its place, unless the trail is its own. Of what is behind it, it only shows the latter. Returns how many.
 *
 * What an application drew while its window moved counts as copied, and it need not draw again. So if it describes the window, its answer is
 * enough until it is asked to draw. */
size_t entry_waiting_parts(const entry *entry, const trail *trail, box parts[MAX_UNDRAWN]) {
    box here = box_intersect(trail->box, entry->window.frame);
    if (life_ns(entry, trail) <= trail->since_ns && !trail->behind) {
        parts[0] = here;
        return !box_is_empty(here);
    }
    bool draws = entry->was_read && entry->reading.from_application && !trail->behind && !was_asked_since(entry, trail->first_ns);
    return draws || entry->window.id == trail->owner ? 0 : entry_parts_in(entry, entry->undrawn, entry->undrawn_count, here, parts);
}

static bool is_waiting(const entry *entry, const trail *trail) {
    box parts[MAX_UNDRAWN];
    return entry_waiting_parts(entry, trail, parts) > 0;
}

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

static bool is_alike(const trail *a, const trail *b) { return a->owner == b->owner && a->copied == b->copied; }

static void join(trail *trail, const struct trail *other) {
    trail->box = box_join(trail->box, other->box);
    trail->owner = trail->owner == other->owner ? trail->owner : 0;
    trail->copied = trail->copied || other->copied;
    trail->since_ns = trail->since_ns > other->since_ns ? trail->since_ns : other->since_ns;
    trail->first_ns = trail->first_ns < other->first_ns ? trail->first_ns : other->first_ns;
    trail->until_ns = trail->until_ns > other->until_ns ? trail->until_ns : other->until_ns;
}

/* How many pixels stay covered for longer if two trails become one: those between them, and all of them if they end differently. */
static int64_t cost_of_joining(const trail *a, const trail *b) {
    box both = box_join(a->box, b->box);
    return box_added_by_joining(a->box, b->box) + (is_alike(a, b) ? 0 : (int64_t)both.width * both.height);
}

/* A window that is dragged leaves many, next to each other. Trails behind windows end in another way than all others. Returns the box that
 * both become, which all windows there may have to draw again. */
static box join_two(desktop *desktop) {
    trail *trails = desktop->trails;
    size_t first = 0, second = 1;
    int64_t least = INT64_MAX;
    for (size_t i = 1; i < desktop->trail_count; i++) {
        for (size_t j = 0; j < i; j++) {
            int64_t cost = cost_of_joining(&trails[i], &trails[j]);
            if (cost < least && trails[i].behind == trails[j].behind) {
                least = cost;
                first = j;
                second = i;
            }
        }
    }
    join(&trails[first], &trails[second]);
    box joined = trails[first].box;
    trails[second] = trails[--desktop->trail_count];
    return joined;
}

/* An answer shows that an application lives. */
static void ask_on(desktop *desktop, box part, uint64_t now_ns) {
    for (size_t i = 0; i < desktop->count; i++) {
        if (is_on(desktop->entries[i], part)) {
            ask_later(desktop->entries[i], now_ns);
        }
    }
}

void desktop_add_trail(desktop *desktop, trail added, uint64_t now_ns) {
    if (box_is_empty(added.box)) {
        return;
    }
    added.since_ns = added.first_ns = now_ns;
    added.until_ns = add_ns(now_ns, desktop->times.linger_ns);
    for (size_t i = 0; i < desktop->trail_count; i++) {
        trail *old = &desktop->trails[i];
        bool same_end = added.behind == old->behind && added.copied == old->copied;
        if (box_contains(added.box, old->box) && (added.owner == 0 || added.owner == old->owner) && same_end) {
            added.first_ns = old->first_ns < added.first_ns ? old->first_ns : added.first_ns;
            *old = desktop->trails[--desktop->trail_count];
            i--;
        }
    }
    ask_on(desktop, added.box, now_ns);
    if (desktop->trail_count == MAX_TRAILS) {
        ask_on(desktop, join_two(desktop), now_ns);
    }
    desktop->trails[desktop->trail_count++] = added;
}

/* The window may have shown others: those behind it where it had not drawn, or those that were left on it. If it goes, its neighbors show that. */
static void leave_others(desktop *desktop, const entry *entry, bool goes, uint64_t now_ns) {
    pictures seen = {.count = 0};
    for (size_t i = 0; i < desktop->trail_count; i++) {
        const trail *trail = &desktop->trails[i];
        box parts[MAX_UNDRAWN] = {box_intersect(trail->box, entry->window.frame)};
        size_t count = 1;
        if (trail->owner == entry->window.id) {
            count = 0;
        } else if (!trail->behind) { /* only an X server without a compositor leaves it where the window was */
            count = !goes || entry->window.keeps_picture || entry->window.no_place ? 0 : entry_waiting_parts(entry, trail, parts);
        }
        for (size_t j = 0; j < count; j++) {
            pictures_add(&seen, parts[j], NULL, 0);
        }
    }
    for (size_t i = 0; i < seen.count; i++) {
        desktop_add_trail(desktop, (trail){.box = seen.boxes[i]}, now_ns);
    }
}

void desktop_leave_trail(desktop *desktop, const entry *entry, bool goes, uint64_t now_ns) {
    drop_old(desktop, now_ns);
    leave_others(desktop, entry, goes, now_ns);
    for (size_t i = 0; i < entry->cover_count; i++) {
        desktop_add_trail(desktop, (trail){.box = desktop->covers[entry->first_cover + i], .owner = entry->window.id}, now_ns);
    }
    verdict verdict = entry_verdict(desktop, entry, now_ns);
    bool has_event = entry->before.event_ns != NEVER || entry->since.event_ns != NEVER; /* a field may have appeared */
    if (verdict == VERDICT_SECRETS || (verdict == VERDICT_CLEAR && has_event)) {
        box part = box_join(entry->before.part, entry->since.part);
        part = box_move(part, entry->window.content.x, entry->window.content.y);
        desktop_add_trail(desktop, (trail){.box = box_intersect(part, box_join(entry->window.frame, entry->window.content)), .owner = entry->window.id}, now_ns);
    }
}

void desktop_leave_part(desktop *desktop, const entry *entry, box part, uint64_t now_ns) {
    part = box_move(part, entry->window.content.x, entry->window.content.y);
    part = box_intersect(box_intersect(part, box_join(entry->window.frame, entry->window.content)), desktop->bounds);
    drop_old(desktop, now_ns);
    for (size_t i = desktop->count; i > 0 && desktop->entries[i - 1] != entry; i--) {
        const struct entry *front = desktop->entries[i - 1];
        for (size_t j = 0; j < front->undrawn_count; j++) {
            box undrawn = box_move(front->undrawn[j], front->window.content.x, front->window.content.y);
            desktop_add_trail(desktop, (trail){.box = box_intersect(part, box_intersect(undrawn, front->window.frame)), .owner = entry->window.id, .behind = true}, now_ns);
        }
    }
}

void desktop_leave_whole_trail(desktop *desktop, uint64_t now_ns) { desktop_add_trail(desktop, (trail){.box = desktop->bounds}, now_ns); }

void desktop_note_life(desktop *desktop, entry *entry, uint64_t time_ns, bool copies, uint64_t now_ns) {
    if (entry->alive_ns <= entry->still_ns && time_ns > entry->still_ns) {
        desktop->covers_stale = true; /* it may hide others from now on */
    }
    for (size_t i = 0; i < desktop->trail_count; i++) {
        trail *trail = &desktop->trails[i];
        bool ends = !trail->copied || !copies;
        if (ends && life_ns(entry, trail) <= trail->since_ns && is_on(entry, trail->box) && time_ns > trail->since_ns) {
            uint64_t until_ns = add_ns(now_ns, desktop->times.linger_ns); /* it is about to draw the rest, and nobody knows when it has */
            trail->until_ns = was_asked_since(entry, trail->since_ns) ? trail->until_ns : until_ns;
            desktop->covers_stale = true;
        }
    }
    entry->alive_ns = time_ns > entry->alive_ns ? time_ns : entry->alive_ns;
    entry->acted_ns = time_ns > entry->acted_ns && !copies ? time_ns : entry->acted_ns;
    if (!copies && time_ns > entry->still_ns && entry->lost_count > 0) {
        end_lost(entry);
        desktop->covers_stale = true;
    }
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
        box waiting[MAX_UNDRAWN];
        size_t waiting_count = trail->until_ns <= now_ns ? entry_waiting_parts(entry, trail, waiting) : 0;
        for (size_t j = 0; j < waiting_count; j++) {
            box parts[MAX_PARTS];
            size_t count = box_subtract_all(waiting[j], desktop->hiding, hiding_count, parts);
            for (size_t k = 0; k < count; k++) {
                desktop->trail_parts[i] = box_join(desktop->trail_parts[i], parts[k]);
            }
        }
    }
}

/* Also drops trails that are over: windows in front have drawn there, so no picture of what was behind them is left. */
void desktop_end_trails(desktop *desktop, uint64_t now_ns) {
    size_t kept = 0;
    for (size_t i = 0; i < desktop->trail_count; i++) {
        box part = box_intersect(desktop->trail_parts[i], desktop->bounds);
        if (!box_is_empty(part)) {
            desktop->covers[desktop->cover_count++] = part;
        }
        if (!box_is_empty(part) || desktop->trails[i].until_ns > now_ns) {
            desktop->trails[kept++] = desktop->trails[i];
        }
    }
    desktop->trail_count = kept;
}
