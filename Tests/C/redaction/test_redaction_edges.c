/* SPDX-License-Identifier: MIT */
/* Frames and regions at the edges of what the code distinguishes: its first and last rows, buckets, bits and addresses. */
#include <float.h>
#include <sys/mman.h>

#include "support/support.h"

enum {
    BYTES = 1 << 20
};

static uint8_t bytes[BYTES], other[BYTES];

static scrim_frame frame_of(uint8_t *pixels, uint32_t format, uint32_t width, uint32_t height, int64_t stride) {
    scrim_frame frame = SCRIM_FRAME_INIT;
    frame.format = format;
    frame.width = width;
    frame.height = height;
    frame.planes[0] = (scrim_plane){pixels, stride};
    return frame;
}

static scrim_region rect_of(double x, double y, double width, double height, uint32_t style) {
    scrim_region region = {.shape = SCRIM_SHAPE_RECT, .rect = {x, y, width, height}};
    region.style = style;
    return region;
}

static void make_noise(uint8_t *pixels, size_t count, uint32_t seed) {
    for (size_t i = 0; i < count; i++)
        pixels[i] = (uint8_t)((seed = seed * 1664525u + 1013904223u) >> 24);
}

static uint8_t *pixel(int width, int x, int y) { return &bytes[y * width + x]; }

/* ---- Which pixels ---- */

/* More regions than are sorted by insertion. The last bucket of the other way is that of 2,047. */
static void test_regions_in_the_last_column_of_a_sorting_pass(void **state) {
    (void)state;
    enum {
        WIDTH = 2100,
        COUNT = 40
    };
    scrim_frame frame = frame_of(bytes, SCRIM_FORMAT_GRAY8, WIDTH, COUNT, WIDTH);
    scrim_region regions[COUNT];
    memset(bytes, 200, WIDTH * COUNT);
    for (int i = 0; i < COUNT; i++)
        regions[i] = rect_of(i % 3 == 0 ? 2047 : 2050 - 2 * i, (i * 7) % COUNT, 1, 1, 0);
    scrim_redact_report report = SCRIM_REDACT_REPORT_INIT;
    OK(scrim_redact(&frame, regions, COUNT, NULL, &report));
    assert_int_equal(report.pixels, COUNT);
    for (int i = 0; i < COUNT; i++)
        assert_int_equal(*pixel(WIDTH, (int)regions[i].rect.x, (int)regions[i].rect.y), 0);
}

/* An edge that crosses more columns in a row than an edge is followed over by adding. */
static void test_an_edge_that_is_almost_level(void **state) {
    (void)state;
    enum {
        WIDTH = 60000,
        HEIGHT = 7
    };
    static const scrim_point points[] = {{0, 0}, {WIDTH, 3.5}, {0, 7}};
    scrim_frame frame = frame_of(bytes, SCRIM_FORMAT_GRAY8, WIDTH, HEIGHT, WIDTH);
    scrim_region region = {.shape = SCRIM_SHAPE_POLYGON, .points = points, .point_count = 3};
    memset(bytes, 200, WIDTH * HEIGHT);
    OK(scrim_redact(&frame, &region, 1, NULL, NULL));
    for (int y = 0; y < HEIGHT; y++)
        for (int x = 0; x < WIDTH; x++) {
            const double upper = 3.5 * x / WIDTH, lower = 7 - upper;
            const int touches = upper < y + 1 && lower > y;
            if (touches != (*pixel(WIDTH, x, y) == 0) && (touches || (upper - 0.001 >= y + 1 || lower + 0.001 <= y)))
                fail_msg("pixel %d, %d", x, y);
        }
}

static void test_the_thinnest_region_at_the_frames_edge(void **state) {
    (void)state;
    for (int side = 0; side < 2; side++) {
        scrim_frame frame = frame_of(bytes, SCRIM_FORMAT_GRAY8, 10, 10, 10);
        scrim_redact_options options = SCRIM_REDACT_OPTIONS_INIT;
        const scrim_region region = side ? rect_of(0, 0, 20, DBL_TRUE_MIN, 0) : rect_of(0, 0, DBL_TRUE_MIN, 20, 0);
        memset(bytes, 200, 100);
        options.scale = 0.5; /* so that its width in pixels is rounded to 0 */
        OK(scrim_redact(&frame, &region, 1, &options, NULL));
        for (int i = 0; i < 100; i++)
            assert_int_equal(bytes[i], (side ? i / 10 : i % 10) == 0 ? 0 : 200);
    }
}

/* A round region that is rounded to nothing still covers the pixel it begins in. */
static void test_the_smallest_round_region_in_the_corner(void **state) {
    (void)state;
    for (int round = 0; round < 2; round++) {
        scrim_frame frame = frame_of(bytes, SCRIM_FORMAT_GRAY8, 10, 10, 10);
        scrim_redact_options options = SCRIM_REDACT_OPTIONS_INIT;
        scrim_region region = rect_of(0, 0, DBL_TRUE_MIN, DBL_TRUE_MIN, 0);
        region.shape = round ? SCRIM_SHAPE_ROUNDED_RECT : SCRIM_SHAPE_ELLIPSE;
        memset(bytes, 200, 100);
        options.scale = 0.5;
        OK(scrim_redact(&frame, &region, 1, &options, NULL));
        for (int i = 0; i < 100; i++)
            assert_int_equal(bytes[i], i == 0 ? 0 : 200);
    }
}

/* Only what is all on one line covers the pixels that its ends lie on. */
static void test_a_triangle_covers_no_column_at_its_right_side(void **state) {
    (void)state;
    static const scrim_point points[] = {{0, 0}, {8, 8}, {8, 0}};
    scrim_frame frame = frame_of(bytes, SCRIM_FORMAT_GRAY8, 10, 10, 10);
    scrim_region region = {.shape = SCRIM_SHAPE_POLYGON, .points = points, .point_count = 3};
    memset(bytes, 200, 100);
    OK(scrim_redact(&frame, &region, 1, NULL, NULL));
    for (int y = 0; y < 8; y++) {
        assert_int_equal(*pixel(10, 7, y), 0);
        assert_int_equal(*pixel(10, 8, y), 200);
    }
}

/* ---- Colors ---- */

static void test_each_level_in_16_bits(void **state) {
    (void)state;
    for (uint32_t level = 0; level < 256; level++) {
        scrim_frame frame = frame_of(bytes, SCRIM_FORMAT_RGB565, 1, 1, 2);
        scrim_style style = SCRIM_STYLE_INIT;
        scrim_redact_options options = SCRIM_REDACT_OPTIONS_INIT;
        const scrim_region region = rect_of(0, 0, 1, 1, 0);
        uint16_t pixel;
        style.color = level << 24 | level << 16 | level << 8 | 0xFF;
        options.styles = &style;
        options.style_count = 1;
        OK(scrim_redact(&frame, &region, 1, &options, NULL));
        memcpy(&pixel, bytes, 2);
        const uint32_t five = (level * 31 + 127) / 255, six = (level * 63 + 127) / 255;
        assert_int_equal(pixel, five << 11 | six << 5 | five);
    }
}

/* What is beyond the right edge of a narrow frame has no influence, nor has what is below it. */
static void test_padding_has_no_influence(void **state) {
    (void)state;
    static const uint32_t kinds[] = {SCRIM_STYLE_FROST, SCRIM_STYLE_TILES, SCRIM_STYLE_BLUR, SCRIM_STYLE_PIXELATE};
    enum {
        STRIDE = 64,
        HEIGHT = 24
    };
    for (int kind = 0; kind < 4; kind++)
        for (uint32_t width = 1; width < 24; width++) {
            scrim_style style = SCRIM_STYLE_INIT;
            scrim_redact_options options = SCRIM_REDACT_OPTIONS_INIT;
            const scrim_region region = rect_of(0, 8, width, 6, 0);
            style.kind = kinds[kind];
            style.amount = 4;
            options.styles = &style;
            options.style_count = 1;
            make_noise(bytes, STRIDE * HEIGHT, width);
            memcpy(other, bytes, STRIDE * HEIGHT);
            for (uint32_t y = 0; y < HEIGHT; y++)
                for (uint32_t x = width; x < STRIDE; x++)
                    other[y * STRIDE + x] ^= 0xFF;
            scrim_frame one = frame_of(bytes, SCRIM_FORMAT_GRAY8, width, HEIGHT, STRIDE);
            scrim_frame two = frame_of(other, SCRIM_FORMAT_GRAY8, width, HEIGHT, STRIDE);
            OK(scrim_redact(&one, &region, 1, &options, NULL));
            OK(scrim_redact(&two, &region, 1, &options, NULL));
            for (uint32_t y = 0; y < HEIGHT; y++)
                assert_memory_equal(bytes + y * STRIDE, other + y * STRIDE, width);
        }
}

/* Frost and tiles read the four pixels beyond the sampling gap, and no others: neither inside nor farther away. */
/* The surroundings end with the last byte of a page. The next page cannot be read. */
static void test_nothing_behind_a_narrow_frame_is_read(void **state) {
    (void)state;
    enum {
        HEIGHT = 18
    };
    const size_t page = (size_t)sysconf(_SC_PAGESIZE);
    uint8_t *pages = mmap(NULL, 2 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    assert_true(pages != MAP_FAILED);
    assert_int_equal(mprotect(pages + page, page, PROT_NONE), 0);
    for (int kind = 0; kind < 2; kind++)
        for (uint32_t width = 1; width < 24; width++) {
            scrim_style style = SCRIM_STYLE_INIT;
            scrim_redact_options options = SCRIM_REDACT_OPTIONS_INIT;
            const scrim_region region = rect_of(0, 8, width, 6, 0);
            style.kind = kind ? SCRIM_STYLE_FROST : SCRIM_STYLE_TILES;
            options.styles = &style;
            options.style_count = 1;
            scrim_frame frame = frame_of(pages + page - width * HEIGHT, SCRIM_FORMAT_GRAY8, width, HEIGHT, width);
            OK(scrim_redact(&frame, &region, 1, &options, NULL));
        }
    munmap(pages, 2 * page);
}

static void test_only_the_surroundings_have_an_influence(void **state) {
    (void)state;
    enum {
        SIDE = 64,
        AT = 24,
        NEAR = 2,
        FAR = 6
    };
    for (int kind = 0; kind < 2; kind++)
        for (int width = 1; width < 20; width++) {
            scrim_style style = SCRIM_STYLE_INIT;
            scrim_redact_options options = SCRIM_REDACT_OPTIONS_INIT;
            const scrim_region region = rect_of(AT, AT, width, 7, 0);
            style.kind = kind ? SCRIM_STYLE_FROST : SCRIM_STYLE_TILES;
            options.styles = &style;
            options.style_count = 1;
            make_noise(bytes, SIDE * SIDE, (uint32_t)width);
            memcpy(other, bytes, SIDE * SIDE);
            for (int y = 0; y < SIDE; y++)
                for (int x = 0; x < SIDE; x++) {
                    const int across = x < AT ? AT - x : x - (AT + width - 1), down = y < AT ? AT - y : y - (AT + 6);
                    const int distance = across > down ? across : down;
                    if (distance <= NEAR || distance > FAR)
                        other[y * SIDE + x] ^= 0xFF;
                }
            scrim_frame one = frame_of(bytes, SCRIM_FORMAT_GRAY8, SIDE, SIDE, SIDE);
            scrim_frame two = frame_of(other, SCRIM_FORMAT_GRAY8, SIDE, SIDE, SIDE);
            OK(scrim_redact(&one, &region, 1, &options, NULL));
            OK(scrim_redact(&two, &region, 1, &options, NULL));
            for (int y = AT; y < AT + 7; y++)
                assert_memory_equal(bytes + y * SIDE + AT, other + y * SIDE + AT, (size_t)width);
        }
}

/* Frost and tiles do not read what another region covers, even if its style is reversible. */
static void test_a_reversible_region_beside_it_has_no_influence(void **state) {
    (void)state;
    enum {
        SIDE = 64,
        AT = 24
    };
    static const scrim_rect beside[] = {{AT + 12, 0, 20, SIDE}, {0, 0, AT - 2, SIDE}, {0, AT + 7, SIDE, 20}, {0, 0, SIDE, AT}};
    for (int kind = 0; kind < 2; kind++)
        for (int side = 0; side < 4; side++) {
            scrim_style styles[] = {SCRIM_STYLE_INIT, SCRIM_STYLE_INIT};
            scrim_redact_options options = SCRIM_REDACT_OPTIONS_INIT;
            const scrim_rect *hidden = &beside[side];
            const scrim_region regions[] = {rect_of(AT, AT, 11, 7, 0), rect_of(hidden->x, hidden->y, hidden->width, hidden->height, 1)};
            styles[0].kind = kind ? SCRIM_STYLE_FROST : SCRIM_STYLE_TILES;
            styles[1].kind = SCRIM_STYLE_PIXELATE;
            styles[1].amount = 8;
            options.styles = styles;
            options.style_count = 2;
            make_noise(bytes, SIDE * SIDE, 7);
            memcpy(other, bytes, SIDE * SIDE);
            for (int y = (int)hidden->y; y < (int)(hidden->y + hidden->height); y++)
                for (int x = (int)hidden->x; x < (int)(hidden->x + hidden->width); x++)
                    other[y * SIDE + x] = bytes[y * SIDE + x] / 4;
            scrim_frame one = frame_of(bytes, SCRIM_FORMAT_GRAY8, SIDE, SIDE, SIDE);
            scrim_frame two = frame_of(other, SCRIM_FORMAT_GRAY8, SIDE, SIDE, SIDE);
            OK(scrim_redact(&one, regions, 2, &options, NULL));
            OK(scrim_redact(&two, regions, 2, &options, NULL));
            for (int y = AT; y < AT + 7; y++)
                assert_memory_equal(bytes + y * SIDE + AT, other + y * SIDE + AT, 11);
        }
}

/* Three bytes in a pixel are computed otherwise than four. */
static void test_a_wide_blur_is_the_same_in_three_bytes_and_in_four(void **state) {
    (void)state;
    enum {
        SIDE = 160
    };
    for (int size = 12; size <= 40; size += 7) {
        scrim_style style = SCRIM_STYLE_INIT;
        scrim_redact_options options = SCRIM_REDACT_OPTIONS_INIT;
        const scrim_region region = rect_of(0, 0, SIDE, SIDE, 0);
        style.kind = SCRIM_STYLE_BLUR;
        style.amount = size;
        options.styles = &style;
        options.style_count = 1;
        make_noise(bytes, SIDE * SIDE * 3, (uint32_t)size);
        for (int i = 0; i < SIDE * SIDE; i++) {
            memcpy(other + 4 * i, bytes + 3 * i, 3);
            other[4 * i + 3] = 0xFF;
        }
        scrim_frame three = frame_of(bytes, SCRIM_FORMAT_RGB, SIDE, SIDE, 3 * SIDE);
        scrim_frame four = frame_of(other, SCRIM_FORMAT_RGBA, SIDE, SIDE, 4 * SIDE);
        OK(scrim_redact(&three, &region, 1, &options, NULL));
        OK(scrim_redact(&four, &region, 1, &options, NULL));
        for (int i = 0; i < SIDE * SIDE; i++)
            assert_memory_equal(bytes + 3 * i, other + 4 * i, 3);
    }
}

/* ---- Blurs next to what is covered ---- */

/* The covered pixels of a blurred region are not read. Where only its first row, last row or first column is left, all colors are
   from there. */
static void test_a_blur_reads_the_one_line_that_is_left(void **state) {
    (void)state;
    enum {
        SIDE = 64,
        LEFT = 10,
        END = 50
    };
    static const scrim_rect solids[] = {{0, LEFT + 1, SIDE, SIDE}, {0, 0, SIDE, END - 1}, {LEFT + 1, 0, SIDE, SIDE}, {0, 0, END - 1, SIDE}};
    for (int line = 0; line < 4; line++) {
        scrim_style styles[] = {SCRIM_STYLE_INIT, SCRIM_STYLE_INIT};
        scrim_redact_options options = SCRIM_REDACT_OPTIONS_INIT;
        const scrim_region regions[] = {rect_of(LEFT, LEFT, END - LEFT, END - LEFT, 1),
                                        {.shape = SCRIM_SHAPE_RECT, .rect = solids[line]}};
        styles[1].kind = SCRIM_STYLE_BLUR;
        styles[1].amount = 6;
        options.styles = styles;
        options.style_count = 2;
        options.sampling_gap = 0;
        make_noise(bytes, SIDE * SIDE, 5);
        for (int i = LEFT; i < END; i++)
            *pixel(SIDE, line < 2 ? i : line == 2 ? LEFT
                                                  : END - 1,
                   line < 2 ? (line == 0 ? LEFT : END - 1) : i) = 20;
        scrim_frame frame = frame_of(bytes, SCRIM_FORMAT_GRAY8, SIDE, SIDE, SIDE);
        OK(scrim_redact(&frame, regions, 2, &options, NULL));
        for (int i = LEFT; i < END; i++)
            assert_int_equal(*pixel(SIDE, line < 2 ? i : line == 2 ? LEFT
                                                                   : END - 1,
                                    line < 2 ? (line == 0 ? LEFT : END - 1) : i),
                             20);
    }
}

/* The same with the last row covered: what is in it has no influence. */
static void test_a_blur_does_not_read_a_covered_last_row(void **state) {
    (void)state;
    enum {
        SIDE = 64
    };
    static uint8_t results[2][SIDE * SIDE];
    for (int round = 0; round < 2; round++) {
        scrim_style styles[] = {SCRIM_STYLE_INIT, SCRIM_STYLE_INIT};
        scrim_redact_options options = SCRIM_REDACT_OPTIONS_INIT;
        const scrim_region regions[] = {rect_of(10, 10, 40, 30, 1), rect_of(20, 39, 9, 1, 0)};
        styles[1].kind = SCRIM_STYLE_BLUR;
        styles[1].amount = 4;
        options.styles = styles;
        options.style_count = 2;
        options.sampling_gap = 0;
        make_noise(bytes, SIDE * SIDE, 6);
        memset(pixel(SIDE, 20, 39), round ? 255 : 0, 9);
        scrim_frame frame = frame_of(bytes, SCRIM_FORMAT_GRAY8, SIDE, SIDE, SIDE);
        OK(scrim_redact(&frame, regions, 2, &options, NULL));
        memcpy(results[round], bytes, sizeof results[round]);
    }
    assert_memory_equal(results[0], results[1], sizeof results[0]);
}

/* ---- What crosses a border ---- */

/* Two regions side by side, and what is drawn in both of them only, across their common side. */
static void test_what_another_region_covers_crosses_no_border(void **state) {
    (void)state;
    enum {
        SIDE = 100
    };
    for (uint32_t kind = 0; kind < 4; kind++)
        for (int first = 0; first < 2; first++) {
            scrim_style style = SCRIM_STYLE_INIT;
            scrim_redact_options options = SCRIM_REDACT_OPTIONS_INIT;
            scrim_redact_report report = SCRIM_REDACT_REPORT_INIT;
            const scrim_region regions[] = {rect_of(first ? 50 : 30, 30, 20, 30, 0), rect_of(first ? 30 : 50, 30, 20, 30, 0)};
            uint64_t list[2];
            style.kind = kind % 2 ? SCRIM_STYLE_BLUR : SCRIM_STYLE_SOLID;
            style.amount = 4;
            options.styles = &style;
            options.style_count = 1;
            report.crossed = list;
            report.crossed_capacity = 2;
            memset(bytes, 200, SIDE * SIDE);
            for (int y = 35; y < 55; y += 2)
                memset(pixel(SIDE, first ? 49 : 40, y), 0, 11); /* ends one pixel beyond the common side */
            scrim_frame frame = frame_of(bytes, kind < 2 ? SCRIM_FORMAT_GRAY8 : SCRIM_FORMAT_NV12, SIDE, SIDE, SIDE);
            if (kind >= 2) { /* a second plane, of half the size */
                memset(other, 128, SIDE * SIDE / 2);
                frame.planes[1] = (scrim_plane){other, SIDE};
            }
            OK(scrim_redact(&frame, regions, 2, &options, &report));
            assert_int_equal(report.regions_crossed, 0);
        }
}

/* At each column: whether content sticks out to the left or to the right. Stripes that go on are no content of the region. */
static void test_content_that_crosses_a_vertical_side(void **state) {
    (void)state;
    enum {
        SIDE = 100
    };
    for (int x = 30; x < 48; x++)
        for (int what = 0; what < 4; what++) {
            scrim_redact_report report = SCRIM_REDACT_REPORT_INIT;
            const scrim_region region = rect_of(x, 30, 20, 40, 0);
            uint64_t list[1];
            report.crossed = list;
            report.crossed_capacity = 1;
            memset(bytes, 200, SIDE * SIDE * 4);
            for (int y = 32; y < 68; y += 2)
                for (int i = 0; i < SIDE; i++)
                    if (what == 3 || (what == 1 && i >= x - 1 && i < x + 9) || (what == 2 && i >= x + 9 && i < x + 21))
                        memset(bytes + (y * SIDE + i) * 4, 0, 4);
            scrim_frame frame = frame_of(bytes, SCRIM_FORMAT_RGBX, SIDE, SIDE, 4 * SIDE);
            OK(scrim_redact(&frame, &region, 1, NULL, &report));
            assert_int_equal(report.regions_crossed, what == 1 || what == 2);
        }
}

/* ---- Frames ---- */

static void test_addresses_outside_of_memory(void **state) {
    (void)state;
    static const struct {
        uintptr_t base;
        int64_t stride;
    } frames[] = {
        {4096, -4096},
        {(uintptr_t)INT64_MAX - 8192, 4096},
        {(uintptr_t)INT64_MAX, 4096},
        {64, -64},
        {1 << 20, INT64_MIN},
        {1 << 20, INT64_MAX},
    };
    const scrim_region region = rect_of(0, 0, 1, 1, 0);
    for (size_t i = 0; i < sizeof frames / sizeof *frames; i++) {
        scrim_frame frame = frame_of((uint8_t *)frames[i].base, SCRIM_FORMAT_GRAY8, 8, 100, frames[i].stride);
        ANSWERS(scrim_redact(&frame, &region, 1, NULL, NULL), SCRIM_ERROR_INVALID_ARGUMENT);
    }
}

static void test_a_plane_that_the_format_does_not_have(void **state) {
    (void)state;
    const scrim_region region = rect_of(0, 0, 1, 1, 0);
    for (int field = 0; field < 2; field++) {
        scrim_frame frame = frame_of(bytes, SCRIM_FORMAT_GRAY8, 8, 8, 8);
        frame.planes[1] = field ? (scrim_plane){other, 0} : (scrim_plane){NULL, 8};
        ANSWERS(scrim_redact(&frame, &region, 1, NULL, NULL), SCRIM_ERROR_INVALID_ARGUMENT);
    }
}

static void test_a_copy_with_another_distance_of_rows(void **state) {
    (void)state;
    const scrim_region region = rect_of(0, 0, 1, 1, 0);
    const scrim_frame source = frame_of(bytes, SCRIM_FORMAT_GRAY8, 8, 8, 8), target = frame_of(bytes, SCRIM_FORMAT_GRAY8, 8, 8, 16);
    ANSWERS(scrim_redact_copy(&source, &target, &region, 1, NULL, NULL), SCRIM_ERROR_INVALID_ARGUMENT);
}

/* The limit of the points of all regions together. */
static void test_one_point_too_many(void **state) {
    (void)state;
    enum {
        EACH = 62500,
        COUNT = SCRIM_MAX_ALL_POINTS / EACH
    };
    static scrim_point points[EACH];
    static scrim_region regions[COUNT + 1];
    scrim_frame frame = frame_of(bytes, SCRIM_FORMAT_GRAY8, 8, 8, 8);
    for (int i = 0; i <= COUNT; i++)
        regions[i] = (scrim_region){.shape = SCRIM_SHAPE_POLYGON, .points = points, .point_count = i < COUNT ? EACH : 3};
    OK(scrim_redact(&frame, regions, COUNT, NULL, NULL));
    ANSWERS(scrim_redact(&frame, regions, COUNT + 1, NULL, NULL), SCRIM_ERROR_LIMIT);
}

static void test_one_region_too_many(void **state) {
    (void)state;
    scrim_region *regions = calloc(SCRIM_MAX_REGIONS + 1, sizeof *regions);
    scrim_frame frame = frame_of(bytes, SCRIM_FORMAT_GRAY8, 8, 8, 8);
    assert_non_null(regions);
    for (size_t i = 0; i <= SCRIM_MAX_REGIONS; i++)
        regions[i] = rect_of(20, 20, 1, 1, 0);
    OK(scrim_redact(&frame, regions, SCRIM_MAX_REGIONS, NULL, NULL));
    ANSWERS(scrim_redact(&frame, regions, SCRIM_MAX_REGIONS + 1, NULL, NULL), SCRIM_ERROR_LIMIT);
    free(regions);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_regions_in_the_last_column_of_a_sorting_pass),
        cmocka_unit_test(test_an_edge_that_is_almost_level),
        cmocka_unit_test(test_the_thinnest_region_at_the_frames_edge),
        cmocka_unit_test(test_the_smallest_round_region_in_the_corner),
        cmocka_unit_test(test_a_triangle_covers_no_column_at_its_right_side),
        cmocka_unit_test(test_each_level_in_16_bits),
        cmocka_unit_test(test_padding_has_no_influence),
        cmocka_unit_test(test_nothing_behind_a_narrow_frame_is_read),
        cmocka_unit_test(test_only_the_surroundings_have_an_influence),
        cmocka_unit_test(test_a_reversible_region_beside_it_has_no_influence),
        cmocka_unit_test(test_a_wide_blur_is_the_same_in_three_bytes_and_in_four),
        cmocka_unit_test(test_a_blur_reads_the_one_line_that_is_left),
        cmocka_unit_test(test_a_blur_does_not_read_a_covered_last_row),
        cmocka_unit_test(test_what_another_region_covers_crosses_no_border),
        cmocka_unit_test(test_content_that_crosses_a_vertical_side),
        cmocka_unit_test(test_addresses_outside_of_memory),
        cmocka_unit_test(test_a_plane_that_the_format_does_not_have),
        cmocka_unit_test(test_a_copy_with_another_distance_of_rows),
        cmocka_unit_test(test_one_point_too_many),
        cmocka_unit_test(test_one_region_too_many),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
