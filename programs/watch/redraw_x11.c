/* SPDX-License-Identifier: MIT */
/* Asks an application to draw its window: an empty one comes in front of it for a moment. That one takes no input, and the screen keeps what
 * it showed. When it goes, the server paints the background of the window, if it has one, and asks its application to draw. */
#include "screen_x11.h"

enum {
    PLACE = XCB_CONFIG_WINDOW_X | XCB_CONFIG_WINDOW_Y | XCB_CONFIG_WINDOW_WIDTH | XCB_CONFIG_WINDOW_HEIGHT
};
static const uint32_t outside[] = {(uint32_t)-1, (uint32_t)-1, 1, 1};

static void create(screen *screen) {
    xcb_connection_t *connection = screen->connection;
    uint32_t values[] = {XCB_BACK_PIXMAP_NONE, 1};
    screen->expose_window = xcb_generate_id(connection);
    xcb_create_window(connection, XCB_COPY_FROM_PARENT, screen->expose_window, screen->root->id, 0, 0, 1, 1, 0, XCB_WINDOW_CLASS_INPUT_OUTPUT,
                      XCB_COPY_FROM_PARENT, XCB_CW_BACK_PIXMAP | XCB_CW_OVERRIDE_REDIRECT, values);
    xcb_shape_rectangles(connection, XCB_SHAPE_SO_SET, XCB_SHAPE_SK_INPUT, 0, screen->expose_window, 0, 0, 0, NULL);
}

/* The server is grabbed, so that no other program moves windows meanwhile. If the window has gone, the empty one stays outside of the screen. */
static void redraw(screen *screen, const node *top) {
    xcb_connection_t *connection = screen->connection;
    box frame = x11_frame(top);
    uint32_t values[] = {(uint32_t)frame.x, (uint32_t)frame.y, (uint32_t)frame.width, (uint32_t)frame.height, top->id, XCB_STACK_MODE_ABOVE};
    xcb_grab_server(connection);
    xcb_configure_window(connection, screen->expose_window, PLACE, outside);
    xcb_shape_combine(connection, XCB_SHAPE_SO_SET, XCB_SHAPE_SK_BOUNDING, XCB_SHAPE_SK_BOUNDING, screen->expose_window, (int16_t)top->border, (int16_t)top->border, top->id);
    xcb_configure_window(connection, screen->expose_window, PLACE | XCB_CONFIG_WINDOW_SIBLING | XCB_CONFIG_WINDOW_STACK_MODE, values);
    xcb_map_window(connection, screen->expose_window);
    xcb_unmap_window(connection, screen->expose_window);
    xcb_ungrab_server(connection);
}

/* What the server paints says nothing of the application. */
static void note_redraw(const screen *screen, const node *top) {
    node *client = x11_node(screen, top->client);
    if (client != NULL) {
        client->painted_reports = client->damage_sent ? 2 : 1;
    }
}

void x11_redraw(screen *screen, const uint64_t *ids, size_t count) {
    if (!screen->has_shapes) {
        return; /* it would take input */
    }
    if (screen->expose_window == XCB_NONE) {
        create(screen);
    }
    for (size_t i = 0; i < count; i++) {
        const node *top = x11_node(screen, (xcb_window_t)ids[i]);
        if (top != NULL && top->parent == screen->root && x11_is_listed(screen, top)) {
            redraw(screen, top);
            note_redraw(screen, top);
        }
    }
    xcb_flush(screen->connection);
    screen->more = true; /* replies may have come in while requests went out */
}
