/* SPDX-License-Identifier: MIT */
/* A process that verifies a PIN, and is ended or forked while it does so, or just after. */
#ifndef SCRIM_TESTS_PIN_VICTIM_H
#define SCRIM_TESTS_PIN_VICTIM_H

#include "pin_probes.h"

#include "support/kernel.h"

#include <pthread.h>
#include <signal.h>
#include <sys/random.h>
#include <sys/time.h>

/* Where the handler of SIGALRM runs, and the kernel saves the registers of what was interrupted. */
static unsigned char handler_stack[65536] __attribute__((aligned(4096)));

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

#endif
