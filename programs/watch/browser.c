/* SPDX-License-Identifier: MIT */
/* Web pages. Browsers report places up to 500 ms late while a page scrolls, and new pages up to 400 ms late. So a page with a password
 * field is covered as a whole. */
#include "secrets_private.h"

#include <string.h>

bool toolkit_is_prompt(const secrets_memory *memory) {
    static const char *const measured[][2] = {{"gtk", "3."}, {"GTK", "4."}, {"Qt", "5."}, {"Qt", "6."}};
    for (size_t i = 0; i < G_N_ELEMENTS(measured); i++) {
        if (strcmp(memory->toolkit, measured[i][0]) == 0 && g_str_has_prefix(memory->version, measured[i][1])) {
            return true;
        }
    }
    return false;
}

bool toolkit_is_browser(const secrets_memory *memory) {
    return strcmp(memory->toolkit, "Chromium") == 0 || strcmp(memory->toolkit, "Gecko") == 0;
}

char *browser_origin(const char *uri) {
    const char *host = strstr(uri, "://"), *path = host == NULL ? NULL : strchr(host + 3, '/');
    return g_strndup(uri, path == NULL ? RULE_TEXT : MIN((gsize)(path - uri), RULE_TEXT));
}

static bool is_page(const walk *walk, unsigned index) { return walk_node(walk, index)->document == index; }

static page *find_page(reader *reader, object object) {
    GArray *pages = reader->memory->pages;
    for (guint i = 0; i < pages->len; i++) {
        page *known = &g_array_index(pages, page, i);
        if (strcmp(known->path, object.path) == 0 && strcmp(known->bus, object.bus) == 0) {
            return known;
        }
    }
    if (pages->len == MAX_PAGES) {
        g_array_remove_index(pages, 0); /* it will be new once more; secret_objects.c remembers whether it had a password field */
    }
    page added = {.bus = g_strdup(object.bus), .path = g_strdup(object.path), .since_ns = reader->now_ns};
    g_array_append_val(pages, added);
    return &g_array_index(pages, page, pages->len - 1);
}

/* Whether it contains a password field, or did a moment ago. */
static bool has_secret(reader *reader, const page *page) {
    bool found = false;
    for (guint i = 0; i < reader->memory->secrets->len; i++) {
        const secret *known = memory_secret(reader->memory, (int)i);
        bool counts = known->node != NOT_IN_TREE || known->absence.since_ns != 0; /* otherwise it is in a hidden tab */
        found |= counts && known->document != NULL && strcmp(known->document, page->path) == 0;
    }
    return found;
}

static bool is_settled(reader *reader) {
    uint64_t last_ns = MAX(reader->drawn_ns, reader->memory->changed_ns);
    uint64_t still_ns = reader->now_ns > last_ns ? reader->now_ns - last_ns : 0;
    if (reader->rules == NULL || !rules_settled_browsers(reader->rules)) {
        return false;
    }
    if (still_ns < SETTLE_NS) {
        again_after(reader, SETTLE_NS - still_ns);
    }
    return still_ns >= SETTLE_NS;
}

/* FNV-1a. Addresses may be long, and differ only at their end. 0 if there is none. */
static uint64_t hash_text(const char *text) {
    uint64_t hash = text != NULL && *text != '\0' ? 14695981039346656037u : 0;
    for (; text != NULL && *text != '\0'; text++) {
        hash = (hash ^ (unsigned char)*text) * 1099511628211u;
    }
    return hash;
}

/* A page that was just opened, or has gone to another address. An error says nothing of its address. */
static bool is_new(reader *reader, page *page, uint64_t address) {
    if (address != 0 && page->address != address) {
        page->address = address;
        page->since_ns = reader->now_ns;
    }
    uint64_t age_ns = reader->now_ns - page->since_ns;
    if (age_ns < PAGE_NS) {
        again_after(reader, PAGE_NS - age_ns);
    }
    return age_ns < PAGE_NS;
}

/* A field that a page hides may come back, even as an ordinary text field, and is then on the screen before it is in the tree. */
static bool had_secret(reader *reader, object page, uint64_t address) {
    uint64_t secret_ns = secret_objects_page_ns(reader->memory->objects, page, address), age_ns = reader->now_ns - secret_ns;
    if (secret_ns == 0 || age_ns >= HIDDEN_NS) {
        return false;
    }
    again_after(reader, HIDDEN_NS - age_ns);
    return true;
}

static void look_at_page(reader *reader, unsigned index, uint64_t address, bool settled) {
    const node *node = walk_node(&reader->walk, index);
    page *page = find_page(reader, node->object);
    bool late = node->role == ATSPI_ROLE_DOCUMENT_WEB || toolkit_is_browser(reader->memory);
    bool fresh = late && is_new(reader, page, address);
    bool secret = has_secret(reader, page);
    if (late && secret) {
        reader->whole = secret_objects_add_page(reader->memory->objects, node->object, address, reader->now_ns) ? reader->whole : TOO_MANY;
    } else if (late) {
        secret = had_secret(reader, node->object, address);
    }
    bool unread = late && (node->children == 0 || has_state(node->states, ATSPI_STATE_BUSY));
    if (fresh || unread || (secret && !settled)) {
        spots_add(reader, (spot){.object = node->object, .document = true, .has_secret = secret, .secret = -1, .candidate = -1});
    }
}

bool browser_find_pages(reader *reader, bool *settled) {
    bool any = false;
    *settled = is_settled(reader);
    for (unsigned i = 0; i < reader->walk.nodes->len; i++) {
        if (!is_page(&reader->walk, i)) {
            continue;
        }
        any = true;
        call call = {.to = walk_node(&reader->walk, i)->object, .what = ASK_URI};
        if (!ask_all(&reader->asker, &call, 1)) {
            return false;
        }
        uint64_t address = hash_text(reply_whole_text(&call));
        ask_done(&call, 1);
        look_at_page(reader, i, address, *settled);
    }
    if (!any && toolkit_is_browser(reader->memory) && reader->window->id != 0 && !reader->window->popup) {
        reader->whole = "the browser does not report its pages";
        again_after(reader, SETTLE_NS);
    }
    return true;
}
