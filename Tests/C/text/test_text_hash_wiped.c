/* SPDX-License-Identifier: MIT */
/*
 * What Argon2id hashes first would tell candidates apart at once. It is gone before the long part of the computation begins. This
 * program's functions of BLAKE2b stand between the library and libsodium, and look at what was wiped. Its munmap() looks at the pages
 * that the library returns to the kernel.
 */
#define _GNU_SOURCE
#include "support/support.h"

#include <dlfcn.h>
#include <sodium.h>
#include <sys/mman.h>
#include <sys/syscall.h>

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

static int probe[2] = {-1, -1}, unwiped_pages;
static size_t unmapped;

/* Guard pages are not. The kernel says so without a signal. */
static int is_readable(const unsigned char *byte) {
    char copy;
    return write(probe[1], byte, 1) == 1 && read(probe[0], &copy, 1) == 1;
}

int munmap(void *pages, size_t size) {
    const size_t page = (size_t)sysconf(_SC_PAGESIZE);
    for (size_t at = 0; probe[1] >= 0 && at < size; at += page) {
        const unsigned char *bytes = (const unsigned char *)pages + at;
        if (is_readable(bytes)) {
            unmapped += page;
            unwiped_pages += !all_zero(bytes, page);
        }
    }
    return (int)syscall(SYS_munmap, pages, size);
}

/* The pages that the hash was computed in, and the page through which a secret is read. */
static void test_pages_are_wiped_before_they_are_unmapped(void **state) {
    (void)state;
    scrim_text *text = new_text(64);
    char hash[SCRIM_HASH_MAX_LENGTH];
    size_t length;
    int ends[2];
    assert_int_equal(pipe(ends), 0);
    assert_int_equal(pipe(probe), 0);
    assert_int_equal(write(ends[1], "1234", 4), 4);
    close(ends[1]);
    OK(scrim_text_read_fd(text, ends[0], 0));
    assert_true(unmapped > 0);
    assert_int_equal(unwiped_pages, 0);
    OK(scrim_text_hash(text, SCRIM_HASH_LOW_MEMORY, NULL, 0, hash, sizeof hash, &length));
    assert_true(unmapped >= 19 << 20);
    assert_int_equal(unwiped_pages, 0);
    close(ends[0]);
    close(probe[0]);
    close(probe[1]);
    probe[1] = -1;
    scrim_text_destroy(text);
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
        cmocka_unit_test_teardown(test_pages_are_wiped_before_they_are_unmapped, nothing_left),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
