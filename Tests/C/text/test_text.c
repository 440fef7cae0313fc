/* SPDX-License-Identifier: MIT */
/* scrim_text: editing by grapheme cluster, what may be shown, equality, and what is left in memory. */
#include "text_fixture.h"

/* ---- Options ---- */

static void test_options(void **state) {
    (void)state;
    scrim_text_options options = SCRIM_TEXT_OPTIONS_INIT;
    scrim_text *text;
    static const struct {
        uint32_t capacity, mask, required;
    } refused[] = {
        {SCRIM_TEXT_MAX_CAPACITY + 1, 0, 0},
        {UINT32_MAX, 0, 0},
        {16, 0xD800, 0},
        {16, 0xDFFF, 0},
        {16, 0x110000, 0},
        {16, 0, 32},
        {16, 0, UINT32_MAX},
    };
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        options.capacity = refused[i].capacity;
        options.mask_character = refused[i].mask;
        options.required_protection = refused[i].required;
        ANSWERS(scrim_text_create(&options, &text), SCRIM_ERROR_INVALID_ARGUMENT);
    }
    static const uint32_t capacities[] = {1, 15, 16, 17, 31, 32, 33, 4064, 65504, 65505, SCRIM_TEXT_MAX_CAPACITY};
    static char bytes[SCRIM_TEXT_MAX_CAPACITY];
    memset(bytes, 'x', sizeof bytes);
    for (size_t i = 0; i < sizeof capacities / sizeof *capacities; i++) {
        text = new_text(capacities[i]);
        OK(scrim_text_insert(text, bytes, capacities[i]));
        ANSWERS(scrim_text_insert(text, "y", 1), SCRIM_ERROR_FULL);
        assert_int_equal(count_of(text), capacities[i]);
        assert_true(holds(text, bytes, capacities[i]));
        OK(scrim_text_clear(text));
        assert_int_equal(count_of(text), 0);
        scrim_text_destroy(text);
    }
}

/* ---- Editing ---- */

static void test_full_leaves_all_as_it_was(void **state) {
    (void)state;
    scrim_text *text = new_text(6);
    OK(scrim_text_insert(text, "123456", 6));
    ANSWERS(scrim_text_insert(text, "7", 1), SCRIM_ERROR_FULL);
    assert_true(holds(text, "123456", 6));
    assert_int_equal(count_of(text), 6);
    OK(scrim_text_delete_backward(text));
    assert_true(holds(text, "12345", 5));
    ANSWERS(scrim_text_insert(text, "\xC3\xA4", 2), SCRIM_ERROR_FULL); /* all or nothing */
    assert_true(holds(text, "12345", 5));
    OK(scrim_text_insert(text, "7", 1));
    OK(scrim_text_insert(text, NULL, 0));
    OK(scrim_text_insert(text, "", 0));
    ANSWERS(scrim_text_insert(text, NULL, 1), SCRIM_ERROR_INVALID_ARGUMENT);
    ANSWERS(scrim_text_insert(text, "x", SIZE_MAX), SCRIM_ERROR_INVALID_ARGUMENT);
    ANSWERS(scrim_text_insert(text, "x", (size_t)1 << 40), SCRIM_ERROR_FULL);
    assert_true(holds(text, "123457", 6));
    scrim_text_destroy(text);
}

static void test_empty(void **state) {
    (void)state;
    scrim_text *text = new_text(8);
    OK(scrim_text_delete_backward(text));
    OK(scrim_text_clear(text));
    OK(scrim_text_wipe(text));
    assert_int_equal(count_of(text), 0);
    assert_true(holds(text, NULL, 0));
    assert_int_equal(lend(text).length, 0);
    OK(scrim_text_insert(text, "a", 1));
    OK(scrim_text_delete_backward(text));
    OK(scrim_text_delete_backward(text));
    assert_int_equal(count_of(text), 0);
    scrim_text_destroy(text);
}

static const struct {
    const char *utf8;
    size_t count;
    size_t left; /* bytes after the last cluster is deleted */
} clusters[] = {
    {"a\xF0\x9F\x98\x80", 2, 1},                             /* a, grinning face */
    {"e\xCC\x81", 1, 0},                                     /* e + combining acute */
    {"ae\xCC\x81\xCC\xA3", 2, 1},                            /* a, e + two marks */
    {"\xCC\x81", 1, 0},                                      /* a mark alone */
    {"\r\n", 1, 0},                                          /* CR LF */
    {"\n\r", 2, 1},
    {"\r\n\r\n", 2, 2},
    {"a\r\xCC\x81", 3, 2},                                   /* no mark joins a control */
    {"\xF0\x9F\x91\xA8\xE2\x80\x8D\xF0\x9F\x91\xA9\xE2\x80\x8D\xF0\x9F\x91\xA7", 1, 0}, /* family by ZWJ */
    {"a\xE2\x80\x8D"
     "b",
     2, 4},                             /* ZWJ joins no letters */
    {"\xF0\x9F\x87\xA9\xF0\x9F\x87\xAA\xF0\x9F\x87\xAB\xF0\x9F\x87\xB7", 2, 8},         /* two flags */
    {"\xF0\x9F\x87\xA9\xF0\x9F\x87\xAA\xF0\x9F\x87\xAB", 2, 8},                         /* a flag and a half */
    {"\xF0\x9F\x91\x8D\xF0\x9F\x8F\xBD", 1, 0},              /* thumb with a skin tone */
    {"1\xEF\xB8\x8F\xE2\x83\xA3", 1, 0},                     /* keycap */
    {"\xE1\x84\x92\xE1\x85\xA1\xE1\x86\xAB", 1, 0},          /* Hangul L V T */
    {"\xED\x95\x98\xE1\x86\xAB", 1, 0},                      /* Hangul LV + T */
    {"\xED\x95\x9C\xEA\xB8\x80", 2, 3},                      /* two syllables */
    {"\xE0\xB8\xAA\xE0\xB8\xB3", 1, 0},                      /* Thai with SARA AM */
    {"\xD8\x80"
     "1",
     1, 0},                                  /* Arabic number sign before a digit */
    {"\xF4\x8F\xBF\xBF\xEF\xBF\xBF", 2, 4},                  /* the last code points of two planes */
};

static void test_clusters(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof clusters / sizeof *clusters; i++) {
        const char *utf8 = clusters[i].utf8;
        size_t length = strlen(utf8);
        for (int prefixed = 0; prefixed < 2; prefixed++) {
            scrim_text *text = new_text(64);
            char expected[64] = "X\n";
            size_t head = prefixed ? 2 : 0;
            if (prefixed)
                OK(scrim_text_insert(text, "X\n", 2)); /* nothing joins a line feed */
            OK(scrim_text_insert(text, utf8, length));
            if (count_of(text) != head + clusters[i].count)
                fail_msg("row %zu: %zu clusters", i, count_of(text) - head);
            OK(scrim_text_delete_backward(text));
            memcpy(expected + head, utf8, clusters[i].left);
            assert_true(holds(text, expected, head + clusters[i].left));
            assert_int_equal(count_of(text), head + clusters[i].count - 1);
            scrim_text_destroy(text);
        }
    }
}

static void test_nul_is_a_character(void **state) {
    (void)state;
    scrim_text *text = new_text(8);
    OK(scrim_text_insert(text, "a\0b", 3));
    assert_int_equal(count_of(text), 3);
    assert_true(holds(text, "a\0b", 3));
    assert_false(holds(text, "a", 1));
    scrim_text_destroy(text);
}

/* Typed one by one or all at once, the clusters are the same; deleting takes one at a time. */
static void test_random_typing(void **state) {
    (void)state;
    static const char *const pieces[] = {
        "a", "1", "\xC3\xA4", "\xCC\x81", "\r", "\n", "\xE2\x80\x8D", "\xF0\x9F\x91\xA8", "\xF0\x9F\x87\xA9",
        "\xF0\x9F\x87\xAA", "\xF0\x9F\x8F\xBD", "\xE1\x84\x92", "\xE1\x85\xA1", "\xE1\x86\xAB", "\xD8\x80", "\xEF\xB8\x8F"};
    scrim_text *typed = new_text(256), *whole = new_text(256);
    uint32_t word = 2463534242u;
    const int rounds = running_on_valgrind() ? 200 : 2000;
    for (int round = 0; round < rounds; round++) {
        char all[256];
        size_t length = 0;
        uint32_t equal = 0;
        for (int i = 0; i < 12; i++) {
            word ^= word << 13, word ^= word >> 17, word ^= word << 5;
            const char *piece = pieces[(word >> 10) % (sizeof pieces / sizeof *pieces)];
            memcpy(all + length, piece, strlen(piece));
            length += strlen(piece);
            OK(scrim_text_insert(typed, piece, strlen(piece)));
            if (word % 7 == 0) { /* and one back and forth again */
                OK(scrim_text_insert(typed, "\n", 1));
                OK(scrim_text_delete_backward(typed));
                if (all[length - 1] == '\r') { /* CR LF went as one */
                    length -= 1;
                }
            }
        }
        OK(scrim_text_insert(whole, all, length));
        OK(scrim_text_equal(typed, whole, &equal));
        assert_int_equal(equal, 1);
        assert_int_equal(count_of(typed), count_of(whole));
        for (size_t left = count_of(typed); left > 0; left--) {
            assert_int_equal(count_of(typed), left);
            OK(scrim_text_delete_backward(typed));
        }
        assert_true(holds(typed, NULL, 0));
        OK(scrim_text_clear(whole));
    }
    scrim_text_destroy(typed);
    scrim_text_destroy(whole);
}

/* ---- UTF-8 ---- */

/* Unicode table 3-7, row by row: first and last byte allowed at each place. */
static int well_formed(const unsigned char *bytes, size_t length) {
    static const unsigned char rows[9][9] = {
        {1, 0x00, 0x7F}, {2, 0xC2, 0xDF, 0x80, 0xBF}, {3, 0xE0, 0xE0, 0xA0, 0xBF, 0x80, 0xBF}, {3, 0xE1, 0xEC, 0x80, 0xBF, 0x80, 0xBF}, {3, 0xED, 0xED, 0x80, 0x9F, 0x80, 0xBF}, {3, 0xEE, 0xEF, 0x80, 0xBF, 0x80, 0xBF}, {4, 0xF0, 0xF0, 0x90, 0xBF, 0x80, 0xBF, 0x80, 0xBF}, {4, 0xF1, 0xF3, 0x80, 0xBF, 0x80, 0xBF, 0x80, 0xBF}, {4, 0xF4, 0xF4, 0x80, 0x8F, 0x80, 0xBF, 0x80, 0xBF}};
    size_t at = 0;
    while (at < length) {
        int row, fits = 0;
        for (row = 0; row < 9 && !fits; row++) {
            fits = length - at >= rows[row][0];
            for (int i = 0; fits && i < rows[row][0]; i++)
                fits = bytes[at + i] >= rows[row][1 + 2 * i] && bytes[at + i] <= rows[row][2 + 2 * i];
        }
        if (!fits)
            return 0;
        at += rows[row - 1][0];
    }
    return 1;
}

static scrim_text *utf8_text;

static void try_bytes(const unsigned char *bytes, size_t length) {
    scrim_status status = scrim_text_insert(utf8_text, (const char *)bytes, length);
    scrim_status expected = well_formed(bytes, length) ? SCRIM_OK : SCRIM_ERROR_INVALID_UTF8;
    if (status != expected)
        fail_msg("%02X %02X %02X %02X, length %zu: %d", bytes[0], bytes[1], bytes[2], bytes[3], length, status);
    if (status == SCRIM_OK)
        OK(scrim_text_clear(utf8_text));
}

static void test_well_formed_or_refused(void **state) {
    (void)state;
    static const unsigned char edges[] = {0x00, 0x41, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xC2, 0xE0, 0xF0, 0xFF};
    enum {
        EDGES = sizeof edges
    };
    utf8_text = new_text(8);
    for (int a = 0; a < 256; a++) {
        unsigned char bytes[4] = {(unsigned char)a, 0, 0, 0};
        try_bytes(bytes, 1);
        for (int b = 0; b < 256; b += running_on_valgrind() ? 5 : 1) {
            bytes[1] = (unsigned char)b;
            try_bytes(bytes, 2);
            if (a < 0xC0)
                continue;
            for (int c = 0; c < EDGES; c++) {
                bytes[2] = edges[c];
                try_bytes(bytes, 3);
                if (a < 0xE0)
                    continue;
                for (int d = 0; d < EDGES; d++) {
                    bytes[3] = edges[d];
                    try_bytes(bytes, 4);
                }
            }
        }
    }
    scrim_text_destroy(utf8_text);
}

static void test_malformed_is_refused_whole(void **state) {
    (void)state;
    static const char *const bad[] = {"\x80", "\xC3", "ok\xC3", "ok\xC0\xAF", "ok\xED\xA0\x80ok", "\xF4\x90\x80\x80", "\xE2\x82", "a\xFF"};
    scrim_text *text = new_text(64);
    OK(scrim_text_insert(text, "pre\xC3\xA4", 5));
    const unsigned char *bytes = lend(text).bytes;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        ANSWERS(scrim_text_insert(text, bad[i], strlen(bad[i])), SCRIM_ERROR_INVALID_UTF8);
        assert_true(holds(text, "pre\xC3\xA4", 5));
        assert_int_equal(count_of(text), 4);
        assert_true(all_zero(bytes + 5, 64 - 5));
    }
    /* Halves of a character are malformed each: insertions do not add up. */
    ANSWERS(scrim_text_insert(text, "\xC3", 1), SCRIM_ERROR_INVALID_UTF8);
    ANSWERS(scrim_text_insert(text, "\xA4", 1), SCRIM_ERROR_INVALID_UTF8);
    scrim_text_destroy(text);
}

/* ---- What may be shown ---- */

static void test_default_mask(void **state) {
    (void)state;
    static const char dots[] = "\xE2\x97\x8F\xE2\x97\x8F\xE2\x97\x8F\xE2\x97\x8F";
    scrim_text *text = new_text(16);
    char buffer[16];
    size_t length = 99;
    OK(scrim_text_copy_masked(text, NULL, 0, &length));
    assert_int_equal(length, 0);
    OK(scrim_text_insert(text, "Rose", 4));
    ANSWERS(scrim_text_copy_masked(text, NULL, 0, &length), SCRIM_ERROR_BUFFER_TOO_SMALL);
    assert_int_equal(length, 12);
    for (size_t capacity = 0; capacity < 12; capacity++) {
        memset(buffer, '#', sizeof buffer);
        length = 99;
        ANSWERS(scrim_text_copy_masked(text, buffer, capacity, &length), SCRIM_ERROR_BUFFER_TOO_SMALL);
        assert_int_equal(length, 12);
        for (size_t i = 0; i < sizeof buffer; i++)
            assert_int_equal(buffer[i], '#');
    }
    OK(scrim_text_copy_masked(text, buffer, 12, &length));
    assert_int_equal(length, 12);
    assert_memory_equal(buffer, dots, 12);
    assert_int_equal(buffer[12], '#');
    ANSWERS(scrim_text_copy_masked(text, NULL, 12, &length), SCRIM_ERROR_INVALID_ARGUMENT);
    scrim_text_destroy(text);
}

static void test_mask_characters(void **state) {
    (void)state;
    static const struct {
        uint32_t character;
        const char *utf8;
    } masks[] = {{'*', "*"}, {0xB7, "\xC2\xB7"}, {0x2022, "\xE2\x80\xA2"}, {0x1F512, "\xF0\x9F\x94\x92"}, {0x10FFFF, "\xF4\x8F\xBF\xBF"}};
    for (size_t i = 0; i < sizeof masks / sizeof *masks; i++) {
        scrim_text_options options = SCRIM_TEXT_OPTIONS_INIT;
        scrim_text *text;
        char buffer[32], expected[32] = "";
        size_t length;
        options.mask_character = masks[i].character;
        OK(scrim_text_create(&options, &text));
        OK(scrim_text_insert(text, "a\xF0\x9F\x98\x80\xC3\xA4", 7));
        for (int n = 0; n < 3; n++)
            strcat(expected, masks[i].utf8);
        OK(scrim_text_copy_masked(text, buffer, sizeof buffer, &length));
        assert_int_equal(length, strlen(expected));
        assert_memory_equal(buffer, expected, length);
        scrim_text_destroy(text);
    }
}

/* ---- Equality and reading ---- */

static void test_equality(void **state) {
    (void)state;
    static const struct {
        const char *bytes;
        size_t length;
    } values[] = {{"", 0}, {"a", 1}, {"a\0", 2}, {"b", 1}, {"ab", 2}, {"abcdefgh", 8}, {"abcdefgi", 8}, {"\0", 1}, {"bbcdefgh", 8}};
    enum {
        COUNT = sizeof values / sizeof *values
    };
    static const uint32_t capacities[] = {8, 9, 16, 40, 4000};
    scrim_text *texts[COUNT][5];
    char longer[5000] = "abcdefgh";
    for (int i = 0; i < COUNT; i++)
        for (int j = 0; j < 5; j++) {
            texts[i][j] = new_text(capacities[j]);
            OK(scrim_text_insert(texts[i][j], values[i].bytes, values[i].length));
        }
    for (int i = 0; i < COUNT; i++)
        for (int j = 0; j < 5; j++) {
            for (int k = 0; k < COUNT; k++) {
                assert_int_equal(holds(texts[i][j], values[k].bytes, values[k].length), i == k);
                for (int l = 0; l < 5; l++) {
                    uint32_t equal = 99;
                    OK(scrim_text_equal(texts[i][j], texts[k][l], &equal));
                    assert_int_equal(equal, i == k);
                }
            }
            assert_int_equal(holds(texts[i][j], longer, 9), 0);
            assert_int_equal(holds(texts[i][j], longer, sizeof longer), 0);
        }
    uint32_t equal = 99;
    ANSWERS(scrim_text_equal_bytes(texts[0][0], NULL, 1, &equal), SCRIM_ERROR_INVALID_ARGUMENT);
    ANSWERS(scrim_text_equal_bytes(texts[0][0], longer, SIZE_MAX, &equal), SCRIM_ERROR_INVALID_ARGUMENT);
    ANSWERS(scrim_text_equal(texts[0][0], NULL, &equal), SCRIM_ERROR_INVALID_ARGUMENT);
    assert_int_equal(equal, 99);
    assert_int_equal(holds(texts[1][0], "\xFF", 1), 0);
    for (int i = 0; i < COUNT; i++)
        for (int j = 0; j < 5; j++)
            scrim_text_destroy(texts[i][j]);
}

static void test_read_lends_the_bytes_where_they_are(void **state) {
    (void)state;
    scrim_text *text = new_text(64);
    OK(scrim_text_insert(text, "Rose", 4));
    struct lent first = lend(text);
    assert_int_equal(first.length, 4);
    assert_memory_equal(first.bytes, "Rose", 4);
    OK(scrim_text_insert(text, "bud", 3));
    struct lent second = lend(text);
    assert_ptr_equal(first.bytes, second.bytes);
    assert_int_equal(second.length, 7);
    ANSWERS(scrim_text_with_bytes(text, NULL, NULL), SCRIM_ERROR_INVALID_ARGUMENT);
    scrim_text_destroy(text);
}

/* ---- What is left in memory ---- */

static void test_nothing_is_left(void **state) {
    (void)state;
    enum {
        CAPACITY = 100
    };
    scrim_text *neighbour = new_text(CAPACITY); /* keeps the pages there */
    scrim_text *text = new_text(CAPACITY);
    char secret[CAPACITY];
    memset(secret, 'S', sizeof secret);
    const unsigned char *bytes = lend(text).bytes;
    assert_true(all_zero(bytes, CAPACITY));

    OK(scrim_text_insert(text, secret, CAPACITY));
    for (size_t left = CAPACITY; left > 0; left--) {
        assert_memory_equal(bytes, secret, left);
        OK(scrim_text_delete_backward(text));
        assert_true(all_zero(bytes + left - 1, CAPACITY - left + 1));
    }
    OK(scrim_text_insert(text, "a\xF0\x9F\x87\xA9\xF0\x9F\x87\xAA", 9));
    OK(scrim_text_delete_backward(text));
    assert_memory_equal(bytes, "a", 1);
    assert_true(all_zero(bytes + 1, CAPACITY - 1));

    OK(scrim_text_insert(text, secret, CAPACITY - 1));
    OK(scrim_text_clear(text));
    assert_true(all_zero(bytes, CAPACITY));
    OK(scrim_text_insert(text, secret, CAPACITY));
    OK(scrim_text_wipe(text));
    assert_true(all_zero(bytes, CAPACITY));
    OK(scrim_text_insert(text, secret, CAPACITY));
    scrim_text_destroy(text);
    assert_true(all_zero(bytes, CAPACITY));
    scrim_text_destroy(neighbour);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(test_options, nothing_left),
        cmocka_unit_test_teardown(test_full_leaves_all_as_it_was, nothing_left),
        cmocka_unit_test_teardown(test_empty, nothing_left),
        cmocka_unit_test_teardown(test_clusters, nothing_left),
        cmocka_unit_test_teardown(test_nul_is_a_character, nothing_left),
        cmocka_unit_test_teardown(test_random_typing, nothing_left),
        cmocka_unit_test_teardown(test_well_formed_or_refused, nothing_left),
        cmocka_unit_test_teardown(test_malformed_is_refused_whole, nothing_left),
        cmocka_unit_test_teardown(test_default_mask, nothing_left),
        cmocka_unit_test_teardown(test_mask_characters, nothing_left),
        cmocka_unit_test_teardown(test_equality, nothing_left),
        cmocka_unit_test_teardown(test_read_lends_the_bytes_where_they_are, nothing_left),
        cmocka_unit_test_teardown(test_nothing_is_left, nothing_left),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
