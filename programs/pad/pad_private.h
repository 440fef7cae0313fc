/* SPDX-License-Identifier: MIT */
/* Declarations that the files of the pad share. */
#ifndef SCRIM_PAD_PAD_PRIVATE_H
#define SCRIM_PAD_PAD_PRIVATE_H

#include "pad.h"

/* The parts of a prompt, in the order in which they are read aloud. */
enum part {
    PART_DESCRIPTION,
    PART_AMOUNT,
    PART_PROMPT,
    PART_FIELD,
    PART_QUALITY,
    PART_MESSAGE,
    PART_KEYPAD,
    PART_CANCEL,
    PART_NOT_OK,
    PART_OK,
    PARTS
};

enum {
    PAD_MARGIN = 24,
    PAD_GAP = 12,
    BUTTON_HEIGHT = 46,
    FIELD_HEIGHT = 54
};
enum {
    LONGEST_MESSAGE = 512,
    LONGEST_AMOUNT = 64, /* bytes of UTF-8 */
    LONGEST_LABEL = SCRIM_KEY_NAME_SIZE
};

struct pad {
    struct pad_options options; /* the pad owns its strings */
    char message[LONGEST_MESSAGE];
    int message_is_error;
    scrim_text *texts[2]; /* the entry, and the repetition if there is one */
    scrim_text *amount;   /* not secret */
    int entry;            /* the index of the text that is being typed */
    int repeated;
    scrim_keypad *keypad;
    scrim_scene *scene;
    scrim_id window, views[PARTS];
    scrim_rect rects[PARTS]; /* a width of 0: the prompt does not have this part */
    double width, height;
    double lowered; /* how far the parts above the keypad have moved into its space, while it is hidden */
    scrim_id touched;        /* the view that the first finger touched */
    uint64_t touched_id, fingers;
    int focus; /* the element with the keyboard focus, -1: none */
    char spoken[LONGEST_LABEL];
    enum pad_result result;
    int blocked, block_ends;
    uint64_t blocked_until_ns, last_input_ns, now_ns;
    char block_message[LONGEST_MESSAGE];
    cairo_surface_t *surface;
    double scale;
    uint64_t drawn_generation;
    int dirty;
};

/* An element that can have the keyboard focus. */
struct element {
    enum part part;
    scrim_rect rect;
    char label[LONGEST_LABEL];
};

enum {
    MOST_ELEMENTS = SCRIM_KEYPAD_MAX_KEYS + PARTS
};

/* pad_layout.c */
scrim_status pad_lay_out(struct pad *pad);
scrim_status pad_lower(struct pad *pad, double distance);
size_t pad_elements(const struct pad *pad, struct element *elements);
int pad_has(const struct pad *pad, enum part part);
const char *pad_button_label(const struct pad *pad, enum part part);
enum part pad_part_of(const struct pad *pad, scrim_id view);

/* pad_draw.c */
double pad_text_height(const char *text, double width, double size);
void pad_drop_surface(struct pad *pad);

/* pad.c */
void pad_say(struct pad *pad, const char *message, int is_error);
void pad_enter(struct pad *pad);
int pad_advance_clock(struct pad *pad, uint64_t now_ns);
void pad_fail(struct pad *pad, scrim_status status, const char *what);

#endif
