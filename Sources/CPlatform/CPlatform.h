/* SPDX-License-Identifier: MIT */
/*
 * What Swift cannot import from glibc as it stands: macros that are not constants (errno, MAP_FAILED), variadic functions (syscall, prctl),
 * and constants that the headers of Debian 12 do not have yet. Everything else comes from the headers included here.
 */
#ifndef SCRIM_CPLATFORM_H
#define SCRIM_CPLATFORM_H

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <sys/syscall.h>
#include <unistd.h>

static inline int platform_errno(void) { return errno; }

/* NULL where mmap failed: MAP_FAILED is a cast that Swift does not import. */
static inline void *platform_map(size_t length, int protection, int flags, int fd) {
    void *address = mmap(NULL, length, protection, flags, fd, 0);
    return address == MAP_FAILED ? NULL : address;
}

/* Maps over pages that are mapped already: 0, or -1. */
static inline int platform_map_over(void *at, size_t length, int protection, int flags, int fd) {
    return mmap(at, length, protection, flags | MAP_FIXED, fd, 0) == MAP_FAILED ? -1 : 0;
}

/* A descriptor of memory that the kernel itself does not map, closed by exec, or -1. Number 447 on amd64 and arm64. */
static inline int platform_memfd_secret(void) {
    return (int)syscall(447, (unsigned)O_CLOEXEC);
}

/* The allocator's own functions behind the linker's --wrap (cmake/ScrimLibrary.cmake); only the shared library has them. */
extern int __real_posix_memalign(void **out, size_t alignment, size_t size);
extern void __real_free(void *block);

#endif
