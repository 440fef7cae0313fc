/* SPDX-License-Identifier: MIT */
/* What answer.c says of windows that look like others, or are not in the tree yet. */
#include "testing/tree_fixture.h"

#include <time.h>

#include "candidates.h"

static fake_object *add_named(const char *path, const char *name) {
    fake_object *added = add_frame(":1.1", path);
    g_strlcpy(added->name, name, sizeof added->name);
    return added;
}

/* ---- A second accessible that looks like the first ---- */

/* The accessible of a window that has just closed is still listed when the next one opens. */
static void open_with_an_old_twin(fixture *f) {
    add_application(":1.1", 11);
    add_named("/old", "Sign in");
    open_window(f, 1, 11, "Sign in");
    run(f, 2000);
    assert_state(f, 1, VERDICT_CLEAR);
}

static void add_new_twin(void) {
    add_named("/new", "Sign in");
    add_object(":1.1", "/field", "/new", ATSPI_ROLE_PASSWORD_TEXT, entry_place);
}

static void test_a_window_that_was_found_is_compared_with_a_new_twin(void **state) {
    fixture *f = *state;
    open_with_an_old_twin(f);
    add_new_twin();
    handlers.event(BUS_WINDOWS_CHANGED, ":1.1", "/new");
    run(f, 50);
    assert_state(f, 1, VERDICT_COVERED);
    move_object(find_object(":1.1", "/old"), "");
    run(f, 1500); /* nobody says that the old one is gone */
    assert_state(f, 1, VERDICT_SECRETS);
}

static void test_a_window_is_compared_again_when_an_accessible_is_gone(void **state) {
    fixture *f = *state;
    open_with_an_old_twin(f);
    add_new_twin();
    move_object(find_object(":1.1", "/old"), "");
    run(f, 3000);
    assert_state(f, 1, VERDICT_CLEAR);
    handlers.event(BUS_WINDOWS_CHANGED, ":1.1", ROOT);
    run(f, 50);
    assert_state(f, 1, VERDICT_SECRETS);
    assert_int_equal(state_of(f, 1).count, 1);
}

static void test_windows_of_other_processes_are_not_asked_again(void **state) {
    fixture *f = *state;
    question question;
    uint64_t wait_ns;
    open_with_an_old_twin(f);
    handlers.joined(":1.2", 0);
    handlers.event(BUS_WINDOWS_CHANGED, ":1.2", ROOT); /* while its process is not known */
    handlers.joined(":1.2", 12);
    handlers.event(BUS_WINDOWS_CHANGED, ":1.2", ROOT);
    assert_false(desktop_next_question(f->desktop, now_ns + 50 * MS, &question, &wait_ns));
}

/* ---- Windows that are not in the tree yet ---- */

static void test_a_window_that_looks_like_another_one_waits_for_its_accessible(void **state) {
    fixture *f = *state;
    open_with_an_old_twin(f);
    open_window(f, 2, 11, "Sign in");
    for (int i = 0; i < 8; i++) {
        run(f, 50);
        assert_state(f, 1, VERDICT_CLEAR);
        assert_state(f, 2, VERDICT_UNKNOWN);
        draw(f, 1);
        draw(f, 2);
    }
    add_named("/plain", "Sign in");
    handlers.event(BUS_WINDOWS_CHANGED, ":1.1", "/plain");
    run(f, 50);
    assert_state(f, 2, VERDICT_CLEAR);
    open_window(f, 3, 11, "Sign in");
    run(f, 400);
    assert_state(f, 2, VERDICT_CLEAR);
    assert_state(f, 3, VERDICT_UNKNOWN);
    add_new_twin();
    handlers.event(BUS_WINDOWS_CHANGED, ":1.1", "/new");
    run(f, 50);
    assert_state(f, 3, VERDICT_COVERED);
}

static void test_the_newest_window_that_looks_like_others_is_not_in_the_tree(void **state) {
    fixture *f = *state;
    open_with_an_old_twin(f);
    open_window(f, 2, 11, "Sign in");
    run(f, 1200);
    draw(f, 1);
    draw(f, 2);
    run(f, 5000);
    assert_state(f, 1, VERDICT_CLEAR);
    assert_state(f, 2, VERDICT_COVERED);
    assert_string_equal(state_of(f, 2).reason, "not in the tree");
    close_window(f, 1);
    run(f, 1200);
    assert_state(f, 2, VERDICT_CLEAR);
}

/* It fits as the only one that is left, by its size at some scale, or by its title. */
static void test_an_accessible_that_was_there_before_does_not_speak_for_a_window_at_once(void **state) {
    fixture *f = *state;
    static const box places[] = {{0, 0, 7, 7}, {0, 0, 50, 40}, {0, 0, 7, 7}};
    add_application(":1.1", 11);
    add_frame(":1.1", "/main");
    open_window(f, 1, 11, "/main");
    fake_object *hidden = add_named("/hidden", "a hidden dialog");
    run(f, 3000);
    for (uint64_t i = 0; i < 3; i++) {
        hidden->place = places[i];
        g_strlcpy(hidden->name, i == 2 ? "Sign in" : "a hidden dialog", sizeof hidden->name);
        open_window(f, 2 + i, 11, "Sign in");
        run(f, 100);
        draw(f, 2 + i);
        run(f, 800);
        assert_state(f, 1, VERDICT_CLEAR);
        assert_state(f, 2 + i, VERDICT_UNKNOWN);
        run(f, 200);
        assert_state(f, 2 + i, VERDICT_CLEAR); /* nothing else has come, so it may be its own */
        close_window(f, 2 + i);
    }
}

/* It has the same title and size: a hidden dialog, and one whose window has just closed. */
static void test_an_old_twin_does_not_speak_for_a_window_at_once(void **state) {
    fixture *f = *state;
    open_with_an_old_twin(f);
    close_window(f, 1);
    run(f, 100);
    open_window(f, 2, 11, "Sign in");
    run(f, 900);
    assert_state(f, 2, VERDICT_UNKNOWN);
    add_new_twin();
    move_object(find_object(":1.1", "/old"), "");
    handlers.event(BUS_WINDOWS_CHANGED, ":1.1", "/new");
    run(f, 50);
    assert_state(f, 2, VERDICT_SECRETS);
}

static void test_a_window_that_is_shown_again_does_not_wait(void **state) {
    fixture *f = *state;
    open_with_an_old_twin(f);
    close_window(f, 1);
    run(f, 3000);
    open_window(f, 1, 11, "Sign in");
    run(f, 10);
    assert_state(f, 1, VERDICT_CLEAR);
}

static void test_a_window_whose_accessible_comes_with_it_does_not_wait(void **state) {
    fixture *f = *state;
    add_application(":1.1", 11);
    add_frame(":1.1", "/main");
    open_window(f, 1, 11, "/main");
    add_frame(":1.1", "/hidden")->place.width = 7;
    run(f, 3000);
    add_named("/dialog", "another title");
    desktop_changed(f->desktop, 11, 0, now_ns); /* it is listed before the window is */
    run(f, 300);
    open_window(f, 2, 11, "a title");
    run(f, 30);
    assert_state(f, 2, VERDICT_CLEAR);
}

static void test_a_menu_waits_less(void **state) {
    fixture *f = *state;
    add_application(":1.1", 11);
    add_frame(":1.1", "/main");
    open_window(f, 1, 11, "/main");
    add_named("/menu", "")->place.height = 50;
    run(f, 3000);
    open_window(f, 2, 11, "");
    f->windows[1].popup = true;
    f->windows[1].content.height = f->windows[1].frame.height = 50;
    list_windows(f);
    run(f, 80);
    assert_state(f, 2, VERDICT_UNKNOWN);
    run(f, 50);
    assert_state(f, 2, VERDICT_CLEAR);
}

/* It fits two windows at different scales, and each of these has its own accessible. */
static void test_windows_of_a_scaled_application_are_not_counted_twice(void **state) {
    fixture *f = *state;
    add_application(":1.1", 11);
    add_named("/small", "one title")->place = (box){0, 0, 50, 40};
    add_named("/large", "another title");
    open_window(f, 1, 11, "a title");
    open_window(f, 2, 11, "a title");
    f->windows[1].frame.width = f->windows[1].content.width = 50;
    f->windows[1].frame.height = f->windows[1].content.height = 40;
    list_windows(f);
    run(f, 50);
    assert_state(f, 1, VERDICT_CLEAR);
    assert_state(f, 2, VERDICT_CLEAR);
}

static uint64_t processor_ns(void) {
    struct timespec time;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return (uint64_t)time.tv_sec * 1000 * MS + (uint64_t)time.tv_nsec;
}

/* A hostile application may have as many. Comparing all with all takes 2 ms, and 400 times as long if windows are also compared with
 * each other. */
static void test_the_time_for_one_window_is_linear_in_the_number_of_windows(void **state) {
    fixture *f = *state;
    static window windows[DESKTOP_MAX_WINDOWS];
    static const window *pointers[DESKTOP_MAX_WINDOWS];
    static match matches[DESKTOP_MAX_WINDOWS];
    candidates all = {.count = MAX_CANDIDATES};
    static frame accessible;
    for (size_t i = 0; i < DESKTOP_MAX_WINDOWS; i++) {
        windows[i] = (window){.id = i + 1, .frame = {0, 0, 100, 80}, .content = {0, 0, 100, 80}, .pid = 11, .title = "Sign in"};
        pointers[i] = &windows[i];
    }
    for (size_t i = 0; i < MAX_CANDIDATES; i++) {
        all.frames[i] = &accessible;
        all.looks[i] = (match_frame){"Sign in", 100, 80};
    }
    desktop_set_windows(f->desktop, whole_screen, windows, DESKTOP_MAX_WINDOWS, now_ns);
    uint64_t begin_ns = processor_ns();
    match_windows(pointers, DESKTOP_MAX_WINDOWS, all.looks, MAX_CANDIDATES, matches);
    uint64_t middle_ns = processor_ns();
    candidates_match(&all, f->desktop, &(question){.window = windows[0], .listed_ns = now_ns}, now_ns);
    assert_true(all.is_unlisted);
    assert_in_range(processor_ns() - middle_ns, 0, 50 * (middle_ns - begin_ns));
}

/* ---- Pages of another connection ---- */

static void add_page(const char *bus, const char *path, const char *parent) {
    add_object(bus, path, parent, ATSPI_ROLE_DOCUMENT_WEB, (box){0, 20, 100, 60})->foreign = true;
    add_object(bus, path[1] == 'a' ? "/a/entry" : "/b/entry", path, ATSPI_ROLE_ENTRY, entry_place);
}

/* A browser whose pages are on the connection of another process. Under `wayland`, nothing is drawn. */
static void open_browser(fixture *f, bool wayland) {
    add_application(":1.1", 11);
    add_frame(":1.1", "/browser");
    handlers.joined(":1.2", 12);
    handlers.joined(":1.3", 12);
    add_page(":1.2", "/a", "/browser");
    open_window(f, 1, 11, "/browser");
    f->windows[0].no_place = wayland;
    list_windows(f);
    run_with_events(f, 3000);
    assert_state(f, 1, VERDICT_CLEAR);
}

static void test_a_password_on_a_page_of_another_connection_is_found(void **state) {
    fixture *f = *state;
    open_browser(f, false);
    add_object(":1.2", "/password", "/a", ATSPI_ROLE_PASSWORD_TEXT, entry_place);
    handlers.event(BUS_OBJECT_NEW, ":1.2", "/password");
    run_with_events(f, 50);
    assert_state(f, 1, VERDICT_SECRETS);
}

static void test_a_password_on_such_a_page_is_found_under_wayland(void **state) {
    fixture *f = *state;
    open_browser(f, true);
    add_object(":1.2", "/password", "/a", ATSPI_ROLE_PASSWORD_TEXT, entry_place);
    handlers.event(BUS_OBJECT_NEW, ":1.2", "/password");
    run_with_events(f, 50);
    assert_state(f, 1, VERDICT_SECRETS);
}

static bool is_asked_again(fixture *f) {
    question question;
    uint64_t wait_ns;
    return desktop_next_question(f->desktop, now_ns + 50 * MS, &question, &wait_ns);
}

static void test_other_news_of_such_a_page_ask_only_the_page(void **state) {
    fixture *f = *state;
    open_browser(f, false);
    handlers.event(BUS_OBJECT_NEW, ":1.2", "/a/entry");
    run_with_events(f, 50);
    handlers.event(BUS_OBJECT_NEW, ":1.3", "/nothing");
    run_with_events(f, 50);
    assert_false(is_asked_again(f));
}

static void test_a_window_is_unknown_if_the_connection_of_its_page_is_gone(void **state) {
    fixture *f = *state;
    open_browser(f, false);
    handlers.left(":1.3");
    assert_state(f, 1, VERDICT_CLEAR);
    handlers.left(":1.2");
    assert_state(f, 1, VERDICT_UNKNOWN);
}

/* A new page may be on a connection that was in no window. Its application sends the first event, and then the page does. */
static void test_a_page_of_another_connection_may_take_the_place_of_the_first(void **state) {
    fixture *f = *state;
    open_browser(f, false);
    find_object(":1.2", "/a")->gone = true;
    add_page(":1.3", "/b", "/browser");
    handlers.event(BUS_OBJECT_NEW, ":1.3", "/b");
    handlers.event(BUS_OBJECT_NEW, ":1.1", "/browser");
    run_with_events(f, 2000); /* a new page is covered for a moment */
    assert_state(f, 1, VERDICT_CLEAR);
    add_object(":1.3", "/password", "/b", ATSPI_ROLE_PASSWORD_TEXT, entry_place);
    handlers.event(BUS_OBJECT_NEW, ":1.3", "/password");
    run_with_events(f, 50);
    assert_state(f, 1, VERDICT_SECRETS);
}

/* Its windows are described by the objects of another one. */
static void test_a_top_level_accessible_may_be_of_another_connection(void **state) {
    fixture *f = *state;
    add_application(":1.1", 11);
    handlers.joined(":1.2", 12);
    add_frame(":1.2", "/login")->foreign = true;
    open_window(f, 1, 11, "/login");
    run_with_events(f, 2000);
    assert_state(f, 1, VERDICT_CLEAR);
    add_object(":1.2", "/password", "/login", ATSPI_ROLE_PASSWORD_TEXT, entry_place);
    handlers.event(BUS_OBJECT_NEW, ":1.2", "/password");
    run_with_events(f, 50);
    assert_state(f, 1, VERDICT_SECRETS);
}

/* There may be no place for it among those that are known, or it has windows of its own. */
static void test_other_events_of_such_a_connection_ask_again(void **state) {
    fixture *f = *state;
    open_browser(f, false);
    handlers.event(BUS_WINDOWS_CHANGED, ":1.2", "/window");
    assert_true(is_asked_again(f));
    run_with_events(f, 500);
    assert_false(is_asked_again(f));
    applications_remove(":1.2");
    handlers.event(BUS_OBJECT_NEW, ":1.2", "/password");
    assert_true(is_asked_again(f));
}

/* ---- Rules for one of several connections of a process ---- */

static int set_up_rules(void **state) {
    return begin(state, "{\"rules\": [{\"application\": \"Vault\", \"cover\": \"window\"}, {\"application\": \"Terminal\", \"cover\": \"nothing\"}]}");
}
#define TEST_RULES(name) cmocka_unit_test_setup_teardown(name, set_up_rules, tear_down)

static void add_connection(const char *bus, const char *name) {
    add_application(bus, 11);
    g_strlcpy(find_object(bus, ROOT)->name, name, sizeof objects[0].name);
}

static void test_a_rule_covers_a_window_of_any_connection(void **state) {
    fixture *f = *state;
    add_connection(":1.1", "Other");
    add_connection(":1.2", "Vault");
    add_connection(":1.3", "Terminal");
    add_frame(":1.1", "/other");
    add_frame(":1.2", "/notes");
    open_window(f, 1, 11, "/other");
    open_window(f, 2, 11, "/notes");
    run(f, 100);
    assert_state(f, 1, VERDICT_CLEAR);
    assert_string_equal(state_of(f, 1).application, "Other");
    assert_state(f, 2, VERDICT_COVERED);
    assert_string_equal(state_of(f, 2).reason, "rule 1");
    draw(f, 1);
    draw(f, 2);
    run(f, 3000);
    assert_state(f, 1, VERDICT_CLEAR);
    assert_state(f, 2, VERDICT_COVERED);
}

static void test_a_rule_covers_a_window_whose_connection_is_not_certain(void **state) {
    fixture *f = *state;
    add_connection(":1.1", "Other");
    add_connection(":1.2", "Vault");
    add_frame(":1.1", "/other");
    add_frame(":1.2", "/notes");
    open_window(f, 1, 11, "a title");
    open_window(f, 2, 11, "a title");
    run(f, 2000);
    assert_string_equal(state_of(f, 1).reason, "rule 1");
    assert_string_equal(state_of(f, 2).reason, "rule 1");
}

static void test_a_rule_shows_a_window_only_if_it_names_all_connections(void **state) {
    fixture *f = *state;
    add_connection(":1.1", "Terminal");
    open_window(f, 1, 11, "a shell");
    run(f, 1500);
    assert_state(f, 1, VERDICT_SHOWN);
    add_connection(":1.2", "Terminal");
    run(f, 1500);
    assert_state(f, 1, VERDICT_SHOWN);
    add_connection(":1.3", "Other");
    run(f, 1500);
    assert_state(f, 1, VERDICT_COVERED);
    assert_string_equal(state_of(f, 1).reason, "not in the tree");
    size_t number = 0;
    bool certain = true;
    assert_int_equal(candidates_process_rule(f->rules, &f->windows[0], &number, &certain), RULE_NONE);
    assert_true(number == 0 && !certain);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST_RULES(test_a_rule_covers_a_window_of_any_connection),
        TEST_RULES(test_a_rule_covers_a_window_whose_connection_is_not_certain),
        TEST_RULES(test_a_rule_shows_a_window_only_if_it_names_all_connections),
        TEST(test_a_password_on_a_page_of_another_connection_is_found),
        TEST(test_a_password_on_such_a_page_is_found_under_wayland),
        TEST(test_other_news_of_such_a_page_ask_only_the_page),
        TEST(test_a_window_is_unknown_if_the_connection_of_its_page_is_gone),
        TEST(test_a_top_level_accessible_may_be_of_another_connection),
        TEST(test_other_events_of_such_a_connection_ask_again),
        TEST(test_a_page_of_another_connection_may_take_the_place_of_the_first),
        TEST(test_a_window_that_looks_like_another_one_waits_for_its_accessible),
        TEST(test_the_newest_window_that_looks_like_others_is_not_in_the_tree),
        TEST(test_an_accessible_that_was_there_before_does_not_speak_for_a_window_at_once),
        TEST(test_an_old_twin_does_not_speak_for_a_window_at_once),
        TEST(test_a_window_that_is_shown_again_does_not_wait),
        TEST(test_a_window_whose_accessible_comes_with_it_does_not_wait),
        TEST(test_a_menu_waits_less),
        TEST(test_windows_of_a_scaled_application_are_not_counted_twice),
        TEST(test_the_time_for_one_window_is_linear_in_the_number_of_windows),
        TEST(test_a_window_that_was_found_is_compared_with_a_new_twin),
        TEST(test_a_window_is_compared_again_when_an_accessible_is_gone),
        TEST(test_windows_of_other_processes_are_not_asked_again),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
