/* SPDX-License-Identifier: MIT */
/* Questions of desktop.h, and answers and lists that it must refuse. */
#include "testing/desktop_fixture.h"

/* ---- Questions ---- */

static void test_unknown_windows_come_first_then_secrets(void **state) {
    fixture *f = *state;
    window windows[4] = {make_window(1, frame), make_window(2, frame), make_window(3, frame), make_window(4, frame)};
    set(f, windows, 3, 0);
    answer(f, 1, clear(), 1);
    answer(f, 2, secret(field), 1);
    answer(f, 3, clear(), 1);
    assert_int_equal(assert_no_question(f, 2), UINT64_MAX);
    desktop_damaged(f->desktop, 1, field, START + 500 * MS);
    desktop_changed(f->desktop, 103, 3, START + 501 * MS);
    desktop_damaged(f->desktop, 2, frame, START + 502 * MS);
    set(f, windows, 4, 503);
    answer(f, 4, clear(), 504);
    answer(f, 2, secret(field), 504);
    answer(f, 3, clear(), 504);
    answer(f, 1, clear(), 504);
    answer(f, 2, secret(field), 504); /* all of its tree, and not only the places */
    assert_int_equal(assert_no_question(f, 504), UINT64_MAX);
}

static void test_a_window_that_is_drawn_on_all_the_time_rests(void **state) {
    fixture *f = *state;
    open_one(f, clear());
    uint64_t reading_ms = 0, now = 1000;
    for (; now < 11000; now++) {
        question question;
        uint64_t wait_ns;
        desktop_damaged(f->desktop, 7, field, START + now * MS);
        if (desktop_next_question(f->desktop, START + now * MS, &question, &wait_ns)) {
            reading reading = clear();
            desktop_answer(f->desktop, &question, &reading, START + (now + 30) * MS);
            reading_ms += 30;
            now += 29;
        }
        look(f, now);
        assert_int_equal(f->count, 0);
    }
    assert_in_range(reading_ms, 800, 1050);
}

static void test_a_slow_window_is_read_before_its_limit(void **state) {
    fixture *f = *state;
    window window = make_window(7, frame);
    set(f, &window, 1, 0);
    question question = ask(f, 7, 1);
    reading reading = clear();
    desktop_answer(f->desktop, &question, &reading, START + 251 * MS);
    question = ask(f, 7, 302); /* it took its time, and may have been busy again before it drew */
    desktop_answer(f->desktop, &question, &reading, START + 552 * MS);
    look(f, 552);
    assert_int_equal(f->count, 0);
    desktop_damaged(f->desktop, 7, field, START + 600 * MS);
    assert_int_equal(assert_no_question(f, 600), 490 * MS); /* 2 · 250 ms + 10 ms before 1600 ms */
    question = ask(f, 7, 1090);
    desktop_answer(f->desktop, &question, &reading, START + 1340 * MS);
    assert_covers(f, 1700, 0, none);
}

static void test_a_window_that_cannot_be_read_is_asked_less_and_less(void **state) {
    fixture *f = *state;
    window window = make_window(7, frame);
    set(f, &window, 1, 0);
    uint64_t ms = 1, before_ms = 0;
    for (int i = 0; i < 12; i++) {
        answer(f, 7, (reading){.verdict = VERDICT_UNKNOWN}, ms);
        assert_covers(f, ms, 1, frame);
        uint64_t wait_ms = assert_no_question(f, ms) / MS;
        assert_true(wait_ms == 2 * before_ms || i == 0 || wait_ms == 5000);
        before_ms = wait_ms;
        ms += wait_ms;
    }
    assert_int_equal(before_ms, 5000);
    desktop_changed(f->desktop, 107, 0, START + (ms - 4000) * MS); /* the application lives */
    ask(f, 7, ms - 4000);
}

static void test_a_reading_can_ask_for_another_one(void **state) {
    fixture *f = *state;
    reading settled = secret(field);
    settled.again_ns = 700 * MS;
    open_one(f, settled);
    assert_int_equal(assert_no_question(f, 1), 700 * MS);
    ask(f, 7, 701);
}

static void test_without_damage_an_event_is_followed_for_a_while(void **state) {
    fixture *f = *state;
    window window = make_window(7, frame);
    window.no_place = true;
    set(f, &window, 1, 0);
    answer(f, 7, clear(), 1);
    answer(f, 7, clear(), 61); /* it was drawn on, but nobody says so */
    answer(f, 7, clear(), 601);
    assert_int_equal(assert_no_question(f, 3000), UINT64_MAX);
    desktop_changed(f->desktop, 107, 7, START + 3000 * MS);
    answer(f, 7, clear(), 3000); /* its tree does not have the new place yet */
    assert_int_equal(assert_no_question(f, 3000), 60 * MS);
    answer(f, 7, secret(field), 3060);
    look(f, 3060);
    assert_true(covers(f, frame.x, frame.y));
    answer(f, 7, secret(field), 3600);
    assert_int_equal(assert_no_question(f, 9000), UINT64_MAX);
}

static void test_known_boxes_are_enough_after_damage_but_not_forever(void **state) {
    fixture *f = *state;
    open_one(f, secret(field));
    desktop_damaged(f->desktop, 7, frame, START + 500 * MS);
    question question = ask(f, 7, 500);
    reading reading = secret(field);
    assert_true(question.again);
    desktop_answer(f->desktop, &question, &reading, START + 501 * MS);
    question = ask(f, 7, 600); /* 250 ms after the last full reading have passed */
    assert_false(question.again);
    desktop_answer(f->desktop, &question, &reading, START + 601 * MS);
    assert_int_equal(assert_no_question(f, 602), UINT64_MAX);
    desktop_changed(f->desktop, 107, 7, START + 900 * MS);
    assert_false(ask(f, 7, 900).again);
}

static void test_the_tree_is_woken_when_there_is_something_to_read(void **state) {
    fixture *f = *state;
    int fd = desktop_questions_fd(f->desktop);
    open_one(f, clear());
    assert_no_question(f, 2);
    assert_false(is_readable(fd));
    desktop_damaged(f->desktop, 7, field, START + 500 * MS);
    assert_true(is_readable(fd));
    answer(f, 7, clear(), 501);
    assert_no_question(f, 502);
    desktop_damaged(f->desktop, 7, field, START + 503 * MS);
    assert_true(is_readable(fd));
    assert_int_equal(assert_no_question(f, 504), 27 * MS);
    desktop_damaged(f->desktop, 7, field, START + 505 * MS);
    assert_false(is_readable(fd)); /* the tree comes back in time */
}

/* ---- Answers and lists that make no sense ---- */

static void test_old_and_strange_answers_are_not_believed(void **state) {
    fixture *f = *state;
    window window = make_window(7, frame);
    set(f, &window, 1, 0);
    question old = ask(f, 7, 1);
    question newer = ask(f, 7, 60); /* nobody answered */
    reading reading = clear();
    desktop_answer(f->desktop, &old, &reading, START + 61 * MS);
    assert_covers(f, 61, 1, frame);
    reading.count = WINDOW_MAX_BOXES + 1;
    desktop_answer(f->desktop, &newer, &reading, START + 62 * MS);
    assert_covers(f, 62, 1, frame);
    newer = ask(f, 7, 100);
    reading = (struct reading){.verdict = (verdict)77};
    desktop_answer(f->desktop, &newer, &reading, START + 101 * MS);
    assert_covers(f, 101, 1, frame);
    reading = clear();
    desktop_answer(f->desktop, &newer, &reading, START + 102 * MS); /* a second time */
    assert_covers(f, 102, 1, frame);
}

static void test_an_answer_about_a_window_that_is_gone_is_ignored(void **state) {
    fixture *f = *state;
    window window = make_window(7, frame);
    set(f, &window, 1, 0);
    question question = ask(f, 7, 1);
    reading reading = clear();
    set(f, NULL, 0, 2);
    desktop_answer(f->desktop, &question, &reading, START + 3 * MS);
    assert_covers(f, 202, 0, none);
    set(f, &window, 1, 204); /* the same id again */
    desktop_answer(f->desktop, &question, &reading, START + 205 * MS);
    assert_covers(f, 205, 1, frame);
    desktop_damaged(f->desktop, 8, frame, START + 6 * MS);
    desktop_changed(f->desktop, 0, 8, START + 6 * MS);
}

static void test_lists_that_make_no_sense_cover_everything(void **state) {
    fixture *f = *state;
    window windows[2] = {make_window(1, frame), make_window(1, frame)};
    set(f, windows, 2, 0);
    look(f, 1);
    assert_int_equal(f->count, SIZE_MAX);
    windows[1].id = 0;
    set(f, windows, 2, 2);
    look(f, 3);
    assert_int_equal(f->count, SIZE_MAX);
    desktop_set_windows(f->desktop, none, windows, 1, START + 4 * MS);
    look(f, 5);
    assert_int_equal(f->count, SIZE_MAX);
    set(f, windows, 1, 6);
    assert_covers(f, 7, 1, frame);
}

static void test_a_lost_screen_forgets_what_was_read(void **state) {
    fixture *f = *state;
    open_one(f, clear());
    desktop_lost(f->desktop);
    look(f, 2);
    assert_int_equal(f->count, SIZE_MAX);
    assert_int_equal(desktop_bounds(f->desktop).width, 0);
    window window = make_window(7, frame);
    set(f, &window, 1, 3);
    look(f, 4);
    assert_true(covers(f, 110, 110) && covers(f, 900, 700));
    look(f, 203);
    assert_true(covers(f, 110, 110) && !covers(f, 900, 700));
}

static void test_as_many_windows_as_there_may_be(void **state) {
    fixture *f = *state;
    window *windows = test_calloc(DESKTOP_MAX_WINDOWS + 1, sizeof *windows);
    for (size_t i = 0; i <= DESKTOP_MAX_WINDOWS; i++) {
        windows[i] = make_window(1 + i, (box){(int32_t)(i % 64) * 15, (int32_t)(i / 64) * 12, 15, 12});
    }
    set(f, windows, DESKTOP_MAX_WINDOWS, 0);
    look(f, 0);
    assert_int_equal(f->count, DESKTOP_MAX_WINDOWS);
    for (size_t i = 0; i < DESKTOP_MAX_WINDOWS; i++) {
        question question;
        uint64_t wait_ns;
        assert_true(desktop_next_question(f->desktop, START + MS, &question, &wait_ns));
        reading reading = secret((box){0, 0, 2, 2});
        reading.count = 2;
        reading.boxes[1] = (box){4, 4, 2, 2};
        desktop_answer(f->desktop, &question, i == 5 ? &(struct reading){.verdict = VERDICT_CLEAR} : &reading, START + MS);
    }
    look(f, 300);
    assert_in_range(f->count, DESKTOP_MAX_WINDOWS - 1, DESKTOP_MAX_COVERS); /* there is no room for all pairs */
    for (int32_t i = 0; i < DESKTOP_MAX_WINDOWS; i++) {
        assert_true(covers(f, i % 64 * 15, i / 64 * 12) == (i != 5));
    }
    set(f, windows, DESKTOP_MAX_WINDOWS + 1, 400);
    look(f, 401);
    assert_int_equal(f->count, SIZE_MAX);
    set(f, windows, 1, 402);
    look(f, 602);
    assert_true(covers(f, 5, 5) && !covers(f, 20, 5));
    test_free(windows);
}

static void test_windows_can_be_listed(void **state) {
    fixture *f = *state;
    window window, windows[2] = {make_window(1, frame), make_window(2, frame)};
    reading reading;
    memset(windows[1].title, 'x', WINDOW_TEXT); /* without an end */
    set(f, windows, 2, 0);
    assert_true(desktop_window(f->desktop, 0, &window, &reading, START));
    assert_int_equal(reading.verdict, VERDICT_UNKNOWN);
    assert_string_equal(reading.reason, "not read yet");
    assert_true(desktop_window(f->desktop, 1, &window, &reading, START));
    assert_int_equal(strlen(window.title), WINDOW_TEXT - 1);
    assert_false(desktop_window(f->desktop, 2, &window, &reading, START));
    answer(f, 1, secret(field), 1);
    desktop_damaged(f->desktop, 1, frame, START + 500 * MS);
    desktop_window(f->desktop, 0, &window, &reading, START + 600 * MS);
    assert_int_equal(reading.verdict, VERDICT_UNKNOWN);
    assert_string_equal(reading.reason, "changed, and not read since");
    size_t count;
    known_window *copies = desktop_copy_windows(f->desktop, START + 600 * MS, &count);
    assert_int_equal(count, 2);
    assert_int_equal(copies[0].reading.verdict, VERDICT_UNKNOWN);
    assert_int_equal(copies[1].window.id, 2);
    free(copies);
}

/* ---- Pictures that nobody has read ---- */

/* The application scrolls down and draws. Then it scrolls up again and reports the old place of the field, before it draws a second time.
 * Until then, the screen shows the field in a place that was never reported. */
static void test_a_field_that_moves_away_and_back_within_one_picture_is_covered(void **state) {
    static const box view = {0, 0, 200, 80};
    fixture *f = *state;
    open_one(f, secret(field));
    look(f, 499);
    assert_false(covers(f, 130, 102));
    desktop_damaged(f->desktop, 7, view, START + 500 * MS);
    answer(f, 7, secret(field), 503);
    look(f, 503);
    assert_true(covers(f, 130, 102) && covers(f, 130, 170)); /* above it, and below */
    assert_true(covers(f, 102, 125) && covers(f, 290, 125));
    assert_false(covers(f, 102, 102) || covers(f, 290, 170));
    desktop_damaged(f->desktop, 7, view, START + 516 * MS);
    answer(f, 7, secret(field), 519);
    answer(f, 7, secret(field), 569);
    assert_covers(f, 769, 1, placed);
}

static void test_what_is_drawn_beside_a_field_does_not_move_it(void **state) {
    fixture *f = *state;
    open_one(f, secret(field));
    desktop_damaged(f->desktop, 7, (box){10, 40, 50, 10}, START + 500 * MS);
    answer(f, 7, secret(field), 503);
    assert_covers(f, 503, 1, placed);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(test_unknown_windows_come_first_then_secrets),
        TEST(test_a_window_that_is_drawn_on_all_the_time_rests),
        TEST(test_a_slow_window_is_read_before_its_limit),
        TEST(test_a_window_that_cannot_be_read_is_asked_less_and_less),
        TEST(test_a_reading_can_ask_for_another_one),
        TEST(test_without_damage_an_event_is_followed_for_a_while),
        TEST(test_known_boxes_are_enough_after_damage_but_not_forever),
        TEST(test_the_tree_is_woken_when_there_is_something_to_read),
        TEST(test_old_and_strange_answers_are_not_believed),
        TEST(test_an_answer_about_a_window_that_is_gone_is_ignored),
        TEST(test_lists_that_make_no_sense_cover_everything),
        TEST(test_a_lost_screen_forgets_what_was_read),
        TEST(test_as_many_windows_as_there_may_be),
        TEST(test_windows_can_be_listed),
        TEST(test_a_field_that_moves_away_and_back_within_one_picture_is_covered),
        TEST(test_what_is_drawn_beside_a_field_does_not_move_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
