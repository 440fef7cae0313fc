/* SPDX-License-Identifier: MIT */
/*
 * scrim_text_wipe() works on any valid text at any time: inside of each callback, and after a callback was left by a jump. The call
 * that was interrupted, where it resumes, leaves the text as it was wiped.
 */
#include "support/memory_scanner.h"
#include "text_fixture.h"
#include "support/kernel.h"
#include "keypad/keypad_fixture.h"

#include <sys/random.h>

/* ---- A host that wipes its text at one of its events ---- */

enum event {
    NONE,
    SHOULD_CHANGE,
    DID_CHANGE,
    SHOULD_CLEAR,
    SHOULD_RETURN,
    DONE,
    SHOULD_BEGIN,
    DID_BEGIN,
    SHOULD_END,
    DID_END,
    DISPLAY_CHANGED,
    READ,
    DISPLAY,
    EVENTS
};

struct host {
    scrim_text *text;
    enum event wipe_at;
    enum event jump_at;
    jmp_buf out;
    scrim_status wiped;
    int told_since; /* callbacks after the wipe */
    int has_wiped;
};

static void happen(struct host *host, enum event event) {
    if (host->has_wiped)
        host->told_since++;
    if (host->wipe_at == event && !host->has_wiped) {
        host->has_wiped = 1;
        host->wiped = scrim_text_wipe(host->text);
    }
    if (host->jump_at == event)
        longjmp(host->out, 1);
}

static uint32_t should_change(const scrim_text_change *change, void *host) {
    (void)change;
    happen(host, SHOULD_CHANGE);
    return 1;
}
static void did_change(void *host) { happen(host, DID_CHANGE); }
static uint32_t should_clear(void *host) {
    happen(host, SHOULD_CLEAR);
    return 1;
}
static uint32_t should_return(void *host) {
    happen(host, SHOULD_RETURN);
    return 1;
}
static void done(void *host) { happen(host, DONE); }
static uint32_t should_begin(void *host) {
    happen(host, SHOULD_BEGIN);
    return 1;
}
static void did_begin(void *host) { happen(host, DID_BEGIN); }
static uint32_t should_end(void *host) {
    happen(host, SHOULD_END);
    return 1;
}
static void did_end(void *host) { happen(host, DID_END); }
static void display_changed(void *host) { happen(host, DISPLAY_CHANGED); }

static const scrim_text_callbacks all = {sizeof all, 0, should_change, did_change, should_clear, should_return, done,
                                         should_begin, did_begin, should_end, did_end, display_changed};

/* Bytes that are lent are zero as soon as the text is wiped. */
static void read_bytes(const void *bytes, size_t length, void *data) {
    struct host *host = data;
    happen(host, READ);
    for (size_t i = 0; host->has_wiped && i < length; i++)
        assert_int_equal(((const unsigned char *)bytes)[i], 0);
}

static void draw_bytes(const void *bytes, size_t length, size_t count, uint32_t revealed, void *data) {
    struct host *host = data;
    (void)count;
    happen(host, DISPLAY);
    for (size_t i = 0; host->has_wiped && revealed && i < length; i++)
        assert_int_equal(((const unsigned char *)bytes)[i], 0);
}

static void listen_to(struct host *host, scrim_text *text, enum event wipe_at) {
    *host = (struct host){.text = text};
    OK(scrim_text_set_callbacks(text, &all, host, NULL));
    host->wipe_at = wipe_at;
}

static void is_empty(scrim_text *text) {
    size_t anchor = 9, caret = 9;
    assert_int_equal(count_of(text), 0);
    assert_true(holds(text, "", 0));
    OK(scrim_text_selection(text, &anchor, &caret));
    assert_true(anchor == 0 && caret == 0);
    struct lent lent = lend(text);
    assert_true(lent.length == 0 && all_zero(lent.bytes, 64));
}

/* ---- Each call, interrupted ---- */

static scrim_status insert(scrim_text *text, void *host) {
    (void)host;
    return scrim_text_insert(text, "56", 2);
}
static scrim_status replace(scrim_text *text, void *host) {
    (void)host;
    return scrim_text_replace(text, 1, 2, "\xC3\xA9", 2);
}
static scrim_status set(scrim_text *text, void *host) {
    (void)host;
    return scrim_text_set(text, "987", 3);
}
static scrim_status delete_backward(scrim_text *text, void *host) {
    (void)host;
    return scrim_text_delete_backward(text);
}
static scrim_status clear(scrim_text *text, void *host) {
    (void)host;
    return scrim_text_clear(text);
}
static scrim_status finish(scrim_text *text, void *host) {
    (void)host;
    return scrim_text_done(text);
}
static scrim_status begin(scrim_text *text, void *host) {
    (void)host;
    if (scrim_text_end_editing(text) != SCRIM_OK)
        return SCRIM_ERROR_UNSUPPORTED;
    return scrim_text_begin_editing(text);
}
static scrim_status end(scrim_text *text, void *host) {
    (void)host;
    return scrim_text_end_editing(text);
}
static scrim_status read_it(scrim_text *text, void *host) { return scrim_text_read(text, read_bytes, host); }
static scrim_status display(scrim_text *text, void *host) { return scrim_text_display(text, 1, draw_bytes, host); }
static scrim_status reveal(scrim_text *text, void *host) {
    (void)host;
    return scrim_text_reveal(text, 1);
}
static scrim_status conceal(scrim_text *text, void *host) {
    (void)host;
    return scrim_text_conceal(text);
}
static scrim_status fill(scrim_text *text, void *host) {
    int ends[2];
    (void)host;
    assert_int_equal(pipe(ends), 0);
    assert_int_equal(write(ends[1], "56", 2), 2);
    close(ends[1]);
    scrim_status status = scrim_text_fill_from_fd(text, ends[0], 0);
    close(ends[0]);
    return status;
}

static const struct {
    const char *name;
    scrim_status (*call)(scrim_text *text, void *host);
    enum event at;
    scrim_status status; /* OK where nothing was left to do, and nothing was undone */
} interrupted[] = {
    {"insert, should_change", insert, SHOULD_CHANGE, SCRIM_ERROR_REFUSED},
    {"insert, did_change", insert, DID_CHANGE, SCRIM_ERROR_REFUSED},
    {"insert, display_changed", insert, DISPLAY_CHANGED, SCRIM_ERROR_REFUSED},
    {"replace, should_change", replace, SHOULD_CHANGE, SCRIM_ERROR_REFUSED},
    {"replace, did_change", replace, DID_CHANGE, SCRIM_ERROR_REFUSED},
    {"set, did_change", set, DID_CHANGE, SCRIM_ERROR_REFUSED},
    {"delete, should_change", delete_backward, SHOULD_CHANGE, SCRIM_ERROR_REFUSED},
    {"delete, did_change", delete_backward, DID_CHANGE, SCRIM_ERROR_REFUSED},
    {"fill, should_change", fill, SHOULD_CHANGE, SCRIM_ERROR_REFUSED},
    {"fill, did_change", fill, DID_CHANGE, SCRIM_ERROR_REFUSED},
    {"clear, should_clear", clear, SHOULD_CLEAR, SCRIM_ERROR_REFUSED},
    {"clear, did_change", clear, DID_CHANGE, SCRIM_ERROR_REFUSED},
    {"done, should_return", finish, SHOULD_RETURN, SCRIM_ERROR_REFUSED},
    {"done, display_changed", finish, DISPLAY_CHANGED, SCRIM_ERROR_REFUSED},
    {"done, should_end", finish, SHOULD_END, SCRIM_ERROR_REFUSED},
    {"done, did_end", finish, DID_END, SCRIM_ERROR_REFUSED},
    {"done, done", finish, DONE, SCRIM_OK},
    {"begin, should_begin", begin, SHOULD_BEGIN, SCRIM_ERROR_REFUSED},
    {"begin, did_begin", begin, DID_BEGIN, SCRIM_OK},
    {"end, should_end", end, SHOULD_END, SCRIM_ERROR_REFUSED},
    {"end, display_changed", end, DISPLAY_CHANGED, SCRIM_ERROR_REFUSED},
    {"end, did_end", end, DID_END, SCRIM_OK},
    {"read", read_it, READ, SCRIM_ERROR_REFUSED},
    {"display", display, DISPLAY, SCRIM_ERROR_REFUSED},
    {"reveal, display_changed", reveal, DISPLAY_CHANGED, SCRIM_ERROR_REFUSED},
    {"conceal, display_changed", conceal, DISPLAY_CHANGED, SCRIM_OK},
};

enum {
    INTERRUPTED = sizeof interrupted / sizeof *interrupted
};

/* A text that holds 1234, is revealed and edited, with two keypads attached. */
struct subject {
    struct host host;
    scrim_text *text;
    scrim_keypad *keypads[2];
};

static void make(struct subject *subject, enum event wipe_at) {
    subject->text = new_text(64);
    for (int i = 0; i < 2; i++) {
        subject->keypads[i] = new_keypad();
        OK(scrim_keypad_attach(subject->keypads[i], subject->text));
        OK(scrim_keypad_show(subject->keypads[i]));
    }
    OK(scrim_text_insert(subject->text, "1234", 4));
    OK(scrim_text_begin_editing(subject->text));
    OK(scrim_text_reveal(subject->text, 1));
    listen_to(&subject->host, subject->text, wipe_at);
}

static void unmake(struct subject *subject) {
    scrim_text_destroy(subject->text);
    for (int i = 0; i < 2; i++)
        scrim_keypad_destroy(subject->keypads[i]);
}

static void test_wiping_in_each_callback(void **state) {
    (void)state;
    for (int i = 0; i < INTERRUPTED; i++) {
        struct subject s;
        make(&s, interrupted[i].at);
        scrim_status status = interrupted[i].call(s.text, &s.host);
        if (status != interrupted[i].status || s.host.wiped != SCRIM_OK || !s.host.has_wiped || s.host.told_since != 0) {
            print_error("%s: %d, the wipe %d, then told %d times\n", interrupted[i].name, status, s.host.wiped, s.host.told_since);
            fail();
        }
        is_empty(s.text);
        /* It works as before. */
        OK(scrim_text_insert(s.text, "77", 2));
        assert_true(holds(s.text, "77", 2));
        unmake(&s);
    }
}

/* What of a single character is shown between masks stops with the wipe. */
static void test_wiping_between_the_parts_that_are_drawn(void **state) {
    (void)state;
    scrim_text_options options = SCRIM_TEXT_OPTIONS_INIT;
    struct host host;
    scrim_text *text = NULL;
    options.reveal_last_ns = SCRIM_TEXT_LONGEST_REVEAL;
    OK(scrim_text_create(&options, &text));
    OK(scrim_text_advance(text, 1));
    OK(scrim_text_insert(text, "1", 1));
    OK(scrim_text_insert(text, "2", 1));
    listen_to(&host, text, DISPLAY);
    ANSWERS(scrim_text_display(text, 1, draw_bytes, &host), SCRIM_ERROR_REFUSED);
    assert_int_equal(host.told_since, 0);
    is_empty(text);
    scrim_text_destroy(text);
}

static void wipe_other(const void *bytes, size_t length, void *data) {
    (void)bytes;
    (void)length;
    OK(scrim_text_wipe(data));
}

/* Two texts of one scene are one group. Nobody is told of the wipe; what was read of the other text stays right. */
static void test_wiping_in_a_callback_of_another_text(void **state) {
    (void)state;
    scrim_scene_options options = SCRIM_SCENE_OPTIONS_INIT;
    scrim_window window = SCRIM_WINDOW_INIT;
    scrim_view view = SCRIM_VIEW_INIT;
    scrim_scene *scene = NULL;
    scrim_id on = 0, views[2];
    scrim_text *texts[2];
    struct host host;
    OK(scrim_scene_create(&options, &scene));
    window.frame = (scrim_rect){0, 0, 100, 100};
    OK(scrim_scene_add_window(scene, &window, &on));
    view.frame = (scrim_rect){0, 0, 10, 10};
    for (int i = 0; i < 2; i++) {
        OK(scrim_scene_add_view(scene, on, &view, &views[i]));
        texts[i] = new_text(64);
        OK(scrim_text_insert(texts[i], "1234", 4));
        OK(scrim_scene_attach_text(scene, views[i], texts[i]));
    }
    listen_to(&host, texts[1], NONE);
    host.has_wiped = 1; /* counts what is told */
    ANSWERS(scrim_text_clear(texts[1]), SCRIM_OK);
    assert_int_equal(host.told_since, 3);
    OK(scrim_text_insert(texts[1], "1234", 4));
    host.told_since = 0;
    OK(scrim_text_read(texts[0], wipe_other, texts[1]));
    assert_int_equal(host.told_since, 0);
    is_empty(texts[1]);
    assert_true(holds(texts[0], "1234", 4));
    for (int i = 0; i < 2; i++)
        scrim_text_destroy(texts[i]);
    scrim_scene_destroy(scene);
}

/* What was dropped from a text that hides its length is forgotten with it, though the call that set the text is interrupted. */
static void test_a_wiped_text_is_not_overfull(void **state) {
    (void)state;
    scrim_text_options options = SCRIM_TEXT_OPTIONS_INIT;
    struct host host;
    scrim_text *text = NULL;
    struct lent lent = {0};
    options.capacity = 4;
    options.mask = SCRIM_MASK_FIXED;
    options.mask_count = 6;
    options.hide_length = 1;
    OK(scrim_text_create(&options, &text));
    OK(scrim_text_insert(text, "123", 3));
    OK(scrim_text_insert(text, "45", 2));
    ANSWERS(scrim_text_read(text, keep_address, &lent), SCRIM_ERROR_FULL);
    listen_to(&host, text, DID_CHANGE);
    ANSWERS(scrim_text_set(text, "99", 2), SCRIM_ERROR_REFUSED);
    OK(scrim_text_read(text, keep_address, &lent));
    assert_int_equal(lent.length, 0);
    scrim_text_destroy(text);
}

static void test_wiping_outside_tells(void **state) {
    (void)state;
    struct subject s;
    make(&s, NONE);
    s.host.has_wiped = 1; /* counts what is told */
    OK(scrim_text_wipe(s.text));
    assert_int_equal(s.host.told_since, 2);
    is_empty(s.text);
    /* Wiped once more while it tells of it: the answer stays. */
    OK(scrim_text_insert(s.text, "1", 1));
    s.host = (struct host){.text = s.text, .wipe_at = DID_CHANGE};
    OK(scrim_text_wipe(s.text));
    OK(s.host.wiped);
    is_empty(s.text);
    unmake(&s);
}

/* ---- Keys ---- */

static const scrim_key *key_of(const scrim_key keys[KEYS], uint32_t kind) {
    for (int i = 0; i < KEYS; i++)
        if (keys[i].kind == kind)
            return &keys[i];
    fail();
    return NULL;
}

static void test_a_press_whose_text_is_wiped(void **state) {
    (void)state;
    static const struct {
        enum event at;
        uint32_t kind, answer;
    } presses[] = {
        {SHOULD_CHANGE, SCRIM_KEY_INSERT, SCRIM_KEYPAD_REFUSED},
        {DID_CHANGE, SCRIM_KEY_INSERT, SCRIM_KEYPAD_REFUSED},
        {SHOULD_CHANGE, SCRIM_KEY_DELETE, SCRIM_KEYPAD_REFUSED},
        {DISPLAY_CHANGED, SCRIM_KEY_DELETE, SCRIM_KEYPAD_REFUSED},
        {SHOULD_RETURN, SCRIM_KEY_DONE, SCRIM_KEYPAD_REFUSED},
        {DONE, SCRIM_KEY_DONE, SCRIM_KEYPAD_DONE},
    };
    for (size_t i = 0; i < sizeof presses / sizeof *presses; i++) {
        struct subject s;
        scrim_key keys[KEYS];
        make(&s, presses[i].at);
        show(s.keypads[0]);
        read_keys(s.keypads[0], keys);
        assert_int_equal(press(s.keypads[0], key_of(keys, presses[i].kind)), presses[i].answer);
        OK(s.host.wiped);
        is_empty(s.text);
        s.host.wipe_at = NONE;
        assert_int_equal(press(s.keypads[0], key_of(keys, SCRIM_KEY_INSERT)), SCRIM_KEYPAD_INSERTED);
        assert_int_equal(count_of(s.text), 1);
        unmake(&s);
    }
}

/* The idle time-out comes due with a touch; the host wipes when it is told of that. The touch then types nothing. */
static void test_a_touch_that_is_told_the_time(void **state) {
    (void)state;
    scrim_text_options options = SCRIM_TEXT_OPTIONS_INIT;
    struct host host;
    scrim_text *text = NULL;
    scrim_keypad *keypad = new_keypad();
    scrim_key keys[KEYS];
    uint32_t answer = 99;
    options.idle_timeout_ns = 1000000000;
    OK(scrim_text_create(&options, &text));
    OK(scrim_keypad_attach(keypad, text));
    show(keypad);
    read_keys(keypad, keys);
    const scrim_key *key = key_of(keys, SCRIM_KEY_INSERT);
    press(keypad, key);
    OK(send(keypad, SCRIM_TOUCH_BEGAN, 1, key->rect.x + 5, key->rect.y + 5, &answer));
    listen_to(&host, text, DID_CHANGE);
    now_ns += 2000000000;
    OK(send(keypad, SCRIM_TOUCH_ENDED, 1, key->rect.x + 5, key->rect.y + 5, &answer));
    assert_int_equal(answer, SCRIM_KEYPAD_REFUSED);
    OK(host.wiped);
    is_empty(text);
    scrim_keypad_destroy(keypad);
    scrim_text_destroy(text);
}

static void count_revealed(const void *bytes, size_t length, size_t count, uint32_t revealed, void *number) {
    (void)bytes;
    (void)length;
    (void)count;
    *(unsigned *)number += revealed;
}

/* A reveal first tells that the character typed last is shown no more; the host wipes then. What is typed next is not revealed. */
static void test_a_reveal_that_is_told_the_time(void **state) {
    (void)state;
    scrim_text_options options = SCRIM_TEXT_OPTIONS_INIT;
    struct host host;
    scrim_text *text = NULL;
    unsigned revealed = 0;
    options.reveal_last_ns = 100;
    OK(scrim_text_create(&options, &text));
    OK(scrim_text_advance(text, 1));
    OK(scrim_text_insert(text, "7", 1));
    listen_to(&host, text, DISPLAY_CHANGED);
    ANSWERS(scrim_text_reveal(text, 500), SCRIM_ERROR_REFUSED);
    OK(host.wiped);
    assert_int_equal(host.told_since, 0);
    OK(scrim_text_insert(text, "34", 2));
    OK(scrim_text_display(text, 1000, count_revealed, &revealed));
    assert_int_equal(revealed, 0);
    scrim_text_destroy(text);
}

/* The host wipes when it gets the user data of its earlier callbacks back; the new ones are not called for that. */
static void wipe_when_freed(void *host) { happen(host, DONE); }

static void test_callbacks_that_are_replaced(void **state) {
    (void)state;
    scrim_text *text = new_text(64);
    struct host host = {.text = text};
    OK(scrim_text_set_callbacks(text, &all, &host, wipe_when_freed));
    OK(scrim_text_insert(text, "12", 2));
    host.wipe_at = DONE;
    OK(scrim_text_set_callbacks(text, &all, &host, NULL));
    OK(host.wiped);
    assert_int_equal(host.told_since, 0);
    is_empty(text);
    scrim_text_destroy(text);
}

static uint32_t destroy_keypad(const scrim_text_change *change, void *keypad) {
    (void)change;
    scrim_keypad_destroy(keypad);
    return 1;
}

/* Destroying a keypad inside a callback refuses the key that it is inserting, and no other edit. */
static void test_edits_while_a_keypad_is_destroyed(void **state) {
    (void)state;
    scrim_text_callbacks callbacks = SCRIM_TEXT_CALLBACKS_INIT;
    callbacks.should_change = destroy_keypad;
    for (int by = 0; by < 3; by++) { /* a call, the other keypad, the one that is destroyed */
        scrim_text *text = new_text(64);
        scrim_keypad *keypads[2] = {new_keypad(), new_keypad()};
        scrim_key keys[KEYS];
        for (int i = 0; i < 2; i++) {
            OK(scrim_keypad_attach(keypads[i], text));
            show(keypads[i]);
        }
        OK(scrim_text_set_callbacks(text, &callbacks, keypads[1], NULL));
        if (by == 0) {
            OK(scrim_text_insert(text, "7", 1));
        } else {
            read_keys(keypads[by - 1], keys);
            assert_int_equal(press(keypads[by - 1], key_of(keys, SCRIM_KEY_INSERT)),
                             by == 1 ? SCRIM_KEYPAD_INSERTED : SCRIM_KEYPAD_REFUSED);
        }
        assert_int_equal(count_of(text), by == 2 ? 0 : 1);
        scrim_keypad_destroy(keypads[0]);
        scrim_text_destroy(text);
    }
}

static void test_a_delete_key_that_repeats(void **state) {
    (void)state;
    struct subject s;
    scrim_key keys[KEYS];
    uint32_t answer = 99;
    uint64_t deadline = 0;
    make(&s, NONE);
    show(s.keypads[0]);
    read_keys(s.keypads[0], keys);
    const scrim_key *key = key_of(keys, SCRIM_KEY_DELETE);
    OK(send(s.keypads[0], SCRIM_TOUCH_BEGAN, 1, key->rect.x + 5, key->rect.y + 5, &answer));
    OK(scrim_keypad_next_deadline(s.keypads[0], &deadline));
    s.host.wipe_at = SHOULD_CHANGE;
    OK(scrim_keypad_advance(s.keypads[0], deadline, &answer));
    assert_int_equal(answer, SCRIM_KEYPAD_REFUSED);
    OK(s.host.wiped);
    is_empty(s.text);
    s.host.wipe_at = NONE;
    OK(scrim_keypad_next_deadline(s.keypads[0], &deadline));
    OK(scrim_keypad_advance(s.keypads[0], deadline, &answer));
    now_ns = deadline;
    OK(send(s.keypads[0], SCRIM_TOUCH_ENDED, 1, key->rect.x + 5, key->rect.y + 5, &answer));
    is_empty(s.text);
    unmake(&s);
}

/* ---- Callbacks that are left by a jump ---- */

/* In a child, as its handles stay for ever. */
static int abandon(void *number) {
    const int i = (int)(intptr_t)number;
    struct subject s;
    uint32_t equal = 0;
    size_t count = 9, length = 0;
    char hash[SCRIM_HASH_MAX_LENGTH];
    scrim_key keys[KEYS];
    make(&s, NONE);
    s.host.jump_at = interrupted[i].at;
    if (setjmp(s.host.out) == 0) {
        interrupted[i].call(s.text, &s.host);
        CHECK(!"it jumped");
    }
    s.host.jump_at = NONE;
    CHECK(scrim_text_insert(s.text, "1", 1) == SCRIM_ERROR_BUSY);
    CHECK(scrim_text_wipe(s.text) == SCRIM_OK);
    /* What only asks works. */
    CHECK(scrim_text_count(s.text, &count) == SCRIM_OK && count == 0);
    CHECK(scrim_text_equal_bytes(s.text, "", 0, &equal) == SCRIM_OK && equal == 1);
    CHECK(scrim_text_hash(s.text, SCRIM_HASH_KIOSK, NULL, 0, hash, sizeof hash, &length) == SCRIM_OK);
    CHECK(scrim_text_verify(s.text, hash, length, NULL, 0, &equal) == SCRIM_OK && equal == 1);
    /* Destroying puts the end off for ever, but no layout is left to be seen. */
    CHECK(scrim_keypad_keys(s.keypads[0], keys, KEYS, &count) == SCRIM_OK && count == KEYS);
    scrim_keypad_destroy(s.keypads[0]);
    CHECK(scrim_keypad_keys(s.keypads[0], keys, KEYS, &count) == SCRIM_OK && count == 0);
    scrim_text_destroy(s.text);
    CHECK(scrim_text_wipe(s.text) == SCRIM_OK);
    /* Other groups work as ever. */
    scrim_text *other = new_text(16);
    CHECK(scrim_text_insert(other, "1", 1) == SCRIM_OK);
    scrim_text_destroy(other);
    return 0;
}

static void test_callbacks_left_by_a_jump(void **state) {
    (void)state;
    for (int i = 0; i < INTERRUPTED; i++)
        passes_in_child(abandon, (void *)(intptr_t)i);
}

/* The secret that comes from a descriptor is nowhere after the wipe, though the call that read it never returns. */
static int abandon_a_filling(void *data) {
    static struct host host;
    struct findings found;
    uint64_t seed = 0;
    unsigned char digits[MARKER];
    int ends[2];
    (void)data;
    CHECK(getrandom(&seed, sizeof seed, 0) == sizeof seed && pipe(ends) == 0);
    scrim_text *text = new_text(64);
    for (unsigned i = 0; i < MARKER; i++)
        digits[i] = marker_digit(seed, i);
    CHECK(write(ends[1], digits, MARKER) == MARKER && close(ends[1]) == 0);
    for (volatile unsigned char *byte = digits; byte < digits + MARKER; byte++)
        *byte = 0;
    listen_to(&host, text, NONE);
    host.jump_at = SHOULD_CHANGE;
    if (setjmp(host.out) == 0) {
        scrim_text_fill_from_fd(text, ends[0], 0);
        CHECK(!"it jumped");
    }
    CHECK(search_process(getpid(), seed, 0, &found) == 0);
    CHECK(found.count > 0);
    CHECK(scrim_text_wipe(text) == SCRIM_OK);
    CHECK(search_process(getpid(), seed, 0, &found) == 0);
    CHECK(found.count == 0);
    return 0;
}

static int abandon_a_filling_in_plain_memory(void *data) {
    CHECK(deny_memfd_secret() == 0);
    return abandon_a_filling(data);
}

static void test_a_filling_left_by_a_jump(void **state) {
    (void)state;
    if (running_on_valgrind() || built_with_asan())
        skip();
    passes_in_child(abandon_a_filling_in_plain_memory, NULL);
}

/* A keypad that is destroyed in a callback of its own press ends it: the key was not typed yet, and the text has no byte of it. */
struct destroyer {
    scrim_keypad *keypad;
    int when_asked;
};

static uint32_t destroy_when_asked(const scrim_text_change *change, void *data) {
    (void)change;
    if (((struct destroyer *)data)->when_asked)
        scrim_keypad_destroy(((struct destroyer *)data)->keypad);
    return 1;
}

static void destroy_when_told(void *data) {
    if (!((struct destroyer *)data)->when_asked)
        scrim_keypad_destroy(((struct destroyer *)data)->keypad);
}

static void test_a_keypad_destroyed_by_its_own_press(void **state) {
    (void)state;
    static const uint32_t moments[] = {SCRIM_RESHUFFLE_SHOW, SCRIM_RESHUFFLE_PRESS, SCRIM_RESHUFFLE_DEMAND};
    for (int when_asked = 0; when_asked < 2; when_asked++)
        for (int i = 0; i < 3; i++) {
            scrim_keypad_options options = SCRIM_KEYPAD_OPTIONS_INIT;
            scrim_text_callbacks callbacks = SCRIM_TEXT_CALLBACKS_INIT;
            scrim_text *text = new_text(16);
            struct destroyer destroyer = {NULL, when_asked};
            scrim_key keys[KEYS];
            options.reshuffle = moments[i];
            OK(scrim_keypad_create(&options, &destroyer.keypad));
            OK(scrim_keypad_attach(destroyer.keypad, text));
            show(destroyer.keypad);
            read_keys(destroyer.keypad, keys);
            callbacks.should_change = destroy_when_asked;
            callbacks.did_change = destroy_when_told;
            OK(scrim_text_set_callbacks(text, &callbacks, &destroyer, NULL));
            const uint32_t answer = press(destroyer.keypad, key_of(keys, SCRIM_KEY_INSERT));
            assert_int_equal(answer, when_asked ? SCRIM_KEYPAD_REFUSED : SCRIM_KEYPAD_INSERTED);
            assert_int_equal(count_of(text), when_asked ? 0 : 1);
            assert_int_equal(scrim_live_handles(SCRIM_KIND_KEYPAD), 0);
            scrim_text_destroy(text);
        }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(test_wiping_in_each_callback, nothing_left),
        cmocka_unit_test_teardown(test_wiping_between_the_parts_that_are_drawn, nothing_left),
        cmocka_unit_test_teardown(test_wiping_in_a_callback_of_another_text, nothing_left),
        cmocka_unit_test_teardown(test_a_wiped_text_is_not_overfull, nothing_left),
        cmocka_unit_test_teardown(test_wiping_outside_tells, nothing_left),
        cmocka_unit_test_teardown(test_a_press_whose_text_is_wiped, nothing_left),
        cmocka_unit_test_teardown(test_a_touch_that_is_told_the_time, nothing_left),
        cmocka_unit_test_teardown(test_a_reveal_that_is_told_the_time, nothing_left),
        cmocka_unit_test_teardown(test_callbacks_that_are_replaced, nothing_left),
        cmocka_unit_test_teardown(test_edits_while_a_keypad_is_destroyed, nothing_left),
        cmocka_unit_test_teardown(test_a_delete_key_that_repeats, nothing_left),
        cmocka_unit_test_teardown(test_callbacks_left_by_a_jump, nothing_left),
        cmocka_unit_test_teardown(test_a_filling_left_by_a_jump, nothing_left),
        cmocka_unit_test_teardown(test_a_keypad_destroyed_by_its_own_press, nothing_left),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
