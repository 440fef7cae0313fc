/* SPDX-License-Identifier: MIT */
/* Redacts one frame with four threads. Each thread calls scrim_redact() for a band of rows. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <scrim.h>

enum {
    WIDTH = 1920,
    HEIGHT = 1080,
    THREADS = 4
};

/* What all threads share, and read only. */
struct work {
    scrim_frame frame;
    scrim_region regions[2];
    scrim_style style;
};

struct band {
    const struct work *work;
    uint32_t first_row, row_count;
    scrim_status status;
};

static void *redact_band(void *argument) {
    struct band *band = argument;
    scrim_redact_options options = SCRIM_REDACT_OPTIONS_INIT;
    options.styles = &band->work->style;
    options.style_count = 1;
    options.first_row = band->first_row;
    options.row_count = band->row_count;
    band->status = scrim_redact(&band->work->frame, band->work->regions, 2, &options, NULL);
    return NULL;
}

int main(void) {
    struct work work = {.frame = SCRIM_FRAME_INIT, .style = SCRIM_STYLE_INIT};
    uint8_t *pixels = malloc((size_t)WIDTH * HEIGHT * 4);
    if (pixels == NULL)
        return 1;
    memset(pixels, 0xC0, (size_t)WIDTH * HEIGHT * 4);
    work.frame.format = SCRIM_FORMAT_BGRA;
    work.frame.width = WIDTH;
    work.frame.height = HEIGHT;
    work.frame.planes[0] = (scrim_plane){pixels, WIDTH * 4};
    work.regions[0] = (scrim_region){.shape = SCRIM_SHAPE_RECT, .rect = {100, 50, 900, 700}, .id = 1};
    work.regions[1] = (scrim_region){.shape = SCRIM_SHAPE_ELLIPSE, .rect = {900, 300, 800, 700}, .id = 2};
    work.style.kind = SCRIM_STYLE_FROST;

    pthread_t threads[THREADS];
    struct band bands[THREADS];
    int started[THREADS], failed = 0;
    for (uint32_t i = 0; i < THREADS; i++) {
        uint32_t first = HEIGHT * i / THREADS & ~1u, end = HEIGHT * (i + 1) / THREADS & ~1u;
        bands[i] = (struct band){&work, first, (i + 1 == THREADS ? HEIGHT : end) - first, SCRIM_OK};
        started[i] = pthread_create(&threads[i], NULL, redact_band, &bands[i]) == 0;
        if (!started[i])
            redact_band(&bands[i]);
    }
    for (int i = 0; i < THREADS; i++) {
        if (started[i])
            pthread_join(threads[i], NULL);
        failed |= bands[i].status != SCRIM_OK;
    }
    /* If any band failed, the frame is not used. */
    puts(failed ? "discard the frame" : "all bands are redacted");
    free(pixels);
    return failed;
}
