/* SPDX-License-Identifier: MIT */
/* A small keypad with its text, and a host that writes down what both tell it, in one line. */
#ifndef SCRIM_TESTS_WATCHED_KEYPAD_H
#define SCRIM_TESTS_WATCHED_KEYPAD_H

#include "text/text_host.h"

enum {
    WATCHED_KEYS = 6
};

/* The letters of the keypad's events: s S before and after it shows, h H before and after it hides. text_host.h has the text's. */
struct watched {
    struct host host;
    scrim_text *text;
    scrim_keypad *keypad;
    int failing; /* an error hides it: its keys are gone at once */
    int freed;
    char act_at; /* the event at which `act` is called */
    void (*act)(struct watched *watched);
};

static const scrim_rect watched_bounds = {10, 20, 300, 400};

static const scrim_key_spec watched_keys[WATCHED_KEYS] = {
    {SCRIM_KEY_INSERT, 0, 0, 0, 0, 0, 1, 1, {"1", 1}, {NULL, 0}},
    {SCRIM_KEY_INSERT, 0, 0, 0, 1, 0, 1, 1, {"2", 1}, {NULL, 0}},
    {SCRIM_KEY_INSERT, 0, 0, 0, 2, 0, 1, 1, {"9", 1}, {NULL, 0}},
    {SCRIM_KEY_DONE, 0, 0, 0, 0, 1, 1, 1, {"ok", 2}, {NULL, 0}},
    {SCRIM_KEY_DISMISS, 0, 0, 0, 1, 1, 1, 1, {"away", 4}, {NULL, 0}},
    {SCRIM_KEY_TOGGLE_SHUFFLE, 0, 0, 0, 2, 1, 1, 1, {"123", 3}, {NULL, 0}},
};

UNUSED static size_t key_count(const scrim_keypad *keypad) {
    scrim_key keys[SCRIM_KEYPAD_MAX_KEYS];
    size_t count = 99;
    OK(scrim_keypad_keys(keypad, SCRIM_KEY_ORDER_ROWS, keys, SCRIM_KEYPAD_MAX_KEYS, &count));
    return count;
}

UNUSED static uint64_t generation_of(const scrim_keypad *keypad) {
    uint64_t generation = 0;
    OK(scrim_keypad_generation(keypad, &generation));
    return generation;
}

UNUSED static scrim_key key_of_kind(const scrim_keypad *keypad, uint32_t kind) {
    scrim_key keys[WATCHED_KEYS];
    size_t count = 0;
    OK(scrim_keypad_keys(keypad, SCRIM_KEY_ORDER_UNSHUFFLED, keys, WATCHED_KEYS, &count));
    for (size_t i = 0; i < count; i++)
        if (keys[i].kind == kind)
            return keys[i];
    fail();
    return keys[0];
}

UNUSED static uint32_t press_kind(scrim_keypad *keypad, uint32_t kind) {
    scrim_key key = key_of_kind(keypad, kind);
    return press(keypad, &key);
}

/* From inside, reading works, and nothing can be changed. */
UNUSED static scrim_status inside(struct watched *watched, char event, const scrim_rect *bounds) {
    scrim_keypad *keypad = watched->keypad;
    const scrim_keypad_callbacks none = SCRIM_KEYPAD_CALLBACKS_INIT;
    const scrim_touch touch = {now_ns, 1, SCRIM_TOUCH_BEGAN, 0, 50, 50};
    scrim_key keys[WATCHED_KEYS];
    size_t count = 99, expected = !watched->failing && (event == 'S' || event == 'h') ? WATCHED_KEYS : 0;
    uint64_t number = 0;
    uint32_t answer = 99;
    if (memcmp(bounds, &watched_bounds, sizeof *bounds) != 0)
        return SCRIM_ERROR_INVALID_ARGUMENT;
    if (scrim_keypad_keys(keypad, SCRIM_KEY_ORDER_ROWS, keys, WATCHED_KEYS, &count) != SCRIM_OK || count != expected)
        return SCRIM_ERROR_INVALID_STATE;
    if (scrim_keypad_generation(keypad, &number) != SCRIM_OK || scrim_keypad_next_deadline(keypad, &number) != SCRIM_OK)
        return SCRIM_ERROR_UNSUPPORTED;
    const scrim_status busy[] = {scrim_keypad_show(keypad),
                                 scrim_keypad_hide(keypad),
                                 scrim_keypad_shuffle(keypad),
                                 scrim_keypad_set_shuffle_enabled(keypad, 1),
                                 scrim_keypad_presented(keypad, 1, 1),
                                 scrim_keypad_touch(keypad, &touch, &answer),
                                 scrim_keypad_advance(keypad, 1, &answer),
                                 scrim_keypad_attach(keypad, watched->text),
                                 scrim_keypad_detach(keypad),
                                 scrim_keypad_set_callbacks(keypad, &none, NULL, NULL)};
    for (size_t i = 0; i < sizeof busy / sizeof *busy; i++)
        if (busy[i] != SCRIM_ERROR_BUSY)
            return SCRIM_ERROR_BUSY;
    return SCRIM_OK;
}

UNUSED static void happen(struct watched *watched, char event, const scrim_rect *bounds) {
    note(&watched->host, event);
    scrim_status status = inside(watched, event, bounds);
    if (status != SCRIM_OK)
        watched->host.inside = status;
    if (watched->act_at == event && watched->act != NULL)
        watched->act(watched);
}

UNUSED static void will_show(const scrim_rect *bounds, void *data) { happen(data, 's', bounds); }
UNUSED static void did_show(const scrim_rect *bounds, void *data) { happen(data, 'S', bounds); }
UNUSED static void will_hide(const scrim_rect *bounds, void *data) { happen(data, 'h', bounds); }
UNUSED static void did_hide(const scrim_rect *bounds, void *data) { happen(data, 'H', bounds); }
UNUSED static void keypad_freed(void *data) { ((struct watched *)data)->freed++; }

static const scrim_keypad_callbacks keypad_callbacks = {sizeof keypad_callbacks, 0, will_show, did_show, will_hide, did_hide};

/* A text of digits that is not next to the keypad in memory: its size is of another class. */
UNUSED static scrim_text *new_distant_text(uint32_t allowed) {
    scrim_text_options options = SCRIM_TEXT_OPTIONS_INIT;
    scrim_text *text = NULL;
    options.capacity = 4000;
    options.allowed = allowed;
    OK(scrim_text_create(&options, &text));
    return text;
}

/* The text's host is told too. Nothing has been told yet. */
UNUSED static void watch(struct watched *watched, uint32_t reshuffle, uint32_t keep_on_done) {
    scrim_keypad_options options = SCRIM_KEYPAD_OPTIONS_INIT;
    memset(watched, 0, sizeof *watched);
    options.keys = watched_keys;
    options.key_count = WATCHED_KEYS;
    options.bounds = watched_bounds;
    options.reshuffle = reshuffle;
    options.allow_unshuffled = 1;
    options.keep_on_done = keep_on_done;
    OK(scrim_keypad_create(&options, &watched->keypad));
    watched->text = new_distant_text(SCRIM_ALLOW_DIGITS);
    listen(&watched->host, watched->text);
    OK(scrim_keypad_attach(watched->keypad, watched->text));
    OK(scrim_keypad_set_callbacks(watched->keypad, &keypad_callbacks, watched, keypad_freed));
    assert_string_equal(watched->host.events, "");
}

/* Forgets what was told. */
UNUSED static void start(struct watched *watched) {
    watched->host.count = 0;
    memset(watched->host.events, 0, sizeof watched->host.events);
}

UNUSED static void unwatch(struct watched *watched) {
    watched->act_at = 0;
    scrim_keypad_destroy(watched->keypad);
    assert_int_equal(watched->freed, 1);
    scrim_text_destroy(watched->text);
}

/* The order of the digits, as a number. */
UNUSED static int order_of(const scrim_keypad *keypad) {
    scrim_key keys[WATCHED_KEYS];
    size_t count = 0;
    OK(scrim_keypad_keys(keypad, SCRIM_KEY_ORDER_ROWS, keys, WATCHED_KEYS, &count));
    assert_int_equal(count, WATCHED_KEYS);
    return keys[0].label[0] * 10000 + keys[1].label[0] * 100 + keys[2].label[0];
}

UNUSED static int text_is(const scrim_text *text, const char *bytes) {
    uint32_t equal = 99;
    OK(scrim_text_equal_bytes(text, bytes, strlen(bytes), &equal));
    return equal == 1;
}

#endif
