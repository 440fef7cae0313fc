/* SPDX-License-Identifier: MIT */
/*
 * Prints a line for each style and format: a digest of some redactions, bytes and reports. The lines of two builds are to
 * be the same, whatever they were built for; script/arm64 compares them.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <scrim.h>

#include "support/frame_formats.h"

enum {
    FRAMES = 24,
    LARGEST = 320,
    REGIONS = 7,
    POINTS = 9
};

static const struct {
    const char *name;
    scrim_style style;
} styles[] = {
    {"solid", {SCRIM_STYLE_SOLID, 0x3A7BD5FFu, 0, 0, 0, 0, 0}},
    {"frost", {SCRIM_STYLE_FROST, 0x000000FFu, 0, 0, 0, 0, 5}},
    {"frost-on-color", {SCRIM_STYLE_FROST, 0x808A33FFu, SCRIM_STYLE_FLAG_ON_COLOR, 0, 0, 0, 77}},
    {"tiles", {SCRIM_STYLE_TILES, 0x000000FFu, 0, 0, 0, 0, 12345678901}},
    {"blur-0.7", {SCRIM_STYLE_BLUR, 0, 0, 0, 0.7, 0, 0}},
    {"blur-1.9", {SCRIM_STYLE_BLUR, 0, 0, 0, 1.9, 0, 0}},
    {"blur-2", {SCRIM_STYLE_BLUR, 0, 0, 0, 2, 0, 0}},
    {"blur-5", {SCRIM_STYLE_BLUR, 0, 0, 0, 5, 0, 0}},
    {"blur-11.3", {SCRIM_STYLE_BLUR, 0, 0, 0, 11.3, 0, 0}},
    {"blur-24", {SCRIM_STYLE_BLUR, 0, 0, 0, 24, 0, 0}},
    {"blur-80", {SCRIM_STYLE_BLUR, 0, 0, 0, 80, 0, 0}},
    {"pixelate", {SCRIM_STYLE_PIXELATE, 0, 0, 0, 7, 0, 0}},
    {"effect", {SCRIM_STYLE_EFFECT, 0x99441155u, 0, 0, 9, 2.3, 0}},
    {"light", {SCRIM_STYLE_LIGHT, 0, 0, 0, 0, 0, 0}},
    {"extra-light", {SCRIM_STYLE_EXTRA_LIGHT, 0, 0, 0, 0, 0, 0}},
    {"dark", {SCRIM_STYLE_DARK, 0, 0, 0, 0, 0, 0}},
    {"tint", {SCRIM_STYLE_TINT, 0x2060A0FFu, 0, 0, 0, 0, 0}},
};

static uint32_t random_state;

static uint32_t random_below(uint32_t bound) {
    random_state = random_state * 1664525u + 1013904223u;
    return (uint32_t)(((uint64_t)(random_state >> 8) * bound) >> 24);
}

/* A multiple of 1/64, which every machine works out alike: compilers may join a product and a sum, and round once less. */
static double random_place(uint32_t bound) {
    return ((double)random_below((bound + 80) * 64) - 40 * 64) / 64;
}

static uint64_t digest(uint64_t so_far, const void *bytes, size_t count) { /* FNV-1a */
    const uint8_t *all = bytes;
    for (size_t i = 0; i < count; i++)
        so_far = (so_far ^ all[i]) * UINT64_C(0x100000001B3);
    return so_far;
}

/* Sets the planes in `room` and fills it with a slope, stripes and noise; the bytes that it takes. */
static size_t make_frame(scrim_frame *frame, size_t which, uint8_t *room) {
    const struct frame_format *format = &frame_formats[which];
    frame->format = format->format;
    frame->width = 1 + random_below(LARGEST);
    frame->height = 1 + random_below(LARGEST);
    frame->color_range = random_below(2);
    frame->color_matrix = random_below(3);
    size_t size = 0, padding = random_below(9);
    for (uint32_t i = 0; i < format->count; i++) {
        size_t stride = plane_row(format, i, frame->width) + (i == 0 ? padding : 0);
        frame->planes[i] = (scrim_plane){room + size, (int64_t)stride};
        size += stride * plane_rows(format, i, frame->height);
    }
    uint32_t noise = 1 + random_below(120), stripe = 1 + random_below(900);
    for (size_t i = 0; i < size; i++)
        room[i] = (uint8_t)(i * 97 / size + (i / stripe % 2) * 60 + random_below(noise));
    return size;
}

static scrim_region make_region(uint32_t number, scrim_point *points) {
    scrim_region region = {.shape = SCRIM_SHAPE_RECT + random_below(5), .id = number};
    if (region.shape == SCRIM_SHAPE_POLYGON || region.shape == SCRIM_SHAPE_QUAD) {
        region.points = points;
        region.point_count = region.shape == SCRIM_SHAPE_QUAD ? 4 : 3 + random_below(POINTS - 2);
        for (uint64_t i = 0; i < region.point_count; i++)
            points[i] = (scrim_point){random_place(LARGEST), random_place(LARGEST)};
    } else {
        region.rect = (scrim_rect){random_place(LARGEST), random_place(LARGEST), random_below(9000) / 64.0,
                                   random_below(9000) / 64.0};
        region.radius = region.shape == SCRIM_SHAPE_ROUNDED_RECT ? random_below(2000) / 64.0 : 0;
    }
    return region;
}

static int redact(size_t style, size_t format, uint8_t *room, uint64_t *sum, uint64_t *covered) {
    static const double scales[] = {1, 1, 2, 1.25, 1.0 / 3};
    static const uint32_t blocks[] = {0, 0, 8, 16};
    scrim_frame frame = SCRIM_FRAME_INIT;
    scrim_redact_options options = SCRIM_REDACT_OPTIONS_INIT;
    scrim_redact_report report = SCRIM_REDACT_REPORT_INIT;
    scrim_region regions[REGIONS];
    scrim_point points[REGIONS][POINTS];
    scrim_style both[2] = {styles[style].style, SCRIM_STYLE_INIT};
    size_t size = make_frame(&frame, format, room), count = 1 + random_below(REGIONS);
    for (size_t i = 0; i < count; i++) {
        regions[i] = make_region((uint32_t)i, points[i]);
        regions[i].style = i + 1 == REGIONS; /* a solid one beside the others changes what they may read */
    }
    options.style_count = 2;
    options.styles = both;
    options.scale = both[0].kind == SCRIM_STYLE_BLUR || both[0].kind == SCRIM_STYLE_PIXELATE ? 1 : scales[random_below(5)];
    options.sampling_gap = random_below(6);
    options.dilation = random_below(4);
    options.size_multiple = random_below(4) == 0 ? random_below(48) : 0;
    options.codec_block = blocks[random_below(4)];
    if (scrim_redact(&frame, regions, count, &options, &report) != SCRIM_OK || report.outcome != SCRIM_OUTCOME_OK)
        return 0;
    *sum = digest(digest(*sum, room, size), &report, sizeof report);
    *covered += report.pixels;
    return 1;
}

int main(void) {
    uint8_t *room = malloc((size_t)(LARGEST + 9) * LARGEST * 8);
    if (room == NULL)
        return 1;
    for (size_t style = 0; style < sizeof styles / sizeof *styles; style++)
        for (size_t format = 0; format < FRAME_FORMATS; format++) {
            if (!format_has_style(&frame_formats[format], styles[style].style.kind))
                continue;
            uint64_t sum = UINT64_C(0xCBF29CE484222325), covered = 0;
            random_state = (uint32_t)(style * 100 + format);
            for (int i = 0; i < FRAMES; i++)
                if (!redact(style, format, room, &sum, &covered)) {
                    fprintf(stderr, "%s in %s: frame %d was not redacted\n", styles[style].name, frame_formats[format].name, i);
                    return 1;
                }
            printf("%-14s %-11s %016" PRIx64 " of %" PRIu64 " pixels\n", styles[style].name, frame_formats[format].name, sum, covered);
        }
    free(room);
    return 0;
}
