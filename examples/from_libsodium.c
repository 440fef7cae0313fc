/* SPDX-License-Identifier: MIT */
/* A PIN is entered, hashed and verified. Each comment names the function of libsodium that a program would use instead. */
#include <scrim.h>
#include <stdio.h>

int main(void) {
    /* sodium_init: not needed */
    scrim_text_options options = SCRIM_TEXT_OPTIONS_INIT;
    scrim_text *pin = NULL;
    char hash[SCRIM_HASH_MAX_LENGTH]; /* crypto_pwhash_STRBYTES, but without a terminating NUL */
    size_t length = 0;
    uint32_t equal = 0, matches = 0, needed = 0;

    /* sodium_malloc, which also succeeds if mlock fails: require what you need */
    options.required_protection = SCRIM_PROTECTION_GUARDED | SCRIM_PROTECTION_NO_FORK;
    scrim_status status = scrim_text_create(&options, &pin);

    if (status == SCRIM_OK) /* your own editing code, and sodium_memzero for each deleted character */
        status = scrim_text_insert(pin, "2468", 4);
    if (status == SCRIM_OK) /* sodium_memcmp */
        status = scrim_text_equal_bytes(pin, "2468", 4, &equal);
    if (status == SCRIM_OK) /* crypto_pwhash_str with OPSLIMIT_INTERACTIVE and MEMLIMIT_INTERACTIVE */
        status = scrim_text_hash(pin, SCRIM_HASH_INTERACTIVE, NULL, 0, hash, sizeof hash, &length);
    if (status == SCRIM_OK) /* crypto_pwhash_str_verify, which returns -1 for a wrong PIN and for a failure */
        status = scrim_text_verify(pin, hash, length, NULL, 0, &matches);
    if (status == SCRIM_OK) /* crypto_pwhash_str_needs_rehash */
        status = scrim_hash_needs_rehash(hash, length, SCRIM_HASH_INTERACTIVE, &needed);
    scrim_text_destroy(pin); /* sodium_free */

    printf("%s: equal %u, matches %u, needs rehash %u\n", scrim_status_name(status), equal, matches, needed);
    return status == SCRIM_OK && equal && matches && !needed ? 0 : 1;
}
