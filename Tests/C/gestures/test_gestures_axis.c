/* SPDX-License-Identifier: MIT */
/* Pans that keep to an axis: when they begin, what they measure, and how rows that scroll sideways share a list with the list. */
#include "asking_host.h"

static const double pi = 3.14159265358979323846;

static scrim_id add_pan(scrim_id view, uint32_t axis, double angle) {
    scrim_recognizer pan = recognizer_of(SCRIM_GESTURE_PAN, view);
    pan.axis = axis;
    pan.axis_angle = angle;
    return add_recognizer(&fixture, &pan);
}

/* A straight stroke of 40 points from the middle of the window: how many recognizers have begun; the last one is in `begun`. */
static scrim_id begun;

static size_t stroke(uint64_t time, double dx, double dy) {
    const double length = hypot(dx, dy);
    size_t count = 0;
    begun = 0;
    fixture.count = 0;
    down(1, time, 200, 200);
    for (int i = 1; i <= 8; i++)
        move(1, time + 10 * (uint64_t)i, 200 + 5 * i * dx / length, 200 + 5 * i * dy / length);
    up(1, time + 90, 200 + 40 * dx / length, 200 + 40 * dy / length);
    for (size_t i = 0; i < fixture.count; i++)
        if (fixture.events[i].state == SCRIM_GESTURE_STATE_BEGAN) {
            begun = fixture.events[i].recognizer;
            count++;
        }
    return count;
}

/* ---- One pan ---- */

static void test_a_pan_begins_along_its_axis_only(void **state) {
    (void)state;
    uint64_t time = 0;
    for (uint32_t axis = SCRIM_AXIS_HORIZONTAL; axis <= SCRIM_AXIS_VERTICAL; axis++) {
        const double angles[] = {0, 0.1, 0.5, pi / 4, 1.2, 1.5};
        for (size_t i = 0; i < COUNT_OF(angles); i++) {
            scrim_id pan = add_pan(fixture.window, axis, angles[i]);
            double limit = angles[i] == 0 ? 45 : angles[i] * 180 / pi;
            for (int degrees = 0; degrees < 360; degrees++) {
                double off = fabs(fmod(degrees + (axis == SCRIM_AXIS_VERTICAL ? 90 : 0), 180));
                off = off > 90 ? 180 - off : off;
                if (fabs(off - limit) < 1e-6)
                    continue; /* by the rounding of the stroke */
                int begins = stroke(time += 1000, cos(degrees * pi / 180), sin(degrees * pi / 180)) == 1;
                if (begins != (off < limit))
                    fail_msg("axis %u, angle %g: %d degrees", axis, angles[i], degrees);
            }
            ASSERT_OK(scrim_gestures_remove(fixture.gestures, pan));
        }
    }
}

/* At exactly 45° both axes begin, in each quadrant, however long the way is. */
static void test_a_diagonal_belongs_to_both_axes(void **state) {
    (void)state;
    uint64_t time = 0;
    for (uint32_t axis = SCRIM_AXIS_HORIZONTAL; axis <= SCRIM_AXIS_VERTICAL; axis++)
        for (int explicit = 0; explicit < 2; explicit++) {
            scrim_id pan = add_pan(fixture.window, axis, explicit ? pi / 4 : 0);
            for (int quadrant = 0; quadrant < 4; quadrant++)
                for (double way = 8; way < 100; way += 0.37) {
                    double x = quadrant & 1 ? -way : way, y = quadrant & 2 ? -way : way;
                    fixture.count = 0;
                    down(1, time += 1000, 0, 0);
                    move(1, time + 10, x, y);
                    assert_states("b");
                    up(1, time + 20, x, y);
                }
            ASSERT_OK(scrim_gestures_remove(fixture.gestures, pan));
        }
}

static void test_all_and_nothing(void **state) {
    (void)state;
    add_pan(fixture.window, SCRIM_AXIS_HORIZONTAL, 1e-9);
    assert_int_equal(stroke(0, 1, 0), 1);
    assert_int_equal(stroke(1000, -1, 0), 1);
    assert_int_equal(stroke(2000, 1, 0.001), 0);
    add_pan(fixture.window, SCRIM_AXIS_VERTICAL, pi / 2);
    assert_int_equal(stroke(3000, 1, 0.001), 1);
    assert_int_equal(stroke(4000, 0, 1), 1);
}

/* It decides once: what comes after the slop does not matter. */
static void test_it_decides_when_the_slop_is_exceeded(void **state) {
    (void)state;
    add_pan(fixture.window, SCRIM_AXIS_HORIZONTAL, 0);
    down(1, 0, 200, 200);
    move(1, 10, 203, 209); /* 9.5 points, of 10 */
    move(1, 20, 220, 209);
    assert_states("b");
    move(1, 30, 220, 300);
    up(1, 40, 220, 300);
    assert_states("bce");
    fixture.count = 0;
    down(1, 1000, 200, 200);
    move(1, 1010, 203, 211); /* 11.4 points, downwards */
    move(1, 1020, 300, 211);
    up(1, 1030, 300, 211);
    assert_int_equal(fixture.count, 0);
}

/* ---- What it measures ---- */

static void test_translation_and_velocity_are_along_the_axis(void **state) {
    (void)state;
    for (uint32_t axis = SCRIM_AXIS_HORIZONTAL; axis <= SCRIM_AXIS_VERTICAL; axis++) {
        scrim_id free_one = add(SCRIM_GESTURE_PAN, fixture.window);
        scrim_recognizer pan = recognizer_of(SCRIM_GESTURE_PAN, fixture.window);
        pan.flags = SCRIM_RECOGNIZER_SIMULTANEOUS;
        pan.axis = axis;
        pan.axis_angle = pi / 2;
        scrim_id along = add_recognizer(&fixture, &pan);
        fixture.count = 0;
        stroke(axis * 1000, 3, 4);
        assert_int_equal(fixture.count % 2, 0);
        for (size_t i = 0; i < fixture.count; i += 2) {
            const scrim_gesture_event *one = &fixture.events[i], *other = &fixture.events[i + 1];
            assert_true(one->recognizer == free_one && other->recognizer == along && one->state == other->state);
            int is_across = axis == SCRIM_AXIS_HORIZONTAL;
            assert_true(other->translation_x == (is_across ? one->translation_x : 0));
            assert_true(other->translation_y == (is_across ? 0 : one->translation_y));
            assert_true(other->velocity_x == (is_across ? one->velocity_x : 0));
            assert_true(other->velocity_y == (is_across ? 0 : one->velocity_y));
            assert_true(one->x == other->x && one->y == other->y && one->time_ns == other->time_ns);
        }
        assert_true(last()->velocity_x != 0 || last()->velocity_y != 0);
        ASSERT_OK(scrim_gestures_remove(fixture.gestures, free_one));
        ASSERT_OK(scrim_gestures_remove(fixture.gestures, along));
    }
}

/* 500 points per second at an angle of 53° to the axis are 300 along it. */
static void test_the_speed_of_a_fling_is_along_the_axis(void **state) {
    (void)state;
    static const struct {
        double least, most, expected;
    } cases[] = {{0, 0, 300}, {299, 0, 300}, {301, 0, 0}, {0, 200, 200}, {0, 310, 300}, {400, 450, 0}};
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        scrim_recognizer pan = recognizer_of(SCRIM_GESTURE_PAN, fixture.window);
        pan.axis = SCRIM_AXIS_HORIZONTAL;
        pan.axis_angle = pi / 2;
        pan.velocity_estimator = SCRIM_VELOCITY_LINE;
        pan.min_velocity = cases[i].least;
        pan.max_velocity = cases[i].most;
        scrim_id id = add_recognizer(&fixture, &pan);
        stroke(1000 * i, -3, 4);
        ASSERT_NEAR(last()->velocity_x, -cases[i].expected, 1e-6);
        assert_true(last()->velocity_y == 0);
        ASSERT_OK(scrim_gestures_remove(fixture.gestures, id));
    }
}

static void test_the_center_of_several_fingers_counts(void **state) {
    (void)state;
    scrim_recognizer pan = recognizer_of(SCRIM_GESTURE_PAN, fixture.window);
    pan.axis = SCRIM_AXIS_VERTICAL;
    pan.min_fingers = 2;
    add_recognizer(&fixture, &pan);
    down(1, 0, 100, 200);
    down(2, 0, 200, 200);
    move(1, 10, 88, 205); /* the center: −6, 2.5 */
    move(2, 20, 212, 220); /* 0, 12.5 */
    assert_states("b");
    assert_true(last()->translation_x == 0 && last()->translation_y == 12.5);
    up(1, 30, 88, 205);
    up(2, 40, 212, 220);
}

/* ---- A row inside a list ---- */

static scrim_id list, row;

/* No relation, and no host that is asked. */
static void make_list(void) {
    list = add_pan(fixture.window, SCRIM_AXIS_VERTICAL, 0);
    row = add_pan(fixture.button, SCRIM_AXIS_HORIZONTAL, 0);
}

static size_t stroke_on_row(uint64_t time, int degrees) {
    size_t count = 0;
    fixture.count = 0;
    down(1, time, 50, 50);
    for (int i = 1; i <= 4; i++)
        move(1, time + 10 * (uint64_t)i, 50 + 11 * i * cos(degrees * pi / 180), 50 + 11 * i * sin(degrees * pi / 180));
    up(1, time + 50, 50, 50);
    for (size_t i = 0; i < fixture.count; i++)
        if (fixture.events[i].state == SCRIM_GESTURE_STATE_BEGAN) {
            begun = fixture.events[i].recognizer;
            count++;
        }
    return count;
}

static void test_exactly_one_of_row_and_list_begins(void **state) {
    (void)state;
    make_list();
    for (int degrees = 0; degrees < 360; degrees++) {
        double across = fabs(cos(degrees * pi / 180)), along = fabs(sin(degrees * pi / 180));
        assert_int_equal(stroke_on_row(1000 * (uint64_t)degrees, degrees), 1);
        if (fabs(across - along) > 1e-9)
            assert_int_equal(begun, across > along ? row : list);
        assert_int_equal(fixture.events[0].time_ns, (1000 * (uint64_t)degrees + 10) * MS);
    }
}

static void test_a_diagonal_goes_to_the_deepest_view(void **state) {
    (void)state;
    make_list();
    for (int quadrant = 0; quadrant < 4; quadrant++) {
        fixture.count = 0;
        down(1, 1000 * (uint64_t)quadrant, 50, 50);
        move(1, 1000 * (uint64_t)quadrant + 10, quadrant & 1 ? 30 : 70, quadrant & 2 ? 30 : 70);
        assert_states("b");
        assert_int_equal(last()->recognizer, row);
        up(1, 1000 * (uint64_t)quadrant + 20, 50, 50);
    }
}

/* The host lets no row move: the list takes a diagonal then, but not a sideways stroke. */
static void test_a_refused_row_leaves_its_diagonals_to_the_list(void **state) {
    (void)state;
    make_list();
    host.refused[0] = row;
    down(1, 0, 50, 50);
    move(1, 10, 70, 70);
    ASSERT_ASKED(row, list);
    assert_asked_for_all();
    assert_int_equal(last()->recognizer, list);
    up(1, 20, 70, 70);
    start_over();
    assert_int_equal(stroke_on_row(1000, 10), 0);
    ASSERT_ASKED(row);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(test_a_pan_begins_along_its_axis_only),
        TEST(test_a_diagonal_belongs_to_both_axes),
        TEST(test_all_and_nothing),
        TEST(test_it_decides_when_the_slop_is_exceeded),
        TEST(test_translation_and_velocity_are_along_the_axis),
        TEST(test_the_speed_of_a_fling_is_along_the_axis),
        TEST(test_the_center_of_several_fingers_counts),
        TEST(test_exactly_one_of_row_and_list_begins),
        TEST(test_a_diagonal_goes_to_the_deepest_view),
        ASKING_TEST(test_a_refused_row_leaves_its_diagonals_to_the_list),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
