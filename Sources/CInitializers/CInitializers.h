/* SPDX-License-Identifier: MIT */
/* Written by script/api from the headers: the values of their _INIT macros. */
#ifndef SCRIM_CINITIALIZERS_H
#define SCRIM_CINITIALIZERS_H

#include "../../include/scrim.h"

static inline scrim_affine value_of_SCRIM_AFFINE_INIT(void) {
    const scrim_affine value = SCRIM_AFFINE_INIT;
    return value;
}
static inline scrim_capture_options value_of_SCRIM_CAPTURE_OPTIONS_INIT(void) {
    const scrim_capture_options value = SCRIM_CAPTURE_OPTIONS_INIT;
    return value;
}
static inline scrim_collector_options value_of_SCRIM_COLLECTOR_OPTIONS_INIT(void) {
    const scrim_collector_options value = SCRIM_COLLECTOR_OPTIONS_INIT;
    return value;
}
static inline scrim_frame value_of_SCRIM_FRAME_INIT(void) {
    const scrim_frame value = SCRIM_FRAME_INIT;
    return value;
}
static inline scrim_gestures_options value_of_SCRIM_GESTURES_OPTIONS_INIT(void) {
    const scrim_gestures_options value = SCRIM_GESTURES_OPTIONS_INIT;
    return value;
}
static inline scrim_keypad_options value_of_SCRIM_KEYPAD_OPTIONS_INIT(void) {
    const scrim_keypad_options value = SCRIM_KEYPAD_OPTIONS_INIT;
    return value;
}
static inline scrim_memory_options value_of_SCRIM_MEMORY_OPTIONS_INIT(void) {
    const scrim_memory_options value = SCRIM_MEMORY_OPTIONS_INIT;
    return value;
}
static inline scrim_memory_report value_of_SCRIM_MEMORY_REPORT_INIT(void) {
    const scrim_memory_report value = SCRIM_MEMORY_REPORT_INIT;
    return value;
}
static inline scrim_recognizer value_of_SCRIM_RECOGNIZER_LONG_PRESS_INIT(void) {
    const scrim_recognizer value = SCRIM_RECOGNIZER_LONG_PRESS_INIT;
    return value;
}
static inline scrim_recognizer value_of_SCRIM_RECOGNIZER_TAP_INIT(void) {
    const scrim_recognizer value = SCRIM_RECOGNIZER_TAP_INIT;
    return value;
}
static inline scrim_record value_of_SCRIM_RECORD_INIT(void) {
    const scrim_record value = SCRIM_RECORD_INIT;
    return value;
}
static inline scrim_redact_options value_of_SCRIM_REDACT_OPTIONS_INIT(void) {
    const scrim_redact_options value = SCRIM_REDACT_OPTIONS_INIT;
    return value;
}
static inline scrim_redact_report value_of_SCRIM_REDACT_REPORT_INIT(void) {
    const scrim_redact_report value = SCRIM_REDACT_REPORT_INIT;
    return value;
}
static inline scrim_rules value_of_SCRIM_RULES_INIT(void) {
    const scrim_rules value = SCRIM_RULES_INIT;
    return value;
}
static inline scrim_scene_options value_of_SCRIM_SCENE_OPTIONS_INIT(void) {
    const scrim_scene_options value = SCRIM_SCENE_OPTIONS_INIT;
    return value;
}
static inline scrim_scene_redact_options value_of_SCRIM_SCENE_REDACT_OPTIONS_INIT(void) {
    const scrim_scene_redact_options value = SCRIM_SCENE_REDACT_OPTIONS_INIT;
    return value;
}
static inline scrim_style value_of_SCRIM_STYLE_INIT(void) {
    const scrim_style value = SCRIM_STYLE_INIT;
    return value;
}
static inline scrim_text_callbacks value_of_SCRIM_TEXT_CALLBACKS_INIT(void) {
    const scrim_text_callbacks value = SCRIM_TEXT_CALLBACKS_INIT;
    return value;
}
static inline scrim_text_options value_of_SCRIM_TEXT_OPTIONS_INIT(void) {
    const scrim_text_options value = SCRIM_TEXT_OPTIONS_INIT;
    return value;
}
static inline scrim_view value_of_SCRIM_VIEW_INIT(void) {
    const scrim_view value = SCRIM_VIEW_INIT;
    return value;
}
static inline scrim_view_metadata value_of_SCRIM_VIEW_METADATA_INIT(void) {
    const scrim_view_metadata value = SCRIM_VIEW_METADATA_INIT;
    return value;
}
static inline scrim_window value_of_SCRIM_WINDOW_INIT(void) {
    const scrim_window value = SCRIM_WINDOW_INIT;
    return value;
}

#endif
