/* SPDX-License-Identifier: MIT */
#include "screen.h"

#include <stdlib.h>

const screen_kind *screen_find(void) {
    if (getenv("SWAYSOCK") != NULL) {
        return &screen_sway;
    }
    return getenv("DISPLAY") != NULL ? &screen_x11 : NULL;
}
