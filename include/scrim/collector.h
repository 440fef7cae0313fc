/* SPDX-License-Identifier: MIT */
/**
 * @file
 * scrim_collector decides which gestures may be collected, by rules that are the caller's data, and hands out what may
 * be told of them once the whole sequence of touches is known to be free of anything private. Of private touches it
 * tells nothing, or, where asked to, that there were some: never how many, where, or when exactly.
 */
#ifndef SCRIM_COLLECTOR_H
#define SCRIM_COLLECTOR_H

#include "base.h"
#include "gesture.h"
#include "scene.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Decides which gestures may be collected. */
typedef struct scrim_collector scrim_collector;

/** What a collector is made with. */
typedef struct scrim_collector_options {
    uint32_t struct_size;
    /**
     * Records that may wait, 1 … 65,536. Leave room: which gesture is refused for want of it may depend on when private
     * touches ended, which nothing else tells.
     */
    uint32_t capacity;
} scrim_collector_options;

/** Room for 256 records. */
#define SCRIM_COLLECTOR_OPTIONS_INIT {sizeof(scrim_collector_options), 256u}

/** Sets a struct to #SCRIM_COLLECTOR_OPTIONS_INIT, for languages that cannot see macros. */
SCRIM_API scrim_status scrim_collector_options_init(scrim_collector_options *options, size_t size);

/**
 * Makes a collector on an engine, with the rules of #SCRIM_RULES_INIT; the two form a group. Errors: NO_MEMORY, LIMIT,
 * BUSY, CLOSED (the scene). Cost: O(capacity).
 */
SCRIM_API scrim_status scrim_collector_create(scrim_gestures *gestures, const scrim_collector_options *options,
                                              scrim_collector **out);

/** Closes the collector and drops what waits. */
SCRIM_API void scrim_collector_destroy(scrim_collector *collector);

/* ---- Rules ---- */

/** The most entries of each list of rules. */
#define SCRIM_MAX_RULES 1024

/** How a class is compared with a rule's name. */
SCRIM_ENUM(scrim_class_match) {
    SCRIM_MATCH_EXACT = 1, /**< its most derived class has that name */
    SCRIM_MATCH_INHERITS = 2   /**< some class of its chain has: it is of that kind */
};

/** A class by name. Frozen: passed in arrays. */
typedef struct scrim_class_rule {
    scrim_string name; /**< 1 … #SCRIM_MAX_NAME bytes */
    uint32_t match;    /**< SCRIM_MATCH_… */
    uint32_t reserved; /**< 0 */
} scrim_class_rule;

/**
 * A container whose gestures are those of a view inside it, as in alerts and menus: where the gesture's view is of just
 * this class, the record is about the first view inside it that is of the inner class and contains the point, parents
 * before children, in the order in which they were added; hidden or not. Where there is none, nothing is collected.
 * Frozen.
 */
typedef struct scrim_retarget_rule {
    scrim_string container; /**< exact class of the gesture's view */
    scrim_string inner;     /**< exact class of the view inside */
    scrim_string type;      /**< what the record calls its type; empty: the inner class */
} scrim_retarget_rule;

/** What a ::scrim_builtin_action_rule looks at. */
SCRIM_ENUM(scrim_builtin_action_scope) {
    SCRIM_BUILTIN_ACTION_VIEW = 1,  /**< the gesture's view is of just this class */
    SCRIM_BUILTIN_ACTION_PARENT = 2 /**< what the gesture's view is in is of that kind */
};

/**
 * A pair that the toolkit itself adds, and that is not enough: on such views a gesture is collected only with a pair of
 * another action. Frozen.
 */
typedef struct scrim_builtin_action_rule {
    scrim_string class_name; /**< of the gesture's view, or of what that is in: `scope` says */
    scrim_string action;     /**< the action that is not enough */
    uint32_t scope;    /**< SCRIM_BUILTIN_ACTION_… */
    uint32_t reserved; /**< 0 */
} scrim_builtin_action_rule;

/** Types of events that a product may collect. Gestures are clicks; the others are the host's own. */
SCRIM_ENUM(scrim_event_types) {
    SCRIM_EVENTS_START = 1,
    SCRIM_EVENTS_END = 2,
    SCRIM_EVENTS_CLICK = 4,
    SCRIM_EVENTS_SCREEN = 8
};

/** Flags of rules. */
SCRIM_ENUM(scrim_rules_flags) {
    /** Nothing is collected. */
    SCRIM_RULES_OFF = 1,
    /** Of gestures that end at the same time in one window, by the same sequence of touches, only the first is collected. */
    SCRIM_RULES_DEDUPLICATE = 2,
    /** Tell of touches of views whose touch privacy is coarse. */
    SCRIM_RULES_REPORT_COARSE = 4,
    /** Tell that views whose touch privacy is silent were used. */
    SCRIM_RULES_REPORT_SILENT = 8,
    /** A server has said what it wants: `server_event_types`. */
    SCRIM_RULES_SERVER_EVENT_TYPES = 16
};

/** Which gestures are collected, beside those that are never. */
typedef struct scrim_rules {
    uint32_t struct_size;
    uint32_t flags;       /**< SCRIM_RULES_… */
    uint32_t event_types; /**< SCRIM_EVENTS_…: what the product itself wants */
    /** What a server wants, SCRIM_EVENTS_…. With #SCRIM_RULES_SERVER_EVENT_TYPES it replaces `event_types`; else 0. */
    uint32_t server_event_types;
    uint64_t control_interval_ns; /**< the shortest time between two actions of a control that are collected */
    uint32_t max_content;         /**< the most bytes of a record's content, cut between graphemes; 0: #SCRIM_MAX_CONTENT */
    uint32_t reserved;            /**< 0 */
    /** Recognisers that are collected, by their own class alone. None: "Tap" and "LongPress". */
    const scrim_string *recognizers;
    size_t recognizer_count;
    const scrim_class_rule *gesture_views; /**< gestures on these views are not collected */
    size_t gesture_view_count;
    const scrim_class_rule *ignored_types; /**< nor those whose record would be about one of these */
    size_t ignored_type_count;
    const scrim_class_rule *ignored_screens; /**< nor anything on one of these screens */
    size_t ignored_screen_count;
    const scrim_retarget_rule *retargets; /**< containers whose gestures are those of a view inside */
    size_t retarget_count;
    const scrim_builtin_action_rule *builtin_actions; /**< pairs that are not enough */
    size_t builtin_action_count;
} scrim_rules;

/** Clicks are collected, by tap and long press, each once; 100 ms between a control's; nothing is told of private touches. */
#define SCRIM_RULES_INIT \
    {sizeof(scrim_rules), SCRIM_RULES_DEDUPLICATE, SCRIM_EVENTS_CLICK, 0u, 100000000u, 0u, 0u, NULL, 0, NULL, \
     0, NULL, 0, NULL, 0, NULL, 0, NULL, 0}

/** Sets a struct to #SCRIM_RULES_INIT, for languages that cannot see macros. */
SCRIM_API scrim_status scrim_rules_init(scrim_rules *rules, size_t size);

/**
 * Sets the rules, all at once; everything is copied. They hold for sequences of touches that begin from now on. What
 * began before is collected only where both the rules from then and the new ones allow it. Where they change what is told of
 * private touches, nothing from before is.
 *
 * Records that wait are looked at again by the new rules, with what is known of them, and dropped where these refuse them, or
 * may: where the content is longer than the new `max_content`; another rule is the first for a container, or none is any more;
 * the lists of built-in actions differ, and the new one names the view's class or what the view is in; a control's, where the interval is
 * longer; all, where duplicates were collected and are not any more.
 * Errors: INVALID_UTF8, LIMIT (#SCRIM_MAX_RULES), NO_MEMORY, BUSY, CLOSED; the rules from before stay. Cost: O(rules), and
 * O(waiting · containers).
 */
SCRIM_API scrim_status scrim_collector_set_rules(scrim_collector *collector, const scrim_rules *rules);

/* ---- Deciding ---- */

/** What a collector answers to an event. */
SCRIM_ENUM(scrim_decision_result) {
    SCRIM_DECISION_DROPPED = 1,
    /** Captured as it is now; its record is handed out when its sequence has ended with nothing private in it. */
    SCRIM_DECISION_PENDING = 2
};

/** Why an event is refused: the first of these that holds, in this order. PRIVATE, if it holds, is the only one told. */
SCRIM_ENUM(scrim_reason) {
    SCRIM_REASON_NONE = 0,
    /** A finger of its sequence touched something private, or nobody knows; or its view is private. */
    SCRIM_REASON_PRIVATE = 1,
    SCRIM_REASON_STATE = 2,          /**< neither ended nor cancelled */
    SCRIM_REASON_OFF = 3,            /**< the rules are off, or clicks are not wanted */
    SCRIM_REASON_GONE = 4,           /**< the recogniser or the view is not there any more */
    SCRIM_REASON_TOOL_WINDOW = 5,    /**< its window is, or belongs to, an overlay of a tool: #SCRIM_VIEW_TOOL */
    SCRIM_REASON_CLASS = 6,          /**< the recogniser's own class is not one that is collected */
    SCRIM_REASON_GESTURE_VIEW = 7,   /**< gestures on such views are not collected */
    SCRIM_REASON_NO_ACTION = 8,      /**< the recognizer has no pair of an available target and an action */
    SCRIM_REASON_BUILTIN_ACTION = 9, /**< it has only actions that the toolkit adds: see ::scrim_builtin_action_rule */
    SCRIM_REASON_NO_INNER_VIEW = 10, /**< no view inside the container is at the point: see ::scrim_retarget_rule */
    SCRIM_REASON_VIEW_HIDDEN = 11,   /**< the record's view is hidden */
    SCRIM_REASON_VIEW_IGNORED = 12,  /**< the record's view is to be ignored: #SCRIM_VIEW_IGNORED */
    SCRIM_REASON_TYPE_IGNORED = 13,
    SCRIM_REASON_SCREEN_IGNORED = 14,
    SCRIM_REASON_INTERVAL = 15,  /**< too soon after this control's last record */
    SCRIM_REASON_DUPLICATE = 16, /**< another gesture of the same touch is collected */
    SCRIM_REASON_CAPACITY = 17   /**< too many records wait: hand some out */
};

/** A collector's answer to one event. Frozen: passed in arrays. */
typedef struct scrim_decision {
    uint32_t result; /**< SCRIM_DECISION_… */
    uint32_t reason; /**< SCRIM_REASON_… */
} scrim_decision;

/**
 * The name of a reason as in the source, say "SCRIM_REASON_PRIVATE": static, NUL-terminated. Total: "unknown reason" for
 * others.
 */
SCRIM_API const char *scrim_reason_name(uint32_t reason);

/**
 * Decides on events, before the application acts on them: the engine's, or a host's own, which name a
 * #SCRIM_GESTURE_HOST recogniser and the sequence of touches, scrim_gestures_sequence(). The engine remembers the last
 * 4,096 sequences that ended with nothing private in them; events of older ones, and of sequences that it knows
 * nothing of, are dropped as PRIVATE.
 *
 * @param events     `count` events as the engine wrote them, or the host.
 * @param decisions  room for `count` decisions.
 * Errors: INVALID_ARGUMENT at an event of an unknown kind or state, or with a number that is not finite. CLOSED (the
 *         engine or its scene), NO_MEMORY, BUSY. After an error no answer counts and nothing new waits.
 * Cost: O(recognisers + ancestors + rules + length of the record + properties of the view and all that it is in) an event, and
 * O(waiting). No allocation for an event that is refused.
 */
SCRIM_API scrim_status scrim_collector_decide(scrim_collector *collector, const scrim_gesture_event *events,
                                              size_t count, scrim_decision *decisions);

/** What came of a check. */
SCRIM_ENUM(scrim_check_outcome) {
    SCRIM_CHECK_PASSED = 1,
    SCRIM_CHECK_FAILED = 2,
    SCRIM_CHECK_SKIPPED = 3 /**< there is nothing to look at, as an earlier one failed */
};

/** One check of a decision. Frozen: passed in arrays. */
typedef struct scrim_check {
    uint32_t reason;  /**< SCRIM_REASON_…: what a failure means */
    uint32_t outcome; /**< SCRIM_CHECK_… */
} scrim_check;

/**
 * Says how an event would be decided on, check by check in their order, those after the first failure too, and changes
 * nothing. Where it is PRIVATE, that is the only check told.
 *
 * @param count  the checks, or with BUFFER_TOO_SMALL how many there are: never more than 17.
 * Errors: as scrim_collector_decide(), and BUFFER_TOO_SMALL.
 */
SCRIM_API scrim_status scrim_collector_explain(const scrim_collector *collector, const scrim_gesture_event *event,
                                               scrim_check *checks, size_t capacity, size_t *count);

/**
 * Says that the application has reacted to a touch in a way that the scene does not show, so that it was not a dead one:
 * see #SCRIM_PRIVATE_TOUCH_DEAD. Errors: CLOSED, BUSY.
 */
SCRIM_API scrim_status scrim_collector_note_response(scrim_collector *collector);

/* ---- Time ---- */

/**
 * Tells the collector the time of the caller's clock, the touches' own. What is told of private touches is handed out
 * at fixed times alone, the ends of buckets of 10 s counted from 0: when it is handed out would tell too. Errors: CLOSED, BUSY.
 */
SCRIM_API scrim_status scrim_collector_advance(scrim_collector *collector, uint64_t now_ns);

/**
 * When scrim_collector_advance() is to be called next: the end of the bucket, whether or not there is something to tell, and
 * #SCRIM_NEVER where the rules tell nothing of private touches, or the engine or its scene is destroyed.
 */
SCRIM_API scrim_status scrim_collector_next_deadline(const scrim_collector *collector, uint64_t *deadline_ns);

/* ---- Records ---- */

/** What is told of private touches: bits. Each at most once a bucket, and nothing of what is silent but the first. */
SCRIM_ENUM(scrim_private_touch_kinds) {
    SCRIM_PRIVATE_TOUCH_INTERACTION = 1, /**< there were some; of silent views once an episode, which ends after 5 s of quiet */
    SCRIM_PRIVATE_TOUCH_LONG_PRESS = 2,  /**< a finger stayed for 500 ms within 10 points */
    SCRIM_PRIVATE_TOUCH_RAGE = 4,        /**< three single taps and more in 1 s, within 30 points of the first, on one target */
    SCRIM_PRIVATE_TOUCH_DEAD = 8         /**< a tap on something interactive, and nothing changed within 1 s */
};

/** The most properties of a record: as JSON they have less than 2 MiB. */
#define SCRIM_MAX_RECORD_PROPERTIES 64

/**
 * A record. Its strings are lent until the next call on the collector that is not `const`; one whose `data` is NULL is
 * not known, one of length 0 is known to be empty.
 */
typedef struct scrim_record {
    uint32_t struct_size;
    uint32_t private_touch;  /**< SCRIM_PRIVATE_TOUCH_…: a record of private touches, all else but `time_ns` is 0; 0: of a gesture */
    uint64_t number;  /**< counts the records of gestures that were handed out, from 1 */
    uint64_t time_ns; /**< of the event; of private touches, when the bucket began */
    uint32_t kind;    /**< SCRIM_GESTURE_… */
    uint32_t state;   /**< #SCRIM_GESTURE_STATE_ENDED or #SCRIM_GESTURE_STATE_CANCELLED */
    scrim_id view;    /**< what it is about: a view, or a window */
    scrim_string screen;   /**< its name */
    scrim_string title;    /**< of the screen */
    scrim_string id;   /**< the caller's own: ::scrim_view_metadata */
    scrim_string type; /**< class name */
    scrim_string content;  /**< what the view shows, at most `max_content` bytes of it */
    scrim_string position; /**< "row" or "section:row" */
    scrim_string path;     /**< the classes from the window's topmost view down, with their numbers */
    /**
     * Its properties as one JSON object, "{}" for none: of the view, of what it is in, and of its screen, in this order; of one
     * key the first. After #SCRIM_MAX_RECORD_PROPERTIES no more are told.
     */
    scrim_string properties;
} scrim_record;

/** An empty record. */
#define SCRIM_RECORD_INIT \
    {sizeof(scrim_record), 0u, 0u, 0u, 0u, 0u, 0u, {NULL, 0}, {NULL, 0}, {NULL, 0}, {NULL, 0}, {NULL, 0}, \
     {NULL, 0}, {NULL, 0}, {NULL, 0}}

/** Sets a struct to #SCRIM_RECORD_INIT, for languages that cannot see macros. */
SCRIM_API scrim_status scrim_record_init(scrim_record *record, size_t size);

/**
 * Hands out the next record, and forgets it. Those of a sequence come when it has ended and no tap of it, or of an
 * earlier one, waits for another to fail; by sequence, time and depth, whenever their events were sent. A sequence in
 * which a finger touched something private has none, nor has one whose tap still waited when a finger of that came down on
 * something that was not: what became of it may tell when the other one strayed. A bucket's record of private touches comes after those of gestures.
 * Errors: NOT_FOUND (none is ready), CLOSED, BUSY. Cost: O(waiting + recognisers).
 */
SCRIM_API scrim_status scrim_collector_next(scrim_collector *collector, scrim_record *record);

/**
 * Hands out the next record as one object of JSON (RFC 8259) without a line break, and forgets it.
 *
 *     {"v":1,"seq":1,"t":1200000000,"kind":"tap","state":"ended","screen":"Accounts","title":"Bank",
 *      "view":{"id":"transfer","type":"Button","content":"Transfer","position":"0:2","path":"View/Button[0]"},"props":{}}
 *     {"v":1,"t":10000000000,"kind":"private","what":["interaction","dead"]}
 *
 * `kind` is "tap", "long_press", "pan", "pinch", "rotation", "swipe", "edge_pan" or "host", `state` "ended" or
 * "cancelled"; `seq`, `t` and the rest are the fields of ::scrim_record. What is not known is null.
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
