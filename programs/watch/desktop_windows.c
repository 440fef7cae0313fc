/* SPDX-License-Identifier: MIT */
/* Takes over a list of windows from the screen. */
#include "desktop_private.h"

#include <stdlib.h>
#include <string.h>

/* Where a window is in the old list, SIZE_MAX if it is new. Lists change little, so the search begins near its old place. */
static size_t find_old(const desktop *desktop, uint64_t id, size_t expected) {
    for (size_t i = 0; i < desktop->count; i++) {
        size_t index = (expected + i) % desktop->count;
        if (desktop->entries[index]->window.id == id) {
            return index;
        }
    }
    return SIZE_MAX;
}

static bool same_box(box a, box b) { return memcmp(&a, &b, sizeof a) == 0; }
static bool same_size(box a, box b) { return a.width == b.width && a.height == b.height; }

/* What was read depends on these. */
static bool reads_alike(const window *a, const window *b) {
    return a->pid == b->pid && a->named_pid == b->named_pid && a->embeds == b->embeds && strcmp(a->class_name, b->class_name) == 0 && same_size(a->frame, b->frame) &&
           same_size(a->content, b->content) && memcmp(&a->shadow, &b->shadow, sizeof a->shadow) == 0 && a->popup == b->popup &&
           a->no_place == b->no_place;
}

/* Whether the application has to draw in its new place. Without a compositor, the X server copies what is on the screen when a window
 * moves, and reports that as drawn. With one, what is seen is kept. */
static bool loses_picture(const window *old, const window *now) {
    bool resized = !same_size(old->frame, now->frame) || !same_size(old->content, now->content);
    bool moved = !same_box(old->frame, now->frame) || !same_box(old->content, now->content);
    return resized || (moved && !now->keeps_picture);
}

static void end_texts(window *window) {
    window->title[WINDOW_TEXT - 1] = window->class_name[WINDOW_TEXT - 1] = 0;
}

static entry *new_entry(const desktop *desktop, const window *window, uint64_t now_ns) {
    entry *entry = calloc(1, sizeof *entry);
    if (entry != NULL) {
        entry->window = *window;
        end_texts(&entry->window);
        entry->outdated = true;
        entry->listed_ns = now_ns;
        entry->new_ns = desktop->lost ? 0 : now_ns;
        entry->still_ns = entry->event_ns = now_ns;
        if (window->was_there && !desktop->lost) {
            entry->alive_ns = now_ns + 1; /* nobody can know, so it counts as drawn */
        } else if (!desktop->lost) {
            entry_add_all_undrawn(entry);
            entry->silent_count = entry->undrawn_count;
            entry->silent[0] = entry->undrawn[0];
        }
        entry->again_ns = entry->settles_ns = entry->redraw_due_ns = NEVER;
        unread_clear(&entry->before);
        unread_clear(&entry->since);
    }
    return entry;
}

static void update_entry(desktop *desktop, entry *entry, const window *window, uint64_t now_ns) {
    struct window old = entry->window;
    pictures taken = {.count = 0};
    if (loses_picture(&old, window) && !window->keeps_picture && !window->no_place) {
        entry_take_along(desktop, entry, &taken, now_ns);
    }
    if (!same_box(old.frame, window->frame) || !same_box(old.content, window->content) || old.opaque != window->opaque) {
        desktop_leave_trail(desktop, entry, true, now_ns);
        entry_note_place(entry, now_ns);
    }
    entry->window = *window;
    end_texts(&entry->window);
    if (loses_picture(&old, &entry->window)) {
        entry_add_all_undrawn(entry);
    }
    desktop_bring(desktop, entry, &old, &taken, now_ns);
    if (!reads_alike(&old, &entry->window)) {
        desktop_outdate(desktop, entry, now_ns);
    } else if (strcmp(old.title, entry->window.title) != 0) {
        desktop_add_event(desktop, entry, now_ns);
    }
}

/* The new list while it is made. */
typedef struct list {
    entry **entries;
    size_t *places; /* of each window in the old list; SIZE_MAX: it is new */
    bool *kept;     /* which windows of the old list are in the new one */
} list;

/* Adds to what is not drawn where windows were above this one that are below it now. */
static void note_raise(const list *list, size_t from, size_t index) {
    entry *entry = list->entries[index];
    for (size_t i = from; i < index && !entry->window.keeps_picture; i++) {
        if (list->places[i] != SIZE_MAX && list->places[i] > list->places[index]) {
            box above = list->entries[i]->window.frame;
            entry_add_undrawn(entry, box_move(above, -entry->window.content.x, -entry->window.content.y));
        }
    }
}

/* Windows between the first and the last that changed places may hide others that they did not hide before. */
static void note_order(desktop *desktop, const list *list, size_t count, uint64_t now_ns) {
    size_t first = SIZE_MAX, last = 0, old = 0;
    for (size_t i = 0; i < count; i++) {
        if (list->places[i] == SIZE_MAX) {
            continue;
        }
        while (!list->kept[old]) {
            old++;
        }
        if (list->places[i] != old++) {
            first = first == SIZE_MAX ? i : first;
            last = i;
        }
    }
    for (size_t i = first; i <= last && i < count; i++) {
        desktop_leave_trail(desktop, list->entries[i], false, now_ns);
        entry_note_place(list->entries[i], now_ns);
        if (list->places[i] != SIZE_MAX) {
            note_raise(list, first, i);
        }
    }
}

/* False if there is no memory; the old list is as it was then, but its windows are not. */
static bool fill(desktop *desktop, list *list, const window *windows, size_t count, uint64_t now_ns) {
    for (size_t i = 0; i < count; i++) {
        list->places[i] = find_old(desktop, windows[i].id, i);
        if (list->places[i] == SIZE_MAX) {
            list->entries[i] = new_entry(desktop, &windows[i], now_ns);
        } else {
            list->kept[list->places[i]] = true;
            list->entries[i] = desktop->entries[list->places[i]];
            update_entry(desktop, list->entries[i], &windows[i], now_ns);
        }
        if (list->entries[i] == NULL) {
            return false;
        }
    }
    return true;
}

static void free_new(const list *list, size_t count) {
    for (size_t i = 0; i < count; i++) {
        if (list->places[i] == SIZE_MAX) {
            free(list->entries[i]);
        }
    }
    free(list->entries);
}

static void replace_list(desktop *desktop, const list *list, size_t count, uint64_t now_ns) {
    note_order(desktop, list, count, now_ns);
    for (size_t i = 0; i < desktop->count; i++) {
        if (!list->kept[i]) {
            desktop_leave_trail(desktop, desktop->entries[i], true, now_ns);
        }
    }
    for (size_t i = 0; i < desktop->count; i++) {
        if (!list->kept[i]) {
            free(desktop->entries[i]);
        }
    }
    free(desktop->entries);
    desktop->entries = list->entries;
    desktop->count = count;
    desktop->known = true;
    desktop->lost = false;
    for (size_t i = 0; i < count; i++) {
        desktop_wake_tree(desktop, desktop->entries[i], now_ns);
    }
}

static bool set_list(desktop *desktop, const window *windows, size_t count, uint64_t now_ns) {
    list list = {calloc(count + 1, sizeof *list.entries), calloc(count + 1, sizeof *list.places),
                 calloc(desktop->count + 1, sizeof *list.kept)};
    bool done = list.entries != NULL && list.places != NULL && list.kept != NULL && fill(desktop, &list, windows, count, now_ns);
    if (done) {
        replace_list(desktop, &list, count, now_ns);
    } else if (list.entries != NULL && list.places != NULL) {
        free_new(&list, count);
    } else {
        free(list.entries);
    }
    free(list.places);
    free(list.kept);
    return done;
}

static int compare_ids(const void *a, const void *b) {
    uint64_t first = *(const uint64_t *)a, second = *(const uint64_t *)b;
    return (first > second) - (first < second);
}

static bool are_ids_valid(const window *windows, size_t count) {
    uint64_t *ids = calloc(count + 1, sizeof *ids); /* the first one stays 0 */
    if (ids == NULL) {
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        ids[i + 1] = windows[i].id;
    }
    qsort(ids, count + 1, sizeof *ids, compare_ids);
    bool valid = true;
    for (size_t i = 0; i < count; i++) {
        valid &= ids[i] != ids[i + 1];
    }
    free(ids);
    return valid;
}

void desktop_set_windows(desktop *desktop, box bounds, const window *windows, size_t count, uint64_t now_ns) {
    pthread_mutex_lock(&desktop->lock);
    bool was_lost = desktop->lost;
    desktop_compute_covers(desktop, now_ns); /* for the trails of windows */
    if (count <= DESKTOP_MAX_WINDOWS && !box_is_empty(bounds) && are_ids_valid(windows, count) &&
        set_list(desktop, windows, count, now_ns)) {
        desktop->bounds = bounds;
        if (was_lost) {
            desktop_leave_whole_trail(desktop, now_ns);
        }
    } else {
        desktop_forget_windows(desktop);
    }
    desktop->covers_stale = true;
    pthread_mutex_unlock(&desktop->lock);
}
