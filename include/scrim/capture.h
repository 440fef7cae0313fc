/* SPDX-License-Identifier: MIT */
/**
 * @file
 * scrim_capture: streams of frames of a scene, recorded or sent while another thread changes it. A frame shows the
 * screen as it was a while ago, and the scene learns of a change a while after: what is covered is all that was private
 * in between.
 */
#ifndef SCRIM_CAPTURE_H
#define SCRIM_CAPTURE_H

#include "base.h"
#include "redact.h"
#include "scene.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Snapshots ---- */

/** What was private in a scene at a moment, and before. It never changes, and is in no group with its scene. */
typedef struct scrim_snapshot scrim_snapshot;

/** How long a scene keeps where its private regions were, in nanoseconds. */
#define SCRIM_SCENE_HISTORY_NS 1000000000u
/**
 * The most places that it keeps of a view. Of more, the two neighbours that were there for the shortest time together
 * become the box around them.
 */
#define SCRIM_SCENE_HISTORY_PLACES 32
/**
 * The most views whose places it keeps at once, and the most places of others: of views that are gone, or moved while that
 * many had places already. Of still more all become one box around them: then more is covered than was private, never less, for
 * as long as any of them lasts.
 */
#define SCRIM_SCENE_HISTORY_VIEWS 4096
#define SCRIM_SCENE_HISTORY_OTHERS 16384

/**
 * Says what time it is, and takes a snapshot of what is private, and was. Between two snapshots the scene knows no time:
 * what has been changed between them is taken to have been there until the second. Of what was turned the box is kept.
 *
 * It conceals what texts reveal that views of the scene show, scrim_scene_attach_text().
 *
 * The first snapshot begins the history, and so does a time that is less than the one before: frames that reach back
 * before it are covered.
 *
 * @param now_ns  of the clock that frames are timed by.
 * @param out     may be used and destroyed on any thread, by several at once, and outlives its scene; it then covers.
 * Errors: NO_MEMORY, LIMIT, BUSY. After NO_MEMORY and LIMIT the scene may know the time, and what was revealed is concealed,
 * all the same: of both the frames that follow show less, never more. Cost: O(secure regions + places kept), memory too.
 */
SCRIM_API scrim_status scrim_scene_snapshot(scrim_scene *scene, uint64_t now_ns, scrim_snapshot **out);

/** Closes the snapshot. Cost: as of its memory. */
SCRIM_API void scrim_snapshot_destroy(scrim_snapshot *snapshot);

/* ---- Streams ---- */

/** A stream of frames: recorded, sent, or shared. It belongs to one thread at a time. */
typedef struct scrim_capture scrim_capture;

/** How a frame is turned against the screen: flipped left to right, or not, and then turned clockwise. */
SCRIM_ENUM(scrim_transform) {
    SCRIM_TRANSFORM_NONE = 0,
    SCRIM_TRANSFORM_90 = 1,
    SCRIM_TRANSFORM_180 = 2,
    SCRIM_TRANSFORM_270 = 3,
    SCRIM_TRANSFORM_FLIPPED = 4,
    SCRIM_TRANSFORM_FLIPPED_90 = 5,
    SCRIM_TRANSFORM_FLIPPED_180 = 6,
    SCRIM_TRANSFORM_FLIPPED_270 = 7
};

/** The longest latency and update interval, and the longest hold, in nanoseconds. */
#define SCRIM_CAPTURE_MAX_LATENCY_NS 1000000000u
#define SCRIM_CAPTURE_MAX_HOLD_NS 500000000u
/** The longest time constant of smoothing, in nanoseconds. */
#define SCRIM_CAPTURE_MAX_SMOOTHING_NS 4000000000u

/** What a stream is made with. */
typedef struct scrim_capture_options {
    uint32_t struct_size;
    uint32_t output;     /**< which output of the scene it is of */
    scrim_point origin;  /**< top left corner, in points of the screen, of the rectangle that the frames show */
    double scale;        /**< pixels per point, 1/64 … 64 */
    uint32_t transform;  /**< SCRIM_TRANSFORM_… */
    uint32_t reserved;   /**< 0 */
    scrim_style style;   /**< of the private regions: as of ::scrim_scene_redact_options */
    /**
     * Points per second, ≥ 0: the most that anything private moves on the screen while it is shown. 0: the screen never
     * shows anything private where the scene has not been told of it by then.
     */
    double max_speed;
    /**
     * Nanoseconds, to #SCRIM_CAPTURE_MAX_LATENCY_NS: the longest from the moment that the screen shows a change to the
     * moment that the scene is told of it. A snapshot that is older than a frame by more covers it.
     */
    uint64_t max_latency_ns;
    /** Nanoseconds, to #SCRIM_CAPTURE_MAX_LATENCY_NS: the longest from one place of what moves that is told to the next. */
    uint64_t update_interval_ns;
    /** Nanoseconds, to #SCRIM_CAPTURE_MAX_HOLD_NS: how long a place stays covered after what was there has left it. */
    uint64_t hold_ns;
    /**
     * Nanoseconds, to #SCRIM_CAPTURE_MAX_SMOOTHING_NS; 0: off. Frost and tiles without a colour of their own follow what is
     * around them with this time constant, by the times of capture: what moves there does not make them flicker. Only
     * frames that were handed on have an influence, and of them what no region or sampling gap held. The way of the texture, dark
     * on light or light on dark, is held too, for 12 levels. A view that was not in the frame before begins anew.
     *
     * A stream remembers 1,024 grids and 262,144 cells of 16 bytes, of two frames: at most 8.5 MiB, got as regions come. What
     * finds no room or memory is not smoothed.
     */
    uint64_t smoothing_ns;
} scrim_capture_options;

/** Output 0 at its origin, not turned, one pixel to a point, solid black; still; late by 50 ms, updated each 60th of a
 *  second, held for 150 ms, smoothed by 350 ms. */
#define SCRIM_CAPTURE_OPTIONS_INIT \
    {sizeof(scrim_capture_options), 0u, {0.0, 0.0}, 1.0, SCRIM_TRANSFORM_NONE, 0u, SCRIM_STYLE_INIT, 0.0, \
     50000000u, 16666667u, 150000000u, 350000000u}

/** Sets a struct to #SCRIM_CAPTURE_OPTIONS_INIT, for languages that cannot see macros. */
SCRIM_API scrim_status scrim_capture_options_init(scrim_capture_options *options, size_t size);

/** Makes a stream. Errors: UNSUPPORTED (the kind of the style), NO_MEMORY, LIMIT. */
SCRIM_API scrim_status scrim_capture_create(const scrim_capture_options *options, scrim_capture **out);

/** Closes the stream. */
SCRIM_API void scrim_capture_destroy(scrim_capture *capture);

/**
 * Makes one frame of the stream safe to hand on, in place. It covers the regions of all that was private at any time from
 * `captured_from_ns` − hold to the snapshot's, and, where `max_speed` is not 0, as far around them as something can have
 * moved in the latency, the update interval and the time by which the snapshot is older than the frame, and one pixel.
 *
 * So no pixel of something private is in the frame, if it moves no faster than `max_speed` and the scene is told where it
 * is each `update_interval_ns`, within `max_latency_ns`. What jumps farther is held for `hold_ns`, no longer.
 *
 * All of the frame is covered (outcome *covered*, status OK) where
 *  - the output is covered by now, or has been since the snapshot, or the scene is destroyed;
 *  - the snapshot is older than `captured_to_ns` by more than `max_latency_ns`;
 *  - `captured_from_ns` − hold is before the scene's history, or `captured_from_ns` before that of the frame before.
 * A cover that is raised on another thread while this call runs is looked for once more when the frame is done.
 *
 * @param snapshot          of any scene, in no group with the stream; best the newest when the call is made.
 * @param captured_from_ns  when the screen began to show what is in the frame; of the snapshots' clock.
 * @param captured_to_ns    when it ceased to: no less.
 * @param report            may be NULL.
 * It fails closed like scrim_scene_redact().
 * Errors: NOT_FOUND (the output), UNSUPPORTED (the format, its range or its matrix), REVERSIBLE_STYLE and LIMIT (as for
 * scrim_scene_redact()), NO_MEMORY. Cost: as there, of places too.
 */
SCRIM_API scrim_status scrim_capture_redact(scrim_capture *capture, const scrim_snapshot *snapshot,
                                            const scrim_frame *frame, uint64_t captured_from_ns,
                                            uint64_t captured_to_ns, scrim_redact_report *report);

/**
 * Finds the point of the screen that a point of a frame shows, to be touched there.
 *
 * @param width   of the frame, in pixels, as `height`: 1 … #SCRIM_FRAME_MAX_SIDE.
 * @param x       pixels from the frame's top left corner, as `y`.
 * @param screen_x  in points, as `screen_y`.
 */
SCRIM_API scrim_status scrim_capture_screen_point(const scrim_capture *capture, uint32_t width, uint32_t height,
                                                  double x, double y, double *screen_x, double *screen_y);

#ifdef __cplusplus
}
#endif

#endif
