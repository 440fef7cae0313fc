/* SPDX-License-Identifier: MIT */
/*
 * How many bytes of the heap are in use. musl keeps no such number. There, this header replaces the program's allocator with one that
 * counts; include it in one source of a program only.
 */
#ifndef SCRIM_TESTS_HEAP_H
#define SCRIM_TESTS_HEAP_H

#include <malloc.h>
#include <stddef.h>

#ifdef WITH_ASAN /* support.h says so */

size_t __sanitizer_get_current_allocated_bytes(void);
static inline size_t heap_in_use(void) { return __sanitizer_get_current_allocated_bytes(); }

#elif defined(__GLIBC__)

static inline size_t heap_in_use(void) {
    const struct mallinfo2 all = mallinfo2();
    return all.uordblks + all.hblkhd;
}

#else

#include <errno.h>

#include "library_allocator.h"

static _Atomic size_t heap_bytes;

static inline size_t heap_in_use(void) { return heap_bytes; }

static void *heap_count(void *block) {
    heap_bytes += malloc_usable_size(block);
    return block;
}

void *malloc(size_t size) { return heap_count(library_malloc(size)); }

void *calloc(size_t count, size_t size) { return heap_count(library_calloc(count, size)); }

void *realloc(void *block, size_t size) {
    const size_t before = malloc_usable_size(block);
    void *moved = library_realloc(block, size);
    if (moved == NULL)
        return NULL;
    heap_bytes -= before;
    return heap_count(moved);
}

void *aligned_alloc(size_t alignment, size_t size) { return heap_count(library_memalign(alignment, size)); }

int posix_memalign(void **out, size_t alignment, size_t size) {
    void *block = heap_count(library_memalign(alignment, size));
    return block == NULL ? ENOMEM : (*out = block, 0);
}

void free(void *block) {
    heap_bytes -= malloc_usable_size(block);
    library_free(block);
}

#endif

#endif
