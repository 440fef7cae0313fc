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

/* ---- A browser that draws outside of its page ---- */

static bool is_covered(fixture *f, box place) {
    static box covers[DESKTOP_MAX_COVERS];
    uint64_t next_ns;
    size_t count = desktop_covers(f->desktop, now_ns, covers, &next_ns);
    for (size_t i = 0; i < count && count != SIZE_MAX; i++) {
        if (box_contains(covers[i], place)) {
            return true;
        }
    }
    return count == SIZE_MAX;
}

static void assert_covered_for(fixture *f, box place, uint64_t ms) {
    for (uint64_t i = 0; i < ms; i++) {
        assert_true(is_covered(f, place));
        run(f, 1);
    }
}

/* A bar above the page is hidden, and the tree says so later. */
static void test_a_page_that_moves_is_covered_until_the_tree_says_so(void **state) {
    fixture *f = *state;
    const box moved = {112, 106, 50, 8}, tabs = {110, 100, 100, 4};
    open_page(f)->place = (box){2, 22, 50, 8};
    assert_false(is_covered(f, moved));
    for (uint64_t late_ms = 100; late_ms <= 480; late_ms += 190) {
        desktop_damaged(f->desktop, 1, (box){0, 0, 100, 80}, now_ns);
        assert_covered_for(f, moved, late_ms);
        find_object(":1.1", "/page")->place = (box){0, 4, 100, 76};
        assert_covered_for(f, moved, 1000); /* nothing is drawn */
        find_object(":1.1", "/page")->place = page_place;
        desktop_damaged(f->desktop, 1, (box){0, 0, 100, 80}, now_ns);
        run(f, 1500);
        assert_false(is_covered(f, moved));
        assert_false(is_covered(f, tabs));
    }
}

static void test_what_the_browser_draws_is_covered_and_the_rest_is_visible(void **state) {
    fixture *f = *state;
    const box tab = {110, 100, 20, 10}, other = {180, 100, 20, 10};
    open_page(f);
    for (int i = 0; i < 40; i++) {
        desktop_damaged(f->desktop, 1, (box){0, 0, 20, 10}, now_ns);
        assert_true(is_covered(f, tab) && is_covered(f, other)); /* until it is read */
        assert_covered_for(f, tab, 50);
        assert_false(is_covered(f, other));
    }
    assert_covered_for(f, tab, 400);
    run(f, 400);
    assert_false(is_covered(f, tab));
}

static void test_drawing_in_the_page_covers_nothing_else(void **state) {
    fixture *f = *state;
    const box tabs = {110, 100, 100, 10};
    open_page(f);
    for (int i = 0; i < 100; i++) {
        desktop_damaged(f->desktop, 1, (box){20, 40, 30, 10}, now_ns);
        run(f, 20);
        assert_false(is_covered(f, tabs));
    }
}

/* It is covered as a whole meanwhile. */
static void test_a_browser_that_does_not_answer_after_it_has_drawn_is_not_asked_without_end(void **state) {
    fixture *f = *state;
    question question;
    uint64_t wait_ns;
    open_page(f);
    desktop_damaged(f->desktop, 1, (box){0, 0, 20, 10}, now_ns);
    error_bus = ":1.1";
    run(f, 10000);
    assert_state(f, 1, VERDICT_UNKNOWN);
    while (desktop_next_question(f->desktop, now_ns, &question, &wait_ns)) {
        reading late = {.verdict = VERDICT_UNKNOWN};
        desktop_answer(f->desktop, &question, &late, now_ns);
    }
    assert_true(wait_ns >= 1000 * MS);
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
        TEST(test_a_page_that_moves_is_covered_until_the_tree_says_so),
        TEST(test_what_the_browser_draws_is_covered_and_the_rest_is_visible),
        TEST(test_drawing_in_the_page_covers_nothing_else),
        TEST(test_a_browser_that_does_not_answer_after_it_has_drawn_is_not_asked_without_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
