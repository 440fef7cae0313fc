/* SPDX-License-Identifier: MIT */
/*
 * A prompt with a keypad: what it holds, shows and answers, without a window. A front end blits its picture and hands
 * it touches, keys and the time. What is typed stays in a scrim_text, from the touch to whoever the prompt is for.
 */
#ifndef SCRIM_PAD_PAD_H
#define SCRIM_PAD_PAD_H

#include <cairo.h>
#include <scrim.h>

struct pad;

/* How a prompt ended. */
enum pad_result {
    PAD_OPEN,      /* it has not */
    PAD_DONE,      /* done, or the button that agrees */
    PAD_NOT_OK,    /* the button that does not */
    PAD_CANCELLED, /* the cancel button, the escape key, the window's close button, or the front end's */
    PAD_TIMED_OUT, /* nobody touched it for as long as the options say */
    PAD_FAILED     /* an error of Scrim: no random bytes, no memory; nothing may be read from the texts */
};

enum pad_keys {
    PAD_KEYS_NONE,
    PAD_KEYS_DIGITS,
    PAD_KEYS_KEYBOARD
};

/* Commands of a keyboard; text is pad_type(). */
enum pad_command {
    PAD_COMMAND_DELETE,
    PAD_COMMAND_CLEAR,
    PAD_COMMAND_ENTER,
    PAD_COMMAND_CANCEL,
    PAD_COMMAND_NEXT,
    PAD_COMMAND_PREVIOUS
};

/* Every string may be NULL, is UTF-8 and is copied. */
struct pad_options {
    const char *description;
    const char *prompt; /* the field's label */
    const char *error;  /* what went wrong before, shown at once */
    const char *ok, *not_ok, *cancel;       /* buttons; a keypad has a done key of its own */
    const char *repeat, *repeat_error;      /* label of a second entry, and what is said where the two differ */
    const char *quality;                    /* label of a bar that tells how long the entry is */
    enum pad_keys keys;
    uint32_t layout;     /* SCRIM_LAYOUT_… of a keyboard */
    uint32_t shuffle;    /* SCRIM_SHUFFLE_… */
    uint32_t capacity;   /* bytes */
    uint32_t clusters;   /* the most characters, 0: as many as fit */
    int may_type;        /* 1: a real keyboard types too */
    uint64_t timeout_ns; /* 0: never */
    /* Asked when the prompt is about to end: 1 where it goes on, by pad_again() or pad_block(). NULL: it ends. */
    int (*finished)(struct pad *pad, enum pad_result result, void *user_data);
    void *user_data;
};

/* The clock of everything here: monotonic nanoseconds. */
uint64_t pad_now(void);

/* NULL where Scrim gives no memory or no random bytes; the reason is on stderr. */
struct pad *pad_create(const struct pad_options *options);
void pad_destroy(struct pad *pad);

/* ---- For a front end ---- */

/* Size of the picture, in points. */
void pad_size(const struct pad *pad, int *width, int *height);
/*
 * The picture, drawn anew where something changed: the pad's own, BGRX in memory. `scale` is pixels per point. NULL
 * where the pad is over, now perhaps, for want of memory.
 */
cairo_surface_t *pad_frame(struct pad *pad, double scale);
/* 1 where the picture is no longer what pad_frame() gave last. */
int pad_is_dirty(const struct pad *pad);
/* The picture given last is on the screen: from now on, and not before, touches count. */
void pad_presented(struct pad *pad, uint64_t now_ns);
void pad_touch(struct pad *pad, const scrim_touch *touch);
/* Text of a real keyboard. The caller wipes its copy. */
void pad_type(struct pad *pad, const char *utf8, size_t length, uint64_t now_ns);
void pad_command(struct pad *pad, enum pad_command command, uint64_t now_ns);
/* The window has gained or lost the attention of its user. */
void pad_set_active(struct pad *pad, int active);
void pad_advance(struct pad *pad, uint64_t now_ns);
/* How long until pad_advance() is to be called again: 1 … `most` milliseconds. */
uint32_t pad_wait_ms(const struct pad *pad, uint32_t most);
/* Ends it from outside. */
void pad_end(struct pad *pad, enum pad_result result);
enum pad_result pad_get_result(const struct pad *pad);

/* What a screen reader says of the element that PAD_COMMAND_NEXT and _PREVIOUS walk to, NULL: none is walked to. */
const char *pad_spoken(const struct pad *pad);

/* A picture of the prompt without what is private, as PNG: 0, or 1 where none was written. */
int pad_write_screenshot(struct pad *pad, const char *path);
/* Covers what is private in a frame that shows the whole prompt. Anything but OK and COVERED: throw it away. */
uint32_t pad_protect(const struct pad *pad, const scrim_frame *frame, double scale);

/* ---- For whom the prompt is ---- */

const scrim_text *pad_text(const struct pad *pad);
/* 1 where it was typed twice, equally. */
int pad_was_repeated(const struct pad *pad);
/* Wipes what was typed, shuffles, and asks once more, with an error to say or NULL. */
void pad_again(struct pad *pad, const char *error);
/*
 * Says something and takes nothing until a time, SCRIM_NEVER: for good. "%u" in the message becomes the seconds that
 * are left. Then it asks again, or ends as PAD_DONE where `ends` is 1.
 */
void pad_block(struct pad *pad, const char *message, uint64_t until_ns, int ends);

#endif
