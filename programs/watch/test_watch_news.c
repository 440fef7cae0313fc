/* SPDX-License-Identifier: MIT */
/* How soon fields are covered that appear in windows, while their applications report many new objects or answer slowly. */
#include "testing/tree_fixture.h"

static const box second = {10, 45, 50, 10}, row_place = {1, 70, 5, 5};

/* ---- Help ---- */

static void add_rows(const char *bus, const char *parent, int count, bool report) {
    static unsigned number;
    for (char path[32]; count > 0; count--) {
        snprintf(path, sizeof path, "/row/%u", number++);
        add_object(bus, path, parent, ATSPI_ROLE_LABEL, row_place);
        if (report) {
            handlers.event(BUS_OBJECT_NEW, bus, path);
        }
    }
}

static void open_form(fixture *f) {
    ask_cost_ns = MS;
    add_application(":1.1", 11);
    add_frame(":1.1", "/form");
    add_object(":1.1", "/first", "/form", ATSPI_ROLE_PASSWORD_TEXT, (box){10, 10, 50, 10});
    add_rows(":1.1", "/form", 600, false);
    open_window(f, 1, 11, "/form");
    run_with_events(f, 3000);
    assert_state(f, 1, VERDICT_SECRETS);
}

static bool is_covered(fixture *f, uint64_t id, box part) {
    static box covers[DESKTOP_MAX_COVERS];
    uint64_t next_ns;
    size_t count = desktop_covers(f->desktop, now_ns, covers, &next_ns);
    bool found = false;
    for (size_t w = 0; w < f->count; w++) {
        const box place = {f->windows[w].frame.x + part.x, f->windows[w].frame.y + part.y, part.width, part.height};
        for (size_t i = 0; f->windows[w].id == id && i < count && !found; i++) {
            found = box_contains(covers[i], place);
        }
    }
    return found;
}

/* What covered_after() waits for. The covers change while an application is asked, too. */
static struct {
    fixture *fixture;
    uint64_t id, covered_ns;
    box part;
} waiting;

static void look(void) {
    if (waiting.covered_ns == 0 && is_covered(waiting.fixture, waiting.id, waiting.part)) {
        waiting.covered_ns = now_ns;
    }
}

/* In milliseconds; the window is drawn on every `pause_ms`, or not at all. */
static uint64_t covered_after(fixture *f, uint64_t id, box part, uint64_t pause_ms) {
    uint64_t start_ns = now_ns, drawn_ns = now_ns;
    waiting.fixture = f;
    waiting.id = id;
    waiting.part = part;
    waiting.covered_ns = 0;
    for (while_asked = look; waiting.covered_ns == 0 && now_ns < start_ns + 2000 * MS; look()) {
        run_with_events(f, 1);
        if (pause_ms > 0 && now_ns >= drawn_ns + pause_ms * MS) {
            drawn_ns = now_ns;
            desktop_damaged(f->desktop, id, row_place, now_ns);
        }
    }
    while_asked = NULL;
    return (waiting.covered_ns != 0 ? waiting.covered_ns - start_ns : UINT64_MAX) / MS;
}

/* Twice within the time in which an application may report much at once. */
static void report_rows(fixture *f, const char *bus, const char *parent, int count) {
    for (int i = 0; i < 2; i++) {
        add_rows(bus, parent, count, true);
        desktop_damaged(f->desktop, 1, row_place, now_ns);
        run_with_events(f, i == 0 ? 150 : 120);
    }
}

/* Under Wayland, nobody says what is drawn. */
static void test_a_field_is_covered_in_time_without_damage_after_many_rows(void **state) {
    fixture *f = *state;
    ask_cost_ns = MS;
    add_application(":1.1", 11);
    add_frame(":1.1", "/form");
    open_window(f, 1, 11, "/form");
    f->windows[0].no_place = true;
    list_windows(f);
    run_with_events(f, 3000);
    assert_state(f, 1, VERDICT_CLEAR);
    add_rows(":1.1", "/form", 60, true);
    add_object(":1.1", "/second", "/form", ATSPI_ROLE_PASSWORD_TEXT, second);
    handlers.event(BUS_OBJECT_NEW, ":1.1", "/second");
    assert_in_range(covered_after(f, 1, second, 0), 0, 150);
}

static void show_second(fixture *f) {
    add_object(":1.1", "/second", "/form", ATSPI_ROLE_PASSWORD_TEXT, second);
    handlers.event(BUS_OBJECT_NEW, ":1.1", "/second");
    desktop_damaged(f->desktop, 1, second, now_ns);
}

/* ---- A second field in a window with a password field ---- */

static void test_a_second_field_is_covered_in_time(void **state) {
    fixture *f = *state;
    open_form(f);
    show_second(f);
    assert_in_range(covered_after(f, 1, second, 20), 0, 100);
}

static void test_a_second_field_is_covered_in_time_after_many_rows(void **state) {
    fixture *f = *state;
    open_form(f);
    report_rows(f, ":1.1", "/form", 70);
    show_second(f);
    assert_in_range(covered_after(f, 1, second, 20), 0, 100);
    run_with_events(f, 2000);
    assert_state(f, 1, VERDICT_SECRETS);
    assert_int_equal(state_of(f, 1).count, 2);
}

static int set_up_with_view_rule(void **state) {
    return begin(state, "{\"rules\": [{\"role\": \"text\", \"name\": \"*password*\", \"cover\": \"view\"}]}");
}

static void test_a_second_field_is_covered_in_time_if_there_is_a_rule_for_a_view(void **state) {
    fixture *f = *state;
    open_form(f);
    report_rows(f, ":1.1", "/form", 1);
    show_second(f);
    assert_in_range(covered_after(f, 1, second, 20), 0, 100);
}

static void test_a_second_field_is_covered_in_time_if_it_is_drawn_before_it_is_reported(void **state) {
    fixture *f = *state;
    open_form(f);
    report_rows(f, ":1.1", "/form", 70);
    desktop_damaged(f->desktop, 1, second, now_ns);
    run_with_events(f, 60);
    add_object(":1.1", "/second", "/form", ATSPI_ROLE_PASSWORD_TEXT, second);
    handlers.event(BUS_OBJECT_NEW, ":1.1", "/second");
    assert_in_range(covered_after(f, 1, second, 0), 0, 100);
}

/* As the pages of WebKitGTK do. */
static void test_a_second_field_of_another_connection_is_covered_in_time_after_many_rows(void **state) {
    fixture *f = *state;
    add_application(":1.2", 12);
    add_object(":1.2", "/page", "/form", ATSPI_ROLE_PANEL, (box){0, 40, 100, 40})->foreign = true;
    open_form(f);
    report_rows(f, ":1.2", "/page", 70);
    add_object(":1.2", "/second", "/page", ATSPI_ROLE_PASSWORD_TEXT, second);
    handlers.event(BUS_OBJECT_NEW, ":1.2", "/second");
    desktop_damaged(f->desktop, 1, second, now_ns);
    assert_in_range(covered_after(f, 1, second, 20), 0, 100);
}

static uint64_t time_of_next_answer(fixture *f) {
    static question question;
    static reading reading;
    uint64_t wait_ns;
    desktop_damaged(f->desktop, 1, row_place, now_ns);
    while (!desktop_next_question(f->desktop, now_ns, &question, &wait_ns)) {
        now_ns += MS;
    }
    uint64_t start_ns = now_ns;
    answer(&question, &reading);
    desktop_answer(f->desktop, &question, &reading, now_ns);
    return now_ns - start_ns;
}

/* Otherwise the readings would take too much of the application's time, and of ours. */
static void test_a_window_is_not_read_twice_for_the_same_new_objects(void **state) {
    fixture *f = *state;
    open_form(f);
    report_rows(f, ":1.1", "/form", 70);
    add_rows(":1.1", "/form", 1, true);
    run(f, 100);
    now_ns += MS;
    uint64_t places_ns = time_of_next_answer(f);
    run(f, 100);
    add_rows(":1.1", "/form", 1, true);
    assert_true(time_of_next_answer(f) > 2 * places_ns);
}

/* ---- News of many connections ---- */

/* A window that consists of objects of many connections of its process, as many as are tracked. */
static void open_with_many_connections(fixture *f) {
    char bus[32], path[32];
    add_application(":2.0", 22);
    add_frame(":2.0", "/many");
    for (int i = 1; i < 64; i++) {
        snprintf(bus, sizeof bus, ":2.%d", i);
        snprintf(path, sizeof path, "/page/%d", i);
        handlers.joined(bus, 22);
        add_object(bus, path, "/many", ATSPI_ROLE_PANEL, row_place)->foreign = true;
    }
    open_window(f, 2, 22, "/many");
    run_with_events(f, 3000);
    assert_state(f, 2, VERDICT_CLEAR);
}

static void report_pages(void) {
    char bus[32], path[32];
    for (int i = 1; i < 64; i++) {
        snprintf(bus, sizeof bus, ":2.%d", i);
        snprintf(path, sizeof path, "/page/%d", i);
        handlers.event(BUS_OBJECT_NEW, bus, path);
    }
}

/* There is always some. */
static void test_a_window_is_read_in_time_while_many_connections_report_new_objects(void **state) {
    fixture *f = *state;
    add_application(":1.1", 11);
    add_frame(":1.1", "/form");
    ask_cost_ns = 6 * MS;
    open_with_many_connections(f);
    uint64_t start_ns = now_ns;
    open_window(f, 1, 11, "/form");
    while (state_of(f, 1).verdict == VERDICT_UNKNOWN && now_ns < start_ns + 5000 * MS) {
        report_pages();
        g_main_context_iteration(NULL, FALSE);
    }
    assert_state(f, 1, VERDICT_CLEAR);
    assert_in_range(now_ns - start_ns, 0, 300 * MS);
}

/* ---- Windows that look the same ---- */

static void open_windows(fixture *f, size_t accessibles, size_t windows, const char *last_title) {
    ask_cost_ns = 6 * MS;
    add_application(":1.1", 11);
    for (size_t i = 0; i < accessibles; i++) {
        const char *path = (const char *[]){"/a", "/b", "/c"}[i];
        g_strlcpy(add_frame(":1.1", path)->name, i == 1 ? last_title : "Form", 8);
        add_rows(":1.1", path, 500, false);
    }
    for (size_t id = 1; id <= windows; id++) {
        open_window(f, id, 11, id == 2 ? last_title : "Form");
    }
    run_with_events(f, 10000);
    assert_state(f, 1, VERDICT_CLEAR);
}

static void show_first(fixture *f) {
    add_object(":1.1", "/field", "/a", ATSPI_ROLE_PASSWORD_TEXT, entry_place);
    handlers.event(BUS_OBJECT_NEW, ":1.1", "/field");
    desktop_damaged(f->desktop, 1, entry_place, now_ns);
}

static void test_a_field_in_one_of_two_slow_windows_is_covered_in_time(void **state) {
    fixture *f = *state;
    open_windows(f, 2, 2, "Paper");
    show_first(f);
    assert_in_range(covered_after(f, 1, entry_place, 0), 0, 100);
}

static void test_a_field_in_one_of_two_slow_windows_that_look_the_same_is_covered_in_time(void **state) {
    fixture *f = *state;
    open_windows(f, 2, 2, "Form");
    assert_true(state_of(f, 1).prompt);
    show_first(f);
    assert_in_range(covered_after(f, 1, entry_place, 0), 0, 100);
}

/* A pop-up that no accessible fits is compared with all of them. */
static void test_a_field_in_a_slow_pop_up_without_an_accessible_is_covered_in_time(void **state) {
    fixture *f = *state;
    open_windows(f, 2, 2, "Paper");
    open_window(f, 3, 11, "Menu");
    f->windows[2].popup = true;
    f->windows[2].frame.width = f->windows[2].content.width = 37;
    list_windows(f);
    run_with_events(f, 10000);
    assert_state(f, 3, VERDICT_CLEAR);
    assert_true(state_of(f, 3).prompt);
    add_object(":1.1", "/field", "/a", ATSPI_ROLE_PASSWORD_TEXT, entry_place);
    desktop_damaged(f->desktop, 3, (box){1, 1, 5, 5}, now_ns);
    assert_in_range(covered_after(f, 3, (box){1, 1, 5, 5}, 0), 0, 100);
}

static void test_windows_of_a_toolkit_that_is_not_prompt_have_more_time(void **state) {
    toolkit_name = "Swing";
    open_windows(*state, 2, 2, "Form");
    assert_false(state_of(*state, 1).prompt);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(test_a_field_is_covered_in_time_without_damage_after_many_rows),
        TEST(test_a_second_field_is_covered_in_time),
        TEST(test_a_second_field_is_covered_in_time_after_many_rows),
        cmocka_unit_test_setup_teardown(test_a_second_field_is_covered_in_time_if_there_is_a_rule_for_a_view, set_up_with_view_rule, tear_down),
        TEST(test_a_second_field_is_covered_in_time_if_it_is_drawn_before_it_is_reported),
        TEST(test_a_second_field_of_another_connection_is_covered_in_time_after_many_rows),
        TEST(test_a_window_is_not_read_twice_for_the_same_new_objects),
        TEST(test_a_window_is_read_in_time_while_many_connections_report_new_objects),
        TEST(test_a_field_in_one_of_two_slow_windows_is_covered_in_time),
        TEST(test_a_field_in_one_of_two_slow_windows_that_look_the_same_is_covered_in_time),
        TEST(test_a_field_in_a_slow_pop_up_without_an_accessible_is_covered_in_time),
        TEST(test_windows_of_a_toolkit_that_is_not_prompt_have_more_time),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
