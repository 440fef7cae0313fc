/* SPDX-License-Identifier: MIT */
/* What rules of scrim/collector.h can say, one kind after the other. test_collector_rule_sets.c has sets of them. */
#include "collector_fixture.h"

static scrim_rules rules;

static int setup_rules(void **state) {
    rules = (scrim_rules)SCRIM_RULES_INIT;
    return setup(state);
}

static void set_rules(void) {
    ASSERT_OK(scrim_collector_set_rules(fixture.collector, &rules));
}

/* ---- The table of decisions: recogniser, state, pairs, view, screen, what comes of it ---- */

static const scrim_string collected[] = {{"Tap", 3}, {"LongPress", 9}, {"MenuSelection", 13}};
static const scrim_class_rule no_views[] = {
    {{"TextView", 8}, SCRIM_MATCH_INHERITS, 0},
    {{"Collection", 10}, SCRIM_MATCH_INHERITS, 0},
    {{"WebContent", 10}, SCRIM_MATCH_EXACT, 0},
};
static const scrim_class_rule no_types[] = {
    {{"Control", 7}, SCRIM_MATCH_INHERITS, 0},
    {{"Ornament", 8}, SCRIM_MATCH_EXACT, 0},
};
static const scrim_class_rule no_screens[] = {
    {{"Settings", 8}, SCRIM_MATCH_EXACT, 0},
    {{"Picker", 6}, SCRIM_MATCH_INHERITS, 0},
};
static const scrim_retarget_rule retargets[] = {
    {{"AlertGroup", 10}, {"AlertButton", 11}, {"Alert", 5}},
    {{"MenuList", 8}, {"MenuCell", 8}, {NULL, 0}},
};
static const scrim_builtin_action_rule cells[] = {
    {{"CellContent", 11}, {"_press", 6}, SCRIM_BUILTIN_ACTION_VIEW, 0},
    {{"GridCell", 8}, {"_menu", 5}, SCRIM_BUILTIN_ACTION_PARENT, 0},
};

static void set_all_rules(void) {
    rules.flags = 0;
    rules.recognizers = collected;
    rules.recognizer_count = COUNT_OF(collected);
    rules.gesture_views = no_views;
    rules.gesture_view_count = COUNT_OF(no_views);
    rules.ignored_types = no_types;
    rules.ignored_type_count = COUNT_OF(no_types);
    rules.ignored_screens = no_screens;
    rules.ignored_screen_count = COUNT_OF(no_screens);
    rules.retargets = retargets;
    rules.retarget_count = COUNT_OF(retargets);
    rules.builtin_actions = cells;
    rules.builtin_action_count = COUNT_OF(cells);
    set_rules();
}

struct row {
    const char *recognizer; /* its classes */
    uint32_t state;
    const char *actions; /* live pairs, and with "!" dead ones */
    const char *view;    /* classes */
    uint32_t flags;
    const char *parent; /* classes */
    const char *screen; /* its classes */
    uint32_t reason;
};

#define ENDED SCRIM_GESTURE_STATE_ENDED
#define PLAIN "Card View", VIEW, "Page View"

static const struct row table[] = {
    {"Tap", ENDED, "pay", PLAIN, "Home", SCRIM_REASON_NONE},
    {"LongPress", ENDED, "pay", PLAIN, "Home", SCRIM_REASON_NONE},
    {"LongPress", SCRIM_GESTURE_STATE_CANCELLED, "pay", PLAIN, "Home", SCRIM_REASON_NONE},
    {"Tap", SCRIM_GESTURE_STATE_BEGAN, "pay", PLAIN, "Home", SCRIM_REASON_STATE},
    {"Tap", SCRIM_GESTURE_STATE_CHANGED, "pay", PLAIN, "Home", SCRIM_REASON_STATE},
    {"LongPress", SCRIM_GESTURE_STATE_POSSIBLE, "pay", PLAIN, "Home", SCRIM_REASON_STATE},
    {"LongPress", SCRIM_GESTURE_STATE_FAILED, "pay", PLAIN, "Home", SCRIM_REASON_STATE},
    {"MyTap Tap", ENDED, "pay", PLAIN, "Home", SCRIM_REASON_CLASS},
    {"MyPress LongPress", ENDED, "pay", PLAIN, "Home", SCRIM_REASON_CLASS},
    {"Pan", ENDED, "pay", PLAIN, "Home", SCRIM_REASON_CLASS},
    {"Swipe", ENDED, "pay", PLAIN, "Home", SCRIM_REASON_CLASS},
    {"Pinch", ENDED, "pay", PLAIN, "Home", SCRIM_REASON_CLASS},
    {"Rotation", ENDED, "pay", PLAIN, "Home", SCRIM_REASON_CLASS},
    {"WebContent", ENDED, "pay", PLAIN, "Home", SCRIM_REASON_CLASS}, /* a rule for views is not one for recognizers */
    {"EdgePan", ENDED, "pay", PLAIN, "Home", SCRIM_REASON_CLASS},
    {"", ENDED, "pay", PLAIN, "Home", SCRIM_REASON_CLASS}, /* that of its kind, "Host" */
    {"MenuSelection", ENDED, "pay", "MenuList", VIEW, "Page View", "Home", SCRIM_REASON_NO_INNER_VIEW},
    {"Tap", ENDED, "", PLAIN, "Home", SCRIM_REASON_NO_ACTION},
    {"Tap", ENDED, "!pay", PLAIN, "Home", SCRIM_REASON_NO_ACTION},
    {"Tap", ENDED, "!pay !log", PLAIN, "Home", SCRIM_REASON_NO_ACTION},
    {"Tap", ENDED, "!pay log", PLAIN, "Home", SCRIM_REASON_NONE},
    {"Tap", ENDED, "pay log", PLAIN, "Home", SCRIM_REASON_NONE},
    {"Tap", ENDED, "pay", "MyText TextView View", VIEW, "Page View", "Home", SCRIM_REASON_GESTURE_VIEW},
    {"Tap", ENDED, "pay", "TextView View", VIEW, "Page View", "Home", SCRIM_REASON_GESTURE_VIEW},
    {"Tap", ENDED, "pay", "WebContent View", VIEW, "Page View", "Home", SCRIM_REASON_GESTURE_VIEW},
    {"Tap", ENDED, "pay", "MyWeb WebContent View", VIEW, "Page View", "Home", SCRIM_REASON_NONE},
    {"Tap", ENDED, "pay", "LongPress View", VIEW, "Page View", "Home", SCRIM_REASON_NONE}, /* nor the other way round: this is a view */
    {"Tap", ENDED, "pay", "Card View", VIEW, "Collection View", "Home", SCRIM_REASON_NONE},
    {"Tap", ENDED, "pay", "AlertGroup View", VIEW, "Page View", "Home", SCRIM_REASON_NO_INNER_VIEW},
    {"LongPress", ENDED, "_press", "CellContent View", VIEW, "Page View", "Home", SCRIM_REASON_BUILTIN_ACTION},
    {"LongPress", ENDED, "_press pay", "CellContent View", VIEW, "Page View", "Home", SCRIM_REASON_NONE},
    {"LongPress", ENDED, "_press !pay", "CellContent View", VIEW, "Page View", "Home", SCRIM_REASON_BUILTIN_ACTION},
    {"LongPress", ENDED, "_menu", "CellContent View", VIEW, "Page View", "Home", SCRIM_REASON_NONE},
    {"LongPress", ENDED, "_press", "MyContent CellContent", VIEW, "Page View", "Home", SCRIM_REASON_NONE},
    {"LongPress", ENDED, "_menu", "Card View", VIEW, "MyCell GridCell View", "Home", SCRIM_REASON_BUILTIN_ACTION},
    {"LongPress", ENDED, "_menu _press", "CellContent", VIEW, "MyCell GridCell View", "Home", SCRIM_REASON_BUILTIN_ACTION},
    {"LongPress", ENDED, "_menu pay", "Card View", VIEW, "MyCell GridCell View", "Home", SCRIM_REASON_NONE},
    {"Tap", ENDED, "pay", "Card View", VIEW | SCRIM_VIEW_HIDDEN, "Page View", "Home", SCRIM_REASON_VIEW_HIDDEN},
    {"Tap", ENDED, "pay", "Card View", VIEW | SCRIM_VIEW_IGNORED, "Page View", "Home", SCRIM_REASON_VIEW_IGNORED},
    {"Tap", ENDED, "pay", "Button Control View", VIEW, "Page View", "Home", SCRIM_REASON_TYPE_IGNORED},
    {"Tap", ENDED, "pay", "Ornament View", VIEW, "Page View", "Home", SCRIM_REASON_TYPE_IGNORED},
    {"Tap", ENDED, "pay", "MyOrnament Ornament View", VIEW, "Page View", "Home", SCRIM_REASON_NONE},
    {"Tap", ENDED, "pay", "View", VIEW, "Page View", "Home", SCRIM_REASON_NONE},
    {"Tap", ENDED, "pay", PLAIN, "Settings", SCRIM_REASON_SCREEN_IGNORED},
    {"Tap", ENDED, "pay", PLAIN, "MySettings Settings", SCRIM_REASON_NONE},
    {"Tap", ENDED, "pay", PLAIN, "PhotoPicker Picker", SCRIM_REASON_SCREEN_IGNORED},
};

static void describe_screen(scrim_id id, const char *classes) {
    struct chain chain = chain_of(classes);
    scrim_view_metadata description = SCRIM_VIEW_METADATA_INIT;
    description.screen_classes = chain.names;
    description.screen_class_count = chain.count;
    ASSERT_OK(scrim_scene_set_metadata(fixture.scene, id, &description));
}

static void add_actions(scrim_id recognizer, const char *actions) {
    struct chain names = chain_of(actions);
    ASSERT_OK(scrim_gestures_remove_action(fixture.gestures, recognizer, 0, NULL, 0));
    for (size_t i = 0; i < names.count; i++) {
        scrim_string name = names.names[i];
        int is_dead = name.data[0] == '!';
        name.data += is_dead;
        name.length -= (size_t)is_dead;
        ASSERT_OK(scrim_gestures_add_action(fixture.gestures, recognizer, i + 1, name.data, name.length));
        if (is_dead)
            ASSERT_OK(scrim_gestures_set_target_available(fixture.gestures, 0, i + 1, NULL, 0, 0));
    }
}

static void test_the_table_of_decisions(void **state) {
    (void)state;
    set_all_rules();
    for (size_t i = 0; i < COUNT_OF(table); i++) {
        const struct row *row = &table[i];
        scrim_id parent = add_kind(fixture.window, row->parent, NULL);
        scrim_id view = add_kind(parent, row->view, "x");
        describe_screen(parent, row->screen);
        set_view(view, row->flags, row->view, "x");
        scrim_id recognizer = add_host(view, row->recognizer, 0);
        add_actions(recognizer, row->actions);
        scrim_gesture_event event = event_of(recognizer, view, row->state);
        uint32_t reason = verdict_of_event(&event);
        if (reason != row->reason)
            fail_msg("row %zu: %s, not %s", i, scrim_reason_name(reason), scrim_reason_name(row->reason));
        assert_int_equal(records(&fixture), reason == SCRIM_REASON_NONE);
        ASSERT_OK(scrim_scene_remove(fixture.scene, parent));
        ASSERT_OK(scrim_gestures_remove(fixture.gestures, recognizer));
    }
}

/* ---- Cases ---- */

/* A screen whose classes come after more names than a byte can count. */
static void test_a_screen_among_many_names(void **state) {
    (void)state;
    set_all_rules();
    scrim_id parent = add_kind(fixture.window, "Page View", NULL), view = add_kind(parent, "Card View", "x");
    scrim_id recognizer = add_host(view, "Tap", 0);
    for (int i = 0; i < 400; i++) {
        char name[16];
        snprintf(name, sizeof name, "Screen%d", i);
        describe_screen(parent, name);
    }
    scrim_gesture_event event = event_of(recognizer, view, ENDED);
    assert_int_equal(verdict_of_event(&event), SCRIM_REASON_NONE);
    describe_screen(parent, "PhotoPicker Picker");
    event = event_of(recognizer, view, ENDED);
    assert_int_equal(verdict_of_event(&event), SCRIM_REASON_SCREEN_IGNORED);
}

static void test_recognizers_that_are_recorded_by_default(void **state) {
    (void)state;
    static const scrim_string others[] = {{"Tap", 3}, {"LongPress", 9}, {"Host", 4}};
    const struct {
        const char *classes;
        uint32_t flags, by_default, by_others;
    } recognizers[] = {
        {"", SCRIM_RECOGNIZER_CONTROL, SCRIM_REASON_NONE, SCRIM_REASON_CLASS},
        {"Control", 0, SCRIM_REASON_NONE, SCRIM_REASON_CLASS},
        {"Control", SCRIM_RECOGNIZER_CONTROL, SCRIM_REASON_NONE, SCRIM_REASON_CLASS},
        {"Tap", SCRIM_RECOGNIZER_CONTROL, SCRIM_REASON_NONE, SCRIM_REASON_NONE},
        {"LongPress", 0, SCRIM_REASON_NONE, SCRIM_REASON_NONE},
        {"", 0, SCRIM_REASON_CLASS, SCRIM_REASON_NONE}, /* "Host" */
        {"Button Control", SCRIM_RECOGNIZER_CONTROL, SCRIM_REASON_CLASS, SCRIM_REASON_CLASS},
    };
    scrim_id view = add_kind(fixture.window, "Button View", "x");
    for (size_t round = 0; round < 2; round++) {
        rules.recognizers = others;
        rules.recognizer_count = round == 0 ? 0 : COUNT_OF(others);
        if (round == 1) /* before that, those that a collector begins with */
            set_rules();
        for (size_t i = 0; i < COUNT_OF(recognizers); i++) {
            scrim_id recognizer = add_host(view, recognizers[i].classes, recognizers[i].flags);
            uint32_t expected = round == 0 ? recognizers[i].by_default : recognizers[i].by_others;
            assert_int_equal(verdict_of(recognizer, view), expected);
            ASSERT_OK(scrim_gestures_remove(fixture.gestures, recognizer));
        }
    }
    rules.recognizer_count = 0;
    set_rules();
    scrim_id control = add_host(view, "", SCRIM_RECOGNIZER_CONTROL);
    assert_int_equal(verdict_of(control, view), SCRIM_REASON_NONE);
}

static void test_gesture_views(void **state) {
    (void)state;
    scrim_id view = add_kind(fixture.window, "MyText TextView View", "x"), tap = add_host(view, "Tap", 0);
    assert_int_equal(verdict_of(tap, view), SCRIM_REASON_NONE);
    set_all_rules();
    assert_int_equal(verdict_of(tap, view), SCRIM_REASON_GESTURE_VIEW);
    set_view(view, VIEW, "WebContent", "x");
    assert_int_equal(verdict_of(tap, view), SCRIM_REASON_GESTURE_VIEW);
    set_view(view, VIEW, "MyWeb WebContent", "x");
    assert_int_equal(verdict_of(tap, view), SCRIM_REASON_NONE);
}

static scrim_id add_inner(scrim_id parent, double y, uint32_t flags, const char *content) {
    scrim_string name = text("AlertButton");
    scrim_view view = SCRIM_VIEW_INIT;
    scrim_id id = 0;
    view.flags = flags;
    view.frame = (scrim_rect){0, y, 100, 44};
    view.classes = &name;
    view.class_count = 1;
    view.content = text(content);
    ASSERT_OK(scrim_scene_add_view(fixture.scene, parent, &view, &id));
    return id;
}

static void test_the_view_inside_an_alert(void **state) {
    (void)state;
    set_all_rules();
    scrim_id group = add_kind(fixture.window, "AlertGroup View", NULL), tap = add_host(group, "Tap", 0);
    scrim_id stack = add_kind(group, "Stack", NULL);
    scrim_id first = add_inner(stack, 0, VIEW, "first"), second = add_inner(stack, 44, SCRIM_VIEW_HIDDEN, "second");
    add_inner(first, 0, VIEW, "is not looked at");
    const struct {
        double y;
        scrim_id view;
        uint32_t reason;
    } points[] = {{20, first, SCRIM_REASON_NONE}, {43.999, first, SCRIM_REASON_NONE}, {44, second, SCRIM_REASON_VIEW_HIDDEN}, {87.999, second, SCRIM_REASON_VIEW_HIDDEN}, {88, 0, SCRIM_REASON_NO_INNER_VIEW}, {100, 0, SCRIM_REASON_NO_INNER_VIEW}};
    for (size_t i = 0; i < COUNT_OF(points); i++) {
        scrim_gesture_event event = event_of(tap, group, SCRIM_GESTURE_STATE_ENDED);
        event.y = points[i].y;
        assert_int_equal(verdict_of_event(&event), points[i].reason);
        if (points[i].reason != SCRIM_REASON_NONE)
            continue;
        scrim_record record = next_record();
        assert_int_equal(record.view, points[i].view);
        assert_text(record.type, "Alert");
        assert_text(record.content, "first");
        assert_text(record.position, NULL);
    }
    /* Without a name of its own, the type is the inner class; nothing is told of an inner view that is private. */
    scrim_id list = add_kind(fixture.window, "MenuList", NULL), cell = add_kind(list, "MenuCell", "Copy");
    scrim_id menu = add_host(list, "MenuSelection", 0);
    assert_int_equal(verdict_of(menu, list), SCRIM_REASON_NONE);
    assert_text(next_record().type, "MenuCell");
    set_view(cell, VIEW | SCRIM_VIEW_SECURE, "MenuCell", "Copy");
    assert_int_equal(verdict_of(menu, list), SCRIM_REASON_PRIVATE);
}

static void test_inside_a_container_that_is_moved_and_turned(void **state) {
    (void)state;
    set_all_rules();
    scrim_string name = text("AlertGroup");
    scrim_view view = SCRIM_VIEW_INIT;
    scrim_id group = 0;
    view.frame = (scrim_rect){300, 100, 100, 100};
    view.classes = &name;
    view.class_count = 1;
    view.content_offset = (scrim_point){0, 10};
    view.transform = (scrim_affine){0, 1, -1, 0, 0, 0}; /* a quarter turn: right is down, down is left */
    ASSERT_OK(scrim_scene_add_view(fixture.scene, fixture.window, &view, &group));
    scrim_id inner = add_inner(group, 44, VIEW, "turned"), tap = add_host(group, "Tap", 0);
    /* The inner view is 34 … 78 down from the group's corner before the turn, so that much to the left after it. */
    static const struct {
        double left, down;
        uint32_t reason;
    } points[] = {{50, 99, 0}, {35, 50, 0}, {77, 1, 0}, {33, 50, SCRIM_REASON_NO_INNER_VIEW}, {79, 50, SCRIM_REASON_NO_INNER_VIEW}};
    for (size_t i = 0; i < COUNT_OF(points); i++) {
        scrim_gesture_event event = event_of(tap, group, SCRIM_GESTURE_STATE_ENDED);
        event.x = 300 - points[i].left;
        event.y = 100 + points[i].down;
        assert_int_equal(verdict_of_event(&event), points[i].reason);
        if (points[i].reason == SCRIM_REASON_NONE)
            assert_int_equal(next_record().view, inner);
    }
}

static void test_windows_of_a_tool(void **state) {
    (void)state;
    scrim_window window = SCRIM_WINDOW_INIT;
    scrim_id own = 0, menu = 0, deeper = 0;
    window.flags |= SCRIM_VIEW_TOOL;
    window.frame = (scrim_rect){0, 0, 100, 100};
    ASSERT_OK(scrim_scene_add_window(fixture.scene, &window, &own));
    scrim_id bar = add_kind(own, "Bar", "x");
    window.flags = VIEW;
    window.owner = bar;
    ASSERT_OK(scrim_scene_add_window(fixture.scene, &window, &menu));
    window.owner = add_kind(menu, "Item", "x");
    ASSERT_OK(scrim_scene_add_window(fixture.scene, &window, &deeper));
    const scrim_id windows[] = {own, menu, deeper};
    for (size_t i = 0; i < COUNT_OF(windows); i++) {
        scrim_id view = add_kind(windows[i], "Button", "x");
        scrim_gesture_event event = event_of(add_host(view, "Tap", 0), view, SCRIM_GESTURE_STATE_ENDED);
        event.window = windows[i];
        assert_int_equal(verdict_of_event(&event), SCRIM_REASON_TOOL_WINDOW);
    }
}

static void test_cells_of_a_table(void **state) {
    (void)state;
    set_all_rules();
    scrim_id view = add_kind(fixture.window, "CellContent View", "x"), press = add_host(view, "LongPress", 0);
    add_actions(press, "_press");
    assert_int_equal(verdict_of(press, view), SCRIM_REASON_BUILTIN_ACTION);
    add_actions(press, "_press open");
    assert_int_equal(verdict_of(press, view), SCRIM_REASON_NONE);
}

static void test_ignored_types(void **state) {
    (void)state;
    set_all_rules();
    const char *classes[] = {"Button Control View", "Control View", "View"};
    for (size_t i = 0; i < COUNT_OF(classes); i++) {
        scrim_id view = add_kind(fixture.window, classes[i], "x");
        assert_int_equal(verdict_of(add_host(view, "Tap", 0), view), i < 2 ? SCRIM_REASON_TYPE_IGNORED : SCRIM_REASON_NONE);
    }
}

static void test_ignored_screens(void **state) {
    (void)state;
    scrim_class_rule screen = {{"Settings", 8}, SCRIM_MATCH_EXACT, 0};
    rules.ignored_screens = &screen;
    rules.ignored_screen_count = 1;
    scrim_id view = add_kind(fixture.window, "Card", "x"), tap = add_host(view, "Tap", 0);
    for (screen.match = SCRIM_MATCH_EXACT; screen.match <= SCRIM_MATCH_INHERITS; screen.match++) {
        set_rules();
        describe_screen(view, "Settings");
        assert_int_equal(verdict_of(tap, view), SCRIM_REASON_SCREEN_IGNORED);
        describe_screen(view, "MySettings Settings");
        assert_int_equal(verdict_of(tap, view),
                         screen.match == SCRIM_MATCH_INHERITS ? SCRIM_REASON_SCREEN_IGNORED : SCRIM_REASON_NONE);
        describe_screen(view, "Home");
        assert_int_equal(verdict_of(tap, view), SCRIM_REASON_NONE);
    }
    /* A window's screen has no classes but its name. */
    screen = (scrim_class_rule){{"Accounts", 8}, SCRIM_MATCH_EXACT, 0};
    set_rules();
    assert_int_equal(verdict_of(tap, view), SCRIM_REASON_NONE);
    describe_screen(view, "");
    assert_int_equal(verdict_of(tap, view), SCRIM_REASON_SCREEN_IGNORED);
}

static void test_what_is_switched_off(void **state) {
    (void)state;
    scrim_id view = add_kind(fixture.window, "Card", "x"), tap = add_host(view, "Tap", 0);
    const struct {
        uint32_t flags, types, server, reason;
    } cases[] = {
        {0, SCRIM_EVENTS_CLICK, 0, SCRIM_REASON_NONE},
        {SCRIM_RULES_OFF, SCRIM_EVENTS_CLICK, 0, SCRIM_REASON_OFF},
        {SCRIM_RULES_OFF | SCRIM_RULES_SERVER_EVENT_TYPES, SCRIM_EVENTS_CLICK, 4, SCRIM_REASON_OFF},
        {0, 11, 0, SCRIM_REASON_OFF},
        {SCRIM_RULES_SERVER_EVENT_TYPES, 15, 0, SCRIM_REASON_OFF},
        {SCRIM_RULES_SERVER_EVENT_TYPES, 15, 11, SCRIM_REASON_OFF},
        {SCRIM_RULES_SERVER_EVENT_TYPES, 0, 4, SCRIM_REASON_NONE},
        {SCRIM_RULES_SERVER_EVENT_TYPES, 0, 15, SCRIM_REASON_NONE},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        rules.flags = cases[i].flags;
        rules.event_types = cases[i].types;
        rules.server_event_types = cases[i].server;
        set_rules();
        assert_int_equal(verdict_of(tap, view), cases[i].reason);
    }
    rules.flags = SCRIM_RULES_SERVER_EVENT_TYPES;
    rules.server_event_types = 16;
    assert_int_equal(scrim_collector_set_rules(fixture.collector, &rules), SCRIM_ERROR_INVALID_ARGUMENT);
    rules.flags = 0;
    rules.server_event_types = 4; /* without the flag */
    assert_int_equal(scrim_collector_set_rules(fixture.collector, &rules), SCRIM_ERROR_INVALID_ARGUMENT);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_the_table_of_decisions, setup_rules, teardown),
        cmocka_unit_test_setup_teardown(test_a_screen_among_many_names, setup_rules, teardown),
        cmocka_unit_test_setup_teardown(test_recognizers_that_are_recorded_by_default, setup_rules, teardown),
        cmocka_unit_test_setup_teardown(test_gesture_views, setup_rules, teardown),
        cmocka_unit_test_setup_teardown(test_the_view_inside_an_alert, setup_rules, teardown),
        cmocka_unit_test_setup_teardown(test_inside_a_container_that_is_moved_and_turned, setup_rules, teardown),
        cmocka_unit_test_setup_teardown(test_windows_of_a_tool, setup_rules, teardown),
        cmocka_unit_test_setup_teardown(test_cells_of_a_table, setup_rules, teardown),
        cmocka_unit_test_setup_teardown(test_ignored_types, setup_rules, teardown),
        cmocka_unit_test_setup_teardown(test_ignored_screens, setup_rules, teardown),
        cmocka_unit_test_setup_teardown(test_what_is_switched_off, setup_rules, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
