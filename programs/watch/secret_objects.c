/* SPDX-License-Identifier: MIT */
/* Which objects of an application were password fields. A window that is hidden is listed nowhere, and a field may move to another window,
 * so this is not kept with windows. */
#include "secrets_private.h"

#include <string.h>

typedef struct secret_object {
    object object; /* the first: also the key */
    uint64_t asked_ns; /* when it was last found, or asked whether it exists */
    absence absence;
} secret_object;

struct secret_objects {
    GHashTable *all;
    bool full; /* some could not be remembered */
};

static guint hash_object(gconstpointer key) {
    const object *object = key;
    return g_str_hash(object->path) * 31 + g_str_hash(object->bus);
}

static gboolean same_object(gconstpointer a, gconstpointer b) {
    const object *first = a, *second = b;
    return strcmp(first->path, second->path) == 0 && strcmp(first->bus, second->bus) == 0;
}

static void free_object(gpointer data) {
    secret_object *freed = data;
    g_free((char *)freed->object.bus);
    g_free((char *)freed->object.path);
    g_free(freed);
}

secret_objects *secret_objects_new(void) {
    secret_objects *objects = g_new0(secret_objects, 1);
    objects->all = g_hash_table_new_full(hash_object, same_object, NULL, free_object);
    return objects;
}

void secret_objects_free(secret_objects *objects) {
    g_hash_table_unref(objects->all);
    g_free(objects);
}

bool secret_objects_full(const secret_objects *objects) { return objects->full; }

bool secret_objects_contain(const secret_objects *objects, object object) { return g_hash_table_contains(objects->all, &object); }

bool secret_objects_add(secret_objects *objects, object object, uint64_t now_ns) {
    secret_object *known = g_hash_table_lookup(objects->all, &object);
    if (known == NULL && g_hash_table_size(objects->all) >= MAX_SECRET_OBJECTS) {
        objects->full = true;
        return false;
    }
    if (known == NULL) {
        known = g_new0(secret_object, 1);
        known->object.bus = g_strdup(object.bus);
        known->object.path = g_strdup(object.path);
        g_hash_table_add(objects->all, known);
    }
    known->asked_ns = now_ns;
    known->absence = (absence){0};
    return true;
}

/* ---- Whether they exist ---- */

bool absence_note(absence *absence, bool exists, uint64_t now_ns) {
    uint64_t pause_ns = now_ns - absence->last_ns;
    if (exists || absence->since_ns == 0 || pause_ns > SETTLE_NS) { /* nobody knows whether it existed in a longer pause */
        *absence = (struct absence){.since_ns = exists ? 0 : now_ns, .last_ns = now_ns, .count = 1};
    } else if (pause_ns >= MISSED_NS) {
        absence->last_ns = now_ns;
        absence->count++;
    }
    return absence->since_ns != 0 && absence->count >= 3 && now_ns - absence->since_ns >= SETTLE_NS;
}

/* What a reply says of an object. */
static void take_answer(secret_objects *objects, object object, bool exists, uint64_t now_ns) {
    secret_object *known = g_hash_table_lookup(objects->all, &object);
    if (known == NULL) {
        return;
    }
    known->asked_ns = now_ns;
    if (absence_note(&known->absence, exists, now_ns)) {
        g_hash_table_remove(objects->all, &object);
    }
}

/* Asks at most ASK_AT_ONCE objects that were not found lately. False if there was none, or an answer was late. */
static bool check_some(secret_objects *objects, asker *asker, uint64_t now_ns) {
    call calls[ASK_AT_ONCE];
    size_t count = 0;
    GHashTableIter iterator;
    gpointer each;
    g_hash_table_iter_init(&iterator, objects->all);
    while (count < ASK_AT_ONCE && g_hash_table_iter_next(&iterator, &each, NULL)) {
        secret_object *known = each;
        if (now_ns - known->asked_ns >= (known->absence.since_ns != 0 ? MISSED_NS : SETTLE_NS)) {
            known->asked_ns = now_ns;
            calls[count++] = (call){.to = known->object, .what = ASK_ROLE};
        }
    }
    if (count == 0 || !ask_all(asker, calls, count)) {
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        uint32_t role = 0;
        bool exists = reply_number(&calls[i], &role) && role != ATSPI_ROLE_INVALID;
        take_answer(objects, calls[i].to, exists, now_ns);
    }
    ask_done(calls, count);
    return true;
}

bool secret_objects_check(secret_objects *objects, const asker *given) {
    asker asker = *given; /* if it is late, what was read is still good */
    uint64_t now_ns = ask_now();
    bool missed = false;
    GHashTableIter iterator;
    gpointer each;
    while (check_some(objects, &asker, now_ns)) {
    }
    g_hash_table_iter_init(&iterator, objects->all);
    while (!missed && g_hash_table_iter_next(&iterator, &each, NULL)) {
        missed = ((const secret_object *)each)->absence.since_ns != 0;
    }
    return !missed;
}
