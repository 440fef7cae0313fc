/* SPDX-License-Identifier: MIT */
/* What time stamps mean, against a simulated world that knows when each frame was captured. */
#include "holdtest.h"

struct world {
    GstTestClock *monotonic, *clock;
    GstElement *element;
    ScrimStreamTime time;
    gint64 offset_ns;
    guint64 error_ns;
};

static struct world *world_new(GstClockTime clock) {
    struct world *world = g_new0(struct world, 1);
    world->monotonic = GST_TEST_CLOCK(gst_test_clock_new_with_start_time(BOOT));
    world->clock = GST_TEST_CLOCK(gst_test_clock_new_with_start_time(clock));
    scrim_monotonic_clock_replace(GST_CLOCK(world->monotonic));
    world->element = gst_object_ref_sink(gst_bin_new(NULL));
    gst_element_set_clock(world->element, GST_CLOCK(world->clock));
    gst_element_set_base_time(world->element, clock);
    scrim_stream_time_init(&world->time);
    gst_segment_init(&world->time.segment, GST_FORMAT_TIME);
    world->offset_ns = SCRIM_OFFSET_MEASURED;
    return world;
}

static struct world *world_that_plays(GstClockTime clock) {
    struct world *world = world_new(clock);
    scrim_stream_time_play(&world->time, world->element);
    return world;
}

static void world_free(struct world *world) {
    scrim_stream_time_clear(&world->time);
    gst_object_unref(world->element);
    scrim_monotonic_clock_replace(NULL);
    gst_object_unref(world->clock);
    gst_object_unref(world->monotonic);
    g_free(world);
}

static guint64 monotonic_now(struct world *world) { return gst_clock_get_time(GST_CLOCK(world->monotonic)); }

static GstClockTime running_now(struct world *world) {
    return gst_clock_get_time(GST_CLOCK(world->clock)) - gst_element_get_base_time(world->element);
}

/* Lets time pass, on both clocks. */
static void go_on(struct world *world, GstClockTime time, GstClockTime clock) {
    gst_test_clock_advance_time(world->monotonic, (GstClockTimeDiff)time);
    gst_test_clock_advance_time(world->clock, (GstClockTimeDiff)clock);
}

static const gchar *find(struct world *world, GstClockTime stamp, gboolean live, guint64 *from) {
    GstBuffer *frame = gst_buffer_new();
    GST_BUFFER_PTS(frame) = stamp;
    guint64 arrival = scrim_monotonic_now();
    const gchar *problem = scrim_stream_time_find(&world->time, world->element, frame, live, world->offset_ns,
                                                  world->error_ns, arrival, from);
    gst_buffer_unref(frame);
    if (problem == NULL) {
        assert_true(*from <= arrival);
    }
    return problem;
}

static void expect_from(struct world *world, GstClockTime stamp, guint64 expected) {
    guint64 from = 0;
    const gchar *problem = find(world, stamp, TRUE, &from);
    assert_null(problem);
    assert_int_equal(from, expected);
}

static void expect_problem(struct world *world, GstClockTime stamp, const gchar *part) {
    guint64 from = 0;
    const gchar *problem = find(world, stamp, TRUE, &from);
    assert_non_null(problem);
    assert_non_null(strstr(problem, part));
}

/* ---- The clock of the system ---- */

static void test_the_clock_is_clock_monotonic(void **state) {
    (void)state;
    for (int index = 0; index < 1000; index++) {
        struct timespec before, after;
        clock_gettime(CLOCK_MONOTONIC, &before);
        guint64 now = scrim_monotonic_now();
        clock_gettime(CLOCK_MONOTONIC, &after);
        assert_true(now >= GST_TIMESPEC_TO_TIME(before) && now <= GST_TIMESPEC_TO_TIME(after));
    }
}

static void test_an_adjusted_system_clock_does_not_adjust_it(void **state) {
    (void)state;
    GstClock *clock = gst_system_clock_obtain();
    GstClockTime internal = gst_clock_get_internal_time(clock);
    gst_clock_set_calibration(clock, internal, internal + 3600 * GST_SECOND, 2, 1);
    struct timespec before, after;
    clock_gettime(CLOCK_MONOTONIC, &before);
    guint64 now = scrim_monotonic_now();
    clock_gettime(CLOCK_MONOTONIC, &after);
    assert_true(now >= GST_TIMESPEC_TO_TIME(before) && now <= GST_TIMESPEC_TO_TIME(after));
    gst_clock_set_calibration(clock, 0, 0, 1, 1);
    gst_object_unref(clock);
}

/* ---- Live sources ---- */

static void test_a_clock_with_another_origin_is_measured(void **state) {
    (void)state;
    const GstClockTime origins[] = {0, 1, BOOT, 1700000000 * GST_SECOND};
    for (guint index = 0; index < G_N_ELEMENTS(origins); index++) {
        struct world *world = world_that_plays(origins[index]);
        go_on(world, 5 * MS, 5 * MS);
        GstClockTime stamp = running_now(world);
        guint64 captured = monotonic_now(world);
        go_on(world, 30 * MS, 30 * MS);
        expect_from(world, stamp, captured);
        world->error_ns = 7 * MS;
        expect_from(world, stamp, captured - 7 * MS);
        world_free(world);
    }
}

/* How the clock of the pipeline goes while CLOCK_MONOTONIC advances by `time`. */
typedef GstClockTime going(GRand *random, GstClockTime time);

static GstClockTime goes_equally(GRand *random, GstClockTime time) {
    (void)random;
    return time;
}

static GstClockTime goes_slowly(GRand *random, GstClockTime time) {
    (void)random;
    return time - time / 500;
}

static GstClockTime goes_fast(GRand *random, GstClockTime time) {
    (void)random;
    return time + time / 50;
}

static GstClockTime goes_unevenly(GRand *random, GstClockTime time) {
    return time / 1000 * (guint)g_rand_int_range(random, 900, 1100);
}

static GstClockTime is_set_forward(GRand *random, GstClockTime time) {
    return time + (g_rand_int_range(random, 0, 40) == 0 ? (guint)g_rand_int_range(random, 1, 3000) * MS : 0);
}

/* A GstClock never goes back. If its time is set back, it stops. */
static GstClockTime stands_still_at_times(GRand *random, GstClockTime time) {
    static gint standing;
    standing = standing > 0 ? standing - 1 : (g_rand_int_range(random, 0, 60) == 0 ? 40 : 0);
    return standing > 0 ? 0 : time;
}

static GstClockTime stands_still(GRand *random, GstClockTime time) {
    (void)random, (void)time;
    return 0;
}

struct capture {
    GstClockTime stamp;
    guint64 captured;
};

/* A source captures a frame every few milliseconds. Each arrives up to 900 ms later. No frame may be taken for a later one. */
static void simulate(going *go, guint32 seed, guint *known) {
    GRand *random = g_rand_new_with_seed(seed);
    struct world *world = world_that_plays(g_rand_boolean(random) ? 7 : 1700000000 * GST_SECOND);
    GQueue waiting = G_QUEUE_INIT;
    gint most = g_rand_int_range(random, 1, 60);
    /* Nobody reads this clock between two arrivals, so what it does there is part of the error. */
    world->error_ns = go == goes_unevenly ? SCRIM_HOLD_DEFAULT_ERROR_NS : 0;
    for (int step = 0; step < 600; step++) {
        GstClockTime time = (guint)g_rand_int_range(random, 1, 15000) * 1000;
        go_on(world, time, go(random, time));
        struct capture *capture = g_new(struct capture, 1);
        *capture = (struct capture){running_now(world), monotonic_now(world)};
        g_queue_push_tail(&waiting, capture);
        time = (guint)g_rand_int_range(random, 0, 3000) * 1000;
        go_on(world, time, go(random, time));
        while ((gint)waiting.length > g_rand_int_range(random, 0, most)) {
            capture = g_queue_pop_head(&waiting);
            guint64 from = 0;
            if (find(world, capture->stamp, TRUE, &from) == NULL) {
                *known += 1;
                assert_true(from <= capture->captured);
                if (go == goes_equally) {
                    assert_int_equal(from, capture->captured);
                }
            }
            g_free(capture);
        }
    }
    g_queue_clear_full(&waiting, g_free);
    world_free(world);
    g_rand_free(random);
}

static void test_no_frame_is_taken_for_a_later_one_however_the_clock_goes(void **state) {
    (void)state;
    going *const goings[] = {goes_equally, goes_slowly, goes_fast, goes_unevenly, is_set_forward, stands_still_at_times, stands_still};
    for (guint index = 0; index < G_N_ELEMENTS(goings); index++) {
        guint known = 0;
        for (guint32 seed = 0; seed < 60; seed++) {
            simulate(goings[index], seed, &known);
        }
        assert_true(known > 10000);
    }
}

static void test_a_clock_that_was_set_is_trusted_again_after_eight_seconds(void **state) {
    (void)state;
    struct world *world = world_that_plays(0);
    go_on(world, 20 * MS, 20 * MS);
    expect_from(world, running_now(world), monotonic_now(world));
    go_on(world, 2020 * MS, 20 * MS); /* It was set back by two seconds. */
    guint64 from = 0;
    assert_null(find(world, running_now(world), TRUE, &from));
    assert_true(from + 2000 * MS <= monotonic_now(world));
    for (int second = 0; second < 80; second++) {
        assert_null(find(world, running_now(world), TRUE, &from));
        go_on(world, 100 * MS, 100 * MS);
    }
    expect_from(world, running_now(world), monotonic_now(world));
    world_free(world);
}

static void change_clock(struct world *world, GstClockTime time) {
    GstClockTime running = running_now(world);
    gst_object_unref(world->clock);
    world->clock = GST_TEST_CLOCK(gst_test_clock_new_with_start_time(time));
    gst_element_set_clock(world->element, GST_CLOCK(world->clock));
    gst_element_set_base_time(world->element, time - running);
}

static void test_another_clock_is_measured_anew(void **state) {
    (void)state;
    struct world *world = world_that_plays(100 * GST_SECOND);
    const GstClockTime times[] = {5000 * GST_SECOND, 100 * GST_SECOND, 1700000000 * GST_SECOND};
    for (guint index = 0; index < G_N_ELEMENTS(times); index++) {
        go_on(world, 20 * MS, 20 * MS);
        expect_from(world, running_now(world), monotonic_now(world));
        change_clock(world, times[index]);
        go_on(world, 20 * MS, 20 * MS);
        expect_from(world, running_now(world), monotonic_now(world));
    }
    world_free(world);
}

/* ---- Pauses ---- */

static void test_a_frame_from_before_a_pause_is_not_taken_for_a_new_one(void **state) {
    (void)state;
    struct world *world = world_that_plays(BOOT);
    GstClockTime base = BOOT;
    GstClockTime old = 0;
    for (int round = 0; round < 3; round++) {
        go_on(world, 500 * MS, 500 * MS);
        old = running_now(world);
        expect_from(world, old, monotonic_now(world));
        go_on(world, 1, 1);
        /* The pipeline pauses for 40 ms or more. The running time stops meanwhile. */
        GstClockTime pause = (40 + (guint)round * 3000) * MS;
        go_on(world, pause, pause);
        base += pause;
        gst_element_set_base_time(world->element, base);
        scrim_stream_time_play(&world->time, world->element);
        expect_problem(world, old, "");
        expect_problem(world, running_now(world) - 1, "");
        expect_from(world, running_now(world), monotonic_now(world));
        go_on(world, 20 * MS, 20 * MS);
        expect_problem(world, old, "");
        expect_from(world, running_now(world), monotonic_now(world));
    }
    scrim_stream_time_reset(&world->time);
    gst_segment_init(&world->time.segment, GST_FORMAT_TIME);
    expect_problem(world, running_now(world), "");
    world_free(world);
}

static void test_nothing_is_known_before_the_pipeline_plays(void **state) {
    (void)state;
    struct world *world = world_new(BOOT);
    expect_problem(world, 0, "");
    scrim_stream_time_play(&world->time, world->element);
    expect_from(world, 0, BOOT);
    world_free(world);
}

/* ---- Offsets that are given ---- */

static void test_an_offset_maps_running_time_without_a_clock(void **state) {
    (void)state;
    struct world *world = world_new(0);
    gst_element_set_clock(world->element, NULL);
    world->offset_ns = BOOT - 500 * MS;
    world->error_ns = 10 * MS;
    guint64 from = 0;
    assert_null(find(world, 200 * MS, FALSE, &from));
    assert_int_equal(from, BOOT - 310 * MS);
    /* A stamp is in the future by less than the error, and by more. */
    assert_null(find(world, 505 * MS, FALSE, &from));
    assert_int_equal(from, BOOT - 5 * MS);
    assert_null(find(world, 510 * MS, FALSE, &from));
    assert_int_equal(from, BOOT);
    expect_problem(world, 510 * MS + 1, "later than the arrival");
    world->offset_ns = -(gint64)(300 * MS);
    expect_problem(world, 299 * MS, "before the start");
    assert_null(find(world, 300 * MS, FALSE, &from));
    assert_int_equal(from, 0);
    world->offset_ns = G_MAXINT64;
    expect_problem(world, 1, "before the start");
    world->offset_ns = G_MININT64 + 1;
    expect_problem(world, 1, "before the start");
    world_free(world);
}

static void test_segments_count(void **state) {
    (void)state;
    struct world *world = world_that_plays(0);
    go_on(world, 10 * GST_SECOND, 10 * GST_SECOND);
    GstSegment *segment = &world->time.segment;
    segment->start = 100 * GST_SECOND;
    segment->base = 9 * GST_SECOND;
    expect_from(world, 100 * GST_SECOND + 250 * MS, BOOT + 9250 * MS);
    expect_problem(world, 99 * GST_SECOND, ""); /* Outside. */
    segment->rate = 2.0;
    expect_problem(world, 100 * GST_SECOND, "speed");
    segment->rate = -1.0;
    expect_problem(world, 100 * GST_SECOND, "speed");
    segment->rate = 1.0;
    segment->applied_rate = 2.0;
    expect_problem(world, 100 * GST_SECOND, "speed");
    segment->applied_rate = 1.0;
    expect_problem(world, GST_CLOCK_TIME_NONE, "time stamps");
    gst_segment_init(segment, GST_FORMAT_BYTES);
    expect_problem(world, 0, "time stamps");
    world_free(world);
}

static void test_files_without_an_offset_are_unknown(void **state) {
    (void)state;
    struct world *world = world_that_plays(0);
    guint64 from = 0;
    assert_non_null(strstr(find(world, 0, FALSE, &from), "not live"));
    gst_element_set_clock(world->element, NULL);
    assert_non_null(strstr(find(world, 0, TRUE, &from), "no clock"));
    world_free(world);
}

static void test_a_clock_with_impossible_times_gives_nothing(void **state) {
    (void)state;
    /* The stamp is from long before the start of CLOCK_MONOTONIC, or its sum overflows. */
    struct world *world = world_that_plays(BOOT + 5 * GST_SECOND);
    gst_element_set_base_time(world->element, 0);
    scrim_stream_time_reset(&world->time);
    gst_segment_init(&world->time.segment, GST_FORMAT_TIME);
    scrim_stream_time_play(&world->time, world->element);
    expect_problem(world, 1 * GST_SECOND, "no valid time");
    gst_element_set_base_time(world->element, G_MAXUINT64 - 1);
    scrim_stream_time_reset(&world->time);
    gst_segment_init(&world->time.segment, GST_FORMAT_TIME);
    scrim_stream_time_play(&world->time, world->element);
    expect_problem(world, G_MAXINT64 / 2, "no valid time");
    world_free(world);
}

/* ---- The meta ---- */

static void test_an_interval_stays_with_copies_only(void **state) {
    (void)state;
    GstBuffer *frame = frame_new(0, 1);
    expect_unknown(frame);
    assert_true(scrim_capture_time_set(frame, NULL, 5, 9));
    expect_interval(frame, 5, 9);
    GstBuffer *copy = gst_buffer_copy_deep(frame);
    expect_interval(copy, 5, 9);
    assert_true(scrim_capture_time_set(frame, NULL, 6, 6));
    expect_interval(frame, 6, 6);
    expect_interval(copy, 5, 9);
    assert_true(scrim_capture_time_set(frame, "a reason", 5, 9));
    expect_unknown(frame);
    gst_buffer_unref(copy);
    copy = gst_buffer_copy(frame);
    guint64 from = 0, to = 0;
    assert_string_equal(scrim_capture_time_get(copy, &from, &to), "a reason");
    assert_true(scrim_capture_time_set(frame, NULL, 9, 5));
    expect_unknown(frame);
    gst_buffer_unref(copy);
    gst_buffer_unref(frame);
}

/* ---- Copies ---- */

static GstBuffer *pooled(GType type, guint most) {
    GstBufferPool *pool = type == GST_TYPE_VIDEO_BUFFER_POOL ? gst_video_buffer_pool_new() : gst_buffer_pool_new();
    GstStructure *config = gst_buffer_pool_get_config(pool);
    GstCaps *caps = gst_caps_from_string(CAPS_SMALL);
    gst_buffer_pool_config_set_params(config, caps, FRAME_BYTES, 0, most);
    gst_caps_unref(caps);
    assert_true(gst_buffer_pool_set_config(pool, config) && gst_buffer_pool_set_active(pool, TRUE));
    GstBuffer *frame = NULL;
    assert_int_equal(gst_buffer_pool_acquire_buffer(pool, &frame, NULL), GST_FLOW_OK);
    gst_object_unref(pool);
    return frame;
}

static void pooled_free(GstBuffer *frame) {
    GstBufferPool *pool = gst_object_ref(frame->pool);
    gst_buffer_unref(frame);
    gst_buffer_pool_set_active(pool, FALSE);
    gst_object_unref(pool);
}

static void test_frames_of_pools_with_a_bound_need_copies(void **state) {
    (void)state;
    const GType types[] = {GST_TYPE_BUFFER_POOL, GST_TYPE_VIDEO_BUFFER_POOL};
    for (guint index = 0; index < G_N_ELEMENTS(types); index++) {
        GstBuffer *frame = pooled(types[index], 0);
        assert_false(scrim_frame_copies_needed(frame));
        pooled_free(frame);
        frame = pooled(types[index], 3);
        assert_true(scrim_frame_copies_needed(frame));
        GstBuffer *part = gst_buffer_new_allocate(NULL, FRAME_BYTES, NULL);
        assert_false(scrim_frame_copies_needed(part));
        gst_buffer_add_parent_buffer_meta(part, frame);
        assert_true(scrim_frame_copies_needed(part));
        ScrimFrameCopies copies = {0};
        GstBuffer *copy = scrim_frame_copies_make(&copies, part);
        assert_null(gst_buffer_get_parent_buffer_meta(copy));
        assert_false(scrim_frame_copies_needed(copy));
        gst_buffer_unref(copy);
        scrim_frame_copies_clear(&copies);
        pooled_free(frame);
    }
}

/* A source such as shmsrc wraps its memory so, and waits until it is free. */
static void test_frames_in_memory_that_can_only_be_read_need_copies(void **state) {
    (void)state;
    static guint8 bytes[FRAME_BYTES];
    const GstMemoryFlags flags[] = {0, GST_MEMORY_FLAG_READONLY};
    for (guint index = 0; index < G_N_ELEMENTS(flags); index++) {
        GstBuffer *frame = gst_buffer_new_wrapped_full(flags[index], bytes, sizeof bytes, 0, sizeof bytes, NULL, NULL);
        assert_int_equal(scrim_frame_copies_needed(frame), flags[index] != 0);
        gst_buffer_unref(frame);
    }
}

static void test_a_copy_has_all_that_belongs_to_a_frame(void **state) {
    (void)state;
    ScrimFrameCopies copies = {0};
    for (guint round = 0; round < 3; round++) {
        GstBuffer *frame = gst_buffer_new();
        gsize bytes = 64 + round * 16;
        for (guint8 part = 0; part < 3; part++) {
            GstMemory *memory = gst_allocator_alloc(NULL, bytes, NULL);
            gst_buffer_append_memory(frame, memory);
            gst_buffer_memset(frame, part * bytes, part + 1, bytes);
        }
        GST_BUFFER_PTS(frame) = 5;
        GST_BUFFER_DURATION(frame) = 7;
        GST_BUFFER_FLAG_SET(frame, GST_VIDEO_BUFFER_FLAG_INTERLACED);
        gsize offsets[GST_VIDEO_MAX_PLANES] = {0, bytes, 2 * bytes};
        gint strides[GST_VIDEO_MAX_PLANES] = {16, 16, 16};
        gst_buffer_add_video_meta_full(frame, GST_VIDEO_FRAME_FLAG_NONE, GST_VIDEO_FORMAT_Y444, 4, 4, 3, offsets, strides);
        gst_buffer_add_video_region_of_interest_meta(frame, "face", 1, 2, 3, 4);
        GstBuffer *copy = scrim_frame_copies_make(&copies, frame);
        assert_non_null(copy);
        assert_int_equal(gst_buffer_get_size(copy), 3 * bytes);
        for (guint8 part = 0; part < 3; part++) {
            guint8 byte = 0;
            gst_buffer_extract(copy, part * bytes + bytes - 1, &byte, 1);
            assert_int_equal(byte, part + 1);
        }
        assert_int_equal(GST_BUFFER_PTS(copy), 5);
        assert_int_equal(GST_BUFFER_DURATION(copy), 7);
        assert_true(GST_BUFFER_FLAG_IS_SET(copy, GST_VIDEO_BUFFER_FLAG_INTERLACED));
        const GstVideoMeta *layout = gst_buffer_get_video_meta(copy);
        assert_int_equal(layout->format, GST_VIDEO_FORMAT_Y444);
        assert_int_equal(layout->offset[2], 2 * bytes);
        assert_int_equal(layout->stride[1], 16);
        assert_int_equal(gst_buffer_get_n_meta(copy, GST_VIDEO_META_API_TYPE), 1);
        assert_int_equal(gst_buffer_get_n_meta(copy, GST_VIDEO_REGION_OF_INTEREST_META_API_TYPE), 1);
        gst_buffer_unref(copy);
    }
    scrim_frame_copies_clear(&copies);
}

int main(int argc, char **argv) {
    gst_init(&argc, &argv);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_the_clock_is_clock_monotonic),
        cmocka_unit_test(test_an_adjusted_system_clock_does_not_adjust_it),
        cmocka_unit_test(test_a_clock_with_another_origin_is_measured),
        cmocka_unit_test(test_no_frame_is_taken_for_a_later_one_however_the_clock_goes),
        cmocka_unit_test(test_a_clock_that_was_set_is_trusted_again_after_eight_seconds),
        cmocka_unit_test(test_another_clock_is_measured_anew),
        cmocka_unit_test(test_a_frame_from_before_a_pause_is_not_taken_for_a_new_one),
        cmocka_unit_test(test_nothing_is_known_before_the_pipeline_plays),
        cmocka_unit_test(test_an_offset_maps_running_time_without_a_clock),
        cmocka_unit_test(test_segments_count),
        cmocka_unit_test(test_files_without_an_offset_are_unknown),
        cmocka_unit_test(test_a_clock_with_impossible_times_gives_nothing),
        cmocka_unit_test(test_an_interval_stays_with_copies_only),
        cmocka_unit_test(test_frames_of_pools_with_a_bound_need_copies),
        cmocka_unit_test(test_frames_in_memory_that_can_only_be_read_need_copies),
        cmocka_unit_test(test_a_copy_has_all_that_belongs_to_a_frame),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
