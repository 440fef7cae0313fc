/* SPDX-License-Identifier: MIT */
/*
 * Scenarios for failing allocations: each calls every function of a header, in a sensible order, and copes with NO_MEMORY as a
 * careful program would. Add a header's scenario to `scenarios`.
 */
#ifndef SCRIM_TESTS_SCENARIOS_H
#define SCRIM_TESTS_SCENARIOS_H

#include "support/failing_calls.h"
#include "feed/feed_scenarios.h"
#include "gestures/gesture_scenarios.h"
#include "keypad/keypad_scenarios.h"
#include "scene/scene_scenarios.h"
#include "text/text_scenarios.h"
#include "text/verify_scenarios.h"

static void scenario_sum(const void *bytes, size_t length, void *user_data) {
    for (size_t i = 0; i < length; i++)
        *(unsigned *)user_data += ((const unsigned char *)bytes)[i];
}

static int text_scenario(void) {
    SCENARIO;
    scrim_text_options options = SCRIM_TEXT_OPTIONS_INIT;
    scrim_text *text = NULL, *large = NULL;
    char mask[64];
    size_t size;
    uint32_t word;
    unsigned sum = 0;
    TRY(scrim_text_create(&options, &text));
    options.capacity = 5000;
    TRY(scrim_text_create(&options, &large));
    GIVES(scrim_text_insert(text, "s\xC3\xA9"
                                  "cret",
                            7),
          SCRIM_OK);
    GIVES(scrim_text_insert(text, "\xFF", 1), SCRIM_ERROR_INVALID_UTF8);
    GIVES(scrim_text_delete_backward(text), SCRIM_OK);
    GIVES(scrim_text_count(text, &size), SCRIM_OK);
    CHECK(size == 5);
    GIVES(scrim_text_copy_masked(text, mask, sizeof mask, &size), SCRIM_OK);
    GIVES(scrim_text_protection(text, &word), SCRIM_OK);
    GIVES(scrim_text_equal(text, large, &word), SCRIM_OK);
    GIVES(scrim_text_equal_bytes(text, "s\xC3\xA9"
                                       "cre",
                                 6, &word),
          SCRIM_OK);
    CHECK(word == 1);
    GIVES(scrim_text_with_bytes(text, scenario_sum, &sum), SCRIM_OK);
    CHECK(sum != 0);
    GIVES(scrim_text_clear(text), SCRIM_OK);
    GIVES(scrim_text_wipe(large), SCRIM_OK);
out:
    allocator.armed = 1;
    scrim_text_destroy(text);
    scrim_text_destroy(large);
    allocator.armed = 0;
    return 0;
}

static int keypad_scenario(void) {
    SCENARIO;
    scrim_text_options text_options = SCRIM_TEXT_OPTIONS_INIT;
    scrim_keypad_options options = SCRIM_KEYPAD_OPTIONS_INIT;
    scrim_text *text = NULL;
    scrim_keypad *keypad = NULL;
    scrim_key keys[12];
    scrim_touch touch = {SETTLED, 1, SCRIM_TOUCH_BEGAN, 0, 50, 50};
    size_t count;
    uint32_t word;
    TRY(scrim_keypad_create(&options, &keypad));
    TRY(scrim_text_create(&text_options, &text));
    GIVES(scrim_keypad_attach(keypad, text), SCRIM_OK);
    GIVES(show_presented(keypad), SCRIM_OK);
    GIVES(scrim_keypad_keys(keypad, SCRIM_KEY_ORDER_ROWS, keys, 12, &count), SCRIM_OK);
    GIVES(scrim_keypad_touch(keypad, &touch, &word), SCRIM_OK);
    touch.phase = SCRIM_TOUCH_ENDED;
    GIVES(scrim_keypad_touch(keypad, &touch, &word), SCRIM_OK);
    CHECK(word == SCRIM_KEYPAD_RESULT_INSERTED);
    GIVES(scrim_text_equal_bytes(text, keys[0].label, 1, &word), SCRIM_OK);
    CHECK(word == 1);
    GIVES(scrim_keypad_hide(keypad), SCRIM_OK);
    GIVES(scrim_keypad_detach(keypad), SCRIM_OK);
    GIVES(scrim_keypad_attach(keypad, text), SCRIM_OK);
out:
    allocator.armed = 1;
    scrim_text_destroy(text);
    scrim_keypad_destroy(keypad);
    allocator.armed = 0;
    return 0;
}

static int (*const scenarios[])(void) = {memory_scenario, text_scenario, keypad_scenario, scene_scenario,
                                         cover_scenario, protect_scenario, capture_scenario, feed_scenario, redact_scenario, gesture_scenario,
                                         editing_scenario,
                                         events_scenario, reveal_scenario, visible_scenario, layouts_scenario, custom_layout_scenario,
                                         verify_scenario, attempts_scenario, seal_scenario, descriptor_scenario};

/* All of them, and nothing left. */
static int run_scenarios(void) {
    for (size_t i = 0; i < sizeof scenarios / sizeof *scenarios; i++)
        CHECK(scenarios[i]() == 0);
    return 0;
}

#endif
