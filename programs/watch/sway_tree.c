/* SPDX-License-Identifier: MIT */
#include "sway_tree.h"

#include "json_text.h"

#include <json-glib/json-glib.h>
#include <string.h>

enum {
    MAX_DEPTH = 512,    /* of objects and lists; containers need two each */
    MAX_PLACE = 1 << 20 /* pixels */
};

static JsonNode *member(JsonObject *object, const char *name) { return json_object_get_member(object, name); }

static JsonObject *object_member(JsonObject *object, const char *name) {
    JsonNode *node = member(object, name);
    return node != NULL && JSON_NODE_HOLDS_OBJECT(node) ? json_node_get_object(node) : NULL;
}

static const char *text_member(JsonObject *object, const char *name) {
    JsonNode *node = member(object, name);
    return node != NULL && json_node_get_value_type(node) == G_TYPE_STRING ? json_node_get_string(node) : NULL;
}

static bool number_member(JsonObject *object, const char *name, int64_t *out) {
    JsonNode *node = member(object, name);
    bool is_number = node != NULL && json_node_get_value_type(node) == G_TYPE_INT64;
    *out = is_number ? json_node_get_int(node) : 0;
    return is_number;
}

static bool box_member(JsonObject *object, const char *name, box *out) {
    static const char *const names[] = {"x", "y", "width", "height"};
    JsonObject *rectangle = object_member(object, name);
    int64_t numbers[4];
    for (int i = 0; i < 4; i++) {
        if (rectangle == NULL || !number_member(rectangle, names[i], &numbers[i]) || numbers[i] > MAX_PLACE ||
            numbers[i] < (i < 2 ? -MAX_PLACE : 0)) {
            return false;
        }
    }
    *out = (box){(int32_t)numbers[0], (int32_t)numbers[1], (int32_t)numbers[2], (int32_t)numbers[3]};
    return true;
}

static bool is_empty(box box) { return box.width <= 0 || box.height <= 0; }

static box joined(box a, box b) {
    if (is_empty(a) || is_empty(b)) {
        return is_empty(a) ? b : a;
    }
    int32_t x = MIN(a.x, b.x), y = MIN(a.y, b.y);
    return (box){x, y, MAX(a.x + a.width, b.x + b.width) - x, MAX(a.y + a.height, b.y + b.height) - y};
}

/* Cut between characters. */
static void copy_text(char out[WINDOW_TEXT], const char *text) {
    size_t length = text != NULL ? strlen(text) : 0;
    if (length >= WINDOW_TEXT) {
        length = WINDOW_TEXT - 1;
        while (length > 0 && ((unsigned char)text[length] & 0xc0) == 0x80) {
            length--;
        }
    }
    memset(out, 0, WINDOW_TEXT);
    if (length > 0) {
        memcpy(out, text, length);
    }
}

static const char *class_of(JsonObject *node) {
    JsonObject *properties = object_member(node, "window_properties");
    const char *application = text_member(node, "app_id");
    return application == NULL && properties != NULL ? text_member(properties, "class") : application;
}

/* False if the place is not known. */
static bool place_window(JsonObject *node, window *window) {
    box rectangle, inner, title;
    if (!box_member(node, "rect", &rectangle) || is_empty(rectangle)) {
        return false;
    }
    window->content = rectangle;
    if (box_member(node, "window_rect", &inner) && !is_empty(inner)) {
        window->content = (box){rectangle.x + inner.x, rectangle.y + inner.y, inner.width, inner.height};
    }
    /* The bar with the title lies above, and is counted from another corner. */
    int32_t bar = box_member(node, "deco_rect", &title) ? title.height : 0;
    window->frame = joined(window->content, (box){rectangle.x - SWAY_MARGIN, rectangle.y - bar - SWAY_MARGIN,
                                                  rectangle.width + 2 * SWAY_MARGIN, rectangle.height + bar + 2 * SWAY_MARGIN});
    return true;
}

/* What is known of a node from those around it. */
typedef struct context {
    box bounds;
    bool floating, fullscreen;
    GArray *windows, *fullscreen_windows; /* of sway_window */
} context;

/* Reads a node that contains no others, so it is a window. */
static bool add_window(JsonObject *node, const context *context) {
    GArray *windows = context->fullscreen ? context->fullscreen_windows : context->windows;
    JsonNode *visible = member(node, "visible");
    int64_t id, pid;
    if (visible != NULL && json_node_get_value_type(visible) == G_TYPE_BOOLEAN && !json_node_get_boolean(visible)) {
        return true; /* everything else counts as visible */
    }
    if (windows->len > DESKTOP_MAX_WINDOWS || !number_member(node, "id", &id) || id <= 0) {
        return false;
    }
    sway_window found = {.window = {.id = (uint64_t)id, .no_place = true}, .floating = context->floating};
    found.window.pid = number_member(node, "pid", &pid) && pid > 0 && pid <= G_MAXINT32 ? (pid_t)pid : 0;
    if (!place_window(node, &found.window)) {
        found.window.frame = found.window.content = context->bounds;
    }
    copy_text(found.window.title, text_member(node, "name"));
    copy_text(found.window.class_name, class_of(node));
    g_array_append_val(windows, found);
    return true;
}

static bool walk(JsonObject *node, context context) {
    static const char *const lists[] = {"nodes", "floating_nodes"};
    const char *type = text_member(node, "type");
    bool is_container = g_strcmp0(type, "con") == 0 || g_strcmp0(type, "floating_con") == 0;
    int64_t fullscreen;
    context.floating |= g_strcmp0(type, "floating_con") == 0;
    context.fullscreen |= is_container && number_member(node, "fullscreen_mode", &fullscreen) && fullscreen != 0;
    guint children = 0;
    for (size_t i = 0; i < G_N_ELEMENTS(lists); i++) {
        JsonNode *list = member(node, lists[i]);
        if (list == NULL || !JSON_NODE_HOLDS_ARRAY(list)) {
            return false;
        }
        JsonArray *array = json_node_get_array(list);
        guint length = json_array_get_length(array);
        children += length;
        for (guint j = 0; j < length; j++) {
            JsonNode *child = json_array_get_element(array, j);
            if (!JSON_NODE_HOLDS_OBJECT(child) || !walk(json_node_get_object(child), context)) {
                return false;
            }
        }
    }
    return children > 0 || !is_container || add_window(node, &context);
}

/* The outputs are the nodes of the root. The scratchpad's output has the place of all others, and shows nothing. */
static bool read_bounds(JsonObject *root, box *bounds) {
    JsonNode *list = member(root, "nodes");
    *bounds = (box){0, 0, 0, 0};
    if (list == NULL || !JSON_NODE_HOLDS_ARRAY(list)) {
        return false;
    }
    JsonArray *array = json_node_get_array(list);
    for (guint i = 0; i < json_array_get_length(array); i++) {
        JsonNode *node = json_array_get_element(array, i);
        box place;
        if (!JSON_NODE_HOLDS_OBJECT(node) || !box_member(json_node_get_object(node), "rect", &place)) {
            return false;
        }
        if (g_strcmp0(text_member(json_node_get_object(node), "name"), "__i3") != 0) {
            *bounds = joined(*bounds, place);
        }
    }
    return true;
}

static bool read_root(JsonObject *root, sway_tree *out) {
    context context = {.windows = out->windows, .fullscreen_windows = g_array_new(FALSE, TRUE, sizeof(sway_window))};
    bool ok = read_bounds(root, &context.bounds) && walk(root, context);
    out->bounds = context.bounds;
    g_array_append_vals(out->windows, context.fullscreen_windows->data, context.fullscreen_windows->len);
    g_array_free(context.fullscreen_windows, TRUE);
    return ok;
}

bool sway_tree_read(const char *text, size_t length, sway_tree *out) {
    char *valid = g_utf8_make_valid(text, (gssize)length); /* applications write the titles */
    size_t line;
    JsonParser *parser = json_parser_new_immutable();
    out->windows = g_array_new(FALSE, TRUE, sizeof(sway_window));
    bool ok = json_text_problem(valid, strlen(valid), MAX_DEPTH, &line) == NULL && json_parser_load_from_data(parser, valid, -1, NULL);
    JsonNode *root = ok ? json_parser_get_root(parser) : NULL;
    ok = root != NULL && JSON_NODE_HOLDS_OBJECT(root) && read_root(json_node_get_object(root), out);
    g_object_unref(parser);
    g_free(valid);
    return ok;
}
