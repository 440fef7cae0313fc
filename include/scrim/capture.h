/* SPDX-License-Identifier: MIT */
/**
 * @file
 * Captures: streams of frames of a screen, redacted while another thread changes the scene.
 *
 * A recorder has a problem that a program which draws its own frames does not have. A frame shows
 * the screen as it was a moment ago, and the scene learns of a change a moment after the screen
 * shows it. So a capture covers more than the regions that are secure now. It covers every region
 * that was secure at any time from shortly before the frame was captured until the newest snapshot.
 *
 * The thread of the scene takes snapshots. The thread of the recorder redacts each frame with the
 * newest snapshot. Neither thread waits for the other.
 *
 * docs/tutorial/screen-recorder.md builds a recorder. docs/explanation/scene.md explains what a
 * capture guarantees, and under which conditions.
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

/**
 * A snapshot: a copy of a scene's secure regions at one moment and of the recent ones, and of its
 * covers. It never changes. It is not in the group of its scene.
 */
typedef struct scrim_snapshot scrim_snapshot;

/** How long a scene remembers where its secure regions were, in nanoseconds. */
#define SCRIM_SCENE_HISTORY_NS 1000000000u
/**
 * The largest number of past positions that a scene remembers for one view. If there are more, the
 * scene replaces two neighboring positions by their bounding box. It chooses the two that together
 * lasted for the shortest time.
 */
#define SCRIM_SCENE_HISTORY_PLACES 32
/** The largest number of views whose past positions a scene remembers. */
#define SCRIM_SCENE_HISTORY_VIEWS 4096
/**
 * The largest number of other past positions that a scene remembers. They belong to views that were
 * removed, or that moved while #SCRIM_SCENE_HISTORY_VIEWS was reached.
 *
 * If there are still more, the scene replaces all further ones by one bounding box, which stays as
 * long as any of them would. The capture then covers more than was secure, never less.
 */
#define SCRIM_SCENE_HISTORY_OTHERS 16384

/**
 * Advances the scene's clock to `now_ns` and creates a snapshot of the current and recent secure
 * regions.
 *
 * Take a snapshot whenever the scene has changed, and at least once in each `max_latency_ns` of
 * your captures. The scene learns the time only from snapshots. A region that changed between two
 * snapshots is considered to have been at its old position until the second one. If a rotated
 * region has moved, its bounding box is remembered.
 *
 * The first snapshot starts the history. It starts again if a time is less than the previous one.
 * Frames that reach back before the start of the history are covered completely.
 *
 * The call ends everything that texts reveal on the views of the scene: see
 * scrim_scene_attach_text().
 *
 * @param scene   The scene.
 * @param now_ns  The time now, on the clock that also times the frames.
 * @param out     Receives the snapshot. It may outlive its scene, but then covers whole frames.
 *
 * @return SCRIM_ERROR_NO_MEMORY if memory cannot be allocated.
 * @return SCRIM_ERROR_LIMIT if #SCRIM_MAX_HANDLES handles exist.
 *
 * After these two errors the clock may have advanced, and reveals have ended. Later frames can show
 * less because of that, but never more.
 *
 * Threads: any thread may use and destroy the snapshot. Several threads may use it concurrently.
 * Time: O(secure regions + remembered positions). Its memory has the same order.
 */
SCRIM_API scrim_status scrim_scene_snapshot(scrim_scene *scene, uint64_t now_ns,
                                            scrim_snapshot **out);

/**
 * Destroys a snapshot.
 *
 * @param snapshot  The snapshot. May be NULL.
 *
 * Time: O(size of the snapshot).
 */
SCRIM_API void scrim_snapshot_destroy(scrim_snapshot *snapshot);

/** The largest number of bytes that scrim_snapshot_encode() writes. */
#define SCRIM_SNAPSHOT_MAX_BYTES 16777216

/**
 * Writes a snapshot as bytes, for scrim_snapshot_decode() in another process on the same machine.
 *
 * The bytes contain everything that a capture needs: times, secure regions with the numbers of
 * their views, past positions, and the outputs with their covers. They contain no text, name or
 * pixel. A picture that covers an output is replaced by the color around it, because pictures are
 * large.
 *
 * An output counts as covered if it is covered now or has been covered since the snapshot. The
 * format begins with its version, and ends with a checksum against damage. It may change in every
 * release, so do not store it. scrim/feed.h hands snapshots to other processes by this format.
 *
 * @param snapshot  The snapshot.
 * @param buffer    Receives the bytes. May be NULL if `capacity` is 0.
 * @param capacity  Size of the buffer in bytes.
 * @param length    Receives the number of bytes, also with #SCRIM_ERROR_BUFFER_TOO_SMALL.
 *
 * @return SCRIM_ERROR_BUFFER_TOO_SMALL if the buffer is too small. Nothing is written to it.
 * @return SCRIM_ERROR_LIMIT if the bytes would be more than #SCRIM_SNAPSHOT_MAX_BYTES.
 * @return SCRIM_ERROR_NO_MEMORY if memory cannot be allocated.
 *
 * Threads: any thread.
 * Time: O(size of the snapshot).
 */
SCRIM_API scrim_status scrim_snapshot_encode(const scrim_snapshot *snapshot, char *buffer,
                                             size_t capacity, size_t *length);

/**
 * Creates a snapshot from bytes that scrim_snapshot_encode() has written.
 *
 * All bytes are checked before anything is created, so they may come from anywhere. Bytes that are
 * damaged give an error. The checks protect your process, but not the private content: a program
 * that writes the bytes decides which regions are covered.
 *
 * The new snapshot does not depend on its scene. It does not learn that an output is covered later,
 * so take a newer one in time: `max_latency_ns` of the capture limits how long it is used.
 *
 * @param bytes   The bytes. They must not change during the call.
 * @param length  Number of bytes.
 * @param out     Receives the snapshot.
 *
 * @return SCRIM_ERROR_CORRUPTED if the bytes are not what scrim_snapshot_encode() writes.
 * @return SCRIM_ERROR_UNSUPPORTED if another version of Scrim has written the bytes.
 * @return SCRIM_ERROR_NO_MEMORY if memory cannot be allocated.
 * @return SCRIM_ERROR_LIMIT if #SCRIM_MAX_HANDLES handles exist.
 *
 * Time: O(bytes).
 */
SCRIM_API scrim_status scrim_snapshot_decode(const void *bytes, size_t length,
                                             scrim_snapshot **out);

/* ---- Streams ---- */

/** A capture: one stream of frames that is recorded, sent or shared. */
typedef struct scrim_capture scrim_capture;

/**
 * How a frame is oriented relative to the screen. The frame is flipped left to right first, if at
 * all, and then rotated clockwise.
 */
SCRIM_ENUM(scrim_transform) {
    SCRIM_TRANSFORM_NONE = 0,        /**< As on the screen. */
    SCRIM_TRANSFORM_90 = 1,          /**< Rotated by 90 degrees. */
    SCRIM_TRANSFORM_180 = 2,         /**< Rotated by 180 degrees. */
    SCRIM_TRANSFORM_270 = 3,         /**< Rotated by 270 degrees. */
    SCRIM_TRANSFORM_FLIPPED = 4,     /**< Flipped. */
    SCRIM_TRANSFORM_FLIPPED_90 = 5,  /**< Flipped, then rotated by 90 degrees. */
    SCRIM_TRANSFORM_FLIPPED_180 = 6, /**< Flipped, then rotated by 180 degrees. */
    SCRIM_TRANSFORM_FLIPPED_270 = 7  /**< Flipped, then rotated by 270 degrees. */
};

/** The largest latency, and the largest update interval, in nanoseconds. */
#define SCRIM_CAPTURE_MAX_LATENCY_NS 1000000000u
/** The largest hold time in nanoseconds. */
#define SCRIM_CAPTURE_MAX_HOLD_NS 500000000u
/** The largest time constant of smoothing, in nanoseconds. */
#define SCRIM_CAPTURE_MAX_SMOOTHING_NS 4000000000u

/** Flags of captures. */
SCRIM_ENUM(scrim_capture_flags) {
    /**
     * The program delays each frame by at least `max_latency_ns` before it redacts the frame, so
     * that the scene has learned of every change that the frame shows.
     *
     * The whole frame is covered if the snapshot is not newer than `captured_to_ns` by at least
     * `max_latency_ns`. In return, nothing has to be known about the speed of secure views: a view
     * that jumps or appears is covered from its first frame.
     *
     * Frames that wait for longer than #SCRIM_SCENE_HISTORY_NS less `hold_ns` are covered, because
     * the scene has forgotten their time.
     */
    SCRIM_CAPTURE_DELAYED = 1
};

/** Options of scrim_capture_create(). */
typedef struct scrim_capture_options {
    uint32_t struct_size; /**< Size of this struct in bytes. */
    uint32_t output;      /**< The output of the scene that the frames belong to. */
    /** Top left corner of the part of the screen that the frames show, in points. */
    scrim_point origin;
    double scale;       /**< Pixels per point, 1/64 … 64. */
    uint32_t transform; /**< One of SCRIM_TRANSFORM_*. */
    uint32_t flags;     /**< SCRIM_CAPTURE_* flags. */
    /** Style of the secure regions, as in ::scrim_scene_redact_options. */
    scrim_style style;
    /**
     * The highest speed at which any secure view moves on the screen, in points per second. Not
     * negative.
     *
     * Pass 0 only if the scene always learns of a new position before the screen shows it, for
     * example because the program updates the scene before it draws. With a higher speed, each
     * region gets a margin: see scrim_capture_redact().
     */
    double max_speed;
    /**
     * The longest time from the moment that the screen shows a change to the moment that the scene
     * is updated, in nanoseconds. At most #SCRIM_CAPTURE_MAX_LATENCY_NS. If a snapshot is older
     * than a frame by more than this, the whole frame is covered.
     */
    uint64_t max_latency_ns;
    /**
     * The longest time between two updates of a secure view that moves, in nanoseconds. At most
     * #SCRIM_CAPTURE_MAX_LATENCY_NS.
     *
     * Count from the moment that the screen shows one position that the scene gets, to the moment
     * that it shows the next. If the latency of updates varies, add the difference between the
     * longest and the shortest.
     */
    uint64_t update_interval_ns;
    /**
     * How long a position stays covered after a secure view has left it, in nanoseconds. At most
     * #SCRIM_CAPTURE_MAX_HOLD_NS. Choose it longer than the time that the screen needs to show a
     * change that the scene knows.
     */
    uint64_t hold_ns;
    /**
     * Time constant of smoothing in nanoseconds, at most #SCRIM_CAPTURE_MAX_SMOOTHING_NS. 0: no
     * smoothing.
     *
     * Frost and tiles without #SCRIM_STYLE_FLAG_ON_COLOR take their colors from what is around a
     * region. With smoothing, they follow changes there with this time constant, measured in times
     * of capture. So they do not flicker while something moves next to a region. The direction of
     * the texture, dark on light or light on dark, changes only after the mean brightness has moved
     * 12 of its 256 levels beyond the middle.
     *
     * A frame that was covered completely has no influence on later ones. Of other frames, only
     * pixels outside all regions and sampling gaps have an influence. A view that was not in the
     * previous frame starts with the colors around it.
     *
     * For smoothing, a capture remembers the colors of each region as a grid of cells. For each of
     * two frames, it keeps up to 1,024 grids with 262,144 cells of 16 bytes in all. That is at most
     * 8.5 MiB, allocated as regions appear. Regions that find no room or memory are not smoothed.
     */
    uint64_t smoothing_ns;
} scrim_capture_options;

/**
 * Output 0 from the screen's origin, not rotated, one pixel per point, in solid black.
 *
 * `max_speed` is 0. The latency is 50 ms, the update interval a 60th of a second, the hold time
 * 150 ms, and the time constant of smoothing 350 ms.
 */
#define SCRIM_CAPTURE_OPTIONS_INIT \
    {sizeof(scrim_capture_options), 0u, {0.0, 0.0}, 1.0, SCRIM_TRANSFORM_NONE, 0u, \
     SCRIM_STYLE_INIT, 0.0, 50000000u, 16666667u, 150000000u, 350000000u}

/**
 * Sets a struct to #SCRIM_CAPTURE_OPTIONS_INIT, for languages that cannot use C macros.
 *
 * @param options  The struct.
 * @param size     The size of the struct in the caller's program.
 *
 * @return SCRIM_ERROR_INVALID_ARGUMENT if no version of the struct has that size.
 */
SCRIM_API scrim_status scrim_capture_options_init(scrim_capture_options *options, size_t size);

/**
 * Creates a capture. It does not depend on a scene: each frame comes with a snapshot.
 *
 * @param options  The options.
 * @param out      Receives the capture.
 *
 * @return SCRIM_ERROR_UNSUPPORTED if this version does not support the kind of the style.
 * @return SCRIM_ERROR_NO_MEMORY if memory cannot be allocated.
 * @return SCRIM_ERROR_LIMIT if #SCRIM_MAX_HANDLES handles exist.
 *
 * Threads: a capture belongs to one thread at a time. It is in no group with scenes or snapshots.
 */
SCRIM_API scrim_status scrim_capture_create(const scrim_capture_options *options,
                                            scrim_capture **out);

/**
 * Destroys a capture.
 *
 * @param capture  The capture. May be NULL.
 */
SCRIM_API void scrim_capture_destroy(scrim_capture *capture);

/**
 * Redacts one frame of the stream in place.
 *
 * It covers every region that was secure at any time from `captured_from_ns` − `hold_ns` until the
 * snapshot. If `max_speed` is not 0, each region gets a margin of one pixel plus the distance that
 * a secure view can have moved. The distance is `max_speed` times the sum of `update_interval_ns`
 * and the time from the snapshot until `captured_to_ns` + `max_latency_ns`. That time is 0 if the
 * snapshot is newer, as it is for frames that waited with #SCRIM_CAPTURE_DELAYED.
 *
 * As a result, no pixel of a secure view is in the frame if these conditions hold:
 *  - The view moves no faster than `max_speed`.
 *  - The times of the frame and of the snapshots are correct.
 *  - The screen shows a change of the scene within `hold_ns`.
 *  - The scene gets at least one of the positions that the screen shows in each
 *    `update_interval_ns`.
 *  - Each update comes at most `max_latency_ns` after the screen shows the change.
 *
 * A view that jumps farther stays covered at its old position for `hold_ns`, but is visible at its
 * new position until the scene is updated. #SCRIM_CAPTURE_DELAYED prevents that.
 *
 * The whole frame is covered in the following cases. It then shows what scrim_scene_set_cover() had
 * set when the snapshot was taken. The outcome is #SCRIM_OUTCOME_COVERED, and the status is
 * #SCRIM_OK.
 *  - The output is covered, or has been covered since the snapshot, or the scene was destroyed.
 *  - The output was covered at `captured_from_ns` or later. A cover that was lowered counts until
 *    the first snapshot after that.
 *  - The snapshot is older than `captured_to_ns` by more than `max_latency_ns`.
 *  - `captured_from_ns` − `hold_ns` is before the start of the scene's history. This includes the
 *    first frames after the first snapshot.
 *  - `captured_from_ns` is less than in the previous call, or equal to it if that call covered the
 *    frame for this reason.
 *  - The condition of #SCRIM_CAPTURE_DELAYED is not met.
 *
 * If another thread covers the output while this call runs, the call notices it before it returns,
 * and covers the whole frame.
 *
 * Like scrim_scene_redact(), it fails closed: after an error the whole frame is black, or the
 * outcome is #SCRIM_OUTCOME_DISCARD. #SCRIM_ERROR_REVERSIBLE_STYLE is an exception: only the secure
 * regions are then covered, and the outcome is #SCRIM_OUTCOME_OK.
 *
 * @param capture           The capture.
 * @param snapshot          A snapshot of any scene, best the newest one at the time of the call.
 * @param frame             The frame.
 * @param captured_from_ns  When the screen began to show what is in the frame, on the clock of the
 *                          snapshots.
 * @param captured_to_ns    When the screen stopped showing it. Not less than `captured_from_ns`. If
 *                          your program reads the screen, pass the times before and after it reads.
 * @param report            Receives what was done, also after an error. May be NULL.
 *
 * @return SCRIM_ERROR_NOT_FOUND if the output does not exist.
 * @return SCRIM_ERROR_UNSUPPORTED if this version does not support the format, its color range or
 *         its color matrix.
 * @return SCRIM_ERROR_REVERSIBLE_STYLE if the style is reversible. The secure regions are then
 *         solid black, and the rest of the frame is unchanged.
 * @return SCRIM_ERROR_NO_MEMORY if memory cannot be allocated.
 * @return SCRIM_ERROR_LIMIT if there are more points or rectangles than scrim_redact() accepts.
 *
 * Threads: another thread may change the scene at the same time.
 * Time: as scrim_scene_redact(), where past positions count as regions.
 */
SCRIM_API scrim_status scrim_capture_redact(scrim_capture *capture, const scrim_snapshot *snapshot,
                                            const scrim_frame *frame, uint64_t captured_from_ns,
                                            uint64_t captured_to_ns, scrim_redact_report *report);

/**
 * Redacts a band of one frame of the stream in place.
 *
 * The bands of a frame together give the same bytes as scrim_capture_redact() for the whole frame.
 * Use it to hand on the upper part of a frame while the lower part is still being read. Pass the
 * same snapshot and times for every band. In other respects, the call does what
 * scrim_capture_redact() does, and where that covers the whole frame, this call covers the band.
 * But if the band is wrong, the whole frame is black, as scrim_redact() describes.
 *
 * @param capture           The capture.
 * @param snapshot          A snapshot of any scene.
 * @param frame             The whole frame.
 * @param captured_from_ns  When the screen began to show what is in the frame.
 * @param captured_to_ns    When the screen stopped showing it.
 * @param first_row         The first row of the band: see `first_row` of ::scrim_redact_options.
 * @param row_count         Number of rows of the band. 0 stands for all rows from `first_row` on.
 * @param report            Receives what was done, also after an error. May be NULL.
 *
 * @return SCRIM_ERROR_INVALID_ARGUMENT if the frame does not have all rows of the band, or if the
 *         band separates rows that share chroma.
 * @return SCRIM_ERROR_NOT_FOUND if the output does not exist.
 * @return SCRIM_ERROR_UNSUPPORTED if this version does not support the format, its color range or
 *         its color matrix, or if the capture smooths and the band is not the whole frame.
 * @return SCRIM_ERROR_REVERSIBLE_STYLE if the style is reversible. The secure regions are then
 *         solid black, and the rest of the band is unchanged.
 * @return SCRIM_ERROR_NO_MEMORY if memory cannot be allocated.
 * @return SCRIM_ERROR_LIMIT if there are more points or rectangles than scrim_redact() accepts.
 *
 * Threads: another thread may change the scene at the same time. A capture belongs to one thread at
 * a time, so its bands are redacted one after the other.
 * Time: as scrim_scene_redact() for the rows of the band.
 */
SCRIM_API scrim_status scrim_capture_redact_rows(scrim_capture *capture,
                                                 const scrim_snapshot *snapshot,
                                                 const scrim_frame *frame,
                                                 uint64_t captured_from_ns, uint64_t captured_to_ns,
                                                 uint32_t first_row, uint32_t row_count,
                                                 scrim_redact_report *report);

/**
 * Finds the point of the screen that a point of a frame shows.
 *
 * Use it to pass on touches of a remote viewer, who touches the frame and means the screen.
 *
 * @param capture   The capture.
 * @param width     Width of the frame in pixels, 1 … #SCRIM_FRAME_MAX_SIDE.
 * @param height    Height of the frame in pixels, 1 … #SCRIM_FRAME_MAX_SIDE.
 * @param x         Horizontal coordinate in the frame, in pixels from its left side.
 * @param y         Vertical coordinate in the frame, in pixels from its top side.
 * @param screen_x  Receives the horizontal coordinate on the screen, in points.
 * @param screen_y  Receives the vertical coordinate on the screen, in points.
 */
SCRIM_API scrim_status scrim_capture_screen_point(const scrim_capture *capture, uint32_t width,
                                                  uint32_t height, double x, double y,
                                                  double *screen_x, double *screen_y);

#ifdef __cplusplus
}
#endif

#endif
