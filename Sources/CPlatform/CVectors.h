/* SPDX-License-Identifier: MIT */
/*
 * Arithmetic on vectors for which Swift's operators give poor code. One source gives 128-bit instructions, or 256-bit ones
 * where the compiler may use AVX2, and the same results everywhere.
 *
 * On x86-64, three of the functions are intrinsics. As plain C they become the same instructions in a straight line. In a
 * loop, however, the compiler widens an operand that never changes before the loop, and then multiplies 32-bit numbers.
 *
 * All functions are inlined. Without AVX there is no stable way to pass 256 bits, so none of them calls one that takes or
 * returns so many.
 */
#ifndef SCRIM_CVECTORS_H
#define SCRIM_CVECTORS_H

#include <stdint.h>
#if defined(__x86_64__)
#include <immintrin.h>
#endif

/* Swift imports a function under this name. Functions with the same name differ in their types. */
#define SCRIM_VECTOR_FUNCTION(name) static inline __attribute__((always_inline, unused, swift_name(name)))

/* Swift imports these as SIMD8<UInt8> and so on. */
typedef uint8_t vector_8_uint8 __attribute__((ext_vector_type(8)));
typedef uint8_t vector_16_uint8 __attribute__((ext_vector_type(16)));
typedef uint8_t vector_32_uint8 __attribute__((ext_vector_type(32)));
typedef uint16_t vector_4_uint16 __attribute__((ext_vector_type(4)));
typedef uint16_t vector_8_uint16 __attribute__((ext_vector_type(8)));
typedef uint16_t vector_16_uint16 __attribute__((ext_vector_type(16)));
typedef uint16_t vector_32_uint16 __attribute__((ext_vector_type(32)));
typedef int16_t vector_8_int16 __attribute__((ext_vector_type(8)));
typedef int16_t vector_16_int16 __attribute__((ext_vector_type(16)));
typedef int16_t vector_32_int16 __attribute__((ext_vector_type(32)));
typedef uint32_t vector_8_uint32 __attribute__((ext_vector_type(8)));
typedef int32_t vector_4_int32 __attribute__((ext_vector_type(4)));
typedef int32_t vector_8_int32 __attribute__((ext_vector_type(8)));
typedef uint32_t vector_4_uint32 __attribute__((ext_vector_type(4)));
typedef uint64_t vector_2_uint64 __attribute__((ext_vector_type(2)));

/* The upper 16 bits of the products. */
SCRIM_VECTOR_FUNCTION("highProduct(_:_:)")
vector_8_uint16 vector_high_product_8(vector_8_uint16 a, vector_8_uint16 b) {
#if defined(__x86_64__)
    return (vector_8_uint16)_mm_mulhi_epu16((__m128i)a, (__m128i)b);
#else
    const vector_8_uint32 product = __builtin_convertvector(a, vector_8_uint32) * __builtin_convertvector(b, vector_8_uint32);
    return __builtin_convertvector(product >> 16, vector_8_uint16);
#endif
}

SCRIM_VECTOR_FUNCTION("highProduct(_:_:)")
vector_16_uint16 vector_high_product_16(vector_16_uint16 a, vector_16_uint16 b) {
    vector_16_uint16 product;
#if defined(__AVX2__)
    product = (vector_16_uint16)_mm256_mulhi_epu16((__m256i)a, (__m256i)b);
#else
    product.lo = vector_high_product_8(a.lo, b.lo);
    product.hi = vector_high_product_8(a.hi, b.hi);
#endif
    return product;
}

SCRIM_VECTOR_FUNCTION("highProduct(_:_:)")
vector_4_uint16 vector_high_product_4(vector_4_uint16 a, vector_4_uint16 b) {
    const vector_8_uint16 wide_a = __builtin_shufflevector(a, a, 0, 1, 2, 3, -1, -1, -1, -1);
    const vector_8_uint16 wide_b = __builtin_shufflevector(b, b, 0, 1, 2, 3, -1, -1, -1, -1);
    return vector_high_product_8(wide_a, wide_b).lo;
}

/* The same of signed numbers, rounded down. */
SCRIM_VECTOR_FUNCTION("highProduct(_:_:)")
vector_16_int16 vector_signed_high_product_16(vector_16_int16 a, vector_16_int16 b) {
    vector_16_int16 product;
#if defined(__AVX2__)
    product = (vector_16_int16)_mm256_mulhi_epi16((__m256i)a, (__m256i)b);
#elif defined(__x86_64__)
    product.lo = (vector_8_int16)_mm_mulhi_epi16((__m128i)a.lo, (__m128i)b.lo);
    product.hi = (vector_8_int16)_mm_mulhi_epi16((__m128i)a.hi, (__m128i)b.hi);
#else
    typedef int32_t products __attribute__((ext_vector_type(16)));
    product = __builtin_convertvector((__builtin_convertvector(a, products) * __builtin_convertvector(b, products)) >> 16, vector_16_int16);
#endif
    return product;
}

/* The averages: (a + b + 1) / 2. */
SCRIM_VECTOR_FUNCTION("average(_:_:)")
vector_8_uint16 vector_average_8(vector_8_uint16 a, vector_8_uint16 b) {
#if defined(__x86_64__)
    return (vector_8_uint16)_mm_avg_epu16((__m128i)a, (__m128i)b);
#else
    const vector_8_uint32 sum = __builtin_convertvector(a, vector_8_uint32) + __builtin_convertvector(b, vector_8_uint32) + 1;
    return __builtin_convertvector(sum >> 1, vector_8_uint16);
#endif
}

SCRIM_VECTOR_FUNCTION("average(_:_:)")
vector_16_uint16 vector_average_16(vector_16_uint16 a, vector_16_uint16 b) {
    vector_16_uint16 average;
#if defined(__AVX2__)
    average = (vector_16_uint16)_mm256_avg_epu16((__m256i)a, (__m256i)b);
#else
    average.lo = vector_average_8(a.lo, b.lo);
    average.hi = vector_average_8(a.hi, b.hi);
#endif
    return average;
}

/*
 * a0 · b0 + a1 · b1, a2 · b2 + a3 · b3 and so on. If all four factors of a sum are -32768, the sum is 2^31, which does not
 * fit: the result is -2^31 on every processor.
 */
SCRIM_VECTOR_FUNCTION("pairProducts(_:_:)")
vector_4_int32 vector_pair_products_8(vector_8_int16 a, vector_8_int16 b) {
#if defined(__x86_64__)
    return (vector_4_int32)_mm_madd_epi16((__m128i)a, (__m128i)b);
#else
    typedef uint32_t unsigned_sums __attribute__((ext_vector_type(4)));
    const vector_8_int32 product = __builtin_convertvector(a, vector_8_int32) * __builtin_convertvector(b, vector_8_int32);
    return (vector_4_int32)((unsigned_sums)product.even + (unsigned_sums)product.odd);
#endif
}

SCRIM_VECTOR_FUNCTION("pairProducts(_:_:)")
vector_8_int32 vector_pair_products_16(vector_16_int16 a, vector_16_int16 b) {
    vector_8_int32 sums;
#if defined(__AVX2__)
    sums = (vector_8_int32)_mm256_madd_epi16((__m256i)a, (__m256i)b);
#else
    sums.lo = vector_pair_products_8(a.lo, b.lo);
    sums.hi = vector_pair_products_8(a.hi, b.hi);
#endif
    return sums;
}

SCRIM_VECTOR_FUNCTION("smaller(_:_:)")
vector_16_int16 vector_smaller_16(vector_16_int16 a, vector_16_int16 b) { return __builtin_elementwise_min(a, b); }

SCRIM_VECTOR_FUNCTION("larger(_:_:)")
vector_16_int16 vector_larger_16(vector_16_int16 a, vector_16_int16 b) { return __builtin_elementwise_max(a, b); }

/* The numbers as bytes: 0 for those below 0, and 255 for those above 255. */
SCRIM_VECTOR_FUNCTION("clampedBytes(_:)")
vector_16_uint8 vector_clamped_bytes_16(vector_16_int16 a) {
    const vector_16_int16 least = 0, most = 255;
    return __builtin_convertvector(__builtin_elementwise_min(__builtin_elementwise_max(a, least), most), vector_16_uint8);
}

/* The numbers of `a`, then those of `b`. */
SCRIM_VECTOR_FUNCTION("clampedBytes(_:_:)")
vector_32_uint8 vector_clamped_bytes_32(vector_16_int16 a, vector_16_int16 b) {
    const vector_32_int16 least = 0, most = 255;
    vector_32_int16 both;
    both.lo = a;
    both.hi = b;
    return __builtin_convertvector(__builtin_elementwise_min(__builtin_elementwise_max(both, least), most), vector_32_uint8);
}

/* The sum of the absolute differences of the first eight bytes, and that of the last eight. */
SCRIM_VECTOR_FUNCTION("sumsOfDifferences(_:_:)")
vector_2_uint64 vector_sums_of_differences_16(vector_16_uint8 a, vector_16_uint8 b) {
#if defined(__x86_64__)
    return (vector_2_uint64)_mm_sad_epu8((__m128i)a, (__m128i)b);
#else
    const vector_16_uint8 each = __builtin_elementwise_max(a, b) - __builtin_elementwise_min(a, b);
    const vector_8_uint16 twos = __builtin_convertvector(each.even, vector_8_uint16) + __builtin_convertvector(each.odd, vector_8_uint16);
    const vector_4_uint32 fours = __builtin_convertvector(twos.even, vector_4_uint32) + __builtin_convertvector(twos.odd, vector_4_uint32);
    return __builtin_convertvector(fours.even, vector_2_uint64) + __builtin_convertvector(fours.odd, vector_2_uint64);
#endif
}

/* The numbers, but 0 in place of the first `count`. */
SCRIM_VECTOR_FUNCTION("dropping(_:_:)")
vector_16_uint8 vector_dropping_16(vector_16_uint8 a, uint8_t count) {
    const vector_16_uint8 places = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
    const vector_16_uint8 first = count;
    return a & (vector_16_uint8)(places >= first);
}

/* The upper bytes of the numbers of `a`, then of `b`. To take the lower bytes, shift the numbers left by 8 first. */
SCRIM_VECTOR_FUNCTION("highBytes(_:_:)")
vector_16_uint8 vector_high_bytes_8(vector_8_uint16 a, vector_8_uint16 b) {
    vector_16_uint16 both;
    both.lo = a;
    both.hi = b;
    return __builtin_convertvector(both >> 8, vector_16_uint8);
}

SCRIM_VECTOR_FUNCTION("highBytes(_:)")
vector_16_uint8 vector_high_bytes_16(vector_16_uint16 a) {
    return __builtin_convertvector(a >> 8, vector_16_uint8);
}

SCRIM_VECTOR_FUNCTION("highBytes(_:_:)")
vector_32_uint8 vector_high_bytes_32(vector_16_uint16 a, vector_16_uint16 b) {
    vector_32_uint16 both;
    both.lo = a;
    both.hi = b;
    return __builtin_convertvector(both >> 8, vector_32_uint8);
}

/* The lower bytes of the numbers. */
SCRIM_VECTOR_FUNCTION("lowBytes(_:)")
vector_16_uint8 vector_low_bytes_16(vector_16_uint16 a) {
    return __builtin_convertvector(a, vector_16_uint8);
}

SCRIM_VECTOR_FUNCTION("lowBytes(_:_:)")
vector_32_uint8 vector_low_bytes_32(vector_16_uint16 a, vector_16_uint16 b) {
    vector_32_uint16 both;
    both.lo = a;
    both.hi = b;
    return __builtin_convertvector(both, vector_32_uint8);
}

/* The bytes as 16-bit numbers. */
SCRIM_VECTOR_FUNCTION("widened(_:)")
vector_8_uint16 vector_widened_8(vector_8_uint8 a) { return __builtin_convertvector(a, vector_8_uint16); }

SCRIM_VECTOR_FUNCTION("widened(_:)")
vector_16_uint16 vector_widened_16(vector_16_uint8 a) { return __builtin_convertvector(a, vector_16_uint16); }

/*
 * Sums along a row of pixels of 1, 2 or 4 channels: in each number, that of the same channel in this pixel and in those before
 * it in the vector.
 */
SCRIM_VECTOR_FUNCTION("sumsOfFourChannels(_:)")
vector_16_uint16 vector_sums_of_four_channels_16(vector_16_uint16 a) {
    const vector_16_uint16 none = 0;
    a += __builtin_shufflevector(none, a, 0, 0, 0, 0, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27);
    return a + __builtin_shufflevector(none, a, 0, 0, 0, 0, 0, 0, 0, 0, 16, 17, 18, 19, 20, 21, 22, 23);
}

SCRIM_VECTOR_FUNCTION("sumsOfTwoChannels(_:)")
vector_16_uint16 vector_sums_of_two_channels_16(vector_16_uint16 a) {
    const vector_16_uint16 none = 0;
    a += __builtin_shufflevector(none, a, 0, 0, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29);
    a += __builtin_shufflevector(none, a, 0, 0, 0, 0, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27);
    return a + __builtin_shufflevector(none, a, 0, 0, 0, 0, 0, 0, 0, 0, 16, 17, 18, 19, 20, 21, 22, 23);
}

SCRIM_VECTOR_FUNCTION("sumsOfOneChannel(_:)")
vector_16_uint16 vector_sums_of_one_channel_16(vector_16_uint16 a) {
    const vector_16_uint16 none = 0;
    a += __builtin_shufflevector(none, a, 0, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30);
    a += __builtin_shufflevector(none, a, 0, 0, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29);
    a += __builtin_shufflevector(none, a, 0, 0, 0, 0, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27);
    return a + __builtin_shufflevector(none, a, 0, 0, 0, 0, 0, 0, 0, 0, 16, 17, 18, 19, 20, 21, 22, 23);
}

/* The last pixel of the vector, in place of each. */
SCRIM_VECTOR_FUNCTION("lastOfFourChannels(_:)")
vector_16_uint16 vector_last_of_four_channels_16(vector_16_uint16 a) {
    return __builtin_shufflevector(a, a, 12, 13, 14, 15, 12, 13, 14, 15, 12, 13, 14, 15, 12, 13, 14, 15);
}

SCRIM_VECTOR_FUNCTION("lastOfTwoChannels(_:)")
vector_16_uint16 vector_last_of_two_channels_16(vector_16_uint16 a) {
    return __builtin_shufflevector(a, a, 14, 15, 14, 15, 14, 15, 14, 15, 14, 15, 14, 15, 14, 15, 14, 15);
}

SCRIM_VECTOR_FUNCTION("lastOfOneChannel(_:)")
vector_16_uint16 vector_last_of_one_channel_16(vector_16_uint16 a) {
    return __builtin_shufflevector(a, a, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15);
}

#endif
