/* SPDX-License-Identifier: MIT */
/* Some programs show a password by showing another field where the password field was. */
#include "secrets_private.h"

#include <string.h>

enum {
    MAX_CANDIDATES = 256 /* text fields that may have taken the place of a password field */
};

/* It has vanished, or is not shown. One in a page that is in no tree is in a hidden tab, so what is there now has not taken its place. */
static bool is_away(const secret *known) {
    return known->absence.since_ns != 0 || (known->node != NOT_IN_TREE ? known->hidden : known->document == NULL);
}

static bool some_secret_is_away(const secrets_memory *memory) {
    for (guint i = 0; i < memory->secrets->len; i++) {
        if (is_away(memory_secret(memory, (int)i))) {
            return true;
        }
    }
    return false;
}

static bool find_text_fields(reader *reader) {
    guint first = reader->spots->len, count = 0;
    for (unsigned i = 0; i < reader->walk.nodes->len; i++) {
        const node *node = walk_node(&reader->walk, i);
        bool is_text = node->role == ATSPI_ROLE_TEXT || node->role == ATSPI_ROLE_ENTRY;
        if (!is_text || memory_find(reader->memory, node->object) >= 0) {
            continue;
        }
        if (++count > MAX_CANDIDATES) {
            reader->whole = some_secret_is_away(reader->memory) ? "too many text fields where a password field was" : reader->whole;
            break;
        }
        spots_add(reader, (spot){.object = node->object, .in_page = node->document != WALK_NOTHING, .secret = -1, .candidate = (int)i});
    }
    return spots_ask(reader, first);
}

/* Whether the text field has taken the place of a password field that is away. It must lie in its place, or have the same parent. One
 * that was seen elsewhere before does not count. */
static bool is_successor(const reader *reader, const spot *field, box place) {
    const node *node = walk_node(&reader->walk, (unsigned)field->candidate);
    const char *parent = walk_node(&reader->walk, node->parent)->object.path;
    if (g_hash_table_contains(reader->memory->fields, field->object.path)) {
        return false;
    }
    for (guint i = 0; i < reader->memory->secrets->len; i++) {
        const secret *known = memory_secret(reader->memory, (int)i);
        bool sibling = known->absence.since_ns != 0 && strcmp(known->parent, parent) == 0;
        if (is_away(known) && (sibling || box_overlaps_half(known->place, place))) {
            return true;
        }
    }
    return false;
}

static bool overlaps_secret(const secrets_memory *memory, box place) {
    for (guint i = 0; i < memory->secrets->len; i++) {
        if (box_overlaps_half(memory_secret(memory, (int)i)->place, place)) {
            return true;
        }
    }
    return false;
}

bool find_successors(reader *reader) {
    secrets_memory *memory = reader->memory;
    guint first = reader->spots->len;
    GHashTable *seen = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    bool ok = memory->secrets->len == 0 || find_text_fields(reader);
    for (guint i = first; ok && i < reader->spots->len; i++) {
        spot *field = &g_array_index(reader->spots, spot, i);
        box place = {0, 0, 0, 0};
        bool shown = field->answered && !spot_is_hidden(field) && reader->fits &&
                     place_find(&reader->geometry, field->reported, false, 0, &place) == PLACE_BOX;
        if (field->answered && is_successor(reader, field, place)) {
            reader->whole = memory_add(memory, &reader->walk, (unsigned)field->candidate) ? reader->whole : TOO_MANY;
            field->candidate = -1;
            field->secret = memory_find(memory, field->object);
        } else if (shown && !overlaps_secret(memory, place)) {
            g_hash_table_add(seen, g_strdup(field->object.path));
        }
    }
    g_hash_table_unref(memory->fields);
    memory->fields = seen;
    spots_note(reader);
    return ok;
}
