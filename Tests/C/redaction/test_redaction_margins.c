/* SPDX-License-Identifier: MIT */
/* The margin of each source is at least what was measured around its boxes. */
#include "support/support.h"

/* Pixels from the ink to the nearest box outside of which no digit is read: the larger of both series of measurements. */
static const struct {
    uint32_t source, reach;
} MEASURED[] = {
    {SCRIM_SOURCE_LOSSLESS, 0},
    {SCRIM_SOURCE_LCD_TEXT, 2},
    {SCRIM_SOURCE_SCALED, 5},
    {SCRIM_SOURCE_GLOW, 6},
    {SCRIM_SOURCE_SHADOW, 12},
    {SCRIM_SOURCE_JPEG_CHANGED, 32},
    {SCRIM_SOURCE_PREDICTED, 32},
    {SCRIM_SOURCE_UNKNOWN, 32},
};

static void test_a_margin_is_what_was_measured(void **state) {
    (void)state;
    uint32_t dilation, block;
    for (size_t i = 0; i < sizeof MEASURED / sizeof *MEASURED; i++) {
        OK(scrim_margin_for_source(MEASURED[i].source, &dilation, &block));
        assert_int_equal(dilation, MEASURED[i].reach);
        assert_int_equal(block, MEASURED[i].source == SCRIM_SOURCE_PREDICTED ? 16 : 0);
    }
}

static void test_a_jpeg_needs_its_blocks(void **state) {
    (void)state;
    uint32_t dilation, block;
    OK(scrim_margin_for_source(SCRIM_SOURCE_JPEG_444, &dilation, &block));
    assert_true(dilation == 0 && block == 8);
    OK(scrim_margin_for_source(SCRIM_SOURCE_JPEG_SUBSAMPLED, &dilation, &block));
    assert_true(dilation == 0 && block == 16);
}

static void test_every_margin_is_accepted_by_the_options(void **state) {
    (void)state;
    uint8_t pixels[64 * 64] = {0};
    scrim_frame frame = SCRIM_FRAME_INIT;
    frame.format = SCRIM_FORMAT_GRAY8;
    frame.width = frame.height = 64;
    frame.planes[0] = (scrim_plane){pixels, 64};
    scrim_region region = {.shape = SCRIM_SHAPE_RECT, .rect = {30, 30, 2, 2}};
    for (uint32_t source = SCRIM_SOURCE_UNKNOWN; source <= SCRIM_SOURCE_PREDICTED; source++) {
        scrim_redact_options options = SCRIM_REDACT_OPTIONS_INIT;
        OK(scrim_margin_for_source(source, &options.dilation, &options.codec_block));
        OK(scrim_redact(&frame, &region, 1, &options, NULL));
    }
}

static void test_an_unknown_source_changes_nothing(void **state) {
    (void)state;
    uint32_t dilation = 77, block = 77;
    const uint32_t unknown[] = {SCRIM_SOURCE_PREDICTED + 1, 255, 1u << 31, UINT32_MAX};
    for (size_t i = 0; i < sizeof unknown / sizeof *unknown; i++)
        ANSWERS(scrim_margin_for_source(unknown[i], &dilation, &block), SCRIM_ERROR_INVALID_ARGUMENT);
    ANSWERS(scrim_margin_for_source(SCRIM_SOURCE_LOSSLESS, NULL, &block), SCRIM_ERROR_INVALID_ARGUMENT);
    ANSWERS(scrim_margin_for_source(SCRIM_SOURCE_LOSSLESS, &dilation, NULL), SCRIM_ERROR_INVALID_ARGUMENT);
    assert_true(dilation == 77 && block == 77);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_margin_is_what_was_measured),
        cmocka_unit_test(test_a_jpeg_needs_its_blocks),
        cmocka_unit_test(test_every_margin_is_accepted_by_the_options),
        cmocka_unit_test(test_an_unknown_source_changes_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
