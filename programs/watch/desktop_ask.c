/* SPDX-License-Identifier: MIT */
/* Which window is read next, and what an answer changes. */
#include "desktop_private.h"

#include <string.h>
#include <unistd.h>

/* How urgent a reading is. */
enum {
    RANK_UNKNOWN, /* is covered as a whole until then */
    RANK_SECRETS, /* must be read within answer_ns, or is covered as a whole */
    RANK_EVENT,   /* its tree has changed */
    RANK_OTHER    /* was drawn on, or could not be read */
};

/* A window that is drawn on all the time is read again after a pause. It is so many times as long as the last reading took. So readings
 * take a limited share of the application's time, and of ours. The shortest pauses keep cheap readings apart. */
enum {
    PAUSE_UNKNOWN = 1,
    PAUSE_SECRETS = 3,
    PAUSE_EVENT = 2,
    PAUSE_OTHER = 9
};
static const uint64_t shortest_secrets = 8 * MILLISECOND, shortest_event = 20 * MILLISECOND, shortest_other = 30 * MILLISECOND,
                      shortest_inside = 250 * MILLISECOND, shortest_covered = 1000 * MILLISECOND;
static const uint64_t first_retry = 20 * MILLISECOND, longest_retry = 5000 * MILLISECOND;
static const uint64_t unanswered_ns = 50 * MILLISECOND;

/* Windows whose readings usually take long may wait longer before they are unknown. Windows of prompt toolkits wait as long as windows with
 * secrets, so that their fields are covered in time when they appear. Others do not report fields in time anyway, and may wait this long. */
static const uint64_t longest_wait = 400 * MILLISECOND;

/* Under Wayland nothing says when a window draws what an event was about. Its tree may have the right places only then. */
static const uint64_t settled_ns = 600 * MILLISECOND, shortest_again = 60 * MILLISECOND;

/* If an answer comes later than this after damage, the application may speak of a newer picture than the one on the screen. */
static const uint64_t one_picture_ns = 8 * MILLISECOND;

static uint64_t later(uint64_t a, uint64_t b) { return a > b ? a : b; }
static uint64_t earlier(uint64_t a, uint64_t b) { return a < b ? a : b; }

static uint64_t pause_after(uint64_t ended_ns, uint64_t cost_ns, uint64_t times, uint64_t shortest_ns) {
    return ended_ns == 0 ? 0 : add_ns(ended_ns, later(times * earlier(cost_ns, 1000 * MILLISECOND), shortest_ns));
}

/* After the last reading and a pause. */
static uint64_t after_pause(const entry *entry, uint64_t times, uint64_t shortest_ns) {
    return pause_after(entry->ended_ns, entry->cost_ns, times, shortest_ns);
}

/* When all of the tree should be read, because only the known boxes were, or what was drawn is covered anyway. */
static uint64_t full_due_ns(const entry *entry) {
    if (entry->before.inside_ns == NEVER && entry->since.inside_ns == NEVER) {
        return NEVER;
    }
    return pause_after(entry->full_ended_ns, entry->full_cost_ns, PAUSE_OTHER,
                       entry->reading.verdict == VERDICT_COVERED ? shortest_covered : shortest_inside);
}

/* The same, but early enough for an answer before the limit. */
static uint64_t before_limit(const desktop *desktop, const entry *entry, uint64_t due_ns) {
    uint64_t limit_ns = add_ns(entry_first_ns(entry), entry_limit(desktop, entry));
    uint64_t needed_ns = 2 * earlier(entry->cost_ns, 1000 * MILLISECOND) + 10 * MILLISECOND;
    return limit_ns == NEVER ? due_ns : earlier(due_ns, limit_ns > needed_ns ? limit_ns - needed_ns : 0);
}

static bool has_event(const entry *entry) { return entry->before.event_ns != NEVER || entry->since.event_ns != NEVER; }

/* When the reading of a window without secrets is due after damage or an event, if the last question had been answered. Damage and events
 * have separate times, because an event in the long pause after damage would otherwise be due before it came. */
static uint64_t clear_due_ns(const entry *entry) {
    uint64_t damage_ns = earlier(entry->before.damage_ns, entry->since.damage_ns);
    uint64_t event_ns = earlier(entry->before.event_ns, entry->since.event_ns);
    return earlier(later(damage_ns, pause_after(entry->answered_ns, entry->cost_ns, PAUSE_OTHER, shortest_other)),
                   later(event_ns, pause_after(entry->answered_ns, entry->cost_ns, PAUSE_EVENT, shortest_event)));
}

uint64_t entry_deadline_ns(const desktop *desktop, const entry *entry) {
    uint64_t limit_ns = add_ns(entry_first_ns(entry), entry_limit(desktop, entry));
    if (entry->reading.verdict != VERDICT_CLEAR) {
        return limit_ns;
    }
    uint64_t wait_ns = later(desktop->times.wait_ns, earlier(2 * entry->usual_ns, entry->reading.prompt ? desktop->times.answer_ns : longest_wait));
    return earlier(limit_ns, add_ns(clear_due_ns(entry), wait_ns));
}

static uint64_t unknown_due_ns(const entry *entry, int *rank) {
    if (entry->failures == 0) {
        *rank = RANK_UNKNOWN;
        return after_pause(entry, PAUSE_UNKNOWN, 0);
    }
    *rank = RANK_OTHER;
    unsigned doublings = entry->failures < 10 ? entry->failures - 1 : 9;
    uint64_t due_ns = add_ns(entry->ended_ns, earlier(later(first_retry, entry->cost_ns) << doublings, longest_retry));
    bool event = has_event(entry);
    if (entry_first_ns(entry) == NEVER && !event) {
        return due_ns;
    }
    /* The application does something, so it may answer now. */
    return earlier(due_ns, after_pause(entry, event ? PAUSE_EVENT : PAUSE_OTHER, event ? shortest_event : shortest_other));
}

static uint64_t drawn_due_ns(const desktop *desktop, const entry *entry, int *rank) {
    bool event = has_event(entry), secrets = entry->reading.verdict == VERDICT_SECRETS;
    *rank = secrets ? RANK_SECRETS : event ? RANK_EVENT
                                           : RANK_OTHER;
    uint64_t due_ns = event     ? after_pause(entry, secrets ? PAUSE_UNKNOWN : PAUSE_EVENT, secrets ? shortest_secrets : shortest_event)
                      : secrets ? after_pause(entry, PAUSE_SECRETS, shortest_secrets)
                                : after_pause(entry, PAUSE_OTHER, shortest_other);
    return before_limit(desktop, entry, secrets ? earlier(due_ns, add_ns(entry_first_ns(entry), desktop->times.answer_ns / 4)) : due_ns);
}

uint64_t entry_due_ns(const desktop *desktop, const entry *entry, uint64_t now_ns, int *rank) {
    *rank = RANK_OTHER;
    uint64_t due_ns = earlier(entry->again_ns, entry->settles_ns);
    if (entry_verdict(desktop, entry, now_ns) == VERDICT_UNKNOWN) {
        due_ns = earlier(due_ns, unknown_due_ns(entry, rank));
    } else if (entry_first_ns(entry) != NEVER) {
        due_ns = earlier(due_ns, drawn_due_ns(desktop, entry, rank));
    } else {
        due_ns = earlier(due_ns, full_due_ns(entry));
    }
    return entry->waiting ? later(due_ns, add_ns(entry->asked_ns, unanswered_ns)) : due_ns;
}

void desktop_wake_tree(desktop *desktop, const entry *entry, uint64_t now_ns) {
    static const uint64_t one = 1;
    int rank;
    if (desktop->tree_wakes_ns != 0 && entry_due_ns(desktop, entry, now_ns, &rank) < desktop->tree_wakes_ns &&
        write(desktop->questions_fd, &one, sizeof one) == sizeof one) {
        desktop->tree_wakes_ns = 0;
    }
}

/* The window to read, or NULL. `next_ns` receives when there may be one. */
static entry *most_urgent(const desktop *desktop, uint64_t now_ns, uint64_t *next_ns) {
    entry *best = NULL;
    int best_rank = 0;
    uint64_t best_due_ns = 0;
    *next_ns = NEVER;
    for (size_t i = 0; i < desktop->count; i++) {
        int rank;
        uint64_t due_ns = entry_due_ns(desktop, desktop->entries[i], now_ns, &rank);
        if (due_ns > now_ns) {
            *next_ns = earlier(*next_ns, due_ns);
        } else if (best == NULL || rank < best_rank || (rank == best_rank && due_ns < best_due_ns)) {
            best = desktop->entries[i];
            best_rank = rank;
            best_due_ns = due_ns;
        }
    }
    return best;
}

static void ask(desktop *desktop, entry *entry, uint64_t now_ns, question *out) {
    unread_add(&entry->before, &entry->since);
    unread_clear(&entry->since);
    entry->asked_again = entry_verdict(desktop, entry, now_ns) == VERDICT_SECRETS && entry->again_ns > now_ns &&
                         full_due_ns(entry) > now_ns && entry->before.event_ns == NEVER;
    if (entry->settles_ns <= now_ns) {
        entry->settles_ns = NEVER;
    }
    entry->ticket = ++desktop->ticket;
    entry->waiting = true;
    entry->asked_ns = entry->ended_ns = now_ns;
    *out = (question){.window = entry->window,
                      .ticket = entry->ticket,
                      .again = entry->asked_again,
                      .before = entry->reading.verdict,
                      .drawn_ns = entry->drawn_ns,
                      .listed_ns = entry->listed_ns};
}

bool desktop_next_question(desktop *desktop, uint64_t now_ns, question *out, uint64_t *wait_ns) {
    uint64_t next_ns, ignored;
    pthread_mutex_lock(&desktop->lock);
    entry *entry = most_urgent(desktop, now_ns, &next_ns);
    if (entry != NULL) {
        desktop->tree_wakes_ns = 0;
        ask(desktop, entry, now_ns, out);
    } else {
        while (read(desktop->questions_fd, &ignored, sizeof ignored) == sizeof ignored) {
        }
        desktop->tree_wakes_ns = next_ns;
    }
    pthread_mutex_unlock(&desktop->lock);
    *wait_ns = entry != NULL ? 0 : next_ns == NEVER ? NEVER
                                                    : next_ns - now_ns;
    return entry != NULL;
}

/* Keeps the old boxes covered, and the way to the new ones: they may have been anywhere on it. Windows in front may show the old ones for
 * longer. */
static void keep_boxes(desktop *desktop, entry *entry, const reading *found, uint64_t now_ns) {
    const reading *old = &entry->reading;
    bool paired = found->verdict == VERDICT_SECRETS && found->count == old->count;
    for (size_t i = 0; old->verdict == VERDICT_SECRETS && i < old->count; i++) {
        if (!paired || memcmp(&old->boxes[i], &found->boxes[i], sizeof *old->boxes) != 0) {
            entry_linger(desktop, entry, paired ? box_join(old->boxes[i], found->boxes[i]) : old->boxes[i], now_ns);
            desktop_leave_part(desktop, entry, old->boxes[i], now_ns);
        }
    }
}

/* The application may have scrolled twice: the screen shows the first picture until the second one is drawn, and the answer is of the second.
 * Then the field was drawn in its row or its column. What was drawn away from it cannot have moved it. */
static void keep_ways(desktop *desktop, entry *entry, const reading *reading, box part, uint64_t now_ns) {
    for (size_t i = 0; reading->verdict == VERDICT_SECRETS && i < reading->count; i++) {
        box place = reading->boxes[i];
        if (!box_is_empty(box_intersect(place, part)) && !box_contains(place, part)) {
            entry_linger(desktop, entry, (box){place.x, part.y, place.width, part.height}, now_ns);
            entry_linger(desktop, entry, (box){part.x, place.y, part.width, place.height}, now_ns);
        }
    }
}

static void keep_drawn(desktop *desktop, entry *entry, const reading *found, uint64_t now_ns) {
    box part = box_join(entry->before.part, entry->since.part);
    if (entry->since.damage_ns != NEVER || add_ns(entry->before.damage_ns, one_picture_ns) < now_ns) {
        entry_linger(desktop, entry, part, now_ns);
    } else {
        keep_ways(desktop, entry, &entry->reading, part, now_ns);
        keep_ways(desktop, entry, found, part, now_ns);
    }
}

/* Keeps covered what the screen may still show, or may have shown without anybody reading it. */
static void keep_old(desktop *desktop, entry *entry, const reading *found, uint64_t now_ns) {
    bool secrets = found->verdict == VERDICT_SECRETS || entry->reading.verdict == VERDICT_SECRETS;
    bool is_new = !entry->was_read && add_ns(entry->new_ns, desktop->times.linger_ns) > now_ns;
    if (!is_new && entry_verdict(desktop, entry, now_ns) == VERDICT_UNKNOWN) {
        /* The application was busy, and still has to draw what it says now. But a new window may take its time. */
        entry_linger_whole(desktop, entry, now_ns);
        if (!secrets) {
            entry->whole.settles_ns = 0; /* it is only asked again, and unknown again if it does not answer */
        }
    } else if (secrets && entry->before.damage_ns != NEVER) {
        keep_drawn(desktop, entry, found, now_ns);
    }
    entry->read_part = entry->before.part;
}

static bool is_same(const reading *a, const reading *b) {
    return a->verdict == b->verdict && a->prompt == b->prompt && a->count == b->count &&
           memcmp(a->boxes, b->boxes, a->count * sizeof *a->boxes) == 0;
}

static bool is_believable(const reading *reading) {
    return reading->verdict >= VERDICT_UNKNOWN && reading->verdict <= VERDICT_SHOWN && reading->count <= WINDOW_MAX_BOXES;
}

/* The answer shows all that was drawn before the question. If only places were asked for, the tree is read some time later. */
static void settle_unread(entry *entry) {
    if (entry->asked_again) {
        entry->since.inside_ns = earlier(entry->since.inside_ns, entry->before.first_ns);
    }
    entry->before = entry->since;
    unread_clear(&entry->since);
}

static void note_cost(entry *entry, const reading *found, uint64_t now_ns) {
    entry->ended_ns = entry->answered_ns = now_ns;
    entry->cost_ns = now_ns > entry->asked_ns ? now_ns - entry->asked_ns : 0;
    if (found->verdict != VERDICT_UNKNOWN) {
        entry->usual_ns = entry->usual_ns == 0 ? entry->cost_ns : (3 * entry->usual_ns + entry->cost_ns) / 4;
    }
    if (!entry->asked_again) {
        entry->full_ended_ns = entry->ended_ns;
        entry->full_cost_ns = entry->cost_ns;
    }
}

static void take_answer(desktop *desktop, entry *entry, const reading *answer, uint64_t now_ns) {
    static const reading unknown = {.verdict = VERDICT_UNKNOWN, .reason = "an answer that makes no sense"};
    const reading *found = is_believable(answer) ? answer : &unknown;
    size_t lingered = entry->lingering_count;
    uint64_t whole_ns = entry->whole.until_ns;
    bool changed = entry->outdated || entry_first_ns(entry) != NEVER || !is_same(&entry->reading, found);
    entry->waiting = false;
    keep_boxes(desktop, entry, found, now_ns);
    if (found->verdict == VERDICT_UNKNOWN) {
        entry->failures += entry->failures < 100;
    } else {
        keep_old(desktop, entry, found, now_ns);
        entry->failures = 0;
        entry->was_read = true;
        if (found->from_application || entry->window.no_place) { /* a compositor keeps the picture of each window */
            desktop_note_life(desktop, entry, entry->asked_ns, false, now_ns);
            desktop_settle(desktop, entry, entry->asked_ns, now_ns);
        }
    }
    note_cost(entry, found, now_ns);
    entry->reading = *found;
    entry->outdated = false;
    entry->again_ns = found->again_ns == 0 ? NEVER : add_ns(now_ns, found->again_ns);
    if (entry->window.no_place && now_ns < add_ns(entry->event_ns, settled_ns)) {
        entry->again_ns = earlier(entry->again_ns, after_pause(entry, PAUSE_SECRETS, shortest_again));
    }
    if (found->verdict != VERDICT_UNKNOWN) {
        entry->places_are_late = found->verdict == VERDICT_SECRETS && !found->prompt && found->count > 0;
    }
    changed |= entry->drawn_outside_ns != 0;
    entry_settle_late(entry, now_ns);
    settle_unread(entry);
    if (changed || lingered != entry->lingering_count || whole_ns != entry->whole.until_ns) {
        desktop_covers_changed(desktop);
    }
}

void desktop_answer(desktop *desktop, const question *question, const reading *reading, uint64_t now_ns) {
    pthread_mutex_lock(&desktop->lock);
    entry *entry = desktop_find(desktop, question->window.id);
    if (entry != NULL && entry->waiting && question->ticket == entry->ticket) {
        take_answer(desktop, entry, reading, now_ns);
    }
    pthread_mutex_unlock(&desktop->lock);
}
