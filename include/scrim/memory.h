/* SPDX-License-Identifier: MIT */
/**
 * @file
 * The memory that holds secrets, for the whole process: its size, its protection, and its settings.
 */
#ifndef SCRIM_MEMORY_H
#define SCRIM_MEMORY_H

#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Protection ---- */

/**
 * Bits that describe how the memory of a secret is protected.
 *
 * scrim_text_protection() returns them. A text can require them with `required_protection`.
 */
SCRIM_ENUM(scrim_protection) {
    /**
     * The memory lies between guard pages, which cannot be read or written. Guard bytes before and
     * after each secret are checked at every use.
     */
    SCRIM_PROTECTION_GUARDED = 1,
    /**
     * The memory is never swapped out, because mlock or memfd_secret locks it. mlock does not keep
     * it out of a hibernation image. memfd_secret prevents hibernation while such memory exists.
     */
    SCRIM_PROTECTION_LOCKED = 2,
    /** Core dumps do not contain the memory. Missing only if the kernel refuses madvise. */
    SCRIM_PROTECTION_NO_DUMP = 4,
    /**
     * In a forked child, the memory is absent or zero. Missing only if the kernel refuses madvise.
     * A child then inherits the secret.
     */
    SCRIM_PROTECTION_NO_FORK = 8,
    /**
     * The kernel's own memory map does not contain the memory (memfd_secret). Neither
     * /proc/PID/mem nor another process can read it. docs/explanation/threat-model.md has the
     * one exception, which concerns forks.
     */
    SCRIM_PROTECTION_SECRETMEM = 16
};

/* ---- Settings ---- */

/** Settings of the memory for secrets, for the whole process. */
typedef struct scrim_memory_options {
    /** Size of this struct in bytes. The initializer sets it. */
    uint32_t struct_size;
    /** 1 to never call memfd_secret. No text then has #SCRIM_PROTECTION_SECRETMEM. Otherwise 0. */
    uint32_t disable_memfd_secret;
} scrim_memory_options;

/** Default settings: the best memory that the kernel provides. */
#define SCRIM_MEMORY_OPTIONS_INIT {sizeof(scrim_memory_options), 0u}

/**
 * Initializes the struct like #SCRIM_MEMORY_OPTIONS_INIT, for languages that cannot use C macros.
 *
 * @param options  Receives the defaults.
 * @param size     The size of the struct in the calling program, in bytes.
 *
 * @return SCRIM_ERROR_INVALID_ARGUMENT if no version of the struct has that size.
 */
SCRIM_API scrim_status scrim_memory_options_init(scrim_memory_options *options, size_t size);

/**
 * Sets which kind of memory the library uses for secrets.
 *
 * Some filters of system calls (seccomp) end a process that calls memfd_secret. A filter made from
 * systemd's group `@system-service` is an example. The library cannot detect such a filter
 * beforehand, so a program that runs under one must disable the call. Its secrets are then kept in
 * memory that mlock locks, if RLIMIT_MEMLOCK allows it.
 *
 * Call this function before you create the first text or keypad. The settings become final when the
 * library first asks the kernel for memory for a secret, even if the kernel refuses. Until then,
 * each call replaces the settings of the call before. A forked child inherits the settings. It may
 * change them until it asks for such memory itself.
 *
 * The environment variable SCRIM_DISABLE_MEMFD_SECRET disables memfd_secret too. It is meant for
 * administrators, so this function cannot override it. Any value disables the call, except "0" and
 * the empty string. The variable is read once, when the settings become final. Like getenv(), this
 * requires that no other thread changes the environment meanwhile. Setuid programs, setgid programs
 * and programs with file capabilities ignore the variable.
 *
 * The `required_protection` of a text still applies. If memfd_secret is disabled, a text that
 * requires #SCRIM_PROTECTION_SECRETMEM cannot be created. scrim_memory_usage() then reports
 * #SCRIM_UNPROTECTED_DISABLED.
 *
 * If a call fails, the settings are unchanged.
 *
 * @param options  The settings, which are copied.
 *
 * @return SCRIM_ERROR_INVALID_STATE if the settings are final already.
 * @return SCRIM_ERROR_INVALID_ARGUMENT if `disable_memfd_secret` is neither 0 nor 1.
 * @return SCRIM_ERROR_NO_MEMORY if the library could not map a page for itself.
 *
 * Threads: thread-safe. If another thread creates the first secret at the same time, either these
 * settings apply to it, or this call returns #SCRIM_ERROR_INVALID_STATE.
 */
SCRIM_API scrim_status scrim_memory_configure(const scrim_memory_options *options);

/* ---- Report ---- */

/** Reasons why memory lacks a protection. */
SCRIM_ENUM(scrim_unprotected_reason) {
    /** Nothing is missing, or the library has not asked for memory yet. */
    SCRIM_UNPROTECTED_NONE = 0,
    /**
     * The kernel does not provide this protection. The kernel's command line may also disable
     * memfd_secret. Before Linux 6.5, it is disabled unless that line contains secretmem.enable=1.
     * A filter of system calls may return the same error, as in some containers.
     */
    SCRIM_UNPROTECTED_UNAVAILABLE = 1,
    /** A filter of system calls or a security policy forbids a call that this protection needs. */
    SCRIM_UNPROTECTED_DENIED = 2,
    /** RLIMIT_MEMLOCK, the limit of locked memory, is reached. CAP_IPC_LOCK does not lift it. */
    SCRIM_UNPROTECTED_LIMIT = 3,
    /** The process may lock no memory. RLIMIT_MEMLOCK is 0, and CAP_IPC_LOCK does not lift it. */
    SCRIM_UNPROTECTED_PRIVILEGE = 4,
    /** The process or the system has no file descriptor left. */
    SCRIM_UNPROTECTED_DESCRIPTORS = 5,
    /**
     * The kernel could not provide the pages, or could not lock them. This is also the reason if
     * the process forked during each of eight attempts to map pages.
     */
    SCRIM_UNPROTECTED_MEMORY = 6,
    /**
     * RLIMIT_FSIZE, the limit of file sizes, is too small. It applies to memfd_secret, which needs
     * 65,536 bytes or more.
     */
    SCRIM_UNPROTECTED_FILE_SIZE = 7,
    /** scrim_memory_configure() or SCRIM_DISABLE_MEMFD_SECRET disabled memfd_secret. */
    SCRIM_UNPROTECTED_DISABLED = 8
};

/**
 * The memory of all secrets of the process.
 *
 * Secrets share arenas. An arena is a mapping between two guard pages.
 */
typedef struct scrim_memory_report {
    /** Size of this struct in bytes. The initializer sets it. */
    uint32_t struct_size;
    /** The number of arenas. */
    uint32_t arenas;
    /** The size of all arenas in bytes, without guard pages. */
    uint64_t mapped_bytes;
    /** The part of `mapped_bytes` that is locked. It counts against the limit. */
    uint64_t locked_bytes;
    /** The part of `locked_bytes` that comes from memfd_secret. */
    uint64_t secretmem_bytes;
    /** The part of `mapped_bytes` that secrets and their guard bytes occupy. */
    uint64_t used_bytes;
    /**
     * RLIMIT_MEMLOCK in bytes, or UINT64_MAX if no limit applies. CAP_IPC_LOCK lifts the limit,
     * except in a user namespace, for example in a rootless container.
     */
    uint64_t lock_limit_bytes;
    /** Why the newest pages are not from memfd_secret, SCRIM_UNPROTECTED_…. */
    uint32_t secretmem_unprotected;
    /** Why the newest pages are not locked, SCRIM_UNPROTECTED_…. */
    uint32_t locked_unprotected;
    /** Why core dumps contain the newest pages, SCRIM_UNPROTECTED_…. */
    uint32_t no_dump_unprotected;
    /** Why forked children inherit the newest pages, SCRIM_UNPROTECTED_…. */
    uint32_t no_fork_unprotected;
} scrim_memory_report;

/** An empty report. */
#define SCRIM_MEMORY_REPORT_INIT \
    {sizeof(scrim_memory_report), 0u, 0u, 0u, 0u, 0u, 0u, 0u, 0u, 0u, 0u}

/**
 * Initializes the struct like #SCRIM_MEMORY_REPORT_INIT, for languages that cannot use C macros.
 *
 * @param report  Receives the empty report.
 * @param size    The size of the struct in the calling program, in bytes.
 *
 * @return SCRIM_ERROR_INVALID_ARGUMENT if no version of the struct has that size.
 */
SCRIM_API scrim_status scrim_memory_report_init(scrim_memory_report *report, size_t size);

/**
 * Reports on the memory of all secrets of the process.
 *
 * If a call returned #SCRIM_ERROR_PROTECTION, the fields `*_unprotected` say what was missing, and
 * why. If a text could not be created because the kernel mapped no pages at all
 * (#SCRIM_ERROR_NO_MEMORY), each of these fields has a reason. A forked child starts with an empty
 * report.
 *
 * @param report  Receives the report. Set `struct_size` beforehand, for example with
 *                #SCRIM_MEMORY_REPORT_INIT. The call overwrites every other field that it knows.
 *
 * @return SCRIM_ERROR_NO_MEMORY if the library could not map a page for itself.
 *
 * Threads: thread-safe.
 */
SCRIM_API scrim_status scrim_memory_usage(scrim_memory_report *report);

/**
 * Returns an English sentence about a reason, as a static NUL-terminated string.
 *
 * Never fails. For other numbers, returns "unknown reason".
 *
 * @param reason  SCRIM_UNPROTECTED_….
 *
 * Threads: thread-safe.
 */
SCRIM_API const char *scrim_unprotected_message(uint32_t reason);

/**
 * Forbids core dumps and debuggers for the whole process.
 *
 * It sets both limits of RLIMIT_CORE to 0, and makes the process not dumpable (PR_SET_DUMPABLE).
 * The second setting also stops dumps that the kernel pipes to a program, which the limit does not.
 * It also keeps other processes of the same user from attaching a debugger or reading
 * /proc/PID/mem. Root still can.
 *
 * The library never does this on its own, because the program must decide:
 *
 * - Crash reporters and profilers find nothing any more.
 * - The files in /proc/PID belong to root. Without privileges, the process itself can then neither
 *   read its /proc/self/environ nor write its /proc/self/oom_score_adj or /proc/self/uid_map. It
 *   can still read /proc/self/maps and /proc/self/status, and use /proc/self/fd.
 * - Children inherit both. Only a privileged process can raise the limit again. exec makes a
 *   process dumpable again, so a program that is started must call this function itself.
 *
 * Call it as early as possible: before the first secret exists, and after the program has changed
 * its user. When the process changes its user, the kernel resets this setting to the value of
 * fs.suid_dumpable. A process that opened /proc/PID/mem beforehand can still read it. Threads that
 * exist already are covered too.
 *
 * docs/how-to/deploy.md lists what systemd and containers add.
 *
 * @return SCRIM_ERROR_PROTECTION if the kernel refuses one of the two settings. The other setting
 *   may have been made.
 *
 * Threads: thread-safe.
 */
SCRIM_API scrim_status scrim_process_harden(void);

#ifdef __cplusplus
}
#endif

#endif
