/* SPDX-License-Identifier: MIT */
/* A harness around scrimredact for tests in C: frames of gray pixels go in, and messages are collected. */
#ifndef SCRIM_GST_HARNESS_H
#define SCRIM_GST_HARNESS_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>
#include <gst/check/gstharness.h>
#include <gst/video/video.h>

#include <scrim.h>

#include "scrimredact.h"

#define UNUSED __attribute__((unused))

enum {
    WIDTH = 16,
    HEIGHT = 12,
    SHOWN = 200, /* the value of a pixel that nothing covers */
};
#define GRAY "video/x-raw,format=GRAY8,width=16,height=12,framerate=25/1"

/* The element is linked to the test. If GStreamer also loaded the plugin, its types would be registered twice. */
UNUSED static void harness_init(void) {
    g_setenv("GST_PLUGIN_PATH", "", TRUE);
    gst_init(NULL, NULL);
}

typedef struct Fixture {
    GstHarness *harness;
    GstElement *redact;
    GstBus *bus;
} Fixture;

UNUSED static Fixture fixture_new(const char *caps, const char *first_property, ...) {
    static gsize registered;
    if (g_once_init_enter(&registered))
        g_once_init_leave(&registered, (gsize)gst_element_register(NULL, "scrimredact", GST_RANK_NONE, SCRIM_TYPE_GST_REDACT));
    Fixture fixture = {.redact = gst_element_factory_make("scrimredact", NULL), .bus = gst_bus_new()};
    va_list list;
    va_start(list, first_property);
    g_object_set_valist(G_OBJECT(fixture.redact), first_property, list);
    va_end(list);
    gst_element_set_bus(fixture.redact, fixture.bus);
    fixture.harness = gst_harness_new_with_element(fixture.redact, "sink", "src");
    gst_harness_play(fixture.harness);
    if (caps)
        gst_harness_set_src_caps_str(fixture.harness, caps);
    return fixture;
}

UNUSED static void fixture_free(Fixture *fixture) {
    gst_element_set_bus(fixture->redact, NULL);
    gst_harness_teardown(fixture->harness);
    gst_object_unref(fixture->redact);
    gst_object_unref(fixture->bus);
}

/* The text of the next message of a type, which the caller frees, or NULL. */
UNUSED static gchar *message_of(Fixture *fixture, GstMessageType type) {
    GstMessage *message = gst_bus_pop_filtered(fixture->bus, type);
    if (message == NULL)
        return NULL;
    GError *error = NULL;
    if (type == GST_MESSAGE_WARNING)
        gst_message_parse_warning(message, &error, NULL);
    else
        gst_message_parse_error(message, &error, NULL);
    gchar *text = g_strdup(error->message);
    g_error_free(error);
    gst_message_unref(message);
    return text;
}

UNUSED static void assert_message(Fixture *fixture, GstMessageType type, const char *part) {
    gchar *text = message_of(fixture, type);
    if (text == NULL || strstr(text, part) == NULL)
        fail_msg("the next message must contain \"%s\" (got \"%s\")", part, text ? text : "none");
    g_free(text);
}

UNUSED static void assert_no_message(Fixture *fixture) {
    gchar *text = message_of(fixture, GST_MESSAGE_WARNING);
    if (text == NULL)
        text = message_of(fixture, GST_MESSAGE_ERROR);
    if (text)
        fail_msg("there must be no message (got \"%s\")", text);
}

UNUSED static GstBuffer *frame_of_size(gsize size) {
    GstBuffer *buffer = gst_buffer_new_allocate(NULL, size, NULL);
    gst_buffer_memset(buffer, 0, SHOWN, size);
    GST_BUFFER_PTS(buffer) = 0;
    return buffer;
}

/* A frame of gray pixels. */
UNUSED static GstBuffer *gray(void) { return frame_of_size(WIDTH * HEIGHT); }

/* Pushes a frame and returns what comes out, or NULL if it was dropped. */
UNUSED static GstBuffer *passed(Fixture *fixture, GstBuffer *buffer) {
    assert_int_equal(gst_harness_push(fixture->harness, buffer), GST_FLOW_OK);
    return gst_harness_try_pull(fixture->harness);
}

UNUSED static guint8 byte_at(GstBuffer *buffer, gsize offset) {
    guint8 byte = 0;
    assert_int_equal(gst_buffer_extract(buffer, offset, &byte, 1), 1);
    return byte;
}

/* Checks that the gray pixels in a box are covered, and all others are not. */
UNUSED static void assert_covered(GstBuffer *buffer, guint left, guint top, guint right, guint bottom) {
    guint8 pixels[HEIGHT][WIDTH];
    assert_non_null(buffer);
    assert_int_equal(gst_buffer_extract(buffer, 0, pixels, sizeof pixels), sizeof pixels);
    for (guint y = 0; y < HEIGHT; y++)
        for (guint x = 0; x < WIDTH; x++) {
            gboolean inside = x >= left && x < right && y >= top && y < bottom;
            if (pixels[y][x] != (inside ? 0 : SHOWN))
                fail_msg("pixel %u, %u must %s covered (got %u)", x, y, inside ? "be" : "not be", pixels[y][x]);
        }
}

/* Pushes a frame, and checks which box is covered. */
UNUSED static void assert_covers(Fixture *fixture, GstBuffer *in, guint left, guint top, guint right, guint bottom) {
    GstBuffer *out = passed(fixture, in);
    assert_covered(out, left, top, right, bottom);
    gst_buffer_unref(out);
}

#endif
