/* SPDX-License-Identifier: MIT */
/* How the host calls the library: each call armed, so that it may fail, and its answer judged. */
#ifndef SCRIM_FAULTS_HOST_H
#define SCRIM_FAULTS_HOST_H

#include <scrim.h>
#include <stdio.h>
#include <stdlib.h>

#include "../C/support/check.h"
#include "shim.h"

static int denied; /* by the kernel: then any call may fail at any time */

static void arm(int on) {
    if (faults_arm != NULL)
        faults_arm(on);
}

static long seen(void) { return faults_seen != NULL ? faults_seen() : 0; }

static long seen_before;

/* What an answer may be: OK, or an error of resources, and that only if one was missing during this call. */
static scrim_status judged(scrim_status status, const char *call) {
    arm(0);
    switch (status) {
    case SCRIM_OK:
        return status;
    case SCRIM_ERROR_NO_MEMORY:
    case SCRIM_ERROR_ENTROPY:
    case SCRIM_ERROR_PROTECTION:
    case SCRIM_ERROR_IO:
        if (denied || seen() > seen_before)
            return status;
    }
    fprintf(stderr, "%s: %s, %ld faults before, %ld after\n", call, scrim_status_name(status), seen_before, seen());
    exit(1);
}

#define TRY(call) (seen_before = seen(), arm(1), judged((call), #call))

/* Of a call that needs nothing which may be missing: just that answer, whatever fails. */
#define ANSWERS(call, status) (arm(1), exactly((call), (status), #call))

static int exactly(scrim_status status, scrim_status expected, const char *call) {
    arm(0);
    if (status == expected)
        return 1;
    fprintf(stderr, "%s: %s in place of %s\n", call, scrim_status_name(status), scrim_status_name(expected));
    exit(1);
}

#endif
