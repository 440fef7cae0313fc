/* SPDX-License-Identifier: MIT */
#include <scrim.h>
#include <stdio.h>

int main(void) {
    static unsigned char pixels[480][640][4];
    scrim_frame frame = SCRIM_FRAME_INIT;
    frame.format = SCRIM_FORMAT_BGRA;
    frame.width = 640;
    frame.height = 480;
    frame.planes[0] = (scrim_plane){pixels, sizeof pixels[0]};
    scrim_style styles[] = {SCRIM_STYLE_INIT, SCRIM_STYLE_INIT};
    styles[1].kind = SCRIM_STYLE_FROST;
    const scrim_region regions[] = {
        {.shape = SCRIM_SHAPE_RECT, .style = 0, .rect = {40, 40, 200, 24}},
        {.shape = SCRIM_SHAPE_ELLIPSE, .style = 1, .rect = {300, 100, 120, 160}, .id = 1},
    };
    scrim_redact_options options = SCRIM_REDACT_OPTIONS_INIT;
    options.styles = styles;
    options.style_count = 2;
    options.codec_block = 16; /* the frame was a video's */
    scrim_redact_report report = SCRIM_REDACT_REPORT_INIT;
    if (scrim_redact(&frame, regions, 2, &options, &report))
        return report.outcome == SCRIM_OUTCOME_COVERED ? 2 : 1; /* black, or not to be used */
    printf("%llu pixels\n", (unsigned long long)report.pixels);
    return 0;
}
