/* SPDX-License-Identifier: MIT */
/* A floating assistant on the engine's gestures: taps are told apart, a long press drags, and the keys stay where they are. */
#include "scene_fixture.h"

#define MS UINT64_C(1000000)
#define SCREEN ((scrim_rect){0, 0, 375, 812})

enum {
    MOST_TAPS = 4,
    MAX_EVENTS = 64
};

static const double SAFE_TOP = 44, SAFE_BOTTOM = 34, HEIGHT = 63, START_Y = 100;

struct assistant {
    scrim_scene *scene;
    scrim_gestures *gestures;
    scrim_id app, overlay, button;
    scrim_id taps[MOST_TAPS], press, app_tap;
    unsigned told[MOST_TAPS], told_app; /* how often each recogniser's one event came */
    unsigned drags;
    double y, grip;
};

static struct assistant assistant;
static uint64_t now = 1000 * MS; /* the time of the last touch */

static void place(double y) {
    const double lowest = SCREEN.height - SAFE_BOTTOM - HEIGHT;
    assistant.y = y < SAFE_TOP ? SAFE_TOP : y > lowest ? lowest
                                                       : y;
    scrim_view view = view_with((scrim_rect){0, assistant.y, 375, HEIGHT}, SHOWN);
    uint64_t generation = 0;
    if (assistant.button == 0)
        ASSERT_OK(scrim_scene_add_view(assistant.scene, assistant.overlay, &view, &assistant.button));
    else
        ASSERT_OK(scrim_scene_update_view(assistant.scene, assistant.button, &view));
    ASSERT_OK(scrim_scene_set_input_region(assistant.scene, assistant.overlay, &view.frame, 1, &generation));
}

static scrim_id add(scrim_recognizer recognizer, scrim_id view, uint32_t taps) {
    scrim_id id = 0;
    recognizer.view = view;
    recognizer.taps = taps;
    ASSERT_OK(scrim_gestures_add(assistant.gestures, &recognizer, &id));
    return id;
}

static int setup(void **state) {
    (void)state;
    const scrim_gestures_options options = SCRIM_GESTURES_OPTIONS_INIT;
    const scrim_recognizer tap = SCRIM_RECOGNIZER_TAP_INIT, press = SCRIM_RECOGNIZER_LONG_PRESS_INIT;
    const uint32_t overlay = SHOWN | SCRIM_VIEW_TOOL | SCRIM_VIEW_INPUT_REGION;
    memset(&assistant, 0, sizeof assistant);
    assistant.scene = new_scene();
    ASSERT_OK(scrim_gestures_create(assistant.scene, &options, &assistant.gestures));
    assistant.app = add_window(assistant.scene, SCREEN, SHOWN, 0);
    assistant.overlay = add_window(assistant.scene, SCREEN, overlay, 1999);
    ASSERT_OK(scrim_scene_focus(assistant.scene, assistant.app));
    place(START_Y);
    for (uint32_t taps = 1; taps <= MOST_TAPS; taps++)
        assistant.taps[taps - 1] = add(tap, assistant.button, taps);
    assistant.press = add(press, assistant.button, 0);
    assistant.app_tap = add(tap, assistant.app, 1);
    return 0;
}

static int teardown(void **state) {
    (void)state;
    scrim_gestures_destroy(assistant.gestures);
    scrim_scene_destroy(assistant.scene);
    assert_int_equal(scrim_live_handles(SCRIM_HANDLE_ANY), 0);
    return 0;
}

static void react(const scrim_gesture_event *events, size_t count) {
    for (size_t i = 0; i < count; i++) {
        const scrim_gesture_event *event = &events[i];
        for (size_t taps = 0; taps < MOST_TAPS; taps++)
            assistant.told[taps] += event->recognizer == assistant.taps[taps];
        assistant.told_app += event->recognizer == assistant.app_tap;
        if (event->recognizer == assistant.press) {
            if (event->state == SCRIM_GESTURE_STATE_BEGAN)
                assistant.grip = event->y - assistant.y;
            if (event->state == SCRIM_GESTURE_STATE_CHANGED)
                place(event->y - assistant.grip);
            assistant.drags += event->state == SCRIM_GESTURE_STATE_ENDED;
        }
    }
}

static void touch(uint32_t phase, uint64_t pause_ms, double x, double y) {
    scrim_gesture_event events[MAX_EVENTS];
    size_t consumed = 0, produced = 0;
    now += pause_ms * MS;
    const scrim_touch sample = {now, 1, phase, 0, x, y};
    ASSERT_OK(scrim_gestures_feed(assistant.gestures, &sample, 1, &consumed, events, MAX_EVENTS, &produced));
    react(events, produced);
    assert_int_equal(focused_window(assistant.scene), assistant.app);
}

static void wait_for_all(void) {
    scrim_gesture_event events[MAX_EVENTS];
    size_t produced = 0;
    now += 5000 * MS;
    ASSERT_OK(scrim_gestures_advance(assistant.gestures, now, events, MAX_EVENTS, &produced));
    react(events, produced);
}

static void tap_at(double x, double y, unsigned times) {
    for (unsigned i = 0; i < times; i++) {
        touch(SCRIM_TOUCH_BEGAN, 100, x, y);
        touch(SCRIM_TOUCH_ENDED, 50, x, y);
    }
}

/* A press of 0.6 s, and what the finger does then. */
static void drag_by(double dx, double dy) {
    const double x = 180, y = assistant.y + 10;
    touch(SCRIM_TOUCH_BEGAN, 1000, x, y);
    touch(SCRIM_TOUCH_MOVED, 600, x, y);
    touch(SCRIM_TOUCH_MOVED, 10, x + dx, y + dy);
    touch(SCRIM_TOUCH_ENDED, 10, x + dx, y + dy);
}

static void test_a_drag_ends_in_the_safe_area(void **state) {
    (void)state;
    const double moves[][3] = {{0, -200, 44}, {0, 10000, 715}, {50, 0, 715}, {0, -615, 100}};
    for (size_t i = 0; i < 4; i++) {
        drag_by(moves[i][0], moves[i][1]);
        assert_true(assistant.y == moves[i][2]);
        /* It is hit where it is now, from side to side, and nowhere else. */
        assert_int_equal(hit_at(assistant.scene, 0, assistant.y), assistant.button);
        assert_int_equal(hit_at(assistant.scene, 374.9, assistant.y + 62.9), assistant.button);
        assert_int_equal(hit_at(assistant.scene, 10, assistant.y + 63), assistant.app);
        assert_int_equal(hit_at(assistant.scene, 10, assistant.y - 0.1), assistant.app);
    }
    assert_int_equal(assistant.drags, 4);
}

static void test_the_focus_stays_with_the_application(void **state) {
    (void)state;
    /* touch() asserts it after each sample */
    tap_at(180, 110, 1);
    drag_by(0, 30);
    assert_int_equal(scrim_scene_focus(assistant.scene, assistant.overlay), SCRIM_ERROR_REFUSED);
    assert_int_equal(focused_window(assistant.scene), assistant.app);
    wait_for_all();
    assert_int_equal(assistant.told[0], 1);
    assert_int_equal(assistant.drags, 1);
}

static void test_taps_are_told_by_their_number_alone(void **state) {
    (void)state;
    for (unsigned times = 1; times <= MOST_TAPS; times++) {
        memset(assistant.told, 0, sizeof assistant.told);
        tap_at(180, 130, times);
        wait_for_all();
        for (unsigned taps = 1; taps <= MOST_TAPS; taps++)
            assert_int_equal(assistant.told[taps - 1], taps == times);
    }
    assert_int_equal(assistant.drags, 0);
    /* The application is told of those beside it alone. */
    assert_int_equal(assistant.told_app, 0);
    tap_at(180, 163, 1);
    assert_int_equal(assistant.told_app, 1);
    assert_int_equal(assistant.told[0], 0);
}

static void test_a_press_of_600_ms_drags(void **state) {
    (void)state;
    drag_by(0, 200);
    wait_for_all();
    assert_true(assistant.y == 300);
    assert_int_equal(assistant.drags, 1);
    for (unsigned taps = 0; taps < MOST_TAPS; taps++)
        assert_int_equal(assistant.told[taps], 0);
    /* One that moves before it is long is neither. */
    touch(SCRIM_TOUCH_BEGAN, 1000, 180, 310);
    touch(SCRIM_TOUCH_MOVED, 50, 180, 400);
    touch(SCRIM_TOUCH_ENDED, 600, 180, 400);
    wait_for_all();
    assert_true(assistant.y == 300);
    assert_int_equal(assistant.drags, 1);
    assert_int_equal(assistant.told[0] + assistant.told_app, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_a_drag_ends_in_the_safe_area, setup, teardown),
        cmocka_unit_test_setup_teardown(test_the_focus_stays_with_the_application, setup, teardown),
        cmocka_unit_test_setup_teardown(test_taps_are_told_by_their_number_alone, setup, teardown),
        cmocka_unit_test_setup_teardown(test_a_press_of_600_ms_drags, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
