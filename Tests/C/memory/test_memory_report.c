/* SPDX-License-Identifier: MIT */
/* scrim_memory_usage: it counts what there is, and its reasons are those for which the kernel was denied. */
#define _GNU_SOURCE
#include "pages.h"

#include "support/heap.h"

#include <sched.h>
#include <signal.h>
#include <sys/mman.h>

static scrim_memory_report usage(void) {
    scrim_memory_report report = SCRIM_MEMORY_REPORT_INIT;
    OK(scrim_memory_usage(&report));
    return report;
}

static void skip_where_calls_cannot_be_denied(void) {
    SKIP_WHERE_EMULATED("no seccomp");
    if (built_with_asan() || running_on_valgrind()) {
        print_message("the system calls do not reach the kernel here: skipped\n");
        skip();
    }
}

static void test_counts(void **state) {
    (void)state;
    enum {
        COUNT = 600
    }; /* more than the arena of one size takes */
    static scrim_text *texts[COUNT];
    scrim_memory_report before = usage();
    for (int i = 0; i < COUNT; i++)
        texts[i] = new_text(64);
    scrim_memory_report during = usage();
    assert_int_equal(during.used_bytes - before.used_bytes, COUNT * 128);
    assert_int_equal(during.mapped_bytes - before.mapped_bytes, 2 * 65536);
    assert_int_equal(during.arenas - before.arenas, 2);
    assert_true(during.locked_bytes <= during.mapped_bytes && during.secretmem_bytes <= during.locked_bytes);
    scrim_text *large = new_text(SCRIM_TEXT_MAX_CAPACITY);
    assert_int_equal(usage().used_bytes - during.used_bytes, 131072);
    assert_int_equal(usage().mapped_bytes - during.mapped_bytes, 131072);
    scrim_text_destroy(large);
    for (int i = 0; i < COUNT; i++)
        scrim_text_destroy(texts[i]);
    scrim_memory_report after = usage();
    assert_int_equal(after.used_bytes, before.used_bytes);
    assert_int_equal(after.mapped_bytes - before.mapped_bytes, 65536 + 131072); /* an empty arena of each size is kept */
    assert_int_equal(after.arenas - before.arenas, 2);
}

static void test_a_damaged_arena_goes_with_its_last_text(void **state) {
    (void)state;
    scrim_memory_report before = usage();
    scrim_text *text = new_text(20000); /* of a size that no other test takes: the only arena of its size */
    size_t length;
    address_of(text)[-1] ^= 1;
    ANSWERS(scrim_text_count(text, &length), SCRIM_ERROR_CORRUPTED);
    scrim_text_destroy(text);
    assert_int_equal(usage().mapped_bytes, before.mapped_bytes);
    assert_int_equal(usage().arenas, before.arenas);
}

static int makes_each_size(void *data) {
    (void)data;
    for (uint32_t capacity = 32; capacity <= SCRIM_TEXT_MAX_CAPACITY; capacity *= 2) {
        scrim_text *text = new_text(capacity);
        CHECK(scrim_text_insert(text, "1234", 4) == SCRIM_OK);
        scrim_text_destroy(text);
    }
    return 0;
}

/* An empty arena of each size is kept. A child has none of their pages. */
static void test_a_child_uses_no_arena_of_its_parent(void **state) {
    (void)state;
    assert_int_equal(makes_each_size(NULL), 0);
    passes_in_child(makes_each_size, NULL);
}

/* ---- Why it is not better ---- */

struct expected {
    int secret_error; /* what memfd_secret fails with; 0: it is left as it is */
    long limit;       /* bytes that may be locked; -1: as it is */
    uint32_t secret, locked;
};

static int reasons(void *data) {
    const struct expected *expected = data;
    scrim_memory_report report = SCRIM_MEMORY_REPORT_INIT;
    scrim_text_options options = SCRIM_TEXT_OPTIONS_INIT;
    scrim_text *text;
    uint32_t protection;
    if (expected->limit >= 0)
        CHECK(limit_locked_bytes((rlim_t)expected->limit) == 0);
    if (expected->secret_error)
        CHECK(deny_call(MEMFD_SECRET, expected->secret_error) == 0);
    CHECK(scrim_memory_usage(&report) == SCRIM_OK);
    CHECK(report.arenas == 0 && report.mapped_bytes == 0 && report.used_bytes == 0); /* none is inherited */
    CHECK(report.secretmem_unprotected == SCRIM_UNPROTECTED_NONE && report.locked_unprotected == SCRIM_UNPROTECTED_NONE);
    CHECK(expected->limit < 0 || report.lock_limit_bytes == (uint64_t)expected->limit);
    CHECK(scrim_text_create(&options, &text) == SCRIM_OK);
    CHECK(scrim_text_protection(text, &protection) == SCRIM_OK);
    CHECK(scrim_memory_usage(&report) == SCRIM_OK);
    CHECK(report.secretmem_unprotected == expected->secret);
    CHECK(report.locked_unprotected == expected->locked);
    CHECK((report.locked_unprotected == SCRIM_UNPROTECTED_NONE) == ((protection & SCRIM_PROTECTION_LOCKED) != 0));
    CHECK(report.locked_bytes == (protection & SCRIM_PROTECTION_LOCKED ? report.mapped_bytes : 0));
    CHECK(report.secretmem_bytes == (protection & SCRIM_PROTECTION_SECRETMEM ? report.mapped_bytes : 0));
    scrim_text_destroy(text);
    /* A refused creation leaves its reasons behind, and no memory. */
    options.required_protection = SCRIM_PROTECTION_LOCKED | SCRIM_PROTECTION_SECRETMEM;
    if (expected->secret != SCRIM_UNPROTECTED_NONE) {
        options.capacity = 5000;
        CHECK(scrim_text_create(&options, &text) == SCRIM_ERROR_PROTECTION);
        uint64_t mapped = report.mapped_bytes;
        CHECK(scrim_memory_usage(&report) == SCRIM_OK);
        CHECK(report.secretmem_unprotected == expected->secret && report.mapped_bytes == mapped);
        const size_t heap = heap_in_use();
        for (int i = 0; i < 20; i++)
            CHECK(scrim_text_create(&options, &text) == SCRIM_ERROR_PROTECTION);
        CHECK(heap_in_use() == heap);
    }
    return 0;
}

static void test_reasons(void **state) {
    (void)state;
    skip_where_calls_cannot_be_denied();
    static struct expected cases[] = {
        {ENOSYS, -1, SCRIM_UNPROTECTED_UNAVAILABLE, SCRIM_UNPROTECTED_NONE},
        {ENOSYS, 4096, SCRIM_UNPROTECTED_UNAVAILABLE, SCRIM_UNPROTECTED_LIMIT},
        {ENOSYS, 0, SCRIM_UNPROTECTED_UNAVAILABLE, SCRIM_UNPROTECTED_PRIVILEGE},
        {EPERM, -1, SCRIM_UNPROTECTED_DENIED, SCRIM_UNPROTECTED_NONE},
        {EMFILE, -1, SCRIM_UNPROTECTED_DESCRIPTORS, SCRIM_UNPROTECTED_NONE},
        {ENOMEM, -1, SCRIM_UNPROTECTED_MEMORY, SCRIM_UNPROTECTED_NONE},
        {EPERM, 0, SCRIM_UNPROTECTED_DENIED, SCRIM_UNPROTECTED_PRIVILEGE},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        passes_in_child(reasons, &cases[i]);
}

static void test_reasons_at_the_limit_of_memfd_secret(void **state) {
    (void)state;
    int descriptor = (int)syscall(MEMFD_SECRET, O_CLOEXEC);
    if (descriptor < 0 || built_with_asan() || running_on_valgrind()) {
        print_message("no memfd_secret here: skipped\n");
        skip();
    }
    close(descriptor);
    struct expected without_room = {0, 4096, SCRIM_UNPROTECTED_LIMIT, SCRIM_UNPROTECTED_LIMIT};
    struct expected with_room = {0, 1 << 20, SCRIM_UNPROTECTED_NONE, SCRIM_UNPROTECTED_NONE};
    passes_in_child(reasons, &without_room);
    passes_in_child(reasons, &with_room);
}

static int locking_refused(void *data) {
    scrim_memory_report report = SCRIM_MEMORY_REPORT_INIT;
    scrim_text_options options = SCRIM_TEXT_OPTIONS_INIT;
    scrim_text *text;
    (void)data;
    CHECK(deny_memfd_secret() == 0 && deny_call(SYS_mlock, EPERM) == 0);
    CHECK(scrim_text_create(&options, &text) == SCRIM_OK);
    CHECK(scrim_memory_usage(&report) == SCRIM_OK);
    CHECK(report.locked_unprotected == SCRIM_UNPROTECTED_DENIED || report.lock_limit_bytes == 0);
    scrim_text_destroy(text);
    return 0;
}

static void test_a_filter_is_told_from_the_limit(void **state) {
    (void)state;
    SKIP_WHERE_EMULATED("no seccomp");
    if (built_with_asan() || running_on_valgrind()) {
        print_message("mlock does not reach the kernel here: skipped\n");
        skip();
    }
    passes_in_child(locking_refused, NULL);
}

/* ---- Root of a user namespace, as in a rootless container ---- */

enum {
    IN_NO_NAMESPACE = 50 /* the exit status of a child that may not create one */
};

static int limited_in_a_namespace(void *data) {
    const struct expected *expected = data;
    const struct rlimit limit = {(rlim_t)expected->limit, (rlim_t)expected->limit};
    struct __user_cap_header_struct header = {_LINUX_CAPABILITY_VERSION_3, 0};
    struct __user_cap_data_struct capabilities[2];
    scrim_memory_report report = SCRIM_MEMORY_REPORT_INIT;
    scrim_text_options options = SCRIM_TEXT_OPTIONS_INIT;
    scrim_text *text;
    if (unshare(CLONE_NEWUSER) != 0)
        return IN_NO_NAMESPACE;
    CHECK(setrlimit(RLIMIT_MEMLOCK, &limit) == 0);
    CHECK(syscall(SYS_capget, &header, capabilities) == 0 && (capabilities[0].effective >> CAP_IPC_LOCK & 1));
    if (expected->secret_error)
        CHECK(deny_call(MEMFD_SECRET, expected->secret_error) == 0);
    CHECK(scrim_text_create(&options, &text) == SCRIM_OK);
    CHECK(scrim_memory_usage(&report) == SCRIM_OK);
    CHECK(report.lock_limit_bytes == (uint64_t)expected->limit);
    CHECK(report.secretmem_unprotected == expected->secret);
    CHECK(report.locked_unprotected == expected->locked);
    scrim_text_destroy(text);
    return 0;
}

/* Such a process has CAP_IPC_LOCK, but its limit holds. So the reason is the limit, and not that the machine has no memory left. */
static void test_the_limit_holds_in_a_user_namespace(void **state) {
    (void)state;
    skip_where_calls_cannot_be_denied();
    static struct expected cases[] = {
        {EPERM, 4096, SCRIM_UNPROTECTED_DENIED, SCRIM_UNPROTECTED_LIMIT},
        {EPERM, 0, SCRIM_UNPROTECTED_DENIED, SCRIM_UNPROTECTED_PRIVILEGE},
        {EPERM, 1 << 20, SCRIM_UNPROTECTED_DENIED, SCRIM_UNPROTECTED_NONE},
        {0, 4096, SCRIM_UNPROTECTED_LIMIT, SCRIM_UNPROTECTED_LIMIT},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        if (cases[i].secret_error == 0 && !kernel_has_memfd_secret())
            continue;
        int status = status_in_child(limited_in_a_namespace, &cases[i]);
        if (WIFEXITED(status) && WEXITSTATUS(status) == IN_NO_NAMESPACE) {
            print_message("this process may create no user namespace: skipped\n");
            skip();
        }
        assert_int_equal(status, 0);
    }
}

/* How many pages mlock takes shows what limits it. */
static int reports_what_mlock_does(void *data) {
    enum {
        PAGES = 16
    };
    const struct rlimit limit = {PAGES / 2 * 4096, PAGES / 2 * 4096};
    scrim_memory_report report = SCRIM_MEMORY_REPORT_INIT;
    (void)data;
    CHECK(setrlimit(RLIMIT_MEMLOCK, &limit) == 0);
    CHECK(scrim_memory_usage(&report) == SCRIM_OK);
    void *pages = mmap(NULL, PAGES * 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    CHECK(pages != MAP_FAILED);
    int locks_all = syscall(SYS_mlock, pages, PAGES * 4096) == 0;
    CHECK(report.lock_limit_bytes == (locks_all ? UINT64_MAX : PAGES / 2 * 4096));
    return 0;
}

static int without_capability(void *data) {
    CHECK(drop_ipc_lock() == 0);
    return reports_what_mlock_does(data);
}

static int in_a_namespace(void *data) {
    return unshare(CLONE_NEWUSER) != 0 ? 0 : reports_what_mlock_does(data);
}

static void test_the_reported_limit_is_what_mlock_obeys(void **state) {
    (void)state;
    SKIP_WHERE_EMULATED("the emulator has limits of its own");
    passes_in_child(reports_what_mlock_does, NULL);
    passes_in_child(without_capability, NULL);
    passes_in_child(in_a_namespace, NULL);
}

/* ---- Hardening ---- */

static int hardened(void *data) {
    struct rlimit limit = {4096, 8192};
    (void)data;
    CHECK(setrlimit(RLIMIT_CORE, &limit) == 0);
    CHECK(prctl(PR_SET_DUMPABLE, 1, 0, 0, 0) == 0);
    CHECK(scrim_process_harden() == SCRIM_OK);
    CHECK(prctl(PR_GET_DUMPABLE, 0, 0, 0, 0) == 0);
    CHECK(getrlimit(RLIMIT_CORE, &limit) == 0 && limit.rlim_cur == 0 && limit.rlim_max == 0);
    CHECK(scrim_process_harden() == SCRIM_OK); /* a second time does no harm */
    abort();
}

static void test_a_hardened_process_leaves_no_core(void **state) {
    (void)state;
    if (running_on_valgrind()) {
        print_message("valgrind reports a child that aborts: skipped\n");
        skip();
    }
    int status = status_in_child(hardened, NULL);
    assert_true(WIFSIGNALED(status));
    assert_int_equal(WTERMSIG(status), SIGABRT);
    assert_false(WCOREDUMP(status));
}

/* The limit has been set: the header says so. */
static int refused(void *data) {
    struct rlimit limit;
    (void)data;
    CHECK(deny_call(SYS_prctl, EPERM) == 0);
    CHECK(scrim_process_harden() == SCRIM_ERROR_PROTECTION);
    CHECK(getrlimit(RLIMIT_CORE, &limit) == 0 && limit.rlim_max == 0);
    return 0;
}

static void test_hardening_that_is_refused(void **state) {
    (void)state;
    SKIP_WHERE_EMULATED("no seccomp");
    passes_in_child(refused, NULL);
}

static void test_messages(void **state) {
    (void)state;
    for (uint32_t i = SCRIM_UNPROTECTED_NONE; i <= SCRIM_UNPROTECTED_DISABLED + 1; i++) {
        const char *message = scrim_unprotected_message(i);
        assert_non_null(strchr(message, ' '));
        for (uint32_t j = 0; j < i; j++)
            assert_string_not_equal(message, scrim_unprotected_message(j));
    }
    /* A reason that a setting removes names the setting. */
    assert_non_null(strstr(scrim_unprotected_message(SCRIM_UNPROTECTED_LIMIT), "LimitMEMLOCK="));
    assert_non_null(strstr(scrim_unprotected_message(SCRIM_UNPROTECTED_PRIVILEGE), "LimitMEMLOCK="));
    assert_non_null(strstr(scrim_unprotected_message(SCRIM_UNPROTECTED_FILE_SIZE), "RLIMIT_FSIZE"));
    assert_non_null(strstr(scrim_unprotected_message(SCRIM_UNPROTECTED_DISABLED), "SCRIM_DISABLE_MEMFD_SECRET"));
    assert_non_null(strstr(scrim_unprotected_message(SCRIM_UNPROTECTED_UNAVAILABLE), "filter"));
    assert_string_equal(scrim_unprotected_message(UINT32_MAX), scrim_unprotected_message(SCRIM_UNPROTECTED_DISABLED + 1));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(test_counts, nothing_left),
        cmocka_unit_test_teardown(test_a_damaged_arena_goes_with_its_last_text, nothing_left),
        cmocka_unit_test_teardown(test_a_child_uses_no_arena_of_its_parent, nothing_left),
        cmocka_unit_test_teardown(test_reasons, nothing_left),
        cmocka_unit_test_teardown(test_reasons_at_the_limit_of_memfd_secret, nothing_left),
        cmocka_unit_test_teardown(test_a_filter_is_told_from_the_limit, nothing_left),
        cmocka_unit_test_teardown(test_the_limit_holds_in_a_user_namespace, nothing_left),
        cmocka_unit_test_teardown(test_the_reported_limit_is_what_mlock_obeys, nothing_left),
        cmocka_unit_test_teardown(test_a_hardened_process_leaves_no_core, nothing_left),
        cmocka_unit_test_teardown(test_hardening_that_is_refused, nothing_left),
        cmocka_unit_test_teardown(test_messages, nothing_left),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
