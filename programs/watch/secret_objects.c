/* SPDX-License-Identifier: MIT */
/* Which objects of an application were password fields, and which pages contained one. A window that is hidden is listed nowhere, and a
 * field or a page may move to another window, so this is not kept with windows. */
#include "secrets_private.h"

#include <string.h>

typedef struct secret_object {
    object object; /* the first: also the key */
    uint64_t asked_ns; /* when it was last found, or asked whether it exists */
    absence absence;
} secret_object;

typedef struct secret_page {
    object object; /* the first: also the key */
    uint64_t address;   /* a hash of its URI; 0: not known */
    uint64_t secret_ns; /* when it last contained a password field at this address */
} secret_page;

struct secret_objects {
    GHashTable *all;   /* of secret_object */
    GHashTable *pages; /* of secret_page; some are older than HIDDEN_NS */
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
    const object *freed = data;
    g_free((char *)freed->bus);
    g_free((char *)freed->path);
    g_free(data);
}

secret_objects *secret_objects_new(void) {
    secret_objects *objects = g_new0(secret_objects, 1);
    objects->all = g_hash_table_new_full(hash_object, same_object, NULL, free_object);
    objects->pages = g_hash_table_new_full(hash_object, same_object, NULL, free_object);
    return objects;
}

void secret_objects_free(secret_objects *objects) {
    g_hash_table_unref(objects->all);
    g_hash_table_unref(objects->pages);
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

/* ---- Pages ---- */

static gboolean is_old(gpointer key, gpointer value, gpointer now_ns) {
    const secret_page *page = key;
    (void)value;
    return *(const uint64_t *)now_ns - page->secret_ns >= HIDDEN_NS;
}

bool secret_objects_add_page(secret_objects *objects, object page, uint64_t address, uint64_t now_ns) {
    secret_page *known = g_hash_table_lookup(objects->pages, &page);
    if (known == NULL && g_hash_table_size(objects->pages) >= MAX_SECRET_OBJECTS) {
        g_hash_table_foreach_remove(objects->pages, is_old, &now_ns);
    }
    if (known == NULL && g_hash_table_size(objects->pages) >= MAX_SECRET_OBJECTS) {
        objects->full = true;
        return false;
    }
    if (known == NULL) {
        known = g_new0(secret_page, 1);
        known->object = (object){g_strdup(page.bus), g_strdup(page.path)};
        g_hash_table_add(objects->pages, known);
    }
    known->address = address;
    known->secret_ns = now_ns;
    return true;
}

uint64_t secret_objects_page_ns(const secret_objects *objects, object page, uint64_t address) {
    const secret_page *known = g_hash_table_lookup(objects->pages, &page);
    bool same = known != NULL && (known->address == address || known->address == 0 || address == 0);
    return same ? known->secret_ns : 0;
}
