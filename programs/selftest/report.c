/* SPDX-License-Identifier: MIT */
/* What scrim-selftest prints. `scrim selftest` prints the same text first, and the same members in JSON. */
#include "selftest.h"

#include <dlfcn.h>
#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

enum {
    MOST_LISTED = 8
};

static const char *const sentences[CHECK_COUNT] = {
#define CHECK(key, sentence) sentence,
#include "selftest.inc"
};
static const char *const formats[FORMAT_COUNT] = {
#define FORMAT(name, ...) #name,
#include "selftest.inc"
};
static const struct {
    const char *format, *style;
    unsigned width, height;
} redactions[REDACTION_COUNT] = {
#define REDACTION(format, style, width, height, ...) {#format, #style, width, height},
#include "selftest.inc"
};
static const struct {
    uint32_t bit;
    const char *name;
} flags[] = {
#define FLAG(bit, name) {SCRIM_PROTECTION_##bit, name},
#include "selftest.inc"
};

/* ---- The library ---- */

#if defined(__x86_64__)
static const char machine[] = "x86-64";
#elif defined(__aarch64__)
static const char machine[] = "arm64";
#else
static const char machine[] = "other";
#endif
static const char faster[] = "x86-64-v3";

/* The best build that the processor runs. */
static const char *best_build(void) {
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2") &&
        __builtin_cpu_supports("fma"))
        return faster;
#endif
    return machine;
}

/* The file that is loaded, without symbolic links. */
static const char *library_file(void) {
    static char file[PATH_MAX];
    Dl_info info;
    if (dladdr((const void *)(uintptr_t)scrim_abi_number, &info) == 0 || info.dli_fname == NULL)
        return "unknown";
    return realpath(info.dli_fname, file) != NULL ? file : info.dli_fname;
}

static const char *build(void) {
    return strstr(library_file(), "/x86-64-v3/") != NULL ? faster : machine;
}

/* ---- Text ---- */

static void print_wrong(const struct findings *findings, FILE *to) {
    unsigned count = 0;
    for (size_t i = 0; i < REDACTION_COUNT; i++)
        if (findings->wrong[i] && count++ < MOST_LISTED)
            fprintf(to, "      wrong: %s %s %ux%u\n", redactions[i].format, redactions[i].style, redactions[i].width, redactions[i].height);
    if (count > MOST_LISTED)
        fprintf(to, "      and %u more\n", count - MOST_LISTED);
}

static void print_protection(const struct protection *protection, FILE *to) {
    const char *separator = " (";
    fprintf(to, "protection of secrets: %s", level_names[protection->level]);
    for (size_t i = 0; i < sizeof flags / sizeof *flags; i++)
        if (protection->flags & flags[i].bit) {
            fprintf(to, "%s%s", separator, flags[i].name);
            separator = ", ";
        }
    fprintf(to, "%s\n", protection->flags != 0 ? ")" : "");
    for (size_t i = 0; i < protection->lack_count; i++) {
        const struct lack *lack = &protection->lacks[i];
        fprintf(to, "  no %s: %s\n    %s\n", lack->name, lack->because, lack->help);
    }
}

void print_text(const struct findings *findings, FILE *to) {
    for (size_t i = 0; i < CHECK_COUNT; i++) {
        fprintf(to, "%s  %s\n", findings->passed[i] ? "ok  " : "FAIL", sentences[i]);
        if (i == CHECK_redacts)
            print_wrong(findings, to);
    }
    fprintf(to, "\nformats:");
    for (size_t i = 0; i < FORMAT_COUNT; i++)
        if (!findings->bad_formats[i])
            fprintf(to, " %s", formats[i]);
    fprintf(to, "\n");
    print_protection(&findings->protection, to);
    fprintf(to, "library: %s (interface %" PRIu32 "), %s\n", scrim_version_string(), scrim_abi_number(), library_file());
    fprintf(to, "  build for %s, on a processor for %s\n", build(), best_build());
}

/* ---- JSON ---- */

/* The only strings that are not from this program are the file's name and the library's sentences. */
static void print_string(const char *text, FILE *to) {
    fputc('"', to);
    for (; *text != 0; text++) {
        if (*text == '"' || *text == '\\')
            fprintf(to, "\\%c", *text);
        else if ((unsigned char)*text < ' ')
            fprintf(to, "\\u%04x", (unsigned)*text);
        else
            fputc(*text, to);
    }
    fputc('"', to);
}

static void print_member(const char *before, const char *name, const char *value, FILE *to) {
    fprintf(to, "%s\"%s\": ", before, name);
    print_string(value, to);
}

static void print_lists(const struct findings *findings, FILE *to) {
    const char *separator = "";
    fprintf(to, ", \"redactions\": {\"count\": %d, \"wrong\": [", REDACTION_COUNT);
    for (size_t i = 0; i < REDACTION_COUNT; i++)
        if (findings->wrong[i]) {
            fprintf(to, "%s\"%s %s %ux%u\"", separator, redactions[i].format, redactions[i].style, redactions[i].width, redactions[i].height);
            separator = ", ";
        }
    fprintf(to, "]}, \"formats\": [");
    separator = "";
    for (size_t i = 0; i < FORMAT_COUNT; i++)
        if (!findings->bad_formats[i]) {
            fprintf(to, "%s\"%s\"", separator, formats[i]);
            separator = ", ";
        }
    fprintf(to, "]");
}

static void print_protection_json(const struct protection *protection, FILE *to) {
    const char *separator = "";
    print_member(", \"protection\": {", "level", level_names[protection->level], to);
    fprintf(to, ", \"flags\": [");
    for (size_t i = 0; i < sizeof flags / sizeof *flags; i++)
        if (protection->flags & flags[i].bit) {
            fprintf(to, "%s\"%s\"", separator, flags[i].name);
            separator = ", ";
        }
    if (protection->lock_limit_bytes == UINT64_MAX)
        fprintf(to, "], \"lock_limit_bytes\": null, \"lacks\": [");
    else
        fprintf(to, "], \"lock_limit_bytes\": %" PRIu64 ", \"lacks\": [", protection->lock_limit_bytes);
    for (size_t i = 0; i < protection->lack_count; i++) {
        print_member(i > 0 ? ", {" : "{", "lacks", protection->lacks[i].name, to);
        print_member(", ", "because", protection->lacks[i].because, to);
        print_member(", ", "help", protection->lacks[i].help, to);
        fprintf(to, "}");
    }
    fprintf(to, "]}");
}

void print_json(const struct findings *findings, bool passed, FILE *to) {
    fprintf(to, "{\"passed\": %s, \"checks\": {", passed ? "true" : "false");
    for (size_t i = 0; i < CHECK_COUNT; i++)
        fprintf(to, "%s\"%s\": %s", i > 0 ? ", " : "", sentences[i], findings->passed[i] ? "true" : "false");
    fprintf(to, "}");
    print_lists(findings, to);
    print_protection_json(&findings->protection, to);
    print_member(", \"library\": {", "version", scrim_version_string(), to);
    fprintf(to, ", \"interface\": %" PRIu32, scrim_abi_number());
    print_member(", ", "file", library_file(), to);
    print_member(", ", "build", build(), to);
    print_member(", ", "processor", best_build(), to);
    fprintf(to, "}}\n");
}
