/* SPDX-License-Identifier: MIT */
#include "walk.h"

#include <string.h>

static const char NULL_PATH[] = "/org/a11y/atspi/null";

static node *node_at(walk *walk, unsigned index) { return &g_array_index(walk->nodes, node, index); }

const node *walk_node(const walk *walk, unsigned index) { return &g_array_index(walk->nodes, node, index); }

bool has_state(uint64_t states, AtspiStateType state) { return (states >> state & 1) != 0; }

bool walk_is_document(AtspiRole role) {
    return role == ATSPI_ROLE_DOCUMENT_FRAME || role == ATSPI_ROLE_DOCUMENT_WEB || role == ATSPI_ROLE_DOCUMENT_EMAIL ||
           role == ATSPI_ROLE_DOCUMENT_TEXT || role == ATSPI_ROLE_DOCUMENT_SPREADSHEET || role == ATSPI_ROLE_DOCUMENT_PRESENTATION;
}

/* They may have a child for each of a million cells. Toolkits say so with the state MANAGES_DESCENDANTS. */
static bool may_be_huge(AtspiRole role) {
    return role == ATSPI_ROLE_TABLE || role == ATSPI_ROLE_TREE || role == ATSPI_ROLE_TREE_TABLE || role == ATSPI_ROLE_LIST ||
           role == ATSPI_ROLE_LIST_BOX || role == ATSPI_ROLE_LAYERED_PANE || role == ATSPI_ROLE_DOCUMENT_SPREADSHEET;
}

static void fail(walk *walk, const char *problem, bool vanished) {
    if (walk->problem == NULL) {
        walk->problem = problem;
        walk->vanished = vanished;
    }
}

static void add_node(walk *walk, object object, unsigned parent) {
    node added = {.parent = parent, .document = WALK_NOTHING, .nearest = WALK_NOTHING};
    if (walk->nodes->len >= WALK_MAX_NODES) {
        fail(walk, "its tree is too large", false);
        return;
    }
    if (walk->nodes->len > 0) {
        const node *above = walk_node(walk, parent);
        added.depth = above->depth + 1;
        added.document = above->document;
        added.nearest = above->nearest;
    }
    if (added.depth > WALK_MAX_DEPTH) {
        fail(walk, "its tree is too deep", false);
        return;
    }
    added.object.bus = g_string_chunk_insert_const(walk->texts, object.bus);
    added.object.path = g_string_chunk_insert(walk->texts, object.path);
    g_array_append_val(walk->nodes, added);
    if (walk->guests != NULL && added.object.bus != walk_node(walk, 0)->object.bus && !g_hash_table_contains(walk->guests, object.bus)) {
        g_hash_table_add(walk->guests, g_strdup(object.bus));
    }
}

/* ---- What is taken from replies ---- */

static void take_role(walk *walk, unsigned index, const call *call) {
    uint32_t role = 0;
    node *node = node_at(walk, index);
    if (!reply_number(call, &role) || role == ATSPI_ROLE_INVALID) {
        fail(walk, "a part of it vanished", true);
        return;
    }
    node->role = (AtspiRole)role;
    if (walk_is_document(node->role)) {
        node->nearest = index;
        node->document = node->document != WALK_NOTHING ? node->document : index;
    }
}

static void take_states(walk *walk, unsigned index, const call *call) {
    if (!reply_states(call, &node_at(walk, index)->states)) {
        fail(walk, "a part of it vanished", true);
    }
}

static void take_children(walk *walk, unsigned index, const call *call) {
    reply_children children;
    object child;
    reply_children_begin(&children, call);
    while (walk->problem == NULL && reply_children_next(&children, &child)) {
        if (strcmp(child.path, NULL_PATH) == 0) {
            fail(walk, "a part of it is not reported", true);
        } else {
            add_node(walk, child, index);
        }
        node_at(walk, index)->children++;
    }
    if (children.broken) {
        fail(walk, "a part of it vanished", true);
    }
}

/* ---- Levels ---- */

static bool needs_states(const node *node) { return walk_is_document(node->role) || may_be_huge(node->role); }

static bool needs_children(const node *node) { return !has_state(node->states, ATSPI_STATE_MANAGES_DESCENDANTS); }

static bool needs_role(const node *node) {
    (void)node;
    return true;
}

/* Asks the nodes from `first` to before `end` that need it. */
static void ask_level(walk *walk, unsigned first, unsigned end, ask_what what, bool (*needs)(const node *node),
                      void (*take)(struct walk *walk, unsigned index, const call *call)) {
    call calls[ASK_AT_ONCE];
    unsigned asked[ASK_AT_ONCE], next = first;
    while (next < end && walk->problem == NULL) {
        unsigned count = 0;
        for (; next < end && count < ASK_AT_ONCE; next++) {
            if (needs(walk_node(walk, next))) {
                asked[count] = next;
                calls[count++] = (call){.to = walk_node(walk, next)->object, .what = what};
            }
        }
        if (!ask_all(walk->asker, calls, count)) {
            fail(walk, "does not answer", false);
            return;
        }
        for (unsigned i = 0; i < count; i++) {
            take(walk, asked[i], &calls[i]);
        }
        ask_done(calls, count);
    }
}

void walk_read(walk *walk, asker *asker, object root, GHashTable *guests) {
    *walk = (struct walk){.asker = asker, .nodes = g_array_new(FALSE, TRUE, sizeof(node)), .texts = g_string_chunk_new(4096), .guests = guests};
    add_node(walk, root, 0);
    for (unsigned first = 0; first < walk->nodes->len && walk->problem == NULL;) {
        unsigned end = walk->nodes->len;
        ask_level(walk, first, end, ASK_ROLE, needs_role, take_role);
        ask_level(walk, first, end, ASK_STATE, needs_states, take_states);
        ask_level(walk, first, end, ASK_CHILDREN, needs_children, take_children);
        first = end;
    }
}

void walk_free(walk *walk) {
    g_array_unref(walk->nodes);
    g_string_chunk_free(walk->texts);
}
