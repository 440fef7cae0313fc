/* SPDX-License-Identifier: MIT */
/* For how long the pages of a browser stay covered. */
#include "testing/tree_fixture.h"

static const box page_place = {0, 20, 100, 60}, field_place = {10, 40, 50, 10};

static fake_object *add_page(const char *path, const char *frame) {
    char text[32];
    fake_object *added = add_object(":1.1", path, frame, ATSPI_ROLE_DOCUMENT_WEB, page_place);
    snprintf(text, sizeof text, "%s/text", path);
    add_object(":1.1", text, path, ATSPI_ROLE_PARAGRAPH, (box){0, 20, 10, 10});
    return added;
}

/* A browser with a window whose page contains a password field. */
static fake_object *open_page(fixture *f) {
    toolkit_name = "Chromium";
    toolkit_version = "156";
    add_application(":1.1", 11);
    add_frame(":1.1", "/browser");
    add_page("/page", "/browser");
    fake_object *field = add_object(":1.1", "/field", "/page", ATSPI_ROLE_PASSWORD_TEXT, field_place);
    open_window(f, 1, 11, "/browser");
    run(f, 3000);
    assert_state(f, 1, VERDICT_SECRETS);
    return field;
}

/* The page has removed its field some seconds ago. */
static fake_object *open_page_that_hides(fixture *f) {
    fake_object *field = open_page(f);
    field->gone = true;
    move_object(field, "/nowhere");
    draw(f, 1);
    run(f, 5000);
    assert_state(f, 1, VERDICT_SECRETS);
    return field;
}

/* The page shows the revealed password, as a field that nobody has seen before. */
static void assert_covered_when_revealed(fixture *f, uint64_t id) {
    draw(f, id);
    run(f, 2000);
    assert_state(f, id, VERDICT_SECRETS);
    add_object(":1.1", "/revealed", "/page", ATSPI_ROLE_ENTRY, field_place);
    draw(f, id);
    run(f, 300);
    assert_state(f, id, VERDICT_SECRETS);
    assert_int_equal(state_of(f, id).count, 1);
    assert_true(box_contains(state_of(f, id).boxes[0], field_place));
}

/* ---- The minute after a page has hidden its field ---- */

static void test_a_page_that_hides_its_field_is_covered_for_a_minute(void **state) {
    fixture *f = *state;
    open_page_that_hides(f);
    run(f, 50000);
    assert_state(f, 1, VERDICT_SECRETS);
    run(f, 10000);
    assert_state(f, 1, VERDICT_CLEAR);
}

static void test_a_page_in_a_window_that_is_hidden_for_a_moment_stays_covered(void **state) {
    fixture *f = *state;
    fake_object *frame;
    open_page_that_hides(f);
    add_frame(":1.1", "/other");
    open_window(f, 2, 11, "/other");
    frame = find_object(":1.1", "/browser");
    move_object(frame, "");
    close_window(f, 1);
    for (int i = 0; i < 30; i++) {
        draw(f, 2);
        run(f, 100);
    }
    assert_int_equal(applications_find(":1.1")->frames->len, 1);
    move_object(frame, ROOT);
    open_window(f, 1, 11, "/browser");
    assert_covered_when_revealed(f, 1);
}

static void test_many_other_pages_do_not_uncover_a_page(void **state) {
    fixture *f = *state;
    char path[32];
    open_page_that_hides(f);
    size_t before = object_count;
    for (int i = 0; i < 300; i++) {
        snprintf(path, sizeof path, "/page%d", i);
        add_page(path, "/browser");
    }
    draw(f, 1);
    run(f, 1000);
    object_count = before;
    draw(f, 1);
    run(f, 300);
    assert_covered_when_revealed(f, 1);
}

static void test_a_page_that_moves_to_another_window_stays_covered(void **state) {
    fixture *f = *state;
    open_page_that_hides(f);
    add_frame(":1.1", "/second");
    move_object(find_object(":1.1", "/page"), "/second");
    open_window(f, 2, 11, "/second");
    draw(f, 1);
    assert_covered_when_revealed(f, 2);
}

/* It fails while the page has its field, or later. */
static void test_an_error_instead_of_an_address_uncovers_no_page(void **state) {
    fixture *f = *state;
    open_page_that_hides(f);
    for (int i = 0; i < 3; i++) {
        uri_fails = true;
        draw(f, 1);
        run(f, 40);
        uri_fails = false;
        draw(f, 1);
        run(f, 1000);
        assert_state(f, 1, VERDICT_SECRETS);
    }
    assert_covered_when_revealed(f, 1);
}

static void test_a_page_whose_address_was_never_known_is_covered_for_a_minute(void **state) {
    fixture *f = *state;
    uri_fails = true;
    open_page_that_hides(f);
    uri_fails = false;
    assert_covered_when_revealed(f, 1);
}

static void test_a_page_with_another_address_is_shown(void **state) {
    fixture *f = *state;
    open_page_that_hides(f);
    g_strlcpy(find_object(":1.1", "/page")->name, "/elsewhere", 32);
    draw(f, 1);
    run(f, 300);
    assert_state(f, 1, VERDICT_SECRETS); /* it is new */
    run(f, 500);
    assert_state(f, 1, VERDICT_CLEAR);
}

static void test_a_page_without_a_field_is_shown_in_each_window(void **state) {
    fixture *f = *state;
    open_page(f);
    add_page("/plain", "/second");
    add_frame(":1.1", "/second");
    open_window(f, 2, 11, "/second");
    run(f, 1500);
    assert_state(f, 2, VERDICT_CLEAR);
}

/* More than can be remembered, within a minute. */
static void test_too_many_pages_with_fields_cover_all_windows_of_the_browser(void **state) {
    fixture *f = *state;
    char path[32];
    open_page(f);
    add_page("/plain", "/second");
    add_frame(":1.1", "/second");
    open_window(f, 2, 11, "/second");
    size_t before = object_count;
    for (int i = 0; i < 1100; i += 10) {
        for (int j = i; j < i + 10; j++) {
            snprintf(path, sizeof path, "/p%d", j);
            add_page(path, "/browser");
            char field[32];
            snprintf(field, sizeof field, "/f%d", j % 10);
            add_object(":1.1", field, path, ATSPI_ROLE_PASSWORD_TEXT, field_place);
        }
        draw(f, 1);
        run(f, 50);
        object_count = before;
    }
    draw(f, 2);
    run(f, 3000);
    assert_state(f, 2, VERDICT_SECRETS);
    assert_string_equal(state_of(f, 2).reason, "too many password fields");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(test_a_page_that_hides_its_field_is_covered_for_a_minute),
        TEST(test_a_page_in_a_window_that_is_hidden_for_a_moment_stays_covered),
        TEST(test_many_other_pages_do_not_uncover_a_page),
        TEST(test_a_page_that_moves_to_another_window_stays_covered),
        TEST(test_an_error_instead_of_an_address_uncovers_no_page),
        TEST(test_a_page_whose_address_was_never_known_is_covered_for_a_minute),
        TEST(test_a_page_with_another_address_is_shown),
        TEST(test_a_page_without_a_field_is_shown_in_each_window),
        TEST(test_too_many_pages_with_fields_cover_all_windows_of_the_browser),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
