/* SPDX-License-Identifier: MIT */
/*
 * libassuan copies the data that it sends into a buffer on the heap, and leaves it there. So the passphrase is sent
 * without it: it is escaped from one scrim_text into another, which is written to libassuan's descriptor. libassuan has
 * no unsent data at that time, because it writes whole lines.
 */
#include "send.h"

#include "settings.h"

#include <string.h>
#include <unistd.h>

#ifdef SEND_BY_ASSUAN

/* For the test that searches for copies: sends with libassuan. */
static void send_by_library(const void *bytes, size_t length, void *user_data) {
    assuan_send_data(user_data, bytes, length);
    assuan_send_data(user_data, NULL, 0);
}

gpg_error_t send_text(assuan_context_t context, const scrim_text *text) {
    return scrim_text_with_bytes(text, send_by_library, context) == SCRIM_OK ? 0 : gpg_error(GPG_ERR_GENERAL);
}

#else

struct escaping {
    scrim_text *line;
    scrim_status status;
    int is_empty;
};

static void put(struct escaping *escaping, const char *bytes, size_t length) {
    if (escaping->status == SCRIM_OK && length > 0) {
        escaping->status = scrim_text_insert(escaping->line, bytes, length);
    }
}

static const char *escape_of(char byte) {
    return byte == '%' ? "%25" : byte == '\r' ? "%0D"
                             : byte == '\n'   ? "%0A"
                                              : NULL;
}

static void escape(const void *bytes, size_t length, void *user_data) {
    struct escaping *escaping = user_data;
    const char *from = bytes, *end = from + length;
    escaping->is_empty = length == 0;
    for (const char *at = from; at < end; at++) {
        const char *escaped = escape_of(*at);
        if (escaped != NULL) {
            put(escaping, from, (size_t)(at - from));
            put(escaping, escaped, strlen(escaped));
            from = at + 1;
        }
    }
    put(escaping, from, (size_t)(end - from));
}

/* Writes the line in one step. Otherwise an error could be reported inside it, and be read as the passphrase. */
static gpg_error_t write_line(assuan_context_t context, const scrim_text *line) {
    assuan_fd_t descriptors[2];
    if (assuan_get_active_fds(context, 1, descriptors, 2) < 1) {
        return gpg_error(GPG_ERR_ASS_NO_OUTPUT);
    }
    scrim_status status = scrim_text_write_fd(line, descriptors[0], SCRIM_FD_LINE);
    if (status == SCRIM_ERROR_IO) {
        _exit(1); /* part of the line may have been written, and more output would become part of it */
    }
    return status == SCRIM_OK ? 0 : gpg_error(GPG_ERR_ENOMEM);
}

gpg_error_t send_text(assuan_context_t context, const scrim_text *text) {
    scrim_text_options options = SCRIM_TEXT_OPTIONS_INIT;
    struct escaping escaping = {NULL, SCRIM_OK, 0};
    options.capacity = sizeof "D " - 1 + 3 * LONGEST_PASSPHRASE;
    escaping.status = scrim_text_create(&options, &escaping.line);
    put(&escaping, "D ", 2);
    if (escaping.status == SCRIM_OK) {
        scrim_status status = scrim_text_with_bytes(text, escape, &escaping);
        escaping.status = status == SCRIM_OK ? escaping.status : status;
    }
    gpg_error_t error = escaping.status == SCRIM_ERROR_NO_MEMORY ? gpg_error(GPG_ERR_ENOMEM)
                        : escaping.status != SCRIM_OK            ? gpg_error(GPG_ERR_GENERAL)
                        : escaping.is_empty                      ? 0
                                                                 : write_line(context, escaping.line);
    scrim_text_destroy(escaping.line);
    return error;
}

#endif
