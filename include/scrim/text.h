/* SPDX-License-Identifier: MIT */
/**
 * @file
 * scrim_text: a masked-text buffer. A secret is typed, edited, compared and lent inside protected memory; the host sees
 * "●●●●".
 */
#ifndef SCRIM_TEXT_H
#define SCRIM_TEXT_H

#include "base.h"
#include "memory.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Object ---- */

/** A buffer for one secret. It holds at most `capacity` bytes of UTF-8, and never moves or grows. */
typedef struct scrim_text scrim_text;

/** The largest capacity of a text, in bytes. */
#define SCRIM_TEXT_MAX_CAPACITY 65536
/** What a text accepts. Text that is not of that class is answered with REFUSED. */
SCRIM_ENUM(scrim_allowed_characters) {
    SCRIM_ALLOW_ANY = 0,    /**< any well-formed UTF-8, control characters too */
    SCRIM_ALLOW_DIGITS = 1, /**< 0 … 9 of ASCII */
    SCRIM_ALLOW_ASCII = 2   /**< printable ASCII: U+0020 … U+007E */
};

/** What stands for the secret on a screen. */
SCRIM_ENUM(scrim_mask_kind) {
    SCRIM_MASK_PER_CLUSTER = 0,    /**< the mask character for each grapheme cluster */
    /** the mask character `mask_count` times, whatever the text holds, also when it is empty */
    SCRIM_MASK_FIXED = 1,
    SCRIM_MASK_NONE = 2  /**< nothing */
};

/** How long a reveal lasts at most: ten seconds. */
#define SCRIM_TEXT_MAX_REVEAL_NS 10000000000u
/** The most mask characters of #SCRIM_MASK_FIXED. */
#define SCRIM_TEXT_MAX_MASK_COUNT 64
/** The mask character where the options name none: U+25CF, a black circle. */
#define SCRIM_TEXT_DEFAULT_MASK 0x25CF

/** What a text is made with. */
typedef struct scrim_text_options {
    uint32_t struct_size;
    /** SCRIM_PROTECTION_… bits without which creation fails, and hashing too (see verify.h); 0: take the best there is */
    uint32_t required_protection;
    uint32_t capacity;            /**< bytes of UTF-8, 1 … #SCRIM_TEXT_MAX_CAPACITY */
    uint32_t mask_character;      /**< a Unicode scalar value; 0: #SCRIM_TEXT_DEFAULT_MASK */
    uint32_t max_clusters;        /**< the most grapheme clusters, up to #SCRIM_TEXT_MAX_CAPACITY; 0: as many as fit */
    uint32_t allowed;             /**< SCRIM_ALLOW_… */
    uint32_t mask;                /**< SCRIM_MASK_… */
    uint32_t mask_count;          /**< with #SCRIM_MASK_FIXED 1 … #SCRIM_TEXT_MAX_MASK_COUNT, else 0 */
    uint32_t hide_length;         /**< 1: see below; only with a mask that does not tell it: FIXED or NONE */
    uint32_t reveal_keypad;       /**< 1: what a keypad typed may be revealed too; 0: never */
    /** how long a typed character is shown, up to #SCRIM_TEXT_MAX_REVEAL_NS, with #SCRIM_MASK_PER_CLUSTER; 0: never */
    uint64_t mask_delay_ns;
    uint64_t idle_timeout_ns;     /**< after so long without an edit or a motion, refused ones not counted, the text is wiped; 0: never */
} scrim_text_options;

/*
 * A text with `hide_length` gives nobody who types or watches a way to tell how long it is, nor whether it is empty:
 *  - Counts, positions and selections, and the calls that take them, answer LENGTH_HIDDEN. Events carry no range.
 *  - Every edit is answered, and told in events, as if it had changed something: deleting from an empty text too.
 *  - What does not fit is dropped, even a single insert that is longer than the capacity, and the call returns as if it
 *    had been inserted. From then on, until it is cleared, set or wiped, the text equals nothing, and scrim_text_with_bytes()
 *    returns FULL, because an incomplete secret must not be taken for the whole one. Only a length above
 *    #SCRIM_TEXT_MAX_CAPACITY, which no text can have, returns FULL at once. That depends on the argument alone.
 */

/** Options for a PIN or a password: 256 bytes of anything, the best protection there is, "●". */
#define SCRIM_TEXT_OPTIONS_INIT {sizeof(scrim_text_options), 0u, 256u, 0u, 0u, 0u, 0u, 0u, 0u, 0u, 0u, 0u}

/** Sets a struct to #SCRIM_TEXT_OPTIONS_INIT, for languages that cannot see macros. */
SCRIM_API scrim_status scrim_text_options_init(scrim_text_options *options, size_t size);

/**
 * Makes an empty text in the best protected memory there is: memfd_secret, else mlock, else plain; always between guard
 * pages.
 *
 * @param options  copied; not NULL.
 * @param out      the new handle, the caller's to destroy.
 * Errors: PROTECTION when `required_protection` cannot be had, ENTROPY (guard bytes are random), NO_MEMORY, LIMIT.
 * Cost: amortised O(capacity); maps pages for every few thousand texts. Where pages could not be locked, the next texts share those
 * there are, and locked ones are tried for again once RLIMIT_MEMLOCK or CAP_IPC_LOCK has changed, once the library has let go of
 * locked pages, and for every 64th text at the latest. A text that requires locked memory always tries.
 */
SCRIM_API scrim_status scrim_text_create(const scrim_text_options *options, scrim_text **out);

/** Wipes the secret and closes the text. Cost: O(capacity). */
SCRIM_API void scrim_text_destroy(scrim_text *text);

/* ---- Editing ---- */

/*
 * A text is edited by extended grapheme cluster (Unicode UAX #29, at the version utf8proc_unicode_version() states):
 * what a person sees as one character. Positions count the clusters before them, so 0 is the start and
 * scrim_text_count() the end. There is a selection from an anchor to a caret, empty where the two are equal; edits that
 * change something set both behind what they inserted.
 *
 * An edit may join clusters, say a letter and the accent that now follows it, and may part them; the caret then goes
 * behind the cluster that it would have been inside. The text stays in its place: what stands behind an edit is moved
 * there, and what it leaves is wiped.
 *
 * Cost of an edit or a motion: O(bytes inserted + bytes behind them), the latter eight at a time, + the clusters beside
 * it; text that is printable ASCII takes no table look-up. In a long row of characters that all depend on those before
 * them (flags), O(length of the row). Positions are found in O(distance from the caret or the start), in ASCII in O(1).
 */

/**
 * Inserts UTF-8 at the caret, in place of what is selected.
 *
 * @param utf8    `length` bytes; may be NULL where `length` is 0. The copy that the caller holds is the caller's to
 *                wipe.
 * Errors: INVALID_UTF8, FULL (it does not fit the capacity whole, or there would be more than `max_clusters`; with
 * `hide_length` only if it is longer than #SCRIM_TEXT_MAX_CAPACITY), REFUSED
 * (`allowed`, or `should_change`); in each case nothing is inserted, and the selection stays. CORRUPTED.
 */
SCRIM_API scrim_status scrim_text_insert(scrim_text *text, const char *utf8, size_t length);

/**
 * Replaces `count` clusters from position `location`.
 *
 * @param utf8    as in scrim_text_insert(). Errors: as there; INVALID_ARGUMENT where the range is not inside the text,
 *                LENGTH_HIDDEN.
 */
SCRIM_API scrim_status scrim_text_replace(scrim_text *text, size_t location, size_t count, const char *utf8, size_t length);

/**
 * Replaces the whole text, without asking `should_change`: for an initial one. `utf8` and errors are as in
 * scrim_text_insert().
 */
SCRIM_API scrim_status scrim_text_set(scrim_text *text, const char *utf8, size_t length);

/**
 * Deletes what is selected or, where nothing is, the cluster before the caret; wipes what becomes free. At the start:
 * OK, nothing.
 * Errors: REFUSED (`should_change`), CORRUPTED.
 */
SCRIM_API scrim_status scrim_text_delete_backward(scrim_text *text);

/** As scrim_text_delete_backward(), the cluster behind the caret. At the end: OK, nothing. Errors: as there. */
SCRIM_API scrim_status scrim_text_delete_forward(scrim_text *text);

/** As scrim_text_delete_backward(), all that stands before the caret. Errors: as there. */
SCRIM_API scrim_status scrim_text_delete_to_start(scrim_text *text);

/** As scrim_text_delete_backward(), all that stands behind the caret. Errors: as there. */
SCRIM_API scrim_status scrim_text_delete_to_end(scrim_text *text);

/** Ways to move the caret. */
SCRIM_ENUM(scrim_motion) {
    SCRIM_MOTION_BACKWARD = 1, /**< over one cluster; where something is selected, to its start instead */
    SCRIM_MOTION_FORWARD = 2,  /**< over one cluster; where something is selected, to its end instead */
    SCRIM_MOTION_START = 3,    /**< to the start of the text */
    SCRIM_MOTION_END = 4       /**< to its end */
};

/**
 * Moves the caret, as far as there is text.
 *
 * @param motion  SCRIM_MOTION_….
 * @param extend  1: the anchor stays, so that the selection grows or shrinks by the motion; 0: it goes with the caret.
 * Errors: CORRUPTED.
 */
SCRIM_API scrim_status scrim_text_move(scrim_text *text, uint32_t motion, uint32_t extend);

/**
 * Selects from `anchor` to `caret`; equal, they set the caret. Errors: INVALID_ARGUMENT beyond the end, LENGTH_HIDDEN,
 * CORRUPTED.
 */
SCRIM_API scrim_status scrim_text_select(scrim_text *text, size_t anchor, size_t caret);

/** Empties the text and wipes its whole capacity. Errors: REFUSED (`should_clear`), CORRUPTED. Cost: O(capacity). */
SCRIM_API scrim_status scrim_text_clear(scrim_text *text);

/**
 * Empties the text and wipes its whole capacity, whatever callbacks or rules there are: for time-outs and emergencies.
 * It also works where other calls answer CORRUPTED, and makes the text usable again. It works on every valid handle.
 *
 * Inside a callback of the text's group, no callback is called for the wipe, so the host must redraw the text itself. The
 * same holds after a callback was left by a C++ exception, a Lua error or a longjmp. Bytes that are lent at that moment
 * read as zero.
 *
 * When the interrupted call resumes, it does nothing more to the text and makes no more callbacks. It returns REFUSED if it
 * is an edit, scrim_text_with_bytes() or scrim_text_display(), or if it had something left to do. A wipe inside `did_begin`,
 * `did_end` or `done` does not change what the call returns, with one exception: if the text is wiped before
 * scrim_text_done() calls `done`, it returns REFUSED and does not call `done`.
 *
 * A group whose callback was left that way can only be abandoned. Wipe each of its texts, and destroy each of its keypads,
 * which wipes their layouts at once. `const` calls and this function still work; all others return BUSY. The handles stay
 * valid and keep their memory until the process ends, because the library cannot know that the callback will never return.
 * The texts' callbacks are not called any more, and their `user_data_free` is never called.
 *
 * Cost: O(capacity).
 */
SCRIM_API scrim_status scrim_text_wipe(scrim_text *text);

/* ---- Events ---- */

/** An edit that is about to be made, in grapheme clusters; never its bytes. Frozen. */
typedef struct scrim_text_change {
    uint64_t location; /**< where what is replaced begins, #SCRIM_TEXT_UNKNOWN with `hide_length` */
    uint64_t length;   /**< how much is replaced, #SCRIM_TEXT_UNKNOWN with `hide_length` */
    uint64_t count;    /**< how much is put there, counted by itself */
} scrim_text_change;

/** A number that is not told. */
#define SCRIM_TEXT_UNKNOWN 0xFFFFFFFFFFFFFFFFu

/** Whether an edit may be made: 0 refuses it, and the text stays as it is to the bit. */
typedef uint32_t (*scrim_text_change_fn)(const scrim_text_change *change, void *user_data);
/** Whether something else may be done: 0 refuses it. */
typedef uint32_t (*scrim_text_should_fn)(void *user_data);
/** Tells that something was done. */
typedef void (*scrim_text_event_fn)(void *user_data);

/**
 * What a text asks and tells its host, whoever edits it: a call, a keypad, or a time-out. Each may be NULL.
 *
 * A callback may wipe the text. scrim_text_wipe() says what the interrupted call then returns.
 *
 * A change is told in the order should_change, did_change, display_changed, each once. A call that changes nothing
 * tells nothing, but see `hide_length`. Questions come before anything is changed. No event carries contents. A callback may fork: in
 * the child the call ends with REFUSED or FORKED, or with OK where nothing was left to do, and touches no secret.
 */
typedef struct scrim_text_callbacks {
    uint32_t struct_size;
    uint32_t reserved;                  /**< 0 */
    scrim_text_change_fn should_change; /**< before inserting, replacing, deleting */
    scrim_text_event_fn did_change;      /**< after each change, those of set, clear, wipe and time-outs too */
    scrim_text_should_fn should_clear;     /**< before scrim_text_clear() */
    scrim_text_should_fn should_return;    /**< before scrim_text_done() */
    scrim_text_event_fn done;            /**< after it */
    scrim_text_should_fn should_begin;     /**< before editing begins */
    scrim_text_event_fn did_begin;       /**< after it began */
    scrim_text_should_fn should_end;       /**< before editing ends, by scrim_text_end_editing() or scrim_text_done() */
    scrim_text_event_fn did_end;         /**< after it ended */
    scrim_text_event_fn display_changed; /**< draw anew; also right after these callbacks were set */
} scrim_text_callbacks;

/** No callbacks. */
#define SCRIM_TEXT_CALLBACKS_INIT \
    {sizeof(scrim_text_callbacks), 0u, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL}

/** Sets a struct to #SCRIM_TEXT_CALLBACKS_INIT, for languages that cannot see macros. */
SCRIM_API scrim_status scrim_text_callbacks_init(scrim_text_callbacks *callbacks, size_t size);

/**
 * Sets the callbacks, in place of earlier ones, whose `user_data_free` is then called.
 *
 * @param callbacks       copied; NULL: none.
 * @param user_data       given to each callback.
 * @param user_data_free  called once, when the callbacks are replaced or the text is destroyed; may be NULL. If this
 *                        call fails, it is not called.
 * Errors: NO_MEMORY.
 */
SCRIM_API scrim_status scrim_text_set_callbacks(scrim_text *text, const scrim_text_callbacks *callbacks, void *user_data,
                                                scrim_free_fn user_data_free);

/**
 * Begins editing, say when the field gets the focus; nothing where it has begun. Editing calls work without it too.
 * Errors: REFUSED (`should_begin`).
 */
SCRIM_API scrim_status scrim_text_begin_editing(scrim_text *text);

/** Ends editing, say when the field loses the focus; nothing where it has not begun. Errors: REFUSED (`should_end`). */
SCRIM_API scrim_status scrim_text_end_editing(scrim_text *text);

/**
 * The user is done, say by the return key or a keypad's done key: asks `should_return` and, where editing has begun,
 * `should_end`, ends editing, and tells `did_end` and `done`. Errors: REFUSED if a callback refuses; editing then
 * continues. Also REFUSED if a callback wipes the text before `done` is called.
 */
SCRIM_API scrim_status scrim_text_done(scrim_text *text);

/** Whether editing has begun: 1 or 0. */
SCRIM_API scrim_status scrim_text_is_editing(const scrim_text *text, uint32_t *editing);

/* ---- What may be shown ---- */

/** The number of grapheme clusters. Errors: LENGTH_HIDDEN, CORRUPTED. */
SCRIM_API scrim_status scrim_text_count(const scrim_text *text, size_t *count);

/** Where the selection begins and where the caret is; equal where nothing is selected. Errors: LENGTH_HIDDEN, CORRUPTED. */
SCRIM_API scrim_status scrim_text_selection(const scrim_text *text, size_t *anchor, size_t *caret);

/**
 * The text to show, as the options say: mask characters in UTF-8, not terminated.
 *
 * @param buffer    room for `capacity` bytes; may be NULL where `capacity` is 0.
 * @param length    the bytes written, or needed.
 * Errors: BUFFER_TOO_SMALL, CORRUPTED. Cost: O(count).
 */
SCRIM_API scrim_status scrim_text_copy_masked(const scrim_text *text, char *buffer, size_t capacity, size_t *length);

/** How the text's memory is protected: SCRIM_PROTECTION_… bits. */
SCRIM_API scrim_status scrim_text_protection(const scrim_text *text, uint32_t *protection);

/* ---- Reveals and time ---- */

/*
 * A text has no clock: it learns the time from scrim_text_advance() and scrim_text_reveal(), and an edit counts as made
 * at the latest time it learned. So give the time before handing on input. Before the first time nothing is revealed,
 * and the idle time-out has not begun.
 */

/**
 * Takes one part of what is to be drawn: `length` bytes of UTF-8, `count` times in a row. Where `revealed` is 1 the
 * bytes are the secret's own, lent in protected memory until the callback returns (as by scrim_text_with_bytes()), and
 * `count` is 1; else they are the mask character.
 */
typedef void (*scrim_text_display_fn)(const void *bytes, size_t length, size_t count, uint32_t revealed, void *user_data);

/**
 * Lends what is to be drawn, from the start to the end of the text, one call for each part: the mask or, while
 * something is revealed, that part of the secret between masks. Where there is nothing to draw, `display` is not
 * called.
 *
 * @param now_ns  the present time: what should have been concealed by then is not lent.
 * Errors: CORRUPTED; REFUSED if the callback wiped the text, and no further part is lent then. Cost: O(1), and what the
 * callback does with it.
 */
SCRIM_API scrim_status scrim_text_display(const scrim_text *text, uint64_t now_ns, scrim_text_display_fn display, void *user_data);

/**
 * Reveals the whole text for #SCRIM_TEXT_MAX_REVEAL_NS: until then, scrim_text_conceal(), the end of editing, or the
 * next wipe, scrim_text_display() lends the secret itself.
 * Errors: REFUSED (a keypad typed some of it, and the options do not say `reveal_keypad`; or a scene
 * forbids it, scrim_scene_attach_text()), LENGTH_HIDDEN, CORRUPTED.
 */
SCRIM_API scrim_status scrim_text_reveal(scrim_text *text, uint64_t now_ns);

/** Ends every reveal: on a loss of focus, a screenshot, a screen that is shared. */
SCRIM_API scrim_status scrim_text_conceal(scrim_text *text);

/**
 * Tells the time: reveals that are over end, and a text that was idle too long is wiped, which no callback can refuse
 * and `did_change` tells. A time before the latest one counts as that one.
 */
SCRIM_API scrim_status scrim_text_advance(scrim_text *text, uint64_t now_ns);

/** When scrim_text_advance() is to be called next, of the caller's clock; #SCRIM_NEVER: no need. */
SCRIM_API scrim_status scrim_text_next_deadline(const scrim_text *text, uint64_t *deadline_ns);

/* ---- What the secret is for ---- */

/**
 * Whether two texts hold the same bytes. The time depends on their capacities alone.
 *
 * @param equal  1 or 0.
 * Errors: CORRUPTED. Cost: O(larger capacity). Thread rule: both texts must be the calling thread's to read.
 */
SCRIM_API scrim_status scrim_text_equal(const scrim_text *text, const scrim_text *other, uint32_t *equal);

/**
 * Whether a text holds exactly these bytes. The time depends on the text's capacity and on `length` alone.
 *
 * @param bytes  `length` bytes; may be NULL where `length` is 0. Bytes that are not UTF-8 are never equal.
 * @param equal  1 or 0.
 * Errors: CORRUPTED. Cost: O(capacity + length).
 */
SCRIM_API scrim_status scrim_text_equal_bytes(const scrim_text *text, const void *bytes, size_t length, uint32_t *equal);

/**
 * Receives the secret. The bytes stand in protected memory and are lent until the callback returns: copying them out
 * ends Scrim's protection for that copy. In memory with #SCRIM_PROTECTION_SECRETMEM the kernel cannot read them: a system
 * call given this address (write, send) fails with EFAULT.
 */
typedef void (*scrim_text_bytes_fn)(const void *bytes, size_t length, void *user_data);

/**
 * Lends the secret to `read`, once, before returning; of an empty text too, with length 0.
 * Errors: FULL (see `hide_length`), CORRUPTED; the callback is not called then. REFUSED if the callback wiped the text.
 */
SCRIM_API scrim_status scrim_text_with_bytes(const scrim_text *text, scrim_text_bytes_fn read, void *user_data);

#ifdef __cplusplus
}
#endif

#endif
