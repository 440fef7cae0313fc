/* SPDX-License-Identifier: MIT */
/* The system calls of the library: which ones it makes, and that none of them is a cancellation point of POSIX. */
#define _GNU_SOURCE
#include <pthread.h>

#include "support/kernel.h"
#include "support/support.h"

/* ---- Calls of the library that make system calls ---- */

static struct {
    char name[64];
    int input[2], output[2], closed[2];
    int failures, returned, continued;
} now;

#define EXPECT(call, status) (now.failures += (call) != (status))

static void make_and_fill_a_text(void) {
    scrim_text_options options = SCRIM_TEXT_OPTIONS_INIT;
    scrim_text *text = NULL;
    uint32_t matches = 0;
    options.capacity = 32768; /* in an arena of its own */
    EXPECT(scrim_text_create(&options, &text), SCRIM_OK);
    EXPECT(scrim_text_read_fd(text, now.input[0], SCRIM_FD_LINE), SCRIM_OK);
    EXPECT(scrim_text_equal_bytes(text, "secret", 6, &matches), SCRIM_OK);
    EXPECT(matches, 1);
    EXPECT(scrim_text_write_fd(text, now.output[1], 0), SCRIM_OK);
    EXPECT(scrim_text_write_fd(text, now.closed[1], 0), SCRIM_ERROR_IO); /* the signal is taken back */
    scrim_text_destroy(text);
}

static void show_a_keypad(void) {
    scrim_keypad_options options = SCRIM_KEYPAD_OPTIONS_INIT;
    scrim_keypad *keypad = NULL;
    EXPECT(scrim_keypad_create(&options, &keypad), SCRIM_OK);
    EXPECT(show_presented(keypad), SCRIM_OK);
    scrim_keypad_destroy(keypad);
}

static void publish_a_scene(const char *name) {
    scrim_scene_options scene_options = SCRIM_SCENE_OPTIONS_INIT;
    scrim_publisher_options options = SCRIM_PUBLISHER_OPTIONS_INIT;
    scrim_subscriber_options reading = SCRIM_SUBSCRIBER_OPTIONS_INIT;
    scrim_scene *scene = NULL;
    scrim_snapshot *snapshot = NULL, *received = NULL;
    scrim_publisher *publisher = NULL;
    scrim_subscriber *subscriber = NULL;
    uint32_t state = 0;
    options.name = reading.name = name;
    options.name_length = reading.name_length = name == NULL ? 0 : strlen(name);
    EXPECT(scrim_scene_create(&scene_options, &scene), SCRIM_OK);
    EXPECT(scrim_scene_snapshot(scene, 1, &snapshot), SCRIM_OK);
    EXPECT(scrim_publisher_create(&options, &publisher), SCRIM_OK);
    EXPECT(scrim_publisher_publish(publisher, snapshot), SCRIM_OK);
    if (name == NULL)
        EXPECT(scrim_publisher_fd(publisher, &reading.fd), SCRIM_OK);
    EXPECT(scrim_subscriber_create(&reading, &subscriber), SCRIM_OK);
    EXPECT(scrim_subscriber_snapshot(subscriber, 2, &received, &state), SCRIM_OK);
    EXPECT(state, SCRIM_FEED_LIVE);
    scrim_publisher_destroy(publisher);
    scrim_subscriber_destroy(subscriber);
    scrim_snapshot_destroy(snapshot);
    scrim_snapshot_destroy(received);
    scrim_scene_destroy(scene);
}

static void make_all_calls(void) {
    make_and_fill_a_text();
    show_a_keypad();
    publish_a_scene(NULL);
    publish_a_scene(now.name);
}

static int set_up(void **state) {
    static char folder[32];
    *state = strcpy(folder, "/tmp/scrim-calls-XXXXXX");
    memset(&now, 0, sizeof now);
    if (mkdtemp(folder) == NULL || pipe(now.input) != 0 || pipe(now.output) != 0 || pipe(now.closed) != 0)
        return 1;
    snprintf(now.name, sizeof now.name, "%s/feed", folder);
    close(now.closed[0]);
    return write(now.input[1], "secret\n", 7) != 7;
}

static int tear_down(void **state) {
    for (int i = 0; i < 2; i++) {
        close(now.input[i]);
        close(now.output[i]);
    }
    close(now.closed[1]);
    return rmdir(*state) != 0 || nothing_left(state) != 0;
}

/* ---- Tests ---- */

/*
 * A request to cancel a thread takes effect at its first cancellation point, so the calls are made while one is pending. If a call ended
 * the thread, locks would stay closed, and secrets in memory.
 */
static void *call_while_cancelled(void *unused) {
    pthread_cancel(pthread_self());
    make_all_calls();
    now.returned = 1;
    pthread_testcancel();
    now.continued = 1;
    return unused;
}

static void test_no_call_is_a_cancellation_point(void **state) {
    (void)state;
    pthread_t thread;
    void *result = NULL;
    assert_int_equal(pthread_create(&thread, NULL, call_while_cancelled, NULL), 0);
    assert_int_equal(pthread_join(thread, &result), 0);
    assert_true(now.returned);
    assert_int_equal(now.failures, 0);
    assert_false(now.continued); /* the request is still there */
    assert_ptr_equal(result, PTHREAD_CANCELED);
}

#if defined(__GLIBC__)
static const int is_glibc = 1;
#else
static const int is_glibc = 0;
#endif

/* The lists of docs/how-to/deploy.md, and what ends a process and a signal handler. */
static const unsigned listed[] = {
    SYS_brk,
    SYS_capget,
    SYS_close,
    SYS_ftruncate,
    SYS_futex,
    SYS_getpid,
    SYS_getrandom,
    SYS_madvise,
    MEMFD_SECRET,
    SYS_mlock,
    SYS_mmap,
    SYS_mprotect,
    SYS_mremap,
    SYS_munmap,
    SYS_clock_nanosleep,
    SYS_pipe2,
    SYS_prctl,
    SYS_prlimit64,
    SYS_read,
    SYS_rt_sigpending,
    SYS_rt_sigprocmask,
    SYS_rt_sigtimedwait,
    SYS_write,
    /* feeds */
    SYS_fallocate,
    SYS_fchmod,
    SYS_fcntl,
    SYS_fstatfs,
    SYS_geteuid,
    SYS_memfd_create,
    SYS_newfstatat,
    SYS_openat,
    SYS_pread64,
    SYS_pwrite64,
#if defined(SYS_unlink)
    SYS_unlink,
#else
    SYS_unlinkat,
#endif
    SYS_exit_group,
    SYS_rt_sigreturn,
};

static int allow_only_listed_calls(void) {
    struct sock_filter program[2 * sizeof listed / sizeof *listed + 2] = {BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr))};
    struct sock_fprog filter = {sizeof program / sizeof *program, program};
    size_t length = 1;
    for (size_t i = 0; i < sizeof listed / sizeof *listed; i++) {
        program[length++] = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, listed[i], 0, 1);
        program[length++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
    }
    program[length] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS);
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0)
        return -1;
    return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter);
}

static int call_under_the_filter(void *data) {
    (void)data;
    if (allow_only_listed_calls() != 0)
        return 2;
    make_all_calls();
    return now.failures != 0 || scrim_process_harden() != SCRIM_OK;
}

static void test_the_documented_calls_are_enough(void **state) {
    (void)state;
    SKIP_WHERE_EMULATED("qemu knows no filters");
    if (!is_glibc || built_with_asan() || running_on_valgrind())
        skip(); /* with system calls of their own */
    passes_in_child(call_under_the_filter, NULL);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_no_call_is_a_cancellation_point, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_the_documented_calls_are_enough, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
