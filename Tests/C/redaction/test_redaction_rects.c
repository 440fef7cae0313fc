/* SPDX-License-Identifier: MIT */
/* scrim_redact_rects: the bytes and the outcome are those of scrim_redact, in every format of one plane and every style. */
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
    MOST = 67,
    STRIDE = MOST * 8 + 11,
    BYTES = STRIDE * MOST,
    RECTS = 9
};

static uint32_t random_state = 25;

static uint32_t random_below(uint32_t bound) {
    random_state = random_state * 1664525u + 1013904223u;
    return (uint32_t)(((uint64_t)(random_state >> 8) * bound) >> 24);
}

static const scrim_style every_style[] = {
    SCRIM_STYLE_INIT,
    {.kind = SCRIM_STYLE_SOLID, .color = 0x3377BBFFu},
    {.kind = SCRIM_STYLE_FROST, .seed = 7},
    {.kind = SCRIM_STYLE_TILES, .seed = 8},
    {.kind = SCRIM_STYLE_FROST, .seed = 9, .flags = SCRIM_STYLE_FLAG_ON_COLOR, .color = 0x205080FFu},
    {.kind = SCRIM_STYLE_BLUR, .amount = 3.5},
    {.kind = SCRIM_STYLE_PIXELATE, .amount = 7},
    {.kind = SCRIM_STYLE_EFFECT, .amount = 4, .saturation = 1.8, .color = 0x10203040u},
    {.kind = SCRIM_STYLE_LIGHT},
    {.kind = SCRIM_STYLE_EXTRA_LIGHT},
    {.kind = SCRIM_STYLE_DARK},
    {.kind = SCRIM_STYLE_TINT, .color = 0x804020FFu},
};

enum {
    STYLES = sizeof every_style / sizeof *every_style
};

struct picture {
    uint8_t bytes[BYTES];
    scrim_frame frame;
};

/* Noise in rows that a padding separates, from the top or from the bottom, at any address. */
static void make_picture(struct picture *picture, uint32_t format, uint32_t width, uint32_t height, int upwards) {
    for (size_t i = 0; i < BYTES; i++)
        picture->bytes[i] = (uint8_t)random_below(256);
    picture->frame = (scrim_frame)SCRIM_FRAME_INIT;
    picture->frame.format = format;
    picture->frame.width = width;
    picture->frame.height = height;
    picture->frame.planes[0].data = picture->bytes + 1 + (upwards ? (height - 1) * STRIDE : 0);
    picture->frame.planes[0].stride = upwards ? -STRIDE : STRIDE;
}

static scrim_status redact_flat(const scrim_frame *frame, const scrim_rect *rects, size_t count, const scrim_style *style,
                                uint32_t *outcome) {
    return scrim_redact_rects(frame->planes[0].data, frame->planes[0].stride, frame->format, frame->width, frame->height,
                              rects, count, style, outcome);
}

/* Both calls on the same noise. Fails the test if they differ in a byte, in the status or in the outcome. */
static scrim_status both(const struct picture *before, const scrim_rect *rects, size_t count, const scrim_style *style) {
    static struct picture flat, full;
    flat = full = *before;
    flat.frame.planes[0].data = flat.bytes + ((uint8_t *)before->frame.planes[0].data - before->bytes);
    full.frame.planes[0].data = full.bytes + ((uint8_t *)before->frame.planes[0].data - before->bytes);
    scrim_region regions[RECTS];
    for (size_t i = 0; i < count; i++)
        regions[i] = (scrim_region){.shape = SCRIM_SHAPE_RECT, .rect = rects[i], .id = i};
    scrim_redact_options options = SCRIM_REDACT_OPTIONS_INIT;
    options.styles = style;
    options.style_count = style != NULL;
    scrim_redact_report report = SCRIM_REDACT_REPORT_INIT;
    uint32_t outcome = 99;
    scrim_status status = scrim_redact(&full.frame, count > 0 ? regions : NULL, count, &options, &report);
    assert_int_equal(redact_flat(&flat.frame, rects, count, style, &outcome), status);
    assert_int_equal(outcome, report.outcome);
    assert_memory_equal(flat.bytes, full.bytes, BYTES);
    return status;
}

static scrim_rect random_rect(uint32_t width, uint32_t height) {
    scrim_rect rect = {(double)random_below(width + 20) - 10, (double)random_below(height + 20) - 10,
                       random_below(width), random_below(height)};
    if (random_below(3) == 0) { /* fractions, and far outside */
        rect.x += random_below(64) / 64.0;
        rect.height += random_below(64) / 64.0;
        rect.width *= random_below(8) == 0 ? 1000 : 1;
    }
    return rect;
}

static void test_the_bytes_are_those_of_the_full_call(void **state) {
    (void)state;
    static struct picture picture;
    unsigned done = 0, refused = 0;
    for (size_t format = 0; format < FRAME_FORMATS; format++)
        for (size_t style = 0; style <= STYLES && frame_formats[format].count == 1; style++)
            for (int round = 0; round < 4; round++) {
                const scrim_style *given = style < STYLES ? &every_style[style] : NULL;
                scrim_rect rects[RECTS];
                uint32_t width = 1 + random_below(MOST), height = 1 + random_below(MOST), count = random_below(RECTS + 1);
                make_picture(&picture, frame_formats[format].format, width, height, round % 2);
                for (size_t i = 0; i < count; i++)
                    rects[i] = random_rect(width, height);
                int works = given == NULL || format_has_style(&frame_formats[format], given->kind);
                assert_int_equal(both(&picture, count > 0 ? rects : NULL, count, given),
                                 works ? SCRIM_OK : SCRIM_ERROR_UNSUPPORTED);
                done += (unsigned)works;
                refused += (unsigned)!works;
            }
    assert_true(done > 700 && refused > 200);
}

/* Frost takes another texture for each rectangle: the index is the id. */
static void test_the_index_is_the_id(void **state) {
    (void)state;
    static struct picture one, other;
    const scrim_rect rects[] = {{0, 0, 0, 0}, {20, 20, 30, 30}};
    make_picture(&one, SCRIM_FORMAT_RGBA, 60, 60, 0);
    memcpy(&other, &one, sizeof one);
    other.frame.planes[0].data = other.bytes + 1;
    assert_int_equal(redact_flat(&one.frame, rects, 2, &every_style[2], NULL), SCRIM_OK);
    assert_int_equal(redact_flat(&other.frame, rects + 1, 1, &every_style[2], NULL), SCRIM_OK);
    assert_memory_not_equal(one.bytes, other.bytes, BYTES);
}

/* ---- Errors ---- */

/* Fails unless the call returns this and every pixel, but no padding, is black. */
static void assert_covered(const scrim_rect *rects, size_t count, const scrim_style *style, scrim_status expected) {
    static struct picture picture, before;
    static const uint8_t black[] = {0, 0, 0, 255};
    make_picture(&picture, SCRIM_FORMAT_BGRA, 33, 21, 0);
    memcpy(&before, &picture, sizeof picture);
    uint32_t outcome = 99;
    assert_int_equal(redact_flat(&picture.frame, rects, count, style, &outcome), expected);
    assert_int_equal(outcome, SCRIM_OUTCOME_COVERED);
    for (size_t i = 1; i < BYTES; i++) {
        size_t y = (i - 1) / STRIDE, x = (i - 1) % STRIDE;
        assert_int_equal(picture.bytes[i], y < 21 && x < 33 * 4 ? black[x % 4] : before.bytes[i]);
    }
}

static void test_an_error_covers_the_picture(void **state) {
    (void)state;
    const scrim_rect good = {1, 1, 5, 5};
    const scrim_rect wrong[] = {{NAN, 1, 5, 5}, {1, INFINITY, 5, 5}, {1, 1, -1, 5}, {1, 1, 5, -0.5}, {1e300, 1, 5, 5}};
    scrim_style style = SCRIM_STYLE_INIT;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        const scrim_rect rects[] = {good, wrong[i]};
        assert_covered(rects, 2, NULL, SCRIM_ERROR_INVALID_ARGUMENT);
    }
    assert_covered(NULL, 1, NULL, SCRIM_ERROR_INVALID_ARGUMENT);
    const size_t too_many[] = {SCRIM_MAX_REGIONS + 1, SIZE_MAX / 2, SIZE_MAX / 2 + 1, SIZE_MAX};
    for (size_t i = 0; i < sizeof too_many / sizeof *too_many; i++)
        assert_covered(&good, too_many[i], NULL, SCRIM_ERROR_LIMIT);
    style.color = 0x00000000u;
    assert_covered(&good, 1, &style, SCRIM_ERROR_INVALID_ARGUMENT);
    style.kind = 4;
    assert_covered(&good, 1, &style, SCRIM_ERROR_UNSUPPORTED);
}

static void test_a_picture_that_is_wrong_is_not_written(void **state) {
    (void)state;
    static struct picture picture, before;
    const scrim_rect rect = {1, 1, 5, 5};
    for (size_t i = 0; i < FRAME_FORMATS + 7; i++) {
        make_picture(&picture, SCRIM_FORMAT_RGBA, 20, 20, 0);
        memcpy(&before, &picture, sizeof picture);
        scrim_frame frame = picture.frame;
        scrim_status expected = SCRIM_ERROR_INVALID_ARGUMENT;
        switch (i) {
        case 0:
            frame.planes[0].data = NULL;
            break;
        case 1:
            frame.planes[0].stride = 79;
            break;
        case 2:
            frame.planes[0].stride = INT64_MIN;
            break;
        case 3:
            frame.width = 0;
            break;
        case 4:
            frame.height = SCRIM_FRAME_MAX_SIDE + 1;
            break;
        case 5:
            frame.format = 0;
            expected = SCRIM_ERROR_UNSUPPORTED;
            break;
        case 6:
            frame.format = UINT32_MAX;
            expected = SCRIM_ERROR_UNSUPPORTED;
            break;
        default:
            if (frame_formats[i - 7].count == 1)
                continue;
            frame.format = frame_formats[i - 7].format;
        }
        uint32_t outcome = 99;
        assert_int_equal(redact_flat(&frame, &rect, 1, NULL, &outcome), expected);
        assert_int_equal(outcome, SCRIM_OUTCOME_DISCARD);
        assert_int_equal(redact_flat(&frame, &rect, 1, NULL, NULL), expected);
        assert_memory_equal(&picture, &before, sizeof before);
    }
}

/* More rectangles than are sorted by insertion, from the bottom up. The last row that one begins in is a power of two. */
static void test_many_rectangles_of_a_tall_picture(void **state) {
    (void)state;
    enum {
        WIDTH = 4,
        MANY = 40,
        STEP = 50,
        HEIGHT = 4096 + STEP
    };
    static uint8_t pixels[HEIGHT][WIDTH];
    for (int last = 1024; last <= 4096; last *= 2) {
        scrim_rect rects[MANY];
        for (int i = 0; i < MANY; i++)
            rects[i] = (scrim_rect){0, last - i * (last / MANY), WIDTH, 10};
        memset(pixels, 200, sizeof pixels);
        uint32_t outcome = 99;
        assert_int_equal(scrim_redact_rects(pixels, WIDTH, SCRIM_FORMAT_GRAY8, WIDTH, HEIGHT, rects, MANY, NULL, &outcome),
                         SCRIM_OK);
        assert_int_equal(outcome, SCRIM_OUTCOME_OK);
        for (int y = 0; y < HEIGHT; y++) {
            int is_covered = 0;
            for (int i = 0; i < MANY; i++)
                is_covered |= y >= rects[i].y && y < rects[i].y + 10;
            assert_int_equal(pixels[y][0], is_covered ? 0 : 200);
            assert_int_equal(pixels[y][WIDTH - 1], is_covered ? 0 : 200);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_the_bytes_are_those_of_the_full_call),
        cmocka_unit_test(test_the_index_is_the_id),
        cmocka_unit_test(test_an_error_covers_the_picture),
        cmocka_unit_test(test_a_picture_that_is_wrong_is_not_written),
        cmocka_unit_test(test_many_rectangles_of_a_tall_picture),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
