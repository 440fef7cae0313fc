/* SPDX-License-Identifier: MIT */
/* The command line of scrim-watch. */
#ifndef SCRIM_WATCH_OPTIONS_H
#define SCRIM_WATCH_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>

typedef struct options {
    const char *feed;   /* "watch" if it is not given */
    const char *rules;  /* NULL: the default file */
    const char *screen; /* "x11" or "sway"; NULL: by the environment */
    bool preview, once, json, version, help;
} options;

/* False with a message that names the option, what was expected, and what was given. The texts point into `argv`. */
bool options_read(options *options, int argc, char *const *argv, char *error, size_t error_size);

/* What --help prints. */
extern const char options_help[];

#endif
