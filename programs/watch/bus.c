/* SPDX-License-Identifier: MIT */
#include "bus.h"

#include <gio/gio.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

#define DAEMON "org.freedesktop.DBus"
#define REGISTRY "org.a11y.atspi.Registry"
#define ROOT "/org/a11y/atspi/accessible/root"
#define EVENT "org.a11y.atspi.Event."
#define PROPERTIES "org.freedesktop.DBus.Properties"
#define LAUNCHER "org.a11y.Bus"
#define LAUNCHER_PATH "/org/a11y/bus"
#define STATUS "org.a11y.Status"

enum {
    START_MS = 5000,  /* for the launcher of the bus and the registry, which may have to start */
    DAEMON_MS = 1000, /* for the daemon itself */
    RETRY_MS = 500,   /* before it is asked again */
    PROBE_MS = 60000  /* a stopped application may stay so for hours: then it is asked again */
};

static struct {
    bus_handlers handlers;
    GDBusConnection *session, *bus;
    GCancellable *cancellable; /* of all calls that wait */
    bool names;
    atomic_bool was_off; /* accessibility, before this program or by another one meanwhile */
    guint switch_watch;
} self;

static GVariant *call(GDBusConnection *connection, const char *name, const char *path, const char *interface, const char *method,
                      GVariant *arguments, const char *type, int timeout_ms, GError **error) {
    return g_dbus_connection_call_sync(connection, name, path, interface, method, arguments, G_VARIANT_TYPE(type), G_DBUS_CALL_FLAGS_NONE,
                                       timeout_ms, NULL, error);
}

/* ---- The switch ---- */

static GVariant *new_setting(bool enabled) { return g_variant_new("(ssv)", STATUS, "IsEnabled", g_variant_new_boolean(enabled)); }

static void set_enabled(bool enabled) {
    GVariant *done = call(self.session, LAUNCHER, LAUNCHER_PATH, PROPERTIES, "Set", new_setting(enabled), "()", START_MS, NULL);
    if (done != NULL) {
        g_variant_unref(done);
    }
}

/* Another program may have switched it off, such as a second scrim-watch that ends and leaves it as it found it. */
static void switch_changed(GDBusConnection *session, const char *sender, const char *path, const char *interface, const char *signal,
                           GVariant *arguments, gpointer data) {
    gboolean enabled = TRUE;
    (void)sender, (void)path, (void)interface, (void)signal, (void)data;
    if (!g_variant_is_of_type(arguments, G_VARIANT_TYPE("(sa{sv}as)"))) {
        return;
    }
    GVariant *changed = g_variant_get_child_value(arguments, 1);
    if (g_variant_lookup(changed, "IsEnabled", "b", &enabled) && !enabled) {
        self.was_off = true;
        g_dbus_connection_call(session, LAUNCHER, LAUNCHER_PATH, PROPERTIES, "Set", new_setting(true), NULL, G_DBUS_CALL_FLAGS_NONE, START_MS,
                               self.cancellable, NULL, NULL);
    }
    g_variant_unref(changed);
}

static void enable(void) {
    self.switch_watch = g_dbus_connection_signal_subscribe(self.session, LAUNCHER, PROPERTIES, "PropertiesChanged", LAUNCHER_PATH, STATUS,
                                                           G_DBUS_SIGNAL_FLAGS_NONE, switch_changed, NULL, NULL);
    GVariant *reply = call(self.session, LAUNCHER, LAUNCHER_PATH, PROPERTIES, "Get", g_variant_new("(ss)", STATUS, "IsEnabled"), "(v)",
                           START_MS, NULL);
    GVariant *value = NULL;
    if (reply == NULL) {
        return; /* an old launcher: it has no switch, and accessibility is always on */
    }
    g_variant_get(reply, "(v)", &value);
    self.was_off = g_variant_is_of_type(value, G_VARIANT_TYPE_BOOLEAN) && !g_variant_get_boolean(value);
    g_variant_unref(value);
    g_variant_unref(reply);
    if (self.was_off) {
        set_enabled(true);
    }
}

/* ---- Who is there ---- */

static void ask_pid(const char *name);

static gboolean ask_pid_again(gpointer name) {
    if (self.bus != NULL) {
        ask_pid(name);
    }
    return G_SOURCE_REMOVE;
}

/* `reported` says whether this cause was reported before. */
static void retry_pid(const char *name, const char *why, bool *reported) {
    if (!*reported) {
        fprintf(stderr, "scrim-watch: accessibility bus: cannot get the process of connection %s: %s. Until it is known, windows that cannot be read are covered\n",
                name, why);
        *reported = true;
    }
    g_timeout_add_full(G_PRIORITY_DEFAULT, RETRY_MS, ask_pid_again, g_strdup(name), g_free);
}

static void got_pid(GObject *source, GAsyncResult *result, gpointer name) {
    static bool zero_reported, error_reported;
    GError *error = NULL;
    GVariant *reply = g_dbus_connection_call_finish(G_DBUS_CONNECTION(source), result, &error);
    guint32 pid = 0;
    if (reply != NULL) {
        g_variant_get(reply, "(u)", &pid);
        g_variant_unref(reply);
    }
    if (pid != 0) {
        self.handlers.joined(name, (pid_t)pid);
    } else if (error == NULL) {
        retry_pid(name, "the bus says 0, as for a process of another PID namespace", &zero_reported);
    } else if (g_error_matches(error, G_DBUS_ERROR, G_DBUS_ERROR_NAME_HAS_NO_OWNER)) {
        self.handlers.left(name);
    } else if (!g_error_matches(error, G_IO_ERROR, G_IO_ERROR_CANCELLED) && !g_error_matches(error, G_IO_ERROR, G_IO_ERROR_CLOSED)) {
        retry_pid(name, error->message, &error_reported);
    }
    g_clear_error(&error);
    g_free(name);
}

/* Until the process is known, the connection may belong to any. */
static void ask_pid(const char *name) {
    g_dbus_connection_call(self.bus, DAEMON, "/org/freedesktop/DBus", DAEMON, "GetConnectionUnixProcessID", g_variant_new("(s)", name),
                           G_VARIANT_TYPE("(u)"), G_DBUS_CALL_FLAGS_NONE, DAEMON_MS, self.cancellable, got_pid, g_strdup(name));
}

static void add_connection(const char *name) {
    self.handlers.joined(name, 0);
    ask_pid(name);
}

static void listen_to(const char *type) {
    g_dbus_connection_call(self.bus, REGISTRY, "/org/a11y/atspi/registry", REGISTRY, "RegisterEvent",
                           g_variant_new("(s@ass)", type, g_variant_new_strv(NULL, 0), ""), NULL, G_DBUS_CALL_FLAGS_NONE, START_MS,
                           self.cancellable, NULL, NULL);
}

/* Applications send only what somebody has asked the registry for. */
static void listen_to_all(void) {
    listen_to("object:children-changed");
    listen_to("object:state-changed:showing");
    listen_to("object:property-change:accessible-role");
    listen_to("document:load-complete");
    listen_to("window:create");
    if (self.names) {
        listen_to("object:property-change:accessible-name");
    }
}

static void owner_changed(GDBusConnection *bus, const char *sender, const char *path, const char *interface, const char *signal,
                          GVariant *arguments, gpointer data) {
    const char *name, *before, *after;
    (void)bus, (void)sender, (void)path, (void)interface, (void)signal, (void)data;
    if (!g_variant_is_of_type(arguments, G_VARIANT_TYPE("(sss)"))) {
        return;
    }
    g_variant_get(arguments, "(&s&s&s)", &name, &before, &after);
    if (strcmp(name, REGISTRY) == 0) {
        listen_to_all(); /* starts it again if it has ended */
        if (after[0] != '\0') {
            self.handlers.restarted();
        }
    } else if (name[0] == ':' && after[0] == '\0') {
        self.handlers.left(name);
    } else if (name[0] == ':') {
        add_connection(name);
    }
}

static bool add_present(GError **error) {
    GVariant *names = call(self.bus, DAEMON, "/org/freedesktop/DBus", DAEMON, "ListNames", NULL, "(as)", START_MS, error);
    GVariantIter *list = NULL;
    const char *name;
    if (names == NULL) {
        return false;
    }
    g_variant_get(names, "(as)", &list);
    while (g_variant_iter_next(list, "&s", &name)) {
        if (name[0] == ':') {
            add_connection(name);
        }
    }
    g_variant_iter_free(list);
    g_variant_unref(names);
    return true;
}

/* ---- Events ---- */

/* The object that the event adds, or its source. */
static void event_added(const char *sender, const char *path, GVariant *any) {
    const char *name = sender, *child = path;
    if (g_variant_is_of_type(any, G_VARIANT_TYPE("(so)"))) {
        g_variant_get(any, "(&s&o)", &name, &child);
    }
    if (name[0] != ':') { /* some applications leave it out */
        name = sender;
    }
    bus_event what = strcmp(path, ROOT) == 0 ? BUS_WINDOWS_CHANGED : BUS_OBJECT_NEW;
    if (strcmp(name, sender) == 0) {
        self.handlers.event(what, name, child);
    } else {
        self.handlers.event(BUS_NAMED, name, child);
        self.handlers.event(what, sender, path); /* it may not be known yet that it has objects of another connection */
    }
}

static void got_event(GDBusConnection *bus, const char *sender, const char *path, const char *interface, const char *signal,
                      GVariant *arguments, gpointer data) {
    const char *detail;
    gint32 first, second;
    GVariant *any, *rest;
    (void)bus, (void)data;
    /* The fifth argument holds properties, or is an accessible that older versions send. */
    if (g_variant_n_children(arguments) != 5 || !g_str_has_prefix(g_variant_get_type_string(arguments), "(siiv")) {
        return;
    }
    g_variant_get(arguments, "(&siiv@*)", &detail, &first, &second, &any, &rest);
    if (strcmp(interface, EVENT "Window") == 0) {
        self.handlers.event(BUS_WINDOWS_CHANGED, sender, path);
    } else if (strcmp(signal, "ChildrenChanged") == 0) {
        if (g_str_has_prefix(detail, "add")) {
            event_added(sender, path, any);
        } else if (strcmp(path, ROOT) == 0) {
            self.handlers.event(BUS_WINDOWS_CHANGED, sender, path); /* another one may be the only one that fits a window now */
        }
    } else if (strcmp(signal, "StateChanged") != 0 || first != 0) {
        self.handlers.event(BUS_OBJECT_NEW, sender, path);
    }
    g_variant_unref(any);
    g_variant_unref(rest);
}

static void subscribe(const char *interface, const char *signal, const char *detail) {
    g_dbus_connection_signal_subscribe(self.bus, NULL, interface, signal, NULL, detail, G_DBUS_SIGNAL_FLAGS_NONE, got_event, NULL, NULL);
}

static void subscribe_to_all(void) {
    g_dbus_connection_signal_subscribe(self.bus, DAEMON, DAEMON, "NameOwnerChanged", NULL, NULL,
                                       G_DBUS_SIGNAL_FLAGS_NONE, owner_changed, NULL, NULL);
    subscribe(EVENT "Object", "ChildrenChanged", NULL);
    subscribe(EVENT "Object", "StateChanged", "showing");
    subscribe(EVENT "Object", "PropertyChange", "accessible-role");
    subscribe(EVENT "Document", "LoadComplete", NULL);
    subscribe(EVENT "Window", "Create", NULL);
    if (self.names) {
        subscribe(EVENT "Object", "PropertyChange", "accessible-name");
    }
}

/* ---- Probes ---- */

static void probed(GObject *source, GAsyncResult *result, gpointer name) {
    GError *error = NULL;
    GVariant *reply = g_dbus_connection_call_finish(G_DBUS_CONNECTION(source), result, &error);
    bool cancelled = g_error_matches(error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
    if (!cancelled) {
        self.handlers.answered(name);
    }
    if (reply != NULL) {
        g_variant_unref(reply);
    }
    g_clear_error(&error);
    g_free(name);
}

void bus_probe(const char *name) {
    g_dbus_connection_call(self.bus, name, ROOT, PROPERTIES, "Get", g_variant_new("(ss)", "org.a11y.atspi.Accessible", "ChildCount"), NULL,
                           G_DBUS_CALL_FLAGS_NONE, PROBE_MS, self.cancellable, probed, g_strdup(name));
}

/* ---- Open and close ---- */

static void closed(GDBusConnection *bus, gboolean remote, GError *error, gpointer data) {
    (void)bus, (void)remote, (void)error, (void)data;
    self.handlers.lost();
}

static char *find_address(GError **error) {
    const char *environment = g_getenv("AT_SPI_BUS_ADDRESS");
    char *address = NULL;
    if (environment != NULL && environment[0] != '\0') {
        return g_strdup(environment);
    }
    GVariant *reply = call(self.session, LAUNCHER, LAUNCHER_PATH, LAUNCHER, "GetAddress", NULL, "(s)", START_MS, error);
    if (reply != NULL) {
        g_variant_get(reply, "(s)", &address);
        g_variant_unref(reply);
    }
    return address;
}

static bool connect_to_bus(GError **error) {
    char *address = find_address(error);
    if (address == NULL) {
        return false;
    }
    self.bus = g_dbus_connection_new_for_address_sync(
        address, G_DBUS_CONNECTION_FLAGS_AUTHENTICATION_CLIENT | G_DBUS_CONNECTION_FLAGS_MESSAGE_BUS_CONNECTION, NULL, NULL, error);
    if (self.bus != NULL) {
        g_setenv("AT_SPI_BUS_ADDRESS", address, TRUE); /* libatspi must find the same one */
    }
    g_free(address);
    return self.bus != NULL;
}

bool bus_open(const bus_handlers *handlers, bool names, char *error, size_t error_size) {
    GError *problem = NULL;
    self.handlers = *handlers;
    self.names = names;
    self.cancellable = g_cancellable_new();
    self.session = g_bus_get_sync(G_BUS_TYPE_SESSION, NULL, &problem);
    if (self.session == NULL) {
        snprintf(error, error_size, "D-Bus session: cannot connect: %s", problem->message);
        g_error_free(problem);
        bus_close();
        return false;
    }
    g_dbus_connection_set_exit_on_close(self.session, FALSE);
    enable();
    if (!connect_to_bus(&problem)) {
        snprintf(error, error_size, "accessibility bus: cannot connect: %s", problem->message);
        g_error_free(problem);
        bus_close();
        return false;
    }
    g_signal_connect(self.bus, "closed", G_CALLBACK(closed), NULL);
    subscribe_to_all();
    listen_to_all();
    if (!add_present(&problem)) {
        snprintf(error, error_size, "accessibility bus: cannot list its connections: %s", problem->message);
        g_error_free(problem);
        bus_close();
        return false;
    }
    return true;
}

void bus_restore(void) {
    if (self.was_off) {
        set_enabled(false);
    }
}

void bus_close(void) {
    if (self.cancellable != NULL) {
        g_cancellable_cancel(self.cancellable);
    }
    if (self.switch_watch != 0) {
        g_dbus_connection_signal_unsubscribe(self.session, self.switch_watch);
    }
    bus_restore();
    if (self.bus != NULL) {
        guint signal = g_signal_lookup("closed", G_TYPE_DBUS_CONNECTION);
        g_signal_handlers_disconnect_matched(self.bus, G_SIGNAL_MATCH_ID, signal, 0, NULL, NULL, NULL);
        g_dbus_connection_close_sync(self.bus, NULL, NULL);
    }
    g_clear_object(&self.bus);
    g_clear_object(&self.session);
    g_clear_object(&self.cancellable);
    self.was_off = false;
    self.switch_watch = 0;
}
