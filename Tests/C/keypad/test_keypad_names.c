/* SPDX-License-Identifier: MIT */
/* The names of keys, and the labels and names that a host sets. */
#include "listed_keys.h"

/* What is spoken for each key of the page: the names, or labels in brackets. */
static const char *spoken(const scrim_keypad *keypad) {
    static char page[2048];
    size_t at = 0;
    OK(scrim_keypad_keys(keypad, SCRIM_KEY_ORDER_ROWS, keys, MOST, &count));
    for (size_t i = 0; i < count; i++) {
        assert_int_equal(keys[i].label_length, strlen(keys[i].label));
        assert_int_equal(keys[i].name_length, strlen(keys[i].name));
        const char *format = keys[i].name_length > 0 ? "%s " : keys[i].kind == SCRIM_KEY_INSERT ? "%s"
                                                                                                : "[%s]";
        at += (size_t)snprintf(page + at, sizeof page - at, format, keys[i].name_length > 0 ? keys[i].name : keys[i].label);
    }
    return page;
}

static void test_built_in_names(void **state) {
    (void)state;
    scrim_keypad *keypad = unshuffled(SCRIM_LAYOUT_PAYMENT, 320, 200);
    assert_string_equal(spoken(keypad), "123delete 456789done .0dismiss ");
    scrim_keypad_destroy(keypad);
    keypad = unshuffled(SCRIM_LAYOUT_HEXADECIMAL, 320, 200);
    assert_string_equal(spoken(keypad), "123A456B789CF0EDclear delete done ");
    scrim_keypad_destroy(keypad);
    keypad = unshuffled(SCRIM_LAYOUT_QWERTY, 400, 200);
    assert_string_equal(spoken(keypad), "qwertyuiopasdfghjklshift zxcvbnmdelete digits and symbols ,space .done ");
    assert_int_equal(key_of("⇧", SCRIM_KEY_SHIFT)->target, 1);
    type(keypad, "123", SCRIM_KEY_PAGE, SCRIM_KEYPAD_RESULT_NONE);
    assert_string_equal(spoken(keypad), "1234567890@#$%&-+()/more symbols *\"':;!?delete letters ,space .done ");
    assert_int_equal(key_of("=<", SCRIM_KEY_PAGE)->target, 3);
    type(keypad, "=<", SCRIM_KEY_PAGE, SCRIM_KEYPAD_RESULT_NONE);
    assert_string_equal(spoken(keypad), "1234567890~`|^\\{}[]_digits and symbols <>=€£§°delete letters ,space .done ");
    scrim_keypad_destroy(keypad);
}

#define LABEL(kind, target, label, name) \
    {SCRIM_KEY_##kind, target, {label, sizeof(label) - 1}, {name, sizeof(name) - 1}}

static scrim_status make_labeled(uint32_t layout, const scrim_key_label *labels, size_t number, scrim_keypad **keypad) {
    scrim_keypad_options options = SCRIM_KEYPAD_OPTIONS_INIT;
    options.layout = layout;
    options.shuffle = SCRIM_SHUFFLE_NONE;
    options.labels = labels;
    options.label_count = number;
    return scrim_keypad_create(&options, keypad);
}

static void test_labels_of_the_host(void **state) {
    (void)state;
    static const scrim_key_label labels[] = {
        LABEL(DELETE, 0, "", "Löschen"),
        LABEL(DONE, SCRIM_KEYPAD_ANY_PAGE, "Fertig", ""), /* shows no page */
        LABEL(SHIFT, 0, "↓", ""), /* on the page of capitals alone */
        LABEL(PAGE, SCRIM_KEYPAD_ANY_PAGE, "?!", "Zeichen"),
        LABEL(PAGE, 0, "Aa", "Buchstaben"), /* the last one that applies counts */
    };
    scrim_keypad *keypad;
    OK(make_labeled(SCRIM_LAYOUT_QWERTZ, labels, 5, &keypad));
    show(keypad);
    assert_string_equal(page_of(keypad), "qwertzuiopasdfghjkl[⇧]yxcvbnm[⌫][?!], .[Fertig]");
    assert_string_equal(spoken(keypad), "qwertzuiopasdfghjklshift yxcvbnmLöschen Zeichen ,space .[Fertig]");
    type(keypad, "⇧", SCRIM_KEY_SHIFT, SCRIM_KEYPAD_RESULT_NONE);
    assert_string_equal(page_of(keypad), "QWERTZUIOPASDFGHJKL[↓]YXCVBNM[⌫][?!], .[Fertig]");
    type(keypad, "?!", SCRIM_KEY_PAGE, SCRIM_KEYPAD_RESULT_NONE);
    assert_string_equal(spoken(keypad), "1234567890@#$%&-+()/Zeichen *\"':;!?Löschen Buchstaben ,space .[Fertig]");
    type(keypad, "Aa", SCRIM_KEY_PAGE, SCRIM_KEYPAD_RESULT_NONE);
    scrim_keypad_destroy(keypad);
    static const scrim_key_label wrong[] = {
        LABEL(INSERT, 0, "x", "x"),
        LABEL(BLANK, 0, "x", ""),
        LABEL(CLEAR, 0, "x", ""), /* there is no such key */
        LABEL(DELETE, 0, "", ""),
        LABEL(DELETE, 1, "x", ""),
        LABEL(PAGE, 1, "x", ""), /* only shift shows that page */
        LABEL(DELETE, 0, "\n", ""),
        LABEL(DELETE, 0, "x", "\xFF"),
        LABEL(DELETE, 0, "12345678901234567890123456789012", ""),
        LABEL(DELETE, 0, "", "1234567890123456789012345678901234567890123456789012345678901234"),
        {0, 0, {"x", 1}, {"x", 1}},
        {10, 0, {"x", 1}, {"x", 1}},
        {SCRIM_KEY_DELETE, 0, {NULL, 1}, {"x", 1}},
        {SCRIM_KEY_DELETE, 0, {"x", 1}, {NULL, 1}},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        if (make_labeled(SCRIM_LAYOUT_QWERTZ, &wrong[i], 1, &keypad) != SCRIM_ERROR_INVALID_ARGUMENT)
            fail_msg("label %zu", i);
}

/* A name is where its key is, and only there. */
static void test_names_move_with_keys(void **state) {
    (void)state;
    static const char *const names[] = {"nought", "", "a pair", "three of a kind"};
    static scrim_key_spec caps[] = {
        CAP(INSERT, 0, 0, 0, 1, 1, "0"), CAP(INSERT, 0, 1, 0, 1, 1, "1"), CAP(INSERT, 0, 2, 0, 1, 1, "2"),
        CAP(INSERT, 0, 3, 0, 1, 1, "3"), CAP(BLANK, 0, 4, 0, 1, 1, ""), CAP(INSERT, 0, 5, 0, 1, 1, "#"),
        CAP(DONE, 0, 6, 0, 1, 1, "ok")};
    scrim_keypad *keypad;
    unsigned seen = 0;
    for (size_t i = 0; i < 4; i++)
        caps[i].name = (scrim_string){names[i], strlen(names[i])};
    caps[5].flags = SCRIM_KEY_FLAG_FIXED;
    caps[5].name = (scrim_string){"a fixed key whose name is longer than those of all other keys", 61};
    caps[6].name = (scrim_string){"the end", 7};
    OK(make(caps, 7, SCRIM_SHUFFLE_ALL, &keypad));
    for (int round = 0; round < 100; round++) {
        show(keypad);
        spoken(keypad);
        for (size_t i = 0; i < 5; i++) {
            size_t key = keys[i].kind == SCRIM_KEY_BLANK ? 4 : (size_t)(keys[i].label[0] - '0');
            assert_string_equal(keys[i].name, key == 4 ? "" : names[key]);
            seen |= key == 3 ? 1u << i : 0;
        }
        assert_int_equal(keys[5].name_length, 61);
        assert_string_equal(keys[6].name, "the end");
    }
    assert_int_equal(seen, 31);
    scrim_keypad_destroy(keypad);
    caps[4].name = (scrim_string){"x", 1};
    ANSWERS(make(caps, 7, SCRIM_SHUFFLE_ALL, &keypad), SCRIM_ERROR_INVALID_ARGUMENT);
    caps[4].name = (scrim_string){NULL, 0};
    caps[0].name = (scrim_string){"1234567890123456789012345678901234567890123456789012345678901234", 64};
    ANSWERS(make(caps, 7, SCRIM_SHUFFLE_ALL, &keypad), SCRIM_ERROR_INVALID_ARGUMENT);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(test_built_in_names, nothing_left),
        cmocka_unit_test_teardown(test_labels_of_the_host, nothing_left),
        cmocka_unit_test_teardown(test_names_move_with_keys, nothing_left),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
