/* SPDX-License-Identifier: MIT */
/* Windows of other programs inside a client: what a terminal, a plug of XEmbed or Tk draws in the window of its host. The tree of the
 * host says nothing about them. */
#include "screen_x11.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    MAX_ANCESTORS = 8,
    COMMAND_BYTES = 16384
};

/* Reads the beginning of a file of /proc, as text. */
static bool read_file(uint32_t pid, const char *name, char *out, size_t size) {
    char path[64];
    snprintf(path, sizeof path, "/proc/%u/%s", pid, name);
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    ssize_t count = fd >= 0 ? read(fd, out, size - 1) : -1;
    if (fd >= 0) {
        close(fd);
    }
    out[count > 0 ? count : 0] = 0;
    for (ssize_t i = 0; i < count; i++) {
        out[i] = out[i] != 0 ? out[i] : ' ';
    }
    return count > 0;
}

/* 0 if it is not known. */
static uint32_t parent_of(uint32_t pid) {
    char line[512];
    unsigned parent = 0;
    const char *end = read_file(pid, "stat", line, sizeof line) ? strrchr(line, ')') : NULL; /* of the name, which may be anything */
    return end != NULL && sscanf(end, ") %*c %u", &parent) == 1 ? parent : 0;
}

/* Chromium draws with a separate process, which the browser starts. A process that is only a child may be any other program. */
static bool draws_for(uint32_t pid, uint32_t owner) {
    char command[COMMAND_BYTES];
    if (!read_file(pid, "cmdline", command, sizeof command) || strstr(command, " --type=gpu-process") == NULL) {
        return false;
    }
    for (int i = 0; i < MAX_ANCESTORS && pid > 1; i++) {
        pid = parent_of(pid);
        if (pid == owner) {
            return true;
        }
    }
    return false;
}

/* Clients take the identifiers of their windows from different ranges. An application may have several connections. */
static bool belongs_to(const screen *screen, node *node, const struct node *owner) {
    uint32_t range = ~xcb_get_setup(screen->connection)->resource_id_mask;
    if (((node->id ^ owner->id) & range) == 0) {
        return true;
    }
    if (node->resource_pid == 0 || owner->resource_pid == 0) {
        return false;
    }
    if (node->resource_pid != owner->resource_pid && node->draws_for != owner->resource_pid) {
        node->draws_for = draws_for(node->resource_pid, owner->resource_pid) ? owner->resource_pid : 0;
        return node->draws_for != 0;
    }
    return true;
}

/* A window manager's frame belongs to another client than what is in it. */
bool x11_has_foreign(const screen *screen, node *node, const struct node *top, const struct node *client) {
    if (!node->mapped || node->input_only) {
        return false;
    }
    bool found = node->crowded || (!belongs_to(screen, node, client) && !belongs_to(screen, node, top));
    for (guint i = 0; !found && node->children != NULL && i < node->children->len; i++) {
        found = x11_has_foreign(screen, g_ptr_array_index(node->children, i), top, client);
    }
    return found;
}
