/* SPDX-License-Identifier: MIT */
/*
 * What a target knows of its scenes from what it told them itself: which windows and views there are, which of them are
 * hidden, and whether anyone beside the user may see the screen. The library is judged by it, not asked for it.
 */
#ifndef SCRIM_FUZZ_SCENE_MODEL_H
#define SCRIM_FUZZ_SCENE_MODEL_H

#include "fuzz_handles.h"

enum {
    FUZZ_NODES = 512 /* more than an input has steps */
};

struct fuzz_node {
    scrim_id id;
    uint32_t parent; /* its place among the nodes; a window's is its own */
    uint8_t is_hidden, is_inactive, is_gone;
    uint8_t shows_text; /* or did, until that was destroyed */
    uint8_t shows_secret; /* the same of a secret text */
};

struct fuzz_world {
    const scrim_scene *scene; /* NULL: it is gone */
    uint8_t is_captured, is_inactive, is_in_transition;
    uint32_t count;
    struct fuzz_node nodes[FUZZ_NODES]; /* parents before what is in them */
};

static struct fuzz_world worlds[FUZZ_SLOTS];

UNUSED static void no_worlds(void) {
    for (uint32_t i = 0; i < FUZZ_SLOTS; i++)
        worlds[i].scene = NULL;
}

/* A new scene: an application is inactive until it says otherwise. */
UNUSED static void world_begins(uint32_t slot, const scrim_scene *scene) {
    struct fuzz_world *world = &worlds[slot];
    world->scene = scene;
    world->is_captured = world->is_in_transition = 0;
    world->is_inactive = 1;
    world->count = 0;
}

UNUSED static struct fuzz_world *world_of(const scrim_scene *scene) {
    for (uint32_t i = 0; i < FUZZ_SLOTS; i++)
        if (scene != NULL && worlds[i].scene == scene)
            return &worlds[i];
    return NULL;
}

/* A window or view that is there. */
UNUSED static struct fuzz_node *node_of(const scrim_scene *scene, scrim_id id) {
    struct fuzz_world *world = world_of(scene);
    for (uint32_t i = 0; world != NULL && i < world->count; i++)
        if (world->nodes[i].id == id && !world->nodes[i].is_gone)
            return &world->nodes[i];
    return NULL;
}

/* `parent` 0: a window. */
UNUSED static void world_has(const scrim_scene *scene, scrim_id parent, scrim_id id, uint32_t flags) {
    struct fuzz_world *world = world_of(scene);
    REQUIRE(world != NULL && world->count < FUZZ_NODES && node_of(scene, id) == NULL);
    const struct fuzz_node *inside = parent != 0 ? node_of(scene, parent) : &world->nodes[world->count];
    REQUIRE(inside != NULL);
    world->nodes[world->count++] = (struct fuzz_node){.id = id,
                                                      .parent = (uint32_t)(inside - world->nodes),
                                                      .is_hidden = (flags & SCRIM_VIEW_HIDDEN) != 0};
}

UNUSED static void world_shows(const scrim_scene *scene, scrim_id id, uint32_t flags) {
    struct fuzz_node *node = node_of(scene, id);
    REQUIRE(node != NULL);
    node->is_hidden = (flags & SCRIM_VIEW_HIDDEN) != 0;
}

UNUSED static void world_loses(const scrim_scene *scene, scrim_id id) {
    struct fuzz_world *world = world_of(scene);
    struct fuzz_node *node = node_of(scene, id);
    REQUIRE(node != NULL);
    node->is_gone = 1;
    for (uint32_t i = 0; i < world->count; i++)
        world->nodes[i].is_gone |= world->nodes[world->nodes[i].parent].is_gone;
}

/* `window` 0: the application. */
UNUSED static void world_is_active(const scrim_scene *scene, scrim_id window, uint32_t activity) {
    struct fuzz_node *node = node_of(scene, window);
    struct fuzz_world *world = world_of(scene);
    REQUIRE(world != NULL && (window == 0 || node != NULL));
    *(node != NULL ? &node->is_inactive : &world->is_inactive) = activity != SCRIM_ACTIVITY_ACTIVE;
}

UNUSED static scrim_id window_of(const scrim_scene *scene, scrim_id id) {
    const struct fuzz_world *world = world_of(scene);
    const struct fuzz_node *node = node_of(scene, id);
    REQUIRE(node != NULL);
    while (&world->nodes[node->parent] != node)
        node = &world->nodes[node->parent];
    return node->id;
}

/* Whether nobody but the user can see what a view shows, as far as the scene has been told. */
UNUSED static int is_seen_alone(const scrim_scene *scene, scrim_id view) {
    const struct fuzz_world *world = world_of(scene);
    const struct fuzz_node *node = node_of(scene, view);
    scrim_id focused = 0;
    REQUIRE(node != NULL && scrim_scene_focused(scene, &focused) == SCRIM_OK);
    if (world->is_captured || world->is_in_transition || world->is_inactive || node->is_hidden)
        return 0;
    for (uint32_t i = 0; i < world->count; i++)
        if (!world->nodes[i].is_gone && world->nodes[i].is_inactive)
            return 0;
    for (; &world->nodes[node->parent] != node; node = &world->nodes[node->parent])
        if (world->nodes[node->parent].is_hidden)
            return 0;
    return focused == 0 || focused == window_of(scene, view);
}

#endif
