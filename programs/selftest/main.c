/* SPDX-License-Identifier: MIT */
/* scrim-selftest: checks the library on this machine. The command `scrim selftest` makes the same checks, and measures speed too. */
#include "selftest.h"

#include <errno.h>
#include <string.h>

enum {
    EXIT_DONE = 0,
    EXIT_FAILED = 1,
    EXIT_USAGE = 2
};

static const char help[] =
    "Usage: scrim-selftest [--require LEVEL] [--json]\n"
    "\n"
    "Checks that the library works on this machine: what redactions leave, keypads,\n"
    "secrets, and errors. Reports how well secrets in memory are protected, and how\n"
    "to improve that.\n"
    "\n"
    "  --require LEVEL  fail if the protection of secrets is weaker than this:\n"
    "                   guarded, locked or secret\n"
    "  --json           print JSON\n"
    "  --version        print the version\n"
    "  --help           print this text\n"
    "\n"
    "Exit status: 0 if every check passed, 1 if one failed, 2 if an option is wrong.\n";

struct options {
    enum level required;
    bool json, version, help;
};

static int wrong(const char *option, const char *expected, const char *got) {
    fprintf(stderr, "scrim-selftest: %s%sexpected %s (got %s%s%s)\n", option, *option != 0 ? ": " : "", expected, got != NULL ? "'" : "",
            got != NULL ? got : "nothing", got != NULL ? "'" : "");
    return EXIT_USAGE;
}

/* Returns 0, or EXIT_USAGE after a message that names the option, what was expected, and what was given. */
static int read_level(const char *word, enum level *level) {
    for (int i = LEVEL_GUARDED; word != NULL && i < LEVEL_COUNT; i++) {
        if (strcmp(word, level_names[i]) == 0) {
            *level = (enum level)i;
            return 0;
        }
    }
    return wrong("--require", "guarded, locked or secret", word);
}

static int read_options(struct options *options, int count, char **words) {
    const struct {
        const char *name;
        bool *value;
    } switches[] = {{"--json", &options->json}, {"--version", &options->version}, {"--help", &options->help}};
    static const char require[] = "--require";
    for (int i = 1; i < count; i++) {
        int status = -1;
        if (strcmp(words[i], require) == 0) {
            status = read_level(i + 1 < count ? words[i + 1] : NULL, &options->required);
            i++;
        } else if (strncmp(words[i], "--require=", sizeof require) == 0) {
            status = read_level(words[i] + sizeof require, &options->required);
        }
        for (size_t j = 0; j < sizeof switches / sizeof *switches && status < 0; j++) {
            size_t length = strlen(switches[j].name);
            if (strncmp(words[i], switches[j].name, length) != 0)
                continue;
            if (words[i][length] == '=')
                return wrong(switches[j].name, "no value", words[i] + length + 1);
            if (words[i][length] == 0) {
                *switches[j].value = true;
                status = 0;
            }
        }
        if (status < 0)
            return wrong("", "an option that scrim-selftest --help lists", words[i]);
        if (status > 0)
            return status;
    }
    return 0;
}

static int finish(int status) {
    if (fflush(stdout) == 0 && ferror(stdout) == 0)
        return status;
    fprintf(stderr, "scrim-selftest: standard output cannot be written: %s\n", strerror(errno));
    return EXIT_FAILED;
}

int main(int count, char **words) {
    struct options options = {0};
    static struct findings findings;
    int status = read_options(&options, count, words);
    if (status != 0)
        return status;
    if (options.help || options.version) {
        if (options.help)
            fputs(help, stdout);
        else
            printf("scrim-selftest %s\n", scrim_version_string());
        return finish(EXIT_DONE);
    }
    run_checks(&findings);
    bool enough = findings.protection.level >= options.required, passed = enough;
    for (size_t i = 0; i < CHECK_COUNT; i++)
        passed = passed && findings.passed[i];
    if (options.json)
        print_json(&findings, passed, stdout);
    else
        print_text(&findings, stdout);
    if (!enough && !options.json)
        fprintf(stderr, "scrim-selftest: --require: protection is %s, but %s is required\n", level_names[findings.protection.level],
                level_names[options.required]);
    return finish(passed ? EXIT_DONE : EXIT_FAILED);
}
