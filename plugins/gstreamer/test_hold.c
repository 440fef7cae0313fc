/* SPDX-License-Identifier: MIT */
/* The holder, step by step: when each frame leaves, and what happens to the frames that wait. */
#include "holdtest.h"

#include <string.h>

/* ---- Frames ---- */

static void test_each_frame_leaves_one_delay_after_its_arrival(void **state) {
    (void)state;
    struct fixture *fixture = fixture_new(TRUE);
    for (guint8 number = 0; number < 5; number++) {
        push(fixture, number);
        pass(fixture, 20 * MS);
    }
    for (guint8 number = 0; number < 5; number++) {
        guint64 due = BOOT + number * 20 * MS + DELAY;
        assert_int_equal(wait_for_waiting(fixture), due);
        assert_int_equal(gst_harness_buffers_in_queue(fixture->harness), 0);
        reach(fixture, due);
        GstBuffer *frame = pull(fixture, number, due);
        guint64 captured = BOOT + number * 20 * MS;
        expect_interval(frame, captured - ERROR, captured);
        gst_buffer_unref(frame);
    }
    fixture_free(fixture);
}

static void test_a_frame_does_not_leave_one_nanosecond_early(void **state) {
    (void)state;
    struct fixture *fixture = fixture_new(TRUE);
    push(fixture, 1);
    wait_for_waiting(fixture);
    pass(fixture, DELAY - 1);
    /* Somebody wakes the task. It waits again. */
    g_object_set(fixture->hold, "max-frames", 7u, NULL);
    GstClockID id = NULL;
    gst_test_clock_wait_for_next_pending_id(fixture->monotonic, &id);
    gst_clock_id_unref(id);
    assert_int_equal(gst_harness_buffers_received(fixture->harness), 0);
    reach(fixture, BOOT + DELAY);
    expect(fixture, 1, BOOT + DELAY);
    fixture_free(fixture);
}

static void test_frames_that_are_late_leave_at_once_and_in_order(void **state) {
    (void)state;
    struct fixture *fixture = fixture_new(TRUE);
    push(fixture, 1);
    pass(fixture, 1 * MS);
    push(fixture, 2);
    wait_for_waiting(fixture);
    reach(fixture, BOOT + DELAY + 70 * MS);
    expect(fixture, 1, BOOT + DELAY + 70 * MS);
    expect(fixture, 2, BOOT + DELAY + 70 * MS);
    fixture_free(fixture);
}

static void test_a_longer_delay_counts_for_frames_that_wait(void **state) {
    (void)state;
    struct fixture *fixture = fixture_new(TRUE);
    push(fixture, 1);
    assert_int_equal(wait_for_waiting(fixture), BOOT + DELAY);
    g_object_set(fixture->hold, "delay", (guint64)(400 * MS), NULL);
    while (wait_for_waiting(fixture) != BOOT + 400 * MS) {
        g_thread_yield();
    }
    reach(fixture, BOOT + 400 * MS);
    expect(fixture, 1, BOOT + 400 * MS);

    pass(fixture, 10 * MS);
    push(fixture, 2);
    wait_for_waiting(fixture);
    pass(fixture, 60 * MS);
    g_object_set(fixture->hold, "delay", (guint64)(20 * MS), NULL);
    expect(fixture, 2, BOOT + 470 * MS);
    fixture_free(fixture);
}

static void test_without_a_delay_frames_pass_at_once(void **state) {
    (void)state;
    struct fixture *fixture = fixture_new(TRUE);
    g_object_set(fixture->hold, "delay", (guint64)0, NULL);
    push(fixture, 1);
    expect(fixture, 1, BOOT);
    fixture_free(fixture);
}

/* ---- Sources that are not live ---- */

static void test_frames_of_a_file_are_unknown_and_do_not_wait(void **state) {
    (void)state;
    struct fixture *fixture = fixture_new(FALSE);
    GstBus *bus = gst_bus_new();
    gst_element_set_bus(fixture->hold, bus);
    for (guint8 number = 0; number < 3; number++) {
        push(fixture, number);
        GstBuffer *frame = pull(fixture, number, BOOT);
        guint64 from = 0, to = 0;
        assert_string_equal(scrim_capture_time_get(frame, &from, &to), "the source is not live, and clock-offset is not set");
        gst_buffer_unref(frame);
    }
    assert_null(gst_bus_pop_filtered(bus, GST_MESSAGE_WARNING)); /* The element that covers the frames says so. */
    gst_element_set_bus(fixture->hold, NULL);
    gst_object_unref(bus);
    fixture_free(fixture);
}

static void test_frames_with_a_given_offset_wait(void **state) {
    (void)state;
    struct fixture *fixture = fixture_new(FALSE);
    g_object_set(fixture->hold, "clock-offset", (gint64)(BOOT - 30 * MS), "clock-error", (guint64)(4 * MS), NULL);
    assert_int_equal(gst_harness_push(fixture->harness, frame_new(20 * MS, 1)), GST_FLOW_OK);
    assert_int_equal(wait_for_waiting(fixture), BOOT + DELAY);
    reach(fixture, BOOT + DELAY);
    GstBuffer *frame = pull(fixture, 1, BOOT + DELAY);
    expect_interval(frame, BOOT - 14 * MS, BOOT);
    gst_buffer_unref(frame);
    fixture_free(fixture);
}

/* ---- Events ---- */

static GstEvent *next_event(struct fixture *fixture, GstEventType type) {
    for (;;) {
        GstEvent *event = gst_harness_pull_event(fixture->harness);
        assert_non_null(event);
        if (GST_EVENT_TYPE(event) == type) {
            return event;
        }
        gst_event_unref(event);
    }
}

/* Notes frames and serialized events in the order in which they leave. */
static GstPadProbeReturn note_order(GstPad *pad, GstPadProbeInfo *info, gpointer data) {
    (void)pad;
    GString *order = data;
    if (GST_IS_BUFFER(info->data)) {
        g_string_append_printf(order, "%u ", number_of(GST_PAD_PROBE_INFO_BUFFER(info)));
    } else if (GST_EVENT_IS_SERIALIZED(GST_PAD_PROBE_INFO_EVENT(info))) {
        g_string_append_printf(order, "%s ", GST_EVENT_TYPE_NAME(GST_PAD_PROBE_INFO_EVENT(info)));
    }
    return GST_PAD_PROBE_OK;
}

static void test_events_stay_between_their_frames(void **state) {
    (void)state;
    struct fixture *fixture = fixture_new(TRUE);
    gst_event_unref(next_event(fixture, GST_EVENT_SEGMENT));
    GString *order = g_string_new("");
    GstPad *pad = gst_element_get_static_pad(fixture->hold, "src");
    gst_pad_add_probe(pad, GST_PAD_PROBE_TYPE_BUFFER | GST_PAD_PROBE_TYPE_EVENT_DOWNSTREAM, note_order, order, NULL);
    gst_object_unref(pad);

    push(fixture, 1);
    assert_true(gst_harness_push_event(fixture->harness, gst_event_new_gap(0, 20 * MS)));
    GstStructure *structure = gst_structure_new_empty("mark");
    assert_true(gst_harness_push_event(fixture->harness, gst_event_new_custom(GST_EVENT_CUSTOM_DOWNSTREAM, structure)));
    pass(fixture, 20 * MS);
    push(fixture, 2);
    GstCaps *caps = gst_caps_from_string(CAPS_OTHER);
    assert_true(gst_harness_push_event(fixture->harness, gst_event_new_caps(caps)));
    gst_caps_unref(caps);
    pass(fixture, 20 * MS);
    push(fixture, 3);
    assert_true(gst_harness_push_event(fixture->harness, gst_event_new_tag(gst_tag_list_new_empty())));
    assert_true(gst_harness_push_event(fixture->harness, gst_event_new_eos()));

    for (guint8 number = 1; number <= 3; number++) {
        guint64 due = BOOT + DELAY + (number - 1) * 20 * MS;
        assert_int_equal(wait_for_waiting(fixture), due);
        reach(fixture, due);
        expect(fixture, number, due);
    }
    gst_event_unref(next_event(fixture, GST_EVENT_EOS));
    assert_string_equal(order->str, "1 gap custom-downstream 2 caps 3 tag eos ");
    fixture_free(fixture);
    g_string_free(order, TRUE);
}

static void test_an_event_alone_leaves_at_once(void **state) {
    (void)state;
    struct fixture *fixture = fixture_new(TRUE);
    assert_true(gst_harness_push_event(fixture->harness, gst_event_new_eos()));
    gst_event_unref(next_event(fixture, GST_EVENT_EOS));
    fixture_free(fixture);
}

static void start_stream(struct fixture *fixture) {
    assert_true(gst_harness_push_event(fixture->harness, gst_event_new_stream_start("second")));
    GstCaps *caps = gst_caps_from_string(CAPS_SMALL);
    assert_true(gst_harness_push_event(fixture->harness, gst_event_new_caps(caps)));
    gst_caps_unref(caps);
    GstSegment segment;
    gst_segment_init(&segment, GST_FORMAT_TIME);
    assert_true(gst_harness_push_event(fixture->harness, gst_event_new_segment(&segment)));
}

static void test_a_stream_that_ended_can_be_followed_by_another(void **state) {
    (void)state;
    struct fixture *fixture = fixture_new(TRUE);
    push(fixture, 1);
    assert_true(gst_harness_push_event(fixture->harness, gst_event_new_eos()));
    assert_int_equal(gst_harness_push(fixture->harness, frame_new(0, 9)), GST_FLOW_EOS);
    wait_for_waiting(fixture);
    reach(fixture, BOOT + DELAY);
    expect(fixture, 1, BOOT + DELAY);
    gst_event_unref(next_event(fixture, GST_EVENT_EOS));

    start_stream(fixture);
    push(fixture, 2);
    assert_int_equal(wait_for_waiting(fixture), BOOT + 2 * DELAY);
    reach(fixture, BOOT + 2 * DELAY);
    expect(fixture, 2, BOOT + 2 * DELAY);
    fixture_free(fixture);
}

/* ---- Flushes ---- */

static void flush(struct fixture *fixture) {
    assert_true(gst_harness_push_event(fixture->harness, gst_event_new_flush_start()));
    assert_true(gst_harness_push_event(fixture->harness, gst_event_new_flush_stop(TRUE)));
    GstSegment segment;
    gst_segment_init(&segment, GST_FORMAT_TIME);
    assert_true(gst_harness_push_event(fixture->harness, gst_event_new_segment(&segment)));
}

static void test_a_flush_drops_frames_and_events_that_wait(void **state) {
    (void)state;
    struct fixture *fixture = fixture_new(TRUE);
    for (guint8 number = 0; number < 4; number++) {
        push(fixture, number);
    }
    assert_true(gst_harness_push_event(fixture->harness, gst_event_new_eos()));
    wait_for_waiting(fixture);
    flush(fixture);
    gst_event_unref(next_event(fixture, GST_EVENT_FLUSH_STOP));
    pass(fixture, 10 * MS);
    push(fixture, 9);
    assert_int_equal(wait_for_waiting(fixture), BOOT + 10 * MS + DELAY);
    reach(fixture, BOOT + 10 * MS + DELAY);
    expect(fixture, 9, BOOT + 10 * MS + DELAY);
    assert_int_equal(gst_harness_buffers_received(fixture->harness), 1);
    fixture_free(fixture);
}

static gint pushed;

static gpointer push_in_thread(gpointer data) {
    struct fixture *fixture = data;
    GstFlowReturn flow = gst_harness_push(fixture->harness, frame_new(0, 8));
    g_atomic_int_set(&pushed, 1);
    return GINT_TO_POINTER(flow);
}

/* Lets a thread push a frame for which there is no room. Nothing shows that it waits, so this gives it some time to return
   wrongly. If the machine is too slow for that, the test still passes. */
static GThread *push_without_room(struct fixture *fixture) {
    g_atomic_int_set(&pushed, 0);
    GThread *thread = g_thread_new("push", push_in_thread, fixture);
    g_usleep(20000);
    assert_false(g_atomic_int_get(&pushed));
    return thread;
}

static void test_a_flush_wakes_a_source_that_waits_for_room(void **state) {
    (void)state;
    struct fixture *fixture = fixture_new(TRUE);
    g_object_set(fixture->hold, "max-frames", 2u, NULL);
    push(fixture, 1);
    push(fixture, 2);
    GThread *thread = push_without_room(fixture);
    assert_true(gst_harness_push_event(fixture->harness, gst_event_new_flush_start()));
    assert_int_equal(GPOINTER_TO_INT(g_thread_join(thread)), GST_FLOW_FLUSHING);
    assert_int_equal(gst_harness_push(fixture->harness, frame_new(0, 7)), GST_FLOW_FLUSHING);
    assert_true(gst_harness_push_event(fixture->harness, gst_event_new_flush_stop(TRUE)));
    fixture_free(fixture);
}

static void test_nothing_is_accepted_between_the_two_events_of_a_flush(void **state) {
    (void)state;
    struct fixture *fixture = fixture_new(TRUE);
    assert_true(gst_harness_push_event(fixture->harness, gst_event_new_flush_start()));
    assert_false(gst_harness_push_event(fixture->harness, gst_event_new_gap(0, 1)));
    assert_true(gst_harness_push_event(fixture->harness, gst_event_new_flush_stop(FALSE)));
    fixture_free(fixture);
}

/* ---- Bounds ---- */

static gpointer push_events_in_thread(gpointer data) {
    struct fixture *fixture = data;
    gboolean accepted = TRUE;
    for (guint i = 0; i < 5000 && accepted; i++) {
        GstStructure *structure = gst_structure_new_empty("mark");
        accepted = gst_harness_push_event(fixture->harness, i % 2 ? gst_event_new_custom(GST_EVENT_CUSTOM_DOWNSTREAM, structure)
                                                                  : gst_event_new_gap(0, 20 * MS));
        if (i % 2 == 0) {
            gst_structure_free(structure);
        }
        if (accepted) {
            g_atomic_int_inc(&pushed);
        }
    }
    return GINT_TO_POINTER(accepted);
}

/* Lets a thread push many events behind a frame that waits, until there is no room. */
static GThread *push_events_without_room(struct fixture *fixture) {
    g_atomic_int_set(&pushed, 0);
    push(fixture, 1);
    wait_for_waiting(fixture);
    GThread *thread = g_thread_new("push", push_events_in_thread, fixture);
    while (g_atomic_int_get(&pushed) < SCRIM_HOLD_MAX_EVENTS) {
        g_thread_yield();
    }
    g_usleep(20000); /* some time to go on wrongly, as above */
    assert_int_equal(g_atomic_int_get(&pushed), SCRIM_HOLD_MAX_EVENTS);
    return thread;
}

static void test_the_number_of_events_that_wait_is_bounded(void **state) {
    (void)state;
    struct fixture *fixture = fixture_new(TRUE);
    GThread *thread = push_events_without_room(fixture);
    reach(fixture, BOOT + DELAY);
    expect(fixture, 1, BOOT + DELAY);
    assert_true(GPOINTER_TO_INT(g_thread_join(thread)));
    assert_int_equal(g_atomic_int_get(&pushed), 5000);
    fixture_free(fixture);
}

static void test_a_flush_and_a_stop_wake_an_event_that_waits_for_room(void **state) {
    (void)state;
    for (guint stop = 0; stop < 2; stop++) {
        struct fixture *fixture = fixture_new(TRUE);
        GThread *thread = push_events_without_room(fixture);
        if (stop) {
            gst_element_set_state(fixture->hold, GST_STATE_READY);
        } else {
            assert_true(gst_harness_push_event(fixture->harness, gst_event_new_flush_start()));
        }
        assert_false(GPOINTER_TO_INT(g_thread_join(thread)));
        fixture_free(fixture);
    }
}

/* What elements need in order to stop, or to understand the next frame, does not wait. */
static void test_some_events_have_always_room(void **state) {
    (void)state;
    struct fixture *fixture = fixture_new(TRUE);
    push(fixture, 1);
    for (guint i = 0; i < SCRIM_HOLD_MAX_EVENTS; i++) {
        assert_true(gst_harness_push_event(fixture->harness, gst_event_new_gap(0, 20 * MS)));
    }
    start_stream(fixture);
    assert_true(gst_harness_push_event(fixture->harness, gst_event_new_eos()));
    fixture_free(fixture);
}

static void expect_room_for(struct fixture *fixture, guint frames) {
    for (guint8 number = 0; number < frames; number++) {
        push(fixture, number);
    }
    GThread *thread = push_without_room(fixture);
    assert_int_equal(wait_for_waiting(fixture), BOOT + DELAY);
    reach(fixture, BOOT + DELAY);
    assert_int_equal(GPOINTER_TO_INT(g_thread_join(thread)), GST_FLOW_OK);
    for (guint8 number = 0; number < frames; number++) {
        expect(fixture, number, BOOT + DELAY);
    }
    /* It arrived when the thread pushed it, and not when there was room. So it leaves now, unless the thread was slow. */
    GstBuffer *last = NULL;
    while ((last = gst_harness_try_pull(fixture->harness)) == NULL) {
        GstClockID id = NULL;
        if (gst_test_clock_peek_next_pending_id(fixture->monotonic, &id)) {
            gst_clock_id_unref(id);
            reach(fixture, BOOT + 2 * DELAY);
        }
        g_thread_yield();
    }
    assert_int_equal(number_of(last), 8);
    gst_buffer_unref(last);
}

static void test_a_bound_on_frames_holds_the_source_back(void **state) {
    (void)state;
    struct fixture *fixture = fixture_new(TRUE);
    g_object_set(fixture->hold, "max-frames", 3u, NULL);
    expect_room_for(fixture, 3);
    fixture_free(fixture);
}

static void test_a_bound_on_bytes_holds_the_source_back(void **state) {
    (void)state;
    struct fixture *fixture = fixture_new(TRUE);
    g_object_set(fixture->hold, "max-bytes", (guint64)(2 * FRAME_BYTES + 1), NULL);
    expect_room_for(fixture, 2);
    fixture_free(fixture);
}

static void test_a_frame_that_is_larger_than_the_bound_passes_alone(void **state) {
    (void)state;
    struct fixture *fixture = fixture_new(TRUE);
    g_object_set(fixture->hold, "max-bytes", (guint64)1, NULL);
    expect_room_for(fixture, 1);
    fixture_free(fixture);
}

/* ---- Latency ---- */

static void expect_latency(struct fixture *fixture, GstClockTime least, GstClockTime most) {
    GstPad *pad = gst_element_get_static_pad(fixture->hold, "src");
    GstQuery *query = gst_query_new_latency();
    assert_true(gst_pad_query(pad, query));
    GstClockTime found_least = 0, found_most = 0;
    gst_query_parse_latency(query, NULL, &found_least, &found_most);
    assert_int_equal(found_least, least);
    assert_int_equal(found_most, most);
    gst_query_unref(query);
    gst_object_unref(pad);
}

/* A source with a latency from 30 to 40 ms. The harness itself knows no largest latency. */
static gboolean answer_latency(GstPad *pad, GstObject *parent, GstQuery *query) {
    if (GST_QUERY_TYPE(query) != GST_QUERY_LATENCY) {
        return gst_pad_query_default(pad, parent, query);
    }
    gst_query_set_latency(query, g_object_get_data(G_OBJECT(pad), "live") != NULL, 30 * MS, 40 * MS);
    return TRUE;
}

static struct fixture *fixture_with_latency(gboolean live) {
    struct fixture *fixture = fixture_new(live);
    GstPad *pad = fixture->harness->srcpad;
    g_object_set_data(G_OBJECT(pad), "live", GINT_TO_POINTER(live));
    gst_pad_set_query_function(pad, answer_latency);
    return fixture;
}

static void test_the_latency_of_a_live_source_grows_by_the_delay(void **state) {
    (void)state;
    struct fixture *fixture = fixture_with_latency(TRUE);
    /* By its caps, a frame has 20 ms and 64 bytes. */
    expect_latency(fixture, 30 * MS + DELAY, 40 * MS + SCRIM_HOLD_DEFAULT_MAX_FRAMES * 20 * MS);
    g_object_set(fixture->hold, "max-frames", 100u, NULL);
    expect_latency(fixture, 30 * MS + DELAY, 40 * MS + 2000 * MS);
    g_object_set(fixture->hold, "max-bytes", (guint64)(10 * FRAME_BYTES), NULL);
    expect_latency(fixture, 30 * MS + DELAY, 40 * MS + 200 * MS);
    /* Never less than the delay: the source then gives fewer frames. */
    g_object_set(fixture->hold, "max-frames", 1u, NULL);
    expect_latency(fixture, 30 * MS + DELAY, 40 * MS + DELAY);
    g_object_set(fixture->hold, "delay", (guint64)(300 * MS), NULL);
    expect_latency(fixture, 330 * MS, 340 * MS);
    fixture_free(fixture);
}

static void test_files_have_no_latency_unless_an_offset_is_given(void **state) {
    (void)state;
    struct fixture *fixture = fixture_with_latency(FALSE);
    g_object_set(fixture->hold, "max-frames", 1u, NULL);
    expect_latency(fixture, 30 * MS, 40 * MS + DELAY);
    g_object_set(fixture->hold, "clock-offset", (gint64)BOOT, NULL);
    expect_latency(fixture, 30 * MS + DELAY, 40 * MS + DELAY);
    fixture_free(fixture);
}

static void test_a_latency_without_bound_stays_without(void **state) {
    (void)state;
    struct fixture *fixture = fixture_new(TRUE);
    gst_harness_set_upstream_latency(fixture->harness, 30 * MS);
    expect_latency(fixture, 30 * MS + DELAY, GST_CLOCK_TIME_NONE);
    fixture_free(fixture);
}

static void test_a_new_delay_posts_a_message(void **state) {
    (void)state;
    struct fixture *fixture = fixture_new(TRUE);
    GstBus *bus = gst_bus_new();
    gst_element_set_bus(fixture->hold, bus);
    g_object_set(fixture->hold, "delay", (guint64)(200 * MS), NULL);
    GstMessage *message = gst_bus_pop_filtered(bus, GST_MESSAGE_LATENCY);
    assert_non_null(message);
    gst_message_unref(message);
    gst_element_set_bus(fixture->hold, NULL);
    gst_object_unref(bus);
    fixture_free(fixture);
}

/* ---- Queries ---- */

static GstQuery *ask_for_allocation(struct fixture *fixture, gboolean *answered) {
    GstCaps *caps = gst_caps_from_string(CAPS_SMALL);
    GstQuery *query = gst_query_new_allocation(caps, TRUE);
    gst_caps_unref(caps);
    *answered = gst_pad_peer_query(fixture->harness->srcpad, query);
    return query;
}

/* A sink that has a pool of two buffers, and needs them aligned. */
static gboolean answer_allocation(GstPad *pad, GstObject *parent, GstQuery *query) {
    if (GST_QUERY_TYPE(query) != GST_QUERY_ALLOCATION) {
        return gst_pad_query_default(pad, parent, query);
    }
    GstBufferPool *pool = gst_buffer_pool_new();
    gst_query_add_allocation_pool(query, pool, FRAME_BYTES, 2, 2);
    gst_query_add_allocation_pool(query, NULL, FRAME_BYTES, 2, 0);
    gst_object_unref(pool);
    GstAllocationParams params;
    gst_allocation_params_init(&params);
    params.align = 31;
    gst_query_add_allocation_param(query, NULL, &params);
    gst_query_add_allocation_meta(query, GST_VIDEO_META_API_TYPE, NULL);
    return TRUE;
}

static void test_elements_behind_cannot_lend_their_pool(void **state) {
    (void)state;
    struct fixture *fixture = fixture_new(TRUE);
    gst_pad_set_query_function(fixture->harness->sinkpad, answer_allocation);
    gboolean answered = FALSE;
    GstQuery *query = ask_for_allocation(fixture, &answered);
    assert_true(answered);
    assert_int_equal(gst_query_get_n_allocation_pools(query), 0);
    assert_int_equal(gst_query_get_n_allocation_params(query), 1);
    assert_true(gst_query_find_allocation_meta(query, GST_VIDEO_META_API_TYPE, NULL));
    gst_query_unref(query);

    push(fixture, 1);
    query = ask_for_allocation(fixture, &answered);
    assert_false(answered);
    gst_query_unref(query);
    fixture_free(fixture);
}

static gpointer drain_in_thread(gpointer data) {
    struct fixture *fixture = data;
    GstQuery *query = gst_query_new_drain();
    gst_pad_peer_query(fixture->harness->srcpad, query);
    gst_query_unref(query);
    g_mutex_lock(&fixture->lock);
    guint left = fixture->left->len;
    g_mutex_unlock(&fixture->lock);
    return GUINT_TO_POINTER(left);
}

static void test_draining_waits_for_all_frames(void **state) {
    (void)state;
    struct fixture *fixture = fixture_new(TRUE);
    push(fixture, 1);
    pass(fixture, 20 * MS);
    push(fixture, 2);
    GThread *thread = g_thread_new("drain", drain_in_thread, fixture);
    wait_for_waiting(fixture);
    reach(fixture, BOOT + DELAY);
    while (wait_for_waiting(fixture) != BOOT + 20 * MS + DELAY) {
        g_thread_yield();
    }
    reach(fixture, BOOT + 20 * MS + DELAY);
    assert_int_equal(GPOINTER_TO_UINT(g_thread_join(thread)), 2);
    fixture_free(fixture);
}

/* ---- Results ---- */

static GstFlowReturn refuse(GstPad *pad, GstObject *parent, GstBuffer *frame) {
    (void)parent;
    gst_buffer_unref(frame);
    return (GstFlowReturn)GPOINTER_TO_INT(g_object_get_data(G_OBJECT(pad), "flow"));
}

/* The element behind refuses the first frame. */
static void refuse_one(struct fixture *fixture, GstFlowReturn flow) {
    GstPad *pad = fixture->harness->sinkpad;
    g_object_set_data(G_OBJECT(pad), "flow", GINT_TO_POINTER(flow));
    gst_pad_set_chain_function(pad, refuse);
    push(fixture, 1);
    push(fixture, 2);
    wait_for_waiting(fixture);
}

static void test_a_refusal_is_what_the_source_gets_next(void **state) {
    (void)state;
    const GstFlowReturn flows[] = {GST_FLOW_EOS, GST_FLOW_NOT_LINKED, GST_FLOW_ERROR, GST_FLOW_NOT_NEGOTIATED};
    for (guint index = 0; index < G_N_ELEMENTS(flows); index++) {
        struct fixture *fixture = fixture_new(TRUE);
        GstPad *source = gst_element_get_static_pad(fixture->hold, "src");
        refuse_one(fixture, flows[index]);
        reach(fixture, BOOT + DELAY);
        GstFlowReturn flow = GST_FLOW_OK;
        while ((flow = gst_harness_push(fixture->harness, frame_new(0, 3))) == GST_FLOW_OK) {
            g_thread_yield();
        }
        assert_int_equal(flow, flows[index]);
        /* EOS still reaches what is behind. */
        assert_true(gst_harness_push_event(fixture->harness, gst_event_new_eos()));
        gst_event_unref(next_event(fixture, GST_EVENT_EOS));
        gst_object_unref(source);
        /* The next stream starts afresh. */
        g_object_set_data(G_OBJECT(fixture->harness->sinkpad), "flow", GINT_TO_POINTER(GST_FLOW_OK));
        start_stream(fixture);
        push(fixture, 4);
        fixture_free(fixture);
    }
}

static void test_a_refusal_after_the_end_is_told_by_a_message(void **state) {
    (void)state;
    struct fixture *fixture = fixture_new(TRUE);
    GstBus *bus = gst_bus_new();
    gst_element_set_bus(fixture->hold, bus);
    refuse_one(fixture, GST_FLOW_ERROR);
    assert_true(gst_harness_push_event(fixture->harness, gst_event_new_eos()));
    reach(fixture, BOOT + DELAY);
    GstMessage *message = gst_bus_timed_pop_filtered(bus, GST_CLOCK_TIME_NONE, GST_MESSAGE_ERROR);
    gst_message_unref(message);
    gst_event_unref(next_event(fixture, GST_EVENT_EOS));
    gst_element_set_bus(fixture->hold, NULL);
    gst_object_unref(bus);
    fixture_free(fixture);
}

static void test_a_pad_that_is_linked_again_gets_frames(void **state) {
    (void)state;
    struct fixture *fixture = fixture_new(TRUE);
    refuse_one(fixture, GST_FLOW_NOT_LINKED);
    reach(fixture, BOOT + DELAY);
    while (gst_harness_push(fixture->harness, frame_new(0, 3)) != GST_FLOW_NOT_LINKED) {
        g_thread_yield();
    }
    g_object_set_data(G_OBJECT(fixture->harness->sinkpad), "flow", GINT_TO_POINTER(GST_FLOW_OK));
    gst_harness_push_upstream_event(fixture->harness, gst_event_new_reconfigure());
    push(fixture, 4);
    fixture_free(fixture);
}

int main(int argc, char **argv) {
    gst_init(&argc, &argv);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_each_frame_leaves_one_delay_after_its_arrival),
        cmocka_unit_test(test_a_frame_does_not_leave_one_nanosecond_early),
        cmocka_unit_test(test_frames_that_are_late_leave_at_once_and_in_order),
        cmocka_unit_test(test_a_longer_delay_counts_for_frames_that_wait),
        cmocka_unit_test(test_without_a_delay_frames_pass_at_once),
        cmocka_unit_test(test_frames_of_a_file_are_unknown_and_do_not_wait),
        cmocka_unit_test(test_frames_with_a_given_offset_wait),
        cmocka_unit_test(test_events_stay_between_their_frames),
        cmocka_unit_test(test_an_event_alone_leaves_at_once),
        cmocka_unit_test(test_a_stream_that_ended_can_be_followed_by_another),
        cmocka_unit_test(test_a_flush_drops_frames_and_events_that_wait),
        cmocka_unit_test(test_a_flush_wakes_a_source_that_waits_for_room),
        cmocka_unit_test(test_nothing_is_accepted_between_the_two_events_of_a_flush),
        cmocka_unit_test(test_the_number_of_events_that_wait_is_bounded),
        cmocka_unit_test(test_a_flush_and_a_stop_wake_an_event_that_waits_for_room),
        cmocka_unit_test(test_some_events_have_always_room),
        cmocka_unit_test(test_a_bound_on_frames_holds_the_source_back),
        cmocka_unit_test(test_a_bound_on_bytes_holds_the_source_back),
        cmocka_unit_test(test_a_frame_that_is_larger_than_the_bound_passes_alone),
        cmocka_unit_test(test_the_latency_of_a_live_source_grows_by_the_delay),
        cmocka_unit_test(test_files_have_no_latency_unless_an_offset_is_given),
        cmocka_unit_test(test_a_latency_without_bound_stays_without),
        cmocka_unit_test(test_a_new_delay_posts_a_message),
        cmocka_unit_test(test_elements_behind_cannot_lend_their_pool),
        cmocka_unit_test(test_draining_waits_for_all_frames),
        cmocka_unit_test(test_a_refusal_is_what_the_source_gets_next),
        cmocka_unit_test(test_a_refusal_after_the_end_is_told_by_a_message),
        cmocka_unit_test(test_a_pad_that_is_linked_again_gets_frames),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
