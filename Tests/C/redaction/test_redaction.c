/* SPDX-License-Identifier: MIT */
/* scrim_redact against a brute-force oracle: which pixels are covered, with what, and that no other byte is touched. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <scrim.h>

static uint32_t random_state = 1;

static uint32_t random_below(uint32_t bound) {
    random_state = random_state * 1664525u + 1013904223u;
    return (uint32_t)(((uint64_t)(random_state >> 8) * bound) >> 24);
}

/* ---- A picture: a frame, guard bytes around it, and what it was before ---- */

enum {
    GUARD = 64
};

struct picture {
    scrim_frame frame;
    uint32_t bytes_per_pixel;
    size_t size;
    uint8_t *block;
    uint8_t *expected;
};

static struct picture picture_make(uint32_t format, uint32_t width, uint32_t height, uint32_t padding, int upwards) {
    struct picture picture = {.frame = SCRIM_FRAME_INIT};
    picture.bytes_per_pixel = format == SCRIM_FORMAT_GRAY8 ? 1 : format == SCRIM_FORMAT_RGB ? 3
                                                                                            : 4;
    size_t stride = (size_t)width * picture.bytes_per_pixel + padding;
    picture.size = stride * height + 2 * GUARD;
    picture.block = malloc(picture.size);
    picture.expected = malloc(picture.size);
    assert_non_null(picture.block);
    assert_non_null(picture.expected);
    for (size_t i = 0; i < picture.size; i++)
        picture.block[i] = (uint8_t)(1 + random_below(250));
    memcpy(picture.expected, picture.block, picture.size);
    picture.frame.format = format;
    picture.frame.width = width;
    picture.frame.height = height;
    picture.frame.planes[0].data = picture.block + GUARD + (upwards ? stride * (height - 1) : 0);
    picture.frame.planes[0].stride = upwards ? -(int64_t)stride : (int64_t)stride;
    return picture;
}

static void picture_free(struct picture *picture) {
    free(picture->block);
    free(picture->expected);
}

static void expect_pixel(struct picture *picture, uint32_t x, uint32_t y, uint32_t color) {
    uint8_t r = (uint8_t)(color >> 24), g = (uint8_t)(color >> 16), b = (uint8_t)(color >> 8);
    uint8_t *top = (uint8_t *)picture->frame.planes[0].data;
    uint8_t *pixel = picture->expected + (top - picture->block) + (int64_t)y * picture->frame.planes[0].stride +
                     (int64_t)x * picture->bytes_per_pixel;
    if (picture->frame.format == SCRIM_FORMAT_RGBA)
        memcpy(pixel, (uint8_t[]){r, g, b, 0xFF}, 4);
    if (picture->frame.format == SCRIM_FORMAT_BGRA)
        memcpy(pixel, (uint8_t[]){b, g, r, 0xFF}, 4);
    if (picture->frame.format == SCRIM_FORMAT_RGB)
        memcpy(pixel, (uint8_t[]){r, g, b}, 3);
    if (picture->frame.format == SCRIM_FORMAT_GRAY8)
        *pixel = (uint8_t)(0.2126 * r + 0.7152 * g + 0.0722 * b + 0.5);
}

static void expect_black(struct picture *picture) {
    for (uint32_t y = 0; y < picture->frame.height; y++)
        for (uint32_t x = 0; x < picture->frame.width; x++)
            expect_pixel(picture, x, y, 0x000000FFu);
}

static void assert_as_expected(const struct picture *picture) {
    assert_memory_equal(picture->block, picture->expected, picture->size);
}

static scrim_region region_of(double x, double y, double width, double height, uint32_t style) {
    return (scrim_region){.shape = SCRIM_SHAPE_RECT, .style = style, .rect = {x, y, width, height}};
}

/* Paints the regions one after the other, and counts. */
static scrim_redact_report expect_regions(struct picture *picture, const scrim_region *regions, size_t count,
                                          const scrim_redact_options *options) {
    scrim_redact_report report = SCRIM_REDACT_REPORT_INIT;
    uint32_t width = picture->frame.width, height = picture->frame.height;
    uint8_t *covered = calloc((size_t)width * height, 1);
    assert_non_null(covered);
    for (size_t i = 0; i < count; i++) {
        const scrim_rect *r = &regions[i].rect;
        if (!(r->width > 0 && r->height > 0))
            continue;
        int inside = 0;
        uint32_t color = options->style_count ? options->styles[regions[i].style].color : 0x000000FFu;
        for (uint32_t y = 0; y < height; y++)
            for (uint32_t x = 0; x < width; x++) {
                /* A pixel is touched where its square and the rectangle have more than an edge in common. */
                if (r->x * options->scale >= x + 1.0 || (r->x + r->width) * options->scale <= x)
                    continue;
                if (r->y * options->scale >= y + 1.0 || (r->y + r->height) * options->scale <= y)
                    continue;
                expect_pixel(picture, x, y, color);
                covered[(size_t)y * width + x] = 1;
                inside = 1;
            }
        report.regions_inside += (uint64_t)inside;
        if (inside && (r->x * options->scale < 0 || r->y * options->scale < 0 ||
                       ceil((r->x + r->width) * options->scale) > width ||
                       ceil((r->y + r->height) * options->scale) > height))
            report.regions_clipped++;
    }
    for (size_t i = 0; i < (size_t)width * height; i++)
        report.pixels += covered[i];
    free(covered);
    report.outcome = SCRIM_OUTCOME_OK;
    report.weakest_class = report.pixels ? SCRIM_STYLE_CLASS_SOLID : SCRIM_STYLE_CLASS_NONE;
    report.regions = count;
    return report;
}

static const uint32_t formats[] = {SCRIM_FORMAT_RGBA, SCRIM_FORMAT_BGRA, SCRIM_FORMAT_RGB, SCRIM_FORMAT_GRAY8};

/* ---- What is covered ---- */

static void test_redact__random_regions(void **state) {
    (void)state;
    static const double scales[] = {1.0, 2.0, 1.25, 1.0 / 3.0, 0.37};
    for (int round = 0; round < 1500; round++) {
        struct picture picture = picture_make(formats[round % 4], 1 + random_below(90), 1 + random_below(70),
                                              random_below(3) * random_below(9), (int)random_below(2));
        scrim_style styles[5];
        for (int i = 0; i < 5; i++) {
            styles[i] = (scrim_style)SCRIM_STYLE_INIT;
            styles[i].color = random_below(4) ? random_below(1u << 24) << 8 | 0xFF : 0xFFFFFFFFu;
        }
        scrim_redact_options options = SCRIM_REDACT_OPTIONS_INIT;
        options.scale = scales[random_below(5)];
        options.style_count = random_below(6);
        options.styles = options.style_count ? styles : NULL;
        scrim_region regions[40];
        size_t count = random_below(41);
        double unit = random_below(2) ? 1.0 : 0.25;
        for (size_t i = 0; i < count; i++)
            regions[i] = region_of(((double)random_below(120) - 20) * unit, ((double)random_below(100) - 20) * unit,
                                   random_below(random_below(2) ? 8 : 80) * unit, random_below(random_below(2) ? 8 : 60) * unit,
                                   options.style_count ? random_below(options.style_count) : 0);
        scrim_redact_report expected = expect_regions(&picture, regions, count, &options);
        scrim_redact_report report = SCRIM_REDACT_REPORT_INIT;
        assert_int_equal(scrim_redact(&picture.frame, regions, count, &options, &report), SCRIM_OK);
        assert_as_expected(&picture);
        expected.regions_crossed = report.regions_crossed; /* a model in numpy checks it */
        assert_memory_equal(&report, &expected, sizeof report);
        picture_free(&picture);
    }
}

/* Long rows and whole frames take other ways through the kernels than short ones. */
static void test_redact__large_fills(void **state) {
    (void)state;
    static const uint32_t widths[] = {2303, 2304, 2305, 9217, 12289};
    for (size_t i = 0; i < 4 * 5 * 2; i++) {
        struct picture picture = picture_make(formats[i % 4], widths[i / 4 % 5], 7, i < 20 ? 0 : 5, 0);
        scrim_style style = SCRIM_STYLE_INIT;
        style.color = 0x123456FFu;
        scrim_redact_options options = SCRIM_REDACT_OPTIONS_INIT;
        options.style_count = 1;
        options.styles = &style;
        scrim_region regions[] = {region_of(0, 0, 20000, 4, 0), region_of(1, 5, widths[i / 4 % 5] - 2.0, 1, 0)};
        expect_regions(&picture, regions, 2, &options);
        assert_int_equal(scrim_redact(&picture.frame, regions, 2, &options, NULL), SCRIM_OK);
        assert_as_expected(&picture);
        picture_free(&picture);
    }
}

static void test_redact__later_regions_win(void **state) {
    (void)state;
    for (int reversed = 0; reversed < 2; reversed++) {
        struct picture picture = picture_make(SCRIM_FORMAT_RGBA, 6, 6, 0, 0);
        scrim_style styles[2] = {SCRIM_STYLE_INIT, SCRIM_STYLE_INIT};
        styles[0].color = 0xFF0000FFu;
        styles[1].color = 0x0000FFFFu;
        scrim_redact_options options = SCRIM_REDACT_OPTIONS_INIT;
        options.style_count = 2;
        options.styles = styles;
        scrim_region regions[2];
        regions[reversed] = region_of(0, 0, 4, 4, 0);
        regions[!reversed] = region_of(2, 2, 4, 4, 1);
        assert_int_equal(scrim_redact(&picture.frame, regions, 2, &options, NULL), SCRIM_OK);
        const uint8_t *both = (const uint8_t *)picture.frame.planes[0].data + (3 * 6 + 3) * 4;
        assert_memory_equal(both, reversed ? "\xFF\x00\x00\xFF" : "\x00\x00\xFF\xFF", 4);
        picture_free(&picture);
    }
}

static void test_redact__rounds_outward(void **state) {
    (void)state;
    static const struct {
        double x, width, scale;
        uint32_t first, count;
    } cases[] = {
        {1.0, 2.0, 1.0, 1, 2},
        {1.5, 1.0, 1.0, 1, 2},
        {1.999, 0.002, 1.0, 1, 2},
        {1.0, 1e-30, 1.0, 1, 1},
        {1.0, 1.0, 1.5, 1, 2},
        {2.0, 1.0, 0.5, 1, 1},
        {3.0, 1.0, 0.5, 1, 1},
        {-5.0, 5.5, 1.0, 0, 1},
        {-5.0, 5.0, 1.0, 0, 0},
        {8.0, 1.0, 1.0, 0, 0},
        {7.5, 900.0, 1.0, 7, 1},
        {0.0, 1e-300, 1.0, 0, 1},
        {-1e9, 1.05e9, 64.0, 0, 8},
        {0.0, 0.0, 1.0, 0, 0},
        {-0.25, 0.5, 1.0, 0, 1},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct picture picture = picture_make(SCRIM_FORMAT_GRAY8, 8, 1, 0, 0);
        scrim_redact_options options = SCRIM_REDACT_OPTIONS_INIT;
        options.scale = cases[i].scale;
        scrim_region region = region_of(cases[i].x, -1, cases[i].width, 3, 0);
        for (uint32_t x = 0; x < cases[i].count; x++)
            expect_pixel(&picture, cases[i].first + x, 0, 0x000000FFu);
        assert_int_equal(scrim_redact(&picture.frame, &region, 1, &options, NULL), SCRIM_OK);
        assert_as_expected(&picture);
        picture_free(&picture);
    }
}

/* 200,000 overlapping rectangles, and all of them in one column: the cost must not grow with how often a pixel is covered. */
static void test_redact__many_overlapping_regions(void **state) {
    (void)state;
    size_t count = 200000;
    scrim_region *regions = malloc(count * sizeof *regions);
    assert_non_null(regions);
    scrim_style styles[2] = {SCRIM_STYLE_INIT, SCRIM_STYLE_INIT};
    styles[1].color = 0xFFFFFFFFu;
    scrim_redact_options options = SCRIM_REDACT_OPTIONS_INIT;
    options.style_count = 2;
    options.styles = styles;
    for (int narrow = 0; narrow < 2; narrow++) {
        struct picture picture = picture_make(SCRIM_FORMAT_GRAY8, narrow ? 3 : 500, narrow ? 60000 : 400, 0, 0);
        uint32_t width = picture.frame.width, height = picture.frame.height;
        for (size_t i = 0; i < count; i++)
            regions[i] = region_of(random_below(width), random_below(height), 1 + random_below(width),
                                   1 + random_below(height), random_below(2));
        scrim_redact_report report = SCRIM_REDACT_REPORT_INIT;
        assert_int_equal(scrim_redact(&picture.frame, regions, count, &options, &report), SCRIM_OK);
        assert_int_equal(report.regions_inside, count);
        /* What each pixel shows is the last region over it. */
        for (int sample = 0; sample < 40; sample++) {
            uint32_t x = random_below(width), y = random_below(height);
            size_t last = count;
            while (last > 0) {
                const scrim_rect *r = &regions[last - 1].rect;
                if (x >= r->x && x < r->x + r->width && y >= r->y && y < r->y + r->height)
                    break;
                last--;
            }
            const uint8_t *pixel = (const uint8_t *)picture.frame.planes[0].data + (size_t)y * width + x;
            if (last > 0)
                assert_int_equal(*pixel, regions[last - 1].style ? 255 : 0);
        }
        picture_free(&picture);
    }
    free(regions);
}

/* ---- Failing closed ---- */

/* With a usable frame, any error: the whole frame is black, padding is as it was, and the report says so. */
static void assert_covered(scrim_region region, size_t count, const scrim_redact_options *options, scrim_status expected) {
    for (size_t i = 0; i < 4; i++) {
        struct picture picture = picture_make(formats[i], 13, 9, 3, (int)(i & 1));
        scrim_region regions[2] = {region_of(1, 1, 2, 2, 0), region};
        expect_black(&picture);
        scrim_redact_report report = SCRIM_REDACT_REPORT_INIT;
        assert_int_equal(scrim_redact(&picture.frame, regions, count, options, &report), expected);
        assert_as_expected(&picture);
        assert_int_equal(report.outcome, SCRIM_OUTCOME_COVERED);
        assert_int_equal(report.weakest_class, SCRIM_STYLE_CLASS_SOLID);
        assert_int_equal(report.regions, count);
        assert_int_equal(report.regions_inside, 0);
        assert_int_equal(report.pixels, 13 * 9);
        picture_free(&picture);
    }
}

static void test_redact__covers_the_frame_for_a_bad_region(void **state) {
    (void)state;
    static const double bad[] = {NAN, INFINITY, -INFINITY, 1073741825.0, -1073741825.0};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        assert_covered(region_of(bad[i], 0, 1, 1, 0), 2, NULL, SCRIM_ERROR_INVALID_ARGUMENT);
        assert_covered(region_of(0, bad[i], 1, 1, 0), 2, NULL, SCRIM_ERROR_INVALID_ARGUMENT);
        assert_covered(region_of(0, 0, bad[i], 1, 0), 2, NULL, SCRIM_ERROR_INVALID_ARGUMENT);
        assert_covered(region_of(0, 0, 1, bad[i], 0), 2, NULL, SCRIM_ERROR_INVALID_ARGUMENT);
    }
    assert_covered(region_of(0, 0, -1, 1, 0), 2, NULL, SCRIM_ERROR_INVALID_ARGUMENT);
    assert_covered(region_of(0, 0, 1, 1, 1), 2, NULL, SCRIM_ERROR_INVALID_ARGUMENT);
    scrim_region region = region_of(0, 0, 1, 1, 0);
    region.shape = 0;
    assert_covered(region, 2, NULL, SCRIM_ERROR_UNSUPPORTED);
    region.shape = 99;
    assert_covered(region, 2, NULL, SCRIM_ERROR_UNSUPPORTED);
    region = region_of(0, 0, 1, 1, 0);
    region.radius = 1;
    assert_covered(region, 2, NULL, SCRIM_ERROR_INVALID_ARGUMENT);
    assert_covered(region_of(0, 0, 1, 1, 0), SCRIM_MAX_REGIONS + 1, NULL, SCRIM_ERROR_LIMIT);
}

static void test_redact__covers_the_frame_for_bad_options(void **state) {
    (void)state;
    scrim_region region = region_of(0, 0, 1, 1, 0);
    static const double scales[] = {NAN, INFINITY, 0, -1, 1.0 / 65, 65};
    for (size_t i = 0; i < sizeof scales / sizeof *scales; i++) {
        scrim_redact_options options = SCRIM_REDACT_OPTIONS_INIT;
        options.scale = scales[i];
        assert_covered(region, 2, &options, SCRIM_ERROR_INVALID_ARGUMENT);
    }
    scrim_style styles[SCRIM_MAX_STYLES + 1];
    for (size_t i = 0; i <= SCRIM_MAX_STYLES; i++)
        styles[i] = (scrim_style)SCRIM_STYLE_INIT;
    scrim_redact_options options = SCRIM_REDACT_OPTIONS_INIT;
    options.styles = styles;
    options.style_count = SCRIM_MAX_STYLES + 1;
    assert_covered(region, 2, &options, SCRIM_ERROR_LIMIT);
    options.style_count = 2;
    styles[1].color = 0x000000FEu;
    assert_covered(region, 2, &options, SCRIM_ERROR_INVALID_ARGUMENT);
    styles[1] = (scrim_style)SCRIM_STYLE_INIT;
    styles[1].kind = 99;
    assert_covered(region, 2, &options, SCRIM_ERROR_UNSUPPORTED);
    options.styles = NULL;
    assert_covered(region, 2, &options, SCRIM_ERROR_INVALID_ARGUMENT);
    options = (scrim_redact_options)SCRIM_REDACT_OPTIONS_INIT;
    options.struct_size = 3;
    assert_covered(region, 2, &options, SCRIM_ERROR_INVALID_ARGUMENT);
}

static void test_redact__covers_the_frame_without_regions_or_report(void **state) {
    (void)state;
    struct picture picture = picture_make(SCRIM_FORMAT_BGRA, 5, 4, 1, 1);
    expect_black(&picture);
    scrim_redact_report report = SCRIM_REDACT_REPORT_INIT;
    assert_int_equal(scrim_redact(&picture.frame, NULL, 1, NULL, &report), SCRIM_ERROR_INVALID_ARGUMENT);
    assert_as_expected(&picture);
    assert_int_equal(report.outcome, SCRIM_OUTCOME_COVERED);
    picture_free(&picture);

    picture = picture_make(SCRIM_FORMAT_BGRA, 5, 4, 1, 1);
    expect_black(&picture);
    report.struct_size = 7;
    scrim_redact_report before = report;
    assert_int_equal(scrim_redact(&picture.frame, NULL, 0, NULL, &report), SCRIM_ERROR_INVALID_ARGUMENT);
    assert_as_expected(&picture);
    assert_memory_equal(&report, &before, sizeof report);
    picture_free(&picture);
}

static void test_redact__discards_an_unusable_frame(void **state) {
    (void)state;
    struct picture picture = picture_make(SCRIM_FORMAT_RGBA, 8, 8, 0, 0);
    scrim_region region = region_of(0, 0, 8, 8, 0);
    static const struct {
        uint32_t width, height, format;
        int64_t stride;
        scrim_status status;
    } cases[] = {
        {0, 8, SCRIM_FORMAT_RGBA, 32, SCRIM_ERROR_INVALID_ARGUMENT},
        {8, 0, SCRIM_FORMAT_RGBA, 32, SCRIM_ERROR_INVALID_ARGUMENT},
        {65537, 1, SCRIM_FORMAT_GRAY8, 70000, SCRIM_ERROR_INVALID_ARGUMENT},
        {1, 65537, SCRIM_FORMAT_GRAY8, 1, SCRIM_ERROR_INVALID_ARGUMENT},
        {8, 8, 0, 32, SCRIM_ERROR_UNSUPPORTED},
        {8, 8, SCRIM_FORMAT_RGBA, 31, SCRIM_ERROR_INVALID_ARGUMENT},
        {8, 8, SCRIM_FORMAT_RGBA, -31, SCRIM_ERROR_INVALID_ARGUMENT},
        {8, 8, SCRIM_FORMAT_RGBA, INT64_MIN, SCRIM_ERROR_INVALID_ARGUMENT},
        {8, 8, SCRIM_FORMAT_RGBA, INT64_MAX, SCRIM_ERROR_INVALID_ARGUMENT},
        {8, 3, SCRIM_FORMAT_RGBA, INT64_MAX / 2, SCRIM_ERROR_INVALID_ARGUMENT},
        {8, 3, SCRIM_FORMAT_RGBA, -(INT64_MAX / 2), SCRIM_ERROR_INVALID_ARGUMENT},
    };
    for (size_t i = 0; i <= sizeof cases / sizeof *cases; i++) {
        scrim_redact_report report = {.struct_size = sizeof report, .outcome = 9};
        scrim_frame frame = picture.frame;
        scrim_status expected = SCRIM_ERROR_INVALID_ARGUMENT;
        const scrim_frame *given = &frame;
        if (i < sizeof cases / sizeof *cases) {
            frame.width = cases[i].width;
            frame.height = cases[i].height;
            frame.format = cases[i].format;
            frame.planes[0].stride = cases[i].stride;
            expected = cases[i].status;
        } else {
            given = NULL;
        }
        assert_int_equal(scrim_redact(given, &region, 1, NULL, &report), expected);
        assert_as_expected(&picture);
        assert_int_equal(report.outcome, SCRIM_OUTCOME_DISCARD);
        assert_int_equal(report.weakest_class, SCRIM_STYLE_CLASS_NONE);
        assert_int_equal(report.regions, 1);
        assert_int_equal(report.pixels, 0);
    }
    picture_free(&picture);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_redact__random_regions),
        cmocka_unit_test(test_redact__large_fills),
        cmocka_unit_test(test_redact__later_regions_win),
        cmocka_unit_test(test_redact__rounds_outward),
        cmocka_unit_test(test_redact__many_overlapping_regions),
        cmocka_unit_test(test_redact__covers_the_frame_for_a_bad_region),
        cmocka_unit_test(test_redact__covers_the_frame_for_bad_options),
        cmocka_unit_test(test_redact__covers_the_frame_without_regions_or_report),
        cmocka_unit_test(test_redact__discards_an_unusable_frame),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
