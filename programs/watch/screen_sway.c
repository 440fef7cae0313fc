/* SPDX-License-Identifier: MIT */
/* Windows of sway, from its socket. sway 1.7 sends no event when a window is moved, resized or laid out, so it is asked all the time. It
 * reports no damage, so windows are read again from time to time. Places of views inside a window are not known under Wayland, so a
 * window with secrets is covered whole. Surfaces of the layer shell (bars, notifications) and popups are not reported at all. */
#include "screen.h"
#include "sway_ipc.h"
#include "sway_tree.h"

#include <glib.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MILLISECOND 1000000u
static const uint64_t ask_ns = 50 * MILLISECOND,   /* between two questions, if nothing is known to have happened */
    hurry_ns = 10 * MILLISECOND,                   /* the same after an event */
    answer_ns = 1000 * (uint64_t)MILLISECOND,      /* sway hangs, and draws nothing meanwhile */
    read_again_ns = 2000 * (uint64_t)MILLISECOND,  /* each window */
    linger_ns = 300 * MILLISECOND;                 /* sway waits up to 200 ms for windows to redraw before it shows a new layout */

enum {
    ROUNDS_FOR_ALL = 5
};

/* A window, and where the screen may still show it. */
typedef struct seen {
    sway_window latest;
    box trail;             /* all of its frames within linger_ns */
    uint64_t trail_end_ns; /* when the last one alone counts; 0 if it does */
    uint64_t gone_ns;      /* when it vanished from the tree; 0 if it is there */
} seen;

struct screen {
    desktop *desktop;
    sway_ipc *ipc;
    GArray *seen; /* the lowest first */
    box bounds;
    char *tree; /* the last one, to notice that nothing has changed */
    size_t tree_length;
    bool waiting, event;
    uint64_t asked_ns, read_ns;
    unsigned rounds; /* of readings */
};

static bool same_box(box a, box b) { return memcmp(&a, &b, sizeof a) == 0; }

static box joined(box a, box b) {
    int32_t x = MIN(a.x, b.x), y = MIN(a.y, b.y);
    return (box){x, y, MAX(a.x + a.width, b.x + b.width) - x, MAX(a.y + a.height, b.y + b.height) - y};
}

/* ---- What was seen ---- */

static seen *find(GArray *list, uint64_t id) {
    for (guint i = 0; i < list->len; i++) {
        seen *seen = &g_array_index(list, struct seen, i);
        if (seen->latest.window.id == id) {
            return seen;
        }
    }
    return NULL;
}

/* A new layout is shown late. A floating window that is only moved is shown at once. */
static seen updated(const seen *before, const sway_window *window, uint64_t now_ns) {
    box old = before->latest.window.frame, frame = window->window.frame;
    seen after = *before;
    after.latest = *window;
    if (before->gone_ns != 0) { /* it comes back, and is shown as late as a new layout */
        after.gone_ns = 0;
        after.trail_end_ns = now_ns + linger_ns;
    }
    bool moved_only = window->floating && before->latest.floating && old.width == frame.width && old.height == frame.height;
    if (!same_box(old, frame) && !(moved_only && after.trail_end_ns == 0)) {
        after.trail_end_ns = now_ns + linger_ns;
    }
    after.trail = after.trail_end_ns != 0 ? joined(after.trail, frame) : frame;
    return after;
}

/* Windows that have vanished come first, the lowest, because nobody knows what is above them. */
static void take_windows(screen *screen, const GArray *windows, uint64_t now_ns) {
    GArray *list = g_array_new(FALSE, TRUE, sizeof(seen));
    GArray *present = g_array_new(FALSE, TRUE, sizeof(seen));
    for (guint i = 0; i < windows->len; i++) {
        const sway_window *window = &g_array_index(windows, sway_window, i);
        seen *before = find(screen->seen, window->window.id);
        seen after = before != NULL ? updated(before, window, now_ns) : (seen){.latest = *window, .trail = window->window.frame};
        if (before != NULL) {
            before->latest.window.id = 0; /* taken over */
        }
        g_array_append_val(present, after);
    }
    for (guint i = 0; i < screen->seen->len; i++) {
        seen *old = &g_array_index(screen->seen, seen, i);
        if (old->latest.window.id != 0) {
            old->gone_ns = old->gone_ns != 0 ? old->gone_ns : now_ns;
            g_array_append_vals(list, old, 1);
        }
    }
    g_array_append_vals(list, present->data, present->len);
    g_array_free(present, TRUE);
    g_array_free(screen->seen, TRUE);
    screen->seen = list;
}

/* Forgets what the screen cannot show any more. True if something was forgotten. */
static bool forget_old(screen *screen, uint64_t now_ns) {
    bool forgot = false;
    for (guint i = screen->seen->len; i > 0; i--) {
        seen *seen = &g_array_index(screen->seen, struct seen, i - 1);
        if (seen->gone_ns != 0 && now_ns >= seen->gone_ns + linger_ns) {
            g_array_remove_index(screen->seen, i - 1);
            forgot = true;
        } else if (seen->trail_end_ns != 0 && now_ns >= seen->trail_end_ns) {
            seen->trail = seen->latest.window.frame;
            seen->trail_end_ns = 0;
            forgot = true;
        }
    }
    return forgot;
}

static void report(screen *screen, uint64_t now_ns) {
    GArray *windows = g_array_sized_new(FALSE, TRUE, sizeof(window), screen->seen->len);
    for (guint i = 0; i < screen->seen->len; i++) {
        const seen *seen = &g_array_index(screen->seen, struct seen, i);
        window window = seen->latest.window;
        window.frame = seen->trail;
        g_array_append_val(windows, window);
    }
    if (screen->bounds.width > 0) {
        desktop_set_windows(screen->desktop, screen->bounds, (const window *)(void *)windows->data, windows->len, now_ns);
    } else {
        desktop_lost(screen->desktop); /* there is no output */
    }
    g_array_free(windows, TRUE);
}

/* Asks for another reading of each window. One with secrets is covered as a whole anyway, so there is less hurry. */
static void read_again(screen *screen, uint64_t now_ns) {
    window window;
    reading reading;
    bool all = ++screen->rounds % ROUNDS_FOR_ALL == 0;
    screen->read_ns = now_ns;
    for (size_t i = 0; desktop_window(screen->desktop, i, &window, &reading, now_ns); i++) {
        if (all || reading.verdict != VERDICT_SECRETS) {
            desktop_damaged(screen->desktop, window.id, (box){0, 0, window.content.width, window.content.height}, now_ns);
        }
    }
}

/* ---- Messages ---- */

static bool ask(screen *screen, uint64_t now_ns) {
    screen->waiting = true;
    screen->event = false;
    screen->asked_ns = now_ns;
    return sway_ipc_send(screen->ipc, SWAY_GET_TREE, "");
}

static bool take_tree(screen *screen, const sway_message *message, uint64_t now_ns) {
    screen->waiting = false;
    if (screen->tree != NULL && message->length == screen->tree_length && memcmp(message->text, screen->tree, message->length) == 0) {
        return true;
    }
    sway_tree tree;
    bool ok = sway_tree_read(message->text, message->length, &tree);
    if (ok) {
        g_free(screen->tree);
        screen->tree = g_memdup2(message->text, message->length);
        screen->tree_length = message->length;
        screen->bounds = tree.bounds;
        take_windows(screen, tree.windows, now_ns);
        forget_old(screen, now_ns);
        report(screen, now_ns);
    }
    g_array_free(tree.windows, TRUE);
    return ok;
}

static bool take_messages(screen *screen, uint64_t now_ns) {
    sway_message message;
    sway_arrival arrival;
    while ((arrival = sway_ipc_next(screen->ipc, &message)) == SWAY_MESSAGE) {
        if (message.type == SWAY_EVENT_SHUTDOWN || (message.type == SWAY_GET_TREE && !take_tree(screen, &message, now_ns))) {
            return false;
        }
        screen->event |= SWAY_IS_EVENT(message.type);
    }
    return arrival == SWAY_NOTHING;
}

static int64_t screen_interval(const screen *screen) {
    return (int64_t)(screen->event ? hurry_ns : ask_ns);
}

static bool handle_screen(screen *screen, uint64_t now_ns) {
    if (!take_messages(screen, now_ns)) {
        return false;
    }
    if (forget_old(screen, now_ns)) {
        report(screen, now_ns);
    }
    if (now_ns >= screen->read_ns + read_again_ns) {
        read_again(screen, now_ns);
    }
    if (screen->waiting) {
        return now_ns < screen->asked_ns + answer_ns;
    }
    /* The caller comes when the descriptor is readable, or every ask_ns, which need not be in step with the last question. */
    bool due = now_ns >= screen->asked_ns + (screen->event ? hurry_ns : ask_ns / 2);
    return !due || ask(screen, now_ns);
}

/* ---- The connection ---- */

static uint64_t now(void) { return (uint64_t)g_get_monotonic_time() * 1000u; }

/* Waits for the first list of windows. */
static bool wait_for_tree(screen *screen) {
    uint64_t begin_ns = now();
    while (screen->tree == NULL) {
        struct pollfd descriptor = {sway_ipc_fd(screen->ipc), POLLIN, 0};
        poll(&descriptor, 1, 100);
        if (now() > begin_ns + answer_ns || !take_messages(screen, now())) {
            return false;
        }
    }
    return true;
}

static void close_screen(screen *screen) {
    sway_ipc_close(screen->ipc);
    g_array_free(screen->seen, TRUE);
    g_free(screen->tree);
    g_free(screen);
}

static screen *open_screen(desktop *desktop, char *error, size_t error_size) {
    const char *path = getenv("SWAYSOCK");
    if (path == NULL) {
        snprintf(error, error_size, "SWAYSOCK is not set: expected the path of sway's socket");
        return NULL;
    }
    sway_ipc *ipc = sway_ipc_open(path, error, error_size);
    if (ipc == NULL) {
        return NULL;
    }
    screen *screen = g_new0(struct screen, 1);
    *screen = (struct screen){.desktop = desktop, .ipc = ipc, .seen = g_array_new(FALSE, TRUE, sizeof(seen)), .read_ns = now()};
    /* Older versions refuse the event of outputs, so it is asked for last. */
    bool sent = sway_ipc_send(ipc, SWAY_SUBSCRIBE, "[\"window\", \"workspace\", \"shutdown\"]") &&
                sway_ipc_send(ipc, SWAY_SUBSCRIBE, "[\"output\"]") && ask(screen, now());
    if (!sent || !wait_for_tree(screen)) {
        snprintf(error, error_size, "SWAYSOCK: %s: expected an answer of sway to get_tree", path);
        close_screen(screen);
        return NULL;
    }
    return screen;
}

static int screen_fd(const screen *screen) { return sway_ipc_fd(screen->ipc); }

const screen_kind screen_sway = {"sway", open_screen, screen_fd, screen_interval, handle_screen, NULL, NULL, close_screen};
