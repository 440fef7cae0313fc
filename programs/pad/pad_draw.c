/* SPDX-License-Identifier: MIT */
/* Draws the picture of a prompt with cairo and pango, and redacts its screenshot. */
#include "pad_private.h"

#include <math.h>
#include <pango/pangocairo.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FONT "DejaVu Sans, Sans"

/* sRGB */
#define PAPER 0xECEFF4
#define KEY 0xFFFFFF
#define FUNCTION_KEY 0xD5DCE8
#define ACCENT 0x1C62B9
#define INK 0x1B2430
#define FAINT 0x5A6678
#define ALARM 0xB3261E
#define LINE 0xB9C3D3

enum {
    SECONDS_TEXT = 600
};

static void color(cairo_t *cr, uint32_t rgb) {
    cairo_set_source_rgb(cr, (rgb >> 16) / 255.0, (rgb >> 8 & 0xFF) / 255.0, (rgb & 0xFF) / 255.0);
}

static PangoLayout *layout_of(cairo_t *cr, const char *text, int length, double size, double width) {
    PangoLayout *layout = pango_cairo_create_layout(cr);
    PangoFontDescription *font = pango_font_description_from_string(FONT);
    pango_font_description_set_absolute_size(font, size * PANGO_SCALE);
    pango_layout_set_font_description(layout, font);
    pango_font_description_free(font);
    pango_layout_set_width(layout, (int)(width * PANGO_SCALE));
    pango_layout_set_wrap(layout, PANGO_WRAP_WORD_CHAR);
    pango_layout_set_text(layout, text, length);
    return layout;
}

double pad_text_height(const char *text, double width, double size) {
    cairo_surface_t *surface = cairo_image_surface_create(CAIRO_FORMAT_A8, 1, 1);
    cairo_t *cr = cairo_create(surface);
    PangoLayout *layout = layout_of(cr, text, -1, size, width);
    int height = 0;
    pango_layout_get_pixel_size(layout, NULL, &height);
    g_object_unref(layout);
    cairo_destroy(cr);
    cairo_surface_destroy(surface);
    return height;
}

static void rounded(cairo_t *cr, scrim_rect r, double radius) {
    cairo_new_sub_path(cr);
    cairo_arc(cr, r.x + r.width - radius, r.y + radius, radius, -G_PI_2, 0);
    cairo_arc(cr, r.x + r.width - radius, r.y + r.height - radius, radius, 0, G_PI_2);
    cairo_arc(cr, r.x + radius, r.y + r.height - radius, radius, G_PI_2, G_PI);
    cairo_arc(cr, r.x + radius, r.y + radius, radius, G_PI, 3 * G_PI_2);
    cairo_close_path(cr);
}

static void box(cairo_t *cr, scrim_rect rect, uint32_t fill, uint32_t line) {
    scrim_rect inner = {rect.x + 0.5, rect.y + 0.5, rect.width - 1, rect.height - 1};
    rounded(cr, inner, fmin(8, inner.height / 2));
    color(cr, fill);
    cairo_fill_preserve(cr);
    color(cr, line);
    cairo_set_line_width(cr, 1);
    cairo_stroke(cr);
}

/* Draws text in a rectangle: centered, or at its top left if `align` is PANGO_ALIGN_LEFT. */
static void text_in(cairo_t *cr, scrim_rect rect, const char *text, double size, uint32_t ink, PangoAlignment align) {
    PangoLayout *layout = layout_of(cr, text, -1, size, rect.width);
    int height = 0;
    pango_layout_set_alignment(layout, align);
    pango_layout_set_height(layout, (int)(rect.height * PANGO_SCALE));
    pango_layout_set_ellipsize(layout, PANGO_ELLIPSIZE_END);
    pango_layout_get_pixel_size(layout, NULL, &height);
    color(cr, ink);
    cairo_move_to(cr, rect.x, rect.y + (align == PANGO_ALIGN_LEFT ? 0 : fmax(0, (rect.height - height) / 2)));
    pango_cairo_show_layout(cr, layout);
    g_object_unref(layout);
}

/* ---- The parts ---- */

/* ⌫ and ✓ are drawn as lines, so that they look the same with all fonts. */
static void draw_backspace(cairo_t *cr, scrim_rect rect) {
    double x = rect.x + rect.width / 2, y = rect.y + rect.height / 2;
    cairo_move_to(cr, x - 15, y);
    cairo_line_to(cr, x - 7, y - 9);
    cairo_line_to(cr, x + 14, y - 9);
    cairo_line_to(cr, x + 14, y + 9);
    cairo_line_to(cr, x - 7, y + 9);
    cairo_close_path(cr);
    cairo_move_to(cr, x - 1, y - 4);
    cairo_line_to(cr, x + 7, y + 4);
    cairo_move_to(cr, x + 7, y - 4);
    cairo_line_to(cr, x - 1, y + 4);
    color(cr, INK);
    cairo_set_line_width(cr, 2);
    cairo_stroke(cr);
}

static void draw_check(cairo_t *cr, scrim_rect rect) {
    double x = rect.x + rect.width / 2, y = rect.y + rect.height / 2;
    cairo_move_to(cr, x - 11, y + 1);
    cairo_line_to(cr, x - 3, y + 9);
    cairo_line_to(cr, x + 12, y - 8);
    color(cr, KEY);
    cairo_set_line_width(cr, 3);
    cairo_stroke(cr);
}

static void draw_key(cairo_t *cr, const scrim_key *key) {
    int inserts = key->kind == SCRIM_KEY_INSERT, done = key->kind == SCRIM_KEY_DONE;
    uint32_t fill = inserts || key->kind == SCRIM_KEY_BLANK ? KEY : FUNCTION_KEY;
    box(cr, key->rect, done ? ACCENT : fill, done ? ACCENT : LINE);
    if (key->kind == SCRIM_KEY_DELETE) {
        draw_backspace(cr, key->rect);
    } else if (done) {
        draw_check(cr, key->rect);
    } else {
        double size = inserts ? fmin(30, key->rect.height * 0.45) : 16;
        text_in(cr, key->rect, key->label, size, INK, PANGO_ALIGN_CENTER);
    }
}

static void draw_keys(struct pad *pad, cairo_t *cr) {
    scrim_key keys[SCRIM_KEYPAD_MAX_KEYS];
    size_t count = 0;
    if (scrim_keypad_generation(pad->keypad, &pad->drawn_generation) == SCRIM_OK &&
        scrim_keypad_keys(pad->keypad, SCRIM_KEY_ORDER_ROWS, keys, SCRIM_KEYPAD_MAX_KEYS, &count) == SCRIM_OK) {
        for (size_t i = 0; i < count; i++) {
            draw_key(cr, &keys[i]);
        }
    }
    explicit_bzero(keys, sizeof keys);
}

static void draw_amount(const struct pad *pad, cairo_t *cr) {
    char amount[LONGEST_AMOUNT + 1];
    size_t length = 0;
    if (scrim_text_copy_masked(pad->amount, amount, LONGEST_AMOUNT, &length) == SCRIM_OK) {
        amount[length] = '\0';
        text_in(cr, pad->rects[PART_AMOUNT], amount, 24, INK, PANGO_ALIGN_CENTER);
    }
}

/* Draws dots, because the look of a mask character depends on the font. */
static void draw_field(const struct pad *pad, cairo_t *cr) {
    const scrim_rect rect = pad->rects[PART_FIELD];
    size_t count = 0;
    box(cr, rect, KEY, ACCENT);
    if (scrim_text_count(pad->texts[pad->entry], &count) != SCRIM_OK) {
        return;
    }
    double step = fmin(26, (rect.width - 40) / (count > 0 ? (double)count : 1)), radius = fmin(7, step * 0.4);
    double x = rect.x + (rect.width - step * (double)count) / 2 + step / 2;
    color(cr, INK);
    for (size_t i = 0; i < count; i++) {
        cairo_new_sub_path(cr);
        cairo_arc(cr, x + step * (double)i, rect.y + rect.height / 2, radius, 0, 2 * G_PI);
    }
    cairo_fill(cr);
}

/* Depends only on the length. Full at ten characters, as gpg-agent's estimate with its default options. */
static void draw_quality(const struct pad *pad, cairo_t *cr) {
    const scrim_rect rect = pad->rects[PART_QUALITY];
    size_t count = 0;
    scrim_rect label = rect, bar = {rect.x + 90, rect.y + 5, rect.width - 90, 10};
    label.width = 86;
    text_in(cr, label, pad->options.quality, 13, FAINT, PANGO_ALIGN_LEFT);
    box(cr, bar, KEY, LINE);
    if (scrim_text_count(pad->texts[pad->entry], &count) == SCRIM_OK && count > 0) {
        bar.width *= fmin(1, (double)count / 10);
        cairo_rectangle(cr, bar.x + 1, bar.y + 1, fmax(2, bar.width - 2), bar.height - 2);
        color(cr, count < 6 ? ALARM : count < 10 ? 0xC98A00
                                                 : 0x2E7D32);
        cairo_fill(cr);
    }
}

static void draw_block(const struct pad *pad, cairo_t *cr) {
    char text[SECONDS_TEXT];
    const char *number = strstr(pad->block_message, "%u");
    uint64_t left = pad->blocked_until_ns > pad->now_ns ? pad->blocked_until_ns - pad->now_ns : 0;
    if (number != NULL) {
        snprintf(text, sizeof text, "%.*s%llu%s", (int)(number - pad->block_message), pad->block_message,
                 (unsigned long long)((left + 999999999) / 1000000000), number + 2);
    } else {
        snprintf(text, sizeof text, "%s", pad->block_message);
    }
    scrim_rect rect = pad->rects[pad_has(pad, PART_KEYPAD) ? PART_KEYPAD : PART_MESSAGE];
    rect.y += pad->lowered;
    rect.height -= pad->lowered;
    text_in(cr, rect, text, 22, INK, PANGO_ALIGN_CENTER);
}

static void draw_focus(const struct pad *pad, cairo_t *cr) {
    struct element elements[MOST_ELEMENTS];
    size_t count = pad_elements(pad, elements);
    if (pad->focus >= 0 && (size_t)pad->focus < count) {
        scrim_rect r = elements[pad->focus].rect;
        rounded(cr, (scrim_rect){r.x - 2, r.y - 2, r.width + 4, r.height + 4}, 10);
        color(cr, 0xE08A00);
        cairo_set_line_width(cr, 3);
        cairo_stroke(cr);
    }
    explicit_bzero(elements, sizeof elements);
}

static void draw_parts(struct pad *pad, cairo_t *cr) {
    const struct pad_options *options = &pad->options;
    color(cr, PAPER);
    cairo_paint(cr);
    if (pad_has(pad, PART_DESCRIPTION)) {
        text_in(cr, pad->rects[PART_DESCRIPTION], options->description, 16, INK, PANGO_ALIGN_LEFT);
    }
    text_in(cr, pad->rects[PART_MESSAGE], pad->message, 14, pad->message_is_error ? ALARM : FAINT, PANGO_ALIGN_CENTER);
    if (pad->amount != NULL) {
        draw_amount(pad, cr);
    }
    const char *prompt = pad->entry == 1 ? options->repeat : options->prompt;
    if (prompt != NULL && pad_has(pad, PART_PROMPT)) {
        text_in(cr, pad->rects[PART_PROMPT], prompt, 14, FAINT, PANGO_ALIGN_LEFT);
    }
    if (pad->keypad != NULL) {
        draw_field(pad, cr);
    }
    if (pad_has(pad, PART_QUALITY)) {
        draw_quality(pad, cr);
    }
    if (pad->blocked) {
        draw_block(pad, cr);
    } else if (pad->keypad != NULL) {
        draw_keys(pad, cr);
    }
    for (enum part part = PART_CANCEL; part <= PART_OK; part++) {
        if (pad_has(pad, part)) {
            int agrees = part == PART_OK;
            box(cr, pad->rects[part], agrees ? ACCENT : FUNCTION_KEY, agrees ? ACCENT : LINE);
            text_in(cr, pad->rects[part], pad_button_label(pad, part), 16, agrees ? KEY : INK, PANGO_ALIGN_CENTER);
        }
    }
    draw_focus(pad, cr);
}

/* ---- The picture ---- */

/* Wipes the picture: with the coordinates of touches, the order of the keys reveals the input. */
void pad_drop_surface(struct pad *pad) {
    if (pad->surface != NULL) {
        cairo_surface_flush(pad->surface);
        unsigned char *data = cairo_image_surface_get_data(pad->surface);
        if (data != NULL) {
            explicit_bzero(data, (size_t)cairo_image_surface_get_stride(pad->surface) *
                                     (size_t)cairo_image_surface_get_height(pad->surface));
        }
        cairo_surface_destroy(pad->surface);
        pad->surface = NULL;
    }
}

cairo_surface_t *pad_frame(struct pad *pad, double scale) {
    if (pad->result != PAD_OPEN) {
        return NULL;
    }
    if (pad->surface != NULL && scale != pad->scale) {
        pad_drop_surface(pad);
    }
    if (pad->surface == NULL) {
        int width = (int)ceil(pad->width * scale), height = (int)ceil(pad->height * scale);
        pad->surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, width, height);
        cairo_surface_set_device_scale(pad->surface, scale, scale);
        pad->scale = scale;
        pad->dirty = 1;
        if (cairo_surface_status(pad->surface) != CAIRO_STATUS_SUCCESS) {
            cairo_surface_destroy(pad->surface);
            pad->surface = NULL;
            pad_fail(pad, SCRIM_ERROR_NO_MEMORY, "picture");
            return NULL;
        }
    }
    if (pad->dirty) {
        cairo_t *cr = cairo_create(pad->surface);
        draw_parts(pad, cr);
        cairo_destroy(cr);
        cairo_surface_flush(pad->surface);
        pad->dirty = 0;
    }
    return pad->surface;
}

uint32_t pad_protect(const struct pad *pad, const scrim_frame *frame, double scale) {
    scrim_scene_redact_options options = SCRIM_SCENE_REDACT_OPTIONS_INIT;
    scrim_redact_report report = SCRIM_REDACT_REPORT_INIT;
    options.scale = scale;
    options.style.kind = SCRIM_STYLE_FROST;
    scrim_status status = scrim_scene_redact(pad->scene, frame, &options, &report);
    if (status != SCRIM_OK) {
        fprintf(stderr, "screenshot: %s\n", scrim_status_message(status));
    }
    return report.outcome;
}

/* Redacts a copy, because the picture itself must still be shown. */
int pad_write_screenshot(struct pad *pad, const char *path) {
    cairo_surface_t *shown = pad_frame(pad, pad->scale > 0 ? pad->scale : 1);
    if (shown == NULL) {
        return 1;
    }
    int width = cairo_image_surface_get_width(shown), height = cairo_image_surface_get_height(shown);
    cairo_surface_t *copy = cairo_image_surface_create(CAIRO_FORMAT_RGB24, width, height);
    cairo_status_t status = cairo_surface_status(copy);
    uint32_t outcome = SCRIM_OUTCOME_DISCARD;
    if (status == CAIRO_STATUS_SUCCESS) {
        scrim_frame frame = SCRIM_FRAME_INIT;
        int stride = cairo_image_surface_get_stride(copy);
        unsigned char *data = cairo_image_surface_get_data(copy);
        memcpy(data, cairo_image_surface_get_data(shown), (size_t)stride * (size_t)height);
        frame.format = SCRIM_FORMAT_BGRX; /* CAIRO_FORMAT_RGB24, on a little-endian machine */
        frame.width = (uint32_t)width;
        frame.height = (uint32_t)height;
        frame.planes[0] = (scrim_plane){data, stride};
        outcome = pad_protect(pad, &frame, pad->scale);
        cairo_surface_mark_dirty(copy);
        if (outcome != SCRIM_OUTCOME_DISCARD) {
            status = cairo_surface_write_to_png(copy, path);
        }
    }
    cairo_surface_destroy(copy);
    return outcome == SCRIM_OUTCOME_DISCARD || status != CAIRO_STATUS_SUCCESS;
}
