/* SPDX-License-Identifier: MIT */
/*
 * Times one Argon2id of 64 MiB and two passes, by scrim_text_verify and by libsodium's crypto_pwhash with vector instructions, by
 * turns. For each turn a line of nanoseconds: Scrim, libsodium.
 *
 *     hash TURNS
 */
#include <scrim.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define TRY(call) \
    do { \
        if (!(call)) { \
            fprintf(stderr, "failed: %s\n", #call); \
            exit(1); \
        } \
    } while (0)

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec * 1e9 + (double)time.tv_nsec;
}

int main(int argc, char **argv) {
    static const char hash[crypto_pwhash_STRBYTES] =
        "$argon2id$v=19$m=65536,t=2,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";
    scrim_text_options options = SCRIM_TEXT_OPTIONS_INIT;
    scrim_text *text = NULL;
    TRY(argc == 2 && sodium_init() >= 0);
    TRY(scrim_text_create(&options, &text) == SCRIM_OK && scrim_text_insert(text, "2468", 4) == SCRIM_OK);
    for (long turns = atol(argv[1]); turns > 0; turns--) {
        uint32_t right = 0;
        double start = now();
        TRY(scrim_text_verify(text, hash, strlen(hash), NULL, 0, &right) == SCRIM_OK && right == 0);
        double between = now();
        TRY(crypto_pwhash_str_verify(hash, "2468", 4) != 0);
        printf("%.1f %.1f\n", between - start, now() - between);
    }
    scrim_text_destroy(text);
    return 0;
}
