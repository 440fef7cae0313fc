/* SPDX-License-Identifier: MIT */
/* scrimredact in a simulated world whose stream is flushed, gets other segments and caps, or ends, while frames wait. No frame
   that leaves may show the secret, as long as the scene keeps its latency. */
#include "lateworld.h"

enum {
    LATE_MS = 100,
    TOO_LATE_MS = 260
};

/* What happens to the stream from time to time. */
typedef void (*happening)(struct world *world);

/* Runs a few worlds. Returns in how many of them a frame showed the secret. */
static guint worlds_that_leak(guint longest_late_ms, happening happen) {
    guint leak = 0;
    for (guint32 seed = 0; seed < 10; seed++) {
        struct world *world = world_new(seed, longest_late_ms);
        happen(world); /* Perhaps before the first events have reached the viewer. */
        for (guint index = 0; index < 12; index++) {
            steps(world, (guint)g_rand_int_range(world->random, 100, 400));
            guint waiting = g_queue_get_length(world->due);
            happen(world);
            assert_true(waiting > 0); /* Otherwise nothing was tested. */
        }
        steps(world, 400);
        assert_int_equal(g_atomic_int_get(&world->misplaced), 0);
        assert_true(world->clear > world->passed / 2);
        leak += world->leaked > 0;
        world_free(world);
    }
    return leak;
}

static void change_format(struct world *world) {
    world->format = &formats[g_rand_int_range(world->random, 0, G_N_ELEMENTS(formats))];
}

static void change_format_and_flush(struct world *world) {
    change_format(world);
    /* So that the caps wait too. */
    while (world->stream_format != world->format) {
        step(world);
    }
    flush(world);
}

static void test_frames_from_before_a_flushing_seek_never_leave(void **state) {
    (void)state;
    assert_int_equal(worlds_that_leak(LATE_MS, flush), 0);
    assert_true(worlds_that_leak(TOO_LATE_MS, flush) > 5);
}

static void test_frames_that_wait_keep_their_segment(void **state) {
    (void)state;
    assert_int_equal(worlds_that_leak(LATE_MS, push_segment), 0);
    assert_true(worlds_that_leak(TOO_LATE_MS, push_segment) > 5);
}

static void test_frames_that_wait_keep_their_size_and_format(void **state) {
    (void)state;
    assert_int_equal(worlds_that_leak(LATE_MS, change_format), 0);
    assert_true(worlds_that_leak(TOO_LATE_MS, change_format) > 5);
}

static void test_new_caps_outlast_a_flush(void **state) {
    (void)state;
    /* The source has sent them once, and does not send them again. */
    assert_int_equal(worlds_that_leak(LATE_MS, change_format_and_flush), 0);
    assert_true(worlds_that_leak(TOO_LATE_MS, change_format_and_flush) > 5);
}

/* Ends a stream, and waits for the last frame. Returns whether one of those that waited showed the secret. */
static gboolean end_leaks(guint32 seed, guint longest_late_ms) {
    struct world *world = world_new(seed, longest_late_ms);
    steps(world, 400 + seed);
    assert_true(gst_harness_push_event(world->harness, gst_event_new_eos()));
    g_queue_clear_full(world->coming, (GDestroyNotify)gst_buffer_unref);
    view(world);
    guint before = world->leaked, waiting = g_queue_get_length(world->due);
    while (!g_queue_is_empty(world->due)) {
        change_screen(world);
        publish_what_is_due(world);
        view(world);
        if (!g_queue_is_empty(world->due)) {
            GstClockID id = NULL;
            while (!gst_test_clock_peek_next_pending_id(world->clock, &id)) {
                assert_int_equal(gst_harness_buffers_received(world->harness), world->passed);
                g_usleep(20);
            }
            assert_int_equal(gst_clock_id_get_time(id), ns(head_due(world)));
            gst_clock_id_unref(id);
        }
        assert_int_equal(gst_harness_buffers_received(world->harness), world->passed);
        world->now_ms += 1;
        gst_test_clock_set_time(world->clock, ns(world->now_ms));
    }
    assert_true(waiting > 1);
    GstEventType type = GST_EVENT_UNKNOWN;
    while (type != GST_EVENT_EOS) {
        GstEvent *event = gst_harness_pull_event(world->harness);
        assert_non_null(event);
        type = GST_EVENT_TYPE(event);
        gst_event_unref(event);
    }
    assert_int_equal(gst_harness_buffers_received(world->harness), world->passed);
    gboolean leaks = world->leaked > before;
    world_free(world);
    return leaks;
}

static void test_frames_that_wait_at_the_end_are_held_and_redacted(void **state) {
    (void)state;
    guint leak = 0;
    for (guint32 seed = 0; seed < 100; seed++) {
        assert_false(end_leaks(seed, LATE_MS));
        leak += end_leaks(seed, TOO_LATE_MS);
    }
    assert_true(leak > 5);
}

int main(int argc, char **argv) {
    gst_init(&argc, &argv);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_frames_from_before_a_flushing_seek_never_leave),
        cmocka_unit_test(test_frames_that_wait_keep_their_segment),
        cmocka_unit_test(test_frames_that_wait_keep_their_size_and_format),
        cmocka_unit_test(test_new_caps_outlast_a_flush),
        cmocka_unit_test(test_frames_that_wait_at_the_end_are_held_and_redacted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
