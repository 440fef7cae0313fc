/* SPDX-License-Identifier: MIT */
#include "tree.h"

#include <stdio.h>

bool tree_open(desktop *desktop, const rules *rules, char *error, size_t error_size) {
    (void)desktop;
    (void)rules;
    snprintf(error, error_size, "the accessibility tree cannot be read yet");
    return false;
}

void tree_run(void) {}
void tree_stop(void) {}
void tree_settle(uint64_t timeout_ns) { (void)timeout_ns; }
void tree_close(void) {}
