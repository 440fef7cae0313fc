/* SPDX-License-Identifier: MIT */
/**
 * @file
 * Collecting gestures: decides which gestures may be recorded, and returns their records.
 *
 * A collector looks at the events of a gesture engine (scrim/gesture.h). It decides by rules, which
 * the caller sets. A gesture that the rules allow becomes a record. The record is returned only
 * after its whole touch sequence has ended, and only if no touch of the sequence was private.
 *
 * By default, a collector reports nothing about private touches. If the rules ask for it, it
 * reports that there were some, but not how many, where, or at what exact time.
 *
 * docs/how-to/collector.md shows how the functions work together.
 */
#ifndef SCRIM_COLLECTOR_H
#define SCRIM_COLLECTOR_H

#include "base.h"
#include "gesture.h"
#include "scene.h"

#ifdef __cplusplus
extern "C" {
#endif

/** A collector: decides which gestures of one engine may be recorded, and keeps their records. */
typedef struct scrim_collector scrim_collector;

/** Options of a collector. */
typedef struct scrim_collector_options {
    /** Size of this struct in bytes. #SCRIM_COLLECTOR_OPTIONS_INIT sets it. */
    uint32_t struct_size;
    /**
     * Number of records that may wait, 1 … 65,536. Choose more than you need. When the space is
     * used up, gestures are dropped. Which gestures are missing may then reveal when private
     * touches ended.
     */
    uint32_t capacity;
} scrim_collector_options;

/** Default options: up to 256 records may wait. */
#define SCRIM_COLLECTOR_OPTIONS_INIT {sizeof(scrim_collector_options), 256u}

/**
 * Sets a struct to #SCRIM_COLLECTOR_OPTIONS_INIT, for languages that cannot use C macros.
 *
 * @param options  The struct.
 * @param size     The size of the struct in the calling program, in bytes.
 */
SCRIM_API scrim_status scrim_collector_options_init(scrim_collector_options *options, size_t size);

/**
 * Creates a collector for a gesture engine.
 *
 * It starts with the rules of #SCRIM_RULES_INIT. The collector and the engine form a group.
 *
 * @param gestures  The engine.
 * @param options   The options. They are copied.
 * @param out       Receives the collector.
 *
 * @return SCRIM_ERROR_CLOSED if the engine's scene has been destroyed.
 * @return SCRIM_ERROR_LIMIT if too many handles exist, or the scene has too many names.
 * @return SCRIM_ERROR_NO_MEMORY if an allocation failed.
 *
 * Time: O(capacity).
 */
SCRIM_API scrim_status scrim_collector_create(scrim_gestures *gestures,
                                              const scrim_collector_options *options,
                                              scrim_collector **out);

/**
 * Destroys the collector and drops its waiting records.
 *
 * @param collector  The collector.
 */
SCRIM_API void scrim_collector_destroy(scrim_collector *collector);

/* ---- Rules ---- */

/** Largest number of entries in each list of the rules. */
#define SCRIM_MAX_RULES 1024

/** How the class of a view is compared with the name in a rule. */
SCRIM_ENUM(scrim_class_match) {
    /** The most derived class has this name. */
    SCRIM_MATCH_EXACT = 1,
    /** The most derived class or one of its base classes has this name. */
    SCRIM_MATCH_INHERITS = 2
};

/**
 * A rule that names a class.
 *
 * Rules compare all names byte for byte. So upper and lower case differ, and so do two ways to
 * write an accented letter in Unicode. A name is never a pattern. Frozen: passed in arrays.
 */
typedef struct scrim_class_rule {
    scrim_string name; /**< Name of the class, 1 … #SCRIM_MAX_NAME bytes. */
    uint32_t match;    /**< One of SCRIM_MATCH_…. */
    uint32_t reserved; /**< Must be 0. */
} scrim_class_rule;

/**
 * A rule for containers, such as alerts and menus, whose gestures belong to a view inside them.
 *
 * The rule applies if the most derived class of the gesture's view is `container`. The record is
 * then about the first view inside that is of the class `inner` and contains the point. Parents
 * come before their children, and siblings are in the order in which they were added. A view
 * counts even if it is hidden. If there is no such view, the gesture is dropped.
 *
 * If several rules name the same container, the first one applies. Frozen: passed in arrays.
 */
typedef struct scrim_retarget_rule {
    scrim_string container; /**< Most derived class of the gesture's view. */
    scrim_string inner;     /**< Most derived class of the view inside it. */
    scrim_string type;      /**< The type that the record gives. If empty, it gives `inner`. */
} scrim_retarget_rule;

/** Which view a ::scrim_builtin_action_rule looks at. */
SCRIM_ENUM(scrim_builtin_action_scope) {
    /** The most derived class of the gesture's view has the name. */
    SCRIM_BUILTIN_ACTION_VIEW = 1,
    /** A class of the parent of the gesture's view, or one of its base classes, has the name. */
    SCRIM_BUILTIN_ACTION_PARENT = 2
};

/**
 * A rule for actions that a toolkit adds to its own views, for example to the cells of a table.
 *
 * Such an action does not mean that the application reacts to the gesture. On the views that the
 * rule names, a gesture is therefore recorded only if its recognizer has another action as well.
 * Frozen: passed in arrays.
 */
typedef struct scrim_builtin_action_rule {
    scrim_string class_name; /**< Class of the gesture's view or of its parent, as `scope` says. */
    scrim_string action;     /**< Name of the action that is not sufficient. */
    uint32_t scope;          /**< One of SCRIM_BUILTIN_ACTION_…. */
    uint32_t reserved;       /**< Must be 0. */
} scrim_builtin_action_rule;

/**
 * Types of events that a product may record, as bits. A gesture counts as a click, so the collector
 * uses only #SCRIM_EVENTS_CLICK. The other bits are for the host's own events.
 */
SCRIM_ENUM(scrim_event_types) {
    SCRIM_EVENTS_START = 1,  /**< The application was started. */
    SCRIM_EVENTS_END = 2,    /**< The application was ended. */
    SCRIM_EVENTS_CLICK = 4,  /**< A gesture. */
    SCRIM_EVENTS_SCREEN = 8  /**< Another screen was opened. */
};

/** Flags of rules. */
SCRIM_ENUM(scrim_rules_flags) {
    /** Nothing is recorded. */
    SCRIM_RULES_OFF = 1,
    /**
     * If several gestures of one window and one touch sequence end at the same time, only the first
     * is recorded. A gesture is compared with at least the last 256 records, so an older duplicate
     * may be recorded.
     */
    SCRIM_RULES_DEDUPLICATE = 2,
    /** Touches on views with coarse touch privacy are reported, see ::scrim_private_touch_kinds. */
    SCRIM_RULES_REPORT_COARSE = 4,
    /** The use of views with silent touch privacy is reported, see ::scrim_private_touch_kinds. */
    SCRIM_RULES_REPORT_SILENT = 8,
    /** A server has sent the event types that it wants, in `server_event_types`. */
    SCRIM_RULES_SERVER_EVENT_TYPES = 16
};

/**
 * Rules that decide which gestures are recorded. Private gestures are never recorded.
 *
 * The arrays may be NULL if their count is 0. Each has at most #SCRIM_MAX_RULES entries.
 */
typedef struct scrim_rules {
    /** Size of this struct in bytes. #SCRIM_RULES_INIT sets it. */
    uint32_t struct_size;
    uint32_t flags;       /**< Bits of SCRIM_RULES_…. */
    uint32_t event_types; /**< Event types that the product wants: bits of SCRIM_EVENTS_…. */
    /**
     * Event types that a server wants: bits of SCRIM_EVENTS_…. With #SCRIM_RULES_SERVER_EVENT_TYPES
     * they replace `event_types`. Without that flag this field must be 0.
     */
    uint32_t server_event_types;
    /** Shortest time between two recorded actions of one control, in nanoseconds. */
    uint64_t control_interval_ns;
    /**
     * Largest length of a record's content, in bytes. Longer content is cut between grapheme
     * clusters. 0 means #SCRIM_MAX_CONTENT.
     */
    uint32_t max_content;
    uint32_t reserved; /**< Must be 0. */
    /**
     * Most derived classes of the recognizers whose gestures are recorded. If there are none,
     * "Tap", "LongPress" and "Control" are used. The recognizer of a control has the class
     * "Control" if it was added without classes: see #SCRIM_RECOGNIZER_CONTROL.
     */
    const scrim_string *recognizers;
    /** Number of `recognizers`. */
    size_t recognizer_count;
    const scrim_class_rule *gesture_views; /**< Gestures on these views are not recorded. */
    /** Number of `gesture_views`. */
    size_t gesture_view_count;
    /** Records about these views are not made, and records about others leave their content out. */
    const scrim_class_rule *ignored_types;
    /** Number of `ignored_types`. */
    size_t ignored_type_count;
    const scrim_class_rule *ignored_screens; /**< Nothing on these screens is recorded. */
    /** Number of `ignored_screens`. */
    size_t ignored_screen_count;
    const scrim_retarget_rule *retargets; /**< Containers whose gestures belong to a view inside. */
    /** Number of `retargets`. */
    size_t retarget_count;
    const scrim_builtin_action_rule *builtin_actions; /**< Actions that are not sufficient. */
    /** Number of `builtin_actions`. */
    size_t builtin_action_count;
} scrim_rules;

/**
 * Default rules: taps, long presses and the actions of controls are recorded, each once. Actions of
 * one control are at least 100 ms apart. Nothing is reported of private touches.
 */
#define SCRIM_RULES_INIT \
    {sizeof(scrim_rules), SCRIM_RULES_DEDUPLICATE, SCRIM_EVENTS_CLICK, 0u, 100000000u, 0u, 0u, \
     NULL, 0, NULL, 0, NULL, 0, NULL, 0, NULL, 0, NULL, 0}

/**
 * Sets a struct to #SCRIM_RULES_INIT, for languages that cannot use C macros.
 *
 * @param rules  The struct.
 * @param size   The size of the struct in the calling program, in bytes.
 */
SCRIM_API scrim_status scrim_rules_init(scrim_rules *rules, size_t size);

/**
 * Replaces all rules.
 *
 * The new rules apply to touch sequences that begin from now on. A gesture of a sequence that began
 * earlier is recorded only if two sets of rules allow it: those under which it began, and those in
 * force when it is decided. Sets between these two do not count. If the new rules change what is
 * reported of private touches, nothing is reported of earlier ones.
 *
 * Waiting records are checked again. A record is dropped if the new rules forbid it. In the
 * following cases it does not contain enough to check that they allow it, and is dropped too:
 *  - Its content is longer than the new `max_content`.
 *  - Its content comes from views inside its view, and the new `ignored_types` name a class that
 *    the old ones do not.
 *  - The ::scrim_retarget_rule that applies to its gesture's view was added or removed, or names
 *    another `inner` class than before.
 *  - The lists of built-in actions differ, and the new one names its view's class or the parent's.
 *  - It is about a control, and the new interval is longer.
 *  - The old rules recorded duplicates, and the new ones do not. All records are dropped then.
 *
 * @param collector  The collector.
 * @param rules      The rules. Everything is copied, including arrays and strings.
 *
 * @return SCRIM_ERROR_INVALID_UTF8 if a string is not well-formed UTF-8.
 * @return SCRIM_ERROR_LIMIT if an array has more than #SCRIM_MAX_RULES entries.
 * @return SCRIM_ERROR_CLOSED if the engine or its scene has been destroyed.
 * @return SCRIM_ERROR_NO_MEMORY if an allocation failed.
 *
 * After an error, the old rules stay in force.
 *
 * Time: O(rules + waiting records × containers).
 */
SCRIM_API scrim_status scrim_collector_set_rules(scrim_collector *collector,
                                                 const scrim_rules *rules);

/* ---- Rules as JSON ---- */

/** Largest length of a JSON document of rules, in bytes. */
#define SCRIM_MAX_RULES_JSON 33554432

/**
 * What is wrong with a JSON document of rules.
 *
 * The offset in the report is where the mistake is.
 */
SCRIM_ENUM(scrim_rules_mistake) {
    /** No mistake was found in the document. */
    SCRIM_RULES_MISTAKE_NONE = 0,
    /**
     * The document is not JSON (RFC 8259). The offset is where the first unexpected byte is. For a
     * string that does not end, and for a wrong word, number or escape, it is where that begins. If
     * the document ends before another part, it is the document's length.
     */
    SCRIM_RULES_MISTAKE_SYNTAX = 1,
    /** Bytes are not well-formed UTF-8, or an escape is half of a surrogate pair. */
    SCRIM_RULES_MISTAKE_ENCODING = 2,
    /** An object has a member with an unknown name. The offset is where the name begins. */
    SCRIM_RULES_MISTAKE_UNKNOWN_MEMBER = 3,
    /** An object has a member a second time. The offset is where the second name begins. */
    SCRIM_RULES_MISTAKE_DUPLICATE_MEMBER = 4,
    /** An object lacks a member that it must have. The offset is where the object begins. */
    SCRIM_RULES_MISTAKE_MISSING_MEMBER = 5,
    /** A value has the wrong type. For example, it is a string instead of an array. */
    SCRIM_RULES_MISTAKE_TYPE = 6,
    /** A number is not whole or out of range, a word is unknown, or a name is empty. */
    SCRIM_RULES_MISTAKE_VALUE = 7,
    /** A list has too many entries. The offset is where the first one too many begins. */
    SCRIM_RULES_MISTAKE_TOO_MANY = 8,
    /**
     * A name has more than #SCRIM_MAX_NAME bytes, or the document has more than
     * #SCRIM_MAX_RULES_JSON. For the document, the offset is #SCRIM_MAX_RULES_JSON.
     */
    SCRIM_RULES_MISTAKE_TOO_LONG = 9,
    /** The document has a version that this library does not support. */
    SCRIM_RULES_MISTAKE_VERSION = 10
};

/**
 * Returns a short English description of a mistake, for example for a log.
 *
 * The string is static and NUL-terminated. For an unknown value, it is "unknown mistake". Never
 * fails.
 *
 * @param mistake  One of SCRIM_RULES_MISTAKE_….
 *
 * Threads: thread-safe.
 */
SCRIM_API const char *scrim_rules_mistake_message(uint32_t mistake);

/** What scrim_collector_load_rules() found in a document. */
typedef struct scrim_rules_load_report {
    /** Size of this struct in bytes. #SCRIM_RULES_LOAD_REPORT_INIT sets it. */
    uint32_t struct_size;
    uint32_t mistake; /**< The first mistake: one of SCRIM_RULES_MISTAKE_…. */
    size_t offset;    /**< Bytes from the document's start to the mistake, 0 if there is none. */
} scrim_rules_load_report;

/** A report without a mistake, to pass to scrim_collector_load_rules(). */
#define SCRIM_RULES_LOAD_REPORT_INIT {sizeof(scrim_rules_load_report), SCRIM_RULES_MISTAKE_NONE, 0}

/**
 * Sets a struct to #SCRIM_RULES_LOAD_REPORT_INIT, for languages that cannot use C macros.
 *
 * @param report  The struct.
 * @param size    The size of the struct in the calling program, in bytes.
 */
SCRIM_API scrim_status scrim_rules_load_report_init(scrim_rules_load_report *report, size_t size);

/**
 * Replaces all rules, as scrim_collector_set_rules() does, by the rules in a JSON document.
 *
 * docs/how-to/collector.md describes the format. The file rules.schema.json of the Python package
 * is its JSON Schema. Members that are missing have the values of #SCRIM_RULES_INIT.
 *
 * Documents are read strictly. They are UTF-8 without a byte order mark, and no object has a
 * member twice. Unknown members are mistakes, so that a misspelled rule does not go unnoticed.
 * Numbers are compared exactly as they are written, and 1e8 is a whole number.
 *
 * @param collector  The collector.
 * @param json       The document. It needs no terminating NUL.
 * @param length     Length of the document in bytes.
 * @param report     Receives the first mistake, after errors too. May be NULL. If the call fails
 *                   for a reason that is not in the document, the mistake is
 *                   #SCRIM_RULES_MISTAKE_NONE.
 *
 * @return SCRIM_ERROR_INVALID_ARGUMENT if the document is not JSON, or does not describe rules.
 * @return SCRIM_ERROR_INVALID_UTF8 if the report says #SCRIM_RULES_MISTAKE_ENCODING.
 * @return SCRIM_ERROR_LIMIT if the document or a list is too long, or the scene has too many names.
 * @return SCRIM_ERROR_CLOSED if the engine or its scene has been destroyed.
 * @return SCRIM_ERROR_NO_MEMORY if an allocation failed.
 *
 * After an error, the old rules stay in force.
 *
 * Time: O(length), plus the time of scrim_collector_set_rules().
 */
SCRIM_API scrim_status scrim_collector_load_rules(scrim_collector *collector, const char *json,
                                                  size_t length, scrim_rules_load_report *report);

/* ---- Deciding ---- */

/** The result of a decision. */
SCRIM_ENUM(scrim_decision_result) {
    /** The event is not recorded. */
    SCRIM_DECISION_DROPPED = 1,
    /**
     * A record has been made of the present state. It is returned after its touch sequence has
     * ended, if no touch of the sequence was private.
     */
    SCRIM_DECISION_PENDING = 2
};

/**
 * Why an event is dropped. The checks are made in this order, and the first that fails is the
 * reason. If PRIVATE applies, no other reason is ever reported.
 */
SCRIM_ENUM(scrim_reason) {
    /** The event is not dropped. */
    SCRIM_REASON_NONE = 0,
    /** A touch of its sequence is private, touches of its view are, or the sequence is unknown. */
    SCRIM_REASON_PRIVATE = 1,
    /** The gesture neither ended nor was cancelled. */
    SCRIM_REASON_STATE = 2,
    /**
     * The rules are off, or do not include clicks. Also used if the collector has forgotten the
     * rules under which the sequence began. It remembers eight earlier sets of rules under which a
     * sequence began.
     */
    SCRIM_REASON_OFF = 3,
    /** The recognizer or the view does not exist any more. */
    SCRIM_REASON_GONE = 4,
    /** The window is a tool window, or belongs to one: see #SCRIM_VIEW_TOOL. */
    SCRIM_REASON_TOOL_WINDOW = 5,
    /** The recognizer's most derived class is not in `recognizers`. */
    SCRIM_REASON_CLASS = 6,
    /** The gesture's view is one of `gesture_views`. */
    SCRIM_REASON_GESTURE_VIEW = 7,
    /** The recognizer has no pair of an available target and an action. */
    SCRIM_REASON_NO_ACTION = 8,
    /** The recognizer has only actions of the toolkit: see ::scrim_builtin_action_rule. */
    SCRIM_REASON_BUILTIN_ACTION = 9,
    /** No suitable view inside the container is at the point: see ::scrim_retarget_rule. */
    SCRIM_REASON_NO_INNER_VIEW = 10,
    /** The record's view is hidden, or is inside a hidden one. */
    SCRIM_REASON_VIEW_HIDDEN = 11,
    /** The record's view is marked as ignored: see #SCRIM_VIEW_IGNORED. */
    SCRIM_REASON_VIEW_IGNORED = 12,
    /** The record's view is one of `ignored_types`. */
    SCRIM_REASON_TYPE_IGNORED = 13,
    /** The record's screen is one of `ignored_screens`. */
    SCRIM_REASON_SCREEN_IGNORED = 14,
    /** Another record of the same control is less than `control_interval_ns` away. */
    SCRIM_REASON_INTERVAL = 15,
    /** Another gesture of the same window, sequence and time has been recorded. */
    SCRIM_REASON_DUPLICATE = 16,
    /** Too many records wait. Call scrim_collector_next() to make space. */
    SCRIM_REASON_CAPACITY = 17
};

/** The decision on one event. Frozen: passed in arrays. */
typedef struct scrim_decision {
    uint32_t result; /**< One of SCRIM_DECISION_…. */
    uint32_t reason; /**< One of SCRIM_REASON_…. */
} scrim_decision;

/**
 * Returns the name of a reason as written in this header, for example "SCRIM_REASON_PRIVATE".
 *
 * Never fails. For an unknown value, returns "unknown reason". The string is static and
 * NUL-terminated.
 *
 * @param reason  One of SCRIM_REASON_….
 *
 * Threads: thread-safe.
 */
SCRIM_API const char *scrim_reason_name(uint32_t reason);

/**
 * Returns an English sentence about a reason, for example for a log.
 *
 * Never fails. For an unknown value, returns "unknown reason". The string is static and
 * NUL-terminated.
 *
 * @param reason  One of SCRIM_REASON_….
 *
 * Threads: thread-safe.
 */
SCRIM_API const char *scrim_reason_message(uint32_t reason);

/**
 * Decides on events. Call it before the application acts on them.
 *
 * The events come from the engine or from the host's own recognizers. A host's event names a
 * recognizer of the kind #SCRIM_GESTURE_HOST and the touch sequence that
 * scrim_gestures_sequence() returns.
 *
 * The engine remembers the last 4,096 sequences that ended without a private touch. Events of older
 * or unknown sequences are dropped as PRIVATE.
 *
 * @param collector  The collector.
 * @param events     `count` events.
 * @param count      Number of events.
 * @param decisions  Receives `count` decisions.
 *
 * @return SCRIM_ERROR_INVALID_ARGUMENT if an event has an unknown kind or state, or a number that
 *         is not finite. The fields `view_…` are not checked.
 * @return SCRIM_ERROR_CLOSED if the engine or its scene has been destroyed.
 * @return SCRIM_ERROR_NO_MEMORY if an allocation failed.
 *
 * After an error, the decisions are not valid, and no new record waits.
 *
 * An event that is dropped causes no allocation.
 *
 * Time: O(waiting records), and for each event O(recognizers + ancestors + rules + record length).
 * The record length includes the properties of the view and its ancestors.
 */
SCRIM_API scrim_status scrim_collector_decide(scrim_collector *collector,
                                              const scrim_gesture_event *events, size_t count,
                                              scrim_decision *decisions);

/** The outcome of a check. */
SCRIM_ENUM(scrim_check_outcome) {
    /** The check does not drop the event. */
    SCRIM_CHECK_PASSED = 1,
    /** The check drops the event. */
    SCRIM_CHECK_FAILED = 2,
    /** The check could not be made, because an earlier one failed. */
    SCRIM_CHECK_SKIPPED = 3
};

/** One check of a decision. Frozen: passed in arrays. */
typedef struct scrim_check {
    uint32_t reason;  /**< The reason if this check fails: one of SCRIM_REASON_…. */
    uint32_t outcome; /**< One of SCRIM_CHECK_…. */
} scrim_check;

/**
 * Reports each check of an event, without deciding on it.
 *
 * The checks are in the order of SCRIM_REASON_…. Unlike a decision, this function continues after
 * the first failure. If the event is PRIVATE, that is the only check it reports.
 *
 * @param collector  The collector.
 * @param event      The event.
 * @param checks     Receives the checks. May be NULL if `capacity` is 0.
 * @param capacity   Number of checks that fit into `checks`. 17 are always enough.
 * @param count      Receives the number of checks written, or needed.
 *
 * @return SCRIM_ERROR_BUFFER_TOO_SMALL if `capacity` is too small. `count` is then the number
 *         needed.
 * @return SCRIM_ERROR_INVALID_ARGUMENT if the event has an unknown kind or state, or a number
 *         that is not finite. The fields `view_…` are not checked.
 * @return SCRIM_ERROR_CLOSED if the engine or its scene has been destroyed.
 *
 * Time: as scrim_collector_decide() for one event.
 */
SCRIM_API scrim_status scrim_collector_explain(const scrim_collector *collector,
                                               const scrim_gesture_event *event,
                                               scrim_check *checks, size_t capacity, size_t *count);

/**
 * Notes that the application has responded to a touch in a way that the scene does not show.
 *
 * Call it, for example, when a sound was played. The touch is then not reported as
 * #SCRIM_PRIVATE_TOUCH_DEAD.
 *
 * @param collector  The collector.
 *
 * @return SCRIM_ERROR_CLOSED if the engine or its scene has been destroyed.
 */
SCRIM_API scrim_status scrim_collector_note_response(scrim_collector *collector);

/* ---- Time ---- */

/**
 * Advances the collector's clock.
 *
 * Records of private touches are returned only at fixed times: at the ends of buckets of 10 s,
 * counted from time 0. At any other time, the moment of their return would reveal when a touch was.
 *
 * @param collector  The collector.
 * @param now_ns     The present time in nanoseconds, by the clock of the touches.
 *
 * @return SCRIM_ERROR_CLOSED if the engine or its scene has been destroyed.
 */
SCRIM_API scrim_status scrim_collector_advance(scrim_collector *collector, uint64_t now_ns);

/**
 * Returns the time at which scrim_collector_advance() must be called next.
 *
 * This is the end of the present bucket, even if there is nothing to report. If the rules report
 * nothing of private touches, or the engine or its scene has been destroyed, it is #SCRIM_NEVER.
 *
 * @param collector    The collector.
 * @param deadline_ns  Receives the time in nanoseconds.
 */
SCRIM_API scrim_status scrim_collector_next_deadline(const scrim_collector *collector,
                                                     uint64_t *deadline_ns);

/* ---- Records ---- */

/**
 * What a record of private touches reports, as bits. Each appears at most once in a bucket of 10 s.
 * For views with silent touch privacy, only #SCRIM_PRIVATE_TOUCH_INTERACTION is reported.
 */
SCRIM_ENUM(scrim_private_touch_kinds) {
    /**
     * There were private touches. For views with silent touch privacy, this is reported once for an
     * episode, which ends after 5 s without a touch.
     */
    SCRIM_PRIVATE_TOUCH_INTERACTION = 1,
    /** A finger stayed within 10 points for 500 ms. */
    SCRIM_PRIVATE_TOUCH_LONG_PRESS = 2,
    /** Three or more single taps on one target within 1 s, within 30 points of the first tap. */
    SCRIM_PRIVATE_TOUCH_RAGE = 4,
    /** A tap on something interactive was followed by no change of the scene within 1 s. */
    SCRIM_PRIVATE_TOUCH_DEAD = 8
};

/** Largest number of properties in a record. As JSON, they have less than 2 MiB. */
#define SCRIM_MAX_RECORD_PROPERTIES 64

/**
 * A record of a gesture, or of private touches.
 *
 * If `private_touch` is 0, the record is about one gesture. Otherwise it is about private touches,
 * and all other fields except `time_ns` are 0.
 *
 * The strings are valid until the next call that takes the collector without `const`.
 * A string whose `data` is NULL is unknown. A string of length 0 whose `data` is not NULL is known
 * to be empty.
 */
typedef struct scrim_record {
    /** Size of this struct in bytes. #SCRIM_RECORD_INIT sets it. */
    uint32_t struct_size;
    uint32_t private_touch; /**< Bits of SCRIM_PRIVATE_TOUCH_…, or 0. */
    uint64_t number;        /**< Number of the record, counted from 1 over all returned gestures. */
    uint64_t time_ns;       /**< Time of the event, or the beginning of the bucket. */
    uint32_t kind;          /**< One of SCRIM_GESTURE_…. */
    uint32_t state; /**< #SCRIM_GESTURE_STATE_ENDED or #SCRIM_GESTURE_STATE_CANCELLED. */
    scrim_id view;  /**< The view or window that the record is about. */
    scrim_string screen;   /**< Name of the screen. */
    scrim_string title;    /**< Title of the screen. */
    scrim_string id;       /**< The caller's own id of the view: ::scrim_view_metadata. */
    scrim_string type;     /**< Class name of the view. */
    scrim_string content;  /**< What the view shows, cut to `max_content` bytes. */
    scrim_string position; /**< Position in a list: "row" or "section:row". */
    /**
     * The classes of the views from the window inwards to this view, for example "View/Button[0]".
     * Brackets after each class but the first contain the position in a list, if the view has one.
     * Otherwise they contain the number of siblings of the same class that come before the view.
     * docs/reference/records.md describes the details.
     */
    scrim_string path;
    /**
     * Properties as one JSON object, "{}" if there are none. The view's own come first, then its
     * ancestors', then its screen's. If a key appears several times, the first one counts. After
     * #SCRIM_MAX_RECORD_PROPERTIES the others are left out.
     */
    scrim_string properties;
} scrim_record;

/** An empty record, to pass to scrim_collector_next(). */
#define SCRIM_RECORD_INIT \
    {sizeof(scrim_record), 0u, 0u, 0u, 0u, 0u, 0u, {NULL, 0}, {NULL, 0}, {NULL, 0}, {NULL, 0}, \
     {NULL, 0}, {NULL, 0}, {NULL, 0}, {NULL, 0}}

/**
 * Sets a struct to #SCRIM_RECORD_INIT, for languages that cannot use C macros.
 *
 * @param record  The struct.
 * @param size    The size of the struct in the calling program, in bytes.
 */
SCRIM_API scrim_status scrim_record_init(scrim_record *record, size_t size);

/**
 * Returns the next record and removes it from the collector.
 *
 * The records of a touch sequence become available when the sequence has ended, and when no tap of
 * it waits for another gesture to fail. A waiting tap of an earlier sequence delays these records
 * too. They are sorted by sequence, time and depth of the view, regardless of the order of their
 * events. The record of a bucket of private touches follows the records of gestures.
 *
 * A sequence with a private touch has no records. It can also take away the records of an earlier
 * sequence, if a tap of that one is still waiting. This happens if, during the wait, a finger of
 * the private sequence comes down where touches are not private. Without this rule, the outcome of
 * the tap could reveal when the private touch happened.
 *
 * @param collector  The collector.
 * @param record     Receives the record. Initialize it with #SCRIM_RECORD_INIT.
 *
 * @return SCRIM_ERROR_NOT_FOUND if no record is ready.
 * @return SCRIM_ERROR_CLOSED if the engine or its scene has been destroyed.
 *
 * Time: O(waiting records + recognizers).
 */
SCRIM_API scrim_status scrim_collector_next(scrim_collector *collector, scrim_record *record);

/**
 * Returns the next record as one JSON object (RFC 8259) without line breaks, and removes it.
 *
 * The first example is about a gesture, the second about private touches:
 *
 *     {"v":1,"seq":1,"t":1200000000,"kind":"tap","state":"ended","screen":"Accounts",
 *      "title":"Bank","view":{"id":"transfer","type":"Button","content":"Transfer",
 *      "position":"0:2","path":"View/Button[0]"},"props":{}}
 *     {"v":1,"t":10000000000,"kind":"private","what":["interaction","dead"]}
 *
 * `v` is the version of this format. `seq` is the number and `t` the time of ::scrim_record. `kind`
 * is "tap", "long_press", "pan", "pinch", "rotation", "swipe", "edge_pan", "host" or "private".
 * `state` is "ended" or "cancelled". `what` lists "interaction", "long_press", "rage" and "dead".
 * An unknown string is null.
 *
 * @param collector  The collector.
 * @param buffer     Receives UTF-8 without a terminating NUL. May be NULL if `capacity` is 0.
 * @param capacity   Size of the buffer in bytes.
 * @param length     Receives the number of bytes written, or needed.
 *
 * @return SCRIM_ERROR_NOT_FOUND if no record is ready.
 * @return SCRIM_ERROR_BUFFER_TOO_SMALL if `capacity` is too small. The record stays.
 * @return SCRIM_ERROR_CLOSED if the engine or its scene has been destroyed.
 *
 * Time: O(length + waiting records + recognizers).
 */
SCRIM_API scrim_status scrim_collector_next_json(scrim_collector *collector, char *buffer,
                                                 size_t capacity, size_t *length);

#ifdef __cplusplus
}
#endif

#endif
