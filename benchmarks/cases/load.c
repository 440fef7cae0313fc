/* SPDX-License-Identifier: MIT */
/*
 * Times how long a fresh process takes to load libraries and to call each for the first time: scrim, and then its two
 * dependencies alone, by turns. Writes a line "scrim peer" in nanoseconds for each turn.
 *
 *     load TURNS LIBSCRIM LIBSODIUM LIBUTF8PROC
 */
#include <dlfcn.h>
#include <scrim.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static void *open_library(const char *path) {
    void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (library == NULL) {
        fprintf(stderr, "%s\n", dlerror());
        _exit(1);
    }
    return library;
}

static void *find(void *library, const char *name) {
    void *function = dlsym(library, name);
    if (function == NULL) {
        fprintf(stderr, "%s\n", dlerror());
        _exit(1);
    }
    return function;
}

/* The first call makes an object, so that whatever the library puts off until then is timed as well. */
static void use_scrim(char **paths) {
    void *library = open_library(paths[0]);
    scrim_status (*create)(const scrim_scene_options *, scrim_scene **);
    *(void **)&create = find(library, "scrim_scene_create");
    scrim_scene_options options = SCRIM_SCENE_OPTIONS_INIT;
    scrim_scene *scene = NULL;
    if (create(&options, &scene) != SCRIM_OK) {
        fprintf(stderr, "scrim_scene_create failed\n");
        _exit(1);
    }
}

static void use_peers(char **paths) {
    const char *(*version)(void);
    *(void **)&version = find(open_library(paths[1]), "sodium_version_string");
    version();
    *(void **)&version = find(open_library(paths[2]), "utf8proc_version");
    version();
}

static long long now_ns(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * 1000000000LL + now.tv_nsec;
}

/* Nanoseconds that the work takes in a child process, which has none of the libraries; -1 if it fails. */
static long long in_child(void (*work)(char **), char **paths) {
    int ends[2];
    long long took = -1;
    if (pipe(ends) != 0) {
        return -1;
    }
    pid_t child = fork();
    if (child == 0) {
        long long start = now_ns();
        work(paths);
        took = now_ns() - start;
        _exit(write(ends[1], &took, sizeof took) != sizeof took);
    }
    close(ends[1]);
    if (child < 0 || read(ends[0], &took, sizeof took) != sizeof took) {
        took = -1;
    }
    close(ends[0]);
    if (child > 0) {
        waitpid(child, NULL, 0);
    }
    return took;
}

int main(int argc, char **argv) {
    if (argc != 5) {
        fprintf(stderr, "usage: load TURNS LIBSCRIM LIBSODIUM LIBUTF8PROC\n");
        return 2;
    }
    for (long turn = strtol(argv[1], NULL, 10); turn > 0; turn--) {
        long long scrim = in_child(use_scrim, argv + 2);
        long long peers = in_child(use_peers, argv + 2);
        if (scrim < 0 || peers < 0) {
            return 1;
        }
        printf("%lld %lld\n", scrim, peers);
    }
    return 0;
}
