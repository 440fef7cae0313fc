/* SPDX-License-Identifier: MIT */
/**
 * @file
 * scrim_text: an editable buffer for one secret, or for a text that is not secret.
 *
 * A user types, edits and checks a secret in protected memory, and the program shows "●●●●". The
 * secret stays in one place, which memory.h describes. With the option `visible`, the same field
 * takes an amount or a name, which everybody may see. The rules that hold for every function are in
 * base.h.
 */
#ifndef SCRIM_TEXT_H
#define SCRIM_TEXT_H

#include "base.h"
#include "memory.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Object ---- */

/**
 * An editable buffer for one secret, or for a visible text.
 *
 * It holds at most `capacity` bytes of UTF-8. It never moves and never grows, so no copy of the
 * secret is left behind.
 */
typedef struct scrim_text scrim_text;

/** The largest capacity of a text, in bytes. */
#define SCRIM_TEXT_MAX_CAPACITY 65536
/** The default capacity of a text, in bytes. */
#define SCRIM_TEXT_DEFAULT_CAPACITY 256
/**
 * Classes of characters that a text accepts. Other input returns #SCRIM_ERROR_REFUSED.
 *
 * Texts compare bytes, so the same number in two scripts differs: "١٢" does not equal "12". If a
 * number may be typed in several scripts, keep one text or hash for each of them.
 */
SCRIM_ENUM(scrim_allowed_characters) {
    /** Any well-formed UTF-8, including control characters. */
    SCRIM_ALLOW_ANY = 0,
    /** Decimal digits of every script, for example "7", "٧" or "७": Unicode's category Nd. */
    SCRIM_ALLOW_DIGITS = 1,
    /** Printable ASCII: U+0020 … U+007E. */
    SCRIM_ALLOW_ASCII = 2
};

/** What is shown in place of the secret. */
SCRIM_ENUM(scrim_mask_kind) {
    /** One mask character for each grapheme cluster. */
    SCRIM_MASK_PER_CLUSTER = 0,
    /** Always `mask_count` mask characters, even if the text is empty. */
    SCRIM_MASK_FIXED = 1,
    /** Nothing. */
    SCRIM_MASK_NONE = 2
};

/** The longest time for which something is revealed, in nanoseconds: ten seconds. */
#define SCRIM_TEXT_MAX_REVEAL_NS 10000000000u
/** The largest `mask_count` of #SCRIM_MASK_FIXED. */
#define SCRIM_TEXT_MAX_MASK_COUNT 64
/** The default mask character: U+25CF, a black circle. */
#define SCRIM_TEXT_DEFAULT_MASK 0x25CF

/**
 * Options of a text. Initialize them with #SCRIM_TEXT_OPTIONS_INIT. In each field except
 * `struct_size`, 0 is the default.
 */
typedef struct scrim_text_options {
    /** Size of this struct in bytes. The initializer sets it. */
    uint32_t struct_size;
    /**
     * SCRIM_PROTECTION_… bits. If one of them is unavailable, creation fails, and so does hashing
     * (verify.h). 0 requires nothing: the text gets the best memory available.
     */
    uint32_t required_protection;
    /**
     * Size of the buffer in bytes of UTF-8, up to #SCRIM_TEXT_MAX_CAPACITY. 0 means
     * #SCRIM_TEXT_DEFAULT_CAPACITY.
     */
    uint32_t capacity;
    /** The mask character, a Unicode scalar value. 0 means #SCRIM_TEXT_DEFAULT_MASK. */
    uint32_t mask_character;
    /**
     * The largest number of grapheme clusters, up to #SCRIM_TEXT_MAX_CAPACITY. 0 means that only
     * the capacity limits the text.
     */
    uint32_t max_clusters;
    /** The characters that the text accepts, SCRIM_ALLOW_…. */
    uint32_t allowed;
    /** The kind of mask, SCRIM_MASK_…. */
    uint32_t mask;
    /**
     * The number of mask characters of #SCRIM_MASK_FIXED, 1 … #SCRIM_TEXT_MAX_MASK_COUNT. It must
     * be 0 with every other mask.
     */
    uint32_t mask_count;
    /**
     * 1 if nothing may reveal the length of the text, otherwise 0. The rules are below. It requires
     * #SCRIM_MASK_FIXED or #SCRIM_MASK_NONE, because the other mask shows the length.
     */
    uint32_t hide_length;
    /** 1 if characters that were typed on a keypad may be revealed too, 0 if never. */
    uint32_t reveal_keypad;
    /**
     * How long the last typed character is shown before it is masked, in nanoseconds, up to
     * #SCRIM_TEXT_MAX_REVEAL_NS. 0 means that it is masked at once. Another value requires
     * #SCRIM_MASK_PER_CLUSTER.
     */
    uint64_t mask_delay_ns;
    /**
     * The text is wiped after this time without an edit or a caret motion, in nanoseconds. 0 means
     * never. Refused edits do not restart the time.
     */
    uint64_t idle_timeout_ns;
    /** 1 if the text is not secret, so that everybody may see it. 0 if it is secret. */
    uint32_t visible;
    /** Must be 0. */
    uint32_t reserved;
} scrim_text_options;

/*
 * The option `visible` makes a text for amounts, names and other input that is not secret. A text
 * cannot change between visible and secret. The differences are:
 *  - scrim_text_copy_masked() and scrim_text_display() return the text itself, at any time.
 *    scrim_text_reveal() and scrim_text_conceal() do nothing.
 *  - `should_change` receives the inserted text, also if it was typed on a keypad. The keypad and
 *    the view that shows it are as private as before.
 *  - The memory is ordinary, so the text locks no memory and does not need memfd_secret.
 *    scrim_text_protection() returns 0. The text is in core files, and forked children inherit it.
 *  - A view that shows the text does not become secure: see scrim_scene_attach_text().
 *
 * Everything else is the same. The text is wiped by the same calls and time-outs. Hashing, sealing
 * and the page through which a file descriptor is read or written use protected memory.
 *
 * The options `required_protection`, `mask_character`, `mask`, `mask_count`, `hide_length`,
 * `reveal_keypad` and `mask_delay_ns` are for secrets. A visible text requires their defaults.
 */

/*
 * If `hide_length` is set, neither the person who types nor a person who watches can find out how
 * long the text is, or whether it is empty:
 *  - Calls that take or return counts, positions or selections return #SCRIM_ERROR_LENGTH_HIDDEN.
 *    Events carry no range. Still, do not log them: a log of all edits, with the `count` of each,
 *    lets a reader add up the length.
 *  - Every edit returns, and causes events, as if it had changed something. This includes deleting
 *    from an empty text.
 *  - Input that does not fit is dropped, and the call returns as if it had been inserted. This
 *    includes a single insert that is longer than the capacity.
 *
 * After something was dropped, the text is incomplete and must not pass for the whole secret. Until
 * it is cleared, set or wiped, it equals nothing, and scrim_text_with_bytes() returns
 * #SCRIM_ERROR_FULL.
 *
 * An insert of more than #SCRIM_TEXT_MAX_CAPACITY bytes returns #SCRIM_ERROR_FULL at once. No text
 * can hold that much, so this result depends only on the argument.
 */

/**
 * Default options: a capacity of 256 bytes, any characters, the best memory available, and one "●"
 * for each cluster. They suit a PIN or a password.
 */
#define SCRIM_TEXT_OPTIONS_INIT \
    {sizeof(scrim_text_options), 0u, SCRIM_TEXT_DEFAULT_CAPACITY, 0u, 0u, 0u, 0u, 0u, 0u, 0u, 0u, \
     0u, 0u, 0u}

/**
 * Initializes the options like #SCRIM_TEXT_OPTIONS_INIT, for languages that cannot use C macros.
 *
 * @param options  Receives the defaults.
 * @param size     The size of the struct in the calling program, in bytes.
 *
 * @return SCRIM_ERROR_INVALID_ARGUMENT if no version of the struct has that size.
 */
SCRIM_API scrim_status scrim_text_options_init(scrim_text_options *options, size_t size);

/**
 * Creates an empty text in the best memory available, or in ordinary memory if it is visible.
 *
 * For a secret text, the library tries memfd_secret first, then mlock, then ordinary pages. Each
 * kind lies between guard pages. scrim_text_protection() returns what the text got.
 *
 * If the kernel refuses better pages, new texts are stored in pages that the library already has,
 * even if these are not locked. The library asks for locked pages and for memfd_secret again in
 * these cases:
 *  - RLIMIT_MEMLOCK or CAP_IPC_LOCK has changed, or the library has released locked pages.
 *  - The text requires the protection, or it is the 64th text since the refusal.
 *
 * It does not ask for memfd_secret again if the reason is #SCRIM_UNPROTECTED_UNAVAILABLE,
 * #SCRIM_UNPROTECTED_DENIED or #SCRIM_UNPROTECTED_DISABLED.
 *
 * @param options  The options, which are copied.
 * @param out      Receives the new text. Destroy it with scrim_text_destroy().
 *
 * @return SCRIM_ERROR_INVALID_ARGUMENT if an option is out of range, or if two options contradict
 *         each other.
 * @return SCRIM_ERROR_PROTECTION if a bit of `required_protection` is unavailable.
 * @return SCRIM_ERROR_NO_MEMORY if memory is short.
 * @return SCRIM_ERROR_ENTROPY if the kernel returns no random bytes, which guard bytes need.
 * @return SCRIM_ERROR_LIMIT if #SCRIM_MAX_HANDLES handles exist.
 *
 * Time: O(capacity) on average. Pages are mapped once for many texts.
 */
SCRIM_API scrim_status scrim_text_create(const scrim_text_options *options, scrim_text **out);

/**
 * Wipes the secret and destroys the text.
 *
 * @param text  The text. NULL and invalid handles are ignored.
 *
 * Time: O(capacity).
 */
SCRIM_API void scrim_text_destroy(scrim_text *text);

/* ---- Editing ---- */

/*
 * A text is edited in extended grapheme clusters (Unicode UAX #29). A grapheme cluster is what a
 * person sees as one character. For example, "é" is one cluster, even if it consists of a letter
 * and an accent. utf8proc_unicode_version() returns the version of Unicode that applies.
 *
 * A position is the number of clusters before it: 0 is the start, and scrim_text_count() is the
 * end. The selection lies between the anchor and the caret, and is empty if they are equal. An edit
 * that changes something moves both to the end of the inserted text.
 *
 * An edit can join clusters, for example a letter and an accent that now follows it, or separate
 * them. If the caret would then be inside a cluster, it moves to the end of that cluster.
 *
 * The text stays in its buffer. An edit moves the bytes after it, and wipes the bytes that become
 * free.
 *
 * Time of an edit or a motion: O(bytes inserted + bytes after them + the neighboring clusters).
 * Bytes are moved eight at a time. For printable ASCII, no Unicode table is read. In a long run of
 * characters that all depend on the ones before, such as flag emoji, the time is O(length of the
 * run). A position is found in O(distance from the caret or the start), or in O(1) if the text is
 * ASCII.
 */

/**
 * Inserts UTF-8 at the caret and replaces the selection.
 *
 * If the call fails, nothing is inserted and the selection is unchanged. The caller's own copy of
 * the bytes is not wiped, so the caller must wipe it.
 *
 * @param text    The text.
 * @param utf8    The bytes to insert. May be NULL if `length` is 0.
 * @param length  The number of bytes.
 *
 * @return SCRIM_ERROR_FULL if the text would exceed its capacity or `max_clusters`. A text with
 *         `hide_length` returns it only if `length` exceeds #SCRIM_TEXT_MAX_CAPACITY.
 * @return SCRIM_ERROR_REFUSED if `allowed` or `should_change` refuses the edit.
 * @return SCRIM_ERROR_INVALID_UTF8 if the bytes are not well-formed UTF-8.
 * @return SCRIM_ERROR_CORRUPTED if guard bytes next to the secret were overwritten.
 */
SCRIM_API scrim_status scrim_text_insert(scrim_text *text, const char *utf8, size_t length);

/**
 * Replaces a range of clusters with UTF-8.
 *
 * @param text      The text.
 * @param location  The position at which the range begins.
 * @param count     The number of clusters to replace.
 * @param utf8      The bytes to insert. May be NULL if `length` is 0.
 * @param length    The number of bytes.
 *
 * @return SCRIM_ERROR_INVALID_ARGUMENT if the range is not inside the text.
 * @return SCRIM_ERROR_LENGTH_HIDDEN if the text hides its length.
 * @return Otherwise the errors of scrim_text_insert(), for the same reasons.
 */
SCRIM_API scrim_status scrim_text_replace(scrim_text *text, size_t location, size_t count,
                                          const char *utf8, size_t length);

/**
 * Replaces the whole text, for example with an initial value. Does not call `should_change`, so
 * only `allowed` can refuse the new contents.
 *
 * @param text    The text.
 * @param utf8    The new contents. May be NULL if `length` is 0.
 * @param length  The number of bytes.
 *
 * @return The errors of scrim_text_insert(), for the same reasons.
 */
SCRIM_API scrim_status scrim_text_set(scrim_text *text, const char *utf8, size_t length);

/**
 * Deletes the selection or, if it is empty, the cluster before the caret.
 *
 * The bytes that become free are wiped. If there is nothing to delete, the call returns #SCRIM_OK.
 *
 * @param text  The text.
 *
 * @return SCRIM_ERROR_REFUSED if `should_change` refuses.
 * @return SCRIM_ERROR_CORRUPTED if guard bytes next to the secret were overwritten.
 */
SCRIM_API scrim_status scrim_text_delete_backward(scrim_text *text);

/**
 * Deletes the selection or, if it is empty, the cluster after the caret.
 *
 * If there is nothing to delete, the call returns #SCRIM_OK.
 *
 * @param text  The text.
 *
 * @return The errors of scrim_text_delete_backward(), for the same reasons.
 */
SCRIM_API scrim_status scrim_text_delete_forward(scrim_text *text);

/**
 * Deletes the selection or, if it is empty, everything before the caret.
 *
 * @param text  The text.
 *
 * @return The errors of scrim_text_delete_backward(), for the same reasons.
 */
SCRIM_API scrim_status scrim_text_delete_to_start(scrim_text *text);

/**
 * Deletes the selection or, if it is empty, everything after the caret.
 *
 * @param text  The text.
 *
 * @return The errors of scrim_text_delete_backward(), for the same reasons.
 */
SCRIM_API scrim_status scrim_text_delete_to_end(scrim_text *text);

/** Caret motions, for scrim_text_move(). */
SCRIM_ENUM(scrim_motion) {
    /** One cluster back. If there is a selection and `extend` is 0: to the selection's start. */
    SCRIM_MOTION_BACKWARD = 1,
    /** One cluster forward. If there is a selection and `extend` is 0: to the selection's end. */
    SCRIM_MOTION_FORWARD = 2,
    /** To the start of the text. */
    SCRIM_MOTION_START = 3,
    /** To the end of the text. */
    SCRIM_MOTION_END = 4
};

/**
 * Moves the caret. At the end of the text, or at its start, the caret stays.
 *
 * @param text    The text.
 * @param motion  SCRIM_MOTION_….
 * @param extend  1 to leave the anchor in place, so that the selection changes. 0 to move the
 *                anchor with the caret, so that nothing is selected.
 *
 * @return SCRIM_ERROR_CORRUPTED if guard bytes next to the secret were overwritten.
 */
SCRIM_API scrim_status scrim_text_move(scrim_text *text, uint32_t motion, uint32_t extend);

/**
 * Sets the selection. If `anchor` and `caret` are equal, sets the caret and selects nothing.
 *
 * @param text    The text.
 * @param anchor  The position at which the selection begins.
 * @param caret   The position of the caret. It may be before the anchor.
 *
 * @return SCRIM_ERROR_INVALID_ARGUMENT if a position is beyond the end of the text.
 * @return SCRIM_ERROR_LENGTH_HIDDEN if the text hides its length.
 * @return SCRIM_ERROR_CORRUPTED if guard bytes next to the secret were overwritten.
 */
SCRIM_API scrim_status scrim_text_select(scrim_text *text, size_t anchor, size_t caret);

/**
 * Empties the text and wipes its whole buffer, unless `should_clear` refuses.
 *
 * @param text  The text.
 *
 * @return SCRIM_ERROR_REFUSED if `should_clear` refuses.
 * @return SCRIM_ERROR_CORRUPTED if guard bytes next to the secret were overwritten.
 *
 * Time: O(capacity).
 */
SCRIM_API scrim_status scrim_text_clear(scrim_text *text);

/**
 * Empties the text and wipes its whole buffer, without asking any callback.
 *
 * This function is for time-outs and emergencies. It works on every valid handle, also inside
 * callbacks. It also works if other calls return #SCRIM_ERROR_CORRUPTED, and makes the text usable
 * again.
 *
 * Inside a callback of the text's group, the wipe calls no callback, so the host must redraw the
 * text itself. The same holds after a callback was left by a C++ exception, a Lua error or a
 * longjmp. If scrim_text_with_bytes() or scrim_text_display() is passing the secret to a callback
 * at that moment, the bytes that were passed become zero.
 *
 * When the callback returns, the call that invoked it does nothing more to the text and calls no
 * more callbacks. It returns #SCRIM_ERROR_REFUSED in these cases:
 *  - It is an edit, scrim_text_with_bytes() or scrim_text_display().
 *  - It had something left to do. For example, scrim_text_done() had not called `done` yet.
 *
 * A wipe inside `did_begin`, `did_end` or `done` changes the result only in the second case. So
 * `done` is a good place to verify the secret and wipe it.
 *
 * If a callback never returned, because it was left by an exception or a longjmp, its group can
 * only be abandoned. Wipe each of its texts, and destroy each of its keypads, which wipes the order
 * of their keys at once. `const` calls and this function still work. All others return
 * #SCRIM_ERROR_BUSY. The handles stay valid and keep their memory until the process ends, because
 * the library cannot know that the callback will not return. The callbacks of these texts are not
 * called any more, and their `user_data_free` is never called.
 *
 * @param text  The text.
 *
 * Time: O(capacity).
 */
SCRIM_API scrim_status scrim_text_wipe(scrim_text *text);

/* ---- Events ---- */

/** An edit that is about to happen. It never contains bytes of a secret. Frozen. */
typedef struct scrim_text_change {
    /** The position of the first replaced cluster. #SCRIM_TEXT_UNKNOWN with `hide_length`. */
    uint64_t location;
    /** The number of replaced clusters. #SCRIM_TEXT_UNKNOWN with `hide_length`. */
    uint64_t length;
    /** The number of clusters in the inserted text alone, before they join any neighbors. */
    uint64_t count;
    /**
     * The inserted text if the text is `visible`. It is valid until the callback returns. If the
     * callback wipes the text or destroys the keypad that types, the bytes may become zero.
     *
     * If the text is secret, `data` is always NULL and `length` is always 0. If it is visible,
     * `data` is never NULL.
     */
    scrim_string replacement;
} scrim_text_change;

/** The value of a number that is withheld, because it would reveal the length of a text. */
#define SCRIM_TEXT_UNKNOWN 0xFFFFFFFFFFFFFFFFu

/** Decides whether an edit may happen. Return 0 to refuse it: the text is then unchanged. */
typedef uint32_t (*scrim_text_change_fn)(const scrim_text_change *change, void *user_data);
/** Decides whether something else may happen. Return 0 to refuse it. */
typedef uint32_t (*scrim_text_should_fn)(void *user_data);
/** Is called after something has happened. */
typedef void (*scrim_text_event_fn)(void *user_data);

/**
 * The callbacks of a text. Each may be NULL.
 *
 * The text calls them whether a function, a keypad or a time-out makes the change. An edit calls
 * `should_change`, `did_change` and `display_changed`, in this order and once each.
 * scrim_text_set(), scrim_text_wipe() and time-outs do not call `should_change`. The `should_…`
 * callbacks are called before anything changes. A call that changes nothing calls no callback,
 * except as described at `hide_length`. No callback receives the contents of the text, except that
 * `should_change` receives what is inserted into a visible text.
 *
 * A host that formats a text, for example "1,234.50", cannot edit it inside a callback. It can do
 * one of two things in `should_change`, and calls scrim_text_set() after the edit has returned:
 *  - It accepts the edit, and formats the text afterwards.
 *  - It computes the formatted text from `change` and refuses the edit. The edit then returns
 *    #SCRIM_ERROR_REFUSED, or a keypad #SCRIM_KEYPAD_RESULT_REJECTED.
 *
 * A callback may wipe the text. scrim_text_wipe() describes what the call that invoked it then
 * returns. If a `should_…` callback destroys the text, the edit is refused: the call returns
 * #SCRIM_ERROR_REFUSED, or a keypad #SCRIM_KEYPAD_RESULT_REJECTED.
 *
 * A callback may fork. In the child, the call that invoked it touches no secret. It returns
 * #SCRIM_ERROR_REFUSED or #SCRIM_ERROR_FORKED, or #SCRIM_OK if nothing was left to do.
 */
typedef struct scrim_text_callbacks {
    /** Size of this struct in bytes. The initializer sets it. */
    uint32_t struct_size;
    /** Must be 0. */
    uint32_t reserved;
    /** Before an insertion, a replacement or a deletion. */
    scrim_text_change_fn should_change;
    /** After each change, including those by scrim_text_set(), clear, wipe and time-outs. */
    scrim_text_event_fn did_change;
    /** Before scrim_text_clear() empties the text. */
    scrim_text_should_fn should_clear;
    /** Before scrim_text_done() ends editing. */
    scrim_text_should_fn should_return;
    /** At the end of scrim_text_done(). */
    scrim_text_event_fn done;
    /** Before editing begins. */
    scrim_text_should_fn should_begin;
    /** After editing began. */
    scrim_text_event_fn did_begin;
    /** Before editing ends, by scrim_text_end_editing() or scrim_text_done(). */
    scrim_text_should_fn should_end;
    /** After editing ended. */
    scrim_text_event_fn did_end;
    /** The text must be redrawn. Also called once right after the callbacks were set. */
    scrim_text_event_fn display_changed;
} scrim_text_callbacks;

/** An empty table of callbacks. */
#define SCRIM_TEXT_CALLBACKS_INIT \
    {sizeof(scrim_text_callbacks), 0u, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL}

/**
 * Initializes the struct like #SCRIM_TEXT_CALLBACKS_INIT, for languages that cannot use C macros.
 *
 * @param callbacks  Receives the empty table.
 * @param size       The size of the struct in the calling program, in bytes.
 *
 * @return SCRIM_ERROR_INVALID_ARGUMENT if no version of the struct has that size.
 */
SCRIM_API scrim_status scrim_text_callbacks_init(scrim_text_callbacks *callbacks, size_t size);

/**
 * Sets the callbacks of a text and replaces earlier ones.
 *
 * @param text            The text.
 * @param callbacks       The table, which is copied. NULL removes all callbacks.
 * @param user_data       Passed to each callback.
 * @param user_data_free  Called once with `user_data`, when the callbacks are replaced or the text
 *                        is destroyed. May be NULL. It is not called if scrim_text_set_callbacks()
 *                        fails.
 *
 * @return SCRIM_ERROR_INVALID_ARGUMENT if `callbacks` has an invalid size or `reserved` is not 0.
 * @return SCRIM_ERROR_NO_MEMORY if memory is short.
 */
SCRIM_API scrim_status scrim_text_set_callbacks(scrim_text *text,
                                                const scrim_text_callbacks *callbacks,
                                                void *user_data, scrim_free_fn user_data_free);

/**
 * Begins editing, for example when the field gets the focus. Does nothing if editing has begun.
 *
 * The text can be edited without this call. Its purpose is to call `should_begin` and `did_begin`.
 *
 * @param text  The text.
 *
 * @return SCRIM_ERROR_REFUSED if `should_begin` refuses.
 */
SCRIM_API scrim_status scrim_text_begin_editing(scrim_text *text);

/**
 * Ends editing, for example when the field loses the focus. Does nothing if editing has not begun.
 *
 * The end of editing also ends every reveal.
 *
 * @param text  The text.
 *
 * @return SCRIM_ERROR_REFUSED if `should_end` refuses.
 */
SCRIM_API scrim_status scrim_text_end_editing(scrim_text *text);

/**
 * Handles the user's "done", for example the Return key or a keypad's done key.
 *
 * The function calls `should_return`. If editing has begun, it then calls `should_end`, ends
 * editing and calls `did_end`. Finally it calls `done`.
 *
 * @param text  The text.
 *
 * @return SCRIM_ERROR_REFUSED if a callback refuses. Editing then continues.
 * @return SCRIM_ERROR_REFUSED if a callback wipes the text before `done` is called.
 */
SCRIM_API scrim_status scrim_text_done(scrim_text *text);

/**
 * Reports whether editing has begun.
 *
 * @param text     The text.
 * @param editing  Receives 1 or 0.
 */
SCRIM_API scrim_status scrim_text_is_editing(const scrim_text *text, uint32_t *editing);

/* ---- What may be shown ---- */

/**
 * Returns the number of grapheme clusters.
 *
 * @param text   The text.
 * @param count  Receives the number.
 *
 * @return SCRIM_ERROR_LENGTH_HIDDEN if the text hides its length.
 * @return SCRIM_ERROR_CORRUPTED if guard bytes next to the secret were overwritten.
 */
SCRIM_API scrim_status scrim_text_count(const scrim_text *text, size_t *count);

/**
 * Returns the selection. `anchor` and `caret` are equal if nothing is selected.
 *
 * @param text    The text.
 * @param anchor  Receives the position at which the selection begins.
 * @param caret   Receives the position of the caret.
 *
 * @return SCRIM_ERROR_LENGTH_HIDDEN if the text hides its length.
 * @return SCRIM_ERROR_CORRUPTED if guard bytes next to the secret were overwritten.
 */
SCRIM_API scrim_status scrim_text_selection(const scrim_text *text, size_t *anchor, size_t *caret);

/**
 * Copies the text as everybody may see it. For a secret text, the copy contains only mask
 * characters, for example "●●●●", even during a reveal. For a visible text, it is the text itself.
 *
 * @param text      The text.
 * @param buffer    Receives UTF-8 without a terminating NUL. May be NULL if `capacity` is 0.
 * @param capacity  The size of the buffer in bytes.
 * @param length    Receives the number of bytes written, or needed.
 *
 * @return SCRIM_ERROR_BUFFER_TOO_SMALL if `capacity` is too small. `length` is then the size
 *         needed.
 * @return SCRIM_ERROR_CORRUPTED if guard bytes next to the secret were overwritten.
 *
 * Time: O(length of the copy).
 */
SCRIM_API scrim_status scrim_text_copy_masked(const scrim_text *text, char *buffer, size_t capacity,
                                              size_t *length);

/**
 * Returns how the memory of the text is protected.
 *
 * @param text        The text.
 * @param protection  Receives SCRIM_PROTECTION_… bits, or 0 if the text is visible.
 */
SCRIM_API scrim_status scrim_text_protection(const scrim_text *text, uint32_t *protection);

/* ---- Reveals and time ---- */

/*
 * A reveal shows the user a part of the secret for a limited time. A visible text is always shown,
 * so it has no reveals.
 *
 * A text reads no clock. It learns the time from scrim_text_advance(), from scrim_text_reveal() and
 * from the touches of an attached keypad. It takes the latest of these times as the time of an
 * edit. So pass the time before you pass on input. Before it has learned a time, it reveals nothing
 * that is typed, and the idle time-out does not run.
 */

/**
 * Receives one part of what is to be drawn: `length` bytes of UTF-8, to be drawn `count` times.
 *
 * If `revealed` is 1, the bytes are a part of the secret, and `count` is 1. They are lent in
 * protected memory until the callback returns, as by scrim_text_with_bytes(). If `revealed` is 0,
 * they are the mask character, or the text itself if it is visible.
 */
typedef void (*scrim_text_display_fn)(const void *bytes, size_t length, size_t count,
                                      uint32_t revealed, void *user_data);

/**
 * Passes what is to be drawn to a callback, part by part, from the start to the end of the text.
 *
 * The parts are mask characters or, during a reveal, a part of the secret with masks around it. A
 * visible text is one part with a `count` of 1. If there is nothing to draw, the callback is not
 * called.
 *
 * @param text       The text.
 * @param now_ns     The current time. A reveal that has ended by then is not shown.
 * @param display    Called for each part.
 * @param user_data  Passed to `display`.
 *
 * @return SCRIM_ERROR_REFUSED if the callback wiped or destroyed the text. No further part is
 *         passed then.
 * @return SCRIM_ERROR_CORRUPTED if guard bytes next to the secret were overwritten.
 *
 * Time: O(1), plus the time of the callback.
 */
SCRIM_API scrim_status scrim_text_display(const scrim_text *text, uint64_t now_ns,
                                          scrim_text_display_fn display, void *user_data);

/**
 * Reveals the whole text for #SCRIM_TEXT_MAX_REVEAL_NS nanoseconds. Does nothing if the text is
 * visible.
 *
 * During this time, scrim_text_display() passes the secret itself. The reveal ends earlier if
 * scrim_text_conceal() is called, if editing ends, or if the text is emptied. It also ends when a
 * keypad types into the text, unless `reveal_keypad` is set.
 *
 * @param text    The text.
 * @param now_ns  The current time.
 *
 * @return SCRIM_ERROR_REFUSED if a part was typed on a keypad and `reveal_keypad` is 0.
 * @return SCRIM_ERROR_REFUSED if a scene forbids it. See scrim_scene_attach_text().
 * @return SCRIM_ERROR_LENGTH_HIDDEN if the text hides its length.
 * @return SCRIM_ERROR_CORRUPTED if guard bytes next to the secret were overwritten.
 */
SCRIM_API scrim_status scrim_text_reveal(scrim_text *text, uint64_t now_ns);

/**
 * Ends every reveal of the text. Does nothing if the text is visible.
 *
 * Call it when the field loses the focus, before a screenshot, and when the screen is shared.
 *
 * @param text  The text.
 */
SCRIM_API scrim_status scrim_text_conceal(scrim_text *text);

/**
 * Advances the text's clock: ends reveals that are over, and wipes a text that was idle too long.
 *
 * No callback can refuse this wipe. It calls `did_change`.
 *
 * @param text    The text.
 * @param now_ns  The current time. A time before the latest one counts as the latest one.
 */
SCRIM_API scrim_status scrim_text_advance(scrim_text *text, uint64_t now_ns);

/**
 * Returns when scrim_text_advance() must be called next.
 *
 * @param text         The text.
 * @param deadline_ns  Receives a time of the caller's clock, or #SCRIM_NEVER.
 */
SCRIM_API scrim_status scrim_text_next_deadline(const scrim_text *text, uint64_t *deadline_ns);

/* ---- What the secret is for ---- */

/**
 * Compares two texts. The time is meant to depend only on their capacities: the bytes are compared
 * with libsodium's sodium_memcmp().
 *
 * @param text   A text.
 * @param other  Another text.
 * @param equal  Receives 1 if both contain the same bytes, otherwise 0.
 *
 * @return SCRIM_ERROR_CORRUPTED if guard bytes next to a secret were overwritten.
 *
 * Threads: the calling thread must be allowed to read both texts.
 * Time: O(larger capacity).
 */
SCRIM_API scrim_status scrim_text_equal(const scrim_text *text, const scrim_text *other,
                                        uint32_t *equal);

/**
 * Compares a text with bytes. The time is meant to depend only on `length` and the text's capacity:
 * the bytes are compared with libsodium's sodium_memcmp().
 *
 * @param text    The text.
 * @param bytes   The bytes. May be NULL if `length` is 0. Bytes that are not UTF-8 never match.
 * @param length  The number of bytes.
 * @param equal   Receives 1 if the text contains exactly these bytes, otherwise 0.
 *
 * @return SCRIM_ERROR_CORRUPTED if guard bytes next to the secret were overwritten.
 *
 * Time: O(capacity + length).
 */
SCRIM_API scrim_status scrim_text_equal_bytes(const scrim_text *text, const void *bytes,
                                              size_t length, uint32_t *equal);

/**
 * Receives the secret.
 *
 * The bytes are in protected memory, and are lent until the callback returns. If you copy them,
 * Scrim does not protect the copy.
 *
 * The kernel cannot read memory with #SCRIM_PROTECTION_SECRETMEM. A system call that is passed this
 * address, such as write() or send(), fails with EFAULT. Use scrim_text_write_fd() instead.
 */
typedef void (*scrim_text_bytes_fn)(const void *bytes, size_t length, void *user_data);

/**
 * Lends the secret to a callback, which is called once before the function returns.
 *
 * If the text is empty, the callback is called with a length of 0. If the function returns
 * #SCRIM_ERROR_FULL or #SCRIM_ERROR_CORRUPTED, the callback is not called.
 *
 * @param text       The text.
 * @param read       Receives the secret.
 * @param user_data  Passed to `read`.
 *
 * @return SCRIM_ERROR_FULL if the text hides its length and input was dropped.
 * @return SCRIM_ERROR_REFUSED if the callback wiped the text.
 * @return SCRIM_ERROR_CORRUPTED if guard bytes next to the secret were overwritten.
 */
SCRIM_API scrim_status scrim_text_with_bytes(const scrim_text *text, scrim_text_bytes_fn read,
                                             void *user_data);

#ifdef __cplusplus
}
#endif

#endif
