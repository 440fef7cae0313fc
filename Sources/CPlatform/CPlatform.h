/* SPDX-License-Identifier: MIT */
/*
 * What Swift cannot import from glibc as it stands: macros that are not constants (errno, MAP_FAILED), variadic
 * functions (syscall, prctl), and constants that the headers of Debian 12 do not have yet. Everything else comes from
 * the headers included here.
 */
#ifndef SCRIM_CPLATFORM_H
#define SCRIM_CPLATFORM_H

#include <errno.h>
#include <fcntl.h>
#include <linux/capability.h>
#include <linux/futex.h>
#include <math.h>
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

/*
 * Swift imports headers without _GNU_SOURCE, and calls what nobody has declared as returning an int: no warning is given in a module
 * like this one.
 */
extern int pipe2(int ends[2], int flags);
extern char *secure_getenv(const char *name);

static inline int platform_errno(void) { return errno; }

/* NULL where mmap failed: MAP_FAILED is a cast that Swift does not import. */
static inline void *platform_map(size_t length, int protection, int flags, int fd) {
    void *address = mmap(NULL, length, protection, flags, fd, 0);
    return address == MAP_FAILED ? NULL : address;
}

/* Moves pages to where others are mapped already, which go: 0, or -1. */
static inline int platform_move(void *from, size_t length, void *to) {
    return syscall(SYS_mremap, from, length, length, 1 | 2, to) == -1 ? -1 : 0; /* MREMAP_MAYMOVE | MREMAP_FIXED */
}

/*
 * A pipe whose writing end every child that is forked off from now on holds too; platform_forked() closes both ends, and says whether
 * such a child lives. 0, or -1.
 */
static inline int platform_watch_forks(int ends[2]) {
    return pipe2(ends, O_CLOEXEC | O_NONBLOCK);
}
static inline int platform_forked(const int ends[2]) {
    char none;
    close(ends[1]);
    int forked = read(ends[0], &none, 1) != 0; /* the end of what is to be read: nobody can write */
    close(ends[0]);
    return forked;
}

/* Sleeps for 50 µs: unlike sched_yield(), that lets a thread of lower priority run. */
static inline void platform_nap(void) {
    const struct timespec nap = {0, 50000};
    nanosleep(&nap, NULL);
}

/* Sleeps while a word has a value, but may wake up early. Where futex is not to be had, it naps. */
static inline void platform_sleep_while(const void *word, uint32_t value) {
    if (syscall(SYS_futex, word, FUTEX_WAIT_PRIVATE, value, NULL, NULL, 0) != 0 && errno != EAGAIN && errno != EINTR)
        platform_nap();
}
static inline void platform_wake_one(const void *word) {
    syscall(SYS_futex, word, FUTEX_WAKE_PRIVATE, 1, NULL, NULL, 0);
}

/* A descriptor of memory that the kernel itself does not map, closed by exec, or -1. Number 447 on amd64 and arm64. */
static inline int platform_memfd_secret(void) {
    return (int)syscall(447, (unsigned)O_CLOEXEC);
}

/*
 * Whether the environment disables memfd_secret: SCRIM_DISABLE_MEMFD_SECRET has a value other than "" and "0". Programs that run with
 * another user's or group's rights, or with capabilities of their file, do not look at the variable.
 */
static inline int platform_disables_memfd_secret(void) {
    const char *value = secure_getenv("SCRIM_DISABLE_MEMFD_SECRET");
    return value != NULL && value[0] != 0 && strcmp(value, "0") != 0;
}

/* Bytes that the process may lock: UINT64_MAX where nothing limits it. */
static inline uint64_t platform_lock_limit(void) {
    struct __user_cap_header_struct header = {_LINUX_CAPABILITY_VERSION_3, 0};
    struct __user_cap_data_struct data[2] = {{0, 0, 0}, {0, 0, 0}};
    struct rlimit limit;
    if (syscall(SYS_capget, &header, data) == 0 && (data[0].effective >> CAP_IPC_LOCK & 1))
        return UINT64_MAX;
    if (getrlimit(RLIMIT_MEMLOCK, &limit) != 0)
        return 0;
    return limit.rlim_cur == RLIM_INFINITY ? UINT64_MAX : (uint64_t)limit.rlim_cur;
}

/*
 * Signals that a system call may raise in this thread. platform_hold_signals() blocks them before the call. platform_release_signals()
 * takes away the one that a failed call has raised, restores the mask, and keeps errno. A signal that was pending before stays pending.
 */
struct platform_held_signals {
    sigset_t before, pending;
};
static inline void platform_hold_signals(struct platform_held_signals *held) {
    sigset_t signals;
    sigemptyset(&signals);
    sigaddset(&signals, SIGPIPE);
    sigaddset(&signals, SIGXFSZ);
    pthread_sigmask(SIG_BLOCK, &signals, &held->before);
    sigpending(&held->pending);
}
static inline void platform_release_signals(const struct platform_held_signals *held, int failed) {
    const struct timespec at_once = {0, 0};
    const int error = errno;
    const int raised = !failed ? 0 : error == EPIPE ? SIGPIPE
                                 : error == EFBIG   ? SIGXFSZ
                                                    : 0;
    if (raised != 0 && !sigismember(&held->pending, raised)) {
        sigset_t signal;
        sigemptyset(&signal);
        sigaddset(&signal, raised);
        while (sigtimedwait(&signal, NULL, &at_once) < 0 && errno == EINTR)
            continue;
    }
    pthread_sigmask(SIG_SETMASK, &held->before, NULL);
    errno = error;
}

/* write() without SIGPIPE and SIGXFSZ. */
static inline ssize_t platform_write(int fd, const void *bytes, size_t length) {
    struct platform_held_signals held;
    platform_hold_signals(&held);
    ssize_t written = write(fd, bytes, length);
    platform_release_signals(&held, written < 0);
    return written;
}

/* ftruncate() without SIGXFSZ, which the kernel raises where RLIMIT_FSIZE is smaller than `size`: 0, or -1. */
static inline int platform_resize(int fd, off_t size) {
    struct platform_held_signals held;
    platform_hold_signals(&held);
    int result = ftruncate(fd, size);
    platform_release_signals(&held, result != 0);
    return result;
}

/* No core dump, no debugger: 0, or -1. */
static inline int platform_harden(void) {
    const struct rlimit none = {0, 0};
    if (setrlimit(RLIMIT_CORE, &none) != 0)
        return -1;
    return prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
}

/*
 * memmove() for secrets. That of glibc leaves up to 64 bytes in a vector register, from where signal frames, core files
 * and the binding of symbols on first use copy them to memory. This one ends with a single byte in a general register.
 */
static inline void platform_move_secret(void *to, const void *from, size_t count) {
    typedef uint64_t __attribute__((may_alias, aligned(1))) word;
    volatile unsigned char *target = (volatile unsigned char *)to;
    const volatile unsigned char *source = (const volatile unsigned char *)from;
    if ((uintptr_t)to < (uintptr_t)from) {
        for (; count > sizeof(word); count -= sizeof(word), target += sizeof(word), source += sizeof(word))
            *(volatile word *)target = *(const volatile word *)source;
        for (; count > 0; count--)
            *target++ = *source++;
    } else {
        for (; count > sizeof(word); count -= sizeof(word))
            *(volatile word *)(target + count - sizeof(word)) = *(const volatile word *)(source + count - sizeof(word));
        for (; count > 0; count--)
            target[count - 1] = source[count - 1];
    }
}

/*
 * Clears the vector registers that a call may change: coordinates of touches are there, and whatever saves registers next, the dynamic
 * linker for instance, would write them to memory. On amd64 the lower 128 bits of the first sixteen, which are all that code for every
 * amd64 processor reaches; functions of glibc that use the upper bits clear them.
 */
static inline void platform_clear_vectors(void) {
#if defined(__x86_64__)
    __asm__ volatile("pxor %%xmm0, %%xmm0\n\tpxor %%xmm1, %%xmm1\n\tpxor %%xmm2, %%xmm2\n\tpxor %%xmm3, %%xmm3\n\t"
                     "pxor %%xmm4, %%xmm4\n\tpxor %%xmm5, %%xmm5\n\tpxor %%xmm6, %%xmm6\n\tpxor %%xmm7, %%xmm7\n\t"
                     "pxor %%xmm8, %%xmm8\n\tpxor %%xmm9, %%xmm9\n\tpxor %%xmm10, %%xmm10\n\tpxor %%xmm11, %%xmm11\n\t"
                     "pxor %%xmm12, %%xmm12\n\tpxor %%xmm13, %%xmm13\n\tpxor %%xmm14, %%xmm14\n\tpxor %%xmm15, %%xmm15"
                     :
                     :
                     : "xmm0", "xmm1", "xmm2", "xmm3", "xmm4", "xmm5", "xmm6", "xmm7", "xmm8", "xmm9", "xmm10", "xmm11", "xmm12",
                       "xmm13", "xmm14", "xmm15");
#elif defined(__aarch64__)
    /* v8 to v15 belong to the caller, and hold nothing of ours by now. */
    __asm__ volatile("movi v0.2d, #0\n\tmovi v1.2d, #0\n\tmovi v2.2d, #0\n\tmovi v3.2d, #0\n\t"
                     "movi v4.2d, #0\n\tmovi v5.2d, #0\n\tmovi v6.2d, #0\n\tmovi v7.2d, #0\n\t"
                     "movi v16.2d, #0\n\tmovi v17.2d, #0\n\tmovi v18.2d, #0\n\tmovi v19.2d, #0\n\t"
                     "movi v20.2d, #0\n\tmovi v21.2d, #0\n\tmovi v22.2d, #0\n\tmovi v23.2d, #0\n\t"
                     "movi v24.2d, #0\n\tmovi v25.2d, #0\n\tmovi v26.2d, #0\n\tmovi v27.2d, #0\n\t"
                     "movi v28.2d, #0\n\tmovi v29.2d, #0\n\tmovi v30.2d, #0\n\tmovi v31.2d, #0"
                     :
                     :
                     : "v0", "v1", "v2", "v3", "v4", "v5", "v6", "v7", "v16", "v17", "v18", "v19", "v20", "v21", "v22", "v23", "v24",
                       "v25", "v26", "v27", "v28", "v29", "v30", "v31");
#endif
}

/* Whether there are 32 vector registers of 512 bits (AVX-512), and the system saves them. It takes about 100 ns: remember it. */
static inline int platform_has_wide_vectors(void) {
#if defined(__x86_64__)
    uint32_t a = 0, b = 0, c = 0, d = 0;
    __asm__ volatile("cpuid" : "+a"(a), "=b"(b), "+c"(c), "=d"(d));
    if (a < 7)
        return 0;
    a = 1, c = 0;
    __asm__ volatile("cpuid" : "+a"(a), "=b"(b), "+c"(c), "=d"(d));
    if ((c >> 27 & 1) == 0)
        return 0;
    c = 0;
    __asm__ volatile("xgetbv" : "=a"(a), "=d"(d) : "c"(c));
    if ((a & 0xE6) != 0xE6)
        return 0;
    a = 7, c = 0;
    __asm__ volatile("cpuid" : "+a"(a), "=b"(b), "+c"(c), "=d"(d));
    return (int)(b >> 16 & 1);
#else
    return 0;
#endif
}

/* Clears the upper sixteen of them, where glibc's functions for them leave what they copied. No code of ours uses them. */
static inline void platform_clear_wide_vectors(void) {
#if defined(__x86_64__)
    __asm__ volatile("vpxorq %zmm16, %zmm16, %zmm16\n\tvpxorq %zmm17, %zmm17, %zmm17\n\tvpxorq %zmm18, %zmm18, %zmm18\n\t"
                     "vpxorq %zmm19, %zmm19, %zmm19\n\tvpxorq %zmm20, %zmm20, %zmm20\n\tvpxorq %zmm21, %zmm21, %zmm21\n\t"
                     "vpxorq %zmm22, %zmm22, %zmm22\n\tvpxorq %zmm23, %zmm23, %zmm23\n\tvpxorq %zmm24, %zmm24, %zmm24\n\t"
                     "vpxorq %zmm25, %zmm25, %zmm25\n\tvpxorq %zmm26, %zmm26, %zmm26\n\tvpxorq %zmm27, %zmm27, %zmm27\n\t"
                     "vpxorq %zmm28, %zmm28, %zmm28\n\tvpxorq %zmm29, %zmm29, %zmm29\n\tvpxorq %zmm30, %zmm30, %zmm30\n\t"
                     "vpxorq %zmm31, %zmm31, %zmm31");
#endif
}

/* A number as `%f` or `%g` prints it, with the locale's point: how many bytes, or below 0. Of glibc 2.25. */
extern int strfromd(char *text, size_t size, const char *format, double value);
static inline int platform_print(uint8_t *text, size_t size, int as_fraction, double value) {
    return strfromd((char *)text, size, as_fraction ? "%f" : "%g", value);
}

/* The allocator's own functions behind the linker's --wrap (cmake/ScrimLibrary.cmake); only the shared library has them. */
extern int __real_posix_memalign(void **out, size_t alignment, size_t size);
extern void __real_free(void *block);

/* Asks for a line of memory that is going to be read; any address will do. */
static inline void platform_prefetch(const void *address) { __builtin_prefetch(address); }

#endif
