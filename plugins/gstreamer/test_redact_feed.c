/* SPDX-License-Identifier: MIT */
/* scrimredact with a feed: the filter alone, with a clock that the tests set, and frames whose times are known. */
#include "harness.h"

#include <glib/gstdio.h>
#include <gst/check/gsttestclock.h>

#include "capturetime.h"
#include "scrimcover.h"
#include "support/support.h"

#define MS UINT64_C(1000000)
#define START (1000 * MS)
#define CAPTURED (START + 400 * MS) /* the time of most frames */
#define NOW (CAPTURED + 150 * MS)   /* when the filter gets them */
#define WHOLE 0, 0, WIDTH, HEIGHT

typedef struct Feed {
    gchar *folder, *path;
    GstTestClock *clock;
    scrim_scene *scene;
    scrim_id window;
    scrim_publisher *publisher;
    ScrimValues values;
    Fixture fixture;
} Feed;

static void set_now(Feed *feed, guint64 now) { gst_test_clock_set_time(feed->clock, now); }

static scrim_snapshot *snapshot_at(Feed *feed, guint64 now) {
    scrim_snapshot *snapshot = NULL;
    assert_int_equal(scrim_scene_snapshot(feed->scene, now, &snapshot), SCRIM_OK);
    return snapshot;
}

static void publish(Feed *feed, guint64 now) {
    scrim_snapshot *snapshot = snapshot_at(feed, now);
    assert_int_equal(scrim_publisher_publish(feed->publisher, snapshot), SCRIM_OK);
    scrim_snapshot_destroy(snapshot);
}

static void publisher_new(Feed *feed) {
    scrim_publisher_options options = SCRIM_PUBLISHER_OPTIONS_INIT;
    options.name = feed->path;
    options.name_length = strlen(feed->path);
    assert_int_equal(scrim_publisher_create(&options, &feed->publisher), SCRIM_OK);
}

/* A scene with a secure window at 4, 2 of 8 × 6 points, since START. */
static Feed feed_new(void) {
    Feed feed = {.folder = g_dir_make_tmp("scrim-feed-XXXXXX", NULL)};
    feed.path = g_build_filename(feed.folder, "test.feed", NULL);
    feed.clock = GST_TEST_CLOCK(gst_test_clock_new_with_start_time(START));
    scrim_monotonic_clock_replace(GST_CLOCK(feed.clock));
    scrim_scene_options options = SCRIM_SCENE_OPTIONS_INIT;
    assert_int_equal(scrim_scene_create(&options, &feed.scene), SCRIM_OK);
    assert_int_equal(scrim_scene_set_activity(feed.scene, 0, SCRIM_ACTIVITY_ACTIVE), SCRIM_OK);
    assert_int_equal(scrim_scene_frame_ready(feed.scene, 0), SCRIM_OK);
    scrim_window window = SCRIM_WINDOW_INIT;
    window.frame = (scrim_rect){4, 2, 8, 6};
    window.flags = SCRIM_VIEW_SECURE;
    assert_int_equal(scrim_scene_add_window(feed.scene, &window, &feed.window), SCRIM_OK);
    /* The cover with which a scene begins counts until the second snapshot. */
    scrim_snapshot_destroy(snapshot_at(&feed, START));
    scrim_snapshot_destroy(snapshot_at(&feed, START + MS));
    feed.values = (ScrimValues){.feed = feed.path, .sampling_gap = 2, .scale = 1, .threads = 1};
    feed.values.max_latency = 100 * MS;
    feed.values.delay = 150 * MS;
    feed.values.update_interval = 16666667;
    feed.values.hold = 150 * MS;
    return feed;
}

static void use_values(Feed *feed) {
    ScrimSettings *settings = scrim_settings_new(&feed->values);
    assert_null(settings->problem);
    scrim_gst_cover_set_settings(SCRIM_GST_COVER(feed->fixture.redact), settings);
    scrim_settings_unref(settings);
}

static void feed_play(Feed *feed, const char *caps) {
    feed->fixture.redact = gst_object_ref_sink(g_object_new(SCRIM_TYPE_GST_COVER, NULL));
    feed->fixture.bus = gst_bus_new();
    gst_element_set_bus(feed->fixture.redact, feed->fixture.bus);
    scrim_gst_cover_set_feed(SCRIM_GST_COVER(feed->fixture.redact), feed->path);
    use_values(feed);
    feed->fixture.harness = gst_harness_new_with_element(feed->fixture.redact, "sink", "src");
    gst_harness_play(feed->fixture.harness);
    gst_harness_set_src_caps_str(feed->fixture.harness, caps);
}

static void feed_stop(Feed *feed) {
    if (feed->fixture.redact)
        fixture_free(&feed->fixture);
    feed->fixture = (Fixture){NULL, NULL, NULL};
}

static void feed_free(Feed *feed) {
    feed_stop(feed);
    scrim_publisher_destroy(feed->publisher);
    scrim_scene_destroy(feed->scene);
    scrim_monotonic_clock_replace(NULL);
    gst_object_unref(feed->clock);
    g_unlink(feed->path);
    g_rmdir(feed->folder);
    g_free(feed->path);
    g_free(feed->folder);
}

static GstBuffer *timed(GstBuffer *buffer, guint64 from, guint64 to) {
    assert_true(scrim_capture_time_set(buffer, NULL, from, to));
    return buffer;
}

static void assert_state(Feed *feed, const char *state) {
    GstMessage *message = gst_bus_pop_filtered(feed->fixture.bus, GST_MESSAGE_ELEMENT);
    if (state == NULL) {
        assert_null(message);
        return;
    }
    assert_non_null(message);
    const GstStructure *text = gst_message_get_structure(message);
    assert_string_equal(gst_structure_get_name(text), "scrim-feed");
    assert_string_equal(gst_structure_get_string(text, "state"), state);
    gst_message_unref(message);
}

/* ---- The state of the feed ---- */

static void test_secure_windows_are_covered_while_the_feed_lives(void **state) {
    (void)state;
    Feed feed = feed_new();
    feed_play(&feed, GRAY);
    set_now(&feed, NOW);
    assert_covers(&feed.fixture, timed(gray(), CAPTURED, CAPTURED), WHOLE);
    assert_state(&feed, "missing");
    publisher_new(&feed);
    assert_covers(&feed.fixture, timed(gray(), CAPTURED, CAPTURED), WHOLE);
    assert_state(&feed, "empty");
    publish(&feed, NOW);
    assert_covers(&feed.fixture, timed(gray(), CAPTURED, CAPTURED), 4, 2, 12, 8);
    assert_state(&feed, "live");
    set_now(&feed, NOW + 151 * MS); /* a latency and a heartbeat, and more */
    assert_covers(&feed.fixture, timed(gray(), CAPTURED, CAPTURED), WHOLE);
    assert_state(&feed, "silent");
    publish(&feed, NOW + 151 * MS);
    assert_covers(&feed.fixture, timed(gray(), CAPTURED, CAPTURED), 4, 2, 12, 8);
    assert_state(&feed, "live");
    assert_covers(&feed.fixture, timed(gray(), CAPTURED, CAPTURED), 4, 2, 12, 8);
    assert_state(&feed, NULL);
    scrim_publisher_destroy(feed.publisher);
    feed.publisher = NULL;
    assert_covers(&feed.fixture, timed(gray(), CAPTURED, CAPTURED), WHOLE);
    assert_state(&feed, "missing");
    assert_true(g_file_set_contents_full(feed.path, "no feed", -1, G_FILE_SET_CONTENTS_NONE, 0600, NULL));
    assert_covers(&feed.fixture, timed(gray(), CAPTURED, CAPTURED), WHOLE);
    assert_state(&feed, "damaged");
    assert_no_message(&feed.fixture);
    feed_free(&feed);
}

static void test_a_frame_waits_for_snapshots_of_its_time(void **state) {
    (void)state;
    Feed feed = feed_new();
    publisher_new(&feed);
    feed_play(&feed, GRAY);
    set_now(&feed, NOW);
    publish(&feed, CAPTURED + 100 * MS - 1);
    assert_covers(&feed.fixture, timed(gray(), CAPTURED, CAPTURED), WHOLE);
    assert_message(&feed.fixture, GST_MESSAGE_WARNING, "frames are covered: the newest snapshot is too old for them: increase delay");
    assert_covers(&feed.fixture, timed(gray(), CAPTURED, CAPTURED), WHOLE);
    assert_no_message(&feed.fixture); /* it was reported */
    publish(&feed, CAPTURED + 100 * MS);
    assert_covers(&feed.fixture, timed(gray(), CAPTURED, CAPTURED), 4, 2, 12, 8);
    assert_no_message(&feed.fixture);
    assert_covers(&feed.fixture, timed(gray(), CAPTURED, CAPTURED + 1), WHOLE);
    assert_message(&feed.fixture, GST_MESSAGE_WARNING, "frames are covered: the newest snapshot is too old for them");
    feed_free(&feed);
}

static void test_a_window_is_covered_wherever_it_was(void **state) {
    (void)state;
    Feed feed = feed_new();
    publisher_new(&feed);
    feed_play(&feed, GRAY);
    scrim_snapshot_destroy(snapshot_at(&feed, CAPTURED - 5 * MS));
    scrim_window window = SCRIM_WINDOW_INIT;
    window.flags = SCRIM_VIEW_SECURE;
    window.frame = (scrim_rect){12, 2, 4, 6};
    assert_int_equal(scrim_scene_update_window(feed.scene, feed.window, &window), SCRIM_OK);
    set_now(&feed, NOW);
    publish(&feed, NOW);
    assert_covers(&feed.fixture, timed(gray(), CAPTURED, CAPTURED), 4, 2, 16, 8);
    set_now(&feed, NOW + 400 * MS);
    publish(&feed, NOW + 400 * MS);
    assert_covers(&feed.fixture, timed(gray(), CAPTURED + 400 * MS, CAPTURED + 400 * MS), 12, 2, 16, 8);
    feed_free(&feed);
}

static void test_frames_without_a_time_are_covered(void **state) {
    (void)state;
    Feed feed = feed_new();
    publisher_new(&feed);
    feed_play(&feed, GRAY);
    set_now(&feed, NOW);
    publish(&feed, NOW);
    assert_covers(&feed.fixture, gray(), WHOLE);
    assert_message(&feed.fixture, GST_MESSAGE_WARNING,
                   "frames are covered: it is unknown when they were captured: an element did not note it");
    GstBuffer *in = gray();
    scrim_capture_time_set(in, "a reason", CAPTURED, CAPTURED);
    assert_covers(&feed.fixture, in, WHOLE);
    assert_message(&feed.fixture, GST_MESSAGE_WARNING, "frames are covered: it is unknown when they were captured: a reason");
    in = gray();
    scrim_capture_time_set(in, "", CAPTURED, CAPTURED); /* a reason of a single frame */
    assert_covers(&feed.fixture, in, WHOLE);
    assert_no_message(&feed.fixture);
    feed.values.on_error = SCRIM_ON_ERROR_DROP;
    use_values(&feed);
    assert_null(passed(&feed.fixture, gray()));
    assert_message(&feed.fixture, GST_MESSAGE_WARNING, "frames are dropped: it is unknown when they were captured");
    assert_covers(&feed.fixture, timed(gray(), CAPTURED, CAPTURED), 4, 2, 12, 8);
    feed_free(&feed);
}

static void test_a_time_survives_a_copy_of_the_buffer(void **state) {
    (void)state;
    Feed feed = feed_new();
    publisher_new(&feed);
    feed_play(&feed, GRAY);
    set_now(&feed, NOW);
    publish(&feed, NOW);
    GstBuffer *in = timed(gray(), CAPTURED, CAPTURED);
    assert_covers(&feed.fixture, gst_buffer_ref(in), 4, 2, 12, 8);
    assert_covered(in, 0, 0, 0, 0);
    gst_buffer_unref(in);
    feed_free(&feed);
}

static void test_a_change_of_max_latency_changes_the_silence(void **state) {
    (void)state;
    Feed feed = feed_new();
    publisher_new(&feed);
    feed_play(&feed, GRAY);
    publish(&feed, NOW);
    set_now(&feed, NOW + 151 * MS);
    assert_covers(&feed.fixture, timed(gray(), CAPTURED, CAPTURED), WHOLE);
    assert_state(&feed, "silent");
    feed.values.max_latency = 150 * MS; /* so that the silence may be 200 ms */
    use_values(&feed);
    assert_covers(&feed.fixture, timed(gray(), CAPTURED, CAPTURED), 4, 2, 12, 8);
    assert_state(&feed, "live");
    set_now(&feed, NOW + 199 * MS);
    assert_covers(&feed.fixture, timed(gray(), CAPTURED, CAPTURED), 4, 2, 12, 8);
    assert_state(&feed, NULL);
    feed.values.max_latency = 100 * MS;
    use_values(&feed);
    assert_covers(&feed.fixture, timed(gray(), CAPTURED, CAPTURED), WHOLE);
    assert_state(&feed, "silent");
    feed_free(&feed);
}

/* ---- The log ---- */

static void note_log(GstDebugCategory *category, GstDebugLevel level, const gchar *file, const gchar *function, gint line, GObject *object,
                     GstDebugMessage *message, gpointer data) {
    (void)file, (void)function, (void)line, (void)object;
    if (g_str_has_prefix(gst_debug_category_get_name(category), "scrim"))
        g_string_append_printf(data, "%s %s\n", level == GST_LEVEL_WARNING ? "WARN" : "INFO", gst_debug_message_get(message));
}

static void assert_log(GString *log, const char *part) {
    if (strstr(log->str, part) == NULL)
        fail_msg("the log must contain \"%s\" (got \"%s\")", part, log->str);
    g_string_truncate(log, 0);
}

static void test_the_log_says_why_frames_are_black(void **state) {
    (void)state;
    if (running_on_valgrind())
        skip(); /* GStreamer never frees the lists of log functions that it replaces. */
    GString *log = g_string_new(NULL);
    gst_debug_set_active(TRUE);
    gst_debug_set_threshold_from_string("scrim*:4", FALSE);
    (gst_debug_add_log_function)(note_log, log, NULL);
    Feed feed = feed_new();
    feed_play(&feed, GRAY);
    set_now(&feed, NOW);
    assert_covers(&feed.fixture, timed(gray(), CAPTURED, CAPTURED), WHOLE);
    assert_log(log, "WARN frames are covered: the feed is missing");
    publisher_new(&feed);
    publish(&feed, NOW);
    assert_covers(&feed.fixture, timed(gray(), CAPTURED, CAPTURED), 4, 2, 12, 8);
    assert_log(log, "INFO the feed is live");
    assert_covers(&feed.fixture, timed(gray(), CAPTURED, NOW), WHOLE);
    assert_log(log, "WARN frames are covered: the newest snapshot is too old");
    assert_covers(&feed.fixture, gray(), WHOLE);
    assert_log(log, "WARN frames are covered: it is unknown when they were captured");
    GstBuffer *in = gray();
    scrim_capture_time_set(in, "", CAPTURED, CAPTURED);
    assert_covers(&feed.fixture, in, WHOLE);
    assert_log(log, "INFO a frame is covered or dropped, because it is outside of its segment");
    feed_free(&feed);
    Fixture fixture = fixture_new(GRAY, NULL);
    assert_log(log, "WARN frames are covered: nothing to cover is set");
    fixture_free(&fixture);
    (gst_debug_remove_log_function)(note_log);
    gst_debug_set_threshold_from_string("", TRUE);
    gst_debug_set_active(FALSE);
    g_string_free(log, TRUE);
}

static void test_errors_of_the_capture_are_reported(void **state) {
    (void)state;
    Feed feed = feed_new();
    publisher_new(&feed);
    feed.values.output = 3;
    feed_play(&feed, GRAY);
    set_now(&feed, NOW);
    publish(&feed, NOW);
    assert_covers(&feed.fixture, timed(gray(), CAPTURED, CAPTURED), WHOLE);
    assert_message(&feed.fixture, GST_MESSAGE_WARNING, "frames are covered: output must be the number of an output of the scene");
    gst_harness_set_src_caps_str(feed.fixture.harness,
                                 "video/x-raw,format=I420,width=16,height=12,framerate=25/1,interlace-mode=interleaved");
    GstBuffer *in = frame_of_size(16 * 12 * 3 / 2), *out = passed(&feed.fixture, timed(in, CAPTURED, CAPTURED));
    assert_int_equal(byte_at(out, 0), 16);
    gst_buffer_unref(out);
    assert_message(&feed.fixture, GST_MESSAGE_WARNING, "frames must not be interlaced if there is a feed");
    feed_free(&feed);
}

/* ---- The same bytes as scrim_capture_redact() ---- */

static void fill(GstBuffer *buffer, guint32 seed) {
    GstMapInfo map;
    gst_buffer_map(buffer, &map, GST_MAP_WRITE);
    for (gsize i = 0; i < map.size; i++) {
        seed = seed * 1664525 + 1013904223;
        map.data[i] = (guint8)(seed >> 24);
    }
    gst_buffer_unmap(buffer, &map);
}

static void test_frames_have_the_bytes_of_a_capture(void **state) {
    (void)state;
    static const uint32_t kinds[] = {SCRIM_STYLE_SOLID, SCRIM_STYLE_FROST, SCRIM_STYLE_TILES};
    static const char *const words[] = {"solid", "frost:5", "tiles:5"};
    for (gint transform = 0; transform < 8; transform++)
        for (guint kind = 0; kind < G_N_ELEMENTS(kinds); kind++)
            for (guint threads = 1; threads <= 3; threads += 2) {
                Feed feed = feed_new();
                publisher_new(&feed);
                gchar *style = g_strdup(words[kind]);
                feed.values.style = style;
                feed.values.transform = transform;
                feed.values.threads = threads;
                feed.values.origin_x = 2;
                feed.values.origin_y = 1;
                feed.values.scale = 2;
                feed.values.max_speed = 30;
                feed_play(&feed, "video/x-raw,format=RGBA,width=40,height=50,framerate=25/1");
                scrim_capture_options options = SCRIM_CAPTURE_OPTIONS_INIT;
                options.origin = (scrim_point){2, 1};
                options.scale = 2;
                options.transform = (uint32_t)transform;
                options.flags = SCRIM_CAPTURE_DELAYED;
                options.style.kind = kinds[kind];
                options.style.seed = 5;
                options.max_speed = 30;
                options.max_latency_ns = 100 * MS;
                scrim_capture *capture = NULL;
                assert_int_equal(scrim_capture_create(&options, &capture), SCRIM_OK);
                for (guint64 i = 0; i < 4; i++) { /* smoothing begins with the second frame */
                    guint64 captured = CAPTURED + i * 40 * MS, now = captured + 150 * MS;
                    set_now(&feed, now);
                    scrim_snapshot *snapshot = snapshot_at(&feed, now - 20 * MS);
                    assert_int_equal(scrim_publisher_publish(feed.publisher, snapshot), SCRIM_OK);
                    GstBuffer *in = frame_of_size(40 * 50 * 4);
                    fill(in, (guint32)i);
                    guint8 wanted[40 * 50 * 4], got[sizeof wanted];
                    gst_buffer_extract(in, 0, wanted, sizeof wanted);
                    scrim_frame frame = SCRIM_FRAME_INIT;
                    frame.format = SCRIM_FORMAT_RGBA;
                    frame.width = 40;
                    frame.height = 50;
                    frame.planes[0] = (scrim_plane){wanted, 160};
                    scrim_redact_report report = SCRIM_REDACT_REPORT_INIT;
                    assert_int_equal(scrim_capture_redact(capture, snapshot, &frame, captured - 3 * MS, captured, &report), SCRIM_OK);
                    assert_int_equal(report.outcome, SCRIM_OUTCOME_OK);
                    assert_true(report.pixels > 0);
                    GstBuffer *out = passed(&feed.fixture, timed(in, captured - 3 * MS, captured));
                    gst_buffer_extract(out, 0, got, sizeof got);
                    gst_buffer_unref(out);
                    scrim_snapshot_destroy(snapshot);
                    assert_memory_equal(got, wanted, sizeof got);
                }
                scrim_capture_destroy(capture);
                assert_no_message(&feed.fixture);
                g_free(style);
                feed_free(&feed);
            }
}

/* Frost takes its colors from around a box. With two boxes next to each other, these must not come from inside the other one. */
static void test_regions_and_windows_do_not_show_in_each_other(void **state) {
    (void)state;
    Feed feed = feed_new();
    publisher_new(&feed);
    gchar *style = g_strdup("frost:5");
    ScrimRegions *regions = scrim_regions_new("8x4+12+3/3x3+2+6");
    feed.values.style = style;
    feed.values.regions = regions;
    feed.values.scale = 2; /* the window is at 8, 4 with 16 × 12 pixels */
    feed_play(&feed, "video/x-raw,format=RGBA,width=40,height=30,framerate=25/1");
    guint8 results[2][40 * 30 * 4];
    for (guint content = 0; content < 2; content++) {
        guint64 captured = CAPTURED + content;
        set_now(&feed, captured + 150 * MS);
        publish(&feed, captured + 150 * MS);
        use_values(&feed);
        GstBuffer *in = frame_of_size(sizeof results[0]);
        fill(in, 1);
        for (guint y = 0; y < 30; y++)
            for (guint x = 0; x < 40; x++) {
                gboolean window = x >= 8 && x < 24 && y >= 4 && y < 16;
                gboolean region = (x >= 12 && x < 20 && y >= 3 && y < 7) || (x >= 2 && x < 5 && y >= 6 && y < 9);
                if (window || region)
                    gst_buffer_memset(in, (y * 40 + x) * 4, content ? 250 : 3, 4);
            }
        GstBuffer *out = passed(&feed.fixture, timed(in, CAPTURED, captured));
        gst_buffer_extract(out, 0, results[content], sizeof results[0]);
        gst_buffer_unref(out);
        feed_stop(&feed); /* smoothing remembers the frame before */
        feed_play(&feed, "video/x-raw,format=RGBA,width=40,height=30,framerate=25/1");
    }
    assert_memory_equal(results[0], results[1], sizeof results[0]);
    g_free(style);
    scrim_regions_unref(regions);
    feed_free(&feed);
}

/* Each thread has a capture of its own, and has not seen the same frames as the others. */
static void test_a_frame_that_goes_backward_in_time_is_covered_in_all_bands(void **state) {
    (void)state;
    enum {
        SIDE = 512
    };
    static guint8 pixels[SIDE * SIDE];
    /* In milliseconds after CAPTURED. A time that is repeated after a step backward is covered too. */
    static const struct {
        gint time;
        gboolean covered;
    } frames[] = {{0, FALSE}, {-60, TRUE}, {-60, TRUE}, {-30, FALSE}, {-30, FALSE}, {10, FALSE}};
    static const guint counts[] = {4, 1};
    for (gsize number = 0; number < G_N_ELEMENTS(counts); number++) {
        guint threads = counts[number], steps = 0;
        gboolean was_covered = FALSE;
        Feed feed = feed_new();
        publisher_new(&feed);
        feed.values.threads = threads;
        feed_play(&feed, "video/x-raw,format=GRAY8,width=512,height=512,framerate=25/1");
        set_now(&feed, NOW);
        publish(&feed, NOW);
        for (guint i = 0; i < 40 * G_N_ELEMENTS(frames); i++) {
            guint64 base = CAPTURED + i / G_N_ELEMENTS(frames) * 20;
            gboolean first = i && i % G_N_ELEMENTS(frames) == 0; /* it is before the last frame of the round before */
            guint64 time = base + (guint64)(frames[i % G_N_ELEMENTS(frames)].time * (gint64)MS);
            gboolean covered = first || frames[i % G_N_ELEMENTS(frames)].covered;
            GstBuffer *out = passed(&feed.fixture, timed(frame_of_size(sizeof pixels), time, time));
            assert_non_null(out);
            assert_int_equal(gst_buffer_extract(out, 0, pixels, sizeof pixels), sizeof pixels);
            gst_buffer_unref(out);
            guint shown = 0;
            for (gsize at = 0; at < sizeof pixels; at++)
                shown += pixels[at] == SHOWN;
            if (shown != (covered ? 0 : SIDE * SIDE - 8 * 6))
                fail_msg("with %u threads, frame %u must %s be covered wholly (%u pixels are shown)", threads, i, covered ? "" : "not", shown);
            steps += covered && !was_covered;
            was_covered = covered;
        }
        for (; steps > 0; steps--)
            assert_message(&feed.fixture, GST_MESSAGE_WARNING, "frames are covered: the capture time went backward");
        assert_no_message(&feed.fixture);
        feed_free(&feed);
    }
}

/* ---- Properties that change while frames wait ---- */

static void test_frames_from_before_a_change_are_covered(void **state) {
    (void)state;
    Feed feed = feed_new();
    publisher_new(&feed);
    feed_play(&feed, GRAY);
    set_now(&feed, NOW);
    publish(&feed, NOW);
    assert_covers(&feed.fixture, timed(gray(), CAPTURED, CAPTURED), 4, 2, 12, 8);
    ScrimSettings *settings = scrim_settings_new(&feed.values);
    settings->since_ns = CAPTURED + 10;
    scrim_gst_cover_set_settings(SCRIM_GST_COVER(feed.fixture.redact), settings);
    scrim_settings_unref(settings);
    assert_covers(&feed.fixture, timed(gray(), CAPTURED, CAPTURED), WHOLE);
    assert_covers(&feed.fixture, timed(gray(), CAPTURED, CAPTURED + 10), WHOLE);
    assert_covers(&feed.fixture, timed(gray(), CAPTURED + 10, CAPTURED + 20), WHOLE); /* it arrived later */
    assert_covers(&feed.fixture, timed(gray(), CAPTURED + 11, CAPTURED + 20), 4, 2, 12, 8);
    assert_no_message(&feed.fixture);
    feed_free(&feed);
}

/* The frame that waited is covered in any case, and it is not the one for which the regions were set. */
static void test_regions_belong_to_the_size_of_frames_from_after_the_change(void **state) {
    (void)state;
    Feed feed = feed_new();
    publisher_new(&feed);
    ScrimRegions *regions = scrim_regions_new("1x1+5+3");
    feed.values.regions = regions;
    feed_play(&feed, "video/x-raw,format=GRAY8,width=20,height=12,framerate=25/1");
    set_now(&feed, NOW);
    publish(&feed, NOW);
    ScrimSettings *settings = scrim_settings_new(&feed.values);
    settings->since_ns = CAPTURED;
    scrim_gst_cover_set_settings(SCRIM_GST_COVER(feed.fixture.redact), settings);
    scrim_settings_unref(settings);
    gst_buffer_unref(passed(&feed.fixture, timed(frame_of_size(20 * 12), CAPTURED, CAPTURED)));
    gst_harness_set_src_caps_str(feed.fixture.harness, GRAY);
    assert_covers(&feed.fixture, timed(gray(), CAPTURED + 1, CAPTURED + 1), 4, 2, 12, 8);
    assert_no_message(&feed.fixture);
    scrim_regions_unref(regions);
    feed_free(&feed);
}

/* The whole element, with a delay of 0. The time stops, so a frame arrives at the moment in which a property was set. */
static void test_each_property_covers_the_frames_from_before(void **state) {
    (void)state;
    static const char *const properties[][2] = {
        {"regions", "1x1+5+3"},
        {"style", "solid:#000000"},
        {"sampling-gap", "1"},
        {"dilation", "1"},
        {"size-multiple", "1"},
        {"roi-types", "face"},
        {"output", "0"},
        {"scale", "1"},
        {"origin-x", "0"},
        {"origin-y", "0"},
        {"transform", "none"},
        {"max-speed", "0"},
        {"hold", "1000000"},
        {"update-interval", "0"},
        {"threads", "2"},
    };
    Feed feed = feed_new();
    publisher_new(&feed);
    guint64 now = NOW;
    set_now(&feed, now);
    publish(&feed, now);
    feed.fixture = fixture_new(GRAY, "feed", feed.path, "max-latency", (guint64)0, "delay", (guint64)0, "clock-offset", (gint64)0,
                               "clock-error", (guint64)0, NULL);
    for (gsize i = 0; i <= G_N_ELEMENTS(properties); i++) {
        for (guint waits = 0; waits < 2; waits++) {
            GstBuffer *in = gray();
            GST_BUFFER_PTS(in) = now;
            assert_int_equal(gst_harness_push(feed.fixture.harness, in), GST_FLOW_OK);
            GstBuffer *out = gst_harness_pull(feed.fixture.harness);
            if (waits == 0 && i > 0) /* the values with which the element starts cover nothing more */
                assert_covered(out, WHOLE);
            else
                assert_covered(out, 4, 2, 12, 8);
            gst_buffer_unref(out);
            now += MS;
            set_now(&feed, now);
            publish(&feed, now);
        }
        if (i < G_N_ELEMENTS(properties))
            gst_util_set_object_arg(G_OBJECT(feed.fixture.redact), properties[i][0], properties[i][1]);
    }
    assert_no_message(&feed.fixture);
    feed_free(&feed);
}

/* ---- The bin ---- */

static void test_the_feed_cannot_change_while_frames_flow(void **state) {
    (void)state;
    Fixture fixture = fixture_new(GRAY, "regions", "8x6+4+2", NULL);
    g_object_set(fixture.redact, "feed", "/nonexistent/a.feed", NULL);
    assert_message(&fixture, GST_MESSAGE_WARNING, "feed must be set in the state NULL or READY; it is unchanged");
    assert_covers(&fixture, gray(), 4, 2, 12, 8);
    fixture_free(&fixture);
}

static void test_a_feed_can_be_set_and_removed_between_streams(void **state) {
    (void)state;
    Fixture fixture = fixture_new(NULL, "regions", "8x6+4+2", NULL);
    for (guint i = 0; i < 4; i++) {
        gst_element_set_state(fixture.redact, i % 3 ? GST_STATE_READY : GST_STATE_NULL);
        g_object_set(fixture.redact, "feed", i % 2 ? NULL : "/nonexistent/a.feed", NULL);
        gst_harness_play(fixture.harness);
        GstElement *hold = gst_bin_get_by_name(GST_BIN(fixture.redact), "hold");
        assert_int_equal(hold != NULL, i % 2 == 0);
        gst_clear_object(&hold);
        if (i % 2) {
            gst_harness_set_src_caps_str(fixture.harness, GRAY);
            assert_covers(&fixture, gray(), 4, 2, 12, 8);
        }
    }
    fixture_free(&fixture);
}

static void test_what_a_scene_has_forgotten_is_refused(void **state) {
    (void)state;
    Feed feed = feed_new();
    feed.values.clock_error = 650 * MS;
    ScrimSettings *settings = scrim_settings_new(&feed.values);
    assert_null(settings->problem);
    scrim_settings_unref(settings);
    feed.values.clock_error += 1;
    settings = scrim_settings_new(&feed.values);
    assert_string_equal(settings->problem, "delay, hold and clock-error must be at most 950 ms together, because a scene remembers "
                                           "one second (got 950000001 ns)");
    scrim_settings_unref(settings);
    feed_free(&feed);
}

static void test_frames_of_a_file_are_reported_once(void **state) {
    (void)state;
    Fixture fixture = fixture_new(GRAY, "feed", "/nonexistent/a.feed", NULL);
    gst_harness_set_live(fixture.harness, FALSE);
    for (guint i = 0; i < 3; i++) {
        assert_int_equal(gst_harness_push(fixture.harness, gray()), GST_FLOW_OK);
        GstBuffer *out = gst_harness_pull(fixture.harness);
        assert_covered(out, WHOLE);
        gst_buffer_unref(out);
    }
    assert_message(&fixture, GST_MESSAGE_WARNING,
                   "frames are covered: it is unknown when they were captured: the source is not live, and clock-offset is not set");
    assert_no_message(&fixture);
    fixture_free(&fixture);
}

int main(void) {
    harness_init();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_secure_windows_are_covered_while_the_feed_lives),
        cmocka_unit_test(test_a_frame_waits_for_snapshots_of_its_time),
        cmocka_unit_test(test_a_window_is_covered_wherever_it_was),
        cmocka_unit_test(test_frames_without_a_time_are_covered),
        cmocka_unit_test(test_a_time_survives_a_copy_of_the_buffer),
        cmocka_unit_test(test_a_change_of_max_latency_changes_the_silence),
        cmocka_unit_test(test_the_log_says_why_frames_are_black),
        cmocka_unit_test(test_errors_of_the_capture_are_reported),
        cmocka_unit_test(test_frames_have_the_bytes_of_a_capture),
        cmocka_unit_test(test_regions_and_windows_do_not_show_in_each_other),
        cmocka_unit_test(test_a_frame_that_goes_backward_in_time_is_covered_in_all_bands),
        cmocka_unit_test(test_frames_from_before_a_change_are_covered),
        cmocka_unit_test(test_regions_belong_to_the_size_of_frames_from_after_the_change),
        cmocka_unit_test(test_each_property_covers_the_frames_from_before),
        cmocka_unit_test(test_the_feed_cannot_change_while_frames_flow),
        cmocka_unit_test(test_a_feed_can_be_set_and_removed_between_streams),
        cmocka_unit_test(test_what_a_scene_has_forgotten_is_refused),
        cmocka_unit_test(test_frames_of_a_file_are_reported_once),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    gst_deinit();
    return failed;
}
