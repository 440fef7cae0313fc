/* SPDX-License-Identifier: MIT */
/* scrim/transfer.h: seals of any key and context, and descriptors that are files, pipes, full, closed or none. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include "fuzz_text_fixture.h"

static void seal(struct fuzz_input *in) {
    scrim_string context = fuzz_string(in, SCRIM_SEAL_MAX_CONTEXT);
    const scrim_text *text = HANDLE(in, scrim_text, TEXT);
    uint8_t way = fuzz_u8(in);
    size_t key_length = way < 230 ? SCRIM_SEAL_KEY_SIZE : way - 210u, length = 0, again;
    unsigned char *key = fuzz_block(key_length);
    if (way < 100 && key_length > 0) /* 9 is the curve's base point; small numbers are points of low order, mostly */
        memset(key, 0, key_length), key[0] = way < 60 ? 9 : way % 4u;
    size_t capacity = fuzz_rarely(in, 4) ? fuzz_u16(in) : SCRIM_SEAL_OVERHEAD + 65536 + SCRIM_SEAL_MAX_CONTEXT + 8;
    scrim_status asked = scrim_text_seal(text, key, key_length, context.data, context.length, NULL, 0, &length);
    char *buffer = fuzz_room(capacity, 1);
    scrim_status status = fuzz_answer(
        scrim_text_seal(text, key, key_length, context.data, context.length, buffer, capacity, OUT_LENGTH(again)));
    if (status == SCRIM_OK) {
        REQUIRE(asked == SCRIM_ERROR_BUFFER_TOO_SMALL && length == again);
        REQUIRE(length <= SCRIM_SEAL_OVERHEAD + 65536 + SCRIM_SEAL_MAX_CONTEXT);
        REQUIRE(fuzz_untouched(buffer + length, capacity - length));
    }
}

/* A descriptor to read from: of bytes of the input, or of no use. */
static int source(struct fuzz_input *in) {
    scrim_string string = fuzz_string(in, 4000);
    int ends[2];
    switch (fuzz_below(in, 5)) {
    case 0:
        return -1;
    case 1:
        return open("/", O_RDONLY | O_CLOEXEC);
    case 2:
        REQUIRE(pipe2(ends, O_CLOEXEC | O_NONBLOCK) == 0);
        if (string.length > 0 && string.data != NULL)
            REQUIRE(write(ends[1], string.data, string.length) == (ssize_t)string.length);
        close(ends[1]);
        return ends[0];
    default: {
        int file = memfd_create("fuzz", MFD_CLOEXEC);
        REQUIRE(file >= 0);
        if (string.length > 0 && string.data != NULL)
            REQUIRE(pwrite(file, string.data, string.length, 0) == (ssize_t)string.length);
        return file;
    }
    }
}

static void fill(struct fuzz_input *in) {
    int descriptor = source(in);
    uint32_t flags = fuzz_flags(in, SCRIM_FD_LINE);
    fuzz_answer(scrim_text_read_fd(HANDLE(in, scrim_text, TEXT), descriptor, flags));
    if (descriptor >= 0)
        REQUIRE(close(descriptor) == 0); /* it stays open */
}

static void pour(struct fuzz_input *in) {
    int ends[2], descriptor = -1;
    uint32_t flags = fuzz_flags(in, SCRIM_FD_LINE);
    uint8_t way = fuzz_u8(in);
    if (way < 30)
        descriptor = open("/dev/full", O_WRONLY | O_CLOEXEC);
    else if (way < 60) {
        REQUIRE(pipe2(ends, O_CLOEXEC | O_NONBLOCK) == 0);
        descriptor = ends[1];
        close(ends[0]); /* nobody reads */
    } else if (way < 240)
        REQUIRE((descriptor = memfd_create("fuzz", MFD_CLOEXEC)) >= 0);
    scrim_status status = fuzz_answer(scrim_text_write_fd(HANDLE(in, scrim_text, TEXT), descriptor, flags));
    if (descriptor >= 0) {
        if (way >= 60)
            REQUIRE(lseek(descriptor, 0, SEEK_END) <= 65537);
        else
            REQUIRE(status != SCRIM_OK || way >= 30 || flags == 0);
        REQUIRE(close(descriptor) == 0);
    }
}

static void fuzz_target(struct fuzz_input *in) {
    memset(&text_host, 0, sizeof text_host);
    text_create(in, 0);
    for (int step = 0; step < 40 && fuzz_more(in) && fuzz_has_room(); step++) {
        scrim_string string;
        switch (fuzz_below(in, 6)) {
        case 0:
            string = fuzz_string(in, 1000);
            fuzz_answer(scrim_text_insert(HANDLE(in, scrim_text, TEXT), string.data, string.length));
            break;
        case 1:
            text_create(in, fuzz_below(in, FUZZ_SLOTS));
            break;
        case 2:
            text_set_host(in, HANDLE(in, scrim_text, TEXT));
            break;
        case 3:
            seal(in);
            break;
        case 4:
            fill(in);
            break;
        default:
            pour(in);
        }
    }
}
