/* SPDX-License-Identifier: MIT */
/* The outlines of what is covered, as a window above all others that has the shape of the outlines and takes no input. */
#include "screen_x11.h"

#include <string.h>

enum {
    LINE = 3,
    RAISES = 20, /* in a second */
    RED = 0xe01b24
};

static void add(GArray *outlines, int x, int y, int width, int height) {
    if (width > 0 && height > 0) {
        xcb_rectangle_t side = {(int16_t)x, (int16_t)y, (uint16_t)width, (uint16_t)height};
        g_array_append_val(outlines, side);
    }
}

static void outline(GArray *outlines, box cover) {
    int right = cover.x + cover.width, bottom = cover.y + cover.height;
    int thick = MIN(LINE, MIN(cover.width, cover.height));
    add(outlines, cover.x, cover.y, cover.width, thick);
    add(outlines, cover.x, bottom - thick, cover.width, thick);
    add(outlines, cover.x, cover.y + thick, thick, cover.height - 2 * thick);
    add(outlines, right - thick, cover.y + thick, thick, cover.height - 2 * thick);
}

static void create(screen *screen) {
    xcb_connection_t *connection = screen->connection;
    uint32_t values[] = {RED, 1};
    screen->preview = xcb_generate_id(connection);
    xcb_create_window(connection, XCB_COPY_FROM_PARENT, screen->preview, screen->root->id, 0, 0, UINT16_MAX / 2, UINT16_MAX / 2, 0,
                      XCB_WINDOW_CLASS_INPUT_OUTPUT, XCB_COPY_FROM_PARENT, XCB_CW_BACK_PIXEL | XCB_CW_OVERRIDE_REDIRECT, values);
    xcb_shape_rectangles(connection, XCB_SHAPE_SO_SET, XCB_SHAPE_SK_INPUT, 0, screen->preview, 0, 0, 0, NULL);
    xcb_shape_rectangles(connection, XCB_SHAPE_SO_SET, XCB_SHAPE_SK_BOUNDING, 0, screen->preview, 0, 0, 0, NULL);
    xcb_map_window(connection, screen->preview);
}

static bool is_above(const screen *screen) {
    GPtrArray *children = screen->root->children;
    for (guint i = children->len; i > 0; i--) {
        const node *node = g_ptr_array_index(children, i - 1);
        if (node->id == screen->preview || (node->mapped && !node->input_only)) {
            return node->id == screen->preview;
        }
    }
    return true;
}

/* Another window may want to be above all others too, so this is done only a few times a second. */
void x11_preview_raise(screen *screen) {
    uint64_t now = x11_now();
    if (screen->preview == XCB_NONE || is_above(screen)) {
        return;
    }
    if (now - screen->raises_ns > UINT64_C(1000000000)) {
        screen->raises_ns = now;
        screen->raises = 0;
    }
    if (++screen->raises > RAISES) {
        return;
    }
    uint32_t above = XCB_STACK_MODE_ABOVE;
    xcb_configure_window(screen->connection, screen->preview, XCB_CONFIG_WINDOW_STACK_MODE, &above);
}

void x11_preview(screen *screen, const box *covers, size_t count) {
    if (!screen->has_shapes) {
        return;
    }
    if (screen->preview == XCB_NONE) {
        create(screen);
    }
    GArray *outlines = g_array_new(FALSE, FALSE, sizeof(xcb_rectangle_t));
    if (count > DESKTOP_MAX_COVERS) {
        outline(outlines, screen->bounds);
    }
    for (size_t i = 0; count <= DESKTOP_MAX_COVERS && i < count; i++) {
        outline(outlines, covers[i]);
    }
    GArray *before = screen->outlines;
    bool same = before != NULL && before->len == outlines->len &&
                (outlines->len == 0 || memcmp(before->data, outlines->data, outlines->len * sizeof(xcb_rectangle_t)) == 0);
    if (!same) {
        xcb_shape_rectangles(screen->connection, XCB_SHAPE_SO_SET, XCB_SHAPE_SK_BOUNDING, 0, screen->preview, 0, 0, outlines->len,
                             (const xcb_rectangle_t *)(const void *)outlines->data);
    }
    g_clear_pointer(&screen->outlines, g_array_unref);
    screen->outlines = outlines;
    x11_preview_raise(screen);
    xcb_flush(screen->connection);
    screen->more = true; /* replies may have come in while requests went out */
}
