/* SPDX-License-Identifier: MIT */
/* The holder in pipelines of real elements: clocks, states, seeks, pools, and what is left over. */
#include "holdtest.h"

#include <string.h>

/* ---- What is left over ---- */

static GstTracer *leaks;

/* Adds the entries of a list to a table, by their types. */
static void note(GHashTable *objects, const GstStructure *checkpoint, const gchar *name, gboolean created) {
    /* These are kept by classes and by GStreamer itself. */
    static const gchar *const kept[] = {"GstCaps", "GstPadTemplate", "GstPlugin", "GstElementFactory", "GstTypeFindFactory",
                                        "GstDynamicTypeFactory", "GstDeviceProviderFactory", "GstTask", "GstTaskPool", "GstSystemClock", NULL};
    const GValue *list = gst_structure_get_value(checkpoint, name);
    for (guint index = 0; index < gst_value_list_get_size(list); index++) {
        const GstStructure *object = gst_value_get_structure(gst_value_list_get_value(list, index));
        const gchar *type = gst_structure_get_string(object, "type-name");
        if (!g_strv_contains(kept, type)) {
            gint *balance = g_hash_table_lookup(objects, type);
            if (balance == NULL) {
                balance = g_new0(gint, 1);
                g_hash_table_insert(objects, g_strdup(type), balance);
            }
            *balance += created ? 1 : -1;
        }
    }
}

/* How many objects have been created and not freed since the tracer was started, or asked. */
static gint left_over(void) {
    GstStructure *checkpoint = NULL;
    g_signal_emit_by_name(leaks, "activity-get-checkpoint", &checkpoint);
    GHashTable *objects = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
    note(objects, checkpoint, "objects-created-list", TRUE);
    note(objects, checkpoint, "objects-removed-list", FALSE);
    gst_structure_free(checkpoint);
    GHashTableIter iterator;
    gpointer type = NULL, balance = NULL;
    gint left = 0;
    g_hash_table_iter_init(&iterator, objects);
    while (g_hash_table_iter_next(&iterator, &type, &balance)) {
        if (*(gint *)balance != 0) {
            print_message("%d × %s\n", *(gint *)balance, (const gchar *)type);
            left += *(gint *)balance;
        }
    }
    g_hash_table_unref(objects);
    return left;
}

static int begin(void **state) {
    (void)state;
    scrim_monotonic_now(); /* Its clock stays. */
    g_signal_emit_by_name(leaks, "activity-start-tracking");
    return 0;
}

static int nothing_left(void **state) {
    (void)state;
    gint left = left_over();
    g_signal_emit_by_name(leaks, "activity-stop-tracking");
    return left == 0 ? 0 : -1;
}

static void test_the_tracer_sees_a_leak(void **state) {
    (void)state;
    GstBuffer *leaked = gst_buffer_new();
    assert_int_equal(left_over(), 1);
    gst_buffer_unref(leaked);
    assert_int_equal(left_over(), -1); /* Since the checkpoint before. */
}

/* ---- Pipelines ---- */

/* Puts a holder between a source and a sink, each a description. */
static GstElement *pipeline_new(const gchar *source, const gchar *sink, GstElement **hold) {
    GstElement *pipeline = gst_pipeline_new(NULL);
    GstElement *first = gst_parse_bin_from_description(source, TRUE, NULL);
    GstElement *last = gst_parse_bin_from_description(sink, TRUE, NULL);
    assert_true(first != NULL && last != NULL);
    *hold = g_object_new(SCRIM_TYPE_HOLD, NULL);
    gst_bin_add_many(GST_BIN(pipeline), first, *hold, last, NULL);
    assert_true(gst_element_link_many(first, *hold, last, NULL));
    return pipeline;
}

static void pipeline_free(GstElement *pipeline) {
    gst_element_set_state(pipeline, GST_STATE_NULL);
    gst_object_unref(pipeline);
}

static GstMessage *wait_for_message(GstElement *pipeline, GstMessageType types) {
    GstBus *bus = gst_element_get_bus(pipeline);
    GstMessage *message = gst_bus_timed_pop_filtered(bus, 60 * GST_SECOND, types | GST_MESSAGE_ERROR);
    gst_object_unref(bus);
    assert_non_null(message);
    assert_int_equal(GST_MESSAGE_TYPE(message) & types, GST_MESSAGE_TYPE(message));
    return message;
}

static void wait_for_end(GstElement *pipeline) { gst_message_unref(wait_for_message(pipeline, GST_MESSAGE_EOS)); }

/* ---- Time ---- */

#define FRAMES 24

/* A program that captures frames, and knows when. */
struct program {
    GstElement *pipeline, *hold;
    guint64 captured[FRAMES];
    guint64 delay;
    guint received;
    guint known;
};

static GstPadProbeReturn check_frame(GstPad *pad, GstPadProbeInfo *info, gpointer data) {
    (void)pad;
    struct program *program = data;
    GstBuffer *frame = GST_PAD_PROBE_INFO_BUFFER(info);
    guint64 captured = program->captured[number_of(frame)], from = 0, to = 0;
    guint64 now = scrim_monotonic_now();
    gboolean known = scrim_capture_time_get(frame, &from, &to) == NULL;
    /* A frame that waited in the source through the pause is not known. */
    gboolean may_be_unknown = number_of(frame) <= FRAMES / 2;
    if (known ? from > captured || to < captured || now < to + program->delay : !may_be_unknown) {
        g_error("frame %u of %" G_GUINT64_FORMAT ": %" G_GUINT64_FORMAT " to %" G_GUINT64_FORMAT, number_of(frame),
                captured, from, to);
    }
    program->known += known;
    program->received += 1;
    return GST_PAD_PROBE_OK;
}

/* Captures frames by the clock of the pipeline, and checks their intervals when they leave. */
static void capture_with(GstClock *clock) {
    struct program program = {.delay = 30 * MS};
    program.pipeline = pipeline_new("appsrc name=source is-live=true format=time max-buffers=0", "fakesink", &program.hold);
    g_object_set(program.hold, "delay", program.delay, "clock-error", (guint64)(5 * MS), NULL);
    GstPad *pad = gst_element_get_static_pad(program.hold, "src");
    gst_pad_add_probe(pad, GST_PAD_PROBE_TYPE_BUFFER, check_frame, &program, NULL);
    gst_object_unref(pad);
    gst_pipeline_use_clock(GST_PIPELINE(program.pipeline), clock);
    GstElement *source = gst_bin_get_by_name(GST_BIN(program.pipeline), "source");
    GstCaps *caps = gst_caps_from_string(CAPS_SMALL);
    g_object_set(source, "caps", caps, NULL);
    gst_caps_unref(caps);
    gst_element_set_state(program.pipeline, GST_STATE_PLAYING);
    gst_element_get_state(source, NULL, NULL, GST_CLOCK_TIME_NONE); /* The sink waits for its first frame. */
    for (guint8 number = 0; number < FRAMES; number++) {
        /* The stamp first, so that this thread may be late. */
        GstBuffer *frame = frame_new(gst_element_get_current_running_time(source), number);
        program.captured[number] = scrim_monotonic_now();
        assert_int_equal(gst_app_src_push_buffer(GST_APP_SRC(source), frame), GST_FLOW_OK);
        if (number == FRAMES / 2) {
            /* A pause. The program continues only after it. */
            gst_element_set_state(program.pipeline, GST_STATE_PAUSED);
            gst_element_get_state(source, NULL, NULL, GST_CLOCK_TIME_NONE);
            g_usleep(20000);
            gst_element_set_state(program.pipeline, GST_STATE_PLAYING);
            gst_element_get_state(source, NULL, NULL, GST_CLOCK_TIME_NONE);
        }
        g_usleep(1000);
    }
    gst_app_src_end_of_stream(GST_APP_SRC(source));
    wait_for_end(program.pipeline);
    assert_int_equal(program.received, FRAMES);
    assert_true(program.known >= FRAMES / 2 - 1); /* At least those after the pause. */
    gst_object_unref(source);
    pipeline_free(program.pipeline);
}

static void test_intervals_contain_the_capture_whatever_the_clock(void **state) {
    (void)state;
    const GstClockType types[] = {GST_CLOCK_TYPE_MONOTONIC, GST_CLOCK_TYPE_REALTIME};
    for (guint index = 0; index < G_N_ELEMENTS(types); index++) {
        GstClock *clock = g_object_new(GST_TYPE_SYSTEM_CLOCK, "clock-type", types[index], NULL);
        gst_object_ref_sink(clock);
        capture_with(clock);
        GstClockTime internal = gst_clock_get_internal_time(clock);
        gst_clock_set_calibration(clock, internal, internal + GST_SECOND, 1001, 1000);
        capture_with(clock);
        gst_object_unref(clock);
    }
}

/* ---- Pools ---- */

static void test_a_source_with_two_buffers_is_not_held_back(void **state) {
    (void)state;
    struct fixture *fixture = fixture_new(TRUE);
    GstBufferPool *pool = gst_buffer_pool_new();
    GstStructure *config = gst_buffer_pool_get_config(pool);
    gst_buffer_pool_config_set_params(config, NULL, FRAME_BYTES, 2, 2);
    assert_true(gst_buffer_pool_set_config(pool, config) && gst_buffer_pool_set_active(pool, TRUE));
    GstBufferPoolAcquireParams params = {.flags = GST_BUFFER_POOL_ACQUIRE_FLAG_DONTWAIT};
    for (guint8 number = 0; number < 20; number++) {
        GstBuffer *frame = NULL;
        assert_int_equal(gst_buffer_pool_acquire_buffer(pool, &frame, &params), GST_FLOW_OK);
        gst_buffer_memset(frame, 0, number, FRAME_BYTES);
        GST_BUFFER_PTS(frame) = 0;
        assert_int_equal(gst_harness_push(fixture->harness, frame), GST_FLOW_OK);
    }
    wait_for_waiting(fixture);
    reach(fixture, BOOT + DELAY);
    for (guint8 number = 0; number < 20; number++) {
        expect(fixture, number, BOOT + DELAY);
    }
    gst_buffer_pool_set_active(pool, FALSE);
    gst_object_unref(pool);
    fixture_free(fixture);
}

/* ---- Pauses and ends ---- */

static GstPadProbeReturn note_end(GstPad *pad, GstPadProbeInfo *info, gpointer data) {
    (void)pad;
    if (GST_EVENT_TYPE(GST_PAD_PROBE_INFO_EVENT(info)) == GST_EVENT_EOS) {
        g_atomic_int_set((gint *)data, 1);
    }
    return GST_PAD_PROBE_OK;
}

static void test_the_end_waits_for_all_frames_in_a_pause_too(void **state) {
    (void)state;
    GstTestClock *monotonic = GST_TEST_CLOCK(gst_test_clock_new_with_start_time(BOOT));
    scrim_monotonic_clock_replace(GST_CLOCK(monotonic));
    GstElement *hold = NULL;
    GstElement *pipeline = pipeline_new("appsrc name=source format=time", "appsink name=sink sync=false", &hold);
    g_object_set(hold, "clock-offset", (gint64)BOOT, NULL);
    GstElement *source = gst_bin_get_by_name(GST_BIN(pipeline), "source");
    GstElement *sink = gst_bin_get_by_name(GST_BIN(pipeline), "sink");
    GstCaps *caps = gst_caps_from_string(CAPS_SMALL);
    g_object_set(source, "caps", caps, NULL);
    gst_caps_unref(caps);
    gint ended = 0;
    GstPad *pad = gst_element_get_static_pad(hold, "sink");
    gst_pad_add_probe(pad, GST_PAD_PROBE_TYPE_EVENT_DOWNSTREAM, note_end, &ended, NULL);
    gst_object_unref(pad);
    gst_element_set_state(pipeline, GST_STATE_PAUSED);
    for (guint8 number = 0; number < 3; number++) {
        gst_app_src_push_buffer(GST_APP_SRC(source), frame_new(0, number));
    }
    gst_app_src_end_of_stream(GST_APP_SRC(source));
    while (!g_atomic_int_get(&ended)) {
        g_usleep(1000); /* Until all frames have arrived. */
    }
    GstClockID id = NULL;
    gst_test_clock_wait_for_next_pending_id(monotonic, &id);
    gst_clock_id_unref(id);
    /* The sink gets its first frame, and keeps the task. */
    gst_test_clock_set_time(monotonic, BOOT + DELAY);
    gst_clock_id_unref(gst_test_clock_process_next_clock_id(monotonic));
    assert_int_equal(gst_element_get_state(pipeline, NULL, NULL, GST_CLOCK_TIME_NONE), GST_STATE_CHANGE_SUCCESS);
    assert_false(gst_app_sink_is_eos(GST_APP_SINK(sink)));
    gst_test_clock_set_time(monotonic, BOOT + 10 * DELAY);

    gst_element_set_state(pipeline, GST_STATE_PLAYING);
    for (guint8 number = 0; number < 3; number++) {
        GstSample *sample = gst_app_sink_pull_sample(GST_APP_SINK(sink));
        assert_non_null(sample);
        GstBuffer *frame = gst_sample_get_buffer(sample);
        assert_int_equal(number_of(frame), number);
        guint64 from = 0, to = 0;
        assert_null(scrim_capture_time_get(frame, &from, &to));
        assert_int_equal(to, BOOT); /* When it arrived, however long it waited then. */
        gst_sample_unref(sample);
    }
    assert_null(gst_app_sink_pull_sample(GST_APP_SINK(sink)));
    assert_true(gst_app_sink_is_eos(GST_APP_SINK(sink)));
    gst_object_unref(source);
    gst_object_unref(sink);
    pipeline_free(pipeline);
    scrim_monotonic_clock_replace(NULL);
    gst_object_unref(monotonic);
}

static void test_live_frames_and_the_end_pass(void **state) {
    (void)state;
    GstElement *hold = NULL;
    GstElement *pipeline = pipeline_new("videotestsrc is-live=true num-buffers=12 ! video/x-raw,framerate=100/1,width=16,height=16",
                                        "fakesink sync=true name=sink", &hold);
    g_object_set(hold, "delay", (guint64)(50 * MS), NULL);
    guint64 begun = scrim_monotonic_now();
    gst_element_set_state(pipeline, GST_STATE_PLAYING);
    wait_for_end(pipeline);
    assert_true(scrim_monotonic_now() - begun >= 11 * 10 * MS + 50 * MS);
    GstElement *sink = gst_bin_get_by_name(GST_BIN(pipeline), "sink");
    GstStructure *statistics = NULL;
    g_object_get(sink, "stats", &statistics, NULL);
    guint64 rendered = 0;
    gst_structure_get_uint64(statistics, "rendered", &rendered);
    gst_structure_free(statistics);
    gst_object_unref(sink);
    assert_int_equal(rendered, 12);
    pipeline_free(pipeline);
}

/* ---- Seeks ---- */

struct seen {
    gint flushed; /* FLUSH_STOP has passed, */
    gint early;   /* and then frames from before the seek. */
    gint late;
    GstClockTime target;
};

static GstPadProbeReturn watch(GstPad *pad, GstPadProbeInfo *info, gpointer data) {
    (void)pad;
    struct seen *seen = data;
    if (GST_IS_EVENT(info->data)) {
        if (GST_EVENT_TYPE(info->data) == GST_EVENT_FLUSH_STOP) {
            g_atomic_int_set(&seen->flushed, 1);
        }
    } else if (g_atomic_int_get(&seen->flushed)) {
        g_atomic_int_inc(GST_BUFFER_PTS(GST_PAD_PROBE_INFO_BUFFER(info)) < seen->target ? &seen->early : &seen->late);
    }
    return GST_PAD_PROBE_OK;
}

static void seek_in(const gchar *description, gboolean offset, GstClockTime target) {
    GstElement *hold = NULL;
    GstElement *pipeline = pipeline_new(description, "fakesink", &hold);
    g_object_set(hold, "delay", (guint64)(60 * MS), "max-frames", 20u, NULL);
    if (offset) {
        g_object_set(hold, "clock-offset", (gint64)1, NULL);
    }
    struct seen seen = {.target = target};
    GstPad *pad = gst_element_get_static_pad(hold, "src");
    gst_pad_add_probe(pad, GST_PAD_PROBE_TYPE_BUFFER | GST_PAD_PROBE_TYPE_EVENT_DOWNSTREAM | GST_PAD_PROBE_TYPE_EVENT_FLUSH, watch, &seen, NULL);
    gst_object_unref(pad);
    for (int state = GST_STATE_PAUSED; state <= GST_STATE_PLAYING; state++) {
        gst_element_set_state(pipeline, (GstState)state);
        gst_element_get_state(pipeline, NULL, NULL, GST_CLOCK_TIME_NONE);
        g_usleep(30000);
        g_atomic_int_set(&seen.flushed, 0);
        g_atomic_int_set(&seen.late, 0);
        assert_true(gst_element_seek_simple(pipeline, GST_FORMAT_TIME, GST_SEEK_FLAG_FLUSH, (gint64)seen.target));
        if (state == GST_STATE_PLAYING) {
            while (g_atomic_int_get(&seen.late) < 3) {
                g_usleep(1000);
            }
        }
        assert_true(g_atomic_int_get(&seen.flushed));
    }
    assert_int_equal(seen.early, 0);
    pipeline_free(pipeline);
}

static void test_no_frame_from_before_a_seek_leaves_after_it(void **state) {
    (void)state;
    seek_in("videotestsrc ! video/x-raw,framerate=100/1,width=16,height=16", FALSE, 500 * GST_SECOND);
    seek_in("videotestsrc ! video/x-raw,framerate=100/1,width=16,height=16", TRUE, 500 * GST_SECOND);
    /* A live source waits until the clock reaches the time of a frame, so it can only go back. */
    seek_in("videotestsrc is-live=true ! video/x-raw,framerate=100/1,width=16,height=16", FALSE, 0);
}

/* ---- Caps ---- */

static GstPadProbeReturn check_caps(GstPad *pad, GstPadProbeInfo *info, gpointer data) {
    gint *widths = data;
    GstCaps *caps = gst_pad_get_current_caps(pad);
    GstVideoInfo video;
    if (caps == NULL || !gst_video_info_from_caps(&video, caps) ||
        video.size != gst_buffer_get_size(GST_PAD_PROBE_INFO_BUFFER(info))) {
        g_error("a frame left with the caps of another one");
    }
    gst_caps_unref(caps);
    if (widths[0] != video.width) {
        widths[0] = video.width;
        widths[1] += 1;
    }
    return GST_PAD_PROBE_OK;
}

static void test_new_caps_stay_with_their_frames(void **state) {
    (void)state;
    GstElement *hold = NULL;
    GstElement *pipeline = pipeline_new("videotestsrc is-live=true num-buffers=40 ! capsfilter name=filter caps-change-mode=delayed", "fakesink", &hold);
    g_object_set(hold, "delay", (guint64)(50 * MS), NULL);
    GstElement *filter = gst_bin_get_by_name(GST_BIN(pipeline), "filter");
    gint widths[2] = {0, 0};
    GstPad *pad = gst_element_get_static_pad(hold, "src");
    gst_pad_add_probe(pad, GST_PAD_PROBE_TYPE_BUFFER, check_caps, widths, NULL);
    gst_object_unref(pad);
    gst_util_set_object_arg(G_OBJECT(filter), "caps", "video/x-raw,format=RGBA,framerate=100/1,width=16,height=16");
    gst_element_set_state(pipeline, GST_STATE_PLAYING);
    for (int width = 24; width < 64; width += 8) {
        g_usleep(40000);
        gchar *caps = g_strdup_printf("video/x-raw,format=RGBA,framerate=100/1,width=%d,height=16", width);
        gst_util_set_object_arg(G_OBJECT(filter), "caps", caps);
        g_free(caps);
    }
    wait_for_end(pipeline);
    assert_true(widths[1] >= 3);
    gst_object_unref(filter);
    pipeline_free(pipeline);
}

/* ---- States ---- */

static void disturb(GRand *random, GstElement *pipeline, GstElement *hold) {
    switch (g_rand_int_range(random, 0, 7)) {
    case 0:
        gst_element_set_state(pipeline, GST_STATE_PAUSED);
        break;
    case 1:
        gst_element_set_state(pipeline, GST_STATE_PLAYING);
        break;
    case 2:
        gst_element_seek_simple(pipeline, GST_FORMAT_TIME, GST_SEEK_FLAG_FLUSH, 0);
        break;
    case 3:
        g_object_set(hold, "clock-offset", (gint64)scrim_monotonic_now(), NULL);
        break;
    case 4:
        g_object_set(hold, "delay", (guint64)g_rand_int_range(random, 0, 30) * MS, NULL);
        break;
    case 5:
        g_object_set(hold, "max-frames", (guint)g_rand_int_range(random, 1, 5), NULL);
        break;
    default:
        gst_element_set_state(pipeline, GST_STATE_READY);
        break;
    }
}

static void test_a_pipeline_can_stop_at_any_moment(void **state) {
    (void)state;
    const gchar *sources[] = {
        "videotestsrc name=source is-live=true ! video/x-raw,framerate=200/1,width=16,height=16",
        "videotestsrc name=source ! video/x-raw,framerate=200/1,width=16,height=16",
    };
    const gchar *sinks[] = {"fakesink sync=true", "fakesink", "fakesink state-error=paused-to-playing", "fakesink async=false"};
    GRand *random = g_rand_new_with_seed(1);
    for (int round = 0; round < 160; round++) {
        GstElement *hold = NULL;
        GstElement *pipeline = pipeline_new(sources[round % 2], sinks[round / 2 % 4], &hold);
        g_object_set(hold, "delay", (guint64)(20 * MS), NULL);
        GstElement *source = gst_bin_get_by_name(GST_BIN(pipeline), "source");
        g_object_set(source, "num-buffers", g_rand_int_range(random, 1, 12), NULL); /* Then the stream ends. */
        gst_object_unref(source);
        gst_element_set_state(pipeline, GST_STATE_PLAYING);
        for (int step = g_rand_int_range(random, 0, 4); step > 0; step--) {
            g_usleep((gulong)g_rand_int_range(random, 0, 12000));
            disturb(random, pipeline, hold);
        }
        g_usleep((gulong)g_rand_int_range(random, 0, 8000));
        pipeline_free(pipeline);
    }
    g_rand_free(random);
}

int main(int argc, char **argv) {
    g_setenv("GST_TRACERS", "leaks", TRUE);
    gst_init(&argc, &argv);
    GList *tracers = gst_tracing_get_active_tracers();
    leaks = tracers == NULL ? NULL : tracers->data;
    if (leaks == NULL) {
        return 77; /* GStreamer was built without tracers. */
    }
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_the_tracer_sees_a_leak, begin, nothing_left),
        cmocka_unit_test_setup_teardown(test_intervals_contain_the_capture_whatever_the_clock, begin, nothing_left),
        cmocka_unit_test_setup_teardown(test_a_source_with_two_buffers_is_not_held_back, begin, nothing_left),
        cmocka_unit_test_setup_teardown(test_the_end_waits_for_all_frames_in_a_pause_too, begin, nothing_left),
        cmocka_unit_test_setup_teardown(test_live_frames_and_the_end_pass, begin, nothing_left),
        cmocka_unit_test_setup_teardown(test_no_frame_from_before_a_seek_leaves_after_it, begin, nothing_left),
        cmocka_unit_test_setup_teardown(test_new_caps_stay_with_their_frames, begin, nothing_left),
        cmocka_unit_test_setup_teardown(test_a_pipeline_can_stop_at_any_moment, begin, nothing_left),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    g_list_free_full(tracers, gst_object_unref);
    return failed;
}
