/* SPDX-License-Identifier: MIT */
/*
 * deny WHAT… -- PROGRAM ARGUMENT… runs a program without memfd_secret, without locked memory (lock), or without both, so that a
 * test written for the best protection runs at the lower levels too.
 */
#include "kernel.h"

#include <stdio.h>
#include <string.h>

int main(int count, char **words) {
    int at = 1;
    for (; at < count && strcmp(words[at], "--") != 0; at++) {
        int failed = 1;
        if (strcmp(words[at], "memfd_secret") == 0)
            failed = deny_memfd_secret();
        /* Without new privileges, exec cannot give the capability back to root. */
        if (strcmp(words[at], "lock") == 0)
            failed = prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) || limit_locked_bytes(0);
        if (failed) {
            fprintf(stderr, "deny: cannot deny %s\n", words[at]);
            return 2;
        }
    }
    if (at + 1 >= count) {
        fprintf(stderr, "usage: deny memfd_secret|lock … -- PROGRAM ARGUMENT…\n");
        return 2;
    }
    execvp(words[at + 1], words + at + 1);
    perror(words[at + 1]);
    return 2;
}
