/* SPDX-License-Identifier: MIT */
/* Makes the calls of the vectors through the C interface. Included by make_vectors.c and run_vectors.c. */
#ifndef SCRIM_VECTORS_CALLS_H
#define SCRIM_VECTORS_CALLS_H

#include <math.h>
#include <scrim.h>

#include "json.h"

enum {
    MAX_IDS = 16,
    MAX_EVENTS = 32
};

/* What the calls of a vector have created. */
static struct {
    scrim_text *text;
    scrim_keypad *keypad;
    scrim_scene *scene;
    scrim_gestures *gestures;
    scrim_collector *collector;
    scrim_id window, views[MAX_IDS], recognizers[MAX_IDS];
    size_t view_count, recognizer_count;
    scrim_gesture_event events[MAX_EVENTS]; /* of the last call that sent some */
    size_t event_count;
} objects;

static inline void end_vector(void) {
    scrim_collector_destroy(objects.collector);
    scrim_gestures_destroy(objects.gestures);
    scrim_scene_destroy(objects.scene);
    scrim_keypad_destroy(objects.keypad);
    scrim_text_destroy(objects.text);
    memset(&objects, 0, sizeof objects);
}

/* ---- Inputs and outputs ---- */

static inline double real_in(const struct vector_call *call, size_t index) {
    if (index >= call->in.count || call->in.of[index].is_string)
        json_fail(call->name);
    return call->in.of[index].number;
}

static inline uint64_t whole_in(const struct vector_call *call, size_t index) {
    return (uint64_t)real_in(call, index);
}

static inline uint32_t word_in(const struct vector_call *call, size_t index) {
    return (uint32_t)real_in(call, index);
}

static inline scrim_string string_in(const struct vector_call *call, size_t index) {
    if (index >= call->in.count || !call->in.of[index].is_string)
        json_fail(call->name);
    return (scrim_string){call->in.of[index].text, strlen(call->in.of[index].text)};
}

static inline scrim_rect rect_in(const struct vector_call *call, size_t index) {
    return (scrim_rect){real_in(call, index), real_in(call, index + 1), real_in(call, index + 2), real_in(call, index + 3)};
}

static inline void put_number(struct values *out, double number) {
    if (out->count == MAX_VALUES)
        json_fail("too many results");
    out->of[out->count].is_string = 0;
    out->of[out->count++].number = number + 0.0;
}

/* A length, as thousandths: a whole number that every language rounds alike. */
static inline void put_real(struct values *out, double number) {
    put_number(out, floor(number * 1000 + 0.5));
}

static inline void put_string(struct values *out, const char *text, size_t length) {
    if (out->count == MAX_VALUES || length >= MAX_STRING)
        json_fail("too long a result");
    struct value *value = &out->of[out->count++];
    value->is_string = 1;
    memcpy(value->text, text, length);
    value->text[length] = 0;
}

static inline void put_events(struct values *out) {
    for (size_t i = 0; i < objects.event_count; i++) {
        const scrim_gesture_event *event = &objects.events[i];
        uint64_t recognizer = 0;
        while (objects.recognizers[recognizer] != event->recognizer)
            recognizer++;
        put_number(out, (double)event->time_ns);
        put_number(out, (double)recognizer + 1);
        const uint32_t words[] = {event->kind, event->state, event->taps, event->fingers, event->direction};
        for (size_t j = 0; j < sizeof words / sizeof *words; j++)
            put_number(out, words[j]);
        const double reals[] = {event->x, event->y, event->translation_x, event->translation_y, event->velocity_x,
                                event->velocity_y, event->scale, event->rotation};
        for (size_t j = 0; j < sizeof reals / sizeof *reals; j++)
            put_real(out, reals[j]);
    }
}

/* ---- Text ---- */

static inline scrim_status call_text(const struct vector_call *call, struct values *out) {
    const char *name = call->name;
    scrim_text *text = objects.text;
    if (strcmp(name, "create_text") == 0) {
        scrim_text_options options = SCRIM_TEXT_OPTIONS_INIT;
        options.capacity = word_in(call, 0);
        options.max_clusters = word_in(call, 1);
        options.allowed = word_in(call, 2);
        options.mask = word_in(call, 3);
        options.mask_count = word_in(call, 4);
        options.mask_character = word_in(call, 5);
        options.hide_length = word_in(call, 6);
        options.visible = word_in(call, 7);
        return scrim_text_create(&options, &objects.text);
    }
    if (strcmp(name, "insert") == 0)
        return scrim_text_insert(text, string_in(call, 0).data, string_in(call, 0).length);
    if (strcmp(name, "set") == 0)
        return scrim_text_set(text, string_in(call, 0).data, string_in(call, 0).length);
    if (strcmp(name, "replace") == 0)
        return scrim_text_replace(text, whole_in(call, 0), whole_in(call, 1), string_in(call, 2).data,
                                  string_in(call, 2).length);
    if (strcmp(name, "delete_backward") == 0)
        return scrim_text_delete_backward(text);
    if (strcmp(name, "delete_forward") == 0)
        return scrim_text_delete_forward(text);
    if (strcmp(name, "delete_to_start") == 0)
        return scrim_text_delete_to_start(text);
    if (strcmp(name, "delete_to_end") == 0)
        return scrim_text_delete_to_end(text);
    if (strcmp(name, "move") == 0)
        return scrim_text_move(text, word_in(call, 0), word_in(call, 1));
    if (strcmp(name, "select") == 0)
        return scrim_text_select(text, whole_in(call, 0), whole_in(call, 1));
    if (strcmp(name, "clear") == 0)
        return scrim_text_clear(text);
    if (strcmp(name, "wipe") == 0)
        return scrim_text_wipe(text);
    scrim_status status;
    if (strcmp(name, "count") == 0) {
        size_t count = 0;
        if ((status = scrim_text_count(text, &count)) == SCRIM_OK)
            put_number(out, (double)count);
    } else if (strcmp(name, "selection") == 0) {
        size_t anchor = 0, caret = 0;
        if ((status = scrim_text_selection(text, &anchor, &caret)) == SCRIM_OK) {
            put_number(out, (double)anchor);
            put_number(out, (double)caret);
        }
    } else if (strcmp(name, "masked") == 0) {
        char masked[MAX_STRING];
        size_t length = 0;
        if ((status = scrim_text_copy_masked(text, masked, sizeof masked, &length)) == SCRIM_OK)
            put_string(out, masked, length);
    } else {
        uint32_t equal = 0;
        if (strcmp(name, "equals") != 0)
            json_fail(name);
        status = scrim_text_equal_bytes(text, string_in(call, 0).data, string_in(call, 0).length, &equal);
        if (status == SCRIM_OK)
            put_number(out, equal);
    }
    return status;
}

/* ---- Keypads ---- */

static inline scrim_status call_keypad(const struct vector_call *call, struct values *out) {
    if (strcmp(call->name, "create_keypad") == 0) {
        scrim_keypad_options options = SCRIM_KEYPAD_OPTIONS_INIT;
        options.layout = word_in(call, 0);
        options.bounds = rect_in(call, 1);
        options.column_spacing = real_in(call, 5);
        options.row_spacing = real_in(call, 6);
        options.blank_keys_per_row = word_in(call, 7);
        options.shuffle = word_in(call, 8);
        options.allow_unshuffled = word_in(call, 9);
        return scrim_keypad_create(&options, &objects.keypad);
    }
    if (strcmp(call->name, "show") == 0)
        return scrim_keypad_show(objects.keypad);
    static scrim_key keys[SCRIM_KEYPAD_MAX_KEYS];
    size_t count = 0;
    if (strcmp(call->name, "keys") != 0)
        json_fail(call->name);
    scrim_status status = scrim_keypad_keys(objects.keypad, SCRIM_KEY_ORDER_ROWS, keys, SCRIM_KEYPAD_MAX_KEYS, &count);
    for (size_t i = 0; status == SCRIM_OK && i < count; i++) {
        const double rect[] = {keys[i].rect.x, keys[i].rect.y, keys[i].rect.width, keys[i].rect.height};
        for (size_t j = 0; j < 4; j++)
            put_real(out, rect[j]);
    }
    return status;
}

/* ---- Redaction ---- */

enum {
    MAX_PICTURE = 1 << 16
};

/* Makes the picture of a call: noise in rows that follow one another. The bytes that it takes. */
static inline size_t make_picture(const struct vector_call *call, uint8_t *pixels, uint32_t *pixel_bytes) {
    uint32_t state = word_in(call, 3);
    *pixel_bytes = word_in(call, 4);
    size_t size = (size_t)word_in(call, 1) * word_in(call, 2) * *pixel_bytes;
    if (size > MAX_PICTURE)
        json_fail(call->name);
    for (size_t i = 0; i < size; i++) {
        state = state * 1664525u + 1013904223u;
        pixels[i] = (uint8_t)(state >> 24);
    }
    return size;
}

/*
 * redact and redact_rects: format, width, height, seed of the noise, bytes of a pixel; kind, color, flags, amount,
 * saturation and seed of the style; then the regions. Results: the outcome, and FNV-1a of all bytes.
 */
static inline scrim_status call_redact(const struct vector_call *call, struct values *out) {
    static uint8_t pixels[MAX_PICTURE];
    uint32_t bytes, outcome = 99;
    size_t size = make_picture(call, pixels, &bytes);
    scrim_style style = {word_in(call, 5), word_in(call, 6), word_in(call, 7), 0, real_in(call, 8), real_in(call, 9),
                         whole_in(call, 10)};
    scrim_status status;
    if (strcmp(call->name, "redact_rects") == 0) {
        scrim_rect rects[MAX_IDS];
        size_t count = (call->in.count - 11) / 4;
        for (size_t i = 0; i < count; i++)
            rects[i] = rect_in(call, 11 + 4 * i);
        status = scrim_redact_rects(pixels, (int64_t)word_in(call, 1) * bytes, word_in(call, 0), word_in(call, 1),
                                    word_in(call, 2), rects, count, &style, &outcome);
    } else { /* sampling_gap, dilation, size_multiple, codec_block; shape, rectangle, radius and id of each region */
        scrim_region regions[MAX_IDS];
        size_t count = (call->in.count - 15) / 7;
        for (size_t i = 0; i < count; i++)
            regions[i] = (scrim_region){.shape = word_in(call, 15 + 7 * i),
                                        .rect = rect_in(call, 16 + 7 * i),
                                        .radius = real_in(call, 20 + 7 * i),
                                        .id = whole_in(call, 21 + 7 * i)};
        scrim_frame frame = SCRIM_FRAME_INIT;
        frame.format = word_in(call, 0);
        frame.width = word_in(call, 1);
        frame.height = word_in(call, 2);
        frame.planes[0] = (scrim_plane){pixels, (int64_t)frame.width * bytes};
        scrim_redact_options options = SCRIM_REDACT_OPTIONS_INIT;
        options.styles = &style;
        options.style_count = 1;
        options.sampling_gap = word_in(call, 11);
        options.dilation = word_in(call, 12);
        options.size_multiple = word_in(call, 13);
        options.codec_block = word_in(call, 14);
        scrim_redact_report report = SCRIM_REDACT_REPORT_INIT;
        status = scrim_redact(&frame, regions, count, &options, &report);
        outcome = report.outcome;
    }
    uint64_t digest = UINT64_C(0xCBF29CE484222325);
    for (size_t i = 0; i < size; i++)
        digest = (digest ^ pixels[i]) * UINT64_C(0x100000001B3);
    char text[17];
    snprintf(text, sizeof text, "%016llx", (unsigned long long)digest);
    put_number(out, outcome);
    put_string(out, text, 16);
    return status;
}

/* ---- Gestures and collectors ---- */

static inline scrim_status call_scene(const struct vector_call *call) {
    scrim_gestures_options gestures = SCRIM_GESTURES_OPTIONS_INIT;
    scrim_collector_options collector = SCRIM_COLLECTOR_OPTIONS_INIT;
    scrim_window window = SCRIM_WINDOW_INIT;
    window.frame = rect_in(call, 0);
    window.screen = string_in(call, 4);
    collector.capacity = word_in(call, 5);
    scrim_scene_options scene = SCRIM_SCENE_OPTIONS_INIT;
    scrim_status status = scrim_scene_create(&scene, &objects.scene);
    if (status == SCRIM_OK)
        status = scrim_scene_add_window(objects.scene, &window, &objects.window);
    if (status == SCRIM_OK)
        status = scrim_gestures_create(objects.scene, &gestures, &objects.gestures);
    return status == SCRIM_OK ? scrim_collector_create(objects.gestures, &collector, &objects.collector) : status;
}

static inline scrim_status call_recognizer(const struct vector_call *call) {
    scrim_recognizer recognizer = {.struct_size = sizeof recognizer};
    scrim_status status = scrim_recognizer_defaults(word_in(call, 0), word_in(call, 1), real_in(call, 2), &recognizer);
    uint32_t view = word_in(call, 3);
    recognizer.view = view == 0 ? objects.window : objects.views[view - 1];
    if (word_in(call, 4) > 0)
        recognizer.taps = word_in(call, 4);
    if (status == SCRIM_OK)
        status = scrim_gestures_add(objects.gestures, &recognizer, &objects.recognizers[objects.recognizer_count]);
    objects.recognizer_count += status == SCRIM_OK;
    return status;
}

static inline scrim_status call_gestures(const struct vector_call *call, struct values *out) {
    const char *name = call->name;
    if (strcmp(name, "scene") == 0)
        return call_scene(call);
    if (strcmp(name, "view") == 0) {
        scrim_view view = SCRIM_VIEW_INIT;
        scrim_string class = string_in(call, 5);
        view.frame = rect_in(call, 0);
        view.flags |= word_in(call, 4) ? (uint32_t)SCRIM_VIEW_SECURE : 0u;
        view.classes = &class;
        view.class_count = 1;
        view.content = string_in(call, 6);
        return scrim_scene_add_view(objects.scene, objects.window, &view, &objects.views[objects.view_count++]);
    }
    if (strcmp(name, "recognizer") == 0)
        return call_recognizer(call);
    if (strcmp(name, "action") == 0)
        return scrim_gestures_add_action(objects.gestures, objects.recognizers[word_in(call, 0) - 1], whole_in(call, 1),
                                         string_in(call, 2).data, string_in(call, 2).length);
    if (strcmp(name, "relate") == 0)
        return scrim_gestures_relate(objects.gestures, objects.recognizers[word_in(call, 0) - 1], word_in(call, 1),
                                     objects.recognizers[word_in(call, 2) - 1]);
    scrim_status status = SCRIM_OK;
    if (strcmp(name, "decide") == 0) {
        scrim_decision decisions[MAX_EVENTS];
        status = scrim_collector_decide(objects.collector, objects.events, objects.event_count, decisions);
        for (size_t i = 0; status == SCRIM_OK && i < objects.event_count; i++) {
            put_number(out, decisions[i].result);
            put_number(out, decisions[i].reason);
        }
        return status;
    }
    if (strcmp(name, "collector_advance") == 0)
        return scrim_collector_advance(objects.collector, whole_in(call, 0));
    if (strcmp(name, "next_json") == 0) {
        char json[MAX_STRING];
        size_t length = 0;
        if ((status = scrim_collector_next_json(objects.collector, json, sizeof json, &length)) == SCRIM_OK)
            put_string(out, json, length);
        return status == SCRIM_ERROR_NOT_FOUND ? SCRIM_OK : status; /* no result */
    }
    if (strcmp(name, "touch") == 0) {
        scrim_touch touch = {whole_in(call, 0), whole_in(call, 1), word_in(call, 2), 0, real_in(call, 3), real_in(call, 4)};
        size_t consumed = 0;
        status = scrim_gestures_feed(objects.gestures, &touch, 1, &consumed, objects.events, MAX_EVENTS, &objects.event_count);
    } else if (strcmp(name, "advance") == 0) {
        status = scrim_gestures_advance(objects.gestures, whole_in(call, 0), objects.events, MAX_EVENTS, &objects.event_count);
    } else if (strcmp(name, "cancel") == 0) {
        status = scrim_gestures_cancel(objects.gestures, whole_in(call, 0), objects.events, MAX_EVENTS, &objects.event_count);
    } else {
        json_fail(name);
    }
    if (status != SCRIM_OK)
        objects.event_count = 0;
    put_events(out);
    return status;
}

/* Makes a call of a file, "text", "keypad", "redaction", "gestures" or "collector". */
static inline scrim_status make_call(const char *file, const struct vector_call *call, struct values *out) {
    out->count = 0;
    switch (file[0]) {
    case 't':
        return call_text(call, out);
    case 'k':
        return call_keypad(call, out);
    case 'r':
        return call_redact(call, out);
    default:
        return call_gestures(call, out);
    }
}

#endif
