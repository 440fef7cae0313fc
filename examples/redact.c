/* SPDX-License-Identifier: MIT */
/* The steps of docs/how-to/redact.md, on a picture of 640 × 480 pixels. */
#include <scrim.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static unsigned char screen[480][640][4], shared[480][640][4];

static scrim_frame frame_of(void *pixels) {
    scrim_frame frame = SCRIM_FRAME_INIT;
    frame.format = SCRIM_FORMAT_BGRA;
    frame.width = 640;
    frame.height = 480;
    frame.planes[0].data = pixels;
    frame.planes[0].stride = 640 * 4;
    return frame;
}

int main(void) {
    memset(screen, 240, sizeof screen); /* this would be a screenshot */
    memset(&screen[200][0], 20, 30 * sizeof screen[0]); /* with a line of text */

    scrim_frame frame = frame_of(screen);
    const scrim_region line = {.shape = SCRIM_SHAPE_RECT, .rect = {90, 190, 320, 50}};
    scrim_style frost = SCRIM_STYLE_INIT;
    frost.kind = SCRIM_STYLE_FROST;
    frost.seed = 7;
    scrim_redact_options options = SCRIM_REDACT_OPTIONS_INIT;
    options.styles = &frost;
    options.style_count = 1;
    scrim_frame copy = frame_of(shared);
    if (scrim_redact_copy(&frame, &copy, &line, 1, &options, NULL))
        return 1;

    const scrim_rect boxes[] = {{90, 190, 320, 50}, {90, 260, 200, 30}};
    uint32_t outcome;
    if (scrim_redact_rects(shared, 640 * 4, SCRIM_FORMAT_BGRA, 640, 480, boxes, 2, &frost, &outcome))
        return 1;

    scrim_style styles[] = {SCRIM_STYLE_INIT, SCRIM_STYLE_INIT};
    styles[0].color = 0x102030FF;
    styles[1].kind = SCRIM_STYLE_TILES;
    const scrim_point corners[] = {{430, 60}, {600, 90}, {590, 140}, {420, 110}};
    const scrim_region regions[] = {
        {.shape = SCRIM_SHAPE_RECT, .style = 0, .rect = {90, 190, 160, 50}},
        {.shape = SCRIM_SHAPE_ELLIPSE, .style = 1, .rect = {300, 190, 110, 50}, .id = 1},
        {.shape = SCRIM_SHAPE_QUAD, .style = 0, .points = corners, .point_count = 4, .id = 2},
    };
    scrim_redact_options two_styles = SCRIM_REDACT_OPTIONS_INIT;
    two_styles.styles = styles;
    two_styles.style_count = 2;
    scrim_redact_report report = SCRIM_REDACT_REPORT_INIT;
    if (scrim_redact(&frame, regions, 3, &two_styles, &report))
        return 1;

    printf("%llu of ", (unsigned long long)report.regions_inside);
    printf("%llu regions cover ", (unsigned long long)report.regions);
    printf("%llu pixels\n", (unsigned long long)report.pixels);
    if (report.weakest_class == SCRIM_STYLE_CLASS_REVERSIBLE)
        puts("a style can be read back");

    options.dilation = 3;       /* the boxes were drawn too tight */
    options.size_multiple = 32; /* the size of a box must not give away the word */
    options.codec_block = 16;   /* the picture was a JPEG with subsampled chroma */
    if (scrim_redact(&frame, &line, 1, &options, &report))
        return 1;

    scrim_redact_options hidpi = SCRIM_REDACT_OPTIONS_INIT;
    hidpi.scale = 2; /* pixels per point */
    const scrim_region button = {.shape = SCRIM_SHAPE_RECT, .rect = {45, 95, 160, 25}};
    if (scrim_redact(&frame, &button, 1, &hidpi, &report))
        return 1;

    const scrim_region wrong = {.shape = SCRIM_SHAPE_RECT, .rect = {NAN, 0, 10, 10}};
    scrim_status status = scrim_redact(&frame, &wrong, 1, NULL, &report);
    if (status != SCRIM_OK) {
        printf("%s\n", scrim_status_message(status));
        if (report.outcome == SCRIM_OUTCOME_COVERED)
            puts("the whole picture is black");
        else
            puts("the picture must not be used");
    }
    return 0;
}
