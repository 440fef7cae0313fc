/* SPDX-License-Identifier: MIT */
/* Handles gestures, and decides which may begin. */
#ifndef PHOTOS_HANDLERS_H
#define PHOTOS_HANDLERS_H

#include "photos.h"

void handle_list(struct photos *photos, struct gesture *gesture, const scrim_gesture_event *event);
void handle_row(struct photos *photos, struct gesture *gesture, const scrim_gesture_event *event);
void handle_open(struct photos *photos, struct gesture *gesture, const scrim_gesture_event *event);
bool may_open(const struct photos *photos, const scrim_gesture_event *event);
void handle_pinch(struct photos *photos, struct gesture *gesture, const scrim_gesture_event *event);
void handle_turn(struct photos *photos, struct gesture *gesture, const scrim_gesture_event *event);
void handle_move(struct photos *photos, struct gesture *gesture, const scrim_gesture_event *event);
bool may_move(const struct photos *photos, const scrim_gesture_event *event);
bool may_leave(const struct photos *photos, const scrim_gesture_event *event);
void handle_page(struct photos *photos, struct gesture *gesture, const scrim_gesture_event *event);
void handle_dismiss(struct photos *photos, struct gesture *gesture, const scrim_gesture_event *event);
void handle_double_tap(struct photos *photos, struct gesture *gesture, const scrim_gesture_event *event);
void handle_zoom(struct photos *photos, struct gesture *gesture, const scrim_gesture_event *event);

#endif
