/* SPDX-License-Identifier: MIT */
/*
 * Times texts and keypads beside libsodium, by turns. For each turn a line of nanoseconds: a text made and destroyed, sodium_malloc and
 * sodium_free of as many bytes, one character inserted, one shuffle of a PIN pad, randombytes_buf of 8 bytes. The last line is bytes for
 * each of many that are alive: mapped and locked, of a text, and of sodium_malloc.
 *
 *     secrets TURNS
 */
#include <scrim.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum {
    SIZE = 64,
    TEXTS = 2000,
    BLOCKS = 50,
    INSERTS = 2000,
    SHUFFLES = 1000,
    NUMBERS = 1000,
    ALIVE = 10000,
    HELD = 1000
};

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

static scrim_text *new_text(void) {
    scrim_text_options options = SCRIM_TEXT_OPTIONS_INIT;
    scrim_text *text = NULL;
    options.capacity = SIZE;
    TRY(scrim_text_create(&options, &text) == SCRIM_OK);
    return text;
}

static double texts(void) {
    double start = now();
    for (int i = 0; i < TEXTS; i++)
        scrim_text_destroy(new_text());
    return (now() - start) / TEXTS;
}

static double blocks(void) {
    double start = now();
    for (int i = 0; i < BLOCKS; i++) {
        void *block = sodium_malloc(SIZE);
        TRY(block != NULL);
        sodium_free(block);
    }
    return (now() - start) / BLOCKS;
}

static double inserts(scrim_text *text) {
    double spent = 0;
    for (int i = 0; i < INSERTS / SIZE; i++) {
        TRY(scrim_text_clear(text) == SCRIM_OK);
        double start = now();
        for (int k = 0; k < SIZE; k++)
            TRY(scrim_text_insert(text, "7", 1) == SCRIM_OK);
        spent += now() - start;
    }
    return spent / (INSERTS / SIZE * SIZE);
}

static double shuffles(scrim_keypad *keypad) {
    double start = now();
    for (int i = 0; i < SHUFFLES; i++)
        TRY(scrim_keypad_show(keypad) == SCRIM_OK);
    return (now() - start) / SHUFFLES;
}

static double numbers(void) {
    unsigned char number[8];
    double start = now();
    for (int i = 0; i < NUMBERS; i++)
        randombytes_buf(number, sizeof number);
    return (now() - start) / NUMBERS;
}

/* A line of /proc/self/status, in bytes. */
static long status(const char *name) {
    char line[256];
    long kibibytes = -1;
    FILE *file = fopen("/proc/self/status", "r");
    TRY(file != NULL);
    while (fgets(line, sizeof line, file) != NULL)
        if (strncmp(line, name, strlen(name)) == 0)
            kibibytes = atol(line + strlen(name));
    fclose(file);
    return kibibytes * 1024;
}

static void memory(void) {
    static scrim_text *alive[ALIVE];
    static void *held[HELD];
    long mapped = status("VmSize:"), locked = status("VmLck:");
    for (int i = 0; i < ALIVE; i++)
        alive[i] = new_text();
    long mapped_then = status("VmSize:"), locked_then = status("VmLck:");
    for (int i = 0; i < HELD; i++)
        TRY((held[i] = sodium_malloc(SIZE)) != NULL);
    printf("%ld %ld %ld %ld\n", (mapped_then - mapped) / ALIVE, (locked_then - locked) / ALIVE,
           (status("VmSize:") - mapped_then) / HELD, (status("VmLck:") - locked_then) / HELD);
    for (int i = 0; i < ALIVE; i++)
        scrim_text_destroy(alive[i]);
    for (int i = 0; i < HELD; i++)
        sodium_free(held[i]);
}

int main(int argc, char **argv) {
    scrim_keypad_options options = SCRIM_KEYPAD_OPTIONS_INIT;
    scrim_keypad *keypad = NULL;
    TRY(argc == 2 && sodium_init() >= 0);
    TRY(scrim_keypad_create(&options, &keypad) == SCRIM_OK);
    scrim_text *text = new_text();
    for (long turns = atol(argv[1]); turns > 0; turns--) {
        double made = texts(), allocated = blocks(), inserted = inserts(text), shuffled = shuffles(keypad);
        printf("%.1f %.1f %.1f %.1f %.1f\n", made, allocated, inserted, shuffled, numbers());
    }
    memory();
    scrim_text_destroy(text);
    scrim_keypad_destroy(keypad);
    return 0;
}
