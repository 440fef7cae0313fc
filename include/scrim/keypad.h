/* SPDX-License-Identifier: MIT */
/**
 * @file
 * scrim_keypad: a shuffled on-screen keypad that types into a text.
 *
 * The program draws the keys and passes raw touches to the keypad. A press goes straight into the
 * attached scrim_text, in protected memory. No function of this header returns which of the
 * inserting keys was pressed.
 *
 * The usual order of calls:
 *  - scrim_keypad_create() with a layout, and scrim_keypad_attach() with the text to type into.
 *  - scrim_keypad_show(), which shuffles the keys.
 *  - scrim_keypad_generation() and scrim_keypad_keys(). Draw the keys, and when they are on the
 *    screen, call scrim_keypad_presented().
 *  - scrim_keypad_touch() for every touch. If the generation has changed afterwards, draw the keys
 *    again.
 *  - scrim_keypad_advance() at scrim_keypad_next_deadline(), for a delete key that is held down.
 *  - When the result of a touch is #SCRIM_KEYPAD_RESULT_DONE, the keypad is hidden. Use the text,
 *    and show the keypad again for the next entry.
 *
 * docs/tutorial/pin-pad.md builds a PIN pad step by step. docs/how-to/keypad.md shows how to choose
 * a layout. docs/explanation/keypad-privacy.md explains what an observer can learn from touches.
 * The rules that hold for every function are in base.h.
 */
#ifndef SCRIM_KEYPAD_H
#define SCRIM_KEYPAD_H

#include "base.h"
#include "text.h"

#ifdef __cplusplus
extern "C" {
#endif

/** A keypad. It is hidden until scrim_keypad_show() shuffles and shows it. */
typedef struct scrim_keypad scrim_keypad;

/** Built-in layouts. Each row of a layout is written here from left to right. */
SCRIM_ENUM(scrim_keypad_layout) {
    /** Digits in 3 columns and 4 rows: 1 2 3, 4 5 6, 7 8 9, delete 0 done. */
    SCRIM_LAYOUT_PIN = 0,
    /** As the PIN pad, in 5 rows: 1 2 3, 4 5 6, 7 8 9, "." 0 delete, and a wide done key. */
    SCRIM_LAYOUT_PIN_DECIMAL = 1,
    /**
     * 4 columns and 4 rows. On the left: 1 2 3, 4 5 6, 7 8 9, "." 0 dismiss. In the right column:
     * delete and done, each two rows high. #SCRIM_SHUFFLE_AUTO shuffles "." with the digits.
     */
    SCRIM_LAYOUT_PAYMENT = 2,
    /** 4 columns and 5 rows: the digits and A … F, then clear, delete and a wide done key. */
    SCRIM_LAYOUT_HEXADECIMAL = 3,
    /**
     * A keyboard with 4 rows. It has four pages: lower-case letters, capital letters, and two pages
     * of digits and symbols. Shift shows the capital letters for one character. The space bar is a
     * fixed key.
     */
    SCRIM_LAYOUT_QWERTY = 4,
    /** The same with the letters in the German order. */
    SCRIM_LAYOUT_QWERTZ = 5,
    /** The same with the letters in the French order. */
    SCRIM_LAYOUT_AZERTY = 6
};

/**
 * Which keys are shuffled. Each page is shuffled independently.
 *
 * A shuffle exchanges keys between fixed positions, so the rectangles on the screen do not change.
 * Function keys, for example delete, and keys with #SCRIM_KEY_FLAG_FIXED keep their position.
 *
 * A digit is a character of Unicode's category Nd, in any script: "7", "٧" or "७".
 *
 * A keypad is not created if a page would stay unshuffled. This is the case if at least two of its
 * inserting keys are not fixed, and none of them can be exchanged with another key. For example,
 * #SCRIM_SHUFFLE_DIGITS is refused for a keyboard, because its first page has no digits.
 * #SCRIM_SHUFFLE_NONE is never refused.
 */
SCRIM_ENUM(scrim_shuffle) {
    /**
     * The keys that suit the page. On a pad, the keys that insert a digit, and blank keys. On every
     * other page, all inserting keys and blank keys.
     *
     * A page is a pad if, without fixed keys, at least two keys insert a digit, and at most two
     * keys insert another character. For example, "*" and "#" stay in place next to ten digits.
     *
     * The built-in #SCRIM_LAYOUT_PAYMENT is an exception: all of its eleven inserting keys are
     * shuffled. A custom layout with the same keys needs #SCRIM_SHUFFLE_ALL for that.
     */
    SCRIM_SHUFFLE_AUTO = 0,
    /** No keys. */
    SCRIM_SHUFFLE_NONE = 1,
    /** All inserting keys and blank keys. Each row is shuffled independently. */
    SCRIM_SHUFFLE_ROWS = 2,
    /** All inserting keys and blank keys of a page. */
    SCRIM_SHUFFLE_ALL = 3,
    /** Keys that insert a digit, and blank keys. */
    SCRIM_SHUFFLE_DIGITS = 4
};

/** When keys are shuffled. */
SCRIM_ENUM(scrim_reshuffle) {
    /** At each scrim_keypad_show(). */
    SCRIM_RESHUFFLE_ON_SHOW = 0,
    /** At each show, and after each press of an inserting key. */
    SCRIM_RESHUFFLE_ON_PRESS = 1,
    /**
     * At the first show, and at each scrim_keypad_shuffle(). Between them, the order stays in
     * protected memory, even while the keypad is hidden. So it is also the order of the next entry.
     */
    SCRIM_RESHUFFLE_MANUAL = 2
};

/** Kinds of keys. All but #SCRIM_KEY_INSERT and #SCRIM_KEY_BLANK are function keys. */
SCRIM_ENUM(scrim_key_kind) {
    /** Inserts its label into the text. */
    SCRIM_KEY_INSERT = 1,
    /** Deletes backward, as scrim_text_delete_backward() does. Repeats while it is held down. */
    SCRIM_KEY_DELETE = 2,
    /**
     * Ends the entry: does what scrim_text_done() does, and then hides the keypad, or shows it
     * again with the option `keep_on_done`. Without a text, it only does the latter. If a callback
     * of the text refuses, the keypad stays shown and the result is #SCRIM_KEYPAD_RESULT_REJECTED.
     */
    SCRIM_KEY_DONE = 3,
    /** Empties the text. */
    SCRIM_KEY_CLEAR = 4,
    /**
     * Leaves the field: does what scrim_text_end_editing() and scrim_text_conceal() do, and then
     * hides the keypad. Without a text, it only hides the keypad. If the text's `should_end`
     * refuses, the keypad stays shown and the result is #SCRIM_KEYPAD_RESULT_REJECTED.
     */
    SCRIM_KEY_DISMISS = 5,
    /**
     * Shows another page until a character has been typed, and then the previous page again. If
     * shift is pressed on the other page, it shows the previous page at once.
     */
    SCRIM_KEY_SHIFT = 6,
    /** Shows another page. */
    SCRIM_KEY_PAGE = 7,
    /** Does nothing. */
    SCRIM_KEY_BLANK = 8,
    /**
     * Disables shuffling for the current entry, or enables it again. The comment of
     * scrim_keypad_set_shuffle_enabled() says when an entry ends. Touches of this key are rejected
     * unless the keypad has the option `allow_unshuffled`.
     */
    SCRIM_KEY_TOGGLE_SHUFFLE = 9
};

/** The largest number of keys of a page. */
#define SCRIM_KEYPAD_MAX_KEYS 128
/** The largest number of pages of a layout. */
#define SCRIM_KEYPAD_MAX_PAGES 8
/** The largest number of columns, and of rows, of a grid. */
#define SCRIM_KEYPAD_MAX_CELLS 64
/** The largest number of blank keys that the options can add to a row. */
#define SCRIM_KEYPAD_MAX_BLANKS 4
/** The size of a key's label in bytes, with its terminating NUL. */
#define SCRIM_KEY_LABEL_SIZE 32
/** The size of a key's spoken name in bytes, with its terminating NUL. */
#define SCRIM_KEY_NAME_SIZE 64
/** In scrim_key_label::target: all keys of the kind. */
#define SCRIM_KEYPAD_ANY_PAGE 0xFFFFFFFFu

/** Flags of a key in a custom layout. */
SCRIM_ENUM(scrim_key_flags) {
    /** The key is never shuffled. */
    SCRIM_KEY_FLAG_FIXED = 1
};

/**
 * A key of a custom layout. It covers one or more cells of its page's grid.
 *
 * All pages have the same grid, which is as large as the keys need. No two keys may cover the same
 * cell. Pages are numbered from 0 without gaps. Frozen: passed in arrays.
 */
typedef struct scrim_key_spec {
    uint32_t kind;    /**< The kind of the key, SCRIM_KEY_…. */
    uint32_t flags;   /**< SCRIM_KEY_FLAG_… bits, or 0. */
    uint32_t page;    /**< The page of the key, 0 … #SCRIM_KEYPAD_MAX_PAGES - 1. Page 0 is first. */
    uint32_t target;  /**< The page that a shift or page key shows. 0 for other keys. */
    uint32_t column;  /**< The leftmost column that the key covers, from 0. */
    uint32_t row;     /**< The topmost row that the key covers, from 0. */
    uint32_t columns; /**< Width in cells, ≥ 1. The grid has at most #SCRIM_KEYPAD_MAX_CELLS. */
    uint32_t rows;    /**< Height in cells, ≥ 1. The grid has at most #SCRIM_KEYPAD_MAX_CELLS. */
    /**
     * The label: UTF-8 without control characters, shorter than #SCRIM_KEY_LABEL_SIZE. The label of
     * an inserting key is exactly one grapheme cluster, and this is what the key inserts. A blank
     * key has no label.
     */
    scrim_string label;
    /**
     * What a screen reader says: UTF-8 without control characters, shorter than
     * #SCRIM_KEY_NAME_SIZE. An empty name means that the label is spoken. A blank key has no name.
     */
    scrim_string name;
} scrim_key_spec;

/**
 * A label and a spoken name for function keys, for example in the language of the user.
 *
 * It applies to every key of the kind. If several apply to a key, the last one counts. Labels of
 * inserting keys cannot be replaced, because they are what the keys insert. Frozen: passed in
 * arrays.
 */
typedef struct scrim_key_label {
    /** The kind of the keys, SCRIM_KEY_…, but not #SCRIM_KEY_INSERT or #SCRIM_KEY_BLANK. */
    uint32_t kind;
    /**
     * For shift and page keys: only those that show this page, or #SCRIM_KEYPAD_ANY_PAGE for all
     * of them. For other kinds: 0 or #SCRIM_KEYPAD_ANY_PAGE.
     */
    uint32_t target;
    /** The label, with the rules of scrim_key_spec::label. If it is empty, the label is kept. */
    scrim_string label;
    /**
     * The name, with the rules of scrim_key_spec::name. If it is empty, the label is spoken. Label
     * and name must not both be empty.
     */
    scrim_string name;
} scrim_key_label;

/** Options of a keypad. Initialize them with #SCRIM_KEYPAD_OPTIONS_INIT. */
typedef struct scrim_keypad_options {
    /** Size of this struct in bytes. The initializer sets it. */
    uint32_t struct_size;
    /** The built-in layout, SCRIM_LAYOUT_…. It must be 0 if `keys` lists keys. */
    uint32_t layout;
    /** Which keys are shuffled, SCRIM_SHUFFLE_…. */
    uint32_t shuffle;
    /** When keys are shuffled, SCRIM_RESHUFFLE_…. */
    uint32_t reshuffle;
    /**
     * The area of the keypad in points, in the coordinates of the touches. Both sides must be
     * larger than 0. The edges of keys are rounded down to multiples of 2^-22 points.
     */
    scrim_rect bounds;
    /** The gap between columns in points, ≥ 0. Keys must keep a width larger than 0. */
    double column_spacing;
    /** The gap between rows in points, ≥ 0. Keys must keep a height larger than 0. */
    double row_spacing;
    /**
     * The number of blank keys added to each row that has shuffled keys, 0 …
     * #SCRIM_KEYPAD_MAX_BLANKS. They make the grid wider, and are shuffled with the other keys.
     */
    uint32_t blank_keys_per_row;
    /**
     * 1 if scrim_keypad_set_shuffle_enabled() may disable shuffling for one entry, otherwise 0.
     */
    uint32_t allow_unshuffled;
    /**
     * 1 if a done key shows the keypad again for the next entry, as scrim_keypad_show() does. So
     * #SCRIM_RESHUFFLE_MANUAL keeps a shuffled order. All touches are rejected until the new
     * generation is presented. 0 if a done key hides the keypad.
     */
    uint32_t keep_on_done;
    /** Must be 0. */
    uint32_t reserved;
    /** The keys of a custom layout, in any order. They are copied. NULL if `key_count` is 0. */
    const scrim_key_spec *keys;
    /** The number of keys in `keys`. 0 selects the built-in `layout`. */
    size_t key_count;
    /**
     * New labels and spoken names of function keys. They are copied. Each entry must apply to at
     * least one key. NULL if `label_count` is 0.
     */
    const scrim_key_label *labels;
    /** The number of entries in `labels`. */
    size_t label_count;
} scrim_keypad_options;

/**
 * Default options: a PIN pad of 300 × 400 points at the origin, without gaps. Its digits are
 * shuffled at each show. If you choose another layout, the keys that suit it are shuffled.
 */
#define SCRIM_KEYPAD_OPTIONS_INIT \
    {sizeof(scrim_keypad_options), SCRIM_LAYOUT_PIN, SCRIM_SHUFFLE_AUTO, \
     SCRIM_RESHUFFLE_ON_SHOW, {0.0, 0.0, 300.0, 400.0}, 0.0, 0.0, 0u, 0u, 0u, 0u, NULL, 0, NULL, \
     0}

/**
 * Initializes the options like #SCRIM_KEYPAD_OPTIONS_INIT, for languages that cannot use C macros.
 *
 * @param options  Receives the defaults.
 * @param size     The size of the struct in the calling program, in bytes.
 *
 * @return SCRIM_ERROR_INVALID_ARGUMENT if no version of the struct has that size.
 */
SCRIM_API scrim_status scrim_keypad_options_init(scrim_keypad_options *options, size_t size);

/** A key to draw. Frozen: passed in arrays. */
typedef struct scrim_key {
    scrim_rect rect;       /**< The area of the key in points, half-open. */
    uint32_t kind;         /**< The kind of the key, SCRIM_KEY_…. */
    uint32_t target;       /**< The page that a shift or page key shows. 0 for other keys. */
    uint32_t label_length; /**< The length of `label` in bytes, without the NUL. */
    uint32_t name_length;  /**< The length of `name` in bytes, without the NUL. */
    /** The label in UTF-8, NUL-terminated, for example "7", "⌫" or "✓". */
    char label[SCRIM_KEY_LABEL_SIZE];
    /**
     * What a screen reader says, in UTF-8, NUL-terminated. If it is empty, the label is spoken.
     *
     * The function keys of built-in layouts have English names: "delete", "done", "clear",
     * "dismiss", "shift", "letters", "digits and symbols" and "more symbols". The name of the space
     * bar is "space". Their inserting keys have no names.
     */
    char name[SCRIM_KEY_NAME_SIZE];
} scrim_key;

/**
 * Creates a hidden keypad.
 *
 * The order of its keys is stored in the best memory available, as a text's secret is. For each
 * key, the memory holds 2 bytes and as many as the longest inserted label has. If keys that can
 * move have names, it also holds 1 byte and as many as the longest of these names has. The names
 * of function keys and of fixed keys take no such memory. A PIN pad takes less than 100 bytes, and
 * a keyboard less than 1 KiB.
 *
 * @param options  The options, which are copied.
 * @param out      Receives the new keypad. Destroy it with scrim_keypad_destroy().
 *
 * @return SCRIM_ERROR_INVALID_ARGUMENT if an option is out of range. Also if, in a custom layout,
 *         keys overlap, a page has no keys, or a label or name is not allowed. Also if `shuffle`
 *         would leave a page unshuffled, or if an entry of `labels` applies to no key.
 * @return SCRIM_ERROR_LIMIT if a page has more than #SCRIM_KEYPAD_MAX_KEYS keys. The blank keys
 *         that the options add count too. Also if there are more than 1024 `labels`, or if
 *         #SCRIM_MAX_HANDLES handles exist.
 * @return SCRIM_ERROR_NO_MEMORY if memory is short.
 * @return SCRIM_ERROR_ENTROPY if the kernel returns no random bytes, which guard bytes need.
 *
 * Time: O(keys²).
 */
SCRIM_API scrim_status scrim_keypad_create(const scrim_keypad_options *options, scrim_keypad **out);

/**
 * Wipes the order of the keys and destroys the keypad. The attached text does not change. Of the
 * keypad's callbacks, only `user_data_free` is called.
 *
 * Inside a callback of the group, the order is wiped at once. The handle becomes invalid when the
 * call that called back returns. If the callback is the attached text's `should_change`, its edit
 * is refused, so the key's character is not typed.
 *
 * @param keypad  The keypad. NULL and invalid handles are ignored.
 */
SCRIM_API void scrim_keypad_destroy(scrim_keypad *keypad);

/* ---- Events ---- */

/**
 * Is called before or after the keypad shows or hides.
 *
 * `bounds` is the area of the keypad, from its options. It is lent until the callback returns.
 */
typedef void (*scrim_keypad_event_fn)(const scrim_rect *bounds, void *user_data);

/**
 * The callbacks of a keypad, so that a program can make room for it. Each may be NULL.
 *
 * They are called whenever the keypad changes from hidden to shown or back, also by a done or
 * dismiss key and by an error. Nothing is called if a keypad that is shown is shown again or
 * shuffled. A callback cannot refuse. No callback depends on which inserting keys were pressed.
 *
 * If an error hides the keypad, the order of its keys is wiped before `will_hide` is called. If
 * scrim_keypad_show() fails after `will_show`, `did_hide` is called next.
 *
 * A callback may destroy the keypad or wipe the text. If `will_show` destroys it,
 * scrim_keypad_show() returns #SCRIM_ERROR_CLOSED. In every other callback, the call that invoked
 * it returns its usual result. No further callback is called.
 *
 * If the attached text is also attached to a scene, the scene is in the same group, so calls that
 * change it return #SCRIM_ERROR_BUSY too. Note the change in the callback, and update the scene
 * when the call that invoked it has returned.
 *
 * A callback may fork. In the child, the call that invoked it touches no secret. It returns
 * #SCRIM_ERROR_FORKED, or its usual result if nothing was left to do.
 *
 * If a callback never returns, its group can only be abandoned: see scrim_text_wipe().
 */
typedef struct scrim_keypad_callbacks {
    /** Size of this struct in bytes. The initializer sets it. */
    uint32_t struct_size;
    /** Must be 0. */
    uint32_t reserved;
    /** Before the keypad shows. It is hidden and has no keys. */
    scrim_keypad_event_fn will_show;
    /** After the keypad has shown. scrim_keypad_keys() lists its keys. */
    scrim_keypad_event_fn did_show;
    /** Before the keypad hides. It still has its keys, except after an error. */
    scrim_keypad_event_fn will_hide;
    /** After the keypad was hidden, or could not be shown. It has no keys. */
    scrim_keypad_event_fn did_hide;
} scrim_keypad_callbacks;

/** An empty table of callbacks. */
#define SCRIM_KEYPAD_CALLBACKS_INIT {sizeof(scrim_keypad_callbacks), 0u, NULL, NULL, NULL, NULL}

/**
 * Initializes the struct like #SCRIM_KEYPAD_CALLBACKS_INIT, for languages that cannot use C macros.
 *
 * @param callbacks  Receives the empty table.
 * @param size       The size of the struct in the calling program, in bytes.
 *
 * @return SCRIM_ERROR_INVALID_ARGUMENT if no version of the struct has that size.
 */
SCRIM_API scrim_status scrim_keypad_callbacks_init(scrim_keypad_callbacks *callbacks, size_t size);

/**
 * Sets the callbacks of a keypad and replaces earlier ones. Calls none of them.
 *
 * @param keypad          The keypad.
 * @param callbacks       The table, which is copied. NULL removes all callbacks.
 * @param user_data       Passed to each callback.
 * @param user_data_free  Called once with `user_data`, when the callbacks are replaced or the
 *                        keypad is destroyed. May be NULL. It is not called if
 *                        scrim_keypad_set_callbacks() fails.
 *
 * @return SCRIM_ERROR_INVALID_ARGUMENT if `callbacks` has an invalid size or `reserved` is not 0.
 * @return SCRIM_ERROR_NO_MEMORY if memory is short.
 */
SCRIM_API scrim_status scrim_keypad_set_callbacks(scrim_keypad *keypad,
                                                  const scrim_keypad_callbacks *callbacks,
                                                  void *user_data, scrim_free_fn user_data_free);

/* ---- Attaching and showing ---- */

/**
 * Attaches the text that the keys edit. It replaces the text that was attached before.
 *
 * The keypad and the text form a group until the text is detached. Keys that insert characters that
 * this text does not allow become blank while it is attached. A finger that is down on the keypad
 * is rejected when it is lifted.
 *
 * @param keypad  The keypad.
 * @param text    The text. It must outlive the attachment, or touches return #SCRIM_ERROR_CLOSED.
 *
 * @return SCRIM_ERROR_BUSY if either group is inside a callback.
 * @return SCRIM_ERROR_CORRUPTED if guard bytes next to the layout were overwritten. The text is
 *         attached, and the keypad is hidden.
 *
 * Time: O(handles of both groups).
 */
SCRIM_API scrim_status scrim_keypad_attach(scrim_keypad *keypad, scrim_text *text);

/**
 * Detaches the text, if there is one. The keypad and the text are then separate groups.
 *
 * A finger that is down on the keypad is rejected when it is lifted.
 *
 * @param keypad  The keypad.
 *
 * @return SCRIM_ERROR_CORRUPTED if guard bytes next to the layout were overwritten. The text is
 *         detached, and the keypad is hidden.
 *
 * Time: O(handles of the group).
 */
SCRIM_API scrim_status scrim_keypad_detach(scrim_keypad *keypad);

/**
 * Shuffles the keys and shows the first page. A keypad that is already shown is shuffled again.
 *
 * Every order of the shuffled keys is equally likely. The order comes from the kernel's random
 * generator. To shuffle n keys together, where n is at most 20, the library takes one random number
 * below n!, drawn by rejection. More keys take several numbers. Each page takes separate numbers,
 * and so does each row with #SCRIM_SHUFFLE_ROWS.
 *
 * A finger that is down on the keypad is rejected when it is lifted. All touches are rejected until
 * scrim_keypad_presented() is called.
 *
 * With #SCRIM_RESHUFFLE_MANUAL, a show keeps the shuffled order. It shuffles the keys only if there
 * is none: at the first show, or if shuffling was disabled.
 *
 * @param keypad  The keypad.
 *
 * @return SCRIM_ERROR_ENTROPY if the kernel returns no random bytes. The keypad is then hidden
 *         until a later show succeeds.
 * @return SCRIM_ERROR_CORRUPTED if guard bytes next to the layout were overwritten. The keypad is
 *         then hidden.
 * @return SCRIM_ERROR_CLOSED if the keypad's `will_show` destroyed it.
 *
 * Time: O(keys of all pages).
 */
SCRIM_API scrim_status scrim_keypad_show(scrim_keypad *keypad);

/**
 * Shuffles the keys of a keypad that is shown. The page does not change.
 *
 * @param keypad  The keypad.
 *
 * @return SCRIM_ERROR_INVALID_STATE if the keypad is hidden.
 * @return SCRIM_ERROR_ENTROPY as for scrim_keypad_show().
 * @return SCRIM_ERROR_CORRUPTED as for scrim_keypad_show().
 *
 * Time: O(keys of all pages).
 */
SCRIM_API scrim_status scrim_keypad_shuffle(scrim_keypad *keypad);

/**
 * Disables or enables shuffling for the current entry.
 *
 * Offer this to people who cannot look for each key. The entry ends when the keypad is hidden or
 * shown, which a done key does too. Shuffling is then enabled again.
 *
 * @param keypad   The keypad.
 * @param enabled  0 puts the keys in their unshuffled order. 1 shuffles them again.
 *
 * @return SCRIM_ERROR_UNSUPPORTED if the option `allow_unshuffled` is not set.
 * @return SCRIM_ERROR_INVALID_STATE if the keypad is hidden.
 * @return SCRIM_ERROR_ENTROPY as for scrim_keypad_show().
 * @return SCRIM_ERROR_CORRUPTED as for scrim_keypad_show().
 *
 * Time: O(keys of all pages).
 */
SCRIM_API scrim_status scrim_keypad_set_shuffle_enabled(scrim_keypad *keypad, uint32_t enabled);

/**
 * Hides the keypad and wipes the order of its keys.
 *
 * With #SCRIM_RESHUFFLE_MANUAL, a shuffled order is kept for the next show instead. A finger that
 * is down on the keypad is rejected if it is lifted after that show.
 *
 * The attached text does not change: editing and reveals continue. If the user leaves the field,
 * call scrim_text_end_editing() and scrim_text_conceal() too.
 *
 * @param keypad  The keypad.
 */
SCRIM_API scrim_status scrim_keypad_hide(scrim_keypad *keypad);

/* ---- Drawing ---- */

/**
 * Returns the generation: a number that changes whenever the keys on the screen change.
 *
 * The keys change when the keypad is shown, hidden or shuffled, and when another page is shown.
 * They also change when a text with other allowed characters is attached, or when it is detached.
 * Ask for the generation after each scrim_keypad_touch(). If it has changed, draw the keys again
 * and call scrim_keypad_presented() with the new generation.
 *
 * @param keypad      The keypad.
 * @param generation  Receives the generation.
 */
SCRIM_API scrim_status scrim_keypad_generation(const scrim_keypad *keypad, uint64_t *generation);

/**
 * Reports that the keys of a generation are on the screen.
 *
 * Until this call, and for 100 ms after `time_ns`, every touch is rejected: nobody can aim at keys
 * that they have not seen. A finger that was meant for the previous keys must not type.
 *
 * If your toolkit does not report when a frame is shown, pass the time at which you have drawn it.
 *
 * @param keypad      The keypad.
 * @param generation  The generation of the keys that were drawn. Ask for it together with the keys.
 *                    Earlier generations, and one that was presented before, are ignored.
 * @param time_ns     When the keys appeared, by the same clock as the touches.
 *
 * @return SCRIM_ERROR_INVALID_ARGUMENT if there was no such generation yet.
 * @return SCRIM_ERROR_INVALID_STATE if the keypad is hidden.
 */
SCRIM_API scrim_status scrim_keypad_presented(scrim_keypad *keypad, uint64_t generation,
                                              uint64_t time_ns);

/** Orders in which keys can be listed, for example for a screen reader. */
SCRIM_ENUM(scrim_key_order) {
    /** Row by row from the top, each from the left. */
    SCRIM_KEY_ORDER_ROWS = 0,
    /** Column by column from the left, each from the top. */
    SCRIM_KEY_ORDER_COLUMNS = 1,
    /** As the keys would be unshuffled: 1 2 3 …. Each rectangle is where its key is now. */
    SCRIM_KEY_ORDER_UNSHUFFLED = 2
};

/**
 * Lists the keys of the page that is shown. A hidden keypad has no keys.
 *
 * The keys do not depend on fingers: there is no pressed state to draw.
 *
 * @param keypad    The keypad.
 * @param order     The order of the list, SCRIM_KEY_ORDER_….
 * @param keys      Receives the keys. May be NULL if `capacity` is 0.
 * @param capacity  The number of keys that fit. #SCRIM_KEYPAD_MAX_KEYS is always enough.
 * @param count     Receives the number of keys written, or needed.
 *
 * @return SCRIM_ERROR_BUFFER_TOO_SMALL if `capacity` is too small. `count` is then the number
 *         needed.
 * @return SCRIM_ERROR_CORRUPTED if guard bytes next to the layout were overwritten.
 *
 * Time: O(keys), or O(keys²) for #SCRIM_KEY_ORDER_COLUMNS.
 */
SCRIM_API scrim_status scrim_keypad_keys(const scrim_keypad *keypad, uint32_t order,
                                         scrim_key *keys, size_t capacity, size_t *count);

/* ---- Touching ---- */

/** What a touch did. It is the same for all inserting keys. */
SCRIM_ENUM(scrim_keypad_result) {
    /** The text did not change. This includes keys that show another page or toggle shuffling. */
    SCRIM_KEYPAD_RESULT_NONE = 0,
    /** A key inserted a character. */
    SCRIM_KEYPAD_RESULT_INSERTED = 1,
    /** A delete key was pressed, or repeated. */
    SCRIM_KEYPAD_RESULT_DELETED = 2,
    /**
     * A done key was pressed. Editing has ended. The keypad is hidden. With `keep_on_done`, it is
     * shown again, as by scrim_keypad_show().
     */
    SCRIM_KEYPAD_RESULT_DONE = 3,
    /**
     * The touch was rejected, the key needs a text and none is attached, or the text refused the
     * key. A text refuses a key if it is full, or if one of its callbacks refuses or wipes it.
     *
     * A touch that is rejected at once returns this for #SCRIM_TOUCH_BEGAN, and
     * #SCRIM_KEYPAD_RESULT_NONE for #SCRIM_TOUCH_ENDED. A touch can also be rejected while the
     * finger is down: the keys change, a text is attached or detached, or a third finger comes
     * down. #SCRIM_TOUCH_ENDED then returns this.
     */
    SCRIM_KEYPAD_RESULT_REJECTED = 4,
    /** A clear key was pressed. The text is empty. */
    SCRIM_KEYPAD_RESULT_CLEARED = 5,
    /** A dismiss key was pressed. Editing and reveals have ended, and the keypad is hidden. */
    SCRIM_KEYPAD_RESULT_DISMISSED = 6
};

/**
 * Handles one touch sample.
 *
 * A key is pressed when the finger that touched it is lifted on the key or within 8 points of it.
 * This is also true if the finger is lifted on a neighboring key, within these 8 points. If a
 * second finger touches the keypad while the first is still on its key, the first finger's key is
 * pressed at that moment. So fast typists lose no characters. The result is then the result of that
 * key. A third finger cancels the gesture: everything is rejected until all fingers are up.
 *
 * A finger that touches the keypad is rejected until 100 ms after scrim_keypad_presented(). If the
 * keys change or another text is attached while a finger is down, that finger is rejected when it
 * is lifted. If a key is touched again less than 30 ms after it was pressed, this is a bounce and
 * does nothing. So use the times of your toolkit's events: two taps that waited together in its
 * queue would be a bounce by the time at which you handle them.
 *
 * Also advances the clock of the attached text to the time of the sample, as scrim_text_advance()
 * does.
 *
 * The keypad stores no coordinates. It stores only two keys, in protected memory:
 *  - The key under the active finger. It is wiped when the finger is lifted.
 *  - The key that was pressed last. It is wiped at the first touch 30 ms or more after the press.
 *
 * Both are also wiped when the keypad is shown, hidden, shuffled, turned to another page or
 * destroyed, and when a text is attached or detached.
 *
 * @param keypad  The keypad.
 * @param touch   The sample, in the coordinates of the keypad's bounds. Report fingers that are
 *                lifted or cancelled even while the keypad is hidden, so that no finger stays down.
 *                They are up afterwards, also if the call returns an error.
 * @param result  Receives what the touch did, SCRIM_KEYPAD_RESULT_….
 *
 * @return SCRIM_ERROR_INVALID_STATE if the keypad is hidden.
 * @return SCRIM_ERROR_CLOSED if the attached text was destroyed. No key works then, not even a
 *         dismiss key. Call scrim_keypad_hide() or scrim_keypad_detach(), or attach another text.
 * @return SCRIM_ERROR_ENTROPY if the key was pressed, but shuffling after it failed. The keypad is
 *         then hidden. If it was a done key, the text's `done` has been called.
 * @return SCRIM_ERROR_CORRUPTED if guard bytes next to the layout or the text were overwritten.
 *
 * Time: O(keys), and the time of the edit.
 */
SCRIM_API scrim_status scrim_keypad_touch(scrim_keypad *keypad, const scrim_touch *touch,
                                          uint32_t *result);

/**
 * Advances the clock of the keypad, so that a delete key that is held down repeats.
 *
 * A delete key repeats 500 ms after the finger came down, and then every 100 ms, while the finger
 * stays on it. Each call deletes at most once; missed repeats are not replayed. A key that has
 * repeated does not delete again when the finger is lifted.
 *
 * @param keypad  The keypad.
 * @param now_ns  The time, by the same clock as the touches.
 * @param result  Receives #SCRIM_KEYPAD_RESULT_DELETED, #SCRIM_KEYPAD_RESULT_NONE if nothing was
 *                due, or #SCRIM_KEYPAD_RESULT_REJECTED if a callback refused the edit or wiped the
 *                text.
 *
 * @return SCRIM_ERROR_CLOSED if a deletion was due and the attached text was destroyed.
 * @return SCRIM_ERROR_CORRUPTED if guard bytes next to the text were overwritten.
 */
SCRIM_API scrim_status scrim_keypad_advance(scrim_keypad *keypad, uint64_t now_ns,
                                            uint32_t *result);

/**
 * Returns when to call scrim_keypad_advance() next.
 *
 * Ask again after each scrim_keypad_touch() and each scrim_keypad_advance().
 *
 * @param keypad       The keypad.
 * @param deadline_ns  Receives the time, or #SCRIM_NEVER if nothing is due.
 */
SCRIM_API scrim_status scrim_keypad_next_deadline(const scrim_keypad *keypad,
                                                  uint64_t *deadline_ns);

#ifdef __cplusplus
}
#endif

#endif
