/* SPDX-License-Identifier: MIT */
#include <scrim.h>
#include <stdio.h>

/* The library that is loaded is the one whose headers were compiled in. */
int main(void) {
    printf("%u\n", (unsigned)scrim_version_number());
    return scrim_version_number() == SCRIM_VERSION_NUMBER ? 0 : 1;
}
