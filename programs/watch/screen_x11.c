/* SPDX-License-Identifier: MIT */
/* The connection to an X server. */
#include "screen_x11.h"

#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include <xcb/xcbext.h>

enum {
    EVENTS_AT_ONCE = 2000, /* then publishing has its turn */
    REPORTS_AT_ONCE = 20,  /* the same, because a client can have each of its events reported */
    TAKEN_AT_MOST = 4096,  /* replies whose entries are still in the list of pending ones */
    FIRST_LIST_MS = 2000   /* for the first list of windows; they are unknown, and so covered, until all replies have come */
};

uint64_t x11_now(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

/* ---- Events and replies, in the order in which they came ---- */

void x11_expect(screen *screen, unsigned sequence, int what, xcb_window_t window) {
    pending added = {sequence, (uint8_t)what, window};
    g_array_append_val(screen->pending, added);
    node *node = x11_node(screen, window);
    if (node != NULL && x11_finds_client(what)) {
        node->searching++;
    }
}

static bool has_pending(const screen *screen) { return screen->pending_head < screen->pending->len; }

static pending head(const screen *screen) { return g_array_index(screen->pending, pending, screen->pending_head); }

static bool is_before(unsigned sequence, unsigned other) { return (int32_t)(sequence - other) < 0; }

static void take_reply(screen *screen, void *reply) {
    pending taken = head(screen);
    screen->pending_head++;
    if (!has_pending(screen) || screen->pending_head == TAKEN_AT_MOST) {
        g_array_remove_range(screen->pending, 0, screen->pending_head);
        screen->pending_head = 0;
    }
    x11_reply(screen, &taken, reply);
    if (taken.what == PENDING_IMAGE && reply != NULL) { /* it may show a password */
        explicit_bzero(xcb_get_image_data(reply), (size_t)xcb_get_image_data_length(reply));
    }
    free(reply);
}

/* The reply at the head, if it has come; NULL in `reply` if the server reported an error instead. If libxcb says that
 * there will be neither, it has lost its place in what the server sends. */
static bool poll_reply(screen *screen, void **reply) {
    xcb_generic_error_t *error = NULL;
    *reply = NULL;
    bool come = xcb_poll_for_reply(screen->connection, head(screen).sequence, reply, &error);
    bool lost = come && *reply == NULL && error == NULL;
    screen->failed = screen->failed || lost || (error != NULL && error->error_code == XCB_ALLOC);
    free(error);
    return come;
}

static void take_event(screen *screen, xcb_generic_event_t *event) {
    void *reply;
    while (has_pending(screen) && !is_before(event->full_sequence, head(screen).sequence) && poll_reply(screen, &reply)) {
        take_reply(screen, reply);
    }
    x11_event(screen, event);
    free(event);
}

/* Looking for a reply may bring in events that came before it. */
static bool take_first_reply(screen *screen) {
    void *reply;
    if (!has_pending(screen) || !poll_reply(screen, &reply)) {
        return false;
    }
    unsigned sequence = head(screen).sequence;
    xcb_generic_event_t *event = xcb_poll_for_queued_event(screen->connection);
    while (event != NULL && is_before(event->full_sequence, sequence)) {
        x11_event(screen, event);
        free(event);
        event = xcb_poll_for_queued_event(screen->connection);
    }
    take_reply(screen, reply);
    if (event != NULL) {
        take_event(screen, event);
    }
    return true;
}

/* Handles what has come. False if there was nothing. */
static bool take_all(screen *screen) {
    int taken = 0;
    bool more = true;
    screen->reports = 0;
    while (more && taken < EVENTS_AT_ONCE && screen->reports < REPORTS_AT_ONCE && !screen->failed) {
        xcb_generic_event_t *event = xcb_poll_for_event(screen->connection);
        if (event == NULL && !take_first_reply(screen)) {
            event = xcb_poll_for_queued_event(screen->connection);
            more = event != NULL;
        }
        if (event != NULL) {
            take_event(screen, event);
        }
        taken += more;
    }
    return taken > 0;
}

/* ---- The screen ---- */

static int screen_fd(const screen *screen) { return xcb_get_file_descriptor(screen->connection); }

static int64_t screen_interval(const screen *screen) { return screen->more ? 0 : x11_damage_interval_ns(screen); }

/* Sending may read, and what was read does not make the descriptor readable. So after anything was done, there may be more. */
static bool handle_screen(screen *screen, uint64_t now_ns) {
    screen->more = take_all(screen);
    x11_ask_crowded(screen);
    if (screen->changed && !screen->opening) {
        screen->changed = false;
        x11_report(screen);
        x11_preview_raise(screen);
    }
    x11_damage_rearm(screen, now_ns);
    xcb_flush(screen->connection);
    return !xcb_connection_has_error(screen->connection) && !screen->failed;
}

static void close_screen(screen *screen) {
    if (screen->root != NULL) {
        x11_node_free(screen, screen->root);
    }
    g_hash_table_unref(screen->nodes);
    g_array_unref(screen->pending);
    g_array_unref(screen->damage_waiting);
    g_array_unref(screen->damage_sent);
    g_clear_pointer(&screen->reported, g_array_unref);
    g_clear_pointer(&screen->outlines, g_array_unref);
    xcb_disconnect(screen->connection);
    g_free(screen);
}

/* ---- Opening ---- */

static const xcb_query_extension_reply_t *extension(screen *screen, xcb_extension_t *id) {
    const xcb_query_extension_reply_t *reply = xcb_get_extension_data(screen->connection, id);
    return reply != NULL && reply->present ? reply : NULL;
}

/* XFIXES has to be asked for its version before DAMAGE and selections can be used. */
static const char *missing_extension(screen *screen) {
    xcb_connection_t *connection = screen->connection;
    const xcb_query_extension_reply_t *fixes = extension(screen, &xcb_xfixes_id), *damage = extension(screen, &xcb_damage_id);
    const xcb_query_extension_reply_t *shape = extension(screen, &xcb_shape_id), *resources = extension(screen, &xcb_res_id);
    if (fixes == NULL || damage == NULL) {
        return fixes == NULL ? "it lacks the extension XFIXES" : "it lacks the extension DAMAGE";
    }
    free(xcb_xfixes_query_version_reply(connection, xcb_xfixes_query_version(connection, 2, 0), NULL));
    free(xcb_damage_query_version_reply(connection, xcb_damage_query_version(connection, 1, 1), NULL));
    screen->selection_event = fixes->first_event + XCB_XFIXES_SELECTION_NOTIFY;
    screen->damage_event = damage->first_event + XCB_DAMAGE_NOTIFY;
    screen->has_shapes = shape != NULL;
    screen->shape_event = shape != NULL ? shape->first_event + XCB_SHAPE_NOTIFY : 0;
    if (resources != NULL) {
        xcb_res_query_version_reply_t *version =
            xcb_res_query_version_reply(connection, xcb_res_query_version(connection, 1, 2), NULL);
        screen->has_resources = version != NULL && (version->server_major > 1 || version->server_minor >= 2);
        free(version);
    }
    return NULL;
}

/* A compositing manager owns this selection. */
static void watch_compositing(screen *screen, xcb_window_t root) {
    xcb_connection_t *connection = screen->connection;
    g_autofree char *name = g_strdup_printf("_NET_WM_CM_S%d", screen->number);
    xcb_intern_atom_reply_t *atom =
        xcb_intern_atom_reply(connection, xcb_intern_atom(connection, 0, (uint16_t)strlen(name), name), NULL);
    screen->composited = true;
    if (atom != NULL) {
        xcb_xfixes_select_selection_input(connection, root, atom->atom,
                                          XCB_XFIXES_SELECTION_EVENT_MASK_SET_SELECTION_OWNER |
                                              XCB_XFIXES_SELECTION_EVENT_MASK_SELECTION_WINDOW_DESTROY |
                                              XCB_XFIXES_SELECTION_EVENT_MASK_SELECTION_CLIENT_CLOSE);
        xcb_get_selection_owner_reply_t *owner =
            xcb_get_selection_owner_reply(connection, xcb_get_selection_owner(connection, atom->atom), NULL);
        screen->composited = owner == NULL || owner->owner != XCB_NONE;
        free(owner);
    }
    free(atom);
}

static void watch_root(screen *screen, const xcb_screen_t *which) {
    uint32_t mask = XCB_EVENT_MASK_SUBSTRUCTURE_NOTIFY | XCB_EVENT_MASK_STRUCTURE_NOTIFY;
    xcb_change_window_attributes(screen->connection, which->root, XCB_CW_EVENT_MASK, &mask);
    screen->root = x11_node_new(screen, NULL, which->root);
    screen->root->children = g_ptr_array_new();
    screen->root->read = true; /* its properties are nobody's title */
    screen->bounds = (box){0, 0, which->width_in_pixels, which->height_in_pixels};
    x11_ask_tree(screen, screen->root);
}

static bool first_list(screen *screen) {
    uint64_t end = x11_now() + FIRST_LIST_MS * UINT64_C(1000000);
    struct pollfd waiting = {screen_fd(screen), POLLIN, 0};
    screen->opening = true; /* what is found of a window later would count as a change */
    while (handle_screen(screen, x11_now())) {
        if (!has_pending(screen) || x11_now() >= end) {
            screen->opening = false;
            if (screen->changed) {
                x11_report(screen);
            }
            screen->more = true;
            return screen->reported != NULL;
        }
        poll(&waiting, 1, screen->more ? 0 : 10);
    }
    return false;
}

static const xcb_screen_t *screen_number(xcb_connection_t *connection, int number) {
    xcb_screen_iterator_t screens = xcb_setup_roots_iterator(xcb_get_setup(connection));
    for (; number > 0 && screens.rem > 1; number--) {
        xcb_screen_next(&screens);
    }
    return screens.rem > 0 ? screens.data : NULL;
}

static const char *connect_screen(screen *screen) {
    if (xcb_connection_has_error(screen->connection)) {
        return "there is no connection";
    }
    const char *missing = missing_extension(screen);
    if (missing != NULL) {
        return missing;
    }
    const xcb_screen_t *which = screen_number(screen->connection, screen->number);
    if (which == NULL || !x11_intern_atoms(screen)) {
        return "it does not answer";
    }
    screen->parts = xcb_generate_id(screen->connection);
    xcb_xfixes_create_region(screen->connection, screen->parts, 0, NULL);
    watch_compositing(screen, which->root);
    watch_root(screen, which);
    return first_list(screen) ? NULL : "it does not list its windows";
}

static screen *open_screen(desktop *desktop, char *error, size_t error_size) {
    screen *screen = g_new0(struct screen, 1);
    screen->desktop = desktop;
    screen->connection = xcb_connect(NULL, &screen->number);
    screen->nodes = g_hash_table_new(NULL, NULL);
    screen->pending = g_array_new(FALSE, FALSE, sizeof(pending));
    screen->damage_waiting = g_array_new(FALSE, FALSE, sizeof(xcb_window_t));
    screen->damage_sent = g_array_new(FALSE, FALSE, sizeof(xcb_window_t));
    gethostname(screen->machine, sizeof screen->machine - 1);
    const char *failure = connect_screen(screen);
    if (failure != NULL) {
        const char *display = getenv("DISPLAY");
        snprintf(error, error_size, "X server \"%s\" cannot be used: %s", display != NULL ? display : "", failure);
        close_screen(screen);
        return NULL;
    }
    return screen;
}

const screen_kind screen_x11 = {"x11", open_screen, screen_fd, screen_interval, handle_screen, x11_preview, x11_redraw, close_screen};
