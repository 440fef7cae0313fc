/* SPDX-License-Identifier: MIT */
/* The rules of desktop.h about covers, one by one. test_watch_world.c tests them together. */
#include "testing/desktop_fixture.h"

/* ---- Covers ---- */

static void test_everything_is_covered_before_the_first_list(void **state) {
    look(*state, 0);
    assert_int_equal(((fixture *)*state)->count, SIZE_MAX);
}

static void test_a_window_is_covered_until_it_is_read(void **state) {
    window window = make_window(7, frame);
    set(*state, &window, 1, 0);
    assert_covers(*state, 0, 1, frame);
    assert_covers(*state, 5000, 1, frame);
    answer(*state, 7, clear(), 5001);
    assert_covers(*state, 5201, 0, none); /* it took its time, so it stays covered for 200 ms */
}

static void test_the_boxes_of_secrets_are_covered_where_the_content_is(void **state) {
    open_one(*state, secret(field));
    assert_covers(*state, 1, 1, placed);
    window moved = make_window(7, (box){300, 300, 200, 100});
    set(*state, &moved, 1, 2);
    look(*state, 2);
    assert_true(covers(*state, 310, 320) && covers(*state, 110, 120)); /* the screen may still show the old place */
    assert_covers(*state, 202, 1, (box){310, 320, 50, 10});
}

static void test_a_window_of_another_size_process_or_class_is_unknown(void **state) {
    window changes[4];
    for (size_t i = 0; i < 4; i++) {
        changes[i] = make_window(7, frame);
    }
    changes[0].frame.width++;
    changes[1].content.height--;
    changes[2].pid++;
    changes[3].class_name[0] = 'D';
    for (size_t i = 0; i < 4; i++) {
        uint64_t ms = i * 10000;
        window window = make_window(7, frame);
        set(*state, &window, 1, ms);
        question question = ask(*state, 7, ms + 1);
        reading reading = clear();
        set(*state, &changes[i], 1, ms + 2);
        desktop_answer(((fixture *)*state)->desktop, &question, &reading, START + (ms + 3) * MS);
        look(*state, ms + 3);
        assert_true(covers(*state, 150, 150)); /* the answer was to an older window */
        paint(*state, 7, (box){0, 0, 201, 100}, ms + 4);
        answer(*state, 7, clear(), ms + 4);
        look(*state, ms + 210);
        assert_int_equal(((fixture *)*state)->count, 0);
    }
}

static void test_boxes_are_clipped_to_the_window_and_the_screen(void **state) {
    window window = make_window(7, (box){950, 750, 100, 100});
    set(*state, &window, 1, 0);
    answer(*state, 7, secret((box){-500, -500, 5000, 5000}), 1);
    assert_covers(*state, 1, 1, (box){950, 750, 50, 50});
}

static void test_coordinates_that_overflow_cover(void **state) {
    const int32_t extremes[] = {INT32_MIN, INT32_MIN + 1, -1, 0, 1, INT32_MAX - 1, INT32_MAX};
    fixture *f = *state;
    uint64_t ms = 1000;
    for (size_t i = 0; i < 7 * 7 * 7; i++) {
        int32_t x = extremes[i % 7], width = extremes[i / 7 % 7], offset = extremes[i / 49];
        window window = make_window(7 + i, (box){x, x, width, width});
        set(f, NULL, 0, ms - 500);
        set(f, &window, 1, ms);
        look(f, ms);
        bool shown = (int64_t)x < 1000 && (int64_t)x + width > 0 && width > 0 && (int64_t)x < 800;
        assert_int_equal(f->count, shown);
        answer(f, 7 + i, secret((box){offset, offset, width, width}), ms + 1);
        look(f, ms + 1);
        assert_true(f->count <= 1);
        ms += 1000;
    }
    set(f, NULL, 0, ms - 500);
    window window = make_window(1, (box){INT32_MIN, INT32_MIN, INT32_MAX, INT32_MAX});
    desktop_set_windows(f->desktop, (box){INT32_MIN, INT32_MIN, INT32_MAX, INT32_MAX}, &window, 1, START + ms * MS);
    look(f, ms);
    assert_int_equal(f->count, 1);
}

static void test_a_window_without_a_place_is_covered_as_a_whole(void **state) {
    window window = make_window(7, frame);
    window.no_place = true;
    set(*state, &window, 1, 0);
    answer(*state, 7, secret(field), 1);
    assert_covers(*state, 1, 1, frame);
}

static void test_rules_cover_or_show_a_window(void **state) {
    fixture *f = *state;
    open_one(f, (reading){.verdict = VERDICT_COVERED});
    assert_covers(f, 2, 1, frame);
    desktop_forget(f->desktop, 107, START + 3 * MS);
    answer(f, 7, (reading){.verdict = VERDICT_SHOWN}, 1010);
    desktop_damaged(f->desktop, 7, field, START + 1020 * MS);
    assert_covers(f, 5000, 0, none);
}

/* ---- Windows in front ---- */

static void test_secrets_behind_an_opaque_window_are_not_covered(void **state) {
    window windows[2] = {make_window(1, frame), make_window(2, (box){100, 100, 40, 100})};
    set(*state, windows, 2, 0);
    paint(*state, 2, (box){0, 0, 40, 100}, 1);
    answer(*state, 1, secret(field), 1);
    answer(*state, 2, clear(), 1);
    assert_covers(*state, 1, 1, placed); /* the screen may not show the new window yet */
    look(*state, 1);
    assert_int_equal(((fixture *)*state)->next_ns, START + 200 * MS);
    assert_covers(*state, 200, 1, (box){140, 120, 20, 10});
}

static void test_windows_that_do_not_hide_leave_covers(void **state) {
    fixture *f = *state;
    enum {
        TRANSPARENT,
        UNREAD,
        BEHIND,
        MOVED,
        RAISED,
        CASES
    };
    for (int i = 0; i < CASES; i++) {
        uint64_t ms = (uint64_t)i * 10000;
        window front = make_window(2 + 10 * (uint64_t)i, (box){90, 90, 300, 300}), back = make_window(1 + 10 * (uint64_t)i, frame);
        front.opaque = i != TRANSPARENT;
        window windows[2] = {i == BEHIND || i == RAISED ? front : back, i == BEHIND || i == RAISED ? back : front};
        set(*state, windows, 2, ms);
        answer(*state, windows[0].id, windows[0].id == back.id ? secret(field) : clear(), ms + 1);
        answer(*state, windows[1].id, windows[1].id == back.id ? secret(field) : clear(), ms + 1);
        if (i == UNREAD) {
            desktop_forget(f->desktop, front.pid, START + (ms + 2) * MS);
        } else if (i == MOVED) {
            windows[1].frame.x++;
            set(*state, windows, 2, ms + 600);
        } else if (i == RAISED) {
            window swapped[2] = {windows[1], windows[0]};
            set(*state, swapped, 2, ms + 600);
        }
        look(f, ms + 900);
        assert_true(covers(f, 111, 121)); /* nobody knows whether it has been drawn in its new place */
        paint(f, front.id, (box){0, 0, 300, 300}, ms + 910);
        question question;
        uint64_t wait_ns;
        while ((i == MOVED || i == RAISED) && desktop_next_question(f->desktop, START + (ms + 911) * MS, &question, &wait_ns)) {
            reading reading = question.window.id == back.id ? secret(field) : clear();
            desktop_answer(f->desktop, &question, &reading, START + (ms + 911) * MS);
        }
        look(f, ms + 1000);
        assert_true(covers(f, 111, 121) || i == MOVED);
        look(f, ms + 1200);
        assert_true(covers(f, 111, 121) == (i != MOVED && i != RAISED));
    }
}

static void answer_all(fixture *f, uint64_t secret_id, reading other, uint64_t ms) { answer_each(f, secret_id, secret(field), other, ms); }

/* An X window without a background shows what was there until its program draws. */
static void test_a_window_hides_only_what_it_has_drawn(void **state) {
    fixture *f = *state;
    for (uint64_t i = 0; i < 2; i++) { /* the program answers, or a rule shows its window */
        uint64_t ms = i * 10000;
        window windows[2] = {make_window(1 + 10 * i, frame), make_window(2 + 10 * i, (box){90, 90, 300, 300})};
        reading other = i == 0 ? clear() : (reading){.verdict = VERDICT_SHOWN};
        set(f, windows, 2, ms);
        answer_all(f, windows[0].id, other, ms + 1);
        desktop_damaged(f->desktop, windows[1].id, (box){0, 0, 300, 300}, START + (ms + 2) * MS); /* what may have been drawn */
        answer_all(f, windows[0].id, other, ms + 50);
        assert_covers(f, ms + 900, 1, placed);
        paint(f, windows[1].id, (box){0, 0, 6, 6}, ms + 901);
        paint(f, windows[1].id, (box){294, 294, 6, 6}, ms + 902);
        answer_all(f, windows[0].id, other, ms + 940);
        assert_covers(f, ms + 960, 1, placed);
        paint(f, windows[1].id, (box){0, 0, 40, 300}, ms + 961);
        assert_covers(f, ms + 961, 1, (box){130, 120, 30, 10});
        paint(f, windows[1].id, (box){40, 0, 260, 300}, ms + 962);
        assert_covers(f, ms + 962, 0, none);
        set(f, NULL, 0, ms + 1000);
    }
}

static void test_a_window_that_is_raised_has_to_draw_where_others_were(void **state) {
    fixture *f = *state;
    window back = make_window(1, frame), front = make_window(2, (box){90, 90, 300, 300});
    for (uint64_t i = 0; i < 2; i++) {
        uint64_t ms = i * 10000;
        back.id = 1 + 10 * i;
        front.id = 2 + 10 * i;
        front.keeps_picture = i == 1;
        window before[2] = {front, back}, after[2] = {back, front};
        set(f, before, 2, ms);
        paint(f, front.id, (box){0, 0, 300, 300}, ms + 1);
        set(f, after, 2, ms + 500);
        answer(f, back.id, secret(field), ms + 501);
        answer(f, front.id, clear(), ms + 501);
        look(f, ms + 900);
        assert_int_equal(covers(f, 115, 125), i == 0); /* a compositor keeps its picture */
        paint(f, front.id, (box){10, 10, 200, 100}, ms + 901);
        answer(f, front.id, clear(), ms + 902);
        look(f, ms + 1200);
        assert_false(covers(f, 115, 125));
        set(f, NULL, 0, ms + 1300);
    }
}

static void test_a_window_that_was_there_before_counts_as_drawn(void **state) {
    fixture *f = *state;
    window windows[2] = {make_window(1, frame), make_window(2, (box){90, 90, 300, 300})};
    windows[1].was_there = true;
    set(f, windows, 2, 0);
    answer(f, 1, secret(field), 1);
    answer(f, 2, (reading){.verdict = VERDICT_SHOWN}, 1);
    assert_covers(f, 900, 0, none);
    windows[1].frame.width = windows[1].content.width = 250; /* as a program that has to draw again */
    set(f, windows, 2, 1000);
    answer(f, 2, (reading){.verdict = VERDICT_SHOWN}, 1001);
    look(f, 1900);
    assert_true(covers(f, 115, 125));
}

static void test_a_picture_that_is_left_stays_covered_where_a_window_has_not_drawn(void **state) {
    fixture *f = *state;
    window windows[2] = {make_window(1, frame), make_window(2, (box){90, 90, 300, 300})};
    set(f, windows, 2, 0);
    answer(f, 1, secret(field), 1);
    answer(f, 2, (reading){.verdict = VERDICT_SHOWN}, 1);
    look(f, 400);
    set(f, &windows[1], 1, 500);
    paint(f, 2, (box){290, 290, 6, 6}, 600);
    assert_covers(f, 5000, 1, placed);
    paint(f, 2, (box){0, 0, 300, 300}, 5001);
    assert_covers(f, 5201, 0, none);
}

/* The server copies what a window shows when it moves, also a picture of what was behind it, and reports that as drawn. */
static void test_a_picture_that_a_window_carries_with_it_is_covered_until_it_draws(void **state) {
    fixture *f = *state;
    window windows[2] = {make_window(1, frame), make_window(2, (box){90, 90, 300, 300})};
    box all = {0, 0, 300, 300};
    set(f, windows, 2, 0);
    answer(f, 1, secret(field), 1);
    answer(f, 2, (reading){.verdict = VERDICT_SHOWN}, 1);
    assert_covers(f, 900, 1, placed);
    windows[1].frame.x = windows[1].content.x = 140;
    set(f, windows, 2, 1000);
    desktop_drawn(f->desktop, 2, &all, 1, true, START + 1001 * MS);
    look(f, 5000);
    assert_int_equal(f->count, 2);
    assert_true(covers(f, 115, 125) && covers(f, 165, 125));
    paint(f, 2, (box){0, 0, 300, 300}, 5001);
    assert_covers(f, 5300, 1, (box){110, 120, 30, 10}); /* outside of it */
}

/* It may have drawn when the server copied it, and need not draw again. */
static void test_a_window_that_moves_as_it_opens_is_visible_once_it_is_read(void **state) {
    fixture *f = *state;
    window windows[2] = {make_window(1, frame), make_window(2, (box){90, 90, 300, 300})};
    box all = {0, 0, 300, 300};
    set(f, windows, 2, 0);
    answer(f, 1, secret(field), 1);
    look(f, 20);
    windows[1].frame.x = windows[1].content.x = 140;
    set(f, windows, 2, 30);
    desktop_drawn(f->desktop, 2, &all, 1, true, START + 31 * MS);
    answer(f, 2, clear(), 50);
    paint(f, 1, (box){0, 0, 200, 100}, 55);
    answer(f, 1, secret(field), 58);
    look(f, 60);
    assert_true(covers(f, 165, 125));
    answer(f, 1, secret(field), 108);
    assert_covers(f, 5000, 1, placed); /* it may still show this one */
}

static void test_an_application_that_does_not_draw_leaves_what_was_there(void **state) {
    fixture *f = *state;
    window windows[2] = {make_window(1, (box){90, 90, 300, 300}), make_window(2, frame)};
    set(f, windows, 2, 0);
    paint(f, 1, (box){0, 0, 300, 300}, 1);
    answer(f, 1, clear(), 1);
    answer(f, 2, secret(field), 1);
    desktop_changed(f->desktop, 101, 1, START + 490 * MS);
    question question = ask(f, 1, 490);
    set(f, windows, 1, 500);
    reading reading = clear();
    desktop_answer(f->desktop, &question, &reading, START + 501 * MS);
    assert_covers(f, 750, 1, placed); /* the answer says nothing about what it does now */
    question = ask(f, 1, 751);
    assert_covers(f, 900, 1, placed);
    desktop_answer(f->desktop, &question, &reading, START + 901 * MS);
    assert_covers(f, 1100, 1, placed); /* it will draw soon */
    assert_covers(f, 1101, 0, none);
}

static void test_many_windows_in_front_leave_the_whole_box(void **state) {
    window windows[41];
    windows[0] = make_window(1, frame);
    for (size_t i = 1; i < 41; i++) {
        windows[i] = make_window(1 + i, (box){100 + 5 * (int32_t)(i % 20), 100 + (int32_t)i, 2, 1});
    }
    set(*state, windows, 41, 0);
    answer(*state, 1, (reading){.verdict = VERDICT_COVERED}, 1);
    for (size_t i = 1; i < 41; i++) {
        answer(*state, 1 + i, clear(), 1);
    }
    assert_covers(*state, 500, 1, frame);
}

/* ---- Times ---- */

static void test_damage_that_nobody_reads_covers_the_window(void **state) {
    fixture *f = *state;
    open_one(f, secret(field));
    desktop_damaged(f->desktop, 7, (box){0, 50, 10, 10}, START + 500 * MS);
    desktop_damaged(f->desktop, 7, (box){0, 50, 10, 10}, START + 590 * MS);
    assert_covers(f, 599, 1, placed);
    assert_int_equal(f->next_ns, START + 600 * MS);
    assert_covers(f, 600, 1, frame);
    answer(f, 7, secret(field), 610);
    answer(f, 7, secret(field), 660); /* what the application said may not have been drawn before */
    assert_covers(f, 859, 1, frame);
    assert_covers(f, 860, 1, placed);
}

static void test_an_event_counts_like_damage(void **state) {
    fixture *f = *state;
    open_one(f, secret(field));
    desktop_changed(f->desktop, 107, 0, START + 500 * MS);
    assert_true(is_readable(desktop_covers_fd(f->desktop)));
    assert_covers(f, 600, 1, frame);
    assert_false(is_readable(desktop_covers_fd(f->desktop)));
    desktop_changed(f->desktop, 1, 0, START + 500 * MS); /* another process */
}

static void test_a_reading_counts_until_the_damage_after_it(void **state) {
    fixture *f = *state;
    open_one(f, secret(field));
    desktop_damaged(f->desktop, 7, (box){0, 50, 10, 10}, START + 500 * MS);
    question question = ask(f, 7, 501);
    reading reading = secret(field);
    desktop_damaged(f->desktop, 7, (box){0, 50, 10, 10}, START + 502 * MS);
    desktop_answer(f->desktop, &question, &reading, START + 505 * MS);
    look(f, 601);
    assert_false(covers(f, 299, 199));
    look(f, 602);
    assert_true(covers(f, 299, 199));
}

static void test_old_boxes_linger(void **state) {
    fixture *f = *state;
    open_one(f, secret(field));
    desktop_changed(f->desktop, 107, 7, START + 500 * MS);
    answer(f, 7, secret((box){10, 60, 50, 10}), 501);
    answer(f, 7, secret((box){10, 60, 50, 10}), 551);
    look(f, 750);
    assert_true(covers(f, 111, 121) && covers(f, 111, 161));
    assert_covers(f, 751, 1, (box){110, 160, 50, 10});
    desktop_changed(f->desktop, 107, 7, START + 900 * MS);
    answer(f, 7, clear(), 901);
    answer(f, 7, clear(), 951);
    assert_covers(f, 1150, 1, (box){110, 160, 50, 10});
    assert_covers(f, 1151, 0, none);
}

/* The application says where the field is now, and then computes before it draws. */
static void test_old_boxes_linger_until_the_application_draws_or_answers(void **state) {
    fixture *f = *state;
    for (uint64_t i = 0; i < 3; i++) {
        uint64_t ms = i * 10000;
        window window = make_window(1 + i, frame);
        set(f, &window, 1, ms);
        answer(f, 1 + i, secret(field), ms + 1);
        desktop_damaged(f->desktop, 1 + i, (box){0, 0, 200, 100}, START + (ms + 500) * MS);
        answer(f, 1 + i, secret((box){10, 60, 50, 10}), ms + 501);
        paint(f, 1 + i, (box){10, 60, 50, 10}, ms + 540); /* may be another picture */
        answer(f, 1 + i, secret((box){10, 60, 50, 10}), ms + 541);
        assert_int_equal(assert_no_question(f, ms + 541), 10 * MS);
        question question = ask(f, 1 + i, ms + 551);
        look(f, ms + 1501);
        assert_true(covers(f, 111, 121) && covers(f, 111, 161));
        reading reading = secret((box){10, 60, 50, 10});
        if (i == 0) {
            paint(f, 1 + i, (box){10, 60, 50, 10}, ms + 2000);
        } else if (i == 1) {
            desktop_answer(f->desktop, &question, &reading, START + (ms + 2000) * MS);
        } else {
            box all = {0, 0, 200, 100};
            desktop_drawn(f->desktop, 1 + i, &all, 1, true, START + (ms + 2000) * MS); /* the server copies what is there */
        }
        look(f, ms + 2199);
        assert_true(covers(f, 111, 121));
        look(f, ms + 2200);
        assert_true(covers(f, 111, 121) == (i == 2) && covers(f, 111, 161));
        set(f, NULL, 0, ms + 3000);
    }
}

/* An X window without a background opens over a field, which then moves or vanishes. The server draws nothing of that in front. */
static void test_a_field_that_moves_behind_a_window_that_has_not_drawn_stays_covered(void **state) {
    fixture *f = *state;
    for (uint64_t i = 0; i < 4; i++) { /* it moves or vanishes, behind a window that a rule shows, or that its application describes */
        uint64_t ms = i * 10000;
        window windows[2] = {make_window(1 + 10 * i, frame), make_window(2 + 10 * i, (box){90, 90, 60, 300})};
        reading other = i < 2 ? (reading){.verdict = VERDICT_SHOWN} : clear();
        reading moved = i % 2 == 0 ? secret((box){110, 60, 50, 10}) : clear();
        set(f, windows, 1, ms);
        paint(f, windows[0].id, (box){0, 0, 200, 100}, ms);
        answer_all(f, windows[0].id, other, ms + 1);
        set(f, windows, 2, ms + 500);
        answer_all(f, windows[0].id, other, ms + 501);
        assert_covers(f, ms + 900, 1, placed);
        paint(f, windows[0].id, (box){50, 0, 150, 100}, ms + 1000);
        for (uint64_t later = 1001; later < 1800; later += 60) {
            answer_each(f, windows[0].id, moved, other, ms + later);
        }
        look(f, ms + 3000);
        assert_true(covers(f, 115, 125) && !covers(f, 155, 125)); /* where it has not drawn */
        assert_true(covers(f, 215, 165) == (i % 2 == 0));
        paint(f, windows[1].id, (box){0, 0, 60, 300}, ms + 3001);
        answer_each(f, windows[0].id, moved, other, ms + 3001);
        look(f, ms + 3201);
        assert_false(covers(f, 115, 125));
        set(f, NULL, 0, ms + 4000);
    }
}

static void test_a_field_that_was_seen_in_a_window_that_closes_stays_covered(void **state) {
    fixture *f = *state;
    window windows[2] = {make_window(1, frame), make_window(2, (box){90, 90, 60, 300})};
    set(f, windows, 1, 0);
    paint(f, 1, (box){0, 0, 200, 100}, 0);
    answer(f, 1, secret(field), 1);
    set(f, windows, 2, 500);
    answer(f, 2, clear(), 501);
    desktop_changed(f->desktop, 101, 1, START + 1000 * MS);
    answer_each(f, 1, clear(), clear(), 1001);
    answer_each(f, 1, clear(), clear(), 1060);
    look(f, 2000);
    assert_true(covers(f, 115, 125));
    set(f, windows, 1, 2001);
    look(f, 3000);
    assert_true(covers(f, 115, 125)); /* its application does not draw what it should show there now */
    paint(f, 1, (box){0, 0, 200, 100}, 3001);
    answer(f, 1, clear(), 3002);
    assert_covers(f, 3201, 0, none);
}

static void test_what_was_drawn_between_two_readings_is_covered(void **state) {
    fixture *f = *state;
    open_one(f, secret(field));
    desktop_damaged(f->desktop, 7, (box){0, 40, 10, 10}, START + 500 * MS);
    desktop_damaged(f->desktop, 7, (box){20, 40, 10, 10}, START + 516 * MS);
    answer(f, 7, secret(field), 520);
    answer(f, 7, secret(field), 570);
    look(f, 769);
    assert_true(covers(f, 100, 140) && covers(f, 129, 149) && !covers(f, 130, 140));
    assert_covers(f, 770, 1, placed);
    desktop_damaged(f->desktop, 7, (box){0, 40, 10, 10}, START + 800 * MS);
    answer(f, 7, secret(field), 801);
    assert_covers(f, 801, 1, placed); /* one picture, which was read */
}

static void test_an_answer_that_comes_late_keeps_what_was_drawn(void **state) {
    fixture *f = *state;
    open_one(f, secret(field));
    desktop_damaged(f->desktop, 7, (box){0, 40, 10, 10}, START + 500 * MS);
    question question = ask(f, 7, 500);
    reading reading = secret(field);
    desktop_answer(f->desktop, &question, &reading, START + 509 * MS);
    look(f, 510);
    assert_true(covers(f, 109, 149)); /* the application may have changed its mind since */
}

static void test_damage_right_after_an_answer_keeps_what_was_drawn_before(void **state) {
    fixture *f = *state;
    open_one(f, secret(field));
    desktop_damaged(f->desktop, 7, (box){0, 40, 10, 10}, START + 500 * MS);
    answer(f, 7, secret(field), 501);
    assert_covers(f, 502, 1, placed);
    desktop_damaged(f->desktop, 7, (box){80, 40, 10, 10}, START + 504 * MS);
    look(f, 504);
    assert_true(covers(f, 109, 149) && !covers(f, 180, 140));
}

static void test_a_window_that_closes_or_moves_before_it_is_read_leaves_a_trail(void **state) {
    fixture *f = *state;
    window window = make_window(7, (box){500, 500, 200, 100});
    open_one(f, secret(field));
    set(f, &window, 1, 200);
    desktop_damaged(f->desktop, 7, (box){0, 40, 10, 10}, START + 500 * MS);
    window.frame.x = window.content.x = 100;
    set(f, &window, 1, 501);
    look(f, 700);
    assert_true(covers(f, 500, 540) && covers(f, 509, 549) && !covers(f, 510, 540) && !covers(f, 100, 100));
    answer(f, 7, secret(field), 700);
    desktop_damaged(f->desktop, 7, (box){0, 60, 10, 10}, START + 1000 * MS);
    set(f, NULL, 0, 1001);
    look(f, 1200);
    assert_true(covers(f, 100, 560) && covers(f, 109, 569) && covers(f, 110, 520) && f->count == 2);
    assert_covers(f, 1201, 0, none);
}

static void test_a_clear_window_that_closes_with_an_unread_event_leaves_a_trail(void **state) {
    fixture *f = *state;
    open_one(f, clear());
    paint(f, 7, field, 500);
    set(f, NULL, 0, 501);
    assert_covers(f, 501, 0, none); /* only drawn on */
    window window = make_window(8, frame);
    set(f, &window, 1, 1000);
    answer(f, 8, clear(), 1001);
    look(f, 1300);
    paint(f, 8, field, 1500);
    desktop_changed(f->desktop, 108, 0, START + 1501 * MS); /* a password field may have appeared */
    set(f, NULL, 0, 1515);
    assert_covers(f, 1600, 1, placed);
    assert_covers(f, 1715, 0, none);
}

/* A terminal that a rule shows is behind a window with a password, which closes shortly before a list is refused. */
static void test_a_picture_that_is_left_stays_covered_after_a_list_that_was_refused(void **state) {
    fixture *f = *state;
    window windows[2] = {make_window(1, (box){0, 0, 600, 400}), make_window(2, frame)}, twice[2] = {windows[0], windows[0]};
    set(f, windows, 2, 0);
    answer(f, 1, (reading){.verdict = VERDICT_SHOWN}, 1);
    answer(f, 2, secret(field), 1);
    assert_covers(f, 500, 1, placed);
    set(f, windows, 1, 501);
    set(f, twice, 2, 502);
    look(f, 502);
    assert_int_equal(f->count, SIZE_MAX);
    set(f, windows, 1, 503);
    answer(f, 1, (reading){.verdict = VERDICT_SHOWN}, 504);
    look(f, 600);
    assert_true(covers(f, 115, 125) && covers(f, 900, 700));
    look(f, 3000);
    assert_true(covers(f, 115, 125) && !covers(f, 900, 700)); /* the terminal has not drawn yet */
    paint(f, 1, (box){0, 0, 600, 400}, 3001);
    look(f, 3100);
    assert_true(covers(f, 115, 125));
    assert_covers(f, 3300, 0, none);
}

static void test_a_window_that_answers_is_visible_after_a_list_that_was_refused(void **state) {
    fixture *f = *state;
    window window = make_window(7, frame);
    open_one(f, clear());
    desktop_lost(f->desktop);
    set(f, &window, 1, 500);
    answer(f, 7, clear(), 501);
    assert_covers(f, 750, 0, none);
}

static void test_of_more_trails_than_there_is_room_for_neighbors_are_joined(void **state) {
    fixture *f = *state;
    for (uint64_t i = 0; i < 100; i++) {
        window window = make_window(1 + i, (box){10 * (int32_t)(i / 2), 700 * (int32_t)(i % 2), 10, 10});
        set(f, &window, 1, i);
        answer(f, 1 + i, secret((box){0, 0, 1, 1}), i);
        desktop_damaged(f->desktop, 1 + i, (box){0, 0, 10, 10}, START + i * MS);
    }
    set(f, NULL, 0, 100);
    look(f, 100);
    assert_in_range(f->count, 1, DESKTOP_MAX_COVERS);
    for (int32_t i = 0; i < 100; i++) {
        assert_true(covers(f, 10 * (i / 2) + 5, 700 * (i % 2) + 5));
    }
    assert_false(covers(f, 405, 350)); /* between the two rows */
}

/* A trail on the window ended when it answered. It becomes one with the next one, which has not ended. */
static void test_a_window_is_asked_again_if_a_trail_on_it_becomes_one_with_another(void **state) {
    fixture *f = *state;
    window windows[3] = {make_window(2, (box){0, 0, 30, 800}), make_window(3, (box){30, 0, 970, 800}), make_window(1, (box){10, 10, 20, 20})};
    for (int i = 0; i < 3; i++) {
        windows[i].keeps_picture = true;
    }
    set(f, windows, 3, 0);
    for (uint64_t id = 1; id <= 3; id++) {
        paint(f, id, screen_box, 1);
    }
    answer_each(f, 1, secret((box){0, 0, 20, 20}), clear(), 2);
    look(f, 2990);
    for (int32_t i = 0; i < 90; i++) {
        uint64_t ms = 3000 + 2 * (uint64_t)i;
        windows[2].frame = i == 0 ? (box){30, 10, 20, 20} : (box){100 + 30 * (i % 26), 40 + 30 * (i / 26), 20, 20};
        windows[2].content = windows[2].frame;
        set(f, windows, 3, ms);
        look(f, ms);
        if (i == 0) {
            answer_each(f, 1, secret((box){0, 0, 20, 20}), clear(), ms + 1);
        }
    }
    for (uint64_t ms = 3200; ms < 6000; ms += 10) {
        answer_each(f, 1, secret((box){0, 0, 20, 20}), clear(), ms);
        look(f, ms);
    }
    assert_false(covers(f, 15, 15));
}

static void test_damage_covers_a_window_of_a_toolkit_that_is_not_prompt(void **state) {
    fixture *f = *state;
    reading late = secret(field);
    late.prompt = false;
    open_one(f, late);
    assert_covers(f, 100, 1, placed);
    desktop_damaged(f->desktop, 7, (box){0, 50, 10, 10}, START + 500 * MS);
    assert_covers(f, 500, 1, frame);
    answer(f, 7, late, 501);
    look(f, 501);
    assert_true(f->count == 2 && covers(f, 105, 155) && covers(f, placed.x, placed.y));
    look(f, 990);
    assert_true(f->count == 2 && covers(f, 105, 155));
    answer(f, 7, late, 1000); /* its tree was late until now */
    assert_covers(f, 1000, 1, placed);
}

/* The page may have moved between the two answers, and the second one still says where it was before. */
static void test_an_answer_that_is_missing_does_not_make_late_places_prompt(void **state) {
    fixture *f = *state;
    reading late = secret(field);
    late.prompt = false;
    open_one(f, late);
    desktop_damaged(f->desktop, 7, (box){0, 0, 10, 10}, START + 500 * MS);
    answer(f, 7, (reading){.verdict = VERDICT_UNKNOWN}, 501);
    desktop_damaged(f->desktop, 7, (box){0, 50, 60, 40}, START + 610 * MS);
    answer(f, 7, late, 650);
    answer(f, 7, late, 700);
    look(f, 1100);
    assert_true(covers(f, 140, 170) && !covers(f, 290, 110));
    answer(f, 7, late, 1111);
    assert_covers(f, 1111, 1, placed);
}

static void test_damage_inside_a_cover_is_not_urgent(void **state) {
    fixture *f = *state;
    open_one(f, secret(field));
    desktop_damaged(f->desktop, 7, (box){11, 21, 8, 8}, START + 10 * MS);
    assert_covers(f, 5000, 1, placed);
    assert_int_equal(assert_no_question(f, 10), 241 * MS);
    question question = ask(f, 7, 5000);
    assert_false(question.again);
    assert_int_equal(question.drawn_ns, START + 10 * MS);
}

static void test_secrets_out_of_sight_are_watched_as_closely(void **state) {
    fixture *f = *state;
    open_one(f, (reading){.verdict = VERDICT_SECRETS, .prompt = true});
    assert_covers(f, 1, 0, none);
    desktop_damaged(f->desktop, 7, field, START + 500 * MS);
    assert_covers(f, 600, 1, frame);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(test_everything_is_covered_before_the_first_list),
        TEST(test_a_window_is_covered_until_it_is_read),
        TEST(test_the_boxes_of_secrets_are_covered_where_the_content_is),
        TEST(test_a_window_of_another_size_process_or_class_is_unknown),
        TEST(test_boxes_are_clipped_to_the_window_and_the_screen),
        TEST(test_coordinates_that_overflow_cover),
        TEST(test_a_window_without_a_place_is_covered_as_a_whole),
        TEST(test_rules_cover_or_show_a_window),
        TEST(test_secrets_behind_an_opaque_window_are_not_covered),
        TEST(test_windows_that_do_not_hide_leave_covers),
        TEST(test_a_window_hides_only_what_it_has_drawn),
        TEST(test_a_window_that_is_raised_has_to_draw_where_others_were),
        TEST(test_a_window_that_was_there_before_counts_as_drawn),
        TEST(test_a_picture_that_is_left_stays_covered_where_a_window_has_not_drawn),
        TEST(test_a_picture_that_a_window_carries_with_it_is_covered_until_it_draws),
        TEST(test_a_window_that_moves_as_it_opens_is_visible_once_it_is_read),
        TEST(test_an_application_that_does_not_draw_leaves_what_was_there),
        TEST(test_many_windows_in_front_leave_the_whole_box),
        TEST(test_damage_that_nobody_reads_covers_the_window),
        TEST(test_an_event_counts_like_damage),
        TEST(test_a_reading_counts_until_the_damage_after_it),
        TEST(test_old_boxes_linger),
        TEST(test_old_boxes_linger_until_the_application_draws_or_answers),
        TEST(test_a_field_that_moves_behind_a_window_that_has_not_drawn_stays_covered),
        TEST(test_a_field_that_was_seen_in_a_window_that_closes_stays_covered),
        TEST(test_what_was_drawn_between_two_readings_is_covered),
        TEST(test_an_answer_that_comes_late_keeps_what_was_drawn),
        TEST(test_damage_right_after_an_answer_keeps_what_was_drawn_before),
        TEST(test_a_window_that_closes_or_moves_before_it_is_read_leaves_a_trail),
        TEST(test_a_clear_window_that_closes_with_an_unread_event_leaves_a_trail),
        TEST(test_a_picture_that_is_left_stays_covered_after_a_list_that_was_refused),
        TEST(test_a_window_that_answers_is_visible_after_a_list_that_was_refused),
        TEST(test_of_more_trails_than_there_is_room_for_neighbors_are_joined),
        TEST(test_a_window_is_asked_again_if_a_trail_on_it_becomes_one_with_another),
        TEST(test_damage_covers_a_window_of_a_toolkit_that_is_not_prompt),
        TEST(test_an_answer_that_is_missing_does_not_make_late_places_prompt),
        TEST(test_damage_inside_a_cover_is_not_urgent),
        TEST(test_secrets_out_of_sight_are_watched_as_closely),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
