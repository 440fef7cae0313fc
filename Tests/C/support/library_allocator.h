/* SPDX-License-Identifier: MIT */
/*
 * The C library's own allocator, for programs that replace it. glibc exports it under second names. musl does not, and its calloc() and
 * posix_memalign() call the program's malloc() and aligned_alloc(), so only the functions below them are looked up.
 */
#ifndef SCRIM_TESTS_LIBRARY_ALLOCATOR_H
#define SCRIM_TESTS_LIBRARY_ALLOCATOR_H

#include <stddef.h>

#if defined(__GLIBC__)

extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *block, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);
extern void __libc_free(void *block);
#define library_malloc __libc_malloc
#define library_calloc __libc_calloc
#define library_realloc __libc_realloc
#define library_memalign __libc_memalign
#define library_free __libc_free

#else

#include <dlfcn.h>
#include <errno.h>
#include <stdint.h>
#include <string.h>

/* The next definition of a function after the program's own. dlsym() of musl allocates nothing if it finds the name. */
#define LIBRARY_FUNCTION(result, name, types) \
    static inline result(*library_find_##name(void)) types { \
        static result(*function) types; \
        if (function == NULL) \
            *(void **)&function = dlsym(((void *)-1) /* RTLD_NEXT */, #name); \
        return function; \
    }
LIBRARY_FUNCTION(void *, malloc, (size_t))
LIBRARY_FUNCTION(void *, realloc, (void *, size_t))
LIBRARY_FUNCTION(void *, aligned_alloc, (size_t, size_t))
LIBRARY_FUNCTION(void, free, (void *))

#define library_malloc library_find_malloc()
#define library_realloc library_find_realloc()
#define library_memalign library_find_aligned_alloc()
#define library_free library_find_free()

static inline void *library_calloc(size_t count, size_t size) {
    void *block;
    if (size != 0 && count > SIZE_MAX / size)
        return errno = ENOMEM, NULL;
    block = library_malloc(count * size);
    return block == NULL ? NULL : memset(block, 0, count * size);
}

#endif

#endif
