/* SPDX-License-Identifier: MIT */
/* scrimredact in a simulated world. A secret window opens, jumps and closes on the screen. The scene learns of each change late, by
   a known time, and publishes it. Frames are captured meanwhile. No frame that leaves may show the secret.

   The world advances by steps of one millisecond, and all clocks are the test's own. So each run is the same. */
#include "holdtest.h"

#include <glib/gstdio.h>
#include <string.h>

#include <scrim.h>

#include "scrimredact.h"

enum {
    WIDTH = 48,
    HEIGHT = 32,
    SIDE = 8,     /* of the secret window */
    SHOWN = 100,  /* the gray of what is not secret */
    SECRET = 255,
    INTERVAL = 20,  /* ms between frames */
    HEARTBEAT = 50, /* ms */
};
#define WORLD_CAPS "video/x-raw,format=GRAY8,width=48,height=32,framerate=50/1"

struct place {
    gboolean open;
    int x, y;
};

/* A change that the scene has not learned yet. */
struct change {
    guint at_ms;
    struct place place;
};

struct world {
    GRand *random;
    guint now_ms;
    struct place place; /* On the screen. */
    struct change changes[256];
    guint first_change, last_change;
    guint longest_late_ms; /* How late the scene learns of a change. */

    scrim_scene *scene;
    scrim_id window;
    scrim_publisher *publisher;
    guint next_beat_ms, mute_until_ms;

    gchar *folder, *path;
    GstTestClock *clock; /* CLOCK_MONOTONIC, and the clock of the pipeline. */
    GstElement *redact;
    GstHarness *harness;
    GQueue *coming; /* Frames that have not arrived yet. */
    guint last_arrival_ms;
    GQueue *due; /* When each frame that waits may leave, in ms. */
    gboolean stalled;
    guint passed, clear, whole, leaked;
};

static guint64 ns(guint ms) { return BOOT + ms * MS; }

/* ---- The publisher ---- */

static void world_snapshot(struct world *world) {
    scrim_snapshot *snapshot = NULL;
    assert_int_equal(scrim_scene_snapshot(world->scene, ns(world->now_ms), &snapshot), SCRIM_OK);
    if (world->now_ms >= world->mute_until_ms) {
        assert_int_equal(scrim_publisher_publish(world->publisher, snapshot), SCRIM_OK);
    }
    scrim_snapshot_destroy(snapshot);
    world->next_beat_ms = world->now_ms + HEARTBEAT;
}

static void learn(struct world *world, struct place place) {
    scrim_window window = SCRIM_WINDOW_INIT;
    window.frame = (scrim_rect){place.x, place.y, SIDE, SIDE};
    window.flags = SCRIM_VIEW_SECURE | (place.open ? 0u : (uint32_t)SCRIM_VIEW_HIDDEN);
    assert_int_equal(scrim_scene_update_window(world->scene, world->window, &window), SCRIM_OK);
}

/* The scene learns of the changes in their order, each at most `longest_late_ms` late. */
static void publish_what_is_due(struct world *world) {
    gboolean learned = FALSE;
    while (world->first_change < world->last_change && world->changes[world->first_change % 256].at_ms <= world->now_ms) {
        learn(world, world->changes[world->first_change++ % 256].place);
        learned = TRUE;
    }
    if (learned || world->now_ms >= world->next_beat_ms) {
        world_snapshot(world);
    }
}

static void publisher_new(struct world *world) {
    scrim_publisher_options options = SCRIM_PUBLISHER_OPTIONS_INIT;
    options.name = world->path;
    options.name_length = strlen(world->path);
    assert_int_equal(scrim_publisher_create(&options, &world->publisher), SCRIM_OK);
}

/* ---- The screen ---- */

static void change_screen(struct world *world) {
    if (g_rand_int_range(world->random, 0, 40) != 0) {
        return;
    }
    world->place.open = g_rand_int_range(world->random, 0, 4) != 0;
    world->place.x = g_rand_int_range(world->random, 0, WIDTH - SIDE + 1);
    world->place.y = g_rand_int_range(world->random, 0, HEIGHT - SIDE + 1);
    guint at = world->now_ms + (guint)g_rand_int_range(world->random, 0, (gint)world->longest_late_ms + 1);
    if (world->first_change < world->last_change) {
        at = MAX(at, world->changes[(world->last_change - 1) % 256].at_ms); /* In their order. */
    }
    assert_true(world->last_change - world->first_change < 256);
    world->changes[world->last_change++ % 256] = (struct change){at, world->place};
}

/* A frame is captured, gets a time stamp somewhat later, and arrives later still. */
static void capture_frame(struct world *world) {
    GstBuffer *frame = gst_buffer_new_allocate(NULL, WIDTH * HEIGHT, NULL);
    gst_buffer_memset(frame, 0, SHOWN, WIDTH * HEIGHT);
    for (int row = 0; world->place.open && row < SIDE; row++) {
        gst_buffer_memset(frame, (gsize)((world->place.y + row) * WIDTH + world->place.x), SECRET, SIDE);
    }
    guint arrival = MAX(world->now_ms + (guint)g_rand_int_range(world->random, 0, 90), world->last_arrival_ms);
    guint stamp = world->now_ms + (guint)g_rand_int_range(world->random, 0, (gint)MIN(arrival - world->now_ms, ERROR / MS) + 1);
    GST_BUFFER_PTS(frame) = ns(stamp);
    GST_BUFFER_DTS(frame) = ns(arrival);
    world->last_arrival_ms = arrival;
    g_queue_push_tail(world->coming, frame);
}

static void deliver_frames(struct world *world) {
    GstBuffer *frame = NULL;
    while ((frame = g_queue_peek_head(world->coming)) != NULL && GST_BUFFER_DTS(frame) <= ns(world->now_ms)) {
        g_queue_pop_head(world->coming);
        GST_BUFFER_DTS(frame) = GST_CLOCK_TIME_NONE;
        assert_int_equal(gst_harness_push(world->harness, frame), GST_FLOW_OK);
        g_queue_push_tail(world->due, GUINT_TO_POINTER(world->now_ms + DELAY / MS));
    }
}

/* ---- The viewer ---- */

static void look_at(struct world *world, GstBuffer *frame) {
    GstMapInfo map;
    assert_true(gst_buffer_map(frame, &map, GST_MAP_READ));
    guint shown = 0, secret = 0;
    for (gsize index = 0; index < map.size; index++) {
        shown += map.data[index] == SHOWN;
        secret += map.data[index] == SECRET;
    }
    gst_buffer_unmap(frame, &map);
    gst_buffer_unref(frame);
    world->passed += 1;
    world->leaked += secret > 0;
    world->clear += shown > WIDTH * HEIGHT / 2;
    world->whole += shown == 0 && secret == 0;
}

static guint head_due(struct world *world) { return GPOINTER_TO_UINT(g_queue_peek_head(world->due)); }

/* Waits until the first frame that waits has left. It may leave now, so the task waits for this moment, or has not begun to wait. */
static void let_one_leave(struct world *world) {
    while (gst_harness_buffers_received(world->harness) == world->passed) {
        GstClockID id = NULL;
        if (gst_test_clock_peek_next_pending_id(world->clock, &id)) {
            if (gst_clock_id_get_time(id) <= ns(world->now_ms)) {
                gst_clock_id_unref(gst_test_clock_process_next_clock_id(world->clock));
            }
            gst_clock_id_unref(id);
        }
        g_usleep(20); /* Not only a yield: under valgrind the task would hardly run. */
    }
}

/* Takes the frames that may leave now. */
static void view(struct world *world) {
    while (!world->stalled && !g_queue_is_empty(world->due) && head_due(world) <= world->now_ms) {
        let_one_leave(world);
        look_at(world, gst_harness_pull(world->harness));
        g_queue_pop_head(world->due);
    }
}

/* Stops taking frames, just after one has left. It is redacted now, and the viewer looks at it later. The others wait behind it. */
static void stall(struct world *world) {
    let_one_leave(world);
    world->stalled = TRUE;
}

/* ---- Runs ---- */

static struct world *world_new(guint32 seed, guint longest_late_ms) {
    struct world *world = g_new0(struct world, 1);
    world->random = g_rand_new_with_seed(seed);
    world->longest_late_ms = longest_late_ms;
    world->coming = g_queue_new();
    world->due = g_queue_new();
    world->clock = GST_TEST_CLOCK(gst_test_clock_new_with_start_time(BOOT));
    scrim_monotonic_clock_replace(GST_CLOCK(world->clock));
    world->folder = g_dir_make_tmp("scrim-late-XXXXXX", NULL);
    world->path = g_build_filename(world->folder, "late.feed", NULL);

    scrim_scene_options options = SCRIM_SCENE_OPTIONS_INIT;
    assert_int_equal(scrim_scene_create(&options, &world->scene), SCRIM_OK);
    scrim_window window = SCRIM_WINDOW_INIT;
    assert_int_equal(scrim_scene_add_window(world->scene, &window, &world->window), SCRIM_OK);
    learn(world, world->place);
    assert_int_equal(scrim_scene_set_activity(world->scene, 0, SCRIM_ACTIVITY_ACTIVE), SCRIM_OK);
    assert_int_equal(scrim_scene_frame_ready(world->scene, 0), SCRIM_OK);
    publisher_new(world);

    world->redact = gst_object_ref_sink(g_object_new(SCRIM_TYPE_GST_REDACT, "feed", world->path, NULL));
    if (seed % 2 == 1) {
        g_object_set(world->redact, "hold", (guint64)0, NULL); /* The screen of this world shows a change at once. */
    }
    world->harness = gst_harness_new_with_element(world->redact, "sink", "src");
    gst_element_set_clock(world->redact, GST_CLOCK(world->clock));
    gst_harness_set_live(world->harness, TRUE);
    gst_harness_set_blocking_push_mode(world->harness);
    gst_harness_play(world->harness);
    gst_harness_set_src_caps_str(world->harness, WORLD_CAPS);
    return world;
}

static void world_free(struct world *world) {
    gst_harness_teardown(world->harness);
    gst_object_unref(world->redact);
    scrim_monotonic_clock_replace(NULL);
    gst_object_unref(world->clock);
    scrim_publisher_destroy(world->publisher);
    scrim_scene_destroy(world->scene);
    g_rmdir(world->folder);
    g_free(world->path);
    g_free(world->folder);
    g_queue_free(world->due);
    g_queue_free_full(world->coming, (GDestroyNotify)gst_buffer_unref);
    g_rand_free(world->random);
    g_free(world);
}

/* One millisecond. */
static void step(struct world *world) {
    change_screen(world);
    publish_what_is_due(world);
    view(world);
    if (world->now_ms % INTERVAL == 0) {
        capture_frame(world);
    }
    deliver_frames(world);
    world->now_ms += 1;
    gst_test_clock_set_time(world->clock, ns(world->now_ms));
}

static void steps(struct world *world, guint count) {
    for (guint index = 0; index < count; index++) {
        step(world);
    }
}

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

static void test_after_a_flush_nothing_old_leaves(void **state) {
    (void)state;
    for (guint32 seed = 0; seed < 20; seed++) {
        struct world *world = world_new(seed, 100);
        for (guint index = 0; index < 6; index++) {
            steps(world, (guint)g_rand_int_range(world->random, 200, 500));
            view(world); /* The harness cannot flush a frame that nobody has pulled. */
            assert_true(gst_harness_push_event(world->harness, gst_event_new_flush_start()));
            assert_true(gst_harness_push_event(world->harness, gst_event_new_flush_stop(FALSE)));
            GstSegment segment;
            gst_segment_init(&segment, GST_FORMAT_TIME);
            assert_true(gst_harness_push_event(world->harness, gst_event_new_segment(&segment)));
            g_queue_clear(world->due);
            world->passed = gst_harness_buffers_received(world->harness);
        }
        steps(world, 400);
        assert_int_equal(world->leaked, 0);
        assert_true(world->clear > 0);
        world_free(world);
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
        cmocka_unit_test(test_after_a_flush_nothing_old_leaves),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
