/* SPDX-License-Identifier: MIT */
/*
 * What Argon2id hashes first would tell candidates apart at once. It is gone before the long part of the computation begins. This
 * program's functions of BLAKE2b stand between the library and libsodium, and look at what was wiped.
 */
#define _GNU_SOURCE
#include "support/support.h"

#include <dlfcn.h>
#include <sodium.h>

enum {
    FIRST_HASHES = 3 /* of the secret, and of each of the first two blocks */
};

static const unsigned char *prehash, *first_state;
static int hashes, is_wiped;

static int all_zero(const unsigned char *bytes, size_t length) {
    unsigned char any = 0;
    for (size_t i = 0; i < length; i++)
        any |= bytes[i];
    return any == 0;
}

int crypto_generichash_init(crypto_generichash_state *state, const unsigned char *key, const size_t key_length, const size_t length) {
    int (*next)(crypto_generichash_state *, const unsigned char *, size_t, size_t) = NULL;
    *(void **)&next = dlsym(RTLD_NEXT, "crypto_generichash_init");
    if (hashes == 0)
        first_state = (const unsigned char *)state;
    if (hashes == FIRST_HASHES)
        is_wiped = all_zero(first_state, sizeof *state) && all_zero(prehash, 64);
    return next(state, key, key_length, length);
}

int crypto_generichash_final(crypto_generichash_state *state, unsigned char *hash, const size_t length) {
    int (*next)(crypto_generichash_state *, unsigned char *, size_t) = NULL;
    *(void **)&next = dlsym(RTLD_NEXT, "crypto_generichash_final");
    if (hashes++ == 0)
        prehash = hash;
    return next(state, hash, length);
}

static void test_the_input_of_the_blocks_is_wiped(void **state) {
    (void)state;
    if (dlsym(RTLD_NEXT, "crypto_generichash_init") == NULL)
        skip(); /* libsodium is inside of the library, where no program can come between */
    scrim_text *text = new_text(64);
    char hash[SCRIM_HASH_MAX_LENGTH];
    size_t length;
    OK(scrim_text_insert(text, "1234", 4));
    OK(scrim_text_hash(text, SCRIM_HASH_LOW_MEMORY, NULL, 0, hash, sizeof hash, &length));
    assert_int_equal(hashes, FIRST_HASHES + 1);
    assert_true(is_wiped);
    scrim_text_destroy(text);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(test_the_input_of_the_blocks_is_wiped, nothing_left),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
