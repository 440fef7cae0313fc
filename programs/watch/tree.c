/* SPDX-License-Identifier: MIT */
#include "tree.h"

#include <gio/gio.h>
#include <glib-unix.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "answer.h"
#include "applications.h"
#include "bus.h"
#include "watch.h"

enum {
    MAX_NEWS = 64,              /* new objects of an application that are read one by one */
    PAUSE_NS = 100000000,       /* between readings of all windows of an application that reports too much */
    BURST_NS = 500000000,       /* how long an application must have been calm to report much at once */
    PAUSE_FOR_COST = 10         /* new objects are read in a tenth of the time */
};

static struct {
    desktop *desktop;
    const rules *rules;
    GSource *work; /* runs at its ready time, and when there is a question */
    int stop_fd;
    guint stop_source;
    bool stopped, lost;
    bool news_last; /* what was last read was news */
} self = {.stop_fd = -1};

/* ---- The bus ---- */

static void wake(void) {
    if (self.work != NULL) {
        g_source_set_ready_time(self.work, 0);
    }
}

static void joined(const char *name, pid_t pid) {
    applications_add(name, pid);
    if (pid > 0) { /* otherwise it may be anyone's */
        answer_joined(pid);
        desktop_forget(self.desktop, pid, watch_now_ns());
    }
}

/* Objects of a connection may be in windows of other applications, as the pages of WebKitGTK are. The next of these, beginning at `*index`,
 * or NULL. */
static application *next_host(const char *guest, size_t *index) {
    application *host;
    while ((host = applications_at((*index)++)) != NULL) {
        if (strcmp(host->bus_name, guest) != 0 && application_has_guest(host, guest)) {
            return host;
        }
    }
    return NULL;
}

static void left(const char *name) {
    const application *application = applications_find(name), *host;
    pid_t pid = application != NULL ? application->pid : 0;
    for (size_t i = 0; (host = next_host(name, &i)) != NULL;) {
        if (host->pid > 0) {
            desktop_forget(self.desktop, host->pid, watch_now_ns());
        }
    }
    if (applications_remove(name) && pid > 0) {
        desktop_forget(self.desktop, pid, watch_now_ns());
    }
}

/* While its process is not known, no window is known to be its own. To desktop_changed(), 0 would mean all windows. */
static void windows_changed(const application *application, uint64_t now_ns) {
    if (application->pid > 0) {
        desktop_changed(self.desktop, application->pid, 0, now_ns);
    }
}

static void windows_of_hosts_changed(const char *guest, uint64_t now_ns) {
    const application *host;
    for (size_t i = 0; (host = next_host(guest, &i)) != NULL;) {
        windows_changed(host, now_ns);
    }
}

static void read_windows_again(application *application, uint64_t now_ns) {
    g_queue_clear_full(application->news, g_free);
    application->everything_new = false;
    for (size_t i = 0; i < application->frames->len; i++) {
        ((frame *)g_ptr_array_index(application->frames, i))->read_ns = 0;
    }
    windows_changed(application, now_ns);
}

/* Everything that is known of the application may be wrong. */
static void read_again(application *application, uint64_t now_ns) {
    struct application *host;
    read_windows_again(application, now_ns);
    for (size_t i = 0; (host = next_host(application->bus_name, &i)) != NULL;) {
        read_windows_again(host, now_ns);
    }
}

static void answered(const char *name) {
    application *application = applications_find(name);
    if (application == NULL) {
        return;
    }
    application->silent = false;
    uint64_t now_ns = watch_now_ns();
    if (now_ns - application->probed_ns >= (uint64_t)TREE_TIMEOUT_MS * 1000000u) {
        read_again(application, now_ns);
    } /* otherwise it is only slow, and its windows are asked about after the usual pause */
}

static bool was_read(const application *application) {
    for (size_t i = 0; i < application->frames->len; i++) {
        if (((const frame *)g_ptr_array_index(application->frames, i))->read_ns != 0) {
            return true;
        }
    }
    return false;
}

static bool is_guest(const application *application) {
    size_t first = 0;
    return next_host(application->bus_name, &first) != NULL;
}

/* Reports news to the desktop. They may be of objects in windows of other processes, too. */
static void report_news(void (*report)(desktop *, pid_t, uint64_t), const application *application, uint64_t now_ns) {
    const struct application *host;
    report(self.desktop, application->pid, now_ns);
    for (size_t i = 0; (host = next_host(application->bus_name, &i)) != NULL;) {
        report(self.desktop, host->pid, now_ns);
    }
}

static void add_news(application *application, const char *path, uint64_t now_ns) {
    application->news_ns = now_ns;
    report_news(desktop_news_came, application, now_ns);
    if (application->quiet_ns > now_ns) { /* they wait, and may be of a field that is drawn already, even before they came */
        report_news(desktop_news_wait, application, now_ns);
    }
    if (application->everything_new || (!was_read(application) && !is_guest(application))) {
        return; /* it will be read anyway */
    }
    bool too_long = strlen(path) >= ASK_TEXT;
    if (!too_long && g_queue_find_custom(application->news, path, (GCompareFunc)strcmp) == NULL) {
        g_queue_push_tail(application->news, g_strdup(path));
    }
    application->everything_new = too_long || g_queue_get_length(application->news) > MAX_NEWS || rules_has_view_rules(self.rules);
    wake();
}

static void event(bus_event event, const char *name, const char *path) {
    application *application = applications_find(name);
    uint64_t now_ns = watch_now_ns();
    if (application != NULL && event == BUS_OBJECT_NEW) {
        add_news(application, path, now_ns);
        return;
    }
    windows_of_hosts_changed(name, now_ns);
    if (application == NULL) {
        return; /* its own windows are unknown until it has joined */
    }
    if (event != BUS_NAMED && !application->has_tree) { /* it reports its tree from now on */
        answer_joined(application->pid);
    }
    windows_changed(application, now_ns); /* each may now have several accessibles that fit it, or another one */
}

/* Events were lost while there was no registry. */
static void restarted(void) {
    application *application;
    for (size_t i = 0; (application = applications_at(i)) != NULL; i++) {
        read_again(application, watch_now_ns());
    }
    desktop_forget(self.desktop, 0, watch_now_ns());
}

static void lost(void) {
    desktop_forget(self.desktop, 0, watch_now_ns());
    self.lost = true;
}

/* ---- Work ---- */

static void read_next(application *application, uint64_t now_ns) {
    char *path = application->everything_new ? NULL : g_queue_pop_head(application->news);
    bool clear = path != NULL && answer_new_object(application, path);
    uint64_t cost_ns = path != NULL ? (watch_now_ns() - now_ns) * PAUSE_FOR_COST : PAUSE_NS + BURST_NS;
    application->quiet_ns = MAX(application->quiet_ns, now_ns - BURST_NS) + cost_ns;
    if (clear) {
        g_free(path);
        return;
    }
    if (path != NULL) {
        if (application->stray_count == APPLICATION_MAX_STRAYS) {
            answer_missing_strays(application);
        }
        application_add_stray(application, path);
    }
    read_again(application, watch_now_ns());
}

/* Reads what an application has reported as new, one object at a time, in a part of the time. False if there is nothing to read now;
 * `next_ns` then receives when there is. */
static bool read_news(uint64_t now_ns, uint64_t *next_ns) {
    application *application;
    *next_ns = UINT64_MAX;
    for (size_t i = 0; (application = applications_at(i)) != NULL; i++) {
        if (application->silent || (!application->everything_new && g_queue_is_empty(application->news))) {
            continue;
        }
        if (application->quiet_ns > now_ns) {
            *next_ns = MIN(*next_ns, application->quiet_ns);
            continue;
        }
        read_next(application, now_ns);
        return true;
    }
    return false;
}

/* Reads the window of the next question. False if there is none now; `next_ns` is then the time at which to look again. */
static bool answer_next(uint64_t now_ns, uint64_t *next_ns) {
    static question question;
    static reading reading;
    uint64_t wait_ns;
    if (desktop_next_question(self.desktop, now_ns, &question, &wait_ns)) {
        answer(&question, &reading);
        desktop_answer(self.desktop, &question, &reading, watch_now_ns());
        return true;
    }
    *next_ns = wait_ns != UINT64_MAX ? now_ns + wait_ns : UINT64_MAX;
    return false;
}

/* True if there may be more to do at once; `next_ns` otherwise receives when to look again. News come first, but after each there is time
 * for a question: a process with many connections may always have news. */
static bool work(uint64_t *next_ns) {
    uint64_t now_ns = watch_now_ns(), question_ns = UINT64_MAX;
    bool question_first = self.news_last;
    self.news_last = false;
    if (question_first && answer_next(now_ns, &question_ns)) {
        return true;
    }
    if (read_news(now_ns, next_ns)) {
        self.news_last = true;
        return true;
    }
    if (!question_first && answer_next(now_ns, &question_ns)) {
        return true;
    }
    *next_ns = MIN(*next_ns, question_ns);
    return false;
}

/* One piece of work for each round of the main loop, so that events are heard in between. */
static gboolean dispatch(GSource *source, GSourceFunc callback, gpointer data) {
    uint64_t next_ns;
    (void)callback, (void)data;
    if (work(&next_ns)) {
        g_source_set_ready_time(source, 0);
    } else {
        g_source_set_ready_time(source, next_ns == UINT64_MAX ? -1 : (gint64)(next_ns / 1000 + 1)); /* of the same clock */
    }
    return G_SOURCE_CONTINUE;
}

static gboolean stop(gint fd, GIOCondition condition, gpointer data) {
    (void)fd, (void)condition, (void)data;
    self.stopped = true;
    return G_SOURCE_CONTINUE;
}

/* ---- For main() ---- */

static void start_work(void) {
    static GSourceFuncs functions = {.dispatch = dispatch};
    self.work = g_source_new(&functions, sizeof(GSource));
    g_source_add_unix_fd(self.work, desktop_questions_fd(self.desktop), G_IO_IN);
    g_source_set_ready_time(self.work, 0);
    g_source_attach(self.work, NULL);
    self.stop_source = g_unix_fd_add(self.stop_fd, G_IO_IN, stop, NULL);
}

bool tree_open(desktop *desktop, const rules *rules, char *error, size_t error_size) {
    static const bus_handlers handlers = {joined, left, event, answered, restarted, lost};
    self.desktop = desktop;
    self.rules = rules;
    if (self.stop_fd < 0) {
        self.stop_fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    }
    answer_open(desktop, rules);
    applications_open();
    if (!bus_open(&handlers, rules_has_view_rules(rules), error, error_size)) {
        tree_close();
        return false;
    }
    start_work();
    return true;
}

bool tree_run(void) {
    while (!self.stopped && !self.lost) {
        g_main_context_iteration(NULL, TRUE);
    }
    return !self.lost;
}

void tree_stop(void) {
    const uint64_t one = 1;
    if (write(self.stop_fd, &one, sizeof one) < 0) {
        return; /* it is full, because this was called before */
    }
}

static bool all_read(void) {
    size_t count;
    known_window *windows = desktop_copy_windows(self.desktop, watch_now_ns(), &count);
    bool read = windows != NULL;
    for (size_t i = 0; i < count && read; i++) {
        read = windows[i].reading.verdict != VERDICT_UNKNOWN;
    }
    free(windows);
    return read;
}

static gboolean nothing(gpointer data) {
    (void)data;
    return G_SOURCE_CONTINUE;
}

bool tree_settle(uint64_t timeout_ns) {
    uint64_t end_ns = watch_now_ns() + timeout_ns;
    guint timer = g_timeout_add(20, nothing, NULL);
    do {
        g_main_context_iteration(NULL, TRUE);
    } while (!self.stopped && !self.lost && watch_now_ns() < end_ns && !all_read());
    g_source_remove(timer);
    return !self.lost;
}

void tree_close(void) {
    bus_close();
    if (self.work != NULL) {
        g_source_destroy(self.work);
    }
    g_clear_pointer(&self.work, g_source_unref);
    g_clear_handle_id(&self.stop_source, g_source_remove);
    answer_close();
    applications_close();
}
