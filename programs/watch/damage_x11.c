/* SPDX-License-Identifier: MIT */
/* What is drawn on windows, by the extension DAMAGE. It costs little: of an application that draws 640 by 480 pixels 60 times a second,
 * this thread takes 0.4 % of a core, and the server 0.2 % more than before. Nothing drawn costs nothing.
 *
 * The server reports when the box of all that was drawn grows, until it is asked to begin again. An
 * application may draw in that box before the server has begun again. So the desktop hears of damage when that is confirmed: a reading
 * after that contains what was drawn before, and the server reports what is drawn later. */
#include "screen_x11.h"

enum {
    MAX_DRAWN = 256, /* parts of one report that the desktop receives */
    INTERVAL_NS = 10 * 1000000, /* between beginning again, so that no application makes this a busy loop */
    MOVE_INTERVAL_NS = 2 * 1000000 /* the same after a move, so that few moves and drawings are reported together */
};

static void wait_for(screen *screen, node *node, box part) {
    if (node->damage_waits) {
        node->damaged = box_join(node->damaged, part);
    } else {
        node->damaged = part;
        node->damage_waits = true;
        g_array_append_val(screen->damage_waiting, node->id);
    }
}

void x11_damage_forget(screen *screen, node *client) {
    if (client->damage != XCB_NONE) {
        xcb_damage_destroy(screen->connection, client->damage);
        client->damage = XCB_NONE;
        client->damage_waits = client->damage_sent = false;
        g_clear_pointer(&client->drawn, g_free);
        client->drawn_count = 0;
        x11_look_forget(client);
    }
}

/* When the server begins to watch a window that is on the screen, it reports all of it as drawn, also if nothing was. So windows are
 * watched before they are shown. */
static void create(screen *screen, node *node) {
    node->damage = xcb_generate_id(screen->connection);
    node->damage_guessed = true;
    xcb_damage_create(screen->connection, node->damage, node->id, XCB_DAMAGE_REPORT_LEVEL_BOUNDING_BOX);
    node->caret = (box){0, 0, 0, 0};
}

void x11_damage_begin(screen *screen, node *node) {
    create(screen, node);
    node->damage_first = true;
}

void x11_damage_viewable(node *node, bool viewable) {
    if (node->damage_first) {
        node->damage_first = false;
        node->damage_guessed = viewable;
    }
}

/* The desktop must hear what was drawn after every move. */
void x11_damage_moved(screen *screen, node *node) {
    struct node *top = x11_top(node), *client = x11_node(screen, top->client);
    if (client != NULL && !client->moved) {
        desktop_drawing(screen->desktop, top->id, client->damage_guessed || client->painted_reports > 0 ? (box){0, 0, 0, 0} : client->drawing);
    }
    node->moved = true;
    if (client != NULL) {
        client->moved = true;
        if (client->damage != XCB_NONE) {
            uint64_t soon_ns = x11_now() + MOVE_INTERVAL_NS;
            wait_for(screen, client, (box){0, 0, 0, 0});
            screen->damage_next_ns = MIN(screen->damage_next_ns, soon_ns);
        }
    }
}

static bool is_client(node *node) { return x11_top(node)->client == node->id; }

/* What a window shows when it becomes a client must be read. The first damage contains all that was drawn on it until now. */
void x11_damage_watch(screen *screen, node *top, node *client) {
    node *before = top->client != XCB_NONE ? x11_node(screen, top->client) : NULL;
    bool is_new = before != client || client->damage == XCB_NONE;
    if (before != NULL && before != client && x11_top(before) == top) {
        x11_damage_forget(screen, before);
    }
    top->client = client->id;
    if (client->damage == XCB_NONE) {
        create(screen, client);
        client->damage_first = false;
    }
    if (is_new) {
        client->moved |= top->moved;
        wait_for(screen, client, (box){0, 0, client->width, client->height});
    }
}

/* The area is the box of all that was drawn since the server began. It may contain the border, which is nothing that can be read. */
static box inside(const xcb_damage_notify_event_t *event) {
    xcb_rectangle_t area = event->area;
    int32_t left = MAX(area.x, 0), top = MAX(area.y, 0);
    int32_t right = MIN(area.x + area.width, event->geometry.width), bottom = MIN(area.y + area.height, event->geometry.height);
    return (box){left, top, MAX(right - left, 0), MAX(bottom - top, 0)};
}

void x11_damage_event(screen *screen, const xcb_damage_notify_event_t *event) {
    node *node = x11_node(screen, event->drawable);
    if (node == NULL || node->damage != event->damage || !is_client(node)) {
        return;
    }
    box part = inside(event);
    node->drawing = node->moved ? node->drawing : box_join(node->drawing, part);
    bool blinks = x11_is_thin(part) && box_contains(node->caret, part);
    if (!blinks || node->damage_waits) { /* if it blinks, the server does not begin again: it reports when more is drawn */
        wait_for(screen, node, part);
    }
}

static void begin_again(screen *screen, node *node, uint64_t now_ns) {
    xcb_xfixes_set_region(screen->connection, screen->parts, 0, NULL);
    xcb_damage_subtract(screen->connection, node->damage, XCB_NONE, screen->parts);
    x11_expect(screen, xcb_xfixes_fetch_region(screen->connection, screen->parts).sequence, PENDING_PARTS, node->id);
    node->damage_sent = true;
    node->told = node->damaged;
    if (!box_is_empty(node->told)) {
        x11_look(screen, node, now_ns);
    }
}

void x11_damage_parts(node *node, const xcb_xfixes_fetch_region_reply_t *reply) {
    g_clear_pointer(&node->drawn, g_free);
    node->drawn_count = 0;
    node->drawing = (box){0, 0, 0, 0};
    node->drawn_copies = node->moved;
    node->moved = false;
    node->painted_reports -= node->painted_reports > 0;
    if (node->damage_guessed) {
        node->damage_guessed = false;
        return;
    }
    size_t count = MIN((size_t)xcb_xfixes_fetch_region_rectangles_length(reply), MAX_DRAWN);
    const xcb_rectangle_t *parts = xcb_xfixes_fetch_region_rectangles(reply);
    node->drawn = g_new(box, count + 1);
    for (size_t i = 0; i < count; i++) {
        node->drawn[i] = (box){parts[i].x, parts[i].y, parts[i].width, parts[i].height};
    }
    node->drawn_count = count;
}

void x11_damage_rearm(screen *screen, uint64_t now_ns) {
    if (screen->damage_waiting->len == 0 || screen->damage_sent->len > 0 || now_ns < screen->damage_next_ns) {
        return;
    }
    for (guint i = 0; i < screen->damage_waiting->len; i++) {
        node *node = x11_node(screen, g_array_index(screen->damage_waiting, xcb_window_t, i));
        bool waits = node != NULL && node->damage_waits;
        if (waits) {
            node->damage_waits = false;
        }
        if (waits && is_client(node)) {
            begin_again(screen, node, now_ns);
        }
    }
    GArray *swap = screen->damage_sent;
    screen->damage_sent = screen->damage_waiting;
    screen->damage_waiting = swap;
    screen->damage_next_ns = now_ns + INTERVAL_NS;
    x11_expect(screen, xcb_get_input_focus(screen->connection).sequence, PENDING_DAMAGE, screen->root->id);
}

/* If the window has moved again, what was drawn before counts no longer. */
static void tell(const screen *screen, node *node) {
    uint64_t id = x11_top(node)->id, now_ns = x11_now();
    bool moved_again = node->moved && !screen->composited;
    node->caret = x11_is_thin(node->told) ? node->told : (box){0, 0, 0, 0};
    if (!box_is_empty(node->told)) {
        desktop_damaged(screen->desktop, id, node->told, now_ns);
    }
    if (!moved_again) {
        desktop_drawn(screen->desktop, id, node->drawn, node->drawn_count, node->drawn_copies, now_ns);
    } else if (node->drawn_copies) {
        node->damage_guessed = true;
    }
    g_clear_pointer(&node->drawn, g_free);
    node->drawn_count = 0;
}

void x11_damage_rearmed(screen *screen) {
    if (screen->changed) {
        x11_report(screen); /* what was drawn belongs to the places that windows have now */
    }
    for (guint i = 0; i < screen->damage_sent->len; i++) {
        node *node = x11_node(screen, g_array_index(screen->damage_sent, xcb_window_t, i));
        if (node != NULL && node->damage_sent) {
            node->damage_sent = false;
            tell(screen, node);
        }
    }
    g_array_set_size(screen->damage_sent, 0);
}

void x11_damage_looked(node *node, const xcb_get_image_reply_t *reply) {
    if (node->damage_sent && x11_looked(node, reply)) {
        node->damage_sent = node->drawn_copies; /* the desktop waits for that */
        node->told = (box){0, 0, 0, 0};
    }
}

int64_t x11_damage_interval_ns(const screen *screen) {
    if (screen->damage_waiting->len == 0 || screen->damage_sent->len > 0) {
        return -1;
    }
    uint64_t now = x11_now();
    return now >= screen->damage_next_ns ? 0 : (int64_t)(screen->damage_next_ns - now);
}
