/* SPDX-License-Identifier: MIT */
/* A program that contains libscrim.a, and loads the shared library, say for a plugin of somebody else's: two_copies LIBRARY. */
#include <dlfcn.h>
#include <scrim.h>
#include <stdio.h>
#include <string.h>

typedef scrim_status (*create_fn)(const scrim_text_options *, scrim_text **);
typedef scrim_status (*insert_fn)(scrim_text *, const char *, size_t);
typedef void (*destroy_fn)(scrim_text *);
typedef size_t (*count_fn)(uint32_t);

static int find(void *library, const char *name, void *function) {
    void *address = dlsym(library, name);
    memcpy(function, &address, sizeof address);
    return address != NULL;
}

int main(int count, char **words) {
    void *library = count == 2 ? dlopen(words[1], RTLD_NOW | RTLD_LOCAL) : NULL;
    scrim_text_options options = SCRIM_TEXT_OPTIONS_INIT;
    scrim_text *here = NULL, *others[2] = {NULL, NULL};
    create_fn create;
    insert_fn insert;
    destroy_fn destroy;
    count_fn live;
    if (library == NULL || !find(library, "scrim_text_create", &create) || !find(library, "scrim_text_insert", &insert) ||
        !find(library, "scrim_text_destroy", &destroy) || !find(library, "scrim_live_handles", &live) || create == scrim_text_create)
        return 1;
    int failed = scrim_text_create(&options, &here) || scrim_text_insert(here, "2468", 4) || create(&options, &others[0]) ||
                 create(&options, &others[1]) || insert(others[0], "1357", 4);
    printf("%d and %d texts\n", (int)scrim_live_handles(SCRIM_HANDLE_TEXT), (int)live(SCRIM_HANDLE_TEXT));
    uint32_t equal = 0;
    failed = failed || scrim_text_equal_bytes(here, "2468", 4, &equal) || !equal;
    scrim_text_destroy(here);
    destroy(others[0]);
    destroy(others[1]);
    printf("%d and %d texts\n", (int)scrim_live_handles(SCRIM_HANDLE_TEXT), (int)live(SCRIM_HANDLE_TEXT));
    return failed;
}
