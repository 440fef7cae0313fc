/* SPDX-License-Identifier: MIT */
/*
 * Where a secret is: whatever is done with it, in its slot and nowhere else in the process, never in a core file, and nowhere once it
 * is deleted. Seen from another process, at each level of protection.
 */
#include "secret_stage.h"

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
    CHECK(scrim_text_mask(subject->text, mask, sizeof mask, &length) == SCRIM_OK && length == 3 * MARKER);
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
    CHECK(scrim_text_read(subject->text, look_at_each, &sum) == SCRIM_OK && sum >= MARKER * '0');
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

static int press_key(struct subject *subject, uint32_t kind, unsigned char label, uint32_t expected) {
    scrim_key keys[KEYS];
    size_t count = 0;
    CHECK(scrim_keypad_keys(subject->keypad, keys, KEYS, &count) == SCRIM_OK && count == KEYS);
    for (size_t i = 0; i < count; i++)
        if (keys[i].kind == kind && (kind != SCRIM_KEY_INSERT || (unsigned char)keys[i].label[0] == label)) {
            uint32_t answer;
            scrim_touch touch = {0, 1, SCRIM_TOUCH_BEGAN, 0, keys[i].rect.x + 1, keys[i].rect.y + 1};
            CHECK(scrim_keypad_touch(subject->keypad, &touch, &answer) == SCRIM_OK);
            touch.phase = SCRIM_TOUCH_ENDED;
            CHECK(scrim_keypad_touch(subject->keypad, &touch, &answer) == SCRIM_OK && answer == expected);
            return 0;
        }
    return 1;
}

static int type_on_keypad(struct subject *subject) {
    CHECK(scrim_keypad_attach(subject->keypad, subject->text) == SCRIM_OK);
    CHECK(scrim_keypad_show(subject->keypad) == SCRIM_OK);
    for (unsigned i = 0; i < MARKER; i++)
        CHECK(press_key(subject, SCRIM_KEY_INSERT, marker_digit(subject->seed, i), SCRIM_KEYPAD_INSERTED) == 0);
    return 0;
}

static int delete_on_keypad(struct subject *subject) {
    for (unsigned i = 0; i < MARKER; i++)
        CHECK(press_key(subject, SCRIM_KEY_DELETE, 0, SCRIM_KEYPAD_DELETED) == 0);
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
    {"delete and insert again", delete_and_insert_again, HELD},
    {"delete all", delete_all, GONE},
    {"insert what is refused", insert_what_is_refused, GONE},
    {"insert at once", insert_at_once, HELD},
    {"insert what is refused, behind it", insert_what_is_refused, HELD},
    {"clear", clear, GONE},
    {"insert at once", insert_at_once, HELD},
    {"wipe", wipe, GONE},
    {"type on the keypad", type_on_keypad, HELD},
    {"delete on the keypad", delete_on_keypad, GONE},
    {"type on the keypad again", type_on_keypad, HELD},
    {"hide the keypad", hide_keypad, HELD},
    {"destroy the keypad", destroy_keypad, HELD},
    {"destroy the text", destroy_text, GONE},
};

/* ---- Leaks, made on purpose ---- */

/* Of the heap. */
static unsigned char *leaked;

static int mend_the_leak(struct subject *subject) {
    (void)subject;
    for (volatile unsigned char *byte = leaked; byte < leaked + MARKER * 8; byte++)
        *byte = 0;
    return 0;
}

static int leak(struct subject *subject, unsigned from, unsigned digits, size_t stride) {
    if (leaked == NULL)
        leaked = malloc(MARKER * 8);
    CHECK(leaked != NULL && mend_the_leak(subject) == 0);
    for (unsigned i = 0; i < digits; i++)
        leaked[i * stride] = marker_digit(subject->seed, from + i);
    return 0;
}

static int leak_utf8(struct subject *subject) {
    CHECK(insert_in_pieces(subject) == 0);
    return leak(subject, 0, MARKER, 1);
}

static int leak_utf16(struct subject *subject) {
    return leak(subject, 0, MARKER, 2);
}

static int leak_utf32(struct subject *subject) {
    return leak(subject, 0, MARKER, 4);
}

static int leak_numbers(struct subject *subject) {
    return leak(subject, 0, MARKER, 8);
}

static int leak_a_part(struct subject *subject) {
    return leak(subject, 11, FRAGMENT, 1);
}

/* On the stack, in a frame that has returned. */
static __attribute__((noinline)) int leak_on_stack(struct subject *subject) {
    UNUSED volatile unsigned char frame[1024];
    for (unsigned i = 0; i < MARKER; i++)
        frame[i] = marker_digit(subject->seed, i);
    return 0;
}

static const struct step leaks[] = {
    {"a leak of UTF-8", leak_utf8, LEAKED},
    {"a leak of UTF-16", leak_utf16, LEAKED},
    {"a leak of UTF-32", leak_utf32, LEAKED},
    {"a leak of numbers", leak_numbers, LEAKED},
    {"a leak of a part", leak_a_part, LEAKED},
    {"the leak mended", mend_the_leak, HELD},
    {"a leak on the stack", leak_on_stack, LEAKED},
};

/* ---- Tests ---- */

#define COUNT(array) (sizeof(array) / sizeof *(array))

static void test_leaks_are_found(void **state) {
    (void)state;
    for (int level = BEST; level < LEVELS; level++)
        search_after_each((enum level)level, leaks, COUNT(leaks));
}

static void test_the_secret_is_in_its_slot_alone(void **state) {
    (void)state;
    for (int level = BEST; level < LEVELS; level++)
        search_after_each((enum level)level, steps, COUNT(steps));
}

static void test_core_files_lack_it(void **state) {
    const char *reason = no_core_because();
    (void)state;
    /* That its leaks are in the core file shows that there is one, and that the search of it works. */
    if (reason == NULL && search_core_of_each(BEST, leaks, COUNT(leaks)) != 0)
        reason = "the kernel wrote none";
    if (reason != NULL) {
        print_message("no core file to search, %s: skipped\n", reason);
        skip();
    }
    for (int level = BEST; level < LEVELS; level++)
        assert_int_equal(search_core_of_each((enum level)level, steps, COUNT(steps)), 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_leaks_are_found),
        cmocka_unit_test(test_the_secret_is_in_its_slot_alone),
        cmocka_unit_test(test_core_files_lack_it),
    };
    if (no_proof_because() != NULL) {
        printf("skipped: %s\n", no_proof_because());
        return 77;
    }
    return cmocka_run_group_tests(tests, NULL, NULL);
}
