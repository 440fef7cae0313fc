/* SPDX-License-Identifier: MIT */
/* The keys of a page as text, a key by its label, and keypads of built-in layouts and of tables. */
#ifndef LISTED_KEYS_H
#define LISTED_KEYS_H

#include "keypad_fixture.h"

#define MOST 64

static scrim_key keys[MOST];
static size_t count;

UNUSED static scrim_keypad *unshuffled(uint32_t layout, double width, double height) {
    scrim_keypad_options options = SCRIM_KEYPAD_OPTIONS_INIT;
    scrim_keypad *keypad;
    options.layout = layout;
    options.shuffle = SCRIM_SHUFFLE_NONE;
    options.bounds = (scrim_rect){0, 0, width, height};
    OK(scrim_keypad_create(&options, &keypad));
    show(keypad);
    OK(scrim_keypad_keys(keypad, SCRIM_KEY_ORDER_ROWS, keys, MOST, &count));
    return keypad;
}

/* All labels of the page, functions in brackets. */
UNUSED static const char *page_of(const scrim_keypad *keypad) {
    static char page[1024];
    size_t at = 0;
    OK(scrim_keypad_keys(keypad, SCRIM_KEY_ORDER_ROWS, keys, MOST, &count));
    for (size_t i = 0; i < count; i++)
        at += (size_t)snprintf(page + at, sizeof page - at, keys[i].kind == SCRIM_KEY_INSERT ? "%s" : "[%s]", keys[i].label);
    return page;
}

UNUSED static const scrim_key *key_of(const char *label, uint32_t kind) {
    for (size_t i = 0; i < count; i++)
        if (keys[i].kind == kind && (label == NULL || strcmp(keys[i].label, label) == 0))
            return &keys[i];
    fail_msg("no key %s", label == NULL ? "of that kind" : label);
    return NULL;
}

UNUSED static void assert_rect(const scrim_key *key, double x, double y, double width, double height) {
    if (key->rect.x != x || key->rect.y != y || key->rect.width != width || key->rect.height != height)
        fail_msg("%s: %g %g %g %g", key->label, key->rect.x, key->rect.y, key->rect.width, key->rect.height);
}

/* Presses a key of the page, and presents the keys that are shown then. */
UNUSED static void type(scrim_keypad *keypad, const char *label, uint32_t kind, uint32_t answer) {
    assert_int_equal(press(keypad, key_of(label, kind)), answer);
    uint64_t generation = 0;
    static uint64_t last;
    OK(scrim_keypad_generation(keypad, &generation));
    if (generation != last)
        present(keypad);
    last = generation;
    OK(scrim_keypad_keys(keypad, SCRIM_KEY_ORDER_ROWS, keys, MOST, &count));
}

/* A key of a table. */
#define CAP(kind, page, column, row, columns, rows, label) \
    {SCRIM_KEY_##kind, 0, page, 0, column, row, columns, rows, {label, sizeof(label) - 1}, {NULL, 0}}

UNUSED static scrim_status make(const scrim_key_spec *caps, size_t number, uint32_t shuffle, scrim_keypad **keypad) {
    scrim_keypad_options options = SCRIM_KEYPAD_OPTIONS_INIT;
    options.shuffle = shuffle;
    options.bounds = (scrim_rect){0, 0, 400, 100};
    options.keys = caps;
    options.key_count = number;
    options.allow_unshuffled = 1;
    return scrim_keypad_create(&options, keypad);
}

#endif
