/* SPDX-License-Identifier: MIT */
/* What --once prints. */
#ifndef SCRIM_WATCH_REPORT_H
#define SCRIM_WATCH_REPORT_H

#include "desktop.h"

#include <stdio.h>

/* Prints what is known of all windows. `kind` is the name of the window system. False if it cannot be written. */
bool report_json(desktop *desktop, const char *kind, uint64_t now_ns, FILE *file);
bool report_table(desktop *desktop, const char *kind, uint64_t now_ns, FILE *file);

#endif
