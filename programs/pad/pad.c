/* SPDX-License-Identifier: MIT */
/* The state of a prompt: the input, how it ends, and when it is wiped. */
#include "pad_private.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define SECOND UINT64_C(1000000000)

#define WORD(literal) {literal, sizeof literal - 1}
#define KEY(column, row, label) {SCRIM_KEY_INSERT, 0, 0, 0, column, row, 1, 1, WORD(label), {NULL, 0}}

/* The built-in PIN pad, with a key below it for people who cannot look for each key. */
static const scrim_key_spec digit_keys[] = {
    KEY(0, 0, "1"),
    KEY(1, 0, "2"),
    KEY(2, 0, "3"),
    KEY(0, 1, "4"),
    KEY(1, 1, "5"),
    KEY(2, 1, "6"),
    KEY(0, 2, "7"),
    KEY(1, 2, "8"),
    KEY(2, 2, "9"),
    {SCRIM_KEY_DELETE, 0, 0, 0, 0, 3, 1, 1, WORD("⌫"), WORD("delete")},
    KEY(1, 3, "0"),
    {SCRIM_KEY_DONE, 0, 0, 0, 2, 3, 1, 1, WORD("✓"), WORD("done")},
    {SCRIM_KEY_TOGGLE_SHUFFLE, 0, 0, 0, 0, 4, 3, 1, WORD("1 2 3 in order"), WORD("digits in order")},
};

uint64_t pad_now(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * SECOND + (uint64_t)now.tv_nsec;
}

void pad_fail(struct pad *pad, scrim_status status, const char *what) {
    fprintf(stderr, "%s: %s\n", what, scrim_status_message(status));
    pad_end(pad, PAD_FAILED);
}

/* Returns whether a call succeeded. If not, the prompt ends. */
static int worked(struct pad *pad, scrim_status status, const char *what) {
    if (status != SCRIM_OK) {
        pad_fail(pad, status, what);
    }
    return status == SCRIM_OK;
}

/* ---- Making it ---- */

static void copy_strings(struct pad_options *options) {
    const char **strings[] = {&options->description, &options->amount, &options->prompt, &options->error, &options->ok, &options->not_ok,
                              &options->cancel, &options->repeat, &options->repeat_error, &options->quality};
    for (size_t i = 0; i < sizeof strings / sizeof strings[0]; i++) {
        *strings[i] = *strings[i] != NULL ? strdup(*strings[i]) : NULL;
    }
}

static void free_strings(struct pad_options *options) {
    const char *strings[] = {options->description, options->amount, options->prompt, options->error, options->ok, options->not_ok,
                             options->cancel, options->repeat, options->repeat_error, options->quality};
    for (size_t i = 0; i < sizeof strings / sizeof strings[0]; i++) {
        free((void *)(uintptr_t)strings[i]);
    }
}

void pad_say(struct pad *pad, const char *message, int is_error) {
    snprintf(pad->message, sizeof pad->message, "%s", message != NULL ? message : "");
    pad->message_is_error = is_error;
    pad->dirty = 1;
}

/* The texts have no idle time-out, because it would not start again when the other entry is typed, or the focus moves. */
static scrim_status make_texts(struct pad *pad) {
    scrim_text_options options = SCRIM_TEXT_OPTIONS_INIT;
    options.capacity = pad->options.capacity;
    options.max_clusters = pad->options.clusters;
    if (pad->options.keys == PAD_KEYS_DIGITS && !pad->options.may_type) {
        options.allowed = SCRIM_ALLOW_DIGITS;
    }
    options.required_protection = pad->options.protection;
    scrim_status status = scrim_text_create(&options, &pad->texts[0]);
    return status == SCRIM_OK && pad->options.repeat != NULL ? scrim_text_create(&options, &pad->texts[1]) : status;
}

/* Everybody may see the amount, so its view does not become secure by it, and screenshots show it. */
static scrim_status make_amount(struct pad *pad) {
    scrim_text_options options = SCRIM_TEXT_OPTIONS_INIT;
    options.visible = 1;
    options.capacity = LONGEST_AMOUNT;
    scrim_status status = scrim_text_create(&options, &pad->amount);
    if (status == SCRIM_OK) {
        status = scrim_text_set(pad->amount, pad->options.amount, strlen(pad->options.amount));
    }
    return status == SCRIM_OK ? scrim_scene_attach_text(pad->scene, pad->views[PART_AMOUNT], pad->amount) : status;
}

/* The content makes room for the keypad, and takes a part of the room back while it is hidden. */
static void will_show(const scrim_rect *bounds, void *pad) {
    (void)bounds;
    worked(pad, pad_lower(pad, 0), "layout");
}

static void did_hide(const scrim_rect *bounds, void *pad) { worked(pad, pad_lower(pad, bounds->height / 4), "layout"); }

static scrim_status make_keypad(struct pad *pad) {
    scrim_keypad_callbacks callbacks = SCRIM_KEYPAD_CALLBACKS_INIT;
    scrim_keypad_options options = SCRIM_KEYPAD_OPTIONS_INIT;
    options.bounds = pad->rects[PART_KEYPAD];
    options.column_spacing = options.row_spacing = 8;
    options.shuffle = pad->options.shuffle;
    options.labels = pad->options.labels;
    options.label_count = pad->options.label_count;
    if (pad->options.keys == PAD_KEYS_DIGITS) {
        options.keys = digit_keys;
        options.key_count = sizeof digit_keys / sizeof digit_keys[0];
        options.allow_unshuffled = 1;
    } else {
        options.layout = pad->options.layout;
    }
    callbacks.will_show = will_show;
    callbacks.did_hide = did_hide;
    scrim_status status = scrim_keypad_create(&options, &pad->keypad);
    return status == SCRIM_OK ? scrim_keypad_set_callbacks(pad->keypad, &callbacks, pad, NULL) : status;
}

/* Asks for an entry on shuffled keys. */
static void ask(struct pad *pad, int entry) {
    pad->entry = entry;
    pad->blocked = 0;
    pad->focus = -1;
    pad->touched = 0; /* a finger that is still down must not press a button of this prompt */
    pad->last_input_ns = pad->now_ns;
    pad->dirty = 1;
    if (pad->keypad != NULL && worked(pad, scrim_keypad_attach(pad->keypad, pad->texts[entry]), "attach")) {
        worked(pad, scrim_keypad_show(pad->keypad), "show");
    }
}

static void wipe(struct pad *pad) {
    for (int entry = 0; entry < 2; entry++) {
        if (pad->texts[entry] != NULL) {
            scrim_text_wipe(pad->texts[entry]);
        }
    }
    pad->repeated = 0;
}

struct pad *pad_create(const struct pad_options *options) {
    if (options->amount != NULL && strlen(options->amount) > LONGEST_AMOUNT) {
        fprintf(stderr, "amount: must have at most %d bytes of UTF-8 (got %zu)\n", LONGEST_AMOUNT, strlen(options->amount));
        return NULL;
    }
    struct pad *pad = calloc(1, sizeof *pad);
    if (pad == NULL) {
        return NULL;
    }
    pad->options = *options;
    copy_strings(&pad->options);
    pad->now_ns = pad_now();
    scrim_status status = pad_lay_out(pad);
    if (status == SCRIM_OK && options->amount != NULL) {
        status = make_amount(pad);
    }
    if (status == SCRIM_OK && options->keys != PAD_KEYS_NONE) {
        status = make_texts(pad);
        status = status == SCRIM_OK ? make_keypad(pad) : status;
    }
    if (status == SCRIM_OK) {
        ask(pad, 0);
        pad_say(pad, options->error, 1);
    } else {
        fprintf(stderr, "prompt: %s\n", scrim_status_message(status));
    }
    if (status != SCRIM_OK || pad->result != PAD_OPEN) {
        pad_destroy(pad);
        return NULL;
    }
    return pad;
}

void pad_destroy(struct pad *pad) {
    if (pad != NULL) {
        scrim_keypad_destroy(pad->keypad);
        scrim_text_destroy(pad->texts[0]);
        scrim_text_destroy(pad->texts[1]);
        scrim_text_destroy(pad->amount);
        scrim_scene_destroy(pad->scene);
        pad_drop_surface(pad);
        free_strings(&pad->options);
        explicit_bzero(pad, sizeof *pad);
        free(pad);
    }
}

/* ---- How it ends ---- */

void pad_end(struct pad *pad, enum pad_result result) {
    if (pad->result != PAD_OPEN) {
        return;
    }
    if (result != PAD_DONE) {
        wipe(pad);
    }
    int asks = result != PAD_FAILED && pad->options.finished != NULL;
    if (asks && pad->options.finished(pad, result, pad->options.user_data)) {
        return;
    }
    pad->result = result;
    pad_drop_surface(pad); /* it showed the order of the keys */
    if (pad->keypad != NULL) {
        scrim_keypad_hide(pad->keypad);
    }
}

void pad_again(struct pad *pad, const char *error) {
    wipe(pad);
    pad_say(pad, error, 1);
    ask(pad, 0);
}

void pad_block(struct pad *pad, const char *message, uint64_t until_ns, int ends) {
    wipe(pad);
    snprintf(pad->block_message, sizeof pad->block_message, "%s", message);
    pad_say(pad, NULL, 0);
    pad->blocked = 1;
    /* The keypad disappears, so the focus would be on another element. A spoken name could reveal the order of its keys. */
    pad->focus = -1;
    pad->touched = 0;
    explicit_bzero(pad->spoken, sizeof pad->spoken);
    pad->blocked_until_ns = until_ns;
    pad->block_ends = ends;
    if (pad->keypad != NULL) {
        scrim_keypad_hide(pad->keypad);
    }
}

/* Two empty entries agree, but then nothing was repeated. */
static void compare(struct pad *pad) {
    uint32_t equal = 0;
    size_t count = 0;
    if (!worked(pad, scrim_text_equal(pad->texts[0], pad->texts[1], &equal), "compare") ||
        !worked(pad, scrim_text_count(pad->texts[0], &count), "count")) {
        return;
    }
    if (equal) {
        pad->repeated = count > 0;
        scrim_text_wipe(pad->texts[1]);
        pad_end(pad, PAD_DONE);
    } else {
        pad_again(pad, pad->options.repeat_error != NULL ? pad->options.repeat_error : "The two entries differ");
    }
}

void pad_enter(struct pad *pad) {
    if (pad->options.repeat == NULL || pad->keypad == NULL) {
        pad_end(pad, PAD_DONE);
    } else if (pad->entry == 0) {
        pad_say(pad, NULL, 0);
        ask(pad, 1);
    } else {
        compare(pad);
    }
}

/* ---- Time ---- */

static uint64_t timeout_at(const struct pad *pad) {
    return pad->options.timeout_ns == 0 || pad->blocked ? SCRIM_NEVER : pad->last_input_ns + pad->options.timeout_ns;
}

/*
 * Advances the clock of the prompt and of its texts. Returns 1 if the time-out ended the prompt, and then the input is wiped.
 * It is called before each input too, because later input must not be added to it.
 */
int pad_advance_clock(struct pad *pad, uint64_t now_ns) {
    pad->now_ns = now_ns > pad->now_ns ? now_ns : pad->now_ns;
    for (int entry = 0; entry < 2; entry++) {
        if (pad->texts[entry] != NULL) {
            scrim_text_advance(pad->texts[entry], pad->now_ns);
        }
    }
    int is_over = pad->result == PAD_OPEN && pad->now_ns >= timeout_at(pad);
    if (is_over) {
        pad->touched = 0;
        pad_end(pad, PAD_TIMED_OUT);
    }
    return is_over;
}

void pad_advance(struct pad *pad, uint64_t now_ns) {
    uint32_t answer = SCRIM_KEYPAD_RESULT_NONE;
    if (pad_advance_clock(pad, now_ns) || pad->result != PAD_OPEN) {
        return;
    }
    if (pad->blocked) {
        pad->dirty = 1; /* the number of seconds has changed */
        if (pad->now_ns >= pad->blocked_until_ns) {
            if (pad->block_ends) {
                pad->options.finished = NULL;
                pad_end(pad, PAD_DONE);
            } else {
                ask(pad, 0);
            }
        }
    } else if (pad->keypad != NULL && worked(pad, scrim_keypad_advance(pad->keypad, pad->now_ns, &answer), "keypad")) {
        pad->dirty |= answer != SCRIM_KEYPAD_RESULT_NONE;
    }
}

uint32_t pad_wait_ms(const struct pad *pad, uint32_t most) {
    uint64_t deadline = timeout_at(pad), next = SCRIM_NEVER;
    if (pad->blocked && pad->blocked_until_ns != SCRIM_NEVER) {
        uint64_t left = pad->blocked_until_ns > pad->now_ns ? pad->blocked_until_ns - pad->now_ns : 0;
        deadline = pad->blocked_until_ns - (left > 0 ? (left - 1) / SECOND * SECOND : 0);
    }
    if (pad->keypad != NULL && scrim_keypad_next_deadline(pad->keypad, &next) == SCRIM_OK && next < deadline) {
        deadline = next;
    }
    const uint64_t now = pad_now(), wait = deadline > now ? (deadline - now) / 1000000 + 1 : 1;
    return wait < most ? (uint32_t)wait : most;
}

/* ---- State ---- */

void pad_set_active(struct pad *pad, int active) {
    scrim_scene_set_activity(pad->scene, 0, active ? SCRIM_ACTIVITY_ACTIVE : SCRIM_ACTIVITY_INACTIVE);
    if (active) {
        pad->dirty = 1; /* draw the frame that shows it again */
    } else if (pad->texts[pad->entry] != NULL) {
        scrim_text_conceal(pad->texts[pad->entry]);
    }
}

void pad_size(const struct pad *pad, int *width, int *height) {
    *width = (int)pad->width;
    *height = (int)pad->height;
}

int pad_is_dirty(const struct pad *pad) { return pad->dirty; }
enum pad_result pad_get_result(const struct pad *pad) { return pad->result; }
const char *pad_spoken(const struct pad *pad) { return pad->focus >= 0 ? pad->spoken : NULL; }
const scrim_text *pad_text(const struct pad *pad) { return pad->texts[0]; }
int pad_was_repeated(const struct pad *pad) { return pad->repeated; }

void pad_presented(struct pad *pad, uint64_t now_ns) {
    if (pad->keypad != NULL && !pad->blocked && pad->result == PAD_OPEN) {
        worked(pad, scrim_keypad_presented(pad->keypad, pad->drawn_generation, now_ns), "presented");
    }
    worked(pad, scrim_scene_frame_ready(pad->scene, 0), "frame");
}
