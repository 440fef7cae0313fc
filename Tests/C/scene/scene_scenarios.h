/* SPDX-License-Identifier: MIT */
/* Scenarios for failing allocations: every function of scrim/scene.h and scrim/redact.h. */
#ifndef SCRIM_TESTS_SCENE_SCENARIOS_H
#define SCRIM_TESTS_SCENE_SCENARIOS_H

#include "support/failing_calls.h"

/* ---- Scenes ---- */

/* What a scene answers at points of all its windows, and whether it is covered. */
static uint64_t scene_state(const scrim_scene *scene) {
    uint64_t hash = 1;
    for (int y = 5; y < 200; y += 40)
        for (int x = 5; x < 200; x += 40) {
            scrim_id hit[2] = {0, 0};
            uint32_t secure = 0;
            scrim_scene_hit_test(scene, x, y, &hit[0], &hit[1]);
            scrim_scene_is_secure_at(scene, x, y, &secure);
            hash = digest(digest(hash, hit, sizeof hit), &secure, sizeof secure);
        }
    uint32_t covered = 2;
    scrim_scene_is_covered(scene, 0, &covered);
    return digest(hash, &covered, sizeof covered);
}

static void scenario_covered(uint32_t output, void *user_data) {
    *(unsigned *)user_data += output + 1;
}

static void scenario_freed(void *user_data) {
    *(unsigned *)user_data += 100;
}

/* More views, names and contents than any table starts with. */
static int scene_scenario(void) {
    enum {
        VIEWS = 40
    };
    SCENARIO;
    scrim_scene_options options = SCRIM_SCENE_OPTIONS_INIT;
    scrim_window window = SCRIM_WINDOW_INIT;
    scrim_view view = SCRIM_VIEW_INIT;
    scrim_scene *scene = NULL;
    scrim_text *text = NULL;
    scrim_id windows[10], views[VIEWS], hit[2], turned_id, id;
    const scrim_rect toolbar[] = {{0, 0, 9, 9}, {20, 0, 9, 9}, {40, 0, 9, 9}};
    char name[32], content[600];
    scrim_string class_name = {name, 0};
    uint32_t word;
    unsigned told = 0;
    options.outputs = 2;
    TRY(scrim_scene_create(&options, &scene));
    GIVES(scrim_scene_set_cover_callback(scene, scenario_covered, &told, scenario_freed), SCRIM_OK);
    window.screen = (scrim_string){name, 0};
    for (int i = 0; i < 10; i++) {
        window.screen.length = (size_t)snprintf(name, sizeof name, "screen %d", i);
        window.frame = (scrim_rect){i, i, 200, 200};
        TRY_KEEPING(scene_state(scene), scrim_scene_add_window(scene, &window, &windows[i]));
        window.screen.length = (size_t)snprintf(name, sizeof name, "renamed %d", i);
        window.level = i % 3;
        TRY_KEEPING(scene_state(scene), scrim_scene_update_window(scene, windows[i], &window));
    }
    memset(content, 'x', sizeof content);
    view.classes = &class_name;
    view.class_count = 1;
    view.content = (scrim_string){content, 40};
    for (int i = 0; i < VIEWS; i++) {
        class_name.length = (size_t)snprintf(name, sizeof name, "a class of number %d", i);
        view.frame = (scrim_rect){i % 7 * 20, i % 5 * 30, 40, 40};
        view.flags = i % 4 == 0 ? SCRIM_VIEW_SECURE | SCRIM_VIEW_INTERACTIVE : SCRIM_VIEW_INTERACTIVE;
        scrim_id parent = i % 3 == 0 ? windows[i % 10] : views[i - 1];
        /* The first one makes the tables; after that, whatever fails leaves no block behind. */
        TRY_KEEPING(scene_state(scene) + (i > 0 ? (uint64_t)allocator.alive : 0),
                    scrim_scene_add_view(scene, parent, &view, &views[i]));
    }
    view.frame = (scrim_rect){0, 0, 150, 150};
    view.flags = SCRIM_VIEW_INTERACTIVE;
    view.content.length = sizeof content;
    class_name.length = (size_t)snprintf(name, sizeof name, "a new class");
    for (int i = 0; i < VIEWS; i += 5)
        TRY_KEEPING(scene_state(scene) + (uint64_t)allocator.alive,
                    scrim_scene_update_view(scene, views[i], &view));
    /* Turned and cut, it is a polygon, or without memory the box around that: private in any case. */
    scrim_view turned = SCRIM_VIEW_INIT;
    turned.frame = (scrim_rect){100, 20, 60, 60};
    turned.flags = SCRIM_VIEW_SECURE | SCRIM_VIEW_CLIPS;
    turned.transform = (scrim_affine){0.8, 0.6, -0.6, 0.8, 0, 0};
    TRY_KEEPING(scene_state(scene), scrim_scene_add_view(scene, windows[9], &turned, &turned_id));
    TRY_KEEPING(scene_state(scene), scrim_scene_add_view(scene, turned_id, &turned, &id));
    GIVES(scrim_scene_is_secure_at(scene, 105, 60, &word), SCRIM_OK);
    CHECK(word == 1);
    uint64_t generation;
    size_t count;
    TRY_KEEPING(scene_state(scene), scrim_scene_set_input_region(scene, windows[1], toolbar, 3, &generation));
    CHECK(generation == 1);
    TRY_KEEPING(scene_state(scene), scrim_scene_set_input_region(scene, windows[1], toolbar, 1, &generation));
    CHECK(generation == 2);
    TRY_KEEPING(scene_state(scene), scrim_scene_begin(scene));
    view.frame = (scrim_rect){0, 0, 1, 1};
    GIVES(scrim_scene_set_policy(scene, SCRIM_POLICY_ALLOW_LIST), SCRIM_OK);
    GIVES(scrim_scene_set_policy(scene, SCRIM_POLICY_EXPLICIT), SCRIM_OK);
    GIVES(scrim_scene_commit(scene), SCRIM_OK);
    const scrim_touch touch = {1, 1, SCRIM_TOUCH_BEGAN, 0, 50, 50};
    TRY_KEEPING(scene_state(scene), scrim_scene_route_touch(scene, &touch, &hit[0], &hit[1]));
    scrim_text_options text_options = SCRIM_TEXT_OPTIONS_INIT;
    TRY(scrim_text_create(&text_options, &text));
    GIVES(scrim_scene_attach_text(scene, id + 1, text), SCRIM_ERROR_NOT_FOUND);
    TRY_KEEPING(scene_state(scene), scrim_scene_attach_text(scene, views[39], text));
    GIVES(scrim_scene_is_secure(scene, views[39], &word), SCRIM_OK);
    CHECK(word == 1);
    /* What is left needs no memory. */
    GIVES(scrim_text_reveal(text, 1), SCRIM_ERROR_REFUSED);
    GIVES(scrim_scene_set_captured(scene, 1), SCRIM_OK);
    GIVES(scrim_scene_detach_text(scene, views[39]), SCRIM_OK);
    GIVES(scrim_text_reveal(text, 1), SCRIM_OK);
    scrim_secure_region regions[64];
    scrim_rect rects[4];
    scrim_id ids[64];
    GIVES(scrim_scene_secure_regions(scene, regions, 64, &count), SCRIM_OK);
    CHECK(count > 2);
    GIVES(scrim_scene_is_secure(scene, id, &word), SCRIM_OK);
    CHECK(word == 1);
    GIVES(scrim_scene_input_region(scene, windows[1], rects, 4, &count, &generation), SCRIM_OK);
    CHECK(count == 1 && generation == 2);
    GIVES(scrim_scene_responders(scene, id, ids, 64, &count), SCRIM_OK);
    CHECK(count == 3);
    GIVES(scrim_scene_views_at(scene, 50, 50, 1, ids, 64, &count), SCRIM_OK);
    GIVES(scrim_scene_select(scene, 50, 50, &hit[0]), SCRIM_OK);
    GIVES(scrim_scene_selected(scene, &hit[1]), SCRIM_OK);
    CHECK(hit[0] == hit[1]);
    GIVES(scrim_scene_focus(scene, windows[1]), SCRIM_OK);
    GIVES(scrim_scene_focused(scene, &hit[0]), SCRIM_OK);
    CHECK(hit[0] == windows[1]);
    GIVES(scrim_scene_resign_focus(scene, windows[1]), SCRIM_OK);
    GIVES(scrim_scene_generation(scene, &generation), SCRIM_OK);
    GIVES(scrim_scene_add_output(scene, &word), SCRIM_OK);
    CHECK(word == 2 && told == 3);
    GIVES(scrim_scene_set_transition(scene, 1), SCRIM_OK);
    GIVES(scrim_scene_set_transition(scene, 0), SCRIM_OK);
    GIVES(scrim_scene_remove_output(scene, word), SCRIM_OK);
    told = 0;
    GIVES(scrim_scene_hit_test(scene, 50, 50, &hit[0], &hit[1]), SCRIM_OK);
    CHECK(hit[0] != 0);
    GIVES(scrim_scene_is_secure_at(scene, 50, 50, &word), SCRIM_OK);
    GIVES(scrim_scene_set_activity(scene, 0, SCRIM_ACTIVITY_ACTIVE), SCRIM_OK);
    GIVES(scrim_scene_frame_ready(scene, 0), SCRIM_OK);
    GIVES(scrim_scene_is_covered(scene, 0, &word), SCRIM_OK);
    CHECK(word == 0);
    CHECK(told == 0);
    GIVES(scrim_scene_set_activity(scene, windows[0], SCRIM_ACTIVITY_BACKGROUND), SCRIM_OK);
    CHECK(told == 1);
    for (int i = 1; i < VIEWS; i += 3)
        GIVES(scrim_scene_remove(scene, views[i]), SCRIM_OK);
    GIVES(scrim_scene_remove(scene, windows[0]), SCRIM_OK);
    GIVES(scrim_scene_set_cover_callback(scene, NULL, NULL, NULL), SCRIM_OK);
    CHECK(told == 101);
out:
    allocator.armed = 1;
    scrim_text_destroy(text);
    scrim_scene_destroy(scene);
    allocator.armed = 0;
    return 0;
}

/* ---- Frames ---- */

enum {
    SCENARIO_SIDE = 100,
    SCENARIO_PIXEL = 0x5A
};

struct scenario_frame {
    uint8_t pixels[SCENARIO_SIDE * SCENARIO_SIDE];
    scrim_frame frame;
    scrim_redact_report report;
};

static void scenario_frame_fill(struct scenario_frame *picture) {
    memset(picture->pixels, SCENARIO_PIXEL, sizeof picture->pixels);
    picture->frame = (scrim_frame)SCRIM_FRAME_INIT;
    picture->frame.format = SCRIM_FORMAT_GRAY8;
    picture->frame.width = picture->frame.height = SCENARIO_SIDE;
    picture->frame.planes[0] = (scrim_plane){picture->pixels, SCENARIO_SIDE};
    picture->report = (scrim_redact_report)SCRIM_REDACT_REPORT_INIT;
}

static size_t scenario_pixels_left(const struct scenario_frame *picture) {
    size_t left = 0;
    for (size_t i = 0; i < sizeof picture->pixels; i++)
        left += picture->pixels[i] == SCENARIO_PIXEL;
    return left;
}

/* A call that covers `count` pixels of a fresh frame, or fails and covers them all. */
#define TRY_COVERING(picture, count, call) \
    do { \
        scenario_frame_fill(picture); \
        failed_before = allocator.failed; \
        if (ARMED(call) == SCRIM_OK) { \
            CHECK((picture)->report.outcome == SCRIM_OUTCOME_OK && (picture)->report.pixels == (count)); \
            CHECK(scenario_pixels_left(picture) == sizeof (picture)->pixels - (count)); \
        } else { \
            CHECK(armed_status == SCRIM_ERROR_NO_MEMORY); \
            CHECK(allocator.failed > failed_before); \
            CHECK((picture)->report.outcome == SCRIM_OUTCOME_COVERED); \
            CHECK(scenario_pixels_left(picture) == 0); \
        } \
    } while (0)

/* Each kind of cover. Without memory for it the earlier one stays, and without memory to draw it the frame is black. */
static int cover_scenario(void) {
    SCENARIO;
    static _Thread_local struct scenario_frame picture, drawn;
    scrim_scene_options options = SCRIM_SCENE_OPTIONS_INIT;
    scrim_cover cover = SCRIM_COVER_INIT;
    scrim_scene *scene = NULL;
    scrim_snapshot *snapshot = NULL, *copy = NULL;
    char bytes[256];
    size_t length;
    TRY(scrim_scene_create(&options, &scene));
    memset(drawn.pixels, 200, sizeof drawn.pixels);
    drawn.frame = (scrim_frame)SCRIM_FRAME_INIT;
    drawn.frame.format = SCRIM_FORMAT_GRAY8;
    drawn.frame.width = 70;
    drawn.frame.height = 40;
    drawn.frame.planes[0] = (scrim_plane){drawn.pixels, 70};
    for (cover.kind = SCRIM_COVER_COLOR; cover.kind <= SCRIM_COVER_PICTURE; cover.kind++) {
        cover.color = 0xC8C8C8FFu;
        cover.style.kind = SCRIM_STYLE_FROST;
        cover.style.flags = SCRIM_STYLE_FLAG_ON_COLOR;
        cover.picture = &drawn.frame;
        TRY_KEEPING((uint64_t)allocator.alive, scrim_scene_set_cover(scene, 0, &cover));
        scenario_frame_fill(&picture);
        failed_before = allocator.failed;
        scrim_status status = ARMED(scrim_scene_redact(scene, &picture.frame, NULL, &picture.report));
        CHECK(status == SCRIM_OK || (status == SCRIM_ERROR_NO_MEMORY && allocator.failed > failed_before));
        CHECK(picture.report.outcome == SCRIM_OUTCOME_COVERED && scenario_pixels_left(&picture) == 0);
        if (status != SCRIM_OK || cover.kind != SCRIM_COVER_STYLE)
            CHECK(picture.pixels[5050] == (status == SCRIM_OK ? 200 : 0));
    }
    TRY(scrim_scene_snapshot(scene, 1, &snapshot));
    /* As bytes, and back. */
    TRY(scrim_snapshot_encode(snapshot, bytes, sizeof bytes, &length));
    TRY_KEEPING((uint64_t)allocator.alive, scrim_snapshot_decode(bytes, length, &copy));
    GIVES(scrim_scene_set_cover(scene, 0, NULL), SCRIM_OK);
    GIVES(scrim_scene_redact(scene, &picture.frame, NULL, &picture.report), SCRIM_OK);
    CHECK(picture.pixels[5050] == 0);
out:
    allocator.armed = 1;
    scrim_snapshot_destroy(copy);
    scrim_snapshot_destroy(snapshot);
    scrim_scene_destroy(scene);
    allocator.armed = 0;
    return 0;
}

/* Frames of a scene in which many views are private. */
static int protect_scenario(void) {
    enum {
        VIEWS = 50
    };
    SCENARIO;
    static _Thread_local struct scenario_frame picture;
    scrim_scene_options options = SCRIM_SCENE_OPTIONS_INIT;
    scrim_scene_redact_options capture = SCRIM_SCENE_REDACT_OPTIONS_INIT;
    scrim_window window = SCRIM_WINDOW_INIT;
    scrim_view view = SCRIM_VIEW_INIT;
    scrim_scene *scene = NULL;
    scrim_id id, parent;
    TRY(scrim_scene_create(&options, &scene));
    window.frame = (scrim_rect){0, 0, 100, 100};
    TRY(scrim_scene_add_window(scene, &window, &parent));
    view.flags = SCRIM_VIEW_SECURE;
    for (int i = 0; i < VIEWS; i++) {
        view.frame = (scrim_rect){i, i, 10, 10};
        TRY(scrim_scene_add_view(scene, parent, &view, &id));
    }
    scenario_frame_fill(&picture);
    GIVES(scrim_scene_redact(scene, &picture.frame, &capture, &picture.report), SCRIM_OK);
    CHECK(picture.report.outcome == SCRIM_OUTCOME_COVERED && scenario_pixels_left(&picture) == 0);
    GIVES(scrim_scene_set_activity(scene, 0, SCRIM_ACTIVITY_ACTIVE), SCRIM_OK);
    GIVES(scrim_scene_frame_ready(scene, 0), SCRIM_OK);
    uint64_t before = scene_state(scene);
    TRY_COVERING(&picture, 100 + (VIEWS - 1) * 19, scrim_scene_redact(scene, &picture.frame, &capture, &picture.report));
    CHECK(scene_state(scene) == before);
    scenario_frame_fill(&picture);
    picture.frame.planes[0].data = NULL;
    GIVES(scrim_scene_redact(scene, &picture.frame, &capture, &picture.report), SCRIM_ERROR_INVALID_ARGUMENT);
    CHECK(picture.report.outcome == SCRIM_OUTCOME_DISCARD);
out:
    allocator.armed = 1;
    scrim_scene_destroy(scene);
    allocator.armed = 0;
    return 0;
}

/* A stream of a scene that changes: what finds no room in the history is covered all the same. */
static int capture_scenario(void) {
    enum {
        VIEWS = 20
    };
    SCENARIO;
    static _Thread_local struct scenario_frame picture;
    scrim_scene_options options = SCRIM_SCENE_OPTIONS_INIT;
    scrim_capture_options capture_options = SCRIM_CAPTURE_OPTIONS_INIT;
    scrim_window window = SCRIM_WINDOW_INIT;
    scrim_view view = SCRIM_VIEW_INIT;
    scrim_scene *scene = NULL;
    scrim_snapshot *snapshot = NULL;
    scrim_capture *capture = NULL;
    scrim_id ids[VIEWS], parent;
    scrim_point point = {0, 0};
    scrim_snapshot *first = NULL;
    scrim_capture *frosted = NULL;
    capture_options.hold_ns = 10;
    TRY(scrim_scene_create(&options, &scene));
    TRY(scrim_capture_create(&capture_options, &capture));
    GIVES(scrim_capture_screen_point(capture, 100, 100, 3, 4, &point.x, &point.y), SCRIM_OK);
    CHECK(point.x == 3 && point.y == 4);
    GIVES(scrim_scene_set_activity(scene, 0, SCRIM_ACTIVITY_ACTIVE), SCRIM_OK);
    GIVES(scrim_scene_frame_ready(scene, 0), SCRIM_OK);
    window.frame = (scrim_rect){0, 0, 100, 100};
    TRY(scrim_scene_add_window(scene, &window, &parent));
    view.flags = SCRIM_VIEW_SECURE;
    for (int i = 0; i < VIEWS; i++) {
        view.frame = (scrim_rect){i, 0, 1, 1};
        TRY(scrim_scene_add_view(scene, parent, &view, &ids[i]));
    }
    TRY_KEEPING(scene_state(scene), scrim_scene_snapshot(scene, 1, &first));
    /* Frost that finds no memory to go on from the last frame is not smoothed: no error. */
    capture_options.style.kind = SCRIM_STYLE_FROST;
    TRY(scrim_capture_create(&capture_options, &frosted));
    for (uint64_t now = 11; now < 14; now++) {
        scenario_frame_fill(&picture);
        failed_before = allocator.failed;
        if (ARMED(scrim_capture_redact(frosted, first, &picture.frame, now, now, &picture.report)) != SCRIM_OK) {
            CHECK(armed_status == SCRIM_ERROR_NO_MEMORY && allocator.failed > failed_before);
            CHECK(picture.report.outcome == SCRIM_OUTCOME_COVERED && scenario_pixels_left(&picture) == 0);
        } else {
            CHECK(picture.report.outcome == SCRIM_OUTCOME_OK);
            CHECK(scenario_pixels_left(&picture) >= sizeof picture.pixels - VIEWS);
        }
    }
    for (int step = 1; step < 4; step++)
        for (int i = 0; i < VIEWS; i++) {
            view.frame = (scrim_rect){i, 10 * step, 1, 1};
            TRY_KEEPING(scene_state(scene), scrim_scene_update_view(scene, ids[i], &view));
        }
    for (int i = 0; i < VIEWS; i++)
        GIVES(scrim_scene_remove(scene, ids[i]), SCRIM_OK);
    snapshot = NULL;
    TRY_KEEPING(scene_state(scene), scrim_scene_snapshot(scene, 20, &snapshot));
    static _Thread_local char bytes[16384];
    size_t length;
    TRY(scrim_snapshot_encode(snapshot, bytes, sizeof bytes, &length));
    scrim_snapshot_destroy(snapshot);
    snapshot = NULL;
    TRY_KEEPING((uint64_t)allocator.alive, scrim_snapshot_decode(bytes, length, &snapshot));
    scenario_frame_fill(&picture);
    failed_before = allocator.failed;
    if (ARMED(scrim_capture_redact(capture, snapshot, &picture.frame, 20, 20, &picture.report)) != SCRIM_OK) {
        CHECK(armed_status == SCRIM_ERROR_NO_MEMORY && allocator.failed > failed_before);
        CHECK(picture.report.outcome == SCRIM_OUTCOME_COVERED && scenario_pixels_left(&picture) == 0);
    } else {
        CHECK(picture.report.outcome == SCRIM_OUTCOME_OK);
        for (int step = 0; step < 4; step++)
            for (int x = 0; x < VIEWS; x++)
                CHECK(picture.pixels[10 * step * SCENARIO_SIDE + x] == 0);
        CHECK(picture.pixels[50 * SCENARIO_SIDE] == SCENARIO_PIXEL);
    }
out:
    allocator.armed = 1;
    scrim_snapshot_destroy(first);
    scrim_snapshot_destroy(snapshot);
    scrim_capture_destroy(frosted);
    scrim_capture_destroy(capture);
    scrim_scene_destroy(scene);
    allocator.armed = 0;
    return 0;
}

/* Few regions, then 10,000: on lines of their own, and in a pile that is cut again and again. */
static int redact_scenario(void) {
    enum {
        MANY = 10000
    };
    SCENARIO;
    static _Thread_local struct scenario_frame picture;
    static _Thread_local scrim_region regions[MANY];
    scrim_redact_options options = SCRIM_REDACT_OPTIONS_INIT;
    for (int i = 0; i < MANY; i++) {
        regions[i] = (scrim_region){.shape = SCRIM_SHAPE_RECT};
        regions[i].rect = (scrim_rect){(i * 37) % 99, (i / 99 * 41) % 99, 1, 1};
    }
    TRY_COVERING(&picture, 3, scrim_redact(&picture.frame, regions, 3, &options, &picture.report));
    TRY_COVERING(&picture, 99 * 99, scrim_redact(&picture.frame, regions, MANY, &options, &picture.report));
    for (int i = 0; i < 1000; i++)
        regions[i].rect = (scrim_rect){i % 40, i % 40, 60 - i % 40, 100 - 2 * (i % 40)};
    regions[500].rect = (scrim_rect){0, 0, 100, 30};
    TRY_COVERING(&picture, 60 * 100 + 40 * 30, scrim_redact(&picture.frame, regions, 1000, &options, &picture.report));
    scenario_frame_fill(&picture);
    regions[7].shape = 9;
    scrim_status status = ARMED(scrim_redact(&picture.frame, regions, 1000, &options, &picture.report));
    CHECK(status == SCRIM_ERROR_UNSUPPORTED || status == SCRIM_ERROR_NO_MEMORY);
    CHECK(picture.report.outcome == SCRIM_OUTCOME_COVERED && scenario_pixels_left(&picture) == 0);
    picture.frame.width = 0;
    GIVES(scrim_redact(&picture.frame, regions, 1, &options, &picture.report), SCRIM_ERROR_INVALID_ARGUMENT);
    CHECK(picture.report.outcome == SCRIM_OUTCOME_DISCARD);
    return 0;
}

#endif
