/* SPDX-License-Identifier: MIT */
/*
 * A touch PIN pad for a kiosk.
 *
 *     pinpad_… [--set] [--amount TEXT] [--limit N] [--timeout SECONDS] [--screenshot FILE] [--harden] [--require LEVEL] FOLDER
 *
 * FOLDER holds the PIN's hash and the count of attempts. --set asks for a new PIN, twice. Without a PIN, the pad is locked. Each event is a line on stdout:
 * right, wrong, wait, locked, timeout, set or failed. It exits with 0 if the PIN was right or was set.
 *
 * --harden forbids core dumps and debuggers. With --require locked or --require secretmem, it does not start if its memory would be
 * less protected, and says why.
 */
#include "front.h"
#include "lock.h"

#include "../program.h"

#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SECOND UINT64_C(1000000000)

struct kiosk {
    struct lock lock;
    int sets;
    int succeeded; /* the PIN was right, or was set */
    char hash_path[4096], attempts_path[4096];
};

static void tell(const char *answer) {
    puts(answer);
    fflush(stdout);
}

static void succeed(struct kiosk *kiosk, struct pad *pad, const char *answer, const char *message) {
    kiosk->succeeded = 1; /* even if somebody closes the pad while it shows the message */
    tell(answer);
    pad_block(pad, message, pad_now() + SECOND, 1);
}

static void fail(struct pad *pad) {
    tell("failed");
    pad_block(pad, "Out of order", SCRIM_NEVER, 0);
}

/* Continues after a PIN that was not right. Does not ask for a PIN while no attempt is allowed. */
static void ask_again(struct kiosk *kiosk, struct pad *pad, const char *error) {
    uint64_t retry_at_ns = 0, now = lock_now();
    enum lock_answer state = lock_state(&kiosk->lock, &retry_at_ns);
    if (state == LOCK_WAIT) {
        tell("wait");
        pad_block(pad, "Try again in %u s", pad_now() + (retry_at_ns > now ? retry_at_ns - now : 0), 0);
    } else if (state == LOCK_RIGHT) {
        pad_again(pad, error);
    } else if (state == LOCK_LOCKED) {
        tell("locked");
        pad_block(pad, "Locked.\nAsk at the desk.", SCRIM_NEVER, 0);
    } else {
        fail(pad);
    }
}

static void check(struct kiosk *kiosk, struct pad *pad) {
    uint64_t retry_at_ns = 0;
    switch (lock_try(&kiosk->lock, pad_text(pad), &retry_at_ns)) {
    case LOCK_RIGHT:
        succeed(kiosk, pad, "right", "Welcome");
        break;
    case LOCK_WRONG:
        tell("wrong");
        ask_again(kiosk, pad, "Wrong PIN");
        break;
    case LOCK_FAILED:
        fail(pad);
        break;
    default: /* no attempt was made, because another screen has used them up */
        ask_again(kiosk, pad, NULL);
    }
}

static void set(struct kiosk *kiosk, struct pad *pad) {
    if (!pad_was_repeated(pad)) { /* both entries were empty */
        pad_again(pad, "The PIN was empty");
    } else if (lock_set(&kiosk->lock, pad_text(pad))) {
        fail(pad);
    } else {
        succeed(kiosk, pad, "set", "Your PIN is set");
    }
}

static int on_finished(struct pad *pad, enum pad_result result, void *user_data) {
    struct kiosk *kiosk = user_data;
    if (result == PAD_DONE) {
        kiosk->sets ? set(kiosk, pad) : check(kiosk, pad);
        return 1;
    }
    if (result == PAD_TIMED_OUT) {
        tell("timeout");
        ask_again(kiosk, pad, "Nothing was typed for a while");
        return 1;
    }
    return 0;
}

/* Says which of the required protections the memory lacks, and why. */
static void explain(uint32_t required) {
    scrim_memory_report report = SCRIM_MEMORY_REPORT_INIT;
    if (scrim_memory_usage(&report) != SCRIM_OK) {
        return;
    }
    const struct {
        uint32_t protection, reason;
        const char *name;
    } missing[] = {{SCRIM_PROTECTION_SECRETMEM, report.secretmem_unprotected, "SECRETMEM"},
                   {SCRIM_PROTECTION_LOCKED, report.locked_unprotected, "LOCKED"},
                   {SCRIM_PROTECTION_NO_DUMP, report.no_dump_unprotected, "NO_DUMP"},
                   {SCRIM_PROTECTION_NO_FORK, report.no_fork_unprotected, "NO_FORK"}};
    for (size_t i = 0; i < sizeof missing / sizeof missing[0]; i++) {
        if ((required & missing[i].protection) && missing[i].reason != SCRIM_UNPROTECTED_NONE) {
            fprintf(stderr, "%s is missing: %s\n", missing[i].name, scrim_unprotected_message(missing[i].reason));
        }
    }
}

static int run(struct kiosk *kiosk, struct pad_options *options, const char *screenshot) {
    const struct front_options front = {"PIN", screenshot, -1, 1};
    /* What a screen reader says instead of "done". The label, a check mark, stays. */
    static const scrim_key_label labels[] = {{SCRIM_KEY_DONE, 0, {NULL, 0}, {"confirm the PIN", 15}}};
    options->labels = labels;
    options->label_count = 1;
    options->keys = PAD_KEYS_DIGITS;
    options->capacity = options->clusters = 12;
    options->description = kiosk->sets ? "Choose a PIN" : "Enter your PIN";
    options->repeat = kiosk->sets ? "Once more" : NULL;
    options->repeat_error = "The two were not the same";
    options->cancel = "Cancel";
    options->finished = on_finished;
    options->user_data = kiosk;
    struct pad *pad = pad_create(options);
    if (pad == NULL) {
        explain(options->protection);
        return 1;
    }
    if (!kiosk->sets && !lock_is_set(&kiosk->lock)) {
        fprintf(stderr, "no PIN is set: run with --set first\n");
    }
    uint64_t retry_at_ns = 0;
    if (!kiosk->sets && lock_state(&kiosk->lock, &retry_at_ns) != LOCK_RIGHT) {
        ask_again(kiosk, pad, NULL);
    }
    if (front_run(pad, &front)) {
        fprintf(stderr, "there is no display\n");
    }
    if (pad_get_result(pad) == PAD_FAILED && !kiosk->succeeded) {
        tell("failed");
    }
    pad_destroy(pad);
    return !kiosk->succeeded;
}

static int usage(const char *program) {
    fprintf(stderr,
            "usage: %s [--set] [--amount TEXT] [--limit N] [--timeout SECONDS] [--screenshot FILE] "
            "[--harden] [--require locked|secretmem] FOLDER\n",
            program);
    return 2;
}

/* Returns the bits of a level of protection, or 0 if there is no such level. */
static uint32_t level(const char *name) {
    const uint32_t locked = SCRIM_PROTECTION_LOCKED | SCRIM_PROTECTION_NO_DUMP | SCRIM_PROTECTION_NO_FORK;
    return strcmp(name, "locked") == 0 ? locked : strcmp(name, "secretmem") == 0 ? locked | SCRIM_PROTECTION_SECRETMEM
                                                                                 : 0;
}

int main(int argc, char **argv) {
    static const struct option known[] = {{"set", no_argument, NULL, 's'},
                                          {"amount", required_argument, NULL, 'a'},
                                          {"limit", required_argument, NULL, 'l'},
                                          {"timeout", required_argument, NULL, 't'},
                                          {"screenshot", required_argument, NULL, 'p'},
                                          {"harden", no_argument, NULL, 'h'},
                                          {"require", required_argument, NULL, 'r'},
                                          {NULL, 0, NULL, 0}};
    static struct kiosk kiosk;
    struct pad_options options = {.timeout_ns = 30 * SECOND};
    const char *screenshot = NULL;
    for (int option; (option = getopt_long(argc, argv, "", known, NULL)) != -1;) {
        long number = optarg != NULL ? strtol(optarg, NULL, 10) : 0;
        if (option == '?' || ((option == 'l' || option == 't') && (number < 1 || number > 100000))) {
            return usage(argv[0]);
        }
        kiosk.sets |= option == 's';
        kiosk.lock.limit = option == 'l' ? (uint32_t)number : kiosk.lock.limit;
        options.timeout_ns = option == 't' ? (uint64_t)number * SECOND : options.timeout_ns;
        screenshot = option == 'p' ? optarg : screenshot;
        options.amount = option == 'a' ? optarg : options.amount;
        if (option == 'h' && failed(scrim_process_harden(), "harden")) {
            return 1;
        }
        if (option == 'r' && (options.protection = level(optarg)) == 0) {
            return usage(argv[0]);
        }
    }
    if (optind != argc - 1 || strlen(argv[optind]) > sizeof kiosk.hash_path - 16) {
        return usage(argv[0]);
    }
    snprintf(kiosk.hash_path, sizeof kiosk.hash_path, "%s/hash", argv[optind]);
    snprintf(kiosk.attempts_path, sizeof kiosk.attempts_path, "%s/attempts", argv[optind]);
    kiosk.lock.hash_path = kiosk.hash_path;
    kiosk.lock.attempts_path = kiosk.attempts_path;
    return run(&kiosk, &options, screenshot) || scrim_live_handles(SCRIM_HANDLE_ANY) != 0;
}
