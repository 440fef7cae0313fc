/* SPDX-License-Identifier: MIT */
/*
 * An attack on a PIN while it is hashed. Whoever gets a core file or a forked child of the process knows the stored hash and
 * all of the PIN but its last four digits, and searches the memory for what each candidate would have put there. The registers
 * of the thread that hashes, which are in a core file too, are counted separately.
 */
#ifndef SCRIM_TESTS_PIN_ATTACK_H
#define SCRIM_TESTS_PIN_ATTACK_H

#include "pin_victim.h"

#include <time.h>

enum {
    POINTS = 10 /* of a call at which it is attacked */
};

/* ---- The search ---- */

struct attack {
    const struct probes *probes;
    uint64_t seed;
    unsigned found;        /* places in memory where something of a candidate stands */
    unsigned in_registers; /* and places in what the kernel saved of registers */
    unsigned digits;       /* places where digits of the PIN stand */
    int guess;             /* the candidate that was found first; -1: none */
    size_t searched;       /* bytes */
};

static void attack_bytes(struct attack *attack, const unsigned char *bytes, size_t size, unsigned *found) {
    struct findings findings = {0};
    attack->searched += size;
    for (size_t at = 0; at + 8 <= size; at++) {
        const int candidate = candidate_at(attack->probes, bytes + at);
        if (candidate < 0)
            continue;
        ++*found;
        if (attack->guess < 0 || attack->guess == OF_THE_PIN)
            attack->guess = candidate;
    }
    search(bytes, size, 0, attack->seed, &findings);
    attack->digits += (unsigned)findings.count;
}

/* All that can be read of a process that does not run. */
static void attack_process(struct attack *attack, pid_t process) {
    char path[64], line[512];
    snprintf(path, sizeof path, "/proc/%d/mem", (int)process);
    int memory = open(path, O_RDONLY);
    snprintf(path, sizeof path, "/proc/%d/maps", (int)process);
    FILE *maps = fopen(path, "r");
    assert_true(memory >= 0 && maps != NULL);
    while (fgets(line, sizeof line, maps) != NULL) {
        unsigned long from, to;
        int unused = 0;
        char permissions[5];
        assert_int_equal(sscanf(line, "%lx-%lx %4s", &from, &to, permissions), 3);
        if (permissions[0] != 'r')
            continue;
        unsigned char *bytes = mmap(NULL, to - from, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        assert_true(bytes != MAP_FAILED);
        read_range(memory, from, bytes, to - from, 0, &unused);
        attack_bytes(attack, bytes, to - from, &attack->found);
        munmap(bytes, to - from);
    }
    fclose(maps);
    close(memory);
}

/* ---- The attacker ---- */

static struct victim *set_victim(struct victim like) {
    struct victim *victim = mmap(NULL, sizeof *victim, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    assert_true(victim != MAP_FAILED);
    *victim = like;
    return victim;
}

static pid_t start_victim(struct victim *victim) {
    fflush(NULL);
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0)
        leave_child(be_attacked(victim));
    return child;
}

/* A core file. What is not memory are the registers of each thread, and little else. */
static void attack_segments(struct attack *attack, const unsigned char *bytes, size_t size) {
    const uint64_t stack = (uintptr_t)handler_stack;
    Elf64_Ehdr header;
    memcpy(&header, bytes, sizeof header);
    for (unsigned i = 0; i < header.e_phnum; i++) {
        Elf64_Phdr segment;
        memcpy(&segment, bytes + header.e_phoff + i * sizeof segment, sizeof segment);
        const uint64_t start = segment.p_offset, address = segment.p_vaddr, length = segment.p_filesz;
        assert_true(start <= size && length <= size - start);
        if (segment.p_type == PT_NOTE) {
            attack_bytes(attack, bytes + start, length, &attack->in_registers);
        } else if (segment.p_type == PT_LOAD && address <= stack && stack < address + length) {
            const uint64_t before = stack - address, end = before + sizeof handler_stack;
            assert_true(end <= length);
            attack_bytes(attack, bytes + start, before, &attack->found);
            attack_bytes(attack, bytes + start + before, sizeof handler_stack, &attack->in_registers);
            attack_bytes(attack, bytes + start + end, length - end, &attack->found);
        } else if (segment.p_type == PT_LOAD) {
            attack_bytes(attack, bytes + start, length, &attack->found);
        }
    }
}

/* The one file in a folder: 0, or -1. */
static int attack_core(struct attack *attack, const char *directory) {
    char path[512] = "";
    struct stat core;
    DIR *entries = opendir(directory);
    for (struct dirent *entry; entries != NULL && (entry = readdir(entries)) != NULL;)
        if (entry->d_name[0] != '.')
            snprintf(path, sizeof path, "%s/%s", directory, entry->d_name);
    closedir(entries);
    int file = path[0] == 0 ? -1 : open(path, O_RDONLY);
    if (file < 0 || fstat(file, &core) != 0)
        return -1;
    const unsigned char *bytes = mmap(NULL, (size_t)core.st_size, PROT_READ, MAP_PRIVATE, file, 0);
    assert_true(bytes != MAP_FAILED && memcmp(bytes, ELFMAG, SELFMAG) == 0);
    attack_segments(attack, bytes, (size_t)core.st_size);
    munmap((void *)(uintptr_t)bytes, (size_t)core.st_size);
    close(file);
    unlink(path);
    return 0;
}

/* Attacks one victim. 1 where it was inside of the call, 0 where it was not, -1 where the kernel wrote no core file. */
static int attack_once(struct victim like, struct attack *attack) {
    char directory[] = "/tmp/scrim-core-XXXXXX";
    int status = 0, result = 0;
    const int of_fork = like.end == FORKED;
    assert_non_null(mkdtemp(directory));
    like.directory = of_fork ? NULL : directory;
    struct victim *victim = set_victim(like);
    pid_t child = start_victim(victim);
    if (of_fork) {
        for (int waited = 0; victim->forked == 0 && waited < 20000; waited++)
            usleep(1000);
        assert_int_not_equal(victim->forked, 0);
    } else {
        assert_int_equal(waitpid(child, &status, 0), child);
        if (!WIFSIGNALED(status) || WTERMSIG(status) != SIGABRT)
            fail_msg("the victim left with status %#x", (unsigned)status);
    }
    struct probes *probes = make_probes(victim->seed, victim->has_key);
    *attack = (struct attack){.probes = probes, .seed = victim->seed, .guess = -1};
    if (of_fork)
        attack_process(attack, victim->forked);
    else
        result = attack_core(attack, directory);
    if (result == 0)
        result = victim->was_inside;
    if (of_fork) {
        kill(victim->forked, SIGKILL);
        kill(child, SIGKILL);
        waitpid(child, &status, 0);
    }
    free(probes);
    if (attack->guess != OF_THE_PIN && attack->guess >= 0)
        assert_int_equal(attack->guess, right_candidate(victim->seed)); /* else a word was met by chance */
    munmap(victim, sizeof *victim);
    rmdir(directory);
    return result;
}

/* Microseconds that the call takes here, where nothing else runs. */
static useconds_t time_of_call(void) {
    scrim_text *text = new_text(64);
    useconds_t best = 1000000;
    for (int i = 0; i < 4; i++) {
        struct timespec start, end;
        uint32_t right = 0;
        clock_gettime(CLOCK_MONOTONIC, &start);
        OK(scrim_text_verify(text, attack_hash, sizeof attack_hash - 1, NULL, 0, &right));
        clock_gettime(CLOCK_MONOTONIC, &end);
        const long spent = (end.tv_sec - start.tv_sec) * 1000000 + (end.tv_nsec - start.tv_nsec) / 1000;
        best = spent < (long)best ? (useconds_t)spent : best;
    }
    scrim_text_destroy(text);
    return best;
}

/* At how many points of the call something is found. -1: the kernel writes no core files. */
static int points_where_found(struct victim like) {
    const useconds_t whole = time_of_call();
    int found = 0, inside = 0;
    /* Where the machine is busy, some come late, and all are attacked once more. */
    for (int i = 0; i < POINTS || (inside < POINTS / 2 && i < 4 * POINTS); i++) {
        struct attack attack;
        like.point = whole * (2 * (useconds_t)(i % POINTS) + 1) / (2 * POINTS);
        const int result = attack_once(like, &attack);
        if (result < 0)
            return -1;
        inside += result;
        const int finds = attack.found > 0 || attack.in_registers > 0 || attack.digits > 0;
        found += finds;
        if (finds)
            print_message("%s, %s, %s, %u µs %s the call: %u words in memory and %u in registers, first of %04d; digits at %u places\n",
                          like.end == FORKED ? "fork" : "core", like.is_plain ? "plain" : "best",
                          like.has_key ? "key" : "no key", (unsigned)like.point, result ? "into" : "from the start of",
                          attack.found, attack.in_registers, attack.guess, attack.digits);
        assert_true(attack.searched > 100000);
    }
    assert_true(inside >= POINTS / 2);
    return found;
}

/* Why the attack cannot be had where this runs, or NULL. */
static const char *no_attack_because(void) {
    if (running_on_valgrind())
        return "valgrind keeps copies of registers in its own memory";
    if (built_with_asan())
        return "ASan keeps what was freed";
    return NULL;
}

#endif
