/* SPDX-License-Identifier: MIT */
/*
 * Memory that ends right before a page nobody may touch, and the questions every contract test asks: is the status one
 * of those expected, are the outputs untouched. Included by one C file of a test program, after cmocka.h.
 */
#ifndef SCRIM_CONTRACT_SUPPORT_H
#define SCRIM_CONTRACT_SUPPORT_H

#include <scrim.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#define COUNT_OF(array) (sizeof(array) / sizeof(array)[0])

/* A set of statuses: a bit for each, so that a test can say which answers are right. */
#define OK (1u << 0)
#define ERROR(name) (1u << -(SCRIM_ERROR_##name))

/* What outputs hold before a call. */
#define CONTRACT_FILL 0xA5

enum contract_use {
    CONTRACT_INPUT,  /* never written */
    CONTRACT_BOTH,   /* read and written: not looked at here */
    CONTRACT_OUTPUT, /* untouched by an error, written by a success */
    CONTRACT_ROOM    /* a buffer: untouched by an error */
};

struct contract_block {
    void *map;
    size_t map_size;
    unsigned char *data;
    size_t size;
    enum contract_use use;
    uint64_t sum; /* of an input, before the call */
};

/* The blocks of the call that is being prepared. */
static struct contract_block contract_blocks[64];
static size_t contract_block_count;

static inline void contract_release(void) {
    for (size_t i = 0; i < contract_block_count; i++) {
        munmap(contract_blocks[i].map, contract_blocks[i].map_size);
    }
    contract_block_count = 0;
}

/*
 * `size` bytes that begin at a multiple of `alignment` and end at most alignment - 1 bytes before a guard page. The
 * bytes in between are filled too, so that a write past the end is seen by contract_untouched() if not by the guard.
 */
static inline void *contract_block(size_t size, size_t alignment, enum contract_use use) {
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    size_t room = (size + alignment - 1) / alignment * alignment;
    size_t pages = (room + page - 1) / page * page;
    if (contract_block_count == COUNT_OF(contract_blocks)) {
        fail_msg("a test uses more than %zu blocks", COUNT_OF(contract_blocks));
    }
    unsigned char *map = mmap(NULL, pages + page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (map == MAP_FAILED || mprotect(map + pages, page, PROT_NONE) != 0) {
        fail_msg("no memory for a block of %zu bytes", size);
    }
    memset(map, CONTRACT_FILL, pages);
    unsigned char *data = map + pages - room;
    contract_blocks[contract_block_count++] = (struct contract_block){map, pages + page, data, size, use, 0};
    return data;
}

/* A copy of an input, right before a guard page. */
static inline void *contract_input(const void *bytes, size_t size, size_t alignment) {
    void *data = contract_block(size, alignment, CONTRACT_INPUT);
    if (size > 0) {
        memcpy(data, bytes, size);
    }
    return data;
}

#define INPUT(type, ...) ((type *)contract_input((const type[1]){__VA_ARGS__}, sizeof(type), _Alignof(type)))
#define OUTPUT(type) ((type *)contract_block(sizeof(type), _Alignof(type), CONTRACT_OUTPUT))
#define ROOM(type, count) ((type *)contract_block((count) * sizeof(type), _Alignof(type), CONTRACT_ROOM))
#define BYTES(literal) ((char *)contract_input(literal, sizeof(literal) - 1, 1))

/*
 * The struct at `from` as another size: `size` bytes of it are there, rounded up to its alignment, the first four of
 * which say `declared`. What `from` does not reach is 0.
 */
static inline void *contract_resized(const void *from, size_t known, size_t size, uint32_t declared,
                                     enum contract_use use) {
    unsigned char *data = contract_block(size, _Alignof(uint64_t), use);
    memset(data, 0, size);
    memcpy(data, from, known < size ? known : size);
    memcpy(data, &declared, sizeof declared);
    return data;
}

/* The block is no argument of this call. */
static inline void contract_leave_out(const void *data) {
    for (size_t i = 0; i < contract_block_count; i++)
        if (contract_blocks[i].data == data)
            contract_blocks[i].use = CONTRACT_BOTH;
}

static inline int contract_is_filled(const void *bytes, size_t size) {
    const unsigned char *byte = bytes;
    for (size_t i = 0; i < size; i++) {
        if (byte[i] != CONTRACT_FILL) {
            return 0;
        }
    }
    return 1;
}

/* Fails if anything from `first` on to the end of the page was written: `first` must lie in a block. */
static inline void contract_untouched(const void *first) {
    const unsigned char *byte = first;
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    for (size_t i = 0; i < contract_block_count; i++) {
        const unsigned char *begin = contract_blocks[i].map;
        const unsigned char *end = begin + contract_blocks[i].map_size - page;
        if (byte >= begin && byte <= end) {
            if (!contract_is_filled(byte, (size_t)(end - byte))) {
                fail_msg("bytes were written that should not have been");
            }
            return;
        }
    }
    fail_msg("not a block of this test");
}

/* Fails if an output was written, or a byte in front of one. */
static inline void contract_outputs_untouched(void) {
    for (size_t i = 0; i < contract_block_count; i++) {
        if (contract_blocks[i].use == CONTRACT_OUTPUT || contract_blocks[i].use == CONTRACT_ROOM) {
            contract_untouched(contract_blocks[i].map);
        }
    }
}

/*
 * Fails if an output was not written, or a byte in front of one was. Buffers may stay as they are: what fills them is
 * not known here.
 */
static inline void contract_outputs_written(void) {
    for (size_t i = 0; i < contract_block_count; i++) {
        const struct contract_block *block = &contract_blocks[i];
        size_t front = (size_t)(block->data - (unsigned char *)block->map);
        if (!contract_is_filled(block->map, front)) {
            fail_msg("bytes in front of an argument were written");
        }
        if (block->use == CONTRACT_OUTPUT && contract_is_filled(block->data, block->size)) {
            fail_msg("the call succeeded and left an output unwritten");
        }
    }
}

/* FNV-1a over a block. */
static inline uint64_t contract_sum(const struct contract_block *block) {
    uint64_t sum = UINT64_C(0xCBF29CE484222325);
    for (size_t i = 0; i < block->size; i++) {
        sum = (sum ^ block->data[i]) * UINT64_C(0x100000001B3);
    }
    return sum;
}

/* To be called before a call, so that contract_inputs_unchanged() can tell afterwards. */
static inline void contract_remember_inputs(void) {
    for (size_t i = 0; i < contract_block_count; i++) {
        contract_blocks[i].sum = contract_sum(&contract_blocks[i]);
    }
}

static inline void contract_inputs_unchanged(void) {
    for (size_t i = 0; i < contract_block_count; i++) {
        if (contract_blocks[i].use == CONTRACT_INPUT && contract_blocks[i].sum != contract_sum(&contract_blocks[i])) {
            fail_msg("an input was written");
        }
    }
}

/* Writes what a function returned into the file that SCRIM_CONTRACT_STATUSES names. test_statuses.py compares it with the headers. */
static inline void contract_record(const char *function, scrim_status status) {
    const char *path = getenv("SCRIM_CONTRACT_STATUSES");
    FILE *file = path != NULL ? fopen(path, "a") : NULL;
    if (file != NULL) {
        fprintf(file, "%s %s\n", function, scrim_status_name(status));
        fclose(file);
    }
}

/* Fails unless the status is in the set. */
static inline void contract_expect(const char *function, scrim_status status, uint32_t expected) {
    contract_record(function, status);
    if (status <= 0 && status > -32 && (expected & (1u << -status)) != 0) {
        return;
    }
    char names[512] = "";
    for (int i = 0; i < 32; i++) {
        if ((expected & (1u << i)) != 0) {
            strncat(names, names[0] ? " or " : "", sizeof names - strlen(names) - 1);
            strncat(names, scrim_status_name(-i), sizeof names - strlen(names) - 1);
        }
    }
    fail_msg("%s answered %s (%d), expected %s", function, scrim_status_name(status), (int)status, names);
}

/* A handle as the number it is, and back. */
#define NUMBER(handle) ((uint64_t)(uintptr_t)(handle))

/* For teardowns: 0 if as many handles are alive as were before. */
static inline int contract_live_handles(size_t before) {
    size_t live = scrim_live_handles(SCRIM_HANDLE_ANY);
    if (live != before) {
        print_error("%zu handles are alive, %zu were before\n", live, before);
    }
    return live == before ? 0 : -1;
}

#endif
