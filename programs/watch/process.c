/* SPDX-License-Identifier: MIT */
#include "process.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { /* as in proc(5) */
    STATE = 3,
    NUM_THREADS = 20,
    START_TIME = 22, /* each program that the process executes gets others of these three */
    START_CODE = 26,
    START_STACK = 28,
    FIELDS
};

/* The fields of /proc/PID/stat from STATE on. Those that are not known are empty. */
static void read_fields(pid_t pid, char line[1024], const char *fields[FIELDS]) {
    char path[64];
    snprintf(path, sizeof path, "/proc/%d/stat", (int)pid);
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    ssize_t count = fd >= 0 ? read(fd, line, 1023) : -1;
    if (fd >= 0) {
        close(fd);
    }
    line[count > 0 ? count : 0] = '\0';
    const char *rest = strrchr(line, ')'); /* of the name, which may be anything */
    for (int field = STATE; field < FIELDS; field++) {
        rest = rest != NULL ? strchr(rest + 1, ' ') : NULL;
        fields[field] = rest != NULL ? rest + 1 : "";
    }
}

uint64_t process_identity(pid_t pid) {
    static const int parts[] = {START_TIME, START_CODE, START_STACK};
    const char *fields[FIELDS];
    char line[1024];
    uint64_t identity = 0;
    read_fields(pid, line, fields);
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        identity = (identity ^ strtoull(fields[parts[i]], NULL, 10)) * 1099511628211u;
    }
    return identity;
}

bool process_has_ended(pid_t pid) {
    const char *fields[FIELDS];
    char line[1024];
    read_fields(pid, line, fields);
    /* If only its first thread has ended, the state is the same. */
    bool is_zombie = *fields[STATE] == 'Z' && strtoul(fields[NUM_THREADS], NULL, 10) < 2;
    return is_zombie || (kill(pid, 0) != 0 && errno == ESRCH);
}
