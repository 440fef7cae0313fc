/* SPDX-License-Identifier: MIT */
/* Every allocation of the calls that redact failing in turn: every style and shape, with chroma and without, in place and copied. */
#include "support/failing_calls.h"

enum {
    STYLED_SIDE = 96,
    STYLED_BYTES = STYLED_SIDE * STYLED_SIDE * 4,
    STYLED_KINDS = 10
};

typedef uint8_t styled_memory[STYLED_BYTES];

/* A frame of noise: its planes follow one another. */
static scrim_frame styled_frame(styled_memory memory, uint32_t format) {
    scrim_frame frame = SCRIM_FRAME_INIT;
    frame.format = format;
    frame.width = frame.height = STYLED_SIDE;
    int64_t row = format == SCRIM_FORMAT_I420 ? STYLED_SIDE : STYLED_SIDE * 4;
    frame.planes[0] = (scrim_plane){memory, row};
    if (format == SCRIM_FORMAT_I420)
        for (int i = 0; i < 2; i++)
            frame.planes[1 + i] = (scrim_plane){memory + STYLED_SIDE * STYLED_SIDE * (4 + i) / 4, STYLED_SIDE / 2};
    return frame;
}

static void styled_fill(styled_memory memory) {
    uint32_t noise = 1;
    for (size_t i = 0; i < sizeof(styled_memory); i++) {
        noise = noise * 1664525u + 1013904223u;
        memory[i] = (uint8_t)(noise >> 24);
    }
}

/* What became of a frame: what is made without failures, or black. */
static int styled_is(const styled_memory memory, const styled_memory made, uint32_t format, scrim_status status,
                     const scrim_redact_report *report) {
    if (status == SCRIM_OK)
        return report->outcome == SCRIM_OUTCOME_OK && memcmp(memory, made, sizeof(styled_memory)) == 0;
    static const uint8_t black[] = {0, 0, 0, 255};
    size_t luma = STYLED_SIDE * STYLED_SIDE, chroma = luma / 2;
    for (size_t i = 0; i < (format == SCRIM_FORMAT_I420 ? luma + chroma : sizeof(styled_memory)); i++)
        if (memory[i] != (format == SCRIM_FORMAT_I420 ? i < luma ? 16 : 128 : black[i % 4]))
            return 0;
    return status == SCRIM_ERROR_NO_MEMORY && report->outcome == SCRIM_OUTCOME_COVERED;
}

static int styled_calls(uint32_t format, const scrim_region *regions, const scrim_redact_options *options) {
    SCENARIO;
    static _Thread_local styled_memory noise, made, memory;
    scrim_frame source = styled_frame(noise, format), expected = styled_frame(made, format);
    scrim_frame frame = styled_frame(memory, format);
    scrim_redact_report report = SCRIM_REDACT_REPORT_INIT;
    styled_fill(noise);
    styled_fill(made);
    CHECK(scrim_redact(&expected, regions, STYLED_KINDS, options, &report) == SCRIM_OK);
    CHECK(memcmp(noise, made, sizeof noise) != 0);
    for (int copies = 0; copies < 2; copies++) {
        styled_fill(memory);
        failed_before = allocator.failed;
        allocator.count = 0; /* the n-th of this call */
        scrim_status status = copies ? ARMED(scrim_redact_copy(&source, &frame, regions, STYLED_KINDS, options, &report))
                                     : ARMED(scrim_redact(&frame, regions, STYLED_KINDS, options, &report));
        CHECK((status != SCRIM_OK) == (allocator.failed > failed_before));
        CHECK(styled_is(memory, made, format, status, &report));
    }
    return 0;
}

/* The flat call: black after a failure, else as without one. */
static int rects_scenario(void) {
    SCENARIO;
    static const scrim_rect rects[] = {{5, 5, 50, 40}, {30, 20, 60, 60}, {-4, 80, 40, 40}};
    static _Thread_local styled_memory made, memory;
    for (uint32_t kind = SCRIM_STYLE_SOLID; kind <= SCRIM_STYLE_TINT; kind += kind == SCRIM_STYLE_TILES ? 13 : 1) {
        scrim_style style = {.kind = kind, .color = 0x123456FFu, .amount = 4, .saturation = 1.8};
        scrim_redact_report report = SCRIM_REDACT_REPORT_INIT;
        styled_fill(made);
        styled_fill(memory);
        CHECK(scrim_redact_rects(made, STYLED_SIDE * 4, SCRIM_FORMAT_RGBA, STYLED_SIDE, STYLED_SIDE, rects, 3, &style,
                                 NULL) == SCRIM_OK);
        failed_before = allocator.failed;
        allocator.count = 0;
        scrim_status status = ARMED(scrim_redact_rects(memory, STYLED_SIDE * 4, SCRIM_FORMAT_RGBA, STYLED_SIDE,
                                                       STYLED_SIDE, rects, 3, &style, &report.outcome));
        CHECK((status != SCRIM_OK) == (allocator.failed > failed_before));
        CHECK(styled_is(memory, made, SCRIM_FORMAT_RGBA, status, &report));
    }
    return 0;
}

/* Every style in one call, overlapping, each on a shape that is not a rectangle; with an allocation that fails. */
static int styles_scenario(void) {
    static const uint32_t kinds[STYLED_KINDS] = {
        SCRIM_STYLE_BLUR, SCRIM_STYLE_PIXELATE, SCRIM_STYLE_EFFECT, SCRIM_STYLE_BLUR, SCRIM_STYLE_TINT,
        SCRIM_STYLE_BLUR, SCRIM_STYLE_FROST, SCRIM_STYLE_TILES, SCRIM_STYLE_SOLID, SCRIM_STYLE_FROST};
    static const double amounts[STYLED_KINDS] = {3, 4, 5, 9, 0, 20};
    static const scrim_point points[] = {{30, 20}, {90, 40}, {50, 80}, {10, 60}};
    scrim_style styles[STYLED_KINDS];
    scrim_region regions[STYLED_KINDS];
    for (uint32_t i = 0; i < STYLED_KINDS; i++) {
        styles[i] = (scrim_style){.kind = kinds[i], .color = 0x123456FFu, .amount = amounts[i], .saturation = 1.8};
        regions[i] = (scrim_region){.shape = 2 + i % 4, .style = i, .id = i};
        if (regions[i].shape >= SCRIM_SHAPE_POLYGON) {
            regions[i].points = points;
            regions[i].point_count = 4;
        } else {
            regions[i].rect = (scrim_rect){5 + i * 3, 60 - i * 5, 50, 40};
            regions[i].radius = regions[i].shape == SCRIM_SHAPE_ROUNDED_RECT ? 8 : 0;
        }
    }
    scrim_redact_options options = SCRIM_REDACT_OPTIONS_INIT;
    options.styles = styles;
    options.style_count = STYLED_KINDS;
    CHECK(styled_calls(SCRIM_FORMAT_RGBA, regions, &options) == 0);
    CHECK(styled_calls(SCRIM_FORMAT_I420, regions, &options) == 0);
    return 0;
}

/* Runs a scenario until none of its allocations is left to fail, and returns how often that was. */
static int fail_each(int (*scenario)(void), int and_all_after) {
    int n = 0;
    do {
        n++;
        allocator.fail_from = n;
        allocator.fail_to = and_all_after ? NEVER : n;
        allocator.failed = 0;
        long alive = blocks_alive;
        assert_int_equal(scenario(), 0);
        assert_int_equal(blocks_alive, alive);
    } while (allocator.failed > 0);
    return n;
}

static void test_every_allocation_fails_in_turn(void **state) {
    (void)state;
    for (int and_all_after = 0; and_all_after < 2; and_all_after++) {
        assert_true(fail_each(styles_scenario, and_all_after) > 30); /* there were some to fail */
        assert_true(fail_each(rects_scenario, and_all_after) > 10);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_allocation_fails_in_turn),
    };
    if (running_on_valgrind() || built_with_asan()) {
        printf("valgrind and ASan have allocators of their own: skipped\n");
        return 77;
    }
    return cmocka_run_group_tests(tests, NULL, NULL);
}
