/* SPDX-License-Identifier: MIT */
#include "screen.h"

#include <stdlib.h>

const screen_kind *screen_find(void) {
    if (getenv("SWAYSOCK") != NULL) {
        return &screen_sway;
    }
    /* In a Wayland session, X11 knows only the windows that Xwayland shows. The others would not be covered. */
    if (getenv("WAYLAND_DISPLAY") != NULL) {
        return NULL;
    }
    return getenv("DISPLAY") != NULL ? &screen_x11 : NULL;
}
