/* SPDX-License-Identifier: MIT */
/*
 * scrim/capture.h: four streams of the same options are given the same frames of a scene that changes, two covered in solid
 * black and white. Nothing that these cover has an influence on the others, now or in a later frame. Texts that views show
 * lend nothing once a snapshot was taken.
 */
#include "fuzz_shown_texts.h"

enum {
    STYLED,
    OTHER,
    BLACK,
    WHITE,
    STREAMS
};

static struct fuzz_frame frame_of[STREAMS];

static void make_streams(struct fuzz_input *in) {
    scrim_capture_options options = SCRIM_CAPTURE_OPTIONS_INIT;
    options.output = fuzz_rarely(in, 20) ? (uint32_t)fuzz_upto(in, 3) : 0;
    options.style = fuzz_style(in);
    if (fuzz_u8(in) % 2) {
        options.origin = (scrim_point){fuzz_small_real(in), fuzz_small_real(in)};
        options.scale = fuzz_rarely(in, 10) ? fuzz_real(in) : 0.5 + fuzz_u8(in) / 100.0;
        options.transform = (uint32_t)fuzz_upto(in, SCRIM_TRANSFORM_FLIPPED_270);
        options.max_speed = fuzz_u8(in) % 4 ? fuzz_u8(in) * 4.0 : 0;
        options.max_latency_ns = fuzz_u8(in) * UINT64_C(4000000);
        options.update_interval_ns = fuzz_u8(in) * UINT64_C(4000000);
        options.hold_ns = fuzz_u8(in) * UINT64_C(2000000);
        options.smoothing_ns = fuzz_u8(in) * UINT64_C(16000000); /* up to what is too long */
    }
    scrim_capture_options *given = SIZED(in, options);
    if (given == NULL || given->struct_size < sizeof options)
        return;
    for (uint32_t i = 0; i < STREAMS; i++) {
        scrim_capture *capture;
        if (i >= BLACK) {
            given->style = (scrim_style)SCRIM_STYLE_INIT;
            given->style.color = i == BLACK ? 0x000000FFu : 0xFFFFFFFFu;
        }
        if (fuzz_answer(scrim_capture_create(given, OUT(capture))) != SCRIM_OK) {
            for (uint32_t j = 0; j < STREAMS; j++)
                scrim_capture_destroy(fuzz.handles[SCRIM_HANDLE_CAPTURE][j]);
            return;
        }
        fuzz_keep(SCRIM_HANDLE_CAPTURE, i, capture);
    }
}

/* The same frame on each stream; `other` is given another interior, as soon as it is known where that is. */
static void protect(struct fuzz_input *in) {
    static const int order[] = {BLACK, WHITE, STYLED, OTHER};
    const scrim_snapshot *snapshot = HANDLE(in, scrim_snapshot, SNAPSHOT);
    struct fuzz_frame before = fuzz_new_frame(in);
    uint64_t to = fixture.now - (uint64_t)(fuzz_u8(in) % 8) * 10000000u,
             from = to - (uint64_t)(fuzz_u8(in) % 4) * 8000000u;
    scrim_redact_report reports[STREAMS];
    scrim_status statuses[STREAMS];
    if (fuzz_rarely(in, 30))
        from = fuzz_u64(in);
    for (int i = 0; i < STREAMS; i++) {
        int one = order[i];
        frame_of[one] = fuzz_same_frame(&before);
        if (one == OTHER && reports[BLACK].outcome != SCRIM_OUTCOME_DISCARD)
            fuzz_other_interior(&frame_of[OTHER], &frame_of[BLACK], &frame_of[WHITE]);
        reports[one] = (scrim_redact_report)SCRIM_REDACT_REPORT_INIT;
        statuses[one] = fuzz_answer(scrim_capture_redact(fuzz.handles[SCRIM_HANDLE_CAPTURE][one], snapshot,
                                                         &frame_of[one].frame, from, to, &reports[one]));
        if (one != OTHER)
            fuzz_outcome(statuses[one], &reports[one], &frame_of[one], &before);
    }
    /* A stream whose style is refused covers in black what it should have. */
    REQUIRE(statuses[STYLED] == statuses[OTHER] && memcmp(&reports[STYLED], &reports[OTHER], sizeof reports[0]) == 0);
    REQUIRE(reports[STYLED].weakest_class != SCRIM_STYLE_CLASS_REVERSIBLE);
    if (statuses[STYLED] == SCRIM_OK || statuses[STYLED] == SCRIM_ERROR_REVERSIBLE_STYLE)
        REQUIRE(reports[STYLED].outcome == reports[BLACK].outcome);
    if (reports[STYLED].outcome == SCRIM_OUTCOME_COVERED)
        REQUIRE(fuzz_same_bytes(&frame_of[STYLED], &frame_of[OTHER]));
    if (reports[STYLED].outcome == SCRIM_OUTCOME_OK) {
        REQUIRE(fuzz_same_bytes(&frame_of[STYLED], &frame_of[OTHER]));
        REQUIRE(reports[STYLED].pixels == reports[BLACK].pixels);
    }
}

static void look(struct fuzz_input *in) {
    double x, y;
    uint32_t width = (uint32_t)fuzz_upto(in, 100), height = (uint32_t)fuzz_upto(in, 100);
    double at = fuzz_real(in), down = fuzz_real(in);
    if (fuzz_answer(scrim_capture_screen_point(HANDLE(in, scrim_capture, CAPTURE), width, height, at, down, OUT(x),
                                               OUT(y))) == SCRIM_OK)
        REQUIRE(isfinite(x) && isfinite(y));
}

/* One call or a few; whether they were on scenes and streams, not on texts. */
static int step(struct fuzz_input *in) {
    switch (fuzz_below(in, 16)) {
    case 0:
        if (fuzz_rarely(in, 3))
            make_streams(in);
        break;
    case 1:
        look(in);
        break;
    case 2:
        if (fuzz_rarely(in, 3))
            scrim_snapshot_destroy(HANDLE(in, scrim_snapshot, SNAPSHOT));
        if (fuzz_rarely(in, 20))
            scrim_scene_destroy(HANDLE(in, scrim_scene, SCENE));
        break;
    case 3:
        set_cover(in, first_scene());
        break;
    case 4:
    case 5:
    case 6:
        change_scene(in, HANDLE(in, scrim_scene, SCENE));
        break;
    case 7:
    case 8:
        snap(in, HANDLE(in, scrim_scene, SCENE));
        break;
    case 9:
        show_text(in, HANDLE(in, scrim_scene, SCENE));
        break;
    case 10:
    case 11:
        use_text(in);
        return 0;
    default:
        protect(in);
    }
    return 1;
}

static void fuzz_target(struct fuzz_input *in) {
    start_fixture(in);
    start_texts(in);
    make_streams(in);
    snap(in, first_scene());
    for (int steps = 0; steps < 100 && fuzz_more(in) && fuzz_has_room(); steps++) {
        before_texts();
        after_texts(step(in));
    }
}
