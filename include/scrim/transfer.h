/* SPDX-License-Identifier: MIT */
/**
 * @file
 * Moves a secret into and out of the process without leaving a copy behind.
 *
 * A secret can be sealed to a public key, and it can be read from or written to a file descriptor.
 */
#ifndef SCRIM_TRANSFER_H
#define SCRIM_TRANSFER_H

#include "text.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Sealing ---- */

/** The length of an X25519 public key in bytes. */
#define SCRIM_SEAL_KEY_SIZE 32
/** The longest context of scrim_text_seal(), in bytes. */
#define SCRIM_SEAL_MAX_CONTEXT 4096
/** The length of a sealed text is the text's capacity, plus the context's length, plus this. */
#define SCRIM_SEAL_OVERHEAD 64

/**
 * Seals the secret to an X25519 public key. Only the owner of the secret key can open it.
 *
 * crypto_box_seal_open() of libsodium, SealedBox of PyNaCl and compatible functions open the box.
 * The box does not identify the sender. It contains this message, with little-endian integers:
 *
 *      0    "SCR" and a byte of 1
 *      4    uint32_t c, the length of the context
 *      8    uint32_t n, the length of the secret
 *      12   uint32_t m, the text's capacity
 *      16   the context, c bytes
 *      16+c the secret, n bytes, then m − n zeroes
 *
 * The length of the box reveals the capacity of the text, and nothing about the secret.
 *
 * The context says what the secret was sealed for, for example an order number, or a challenge that
 * the opener sent. The opener can then refuse a box that was sealed for something else, or that it
 * has received before.
 *
 * @param text            The text.
 * @param public_key      The public key.
 * @param key_length      #SCRIM_SEAL_KEY_SIZE.
 * @param context         The context. May be NULL if `context_length` is 0.
 * @param context_length  The length of the context in bytes, at most #SCRIM_SEAL_MAX_CONTEXT.
 * @param buffer          Receives the box. May be NULL if `capacity` is 0.
 * @param capacity        The size of the buffer in bytes.
 * @param length          Receives the number of bytes written, or needed.
 *
 * @return SCRIM_ERROR_BUFFER_TOO_SMALL if `capacity` is too small. `length` is then the size
 *         needed.
 * @return SCRIM_ERROR_INVALID_ARGUMENT if a length is wrong, or if the key is a point of low order,
 *         to which nothing can be sealed.
 * @return SCRIM_ERROR_FULL if the text hides its length and input was dropped.
 * @return SCRIM_ERROR_PROTECTION if the message cannot get memory with the text's protection.
 * @return SCRIM_ERROR_NO_MEMORY if memory is short.
 * @return SCRIM_ERROR_ENTROPY if the kernel returns no random bytes.
 * @return SCRIM_ERROR_CORRUPTED if guard bytes next to the secret were overwritten.
 *
 * Time: O(capacity of the text + context), plus two multiplications on the curve.
 */
SCRIM_API scrim_status scrim_text_seal(const scrim_text *text, const void *public_key,
                                       size_t key_length, const void *context,
                                       size_t context_length, char *buffer, size_t capacity,
                                       size_t *length);

/* ---- File descriptors ---- */

/** Flags of scrim_text_read_fd() and scrim_text_write_fd(). */
SCRIM_ENUM(scrim_fd_flags) {
    /** Reading stops after the first newline and drops it. Writing adds a newline. */
    SCRIM_FD_LINE = 1
};

/**
 * Inserts the bytes that a file descriptor delivers, up to its end or the end of a line.
 *
 * Either all bytes are inserted or none, as by scrim_text_insert(). Interrupted and short reads are
 * continued. With #SCRIM_FD_LINE, nothing after the newline is read. If the input is longer than
 * the text's capacity, reading stops a few bytes after the capacity, and nothing is inserted.
 *
 * The kernel cannot copy into memory with #SCRIM_PROTECTION_SECRETMEM. So the bytes pass through an
 * anonymous page, which has every other protection of the text. The page is wiped before the call
 * returns.
 *
 * If the call fails, the bytes that were read are lost.
 *
 * If a signal handler forks while its thread waits in this call or in scrim_text_write_fd(), the
 * child must not return from the handler. Otherwise, the interrupted call may crash in the child
 * with SIGSEGV, or continue with zeroes instead of the secret.
 *
 * @param text        The text.
 * @param descriptor  A file descriptor that is open for reading in blocking mode. It stays open.
 * @param flags       SCRIM_FD_… bits, or 0.
 *
 * @return SCRIM_ERROR_IO if reading failed. errno has the reason.
 * @return SCRIM_ERROR_FULL, SCRIM_ERROR_REFUSED, SCRIM_ERROR_INVALID_UTF8 or SCRIM_ERROR_CORRUPTED
 *         for the same reasons as scrim_text_insert().
 * @return SCRIM_ERROR_PROTECTION if such a page, or memory with the text's protection, is not
 *         available.
 * @return SCRIM_ERROR_NO_MEMORY if memory is short.
 * @return SCRIM_ERROR_ENTROPY if the kernel returns no random bytes, which guard bytes need.
 *
 * Time: O(bytes). With #SCRIM_FD_LINE, one system call for each byte.
 */
SCRIM_API scrim_status scrim_text_read_fd(scrim_text *text, int32_t descriptor, uint32_t flags);

/**
 * Writes the secret to a file descriptor.
 *
 * The bytes pass through a page as in scrim_text_read_fd(). Interrupted and short writes are
 * continued. The call raises neither SIGPIPE nor SIGXFSZ. If nobody reads the pipe, or if
 * RLIMIT_FSIZE does not let the file grow, it returns #SCRIM_ERROR_IO instead.
 *
 * @param text        The text.
 * @param descriptor  A file descriptor that is open for writing in blocking mode. It stays open.
 * @param flags       SCRIM_FD_… bits, or 0.
 *
 * @return SCRIM_ERROR_IO if writing failed. errno has the reason, for example EPIPE or EFBIG. A
 *         part may have been written.
 * @return SCRIM_ERROR_FULL if the text hides its length and input was dropped.
 * @return SCRIM_ERROR_PROTECTION if such a page is not available.
 * @return SCRIM_ERROR_NO_MEMORY if memory is short.
 * @return SCRIM_ERROR_CORRUPTED if guard bytes next to the secret were overwritten.
 *
 * Time: O(bytes).
 */
SCRIM_API scrim_status scrim_text_write_fd(const scrim_text *text, int32_t descriptor,
                                           uint32_t flags);

#ifdef __cplusplus
}
#endif

#endif
