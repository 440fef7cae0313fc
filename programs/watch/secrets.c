/* SPDX-License-Identifier: MIT */
#include "secrets_private.h"

#include <stdio.h>
#include <string.h>

enum {
    TRIES = 2 /* if objects vanish while the tree is read */
};
static const char ROOT_PATH[] = "/org/a11y/atspi/accessible/root";

static void unknown(reader *reader, const char *reason) {
    reader->out->verdict = VERDICT_UNKNOWN;
    reader->out->count = 0;
    g_strlcpy(reader->out->reason, reason, sizeof reader->out->reason);
}

void again_after(reader *reader, uint64_t wait_ns) {
    if (reader->out->again_ns == 0 || wait_ns < reader->out->again_ns) {
        reader->out->again_ns = wait_ns;
    }
}

/* ---- The beginning ---- */

static bool find_toolkit(reader *reader) {
    secrets_memory *memory = reader->memory;
    object root = {reader->frame.bus, ROOT_PATH};
    call calls[3] = {{.to = root, .what = ASK_TOOLKIT}, {.to = root, .what = ASK_VERSION}, {.to = root, .what = ASK_NAME}};
    if (memory->toolkit[0] == '\0') {
        if (!ask_all(&reader->asker, calls, 3)) {
            return false;
        }
        reply_text(&calls[0], memory->toolkit);
        reply_text(&calls[1], memory->version);
        reply_text(&calls[2], memory->application);
        ask_done(calls, 3);
    }
    reader->on_screen = strcmp(memory->toolkit, "Qt") == 0; /* its sizes are wrong in the other way */
    snprintf(reader->out->toolkit, sizeof reader->out->toolkit, "%.30s %.30s", memory->toolkit, memory->version);
    return true;
}

static bool read_tree(reader *reader) {
    for (int i = 0; i < TRIES; i++) {
        walk_read(&reader->walk, &reader->asker, reader->frame, reader->guests);
        if (reader->walk.problem == NULL) {
            return true;
        }
        unknown(reader, reader->walk.problem);
        bool again = reader->walk.vanished && i + 1 < TRIES;
        if (!again) {
            break;
        }
        walk_free(&reader->walk);
    }
    return false;
}

/* GTK 3 reports the picture that the mouse drags as windows without any content. */
static bool is_blank(const walk *walk) {
    for (unsigned i = 0; i < walk->nodes->len; i++) {
        if (walk_node(walk, i)->role != ATSPI_ROLE_WINDOW) {
            return false;
        }
    }
    return true;
}

/* ---- The whole reading ---- */

static void add_secrets(reader *reader) {
    for (guint i = 0; i < reader->memory->secrets->len; i++) {
        const secret *known = memory_secret(reader->memory, (int)i);
        if (known->node != NOT_IN_TREE) {
            const node *node = walk_node(&reader->walk, (unsigned)known->node);
            spots_add(reader, (spot){.object = node->object, .in_page = known->document != NULL, .secret = (int)i, .candidate = -1});
        }
    }
}

/* GTK 4 takes fields that are not shown out of the tree. */
static bool has_secret_outside(const secrets_memory *memory) {
    for (guint i = 0; i < memory->secrets->len; i++) {
        const secret *known = memory_secret(memory, (int)i);
        if (known->node == NOT_IN_TREE && known->absence.since_ns == 0 && known->document == NULL) {
            return true;
        }
    }
    return false;
}

/* Why the window has a secret, even if it is not shown now. NULL if it has none. */
static const char *find_reason(const reader *reader) {
    const char *reason = has_secret_outside(reader->memory) ? "password field" : NULL;
    for (guint i = 0; i < reader->spots->len; i++) {
        const spot *spot = &g_array_index(reader->spots, struct spot, i);
        if (spot->secret >= 0) {
            return "password field";
        }
        if (spot->candidate < 0 && (!spot->document || spot->has_secret)) {
            reason = reader->view_rule != 0 ? "rule" : "password field";
        }
    }
    return reason == NULL && reader->out->count > 0 ? PAGE_UNREAD : reason;
}

static void conclude(reader *reader) {
    reading *out = reader->out;
    const char *reason = reader->whole != NULL ? reader->whole : find_reason(reader);
    size_t rule = reader->window_rule != 0 ? reader->window_rule : reader->view_rule;
    out->verdict = reader->window_rule != 0 ? VERDICT_COVERED : reason != NULL ? VERDICT_SECRETS
                                                                               : VERDICT_CLEAR;
    if (reader->window_rule != 0) {
        out->count = 0;
    } else if (reader->whole != NULL) {
        out->count = 1;
        out->boxes[0] = (box){0, 0, MAX(reader->window->content.width, 1), MAX(reader->window->content.height, 1)};
    }
    if (out->verdict == VERDICT_COVERED || (reason != NULL && strcmp(reason, "rule") == 0)) {
        snprintf(out->reason, sizeof out->reason, "rule %zu", rule);
    } else {
        g_strlcpy(out->reason, reason != NULL ? reason : "no secret", sizeof out->reason);
    }
}

/* Keeps what secrets_read_places() needs. Text fields that are not secret are left out. */
static void keep_spots(reader *reader, bool settled) {
    secrets_memory *memory = reader->memory;
    g_string_chunk_clear(memory->texts);
    g_array_set_size(memory->spots, 0);
    memory->frame = (object){g_string_chunk_insert(memory->texts, reader->frame.bus), g_string_chunk_insert(memory->texts, reader->frame.path)};
    for (guint i = 0; i < reader->spots->len; i++) {
        spot kept = g_array_index(reader->spots, spot, i);
        if (kept.candidate >= 0) {
            continue;
        }
        kept.object.bus = g_string_chunk_insert_const(memory->texts, kept.object.bus);
        kept.object.path = g_string_chunk_insert(memory->texts, kept.object.path);
        g_array_append_val(memory->spots, kept);
    }
    memory->last = *reader->out;
    memory->can_ask_places =
        reader->out->verdict == VERDICT_SECRETS && reader->whole == NULL && reader->out->again_ns == 0 && !settled &&
        !has_secret_outside(memory);
}

/* Places of pages are late, unless the toolkit draws them itself. */
static bool may_page_move(const reader *reader) {
    bool found = false;
    for (guint i = 0; i < reader->spots->len; i++) {
        const spot *spot = &g_array_index(reader->spots, struct spot, i);
        found |= spot->document && spot->has_secret;
    }
    return found && reader->whole == NULL && !toolkit_is_prompt(reader->memory);
}

static void read_window(reader *reader) {
    bool settled = false;
    bool ok = memory_match(reader) && apply_view_rules(reader);
    if (ok) {
        add_secrets(reader);
        ok = reader->spots->len == 0 || spots_ask(reader, 0);
    }
    if (ok) {
        spots_note(reader);
        ok = find_successors(reader);
    }
    guint first = reader->spots->len;
    if (!ok || !browser_find_pages(reader, &settled) || (reader->spots->len > first && !spots_ask(reader, first))) {
        unknown(reader, "does not answer");
        return;
    }
    spots_cover(reader, settled);
    if (reader->window->no_place && reader->whole == NULL && has_secret_outside(reader->memory)) {
        reader->whole = "password field"; /* nothing says when it is shown again */
    }
    reader->out->blank = is_blank(&reader->walk);
    reader->out->prompt = !settled && !may_page_move(reader) &&
                          (reader->out->count > 0 || reader->whole != NULL || toolkit_is_prompt(reader->memory));
    conclude(reader);
    keep_spots(reader, settled);
}

static void begin(reader *reader, uint64_t deadline_ns) {
    reader->asker = (asker){.bus = atspi_get_a11y_bus(), .deadline_ns = deadline_ns};
    reader->now_ns = ask_now();
    reader->spots = g_array_new(FALSE, TRUE, sizeof(spot));
    reader->out->again_ns = 0;
    reader->out->count = 0;
    reader->out->prompt = false;
    reader->out->elsewhere = false;
}

void secrets_read(object frame, const window *window, const rules *rules, secrets_memory *memory, uint64_t drawn_ns,
                  uint64_t deadline_ns, GHashTable *guests, reading *out) {
    reader reader = {.window = window, .rules = rules, .memory = memory, .out = out, .drawn_ns = drawn_ns, .guests = guests};
    begin(&reader, deadline_ns);
    unknown(&reader, "does not answer");
    memory->can_ask_places = false;
    reader.frame = frame;
    if (find_toolkit(&reader)) {
        if (read_tree(&reader)) {
            read_window(&reader);
            if (!secret_objects_check(memory->objects, &reader.asker)) {
                again_after(&reader, MISSED_NS);
                memory->can_ask_places = false;
            }
        }
        walk_free(&reader.walk);
    }
    g_array_unref(reader.spots);
}

/* Whether what was covered is as it was. A field that appears or disappears may have a successor, and a page that moves another one. */
static bool is_as_before(reader *reader, const GArray *before) {
    for (guint i = 0; i < before->len; i++) {
        const spot *was = &g_array_index(before, spot, i), *now = &g_array_index(reader->spots, spot, i);
        bool moved = memcmp(&was->reported, &now->reported, sizeof was->reported) != 0;
        if (!now->answered || spot_is_hidden(was) != spot_is_hidden(now) || (was->document && moved)) {
            return false;
        }
    }
    return true;
}

bool secrets_read_places(const window *window, secrets_memory *memory, uint64_t deadline_ns, reading *out) {
    if (!memory->can_ask_places) {
        return false;
    }
    *out = memory->last;
    reader reader = {.window = window, .memory = memory, .out = out, .frame = memory->frame};
    begin(&reader, deadline_ns);
    reader.on_screen = strcmp(memory->toolkit, "Qt") == 0;
    g_array_append_vals(reader.spots, memory->spots->data, memory->spots->len);
    bool ok = spots_ask(&reader, 0) && is_as_before(&reader, memory->spots);
    if (ok) {
        spots_note(&reader);
        spots_cover(&reader, false);
        out->prompt = memory->last.prompt;
    }
    g_array_unref(reader.spots);
    return ok && reader.whole == NULL;
}
