/* SPDX-License-Identifier: MIT */
/**
 * @file
 * Gesture recognition: turns touch samples into gestures on the views of a scene.
 *
 * A scrim_gestures object, the gesture engine, holds the recognizers of one scene. The caller feeds
 * it the samples of a touch screen in order, and it returns the events of the gestures. The engine
 * reads no clock and no device, and starts no thread. The same samples and times always give the
 * same events.
 *
 * A touch sequence lasts from the first finger down, anywhere on the screen, to the last finger up.
 * It is private if any of its touches is private; scrim/scene.h says which touches are. The
 * application receives the events of private gestures too. scrim/collector.h decides which gestures
 * may be recorded. A scroll of a wheel or touchpad is a touch sequence, too: see scrim/scroll.h.
 *
 * docs/how-to/gestures.md shows how to use these functions. docs/reference/gestures.md has a state
 * diagram for each kind of gesture, and the constants of the profiles.
 */
#ifndef SCRIM_GESTURE_H
#define SCRIM_GESTURE_H

#include "base.h"
#include "scene.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Recognizers ---- */

/** A gesture engine: the recognizers of a scene, and the fingers that are down. */
typedef struct scrim_gestures scrim_gestures;

/**
 * Kinds of gestures. A discrete gesture sends one event, when it is recognized. A continuous
 * gesture sends events when it begins, changes and ends. docs/reference/gestures.md shows the
 * states of each.
 */
SCRIM_ENUM(scrim_gesture_kind) {
    /** One to ten short presses in a row. Discrete: the event comes after the last press. */
    SCRIM_GESTURE_TAP = 1,
    /** Fingers held still, and perhaps dragged after that. Continuous. */
    SCRIM_GESTURE_LONG_PRESS = 2,
    /** Fingers that move in any direction. Continuous. */
    SCRIM_GESTURE_PAN = 3,
    /** Two or more fingers that move apart or together. Continuous. */
    SCRIM_GESTURE_PINCH = 4,
    /** Two or more fingers that turn around their center. Continuous. */
    SCRIM_GESTURE_ROTATION = 5,
    /** A fast movement in one direction. Discrete: the event comes once it has gone far enough. */
    SCRIM_GESTURE_SWIPE = 6,
    /** A pan from an edge of the window inwards. Continuous. */
    SCRIM_GESTURE_EDGE_PAN = 7,
    /**
     * A gesture that the host recognizes with its own code. The engine never sends events of this
     * kind. Add such a recognizer so that a scrim_collector knows the class chain and the
     * target-action pairs of the host's recognizer: see scrim_gestures_add_action().
     */
    SCRIM_GESTURE_HOST = 8
};

/**
 * States of a recognizer. A recognizer sends an event when it enters a state other than POSSIBLE
 * and FAILED. The numbers are UIKit's.
 */
SCRIM_ENUM(scrim_gesture_state) {
    /** The initial state. Never sent. */
    SCRIM_GESTURE_STATE_POSSIBLE = 0,
    /** A continuous gesture was recognized. */
    SCRIM_GESTURE_STATE_BEGAN = 1,
    /** A finger of a continuous gesture moved, came down or was lifted. */
    SCRIM_GESTURE_STATE_CHANGED = 2,
    /** A continuous gesture ended. Also the only event of a discrete gesture. */
    SCRIM_GESTURE_STATE_ENDED = 3,
    /**
     * A continuous gesture was interrupted. This also happens when its touch sequence becomes
     * private. The event then has the last position before that.
     */
    SCRIM_GESTURE_STATE_CANCELLED = 4,
    /** The touches are not this gesture. Never sent. */
    SCRIM_GESTURE_STATE_FAILED = 5
};

/** Directions of swipes. A swipe recognizer accepts one or more of them; combine them with `|`. */
SCRIM_ENUM(scrim_swipe_directions) {
    SCRIM_SWIPE_LEFT = 1,         /**< To the left. */
    SCRIM_SWIPE_RIGHT = 2,        /**< To the right. */
    SCRIM_SWIPE_UP = 4,           /**< Upwards. */
    SCRIM_SWIPE_DOWN = 8,         /**< Downwards. */
    SCRIM_SWIPE_UP_LEFT = 16,     /**< Diagonally to the upper left. */
    SCRIM_SWIPE_UP_RIGHT = 32,    /**< Diagonally to the upper right. */
    SCRIM_SWIPE_DOWN_LEFT = 64,   /**< Diagonally to the lower left. */
    SCRIM_SWIPE_DOWN_RIGHT = 128  /**< Diagonally to the lower right. */
};

/** Edges of a window. An edge pan recognizer accepts one or more of them; combine them with `|`. */
SCRIM_ENUM(scrim_edges) {
    SCRIM_EDGE_LEFT = 1,  /**< The left edge. */
    SCRIM_EDGE_RIGHT = 2, /**< The right edge. */
    SCRIM_EDGE_TOP = 4,   /**< The top edge. */
    SCRIM_EDGE_BOTTOM = 8 /**< The bottom edge. */
};

/** Flags of a recognizer. */
SCRIM_ENUM(scrim_recognizer_flags) {
    /** May be recognized together with any other recognizer that follows the same fingers. */
    SCRIM_RECOGNIZER_SIMULTANEOUS = 1,
    /**
     * Only for #SCRIM_GESTURE_HOST: the gesture is a control's own action, for example the press of
     * a button. A collector limits how often such gestures are recorded. If the recognizer has no
     * classes, its class is "Control", which a collector records by default.
     */
    SCRIM_RECOGNIZER_CONTROL = 2,
    /** The recognizer is added disabled: it follows no fingers. */
    SCRIM_RECOGNIZER_DISABLED = 4,
    /**
     * Pan, edge pan, pinch and rotation: the movement up to `touch_slop` or `angle` is left out of
     * the translation, scale and rotation, so that content does not jump when the gesture begins. A
     * scale is then measured from the span at which the pinch could begin.
     */
    SCRIM_RECOGNIZER_WITHOUT_SLOP = 8,
    /**
     * Fills in the fields `view_x` … `view_velocity_y` of the events. Not for
     * #SCRIM_GESTURE_HOST.
     */
    SCRIM_RECOGNIZER_VIEW_COORDINATES = 16
};

/** Axes of pans. */
SCRIM_ENUM(scrim_axis) {
    SCRIM_AXIS_FREE = 0,       /**< Any direction. */
    SCRIM_AXIS_HORIZONTAL = 1, /**< Left and right. */
    SCRIM_AXIS_VERTICAL = 2    /**< Up and down. */
};

/**
 * How the velocity of a finger is estimated from its samples. docs/explanation/velocity.md compares
 * the estimators.
 *
 * If a sample comes less than 4 ms after the last kept sample, the next one replaces it. With every
 * estimator but #SCRIM_VELOCITY_MEAN, a finger without a sample for more than 40 ms counts as
 * standing still, and its earlier samples do not count any more.
 */
SCRIM_ENUM(scrim_velocity_estimator) {
    /**
     * Scrim's own: least squares of degree 2 over 100 ms, in which later samples weigh more. A
     * finger that has stayed within 2 units of the scene's coordinates for 40 ms is at rest. The
     * density of scrim_recognizer_defaults() does not change these 2 units.
     */
    SCRIM_VELOCITY_DEFAULT = 0,
    /** The slope of a least-squares line through the samples of 100 ms. */
    SCRIM_VELOCITY_LINE = 1,
    /** Least squares of degree 2 over 100 ms, at most 20 samples: Android, Chromium, Flutter. */
    SCRIM_VELOCITY_QUADRATIC = 2,
    /**
     * Android's impulse strategy: the energy of a body that the finger pushes, over 100 ms and at
     * most 20 samples.
     */
    SCRIM_VELOCITY_IMPULSE = 3,
    /** Flutter's model of scroll views on iOS: the last three velocities between two samples. */
    SCRIM_VELOCITY_WEIGHTED_DIFFERENCES = 4,
    /** The mean velocity of 150 ms before the event, as in GTK. A pause counts as part of it. */
    SCRIM_VELOCITY_MEAN = 5
};

/** The largest number of recognizers in a gesture engine. */
#define SCRIM_MAX_RECOGNIZERS 4096
/** The largest number of target-action pairs of one recognizer. */
#define SCRIM_MAX_ACTIONS 64
/** The largest number of relations in a gesture engine. */
#define SCRIM_MAX_RELATIONS 65536
/**
 * The largest number of fingers that recognizers follow at the same time. The engine also notices
 * the same number of further fingers, which no recognizer follows. A touch sequence does not end
 * before these are up too. Fingers beyond that are ignored, and make their touch sequence private.
 */
#define SCRIM_MAX_TOUCHES 32

/** Options of scrim_gestures_create(). */
typedef struct scrim_gestures_options {
    uint32_t struct_size; /**< Size of this struct in bytes. */
    uint32_t reserved;    /**< 0. */
    /**
     * How long a finger may be silent, in nanoseconds. When another finger comes down, fingers
     * without a sample for longer than this are considered lost, and are cancelled first. 0: no
     * finger is ever considered lost. It is also the deadline of #SCRIM_SCROLL_FINGER and
     * #SCRIM_SCROLL_PINCH scrolls: see scrim/scroll.h.
     */
    uint64_t lost_touch_timeout_ns;
} scrim_gestures_options;

/** Options with a `lost_touch_timeout_ns` of one minute. */
#define SCRIM_GESTURES_OPTIONS_INIT {sizeof(scrim_gestures_options), 0u, 60000000000u}

/**
 * Sets a struct to #SCRIM_GESTURES_OPTIONS_INIT, for languages that cannot use C macros.
 *
 * @param options  The struct.
 * @param size     The size of the struct in the caller's program.
 *
 * @return SCRIM_ERROR_INVALID_ARGUMENT if no version of the struct has that size.
 */
SCRIM_API scrim_status scrim_gestures_options_init(scrim_gestures_options *options, size_t size);

/**
 * Creates a gesture engine for a scene. The engine and the scene form a group.
 *
 * @param scene    The scene whose views get recognizers.
 * @param options  The options; copied.
 * @param out      Receives the engine. The caller destroys it with scrim_gestures_destroy().
 *
 * @return SCRIM_ERROR_INVALID_ARGUMENT if `options` has an invalid size or `reserved` is not 0.
 * @return SCRIM_ERROR_NO_MEMORY if there is not enough memory.
 * @return SCRIM_ERROR_LIMIT if #SCRIM_MAX_HANDLES handles exist already.
 */
SCRIM_API scrim_status scrim_gestures_create(scrim_scene *scene,
                                             const scrim_gestures_options *options,
                                             scrim_gestures **out);

/**
 * Destroys a gesture engine. Calls on collectors that use it then return #SCRIM_ERROR_CLOSED.
 *
 * @param gestures  The engine, or NULL.
 */
SCRIM_API void scrim_gestures_destroy(scrim_gestures *gestures);

/**
 * Describes a recognizer. Lengths are in the unit of the scene's coordinates, normally points, and
 * times are in nanoseconds. Fields that do not apply to the kind must be 0.
 *
 * Start from scrim_recognizer_defaults() or an `_INIT` macro, then set `view`.
 */
typedef struct scrim_recognizer {
    uint32_t struct_size; /**< Size of this struct in bytes. */
    uint32_t kind;        /**< One of SCRIM_GESTURE_*. */
    /** The view or window that the recognizer is attached to. */
    scrim_id view;
    /**
     * Tap: how many taps in a row, 1 … 10.
     * Long press and pan: how many taps must come before, 0 … 10. Each has `min_fingers` fingers.
     * The next fingers make the gesture if they come down in time and near the first tap. With 0,
     * the other fields that describe taps are ignored.
     */
    uint32_t taps;
    /**
     * The number of fingers. Tap, long press and swipe need exactly this many, 1 … 5. Pan and edge
     * pan need at least this many, 1 … 32. Pinch and rotation need at least this many, 2 … 32. A
     * #SCRIM_GESTURE_HOST recognizer has 0 here.
     */
    uint32_t min_fingers;
    /**
     * Pan, edge pan, pinch and rotation: the largest number of fingers, `min_fingers` … 32. 0: no
     * limit.
     */
    uint32_t max_fingers;
    uint32_t flags; /**< SCRIM_RECOGNIZER_* flags. */
    /**
     * Swipe: the SCRIM_SWIPE_* directions that are accepted, at least one. If a diagonal is among
     * them, each direction covers a sector of 45°. Otherwise each covers 90°.
     */
    uint32_t directions;
    uint32_t edges; /**< Edge pan: the SCRIM_EDGE_* edges that are accepted, at least one. */
    /**
     * Pan: one of SCRIM_AXIS_*. A pan with an axis decides once, when its fingers have moved
     * farther than `touch_slop`. If the movement is near the axis (see `axis_angle`), the pan
     * begins. Otherwise it fails. Its events have only the translation and velocity along the axis.
     */
    uint32_t axis;
    /**
     * All kinds but tap and #SCRIM_GESTURE_HOST: one of SCRIM_VELOCITY_*. It also decides how fast
     * the fingers are for `min_velocity`. scrim_recognizer_defaults() sets the platform's own.
     * Apple publishes none, so for UIKit it sets Flutter's model of it.
     */
    uint32_t velocity_estimator;
    /** Long press: how long the fingers must be held, above 0. */
    uint64_t min_duration_ns;
    /**
     * Tap: the recognizer fails if a press lasts this long. 0: no limit. Long press and pan: the
     * same for the required taps. Swipe: the longest time that the swipe may take, above 0.
     */
    uint64_t max_duration_ns;
    /**
     * Tap: the shortest pause between two taps, from the last finger up to the next finger down.
     * A tap that comes sooner counts as a new first tap. Long press and pan: the same for the
     * required taps, and for the pause after them.
     */
    uint64_t min_interval_ns;
    /**
     * Tap: the longest pause between two taps. Above `min_interval_ns` if `taps` > 1. Long press
     * and pan: the same for the required taps, and for the pause after them. Above
     * `min_interval_ns` if `taps` > 0.
     */
    uint64_t max_interval_ns;
    /**
     * How far fingers may move, in points, ≥ 0. A tap fails if a finger moves farther than this,
     * and a long press fails if that happens before it begins. A pan begins when its fingers have
     * moved farther, and a pinch when the span of its fingers has changed by more. An edge pan
     * begins or fails when its fingers have moved farther, depending on the direction. Swipe and
     * rotation: 0.
     */
    double touch_slop;
    /**
     * Tap: how far the other taps may be from the first one, in points, ≥ 0. Long press and pan:
     * how far the other taps and the press itself may be from the first tap.
     */
    double tap_slop;
    /**
     * Swipe: how far the fingers must move on average, in points, above 0. Each of several fingers
     * must itself move in the direction of the swipe, and half as far.
     */
    double swipe_distance;
    /** Edge pan: how far from the edge of the window it may start, in points, above 0. */
    double edge_width;
    /**
     * Pinch and rotation: the least span of the fingers when it begins, in points, ≥ 0. A gesture
     * that has begun continues with a smaller span.
     */
    double min_span;
    /**
     * Tap, long press and swipe: the largest distance between two fingers when they come down, in
     * points, ≥ 0. For n fingers, the limit for any two is (n − 1) · `max_separation`, because
     * the fingers of a hand can form a row. The recognizer fails if two are farther apart. 0: no
     * limit.
     */
    double max_separation;
    /**
     * Pan with an axis: the largest angle between the movement and the axis, in radians, 0 … π/2.
     * 0: π/4.
     */
    double axis_angle;
    /** Rotation: begins when the fingers have turned by more than this, in radians, 0 … π. */
    double angle;
    /**
     * In points per second, ≥ 0. Swipe: the lowest speed. Pan and edge pan: the lowest speed of a
     * fling. If the fingers are slower when the pan ends, the event has a velocity of 0.
     */
    double min_velocity;
    /**
     * Pan and edge pan: the highest speed in the event that ends the pan, in points per second. A
     * faster velocity is shortened to it. At least `min_velocity`, or 0 for no limit.
     */
    double max_velocity;
    /**
     * The recognizer's class chain, most derived class first, for the rules of a collector. Copied.
     * If there is none, the class is named after the kind: "Tap", "LongPress", "Pan", "Pinch",
     * "Rotation", "Swipe", "EdgePan" or "Host". With #SCRIM_RECOGNIZER_CONTROL it is "Control".
     */
    const scrim_string *classes;
    size_t class_count; /**< Number of `classes`, 0 … #SCRIM_MAX_CLASSES. */
} scrim_recognizer;

/**
 * Sets of constants that recognize gestures as a known platform does. docs/reference/gestures.md
 * lists the constants and their sources.
 */
SCRIM_ENUM(scrim_profile) {
    /** UIKit: the values that Apple publishes. Scrim chose the others. */
    SCRIM_PROFILE_UIKIT = 1,
    /** Android: values of ViewConfiguration and ScaleGestureDetector. Scrim chose the others. */
    SCRIM_PROFILE_ANDROID = 2,
    /** GTK: the defaults of GtkSettings. Scrim chose the others. */
    SCRIM_PROFILE_GTK = 3
};

/**
 * Fills in a recognizer with the constants of a platform.
 *
 * The result needs one finger, or two for a pinch or rotation. A tap is a single tap, a swipe goes
 * in any of the four main directions, and an edge pan starts at the left edge. `view`, `flags` and
 * the classes are 0. The caller sets `view`, and may change any other field.
 *
 * @param kind        One of SCRIM_GESTURE_*.
 * @param profile     One of SCRIM_PROFILE_*.
 * @param density     How many units of the scene's coordinates make a point of the platform (dp on
 *                    Android), 1/64 … 64. Lengths and velocities are multiplied by it. Pass 1 if
 *                    the coordinates are such points, and the scale factor if they are pixels.
 * @param recognizer  Receives all fields. Set its `struct_size` before the call.
 *
 * @return SCRIM_ERROR_INVALID_ARGUMENT if `kind`, `profile` or `density` is not one of these
 *         values, or `struct_size` is not valid.
 */
SCRIM_API scrim_status scrim_recognizer_defaults(uint32_t kind, uint32_t profile, double density,
                                                 scrim_recognizer *recognizer);

/**
 * A single tap with one finger and the constants of #SCRIM_PROFILE_UIKIT. Set `view` before use.
 * A press cannot be both this tap and the long press of #SCRIM_RECOGNIZER_LONG_PRESS_INIT.
 */
#define SCRIM_RECOGNIZER_TAP_INIT \
    {sizeof(scrim_recognizer), SCRIM_GESTURE_TAP, 0u, 1u, 1u, 0u, 0u, 0u, 0u, SCRIM_AXIS_FREE, \
     SCRIM_VELOCITY_DEFAULT, 0u, 500000000u, 0u, 350000000u, 10.0, 30.0, 0.0, 0.0, 0.0, 300.0, \
     0.0, 0.0, 0.0, 0.0, NULL, 0}
/** A long press with one finger, with the same profile. Set `view` before use. */
#define SCRIM_RECOGNIZER_LONG_PRESS_INIT \
    {sizeof(scrim_recognizer), SCRIM_GESTURE_LONG_PRESS, 0u, 0u, 1u, 0u, 0u, 0u, 0u, \
     SCRIM_AXIS_FREE, SCRIM_VELOCITY_WEIGHTED_DIFFERENCES, 500000000u, 500000000u, 0u, 350000000u, \
     10.0, 30.0, 0.0, 0.0, 0.0, 300.0, 0.0, 0.0, 0.0, 0.0, NULL, 0}

/**
 * Sets a struct to #SCRIM_RECOGNIZER_TAP_INIT, for languages that cannot use C macros.
 *
 * @param recognizer  The struct.
 * @param size        The size of the struct in the caller's program.
 *
 * @return SCRIM_ERROR_INVALID_ARGUMENT if no version of the struct has that size.
 */
SCRIM_API scrim_status scrim_recognizer_tap_init(scrim_recognizer *recognizer, size_t size);

/**
 * Sets a struct to #SCRIM_RECOGNIZER_LONG_PRESS_INIT, for languages that cannot use C macros.
 *
 * @param recognizer  The struct.
 * @param size        The size of the struct in the caller's program.
 *
 * @return SCRIM_ERROR_INVALID_ARGUMENT if no version of the struct has that size.
 */
SCRIM_API scrim_status scrim_recognizer_long_press_init(scrim_recognizer *recognizer, size_t size);

/**
 * Adds a recognizer to a view or window.
 *
 * The recognizer sees every finger that comes down on its view or on anything inside it. It sees
 * that finger until it is lifted, even if it leaves the view. Fingers that are down already are not
 * seen.
 *
 * If several recognizers see the same finger, only one of them is recognized, and the others fail.
 * The first whose conditions are met wins. If several would be recognized at the same sample, the
 * one on the deepest view wins. On one view, the one that was added first wins.
 *
 * There are four exceptions:
 *  - #SCRIM_RECOGNIZER_SIMULTANEOUS and #SCRIM_RELATION_SIMULTANEOUS let several be recognized.
 *  - #SCRIM_RELATION_REQUIRE_FAILURE makes one wait until another has failed.
 *  - A tap waits for the taps with a higher count on the same view and with the same number of
 *    fingers. A double tap is therefore not also a single tap. In the same way it waits for long
 *    presses and pans with as many `taps` or more. If both may be recognized from the same
 *    fingers, the tap does not wait.
 *  - A recognizer waits for one on a deeper view whose conditions are met, but which still waits.
 *
 * @param gestures    The engine.
 * @param recognizer  The recognizer; copied, with its classes.
 * @param id          Receives the recognizer's id. Ids are never reused.
 *
 * @return SCRIM_ERROR_INVALID_ARGUMENT if a field is out of its range, a field that does not apply
 *         to the kind is not 0, or a class is longer than #SCRIM_MAX_NAME.
 * @return SCRIM_ERROR_NOT_FOUND if the scene does not have the view.
 * @return SCRIM_ERROR_INVALID_UTF8 if a class is not well-formed UTF-8.
 * @return SCRIM_ERROR_LIMIT if there are #SCRIM_MAX_RECOGNIZERS recognizers, or the scene's table
 *         of names is full.
 * @return SCRIM_ERROR_NO_MEMORY if there is not enough memory.
 * @return SCRIM_ERROR_CLOSED if the scene has been destroyed.
 *
 * Time: O(recognizers + relations + classes + ancestors of the view).
 */
SCRIM_API scrim_status scrim_gestures_add(scrim_gestures *gestures,
                                          const scrim_recognizer *recognizer, scrim_id *id);

/**
 * Removes a recognizer, with its target-action pairs and relations. If its gesture is in progress,
 * no further event is sent.
 *
 * @param gestures    The engine.
 * @param recognizer  The recognizer's id.
 *
 * @return SCRIM_ERROR_NOT_FOUND if there is no such recognizer.
 * @return SCRIM_ERROR_CLOSED if the scene has been destroyed.
 *
 * Time: O(recognizers + pairs + relations).
 */
SCRIM_API scrim_status scrim_gestures_remove(scrim_gestures *gestures, scrim_id recognizer);

/** Relations between two recognizers. */
SCRIM_ENUM(scrim_relation) {
    /** The recognizer waits until the other has failed. It fails if the other is recognized. */
    SCRIM_RELATION_REQUIRE_FAILURE = 1,
    /** Both may be recognized from the same fingers. The relation applies in both directions. */
    SCRIM_RELATION_SIMULTANEOUS = 2
};

/**
 * Sets a relation between two recognizers. Setting it again changes nothing.
 *
 * A recognizer that waits is recognized as soon as all that it waits for have failed. If its
 * fingers are lifted before that, it fails. Only a tap continues to wait.
 *
 * A tap with a higher count cannot require the failure of one with a lower count, which waits for
 * it. This also applies to simultaneous taps, because they may stop being simultaneous.
 *
 * @param gestures    The engine.
 * @param recognizer  The recognizer's id. With #SCRIM_RELATION_REQUIRE_FAILURE it is the one that
 *                    waits.
 * @param relation    One of SCRIM_RELATION_*.
 * @param other       The other recognizer's id.
 *
 * @return SCRIM_ERROR_NOT_FOUND if there is no such recognizer.
 * @return SCRIM_ERROR_INVALID_STATE if the recognizers would wait for each other, directly or
 *         through others.
 * @return SCRIM_ERROR_INVALID_ARGUMENT if both ids are the same, or the relation is unknown.
 * @return SCRIM_ERROR_LIMIT if there are #SCRIM_MAX_RELATIONS relations.
 * @return SCRIM_ERROR_NO_MEMORY if there is not enough memory.
 * @return SCRIM_ERROR_CLOSED if the scene has been destroyed.
 *
 * Time: O(recognizers + relations). If the other recognizer waits for many taps,
 * #SCRIM_RELATION_REQUIRE_FAILURE adds up to O(recognizers · taps on a view).
 */
SCRIM_API scrim_status scrim_gestures_relate(scrim_gestures *gestures, scrim_id recognizer,
                                             uint32_t relation, scrim_id other);

/**
 * Removes a relation between two recognizers. If the relation is not set, nothing changes.
 *
 * @param gestures    The engine.
 * @param recognizer  The recognizer's id.
 * @param relation    One of SCRIM_RELATION_*.
 * @param other       The other recognizer's id.
 *
 * @return SCRIM_ERROR_NOT_FOUND if there is no such recognizer.
 * @return SCRIM_ERROR_INVALID_ARGUMENT if the relation is unknown.
 * @return SCRIM_ERROR_CLOSED if the scene has been destroyed.
 *
 * Time: O(recognizers + relations).
 */
SCRIM_API scrim_status scrim_gestures_unrelate(scrim_gestures *gestures, scrim_id recognizer,
                                               uint32_t relation, scrim_id other);

/**
 * Adds a target-action pair to a recognizer: which object the application notifies of the gesture,
 * and by which method.
 *
 * The engine calls nothing. The pairs are for the collector, which records only gestures that have
 * a pair. Adding the same pair twice changes nothing.
 *
 * @param gestures    The engine.
 * @param recognizer  The recognizer's id.
 * @param target      The caller's number for the object, not 0.
 * @param action      The name of the action in UTF-8; copied.
 * @param length      The length of `action` in bytes, 1 … #SCRIM_MAX_NAME.
 *
 * @return SCRIM_ERROR_NOT_FOUND if there is no such recognizer.
 * @return SCRIM_ERROR_INVALID_ARGUMENT if `target` is 0, or `length` is out of range.
 * @return SCRIM_ERROR_INVALID_UTF8 if `action` is not well-formed UTF-8.
 * @return SCRIM_ERROR_LIMIT if the recognizer has #SCRIM_MAX_ACTIONS pairs, or the scene's table of
 *         names is full.
 * @return SCRIM_ERROR_NO_MEMORY if there is not enough memory.
 * @return SCRIM_ERROR_CLOSED if the scene has been destroyed.
 *
 * Time: O(recognizers + pairs).
 */
SCRIM_API scrim_status scrim_gestures_add_action(scrim_gestures *gestures, scrim_id recognizer,
                                                 uint64_t target, const char *action,
                                                 size_t length);

/**
 * Removes the target-action pairs of a recognizer that match. If none matches, nothing changes.
 *
 * @param gestures    The engine.
 * @param recognizer  The recognizer's id.
 * @param target      The target. 0: any target.
 * @param action      The name of the action in UTF-8. NULL with `length` 0: any action.
 * @param length      The length of `action` in bytes.
 *
 * @return SCRIM_ERROR_NOT_FOUND if there is no such recognizer.
 * @return SCRIM_ERROR_INVALID_ARGUMENT if `length` is out of range.
 * @return SCRIM_ERROR_INVALID_UTF8 if `action` is not well-formed UTF-8.
 * @return SCRIM_ERROR_CLOSED if the scene has been destroyed.
 *
 * Time: O(recognizers + pairs).
 */
SCRIM_API scrim_status scrim_gestures_remove_action(scrim_gestures *gestures, scrim_id recognizer,
                                                    uint64_t target, const char *action,
                                                    size_t length);

/**
 * Sets whether the targets of the matching pairs are available.
 *
 * Report a target as unavailable if it no longer exists or does not implement the action. Its pair
 * then counts as missing until the target is available again. Targets are available when their pair
 * is added. If no pair matches, nothing changes.
 *
 * @param gestures    The engine.
 * @param recognizer  The recognizer's id. 0: all recognizers.
 * @param target      The target. 0: any target.
 * @param action      The name of the action in UTF-8. NULL with `length` 0: any action.
 * @param length      The length of `action` in bytes.
 * @param available   1 if the targets are available, otherwise 0.
 *
 * @return SCRIM_ERROR_NOT_FOUND if there is no such recognizer.
 * @return SCRIM_ERROR_INVALID_ARGUMENT if `available` is neither 0 nor 1, or `length` is out of
 *         range.
 * @return SCRIM_ERROR_INVALID_UTF8 if `action` is not well-formed UTF-8.
 * @return SCRIM_ERROR_CLOSED if the scene has been destroyed.
 *
 * Time: O(recognizers + pairs), plus O(recognizers) for each pair that changes.
 */
SCRIM_API scrim_status scrim_gestures_set_target_available(scrim_gestures *gestures,
                                                           scrim_id recognizer, uint64_t target,
                                                           const char *action, size_t length,
                                                           uint32_t available);

/** An event of a gesture. Passed in arrays, so this struct never changes. */
typedef struct scrim_gesture_event {
    /**
     * When it happened. The time of a tap is when its last finger was lifted, even if the
     * recognizer then had to wait for another one to fail.
     */
    uint64_t time_ns;
    scrim_id recognizer; /**< The recognizer that sent the event. */
    scrim_id window;     /**< The window of the recognizer's view. */
    scrim_id view;       /**< The recognizer's view. 0 if it is attached to the window. */
    /**
     * The number of the touch sequence. For several taps in a row, the sequence of the last tap. Do
     * not record this number: private sequences are counted too, so gaps would reveal them.
     */
    uint64_t sequence;
    uint32_t kind;  /**< One of SCRIM_GESTURE_*. */
    uint32_t state; /**< One of SCRIM_GESTURE_STATE_*. */
    uint32_t taps;  /**< Tap: how many taps in a row. Otherwise 0. */
    /**
     * Number of fingers of the gesture, including a finger that this sample lifts. 0 if it follows
     * a scroll.
     */
    uint32_t fingers;
    /** Swipe: one of SCRIM_SWIPE_*. Edge pan: one of SCRIM_EDGE_*. Otherwise 0. */
    uint32_t direction;
    uint32_t reserved; /**< 0. */
    /**
     * Horizontal position in points of the screen: the mean of the gesture's fingers, or the
     * pointer of a scroll. For a tap, the mean of the positions where its fingers were lifted.
     */
    double x;
    double y; /**< Vertical position, downwards, as `x`. */
    /**
     * Horizontal movement in points since the last of `min_fingers` fingers came down. It does not
     * jump when fingers are added or lifted. See also #SCRIM_RECOGNIZER_WITHOUT_SLOP. For a pan
     * with a vertical `axis` it is 0.
     */
    double translation_x;
    double translation_y; /**< Vertical movement, downwards, as `translation_x`. */
    /**
     * Horizontal velocity in points per second: the mean of the fingers' velocities, as the
     * recognizer's `velocity_estimator` finds them.
     *
     * When a pan ends, the velocity is 0 if the speed is below `min_velocity`. A pan that ends with
     * another velocity is a fling. 0 for a tap.
     */
    double velocity_x;
    double velocity_y; /**< Vertical velocity, downwards, as `velocity_x`. */
    /**
     * Pinch: the span of the fingers, divided by the span when they came down. Otherwise 1. The
     * span is twice the mean distance of the fingers from their center. See also
     * #SCRIM_RECOGNIZER_WITHOUT_SLOP.
     */
    double scale;
    /**
     * Rotation: how far the fingers have turned, in radians. Positive is clockwise on a screen.
     * Full turns are counted, so the value can exceed 2π. Otherwise 0.
     */
    double rotation;
    double scale_velocity;    /**< Pinch: change of `scale` per second. Otherwise 0. */
    double rotation_velocity; /**< Rotation: radians per second. Otherwise 0. */
    /**
     * With #SCRIM_RECOGNIZER_VIEW_COORDINATES: `x` in the coordinates of the content of the
     * recognizer's view, as the view is scrolled and transformed when the event is sent. The next
     * five fields are the other values in these coordinates. They are 0 without the flag, and if a
     * transform flattens the view to a line or a point. Values are clamped to
     * ±#SCRIM_MAX_COORDINATE.
     */
    double view_x;
    double view_y;             /**< `y` in the view's coordinates. */
    double view_translation_x; /**< `translation_x` in the view's coordinates. */
    double view_translation_y; /**< `translation_y` in the view's coordinates. */
    double view_velocity_x;    /**< `velocity_x` in the view's coordinates. */
    double view_velocity_y;    /**< `velocity_y` in the view's coordinates. */
} scrim_gesture_event;

/* ---- Callbacks ---- */

/**
 * Decides whether a recognizer may be recognized. Return 0 to refuse it.
 *
 * `event` is exactly the event that is sent if the callback does not refuse. The pointer is valid
 * until the callback returns.
 */
typedef uint32_t (*scrim_gesture_should_fn)(const scrim_gesture_event *event, void *user_data);

/**
 * The callbacks of a gesture engine. Each may be NULL.
 *
 * They are called inside scrim_gestures_feed() and the other functions that write events. A call
 * that returns #SCRIM_ERROR_BUFFER_TOO_SMALL calls none of them.
 *
 * Inside a callback, calls that would change the engine, its scene or its collectors return
 * #SCRIM_ERROR_BUSY. Destroying the engine is allowed. scrim_gestures_next_deadline() may return an
 * outdated deadline, so ask again after the call.
 *
 * If a callback destroys the engine, no further callback is called. The call that invoked it
 * returns #SCRIM_ERROR_CLOSED, and its events are lost. The handle becomes invalid when that call
 * returns.
 *
 * A callback may fork. In the child, the call that invoked it returns #SCRIM_ERROR_FORKED.
 *
 * If a callback never returns, its group can only be abandoned: see scrim_text_wipe().
 */
typedef struct scrim_gestures_callbacks {
    /** Size of this struct in bytes. The initializer sets it. */
    uint32_t struct_size;
    /** Must be 0. */
    uint32_t reserved;
    /**
     * Called when a gesture is about to begin: its conditions are met, and it no longer waits for
     * other recognizers. Called once for each recognition, for discrete gestures too. If it returns
     * 0, the recognizer fails. Recognizers that waited for it or would have lost to it may then be
     * recognized from the same sample.
     *
     * Also called for private gestures. Do not let private touches affect the result for other
     * touches, because records would reveal them.
     */
    scrim_gesture_should_fn should_begin;
} scrim_gestures_callbacks;

/** An empty table of callbacks. */
#define SCRIM_GESTURES_CALLBACKS_INIT {sizeof(scrim_gestures_callbacks), 0u, NULL}

/**
 * Initializes the struct like #SCRIM_GESTURES_CALLBACKS_INIT, for languages that cannot use C
 * macros.
 *
 * @param callbacks  Receives the empty table.
 * @param size       The size of the struct in the calling program, in bytes.
 *
 * @return SCRIM_ERROR_INVALID_ARGUMENT if no version of the struct has that size.
 */
SCRIM_API scrim_status scrim_gestures_callbacks_init(scrim_gestures_callbacks *callbacks,
                                                     size_t size);

/**
 * Sets the callbacks of a gesture engine and replaces earlier ones. Calls none of them.
 *
 * @param gestures        The engine.
 * @param callbacks       The table, which is copied. NULL removes all callbacks.
 * @param user_data       Passed to each callback.
 * @param user_data_free  Called once with `user_data`, when the callbacks are replaced or the
 *                        engine is destroyed. May be NULL. It is not called if
 *                        scrim_gestures_set_callbacks() fails.
 *
 * @return SCRIM_ERROR_INVALID_ARGUMENT if `callbacks` has an invalid size or `reserved` is not 0.
 * @return SCRIM_ERROR_NO_MEMORY if memory is short.
 */
SCRIM_API scrim_status scrim_gestures_set_callbacks(scrim_gestures *gestures,
                                                    const scrim_gestures_callbacks *callbacks,
                                                    void *user_data, scrim_free_fn user_data_free);

/* ---- Touches ---- */

/**
 * Feeds touch samples, and writes the events that they cause.
 *
 * The call stops before the first sample whose events may not fit into `events`. Call it again with
 * the remaining samples. The events do not depend on how the samples are split into calls. The
 * events of one sample are ordered from the deepest view to the window.
 *
 * A stream with errors has defined results:
 *  - A sample that is earlier than the last one counts as if it had the last one's time. A
 *    timestamp far in the future would therefore stall the clock, so filter such samples out first.
 *    If such a sample is private, it stalls the clock for private samples only.
 *  - A sample of a finger that is not down is consumed without effect. But if it touches a view
 *    whose touches are private, the current touch sequence becomes private.
 *  - If a finger that is down begins again, the sample that lifted it was lost. The finger is
 *    cancelled first.
 *
 * See also scrim_gestures_options::lost_touch_timeout_ns and scrim_gestures_cancel().
 *
 * @param gestures  The engine.
 * @param samples   The samples, in order of time, in points of the screen. All fingers that move in
 *                  one frame of the device may have the same time.
 * @param count     Number of samples.
 * @param consumed  Receives the number of samples that were taken.
 * @param events    Receives the events. A sample causes at most one event per recognizer. Before
 *                  it, the deadlines that have passed cause at most one event per recognizer, too,
 *                  or two if it follows a scroll that ends. If there is little room, a call may
 *                  write only the events of the deadlines. `consumed` is then 0, and `produced` is
 *                  not.
 * @param capacity  Number of events that fit into `events`.
 * @param produced  Receives the number of events written.
 *
 * @return SCRIM_ERROR_BUFFER_TOO_SMALL if the events of the first sample may not fit. `produced` is
 *         then the capacity needed, and `consumed` is 0.
 * @return SCRIM_ERROR_INVALID_ARGUMENT if a sample has a position that is not finite or is out of
 *         range, an unknown phase, or an unknown tool. No sample is consumed.
 * @return SCRIM_ERROR_CLOSED if the scene has been destroyed.
 *
 * Time: O(recognizers that follow the finger) for a finger that moves. It takes O(views) more if
 * the scene has changed, or if the finger has left the area around it that was checked for private
 * touches. A finger that comes down or is lifted takes O(recognizers + relations + views hit). A
 * movement with which gestures begin or fail takes the same time. If recognizers wait for each
 * other in a chain, each one of the chain that begins takes this time again. Each call also takes
 * O(count), because all samples are checked before the first is used. Feed a long recording in
 * parts of some hundred samples, with room for their events, instead of passing all the remaining
 * samples again and again. The call does not allocate memory.
 */
SCRIM_API scrim_status scrim_gestures_feed(scrim_gestures *gestures, const scrim_touch *samples,
                                           size_t count, size_t *consumed,
                                           scrim_gesture_event *events, size_t capacity,
                                           size_t *produced);

/**
 * Cancels every finger that is down, as if a #SCRIM_TOUCH_CANCELLED sample had come for each, and a
 * scroll that is in progress. Taps that wait for another tap, or for another recognizer to fail,
 * are dropped.
 *
 * Call it when samples were lost, for example after `SYN_DROPPED`, or when another program receives
 * the touches from now on.
 *
 * Deadlines that have passed do not take effect first. If, for example, an overdue long press
 * should still begin, call scrim_gestures_advance() before this function.
 *
 * @param gestures  The engine.
 * @param now_ns    The current time. If it is earlier than the last sample, the last sample's time
 *                  is used.
 * @param events    Receives the events.
 * @param capacity  Number of events that fit into `events`.
 * @param produced  Receives the number of events written, or needed.
 *
 * @return SCRIM_ERROR_BUFFER_TOO_SMALL if the events may not fit. `produced` is then the capacity
 *         needed, and nothing has changed.
 * @return SCRIM_ERROR_CLOSED if the scene has been destroyed.
 *
 * Time: O(recognizers + relations) for each finger that is down.
 */
SCRIM_API scrim_status scrim_gestures_cancel(scrim_gestures *gestures, uint64_t now_ns,
                                             scrim_gesture_event *events, size_t capacity,
                                             size_t *produced);

/**
 * Enables or disables a recognizer. It keeps its id, relations and target-action pairs.
 *
 * A disabled recognizer sees no fingers, and no other recognizer waits for it. If its gesture has
 * begun, it is cancelled. Otherwise it fails, and recognizers that waited for it may be recognized.
 *
 * A recognizer that is enabled sees the fingers that come down from then on. Enabling causes no
 * events. Setting the same state again changes nothing.
 *
 * As with scrim_gestures_cancel(), deadlines that have passed do not take effect first. If they
 * should, call scrim_gestures_advance() before this function.
 *
 * @param gestures    The engine.
 * @param recognizer  The recognizer's id.
 * @param enabled     1 to enable it, 0 to disable it.
 * @param now_ns      The current time, for the events. If it is earlier than the last sample, the
 *                    last sample's time is used.
 * @param events      Receives the events.
 * @param capacity    Number of events that fit into `events`.
 * @param produced    Receives the number of events written, or needed.
 *
 * @return SCRIM_ERROR_NOT_FOUND if there is no such recognizer.
 * @return SCRIM_ERROR_BUFFER_TOO_SMALL if the events may not fit. `produced` is then the capacity
 *         needed, and nothing has changed.
 * @return SCRIM_ERROR_INVALID_ARGUMENT if `enabled` is neither 0 nor 1.
 * @return SCRIM_ERROR_CLOSED if the scene has been destroyed.
 *
 * Time: O(recognizers + relations).
 */
SCRIM_API scrim_status scrim_gestures_set_enabled(scrim_gestures *gestures, scrim_id recognizer,
                                                  uint32_t enabled, uint64_t now_ns,
                                                  scrim_gesture_event *events, size_t capacity,
                                                  size_t *produced);

/**
 * Advances the engine's clock, and writes the events that are due. For example, a long press
 * begins, or a single tap stops waiting for a second tap.
 *
 * Feeding a sample does the same for the sample's time. A private sample does it for private
 * gestures only, so that records do not depend on when private touches came.
 *
 * If the call is overdue, make it before you change the scene, the rules or the recognizers.
 * Records are then the same as if it had been made on time.
 *
 * @param gestures  The engine.
 * @param now_ns    The current time.
 * @param events    Receives the events.
 * @param capacity  Number of events that fit into `events`.
 * @param produced  Receives the number of events written, or needed.
 *
 * @return SCRIM_ERROR_BUFFER_TOO_SMALL if the events may not fit. `produced` is then the capacity
 *         needed, and nothing has changed.
 * @return SCRIM_ERROR_CLOSED if the scene has been destroyed.
 *
 * Time: O(recognizers + relations) for each deadline that has passed.
 */
SCRIM_API scrim_status scrim_gestures_advance(scrim_gestures *gestures, uint64_t now_ns,
                                              scrim_gesture_event *events, size_t capacity,
                                              size_t *produced);

/**
 * Returns the time at which scrim_gestures_advance() must be called next.
 *
 * Ask again after every call that changes the engine, or removes a window or view of its scene.
 *
 * @param gestures     The engine.
 * @param deadline_ns  Receives the time on the caller's clock. #SCRIM_NEVER if no call is needed,
 *                     also if the scene has been destroyed.
 *
 * Time: O(recognizers).
 */
SCRIM_API scrim_status scrim_gestures_next_deadline(const scrim_gestures *gestures,
                                                    uint64_t *deadline_ns);

/**
 * Returns the number of the current touch sequence, or of the last one if none is in progress.
 *
 * A host that recognizes gestures with its own code puts this number into their events. It remains
 * available after the scene has been destroyed.
 *
 * @param gestures  The engine.
 * @param sequence  Receives the number. 0 if no touch sequence has begun yet.
 */
SCRIM_API scrim_status scrim_gestures_sequence(const scrim_gestures *gestures, uint64_t *sequence);

#ifdef __cplusplus
}
#endif

#endif
