/* SPDX-License-Identifier: MIT */
/**
 * @file
 * scrim_gestures recognises gestures on the views of a scene from raw touches; scrim_collector decides which of
 * them may be collected, and hands out their records once the whole sequence of touches is known to be free of anything
 * private.
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

/** Kinds of gestures. */
enum {
    SCRIM_GESTURE_TAP = 1,
    SCRIM_GESTURE_LONG_PRESS = 2
};

/** States of a recogniser, and of the event it sends on entering one. Numbered as UIKit numbers them. */
enum {
    SCRIM_STATE_POSSIBLE = 0,
    SCRIM_STATE_BEGAN = 1,
    SCRIM_STATE_CHANGED = 2,
    SCRIM_STATE_ENDED = 3, /**< also the one event of a discrete gesture: a tap was recognised */
    SCRIM_STATE_CANCELLED = 4,
    SCRIM_STATE_FAILED = 5 /**< never sent */
};

/** The most recognisers of a scrim_gestures, pairs of a recogniser, and touches followed at once. */
#define SCRIM_MAX_RECOGNIZERS 4096
#define SCRIM_MAX_ACTIONS 64
#define SCRIM_MAX_TOUCHES 32

typedef struct scrim_gestures_options {
    uint32_t struct_size;
    uint32_t reserved; /**< 0 */
} scrim_gestures_options;

#define SCRIM_GESTURES_OPTIONS_INIT {(uint32_t)sizeof(scrim_gestures_options), 0u}

/** Makes an engine on a scene; the two form a group. Errors: NO_MEMORY, LIMIT, BUSY. */
SCRIM_API scrim_status scrim_gestures_create(scrim_scene *scene, const scrim_gestures_options *options,
                                             scrim_gestures **out);

/** Closes the engine. Collectors on it answer #SCRIM_ERROR_CLOSED. */
SCRIM_API void scrim_gestures_destroy(scrim_gestures *gestures);

typedef struct scrim_recognizer {
    uint32_t struct_size;
    uint32_t kind;       /**< SCRIM_GESTURE_… */
    scrim_id view;       /**< the view or window it is attached to */
    uint32_t taps;       /**< tap: 1 … 4 taps in a row. Long press: 0 */
    uint32_t touches;    /**< fingers: 1, in this version */
    /** Long press: how long to press, above 0. Tap: a press as long as this, or longer, is none; 0: any is one. */
    uint64_t duration_ns;
    uint64_t interval_ns; /**< tap: the longest pause between taps, above 0 where `taps` > 1 */
    double movement;     /**< points a finger may stray before the gesture fails; ≥ 0 */
    const scrim_string *classes; /**< the class chain, most derived first, copied; none: "Tap" or "LongPress" */
    size_t class_count;  /**< 0 … #SCRIM_MAX_CLASSES */
} scrim_recognizer;

/**
 * A single tap. Movement 10 points as UIKit's; shorter than 0.5 s, so that no press is both this and the long press
 * below. No published figure stands behind the longest pause, which is ours.
 */
#define SCRIM_RECOGNIZER_TAP_INIT \
    {(uint32_t)sizeof(scrim_recognizer), SCRIM_GESTURE_TAP, 0u, 1u, 1u, 500000000u, 350000000u, 10.0, NULL, 0}
/** A long press: 0.5 s, 10 points, UIKit's published defaults. */
#define SCRIM_RECOGNIZER_LONG_PRESS_INIT \
    {(uint32_t)sizeof(scrim_recognizer), SCRIM_GESTURE_LONG_PRESS, 0u, 0u, 1u, 500000000u, 0u, 10.0, NULL, 0}

/**
 * Attaches a recogniser to a view or window. Its id is never used again. A view's recognisers see the touches that hit
 * the view or anything inside it. It follows one finger; a second one on the view fails a gesture that is not
 * recognised yet. Of several taps on one view a lower count waits for the higher to fail.
 * Errors: NOT_FOUND (the view), INVALID_UTF8, NO_MEMORY, LIMIT, BUSY, CLOSED. Cost: O(recognisers + classes +
 * ancestors).
 */
SCRIM_API scrim_status scrim_gestures_add(scrim_gestures *gestures, const scrim_recognizer *recognizer, scrim_id *id);

/** Removes a recogniser; one in progress sends nothing more. Errors: NOT_FOUND, BUSY. Cost: O(recognisers + pairs). */
SCRIM_API scrim_status scrim_gestures_remove(scrim_gestures *gestures, scrim_id recognizer);

/**
 * Adds a pair of target and action: who is told of the gesture, and how. Only gestures with a pair are collected. A
 * pair that is there already is not added twice.
 *
 * @param target  the caller's number for the object told, not 0.
 * @param action  `length` bytes of UTF-8, 1 … #SCRIM_MAX_NAME; copied.
 * Errors: NOT_FOUND, INVALID_UTF8, LIMIT, NO_MEMORY, BUSY. Cost: O(recognisers + pairs).
 */
SCRIM_API scrim_status scrim_gestures_add_action(scrim_gestures *gestures, scrim_id recognizer, uint64_t target,
                                                 const char *action, size_t length);

/**
 * Removes the pairs that match. It is no error if none does.
 *
 * @param target  0: of any target.
 * @param action  NULL with `length` 0: any action.
 * Errors: NOT_FOUND, INVALID_UTF8, BUSY. Cost: O(recognisers + pairs).
 */
SCRIM_API scrim_status scrim_gestures_remove_action(scrim_gestures *gestures, scrim_id recognizer, uint64_t target,
                                                    const char *action, size_t length);

/** A step of a gesture. Frozen: passed in arrays. */
typedef struct scrim_gesture_event {
    /** When it happened: a tap at its last up, even where it had to wait for another tap to fail. */
    uint64_t time_ns;
    scrim_id recognizer;
    scrim_id window;
    scrim_id view;      /**< the recogniser's view, 0 where it is attached to the window */
    /** Number of the sequence of touches: from the first finger down to the last up; of taps, the last's. */
    uint64_t sequence;
    uint32_t kind;      /**< SCRIM_GESTURE_… */
    uint32_t state;     /**< SCRIM_STATE_… */
    uint32_t taps;      /**< taps in a row, for a tap */
    uint32_t touches;   /**< fingers */
    double x;           /**< points of the screen: where the finger is */
    double y;
    double translation_x; /**< points since the finger came down */
    double translation_y;
    double velocity_x;  /**< reserved: 0 */
    double velocity_y;
    double scale;       /**< reserved: 1 */
    double rotation;    /**< reserved: 0 */
} scrim_gesture_event;

/**
 * Feeds samples of touches and writes the events they cause. It stops before the first sample whose events may not fit:
 * call again with the rest.
 *
 * @param samples   `count` of them, in order of time; one earlier than the last is taken as of the same time. Samples
 *                  of unknown ids, a second "began" of an id, and fingers beyond #SCRIM_MAX_TOUCHES are consumed and
 *                  have no effect, but keep their sequence private if they touch what is private.
 * @param consumed  samples taken.
 * @param events    room for `capacity` events; one sample causes at most as many as there are recognisers.
 * @param produced  events written.
 * Errors: BUFFER_TOO_SMALL when not even the first sample fits: `produced` is then the capacity needed, `consumed` 0.
 *         INVALID_ARGUMENT at a sample that is not finite, has an unknown phase, or a `reserved` that is not 0: nothing
 *         is consumed. CLOSED (the scene), BUSY.
 * Cost: O(recognisers + views hit) a sample.
 */
SCRIM_API scrim_status scrim_gestures_feed(scrim_gestures *gestures, const scrim_touch *samples, size_t count,
                                           size_t *consumed, scrim_gesture_event *events, size_t capacity,
                                           size_t *produced);

/**
 * Tells the engine the time, and writes the events that are due: a long press begins, a single tap is no longer
 * awaiting a second. Feeding a sample does this as well, for the sample's time.
 * Errors: BUFFER_TOO_SMALL: `produced` is the capacity needed and nothing has changed. CLOSED, BUSY.
 * Cost: O(recognisers) for each deadline that is due.
 */
SCRIM_API scrim_status scrim_gestures_advance(scrim_gestures *gestures, uint64_t now_ns, scrim_gesture_event *events,
                                              size_t capacity, size_t *produced);

/**
 * When scrim_gestures_advance() is to be called next, of the caller's clock; #SCRIM_NEVER: no need. Cost:
 * O(recognisers).
 */
SCRIM_API scrim_status scrim_gestures_next_deadline(const scrim_gestures *gestures, uint64_t *deadline_ns);

/* ---- Collector ---- */

/** Decides which gestures may be collected. */
typedef struct scrim_collector scrim_collector;

typedef struct scrim_collector_options {
    uint32_t struct_size;
    /**
     * Records that may wait, 1 … 65,536. Leave room: which gesture is refused for want of it may depend on when private
     * touches ended, which nothing else tells.
     */
    uint32_t capacity;
} scrim_collector_options;

#define SCRIM_COLLECTOR_OPTIONS_INIT {(uint32_t)sizeof(scrim_collector_options), 256u}

/** What a collector answers to an event. */
enum {
    SCRIM_ANSWER_REFUSED = 1,
    /** Captured as it is now; its record is handed out when its sequence has ended with nothing private in it. */
    SCRIM_ANSWER_PENDING = 2
};

/**
 * Why an event was refused: the first that holds of hidden, state, gone, class, no action, view hidden, view ignored,
 * capacity. Where it is hidden, that is the only reason given.
 */
enum {
    SCRIM_REASON_NONE = 0,
    /** A finger of its sequence touched something private, or nobody knows; or its view is private. */
    SCRIM_REASON_HIDDEN = 1,
    SCRIM_REASON_STATE = 2,        /**< neither ended nor cancelled */
    SCRIM_REASON_CLASS = 3,        /**< the recogniser's own class is neither "Tap" nor "LongPress" */
    SCRIM_REASON_NO_ACTION = 4,    /**< nobody is told of it: the recogniser has no pair of target and action */
    SCRIM_REASON_VIEW_HIDDEN = 5,  /**< the view is hidden */
    SCRIM_REASON_VIEW_IGNORED = 6, /**< the view is to be ignored */
    SCRIM_REASON_GONE = 7,         /**< the recogniser or the view is not there any more */
    SCRIM_REASON_CAPACITY = 8      /**< too many records wait: hand some out */
};

/** A collector's answer to one event. Frozen: passed in arrays. */
typedef struct scrim_verdict {
    uint32_t answer; /**< SCRIM_ANSWER_… */
    uint32_t reason; /**< SCRIM_REASON_… */
} scrim_verdict;

/**
 * The name of a reason as in the source, say "SCRIM_REASON_HIDDEN": static, NUL-terminated. Total: "unknown reason" for
 * others.
 */
SCRIM_API const char *scrim_reason_name(uint32_t reason);

/**
 * Makes a collector on an engine; the two form a group. Errors: NO_MEMORY, LIMIT, BUSY, CLOSED (the scene). Cost:
 * O(capacity).
 */
SCRIM_API scrim_status scrim_collector_create(scrim_gestures *gestures, const scrim_collector_options *options,
                                              scrim_collector **out);

/** Closes the collector and drops what waits. */
SCRIM_API void scrim_collector_destroy(scrim_collector *collector);

/**
 * Decides on events, before the application acts on them. The engine remembers the last 4,096 sequences that ended with
 * nothing private in them; events of older ones are hidden.
 *
 * @param events    `count` events as the engine wrote them.
 * @param verdicts  room for `count` answers.
 * Errors: INVALID_ARGUMENT at an event of an unknown kind or state, or with a number that is not finite. CLOSED (the
 *         engine or its scene), NO_MEMORY, BUSY. After an error no answer counts and nothing new waits.
 * Cost: O(recognisers + ancestors + length of the content) an event, and O(waiting).
 */
SCRIM_API scrim_status scrim_collector_decide(scrim_collector *collector, const scrim_gesture_event *events,
                                              size_t count, scrim_verdict *verdicts);

/**
 * Hands out the next record, as one object of JSON (RFC 8259) without a line break, and forgets it. Records of a
 * sequence come when it has ended and no tap of it, or of an earlier one, waits for another to fail; by sequence, time
 * and depth, whenever their events were sent. A sequence in which a finger touched something private has none.
 *
 *     {"v":1,"seq":1,"t":1200000000,"kind":"tap","state":"ended","screen":"Accounts","title":"Bank",
 *      "view":{"id":7,"type":"Button","content":"Transfer","position":null,"path":null},"props":{}}
 *
 * `kind` is "tap" or "long_press", `state` "ended" or "cancelled". `seq` counts the records that were handed out
 * before, from 1; `t` is the event's time in nanoseconds; `type` is the view's own class; where the recogniser is
 * attached to a window, `id` is the window's. What is not known is null. `position`, `path` and `props` are always so
 * in this version.
 *
 * @param buffer  room for `capacity` bytes; may be NULL where `capacity` is 0.
 * @param length  the bytes written, or needed.
 * Errors: NOT_FOUND (none is ready), BUFFER_TOO_SMALL (the record stays), CLOSED, BUSY.
 * Cost: O(length + waiting + recognisers).
 */
SCRIM_API scrim_status scrim_collector_next_json(scrim_collector *collector, char *buffer, size_t capacity,
                                                 size_t *length);

#ifdef __cplusplus
}
#endif

#endif
