/* SPDX-License-Identifier: MIT */
/* Taking the kernel's help away from a process, for good: call these in a child, or before exec. */
#ifndef SCRIM_TESTS_KERNEL_H
#define SCRIM_TESTS_KERNEL_H

#include <errno.h>
#include <linux/capability.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#ifndef UNUSED
#define UNUSED __attribute__((unused))
#endif

/* The number of memfd_secret on amd64 and arm64; headers may not have it yet. */
enum {
    MEMFD_SECRET = 447
};

/* From now on a filter takes an action (SECCOMP_RET_…) at a system call. */
UNUSED static int filter_call(unsigned number, unsigned action) {
    struct sock_filter program[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, number, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, action),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    };
    struct sock_fprog filter = {sizeof program / sizeof *program, program};
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0)
        return -1;
    return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter);
}

/* From now on a system call fails with an error of our choice. */
UNUSED static int deny_call(unsigned number, unsigned error) {
    return filter_call(number, SECCOMP_RET_ERRNO | error);
}

/* A kernel without it refuses it as the filter would; qemu's user emulation is one, and knows no filters. */
UNUSED static int deny_memfd_secret(void) {
    if (syscall(MEMFD_SECRET, ~0u) == -1 && errno == ENOSYS)
        return 0;
    return deny_call(MEMFD_SECRET, ENOSYS);
}

/* Without this capability, RLIMIT_MEMLOCK holds for root too. */
UNUSED static int drop_ipc_lock(void) {
    struct __user_cap_header_struct header = {_LINUX_CAPABILITY_VERSION_3, 0};
    struct __user_cap_data_struct data[2];
    if (syscall(SYS_capget, &header, data) != 0)
        return -1;
    data[0].effective &= ~(1u << CAP_IPC_LOCK);
    data[0].permitted &= ~(1u << CAP_IPC_LOCK);
    data[0].inheritable &= ~(1u << CAP_IPC_LOCK);
    return (int)syscall(SYS_capset, &header, data);
}

UNUSED static int limit_locked_bytes(rlim_t bytes) {
    struct rlimit limit = {bytes, bytes};
    return drop_ipc_lock() != 0 ? -1 : setrlimit(RLIMIT_MEMLOCK, &limit);
}

enum {
    LOCKED_ROOM = 1 << 20
};

/* The limit can be changed again, up to LOCKED_ROOM. */
UNUSED static int limit_locked_for_now(rlim_t bytes) {
    struct rlimit limit = {bytes, LOCKED_ROOM};
    return drop_ipc_lock() != 0 ? -1 : setrlimit(RLIMIT_MEMLOCK, &limit);
}

#endif
