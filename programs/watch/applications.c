/* SPDX-License-Identifier: MIT */
#include "applications.h"

#include <stdio.h>
#include <string.h>

#include "bus.h"
#include "tree.h"

enum {
    START_TIMEOUT_MS = 5000, /* the registry may have to start */
    LOOK_NS = 50000000,      /* the registry is not asked more often for applications that it does not list yet */
    MAX_APPLICATIONS = 512
};

static GPtrArray *applications;
static AtspiAccessible *desktop_root;

static void free_frame(gpointer data) {
    frame *frame = data;
    g_object_unref(frame->accessible);
    g_free(frame->path);
    secrets_memory_free(frame->memory);
    g_free(frame);
}

static void free_application(gpointer data) {
    application *application = data;
    g_ptr_array_unref(application->frames);
    g_queue_free_full(application->news, g_free);
    g_free(application->stray);
    g_clear_object(&application->root);
    g_free(application->bus_name);
    g_free(application);
}

/* libatspi keeps a copy of every tree if it hears of events. Here nothing is kept, because copies are out of date at the wrong moment. */
static void leave_events(void) {
    static const char *const rules[] = {
        "type='signal',interface='org.a11y.atspi.Cache',member='AddAccessible'",
        "type='signal',interface='org.a11y.atspi.Event.Object',member='ChildrenChanged'",
        "type='signal',interface='org.a11y.atspi.Event.Object',member='PropertyChange'",
        "type='signal',interface='org.a11y.atspi.Event.Object',member='StateChanged'",
    };
    AtspiApplication *registry = desktop_root != NULL ? ATSPI_OBJECT(desktop_root)->app : NULL;
    for (size_t i = 0; registry != NULL && registry->bus != NULL && i < G_N_ELEMENTS(rules); i++) {
        dbus_bus_remove_match(registry->bus, rules[i], NULL);
    }
}

void applications_open(void) { applications = g_ptr_array_new_with_free_func(free_application); }

void applications_connect(void) {
    g_setenv("ATSPI_NO_CACHE", "1", TRUE);
    atspi_init();
    atspi_set_timeout(START_TIMEOUT_MS, 0);
    desktop_root = atspi_get_desktop(0);
    atspi_set_timeout(TREE_TIMEOUT_MS, 0);
    leave_events();
}

void applications_close(void) {
    g_clear_pointer(&applications, g_ptr_array_unref);
    g_clear_object(&desktop_root);
}

application *applications_at(size_t index) {
    return index < applications->len ? g_ptr_array_index(applications, index) : NULL;
}

application *applications_find(const char *bus_name) {
    application *application;
    for (size_t i = 0; (application = applications_at(i)) != NULL; i++) {
        if (strcmp(application->bus_name, bus_name) == 0) {
            return application;
        }
    }
    return NULL;
}

void applications_add(const char *bus_name, pid_t pid) {
    if (applications_find(bus_name) != NULL || applications->len >= MAX_APPLICATIONS) {
        return;
    }
    application *added = g_new0(application, 1);
    added->bus_name = g_strdup(bus_name);
    added->pid = pid;
    added->frames = g_ptr_array_new_with_free_func(free_frame);
    added->news = g_queue_new();
    g_ptr_array_add(applications, added);
}

bool applications_remove(const char *bus_name) { return g_ptr_array_remove(applications, applications_find(bus_name)); }

/* ---- Roots ---- */

static void take_root(AtspiAccessible *root) {
    const AtspiApplication *owner = ATSPI_OBJECT(root)->app;
    application *application = owner != NULL && owner->bus_name != NULL ? applications_find(owner->bus_name) : NULL;
    if (application != NULL && application->root == NULL) {
        application->root = g_object_ref(root);
    }
}

static void look_for_roots(void) {
    int count = desktop_root != NULL ? atspi_accessible_get_child_count(desktop_root, NULL) : 0;
    for (int i = 0; i < count && i < MAX_APPLICATIONS; i++) {
        AtspiAccessible *root = atspi_accessible_get_child_at_index(desktop_root, i, NULL);
        if (root != NULL) {
            take_root(root);
            g_object_unref(root);
        }
    }
}

application *applications_of(pid_t pid) {
    application *application;
    for (size_t i = 0; pid > 0 && (application = applications_at(i)) != NULL; i++) {
        if (application->pid == pid && application->root != NULL) {
            return application;
        }
    }
    return NULL;
}

bool applications_ready(pid_t pid, uint64_t now_ns) {
    application *application;
    bool look = false;
    for (size_t i = 0; pid > 0 && (application = applications_at(i)) != NULL; i++) {
        if (application->pid == pid && application->root == NULL && now_ns >= application->looked_ns + LOOK_NS) {
            application->looked_ns = now_ns;
            look = true;
        }
    }
    if (look) {
        look_for_roots();
    }
    return applications_of(pid) != NULL;
}

/* ---- Top-level accessibles ---- */

/* Copies what fits, without half a character. */
static void copy_text(char *to, size_t size, char *from) {
    const char *end = NULL;
    g_strlcpy(to, from != NULL ? from : "", size);
    if (!g_utf8_validate(to, -1, &end)) {
        to[end - to] = '\0';
    }
    g_free(from);
}

static frame *find_frame(const application *application, const char *path) {
    for (size_t i = 0; i < application->frames->len; i++) {
        frame *known = g_ptr_array_index(application->frames, i);
        if (strcmp(known->path, path) == 0) {
            return known;
        }
    }
    return NULL;
}

static frame *add_frame(application *application, AtspiAccessible *accessible) {
    frame *added = g_new0(frame, 1);
    added->accessible = g_object_ref(accessible);
    added->path = g_strdup(ATSPI_OBJECT(accessible)->path);
    added->memory = secrets_memory_new();
    g_ptr_array_add(application->frames, added);
    return added;
}

static void list_frame(application *application, AtspiAccessible *accessible, uint64_t now_ns) {
    frame *frame = find_frame(application, ATSPI_OBJECT(accessible)->path);
    if (frame == NULL) {
        frame = add_frame(application, accessible);
    }
    /* Qt adds the window's place to its size if asked for a place in the window. */
    AtspiRect *extents = atspi_component_get_extents(ATSPI_COMPONENT(accessible), ATSPI_COORD_TYPE_SCREEN, NULL);
    frame->width = extents != NULL ? extents->width : 0;
    frame->height = extents != NULL ? extents->height : 0;
    g_free(extents);
    copy_text(frame->title, sizeof frame->title, atspi_accessible_get_name(accessible, NULL));
    frame->listed_ns = now_ns;
}

static void forget_frames(application *application, uint64_t now_ns) {
    for (size_t i = application->frames->len; i-- > 0;) {
        const frame *frame = g_ptr_array_index(application->frames, i);
        if (frame->listed_ns != now_ns) {
            g_ptr_array_remove_index(application->frames, i);
        }
    }
}

bool application_list(application *application, uint64_t now_ns) {
    AtspiAccessible *root = application->root;
    int count = atspi_accessible_get_child_count(root, NULL);
    if (count < 0 || count > APPLICATION_MAX_FRAMES) {
        return false;
    }
    if (application->toolkit[0] == '\0') {
        copy_text(application->name, sizeof application->name, atspi_accessible_get_name(root, NULL));
        copy_text(application->toolkit, sizeof application->toolkit, atspi_accessible_get_toolkit_name(root, NULL));
    }
    for (int i = 0; i < count; i++) {
        AtspiAccessible *child = atspi_accessible_get_child_at_index(root, i, NULL);
        if (child != NULL) {
            list_frame(application, child, now_ns);
            g_object_unref(child);
        }
    }
    forget_frames(application, now_ns);
    return atspi_accessible_get_child_count(root, NULL) == count; /* otherwise one may have been left out */
}

void application_check_silence(application *application, uint64_t took_ns) {
    if (took_ns < (uint64_t)(TREE_TIMEOUT_MS - 5) * 1000000u || application->silent) {
        return;
    }
    application->silent = true;
    bus_probe(application->bus_name);
}

AtspiAccessible *application_object(const application *application, const char *path) {
    AtspiApplication *owner = application->root != NULL ? ATSPI_OBJECT(application->root)->app : NULL;
    return owner != NULL ? _atspi_accessible_new(owner, path) : NULL;
}
