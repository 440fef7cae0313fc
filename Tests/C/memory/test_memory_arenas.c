/* SPDX-License-Identifier: MIT */
/*
 * Which arena a text is stored in if several have a free slot, and when an empty arena is unmapped. Only children call the library, so
 * each of them begins without arenas.
 */
#define _GNU_SOURCE
#include "pages.h"
#include "texts.h"

#include "support/heap.h"

#include <sys/mman.h>

enum {
    ARENA = 65536,
    SLOTS = 512 /* texts of 64 bytes in an arena */
};

static int fill(scrim_text *texts[SLOTS]) {
    for (int i = 0; i < SLOTS; i++)
        CHECK((texts[i] = make(64)) != NULL);
    return 0;
}

static void destroy_all(scrim_text *texts[SLOTS]) {
    for (int i = 0; i < SLOTS; i++)
        scrim_text_destroy(texts[i]);
}

static scrim_memory_report usage(void) {
    scrim_memory_report report = SCRIM_MEMORY_REPORT_INIT;
    if (scrim_memory_usage(&report) != SCRIM_OK)
        report.mapped_bytes = UINT64_MAX;
    return report;
}

static void passes_where_limits_hold(int (*body)(void *), void *data) {
    if (built_with_asan() || running_on_valgrind()) {
        print_message("mlock does not reach the kernel here: skipped\n");
        skip();
    }
    struct rlimit limit;
    if (getrlimit(RLIMIT_MEMLOCK, &limit) == 0 && limit.rlim_max < LOCKED_ROOM) {
        print_message("the limit of locked memory cannot be raised here: skipped\n");
        skip();
    }
    passes_in_child(body, data);
}

/* ---- Empty arenas ---- */

static int unmaps_what_another_replaces(void *unused) {
    static scrim_text *texts[SLOTS];
    scrim_text *last;
    size_t heap = 0;
    (void)unused;
    for (int round = 0; round < 4; round++) {
        CHECK(fill(texts) == 0);
        CHECK((last = make(64)) != NULL && usage().mapped_bytes == 2 * ARENA);
        uint32_t first = 0, second = 0;
        CHECK(scrim_text_protection(texts[0], &first) == SCRIM_OK && scrim_text_protection(last, &second) == SCRIM_OK);
        if (first != second) {
            fprintf(stderr, "the limit of locked memory is too low for two arenas here\n");
            return 0;
        }
        destroy_all(texts);
        CHECK(usage().mapped_bytes == ARENA);
        scrim_text_destroy(last);
        CHECK(usage().mapped_bytes == ARENA && usage().arenas == 1);
        if (round == 0)
            heap = heap_in_use();
    }
    CHECK(heap_in_use() == heap);
    return 0;
}

static void test_an_empty_arena_is_unmapped_if_another_has_room(void **state) {
    (void)state;
    passes_in_child(unmaps_what_another_replaces, NULL);
}

static int keeps_one_of_each_size(void *unused) {
    (void)unused;
    scrim_text *small = make(32), *text = make(64);
    CHECK(small != NULL && text != NULL && usage().arenas == 2);
    scrim_text_destroy(text);
    CHECK(usage().arenas == 2);
    scrim_text_destroy(small);
    CHECK(usage().arenas == 2);
    return 0;
}

static void test_an_arena_of_another_size_replaces_none(void **state) {
    (void)state;
    passes_in_child(keeps_one_of_each_size, NULL);
}

/* An arena that is not locked is kept empty only as long as the locked one is full. */
static int unmaps_what_is_worse(void *unused) {
    static scrim_text *texts[SLOTS];
    scrim_text *plain, *more;
    (void)unused;
    CHECK(deny_memfd_secret() == 0 && limit_locked_for_now(0) == 0);
    CHECK((plain = make(64)) != NULL && !has(plain, SCRIM_PROTECTION_LOCKED));
    CHECK(limit_locked_for_now(ARENA) == 0);
    CHECK(fill(texts) == 0 && usage().locked_bytes == ARENA);
    scrim_text_destroy(plain);
    CHECK(usage().mapped_bytes == 2 * ARENA);
    destroy_all(texts);
    CHECK(usage().mapped_bytes == ARENA && usage().locked_bytes == ARENA);
    /* The unmapped arena is in no list: when the locked one is full again, another is mapped. */
    CHECK(fill(texts) == 0 && usage().mapped_bytes == ARENA);
    CHECK((more = make(64)) != NULL && scrim_text_insert(more, "12", 2) == SCRIM_OK);
    CHECK(usage().mapped_bytes == 2 * ARENA && usage().locked_bytes == ARENA);
    scrim_text_destroy(more);
    destroy_all(texts);
    return 0;
}

static void test_an_empty_worse_arena_is_unmapped(void **state) {
    (void)state;
    passes_where_limits_hold(unmaps_what_is_worse, NULL);
}

static int returns_all_of_a_damaged_arena(void *unused) {
    size_t length, heap = 0;
    (void)unused;
    for (int round = 0; round < 20; round++) {
        scrim_text *text = make(64);
        CHECK(text != NULL);
        address_of(text)[-1] ^= 1;
        CHECK(scrim_text_count(text, &length) == SCRIM_ERROR_CORRUPTED);
        scrim_text_destroy(text);
        CHECK(usage().mapped_bytes == 0);
        if (round == 0)
            heap = heap_in_use();
    }
    CHECK(heap_in_use() == heap);
    return 0;
}

static void test_a_damaged_arena_leaves_nothing_on_the_heap(void **state) {
    (void)state;
    passes_in_child(returns_all_of_a_damaged_arena, NULL);
}

/* ---- The best of several arenas ---- */

/* The newest arena has a free slot, but is not locked. An older one is. */
static int prefers_locked(void *unused) {
    static scrim_text *locked[SLOTS], *plain[SLOTS];
    (void)unused;
    CHECK(deny_memfd_secret() == 0 && limit_locked_for_now(ARENA) == 0);
    CHECK(fill(locked) == 0 && fill(plain) == 0);
    CHECK(has(locked[0], SCRIM_PROTECTION_LOCKED) && !has(plain[0], SCRIM_PROTECTION_LOCKED));
    scrim_text_destroy(locked[0]);
    scrim_text_destroy(plain[0]);
    CHECK((locked[0] = make(64)) != NULL && has(locked[0], SCRIM_PROTECTION_LOCKED));
    CHECK((plain[0] = make(64)) != NULL && !has(plain[0], SCRIM_PROTECTION_LOCKED));
    CHECK(usage().mapped_bytes == 2 * ARENA);
    destroy_all(locked);
    destroy_all(plain);
    return 0;
}

static void test_a_locked_arena_is_used_first(void **state) {
    (void)state;
    passes_where_limits_hold(prefers_locked, NULL);
}

/* The newest arena has a free slot, but is not of memfd_secret. An older one is. */
static int prefers_secret(void *is_final) {
    static scrim_text *secret[SLOTS], *locked[SLOTS];
    struct rlimit files;
    CHECK(fill(secret) == 0 && has(secret[0], SCRIM_PROTECTION_SECRETMEM));
    CHECK(getrlimit(RLIMIT_NOFILE, &files) == 0);
    files.rlim_cur = 0;
    CHECK((*(const int *)is_final ? deny_call(MEMFD_SECRET, EPERM) : setrlimit(RLIMIT_NOFILE, &files)) == 0);
    CHECK(fill(locked) == 0);
    CHECK(has(locked[0], SCRIM_PROTECTION_LOCKED) && !has(locked[0], SCRIM_PROTECTION_SECRETMEM));
    scrim_text_destroy(secret[0]);
    scrim_text_destroy(locked[0]);
    CHECK((secret[0] = make(64)) != NULL && has(secret[0], SCRIM_PROTECTION_SECRETMEM));
    CHECK((locked[0] = make(64)) != NULL && !has(locked[0], SCRIM_PROTECTION_SECRETMEM));
    CHECK(usage().mapped_bytes == 2 * ARENA);
    destroy_all(secret);
    destroy_all(locked);
    return 0;
}

/* Both arenas are locked, but the kernel refused madvise() for the newest one. An older one is not dumped. */
static int prefers_not_dumped(void *unused) {
    static scrim_text *kept[SLOTS], *dumped[SLOTS];
    (void)unused;
    CHECK(deny_memfd_secret() == 0 && limit_locked_for_now(4 * ARENA) == 0);
    CHECK(fill(kept) == 0 && deny_call(SYS_madvise, EPERM) == 0 && fill(dumped) == 0);
    CHECK(has(kept[0], SCRIM_PROTECTION_LOCKED) && has(kept[0], SCRIM_PROTECTION_NO_DUMP));
    CHECK(has(dumped[0], SCRIM_PROTECTION_LOCKED) && !has(dumped[0], SCRIM_PROTECTION_NO_DUMP));
    scrim_text_destroy(kept[0]);
    scrim_text_destroy(dumped[0]);
    CHECK((kept[0] = make(64)) != NULL && has(kept[0], SCRIM_PROTECTION_NO_DUMP));
    CHECK((dumped[0] = make(64)) != NULL && !has(dumped[0], SCRIM_PROTECTION_NO_DUMP));
    CHECK(usage().mapped_bytes == 2 * ARENA);
    destroy_all(kept);
    destroy_all(dumped);
    return 0;
}

static void test_an_arena_that_is_not_dumped_is_used_first(void **state) {
    (void)state;
    SKIP_WHERE_EMULATED("qemu knows no filters");
    passes_where_limits_hold(prefers_not_dumped, NULL);
}

static int has_no_secret_memory(void *unused) {
    (void)unused;
    scrim_text *text = make(64);
    struct rlimit limit;
    int found = has(text, SCRIM_PROTECTION_SECRETMEM) && getrlimit(RLIMIT_MEMLOCK, &limit) == 0 && limit.rlim_cur >= LOCKED_ROOM;
    scrim_text_destroy(text);
    return !found;
}

static void skip_without_secret_memory(void) {
    SKIP_WHERE_EMULATED("no memfd_secret");
    if (built_with_asan() || running_on_valgrind() || status_in_child(has_no_secret_memory, NULL) != 0) {
        print_message("no memfd_secret here: skipped\n");
        skip();
    }
}

static void test_an_arena_of_memfd_secret_is_used_first(void **state) {
    (void)state;
    skip_without_secret_memory();
    static int is_final[] = {0, 1};
    passes_in_child(prefers_secret, &is_final[0]);
    passes_in_child(prefers_secret, &is_final[1]);
}

/* Texts share an arena that has guard pages and nothing else. */
static int shares_the_worst(void *unused) {
    uint32_t protection = 0;
    scrim_text *first, *second;
    (void)unused;
    CHECK(deny_memfd_secret() == 0 && limit_locked_for_now(0) == 0);
    CHECK(getenv("SCRIM_EMULATED") != NULL || deny_call(SYS_madvise, EPERM) == 0); /* qemu follows no advice */
    CHECK((first = make(64)) != NULL && scrim_text_protection(first, &protection) == SCRIM_OK);
    CHECK(protection == SCRIM_PROTECTION_GUARDED);
    CHECK((second = make(64)) != NULL && usage().mapped_bytes == ARENA);
    scrim_text_destroy(first);
    scrim_text_destroy(second);
    return 0;
}

static void test_texts_share_the_worst_arena(void **state) {
    (void)state;
    passes_where_limits_hold(shares_the_worst, NULL);
}

/* ---- The report ---- */

/* Two sizes lack two protections. Better pages for the first size then lack none, and these are the newest. */
static int reports_the_newest(void *unused) {
    struct rlimit files, none;
    scrim_text *first, *second, *third;
    (void)unused;
    CHECK(limit_locked_for_now(ARENA) == 0);
    CHECK(getrlimit(RLIMIT_NOFILE, &files) == 0);
    none = files;
    none.rlim_cur = 0;
    CHECK(setrlimit(RLIMIT_NOFILE, &none) == 0);
    CHECK((first = make(64)) != NULL && has(first, SCRIM_PROTECTION_LOCKED));
    CHECK((second = make(4000)) != NULL && !has(second, SCRIM_PROTECTION_LOCKED));
    CHECK(usage().secretmem_unprotected == SCRIM_UNPROTECTED_DESCRIPTORS && usage().locked_unprotected == SCRIM_UNPROTECTED_LIMIT);
    CHECK(setrlimit(RLIMIT_NOFILE, &files) == 0 && limit_locked_for_now(LOCKED_ROOM) == 0);
    CHECK((third = make(64)) != NULL && has(third, SCRIM_PROTECTION_SECRETMEM));
    CHECK(usage().secretmem_unprotected == SCRIM_UNPROTECTED_NONE && usage().locked_unprotected == SCRIM_UNPROTECTED_NONE);
    scrim_text_destroy(first);
    scrim_text_destroy(second);
    scrim_text_destroy(third);
    return 0;
}

static void test_the_report_is_about_the_newest_pages(void **state) {
    (void)state;
    skip_without_secret_memory();
    passes_in_child(reports_the_newest, NULL);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_an_empty_arena_is_unmapped_if_another_has_room),
        cmocka_unit_test(test_an_arena_of_another_size_replaces_none),
        cmocka_unit_test(test_an_empty_worse_arena_is_unmapped),
        cmocka_unit_test(test_a_damaged_arena_leaves_nothing_on_the_heap),
        cmocka_unit_test(test_a_locked_arena_is_used_first),
        cmocka_unit_test(test_an_arena_of_memfd_secret_is_used_first),
        cmocka_unit_test(test_an_arena_that_is_not_dumped_is_used_first),
        cmocka_unit_test(test_texts_share_the_worst_arena),
        cmocka_unit_test(test_the_report_is_about_the_newest_pages),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
