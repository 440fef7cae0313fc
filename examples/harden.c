/* SPDX-License-Identifier: MIT */
#include <scrim.h>
#include <stdio.h>

int main(void) {
    scrim_status status = scrim_process_harden(); /* before the first secret exists */
    if (status != SCRIM_OK) {
        fprintf(stderr, "core dumps and debuggers are not forbidden: %s\n", scrim_status_message(status));
        return 1;
    }
    printf("core dumps and debuggers are forbidden\n");
    return 0;
}
