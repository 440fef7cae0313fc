/* SPDX-License-Identifier: MIT */
/*
 * scrim-askpass: a prompt for ssh, ssh-add and sudo -A with on-screen keys.
 *
 *     SSH_ASKPASS=scrim-askpass SSH_ASKPASS_REQUIRE=force ssh-add
 *
 * If SSH_ASKPASS_PROMPT is "confirm", it asks for yes or no. If it is "none", it only shows a message. SCRIM_ASKPASS has
 * the settings of the keys, see docs/how-to/pinentry.md. It writes the passphrase to stdout and exits with 0, or with 1.
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

/* The program that asks reads from our stdout. The window closes when that program ends. */
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
