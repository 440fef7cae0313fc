/* SPDX-License-Identifier: MIT */
/* Which objects of a window were password fields. */
#include "secrets_private.h"

#include <string.h>

static void free_secret(gpointer data) {
    secret *freed = data;
    g_free(freed->bus);
    g_free(freed->path);
    g_free(freed->parent);
    g_free(freed->document);
}

static void free_page(gpointer data) {
    page *freed = data;
    g_free(freed->bus);
    g_free(freed->path);
}

secrets_memory *secrets_memory_new(secret_objects *objects) {
    secrets_memory *memory = g_new0(secrets_memory, 1);
    memory->objects = objects;
    memory->secrets = g_array_new(FALSE, TRUE, sizeof(secret));
    g_array_set_clear_func(memory->secrets, free_secret);
    memory->pages = g_array_new(FALSE, TRUE, sizeof(page));
    g_array_set_clear_func(memory->pages, free_page);
    memory->fields = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    memory->spots = g_array_new(FALSE, TRUE, sizeof(spot));
    memory->texts = g_string_chunk_new(1024);
    return memory;
}

void secrets_memory_free(secrets_memory *memory) {
    if (memory == NULL) {
        return;
    }
    g_array_unref(memory->secrets);
    g_array_unref(memory->pages);
    g_array_unref(memory->spots);
    g_hash_table_unref(memory->fields);
    g_string_chunk_free(memory->texts);
    g_free(memory);
}

bool secrets_memory_is_needed(const secrets_memory *memory) {
    for (guint i = 0; i < memory->secrets->len; i++) {
        const secret *known = memory_secret(memory, (int)i);
        if (secret_objects_contain(memory->objects, (object){known->bus, known->path})) {
            return true;
        }
    }
    return false;
}

secret *memory_secret(const secrets_memory *memory, int number) { return &g_array_index(memory->secrets, secret, number); }

int memory_find(const secrets_memory *memory, object object) {
    for (guint i = 0; i < memory->secrets->len; i++) {
        const secret *known = memory_secret(memory, (int)i);
        if (strcmp(known->path, object.path) == 0 && strcmp(known->bus, object.bus) == 0) {
            return (int)i;
        }
    }
    return -1;
}

bool memory_add(secrets_memory *memory, const walk *walk, unsigned index) {
    const node *node = walk_node(walk, index);
    int number = memory_find(memory, node->object);
    if (!secret_objects_add(memory->objects, node->object, ask_now())) {
        return false;
    }
    if (number < 0) {
        if (memory->secrets->len >= MAX_SECRETS) {
            return false;
        }
        secret added = {.bus = g_strdup(node->object.bus), .path = g_strdup(node->object.path)};
        number = (int)memory->secrets->len;
        g_array_append_val(memory->secrets, added);
    }
    secret *known = memory_secret(memory, number);
    known->node = (int)index;
    known->absence = (absence){0};
    g_free(known->parent);
    g_free(known->document);
    known->parent = g_strdup(walk_node(walk, node->parent)->object.path);
    known->document = node->document == WALK_NOTHING ? NULL : g_strdup(walk_node(walk, node->document)->object.path);
    return true;
}

/* Asks the secrets that have left the tree whether they still exist, as in a hidden tab of a browser. Those that were missed before are
 * asked again, because they may be back. */
static bool miss(reader *reader) {
    GArray *secrets = reader->memory->secrets;
    for (guint next = 0; next < secrets->len;) {
        call calls[ASK_AT_ONCE];
        guint numbers[ASK_AT_ONCE], count = 0;
        uint32_t role = 0;
        for (; next < secrets->len && count < ASK_AT_ONCE; next++) {
            const secret *missed = memory_secret(reader->memory, (int)next);
            if (missed->node == NOT_IN_TREE) {
                numbers[count] = next;
                calls[count++] = (call){.to = {missed->bus, missed->path}, .what = ASK_ROLE};
            }
        }
        if (count > 0 && !ask_all(&reader->asker, calls, count)) {
            return false;
        }
        for (guint i = 0; i < count; i++) {
            bool exists = reply_number(&calls[i], &role) && role != ATSPI_ROLE_INVALID;
            secret *asked = memory_secret(reader->memory, (int)numbers[i]);
            asked->forgotten = absence_note(&asked->absence, exists, reader->now_ns);
        }
        ask_done(calls, count);
    }
    return true;
}

/* Before anything refers to secrets by their numbers. */
static void forget_old(reader *reader) {
    GArray *secrets = reader->memory->secrets;
    for (guint i = secrets->len; i > 0; i--) {
        const secret *known = memory_secret(reader->memory, (int)i - 1);
        if (known->forgotten) {
            g_array_remove_index(secrets, i - 1);
        } else if (known->absence.since_ns != 0) {
            again_after(reader, MISSED_NS);
        }
    }
}

bool memory_match(reader *reader) {
    secrets_memory *memory = reader->memory;
    for (guint i = 0; i < memory->secrets->len; i++) {
        memory_secret(memory, (int)i)->node = NOT_IN_TREE;
    }
    if (secret_objects_full(memory->objects)) {
        reader->whole = TOO_MANY;
        return true;
    }
    for (unsigned i = 0; i < reader->walk.nodes->len; i++) {
        const node *node = walk_node(&reader->walk, i);
        bool secret = node->role == ATSPI_ROLE_PASSWORD_TEXT || secret_objects_contain(memory->objects, node->object) ||
                      memory_find(memory, node->object) >= 0;
        if (secret && !memory_add(memory, &reader->walk, i)) {
            reader->whole = TOO_MANY; /* the others are remembered for other windows */
        }
    }
    bool ok = miss(reader);
    forget_old(reader);
    return ok;
}
