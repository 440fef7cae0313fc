/* SPDX-License-Identifier: MIT */
/* What the kernel says of the pages that a text's secret is in. */
#ifndef SCRIM_TESTS_PAGES_H
#define SCRIM_TESTS_PAGES_H

#include "support/kernel.h"
#include "support/support.h"

#include <fcntl.h>

UNUSED static void keep_address(const void *bytes, size_t length, void *user_data) {
    (void)length;
    *(const unsigned char **)user_data = bytes;
}

UNUSED static unsigned char *address_of(const scrim_text *text) {
    const unsigned char *bytes = NULL;
    scrim_text_with_bytes(text, keep_address, &bytes);
    return (unsigned char *)(uintptr_t)bytes;
}

/* The VmFlags of /proc/self/smaps for the mapping around an address, and where the mapping ends. */
UNUSED static int flags_of(const void *address, char *flags, size_t size, uintptr_t *end) {
    char line[512];
    FILE *maps = fopen("/proc/self/smaps", "r");
    int inside = 0, found = 0;
    if (maps == NULL)
        return 0;
    while (!found && fgets(line, sizeof line, maps) != NULL) {
        unsigned long from, to;
        if (sscanf(line, "%lx-%lx ", &from, &to) == 2) {
            inside = from <= (uintptr_t)address && (uintptr_t)address < to;
            if (inside)
                *end = to;
        } else if (inside && strncmp(line, "VmFlags:", 8) == 0) {
            snprintf(flags, size, "%s", line);
            found = 1;
        }
    }
    fclose(maps);
    return found;
}

UNUSED static int kernel_has_memfd_secret(void) {
    int descriptor = (int)syscall(MEMFD_SECRET, O_CLOEXEC);
    if (descriptor < 0)
        return 0;
    close(descriptor);
    return 1;
}

#endif
