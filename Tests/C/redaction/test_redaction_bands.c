/* SPDX-License-Identifier: MIT */
/* The bands of a frame: together they are what one call makes, a call writes its own rows, and threads can share a frame. */
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

static uint32_t random_state = 11;

static uint32_t random_below(uint32_t bound) {
    random_state = random_state * 1664525u + 1013904223u;
    return (uint32_t)(((uint64_t)(random_state >> 8) * bound) >> 24);
}

enum {
    MOST_WIDTH = 150,
    MOST_HEIGHT = 180,
    STRIDE = MOST_WIDTH * 8 + 20,
    PLANE = STRIDE * MOST_HEIGHT,
    REGIONS = 8
};

typedef uint8_t picture_memory[3 * PLANE];

static scrim_frame frame_in(uint8_t *memory, uint32_t format, uint32_t width, uint32_t height) {
    scrim_frame frame = SCRIM_FRAME_INIT;
    frame.format = format;
    frame.width = width;
    frame.height = height;
    for (uint32_t i = 0; i < format_of(format)->count; i++)
        frame.planes[i] = (scrim_plane){memory + i * PLANE, STRIDE};
    return frame;
}

static void fill_randomly(picture_memory memory) {
    uint8_t level = 0; /* not noise alone, so that blurs have something to show */
    for (size_t i = 0; i < sizeof(picture_memory); i++)
        memory[i] = level = (uint8_t)(random_below(9) == 0 ? random_below(256) : level + random_below(7));
}

struct job {
    scrim_region regions[REGIONS];
    size_t count;
    scrim_style styles[4];
    scrim_redact_options options;
    scrim_point corners[REGIONS][5];
    int reversible;
};

/* Any shapes and styles, some of them beyond the frame. */
static void draw_job(struct job *job, uint32_t width, uint32_t height, int reversible) {
    static const uint32_t irreversible[] = {SCRIM_STYLE_SOLID, SCRIM_STYLE_FROST, SCRIM_STYLE_TILES};
    static const uint32_t kinds[] = {SCRIM_STYLE_BLUR, SCRIM_STYLE_PIXELATE, SCRIM_STYLE_EFFECT, SCRIM_STYLE_LIGHT, SCRIM_STYLE_BLUR};
    static const double amounts[] = {0.5, 1, 1.7, 2, 2.6, 3, 5, 7, 12, 30, 61};
    job->options = (scrim_redact_options)SCRIM_REDACT_OPTIONS_INIT;
    job->options.styles = job->styles;
    job->options.style_count = 4;
    job->options.dilation = random_below(3);
    job->options.sampling_gap = random_below(4);
    job->reversible = 0;
    for (int i = 0; i < 4; i++) {
        job->styles[i] = (scrim_style)SCRIM_STYLE_INIT;
        job->styles[i].kind = reversible && random_below(2) ? kinds[random_below(5)] : irreversible[random_below(3)];
        job->styles[i].color = 0x4080C0FFu;
        job->styles[i].seed = random_below(9);
        job->styles[i].amount = job->styles[i].kind == SCRIM_STYLE_PIXELATE ? 2 + random_below(40) : amounts[random_below(11)];
        job->styles[i].saturation = 1.5;
    }
    job->count = 1 + random_below(REGIONS);
    for (size_t i = 0; i < job->count; i++) {
        double x = (double)random_below(width + 20) - 20, y = (double)random_below(height + 20) - 20;
        scrim_region *region = &job->regions[i];
        *region = (scrim_region){.shape = SCRIM_SHAPE_RECT, .style = random_below(4), .id = i};
        region->rect = (scrim_rect){x, y, 1 + random_below(width), 1 + random_below(height)};
        if (i == 0 && random_below(3) == 0)
            region->rect = (scrim_rect){0, 0, width, height};
        switch (random_below(5)) {
        case 0:
            region->shape = SCRIM_SHAPE_ELLIPSE;
            break;
        case 1:
            region->shape = SCRIM_SHAPE_POLYGON;
            for (int k = 0; k < 5; k++)
                job->corners[i][k] = (scrim_point){random_below(width), random_below(height)};
            region->points = job->corners[i];
            region->point_count = 5;
            break;
        }
        job->reversible |= job->styles[region->style].kind >= SCRIM_STYLE_BLUR;
    }
}

/* Replaces the styles that a format does not have. */
static void limit_styles(struct job *job, uint32_t format) {
    for (size_t i = 0; i < sizeof job->styles / sizeof *job->styles; i++)
        if (!format_has_style(format_of(format), job->styles[i].kind)) {
            job->styles[i].kind = SCRIM_STYLE_PIXELATE;
            job->styles[i].amount = 3 + (double)i;
        }
}

static uint32_t even_cut(uint32_t row, uint32_t height) {
    uint32_t count = 2 + 2 * random_below(random_below(3) ? 12 : 90);
    return count > height - row ? height - row : count;
}

/* Random cuts of random frames: copied with all styles, in place with the irreversible ones. */
static void test_bands_are_what_one_call_makes(void **state) {
    (void)state;
    static picture_memory original, whole, bands;
    static struct job job;
    const int rounds = running_on_valgrind() || built_with_tsan() ? 6 : 40;
    for (int round = 0; round < rounds * FRAME_FORMATS; round++) {
        uint32_t format = frame_formats[round % FRAME_FORMATS].format, width = 1 + random_below(MOST_WIDTH), height = 1 + random_below(MOST_HEIGHT);
        int is_copy = round / FRAME_FORMATS % 2;
        fill_randomly(original);
        draw_job(&job, width, height, is_copy);
        limit_styles(&job, format);
        memcpy(whole, original, sizeof whole);
        memcpy(bands, original, sizeof bands);
        scrim_frame source = frame_in(original, format, width, height), once = frame_in(whole, format, width, height),
                    cut = frame_in(bands, format, width, height);
        scrim_redact_report report = SCRIM_REDACT_REPORT_INIT, part = SCRIM_REDACT_REPORT_INIT;
        assert_int_equal(scrim_redact_copy(&source, &once, job.regions, job.count, &job.options, &report), SCRIM_OK);
        uint64_t pixels = 0;
        for (uint32_t row = 0; row < height; row += job.options.row_count) {
            job.options.first_row = row;
            job.options.row_count = even_cut(row, height);
            assert_int_equal(is_copy ? scrim_redact_copy(&source, &cut, job.regions, job.count, &job.options, &part)
                                     : scrim_redact(&cut, job.regions, job.count, &job.options, &part),
                             SCRIM_OK);
            assert_int_equal(part.regions_inside, report.regions_inside);
            assert_int_equal(part.weakest_class, report.weakest_class);
            pixels += part.pixels;
        }
        assert_int_equal(pixels, report.pixels);
        assert_memory_equal(bands, whole, sizeof whole);
    }
}

static void test_a_call_writes_its_own_rows(void **state) {
    (void)state;
    static picture_memory memory, before;
    fill_randomly(memory);
    memcpy(before, memory, sizeof before);
    scrim_region region = {.shape = SCRIM_SHAPE_RECT, .rect = {0, 0, 100, 100}};
    scrim_redact_options options = SCRIM_REDACT_OPTIONS_INIT;
    options.first_row = 40;
    options.row_count = 20;
    scrim_frame frame = frame_in(memory, SCRIM_FORMAT_NV12, 100, 100);
    assert_int_equal(scrim_redact(&frame, &region, 1, &options, NULL), SCRIM_OK);
    for (int y = 0; y < 100; y++) {
        int is_written = y >= 40 && y < 60;
        assert_int_equal(memcmp(memory + y * STRIDE, before + y * STRIDE, 100) != 0, is_written);
        assert_int_equal(memcmp(memory + PLANE + y / 2 * STRIDE, before + PLANE + y / 2 * STRIDE, 100) != 0, is_written);
    }
    /* An error covers the band alone: other threads may be writing the other rows. */
    memcpy(memory, before, sizeof before);
    scrim_redact_report report = SCRIM_REDACT_REPORT_INIT;
    region.style = 1;
    assert_int_equal(scrim_redact(&frame, &region, 1, &options, &report), SCRIM_ERROR_INVALID_ARGUMENT);
    assert_int_equal(report.outcome, SCRIM_OUTCOME_COVERED);
    assert_int_equal(report.pixels, 2000);
    for (int y = 0; y < 100; y++)
        assert_int_equal(memcmp(memory + y * STRIDE, before + y * STRIDE, 100) != 0, y >= 40 && y < 60);
}

/* Asserts that exactly the rows from `first` to `end` of a frame of RGBA are black, and all of them. */
static void assert_black_rows(const uint8_t *memory, const uint8_t *before, uint32_t width, uint32_t height, uint32_t first, uint32_t end) {
    for (uint32_t y = 0; y < height; y++) {
        if (y < first || y >= end)
            assert_memory_equal(memory + y * STRIDE, before + y * STRIDE, width * 4);
        for (uint32_t x = 0; y >= first && y < end && x < width * 4; x++)
            assert_int_equal(memory[y * STRIDE + x], x % 4 == 3 ? 255 : 0);
    }
}

/* Whatever is wrong, rows that other threads may be writing stay as they are, unless nothing says which these are. */
static void test_errors_cover_the_band(void **state) {
    (void)state;
    enum {
        REPORT_SIZE,
        REPORT_LIST,
        NO_REGIONS,
        TOO_MANY,
        SHAPE,
        STYLE,
        SCALE,
        SOURCE_SIZE,
        SOURCE_FORMAT,
        SOURCE_UNLIKE,
        SOURCE_NULL,
        OPTIONS_SIZE,
        CASES
    };
    static picture_memory original, memory;
    fill_randomly(original);
    for (int is_copy = 0; is_copy < 2; is_copy++)
        for (int wrong = 0; wrong < CASES; wrong++) {
            static picture_memory input;
            memcpy(input, original, sizeof input);
            memcpy(memory, original, sizeof memory);
            scrim_frame frame = frame_in(memory, SCRIM_FORMAT_RGBA, 40, 60), source = frame_in(input, SCRIM_FORMAT_RGBA, 40, 60);
            const scrim_frame *from = &source;
            scrim_region region = {.shape = SCRIM_SHAPE_RECT, .rect = {10, 10, 5, 5}};
            const scrim_region *regions = &region;
            size_t count = 1;
            scrim_redact_options options = SCRIM_REDACT_OPTIONS_INIT;
            options.first_row = 9;
            options.row_count = 20;
            scrim_redact_report report = SCRIM_REDACT_REPORT_INIT;
            scrim_status expected = SCRIM_ERROR_INVALID_ARGUMENT;
            switch (wrong) {
            case REPORT_SIZE:
                report.struct_size = 7;
                break;
            case REPORT_LIST:
                report.crossed_capacity = 4;
                break;
            case NO_REGIONS:
                regions = NULL;
                break;
            case TOO_MANY:
                count = SCRIM_MAX_REGIONS + 1;
                expected = SCRIM_ERROR_LIMIT;
                break;
            case SHAPE:
                region.shape = 99;
                expected = SCRIM_ERROR_UNSUPPORTED;
                break;
            case STYLE:
                region.style = 1;
                break;
            case SCALE:
                options.scale = 0;
                break;
            case SOURCE_SIZE:
                source.struct_size = 3;
                break;
            case SOURCE_FORMAT:
                source.format = 1;
                expected = SCRIM_ERROR_UNSUPPORTED;
                break;
            case SOURCE_UNLIKE:
                source.width = 39;
                break;
            case SOURCE_NULL:
                from = NULL;
                break;
            case OPTIONS_SIZE:
                options.struct_size = 3;
                break;
            }
            if (!is_copy && wrong >= SOURCE_SIZE && wrong <= SOURCE_NULL)
                continue;
            scrim_status status = is_copy ? scrim_redact_copy(from, &frame, regions, count, &options, &report)
                                          : scrim_redact(&frame, regions, count, &options, &report);
            assert_int_equal(status, expected);
            int is_known = wrong != OPTIONS_SIZE;
            assert_black_rows(memory, original, 40, 60, is_known ? 9 : 0, is_known ? 29 : 60);
            assert_memory_equal(input, original, sizeof input);
            if (wrong == REPORT_SIZE) {
                assert_int_equal(report.outcome, SCRIM_OUTCOME_DISCARD);
                continue;
            }
            assert_int_equal(report.outcome, SCRIM_OUTCOME_COVERED);
            assert_int_equal(report.regions, count);
            assert_int_equal(report.pixels, 40 * (is_known ? 20 : 60));
        }
}

static void assert_black(const uint8_t *memory, uint32_t width, uint32_t height) {
    for (uint32_t y = 0; y < height; y++)
        for (uint32_t x = 0; x < width; x++)
            assert_int_equal(memory[y * STRIDE + x * 4], 0);
}

static void test_bands_that_are_refused(void **state) {
    (void)state;
    static picture_memory memory, before;
    static const uint32_t wrong[][3] = {
        /* the format, the first row, the count: for 60 rows */
        {SCRIM_FORMAT_RGBA, 60, 0},
        {SCRIM_FORMAT_RGBA, 61, 1},
        {SCRIM_FORMAT_RGBA, 0, 61},
        {SCRIM_FORMAT_RGBA, 59, 2},
        {SCRIM_FORMAT_RGBA, 1, UINT32_MAX},
        {SCRIM_FORMAT_RGBA, UINT32_MAX, UINT32_MAX},
        {SCRIM_FORMAT_NV12, 1, 2},
        {SCRIM_FORMAT_NV12, 0, 3},
        {SCRIM_FORMAT_I420, 3, 0},
        {SCRIM_FORMAT_I420, 2, 57},
        {SCRIM_FORMAT_P010, 1, 2},
        {SCRIM_FORMAT_I010, 0, 3},
    };
    scrim_region region = {.shape = SCRIM_SHAPE_RECT, .rect = {10, 10, 5, 5}};
    scrim_redact_options options = SCRIM_REDACT_OPTIONS_INIT;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        fill_randomly(memory);
        scrim_frame frame = frame_in(memory, wrong[i][0], 40, 60);
        scrim_redact_report report = SCRIM_REDACT_REPORT_INIT;
        options.first_row = wrong[i][1];
        options.row_count = wrong[i][2];
        assert_int_equal(scrim_redact(&frame, &region, 1, &options, &report), SCRIM_ERROR_INVALID_ARGUMENT);
        assert_int_equal(report.outcome, SCRIM_OUTCOME_COVERED);
        if (wrong[i][0] == SCRIM_FORMAT_RGBA)
            assert_black(memory, 40, 60);
    }
    /* The last rows of an odd frame, and an odd band of a format without chroma, are right. */
    scrim_frame odd = frame_in(memory, SCRIM_FORMAT_I420, 40, 61), rgba = frame_in(memory, SCRIM_FORMAT_RGBA, 40, 60);
    options.first_row = 58;
    options.row_count = 3;
    assert_int_equal(scrim_redact(&odd, &region, 1, &options, NULL), SCRIM_OK);
    scrim_frame i210 = frame_in(memory, SCRIM_FORMAT_I210, 40, 60);
    options.first_row = 9;
    assert_int_equal(scrim_redact(&i210, &region, 1, &options, NULL), SCRIM_OK);
    assert_int_equal(scrim_redact(&rgba, &region, 1, &options, NULL), SCRIM_OK);
    /* In place, another band may have changed what a reversible style is made from. */
    scrim_style style = SCRIM_STYLE_INIT;
    options.styles = &style;
    options.style_count = 1;
    static const uint32_t reversible[] = {SCRIM_STYLE_BLUR, SCRIM_STYLE_PIXELATE, SCRIM_STYLE_LIGHT};
    for (int i = 0; i < 3; i++) {
        style.kind = reversible[i];
        style.amount = 4;
        options.first_row = 0;
        options.row_count = 20;
        assert_int_equal(scrim_redact(&rgba, &region, 1, &options, NULL), SCRIM_ERROR_UNSUPPORTED);
        memcpy(before, memory, sizeof before);
        scrim_frame target = frame_in(before, SCRIM_FORMAT_RGBA, 40, 60);
        assert_int_equal(scrim_redact_copy(&rgba, &target, &region, 1, &options, NULL), SCRIM_OK);
        options.row_count = 60;
        assert_int_equal(scrim_redact(&rgba, &region, 1, &options, NULL), SCRIM_OK);
    }
}

static struct shared {
    scrim_frame *frame;
    const struct job *job;
} shared;

static void *redact_every_second_band(void *first) {
    scrim_redact_options options = shared.job->options;
    for (uint32_t row = 10 * (uint32_t)(uintptr_t)first; row < MOST_HEIGHT; row += 20) {
        options.first_row = row;
        options.row_count = 10;
        assert_int_equal(scrim_redact(shared.frame, shared.job->regions, shared.job->count, &options, NULL), SCRIM_OK);
    }
    return NULL;
}

/* Two threads redact one frame in place, each of them every second band. Under ThreadSanitizer this shows that none reads what another writes. */
static void test_threads_share_a_frame(void **state) {
    (void)state;
    static picture_memory memory, whole;
    static struct job job;
    for (int round = 0; round < FRAME_FORMATS; round++) {
        fill_randomly(memory);
        memcpy(whole, memory, sizeof whole);
        draw_job(&job, MOST_WIDTH, MOST_HEIGHT, 0);
        scrim_frame frame = frame_in(memory, frame_formats[round].format, MOST_WIDTH, MOST_HEIGHT),
                    once = frame_in(whole, frame_formats[round].format, MOST_WIDTH, MOST_HEIGHT);
        shared = (struct shared){&frame, &job};
        pthread_t threads[2];
        for (uintptr_t i = 0; i < 2; i++)
            assert_int_equal(pthread_create(&threads[i], NULL, redact_every_second_band, (void *)i), 0);
        for (int i = 0; i < 2; i++)
            assert_int_equal(pthread_join(threads[i], NULL), 0);
        assert_int_equal(scrim_redact(&once, job.regions, job.count, &job.options, NULL), SCRIM_OK);
        assert_memory_equal(memory, whole, sizeof whole);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_bands_are_what_one_call_makes),
        cmocka_unit_test(test_a_call_writes_its_own_rows),
        cmocka_unit_test(test_errors_cover_the_band),
        cmocka_unit_test(test_bands_that_are_refused),
        cmocka_unit_test(test_threads_share_a_frame),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
