/* SPDX-License-Identifier: MIT */
/* Styles as users write them: the words of the command line, for example "solid", "frost:7" and "blur:16".

   Some programs have another meaning for colons. So "@" may stand for the colon, and then a color needs no "#":
   "solid@102030" is "solid:#102030". */
#ifndef SCRIM_PLUGIN_STYLE_H
#define SCRIM_PLUGIN_STYLE_H

#include <stdbool.h>
#include <stddef.h>

#include <scrim.h>

/* Reads a style. If the text is wrong, returns false and writes a message to `error`. */
bool plugin_style_parse(const char *text, size_t length, scrim_style *out, char *error, size_t error_size);

/* Whether a style is computed from the pixels inside the region, so that they can be read back. */
bool plugin_style_is_reversible(const scrim_style *style);

#endif
