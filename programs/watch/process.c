/* SPDX-License-Identifier: MIT */
#include "process.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

uint64_t process_identity(pid_t pid) {
    char path[64], line[1024];
    snprintf(path, sizeof path, "/proc/%d/stat", (int)pid);
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    ssize_t count = fd >= 0 ? read(fd, line, sizeof line - 1) : -1;
    if (fd >= 0) {
        close(fd);
    }
    line[count > 0 ? count : 0] = '\0';
    const char *rest = strrchr(line, ')'); /* of the name, which may be anything */
    uint64_t identity = 0;
    for (int field = 3; rest != NULL && field <= 28; field++) {
        rest = strchr(rest + 1, ' ');
        /* As in proc(5): when it started, and two addresses. Each program that it executes gets others. */
        if (rest != NULL && (field == 22 || field == 26 || field == 28)) {
            identity = (identity ^ strtoull(rest, NULL, 10)) * 1099511628211u;
        }
    }
    return identity;
}
