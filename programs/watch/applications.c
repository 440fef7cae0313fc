/* SPDX-License-Identifier: MIT */
#include "applications.h"

#include <string.h>

#include "bus.h"
#include "tree.h"

#include <atspi/atspi.h>

#define REGISTRY "org.a11y.atspi.Registry"
#define ROOT "/org/a11y/atspi/accessible/root"
#define NOTHING "/org/a11y/atspi/null"

enum {
    MAX_APPLICATIONS = 512
};
static const uint64_t LOOK_NS = 50000000; /* the registry is not asked more often for applications that it does not list yet */
static const uint64_t LIST_NS = 200000000;

static GPtrArray *applications;

static void free_frame(gpointer data) {
    frame *frame = data;
    g_free(frame->bus_name);
    g_free(frame->path);
    secrets_memory_free(frame->memory);
    g_free(frame);
}

static void free_application(gpointer data) {
    application *application = data;
    g_ptr_array_unref(application->frames);
    secret_objects_free(application->secrets);
    g_queue_free_full(application->news, g_free);
    g_free(application->stray);
    g_free(application->bus_name);
    g_free(application);
}

void applications_open(void) { applications = g_ptr_array_new_with_free_func(free_application); }

void applications_close(void) { g_clear_pointer(&applications, g_ptr_array_unref); }

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
    added->secrets = secret_objects_new();
    added->news = g_queue_new();
    g_ptr_array_add(applications, added);
}

bool applications_remove(const char *bus_name) { return g_ptr_array_remove(applications, applications_find(bus_name)); }

/* ---- Which connections have a tree ---- */

static void look_for_trees(uint64_t now_ns) {
    asker asker = {.bus = atspi_get_a11y_bus(), .deadline_ns = now_ns + LIST_NS};
    call children = {.to = {REGISTRY, ROOT}, .what = ASK_CHILDREN};
    reply_children each;
    object root;
    if (!ask_all(&asker, &children, 1)) {
        return;
    }
    reply_children_begin(&each, &children);
    while (reply_children_next(&each, &root)) {
        application *application = applications_find(root.bus);
        if (application != NULL && strcmp(root.path, ROOT) == 0) {
            application->has_tree = true;
        }
    }
    ask_done(&children, 1);
}

application *applications_of(pid_t pid) {
    application *application;
    for (size_t i = 0; pid > 0 && (application = applications_at(i)) != NULL; i++) {
        if (application->pid == pid && application->has_tree) {
            return application;
        }
    }
    return NULL;
}

bool applications_ready(pid_t pid, uint64_t now_ns) {
    application *application;
    bool look = false;
    for (size_t i = 0; pid > 0 && (application = applications_at(i)) != NULL; i++) {
        if (application->pid == pid && !application->has_tree && now_ns >= application->looked_ns + LOOK_NS) {
            application->looked_ns = now_ns;
            look = true;
        }
    }
    if (look) {
        look_for_trees(now_ns);
    }
    return applications_of(pid) != NULL;
}

/* ---- Top-level accessibles ---- */

static frame *find_frame(const application *application, const object *object) {
    for (size_t i = 0; i < application->frames->len; i++) {
        frame *known = g_ptr_array_index(application->frames, i);
        if (strcmp(known->path, object->path) == 0 && strcmp(known->bus_name, object->bus) == 0) {
            return known;
        }
    }
    return NULL;
}

static frame *add_frame(application *application, const object *object) {
    frame *added = g_new0(frame, 1);
    added->bus_name = g_strdup(object->bus);
    added->path = g_strdup(object->path);
    added->memory = secrets_memory_new(application->secrets);
    g_ptr_array_add(application->frames, added);
    return added;
}

/* Forgets frames that are not listed, but not those that may come back with a password field. */
static void forget_frames(application *application) {
    size_t kept = 0;
    for (size_t i = application->frames->len; i-- > 0;) {
        frame *frame = g_ptr_array_index(application->frames, i);
        if (frame->listed) {
            continue;
        }
        frame->verdict = VERDICT_UNKNOWN;
        frame->read_ns = frame->window = 0;
        frame->visible = false;
        if (!secrets_memory_is_needed(frame->memory) || kept++ >= APPLICATION_MAX_FRAMES) {
            g_ptr_array_remove_index(application->frames, i);
        }
    }
}

/* A list that is not good must neither add frames nor remove any. */
static bool is_list_good(const call *call) {
    reply_children each;
    object child;
    size_t count = 0;
    reply_children_begin(&each, call);
    while (count <= APPLICATION_MAX_FRAMES && reply_children_next(&each, &child)) {
        count++;
    }
    return !each.broken && count <= APPLICATION_MAX_FRAMES;
}

static void take_list(application *application, const call *call) {
    reply_children each;
    object child;
    for (size_t i = 0; i < application->frames->len; i++) {
        ((frame *)g_ptr_array_index(application->frames, i))->listed = false;
    }
    reply_children_begin(&each, call);
    while (reply_children_next(&each, &child)) {
        if (strcmp(child.path, NOTHING) != 0) {
            frame *frame = find_frame(application, &child);
            frame = frame != NULL ? frame : add_frame(application, &child);
            frame->listed = true;
        }
    }
    forget_frames(application);
}

/* The names of the application and its toolkit, and its top-level accessibles. */
static bool ask_root(application *application, asker *asker) {
    const object root = {application->bus_name, ROOT};
    call calls[] = {{.to = root, .what = ASK_CHILDREN}, {.to = root, .what = ASK_NAME}, {.to = root, .what = ASK_TOOLKIT}};
    if (!ask_all(asker, calls, G_N_ELEMENTS(calls))) {
        return false;
    }
    reply_text(&calls[1], application->name);
    reply_text(&calls[2], application->toolkit);
    bool good = is_list_good(&calls[0]);
    if (good) {
        take_list(application, &calls[0]);
    }
    ask_done(calls, G_N_ELEMENTS(calls));
    return good;
}

static bool ask_frame(const application *application, frame *frame, asker *asker) {
    const object object = {frame->bus_name, frame->path};
    /* Qt adds the window's place to its size if asked for a place in the window. GTK 4 writes a warning if asked for one on the screen. */
    const ask_what place_where = strcmp(application->toolkit, "GTK") == 0 ? ASK_PLACE_IN_WINDOW : ASK_PLACE_ON_SCREEN;
    call calls[] = {{.to = object, .what = ASK_NAME}, {.to = object, .what = place_where}};
    box place = {0, 0, 0, 0};
    if (!ask_all(asker, calls, G_N_ELEMENTS(calls))) {
        return false;
    }
    frame->title[0] = '\0';
    reply_text(&calls[0], frame->title);
    reply_place(&calls[1], &place);
    frame->width = place.width;
    frame->height = place.height;
    ask_done(calls, G_N_ELEMENTS(calls));
    return true;
}

bool application_list(application *application, uint64_t now_ns) {
    asker asker = {.bus = atspi_get_a11y_bus(), .deadline_ns = now_ns + LIST_NS};
    bool ok = ask_root(application, &asker);
    for (size_t i = 0; ok && i < application->frames->len; i++) {
        frame *frame = g_ptr_array_index(application->frames, i);
        ok = !frame->listed || ask_frame(application, frame, &asker);
    }
    return ok;
}

void application_check_silence(application *application, uint64_t took_ns) {
    if (took_ns < (uint64_t)(TREE_TIMEOUT_MS - 5) * 1000000u || application->silent) {
        return;
    }
    application->silent = true;
    application->probed_ns = ask_now();
    bus_probe(application->bus_name);
}
