/* SPDX-License-Identifier: MIT */
/* Without a compositor, the X server copies what a window shows when it moves, and reports that as drawn. It may be a picture of others. */
#include "testing/desktop_fixture.h"

static const box all = {0, 0, 300, 300};

static window front_at(int32_t x, int32_t y) { return make_window(2, (box){x, y, 300, 300}); }

/* A password field, and a window in front of it or behind it that shows nothing of that. */
static void open_both(fixture *f, bool in_front) {
    window windows[2] = {make_window(1, frame), front_at(90, 90)};
    if (!in_front) {
        windows[0] = front_at(90, 90);
        windows[1] = make_window(1, frame);
    }
    set(f, windows, 2, 0);
    paint(f, 2, all, 1);
    answer_each(f, 1, secret(field), (reading){.verdict = VERDICT_SHOWN}, 1);
    look(f, 900);
    assert_true(covers(f, 115, 125) == !in_front);
}

static void place(fixture *f, int32_t x, int32_t y, uint64_t ms) {
    window windows[2] = {make_window(1, frame), front_at(x, y)};
    set(f, windows, 2, ms);
}

static void copied(fixture *f, box part, uint64_t ms) {
    desktop_damaged(f->desktop, 2, part, START + ms * MS);
    desktop_drawn(f->desktop, 2, &part, 1, true, START + ms * MS);
}

static void test_a_window_that_was_copied_as_a_whole_hides_what_is_behind_it(void **state) {
    fixture *f = *state;
    open_both(f, true);
    place(f, 95, 95, 1000);
    copied(f, all, 1001);
    place(f, 90, 90, 1002); /* two moves, and then one report of what was drawn */
    place(f, 80, 80, 1003);
    copied(f, all, 1004);
    assert_covers(f, 2000, 0, none);
}

/* The server adds up the copies of both moves. The first one went to a place that the window has left. */
static void test_a_window_that_was_not_on_the_screen_hides_nothing_until_it_draws(void **state) {
    fixture *f = *state;
    open_both(f, true);
    place(f, 1000, 90, 1000);
    place(f, 90, 90, 1001);
    copied(f, all, 1002);
    look(f, 2000);
    assert_true(covers(f, 115, 125));
    paint(f, 2, (box){0, 0, 1, 1}, 2001); /* it is not busy, so it draws what the server asks for */
    assert_covers(f, 2300, 0, none);
    place(f, 880, 90, 3000); /* only the left 120 columns are on the screen */
    place(f, 90, 90, 3001);
    copied(f, all, 3002);
    assert_covers(f, 4000, 0, none); /* the field is in them */
    place(f, 980, 90, 5000); /* 20 columns */
    place(f, 90, 90, 5001);
    copied(f, all, 5002);
    assert_covers(f, 6000, 1, placed);
}

/* It came back, and the server had nothing to copy. When it moves again, it takes along what the screen shows there. */
static void test_what_was_not_drawn_before_a_move_is_not_drawn_after_it(void **state) {
    fixture *f = *state;
    open_both(f, true);
    const int32_t places[] = {1000, 90, 95, 100, 90};
    const box drawn[] = {all, none, all, {150, 0, 150, 300}, all}; /* in the fourth place, the left half was not to be seen */
    for (uint64_t i = 0; i < 5; i++) {
        place(f, places[i], 90, 1000 * (i + 1));
        copied(f, drawn[i], 1000 * (i + 1) + 1);
        if (i == 2) {
            look(f, 3500);
            assert_true(covers(f, 115, 125));
            paint(f, 2, all, 3501);
            assert_covers(f, 3999, 0, none);
        }
    }
    look(f, 5900);
    assert_true(covers(f, 115, 125));
    paint(f, 2, all, 5901);
    assert_covers(f, 6300, 0, none);
}

static void test_a_window_that_was_behind_another_one_hides_nothing_until_it_draws(void **state) {
    fixture *f = *state;
    window windows[3] = {make_window(1, frame), front_at(90, 90), make_window(3, (box){600, 300, 100, 100})};
    set(f, windows, 3, 0);
    for (uint64_t id = 2; id <= 3; id++) {
        paint(f, id, all, 1);
    }
    answer(f, 1, secret(field), 1);
    answer(f, 2, (reading){.verdict = VERDICT_SHOWN}, 1);
    answer(f, 3, (reading){.verdict = VERDICT_SHOWN}, 1);
    assert_covers(f, 900, 0, none);
    windows[1] = front_at(580, 270); /* the third window is in front of the field's place */
    set(f, windows, 3, 1000);
    windows[1] = front_at(90, 90);
    set(f, windows, 3, 1001);
    copied(f, all, 1002);
    assert_covers(f, 2000, 1, placed);
    paint(f, 2, all, 2001);
    assert_covers(f, 2300, 0, none);
}

static void test_a_window_that_comes_from_outside_takes_along_what_is_behind_it(void **state) {
    fixture *f = *state;
    open_both(f, true);
    place(f, 1000, 90, 1000);
    copied(f, all, 1001);
    paint(f, 1, all, 1300);
    place(f, 90, 90, 2000); /* shows the field that is behind it */
    place(f, 390, 90, 2001);
    copied(f, all, 2002);
    look(f, 5000);
    assert_true(covers(f, 115, 125) && covers(f, 415, 125));
    paint(f, 2, all, 5001);
    look(f, 5300);
    assert_true(covers(f, 115, 125) && !covers(f, 415, 125));
}

/* Once it has moved away, the window behind it shows that picture until it draws. */
static void test_a_picture_that_was_left_on_a_window_stays_covered_when_that_moves(void **state) {
    fixture *f = *state;
    window windows[3] = {make_window(4, (box){0, 0, 900, 700}), front_at(90, 90), make_window(1, frame)};
    set(f, windows, 3, 0);
    for (uint64_t id = 1; id <= 4; id += id == 2 ? 2 : 1) {
        desktop_drawn(f->desktop, id, &screen_box, 1, false, START + 1 * MS);
    }
    answer_each(f, 1, secret(field), (reading){.verdict = VERDICT_SHOWN}, 2);
    assert_covers(f, 900, 1, placed);
    set(f, windows, 2, 1000);
    paint(f, 4, (box){0, 0, 10, 10}, 1001); /* the lowest one is alive, and has nothing to draw */
    look(f, 2000);
    assert_true(covers(f, 115, 125));
    windows[1] = front_at(390, 90);
    set(f, windows, 2, 2000);
    copied(f, all, 2001);
    look(f, 4000);
    assert_true(covers(f, 115, 125) && covers(f, 415, 125));
    paint(f, 4, (box){0, 0, 900, 700}, 4001);
    paint(f, 2, all, 4001);
    assert_covers(f, 4300, 0, none);
}

/* The window behind it has not drawn since the field was closed. */
static void test_a_window_that_comes_from_outside_takes_along_what_is_left_there(void **state) {
    fixture *f = *state;
    window windows[3] = {make_window(4, (box){0, 0, 900, 700}), front_at(1000, 90), make_window(1, frame)};
    set(f, windows, 3, 0);
    for (uint64_t id = 2; id <= 4; id += 2) {
        desktop_drawn(f->desktop, id, &screen_box, 1, false, START + 1 * MS);
    }
    answer_each(f, 1, secret(field), (reading){.verdict = VERDICT_SHOWN}, 2);
    look(f, 900);
    set(f, windows, 2, 1000);
    windows[1] = front_at(90, 90);
    set(f, windows, 2, 2000);
    copied(f, none, 2001);
    windows[1] = front_at(390, 90);
    set(f, windows, 2, 3000);
    copied(f, all, 3001);
    look(f, 4000);
    assert_true(covers(f, 115, 125) && covers(f, 415, 125));
}

static void test_a_window_that_is_resized_is_covered_where_it_may_show_a_picture_of_others(void **state) {
    fixture *f = *state;
    open_both(f, false);
    window front = front_at(90, 90);
    set(f, &front, 1, 1000);
    front.frame.width = front.content.width = 400;
    set(f, &front, 1, 1050);
    copied(f, (box){0, 0, 400, 300}, 1051);
    answer(f, 2, (reading){.verdict = VERDICT_SHOWN}, 1060);
    look(f, 5000);
    assert_true(covers(f, 115, 125) && covers(f, 255, 125) && !covers(f, 265, 125));
    paint(f, 2, (box){0, 0, 400, 300}, 5001);
    assert_covers(f, 5300, 0, none);
}

static void test_a_picture_of_a_window_that_was_in_front_is_covered_where_it_is_copied_to(void **state) {
    fixture *f = *state;
    open_both(f, false);
    place(f, 90, 90, 1000); /* in front now, but its application is busy */
    place(f, 390, 90, 1050);
    copied(f, all, 1051);
    look(f, 5000);
    assert_true(covers(f, 115, 125) && covers(f, 415, 125));
    paint(f, 2, all, 5001);
    look(f, 5300);
    assert_true(covers(f, 115, 125) && !covers(f, 415, 125));
}

static void test_a_picture_that_was_left_is_covered_where_it_is_copied_to(void **state) {
    fixture *f = *state;
    open_both(f, false);
    window front = front_at(90, 90);
    set(f, &front, 1, 1000); /* the field is gone, and the window behind has not drawn */
    front = front_at(390, 90);
    set(f, &front, 1, 1050);
    copied(f, all, 1051);
    look(f, 5000);
    assert_true(covers(f, 415, 125));
    paint(f, 2, all, 5001);
    assert_covers(f, 5300, 0, none);
}

static void test_what_was_drawn_before_the_move_is_no_picture_of_others(void **state) {
    fixture *f = *state;
    open_both(f, false);
    place(f, 90, 90, 1000);
    desktop_drawing(f->desktop, 2, all); /* the server has painted what the window in front left */
    place(f, 390, 90, 1001);
    copied(f, all, 1002);
    look(f, 2000);
    assert_true(covers(f, 115, 125) && !covers(f, 415, 125));
}

static void test_what_another_window_hides_is_not_copied(void **state) {
    fixture *f = *state;
    open_both(f, false);
    window windows[3] = {make_window(1, frame), front_at(90, 90), make_window(3, (box){105, 110, 100, 100})};
    set(f, windows, 3, 1000); /* the third window opens where the field was */
    windows[1] = front_at(390, 90);
    set(f, windows, 3, 1001);
    copied(f, all, 1002);
    look(f, 2000);
    assert_true(covers(f, 115, 125) && !covers(f, 415, 125));
}

static void test_with_a_compositor_nothing_is_copied(void **state) {
    fixture *f = *state;
    window windows[2] = {make_window(1, frame), front_at(90, 90)};
    windows[0].keeps_picture = windows[1].keeps_picture = true;
    set(f, windows, 2, 0);
    paint(f, 2, all, 1);
    answer(f, 1, secret(field), 1);
    answer(f, 2, (reading){.verdict = VERDICT_SHOWN}, 1);
    for (uint64_t i = 0; i < 3; i++) { /* each time it draws another part before it is resized again */
        windows[1].frame = windows[1].content = (box){90, 90, 310 + 10 * (int32_t)i, 300};
        set(f, windows, 2, 1000 + 2 * i);
        copied(f, i < 2 ? (box){100, 0, 100, 300} : (box){0, 0, 330, 300}, 1001 + 2 * i);
    }
    answer(f, 2, (reading){.verdict = VERDICT_SHOWN}, 1006);
    assert_covers(f, 2000, 0, none);
}

/* It moves twice, and small windows are in front of it. */
static void move_behind(fixture *f, size_t front_count) {
    window windows[20] = {make_window(1, frame), front_at(90, 90)};
    for (size_t i = 0; i < front_count; i++) {
        windows[2 + i] = make_window(3 + i, (box){200 + 10 * (int32_t)i, 220 + 7 * (int32_t)i, 5, 5});
    }
    set(f, windows, 2 + front_count, 0);
    for (size_t i = 0; i < front_count; i++) {
        paint(f, 3 + i, all, 1);
    }
    paint(f, 2, all, 1);
    answer_each(f, 1, secret(field), (reading){.verdict = VERDICT_SHOWN}, 1);
    assert_covers(f, 900, 0, none);
    for (int32_t i = 1; i <= 3; i++) {
        windows[1] = front_at(90 + i, 90);
        set(f, windows, 2 + front_count, 1000 + (uint64_t)i);
    }
    copied(f, all, 1010);
    paint(f, 2, (box){290, 290, 10, 10}, 1020);
    look(f, 1900);
}

/* What it showed behind the others was not copied, and the server asks for it. An application that draws is not busy, so it draws that, too. */
static void test_what_was_behind_few_others_ends_when_the_application_draws(void **state) {
    fixture *f = *state;
    move_behind(f, 3);
    assert_false(covers(f, 115, 125));
}

/* Nobody knows any longer which parts were behind them. */
static void test_what_was_behind_many_others_ends_when_it_is_drawn(void **state) {
    fixture *f = *state;
    move_behind(f, 10);
    assert_true(covers(f, 115, 125));
    paint(f, 2, all, 1901);
    look(f, 2200);
    assert_false(covers(f, 115, 125));
}

static void test_what_was_behind_more_others_than_there_is_room_for_ends_when_it_is_drawn(void **state) {
    fixture *f = *state;
    move_behind(f, 17);
    assert_true(covers(f, 115, 125));
    paint(f, 2, all, 1901);
    look(f, 2200);
    assert_false(covers(f, 115, 125));
}

/* In between it answers, and some of the others close. */
static void test_what_was_behind_more_others_than_there_is_room_for_is_not_forgotten(void **state) {
    fixture *f = *state;
    window windows[20] = {make_window(1, frame), front_at(90, 90)};
    for (size_t i = 0; i < 17; i++) {
        windows[2 + i] = make_window(3 + i, (box){200 + 10 * (int32_t)i, 220 + 7 * (int32_t)i, 5, 5});
    }
    set(f, windows, 19, 0);
    for (uint64_t id = 2; id < 20; id++) {
        paint(f, id, all, 1);
    }
    answer_each(f, 1, secret(field), clear(), 1);
    assert_covers(f, 900, 0, none);
    for (int32_t i = 1; i <= 2; i++) {
        windows[1] = front_at(90 + i, 90);
        set(f, windows, 19, 2000 + (uint64_t)i);
    }
    desktop_changed(f->desktop, 102, 2, START + 2003 * MS);
    answer_each(f, 1, secret(field), clear(), 2004);
    set(f, windows, 6, 2040);
    windows[1] = front_at(93, 90);
    set(f, windows, 6, 2050);
    copied(f, (box){150, 0, 150, 300}, 2060);
    paint(f, 2, (box){290, 290, 10, 10}, 2070);
    answer_each(f, 1, secret(field), clear(), 2100);
    look(f, 3000);
    assert_true(covers(f, 115, 125));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(test_a_window_that_was_copied_as_a_whole_hides_what_is_behind_it),
        TEST(test_a_window_that_was_not_on_the_screen_hides_nothing_until_it_draws),
        TEST(test_what_was_not_drawn_before_a_move_is_not_drawn_after_it),
        TEST(test_a_window_that_was_behind_another_one_hides_nothing_until_it_draws),
        TEST(test_a_window_that_comes_from_outside_takes_along_what_is_behind_it),
        TEST(test_a_picture_that_was_left_on_a_window_stays_covered_when_that_moves),
        TEST(test_a_window_that_comes_from_outside_takes_along_what_is_left_there),
        TEST(test_a_window_that_is_resized_is_covered_where_it_may_show_a_picture_of_others),
        TEST(test_a_picture_of_a_window_that_was_in_front_is_covered_where_it_is_copied_to),
        TEST(test_a_picture_that_was_left_is_covered_where_it_is_copied_to),
        TEST(test_what_was_drawn_before_the_move_is_no_picture_of_others),
        TEST(test_what_another_window_hides_is_not_copied),
        TEST(test_with_a_compositor_nothing_is_copied),
        TEST(test_what_was_behind_few_others_ends_when_the_application_draws),
        TEST(test_what_was_behind_many_others_ends_when_it_is_drawn),
        TEST(test_what_was_behind_more_others_than_there_is_room_for_ends_when_it_is_drawn),
        TEST(test_what_was_behind_more_others_than_there_is_room_for_is_not_forgotten),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
