/* SPDX-License-Identifier: MIT */
/* Whether a process id still stands for the same program. */
#include "process.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <cmocka.h>

#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

static void test_a_process_keeps_its_identity(void **state) {
    (void)state;
    assert_int_not_equal(process_identity(getpid()), 0);
    assert_int_equal(process_identity(getpid()), process_identity(getpid()));
}

static void test_processes_have_different_identities(void **state) {
    (void)state;
    assert_int_not_equal(process_identity(getpid()), process_identity(1));
}

static void test_a_process_that_is_gone_has_none(void **state) {
    (void)state;
    pid_t child = fork();
    if (child == 0) {
        _exit(0);
    }
    assert_int_equal(waitpid(child, NULL, 0), child);
    assert_int_equal(process_identity(child), 0);
}

/* It gets another identity when it executes a program. */
static void test_another_program_is_another_identity(void **state) {
    int ready[2], go[2];
    char byte = 0;
    (void)state;
    assert_int_equal(pipe(ready) | pipe(go), 0);
    pid_t child = fork();
    if (child == 0) {
        if (write(ready[1], &byte, 1) == 1 && read(go[0], &byte, 1) == 1) {
            execl("/bin/sleep", "sleep", "1000", (char *)NULL);
        }
        _exit(1);
    }
    assert_int_equal(read(ready[0], &byte, 1), 1);
    uint64_t before = process_identity(child);
    assert_int_equal(write(go[1], &byte, 1), 1);
    bool changed = false;
    for (int i = 0; i < 1000 && !changed; i++) {
        usleep(10000);
        changed = process_identity(child) != before;
    }
    kill(child, SIGKILL);
    waitpid(child, NULL, 0);
    assert_true(changed);
}

static void test_a_process_has_ended_even_if_its_parent_has_not_noticed(void **state) {
    siginfo_t ended;
    (void)state;
    assert_false(process_has_ended(getpid()) || process_has_ended(1));
    pid_t child = fork();
    if (child == 0) {
        _exit(0);
    }
    assert_int_equal(waitid(P_PID, (id_t)child, &ended, WEXITED | WNOWAIT), 0);
    assert_true(process_has_ended(child));
    assert_int_equal(waitpid(child, NULL, 0), child);
    assert_true(process_has_ended(child));
}

static void *outlive(void *nothing) {
    pause();
    return nothing;
}

/* Its state is the same as that of one that has ended. */
static void test_a_process_whose_first_thread_has_ended_goes_on(void **state) {
    (void)state;
    pid_t child = fork();
    if (child == 0) {
        pthread_t second;
        pthread_create(&second, NULL, outlive, NULL);
        pthread_exit(NULL);
    }
    char command[64];
    snprintf(command, sizeof command, "grep -q 'Z (zombie)' /proc/%d/status", (int)child);
    int missing = 1;
    for (int i = 0; i < 500 && missing; i++) {
        usleep(10000);
        missing = system(command);
    }
    bool has_ended = process_has_ended(child);
    kill(child, SIGKILL);
    waitpid(child, NULL, 0);
    assert_false(missing || has_ended);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_process_keeps_its_identity),
        cmocka_unit_test(test_processes_have_different_identities),
        cmocka_unit_test(test_a_process_that_is_gone_has_none),
        cmocka_unit_test(test_a_process_has_ended_even_if_its_parent_has_not_noticed),
        cmocka_unit_test(test_a_process_whose_first_thread_has_ended_goes_on),
        cmocka_unit_test(test_another_program_is_another_identity),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
