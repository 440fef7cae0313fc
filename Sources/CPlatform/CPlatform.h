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
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/vfs.h>
#include <time.h>
#include <unistd.h>

/*
 * Swift imports headers without _GNU_SOURCE, and calls what nobody has declared as returning an int: no warning is given in a module
 * like this one.
 */
extern int pipe2(int ends[2], int flags);
extern char *secure_getenv(const char *name);
extern int memfd_create(const char *name, unsigned flags);
extern int fallocate(int fd, int mode, off_t start, off_t length);

static inline int platform_errno(void) { return errno; }
static inline void platform_set_errno(int error) { errno = error; }

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

/*
 * Whether CAP_IPC_LOCK lifts the limit of locked memory. It does so only in the initial user namespace: root of a rootless container has
 * the capability, and the limit still holds. So ask mlock for a range that cannot exist. The kernel first compares its length with the
 * limit (ENOMEM, or EPERM if the limit is 0), and only then finds that the range wraps around (EINVAL).
 */
static inline int platform_lifts_lock_limit(void) {
    struct __user_cap_header_struct header = {_LINUX_CAPABILITY_VERSION_3, 0};
    struct __user_cap_data_struct data[2] = {{0, 0, 0}, {0, 0, 0}};
    const uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
    if (syscall(SYS_capget, &header, data) != 0 || !(data[0].effective >> CAP_IPC_LOCK & 1))
        return 0;
    return syscall(SYS_mlock, 4 * page, 0 - 2 * page) == 0 || (errno != ENOMEM && errno != EPERM);
}

/* Bytes that the process may lock: UINT64_MAX where nothing limits it. */
static inline uint64_t platform_lock_limit(void) {
    struct rlimit limit;
    if (getrlimit(RLIMIT_MEMLOCK, &limit) != 0)
        return 0;
    return limit.rlim_cur == RLIM_INFINITY || platform_lifts_lock_limit() ? UINT64_MAX : (uint64_t)limit.rlim_cur;
}

/*
 * Signals that a system call may raise in this thread. platform_hold_signals() blocks them before the call. platform_release_signals()
 * takes away the one that a failed call has raised, restores the mask, and keeps errno. A signal that was pending before stays pending.
 */
struct platform_held_signals {
    sigset_t before, pending;
};
static inline __attribute__((noinline)) void platform_hold_signals(struct platform_held_signals *held) {
    sigset_t signals;
    sigemptyset(&signals);
    sigaddset(&signals, SIGPIPE);
    sigaddset(&signals, SIGXFSZ);
    pthread_sigmask(SIG_BLOCK, &signals, &held->before);
    sigpending(&held->pending);
}
static inline __attribute__((noinline)) void platform_release_signals(const struct platform_held_signals *held, int failed) {
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

/* Closes a file descriptor, and keeps errno. */
static inline void platform_close(int fd) {
    const int error = errno;
    close(fd);
    errno = error;
}

/* Opens a file, which it creates if it `writes`. It follows no link, and waits for nothing. */
static inline int platform_open(const char *path, int writes) {
    return open(path, (writes ? O_RDWR | O_CREAT : O_RDONLY) | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK, 0600);
}

/* The same file once more, without the lock and only for reading. It fails if /proc is not mounted. */
static inline int platform_reopen(int fd) {
    char path[32];
    snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
    return open(path, O_RDONLY | O_CLOEXEC);
}
static inline int platform_duplicate(int fd) { return fcntl(fd, F_DUPFD_CLOEXEC, 0); }

/*
 * Locks a file until all descriptors of this opening are closed: 0, 1 if another opening has the lock, 2 if that has locked it only for
 * reading, or -1. Such a lock (37: F_OFD_SETLK, 36: F_OFD_GETLK) stays when another descriptor of the file is closed, unlike that of POSIX.
 */
static inline int platform_lock(int fd) {
    struct flock all = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    if (fcntl(fd, 37, &all) == 0)
        return 0;
    if (errno != EAGAIN && errno != EACCES)
        return -1;
    return fcntl(fd, 36, &all) == 0 && all.l_type == F_RDLCK ? 2 : 1;
}

/* Whether no other computer and no process has the content of a file: 1, or 0, also if that cannot be found out. */
static inline __attribute__((noinline)) int platform_is_local(int fd) {
    /* FUSE, NFS, SMB, CIFS, SMB2, 9P, Ceph, AFS, Coda */
    static const uint32_t others[] = {0x65735546, 0x6969, 0x517B, 0xFF534D42, 0xFE534D42, 0x01021997, 0x00C36400, 0x5346414F, 0x73757245};
    struct statfs status;
    if (fstatfs(fd, &status) != 0)
        return 0;
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if ((uint32_t)status.f_type == others[i])
            return 0;
    return 1;
}

/* A file without a name, with a size that nobody can change, or -1. */
static inline int platform_memory_file(off_t size) {
    int fd = memfd_create("scrim-feed", 1 | 2 | 8); /* MFD_CLOEXEC | MFD_ALLOW_SEALING | MFD_NOEXEC_SEAL */
    if (fd < 0 && errno == EINVAL) /* before Linux 6.3 */
        fd = memfd_create("scrim-feed", 1 | 2);
    if (fd < 0)
        return -1;
    /* F_ADD_SEALS: F_SEAL_SEAL | F_SEAL_SHRINK | F_SEAL_GROW */
    if (fchmod(fd, 0600) == 0 && platform_resize(fd, size) == 0 && fcntl(fd, 1033, 1 | 2 | 4) == 0)
        return fd;
    platform_close(fd);
    return -1;
}

/*
 * Reads from a place in a file: the number of bytes, which is smaller at the end of the file, or -1. The fences keep the order of calls
 * for other processors, also if the kernel needs no lock.
 */
static inline ssize_t platform_read_at(int fd, void *bytes, size_t length, off_t place) {
    ssize_t got;
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
    do
        got = pread(fd, bytes, length, place);
    while (got < 0 && errno == EINTR);
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
    return got;
}

/* Writes all bytes to a place in a file, without SIGXFSZ: 0, or -1. */
static inline int platform_write_at(int fd, const void *bytes, size_t length, off_t place) {
    struct platform_held_signals held;
    ssize_t written = 0;
    platform_hold_signals(&held);
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
    for (size_t done = 0; done < length; done += written > 0 ? (size_t)written : 0) {
        written = pwrite(fd, (const char *)bytes + done, length - done, place + (off_t)done);
        if (written == 0 || (written < 0 && errno != EINTR))
            break;
    }
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
    platform_release_signals(&held, written < 0);
    return written > 0 ? 0 : -1;
}

/*
 * Empties a file, also if RLIMIT_FSIZE or its file system leaves no room to write. If its size is sealed, only the beginning becomes zero
 * (FALLOC_FL_KEEP_SIZE | _PUNCH_HOLE).
 */
static inline void platform_erase(int fd, off_t length) {
    const int error = errno;
    if (ftruncate(fd, 0) != 0)
        fallocate(fd, 1 | 2, 0, length);
    errno = error;
}

/* No core dump, no debugger: 0, or -1. */
static inline int platform_harden(void) {
    const struct rlimit none = {0, 0};
    if (setrlimit(RLIMIT_CORE, &none) != 0)
        return -1;
    return prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
}

/* Moves eight bytes, and erases the register. The compiler could keep a part of a secret in it until it calls the host. */
static inline void platform_move_word(volatile unsigned char *to, const volatile unsigned char *from) {
#if defined(__x86_64__)
    __asm__ volatile("movq (%1), %%rax\n\tmovq %%rax, (%0)\n\txorl %%eax, %%eax" ::"r"(to), "r"(from) : "rax", "cc", "memory");
#elif defined(__aarch64__)
    __asm__ volatile("ldr x9, [%1]\n\tstr x9, [%0]\n\tmov x9, #0" ::"r"(to), "r"(from) : "x9", "memory");
#else
    for (int step = (uintptr_t)to < (uintptr_t)from ? 1 : -1, i = step > 0 ? 0 : 7; i >= 0 && i < 8; i += step)
        to[i] = from[i];
#endif
}

/*
 * memmove() for secrets. That of glibc leaves up to 64 bytes in a vector register, from where signal frames, core files
 * and the binding of symbols on first use copy them to memory. This one ends with a single byte in a general register.
 */
static inline void platform_move_secret(void *to, const void *from, size_t count) {
    volatile unsigned char *target = (volatile unsigned char *)to;
    const volatile unsigned char *source = (const volatile unsigned char *)from;
    if ((uintptr_t)to < (uintptr_t)from) {
        for (; count > 8; count -= 8, target += 8, source += 8)
            platform_move_word(target, source);
        for (; count > 0; count--)
            *target++ = *source++;
    } else {
        for (; count > 8; count -= 8)
            platform_move_word(target + count - 8, source + count - 8);
        for (; count > 0; count--)
            target[count - 1] = source[count - 1];
    }
}

/*
 * How wide the vector registers are that the C library may use: 0: 128 bits, 1: 256 (AVX), 2: 512, and thirty-two of them
 * (AVX-512). Remember it: in a virtual machine it takes microseconds to ask.
 */
static inline int platform_vector_width(void) {
#if defined(__x86_64__)
    uint32_t a = 0, b = 0, c = 0, d = 0, last;
    __asm__ volatile("cpuid" : "+a"(a), "=b"(b), "+c"(c), "=d"(d));
    last = a;
    a = 1, c = 0;
    __asm__ volatile("cpuid" : "+a"(a), "=b"(b), "+c"(c), "=d"(d));
    if ((c >> 27 & c >> 28 & 1) == 0) /* the system saves wide registers, and the processor has them */
        return 0;
    uint32_t saved;
    __asm__ volatile("xgetbv" : "=a"(saved), "=d"(d) : "c"(0));
    if ((saved & 0x06) != 0x06)
        return 0;
    if (last < 7 || (saved & 0xE6) != 0xE6)
        return 1;
    a = 7, c = 0;
    __asm__ volatile("cpuid" : "+a"(a), "=b"(b), "+c"(c), "=d"(d));
    return (b >> 16 & 1) != 0 ? 2 : 1;
#else
    return 0;
#endif
}

/*
 * Zeroes the registers that a function may change. Code of Scrim uses sixteen vector registers, and of each the first 128 bits, or 256
 * bits in the build for x86-64-v3. The C library copies with the widest ones that the processor has. `width` is what
 * platform_vector_width() returned.
 */
static inline void platform_clear_registers(int width) {
#if defined(__x86_64__)
#define SCRIM_VECTORS "xmm0", "xmm1", "xmm2", "xmm3", "xmm4", "xmm5", "xmm6", "xmm7", "xmm8", "xmm9", "xmm10", "xmm11", "xmm12", \
                      "xmm13", "xmm14", "xmm15"
    if (width > 0)
        __asm__ volatile("vzeroall" ::: SCRIM_VECTORS);
    else
        __asm__ volatile("pxor %%xmm0, %%xmm0\n\tpxor %%xmm1, %%xmm1\n\tpxor %%xmm2, %%xmm2\n\tpxor %%xmm3, %%xmm3\n\t"
                         "pxor %%xmm4, %%xmm4\n\tpxor %%xmm5, %%xmm5\n\tpxor %%xmm6, %%xmm6\n\tpxor %%xmm7, %%xmm7\n\t"
                         "pxor %%xmm8, %%xmm8\n\tpxor %%xmm9, %%xmm9\n\tpxor %%xmm10, %%xmm10\n\tpxor %%xmm11, %%xmm11\n\t"
                         "pxor %%xmm12, %%xmm12\n\tpxor %%xmm13, %%xmm13\n\tpxor %%xmm14, %%xmm14\n\tpxor %%xmm15, %%xmm15" ::: SCRIM_VECTORS);
#undef SCRIM_VECTORS
    if (width > 1) /* the upper sixteen, which no compiler uses that was not told to */
        __asm__ volatile("vpxord %zmm16, %zmm16, %zmm16\n\tvpxord %zmm17, %zmm17, %zmm17\n\t"
                         "vpxord %zmm18, %zmm18, %zmm18\n\tvpxord %zmm19, %zmm19, %zmm19\n\t"
                         "vpxord %zmm20, %zmm20, %zmm20\n\tvpxord %zmm21, %zmm21, %zmm21\n\t"
                         "vpxord %zmm22, %zmm22, %zmm22\n\tvpxord %zmm23, %zmm23, %zmm23\n\t"
                         "vpxord %zmm24, %zmm24, %zmm24\n\tvpxord %zmm25, %zmm25, %zmm25\n\t"
                         "vpxord %zmm26, %zmm26, %zmm26\n\tvpxord %zmm27, %zmm27, %zmm27\n\t"
                         "vpxord %zmm28, %zmm28, %zmm28\n\tvpxord %zmm29, %zmm29, %zmm29\n\t"
                         "vpxord %zmm30, %zmm30, %zmm30\n\tvpxord %zmm31, %zmm31, %zmm31");
    __asm__ volatile("xor %%eax, %%eax\n\txor %%ecx, %%ecx\n\txor %%edx, %%edx\n\txor %%esi, %%esi\n\txor %%edi, %%edi\n\t"
                     "xor %%r8d, %%r8d\n\txor %%r9d, %%r9d\n\txor %%r10d, %%r10d\n\txor %%r11d, %%r11d" ::: "rax", "rcx", "rdx", "rsi", "rdi", "r8", "r9", "r10", "r11", "cc");
#elif defined(__aarch64__)
    (void)width;
    __asm__ volatile("movi v0.2d, #0\n\tmovi v1.2d, #0\n\tmovi v2.2d, #0\n\tmovi v3.2d, #0\n\t"
                     "movi v4.2d, #0\n\tmovi v5.2d, #0\n\tmovi v6.2d, #0\n\tmovi v7.2d, #0\n\t"
                     "movi v8.2d, #0\n\tmovi v9.2d, #0\n\tmovi v10.2d, #0\n\tmovi v11.2d, #0\n\t"
                     "movi v12.2d, #0\n\tmovi v13.2d, #0\n\tmovi v14.2d, #0\n\tmovi v15.2d, #0\n\t"
                     "movi v16.2d, #0\n\tmovi v17.2d, #0\n\tmovi v18.2d, #0\n\tmovi v19.2d, #0\n\t"
                     "movi v20.2d, #0\n\tmovi v21.2d, #0\n\tmovi v22.2d, #0\n\tmovi v23.2d, #0\n\t"
                     "movi v24.2d, #0\n\tmovi v25.2d, #0\n\tmovi v26.2d, #0\n\tmovi v27.2d, #0\n\t"
                     "movi v28.2d, #0\n\tmovi v29.2d, #0\n\tmovi v30.2d, #0\n\tmovi v31.2d, #0" ::: "v0", "v1", "v2", "v3", "v4", "v5", "v6", "v7", "v8", "v9", "v10", "v11", "v12", "v13", "v14", "v15",
                                                                                                    "v16", "v17", "v18", "v19", "v20", "v21", "v22", "v23", "v24", "v25", "v26", "v27", "v28", "v29", "v30", "v31");
    __asm__ volatile("mov x0, #0\n\tmov x1, #0\n\tmov x2, #0\n\tmov x3, #0\n\tmov x4, #0\n\tmov x5, #0\n\t"
                     "mov x6, #0\n\tmov x7, #0\n\tmov x8, #0\n\tmov x9, #0\n\tmov x10, #0\n\tmov x11, #0\n\t"
                     "mov x12, #0\n\tmov x13, #0\n\tmov x14, #0\n\tmov x15, #0" ::: "x0", "x1", "x2", "x3", "x4", "x5", "x6", "x7", "x8", "x9", "x10", "x11", "x12", "x13", "x14", "x15");
#endif
}

/* A number as `%f` or `%g` prints it, with the locale's point: how many bytes, or below 0. */
#if defined(__GLIBC__)
extern int strfromd(char *text, size_t size, const char *format, double value); /* of glibc 2.25 */
#define SCRIM_PRINT strfromd
#else
#define SCRIM_PRINT snprintf /* musl has no other, and allocates nothing there */
#endif
static inline int platform_print(uint8_t *text, size_t size, int as_fraction, double value) {
    return SCRIM_PRINT((char *)text, size, as_fraction ? "%f" : "%g", value);
}
#undef SCRIM_PRINT

/* The allocator's own functions behind the linker's --wrap (cmake/ScrimLibrary.cmake); only the shared library has them. */
extern int __real_posix_memalign(void **out, size_t alignment, size_t size);
extern void __real_free(void *block);

/* Asks for a line of memory that is going to be read; any address will do. */
static inline void platform_prefetch(const void *address) { __builtin_prefetch(address); }

#endif
