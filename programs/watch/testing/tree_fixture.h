/* SPDX-License-Identifier: MIT */
/* Applications whose trees are in memory, on a bus that is not there. It replaces ask.c, bus.c and the clock of watch.c, so tests run at
 * once and decide what is late. */
#ifndef SCRIM_WATCH_TREE_FIXTURE_H
#define SCRIM_WATCH_TREE_FIXTURE_H

#include <atspi/atspi.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "answer.h"
#include "bus.h"
#include "process.h"
#include "tree.h"
#include "watch.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>
#include <cmocka.h>

#define MS UINT64_C(1000000)
#define START (1000000 * MS)
#define REGISTRY "org.a11y.atspi.Registry"
#define ROOT "/org/a11y/atspi/accessible/root"

enum {
    MAX_OBJECTS = 6000
};

typedef struct fake_object {
    char bus[32], path[32], parent[32], name[32];
    AtspiRole role;
    box place;
    bool gone; /* asking for it is an error */
    bool foreign; /* its parent may belong to another connection */
} fake_object;

static uint64_t now_ns;
static uint64_t ask_cost_ns; /* how long applications take for questions that are asked together */
static void (*while_asked)(void); /* runs when that time has passed, or NULL */
static fake_object objects[MAX_OBJECTS];
static size_t object_count;
static const char *late_bus;   /* does not answer */
static const char *error_bus;  /* returns errors */
static const char *broken_bus; /* returns a list that is broken */
static const char *toolkit_name, *toolkit_version; /* of all applications */
static bool uri_fails;         /* asking for an address is an error */
static size_t invented;        /* so many children are listed that nobody has seen before */
static bus_handlers handlers;
static uint64_t identity; /* of all processes */

/* ---- The clock and the bus ---- */

uint64_t watch_now_ns(void) { return now_ns; }
uint64_t ask_now(void) { return now_ns; }
uint64_t process_identity(pid_t pid) { return (uint64_t)pid + identity; }
DBusConnection *atspi_get_a11y_bus(void) { return NULL; }

bool bus_open(const bus_handlers *given, bool names, char *error, size_t error_size) {
    (void)names, (void)error, (void)error_size;
    handlers = *given;
    return true;
}
void bus_close(void) {}
void bus_probe(const char *name) { (void)name; }

/* ---- Objects ---- */

static inline fake_object *find_object(const char *bus, const char *path) {
    for (size_t i = 0; i < object_count; i++) {
        if (strcmp(objects[i].bus, bus) == 0 && strcmp(objects[i].path, path) == 0) {
            return &objects[i];
        }
    }
    return NULL;
}

static inline fake_object *add_object(const char *bus, const char *path, const char *parent, AtspiRole role, box place) {
    assert_true(object_count < MAX_OBJECTS);
    fake_object *added = &objects[object_count++];
    *added = (fake_object){.role = role, .place = place};
    g_strlcpy(added->bus, bus, sizeof added->bus);
    g_strlcpy(added->path, path, sizeof added->path);
    g_strlcpy(added->parent, parent, sizeof added->parent);
    g_strlcpy(added->name, path, sizeof added->name);
    return added;
}

static inline void move_object(fake_object *moved, const char *parent) { g_strlcpy(moved->parent, parent, sizeof moved->parent); }

/* ---- Calls ---- */

static inline bool is_bus(const char *bus, const char *name) { return name != NULL && strcmp(bus, name) == 0; }

bool ask_all(asker *asker, call *calls, size_t count) {
    for (size_t i = 0; i < count; i++) {
        calls[i].pending = NULL;
        calls[i].reply = NULL;
        asker->late = asker->late || is_bus(calls[i].to.bus, late_bus);
    }
    now_ns += asker->late ? 100 * MS : ask_cost_ns;
    if (while_asked != NULL) {
        while_asked();
    }
    asker->late = asker->late || now_ns >= asker->deadline_ns;
    for (size_t i = 0; i < count && !asker->late; i++) {
        fake_object *asked = is_bus(calls[i].to.bus, error_bus) ? NULL : find_object(calls[i].to.bus, calls[i].to.path);
        calls[i].reply = asked != NULL && !asked->gone ? (DBusMessage *)asked : NULL;
    }
    return !asker->late;
}

void ask_done(call *calls, size_t count) {
    for (size_t i = 0; i < count; i++) {
        calls[i].reply = NULL;
    }
}

static inline const fake_object *replied(const call *call) { return (const fake_object *)call->reply; }

bool reply_number(const call *call, uint32_t *out) {
    *out = call->reply != NULL ? (uint32_t)replied(call)->role : 0;
    return call->reply != NULL;
}

bool reply_states(const call *call, uint64_t *out) {
    *out = UINT64_C(1) << ATSPI_STATE_VISIBLE | UINT64_C(1) << ATSPI_STATE_SHOWING;
    return call->reply != NULL;
}

bool reply_place(const call *call, box *out) {
    *out = call->reply != NULL ? replied(call)->place : (box){0, 0, 0, 0};
    return call->reply != NULL;
}

const char *reply_whole_text(const call *call) {
    if (call->reply == NULL || (uri_fails && call->what == ASK_URI)) {
        return NULL;
    }
    return call->what == ASK_TOOLKIT ? toolkit_name : call->what == ASK_VERSION ? toolkit_version
                                                                                : replied(call)->name;
}

bool reply_text(const call *call, char out[ASK_TEXT]) {
    const char *text = reply_whole_text(call);
    if (text != NULL) {
        g_strlcpy(out, text, ASK_TEXT);
    }
    return text != NULL;
}

void reply_children_begin(reply_children *children, const call *call) {
    *children = (reply_children){.call = call, .broken = call->reply == NULL};
}

/* Those that are invented come first. */
bool reply_children_next(reply_children *children, object *out) {
    static char path[64];
    static unsigned number;
    const struct call *call = children->call;
    bool registry = strcmp(call->to.bus, REGISTRY) == 0, root = !registry && strcmp(call->to.path, ROOT) == 0;
    int *next = &children->list.dummy4, *made = &children->list.dummy5;
    if (root && !children->broken && *made < (int)invented) {
        snprintf(path, sizeof path, "/invented/%u", number++);
        *out = (object){call->to.bus, path};
        ++*made;
        return true;
    }
    children->broken |= root && is_bus(call->to.bus, broken_bus);
    for (; !children->broken && *next < (int)object_count; ++*next) {
        const fake_object *child = &objects[*next];
        if (strcmp(child->parent, registry ? REGISTRY : call->to.path) == 0 && (registry || child->foreign || strcmp(child->bus, call->to.bus) == 0) && !child->gone) {
            *out = (object){child->bus, child->path};
            ++*next;
            return true;
        }
    }
    return false;
}

/* ---- A desktop with applications ---- */

typedef struct fixture {
    desktop *desktop;
    rules *rules;
    window windows[8];
    size_t count;
} fixture;

static const desktop_times fixture_times = DESKTOP_TIMES_INIT;
static const box whole_screen = {0, 0, 1000, 800}, entry_place = {10, 20, 50, 10};

static inline void open_with(fixture *f, const char *text) {
    char error[256] = "", path[] = "/tmp/scrim-rules-XXXXXX";
    int file = mkstemp(path);
    assert_true(file >= 0 && write(file, text, strlen(text)) == (ssize_t)strlen(text));
    close(file);
    f->rules = rules_read(path, error, sizeof error);
    unlink(path);
    assert_non_null(f->rules);
    f->desktop = desktop_new(&fixture_times);
    assert_true(tree_open(f->desktop, f->rules, error, sizeof error));
}

static inline int begin(void **state, const char *rules) {
    fixture *f = test_calloc(1, sizeof *f);
    now_ns = START;
    ask_cost_ns = MS / 10;
    while_asked = NULL;
    object_count = invented = 0;
    identity = 0;
    late_bus = error_bus = broken_bus = NULL;
    uri_fails = false;
    toolkit_name = "gtk";
    toolkit_version = "3.24";
    add_object(REGISTRY, ROOT, "", ATSPI_ROLE_DESKTOP_FRAME, whole_screen);
    open_with(f, rules);
    *state = f;
    return 0;
}

static inline int set_up(void **state) { return begin(state, "{}"); }
static inline int set_up_showing(void **state) { return begin(state, "{\"not_on_the_bus\": \"show\"}"); }

static inline int tear_down(void **state) {
    fixture *f = *state;
    tree_close();
    desktop_free(f->desktop);
    rules_free(f->rules);
    test_free(f);
    return 0;
}

/* An application that reports its tree. */
static inline void add_application(const char *bus, pid_t pid) {
    add_object(bus, ROOT, REGISTRY, ATSPI_ROLE_APPLICATION, whole_screen);
    handlers.joined(bus, pid);
}

static inline void list_windows(fixture *f) { desktop_set_windows(f->desktop, whole_screen, f->windows, f->count, now_ns); }

/* Its title is the path of its accessible. */
static inline void open_window(fixture *f, uint64_t id, pid_t pid, const char *title) {
    box frame = {(int32_t)(id % 8) * 110, 100, 100, 80};
    window *opened = &f->windows[f->count++];
    *opened = (window){.id = id, .frame = frame, .content = frame, .pid = pid, .opaque = true};
    g_strlcpy(opened->title, title, sizeof opened->title);
    list_windows(f);
}

static inline void close_window(fixture *f, uint64_t id) {
    for (size_t i = 0; i < f->count; i++) {
        if (f->windows[i].id == id) {
            memmove(&f->windows[i], &f->windows[i + 1], (f->count - i - 1) * sizeof *f->windows);
            f->count--;
            break;
        }
    }
    list_windows(f);
}

static inline fake_object *add_frame(const char *bus, const char *path) {
    return add_object(bus, path, ROOT, ATSPI_ROLE_FRAME, (box){0, 0, 100, 80});
}

/* Answers questions for some time, as the thread of the tree does. */
static inline void run(fixture *f, uint64_t ms) {
    static question question;
    static reading reading;
    uint64_t end_ns = now_ns + ms * MS, wait_ns;
    while (now_ns < end_ns) {
        if (desktop_next_question(f->desktop, now_ns, &question, &wait_ns)) {
            answer(&question, &reading);
            desktop_answer(f->desktop, &question, &reading, now_ns);
        } else {
            now_ns += MS;
        }
    }
}

/* The same, also for events. */
static inline void run_with_events(fixture *f, uint64_t ms) {
    for (uint64_t end_ns = now_ns + ms * MS; now_ns < end_ns;) {
        run(f, 1);
        for (int i = 0; i < 3 && g_main_context_iteration(NULL, FALSE); i++) {
        }
    }
}

static inline reading state_of(fixture *f, uint64_t id) {
    window window;
    static reading found;
    for (size_t i = 0; desktop_window(f->desktop, i, &window, &found, now_ns); i++) {
        if (window.id == id) {
            return found;
        }
    }
    fail_msg("there is no window %llu", (unsigned long long)id);
    return found;
}

static inline void draw(fixture *f, uint64_t id) { desktop_damaged(f->desktop, id, (box){0, 0, 5, 5}, now_ns); }

#define assert_state(f, id, verdict_) assert_int_equal(state_of(f, id).verdict, verdict_)
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
#define TEST_SHOWING(name) cmocka_unit_test_setup_teardown(name, set_up_showing, tear_down)

#endif
