/* SPDX-License-Identifier: MIT */
/* scrim_redact_copy: the copy is what redaction in place makes, the source is only read, and what is covered never passes. */
#include <pthread.h>
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

static uint32_t random_state = 7;

static uint32_t random_below(uint32_t bound) {
    random_state = random_state * 1664525u + 1013904223u;
    return (uint32_t)(((uint64_t)(random_state >> 8) * bound) >> 24);
}

enum {
    WIDTH = 61,
    HEIGHT = 45,
    STRIDE = WIDTH * 8 + 12
};

/* Memory for up to three planes, each with room for eight bytes a pixel. */
typedef uint8_t picture_memory[3][STRIDE * HEIGHT];

static scrim_frame frame_in(picture_memory memory, uint32_t format, int upwards) {
    scrim_frame frame = SCRIM_FRAME_INIT;
    frame.format = format;
    frame.width = WIDTH;
    frame.height = HEIGHT;
    for (uint32_t i = 0; i < format_of(format)->count; i++) {
        size_t rows = plane_rows(format_of(format), i, HEIGHT);
        frame.planes[i].data = memory[i] + (upwards ? (rows - 1) * STRIDE : 0);
        frame.planes[i].stride = upwards ? -STRIDE : STRIDE;
    }
    return frame;
}

static void fill_randomly(picture_memory memory) {
    for (size_t i = 0; i < sizeof(picture_memory); i++)
        memory[0][i] = (uint8_t)random_below(256);
}

/* The pixels of a plane, without what lies between its rows. */
static void assert_same_pixels(const scrim_frame *left, const scrim_frame *right) {
    const struct frame_format *format = format_of(left->format);
    for (uint32_t i = 0; i < format->count; i++)
        for (int64_t y = 0; y < (int64_t)plane_rows(format, i, HEIGHT); y++)
            assert_memory_equal((uint8_t *)left->planes[i].data + y * left->planes[i].stride,
                                (uint8_t *)right->planes[i].data + y * right->planes[i].stride,
                                plane_row(format, i, WIDTH));
}

/* In place and copied, in every format, upwards and downwards, with overlapping regions of several styles. */
static void test_a_copy_is_what_is_made_in_place(void **state) {
    (void)state;
    static picture_memory source_memory, copy_memory, before, padding;
    scrim_style styles[3] = {SCRIM_STYLE_INIT, SCRIM_STYLE_INIT, SCRIM_STYLE_INIT};
    styles[1].color = 0x4080C0FFu;
    styles[2].color = 0xFFFFFFFFu;
    scrim_redact_options options = SCRIM_REDACT_OPTIONS_INIT;
    options.styles = styles;
    options.style_count = 3;
    for (int round = 0; round < 30 * FRAME_FORMATS; round++) {
        uint32_t format = frame_formats[round % FRAME_FORMATS].format;
        fill_randomly(source_memory);
        memset(copy_memory, 0xA5, sizeof copy_memory);
        memset(padding, 0xA5, sizeof padding);
        scrim_frame source = frame_in(source_memory, format, round % 2), copy = frame_in(copy_memory, format, round / 2 % 2);
        scrim_region regions[9];
        size_t count = random_below(10);
        for (size_t i = 0; i < count; i++)
            regions[i] = (scrim_region){
                .shape = SCRIM_SHAPE_RECT,
                .style = random_below(3),
                .rect = {(double)random_below(70) - 8, (double)random_below(50) - 6, random_below(40), random_below(30)},
            };
        scrim_redact_report copied = SCRIM_REDACT_REPORT_INIT, in_place = SCRIM_REDACT_REPORT_INIT;
        memcpy(before, source_memory, sizeof before);
        assert_int_equal(scrim_redact_copy(&source, &copy, regions, count, &options, &copied), SCRIM_OK);
        assert_memory_equal(source_memory, before, sizeof before);
        assert_int_equal(scrim_redact(&source, regions, count, &options, &in_place), SCRIM_OK);
        assert_same_pixels(&source, &copy);
        assert_memory_equal(&copied, &in_place, sizeof copied);
        /* What lies between the copy's rows is as it was: the same pixels written over it leave nothing else. */
        scrim_frame untouched = frame_in(padding, format, round / 2 % 2);
        assert_int_equal(scrim_redact_copy(&source, &untouched, NULL, 0, NULL, NULL), SCRIM_OK);
        assert_memory_equal(padding, copy_memory, sizeof padding);
        assert_int_equal(copy_memory[0][STRIDE - 1], 0xA5);
    }
}

static void test_frames_that_overlap_are_not_written(void **state) {
    (void)state;
    static picture_memory memory, before;
    fill_randomly(memory);
    memcpy(before, memory, sizeof before);
    scrim_region region = {.shape = SCRIM_SHAPE_RECT, .rect = {0, 0, 10, 10}};
    const int64_t shifts[] = {1, 4, WIDTH * 4, STRIDE, -1, -STRIDE};
    for (size_t i = 0; i < sizeof shifts / sizeof *shifts; i++) {
        scrim_frame source = frame_in(memory, SCRIM_FORMAT_RGBA, 0), target = source;
        source.height = target.height = 20;
        source.planes[0].data = memory[1];
        target.planes[0].data = memory[1] + shifts[i];
        scrim_redact_report report = {.struct_size = sizeof report, .outcome = 9};
        assert_int_equal(scrim_redact_copy(&source, &target, &region, 1, NULL, &report), SCRIM_ERROR_INVALID_ARGUMENT);
        assert_int_equal(report.outcome, SCRIM_OUTCOME_DISCARD);
        assert_memory_equal(memory, before, sizeof before);
    }
    /* Frames that begin at the same pixel, and differ in size or format. */
    for (int i = 0; i < 5; i++) {
        scrim_frame source = frame_in(memory, SCRIM_FORMAT_RGBA, 0), target = source;
        if (i < 3)
            (i < 2 ? &target : &source)->width = 10;
        target.height = i == 1 || i == 3 ? 1 : target.height;
        target.format = i == 4 ? SCRIM_FORMAT_BGRA : target.format;
        scrim_redact_report report = {.struct_size = sizeof report, .outcome = 9};
        assert_int_equal(scrim_redact_copy(&source, &target, &region, 1, NULL, &report), SCRIM_ERROR_INVALID_ARGUMENT);
        assert_int_equal(report.outcome, SCRIM_OUTCOME_DISCARD);
        assert_memory_equal(memory, before, sizeof before);
    }
    /* One plane among others is enough. */
    scrim_frame source = frame_in(memory, SCRIM_FORMAT_I420, 0), target = source;
    target.planes[0].data = before[0];
    target.planes[1].data = before[1];
    assert_int_equal(scrim_redact_copy(&source, &target, &region, 1, NULL, NULL), SCRIM_ERROR_INVALID_ARGUMENT);
    assert_memory_equal(memory, before, sizeof before);
    /* The same rows in the other order are not the same frame. */
    target = source;
    target.planes[2].data = (uint8_t *)source.planes[2].data + (HEIGHT - 1) / 2 * STRIDE;
    target.planes[2].stride = -STRIDE;
    assert_int_equal(scrim_redact_copy(&source, &target, &region, 1, NULL, NULL), SCRIM_ERROR_INVALID_ARGUMENT);
    assert_memory_equal(memory, before, sizeof before);
}

/* A source whose pixels have another meaning: the destination is covered, because nothing of it can be copied. */
static void test_frames_that_are_unlike_are_not_copied(void **state) {
    (void)state;
    static picture_memory source_memory, target_memory, covered;
    scrim_region region = {.shape = SCRIM_SHAPE_RECT, .rect = {0, 0, 10, 10}};
    for (int change = 0; change < 5; change++) {
        fill_randomly(source_memory);
        fill_randomly(target_memory);
        memcpy(covered, target_memory, sizeof covered);
        scrim_frame source = frame_in(source_memory, SCRIM_FORMAT_NV12, 0), target = frame_in(target_memory, SCRIM_FORMAT_NV12, 0);
        assert_int_equal(scrim_redact_copy(&source, &target, &region, 1, NULL, NULL), SCRIM_OK);
        memcpy(target_memory, covered, sizeof covered);
        switch (change) {
        case 0:
            source = frame_in(source_memory, SCRIM_FORMAT_I420, 0);
            break;
        case 1:
            source.width--;
            break;
        case 2:
            source.height--;
            break;
        case 3:
            source.color_range = 1 - source.color_range;
            break;
        default:
            source.color_matrix = source.color_matrix == SCRIM_COLOR_MATRIX_BT709 ? SCRIM_COLOR_MATRIX_BT601 : SCRIM_COLOR_MATRIX_BT709;
            break;
        }
        scrim_redact_report report = {.struct_size = sizeof report, .outcome = 9};
        assert_int_equal(scrim_redact_copy(&source, &target, &region, 1, NULL, &report), SCRIM_ERROR_INVALID_ARGUMENT);
        assert_int_equal(report.outcome, SCRIM_OUTCOME_COVERED);
        const uint8_t *luma = target.planes[0].data;
        for (int y = 0; y < HEIGHT; y++)
            for (int x = 1; x < WIDTH; x++)
                assert_int_equal(luma[y * STRIDE + x], luma[0]);
    }
}

/* ---- What is covered never passes ---- */

enum {
    SECRET = 0x5A
};

static struct {
    volatile uint8_t *pixel;
    volatile int stopped;
    volatile int seen;
} watch;

/* ThreadSanitizer does not see it look: that is a race, and on purpose. */
__attribute__((no_sanitize("thread"))) static void *watch_pixel(void *unused) {
    (void)unused;
    while (!watch.stopped)
        if (*watch.pixel == SECRET)
            watch.seen = 1;
    return NULL;
}

/* Another thread looks at the middle of a region, as a program that shares the destination could. */
static void test_no_covered_pixel_ever_stands_in_the_copy(void **state) {
    (void)state;
    if (running_on_valgrind())
        skip(); /* which runs one thread at a time */
    static picture_memory source_memory, copy_memory;
    memset(source_memory, SECRET, sizeof source_memory);
    scrim_frame source = frame_in(source_memory, SCRIM_FORMAT_RGBA, 0), copy = frame_in(copy_memory, SCRIM_FORMAT_RGBA, 0);
    scrim_region region = {.shape = SCRIM_SHAPE_RECT, .rect = {5, 5, 50, 35}};
    watch.pixel = &copy_memory[0][20 * STRIDE + 30 * 4];
    pthread_t thread;
    assert_int_equal(pthread_create(&thread, NULL, watch_pixel, NULL), 0);
    for (int round = 0; round < 20000; round++)
        assert_int_equal(scrim_redact_copy(&source, &copy, &region, 1, NULL, NULL), SCRIM_OK);
    watch.stopped = 1;
    pthread_join(thread, NULL);
    assert_int_equal(copy_memory[0][0], SECRET);
    assert_false(watch.seen);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_copy_is_what_is_made_in_place),
        cmocka_unit_test(test_frames_that_overlap_are_not_written),
        cmocka_unit_test(test_frames_that_are_unlike_are_not_copied),
        cmocka_unit_test(test_no_covered_pixel_ever_stands_in_the_copy),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
