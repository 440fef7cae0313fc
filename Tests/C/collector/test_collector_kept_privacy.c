/* SPDX-License-Identifier: MIT */
/* Privacy that is kept until the present sequence of touches ends, and that of windows that belong to views. */
#include <stdlib.h>

#include "gestures/gesture_fixture.h"

static scrim_id add_owner(uint32_t flags, uint32_t touches) {
    scrim_view view = view_at(0, flags, "view");
    scrim_id id = 0;
    view.touch_privacy = touches;
    ASSERT_OK(scrim_scene_add_view(fixture.scene, fixture.window, &view, &id));
    return id;
}

static void set_owner(scrim_id id, uint32_t flags, uint32_t touches) {
    scrim_view view = view_at(0, flags, "view");
    view.touch_privacy = touches;
    ASSERT_OK(scrim_scene_update_view(fixture.scene, id, &view));
}

static scrim_id add_list(scrim_id owner, int32_t level) {
    scrim_window list = SCRIM_WINDOW_INIT;
    scrim_id id = 0;
    list.frame = (scrim_rect){300, 0, 100, 100};
    list.level = level;
    list.owner = owner;
    ASSERT_OK(scrim_scene_add_window(fixture.scene, &list, &id));
    return id;
}

/* A second finger, far from everything else. */
static void rest(uint32_t phase, uint64_t time_ns) {
    scrim_touch finger = {time_ns, 2, phase, 0, 150, 350};
    feed(&fixture, &finger, 1);
}

/* Whether the present or last sequence is private: what is recorded of it says so. */
static int is_sequence_private(void) {
    scrim_gesture_event event = {.window = fixture.window, .kind = SCRIM_GESTURE_TAP, .scale = 1};
    scrim_decision decision;
    event.state = SCRIM_GESTURE_STATE_ENDED;
    ASSERT_OK(scrim_gestures_sequence(fixture.gestures, &event.sequence));
    ASSERT_OK(scrim_collector_decide(fixture.collector, &event, 1, &decision));
    return decision.reason == SCRIM_REASON_PRIVATE;
}

/* A list that opens after its view became public, in a sequence that began before. */
static void test_a_new_window_has_what_its_view_keeps(void **state) {
    (void)state;
    for (int was_private = 0; was_private < 2; was_private++) {
        const uint32_t touches = was_private ? SCRIM_TOUCH_PRIVACY_COARSE : SCRIM_TOUCH_PRIVACY_DEFAULT;
        const scrim_id owner = add_owner(SCRIM_VIEW_INTERACTIVE, touches);
        now += 1000 * MS;
        rest(SCRIM_TOUCH_BEGAN, now);
        set_owner(owner, SCRIM_VIEW_INTERACTIVE, SCRIM_TOUCH_PRIVACY_DEFAULT);
        const scrim_id list = add_list(owner, 1);
        tap(&fixture, now + MS, 350);
        rest(SCRIM_TOUCH_ENDED, now + 20 * MS);
        assert_int_equal(is_sequence_private(), was_private);
        ASSERT_OK(scrim_scene_remove(fixture.scene, list));
        ASSERT_OK(scrim_scene_remove(fixture.scene, owner));
    }
}

static void test_what_a_policy_made_private_is_so_until_the_sequence_ends(void **state) {
    (void)state;
    scrim_window window = SCRIM_WINDOW_INIT;
    window.frame = (scrim_rect){0, 0, 400, 400};
    window.flags |= SCRIM_VIEW_PUBLIC; /* the button in it is secure by the first policy only */
    ASSERT_OK(scrim_scene_update_window(fixture.scene, fixture.window, &window));
    add_view(&fixture, fixture.window, 100, SCRIM_VIEW_INTERACTIVE, ""); /* so is this, the last of all views */
    for (int is_last = 0; is_last < 2; is_last++) {
        const double x = is_last ? 150 : 50;
        ASSERT_OK(scrim_scene_set_policy(fixture.scene, SCRIM_POLICY_ALLOW_LIST));
        rest(SCRIM_TOUCH_BEGAN, now += 1000 * MS);
        ASSERT_OK(scrim_scene_set_policy(fixture.scene, SCRIM_POLICY_EXPLICIT));
        tap(&fixture, now + MS, x);
        rest(SCRIM_TOUCH_ENDED, now + 20 * MS);
        assert_true(is_sequence_private());
        tap(&fixture, now += 1000 * MS, x);
        assert_false(is_sequence_private());
    }
}

/* The list is behind another window, so it is not hit; but a touch there is still one on it. */
static void test_a_window_becomes_private_with_its_view_where_it_is_covered_too(void **state) {
    (void)state;
    const scrim_id owner = add_owner(SCRIM_VIEW_INTERACTIVE, SCRIM_TOUCH_PRIVACY_DEFAULT);
    add_list(owner, 1);
    add_list(0, 2);
    for (int is_private = 0; is_private < 4; is_private++) {
        now += 1000 * MS;
        set_owner(owner, SCRIM_VIEW_INTERACTIVE, is_private % 2 ? SCRIM_TOUCH_PRIVACY_COARSE : SCRIM_TOUCH_PRIVACY_DEFAULT);
        tap(&fixture, now, 350);
        assert_int_equal(is_sequence_private(), is_private % 2);
    }
}

/* What is reported of a tap on a window whose secure view shows its touches. Only where one types, nothing coarse is. */
static void test_only_typing_makes_a_shown_view_silent(void **state) {
    (void)state;
    static const uint32_t flags[] = {SCRIM_VIEW_SECURE, SCRIM_VIEW_SECURE | SCRIM_VIEW_TEXT_INPUT};
    for (int types = 0; types < 2; types++) {
        const scrim_id owner = add_owner(SCRIM_VIEW_INTERACTIVE | flags[types], SCRIM_TOUCH_PRIVACY_SHOW);
        const scrim_id list = add_list(owner, 1);
        scrim_rules rules = SCRIM_RULES_INIT;
        rules.flags |= SCRIM_RULES_REPORT_COARSE;
        ASSERT_OK(scrim_collector_set_rules(fixture.collector, &rules));
        now += 100000 * MS;
        ASSERT_OK(scrim_collector_advance(fixture.collector, now));
        tap(&fixture, now + MS, 350);
        ASSERT_OK(scrim_collector_advance(fixture.collector, now + 50000 * MS));
        scrim_record record = SCRIM_RECORD_INIT;
        const scrim_status status = scrim_collector_next(fixture.collector, &record);
        assert_int_equal(status, types ? SCRIM_ERROR_NOT_FOUND : SCRIM_OK);
        while (scrim_collector_next(fixture.collector, &record) == SCRIM_OK) {
        }
        ASSERT_OK(scrim_scene_remove(fixture.scene, list));
        ASSERT_OK(scrim_scene_remove(fixture.scene, owner));
    }
}

/* The same of a view inside a secure one. A text input that shows its touches makes them silent there, and those of its window. */
static void test_only_typing_makes_what_is_in_a_secure_view_silent(void **state) {
    (void)state;
    scrim_rules rules = SCRIM_RULES_INIT;
    rules.flags |= SCRIM_RULES_REPORT_COARSE;
    ASSERT_OK(scrim_collector_set_rules(fixture.collector, &rules));
    const scrim_id around = add_owner(SCRIM_VIEW_INTERACTIVE | SCRIM_VIEW_SECURE, SCRIM_TOUCH_PRIVACY_DEFAULT);
    for (int types = 0; types < 2; types++) {
        scrim_view view = view_at(0, SCRIM_VIEW_PUBLIC | (types ? SCRIM_VIEW_TEXT_INPUT : 0), "view");
        view.touch_privacy = SCRIM_TOUCH_PRIVACY_SHOW;
        scrim_id owner = 0;
        ASSERT_OK(scrim_scene_add_view(fixture.scene, around, &view, &owner));
        const scrim_id list = add_list(owner, 1);
        now += 100000 * MS;
        ASSERT_OK(scrim_collector_advance(fixture.collector, now));
        tap(&fixture, now + MS, 350);
        assert_true(is_sequence_private());
        ASSERT_OK(scrim_collector_advance(fixture.collector, now + 50000 * MS));
        assert_int_equal(records(&fixture) > 0, !types);
        ASSERT_OK(scrim_scene_remove(fixture.scene, list));
        ASSERT_OK(scrim_scene_remove(fixture.scene, owner));
    }
}

/* A finger that comes from any side onto something private makes its sequence private. */
static void test_a_finger_that_moves_onto_a_private_view(void **state) {
    (void)state;
    static const double ways[][2] = {{0, 0}, {-150, 0}, {150, 0}, {0, -150}, {0, 150}};
    scrim_view view = view_at(0, SCRIM_VIEW_INTERACTIVE | SCRIM_VIEW_SECURE, "");
    scrim_id id = 0;
    view.frame = (scrim_rect){150, 150, 100, 100};
    ASSERT_OK(scrim_scene_remove(fixture.scene, fixture.keypad));
    ASSERT_OK(scrim_scene_add_view(fixture.scene, fixture.window, &view, &id));
    for (size_t i = 1; i < COUNT_OF(ways); i++)
        for (int arrives = 0; arrives < 2; arrives++) {
            scrim_touch finger = {now += 1000 * MS, 1, SCRIM_TOUCH_BEGAN, 0, 200 + ways[i][0], 200 + ways[i][1]};
            feed(&fixture, &finger, 1);
            for (int step = 1; step <= 4; step++) {
                finger.phase = SCRIM_TOUCH_MOVED;
                finger.time_ns = now += 10 * MS;
                finger.x = 200 + ways[i][0] * (arrives ? 1 - step / 4.0 : 1 + step / 20.0);
                finger.y = 200 + ways[i][1] * (arrives ? 1 - step / 4.0 : 1 + step / 20.0);
                feed(&fixture, &finger, 1);
            }
            finger.phase = SCRIM_TOUCH_ENDED;
            feed(&fixture, &finger, 1);
            assert_int_equal(is_sequence_private(), arrives);
        }
}

static void test_each_number_of_an_event_must_be_one(void **state) {
    (void)state;
    tap(&fixture, now += 1000 * MS, 350);
    for (int field = 0; field < 10; field++) {
        scrim_gesture_event event = {.window = fixture.window, .kind = SCRIM_GESTURE_TAP, .scale = 1};
        double *const fields[] = {&event.x, &event.y, &event.translation_x, &event.translation_y, &event.velocity_x,
                                  &event.velocity_y, &event.scale, &event.rotation, &event.scale_velocity, &event.rotation_velocity};
        scrim_decision decision;
        event.state = SCRIM_GESTURE_STATE_ENDED;
        ASSERT_OK(scrim_gestures_sequence(fixture.gestures, &event.sequence));
        ASSERT_OK(scrim_collector_decide(fixture.collector, &event, 1, &decision));
        *fields[field] = strtod("nan", NULL);
        assert_int_equal(scrim_collector_decide(fixture.collector, &event, 1, &decision), SCRIM_ERROR_INVALID_ARGUMENT);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_a_new_window_has_what_its_view_keeps, setup, teardown),
        cmocka_unit_test_setup_teardown(test_what_a_policy_made_private_is_so_until_the_sequence_ends, setup, teardown),
        cmocka_unit_test_setup_teardown(test_a_window_becomes_private_with_its_view_where_it_is_covered_too, setup, teardown),
        cmocka_unit_test_setup_teardown(test_only_typing_makes_a_shown_view_silent, setup, teardown),
        cmocka_unit_test_setup_teardown(test_only_typing_makes_what_is_in_a_secure_view_silent, setup, teardown),
        cmocka_unit_test_setup_teardown(test_a_finger_that_moves_onto_a_private_view, setup, teardown),
        cmocka_unit_test_setup_teardown(test_each_number_of_an_event_must_be_one, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
