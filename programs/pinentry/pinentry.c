/* SPDX-License-Identifier: MIT */
/*
 * pinentry-scrim: a prompt for gpg-agent with on-screen keys for a finger or a mouse. A physical keyboard works too.
 *
 *     pinentry-scrim [--display NAME] [--timeout SECONDS] [--keys digits|keyboard] [--layout …] [--shuffle …]
 *
 * docs/how-to/pinentry.md describes the settings, the protocol, and where copies of the passphrase are.
 */
#include "send.h"

#include "front.h"
#include "settings.h"

#include <fcntl.h>
#include <getopt.h>
#include <glib.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Texts of a prompt. The agent sets each with a separate command. */
enum word {
    TITLE,
    DESCRIPTION,
    PROMPT,
    ERROR,
    OK,
    NOT_OK,
    CANCEL,
    REPEAT,
    REPEAT_ERROR,
    QUALITY,
    WORDS
};

static const char *const commands[WORDS] = {"SETTITLE", "SETDESC", "SETPROMPT", "SETERROR", "SETOK",
                                            "SETNOTOK", "SETCANCEL", "SETREPEAT", "SETREPEATERROR", "SETQUALITYBAR"};

/* Default texts, which the agent sets with options of the protocol. */
enum standard {
    DEFAULT_OK,
    DEFAULT_CANCEL,
    DEFAULT_PROMPT,
    DEFAULTS
};

static const char *const defaults[DEFAULTS] = {"default-ok", "default-cancel", "default-prompt"};

static struct session {
    char *words[WORDS];
    char *defaults[DEFAULTS];
    char *touch_file;
    unsigned timeout_s, standard_timeout_s;
    struct settings settings;
} session = {.settings = SETTINGS_INIT};

/* ---- Words ---- */

/* Undoes percent-escapes. Replaces invalid UTF-8, and ends at a NUL. */
static char *unescaped(const char *line) {
    GString *bytes = g_string_new(NULL);
    for (const char *at = line; *at != '\0'; at++) {
        if (at[0] == '%' && g_ascii_isxdigit(at[1]) && g_ascii_isxdigit(at[2])) {
            g_string_append_c(bytes, (gchar)(g_ascii_xdigit_value(at[1]) << 4 | g_ascii_xdigit_value(at[2])));
            at += 2;
        } else {
            g_string_append_c(bytes, *at);
        }
    }
    char *valid = g_utf8_make_valid(bytes->str, -1);
    g_string_free(bytes, TRUE);
    return valid;
}

/* Removes the marks of keyboard shortcuts from a label: "_" marks a letter, and "__" is an underscore. */
static char *without_mnemonic(const char *label) {
    GString *plain = g_string_new(NULL);
    for (const char *at = label; *at != '\0'; at++) {
        at += at[0] == '_' && at[1] != '\0';
        g_string_append_c(plain, *at);
    }
    return g_string_free(plain, FALSE);
}

static void set_word(char **word, const char *line) {
    g_free(*word);
    *word = line != NULL ? unescaped(line) : NULL;
}

static gpg_error_t on_word(assuan_context_t context, char *line) {
    const char *name = assuan_get_command_name(context);
    for (int word = 0; word < WORDS; word++) {
        if (strcmp(name, commands[word]) == 0) {
            set_word(&session.words[word], line);
        }
    }
    if (session.words[QUALITY] != NULL && session.words[QUALITY][0] == '\0') {
        set_word(&session.words[QUALITY], "Quality:");
    }
    return 0;
}

/* Reads a number of seconds. Returns 1 if the text is not one. It must not become 0, which switches the time-out off. */
static int read_seconds(const char *text, unsigned *out) {
    char *end = NULL;
    unsigned long seconds = strtoul(text, &end, 10);
    if (!g_ascii_isdigit(text[0]) || *end != '\0' || seconds > 1000000) {
        return 1;
    }
    *out = (unsigned)seconds;
    return 0;
}

static gpg_error_t on_timeout(assuan_context_t context, char *line) {
    if (read_seconds(line, &session.timeout_s)) {
        return assuan_set_error(context, gpg_error(GPG_ERR_ASS_SYNTAX), "a number of seconds is needed");
    }
    return 0;
}

/* Commands for features that this program does not have: caches, and generated passphrases. */
static gpg_error_t on_nothing(assuan_context_t context, char *line) {
    (void)context;
    (void)line;
    return 0;
}

static gpg_error_t on_option(assuan_context_t context, const char *key, const char *value) {
    static const char *const ignored[] = {
        "grab", "no-grab", "ttyname", "ttytype", "ttyalert", "lc-ctype", "lc-messages", "owner", "parent-wid",
        "allow-external-password-cache", "allow-emacs-prompt", "invisible-char", "default-yes", "default-no",
        "default-pwmngr", "default-cf-visi", "default-tt-visi", "default-tt-hide", "default-capshint",
        "formatted-passphrase", "formatted-passphrase-hint", "constraints-enforce"};
    (void)context;
    for (int word = 0; word < DEFAULTS; word++) {
        if (strcmp(key, defaults[word]) == 0) {
            set_word(&session.defaults[word], value);
            return 0;
        }
    }
    if (strcmp(key, "display") == 0) {
        return setenv("DISPLAY", value, 1) == 0 ? 0 : gpg_error_from_syserror();
    }
    if (strcmp(key, "touch-file") == 0) {
        set_word(&session.touch_file, value);
        return 0;
    }
    if (strcmp(key, "pinentry-user-data") == 0) {
        settings_take_all(&session.settings, value);
        return 0;
    }
    for (size_t i = 0; i < sizeof ignored / sizeof ignored[0]; i++) {
        if (strcmp(key, ignored[i]) == 0) {
            return 0;
        }
    }
    return settings_take(&session.settings, key, value) ? gpg_error(GPG_ERR_UNKNOWN_OPTION) : 0;
}

static void forget(void) {
    for (int word = 0; word < WORDS; word++) {
        set_word(&session.words[word], NULL);
    }
    session.timeout_s = session.standard_timeout_s;
}

static gpg_error_t on_reset(assuan_context_t context, char *line) {
    (void)context;
    (void)line;
    forget();
    return 0;
}

/* ---- Prompts ---- */

/* Returns the label of a button: the agent's text, else its default, else ours. */
static char *label(enum word word, int standard, const char *ours) {
    const char *otherwise = standard >= 0 ? session.defaults[standard] : NULL;
    const char *said = session.words[word] != NULL ? session.words[word] : otherwise;
    return said != NULL || ours != NULL ? without_mnemonic(said != NULL ? said : ours) : NULL;
}

static gpg_error_t error_of_result(enum pad_result result) {
    switch (result) {
    case PAD_DONE:
        return 0;
    case PAD_NOT_OK:
        return gpg_error(GPG_ERR_NOT_CONFIRMED);
    case PAD_TIMED_OUT:
        return gpg_error(GPG_ERR_TIMEOUT);
    case PAD_FAILED:
        return gpg_error(GPG_ERR_ENOMEM);
    default:
        return gpg_error(GPG_ERR_CANCELED);
    }
}

/* Updates the time of a file. It shows the agent that somebody has used the screen. */
static void touch_file(void) {
    if (session.touch_file != NULL && utimensat(AT_FDCWD, session.touch_file, NULL, 0) != 0) {
        perror(session.touch_file);
    }
}

/* Shows a prompt until it ends. Read `*out` only if this returns 0, and destroy it in any case. */
static gpg_error_t show(assuan_context_t context, struct pad_options *options, struct pad **out) {
    const struct front_options front = {session.words[TITLE] != NULL ? session.words[TITLE] : "Passphrase", NULL,
                                        STDIN_FILENO, 0};
    options->description = session.words[DESCRIPTION];
    options->error = session.words[ERROR];
    options->timeout_ns = (uint64_t)session.timeout_s * 1000000000;
    *out = pad_create(options);
    gpg_error_t error = *out == NULL ? gpg_error(GPG_ERR_ENOMEM) : 0;
    if (error == 0 && front_run(*out, &front)) {
        error = assuan_set_error(context, gpg_error(GPG_ERR_NO_PIN_ENTRY), "there is no display");
    }
    touch_file();
    set_word(&session.words[ERROR], NULL);
    return error == 0 ? error_of_result(pad_get_result(*out)) : error;
}

static gpg_error_t on_getpin(assuan_context_t context, char *line) {
    struct pad_options options = settings_options(&session.settings);
    char *prompt = label(PROMPT, DEFAULT_PROMPT, "Passphrase:");
    char *ok = label(OK, DEFAULT_OK, "OK"), *cancel = label(CANCEL, DEFAULT_CANCEL, "Cancel");
    struct pad *pad = NULL;
    (void)line;
    options.prompt = prompt;
    options.ok = ok;
    options.cancel = cancel;
    options.repeat = session.words[REPEAT];
    options.repeat_error = session.words[REPEAT_ERROR];
    options.quality = session.words[QUALITY];
    gpg_error_t error = show(context, &options, &pad);
    if (error == 0 && pad_was_repeated(pad)) {
        error = assuan_write_status(context, "PIN_REPEATED", "");
    }
    if (error == 0) {
        error = send_text(context, pad_text(pad));
    }
    pad_destroy(pad);
    set_word(&session.words[REPEAT], NULL);
    g_free(prompt);
    g_free(ok);
    g_free(cancel);
    return error;
}

static gpg_error_t ask(assuan_context_t context, int one_button) {
    struct pad_options options = {.keys = PAD_KEYS_NONE};
    char *ok = label(OK, DEFAULT_OK, "OK"), *not_ok = one_button ? NULL : label(NOT_OK, -1, NULL);
    char *cancel = one_button ? NULL : label(CANCEL, DEFAULT_CANCEL, "Cancel");
    struct pad *pad = NULL;
    options.ok = ok;
    options.not_ok = not_ok;
    options.cancel = cancel;
    gpg_error_t error = show(context, &options, &pad);
    pad_destroy(pad);
    g_free(ok);
    g_free(not_ok);
    g_free(cancel);
    return error;
}

static gpg_error_t on_confirm(assuan_context_t context, char *line) {
    return ask(context, strstr(line, "--one-button") != NULL);
}

static gpg_error_t on_message(assuan_context_t context, char *line) {
    (void)line;
    return ask(context, 1);
}

static gpg_error_t on_getinfo(assuan_context_t context, char *line) {
    char answer[128];
    if (strcmp(line, "version") == 0) {
        snprintf(answer, sizeof answer, "%s", scrim_version_string());
    } else if (strcmp(line, "pid") == 0) {
        snprintf(answer, sizeof answer, "%ld", (long)getpid());
    } else if (strcmp(line, "flavor") == 0) {
        snprintf(answer, sizeof answer, "scrim");
    } else if (strcmp(line, "ttyinfo") == 0) {
        const char *display = getenv("DISPLAY");
        snprintf(answer, sizeof answer, "- - %.64s - %lu/%lu -", display != NULL ? display : "-",
                 (unsigned long)geteuid(), (unsigned long)getegid());
    } else {
        return gpg_error(GPG_ERR_ASS_PARAMETER);
    }
    return assuan_send_data(context, answer, strlen(answer));
}

/* ---- The server ---- */

static gpg_error_t register_commands(assuan_context_t context) {
    static const struct {
        const char *name;
        assuan_handler_t handler;
    } others[] = {
        {"GETPIN", on_getpin},
        {"CONFIRM", on_confirm},
        {"MESSAGE", on_message},
        {"GETINFO", on_getinfo},
        {"SETTIMEOUT", on_timeout},
        {"SETKEYINFO", on_nothing},
        {"SETREPEATOK", on_nothing},
        {"SETQUALITYBAR_TT", on_nothing},
        {"CLEARPASSPHRASE", on_nothing},
    };
    gpg_error_t error = 0;
    for (int word = 0; word < WORDS && error == 0; word++) {
        error = assuan_register_command(context, commands[word], on_word, NULL);
    }
    for (size_t i = 0; i < sizeof others / sizeof others[0] && error == 0; i++) {
        error = assuan_register_command(context, others[i].name, others[i].handler, NULL);
    }
    error = error != 0 ? error : assuan_register_option_handler(context, on_option);
    return error != 0 ? error : assuan_register_reset_notify(context, on_reset);
}

static gpg_error_t serve(void) {
    assuan_fd_t descriptors[2] = {STDIN_FILENO, STDOUT_FILENO};
    assuan_context_t context = NULL;
    gpg_error_t error = assuan_new(&context);
    error = error != 0 ? error : assuan_init_pipe_server(context, descriptors);
    error = error != 0 ? error : register_commands(context);
    if (error == 0) {
        assuan_set_hello_line(context, "Pleased to meet you");
    }
    while (error == 0 && (error = assuan_accept(context)) == 0) {
        error = assuan_process(context);
    }
    assuan_release(context);
    return error == (gpg_error_t)-1 || gpg_err_code(error) == GPG_ERR_EOF ? 0 : error;
}

static int usage(const char *program) {
    fprintf(stderr, "usage: %s [--display NAME] [--timeout SECONDS] [--keys digits|keyboard]\n"
                    "       [--layout qwerty|qwertz|azerty] [--shuffle auto|rows|all|none]\n",
            program);
    return 2;
}

/* Reads the options of all pinentry programs and our own. Returns 0, or the exit status. */
static int read_options(int argc, char **argv) {
    static const struct option known[] = {
        {"display", required_argument, NULL, 'D'},
        {"timeout", required_argument, NULL, 't'},
        {"keys", required_argument, NULL, 'k'},
        {"layout", required_argument, NULL, 'k'},
        {"shuffle", required_argument, NULL, 'k'},
        {"version", no_argument, NULL, 'v'},
        {"ttyname", required_argument, NULL, 'i'},
        {"ttytype", required_argument, NULL, 'i'},
        {"ttyalert", required_argument, NULL, 'i'},
        {"lc-ctype", required_argument, NULL, 'i'},
        {"lc-messages", required_argument, NULL, 'i'},
        {"parent-wid", required_argument, NULL, 'i'},
        {"colors", required_argument, NULL, 'i'},
        {"no-global-grab", no_argument, NULL, 'i'},
        {"no-local-grab", no_argument, NULL, 'i'},
        {"debug", no_argument, NULL, 'i'},
        {NULL, 0, NULL, 0},
    };
    int index = 0;
    for (int option; (option = getopt_long(argc, argv, "", known, &index)) != -1;) {
        if (option == 'k' && settings_take(&session.settings, known[index].name, optarg)) {
            fprintf(stderr, "%s: --%s has no value '%s'\n", argv[0], known[index].name, optarg);
            option = '?';
        }
        if (option == 't' && read_seconds(optarg, &session.standard_timeout_s)) {
            fprintf(stderr, "%s: --timeout must be a number of seconds (got '%s')\n", argv[0], optarg);
            option = '?';
        }
        if (option == '?') {
            return usage(argv[0]);
        }
        if (option == 'v') {
            printf("pinentry-scrim %s\n", scrim_version_string());
            exit(0);
        }
        if (option == 'D' && setenv("DISPLAY", optarg, 1) != 0) {
            return 1;
        }
    }
    return optind == argc ? 0 : usage(argv[0]);
}

int main(int argc, char **argv) {
    scrim_status hardened = scrim_process_harden(); /* before anything else is in memory */
    signal(SIGPIPE, SIG_IGN);
    settings_take_all(&session.settings, getenv("PINENTRY_USER_DATA"));
    int bad = read_options(argc, argv);
    if (bad) {
        return bad;
    }
    if (hardened != SCRIM_OK) {
        fprintf(stderr, "%s: %s\n", argv[0], scrim_status_message(hardened));
    }
    session.timeout_s = session.standard_timeout_s;
    assuan_set_gpg_err_source(GPG_ERR_SOURCE_PINENTRY);
    gpg_error_t error = serve();
    if (error != 0) {
        fprintf(stderr, "%s: %s\n", argv[0], gpg_strerror(error));
    }
    forget();
    return error != 0;
}
