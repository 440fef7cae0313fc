/* SPDX-License-Identifier: MIT */
/* Events of X: what changes in the windows that windows_x11.c knows. */
#include "screen_x11.h"

enum {
    EVENT_SENT = 0x80 /* by another client: nothing that the server says */
};

/* The window of an event, if it is where the event says. If it is not, asks where the windows are. */
static node *child_of(screen *screen, xcb_window_t parent, xcb_window_t id) {
    node *node = x11_node(screen, id), *above = x11_node(screen, parent);
    if (node != NULL && node->parent == above) {
        return node;
    }
    if (above != NULL && above->children != NULL) {
        x11_ask_tree(screen, above);
    }
    return NULL;
}

/* Whether one more window inside of `parent` may be known. If not, the reply to x11_ask_tree() says that `parent` is crowded. */
static bool has_room(const screen *screen, const node *parent) {
    bool few = parent->children->len < X11_MAX_CHILDREN && g_hash_table_size(screen->nodes) < X11_MAX_WINDOWS;
    return parent == screen->root || (few && !parent->crowded);
}

static void created(screen *screen, const xcb_create_notify_event_t *event) {
    node *parent = x11_node(screen, event->parent), *known = x11_node(screen, event->window);
    if (parent == NULL || parent->children == NULL) {
        return;
    }
    x11_ask_tree(screen, parent); /* which does not list the overlay of a compositing manager, and nothing is behind that */
    if (!has_room(screen, parent) || (known != NULL && x11_drop_cycle(screen, known, parent))) {
        return;
    }
    if (known != NULL) {
        x11_node_free(screen, known);
    }
    node *node = x11_node_new(screen, parent, event->window);
    node->x = event->x;
    node->y = event->y;
    node->width = event->width;
    node->height = event->height;
    node->border = event->border_width;
    node->popup = event->override_redirect;
}

static bool is_reported(const screen *screen, xcb_window_t id) {
    bool found = false;
    for (guint i = 0; !found && screen->reported != NULL && i < screen->reported->len; i++) {
        found = g_array_index(screen->reported, window, i).id == id;
    }
    return found;
}

/* What the server counts as drawn until it begins again may be no longer on the screen: it adds up what was drawn, or copied, in several
 * places. */
static void forget_drawn(node *client) {
    client->damage_guessed = true;
    client->drawn_count = 0;
}

static bool has_pending(const node *client) { return client->damage_waits || client->damage_sent || !box_is_empty(client->drawing); }

static void forget_pending(const screen *screen, node *top) {
    node *client = x11_node(screen, top->client);
    if (top->client == XCB_NONE && top->mapped) {
        forget_drawn(top); /* nobody notes yet what it draws */
    } else if (client != NULL && has_pending(client)) {
        forget_drawn(client);
    }
}

/* Windows behind this one come to be seen in its place. */
static void forget_behind(const screen *screen, const node *top) {
    const GPtrArray *tops = screen->root->children;
    for (guint i = 0; i < tops->len && g_ptr_array_index(tops, i) != top; i++) {
        struct node *behind = g_ptr_array_index(tops, i);
        if (!box_is_empty(box_intersect(x11_frame(behind), x11_frame(top)))) {
            forget_pending(screen, behind);
        }
    }
}

/* A window that was hidden and is shown again is a new one. */
static void report_hidden(screen *screen, node *node) {
    struct node *top = x11_top(node), *client = x11_node(screen, top->client);
    if (node->mapped || (node != top && node != client)) {
        return;
    }
    forget_pending(screen, top);
    if (is_reported(screen, top->id)) {
        x11_report(screen);
    }
}

/* Windows around this one may come to show what was in its place. The window itself may, too, unless it has only moved. */
static void note_place(screen *screen, node *node, bool moves) {
    struct node *top = x11_top(node);
    if (node == screen->root || !x11_is_listed(screen, top) || screen->composited || screen->reported == NULL) {
        return;
    }
    if (screen->exposing_count == X11_MAX_EXPOSING || top->place == 0) { /* or it was not there in the last report */
        x11_report(screen);
    }
    screen->exposing[screen->exposing_count++] = (exposing){x11_frame(top), moves ? top->id : XCB_NONE};
}

/* The window leaves its place, or a part of it. */
static void exposes(screen *screen, node *node, bool moves) {
    if (node == x11_top(node) && node != screen->root && x11_is_listed(screen, node) && !screen->composited) {
        forget_behind(screen, node);
    }
    note_place(screen, node, moves);
}

/* Whether no other window is in front of this one, and all of it is on the screen. */
static bool is_seen(const screen *screen, const node *top) {
    const GPtrArray *tops = screen->root->children;
    bool seen = box_contains(screen->bounds, x11_frame(top));
    for (guint i = tops->len; seen && i > 0 && g_ptr_array_index(tops, i - 1) != top; i--) {
        const node *other = g_ptr_array_index(tops, i - 1);
        seen = !x11_is_listed(screen, other) || box_is_empty(box_intersect(x11_frame(other), x11_frame(top)));
    }
    return seen;
}

/* The server copies to the new place what the window shows in its old one. So the desktop must know that place, and what changed there, but
 * not if the window was seen as a whole in all places since the last report. It also must know the place if the window goes back, because
 * the list is the same then. */
static void before_move(screen *screen, node *node, box next) {
    struct node *top = x11_top(node);
    box frame = x11_frame(top);
    if (screen->reported != NULL && top->place == 0 && x11_is_listed(screen, top) && !screen->composited) {
        x11_report(screen); /* it was not there in the last report */
    }
    if (screen->reported == NULL || top->place == 0) {
        x11_damage_moved(screen, node);
        return;
    }
    box last = g_array_index(screen->reported, window, top->place - 1).frame;
    bool unseen = top->unseen || !is_seen(screen, top);
    bool wanted = !box_is_same(last, frame) && ((node == top && box_is_same(last, next)) || unseen);
    for (size_t i = 0; !wanted && i < screen->exposing_count; i++) {
        wanted = screen->exposing[i].moved != top->id && !box_is_empty(box_intersect(screen->exposing[i].frame, frame));
    }
    if (wanted) {
        x11_report(screen);
    }
    top->unseen = unseen;
    x11_damage_moved(screen, node);
    exposes(screen, node, true);
}

static void mapped(screen *screen, xcb_window_t parent, xcb_window_t id, bool is_mapped) {
    node *node = child_of(screen, parent, id);
    if (node != NULL) {
        if (is_mapped) {
            report_hidden(screen, node);
        } else {
            exposes(screen, node, false);
        }
        node->mapped = is_mapped;
        node->was_there = false;
        x11_read_node(screen, node);
    }
}

/* Comes for the old and for the new parent, if both are watched. */
static void reparented(screen *screen, const xcb_reparent_notify_event_t *event) {
    node *node = x11_node(screen, event->window), *parent = x11_node(screen, event->parent);
    if (node != NULL) {
        exposes(screen, node, false);
        if (has_pending(node)) {
            forget_drawn(node); /* it may go to another place */
        }
    }
    if (node != NULL && parent != NULL) {
        if (x11_drop_cycle(screen, node, parent)) {
            return;
        }
        x11_watch_children(screen, parent); /* a frame that is not shown yet: what is drawn of its client from the beginning is known */
        node = x11_node(screen, event->window); /* it is freed if it was inside of a parent that is too deep */
    }
    bool wanted = parent != NULL && parent->children != NULL;
    if (!wanted) {
        if (node != NULL) {
            x11_node_free(screen, node);
        }
        return;
    }
    x11_ask_tree(screen, parent);
    if (node == NULL && !has_room(screen, parent)) {
        return;
    }
    if (node == NULL) {
        node = x11_node_new(screen, parent, event->window);
    } else if (node->parent != parent) {
        x11_node_move(screen, node, parent);
    }
    node->x = event->x;
    node->y = event->y;
    node->popup = event->override_redirect;
}

/* Whether a window that goes to another index passes one that it has passed the other way since the last report. */
static bool passes_back(const node *node, guint from, guint to) {
    const GPtrArray *siblings = node->parent->children;
    bool up = to > from, back = false;
    for (guint i = from; !back && node->place != 0 && i != to;) {
        i = up ? i + 1 : i - 1;
        unsigned other = ((const struct node *)g_ptr_array_index(siblings, i))->place;
        back = other != 0 && (other < node->place) == up;
    }
    return back;
}

static void restack(screen *screen, node *node, guint from, guint to) {
    GPtrArray *siblings = node->parent->children;
    bool up = to > from, matters = x11_is_listed(screen, node) && !screen->composited;
    for (guint i = up ? from : to; matters && i < (up ? from + 1 : from); i++) { /* the windows that come to be seen */
        forget_pending(screen, g_ptr_array_index(siblings, i));
    }
    if (passes_back(node, from, to)) {
        x11_report(screen);
    }
    note_place(screen, node, false);
    g_ptr_array_remove_index(siblings, from);
    g_ptr_array_insert(siblings, (gint)to, node);
    x11_ask_tree(screen, node->parent);
}

static void put_above(screen *screen, node *node, xcb_window_t below) {
    GPtrArray *siblings = node->parent->children;
    guint index = 0, place = 0;
    if (!g_ptr_array_find(siblings, node, &index)) {
        return;
    }
    xcb_window_t was = index > 0 ? ((struct node *)g_ptr_array_index(siblings, index - 1))->id : XCB_NONE;
    if (was == below) {
        return;
    }
    if (below != XCB_NONE) {
        struct node *under = x11_node(screen, below);
        bool found = under != NULL && g_ptr_array_find(siblings, under, &place);
        place = found ? place + (place < index) : siblings->len - 1;
    }
    restack(screen, node, index, place);
}

static void configured(screen *screen, const xcb_configure_notify_event_t *event) {
    node *root = screen->root;
    if (event->window == root->id) {
        root->width = event->width;
        root->height = event->height;
        screen->bounds = (box){0, 0, root->width, root->height};
        return;
    }
    node *node = child_of(screen, event->event, event->window);
    if (node != NULL) {
        bool stays = node->x == event->x && node->y == event->y && node->width == event->width && node->height == event->height &&
                     node->border == event->border_width;
        if (node->mapped && !stays) {
            before_move(screen, node, (box){event->x, event->y, event->width + 2 * event->border_width, event->height + 2 * event->border_width});
        }
        put_above(screen, node, event->above_sibling); /* may report where the window was until now */
        node->x = event->x;
        node->y = event->y;
        node->width = event->width;
        node->height = event->height;
        node->border = event->border_width;
        node->popup = event->override_redirect;
    }
}

static void moved(screen *screen, const xcb_gravity_notify_event_t *event) {
    node *node = child_of(screen, event->event, event->window);
    if (node != NULL) {
        before_move(screen, node, (box){event->x, event->y, node->width + 2 * node->border, node->height + 2 * node->border});
        node->x = event->x;
        node->y = event->y;
    }
}

static void circulated(screen *screen, const xcb_circulate_notify_event_t *event) {
    node *node = child_of(screen, event->event, event->window);
    guint index = 0;
    if (node != NULL && g_ptr_array_find(node->parent->children, node, &index)) {
        restack(screen, node, index, event->place == XCB_PLACE_ON_BOTTOM ? 0 : node->parent->children->len - 1);
    }
}

static void destroyed(screen *screen, xcb_window_t parent, xcb_window_t id) {
    node *node = x11_node(screen, id), *above = x11_node(screen, parent);
    if (node != NULL && node != screen->root) {
        exposes(screen, node, false);
        x11_node_free(screen, node);
    } else if (above != NULL && above->crowded && above->children != NULL) {
        x11_ask_tree(screen, above); /* they may be few enough now */
    }
}

static void property_changed(screen *screen, const xcb_property_notify_event_t *event) {
    node *node = x11_node(screen, event->window);
    for (int i = 0; node != NULL && node->read && i < PROPERTIES; i++) {
        if (screen->atoms[i] == event->atom) {
            x11_ask_property(screen, node, (property)i);
        }
    }
}

static bool change(screen *screen, const xcb_generic_event_t *event) {
    switch (event->response_type) {
    case XCB_CREATE_NOTIFY:
        created(screen, (const void *)event);
        return true;
    case XCB_DESTROY_NOTIFY:
        destroyed(screen, ((const xcb_destroy_notify_event_t *)event)->event, ((const xcb_destroy_notify_event_t *)event)->window);
        return true;
    case XCB_MAP_NOTIFY: {
        const xcb_map_notify_event_t *map = (const void *)event;
        mapped(screen, map->event, map->window, true);
        return true;
    }
    case XCB_UNMAP_NOTIFY: {
        const xcb_unmap_notify_event_t *unmap = (const void *)event;
        mapped(screen, unmap->event, unmap->window, false);
        return true;
    }
    case XCB_REPARENT_NOTIFY:
        reparented(screen, (const void *)event);
        return true;
    case XCB_CONFIGURE_NOTIFY:
        configured(screen, (const void *)event);
        return true;
    case XCB_GRAVITY_NOTIFY:
        moved(screen, (const void *)event);
        return true;
    case XCB_CIRCULATE_NOTIFY:
        circulated(screen, (const void *)event);
        return true;
    default:
        return false;
    }
}

void x11_event(screen *screen, const xcb_generic_event_t *event) {
    uint8_t type = event->response_type;
    if (type == 0) { /* an error, mostly of a window that has vanished; without memory nothing can be believed */
        screen->failed = screen->failed || ((const xcb_generic_error_t *)event)->error_code == XCB_ALLOC;
    } else if (type & EVENT_SENT) {
        return;
    } else if (change(screen, event)) {
        screen->changed = true;
    } else if (type == XCB_PROPERTY_NOTIFY) {
        property_changed(screen, (const void *)event);
    } else if (type == screen->damage_event) {
        x11_damage_event(screen, (const void *)event);
    } else if (screen->has_shapes && type == screen->shape_event) {
        const xcb_shape_notify_event_t *shape = (const void *)event;
        node *node = x11_node(screen, shape->affected_window);
        if (node != NULL && shape->shape_kind == XCB_SHAPE_SK_BOUNDING) {
            exposes(screen, node, false);
            node->shaped = shape->shaped;
            screen->changed = true;
        }
    } else if (type == screen->selection_event) {
        screen->composited = ((const xcb_xfixes_selection_notify_event_t *)event)->owner != XCB_NONE;
        screen->changed = true;
    }
}
