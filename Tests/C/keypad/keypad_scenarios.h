/* SPDX-License-Identifier: MIT */
/* Scenarios for failing allocations: every layout of scrim/keypad.h, pressed, held and shuffled. */
#ifndef SCRIM_TESTS_KEYPAD_SCENARIOS_H
#define SCRIM_TESTS_KEYPAD_SCENARIOS_H

#include "support/failing_calls.h"

/* Says that the keypad is seen at a time; what is pressed 100 ms later counts. */
static scrim_status scenario_present(scrim_keypad *keypad, uint64_t now) {
    uint64_t generation = 0;
    scrim_status status = scrim_keypad_generation(keypad, &generation);
    return status == SCRIM_OK ? scrim_keypad_presented(keypad, generation, now) : status;
}

static scrim_touch scenario_touch(const scrim_key *key, uint64_t now, uint32_t phase) {
    return (scrim_touch){now, 1, phase, 0, key->rect.x + key->rect.width / 2, key->rect.y + key->rect.height / 2};
}

/* Presses one key of each kind that the first page has, and holds delete. */
static int press_each_kind(scrim_keypad *keypad, uint64_t now) {
    enum {
        KINDS = SCRIM_KEY_TOGGLE_SHUFFLE + 1,
        STEP = 200000000
    };
    uint32_t answers[KINDS] = {SCRIM_KEYPAD_RESULT_NONE};
    answers[SCRIM_KEY_INSERT] = SCRIM_KEYPAD_RESULT_INSERTED;
    answers[SCRIM_KEY_DONE] = SCRIM_KEYPAD_RESULT_DONE;
    answers[SCRIM_KEY_CLEAR] = SCRIM_KEYPAD_RESULT_CLEARED;
    answers[SCRIM_KEY_DISMISS] = SCRIM_KEYPAD_RESULT_DISMISSED;
    SCENARIO;
    scrim_key keys[SCRIM_KEYPAD_MAX_KEYS];
    size_t count;
    uint32_t word;
    uint64_t deadline;
    for (uint32_t kind = SCRIM_KEY_INSERT; kind < KINDS; kind++) {
        GIVES(scrim_keypad_show(keypad), SCRIM_OK);
        GIVES(scenario_present(keypad, now += STEP), SCRIM_OK);
        GIVES(scrim_keypad_keys(keypad, kind % 3, keys, SCRIM_KEYPAD_MAX_KEYS, &count), SCRIM_OK);
        size_t at = 0;
        while (at < count && keys[at].kind != kind)
            at++;
        if (at == count)
            continue;
        scrim_touch touch = scenario_touch(&keys[at], now += STEP, SCRIM_TOUCH_BEGAN);
        GIVES(scrim_keypad_touch(keypad, &touch, &word), SCRIM_OK);
        GIVES(scrim_keypad_next_deadline(keypad, &deadline), SCRIM_OK);
        CHECK((deadline != SCRIM_NEVER) == (kind == SCRIM_KEY_DELETE));
        touch = scenario_touch(&keys[at], now += STEP, SCRIM_TOUCH_ENDED);
        if (kind == SCRIM_KEY_DELETE) {
            touch.time_ns = now = deadline;
            GIVES(scrim_keypad_advance(keypad, deadline, &word), SCRIM_OK);
            CHECK(word == SCRIM_KEYPAD_RESULT_DELETED);
        }
        GIVES(scrim_keypad_touch(keypad, &touch, &word), SCRIM_OK);
        CHECK(word == answers[kind]); /* delete has been, while it was held */
    }
    return 0;
}

static void scenario_keypad_event(const scrim_rect *bounds, void *count) {
    (void)bounds;
    ++*(int *)count;
}

static void scenario_keypad_freed(void *count) { *(int *)count = -1; }

static int layouts_scenario(void) {
    SCENARIO;
    static const scrim_key_label done = {SCRIM_KEY_DONE, 0, {"Fertig", 6}, {"finish the entry", 16}};
    const scrim_keypad_callbacks callbacks = {sizeof callbacks, 0, scenario_keypad_event, scenario_keypad_event,
                                              scenario_keypad_event, scenario_keypad_event};
    int events = 0;
    scrim_text_options text_options = SCRIM_TEXT_OPTIONS_INIT;
    scrim_text *text = NULL;
    scrim_keypad *keypad = NULL;
    size_t count;
    TRY(scrim_text_create(&text_options, &text));
    for (uint32_t layout = SCRIM_LAYOUT_PIN; layout <= SCRIM_LAYOUT_AZERTY; layout++) {
        scrim_keypad_options options = SCRIM_KEYPAD_OPTIONS_INIT;
        options.layout = layout;
        options.shuffle = layout % 2 ? SCRIM_SHUFFLE_ALL : SCRIM_SHUFFLE_ROWS;
        options.reshuffle = layout % 3;
        options.blank_keys_per_row = layout % 2 ? SCRIM_KEYPAD_MAX_BLANKS : 0;
        options.allow_unshuffled = 1;
        options.labels = &done;
        options.label_count = 1;
        options.column_spacing = 1;
        TRY_KEEPING(keypad == NULL, scrim_keypad_create(&options, &keypad));
        GIVES(scrim_keypad_keys(keypad, SCRIM_KEY_ORDER_ROWS, NULL, 0, &count), SCRIM_OK);
        CHECK(count == 0);
        GIVES(scrim_keypad_shuffle(keypad), SCRIM_ERROR_INVALID_STATE);
        GIVES(scrim_keypad_attach(keypad, text), SCRIM_OK);
        CHECK(press_each_kind(keypad, 0) == 0);
        GIVES(scrim_keypad_hide(keypad), SCRIM_OK);
        events = 0;
        TRY_KEEPING((uint64_t)events, scrim_keypad_set_callbacks(keypad, &callbacks, &events, scenario_keypad_freed));
        GIVES(scrim_keypad_show(keypad), SCRIM_OK);
        CHECK(events == 2);
        GIVES(scrim_keypad_shuffle(keypad), SCRIM_OK);
        GIVES(scrim_keypad_set_shuffle_enabled(keypad, 0), SCRIM_OK);
        GIVES(scrim_keypad_keys(keypad, SCRIM_KEY_ORDER_ROWS, NULL, 0, &count), SCRIM_ERROR_BUFFER_TOO_SMALL);
        GIVES(scrim_keypad_hide(keypad), SCRIM_OK);
        CHECK(events == 4);
        allocator.armed = 1;
        scrim_keypad_destroy(keypad);
        allocator.armed = 0;
        CHECK(events == -1);
        keypad = NULL;
    }
out:
    allocator.armed = 1;
    scrim_text_destroy(text);
    scrim_keypad_destroy(keypad);
    allocator.armed = 0;
    return 0;
}

/* Two pages of as many keys as there may be, with the longest labels, and one of each kind beside them. */
static int custom_layout_scenario(void) {
    enum {
        COUNT = 2 * SCRIM_KEYPAD_MAX_KEYS
    };
    SCENARIO;
    scrim_text_options text_options = SCRIM_TEXT_OPTIONS_INIT;
    scrim_keypad_options options = SCRIM_KEYPAD_OPTIONS_INIT;
    scrim_text *text = NULL;
    scrim_keypad *keypad = NULL;
    static _Thread_local scrim_key_spec caps[COUNT];
    char letters[COUNT];
    for (uint32_t i = 0; i < COUNT; i++) {
        uint32_t place = i % SCRIM_KEYPAD_MAX_KEYS;
        letters[i] = (char)('!' + place % 90);
        uint32_t page = i / SCRIM_KEYPAD_MAX_KEYS, flags = i % 7 ? 0 : SCRIM_KEY_FLAG_FIXED;
        caps[i] = (scrim_key_spec){SCRIM_KEY_INSERT, flags, page, 0, place % 16, place / 16, 1, 1, {&letters[i], 1}, {NULL, 0}};
        if (i % 5 == 0)
            caps[i].name = (scrim_string){"a name of 63 bytes, which is as long as a name of a key can be.", 63};
        if (place >= 1 && place <= SCRIM_KEY_TOGGLE_SHUFFLE && place != SCRIM_KEY_BLANK) {
            caps[i].kind = place;
            if (place != SCRIM_KEY_INSERT)
                caps[i].label = (scrim_string){"a label that is 31 bytes long ..", 31};
            if (place == SCRIM_KEY_SHIFT || place == SCRIM_KEY_PAGE)
                caps[i].target = 1 - page;
        }
    }
    options.keys = caps;
    options.key_count = COUNT;
    options.shuffle = SCRIM_SHUFFLE_ALL;
    options.reshuffle = SCRIM_RESHUFFLE_ON_PRESS;
    options.allow_unshuffled = 1;
    TRY(scrim_text_create(&text_options, &text));
    TRY_KEEPING(keypad == NULL, scrim_keypad_create(&options, &keypad));
    GIVES(scrim_keypad_attach(keypad, text), SCRIM_OK);
    CHECK(press_each_kind(keypad, 0) == 0);
    GIVES(scrim_keypad_hide(keypad), SCRIM_OK);
    caps[COUNT - 1].column = 0;
    scrim_keypad *none = NULL;
    scrim_status status = ARMED(scrim_keypad_create(&options, &none));
    CHECK(status == SCRIM_ERROR_INVALID_ARGUMENT || status == SCRIM_ERROR_NO_MEMORY);
    CHECK(none == NULL);
out:
    allocator.armed = 1;
    scrim_text_destroy(text);
    scrim_keypad_destroy(keypad);
    allocator.armed = 0;
    return 0;
}

#endif
