/* SPDX-License-Identifier: MIT */
/* The checks: does the library do here what it promises? */
#include "selftest.h"

#include <math.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* ---- Redaction ---- */

enum {
    WIDTH = 64,
    HEIGHT = 48,
    PICTURE = WIDTH * HEIGHT * 4
};
static const scrim_rect box = {10, 6, 30, 20};

static bool is_inside(size_t byte) {
    size_t x = byte / 4 % WIDTH, y = byte / 4 / WIDTH;
    return x >= 10 && x < 40 && y >= 6 && y < 26;
}

static scrim_status redact(uint8_t *pixels, scrim_rect rect, scrim_style style, uint32_t *outcome) {
    return scrim_redact_rects(pixels, WIDTH * 4, SCRIM_FORMAT_RGBA, WIDTH, HEIGHT, &rect, 1, &style, outcome);
}

static bool check_covers(void) {
    static const uint8_t color[4] = {0x10, 0x20, 0x30, 0xFF};
    static uint8_t before[PICTURE], after[PICTURE];
    make_noise(before, PICTURE, 0);
    memcpy(after, before, PICTURE);
    bool right = redact(after, box, (scrim_style){SCRIM_STYLE_SOLID, 0x102030FFu, 0, 0, 0, 0, 0}, NULL) == SCRIM_OK;
    for (size_t i = 0; i < PICTURE; i++)
        right = right && after[i] == (is_inside(i) ? color[i % 4] : before[i]);
    return right;
}

static bool check_holds_nothing(void) {
    static const scrim_style styles[] = {
        {SCRIM_STYLE_SOLID, 0x000000FFu, 0, 0, 0, 0, 0},
        {SCRIM_STYLE_FROST, 0x000000FFu, 0, 0, 0, 0, 3},
        {SCRIM_STYLE_TILES, 0x000000FFu, 0, 0, 0, 0, 3},
    };
    static uint8_t one[PICTURE], other[PICTURE];
    bool right = true;
    for (size_t i = 0; i < sizeof styles / sizeof *styles; i++) {
        make_noise(one, PICTURE, 0);
        for (size_t j = 0; j < PICTURE; j++)
            other[j] = is_inside(j) ? one[j] ^ 0x5A : one[j];
        right = right && redact(one, box, styles[i], NULL) == SCRIM_OK && redact(other, box, styles[i], NULL) == SCRIM_OK &&
                memcmp(one, other, PICTURE) == 0;
    }
    return right;
}

static bool check_fails_closed(void) {
    static uint8_t pixels[PICTURE];
    uint32_t outcome = SCRIM_OUTCOME_DISCARD;
    make_noise(pixels, PICTURE, 0);
    scrim_status status = redact(pixels, (scrim_rect){NAN, 0, 1, 1}, (scrim_style)SCRIM_STYLE_INIT, &outcome);
    bool black = true;
    for (size_t i = 0; i < PICTURE; i++)
        black = black && (i % 4 == 3 || pixels[i] == 0);
    return status != SCRIM_OK && outcome == SCRIM_OUTCOME_COVERED && black;
}

/* ---- Keypads and texts ---- */

enum {
    DIGITS = 10,
    SHOWN = 8
};

/* Reads the digits of a shown keypad in the order of its rows. False if one is missing. */
static bool read_digits(const scrim_keypad *keypad, char digits[DIGITS]) {
    scrim_key keys[SCRIM_KEYPAD_MAX_KEYS];
    size_t count = 0, found = 0;
    uint32_t seen = 0;
    if (scrim_keypad_keys(keypad, SCRIM_KEY_ORDER_ROWS, keys, SCRIM_KEYPAD_MAX_KEYS, &count) != SCRIM_OK)
        return false;
    for (size_t i = 0; i < count; i++) {
        if (keys[i].kind != SCRIM_KEY_INSERT)
            continue;
        char digit = keys[i].label[0];
        if (found == DIGITS || digit < '0' || digit > '9' || keys[i].label[1] != 0)
            return false;
        digits[found++] = digit;
        seen |= 1u << (digit - '0');
    }
    return seen == (1u << DIGITS) - 1;
}

static bool check_shuffles(void) {
    scrim_keypad_options options = SCRIM_KEYPAD_OPTIONS_INIT;
    scrim_keypad *keypad = NULL;
    char orders[SHOWN][DIGITS];
    bool right = scrim_keypad_create(&options, &keypad) == SCRIM_OK, differ = false;
    for (size_t i = 0; i < SHOWN && right; i++) {
        right = scrim_keypad_show(keypad) == SCRIM_OK && read_digits(keypad, orders[i]);
        differ = differ || (right && memcmp(orders[i], orders[0], DIGITS) != 0); /* all are equal once in 10!^7 times */
    }
    scrim_keypad_destroy(keypad);
    return right && differ;
}

static bool equals(const scrim_text *text, const char *other) {
    uint32_t equal = 0;
    return scrim_text_equal_bytes(text, other, strlen(other), &equal) == SCRIM_OK && equal == 1;
}

static bool check_keeps_secrets(void) {
    scrim_text_options options = SCRIM_TEXT_OPTIONS_INIT;
    scrim_text *text = NULL;
    bool right = scrim_text_create(&options, &text) == SCRIM_OK && scrim_text_insert(text, "24680", 5) == SCRIM_OK &&
                 equals(text, "24680") && !equals(text, "24681") && scrim_text_wipe(text) == SCRIM_OK && !equals(text, "24680");
    scrim_text_destroy(text);
    return right;
}

/* ---- The process ---- */

static int create_secret(void) {
    scrim_text_options options = SCRIM_TEXT_OPTIONS_INIT;
    scrim_text *text = NULL;
    return scrim_text_create(&options, &text) != SCRIM_OK;
}

static int harden(void) {
    return scrim_process_harden() != SCRIM_OK;
}

/* Runs `work` in a forked child, because it may end the process or change it for good. Returns the status of waitpid. */
static int status_of_child(int (*work)(void)) {
    int status = -1;
    pid_t child = fork();
    if (child == 0)
        _exit(work());
    return child > 0 && waitpid(child, &status, 0) == child ? status : 0x100; /* as after _exit(1) */
}

void run_checks(struct findings *findings) {
    int status = status_of_child(create_secret);
    bool killed = WIFSIGNALED(status) && WTERMSIG(status) == SIGSYS;
    if (killed) {
        scrim_memory_options options = {sizeof options, 1};
        scrim_memory_configure(&options);
    }
    bool *passed = findings->passed;
    passed[CHECK_survives] = !WIFSIGNALED(status);
    passed[CHECK_covers] = check_covers();
    passed[CHECK_holds_nothing] = check_holds_nothing();
    passed[CHECK_fails_closed] = check_fails_closed();
    passed[CHECK_redacts] = run_redactions(findings);
    passed[CHECK_shuffles] = check_shuffles();
    passed[CHECK_keeps_secrets] = check_keeps_secrets();
    passed[CHECK_hardens] = status_of_child(harden) == 0;
    find_protection(&findings->protection, killed);
}
