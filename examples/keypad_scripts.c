/* SPDX-License-Identifier: MIT */
/* A PIN pad of one's own with Arabic-Indic digits, and with spoken names in Arabic. It types a PIN on the shuffled pad. */
#include <string.h>

#include "program.h"

#define WORD(literal) {literal, sizeof literal - 1}
#define KEY(kind, column, row, label, name) {kind, 0, 0, 0, column, row, 1, 1, WORD(label), WORD(name)}
#define DIGIT(column, row, label) KEY(SCRIM_KEY_INSERT, column, row, label, "")

/* Columns count from the left in every script. To mirror a layout, mirror the columns. */
static const scrim_key_spec layout[] = {
    DIGIT(0, 0, "١"),
    DIGIT(1, 0, "٢"),
    DIGIT(2, 0, "٣"),
    DIGIT(0, 1, "٤"),
    DIGIT(1, 1, "٥"),
    DIGIT(2, 1, "٦"),
    DIGIT(0, 2, "٧"),
    DIGIT(1, 2, "٨"),
    DIGIT(2, 2, "٩"),
    KEY(SCRIM_KEY_DELETE, 0, 3, "⌫", "حذف"),
    DIGIT(1, 3, "٠"),
    KEY(SCRIM_KEY_DONE, 2, 3, "✓", "تم"),
};

static int tap(scrim_keypad *keypad, const char *label, uint64_t time_ns) {
    scrim_key keys[SCRIM_KEYPAD_MAX_KEYS];
    scrim_touch touch = {time_ns, 1, SCRIM_TOUCH_BEGAN, 0, 0, 0};
    size_t count = 0, at = 0;
    uint32_t result = 0;
    if (failed(scrim_keypad_keys(keypad, SCRIM_KEY_ORDER_ROWS, keys, SCRIM_KEYPAD_MAX_KEYS, &count), "keys")) {
        return 1;
    }
    while (at < count && strcmp(keys[at].label, label) != 0) {
        at++;
    }
    if (at == count) {
        return 1;
    }
    touch.x = keys[at].rect.x + keys[at].rect.width / 2;
    touch.y = keys[at].rect.y + keys[at].rect.height / 2;
    int bad = failed(scrim_keypad_touch(keypad, &touch, &result), "touch");
    touch.phase = SCRIM_TOUCH_ENDED;
    return bad || failed(scrim_keypad_touch(keypad, &touch, &result), "touch") || result != SCRIM_KEYPAD_RESULT_INSERTED;
}

int main(void) {
    static const char *const pin[] = {"٤", "٧", "١", "١"};
    scrim_text_options text_options = SCRIM_TEXT_OPTIONS_INIT;
    scrim_keypad_options options = SCRIM_KEYPAD_OPTIONS_INIT;
    scrim_text *text = NULL;
    scrim_keypad *keypad = NULL;
    uint64_t generation = 0;
    uint32_t equal = 0, latin = 1;
    text_options.allowed = SCRIM_ALLOW_DIGITS; /* digits of every script */
    options.keys = layout;
    options.key_count = sizeof layout / sizeof layout[0];
    int bad = failed(scrim_text_create(&text_options, &text), "create a text") ||
              failed(scrim_keypad_create(&options, &keypad), "create a keypad") ||
              failed(scrim_keypad_attach(keypad, text), "attach") || failed(scrim_keypad_show(keypad), "show") ||
              failed(scrim_keypad_generation(keypad, &generation), "generation") ||
              failed(scrim_keypad_presented(keypad, generation, 0), "presented");
    for (uint64_t i = 0; !bad && i < 4; i++) {
        bad = tap(keypad, pin[i], (i + 1) * 200000000);
    }
    /* Texts compare bytes, so the same number in other digits differs. */
    bad = bad || failed(scrim_text_equal_bytes(text, "٤٧١١", strlen("٤٧١١"), &equal), "compare") ||
          failed(scrim_text_equal_bytes(text, "4711", 4, &latin), "compare");
    printf("%s\n", !bad && equal && !latin ? "typed ٤٧١١" : "failed");
    scrim_keypad_destroy(keypad);
    scrim_text_destroy(text);
    return bad || !equal || latin;
}
