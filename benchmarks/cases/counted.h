/* SPDX-License-Identifier: MIT */
/* Counts allocations: these stand before the C library's, for the library too. The program defines _GNU_SOURCE. */
#ifndef COUNTED_H
#define COUNTED_H

#include <dlfcn.h>
#include <stdlib.h>

static long allocations;

#define COUNTED(result, name, parameters, ...) \
    result name parameters { \
        static result(*next) parameters; \
        if (next == NULL) \
            *(void **)&next = dlsym(RTLD_NEXT, #name); \
        allocations++; \
        return next(__VA_ARGS__); \
    }

COUNTED(void *, malloc, (size_t size), size)
COUNTED(void *, calloc, (size_t count, size_t size), count, size)
COUNTED(void *, realloc, (void *block, size_t size), block, size)
COUNTED(int, posix_memalign, (void **block, size_t alignment, size_t size), block, alignment, size)
COUNTED(void *, aligned_alloc, (size_t alignment, size_t size), alignment, size)

#endif
