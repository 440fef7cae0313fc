/* SPDX-License-Identifier: MIT */
/* The positions of the parts of a prompt, which of them are secure, and the order in which they are read aloud. */
#include "pad_private.h"

#include <math.h>
#include <string.h>

#define DIGITS_WIDTH 312.0
#define KEYBOARD_WIDTH 680.0
#define TEXT_WIDTH 440.0
/* A longer description is cut off, so that the keys stay on the screen. */
#define MOST_TEXT 240.0

static void place(struct pad *pad, enum part part, double *y, double height, double gap) {
    pad->rects[part] = (scrim_rect){PAD_MARGIN, *y, pad->width - 2 * PAD_MARGIN, height};
    *y += height + gap;
}

int pad_has(const struct pad *pad, enum part part) { return pad->rects[part].width > 0; }

const char *pad_button_label(const struct pad *pad, enum part part) {
    return part == PART_CANCEL ? pad->options.cancel : part == PART_NOT_OK ? pad->options.not_ok
                                                                           : pad->options.ok;
}

/* The buttons share a row. The button that agrees is on the right, as in other programs of the desktop. */
static void place_buttons(struct pad *pad, double *y) {
    int count = 0, at = 0;
    for (enum part part = PART_CANCEL; part <= PART_OK; part++) {
        count += pad_button_label(pad, part) != NULL;
    }
    double width = (pad->width - 2 * PAD_MARGIN - (count - 1) * PAD_GAP) / (count > 0 ? count : 1);
    for (enum part part = PART_CANCEL; part <= PART_OK; part++) {
        if (pad_button_label(pad, part) != NULL) {
            pad->rects[part] = (scrim_rect){PAD_MARGIN + at++ * (width + PAD_GAP), *y, width, BUTTON_HEIGHT};
        }
    }
    *y += count > 0 ? BUTTON_HEIGHT + PAD_MARGIN : 0;
}

static void place_parts(struct pad *pad) {
    const struct pad_options *options = &pad->options;
    double y = PAD_MARGIN;
    pad->width = (options->keys == PAD_KEYS_NONE     ? TEXT_WIDTH
                  : options->keys == PAD_KEYS_DIGITS ? DIGITS_WIDTH
                                                     : KEYBOARD_WIDTH) +
                 2 * PAD_MARGIN;
    if (options->description != NULL) {
        double height = fmin(MOST_TEXT, pad_text_height(options->description, pad->width - 2 * PAD_MARGIN, 16));
        place(pad, PART_DESCRIPTION, &y, height, PAD_GAP);
    }
    if (options->amount != NULL) {
        place(pad, PART_AMOUNT, &y, 34, PAD_GAP);
    }
    if (options->keys != PAD_KEYS_NONE) {
        if (options->prompt != NULL || options->repeat != NULL) {
            place(pad, PART_PROMPT, &y, 20, 4);
        }
        place(pad, PART_FIELD, &y, FIELD_HEIGHT, 6);
        if (options->quality != NULL) {
            place(pad, PART_QUALITY, &y, 24, 2);
        }
    }
    /* Room for two lines, so that no key moves under a finger when a message appears. */
    place(pad, PART_MESSAGE, &y, 40, 8);
    if (options->keys != PAD_KEYS_NONE) {
        place(pad, PART_KEYPAD, &y, options->keys == PAD_KEYS_DIGITS ? 340 : 248, PAD_MARGIN - 4);
    }
    place_buttons(pad, &y);
    pad->height = y;
}

/* The scene's policy makes the field and the keypad secure because of these flags. The other parts are public. */
static uint32_t flags_of(enum part part) {
    return part == PART_FIELD ? SCRIM_VIEW_TEXT_INPUT : part == PART_KEYPAD ? SCRIM_VIEW_KEYPAD
                                                                            : SCRIM_VIEW_PUBLIC;
}

static scrim_view view_of(const struct pad *pad, enum part part) {
    scrim_view view = SCRIM_VIEW_INIT;
    view.frame = pad->rects[part];
    view.flags |= flags_of(part);
    view.overflow = (scrim_outsets){4, 4, 4, 4}; /* the ring around the element with the keyboard focus */
    return view;
}

static scrim_status make_scene(struct pad *pad) {
    scrim_scene_options options = SCRIM_SCENE_OPTIONS_INIT;
    scrim_window window = SCRIM_WINDOW_INIT;
    window.frame = (scrim_rect){0, 0, pad->width, pad->height};
    scrim_status status = scrim_scene_create(&options, &pad->scene);
    if (status == SCRIM_OK) {
        status = scrim_scene_add_window(pad->scene, &window, &pad->window);
    }
    for (enum part part = 0; part < PARTS && status == SCRIM_OK; part++) {
        if (pad_has(pad, part)) {
            const scrim_view view = view_of(pad, part);
            status = scrim_scene_add_view(pad->scene, pad->window, &view, &pad->views[part]);
        }
    }
    if (status == SCRIM_OK) {
        /* Its screenshots show this while it is inactive: frost in the color of its background. */
        scrim_cover cover = SCRIM_COVER_INIT;
        cover.kind = SCRIM_COVER_STYLE;
        cover.style.kind = SCRIM_STYLE_FROST;
        cover.style.flags = SCRIM_STYLE_FLAG_ON_COLOR;
        cover.style.color = 0xECEFF4FF;
        status = scrim_scene_set_cover(pad->scene, 0, &cover);
    }
    if (status == SCRIM_OK) {
        status = scrim_scene_set_activity(pad->scene, 0, SCRIM_ACTIVITY_ACTIVE);
    }
    return status == SCRIM_OK ? scrim_scene_frame_ready(pad->scene, 0) : status;
}

scrim_status pad_lay_out(struct pad *pad) {
    place_parts(pad);
    return make_scene(pad);
}

/* Moves the parts above the keypad, on the screen and in the scene. The distance counts from their places above a shown keypad. */
scrim_status pad_lower(struct pad *pad, double distance) {
    scrim_status status = SCRIM_OK;
    for (enum part part = 0; part < PART_KEYPAD && status == SCRIM_OK; part++) {
        if (pad_has(pad, part)) {
            pad->rects[part].y += distance - pad->lowered;
            const scrim_view view = view_of(pad, part);
            status = scrim_scene_update_view(pad->scene, pad->views[part], &view);
        }
    }
    pad->lowered = distance;
    pad->dirty = 1;
    return status;
}

enum part pad_part_of(const struct pad *pad, scrim_id view) {
    enum part part = 0;
    while (part < PARTS && (view == 0 || pad->views[part] != view)) {
        part++;
    }
    return part;
}

/* ---- Reading ---- */

static void add(struct element *elements, size_t *count, enum part part, scrim_rect rect, const char *label) {
    struct element *element = &elements[(*count)++];
    element->part = part;
    element->rect = rect;
    strncpy(element->label, label, LONGEST_LABEL - 1);
    element->label[LONGEST_LABEL - 1] = '\0';
}

/*
 * Lists the elements that can be pressed, in reading order. The keys are in their unshuffled order, 1 2 3 …, so that
 * people who cannot see them find each key by counting steps. Somebody who counts the steps also learns the key.
 */
size_t pad_elements(const struct pad *pad, struct element *elements) {
    scrim_key keys[SCRIM_KEYPAD_MAX_KEYS];
    size_t count = 0, key_count = 0;
    if (!pad->blocked && pad->keypad != NULL) {
        scrim_keypad_keys(pad->keypad, SCRIM_KEY_ORDER_UNSHUFFLED, keys, SCRIM_KEYPAD_MAX_KEYS, &key_count);
    }
    for (size_t i = 0; i < key_count; i++) { /* after an error there are no keys, and none can have the focus */
        if (keys[i].kind != SCRIM_KEY_BLANK) {
            const char *spoken = keys[i].name_length > 0 ? keys[i].name : keys[i].label;
            add(elements, &count, PART_KEYPAD, keys[i].rect, spoken);
        }
    }
    for (enum part part = PART_CANCEL; part <= PART_OK; part++) {
        if (pad_has(pad, part)) {
            add(elements, &count, part, pad->rects[part], pad_button_label(pad, part));
        }
    }
    explicit_bzero(keys, sizeof keys);
    return count;
}
