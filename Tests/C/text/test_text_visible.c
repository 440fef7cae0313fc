/* SPDX-License-Identifier: MIT */
/* Texts that are not secret: what differs from a secret text, and that nothing else does. */
#include "support/kernel.h"
#include "text_host.h"

#include <fcntl.h>

static scrim_text *new_visible(uint32_t capacity) {
    scrim_text_options options = SCRIM_TEXT_OPTIONS_INIT;
    scrim_text *text = NULL;
    options.capacity = capacity;
    options.visible = 1;
    OK(scrim_text_create(&options, &text));
    return text;
}

/* ---- What is shown ---- */

struct drawn {
    char bytes[512];
    size_t length, count;
    int parts;
    uint32_t revealed;
};

static void draw(const void *bytes, size_t length, size_t count, uint32_t revealed, void *data) {
    struct drawn *drawn = data;
    assert_true(length <= sizeof drawn->bytes);
    memcpy(drawn->bytes, bytes, length);
    drawn->length = length;
    drawn->count = count;
    drawn->revealed |= revealed;
    drawn->parts++;
}

static void draws(const scrim_text *text, uint64_t now, const char *expected) {
    struct drawn drawn = {{0}, 0, 0, 0, 0};
    OK(scrim_text_display(text, now, draw, &drawn));
    assert_int_equal(drawn.parts, *expected != 0);
    assert_int_equal(drawn.length, strlen(expected));
    assert_memory_equal(drawn.bytes, expected, drawn.length);
    assert_int_equal(drawn.count, *expected != 0);
    assert_int_equal(drawn.revealed, 0);
    shows(text, expected);
}

static void test_it_shows_itself(void **state) {
    (void)state;
    scrim_text *text = new_visible(64);
    char little[4];
    size_t length = 99;
    draws(text, 0, "");
    OK(scrim_text_insert(text, "Ren\u00e9", 5));
    draws(text, 0, "Ren\u00e9");
    OK(scrim_text_insert(text, " \U0001F600", 5));
    draws(text, UINT64_MAX, "Ren\u00e9 \U0001F600");
    ANSWERS(scrim_text_copy_masked(text, little, sizeof little, &length), SCRIM_ERROR_BUFFER_TOO_SMALL);
    assert_int_equal(length, 10);
    OK(scrim_text_clear(text));
    draws(text, 0, "");
    scrim_text_destroy(text);
}

static void test_it_has_nothing_to_reveal(void **state) {
    (void)state;
    scrim_text *text = new_visible(64);
    struct host host;
    uint64_t deadline = 0;
    OK(scrim_text_insert(text, "12.50", 5));
    listen(&host, text);
    OK(scrim_text_reveal(text, 5));
    OK(scrim_text_next_deadline(text, &deadline));
    assert_int_equal(deadline, SCRIM_NEVER);
    draws(text, 5, "12.50");
    OK(scrim_text_conceal(text));
    TOLD(&host, "");
    draws(text, 6, "12.50");
    scrim_text_destroy(text);
}

static void test_a_keypad_types_into_it(void **state) {
    (void)state;
    scrim_text *text = new_visible(64);
    scrim_keypad *keypad = new_keypad();
    scrim_key keys[KEYS];
    char expected[DIGITS + 1] = "";
    size_t typed = 0;
    OK(scrim_keypad_attach(keypad, text));
    show(keypad);
    read_keys(keypad, keys);
    for (int i = 0; i < KEYS; i++)
        if (keys[i].kind == SCRIM_KEY_INSERT) {
            assert_int_equal(press(keypad, &keys[i]), SCRIM_KEYPAD_RESULT_INSERTED);
            expected[typed++] = keys[i].label[0];
            draws(text, now_ns, expected);
        }
    assert_int_equal(typed, DIGITS);
    OK(scrim_text_reveal(text, now_ns));
    scrim_keypad_destroy(keypad);
    scrim_text_destroy(text);
}

/* ---- Options ---- */

static void test_options_for_secrets_are_refused(void **state) {
    (void)state;
    for (int which = 0; which < 9; which++) {
        scrim_text_options options = SCRIM_TEXT_OPTIONS_INIT;
        scrim_text *text = NULL;
        options.required_protection = which == 1 ? SCRIM_PROTECTION_GUARDED : 0;
        options.mask_character = which == 2 ? '*' : 0;
        options.mask = which == 3 ? SCRIM_MASK_NONE : which == 4 || which == 5 ? SCRIM_MASK_FIXED
                                                                               : SCRIM_MASK_PER_CLUSTER;
        options.mask_count = which == 4 ? 6 : 0;
        options.hide_length = which == 6;
        options.reveal_keypad = which == 7;
        options.mask_delay_ns = which == 8;
        for (options.visible = 0; options.visible < 2; options.visible++) {
            int fits = which == 0 || (!options.visible && which != 5 && which != 6);
            ANSWERS(scrim_text_create(&options, &text), fits ? SCRIM_OK : SCRIM_ERROR_INVALID_ARGUMENT);
            if (fits)
                scrim_text_destroy(text);
        }
    }
    scrim_text_options options = SCRIM_TEXT_OPTIONS_INIT;
    scrim_text *text = NULL;
    options.visible = 2;
    ANSWERS(scrim_text_create(&options, &text), SCRIM_ERROR_INVALID_ARGUMENT);
    options.visible = 1;
    options.reserved = 1;
    ANSWERS(scrim_text_create(&options, &text), SCRIM_ERROR_INVALID_ARGUMENT);
}

static void test_limits_and_the_time_out_work(void **state) {
    (void)state;
    scrim_text_options options = {.struct_size = sizeof options, .visible = 1};
    scrim_text *text = NULL;
    options.max_clusters = 3;
    options.allowed = SCRIM_ALLOW_DIGITS;
    options.idle_timeout_ns = 100;
    options.mask_character = SCRIM_TEXT_DEFAULT_MASK;
    OK(scrim_text_create(&options, &text));
    OK(scrim_text_advance(text, 1000));
    OK(scrim_text_insert(text, "123", 3));
    ANSWERS(scrim_text_insert(text, "4", 1), SCRIM_ERROR_FULL);
    ANSWERS(scrim_text_set(text, "x", 1), SCRIM_ERROR_REFUSED);
    OK(scrim_text_advance(text, 1099));
    draws(text, 1099, "123");
    OK(scrim_text_advance(text, 1100));
    draws(text, 1100, "");
    scrim_text_destroy(text);
}

static void test_zero_is_the_default_of_each_option(void **state) {
    (void)state;
    for (uint32_t visible = 0; visible < 2; visible++) {
        scrim_text_options zero = {.struct_size = sizeof zero, .visible = visible}, options = SCRIM_TEXT_OPTIONS_INIT;
        scrim_text *text = NULL;
        char filling[SCRIM_TEXT_DEFAULT_CAPACITY + 1];
        memset(filling, 'x', sizeof filling);
        assert_int_equal(options.capacity, 256);
        OK(scrim_text_create(&zero, &text));
        ANSWERS(scrim_text_insert(text, filling, 257), SCRIM_ERROR_FULL);
        OK(scrim_text_insert(text, filling, 256));
        assert_int_equal(count_of(text), 256);
        OK(scrim_text_set(text, "\u20ac1", 4)); /* any characters, each shown by the default mask */
        shows(text, visible ? "\u20ac1" : "\u25cf\u25cf");
        scrim_text_destroy(text);
    }
}

/* ---- Memory ---- */

static long locked_kib(void) {
    char line[128];
    long kib = -1;
    FILE *file = fopen("/proc/self/status", "r");
    if (file == NULL)
        return -1;
    while (fgets(line, sizeof line, file) != NULL)
        if (strncmp(line, "VmLck:", 6) == 0)
            kib = strtol(line + 6, NULL, 10);
    fclose(file);
    return kib;
}

/* Whether creating texts takes neither a page for secrets nor one that is locked. */
static int takes_no_protected_memory(void *data) {
    scrim_memory_report before = SCRIM_MEMORY_REPORT_INIT, after = SCRIM_MEMORY_REPORT_INIT;
    scrim_text_options options = SCRIM_TEXT_OPTIONS_INIT;
    scrim_text *texts[64];
    long locked = locked_kib();
    if (data != NULL)
        CHECK(limit_locked_bytes(0) == 0);
    options.capacity = SCRIM_TEXT_MAX_CAPACITY;
    options.visible = 1;
    CHECK(scrim_memory_usage(&before) == SCRIM_OK);
    for (int i = 0; i < 64; i++) {
        uint32_t protection = 9;
        CHECK(scrim_text_create(&options, &texts[i]) == SCRIM_OK);
        CHECK(scrim_text_insert(texts[i], "12.50", 5) == SCRIM_OK);
        CHECK(scrim_text_protection(texts[i], &protection) == SCRIM_OK && protection == 0);
    }
    CHECK(scrim_memory_usage(&after) == SCRIM_OK);
    CHECK(memcmp(&before, &after, sizeof before) == 0 && after.mapped_bytes == 0);
    CHECK(locked_kib() == locked);
    for (int i = 0; i < 64; i++)
        scrim_text_destroy(texts[i]);
    return 0;
}

static void test_it_takes_no_protected_memory(void **state) {
    static int limited = 1;
    (void)state;
    passes_in_child(takes_no_protected_memory, NULL);
    passes_in_child(takes_no_protected_memory, &limited);
}

static void test_what_is_deleted_is_wiped(void **state) {
    (void)state;
    scrim_text *text = new_visible(64);
    OK(scrim_text_insert(text, "1234567890", 10));
    const unsigned char *bytes = lend(text).bytes;
    OK(scrim_text_delete_backward(text));
    assert_memory_equal(bytes, "123456789", 10);
    OK(scrim_text_clear(text));
    assert_true(all_zero(bytes, 64));
    OK(scrim_text_insert(text, "12", 2));
    OK(scrim_text_wipe(text));
    assert_true(all_zero(bytes, 64));
    scrim_text_destroy(text);
}

static void test_an_overrun_is_found(void **state) {
    (void)state;
    scrim_text *text = new_visible(16), *other = new_visible(16);
    OK(scrim_text_insert(text, "1234", 4));
    OK(scrim_text_insert(other, "5678", 4));
    for (int end = 0; end < 2; end++) {
        unsigned char *bytes = (unsigned char *)(uintptr_t)lend(text).bytes;
        size_t length = 0;
        bytes[end ? 16 : -1] ^= 1;
        ANSWERS(scrim_text_count(text, &length), SCRIM_ERROR_CORRUPTED);
        assert_true(all_zero(bytes, 16));
        draws(other, 0, "5678");
        OK(scrim_text_wipe(text));
        OK(scrim_text_insert(text, "1234", 4));
        draws(text, 0, "1234");
    }
    scrim_text_destroy(text);
    scrim_text_destroy(other);
}

/* ---- Everything else is as with a secret ---- */

static uint64_t random_state;

static uint32_t below(uint32_t limit) {
    random_state = random_state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)(random_state >> 33) % limit;
}

static scrim_status edit(scrim_text *text, uint32_t what, uint32_t a, uint32_t b, const char *string) {
    switch (what) {
    case 0:
        return scrim_text_delete_backward(text);
    case 1:
        return scrim_text_delete_forward(text);
    case 2:
        return scrim_text_replace(text, a, b, string, strlen(string));
    case 3:
        return scrim_text_select(text, a, b);
    case 4:
        return scrim_text_move(text, 1 + a % 4, b % 2);
    case 5:
        return scrim_text_set(text, string, strlen(string));
    case 6:
        return a == 0 ? scrim_text_clear(text) : a == 1 ? scrim_text_wipe(text)
                                             : a == 2   ? scrim_text_delete_to_end(text)
                                                        : scrim_text_begin_editing(text);
    case 7:
        return a == 0 ? scrim_text_done(text) : scrim_text_end_editing(text);
    default:
        return scrim_text_insert(text, string, strlen(string));
    }
}

static void test_edits_and_events_are_those_of_a_secret(void **state) {
    static const char *const strings[] = {"", "a", "12", "\u00e9", "e\u0301", "\u0301", "\U0001F1E9\U0001F1EA", "\xFF", "0123456789"};
    scrim_text *texts[2] = {new_text(24), new_visible(24)};
    struct host hosts[2];
    (void)state;
    random_state = 5;
    for (int i = 0; i < 2; i++)
        listen(&hosts[i], texts[i]);
    for (int step = 0; step < 5000; step++) {
        uint32_t what = below(14), a = below(12), b = below(12), refuses = below(8);
        const char *string = strings[below(9)];
        scrim_status statuses[2];
        size_t anchors[2], carets[2];
        for (int i = 0; i < 2; i++) {
            hosts[i].refused = refuses == 0 ? "?" : refuses == 1 ? "cr"
                                                : refuses == 2   ? "be"
                                                                 : "";
            hosts[i].change = (scrim_text_change){0, 0, 0, {NULL, 0}};
            statuses[i] = edit(texts[i], what, a, b, string);
            OK(scrim_text_selection(texts[i], &anchors[i], &carets[i]));
            assert_int_equal(hosts[i].inside, SCRIM_OK);
            assert_int_equal(hosts[i].change.replacement.data != NULL, i == 1 && strchr(hosts[i].events, '?') != NULL);
        }
        uint32_t equal = 0;
        struct lent lents[2] = {lend(texts[0]), lend(texts[1])};
        assert_int_equal(statuses[0], statuses[1]);
        assert_true(anchors[0] == anchors[1] && carets[0] == carets[1]);
        assert_int_equal(count_of(texts[0]), count_of(texts[1]));
        assert_true(lents[0].length == lents[1].length);
        assert_memory_equal(lents[0].bytes, lents[1].bytes, 24);
        OK(scrim_text_equal(texts[0], texts[1], &equal));
        assert_true(equal);
        assert_memory_equal(&hosts[0].change, &hosts[1].change, offsetof(scrim_text_change, replacement));
        TOLD(&hosts[0], hosts[1].events);
        TOLD(&hosts[1], hosts[1].events);
    }
    scrim_text_destroy(texts[0]);
    scrim_text_destroy(texts[1]);
}

static void test_it_is_hashed_sealed_and_passed_on(void **state) {
    (void)state;
    static const unsigned char pepper[SCRIM_HASH_PEPPER_SIZE] = {7}, key[SCRIM_SEAL_KEY_SIZE] = {9};
    scrim_text *text = new_visible(64), *secret = new_text(64);
    char hash[SCRIM_HASH_MAX_LENGTH], box[SCRIM_SEAL_OVERHEAD + 64];
    size_t length = 0;
    uint32_t matches = 0;
    int ends[2];
    OK(scrim_text_insert(text, "12.50", 5));
    OK(scrim_text_set(secret, "12.50", 5));
    for (int peppered = 0; peppered < 2; peppered++) {
        const unsigned char *with = peppered ? pepper : NULL;
        size_t size = peppered ? sizeof pepper : 0;
        OK(scrim_text_hash(text, SCRIM_HASH_LOW_MEMORY, with, size, hash, sizeof hash, &length));
        OK(scrim_text_verify(secret, hash, length, with, size, &matches));
        assert_int_equal(matches, 1);
    }
    OK(scrim_text_seal(text, key, sizeof key, NULL, 0, box, sizeof box, &length));
    assert_int_equal(length, sizeof box);
    assert_int_equal(pipe(ends), 0);
    OK(scrim_text_write_fd(text, ends[1], SCRIM_FD_LINE));
    OK(scrim_text_clear(text));
    OK(scrim_text_read_fd(text, ends[0], SCRIM_FD_LINE));
    draws(text, 0, "12.50");
    close(ends[0]);
    close(ends[1]);
    scrim_text_destroy(text);
    scrim_text_destroy(secret);
}

static int is_forked(void *data) {
    size_t count = 0;
    CHECK(scrim_text_count(data, &count) == SCRIM_ERROR_FORKED);
    CHECK(scrim_text_insert(data, "1", 1) == SCRIM_ERROR_FORKED);
    scrim_text_destroy(data);
    scrim_text_options options = SCRIM_TEXT_OPTIONS_INIT;
    scrim_text *text = NULL;
    options.visible = 1;
    CHECK(scrim_text_create(&options, &text) == SCRIM_OK && scrim_text_insert(text, "1", 1) == SCRIM_OK);
    scrim_text_destroy(text);
    return 0;
}

static void test_a_child_makes_its_own(void **state) {
    (void)state;
    scrim_text *text = new_visible(64);
    OK(scrim_text_insert(text, "12.50", 5));
    passes_in_child(is_forked, text);
    draws(text, 0, "12.50");
    scrim_text_destroy(text);
}

/* ---- The replacement in should_change ---- */

struct asked {
    scrim_text *text;
    scrim_text_change change;
    char replacement[64];
    int times;
    int wipes;
};

static uint32_t note_change(const scrim_text_change *change, void *data) {
    struct asked *asked = data;
    asked->times++;
    asked->change = *change;
    assert_true(change->replacement.length < sizeof asked->replacement);
    if (asked->wipes) {
        OK(scrim_text_wipe(asked->text));
    }
    if (change->replacement.data != NULL)
        memcpy(asked->replacement, change->replacement.data, change->replacement.length);
    asked->replacement[change->replacement.length] = 0;
    return 1;
}

static void ask_first(scrim_text *text, struct asked *asked) {
    scrim_text_callbacks callbacks = SCRIM_TEXT_CALLBACKS_INIT;
    *asked = (struct asked){.text = text};
    callbacks.should_change = note_change;
    OK(scrim_text_set_callbacks(text, &callbacks, asked, NULL));
}

#define ASKED(asked, expected) \
    do { \
        assert_int_equal((asked).times, 1); \
        assert_string_equal((asked).replacement, (expected)); \
        assert_non_null((asked).change.replacement.data); \
        (asked).times = 0; \
    } while (0)

static scrim_status insert_from_pipe(scrim_text *text, const char *string) {
    int ends[2];
    assert_int_equal(pipe(ends), 0);
    assert_int_equal(write(ends[1], string, strlen(string)), (ssize_t)strlen(string));
    close(ends[1]);
    scrim_status status = scrim_text_read_fd(text, ends[0], 0);
    close(ends[0]);
    return status;
}

static void test_the_host_sees_what_is_inserted(void **state) {
    (void)state;
    scrim_text *text = new_visible(64);
    scrim_keypad *keypad = new_keypad();
    scrim_key keys[KEYS];
    struct asked asked;
    ask_first(text, &asked);
    OK(scrim_text_insert(text, "1\u20ac", 4));
    ASKED(asked, "1\u20ac");
    OK(scrim_text_replace(text, 0, 1, "23", 2));
    ASKED(asked, "23");
    OK(scrim_text_delete_backward(text));
    ASKED(asked, "");
    OK(insert_from_pipe(text, "from a pipe"));
    ASKED(asked, "from a pipe");
    OK(scrim_text_set(text, "4", 1));
    assert_int_equal(asked.times, 0);
    OK(scrim_keypad_attach(keypad, text));
    show(keypad);
    read_keys(keypad, keys);
    for (int i = 0; i < KEYS; i++) {
        char label[] = {keys[i].label[0], 0};
        if (keys[i].kind != SCRIM_KEY_INSERT)
            continue;
        assert_int_equal(press(keypad, &keys[i]), SCRIM_KEYPAD_RESULT_INSERTED);
        ASKED(asked, label);
    }
    /* A wipe reaches what the library itself holds of the replacement. */
    asked.wipes = 1;
    ANSWERS(insert_from_pipe(text, "from a pipe"), SCRIM_ERROR_REFUSED);
    assert_string_equal(asked.replacement, "");
    assert_int_equal(asked.change.replacement.length, 11);
    draws(text, 0, "");
    scrim_keypad_destroy(keypad);
    scrim_text_destroy(text);
}

/* A secret: whatever is inserted, and by whatever means, the host gets the same bytes for the same number of clusters. */
static void test_a_secret_is_lent_to_no_host(void **state) {
    static const char *const strings[][4] = {
        {"", "", "", ""},
        {"1", "9", "\u20ac", "e\u0301"},
        {"12", "\U0001F600\U0001F600", "a\u0301b", "  "},
        {"123", "zzz", "\u00e9\u00e9\u00e9", "\U0001F1E9\U0001F1EAxy"},
    };
    (void)state;
    for (int hides = 0; hides < 2; hides++)
        for (size_t count = 0; count < 4; count++) {
            scrim_text *text = hides ? hiding(64) : new_text(64);
            scrim_text_change first = {0, 0, 0, {NULL, 0}};
            struct asked asked;
            ask_first(text, &asked);
            for (size_t i = 0; i < 12; i++) {
                const char *string = strings[count][i % 4];
                OK(scrim_text_wipe(text));
                OK(scrim_text_set(text, "1", 1)); /* so that an edit without new text changes something too */
                OK(scrim_text_move(text, SCRIM_MOTION_START, 1));
                asked.times = 0;
                OK(i < 4            ? scrim_text_insert(text, string, strlen(string))
                   : i < 8 || hides ? insert_from_pipe(text, string)
                                    : scrim_text_replace(text, 0, 1, string, strlen(string)));
                assert_int_equal(asked.times, 1);
                if (i == 0)
                    first = asked.change;
                assert_memory_equal(&asked.change, &first, sizeof first);
                assert_null(asked.change.replacement.data);
                assert_int_equal(asked.change.replacement.length, 0);
                assert_int_equal(asked.change.count, count);
            }
            scrim_text_destroy(text);
        }
}

static void test_no_host_learns_a_key(void **state) {
    (void)state;
    scrim_text *text = new_text(64);
    scrim_keypad *keypad = new_keypad();
    struct asked asked;
    ask_first(text, &asked);
    OK(scrim_keypad_attach(keypad, text));
    OK(scrim_text_set(text, "1", 1));
    OK(scrim_text_move(text, SCRIM_MOTION_START, 1));
    OK(scrim_text_insert(text, "5", 1));
    const scrim_text_change typed = asked.change;
    for (int round = 0; round < 20; round++) {
        scrim_key keys[KEYS];
        show(keypad);
        read_keys(keypad, keys);
        for (int i = 0; i < KEYS; i++) {
            if (keys[i].kind != SCRIM_KEY_INSERT)
                continue;
            OK(scrim_text_set(text, "1", 1));
            OK(scrim_text_move(text, SCRIM_MOTION_START, 1));
            assert_int_equal(press(keypad, &keys[i]), SCRIM_KEYPAD_RESULT_INSERTED);
            assert_memory_equal(&asked.change, &typed, sizeof typed);
        }
    }
    scrim_keypad_destroy(keypad);
    scrim_text_destroy(text);
}

/* ---- A host that formats ---- */

static int is_digit(char byte) { return byte >= '0' && byte <= '9'; }

/* Groups of four: "4111 1111". Refuses every edit, and keeps the text that it would have made. */
struct card {
    scrim_text *text;
    char digits[20];
    size_t count;
    int is_pending;
};

static uint32_t refuse_and_keep(const scrim_text_change *change, void *data) {
    struct card *card = data;
    char shown[64], edited[128];
    size_t length = 0, at = 0;
    OK(scrim_text_copy_masked(card->text, shown, sizeof shown, &length)); /* ASCII, so clusters are bytes */
    for (size_t i = 0; i < change->location; i++)
        edited[at++] = shown[i];
    for (size_t i = 0; i < change->replacement.length; i++)
        edited[at++] = change->replacement.data[i];
    for (size_t i = change->location + change->length; i < length; i++)
        edited[at++] = shown[i];
    card->count = 0;
    for (size_t i = 0; i < at && card->count < 19; i++)
        if (is_digit(edited[i]))
            card->digits[card->count++] = edited[i];
    card->is_pending = 1;
    ANSWERS(scrim_text_set(card->text, "1", 1), SCRIM_ERROR_BUSY);
    return 0;
}

static void format_card(struct card *card) {
    char formatted[32];
    size_t length = 0;
    assert_true(card->is_pending);
    for (size_t i = 0; i < card->count; i++) {
        if (i > 0 && i % 4 == 0)
            formatted[length++] = ' ';
        formatted[length++] = card->digits[i];
    }
    card->is_pending = 0;
    OK(scrim_text_set(card->text, formatted, length));
}

static void test_a_host_formats_and_refuses(void **state) {
    (void)state;
    static const char *const expected[] = {"4", "41", "411", "4111", "4111 1", "4111 11", "4111 111", "4111 1111", "4111 1111 1"};
    struct card card = {.text = new_visible(32)};
    scrim_text_callbacks callbacks = SCRIM_TEXT_CALLBACKS_INIT;
    callbacks.should_change = refuse_and_keep;
    OK(scrim_text_set_callbacks(card.text, &callbacks, &card, NULL));
    for (size_t i = 0; i < sizeof expected / sizeof *expected; i++) {
        ANSWERS(scrim_text_insert(card.text, i == 0 ? "4" : "1", 1), SCRIM_ERROR_REFUSED);
        format_card(&card);
        draws(card.text, 0, expected[i]);
        assert_true(selects(card.text, strlen(expected[i]), strlen(expected[i])));
    }
    for (size_t i = sizeof expected / sizeof *expected - 1; i-- > 0;) {
        ANSWERS(scrim_text_delete_backward(card.text), SCRIM_ERROR_REFUSED);
        format_card(&card);
        draws(card.text, 0, expected[i]);
    }
    scrim_text_destroy(card.text);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_it_takes_no_protected_memory),
        cmocka_unit_test(test_it_shows_itself),
        cmocka_unit_test(test_it_has_nothing_to_reveal),
        cmocka_unit_test(test_a_keypad_types_into_it),
        cmocka_unit_test(test_options_for_secrets_are_refused),
        cmocka_unit_test(test_limits_and_the_time_out_work),
        cmocka_unit_test(test_zero_is_the_default_of_each_option),
        cmocka_unit_test(test_what_is_deleted_is_wiped),
        cmocka_unit_test(test_an_overrun_is_found),
        cmocka_unit_test(test_edits_and_events_are_those_of_a_secret),
        cmocka_unit_test(test_it_is_hashed_sealed_and_passed_on),
        cmocka_unit_test(test_a_child_makes_its_own),
        cmocka_unit_test(test_the_host_sees_what_is_inserted),
        cmocka_unit_test(test_a_secret_is_lent_to_no_host),
        cmocka_unit_test(test_no_host_learns_a_key),
        cmocka_unit_test(test_a_host_formats_and_refuses),
    };
    return cmocka_run_group_tests(tests, NULL, nothing_left);
}
