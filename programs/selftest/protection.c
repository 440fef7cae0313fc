/* SPDX-License-Identifier: MIT */
/* How a new secret is protected here, and what is missing for a better protection. */
#include "selftest.h"

#include <string.h>

const char *const level_names[LEVEL_COUNT] = {"none", "guarded", "locked", "secret"};

static const char *help_for(uint32_t reason, const char *unavailable) {
    switch (reason) {
    case SCRIM_UNPROTECTED_UNAVAILABLE:
        return unavailable;
#define ADVICE(name, help) \
    case SCRIM_UNPROTECTED_##name: return help;
#include "selftest.inc"
    default:
        return "see docs/how-to/protect-memory.md";
    }
}

static void add_lack(struct protection *protection, const char *name, const char *unavailable, uint32_t reason) {
    if (reason != SCRIM_UNPROTECTED_NONE)
        protection->lacks[protection->lack_count++] =
            (struct lack){name, scrim_unprotected_message(reason), help_for(reason, unavailable)};
}

void find_protection(struct protection *protection, bool killed) {
    scrim_text_options options = SCRIM_TEXT_OPTIONS_INIT;
    scrim_memory_report report = SCRIM_MEMORY_REPORT_INIT;
    scrim_text *text = NULL;
    if (scrim_text_create(&options, &text) != SCRIM_OK || scrim_text_protection(text, &protection->flags) != SCRIM_OK)
        protection->flags = 0;
    scrim_memory_usage(&report);
    scrim_text_destroy(text);
    protection->level = (enum level)(!!(protection->flags & SCRIM_PROTECTION_GUARDED) + !!(protection->flags & SCRIM_PROTECTION_LOCKED) +
                                     !!(protection->flags & SCRIM_PROTECTION_SECRETMEM));
    protection->lock_limit_bytes = report.lock_limit_bytes;
#define LACK(field, name, unavailable) add_lack(protection, name, unavailable, report.field);
#include "selftest.inc"
    if (killed) {
#define KILLED(...) static const struct lack lack = {__VA_ARGS__};
#include "selftest.inc"
        for (size_t i = 0; i < protection->lack_count; i++)
            if (strcmp(protection->lacks[i].name, lack.name) == 0)
                protection->lacks[i] = lack;
    }
}
