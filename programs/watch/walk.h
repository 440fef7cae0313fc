/* SPDX-License-Identifier: MIT */
/* Reads the roles of all objects below one. */
#ifndef SCRIM_WATCH_WALK_H
#define SCRIM_WATCH_WALK_H

#include <atspi/atspi.h>
#include <limits.h>

#include "ask.h"

enum {
    WALK_MAX_NODES = 20000,
    WALK_MAX_DEPTH = 64
};
#define WALK_NOTHING UINT_MAX /* as a document: there is none */

typedef struct node {
    object object;
    unsigned parent;   /* of the first node: itself */
    unsigned document; /* the document that contains it and is contained in no other, or itself; WALK_NOTHING */
    unsigned nearest;  /* the innermost document that contains it, or itself; WALK_NOTHING */
    unsigned depth;
    AtspiRole role;
    unsigned children;
    uint64_t states; /* only of documents, tables, trees and lists */
} node;

typedef struct walk {
    asker *asker;
    GArray *nodes;      /* of node; parents come before their children */
    GStringChunk *texts; /* what the nodes point to */
    GHashTable *guests; /* or NULL */
    const char *problem; /* NULL if all went well */
    bool vanished;       /* the problem: an object went away meanwhile, so trying again may help */
} walk;

/* Reads the tree. `problem` says what went wrong. `guests` receives the bus names of objects that are on another connection than the root;
 * the table must free its keys. May be NULL. */
void walk_read(walk *walk, asker *asker, object root, GHashTable *guests);
void walk_free(walk *walk);

const node *walk_node(const walk *walk, unsigned index);
bool walk_is_document(AtspiRole role);
bool has_state(uint64_t states, AtspiStateType state);

#endif
