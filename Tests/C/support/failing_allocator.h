/* SPDX-License-Identifier: MIT */
/*
 * An allocator that fails when told to. It takes the place of the C library's in the whole program, the libraries
 * included; it counts and fails only what a thread asks for while it is armed.
 */
#ifndef SCRIM_TESTS_FAILING_ALLOCATOR_H
#define SCRIM_TESTS_FAILING_ALLOCATOR_H

#include <errno.h>
#include <limits.h>
#include <stddef.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "library_allocator.h"
#include "support.h"

enum {
    NEVER = INT_MAX
};

static _Thread_local struct {
    int armed;
    int fail_from, fail_to;  /* which allocations fail, counted from 1 */
    unsigned one_in;         /* or one in so many, at random; 0: none */
    unsigned random;
    int count, failed;
    long alive;              /* blocks of this thread that are not freed yet */
    int objects;             /* allocations of Swift's runtime, all by posix_memalign */
    size_t largest_object;
} allocator = {.fail_from = NEVER};

/* Blocks that are not freed yet, of all threads. */
static _Atomic long blocks_alive;

#ifndef WITH_ASAN /* which needs to be the allocator itself */

static int fails(void) {
    if (!allocator.armed)
        return 0;
    allocator.count++;
    int chosen = allocator.count >= allocator.fail_from && allocator.count <= allocator.fail_to;
    if (allocator.one_in != 0) {
        allocator.random = allocator.random * 1664525u + 1013904223u;
        chosen = (allocator.random >> 16) % allocator.one_in == 0;
    }
    allocator.failed += chosen;
    return chosen;
}

static void count_blocks(long change) {
    blocks_alive += change;
    allocator.alive += change;
}

/* What the C library's allocator has none of, where space is limited, is a failure too. */
static void *found(void *block) {
    if (block == NULL)
        allocator.failed += allocator.armed;
    else
        count_blocks(1);
    return block;
}

void *malloc(size_t size) {
    if (fails())
        return errno = ENOMEM, NULL;
    return found(library_malloc(size));
}

void *calloc(size_t count, size_t size) {
    if (fails())
        return errno = ENOMEM, NULL;
    return found(library_calloc(count, size));
}

void *realloc(void *block, size_t size) {
    if (fails())
        return errno = ENOMEM, NULL;
    void *moved = found(library_realloc(block, size));
    if (moved != NULL && block != NULL)
        count_blocks(-1);
    return moved;
}

void *aligned_alloc(size_t alignment, size_t size) {
    if (fails())
        return errno = ENOMEM, NULL;
    return found(library_memalign(alignment, size));
}

void free(void *block) {
    if (block != NULL)
        count_blocks(-1);
    library_free(block);
}

int posix_memalign(void **out, size_t alignment, size_t size) {
    if (allocator.armed) {
        allocator.objects++;
        if (size > allocator.largest_object)
            allocator.largest_object = size;
    }
    if (fails())
        return ENOMEM;
    void *block = found(library_memalign(alignment, size));
    if (block == NULL)
        return ENOMEM;
    *out = block;
    return 0;
}

void *mmap(void *at, size_t length, int protection, int flags, int descriptor, off_t offset) {
    if (fails())
        return errno = ENOMEM, MAP_FAILED;
    long mapped = syscall(SYS_mmap, at, length, protection, flags, descriptor, offset);
    if (mapped == -1)
        allocator.failed += allocator.armed;
    return (void *)mapped;
}

#endif

#endif
