/* SPDX-License-Identifier: MIT */
/**
 * @file
 * scrim_text: a masked-text buffer. A secret is typed, edited, compared and lent inside protected memory; the host sees "●●●●".
 */
#ifndef SCRIM_TEXT_H
#define SCRIM_TEXT_H

#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Protection ---- */

/** How the memory of a secret is protected: bits that can be asked (scrim_text_protection()) and required. */
enum {
    /** Between pages that cannot be touched, with guard bytes beside each secret that are checked at every use. */
    SCRIM_PROTECTION_GUARDED = 1,
    /** Kept out of swap (mlock or memfd_secret). Neither keeps a hibernation image from being written, see docs. */
    SCRIM_PROTECTION_LOCKED = 2,
    /** Left out of core dumps. */
    SCRIM_PROTECTION_NO_DUMP = 4,
    /** Not there in a forked child: absent or zero. */
    SCRIM_PROTECTION_NO_FORK = 8,
    /** Absent from the kernel's own map of memory too (memfd_secret): not read by /proc/PID/mem nor by other processes. */
    SCRIM_PROTECTION_SECRET = 16
};

/* ---- Object ---- */

/** A buffer for one secret. It holds at most `capacity` bytes of UTF-8, and never moves or grows. */
typedef struct scrim_text scrim_text;

/** The largest capacity of a text, in bytes. */
#define SCRIM_TEXT_MAX_CAPACITY 65536
/** The mask character where the options name none: U+25CF, a black circle. */
#define SCRIM_TEXT_DEFAULT_MASK 0x25CF

typedef struct scrim_text_options {
    uint32_t struct_size;
    uint32_t required_protection; /**< SCRIM_PROTECTION_… bits without which creation fails; 0: take the best there is */
    uint32_t capacity;            /**< bytes of UTF-8, 1 … #SCRIM_TEXT_MAX_CAPACITY */
    uint32_t mask_character;      /**< a Unicode scalar value; 0: #SCRIM_TEXT_DEFAULT_MASK */
} scrim_text_options;

/** Options for a PIN or a password: 256 bytes, the best protection there is, "●". */
#define SCRIM_TEXT_OPTIONS_INIT {(uint32_t)sizeof(scrim_text_options), 0u, 256u, 0u}

/**
 * Makes an empty text in the best protected memory there is: memfd_secret, else mlock, else plain; always between guard pages.
 *
 * @param options  copied; not NULL.
 * @param out      the new handle, the caller's to destroy.
 * Errors: PROTECTION when `required_protection` cannot be had, ENTROPY (guard bytes are random), NO_MEMORY, LIMIT.
 * Cost: amortised O(capacity); maps pages for every few thousand texts.
 */
SCRIM_API scrim_status scrim_text_create(const scrim_text_options *options, scrim_text **out);

/** Wipes the secret and closes the text. Cost: O(capacity). */
SCRIM_API void scrim_text_destroy(scrim_text *text);

/* ---- Editing ---- */

/**
 * Inserts UTF-8 at the end.
 *
 * @param utf8    `length` bytes; may be NULL where `length` is 0. The copy that the caller holds is the caller's to wipe.
 * Errors: INVALID_UTF8, FULL (it does not fit the capacity whole); in both cases nothing is inserted. CORRUPTED.
 * Cost: O(length) and the length of the last grapheme cluster.
 */
SCRIM_API scrim_status scrim_text_insert(scrim_text *text, const char *utf8, size_t length);

/**
 * Deletes the last grapheme cluster (what a person sees as one character) and wipes its bytes. On an empty text: OK, nothing.
 * Errors: CORRUPTED. Cost: O(length of the text); O(1) where the text is ASCII.
 */
SCRIM_API scrim_status scrim_text_delete_backward(scrim_text *text);

/** Empties the text and wipes its whole capacity. Errors: CORRUPTED. Cost: O(capacity). */
SCRIM_API scrim_status scrim_text_clear(scrim_text *text);

/**
 * Empties the text and wipes its whole capacity, whatever callbacks or rules there are: for time-outs and emergencies. It also
 * works where other calls answer CORRUPTED, and makes the text usable again. Cost: O(capacity).
 */
SCRIM_API scrim_status scrim_text_wipe(scrim_text *text);

/* ---- What may be shown ---- */

/** The number of grapheme clusters (extended, Unicode UAX #29, at the version utf8proc_unicode_version() states). Errors: CORRUPTED. */
SCRIM_API scrim_status scrim_text_count(const scrim_text *text, size_t *count);

/**
 * The text to show: the mask character once for each grapheme cluster, UTF-8, not terminated.
 *
 * @param buffer    room for `capacity` bytes; may be NULL where `capacity` is 0.
 * @param length    the bytes written, or needed.
 * Errors: BUFFER_TOO_SMALL, CORRUPTED. Cost: O(count).
 */
SCRIM_API scrim_status scrim_text_mask(const scrim_text *text, char *buffer, size_t capacity, size_t *length);

/** How the text's memory is protected: SCRIM_PROTECTION_… bits. */
SCRIM_API scrim_status scrim_text_protection(const scrim_text *text, uint32_t *protection);

/* ---- What the secret is for ---- */

/**
 * Whether two texts hold the same bytes. The time depends on their capacities alone.
 *
 * @param equal  1 or 0.
 * Errors: CORRUPTED. Cost: O(larger capacity). Thread rule: both texts must be the calling thread's to read.
 */
SCRIM_API scrim_status scrim_text_equal(const scrim_text *text, const scrim_text *other, uint32_t *equal);

/**
 * Whether a text holds exactly these bytes. The time depends on the text's capacity and on `length` alone.
 *
 * @param bytes  `length` bytes; may be NULL where `length` is 0. Bytes that are not UTF-8 are never equal.
 * @param equal  1 or 0.
 * Errors: CORRUPTED. Cost: O(capacity + length).
 */
SCRIM_API scrim_status scrim_text_equal_bytes(const scrim_text *text, const void *bytes, size_t length, uint32_t *equal);

/**
 * Receives the secret. The bytes stand in protected memory and are lent until the callback returns: copying them out ends
 * Scrim's protection for that copy. In memory with #SCRIM_PROTECTION_SECRET the kernel cannot read them: a system call
 * given this address (write, send) fails with EFAULT.
 */
typedef void (*scrim_text_read_fn)(const void *bytes, size_t length, void *user_data);

/**
 * Lends the secret to `read`, once, before returning; of an empty text too, with length 0.
 * Errors: CORRUPTED (the callback is not called).
 */
SCRIM_API scrim_status scrim_text_read(const scrim_text *text, scrim_text_read_fn read, void *user_data);

#ifdef __cplusplus
}
#endif

#endif
