/* SPDX-License-Identifier: MIT */
/* A daemon of the accessibility bus that does not say whose a connection is, or only later. */
#include "bus.h"

#include <gio/gio.h>
#include <stdio.h>
#include <stdlib.h>

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>
#include <cmocka.h>

#define DAEMON "org.freedesktop.DBus"
#define CONNECTION ":1.7"
#define ROOT "/org/a11y/atspi/accessible/root"

/* ---- The daemon, in threads of GLib ---- */

typedef enum mood {
    FAILS_ONCE,
    SILENT_ONCE,
    ZERO_ONCE, /* the process is in another PID namespace */
    HAS_NO_OWNER,
    LISTS_NOTHING, /* returns an error instead of the names */
    SAYS_MORE /* sends events of the connection, too */
} mood;

static _Atomic gint mood_now;
static volatile gint asked;

static GDBusMessage *reply_to(GDBusMessage *call) {
    const char *member = g_dbus_message_get_member(call), *names[] = {DAEMON, CONNECTION, NULL};
    GDBusMessage *reply = g_dbus_message_new_method_reply(call);
    if (strcmp(member, "Hello") == 0) {
        g_dbus_message_set_body(reply, g_variant_new("(s)", ":1.1"));
    } else if (strcmp(member, "ListNames") == 0 && mood_now != LISTS_NOTHING) {
        g_dbus_message_set_body(reply, g_variant_new("(^as)", names));
    } else if (strcmp(member, "GetConnectionUnixProcessID") == 0) {
        int before = g_atomic_int_add(&asked, 1);
        if (mood_now == HAS_NO_OWNER) {
            g_object_unref(reply);
            return g_dbus_message_new_method_error(call, DAEMON ".Error.NameHasNoOwner", "it has left");
        }
        if (before == 0 && mood_now != ZERO_ONCE) {
            g_object_unref(reply);
            return mood_now == SILENT_ONCE ? NULL : g_dbus_message_new_method_error(call, DAEMON ".Error.LimitsExceeded", "too much");
        }
        g_dbus_message_set_body(reply, g_variant_new("(u)", before == 0 ? 0 : 77));
    } else if (strcmp(member, "AddMatch") != 0 && strcmp(member, "RemoveMatch") != 0) {
        g_object_unref(reply);
        return g_dbus_message_new_method_error(call, DAEMON ".Error.UnknownMethod", "the method is unknown");
    }
    return reply;
}

static void send_event(GDBusConnection *connection, const char *path, const char *detail, const char *child_bus) {
    GDBusMessage *message = g_dbus_message_new_signal(path, "org.a11y.atspi.Event.Object", "ChildrenChanged");
    g_dbus_message_set_sender(message, CONNECTION);
    g_dbus_message_set_body(message, g_variant_new("(siiv@a{sv})", detail, 0, 0, g_variant_new("(so)", child_bus, "/child"),
                                                   g_variant_new_array(G_VARIANT_TYPE("{sv}"), NULL, 0)));
    g_dbus_connection_send_message(connection, message, G_DBUS_SEND_MESSAGE_FLAGS_NONE, NULL, NULL);
    g_object_unref(message);
}

static void send_events(GDBusConnection *connection) {
    send_event(connection, ROOT, "remove", CONNECTION);
    send_event(connection, ROOT, "add", CONNECTION);
    send_event(connection, "/parent", "remove", CONNECTION);
    send_event(connection, "/parent", "add", CONNECTION);
    send_event(connection, "/parent", "add", ":1.8");
    send_event(connection, ROOT, "add", ":1.8");
}

static GDBusMessage *filter(GDBusConnection *connection, GDBusMessage *message, gboolean incoming, gpointer data) {
    (void)data;
    if (!incoming || g_dbus_message_get_message_type(message) != G_DBUS_MESSAGE_TYPE_METHOD_CALL) {
        return message;
    }
    GDBusMessage *reply = reply_to(message);
    if (reply != NULL) {
        g_dbus_message_set_sender(reply, DAEMON);
        g_dbus_connection_send_message(connection, reply, G_DBUS_SEND_MESSAGE_FLAGS_NONE, NULL, NULL);
        g_object_unref(reply);
    }
    if (mood_now == SAYS_MORE && strcmp(g_dbus_message_get_member(message), "ListNames") == 0) {
        send_events(connection);
    }
    g_object_unref(message);
    return NULL;
}

static gboolean connected(GDBusServer *server, GDBusConnection *connection, gpointer data) {
    (void)server, (void)data;
    g_dbus_connection_add_filter(connection, filter, NULL, NULL);
    g_object_ref(connection);
    return TRUE;
}

static GMainLoop *loop;
static GThread *thread;

/* Connections are accepted here, while the program waits for answers. */
static gpointer serve(gpointer ready) {
    g_autofree char *guid = g_dbus_generate_guid(), *address = g_strdup_printf("unix:tmpdir=%s", g_get_tmp_dir());
    g_main_context_push_thread_default(g_main_loop_get_context(loop));
    GDBusServer *server = g_dbus_server_new_sync(address, G_DBUS_SERVER_FLAGS_RUN_IN_THREAD, guid, NULL, NULL, NULL);
    g_signal_connect(server, "new-connection", G_CALLBACK(connected), NULL);
    g_dbus_server_start(server);
    g_async_queue_push(ready, g_strdup(g_dbus_server_get_client_address(server)));
    g_main_loop_run(loop);
    g_dbus_server_stop(server);
    g_object_unref(server);
    return NULL;
}

static int set_up(void **state) {
    GMainContext *context = g_main_context_new();
    GAsyncQueue *ready = g_async_queue_new();
    (void)state;
    loop = g_main_loop_new(context, FALSE);
    thread = g_thread_new("daemon", serve, ready);
    g_autofree char *address = g_async_queue_pop(ready);
    g_setenv("DBUS_SESSION_BUS_ADDRESS", address, TRUE);
    g_setenv("AT_SPI_BUS_ADDRESS", address, TRUE);
    g_async_queue_unref(ready);
    g_main_context_unref(context);
    return 0;
}

static int tear_down(void **state) {
    (void)state;
    g_main_loop_quit(loop);
    g_thread_join(thread);
    g_main_loop_unref(loop);
    return 0;
}

/* ---- What the program hears ---- */

static int unknown, known, gone;
static char events[256]; /* "window", "named" or "object", the connection and the path of each */

static void joined(const char *name, pid_t pid) {
    if (strcmp(name, CONNECTION) == 0) {
        unknown += pid == 0;
        known += pid == 77;
    }
}
static void left(const char *name) { gone += strcmp(name, CONNECTION) == 0; }
static void event(bus_event event, const char *name, const char *path) {
    size_t length = strlen(events);
    const char *what = event == BUS_WINDOWS_CHANGED ? "window" : event == BUS_NAMED ? "named"
                                                                                    : "object";
    snprintf(events + length, sizeof events - length, "%s %s %s, ", what, name, path);
}
static void answered(const char *name) { (void)name; }
static void restarted(void) {}
static void lost(void) {}

static gboolean nothing(gpointer data) {
    (void)data;
    return G_SOURCE_CONTINUE;
}

static bool open_bus(mood mood, char *error, size_t size) {
    static const bus_handlers handlers = {joined, left, event, answered, restarted, lost};
    unknown = known = gone = asked = 0;
    events[0] = '\0';
    mood_now = mood;
    return bus_open(&handlers, false, error, size);
}

/* Until the program knows more of the connection, or for 10 s. */
static void run(mood mood) {
    char error[256];
    assert_true(open_bus(mood, error, sizeof error));
    assert_int_equal(unknown, 1); /* at once: windows cannot be said not to be on the bus */
    guint timer = g_timeout_add(20, nothing, NULL);
    for (gint64 end_us = g_get_monotonic_time() + 10000000; known + gone == 0 && g_get_monotonic_time() < end_us;) {
        g_main_context_iteration(NULL, TRUE);
    }
    g_source_remove(timer);
    bus_close();
}

static void test_it_is_asked_again_after_an_error_or_without_an_answer(void **state) {
    (void)state;
    static const mood moods[] = {FAILS_ONCE, SILENT_ONCE, ZERO_ONCE};
    for (size_t i = 0; i < sizeof moods / sizeof *moods; i++) {
        run(moods[i]);
        assert_int_equal(known, 1);
        assert_int_equal(asked, 2);
    }
}

static size_t count_of(const char *text, const char *part) {
    size_t count = 0;
    for (; (text = strstr(text, part)) != NULL; text++) {
        count++;
    }
    return count;
}

/* In a process of its own, in which nothing was reported before, with its standard error in a file. */
static void test_the_first_error_of_each_kind_is_reported(void **state) {
    g_autofree char *said = NULL, *program = g_file_read_link("/proc/self/exe", NULL);
    const char *arguments[] = {program, "errors", NULL};
    int status = 1;
    (void)state;
    assert_true(g_spawn_sync(NULL, (char **)arguments, NULL, G_SPAWN_STDOUT_TO_DEV_NULL, NULL, NULL, NULL, &said, &status, NULL));
    assert_int_equal(status, 0);
    assert_int_equal(count_of(said, "cannot get the process of connection " CONNECTION), 2);
    assert_int_equal(count_of(said, "the bus says 0, as for a process of another PID namespace"), 1);
}

static void test_a_connection_that_has_left_is_forgotten(void **state) {
    (void)state;
    run(HAS_NO_OWNER);
    assert_int_equal(gone, 1);
    assert_int_equal(known, 0);
}

static void test_a_bus_that_does_not_list_its_connections_is_an_error(void **state) {
    char error[256] = "";
    (void)state;
    assert_false(open_bus(LISTS_NOTHING, error, sizeof error));
    assert_non_null(strstr(error, "accessibility bus: cannot list its connections: "));
}

/* Also if a window is gone. A child on another connection may be a lie. */
static void test_events_name_what_changes(void **state) {
    (void)state;
    run(SAYS_MORE);
    assert_string_equal(events, "window :1.7 " ROOT ", window :1.7 /child, object :1.7 /child, named :1.8 /child, object :1.7 /parent, "
                                "named :1.8 /child, window :1.7 " ROOT ", ");
}

int main(int argument_count, char **arguments) {
    const struct CMUnitTest errors[] = {
        cmocka_unit_test(test_it_is_asked_again_after_an_error_or_without_an_answer),
    };
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_it_is_asked_again_after_an_error_or_without_an_answer),
        cmocka_unit_test(test_the_first_error_of_each_kind_is_reported),
        cmocka_unit_test(test_a_connection_that_has_left_is_forgotten),
        cmocka_unit_test(test_a_bus_that_does_not_list_its_connections_is_an_error),
        cmocka_unit_test(test_events_name_what_changes),
    };
    (void)arguments;
    return argument_count > 1 ? cmocka_run_group_tests(errors, set_up, tear_down) : cmocka_run_group_tests(tests, set_up, tear_down);
}
