/* SPDX-License-Identifier: MIT */
/* Scenarios for failing allocations: editing, events and reveals of scrim/text.h, and scrim/memory.h. */
#ifndef SCRIM_TESTS_TEXT_SCENARIOS_H
#define SCRIM_TESTS_TEXT_SCENARIOS_H

#include "support/failing_calls.h"

/* ---- Memory of the process ---- */

static int memory_scenario(void) {
    SCENARIO;
    scrim_memory_report report = SCRIM_MEMORY_REPORT_INIT, before = report;
    TRY_KEEPING(memcmp(&report, &before, sizeof report) == 0, scrim_memory_usage(&report));
    CHECK(report.used_bytes <= report.mapped_bytes && report.secretmem_bytes <= report.mapped_bytes);
    for (uint32_t shortfall = SCRIM_UNPROTECTED_NONE; shortfall <= SCRIM_UNPROTECTED_DISABLED + 1; shortfall++)
        CHECK(scrim_unprotected_message(shortfall)[0] != 0);
    scrim_memory_options options = SCRIM_MEMORY_OPTIONS_INIT;
    scrim_status status = scrim_memory_configure(&options);
    CHECK(status == SCRIM_OK || status == SCRIM_ERROR_INVALID_STATE); /* as long as the process has made no secret */
    GIVES(scrim_process_harden(), SCRIM_OK);
out:
    return 0;
}

/* ---- Editing ---- */

static int scenario_selects(const scrim_text *text, size_t anchor, size_t caret) {
    size_t is_anchor = SIZE_MAX, is_caret = SIZE_MAX;
    return scrim_text_selection(text, &is_anchor, &is_caret) == SCRIM_OK && is_anchor == anchor && is_caret == caret;
}

static int scenario_holds(const scrim_text *text, const char *expected) {
    uint32_t equal = 9;
    return scrim_text_equal_bytes(text, expected, strlen(expected), &equal) == SCRIM_OK && equal == 1;
}

static int editing_scenario(void) {
    SCENARIO;
    scrim_text_options options = SCRIM_TEXT_OPTIONS_INIT;
    scrim_text *text = NULL, *hiding = NULL;
    size_t anchor, caret;
    options.capacity = 16;
    options.max_clusters = 12;
    TRY(scrim_text_create(&options, &text));
    GIVES(scrim_text_set(text, "abc\xC3\xA9xyz", 8), SCRIM_OK);
    GIVES(scrim_text_select(text, 1, 3), SCRIM_OK);
    GIVES(scrim_text_selection(text, &anchor, &caret), SCRIM_OK);
    CHECK(anchor == 1 && caret == 3);
    GIVES(scrim_text_insert(text, "0123456789", 10), SCRIM_ERROR_FULL);
    GIVES(scrim_text_select(text, 8, 0), SCRIM_ERROR_INVALID_ARGUMENT);
    CHECK(scenario_selects(text, 1, 3) && scenario_holds(text, "abc\xC3\xA9xyz"));
    GIVES(scrim_text_replace(text, 3, 1, "e", 1), SCRIM_OK);
    GIVES(scrim_text_move(text, SCRIM_MOTION_BACKWARD, 0), SCRIM_OK);
    GIVES(scrim_text_delete_forward(text), SCRIM_OK);
    CHECK(scenario_holds(text, "abcxyz") && scenario_selects(text, 3, 3));
    GIVES(scrim_text_move(text, SCRIM_MOTION_FORWARD, 1), SCRIM_OK);
    GIVES(scrim_text_delete_backward(text), SCRIM_OK);
    GIVES(scrim_text_move(text, SCRIM_MOTION_START, 0), SCRIM_OK);
    GIVES(scrim_text_move(text, SCRIM_MOTION_FORWARD, 0), SCRIM_OK);
    GIVES(scrim_text_delete_to_start(text), SCRIM_OK);
    CHECK(scenario_holds(text, "bcyz"));
    GIVES(scrim_text_select(text, 3, 3), SCRIM_OK);
    GIVES(scrim_text_delete_to_end(text), SCRIM_OK);
    CHECK(scenario_holds(text, "bcy"));
    options.mask = SCRIM_MASK_NONE;
    options.hide_length = 1;
    TRY(scrim_text_create(&options, &hiding));
    GIVES(scrim_text_insert(hiding, "ten bytes.", 10), SCRIM_OK);
    GIVES(scrim_text_insert(hiding, "ten bytes.", 10), SCRIM_OK); /* dropped, which nobody is told */
    GIVES(scrim_text_selection(hiding, &anchor, &caret), SCRIM_ERROR_LENGTH_HIDDEN);
    GIVES(scrim_text_delete_backward(hiding), SCRIM_OK);
    CHECK(!scenario_holds(hiding, "ten bytes"));
out:
    allocator.armed = 1;
    scrim_text_destroy(text);
    scrim_text_destroy(hiding);
    allocator.armed = 0;
    return 0;
}

/* ---- Events ---- */

struct scenario_host {
    int events, refuses, freed;
};

static uint32_t scenario_should_change(const scrim_text_change *change, void *data) {
    (void)change;
    return !((struct scenario_host *)data)->refuses;
}
static uint32_t scenario_should(void *data) { return !((struct scenario_host *)data)->refuses; }
static void scenario_tell(void *data) { ((struct scenario_host *)data)->events++; }
static void scenario_host_freed(void *data) { ((struct scenario_host *)data)->freed++; }

/* How often a host was freed, and how many events of a change that is taken back reach it. */
static uint64_t scenario_hears(scrim_text *text, const struct scenario_host *host) {
    int before = host->events;
    if (scrim_text_insert(text, "x", 1) != SCRIM_OK || scrim_text_delete_backward(text) != SCRIM_OK)
        return UINT64_MAX;
    return (uint64_t)(host->events - before) * 100 + (uint64_t)host->freed;
}

static int events_scenario(void) {
    SCENARIO;
    scrim_text_options options = SCRIM_TEXT_OPTIONS_INIT;
    scrim_text_callbacks callbacks = {sizeof callbacks, 0, scenario_should_change, scenario_tell, scenario_should,
                                      scenario_should, scenario_tell, scenario_should, scenario_tell, scenario_should,
                                      scenario_tell, scenario_tell};
    struct scenario_host first = {0}, second = {0};
    int first_set = 0, second_set = 0;
    scrim_text *text = NULL;
    uint32_t editing = 9;
    TRY(scrim_text_create(&options, &text));
    TRY_KEEPING(scenario_hears(text, &first), scrim_text_set_callbacks(text, &callbacks, &first, scenario_host_freed));
    first_set = 1;
    CHECK(first.events == 1 && first.freed == 0);
    GIVES(scrim_text_begin_editing(text), SCRIM_OK);
    GIVES(scrim_text_insert(text, "secret", 6), SCRIM_OK);
    CHECK(first.events == 4);
    first.refuses = 1;
    GIVES(scrim_text_insert(text, "x", 1), SCRIM_ERROR_REFUSED);
    GIVES(scrim_text_clear(text), SCRIM_ERROR_REFUSED);
    GIVES(scrim_text_done(text), SCRIM_ERROR_REFUSED);
    GIVES(scrim_text_end_editing(text), SCRIM_ERROR_REFUSED);
    GIVES(scrim_text_is_editing(text, &editing), SCRIM_OK);
    CHECK(editing == 1 && first.events == 4 && scenario_holds(text, "secret"));
    first.refuses = 0;
    GIVES(scrim_text_done(text), SCRIM_OK);
    GIVES(scrim_text_begin_editing(text), SCRIM_OK);
    GIVES(scrim_text_end_editing(text), SCRIM_OK);
    /* Where the new callbacks cannot be set, the old ones stay, and are heard. */
    TRY_KEEPING(scenario_hears(text, &first), scrim_text_set_callbacks(text, &callbacks, &second, scenario_host_freed));
    second_set = 1;
    CHECK(first.freed == 1 && second.freed == 0 && second.events == 1);
    TRY_KEEPING(scenario_hears(text, &second), scrim_text_set_callbacks(text, NULL, NULL, NULL));
    CHECK(second.freed == 1 && scenario_hears(text, &second) == 1);
out:
    allocator.armed = 1;
    scrim_text_destroy(text);
    allocator.armed = 0;
    CHECK(first.freed == first_set && second.freed == second_set);
    return 0;
}

/* ---- Reveals and time ---- */

struct scenario_drawn {
    size_t masked, revealed;
};

static void scenario_draw(const void *bytes, size_t length, size_t count, uint32_t revealed, void *data) {
    struct scenario_drawn *drawn = data;
    (void)bytes;
    *(revealed ? &drawn->revealed : &drawn->masked) += revealed ? length : count;
}

#define SCENARIO_DRAWS(text, now, masks, bytes) \
    do { \
        drawn = (struct scenario_drawn){0, 0}; \
        GIVES(scrim_text_display((text), (now), scenario_draw, &drawn), SCRIM_OK); \
        CHECK(drawn.masked == (masks) && drawn.revealed == (bytes)); \
    } while (0)

static int reveal_scenario(void) {
    SCENARIO;
    scrim_text_options options = SCRIM_TEXT_OPTIONS_INIT;
    scrim_text *text = NULL;
    struct scenario_drawn drawn;
    uint64_t deadline = 0;
    options.mask_delay_ns = 10;
    options.idle_timeout_ns = 1000;
    TRY(scrim_text_create(&options, &text));
    GIVES(scrim_text_next_deadline(text, &deadline), SCRIM_OK);
    CHECK(deadline == SCRIM_NEVER);
    GIVES(scrim_text_advance(text, 5), SCRIM_OK);
    GIVES(scrim_text_insert(text, "ab", 2), SCRIM_OK);
    GIVES(scrim_text_insert(text, "c", 1), SCRIM_OK); /* one that is typed is shown */
    GIVES(scrim_text_next_deadline(text, &deadline), SCRIM_OK);
    CHECK(deadline == 15);
    SCENARIO_DRAWS(text, 5, 2, 1);
    SCENARIO_DRAWS(text, 15, 3, 0);
    GIVES(scrim_text_reveal(text, 20), SCRIM_OK);
    SCENARIO_DRAWS(text, 20, 0, 3);
    GIVES(scrim_text_conceal(text), SCRIM_OK);
    SCENARIO_DRAWS(text, 20, 3, 0);
    GIVES(scrim_text_advance(text, 2000), SCRIM_OK);
    CHECK(scenario_holds(text, ""));
out:
    allocator.armed = 1;
    scrim_text_destroy(text);
    allocator.armed = 0;
    return 0;
}

/* ---- A text that is not secret ---- */

static int visible_scenario(void) {
    SCENARIO;
    scrim_text_options options = SCRIM_TEXT_OPTIONS_INIT;
    scrim_text *text = NULL;
    struct scenario_drawn drawn;
    char shown[16];
    size_t length = 0;
    int ends[2];
    CHECK(pipe(ends) == 0 && write(ends[1], "12.50", 5) == 5);
    close(ends[1]);
    options.capacity = 16;
    options.visible = 1;
    TRY(scrim_text_create(&options, &text));
    TRY_KEEPING((uint64_t)scenario_holds(text, ""), scrim_text_read_fd(text, ends[0], 0));
    GIVES(scrim_text_insert(text, "0123456789ab", 12), SCRIM_ERROR_FULL);
    GIVES(scrim_text_insert(text, "\xC3\xA9", 2), SCRIM_OK);
    GIVES(scrim_text_copy_masked(text, shown, sizeof shown, &length), SCRIM_OK);
    CHECK(length == 7 && memcmp(shown, "12.50\xC3\xA9", 7) == 0);
    SCENARIO_DRAWS(text, 5, 1, 0);
    GIVES(scrim_text_reveal(text, 5), SCRIM_OK);
    SCENARIO_DRAWS(text, 5, 1, 0);
    GIVES(scrim_text_clear(text), SCRIM_OK);
    SCENARIO_DRAWS(text, 5, 0, 0);
out:
    close(ends[0]);
    allocator.armed = 1;
    scrim_text_destroy(text);
    allocator.armed = 0;
    return 0;
}

#endif
