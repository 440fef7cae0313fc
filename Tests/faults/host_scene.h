/* SPDX-License-Identifier: MIT */
/* The host's screen: a stream of it while it moves, a text on it that is revealed, where it takes touches. */
#ifndef SCRIM_FAULTS_HOST_SCENE_H
#define SCRIM_FAULTS_HOST_SCENE_H

#include "host_frames.h"

static scrim_scene *new_scene(scrim_id *window, scrim_id *secure) {
    scrim_scene_options options = SCRIM_SCENE_OPTIONS_INIT;
    scrim_window properties = SCRIM_WINDOW_INIT;
    scrim_view view = SCRIM_VIEW_INIT;
    scrim_scene *scene = NULL;
    if (TRY(scrim_scene_create(&options, &scene)) != SCRIM_OK) {
        CHECK(scene == NULL);
        return NULL;
    }
    CHECK(TRY(scrim_scene_set_activity(scene, 0, SCRIM_ACTIVITY_ACTIVE)) == SCRIM_OK);
    CHECK(TRY(scrim_scene_frame_ready(scene, 0)) == SCRIM_OK);
    properties.frame = (scrim_rect){0, 0, SIDE, SIDE};
    view.frame = (scrim_rect){20, 30, 40, 40};
    view.flags |= SCRIM_VIEW_SECURE;
    view.content = (scrim_string){"hush-hush", 9};
    if (TRY(scrim_scene_add_window(scene, &properties, window)) != SCRIM_OK ||
        TRY(scrim_scene_add_view(scene, *window, &view, secure)) != SCRIM_OK) {
        scrim_scene_destroy(scene);
        return NULL;
    }
    return scene;
}

/* What another process makes of a snapshot, which is destroyed. */
static scrim_snapshot *through_bytes(scrim_snapshot *snapshot) {
    static char bytes[4096];
    size_t length = 0;
    scrim_snapshot *copy = NULL;
    if (snapshot != NULL && TRY(scrim_snapshot_encode(snapshot, bytes, sizeof bytes, &length)) == SCRIM_OK &&
        TRY(scrim_snapshot_decode(bytes, length, &copy)) != SCRIM_OK)
        CHECK(copy == NULL);
    scrim_snapshot_destroy(snapshot);
    return copy;
}

static void stream(void) {
    scrim_id window, secure;
    scrim_scene *scene = new_scene(&window, &secure);
    scrim_capture_options options = SCRIM_CAPTURE_OPTIONS_INIT;
    scrim_capture *capture = NULL;
    if (scene == NULL)
        return;
    options.style.kind = SCRIM_STYLE_FROST;
    options.hold_ns = 0;
    scrim_redact_report report = SCRIM_REDACT_REPORT_INIT;
    scrim_frame frame = new_frame();
    TRY(scrim_scene_redact(scene, &frame, NULL, &report));
    square_is_covered(&report, 20, 30, 40);
    if (TRY(scrim_capture_create(&options, &capture)) == SCRIM_OK)
        for (uint64_t now = 1000000000; now < 1400000000; now += 100000000) {
            scrim_view view = SCRIM_VIEW_INIT;
            scrim_snapshot *snapshot = NULL;
            double x = (double)(now / 100000000 % 10 * 10);
            view.frame = (scrim_rect){x, 30, 40, 40};
            view.flags |= SCRIM_VIEW_SECURE;
            int moved = TRY(scrim_scene_update_view(scene, secure, &view)) == SCRIM_OK;
            if (TRY(scrim_scene_snapshot(scene, now, &snapshot)) != SCRIM_OK)
                CHECK(snapshot == NULL);
            if (now % 200000000 == 0)
                snapshot = through_bytes(snapshot);
            frame = new_frame();
            report = (scrim_redact_report)SCRIM_REDACT_REPORT_INIT;
            arm(1);
            scrim_status status = scrim_capture_redact(capture, snapshot, &frame, now, now, &report);
            arm(0);
            CHECK(status == SCRIM_OK || status == SCRIM_ERROR_NO_MEMORY ||
                  (snapshot == NULL && status == SCRIM_ERROR_INVALID_ARGUMENT));
            square_is_covered(&report, moved ? (int)x : 200, 30, 40);
            arm(1);
            scrim_snapshot_destroy(snapshot);
            arm(0);
        }
    arm(1);
    scrim_scene_destroy(scene);
    scrim_capture_destroy(capture);
    arm(0);
}

/* ---- Its cover ---- */

/* A cover that fails leaves the one before, and one that cannot be drawn is black. No frame shows a source pixel. */
static void covers(void) {
    static uint32_t drawn[40 * 30];
    scrim_scene_options options = SCRIM_SCENE_OPTIONS_INIT;
    scrim_cover cover = SCRIM_COVER_INIT;
    scrim_frame picture = SCRIM_FRAME_INIT;
    scrim_scene *scene = NULL;
    if (TRY(scrim_scene_create(&options, &scene)) != SCRIM_OK)
        return;
    for (size_t i = 0; i < 40 * 30; i++)
        drawn[i] = STALE;
    picture.format = SCRIM_FORMAT_BGRX;
    picture.width = 40;
    picture.height = 30;
    picture.planes[0] = (scrim_plane){drawn, 40 * 4};
    cover.style.kind = SCRIM_STYLE_TILES;
    cover.style.flags = SCRIM_STYLE_FLAG_ON_COLOR;
    cover.picture = &picture;
    for (int is_picture = 0; is_picture < 2; is_picture++) {
        scrim_redact_report report = SCRIM_REDACT_REPORT_INIT;
        scrim_frame frame = new_frame();
        cover.kind = is_picture ? SCRIM_COVER_PICTURE : SCRIM_COVER_STYLE;
        int is_set = TRY(scrim_scene_set_cover(scene, 0, &cover)) == SCRIM_OK;
        scrim_status status = TRY(scrim_scene_redact(scene, &frame, NULL, &report));
        CHECK(report.outcome == SCRIM_OUTCOME_COVERED);
        square_is_covered(&report, 0, 0, SIDE);
        if (is_picture && is_set)
            CHECK(pixels[SIDE * SIDE / 2 + SIDE / 2] == (status == SCRIM_OK ? STALE & 0xFFFFFFu : 0));
    }
    arm(1);
    scrim_scene_destroy(scene);
    arm(0);
}

/* ---- A text on it ---- */

static void note_revealed(const void *bytes, size_t length, size_t count, uint32_t revealed, void *user_data) {
    (void)bytes, (void)length, (void)count;
    *(uint32_t *)user_data |= revealed;
}

static int reveals(const scrim_text *text) {
    uint32_t revealed = 0;
    CHECK(scrim_text_display(text, 1, note_revealed, &revealed) == SCRIM_OK);
    return (int)revealed;
}

/* Whatever a snapshot answers, nothing is revealed then; whatever the stream can cover, the view is. */
static void photograph(scrim_scene *scene, scrim_text *text) {
    scrim_capture_options options = SCRIM_CAPTURE_OPTIONS_INIT;
    scrim_capture *capture = NULL;
    scrim_snapshot *snapshot = NULL;
    options.hold_ns = 0;
    if (TRY(scrim_capture_create(&options, &capture)) != SCRIM_OK)
        return;
    ANSWERS(scrim_text_reveal(text, 1), SCRIM_OK);
    CHECK(reveals(text));
    scrim_status status = TRY(scrim_scene_snapshot(scene, 1000000000, &snapshot));
    CHECK(!reveals(text) && (status == SCRIM_OK) == (snapshot != NULL));
    scrim_redact_report report = SCRIM_REDACT_REPORT_INIT;
    scrim_frame frame = new_frame();
    arm(1);
    /* After the first snapshot, until which the output counts as covered. */
    scrim_capture_redact(capture, snapshot, &frame, 1000000001, 1000000001, &report);
    scrim_snapshot_destroy(snapshot);
    scrim_capture_destroy(capture);
    arm(0);
    square_is_covered(&report, 60, 10, 15);
}

static void shown_text(void) {
    scrim_id window, secure, view = 0;
    scrim_scene *scene = new_scene(&window, &secure);
    scrim_text_options options = SCRIM_TEXT_OPTIONS_INIT;
    scrim_view look = SCRIM_VIEW_INIT;
    scrim_text *text = NULL;
    uint32_t is_secure = 9;
    if (scene == NULL)
        return;
    look.frame = (scrim_rect){60, 10, 15, 15};
    if (TRY(scrim_scene_add_view(scene, window, &look, &view)) == SCRIM_OK &&
        TRY(scrim_text_create(&options, &text)) == SCRIM_OK) {
        ANSWERS(scrim_text_set(text, "rose", 4), SCRIM_OK);
        int is_shown = TRY(scrim_scene_attach_text(scene, view, text)) == SCRIM_OK;
        CHECK(ANSWERS(scrim_scene_is_secure(scene, view, &is_secure), SCRIM_OK) && is_secure == (uint32_t)is_shown);
        if (!is_shown && !denied) /* as if it had never been tried */
            CHECK(scrim_scene_attach_text(scene, view, text) == SCRIM_OK);
        photograph(scene, text);
        ANSWERS(scrim_text_reveal(text, 1), SCRIM_OK);
        ANSWERS(scrim_scene_set_captured(scene, 1), SCRIM_OK);
        CHECK(!reveals(text));
        ANSWERS(scrim_text_reveal(text, 1), SCRIM_ERROR_REFUSED);
        ANSWERS(scrim_scene_set_captured(scene, 0), SCRIM_OK);
        ANSWERS(scrim_text_reveal(text, 1), SCRIM_OK);
        ANSWERS(scrim_scene_detach_text(scene, view), SCRIM_OK);
        CHECK(!reveals(text));
    }
    arm(1);
    scrim_scene_destroy(scene);
    scrim_text_destroy(text);
    arm(0);
}

/* ---- Where it takes touches ---- */

/* A set takes the place of the one before, or that stays, its number too. */
static void touch_regions(void) {
    static const scrim_rect first[] = {{0, 0, 10, 10}, {20, 0, 10, 10}}, second[40] = {{5, 5, 50, 50}};
    scrim_id window, secure;
    scrim_scene *scene = new_scene(&window, &secure);
    scrim_rect found[40];
    uint64_t set = 0, told = 9;
    size_t count = 9;
    if (scene == NULL)
        return;
    TRY(scrim_scene_set_input_region(scene, window, first, 2, &set));
    size_t expected = set == 0 ? 0 : 2;
    if (TRY(scrim_scene_set_input_region(scene, window, second, 40, &set)) == SCRIM_OK)
        expected = 40;
    ANSWERS(scrim_scene_input_region(scene, window, found, 40, &count, &told), SCRIM_OK);
    CHECK(count == expected && told == set);
    CHECK(memcmp(found, expected == 40 ? second : first, count * sizeof *found) == 0);
    arm(1);
    scrim_scene_destroy(scene);
    arm(0);
}

#endif
