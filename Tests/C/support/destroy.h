/* SPDX-License-Identifier: MIT */
/* Destroying a handle of any kind. */
#ifndef SCRIM_TESTS_DESTROY_H
#define SCRIM_TESTS_DESTROY_H

#include <scrim.h>

static inline void destroy_of_kind(uint32_t kind, void *handle) {
    switch (kind) {
    case SCRIM_HANDLE_TEXT:
        scrim_text_destroy(handle);
        break;
    case SCRIM_HANDLE_KEYPAD:
        scrim_keypad_destroy(handle);
        break;
    case SCRIM_HANDLE_SCENE:
        scrim_scene_destroy(handle);
        break;
    case SCRIM_HANDLE_GESTURES:
        scrim_gestures_destroy(handle);
        break;
    case SCRIM_HANDLE_COLLECTOR:
        scrim_collector_destroy(handle);
        break;
    case SCRIM_HANDLE_SNAPSHOT:
        scrim_snapshot_destroy(handle);
        break;
    case SCRIM_HANDLE_CAPTURE:
        scrim_capture_destroy(handle);
        break;
    case SCRIM_HANDLE_PUBLISHER:
        scrim_publisher_destroy(handle);
        break;
    case SCRIM_HANDLE_SUBSCRIBER:
        scrim_subscriber_destroy(handle);
        break;
    default:
        break;
    }
}

#endif
