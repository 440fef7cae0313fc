/* SPDX-License-Identifier: MIT */
/*
 * A prompt with a keypad, without a window. A front end copies its picture to the screen, and passes on touches,
 * keystrokes and the time. The input stays in a scrim_text until the program that uses the prompt reads it.
 */
#ifndef SCRIM_PAD_PAD_H
#define SCRIM_PAD_PAD_H

#include <cairo.h>
#include <scrim.h>

struct pad;

/* How a prompt ended. */
enum pad_result {
    PAD_OPEN,      /* it is still open */
    PAD_DONE,      /* the done key, or the button that agrees */
    PAD_NOT_OK,    /* the button that disagrees */
    PAD_CANCELLED, /* the cancel button, the Escape key, the window's close button, or the front end */
    PAD_TIMED_OUT, /* nobody touched it during the time-out of the options */
    PAD_FAILED     /* an error of Scrim, for example no random bytes; do not read the texts */
};

enum pad_keys {
    PAD_KEYS_NONE,
    PAD_KEYS_DIGITS,
    PAD_KEYS_KEYBOARD
};

/* Commands of a physical keyboard. Pass text to pad_type(). */
enum pad_command {
    PAD_COMMAND_DELETE,
    PAD_COMMAND_CLEAR,
    PAD_COMMAND_ENTER,
    PAD_COMMAND_CANCEL,
    PAD_COMMAND_NEXT,
    PAD_COMMAND_PREVIOUS
};

/* Strings are UTF-8 and are copied. Each may be NULL. */
struct pad_options {
    const char *description;
    const char *amount; /* the amount to pay, which is not secret; at most 64 bytes */
    const char *prompt; /* label of the field */
    const char *error;  /* what went wrong before; shown at the beginning */
    const char *ok, *not_ok, *cancel;       /* labels of buttons; a keypad also has a done key */
    const char *repeat, *repeat_error;      /* label of a second entry, and the message if the two differ */
    const char *quality;                    /* label of a bar that shows how long the entry is */
    enum pad_keys keys;
    uint32_t layout;     /* SCRIM_LAYOUT_… of a keyboard */
    uint32_t shuffle;    /* SCRIM_SHUFFLE_… */
    /* New labels and spoken names of function keys. They must stay valid until pad_create() has returned. */
    const scrim_key_label *labels;
    size_t label_count;
    uint32_t capacity;   /* bytes */
    uint32_t clusters;   /* largest number of characters; 0: as many as fit */
    int may_type;        /* 1: a physical keyboard works too */
    uint32_t protection; /* SCRIM_PROTECTION_… that the input must have; 0: the best that is available */
    uint64_t timeout_ns; /* 0: never */
    /* Called before the prompt ends. Returns 1 if it called pad_again() or pad_block() to continue. NULL: it ends. */
    int (*finished)(struct pad *pad, enum pad_result result, void *user_data);
    void *user_data;
};

/* Returns the time of the clock that all functions here use, in monotonic nanoseconds. */
uint64_t pad_now(void);

/* Creates a prompt. Returns NULL after an error, and writes the reason to stderr. */
struct pad *pad_create(const struct pad_options *options);
void pad_destroy(struct pad *pad);

/* ---- For a front end ---- */

/* Returns the size of the picture, in points. */
void pad_size(const struct pad *pad, int *width, int *height);
/*
 * Returns the picture, and draws it again if something has changed. The pad owns it. It is BGRX in memory. `scale` is
 * the number of pixels per point. Returns NULL if the prompt has ended, which also happens if there is no memory.
 */
cairo_surface_t *pad_frame(struct pad *pad, double scale);
/* Returns 1 if the picture has changed since the last call of pad_frame(). */
int pad_is_dirty(const struct pad *pad);
/* Reports that the last picture is on the screen. Keys accept touches only after this call. */
void pad_presented(struct pad *pad, uint64_t now_ns);
void pad_touch(struct pad *pad, const scrim_touch *touch);
/* Types text from a physical keyboard. The caller must wipe its copy. */
void pad_type(struct pad *pad, const char *utf8, size_t length, uint64_t now_ns);
void pad_command(struct pad *pad, enum pad_command command, uint64_t now_ns);
/* Reports whether the window has the focus. */
void pad_set_active(struct pad *pad, int active);
void pad_advance(struct pad *pad, uint64_t now_ns);
/* Returns when to call pad_advance() again: in 1 … `most` milliseconds. */
uint32_t pad_wait_ms(const struct pad *pad, uint32_t most);
/* Ends the prompt. */
void pad_end(struct pad *pad, enum pad_result result);
enum pad_result pad_get_result(const struct pad *pad);

/* Returns what a screen reader says for the element that has the keyboard focus, or NULL if none has it. */
const char *pad_spoken(const struct pad *pad);

/* Writes a redacted picture of the prompt as PNG. Returns 0, or 1 if no file was written. */
int pad_write_screenshot(struct pad *pad, const char *path);
/* Redacts a frame that shows the whole prompt. Discard the frame unless this returns OK or COVERED. */
uint32_t pad_protect(const struct pad *pad, const scrim_frame *frame, double scale);

/* ---- For the program that uses the prompt ---- */

const scrim_text *pad_text(const struct pad *pad);
/* Returns 1 if the input was typed twice, and both were equal. */
int pad_was_repeated(const struct pad *pad);
/* Wipes the input, shuffles the keys, and asks again. `error` is a message, or NULL. */
void pad_again(struct pad *pad, const char *error);
/*
 * Shows a message and accepts no input until a time, or forever with SCRIM_NEVER. "%u" in the message becomes the
 * number of seconds left. Afterwards the prompt asks again, or ends with PAD_DONE if `ends` is 1.
 */
void pad_block(struct pad *pad, const char *message, uint64_t until_ns, int ends);

#endif
