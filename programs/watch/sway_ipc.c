/* SPDX-License-Identifier: MIT */
#include "sway_ipc.h"

#include <errno.h>
#include <glib.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#define MAGIC "i3-ipc"
enum {
    MAGIC_LENGTH = sizeof MAGIC - 1,
    HEADER_LENGTH = MAGIC_LENGTH + 2 * sizeof(uint32_t) /* the length of the text, and the type */
};

struct sway_ipc {
    int fd;
    GByteArray *received;
    size_t taken; /* bytes of `received` that belong to messages that were taken */
};

sway_ipc *sway_ipc_open(const char *path, char *error, size_t error_size) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    if (strlen(path) >= sizeof address.sun_path) {
        snprintf(error, error_size, "SWAYSOCK: expected a path of at most %zu bytes (got %zu)", sizeof address.sun_path - 1, strlen(path));
        return NULL;
    }
    strcpy(address.sun_path, path);
    int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (fd < 0 || connect(fd, (const struct sockaddr *)&address, sizeof address) != 0) {
        snprintf(error, error_size, "SWAYSOCK: %s: %s", path, strerror(errno));
        if (fd >= 0) {
            close(fd);
        }
        return NULL;
    }
    sway_ipc *ipc = g_new0(sway_ipc, 1);
    ipc->fd = fd;
    ipc->received = g_byte_array_new();
    return ipc;
}

void sway_ipc_close(sway_ipc *ipc) {
    close(ipc->fd);
    g_byte_array_free(ipc->received, TRUE);
    g_free(ipc);
}

int sway_ipc_fd(const sway_ipc *ipc) { return ipc->fd; }

bool sway_ipc_send(sway_ipc *ipc, uint32_t type, const char *text) {
    uint32_t numbers[2] = {(uint32_t)strlen(text), type};
    GByteArray *bytes = g_byte_array_new();
    g_byte_array_append(bytes, (const guint8 *)MAGIC, MAGIC_LENGTH);
    g_byte_array_append(bytes, (const guint8 *)numbers, sizeof numbers);
    g_byte_array_append(bytes, (const guint8 *)text, numbers[0]);
    /* A few bytes, of which one request waits at most: there is room in the socket, unless sway hangs. */
    bool sent = send(ipc->fd, bytes->data, bytes->len, MSG_NOSIGNAL | MSG_DONTWAIT) == (ssize_t)bytes->len;
    g_byte_array_free(bytes, TRUE);
    return sent;
}

/* Reads what has arrived, but not more than one message of the largest size, so that a flood of events does not hold the caller here. */
static bool receive(sway_ipc *ipc) {
    guint8 part[1 << 16];
    for (;;) {
        ssize_t length = recv(ipc->fd, part, sizeof part, MSG_DONTWAIT);
        if (length > 0) {
            g_byte_array_append(ipc->received, part, (guint)length);
            if (ipc->received->len > HEADER_LENGTH + SWAY_MAX_MESSAGE) {
                return true;
            }
        } else if (length == 0 || errno != EINTR) {
            return length < 0 && (errno == EAGAIN || errno == EWOULDBLOCK);
        }
    }
}

/* The first message that was received and not taken. */
static sway_arrival first_message(const sway_ipc *ipc, sway_message *message) {
    const guint8 *data = ipc->received->data + ipc->taken;
    size_t length = ipc->received->len - ipc->taken;
    uint32_t numbers[2];
    if (length > 0 && memcmp(data, MAGIC, MIN(length, MAGIC_LENGTH)) != 0) {
        return SWAY_LOST;
    }
    if (length < HEADER_LENGTH) {
        return SWAY_NOTHING;
    }
    memcpy(numbers, data + MAGIC_LENGTH, sizeof numbers);
    if (numbers[0] > SWAY_MAX_MESSAGE) {
        return SWAY_LOST;
    }
    *message = (sway_message){numbers[1], (const char *)data + HEADER_LENGTH, numbers[0]};
    return length < HEADER_LENGTH + message->length ? SWAY_NOTHING : SWAY_MESSAGE;
}

sway_arrival sway_ipc_next(sway_ipc *ipc, sway_message *message) {
    sway_arrival arrival = first_message(ipc, message);
    if (arrival == SWAY_NOTHING) {
        g_byte_array_remove_range(ipc->received, 0, (guint)ipc->taken);
        ipc->taken = 0;
        bool connected = receive(ipc);
        arrival = first_message(ipc, message);
        if (!connected && arrival == SWAY_NOTHING) {
            arrival = SWAY_LOST;
        }
    }
    if (arrival == SWAY_MESSAGE) {
        ipc->taken += HEADER_LENGTH + message->length;
    }
    return arrival;
}
