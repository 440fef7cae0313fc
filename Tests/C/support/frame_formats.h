/* SPDX-License-Identifier: MIT */
/* The planes of every pixel format, as DRM describes them. */
#ifndef SCRIM_TESTS_FRAME_FORMATS_H
#define SCRIM_TESTS_FRAME_FORMATS_H

#include <scrim.h>

struct format_plane {
    uint32_t bytes;            /* of a pixel */
    uint32_t shift_x, shift_y; /* 1 where a pixel stands for two of the frame */
};

static const struct frame_format {
    const char *name;
    uint32_t format;
    uint32_t bits; /* of a number */
    uint32_t count;
    struct format_plane planes[3];
} frame_formats[] = {
    {"RGBA", SCRIM_FORMAT_RGBA, 8, 1, {{4, 0, 0}}},
    {"BGRA", SCRIM_FORMAT_BGRA, 8, 1, {{4, 0, 0}}},
    {"RGBX", SCRIM_FORMAT_RGBX, 8, 1, {{4, 0, 0}}},
    {"BGRX", SCRIM_FORMAT_BGRX, 8, 1, {{4, 0, 0}}},
    {"ARGB", SCRIM_FORMAT_ARGB, 8, 1, {{4, 0, 0}}},
    {"ABGR", SCRIM_FORMAT_ABGR, 8, 1, {{4, 0, 0}}},
    {"RGB", SCRIM_FORMAT_RGB, 8, 1, {{3, 0, 0}}},
    {"BGR", SCRIM_FORMAT_BGR, 8, 1, {{3, 0, 0}}},
    {"GRAY8", SCRIM_FORMAT_GRAY8, 8, 1, {{1, 0, 0}}},
    {"RGB565", SCRIM_FORMAT_RGB565, 8, 1, {{2, 0, 0}}},
    {"NV12", SCRIM_FORMAT_NV12, 8, 2, {{1, 0, 0}, {2, 1, 1}}},
    {"I420", SCRIM_FORMAT_I420, 8, 3, {{1, 0, 0}, {1, 1, 1}, {1, 1, 1}}},
    {"I422", SCRIM_FORMAT_I422, 8, 3, {{1, 0, 0}, {1, 1, 0}, {1, 1, 0}}},
    {"I444", SCRIM_FORMAT_I444, 8, 3, {{1, 0, 0}, {1, 0, 0}, {1, 0, 0}}},
    {"P010", SCRIM_FORMAT_P010, 10, 2, {{2, 0, 0}, {4, 1, 1}}},
    {"I010", SCRIM_FORMAT_I010, 10, 3, {{2, 0, 0}, {2, 1, 1}, {2, 1, 1}}},
    {"I210", SCRIM_FORMAT_I210, 10, 3, {{2, 0, 0}, {2, 1, 0}, {2, 1, 0}}},
    {"I410", SCRIM_FORMAT_I410, 10, 3, {{2, 0, 0}, {2, 0, 0}, {2, 0, 0}}},
    {"XRGB2101010", SCRIM_FORMAT_XRGB2101010, 10, 1, {{4, 0, 0}}},
    {"XBGR2101010", SCRIM_FORMAT_XBGR2101010, 10, 1, {{4, 0, 0}}},
    {"RGBX1010102", SCRIM_FORMAT_RGBX1010102, 10, 1, {{4, 0, 0}}},
    {"BGRX1010102", SCRIM_FORMAT_BGRX1010102, 10, 1, {{4, 0, 0}}},
    {"ARGB2101010", SCRIM_FORMAT_ARGB2101010, 10, 1, {{4, 0, 0}}},
    {"ABGR2101010", SCRIM_FORMAT_ABGR2101010, 10, 1, {{4, 0, 0}}},
    {"RGBA1010102", SCRIM_FORMAT_RGBA1010102, 10, 1, {{4, 0, 0}}},
    {"BGRA1010102", SCRIM_FORMAT_BGRA1010102, 10, 1, {{4, 0, 0}}},
    {"RGBA16", SCRIM_FORMAT_RGBA16, 16, 1, {{8, 0, 0}}},
    {"GRAY16", SCRIM_FORMAT_GRAY16, 16, 1, {{2, 0, 0}}},
};

enum {
    FRAME_FORMATS = sizeof frame_formats / sizeof *frame_formats
};

static inline const struct frame_format *format_of(uint32_t format) {
    size_t index = 0;
    while (frame_formats[index].format != format)
        index++;
    return &frame_formats[index];
}

/* Bytes of a row of pixels, and the number of rows. */
static inline size_t plane_row(const struct frame_format *format, uint32_t plane, size_t width) {
    const struct format_plane *which = &format->planes[plane];
    return ((width + which->shift_x) >> which->shift_x) * which->bytes;
}

static inline size_t plane_rows(const struct frame_format *format, uint32_t plane, size_t height) {
    const struct format_plane *which = &format->planes[plane];
    return (height + which->shift_y) >> which->shift_y;
}

/* Whether a kind of style works in a format. */
static inline int format_has_style(const struct frame_format *format, uint32_t kind) {
    if (kind < SCRIM_STYLE_BLUR || kind == SCRIM_STYLE_PIXELATE)
        return 1;
    return format->bits == 8 && (kind != SCRIM_STYLE_BLUR || format->format != SCRIM_FORMAT_I422);
}

#endif
