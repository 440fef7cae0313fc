/* SPDX-License-Identifier: MIT */
#include "secrets_private.h"

#include <stdio.h>
#include <string.h>

enum {
    MAX_CANDIDATES = 256, /* text fields that may have taken the place of a password field */
    TRIES = 2             /* if objects vanish while the tree is read */
};
static const char ROOT_PATH[] = "/org/a11y/atspi/accessible/root";

static void unknown(reader *reader, const char *reason) {
    reader->out->verdict = VERDICT_UNKNOWN;
    reader->out->count = 0;
    g_strlcpy(reader->out->reason, reason, sizeof reader->out->reason);
}

/* ---- The beginning ---- */

static bool find_toolkit(reader *reader) {
    secrets_memory *memory = reader->memory;
    object root = {reader->frame.bus, ROOT_PATH};
    call calls[3] = {{.to = root, .what = ASK_TOOLKIT}, {.to = root, .what = ASK_VERSION}, {.to = root, .what = ASK_NAME}};
    if (memory->toolkit[0] == '\0') {
        if (!ask_all(&reader->asker, calls, 3))
            return false;
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
        walk_read(&reader->walk, &reader->asker, reader->frame);
        if (reader->walk.problem == NULL)
            return true;
        unknown(reader, reader->walk.problem);
        bool again = reader->walk.vanished && i + 1 < TRIES;
        if (!again)
            break;
        walk_free(&reader->walk);
    }
    return false;
}

/* ---- Rules ---- */

/* What the rules file says of one node. */
static rule_action find_rule(const reader *reader, const node *node, const char *name, const char *origin, size_t *number) {
    const rule_subject subject = {.application = reader->memory->application[0] != '\0' ? reader->memory->application : NULL,
                                  .class_name = reader->window->class_name,
                                  .title = reader->window->title,
                                  .role = atspi_role_get_name(node->role),
                                  .name = name,
                                  .origin = origin};
    return rules_view(reader->rules, &subject, number);
}

/* Documents come before what they contain, so their origins are known in time. */
static bool apply_rules_to(reader *reader, unsigned first, unsigned count, GHashTable *origins, size_t *rule) {
    call calls[ASK_AT_ONCE];
    char name[ASK_TEXT], uri[ASK_TEXT];
    for (unsigned i = 0; i < count; i++) {
        object to = walk_node(&reader->walk, first + i)->object;
        calls[2 * i] = (call){.to = to, .what = ASK_NAME};
        calls[2 * i + 1] = (call){.to = to, .what = walk_is_document(walk_node(&reader->walk, first + i)->role) ? ASK_URI : ASK_NAME};
    }
    if (!ask_all(&reader->asker, calls, 2 * (size_t)count))
        return false;
    for (unsigned i = 0; i < count; i++) {
        const node *node = walk_node(&reader->walk, first + i);
        if (calls[2 * i + 1].what == ASK_URI && reply_text(&calls[2 * i + 1], uri))
            g_hash_table_insert(origins, GUINT_TO_POINTER(first + i), browser_origin(uri));
        const char *origin = node->nearest == WALK_NOTHING ? NULL : g_hash_table_lookup(origins, GUINT_TO_POINTER(node->nearest));
        bool named = reply_text(&calls[2 * i], name);
        size_t number = 0;
        rule_action action = find_rule(reader, node, named ? name : NULL, origin, &number);
        if (action == RULE_WINDOW && *rule == 0)
            *rule = number;
        if (action == RULE_VIEW)
            spots_add_rule(reader, first + i);
    }
    ask_done(calls, 2 * (size_t)count);
    return true;
}

/* `rule` receives the rule that covers the whole window, or 0. */
static bool apply_rules(reader *reader, size_t *rule) {
    GHashTable *origins = g_hash_table_new_full(NULL, NULL, NULL, g_free);
    unsigned all = reader->walk.nodes->len, step = ASK_AT_ONCE / 2;
    bool ok = true;
    for (unsigned first = 0; ok && first < all && rules_has_view_rules(reader->rules); first += step)
        ok = apply_rules_to(reader, first, MIN(step, all - first), origins, rule);
    g_hash_table_unref(origins);
    return ok;
}

/* ---- Successors ---- */

/* It has vanished, or is not shown. One in a page that is in no tree is in a hidden tab, so what is there now has not taken its place. */
static bool is_away(const secret *known) {
    return known->gone_ns != 0 || (known->node != NOT_IN_TREE ? known->hidden : known->document == NULL);
}

static bool some_secret_is_away(const secrets_memory *memory) {
    for (guint i = 0; i < memory->secrets->len; i++) {
        if (is_away(memory_secret(memory, (int)i)))
            return true;
    }
    return false;
}

/* Whether the text field has taken the place of a password field that is away: it lies where that was, or is new below the same parent. */
static bool is_successor(const reader *reader, const spot *field, const char *parent) {
    const secrets_memory *memory = reader->memory;
    bool is_new = !g_hash_table_contains(memory->fields, field->object.path);
    box now;
    bool placed = reader->fits && place_find(&reader->geometry, field->reported, false, 0, &now) == PLACE_BOX;
    for (guint i = 0; i < memory->secrets->len; i++) {
        const secret *known = memory_secret(memory, (int)i);
        bool away = is_away(known), covers = placed && !spot_is_hidden(field) && box_overlaps_half(known->place, now);
        if (away && (covers || (known->gone_ns != 0 && is_new && strcmp(known->parent, parent) == 0)))
            return true;
    }
    return false;
}

static bool find_successors(reader *reader) {
    guint first = reader->spots->len, candidates = 0;
    if (!some_secret_is_away(reader->memory))
        return true;
    for (unsigned i = 0; i < reader->walk.nodes->len; i++) {
        const node *node = walk_node(&reader->walk, i);
        if ((node->role != ATSPI_ROLE_TEXT && node->role != ATSPI_ROLE_ENTRY) || memory_find(reader->memory, node->object) >= 0)
            continue;
        if (++candidates > MAX_CANDIDATES) {
            reader->whole = "too many text fields where a password field was";
            return true;
        }
        spots_add(reader, (spot){.object = node->object, .in_page = node->document != WALK_NOTHING, .secret = -1, .candidate = (int)i});
    }
    if (!spots_ask(reader, first))
        return false;
    for (guint i = first; i < reader->spots->len; i++) {
        spot *field = &g_array_index(reader->spots, spot, i);
        const node *node = field->candidate < 0 ? NULL : walk_node(&reader->walk, (unsigned)field->candidate);
        if (node == NULL || !field->answered || !is_successor(reader, field, walk_node(&reader->walk, node->parent)->object.path))
            continue;
        if (!memory_add(reader->memory, &reader->walk, (unsigned)field->candidate))
            reader->whole = "too many password fields";
        field->candidate = -1;
        field->secret = memory_find(reader->memory, field->object);
    }
    spots_note(reader);
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

/* Whether the window has a secret, even if it is not shown now. */
static bool has_any(const reader *reader) {
    for (guint i = 0; i < reader->spots->len; i++) {
        const spot *spot = &g_array_index(reader->spots, struct spot, i);
        if (spot->candidate < 0 && (!spot->document || spot->has_secret))
            return true;
    }
    return reader->out->count > 0;
}

static void conclude(reader *reader, size_t rule) {
    reading *out = reader->out;
    bool any = has_any(reader);
    out->verdict = reader->whole != NULL || any ? VERDICT_SECRETS : VERDICT_CLEAR;
    g_strlcpy(out->reason, reader->whole != NULL ? reader->whole : any ? "password field"
                                                                       : "no secret",
              sizeof out->reason);
    if (rule != 0) {
        out->verdict = VERDICT_COVERED;
        snprintf(out->reason, sizeof out->reason, "rule %zu", rule);
        out->count = 0;
    } else if (reader->whole != NULL) {
        out->count = 1;
        out->boxes[0] = (box){0, 0, MAX(reader->window->content.width, 1), MAX(reader->window->content.height, 1)};
    }
}

/* Keeps what secrets_read_places() needs. Text fields that are no secret are left out. */
static void keep_spots(reader *reader, bool settled) {
    secrets_memory *memory = reader->memory;
    g_string_chunk_clear(memory->texts);
    g_array_set_size(memory->spots, 0);
    memory->frame = (object){g_string_chunk_insert(memory->texts, reader->frame.bus), g_string_chunk_insert(memory->texts, reader->frame.path)};
    for (guint i = 0; i < reader->spots->len; i++) {
        spot kept = g_array_index(reader->spots, spot, i);
        if (kept.candidate >= 0)
            continue;
        kept.object.bus = g_string_chunk_insert_const(memory->texts, kept.object.bus);
        kept.object.path = g_string_chunk_insert(memory->texts, kept.object.path);
        g_array_append_val(memory->spots, kept);
    }
    memory->last = *reader->out;
    memory->can_ask_places =
        reader->out->verdict == VERDICT_SECRETS && reader->whole == NULL && reader->out->again_ns == 0 && !settled;
}

static void read_window(reader *reader) {
    size_t rule = 0;
    bool settled = false;
    bool ok = memory_match(reader) && apply_rules(reader, &rule);
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
    reader->out->prompt = !settled && (reader->out->count > 0 || reader->whole != NULL || toolkit_is_prompt(reader->memory));
    conclude(reader, rule);
    keep_spots(reader, settled);
    memory_settle(reader);
}

static void begin(reader *reader, uint64_t deadline_ns) {
    reader->asker = (asker){.bus = atspi_get_a11y_bus(), .deadline_ns = deadline_ns};
    reader->now_ns = ask_now();
    reader->spots = g_array_new(FALSE, TRUE, sizeof(spot));
    reader->out->again_ns = 0;
    reader->out->count = 0;
    reader->out->prompt = false;
}

void secrets_read(AtspiAccessible *frame, const window *window, const rules *rules, secrets_memory *memory, uint64_t drawn_ns,
                  uint64_t deadline_ns, reading *out) {
    AtspiObject *accessible = ATSPI_OBJECT(frame);
    reader reader = {.window = window, .rules = rules, .memory = memory, .out = out, .drawn_ns = drawn_ns};
    begin(&reader, deadline_ns);
    unknown(&reader, "does not answer");
    memory->can_ask_places = false;
    if (accessible->app != NULL && accessible->app->bus_name != NULL && accessible->path != NULL) {
        reader.frame = (object){accessible->app->bus_name, accessible->path};
        if (find_toolkit(&reader)) {
            if (read_tree(&reader))
                read_window(&reader);
            walk_free(&reader.walk);
        }
    }
    g_array_unref(reader.spots);
}

/* Whether what was covered is as it was. A field that appears or disappears may have a successor, and a page that moves another one. */
static bool is_as_before(reader *reader, const GArray *before) {
    for (guint i = 0; i < before->len; i++) {
        const spot *was = &g_array_index(before, spot, i), *now = &g_array_index(reader->spots, spot, i);
        bool moved = memcmp(&was->reported, &now->reported, sizeof was->reported) != 0;
        if (!now->answered || spot_is_hidden(was) != spot_is_hidden(now) || (was->document && moved))
            return false;
    }
    return true;
}

bool secrets_read_places(const window *window, secrets_memory *memory, uint64_t deadline_ns, reading *out) {
    if (!memory->can_ask_places)
        return false;
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
