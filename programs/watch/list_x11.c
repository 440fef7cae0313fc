/* SPDX-License-Identifier: MIT */
/* The list of windows, for the desktop. */
#include "screen_x11.h"

#include "process.h"

#include <string.h>

static bool has_state(const node *node) { return node->has_state; }
static bool has_pid(const node *node) { return node->property_pid != 0; }

/* The topmost window at or below `node` that fits. */
static node *find(node *node, bool (*fits)(const struct node *)) {
    if (!node->mapped || node->input_only) {
        return NULL;
    }
    if (fits(node)) {
        return node;
    }
    for (guint i = node->children != NULL ? node->children->len : 0; i > 0; i--) {
        struct node *found = find(g_ptr_array_index(node->children, i - 1), fits);
        if (found != NULL) {
            return found;
        }
    }
    return NULL;
}

node *x11_top(node *node) {
    while (node->parent != NULL && node->parent->parent != NULL) {
        node = node->parent;
    }
    return node;
}

box x11_frame(const node *top) { return (box){top->x, top->y, top->width + 2 * top->border, top->height + 2 * top->border}; }

bool x11_is_own(const screen *screen, const node *node) { return node->id == screen->preview || node->id == screen->expose_window; }

bool x11_is_listed(const screen *screen, const node *top) { return top->mapped && !top->input_only && !x11_is_own(screen, top); }

static bool searching(const node *node) {
    bool found = node->searching > 0;
    for (guint i = 0; !found && node->children != NULL && i < node->children->len; i++) {
        found = searching(g_ptr_array_index(node->children, i));
    }
    return found;
}

static box inside(const node *client) {
    box place = {0, 0, client->width, client->height};
    for (const node *node = client; node->parent != NULL; node = node->parent) {
        place.x += node->x + node->border;
        place.y += node->y + node->border;
    }
    return place;
}

/* Whether other windows that fit, or that nobody looks at, may be seen apart from the client. */
static bool has_others(const node *node, const struct node *client, bool (*fits)(const struct node *)) {
    if (!node->mapped || node->input_only || node == client) {
        return false;
    }
    bool found = node->crowded || (fits(node) && !box_contains(inside(client), inside(node)));
    for (guint i = 0; !found && node->children != NULL && i < node->children->len; i++) {
        found = has_others(g_ptr_array_index(node->children, i), client, fits);
    }
    return found;
}

/* What the application draws: the window that the window manager marks, else one that names its process, else the window itself. A
 * window may show several applications, like a virtual root does. Then no process is responsible for it: `shared`. */
node *x11_client(node *top, bool *shared) {
    node *client = find(top, has_state);
    client = client != NULL ? client : find(top, has_pid);
    client = client != NULL ? client : top;
    *shared = has_others(top, client, has_state) || (client == top && top->crowded);
    return *shared ? top : client;
}

/* Without a compositing manager, the server ignores the fourth channel of windows that have one. With one, such a window hides nothing,
 * and what it says of itself does not matter: no application may uncover what is behind it. */
static bool opaque(const screen *screen, const node *top, const node *client) {
    if (top->depth == 0 || top->has_opacity || client->has_opacity || (screen->has_shapes && (!top->shape_known || top->shaped))) {
        return false;
    }
    return top->depth != 32 || !screen->composited;
}

/* What the client says of itself, which may come from another machine. */
static pid_t named_process(const node *client) { return client->here ? (pid_t)client->property_pid : 0; }

/* The server knows who opened a connection. If that process has ended, another one has the connection: a child, most often. */
static pid_t process(const node *top, const node *client) {
    if (client == top && !client->has_state && client->property_pid == 0 && searching(top)) {
        return 0; /* it may be the frame of a client that is not known yet */
    }
    pid_t opener = (pid_t)client->resource_pid, named = named_process(client);
    bool ended = opener != 0 && named != 0 && process_has_ended(opener);
    return opener != 0 && !ended ? opener : named;
}

static void describe(screen *screen, node *top, window *out) {
    bool shared;
    node *client = x11_client(top, &shared);
    memset(out, 0, sizeof *out);
    out->id = top->id;
    out->frame = x11_frame(top);
    out->content = inside(client);
    out->shadow = client->shadow;
    out->pid = shared ? 0 : process(top, client);
    out->named_pid = out->pid == 0 || named_process(client) == out->pid ? 0 : named_process(client);
    out->embeds = x11_has_foreign(screen, top, top, client);
    out->popup = client->popup;
    out->was_there = top->was_there;
    out->keeps_picture = screen->composited;
    out->opaque = opaque(screen, top, client);
    const char *title = client->net_name != NULL ? client->net_name : client->name;
    g_strlcpy(out->title, title != NULL ? title : "", sizeof out->title);
    g_strlcpy(out->class_name, client->class_name != NULL ? client->class_name : "", sizeof out->class_name);
    x11_damage_watch(screen, top, client);
}

void x11_report(screen *screen) {
    GArray *list = g_array_new(FALSE, FALSE, sizeof(window));
    GPtrArray *tops = screen->root->children;
    screen->reports++;
    screen->exposing_count = 0;
    for (guint i = 0; i < tops->len; i++) {
        node *top = g_ptr_array_index(tops, i);
        top->unseen = false;
        if (x11_is_listed(screen, top)) {
            g_array_set_size(list, list->len + 1);
            describe(screen, top, &g_array_index(list, window, list->len - 1));
            top->place = list->len;
        } else {
            top->place = 0;
        }
    }
    GArray *before = screen->reported;
    bool same = before != NULL && before->len == list->len && memcmp(&screen->bounds, &screen->reported_bounds, sizeof(box)) == 0 &&
                (list->len == 0 || memcmp(before->data, list->data, list->len * sizeof(window)) == 0);
    if (same) {
        g_array_unref(list);
        return;
    }
    desktop_set_windows(screen->desktop, screen->bounds, (const window *)(const void *)list->data, list->len, x11_now());
    g_clear_pointer(&screen->reported, g_array_unref);
    screen->reported = list;
    screen->reported_bounds = screen->bounds;
}
