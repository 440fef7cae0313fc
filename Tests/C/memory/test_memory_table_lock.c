/* SPDX-License-Identifier: MIT */
/*
 * Threads that want the same table at once: who has to wait sleeps, and lets a holder of lower priority run. This program's madvise
 * is the library's, too: it is called with the lock held.
 */
#define _GNU_SOURCE
#include "support/kernel.h"
#include "support/support.h"

#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <sys/mman.h>
#include <time.h>

enum {
    SKIPPED = 77,
    ROUNDS = 2000
};

static atomic_int held, waiter_enters, waiter_done, waiter_failed;
static atomic_int waiter_id;
static void (*while_held)(void);

int madvise(void *at, size_t length, int advice) {
    int first = while_held != NULL && !atomic_exchange(&held, 1);
    if (first)
        while_held();
    return (int)syscall(SYS_madvise, at, length, advice);
}

static int make_and_destroy(void) {
    scrim_text_options options = SCRIM_TEXT_OPTIONS_INIT;
    scrim_text *text;
    options.capacity = SCRIM_TEXT_MAX_CAPACITY; /* pages of its own */
    CHECK(scrim_text_create(&options, &text) == SCRIM_OK);
    scrim_text_destroy(text);
    return 0;
}

static void nap(void) {
    struct timespec millisecond = {0, 1000000};
    nanosleep(&millisecond, NULL);
}

/* R, S, D … of a thread. */
static char state_of(int thread) {
    char path[64], line[512] = "";
    snprintf(path, sizeof path, "/proc/self/task/%d/stat", thread);
    FILE *file = fopen(path, "r");
    if (file == NULL)
        return 0;
    char *end = fgets(line, sizeof line, file) == NULL ? NULL : strrchr(line, ')');
    fclose(file);
    return end == NULL ? 0 : end[2];
}

/* ---- Any two threads ---- */

static void *wait_for_the_lock(void *data) {
    (void)data;
    atomic_store(&waiter_id, (int)syscall(SYS_gettid));
    while (!atomic_load(&held))
        nap();
    atomic_store(&waiter_enters, 1);
    if (make_and_destroy() != 0)
        atomic_store(&waiter_failed, 1);
    atomic_store(&waiter_done, 1);
    return NULL;
}

/* Until the other sleeps, or the alarm rings. */
static void until_it_sleeps(void) {
    while (!atomic_load(&waiter_enters) || state_of(atomic_load(&waiter_id)) != 'S')
        nap();
}

/* Without pthread_join, as futex may have been denied: a filter of system calls that both threads have. */
static int one_waits(void *data) {
    unsigned denied = *(unsigned *)data;
    pthread_t waiter;
    alarm(30);
    signal(SIGALRM, SIG_DFL);
    CHECK(scrim_live_handles(SCRIM_HANDLE_ANY) == 0); /* the first call of a process maps a page without the lock */
    while_held = until_it_sleeps;
    if (denied != 0)
        CHECK(deny_call(SYS_futex, denied) == 0);
    CHECK(pthread_create(&waiter, NULL, wait_for_the_lock, NULL) == 0);
    CHECK(make_and_destroy() == 0);
    while (!atomic_load(&waiter_done))
        nap();
    CHECK(!atomic_load(&waiter_failed));
    return 0;
}

static void test_who_waits_sleeps(void **state) {
    (void)state;
    unsigned none = 0;
    SKIP_WHERE_EMULATED("threads of qemu sleep in other calls");
    passes_in_child(one_waits, &none);
}

static void test_without_futex(void **state) {
    (void)state;
    unsigned errors[] = {ENOSYS, EPERM};
    SKIP_WHERE_EMULATED("qemu knows no filters");
    if (built_with_asan() || running_on_valgrind())
        skip(); /* their own threads need it */
    for (int i = 0; i < 2; i++)
        passes_in_child(one_waits, &errors[i]);
}

/* ---- The reason of an error, if the lock is closed when the call ends ---- */

static atomic_int reader_id, reader_goes_on;

static void until_the_reader_waits(void) {
    while (!atomic_load(&reader_goes_on) || state_of(atomic_load(&reader_id)) != 'S')
        nap();
}

static void *hold_the_lock(void *data) {
    while_held = until_the_reader_waits;
    if (make_and_destroy() != 0)
        atomic_store(&waiter_failed, 1);
    atomic_store(&waiter_done, 1);
    return data;
}

/* In the middle of the reader's call, which has the lock neither before nor after. */
static void let_another_hold_it(void) {
    pthread_t holder;
    while_held = NULL;
    atomic_store(&held, 0);
    if (pthread_create(&holder, NULL, hold_the_lock, NULL) != 0)
        return;
    while (!atomic_load(&held))
        nap();
    atomic_store(&reader_goes_on, 1);
}

static int reads_from_nothing(void *data) {
    unsigned denied = *(unsigned *)data;
    scrim_text_options options = SCRIM_TEXT_OPTIONS_INIT;
    scrim_text *text;
    alarm(30);
    signal(SIGALRM, SIG_DFL);
    CHECK(scrim_text_create(&options, &text) == SCRIM_OK);
    CHECK(deny_call(SYS_futex, denied) == 0);
    atomic_store(&reader_id, (int)syscall(SYS_gettid));
    while_held = let_another_hold_it;
    CHECK(scrim_text_read_fd(text, -1, 0) == SCRIM_ERROR_IO);
    CHECK(errno == EBADF);
    while (!atomic_load(&waiter_done))
        nap();
    CHECK(!atomic_load(&waiter_failed));
    return 0;
}

static void test_waiting_keeps_the_reason_of_an_error(void **state) {
    (void)state;
    unsigned denied = ENOSYS;
    SKIP_WHERE_EMULATED("qemu knows no filters");
    if (built_with_asan() || running_on_valgrind())
        skip();
    passes_in_child(reads_from_nothing, &denied);
}

/* ---- A real-time thread and one that is none, on one processor ---- */

static int to_waiter[2];
static char seen;

static int make_in_real_time(void) {
    char byte;
    while (read(to_waiter[0], &byte, 1) != 1)
        continue;
    atomic_store(&waiter_enters, 1);
    for (int i = 0; i < ROUNDS; i++)
        CHECK(make_and_destroy() == 0);
    return 0;
}

static void *real_time(void *data) {
    struct sched_param priority = {.sched_priority = 1};
    (void)data;
    if (sched_setscheduler(0, SCHED_FIFO, &priority) != 0)
        atomic_store(&waiter_failed, SKIPPED);
    atomic_store(&waiter_id, (int)syscall(SYS_gettid));
    if (!atomic_load(&waiter_failed) && make_in_real_time() != 0)
        atomic_store(&waiter_failed, 1);
    atomic_store(&waiter_done, 1);
    return NULL;
}

/* The real-time thread takes the processor at once. What it is doing when we have it back tells whether it gave it up. */
static void wake_real_time(void) {
    if (write(to_waiter[1], "x", 1) != 1)
        return;
    while (!atomic_load(&waiter_enters))
        nap();
    /* D: it waits for a page of this program, which the kernel had given up. */
    while ((seen = state_of(atomic_load(&waiter_id))) == 'D')
        nap();
}

static int share_a_processor(void *data) {
    cpu_set_t all, one;
    pthread_t waiter;
    (void)data;
    alarm(60);
    signal(SIGALRM, SIG_DFL);
    CHECK(pipe(to_waiter) == 0 && sched_getaffinity(0, sizeof all, &all) == 0);
    CPU_ZERO(&one);
    for (int i = 0; i < CPU_SETSIZE && CPU_COUNT(&one) == 0; i++)
        if (CPU_ISSET(i, &all))
            CPU_SET(i, &one);
    CHECK(sched_setaffinity(0, sizeof one, &one) == 0);
    CHECK(pthread_create(&waiter, NULL, real_time, NULL) == 0);
    while (atomic_load(&waiter_id) == 0 || (state_of(atomic_load(&waiter_id)) != 'S' && !atomic_load(&waiter_done)))
        nap();
    if (atomic_load(&waiter_failed) == SKIPPED)
        return SKIPPED;
    CHECK(scrim_live_handles(SCRIM_HANDLE_ANY) == 0);
    while_held = wake_real_time;
    CHECK(make_and_destroy() == 0);
    CHECK(seen == 'S');
    while (!atomic_load(&waiter_done))
        CHECK(make_and_destroy() == 0);
    CHECK(!atomic_load(&waiter_failed));
    return 0;
}

static void test_a_real_time_thread_lets_the_holder_run(void **state) {
    (void)state;
    SKIP_WHERE_EMULATED("threads of qemu sleep in other calls");
    if (built_with_asan() || running_on_valgrind())
        skip();
    int status = status_in_child(share_a_processor, NULL);
    if (WIFEXITED(status) && WEXITSTATUS(status) == SKIPPED) {
        print_message("no real-time threads here: skipped\n");
        skip();
    }
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(test_who_waits_sleeps, nothing_left),
        cmocka_unit_test_teardown(test_without_futex, nothing_left),
        cmocka_unit_test_teardown(test_waiting_keeps_the_reason_of_an_error, nothing_left),
        cmocka_unit_test_teardown(test_a_real_time_thread_lets_the_holder_run, nothing_left),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
