/* SPDX-License-Identifier: MIT */
/* A signal handler forks while its thread hashes: the call returns FORKED in the child, and what it shall in the parent. */
#include "support/support.h"

#include "support/kernel.h"

#include <signal.h>
#include <sys/time.h>
#include <time.h>

enum {
    POINTS = 10, /* of a call, most of them early: its memory is mapped then, which is nothing to the child */
    TRIES = 20,
    EXCEPTIONS = 8, /* of the tries at a point */
    NOT_FORKED = 2 /* a child's exit status: its call returned something else than FORKED */
};

static volatile sig_atomic_t is_in_call, has_forked;
static volatile pid_t child;

static void fork_in_call(int number) {
    (void)number;
    if (!is_in_call || has_forked)
        return;
    has_forked = 1;
    child = fork();
    if (child != 0)
        return;
    /* cmocka would go on with the next test, and a lock that nobody opens would be waited for. */
    signal(SIGSEGV, SIG_DFL);
    signal(SIGBUS, SIG_DFL);
    signal(SIGALRM, SIG_DFL);
    alarm(60);
}

struct call {
    const scrim_text *text;
    const char *key; /* or NULL */
    int verifies;    /* else it hashes */
    char hash[SCRIM_HASH_MAX_LENGTH + 1];
    uint32_t right;
};

static scrim_status make_call(struct call *call) {
    size_t key_length = call->key != NULL ? SCRIM_HASH_PEPPER_SIZE : 0, length = 0;
    call->right = 99;
    if (call->verifies)
        return scrim_text_verify(call->text, call->hash, strlen(call->hash), call->key, key_length, &call->right);
    memset(call->hash, 0, sizeof call->hash);
    return scrim_text_hash(call->text, SCRIM_HASH_LOW_MEMORY, call->key, key_length, call->hash, SCRIM_HASH_MAX_LENGTH, &length);
}

static int64_t nanoseconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

static void set_timer(int64_t microseconds) {
    struct itimerval timer = {{0, 0}, {microseconds / 1000000, microseconds % 1000000}};
    assert_int_equal(setitimer(ITIMER_REAL, &timer, NULL), 0);
}

/* In the child, whose status says what is wrong there: nothing was answered, nothing is kept, and new objects work. */
static int is_well(const struct call *call, scrim_status status, long pages_before) {
    scrim_text_options options = SCRIM_TEXT_OPTIONS_INIT;
    scrim_text *text = NULL;
    uint32_t equal = 0;
    if (status != SCRIM_ERROR_FORKED)
        return NOT_FORKED;
    if (call->right != 99 || (!call->verifies && call->hash[0] != '\0'))
        return 3;
    if (pages_before >= 0 && pages_mapped() - pages_before > 1024) /* the call works in 4,864 pages of 4 KiB */
        return 4;
    if (scrim_text_create(&options, &text) != SCRIM_OK || scrim_text_insert(text, "mine", 4) != SCRIM_OK)
        return 5;
    if (scrim_text_equal_bytes(text, "mine", 4, &equal) != SCRIM_OK || equal != 1)
        return 6;
    scrim_text_destroy(text);
    return scrim_live_handles(SCRIM_HANDLE_ANY) == 0 ? 0 : 7;
}

/* How the child left that was forked off so many microseconds after the call began, as waitpid says; -1 if the call had ended. */
static int status_of_child(struct call *call, int64_t microseconds) {
    int status = -1;
    long pages_before = pages_mapped();
    child = -1;
    has_forked = 0;
    is_in_call = 1;
    set_timer(microseconds);
    scrim_status answer = make_call(call);
    is_in_call = 0;
    if (child == 0)
        leave_child(is_well(call, answer, pages_before));
    set_timer(0);
    OK(answer);
    if (!has_forked)
        return -1;
    assert_true(child > 0);
    assert_int_equal(waitpid(child, &status, 0), child);
    return status;
}

static void forks_at_each_point(scrim_text *text, const char *key) {
    struct call hashing = {.text = text, .key = key}, verifying = {.text = text, .key = key, .verifies = 1};
    int64_t shortest = INT64_MAX;
    int missed = 0;
    OK(scrim_text_insert(text, "1234", 4));
    OK(make_call(&hashing));
    memcpy(verifying.hash, hashing.hash, sizeof hashing.hash);
    for (int i = 0; i < 3; i++) {
        int64_t start = nanoseconds();
        OK(make_call(&verifying));
        int64_t took = nanoseconds() - start;
        if (took < shortest)
            shortest = took;
    }
    signal(SIGALRM, fork_in_call);
    for (int point = 0; point < POINTS; point++) {
        int tries = 0, exceptions = 0, status = -1;
        struct call *call = point % 2 == 0 ? &verifying : &hashing;
        int64_t after = shortest * (2 * point + 1) * (2 * point + 1) / (4 * POINTS * POINTS);
        do {
            status = status_of_child(call, after / 1000 + 1);
            if (!call->verifies)
                memcpy(verifying.hash, hashing.hash, sizeof hashing.hash);
            else
                assert_int_equal(call->right, 1);
            /* While the call reads the text, its child faults, so the next try is later. This part is short, but a busy
               machine may do it when the timer ends. After the call's last check, the child returns what the parent returns. */
            int is_exception = status != -1 && (WIFSIGNALED(status) || WEXITSTATUS(status) == NOT_FORKED);
            if (is_exception && WIFSIGNALED(status))
                after += shortest / 50;
            if (is_exception && exceptions++ < EXCEPTIONS)
                status = -1;
        } while (status == -1 && ++tries < TRIES);
        /* On a busy machine some calls end before the timer does. */
        if (status == -1)
            missed++;
        else if (!WIFEXITED(status) || WEXITSTATUS(status) != 0)
            fail_msg("point %d: the child left with status %#x", point, (unsigned)status);
        OK(make_call(&verifying));
        assert_int_equal(verifying.right, 1);
    }
    signal(SIGALRM, SIG_DFL);
    assert_true(missed <= POINTS / 2);
}

static int create_text(void **state) {
    *state = new_text(64);
    return 0;
}

static int destroy_text(void **state) {
    scrim_text_destroy(*state);
    return nothing_left(state);
}

static void test_without_a_key(void **state) {
    forks_at_each_point(*state, NULL);
}

static void test_with_a_key(void **state) {
    static const char key[SCRIM_HASH_PEPPER_SIZE] = "a key";
    forks_at_each_point(*state, key);
}

/* Then the child inherits what the call works in: it wipes and unmaps it. The last test, as the filter stays. */
static void test_without_madvise(void **state) {
    SKIP_WHERE_EMULATED("no seccomp");
    if (built_with_asan()) {
        print_message("system calls cannot be denied: skipped\n");
        skip();
    }
    assert_int_equal(deny_call(SYS_madvise, EPERM), 0);
    forks_at_each_point(*state, NULL);
}

int main(void) {
    if (running_on_valgrind()) {
        printf("valgrind's own work takes the time that the timer measures: skipped\n");
        return 77;
    }
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_without_a_key, create_text, destroy_text),
        cmocka_unit_test_setup_teardown(test_with_a_key, create_text, destroy_text),
        cmocka_unit_test_setup_teardown(test_without_madvise, create_text, destroy_text),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
