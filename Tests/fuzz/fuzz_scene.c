/* SPDX-License-Identifier: MIT */
/*
 * scrim/scene.h: any change of any scene, and frames of it. What is private at a pixel's middle is covered, and what stood
 * there has no influence; what the calls that only look say of a scene stays as long as its generation does; and texts that
 * views show lend nothing that others could see.
 */
#include "fuzz_shown_texts.h"

/* ---- Frames ---- */

static scrim_scene_redact_options protect_options(struct fuzz_input *in) {
    scrim_scene_redact_options options = SCRIM_SCENE_REDACT_OPTIONS_INIT;
    options.output = fuzz_rarely(in, 10) ? (uint32_t)fuzz_upto(in, 4) : 0;
    options.style = fuzz_style(in);
    if (fuzz_u8(in) % 2) {
        options.origin = (scrim_point){fuzz_small_real(in), fuzz_small_real(in)};
        options.scale = fuzz_rarely(in, 10) ? fuzz_real(in) : 0.5 + fuzz_u8(in) / 100.0;
    }
    return options;
}

/* Every pixel whose middle is private is covered. */
static void private_is_covered(const scrim_scene *scene, const scrim_scene_redact_options *options,
                               const struct fuzz_frame *before, const struct fuzz_frame *black,
                               const struct fuzz_frame *white) {
    for (uint32_t y = 0; y < before->frame.height; y += 3)
        for (uint32_t x = 0; x < before->frame.width; x += 3) {
            uint32_t secure = 9;
            scrim_status status = scrim_scene_is_secure_at(scene, options->origin.x + (x + 0.5) / options->scale,
                                                           options->origin.y + (y + 0.5) / options->scale, &secure);
            if (status == SCRIM_OK && secure == 1)
                REQUIRE(fuzz_covered(before, black, white, x, y));
        }
}

static void protect(struct fuzz_input *in, const scrim_scene *scene) {
    scrim_scene_redact_options options = protect_options(in), solid = options;
    scrim_scene_redact_options *given = SIZED(in, options);
    struct fuzz_frame before = fuzz_new_frame(in), after = fuzz_same_frame(&before), black = fuzz_same_frame(&before);
    struct fuzz_frame white = fuzz_same_frame(&before), other = fuzz_same_frame(&before);
    scrim_redact_report report = SCRIM_REDACT_REPORT_INIT, again = report;
    scrim_status status = fuzz_answer(scrim_scene_redact(scene, &after.frame, given, &report));
    fuzz_outcome(status, &report, &after, &before);
    REQUIRE(report.weakest_class != SCRIM_STYLE_CLASS_REVERSIBLE);
    if (given == NULL)
        solid = options = (scrim_scene_redact_options)SCRIM_SCENE_REDACT_OPTIONS_INIT;
    if (report.outcome == SCRIM_OUTCOME_COVERED && status == SCRIM_OK) {
        /* The cover is the same on another frame. */
        fuzz_other_interior(&other, &after, &after);
        REQUIRE(scrim_scene_redact(scene, &other.frame, given, &again) == status);
        REQUIRE(fuzz_same_bytes(&after, &other) && memcmp(&report, &again, sizeof report) == 0);
    }
    if (report.outcome != SCRIM_OUTCOME_OK || (given != NULL && given->struct_size < sizeof options))
        return;
    solid.style = (scrim_style)SCRIM_STYLE_INIT;
    REQUIRE(scrim_scene_redact(scene, &black.frame, &solid, NULL) == SCRIM_OK);
    solid.style.color = 0xFFFFFFFFu;
    REQUIRE(scrim_scene_redact(scene, &white.frame, &solid, NULL) == SCRIM_OK);
    private_is_covered(scene, &options, &before, &black, &white);
    for (size_t i = 0; i < before.size; i++)
        if (before.bytes[i] == black.bytes[i] && before.bytes[i] == white.bytes[i])
            REQUIRE(after.bytes[i] == before.bytes[i]);
    fuzz_other_interior(&other, &black, &white);
    REQUIRE(scrim_scene_redact(scene, &other.frame, &options, &again) == status);
    REQUIRE(fuzz_same_bytes(&after, &other) && memcmp(&report, &again, sizeof report) == 0);
}

/* ---- Looking ---- */

static void regions(struct fuzz_input *in, const scrim_scene *scene) {
    size_t capacity = fuzz_below(in, 24), count;
    scrim_secure_region *room = fuzz_room(capacity, sizeof *room);
    if (fuzz_answer(scrim_scene_secure_regions(scene, room, capacity, OUT_LENGTH(count))) != SCRIM_OK)
        return;
    for (size_t i = 0; i < count; i++) {
        REQUIRE(room[i].corner_count >= 3 && room[i].corner_count <= SCRIM_MAX_REGION_CORNERS && room[i].reserved == 0);
        for (uint32_t j = 0; j < SCRIM_MAX_REGION_CORNERS; j++)
            REQUIRE(isfinite(room[i].corners[j].x) && isfinite(room[i].corners[j].y));
    }
}

static void look(struct fuzz_input *in, const scrim_scene *scene) {
    scrim_id window, view, *ids;
    uint32_t word;
    uint64_t generation, same;
    size_t capacity = fuzz_below(in, 12), count;
    double x = fuzz_real(in), y = fuzz_real(in);
    scrim_rect *rects;
    scrim_status known = fuzz_answer(scrim_scene_generation(scene, OUT(generation)));
    switch (fuzz_below(in, 9)) {
    case 0:
        if (fuzz_answer(scrim_scene_hit_test(scene, x, y, OUT(window), OUT(view))) == SCRIM_OK)
            REQUIRE(window != 0 || view == 0);
        break;
    case 1:
        if (fuzz_answer(scrim_scene_is_secure(scene, some_id(in), OUT(word))) == SCRIM_OK)
            REQUIRE(word <= 1);
        break;
    case 2:
        if (fuzz_answer(scrim_scene_is_secure_at(scene, x, y, OUT(word))) == SCRIM_OK)
            REQUIRE(word <= 1);
        break;
    case 3:
        ids = fuzz_room(capacity, sizeof *ids);
        fuzz_answer(scrim_scene_views_at(scene, x, y, (uint32_t)fuzz_upto(in, 1), ids, capacity, OUT_LENGTH(count)));
        break;
    case 4:
        ids = fuzz_room(capacity, sizeof *ids);
        fuzz_answer(scrim_scene_responders(scene, some_id(in), ids, capacity, OUT_LENGTH(count)));
        break;
    case 5:
        rects = fuzz_room(capacity, sizeof *rects);
        fuzz_answer(
            scrim_scene_input_region(scene, some_id(in), rects, capacity, OUT_LENGTH(count), OUT_LENGTH(same)));
        break;
    case 6:
        if (fuzz_answer(scrim_scene_is_covered(scene, (uint32_t)fuzz_upto(in, 3), OUT(word))) == SCRIM_OK)
            REQUIRE(word <= 1);
        break;
    case 7:
        fuzz_answer(scrim_scene_focused(scene, OUT(window)));
        fuzz_answer(scrim_scene_selected(scene, OUT(view)));
        break;
    default:
        regions(in, scene);
    }
    if (known == SCRIM_OK)
        REQUIRE(fuzz_answer(scrim_scene_generation(scene, OUT(same))) == SCRIM_OK && same == generation);
}

/* ---- Touches, keys, selection ---- */

/* What is selected is one of the windows and views at the point. */
static void select_view(scrim_scene *scene, double x, double y) {
    scrim_id view, ids[64];
    size_t count = 0, i = 0;
    if (fuzz_answer(scrim_scene_select(scene, x, y, OUT(view))) != SCRIM_OK || view == 0 ||
        scrim_scene_views_at(scene, x, y, 0, ids, COUNT_OF(ids), &count) != SCRIM_OK)
        return;
    while (i < count && ids[i] != view)
        i++;
    REQUIRE(i < count);
}

static void use(struct fuzz_input *in, scrim_scene *scene) {
    static const uint32_t phases[] = {SCRIM_TOUCH_BEGAN, SCRIM_TOUCH_ENDED, SCRIM_TOUCH_MOVED, SCRIM_TOUCH_CANCELLED};
    scrim_touch touch = {fixture.now++, fuzz_below(in, 80), fuzz_one_of(in, phases, 4), 0, fuzz_real(in), fuzz_real(in)};
    touch.tool = fuzz_rarely(in, 12) ? fuzz_below(in, SCRIM_TOUCH_TOOL_HOVER + 2) : SCRIM_TOUCH_TOOL_FINGER;
    scrim_rect rects[6];
    scrim_id window, view;
    size_t count = fuzz_below(in, 7);
    uint64_t generation;
    switch (fuzz_below(in, 6)) {
    case 0:
        for (size_t i = 0; i < count && i < COUNT_OF(rects); i++)
            rects[i] = fuzz_rect(in);
        count = count < COUNT_OF(rects) ? count : 0;
        fuzz_answer(scrim_scene_set_input_region(scene, some_id(in), fuzz_copy(rects, count * sizeof *rects), count,
                                                 OUT(generation)));
        break;
    case 1:
        fuzz_answer(scrim_scene_focus(scene, some_id(in)));
        break;
    case 2:
        fuzz_answer(scrim_scene_resign_focus(scene, some_id(in)));
        break;
    case 3:
        select_view(scene, fuzz_real(in), fuzz_real(in));
        break;
    default:
        fuzz_answer(scrim_scene_route_touch(scene, fuzz_copy(&touch, sizeof touch), OUT(window), OUT(view)));
    }
}

/* One call or a few; whether they were on scenes, not on texts. */
static int step(struct fuzz_input *in) {
    scrim_scene *scene = HANDLE(in, scrim_scene, SCENE);
    switch (fuzz_below(in, 20)) {
    case 0:
        if (fuzz_rarely(in, 4))
            make_scene(in, fuzz_below(in, FUZZ_SLOTS));
        if (fuzz_rarely(in, 16))
            scrim_scene_destroy(scene);
        break;
    case 1:
        set_cover(in, scene);
        break;
    case 2:
        use(in, scene);
        break;
    case 3:
    case 4:
    case 5:
        look(in, scene);
        break;
    case 6:
    case 7:
        protect(in, scene);
        break;
    case 8:
    case 9:
        show_text(in, scene);
        break;
    case 10:
        if (fuzz_rarely(in, 4))
            snap(in, scene);
        break;
    case 11:
    case 12:
        use_text(in);
        return 0;
    default:
        change_scene(in, scene);
    }
    return 1;
}

static void fuzz_target(struct fuzz_input *in) {
    start_fixture(in);
    start_texts(in);
    for (int steps = 0; steps < 120 && fuzz_more(in) && fuzz_has_room(); steps++) {
        before_texts();
        after_texts(step(in));
    }
}
