/* SPDX-License-Identifier: MIT */
/* One desktop, whose clock is an argument: milliseconds since START. */
#ifndef SCRIM_WATCH_DESKTOP_FIXTURE_H
#define SCRIM_WATCH_DESKTOP_FIXTURE_H

#include "desktop.h"

#include <poll.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#define MS UINT64_C(1000000)
#define START (1000000 * MS)

static const desktop_times times = {100 * MS, 1000 * MS, 60 * MS, 200 * MS};
static const box screen_box = {0, 0, 1000, 800};

typedef struct fixture {
    desktop *desktop;
    box covers[DESKTOP_MAX_COVERS];
    size_t count;
    uint64_t next_ns;
} fixture;

static inline int set_up(void **state) {
    fixture *fixture = test_calloc(1, sizeof *fixture);
    fixture->desktop = desktop_new(&times);
    *state = fixture;
    return fixture->desktop == NULL;
}

static inline int tear_down(void **state) {
    fixture *fixture = *state;
    desktop_free(fixture->desktop);
    test_free(fixture);
    return 0;
}

static inline window make_window(uint64_t id, box frame) {
    return (window){.id = id, .frame = frame, .content = frame, .pid = (pid_t)(100 + id), .opaque = true, .title = "T", .class_name = "C"};
}

static inline void set(fixture *f, const window *windows, size_t count, uint64_t ms) {
    desktop_set_windows(f->desktop, screen_box, windows, count, START + ms * MS);
}

/* Expects the next question to be about a window, and answers it. */
static inline question ask(fixture *f, uint64_t id, uint64_t ms) {
    question question;
    uint64_t wait_ns;
    assert_true(desktop_next_question(f->desktop, START + ms * MS, &question, &wait_ns));
    assert_int_equal(question.window.id, id);
    return question;
}

static inline uint64_t assert_no_question(fixture *f, uint64_t ms) {
    question question;
    uint64_t wait_ns;
    assert_false(desktop_next_question(f->desktop, START + ms * MS, &question, &wait_ns));
    return wait_ns;
}

static inline reading clear(void) { return (reading){.verdict = VERDICT_CLEAR, .prompt = true, .from_application = true}; }
static inline reading secret(box place) { return (reading){.verdict = VERDICT_SECRETS, .prompt = true, .from_application = true, .count = 1, .boxes = {place}}; }

static inline void answer(fixture *f, uint64_t id, reading reading, uint64_t ms) {
    question question = ask(f, id, ms);
    desktop_answer(f->desktop, &question, &reading, START + ms * MS);
}

/* Answers what is asked of a window, and of all others. */
static inline void answer_each(fixture *f, uint64_t id, reading its, reading other, uint64_t ms) {
    question question;
    uint64_t wait_ns;
    while (desktop_next_question(f->desktop, START + ms * MS, &question, &wait_ns)) {
        desktop_answer(f->desktop, &question, question.window.id == id ? &its : &other, START + ms * MS);
    }
}

static inline void look(fixture *f, uint64_t ms) { f->count = desktop_covers(f->desktop, START + ms * MS, f->covers, &f->next_ns); }

static inline bool covers(const fixture *f, int32_t x, int32_t y) {
    for (size_t i = 0; f->count != SIZE_MAX && i < f->count; i++) {
        const box *box = &f->covers[i];
        if (x >= box->x && x < box->x + box->width && y >= box->y && y < box->y + box->height) {
            return true;
        }
    }
    return f->count == SIZE_MAX;
}

static inline void assert_covers(fixture *f, uint64_t ms, size_t count, box first) {
    look(f, ms);
    assert_int_equal(f->count, count);
    if (count > 0) {
        assert_memory_equal(&f->covers[0], &first, sizeof first);
    }
}

/* The application draws all of a part. */
static inline void paint(fixture *f, uint64_t id, box part, uint64_t ms) {
    desktop_damaged(f->desktop, id, part, START + ms * MS);
    desktop_drawn(f->desktop, id, &part, 1, false, START + ms * MS);
}

static inline bool is_readable(int fd) { return poll(&(struct pollfd){fd, POLLIN, 0}, 1, 0) == 1; }

static const box none = {0, 0, 0, 0}, frame = {100, 100, 200, 100}, field = {10, 20, 50, 10}, placed = {110, 120, 50, 10};

static inline void open_one(fixture *f, reading reading) {
    window window = make_window(7, frame);
    set(f, &window, 1, 0);
    answer(f, 7, reading, 1);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

#endif
