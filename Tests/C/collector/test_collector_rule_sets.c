/* SPDX-License-Identifier: MIT */
/* Rules that look back at what was collected, and sets of rules that take the place of others. */
#include "collector_fixture.h"

static scrim_rules rules;

static int setup_rules(void **state) {
    rules = (scrim_rules)SCRIM_RULES_INIT;
    int failed = setup(state);
    ASSERT_OK(scrim_collector_set_rules(fixture.collector, &rules));
    return failed;
}

static uint32_t verdict_at(scrim_gesture_event event, uint64_t time_ns) {
    event.time_ns = time_ns;
    return verdict_of_event(&event);
}

/* ---- Intervals ---- */

static void test_the_interval_of_a_control(void **state) {
    (void)state;
    static const struct {
        uint64_t time_ns;
        uint32_t control, gesture;
    } cases[] = {{0, 0, 0}, {99 * MS, SCRIM_REASON_INTERVAL, 0}, {100 * MS - 1, SCRIM_REASON_INTERVAL, 0}, {100 * MS, 0, 0}, {199 * MS, SCRIM_REASON_INTERVAL, 0}, {200 * MS, 0, 0}};
    scrim_id other = add_kind(fixture.window, "Button", "other");
    scrim_id control = add_host(fixture.button, "Tap", SCRIM_RECOGNIZER_CONTROL), gesture = add_host(other, "Tap", 0);
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        scrim_gesture_event event = event_of(control, fixture.button, SCRIM_GESTURE_STATE_ENDED);
        assert_int_equal(verdict_at(event, cases[i].time_ns), cases[i].control);
        event = event_of(gesture, other, SCRIM_GESTURE_STATE_ENDED);
        assert_int_equal(verdict_at(event, cases[i].time_ns), cases[i].gesture);
    }
    /* Another control has an interval of its own; one that comes late is as near. */
    scrim_id second = add_host(other, "Tap", SCRIM_RECOGNIZER_CONTROL);
    scrim_gesture_event event = event_of(second, other, SCRIM_GESTURE_STATE_ENDED);
    assert_int_equal(verdict_at(event, 1000 * MS), SCRIM_REASON_NONE);
    assert_int_equal(verdict_at(event, 900 * MS + 1), SCRIM_REASON_INTERVAL);
    assert_int_equal(verdict_at(event, 900 * MS), SCRIM_REASON_NONE);
    event = event_of(second, other, SCRIM_GESTURE_STATE_ENDED);
    assert_int_equal(verdict_at(event, 1000 * MS - 1), SCRIM_REASON_INTERVAL);
    rules.control_interval_ns = 0;
    ASSERT_OK(scrim_collector_set_rules(fixture.collector, &rules));
    event = event_of(second, other, SCRIM_GESTURE_STATE_ENDED);
    assert_int_equal(verdict_at(event, 1000 * MS), SCRIM_REASON_NONE);
}

static void test_interval_of_many_controls(void **state) {
    (void)state;
    enum {
        CONTROLS = 600
    };
    static scrim_id views[CONTROLS], controls[CONTROLS];
    rules.control_interval_ns = UINT64_C(1) << 50;
    now += rules.control_interval_ns; /* times may be larger than the interval */
    scrim_collector_destroy(fixture.collector);
    scrim_collector_options options = {sizeof options, 4096};
    ASSERT_OK(scrim_collector_create(fixture.gestures, &options, &fixture.collector));
    ASSERT_OK(scrim_collector_set_rules(fixture.collector, &rules));
    for (int i = 0; i < CONTROLS; i++) {
        views[i] = add_kind(fixture.window, "Button", "x");
        controls[i] = add_host(views[i], "Tap", SCRIM_RECOGNIZER_CONTROL);
        scrim_gesture_event event = event_of(controls[i], views[i], SCRIM_GESTURE_STATE_ENDED);
        assert_int_equal(verdict_of_event(&event), SCRIM_REASON_NONE);
    }
    for (int i = 0; i < CONTROLS; i++) {
        scrim_gesture_event event = event_of(controls[i], views[i], SCRIM_GESTURE_STATE_ENDED);
        assert_int_equal(verdict_of_event(&event), SCRIM_REASON_INTERVAL);
    }
}

/* An action of a sequence that goes on while many others are recorded, and that is long forgotten then, still counts. */
static void test_interval_after_many_sequences(void **state) {
    (void)state;
    enum {
        EVENTS = 600,
        SEQUENCES = 4200
    };
    rules.control_interval_ns = UINT64_C(1) << 50;
    scrim_collector_destroy(fixture.collector);
    scrim_collector_options options = {sizeof options, 4096};
    ASSERT_OK(scrim_collector_create(fixture.gestures, &options, &fixture.collector));
    ASSERT_OK(scrim_collector_set_rules(fixture.collector, &rules));
    scrim_id other = add_kind(fixture.window, "Button", "other");
    scrim_id control = add_host(fixture.button, "Tap", SCRIM_RECOGNIZER_CONTROL), gesture = add_host(other, "Tap", 0);
    const scrim_gesture_event before = event_of(gesture, other, SCRIM_GESTURE_STATE_ENDED);
    scrim_gesture_event event = event_of(control, fixture.button, SCRIM_GESTURE_STATE_ENDED);
    touch(&fixture, SCRIM_TOUCH_BEGAN, now += 1000 * MS, 350);
    ASSERT_OK(scrim_gestures_sequence(fixture.gestures, &event.sequence));
    assert_int_equal(verdict_at(event, now), SCRIM_REASON_NONE);
    for (uint64_t i = 0; i < EVENTS; i++)
        assert_int_equal(verdict_at(before, before.time_ns + i), SCRIM_REASON_NONE);
    touch(&fixture, SCRIM_TOUCH_ENDED, now += 1000 * MS, 350);
    assert_int_equal(verdict_at(before, before.time_ns + EVENTS), SCRIM_REASON_NONE);
    for (int i = 0; i < SEQUENCES; i++)
        open_sequence();
    event = event_of(control, fixture.button, SCRIM_GESTURE_STATE_ENDED);
    assert_int_equal(verdict_of_event(&event), SCRIM_REASON_INTERVAL);
}

/* What turns out private leaves no mark: neither on intervals nor on duplicates. */
static void test_what_turns_private_was_never_collected(void **state) {
    (void)state;
    scrim_id control = add_host(fixture.button, "Tap", SCRIM_RECOGNIZER_CONTROL);
    for (int is_private = 0; is_private < 2; is_private++) {
        scrim_gesture_event early = event_of(control, fixture.button, SCRIM_GESTURE_STATE_ENDED);
        scrim_touch finger = {now, 7, SCRIM_TOUCH_BEGAN, 0, 350, 350};
        feed(&fixture, &finger, 1);
        scrim_gesture_event event = early;
        ASSERT_OK(scrim_gestures_sequence(fixture.gestures, &event.sequence));
        assert_int_equal(verdict_of_event(&event), SCRIM_REASON_NONE);
        /* As long as nobody knows, it counts for its own sequence alone. */
        assert_int_equal(verdict_of_event(&event), SCRIM_REASON_INTERVAL);
        finger.phase = SCRIM_TOUCH_MOVED;
        finger.x = is_private ? 250 : 340;
        finger.y = is_private ? 50 : 340;
        feed(&fixture, &finger, 1);
        finger.phase = SCRIM_TOUCH_ENDED;
        feed(&fixture, &finger, 1);
        fixture.count = 0;
        scrim_check checks[17];
        size_t count = 0;
        ASSERT_OK(scrim_collector_explain(fixture.collector, &early, checks, 17, &count));
        assert_int_equal(checks[SCRIM_REASON_INTERVAL - 1].outcome,
                         is_private ? SCRIM_CHECK_PASSED : SCRIM_CHECK_FAILED);
        assert_int_equal(verdict_of_event(&early), is_private ? SCRIM_REASON_NONE : SCRIM_REASON_INTERVAL);
    }
}

static void test_what_is_undecided_counts_for_its_own_sequence_alone(void **state) {
    (void)state;
    scrim_id control = add_host(fixture.button, "Tap", SCRIM_RECOGNIZER_CONTROL);
    scrim_gesture_event early = event_of(control, fixture.button, SCRIM_GESTURE_STATE_ENDED), event = early;
    scrim_touch finger = {now, 7, SCRIM_TOUCH_BEGAN, 0, 350, 350};
    feed(&fixture, &finger, 1);
    ASSERT_OK(scrim_gestures_sequence(fixture.gestures, &event.sequence));
    assert_int_equal(verdict_of_event(&event), SCRIM_REASON_NONE);
    assert_int_equal(verdict_of_event(&early), SCRIM_REASON_NONE);
}

/* What turns a sequence private does so to those after it, so what waits counts for them. */
static void test_what_is_undecided_counts_for_later_sequences(void **state) {
    (void)state;
    scrim_id control = add_host(fixture.button, "Tap", SCRIM_RECOGNIZER_CONTROL);
    scrim_gesture_event first = event_of(control, fixture.button, SCRIM_GESTURE_STATE_ENDED), second = first;
    add_tap(&fixture, fixture.button, 1);
    add_tap(&fixture, fixture.button, 2);
    tap(&fixture, now + 100 * MS, 50);
    assert_int_equal(fixture.count, 0); /* it waits for a second one */
    ASSERT_OK(scrim_gestures_sequence(fixture.gestures, &first.sequence));
    assert_int_equal(verdict_of_event(&first), SCRIM_REASON_NONE);
    assert_int_equal(records(&fixture), 0);
    touch(&fixture, SCRIM_TOUCH_BEGAN, now + 150 * MS, 350);
    ASSERT_OK(scrim_gestures_sequence(fixture.gestures, &second.sequence));
    assert_int_equal(second.sequence, first.sequence + 1);
    assert_int_equal(verdict_of_event(&second), SCRIM_REASON_INTERVAL);
    second.time_ns += 100 * MS;
    assert_int_equal(verdict_of_event(&second), SCRIM_REASON_NONE);
}

/* ---- Duplicates ---- */

static void test_two_recognisers_of_one_touch(void **state) {
    (void)state;
    with_action(&fixture, add_tap_beside(&fixture, fixture.button, 1));
    with_action(&fixture, add_tap_beside(&fixture, fixture.window, 1));
    for (int deduplicates = 1; deduplicates >= 0; deduplicates--) {
        rules.flags = deduplicates ? SCRIM_RULES_DEDUPLICATE : 0;
        ASSERT_OK(scrim_collector_set_rules(fixture.collector, &rules));
        now += 1000 * MS;
        tap(&fixture, now, 50);
        assert_int_equal(fixture.count, 2);
        scrim_gesture_event first = fixture.events[0];
        assert_int_equal(decide(&fixture), deduplicates ? SCRIM_REASON_DUPLICATE : SCRIM_REASON_NONE);
        /* Also when the first has been handed out. */
        assert_int_equal(records(&fixture), deduplicates ? 1 : 2);
        assert_int_equal(verdict_of_event(&first), deduplicates ? SCRIM_REASON_DUPLICATE : SCRIM_REASON_NONE);
        records(&fixture);
        /* Another time, window or sequence is another gesture. */
        scrim_gesture_event elsewhere = first;
        scrim_window window = SCRIM_WINDOW_INIT;
        ASSERT_OK(scrim_scene_add_window(fixture.scene, &window, &elsewhere.window));
        elsewhere.view = 0;
        elsewhere.kind = SCRIM_GESTURE_HOST;
        elsewhere.recognizer = add_host(elsewhere.window, "Tap", 0);
        assert_int_equal(verdict_of_event(&elsewhere), SCRIM_REASON_NONE);
        first.time_ns += 1;
        assert_int_equal(verdict_of_event(&first), SCRIM_REASON_NONE);
        first.time_ns -= 1;
        first.sequence = open_sequence();
        assert_int_equal(verdict_of_event(&first), SCRIM_REASON_NONE);
        records(&fixture);
    }
}

/* However many were collected, the last ones are remembered. */
static void test_duplicates_of_many(void **state) {
    (void)state;
    scrim_id tap = add_host(fixture.button, "Tap", 0);
    scrim_gesture_event events[8];
    for (size_t i = 0; i < 1200; i++) {
        size_t place = i % COUNT_OF(events);
        events[place] = event_of(tap, fixture.button, SCRIM_GESTURE_STATE_ENDED);
        assert_int_equal(verdict_of_event(&events[place]), SCRIM_REASON_NONE);
        next_record();
        for (size_t j = 0; j < COUNT_OF(events) && j <= i; j++)
            assert_int_equal(verdict_of_event(&events[j]), SCRIM_REASON_DUPLICATE);
    }
}

/* ---- Sets ---- */

static void use(const char *recognizer) {
    scrim_string name = text(recognizer);
    rules.recognizers = &name;
    rules.recognizer_count = 1;
    ASSERT_OK(scrim_collector_set_rules(fixture.collector, &rules));
}

static void test_what_began_before_must_pass_both_sets(void **state) {
    (void)state;
    scrim_id tap = add_host(fixture.button, "Tap", 0), swipe = add_host(fixture.button, "Swipe", 0);
    scrim_gesture_event of_tap = event_of(tap, fixture.button, SCRIM_GESTURE_STATE_ENDED);
    scrim_gesture_event of_swipe = of_tap;
    of_swipe.recognizer = swipe;
    use("Swipe");
    assert_int_equal(verdict_of_event(&of_tap), SCRIM_REASON_CLASS);
    assert_int_equal(verdict_of_event(&of_swipe), SCRIM_REASON_CLASS);
    assert_int_equal(verdict_of(swipe, fixture.button), SCRIM_REASON_NONE);
    assert_int_equal(verdict_of(tap, fixture.button), SCRIM_REASON_CLASS);
    /* Back again: what held in between is over. */
    rules.recognizer_count = 0;
    ASSERT_OK(scrim_collector_set_rules(fixture.collector, &rules));
    assert_int_equal(verdict_of_event(&of_tap), SCRIM_REASON_NONE);
    assert_int_equal(verdict_of(tap, fixture.button), SCRIM_REASON_NONE);
}

static scrim_retarget_rule container_of(const char *inner) {
    return (scrim_retarget_rule){text("Group"), text(inner), {NULL, 0}};
}

static void test_both_sets_must_aim_at_one_view(void **state) {
    (void)state;
    static const char *const inner[][2] = {{"A", "A"}, {"A", "B"}, {"B", "A"}, {"A", NULL}, {NULL, "A"}};
    scrim_id group = add_kind(fixture.window, "Group", NULL), tap = add_host(group, "Tap", 0);
    add_kind(group, "A", "a");
    add_kind(group, "B", "b");
    for (size_t i = 0; i < COUNT_OF(inner); i++) {
        scrim_gesture_event event = {0};
        for (size_t set = 0; set < 2; set++) {
            scrim_retarget_rule rule = container_of(inner[i][set] != NULL ? inner[i][set] : "A");
            rules.retargets = &rule;
            rules.retarget_count = inner[i][set] != NULL;
            ASSERT_OK(scrim_collector_set_rules(fixture.collector, &rules));
            if (set == 0)
                event = event_of(tap, group, SCRIM_GESTURE_STATE_ENDED);
        }
        assert_int_equal(verdict_of_event(&event), i == 0 ? SCRIM_REASON_NONE : SCRIM_REASON_NO_INNER_VIEW);
        if (i == 0) {
            assert_text(next_record().content, "a");
            continue;
        }
        scrim_check checks[17];
        size_t count = 0;
        ASSERT_OK(scrim_collector_explain(fixture.collector, &event, checks, COUNT_OF(checks), &count));
        for (uint32_t reason = SCRIM_REASON_VIEW_HIDDEN; reason <= SCRIM_REASON_SCREEN_IGNORED; reason++)
            assert_int_equal(checks[reason - 1].outcome, SCRIM_CHECK_SKIPPED);
    }
}

static void test_content_is_cut_as_both_sets_say(void **state) {
    (void)state;
    static const uint32_t most[][2] = {{3, 5}, {5, 3}, {0, 3}, {3, 0}};
    scrim_id tap = add_host(fixture.button, "Tap", 0);
    for (size_t i = 0; i < COUNT_OF(most); i++) {
        rules.max_content = most[i][0];
        ASSERT_OK(scrim_collector_set_rules(fixture.collector, &rules));
        scrim_gesture_event event = event_of(tap, fixture.button, SCRIM_GESTURE_STATE_ENDED);
        rules.max_content = most[i][1];
        ASSERT_OK(scrim_collector_set_rules(fixture.collector, &rules));
        assert_int_equal(verdict_of_event(&event), SCRIM_REASON_NONE);
        assert_text(next_record().content, "Tra");
    }
}

/* Types that are ignored in the content of a view around them: by the set of then, by the set of now, and by one that comes later. */
static void test_joined_content_must_pass_all_sets(void **state) {
    (void)state;
    static const scrim_class_rule entry = {{"Entry", 5}, SCRIM_MATCH_INHERITS, 0}, same = {{"Entry", 5}, SCRIM_MATCH_EXACT, 0};
    static const scrim_class_rule other = {{"Meter", 5}, SCRIM_MATCH_EXACT, 0};
    static const struct {
        const scrim_class_rule *then, *now, *later;
        const char *content;
        int waits;
    } cases[] = {
        {NULL, NULL, NULL, "secret-A", 1},
        {&entry, &entry, &entry, "A", 1},
        {&entry, NULL, NULL, "A", 1},
        {NULL, &entry, &entry, "A", 1},
        {&entry, &other, &other, "A", 1},
        {&entry, &entry, &same, "A", 1},
        {&entry, &entry, NULL, "A", 1},
        {NULL, NULL, &entry, NULL, 0},
        {NULL, NULL, &other, NULL, 0},
        {&same, &same, &entry, NULL, 0},
        {&entry, &entry, &other, NULL, 0},
    };
    scrim_id card = add_kind(fixture.window, "Card", NULL), tap = add_host(card, "Tap", 0);
    add_kind(card, "Entry View", "secret");
    add_kind(card, "Label", "A");
    scrim_id known = add_kind(fixture.window, "Card", "known"), known_tap = add_host(known, "Tap", 0);
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        const scrim_class_rule *sets[] = {cases[i].then, cases[i].now, cases[i].later};
        scrim_gesture_event event = {0};
        for (size_t set = 0; set < COUNT_OF(sets); set++) {
            rules.ignored_types = sets[set];
            rules.ignored_type_count = sets[set] != NULL;
            ASSERT_OK(scrim_collector_set_rules(fixture.collector, &rules));
            if (set == 0)
                event = event_of(tap, card, SCRIM_GESTURE_STATE_ENDED);
            if (set != 1)
                continue;
            assert_int_equal(verdict_of_event(&event), SCRIM_REASON_NONE);
            assert_int_equal(verdict_of(known_tap, known), SCRIM_REASON_NONE);
        }
        if (cases[i].waits)
            assert_text(next_record().content, cases[i].content);
        /* Content that the view has itself is not that of others. */
        assert_text(next_record().content, "known");
        assert_int_equal(records(&fixture), 0);
    }
}

static void test_what_waits_must_pass_the_new_set(void **state) {
    (void)state;
    static const scrim_class_rule types[] = {{{"Button", 6}, SCRIM_MATCH_INHERITS, 0}, {{"Button", 6}, SCRIM_MATCH_EXACT, 0}};
    static const scrim_string swipe = {"Swipe", 5};
    static const scrim_class_rule screen = {{"Accounts", 8}, SCRIM_MATCH_EXACT, 0};
    scrim_id tap = add_host(fixture.button, "Tap", 0);
    for (int i = 0; i < 9; i++) {
        assert_int_equal(verdict_of(tap, fixture.button), SCRIM_REASON_NONE);
        scrim_rules next = SCRIM_RULES_INIT;
        next.flags |= i == 1 ? SCRIM_RULES_OFF : i == 5 ? SCRIM_RULES_SERVER_EVENT_TYPES
                                                        : 0;
        next.gesture_views = next.ignored_types = &types[i >= 6];
        next.gesture_view_count = i == 2 || i == 6;
        next.ignored_type_count = i == 3 || i == 7;
        next.recognizers = &swipe;
        next.recognizer_count = i == 8;
        next.ignored_screens = &screen;
        next.ignored_screen_count = i == 4;
        next.server_event_types = i == 5 ? 3 : 0;
        ASSERT_OK(scrim_collector_set_rules(fixture.collector, &next));
        assert_int_equal(records(&fixture), i == 0);
        ASSERT_OK(scrim_collector_set_rules(fixture.collector, &rules));
        assert_int_equal(records(&fixture), 0);
    }
}

static void test_a_set_that_fails_changes_nothing(void **state) {
    (void)state;
    scrim_id tap = add_host(fixture.button, "Tap", 0);
    static const scrim_string names[] = {{"Swipe", 5}, {"\xff", 1}};
    static const scrim_string many[SCRIM_MAX_RULES + 1];
    scrim_rules bad = SCRIM_RULES_INIT;
    bad.flags = SCRIM_RULES_OFF;
    bad.recognizers = names;
    bad.recognizer_count = 2;
    assert_int_equal(scrim_collector_set_rules(fixture.collector, &bad), SCRIM_ERROR_INVALID_UTF8);
    bad.recognizers = many;
    assert_int_equal(scrim_collector_set_rules(fixture.collector, &bad), SCRIM_ERROR_INVALID_ARGUMENT);
    bad.recognizer_count = SCRIM_MAX_RULES + 1;
    assert_int_equal(scrim_collector_set_rules(fixture.collector, &bad), SCRIM_ERROR_LIMIT);
    assert_int_equal(verdict_of(tap, fixture.button), SCRIM_REASON_NONE);
}

/* Beyond the sets that are remembered nothing is collected; each set between held for a sequence. */
static void test_sets_that_nobody_remembers(void **state) {
    (void)state;
    scrim_id tap = add_host(fixture.button, "Tap", 0);
    scrim_gesture_event events[12];
    for (size_t i = 0; i < COUNT_OF(events); i++) {
        events[i] = event_of(tap, fixture.button, SCRIM_GESTURE_STATE_ENDED);
        ASSERT_OK(scrim_collector_set_rules(fixture.collector, &rules));
        ASSERT_OK(scrim_collector_set_rules(fixture.collector, &rules));
    }
    for (size_t i = 0; i < COUNT_OF(events); i++) {
        assert_int_equal(verdict_of_event(&events[i]), i < COUNT_OF(events) - 8 ? SCRIM_REASON_OFF : SCRIM_REASON_NONE);
    }
}

/* A set that only the running sequence began with is remembered. */
static void test_a_set_of_a_sequence_that_is_still_running(void **state) {
    (void)state;
    scrim_id tap = add_host(fixture.button, "Tap", 0);
    scrim_gesture_event event = event_of(tap, fixture.button, SCRIM_GESTURE_STATE_ENDED);
    assert_int_equal(verdict_of_event(&event), SCRIM_REASON_NONE);
    use("Swipe");
    scrim_touch finger = {now + 1000 * MS, 7, SCRIM_TOUCH_BEGAN, 0, 350, 350};
    feed(&fixture, &finger, 1);
    rules.recognizer_count = 0;
    ASSERT_OK(scrim_collector_set_rules(fixture.collector, &rules));
    finger.phase = SCRIM_TOUCH_ENDED;
    feed(&fixture, &finger, 1);
    fixture.count = 0;
    event.time_ns = finger.time_ns;
    ASSERT_OK(scrim_gestures_sequence(fixture.gestures, &event.sequence));
    assert_int_equal(verdict_of_event(&event), SCRIM_REASON_CLASS);
}

/* Private touches make no set one that held. */
static void test_sets_do_not_count_private_sequences(void **state) {
    (void)state;
    scrim_id tapped = add_host(fixture.button, "Tap", 0);
    scrim_gesture_event event = event_of(tapped, fixture.button, SCRIM_GESTURE_STATE_ENDED);
    for (int i = 0; i < 12; i++) {
        now += 1000 * MS;
        tap(&fixture, now, 250); /* the keypad */
        ASSERT_OK(scrim_collector_set_rules(fixture.collector, &rules));
    }
    assert_int_equal(verdict_of_event(&event), SCRIM_REASON_NONE);
}

/* ---- Explanations ---- */

static void test_explain__goes_on_after_the_first_failure(void **state) {
    (void)state;
    scrim_id view = add_kind(fixture.window, "Card", "x"), recognizer = add_host(view, "Pan", 0);
    set_view(view, SCRIM_VIEW_HIDDEN | SCRIM_VIEW_IGNORED, "Card", "x");
    ASSERT_OK(scrim_gestures_set_target_available(fixture.gestures, recognizer, 1, "pay", 3, 0));
    scrim_gesture_event event = event_of(recognizer, view, SCRIM_GESTURE_STATE_BEGAN);
    scrim_check checks[17];
    size_t count = 0;
    assert_int_equal(scrim_collector_explain(fixture.collector, &event, checks, 16, &count),
                     SCRIM_ERROR_BUFFER_TOO_SMALL);
    assert_int_equal(count, 17);
    ASSERT_OK(scrim_collector_explain(fixture.collector, &event, checks, 17, &count));
    for (size_t i = 0; i < 17; i++) {
        uint32_t reason = checks[i].reason;
        int fails = reason == SCRIM_REASON_STATE || reason == SCRIM_REASON_CLASS || reason == SCRIM_REASON_NO_ACTION ||
                    reason == SCRIM_REASON_VIEW_HIDDEN || reason == SCRIM_REASON_VIEW_IGNORED;
        uint32_t passes = reason == SCRIM_REASON_BUILTIN_ACTION ? SCRIM_CHECK_SKIPPED : SCRIM_CHECK_PASSED;
        assert_int_equal(checks[i].outcome, fails ? SCRIM_CHECK_FAILED : passes);
    }
    /* What is gone cannot be looked at. */
    ASSERT_OK(scrim_gestures_remove(fixture.gestures, recognizer));
    ASSERT_OK(scrim_collector_explain(fixture.collector, &event, checks, 17, &count));
    assert_int_equal(checks[SCRIM_REASON_GONE - 1].outcome, SCRIM_CHECK_FAILED);
    for (uint32_t reason = SCRIM_REASON_TOOL_WINDOW; reason < SCRIM_REASON_CAPACITY; reason++)
        assert_int_equal(checks[reason - 1].outcome, SCRIM_CHECK_SKIPPED);
    /* Hidden is all that is told. */
    set_view(view, SCRIM_VIEW_SECURE, "Card", "x");
    ASSERT_OK(scrim_collector_explain(fixture.collector, &event, checks, 1, &count));
    assert_int_equal(count, 1);
    assert_int_equal(checks[0].reason, SCRIM_REASON_PRIVATE);
    assert_int_equal(checks[0].outcome, SCRIM_CHECK_FAILED);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_the_interval_of_a_control, setup_rules, teardown),
        cmocka_unit_test_setup_teardown(test_interval_of_many_controls, setup_rules, teardown),
        cmocka_unit_test_setup_teardown(test_interval_after_many_sequences, setup_rules, teardown),
        cmocka_unit_test_setup_teardown(test_what_turns_private_was_never_collected, setup_rules, teardown),
        cmocka_unit_test_setup_teardown(test_what_is_undecided_counts_for_its_own_sequence_alone, setup_rules, teardown),
        cmocka_unit_test_setup_teardown(test_what_is_undecided_counts_for_later_sequences, setup_rules, teardown),
        cmocka_unit_test_setup_teardown(test_duplicates_of_many, setup_rules, teardown),
        cmocka_unit_test_setup_teardown(test_two_recognisers_of_one_touch, setup_rules, teardown),
        cmocka_unit_test_setup_teardown(test_what_began_before_must_pass_both_sets, setup_rules, teardown),
        cmocka_unit_test_setup_teardown(test_both_sets_must_aim_at_one_view, setup_rules, teardown),
        cmocka_unit_test_setup_teardown(test_content_is_cut_as_both_sets_say, setup_rules, teardown),
        cmocka_unit_test_setup_teardown(test_joined_content_must_pass_all_sets, setup_rules, teardown),
        cmocka_unit_test_setup_teardown(test_what_waits_must_pass_the_new_set, setup_rules, teardown),
        cmocka_unit_test_setup_teardown(test_a_set_that_fails_changes_nothing, setup_rules, teardown),
        cmocka_unit_test_setup_teardown(test_sets_that_nobody_remembers, setup_rules, teardown),
        cmocka_unit_test_setup_teardown(test_a_set_of_a_sequence_that_is_still_running, setup_rules, teardown),
        cmocka_unit_test_setup_teardown(test_sets_do_not_count_private_sequences, setup_rules, teardown),
        cmocka_unit_test_setup_teardown(test_explain__goes_on_after_the_first_failure, setup_rules, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
