/* SPDX-License-Identifier: MIT */
/* What a program asks of the shim that is preloaded into it; without one both are NULL. */
#ifndef SCRIM_FAULTS_SHIM_H
#define SCRIM_FAULTS_SHIM_H

/* From now on this thread's calls are counted, and fail; or not. */
__attribute__((weak)) void faults_arm(int on);

/* How many calls of this thread were made to fail. */
__attribute__((weak)) long faults_seen(void);

#endif
