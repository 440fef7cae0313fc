/* SPDX-License-Identifier: MIT */
/*
 * scrim-askpass: the prompt of ssh, ssh-add and sudo -A with keys on the screen.
 *
 *     SSH_ASKPASS=scrim-askpass SSH_ASKPASS_REQUIRE=force ssh-add
 *
 * SSH_ASKPASS_PROMPT says, as for others of its kind, that nothing is to be typed: "confirm" asks, "none" tells.
 * SCRIM_ASKPASS has settings of the keys, see docs/how-to/pinentry.md. It ends with 0 and the passphrase on stdout, or with 1.
 */
#include "front.h"
#include "settings.h"

#include <glib.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static struct pad_options options_for(const char *kind, const char *prompt) {
    struct settings settings = SETTINGS_INIT;
    settings_take_all(&settings, getenv("SCRIM_ASKPASS"));
    struct pad_options options = settings_options(&settings);
    if (kind != NULL && (strcmp(kind, "confirm") == 0 || strcmp(kind, "none") == 0)) {
        options.keys = PAD_KEYS_NONE;
    }
    options.description = prompt;
    options.ok = kind != NULL && strcmp(kind, "confirm") == 0 ? "Yes" : "OK";
    options.cancel = kind == NULL ? "Cancel" : strcmp(kind, "confirm") == 0 ? "No"
                                                                            : "Close";
    if (kind != NULL && strcmp(kind, "none") == 0) {
        options.ok = NULL;
    }
    return options;
}

/* Who asked reads from our stdout: when it goes, so does the window. */
static int run(struct pad *pad, int writes) {
    const struct front_options front = {"Passphrase", NULL, STDOUT_FILENO, 0};
    if (front_run(pad, &front)) {
        fprintf(stderr, "scrim-askpass: there is no display\n");
        return 1;
    }
    if (pad_get_result(pad) != PAD_DONE) {
        return 1;
    }
    scrim_status status = SCRIM_OK;
    if (writes) {
        status = scrim_text_write_fd(pad_text(pad), STDOUT_FILENO, SCRIM_FD_LINE);
    }
    if (status != SCRIM_OK) {
        fprintf(stderr, "scrim-askpass: %s\n", scrim_status_message(status));
    }
    return status != SCRIM_OK;
}

int main(int argc, char **argv) {
    scrim_status hardened = scrim_process_harden();
    signal(SIGPIPE, SIG_IGN);
    if (hardened != SCRIM_OK) {
        fprintf(stderr, "scrim-askpass: %s\n", scrim_status_message(hardened));
    }
    char *prompt = g_utf8_make_valid(argc > 1 ? argv[1] : "Passphrase:", -1);
    struct pad_options options = options_for(getenv("SSH_ASKPASS_PROMPT"), prompt);
    struct pad *pad = pad_create(&options);
    int bad = pad == NULL || run(pad, options.keys != PAD_KEYS_NONE);
    pad_destroy(pad);
    g_free(prompt);
    return bad;
}
