/* SPDX-License-Identifier: MIT */
/*
 * Touches at points that can be recognised in memory. A child process plays steps and stops after each. The parent then searches
 * the child's memory for the coordinates of every touch so far. Each coordinate is computed from a random seed at the moment it is
 * needed, and wiped after the call, so that the test itself holds no copy.
 */
#ifndef SCRIM_TESTS_TOUCHED_POINTS_H
#define SCRIM_TESTS_TOUCHED_POINTS_H

#include "support/kernel.h"
#include "support/memory_scanner.h"
#include "support/support.h"

#include <signal.h>
#include <sys/mman.h>
#include <sys/random.h>

enum {
    MOST_POINTS = 256
};

/* What parent and child share: it says which points there were, but holds no coordinate. */
struct trail {
    uint64_t seed;
    const char *step;
    int is_down; /* a finger is down: its own point may be in memory */
    size_t count;
    uint32_t whole[2 * MOST_POINTS]; /* the integer parts of x and y */
};

static struct trail *trail;
/* Not on the stack, so that everything that is found there is the library's. */
static scrim_touch given;

/* A coordinate: its integer part, and a fraction of 40 bits that belongs to its number. As bits, lest it pass through a vector register. */
static __attribute__((noinline)) uint64_t coordinate_bits(uint64_t seed, size_t number, uint32_t whole) {
    uint64_t word = seed + (number + 1) * UINT64_C(0x9E3779B97F4A7C15);
    unsigned exponent = 0;
    word = (word ^ word >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
    word = (word ^ word >> 27) * UINT64_C(0x94D049BB133111EB);
    word = (word ^ word >> 31) >> 24;
    while (whole >> (exponent + 1) != 0)
        exponent++;
    /* The bit behind the point is 0: the fraction is below a half. */
    return (uint64_t)(1023 + exponent) << 52 |
           ((((uint64_t)whole << 41 | word) << (52 - 41 - exponent)) & UINT64_C(0xFFFFFFFFFFFFF));
}

/* Prepares the next sample, at a point whose integer parts are x and y (1 … 1023). */
static __attribute__((noinline)) const scrim_touch *aim(uint64_t time_ns, uint64_t id, uint32_t phase, uint32_t x, uint32_t y) {
    const size_t point = trail->count < MOST_POINTS ? trail->count++ : MOST_POINTS - 1;
    const uint32_t whole[2] = {x, y};
    given.time_ns = time_ns;
    given.id = id;
    given.phase = phase;
    for (size_t axis = 0; axis < 2; axis++) {
        const uint64_t bits = coordinate_bits(trail->seed, 2 * point + axis, whole[axis]);
        trail->whole[2 * point + axis] = whole[axis];
        for (size_t i = 0; i < sizeof bits; i++)
            ((volatile unsigned char *)(axis == 0 ? &given.x : &given.y))[i] = (unsigned char)(bits >> 8 * i);
    }
    return &given;
}

/* By single bytes, and without a call: it must not wipe what the library left on the stack. */
static void wipe_given(void) {
    for (volatile unsigned char *byte = (unsigned char *)&given; byte < (unsigned char *)(&given + 1); byte++)
        *byte = 0;
}

static void search_for_points(const unsigned char *bytes, size_t size, uintptr_t base, uint64_t seed, struct findings *findings) {
    uint64_t patterns[2 * MOST_POINTS];
    findings->bytes += size;
    for (size_t i = 0; i < 2 * trail->count; i++)
        patterns[i] = coordinate_bits(seed, i, trail->whole[i]);
    for (size_t at = 0; at + 8 <= size; at += 4) {
        uint64_t word;
        memcpy(&word, bytes + at, sizeof word);
        for (size_t i = 0; word >> 52 >= 0x3FF && word >> 52 <= 0x409 && i < 2 * trail->count; i++)
            if (word == patterns[i]) {
                if (findings->count < MAX_RUNS)
                    findings->runs[findings->count] = (struct run){base + at, (unsigned)i, 8, ""};
                findings->count++;
            }
    }
}

/* Ends a step: the parent searches now. */
static void stop(const char *step, int is_down) {
    trail->step = step;
    trail->is_down = is_down;
    kill(getpid(), SIGSTOP);
}

/* Plays `body` in a child, in memory that can be searched whole, and returns in how many steps points were found. */
static int steps_with_points(int (*body)(void)) {
    struct findings found;
    int status = 0, wrong = 0, steps = 0;
    trail = mmap(NULL, sizeof *trail, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    assert_true(trail != MAP_FAILED);
    assert_int_equal(getrandom(&trail->seed, sizeof trail->seed, 0), sizeof trail->seed);
    search_bytes = search_for_points;
    fflush(NULL);
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        alarm(300); /* an emulated processor is slow */
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        leave_child(deny_memfd_secret() != 0 || body());
    }
    while (waitpid(child, &status, WUNTRACED) == child && WIFSTOPPED(status)) {
        assert_int_equal(search_process(child, trail->seed, 0, &found), 0);
        steps++;
        if (!trail->is_down && found.count > 0) {
            wrong++;
            print_message("%s: %zu coordinates of %zu points\n", trail->step, found.count, trail->count);
            for (size_t i = 0; i < found.count && i < MAX_RUNS; i++)
                print_message("  %c of point %u at %#lx %s\n", found.runs[i].digits % 2 ? 'y' : 'x', found.runs[i].digits / 2,
                              (unsigned long)found.runs[i].address, found.runs[i].mapping);
        }
        kill(child, SIGCONT);
    }
    munmap(trail, sizeof *trail);
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 0)
        fail_msg("the child left with status %#x", (unsigned)status);
    assert_true(steps > 0);
    return wrong;
}

#endif
