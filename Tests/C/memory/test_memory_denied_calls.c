/* SPDX-License-Identifier: MIT */
/*
 * Each system call that protects a secret, denied in turn: what the text's bits, the report's reasons and the kernel say of its pages
 * is the same, and the reason is that of the call.
 */
#define _GNU_SOURCE
#include "pages.h"

#include <signal.h>
#include <sys/mman.h>

enum {
    NONE = SCRIM_UNPROTECTED_NONE,
    UNAVAILABLE = SCRIM_UNPROTECTED_UNAVAILABLE,
    DENIED = SCRIM_UNPROTECTED_DENIED,
    PRIVILEGE = SCRIM_UNPROTECTED_PRIVILEGE,
    DESCRIPTORS = SCRIM_UNPROTECTED_DESCRIPTORS,
    MEMORY = SCRIM_UNPROTECTED_MEMORY,
    SECRET = SCRIM_PROTECTION_SECRETMEM,
    ENOUGH = 8 << 20
};

struct denial {
    unsigned call, error;
    uint32_t secret, locked, dump, fork;
    int comes_first;          /* before pages of memfd_secret are mapped */
    int without_memfd_secret; /* that is denied too */
    int creates_nothing;
};

static const struct denial denials[] = {
    {SYS_madvise, EPERM, DENIED, NONE, DENIED, DENIED, 0, 0, 0},
    {SYS_madvise, ENOSYS, DENIED, NONE, DENIED, DENIED, 0, 0, 0},
    {SYS_madvise, EINVAL, UNAVAILABLE, NONE, UNAVAILABLE, UNAVAILABLE, 0, 0, 0},
    {SYS_pipe2, EPERM, DENIED, NONE, NONE, NONE, 1, 0, 0},
#if defined(__GLIBC__) /* musl then calls pipe() */
    {SYS_pipe2, ENOSYS, DENIED, NONE, NONE, NONE, 1, 0, 0},
#endif
    {SYS_pipe2, EMFILE, DESCRIPTORS, NONE, NONE, NONE, 1, 0, 0},
    {SYS_pipe2, ENOMEM, MEMORY, NONE, NONE, NONE, 1, 0, 0},
    {SYS_ftruncate, EPERM, DENIED, NONE, NONE, NONE, 1, 0, 0},
    {SYS_ftruncate, ENOMEM, MEMORY, NONE, NONE, NONE, 1, 0, 0},
    {MEMFD_SECRET, EPERM, DENIED, NONE, NONE, NONE, 1, 0, 0},
    {MEMFD_SECRET, EACCES, DENIED, NONE, NONE, NONE, 1, 0, 0},
    {MEMFD_SECRET, ENOSYS, UNAVAILABLE, NONE, NONE, NONE, 1, 0, 0},
    {MEMFD_SECRET, ENFILE, DESCRIPTORS, NONE, NONE, NONE, 1, 0, 0},
    {SYS_mlock, EPERM, NONE, NONE, NONE, NONE, 0, 0, 0},
    {SYS_mlock, EPERM, UNAVAILABLE, DENIED, NONE, NONE, 1, 1, 0},
    {SYS_mlock, ENOSYS, UNAVAILABLE, DENIED, NONE, NONE, 1, 1, 0},
    {SYS_mlock, EAGAIN, UNAVAILABLE, MEMORY, NONE, NONE, 1, 1, 0},
    {SYS_mremap, EPERM, DENIED, NONE, NONE, NONE, 0, 0, 0},
    {SYS_mremap, ENOMEM, MEMORY, NONE, NONE, NONE, 0, 0, 0},
    {SYS_mprotect, EPERM, DENIED, DENIED, DENIED, DENIED, 0, 0, 1},
    {SYS_mprotect, ENOMEM, MEMORY, MEMORY, MEMORY, MEMORY, 0, 0, 1},
};

/* Whether a child that is forked off now has the secret where its parent has it. */
static int child_has(const unsigned char *bytes, const char *secret, size_t length) {
    int status = 0;
    pid_t child = fork();
    if (child == 0) {
        signal(SIGSEGV, SIG_DFL); /* pages that are not there end the child */
        _exit(memcmp(bytes, secret, length) != 0);
    }
    if (child < 0 || waitpid(child, &status, 0) != child)
        return -1;
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

static int report_of(scrim_memory_report *report) {
    *report = (scrim_memory_report)SCRIM_MEMORY_REPORT_INIT;
    CHECK(scrim_memory_usage(report) == SCRIM_OK);
    return 0;
}

static int has_reasons(const struct denial *expected) {
    scrim_memory_report report;
    CHECK(report_of(&report) == 0);
    if (report.secretmem_unprotected != expected->secret || report.locked_unprotected != expected->locked ||
        report.no_dump_unprotected != expected->dump || report.no_fork_unprotected != expected->fork)
        fprintf(stderr, "call %u denied with %u: secret %u, locked %u, dump %u, fork %u\n", expected->call, expected->error,
                report.secretmem_unprotected, report.locked_unprotected, report.no_dump_unprotected, report.no_fork_unprotected);
    CHECK(report.secretmem_unprotected == expected->secret);
    CHECK(report.locked_unprotected == expected->locked);
    CHECK(report.no_dump_unprotected == expected->dump && report.no_fork_unprotected == expected->fork);
    return 0;
}

/* A bit is lacking where there is a reason, and the kernel and a child agree with it. */
static int bits_agree(scrim_text *text, uint32_t protection) {
    static const char secret[] = "of the parent alone";
    scrim_memory_report report;
    char flags[512];
    uintptr_t end;
    const unsigned char *bytes = address_of(text);
    CHECK(report_of(&report) == 0);
    CHECK(protection & SCRIM_PROTECTION_GUARDED);
    CHECK(((protection & SCRIM_PROTECTION_LOCKED) != 0) == (report.locked_unprotected == NONE));
    CHECK(((protection & SCRIM_PROTECTION_NO_DUMP) != 0) == (report.no_dump_unprotected == NONE));
    CHECK(((protection & SCRIM_PROTECTION_NO_FORK) != 0) == (report.no_fork_unprotected == NONE));
    CHECK(((protection & SECRET) != 0) == (report.secretmem_unprotected == NONE));
    CHECK(flags_of(bytes, flags, sizeof flags, &end));
    CHECK((strstr(flags, " lo") != NULL) == ((protection & SCRIM_PROTECTION_LOCKED) != 0));
    CHECK((strstr(flags, " dd") != NULL) == ((protection & SCRIM_PROTECTION_NO_DUMP) != 0));
    CHECK(scrim_text_set(text, secret, sizeof secret - 1) == SCRIM_OK);
    CHECK(child_has(bytes, secret, sizeof secret - 1) == !(protection & SCRIM_PROTECTION_NO_FORK));
    return 0;
}

/* Pages that turned out to lack a protection have been given back. */
static int keeps_no_rejected_pages(uint32_t protection) {
    char line[512];
    int count = 0;
    FILE *maps = fopen("/proc/self/maps", "r");
    CHECK(maps != NULL);
    while (fgets(line, sizeof line, maps) != NULL)
        count += strstr(line, "/secretmem") != NULL;
    fclose(maps);
    CHECK(count == ((protection & SECRET) != 0));
    return 0;
}

/* What is lacking can be required, and is refused. */
static int bits_bind(uint32_t protection) {
    scrim_text_options options = SCRIM_TEXT_OPTIONS_INIT;
    scrim_text *text;
    for (uint32_t bit = 1; bit <= SECRET; bit <<= 1) {
        options.required_protection = bit;
        scrim_status status = scrim_text_create(&options, &text);
        CHECK(status == (protection & bit ? SCRIM_OK : SCRIM_ERROR_PROTECTION));
        if (status == SCRIM_OK)
            scrim_text_destroy(text);
    }
    return 0;
}

struct run {
    const struct denial *denial;
    int has_capability, has_lock, has_memfd_secret;
};

static int deny_one(void *data) {
    const struct run *run = data;
    const struct denial *denial = run->denial;
    struct denial expected = *denial;
    scrim_text_options options = SCRIM_TEXT_OPTIONS_INIT;
    scrim_text *text = NULL;
    uint32_t protection;
    if (!run->has_capability)
        CHECK(limit_locked_bytes(run->has_lock ? ENOUGH : 0) == 0);
    if (!run->has_lock) {
        if (!denial->comes_first)
            expected.secret = PRIVILEGE; /* its pages cannot be mapped, so that the denied call is not made */
        if (expected.locked == NONE || denial->error == EPERM)
            expected.locked = PRIVILEGE; /* mlock fails so with a limit of 0 and with a filter alike */
    }
    if (!run->has_memfd_secret && denial->call != SYS_pipe2 && denial->call != MEMFD_SECRET)
        expected.secret = UNAVAILABLE;
    if (!run->has_memfd_secret && denial->call == SYS_mlock && expected.locked == NONE)
        expected.locked = DENIED;
    if (denial->without_memfd_secret)
        CHECK(deny_memfd_secret() == 0);
    CHECK(deny_call(denial->call, denial->error) == 0);
    if (denial->creates_nothing) {
        CHECK(scrim_text_create(&options, &text) == SCRIM_ERROR_NO_MEMORY && text == NULL);
        expected.locked = denial->locked; /* nor was there a page to be locked */
        CHECK(keeps_no_rejected_pages(0) == 0);
        return has_reasons(&expected);
    }
    CHECK(scrim_text_create(&options, &text) == SCRIM_OK);
    CHECK(scrim_text_protection(text, &protection) == SCRIM_OK);
    CHECK(has_reasons(&expected) == 0);
    CHECK(keeps_no_rejected_pages(protection) == 0);
    CHECK(bits_agree(text, protection) == 0 && bits_bind(protection) == 0);
    if (denial->call == SYS_madvise) { /* the library then compares ids of processes, and knows its own */
        char hash[SCRIM_HASH_MAX_LENGTH];
        size_t length;
        CHECK(scrim_text_hash(text, SCRIM_HASH_LOW_MEMORY, NULL, 0, hash, sizeof hash, &length) == SCRIM_OK);
    }
    scrim_text_destroy(text);
    return 0;
}

static void deny_each(int has_capability, int has_lock) {
    SKIP_WHERE_EMULATED("no seccomp, no advice on memory");
    if (built_with_asan() || running_on_valgrind()) {
        print_message("the system calls do not reach the kernel here: skipped\n");
        skip();
    }
    int failures = 0;
    for (size_t i = 0; i < sizeof denials / sizeof *denials; i++) {
        struct run run = {&denials[i], has_capability, has_lock, kernel_has_memfd_secret()};
        int status = status_in_child(deny_one, &run);
        if (status != 0)
            print_message("call %u denied with %u: the child left with %#x\n", denials[i].call, denials[i].error, (unsigned)status);
        failures += status != 0;
    }
    assert_int_equal(failures, 0);
}

static void test_with_the_capability(void **state) {
    (void)state;
    struct __user_cap_header_struct header = {_LINUX_CAPABILITY_VERSION_3, 0};
    struct __user_cap_data_struct data[2];
    if (syscall(SYS_capget, &header, data) != 0 || !(data[0].effective >> CAP_IPC_LOCK & 1)) {
        print_message("no CAP_IPC_LOCK here: skipped\n");
        skip();
    }
    deny_each(1, 1);
}

static void test_within_the_limit(void **state) {
    (void)state;
    deny_each(0, 1);
}

static void test_without_locked_memory(void **state) {
    (void)state;
    deny_each(0, 0);
}

/* ---- What else a secret passes through ---- */

static int in_weaker_memory(void *data) {
    scrim_memory_report report;
    scrim_text *text;
    int ends[2];
    (void)data;
    text = new_text(40);
    CHECK(scrim_text_insert(text, "1234", 4) == SCRIM_OK);
    CHECK(pipe(ends) == 0 && write(ends[1], "5678", 4) == 4);
    CHECK(deny_call(SYS_madvise, EPERM) == 0); /* from here on no page is as good as the text's */
    CHECK(scrim_text_write_fd(text, ends[1], 0) == SCRIM_ERROR_PROTECTION);
    CHECK(report_of(&report) == 0);
    CHECK(report.no_dump_unprotected == DENIED && report.no_fork_unprotected == DENIED && report.locked_unprotected == NONE);
    CHECK((report.secretmem_unprotected == NONE) == kernel_has_memfd_secret()); /* nothing is said of that: such a page never is */
    CHECK(scrim_text_read_fd(text, ends[0], 0) == SCRIM_ERROR_PROTECTION);
    char box[512], key[SCRIM_SEAL_KEY_SIZE] = {9};
    size_t length;
    scrim_text *large = NULL;
    scrim_text_options options = SCRIM_TEXT_OPTIONS_INIT;
    options.capacity = 5000;
    options.required_protection = SCRIM_PROTECTION_NO_FORK;
    CHECK(scrim_text_create(&options, &large) == SCRIM_ERROR_PROTECTION && large == NULL);
    /* The message to be sealed is in memory of another size, of which none is there yet. */
    CHECK(scrim_text_seal(text, key, sizeof key, NULL, 0, box, sizeof box, &length) == SCRIM_ERROR_PROTECTION);
    scrim_text_destroy(text);
    return 0;
}

static void test_no_way_through_weaker_memory(void **state) {
    (void)state;
    SKIP_WHERE_EMULATED("no seccomp, no advice on memory");
    if (built_with_asan() || running_on_valgrind())
        skip();
    passes_in_child(in_weaker_memory, NULL);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(test_with_the_capability, nothing_left),
        cmocka_unit_test_teardown(test_within_the_limit, nothing_left),
        cmocka_unit_test_teardown(test_without_locked_memory, nothing_left),
        cmocka_unit_test_teardown(test_no_way_through_weaker_memory, nothing_left),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
