/* SPDX-License-Identifier: MIT */
/* What becomes of records that wait when a set of rules takes the place of another. */
#include "collector_fixture.h"

static void set(const scrim_rules *rules) { ASSERT_OK(scrim_collector_set_rules(fixture.collector, rules)); }

/* How many records of an event that was decided on by one set are left when another has taken its place. */
static int left(scrim_id recognizer, scrim_id view, const scrim_rules *old, const scrim_rules *new) {
    set(old);
    scrim_gesture_event event = event_of(recognizer, view, SCRIM_GESTURE_STATE_ENDED);
    assert_int_equal(verdict_of_event(&event), SCRIM_REASON_NONE);
    set(new);
    return records(&fixture);
}

static void test_a_container_must_lead_to_the_same_view(void **state) {
    (void)state;
    static const struct {
        const char *container[2], *inner[2];
        int left;
    } cases[] = {
        {{"Alert", "Alert"}, {"A", "A"}, 1},
        {{"Alert", "Alert"}, {"A", "B"}, 0},
        {{NULL, "Alert"}, {NULL, "A"}, 0},
        {{"Alert", NULL}, {"A", NULL}, 0},
        {{NULL, "Menu"}, {NULL, "A"}, 1},
        {{"Alert", "Menu"}, {"A", "A"}, 0},
    };
    scrim_id alert = add_kind(fixture.window, "Alert", "account 4711"), recognizer = add_host(alert, "Tap", 0);
    add_kind(alert, "A", "a");
    add_kind(alert, "B", "b");
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        scrim_rules sets[2] = {SCRIM_RULES_INIT, SCRIM_RULES_INIT};
        scrim_retarget_rule rules[2];
        for (size_t j = 0; j < 2; j++) {
            if (cases[i].container[j] == NULL)
                continue;
            rules[j] = (scrim_retarget_rule){text(cases[i].container[j]), text(cases[i].inner[j]), {NULL, 0}};
            sets[j].retargets = &rules[j];
            sets[j].retarget_count = 1;
        }
        assert_int_equal(left(recognizer, alert, &sets[0], &sets[1]), cases[i].left);
    }
}

static void test_content_must_not_be_longer(void **state) {
    (void)state;
    static const struct {
        uint32_t old, new;
        int left;
    } cases[] = {{0, 8, 1}, {0, 7, 0}, {8, 0, 1}, {7, 8, 1}, {7, 7, 1}, {7, 6, 0}};
    scrim_id recognizer = add_host(fixture.button, "Tap", 0); /* "Transfer" */
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        scrim_rules old = SCRIM_RULES_INIT, new = SCRIM_RULES_INIT;
        old.max_content = cases[i].old;
        new.max_content = cases[i].new;
        assert_int_equal(left(recognizer, fixture.button, &old, &new), cases[i].left);
    }
}

static void test_pairs_that_are_not_enough(void **state) {
    (void)state;
    static const scrim_builtin_action_rule plain[] = {
        {{"Cell", 4}, {"_press", 6}, SCRIM_BUILTIN_ACTION_VIEW, 0},
        {{"Cell", 4}, {"pay", 3}, SCRIM_BUILTIN_ACTION_VIEW, 0},
    };
    static const scrim_builtin_action_rule around = {{"Grid", 4}, {"pay", 3}, SCRIM_BUILTIN_ACTION_PARENT, 0};
    static const scrim_builtin_action_rule other = {{"Card", 4}, {"pay", 3}, SCRIM_BUILTIN_ACTION_VIEW, 0};
    static const struct {
        const scrim_builtin_action_rule *old, *new;
        int left;
    } cases[] = {
        {NULL, NULL, 1},
        {&plain[0], &plain[0], 1},
        {NULL, &other, 1},
        {NULL, &plain[1], 0},
        {&plain[0], &plain[1], 0},
        {NULL, &around, 0},
        {&other, &around, 0},
        {&plain[0], NULL, 1},
    };
    scrim_id grid = add_kind(fixture.window, "MyGrid Grid", NULL), cell = add_kind(grid, "Cell", "x");
    scrim_id recognizer = add_host(cell, "Tap", 0);
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        scrim_rules old = SCRIM_RULES_INIT, new = SCRIM_RULES_INIT;
        old.builtin_actions = cases[i].old;
        old.builtin_action_count = cases[i].old != NULL;
        new.builtin_actions = cases[i].new;
        new.builtin_action_count = cases[i].new != NULL;
        assert_int_equal(left(recognizer, cell, &old, &new), cases[i].left);
    }
}

static void test_intervals_and_duplicates(void **state) {
    (void)state;
    scrim_id of_control = add_host(fixture.button, "Tap", SCRIM_RECOGNIZER_CONTROL);
    scrim_id of_view = add_host(fixture.button, "Tap", 0);
    scrim_rules usual = SCRIM_RULES_INIT, longer = SCRIM_RULES_INIT, all = SCRIM_RULES_INIT;
    longer.control_interval_ns += 1;
    all.flags = 0;
    assert_int_equal(left(of_control, fixture.button, &usual, &longer), 0);
    assert_int_equal(left(of_view, fixture.button, &usual, &longer), 1);
    assert_int_equal(left(of_control, fixture.button, &longer, &usual), 1);
    assert_int_equal(left(of_view, fixture.button, &all, &usual), 0);
    assert_int_equal(left(of_view, fixture.button, &usual, &all), 1);
}

/* What is dropped makes room, and leaves the others as they are. */
static void test_what_is_left_is_whole(void **state) {
    (void)state;
    scrim_id other = add_kind(fixture.window, "Card", "123");
    scrim_id taps[] = {add_host(fixture.button, "Tap", 0), add_host(other, "Tap", 0)};
    scrim_rules new = SCRIM_RULES_INIT;
    new.flags = 0;
    new.max_content = 3;
    for (int i = 0; i < 256; i++)
        assert_int_equal(verdict_of(taps[i % 2], i % 2 ? other : fixture.button), SCRIM_REASON_NONE);
    assert_int_equal(verdict_of(taps[0], fixture.button), SCRIM_REASON_CAPACITY);
    set(&new);
    assert_int_equal(verdict_of(taps[0], fixture.button), SCRIM_REASON_NONE);
    for (int i = 0; i < 128; i++)
        assert_text(next_record().content, "123");
    assert_text(next_record().content, "Tra");
    assert_int_equal(records(&fixture), 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_a_container_must_lead_to_the_same_view, setup, teardown),
        cmocka_unit_test_setup_teardown(test_content_must_not_be_longer, setup, teardown),
        cmocka_unit_test_setup_teardown(test_pairs_that_are_not_enough, setup, teardown),
        cmocka_unit_test_setup_teardown(test_intervals_and_duplicates, setup, teardown),
        cmocka_unit_test_setup_teardown(test_what_is_left_is_whole, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
