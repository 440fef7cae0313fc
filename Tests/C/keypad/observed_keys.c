/* SPDX-License-Identifier: MIT */
/*
 * Types keys under valgrind, for Tests/secrecy: with memcheck, the layout is marked undefined while touches are handled, so that every
 * branch and every address that depends on which key stands where is reported; with callgrind, each key's touch is counted by itself.
 *
 *     observed_keys [validates] [works]      the words make the keypad leak in those ways
 */
#include <scrim_hooks.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <valgrind/callgrind.h>
#include <valgrind/memcheck.h>

#define TRY(call) \
    do { \
        scrim_status tried = (call); \
        if (tried != SCRIM_OK) { \
            fprintf(stderr, "%s: %s\n", #call, scrim_status_name(tried)); \
            exit(2); \
        } \
    } while (0)

static uint64_t now_ns;

static uint32_t touch(scrim_keypad *keypad, uint32_t phase, const scrim_rect *rect) {
    scrim_touch sample = {now_ns, 1, phase, 0, rect->x + 1, rect->y + 1};
    uint32_t answer = 99;
    now_ns += 40000000;
    TRY(scrim_keypad_touch(keypad, &sample, &answer));
    return answer;
}

/* What has been stored is no longer what is looked for. */
static void declassify(const void *bytes, size_t length, void *user_data) {
    (void)user_data;
    (void)VALGRIND_MAKE_MEM_DEFINED(bytes, length);
}

/* The keys of a page in the order in which they stand unshuffled, each of which inserts a character of ASCII. */
static size_t keys_of(scrim_keypad *keypad, scrim_key *keys) {
    scrim_key all[SCRIM_KEYPAD_MAX_KEYS];
    size_t count = 0, inserts = 0;
    TRY(scrim_keypad_keys(keypad, SCRIM_KEY_ORDER_UNSHUFFLED, all, SCRIM_KEYPAD_MAX_KEYS, &count));
    for (size_t i = 0; i < count; i++)
        if (all[i].kind == SCRIM_KEY_INSERT && all[i].label[0] != ' ')
            keys[inserts++] = all[i]; /* the bar has one place */
    return inserts;
}

/* Ten keys with names of different lengths, which travel with them. Their layout is known as 99. */
static const scrim_key_spec *named_keys(void) {
    static const char *const names[10] = {"", "one", "two", "three", "four", "a name that is much longer", "", "", "8", "n"};
    static scrim_key_spec keys[10];
    for (uint32_t i = 0; i < 10; i++)
        keys[i] = (scrim_key_spec){SCRIM_KEY_INSERT, 0, 0, 0, i, 0, 1, 1, {&"0123456789"[i], 1}, {names[i], strlen(names[i])}};
    return keys;
}

static void type_all(uint32_t layout, int leaks_by_validating, int leaks_by_working) {
    scrim_keypad_options options = SCRIM_KEYPAD_OPTIONS_INIT;
    scrim_text_options text_options = SCRIM_TEXT_OPTIONS_INIT;
    scrim_keypad *keypad;
    scrim_text *text;
    scrim_key keys[SCRIM_KEYPAD_MAX_KEYS];
    const void *order;
    size_t length;
    uint64_t generation;
    if (layout == 99) {
        options.keys = named_keys();
        options.key_count = 10;
    } else {
        options.layout = layout;
    }
    TRY(scrim_keypad_create(&options, &keypad));
    TRY(scrim_text_create(&text_options, &text));
    TRY(scrim_keypad_attach(keypad, text));
    TRY(scrim_test_keypad_leak(keypad, (uint32_t)leaks_by_validating, (uint32_t)leaks_by_working, 0u));
    TRY(scrim_test_keypad_order_address(keypad, &order, &length));
    /* Each key is pressed at the same place, so that nothing but the key differs: the layout is made anew until it stands there. */
    scrim_rect place = {0, 0, 0, 0};
    TRY(scrim_test_keypad_show_seeded(keypad, 1));
    size_t count = keys_of(keypad, keys);
    for (size_t i = 0; i < count; i++) {
        uint64_t seed = 1;
        do {
            TRY(scrim_test_keypad_show_seeded(keypad, seed++));
            keys_of(keypad, keys);
        } while (keys[i].rect.x != place.x || keys[i].rect.y != place.y);
        TRY(scrim_keypad_generation(keypad, &generation));
        TRY(scrim_keypad_presented(keypad, generation, now_ns));
        now_ns += 100000000;
        TRY(scrim_text_clear(text));
        char name[64];
        snprintf(name, sizeof name, "layout %u key %s", layout, keys[i].label);
        (void)VALGRIND_MAKE_MEM_UNDEFINED(order, length);
        CALLGRIND_ZERO_STATS;
        uint32_t down = touch(keypad, SCRIM_TOUCH_BEGAN, &keys[i].rect);
        uint32_t up = touch(keypad, SCRIM_TOUCH_ENDED, &keys[i].rect);
        CALLGRIND_DUMP_STATS_AT(name);
        (void)VALGRIND_MAKE_MEM_DEFINED(order, length);
        TRY(scrim_text_with_bytes(text, declassify, NULL));
        uint32_t equal = 0;
        TRY(scrim_text_equal_bytes(text, keys[i].label, strlen(keys[i].label), &equal));
        if (down != SCRIM_KEYPAD_RESULT_NONE || up != SCRIM_KEYPAD_RESULT_INSERTED || equal != 1) {
            fprintf(stderr, "%s: answers %u and %u, %s\n", name, down, up, equal ? "typed" : "not typed");
            exit(2);
        }
    }
    scrim_keypad_destroy(keypad);
    scrim_text_destroy(text);
}

int main(int argc, char **argv) {
    int validates = 0, works = 0;
    for (int i = 1; i < argc; i++) {
        validates |= strcmp(argv[i], "validates") == 0;
        works |= strcmp(argv[i], "works") == 0;
    }
    now_ns = 1000000000;
    type_all(SCRIM_LAYOUT_PIN, validates, works);
    type_all(SCRIM_LAYOUT_PAYMENT, validates, works);
    type_all(SCRIM_LAYOUT_HEXADECIMAL, validates, works);
    type_all(SCRIM_LAYOUT_QWERTY, validates, works);
    type_all(99, validates, works);
    return 0;
}
