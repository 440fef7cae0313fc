/* SPDX-License-Identifier: MIT */
/* The host's frames, covered in each style. */
#ifndef SCRIM_FAULTS_HOST_FRAMES_H
#define SCRIM_FAULTS_HOST_FRAMES_H

#include "host.h"

enum {
    SIDE = 100,
    PIXEL = 0x5A5A5A5A,
    STALE = 0x33333333 /* what stands where a copy goes */
};
static uint32_t pixels[SIDE * SIDE];
static uint32_t source[SIDE * SIDE]; /* of copies */

static scrim_frame new_frame(void) {
    scrim_frame frame = SCRIM_FRAME_INIT;
    for (size_t i = 0; i < SIDE * SIDE; i++)
        pixels[i] = PIXEL;
    frame.format = SCRIM_FORMAT_BGRX;
    frame.width = frame.height = SIDE;
    frame.planes[0] = (scrim_plane){pixels, SIDE * 4};
    return frame;
}

/* Of the square nothing is left, and where not all is covered the rest is as it was. */
static void square_is_covered(const scrim_redact_report *report, int x0, int y0, int side) {
    CHECK(report->outcome == SCRIM_OUTCOME_OK || report->outcome == SCRIM_OUTCOME_COVERED);
    for (int y = 0; y < SIDE; y++)
        for (int x = 0; x < SIDE; x++) {
            int inside = x >= x0 && x < x0 + side && y >= y0 && y < y0 + side;
            if (inside || report->outcome == SCRIM_OUTCOME_COVERED)
                CHECK(pixels[y * SIDE + x] != PIXEL);
        }
}

/* A copy: of the source nothing changes, and where it goes nothing stays that was there. */
static void copy(const scrim_redact_options *options) {
    scrim_redact_report report = SCRIM_REDACT_REPORT_INIT;
    scrim_frame destination = new_frame(), from = destination;
    scrim_region region = {.shape = SCRIM_SHAPE_ELLIPSE, .rect = {10, 20, 60, 60}}; /* around the square */
    from.planes[0].data = source;
    for (size_t i = 0; i < SIDE * SIDE; i++) {
        source[i] = PIXEL;
        pixels[i] = STALE;
    }
    scrim_status status = TRY(scrim_redact_copy(&from, &destination, &region, 1, options, &report));
    CHECK((status == SCRIM_OK) == (report.outcome == SCRIM_OUTCOME_OK));
    square_is_covered(&report, 25, 35, 30);
    for (size_t i = 0; i < SIDE * SIDE; i++)
        CHECK(source[i] == PIXEL && pixels[i] != STALE);
}

static void frames(void) {
    static const uint32_t kinds[] = {SCRIM_STYLE_SOLID, SCRIM_STYLE_FROST, SCRIM_STYLE_TILES, SCRIM_STYLE_BLUR,
                                     SCRIM_STYLE_LIGHT};
    static scrim_region regions[300];
    scrim_redact_options options = SCRIM_REDACT_OPTIONS_INIT;
    scrim_style style = SCRIM_STYLE_INIT;
    options.styles = &style;
    options.style_count = 1;
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        scrim_redact_report report = SCRIM_REDACT_REPORT_INIT;
        scrim_frame frame = new_frame();
        style.kind = kinds[i];
        style.amount = 4;
        regions[0] = (scrim_region){.shape = SCRIM_SHAPE_RECT, .rect = {20, 30, 40, 40}};
        for (int j = 1; j < 300; j++)
            regions[j] = (scrim_region){.shape = j % 2 ? SCRIM_SHAPE_ELLIPSE : SCRIM_SHAPE_RECT,
                                        .rect = {20 + j % 20, 30 + j % 30, 7, 5}};
        scrim_status status = TRY(scrim_redact(&frame, regions, i % 2 ? 300 : 1, &options, &report));
        CHECK((status == SCRIM_OK) == (report.outcome == SCRIM_OUTCOME_OK));
        if (kinds[i] < SCRIM_STYLE_BLUR) /* of one colour a blur changes nothing */
            square_is_covered(&report, 20, 30, 40);
        if (kinds[i] < SCRIM_STYLE_BLUR)
            copy(&options);
    }
}

#endif
