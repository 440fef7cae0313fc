/* SPDX-License-Identifier: MIT */
/* Every call that touches a secret, as steps to be played and searched after. */
#ifndef SCRIM_TESTS_SECRET_STEPS_H
#define SCRIM_TESTS_SECRET_STEPS_H

#include "secret_fixture.h"

/* What the caller holds of a secret, and wipes: not on the stack, so that all that is found there is the library's. */
static unsigned char given[2 * MARKER];

static void give(uint64_t seed, unsigned from, unsigned digits) {
    for (unsigned i = 0; i < digits; i++)
        given[i] = marker_digit(seed, from + i);
}

/* By single bytes, and without a call: it must not wipe what the library left in registers and on the stack. */
static void take_back(void) {
    for (volatile unsigned char *byte = given; byte < given + sizeof given; byte++)
        *byte = 0;
}

/* ---- Steps ---- */

static int insert_digits(struct subject *subject, unsigned from, unsigned digits) {
    give(subject->seed, from, digits);
    scrim_status status = scrim_text_insert(subject->text, (const char *)given, digits);
    take_back();
    CHECK(status == SCRIM_OK);
    return 0;
}

static int insert_in_pieces(struct subject *subject) {
    for (unsigned from = 0; from < MARKER; from += 4)
        CHECK(insert_digits(subject, from, 4) == 0);
    return 0;
}

static int insert_at_once(struct subject *subject) {
    return insert_digits(subject, 0, MARKER);
}

static int insert_what_is_refused(struct subject *subject) {
    give(subject->seed, 0, MARKER);
    given[MARKER] = 0xFF;
    scrim_status status = scrim_text_insert(subject->text, (const char *)given, MARKER + 1);
    take_back();
    CHECK(status == SCRIM_ERROR_INVALID_UTF8);
    return 0;
}

static int count_and_mask(struct subject *subject) {
    char mask[3 * MARKER];
    size_t count = 0, length = 0;
    CHECK(scrim_text_count(subject->text, &count) == SCRIM_OK && count == MARKER);
    CHECK(scrim_text_copy_masked(subject->text, mask, sizeof mask, &length) == SCRIM_OK && length == 3 * MARKER);
    return 0;
}

static int compare_with_text(struct subject *subject) {
    const scrim_text_options options = SCRIM_TEXT_OPTIONS_INIT;
    struct subject other = *subject;
    uint32_t equal = 0;
    CHECK(scrim_text_create(&options, &other.text) == SCRIM_OK);
    CHECK(insert_at_once(&other) == 0);
    scrim_status status = scrim_text_equal(subject->text, other.text, &equal);
    scrim_text_destroy(other.text);
    CHECK(status == SCRIM_OK && equal == 1);
    return 0;
}

static int compare_with_bytes(struct subject *subject) {
    uint32_t equal = 0;
    give(subject->seed, 0, MARKER);
    scrim_status status = scrim_text_equal_bytes(subject->text, given, MARKER, &equal);
    take_back();
    CHECK(status == SCRIM_OK && equal == 1);
    return 0;
}

static void look_at_each(const void *bytes, size_t length, void *user_data) {
    for (size_t i = 0; i < length; i++)
        *(unsigned *)user_data += ((const volatile unsigned char *)bytes)[i];
}

static int read_each_byte(struct subject *subject) {
    unsigned sum = 0;
    CHECK(scrim_text_with_bytes(subject->text, look_at_each, &sum) == SCRIM_OK && sum >= MARKER * '0');
    return 0;
}

static int delete_digits(struct subject *subject, unsigned digits) {
    for (unsigned i = 0; i < digits; i++)
        CHECK(scrim_text_delete_backward(subject->text) == SCRIM_OK);
    return 0;
}

static int delete_and_insert_again(struct subject *subject) {
    for (unsigned kept = 0; kept < MARKER; kept += 5) {
        CHECK(delete_digits(subject, MARKER - kept) == 0);
        CHECK(insert_digits(subject, kept, MARKER - kept) == 0);
    }
    return 0;
}

static int delete_all(struct subject *subject) {
    return delete_digits(subject, MARKER);
}

static int clear(struct subject *subject) {
    CHECK(scrim_text_clear(subject->text) == SCRIM_OK);
    return 0;
}

static int wipe(struct subject *subject) {
    CHECK(scrim_text_wipe(subject->text) == SCRIM_OK);
    return 0;
}

static int replace_part(struct subject *subject) {
    give(subject->seed, 8, 16);
    scrim_status status = scrim_text_replace(subject->text, 8, 16, (const char *)given, 16);
    take_back();
    CHECK(status == SCRIM_OK);
    return scrim_text_move(subject->text, SCRIM_MOTION_END, 0) == SCRIM_OK ? 0 : 1;
}

static int set_whole(struct subject *subject) {
    give(subject->seed, 0, MARKER);
    scrim_status status = scrim_text_set(subject->text, (const char *)given, MARKER);
    take_back();
    CHECK(status == SCRIM_OK);
    return 0;
}

/* Deletes at both ends, in the middle, and what is selected, with the rest moved up, and puts it back. */
static int edit_at_a_caret(struct subject *subject) {
    scrim_text *text = subject->text;
    CHECK(scrim_text_select(text, 10, 10) == SCRIM_OK && scrim_text_delete_to_start(text) == SCRIM_OK);
    CHECK(insert_digits(subject, 0, 10) == 0);
    CHECK(scrim_text_delete_to_end(text) == SCRIM_OK && insert_digits(subject, 10, MARKER - 10) == 0);
    CHECK(scrim_text_move(text, SCRIM_MOTION_START, 0) == SCRIM_OK && scrim_text_delete_forward(text) == SCRIM_OK);
    CHECK(insert_digits(subject, 0, 1) == 0);
    CHECK(scrim_text_select(text, 20, 5) == SCRIM_OK && insert_digits(subject, 5, 15) == 0);
    return scrim_text_move(text, SCRIM_MOTION_END, 0) == SCRIM_OK ? 0 : 1;
}

static int delete_forward_all(struct subject *subject) {
    CHECK(scrim_text_move(subject->text, SCRIM_MOTION_START, 0) == SCRIM_OK);
    for (unsigned i = 0; i < MARKER; i++)
        CHECK(scrim_text_delete_forward(subject->text) == SCRIM_OK);
    return 0;
}

static void draw(const void *bytes, size_t length, size_t count, uint32_t revealed, void *user_data) {
    (void)count;
    if (revealed)
        look_at_each(bytes, length, user_data);
}

static int reveal_and_conceal(struct subject *subject) {
    unsigned sum = 0;
    CHECK(scrim_text_reveal(subject->text, now_ns) == SCRIM_OK);
    CHECK(scrim_text_display(subject->text, now_ns, draw, &sum) == SCRIM_OK && sum >= MARKER * '0');
    CHECK(scrim_text_conceal(subject->text) == SCRIM_OK);
    return 0;
}

/* With a key and without. */
static int hash_and_verify(struct subject *subject) {
    static const unsigned char key[SCRIM_HASH_PEPPER_SIZE] = {1};
    for (size_t key_length = 0; key_length <= sizeof key; key_length += sizeof key) {
        const unsigned char *used = key_length == 0 ? NULL : key;
        char hash[SCRIM_HASH_MAX_LENGTH];
        size_t length = 0;
        uint32_t right = 0;
        CHECK(scrim_text_hash(subject->text, SCRIM_HASH_LOW_MEMORY, used, key_length, hash, sizeof hash, &length) == SCRIM_OK);
        CHECK(scrim_text_verify(subject->text, hash, length, used, key_length, &right) == SCRIM_OK && right == 1);
    }
    return 0;
}

static int seal(struct subject *subject) {
    static const unsigned char key[SCRIM_SEAL_KEY_SIZE] = {9};
    char sealed[512];
    size_t length = 0;
    CHECK(scrim_text_seal(subject->text, key, sizeof key, "order", 5, sealed, sizeof sealed, &length) == SCRIM_OK);
    return 0;
}

static int write_to_pipe(struct subject *subject) {
    int ends[2];
    CHECK(pipe(ends) == 0);
    CHECK(scrim_text_write_fd(subject->text, ends[1], 0) == SCRIM_OK);
    CHECK(close(ends[0]) == 0 && close(ends[1]) == 0);
    return 0;
}

static int fill_from_pipe(struct subject *subject) {
    int ends[2];
    CHECK(pipe(ends) == 0);
    give(subject->seed, 0, MARKER);
    ssize_t written = write(ends[1], given, MARKER);
    take_back();
    CHECK(written == MARKER && close(ends[1]) == 0);
    CHECK(scrim_text_read_fd(subject->text, ends[0], 0) == SCRIM_OK);
    CHECK(close(ends[0]) == 0);
    return 0;
}

static int leave_idle(struct subject *subject) {
    CHECK(scrim_text_advance(subject->text, now_ns + IDLE_NS) == SCRIM_OK);
    return 0;
}

static int press_key(struct subject *subject, uint32_t kind, unsigned char label, uint32_t expected) {
    scrim_key keys[KEYS];
    size_t count = 0;
    CHECK(scrim_keypad_keys(subject->keypad, SCRIM_KEY_ORDER_ROWS, keys, KEYS, &count) == SCRIM_OK && count == KEYS);
    for (size_t i = 0; i < count; i++)
        if (keys[i].kind == kind && (kind != SCRIM_KEY_INSERT || (unsigned char)keys[i].label[0] == label)) {
            const double x = keys[i].rect.x + 1, y = keys[i].rect.y + 1;
            uint32_t answer;
            CHECK(send(subject->keypad, SCRIM_TOUCH_BEGAN, 1, x, y, &answer) == SCRIM_OK);
            CHECK(send(subject->keypad, SCRIM_TOUCH_ENDED, 1, x, y, &answer) == SCRIM_OK && answer == expected);
            return 0;
        }
    return 1;
}

static int type_on_keypad(struct subject *subject) {
    CHECK(scrim_keypad_attach(subject->keypad, subject->text) == SCRIM_OK);
    uint64_t generation = 0;
    CHECK(scrim_keypad_show(subject->keypad) == SCRIM_OK);
    CHECK(scrim_keypad_generation(subject->keypad, &generation) == SCRIM_OK);
    CHECK(scrim_keypad_presented(subject->keypad, generation, now_ns) == SCRIM_OK);
    now_ns += SETTLED;
    for (unsigned i = 0; i < MARKER; i++)
        CHECK(press_key(subject, SCRIM_KEY_INSERT, marker_digit(subject->seed, i), SCRIM_KEYPAD_RESULT_INSERTED) == 0);
    return 0;
}

static int delete_on_keypad(struct subject *subject) {
    for (unsigned i = 0; i < MARKER; i++)
        CHECK(press_key(subject, SCRIM_KEY_DELETE, 0, SCRIM_KEYPAD_RESULT_DELETED) == 0);
    return 0;
}

static int hide_keypad(struct subject *subject) {
    CHECK(scrim_keypad_hide(subject->keypad) == SCRIM_OK);
    return 0;
}

static int destroy_keypad(struct subject *subject) {
    scrim_keypad_destroy(subject->keypad);
    subject->keypad = NULL;
    return 0;
}

static int destroy_text(struct subject *subject) {
    scrim_text_destroy(subject->text);
    subject->text = NULL;
    return 0;
}

/* Every call that touches a secret, in an order that gives each one something to do. A new call is one more line. */
static const struct step steps[] = {
    {"insert in pieces", insert_in_pieces, HELD},
    {"count and mask", count_and_mask, HELD},
    {"compare with a text", compare_with_text, HELD},
    {"compare with bytes", compare_with_bytes, HELD},
    {"read each byte", read_each_byte, HELD},
    {"reveal and conceal", reveal_and_conceal, HELD},
    {"hash and verify", hash_and_verify, HELD},
    {"seal", seal, HELD},
    {"write to a pipe", write_to_pipe, HELD},
    {"delete and insert again", delete_and_insert_again, HELD},
    {"edit at a caret", edit_at_a_caret, HELD},
    {"replace a part", replace_part, HELD},
    {"delete all", delete_all, GONE},
    {"insert what is refused", insert_what_is_refused, GONE},
    {"insert at once", insert_at_once, HELD},
    {"insert what is refused, behind it", insert_what_is_refused, HELD},
    {"clear", clear, GONE},
    {"set", set_whole, HELD},
    {"wipe", wipe, GONE},
    {"fill from a pipe", fill_from_pipe, HELD},
    {"delete all, forward", delete_forward_all, GONE},
    {"type on the keypad", type_on_keypad, HELD},
    {"delete on the keypad", delete_on_keypad, GONE},
    {"type on the keypad again", type_on_keypad, HELD},
    {"hide the keypad", hide_keypad, HELD},
    {"destroy the keypad", destroy_keypad, HELD},
    {"leave it idle", leave_idle, GONE},
    {"insert once more", insert_at_once, HELD},
    {"destroy the text", destroy_text, GONE},
};

#endif
