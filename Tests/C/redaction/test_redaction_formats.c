/* SPDX-License-Identifier: MIT */
/*
 * Every pixel format: each bit of a solid fill against a conversion in doubles, and which bytes of which plane are written.
 * Covers do not depend on what they cover, and unused bits have no influence.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <scrim.h>

#include "support/frame_formats.h"
#include "support/support.h"

enum {
    LARGEST = 150,
    PADDING = 24,
    ROOM = (LARGEST * 8 + PADDING) * LARGEST
};

/* Memory for the planes of a frame. */
struct picture {
    uint8_t memory[3][ROOM];
    scrim_frame frame;
    const struct frame_format *format;
};

static struct picture one, other, third;
static uint32_t random_state = 11;

static uint32_t random_below(uint32_t bound) {
    random_state = random_state * 1664525u + 1013904223u;
    return (uint32_t)(((uint64_t)(random_state >> 8) * bound) >> 24);
}

/* A frame of random bytes. Rows may run upwards and may have padding, and numbers need not be aligned. */
static void draw(struct picture *picture, const struct frame_format *format, uint32_t width, uint32_t height,
                 size_t padding, int upwards) {
    picture->format = format;
    picture->frame = (scrim_frame)SCRIM_FRAME_INIT;
    picture->frame.format = format->format;
    picture->frame.width = width;
    picture->frame.height = height;
    for (uint32_t i = 0; i < format->count; i++) {
        int64_t stride = (int64_t)(plane_row(format, i, width) + padding);
        size_t last = (size_t)stride * (plane_rows(format, i, height) - 1);
        picture->frame.planes[i].data = picture->memory[i] + (upwards ? last : 0);
        picture->frame.planes[i].stride = upwards ? -stride : stride;
    }
    for (int i = 0; i < 3; i++)
        for (size_t byte = 0; byte < ROOM; byte++)
            picture->memory[i][byte] = (uint8_t)random_below(256);
}

static void clone(struct picture *copy, const struct picture *picture) {
    *copy = *picture;
    for (uint32_t i = 0; i < picture->format->count; i++)
        copy->frame.planes[i].data = copy->memory[i] + ((uint8_t *)picture->frame.planes[i].data - picture->memory[i]);
}

static uint8_t *pixel(const struct picture *picture, uint32_t plane, size_t x, size_t y) {
    const scrim_plane *which = &picture->frame.planes[plane];
    return (uint8_t *)which->data + (int64_t)y * which->stride + x * picture->format->planes[plane].bytes;
}

static int is_same(const struct picture *a, const struct picture *b) {
    return memcmp(a->memory, b->memory, sizeof a->memory) == 0;
}

/* ---- The second implementation of colors ---- */

static uint64_t nearest(double number, double most) {
    return (uint64_t)floor(fmin(fmax(number, 0), most) + 0.5);
}

/* Numbers of a plane with chroma, 0 … 1 for luma and −1/2 … 1/2 for chroma, as ITU-R BT.2100-2 table 9 stores them. */
static uint64_t stored(const scrim_frame *frame, double value, int is_chroma, uint32_t bits) {
    double most = pow(2, bits) - 1, unit = pow(2, bits - 8.0);
    if (frame->color_range == SCRIM_COLOR_RANGE_FULL)
        return nearest(is_chroma ? value * most + 128 * unit : value * most, most);
    return nearest((is_chroma ? 224 * value + 128 : 219 * value + 16) * unit, most);
}

static uint64_t expected(const struct picture *picture, uint32_t plane, uint32_t color) {
    static const double weights[][2] = {{0.2126, 0.0722}, {0.299, 0.114}, {0.2627, 0.0593}};
    const struct frame_format *format = picture->format;
    double most = pow(2, format->bits) - 1;
    double r = (color >> 24) / 255.0, g = (color >> 16 & 255) / 255.0, b = (color >> 8 & 255) / 255.0;
    uint64_t red = nearest(r * most, most), green = nearest(g * most, most), blue = nearest(b * most, most);
    if (format->count > 1) {
        double kr = weights[picture->frame.color_matrix][0], kb = weights[picture->frame.color_matrix][1];
        double y = kr * r + (1 - kr - kb) * g + kb * b;
        uint64_t luma = stored(&picture->frame, y, 0, format->bits);
        uint64_t cb = stored(&picture->frame, (b - y) / (2 - 2 * kb), 1, format->bits);
        uint64_t cr = stored(&picture->frame, (r - y) / (2 - 2 * kr), 1, format->bits);
        switch (format->format) {
        case SCRIM_FORMAT_NV12:
            return plane == 0 ? luma : cb | cr << 8;
        case SCRIM_FORMAT_P010:
            return plane == 0 ? luma << 6 : cb << 6 | cr << 22;
        default:
            return plane == 0 ? luma : plane == 1 ? cb
                                                  : cr;
        }
    }
    switch (format->format) {
    case SCRIM_FORMAT_RGBA:
        return red | green << 8 | blue << 16 | 255u << 24;
    case SCRIM_FORMAT_BGRA:
        return blue | green << 8 | red << 16 | 255u << 24;
    case SCRIM_FORMAT_RGBX:
    case SCRIM_FORMAT_RGB:
        return red | green << 8 | blue << 16;
    case SCRIM_FORMAT_BGRX:
    case SCRIM_FORMAT_BGR:
        return blue | green << 8 | red << 16;
    case SCRIM_FORMAT_ARGB:
        return 255 | red << 8 | green << 16 | blue << 24;
    case SCRIM_FORMAT_ABGR:
        return 255 | blue << 8 | green << 16 | red << 24;
    case SCRIM_FORMAT_RGB565:
        return nearest(r * 31, 31) << 11 | nearest(g * 63, 63) << 5 | nearest(b * 31, 31);
    case SCRIM_FORMAT_XRGB2101010:
        return red << 20 | green << 10 | blue;
    case SCRIM_FORMAT_XBGR2101010:
        return blue << 20 | green << 10 | red;
    case SCRIM_FORMAT_RGBX1010102:
        return red << 22 | green << 12 | blue << 2;
    case SCRIM_FORMAT_BGRX1010102:
        return blue << 22 | green << 12 | red << 2;
    case SCRIM_FORMAT_ARGB2101010:
        return 3u << 30 | red << 20 | green << 10 | blue;
    case SCRIM_FORMAT_ABGR2101010:
        return 3u << 30 | blue << 20 | green << 10 | red;
    case SCRIM_FORMAT_RGBA1010102:
        return red << 22 | green << 12 | blue << 2 | 3;
    case SCRIM_FORMAT_BGRA1010102:
        return blue << 22 | green << 12 | red << 2 | 3;
    case SCRIM_FORMAT_RGBA16:
        return red | green << 16 | blue << 32 | UINT64_C(65535) << 48;
    default:
        return nearest((0.2126 * r + 0.7152 * g + 0.0722 * b) * most, most); /* GRAY8 and GRAY16 */
    }
}

/* ---- Solid fills ---- */

/* Writes each pixel of a plane that a rectangle of the frame touches. */
static void paint(struct picture *picture, uint32_t left, uint32_t top, uint32_t right, uint32_t bottom, uint32_t color) {
    for (uint32_t i = 0; i < picture->format->count; i++) {
        const struct format_plane *plane = &picture->format->planes[i];
        uint64_t value = expected(picture, i, color);
        for (size_t y = top >> plane->shift_y; y < (bottom + plane->shift_y) >> plane->shift_y; y++)
            for (size_t x = left >> plane->shift_x; x < (right + plane->shift_x) >> plane->shift_x; x++)
                for (uint32_t byte = 0; byte < plane->bytes; byte++)
                    pixel(picture, i, x, y)[byte] = (uint8_t)(value >> 8 * byte);
    }
}

static void test_solid_fills(void **state) {
    static const uint32_t colors[] = {0x000000FFu, 0xFFFFFFFFu, 0x3A7BD5FFu, 0xFF0000FFu, 0x00FF00FFu,
                                      0x0000FFFFu, 0x010203FFu, 0xFEFDFCFFu, 0x80818FFFu};
    (void)state;
    for (size_t which = 0; which < FRAME_FORMATS; which++)
        for (uint32_t run = 0; run < 60; run++) {
            uint32_t width = 1 + random_below(40), height = 1 + random_below(30);
            draw(&one, &frame_formats[which], width, height, random_below(PADDING), (int)random_below(2));
            one.frame.color_range = run % 2;
            one.frame.color_matrix = run % 3;
            clone(&other, &one);
            uint32_t left = random_below(width), top = random_below(height);
            uint32_t right = left + 1 + random_below(width - left), bottom = top + 1 + random_below(height - top);
            scrim_region region = {.shape = SCRIM_SHAPE_RECT, .rect = {left, top, right - left, bottom - top}};
            scrim_style style = SCRIM_STYLE_INIT;
            scrim_redact_options options = SCRIM_REDACT_OPTIONS_INIT;
            style.color = run < 9 ? colors[run] : (random_below(1 << 24) << 8 | 255);
            options.style_count = 1;
            options.styles = &style;
            assert_int_equal(scrim_redact(&one.frame, &region, 1, &options, NULL), SCRIM_OK);
            paint(&other, left, top, right, bottom, style.color);
            if (!is_same(&one, &other))
                fail_msg("%s, %u × %u, color %08x", one.format->name, width, height, style.color);
        }
}

static void test_errors_cover_every_format_in_black(void **state) {
    (void)state;
    for (size_t which = 0; which < FRAME_FORMATS; which++) {
        draw(&one, &frame_formats[which], 13, 7, 5, which % 2);
        clone(&other, &one);
        scrim_region region = {.shape = SCRIM_SHAPE_RECT, .style = 9};
        scrim_redact_report report = SCRIM_REDACT_REPORT_INIT;
        assert_int_equal(scrim_redact(&one.frame, &region, 1, NULL, &report), SCRIM_ERROR_INVALID_ARGUMENT);
        assert_int_equal(report.outcome, SCRIM_OUTCOME_COVERED);
        paint(&other, 0, 0, 13, 7, 0x000000FFu);
        assert_true(is_same(&one, &other));
    }
}

/* ---- Styles ---- */

static const struct {
    const char *name;
    scrim_style style;
} styles[] = {
    {"solid", {SCRIM_STYLE_SOLID, 0x3A7BD5FFu, 0, 0, 0, 0, 0}},
    {"frost", {SCRIM_STYLE_FROST, 0x000000FFu, 0, 0, 0, 0, 5}},
    {"frost on a color", {SCRIM_STYLE_FROST, 0x808A33FFu, SCRIM_STYLE_FLAG_ON_COLOR, 0, 0, 0, 77}},
    {"tiles", {SCRIM_STYLE_TILES, 0x000000FFu, 0, 0, 0, 0, 123}},
    {"tiles on a color", {SCRIM_STYLE_TILES, 0xF08A33FFu, SCRIM_STYLE_FLAG_ON_COLOR, 0, 0, 0, 1}},
    {"blur", {SCRIM_STYLE_BLUR, 0, 0, 0, 3, 0, 0}},
    {"pixelate", {SCRIM_STYLE_PIXELATE, 0, 0, 0, 5, 0, 0}},
    {"light", {SCRIM_STYLE_LIGHT, 0, 0, 0, 0, 0, 0}},
};

static scrim_status cover(const struct picture *picture, size_t style, const scrim_region *region,
                          scrim_redact_report *report) {
    scrim_redact_options options = SCRIM_REDACT_OPTIONS_INIT;
    options.style_count = 1;
    options.styles = &styles[style].style;
    return scrim_redact(&picture->frame, region, 1, &options, report);
}

/* Gives other random values to all pixels that a region covers. */
static void change_inside(struct picture *picture, const scrim_region *region) {
    clone(&third, picture);
    scrim_style white = SCRIM_STYLE_INIT;
    scrim_redact_options options = SCRIM_REDACT_OPTIONS_INIT;
    static struct picture black;
    clone(&black, picture);
    white.color = 0xFFFFFFFFu;
    options.style_count = 1;
    options.styles = &white;
    assert_int_equal(scrim_redact(&third.frame, region, 1, &options, NULL), SCRIM_OK);
    assert_int_equal(scrim_redact(&black.frame, region, 1, NULL, NULL), SCRIM_OK);
    for (int i = 0; i < 3; i++)
        for (size_t byte = 0; byte < ROOM; byte++)
            if (third.memory[i][byte] != black.memory[i][byte] || third.memory[i][byte] != picture->memory[i][byte])
                picture->memory[i][byte] = (uint8_t)random_below(256);
}

static scrim_region any_region(uint32_t width, uint32_t height) {
    scrim_region region = {.shape = random_below(2) ? SCRIM_SHAPE_RECT : SCRIM_SHAPE_ELLIPSE, .id = random_below(9)};
    region.rect = (scrim_rect){random_below(width + 10) - 10.0, random_below(height + 10) - 10.0, 1 + random_below(width),
                               1 + random_below(height)};
    return region;
}

static void test_two_interiors_give_one_result(void **state) {
    (void)state;
    for (size_t which = 0; which < FRAME_FORMATS; which++)
        for (size_t style = 0; style < 5; style++)
            for (int run = 0; run < 6; run++) {
                uint32_t width = 1 + random_below(LARGEST), height = 1 + random_below(LARGEST);
                draw(&one, &frame_formats[which], width, height, random_below(PADDING), run % 2);
                one.frame.color_range = random_below(2);
                clone(&other, &one);
                scrim_region region = any_region(width, height);
                change_inside(&other, &region);
                assert_int_equal(cover(&one, style, &region, NULL), SCRIM_OK);
                assert_int_equal(cover(&other, style, &region, NULL), SCRIM_OK);
                if (!is_same(&one, &other))
                    fail_msg("%s in %s, %u × %u", styles[style].name, one.format->name, width, height);
            }
}

/* The bits of a pixel that are numbers. */
static uint64_t used_bits(const struct frame_format *format, uint32_t plane) {
    switch (format->format) {
    case SCRIM_FORMAT_P010:
        return plane == 0 ? 0xFFC0u : 0xFFC0FFC0u;
    case SCRIM_FORMAT_I010:
    case SCRIM_FORMAT_I210:
    case SCRIM_FORMAT_I410:
        return 0x3FFu;
    case SCRIM_FORMAT_XRGB2101010:
    case SCRIM_FORMAT_XBGR2101010:
        return 0x3FFFFFFFu;
    case SCRIM_FORMAT_RGBX1010102:
    case SCRIM_FORMAT_BGRX1010102:
        return 0xFFFFFFFCu;
    case SCRIM_FORMAT_ARGB2101010:
    case SCRIM_FORMAT_ABGR2101010:
        return 0x3FFFFFFFu;
    case SCRIM_FORMAT_RGBA1010102:
    case SCRIM_FORMAT_BGRA1010102:
        return 0xFFFFFFFCu;
    default:
        return ~UINT64_C(0);
    }
}

/* Unused bits, and the alpha of two bits, have no influence, and in a covered pixel they are as in a solid fill. */
static void test_unused_bits(void **state) {
    (void)state;
    for (size_t which = 0; which < FRAME_FORMATS; which++)
        for (size_t style = 0; style < sizeof styles / sizeof *styles; style++) {
            const struct frame_format *format = &frame_formats[which];
            scrim_region region = {.shape = SCRIM_SHAPE_RECT, .rect = {7, 5, 50, 40}};
            draw(&one, format, 70, 60, 0, 0);
            clone(&other, &one);
            for (uint32_t i = 0; i < format->count; i++)
                for (size_t byte = 0; byte < ROOM; byte++)
                    other.memory[i][byte] &= (uint8_t)(used_bits(format, i) >> 8 * (byte % format->planes[i].bytes));
            scrim_status status = cover(&one, style, &region, NULL);
            assert_int_equal(cover(&other, style, &region, NULL), status);
            for (uint32_t i = 0; i < format->count; i++) {
                const struct format_plane *plane = &format->planes[i];
                uint64_t solid = expected(&one, i, 0xFF);
                for (size_t y = (5u + plane->shift_y) >> plane->shift_y; y < 45u >> plane->shift_y; y++)
                    for (size_t x = (7u + plane->shift_x) >> plane->shift_x; x < 57u >> plane->shift_x; x++)
                        for (uint32_t byte = 0; byte < plane->bytes; byte++) {
                            uint8_t unused = (uint8_t)(~used_bits(format, i) >> 8 * byte);
                            uint8_t value = pixel(&one, i, x, y)[byte];
                            assert_int_equal(value, pixel(&other, i, x, y)[byte]);
                            assert_int_equal(value & unused, (uint8_t)(solid >> 8 * byte) & unused);
                        }
            }
        }
}

/* What surrounds a region in one color comes out in that color, but for the ink on luma. */
static void test_the_colors_around_a_region_are_taken(void **state) {
    (void)state;
    for (size_t which = 0; which < FRAME_FORMATS; which++)
        for (size_t style = 1; style <= 3; style += 2)
            for (uint32_t range = 0; range < 2; range++) {
                const struct frame_format *format = &frame_formats[which];
                scrim_region region = {.shape = SCRIM_SHAPE_RECT, .rect = {20, 20, 60, 40}};
                draw(&one, format, 110, 90, 0, 0);
                one.frame.color_range = range;
                if (format->count == 1)
                    continue;
                paint(&one, 0, 0, 110, 90, 0x3A7BD5FFu);
                clone(&other, &one);
                assert_int_equal(cover(&one, style, &region, NULL), SCRIM_OK);
                for (uint32_t i = 1; i < format->count; i++)
                    assert_memory_equal(one.memory[i], other.memory[i], plane_row(format, i, 110) * plane_rows(format, i, 90));
                assert_memory_not_equal(one.memory[0], other.memory[0], plane_row(format, 0, 110) * 90);
            }
}

static void test_styles_of_each_format(void **state) {
    (void)state;
    for (size_t which = 0; which < FRAME_FORMATS; which++)
        for (size_t style = 0; style < sizeof styles / sizeof *styles; style++) {
            const struct frame_format *format = &frame_formats[which];
            uint32_t kind = styles[style].style.kind;
            int works = format_has_style(format, kind);
            scrim_redact_report report = SCRIM_REDACT_REPORT_INIT;
            scrim_region region = {.shape = SCRIM_SHAPE_RECT, .rect = {2, 3, 20, 20}};
            draw(&one, format, 33, 29, 0, 0);
            clone(&other, &one);
            assert_int_equal(cover(&one, style, &region, &report), works ? SCRIM_OK : SCRIM_ERROR_UNSUPPORTED);
            assert_int_equal(report.outcome, works ? SCRIM_OUTCOME_OK : SCRIM_OUTCOME_COVERED);
            paint(&other, 0, 0, 33, 29, 0x000000FFu);
            assert_int_equal(is_same(&one, &other), !works);
        }
}

/* ---- Frames that do not fit ---- */

static void test_impossible_planes(void **state) {
    (void)state;
    for (size_t which = 0; which < FRAME_FORMATS; which++) {
        const struct frame_format *format = &frame_formats[which];
        scrim_redact_report report = SCRIM_REDACT_REPORT_INIT;
        for (uint32_t i = 0; i < format->count; i++) {
            draw(&one, format, 9, 8, 0, 0);
            clone(&other, &one);
            one.frame.planes[i].stride -= 1; /* a byte too short */
            assert_int_equal(scrim_redact(&one.frame, NULL, 0, NULL, &report), SCRIM_ERROR_INVALID_ARGUMENT);
            assert_int_equal(report.outcome, SCRIM_OUTCOME_DISCARD);
            one.frame.planes[i] = (scrim_plane){NULL, 0};
            assert_int_equal(scrim_redact(&one.frame, NULL, 0, NULL, &report), SCRIM_ERROR_INVALID_ARGUMENT);
            for (uint32_t j = 0; j < i; j++) {
                draw(&one, format, 9, 8, 0, 0);
                clone(&other, &one);
                one.frame.planes[i].data = one.frame.planes[j].data;
                assert_int_equal(scrim_redact(&one.frame, NULL, 0, NULL, &report), SCRIM_ERROR_INVALID_ARGUMENT);
                assert_int_equal(report.outcome, SCRIM_OUTCOME_DISCARD);
            }
            assert_true(is_same(&one, &other));
        }
        draw(&one, format, 9, 8, 0, 0);
        one.frame.planes[format->count] = (scrim_plane){one.memory, 9};
        assert_int_equal(scrim_redact(&one.frame, NULL, 0, NULL, &report), SCRIM_ERROR_INVALID_ARGUMENT);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_solid_fills),
        cmocka_unit_test(test_errors_cover_every_format_in_black),
        cmocka_unit_test(test_two_interiors_give_one_result),
        cmocka_unit_test(test_unused_bits),
        cmocka_unit_test(test_the_colors_around_a_region_are_taken),
        cmocka_unit_test(test_styles_of_each_format),
        cmocka_unit_test(test_impossible_planes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
