/* SPDX-License-Identifier: MIT */
/**
 * @file
 * Scrolling with wheels and touchpads: turns what such a device reports into pans, pinches and
 * rotations on the views of a scene.
 *
 * A *scroll* is a separate touch sequence, with its own number. It acts on the view under the
 * pointer, through the recognizers that gesture.h describes. The fields have the meaning that
 * libinput and Wayland give them: docs/how-to/gestures.md shows which event sets which field.
 */
#ifndef SCRIM_SCROLL_H
#define SCRIM_SCROLL_H

#include "base.h"
#include "gesture.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Where a scroll comes from. The first three have the numbers of libinput's axis sources. */
SCRIM_ENUM(scrim_scroll_source) {
    /**
     * The wheel of a mouse. Its scroll ends after #SCRIM_MAX_SCROLL_PAUSE_NS without a sample. Its
     * steps have no velocity, so it never ends in a fling.
     */
    SCRIM_SCROLL_WHEEL = 1,
    /** Fingers that move in the same direction on a touchpad. */
    SCRIM_SCROLL_FINGER = 2,
    /**
     * Any other device that moves smoothly, for example a pointing stick while a button is held.
     * Its scroll also ends after #SCRIM_MAX_SCROLL_PAUSE_NS without a sample, because Wayland does
     * not always report the end.
     */
    SCRIM_SCROLL_CONTINUOUS = 3,
    /** Fingers that pinch, spread or rotate on a touchpad. */
    SCRIM_SCROLL_PINCH = 4
};

/**
 * How long a wheel or continuous device must rest before its scroll has ended, in nanoseconds: half
 * a second, as in Chromium. Until then, further turns continue the same pan, even if another view
 * has moved under the pointer.
 */
#define SCRIM_MAX_SCROLL_PAUSE_NS 500000000u

/** One sample of a wheel or touchpad. Passed in arrays, so this struct never changes. */
typedef struct scrim_scroll {
    uint64_t time_ns; /**< Monotonic time. */
    uint32_t source;  /**< One of SCRIM_SCROLL_*. */
    /**
     * One of SCRIM_TOUCH_BEGAN … SCRIM_TOUCH_CANCELLED. Use #SCRIM_TOUCH_MOVED if the device does
     * not report when a scroll begins and ends.
     */
    uint32_t phase;
    double x; /**< Horizontal position of the pointer, in points of the screen. */
    double y; /**< Vertical position of the pointer, downwards. */
    /**
     * Horizontal movement in points since the last sample, as libinput and Wayland report it. A
     * positive value scrolls to the right, so it moves the content to the left. With
     * #SCRIM_SCROLL_PINCH it is the movement of the fingers' center, and the content follows it.
     */
    double delta_x;
    double delta_y; /**< Vertical movement. A positive value scrolls down. See `delta_x`. */
    /**
     * #SCRIM_SCROLL_PINCH with #SCRIM_TOUCH_MOVED: the distance of the fingers, divided by their
     * distance at #SCRIM_TOUCH_BEGAN, 2⁻³⁰ … 2³⁰. Otherwise ignored.
     */
    double scale;
    /**
     * #SCRIM_SCROLL_PINCH: how far the fingers have turned since the last sample, in radians.
     * Positive is clockwise. Otherwise ignored.
     */
    double delta_rotation;
} scrim_scroll;

/**
 * Feeds samples of wheels and touchpads, and writes the events that they cause.
 *
 * Recognizers see a scroll as follows:
 *  - Pans follow it, and with #SCRIM_SCROLL_PINCH also pinches and rotations. Other kinds never see
 *    a scroll, and neither do pans that need taps first.
 *  - A scroll counts as two fingers. So a recognizer sees it only if `min_fingers` is at most 2,
 *    and `max_fingers` is 0 or at least 2. The field `fingers` of its events is 0.
 *  - A pan begins at the first movement, and a pinch at the first change of scale. Their
 *    `touch_slop` and `min_span` do not apply. A rotation begins when it exceeds `angle`.
 *    #SCRIM_RECOGNIZER_WITHOUT_SLOP has no effect on a scroll.
 *  - The direction of the first movement decides about a pan with an axis.
 *  - If several recognizers see the scroll, scrim_gestures_add() says which of them wins. In
 *    addition, a pan leaves a #SCRIM_SCROLL_PINCH to the pinches and rotations that see it, unless
 *    they may be recognized together.
 *
 * The position in the events is the pointer's. The translation is the negated sum of the movements
 * since the scroll began; with #SCRIM_SCROLL_PINCH it is not negated. The rotation is a sum too,
 * and the scale is the device's. The velocity is estimated as a finger's is, except for
 * #SCRIM_SCROLL_WHEEL. The pan ends in a fling if its speed reaches `min_velocity`.
 *
 * A scroll begins with #SCRIM_TOUCH_BEGAN, or with a #SCRIM_TOUCH_MOVED that moves something. If a
 * #SCRIM_SCROLL_PINCH begins with #SCRIM_TOUCH_MOVED, its scale is measured from that sample on. A
 * scroll ends in one of these ways:
 *  - with #SCRIM_TOUCH_ENDED or #SCRIM_TOUCH_CANCELLED
 *  - with a #SCRIM_TOUCH_MOVED whose `delta_x` and `delta_y` are 0, which is how libinput reports
 *    the end. This does not apply to #SCRIM_SCROLL_PINCH.
 *  - #SCRIM_SCROLL_WHEEL and #SCRIM_SCROLL_CONTINUOUS: after #SCRIM_MAX_SCROLL_PAUSE_NS without a
 *    sample, or with a movement whose pointer is more than 10 points from where the scroll began
 *  - #SCRIM_SCROLL_FINGER and #SCRIM_SCROLL_PINCH: after
 *    scrim_gestures_options::lost_touch_timeout_ns without a sample, which cancels them
 *  - with a sample that begins a scroll of another source, or with a second #SCRIM_TOUCH_BEGAN. A
 *    wheel or continuous scroll then ends, and the others are cancelled.
 *  - with a finger that comes down on the touch screen, or with scrim_gestures_cancel(). Both
 *    cancel it.
 *
 * The 10 points are units of the scene's coordinates. The density of the screen does not change
 * them. scrim_gestures_next_deadline() includes the pause and the timeout. While fingers are down
 * on the touch screen, samples of scrolls are consumed without effect. So are samples that neither
 * begin nor continue a scroll.
 *
 * A scroll is private under the same conditions as a touch at the pointer's position. A scroll that
 * is ended by a private finger or a private scroll becomes private, even after its deadline. To end
 * it before that, call scrim_gestures_advance() at the deadline. While a scroll is in progress, any
 * sample at a position where touches are private makes it private. If the pointer has moved away
 * from a private scroll, the scroll that follows it within the pause is private too. The pause is
 * counted from the latest time, so filter out private samples with a time far in the future.
 *
 * Like scrim_gestures_feed(), the call stops before the first sample whose events may not fit.
 * Samples that are earlier than the last one are handled in the same way, too.
 *
 * @param gestures  The engine.
 * @param samples   The samples, in order of time.
 * @param count     Number of samples.
 * @param consumed  Receives the number of samples that were taken.
 * @param events    Receives the events. A sample causes at most one event per recognizer. Before
 *                  it, the deadlines that have passed and the end of an earlier scroll cause at
 *                  most two events per recognizer: it begins and ends. If there is little room, a
 *                  call may write only these. `consumed` is then 0, and `produced` is not.
 * @param capacity  Number of events that fit into `events`.
 * @param produced  Receives the number of events written.
 *
 * @return SCRIM_ERROR_BUFFER_TOO_SMALL if the events of the first sample may not fit. `produced` is
 *         then the capacity needed, and `consumed` is 0.
 * @return SCRIM_ERROR_INVALID_ARGUMENT if a sample has an unknown source or phase, a number that is
 *         not finite or is out of range, or no valid `scale`. No sample is consumed.
 * @return SCRIM_ERROR_CLOSED if the scene has been destroyed.
 *
 * Time: O(recognizers that follow the scroll) for each sample, and O(recognizers + views hit) for
 * one that begins or ends a scroll. The call does not allocate memory.
 */
SCRIM_API scrim_status scrim_gestures_scroll(scrim_gestures *gestures, const scrim_scroll *samples,
                                             size_t count, size_t *consumed,
                                             scrim_gesture_event *events, size_t capacity,
                                             size_t *produced);

#ifdef __cplusplus
}
#endif

#endif
