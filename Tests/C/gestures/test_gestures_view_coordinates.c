/* SPDX-License-Identifier: MIT */
/* Events in the coordinates of a view that is scrolled, rotated or scaled. Tests/models/gestures has random ones. */
#include "fingers.h"

static scrim_id pan_on(scrim_id view) {
    scrim_recognizer pan = recognizer_of(SCRIM_GESTURE_PAN, view);
    pan.flags = SCRIM_RECOGNIZER_VIEW_COORDINATES | SCRIM_RECOGNIZER_SIMULTANEOUS;
    return add_recognizer(&fixture, &pan);
}

static void show(scrim_id id, scrim_rect frame, scrim_point offset, scrim_affine transform) {
    scrim_view view = view_at(0, SCRIM_VIEW_INTERACTIVE, "");
    view.frame = frame;
    view.content_offset = offset;
    view.transform = transform;
    ASSERT_OK(scrim_scene_update_view(fixture.scene, id, &view));
}

static void assert_view(double x, double y, double translation_x, double translation_y) {
    ASSERT_NEAR(last()->view_x, x, 1e-9);
    ASSERT_NEAR(last()->view_y, y, 1e-9);
    ASSERT_NEAR(last()->view_translation_x, translation_x, 1e-9);
    ASSERT_NEAR(last()->view_translation_y, translation_y, 1e-9);
}

static const scrim_affine IDENTITY = {1, 0, 0, 1, 0, 0};

static void test_view__of_a_window_and_without_the_flag(void **state) {
    (void)state;
    scrim_window window = SCRIM_WINDOW_INIT;
    window.frame = (scrim_rect){10, 20, 400, 400};
    ASSERT_OK(scrim_scene_update_window(fixture.scene, fixture.window, &window));
    pan_on(fixture.window);
    down(1, 0, 100, 100);
    move(1, 10, 120, 103);
    assert_states("b");
    assert_view(110, 83, 20, 3);
    assert_true(last()->view_velocity_x == last()->velocity_x && last()->velocity_x > 0);
    scrim_id plain = add(SCRIM_GESTURE_PAN, fixture.button);
    down(2, 20, 50, 50);
    move(2, 30, 80, 50);
    for (size_t i = 0; i < fixture.count; i++)
        if (fixture.events[i].recognizer == plain)
            assert_true(fixture.events[i].view_x == 0 && fixture.events[i].view_translation_x == 0 &&
                        fixture.events[i].view_velocity_x == 0);
}

static void test_view__as_it_is_at_each_event(void **state) {
    (void)state;
    const scrim_id inner = add_view(&fixture, fixture.button, 0, SCRIM_VIEW_INTERACTIVE, "");
    show(fixture.button, (scrim_rect){10, 20, 300, 300}, (scrim_point){0, 500}, IDENTITY);
    show(inner, (scrim_rect){5, 510, 100, 100}, (scrim_point){7, 0}, IDENTITY);
    pan_on(inner);
    down(1, 0, 50, 60);
    move(1, 10, 50, 90);
    assert_states("b");
    assert_view(50 - 10 - 5 + 7, 90 - 20 + 500 - 510, 0, 30);
    /* Scrolled on: the finger is at another place of the content, but it has not moved more. */
    show(inner, (scrim_rect){5, 510, 100, 100}, (scrim_point){17, 40}, IDENTITY);
    move(1, 20, 50, 91);
    assert_view(50 - 10 - 5 + 17, 91 - 20 + 500 - 510 + 40, 0, 31);
    /* Twice as large, and turned to the right by 90°: the finger's way down is a way to the right. */
    show(inner, (scrim_rect){5, 510, 100, 100}, (scrim_point){0, 0}, (scrim_affine){0, 2, -2, 0, 100, 0});
    move(1, 30, 50, 92);
    assert_view((92 - 20 + 500 - 510) / 2.0, -(50 - 10 - 5 - 100) / 2.0, 16, 0);
    assert_true(last()->view_velocity_x == last()->velocity_y / 2 && last()->view_velocity_x > 0);
    /* Flattened to a line, in itself or around it. */
    show(inner, (scrim_rect){5, 510, 100, 100}, (scrim_point){0, 0}, (scrim_affine){1, 1, 1, 1, 0, 0});
    move(1, 40, 50, 93);
    assert_view(0, 0, 0, 0);
    assert_true(last()->view_velocity_x == 0 && last()->translation_y == 33);
    show(inner, (scrim_rect){5, 510, 100, 100}, (scrim_point){0, 0}, (scrim_affine){0.8, 0.6, -0.6, 0.8, 0, 0});
    show(fixture.button, (scrim_rect){10, 20, 300, 300}, (scrim_point){0, 500}, (scrim_affine){0.3, 0.1, 0, 0, 0, 0});
    move(1, 50, 50, 94);
    assert_view(0, 0, 0, 0);
    up(1, 60, 50, 94);
}

static void test_view__of_a_tap_and_a_press(void **state) {
    (void)state;
    show(fixture.button, (scrim_rect){100, 100, 100, 100}, (scrim_point){3, 4}, (scrim_affine){2, 0, 0, 2, 0, 0});
    scrim_recognizer tap = recognizer_of(SCRIM_GESTURE_TAP, fixture.button);
    tap.flags = SCRIM_RECOGNIZER_VIEW_COORDINATES;
    add_recognizer(&fixture, &tap);
    scrim_recognizer press = recognizer_of(SCRIM_GESTURE_LONG_PRESS, fixture.button);
    press.flags = SCRIM_RECOGNIZER_VIEW_COORDINATES;
    add_recognizer(&fixture, &press);
    down(1, 0, 120, 120);
    up(1, 10, 122, 120);
    assert_states("e");
    assert_view(11 + 3, 10 + 4, 1, 0);
    down(1, 1000, 150, 130);
    advance(&fixture, 2000 * MS);
    assert_states("eb");
    assert_view(25 + 3, 15 + 4, 0, 0);
    scrim_gesture_event *cancelled = fixture.events + fixture.count;
    size_t produced = 0;
    ASSERT_OK(scrim_gestures_cancel(fixture.gestures, 3000 * MS, cancelled, 1, &produced));
    fixture.count += produced;
    assert_states("ebx");
    assert_view(25 + 3, 15 + 4, 0, 0);
}

static void test_view__values_stay_in_range(void **state) {
    (void)state;
    static const double scales[] = {1e-9, 1e-300, 1e9};
    enum {
        DEPTH = 40
    };
    scrim_id views[DEPTH];
    for (int depth = 0; depth < DEPTH; depth++) {
        views[depth] = add_view(&fixture, depth > 0 ? views[depth - 1] : fixture.window, 0, SCRIM_VIEW_INTERACTIVE, "");
        pan_on(views[depth]);
    }
    double largest = 0;
    for (size_t i = 0; i < COUNT_OF(scales); i++) {
        const scrim_affine transform = {scales[i], 0, 0, scales[i], 0, 0};
        for (int depth = 0; depth < DEPTH; depth++)
            show(views[depth], (scrim_rect){0, 0, 100, 100}, (scrim_point){0, 0}, IDENTITY);
        down(1, 1000 * i, 50, 50);
        for (int depth = 0; depth < DEPTH; depth++)
            show(views[depth], (scrim_rect){0, 0, 100, 100}, (scrim_point){1, 2}, transform);
        fixture.count = 0;
        move(1, 1000 * i + 10, 80, 61);
        up(1, 1000 * i + 20, 90, 71);
        assert_int_equal(fixture.count, 2 * DEPTH);
        for (size_t e = 0; e < fixture.count; e++) {
            const scrim_gesture_event *event = &fixture.events[e];
            const double values[] = {event->view_x, event->view_y, event->view_translation_x,
                                     event->view_translation_y, event->view_velocity_x, event->view_velocity_y};
            for (size_t n = 0; n < COUNT_OF(values); n++) {
                assert_true(isfinite(values[n]) && fabs(values[n]) <= 1 << 30);
                largest = fmax(largest, fabs(values[n]));
            }
        }
    }
    assert_true(largest == 1 << 30);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(test_view__of_a_window_and_without_the_flag),
        TEST(test_view__as_it_is_at_each_event),
        TEST(test_view__of_a_tap_and_a_press),
        TEST(test_view__values_stay_in_range),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
