/* SPDX-License-Identifier: MIT */
/*
 * scrim/redact.h: any regions and styles on any frame. Nothing outside the regions is written; what irreversible regions
 * covered has no influence on any byte; a copy and the flat call make what redacting in place makes; what cannot be
 * done is covered or left.
 */
#include "fuzz_frames.h"

enum {
    MOST_REGIONS = 12
};

struct job {
    scrim_region regions[MOST_REGIONS];
    size_t count;
    scrim_style styles[4];
    scrim_redact_options options;
};

static scrim_region region(struct fuzz_input *in) {
    static const uint32_t shapes[] = {1, 1, 2, 3, 4, 5};
    scrim_region region = {.shape = fuzz_one_of(in, shapes, COUNT_OF(shapes)), .style = fuzz_below(in, 4)};
    region.id = fuzz_u8(in);
    if (region.shape >= SCRIM_SHAPE_POLYGON) {
        scrim_point points[16];
        region.point_count = region.shape == SCRIM_SHAPE_QUAD ? 4 : 3 + fuzz_u8(in) % 13u;
        if (fuzz_rarely(in, 60))
            region.point_count = fuzz_u8(in) % 16u;
        for (uint64_t i = 0; i < region.point_count; i++)
            points[i] = (scrim_point){fuzz_real(in), fuzz_real(in)};
        region.points = fuzz_copy(points, region.point_count * sizeof *points);
    } else {
        region.rect = (scrim_rect){fuzz_real(in), fuzz_real(in), fabs(fuzz_real(in)), fabs(fuzz_real(in))};
        region.radius = region.shape == SCRIM_SHAPE_ROUNDED_RECT ? fabs(fuzz_real(in)) : 0;
    }
    return region;
}

static void make(struct fuzz_input *in, struct job *job) {
    static const double scales[] = {1, 1, 2, 0.5, 1.25, 64, 1.0 / 64, 3.7};
    job->options = (scrim_redact_options)SCRIM_REDACT_OPTIONS_INIT;
    job->count = fuzz_below(in, MOST_REGIONS + 1);
    for (size_t i = 0; i < job->count; i++)
        job->regions[i] = region(in);
    for (size_t i = 0; i < COUNT_OF(job->styles); i++)
        job->styles[i] = fuzz_style(in);
    job->options.style_count = fuzz_rarely(in, 40) ? fuzz_u8(in) % 5u : 4;
    job->options.scale = fuzz_rarely(in, 20) ? fuzz_real(in) : scales[fuzz_below(in, COUNT_OF(scales))];
    if (fuzz_u8(in) % 2) {
        static const uint32_t blocks[] = {0, 8, 16};
        job->options.sampling_gap = (uint32_t)fuzz_upto(in, 64);
        job->options.dilation = (uint32_t)fuzz_upto(in, fuzz_rarely(in, 10) ? 4096 : 12);
        job->options.size_multiple = (uint32_t)fuzz_upto(in, fuzz_rarely(in, 10) ? 4096 : 32);
        job->options.codec_block = fuzz_one_of(in, blocks, 3);
    }
}

static scrim_status run(const struct job *job, const struct fuzz_frame *frame, scrim_redact_report *report) {
    scrim_redact_options options = job->options;
    options.styles = options.style_count > 0 ? fuzz_copy(job->styles, options.style_count * sizeof *job->styles) : NULL;
    return fuzz_answer(scrim_redact(&frame->frame, fuzz_copy(job->regions, job->count * sizeof *job->regions),
                                    job->count, fuzz_copy(&options, sizeof options), report));
}

/* Covers what a job covers, or its irreversible regions alone, in one colour. */
static void run_solid(const struct job *job, const struct fuzz_frame *frame, uint32_t color, int irreversible_only) {
    struct job solid = *job;
    solid.count = 0;
    for (size_t i = 0; i < job->count; i++)
        if (!irreversible_only || job->styles[job->regions[i].style].kind < SCRIM_STYLE_BLUR)
            solid.regions[solid.count++] = job->regions[i];
    for (size_t i = 0; i < COUNT_OF(solid.styles); i++) {
        solid.styles[i] = (scrim_style)SCRIM_STYLE_INIT;
        solid.styles[i].color = color;
    }
    REQUIRE(run(&solid, frame, NULL) == SCRIM_OK);
}

/* The list of crossed borders: of any room, in order, without what is not counted, and the same in every call. */
static void crossed_too(const struct job *job, const struct fuzz_frame *before, const scrim_redact_report *report) {
    struct fuzz_frame frame = fuzz_same_frame(before);
    scrim_redact_report again = SCRIM_REDACT_REPORT_INIT;
    again.crossed_capacity = report->pixels % (MOST_REGIONS + 1);
    uint64_t none[MOST_REGIONS], *list = fuzz_copy(memset(none, 0xEE, sizeof none), again.crossed_capacity * sizeof *none);
    again.crossed = list;
    REQUIRE(run(job, &frame, &again) == SCRIM_OK);
    REQUIRE(again.regions_crossed == report->regions_crossed && again.regions_crossed <= report->regions_inside);
    for (uint64_t i = 0; i < again.crossed_capacity; i++)
        REQUIRE(i >= again.regions_crossed ? list[i] == none[i]
                                           : list[i] < job->count && (i == 0 || list[i] > list[i - 1]));
}

/* The job was done: all regions are covered and nothing else, whatever was inside. */
static void done_well(const struct job *job, const struct fuzz_frame *before, const struct fuzz_frame *after,
                      const scrim_redact_report *report) {
    struct fuzz_frame black = fuzz_same_frame(before), white = fuzz_same_frame(before), other = fuzz_same_frame(before);
    scrim_redact_report again = SCRIM_REDACT_REPORT_INIT;
    run_solid(job, &black, 0x000000FFu, 0);
    run_solid(job, &white, 0xFFFFFFFFu, 0);
    uint64_t covered = 0;
    for (size_t i = 0; i < before->size; i++)
        if (before->bytes[i] == black.bytes[i] && before->bytes[i] == white.bytes[i])
            REQUIRE(after->bytes[i] == before->bytes[i]);
    for (uint32_t y = 0; y < before->frame.height; y++)
        for (uint32_t x = 0; x < before->frame.width; x++)
            covered += (uint64_t)fuzz_covered(before, &black, &white, x, y);
    REQUIRE(covered == report->pixels);
    memcpy(black.bytes, before->bytes, before->size);
    memcpy(white.bytes, before->bytes, before->size);
    run_solid(job, &black, 0x000000FFu, 1);
    run_solid(job, &white, 0xFFFFFFFFu, 1);
    fuzz_other_interior(&other, &black, &white);
    REQUIRE(run(job, &other, &again) == SCRIM_OK);
    REQUIRE(fuzz_same_bytes(after, &other));
    REQUIRE(memcmp(report, &again, sizeof again) == 0);
    crossed_too(job, before, report);
}

/* A copy makes the same of the source, and never touches it. */
static void copy_too(const struct job *job, const struct fuzz_frame *before, const struct fuzz_frame *after,
                     scrim_status status, const scrim_redact_report *report) {
    struct fuzz_frame source = fuzz_same_frame(before), destination = fuzz_same_frame(before);
    scrim_redact_report again = SCRIM_REDACT_REPORT_INIT;
    scrim_redact_options options = job->options;
    struct fuzz_plane planes[4];
    uint32_t count = fuzz_planes(&before->frame, planes);
    for (uint32_t i = 0; i < count; i++) /* of what was there nothing is left; padding stays */
        for (size_t y = 0; y < planes[i].rows; y++)
            memset((uint8_t *)destination.frame.planes[i].data + (int64_t)y * destination.frame.planes[i].stride, 0x77,
                   planes[i].row);
    options.styles = options.style_count > 0 ? job->styles : NULL;
    REQUIRE(fuzz_answer(scrim_redact_copy(&source.frame, &destination.frame, job->regions, job->count, &options,
                                          &again)) == status);
    REQUIRE(again.outcome == report->outcome && fuzz_same_bytes(&source, before) &&
            fuzz_same_bytes(&destination, after));
}

/* The flat call makes the bytes of the full one: rectangles of one style, in pixels. */
static void flat_too(const struct job *job, const struct fuzz_frame *before) {
    struct fuzz_frame full = fuzz_same_frame(before), flat = fuzz_same_frame(before);
    struct job plain = *job;
    scrim_rect rects[MOST_REGIONS];
    scrim_redact_report report = SCRIM_REDACT_REPORT_INIT;
    uint32_t outcome = 99;
    plain.options = (scrim_redact_options)SCRIM_REDACT_OPTIONS_INIT;
    plain.options.style_count = job->options.style_count > 0;
    for (size_t i = 0; i < job->count; i++) {
        rects[i] = job->regions[i].rect;
        plain.regions[i] = (scrim_region){.shape = SCRIM_SHAPE_RECT, .rect = rects[i], .id = i};
    }
    const scrim_frame *frame = &flat.frame;
    scrim_status status = fuzz_answer(scrim_redact_rects(
        frame->planes[0].data, frame->planes[0].stride, frame->format, frame->width, frame->height,
        fuzz_copy(rects, job->count * sizeof *rects), job->count,
        plain.options.style_count > 0 ? fuzz_copy(job->styles, sizeof *job->styles) : NULL, &outcome));
    if (frame->planes[1].data != NULL) {
        REQUIRE(status == SCRIM_ERROR_INVALID_ARGUMENT && outcome == SCRIM_OUTCOME_DISCARD);
        REQUIRE(fuzz_same_bytes(&flat, before));
        return;
    }
    REQUIRE(run(&plain, &full, &report) == status && report.outcome == outcome);
    REQUIRE(fuzz_same_bytes(&flat, &full));
}

/* The bands of a frame, cut anywhere, together are what one call makes; a band that the frame does not have is refused. */
static void bands_too(struct fuzz_input *in, const struct job *job, const struct fuzz_frame *before,
                      const struct fuzz_frame *after, scrim_status whole) {
    struct fuzz_frame source = fuzz_same_frame(before), copied = fuzz_same_frame(before), in_place = fuzz_same_frame(before);
    scrim_redact_options options = job->options;
    uint32_t height = before->frame.height, reversible = 0;
    options.styles = options.style_count > 0 ? job->styles : NULL;
    for (size_t i = 0; i < job->count; i++)
        reversible |= job->regions[i].style < options.style_count && job->styles[job->regions[i].style].kind >= SCRIM_STYLE_BLUR;
    for (uint32_t row = 0, count; row < height; row += count) {
        count = 2 + 2 * fuzz_below(in, 12);
        if (count > height - row)
            count = height - row;
        options.first_row = row;
        options.row_count = count;
        scrim_status status = scrim_redact_copy(&source.frame, &copied.frame, job->regions, job->count, &options, NULL);
        REQUIRE((status == SCRIM_OK) == (whole == SCRIM_OK));
        if (!reversible)
            REQUIRE(scrim_redact(&in_place.frame, job->regions, job->count, &options, NULL) == status);
    }
    REQUIRE(fuzz_same_bytes(&source, before) && fuzz_same_bytes(&copied, after));
    REQUIRE(reversible || fuzz_same_bytes(&in_place, after));
    options.first_row = fuzz_u16(in);
    options.row_count = fuzz_rarely(in, 2) ? UINT32_MAX - fuzz_u8(in) : fuzz_u16(in);
    if ((uint64_t)options.first_row + options.row_count > height || options.first_row >= height) {
        scrim_redact_report report = SCRIM_REDACT_REPORT_INIT;
        REQUIRE(scrim_redact(&in_place.frame, job->regions, job->count, &options, &report) == SCRIM_ERROR_INVALID_ARGUMENT);
        fuzz_outcome(SCRIM_ERROR_INVALID_ARGUMENT, &report, &in_place, &in_place);
        REQUIRE(report.outcome == SCRIM_OUTCOME_COVERED);
    }
}

/* A frame or a report that is wrong in some way: it is said, and nothing is written. */
static void wrong(struct fuzz_input *in, const struct job *job) {
    struct fuzz_frame made = fuzz_new_frame(in), before = fuzz_same_frame(&made);
    scrim_redact_report report = SCRIM_REDACT_REPORT_INIT;
    scrim_frame frame = made.frame;
    uint32_t number = fuzz_u16(in), way = fuzz_below(in, 8);
    switch (way) {
    case 0:
        frame.format = 0x12340000u + number;
        break;
    case 1:
        frame.planes[0].data = NULL;
        break;
    case 2:
        frame.planes[0].stride = number % 2 ? INT64_MIN + number : (int64_t)(number % frame.width);
        break;
    case 3:
        frame.width = number % 2 ? 0 : SCRIM_FRAME_MAX_SIDE + 1 + number;
        break;
    case 4:
        frame.height = number % 2 ? 0 : SCRIM_FRAME_MAX_SIDE + 1 + number;
        break;
    case 5:
        frame.planes[1 + number % 3] = frame.planes[0];
        break;
    case 6:
        frame.struct_size = number % sizeof frame;
        break;
    }
    scrim_frame *given =
        fuzz_copy(&frame, way == 6 && number % sizeof frame > 4 ? number % sizeof frame : sizeof frame);
    scrim_redact_report *told = SIZED(in, report);
    scrim_status status = fuzz_answer(scrim_redact(way == 7 ? NULL : given, job->regions, job->count, NULL, told));
    int luma_alone = way == 2 && number % 2 == 0 && frame.format == SCRIM_FORMAT_GRAY8 && number % frame.width == 0;
    if (way == 2 && number % 2 && frame.height == 1)
        return; /* no row follows: any stride as large as a row is right */
    REQUIRE(status != SCRIM_OK || luma_alone);
    REQUIRE(fuzz_same_bytes(&made, &before));
    if (told != NULL && told->struct_size == sizeof report)
        REQUIRE(told->outcome == SCRIM_OUTCOME_DISCARD);
}

static void fuzz_target(struct fuzz_input *in) {
    struct job job;
    for (int step = 0; step < 4 && fuzz_more(in); step++) {
        make(in, &job);
        if (fuzz_rarely(in, 8)) {
            wrong(in, &job);
            continue;
        }
        struct fuzz_frame before = fuzz_new_frame(in), after = fuzz_same_frame(&before);
        scrim_redact_report report = SCRIM_REDACT_REPORT_INIT;
        scrim_status status = run(&job, &after, &report);
        fuzz_outcome(status, &report, &after, &before);
        REQUIRE(report.outcome == (status == SCRIM_OK ? SCRIM_OUTCOME_OK : SCRIM_OUTCOME_COVERED));
        if (status == SCRIM_OK)
            done_well(&job, &before, &after, &report);
        copy_too(&job, &before, &after, status, &report);
        flat_too(&job, &before);
        bands_too(in, &job, &before, &after, status);
    }
}
