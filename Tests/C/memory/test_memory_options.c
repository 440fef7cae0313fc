/* SPDX-License-Identifier: MIT */
/*
 * scrim_memory_configure and SCRIM_DISABLE_MEMFD_SECRET: a host lives under a filter that kills at memfd_secret, what a text requires
 * is binding all the same, and the settings are fixed from the first secret on.
 */
#define _GNU_SOURCE
#include "pages.h"

#include <pthread.h>
#include <signal.h>
#include <sys/auxv.h>
#include <sys/stat.h>

#define VARIABLE "SCRIM_DISABLE_MEMFD_SECRET"

static scrim_status configure(uint32_t disable) {
    scrim_memory_options options = SCRIM_MEMORY_OPTIONS_INIT;
    options.disable_memfd_secret = disable;
    return scrim_memory_configure(&options);
}

static scrim_text *text_requiring(uint32_t required) {
    scrim_text_options options = SCRIM_TEXT_OPTIONS_INIT;
    scrim_text *text = NULL;
    options.required_protection = required;
    return scrim_text_create(&options, &text) == SCRIM_OK ? text : NULL;
}

/* Whether a text is in pages of memfd_secret; -1 where there is no text. */
static int is_secret(scrim_text *text) {
    uint32_t protection = 0;
    if (text == NULL || scrim_text_protection(text, &protection) != SCRIM_OK)
        return -1;
    return (protection & SCRIM_PROTECTION_SECRETMEM) != 0;
}

static uint32_t shortfall(void) {
    scrim_memory_report report = SCRIM_MEMORY_REPORT_INIT;
    return scrim_memory_usage(&report) == SCRIM_OK ? report.secretmem_unprotected : UINT32_MAX;
}

static void need_memfd_secret(void) {
    if (!kernel_has_memfd_secret() || running_on_valgrind()) {
        print_message("no memfd_secret here: skipped\n");
        skip();
    }
}

/* ---- A filter that kills ---- */

/* All that a host does with a secret. */
static int use_secrets(void) {
    static const uint32_t locked = SCRIM_PROTECTION_LOCKED | SCRIM_PROTECTION_NO_DUMP | SCRIM_PROTECTION_NO_FORK;
    char hash[SCRIM_HASH_MAX_LENGTH], box[4096], key[SCRIM_SEAL_KEY_SIZE] = {9};
    size_t length = 0;
    uint32_t right = 0;
    int ends[2];
    scrim_text *text = text_requiring(built_with_asan() ? 0 : locked);
    CHECK(is_secret(text) == 0);
    CHECK(shortfall() == SCRIM_UNPROTECTED_DISABLED);
    CHECK(scrim_text_insert(text, "2468", 4) == SCRIM_OK);
    CHECK(scrim_text_hash(text, SCRIM_HASH_LOW_MEMORY, NULL, 0, hash, sizeof hash, &length) == SCRIM_OK);
    CHECK(scrim_text_verify(text, hash, length, NULL, 0, &right) == SCRIM_OK && right == 1);
    CHECK(scrim_text_seal(text, key, sizeof key, NULL, 0, box, sizeof box, &length) == SCRIM_OK);
    CHECK(pipe(ends) == 0 && scrim_text_write_fd(text, ends[1], 0) == SCRIM_OK && close(ends[1]) == 0);
    CHECK(scrim_text_clear(text) == SCRIM_OK && scrim_text_read_fd(text, ends[0], 0) == SCRIM_OK);
    scrim_text *large = new_text(SCRIM_TEXT_MAX_CAPACITY);
    CHECK(is_secret(large) == 0);
    scrim_keypad *keypad = new_keypad();
    CHECK(scrim_keypad_attach(keypad, text) == SCRIM_OK && show_presented(keypad) == SCRIM_OK);
    scrim_keypad_destroy(keypad);
    scrim_text_destroy(large);
    scrim_text_destroy(text);
    /* What is required is not given up. */
    CHECK(text_requiring(SCRIM_PROTECTION_SECRETMEM) == NULL && shortfall() == SCRIM_UNPROTECTED_DISABLED);
    return 0;
}

enum way {
    NOT_AT_ALL,
    BY_CALL,
    BY_VARIABLE,
    BY_VARIABLE_AGAINST_THE_HOST
};

static int live_under_the_filter(void *data) {
    const enum way way = *(enum way *)data;
    CHECK(unsetenv(VARIABLE) == 0);
    if (way == BY_CALL)
        CHECK(configure(1) == SCRIM_OK);
    if (way == BY_VARIABLE || way == BY_VARIABLE_AGAINST_THE_HOST)
        CHECK(setenv(VARIABLE, "1", 1) == 0);
    if (way == BY_VARIABLE_AGAINST_THE_HOST)
        CHECK(configure(0) == SCRIM_OK);
    CHECK(filter_call(MEMFD_SECRET, SECCOMP_RET_KILL_PROCESS) == 0);
    return use_secrets();
}

static void test_a_filter_that_kills(void **state) {
    (void)state;
    SKIP_WHERE_EMULATED("no seccomp");
    need_memfd_secret();
    enum way way = NOT_AT_ALL;
    int status = status_in_child(live_under_the_filter, &way);
    assert_true(WIFSIGNALED(status)); /* such is the filter */
    assert_int_equal(WTERMSIG(status), SIGSYS);
    for (way = BY_CALL; way <= BY_VARIABLE_AGAINST_THE_HOST; way++)
        passes_in_child(live_under_the_filter, &way);
}

/* ---- The variable ---- */

struct value {
    const char *value;
    int is_secret;
};

static int read_value(void *data) {
    const struct value *value = data;
    CHECK(setenv(VARIABLE, value->value, 1) == 0);
    CHECK(is_secret(text_requiring(0)) == value->is_secret);
    /* It is read once. */
    CHECK(setenv(VARIABLE, value->is_secret ? "1" : "0", 1) == 0);
    scrim_text *large = new_text(SCRIM_TEXT_MAX_CAPACITY);
    CHECK(is_secret(large) == value->is_secret);
    return 0;
}

static void test_values_of_the_variable(void **state) {
    (void)state;
    static struct value values[] = {{"", 1}, {"0", 1}, {"1", 0}, {"00", 0}, {"yes", 0}, {"no", 0}, {" ", 0}};
    need_memfd_secret();
    for (size_t i = 0; i < sizeof values / sizeof *values; i++)
        passes_in_child(read_value, &values[i]);
}

enum {
    PRIVILEGED = 1,
    IS_SECRET = 2
};

/* What this program does when it is run by the next test: says whether it runs with another's rights, and what its text has. */
static int describe(void) {
    scrim_text *text = text_requiring(0);
    int found = is_secret(text);
    scrim_text_destroy(text);
    return found < 0 ? 100 : (getauxval(AT_SECURE) ? PRIVILEGED : 0) | (found ? IS_SECRET : 0);
}

static int copy_of_this(const char *name, mode_t mode, gid_t group) {
    char buffer[65536];
    ssize_t got = -1;
    int from = open("/proc/self/exe", O_RDONLY | O_CLOEXEC), to = open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0700);
    CHECK(from >= 0 && to >= 0);
    while ((got = read(from, buffer, sizeof buffer)) > 0)
        CHECK(write(to, buffer, (size_t)got) == got);
    CHECK(got == 0 && fchown(to, (uid_t)-1, group) == 0 && fchmod(to, mode) == 0);
    CHECK(close(from) == 0 && close(to) == 0);
    return 0;
}

static int become(void *data) {
    CHECK(setenv(VARIABLE, "1", 1) == 0);
    execl(data, data, "describe", (char *)NULL);
    return 99;
}

static void test_privileged_programs_ignore_the_variable(void **state) {
    (void)state;
    char folder[] = "/tmp/scrim-setgid-XXXXXX", plain[64], privileged[64];
    SKIP_WHERE_EMULATED("programs cannot become others of arm64");
    need_memfd_secret();
    if (geteuid() != 0) {
        print_message("only root can make a setgid program of another group here: skipped\n");
        skip();
    }
    assert_non_null(mkdtemp(folder));
    snprintf(plain, sizeof plain, "%s/plain", folder);
    snprintf(privileged, sizeof privileged, "%s/setgid", folder);
    int copied = copy_of_this(plain, 0755, getgid()) | copy_of_this(privileged, 02755, getgid() + 1);
    int as_plain = status_in_child(become, plain), as_privileged = status_in_child(become, privileged);
    unlink(plain);
    unlink(privileged);
    rmdir(folder);
    assert_int_equal(copied, 0);
    assert_true(WIFEXITED(as_plain) && WIFEXITED(as_privileged));
    assert_int_equal(WEXITSTATUS(as_plain), 0);
    if (WEXITSTATUS(as_privileged) == 0) {
        print_message("/tmp is mounted without setgid programs: skipped\n");
        skip();
    }
    if (WEXITSTATUS(as_privileged) == 127) {
        print_message("such a program ignores LD_LIBRARY_PATH, and does not find the library: skipped\n");
        skip();
    }
    assert_int_equal(WEXITSTATUS(as_privileged), PRIVILEGED | IS_SECRET);
}

/* ---- When it may be called ---- */

static int replaced_until_fixed(void *data) {
    scrim_memory_options larger[2] = {SCRIM_MEMORY_OPTIONS_INIT, SCRIM_MEMORY_OPTIONS_INIT};
    (void)data;
    CHECK(unsetenv(VARIABLE) == 0);
    CHECK(configure(1) == SCRIM_OK && configure(0) == SCRIM_OK && configure(1) == SCRIM_OK && configure(0) == SCRIM_OK);
    CHECK(shortfall() == SCRIM_UNPROTECTED_NONE); /* a report fixes nothing */
    /* A call that fails changes nothing. */
    CHECK(configure(2) == SCRIM_ERROR_INVALID_ARGUMENT && configure(UINT32_MAX) == SCRIM_ERROR_INVALID_ARGUMENT);
    larger[0].disable_memfd_secret = 1;
    larger[0].struct_size = sizeof larger; /* a newer struct, whose next field is not 0 */
    CHECK(scrim_memory_configure(larger) == SCRIM_ERROR_INVALID_ARGUMENT);
    scrim_text *text = text_requiring(0);
    CHECK(is_secret(text) == 1);
    for (uint32_t disable = 0; disable < 2; disable++)
        CHECK(configure(disable) == SCRIM_ERROR_INVALID_STATE);
    CHECK(configure(2) == SCRIM_ERROR_INVALID_ARGUMENT);
    scrim_text_destroy(text);
    CHECK(configure(1) == SCRIM_ERROR_INVALID_STATE); /* it is not the text that matters, but that memory was asked for */
    CHECK(is_secret(new_text(SCRIM_TEXT_MAX_CAPACITY)) == 1);
    return 0;
}

static void test_replaced_until_fixed(void **state) {
    (void)state;
    need_memfd_secret();
    passes_in_child(replaced_until_fixed, NULL);
}

/* Memory that could not be had was asked for all the same. */
static int fixed_by_a_failure(void *data) {
    (void)data;
    CHECK(configure(1) == SCRIM_OK);
    CHECK(text_requiring(SCRIM_PROTECTION_SECRETMEM) == NULL);
    CHECK(configure(0) == SCRIM_ERROR_INVALID_STATE);
    CHECK(text_requiring(SCRIM_PROTECTION_SECRETMEM) == NULL);
    return 0;
}

static void test_fixed_by_a_failure(void **state) {
    (void)state;
    passes_in_child(fixed_by_a_failure, NULL);
}

static int fixed_by_a_keypad(void *data) {
    (void)data;
    scrim_keypad *keypad = new_keypad();
    CHECK(configure(1) == SCRIM_ERROR_INVALID_STATE);
    scrim_keypad_destroy(keypad);
    return 0;
}

static void test_fixed_by_a_keypad(void **state) {
    (void)state;
    passes_in_child(fixed_by_a_keypad, NULL);
}

static int child_that_configures(void *data) {
    const uint32_t disable = *(uint32_t *)data;
    if (disable <= 1)
        CHECK(configure(disable) == SCRIM_OK);
    scrim_text *text = text_requiring(0);
    CHECK(is_secret(text) == (disable == 0)); /* where it says nothing, it inherits */
    CHECK(configure(0) == SCRIM_ERROR_INVALID_STATE);
    scrim_text_destroy(text);
    return 0;
}

static int fork_with_settings(void *data) {
    (void)data;
    CHECK(unsetenv(VARIABLE) == 0);
    CHECK(configure(1) == SCRIM_OK);
    CHECK(is_secret(text_requiring(0)) == 0);
    for (uint32_t disable = 0; disable <= 2; disable++)
        passes_in_child(child_that_configures, &disable);
    CHECK(configure(0) == SCRIM_ERROR_INVALID_STATE);
    return 0;
}

static void test_children_inherit(void **state) {
    (void)state;
    need_memfd_secret();
    passes_in_child(fork_with_settings, NULL);
}

/* ---- While another thread creates the first text ---- */

static pthread_barrier_t start;
static scrim_status answer;

static void *configure_now(void *data) {
    (void)data;
    pthread_barrier_wait(&start);
    answer = configure(1);
    return NULL;
}

static int race(void *data) {
    pthread_t thread;
    (void)data;
    CHECK(unsetenv(VARIABLE) == 0);
    CHECK(pthread_barrier_init(&start, NULL, 2) == 0 && pthread_create(&thread, NULL, configure_now, NULL) == 0);
    pthread_barrier_wait(&start);
    scrim_text *text = text_requiring(0);
    CHECK(pthread_join(thread, NULL) == 0);
    CHECK(answer == SCRIM_OK || answer == SCRIM_ERROR_INVALID_STATE);
    CHECK(is_secret(text) == (answer != SCRIM_OK));
    return 0;
}

static void test_one_of_two_threads_is_first(void **state) {
    (void)state;
    need_memfd_secret();
    for (int i = 0; i < 200; i++)
        passes_in_child(race, NULL);
}

int main(int count, char **words) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(test_a_filter_that_kills, nothing_left),
        cmocka_unit_test_teardown(test_values_of_the_variable, nothing_left),
        cmocka_unit_test_teardown(test_privileged_programs_ignore_the_variable, nothing_left),
        cmocka_unit_test_teardown(test_replaced_until_fixed, nothing_left),
        cmocka_unit_test_teardown(test_fixed_by_a_failure, nothing_left),
        cmocka_unit_test_teardown(test_fixed_by_a_keypad, nothing_left),
        cmocka_unit_test_teardown(test_children_inherit, nothing_left),
        cmocka_unit_test_teardown(test_one_of_two_threads_is_first, nothing_left),
    };
    if (count == 2 && strcmp(words[1], "describe") == 0)
        return describe();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
