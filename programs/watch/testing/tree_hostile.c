/* SPDX-License-Identifier: MIT */
/* An application with a window whose accessibility tree lies. The argument says how. Ends when its standard input does. */
#include <dbus/dbus.h>
#include <xcb/xcb.h>

#include <limits.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define ROOT "/org/a11y/atspi/accessible/root"
#define NOTHING "/org/a11y/atspi/null"
#define FRAME "/org/a11y/atspi/accessible/1"

static const char *mode;
static char *long_name;
static unsigned asked;

static bool is(const char *name) { return strcmp(mode, name) == 0; }

/* ---- The window ---- */

static void set_text(xcb_connection_t *x, xcb_window_t window, xcb_atom_t name, const char *text) {
    xcb_change_property(x, XCB_PROP_MODE_REPLACE, window, name, XCB_ATOM_STRING, 8, (uint32_t)strlen(text) + 1, text);
}

static xcb_connection_t *open_window(void) {
    xcb_connection_t *x = xcb_connect(NULL, NULL);
    if (xcb_connection_has_error(x)) {
        exit(1);
    }
    xcb_screen_t *screen = xcb_setup_roots_iterator(xcb_get_setup(x)).data;
    xcb_window_t window = xcb_generate_id(x);
    xcb_create_window(x, XCB_COPY_FROM_PARENT, window, screen->root, 10, 10, 320, 240, 0, XCB_WINDOW_CLASS_INPUT_OUTPUT,
                      screen->root_visual, XCB_CW_BACK_PIXEL, &screen->white_pixel);
    set_text(x, window, XCB_ATOM_WM_NAME, mode);
    set_text(x, window, XCB_ATOM_WM_CLASS, "hostile");
    xcb_map_window(x, window);
    xcb_flush(x);
    return x;
}

/* ---- Answers ---- */

static void add_object(DBusMessageIter *to, const char *name, const char *path) {
    DBusMessageIter both;
    dbus_message_iter_open_container(to, DBUS_TYPE_STRUCT, NULL, &both);
    dbus_message_iter_append_basic(&both, DBUS_TYPE_STRING, &name);
    dbus_message_iter_append_basic(&both, DBUS_TYPE_OBJECT_PATH, &path);
    dbus_message_iter_close_container(to, &both);
}

static int32_t count_of(const char *path) {
    bool root = strcmp(path, ROOT) == 0;
    return is("many")                    ? 100000
           : is("negative")              ? INT_MIN
           : is("wide") && !root         ? 1000
           : is("self") || is("deep")    ? 1
           : is("null") || is("strange") ? 3
                                         : root;
}

static void add_child(DBusConnection *bus, DBusMessageIter *to, const char *path) {
    static unsigned number = 1;
    char fresh[64];
    bool root = strcmp(path, ROOT) == 0;
    snprintf(fresh, sizeof fresh, "/org/a11y/atspi/accessible/%u", ++number);
    const char *child = is("null") ? NOTHING : is("self")        ? path
                                           : root && !is("many") ? FRAME
                                                                 : fresh;
    add_object(to, is("strange") ? "org.freedesktop.DBus" : is("null") ? ""
                                                                       : dbus_bus_get_unique_name(bus),
               child);
}

static void add_number(DBusMessageIter *to, int type, uint32_t number) {
    static const char *const text = "not a number";
    if (is("types")) {
        dbus_message_iter_append_basic(to, DBUS_TYPE_STRING, &text);
    } else {
        dbus_message_iter_append_basic(to, type, &number);
    }
}

static void add_property(DBusMessage *call, DBusMessageIter *to) {
    const char *interface = "", *name = "", *path = dbus_message_get_path(call), *text = long_name;
    DBusMessageIter value;
    dbus_message_get_args(call, NULL, DBUS_TYPE_STRING, &interface, DBUS_TYPE_STRING, &name, DBUS_TYPE_INVALID);
    bool number = strcmp(name, "ChildCount") == 0 || is("types");
    dbus_message_iter_open_container(to, DBUS_TYPE_VARIANT, is("types") ? "s" : number ? "i"
                                                                                       : "s",
                                     &value);
    if (number) {
        add_number(&value, DBUS_TYPE_INT32, (uint32_t)count_of(path));
    } else {
        dbus_message_iter_append_basic(&value, DBUS_TYPE_STRING, &text);
    }
    dbus_message_iter_close_container(to, &value);
}

static void add_children(DBusConnection *bus, DBusMessage *call, DBusMessageIter *to) {
    DBusMessageIter list;
    int32_t count = count_of(dbus_message_get_path(call));
    dbus_message_iter_open_container(to, DBUS_TYPE_ARRAY, "(so)", &list);
    for (int32_t i = 0; i < count; i++) {
        add_child(bus, &list, dbus_message_get_path(call));
    }
    dbus_message_iter_close_container(to, &list);
}

static void add_extents(DBusMessageIter *to) {
    DBusMessageIter four;
    const int32_t sane[] = {0, 0, 320, 240}, wild[] = {INT_MIN, INT_MAX, INT_MAX, INT_MIN};
    dbus_message_iter_open_container(to, DBUS_TYPE_STRUCT, NULL, &four);
    for (int i = 0; i < 4; i++) {
        dbus_message_iter_append_basic(&four, DBUS_TYPE_INT32, is("wild") ? &wild[i] : &sane[i]);
    }
    dbus_message_iter_close_container(to, &four);
}

static void add_states(DBusMessageIter *to) {
    DBusMessageIter list;
    const uint32_t all = UINT32_MAX;
    dbus_message_iter_open_container(to, DBUS_TYPE_ARRAY, "u", &list);
    for (int i = 0; i < (is("wild") ? 5 : 2); i++) {
        dbus_message_iter_append_basic(&list, DBUS_TYPE_UINT32, &all);
    }
    dbus_message_iter_close_container(to, &list);
}

static DBusMessage *answer_to(DBusConnection *bus, DBusMessage *call) {
    const char *method = dbus_message_get_member(call);
    DBusMessage *reply = is("error") ? dbus_message_new_error(call, DBUS_ERROR_FAILED, "no") : dbus_message_new_method_return(call);
    DBusMessageIter iterator;
    dbus_message_iter_init_append(reply, &iterator);
    if (is("error") || is("empty")) {
        return reply;
    }
    if (strcmp(method, "Get") == 0) {
        add_property(call, &iterator);
    } else if (strcmp(method, "GetChildAtIndex") == 0) {
        add_child(bus, &iterator, dbus_message_get_path(call));
    } else if (strcmp(method, "GetChildren") == 0) {
        add_children(bus, call, &iterator);
    } else if (strcmp(method, "GetRole") == 0) {
        add_number(&iterator, DBUS_TYPE_UINT32, is("wild") ? UINT32_MAX : 23);
    } else if (strcmp(method, "GetExtents") == 0) {
        add_extents(&iterator);
    } else if (strcmp(method, "GetState") == 0) {
        add_states(&iterator);
    }
    return reply;
}

static DBusHandlerResult filter(DBusConnection *bus, DBusMessage *call, void *data) {
    const struct timespec slow = {0, 90000000};
    (void)data;
    if (dbus_message_get_type(call) != DBUS_MESSAGE_TYPE_METHOD_CALL) {
        return DBUS_HANDLER_RESULT_NOT_YET_HANDLED;
    }
    asked++;
    if (is("leaves") && asked > 4) {
        _exit(0);
    }
    if (is("slow")) {
        nanosleep(&slow, NULL);
    }
    DBusMessage *reply = answer_to(bus, call);
    if (!is("silent")) {
        dbus_connection_send(bus, reply, NULL);
    }
    dbus_message_unref(reply);
    return DBUS_HANDLER_RESULT_HANDLED;
}

/* ---- Events ---- */

static void send_event(DBusConnection *bus, unsigned number) {
    static const char *const details[] = {"add", "", "remove", "showing"};
    static const char *const names[] = {"ChildrenChanged", "StateChanged", "PropertyChange", "ChildrenChanged"};
    char path[64];
    snprintf(path, sizeof path, "/org/a11y/atspi/accessible/%u", number % 1000);
    DBusMessage *event = dbus_message_new_signal(number % 7 == 0 ? ROOT : path, "org.a11y.atspi.Event.Object", names[number % 4]);
    DBusMessageIter all, variant;
    const int32_t one = 1;
    dbus_message_iter_init_append(event, &all);
    dbus_message_iter_append_basic(&all, DBUS_TYPE_STRING, &details[number % 5 % 4]);
    if (number % 3 != 0) { /* otherwise the rest is missing */
        dbus_message_iter_append_basic(&all, DBUS_TYPE_INT32, &one);
        dbus_message_iter_append_basic(&all, DBUS_TYPE_INT32, &one);
        dbus_message_iter_open_container(&all, DBUS_TYPE_VARIANT, "(so)", &variant);
        add_object(&variant, number % 11 == 0 ? "" : dbus_bus_get_unique_name(bus), path);
        dbus_message_iter_close_container(&all, &variant);
        add_object(&all, dbus_bus_get_unique_name(bus), ROOT);
    }
    dbus_connection_send(bus, event, NULL);
    dbus_message_unref(event);
}

/* ---- The bus ---- */

static DBusConnection *open_bus(void) {
    DBusConnection *session = dbus_bus_get_private(DBUS_BUS_SESSION, NULL);
    DBusMessage *ask = dbus_message_new_method_call("org.a11y.Bus", "/org/a11y/bus", "org.a11y.Bus", "GetAddress");
    DBusMessage *reply = session != NULL ? dbus_connection_send_with_reply_and_block(session, ask, 5000, NULL) : NULL;
    const char *address = "";
    DBusConnection *bus = NULL;
    if (reply != NULL && dbus_message_get_args(reply, NULL, DBUS_TYPE_STRING, &address, DBUS_TYPE_INVALID)) {
        bus = dbus_connection_open_private(address, NULL);
    }
    if (bus == NULL || !dbus_bus_register(bus, NULL)) {
        exit(1);
    }
    return bus;
}

static void embed(DBusConnection *bus) {
    DBusMessage *call = dbus_message_new_method_call("org.a11y.atspi.Registry", ROOT, "org.a11y.atspi.Socket", "Embed");
    DBusMessageIter iterator;
    dbus_message_iter_init_append(call, &iterator);
    add_object(&iterator, dbus_bus_get_unique_name(bus), ROOT);
    dbus_connection_send(bus, call, NULL);
    dbus_message_unref(call);
}

int main(int count, char **arguments) {
    mode = count > 1 ? arguments[1] : "";
    size_t length = is("wild") ? 1000000 : 7;
    long_name = calloc(1, length + 1);
    memset(long_name, 'x', length);
    memcpy(long_name, is("wild") ? "\xc3\xa9" : "hostile", is("wild") ? 2 : 7);
    xcb_connection_t *x = open_window();
    DBusConnection *bus = open_bus();
    dbus_connection_add_filter(bus, filter, NULL, NULL);
    embed(bus);
    for (unsigned number = 0; dbus_connection_read_write_dispatch(bus, is("events") ? 0 : 20); number++) {
        for (unsigned i = 0; is("events") && i < 20; i++) {
            send_event(bus, number * 20 + i);
        }
        if (is("events")) {
            usleep(2000);
        }
        if (getppid() == 1) {
            break;
        }
    }
    xcb_disconnect(x);
    return 0;
}
