/* SPDX-License-Identifier: MIT */
/* What a user chooses of a prompt's keys, by words: "keys=digits shuffle=all". */
#ifndef SCRIM_PINENTRY_SETTINGS_H
#define SCRIM_PINENTRY_SETTINGS_H

#include "pad.h"

/* Passphrases of gpg and ssh are at most as long, in bytes; escaped, one still fits a line of the protocol. */
#define LONGEST_PASSPHRASE 255

struct settings {
    enum pad_keys keys;
    uint32_t layout;
    uint32_t shuffle;
};

/* A keyboard, QWERTY, whose digits are shuffled. */
#define SETTINGS_INIT {PAD_KEYS_KEYBOARD, SCRIM_LAYOUT_QWERTY, SCRIM_SHUFFLE_DIGITS}

/* Takes one word over, "name=value". 0, or 1 where it is not known; then nothing is changed. */
int settings_take(struct settings *settings, const char *name, const char *value);
/* Takes over what it knows of a list of words, between blanks or commas; NULL: nothing. */
void settings_take_all(struct settings *settings, const char *words);
/* The part of the options that they are about; the rest is zero. */
struct pad_options settings_options(const struct settings *settings);

#endif
