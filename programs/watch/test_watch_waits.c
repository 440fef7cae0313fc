/* SPDX-License-Identifier: MIT */
/* Windows without secrets of desktop.h, whose readings are late, and windows whose applications do not answer themselves. */
#include "testing/desktop_fixture.h"

/* ---- Windows without secrets ---- */

static void test_a_window_without_secrets_is_unknown_if_nobody_answers_soon(void **state) {
    fixture *f = *state;
    open_one(f, clear());
    desktop_damaged(f->desktop, 7, field, START + 500 * MS);
    desktop_damaged(f->desktop, 7, field, START + 540 * MS);
    assert_covers(f, 559, 0, none);
    assert_int_equal(f->next_ns, START + 560 * MS);
    assert_covers(f, 560, 1, frame);
    answer(f, 7, clear(), 600);
    assert_covers(f, 799, 1, frame); /* what the application says now may not be drawn yet */
    assert_covers(f, 800, 0, none);
}

static void test_questions_without_an_answer_do_not_extend_the_wait(void **state) {
    fixture *f = *state;
    open_one(f, clear());
    desktop_damaged(f->desktop, 7, field, START + 500 * MS);
    question question = ask(f, 7, 501);
    desktop_damaged(f->desktop, 7, field, START + 520 * MS);
    assert_covers(f, 559, 0, none);
    assert_covers(f, 560, 1, frame);
    reading reading = clear();
    desktop_answer(f->desktop, &question, &reading, START + 590 * MS);
    assert_covers(f, 600, 1, frame);
}

static void test_an_event_of_a_window_without_secrets_is_answered_soon(void **state) {
    fixture *f = *state;
    open_one(f, clear());
    desktop_changed(f->desktop, 107, 7, START + 500 * MS);
    assert_covers(f, 559, 0, none);
    assert_covers(f, 560, 1, frame);
}

/* Draws on the window all the time, answers each question after `cost_ms`, and expects that it is never covered. */
static void draw_all_the_time(fixture *f, const uint64_t *costs_ms, size_t cost_count, bool prompt, bool events) {
    question question;
    uint64_t answer_ms = 0, wait_ns;
    size_t count = 0;
    for (uint64_t ms = 1000; ms < 11000; ms++) {
        reading reading = {.verdict = VERDICT_CLEAR, .prompt = prompt};
        if (answer_ms == 0 && desktop_next_question(f->desktop, START + ms * MS, &question, &wait_ns)) {
            answer_ms = ms + costs_ms[count++ % cost_count];
        }
        if (answer_ms == ms) {
            desktop_answer(f->desktop, &question, &reading, START + ms * MS);
            answer_ms = 0;
        }
        desktop_damaged(f->desktop, 7, field, START + ms * MS);
        if (events && ms % 70 == 0) {
            desktop_changed(f->desktop, 107, 7, START + ms * MS);
        }
        assert_covers(f, ms, 0, none);
    }
    assert_true(count > 10);
}

static void open_slow(fixture *f, uint64_t cost_ms, bool prompt) {
    window window = make_window(7, frame);
    set(f, &window, 1, 0);
    question question = ask(f, 7, 1);
    reading reading = {.verdict = VERDICT_CLEAR, .prompt = prompt};
    desktop_answer(f->desktop, &question, &reading, START + (1 + cost_ms) * MS);
}

static void test_a_prompt_window_that_is_drawn_on_all_the_time_is_visible(void **state) {
    open_slow(*state, 3, true);
    draw_all_the_time(*state, (const uint64_t[]){1, 3, 30}, 3, true, false);
}

static void test_a_prompt_window_with_events_is_visible(void **state) {
    open_slow(*state, 3, true);
    draw_all_the_time(*state, (const uint64_t[]){1, 3, 30}, 3, true, true);
}

static void test_a_slow_window_that_is_drawn_on_all_the_time_is_visible(void **state) {
    open_slow(*state, 170, false);
    draw_all_the_time(*state, (const uint64_t[]){170, 90, 150}, 3, false, false);
}

static void test_a_slow_window_with_events_is_visible(void **state) {
    open_slow(*state, 170, false);
    draw_all_the_time(*state, (const uint64_t[]){170, 90, 150}, 3, false, true);
}

static void test_a_slow_window_has_a_limit_too(void **state) {
    open_slow(*state, 5000, false);
    desktop_damaged(((fixture *)*state)->desktop, 7, field, START + 60000 * MS);
    assert_covers(*state, 60399, 0, none);
    assert_covers(*state, 60400, 1, frame);
}

static void test_a_slow_window_of_a_prompt_toolkit_has_less_time(void **state) {
    open_slow(*state, 300, true);
    desktop_damaged(((fixture *)*state)->desktop, 7, field, START + 5000 * MS);
    assert_covers(*state, 5099, 0, none);
    assert_covers(*state, 5100, 1, frame);
}

/* ---- Rules do not ask applications ---- */

/* A window with a secret above one that a rule shows. */
static void open_above_shown(fixture *f, window windows[2]) {
    windows[0] = make_window(1, (box){90, 90, 300, 300});
    windows[1] = make_window(2, frame);
    set(f, windows, 2, 0);
    paint(f, 1, (box){0, 0, 300, 300}, 1);
    answer(f, 1, (reading){.verdict = VERDICT_SHOWN}, 1);
    answer(f, 2, secret(field), 1);
}

static void test_a_rule_does_not_show_that_an_application_draws(void **state) {
    fixture *f = *state;
    window windows[2];
    open_above_shown(f, windows);
    set(f, windows, 1, 500);
    answer(f, 1, (reading){.verdict = VERDICT_SHOWN}, 1500);
    assert_covers(f, 5000, 1, placed);
    paint(f, 1, (box){0, 0, 20, 20}, 5001);
    assert_covers(f, 5200, 1, placed);
    assert_covers(f, 5201, 0, none);
}

static void test_a_raised_window_that_a_rule_shows_hides_nothing_until_it_draws(void **state) {
    fixture *f = *state;
    window windows[2];
    open_above_shown(f, windows);
    set(f, (window[]){windows[1], windows[0]}, 2, 500);
    answer(f, 2, secret(field), 1500);
    answer(f, 1, (reading){.verdict = VERDICT_SHOWN}, 1500);
    look(f, 5000);
    assert_true(covers(f, 111, 121));
    paint(f, 1, (box){10, 10, 200, 100}, 5001);
    assert_covers(f, 5201, 0, none);
}

static void test_a_compositor_keeps_what_a_window_has_drawn(void **state) {
    fixture *f = *state;
    window windows[2] = {make_window(1, frame), make_window(2, frame)};
    windows[0].no_place = windows[1].no_place = true;
    set(f, windows, 2, 0);
    answer(f, 1, (reading){.verdict = VERDICT_SHOWN}, 1);
    answer(f, 2, secret(field), 1);
    set(f, windows, 1, 1500);
    answer(f, 1, (reading){.verdict = VERDICT_SHOWN}, 2500);
    assert_covers(f, 2700, 0, none);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(test_a_window_without_secrets_is_unknown_if_nobody_answers_soon),
        TEST(test_questions_without_an_answer_do_not_extend_the_wait),
        TEST(test_an_event_of_a_window_without_secrets_is_answered_soon),
        TEST(test_a_prompt_window_that_is_drawn_on_all_the_time_is_visible),
        TEST(test_a_prompt_window_with_events_is_visible),
        TEST(test_a_slow_window_that_is_drawn_on_all_the_time_is_visible),
        TEST(test_a_slow_window_with_events_is_visible),
        TEST(test_a_slow_window_has_a_limit_too),
        TEST(test_a_slow_window_of_a_prompt_toolkit_has_less_time),
        TEST(test_a_rule_does_not_show_that_an_application_draws),
        TEST(test_a_raised_window_that_a_rule_shows_hides_nothing_until_it_draws),
        TEST(test_a_compositor_keeps_what_a_window_has_drawn),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
