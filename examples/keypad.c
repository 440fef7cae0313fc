/* SPDX-License-Identifier: MIT */
/* Types a PIN on a shuffled keypad, straight into protected memory. */
#include <scrim.h>
#include <stdio.h>
#include <string.h>

#define PIN "270914"

static scrim_key keys[SCRIM_KEYPAD_MAX_KEYS];
static size_t key_count;

static int failed(scrim_status status, const char *what) {
    if (status != SCRIM_OK) {
        fprintf(stderr, "%s: %s\n", what, scrim_status_message(status));
    }
    return status != SCRIM_OK;
}

/* Prints the keys row by row. A program with a screen draws each key in its rectangle. */
static void draw(void) {
    for (size_t i = 0; i < key_count; i++) {
        int new_line = i > 0 && keys[i].rect.y > keys[i - 1].rect.y;
        printf("%s   %s", new_line ? "\n" : "", keys[i].label);
    }
    printf("\n");
}

/* Puts a finger on the middle of a key and lifts it. The result says what happened, but not which digit it was. */
static int press(scrim_keypad *keypad, const scrim_key *key, uint32_t expected) {
    static uint64_t now_ns = 200000000u; /* the keys are shown at 0, and touches are accepted after 100 ms */
    uint32_t result = SCRIM_KEYPAD_RESULT_NONE;
    scrim_touch touch = {0, 1, SCRIM_TOUCH_BEGAN, 0, 0.0, 0.0};
    touch.time_ns = now_ns;
    touch.x = key->rect.x + key->rect.width / 2;
    touch.y = key->rect.y + key->rect.height / 2;
    if (failed(scrim_keypad_touch(keypad, &touch, &result), "touch")) {
        return 1;
    }
    touch.time_ns += 80000000u;
    touch.phase = SCRIM_TOUCH_ENDED;
    now_ns += 200000000u;
    return failed(scrim_keypad_touch(keypad, &touch, &result), "touch") || result != expected;
}

static const scrim_key *key_of(uint32_t kind, char digit) {
    for (size_t i = 0; i < key_count; i++) {
        if (keys[i].kind == kind && (kind != SCRIM_KEY_INSERT || keys[i].label[0] == digit)) {
            return &keys[i];
        }
    }
    return NULL;
}

static int type_pin(scrim_keypad *keypad) {
    for (const char *digit = PIN; *digit != '\0'; digit++) {
        const scrim_key *key = key_of(SCRIM_KEY_INSERT, *digit);
        if (key == NULL || press(keypad, key, SCRIM_KEYPAD_RESULT_INSERTED)) {
            return 1;
        }
    }
    const scrim_key *done = key_of(SCRIM_KEY_DONE, '\0');
    return done == NULL || press(keypad, done, SCRIM_KEYPAD_RESULT_DONE);
}

static void print_protection(uint32_t protection) {
    static const struct {
        uint32_t bit;
        const char *meaning;
    } levels[] = {
        {SCRIM_PROTECTION_GUARDED, "between guard pages"},
        {SCRIM_PROTECTION_LOCKED, "never swapped out"},
        {SCRIM_PROTECTION_NO_DUMP, "not in core dumps"},
        {SCRIM_PROTECTION_NO_FORK, "not in child processes"},
        {SCRIM_PROTECTION_SECRETMEM, "not mapped by the kernel"},
    };
    for (size_t i = 0; i < sizeof levels / sizeof levels[0]; i++) {
        printf("  %-3s %s\n", protection & levels[i].bit ? "yes" : "no", levels[i].meaning);
    }
}

static int check(const scrim_text *text) {
    char mask[256];
    size_t length = 0;
    uint32_t equal = 0, other = 1, protection = 0;
    if (failed(scrim_text_copy_masked(text, mask, sizeof mask, &length), "mask") ||
        failed(scrim_text_equal_bytes(text, PIN, strlen(PIN), &equal), "compare") ||
        failed(scrim_text_equal_bytes(text, "000000", 6, &other), "compare") ||
        failed(scrim_text_protection(text, &protection), "protection")) {
        return 1;
    }
    printf("typed: %.*s\n", (int)length, mask);
    printf("the right PIN is %s, another one is %s\n", equal ? "equal" : "NOT equal", other ? "EQUAL" : "not equal");
    printf("protection of its memory:\n");
    print_protection(protection);
    return !equal || other;
}

static int run(scrim_keypad *keypad, scrim_text *text) {
    uint64_t generation = 0;
    if (failed(scrim_keypad_attach(keypad, text), "attach") || failed(scrim_keypad_show(keypad), "show") ||
        failed(scrim_keypad_generation(keypad, &generation), "generation") ||
        failed(scrim_keypad_keys(keypad, SCRIM_KEY_ORDER_ROWS, keys, SCRIM_KEYPAD_MAX_KEYS, &key_count), "keys")) {
        return 1;
    }
    draw();
    if (failed(scrim_keypad_presented(keypad, generation, 0), "presented")) {
        return 1;
    }
    return type_pin(keypad) || check(text);
}

int main(void) {
    scrim_text_options text_options = SCRIM_TEXT_OPTIONS_INIT;
    scrim_keypad_options keypad_options = SCRIM_KEYPAD_OPTIONS_INIT;
    scrim_text *text = NULL;
    scrim_keypad *keypad = NULL;
    int bad = failed(scrim_text_create(&text_options, &text), "text") ||
              failed(scrim_keypad_create(&keypad_options, &keypad), "keypad") || run(keypad, text);
    scrim_keypad_destroy(keypad);
    scrim_text_destroy(text);
    return bad || scrim_live_handles(SCRIM_HANDLE_ANY) != 0;
}
