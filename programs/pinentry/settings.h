/* SPDX-License-Identifier: MIT */
/* The settings of a prompt's keys, as words: "keys=digits shuffle=all". */
#ifndef SCRIM_PINENTRY_SETTINGS_H
#define SCRIM_PINENTRY_SETTINGS_H

#include "pad.h"

/* The longest passphrase of gpg and ssh, in bytes. Escaped, it still fits in a line of the protocol. */
#define LONGEST_PASSPHRASE 255

struct settings {
    enum pad_keys keys;
    uint32_t layout;
    uint32_t shuffle;
};

/* A QWERTY keyboard that shuffles all keys that type a character. */
#define SETTINGS_INIT {PAD_KEYS_KEYBOARD, SCRIM_LAYOUT_QWERTY, SCRIM_SHUFFLE_AUTO}

/* Applies one setting. Returns 0, or 1 if the name or the value is unknown. The settings are then unchanged. */
int settings_take(struct settings *settings, const char *name, const char *value);
/* Applies a list of words "name=value", separated by spaces or commas, and ignores unknown ones. May be NULL. */
void settings_take_all(struct settings *settings, const char *words);
/* Returns options with these settings. The other options are zero. */
struct pad_options settings_options(const struct settings *settings);

#endif
