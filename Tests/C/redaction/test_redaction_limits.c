/* SPDX-License-Identifier: MIT */
/*
 * A region that comes to more rectangles than a call may have is refused before it has taken their memory. Regions that overlap cost no
 * more than the pixels that they cover together.
 */
#include <sys/resource.h>

#include "support/support.h"

enum {
    WIDTH = 16384,
    HEIGHT = 8000,
    TEETH = 4095,
    POINTS = 3 * TEETH + 2,
    ROOM = 400 << 20 /* bytes: 10,000,000 rectangles of 16 bytes fit while their table grows, all 33 million do not */
};

/* Thin teeth from the bottom to the top: each is a stretch of its own in nearly every row. */
static void make_comb(scrim_point points[POINTS]) {
    size_t count = 0;
    for (int i = 0; i < TEETH; i++) {
        double x = 4.0 * i + i * 37 % 1000 / 1000.0;
        points[count++] = (scrim_point){x + 0.01, HEIGHT};
        points[count++] = (scrim_point){x + 2.3, 0};
        points[count++] = (scrim_point){x + 0.02, HEIGHT};
    }
    points[count++] = (scrim_point){WIDTH - 1, HEIGHT + 1};
    points[count++] = (scrim_point){0, HEIGHT + 1};
}

static int comb(void *data) {
    (void)data;
    static scrim_point points[POINTS];
    uint8_t *pixels = malloc((size_t)WIDTH * HEIGHT);
    CHECK(pixels != NULL);
    memset(pixels, 200, (size_t)WIDTH * HEIGHT);
    make_comb(points);
    scrim_frame frame = SCRIM_FRAME_INIT;
    frame.format = SCRIM_FORMAT_GRAY8;
    frame.width = WIDTH;
    frame.height = HEIGHT;
    frame.planes[0] = (scrim_plane){pixels, WIDTH};
    scrim_region region = {.shape = SCRIM_SHAPE_POLYGON, .points = points, .point_count = POINTS};
    scrim_redact_report report = SCRIM_REDACT_REPORT_INIT;
    long pages = pages_mapped();
    rlim_t most = (rlim_t)pages * (rlim_t)sysconf(_SC_PAGESIZE) + ROOM;
    struct rlimit limit = {most, most};
    CHECK(pages > 0 && setrlimit(RLIMIT_AS, &limit) == 0);
    CHECK(scrim_redact(&frame, &region, 1, NULL, &report) == SCRIM_ERROR_LIMIT);
    CHECK(report.outcome == SCRIM_OUTCOME_COVERED);
    for (size_t i = 0; i < (size_t)WIDTH * HEIGHT; i++)
        CHECK(pixels[i] == 0);
    free(pixels);
    return 0;
}

static void test_a_comb_finds_its_limit_before_it_takes_memory(void **state) {
    (void)state;
    SKIP_WHERE_EMULATED("the emulator maps memory of its own");
    passes_in_child(comb, NULL);
}

enum {
    SIDE = 8192,
    OVERLAPPING = 100000,
    SECONDS = 5 /* of processor time. It takes a tenth of one. If each region costs its whole area, it takes far more. */
};

/* A region that is not solid lies under many solid ones, which leave a strip of it visible. */
static int overlap(void *data) {
    scrim_style styles[2] = {SCRIM_STYLE_INIT, SCRIM_STYLE_INIT};
    scrim_redact_options options = SCRIM_REDACT_OPTIONS_INIT;
    scrim_frame frame = SCRIM_FRAME_INIT;
    const struct rlimit limit = {SECONDS, SECONDS};
    uint8_t *pixels = malloc((size_t)SIDE * SIDE);
    scrim_region *regions = calloc(OVERLAPPING + 1, sizeof *regions);
    CHECK(pixels != NULL && regions != NULL);
    memset(pixels, 200, (size_t)SIDE * SIDE);
    frame.format = SCRIM_FORMAT_GRAY8;
    frame.width = frame.height = SIDE;
    frame.planes[0] = (scrim_plane){pixels, SIDE};
    for (int i = 0; i <= OVERLAPPING; i++) {
        regions[i].shape = SCRIM_SHAPE_RECT;
        regions[i].rect = (scrim_rect){0, 0, SIDE - 8 - i % 100, SIDE};
    }
    regions[0].rect.width = SIDE;
    regions[0].style = 1;
    styles[1].kind = *(uint32_t *)data;
    styles[1].amount = styles[1].kind == SCRIM_STYLE_PIXELATE ? 8 : 0;
    options.styles = styles;
    options.style_count = 2;
    CHECK(setrlimit(RLIMIT_CPU, &limit) == 0);
    CHECK(scrim_redact(&frame, regions, OVERLAPPING + 1, &options, NULL) == SCRIM_OK);
    CHECK(pixels[0] == 0 && pixels[SIDE - 10] == 0 && pixels[SIDE - 1] != 0);
    free(regions);
    free(pixels);
    return 0;
}

static void test_regions_that_overlap_cost_what_they_cover_together(void **state) {
    (void)state;
    uint32_t kinds[] = {SCRIM_STYLE_FROST, SCRIM_STYLE_TILES, SCRIM_STYLE_PIXELATE};
    SKIP_WHERE_EMULATED("an emulator is slower");
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        passes_in_child(overlap, &kinds[i]);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_comb_finds_its_limit_before_it_takes_memory),
        cmocka_unit_test(test_regions_that_overlap_cost_what_they_cover_together),
    };
    if (running_on_valgrind() || built_with_asan()) {
        printf("valgrind and ASan map memory of their own: skipped\n");
        return 77;
    }
    return cmocka_run_group_tests(tests, NULL, NULL);
}
