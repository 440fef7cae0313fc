/* SPDX-License-Identifier: MIT */
/* Characters that a terminal obeys, or that end a line. Titles and names may contain them; what --once prints does not. */
#ifndef SCRIM_WATCH_CONTROL_H
#define SCRIM_WATCH_CONTROL_H

#include <glib.h>
#include <stdbool.h>

static inline gunichar without_control(gunichar character) {
    bool control = character < 0x20 || (character >= 0x7f && character < 0xa0) || character == 0x2028 || character == 0x2029;
    return control ? ' ' : character;
}

#endif
