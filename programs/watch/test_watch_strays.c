/* SPDX-License-Identifier: MIT */
/* New objects that no window contains: a pop-up that nobody describes may show them. */
#include "secrets_private.h"
#include "testing/tree_fixture.h"

/* A pop-up without an accessible, which may contain them. */
static void open_pop_up(fixture *f) {
    add_application(":1.1", 11);
    add_frame(":1.1", "/main");
    open_window(f, 1, 11, "/main");
    open_window(f, 2, 11, "a menu");
    f->windows[1].popup = true;
    f->windows[1].frame.width = f->windows[1].content.width = 37;
    list_windows(f);
    run_with_events(f, 2000);
    assert_state(f, 2, VERDICT_CLEAR);
}

static void report(fixture *f, bus_event event, const char *path) {
    handlers.event(event, ":1.1", path);
    run_with_events(f, 200);
    draw(f, 2);
    run_with_events(f, 200);
}

static fake_object *report_secret(fixture *f, const char *path) {
    fake_object *added = add_object(":1.1", path, "/nowhere", ATSPI_ROLE_PASSWORD_TEXT, entry_place);
    report(f, BUS_OBJECT_NEW, path);
    return added;
}

/* As a tooltip does. */
static void test_a_new_object_that_vanishes_covers_pop_ups_for_a_moment(void **state) {
    fixture *f = *state;
    open_pop_up(f);
    report(f, BUS_OBJECT_NEW, "/tooltip");
    assert_state(f, 2, VERDICT_COVERED);
    run_with_events(f, 400);
    assert_state(f, 2, VERDICT_COVERED);
    run_with_events(f, 1000);
    assert_state(f, 2, VERDICT_CLEAR);
}

static void test_a_new_secret_that_gives_errors_at_times_covers_pop_ups(void **state) {
    fixture *f = *state;
    open_pop_up(f);
    fake_object *secret = report_secret(f, "/secret");
    for (int i = 0; i < 20; i++) {
        secret->gone = i % 2 == 0;
        run_with_events(f, 400);
        assert_state(f, 2, VERDICT_COVERED);
        draw(f, 2);
    }
}

static void test_a_new_object_that_is_clear_later_uncovers_no_other(void **state) {
    fixture *f = *state;
    open_pop_up(f);
    fake_object *secret = report_secret(f, "/secret");
    assert_state(f, 2, VERDICT_COVERED);
    fake_object *label = add_object(":1.1", "/label", "/nowhere", ATSPI_ROLE_LABEL, entry_place);
    label->gone = true;
    report(f, BUS_OBJECT_NEW, "/label");
    label->gone = false;
    draw(f, 2);
    run_with_events(f, 2000);
    assert_state(f, 2, VERDICT_COVERED);
    secret->gone = true;
    run_with_events(f, 4000);
    assert_state(f, 2, VERDICT_CLEAR);
}

static void test_many_new_secrets_cover_pop_ups_until_all_are_gone(void **state) {
    fixture *f = *state;
    char path[32];
    open_pop_up(f);
    size_t first = object_count;
    for (int i = 0; i < APPLICATION_MAX_STRAYS + 4; i++) {
        snprintf(path, sizeof path, "/secret/%d", i);
        report_secret(f, path);
        report(f, BUS_OBJECT_NEW, path);
        assert_int_equal(applications_find(":1.1")->stray_count, MIN(i + 1, APPLICATION_MAX_STRAYS));
    }
    for (size_t i = first; i + 1 < object_count; i++) {
        objects[i].gone = true;
    }
    run_with_events(f, 5000);
    assert_state(f, 2, VERDICT_COVERED);
    objects[object_count - 1].gone = true;
    run_with_events(f, 5000);
    assert_state(f, 2, VERDICT_CLEAR);
}

static void test_a_pop_up_waits_for_what_was_reported_before(void **state) {
    fixture *f = *state;
    question question;
    static reading reading;
    uint64_t wait_ns;
    open_pop_up(f);
    add_object(":1.1", "/secret", "/nowhere", ATSPI_ROLE_PASSWORD_TEXT, entry_place);
    handlers.event(BUS_OBJECT_NEW, ":1.1", "/secret");
    draw(f, 2);
    assert_true(desktop_next_question(f->desktop, now_ns + 2000 * MS, &question, &wait_ns));
    assert_int_equal(question.window.id, 2);
    answer(&question, &reading);
    assert_int_equal(reading.verdict, VERDICT_COVERED);
    assert_int_not_equal(reading.again_ns, 0);
}

/* It may be a lie. */
static void test_an_object_that_another_connection_names_covers_no_pop_up(void **state) {
    fixture *f = *state;
    question question;
    uint64_t wait_ns;
    open_pop_up(f);
    handlers.event(BUS_NAMED, ":1.1", "/no/such");
    assert_true(desktop_next_question(f->desktop, now_ns + 50 * MS, &question, &wait_ns));
    report(f, BUS_NAMED, "/no/such");
    assert_state(f, 2, VERDICT_CLEAR);
}

/* Otherwise another connection could let them wait for ever. */
static void test_a_window_that_is_not_in_the_tree_does_not_wait_again_for_an_object_that_another_connection_names(void **state) {
    fixture *f = *state;
    handlers.joined(":1.1", 11);
    open_window(f, 1, 11, "terminal");
    run_with_events(f, 1500);
    assert_state(f, 1, VERDICT_SHOWN);
    handlers.event(BUS_NAMED, ":1.1", "/no/such");
    run_with_events(f, 200);
    assert_state(f, 1, VERDICT_SHOWN);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(test_a_new_object_that_vanishes_covers_pop_ups_for_a_moment),
        TEST(test_a_new_secret_that_gives_errors_at_times_covers_pop_ups),
        TEST(test_a_new_object_that_is_clear_later_uncovers_no_other),
        TEST(test_many_new_secrets_cover_pop_ups_until_all_are_gone),
        TEST(test_a_pop_up_waits_for_what_was_reported_before),
        TEST(test_an_object_that_another_connection_names_covers_no_pop_up),
        TEST_SHOWING(test_a_window_that_is_not_in_the_tree_does_not_wait_again_for_an_object_that_another_connection_names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
