/* SPDX-License-Identifier: MIT */
/*
 * A secret that can be recognised wherever a part of it stands. Its digits are computed one by one from a random seed, so that
 * who holds the seed has no copy of it, nor does the program's file.
 */
#ifndef SCRIM_TESTS_MARKER_H
#define SCRIM_TESTS_MARKER_H

#include <stddef.h>
#include <stdint.h>

#ifndef UNUSED
#define UNUSED __attribute__((unused))
#endif

enum {
    /** The digits of a marker. */
    MARKER = 32,
    /** So many in a row are taken for a part of it: one register's worth, and not to be met by chance. */
    FRAGMENT = 8,
    MAX_RUNS = 16
};

/* Not inlined: a compiler that knows the loop around it could put the digits together in a register. */
UNUSED static __attribute__((noinline)) unsigned char marker_digit(uint64_t seed, unsigned place) {
    uint64_t word = seed + (place + 1) * UINT64_C(0x9E3779B97F4A7C15);
    word = (word ^ word >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
    word = (word ^ word >> 27) * UINT64_C(0x94D049BB133111EB);
    return (unsigned char)('0' + (word ^ word >> 31) % 10);
}

/* A part of the marker: its digits stand `stride` bytes apart, as in UTF-8 (1), UTF-16 (2), UTF-32 (4), an array of numbers (8). */
struct run {
    uintptr_t address;
    unsigned digits;
    unsigned stride;
    char mapping[64];
};

struct findings {
    struct run runs[MAX_RUNS];
    size_t count; /* may be more than were kept */
    size_t bytes; /* that were searched */
    int slot_was_read;
};

/* How many digits of the marker, from its `place`, stand at `bytes`. */
UNUSED static unsigned digits_at(const unsigned char *bytes, size_t size, unsigned stride, uint64_t seed, unsigned place) {
    unsigned digits = 0;
    while (place + digits < MARKER && (size_t)digits * stride < size &&
           bytes[(size_t)digits * stride] == marker_digit(seed, place + digits))
        digits++;
    return digits;
}

/* Adds the parts of the marker in `bytes`, which stand at `base` in the process that is searched. */
UNUSED static void search(const unsigned char *bytes, size_t size, uintptr_t base, uint64_t seed, struct findings *findings) {
    findings->bytes += size;
    for (size_t at = 0; at < size; at++) {
        if ((bytes[at] & 0xF0) != 0x30)
            continue;
        for (unsigned stride = 1; stride <= 8; stride *= 2) {
            if (size - at <= stride || (bytes[at + stride] & 0xF0) != 0x30)
                continue;
            for (unsigned place = 0; place + FRAGMENT <= MARKER; place++) {
                unsigned digits = digits_at(bytes + at, size - at, stride, seed, place);
                if (digits < FRAGMENT)
                    continue;
                /* The tail of one that was found already. */
                if (place > 0 && at >= stride && bytes[at - stride] == marker_digit(seed, place - 1))
                    continue;
                if (findings->count < MAX_RUNS)
                    findings->runs[findings->count] = (struct run){base + at, digits, stride, ""};
                findings->count++;
            }
        }
    }
}

#endif
