/* SPDX-License-Identifier: MIT */
/* The inside of secrets.h, for secrets.c, secret_objects.c, memory.c, spots.c, successors.c, view_rules.c and browser.c. */
#ifndef SCRIM_WATCH_SECRETS_PRIVATE_H
#define SCRIM_WATCH_SECRETS_PRIVATE_H

#include "place.h"
#include "secrets.h"
#include "walk.h"

enum {
    MAX_SECRETS = 256, /* that are remembered of a window; with more, all of it is covered */
    MAX_SECRET_OBJECTS = 1024, /* the same of an application, and of its pages; with more, all its windows are covered */
    MAX_PAGES = 64, /* of a window; with more, some are new again */
    NOT_IN_TREE = -1
};

/* How long a page stays covered after it was first seen. How long it stays covered after its field has vanished. */
#define PAGE_NS UINT64_C(500000000)
#define HIDDEN_NS UINT64_C(60000000000)

#define PAGE_UNREAD "a page that is not read yet"
#define TOO_MANY "too many password fields"

/* A view that must not be seen while it exists. */
typedef struct secret {
    char *bus, *path, *parent; /* of the tree */
    char *document;   /* path of the outermost document that contains it; NULL if there is none */
    box place;        /* the last place in the content; empty if it had none */
    int node;         /* in the tree that is being read, or NOT_IN_TREE */
    absence absence;
    bool forgotten;   /* it is gone for good */
    bool hidden;      /* was not shown when it was last asked */
} secret;

/* An outermost document in a window. */
typedef struct page {
    char *bus, *path;
    uint64_t address;  /* a hash of its URI; 0: not known */
    uint64_t since_ns; /* since when it has this address */
} page;

/* Something whose place is covered. */
typedef struct spot {
    object object;
    bool document; /* it is a document itself */
    bool has_secret; /* it is a document, and contains a password field */
    bool in_page;  /* it is inside of a document that is covered instead, unless the browser is settled */
    int secret;    /* its number; −1: a rule asks for it, or it is a document */
    int candidate; /* a node that is a text field, and may turn out to be a secret; −1: it is one */
    bool answered;
    box reported;
    uint64_t states;
} spot;

struct secrets_memory {
    secret_objects *objects; /* of the application */
    GArray *secrets;    /* of secret */
    GArray *pages;      /* of page */
    GHashTable *fields; /* paths of the text fields that the last reading saw, and away from all secrets */
    char toolkit[ASK_TEXT], version[ASK_TEXT], application[ASK_TEXT];
    /* What secrets_read_places() asks for; the texts belong to `texts`. */
    bool can_ask_places;
    object frame;
    GArray *spots;
    GStringChunk *texts;
    reading last;
    uint64_t changed_ns; /* when the places in pages were last seen to change */
};

/* One reading. */
typedef struct reader {
    asker asker;
    walk walk;
    const window *window;
    const rules *rules;
    secrets_memory *memory;
    reading *out;
    uint64_t now_ns, drawn_ns;
    GHashTable *guests; /* or NULL */
    bool on_screen; /* places are asked for on the screen */
    bool has_frame_place, moving;
    box frame_place; /* the first reported place of the window */
    bool fits;      /* the geometry is known */
    geometry geometry;
    GArray *spots; /* of spot */
    object frame;
    const char *whole; /* why all of the window is covered, or NULL */
    size_t window_rule, view_rule; /* the first rules that cover the window and a part of it; 0 if there are none */
} reader;

/* ---- secrets.c ---- */

/* Lets the window be read again after this time, or earlier. */
void again_after(reader *reader, uint64_t wait_ns);

/* ---- secret_objects.c ---- */

bool secret_objects_contain(const secret_objects *objects, object object);
/* Remembers that an object is a password field, and exists. False if there are too many. */
bool secret_objects_add(secret_objects *objects, object object, uint64_t now_ns);
/* True if there were too many at some time. */
bool secret_objects_full(const secret_objects *objects);
/* Asks those that were not found lately whether they exist, and forgets those that have been gone for SETTLE_NS. False if some were missed
 * and are not forgotten yet: call it again after MISSED_NS. */
bool secret_objects_check(secret_objects *objects, const asker *asker);
/* Remembers that a page contains a password field, at an address that is 0 if it is not known. False if there are too many such pages. */
bool secret_objects_add_page(secret_objects *objects, object page, uint64_t address, uint64_t now_ns);
/* When the page last contained one at this address, 0 if it never did. An address that is not known is like any other. */
uint64_t secret_objects_page_ns(const secret_objects *objects, object page, uint64_t address);

/* ---- memory.c ---- */

/* The number of the remembered secret, or −1. */
int memory_find(const secrets_memory *memory, object object);
/* Remembers a node. False if there are too many. */
bool memory_add(secrets_memory *memory, const walk *walk, unsigned index);
/* Finds which nodes are secrets, and which secrets have left the tree. Forgets what has been gone for SETTLE_NS. False if an application
 * does not answer. */
bool memory_match(reader *reader);
secret *memory_secret(const secrets_memory *memory, int number);

/* ---- spots.c ---- */

/* Adds a spot unless it is there. */
void spots_add(reader *reader, spot added);
/* Asks for the places of the window and of the spots from `first`. False if an application does not answer. */
bool spots_ask(reader *reader, guint first);
/* Notes where the secrets are now. */
void spots_note(reader *reader);
/* Covers the spots. `settled`: fields in pages too. */
void spots_cover(reader *reader, bool settled);
/* Adds what a rule names: a view, or the page that contains it. */
void spots_add_rule(reader *reader, unsigned index);
bool spot_is_hidden(const spot *spot);

/* ---- view_rules.c ---- */

/* Adds the spots that rules name. False if an application does not answer. */
bool apply_view_rules(reader *reader);

/* ---- successors.c ---- */

/* Makes secrets of the text fields that have taken the place of one. False if an application does not answer. */
bool find_successors(reader *reader);

/* ---- browser.c ---- */

/* Whether the toolkit reports places and roles as soon as it draws. Only toolkits that were measured do. */
bool toolkit_is_prompt(const secrets_memory *memory);
bool toolkit_is_browser(const secrets_memory *memory);
/* "https://bank.example" of "https://bank.example/login?x". To be freed. */
char *browser_origin(const char *uri);
/* Adds the pages that are covered: they have a password field, had one at this address, are new, or are empty as long as the browser has
 * not reported what they show. `settled` receives whether their fields are covered instead. False if an application does not answer. */
bool browser_find_pages(reader *reader, bool *settled);

#endif
