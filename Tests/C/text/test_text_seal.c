/* SPDX-License-Identifier: MIT */
/* scrim_text_seal, opened by libsodium. */
#include "support/support.h"

#include <sodium.h>

enum {
    CAPACITY = 40,
    ROOM = 100000
};

static unsigned char public_key[SCRIM_SEAL_KEY_SIZE], secret_key[32];

static int make_keys(void **state) {
    (void)state;
    static const unsigned char seed[32] = "a seed of these tests";
    return crypto_box_seed_keypair(public_key, secret_key, seed);
}

static uint32_t little(const unsigned char *at) {
    return at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
}

static size_t seal(const scrim_text *text, const void *context, size_t context_length, unsigned char *box) {
    size_t length = 0;
    OK(scrim_text_seal(text, public_key, sizeof public_key, context, context_length, (char *)box, ROOM, &length));
    return length;
}

static void check(uint32_t capacity, const char *secret, size_t secret_length, size_t context_length) {
    static unsigned char box[ROOM], message[ROOM], context[SCRIM_SEAL_MAX_CONTEXT];
    scrim_text *text = new_text(capacity);
    OK(scrim_text_insert(text, secret, secret_length));
    for (size_t i = 0; i < context_length; i++)
        context[i] = (unsigned char)(i * 7 + 1);
    size_t length = seal(text, context, context_length, box);
    assert_int_equal(length, SCRIM_SEAL_OVERHEAD + capacity + context_length);
    assert_int_equal(crypto_box_seal_open(message, box, length, public_key, secret_key), 0);
    assert_memory_equal(message, "SCR\1", 4);
    assert_int_equal(little(message + 4), context_length);
    assert_int_equal(little(message + 8), secret_length);
    assert_int_equal(little(message + 12), capacity);
    assert_memory_equal(message + 16, context, context_length);
    assert_memory_equal(message + 16 + context_length, secret, secret_length);
    for (size_t i = 16 + context_length + secret_length; i < length - 48; i++)
        assert_int_equal(message[i], 0);
    scrim_text_destroy(text);
}

static void test_opens_with_libsodium(void **state) {
    (void)state;
    static char longest[SCRIM_TEXT_MAX_CAPACITY];
    memset(longest, 'L', sizeof longest);
    check(CAPACITY, "2468", 4, 9);
    check(CAPACITY, "", 0, 0);
    check(CAPACITY, longest, CAPACITY, 1);
    check(1, "x", 1, SCRIM_SEAL_MAX_CONTEXT);
    check(SCRIM_TEXT_MAX_CAPACITY, longest, SCRIM_TEXT_MAX_CAPACITY, SCRIM_SEAL_MAX_CONTEXT);
}

static void test_each_is_sealed_anew(void **state) {
    (void)state;
    static unsigned char one[ROOM], other[ROOM], message[ROOM];
    scrim_text *text = new_text(CAPACITY);
    OK(scrim_text_insert(text, "2468", 4));
    size_t length = seal(text, "order 7", 7, one);
    assert_int_equal(seal(text, "order 7", 7, other), length);
    assert_int_not_equal(memcmp(one, other, 32), 0);
    assert_int_not_equal(memcmp(one + 32, other + 32, length - 32), 0);
    /* Whatever is changed, it does not open. */
    for (size_t at = 0; at < length; at += 5) {
        one[at] ^= 1;
        assert_int_not_equal(crypto_box_seal_open(message, one, length, public_key, secret_key), 0);
        one[at] ^= 1;
    }
    assert_int_equal(crypto_box_seal_open(message, one, length, public_key, secret_key), 0);
    secret_key[0] ^= 8;
    assert_int_not_equal(crypto_box_seal_open(message, one, length, public_key, secret_key), 0);
    secret_key[0] ^= 8;
    scrim_text_destroy(text);
}

static void test_refusals(void **state) {
    (void)state;
    unsigned char low_order[32] = {1}, box[256], before[256];
    size_t length = 99;
    scrim_text *text = new_text(CAPACITY);
    memset(box, '#', sizeof box);
    memcpy(before, box, sizeof box);
#define SEAL(key, key_length, context, context_length) \
    scrim_text_seal(text, key, key_length, context, context_length, (char *)box, sizeof box, &length)
    for (int first = 0; first < 2; first++) {
        low_order[0] = (unsigned char)first;
        ANSWERS(SEAL(low_order, 32, NULL, 0), SCRIM_ERROR_INVALID_ARGUMENT);
    }
    ANSWERS(SEAL(public_key, 31, NULL, 0), SCRIM_ERROR_INVALID_ARGUMENT);
    ANSWERS(SEAL(NULL, 32, NULL, 0), SCRIM_ERROR_INVALID_ARGUMENT);
    ANSWERS(SEAL(public_key, 32, NULL, 1), SCRIM_ERROR_INVALID_ARGUMENT);
    ANSWERS(SEAL(public_key, 32, before, SCRIM_SEAL_MAX_CONTEXT + 1), SCRIM_ERROR_INVALID_ARGUMENT);
    assert_int_equal(length, 99);
    ANSWERS(scrim_text_seal(text, public_key, 32, NULL, 0, (char *)box, CAPACITY + SCRIM_SEAL_OVERHEAD - 1, &length),
            SCRIM_ERROR_BUFFER_TOO_SMALL);
    assert_int_equal(length, CAPACITY + SCRIM_SEAL_OVERHEAD);
    assert_memory_equal(box, before, sizeof box);
    scrim_text_destroy(text);
}

/* Half of a secret is none: where a text that hides its length dropped something, nothing is sealed. */
static void test_what_was_dropped(void **state) {
    (void)state;
    scrim_text_options options = SCRIM_TEXT_OPTIONS_INIT;
    scrim_text *text;
    char box[256];
    size_t length = 99;
    options.capacity = 4;
    options.hide_length = 1;
    options.mask = SCRIM_MASK_NONE;
    OK(scrim_text_create(&options, &text));
    OK(scrim_text_insert(text, "1234", 4));
    OK(scrim_text_seal(text, public_key, sizeof public_key, NULL, 0, box, sizeof box, &length));
    OK(scrim_text_insert(text, "5", 1));
    ANSWERS(scrim_text_seal(text, public_key, sizeof public_key, NULL, 0, box, sizeof box, &length), SCRIM_ERROR_FULL);
    scrim_text_destroy(text);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(test_opens_with_libsodium, nothing_left),
        cmocka_unit_test_teardown(test_each_is_sealed_anew, nothing_left),
        cmocka_unit_test_teardown(test_refusals, nothing_left),
        cmocka_unit_test_teardown(test_what_was_dropped, nothing_left),
    };
    return cmocka_run_group_tests(tests, make_keys, NULL);
}
