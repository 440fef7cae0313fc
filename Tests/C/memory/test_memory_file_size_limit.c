/* SPDX-License-Identifier: MIT */
/*
 * RLIMIT_FSIZE: a file that may not grow is an error of the call, and never the signal that ends the process (SIGXFSZ). The limit
 * counts for memfd_secret as well as for files.
 */
#define _GNU_SOURCE
#include "pages.h"

#include <signal.h>

static volatile sig_atomic_t signals;

static void count_signal(int number) {
    (void)number;
    signals++;
}

/* The signal ends the process, as it does by default, and is not blocked. */
static int expose_to_signal(void) {
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGXFSZ);
    CHECK(signal(SIGXFSZ, SIG_DFL) != SIG_ERR);
    CHECK(sigprocmask(SIG_UNBLOCK, &set, NULL) == 0);
    return 0;
}

static int limit_file_size(rlim_t bytes) {
    struct rlimit limit = {bytes, RLIM_INFINITY};
    CHECK(setrlimit(RLIMIT_FSIZE, &limit) == 0);
    return 0;
}

static int is_pending(int number) {
    sigset_t pending;
    sigpending(&pending);
    return sigismember(&pending, number);
}

static int is_blocked(int number) {
    sigset_t mask;
    sigprocmask(SIG_BLOCK, NULL, &mask);
    return sigismember(&mask, number);
}

/* An empty file without a name. Before the limit: the disk is none of our business. */
static int new_file(void) {
    FILE *file = tmpfile();
    return file == NULL ? -1 : fileno(file);
}

static char digits[SCRIM_TEXT_MAX_CAPACITY];

static scrim_text *full_text(void) {
    scrim_text_options options = SCRIM_TEXT_OPTIONS_INIT;
    scrim_text *text = NULL;
    for (size_t i = 0; i < sizeof digits; i++)
        digits[i] = (char)('0' + i % 71 % 10);
    options.capacity = SCRIM_TEXT_MAX_CAPACITY;
    if (scrim_text_create(&options, &text) != SCRIM_OK || scrim_text_insert(text, digits, sizeof digits) != SCRIM_OK)
        return NULL;
    return text;
}

/* ---- Writing ---- */

struct writing {
    rlim_t limit;
    uint32_t flags;
    int fits;
};

static int write_up_to(void *data) {
    const struct writing *writing = data;
    static char written[SCRIM_TEXT_MAX_CAPACITY + 2];
    scrim_text *text = full_text();
    int file = new_file();
    CHECK(text != NULL && file >= 0 && expose_to_signal() == 0 && limit_file_size(writing->limit) == 0);
    for (int again = 0; again < 2; again++) {
        errno = 0;
        scrim_status status = scrim_text_write_fd(text, file, writing->flags);
        CHECK(status == (writing->fits && !again ? SCRIM_OK : SCRIM_ERROR_IO));
        CHECK(status == SCRIM_OK || errno == EFBIG);
        CHECK(!is_pending(SIGXFSZ) && !is_blocked(SIGXFSZ));
        /* Whatever there was room for is in the file. */
        CHECK(lseek(file, 0, SEEK_END) == (off_t)writing->limit);
    }
    CHECK(pread(file, written, sizeof written, 0) == (ssize_t)writing->limit);
    CHECK(memcmp(written, digits, writing->limit < sizeof digits ? writing->limit : sizeof digits) == 0);
    scrim_text_destroy(text);
    return 0;
}

static void test_writing_past_the_limit(void **state) {
    (void)state;
    static struct writing cases[] = {
        {0, 0, 0},
        {1, 0, 0},
        {4096, 0, 0},
        {5000, 0, 0},
        {65535, 0, 0},
        {65536, SCRIM_FD_LINE, 0},
        {65536, 0, 1},
        {65537, SCRIM_FD_LINE, 1},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        passes_in_child(write_up_to, &cases[i]);
}

/* A signal that was blocked, or was waiting already, is so afterwards; a handler is not called. */
static int leave_signals_alone(void *data) {
    const int raised = *(int *)data;
    scrim_text *text = full_text();
    int file = new_file();
    sigset_t set;
    CHECK(text != NULL && file >= 0 && expose_to_signal() == 0 && limit_file_size(0) == 0);
    CHECK(signal(SIGXFSZ, count_signal) != SIG_ERR);
    CHECK(scrim_text_write_fd(text, file, 0) == SCRIM_ERROR_IO && signals == 0);
    sigemptyset(&set);
    sigaddset(&set, SIGXFSZ);
    CHECK(sigprocmask(SIG_BLOCK, &set, NULL) == 0);
    if (raised)
        raise(SIGXFSZ);
    CHECK(scrim_text_write_fd(text, file, 0) == SCRIM_ERROR_IO && errno == EFBIG);
    CHECK(is_blocked(SIGXFSZ) && is_pending(SIGXFSZ) == raised && signals == 0);
    CHECK(sigprocmask(SIG_UNBLOCK, &set, NULL) == 0);
    CHECK(signals == raised);
    scrim_text_destroy(text);
    return 0;
}

static void test_signals_of_others_stay(void **state) {
    (void)state;
    for (int raised = 0; raised < 2; raised++)
        passes_in_child(leave_signals_alone, &raised);
}

/* A filter that does not let the signal be taken away: it stays blocked, and the process does not end. */
static int raise_what_stays(void *data) {
    (void)data;
    scrim_text *text = full_text();
    int file = new_file();
    CHECK(text != NULL && file >= 0 && expose_to_signal() == 0 && limit_file_size(0) == 0);
    CHECK(deny_call(SYS_rt_sigtimedwait, EPERM) == 0);
    for (int again = 0; again < 2; again++) {
        CHECK(scrim_text_write_fd(text, file, 0) == SCRIM_ERROR_IO && errno == EFBIG);
        CHECK(is_blocked(SIGXFSZ) && is_pending(SIGXFSZ));
    }
    scrim_text_destroy(text);
    return 0;
}

static void test_a_filter_that_keeps_the_signal(void **state) {
    (void)state;
    SKIP_WHERE_EMULATED("no seccomp");
    passes_in_child(raise_what_stays, NULL);
}

/* ---- Memory ---- */

struct creation {
    rlim_t limit;
    uint32_t capacity;
    int fits;
};

static int create_within(void *data) {
    const struct creation *creation = data;
    const uint32_t best = kernel_has_memfd_secret() ? SCRIM_PROTECTION_SECRETMEM : 0;
    scrim_memory_report report = SCRIM_MEMORY_REPORT_INIT;
    scrim_text_options options = SCRIM_TEXT_OPTIONS_INIT;
    scrim_text *text;
    uint32_t protection;
    options.capacity = creation->capacity;
    CHECK(expose_to_signal() == 0 && limit_file_size(creation->limit) == 0);
    CHECK(scrim_text_create(&options, &text) == SCRIM_OK);
    CHECK(!is_pending(SIGXFSZ) && !is_blocked(SIGXFSZ));
    CHECK(scrim_text_protection(text, &protection) == SCRIM_OK);
    CHECK((protection & SCRIM_PROTECTION_SECRETMEM) == (creation->fits ? best : 0));
    CHECK(scrim_memory_usage(&report) == SCRIM_OK);
    if (best)
        CHECK(report.secretmem_unprotected == (creation->fits ? SCRIM_UNPROTECTED_NONE : SCRIM_UNPROTECTED_FILE_SIZE));
    CHECK(((protection & SCRIM_PROTECTION_LOCKED) != 0) == (report.locked_unprotected == SCRIM_UNPROTECTED_NONE));
    scrim_text_destroy(text);
    options.required_protection = SCRIM_PROTECTION_SECRETMEM;
    CHECK(scrim_text_create(&options, &text) == (creation->fits && best ? SCRIM_OK : SCRIM_ERROR_PROTECTION));
    if (creation->fits && best)
        scrim_text_destroy(text);
    return 0;
}

static void test_memory_past_the_limit(void **state) {
    (void)state;
    static struct creation cases[] = {
        {0, 256, 0},
        {4096, 256, 0},
        {65535, 256, 0},
        {65536, 256, 1},
        {65536, SCRIM_TEXT_MAX_CAPACITY, 0},
        {131072, SCRIM_TEXT_MAX_CAPACITY, 1},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        passes_in_child(create_within, &cases[i]);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(test_writing_past_the_limit, nothing_left),
        cmocka_unit_test_teardown(test_signals_of_others_stay, nothing_left),
        cmocka_unit_test_teardown(test_a_filter_that_keeps_the_signal, nothing_left),
        cmocka_unit_test_teardown(test_memory_past_the_limit, nothing_left),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
