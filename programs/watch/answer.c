/* SPDX-License-Identifier: MIT */
#include "answer.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <atspi/atspi.h>

#include "candidates.h"
#include "process.h"
#include "watch.h"

static const uint64_t SECOND = 1000000000u;
static const uint64_t JOIN_NS = 1000000000u;    /* for an application that starts to come to the bus, or to report a window */
static const uint64_t POPUP_NS = 100000000u;    /* the same for menus: their accessibles come earlier, or never */
static const uint64_t EARLY_NS = 500000000u;    /* an accessible may be listed this long before its window */
static const uint64_t UNCLEAR_NS = 100000000u; /* until a window is looked at again while it is unclear whether its application is on the bus */
static const uint64_t FIRST_BUDGET_NS = 150000000u, MAX_BUDGET_NS = 1000000000u; /* for one reading of a window */
static const uint64_t TRUST_NS = 1000000000u;   /* how long boxes are asked for without a look for new ones */

enum {
    MAX_REMEMBERED = 4096
};

static struct {
    desktop *desktop;
    const rules *rules;
    GHashTable *strangers; /* when a process was first found not to be on the bus */
    GHashTable *unmatched; /* when a window was first found to have no accessible: its process, and the time */
} self;

typedef struct stranger {
    uint64_t identity; /* of the process: its id may belong to another one later */
    uint64_t since_ns;
} stranger;

typedef struct unmatched {
    pid_t pid;
    uint64_t since_ns;
} unmatched;

void answer_open(desktop *desktop, const rules *rules) {
    self.desktop = desktop;
    self.rules = rules;
    self.strangers = g_hash_table_new_full(g_int_hash, g_int_equal, g_free, g_free);
    self.unmatched = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, g_free);
}

void answer_close(void) {
    g_clear_pointer(&self.strangers, g_hash_table_unref);
    g_clear_pointer(&self.unmatched, g_hash_table_unref);
}

__attribute__((format(printf, 3, 4))) static void decide(reading *out, verdict verdict, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    out->verdict = verdict;
    out->count = 0;
    vsnprintf(out->reason, sizeof out->reason, format, arguments);
    va_end(arguments);
}

/* ---- What was first seen when ---- */

/* How long the process is known not to be on the bus. */
static uint64_t stranger_for(pid_t pid, uint64_t now_ns) {
    const gint key = pid;
    const stranger *known = g_hash_table_lookup(self.strangers, &key), first = {process_identity(pid), now_ns};
    if (known == NULL || known->identity != first.identity) {
        if (g_hash_table_size(self.strangers) >= MAX_REMEMBERED) {
            g_hash_table_remove_all(self.strangers); /* they wait once more */
        }
        g_hash_table_insert(self.strangers, g_memdup2(&key, sizeof key), g_memdup2(&first, sizeof first));
        return 0;
    }
    return now_ns - known->since_ns;
}

static uint64_t unmatched_for(const question *question, uint64_t now_ns) {
    const window *window = &question->window;
    const unmatched *known = g_hash_table_lookup(self.unmatched, &window->id);
    if (known == NULL || known->pid != window->pid || known->since_ns < question->listed_ns) {
        const unmatched first = {window->pid, now_ns};
        if (g_hash_table_size(self.unmatched) >= MAX_REMEMBERED) {
            g_hash_table_remove_all(self.unmatched);
        }
        g_hash_table_insert(self.unmatched, g_memdup2(&window->id, sizeof window->id), g_memdup2(&first, sizeof first));
        return 0;
    }
    return now_ns - known->since_ns;
}

void answer_joined(pid_t pid) {
    const gint key = pid;
    g_hash_table_remove(self.strangers, &key);
}

/* ---- Windows that cannot be read ---- */

static void not_readable(const window *window, rule_action action, size_t rule, uint64_t waited_ns, const char *why, reading *out) {
    bool coming = false; /* a connection of the process that may still report a tree */
    const application *application;
    for (size_t i = 0; !coming && window->pid > 0 && (application = applications_at(i)) != NULL; i++) {
        coming = application->pid == window->pid;
    }
    if (waited_ns < JOIN_NS) {
        decide(out, VERDICT_UNKNOWN, "%s yet", why);
        out->again_ns = JOIN_NS - waited_ns;
        return;
    }
    if (action == RULE_SHOW) {
        decide(out, VERDICT_SHOWN, "rule %zu", rule);
    } else {
        decide(out, rules_show_unreadable(self.rules) ? VERDICT_SHOWN : VERDICT_COVERED, "%s", why);
    }
    out->again_ns = coming ? SECOND : 0;
}

/* ---- Reading ---- */

static void read_frame(application *application, frame *frame, const window *window, uint64_t drawn_ns, reading *out) {
    uint64_t start_ns = watch_now_ns();
    if (frame->budget_ns == 0) {
        frame->budget_ns = FIRST_BUDGET_NS;
    }
    g_hash_table_remove_all(frame->guests);
    secrets_read((object){frame->bus_name, frame->path}, window, self.rules, frame->memory, drawn_ns, start_ns + frame->budget_ns, frame->guests,
                 out);
    frame->cost_ns = watch_now_ns() - start_ns;
    frame->verdict = out->verdict;
    frame->visible = out->verdict == VERDICT_COVERED || (out->verdict == VERDICT_SECRETS && (out->count > 0 || out->elsewhere));
    frame->blank = out->blank;
    frame->prompt = out->prompt;
    frame->read_ns = out->verdict == VERDICT_UNKNOWN ? 0 : start_ns;
    if (out->verdict == VERDICT_UNKNOWN) {
        application_check_silence(application, frame->cost_ns);
        if (frame->cost_ns >= frame->budget_ns) {
            frame->budget_ns = MIN(frame->budget_ns * 2, MAX_BUDGET_NS);
        }
    }
}

/* The verdict of an accessible that may belong to another window. It is read again if something has changed since. */
static verdict look_at_frame(application *application, frame *frame, const window *window, uint64_t changed_ns) {
    reading ignored = {0};
    bool fresh = frame->read_ns != 0 && frame->read_ns >= changed_ns;
    if (!fresh && !application->silent) {
        read_frame(application, frame, window, changed_ns, &ignored);
    }
    return application->silent ? VERDICT_UNKNOWN : frame->verdict;
}

/* ---- Windows with several accessibles, or none ---- */

/* Several accessibles fit the window. It is clear if all of them are. It has as little time for readings as if it belonged to the one whose
 * toolkit is prompt. */
static void read_several(const question *question, candidates *all, reading *out) {
    const window *window = &question->window;
    decide(out, VERDICT_CLEAR, "no secret");
    for (size_t f = 0; f < all->count && out->verdict == VERDICT_CLEAR; f++) {
        if (!match_fits(window, &all->looks[f], all->match.level)) {
            continue;
        }
        verdict verdict = look_at_frame(all->owners[f], all->frames[f], window, question->drawn_ns);
        out->prompt = out->prompt || all->frames[f]->prompt;
        if (verdict == VERDICT_UNKNOWN) {
            decide(out, VERDICT_UNKNOWN, "does not answer");
        } else if (verdict != VERDICT_CLEAR) {
            decide(out, VERDICT_COVERED, "looks like another window, and one of them has secrets");
            out->prompt = false;
            out->again_ns = SECOND; /* the other may be closed, and nobody says so */
        }
    }
}

/* Menus and lists of GTK 3 are top-level accessibles. In other toolkits, the window behind a menu reports what is in it, at places
 * that are wrong there, or nobody does. */
static bool lists_menus(const application *application) { return strcmp(application->toolkit, "gtk") == 0; }

bool answer_missing_strays(application *application) {
    uint64_t now_ns = watch_now_ns();
    asker asker = {.bus = atspi_get_a11y_bus(), .deadline_ns = now_ns + FIRST_BUDGET_NS};
    call calls[APPLICATION_MAX_STRAYS];
    size_t count = application->stray_count;
    for (size_t i = 0; i < count; i++) {
        calls[i] = (call){.to = {application->bus_name, application->strays[i].path}, .what = ASK_ROLE};
    }
    if (!ask_all(&asker, calls, count)) {
        application_check_silence(application, watch_now_ns() - now_ns);
        return false;
    }
    for (size_t i = count; i-- > 0;) {
        uint32_t role = 0;
        bool exists = reply_number(&calls[i], &role) && role != ATSPI_ROLE_INVALID;
        if (absence_note(&application->strays[i].absence, exists, now_ns)) {
            application_drop_stray(application, i);
        }
    }
    ask_done(calls, count);
    return true;
}

/* A secret that some event has named, and that no window may contain. If it is missed, the window is soon read again: the absence counts
 * only without long pauses. */
static bool has_stray(application *application, reading *out) {
    uint64_t end_ns = watch_now_ns() + FIRST_BUDGET_NS;
    bool clear = true, news = application->everything_new || !g_queue_is_empty(application->news);
    if (news && application->quiet_ns <= watch_now_ns()) { /* it is their turn soon */
        out->again_ns = MISSED_NS;
        return true;
    }
    if (application->stray_count == 0) {
        return false;
    }
    if (!answer_missing_strays(application)) {
        return true;
    }
    for (size_t i = 0; i < application->stray_count; i++) {
        if (application->strays[i].absence.since_ns != 0) {
            out->again_ns = MISSED_NS;
        }
    }
    for (size_t i = application->stray_count; i-- > 0 && clear;) {
        bool missed = application->strays[i].absence.since_ns != 0;
        clear = missed || (watch_now_ns() < end_ns && answer_new_object(application, application->strays[i].path));
        if (clear && !missed) {
            application_drop_stray(application, i);
        }
    }
    return application->stray_count > 0;
}

/* True if a secret of the process may be shown in a window that has no accessible, and appeared or changed at a time. A pop-up of GTK 3
 * that is not a menu may be a picture of text that the mouse drags, even of a field that is hidden by now. */
static bool may_be_elsewhere(const window *window, uint64_t changed_ns, candidates *all, reading *out) {
    application *application = NULL;
    for (size_t f = 0; f < all->count; f++) {
        frame *frame = all->frames[f];
        bool lists = lists_menus(all->owners[f]), copy = lists && window->popup, only_itself = lists && !copy && all->taken[f];
        if (look_at_frame(all->owners[f], frame, window, only_itself ? 0 : changed_ns) == VERDICT_UNKNOWN) {
            decide(out, VERDICT_UNKNOWN, "does not answer");
            return true;
        }
        bool secret = copy ? frame->verdict != VERDICT_CLEAR : frame->visible && !only_itself;
        if (secret || (all->owners[f] != application && has_stray(all->owners[f], out))) {
            decide(out, VERDICT_COVERED, "may show a secret of its application");
            return true;
        }
        application = all->owners[f];
    }
    return false;
}

static void decide_unclear(const window *window, reading *out) {
    const char *why = window->named_pid != 0 ? "it is not clear which of two processes draws it" : "the accessibility bus does not say whether its application is there";
    decide(out, VERDICT_UNKNOWN, "%s", why);
    out->again_ns = UNCLEAR_NS;
}

static uint64_t wait_of(const window *window) { return window->popup ? POPUP_NS : JOIN_NS; }

/* How long the window must wait because its accessible may not be listed yet. Until then, one that was there before the window must not speak
 * for it, unless it was sure before that it belongs to the window, which was hidden meanwhile. The last one that is left may be of any age. */
static uint64_t left_to_wait(const question *question, const candidates *all) {
    uint64_t now_ns = watch_now_ns(), end_ns = question->listed_ns + wait_of(&question->window);
    uint64_t since_ns = question->listed_ns > EARLY_NS ? question->listed_ns - EARLY_NS : 0;
    bool come = all->match.level != MATCH_ONLY_ONE && candidates_since(all, &question->window, since_ns);
    bool was_its_own = candidates_sure(all) && all->frames[all->match.frame]->window == question->window.id;
    return was_its_own || come || now_ns >= end_ns ? 0 : end_ns - now_ns;
}

/* No accessible fits the window, or others came before it. */
static void read_unmatched(const question *question, candidates *all, rule_action action, size_t rule, reading *out) {
    const window *window = &question->window;
    uint64_t now_ns = watch_now_ns(), waited_ns = unmatched_for(question, now_ns), wait_ns = wait_of(window);
    size_t untaken = 0;
    for (size_t f = 0; f < all->count; f++) {
        untaken += !all->taken[f];
    }
    if (waited_ns < wait_ns) {
        decide(out, VERDICT_UNKNOWN, "not in the tree yet");
        out->again_ns = wait_ns - waited_ns;
    } else if (all->count == 0 || (untaken == 0 && !window->popup)) {
        not_readable(window, action, rule, waited_ns, "not in the tree", out);
    } else if (!may_be_elsewhere(window, MAX(question->drawn_ns, now_ns - waited_ns + wait_ns), all, out)) {
        decide(out, VERDICT_CLEAR, "no secret");
        for (size_t f = 0; f < all->count; f++) {
            out->prompt = out->prompt || all->frames[f]->prompt;
        }
    }
    if (out->again_ns == 0 && out->verdict != VERDICT_CLEAR) {
        out->again_ns = SECOND;
    }
}

/* A pop-up whose accessible may not say what it shows is like one without. */
static void read_blank(const question *question, candidates *all, reading *out) {
    bool blank = false;
    for (size_t f = 0; !blank && f < all->count; f++) {
        blank = all->frames[f]->blank && match_fits(&question->window, &all->looks[f], all->match.level);
    }
    if (question->window.popup && out->verdict == VERDICT_CLEAR && blank && may_be_elsewhere(&question->window, question->drawn_ns, all, out)) {
        out->again_ns = out->again_ns == 0 ? SECOND : MIN(out->again_ns, SECOND);
    }
}

/* ---- One window ---- */

static bool has_news(const application *application, const frame *frame) {
    return application != NULL && (application->everything_new || !g_queue_is_empty(application->news)) && application->news_ns >= frame->read_ns;
}

/* Whether new objects were reported since the frame was read, and not looked at: the news of a busy application may wait. */
static bool frame_has_news(const application *owner, const frame *frame) {
    bool found = has_news(owner, frame) || has_news(applications_find(frame->bus_name), frame);
    GHashTableIter iterator;
    gpointer name;
    g_hash_table_iter_init(&iterator, frame->guests);
    while (!found && g_hash_table_iter_next(&iterator, &name, NULL)) {
        found = has_news(applications_find(name), frame);
    }
    return found;
}

static bool read_places(const question *question, reading *out) {
    application *application;
    frame *frame = question->again && question->before == VERDICT_SECRETS ? candidates_frame_of(&question->window, &application) : NULL;
    uint64_t now_ns = watch_now_ns();
    if (frame == NULL || frame->read_ns == 0 || now_ns - frame->read_ns >= TRUST_NS || frame_has_news(application, frame) ||
        !secrets_read_places(&question->window, frame->memory, now_ns + FIRST_BUDGET_NS, out)) {
        return false;
    }
    return true;
}

static void read_matched(const question *question, candidates *all, reading *out) {
    const window *window = &question->window;
    uint64_t left_ns = left_to_wait(question, all);
    g_hash_table_remove(self.unmatched, &window->id);
    if (left_ns > 0) {
        decide(out, VERDICT_UNKNOWN, "not in the tree yet");
        out->again_ns = left_ns;
    } else if (all->match.frame == MATCH_SEVERAL) {
        read_several(question, all, out);
        read_blank(question, all, out);
    } else {
        candidates_give_window(all, window->id);
        g_strlcpy(out->application, all->owners[all->match.frame]->name, sizeof out->application);
        read_frame(all->owners[all->match.frame], all->frames[all->match.frame], window, question->drawn_ns, out);
        read_blank(question, all, out);
    }
}

static void read_tree(const question *question, reading *out) {
    const window *window = &question->window;
    candidates all = {.count = 0};
    size_t rule = 0;
    if (candidates_silent(window->pid) || !candidates_collect(&all, window->pid, watch_now_ns())) {
        decide(out, VERDICT_UNKNOWN, "does not answer");
        return;
    }
    out->from_application = all.count > 0;
    candidates_match(&all, self.desktop, question, watch_now_ns());
    rule_action action = candidates_rule(&all, self.rules, window, &rule); /* names of connections are known by now */
    if (action == RULE_WINDOW) {
        decide(out, VERDICT_COVERED, "rule %zu", rule);
    } else if (window->embeds && action != RULE_SHOW && !rules_show_unreadable(self.rules)) {
        decide(out, VERDICT_COVERED, "shows another program"); /* which no tree describes */
    } else if (all.match.level != MATCH_TITLE_AND_SIZE && applications_unclear(window->pid)) {
        decide_unclear(window, out); /* it may be in the tree of another connection of its process, and fit better there */
    } else if (all.match.level == MATCH_NONE || all.is_unlisted) {
        read_unmatched(question, &all, action, rule, out);
    } else {
        read_matched(question, &all, out);
    }
}

/* If a process opens the connection to the X server for another one, the tree of either may describe the window. */
static presence presence_of(const window *window, uint64_t now_ns) {
    presence presence = applications_presence(window->pid, now_ns);
    return applications_presence(window->named_pid, now_ns) != PRESENCE_NONE ? PRESENCE_UNCLEAR : presence;
}

void answer(const question *question, reading *out) {
    const window *window = &question->window;
    const application *application;
    uint64_t now_ns = watch_now_ns();
    size_t rule = 0;
    bool certain;
    rule_action action = candidates_process_rule(self.rules, window, &rule, &certain);
    bool covered = action == RULE_WINDOW && certain; /* otherwise its connection decides */
    presence presence = covered ? PRESENCE_NONE : presence_of(window, now_ns);
    *out = (reading){0};
    if (covered) {
        decide(out, VERDICT_COVERED, "rule %zu", rule);
    } else if (presence == PRESENCE_UNCLEAR) {
        answer_joined(window->pid); /* its second for coming to the bus begins again once this is known */
        decide_unclear(window, out);
    } else if (presence == PRESENCE_NONE) {
        uint64_t waited_ns = window->pid > 0 ? stranger_for(window->pid, now_ns) : unmatched_for(question, now_ns);
        not_readable(window, action, rule, waited_ns, "not on the bus", out);
    } else if (read_places(question, out)) {
        out->from_application = true;
    } else {
        read_tree(question, out);
    }
    if ((application = applications_of(window->pid)) != NULL) {
        if (out->application[0] == '\0') {
            g_strlcpy(out->application, application->name, sizeof out->application);
        }
        if (out->toolkit[0] == '\0') {
            g_strlcpy(out->toolkit, application->toolkit, sizeof out->toolkit);
        }
    }
}

/* ---- New objects ---- */

bool application_has_guest(const application *application, const char *bus_name) {
    for (size_t f = 0; f < application->frames->len; f++) {
        const frame *frame = g_ptr_array_index(application->frames, f);
        if (frame->read_ns != 0 && (g_hash_table_contains(frame->guests, bus_name) || strcmp(frame->bus_name, bus_name) == 0)) {
            return true;
        }
    }
    return false;
}

/* Its windows have objects of another connection that they did not have. Only a reading of the windows notes that. */
static bool has_new_guest(const application *application, GHashTable *guests) {
    GHashTableIter iterator;
    gpointer name;
    g_hash_table_iter_init(&iterator, guests);
    while (g_hash_table_iter_next(&iterator, &name, NULL)) {
        if (!application_has_guest(application, name)) {
            return true;
        }
    }
    return false;
}

bool answer_new_object(application *application, const char *path) {
    static const window nowhere = {.id = 0};
    g_autoptr(GHashTable) guests = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    secrets_memory *memory = secrets_memory_new(application->secrets);
    uint64_t now_ns = watch_now_ns();
    reading found = {0};
    if (memory != NULL) {
        secrets_read((object){application->bus_name, path}, &nowhere, self.rules, memory, now_ns, now_ns + FIRST_BUDGET_NS, guests, &found);
    }
    if (found.verdict == VERDICT_UNKNOWN) {
        application_check_silence(application, watch_now_ns() - now_ns);
    }
    secrets_memory_free(memory);
    return found.verdict == VERDICT_CLEAR && !has_new_guest(application, guests);
}
