/* SPDX-License-Identifier: MIT */
/**
 * @file
 * scrim_gestures recognises gestures on the views of a scene from raw touches. scrim/collector.h decides which of them
 * may be collected.
 */
#ifndef SCRIM_GESTURE_H
#define SCRIM_GESTURE_H

#include "base.h"
#include "scene.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Recognisers ---- */

/** The recognisers of a scene. */
typedef struct scrim_gestures scrim_gestures;

/** Kinds of gestures; docs/reference/gestures.md shows the states of each. */
SCRIM_ENUM(scrim_gesture_kind) {
    SCRIM_GESTURE_TAP = 1,        /**< one to ten presses in a row: discrete, sent when it is over */
    SCRIM_GESTURE_LONG_PRESS = 2, /**< held, then perhaps dragged: continuous, sent as it begins, changes and ends */
    SCRIM_GESTURE_PAN = 3,        /**< continuous */
    SCRIM_GESTURE_PINCH = 4,      /**< continuous, of two fingers and more */
    SCRIM_GESTURE_ROTATION = 5,   /**< continuous, of two fingers and more */
    SCRIM_GESTURE_SWIPE = 6,      /**< discrete, sent as soon as it has gone far enough */
    SCRIM_GESTURE_EDGE_PAN = 7,   /**< continuous: a pan from an edge of the window inwards */
    /**
     * Recognised by the host itself: the engine never sends an event of it. With its classes and its pairs of target
     * and action it stands for the host's recogniser before a scrim_collector.
     */
    SCRIM_GESTURE_HOST = 8
};

/** States of a recogniser, and of the event it sends on entering one. Numbered as UIKit numbers them. */
SCRIM_ENUM(scrim_gesture_state) {
    SCRIM_GESTURE_STATE_POSSIBLE = 0,
    SCRIM_GESTURE_STATE_BEGAN = 1,
    SCRIM_GESTURE_STATE_CHANGED = 2,
    SCRIM_GESTURE_STATE_ENDED = 3, /**< also the one event of a discrete gesture: a tap was recognised */
    /** Broken off after it had begun; also where its touches came to something private: at its last place before. */
    SCRIM_GESTURE_STATE_CANCELLED = 4,
    SCRIM_GESTURE_STATE_FAILED = 5 /**< never sent */
};

/** Directions of swipes, of which a recogniser wants one or more. */
SCRIM_ENUM(scrim_swipe_directions) {
    SCRIM_SWIPE_LEFT = 1,
    SCRIM_SWIPE_RIGHT = 2,
    SCRIM_SWIPE_UP = 4,
    SCRIM_SWIPE_DOWN = 8,
    SCRIM_SWIPE_UP_LEFT = 16,
    SCRIM_SWIPE_UP_RIGHT = 32,
    SCRIM_SWIPE_DOWN_LEFT = 64,
    SCRIM_SWIPE_DOWN_RIGHT = 128
};

/** Edges of a window. */
SCRIM_ENUM(scrim_edges) {
    SCRIM_EDGE_LEFT = 1,
    SCRIM_EDGE_RIGHT = 2,
    SCRIM_EDGE_TOP = 4,
    SCRIM_EDGE_BOTTOM = 8
};

/** Flags of a recogniser. */
SCRIM_ENUM(scrim_recognizer_flags) {
    /** It may be recognised along with any other of the same fingers. */
    SCRIM_RECOGNIZER_SIMULTANEOUS = 1,
    /** Of #SCRIM_GESTURE_HOST: it is a control's own action, a button's say, to which a collector's interval applies. */
    SCRIM_RECOGNIZER_CONTROL = 2
};

/** The most recognisers of a scrim_gestures, pairs of a recogniser, and relations. */
#define SCRIM_MAX_RECOGNIZERS 4096
#define SCRIM_MAX_ACTIONS 64
#define SCRIM_MAX_RELATIONS 65536
/**
 * The most fingers that recognisers follow at once. As many again are only waited for: a sequence of touches has not
 * ended before they are up. Beyond those a finger is nobody's, and its sequence is taken for private.
 */
#define SCRIM_MAX_TOUCHES 32

/** What an engine is made with. */
typedef struct scrim_gestures_options {
    uint32_t struct_size;
    uint32_t reserved; /**< 0 */
    /**
     * Lost fingers: where a finger comes down, those of which no sample has come for longer than this are cancelled
     * first. 0: never.
     */
    uint64_t lost_touch_timeout_ns;
} scrim_gestures_options;

/** A finger that is silent for a minute when another comes down counts as lost. */
#define SCRIM_GESTURES_OPTIONS_INIT {sizeof(scrim_gestures_options), 0u, 60000000000u}

/** Sets a struct to #SCRIM_GESTURES_OPTIONS_INIT, for languages that cannot see macros. */
SCRIM_API scrim_status scrim_gestures_options_init(scrim_gestures_options *options, size_t size);

/** Makes an engine on a scene; the two form a group. Errors: NO_MEMORY, LIMIT, BUSY. */
SCRIM_API scrim_status scrim_gestures_create(scrim_scene *scene, const scrim_gestures_options *options,
                                             scrim_gestures **out);

/** Closes the engine. Collectors on it answer #SCRIM_ERROR_CLOSED. */
SCRIM_API void scrim_gestures_destroy(scrim_gestures *gestures);

/** What a recogniser is made from. Fields that its kind has no use for are 0. */
typedef struct scrim_recognizer {
    uint32_t struct_size;
    uint32_t kind;        /**< SCRIM_GESTURE_… */
    scrim_id view;        /**< the view or window it is attached to */
    uint32_t taps;        /**< tap: 1 … 10 taps in a row */
    /**
     * The number of fingers. Tap, long press and swipe need exactly this many, 1 … 5. Pan and pan from an edge need at
     * least this many, 1 … 32; pinch and rotation 2 … 32.
     */
    uint32_t min_fingers;
    uint32_t max_fingers; /**< pans, pinch, rotation: the most fingers, `min_fingers` … 32; 0: any number. Others: 0 */
    uint32_t flags;       /**< SCRIM_RECOGNIZER_… */
    uint32_t directions;  /**< swipe: SCRIM_SWIPE_…, one or more; with a diagonal, sectors are of 45°, else of 90° */
    uint32_t edges;       /**< pan from an edge: SCRIM_EDGE_…, one or more */
    uint64_t min_duration_ns; /**< long press: how long to press, above 0 */
    /** Swipe: how long it may take, above 0. Tap: a press of this duration or longer is not a tap; 0: any press is. */
    uint64_t max_duration_ns;
    uint64_t min_interval_ns; /**< tap: the shortest pause between taps; a tap that comes sooner is a first tap */
    uint64_t max_interval_ns; /**< tap: the longest pause between taps, above `min_interval_ns` if `taps` > 1 */
    /**
     * Points, ≥ 0. Tap and long press fail if a finger moves farther than this. Pans begin when their fingers have moved
     * farther, and pinches when the span has changed by more.
     */
    double touch_slop;
    double tap_slop;       /**< tap: how far from the first tap the others may be, in points, ≥ 0 */
    double swipe_distance; /**< swipe: the shortest way, in points, above 0 */
    double edge_width;     /**< pan from an edge: the width of the strip in which it starts, in points, above 0 */
    double angle;        /**< rotation: radians until it begins, 0 … π */
    double min_velocity; /**< points a second, ≥ 0. Swipe: the slowest. Pans: a slower end has no velocity: no fling */
    double max_velocity; /**< points a second. Pans: the largest velocity told of the end; 0: any */
    const scrim_string *classes; /**< the class chain, most derived first, copied; none: that of its kind, say "Tap" */
    size_t class_count;  /**< 0 … #SCRIM_MAX_CLASSES */
} scrim_recognizer;

/** Sets of constants. docs/reference/gestures.md lists them, with the sources of those that are published. */
SCRIM_ENUM(scrim_profile) {
    SCRIM_PROFILE_UIKIT = 1,   /**< what Apple publishes of UIKit, and our own figures for the rest */
    SCRIM_PROFILE_ANDROID = 2, /**< Android's ViewConfiguration */
    SCRIM_PROFILE_GTK = 3      /**< the defaults of GtkSettings */
};

/**
 * Writes the constants of a kind of gesture, for one finger (two, where it needs two), a single tap, a swipe in any of
 * the four main directions, the left edge; `view` and the classes are for the caller to fill in, and any field to
 * change.
 *
 * @param kind        SCRIM_GESTURE_…
 * @param profile     SCRIM_PROFILE_…
 * @param density     units of the caller's coordinates to a point, 1/64 … 64: lengths and velocities are that much
 *                    larger. 1 where coordinates are points.
 * @param recognizer  written whole; its `struct_size` says how long it is.
 */
SCRIM_API scrim_status scrim_recognizer_defaults(uint32_t kind, uint32_t profile, double density,
                                                 scrim_recognizer *recognizer);

/** A single tap, and a long press, as of scrim_recognizer_defaults() for UIKit. No press is both. */
#define SCRIM_RECOGNIZER_TAP_INIT \
    {sizeof(scrim_recognizer), SCRIM_GESTURE_TAP, 0u, 1u, 1u, 0u, 0u, 0u, 0u, 0u, 500000000u, 0u, 350000000u, \
     10.0, 30.0, 0.0, 0.0, 0.0, 0.0, 0.0, NULL, 0}
#define SCRIM_RECOGNIZER_LONG_PRESS_INIT \
    {sizeof(scrim_recognizer), SCRIM_GESTURE_LONG_PRESS, 0u, 0u, 1u, 0u, 0u, 0u, 0u, 500000000u, 0u, 0u, 0u, \
     10.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, NULL, 0}

/** Sets a struct to #SCRIM_RECOGNIZER_TAP_INIT, for languages that cannot see macros. */
SCRIM_API scrim_status scrim_recognizer_tap_init(scrim_recognizer *recognizer, size_t size);

/** Sets a struct to #SCRIM_RECOGNIZER_LONG_PRESS_INIT, for languages that cannot see macros. */
SCRIM_API scrim_status scrim_recognizer_long_press_init(scrim_recognizer *recognizer, size_t size);

/**
 * Attaches a recogniser to a view or window. Its id is never used again. A view's recognisers see the fingers that come
 * down on the view or anything inside it, wherever they go from there, from the first on. Of recognisers that see the
 * same finger only one is recognised, that of the deepest view where several would be at once, and of one view the one
 * that was added first; the others fail. scrim_gestures_relate() and #SCRIM_RECOGNIZER_SIMULTANEOUS make exceptions. Of
 * several taps of as many fingers on one view a lower count waits for the higher to fail.
 * Errors: NOT_FOUND (the view), INVALID_UTF8, NO_MEMORY, LIMIT, BUSY, CLOSED. Cost: O(recognisers + classes +
 * ancestors).
 */
SCRIM_API scrim_status scrim_gestures_add(scrim_gestures *gestures, const scrim_recognizer *recognizer, scrim_id *id);

/**
 * Removes a recogniser; one in progress sends nothing more. Errors: NOT_FOUND, BUSY, CLOSED. Cost: O(recognisers + pairs +
 * relations).
 */
SCRIM_API scrim_status scrim_gestures_remove(scrim_gestures *gestures, scrim_id recognizer);

/** Relations of a recogniser to another. */
SCRIM_ENUM(scrim_relation) {
    /** It waits until the other has failed, and fails where the other is recognised. */
    SCRIM_RELATION_REQUIRE_FAILURE = 1,
    /** Both may be recognised of the same fingers. It holds both ways. */
    SCRIM_RELATION_SIMULTANEOUS = 2
};

/**
 * Sets a relation of a recogniser to another one; one that is set already stays as it is. What waits for others to fail
 * is recognised when they have; where its fingers go up first it fails, but for a tap, which can wait on.
 *
 * @param relation  SCRIM_RELATION_…
 * Errors: NOT_FOUND; INVALID_ARGUMENT (both are one); INVALID_STATE where each would wait for the other; LIMIT
 *         (#SCRIM_MAX_RELATIONS), NO_MEMORY, BUSY, CLOSED. Cost: O(recognisers + relations); to require failure O(recognisers ·
 *         (recognisers + relations)) at worst, where the other one waits for many.
 */
SCRIM_API scrim_status scrim_gestures_relate(scrim_gestures *gestures, scrim_id recognizer, uint32_t relation,
                                             scrim_id other);

/**
 * Takes a relation away. It is no error if it is not set. Errors: NOT_FOUND, BUSY, CLOSED. Cost: O(recognisers +
 * relations).
 */
SCRIM_API scrim_status scrim_gestures_unrelate(scrim_gestures *gestures, scrim_id recognizer, uint32_t relation,
                                               scrim_id other);

/**
 * Adds a pair of target and action: who is told of the gesture, and how. Only gestures with a pair are collected. A
 * pair that is there already is not added twice.
 *
 * @param target  the caller's number for the object told, not 0.
 * @param action  `length` bytes of UTF-8, 1 … #SCRIM_MAX_NAME; copied.
 * Errors: NOT_FOUND, INVALID_UTF8, LIMIT, NO_MEMORY, BUSY, CLOSED. Cost: O(recognisers + pairs).
 */
SCRIM_API scrim_status scrim_gestures_add_action(scrim_gestures *gestures, scrim_id recognizer, uint64_t target,
                                                 const char *action, size_t length);

/**
 * Removes the pairs that match. It is no error if none does.
 *
 * @param target  0: of any target.
 * @param action  NULL with `length` 0: any action.
 * Errors: NOT_FOUND, INVALID_UTF8, BUSY, CLOSED. Cost: O(recognisers + pairs).
 */
SCRIM_API scrim_status scrim_gestures_remove_action(scrim_gestures *gestures, scrim_id recognizer, uint64_t target,
                                                    const char *action, size_t length);

/**
 * Sets whether the target of a pair is available. A target that is gone, or does not know the action, is not. Targets are
 * available when their pair is added. A pair whose target is not available counts as none, until the target is available
 * again.
 *
 * @param recognizer  0: of all recognisers.
 * @param target      0: of any target.
 * @param action      NULL with `length` 0: any action.
 * @param available   1 or 0.
 * Errors: NOT_FOUND (the recogniser), INVALID_UTF8, BUSY, CLOSED. It is no error if no pair matches. Cost: O(recognisers +
 * pairs).
 */
SCRIM_API scrim_status scrim_gestures_set_target_available(scrim_gestures *gestures, scrim_id recognizer, uint64_t target,
                                                           const char *action, size_t length, uint32_t available);

/** A step of a gesture. Frozen: passed in arrays. */
typedef struct scrim_gesture_event {
    /** When it happened: a tap at its last up, even where it had to wait for another tap to fail. */
    uint64_t time_ns;
    scrim_id recognizer; /**< the recogniser that sent it */
    scrim_id window;     /**< the window of its view */
    scrim_id view;      /**< the recogniser's view, 0 where it is attached to the window */
    /**
     * Number of the sequence of touches: from the first finger down to the last up; of taps, the last's. Private ones are
     * counted too: not to be recorded.
     */
    uint64_t sequence;
    uint32_t kind;      /**< SCRIM_GESTURE_… */
    uint32_t state;     /**< SCRIM_GESTURE_STATE_… */
    uint32_t taps;      /**< taps in a row, for a tap */
    uint32_t fingers;   /**< the number of fingers that it has followed */
    uint32_t direction; /**< of a swipe SCRIM_SWIPE_…, of a pan from an edge SCRIM_EDGE_…; else 0 */
    uint32_t reserved;  /**< 0 */
    double x;           /**< points of the screen: the middle of its fingers; of a tap, of where they went up */
    double y;           /**< as `x`, downwards */
    double translation_x; /**< points since they came down; it goes on without a jump when fingers come and go */
    double translation_y; /**< as `translation_x`, downwards */
    /**
     * Points a second, the mean of its fingers': for each the slope of the straight line that comes nearest, by least
     * squares, to its samples of the last 100 ms. A finger that was not heard of for more than 40 ms stood still. The
     * end of a pan has none below `min_velocity`, so that one that is not 0 is a fling. 0 for a tap.
     */
    double velocity_x;
    double velocity_y; /**< as `velocity_x`, downwards */
    double scale;       /**< pinch: by what the span has grown since its fingers came down; else 1 */
    double rotation;    /**< rotation: radians, from x to y (clockwise on a screen), any number of turns; else 0 */
    double scale_velocity;    /**< pinch: scale a second; else 0 */
    double rotation_velocity; /**< rotation: radians a second; else 0 */
} scrim_gesture_event;

/**
 * Feeds samples of touches and writes the events they cause. It stops before the first sample whose events may not fit:
 * call again with the rest. How samples are split into calls makes no difference to the events.
 *
 * A stream that is not in order has defined results:
 * - A sample that is earlier than the last one counts as of the last one's time. A timestamp far in the future would
 *   therefore stall the clock, so filter such samples out first. The time of a private sample holds the clock for private
 *   samples only.
 * - Samples of ids that are not down, and fingers beyond #SCRIM_MAX_TOUCHES, are consumed without effect. They still make
 *   their sequence private if they touch something private.
 * - If an id that is down begins again, its up was lost, and it is cancelled first.
 *
 * See also scrim_gestures_options and scrim_gestures_cancel().
 *
 * @param samples   `count` of them, in order of time.
 * @param consumed  samples taken.
 * @param events    room for `capacity` events; one sample, and what was due before it, each cause at most as many as there are
 *                  recognisers. With little room what was due may come alone: `consumed` is then 0, `produced` is not.
 * @param produced  events written.
 * Errors: BUFFER_TOO_SMALL when not even the first sample fits: `produced` is then the capacity needed, `consumed` 0.
 *         INVALID_ARGUMENT at a sample that is not finite, has an unknown phase, or a `reserved` that is not 0: nothing
 *         is consumed. CLOSED (the scene), BUSY.
 * Cost: O(recognisers that have something to do) for a finger that moves, and O(views) more where it leaves the area
 * around it that is known to show nothing private, or the scene has changed; O(recognisers + views hit) for one that
 * comes or goes, and the square of those that are recognised or fail at once. And O(count) at each call, for all samples are
 * looked at before the first is taken: a long recording is better given some hundreds at a time, with room for their events,
 * than all of it again and again. No allocation.
 */
SCRIM_API scrim_status scrim_gestures_feed(scrim_gestures *gestures, const scrim_touch *samples, size_t count,
                                           size_t *consumed, scrim_gesture_event *events, size_t capacity,
                                           size_t *produced);

/**
 * Cancels every finger that is down, as if a "cancelled" had come for each: where samples were lost, say after
 * SYN_DROPPED, or the touches go to somebody else from here on.
 *
 * What is due before, a long press say, does not come first: call scrim_gestures_advance() where it should.
 *
 * @param now_ns  the time; earlier than the last sample's it counts as that.
 * Errors: BUFFER_TOO_SMALL: `produced` is the capacity needed and nothing has changed. CLOSED, BUSY.
 * Cost: O(recognisers).
 */
SCRIM_API scrim_status scrim_gestures_cancel(scrim_gestures *gestures, uint64_t now_ns, scrim_gesture_event *events,
                                             size_t capacity, size_t *produced);

/**
 * Tells the engine the time, and writes the events that are due. For example, a long press begins, or a single tap no
 * longer waits for a second one. Feeding a sample does the same for the sample's time. A private sample does it for
 * private gestures only, so that no record depends on when private touches came.
 *
 * A host that is late with this call should make it before it changes the scene, the rules or the recognisers. Its records
 * are then the same as those of a host that is on time.
 * Errors: BUFFER_TOO_SMALL: `produced` is the capacity needed and nothing has changed. CLOSED, BUSY.
 * Cost: O(recognisers) for each deadline that is due.
 */
SCRIM_API scrim_status scrim_gestures_advance(scrim_gestures *gestures, uint64_t now_ns, scrim_gesture_event *events,
                                              size_t capacity, size_t *produced);

/**
 * When scrim_gestures_advance() is to be called next, of the caller's clock; #SCRIM_NEVER: no need, as when the scene is
 * destroyed. Cost: O(recognisers).
 */
SCRIM_API scrim_status scrim_gestures_next_deadline(const scrim_gestures *gestures, uint64_t *deadline_ns);

/**
 * The number of the sequence of touches that is going on, or of the last one: for events of a host's own recognisers.
 * 0: none has begun yet. It stays when the scene is destroyed.
 */
SCRIM_API scrim_status scrim_gestures_sequence(const scrim_gestures *gestures, uint64_t *sequence);

#ifdef __cplusplus
}
#endif

#endif
