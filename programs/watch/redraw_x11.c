/* SPDX-License-Identifier: MIT */
/* Asks an application to draw its window, and changes nothing of it: a window without a background comes in front for a moment. It paints
 * nothing and takes no input. When it goes, the server asks the applications behind it to draw. */
#include "screen_x11.h"

static void create(screen *screen) {
    xcb_connection_t *connection = screen->connection;
    uint32_t values[] = {XCB_BACK_PIXMAP_NONE, 1};
    screen->pane = xcb_generate_id(connection);
    xcb_create_window(connection, XCB_COPY_FROM_PARENT, screen->pane, screen->root->id, 0, 0, 1, 1, 0, XCB_WINDOW_CLASS_INPUT_OUTPUT,
                      XCB_COPY_FROM_PARENT, XCB_CW_BACK_PIXMAP | XCB_CW_OVERRIDE_REDIRECT, values);
    xcb_shape_rectangles(connection, XCB_SHAPE_SO_SET, XCB_SHAPE_SK_INPUT, 0, screen->pane, 0, 0, 0, NULL);
}

static void redraw(screen *screen, const node *top) {
    box frame = x11_frame(top);
    uint32_t values[] = {(uint32_t)frame.x, (uint32_t)frame.y, (uint32_t)frame.width, (uint32_t)frame.height, top->id, XCB_STACK_MODE_ABOVE};
    uint16_t mask = XCB_CONFIG_WINDOW_X | XCB_CONFIG_WINDOW_Y | XCB_CONFIG_WINDOW_WIDTH | XCB_CONFIG_WINDOW_HEIGHT | XCB_CONFIG_WINDOW_SIBLING |
                    XCB_CONFIG_WINDOW_STACK_MODE;
    xcb_configure_window(screen->connection, screen->pane, mask, values);
    xcb_map_window(screen->connection, screen->pane);
    xcb_unmap_window(screen->connection, screen->pane);
}

void x11_redraw(screen *screen, const uint64_t *ids, size_t count) {
    if (!screen->has_shapes) {
        return; /* it would take input */
    }
    if (screen->pane == XCB_NONE) {
        create(screen);
    }
    for (size_t i = 0; i < count; i++) {
        const node *top = x11_node(screen, (xcb_window_t)ids[i]);
        if (top != NULL && top->parent == screen->root && x11_is_listed(screen, top)) {
            redraw(screen, top);
        }
    }
    xcb_flush(screen->connection);
    screen->more = true; /* replies may have come in while requests went out */
}
