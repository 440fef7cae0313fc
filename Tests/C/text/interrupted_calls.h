/* SPDX-License-Identifier: MIT */
/* Each call that has a callback, and what it returns if its text is wiped there. */
#ifndef SCRIM_TESTS_INTERRUPTED_CALLS_H
#define SCRIM_TESTS_INTERRUPTED_CALLS_H

#include "wiping_host.h"

UNUSED static scrim_status insert(scrim_text *text, void *host) {
    (void)host;
    return scrim_text_insert(text, "56", 2);
}
UNUSED static scrim_status replace(scrim_text *text, void *host) {
    (void)host;
    return scrim_text_replace(text, 1, 2, "\xC3\xA9", 2);
}
UNUSED static scrim_status set(scrim_text *text, void *host) {
    (void)host;
    return scrim_text_set(text, "987", 3);
}
UNUSED static scrim_status delete_backward(scrim_text *text, void *host) {
    (void)host;
    return scrim_text_delete_backward(text);
}
UNUSED static scrim_status clear(scrim_text *text, void *host) {
    (void)host;
    return scrim_text_clear(text);
}
UNUSED static scrim_status finish(scrim_text *text, void *host) {
    (void)host;
    return scrim_text_done(text);
}
UNUSED static scrim_status begin(scrim_text *text, void *host) {
    (void)host;
    if (scrim_text_end_editing(text) != SCRIM_OK)
        return SCRIM_ERROR_UNSUPPORTED;
    return scrim_text_begin_editing(text);
}
UNUSED static scrim_status end(scrim_text *text, void *host) {
    (void)host;
    return scrim_text_end_editing(text);
}
UNUSED static scrim_status read_it(scrim_text *text, void *host) { return scrim_text_with_bytes(text, read_bytes, host); }
UNUSED static scrim_status display(scrim_text *text, void *host) { return scrim_text_display(text, 1, draw_bytes, host); }
UNUSED static scrim_status reveal(scrim_text *text, void *host) {
    (void)host;
    return scrim_text_reveal(text, 1);
}
UNUSED static scrim_status conceal(scrim_text *text, void *host) {
    (void)host;
    return scrim_text_conceal(text);
}
UNUSED static scrim_status fill(scrim_text *text, void *host) {
    int ends[2];
    (void)host;
    assert_int_equal(pipe(ends), 0);
    assert_int_equal(write(ends[1], "56", 2), 2);
    close(ends[1]);
    scrim_status status = scrim_text_read_fd(text, ends[0], 0);
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

#endif
