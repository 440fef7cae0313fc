/* SPDX-License-Identifier: MIT */
/* The scene, the recognizers and the transcript with which a script of late_script.h is played. */
#ifndef SCRIM_TESTS_LATE_WORLD_H
#define SCRIM_TESTS_LATE_WORLD_H

#include "late_script.h"

#include <stdio.h>

enum {
    TRANSCRIPT = 1 << 18
};

/* Has an engine leak on purpose, SCRIM_TEST_TOUCHES_…. */
static void set_leaks(scrim_gestures *gestures, uint32_t leaks);

struct play {
    struct fixture fixture;
    enum manner manner;
    uint64_t seed;
    scrim_id list, first, second, input;
    scrim_id single, twice, on_keypad, pan, control;
    scrim_id first_tap, window_twice;
    int are_related;
    /* Which sequences began with a finger that is not secret, in their order. */
    uint64_t public_sequences[256];
    size_t public_count;
    uint64_t down;
    uint64_t last_secret, last_private;
    size_t room;
    char out[TRANSCRIPT];
    size_t length;
    /* What `deadlines` compares with, where there is no private touch. */
    uint64_t deadlines[MAX_STEPS];
    size_t deadline_count;
};

#define TELL(play, ...) \
    do { \
        (play)->length += (size_t)snprintf((play)->out + (play)->length, TRANSCRIPT - (play)->length, __VA_ARGS__); \
        assert_true((play)->length < TRANSCRIPT); \
    } while (0)

static scrim_view world_view(double x, double y, double height, uint32_t flags, const char *content) {
    scrim_view view = view_at(x, flags, content);
    view.frame.y = y;
    view.frame.height = height;
    return view;
}

static scrim_id put_view(struct play *play, scrim_id parent, scrim_view view) {
    scrim_id id = 0;
    ASSERT_OK(scrim_scene_add_view(play->fixture.scene, parent, &view, &id));
    return id;
}

static scrim_id tap_of(struct play *play, scrim_id view, uint32_t taps) {
    scrim_id id = play->seed % 2 ? add_tap(&play->fixture, view, taps) : add_tap_beside(&play->fixture, view, taps);
    return with_action(&play->fixture, id);
}

static void begin(struct play *play, enum manner manner, uint64_t seed, uint32_t leaks) {
    struct fixture *fixture = &play->fixture;
    set_up_fixture(fixture);
    set_leaks(fixture->gestures, leaks);
    play->manner = manner;
    play->seed = seed;
    play->public_count = play->length = play->deadline_count = 0;
    play->last_secret = play->last_private = play->down = 0;
    play->out[0] = 0;
    play->are_related = 0;
    /* A list whose second view has a number among its siblings, and a content that is made of theirs. */
    play->list = put_view(play, fixture->window, world_view(100, 0, 100, SCRIM_VIEW_INTERACTIVE, ""));
    scrim_view list = world_view(100, 0, 100, SCRIM_VIEW_INTERACTIVE, "");
    list.content = (scrim_string){NULL, 0};
    ASSERT_OK(scrim_scene_update_view(fixture->scene, play->list, &list));
    play->first = put_view(play, play->list, world_view(0, 0, 40, SCRIM_VIEW_INTERACTIVE, "first"));
    play->second = put_view(play, play->list, world_view(0, 50, 40, SCRIM_VIEW_INTERACTIVE, "second"));
    play->input = put_view(play, fixture->window, world_view(300, 0, 100, SCRIM_VIEW_INTERACTIVE, "input"));
    play->single = tap_of(play, fixture->button, 1);
    play->twice = tap_of(play, fixture->button, 2);
    with_action(fixture, add_long_press(fixture, fixture->button));
    scrim_recognizer swipe = recognizer_of(SCRIM_GESTURE_SWIPE, fixture->button);
    with_action(fixture, add_recognizer(fixture, &swipe));
    tap_of(play, play->list, 1);
    tap_of(play, play->list, 2);
    play->first_tap = tap_of(play, play->first, 1);
    tap_of(play, play->second, 1);
    tap_of(play, play->input, 1);
    tap_of(play, fixture->window, 1);
    play->window_twice = tap_of(play, fixture->window, 2);
    play->on_keypad = tap_of(play, fixture->keypad, 1);
    tap_of(play, fixture->keypad, 2);
    add_long_press(fixture, fixture->keypad);
    scrim_recognizer pan = recognizer_of(SCRIM_GESTURE_PAN, fixture->window);
    play->pan = with_action(fixture, add_recognizer(fixture, &pan));
    static const scrim_string tap_class = {"Tap", 3};
    scrim_recognizer control = {.struct_size = sizeof control, .kind = SCRIM_GESTURE_HOST, .view = fixture->button};
    control.flags = SCRIM_RECOGNIZER_CONTROL;
    control.classes = &tap_class;
    control.class_count = 1;
    play->control = with_action(fixture, add_recognizer(fixture, &control));
    /* With little room the events of a batch come in several calls. */
    play->room = seed % 3 ? MAX_EVENTS : 24;
}

#endif
