/* SPDX-License-Identifier: MIT */
/* Tools of touches: pens touch as fingers do, and palms and tools that hover touch nothing. */
#include "fingers.h"

static void sample(uint64_t id, uint32_t phase, uint32_t tool, uint64_t time_ms, double x, double y) {
    scrim_touch touch = {time_ms * MS, id, phase, tool, x, y};
    feed(&fixture, &touch, 1);
}

static void test_pens_tap_as_fingers_do(void **state) {
    (void)state;
    add_tap(&fixture, fixture.button, 1);
    for (uint32_t tool = SCRIM_TOUCH_TOOL_FINGER; tool <= SCRIM_TOUCH_TOOL_ERASER; tool++) {
        fixture.count = 0;
        sample(1, SCRIM_TOUCH_BEGAN, tool, tool * 10000, 50, 50);
        sample(1, SCRIM_TOUCH_ENDED, tool, tool * 10000 + 50, 50, 50);
        assert_states("e");
    }
}

static void test_palms_and_hovering_tools_begin_nothing(void **state) {
    (void)state;
    add_tap(&fixture, fixture.button, 1);
    add_long_press(&fixture, fixture.button);
    add(SCRIM_GESTURE_PAN, fixture.window);
    for (uint32_t tool = SCRIM_TOUCH_TOOL_PALM; tool <= SCRIM_TOUCH_TOOL_HOVER; tool++) {
        uint64_t time = tool * 10000;
        sample(1, SCRIM_TOUCH_BEGAN, tool, time, 50, 50);
        assert_true(next_deadline(&fixture) == SCRIM_NEVER);
        advance(&fixture, (time + 2000) * MS);
        sample(1, SCRIM_TOUCH_MOVED, tool, time + 2010, 250, 350);
        sample(1, SCRIM_TOUCH_ENDED, tool, time + 2020, 50, 50);
        /* It stays unknown, whatever is said of it later. */
        sample(1, SCRIM_TOUCH_BEGAN, tool, time + 2100, 50, 50);
        move(1, time + 2110, 52, 50);
        up(1, time + 2120, 50, 50);
    }
    advance(&fixture, 100000 * MS);
    assert_int_equal(fixture.count, 0);
}

/* A pen comes near, touches, is lifted and goes away. The samples of the touch itself have the tool that touches. */
static void test_a_pen_hovers_before_and_after_a_tap(void **state) {
    (void)state;
    add_tap(&fixture, fixture.button, 1);
    for (uint64_t id = 7; id <= 8; id++) { /* hovering has the id of the touch, or another one */
        fixture.count = 0;
        uint64_t time = id * 10000;
        sample(id, SCRIM_TOUCH_BEGAN, SCRIM_TOUCH_TOOL_HOVER, time, 10, 10);
        sample(id, SCRIM_TOUCH_MOVED, SCRIM_TOUCH_TOOL_HOVER, time + 10, 50, 50);
        sample(7, SCRIM_TOUCH_BEGAN, SCRIM_TOUCH_TOOL_STYLUS, time + 20, 50, 50);
        sample(7, SCRIM_TOUCH_ENDED, SCRIM_TOUCH_TOOL_STYLUS, time + 60, 50, 50);
        sample(id, SCRIM_TOUCH_MOVED, SCRIM_TOUCH_TOOL_HOVER, time + 70, 60, 50);
        sample(id, SCRIM_TOUCH_ENDED, SCRIM_TOUCH_TOOL_HOVER, time + 80, 350, 350);
        assert_states("e");
        assert_true(last()->time_ns == (time + 60) * MS);
    }
}

static void test_a_late_palm_cancels_its_touch(void **state) {
    (void)state;
    add_tap(&fixture, fixture.button, 1);
    add(SCRIM_GESTURE_PAN, fixture.window);
    /* Before anything was recognized: no tap. */
    down(1, 0, 50, 50);
    sample(1, SCRIM_TOUCH_MOVED, SCRIM_TOUCH_TOOL_PALM, 10, 50, 50);
    up(1, 20, 50, 50);
    assert_states("");
    /* During a pan. */
    down(1, 1000, 50, 50);
    move(1, 1010, 50, 90);
    move(1, 1020, 50, 95);
    assert_states("bc");
    sample(1, SCRIM_TOUCH_MOVED, SCRIM_TOUCH_TOOL_PALM, 1030, 50, 99);
    assert_states("bcx");
    /* If the firmware then takes it for a finger again, or lifts it, that is too late. */
    move(1, 1040, 50, 120);
    up(1, 1050, 50, 120);
    assert_states("bcx");
    /* A palm that is lifted as a palm. */
    down(1, 2000, 50, 50);
    sample(1, SCRIM_TOUCH_ENDED, SCRIM_TOUCH_TOOL_PALM, 2020, 50, 50);
    assert_states("bcx");
    tap(&fixture, 3000 * MS, 50);
    assert_states("bcxe");
}

static void test_a_palm_beside_fingers_does_not_count(void **state) {
    (void)state;
    scrim_recognizer two = recognizer_of(SCRIM_GESTURE_TAP, fixture.window);
    two.min_fingers = 2;
    add_recognizer(&fixture, &two);
    down(1, 0, 50, 50);
    sample(9, SCRIM_TOUCH_BEGAN, SCRIM_TOUCH_TOOL_PALM, 5, 60, 300);
    up(1, 20, 50, 50);
    assert_states("");
    down(1, 1000, 50, 50);
    sample(9, SCRIM_TOUCH_BEGAN, SCRIM_TOUCH_TOOL_PALM, 1005, 60, 300);
    down(2, 1010, 90, 50);
    up(1, 1020, 50, 50);
    up(2, 1030, 90, 50);
    assert_states("e");
    assert_int_equal(last()->fingers, 2);
}

/* A palm on a secure view makes the touch sequence private, as any sample of an unknown finger does. */
static void test_a_palm_on_a_secure_view(void **state) {
    (void)state;
    with_action(&fixture, add_tap(&fixture, fixture.button, 1));
    for (uint32_t phase = SCRIM_TOUCH_BEGAN; phase <= SCRIM_TOUCH_CANCELLED; phase++) {
        for (uint32_t tool = SCRIM_TOUCH_TOOL_PALM; tool <= SCRIM_TOUCH_TOOL_HOVER; tool++) {
            for (int is_secure = 0; is_secure <= 1; is_secure++) {
                uint64_t time = (phase * 100 + tool * 10 + (uint64_t)is_secure) * 1000;
                down(1, time, 50, 50);
                sample(2, phase, tool, time + 10, is_secure ? 250 : 350, 50);
                up(1, time + 20, 50, 50);
                assert_int_equal(decide(&fixture), is_secure ? SCRIM_REASON_PRIVATE : SCRIM_REASON_NONE);
            }
        }
    }
    /* While no finger is down, there is no sequence that could become private. */
    sample(2, SCRIM_TOUCH_MOVED, SCRIM_TOUCH_TOOL_HOVER, 900000, 250, 50);
    down(1, 901000, 50, 50);
    up(1, 901020, 50, 50);
    assert_int_equal(decide(&fixture), SCRIM_REASON_NONE);
}

/* Any stream gives the same events as the stream in which each sample of a palm or hovering tool is cancelled. */
static void test_palms_count_as_cancelled(void **state) {
    (void)state;
    static struct fixture first;
    uint64_t random = 1, begun = 0, cancelled = 0;
    for (int round = 0; round < 200; round++) {
        scrim_gesture_event kept[MAX_EVENTS];
        size_t count = 0;
        uint64_t seed = random;
        for (int way = 0; way <= 1; way++) {
            random = seed;
            set_up_fixture(&first);
            for (uint32_t kind = SCRIM_GESTURE_TAP; kind <= SCRIM_GESTURE_SWIPE; kind++) {
                scrim_recognizer recognizer = recognizer_of(kind, first.window);
                recognizer.flags = kind % 2 ? SCRIM_RECOGNIZER_SIMULTANEOUS : 0;
                add_recognizer(&first, &recognizer);
            }
            uint64_t time = 0;
            for (int i = 0; i < 60; i++) {
                random = random * 6364136223846793005u + 1442695040888963407u;
                uint64_t bits = random >> 20;
                time += bits % 64;
                scrim_touch touch = {time * MS, bits >> 6 & 3, 1 + (bits >> 8) % 3, bits >> 12 & 15, (double)(bits >> 16 & 127), 50};
                touch.tool = touch.tool > SCRIM_TOUCH_TOOL_HOVER ? SCRIM_TOUCH_TOOL_FINGER : touch.tool;
                if (way && touch.tool >= SCRIM_TOUCH_TOOL_PALM)
                    touch.phase = SCRIM_TOUCH_CANCELLED;
                if (way)
                    touch.tool = SCRIM_TOUCH_TOOL_FINGER;
                feed(&first, &touch, 1);
            }
            advance(&first, (time + 5000) * MS);
            for (size_t i = 0; i < first.count; i++) { /* ids belong to a fixture */
                first.events[i].recognizer = first.events[i].window = first.events[i].view = 0;
                begun += first.events[i].state == SCRIM_GESTURE_STATE_BEGAN;
                cancelled += first.events[i].state == SCRIM_GESTURE_STATE_CANCELLED;
            }
            if (way == 0) {
                count = first.count;
                memcpy(kept, first.events, count * sizeof *kept);
            } else {
                assert_int_equal(first.count, count);
                assert_memory_equal(kept, first.events, count * sizeof *kept);
            }
            tear_down_fixture(&first);
        }
    }
    assert_true(begun > 100 && cancelled > 100);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(test_pens_tap_as_fingers_do),
        TEST(test_palms_and_hovering_tools_begin_nothing),
        TEST(test_a_pen_hovers_before_and_after_a_tap),
        TEST(test_a_late_palm_cancels_its_touch),
        TEST(test_a_palm_beside_fingers_does_not_count),
        cmocka_unit_test_setup_teardown(test_a_palm_on_a_secure_view, setup, teardown),
        cmocka_unit_test(test_palms_count_as_cancelled),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
