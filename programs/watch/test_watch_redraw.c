/* SPDX-License-Identifier: MIT */
/* An idle window that may show a picture of others is asked to draw. */
#include "testing/desktop_fixture.h"

static const box all = {0, 0, 300, 300};

static size_t redraws(fixture *f, uint64_t ms, uint64_t ids[4]) {
    look(f, ms);
    return desktop_redraws(f->desktop, START + ms * MS, ids, 4);
}

static void assert_redraws(fixture *f, uint64_t ms, size_t count, uint64_t id) {
    uint64_t ids[4] = {0};
    assert_int_equal(redraws(f, ms, ids), count);
    assert_int_equal(ids[0], id);
}

static void set_front(fixture *f, box front, uint64_t ms) {
    window windows[2] = {make_window(1, frame), make_window(2, front)};
    set(f, windows, 2, ms);
}

static void copied(fixture *f, uint64_t ms) {
    desktop_damaged(f->desktop, 2, all, START + ms * MS);
    desktop_drawn(f->desktop, 2, &all, 1, true, START + ms * MS);
}

/* A password field, and a window in front of it that a rule shows. */
static void open_both(fixture *f) {
    set_front(f, (box){90, 90, 300, 300}, 0);
    paint(f, 2, all, 1);
    answer_each(f, 1, secret(field), (reading){.verdict = VERDICT_SHOWN}, 1);
    assert_covers(f, 900, 0, none);
    assert_redraws(f, 900, 0, 0);
}

/* It comes from outside of the screen, passes over the field, and draws nothing. */
static void take_picture_along(fixture *f) {
    open_both(f);
    set_front(f, (box){1000, 90, 300, 300}, 1000);
    copied(f, 1001);
    paint(f, 1, all, 1002);
    set_front(f, (box){90, 90, 300, 300}, 2000);
    set_front(f, (box){390, 90, 300, 300}, 2001);
    copied(f, 2002);
}

static void test_an_idle_window_with_a_picture_of_others_is_asked_to_draw(void **state) {
    fixture *f = *state;
    take_picture_along(f);
    assert_redraws(f, 2100, 0, 0);
    assert_in_range(f->next_ns, START + 2001 * MS, START + 2102 * MS);
    assert_redraws(f, 2102, 1, 2);
    look(f, 2103);
    assert_true(covers(f, 415, 125)); /* until it draws */
    assert_redraws(f, 2301, 0, 0);
    assert_true(covers(f, 415, 125));
    paint(f, 2, all, 2301);
    look(f, 2302);
    assert_false(covers(f, 415, 125));
    assert_redraws(f, 9000, 0, 0);
}

static void test_what_is_drawn_on_request_is_visible_at_once(void **state) {
    fixture *f = *state;
    take_picture_along(f);
    assert_redraws(f, 2102, 1, 2);
    paint(f, 2, (box){0, 0, 40, 300}, 2110);
    paint(f, 2, (box){40, 0, 260, 300}, 2210);
    look(f, 2211);
    assert_false(covers(f, 415, 125));
}

static void test_what_it_draws_elsewhere_does_not_end_the_picture(void **state) {
    fixture *f = *state;
    const box elsewhere = {200, 200, 100, 100}; /* the server paints a part that has a background */
    take_picture_along(f);
    assert_redraws(f, 2102, 1, 2);
    paint(f, 2, elsewhere, 2110);
    look(f, 2900);
    assert_true(covers(f, 415, 125));
    set_front(f, (box){390, 95, 300, 300}, 3000);
    copied(f, 3001);
    assert_redraws(f, 3200, 1, 2);
    paint(f, 2, elsewhere, 3210);
    look(f, 5000);
    assert_true(covers(f, 415, 130));
    paint(f, 2, all, 5001);
    look(f, 5300);
    assert_false(covers(f, 415, 130));
}

static void test_a_window_that_moves_is_asked_when_it_stands_still(void **state) {
    fixture *f = *state;
    take_picture_along(f);
    for (uint64_t ms = 2050; ms < 4000; ms += 50) {
        set_front(f, (box){390, 90 + (int32_t)(ms / 50 % 2), 300, 300}, ms);
        copied(f, ms + 1);
        assert_redraws(f, ms + 2, 0, 0);
    }
    assert_redraws(f, 4051, 1, 2);
    set_front(f, (box){390, 95, 300, 300}, 5000);
    copied(f, 5001);
    assert_redraws(f, 5199, 0, 0);
    assert_redraws(f, 5200, 1, 2); /* it carries the picture on, and has not drawn yet */
}

static void test_an_application_that_is_busy_is_asked_less_and_less_often(void **state) {
    fixture *f = *state;
    take_picture_along(f);
    uint64_t ms = 2001, pause = 100;
    for (int i = 0; i < 12; i++) {
        assert_redraws(f, ms + pause - 1, 0, 0);
        ms += pause;
        assert_redraws(f, ms, 1, 2);
        paint(f, 2, (box){200, 200, 100, 100}, ms + 1); /* the server paints a part, and the application still hangs */
        look(f, ms + 2);
        pause = pause < 51200 ? 2 * pause : pause;
    }
    paint(f, 2, all, ms + 1);
    look(f, ms + 500);
    set_front(f, (box){1000, 90, 300, 300}, ms + 1000);
    copied(f, ms + 1000);
    set_front(f, (box){90, 90, 300, 300}, ms + 2000);
    desktop_drawn(f->desktop, 2, &none, 0, true, START + (ms + 2000) * MS); /* there was nothing to copy */
    assert_redraws(f, ms + 2099, 0, 0);
    assert_redraws(f, ms + 2100, 1, 2);
}

/* It has answered, and then it hangs. The server paints a part that has a background. */
static void test_an_answer_does_not_end_what_a_window_shows_that_was_asked_to_draw(void **state) {
    fixture *f = *state;
    window windows[2] = {make_window(2, (box){90, 90, 300, 300}), make_window(1, frame)};
    set(f, windows, 2, 0);
    paint(f, 2, all, 1);
    answer_each(f, 1, secret(field), clear(), 1);
    desktop_changed(f->desktop, 102, 2, START + 940 * MS);
    question question = ask(f, 2, 940);
    reading reading = clear();
    desktop_answer(f->desktop, &question, &reading, START + 990 * MS);
    set(f, windows, 1, 1000);
    assert_redraws(f, 1100, 1, 2);
    paint(f, 2, (box){200, 200, 100, 100}, 1110);
    look(f, 1400);
    assert_true(covers(f, 115, 125) && !covers(f, 95, 95)); /* the picture, and not all of the window */
    answer(f, 2, clear(), 1450);
    look(f, 1800);
    assert_true(covers(f, 115, 125));
    paint(f, 2, all, 1801);
    look(f, 1802);
    assert_false(covers(f, 115, 125));
}

/* The server has not said what it copied, so it may be busy. */
static void test_a_window_is_asked_after_it_is_known_what_was_copied(void **state) {
    fixture *f = *state;
    take_picture_along(f);
    set_front(f, (box){390, 95, 300, 300}, 2050);
    assert_redraws(f, 2400, 0, 0);
    desktop_drawn(f->desktop, 2, &none, 0, true, START + 2401 * MS);
    assert_redraws(f, 2402, 1, 2);
    paint(f, 2, (box){200, 200, 100, 100}, 2410);
    look(f, 4000);
    assert_true(covers(f, 415, 130));
}

/* Its application has said that the field has gone, and hangs before it draws that. */
static void test_what_is_painted_on_request_does_not_end_what_lingers(void **state) {
    fixture *f = *state;
    window windows[2] = {make_window(2, (box){90, 90, 300, 300}), make_window(3, (box){300, 300, 80, 80})};
    set(f, windows, 2, 0);
    paint(f, 2, all, 1);
    answer_each(f, 2, secret((box){150, 150, 40, 10}), secret((box){10, 10, 20, 10}), 1);
    look(f, 700);
    desktop_changed(f->desktop, 102, 2, START + 960 * MS);
    question question = ask(f, 2, 960);
    reading reading = clear();
    desktop_answer(f->desktop, &question, &reading, START + 1000 * MS);
    set(f, windows, 1, 1010); /* the other window leaves a picture */
    assert_redraws(f, 1110, 1, 2);
    paint(f, 2, (box){0, 0, 30, 30}, 1111);
    look(f, 1330);
    assert_true(covers(f, 250, 245) && !covers(f, 100, 100));
}

/* A window in front hides it, so the server would not ask for anything. */
static void test_a_window_that_cannot_be_seen_is_not_asked(void **state) {
    fixture *f = *state;
    window windows[3] = {make_window(2, (box){90, 90, 300, 300}), make_window(3, (box){90, 90, 300, 300}), make_window(1, frame)};
    set(f, windows, 3, 0);
    paint(f, 2, all, 1);
    paint(f, 3, all, 1);
    answer_each(f, 1, secret(field), (reading){.verdict = VERDICT_SHOWN}, 1);
    look(f, 900);
    set(f, windows, 2, 1000);
    assert_redraws(f, 1099, 0, 0);
    assert_redraws(f, 1100, 1, 3);
}

/* Nobody knows what that window shows, so it hides no cover. But it is on the screen. */
static void test_a_window_behind_one_that_is_not_known_is_asked_when_that_goes(void **state) {
    fixture *f = *state;
    window windows[3] = {make_window(2, (box){90, 90, 300, 300}), make_window(1, frame), make_window(3, (box){100, 100, 200, 200})};
    set(f, windows, 3, 0);
    paint(f, 2, all, 1);
    paint(f, 1, all, 1);
    paint(f, 3, all, 1);
    answer_each(f, 1, secret(field), (reading){.verdict = VERDICT_SHOWN}, 1);
    look(f, 900);
    desktop_forget(f->desktop, 103, START + 990 * MS);
    windows[1] = windows[2];
    set(f, windows, 2, 1000);
    paint(f, 3, all, 1010);
    assert_redraws(f, 1100, 0, 0);
    assert_redraws(f, 1900, 0, 0);
    assert_true(covers(f, 115, 125));
    set(f, windows, 1, 2000);
    assert_redraws(f, 2100, 1, 2);
    paint(f, 2, (box){10, 10, 200, 200}, 2110);
    look(f, 2400);
    assert_false(covers(f, 115, 125));
}

/* A window is dragged over it, and leaves a picture in each place. Then it draws in parts. */
static void test_many_pictures_end_when_all_of_them_are_drawn(void **state) {
    fixture *f = *state;
    window windows[2] = {make_window(2, (box){90, 90, 300, 300}), make_window(1, frame)};
    set(f, windows, 2, 0);
    paint(f, 2, all, 1);
    answer_each(f, 1, secret(field), (reading){.verdict = VERDICT_SHOWN}, 1);
    look(f, 900);
    for (int32_t i = 0; i < 14; i++) {
        windows[1].frame.x = windows[1].content.x = 100 + 4 * i;
        windows[1].frame.y = windows[1].content.y = 100 + 2 * i;
        set(f, windows, 2, 1000 + 16 * (uint64_t)i);
        paint(f, 1, (box){0, 0, 200, 100}, 1001 + 16 * (uint64_t)i);
        look(f, 1002 + 16 * (uint64_t)i);
    }
    set(f, windows, 1, 1400);
    assert_redraws(f, 1500, 1, 2);
    look(f, 1700);
    assert_true(covers(f, 115, 125));
    paint(f, 2, (box){0, 29, 230, 141}, 1710);
    paint(f, 2, (box){0, 0, 300, 29}, 1711);
    paint(f, 2, (box){230, 29, 70, 141}, 1712);
    assert_covers(f, 1713, 0, none);
    assert_redraws(f, 9000, 0, 0);
}

static void set_small(fixture *f, int32_t x, int32_t y, uint64_t ms) {
    window windows[2] = {make_window(2, screen_box), make_window(1, (box){x, y, 20, 20})};
    set(f, windows, 2, ms);
    look(f, ms);
}

/* Trails become one then, and some of them are older than the request. */
static void test_after_a_request_an_answer_is_not_enough_if_there_are_too_many_trails(void **state) {
    fixture *f = *state;
    const box small = {0, 0, 20, 20}, elsewhere = {900, 700, 10, 10};
    set_small(f, 100, 100, 0);
    paint(f, 2, screen_box, 1);
    paint(f, 1, small, 1);
    answer_each(f, 1, secret(small), clear(), 1);
    look(f, 900);
    set_small(f, 500, 100, 1000);
    assert_redraws(f, 1150, 1, 2);
    for (int32_t i = 0; i < 80; i++) {
        set_small(f, 120 + 30 * (i % 28), 100 + 30 * (i / 28), 1151 + 2 * (uint64_t)i);
    }
    paint(f, 2, elsewhere, 1320);
    for (uint64_t ms = 1321; ms < 3000; ms += 10) {
        answer_each(f, 1, secret(small), clear(), ms);
        look(f, ms);
        assert_true(covers(f, 110, 110));
    }
    paint(f, 2, screen_box, 3000);
    paint(f, 1, small, 3000);
    answer_each(f, 1, secret(small), clear(), 3001);
    look(f, 3500);
    assert_false(covers(f, 110, 110));
}

static void test_a_window_that_draws_or_answers_is_not_asked(void **state) {
    fixture *f = *state;
    take_picture_along(f);
    paint(f, 2, all, 2010);
    assert_redraws(f, 9000, 0, 0);
}

static void test_a_window_in_front_of_a_field_is_asked_if_what_it_drew_is_not_known(void **state) {
    fixture *f = *state;
    window windows[2] = {make_window(1, frame), make_window(2, (box){90, 90, 300, 300})};
    set(f, windows, 2, 0);
    answer_each(f, 1, secret(field), (reading){.verdict = VERDICT_SHOWN}, 1);
    assert_redraws(f, 99, 0, 0);
    assert_true(covers(f, 115, 125));
    assert_redraws(f, 100, 1, 2);
    paint(f, 2, all, 110);
    look(f, 400);
    assert_false(covers(f, 115, 125));
    assert_redraws(f, 9000, 0, 0);
}

static void test_a_window_that_draws_only_elsewhere_is_asked_less_often(void **state) {
    fixture *f = *state;
    window windows[2] = {make_window(1, frame), make_window(2, (box){90, 90, 300, 300})};
    set(f, windows, 2, 0);
    answer_each(f, 1, secret(field), (reading){.verdict = VERDICT_SHOWN}, 1);
    assert_redraws(f, 100, 1, 2);
    paint(f, 2, (box){200, 200, 100, 100}, 110);
    assert_redraws(f, 299, 0, 0);
    assert_redraws(f, 300, 1, 2);
}

static void test_where_nothing_is_covered_nobody_is_asked(void **state) {
    fixture *f = *state;
    window windows[2] = {make_window(1, frame), make_window(2, (box){90, 90, 300, 300})};
    set(f, windows, 2, 0);
    answer_each(f, 1, clear(), (reading){.verdict = VERDICT_SHOWN}, 1);
    assert_redraws(f, 9000, 0, 0);
}

static void assert_not_asked(fixture *f, window front) {
    window windows[2] = {make_window(1, frame), front};
    set(f, windows, 2, 0);
    answer_each(f, 1, secret(field), (reading){.verdict = VERDICT_SHOWN}, 1);
    assert_redraws(f, 9000, 0, 0);
}

static void test_with_a_compositor_nobody_is_asked(void **state) {
    window front = make_window(2, (box){90, 90, 300, 300});
    front.keeps_picture = true;
    assert_not_asked(*state, front);
}

/* As if somebody had reported that it has not drawn. */
static void test_under_wayland_nobody_is_asked(void **state) {
    fixture *f = *state;
    window windows[2] = {make_window(1, frame), make_window(2, (box){90, 90, 300, 300})};
    set(f, windows, 2, 0);
    answer_each(f, 1, secret(field), (reading){.verdict = VERDICT_SHOWN}, 1);
    windows[1].no_place = true;
    set(f, windows, 2, 1);
    assert_redraws(f, 9000, 0, 0);
}

static void test_a_window_is_asked_when_a_field_appears_behind_it(void **state) {
    fixture *f = *state;
    window windows[2] = {make_window(1, frame), make_window(2, (box){90, 90, 300, 300})};
    set(f, windows, 2, 0);
    answer_each(f, 1, clear(), (reading){.verdict = VERDICT_SHOWN}, 1);
    desktop_changed(f->desktop, 101, 1, START + 5000 * MS);
    assert_redraws(f, 5000, 0, 0);
    answer_each(f, 1, secret(field), (reading){.verdict = VERDICT_SHOWN}, 5001);
    assert_redraws(f, 5002, 1, 2);
    assert_redraws(f, 5201, 0, 0);
    assert_redraws(f, 5202, 1, 2);
}

static void test_no_more_than_fit_are_returned_at_once(void **state) {
    fixture *f = *state;
    window windows[6];
    uint64_t ids[4] = {0};
    for (uint64_t i = 0; i < 6; i++) {
        windows[i] = make_window(1 + i, i == 0 ? frame : (box){100 + 10 * (int32_t)i, 110, 10, 30});
    }
    set(f, windows, 6, 0);
    answer_each(f, 1, secret(field), (reading){.verdict = VERDICT_SHOWN}, 1);
    assert_int_equal(redraws(f, 1000, ids), 4);
    for (uint64_t i = 0; i < 4; i++) {
        assert_int_equal(ids[i], 2 + i);
    }
    assert_redraws(f, 1001, 1, 6);
    assert_redraws(f, 1199, 0, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(test_an_idle_window_with_a_picture_of_others_is_asked_to_draw),
        TEST(test_what_is_drawn_on_request_is_visible_at_once),
        TEST(test_what_it_draws_elsewhere_does_not_end_the_picture),
        TEST(test_a_window_that_moves_is_asked_when_it_stands_still),
        TEST(test_an_application_that_is_busy_is_asked_less_and_less_often),
        TEST(test_an_answer_does_not_end_what_a_window_shows_that_was_asked_to_draw),
        TEST(test_a_window_is_asked_after_it_is_known_what_was_copied),
        TEST(test_what_is_painted_on_request_does_not_end_what_lingers),
        TEST(test_a_window_that_cannot_be_seen_is_not_asked),
        TEST(test_a_window_behind_one_that_is_not_known_is_asked_when_that_goes),
        TEST(test_many_pictures_end_when_all_of_them_are_drawn),
        TEST(test_after_a_request_an_answer_is_not_enough_if_there_are_too_many_trails),
        TEST(test_a_window_that_draws_or_answers_is_not_asked),
        TEST(test_a_window_in_front_of_a_field_is_asked_if_what_it_drew_is_not_known),
        TEST(test_a_window_that_draws_only_elsewhere_is_asked_less_often),
        TEST(test_where_nothing_is_covered_nobody_is_asked),
        TEST(test_with_a_compositor_nobody_is_asked),
        TEST(test_under_wayland_nobody_is_asked),
        TEST(test_a_window_is_asked_when_a_field_appears_behind_it),
        TEST(test_no_more_than_fit_are_returned_at_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
