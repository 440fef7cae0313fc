/* SPDX-License-Identifier: MIT */
/* What is known of the windows of X, from events and replies in the order in which the server sent them. */
#include "screen_x11.h"

enum {
    MAX_DEPTH = 4,        /* a client is at most this far below the root */
    MAX_INNER_DEPTH = 32, /* windows of other programs inside a client are looked for so far below the root */
    ROOMY = X11_MAX_WINDOWS - X11_MAX_WINDOWS / 8 /* if fewer windows are known, crowded ones are asked for their children again */
};

node *x11_node(const screen *screen, xcb_window_t id) {
    return g_hash_table_lookup(screen->nodes, GUINT_TO_POINTER(id));
}

static void leave_parent(node *node) {
    if (node->parent != NULL && node->parent->children != NULL) {
        g_ptr_array_remove(node->parent->children, node);
    }
    node->parent = NULL;
}

static void free_children(screen *screen, node *node) {
    while (node->children != NULL && node->children->len > 0) {
        x11_node_free(screen, g_ptr_array_index(node->children, node->children->len - 1));
    }
    g_clear_pointer(&node->children, g_ptr_array_unref);
}

void x11_node_free(screen *screen, node *node) {
    free_children(screen, node);
    x11_damage_forget(screen, node);
    leave_parent(node);
    g_hash_table_remove(screen->nodes, GUINT_TO_POINTER(node->id));
    x11_look_forget(node);
    g_free(node->drawn);
    g_free(node->net_name);
    g_free(node->name);
    g_free(node->class_name);
    g_free(node);
}

/* Called when the server says that `node` is inside of `parent`. If our tree has `parent` inside of `node`, it is out of date: `parent`
 * was moved out before the server watched. Then frees `node` with all that is inside of it, `parent` too, and returns true. The windows
 * are found again in the replies about the windows that contain them now. */
bool x11_drop_cycle(screen *screen, node *node, const struct node *parent) {
    while (parent != NULL && parent != node) {
        parent = parent->parent;
    }
    if (parent == NULL) {
        return false;
    }
    x11_node_free(screen, node);
    x11_ask_tree(screen, screen->root);
    return true;
}

static node *new_node(screen *screen, node *parent, xcb_window_t id) {
    node *made = g_new0(node, 1);
    made->id = id;
    made->parent = parent;
    if (parent != NULL) {
        g_ptr_array_add(parent->children, made);
    }
    g_hash_table_insert(screen->nodes, GUINT_TO_POINTER(id), made);
    return made;
}

static void ask_state(screen *screen, xcb_window_t id) {
    xcb_get_window_attributes_cookie_t attributes = xcb_get_window_attributes(screen->connection, id);
    x11_expect(screen, attributes.sequence, PENDING_ATTRIBUTES, id);
    x11_expect(screen, xcb_get_geometry(screen->connection, id).sequence, PENDING_GEOMETRY, id);
}

node *x11_node_new(screen *screen, node *parent, xcb_window_t id) {
    node *made = new_node(screen, parent, id);
    if (parent != NULL && parent == screen->root) {
        x11_damage_begin(screen, made);
    }
    ask_state(screen, id);
    return made;
}

static int depth_of(const node *node) {
    int depth = 0;
    for (; node->parent != NULL; node = node->parent) {
        depth++;
    }
    return depth;
}

/* The children of a window are asked for after every change. A reply that is under way has those that were before it. */
void x11_ask_tree(screen *screen, node *node) {
    if (!node->tree_asked) {
        node->tree_asked = true;
        x11_expect(screen, xcb_query_tree(screen->connection, node->id).sequence, PENDING_TREE, node->id);
    }
}

static void select_events(screen *screen, const node *node) {
    uint32_t mask = (node->read ? XCB_EVENT_MASK_PROPERTY_CHANGE : 0u) | (node->children != NULL ? XCB_EVENT_MASK_SUBSTRUCTURE_NOTIFY : 0u);
    xcb_change_window_attributes(screen->connection, node->id, XCB_CW_EVENT_MASK, &mask);
}

/* A window without WM_STATE may be a window manager's frame, so its children may be clients. Children of a client may belong to
 * other programs, but nothing else is asked about them. */
static bool may_be_client(const node *node) {
    bool may = depth_of(node) <= MAX_DEPTH;
    for (const struct node *above = node->parent; may && above != NULL; above = above->parent) {
        may = !above->has_state;
    }
    return may;
}

void x11_watch_children(screen *screen, node *node) {
    bool watch = depth_of(node) < MAX_INNER_DEPTH;
    node->crowded = node->crowded || !watch;
    if (watch == (node->children != NULL)) {
        return;
    }
    if (!watch) {
        free_children(screen, node);
        select_events(screen, node);
        return;
    }
    node->children = g_ptr_array_new();
    node->crowded = false;
    select_events(screen, node);
    node->tree_asked = false; /* a reply that is under way may lack what was made before the server watched */
    x11_ask_tree(screen, node);
}

/* A window that is less deep than before, or no longer inside of a client, may be a client now. */
static void read_again(screen *screen, node *node) {
    if (node->watched || node->children != NULL) {
        x11_watch_children(screen, node);
    }
    x11_read_node(screen, node);
    for (guint i = 0; node->children != NULL && i < node->children->len; i++) {
        read_again(screen, g_ptr_array_index(node->children, i));
    }
}

/* `parent` must not be inside of `node`: see x11_drop_cycle(). */
void x11_node_move(screen *screen, node *node, struct node *parent) {
    leave_parent(node);
    node->parent = parent;
    node->place = parent == screen->root ? node->place : 0;
    g_ptr_array_add(parent->children, node);
    read_again(screen, node);
    ask_state(screen, node->id); /* the server may not have watched the new parent in time for its events */
}

static void ask_properties(screen *screen, node *node) {
    node->read = true;
    select_events(screen, node);
    for (int i = 0; i < PROPERTIES; i++) {
        x11_ask_property(screen, node, (property)i);
    }
    if (screen->has_shapes) {
        xcb_shape_select_input(screen->connection, node->id, 1);
        x11_expect(screen, xcb_shape_query_extents(screen->connection, node->id).sequence, PENDING_SHAPE, node->id);
    }
}

static void ask_process(screen *screen, const node *node) {
    if (screen->has_resources) {
        xcb_res_client_id_spec_t spec = {node->id, XCB_RES_CLIENT_ID_MASK_LOCAL_CLIENT_PID};
        x11_expect(screen, xcb_res_query_client_ids(screen->connection, 1, &spec).sequence, PENDING_PID, node->id);
    }
}

/* The children may be known since before the window was shown. A window manager marks its client later. */
static void ask_children(screen *screen, const node *node) {
    for (guint i = 0; node->children != NULL && i < node->children->len; i++) {
        struct node *child = g_ptr_array_index(node->children, i);
        child->read = false;
        ask_state(screen, child->id);
    }
}

void x11_read_node(screen *screen, node *node) {
    if (!node->mapped || node->input_only || node == screen->root || x11_is_own(screen, node)) {
        return;
    }
    if (!node->read && may_be_client(node)) {
        ask_properties(screen, node);
    }
    if (!node->watched) {
        node->watched = true;
        ask_process(screen, node);
        ask_children(screen, node);
        x11_watch_children(screen, node);
    }
}

/* ---- Replies ---- */

static void attributes_reply(screen *screen, node *node, const xcb_get_window_attributes_reply_t *reply) {
    node->popup = reply->override_redirect;
    node->input_only = reply->_class == XCB_WINDOW_CLASS_INPUT_ONLY;
    node->mapped = reply->map_state != XCB_MAP_STATE_UNMAPPED;
    x11_damage_viewable(node, reply->map_state == XCB_MAP_STATE_VIEWABLE);
    x11_read_node(screen, node);
}

static void geometry_reply(screen *screen, node *node, const xcb_get_geometry_reply_t *reply) {
    node->x = reply->x;
    node->y = reply->y;
    node->width = reply->width;
    node->height = reply->height;
    node->border = reply->border_width;
    node->depth = reply->depth;
    if (node == screen->root) {
        screen->bounds = (box){0, 0, node->width, node->height};
    }
}

static void pid_reply(node *node, const xcb_res_query_client_ids_reply_t *reply) {
    xcb_res_client_id_value_iterator_t ids = xcb_res_query_client_ids_ids_iterator(reply);
    for (; ids.rem > 0; xcb_res_client_id_value_next(&ids)) {
        bool pid = ids.data->spec.mask & XCB_RES_CLIENT_ID_MASK_LOCAL_CLIENT_PID;
        if (pid && xcb_res_client_id_value_value_length(ids.data) > 0) {
            uint32_t value = *xcb_res_client_id_value_value(ids.data);
            node->resource_pid = value <= INT32_MAX ? value : 0;
        }
    }
}

/* Whether a window has more children than may be known. If only the limit for all windows refuses them, x11_ask_crowded() asks again. */
static bool too_many(screen *screen, const node *node, guint count) {
    if (node == screen->root) {
        return false;
    }
    if (count > X11_MAX_CHILDREN) {
        return true;
    }
    bool full = count > node->children->len && g_hash_table_size(screen->nodes) + count > X11_MAX_WINDOWS + node->children->len;
    screen->full = screen->full || full;
    return full;
}

/* Asks each of them once. A lack of room needs more than X11_MAX_WINDOWS - X11_MAX_CHILDREN known windows, so thousands must come before
 * `full` is set again. */
void x11_ask_crowded(screen *screen) {
    if (!screen->full || g_hash_table_size(screen->nodes) >= ROOMY) {
        return;
    }
    screen->full = false;
    GHashTableIter each;
    gpointer value;
    g_hash_table_iter_init(&each, screen->nodes);
    while (g_hash_table_iter_next(&each, NULL, &value)) {
        node *node = value;
        if (node->crowded && node->children != NULL) {
            x11_ask_tree(screen, node);
        }
    }
}

/* Takes the order, adds windows that are not known yet, and drops those that are gone. It looks for cycles before it changes anything,
 * because a cycle frees `node`. Without a cycle, no window that moves contains `node`, so nothing here frees it. */
static void tree_reply(screen *screen, node *node, const xcb_query_tree_reply_t *reply) {
    const xcb_window_t *ids = xcb_query_tree_children(reply);
    int count = xcb_query_tree_children_length(reply);
    if (node->children == NULL) {
        return;
    }
    node->crowded = too_many(screen, node, (guint)count);
    count = node->crowded ? 0 : count;
    for (int i = 0; i < count; i++) {
        struct node *child = x11_node(screen, ids[i]);
        if (child != NULL && x11_drop_cycle(screen, child, node)) {
            return;
        }
    }
    GPtrArray *old = node->children;
    node->children = g_ptr_array_sized_new((guint)count);
    for (int i = 0; i < count; i++) {
        struct node *child = x11_node(screen, ids[i]);
        if (child == NULL) {
            x11_node_new(screen, node, ids[i])->was_there = node == screen->root;
        } else if (child->parent == node && g_ptr_array_remove(old, child)) {
            g_ptr_array_add(node->children, child);
        } else {
            x11_node_move(screen, child, node);
        }
    }
    while (old->len > 0) {
        struct node *gone = g_ptr_array_steal_index_fast(old, old->len - 1);
        gone->parent = NULL;
        x11_node_free(screen, gone);
    }
    g_ptr_array_unref(old);
}

/* Whether a reply may change which window is the client. */
bool x11_finds_client(int what) {
    return what == PENDING_ATTRIBUTES || what == PENDING_TREE || what == PROPERTY_WM_STATE || what == PROPERTY_PID;
}

void x11_reply(screen *screen, const pending *pending, const void *reply) {
    node *node = x11_node(screen, pending->window);
    if (node != NULL && x11_finds_client(pending->what) && node->searching > 0) {
        node->searching--;
    }
    if (pending->what == PENDING_DAMAGE) {
        x11_damage_rearmed(screen);
    }
    if (pending->what == PENDING_TREE && node != NULL) {
        node->tree_asked = false;
    }
    if (node != NULL && pending->what < PROPERTIES) {
        node->asked &= ~(1u << pending->what);
    }
    if (pending->what == PENDING_IMAGE && node != NULL) {
        x11_damage_looked(node, reply);
        return;
    }
    if (pending->what == PENDING_PARTS && node != NULL && reply != NULL) {
        x11_damage_parts(node, reply);
        return;
    }
    if (node == NULL || reply == NULL) { /* the window vanished: its event says so */
        return;
    }
    switch (pending->what) {
    case PENDING_ATTRIBUTES:
        attributes_reply(screen, node, reply);
        break;
    case PENDING_GEOMETRY:
        geometry_reply(screen, node, reply);
        break;
    case PENDING_SHAPE:
        node->shape_known = true;
        node->shaped = ((const xcb_shape_query_extents_reply_t *)reply)->bounding_shaped;
        break;
    case PENDING_PID:
        pid_reply(node, reply);
        break;
    case PENDING_TREE:
        tree_reply(screen, node, reply);
        break;
    case PENDING_DAMAGE:
        return;
    default:
        x11_property_reply(screen, node, (property)pending->what, reply);
        if (pending->what == PROPERTY_WM_STATE) {
            read_again(screen, node); /* what is in it */
        }
    }
    screen->changed = true;
}
