/* SPDX-License-Identifier: MIT */
/* What a record of scrim/collector.h says of its view: content, position, path, screen, properties. */
#include <float.h>
#include <locale.h>

#include "collector_fixture.h"

static void describe(scrim_id id, scrim_view_metadata description) {
    ASSERT_OK(scrim_scene_set_metadata(fixture.scene, id, &description));
}

static scrim_view_metadata described(void) {
    return (scrim_view_metadata)SCRIM_VIEW_METADATA_INIT;
}

static scrim_view_metadata indices(uint32_t count, uint32_t first, uint32_t second) {
    scrim_view_metadata description = SCRIM_VIEW_METADATA_INIT;
    description.index_count = count;
    description.indices[0] = first;
    description.indices[1] = second;
    return description;
}

/* ---- Content ---- */

static void test_nothing_private_is_told(void **state) {
    (void)state;
    scrim_id card = add_kind(fixture.window, "Card", NULL), label = add_kind(card, "Label", "A");
    scrim_id secret = add_kind(card, "Label", NULL), digits = add_kind(secret, "Label", "1234");
    scrim_id last = add_kind(card, "Label", "B");
    assert_text(record_of(card).content, "A-1234-B");
    set_view(secret, VIEW | SCRIM_VIEW_SECURE, "Label", NULL);
    /* Neither the content, nor its length, nor that there is one: the sibling behind it counts without it. */
    const char *contents[] = {"1234", "", "12345678", NULL};
    for (size_t i = 0; i < COUNT_OF(contents); i++) {
        set_view(digits, VIEW, "Label", contents[i]);
        assert_text(record_of(card).content, "A-B");
        assert_text(record_of(last).path, "Card/Label[1]");
        assert_text(record_of(label).path, "Card/Label[0]");
    }
    set_view(card, VIEW | SCRIM_VIEW_SECURE, "Card", NULL);
    scrim_id tap = add_host(label, "Tap", 0);
    assert_int_equal(verdict_of(tap, label), SCRIM_REASON_PRIVATE);
    assert_int_equal(records(&fixture), 0);
}

static void test_content_of_what_is_inside(void **state) {
    (void)state;
    scrim_id card = add_kind(fixture.window, "Card", NULL);
    assert_text(record_of(card).content, NULL);
    add_kind(card, "Label", "A");
    scrim_id empty = add_kind(card, "Label", ""), hidden = add_kind(card, "Label", "B"), box = add_kind(card, "Box", NULL);
    set_view(hidden, VIEW | SCRIM_VIEW_HIDDEN, "Label", "B");
    add_kind(box, "Label", "C");
    assert_text(record_of(card).content, "A-C");
    scrim_id ignored = add_kind(box, "Label", "D");
    assert_text(record_of(card).content, "A-C-D");
    set_view(ignored, VIEW | SCRIM_VIEW_IGNORED, "Label", "D");
    assert_text(record_of(card).content, "A-C");
    /* What is known is told as it is; what is known to be empty is empty. */
    assert_text(record_of(empty).content, "");
    scrim_id around = add_kind(fixture.window, "Box", NULL);
    add_kind(around, "Label", "");
    assert_text(record_of(around).content, NULL);
    set_view(card, VIEW, "Card", "known");
    assert_text(record_of(card).content, "known");
}

static void test_content_of_ignored_types_is_left_out(void **state) {
    (void)state;
    static const scrim_class_rule types[] = {
        {{"Entry", 5}, SCRIM_MATCH_INHERITS, 0},
        {{"List", 4}, SCRIM_MATCH_EXACT, 0},
    };
    scrim_rules rules = SCRIM_RULES_INIT;
    scrim_id card = add_kind(fixture.window, "Card", NULL), box = add_kind(card, "Box", NULL);
    add_kind(box, "PasswordEntry Entry View", "secret");
    add_kind(box, "Label", "A");
    scrim_id list = add_kind(card, "List", NULL);
    add_kind(list, "Row", "B");
    add_kind(card, "LongList List", "C");
    assert_text(record_of(card).content, "secret-A-B-C");
    rules.ignored_types = types;
    rules.ignored_type_count = COUNT_OF(types);
    ASSERT_OK(scrim_collector_set_rules(fixture.collector, &rules));
    assert_text(record_of(card).content, "A-C");
    assert_text(record_of(box).content, "A");
    scrim_id form = add_kind(fixture.window, "Form", NULL);
    add_kind(form, "Entry", "secret");
    assert_text(record_of(form).content, NULL);
}

static void test_content_is_cut_between_graphemes(void **state) {
    (void)state;
    static const struct {
        const char *content;
        uint32_t most;
        const char *cut;
    } cases[] = {{"abcdef", 6, "abcdef"}, {"abcdef", 5, "abcde"}, {"abcdef", 1, "a"}, {"e\xcc\x81", 2, ""}, {"xe\xcc\x81", 3, "x"}, {"xe\xcc\x81", 4, "xe\xcc\x81"}, {"a\r\nb", 2, "a"}, {"\xf0\x9f\x98\x80\xf0\x9f\x98\x80", 7, "\xf0\x9f\x98\x80"}, {"\xf0\x9f\x87\xa9\xf0\x9f\x87\xaa!", 4, ""}};
    scrim_id card = add_kind(fixture.window, "Card", NULL), label = add_kind(card, "Label", NULL);
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        scrim_rules rules = SCRIM_RULES_INIT;
        rules.max_content = cases[i].most;
        ASSERT_OK(scrim_collector_set_rules(fixture.collector, &rules));
        set_view(label, VIEW, "Label", cases[i].content);
        assert_text(record_of(label).content, cases[i].cut);
        assert_text(record_of(card).content, cases[i].cut);
    }
    /* Joined content is as long as one may be. */
    static char large[SCRIM_MAX_CONTENT + 1];
    memset(large, 'x', SCRIM_MAX_CONTENT);
    collect_all(&fixture);
    set_view(label, VIEW, "Label", large);
    add_kind(card, "Label", large);
    assert_int_equal(record_of(card).content.length, SCRIM_MAX_CONTENT);
}

static void test_values_of_controls(void **state) {
    (void)state;
    static const struct {
        uint32_t kind;
        double value;
        const char *content;
    } cases[] = {{SCRIM_VALUE_NUMBER, 99, "99"}, {SCRIM_VALUE_SWITCH, 1, "checked"}, {SCRIM_VALUE_SWITCH, 0, "unchecked"}, {SCRIM_VALUE_FRACTION, 0.5555, "0.555500"}, {SCRIM_VALUE_NUMBER, -0.0, "-0"}, {SCRIM_VALUE_NUMBER, 1e300, "1e+300"}, {SCRIM_VALUE_NUMBER, 0.5, "0.5"}, {SCRIM_VALUE_NONE, 7, "text"}};
    scrim_id view = add_kind(fixture.window, "Stepper", "text"), card = add_kind(fixture.window, "Card", NULL);
    scrim_id inner = add_kind(card, "Slider", NULL);
    add_kind(card, "Label", "label");
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        scrim_view_metadata description = described();
        description.value_kind = cases[i].kind;
        description.value = cases[i].value;
        describe(view, description);
        assert_text(record_of(view).content, cases[i].content);
        describe(inner, description);
        char joined[400];
        sprintf(joined, cases[i].kind == SCRIM_VALUE_NONE ? "label" : "%s-label", cases[i].content);
        assert_text(record_of(card).content, joined);
    }
    /* Against C's own printing. */
    uint64_t bits = 0x9E3779B97F4A7C15u;
    for (int i = 0; i < 2000; i++) {
        double value;
        bits ^= bits << 13, bits ^= bits >> 7, bits ^= bits << 17;
        memcpy(&value, &bits, sizeof value);
        if (i % 2)
            value = (double)(int64_t)bits / 1e13;
        if (!(value <= DBL_MAX && value >= -DBL_MAX))
            continue;
        char expected[400];
        scrim_view_metadata description = described();
        description.value_kind = i % 4 < 2 ? SCRIM_VALUE_NUMBER : SCRIM_VALUE_FRACTION;
        description.value = value;
        sprintf(expected, i % 4 < 2 ? "%g" : "%f", value);
        describe(view, description);
        assert_text(record_of(view).content, expected);
    }
    scrim_id segment = add_kind(fixture.window, "Segment", "second");
    describe(segment, indices(1, 1, 0));
    scrim_record record = record_of(segment);
    assert_text(record.content, "second");
    assert_text(record.position, "1");
}

/* ---- Place ---- */

static void test_paths_of_views(void **state) {
    (void)state;
    scrim_id root = add_kind(fixture.window, "View", NULL), scroll = add_kind(root, "ScrollView View", NULL);
    scrim_id button = add_kind(scroll, "Button", "x"), other = add_kind(scroll, "Button", "y");
    assert_text(record_of(root).path, "View");
    assert_text(record_of(button).path, "View/ScrollView[0]/Button[0]");
    add_kind(scroll, "Label", "z");
    assert_text(record_of(other).path, "View/ScrollView[0]/Button[1]");
    scrim_id table = add_kind(root, "Table", NULL), cell = add_kind(table, "Cell", "row");
    describe(cell, indices(2, 0, 2));
    scrim_record record = record_of(cell);
    assert_text(record.path, "View/Table[0]/Cell[0][-]");
    assert_text(record.position, "0:2");
    /* What is inside has its position; of several that are repeated the innermost is open. */
    scrim_id strip = add_kind(cell, "Strip", NULL), segment = add_kind(strip, "Segment", "s");
    record = record_of(strip);
    assert_text(record.path, "View/Table[0]/Cell[0][-]/Strip[0]");
    assert_text(record.position, "0:2");
    describe(segment, indices(1, 3, 0));
    record = record_of(segment);
    assert_text(record.path, "View/Table[0]/Cell[0][2]/Strip[0]/Segment[-]");
    assert_text(record.position, "3");
    assert_text(record_of(fixture.window).path, NULL);
    assert_text(record_of(add_kind(root, "", "none")).path, "View/[0]");
}

static void test_screens_and_titles(void **state) {
    (void)state;
    scrim_id page = add_kind(fixture.window, "Page", NULL), button = add_kind(page, "Button", "x");
    scrim_record record = record_of(button);
    assert_text(record.screen, "Accounts");
    assert_text(record.title, "Bank");
    scrim_view_metadata description = described();
    description.screen = text("Detail");
    describe(page, description);
    record = record_of(button);
    assert_text(record.screen, "Detail");
    assert_text(record.title, "Bank");
    description.title = text("Of one");
    describe(page, description);
    assert_text(record_of(button).title, "Of one");
    /* A menu has those of what it belongs to; one that is gone makes it private. */
    scrim_window window = SCRIM_WINDOW_INIT;
    scrim_id menu = 0;
    window.owner = button;
    ASSERT_OK(scrim_scene_add_window(fixture.scene, &window, &menu));
    scrim_id item = add_kind(menu, "Item", "Copy");
    scrim_gesture_event event = event_of(add_host(item, "Tap", 0), item, SCRIM_GESTURE_STATE_ENDED);
    event.window = menu;
    assert_int_equal(verdict_of_event(&event), SCRIM_REASON_NONE);
    record = next_record();
    assert_text(record.screen, "Detail");
    assert_text(record.title, "Of one");
    assert_text(record.path, "Item");
    ASSERT_OK(scrim_scene_remove(fixture.scene, page));
    assert_int_equal(verdict_of_event(&event), SCRIM_REASON_PRIVATE);
}

/* As many windows as may belong to views of each other, and views as deep as they may be. */
static void test_the_screen_of_the_longest_way_out(void **state) {
    (void)state;
    scrim_window window = SCRIM_WINDOW_INIT;
    scrim_id id = 0, view = 0;
    window.screen = text("Outermost");
    for (int i = 0; i <= SCRIM_SCENE_MAX_OWNERS; i++) {
        ASSERT_OK(scrim_scene_add_window(fixture.scene, &window, &id));
        view = id;
        for (int depth = 1; depth <= SCRIM_SCENE_MAX_DEPTH; depth++)
            view = add_kind(view, "View", NULL);
        window.screen = text("");
        window.owner = view;
    }
    scrim_gesture_event event = event_of(add_host(view, "Tap", 0), view, SCRIM_GESTURE_STATE_ENDED);
    event.window = id;
    assert_int_equal(verdict_of_event(&event), SCRIM_REASON_NONE);
    assert_text(next_record().screen, "Outermost");
}

/* ---- Properties ---- */

static void set_properties(scrim_id id, const scrim_property *properties, size_t count, const char *screen) {
    scrim_view_metadata description = described();
    description.id = text("own");
    description.screen = text(screen);
    description.properties = properties;
    description.property_count = count;
    describe(id, description);
}

static void test_properties_of_the_nearest(void **state) {
    (void)state;
    static const scrim_property near[] = {{{"a", 1}, {"near", 4}}, {{"a", 1}, {"again", 5}}, {{"\"", 1}, {"v,\n", 3}}};
    static const scrim_property middle[] = {{{"b", 1}, {"\"b\":", 4}}, {{"a", 1}, {"middle", 6}}, {{":", 1}, {"", 0}}};
    static const scrim_property far[] = {{{",", 1}, {"far", 3}}, {{"b", 1}, {"far", 3}}, {{"\\", 1}, {"\\", 1}}};
    scrim_id page = add_kind(fixture.window, "Page", NULL), button = add_kind(page, "Button", "x");
    assert_text(record_of(button).properties, "{}");
    set_properties(button, near, 3, "");
    set_properties(page, middle, 3, "");
    set_properties(fixture.window, far, 3, "");
    scrim_record record = record_of(button);
    assert_text(record.id, "own");
    assert_text(record.properties, "{\"a\":\"near\",\"\\\"\":\"v,\\u000a\",\"b\":\"\\\"b\\\":\",\":\":\"\",\",\":\"far\","
                                   "\"\\\\\":\"\\\\\"}");
    /* Of a menu's screen, but of nothing else around it. */
    set_properties(page, middle, 1, "Detail");
    scrim_window window = SCRIM_WINDOW_INIT;
    scrim_id menu = 0;
    window.owner = button;
    ASSERT_OK(scrim_scene_add_window(fixture.scene, &window, &menu));
    scrim_gesture_event event = event_of(add_host(menu, "Tap", 0), menu, SCRIM_GESTURE_STATE_ENDED);
    event.window = menu;
    assert_int_equal(verdict_of_event(&event), SCRIM_REASON_NONE);
    assert_text(next_record().properties, "{\"b\":\"\\\"b\\\":\"}");
}

static void test_keys_of_properties_are_checked(void **state) {
    (void)state;
    static char letters[SCRIM_MAX_NAME + 1];
    memset(letters, 'k', sizeof letters);
    const struct {
        scrim_string key;
        scrim_status expected;
    } cases[] = {
        {{letters, SCRIM_MAX_NAME}, SCRIM_OK},
        {{letters, SCRIM_MAX_NAME + 1}, SCRIM_ERROR_INVALID_ARGUMENT},
        {{letters, 0}, SCRIM_ERROR_INVALID_ARGUMENT},
        {{"\xC3", 1}, SCRIM_ERROR_INVALID_UTF8},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        const scrim_property property = {cases[i].key, {"value", 5}};
        scrim_view_metadata description = described();
        description.properties = &property;
        description.property_count = 1;
        assert_int_equal(scrim_scene_set_metadata(fixture.scene, fixture.button, &description), cases[i].expected);
    }
}

/* Views in each other, with properties at random, against what a plain search makes of them. */
static void test_properties_of_many(void **state) {
    (void)state;
    enum {
        LEVELS = 12
    };
    static char keys[300][8];
    int capped = 0;
    for (uint32_t i = 0; i < COUNT_OF(keys); i++)
        snprintf(keys[i], sizeof keys[i], i % 3 ? "%u" : "k%u", i);
    for (uint32_t many = 4; many <= COUNT_OF(keys); many += 37) {
        scrim_property said[LEVELS][SCRIM_MAX_PROPERTIES];
        scrim_id views[LEVELS], parent = fixture.window;
        char expected[8192] = "{";
        uint32_t seed = many, count = 0, listed[SCRIM_MAX_RECORD_PROPERTIES];
        for (int level = 0; level < LEVELS; level++) {
            for (int i = 0; i < SCRIM_MAX_PROPERTIES; i++) {
                seed = seed * 1664525u + 1013904223u;
                said[level][i] = (scrim_property){text(keys[(seed >> 8) % many]), text(i % 2 ? "one" : "another")};
            }
            views[level] = parent = add_kind(parent, "View", "x");
            set_properties(parent, said[level], SCRIM_MAX_PROPERTIES, "");
        }
        for (int level = LEVELS - 1; level >= 0; level--)
            for (int i = 0; i < SCRIM_MAX_PROPERTIES && count < SCRIM_MAX_RECORD_PROPERTIES; i++) {
                const scrim_property *property = &said[level][i];
                int is_new = 1;
                for (uint32_t j = 0; j < count; j++)
                    is_new &= keys[listed[j]] != property->key.data;
                if (!is_new)
                    continue;
                listed[count++] = (uint32_t)((size_t)(property->key.data - keys[0]) / sizeof keys[0]);
                sprintf(expected + strlen(expected), "%s\"%s\":\"%s\"", count > 1 ? "," : "", property->key.data,
                        property->value.data);
            }
        strcat(expected, "}");
        assert_in_range(count, many < 10 ? many : 10, many);
        capped += count == SCRIM_MAX_RECORD_PROPERTIES;
        assert_text(record_of(views[LEVELS - 1]).properties, expected);
        ASSERT_OK(scrim_scene_remove(fixture.scene, views[0]));
    }
    assert_in_range(capped, 3, 7);
}

/* The longest record that there can be, every byte of it escaped. */
static void test_properties__have_a_longest(void **state) {
    (void)state;
    static char keys[5][SCRIM_MAX_PROPERTIES][SCRIM_MAX_NAME], value[SCRIM_MAX_CONTENT];
    static char json[SCRIM_MAX_RECORD_PROPERTIES * 6 * (SCRIM_MAX_NAME + SCRIM_MAX_CONTENT + 8) + 65536];
    memset(keys, 1, sizeof keys);
    memset(value, 2, sizeof value);
    scrim_id parent = fixture.window;
    for (int level = 0; level < 5; level++) {
        scrim_property said[SCRIM_MAX_PROPERTIES];
        for (int i = 0; i < SCRIM_MAX_PROPERTIES; i++) {
            keys[level][i][SCRIM_MAX_NAME - 1] = (char)(level * SCRIM_MAX_PROPERTIES + i + 33);
            said[i] = (scrim_property){{keys[level][i], SCRIM_MAX_NAME}, {value, sizeof value}};
        }
        parent = add_kind(parent, "View", "x");
        set_properties(parent, said, SCRIM_MAX_PROPERTIES, "");
    }
    scrim_id recognizer = add_host(parent, "Tap", 0);
    for (int i = 0; i < 2; i++)
        assert_int_equal(verdict_of(recognizer, parent), SCRIM_REASON_NONE);
    /* A name's last byte may need an escape too. */
    size_t length = 0, least = SCRIM_MAX_RECORD_PROPERTIES * 6 * (SCRIM_MAX_NAME - 1 + SCRIM_MAX_CONTENT);
    assert_true(next_record().properties.length > least);
    ASSERT_OK(scrim_collector_next_json(fixture.collector, json, sizeof json, &length));
    assert_true(length > least);
}

static void test_describe__takes_the_place_of_what_was_said(void **state) {
    (void)state;
    static const scrim_property property = {{"a", 1}, {"b", 1}};
    set_properties(fixture.button, &property, 1, "Screen");
    describe(fixture.button, described());
    scrim_record record = record_of(fixture.button);
    assert_text(record.id, NULL);
    assert_text(record.screen, "Accounts");
    assert_text(record.properties, "{}");
    /* What is refused changes nothing. */
    set_properties(fixture.button, &property, 1, "Screen");
    scrim_view_metadata bad = described();
    bad.id = text("\xc0");
    assert_int_equal(scrim_scene_set_metadata(fixture.scene, fixture.button, &bad), SCRIM_ERROR_INVALID_UTF8);
    assert_text(record_of(fixture.button).id, "own");
}

/* ---- As a struct ---- */

static void test_next__lends_the_same_as_the_json(void **state) {
    (void)state;
    scrim_id tap = add_host(fixture.button, "Tap", 0);
    uint64_t number = 0;
    for (int i = 0; i < 4; i++)
        assert_int_equal(verdict_of(tap, fixture.button), SCRIM_REASON_NONE);
    for (int i = 0; i < 2; i++) {
        scrim_record record = next_record();
        char expected[512], json[512] = "";
        size_t length = 0;
        assert_int_equal(record.struct_size, sizeof record);
        assert_int_equal(record.private_touch, 0);
        assert_int_equal(record.number, ++number);
        assert_int_equal(record.kind, SCRIM_GESTURE_HOST);
        assert_int_equal(record.state, SCRIM_GESTURE_STATE_ENDED);
        assert_int_equal(record.view, fixture.button);
        sprintf(expected,
                "{\"v\":1,\"seq\":%d,\"t\":%llu,\"kind\":\"host\",\"state\":\"ended\",\"screen\":\"%.*s\",\"title\":\"%.*s\","
                "\"view\":{\"id\":null,\"type\":\"%.*s\",\"content\":\"%.*s\",\"position\":null,\"path\":\"%.*s\"},"
                "\"props\":%.*s}",
                (int)number + 1, (unsigned long long)record.time_ns + 1000 * MS, (int)record.screen.length,
                record.screen.data, (int)record.title.length, record.title.data, (int)record.type.length,
                record.type.data, (int)record.content.length, record.content.data, (int)record.path.length,
                record.path.data, (int)record.properties.length, record.properties.data);
        ASSERT_OK(scrim_collector_next_json(fixture.collector, json, sizeof json, &length));
        assert_string_equal(json, expected);
        number++;
    }
    scrim_record record = SCRIM_RECORD_INIT;
    assert_int_equal(scrim_collector_next(fixture.collector, &record), SCRIM_ERROR_NOT_FOUND);
}

static void test_json__names_every_kind(void **state) {
    (void)state;
    static const struct {
        uint32_t kind;
        const char *name;
    } kinds[] = {
        {SCRIM_GESTURE_TAP, "tap"},
        {SCRIM_GESTURE_LONG_PRESS, "long_press"},
        {SCRIM_GESTURE_PAN, "pan"},
        {SCRIM_GESTURE_PINCH, "pinch"},
        {SCRIM_GESTURE_ROTATION, "rotation"},
        {SCRIM_GESTURE_SWIPE, "swipe"},
        {SCRIM_GESTURE_EDGE_PAN, "edge_pan"},
        {SCRIM_GESTURE_HOST, "host"},
    };
    scrim_id tap = add_host(fixture.button, "Tap", 0);
    for (size_t i = 0; i < COUNT_OF(kinds); i++) {
        scrim_gesture_event event = event_of(tap, fixture.button, SCRIM_GESTURE_STATE_ENDED);
        event.kind = kinds[i].kind;
        assert_int_equal(verdict_of_event(&event), SCRIM_REASON_NONE);
        char json[512] = "", expected[32];
        size_t length = 0;
        sprintf(expected, "\"kind\":\"%s\",", kinds[i].name);
        ASSERT_OK(scrim_collector_next_json(fixture.collector, json, sizeof json, &length));
        assert_non_null(strstr(json, expected));
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_nothing_private_is_told, setup, teardown),
        cmocka_unit_test_setup_teardown(test_content_of_what_is_inside, setup, teardown),
        cmocka_unit_test_setup_teardown(test_content_of_ignored_types_is_left_out, setup, teardown),
        cmocka_unit_test_setup_teardown(test_content_is_cut_between_graphemes, setup, teardown),
        cmocka_unit_test_setup_teardown(test_values_of_controls, setup, teardown),
        cmocka_unit_test_setup_teardown(test_paths_of_views, setup, teardown),
        cmocka_unit_test_setup_teardown(test_screens_and_titles, setup, teardown),
        cmocka_unit_test_setup_teardown(test_the_screen_of_the_longest_way_out, setup, teardown),
        cmocka_unit_test_setup_teardown(test_properties_of_the_nearest, setup, teardown),
        cmocka_unit_test_setup_teardown(test_keys_of_properties_are_checked, setup, teardown),
        cmocka_unit_test_setup_teardown(test_properties_of_many, setup, teardown),
        cmocka_unit_test_setup_teardown(test_properties__have_a_longest, setup, teardown),
        cmocka_unit_test_setup_teardown(test_describe__takes_the_place_of_what_was_said, setup, teardown),
        cmocka_unit_test_setup_teardown(test_next__lends_the_same_as_the_json, setup, teardown),
        cmocka_unit_test_setup_teardown(test_json__names_every_kind, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
