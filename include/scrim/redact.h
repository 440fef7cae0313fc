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
 * in memory. Where a pixel is covered, alpha (A) is written opaque and an unused byte (X) 0.
 */
#define SCRIM_FORMAT_RGBA 0x34324241u   /**< DRM AB24: bytes R, G, B, A */
#define SCRIM_FORMAT_BGRA 0x34325241u   /**< DRM AR24: bytes B, G, R, A */
#define SCRIM_FORMAT_RGBX 0x34324258u   /**< DRM XB24: bytes R, G, B, X */
#define SCRIM_FORMAT_BGRX 0x34325258u   /**< DRM XR24: bytes B, G, R, X */
#define SCRIM_FORMAT_ARGB 0x34324142u   /**< DRM BA24: bytes A, R, G, B */
#define SCRIM_FORMAT_ABGR 0x34324152u   /**< DRM RA24: bytes A, B, G, R */
#define SCRIM_FORMAT_RGB 0x34324742u    /**< DRM BG24: bytes R, G, B */
#define SCRIM_FORMAT_BGR 0x34324752u    /**< DRM RG24: bytes B, G, R */
#define SCRIM_FORMAT_GRAY8 0x20203852u  /**< DRM R8: one byte of luma */
#define SCRIM_FORMAT_RGB565 0x36314752u /**< DRM RG16: a little-endian number, R in its highest five bits */
/** DRM NV12: a plane of luma, and one of (width + 1) / 2 × (height + 1) / 2 pairs of bytes Cb, Cr. */
#define SCRIM_FORMAT_NV12 0x3231564Eu
/** DRM YU12: a plane of luma, and two of (width + 1) / 2 × (height + 1) / 2 bytes, Cb and then Cr. */
#define SCRIM_FORMAT_I420 0x32315559u

/** Ranges of Y′CbCr numbers (ITU-R BT.601-7 2.5.3, BT.709-6 3.4). Formats without luma and chroma ignore them. */
SCRIM_ENUM(scrim_color_range) {
    SCRIM_COLOR_RANGE_LIMITED = 0, /**< luma 16 … 235, chroma 16 … 240: video */
    SCRIM_COLOR_RANGE_FULL = 1     /**< 0 … 255: JPEG */
};

/** How Y′CbCr is made from R′G′B′. Formats without luma and chroma ignore it. */
SCRIM_ENUM(scrim_color_matrix) {
    SCRIM_COLOR_MATRIX_BT709 = 0, /**< ITU-R BT.709-6: high definition */
    SCRIM_COLOR_MATRIX_BT601 = 1, /**< ITU-R BT.601-7: standard definition, JPEG */
    SCRIM_COLOR_MATRIX_BT2020 = 2 /**< ITU-R BT.2020-2, non-constant luminance */
};

/** The largest width and height of a frame, in pixels. */
#define SCRIM_FRAME_MAX_SIDE 65536

/** A plane of a frame. Frozen. */
typedef struct scrim_plane {
    void *data;     /**< the first pixel of the top row; the caller's, only used during the call */
    /** Bytes from a row to the one below; negative for frames stored bottom-up; |stride| ≥ a row's bytes. */
    int64_t stride;
} scrim_plane;

/**
 * A frame of pixels in the caller's memory. Only pixels inside regions are written; padding never is. Part of a larger
 * frame is a frame: with the address of its first pixel and the larger one's stride. With chroma that part must begin
 * at an even row and column. No two planes may begin at one address.
 */
typedef struct scrim_frame {
    uint32_t struct_size;
    uint32_t format; /**< SCRIM_FORMAT_… */
    uint32_t width;  /**< pixels, 1 … #SCRIM_FRAME_MAX_SIDE; odd ones too, whatever the format */
    uint32_t height; /**< pixels, 1 … #SCRIM_FRAME_MAX_SIDE */
    scrim_plane planes[4]; /**< as many as the format has; the others zero */
    uint32_t color_range;  /**< SCRIM_COLOR_RANGE_… */
    uint32_t color_matrix; /**< SCRIM_COLOR_MATRIX_… */
} scrim_frame;

/** A frame without format, size and planes: set them all. */
#define SCRIM_FRAME_INIT \
    {sizeof(scrim_frame), 0u, 0u, 0u, {{NULL, 0}, {NULL, 0}, {NULL, 0}, {NULL, 0}}, \
     SCRIM_COLOR_RANGE_LIMITED, SCRIM_COLOR_MATRIX_BT709}

/** Sets a struct to #SCRIM_FRAME_INIT, for languages that cannot see macros. */
SCRIM_API scrim_status scrim_frame_init(scrim_frame *frame, size_t size);

/* ---- Regions ---- */

/** Shapes of regions. Every pixel that a shape touches is covered: edges are rounded outward to whole pixels. */
SCRIM_ENUM(scrim_shape) {
    SCRIM_SHAPE_RECT = 1,         /**< `rect` */
    SCRIM_SHAPE_ROUNDED_RECT = 2, /**< `rect` with corners of `radius`, at most half of the shorter side */
    SCRIM_SHAPE_ELLIPSE = 3,      /**< the ellipse that touches the sides of `rect` */
    /** 3 … #SCRIM_MAX_POINTS `points`; inside is where the outline winds around (the non-zero rule). */
    SCRIM_SHAPE_POLYGON = 4,
    /** The convex hull of 4 `points`: in whatever order they come, no part is left out. */
    SCRIM_SHAPE_QUAD = 5
};

/** The most points of a polygon. */
#define SCRIM_MAX_POINTS 65536

/** A region of a frame. Frozen: passed in arrays. */
typedef struct scrim_region {
    uint32_t shape;            /**< SCRIM_SHAPE_… */
    uint32_t style;            /**< index into the options' styles */
    /**
     * Points; the frame's pixels are points · scale. Empty covers nothing; what lies outside the frame is clipped. Not
     * used by shapes made of points.
     */
    scrim_rect rect;
    double radius;             /**< points, ≥ 0; of a rounded rectangle, 0 for other shapes */
    const scrim_point *points; /**< the caller's, only used during the call; NULL for shapes that have none */
    uint64_t point_count;      /**< 0 for shapes that have none */
    /** The caller's. Frost and tiles draw another texture for another id, the same one for the same id. */
    uint64_t id;
} scrim_region;

/* ---- Styles ---- */

/**
 * Kinds of styles. Of the irreversible ones (1 … 15) the output is the same, byte for byte, whatever the pixels inside
 * were. The reversible ones (16 …) are made from those pixels, and can be read back: docs/explanation/attacks.md shows how well.
 */
SCRIM_ENUM(scrim_style_kind) {
    SCRIM_STYLE_SOLID = 1,  /**< one opaque `color` */
    /**
     * Looks like blurred text or blurred surface. Made from the pixels around the region and a texture from `seed` and
     * the region's id. A viewer may take it for the blurred original, which it is not.
     */
    SCRIM_STYLE_FROST = 2,
    SCRIM_STYLE_TILES = 3, /**< looks like tiles, and is made as frost is */

    SCRIM_STYLE_BLUR = 16,     /**< a Gaussian of standard deviation `amount` (points, over 0, to 256 pixels) */
    SCRIM_STYLE_PIXELATE = 17, /**< means of blocks of `amount` × `amount` (points; 2 … 4,096 whole pixels) from the region's corner */
    /**
     * Three box blurs, then the colours' `saturation` (0 grey, 1 as they are, −8 … 8), then a tint with `color`, whose AA
     * is how much of it there is. `amount` (points, 0 … 256 pixels) is the standard deviation that the boxes approximate.
     * For r pixels each box has the side d = floor(r · 3√(2π)/4 + ½), plus one if that is even: for 30 pixels d is 57. A
     * box reaches (d − 1)/2 pixels to each side, here 28, and the three together have the standard deviation √(d² − 1)/2,
     * here 28.5. Planes of subsampled chroma take half of r. These are the steps of Apple's
     * UIImage+ImageEffects 1.0 (2013), but the output is opaque, and a saturation alone works too.
     */
    SCRIM_STYLE_EFFECT = 18,
    SCRIM_STYLE_LIGHT = 19,       /**< that effect with 30, 1.8, white at 0.30 */
    SCRIM_STYLE_EXTRA_LIGHT = 20, /**< with 20, 1.8, grey 0.97 at 0.82 */
    SCRIM_STYLE_DARK = 21,        /**< with 20, 1.8, grey 0.11 at 0.73 */
    SCRIM_STYLE_TINT = 22         /**< with 10, −1.0, `color` at 0.60 */
};

/** Flags of styles. */
SCRIM_ENUM(scrim_style_flags) {
    /** Frost and tiles begin with `color` instead of the pixels around: no pixel of the frame has any influence. */
    SCRIM_STYLE_FLAG_ON_COLOR = 1
};

/** How a region is covered. Frozen: passed in arrays. What a kind does not use is not looked at. */
typedef struct scrim_style {
    uint32_t kind;     /**< SCRIM_STYLE_… */
    uint32_t color;    /**< 0xRRGGBBAA, sRGB; AA must be 0xFF but for an effect. GRAY8 takes its Rec. 709 luma */
    uint32_t flags;    /**< SCRIM_STYLE_FLAG_… */
    uint32_t reserved; /**< 0 */
    double amount;     /**< points, as the kind says */
    double saturation; /**< of an effect */
    uint64_t seed;     /**< of frost and tiles; any number, not a secret */
} scrim_style;

/** A solid black style. */
#define SCRIM_STYLE_INIT {SCRIM_STYLE_SOLID, 0x000000FFu, 0u, 0u, 0.0, 0.0, 0u}

/** Sets a struct to #SCRIM_STYLE_INIT, for languages that cannot see macros. */
SCRIM_API scrim_status scrim_style_init(scrim_style *style, size_t size);

/** The most regions of a call. */
#define SCRIM_MAX_REGIONS 1000000
/** The most styles of a call. */
#define SCRIM_MAX_STYLES 256
/** The most points of all polygons of a call. */
#define SCRIM_MAX_ALL_POINTS 1000000
/**
 * The most rectangles that the regions of a call may come to: one for a rectangle, up to one a row for rounded ones and
 * ellipses, one for each stretch of pixels in a row of polygons.
 */
#define SCRIM_MAX_RECTANGLES 10000000
/** Bytes of working memory that a call may take, beside 32 times the frame's: regions that overlap without end find one. */
#define SCRIM_MAX_WORK_MEMORY 268435456

/** Distances are pixels of the frame. */
typedef struct scrim_redact_options {
    uint32_t struct_size;
    uint32_t style_count;      /**< 0 … #SCRIM_MAX_STYLES; 0: every region (`style` 0) is solid black */
    const scrim_style *styles; /**< `style_count` styles; NULL where that is 0 */
    double scale;              /**< pixels per point, 1/64 … 64 */
    /**
     * 0 … 64: pixels this near to a region are not read either where frost and tiles look at what is around (the four
     * pixels beyond), nor by the reversible styles beside an irreversible one: soft edges of text reach so far.
     */
    uint32_t sampling_gap;
    uint32_t dilation; /**< 0 … 4,096: regions grow by so much to each side */
    /**
     * 0 … 4,096: the size of a region's bounding box, once dilated, is rounded up to a multiple, the left and top edges
     * stay; 0 and 1 do nothing. A region of another shape becomes that box: a tight shape tells what it hides by its size.
     */
    uint32_t size_multiple;
    /**
     * 0, 8 or 16: regions are rounded outward to the blocks of the codec that the frame came from, counted from the
     * frame's corner, and by one pixel more. A JPEG, or a frame of Motion JPEG, spreads a region's interior no farther: up
     * to 16 pixels outside the region where chroma is subsampled (4:2:0, and sideways 4:2:2), up to 7 where it is not. So
     * take 16 for 4:2:0 and 4:2:2, and 8 for 4:4:4. Codecs that predict (WebP, AVIF, H.264 and its kin) carry it farther.
     */
    uint32_t codec_block;
} scrim_redact_options;

/** Solid black, one pixel to a point, a sampling gap of two pixels. */
#define SCRIM_REDACT_OPTIONS_INIT {sizeof(scrim_redact_options), 0u, NULL, 1.0, 2u, 0u, 0u, 0u}

/** Sets a struct to #SCRIM_REDACT_OPTIONS_INIT, for languages that cannot see macros. */
SCRIM_API scrim_status scrim_redact_options_init(scrim_redact_options *options, size_t size);

/* ---- Reports ---- */

/** What became of a frame. */
SCRIM_ENUM(scrim_outcome) {
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
SCRIM_ENUM(scrim_style_class) {
    /** No pixel was covered. */
    SCRIM_STYLE_CLASS_NONE = 0,
    /** Solid: the covered pixels hold nothing of what they held. */
    SCRIM_STYLE_CLASS_SOLID = 1,
    /** Frost or tiles: as irreversible, but a viewer may take the texture for something real. */
    SCRIM_STYLE_CLASS_SYNTHETIC = 2,
    /** Made from what it covers, which can be read back from it. */
    SCRIM_STYLE_CLASS_REVERSIBLE = 3
};

/** What a call did to a frame. Written by every call that is given one of a right `struct_size`, on errors too. */
typedef struct scrim_redact_report {
    uint32_t struct_size;
    uint32_t outcome;         /**< SCRIM_OUTCOME_… */
    uint32_t weakest_class;        /**< SCRIM_STYLE_CLASS_… */
    uint32_t reserved;        /**< 0 */
    uint64_t regions;         /**< regions given */
    uint64_t regions_inside;  /**< of those, regions that cover a pixel of the frame */
    uint64_t regions_clipped; /**< of those inside, regions of which a part lay outside and was cut off */
    uint64_t pixels;          /**< pixels covered, each counted once */
} scrim_redact_report;

/** A report of "discard": what holds until a call has said better. */
#define SCRIM_REDACT_REPORT_INIT \
    {sizeof(scrim_redact_report), SCRIM_OUTCOME_DISCARD, SCRIM_STYLE_CLASS_NONE, 0u, 0u, 0u, 0u, 0u}

/** Sets a struct to #SCRIM_REDACT_REPORT_INIT, for languages that cannot see macros. */
SCRIM_API scrim_status scrim_redact_report_init(scrim_redact_report *report, size_t size);

/* ---- Calls ---- */

/**
 * Covers regions of a frame in place. Every pixel that a region touches is written once; no other byte is. Of a chroma
 * plane, every sample is covered that a covered pixel has a part in.
 *
 * @param frame    its pixels are written.
 * @param regions  `count` regions, at most #SCRIM_MAX_REGIONS, in any order, overlapping or not. Where they overlap, the
 *                 irreversible styles win over the reversible ones, and later regions over earlier ones. May be NULL where
 *                 `count` is 0.
 * @param options  NULL: #SCRIM_REDACT_OPTIONS_INIT.
 * @param report   may be NULL.
 *
 * What no reversible region may show, it does not read: pixels outside of it, and pixels of an irreversible one.
 *
 * It fails closed. With a usable frame every error (a region that is not finite, an unknown shape or style, a cover
 * that is not opaque, no memory …) fills the whole frame with opaque black: the outcome is *covered*, and the error is
 * returned all the same. With an unusable frame (NULL, unknown format, impossible size or stride) nothing is written:
 * *discard*.
 * Errors: UNSUPPORTED (unknown format, shape or style), NO_MEMORY, LIMIT (too many regions, styles or points).
 * Threads: may run in any number of threads, on frames that do not overlap.
 * Cost: O(pixels covered + n · log n) for n rectangles, as #SCRIM_MAX_RECTANGLES counts them. Polygons: also O(points +
 * the sum of the rows that each edge crosses + the frame's width for each polygon). Regions that are not solid, and show at all: also
 * the areas of their bounding boxes in the frame.
 * Memory: some 60 bytes for a rectangle; of those bounding boxes, at once, an eighth for the irreversible styles and wide
 * blurs, up to three times for the other reversible ones; of each region at least 0.4 … 4 KiB. Beyond #SCRIM_MAX_WORK_MEMORY
 * and 32 times the frame's own bytes, or for more than #SCRIM_MAX_RECTANGLES, the answer is LIMIT.
 */
SCRIM_API scrim_status scrim_redact(const scrim_frame *frame, const scrim_region *regions, size_t count,
                                    const scrim_redact_options *options, scrim_redact_report *report);

/**
 * Writes a redacted copy of a frame: `destination` gets what scrim_redact() would have made of `source`. No pixel of a
 * region ever stands in `destination`, not even for a moment.
 *
 * @param source       only read; must not change during the call.
 * @param destination  its pixels are all written, its padding never is. Of the source's format, size, range and matrix.
 *                     Either the very same memory as the source (then the call is scrim_redact()), or memory apart from it:
 *                     from its first byte to its last, no plane of one may meet a plane of the other.
 * @param options      NULL: #SCRIM_REDACT_OPTIONS_INIT.
 * @param report       may be NULL.
 *
 * It fails closed as scrim_redact() does, with `destination`; where the two overlap: *discard*.
 * The other parameters, threads and cost are those of scrim_redact().
 * Errors: as in scrim_redact().
 */
SCRIM_API scrim_status scrim_redact_copy(const scrim_frame *source, const scrim_frame *destination,
                                         const scrim_region *regions, size_t count,
                                         const scrim_redact_options *options, scrim_redact_report *report);

#ifdef __cplusplus
}
#endif

#endif
