/* SPDX-License-Identifier: MIT */
/* Checks of programs that are no cmocka tests: one that fails is reported, and ends the process. */
#ifndef SCRIM_TESTS_CHECK_H
#define SCRIM_TESTS_CHECK_H

#include <stdio.h>
#include <stdlib.h>

#define CHECK(condition) \
    do { \
        if (!(condition)) { \
            fprintf(stderr, "%s:%d: failed: %s\n", __FILE__, __LINE__, #condition); \
            exit(1); \
        } \
    } while (0)

#endif
