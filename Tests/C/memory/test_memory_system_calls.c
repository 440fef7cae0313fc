/* SPDX-License-Identifier: MIT */
/* System calls that return nothing, or that are not repeated in vain. This program's write and pipe2 are the library's, too. */
#define _GNU_SOURCE
#include "support/kernel.h"
#include "support/support.h"

#include <fcntl.h>

#ifndef WITH_ASAN /* which has its own */

static int empty_writes, pipes;

ssize_t write(int number, const void *bytes, size_t length) {
    if (empty_writes > 0) {
        empty_writes--;
        return 0;
    }
    return (ssize_t)syscall(SYS_write, number, bytes, length);
}

int pipe2(int ends[2], int flags) {
    pipes++;
    return (int)syscall(SYS_pipe2, ends, flags);
}

/* A file that takes nothing and names no reason. errno may still have the value of an earlier call. */
static void test_a_file_that_takes_nothing(void **state) {
    (void)state;
    static const int earlier[] = {0, EINTR, EPIPE};
    scrim_text_options options = SCRIM_TEXT_OPTIONS_INIT;
    scrim_text *text = NULL;
    int ends[2];
    options.visible = 1; /* so no locked page is required */
    OK(scrim_text_create(&options, &text));
    OK(scrim_text_insert(text, "1234", 4));
    assert_int_equal(pipe(ends), 0);
    for (size_t i = 0; i < sizeof earlier / sizeof *earlier; i++) {
        empty_writes = 3;
        errno = earlier[i];
        ANSWERS(scrim_text_write_fd(text, ends[1], 0), SCRIM_ERROR_IO);
        assert_int_equal(errno, EIO);
        assert_int_equal(empty_writes, 2);
        empty_writes = 0;
    }
    close(ends[0]);
    close(ends[1]);
    scrim_text_destroy(text);
}

/* Before each memfd_secret, the library makes a pipe. */
static int asks_once(void *error) {
    scrim_text_options options = SCRIM_TEXT_OPTIONS_INIT;
    scrim_text *texts[200];
    uint32_t protection = 0;
    options.capacity = 64; /* one arena is enough */
    CHECK((*(const int *)error == ENOSYS ? deny_memfd_secret() : deny_call(MEMFD_SECRET, (unsigned)*(const int *)error)) == 0);
    pipes = 0;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        CHECK(scrim_text_create(&options, &texts[i]) == SCRIM_OK);
    CHECK(scrim_text_protection(texts[0], &protection) == SCRIM_OK);
    if (protection & SCRIM_PROTECTION_LOCKED)
        CHECK(pipes == 1);
    else
        fprintf(stderr, "no page may be locked here, so the library asks for locked pages again\n");
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        scrim_text_destroy(texts[i]);
    return 0;
}

/* Texts of an arena of locked pages do not ask for memfd_secret if the kernel lacks it or a filter denies it. */
static void test_what_is_denied_is_asked_for_once(void **state) {
    (void)state;
    static int errors[] = {ENOSYS, EPERM, EACCES};
    if (running_on_valgrind())
        skip();
    passes_in_child(asks_once, &errors[0]);
    SKIP_WHERE_EMULATED("no seccomp");
    passes_in_child(asks_once, &errors[1]);
    passes_in_child(asks_once, &errors[2]);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(test_a_file_that_takes_nothing, nothing_left),
        cmocka_unit_test_teardown(test_what_is_denied_is_asked_for_once, nothing_left),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

#else

int main(void) { return 77; }

#endif
