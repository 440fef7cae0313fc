/* SPDX-License-Identifier: MIT */
/**
 * @file
 * Ways of a secret out of the process and into it that leave no copy behind: sealed to a public key, and through file
 * descriptors.
 */
#ifndef SCRIM_TRANSFER_H
#define SCRIM_TRANSFER_H

#include "text.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Sealing ---- */

/** The length of an X25519 public key, in bytes. */
#define SCRIM_SEAL_KEY_SIZE 32
/** The longest context, in bytes. */
#define SCRIM_SEAL_MAX_CONTEXT 4096
/** A sealed text is longer than the text's capacity and the context together by as many bytes. */
#define SCRIM_SEAL_OVERHEAD 64

/**
 * Seals the secret to an X25519 public key: only who holds the secret key can open it, with crypto_box_seal_open() of
 * libsodium, SealedBox of PyNaCl, and the like. Nobody can tell who sealed it.
 *
 * What is inside, integers little-endian:
 *
 *     0    "SCR" and a byte of 1
 *     4    uint32_t c, the length of the context
 *     8    uint32_t n, the length of the secret
 *     12   uint32_t m, the text's capacity
 *     16   the context, c bytes
 *     16+c the secret, n bytes, then m − n zeroes
 *
 * So its length tells the capacity, and nothing of the secret; and the opener can see from the context what the secret
 * was sealed for (an order, a challenge of its own), and refuse one that was meant for something else or came before.
 *
 * @param public_key  `key_length` bytes: #SCRIM_SEAL_KEY_SIZE.
 * @param context     `context_length` bytes, at most #SCRIM_SEAL_MAX_CONTEXT; may be NULL where that is 0.
 * @param buffer      room for `capacity` bytes; may be NULL where `capacity` is 0.
 * @param length      the bytes written, or needed.
 * Errors: INVALID_ARGUMENT (also for a key of low order, to which nothing can be sealed), BUFFER_TOO_SMALL, ENTROPY,
 * NO_MEMORY, PROTECTION (no memory as good as the text's was left to build the message in), FULL (a text that hides its
 * length dropped some of what was typed), CORRUPTED.
 * Cost: O(capacity of the text + context), and two multiplications on the curve.
 */
SCRIM_API scrim_status scrim_text_seal(const scrim_text *text, const void *public_key, size_t key_length,
                                       const void *context, size_t context_length, char *buffer, size_t capacity,
                                       size_t *length);

/* ---- File descriptors ---- */

/** Bits for the two functions below. */
SCRIM_ENUM(scrim_fd_flags) {
    /** Reading stops after the first newline, which is not taken over; writing adds one. */
    SCRIM_FD_LINE = 1
};

/**
 * Inserts what a file descriptor gives up to its end, as scrim_text_insert() does: whole, or not at all. Interrupted
 * and short reads go on. With #SCRIM_FD_LINE nothing behind the newline is read. If the input is longer than
 * the text's capacity, reading stops a few bytes after the capacity, and nothing is inserted.
 *
 * The kernel cannot copy into memory with #SCRIM_PROTECTION_SECRETMEM, so the bytes pass through a page of anonymous
 * memory. This page has every protection of the text except #SCRIM_PROTECTION_SECRETMEM. It is wiped before the call returns.
 *
 * @param descriptor  open for reading, in blocking mode; stays open.
 * @param flags       SCRIM_FD_… bits.
 * Errors: IO (errno says why), what scrim_text_insert() answers (then what was read is lost), PROTECTION (no
 * page as good as the text's), ENTROPY, NO_MEMORY. Cost: O(bytes); with #SCRIM_FD_LINE a system call for each.
 */
SCRIM_API scrim_status scrim_text_read_fd(scrim_text *text, int32_t descriptor, uint32_t flags);

/**
 * Writes the secret to a file descriptor, by way of such a page. Interrupted and short writes go on. Neither SIGPIPE nor
 * SIGXFSZ is raised: if nobody reads the pipe, or the file may not grow (RLIMIT_FSIZE), the call fails.
 *
 * @param descriptor  open for writing, in blocking mode; stays open.
 * @param flags       SCRIM_FD_… bits.
 * Errors: IO (errno says why, for instance EPIPE or EFBIG; part may have been written), PROTECTION, NO_MEMORY,
 * FULL (a text that hides its length dropped some of what was typed), CORRUPTED. Cost: O(bytes).
 */
SCRIM_API scrim_status scrim_text_write_fd(const scrim_text *text, int32_t descriptor, uint32_t flags);

#ifdef __cplusplus
}
#endif

#endif
