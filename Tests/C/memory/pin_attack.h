/* SPDX-License-Identifier: MIT */
/*
 * An attack on a PIN while it is hashed. Whoever gets a core file or a forked child of the process knows the stored hash and
 * all of the PIN but its last four digits, and searches the memory for what each of the 10,000 candidates would have put
 * there: the digits, the prehash H0, the first two blocks of Argon2, the tag. To compute these for all candidates takes 0.1 s.
 * The registers of the thread that hashes, which are in a core file too, are counted apart.
 */
#ifndef SCRIM_TESTS_PIN_ATTACK_H
#define SCRIM_TESTS_PIN_ATTACK_H

#include "support/support.h"

#include "support/kernel.h"
#include "support/memory_scanner.h"

#include <pthread.h>
#include <signal.h>
#include <sodium.h>
#include <sys/random.h>
#include <sys/time.h>
#include <time.h>

enum {
    PIN_DIGITS = 12,
    CANDIDATES = 10000,
    POINTS = 10,
    KIB = 65536,
    PASSES = 2,
    BLOCK_WORDS = 128,
    HEAD_WORDS = 4, /* of a block: they are computed first, and suffice to test a candidate */
    TAG_WORDS = 4,
    TABLE_BITS = 20,
    OF_THE_PIN = CANDIDATES /* the candidate's number of what only the right PIN is searched for with */
};

static const unsigned char attack_key[SCRIM_HASH_KEY_SIZE] = {3, 1, 4};
static const unsigned char attack_salt[16];
/* Another PIN's, so that the tag of the right one is in no string. */
static const char attack_hash[] =
    "$argon2id$v=19$m=65536,t=2,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";

/* ---- What candidates leave in memory ---- */

struct probes {
    uint64_t words[1 << TABLE_BITS]; /* 0: free */
    uint16_t candidates[1 << TABLE_BITS];
    unsigned char filter[1 << 20]; /* a bit for each hash of a word, so that most bytes of memory cost one look-up */
};

static uint64_t mixed(uint64_t word) {
    word *= UINT64_C(0x9E3779B97F4A7C15);
    return word ^ word >> 29;
}

static void probe_for(struct probes *probes, const void *bytes, size_t words, unsigned candidate) {
    for (size_t i = 0; i < words; i++) {
        uint64_t word;
        memcpy(&word, (const unsigned char *)bytes + 8 * i, sizeof word);
        const uint64_t hash = mixed(word);
        size_t at = hash & ((1 << TABLE_BITS) - 1);
        while (probes->words[at] != 0 && probes->words[at] != word)
            at = (at + 1) & ((1 << TABLE_BITS) - 1);
        probes->words[at] = word;
        probes->candidates[at] = (uint16_t)candidate;
        probes->filter[hash >> 40 & 0xFFFFF] |= (unsigned char)(1 << (hash >> 61));
    }
}

/* The candidate whose word stands here, or -1. */
static int candidate_at(const struct probes *probes, const unsigned char *bytes) {
    uint64_t word;
    memcpy(&word, bytes, sizeof word);
    const uint64_t hash = mixed(word);
    if ((probes->filter[hash >> 40 & 0xFFFFF] >> (hash >> 61) & 1) == 0 || word == 0)
        return -1;
    for (size_t at = hash & ((1 << TABLE_BITS) - 1); probes->words[at] != 0; at = (at + 1) & ((1 << TABLE_BITS) - 1))
        if (probes->words[at] == word)
            return probes->candidates[at];
    return -1;
}

static void add_number(crypto_generichash_state *state, uint32_t number) {
    const unsigned char bytes[4] = {(unsigned char)number, (unsigned char)(number >> 8), (unsigned char)(number >> 16),
                                    (unsigned char)(number >> 24)};
    crypto_generichash_update(state, bytes, sizeof bytes);
}

/* RFC 9106, 3.2: H0. */
static void compute_prehash(const unsigned char *secret, uint32_t length, unsigned char prehash[64]) {
    const uint32_t numbers[] = {1, 32, KIB, PASSES, 0x13, 2, length};
    crypto_generichash_state state;
    crypto_generichash_init(&state, NULL, 0, 64);
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        add_number(&state, numbers[i]);
    crypto_generichash_update(&state, secret, length);
    add_number(&state, sizeof attack_salt);
    crypto_generichash_update(&state, attack_salt, sizeof attack_salt);
    add_number(&state, 0);
    add_number(&state, 0);
    crypto_generichash_final(&state, prehash, 64);
}

/* RFC 9106, 3.3: H' of 1,024 bytes, of H0, the block's number, and lane 0. All of it, or its head. */
static void compute_block(const unsigned char prehash[64], uint32_t number, unsigned char block[8 * BLOCK_WORDS], size_t words) {
    crypto_generichash_state state;
    unsigned char hash[64], next[64];
    size_t at = 32;
    crypto_generichash_init(&state, NULL, 0, 64);
    add_number(&state, 8 * BLOCK_WORDS);
    crypto_generichash_update(&state, prehash, 64);
    add_number(&state, number);
    add_number(&state, 0);
    crypto_generichash_final(&state, hash, 64);
    memcpy(block, hash, 32);
    if (words <= HEAD_WORDS)
        return;
    for (; at < 8 * BLOCK_WORDS - 64; at += 32) {
        crypto_generichash(next, 64, hash, 64, NULL, 0);
        memcpy(hash, next, 64);
        memcpy(block + at, hash, 32);
    }
    crypto_generichash(block + at, 64, hash, 64, NULL, 0);
}

static void probe_for_candidate(struct probes *probes, uint64_t seed, unsigned candidate, int has_key, int is_right) {
    unsigned char digits[PIN_DIGITS + 1], secret[32], prehash[64], block[8 * BLOCK_WORDS], tag[8 * TAG_WORDS];
    size_t length = PIN_DIGITS;
    for (unsigned i = 0; i < PIN_DIGITS - 4; i++)
        digits[i] = marker_digit(seed, i);
    snprintf((char *)digits + PIN_DIGITS - 4, 5, "%04u", candidate);
    memcpy(secret, digits, PIN_DIGITS);
    if (has_key) {
        length = sizeof secret;
        crypto_generichash(secret, length, digits, PIN_DIGITS, attack_key, sizeof attack_key);
        probe_for(probes, secret, sizeof secret / 8, candidate);
    }
    compute_prehash(secret, (uint32_t)length, prehash);
    probe_for(probes, prehash, sizeof prehash / 8, candidate);
    for (uint32_t number = 0; number < 2; number++) {
        compute_block(prehash, number, block, is_right ? BLOCK_WORDS : HEAD_WORDS);
        if (is_right)
            probe_for(probes, block, BLOCK_WORDS, OF_THE_PIN);
        probe_for(probes, block, HEAD_WORDS, candidate);
    }
    if (is_right) {
        assert_int_equal(crypto_pwhash(tag, sizeof tag, (const char *)secret, length, attack_salt, PASSES, KIB * 1024u,
                                       crypto_pwhash_ALG_ARGON2ID13),
                         0);
        probe_for(probes, tag, TAG_WORDS, OF_THE_PIN);
    }
}

static unsigned right_candidate(uint64_t seed) {
    unsigned number = 0;
    for (unsigned i = PIN_DIGITS - 4; i < PIN_DIGITS; i++)
        number = 10 * number + (marker_digit(seed, i) - '0');
    return number;
}

static struct probes *make_probes(uint64_t seed, int has_key) {
    struct probes *probes = calloc(1, sizeof *probes);
    const unsigned right = right_candidate(seed);
    assert_non_null(probes);
    assert_true(sodium_init() >= 0);
    for (unsigned candidate = 0; candidate < CANDIDATES; candidate++)
        if (candidate != right)
            probe_for_candidate(probes, seed, candidate, has_key, 0);
    probe_for_candidate(probes, seed, right, has_key, 1);
    return probes;
}

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

/* Where the handler of SIGALRM runs, and the kernel saves the registers of what was interrupted. */
static unsigned char handler_stack[65536] __attribute__((aligned(4096)));

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

/* ---- The victim ---- */

enum victim_end {
    ABORTED,       /* by SIGALRM, during the call */
    FORKED,        /* by another thread, during the call */
    ABORTED_AFTER, /* as soon as the call has returned */
    REGISTER_KEPT  /* as soon as a register holds something to be found: the proof that registers are searched */
};

/* What the victim and the attacker share. */
struct victim {
    enum victim_end end;
    int is_plain; /* neither memfd_secret nor mlock */
    int has_key;
    void (*prepare)(void); /* or NULL */
    const char *directory;
    uint64_t seed;
    useconds_t point;
    volatile int is_inside;
    volatile int was_inside;
    volatile pid_t forked;
    volatile int is_searched;
};

static struct victim *this_victim;

static void abort_now(int number) {
    (void)number;
    this_victim->was_inside = this_victim->is_inside;
    abort();
}

static void *fork_at_the_point(void *unused) {
    (void)unused;
    usleep(this_victim->point);
    const int is_inside = this_victim->is_inside;
    if (fork() == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        this_victim->was_inside = is_inside;
        this_victim->forked = getpid();
    }
    while (pause() == -1) /* the child ends with the thread that forked it off */
        continue;
    return NULL;
}

/* Without a call of a function, which could change registers. */
static inline __attribute__((always_inline)) void abort_at_once(pid_t self) {
#if defined(__x86_64__)
    register long number __asm__("rax") = SYS_kill, process __asm__("rdi") = self, sent __asm__("rsi") = SIGABRT;
    __asm__ volatile("syscall" : "+r"(number) : "r"(process), "r"(sent) : "rcx", "r11", "memory");
#elif defined(__aarch64__)
    register long number __asm__("x8") = SYS_kill, process __asm__("x0") = self, sent __asm__("x1") = SIGABRT;
    __asm__ volatile("svc 0" : "+r"(process) : "r"(number), "r"(sent) : "memory");
#endif
}

/* The digits of the PIN, in the lower half of a vector register and nowhere else. */
static inline __attribute__((always_inline)) void keep_in_register(uint64_t seed) {
    uint64_t word = 0;
    for (unsigned i = 0; i < 8; i++)
        word = word >> 8 | (uint64_t)marker_digit(seed, i) << 56;
#if defined(__x86_64__)
    __asm__ volatile("movq %0, %%xmm15\n\txor %0, %0" : "+r"(word) : : "xmm15");
#elif defined(__aarch64__)
    __asm__ volatile("fmov d31, %0\n\tmov %0, 0" : "+r"(word) : : "v31");
#endif
}

static int be_attacked(struct victim *victim) {
    const struct itimerval timer = {{0, 0}, {0, (suseconds_t)victim->point}};
    const scrim_text_options options = SCRIM_TEXT_OPTIONS_INIT;
    const stack_t of_handler = {.ss_sp = handler_stack, .ss_size = sizeof handler_stack};
    struct sigaction alarmed = {.sa_handler = abort_now, .sa_flags = SA_ONSTACK};
    const pid_t self = getpid();
    const void *key = victim->has_key ? attack_key : NULL;
    const size_t key_length = victim->has_key ? sizeof attack_key : 0;
    scrim_text *text = NULL;
    uint32_t right = 0;
    pthread_t thread;
    this_victim = victim;
    signal(SIGABRT, SIG_DFL);
    CHECK(sigaltstack(&of_handler, NULL) == 0 && sigaction(SIGALRM, &alarmed, NULL) == 0);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    CHECK(victim->directory == NULL || ask_for_core(victim->directory) == 0);
    if (victim->is_plain)
        CHECK(deny_memfd_secret() == 0 && limit_locked_bytes(0) == 0);
    if (victim->prepare != NULL)
        victim->prepare();
    CHECK(getrandom(&victim->seed, sizeof victim->seed, 0) == sizeof victim->seed);
    CHECK(scrim_text_create(&options, &text) == SCRIM_OK);
    for (unsigned i = 0; i < PIN_DIGITS; i++) {
        volatile char digit = (char)marker_digit(victim->seed, i);
        CHECK(scrim_text_insert(text, (const char *)(uintptr_t)&digit, 1) == SCRIM_OK);
        digit = 0;
    }
    if (victim->end == ABORTED)
        CHECK(setitimer(ITIMER_REAL, &timer, NULL) == 0);
    if (victim->end == FORKED)
        CHECK(pthread_create(&thread, NULL, fork_at_the_point, NULL) == 0);
    victim->is_inside = 1;
    scrim_status status = scrim_text_verify(text, attack_hash, sizeof attack_hash - 1, key, key_length, &right);
    if (victim->end == ABORTED_AFTER)
        abort_at_once(self);
    victim->is_inside = 0;
    CHECK(status == SCRIM_OK && right == 0);
    if (victim->end == REGISTER_KEPT) {
        keep_in_register(victim->seed);
        abort_at_once(self);
    }
    for (;;) /* for the alarm, or the attacker */
        pause();
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
static int points_where_found(struct victim like, unsigned *digits) {
    const useconds_t whole = time_of_call();
    int found = 0, inside = 0;
    *digits = 0;
    for (int i = 0; i < POINTS; i++) {
        struct attack attack;
        like.point = whole * (2 * (useconds_t)i + 1) / (2 * POINTS);
        const int result = attack_once(like, &attack);
        if (result < 0)
            return -1;
        inside += result;
        found += attack.found > 0 || attack.in_registers > 0;
        *digits += attack.digits;
        if (attack.found > 0 || attack.in_registers > 0 || attack.digits > 0)
            print_message("%s, %s, %s, %u µs %s the call: %u words in memory and %u in registers, first of %04d; digits at %u places\n",
                          like.end == FORKED ? "fork" : "core", like.is_plain ? "plain" : "best",
                          like.has_key ? "key" : "no key", (unsigned)like.point, result ? "into" : "from the start of",
                          attack.found, attack.in_registers, attack.guess, attack.digits);
        assert_true(attack.searched > 100000);
    }
    assert_true(inside >= POINTS / 2); /* where the machine is busy, some come late */
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
