/* SPDX-License-Identifier: MIT */
/*
 * Frames for the targets, in memory of just their size. What a call covers is found out by covering it twice, in black and in
 * white: what differs from the frame before in either is covered. Then nothing of what stood there may have an influence.
 */
#ifndef SCRIM_FUZZ_FRAMES_H
#define SCRIM_FUZZ_FRAMES_H

#include "../C/support/frame_formats.h"
#include "fuzz_handles.h"

enum {
    FUZZ_FRAME_BYTES = 65536 /* of the largest frame, all planes together */
};

struct fuzz_frame {
    scrim_frame frame;
    uint8_t *bytes; /* all planes, with their padding */
    size_t size;
};

/* Where a plane's first pixel is in memory, and how long its rows are. */
struct fuzz_plane {
    size_t row, rows;
};

UNUSED static uint32_t fuzz_planes(const scrim_frame *frame, struct fuzz_plane planes[4]) {
    const struct frame_format *format = format_of(frame->format);
    for (uint32_t i = 0; i < format->count; i++)
        planes[i] = (struct fuzz_plane){plane_row(format, i, frame->width), plane_rows(format, i, frame->height)};
    return format->count;
}

/* A usable frame, at most FUZZ_FRAME_BYTES large, some of them bottom-up or with padding; its pixels are noise. */
UNUSED static struct fuzz_frame fuzz_new_frame(struct fuzz_input *in) {
    struct fuzz_frame made = {SCRIM_FRAME_INIT, NULL, 0};
    scrim_frame *frame = &made.frame;
    struct fuzz_plane planes[4];
    frame->format = frame_formats[fuzz_below(in, FRAME_FORMATS)].format;
    frame->width = 1 + fuzz_below(in, 80);
    frame->height = 1 + fuzz_below(in, 60);
    frame->color_range = fuzz_u8(in) % 2;
    frame->color_matrix = fuzz_u8(in) % 3;
    uint8_t layout = fuzz_u8(in);
    size_t padding = layout % 4 == 3 ? layout / 8 : 0;
    uint32_t count = fuzz_planes(frame, planes);
    for (uint32_t i = 0; i < count; i++)
        made.size += (planes[i].row + padding) * planes[i].rows;
    made.bytes = fuzz_block(made.size);
    uint8_t *at = made.bytes;
    for (uint32_t i = 0; i < count; i++) {
        int64_t stride = (int64_t)(planes[i].row + padding);
        int upwards = layout >= 240;
        frame->planes[i].data = upwards ? at + (size_t)stride * (planes[i].rows - 1) : at;
        frame->planes[i].stride = upwards ? -stride : stride;
        at += (size_t)stride * planes[i].rows;
    }
    uint32_t random = 1 + fuzz_u8(in);
    for (size_t i = 0; i < made.size; i++) {
        random = random * 1664525u + 1013904223u;
        /* Noise keeps away from 16, 235 and 128, the black, white and grey of video. */
        made.bytes[i] = (uint8_t)(20 + (random >> 24) % 108);
    }
    return made;
}

/* Another frame of the same shape, with the same pixels. */
UNUSED static struct fuzz_frame fuzz_same_frame(const struct fuzz_frame *frame) {
    struct fuzz_frame made = *frame;
    made.bytes = fuzz_copy(frame->bytes, frame->size);
    for (int i = 0; i < 4; i++)
        if (made.frame.planes[i].data != NULL)
            made.frame.planes[i].data = made.bytes + ((uint8_t *)frame->frame.planes[i].data - frame->bytes);
    return made;
}

/* Puts something else wherever `black` or `white` is not what the frame is. */
UNUSED static void fuzz_other_interior(struct fuzz_frame *frame, const struct fuzz_frame *black,
                                       const struct fuzz_frame *white) {
    for (size_t i = 0; i < frame->size; i++)
        if (frame->bytes[i] != black->bytes[i] || frame->bytes[i] != white->bytes[i])
            frame->bytes[i] = (uint8_t)(255 - frame->bytes[i] + 37 * i);
}

UNUSED static int fuzz_same_bytes(const struct fuzz_frame *one, const struct fuzz_frame *other) {
    return memcmp(one->bytes, other->bytes, one->size) == 0;
}

/* Whether a byte of the pixel at (x, y) of the first plane was covered. */
UNUSED static int fuzz_covered(const struct fuzz_frame *before, const struct fuzz_frame *black,
                               const struct fuzz_frame *white, uint32_t x, uint32_t y) {
    struct fuzz_plane planes[4];
    fuzz_planes(&before->frame, planes);
    size_t pixel = planes[0].row / before->frame.width;
    const uint8_t *first = before->frame.planes[0].data;
    size_t at = (size_t)(first + (int64_t)y * before->frame.planes[0].stride - before->bytes) + x * pixel;
    return memcmp(before->bytes + at, black->bytes + at, pixel) != 0 &&
           memcmp(before->bytes + at, white->bytes + at, pixel) != 0;
}

/* A frame that is all of opaque black, padding aside; what `covered` means after an error. */
UNUSED static int fuzz_is_black(const struct fuzz_frame *frame) {
    struct fuzz_frame other = fuzz_same_frame(frame);
    scrim_region whole = {.shape = SCRIM_SHAPE_RECT, .rect = {0, 0, frame->frame.width, frame->frame.height}};
    REQUIRE(scrim_redact(&other.frame, &whole, 1, NULL, NULL) == SCRIM_OK);
    return fuzz_same_bytes(frame, &other);
}

/* What a report says fits the answer and the frame. */
UNUSED static void fuzz_outcome(scrim_status status, const scrim_redact_report *report, const struct fuzz_frame *frame,
                                const struct fuzz_frame *before) {
    REQUIRE(report->outcome >= SCRIM_OUTCOME_OK && report->outcome <= SCRIM_OUTCOME_DISCARD);
    REQUIRE(report->weakest_class <= SCRIM_STYLE_CLASS_REVERSIBLE && report->reserved == 0);
    if (report->outcome == SCRIM_OUTCOME_COVERED && status != SCRIM_OK)
        REQUIRE(fuzz_is_black(frame));
    if (report->outcome == SCRIM_OUTCOME_DISCARD)
        REQUIRE(status != SCRIM_OK && fuzz_same_bytes(frame, before));
    if (report->outcome == SCRIM_OUTCOME_OK)
        REQUIRE(status == SCRIM_OK || status == SCRIM_ERROR_REVERSIBLE_STYLE);
}

/* An irreversible style of any look, or now and then another. */
UNUSED static scrim_style fuzz_style(struct fuzz_input *in) {
    static const uint32_t kinds[] = {1, 2, 3, 2, 3, 2, 3, 16, 17, 18, 19, 20, 21, 22, 2, 3};
    scrim_style style = SCRIM_STYLE_INIT;
    style.kind = fuzz_one_of(in, kinds, COUNT_OF(kinds));
    style.color = (uint32_t)fuzz_u16(in) << 16 | (uint32_t)fuzz_u8(in) << 8 | 0xFFu;
    style.flags = fuzz_flags(in, SCRIM_STYLE_FLAG_ON_COLOR);
    style.seed = fuzz_u8(in);
    style.amount = fuzz_rarely(in, 20) ? fuzz_real(in) : 2 + fuzz_u8(in) % 40;
    style.saturation = fuzz_rarely(in, 20) ? fuzz_real(in) : fuzz_u8(in) / 32.0;
    if (fuzz_rarely(in, 50))
        style.reserved = 1;
    if (fuzz_rarely(in, 50))
        style.color = (uint32_t)fuzz_u64(in);
    return style;
}

/* A cover of any kind, or now and then none. `picture` lives as long as the input. */
UNUSED static const scrim_cover *fuzz_cover(struct fuzz_input *in) {
    scrim_cover cover = SCRIM_COVER_INIT;
    struct fuzz_frame picture = fuzz_new_frame(in);
    if (fuzz_rarely(in, 10))
        return NULL;
    if (fuzz_rarely(in, 30))
        picture.frame.planes[0].stride = 0;
    cover.kind = (uint32_t)fuzz_upto(in, SCRIM_COVER_PICTURE);
    cover.color = fuzz_rarely(in, 20) ? (uint32_t)fuzz_u64(in) : (uint32_t)fuzz_u16(in) << 16 | 0xFFu;
    cover.style = fuzz_style(in);
    if (fuzz_u8(in) % 4)
        cover.style.flags = SCRIM_STYLE_FLAG_ON_COLOR;
    cover.picture = fuzz_rarely(in, 20) ? NULL : fuzz_copy(&picture.frame, sizeof picture.frame);
    return SIZED(in, cover);
}

#endif
