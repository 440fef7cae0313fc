/* SPDX-License-Identifier: MIT */
/* The host process: its threads, its forks, its signal handlers. */
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>

#include "support/kernel.h"
#include "support/support.h"

enum {
    THREADS = 16
};

static void keep_address(const void *bytes, size_t length, void *user_data) {
    (void)length;
    *(const volatile unsigned char **)user_data = bytes;
}

/* Makes, uses and destroys a text and a keypad; 0 where all went well. */
static int use_library(void) {
    scrim_text_options options = SCRIM_TEXT_OPTIONS_INIT;
    scrim_keypad_options keypad_options = SCRIM_KEYPAD_OPTIONS_INIT;
    scrim_text *text;
    scrim_keypad *keypad;
    scrim_key keys[12];
    scrim_touch touch = {SETTLED, 1, SCRIM_TOUCH_BEGAN, 0, 50, 50};
    size_t count;
    uint32_t answer, equal;
    CHECK(scrim_text_create(&options, &text) == SCRIM_OK);
    CHECK(scrim_keypad_create(&keypad_options, &keypad) == SCRIM_OK);
    CHECK(scrim_keypad_attach(keypad, text) == SCRIM_OK);
    CHECK(show_presented(keypad) == SCRIM_OK);
    CHECK(scrim_keypad_touch(keypad, &touch, &answer) == SCRIM_OK);
    touch.phase = SCRIM_TOUCH_ENDED;
    CHECK(scrim_keypad_touch(keypad, &touch, &answer) == SCRIM_OK && answer == SCRIM_KEYPAD_RESULT_INSERTED);
    CHECK(scrim_keypad_keys(keypad, SCRIM_KEY_ORDER_ROWS, keys, 12, &count) == SCRIM_OK && count == 12);
    CHECK(scrim_text_equal_bytes(text, keys[0].label, 1, &equal) == SCRIM_OK && equal == 1);
    CHECK(scrim_text_insert(text, "secret", 6) == SCRIM_OK);
    CHECK(scrim_text_delete_backward(text) == SCRIM_OK);
    CHECK(scrim_text_count(text, &count) == SCRIM_OK && count == 6);
    CHECK(scrim_keypad_detach(keypad) == SCRIM_OK);
    CHECK(scrim_keypad_attach(keypad, text) == SCRIM_OK);
    scrim_text_destroy(text);
    scrim_keypad_destroy(keypad);
    return 0;
}

/* ---- Threads ---- */

static void run_threads(void *(*body)(void *), void *data) {
    pthread_t threads[THREADS];
    int failures = 0;
    for (int i = 0; i < THREADS; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, body, data), 0);
    for (int i = 0; i < THREADS; i++) {
        void *result = NULL;
        pthread_join(threads[i], &result);
        failures += result != NULL;
    }
    assert_int_equal(failures, 0);
}

static void *own_handles(void *data) {
    int rounds = running_on_valgrind() ? 20 : 1000;
    for (int i = 0; i < rounds; i++)
        if (use_library() != 0)
            return data;
    return NULL;
}

static void test_threads_with_their_own_handles(void **state) {
    (void)state;
    int mark;
    run_threads(own_handles, &mark);
}

static void add_up(const void *bytes, size_t length, void *user_data) {
    for (size_t i = 0; i < length; i++)
        *(unsigned *)user_data += ((const unsigned char *)bytes)[i];
}

static scrim_text *shared, *shared_too;
static scrim_keypad *shared_keypad;

static int read_shared(void) {
    scrim_key keys[12];
    char mask[64];
    size_t count, length;
    uint32_t equal, protection;
    unsigned sum = 0;
    CHECK(scrim_text_count(shared, &count) == SCRIM_OK && count == 6);
    CHECK(scrim_text_copy_masked(shared, mask, sizeof mask, &length) == SCRIM_OK && length == 18);
    CHECK(scrim_text_equal(shared, shared_too, &equal) == SCRIM_OK && equal == 0);
    CHECK(scrim_text_equal_bytes(shared, "secret", 6, &equal) == SCRIM_OK && equal == 1);
    CHECK(scrim_text_protection(shared, &protection) == SCRIM_OK);
    CHECK(scrim_text_with_bytes(shared, add_up, &sum) == SCRIM_OK && sum == 's' + 'e' + 'c' + 'r' + 'e' + 't');
    CHECK(scrim_keypad_keys(shared_keypad, SCRIM_KEY_ORDER_ROWS, keys, 12, &count) == SCRIM_OK && count == 12);
    CHECK(scrim_live_handles(SCRIM_HANDLE_ANY) == 3);
    return 0;
}

static void *shared_handles(void *data) {
    int rounds = running_on_valgrind() ? 50 : 5000;
    for (int i = 0; i < rounds; i++)
        if (read_shared() != 0)
            return data;
    return NULL;
}

static void test_threads_reading_the_same_handles(void **state) {
    (void)state;
    int mark;
    shared = new_text(64);
    shared_too = new_text(64);
    shared_keypad = new_keypad();
    OK(scrim_text_insert(shared, "secret", 6));
    OK(scrim_keypad_attach(shared_keypad, shared));
    OK(scrim_keypad_show(shared_keypad));
    run_threads(shared_handles, &mark);
    OK(scrim_text_clear(shared)); /* nothing is left busy */
    OK(scrim_keypad_show(shared_keypad));
    scrim_keypad_destroy(shared_keypad);
    scrim_text_destroy(shared);
    scrim_text_destroy(shared_too);
}

/* The very first call of a process, from all threads at once. */
static int first_call_of_threads(void *data) {
    pthread_t threads[THREADS];
    (void)data;
    for (int i = 0; i < THREADS; i++)
        CHECK(pthread_create(&threads[i], NULL, own_handles, &threads) == 0);
    for (int i = 0; i < THREADS; i++) {
        void *result = &threads;
        pthread_join(threads[i], &result);
        CHECK(result == NULL);
    }
    CHECK(scrim_live_handles(SCRIM_HANDLE_ANY) == 0);
    return 0;
}

static void test_first_call_of_many_threads(void **state) {
    (void)state;
    int children = running_on_valgrind() ? 1 : 5;
    for (int i = 0; i < children; i++)
        passes_in_child(first_call_of_threads, NULL);
}

/*
 * More threads create at once than can claim their part of the reserve. Each maps pages, and waits for those that do so before it:
 * without memfd_secret that takes longest. On a busy machine, a few wait in vain. Without a wait, most fail.
 */
enum {
    CROWD = 500,
    TEXTS = 5
};

static void *create_large_texts(void *start) {
    scrim_text_options options = SCRIM_TEXT_OPTIONS_INIT;
    uintptr_t failed = 0;
    options.capacity = 32768;
    pthread_barrier_wait(start);
    for (int i = 0; i < TEXTS; i++) {
        scrim_text *text = NULL;
        failed += scrim_text_create(&options, &text) != SCRIM_OK;
        scrim_text_destroy(text);
    }
    return (void *)failed;
}

static int create_in_a_crowd(void *data) {
    static pthread_t threads[CROWD];
    pthread_barrier_t start;
    pthread_attr_t attributes;
    uintptr_t failed = 0;
    (void)data;
    CHECK(deny_memfd_secret() == 0 && pthread_barrier_init(&start, NULL, CROWD) == 0);
    CHECK(pthread_attr_init(&attributes) == 0 && pthread_attr_setstacksize(&attributes, 65536) == 0);
    for (int i = 0; i < CROWD; i++)
        CHECK(pthread_create(&threads[i], &attributes, create_large_texts, &start) == 0);
    for (int i = 0; i < CROWD; i++) {
        void *result;
        CHECK(pthread_join(threads[i], &result) == 0);
        failed += (uintptr_t)result;
    }
    CHECK(failed <= CROWD * TEXTS / 5);
    CHECK(scrim_live_handles(SCRIM_HANDLE_ANY) == 0);
    return 0;
}

static void test_a_crowd_of_threads(void **state) {
    (void)state;
    SKIP_WHERE_EMULATED("it has too little address space for so many threads");
    if (running_on_valgrind() || built_with_asan())
        skip(); /* with fewer threads, or more stack */
    passes_in_child(create_in_a_crowd, NULL);
}

/* ---- Forks ---- */

static sigjmp_buf fault;

static void on_fault(int signal) {
    (void)signal;
    siglongjmp(fault, 1);
}

/* Whether a byte can be read here: 1 and its value, or 0. */
static int readable(const volatile unsigned char *at, unsigned char *value) {
    struct sigaction action, segv, bus;
    volatile int result = 0;
    memset(&action, 0, sizeof action);
    action.sa_handler = on_fault;
    sigaction(SIGSEGV, &action, &segv);
    sigaction(SIGBUS, &action, &bus);
    if (sigsetjmp(fault, 1) == 0) {
        *value = *at;
        result = 1;
    }
    sigaction(SIGSEGV, &segv, NULL);
    sigaction(SIGBUS, &bus, NULL);
    return result;
}

struct inherited {
    scrim_text *text;
    scrim_keypad *keypad;
    const volatile unsigned char *secret;
    int depth;
};

static int all_forked(const struct inherited *i) {
    scrim_touch touch = {SETTLED, 1, SCRIM_TOUCH_BEGAN, 0, 50, 50};
    size_t size;
    uint32_t word;
    uint64_t number;
    const void *lent;
    scrim_text *mine;
    scrim_text_options options = SCRIM_TEXT_OPTIONS_INIT;
    CHECK(scrim_live_handles(SCRIM_HANDLE_ANY) == 0);
    CHECK(scrim_text_insert(i->text, "1", 1) == SCRIM_ERROR_FORKED);
    CHECK(scrim_text_delete_backward(i->text) == SCRIM_ERROR_FORKED);
    CHECK(scrim_text_clear(i->text) == SCRIM_ERROR_FORKED);
    CHECK(scrim_text_wipe(i->text) == SCRIM_ERROR_FORKED);
    CHECK(scrim_text_count(i->text, &size) == SCRIM_ERROR_FORKED);
    CHECK(scrim_text_copy_masked(i->text, NULL, 0, &size) == SCRIM_ERROR_FORKED);
    CHECK(scrim_text_protection(i->text, &word) == SCRIM_ERROR_FORKED);
    CHECK(scrim_text_equal_bytes(i->text, "1", 1, &word) == SCRIM_ERROR_FORKED);
    CHECK(scrim_text_with_bytes(i->text, keep_address, &lent) == SCRIM_ERROR_FORKED);
    CHECK(scrim_keypad_attach(i->keypad, i->text) == SCRIM_ERROR_FORKED);
    CHECK(scrim_keypad_detach(i->keypad) == SCRIM_ERROR_FORKED);
    CHECK(scrim_keypad_show(i->keypad) == SCRIM_ERROR_FORKED);
    CHECK(scrim_keypad_shuffle(i->keypad) == SCRIM_ERROR_FORKED);
    CHECK(scrim_keypad_set_shuffle_enabled(i->keypad, 1) == SCRIM_ERROR_FORKED);
    CHECK(scrim_keypad_hide(i->keypad) == SCRIM_ERROR_FORKED);
    CHECK(scrim_keypad_generation(i->keypad, &number) == SCRIM_ERROR_FORKED);
    CHECK(scrim_keypad_presented(i->keypad, 1, 0) == SCRIM_ERROR_FORKED);
    CHECK(scrim_keypad_advance(i->keypad, 0, &word) == SCRIM_ERROR_FORKED);
    CHECK(scrim_keypad_next_deadline(i->keypad, &number) == SCRIM_ERROR_FORKED);
    CHECK(scrim_keypad_keys(i->keypad, SCRIM_KEY_ORDER_ROWS, NULL, 0, &size) == SCRIM_ERROR_FORKED);
    CHECK(scrim_keypad_touch(i->keypad, &touch, &word) == SCRIM_ERROR_FORKED);
    CHECK(scrim_text_create(&options, &mine) == SCRIM_OK);
    CHECK(scrim_text_equal(mine, i->text, &word) == SCRIM_ERROR_FORKED);
    CHECK(scrim_text_equal(i->text, mine, &word) == SCRIM_ERROR_FORKED);
    scrim_text_destroy(mine);
    return 0;
}

static int in_the_child(void *data) {
    struct inherited *inherited = data;
    CHECK(all_forked(inherited) == 0);
    /* Under qemu the kernel is not told to wipe, and the text did not say NO_FORK: see support.h. */
    for (int i = 0; i < 6 && getenv("SCRIM_EMULATED") == NULL; i++) {
        unsigned char value = 0;
        CHECK(!readable(inherited->secret + i, &value) || value == 0);
    }
    scrim_text_destroy(inherited->text); /* nothing happens */
    scrim_keypad_destroy(inherited->keypad);
    CHECK(all_forked(inherited) == 0);
    for (int i = 0; i < 50; i++)
        CHECK(use_library() == 0);
    if (inherited->depth > 0) {
        struct inherited own = {.depth = inherited->depth - 1};
        scrim_text_options options = SCRIM_TEXT_OPTIONS_INIT;
        scrim_keypad_options keypad_options = SCRIM_KEYPAD_OPTIONS_INIT;
        int status;
        CHECK(scrim_text_create(&options, &own.text) == SCRIM_OK);
        CHECK(scrim_keypad_create(&keypad_options, &own.keypad) == SCRIM_OK);
        CHECK(scrim_text_insert(own.text, "secret", 6) == SCRIM_OK);
        CHECK(scrim_text_with_bytes(own.text, keep_address, &own.secret) == SCRIM_OK);
        pid_t grandchild = fork();
        if (grandchild == 0) {
            alarm(20);
            leave_child(all_forked(inherited) != 0 || in_the_child(&own) != 0);
        }
        CHECK(waitpid(grandchild, &status, 0) == grandchild);
        CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 0);
        CHECK(scrim_text_clear(own.text) == SCRIM_OK);
        CHECK(scrim_live_handles(SCRIM_HANDLE_ANY) == 2);
        scrim_text_destroy(own.text);
        scrim_keypad_destroy(own.keypad);
    }
    CHECK(scrim_live_handles(SCRIM_HANDLE_ANY) == 0);
    return 0;
}

/* Runs the fork tests in a child that has, or has not, memfd_secret: pages that are not there, or pages of zeroes. */
static int a_family(void *data) {
    struct inherited inherited = {.depth = 2};
    scrim_text_options options = SCRIM_TEXT_OPTIONS_INIT;
    scrim_keypad_options keypad_options = SCRIM_KEYPAD_OPTIONS_INIT;
    uint32_t equal;
    int status;
    if (*(int *)data)
        CHECK(deny_memfd_secret() == 0);
    CHECK(scrim_text_create(&options, &inherited.text) == SCRIM_OK);
    CHECK(scrim_keypad_create(&keypad_options, &inherited.keypad) == SCRIM_OK);
    CHECK(scrim_keypad_attach(inherited.keypad, inherited.text) == SCRIM_OK);
    CHECK(scrim_text_insert(inherited.text, "secret", 6) == SCRIM_OK);
    CHECK(scrim_text_with_bytes(inherited.text, keep_address, &inherited.secret) == SCRIM_OK);
    CHECK(inherited.secret[0] == 's');
    pid_t child = fork();
    if (child == 0) {
        alarm(20);
        leave_child(in_the_child(&inherited));
    }
    CHECK(waitpid(child, &status, 0) == child);
    CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    CHECK(scrim_text_equal_bytes(inherited.text, "secret", 6, &equal) == SCRIM_OK && equal == 1);
    CHECK(scrim_keypad_show(inherited.keypad) == SCRIM_OK);
    scrim_text_destroy(inherited.text);
    scrim_keypad_destroy(inherited.keypad);
    CHECK(scrim_live_handles(SCRIM_HANDLE_ANY) == 0);
    return 0;
}

static void test_forks(void **state) {
    (void)state;
    if (running_on_valgrind()) {
        print_message("valgrind reports reads that fault on purpose: skipped\n");
        skip();
    }
    for (int denied = 0; denied < 2; denied++)
        passes_in_child(a_family, &denied);
}

static atomic_int stop;

static void *create_until_stopped(void *data) {
    while (!atomic_load(&stop))
        if (use_library() != 0)
            return data;
    return NULL;
}

static int just_use(void *data) {
    (void)data;
    for (int i = 0; i < 5; i++)
        CHECK(use_library() == 0);
    CHECK(scrim_live_handles(SCRIM_HANDLE_ANY) == 0);
    return 0;
}

static void test_fork_while_others_create(void **state) {
    (void)state;
    pthread_t threads[3];
    int forks = running_on_valgrind() ? 5 : 200, mark, failures = 0;
    atomic_store(&stop, 0);
    for (int i = 0; i < 3; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, create_until_stopped, &mark), 0);
    for (int i = 0; i < forks; i++) {
        int status = status_in_child(just_use, NULL);
        failures += !WIFEXITED(status) || WEXITSTATUS(status) != 0;
    }
    atomic_store(&stop, 1);
    for (int i = 0; i < 3; i++) {
        void *result = NULL;
        pthread_join(threads[i], &result);
        failures += result != NULL;
    }
    assert_int_equal(failures, 0);
}

struct fork_inside {
    scrim_text *text;
    pid_t child;
};

static void destroy_and_fork(const void *bytes, size_t length, void *user_data) {
    struct fork_inside *inside = user_data;
    (void)bytes, (void)length;
    scrim_text_destroy(inside->text);
    inside->child = fork();
}

/* A callback that forks returns twice; only in the parent is there something left to destroy. */
static void test_fork_inside_a_callback(void **state) {
    (void)state;
    struct fork_inside inside = {new_text(64), -1};
    int status;
    OK(scrim_text_insert(inside.text, "secret", 6));
    fflush(NULL);
    scrim_status answer = scrim_text_with_bytes(inside.text, destroy_and_fork, &inside);
    if (inside.child == 0) {
        alarm(20);
        leave_child(answer != SCRIM_OK || scrim_text_clear(inside.text) != SCRIM_ERROR_FORKED || just_use(NULL) != 0);
    }
    OK(answer);
    assert_int_equal(waitpid(inside.child, &status, 0), inside.child);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 0);
    ANSWERS(scrim_text_clear(inside.text), SCRIM_ERROR_INVALID_HANDLE);
}

/* ---- Signal handlers ---- */

static volatile sig_atomic_t faults;

static void count_fault(int signal) {
    (void)signal;
    faults++;
    siglongjmp(fault, 1);
}

static int keeps_its_handlers(void *data) {
    static const int signals[] = {SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGABRT, SIGFPE, SIGQUIT};
    struct sigaction mine, now;
    (void)data;
    memset(&mine, 0, sizeof mine);
    mine.sa_handler = count_fault;
    for (size_t i = 0; i < sizeof signals / sizeof *signals; i++)
        sigaction(signals[i], &mine, NULL);
    CHECK(use_library() == 0);
    for (size_t i = 0; i < sizeof signals / sizeof *signals; i++) {
        sigaction(signals[i], NULL, &now);
        CHECK(now.sa_handler == count_fault);
    }
    /* A fault of the host's own reaches it, and the library goes on. */
    if (sigsetjmp(fault, 1) == 0)
        raise(SIGSEGV);
    CHECK(faults == 1);
    CHECK(use_library() == 0);
    return 0;
}

static void test_the_host_keeps_its_handlers(void **state) {
    (void)state;
    passes_in_child(keeps_its_handlers, NULL);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(test_first_call_of_many_threads, nothing_left),
        cmocka_unit_test_teardown(test_threads_with_their_own_handles, nothing_left),
        cmocka_unit_test_teardown(test_threads_reading_the_same_handles, nothing_left),
        cmocka_unit_test_teardown(test_a_crowd_of_threads, nothing_left),
        cmocka_unit_test_teardown(test_forks, nothing_left),
        cmocka_unit_test_teardown(test_fork_while_others_create, nothing_left),
        cmocka_unit_test_teardown(test_fork_inside_a_callback, nothing_left),
        cmocka_unit_test_teardown(test_the_host_keeps_its_handlers, nothing_left),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
