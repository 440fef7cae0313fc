/* SPDX-License-Identifier: MIT */
/* Which program a process id stands for. */
#ifndef SCRIM_WATCH_PROCESS_H
#define SCRIM_WATCH_PROCESS_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

/* A number that changes when the id belongs to another process, or when the process executes another program. 0 if it is not known. */
uint64_t process_identity(pid_t pid);

/* Also if its parent has not noticed yet. False if it is not known. */
bool process_has_ended(pid_t pid);

#endif
