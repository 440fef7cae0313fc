/* SPDX-License-Identifier: MIT */
/* A host that wipes its text at one of its events, and a text with two keypads that it listens to. */
#ifndef SCRIM_TESTS_WIPING_HOST_H
#define SCRIM_TESTS_WIPING_HOST_H

#include "text_fixture.h"

#include "keypad/keypad_fixture.h"

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

UNUSED static void happen(struct host *host, enum event event) {
    if (host->has_wiped)
        host->told_since++;
    if (host->wipe_at == event && !host->has_wiped) {
        host->has_wiped = 1;
        host->wiped = scrim_text_wipe(host->text);
    }
    if (host->jump_at == event)
        longjmp(host->out, 1);
}

UNUSED static uint32_t should_change(const scrim_text_change *change, void *host) {
    (void)change;
    happen(host, SHOULD_CHANGE);
    return 1;
}
UNUSED static void did_change(void *host) { happen(host, DID_CHANGE); }
UNUSED static uint32_t should_clear(void *host) {
    happen(host, SHOULD_CLEAR);
    return 1;
}
UNUSED static uint32_t should_return(void *host) {
    happen(host, SHOULD_RETURN);
    return 1;
}
UNUSED static void done(void *host) { happen(host, DONE); }
UNUSED static uint32_t should_begin(void *host) {
    happen(host, SHOULD_BEGIN);
    return 1;
}
UNUSED static void did_begin(void *host) { happen(host, DID_BEGIN); }
UNUSED static uint32_t should_end(void *host) {
    happen(host, SHOULD_END);
    return 1;
}
UNUSED static void did_end(void *host) { happen(host, DID_END); }
UNUSED static void display_changed(void *host) { happen(host, DISPLAY_CHANGED); }

static const scrim_text_callbacks all = {sizeof all, 0, should_change, did_change, should_clear, should_return, done,
                                         should_begin, did_begin, should_end, did_end, display_changed};

/* Bytes that are lent are zero as soon as the text is wiped. */
UNUSED static void read_bytes(const void *bytes, size_t length, void *data) {
    struct host *host = data;
    happen(host, READ);
    for (size_t i = 0; host->has_wiped && i < length; i++)
        assert_int_equal(((const unsigned char *)bytes)[i], 0);
}

UNUSED static void draw_bytes(const void *bytes, size_t length, size_t count, uint32_t revealed, void *data) {
    struct host *host = data;
    (void)count;
    happen(host, DISPLAY);
    for (size_t i = 0; host->has_wiped && revealed && i < length; i++)
        assert_int_equal(((const unsigned char *)bytes)[i], 0);
}

UNUSED static void listen_to(struct host *host, scrim_text *text, enum event wipe_at) {
    *host = (struct host){.text = text};
    OK(scrim_text_set_callbacks(text, &all, host, NULL));
    host->wipe_at = wipe_at;
}

UNUSED static void is_empty(scrim_text *text) {
    size_t anchor = 9, caret = 9;
    assert_int_equal(count_of(text), 0);
    assert_true(holds(text, "", 0));
    OK(scrim_text_selection(text, &anchor, &caret));
    assert_true(anchor == 0 && caret == 0);
    struct lent lent = lend(text);
    assert_true(lent.length == 0 && all_zero(lent.bytes, 64));
}

/* A text that holds 1234, is revealed and edited, with two keypads attached. */
struct subject {
    struct host host;
    scrim_text *text;
    scrim_keypad *keypads[2];
};

UNUSED static void make(struct subject *subject, enum event wipe_at) {
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

UNUSED static void unmake(struct subject *subject) {
    scrim_text_destroy(subject->text);
    for (int i = 0; i < 2; i++)
        scrim_keypad_destroy(subject->keypads[i]);
}

#endif
