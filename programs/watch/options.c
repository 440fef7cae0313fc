/* SPDX-License-Identifier: MIT */
#include "options.h"

#include <stdio.h>
#include <string.h>

const char options_help[] =
    "Usage: scrim-watch [--feed NAME] [--rules FILE] [--screen x11|sway] [--preview]\n"
    "       scrim-watch --once [--json] [--rules FILE] [--screen x11|sway]\n"
    "\n"
    "Finds the password fields that applications report in their accessibility\n"
    "trees, and publishes their places, so that recorders cover them.\n"
    "\n"
    "  --feed NAME     publish under this name, or as this file if it has a slash\n"
    "                  (default: watch)\n"
    "  --rules FILE    read rules from this file (default: ~/.config/scrim/watch.json)\n"
    "  --screen KIND   x11 or sway (default: sway if SWAYSOCK is set, else x11)\n"
    "  --preview       draw outlines of what is covered on the screen (X11 only)\n"
    "  --once          read all windows once, print them, and publish nothing\n"
    "  --json          with --once, print JSON\n"
    "  --version       print the version\n"
    "  --help          print this text\n";

typedef struct known {
    const char *name;
    const char *expects; /* NULL: it has no value */
    const char **value;
    bool *flag;
} known;

/* The part of `argument` behind "NAME=", an empty one behind "NAME", NULL if it is something else. */
static const char *after_name(const char *argument, const char *name) {
    size_t length = strlen(name);
    if (strncmp(argument, name, length) != 0 || (argument[length] != 0 && argument[length] != '=')) {
        return NULL;
    }
    return argument + length;
}

/* Reads one option, and returns how many arguments it took; 0 with a message if it is wrong. */
static int read_one(const known *option, const char *rest, const char *next, char *error, size_t error_size) {
    if (option->flag != NULL) {
        *option->flag = true;
        if (*rest != 0) {
            snprintf(error, error_size, "%s: expected no value (got '%s')", option->name, rest + 1);
        }
        return *rest == 0;
    }
    const char *value = *rest == '=' ? rest + 1 : next;
    if (value == NULL || *value == 0) {
        snprintf(error, error_size, "%s: expected %s (got nothing)", option->name, option->expects);
        return 0;
    }
    *option->value = value;
    return *rest == '=' ? 1 : 2;
}

static bool check(const options *options, char *error, size_t error_size) {
    if (options->screen != NULL && strcmp(options->screen, "x11") != 0 && strcmp(options->screen, "sway") != 0) {
        snprintf(error, error_size, "--screen: expected x11 or sway (got '%s')", options->screen);
    } else if (options->json && !options->once) {
        snprintf(error, error_size, "--json: expected together with --once (got no --once)");
    } else if (options->preview && options->once) {
        snprintf(error, error_size, "--preview: expected without --once (got both)");
    } else {
        return true;
    }
    return false;
}

bool options_read(options *options, int argc, char *const *argv, char *error, size_t error_size) {
    *options = (struct options){.feed = "watch"};
    const known table[] = {
        {"--feed", "the name of a feed", &options->feed, NULL},
        {"--rules", "a file", &options->rules, NULL},
        {"--screen", "x11 or sway", &options->screen, NULL},
        {"--preview", NULL, NULL, &options->preview},
        {"--once", NULL, NULL, &options->once},
        {"--json", NULL, NULL, &options->json},
        {"--version", NULL, NULL, &options->version},
        {"--help", NULL, NULL, &options->help},
    };
    int i = 1;
    while (i < argc) {
        int taken = -1;
        for (size_t j = 0; j < sizeof table / sizeof *table && taken < 0; j++) {
            const char *rest = after_name(argv[i], table[j].name);
            taken = rest == NULL ? -1 : read_one(&table[j], rest, i + 1 < argc ? argv[i + 1] : NULL, error, error_size);
        }
        if (taken < 0) {
            snprintf(error, error_size, "expected an option that scrim-watch --help lists (got '%s')", argv[i]);
        }
        if (taken <= 0) {
            return false;
        }
        i += taken;
    }
    return check(options, error, error_size);
}
