/* SPDX-License-Identifier: MIT */
/* Numbers in texts that users write. They do not depend on the locale of the program. */
#ifndef SCRIM_PLUGIN_NUMBER_H
#define SCRIM_PLUGIN_NUMBER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The longest number, in characters. */
#define PLUGIN_NUMBER_LENGTH 100

/* Reads a decimal number that fills `text`: an optional sign, digits with an optional point, and an optional exponent. Returns
   false for anything else, and for numbers that are too large for a double. */
bool plugin_number_parse(const char *text, size_t length, double *out);

/* Reads a whole number from 0 to 2^64 - 1 that fills `text`: decimal, or with the prefix 0x, 0o or 0b. A decimal number has no
   leading zeros. */
bool plugin_whole_parse(const char *text, size_t length, uint64_t *out);

#endif
