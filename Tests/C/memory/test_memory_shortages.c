/* SPDX-License-Identifier: MIT */
/*
 * If a call cannot get a protection, later calls ask for it again. If the kernel refuses something to one thread, the others go on as
 * before. This program's madvise is the library's, too. Only children call the library, so each of them begins anew.
 */
#define _GNU_SOURCE
#include "support/kernel.h"
#include "texts.h"

#include <pthread.h>
#include <stdatomic.h>
#include <sys/mman.h>
#include <sys/resource.h>

enum {
    ENOUGH = 64, /* texts until a better arena is asked for again */
    ARENA = 65536
};

static _Thread_local int is_second;
static atomic_int waits, goes_on;
static void *second_page;

/* The second thread waits until the first one has used the library. The kernel then refuses its advice. */
int madvise(void *at, size_t length, int advice) {
    if (is_second && advice == MADV_WIPEONFORK) {
        second_page = at;
        atomic_store(&waits, 1);
        while (!atomic_load(&goes_on))
            sched_yield();
        errno = ENOMEM;
        return -1;
    }
    return (int)syscall(SYS_madvise, at, length, advice);
}

static int is_secret(const scrim_text *text) { return has(text, SCRIM_PROTECTION_SECRETMEM); }

static uint64_t mapped_bytes(void) {
    scrim_memory_report report = SCRIM_MEMORY_REPORT_INIT;
    return scrim_memory_usage(&report) == SCRIM_OK ? report.mapped_bytes : 0;
}

static int asks_again(void *keeps_text) {
    struct rlimit limit, none;
    CHECK(getrlimit(RLIMIT_NOFILE, &limit) == 0);
    none = limit;
    none.rlim_cur = 0;
    CHECK(setrlimit(RLIMIT_NOFILE, &none) == 0);
    scrim_text *first = make(SCRIM_TEXT_DEFAULT_CAPACITY);
    CHECK(first != NULL && !is_secret(first));
    scrim_memory_report report = SCRIM_MEMORY_REPORT_INIT;
    scrim_text *second = make(SCRIM_TEXT_DEFAULT_CAPACITY); /* asks in vain, and takes the same pages */
    CHECK(second != NULL && !is_secret(second) && mapped_bytes() == ARENA);
    CHECK(scrim_memory_usage(&report) == SCRIM_OK && report.secretmem_unprotected == SCRIM_UNPROTECTED_DESCRIPTORS);
    CHECK(report.locked_unprotected == SCRIM_UNPROTECTED_NONE && report.locked_bytes == ARENA);
    scrim_text_destroy(second);
    CHECK(setrlimit(RLIMIT_NOFILE, &limit) == 0);
    if (*(const int *)keeps_text == 0)
        scrim_text_destroy(first);
    int weak = 0;
    scrim_text *text;
    for (int i = 0; i < 10 * ENOUGH; i++) {
        CHECK((text = make(SCRIM_TEXT_DEFAULT_CAPACITY)) != NULL);
        weak += !is_secret(text);
        scrim_text_destroy(text);
        /* The pages of the better kind stay, and those of the first text while it lives. */
        if (weak < i)
            CHECK(mapped_bytes() == (*(const int *)keeps_text ? 2 : 1) * (uint64_t)ARENA);
    }
    CHECK(weak > 0 && weak < ENOUGH);
    if (*(const int *)keeps_text)
        scrim_text_destroy(first);
    CHECK(mapped_bytes() == ARENA);
    return 0;
}

static int grants_secret_memory(void *unused) {
    (void)unused;
    scrim_text *text = make(SCRIM_TEXT_DEFAULT_CAPACITY);
    struct rlimit limit;
    CHECK(getrlimit(RLIMIT_MEMLOCK, &limit) == 0);
    int found = is_secret(text) && limit.rlim_cur >= 2 * ARENA;
    scrim_text_destroy(text);
    return !found;
}

static void test_a_shortage_passes(void **state) {
    (void)state;
    SKIP_WHERE_EMULATED("no memfd_secret");
    if (running_on_valgrind() || status_in_child(grants_secret_memory, NULL) != 0)
        skip();
    static int keeps_text[] = {0, 1};
    passes_in_child(asks_again, &keeps_text[0]);
    passes_in_child(asks_again, &keeps_text[1]);
}

/* The only pages that may be locked are those of the text. */
static int hashes_with_a_pepper(void *unused) {
    (void)unused;
    char hash[SCRIM_HASH_MAX_LENGTH + 1];
    unsigned char pepper[SCRIM_HASH_PEPPER_SIZE] = {1};
    size_t length;
    uint32_t matches = 0;
    CHECK(limit_locked_bytes(ARENA) == 0);
    scrim_text_options options = SCRIM_TEXT_OPTIONS_INIT;
    scrim_text *text;
    options.capacity = 256;
    CHECK(scrim_text_create(&options, &text) == SCRIM_OK && scrim_text_insert(text, "2468", 4) == SCRIM_OK);
    CHECK(scrim_text_hash(text, SCRIM_HASH_LOW_MEMORY, pepper, sizeof pepper, hash, sizeof hash, &length) == SCRIM_OK);
    CHECK(scrim_text_verify(text, hash, length, pepper, sizeof pepper, &matches) == SCRIM_OK && matches == 1);
    scrim_text_destroy(text);
    return 0;
}

static void test_a_pepper_under_a_low_limit(void **state) {
    (void)state;
    if (running_on_valgrind() || built_with_asan())
        skip();
    passes_in_child(hashes_with_a_pepper, NULL);
}

static void *begin_second(void *unused) {
    (void)unused;
    is_second = 1;
    return (void *)scrim_live_handles(SCRIM_HANDLE_TEXT);
}

static int begins_twice(void *unused) {
    (void)unused;
    pthread_t second;
    CHECK(pthread_create(&second, NULL, begin_second, NULL) == 0);
    while (!atomic_load(&waits))
        sched_yield();
    scrim_text *text = make(SCRIM_TEXT_DEFAULT_CAPACITY);
    CHECK(text != NULL && scrim_text_insert(text, "12", 2) == SCRIM_OK);
    atomic_store(&goes_on, 1);
    CHECK(pthread_join(second, NULL) == 0);
    unsigned char is_resident;
    CHECK(mincore(second_page, 1, &is_resident) == -1 && errno == ENOMEM); /* its page is of no use, and is unmapped */
    CHECK(scrim_text_insert(text, "34", 2) == SCRIM_OK);
    scrim_text_destroy(text);
    return 0;
}

static void test_two_threads_begin_and_the_kernel_answers_them_differently(void **state) {
    (void)state;
    if (running_on_valgrind())
        skip();
    passes_in_child(begins_twice, NULL);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_shortage_passes),
        cmocka_unit_test(test_a_pepper_under_a_low_limit),
        cmocka_unit_test(test_two_threads_begin_and_the_kernel_answers_them_differently),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
