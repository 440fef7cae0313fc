/* SPDX-License-Identifier: MIT */
/*
 * The bytes of an input as typed values. Past its end everything is 0, so that each input, however short, is a whole
 * sequence of calls. Numbers are often ones at the edge of some range, which random bytes would seldom come to.
 */
#ifndef SCRIM_FUZZ_INPUT_H
#define SCRIM_FUZZ_INPUT_H

#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#define UNUSED __attribute__((unused))

struct fuzz_input {
    const uint8_t *data;
    size_t size, at;
};

UNUSED static int fuzz_more(const struct fuzz_input *in) { return in->at < in->size; }

UNUSED static void fuzz_take(struct fuzz_input *in, void *to, size_t length) {
    size_t left = in->size - in->at, taken = length < left ? length : left;
    memset(to, 0, length);
    if (taken > 0)
        memcpy(to, in->data + in->at, taken);
    in->at += taken;
}

UNUSED static uint8_t fuzz_u8(struct fuzz_input *in) {
    uint8_t value;
    fuzz_take(in, &value, sizeof value);
    return value;
}

UNUSED static uint16_t fuzz_u16(struct fuzz_input *in) {
    uint16_t value;
    fuzz_take(in, &value, sizeof value);
    return value;
}

UNUSED static uint64_t fuzz_u64(struct fuzz_input *in) {
    uint64_t value;
    fuzz_take(in, &value, sizeof value);
    return value;
}

/* 0 … count − 1. */
UNUSED static uint32_t fuzz_below(struct fuzz_input *in, uint32_t count) {
    return count <= 256 ? fuzz_u8(in) % count : fuzz_u16(in) % count;
}

/* True once in so many bytes: for what should be rare. */
UNUSED static int fuzz_rarely(struct fuzz_input *in, uint32_t in_so_many) {
    return fuzz_below(in, in_so_many) == in_so_many - 1;
}

/* A number for a field that takes 0 … most: mostly such a one, now and then the next one, or any. */
UNUSED static uint64_t fuzz_upto(struct fuzz_input *in, uint64_t most) {
    uint8_t way = fuzz_u8(in);
    if (way < 200)
        return most < 255 ? way % (most + 1) : fuzz_u16(in) % (most + 1);
    if (way < 220)
        return most;
    if (way < 230)
        return most + 1;
    return fuzz_u64(in);
}

/* A flag or constant: mostly one of the `count` values, now and then any. */
UNUSED static uint32_t fuzz_one_of(struct fuzz_input *in, const uint32_t *values, uint32_t count) {
    uint8_t way = fuzz_u8(in);
    return way < 250 ? values[way % count] : (uint32_t)fuzz_u64(in);
}

UNUSED static uint32_t fuzz_flags(struct fuzz_input *in, uint32_t known) {
    uint32_t flags = fuzz_u16(in);
    return flags >= 0xFF00 ? (uint32_t)fuzz_u64(in) : flags & known;
}

/* A real number near what lies on a small screen; now and then one at the edge of what there is. */
UNUSED static double fuzz_real(struct fuzz_input *in) {
    static const double edges[] = {
        0.0, -0.0, 1.0, 0.5, -1.0, 1e-9, 4294967296.0, 1073741824.0, 1073741825.0,
        -1073741824.0, 1e300, -1e300, 5e-324, 1e18, (double)NAN, (double)INFINITY, -(double)INFINITY};
    uint8_t way = fuzz_u8(in);
    if (way < 140)
        return (double)(way % 70);
    if (way < 240)
        return (double)(int16_t)fuzz_u16(in) / 64.0;
    if (way < 250)
        return edges[fuzz_below(in, sizeof edges / sizeof *edges)];
    double value;
    fuzz_take(in, &value, sizeof value);
    return value;
}

/* As fuzz_real(), but mostly of the middle of the range, and never what every call refuses. */
UNUSED static double fuzz_small_real(struct fuzz_input *in) { return (double)(int8_t)fuzz_u8(in) / 4.0; }

/* Advances a clock: mostly a few milliseconds, sometimes back, sometimes far ahead. */
UNUSED static uint64_t fuzz_time(struct fuzz_input *in, uint64_t *now) {
    uint8_t way = fuzz_u8(in);
    if (way < 200)
        *now += (uint64_t)way * 2000000u;
    else if (way < 240)
        *now += (uint64_t)fuzz_u16(in) * 1000000u;
    else if (way < 245)
        return fuzz_u64(in);
    else if (way < 250 && *now > 50000000u)
        return *now - 50000000u;
    return *now;
}

#endif
