/* SPDX-License-Identifier: MIT */
/* Redactions of pictures whose checksums are known. */
#include "selftest.h"

#include <stdlib.h>

static const struct layout {
    uint32_t format, planes, bytes, chroma_bytes, shift_x, shift_y;
} layouts[] = {
#define FORMAT(name, ...) {SCRIM_FORMAT_##name, __VA_ARGS__},
#include "selftest.inc"
};

enum {
#define STYLE(name, ...) STYLE_##name,
#include "selftest.inc"
    STYLE_COUNT
};

static const scrim_style styles[STYLE_COUNT] = {
#define STYLE(name, kind, color, amount, saturation, seed) {SCRIM_STYLE_##kind, color, 0, 0, amount, saturation, seed},
#include "selftest.inc"
};

static const struct redaction {
    uint32_t format, style, width, height;
    scrim_rect rect;
    uint32_t crc;
} redactions[REDACTION_COUNT] = {
#define REDACTION(format, style, width, height, left, top, across, down, crc) \
    {FORMAT_##format, STYLE_##style, width, height, {left, top, across, down}, crc},
#include "selftest.inc"
};

void make_noise(uint8_t *pixels, size_t size, uint32_t number) {
    for (uint32_t i = 0; i < size; i++) {
        uint32_t mixed = i * 2654435761u + number * 40503u;
        mixed = (mixed ^ mixed >> 15) * 2246822519u;
        pixels[i] = (uint8_t)((mixed >> 25) + i * 128u / (uint32_t)size);
    }
}

/* The checksum of zlib and PNG. */
static uint32_t crc32_of(const uint8_t *bytes, size_t size) {
    uint32_t table[256], crc = 0xFFFFFFFFu;
    for (uint32_t i = 0; i < 256; i++) {
        table[i] = i;
        for (int bit = 0; bit < 8; bit++)
            table[i] = table[i] >> 1 ^ (table[i] & 1 ? 0xEDB88320u : 0);
    }
    for (size_t i = 0; i < size; i++)
        crc = crc >> 8 ^ table[(crc ^ bytes[i]) & 255];
    return ~crc;
}

static size_t plane_size(const struct redaction *redaction, uint32_t plane, size_t *row) {
    const struct layout *layout = &layouts[redaction->format];
    uint32_t shift_x = plane > 0 ? layout->shift_x : 0, shift_y = plane > 0 ? layout->shift_y : 0;
    *row = (size_t)((redaction->width + shift_x) >> shift_x) * (plane > 0 ? layout->chroma_bytes : layout->bytes);
    return *row * ((redaction->height + shift_y) >> shift_y);
}

/* Whether a redaction succeeds and gives the expected bytes. */
static bool is_right(uint32_t number) {
    const struct redaction *redaction = &redactions[number];
    const struct layout *layout = &layouts[redaction->format];
    scrim_frame frame = SCRIM_FRAME_INIT;
    size_t size = 0, row;
    for (uint32_t plane = 0; plane < layout->planes; plane++)
        size += plane_size(redaction, plane, &row);
    uint8_t *pixels = malloc(size);
    if (pixels == NULL)
        return false;
    make_noise(pixels, size, number);
    frame.format = layout->format;
    frame.width = redaction->width;
    frame.height = redaction->height;
    size_t start = 0;
    for (uint32_t plane = 0; plane < layout->planes; plane++) {
        size_t bytes = plane_size(redaction, plane, &row);
        frame.planes[plane] = (scrim_plane){pixels + start, (int64_t)row};
        start += bytes;
    }
    scrim_region region = {.shape = SCRIM_SHAPE_RECT, .rect = redaction->rect};
    scrim_redact_options options = SCRIM_REDACT_OPTIONS_INIT;
    scrim_redact_report report = SCRIM_REDACT_REPORT_INIT;
    options.styles = &styles[redaction->style];
    options.style_count = 1;
    bool right = scrim_redact(&frame, &region, 1, &options, &report) == SCRIM_OK && report.outcome == SCRIM_OUTCOME_OK &&
                 crc32_of(pixels, size) == redaction->crc;
    free(pixels);
    return right;
}

bool run_redactions(struct findings *findings) {
    bool all = true;
    for (uint32_t i = 0; i < REDACTION_COUNT; i++) {
        if (!is_right(i)) {
            findings->wrong[i] = findings->bad_formats[redactions[i].format] = true;
            all = false;
        }
    }
    return all;
}
