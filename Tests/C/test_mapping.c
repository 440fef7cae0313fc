/* SPDX-License-Identifier: MIT */
/*
 * Pages for secrets are mapped beside other threads of the host that map too: whatever fails on the way, what these have
 * mapped meanwhile stays theirs. This program's mmap plays such a thread: it takes the place that a failed call leaves free.
 */
#define _GNU_SOURCE
#include "kernel.h"
#include "support.h"

#include <sys/mman.h>

enum {
    NEIGHBOURS = 16
};

static struct {
    int armed, count;
    unsigned char *start[NEIGHBOURS];
    size_t length[NEIGHBOURS];
} neighbours;

#ifndef WITH_ASAN /* which has an mmap of its own */
void *mmap(void *at, size_t length, int protection, int flags, int fd, off_t offset) {
    void *got = (void *)syscall(SYS_mmap, at, length, protection, flags, fd, offset);
    if (neighbours.armed && got == MAP_FAILED && neighbours.count < NEIGHBOURS) {
        int error = errno, place = neighbours.count++;
        void *taken = (void *)syscall(SYS_mmap, NULL, length, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        memset(taken, 0x5A, length);
        neighbours.start[place] = taken;
        neighbours.length[place] = length;
        errno = error;
    }
    return got;
}
#endif

static int neighbours_are_whole(void) {
    for (int i = 0; i < neighbours.count; i++) {
        for (size_t j = 0; j < neighbours.length[i]; j++)
            CHECK(neighbours.start[i][j] == 0x5A);
    }
    return 0;
}

/* memfd_secret is there, but its pages count as locked, and no page may be. */
static int map_past_the_lock_limit(void *data) {
    static const uint32_t capacities[] = {16, 1000, 30000, 65536};
    scrim_text *texts[4];
    (void)data;
    CHECK(limit_locked_bytes(0) == 0);
    neighbours.armed = 1;
    for (int i = 0; i < 4; i++) {
        scrim_text_options options = SCRIM_TEXT_OPTIONS_INIT;
        uint32_t protection, equal;
        options.capacity = capacities[i];
        CHECK(scrim_text_create(&options, &texts[i]) == SCRIM_OK);
        CHECK(scrim_text_insert(texts[i], "secret", 6) == SCRIM_OK);
        CHECK(scrim_text_equal_bytes(texts[i], "secret", 6, &equal) == SCRIM_OK && equal == 1);
        CHECK(scrim_text_protection(texts[i], &protection) == SCRIM_OK);
        CHECK((protection & (SCRIM_PROTECTION_LOCKED | SCRIM_PROTECTION_SECRET)) == 0);
        CHECK(neighbours_are_whole() == 0);
    }
    for (int i = 0; i < 4; i++)
        scrim_text_destroy(texts[i]);
    return neighbours_are_whole();
}

static void test_neighbours_stay_whole(void **state) {
    (void)state;
    if (built_with_asan())
        skip();
    passes_in_child(map_past_the_lock_limit, NULL);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test_teardown(test_neighbours_stay_whole, nothing_left)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
