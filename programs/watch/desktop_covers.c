/* SPDX-License-Identifier: MIT */
/* Finds the boxes that must be covered. */
#include "desktop_private.h"

#include <unistd.h>

enum {
    MAX_OWN = WINDOW_MAX_BOXES + MAX_LINGERING, /* boxes of one window */
    MAX_PARTS = 16 /* of one box between the windows in front of it; with more, it is covered as if nothing were in front */
};

static void change_at(desktop *desktop, uint64_t time_ns, uint64_t now_ns) {
    if (time_ns > now_ns && time_ns < desktop->covers_next_ns) {
        desktop->covers_next_ns = time_ns;
    }
}

/* Whether all of the window is covered. Notes when that may change. */
static bool is_whole(desktop *desktop, const entry *entry, uint64_t now_ns) {
    verdict verdict = entry_verdict(desktop, entry, now_ns);
    change_at(desktop, add_ns(entry_first_ns(entry), entry_limit(desktop, entry)), now_ns);
    change_at(desktop, entry->whole_until_ns, now_ns);
    if (verdict == VERDICT_UNKNOWN || verdict == VERDICT_COVERED || entry->whole_until_ns > now_ns) {
        return true;
    }
    if (verdict == VERDICT_SECRETS && !entry->reading.prompt && entry_first_ns(entry) != NEVER) {
        return true;
    }
    for (size_t i = 0; i < entry->lingering_count; i++) {
        if (entry->window.no_place && entry->lingering[i].until_ns > now_ns) {
            change_at(desktop, entry->lingering[i].until_ns, now_ns);
            return true;
        }
    }
    return verdict == VERDICT_SECRETS && entry->window.no_place && entry->reading.count > 0;
}

/* Adds a box in coordinates of the content. */
static size_t add_box(const entry *entry, box visible, box relative, box boxes[MAX_OWN], size_t count) {
    if (box_is_empty(relative)) {
        return count;
    }
    box placed = box_intersect(box_move(relative, entry->window.content.x, entry->window.content.y), visible);
    for (size_t i = 0; i < count; i++) {
        if (box_contains(boxes[i], placed)) {
            return count;
        }
    }
    if (!box_is_empty(placed)) {
        boxes[count++] = placed;
    }
    return count;
}

/* The boxes of one window, as if nothing were in front of it. */
static size_t own_boxes(desktop *desktop, const entry *entry, uint64_t now_ns, box boxes[MAX_OWN]) {
    box visible = box_intersect(box_join(entry->window.frame, entry->window.content), desktop->bounds);
    if (is_whole(desktop, entry, now_ns)) {
        boxes[0] = visible;
        return !box_is_empty(visible);
    }
    size_t count = 0;
    if (entry->reading.verdict == VERDICT_SECRETS) {
        for (size_t i = 0; i < entry->reading.count; i++) {
            count = add_box(entry, visible, entry->reading.boxes[i], boxes, count);
        }
    }
    for (size_t i = 0; i < entry->lingering_count; i++) {
        if (entry->lingering[i].until_ns > now_ns) {
            change_at(desktop, entry->lingering[i].until_ns, now_ns);
            count = add_box(entry, visible, entry->lingering[i].box, boxes, count);
        }
    }
    return count;
}

void entry_linger(const desktop *desktop, entry *entry, box part, uint64_t now_ns) {
    uint64_t until_ns = add_ns(now_ns, desktop->times.linger_ns);
    size_t kept = 0;
    if (box_is_empty(part)) {
        return;
    }
    for (size_t i = 0; i < entry->lingering_count; i++) {
        if (entry->lingering[i].until_ns > now_ns && !box_contains(part, entry->lingering[i].box)) {
            entry->lingering[kept++] = entry->lingering[i];
        }
    }
    entry->lingering_count = kept;
    if (kept == MAX_LINGERING) {
        entry->whole_until_ns = until_ns;
    } else {
        entry->lingering[entry->lingering_count++] = (lingering){part, until_ns};
    }
}

void desktop_leave_trail(desktop *desktop, const entry *entry, uint64_t now_ns) {
    if (entry_verdict(desktop, entry, now_ns) != VERDICT_SECRETS || entry_first_ns(entry) == NEVER) {
        return;
    }
    box part = box_move(box_join(entry->before.part, entry->since.part), entry->window.content.x, entry->window.content.y);
    size_t kept = 0;
    for (size_t i = 0; i < desktop->trail_count; i++) {
        if (desktop->trails[i].until_ns > now_ns) {
            desktop->trails[kept++] = desktop->trails[i];
        }
    }
    part = box_intersect(part, box_join(entry->window.frame, entry->window.content));
    if (kept == MAX_TRAILS) {
        part = box_join(part, desktop->trails[--kept].box);
    }
    desktop->trails[kept] = (lingering){part, add_ns(now_ns, desktop->times.linger_ns)};
    desktop->trail_count = kept + 1;
}

static void add_trails(desktop *desktop, uint64_t now_ns) {
    for (size_t i = 0; i < desktop->trail_count; i++) {
        box part = box_intersect(desktop->trails[i].box, desktop->bounds);
        if (desktop->trails[i].until_ns > now_ns && !box_is_empty(part)) {
            change_at(desktop, desktop->trails[i].until_ns, now_ns);
            desktop->covers[desktop->cover_count++] = part;
        }
    }
}

/* Whether the screen shows this window, and nothing else, in its frame. */
static bool hides_others(desktop *desktop, const entry *entry, uint64_t now_ns) {
    uint64_t still_ns = add_ns(entry->still_ns, desktop->times.linger_ns);
    if (!entry->window.opaque || box_is_empty(entry->window.frame) ||
        entry_verdict(desktop, entry, now_ns) == VERDICT_UNKNOWN) {
        return false;
    }
    change_at(desktop, still_ns, now_ns);
    return still_ns <= now_ns;
}

/* Writes the visible parts of a box. `hiding` are the frames that hide what is behind them. */
static size_t visible_parts(box whole, const box *hiding, size_t hiding_count, box parts[MAX_PARTS]) {
    size_t count = 1;
    parts[0] = whole;
    for (size_t i = 0; i < hiding_count; i++) {
        box next[MAX_PARTS];
        size_t next_count = 0;
        for (size_t j = 0; j < count; j++) {
            if (next_count + 4 > MAX_PARTS) {
                parts[0] = whole;
                return 1;
            }
            next_count += box_subtract(parts[j], hiding[i], next + next_count);
        }
        for (size_t j = 0; j < next_count; j++) {
            parts[j] = next[j];
        }
        count = next_count;
    }
    return count;
}

/* Adds the covers of one window. There is always room for one for each window that is left. */
static void add_covers(desktop *desktop, const entry *entry, const box *hiding, size_t hiding_count, size_t left, uint64_t now_ns) {
    box boxes[MAX_OWN];
    size_t count = own_boxes(desktop, entry, now_ns, boxes), first = desktop->cover_count;
    for (size_t i = 0; i < count; i++) {
        box parts[MAX_PARTS];
        size_t part_count = visible_parts(boxes[i], hiding, hiding_count, parts);
        if (desktop->cover_count + part_count + left > DESKTOP_MAX_COVERS) {
            desktop->cover_count = first;
            desktop->covers[desktop->cover_count++] = box_intersect(box_join(entry->window.frame, entry->window.content), desktop->bounds);
            return;
        }
        for (size_t j = 0; j < part_count; j++) {
            desktop->covers[desktop->cover_count++] = parts[j];
        }
    }
}

void desktop_compute_covers(desktop *desktop, uint64_t now_ns) {
    size_t hiding_count = 0;
    desktop->covers_next_ns = NEVER;
    desktop->cover_count = 0;
    add_trails(desktop, now_ns);
    for (size_t i = desktop->count; i > 0; i--) {
        const entry *entry = desktop->entries[i - 1];
        add_covers(desktop, entry, desktop->hiding, hiding_count, i - 1, now_ns);
        if (hides_others(desktop, entry, now_ns)) {
            desktop->hiding[hiding_count++] = entry->window.frame;
        }
    }
    desktop->covers_stale = false;
}

void desktop_covers_changed(desktop *desktop) {
    static const uint64_t one = 1;
    desktop->covers_stale = true;
    if (!desktop->covers_signaled) {
        desktop->covers_signaled = write(desktop->covers_fd, &one, sizeof one) == sizeof one;
    }
}
