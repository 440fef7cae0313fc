/* SPDX-License-Identifier: MIT */
/* The host's secrets: a PIN typed on a keypad, handed on, hashed. */
#ifndef SCRIM_FAULTS_HOST_SECRETS_H
#define SCRIM_FAULTS_HOST_SECRETS_H

#include "host.h"

#include "../C/support/memory_scanner.h"

static uint64_t seed; /* of the digits */

static int digit(unsigned place) { return marker_digit(seed, place); }

/* Types the marker, on the keypad or by calls; 1 where all of it was taken. */
static int type_all(scrim_text *text, scrim_keypad *keypad) {
    static uint64_t now;
    for (unsigned i = 0; i < MARKER; i++) {
        char typed = (char)digit(i);
        if (keypad == NULL) {
            if (TRY(scrim_text_insert(text, &typed, 1)) != SCRIM_OK)
                return 0;
            continue;
        }
        scrim_key keys[12];
        size_t count = 0, at = 0;
        uint64_t generation = 0;
        uint32_t answer = 0;
        if (TRY(scrim_keypad_show(keypad)) != SCRIM_OK) {
            CHECK(scrim_keypad_keys(keypad, SCRIM_KEY_ORDER_ROWS, keys, 12, &count) == SCRIM_OK && count == 0); /* it hides */
            return 0;
        }
        CHECK(TRY(scrim_keypad_generation(keypad, &generation)) == SCRIM_OK);
        CHECK(TRY(scrim_keypad_presented(keypad, generation, now)) == SCRIM_OK);
        CHECK(TRY(scrim_keypad_keys(keypad, SCRIM_KEY_ORDER_ROWS, keys, 12, &count)) == SCRIM_OK && count == 12);
        while (at < count && !(keys[at].kind == SCRIM_KEY_INSERT && keys[at].label[0] == typed))
            at++;
        CHECK(at < count);
        scrim_touch touch = {now += 200000000, 1, SCRIM_TOUCH_BEGAN, 0, keys[at].rect.x + 5, keys[at].rect.y + 5};
        CHECK(TRY(scrim_keypad_touch(keypad, &touch, &answer)) == SCRIM_OK);
        touch.phase = SCRIM_TOUCH_ENDED;
        CHECK(TRY(scrim_keypad_touch(keypad, &touch, &answer)) == SCRIM_OK && answer == SCRIM_KEYPAD_RESULT_INSERTED);
    }
    return 1;
}

/* What the keypad told last, whatever failed: s S before and after it shows, h H before and after it hides. */
static char keypad_told;

static void will_show(const scrim_rect *bounds, void *data) {
    (void)bounds, (void)data;
    CHECK(keypad_told == 'H');
    keypad_told = 's';
}

static void did_show(const scrim_rect *bounds, void *data) {
    (void)bounds, (void)data;
    CHECK(keypad_told == 's');
    keypad_told = 'S';
}

static void will_hide(const scrim_rect *bounds, void *data) {
    (void)bounds, (void)data;
    CHECK(keypad_told == 'S');
    keypad_told = 'h';
}

static void did_hide(const scrim_rect *bounds, void *data) {
    (void)bounds, (void)data;
    CHECK(keypad_told == 's' || keypad_told == 'h');
    keypad_told = 'H';
}

static int listen_to(scrim_keypad *keypad) {
    const scrim_keypad_callbacks callbacks = {sizeof callbacks, 0, will_show, did_show, will_hide, did_hide};
    keypad_told = 'H';
    return TRY(scrim_keypad_set_callbacks(keypad, &callbacks, NULL, NULL)) == SCRIM_OK;
}

static int is_shown(const scrim_keypad *keypad) {
    size_t count = 0;
    scrim_keypad_keys(keypad, SCRIM_KEY_ORDER_ROWS, NULL, 0, &count);
    return count > 0;
}

/* Shuffled anew while it is shown: each digit is there once, or it hides and a finger finds nothing. */
static void shuffle(scrim_keypad *keypad) {
    scrim_key keys[12];
    size_t count = 0;
    uint64_t shown = 0, shuffled = 0;
    unsigned digits = 0;
    if (TRY(scrim_keypad_show(keypad)) != SCRIM_OK)
        return;
    CHECK(ANSWERS(scrim_keypad_generation(keypad, &shown), SCRIM_OK));
    int is_shuffled = TRY(scrim_keypad_shuffle(keypad)) == SCRIM_OK;
    CHECK(ANSWERS(scrim_keypad_generation(keypad, &shuffled), SCRIM_OK) && shuffled > shown);
    CHECK(ANSWERS(scrim_keypad_keys(keypad, SCRIM_KEY_ORDER_ROWS, keys, 12, &count), SCRIM_OK) && count == (is_shuffled ? 12 : 0));
    for (size_t i = 0; i < count; i++)
        if (keys[i].kind == SCRIM_KEY_INSERT)
            digits |= 1u << (keys[i].label[0] - '0');
    CHECK(digits == (is_shuffled ? 1023 : 0));
    if (!is_shuffled)
        ANSWERS(scrim_keypad_shuffle(keypad), SCRIM_ERROR_INVALID_STATE);
}

/* A secret in a pipe comes in whole or not at all; what goes out is right, or an error. */
static void hand_on(scrim_text *text) {
    static const unsigned char key[SCRIM_SEAL_KEY_SIZE] = {9};
    static const char hash[] =
        "$argon2id$v=19$m=8,t=1,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";
    char box[SCRIM_SEAL_OVERHEAD + 64];
    size_t length = 0, count = 0, before = 0;
    uint32_t right = 9;
    int ends[2];
    TRY(scrim_text_seal(text, key, sizeof key, NULL, 0, box, sizeof box, &length));
    if (TRY(scrim_text_verify(text, hash, sizeof hash - 1, NULL, 0, &right)) == SCRIM_OK)
        CHECK(right == 0);
    else
        CHECK(right == 9);
    CHECK(scrim_text_count(text, &before) == SCRIM_OK && pipe(ends) == 0);
    CHECK(write(ends[1], "12345", 5) == 5);
    close(ends[1]);
    scrim_status status = TRY(scrim_text_read_fd(text, ends[0], 0));
    close(ends[0]);
    CHECK(scrim_text_count(text, &count) == SCRIM_OK && count == before + (status == SCRIM_OK ? 5 : 0));
    int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
    TRY(scrim_text_write_fd(text, nowhere, 0));
    close(nowhere);
}

/* An amount: in ordinary memory, but wiped all the same, and handed on like a secret. */
static void not_secret(void) {
    scrim_text_options options = SCRIM_TEXT_OPTIONS_INIT;
    scrim_text *text = NULL;
    uint32_t protection = 9;
    options.capacity = 64;
    options.visible = 1;
    if (TRY(scrim_text_create(&options, &text)) != SCRIM_OK) {
        CHECK(text == NULL);
        return;
    }
    CHECK(TRY(scrim_text_protection(text, &protection)) == SCRIM_OK && protection == 0);
    if (type_all(text, NULL))
        hand_on(text);
    arm(1);
    scrim_text_destroy(text);
    arm(0);
}

static void secrets(void) {
    scrim_text_options options = SCRIM_TEXT_OPTIONS_INIT;
    scrim_keypad_options keypad_options = SCRIM_KEYPAD_OPTIONS_INIT;
    scrim_memory_report report = SCRIM_MEMORY_REPORT_INIT;
    for (int by_hand = 0; by_hand < 2; by_hand++)
        for (uint32_t required = 0; required <= SCRIM_PROTECTION_LOCKED; required += SCRIM_PROTECTION_LOCKED) {
            scrim_text *text = NULL;
            scrim_keypad *keypad = NULL;
            uint32_t protection = 0;
            options.capacity = 64;
            options.required_protection = required;
            if (TRY(scrim_text_create(&options, &text)) != SCRIM_OK) {
                CHECK(text == NULL);
                continue;
            }
            CHECK(TRY(scrim_text_protection(text, &protection)) == SCRIM_OK && (protection & required) == required);
            CHECK(protection & SCRIM_PROTECTION_GUARDED);
            if (by_hand && TRY(scrim_keypad_create(&keypad_options, &keypad)) == SCRIM_OK) {
                CHECK(TRY(scrim_keypad_attach(keypad, text)) == SCRIM_OK);
                int listens = listen_to(keypad);
                shuffle(keypad);
                CHECK(!listens || keypad_told == (is_shown(keypad) ? 'S' : 'H'));
            }
            if (type_all(text, keypad))
                hand_on(text);
            TRY(scrim_memory_usage(&report));
            arm(1);
            scrim_text_destroy(text);
            scrim_keypad_destroy(keypad);
            arm(0);
        }
}

/* Hashed with a key: what is handed back is a hash of it, or nothing is. In a life of its own, as it takes long. */
static void hashes(void) {
    static const unsigned char key[SCRIM_HASH_PEPPER_SIZE] = {7}, untouched[SCRIM_HASH_MAX_LENGTH];
    scrim_text_options options = SCRIM_TEXT_OPTIONS_INIT;
    scrim_text *text = NULL;
    char hash[SCRIM_HASH_MAX_LENGTH] = {0};
    size_t length = 0;
    uint32_t right = 9;
    if (TRY(scrim_text_create(&options, &text)) != SCRIM_OK)
        return;
    if (type_all(text, NULL)) {
        if (TRY(scrim_text_hash(text, SCRIM_HASH_LOW_MEMORY, key, sizeof key, hash, sizeof hash, &length)) == SCRIM_OK) {
            if (TRY(scrim_text_verify(text, hash, length, key, sizeof key, &right)) == SCRIM_OK)
                CHECK(right == 1);
        } else
            CHECK(length == 0 && memcmp(hash, untouched, sizeof hash) == 0);
    }
    arm(1);
    scrim_text_destroy(text);
    arm(0);
}

#endif
