/* SPDX-License-Identifier: MIT */
/* A host of texts that writes down what it is asked and told. */
#ifndef SCRIM_TESTS_TEXT_HOST_H
#define SCRIM_TESTS_TEXT_HOST_H

#include "keypad/keypad_fixture.h"
#include "text_fixture.h"

enum {
    MOST_EVENTS = 64
};

struct host {
    scrim_text *text;
    char events[MOST_EVENTS]; /* a letter each, in order */
    size_t count;
    const char *refused; /* letters of the questions that are answered with no */
    scrim_text_change change;
    int freed;
    scrim_status inside; /* the answer to a change from inside a callback */
    uint32_t busy_calls;
};

UNUSED static void note(struct host *host, char event) {
    if (host->count + 1 < MOST_EVENTS)
        host->events[host->count++] = event;
    /* From inside, reading works and changing does not. */
    size_t length = 0;
    char shown[512];
    if (scrim_text_copy_masked(host->text, shown, sizeof shown, &length) != SCRIM_OK)
        host->inside = SCRIM_ERROR_UNSUPPORTED;
    if (scrim_text_insert(host->text, "!", 1) != SCRIM_ERROR_BUSY)
        host->inside = SCRIM_ERROR_UNSUPPORTED;
    if (scrim_text_clear(host->text) != SCRIM_ERROR_BUSY)
        host->inside = SCRIM_ERROR_UNSUPPORTED;
}

UNUSED static uint32_t answer(struct host *host, char event) {
    note(host, event);
    return strchr(host->refused, event) == NULL;
}

UNUSED static uint32_t should_change(const scrim_text_change *change, void *data) {
    ((struct host *)data)->change = *change;
    return answer(data, '?');
}
UNUSED static void did_change(void *data) { note(data, '!'); }
UNUSED static uint32_t should_clear(void *data) { return answer(data, 'c'); }
UNUSED static uint32_t should_return(void *data) { return answer(data, 'r'); }
UNUSED static void done(void *data) { note(data, 'R'); }
UNUSED static uint32_t should_begin(void *data) { return answer(data, 'b'); }
UNUSED static void did_begin(void *data) { note(data, 'B'); }
UNUSED static uint32_t should_end(void *data) { return answer(data, 'e'); }
UNUSED static void did_end(void *data) { note(data, 'E'); }
UNUSED static void display_changed(void *data) { note(data, 'd'); }
UNUSED static void freed(void *data) { ((struct host *)data)->freed++; }

UNUSED static const scrim_text_callbacks all = {sizeof all, 0, should_change, did_change, should_clear, should_return, done,
                                                should_begin, did_begin, should_end, did_end, display_changed};

UNUSED static void listen(struct host *host, scrim_text *text) {
    *host = (struct host){.text = text, .refused = ""};
    OK(scrim_text_set_callbacks(text, &all, host, freed));
    assert_string_equal(host->events, "d"); /* there may be something to draw already */
    host->count = 0;
    memset(host->events, 0, sizeof host->events);
}

/* What was noted since the last time. */
#define TOLD(host, expected) \
    do { \
        assert_string_equal((host)->events, (expected)); \
        assert_int_equal((host)->inside, SCRIM_OK); \
        (host)->count = 0; \
        memset((host)->events, 0, sizeof(host)->events); \
    } while (0)

#define CHANGE(host, at, of, new) \
    do { \
        assert_int_equal((host)->change.location, (at)); \
        assert_int_equal((host)->change.length, (of)); \
        assert_int_equal((host)->change.count, (new)); \
    } while (0)

UNUSED static scrim_text *hiding(uint32_t capacity) {
    scrim_text_options options = SCRIM_TEXT_OPTIONS_INIT;
    scrim_text *text = NULL;
    options.capacity = capacity;
    options.mask = SCRIM_MASK_FIXED;
    options.mask_count = 6;
    options.hide_length = 1;
    OK(scrim_text_create(&options, &text));
    return text;
}

UNUSED static void shows(const scrim_text *text, const char *expected) {
    char shown[256];
    size_t length = 0;
    OK(scrim_text_copy_masked(text, shown, sizeof shown, &length));
    assert_int_equal(length, strlen(expected));
    assert_memory_equal(shown, expected, length);
}

#endif
