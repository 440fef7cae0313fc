/* SPDX-License-Identifier: MIT */
#include "applications.h"

#include <stdio.h>
#include <string.h>

#include "bus.h"
#include "tree.h"

#include <atspi/atspi.h>

#define REGISTRY "org.a11y.atspi.Registry"
#define ROOT "/org/a11y/atspi/accessible/root"
#define NOTHING "/org/a11y/atspi/null"

enum {
    MAX_APPLICATIONS = 4096,
    MAX_OF_PROCESS = 64 /* so that one process cannot take the places of all others */
};
static const uint64_t RETRY_NS = 500000000; /* a registry that was late is not asked more often */
static const uint64_t START_NS = 2000000000; /* for the registry to start */
static const uint64_t LOOK_NS = 50000000; /* the registry is not asked more often for applications that it does not list yet */
static const uint64_t LIST_NS = 200000000;

static GPtrArray *applications;
static GHashTable *counts; /* how many of these each process has */
static GHashTable *others; /* the process of each connection for which there was no place */
static struct {
    uint64_t failed_ns; /* since when no question was answered; 0: the newest one was */
    uint64_t next_ns;   /* it is not asked before */
    bool reported;
} registry;

static void free_frame(gpointer data) {
    frame *frame = data;
    g_free(frame->bus_name);
    g_free(frame->path);
    g_hash_table_unref(frame->guests);
    secrets_memory_free(frame->memory);
    g_free(frame);
}

static void free_application(gpointer data) {
    application *application = data;
    g_ptr_array_unref(application->frames);
    secret_objects_free(application->secrets);
    g_queue_free_full(application->news, g_free);
    while (application->stray_count > 0) {
        application_drop_stray(application, 0);
    }
    g_free(application->bus_name);
    g_free(application);
}

void applications_open(void) {
    applications = g_ptr_array_new_with_free_func(free_application);
    counts = g_hash_table_new(NULL, NULL);
    others = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    registry.failed_ns = registry.next_ns = 0;
    registry.reported = false;
}

void applications_close(void) {
    g_clear_pointer(&applications, g_ptr_array_unref);
    g_clear_pointer(&counts, g_hash_table_unref);
    g_clear_pointer(&others, g_hash_table_unref);
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

static int count_of(pid_t pid) { return GPOINTER_TO_INT(g_hash_table_lookup(counts, GINT_TO_POINTER(pid))); }

static void change_count(pid_t pid, int change) {
    int count = count_of(pid) + change;
    if (count > 0) {
        g_hash_table_insert(counts, GINT_TO_POINTER(pid), GINT_TO_POINTER(count));
    } else {
        g_hash_table_remove(counts, GINT_TO_POINTER(pid));
    }
}

static bool may_have_more(pid_t pid) { return pid == 0 || count_of(pid) < MAX_OF_PROCESS; }

static bool has_place(pid_t pid) { return applications->len < MAX_APPLICATIONS && may_have_more(pid); }

static void add(const char *bus_name, pid_t pid) {
    application *added = g_new0(application, 1);
    added->bus_name = g_strdup(bus_name);
    added->pid = pid;
    added->frames = g_ptr_array_new_with_free_func(free_frame);
    added->secrets = secret_objects_new();
    added->news = g_queue_new();
    g_ptr_array_add(applications, added);
    change_count(pid, 1);
}

static void add_other(const char *bus_name, pid_t pid) {
    static bool reported;
    if (!reported) {
        fprintf(stderr, "scrim-watch: more connections on the accessibility bus than can be tracked (4,096, or 64 of one process). "
                        "Windows of their programs are covered\n");
        reported = true;
    }
    g_hash_table_insert(others, g_strdup(bus_name), GINT_TO_POINTER((gint)pid));
}

/* A connection has gone, so one of the others gets its place. */
static void fill_place(void) {
    GHashTableIter iterator;
    gpointer name, pid;
    g_hash_table_iter_init(&iterator, others);
    while (g_hash_table_iter_next(&iterator, &name, &pid)) {
        if (has_place((pid_t)GPOINTER_TO_INT(pid))) {
            add(name, (pid_t)GPOINTER_TO_INT(pid));
            g_hash_table_iter_remove(&iterator);
            return;
        }
    }
}

static void remove_known(application *known) {
    change_count(known->pid, -1);
    g_ptr_array_remove(applications, known);
    fill_place();
}

void applications_add(const char *bus_name, pid_t pid) {
    application *known = applications_find(bus_name);
    if (known != NULL && (pid == 0 || known->pid == pid)) {
        return;
    }
    if (known != NULL && may_have_more(pid)) {
        change_count(known->pid, -1);
        change_count(pid, 1);
        known->pid = pid;
    } else if (known == NULL && has_place(pid)) {
        g_hash_table_remove(others, bus_name);
        add(bus_name, pid);
    } else {
        if (known != NULL) {
            remove_known(known);
        }
        add_other(bus_name, pid);
    }
}

bool applications_remove(const char *bus_name) {
    application *known = applications_find(bus_name);
    if (known == NULL) {
        return g_hash_table_remove(others, bus_name);
    }
    remove_known(known);
    return true;
}

/* ---- Which connections have a tree ---- */

static bool look_for_trees(uint64_t now_ns, bool *late) {
    asker asker = {.bus = atspi_get_a11y_bus(), .deadline_ns = now_ns + LIST_NS};
    call children = {.to = {REGISTRY, ROOT}, .what = ASK_CHILDREN};
    reply_children each;
    object root;
    *late = !ask_all(&asker, &children, 1);
    if (*late) {
        return false;
    }
    reply_children_begin(&each, &children);
    bool good = !each.broken;
    while (good && (reply_children_next(&each, &root) || each.broken)) {
        application *application = each.broken ? NULL : applications_find(root.bus);
        if (application != NULL && strcmp(root.path, ROOT) == 0) {
            application->has_tree = true;
        }
        each.broken = false; /* an application with a strange name must not hide those after it */
    }
    ask_done(&children, 1);
    return good;
}

static void ask_registry(uint64_t now_ns) {
    bool late = false;
    if (now_ns < registry.next_ns) {
        return;
    }
    if (look_for_trees(now_ns, &late)) {
        registry.failed_ns = registry.next_ns = 0;
        registry.reported = false;
        return;
    }
    registry.failed_ns = registry.failed_ns != 0 ? registry.failed_ns : now_ns;
    registry.next_ns = ask_now() + (late ? RETRY_NS : LOOK_NS);
    if (!registry.reported && (late || now_ns - registry.failed_ns >= START_NS)) {
        fprintf(stderr, "scrim-watch: the registry of the accessibility bus cannot list the applications. Windows of those that it may list are covered\n");
        registry.reported = true;
    }
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

/* Whether it may be a connection of the process that has no place. */
static bool is_other(pid_t pid) {
    GHashTableIter iterator;
    gpointer other;
    bool found = false;
    g_hash_table_iter_init(&iterator, others);
    while (!found && g_hash_table_iter_next(&iterator, NULL, &other)) {
        found = GPOINTER_TO_INT(other) == pid || GPOINTER_TO_INT(other) == 0;
    }
    return found;
}

bool applications_unclear(pid_t pid) {
    const application *application;
    bool unclear = pid > 0 && is_other(pid);
    for (size_t i = 0; pid > 0 && (application = applications_at(i)) != NULL; i++) {
        unclear |= application->pid == 0 || (application->pid == pid && !application->has_tree && registry.failed_ns != 0);
    }
    return unclear;
}

presence applications_presence(pid_t pid, uint64_t now_ns) {
    application *application;
    bool look = false;
    for (size_t i = 0; pid > 0 && (application = applications_at(i)) != NULL; i++) {
        bool treeless = application->pid == pid && !application->has_tree;
        if (treeless && now_ns >= application->looked_ns + LOOK_NS) {
            application->looked_ns = now_ns;
            look = true;
        }
    }
    if (look) {
        ask_registry(now_ns);
    }
    if (applications_of(pid) != NULL) {
        return PRESENCE_TREE;
    }
    return applications_unclear(pid) ? PRESENCE_UNCLEAR : PRESENCE_NONE;
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
    added->guests = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
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
        frame->read_ns = frame->window = frame->listed_ns = 0;
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
            frame->listed_ns = frame->listed_ns != 0 ? frame->listed_ns : ask_now();
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

/* ---- Strays ---- */

void application_add_stray(application *application, char *path) {
    size_t needless = 0; /* the oldest, unless one is missing */
    for (size_t i = application->stray_count; i-- > 0;) {
        if (strcmp(application->strays[i].path, path) == 0) {
            g_free(path);
            return;
        }
        needless = application->strays[i].absence.since_ns != 0 ? i : needless;
    }
    if (application->stray_count == APPLICATION_MAX_STRAYS) {
        application_drop_stray(application, needless);
    }
    application->strays[application->stray_count++] = (stray){.path = path};
}

void application_drop_stray(application *application, size_t index) {
    g_free(application->strays[index].path);
    application->stray_count--;
    memmove(&application->strays[index], &application->strays[index + 1], (application->stray_count - index) * sizeof *application->strays);
}

/* ---- Silence ---- */

void application_check_silence(application *application, uint64_t took_ns) {
    if (took_ns < (uint64_t)(TREE_TIMEOUT_MS - 5) * 1000000u || application->silent) {
        return;
    }
    application->silent = true;
    application->probed_ns = ask_now();
    bus_probe(application->bus_name);
}
