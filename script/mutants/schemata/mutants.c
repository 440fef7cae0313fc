/* SPDX-License-Identifier: MIT */
/* Reads the number of the change from SCRIM_MUTANT. What is noted goes to the file SCRIM_MUTANTS_NOTED, which is as long as the
 * numbers need: children that end by _exit() or a signal note there too. */
#include "mutants.h"

#include <fcntl.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

volatile int32_t scrim_mutant;
static uint8_t unused[1 << 16];
uint8_t *scrim_mutants_noted = unused;

__attribute__((constructor)) static void begin(void) {
    const char *number = getenv("SCRIM_MUTANT"), *path = getenv("SCRIM_MUTANTS_NOTED");
    int file = path ? open(path, O_RDWR | O_CLOEXEC) : -1;
    struct stat state;
    if (file >= 0 && fstat(file, &state) == 0) {
        void *map = mmap(NULL, (size_t)state.st_size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
        if (map != MAP_FAILED)
            scrim_mutants_noted = map;
    }
    if (file >= 0)
        close(file);
    scrim_mutant = number ? atoi(number) : 0;
}
