/* SPDX-License-Identifier: MIT */
/**
 * @file
 * scrim_redact: covers regions of a picture, so that the pixels inside them cannot be seen.
 *
 * A program describes a picture in its memory as a ::scrim_frame, lists the regions to cover, and
 * calls scrim_redact(). Each region names a style. The irreversible styles remove everything that
 * was inside the region. The reversible styles, for example a blur, do not: they are for looks.
 *
 * Redaction fails closed. After an error, no pixel of a region is left in the frame, or the report
 * says that the frame must be discarded.
 */
#ifndef SCRIM_REDACT_H
#define SCRIM_REDACT_H

#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Frames ---- */

/*
 * Pixel formats are DRM fourcc codes. DRM names a format by the bits of a little-endian number,
 * from the highest to the lowest. The names here give the order of the bytes in memory instead. In
 * a covered pixel, the alpha byte (A) is 255 and the unused byte (X) is 0.
 *
 * Formats whose pixels are numbers of 32 bits keep the names of DRM, for example XRGB2101010.
 *
 * Formats with more than 8 bits for a color, luma or chroma are stored in little-endian numbers of
 * 16 or 32 bits, which need not be aligned. Unused bits are ignored when pixels are read. In a
 * covered pixel, they are 0.
 *
 * The styles solid, frost, tiles and pixelate work in every format. Effects work in the formats of
 * at most 8 bits. Blurs do so as well, except in I422.
 */

/** DRM AB24: the bytes R, G, B, A. */
#define SCRIM_FORMAT_RGBA 0x34324241u
/** DRM AR24: the bytes B, G, R, A. */
#define SCRIM_FORMAT_BGRA 0x34325241u
/** DRM XB24: the bytes R, G, B, X. */
#define SCRIM_FORMAT_RGBX 0x34324258u
/** DRM XR24: the bytes B, G, R, X. */
#define SCRIM_FORMAT_BGRX 0x34325258u
/** DRM BA24: the bytes A, R, G, B. */
#define SCRIM_FORMAT_ARGB 0x34324142u
/** DRM RA24: the bytes A, B, G, R. */
#define SCRIM_FORMAT_ABGR 0x34324152u
/** DRM BG24: the bytes R, G, B. */
#define SCRIM_FORMAT_RGB 0x34324742u
/** DRM RG24: the bytes B, G, R. */
#define SCRIM_FORMAT_BGR 0x34324752u
/** DRM R8: one byte of brightness (luma). */
#define SCRIM_FORMAT_GRAY8 0x20203852u
/** DRM RG16: a little-endian number of 16 bits: 5 of red (the highest), 6 of green, 5 of blue. */
#define SCRIM_FORMAT_RGB565 0x36314752u
/**
 * DRM NV12: a plane of luma, and a plane of chroma. The chroma plane has (height + 1) / 2 rows of
 * (width + 1) / 2 pairs of bytes, Cb and then Cr.
 */
#define SCRIM_FORMAT_NV12 0x3231564Eu
/**
 * DRM YU12: a plane of luma, a plane of Cb and a plane of Cr. Each chroma plane has
 * (height + 1) / 2 rows of (width + 1) / 2 bytes.
 */
#define SCRIM_FORMAT_I420 0x32315559u
/**
 * DRM YU16: as I420, but each chroma plane has `height` rows of (width + 1) / 2 bytes (4:2:2).
 */
#define SCRIM_FORMAT_I422 0x36315559u
/** DRM YU24: as I420, but each chroma plane has `height` rows of `width` bytes (4:4:4). */
#define SCRIM_FORMAT_I444 0x34325559u
/**
 * DRM P010: the planes of NV12 with numbers of 16 bits in place of bytes. The high 10 bits are the
 * luma or chroma, and the low 6 bits are unused.
 */
#define SCRIM_FORMAT_P010 0x30313050u
/**
 * DRM S010: the planes of I420 with numbers of 16 bits in place of bytes. The low 10 bits are the
 * luma or chroma, and the high 6 bits are unused.
 */
#define SCRIM_FORMAT_I010 0x30313053u
/** DRM S210: the planes of I422 with the numbers of #SCRIM_FORMAT_I010. */
#define SCRIM_FORMAT_I210 0x30313253u
/** DRM S410: the planes of I444 with the numbers of #SCRIM_FORMAT_I010. */
#define SCRIM_FORMAT_I410 0x30313453u
/** DRM XR30: bits 31–30 are unused, 29–20 red, 19–10 green, 9–0 blue. */
#define SCRIM_FORMAT_XRGB2101010 0x30335258u
/** DRM XB30: bits 31–30 are unused, 29–20 blue, 19–10 green, 9–0 red. */
#define SCRIM_FORMAT_XBGR2101010 0x30334258u
/** DRM RX30: bits 31–22 are red, 21–12 green, 11–2 blue, 1–0 unused. */
#define SCRIM_FORMAT_RGBX1010102 0x30335852u
/** DRM BX30: bits 31–22 are blue, 21–12 green, 11–2 red, 1–0 unused. */
#define SCRIM_FORMAT_BGRX1010102 0x30335842u
/** DRM AR30: as XRGB2101010, with alpha in bits 31–30. The alpha of a covered pixel is 3. */
#define SCRIM_FORMAT_ARGB2101010 0x30335241u
/** DRM AB30: as XBGR2101010, with alpha in bits 31–30. The alpha of a covered pixel is 3. */
#define SCRIM_FORMAT_ABGR2101010 0x30334241u
/** DRM RA30: as RGBX1010102, with alpha in bits 1–0. The alpha of a covered pixel is 3. */
#define SCRIM_FORMAT_RGBA1010102 0x30334152u
/** DRM BA30: as BGRX1010102, with alpha in bits 1–0. The alpha of a covered pixel is 3. */
#define SCRIM_FORMAT_BGRA1010102 0x30334142u
/**
 * DRM AB48: red, green, blue and alpha, each a number of 16 bits. The alpha of a covered pixel is
 * 65,535.
 */
#define SCRIM_FORMAT_RGBA16 0x38344241u
/** DRM R16: one number of 16 bits of brightness (luma). */
#define SCRIM_FORMAT_GRAY16 0x20363152u

/** Ranges of Y′CbCr numbers. Used for formats with planes of chroma. */
SCRIM_ENUM(scrim_color_range) {
    /**
     * Luma 16 … 235, chroma 16 … 240: video. In 10 bits, these are 64 … 940 and 64 … 960. ITU-R
     * BT.601-7 2.5.3, BT.709-6 3.4.
     */
    SCRIM_COLOR_RANGE_LIMITED = 0,
    /** 0 … 255 for all of them, or 0 … 1,023: JPEG. ITU-R BT.2100-2 table 9. */
    SCRIM_COLOR_RANGE_FULL = 1
};

/** How Y′CbCr is computed from R′G′B′. Used for formats with planes of chroma. */
SCRIM_ENUM(scrim_color_matrix) {
    /** ITU-R BT.709-6: high definition video. */
    SCRIM_COLOR_MATRIX_BT709 = 0,
    /** ITU-R BT.601-7: standard definition video, and JPEG. */
    SCRIM_COLOR_MATRIX_BT601 = 1,
    /** ITU-R BT.2020-2, non-constant luminance. */
    SCRIM_COLOR_MATRIX_BT2020 = 2
};

/** The largest width and the largest height of a frame, in pixels. */
#define SCRIM_FRAME_MAX_SIDE 65536

/** A plane of a frame: rows of pixels in memory. The size of this struct never changes. */
typedef struct scrim_plane {
    /** The first pixel of the top row. The memory is the caller's and is used only in the call. */
    void *data;
    /**
     * Bytes from the start of a row to the start of the row below. The stride of a frame that is
     * stored bottom-up is negative. Its magnitude must be at least the bytes of a row's pixels.
     */
    int64_t stride;
} scrim_plane;

/**
 * A picture in the caller's memory. Creating this struct copies no pixels.
 *
 * Padding at the end of rows is never written.
 *
 * A part of a larger picture is a frame, too: let `planes` point to the first pixel of the part,
 * and use the stride of the larger picture. If samples of chroma belong to several pixels, the part
 * must begin with the first of them: in NV12, I420, P010 and I010 at an even row and an even
 * column, in I422 and I210 at an even column.
 */
typedef struct scrim_frame {
    /** Size of this struct, set by #SCRIM_FRAME_INIT. */
    uint32_t struct_size;
    /** SCRIM_FORMAT_…. */
    uint32_t format;
    /** Width in pixels, 1 … #SCRIM_FRAME_MAX_SIDE. Odd widths are allowed in every format. */
    uint32_t width;
    /** Height in pixels, 1 … #SCRIM_FRAME_MAX_SIDE. Odd heights are allowed in every format. */
    uint32_t height;
    /**
     * The format's planes, from the first entry on. The remaining entries must be zero. Planes must
     * not share bytes, but their rows may alternate in memory. The library refuses planes that
     * begin at the same address, and notices no other overlap. If planes overlap, frost and tiles
     * can show bytes that another plane hides.
     */
    scrim_plane planes[4];
    /** SCRIM_COLOR_RANGE_…. Must be valid, but has an effect only if there are planes of chroma. */
    uint32_t color_range;
    /**
     * SCRIM_COLOR_MATRIX_…. Must be valid, but has an effect only if there are planes of chroma.
     */
    uint32_t color_matrix;
} scrim_frame;

/** A frame without format, size and planes, which the caller must set. */
#define SCRIM_FRAME_INIT \
    {sizeof(scrim_frame), 0u, 0u, 0u, {{NULL, 0}, {NULL, 0}, {NULL, 0}, {NULL, 0}}, \
     SCRIM_COLOR_RANGE_LIMITED, SCRIM_COLOR_MATRIX_BT709}

/**
 * Sets a struct to #SCRIM_FRAME_INIT, for languages that cannot use C macros.
 *
 * @param frame  Receives the initial values.
 * @param size   Size of the struct in the caller's program, in bytes.
 *
 * @return SCRIM_ERROR_INVALID_ARGUMENT if no version of the struct can have this size.
 */
SCRIM_API scrim_status scrim_frame_init(scrim_frame *frame, size_t size);

/* ---- Regions ---- */

/** Shapes of regions. A pixel is covered even if the shape touches only a part of it. */
SCRIM_ENUM(scrim_shape) {
    /** The rectangle `rect`. */
    SCRIM_SHAPE_RECT = 1,
    /** `rect` with corners rounded by `radius`, but at most by half of the shorter side. */
    SCRIM_SHAPE_ROUNDED_RECT = 2,
    /** The ellipse that touches all four sides of `rect`. */
    SCRIM_SHAPE_ELLIPSE = 3,
    /**
     * The polygon with the corners `points`, 3 … #SCRIM_MAX_POINTS of them. If its outline crosses
     * itself, every part that the outline winds around is inside (the non-zero rule).
     */
    SCRIM_SHAPE_POLYGON = 4,
    /**
     * The convex hull of 4 `points`, in any order. Use it for a rotated rectangle or a text box
     * from a recognizer: no order of the corners leaves out a part.
     */
    SCRIM_SHAPE_QUAD = 5
};

/** The largest number of points of a polygon. */
#define SCRIM_MAX_POINTS 65536

/** A region of a frame. The size of this struct never changes, because it is passed in arrays. */
typedef struct scrim_region {
    /** SCRIM_SHAPE_…. */
    uint32_t shape;
    /** Index of the style in the options. 0 if the options have no styles. */
    uint32_t style;
    /**
     * The rectangle of the shape in points, counted from the frame's top left corner. One point is
     * as many pixels as the options' `scale` says. Parts outside the frame are cut off. An empty
     * rectangle covers nothing. Shapes that are made of `points` ignore it.
     */
    scrim_rect rect;
    /** Radius of the corners of a rounded rectangle in points, ≥ 0. Must be 0 for other shapes. */
    double radius;
    /**
     * Corners of a polygon or quad, in the unit of `rect`. The memory is used only in the call.
     * Must be NULL for shapes made from `rect`.
     */
    const scrim_point *points;
    /** Number of `points`. Must be 0 for shapes made from `rect`. */
    uint64_t point_count;
    /**
     * Any number. Frost and tiles draw a different texture for each id. Give a region of a stream
     * the same id in each frame, so that its texture does not change.
     */
    uint64_t id;
} scrim_region;

/* ---- Styles ---- */

/**
 * Kinds of styles.
 *
 * Kinds 1 … 15 are *irreversible*: two frames that differ only inside the region give the same
 * bytes. So the result holds nothing of the pixels inside.
 *
 * Kinds 16 and above are *reversible*. They are computed from the pixels inside the region, and
 * these can be read back, even if a person sees nothing. Never use them to hide something.
 * docs/explanation/attacks.md shows how much a program reads from each of them.
 */
SCRIM_ENUM(scrim_style_kind) {
    /** Irreversible: one opaque `color`. */
    SCRIM_STYLE_SOLID = 1,
    /**
     * Irreversible: looks like blurred text or a blurred surface. Scrim draws it from the pixels
     * around the region, from `seed` and from the region's id. A viewer may think that it shows the
     * blurred original, which it does not.
     */
    SCRIM_STYLE_FROST = 2,
    /** Irreversible: looks like pixelation. Scrim draws it from the same sources as frost. */
    SCRIM_STYLE_TILES = 3,

    /**
     * Reversible: a Gaussian blur. `amount` is its standard deviation in points. In pixels, it must
     * be above 0 and at most 256.
     */
    SCRIM_STYLE_BLUR = 16,
    /**
     * Reversible: pixelation. Square blocks, beginning at the region's top left corner, get the
     * mean of their pixels. `amount` is the side of a block in points. It is rounded to whole
     * pixels, 2 … 4,096.
     */
    SCRIM_STYLE_PIXELATE = 17,
    /**
     * Reversible: three box blurs, then a change of `saturation`, then a tint.
     *
     * `amount` is the standard deviation of the Gaussian that the boxes approximate, in points. In
     * pixels, it is 0 … 256, and 0 does not blur. `saturation` is −8 … 8: 0 makes everything gray,
     * and 1 changes nothing. The tint is `color`, whose alpha is the strength of the tint.
     *
     * For an amount of r pixels, the side of each box is d = floor(r · 3√(2π)/4 + ½) pixels, plus
     * one if that is even. A box reaches (d − 1)/2 pixels to each side. The standard deviation of
     * the three boxes together is √(d² − 1)/2. For r = 30, d is 57, a box reaches 28 pixels, and
     * the standard deviation is 28.5 pixels. Along a side on which a plane of chroma has half as
     * many samples, it uses half of r.
     *
     * Before the change of saturation, each number is within 1 of three exact box convolutions.
     * Each of them is rounded once, and repeats the nearest pixel beyond the region's edges. In the
     * corners of a region, patterns of fine stripes can make it 2.
     *
     * These are the steps of Apple's UIImage+ImageEffects 1.0 (2013), with two differences: the
     * result is opaque, and a change of saturation works without a blur.
     */
    SCRIM_STYLE_EFFECT = 18,
    /** Reversible: #SCRIM_STYLE_EFFECT, amount 30, saturation 1.8, white of alpha 0.30. */
    SCRIM_STYLE_LIGHT = 19,
    /** Reversible: #SCRIM_STYLE_EFFECT, amount 20, saturation 1.8, gray 0.97 of alpha 0.82. */
    SCRIM_STYLE_EXTRA_LIGHT = 20,
    /** Reversible: #SCRIM_STYLE_EFFECT, amount 20, saturation 1.8, gray 0.11 of alpha 0.73. */
    SCRIM_STYLE_DARK = 21,
    /**
     * Reversible: #SCRIM_STYLE_EFFECT, amount 10, saturation −1.0, and `color` as a tint of alpha
     * 0.60. The alpha byte of `color` must be 0xFF.
     */
    SCRIM_STYLE_TINT = 22
};

/** Flags of styles. */
SCRIM_ENUM(scrim_style_flags) {
    /**
     * Frost and tiles begin with `color` instead of the pixels around the region. The pixels of
     * the frame then have no influence on what is drawn.
     */
    SCRIM_STYLE_FLAG_ON_COLOR = 1
};

/**
 * How a region is covered. The size of this struct never changes, because it is passed in arrays.
 *
 * Fields that a kind does not use are ignored.
 */
typedef struct scrim_style {
    /** SCRIM_STYLE_…. */
    uint32_t kind;
    /**
     * An sRGB color, 0xRRGGBBAA. The alpha AA must be 0xFF, unless the kind is
     * #SCRIM_STYLE_EFFECT. GRAY8 and GRAY16 get the color's luma by ITU-R BT.709. The color is
     * converted to the numbers of the format with one rounding to nearest.
     */
    uint32_t color;
    /** 0, or SCRIM_STYLE_FLAG_…. */
    uint32_t flags;
    /** Must be 0. */
    uint32_t reserved;
    /** Strength of the kinds that have one, in points. The kind describes it. */
    double amount;
    /** Saturation of #SCRIM_STYLE_EFFECT. */
    double saturation;
    /** Selects the texture of frost and tiles. Any number; it need not be secret. */
    uint64_t seed;
} scrim_style;

/** The style solid black. */
#define SCRIM_STYLE_INIT {SCRIM_STYLE_SOLID, 0x000000FFu, 0u, 0u, 0.0, 0.0, 0u}

/**
 * Sets a struct to #SCRIM_STYLE_INIT, for languages that cannot use C macros.
 *
 * @param style  Receives the initial values.
 * @param size   Size of the struct in the caller's program, in bytes.
 *
 * @return SCRIM_ERROR_INVALID_ARGUMENT if the struct cannot have this size.
 */
SCRIM_API scrim_status scrim_style_init(scrim_style *style, size_t size);

/** The largest number of regions in a call. */
#define SCRIM_MAX_REGIONS 1000000
/** The largest number of styles in a call. */
#define SCRIM_MAX_STYLES 256
/** The largest number of points in a call, of all polygons and quads together. */
#define SCRIM_MAX_ALL_POINTS 1000000
/**
 * The largest number of rectangles that the regions of a call may consist of. A rectangle counts
 * as one. A rounded rectangle or an ellipse counts as at most one for each row. A polygon counts as
 * one for each run of pixels in a row.
 */
#define SCRIM_MAX_RECTANGLES 10000000
/**
 * A call may use this much working memory, in bytes, plus 32 times the size of the frame. Many
 * large regions that overlap can reach this limit.
 */
#define SCRIM_MAX_WORK_MEMORY 268435456

/** Styles and distances for scrim_redact(). The distances are in pixels, not in points. */
typedef struct scrim_redact_options {
    /** Size of this struct, set by #SCRIM_REDACT_OPTIONS_INIT. */
    uint32_t struct_size;
    /** Number of `styles`, 0 … #SCRIM_MAX_STYLES. If it is 0, every region is solid black. */
    uint32_t style_count;
    /** The styles that regions refer to. May be NULL if `style_count` is 0. */
    const scrim_style *styles;
    /** Pixels per point, 1/64 … 64. */
    double scale;
    /**
     * Distance around regions in which pixels are not read, 0 … 64. Letters have soft edges, which
     * reach about two pixels beyond a tight box and would give away what the box hides.
     *
     * Frost and tiles do not read pixels within this distance of any region. They read the next
     * four pixels outward. Reversible styles do not read pixels within this distance of an
     * irreversible region.
     */
    uint32_t sampling_gap;
    /** Regions are extended by this distance to each side, 0 … 4,096. */
    uint32_t dilation;
    /**
     * Rounds the size of regions up to a multiple of this number, 0 … 4,096. The size of a tight
     * box gives away which word it hides. 0 and 1 change nothing.
     *
     * The region becomes its bounding box, after dilation. The left and the top edge stay, and the
     * width and the height are rounded up.
     */
    uint32_t size_multiple;
    /**
     * Extends regions to the blocks of the codec that the frame was decoded from: 0 (off), 8 or 16.
     *
     * A JPEG file or a Motion JPEG video spreads the inside of a region over its blocks. Use 16 for
     * chroma that is subsampled as 4:2:0 or 4:2:2, where it spreads up to 16 pixels. Use 8 for
     * 4:4:4, where it spreads up to 7. This option is not enough for codecs that predict one block
     * from another, for example WebP, AVIF and H.264. They carry traces farther than a block.
     *
     * Regions are extended to multiples of the block size, counted from the frame's top left
     * corner, and then by one more pixel.
     */
    uint32_t codec_block;
    /**
     * The first row of the band to write. A call writes only the rows of its band. The bands of a
     * frame together give the same bytes as one call for the whole frame, so that several threads
     * can share the work.
     *
     * Pass the same frame, regions and other options for every band. In a format whose rows share
     * chroma in pairs (NV12, I420, P010 and I010), this number must be even. Reversible styles need
     * all rows of the source: for them, use scrim_redact_copy().
     */
    uint32_t first_row;
    /**
     * Number of rows of the band. 0 stands for all rows from `first_row` on. In a format whose rows
     * share chroma in pairs, it must be even, unless the band ends with the last row of the frame.
     */
    uint32_t row_count;
} scrim_redact_options;

/** Options for solid black, one pixel per point, a sampling gap of two pixels, and all rows. */
#define SCRIM_REDACT_OPTIONS_INIT \
    {sizeof(scrim_redact_options), 0u, NULL, 1.0, 2u, 0u, 0u, 0u, 0u, 0u}

/**
 * Sets a struct to #SCRIM_REDACT_OPTIONS_INIT, for languages that cannot use C macros.
 *
 * @param options  Receives the initial values.
 * @param size     Size of the struct in the caller's program, in bytes.
 *
 * @return SCRIM_ERROR_INVALID_ARGUMENT if no version of the struct can have this size.
 */
SCRIM_API scrim_status scrim_redact_options_init(scrim_redact_options *options, size_t size);

/* ---- Margins ---- */

/**
 * Where the pixels of a frame come from. A source spreads what a box hides over pixels around it.
 *
 * The figures are distances in pixels. A box must reach this far beyond the ink of a number, so
 * that no digit can be read from the pixels outside. They are the largest of several measurements,
 * with readers that know the font and the background. docs/explanation/attacks.md describes the
 * latest of them.
 */
SCRIM_ENUM(scrim_source) {
    /** Not known. Dilation 32, which is enough for all sources but #SCRIM_SOURCE_PREDICTED. */
    SCRIM_SOURCE_UNKNOWN = 0,
    /**
     * Pixels as a program drew them, or from a lossless file such as PNG, with gray or no smoothing
     * of text. Nothing was read outside a box around all ink: no margin.
     */
    SCRIM_SOURCE_LOSSLESS = 1,
    /** As lossless, but text is smoothed for LCD subpixels. Measured: 2. Dilation 2. */
    SCRIM_SOURCE_LCD_TEXT = 2,
    /** Enlarged after it was drawn, by up to 1.5 times. Measured: 5. Dilation 5. */
    SCRIM_SOURCE_SCALED = 3,
    /** Text that glows, by a blur of up to 2 pixels. Measured: 6. Dilation 6. */
    SCRIM_SOURCE_GLOW = 4,
    /** Text with a shadow, blurred by up to 3 pixels. Measured: 12. Dilation 12. */
    SCRIM_SOURCE_SHADOW = 5,
    /** A JPEG file in 4:4:4, neither cropped nor scaled. Measured: 8. Codec block 8. */
    SCRIM_SOURCE_JPEG_444 = 6,
    /**
     * A JPEG file in 4:2:0 or 4:2:2, or Motion JPEG, neither cropped nor scaled. Measured: 16.
     * Codec block 16.
     */
    SCRIM_SOURCE_JPEG_SUBSAMPLED = 7,
    /**
     * A JPEG file that was cropped or scaled after it was decoded, or whose picture was scaled
     * before. Its blocks are not where the decoder's are now. Measured: 32. Dilation 32.
     */
    SCRIM_SOURCE_JPEG_CHANGED = 8,
    /**
     * A codec that predicts one block from another: WebP, AVIF, H.264 or VP9. Dilation 32 and codec
     * block 16, which is not always enough: in over 40 % of the settings with WebP and H.264,
     * digits were read beyond 32 pixels. Redact before encoding.
     */
    SCRIM_SOURCE_PREDICTED = 9
};

/**
 * Finds out how far regions must be extended for a source.
 *
 * Set the results as `dilation` and `codec_block` in the options of scrim_redact().
 *
 * The margin follows from the source alone. Do not grow each box until nothing crosses its border:
 * most boxes stay readable then, and their sizes give digits away.
 *
 * @param source       SCRIM_SOURCE_….
 * @param dilation     Receives the value for `dilation` of ::scrim_redact_options.
 * @param codec_block  Receives the value for `codec_block` of ::scrim_redact_options.
 *
 * @return SCRIM_ERROR_INVALID_ARGUMENT if `source` is not a constant of this version.
 */
SCRIM_API scrim_status scrim_margin_for_source(uint32_t source, uint32_t *dilation,
                                               uint32_t *codec_block);

/* ---- Reports ---- */

/** The state of a frame after a call. */
SCRIM_ENUM(scrim_outcome) {
    /** Every region is covered. The frame may be shown or stored. */
    SCRIM_OUTCOME_OK = 1,
    /**
     * Everything that the call was to write is covered: the frame, or its band. After an error it
     * is opaque black. If a scene covers it, it shows what scrim_scene_set_cover() has set. It may
     * be shown or stored.
     */
    SCRIM_OUTCOME_COVERED = 2,
    /** The frame could not be covered. It may still show everything and must not be used. */
    SCRIM_OUTCOME_DISCARD = 3
};

/** Classes of styles, from the strongest to the weakest. */
SCRIM_ENUM(scrim_style_class) {
    /** No region covers a pixel of the frame. */
    SCRIM_STYLE_CLASS_NONE = 0,
    /** Solid. Nothing is left of the pixels inside, and the cover is recognizable as a cover. */
    SCRIM_STYLE_CLASS_SOLID = 1,
    /**
     * Frost, tiles, or a picture that covers a frame. Nothing is left of the pixels inside, but a
     * viewer may think that the invented texture shows something real.
     */
    SCRIM_STYLE_CLASS_SYNTHETIC = 2,
    /** A style computed from the pixels inside. They can be read back. */
    SCRIM_STYLE_CLASS_REVERSIBLE = 3
};

/**
 * Describes what a call did to a frame.
 *
 * The report is written after errors, too, unless its own `struct_size` is invalid.
 */
typedef struct scrim_redact_report {
    /** Size of this struct, set by #SCRIM_REDACT_REPORT_INIT. */
    uint32_t struct_size;
    /** SCRIM_OUTCOME_…. */
    uint32_t outcome;
    /** SCRIM_STYLE_CLASS_…: the weakest class of the styles that were used. */
    uint32_t weakest_class;
    /** 0. */
    uint32_t reserved;
    /**
     * Number of regions that the call was given. This number and the next two describe the whole
     * frame, even if the call was for a band.
     */
    uint64_t regions;
    /** Number of those regions that cover at least one pixel of the frame. */
    uint64_t regions_inside;
    /** Number of regions that cover a pixel of the frame and also extend beyond its edges. */
    uint64_t regions_clipped;
    /**
     * Number of covered pixels. A pixel in several regions counts once. A call for a band
     * counts only the pixels of the band.
     */
    uint64_t pixels;
    /**
     * Number of regions whose border content crosses. What crosses the border may show what the
     * region hides. So take the margin of the source for all regions, or look at these.
     *
     * The row of pixels next to each side of the region is read, after dilation, and up to 15 rows
     * farther outward if the colors change along it. Content crosses a side if the colors change
     * more along the nearest row than along the rows farther outward. A soft edge,
     * a shadow or a codec's trace of what is inside does so. A table line does not, if it is as
     * strong farther outward. On flat ground the check finds most of what can be read, on a photo
     * little. So 0 does not prove that the regions are large enough.
     *
     * The pixels are read as they were before the call, and pixels in any region of the call are
     * not read. Around a shape that is not a rectangle, the row follows the outline. A side at the
     * edge of the frame is not checked. Formats with chroma planes are checked by their luma only.
     * docs/explanation/redaction.md gives the rule and its measured accuracy.
     *
     * A call for a band counts the regions whose topmost row in the frame lies in the band, so that
     * the counts of all bands add up.
     */
    uint64_t regions_crossed;
    /**
     * Set by the caller: receives the indices of the first regions that `regions_crossed` counts,
     * in increasing order. At most `crossed_capacity` are written. May be NULL if that is 0. Scenes
     * and captures write nothing here, because their regions have no order.
     */
    uint64_t *crossed;
    /** Set by the caller: the number of indices for which `crossed` has room. */
    uint64_t crossed_capacity;
} scrim_redact_report;

/**
 * A report with the outcome #SCRIM_OUTCOME_DISCARD, so that a frame is not used before a call has
 * filled in the report.
 */
#define SCRIM_REDACT_REPORT_INIT \
    {sizeof(scrim_redact_report), SCRIM_OUTCOME_DISCARD, SCRIM_STYLE_CLASS_NONE, 0u, 0u, 0u, 0u, \
     0u, 0u, NULL, 0u}

/**
 * Sets a struct to #SCRIM_REDACT_REPORT_INIT, for languages that cannot use C macros.
 *
 * @param report  Receives the initial values.
 * @param size    Size of the struct in the caller's program, in bytes.
 *
 * @return SCRIM_ERROR_INVALID_ARGUMENT if no version of the struct can have this size.
 */
SCRIM_API scrim_status scrim_redact_report_init(scrim_redact_report *report, size_t size);

/* ---- Calls ---- */

/**
 * Covers regions of a frame in place.
 *
 * Every covered pixel is written once, and no other byte is written. A sample of chroma is covered
 * if any of its pixels is covered. So the color of one row or column of pixels
 * next to a region may change.
 *
 * Regions may overlap. Irreversible regions lie on top of reversible ones, and later regions on top
 * of earlier ones. A reversible region reads only its own pixels, and none of them that belong to
 * an irreversible region. So a blur next to a solid box shows nothing of what the box hides.
 *
 * The call fails closed. After any error, the whole frame is filled with opaque black and the
 * outcome is #SCRIM_OUTCOME_COVERED. If the frame itself is unusable, nothing is written and the
 * outcome is #SCRIM_OUTCOME_DISCARD. After an error, use the frame only if the report says that it
 * is covered and if a black frame is acceptable.
 *
 * If the options name a band of rows, the call writes only these rows. After an error, only the
 * band is black, because other threads may be writing the other rows. The whole frame is black only
 * if the band is not known: if the options cannot be read, if the frame does not have all rows of
 * the band, or if the band separates rows that share chroma. Do not use the frame if the call for
 * any of its bands has returned an error.
 *
 * @param frame    The frame. Its pixels are written.
 * @param regions  The regions, in any order. May be NULL if `count` is 0.
 * @param count    Number of regions, at most #SCRIM_MAX_REGIONS.
 * @param options  Styles and distances. NULL means #SCRIM_REDACT_OPTIONS_INIT.
 * @param report   Receives what was done, after errors too. May be NULL.
 *
 * @return SCRIM_ERROR_INVALID_ARGUMENT if a value is out of range or not finite, if a region names
 *         a style that does not exist, if a color is not opaque, or if the band is wrong.
 * @return SCRIM_ERROR_UNSUPPORTED if the format, the color range, the color matrix, a shape or a
 *         kind of style is unknown, if a style in the options does not work in the format, or if a
 *         region has a reversible style and the band is not the whole frame.
 * @return SCRIM_ERROR_LIMIT if there are too many regions, styles, points or rectangles, or if the
 *         call needs more working memory than #SCRIM_MAX_WORK_MEMORY allows.
 * @return SCRIM_ERROR_NO_MEMORY if memory could not be allocated.
 *
 * Threads: may run in any number of threads at the same time, on frames that do not overlap, or on
 * bands of one frame that do not overlap.
 *
 * Time: O(pixels covered + n · log n), where n counts rectangles as #SCRIM_MAX_RECTANGLES does.
 * Polygons add O(points), O(the rows that each edge crosses), and O(the frame's width) for each
 * polygon. Each region that is not solid adds O(the area of its bounding box in the frame), unless
 * other regions cover it completely. A report adds O(the length of each region's border).
 *
 * Memory: about 60 bytes for each rectangle, up to 120 if they overlap, and 20 more if a region is
 * not solid. A report adds about 60 bytes for each region, and a bit for each pixel of the frame if
 * regions are near each other. A region that is not solid also needs memory in proportion to the
 * bytes in its bounding box, and at least 0.4 to 4 KiB. The factor is one eighth for the
 * irreversible styles, and up to three for the reversible ones. If a blurred region is covered as
 * one rectangle, the blur needs as much as about 70 rows of the bounding box instead. The memory
 * for all regions is needed at the same time. scrim/base.h says how much stack a thread needs.
 */
SCRIM_API scrim_status scrim_redact(const scrim_frame *frame, const scrim_region *regions,
                                    size_t count, const scrim_redact_options *options,
                                    scrim_redact_report *report);

/**
 * Writes a redacted copy of a frame.
 *
 * `destination` receives the pixels that scrim_redact() would leave in `source`. A pixel that is to
 * be covered is never written to `destination`, not even for a moment. So another process may read
 * that memory during the call.
 *
 * If both frames describe the same memory, this call is scrim_redact(). Otherwise no plane of one
 * frame may overlap a plane of the other, from its first to its last byte, padding included.
 *
 * The call fails closed as scrim_redact() does, with the frame `destination`. If the frames overlap
 * in part, nothing is written and the outcome is #SCRIM_OUTCOME_DISCARD.
 *
 * @param source       The frame to read. It must not change during the call.
 * @param destination  The frame to write: all of its pixels, but not the padding of its rows. It
 *                     must have the source's format, size, color range and color matrix.
 * @param regions      The regions, in any order. May be NULL if `count` is 0.
 * @param count        Number of regions, at most #SCRIM_MAX_REGIONS.
 * @param options      Styles and distances. NULL means #SCRIM_REDACT_OPTIONS_INIT.
 * @param report       Receives what was done, after errors too. May be NULL.
 *
 * @return SCRIM_ERROR_INVALID_ARGUMENT if the frames differ in format, size or color, if they
 *         overlap in part, or if a value is wrong as in scrim_redact().
 * @return SCRIM_ERROR_UNSUPPORTED if the format, the color range, the color matrix, a shape or a
 *         kind of style is unknown, or if a style in the options does not work in the format.
 * @return SCRIM_ERROR_LIMIT if there are too many regions, styles, points or rectangles, or if the
 *         call needs more working memory than #SCRIM_MAX_WORK_MEMORY allows.
 * @return SCRIM_ERROR_NO_MEMORY if memory could not be allocated.
 *
 * Threads, time and memory: as for scrim_redact(), and O(pixels of the frame) for the copy.
 */
SCRIM_API scrim_status scrim_redact_copy(const scrim_frame *source, const scrim_frame *destination,
                                         const scrim_region *regions, size_t count,
                                         const scrim_redact_options *options,
                                         scrim_redact_report *report);

/**
 * Covers rectangles of a picture in one style.
 *
 * This is scrim_redact() for languages in which structs that contain pointers are hard to build.
 * Every argument is a number or the address of numbers. The call writes the same bytes as
 * scrim_redact() would with a frame of one plane, default options and the one style. The `id` of
 * each region is its index in `rects`. The call fails closed in the same way.
 *
 * @param pixels   The first pixel of the top row. The pixels are written.
 * @param stride   Bytes from the start of a row to the start of the row below. May be negative.
 * @param format   SCRIM_FORMAT_…, of a format with one plane.
 * @param width    Width in pixels, 1 … #SCRIM_FRAME_MAX_SIDE.
 * @param height   Height in pixels, 1 … #SCRIM_FRAME_MAX_SIDE.
 * @param rects    The rectangles in pixels: for each of them x, y, width and height, as numbers of
 *                 the type double. May be NULL if `count` is 0.
 * @param count    Number of rectangles, at most #SCRIM_MAX_REGIONS.
 * @param style    The style of all rectangles. NULL means #SCRIM_STYLE_INIT, which is solid black.
 * @param outcome  Receives SCRIM_OUTCOME_…, after errors too. May be NULL.
 *
 * @return SCRIM_ERROR_INVALID_ARGUMENT if a value is out of range or not finite, if the format has
 *         several planes, or if a color is not opaque.
 * @return SCRIM_ERROR_UNSUPPORTED if the format or the kind of the style is unknown, or if the
 *         style does not work in the format.
 * @return SCRIM_ERROR_LIMIT if there are too many rectangles, or if the call needs more working
 *         memory than #SCRIM_MAX_WORK_MEMORY allows.
 * @return SCRIM_ERROR_NO_MEMORY if memory could not be allocated.
 *
 * Threads, time and memory: as for scrim_redact().
 */
SCRIM_API scrim_status scrim_redact_rects(void *pixels, int64_t stride, uint32_t format,
                                          uint32_t width, uint32_t height, const scrim_rect *rects,
                                          size_t count, const scrim_style *style,
                                          uint32_t *outcome);

#ifdef __cplusplus
}
#endif

#endif
