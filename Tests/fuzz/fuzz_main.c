/* SPDX-License-Identifier: MIT */
/*
 * Runs one input: FUZZ_TARGET is the file of the target. When it has ended no handle and no secret is left, and, of inputs
 * that run again and again, not a byte more than before.
 */
#define _GNU_SOURCE
#include FUZZ_TARGET

/* ASan counts what is allocated, to the byte; the C library counts what it keeps for later too. */
#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define COUNTS_BYTES
size_t __sanitizer_get_current_allocated_bytes(void);
#endif
#endif

static void run_input(const uint8_t *data, size_t size) {
    struct fuzz_input in = {data, size, 0};
    fuzz_target(&in);
    REQUIRE(!fuzz.in_callback && fuzz.output_count == 0);
    /* From the middle outward: every order of destruction is fine. */
    for (uint32_t i = 0; i < FUZZ_SLOTS; i++)
        for (uint32_t kind = 1; kind < FUZZ_KINDS; kind++) {
            uint32_t one = size % 2 ? kind : FUZZ_KINDS - kind;
            destroy_of_kind(one, fuzz.handles[one][i]);
            fuzz.handles[one][i] = NULL;
        }
    while (fuzz.block_count > 0)
        free(fuzz.blocks[--fuzz.block_count]);
    REQUIRE(scrim_live_handles(SCRIM_HANDLE_ANY) == 0);
    REQUIRE(fuzz.callbacks_owed == 0);
    scrim_memory_report report = SCRIM_MEMORY_REPORT_INIT;
    REQUIRE(scrim_memory_usage(&report) == SCRIM_OK && report.used_bytes == 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    run_input(data, size);
#ifdef COUNTS_BYTES
    static unsigned runs;
    if (runs++ % 64 == 0) { /* the same again makes no table larger; once in two runs, as some draw keys */
        run_input(data, size);
        size_t before = __sanitizer_get_current_allocated_bytes();
        run_input(data, size);
        size_t after = __sanitizer_get_current_allocated_bytes();
        run_input(data, size);
        REQUIRE(after <= before || __sanitizer_get_current_allocated_bytes() <= after);
    }
#endif
    return 0;
}

#ifndef SCRIM_WITH_LIBFUZZER
#include <dirent.h>
#include <sys/stat.h>

/* Without libFuzzer: runs files, and all files of folders, once each. */
static size_t replay(const char *path) {
    static uint8_t data[1 << 16];
    struct stat status;
    size_t count = 0;
    if (stat(path, &status) == 0 && S_ISDIR(status.st_mode)) {
        struct dirent **names;
        int found = scandir(path, &names, NULL, alphasort);
        for (int i = 0; i < found; i++) {
            char inside[4096];
            if (names[i]->d_name[0] != '.' && snprintf(inside, sizeof inside, "%s/%s", path, names[i]->d_name) > 0)
                count += replay(inside);
            free(names[i]);
        }
        if (found >= 0)
            free(names);
        return count;
    }
    FILE *file = fopen(path, "rb");
    REQUIRE(file != NULL);
    size_t size = fread(data, 1, sizeof data, file);
    fclose(file);
    uint8_t *exact = malloc(size > 0 ? size : 1);
    REQUIRE(exact != NULL);
    memcpy(exact, data, size);
    LLVMFuzzerTestOneInput(exact, size);
    free(exact);
    return 1;
}

int main(int count, char **words) {
    size_t inputs = 0;
    for (int i = 1; i < count; i++)
        inputs += replay(words[i]);
    printf("%zu inputs\n", inputs);
    return inputs > 0 ? 0 : 1;
}
#endif
