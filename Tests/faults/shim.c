/* SPDX-License-Identifier: MIT */
/*
 * Preloaded into a program (LD_PRELOAD): calls into the C library that fail when told to. SCRIM_FAULT is "FUNCTION N ERROR" for the
 * N-th call alone, "FUNCTION N+ ERROR" for all from the N-th on. Only a thread that has armed itself is counted.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "../C/support/library_allocator.h"
#include "shim.h"

static char function[32];
static long first, last;
static int error_number;
static _Thread_local int armed;
static _Thread_local long calls, failures;

__attribute__((constructor)) static void read_fault(void) {
    char from[16] = "";
    const char *fault = getenv("SCRIM_FAULT");
    if (fault == NULL || sscanf(fault, "%31s %15s %d", function, from, &error_number) != 3)
        return;
    first = strtol(from, NULL, 10);
    last = strchr(from, '+') != NULL ? 1L << 40 : first;
}

void faults_arm(int on) { armed = on; }

long faults_seen(void) { return failures; }

static int fails(const char *name) {
    if (!armed || strcmp(name, function) != 0)
        return 0;
    calls++;
    if (calls < first || calls > last)
        return 0;
    failures++;
    errno = error_number;
    return 1;
}

/* ---- Memory of the process ---- */

void *malloc(size_t size) { return fails("malloc") ? NULL : library_malloc(size); }

void *calloc(size_t count, size_t size) { return fails("malloc") ? NULL : library_calloc(count, size); }

void *realloc(void *block, size_t size) { return fails("malloc") ? NULL : library_realloc(block, size); }

void *aligned_alloc(size_t alignment, size_t size) { return fails("malloc") ? NULL : library_memalign(alignment, size); }

int posix_memalign(void **out, size_t alignment, size_t size) {
    void *block = fails("posix_memalign") ? NULL : library_memalign(alignment, size);
    if (block == NULL)
        return ENOMEM;
    *out = block;
    return 0;
}

/* ---- The kernel ---- */

void *mmap(void *at, size_t length, int protection, int flags, int descriptor, off_t offset) {
    if (fails("mmap"))
        return MAP_FAILED;
    return (void *)syscall(SYS_mmap, at, length, protection, flags, descriptor, offset);
}

int mprotect(void *at, size_t length, int protection) {
    return fails("mprotect") ? -1 : (int)syscall(SYS_mprotect, at, length, protection);
}

int mlock(const void *at, size_t length) { return fails("mlock") ? -1 : (int)syscall(SYS_mlock, at, length); }

int madvise(void *at, size_t length, int advice) {
    return fails("madvise") ? -1 : (int)syscall(SYS_madvise, at, length, advice);
}

int ftruncate(int descriptor, off_t length) {
    return fails("ftruncate") ? -1 : (int)syscall(SYS_ftruncate, descriptor, length);
}

ssize_t getrandom(void *buffer, size_t length, unsigned flags) {
    return fails("getrandom") ? -1 : syscall(SYS_getrandom, buffer, length, flags);
}

ssize_t read(int descriptor, void *buffer, size_t length) {
    return fails("read") ? -1 : syscall(SYS_read, descriptor, buffer, length);
}

ssize_t write(int descriptor, const void *bytes, size_t length) {
    return fails("write") ? -1 : syscall(SYS_write, descriptor, bytes, length);
}

ssize_t pread(int descriptor, void *buffer, size_t length, off_t place) {
    return fails("pread") ? -1 : syscall(SYS_pread64, descriptor, buffer, length, place);
}

ssize_t pwrite(int descriptor, const void *bytes, size_t length, off_t place) {
    return fails("pwrite") ? -1 : syscall(SYS_pwrite64, descriptor, bytes, length, place);
}

int memfd_create(const char *name, unsigned flags) {
    return fails("memfd_create") ? -1 : (int)syscall(SYS_memfd_create, name, flags);
}

/* How the library asks for memfd_secret (447) and moves pages. Six arguments are passed on, used or not. */
long syscall(long number, ...) {
    static long (*real)(long, ...);
    va_list rest;
    long a[6];
    va_start(rest, number);
    for (int i = 0; i < 6; i++)
        a[i] = va_arg(rest, long);
    va_end(rest);
    if ((number == 447 && fails("memfd_secret")) || (number == SYS_mremap && fails("mremap")))
        return -1;
    if (real == NULL) {
        int was_armed = armed;
        armed = 0;
        *(void **)&real = dlsym(RTLD_NEXT, "syscall");
        armed = was_armed;
    }
    return real(number, a[0], a[1], a[2], a[3], a[4], a[5]);
}
