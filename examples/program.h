/* SPDX-License-Identifier: MIT */
/* Code that several examples share and that is not about Scrim: printing errors and writing pictures. */
#ifndef SCRIM_EXAMPLES_PROGRAM_H
#define SCRIM_EXAMPLES_PROGRAM_H

#include <scrim.h>
#include <stdio.h>

static inline int failed(scrim_status status, const char *what) {
    if (status != SCRIM_OK) {
        fprintf(stderr, "%s: %s\n", what, scrim_status_message(status));
    }
    return status != SCRIM_OK;
}

/* Writes a redacted BGRA frame to a PPM file. Returns 1 after an error. */
static inline int write_ppm(const scrim_frame *frame, const char *path) {
    FILE *file = fopen(path, "wb");
    if (file == NULL) {
        perror(path);
        return 1;
    }
    fprintf(file, "P6\n%u %u\n255\n", frame->width, frame->height);
    for (uint32_t y = 0; y < frame->height; y++) {
        const uint8_t *row = (const uint8_t *)frame->planes[0].data + frame->planes[0].stride * (int64_t)y;
        for (uint32_t x = 0; x < frame->width; x++) {
            const uint8_t rgb[3] = {row[4 * x + 2], row[4 * x + 1], row[4 * x]};
            fwrite(rgb, 1, sizeof rgb, file);
        }
    }
    int bad = ferror(file);
    bad |= fclose(file);
    if (bad) {
        perror(path);
    }
    return bad != 0;
}

#endif
