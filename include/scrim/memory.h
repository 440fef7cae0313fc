/* SPDX-License-Identifier: MIT */
/**
 * @file
 * The memory of secrets, for the whole process: how much there is, how well it is protected, and why it is not better.
 */
#ifndef SCRIM_MEMORY_H
#define SCRIM_MEMORY_H

#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Protection ---- */

/** How the memory of a secret is protected: bits that can be asked (scrim_text_protection()) and required. */
SCRIM_ENUM(scrim_protection) {
    /** Between pages that cannot be touched, with guard bytes beside each secret that are checked at every use. */
    SCRIM_PROTECTION_GUARDED = 1,
    /** Kept out of swap (mlock or memfd_secret). Neither keeps a hibernation image from being written, see docs. */
    SCRIM_PROTECTION_LOCKED = 2,
    /** Left out of core dumps. Lacking only if the kernel refuses madvise. */
    SCRIM_PROTECTION_NO_DUMP = 4,
    /** Absent or zero in a forked child. Lacking only if the kernel refuses madvise: a child then inherits the secret. */
    SCRIM_PROTECTION_NO_FORK = 8,
    /** Absent from the kernel's own map of memory too (memfd_secret): not read by /proc/PID/mem nor by other processes. */
    SCRIM_PROTECTION_SECRETMEM = 16
};

/* ---- Settings ---- */

/** How the memory of secrets is made, for the whole process. */
typedef struct scrim_memory_options {
    uint32_t struct_size;
    uint32_t disable_memfd_secret;  /**< 0 or 1; 1: memfd_secret is never called, no text has #SCRIM_PROTECTION_SECRETMEM */
} scrim_memory_options;

/** The defaults: the best memory that the kernel provides. */
#define SCRIM_MEMORY_OPTIONS_INIT {sizeof(scrim_memory_options), 0u}

/** Initializes the struct like #SCRIM_MEMORY_OPTIONS_INIT. @see scrim.h, "Structs" */
SCRIM_API scrim_status scrim_memory_options_init(scrim_memory_options *options, size_t size);

/**
 * Sets how the memory of secrets is made.
 *
 * Some filters of system calls (seccomp) end a process that calls memfd_secret. A filter made from systemd's group
 * system-service is an example. The library cannot find this out beforehand, so a host under such a filter must disable
 * the call. Secrets are then kept in memory that is locked by mlock, if the limit allows.
 *
 * Call this before the first text or keypad is created: the settings are fixed when the library first asks the kernel
 * for memory for a secret, even if that fails. Until then each call replaces the settings of the one before. A forked
 * child inherits the settings, and may change them until it asks for such memory itself.
 *
 * The environment variable SCRIM_DISABLE_MEMFD_SECRET disables memfd_secret too. It is for administrators, so these
 * settings cannot override it. Any value disables the call, except "0" and the empty string. The variable is read once,
 * when the settings are fixed. It is ignored in setuid and setgid programs and in programs with file capabilities. As
 * with getenv(), no other thread may change the environment meanwhile.
 *
 * `required_protection` still applies. If memfd_secret is disabled, a text that requires #SCRIM_PROTECTION_SECRETMEM cannot
 * be created, and the reason is #SCRIM_UNPROTECTED_DISABLED.
 *
 * @param options  Copied. Initialize it with #SCRIM_MEMORY_OPTIONS_INIT.
 *
 * @return SCRIM_ERROR_INVALID_ARGUMENT if `disable_memfd_secret` is neither 0 nor 1; the settings are unchanged.
 * @return SCRIM_ERROR_INVALID_STATE if the settings are fixed already; they are unchanged.
 * @return SCRIM_ERROR_NO_MEMORY if the library could not map a page for itself; the settings are unchanged.
 *
 * Thread-safe. If another thread creates the first secret at the same time, either this call takes effect for it, or
 * this call returns INVALID_STATE.
 */
SCRIM_API scrim_status scrim_memory_configure(const scrim_memory_options *options);

/* ---- Report ---- */

/** Why memory lacks a protection. */
SCRIM_ENUM(scrim_unprotected_reason) {
    /** Nothing is lacking, or nothing has been asked for yet. */
    SCRIM_UNPROTECTED_NONE = 0,
    /** The kernel does not provide this protection. memfd_secret may also be switched off. */
    SCRIM_UNPROTECTED_UNAVAILABLE = 1,
    /** A filter of system calls or a security policy forbids a call that this protection needs. */
    SCRIM_UNPROTECTED_DENIED = 2,
    /** The limit of locked memory (RLIMIT_MEMLOCK) is reached, and the process lacks CAP_IPC_LOCK. */
    SCRIM_UNPROTECTED_LIMIT = 3,
    /** The process may lock nothing: its limit is 0 and it lacks CAP_IPC_LOCK. */
    SCRIM_UNPROTECTED_PRIVILEGE = 4,
    /** The process or the system has no file descriptor left. */
    SCRIM_UNPROTECTED_DESCRIPTORS = 5,
    /** The kernel could not provide the pages, or not lock them; or the process forked during each of eight attempts. */
    SCRIM_UNPROTECTED_MEMORY = 6,
    /** The limit of file sizes (RLIMIT_FSIZE) is too small. It applies to memfd_secret, which needs 65,536 bytes or more. */
    SCRIM_UNPROTECTED_FILE_SIZE = 7,
    /** scrim_memory_configure() or the environment variable SCRIM_DISABLE_MEMFD_SECRET disabled memfd_secret. */
    SCRIM_UNPROTECTED_DISABLED = 8
};

/** The memory of all secrets of the process. What the library knows of is written, whatever the fields held. */
typedef struct scrim_memory_report {
    uint32_t struct_size;
    uint32_t arenas;            /**< mappings that secrets share, each between guard pages of its own */
    uint64_t mapped_bytes;      /**< in all of them, guard pages not counted */
    uint64_t locked_bytes;      /**< of those, kept out of swap: what counts against the limit */
    uint64_t secretmem_bytes;   /**< of those, from memfd_secret */
    uint64_t used_bytes;        /**< of those mapped, taken by secrets, with the guard bytes beside each */
    uint64_t lock_limit_bytes;  /**< RLIMIT_MEMLOCK; UINT64_MAX: none, or the process has CAP_IPC_LOCK */
    uint32_t secretmem_unprotected; /**< SCRIM_UNPROTECTED_…: why the pages asked for last are not from memfd_secret */
    uint32_t locked_unprotected;    /**< SCRIM_UNPROTECTED_…: why they are not locked */
    uint32_t no_dump_unprotected;   /**< SCRIM_UNPROTECTED_…: why core dumps contain them */
    uint32_t no_fork_unprotected;   /**< SCRIM_UNPROTECTED_…: why forked children inherit them */
} scrim_memory_report;

/** An empty report. */
#define SCRIM_MEMORY_REPORT_INIT {sizeof(scrim_memory_report), 0u, 0u, 0u, 0u, 0u, 0u, 0u, 0u, 0u, 0u}

/** Sets a struct to #SCRIM_MEMORY_REPORT_INIT, for languages that cannot see macros. */
SCRIM_API scrim_status scrim_memory_report_init(scrim_memory_report *report, size_t size);

/**
 * Reports on the memory of all secrets of the process. A forked child starts with none.
 *
 * If a call returned PROTECTION, the fields `*_unprotected` say which protection was lacking and why. If a text could not be created
 * because the kernel refused to map any pages (NO_MEMORY), each of these fields gives a reason.
 *
 * @param report  Initialize it with #SCRIM_MEMORY_REPORT_INIT. The call fills it.
 *
 * @return SCRIM_ERROR_NO_MEMORY if the library could not map a page for itself.
 *
 * Thread-safe.
 */
SCRIM_API scrim_status scrim_memory_usage(scrim_memory_report *report);

/** A sentence for a person about a SCRIM_UNPROTECTED_…: static, NUL-terminated, English. Total. */
SCRIM_API const char *scrim_unprotected_message(uint32_t reason);

/**
 * Makes the whole process keep to itself: no core dump (RLIMIT_CORE 0, soft and hard) and not dumpable (PR_SET_DUMPABLE
 * 0), so that other processes of the user can neither attach a debugger nor read /proc/PID/mem. Opt-in, as it is the
 * host's to decide: taking back the limit needs privileges, crash reporters find nothing, and children inherit the
 * limit. exec makes a process dumpable again.
 *
 * Errors: PROTECTION (the kernel refused). May be called from any thread; best before the first secret.
 */
SCRIM_API scrim_status scrim_process_harden(void);

#ifdef __cplusplus
}
#endif

#endif
