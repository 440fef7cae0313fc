/* SPDX-License-Identifier: MIT */
/*
 * What all targets share: handles by kind, memory of just the size that a call is told, and what holds of every answer.
 * A check that fails ends the process, as a crash does, so that libFuzzer keeps the input.
 */
#ifndef SCRIM_FUZZ_HANDLES_H
#define SCRIM_FUZZ_HANDLES_H

#include <scrim.h>
#include <stdio.h>
#include <stdlib.h>

#include "../C/support/destroy.h"
#include "fuzz_input.h"

#define REQUIRE(condition) \
    do { \
        if (!(condition)) { \
            fprintf(stderr, "%s:%d: does not hold: %s\n", __FILE__, __LINE__, #condition); \
            abort(); \
        } \
    } while (0)

#define COUNT_OF(array) (sizeof(array) / sizeof *(array))

enum {
    FUZZ_KINDS = 10,
    FUZZ_SLOTS = 4,
    FUZZ_OUTPUTS = 8,
    FUZZ_BLOCKS = 2048,
    FUZZ_STEPS = 300,
    FUZZ_FILLING = 0xA5
};

struct fuzz_output {
    void *at;
    size_t size;
    int tells_length; /* written beside BUFFER_TOO_SMALL too */
};

static struct {
    void *handles[FUZZ_KINDS][FUZZ_SLOTS]; /* what was destroyed stays: to be used after */
    struct fuzz_output outputs[FUZZ_OUTPUTS];
    size_t output_count, output_from; /* of the call at hand: those before are of the call that calls back */
    void *blocks[FUZZ_BLOCKS];
    size_t block_count;
    int in_callback;
    int callbacks_owed; /* user_data_free that is still to come */
} fuzz;

/* The one function of a target: calls the library as the input says. */
static void fuzz_target(struct fuzz_input *in);

/* ---- Memory ---- */

UNUSED static int fuzz_has_room(void) { return fuzz.block_count + 64 < FUZZ_BLOCKS; }

/* Memory of just that size, until the input ends. */
UNUSED static void *fuzz_block(size_t size) {
    void *block = malloc(size > 0 ? size : 1);
    REQUIRE(block != NULL && fuzz.block_count < FUZZ_BLOCKS);
    memset(block, FUZZ_FILLING, size);
    fuzz.blocks[fuzz.block_count++] = block;
    return size > 0 ? block : (char *)block + 1; /* of nothing not a byte may be touched */
}

UNUSED static void *fuzz_copy(const void *bytes, size_t size) {
    void *copy = fuzz_block(size);
    if (size > 0)
        memcpy(copy, bytes, size);
    return copy;
}

/* A copy of a struct that begins with its size: mostly right, else shorter or longer, with or without something unknown. */
UNUSED static void *fuzz_sized(struct fuzz_input *in, const void *sized, size_t size) {
    uint8_t way = fuzz_u8(in);
    uint32_t said = (uint32_t)size;
    size_t there = size;
    if (way >= 254)
        return NULL;
    if (way >= 250) {
        said = (uint32_t)fuzz_u64(in);
        there = said > SCRIM_MAX_STRUCT_SIZE ? sizeof said : said < sizeof said ? sizeof said
                                                                                : said;
    } else if (way >= 244)
        there = said = (uint32_t)size + 8u * (way - 243u);
    unsigned char *copy = fuzz_block(there);
    memset(copy, 0, there);
    memcpy(copy, sized, there < size ? there : size);
    memcpy(copy, &said, sizeof said);
    if (way == 249 || way == 247)
        copy[there - 1] = 1;
    return copy;
}
#define SIZED(in, value) fuzz_sized(in, &(value), sizeof(value))

/* Bytes of the input: often from words that tests and tables use, else any. */
UNUSED static scrim_string fuzz_string(struct fuzz_input *in, size_t longest) {
    static const char *const words[] = {"",
                                        "Tap",
                                        "Button",
                                        "Page",
                                        "View",
                                        "Cell",
                                        "press",
                                        "LongPress",
                                        "7",
                                        "a\xCC\x81",
                                        "\xF0\x9F\x87\xA9\xF0\x9F\x87\xAA",
                                        "\xE2\x8C\xAB",
                                        "\xFF",
                                        "\xC3",
                                        "\xED\xA0\x80",
                                        "x\ny\"\\\x01",
                                        "Alert",
                                        "UITextField",
                                        "0123456789",
                                        "key"};
    uint8_t way = fuzz_u8(in);
    if (way < 160) {
        const char *word = words[way % COUNT_OF(words)];
        size_t length = strlen(word);
        return (scrim_string){fuzz_copy(word, length), length};
    }
    if (way >= 253)
        return (scrim_string){NULL, way - 253u};
    size_t length = way < 240 ? way % 24u : fuzz_u16(in) % (longest + 2);
    char *bytes = fuzz_block(length);
    fuzz_take(in, bytes, length);
    return (scrim_string){bytes, length};
}

/* ---- Answers ---- */

UNUSED static void fuzz_watch(void *at, size_t size, int tells_length) {
    REQUIRE(fuzz.output_count < FUZZ_OUTPUTS);
    memset(at, FUZZ_FILLING, size);
    fuzz.outputs[fuzz.output_count++] = (struct fuzz_output){at, size, tells_length};
}
/* Says that a call writes this on success only, or, of a length, beside BUFFER_TOO_SMALL too. */
#define OUT(value) (fuzz_watch(&(value), sizeof(value), 0), &(value))
#define OUT_LENGTH(value) (fuzz_watch(&(value), sizeof(value), 1), &(value))

/* A buffer of `count` elements that is not written on an error. */
UNUSED static void *fuzz_room(size_t count, size_t size) {
    void *room = fuzz_block(count * size);
    fuzz_watch(room, count * size, 0);
    return room;
}

UNUSED static int fuzz_untouched(const void *bytes, size_t size) {
    const unsigned char *at = bytes;
    for (size_t i = 0; i < size; i++)
        if (at[i] != FUZZ_FILLING)
            return 0;
    return 1;
}

/* What holds of every status: it is one that is documented, and an error leaves the outputs alone. */
UNUSED static scrim_status fuzz_answer(scrim_status status) {
    size_t count = fuzz.output_count;
    fuzz.output_count = fuzz.output_from;
    REQUIRE(status <= SCRIM_OK && status >= SCRIM_ERROR_REVERSIBLE_STYLE);
    if (status == SCRIM_OK)
        return status;
    for (size_t i = fuzz.output_from; i < count; i++) {
        const struct fuzz_output *output = &fuzz.outputs[i];
        if (!(output->tells_length && status == SCRIM_ERROR_BUFFER_TOO_SMALL))
            REQUIRE(fuzz_untouched(output->at, output->size));
    }
    return status;
}

/* At the begin and the end of a callback, with what the first answered. */
UNUSED static size_t fuzz_enter(void) {
    size_t from = fuzz.output_from;
    fuzz.output_from = fuzz.output_count;
    fuzz.in_callback++;
    return from;
}

UNUSED static void fuzz_leave(size_t from) {
    fuzz.output_count = fuzz.output_from;
    fuzz.output_from = from;
    fuzz.in_callback--;
}

/* Inside a callback nothing may change the group, whatever else is wrong with the call. */
#define DENIED(call) \
    do { \
        scrim_status denied = (call); \
        REQUIRE(denied == SCRIM_ERROR_BUSY || denied == SCRIM_ERROR_INVALID_HANDLE || denied == SCRIM_ERROR_INVALID_ARGUMENT); \
    } while (0)

/* ---- Handles ---- */

/* Keeps a new handle, in place of the one in its slot, which is destroyed. */
UNUSED static void fuzz_keep(uint32_t kind, uint32_t slot, void *handle) {
    REQUIRE(handle != NULL);
    for (uint32_t i = 1; i < FUZZ_KINDS; i++) /* never the same again, or what was destroyed would come to life */
        for (uint32_t j = 0; j < FUZZ_SLOTS; j++)
            REQUIRE(fuzz.handles[i][j] != handle);
    destroy_of_kind(kind, fuzz.handles[kind][slot]);
    fuzz.handles[kind][slot] = handle;
}

/* Mostly a handle of the kind, living or destroyed; else NULL, of another kind, or made up. */
UNUSED static void *fuzz_handle(struct fuzz_input *in, uint32_t kind) {
    uint8_t way = fuzz_u8(in);
    if (way < 180)
        return fuzz.handles[kind][0];
    if (way < 244)
        return fuzz.handles[kind][way % FUZZ_SLOTS];
    if (way < 248)
        return fuzz.handles[1 + fuzz_below(in, FUZZ_KINDS - 1)][0];
    return way < 251 ? NULL : (void *)(uintptr_t)(fuzz_u64(in) ^ (uintptr_t)fuzz.handles[kind][0]);
}
#define HANDLE(in, type, KIND) ((type *)fuzz_handle(in, SCRIM_HANDLE_##KIND))

#endif
