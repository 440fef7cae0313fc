/* SPDX-License-Identifier: MIT */
/* Rules that are read from JSON: what a document means, and what the report says of a wrong one. */
#include "support/failing_allocator.h"

#include "collector_fixture.h"
#include "support/support.h"

static scrim_status load(const char *json, scrim_rules_load_report *report) {
    *report = (scrim_rules_load_report){sizeof *report, 77, 77};
    return scrim_collector_load_rules(fixture.collector, json, strlen(json), report);
}

static void assert_loads(const char *json) {
    scrim_rules_load_report report;
    ASSERT_OK(load(json, &report));
    assert_int_equal(report.mistake, SCRIM_RULES_MISTAKE_NONE);
    assert_int_equal(report.offset, 0);
}

/* ---- What a document means ---- */

static void test_the_least_document_is_the_default_rules(void **state) {
    (void)state;
    scrim_id tap = add_host(fixture.button, "Tap", 0), other = add_host(fixture.button, "Other", 0);
    assert_loads("{\"version\":1,\"off\":true}");
    assert_int_equal(verdict_of(tap, fixture.button), SCRIM_REASON_OFF);
    assert_loads("{\"version\":1}");
    assert_int_equal(verdict_of(tap, fixture.button), SCRIM_REASON_NONE);
    assert_int_equal(verdict_of(other, fixture.button), SCRIM_REASON_CLASS);
    uint64_t deadline = 0;
    ASSERT_OK(scrim_collector_next_deadline(fixture.collector, &deadline));
    assert_int_equal(deadline, SCRIM_NEVER);
}

static void test_each_list_reaches_its_check(void **state) {
    (void)state;
    static const struct {
        const char *member;
        uint32_t reason;
    } cases[] = {
        {"\"recognizers\":[\"LongPress\",\"Swipe\"]", SCRIM_REASON_CLASS},
        {"\"recognizers\":[\"LongPress\",\"T\\u0061p\"]", SCRIM_REASON_NONE},
        {"\"gesture_views\":[{\"name\":\"Card\",\"match\":\"exact\"}]", SCRIM_REASON_GESTURE_VIEW},
        {"\"gesture_views\":[{\"name\":\"Base\",\"match\":\"exact\"}]", SCRIM_REASON_NONE},
        {"\"gesture_views\":[{\"match\":\"inherits\",\"name\":\"Base\"}]", SCRIM_REASON_GESTURE_VIEW},
        {"\"ignored_types\":[{\"name\":\"Base\",\"match\":\"inherits\"}]", SCRIM_REASON_TYPE_IGNORED},
        {"\"ignored_screens\":[{\"name\":\"Page\",\"match\":\"exact\"}]", SCRIM_REASON_SCREEN_IGNORED},
        {"\"builtin_actions\":[{\"class\":\"Card\",\"action\":\"pay\",\"scope\":\"view\"}]", SCRIM_REASON_BUILTIN_ACTION},
        {"\"builtin_actions\":[{\"class\":\"Card\",\"action\":\"pay\",\"scope\":\"parent\"}]", SCRIM_REASON_NONE},
        {"\"builtin_actions\":[{\"class\":\"Card\",\"action\":\"other\",\"scope\":\"view\"}]", SCRIM_REASON_NONE},
        {"\"retargets\":[{\"container\":\"Card\",\"inner\":\"Label\"}]", SCRIM_REASON_NO_INNER_VIEW},
        {"\"event_types\":[\"start\",\"end\",\"screen\"]", SCRIM_REASON_OFF},
        {"\"event_types\":[\"start\",\"click\"]", SCRIM_REASON_NONE},
        {"\"server_event_types\":[]", SCRIM_REASON_OFF},
        {"\"event_types\":[],\"server_event_types\":[\"click\"]", SCRIM_REASON_NONE},
    };
    scrim_id card = add_kind(fixture.window, "Card Base", "x"), tap = add_host(card, "Tap", 0);
    scrim_string page = text("Page");
    scrim_view_metadata metadata = SCRIM_VIEW_METADATA_INIT;
    metadata.screen_classes = &page;
    metadata.screen_class_count = 1;
    ASSERT_OK(scrim_scene_set_metadata(fixture.scene, fixture.window, &metadata));
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        char json[256];
        snprintf(json, sizeof json, "{%s,\"version\":1.0}", cases[i].member);
        assert_loads(json);
        uint32_t reason = verdict_of(tap, card);
        if (reason != cases[i].reason)
            fail_msg("%s: %s", json, scrim_reason_name(reason));
    }
}

static void test_numbers_and_retargets_reach_the_record(void **state) {
    (void)state;
    scrim_id card = add_kind(fixture.window, "Card", "card");
    add_kind(card, "Label", "a long text");
    assert_loads("{\"version\":1,\"retargets\":[{\"inner\":\"Label\",\"container\":\"Card\",\"type\":\"Me\\u006eu\"}],\"max_content\":0.4e1}");
    scrim_record record = record_of(card);
    assert_text(record.type, "Menu");
    assert_text(record.content, "a lo");
    assert_loads("{\"version\":1,\"retargets\":[{\"inner\":\"Label\",\"container\":\"Card\","
                 "\"type\":\"\\\"\\\\\\/\\b\\f\\n\\r\\t\\ud83d\\ude00\\uD800\\uDC00\\udbff\\udfff\"}]}");
    assert_text(record_of(card).type, "\"\\/\b\f\n\r\t\xF0\x9F\x98\x80\xF0\x90\x80\x80\xF4\x8F\xBF\xBF");
    assert_loads("{\"version\":1,\"retargets\":[{\"inner\":\"Label\",\"container\":\"Card\"}],\"max_content\":1}");
    assert_text(record_of(card).content, "a");
    assert_loads("{\"version\":1,\"control_interval_ns\":2e8}");
    scrim_id control = add_host(fixture.button, "Tap", SCRIM_RECOGNIZER_CONTROL);
    scrim_gesture_event event = event_of(control, fixture.button, SCRIM_GESTURE_STATE_ENDED);
    assert_int_equal(verdict_of_event(&event), SCRIM_REASON_NONE);
    event.time_ns += 200 * MS - 1;
    assert_int_equal(verdict_of_event(&event), SCRIM_REASON_INTERVAL);
    event.time_ns += 1;
    assert_int_equal(verdict_of_event(&event), SCRIM_REASON_NONE);
}

static void test_reports_of_private_touches(void **state) {
    (void)state;
    static const char *const members[] = {"report_coarse", "report_silent"};
    for (size_t i = 0; i < COUNT_OF(members); i++)
        for (int on = 0; on < 2; on++) {
            char json[64];
            uint64_t deadline = 0;
            snprintf(json, sizeof json, "{\"version\":1,\"%s\":%s}", members[i], on ? "true" : "false");
            assert_loads(json);
            ASSERT_OK(scrim_collector_next_deadline(fixture.collector, &deadline));
            assert_int_equal(deadline != SCRIM_NEVER, on);
        }
}

/* ---- Mistakes. Tests/models/collector compares many more with other readers. ---- */

static void test_the_report_names_the_mistake_and_its_offset(void **state) {
    (void)state;
    static const struct {
        const char *json; /* the mistake is where '@' is, which is taken out */
        uint32_t mistake;
        scrim_status status;
    } cases[] = {
        {"@", SCRIM_RULES_MISTAKE_SYNTAX, SCRIM_ERROR_INVALID_ARGUMENT},
        {"{\"version\":1,@}", SCRIM_RULES_MISTAKE_SYNTAX, SCRIM_ERROR_INVALID_ARGUMENT},
        {"{\"version\":1}@\xEF\xBB\xBF", SCRIM_RULES_MISTAKE_SYNTAX, SCRIM_ERROR_INVALID_ARGUMENT},
        {"{\"version\":1,\"description\":@\"\\", SCRIM_RULES_MISTAKE_SYNTAX, SCRIM_ERROR_INVALID_ARGUMENT},
        {"{\"version\":1,\"description\":\"@\xC3(\"}", SCRIM_RULES_MISTAKE_ENCODING, SCRIM_ERROR_INVALID_UTF8},
        {"{\"version\":1,\"recognizers\":[\"@\\ud83d\"]}", SCRIM_RULES_MISTAKE_ENCODING, SCRIM_ERROR_INVALID_UTF8},
        {"{\"version\":1,@\"of\":true}", SCRIM_RULES_MISTAKE_UNKNOWN_MEMBER, SCRIM_ERROR_INVALID_ARGUMENT},
        {"{\"version\":1,@\"version\":1}", SCRIM_RULES_MISTAKE_DUPLICATE_MEMBER, SCRIM_ERROR_INVALID_ARGUMENT},
        {" @{\"off\":true}", SCRIM_RULES_MISTAKE_MISSING_MEMBER, SCRIM_ERROR_INVALID_ARGUMENT},
        {"{\"version\":1,\"off\":@1}", SCRIM_RULES_MISTAKE_TYPE, SCRIM_ERROR_INVALID_ARGUMENT},
        {"{\"version\":1,\"max_content\":@4097}", SCRIM_RULES_MISTAKE_VALUE, SCRIM_ERROR_INVALID_ARGUMENT},
        {"{\"version\":1,\"event_types\":[\"end\",\"end\",\"end\",\"end\",@\"end\"]}", SCRIM_RULES_MISTAKE_TOO_MANY, SCRIM_ERROR_LIMIT},
        {"{\"version\":@2}", SCRIM_RULES_MISTAKE_VERSION, SCRIM_ERROR_INVALID_ARGUMENT},
    };
    scrim_id tap = add_host(fixture.button, "Tap", 0);
    assert_loads("{\"version\":1,\"off\":true}");
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        char json[128];
        scrim_rules_load_report report;
        const char *at = strchr(cases[i].json, '@');
        assert_non_null(at);
        snprintf(json, sizeof json, "%.*s%s", (int)(at - cases[i].json), cases[i].json, at + 1);
        ANSWERS(load(json, &report), cases[i].status);
        if (report.mistake != cases[i].mistake || report.offset != (size_t)(at - cases[i].json))
            fail_msg("%s: %s at %zu", json, scrim_rules_mistake_message(report.mistake), report.offset);
        assert_int_equal(report.struct_size, sizeof report);
        assert_int_equal(verdict_of(tap, fixture.button), SCRIM_REASON_OFF); /* the old rules */
        ANSWERS(scrim_collector_load_rules(fixture.collector, json, strlen(json), NULL), cases[i].status);
    }
}

static void test_a_name_and_a_document_that_are_too_long(void **state) {
    (void)state;
    static char json[SCRIM_MAX_RULES_JSON + 1];
    scrim_rules_load_report report;
    memset(json, 'x', 1000);
    memcpy(json, "{\"version\":1,\"recognizers\":[\"", 29);
    memcpy(json + 29 + SCRIM_MAX_NAME + 1, "\"]}", 4);
    ANSWERS(load(json, &report), SCRIM_ERROR_INVALID_ARGUMENT);
    assert_int_equal(report.mistake, SCRIM_RULES_MISTAKE_TOO_LONG);
    assert_int_equal(report.offset, 28);
    memcpy(json + 29 + SCRIM_MAX_NAME, "\"]}", 4);
    assert_loads(json);
    memset(json, ' ', sizeof json);
    memcpy(json, "{\"version\":1}", 13);
    ASSERT_OK(scrim_collector_load_rules(fixture.collector, json, sizeof json - 1, &report));
    ANSWERS(scrim_collector_load_rules(fixture.collector, json, sizeof json, &report), SCRIM_ERROR_LIMIT);
    assert_int_equal(report.mistake, SCRIM_RULES_MISTAKE_TOO_LONG);
    assert_int_equal(report.offset, SCRIM_MAX_RULES_JSON);
}

/* ---- Errors that are not in the document ---- */

static void test_the_report_is_written_after_every_error(void **state) {
    (void)state;
    scrim_rules_load_report report = {sizeof report, 77, 77};
    ANSWERS(scrim_collector_load_rules(NULL, "[", 1, &report), SCRIM_ERROR_INVALID_ARGUMENT);
    assert_int_equal(report.mistake, SCRIM_RULES_MISTAKE_NONE);
    assert_int_equal(report.offset, 0);
    report = (scrim_rules_load_report){sizeof report, 77, 77};
    ANSWERS(scrim_collector_load_rules(fixture.collector, NULL, 1, &report), SCRIM_ERROR_INVALID_ARGUMENT);
    assert_int_equal(report.mistake, SCRIM_RULES_MISTAKE_NONE);
    /* No bytes are a document without a value. */
    ANSWERS(scrim_collector_load_rules(fixture.collector, NULL, 0, &report), SCRIM_ERROR_INVALID_ARGUMENT);
    assert_int_equal(report.mistake, SCRIM_RULES_MISTAKE_SYNTAX);
    /* A report of a size that no version has is not written, and the document is not read. */
    report = (scrim_rules_load_report){3, 77, 77};
    ANSWERS(scrim_collector_load_rules(fixture.collector, "{\"version\":1}", 13, &report), SCRIM_ERROR_INVALID_ARGUMENT);
    assert_int_equal(report.mistake, 77);
    report = (scrim_rules_load_report){sizeof report, 77, 77};
    scrim_gestures_destroy(fixture.gestures);
    ANSWERS(load("[", &report), SCRIM_ERROR_CLOSED);
    assert_int_equal(report.mistake, SCRIM_RULES_MISTAKE_NONE);
}

static void test_wrong_documents_leave_no_names(void **state) {
    (void)state;
    scrim_rules_load_report report;
    for (int i = 0; i < 70000; i++) {
        char json[64];
        snprintf(json, sizeof json, "{\"recognizers\":[\"%d\"]}", i);
        assert_int_equal(load(json, &report), SCRIM_ERROR_INVALID_ARGUMENT);
    }
    assert_loads("{\"version\":1,\"recognizers\":[\"another name\"]}");
}

static void test_each_allocation_fails_in_turn(void **state) {
    (void)state;
#ifdef WITH_ASAN
    skip();
#endif
    static const char *const json =
        "{\"version\":1,\"recognizers\":[\"Tap\",\"Name 1\",\"Name 2\",\"Name 3\"],\"retargets\":[{\"container\":\"Name 4\",\"inner\":\"Name 5\"}],"
        "\"builtin_actions\":[{\"class\":\"Name 6\",\"action\":\"Name 7\",\"scope\":\"parent\"}],\"off\":false}";
    scrim_id tap = add_host(fixture.button, "Tap", 0);
    scrim_status status = SCRIM_ERROR_NO_MEMORY;
    int failures = 0;
    assert_loads("{\"version\":1,\"off\":true}");
    for (int n = 1; status != SCRIM_OK; n++) {
        scrim_rules_load_report report;
        allocator.count = allocator.failed = 0;
        allocator.fail_from = allocator.fail_to = n;
        allocator.armed = 1;
        status = load(json, &report);
        allocator.armed = 0;
        assert_int_equal(report.mistake, SCRIM_RULES_MISTAKE_NONE);
        assert_int_equal(report.offset, 0);
        if (status != SCRIM_OK) {
            ANSWERS(status, SCRIM_ERROR_NO_MEMORY);
            assert_int_equal(verdict_of(tap, fixture.button), SCRIM_REASON_OFF);
            failures++;
        }
        assert_true(n < 1000);
    }
    assert_true(failures > 2);
    assert_int_equal(verdict_of(tap, fixture.button), SCRIM_REASON_NONE);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_the_least_document_is_the_default_rules, setup, teardown),
        cmocka_unit_test_setup_teardown(test_each_list_reaches_its_check, setup, teardown),
        cmocka_unit_test_setup_teardown(test_numbers_and_retargets_reach_the_record, setup, teardown),
        cmocka_unit_test_setup_teardown(test_reports_of_private_touches, setup, teardown),
        cmocka_unit_test_setup_teardown(test_the_report_names_the_mistake_and_its_offset, setup, teardown),
        cmocka_unit_test_setup_teardown(test_a_name_and_a_document_that_are_too_long, setup, teardown),
        cmocka_unit_test_setup_teardown(test_the_report_is_written_after_every_error, setup, teardown),
        cmocka_unit_test_setup_teardown(test_wrong_documents_leave_no_names, setup, teardown),
        cmocka_unit_test_setup_teardown(test_each_allocation_fails_in_turn, setup, teardown),
    };
    if (running_on_valgrind()) {
        printf("valgrind has an allocator of its own: skipped\n");
        return 77;
    }
    return cmocka_run_group_tests(tests, NULL, NULL);
}
