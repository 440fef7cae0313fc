/* SPDX-License-Identifier: MIT */
/* Layouts: those built in, tables of one's own, pages, and orders for reading. */
#include "listed_keys.h"

/* ---- Built in ---- */

static void test_payment_pad(void **state) {
    (void)state;
    scrim_keypad *keypad = unshuffled(SCRIM_LAYOUT_PAYMENT, 320, 200);
    assert_string_equal(page_of(keypad), "123[⌫]456789[✓].0[⌄]");
    for (size_t i = 0, digit = 0; i < count; i++)
        if (keys[i].kind == SCRIM_KEY_INSERT) {
            assert_rect(&keys[i], (double)(digit % 3) * 80, (double)(digit / 3) * 50, 80, 50);
            digit++;
        }
    assert_rect(key_of(NULL, SCRIM_KEY_DISMISS), 160, 150, 80, 50);
    assert_rect(key_of(NULL, SCRIM_KEY_DELETE), 240, 0, 80, 100);
    assert_rect(key_of(NULL, SCRIM_KEY_DONE), 240, 100, 80, 100);
    /* A tall key is hit in both of its cells; done and dismiss hide. */
    scrim_text *text = new_text(8);
    OK(scrim_keypad_attach(keypad, text));
    assert_int_equal(press_at(keypad, 280, 20), SCRIM_KEYPAD_RESULT_DELETED);
    assert_int_equal(press_at(keypad, 280, 90), SCRIM_KEYPAD_RESULT_DELETED);
    assert_int_equal(press_at(keypad, 280, 101), SCRIM_KEYPAD_RESULT_DONE);
    show(keypad);
    assert_int_equal(press_at(keypad, 200, 190), SCRIM_KEYPAD_RESULT_DISMISSED);
    uint32_t answer;
    ANSWERS(send(keypad, SCRIM_TOUCH_BEGAN, 1, 50, 50, &answer), SCRIM_ERROR_INVALID_STATE);
    OK(scrim_keypad_keys(keypad, SCRIM_KEY_ORDER_ROWS, NULL, 0, &count));
    assert_int_equal(count, 0);
    scrim_keypad_destroy(keypad);
    scrim_text_destroy(text);
}

static void test_pads(void **state) {
    (void)state;
    scrim_keypad *keypad = unshuffled(SCRIM_LAYOUT_PIN_DECIMAL, 300, 500);
    assert_string_equal(page_of(keypad), "123456789.0[⌫][✓]");
    assert_rect(key_of(NULL, SCRIM_KEY_DONE), 0, 400, 300, 100);
    scrim_keypad_destroy(keypad);
    scrim_text *text = new_text(8);
    keypad = unshuffled(SCRIM_LAYOUT_HEXADECIMAL, 400, 500);
    assert_string_equal(page_of(keypad), "123A456B789CF0ED[⌧][⌫][✓]");
    assert_rect(key_of(NULL, SCRIM_KEY_DONE), 200, 400, 200, 100);
    assert_int_equal(press(keypad, key_of(NULL, SCRIM_KEY_CLEAR)), SCRIM_KEYPAD_RESULT_REJECTED); /* no text */
    OK(scrim_keypad_attach(keypad, text));
    for (size_t i = 0; i < 8; i++)
        assert_int_equal(press(keypad, &keys[i]), SCRIM_KEYPAD_RESULT_INSERTED);
    assert_int_equal(press(keypad, key_of(NULL, SCRIM_KEY_CLEAR)), SCRIM_KEYPAD_RESULT_CLEARED);
    size_t graphemes = 9;
    OK(scrim_text_count(text, &graphemes));
    assert_int_equal(graphemes, 0);
    scrim_keypad_destroy(keypad);
    scrim_text_destroy(text);
}

/* Pages and shift keep what is typed. A shifted page gives one character. */
static void test_keyboards(void **state) {
    (void)state;
    static const struct {
        uint32_t layout;
        const char *small, *capital;
    } boards[] = {
        {SCRIM_LAYOUT_QWERTY, "qwertyuiopasdfghjkl[⇧]zxcvbnm[⌫][123], .[✓]", "QWERTYUIOPASDFGHJKL[⇧]ZXCVBNM[⌫][123], .[✓]"},
        {SCRIM_LAYOUT_QWERTZ, "qwertzuiopasdfghjkl[⇧]yxcvbnm[⌫][123], .[✓]", "QWERTZUIOPASDFGHJKL[⇧]YXCVBNM[⌫][123], .[✓]"},
        {SCRIM_LAYOUT_AZERTY, "azertyuiopqsdfghjklm[⇧]wxcvbn[⌫][123], .[✓]", "AZERTYUIOPQSDFGHJKLM[⇧]WXCVBN[⌫][123], .[✓]"},
    };
    enum {
        IN = SCRIM_KEYPAD_RESULT_INSERTED,
        NO = SCRIM_KEYPAD_RESULT_NONE
    };
    for (size_t b = 0; b < sizeof boards / sizeof *boards; b++) {
        scrim_keypad *keypad = unshuffled(boards[b].layout, 400, 200);
        scrim_text *text = new_text(64);
        uint32_t equal = 0;
        OK(scrim_keypad_attach(keypad, text));
        assert_string_equal(page_of(keypad), boards[b].small);
        type(keypad, "a", SCRIM_KEY_INSERT, IN);
        type(keypad, "⇧", SCRIM_KEY_SHIFT, NO);
        assert_string_equal(page_of(keypad), boards[b].capital);
        type(keypad, "B", SCRIM_KEY_INSERT, IN);
        assert_string_equal(page_of(keypad), boards[b].small);
        type(keypad, "⇧", SCRIM_KEY_SHIFT, NO);
        type(keypad, "⇧", SCRIM_KEY_SHIFT, NO); /* thought better of it */
        assert_string_equal(page_of(keypad), boards[b].small);
        type(keypad, " ", SCRIM_KEY_INSERT, IN);
        type(keypad, "123", SCRIM_KEY_PAGE, NO);
        assert_string_equal(page_of(keypad), "1234567890@#$%&-+()/[=<]*\"':;!?[⌫][abc], .[✓]");
        type(keypad, "7", SCRIM_KEY_INSERT, IN);
        type(keypad, "=<", SCRIM_KEY_PAGE, NO);
        assert_string_equal(page_of(keypad), "1234567890~`|^\\{}[]_[123]<>=€£§°[⌫][abc], .[✓]");
        type(keypad, "€", SCRIM_KEY_INSERT, IN);
        type(keypad, "123", SCRIM_KEY_PAGE, NO);
        type(keypad, "abc", SCRIM_KEY_PAGE, NO);
        assert_string_equal(page_of(keypad), boards[b].small);
        OK(scrim_text_equal_bytes(text, "aB 7€", 7, &equal));
        assert_int_equal(equal, 1);
        /* A show begins on the first page. */
        type(keypad, "⇧", SCRIM_KEY_SHIFT, NO);
        show(keypad);
        assert_string_equal(page_of(keypad), boards[b].small);
        scrim_keypad_destroy(keypad);
        scrim_text_destroy(text);
    }
}

/* Half a letter apart, without gaps or overlaps. */
static void test_keyboard_grid(void **state) {
    (void)state;
    scrim_keypad *keypad = unshuffled(SCRIM_LAYOUT_QWERTY, 400, 200);
    assert_rect(key_of("q", SCRIM_KEY_INSERT), 0, 0, 40, 50);
    assert_rect(key_of("a", SCRIM_KEY_INSERT), 20, 50, 40, 50);
    assert_rect(key_of("⇧", SCRIM_KEY_SHIFT), 0, 100, 60, 50);
    assert_rect(key_of("z", SCRIM_KEY_INSERT), 60, 100, 40, 50);
    assert_rect(key_of(" ", SCRIM_KEY_INSERT), 100, 150, 160, 50);
    for (uint32_t layout = SCRIM_LAYOUT_PIN; layout <= SCRIM_LAYOUT_AZERTY; layout++) {
        scrim_keypad_destroy(keypad);
        keypad = unshuffled(layout, 400, 200);
        for (size_t i = 0; i < count; i++)
            for (size_t j = 0; j < i; j++) {
                const scrim_rect *a = &keys[i].rect, *b = &keys[j].rect;
                assert_true(a->x + a->width <= b->x || b->x + b->width <= a->x || a->y + a->height <= b->y || b->y + b->height <= a->y);
            }
    }
    scrim_keypad_destroy(keypad);
}

/* ---- Tables ---- */

static void test_a_table(void **state) {
    (void)state;
    /* Clusters of several code points, in no order, with a hole at the end. */
    static scrim_key_spec caps[] = {
        CAP(DONE, 0, 2, 1, 1, 1, "ok"),
        CAP(INSERT, 0, 0, 0, 1, 2, "🇩🇪"),
        CAP(INSERT, 0, 1, 0, 1, 1, "é"), /* e and a combining accent */
        CAP(INSERT, 0, 2, 0, 1, 1, "👨‍👩‍👧"),
        CAP(BLANK, 0, 3, 0, 1, 1, ""),
        CAP(TOGGLE_SHUFFLE, 0, 1, 1, 1, 1, "A-Z"),
    };
    scrim_keypad *keypad;
    scrim_text *text = new_text(64);
    uint32_t equal = 0;
    size_t graphemes = 0;
    OK(make(caps, 6, SCRIM_SHUFFLE_NONE, &keypad));
    OK(scrim_keypad_attach(keypad, text));
    show(keypad);
    assert_string_equal(page_of(keypad), "🇩🇪é👨‍👩‍👧[][A-Z][ok]");
    assert_rect(key_of("🇩🇪", SCRIM_KEY_INSERT), 0, 0, 100, 100);
    assert_int_equal(press_at(keypad, 350, 75), SCRIM_KEYPAD_RESULT_NONE); /* the hole */
    assert_int_equal(press_at(keypad, 350, 25), SCRIM_KEYPAD_RESULT_NONE); /* the blank */
    for (size_t i = 0; i < 3; i++)
        assert_int_equal(press(keypad, &keys[i]), SCRIM_KEYPAD_RESULT_INSERTED);
    OK(scrim_text_count(text, &graphemes));
    assert_int_equal(graphemes, 3);
    OK(scrim_text_equal_bytes(text, "🇩🇪é👨‍👩‍👧", strlen("🇩🇪é👨‍👩‍👧"), &equal));
    assert_int_equal(equal, 1);
    assert_int_equal(press(keypad, key_of("ok", SCRIM_KEY_DONE)), SCRIM_KEYPAD_RESULT_DONE);
    scrim_keypad_destroy(keypad);
    /* The key that switches shuffling off, and on again. */
    OK(make(caps, 6, SCRIM_SHUFFLE_ALL, &keypad));
    show(keypad);
    for (int i = 0; i < 4; i++) {
        assert_int_equal(press_at(keypad, 150, 75), SCRIM_KEYPAD_RESULT_NONE);
        present(keypad);
        if (i % 2 == 0)
            assert_string_equal(page_of(keypad), "🇩🇪é👨‍👩‍👧[][A-Z][ok]");
    }
    scrim_keypad_destroy(keypad);
    scrim_text_destroy(text);
}

/* A fixed key keeps its place; a text refuses no key that it has room for. */
static void test_fixed_keys(void **state) {
    (void)state;
    scrim_key_spec caps[] = {
        CAP(INSERT, 0, 0, 0, 1, 1, "0"), CAP(INSERT, 0, 1, 0, 1, 1, "1"), CAP(INSERT, 0, 2, 0, 1, 1, "2")};
    scrim_keypad *keypad;
    int moved = 0;
    caps[1].flags = SCRIM_KEY_FLAG_FIXED;
    OK(make(caps, 3, SCRIM_SHUFFLE_ALL, &keypad));
    for (int i = 0; i < 50; i++) {
        show(keypad);
        page_of(keypad);
        assert_string_equal(keys[1].label, "1");
        moved += keys[0].label[0] == '2';
    }
    assert_in_range(moved, 5, 45);
    scrim_keypad_destroy(keypad);
}

/* Also the last key of a table, alone. */
static void test_a_refused_last_key_is_blank(void **state) {
    (void)state;
    static const scrim_key_spec caps[] = {CAP(INSERT, 0, 0, 0, 1, 1, "1"), CAP(INSERT, 0, 1, 0, 1, 1, "2"), CAP(INSERT, 0, 2, 0, 1, 1, "x")};
    scrim_text_options options = SCRIM_TEXT_OPTIONS_INIT;
    scrim_keypad *keypad;
    scrim_text *digits = NULL;
    options.allowed = SCRIM_ALLOW_DIGITS;
    OK(scrim_text_create(&options, &digits));
    OK(make(caps, 3, SCRIM_SHUFFLE_NONE, &keypad));
    show(keypad);
    assert_string_equal(page_of(keypad), "12x");
    OK(scrim_keypad_attach(keypad, digits));
    present(keypad);
    assert_string_equal(page_of(keypad), "12[]");
    assert_int_equal(press_at(keypad, 350, 50), SCRIM_KEYPAD_RESULT_NONE);
    assert_int_equal(press_at(keypad, 50, 50), SCRIM_KEYPAD_RESULT_INSERTED);
    scrim_keypad_destroy(keypad);
    scrim_text_destroy(digits);
}

/* What the attached text does not allow is blank, as long as it is attached. */
static void test_refused_keys_are_blank(void **state) {
    (void)state;
    scrim_text_options text_options = SCRIM_TEXT_OPTIONS_INIT;
    scrim_keypad_options options = SCRIM_KEYPAD_OPTIONS_INIT;
    scrim_text *digits = NULL;
    scrim_keypad *keypad;
    uint64_t before = 0, after = 0;
    text_options.allowed = SCRIM_ALLOW_DIGITS;
    options.layout = SCRIM_LAYOUT_PAYMENT;
    OK(scrim_text_create(&text_options, &digits));
    OK(scrim_keypad_create(&options, &keypad));
    for (int attached = 0; attached < 6; attached++) {
        size_t inserts = 0, blanks = 0;
        if (attached == 3)
            OK(scrim_keypad_detach(keypad));
        if (attached == 1)
            OK(scrim_keypad_attach(keypad, digits)); /* while it is shown */
        if (attached == 4)
            OK(scrim_keypad_hide(keypad));
        if (attached == 4)
            OK(scrim_keypad_attach(keypad, digits));
        OK(scrim_keypad_generation(keypad, &after));
        if (attached == 1 || attached == 3)
            assert_true(after > before);
        if (attached != 1 && attached != 3)
            OK(scrim_keypad_show(keypad));
        present(keypad);
        OK(scrim_keypad_generation(keypad, &before));
        page_of(keypad);
        for (size_t i = 0; i < count; i++) {
            inserts += keys[i].kind == SCRIM_KEY_INSERT;
            if (keys[i].kind != SCRIM_KEY_BLANK)
                continue;
            blanks++;
            assert_int_equal(press(keypad, &keys[i]), SCRIM_KEYPAD_RESULT_NONE);
        }
        const int blank = attached != 0 && attached != 3;
        assert_int_equal(inserts, blank ? 10 : 11);
        assert_int_equal(blanks, blank);
        if (blank)
            assert_int_equal(press(keypad, key_of("5", SCRIM_KEY_INSERT)), SCRIM_KEYPAD_RESULT_INSERTED);
    }
    scrim_keypad_destroy(keypad);
    scrim_text_destroy(digits);
}

/* No key to shuffle, or one, is no error. */
static void test_nothing_to_shuffle(void **state) {
    (void)state;
    static const scrim_key_spec caps[] = {CAP(DONE, 0, 0, 0, 1, 1, "ok"), CAP(INSERT, 0, 1, 0, 1, 1, "7")};
    for (size_t number = 1; number <= 2; number++) {
        scrim_keypad *keypad;
        OK(make(caps, number, SCRIM_SHUFFLE_DIGITS, &keypad));
        show(keypad);
        OK(scrim_keypad_shuffle(keypad));
        assert_string_equal(page_of(keypad), number == 1 ? "[ok]" : "[ok]7");
        scrim_keypad_destroy(keypad);
    }
}

/* A scope that leaves a page as it is, is refused, unless there is nothing to exchange. */
static void test_scopes_that_leave_a_page_unshuffled(void **state) {
    (void)state;
    enum {
        NONE = 1 << SCRIM_SHUFFLE_NONE,
        AUTO = 1 << SCRIM_SHUFFLE_AUTO,
        ROWS = 1 << SCRIM_SHUFFLE_ROWS,
        ALL = 1 << SCRIM_SHUFFLE_ALL,
        DIGITS = 1 << SCRIM_SHUFFLE_DIGITS
    };
    static const scrim_key_spec letters[] = {CAP(INSERT, 0, 0, 0, 1, 1, "a"), CAP(INSERT, 0, 1, 0, 1, 1, "b")};
    static const scrim_key_spec column[] = {CAP(INSERT, 0, 0, 0, 1, 1, "1"), CAP(INSERT, 0, 0, 1, 1, 1, "2")};
    static const scrim_key_spec mixed[] = {CAP(INSERT, 0, 0, 0, 1, 1, "1"), CAP(INSERT, 0, 1, 0, 1, 1, "a")};
    static const scrim_key_spec blank[] = {
        CAP(INSERT, 0, 0, 0, 1, 1, "1"), CAP(INSERT, 0, 1, 0, 1, 1, "a"), CAP(BLANK, 0, 0, 1, 1, 1, "")};
    static const scrim_key_spec blanks[] = {CAP(INSERT, 0, 0, 0, 1, 1, "b"), CAP(INSERT, 0, 1, 0, 1, 1, "a"),
                                            CAP(BLANK, 0, 0, 1, 1, 1, ""), CAP(BLANK, 0, 1, 1, 1, 1, "")};
    static const scrim_key_spec second[] = {CAP(INSERT, 0, 0, 0, 1, 1, "1"), CAP(INSERT, 0, 1, 0, 1, 1, "2"),
                                            CAP(INSERT, 1, 0, 0, 1, 1, "a"), CAP(INSERT, 1, 1, 0, 1, 1, "b")};
    static const scrim_key_spec arabic[] = {CAP(INSERT, 0, 0, 0, 1, 1, "١"), CAP(INSERT, 0, 1, 0, 1, 1, "٢")};
    static const scrim_key_spec numbers[] = {CAP(INSERT, 0, 0, 0, 1, 1, "½"), CAP(INSERT, 0, 1, 0, 1, 1, "²")};
    static const scrim_key_spec fixed[] = {
        {SCRIM_KEY_INSERT, SCRIM_KEY_FLAG_FIXED, 0, 0, 0, 0, 1, 1, {"a", 1}, {NULL, 0}}, CAP(INSERT, 0, 1, 0, 1, 1, "b")};
    static const struct {
        const scrim_key_spec *keys;
        size_t count;
        uint32_t blanks;
        int accepted;
    } tables[] = {
        {letters, 2, 0, AUTO | NONE | ROWS | ALL},
        {column, 2, 0, AUTO | NONE | ALL | DIGITS},
        {column, 2, 1, AUTO | NONE | ROWS | ALL | DIGITS}, /* each row has a blank key to exchange */
        {mixed, 2, 0, AUTO | NONE | ROWS | ALL},
        {blank, 3, 0, AUTO | NONE | ROWS | ALL | DIGITS},
        {blanks, 4, 0, AUTO | NONE | ROWS | ALL}, /* only blank keys would move */
        {second, 4, 0, AUTO | NONE | ROWS | ALL},
        {arabic, 2, 0, AUTO | NONE | ROWS | ALL | DIGITS},
        {numbers, 2, 0, AUTO | NONE | ROWS | ALL}, /* categories No, not Nd */
        {fixed, 2, 0, AUTO | NONE | ROWS | ALL | DIGITS},
    };
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++)
        for (uint32_t scope = SCRIM_SHUFFLE_AUTO; scope <= SCRIM_SHUFFLE_DIGITS; scope++) {
            scrim_keypad_options options = SCRIM_KEYPAD_OPTIONS_INIT;
            scrim_keypad *keypad = NULL;
            options.keys = tables[i].keys;
            options.key_count = tables[i].count;
            options.blank_keys_per_row = tables[i].blanks;
            options.shuffle = scope;
            scrim_status status = scrim_keypad_create(&options, &keypad);
            if (status != (tables[i].accepted >> scope & 1 ? SCRIM_OK : SCRIM_ERROR_INVALID_ARGUMENT))
                fail_msg("table %zu, scope %u: %d", i, scope, status);
            scrim_keypad_destroy(keypad);
        }
    for (uint32_t layout = SCRIM_LAYOUT_PIN; layout <= SCRIM_LAYOUT_AZERTY; layout++)
        for (uint32_t scope = SCRIM_SHUFFLE_AUTO; scope <= SCRIM_SHUFFLE_DIGITS; scope++) {
            scrim_keypad_options options = SCRIM_KEYPAD_OPTIONS_INIT;
            scrim_keypad *keypad = NULL;
            options.layout = layout;
            options.shuffle = scope;
            int refused = layout >= SCRIM_LAYOUT_QWERTY && scope == SCRIM_SHUFFLE_DIGITS;
            assert_int_equal(scrim_keypad_create(&options, &keypad), refused ? SCRIM_ERROR_INVALID_ARGUMENT : SCRIM_OK);
            scrim_keypad_destroy(keypad);
        }
}

static void test_refused_tables(void **state) {
    (void)state;
    static const scrim_key_spec good[] = {CAP(INSERT, 0, 0, 0, 1, 1, "0"), CAP(INSERT, 0, 1, 0, 1, 1, "1")};
    static const char *const labels[] = {"", "12", "\n", "a\x7F", "\xC2\x80", "\xC2\x9F", "\xFF", "\xED\xA0\x80", "\xC3", "ab"};
    scrim_keypad *keypad = NULL;
    for (int i = 0; i < 15 + (int)(sizeof labels / sizeof *labels); i++) {
        scrim_key_spec caps[2] = {good[0], good[1]};
        switch (i) {
        case 0:
            caps[1].column = 0;
            break; /* on the same cell */
        case 1:
            caps[0].columns = 2;
            break;
        case 2:
            caps[1].page = 2;
            break; /* page 1 is missing */
        case 3:
            caps[0].page = caps[1].page = 1;
            break;
        case 4:
            caps[1].target = 1;
            break;
        case 5:
            caps[1].kind = SCRIM_KEY_PAGE, caps[1].target = 1;
            break; /* there is no page 1 */
        case 6:
            caps[1].kind = SCRIM_KEY_BLANK;
            break;                    /* with a label */
        case 7:
            caps[1].kind = 0;
            break;
        case 8:
            caps[1].kind = SCRIM_KEY_TOGGLE_SHUFFLE + 1;
            break;
        case 9:
            caps[1].columns = 0;
            break;
        case 10:
            caps[1].column = SCRIM_KEYPAD_MAX_CELLS;
            break;
        case 11:
            caps[1].row = UINT32_MAX, caps[1].rows = 2;
            break;
        case 12:
            caps[1].page = SCRIM_KEYPAD_MAX_PAGES;
            break;
        case 13:
            caps[1].label.length = 32, caps[1].label.data = "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa";
            break;
        case 14:
            caps[1].row = SCRIM_KEYPAD_MAX_CELLS - 1, caps[1].rows = 2;
            break;
        default:
            caps[1].label.data = labels[i - 15];
            caps[1].label.length = strlen(labels[i - 15]);
        }
        if (make(caps, 2, SCRIM_SHUFFLE_ALL, &keypad) != SCRIM_ERROR_INVALID_ARGUMENT)
            fail_msg("case %d", i);
    }
    scrim_keypad_options options = SCRIM_KEYPAD_OPTIONS_INIT;
    options.keys = good;
    options.key_count = 2;
    options.layout = SCRIM_LAYOUT_QWERTY;
    ANSWERS(scrim_keypad_create(&options, &keypad), SCRIM_ERROR_INVALID_ARGUMENT);
}

/* 128 keys on a page and 8 pages are the most. */
static void test_the_largest_table(void **state) {
    (void)state;
    enum {
        EACH = SCRIM_KEYPAD_MAX_KEYS,
        PAGES = SCRIM_KEYPAD_MAX_PAGES
    };
    static scrim_key_spec caps[EACH * PAGES + 1];
    static scrim_key all[EACH];
    scrim_keypad *keypad;
    for (uint32_t i = 0; i < EACH * PAGES + 1; i++) {
        uint32_t place = i % EACH, page = i / EACH;
        caps[i] = (scrim_key_spec)CAP(INSERT, 0, 0, 0, 1, 1, "x");
        caps[i].page = page, caps[i].column = place % 16, caps[i].row = place / 16;
    }
    caps[EACH * PAGES].page = PAGES - 1;
    ANSWERS(make(caps, EACH * PAGES + 1, SCRIM_SHUFFLE_ALL, &keypad), SCRIM_ERROR_LIMIT);
    caps[EACH].page = 0, caps[EACH].row = 9;
    ANSWERS(make(caps, EACH + 1, SCRIM_SHUFFLE_ALL, &keypad), SCRIM_ERROR_LIMIT);
    caps[EACH].page = 1, caps[EACH].row = 0;
    OK(make(caps, EACH * PAGES, SCRIM_SHUFFLE_ALL, &keypad));
    OK(scrim_keypad_show(keypad));
    OK(scrim_keypad_keys(keypad, SCRIM_KEY_ORDER_ROWS, all, EACH, &count));
    assert_int_equal(count, EACH);
    scrim_keypad_destroy(keypad);
}

/* A key of a late page comes after more than 255 others. */
static void test_a_key_behind_many_others(void **state) {
    (void)state;
    enum {
        EACH = 101,
        PAGES = 4
    };
    static scrim_key_spec caps[EACH * PAGES];
    scrim_keypad *keypad;
    scrim_text *text = new_text(8);
    uint32_t equal = 0;
    for (uint32_t i = 0; i < EACH * PAGES; i++) {
        uint32_t place = i % EACH, page = i / EACH;
        if (place == EACH - 1)
            caps[i] = (scrim_key_spec)CAP(PAGE, 0, 0, 0, 1, 1, ">"), caps[i].target = (page + 1) % PAGES;
        else
            caps[i] = (scrim_key_spec)CAP(INSERT, 0, 0, 0, 1, 1, "x");
        caps[i].page = page, caps[i].column = place % 20, caps[i].row = place / 20;
    }
    caps[EACH * 3 + 1].label = (scrim_string){"y", 1};
    OK(make(caps, EACH * PAGES, SCRIM_SHUFFLE_NONE, &keypad));
    OK(scrim_keypad_attach(keypad, text));
    show(keypad);
    for (int page = 0; page < 3; page++) {
        assert_int_equal(press_at(keypad, 10, 95), SCRIM_KEYPAD_RESULT_NONE);
        present(keypad);
    }
    assert_int_equal(press_at(keypad, 30, 8), SCRIM_KEYPAD_RESULT_INSERTED);
    OK(scrim_text_equal_bytes(text, "y", 1, &equal));
    assert_int_equal(equal, 1);
    scrim_keypad_destroy(keypad);
    scrim_text_destroy(text);
}

/* ---- Reading ---- */

static void test_reading_orders(void **state) {
    (void)state;
    static const char *const columns[12] = {"1", "4", "7", "⌫", "2", "5", "8", "0", "3", "6", "9", "✓"};
    static const char *const plain[12] = {"1", "2", "3", "4", "5", "6", "7", "8", "9", "⌫", "0", "✓"};
    scrim_keypad *keypad = unshuffled(SCRIM_LAYOUT_PIN, 300, 400);
    OK(scrim_keypad_keys(keypad, SCRIM_KEY_ORDER_COLUMNS, keys, MOST, &count));
    for (int i = 0; i < 12; i++)
        assert_string_equal(keys[i].label, columns[i]);
    scrim_keypad_destroy(keypad);
    keypad = new_keypad();
    for (int round = 0; round < 50; round++) {
        scrim_key drawn[12], rows[12];
        show(keypad);
        OK(scrim_keypad_keys(keypad, SCRIM_KEY_ORDER_ROWS, drawn, 12, &count));
        OK(scrim_keypad_keys(keypad, SCRIM_KEY_ORDER_ROWS, rows, 12, &count));
        assert_memory_equal(rows, drawn, sizeof drawn);
        OK(scrim_keypad_keys(keypad, SCRIM_KEY_ORDER_UNSHUFFLED, keys, 12, &count));
        for (int i = 0; i < 12; i++) {
            int at = 0;
            assert_string_equal(keys[i].label, plain[i]);
            while (strcmp(drawn[at].label, plain[i]) != 0)
                at++;
            assert_memory_equal(&keys[i], &drawn[at], sizeof *keys); /* where it is now */
        }
    }
    ANSWERS(scrim_keypad_keys(keypad, 3, keys, 12, &count), SCRIM_ERROR_INVALID_ARGUMENT);
    scrim_keypad_destroy(keypad);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(test_payment_pad, nothing_left),
        cmocka_unit_test_teardown(test_pads, nothing_left),
        cmocka_unit_test_teardown(test_keyboards, nothing_left),
        cmocka_unit_test_teardown(test_keyboard_grid, nothing_left),
        cmocka_unit_test_teardown(test_a_table, nothing_left),
        cmocka_unit_test_teardown(test_fixed_keys, nothing_left),
        cmocka_unit_test_teardown(test_a_refused_last_key_is_blank, nothing_left),
        cmocka_unit_test_teardown(test_refused_keys_are_blank, nothing_left),
        cmocka_unit_test_teardown(test_nothing_to_shuffle, nothing_left),
        cmocka_unit_test_teardown(test_scopes_that_leave_a_page_unshuffled, nothing_left),
        cmocka_unit_test_teardown(test_refused_tables, nothing_left),
        cmocka_unit_test_teardown(test_the_largest_table, nothing_left),
        cmocka_unit_test_teardown(test_a_key_behind_many_others, nothing_left),
        cmocka_unit_test_teardown(test_reading_orders, nothing_left),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
