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
#include <pthread.h>
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

/*
 * Runs a statement in which the thread cannot be cancelled. Without this, pthread_cancel() would end the thread in the middle of a call,
 * which then leaves its locks closed and its secrets in memory. Everything that is a cancellation point of POSIX is in such a statement.
 */
#define PLATFORM_UNCANCELLED(statement)                             \
    do {                                                            \
        int platform_state;                                         \
        pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &platform_state); \
        statement;                                                  \
        pthread_setcancelstate(platform_state, NULL);               \
    } while (0)

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
static inline __attribute__((noinline)) int platform_forked(const int ends[2]) {
    char none;
    int forked;
    PLATFORM_UNCANCELLED({
        close(ends[1]);
        forked = read(ends[0], &none, 1) != 0; /* the end of what is to be read: nobody can write */
        close(ends[0]);
    });
    return forked;
}

/* Sleeps for 50 µs: unlike sched_yield(), that lets a thread of lower priority run. */
static inline __attribute__((noinline)) void platform_nap(void) {
    const struct timespec nap = {0, 50000};
    PLATFORM_UNCANCELLED(nanosleep(&nap, NULL));
}

/* Sleeps while a word has a value, but may wake up early. Where futex is not to be had, it naps. Keeps errno, as a failed call may end so. */
static inline void platform_sleep_while(const void *word, uint32_t value) {
    const int error = errno;
    if (syscall(SYS_futex, word, FUTEX_WAIT_PRIVATE, value, NULL, NULL, 0) != 0 && errno != EAGAIN && errno != EINTR)
        platform_nap();
    errno = error;
}
static inline void platform_wake_one(const void *word) {
    const int error = errno;
    syscall(SYS_futex, word, FUTEX_WAKE_PRIVATE, 1, NULL, NULL, 0);
    errno = error;
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
 * If a filter of system calls refuses to take it away, both stay blocked. In between, the thread cannot be cancelled either.
 */
struct platform_held_signals {
    sigset_t before, pending;
    int cancel_state;
};
static inline __attribute__((noinline)) void platform_hold_signals(struct platform_held_signals *held) {
    sigset_t signals;
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &held->cancel_state);
    sigemptyset(&signals);
    sigaddset(&signals, SIGPIPE);
    sigaddset(&signals, SIGXFSZ);
    pthread_sigmask(SIG_BLOCK, &signals, &held->before);
    sigemptyset(&held->pending); /* a filter of system calls may refuse to fill it */
    sigpending(&held->pending);
}
static inline __attribute__((noinline)) void platform_release_signals(const struct platform_held_signals *held, int failed) {
    const struct timespec at_once = {0, 0};
    const int error = errno;
    const int raised = !failed ? 0 : error == EPIPE ? SIGPIPE
                                 : error == EFBIG   ? SIGXFSZ
                                                    : 0;
    int is_left = 0;
    if (raised != 0 && !sigismember(&held->pending, raised)) {
        sigset_t signal;
        sigemptyset(&signal);
        sigaddset(&signal, raised);
        do
            is_left = sigtimedwait(&signal, NULL, &at_once) < 0 && errno != EAGAIN;
        while (is_left && errno == EINTR);
    }
    if (!is_left)
        pthread_sigmask(SIG_SETMASK, &held->before, NULL);
    pthread_setcancelstate(held->cancel_state, NULL);
    errno = error;
}

static inline ssize_t platform_random(void *bytes, size_t length) {
    ssize_t got;
    PLATFORM_UNCANCELLED(got = getrandom(bytes, length, 0));
    return got;
}

static inline ssize_t platform_read(int fd, void *bytes, size_t length) {
    ssize_t got;
    PLATFORM_UNCANCELLED(got = read(fd, bytes, length));
    return got;
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
static inline __attribute__((noinline)) void platform_close(int fd) {
    const int error = errno;
    PLATFORM_UNCANCELLED(close(fd));
    errno = error;
}

/* Opens a file, which it creates if it `writes`. It follows no link, waits for nothing, and a terminal does not become the process's. */
static inline __attribute__((noinline)) int platform_open(const char *path, int writes) {
    int fd;
    PLATFORM_UNCANCELLED(fd = open(path, (writes ? O_RDWR | O_CREAT : O_RDONLY) | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK | O_NOCTTY, 0600));
    return fd;
}

/*
 * The same file once more, without the lock and only for reading. It fails if /proc is not mounted. /proc/self has the descriptors of the
 * first thread. That may have ended, and this thread may have its own descriptors (CLONE_FILES of unshare).
 */
static inline int platform_reopen(int fd) {
    char path[32];
    int again;
    snprintf(path, sizeof path, "/proc/thread-self/fd/%d", fd);
    PLATFORM_UNCANCELLED(again = open(path, O_RDONLY | O_CLOEXEC));
    return again;
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
static inline __attribute__((noinline)) ssize_t platform_read_at(int fd, void *bytes, size_t length, off_t place) {
    ssize_t got;
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
    do
        PLATFORM_UNCANCELLED(got = pread(fd, bytes, length, place));
    while (got < 0 && errno == EINTR);
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
    return got;
}

/* Writes all bytes to a place in a file, without SIGXFSZ: 0, or -1. */
static inline __attribute__((noinline)) int platform_write_at(int fd, const void *bytes, size_t length, off_t place) {
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
static inline __attribute__((noinline)) void platform_erase(int fd, off_t length) {
    const int error = errno;
    if (ftruncate(fd, 0) != 0)
        PLATFORM_UNCANCELLED(fallocate(fd, 1 | 2, 0, length));
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
 * Uses the stack below the caller, and zeroes it if `clears` is set. Pages are touched one after the other from the top, so that a thread
 * whose stack is too small ends at its guard page. A function with large variables could jump over that page, into other memory.
 */
static __attribute__((noinline, unused)) void platform_use_stack(size_t depth, int clears) {
    volatile unsigned char *room = (volatile unsigned char *)__builtin_alloca(depth);
    for (size_t at = depth; at > 0; at -= at < 4096 ? at : 4096)
        room[at - 1] = 0;
    room[0] = 0;
    if (clears)
        memset((void *)room, 0, depth);
    __asm__ volatile("" : : "r"(room) : "memory");
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
