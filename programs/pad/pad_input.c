/* SPDX-License-Identifier: MIT */
/* Input of a prompt: touches and physical keyboards. */
#include "pad_private.h"

#include <stdio.h>
#include <string.h>

/* While the prompt is blocked, nothing but Cancel can be pressed. */
static void press(struct pad *pad, enum part part) {
    if (pad->blocked && part != PART_CANCEL) {
        return;
    }
    if (part == PART_OK) {
        pad_enter(pad);
    } else if (part == PART_NOT_OK || part == PART_CANCEL) {
        pad_end(pad, part == PART_CANCEL ? PAD_CANCELLED : PAD_NOT_OK);
    }
}

static void took(struct pad *pad, uint32_t answer) {
    pad->dirty = 1; /* the order of the keys may also have changed */
    if (answer != SCRIM_KEYPAD_RESULT_REJECTED && answer != SCRIM_KEYPAD_RESULT_NONE && pad->message[0] != '\0') {
        pad_say(pad, NULL, 0);
    }
    if (answer == SCRIM_KEYPAD_RESULT_DONE) {
        pad_enter(pad);
    }
}

static void touch_keys(struct pad *pad, const scrim_touch *touch) {
    uint32_t answer = SCRIM_KEYPAD_RESULT_NONE;
    scrim_status status = scrim_keypad_touch(pad->keypad, touch, &answer);
    if (status != SCRIM_OK) {
        pad_fail(pad, status, "touch");
    } else if (touch->phase != SCRIM_TOUCH_MOVED || answer != SCRIM_KEYPAD_RESULT_NONE) {
        took(pad, answer);
    }
}

/*
 * A button is pressed by a single finger that is lifted on the button that it touched. Fingers on keys are counted too,
 * because the finger that pressed the last key is still down when the prompt is blocked.
 */
static void touch_buttons(struct pad *pad, const scrim_touch *touch, scrim_id view) {
    if (touch->phase == SCRIM_TOUCH_BEGAN) {
        pad->touched = pad->fingers == 0 ? view : 0;
        pad->touched_id = touch->id;
        pad->fingers++;
    } else if (touch->phase == SCRIM_TOUCH_ENDED || touch->phase == SCRIM_TOUCH_CANCELLED) {
        int alone = pad->fingers == 1 && pad->touched != 0 && pad->touched == view && pad->touched_id == touch->id;
        pad->fingers -= pad->fingers > 0;
        if (alone && touch->phase == SCRIM_TOUCH_ENDED) {
            enum part part = pad_part_of(pad, view);
            pad->touched = 0;
            press(pad, part);
        }
    }
}

void pad_touch(struct pad *pad, const scrim_touch *touch) {
    scrim_id window = 0, view = 0;
    const int is_late = pad_advance_clock(pad, touch->time_ns);
    if (pad->result != PAD_OPEN || scrim_scene_route_touch(pad->scene, touch, &window, &view) != SCRIM_OK) {
        return;
    }
    pad->last_input_ns = pad->now_ns;
    if (pad->focus >= 0) {
        pad->focus = -1;
        pad->dirty = 1;
    }
    if (pad->keypad != NULL && !pad->blocked && !is_late) {
        touch_keys(pad, touch);
    }
    if (pad->result == PAD_OPEN) {
        touch_buttons(pad, touch, view); /* a late touch too, because it counts fingers */
    }
    if (is_late) {
        pad->touched = 0;
    }
}

void pad_type(struct pad *pad, const char *utf8, size_t length, uint64_t now_ns) {
    if (!pad_advance_clock(pad, now_ns) && pad->result == PAD_OPEN && !pad->blocked && pad->options.may_type && pad->keypad != NULL) {
        pad->last_input_ns = pad->now_ns;
        scrim_status status = scrim_text_insert(pad->texts[pad->entry], utf8, length);
        took(pad, status == SCRIM_OK ? SCRIM_KEYPAD_RESULT_INSERTED : SCRIM_KEYPAD_RESULT_REJECTED);
    }
}

/* Presses the element with the focus. A key is touched in its middle, so that a keyboard can do no more than a finger. */
static void press_focused(struct pad *pad) {
    struct element elements[MOST_ELEMENTS];
    size_t count = pad_elements(pad, elements);
    if (pad->focus >= 0 && (size_t)pad->focus < count) {
        const struct element *element = &elements[pad->focus];
        if (element->part == PART_KEYPAD) {
            double x = element->rect.x + element->rect.width / 2, y = element->rect.y + element->rect.height / 2;
            scrim_touch touch = {pad->now_ns, UINT64_MAX, SCRIM_TOUCH_BEGAN, 0, x, y};
            touch_keys(pad, &touch);
            touch.phase = SCRIM_TOUCH_ENDED;
            if (pad->result == PAD_OPEN) {
                touch_keys(pad, &touch);
            }
        } else {
            press(pad, element->part);
        }
    }
    explicit_bzero(elements, sizeof elements);
}

static void walk(struct pad *pad, int step) {
    struct element elements[MOST_ELEMENTS];
    int count = (int)pad_elements(pad, elements);
    if (count > 0) {
        int from = pad->focus >= 0 ? pad->focus : step > 0 ? -1
                                                           : 0;
        pad->focus = (from + step + count) % count;
        snprintf(pad->spoken, sizeof pad->spoken, "%s", elements[pad->focus].label);
    }
    explicit_bzero(elements, sizeof elements);
}

void pad_command(struct pad *pad, enum pad_command command, uint64_t now_ns) {
    if (pad_advance_clock(pad, now_ns) || pad->result != PAD_OPEN) {
        return;
    }
    pad->last_input_ns = pad->now_ns;
    pad->dirty = 1;
    scrim_text *text = pad->options.may_type && !pad->blocked ? pad->texts[pad->entry] : NULL;
    if (command == PAD_COMMAND_CANCEL) {
        pad_end(pad, PAD_CANCELLED);
    } else if (command == PAD_COMMAND_NEXT || command == PAD_COMMAND_PREVIOUS) {
        walk(pad, command == PAD_COMMAND_NEXT ? 1 : -1);
    } else if (command == PAD_COMMAND_ENTER && pad->focus >= 0) {
        press_focused(pad);
    } else if (command == PAD_COMMAND_ENTER && !pad->blocked && (text != NULL || pad->keypad == NULL)) {
        pad_enter(pad);
    } else if (command == PAD_COMMAND_DELETE && text != NULL) {
        scrim_text_delete_backward(text);
    } else if (command == PAD_COMMAND_CLEAR && text != NULL) {
        scrim_text_clear(text);
    }
}
