/* SPDX-License-Identifier: MIT */
/* scrimredact in a simulated world. No frame that leaves may show the secret, as long as the scene keeps its latency. */
#include "lateworld.h"

static void test_no_frame_shows_what_the_scene_learned_in_time(void **state) {
    (void)state;
    guint passed = 0, clear = 0;
    for (guint32 seed = 0; seed < 40; seed++) {
        struct world *world = world_new(seed, 100);
        steps(world, 3000);
        assert_int_equal(world->leaked, 0);
        passed += world->passed;
        clear += world->clear;
        world_free(world);
    }
    assert_true(passed > 5000);
    /* All but the first frames are shown, apart from the regions. */
    assert_true(clear > passed / 2);
}

static void test_a_scene_that_learns_too_late_shows_the_secret(void **state) {
    (void)state;
    /* This test can fail: so can the one before. */
    guint leaked = 0;
    for (guint32 seed = 0; seed < 20; seed++) {
        struct world *world = world_new(seed, 260);
        steps(world, 3000);
        leaked += world->leaked > 0;
        world_free(world);
    }
    assert_true(leaked > 10);
}

static void test_nothing_shows_while_the_publisher_hangs(void **state) {
    (void)state;
    for (guint32 seed = 0; seed < 20; seed++) {
        struct world *world = world_new(seed, 100);
        for (guint index = 0; index < 6; index++) {
            steps(world, 400);
            world->mute_until_ms = world->now_ms + (guint)g_rand_int_range(world->random, 0, 600);
        }
        assert_int_equal(world->leaked, 0);
        assert_true(world->clear > 0 && world->whole > 0);
        world_free(world);
    }
}

static void test_nothing_shows_around_a_new_publisher(void **state) {
    (void)state;
    for (guint32 seed = 0; seed < 20; seed++) {
        struct world *world = world_new(seed, 100);
        for (guint index = 0; index < 4; index++) {
            steps(world, 700);
            scrim_publisher_destroy(world->publisher);
            publisher_new(world);
        }
        assert_int_equal(world->leaked, 0);
        assert_true(world->clear > 0);
        world_free(world);
    }
}

/* The viewer stops for a while, as a sink does in a pause. Frames wait meanwhile, and leave when it continues. */
static guint pause_for(guint32 seed, guint pause_ms, guint *whole) {
    struct world *world = world_new(seed, 100);
    steps(world, 800);
    while (world->stalled || g_queue_is_empty(world->due) || head_due(world) != world->now_ms) {
        step(world);
    }
    change_screen(world);
    publish_what_is_due(world);
    stall(world);
    world->now_ms += 1;
    gst_test_clock_set_time(world->clock, ns(world->now_ms));
    steps(world, pause_ms);
    guint before = world->passed, whole_before = world->whole;
    world->stalled = FALSE;
    view(world);
    guint waited = world->passed - before;
    *whole = world->whole - whole_before;
    steps(world, 600);
    assert_int_equal(world->leaked, 0);
    assert_true(world->clear > 0);
    world_free(world);
    return waited;
}

static void test_frames_that_waited_through_a_pause_are_covered(void **state) {
    (void)state;
    for (guint32 seed = 0; seed < 3; seed++) {
        guint whole = 0;
        guint waited = pause_for(seed, 2505, &whole);
        assert_true(waited > 100);
        /* The history of the newest snapshot begins one second ago. Frames from before it are black, except for the first, which had
           left before the pause. Frames from the last 150 ms were not late. */
        guint old = (2505 - 1000) / INTERVAL;
        assert_true(whole >= old);
        assert_true(whole < waited);
        waited = pause_for(seed, 205, &whole);
        assert_true(whole < waited / 2); /* A short pause costs nothing. */
    }
}

int main(int argc, char **argv) {
    gst_init(&argc, &argv);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_no_frame_shows_what_the_scene_learned_in_time),
        cmocka_unit_test(test_a_scene_that_learns_too_late_shows_the_secret),
        cmocka_unit_test(test_nothing_shows_while_the_publisher_hangs),
        cmocka_unit_test(test_nothing_shows_around_a_new_publisher),
        cmocka_unit_test(test_frames_that_waited_through_a_pause_are_covered),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
