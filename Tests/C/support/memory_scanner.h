/* SPDX-License-Identifier: MIT */
/* Searches all that another process holds in memory, and what the kernel writes to its core file, for a marker. */
#ifndef SCRIM_TESTS_MEMORY_SCANNER_H
#define SCRIM_TESTS_MEMORY_SCANNER_H

#include "marker.h"

#include <dirent.h>
#include <elf.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

/* What looks for the marker. A test of another marker sets its own. */
UNUSED static void (*search_bytes)(const unsigned char *bytes, size_t size, uintptr_t base, uint64_t seed,
                                   struct findings *findings) = search;

/* Reads what can be read of a range, page by page where it has holes; the rest is zero. */
static void read_range(int memory, uintptr_t from, unsigned char *bytes, size_t size, uintptr_t slot, int *slot_was_read) {
    const size_t page = (size_t)sysconf(_SC_PAGESIZE);
    for (size_t at = 0; at < size;) {
        ssize_t got = pread(memory, bytes + at, size - at, (off_t)(from + at));
        if (got > 0 && slot >= from + at && slot < from + at + (size_t)got)
            *slot_was_read = 1;
        at += got > 0 ? (size_t)got : page - at % page;
    }
}

/* Constants of a program and its libraries: nothing can be written there. Their tables have so many digits that one scan in 500 would
 * meet eight digits of a random marker in them. */
static int is_constant(const char *permissions, const char *name) {
    return permissions[1] != 'w' && name[0] == '/' && access(name, F_OK) == 0;
}

/* Searches every readable mapping of a process but constants. 0, or -1 where the process is not to be looked into. */
UNUSED static int search_process(pid_t pid, uint64_t seed, uintptr_t slot, struct findings *findings) {
    char path[64], line[512];
    memset(findings, 0, sizeof *findings);
    snprintf(path, sizeof path, "/proc/%d/mem", (int)pid);
    int memory = open(path, O_RDONLY);
    snprintf(path, sizeof path, "/proc/%d/maps", (int)pid);
    FILE *maps = fopen(path, "r");
    int result = memory < 0 || maps == NULL ? -1 : 0;
    while (result == 0 && fgets(line, sizeof line, maps) != NULL) {
        unsigned long from, to;
        char permissions[5], name[64] = "";
        if (sscanf(line, "%lx-%lx %4s %*s %*s %*s %63s", &from, &to, permissions, name) < 3)
            result = -1;
        else if (permissions[0] == 'r' && !is_constant(permissions, name)) {
            const size_t known = findings->count, size = to - from;
            /* Not of the heap: it would grow, and with it every process that is forked off later, and its core file. */
            unsigned char *bytes = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
            if (bytes == MAP_FAILED) {
                result = -1;
                break;
            }
            read_range(memory, from, bytes, size, slot, &findings->slot_was_read);
            search_bytes(bytes, size, from, seed, findings);
            munmap(bytes, size);
            for (size_t run = known; run < findings->count && run < MAX_RUNS; run++)
                memcpy(findings->runs[run].mapping, name, sizeof name);
        }
    }
    if (maps != NULL)
        fclose(maps);
    if (memory >= 0)
        close(memory);
    return result;
}

/* ---- Core files ---- */

/* Why no core file can be had here, or NULL. */
UNUSED static const char *no_core_because(void) {
    static char pattern[256];
    struct rlimit limit;
    int file = open("/proc/sys/kernel/core_pattern", O_RDONLY);
    ssize_t got = file < 0 ? -1 : read(file, pattern, sizeof pattern - 1);
    if (file >= 0)
        close(file);
    if (got <= 0)
        return "/proc/sys/kernel/core_pattern cannot be read";
    if (pattern[0] == '|')
        return "kernel.core_pattern gives core files to a program";
    if (strchr(pattern, '/') != NULL)
        return "kernel.core_pattern puts core files elsewhere";
    if (getrlimit(RLIMIT_CORE, &limit) != 0 || limit.rlim_max != RLIM_INFINITY)
        return "the hard limit of core files (ulimit -Hc) is not unlimited";
    return NULL;
}

/* In the process that is to crash: a core file in `directory`, of all that the kernel can be asked to dump but unchanged pages of files. */
UNUSED static int ask_for_core(const char *directory) {
    const struct rlimit limit = {RLIM_INFINITY, RLIM_INFINITY};
    int filter = open("/proc/self/coredump_filter", O_WRONLY);
    if (filter < 0 || write(filter, "0xfb", 4) != 4 || close(filter) != 0)
        return -1;
    return setrlimit(RLIMIT_CORE, &limit) == 0 ? chdir(directory) : -1;
}

/* Searches the one core file in `directory`, the registers of the process among it, and deletes it. 0, or -1 where there is none. */
UNUSED static int search_core(const char *directory, uint64_t seed, struct findings *findings) {
    char path[512] = "";
    int result = -1;
    DIR *entries = opendir(directory);
    memset(findings, 0, sizeof *findings);
    for (struct dirent *entry; entries != NULL && (entry = readdir(entries)) != NULL;)
        if (entry->d_name[0] != '.')
            snprintf(path, sizeof path, "%s/%s", directory, entry->d_name);
    if (entries != NULL)
        closedir(entries);
    struct stat core;
    int file = path[0] == 0 ? -1 : open(path, O_RDONLY);
    if (file < 0)
        return -1;
    if (fstat(file, &core) == 0 && core.st_size > (off_t)sizeof(Elf64_Ehdr)) {
        const size_t size = (size_t)core.st_size;
        const unsigned char *bytes = mmap(NULL, size, PROT_READ, MAP_PRIVATE, file, 0);
        if (bytes != MAP_FAILED) {
            const Elf64_Ehdr *header = (const Elf64_Ehdr *)bytes;
            if (memcmp(header->e_ident, ELFMAG, SELFMAG) == 0 && header->e_type == ET_CORE) {
                search_bytes(bytes, size, 0, seed, findings);
                result = 0;
            }
            munmap((void *)(uintptr_t)bytes, size);
        }
    }
    close(file);
    unlink(path);
    return result;
}

#endif
