/* SPDX-License-Identifier: MIT */
/* A simulated world around scrimredact. A secret window opens, jumps and closes on the screen. The scene learns of each change
   late, by a known time, and publishes it. Frames are captured meanwhile.

   The world advances by steps of one millisecond, and all clocks are the test's own. So each run is the same. */
#ifndef SCRIM_PLUGIN_LATEWORLD_H
#define SCRIM_PLUGIN_LATEWORLD_H

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
    SECRET = 250, /* and of what is. Colors that cover it may have 255 as alpha. */
    INTERVAL = 20,  /* ms between frames */
    HEARTBEAT = 50, /* ms */
};

/* How frames show the screen. Each shows the part at its left and top, and each needs another number of bytes. */
struct format {
    const char *caps;
    int width, height, pixel_bytes;
};
static const struct format formats[] = {
    {"video/x-raw,format=GRAY8,width=48,height=32,framerate=50/1", 48, 32, 1},
    {"video/x-raw,format=RGBA,width=40,height=24,framerate=50/1", 40, 24, 4},
    {"video/x-raw,format=GRAY8,width=96,height=32,framerate=50/1", 96, 32, 1},
    {"video/x-raw,format=BGRA,width=64,height=40,framerate=50/1", 64, 40, 4},
};

static inline gsize bytes_of(const struct format *format) {
    return (gsize)(format->width * format->height * format->pixel_bytes);
}

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
    const struct format *format, *stream_format; /* Of the next frame that is captured, and of the last one that arrived. */
    GstSegment segment;
    GQueue *due; /* When each frame that waits may leave, in ms. */
    guint64 arrived, next; /* The number of the next frame to arrive, and to leave. */
    gboolean stalled;
    guint passed, clear, whole, leaked;
    gint misplaced; /* Frames that left with the segment or the caps of others. */
};

static inline guint64 ns(guint ms) { return BOOT + ms * MS; }

/* ---- The publisher ---- */

static inline void world_snapshot(struct world *world) {
    scrim_snapshot *snapshot = NULL;
    assert_int_equal(scrim_scene_snapshot(world->scene, ns(world->now_ms), &snapshot), SCRIM_OK);
    if (world->now_ms >= world->mute_until_ms) {
        assert_int_equal(scrim_publisher_publish(world->publisher, snapshot), SCRIM_OK);
    }
    scrim_snapshot_destroy(snapshot);
    world->next_beat_ms = world->now_ms + HEARTBEAT;
}

static inline void learn(struct world *world, struct place place) {
    scrim_window window = SCRIM_WINDOW_INIT;
    window.frame = (scrim_rect){place.x, place.y, SIDE, SIDE};
    window.flags = SCRIM_VIEW_SECURE | (place.open ? 0u : (uint32_t)SCRIM_VIEW_HIDDEN);
    assert_int_equal(scrim_scene_update_window(world->scene, world->window, &window), SCRIM_OK);
}

/* The scene learns of the changes in their order, each at most `longest_late_ms` late. */
static inline void publish_what_is_due(struct world *world) {
    gboolean learned = FALSE;
    while (world->first_change < world->last_change && world->changes[world->first_change % 256].at_ms <= world->now_ms) {
        learn(world, world->changes[world->first_change++ % 256].place);
        learned = TRUE;
    }
    if (learned || world->now_ms >= world->next_beat_ms) {
        world_snapshot(world);
    }
}

static inline void publisher_new(struct world *world) {
    scrim_publisher_options options = SCRIM_PUBLISHER_OPTIONS_INIT;
    options.name = world->path;
    options.name_length = strlen(world->path);
    assert_int_equal(scrim_publisher_create(&options, &world->publisher), SCRIM_OK);
}

/* ---- The screen ---- */

static inline void change_screen(struct world *world) {
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
static inline void capture_frame(struct world *world) {
    const struct format *format = world->format;
    GstBuffer *frame = gst_buffer_new_allocate(NULL, bytes_of(format), NULL);
    gst_buffer_memset(frame, 0, SHOWN, bytes_of(format));
    int left = MIN(world->place.x, format->width), right = MIN(world->place.x + SIDE, format->width);
    for (int row = world->place.y; world->place.open && row < MIN(world->place.y + SIDE, format->height); row++) {
        gst_buffer_memset(frame, (gsize)((row * format->width + left) * format->pixel_bytes), SECRET,
                          (gsize)((right - left) * format->pixel_bytes));
    }
    guint arrival = MAX(world->now_ms + (guint)g_rand_int_range(world->random, 0, 90), world->last_arrival_ms);
    guint stamp = world->now_ms + (guint)g_rand_int_range(world->random, 0, (gint)MIN(arrival - world->now_ms, ERROR / MS) + 1);
    GST_BUFFER_OFFSET_END(frame) = ns(stamp); /* The running time. */
    GST_BUFFER_DTS(frame) = ns(arrival);
    world->last_arrival_ms = arrival;
    g_queue_push_tail(world->coming, frame);
}

/* Sends the caps of a frame if the one before had others. */
static inline void announce_format(struct world *world, gsize bytes) {
    if (bytes == bytes_of(world->stream_format)) {
        return;
    }
    for (guint index = 0; index < G_N_ELEMENTS(formats); index++) {
        if (bytes_of(&formats[index]) == bytes) {
            world->stream_format = &formats[index];
        }
    }
    GstCaps *caps = gst_caps_from_string(world->stream_format->caps);
    assert_true(gst_harness_push_event(world->harness, gst_event_new_caps(caps)));
    gst_caps_unref(caps);
}

static inline void deliver_frames(struct world *world) {
    GstBuffer *frame = NULL;
    while ((frame = g_queue_peek_head(world->coming)) != NULL && GST_BUFFER_DTS(frame) <= ns(world->now_ms)) {
        g_queue_pop_head(world->coming);
        announce_format(world, gst_buffer_get_size(frame));
        GST_BUFFER_DTS(frame) = GST_CLOCK_TIME_NONE;
        GST_BUFFER_PTS(frame) = GST_BUFFER_OFFSET_END(frame) - world->segment.base + world->segment.start;
        GST_BUFFER_OFFSET(frame) = world->arrived++;
        assert_int_equal(gst_harness_push(world->harness, frame), GST_FLOW_OK);
        g_queue_push_tail(world->due, GUINT_TO_POINTER(world->now_ms + DELAY / MS));
    }
}

/* Sends a segment in which the same running times have other time stamps. */
static inline void push_segment(struct world *world) {
    world->segment.start = world->segment.position = (guint64)g_rand_int_range(world->random, 0, 1000000) * MS;
    world->segment.base = (guint64)g_rand_int_range(world->random, 0, (gint)(BOOT / MS)) * MS;
    assert_true(gst_harness_push_event(world->harness, gst_event_new_segment(&world->segment)));
}

/* ---- The viewer ---- */

/* Compares a frame with the segment and the caps that were announced to the viewer. */
static inline GstPadProbeReturn compare_with_events(GstPad *pad, GstPadProbeInfo *info, gpointer data) {
    struct world *world = data;
    GstBuffer *frame = GST_PAD_PROBE_INFO_BUFFER(info);
    GstEvent *event = gst_pad_get_sticky_event(pad, GST_EVENT_SEGMENT, 0);
    GstCaps *caps = gst_pad_get_current_caps(pad);
    GstVideoInfo video;
    const GstSegment *segment = NULL;
    gboolean fits = event != NULL && caps != NULL && gst_video_info_from_caps(&video, caps) && video.size == gst_buffer_get_size(frame);
    if (fits) {
        gst_event_parse_segment(event, &segment);
        fits = gst_segment_to_running_time(segment, GST_FORMAT_TIME, GST_BUFFER_PTS(frame)) == GST_BUFFER_OFFSET_END(frame);
    }
    if (!fits) {
        g_atomic_int_inc(&world->misplaced);
    }
    gst_clear_event(&event);
    gst_clear_caps(&caps);
    return GST_PAD_PROBE_OK;
}

static inline void look_at(struct world *world, GstBuffer *frame) {
    GstMapInfo map;
    assert_true(gst_buffer_map(frame, &map, GST_MAP_READ));
    assert_int_equal(GST_BUFFER_OFFSET(frame), world->next++);
    guint shown = 0, secret = 0;
    for (gsize index = 0; index < map.size; index++) {
        shown += map.data[index] == SHOWN;
        secret += map.data[index] == SECRET;
    }
    world->passed += 1;
    world->leaked += secret > 0;
    world->clear += shown > map.size / 2;
    world->whole += shown == 0 && secret == 0;
    gst_buffer_unmap(frame, &map);
    gst_buffer_unref(frame);
}

static inline guint head_due(struct world *world) { return GPOINTER_TO_UINT(g_queue_peek_head(world->due)); }

/* Waits until the first frame that waits has left. It may leave now, so the task waits for this moment, or has not begun to wait. */
static inline void let_one_leave(struct world *world) {
    gint64 begin = g_get_monotonic_time();
    while (gst_harness_buffers_received(world->harness) == world->passed) {
        assert_true(g_get_monotonic_time() - begin < 60 * G_USEC_PER_SEC); /* Else the frame is lost. */
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
static inline void view(struct world *world) {
    while (!world->stalled && !g_queue_is_empty(world->due) && head_due(world) <= world->now_ms) {
        let_one_leave(world);
        look_at(world, gst_harness_pull(world->harness));
        g_queue_pop_head(world->due);
    }
    /* No frame leaves early. If the task is slow, a later step finds it. */
    assert_true(world->stalled || gst_harness_buffers_received(world->harness) == world->passed);
}

/* Takes no more frames once the next one has left. It is redacted now, and the viewer looks at it later. The others wait behind it. */
static inline void stall(struct world *world) {
    let_one_leave(world);
    world->stalled = TRUE;
}

/* Drops all frames that wait. The harness cannot flush a frame that nobody has pulled, so this views those that may leave. */
static inline void flush(struct world *world) {
    view(world);
    assert_true(gst_harness_push_event(world->harness, gst_event_new_flush_start()));
    assert_true(gst_harness_push_event(world->harness, gst_event_new_flush_stop(FALSE)));
    g_queue_clear(world->due);
    world->next = world->arrived;
    push_segment(world);
}

/* ---- Runs ---- */

static inline struct world *world_new(guint32 seed, guint longest_late_ms) {
    struct world *world = g_new0(struct world, 1);
    world->random = g_rand_new_with_seed(seed);
    world->longest_late_ms = longest_late_ms;
    world->coming = g_queue_new();
    world->due = g_queue_new();
    world->format = world->stream_format = &formats[0];
    gst_segment_init(&world->segment, GST_FORMAT_TIME);
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
    gst_pad_add_probe(world->harness->sinkpad, GST_PAD_PROBE_TYPE_BUFFER, compare_with_events, world, NULL);
    gst_harness_set_src_caps_str(world->harness, formats[0].caps);
    return world;
}

static inline void world_free(struct world *world) {
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
static inline void step(struct world *world) {
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

static inline void steps(struct world *world, guint count) {
    for (guint index = 0; index < count; index++) {
        step(world);
    }
}

#endif
