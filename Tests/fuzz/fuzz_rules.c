/* SPDX-License-Identifier: MIT */
/*
 * scrim_collector_load_rules(): an input is a JSON document. What the report says fits the status. A wrong document leaves
 * the old rules, no part of a right one is right, and whitespace in front moves a mistake and changes nothing else.
 */
#define _GNU_SOURCE
#include "fuzz_handles.h"

static scrim_status load(scrim_collector *collector, const char *json, size_t length, scrim_rules_load_report *report) {
    scrim_status status;
    *report = (scrim_rules_load_report)SCRIM_RULES_LOAD_REPORT_INIT;
    report->mistake = UINT32_MAX;
    report->offset = SIZE_MAX;
    status = scrim_collector_load_rules(collector, fuzz_copy(json, length), length, report);
    REQUIRE(report->struct_size == sizeof *report && report->offset <= length);
    REQUIRE((status == SCRIM_OK) == (report->mistake == SCRIM_RULES_MISTAKE_NONE));
    switch (report->mistake) {
    case SCRIM_RULES_MISTAKE_NONE:
        REQUIRE(report->offset == 0);
        break;
    case SCRIM_RULES_MISTAKE_ENCODING:
        REQUIRE(status == SCRIM_ERROR_INVALID_UTF8);
        REQUIRE(report->offset < length && ((unsigned char)json[report->offset] >= 0x80 || json[report->offset] == '\\'));
        break;
    case SCRIM_RULES_MISTAKE_TOO_MANY:
        REQUIRE(status == SCRIM_ERROR_LIMIT && report->offset < length);
        break;
    case SCRIM_RULES_MISTAKE_MISSING_MEMBER:
        REQUIRE(status == SCRIM_ERROR_INVALID_ARGUMENT && json[report->offset] == '{');
        break;
    case SCRIM_RULES_MISTAKE_UNKNOWN_MEMBER:
    case SCRIM_RULES_MISTAKE_DUPLICATE_MEMBER:
    case SCRIM_RULES_MISTAKE_TOO_LONG:
        REQUIRE(status == SCRIM_ERROR_INVALID_ARGUMENT && json[report->offset] == '"');
        break;
    default:
        REQUIRE(status == SCRIM_ERROR_INVALID_ARGUMENT && report->mistake <= SCRIM_RULES_MISTAKE_VERSION);
        REQUIRE(report->offset < length || report->mistake == SCRIM_RULES_MISTAKE_SYNTAX);
    }
    return status;
}

static void fuzz_target(struct fuzz_input *in) {
    scrim_scene_options scene_options = SCRIM_SCENE_OPTIONS_INIT;
    scrim_gestures_options options = SCRIM_GESTURES_OPTIONS_INIT;
    scrim_collector_options collector_options = SCRIM_COLLECTOR_OPTIONS_INIT;
    scrim_rules old = SCRIM_RULES_INIT;
    scrim_rules_load_report report, again;
    scrim_scene *scene;
    scrim_gestures *gestures;
    scrim_collector *collector;
    uint64_t deadline;
    static char json[(1 << 16) + 2];
    size_t length = in->size < 1 << 16 ? in->size : 1 << 16;
    json[0] = '\n';
    memcpy(json + 1, in->data, length);
    json[length + 1] = ' ';
    in->at = in->size;
    REQUIRE(scrim_scene_create(&scene_options, &scene) == SCRIM_OK);
    REQUIRE(scrim_gestures_create(scene, &options, &gestures) == SCRIM_OK);
    REQUIRE(scrim_collector_create(gestures, &collector_options, &collector) == SCRIM_OK);
    /* With these rules there is a deadline. A document has none, unless it asks for it. */
    old.flags |= SCRIM_RULES_REPORT_COARSE;
    REQUIRE(scrim_collector_set_rules(collector, &old) == SCRIM_OK);

    scrim_status status = load(collector, json + 1, length, &report);
    REQUIRE(scrim_collector_next_deadline(collector, &deadline) == SCRIM_OK);
    REQUIRE(deadline != SCRIM_NEVER || status == SCRIM_OK);
    REQUIRE(load(collector, json, length + 1, &again) == status && again.mistake == report.mistake);
    REQUIRE(again.offset == report.offset + (status != SCRIM_OK));
    if (status == SCRIM_OK) {
        REQUIRE(load(collector, json + 1, length + 1, &again) == SCRIM_OK);
        while (json[length] != '}')
            length--;
        for (size_t part = 0; part < length; part += 1 + length / 8)
            REQUIRE(load(collector, json + 1, part, &again) != SCRIM_OK);
        REQUIRE(load(collector, json + 1, length - 1, &again) != SCRIM_OK);
    }
    scrim_scene_destroy(scene);
    scrim_gestures_destroy(gestures);
    scrim_collector_destroy(collector);
}
