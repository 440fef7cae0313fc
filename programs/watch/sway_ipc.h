/* SPDX-License-Identifier: MIT */
/* Messages of sway's socket, which speaks the protocol of i3. Nothing here waits, except sway_ipc_open(). */
#ifndef SCRIM_WATCH_SWAY_IPC_H
#define SCRIM_WATCH_SWAY_IPC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    SWAY_SUBSCRIBE = 2,
    SWAY_GET_TREE = 4,
    SWAY_MAX_MESSAGE = 16 << 20 /* bytes; a longer one is an error */
};
#define SWAY_IS_EVENT(type) (((type) & 0x80000000u) != 0)
#define SWAY_EVENT_SHUTDOWN 0x80000006u

typedef struct sway_ipc sway_ipc;

typedef struct sway_message {
    uint32_t type;
    const char *text; /* until the next call of sway_ipc_next(); not followed by a NUL */
    size_t length;
} sway_message;

typedef enum sway_arrival {
    SWAY_NOTHING,
    SWAY_MESSAGE,
    SWAY_LOST /* sway has gone, or does not speak the protocol */
} sway_arrival;

/* NULL with a message if there is no socket at the path. */
sway_ipc *sway_ipc_open(const char *path, char *error, size_t error_size);
void sway_ipc_close(sway_ipc *ipc);
int sway_ipc_fd(const sway_ipc *ipc);

/* False if the connection is lost. */
bool sway_ipc_send(sway_ipc *ipc, uint32_t type, const char *text);

/* Takes the next message that has arrived as a whole. */
sway_arrival sway_ipc_next(sway_ipc *ipc, sway_message *message);

#endif
