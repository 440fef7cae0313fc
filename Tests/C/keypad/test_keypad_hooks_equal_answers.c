/* SPDX-License-Identifier: MIT */
/*
 * Keys of one kind and one length in UTF-8 answer alike, raise the same events, and are told in the same order. A keypad
 * that leaks on purpose is found to tell them apart.
 */
#include "keypad_fixture.h"

#include <scrim_hooks.h>

/* What a host can see of a press: answers, and the letters of the callbacks in their order. */
struct transcript {
    char seen[256];
    size_t length;
};

static struct transcript *now; /* NULL between presses */

static void note(char letter) {
    if (now != NULL && now->length < sizeof now->seen)
        now->seen[now->length++] = letter;
}

static uint32_t should_change(const scrim_text_change *change, void *data) {
    (void)data;
    note('?');
    note((char)('0' + change->location));
    note((char)('0' + change->length));
    note((char)('0' + change->count));
    note(change->replacement.data == NULL && change->replacement.length == 0 ? '-' : '+');
    return 1;
}

static void did_change(void *data) {
    (void)data;
    note('!');
}

static void display_changed(void *data) {
    (void)data;
    note('*');
}

static void shown_or_hidden(const scrim_rect *bounds, void *data) {
    (void)bounds;
    note(*(const char *)data);
}

static scrim_text *new_watched_text(void) {
    scrim_text *text = new_text(5); /* two of two bytes, or five digits: one that does not fit is pressed too */
    scrim_text_callbacks callbacks = SCRIM_TEXT_CALLBACKS_INIT;
    callbacks.should_change = should_change;
    callbacks.did_change = did_change;
    callbacks.display_changed = display_changed;
    OK(scrim_text_set_callbacks(text, &callbacks, NULL, NULL));
    return text;
}

static scrim_keypad *new_pad_of(const char *const labels[], size_t count, uint32_t tells) {
    scrim_key_spec caps[16] = {{0, 0, 0, 0, 0, 0, 0, 0, {NULL, 0}, {NULL, 0}}};
    scrim_keypad_options options = SCRIM_KEYPAD_OPTIONS_INIT;
    scrim_keypad *keypad = NULL;
    for (size_t i = 0; i < count; i++) {
        caps[i].kind = SCRIM_KEY_INSERT;
        caps[i].column = (uint32_t)i;
        caps[i].columns = caps[i].rows = 1;
        caps[i].label.data = labels[i];
        caps[i].label.length = strlen(labels[i]);
    }
    options.shuffle = SCRIM_SHUFFLE_ALL;
    options.keys = caps;
    options.key_count = count;
    OK(scrim_keypad_create(&options, &keypad));
    OK(scrim_test_keypad_leak(keypad, 0, 0, tells));
    const scrim_keypad_callbacks callbacks = {sizeof callbacks, 0, shown_or_hidden, shown_or_hidden, shown_or_hidden, shown_or_hidden};
    OK(scrim_keypad_set_callbacks(keypad, &callbacks, (void *)(uintptr_t)"k", NULL));
    return keypad;
}

/* Presses one key again and again until the text is full, and once more. */
static struct transcript press_until_full(scrim_keypad *keypad, const scrim_key *key) {
    struct transcript transcript = {{0}, 0};
    now = &transcript;
    scrim_text *text = new_watched_text();
    OK(scrim_keypad_attach(keypad, text));
    for (int time = 0; time < 6; time++)
        note((char)('a' + press(keypad, key)));
    now = NULL;
    OK(scrim_keypad_detach(keypad));
    scrim_text_destroy(text);
    return transcript;
}

static int all_alike(const char *const labels[], size_t count, uint32_t tells) {
    scrim_keypad *keypad = new_pad_of(labels, count, tells);
    struct transcript first = {{0}, 0};
    int alike = 1;
    for (int round = 0; round < 5; round++) {
        scrim_key keys[16];
        size_t shown = 0;
        show(keypad);
        OK(scrim_keypad_keys(keypad, SCRIM_KEY_ORDER_ROWS, keys, 16, &shown));
        assert_int_equal(shown, count);
        for (size_t i = 0; i < shown; i++) {
            struct transcript next = press_until_full(keypad, &keys[i]);
            assert_true(next.length > 6);
            if (first.length == 0)
                first = next;
            alike = alike && first.length == next.length && memcmp(first.seen, next.seen, next.length) == 0;
        }
    }
    scrim_keypad_destroy(keypad);
    return alike;
}

static const char *const ascii[] = {"0", "1", "7", "a", "Z", "%", "~", " "};
static const char *const two_bytes[] = {"\u00e9", "\u00fc", "\u00f1", "\u03b2", "\u0436"};
static const char *const three_bytes[] = {"\u20ac", "\u3042", "\u4e2d"};

static void test_keys_of_a_length_answer_alike(void **state) {
    (void)state;
    assert_true(all_alike(ascii, 8, 0));
    assert_true(all_alike(two_bytes, 5, 0));
    assert_true(all_alike(three_bytes, 3, 0));
}

static void test_a_keypad_that_tells_is_found(void **state) {
    (void)state;
    assert_false(all_alike(ascii, 8, 1));
    assert_false(all_alike(two_bytes, 5, 1));
    assert_false(all_alike(three_bytes, 3, 1));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_keys_of_a_length_answer_alike),
        cmocka_unit_test(test_a_keypad_that_tells_is_found),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
