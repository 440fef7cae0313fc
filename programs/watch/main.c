/* SPDX-License-Identifier: MIT */
/* scrim-watch: covers password fields of all applications in recordings, as their accessibility trees report them. */
#include "publish.h"
#include "screen.h"
#include "tree.h"

#include <stdio.h>

int main(void) {
    static const desktop_times times = DESKTOP_TIMES_INIT;
    desktop *desktop = desktop_new(&times);
    const screen_kind *kind = screen_find();
    char error[512] = "this is neither a session of sway nor one of X11: SWAYSOCK or DISPLAY must be set";
    screen *screen = desktop != NULL && kind != NULL ? kind->open(desktop, error, sizeof error) : NULL;
    if (screen == NULL) {
        fprintf(stderr, "scrim-watch: %s\n", error);
    } else {
        kind->close(screen);
    }
    desktop_free(desktop);
    return screen == NULL;
}
