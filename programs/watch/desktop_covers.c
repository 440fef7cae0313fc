/* SPDX-License-Identifier: MIT */
/* Finds the boxes that must be covered. */
#include "desktop_private.h"

#include <string.h>
#include <unistd.h>

enum {
    MAX_OWN = WINDOW_MAX_BOXES + 1 + MAX_LINGERING /* boxes of one window */
};

/* An application that lives draws what it has said within this time. */
static const uint64_t drawing_ns = 50 * MILLISECOND;

/* Browsers report places up to this late. */
static const uint64_t late_places_ns = 500 * MILLISECOND;

void desktop_change_at(desktop *desktop, uint64_t time_ns, uint64_t now_ns) {
    if (time_ns > now_ns && time_ns < desktop->covers_next_ns) {
        desktop->covers_next_ns = time_ns;
    }
}

static bool is_lingering(const lingering *lingering, uint64_t now_ns) { return lingering->until_ns > now_ns || lingering->settles_ns != 0; }

/* Whether all of the window is covered. Notes when that may change. */
static bool is_whole(desktop *desktop, const entry *entry, uint64_t now_ns) {
    verdict verdict = entry_verdict(desktop, entry, now_ns);
    desktop_change_at(desktop, entry_deadline_ns(desktop, entry), now_ns);
    desktop_change_at(desktop, entry->whole.until_ns, now_ns);
    if (verdict == VERDICT_UNKNOWN || verdict == VERDICT_COVERED || is_lingering(&entry->whole, now_ns)) {
        return true;
    }
    if (verdict == VERDICT_SECRETS && !entry->reading.prompt && entry_first_ns(entry) != NEVER) {
        return true;
    }
    for (size_t i = 0; i < entry->lingering_count; i++) {
        if (entry->window.no_place && is_lingering(&entry->lingering[i], now_ns)) {
            desktop_change_at(desktop, entry->lingering[i].until_ns, now_ns);
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
    count = add_box(entry, visible, entry->drawn_outside, boxes, count);
    for (size_t i = 0; i < entry->lingering_count; i++) {
        if (is_lingering(&entry->lingering[i], now_ns)) {
            desktop_change_at(desktop, entry->lingering[i].until_ns, now_ns);
            count = add_box(entry, visible, entry->lingering[i].box, boxes, count);
        }
    }
    return count;
}

static lingering begin_lingering(const desktop *desktop, entry *entry, box part, uint64_t now_ns) {
    entry->settles_ns = add_ns(now_ns, drawing_ns);
    return (lingering){part, add_ns(now_ns, desktop->times.linger_ns), entry->settles_ns};
}

void entry_linger_whole(const desktop *desktop, entry *entry, uint64_t now_ns) {
    entry->whole = begin_lingering(desktop, entry, entry->window.content, now_ns);
}

void entry_linger(const desktop *desktop, entry *entry, box part, uint64_t now_ns) {
    size_t kept = 0;
    if (box_is_empty(part)) {
        return;
    }
    for (size_t i = 0; i < entry->lingering_count; i++) {
        if (is_lingering(&entry->lingering[i], now_ns) && !box_contains(part, entry->lingering[i].box)) {
            entry->lingering[kept++] = entry->lingering[i];
        }
    }
    entry->lingering_count = kept;
    if (kept == MAX_LINGERING) {
        entry_linger_whole(desktop, entry, now_ns);
    } else {
        entry->lingering[entry->lingering_count++] = begin_lingering(desktop, entry, part, now_ns);
    }
}

static void settle(desktop *desktop, lingering *lingering, uint64_t time_ns, uint64_t now_ns) {
    if (lingering->settles_ns != 0 && lingering->settles_ns <= time_ns) {
        lingering->settles_ns = 0;
        lingering->until_ns = add_ns(now_ns, desktop->times.linger_ns); /* it is about to draw */
        desktop_covers_changed(desktop);
    }
}

void desktop_settle(desktop *desktop, entry *entry, uint64_t time_ns, uint64_t now_ns) {
    settle(desktop, &entry->whole, time_ns, now_ns);
    for (size_t i = 0; i < entry->lingering_count; i++) {
        settle(desktop, &entry->lingering[i], time_ns, now_ns);
    }
}

void entry_settle_late(entry *entry, uint64_t now_ns) {
    uint64_t end_ns = add_ns(entry->drawn_outside_ns, late_places_ns);
    if (entry->drawn_outside_ns == 0 || (entry->reading.verdict == VERDICT_UNKNOWN && end_ns <= now_ns)) {
        return; /* an unknown window is read again anyway */
    }
    if (end_ns <= entry->asked_ns) {
        entry->drawn_outside_ns = 0;
        entry->drawn_outside = (box){0, 0, 0, 0};
    } else if (end_ns < entry->again_ns) {
        entry->again_ns = end_ns;
    }
}

/* Whether the screen shows this window, and nothing else, where its application has drawn. In a new place, it must be alive. */
static bool hides_others(desktop *desktop, const entry *entry, uint64_t now_ns) {
    uint64_t still_ns = add_ns(entry->still_ns, desktop->times.linger_ns);
    if (!entry->window.opaque || box_is_empty(entry->window.frame) || entry->alive_ns <= entry->still_ns ||
        entry_verdict(desktop, entry, now_ns) == VERDICT_UNKNOWN) {
        return false;
    }
    desktop_change_at(desktop, still_ns, now_ns);
    return still_ns <= now_ns;
}

/* Adds what hides other windows: the frame, without what is not drawn. If that makes too many boxes, none. */
static size_t add_hiding(desktop *desktop, const entry *entry, size_t hiding_count) {
    box undrawn[MAX_UNDRAWN], parts[MAX_PARTS], frame = entry->window.frame;
    for (size_t i = 0; i < entry->undrawn_count; i++) {
        undrawn[i] = box_move(entry->undrawn[i], entry->window.content.x, entry->window.content.y);
    }
    size_t count = box_subtract_all(frame, undrawn, entry->undrawn_count, parts);
    bool cut = entry->undrawn_count == 0 || count == 0 || !box_is_same(parts[0], frame);
    if (!cut || hiding_count + count > DESKTOP_MAX_WINDOWS) {
        return hiding_count;
    }
    memcpy(&desktop->hiding[hiding_count], parts, count * sizeof *parts);
    return hiding_count + count;
}

/* Adds the boxes of one window. There is always room for one for each window that is left. */
static void add_boxes(desktop *desktop, const entry *entry, size_t hiding_count, size_t left, uint64_t now_ns) {
    box boxes[MAX_OWN];
    size_t count = own_boxes(desktop, entry, now_ns, boxes), first = desktop->cover_count;
    for (size_t i = 0; i < count; i++) {
        box parts[MAX_PARTS];
        size_t part_count = box_subtract_all(boxes[i], desktop->hiding, hiding_count, parts);
        if (desktop->cover_count + part_count + left > DESKTOP_MAX_WINDOWS) {
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
    desktop_begin_trails(desktop, now_ns);
    for (size_t i = desktop->count; i > 0; i--) {
        entry *entry = desktop->entries[i - 1];
        entry->first_cover = desktop->cover_count;
        add_boxes(desktop, entry, hiding_count, i - 1, now_ns);
        entry->cover_count = desktop->cover_count - entry->first_cover;
        desktop_follow_trails(desktop, entry, hiding_count, now_ns);
        if (hides_others(desktop, entry, now_ns)) {
            hiding_count = add_hiding(desktop, entry, hiding_count);
        }
    }
    desktop->window_cover_count = desktop->cover_count;
    desktop_end_trails(desktop, now_ns);
    desktop_note_idle(desktop, now_ns);
    desktop->covers_stale = false;
}

void desktop_covers_changed(desktop *desktop) {
    static const uint64_t one = 1;
    desktop->covers_stale = true;
    if (!desktop->covers_signaled) {
        desktop->covers_signaled = write(desktop->covers_fd, &one, sizeof one) == sizeof one;
    }
}
