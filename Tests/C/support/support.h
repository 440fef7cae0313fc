/* SPDX-License-Identifier: MIT */
/* What the host tests share: short ways to make objects, and to run something in a child process. */
#ifndef SCRIM_TESTS_SUPPORT_H
#define SCRIM_TESTS_SUPPORT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>
#include <scrim.h>

#if defined(__SANITIZE_ADDRESS__)
#define WITH_ASAN
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define WITH_ASAN
#endif
#endif

#define UNUSED __attribute__((unused))
#define OK(call) assert_int_equal((call), SCRIM_OK)
#define ANSWERS(call, status) assert_int_equal((call), (status))

/* In a child process and in threads no assertion may jump: there a failed check is reported, and returns 1. */
#define CHECK(condition) \
    do { \
        if (!(condition)) { \
            fprintf(stderr, "%s:%d: failed: %s\n", __FILE__, __LINE__, #condition); \
            return 1; \
        } \
    } while (0)

UNUSED static scrim_text *new_text(uint32_t capacity) {
    scrim_text_options options = SCRIM_TEXT_OPTIONS_INIT;
    scrim_text *text = NULL;
    options.capacity = capacity;
    OK(scrim_text_create(&options, &text));
    return text;
}

UNUSED static scrim_keypad *new_keypad(void) {
    scrim_keypad_options options = SCRIM_KEYPAD_OPTIONS_INIT;
    scrim_keypad *keypad = NULL;
    OK(scrim_keypad_create(&options, &keypad));
    return keypad;
}

/* When a touch counts on a keypad that show_presented() has shown. */
#define SETTLED UINT64_C(100000000)

/* Shows a keypad, and says that it has been seen since the time 0. */
UNUSED static scrim_status show_presented(scrim_keypad *keypad) {
    uint64_t generation = 0;
    scrim_status status = scrim_keypad_show(keypad);
    if (status == SCRIM_OK)
        status = scrim_keypad_generation(keypad, &generation);
    return status == SCRIM_OK ? scrim_keypad_presented(keypad, generation, 0) : status;
}

UNUSED static int running_on_valgrind(void) {
    const char *preloaded = getenv("LD_PRELOAD");
    return preloaded != NULL && strstr(preloaded, "vgpreload") != NULL;
}

/*
 * Under qemu's user emulation, which script/arm64 runs with SCRIM_EMULATED set, some of the kernel's answers are not the
 * kernel's: a test that asks for one says which, and is skipped. script/arm64 lists them.
 */
#define SKIP_WHERE_EMULATED(reason) \
    do { \
        if (getenv("SCRIM_EMULATED") != NULL) { \
            print_message("emulated: %s: %s: skipped\n", __func__, reason); \
            skip(); \
        } \
    } while (0)

UNUSED static int built_with_asan(void) {
#ifdef WITH_ASAN
    return 1;
#else
    return 0;
#endif
}

UNUSED static int built_with_tsan(void) {
#if defined(__has_feature)
#if __has_feature(thread_sanitizer)
    return 1;
#endif
#endif
    return 0;
}

/*
 * Ends a child process. What it inherited it may not touch, so it cannot free it either: valgrind would call that a
 * leak, but does not look where the process ends by becoming another one.
 */
UNUSED static void leave_child(int result) {
    fflush(NULL);
    if (running_on_valgrind())
        execl(result == 0 ? "/bin/true" : "/bin/false", "child", (char *)NULL);
    _exit(result);
}

/* Runs `body` in a forked child with an alarm against hangs, and returns what waitpid says of it. */
UNUSED static int status_in_child(int (*body)(void *), void *data) {
    int status = -1;
    fflush(NULL);
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        alarm(120);
        leave_child(body(data));
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    return status;
}

UNUSED static void passes_in_child(int (*body)(void *), void *data) {
    int status = status_in_child(body, data);
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 0)
        fail_msg("the child left with status %#x", (unsigned)status);
}

/* How much address space the process has taken, in pages; -1 where nobody says. */
UNUSED static long pages_mapped(void) {
    char line[64] = "";
    FILE *file = fopen("/proc/self/statm", "r");
    if (file == NULL)
        return -1;
    long pages = fgets(line, sizeof line, file) != NULL ? strtol(line, NULL, 10) : -1;
    fclose(file);
    return pages;
}

UNUSED static int nothing_left(void **state) {
    (void)state;
    return scrim_live_handles(SCRIM_HANDLE_ANY) == 0 ? 0 : -1;
}

#endif
