/* SPDX-License-Identifier: MIT */
/* The parts of scrim-selftest. programs/scrim/scrim_tools/checks.py makes the same checks, from the same table (selftest.inc). */
#ifndef SCRIM_SELFTEST_H
#define SCRIM_SELFTEST_H

#include <scrim.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* Numbers of the rows of the table. */
enum {
#define CHECK(key, sentence) CHECK_##key,
#include "selftest.inc"
    CHECK_COUNT
};
enum {
#define FORMAT(name, ...) FORMAT_##name,
#include "selftest.inc"
    FORMAT_COUNT
};
enum {
#define REDACTION(format, style, width, height, ...) +1
    REDACTION_COUNT = 0
#include "selftest.inc"
};

/* How well a secret is protected, from the weakest. */
enum level {
    LEVEL_NONE, /* no secret could be created */
    LEVEL_GUARDED,
    LEVEL_LOCKED,
    LEVEL_SECRET,
    LEVEL_COUNT
};
extern const char *const level_names[LEVEL_COUNT];

/* A protection that is missing. */
struct lack {
    const char *name, *because, *help;
};

struct protection {
    enum level level;
    uint32_t flags; /* SCRIM_PROTECTION_… */
    uint64_t lock_limit_bytes;
    struct lack lacks[4];
    size_t lack_count;
};

struct findings {
    bool passed[CHECK_COUNT];
    bool wrong[REDACTION_COUNT]; /* redactions with other checksums, or none */
    bool bad_formats[FORMAT_COUNT];
    struct protection protection;
};

/* ---- checks.c ---- */

/* Runs all checks. */
void run_checks(struct findings *findings);

/* ---- redactions.c ---- */

/* Fills `pixels` with bytes that rise slowly, with noise. */
void make_noise(uint8_t *pixels, size_t size, uint32_t number);

/* Redacts all pictures of the table. Returns whether all are as they should be. */
bool run_redactions(struct findings *findings);

/* ---- protection.c ---- */

/* Reports how a new secret is protected. `killed`: a filter of system calls ends processes that call memfd_secret. */
void find_protection(struct protection *protection, bool killed);

/* ---- report.c ---- */

void print_text(const struct findings *findings, FILE *to);
void print_json(const struct findings *findings, bool passed, FILE *to);

#endif
