/* SPDX-License-Identifier: MIT */
/**
 * @file
 * scrim_keypad: a shuffled on-screen keypad. The host draws its keys and hands it raw touches; what is typed goes straight into a
 * scrim_text, and no answer tells which key it was.
 */
#ifndef SCRIM_KEYPAD_H
#define SCRIM_KEYPAD_H

#include "base.h"
#include "text.h"

#ifdef __cplusplus
extern "C" {
#endif

/** A keypad. It is made hidden; scrim_keypad_show() shuffles and shows it. */
typedef struct scrim_keypad scrim_keypad;

/** Layouts that are built in. */
SCRIM_ENUM(scrim_keypad_layout) {
    /** 3 columns, 4 rows: 1 2 3 / 4 5 6 / 7 8 9 / delete 0 done. */
    SCRIM_LAYOUT_PIN = 0,
    /** 3 columns, 5 rows: 1 2 3 / 4 5 6 / 7 8 9 / . 0 delete / done, across. */
    SCRIM_LAYOUT_PIN_DECIMAL = 1,
    /** 4 columns, 4 rows: the digits and "." at the left as above, hide beside them, and delete and done, two rows high, at the right. */
    SCRIM_LAYOUT_PAYMENT = 2,
    /** 4 columns, 5 rows: 0 … 9 and A … F; then clear, delete and done. */
    SCRIM_LAYOUT_HEXADECIMAL = 3,
    /** Keyboards of 4 rows: small letters, capitals (shift, for one character), and two pages of digits and symbols. */
    SCRIM_LAYOUT_QWERTY = 4,
    SCRIM_LAYOUT_QWERTZ = 5,
    SCRIM_LAYOUT_AZERTY = 6
};

/** Which keys change places, on each page among themselves. Function keys, fixed keys and the places themselves never do. */
SCRIM_ENUM(scrim_shuffle) {
    /** Keys that insert 0 … 9, and blank ones. */
    SCRIM_SHUFFLE_DIGITS = 0,
    SCRIM_SHUFFLE_NONE = 1,
    /** Keys that insert, and blank ones, each within its row. */
    SCRIM_SHUFFLE_ROWS = 2,
    /** Keys that insert, and blank ones. */
    SCRIM_SHUFFLE_ALL = 3
};

/** When keys change places. */
SCRIM_ENUM(scrim_reshuffle) {
    /** At each scrim_keypad_show(). */
    SCRIM_RESHUFFLE_ON_SHOW = 0,
    /** At each show, and whenever a key that inserts has been pressed. */
    SCRIM_RESHUFFLE_ON_PRESS = 1,
    /** At the first show, and at scrim_keypad_shuffle(); in between the order is kept, in protected memory, while hidden too. */
    SCRIM_RESHUFFLE_MANUAL = 2
};

/** What a key does. */
SCRIM_ENUM(scrim_key_kind) {
    SCRIM_KEY_INSERT = 1,
    SCRIM_KEY_DELETE = 2,
    SCRIM_KEY_DONE = 3,
    SCRIM_KEY_CLEAR = 4,
    /** Hides the keypad. */
    SCRIM_KEY_DISMISS = 5,
    /** Shows another page for one character; pressed again there, shows the first one. */
    SCRIM_KEY_SHIFT = 6,
    /** Shows another page. */
    SCRIM_KEY_PAGE = 7,
    /** Does nothing. */
    SCRIM_KEY_BLANK = 8,
    /** Switches shuffling off for this entry, and on again; refused where the options do not allow it. */
    SCRIM_KEY_TOGGLE_SHUFFLE = 9
};

/** The most keys of a page. */
#define SCRIM_KEYPAD_MAX_KEYS 128
/** The most pages of a layout. */
#define SCRIM_KEYPAD_MAX_PAGES 8
/** The most columns, and the most rows, of a grid. */
#define SCRIM_KEYPAD_MAX_CELLS 64
/** The most blank keys that the options add to a row. */
#define SCRIM_KEYPAD_MAX_BLANKS 4
/** The bytes of a key's label, its terminating NUL included. */
#define SCRIM_KEY_LABEL_SIZE 32

/** Flags of a key in a table. */
SCRIM_ENUM(scrim_key_flags) {
    /** It keeps its place, whatever is shuffled. */
    SCRIM_KEY_FLAG_FIXED = 1
};

/** A key of a custom layout: cells that it covers on the grid of its page, and what it does. Frozen: passed in arrays. */
typedef struct scrim_key_spec {
    uint32_t kind;    /**< SCRIM_KEY_… */
    uint32_t flags;   /**< SCRIM_KEY_FLAG_… */
    uint32_t page;    /**< from 0, which is shown first; below #SCRIM_KEYPAD_MAX_PAGES */
    uint32_t target;  /**< the page that a shift or page key shows; else 0 */
    uint32_t column;  /**< of its left cell, from 0 */
    uint32_t row;     /**< of its top cell, from 0 */
    uint32_t columns; /**< cells across, from 1; no cell is beyond #SCRIM_KEYPAD_MAX_CELLS */
    uint32_t rows;    /**< cells down, from 1 */
    /**
     * What it shows: UTF-8 without control characters, shorter than #SCRIM_KEY_LABEL_SIZE; for an insert key exactly one
     * grapheme cluster, which is also what it inserts; for a blank key nothing.
     */
    scrim_string label;
} scrim_key_spec;

/** What a keypad is made with. */
typedef struct scrim_keypad_options {
    uint32_t struct_size;
    uint32_t layout;           /**< SCRIM_LAYOUT_…; 0 where `keys` lists keys */
    uint32_t shuffle;          /**< SCRIM_SHUFFLE_… */
    uint32_t reshuffle;        /**< SCRIM_RESHUFFLE_… */
    scrim_rect bounds;         /**< points; both sides above 0. The keys' edges are rounded down to multiples of 2^-22 points */
    double column_spacing;     /**< points between columns, ≥ 0; the keys must keep a width above 0 */
    double row_spacing;        /**< points between rows, ≥ 0; the keys must keep a height above 0 */
    uint32_t blank_keys_per_row; /**< blank keys added to each row that has shuffled keys, 0 … #SCRIM_KEYPAD_MAX_BLANKS */
    uint32_t allow_unshuffled; /**< 1: scrim_keypad_set_shuffle_enabled() may switch shuffling off for one entry; else 0 */
    const scrim_key_spec *keys; /**< a custom layout, in any order, no two keys on one cell; the grid is as large as they need */
    size_t key_count;          /**< keys in it; 0: `layout` says */
} scrim_keypad_options;

/** Options for a PIN pad of 300 × 400 points at the origin, its digits shuffled at each show, no spacing. */
#define SCRIM_KEYPAD_OPTIONS_INIT \
    {sizeof(scrim_keypad_options), SCRIM_LAYOUT_PIN, SCRIM_SHUFFLE_DIGITS, SCRIM_RESHUFFLE_ON_SHOW, \
     {0.0, 0.0, 300.0, 400.0}, 0.0, 0.0, 0u, 0u, NULL, 0}

/** Sets a struct to #SCRIM_KEYPAD_OPTIONS_INIT, for languages that cannot see macros. */
SCRIM_API scrim_status scrim_keypad_options_init(scrim_keypad_options *options, size_t size);

/** A key, for drawing. Frozen: passed in arrays. */
typedef struct scrim_key {
    scrim_rect rect;       /**< points, half-open */
    uint32_t kind;         /**< SCRIM_KEY_… */
    uint32_t label_length; /**< bytes, without the NUL */
    char label[SCRIM_KEY_LABEL_SIZE]; /**< UTF-8, NUL-terminated: "7", "⌫", "✓" */
} scrim_key;

/**
 * Makes a hidden keypad, its order of keys in memory as protected as can be had. A table of keys is copied.
 * Errors: NO_MEMORY, ENTROPY (guard bytes are random), LIMIT (also: too many keys, or blanks make them too many).
 * Cost: O(keys²).
 */
SCRIM_API scrim_status scrim_keypad_create(const scrim_keypad_options *options, scrim_keypad **out);

/**
 * Wipes the layout and closes the keypad. The attached text stays as it is.
 *
 * Inside a callback of the group, the layout is wiped at once, and the handle becomes invalid when the call that called back
 * returns. If the callback is the attached text's `should_change`, its edit is refused: a key's character is then not typed.
 */
SCRIM_API void scrim_keypad_destroy(scrim_keypad *keypad);

/**
 * Attaches the text that the keys edit, in place of the one attached before; the two handles then form a group.
 * A touch that is down on the keypad is refused when it goes up. Keys
 * that insert what the text does not allow are blank as long as it is attached. Errors: BUSY. Cost: O(handles of both groups).
 */
SCRIM_API scrim_status scrim_keypad_attach(scrim_keypad *keypad, scrim_text *text);

/** Detaches the text, if any, and splits the group again. A touch that is down is refused when it goes up. Cost: O(handles of the group). */
SCRIM_API scrim_status scrim_keypad_detach(scrim_keypad *keypad);

/**
 * Shuffles and shows the first page; shown already, it is shuffled anew. Every order is exactly as likely as every other: it is drawn
 * from the kernel's generator, by rejection, as one random number below n! for up to 20 keys that change places among each other, and as
 * several beyond. (Pages, and rows that are shuffled one by one, take numbers of their own.)
 * A touch that is down is refused when it goes up. Nothing is accepted before scrim_keypad_presented().
 * Errors: ENTROPY: the keypad is hidden then, and accepts nothing, until a later show succeeds. CORRUPTED.
 */
SCRIM_API scrim_status scrim_keypad_show(scrim_keypad *keypad);

/** Shuffles the keypad that is shown; the page stays. Errors: INVALID_STATE (hidden); ENTROPY, CORRUPTED as scrim_keypad_show(). */
SCRIM_API scrim_status scrim_keypad_shuffle(scrim_keypad *keypad);

/**
 * Switches shuffling off (0) or on (1) for the current entry: for people who cannot look for each key. The entry ends, and
 * shuffling is on again, when done is pressed, and when the keypad is hidden or shown.
 * Errors: UNSUPPORTED (the options do not allow it), INVALID_STATE (hidden); ENTROPY, CORRUPTED as scrim_keypad_show().
 */
SCRIM_API scrim_status scrim_keypad_set_shuffle_enabled(scrim_keypad *keypad, uint32_t enabled);

/**
 * Hides the keypad and wipes its layout (#SCRIM_RESHUFFLE_MANUAL keeps it, out of sight). A touch that is down is refused when it goes
 * up after the next show.
 */
SCRIM_API scrim_status scrim_keypad_hide(scrim_keypad *keypad);

/* ---- Drawing ---- */

/**
 * The number of the layout: it changes whenever the keys do, at show, hide, shuffle and page changes. A host asks after each call of
 * scrim_keypad_touch(), and where it is another one, draws the keys anew and calls scrim_keypad_presented() with it.
 */
SCRIM_API scrim_status scrim_keypad_generation(const scrim_keypad *keypad, uint64_t *generation);

/**
 * Tells that the keys of a generation are on the screen. Until a host has said so, and for 100 ms after, every touch is refused: nobody
 * can aim at keys that have not been seen, and a finger meant for what was there before must not type. A host that is not told when its
 * frame is shown passes the time at which it has drawn.
 *
 * @param generation  from scrim_keypad_generation(), asked for when the keys were. An earlier one is no error, and changes nothing;
 *                    so it is with one that was presented before.
 * @param time_ns     of the same clock as the touches.
 * Errors: INVALID_ARGUMENT (a generation that has not been), INVALID_STATE (hidden).
 */
SCRIM_API scrim_status scrim_keypad_presented(scrim_keypad *keypad, uint64_t generation, uint64_t time_ns);

/** Orders in which keys can be listed, say, for a screen reader. */
SCRIM_ENUM(scrim_key_order) {
    /** Rows from the top, each from the left. */
    SCRIM_KEY_ORDER_ROWS = 0,
    /** Columns from the left, each from the top. */
    SCRIM_KEY_ORDER_COLUMNS = 1,
    /** As the keys stand unshuffled: 1 2 3 … wherever they are. Each rectangle is where its key is now. */
    SCRIM_KEY_ORDER_UNSHUFFLED = 2
};

/**
 * Lists the keys of the page that is shown. A hidden keypad has none.
 *
 * @param order  SCRIM_KEY_ORDER_…
 * @param keys   room for `capacity` keys; may be NULL where `capacity` is 0.
 * @param count  the keys written, or needed.
 * Errors: BUFFER_TOO_SMALL, CORRUPTED. Cost: O(keys); O(keys²) by columns.
 */
SCRIM_API scrim_status scrim_keypad_keys(const scrim_keypad *keypad, uint32_t order, scrim_key *keys, size_t capacity,
                                         size_t *count);

/* ---- Touching ---- */

/** What a touch did. Nothing here tells one key that inserts from another. */
SCRIM_ENUM(scrim_keypad_result) {
    SCRIM_KEYPAD_RESULT_NONE = 0, /**< nothing was typed or taken away */
    SCRIM_KEYPAD_RESULT_INSERTED = 1,
    SCRIM_KEYPAD_RESULT_DELETED = 2, /**< a key that deletes did its work */
    SCRIM_KEYPAD_RESULT_DONE = 3,
    /** A touch was not accepted, or the text did not take the key: it is full, was wiped in a callback, or none is attached. */
    SCRIM_KEYPAD_RESULT_REJECTED = 4,
    SCRIM_KEYPAD_RESULT_CLEARED = 5,
    /** A key has hidden the keypad. */
    SCRIM_KEYPAD_RESULT_DISMISSED = 6
};

/**
 * Takes one sample of a touch.
 * - A key is pressed when the finger that came down on it goes up on it, or at most 8 points beside it; neighbours do not matter.
 * - When a second finger comes down, the first one's key is pressed at once, if that finger is still on it: the answer is that of the
 *   key. A third finger is refused, and so is everything until all are up.
 * - A second touch of a key within 30 ms of its press is a bounce: nothing.
 * - A finger comes down refused before, and up to 100 ms after, the layout was presented. It goes up refused where the layout or the
 *   text has changed since it came down.
 * - A finger that goes up or is cancelled is up whatever the answer, INVALID_STATE and CLOSED included: tell of it while the keypad is
 *   hidden too.
 * - Keys have no pressed state: what scrim_keypad_keys() tells does not depend on fingers.
 * - The keypad keeps no coordinates. It keeps two keys in protected memory: the one that a finger is on, and the one that was
 *   pressed last. The first is wiped when the finger is gone, the second at the first touch 30 ms or more after the press. Both are
 *   wiped when the keypad is shown, hidden, shuffled, turned to another page or destroyed, or a text is attached or detached.
 *
 * @param touch   not NULL; coordinates finite, in the space of the keypad's bounds.
 * @param result  SCRIM_KEYPAD_RESULT_…
 * Errors: INVALID_STATE (hidden), CLOSED (the attached text was destroyed), CORRUPTED. ENTROPY: the key was pressed, but the shuffle
 * after it failed; the keypad is hidden. Cost: O(keys), and of the edit.
 */
SCRIM_API scrim_status scrim_keypad_touch(scrim_keypad *keypad, const scrim_touch *touch, uint32_t *result);

/**
 * Tells the time. A delete key that a finger holds down, without leaving it, deletes once more 500 ms after it came down, and then each
 * 100 ms: once a call, and what was missed is not made up for. It does not delete again when the finger goes up.
 *
 * @param result  #SCRIM_KEYPAD_RESULT_DELETED, #SCRIM_KEYPAD_RESULT_NONE, or #SCRIM_KEYPAD_RESULT_REJECTED if a callback refused or wiped the text.
 * Errors: CLOSED, CORRUPTED.
 */
SCRIM_API scrim_status scrim_keypad_advance(scrim_keypad *keypad, uint64_t now_ns, uint32_t *result);

/** When scrim_keypad_advance() is to be called next; #SCRIM_NEVER: no need. */
SCRIM_API scrim_status scrim_keypad_next_deadline(const scrim_keypad *keypad, uint64_t *deadline_ns);

#ifdef __cplusplus
}
#endif

#endif
