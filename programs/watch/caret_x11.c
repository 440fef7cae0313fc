/* SPDX-License-Identifier: MIT */
/* A caret that blinks must not have the window read again twice a second. GTK 4 and Chromium draw only the caret, 1 pixel wide: GTK 4
 * every 10 ms while it fades. Qt draws 10 pixels, and GTK 3 the whole entry: there the pixels say that nothing else has changed. Only
 * checksums of rows and columns are kept, and everything is wiped, because the entry may be a password field that is revealed. */
#include "screen_x11.h"

#include <string.h>

enum {
    CARET = 3,           /* pixels: not wider or not higher */
    LARGEST = 65536,     /* pixels that are looked at; larger parts are not entries */
    BLINK_MS = 200,      /* carets are drawn less often */
    BYTES_PER_PIXEL = 4
};

struct look {
    box part;
    uint64_t drawn_ns;
    uint64_t *sums; /* of the columns, then of the rows; NULL: it was not looked at */
};

bool x11_is_thin(box part) { return part.width <= CARET || part.height <= CARET; }

static size_t size_of_sums(box part) { return (size_t)(part.width + part.height) * sizeof(uint64_t); }

static void wipe_sums(uint64_t *sums, box part) {
    if (sums != NULL) {
        explicit_bzero(sums, size_of_sums(part));
        g_free(sums);
    }
}

void x11_look_forget(node *node) {
    if (node->look != NULL) {
        wipe_sums(node->look->sums, node->look->part);
        g_clear_pointer(&node->look, g_free);
    }
}

/* Asks for the pixels of a copy, in which what is hidden is black. If the pointer is over the window itself, an X server that draws the
 * pointer in software may send an event between the head of the reply and its pixels. From then on, libxcb would take pixels for events. */
static void ask_image(screen *screen, const node *node, box part) {
    static const uint32_t options[] = {0, XCB_SUBWINDOW_MODE_INCLUDE_INFERIORS, 0};
    xcb_connection_t *connection = screen->connection;
    xcb_pixmap_t copy = xcb_generate_id(connection);
    xcb_gcontext_t context = xcb_generate_id(connection);
    xcb_rectangle_t all = {0, 0, (uint16_t)part.width, (uint16_t)part.height};
    xcb_create_pixmap(connection, node->depth, copy, node->id, all.width, all.height);
    xcb_create_gc(connection, context, copy, XCB_GC_FOREGROUND | XCB_GC_SUBWINDOW_MODE | XCB_GC_GRAPHICS_EXPOSURES, options);
    xcb_poly_fill_rectangle(connection, copy, context, 1, &all);
    xcb_copy_area(connection, node->id, copy, context, (int16_t)part.x, (int16_t)part.y, 0, 0, all.width, all.height);
    xcb_get_image_cookie_t cookie = xcb_get_image(connection, XCB_IMAGE_FORMAT_Z_PIXMAP, copy, 0, 0, all.width, all.height, UINT32_MAX);
    x11_expect(screen, cookie.sequence, PENDING_IMAGE, node->id);
    xcb_free_gc(connection, context);
    xcb_free_pixmap(connection, copy);
}

/* Asks for the pixels if the same part was drawn again as a caret blinks. The request follows the one that has the server watch again:
 * what is drawn later is reported. */
void x11_look(screen *screen, node *node, uint64_t now_ns) {
    box part = node->told;
    struct look *look = node->look = node->look != NULL ? node->look : g_new0(struct look, 1);
    bool blinks = box_is_same(look->part, part) && now_ns - look->drawn_ns >= BLINK_MS * UINT64_C(1000000);
    bool fits = part.width <= INT16_MAX && part.height <= INT16_MAX; /* in a pixmap */
    bool asks = blinks && fits && node->depth != 0 && (int64_t)part.width * part.height <= LARGEST;
    if (!asks) {
        wipe_sums(look->sums, look->part);
        look->sums = NULL;
    }
    look->part = part;
    look->drawn_ns = now_ns;
    if (asks) {
        ask_image(screen, node, part);
    }
}

static uint64_t mix(uint64_t sum, uint32_t value) { return (sum ^ value) * UINT64_C(0x9e3779b97f4a7c15) ^ sum >> 29; }

static uint64_t *sums_of(const uint8_t *pixels, int width, int height) {
    uint64_t *sums = g_new0(uint64_t, width + height);
    for (int y = 0; y < height; y++) {
        for (int x = 0; x < width; x++, pixels += BYTES_PER_PIXEL) {
            uint32_t pixel;
            memcpy(&pixel, pixels, sizeof pixel);
            sums[x] = mix(sums[x], pixel);
            sums[width + y] = mix(sums[width + y], pixel);
        }
    }
    return sums;
}

/* How many there are from the first that differs to the last. */
static int span(const uint64_t *before, const uint64_t *now, int count) {
    int first = 0, last = count - 1;
    while (first < count && before[first] == now[first]) {
        first++;
    }
    while (last >= first && before[last] == now[last]) {
        last--;
    }
    return last - first + 1;
}

bool x11_looked(node *node, const xcb_get_image_reply_t *reply) {
    struct look *look = node->look;
    if (look == NULL) {
        return false;
    }
    int width = look->part.width, height = look->part.height;
    uint64_t *before = look->sums;
    look->sums = NULL;
    bool fits = reply != NULL && xcb_get_image_data_length(reply) == width * height * BYTES_PER_PIXEL;
    if (fits) {
        look->sums = sums_of(xcb_get_image_data(reply), width, height);
    }
    bool caret = fits && before != NULL && (span(before, look->sums, width) <= CARET || span(before + width, look->sums + width, height) <= CARET);
    wipe_sums(before, look->part);
    return caret;
}
