/* SPDX-License-Identifier: MIT */
/* What answer.c says of windows whose applications are late, hide windows, or lie. */
#include "testing/tree_fixture.h"

/* An application with a window whose password field is then revealed. */
static fake_object *open_revealed(fixture *f) {
    add_application(":1.1", 11);
    add_frame(":1.1", "/login");
    fake_object *field = add_object(":1.1", "/field", "/login", ATSPI_ROLE_PASSWORD_TEXT, entry_place);
    open_window(f, 1, 11, "/login");
    run(f, 100);
    assert_state(f, 1, VERDICT_SECRETS);
    field->role = ATSPI_ROLE_TEXT;
    handlers.event(BUS_OBJECT_NEW, ":1.1", "/field");
    draw(f, 1);
    run(f, 1500);
    assert_state(f, 1, VERDICT_SECRETS);
    return field;
}

/* The window is read again from the beginning. */
static void move_and_wait(fixture *f, uint64_t ms) {
    desktop_forget(f->desktop, 0, now_ns);
    draw(f, 1);
    run(f, ms);
}

/* ---- Lists that fail ---- */

static void test_a_late_list_forgets_no_password(void **state) {
    fixture *f = *state;
    open_revealed(f);
    late_bus = ":1.1";
    move_and_wait(f, 300);
    assert_state(f, 1, VERDICT_UNKNOWN);
    late_bus = NULL;
    handlers.answered(":1.1");
    run(f, 300);
    assert_state(f, 1, VERDICT_SECRETS);
    assert_int_equal(state_of(f, 1).count, 1);
}

static void test_a_list_that_is_an_error_forgets_no_password(void **state) {
    fixture *f = *state;
    open_revealed(f);
    error_bus = ":1.1";
    move_and_wait(f, 50);
    assert_state(f, 1, VERDICT_UNKNOWN);
    error_bus = NULL;
    run(f, 300);
    assert_state(f, 1, VERDICT_SECRETS);
}

static void test_a_broken_list_forgets_no_password(void **state) {
    fixture *f = *state;
    open_revealed(f);
    broken_bus = ":1.1";
    move_and_wait(f, 50);
    assert_state(f, 1, VERDICT_UNKNOWN);
    broken_bus = NULL;
    run(f, 300);
    assert_state(f, 1, VERDICT_SECRETS);
}

static void test_lists_of_new_paths_take_no_memory(void **state) {
    fixture *f = *state;
    open_revealed(f);
    for (int i = 0; i < 20; i++) {
        invented = APPLICATION_MAX_FRAMES - 1;
        broken_bus = i % 2 == 0 ? NULL : ":1.1";
        move_and_wait(f, 50);
        assert_in_range(applications_find(":1.1")->frames->len, 1, 2 * APPLICATION_MAX_FRAMES);
        assert_state(f, 1, VERDICT_UNKNOWN);
    }
    invented = 0;
    broken_bus = NULL;
    run(f, 6000);
    assert_state(f, 1, VERDICT_SECRETS);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(test_a_late_list_forgets_no_password),
        TEST(test_a_list_that_is_an_error_forgets_no_password),
        TEST(test_a_broken_list_forgets_no_password),
        TEST(test_lists_of_new_paths_take_no_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
