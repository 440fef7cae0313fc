/* SPDX-License-Identifier: MIT */
/* How much stack a redaction needs, its thread included: no more than the header says. */
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include <cmocka.h>

#include <scrim.h>

#include "support/frame_formats.h"
#include "support/support.h"

enum {
    SIDE = 240,
    STRIDE = SIDE * 8,
    REGIONS = 60,
    CORNERS = 500,
    STACK = 256 * 1024,
    PROMISED = 64 * 1024,
    UNTOUCHED = 0xA5
};

static uint8_t memory[2][3][STRIDE * SIDE];
static scrim_point corners[CORNERS];

static struct {
    scrim_frame frame, copy;
    scrim_region regions[REGIONS + 1];
    scrim_redact_options options;
    scrim_status in_place, copied;
} call;

static scrim_frame frame_in(uint8_t (*planes)[STRIDE * SIDE], const struct frame_format *format) {
    scrim_frame frame = SCRIM_FRAME_INIT;
    frame.format = format->format;
    frame.width = frame.height = SIDE;
    for (uint32_t i = 0; i < format->count; i++)
        frame.planes[i] = (scrim_plane){planes[i], STRIDE};
    return frame;
}

static void *redact(void *unused) {
    static uint64_t crossed[REGIONS];
    scrim_redact_report report = SCRIM_REDACT_REPORT_INIT;
    report.crossed = crossed;
    report.crossed_capacity = REGIONS;
    call.copied = scrim_redact_copy(&call.frame, &call.copy, call.regions, REGIONS + 1, &call.options, &report);
    call.in_place = scrim_redact(&call.frame, call.regions, REGIONS + 1, &call.options, &report);
    return unused;
}

static void test_a_redaction_needs_a_small_stack(void **state) {
    (void)state;
    static const uint32_t formats[] = {SCRIM_FORMAT_RGBA, SCRIM_FORMAT_RGB565, SCRIM_FORMAT_NV12, SCRIM_FORMAT_I422, SCRIM_FORMAT_RGBA16};
    static const uint32_t kinds[] = {SCRIM_STYLE_SOLID, SCRIM_STYLE_FROST, SCRIM_STYLE_TILES, SCRIM_STYLE_BLUR, SCRIM_STYLE_PIXELATE, SCRIM_STYLE_EFFECT};
    static const double amounts[] = {1.9, 4, 12, 40};
    uint8_t *stack = mmap(NULL, STACK, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    assert_ptr_not_equal(stack, MAP_FAILED);
    for (size_t plane = 0; plane < 3; plane++)
        for (size_t i = 0; i < sizeof memory[0][plane]; i++)
            memory[0][plane][i] = (uint8_t)(i * 2654435761u >> 13);
    for (size_t i = 0; i < CORNERS; i++)
        corners[i] = (scrim_point){(double)(i * 97 % SIDE), (double)(i * 61 % SIDE)};
    for (size_t i = 0; i < REGIONS; i++) {
        scrim_rect rect = {(double)(i * 37 % SIDE), (double)(i * 53 % SIDE), 60, 40};
        call.regions[i] = (scrim_region){.shape = i % 3 ? SCRIM_SHAPE_RECT : SCRIM_SHAPE_ELLIPSE, .rect = rect, .id = i};
    }
    call.regions[REGIONS] = (scrim_region){.shape = SCRIM_SHAPE_POLYGON, .points = corners, .point_count = CORNERS};
    scrim_style style = SCRIM_STYLE_INIT;
    call.options = (scrim_redact_options)SCRIM_REDACT_OPTIONS_INIT;
    call.options.styles = &style;
    call.options.style_count = 1;
    style.saturation = 1.8;
    for (size_t which = 0; which < sizeof formats / sizeof *formats; which++)
        for (size_t i = 0; i < 6 * 4; i++) {
            const struct frame_format *format = format_of(formats[which]);
            style.kind = kinds[i / 4];
            style.amount = amounts[i % 4];
            if (!format_has_style(format, style.kind) || (style.kind < SCRIM_STYLE_BLUR && i % 4))
                continue;
            call.frame = frame_in(memory[0], format);
            call.copy = frame_in(memory[1], format);
            memset(stack, UNTOUCHED, STACK);
            pthread_attr_t attributes;
            pthread_t thread;
            assert_int_equal(pthread_attr_init(&attributes), 0);
            assert_int_equal(pthread_attr_setstack(&attributes, stack, STACK), 0);
            assert_int_equal(pthread_create(&thread, &attributes, redact, NULL), 0);
            assert_int_equal(pthread_join(thread, NULL), 0);
            pthread_attr_destroy(&attributes);
            assert_int_equal(call.copied, SCRIM_OK);
            assert_int_equal(call.in_place, SCRIM_OK);
            size_t free_bytes = 0;
            while (stack[free_bytes] == UNTOUCHED)
                free_bytes++;
            assert_in_range(STACK - free_bytes, 1, PROMISED);
        }
    munmap(stack, STACK);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_redaction_needs_a_small_stack),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
