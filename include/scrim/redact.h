/* SPDX-License-Identifier: MIT */
/**
 * @file
 * scrim_redact: covers regions of a pixel frame. An error never leaves a source pixel of a named region: the
 * outcome says what became of the frame.
 */
#ifndef SCRIM_REDACT_H
#define SCRIM_REDACT_H

#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Frames ---- */

/**
 * Pixel formats: DRM fourcc codes, which name a pixel as a little-endian number; the names here are the order of bytes
 * in memory. RGBA and BGRA carry alpha; a covered pixel is written opaque.
 */
#define SCRIM_FORMAT_RGBA ((uint32_t)0x34324241u)  /**< DRM AB24: bytes R, G, B, A */
#define SCRIM_FORMAT_BGRA ((uint32_t)0x34325241u)  /**< DRM AR24: bytes B, G, R, A */
#define SCRIM_FORMAT_RGB ((uint32_t)0x34324742u)   /**< DRM BG24: bytes R, G, B */
#define SCRIM_FORMAT_GRAY8 ((uint32_t)0x20203852u) /**< DRM R8: one byte of luma */

/** The largest width and height of a frame, in pixels. */
#define SCRIM_FRAME_MAX_SIDE 65536

/** A plane of a frame. Frozen. */
typedef struct scrim_plane {
    void *data;     /**< the first pixel of the top row; the caller's, only used during the call */
    /** Bytes from a row to the one below; negative for frames stored bottom-up; |stride| ≥ a row's bytes. */
    int64_t stride;
} scrim_plane;

/** A frame of pixels in the caller's memory. Only pixels inside regions are written; padding never is. */
typedef struct scrim_frame {
    uint32_t struct_size;
    uint32_t format; /**< SCRIM_FORMAT_… */
    uint32_t width;  /**< pixels, 1 … #SCRIM_FRAME_MAX_SIDE */
    uint32_t height; /**< pixels, 1 … #SCRIM_FRAME_MAX_SIDE */
    scrim_plane planes[4]; /**< as many as the format has, one for those above; the others zero */
} scrim_frame;

/** A frame without format, size and planes: set them all. */
#define SCRIM_FRAME_INIT {(uint32_t)sizeof(scrim_frame), 0u, 0u, 0u, {{NULL, 0}, {NULL, 0}, {NULL, 0}, {NULL, 0}}}

/* ---- Regions and styles ---- */

/** Shapes of regions. */
enum {
    /** `rect`; every pixel that it touches is covered: edges are rounded outward to whole pixels. */
    SCRIM_SHAPE_RECT = 1
};

/** A region of a frame. Frozen: passed in arrays. */
typedef struct scrim_region {
    uint32_t shape;            /**< SCRIM_SHAPE_… */
    uint32_t style;            /**< index into the options' styles */
    /** Points; the frame's pixels are points · scale. Empty covers nothing; what lies outside the frame is clipped. */
    scrim_rect rect;
    double radius;             /**< reserved for rounded rectangles: 0 */
    const scrim_point *points; /**< reserved for polygons: NULL */
    uint64_t point_count;      /**< reserved for polygons: 0 */
    uint64_t id;               /**< the caller's; not used by the solid style */
} scrim_region;

/** Kinds of styles. */
enum {
    /** One opaque colour. Irreversible: nothing of the interior is left. */
    SCRIM_STYLE_SOLID = 1
};

/** How a region is covered. Frozen: passed in arrays. */
typedef struct scrim_style {
    uint32_t kind;  /**< SCRIM_STYLE_… */
    uint32_t color; /**< 0xRRGGBBAA, sRGB; AA must be 0xFF, an opaque cover. GRAY8 takes Rec. 709 luma of it */
    double amount;  /**< reserved: 0 */
    uint64_t seed;  /**< reserved: 0 */
} scrim_style;

/** A solid black style. */
#define SCRIM_STYLE_INIT {SCRIM_STYLE_SOLID, 0x000000FFu, 0.0, 0u}

/** The most regions of a call. */
#define SCRIM_MAX_REGIONS 1000000
/** The most styles of a call. */
#define SCRIM_MAX_STYLES 256

typedef struct scrim_redact_options {
    uint32_t struct_size;
    uint32_t style_count;      /**< 0 … #SCRIM_MAX_STYLES; 0: every region (`style` 0) is solid black */
    const scrim_style *styles; /**< `style_count` styles; NULL where that is 0 */
    double scale;              /**< pixels per point, 1/64 … 64 */
} scrim_redact_options;

/** Solid black, one pixel to a point. */
#define SCRIM_REDACT_OPTIONS_INIT {(uint32_t)sizeof(scrim_redact_options), 0u, NULL, 1.0}

/* ---- Reports ---- */

/** What became of a frame. */
enum {
    /** Every region is covered: the frame may be handed on. */
    SCRIM_OUTCOME_OK = 1,
    /**
     * The whole frame is filled with opaque black, because of an error or of a cover: it may be handed on, it shows
     * nothing.
     */
    SCRIM_OUTCOME_COVERED = 2,
    /** Nothing could be written safely: the frame must not be used. */
    SCRIM_OUTCOME_DISCARD = 3
};

/** How strong the weakest style used is. */
enum {
    /** No pixel was covered. */
    SCRIM_STRENGTH_NONE = 0,
    /** The covered pixels hold nothing of what they held. */
    SCRIM_STRENGTH_IRREVERSIBLE = 1
};

/** What a call did to a frame. Written by every call that is given one of a right `struct_size`, on errors too. */
typedef struct scrim_redact_report {
    uint32_t struct_size;
    uint32_t outcome;        /**< SCRIM_OUTCOME_… */
    uint32_t strength;       /**< SCRIM_STRENGTH_… */
    uint32_t reserved;       /**< 0 */
    uint64_t regions;        /**< regions given */
    uint64_t regions_inside; /**< of those, regions that cover a pixel of the frame */
    uint64_t pixels;         /**< pixels covered, each counted once */
} scrim_redact_report;

/** A report of "discard": what holds until a call has said better. */
#define SCRIM_REDACT_REPORT_INIT \
    {(uint32_t)sizeof(scrim_redact_report), SCRIM_OUTCOME_DISCARD, SCRIM_STRENGTH_NONE, 0u, 0u, 0u, 0u}

/* ---- Calls ---- */

/**
 * Covers regions of a frame in place. Every pixel that a region touches is written once; no other byte is.
 *
 * @param frame    its pixels are written.
 * @param regions  `count` regions, at most #SCRIM_MAX_REGIONS, in any order, overlapping or not; later ones win where
 *                 they overlap. May be NULL where `count` is 0.
 * @param options  NULL: #SCRIM_REDACT_OPTIONS_INIT.
 * @param report   may be NULL.
 *
 * It fails closed. With a usable frame every error (a region that is not finite, an unknown shape or style, a cover
 * that is not opaque, no memory …) fills the whole frame with opaque black: the outcome is *covered*, and the error is
 * returned all the same. With an unusable frame (NULL, unknown format, impossible size or stride) nothing is written:
 * *discard*.
 * Errors: UNSUPPORTED (unknown format, shape or style), NO_MEMORY, LIMIT (too many regions or styles).
 * Threads: may run in any number of threads, on frames that do not overlap.
 * Cost: O(pixels covered + regions · log regions).
 */
SCRIM_API scrim_status scrim_redact(const scrim_frame *frame, const scrim_region *regions, size_t count,
                                    const scrim_redact_options *options, scrim_redact_report *report);

#ifdef __cplusplus
}
#endif

#endif
