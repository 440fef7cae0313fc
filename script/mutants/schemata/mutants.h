/* SPDX-License-Identifier: MIT */
/* Which change of script/mutate holds. Imported by Mutants.swift, in a copy of the sources only. */
#ifndef SCRIM_MUTANTS_H
#define SCRIM_MUTANTS_H

#include <stdbool.h>
#include <stdint.h>

/* 0: none. Negative: none either, but those that would make a difference are noted. */
extern volatile int32_t scrim_mutant;
extern uint8_t *scrim_mutants_noted;

static inline int32_t scrim_mutant_number(void) {
    return scrim_mutant;
}

static inline bool scrim_mutant_may_be(int32_t first, int32_t count) {
    int32_t now = *(const int32_t *)&scrim_mutant;
    return __builtin_expect(now < 0 || (uint32_t)(now - first) < (uint32_t)count, 0);
}

static inline void scrim_mutant_note(int32_t number) {
    scrim_mutants_noted[number] = 1;
}

#endif
