/* SPDX-License-Identifier: MIT */
/* What answer.c says of windows that look like others, or are not in the tree yet. */
#include "testing/tree_fixture.h"

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

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(test_a_window_that_was_found_is_compared_with_a_new_twin),
        TEST(test_a_window_is_compared_again_when_an_accessible_is_gone),
        TEST(test_windows_of_other_processes_are_not_asked_again),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
