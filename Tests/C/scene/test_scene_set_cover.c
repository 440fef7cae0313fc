/* SPDX-License-Identifier: MIT */
/*
 * What covers a frame: a color, a texture or a picture of the host's, in every format. The pixels of the frame do not matter. An
 * error changes no cover, and its frame shows none. Tests/models/scene/test_covers.py computes the pixels of pictures.
 */
#include "scene/scene_frames.h"
#include "support/frame_formats.h"

enum {
    WIDTH = 45,
    HEIGHT = 31,
    MAX_BYTES = 8 * 64 * 64
};

/* A frame of noise without padding. */
static scrim_frame noise(uint8_t *bytes, uint32_t index, uint32_t width, uint32_t height, uint32_t seed) {
    const struct frame_format *format = &frame_formats[index];
    scrim_frame frame = SCRIM_FRAME_INIT;
    size_t size = 0;
    frame.format = format->format;
    frame.width = width;
    frame.height = height;
    for (uint32_t i = 0; i < format->count; i++) {
        size_t row = plane_row(format, i, width);
        frame.planes[i] = (scrim_plane){bytes + size, (int64_t)row};
        size += row * plane_rows(format, i, height);
    }
    assert_true(size <= MAX_BYTES);
    memset(bytes, 0, MAX_BYTES);
    for (size_t i = 0; i < size; i++)
        bytes[i] = (uint8_t)((seed = seed * 1664525u + 1013904223u) >> 24);
    return frame;
}

static scrim_cover cover_of(uint32_t kind, uint32_t color) {
    scrim_cover cover = SCRIM_COVER_INIT;
    cover.kind = kind;
    cover.color = color;
    return cover;
}

static scrim_cover styled(uint32_t kind) {
    scrim_cover cover = cover_of(SCRIM_COVER_STYLE, 0);
    cover.style.kind = kind;
    cover.style.color = 0x336699FFu;
    cover.style.flags = SCRIM_STYLE_FLAG_ON_COLOR;
    cover.style.seed = 3;
    return cover;
}

static uint8_t gray_of(scrim_scene *scene, uint32_t output) {
    scrim_scene_redact_options options = SCRIM_SCENE_REDACT_OPTIONS_INIT;
    scrim_redact_report report = SCRIM_REDACT_REPORT_INIT;
    options.output = output;
    OK(protect(scene, &options, &report));
    assert_int_equal(report.outcome, SCRIM_OUTCOME_COVERED);
    assert_frame_is(pixels[0]);
    return pixels[0];
}

/* ---- What is covered, and by what ---- */

static void test_each_output_has_its_cover(void **state) {
    (void)state;
    scrim_scene *scene = make_scene(3);
    scrim_cover white = cover_of(SCRIM_COVER_COLOR, 0xFFFFFFFFu), gray = cover_of(SCRIM_COVER_COLOR, 0x808080FFu);
    assert_int_equal(gray_of(scene, 0), 0);
    OK(scrim_scene_set_cover(scene, 0, &white));
    OK(scrim_scene_set_cover(scene, 2, &gray));
    assert_int_equal(gray_of(scene, 0), 255);
    assert_int_equal(gray_of(scene, 1), 0);
    assert_int_equal(gray_of(scene, 2), 128);
    OK(scrim_scene_set_cover(scene, 0, &gray));
    assert_int_equal(gray_of(scene, 0), 128);
    OK(scrim_scene_set_cover(scene, 0, NULL));
    assert_int_equal(gray_of(scene, 0), 0);
    assert_int_equal(gray_of(scene, 2), 128);
    /* It is not shown while the output is uncovered, and returns with the cover. */
    activate(scene, 3);
    scrim_scene_redact_options options = SCRIM_SCENE_REDACT_OPTIONS_INIT;
    options.output = 2;
    OK(protect(scene, &options, NULL));
    assert_frame_is(UNTOUCHED);
    OK(scrim_scene_set_transition(scene, 1));
    assert_int_equal(gray_of(scene, 2), 128);
    /* Of an output that was removed nothing stays. */
    uint32_t output = 9;
    OK(scrim_scene_remove_output(scene, 2));
    assert_int_equal(scrim_scene_set_cover(scene, 2, &white), SCRIM_ERROR_NOT_FOUND);
    OK(scrim_scene_add_output(scene, &output));
    assert_int_equal(output, 2);
    assert_int_equal(gray_of(scene, 2), 0);
    scrim_scene_destroy(scene);
}

static void test_every_look_hides_the_frame_in_every_format(void **state) {
    (void)state;
    static uint8_t first[MAX_BYTES], second[MAX_BYTES], last[MAX_BYTES], drawn[MAX_BYTES];
    for (uint32_t index = 0; index < FRAME_FORMATS; index++) {
        scrim_scene *scene = make_scene(1);
        scrim_frame picture = noise(drawn, index, 20, 33, 7);
        scrim_cover covers[] = {cover_of(SCRIM_COVER_COLOR, 0x123456FFu), styled(SCRIM_STYLE_SOLID),
                                styled(SCRIM_STYLE_FROST), styled(SCRIM_STYLE_TILES),
                                cover_of(SCRIM_COVER_PICTURE, 0xFF8800FFu)};
        covers[4].picture = &picture;
        memset(last, 0, sizeof last);
        for (size_t i = 0; i < sizeof covers / sizeof *covers; i++) {
            scrim_redact_report report = SCRIM_REDACT_REPORT_INIT;
            scrim_frame one = noise(first, index, WIDTH, HEIGHT, 1), other = noise(second, index, WIDTH, HEIGHT, 2);
            OK(scrim_scene_set_cover(scene, 0, &covers[i]));
            OK(scrim_scene_redact(scene, &one, NULL, &report));
            OK(scrim_scene_redact(scene, &other, NULL, NULL));
            assert_memory_equal(first, second, MAX_BYTES);
            assert_memory_not_equal(first, last, MAX_BYTES);
            assert_int_equal(report.outcome, SCRIM_OUTCOME_COVERED);
            assert_int_equal(report.weakest_class, i < 2 ? SCRIM_STYLE_CLASS_SOLID : SCRIM_STYLE_CLASS_SYNTHETIC);
            assert_int_equal(report.pixels, WIDTH * HEIGHT);
            assert_int_equal(report.regions + report.regions_inside + report.regions_clipped, 0);
            memcpy(last, first, sizeof last);
        }
        scrim_scene_destroy(scene);
    }
}

static void test_a_picture_is_copied(void **state) {
    (void)state;
    uint8_t drawn[2][2] = {{10, 20}, {30, 40}}, shown[2][2];
    scrim_scene *scene = make_scene(1);
    scrim_frame picture = SCRIM_FRAME_INIT, frame;
    picture.format = SCRIM_FORMAT_GRAY8;
    picture.width = picture.height = 2;
    picture.planes[0] = (scrim_plane){drawn, 2};
    frame = picture;
    frame.planes[0].data = shown;
    scrim_cover cover = cover_of(SCRIM_COVER_PICTURE, 0x000000FFu);
    cover.picture = &picture;
    OK(scrim_scene_set_cover(scene, 0, &cover));
    memset(drawn, 99, sizeof drawn);
    memset(&picture, 0, sizeof picture);
    memset(&cover, 0, sizeof cover);
    OK(scrim_scene_redact(scene, &frame, NULL, NULL));
    const uint8_t wanted[2][2] = {{10, 20}, {30, 40}};
    assert_memory_equal(shown, wanted, sizeof wanted);
    scrim_scene_destroy(scene);
}

static void test_transparent_pixels_show_the_color(void **state) {
    (void)state;
    /* Straight alpha: none, about a half, all. */
    uint8_t drawn[3][4] = {{200, 0, 0, 0}, {200, 100, 0, 128}, {200, 0, 0, 255}}, shown[3][4];
    scrim_scene *scene = make_scene(1);
    scrim_frame picture = SCRIM_FRAME_INIT;
    picture.format = SCRIM_FORMAT_RGBA;
    picture.width = 3;
    picture.height = 1;
    picture.planes[0] = (scrim_plane){drawn, 12};
    scrim_cover cover = cover_of(SCRIM_COVER_PICTURE, 0x00FF64FFu);
    cover.picture = &picture;
    OK(scrim_scene_set_cover(scene, 0, &cover));
    scrim_frame frame = picture;
    frame.planes[0].data = shown;
    OK(scrim_scene_redact(scene, &frame, NULL, NULL));
    const uint8_t wanted[3][4] = {{0, 255, 100, 255}, {100, 177, 50, 255}, {200, 0, 0, 255}};
    assert_memory_equal(shown, wanted, sizeof wanted);
    scrim_scene_destroy(scene);
}

/* ---- Errors ---- */

static void test_a_wrong_cover_changes_nothing(void **state) {
    (void)state;
    static uint8_t drawn[16];
    scrim_scene *scene = make_scene(1);
    scrim_cover gray = cover_of(SCRIM_COVER_COLOR, 0x808080FFu), cover;
    scrim_frame picture = SCRIM_FRAME_INIT;
    OK(scrim_scene_set_cover(scene, 0, &gray));
#define WRONG(status) \
    do { \
        assert_int_equal(scrim_scene_set_cover(scene, 0, &cover), SCRIM_ERROR_##status); \
        assert_int_equal(gray_of(scene, 0), 128); \
    } while (0)
    cover = cover_of(SCRIM_COVER_COLOR, 0x112233FEu);
    WRONG(INVALID_ARGUMENT);
    cover = cover_of(3, 0x112233FFu);
    WRONG(UNSUPPORTED);
    cover = gray;
    cover.reserved = 1;
    WRONG(INVALID_ARGUMENT);
    cover = gray;
    cover.struct_size = 8;
    WRONG(INVALID_ARGUMENT);
    for (uint32_t kind = SCRIM_STYLE_FROST; kind <= SCRIM_STYLE_TILES; kind++) {
        cover = styled(kind);
        cover.style.flags = 0;
        WRONG(INVALID_ARGUMENT);
        cover = styled(kind);
        cover.style.color = 0x11223344u;
        WRONG(INVALID_ARGUMENT);
    }
    for (uint32_t kind = SCRIM_STYLE_BLUR; kind <= SCRIM_STYLE_TINT; kind++) {
        cover = styled(kind);
        cover.style.amount = 4;
        WRONG(REVERSIBLE_STYLE);
    }
    cover = styled(15);
    WRONG(UNSUPPORTED);
    cover = cover_of(SCRIM_COVER_PICTURE, 0x000000FFu);
    WRONG(INVALID_ARGUMENT); /* no picture */
    cover.picture = &picture;
    WRONG(UNSUPPORTED); /* no format */
    picture.format = SCRIM_FORMAT_GRAY8;
    picture.planes[0] = (scrim_plane){drawn, 4};
    WRONG(INVALID_ARGUMENT); /* no size */
    picture.width = picture.height = 4;
    cover.color = 0;
    WRONG(INVALID_ARGUMENT);
    cover.color = 0xFF;
    picture.color_range = 2;
    WRONG(UNSUPPORTED);
    picture.color_range = 0;
    picture.planes[0].stride = 3;
    WRONG(INVALID_ARGUMENT);
    /* One pixel too many. It is not read. */
    picture.width = 65536;
    picture.height = SCRIM_COVER_MAX_PIXELS / 65536 + 1;
    picture.planes[0].stride = 65536;
    WRONG(LIMIT);
    picture.width = picture.height = 4;
    picture.planes[0].stride = 4;
    OK(scrim_scene_set_cover(scene, 0, &cover));
    assert_int_equal(gray_of(scene, 0), 0);
    assert_int_equal(scrim_scene_set_cover(scene, 1, &cover), SCRIM_ERROR_NOT_FOUND);
    scrim_scene_destroy(scene);
    assert_int_equal(scrim_scene_set_cover(scene, 0, &cover), SCRIM_ERROR_INVALID_HANDLE);
}

/* Nobody is to be shown a cover in place of an error. */
static void test_errors_are_black(void **state) {
    (void)state;
    scrim_scene *scene = make_scene(1);
    scrim_cover white = cover_of(SCRIM_COVER_COLOR, 0xFFFFFFFFu);
    scrim_scene_redact_options options = SCRIM_SCENE_REDACT_OPTIONS_INIT;
    OK(scrim_scene_set_cover(scene, 0, &white));
    options.output = 1;
    assert_int_equal(protect(scene, &options, NULL), SCRIM_ERROR_NOT_FOUND);
    assert_frame_is(0);
    options.output = 0;
    options.scale = 0;
    assert_int_equal(protect(scene, &options, NULL), SCRIM_ERROR_INVALID_ARGUMENT);
    assert_frame_is(0);
    scrim_scene_destroy(scene);
    assert_int_equal(protect(scene, NULL, NULL), SCRIM_ERROR_INVALID_HANDLE);
    assert_frame_is(0);
}

/* Regions keep the style of the call. */
static void test_secure_regions_have_their_own_style(void **state) {
    (void)state;
    scrim_scene *scene = make_scene(1);
    scrim_cover white = cover_of(SCRIM_COVER_COLOR, 0xFFFFFFFFu);
    const scrim_rect box = {10, 20, 30, 5};
    add_window(scene, box, SECURE, 0);
    OK(scrim_scene_set_cover(scene, 0, &white));
    activate(scene, 1);
    assert_private(scene, &box, 1);
    scrim_scene_destroy(scene);
}

/* Each half of the chroma planes has the color of its half of the picture. */
static void test_a_picture_has_its_colors_in_chroma_planes_too(void **state) {
    (void)state;
    static uint8_t drawn[8][8][4], planes[3][64];
    scrim_scene *scene = make_scene(1);
    scrim_frame picture = SCRIM_FRAME_INIT, frame;
    for (int y = 0; y < 8; y++)
        for (int x = 0; x < 8; x++)
            memcpy(drawn[y][x], x < 4 ? "\xFF\x00\x00\xFF" : "\x00\x00\xFF\xFF", 4);
    picture.format = SCRIM_FORMAT_RGBA;
    picture.width = picture.height = 8;
    picture.planes[0] = (scrim_plane){drawn, 32};
    frame = picture;
    frame.format = SCRIM_FORMAT_I420;
    for (int i = 0; i < 3; i++)
        frame.planes[i] = (scrim_plane){planes[i], i == 0 ? 8 : 4};
    scrim_cover cover = cover_of(SCRIM_COVER_PICTURE, 0x000000FFu);
    cover.picture = &picture;
    OK(scrim_scene_set_cover(scene, 0, &cover));
    OK(scrim_scene_redact(scene, &frame, NULL, NULL));
    for (int i = 0; i < 16; i++) {
        assert_int_equal(planes[1][i] > 128, i % 4 >= 2); /* blue */
        assert_int_equal(planes[2][i] > 128, i % 4 < 2);  /* red */
    }
    scrim_scene_destroy(scene);
}

/* A band above the picture, one that it begins in, and one below it: no other row is written. */
static void test_a_band_of_a_picture_writes_no_other_row(void **state) {
    (void)state;
    enum {
        HIGH = 60
    };
    static uint8_t drawn[4] = {1, 2, 3, 4}, whole[HIGH][4], shown[HIGH][4];
    scrim_scene *scene = make_scene(1);
    scrim_frame picture = SCRIM_FRAME_INIT, frame;
    picture.format = SCRIM_FORMAT_GRAY8;
    picture.width = 4;
    picture.height = 1;
    picture.planes[0] = (scrim_plane){drawn, 4};
    frame = picture;
    frame.height = HIGH;
    scrim_cover cover = cover_of(SCRIM_COVER_PICTURE, 0x777777FFu);
    cover.picture = &picture;
    OK(scrim_scene_set_cover(scene, 0, &cover));
    frame.planes[0].data = whole;
    OK(scrim_scene_redact(scene, &frame, NULL, NULL));
    frame.planes[0].data = shown;
    for (uint32_t first = 0; first < HIGH; first += 5) {
        scrim_scene_redact_options options = SCRIM_SCENE_REDACT_OPTIONS_INIT;
        options.first_row = first;
        options.row_count = 5;
        memset(shown, UNTOUCHED, sizeof shown);
        OK(scrim_scene_redact(scene, &frame, &options, NULL));
        for (uint32_t y = 0; y < HIGH; y++)
            for (int x = 0; x < 4; x++)
                assert_int_equal(shown[y][x], y >= first && y < first + 5 ? whole[y][x] : UNTOUCHED);
    }
    scrim_scene_destroy(scene);
}

struct called {
    scrim_scene *scene;
    scrim_status status;
};

static void sets_a_cover(uint32_t output, void *user_data) {
    struct called *called = user_data;
    called->status = scrim_scene_set_cover(called->scene, output, NULL);
}

static void test_a_callback_sets_no_cover(void **state) {
    (void)state;
    struct called called = {make_scene(1), SCRIM_OK};
    activate(called.scene, 1);
    OK(scrim_scene_set_cover_callback(called.scene, sets_a_cover, &called, NULL));
    OK(scrim_scene_set_transition(called.scene, 1));
    assert_int_equal(called.status, SCRIM_ERROR_BUSY);
    scrim_scene_destroy(called.scene);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_each_output_has_its_cover),
        cmocka_unit_test(test_every_look_hides_the_frame_in_every_format),
        cmocka_unit_test(test_a_picture_is_copied),
        cmocka_unit_test(test_a_picture_has_its_colors_in_chroma_planes_too),
        cmocka_unit_test(test_a_band_of_a_picture_writes_no_other_row),
        cmocka_unit_test(test_transparent_pixels_show_the_color),
        cmocka_unit_test(test_a_wrong_cover_changes_nothing),
        cmocka_unit_test(test_errors_are_black),
        cmocka_unit_test(test_secure_regions_have_their_own_style),
        cmocka_unit_test(test_a_callback_sets_no_cover),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
