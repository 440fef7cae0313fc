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

/** Layouts. */
enum {
    /** 3 columns, 4 rows: 1 2 3 / 4 5 6 / 7 8 9 / delete 0 done. */
    SCRIM_LAYOUT_PIN = 0
};

/** Which keys change places at each show. Function keys and the slots themselves never do. */
enum {
    SCRIM_SHUFFLE_DIGITS = 0,
    SCRIM_SHUFFLE_NONE = 1
};

/** What a key does. */
enum {
    SCRIM_KEY_INSERT = 1,
    SCRIM_KEY_DELETE = 2,
    SCRIM_KEY_DONE = 3
};

typedef struct scrim_keypad_options {
    uint32_t struct_size;
    uint32_t layout;       /**< SCRIM_LAYOUT_… */
    uint32_t shuffle;      /**< SCRIM_SHUFFLE_… */
    uint32_t reserved;     /**< 0 */
    scrim_rect bounds;     /**< points; both sides above 0. The keys' edges are rounded down to multiples of 2^-22 points */
    double column_spacing; /**< points between columns, ≥ 0; the keys must keep a width above 0 */
    double row_spacing;    /**< points between rows, ≥ 0; the keys must keep a height above 0 */
} scrim_keypad_options;

/** Options for a PIN pad of 300 × 400 points at the origin, its digits shuffled at each show, no spacing. */
#define SCRIM_KEYPAD_OPTIONS_INIT \
    {(uint32_t)sizeof(scrim_keypad_options), SCRIM_LAYOUT_PIN, SCRIM_SHUFFLE_DIGITS, 0u, {0.0, 0.0, 300.0, 400.0}, 0.0, 0.0}

/** The most keys of a layout. */
#define SCRIM_KEYPAD_MAX_KEYS 128
/** The bytes of a key's label, its terminating NUL included. */
#define SCRIM_KEY_LABEL_SIZE 32

/** A key, for drawing. Frozen: passed in arrays. */
typedef struct scrim_key {
    scrim_rect rect;       /**< points, half-open */
    uint32_t kind;         /**< SCRIM_KEY_… */
    uint32_t label_length; /**< bytes, without the NUL */
    char label[SCRIM_KEY_LABEL_SIZE]; /**< UTF-8, NUL-terminated: "7", "⌫", "✓" */
} scrim_key;

/**
 * Makes a hidden keypad, its order of keys in memory as protected as can be had.
 * Errors: NO_MEMORY, ENTROPY (guard bytes are random), LIMIT.
 */
SCRIM_API scrim_status scrim_keypad_create(const scrim_keypad_options *options, scrim_keypad **out);

/** Wipes the layout and closes the keypad. The attached text stays as it is. */
SCRIM_API void scrim_keypad_destroy(scrim_keypad *keypad);

/**
 * Attaches the text that the keys edit, in place of the one attached before; the two handles then form a group.
 * A touch that is down on the keypad is forgotten. Errors: BUSY, LIMIT. Cost: O(handles of both groups).
 */
SCRIM_API scrim_status scrim_keypad_attach(scrim_keypad *keypad, scrim_text *text);

/** Detaches the text, if any, and splits the group again. A touch that is down is forgotten. Cost: O(handles of the group). */
SCRIM_API scrim_status scrim_keypad_detach(scrim_keypad *keypad);

/**
 * Shuffles and shows the keypad; shown already, it is shuffled anew. Every order of the digits is exactly as likely as every
 * other: one random number below 10! is drawn from the kernel, by rejection, and unranked (Lehmer code).
 * A touch that is down is forgotten.
 * Errors: ENTROPY: the keypad is hidden then, and accepts nothing, until a later show succeeds. CORRUPTED.
 */
SCRIM_API scrim_status scrim_keypad_show(scrim_keypad *keypad);

/** Hides the keypad and wipes its layout. A touch that is down is forgotten. */
SCRIM_API scrim_status scrim_keypad_hide(scrim_keypad *keypad);

/**
 * The keys in visual order: rows from the top, each from the left. While the keypad is hidden there are none.
 *
 * @param keys      room for `capacity` keys; may be NULL where `capacity` is 0.
 * @param count     the keys written, or needed.
 * Errors: BUFFER_TOO_SMALL, CORRUPTED. Cost: O(keys).
 */
SCRIM_API scrim_status scrim_keypad_keys(const scrim_keypad *keypad, scrim_key *keys, size_t capacity, size_t *count);

/** What a touch did. Nothing here tells one digit from another. */
enum {
    SCRIM_KEYPAD_NOTHING = 0,
    SCRIM_KEYPAD_INSERTED = 1,
    SCRIM_KEYPAD_DELETED = 2,
    SCRIM_KEYPAD_DONE = 3,
    /** A key was pressed, but the text did not take it: it is full, or none is attached. */
    SCRIM_KEYPAD_REFUSED = 4
};

/**
 * Takes one sample of a touch. A key counts when a finger that came down on it goes up on it; fingers that come down
 * while another is down do nothing.
 *
 * @param touch   not NULL; coordinates finite, in the space of the keypad's bounds.
 * @param answer  SCRIM_KEYPAD_….
 * Errors: INVALID_STATE (hidden), CLOSED (the attached text was destroyed), CORRUPTED.
 * Cost: O(keys), and of the edit.
 */
SCRIM_API scrim_status scrim_keypad_touch(scrim_keypad *keypad, const scrim_touch *touch, uint32_t *answer);

#ifdef __cplusplus
}
#endif

#endif
