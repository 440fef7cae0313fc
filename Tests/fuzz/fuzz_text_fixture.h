/* SPDX-License-Identifier: MIT */
/* Texts for the targets: how they are made, and a host that calls back. */
#ifndef SCRIM_FUZZ_TEXT_FIXTURE_H
#define SCRIM_FUZZ_TEXT_FIXTURE_H

#include "fuzz_handles.h"

static struct {
    uint8_t answers; /* bits, used from the lowest on */
    uint8_t does;    /* what a callback does beside */
} text_host;

/* The user data of callbacks of visible texts, in place of `text_host`. */
static char of_visible_text;

UNUSED static int is_visible(const scrim_text *text) {
    uint32_t protection = 1;
    return scrim_text_protection(text, &protection) == SCRIM_OK && protection == 0;
}

/* From inside a callback: reading works, changing does not, destroying waits. */
UNUSED static void text_calls_back(void) {
    scrim_text *text = fuzz.handles[SCRIM_HANDLE_TEXT][text_host.does % FUZZ_SLOTS];
    uint32_t word = 0;
    size_t size;
    size_t outer = fuzz_enter();
    switch (text_host.does / 8 % 8) {
    case 1:
        fuzz_answer(scrim_text_count(text, &size));
        fuzz_answer(scrim_text_copy_masked(text, NULL, 0, &size));
        break;
    case 2:
        fuzz_answer(scrim_text_equal_bytes(text, "12", 2, &word));
        fuzz_answer(scrim_text_equal(text, text, &word));
        break;
    case 3:
        if (text == fuzz.handles[SCRIM_HANDLE_TEXT][0]) {
            fuzz_answer(scrim_text_insert(text, "9", 1));
            fuzz_answer(scrim_text_delete_backward(text));
        }
        break;
    case 4:
        fuzz_answer(scrim_text_wipe(text));
        break;
    case 5:
        scrim_text_destroy(text);
        break;
    case 6:
        fuzz_answer(scrim_text_set_callbacks(text, NULL, NULL, NULL));
        break;
    }
    fuzz_leave(outer);
}

UNUSED static uint32_t text_asked(void *user_data) {
    (void)user_data;
    text_calls_back();
    text_host.answers = (uint8_t)(text_host.answers >> 1 | text_host.answers << 7);
    return text_host.answers & 1;
}

UNUSED static uint32_t text_asked_of_change(const scrim_text_change *change, void *user_data) {
    REQUIRE(change->count <= SCRIM_TEXT_MAX_CAPACITY);
    REQUIRE(change->location <= SCRIM_TEXT_MAX_CAPACITY || change->location == SCRIM_TEXT_UNKNOWN);
    const scrim_string new = change->replacement;
    if (user_data == &text_host) /* of a secret text */
        REQUIRE(new.data == NULL &&new.length == 0);
    else {
        unsigned sum = 0;
        REQUIRE(new.data != NULL && change->count <= new.length && (new.length == 0 || change->count > 0));
        for (size_t i = 0; i < new.length; i++)
            sum += (unsigned char)new.data[i]; /* all of it can be read */
        REQUIRE(sum <= 255 * new.length);
    }
    return text_asked(user_data);
}

UNUSED static void text_told(void *user_data) {
    (void)user_data;
    text_calls_back();
}

UNUSED static void text_freed(void *user_data) {
    (void)user_data;
    REQUIRE(fuzz.callbacks_owed > 0);
    fuzz.callbacks_owed--;
}

UNUSED static void text_create(struct fuzz_input *in, uint32_t slot) {
    static const uint32_t capacities[] = {256, 1, 4, 8, 20, 64, 1000, 4096, 65536};
    scrim_text_options options = SCRIM_TEXT_OPTIONS_INIT;
    scrim_text *text;
    options.capacity = fuzz_one_of(in, capacities, COUNT_OF(capacities));
    uint8_t kinds = fuzz_u8(in);
    options.allowed = kinds % 4 == 3 ? fuzz_u8(in) % 4u : kinds % 16 == 2 ? SCRIM_ALLOW_DIGITS
                                                                          : SCRIM_ALLOW_ANY;
    if (kinds % 16 == 5) {
        options.visible = kinds % 32 == 21 ? (uint32_t)fuzz_upto(in, 2) : 1;
        options.capacity = kinds % 64 == 5 ? 0 : options.capacity;
    }
    if (kinds >= 128 && (options.visible == 0 || kinds % 32 == 21)) {
        options.mask = (uint32_t)fuzz_upto(in, 2);
        options.mask_count = options.mask == SCRIM_MASK_FIXED ? 6 : 0;
        options.hide_length = options.mask != SCRIM_MASK_PER_CLUSTER && fuzz_u8(in) % 2;
        options.max_clusters = (uint32_t)fuzz_upto(in, 40);
        options.mask_character = fuzz_u8(in) % 3 ? 0 : (uint32_t)fuzz_upto(in, 0x10FFFF);
        options.reveal_keypad = (uint32_t)fuzz_upto(in, 1);
        options.mask_delay_ns = options.mask == SCRIM_MASK_PER_CLUSTER ? fuzz_u16(in) * UINT64_C(1000000) : 0;
        options.idle_timeout_ns = fuzz_u8(in) % 2 ? fuzz_u16(in) * UINT64_C(1000000) : 0;
    }
    if (fuzz_answer(scrim_text_create(SIZED(in, options), OUT(text))) == SCRIM_OK)
        fuzz_keep(SCRIM_HANDLE_TEXT, slot, text);
}

UNUSED static void text_set_host(struct fuzz_input *in, scrim_text *text) {
    scrim_text_callbacks callbacks = SCRIM_TEXT_CALLBACKS_INIT;
    uint16_t set = fuzz_u16(in);
    text_host.answers = fuzz_u8(in);
    text_host.does = fuzz_u8(in);
    callbacks.should_change = set & 1 ? text_asked_of_change : NULL;
    callbacks.did_change = set & 2 ? text_told : NULL;
    callbacks.should_clear = set & 4 ? text_asked : NULL;
    callbacks.should_return = set & 8 ? text_asked : NULL;
    callbacks.done = set & 16 ? text_told : NULL;
    callbacks.should_begin = set & 32 ? text_asked : NULL;
    callbacks.did_begin = set & 64 ? text_told : NULL;
    callbacks.should_end = set & 128 ? text_asked : NULL;
    callbacks.did_end = set & 256 ? text_told : NULL;
    callbacks.display_changed = set & 512 ? text_told : NULL;
    fuzz.callbacks_owed++; /* it may come before the call returns */
    void *user_data = is_visible(text) ? (void *)&of_visible_text : &text_host;
    if (fuzz_answer(scrim_text_set_callbacks(text, SIZED(in, callbacks), user_data, text_freed)) != SCRIM_OK)
        fuzz.callbacks_owed--;
}

#endif
