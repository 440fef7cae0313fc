/* SPDX-License-Identifier: MIT */
/* scrim_scene: what is hit, what is private, what protect covers, and the cover of an application that is not active. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <scrim.h>

enum {
    SHOWN = SCRIM_VIEW_INTERACTIVE,
    SECURE = SCRIM_VIEW_INTERACTIVE | SCRIM_VIEW_SECURE
};

static scrim_scene *make_scene(uint32_t outputs) {
    scrim_scene_options options = SCRIM_SCENE_OPTIONS_INIT;
    options.outputs = outputs;
    scrim_scene *scene = NULL;
    assert_int_equal(scrim_scene_create(&options, &scene), SCRIM_OK);
    return scene;
}

static void activate(scrim_scene *scene, uint32_t outputs) {
    assert_int_equal(scrim_scene_set_activity(scene, 0, SCRIM_ACTIVITY_ACTIVE), SCRIM_OK);
    for (uint32_t i = 0; i < outputs; i++)
        assert_int_equal(scrim_scene_frame_ready(scene, i), SCRIM_OK);
}

static scrim_id add_window(scrim_scene *scene, scrim_rect frame, uint32_t flags, int32_t level) {
    scrim_window window = SCRIM_WINDOW_INIT;
    window.frame = frame;
    window.flags = flags;
    window.level = level;
    scrim_id id = 0;
    assert_int_equal(scrim_scene_add_window(scene, &window, &id), SCRIM_OK);
    assert_int_not_equal(id, 0);
    return id;
}

static scrim_view view_of(scrim_rect frame, uint32_t flags, double alpha) {
    scrim_view view = SCRIM_VIEW_INIT;
    view.frame = frame;
    view.flags = flags;
    view.alpha = alpha;
    return view;
}

static scrim_id add_view(scrim_scene *scene, scrim_id parent, scrim_rect frame, uint32_t flags) {
    scrim_view view = view_of(frame, flags, 1.0);
    scrim_id id = 0;
    assert_int_equal(scrim_scene_add_view(scene, parent, &view, &id), SCRIM_OK);
    assert_int_not_equal(id, 0);
    return id;
}

static scrim_id hit(const scrim_scene *scene, double x, double y, scrim_id *window) {
    scrim_id view = 0;
    assert_int_equal(scrim_scene_hit_test(scene, x, y, window, &view), SCRIM_OK);
    return view;
}

static int is_secure_at(const scrim_scene *scene, double x, double y) {
    uint32_t secure = 9;
    assert_int_equal(scrim_scene_is_secure_at(scene, x, y, &secure), SCRIM_OK);
    return (int)secure;
}

static int is_covered(const scrim_scene *scene, uint32_t output) {
    uint32_t covered = 9;
    assert_int_equal(scrim_scene_is_covered(scene, output, &covered), SCRIM_OK);
    return (int)covered;
}

/* ---- Frames ---- */

enum {
    SIDE = 100,
    STRIDE = SIDE + 4,
    UNTOUCHED = 0xAA
};

static uint8_t pixels[SIDE * STRIDE];

static scrim_status protect(const scrim_scene *scene, const scrim_protect_options *options, scrim_redact_report *report) {
    memset(pixels, UNTOUCHED, sizeof pixels);
    scrim_frame frame = SCRIM_FRAME_INIT;
    frame.format = SCRIM_FORMAT_GRAY8;
    frame.width = frame.height = SIDE;
    frame.planes[0] = (scrim_plane){pixels, STRIDE};
    return scrim_scene_protect(scene, &frame, options, report);
}

/* Asserts that exactly the given rectangles of whole pixels are black, and that is_secure_at agrees at each pixel's centre. */
static void assert_private(const scrim_scene *scene, const scrim_rect *rects, size_t count) {
    scrim_redact_report report = SCRIM_REDACT_REPORT_INIT;
    assert_int_equal(protect(scene, NULL, &report), SCRIM_OK);
    assert_int_equal(report.outcome, SCRIM_OUTCOME_OK);
    uint64_t covered = 0;
    for (int y = 0; y < SIDE; y++)
        for (int x = 0; x < STRIDE; x++) {
            int expected = 0;
            for (size_t i = 0; i < count && x < SIDE; i++)
                expected |= x >= rects[i].x && x < rects[i].x + rects[i].width && y >= rects[i].y &&
                            y < rects[i].y + rects[i].height;
            assert_int_equal(pixels[y * STRIDE + x], expected ? 0 : UNTOUCHED);
            if (x < SIDE)
                assert_int_equal(is_secure_at(scene, x + 0.5, y + 0.5), expected);
            covered += (uint64_t)expected;
        }
    assert_int_equal(report.pixels, covered);
    assert_int_equal(report.strength, covered ? SCRIM_STRENGTH_IRREVERSIBLE : SCRIM_STRENGTH_NONE);
}

static void assert_frame_is(uint8_t value) {
    for (int y = 0; y < SIDE; y++)
        for (int x = 0; x < STRIDE; x++)
            assert_int_equal(pixels[y * STRIDE + x], x < SIDE ? value : UNTOUCHED);
}

/* ---- What is private ---- */

static void test_R1__covers_a_secure_view_and_what_protrudes_from_it(void **state) {
    (void)state;
    scrim_scene *scene = make_scene(1);
    activate(scene, 1);
    scrim_id window = add_window(scene, (scrim_rect){0, 0, 100, 100}, SHOWN, 0);
    add_view(scene, window, (scrim_rect){60, 60, 30, 30}, SHOWN);
    scrim_id card = add_view(scene, window, (scrim_rect){10, 10, 20, 20}, SECURE);
    scrim_id label = add_view(scene, card, (scrim_rect){15, 5, 20, 5}, SHOWN);
    add_view(scene, label, (scrim_rect){18, 3, 4, 10}, SHOWN);
    const scrim_rect all[] = {{10, 10, 20, 20}, {25, 15, 20, 5}, {43, 18, 4, 10}};
    assert_private(scene, all, 3);
    scrim_scene_destroy(scene);
}

static void test_protect__clips_by_ancestors_that_clip(void **state) {
    (void)state;
    scrim_scene *scene = make_scene(1);
    activate(scene, 1);
    scrim_id window = add_window(scene, (scrim_rect){5, 5, 60, 60}, SHOWN | SCRIM_VIEW_CLIPS, 0);
    scrim_id list = add_view(scene, window, (scrim_rect){10, 10, 30, 30}, SHOWN | SCRIM_VIEW_CLIPS);
    scrim_id open = add_view(scene, list, (scrim_rect){20, 20, 1, 1}, SHOWN);
    add_view(scene, open, (scrim_rect){-5, -5, 50, 8}, SECURE);
    add_view(scene, window, (scrim_rect){50, 50, 50, 50}, SECURE);
    add_view(scene, window, (scrim_rect){70, 0, 10, 10}, SECURE);
    const scrim_rect all[] = {{30, 30, 15, 8}, {55, 55, 10, 10}};
    assert_private(scene, all, 2);
    scrim_scene_destroy(scene);
}

static void test_protect__a_secure_window(void **state) {
    (void)state;
    scrim_scene *scene = make_scene(1);
    activate(scene, 1);
    scrim_id window = add_window(scene, (scrim_rect){50, 50, 20, 20}, SECURE, 0);
    add_view(scene, window, (scrim_rect){15, 0, 10, 5}, SHOWN);
    /* A window in front of it makes it no less private. */
    add_window(scene, (scrim_rect){0, 0, 100, 100}, SHOWN, 5);
    const scrim_rect all[] = {{50, 50, 20, 20}, {65, 50, 10, 5}};
    assert_private(scene, all, 2);
    scrim_scene_destroy(scene);
}

static void test_protect__hidden_shows_nothing_and_alpha_changes_nothing(void **state) {
    (void)state;
    scrim_scene *scene = make_scene(1);
    activate(scene, 1);
    scrim_id window = add_window(scene, (scrim_rect){0, 0, 100, 100}, SHOWN, 0);
    scrim_view view = view_of((scrim_rect){10, 10, 20, 20}, SECURE, 0.0);
    scrim_id card, other;
    assert_int_equal(scrim_scene_add_view(scene, window, &view, &card), SCRIM_OK);
    view = view_of((scrim_rect){30, 0, 10, 10}, SHOWN, 0.0);
    assert_int_equal(scrim_scene_add_view(scene, card, &view, &other), SCRIM_OK);
    const scrim_rect all[] = {{10, 10, 20, 20}, {40, 10, 10, 10}};
    assert_private(scene, all, 2);
    view.flags |= SCRIM_VIEW_HIDDEN;
    assert_int_equal(scrim_scene_update_view(scene, other, &view), SCRIM_OK);
    assert_private(scene, all, 1);
    view = view_of((scrim_rect){10, 10, 20, 20}, SECURE | SCRIM_VIEW_HIDDEN, 1.0);
    assert_int_equal(scrim_scene_update_view(scene, card, &view), SCRIM_OK);
    assert_private(scene, NULL, 0);
    scrim_scene_destroy(scene);
}

static void test_R5__toggling_leaves_no_residue(void **state) {
    (void)state;
    scrim_scene *scene = make_scene(1);
    activate(scene, 1);
    scrim_id window = add_window(scene, (scrim_rect){0, 0, 100, 100}, SHOWN, 0);
    scrim_id card = add_view(scene, window, (scrim_rect){10, 10, 20, 20}, SHOWN);
    const scrim_rect all[] = {{10, 10, 20, 20}};
    for (int i = 0; i < 100; i++) {
        scrim_view view = view_of(all[0], i % 3 ? SECURE : SHOWN, 1.0);
        assert_int_equal(scrim_scene_update_view(scene, card, &view), SCRIM_OK);
        if (i % 7 == 0)
            assert_private(scene, all, i % 3 ? 1 : 0);
    }
    assert_int_equal(scrim_scene_remove(scene, card), SCRIM_OK);
    assert_private(scene, NULL, 0);
    scrim_scene_destroy(scene);
}

static void test_protect__origin_scale_and_style(void **state) {
    (void)state;
    scrim_scene *scene = make_scene(2);
    activate(scene, 2);
    scrim_id window = add_window(scene, (scrim_rect){1000, 500, 50, 50}, SHOWN, 0);
    add_view(scene, window, (scrim_rect){10, 10, 20.25, 5}, SECURE);
    scrim_protect_options options = SCRIM_PROTECT_OPTIONS_INIT;
    options.output = 1;
    options.origin = (scrim_point){1000, 505};
    options.scale = 2;
    options.style.color = 0xFFFFFFFFu;
    scrim_redact_report report = SCRIM_REDACT_REPORT_INIT;
    assert_int_equal(protect(scene, &options, &report), SCRIM_OK);
    for (int y = 0; y < SIDE; y++)
        for (int x = 0; x < STRIDE; x++) {
            int inside = x >= 20 && x < 61 && y >= 10 && y < 20;
            assert_int_equal(pixels[y * STRIDE + x], inside ? 0xFF : UNTOUCHED);
        }
    assert_int_equal(report.regions, 1);
    assert_int_equal(report.regions_inside, 1);
    assert_int_equal(report.pixels, 41 * 10);
    scrim_scene_destroy(scene);
}

static void test_protect__refuses_what_can_be_read_back(void **state) {
    (void)state;
    scrim_scene *scene = make_scene(1);
    activate(scene, 1);
    add_window(scene, (scrim_rect){10, 10, 20, 20}, SECURE, 0);
    static const struct {
        uint32_t kind;
        double amount;
        scrim_status status;
        uint32_t strength;
    } cases[] = {
        {SCRIM_STYLE_SOLID, 0, SCRIM_OK, SCRIM_STRENGTH_IRREVERSIBLE},
        {SCRIM_STYLE_FROST, 0, SCRIM_OK, SCRIM_STRENGTH_SYNTHETIC},
        {SCRIM_STYLE_MOSAIC, 0, SCRIM_OK, SCRIM_STRENGTH_SYNTHETIC},
        {SCRIM_STYLE_BLUR, 4, SCRIM_ERROR_REFUSED, SCRIM_STRENGTH_IRREVERSIBLE},
        {SCRIM_STYLE_PIXELATE, 4, SCRIM_ERROR_REFUSED, SCRIM_STRENGTH_IRREVERSIBLE},
        {SCRIM_STYLE_EFFECT, 4, SCRIM_ERROR_REFUSED, SCRIM_STRENGTH_IRREVERSIBLE},
        {SCRIM_STYLE_LIGHT, 0, SCRIM_ERROR_REFUSED, SCRIM_STRENGTH_IRREVERSIBLE},
        {SCRIM_STYLE_EXTRA_LIGHT, 0, SCRIM_ERROR_REFUSED, SCRIM_STRENGTH_IRREVERSIBLE},
        {SCRIM_STYLE_DARK, 0, SCRIM_ERROR_REFUSED, SCRIM_STRENGTH_IRREVERSIBLE},
        {SCRIM_STYLE_TINT, 0, SCRIM_ERROR_REFUSED, SCRIM_STRENGTH_IRREVERSIBLE},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        scrim_protect_options options = SCRIM_PROTECT_OPTIONS_INIT;
        scrim_redact_report report = SCRIM_REDACT_REPORT_INIT;
        options.style.kind = cases[i].kind;
        options.style.amount = cases[i].amount;
        assert_int_equal(protect(scene, &options, &report), cases[i].status);
        assert_int_equal(report.outcome, SCRIM_OUTCOME_OK);
        assert_int_equal(report.strength, cases[i].strength);
        assert_int_equal(report.pixels, 400);
        for (int y = 0; y < SIDE; y++)
            for (int x = 0; x < SIDE; x++) {
                int inside = x >= 10 && x < 30 && y >= 10 && y < 30;
                if (!inside)
                    assert_int_equal(pixels[y * STRIDE + x], UNTOUCHED);
                else if (cases[i].strength == SCRIM_STRENGTH_IRREVERSIBLE)
                    assert_int_equal(pixels[y * STRIDE + x], 0);
            }
    }
    scrim_scene_destroy(scene);
}

static void assert_fails_closed(const scrim_scene *scene, const scrim_protect_options *options, scrim_status expected) {
    scrim_redact_report report = SCRIM_REDACT_REPORT_INIT;
    assert_int_equal(protect(scene, options, &report), expected);
    assert_frame_is(0);
    assert_int_equal(report.outcome, SCRIM_OUTCOME_COVERED);
    assert_int_equal(report.pixels, SIDE * SIDE);
}

static void test_R15__what_cannot_protect_says_so_and_covers(void **state) {
    (void)state;
    scrim_scene *scene = make_scene(1);
    activate(scene, 1);
    add_window(scene, (scrim_rect){0, 0, 100, 100}, SHOWN, 0);
    scrim_protect_options options = SCRIM_PROTECT_OPTIONS_INIT;
    options.output = 1;
    assert_fails_closed(scene, &options, SCRIM_ERROR_NOT_FOUND);
    options.output = 0;
    options.origin.x = NAN;
    assert_fails_closed(scene, &options, SCRIM_ERROR_INVALID_ARGUMENT);
    options.origin.x = 0;
    options.scale = 0;
    assert_fails_closed(scene, &options, SCRIM_ERROR_INVALID_ARGUMENT);
    options.scale = 1;
    options.style.color = 0x00000080u;
    assert_fails_closed(scene, &options, SCRIM_ERROR_INVALID_ARGUMENT);
    options.style = (scrim_style)SCRIM_STYLE_INIT;
    options.style.kind = 7;
    assert_fails_closed(scene, &options, SCRIM_ERROR_UNSUPPORTED);
    options.style = (scrim_style)SCRIM_STYLE_INIT;
    options.struct_size = 1;
    assert_fails_closed(scene, &options, SCRIM_ERROR_INVALID_ARGUMENT);
    assert_fails_closed(NULL, NULL, SCRIM_ERROR_INVALID_ARGUMENT);
    scrim_scene_destroy(scene);
    assert_fails_closed(scene, NULL, SCRIM_ERROR_INVALID_HANDLE);
    scrim_redact_report report = SCRIM_REDACT_REPORT_INIT;
    assert_int_equal(scrim_scene_protect(scene, NULL, NULL, &report), SCRIM_ERROR_INVALID_ARGUMENT);
    assert_int_equal(report.outcome, SCRIM_OUTCOME_DISCARD);
}

/* ---- Hit testing ---- */

static void test_hit_test__order_edges_and_what_is_never_hit(void **state) {
    (void)state;
    scrim_scene *scene = make_scene(1);
    scrim_id window = 9;
    assert_int_equal(hit(scene, 5, 5, &window), 0);
    assert_int_equal(window, 0);
    scrim_id back = add_window(scene, (scrim_rect){0, 0, 100, 100}, SHOWN, 0);
    scrim_id outer = add_view(scene, back, (scrim_rect){10, 10, 50, 50}, SHOWN);
    scrim_id inner = add_view(scene, outer, (scrim_rect){10, 10, 100, 10}, SHOWN);
    assert_int_equal(hit(scene, 10, 10, &window), outer);
    assert_int_equal(window, back);
    assert_int_equal(hit(scene, 9.999, 10, &window), 0);
    assert_int_equal(window, back);
    assert_int_equal(hit(scene, 60, 30, &window), 0);
    assert_int_equal(hit(scene, 59.999, 59.999, &window), outer);
    assert_int_equal(hit(scene, 20, 20, &window), inner);
    assert_int_equal(hit(scene, 20, 30, &window), outer);
    /* What protrudes from its parent is not hit there. */
    assert_int_equal(hit(scene, 70, 25, &window), 0);
    assert_int_equal(hit(scene, 100, 50, &window), 0);
    assert_int_equal(window, 0);

    scrim_id front = add_view(scene, outer, (scrim_rect){10, 10, 10, 10}, SHOWN);
    assert_int_equal(hit(scene, 20, 20, &window), front);
    static const struct {
        uint32_t flags;
        double alpha;
        int is_hit;
    } cases[] = {{SHOWN, 0.01, 0}, {SHOWN, 0.011, 1}, {SHOWN, 0.0, 0}, {0, 1.0, 0}, {SHOWN | SCRIM_VIEW_HIDDEN, 1.0, 0}, {SECURE, 1.0, 1}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        scrim_view view = view_of((scrim_rect){10, 10, 10, 10}, cases[i].flags, cases[i].alpha);
        assert_int_equal(scrim_scene_update_view(scene, front, &view), SCRIM_OK);
        assert_int_equal(hit(scene, 20, 20, &window), cases[i].is_hit ? front : inner);
    }

    /* Equal levels: the later window; then levels; then windows that cannot be hit. */
    scrim_id later = add_window(scene, (scrim_rect){20, 20, 5, 5}, SHOWN, 0);
    assert_int_equal(hit(scene, 20, 20, &window), 0);
    assert_int_equal(window, later);
    scrim_window raised = SCRIM_WINDOW_INIT;
    raised.frame = (scrim_rect){0, 0, 100, 100};
    raised.level = 1;
    assert_int_equal(scrim_scene_update_window(scene, back, &raised), SCRIM_OK);
    hit(scene, 20, 20, &window);
    assert_int_equal(window, back);
    raised.flags = SHOWN | SCRIM_VIEW_HIDDEN;
    assert_int_equal(scrim_scene_update_window(scene, back, &raised), SCRIM_OK);
    hit(scene, 20, 20, &window);
    assert_int_equal(window, later);
    raised.flags = 0;
    assert_int_equal(scrim_scene_update_window(scene, back, &raised), SCRIM_OK);
    hit(scene, 20, 20, &window);
    assert_int_equal(window, later);
    scrim_scene_destroy(scene);
}

/* ---- The tree ---- */

static void test_remove__takes_everything_inside_and_no_id_comes_back(void **state) {
    (void)state;
    scrim_scene *scene = make_scene(1);
    scrim_id window = add_window(scene, (scrim_rect){0, 0, 100, 100}, SHOWN, 0);
    scrim_id first = add_view(scene, window, (scrim_rect){0, 0, 10, 10}, SHOWN);
    scrim_id middle = add_view(scene, window, (scrim_rect){10, 0, 10, 10}, SHOWN);
    scrim_id last = add_view(scene, window, (scrim_rect){20, 0, 10, 10}, SHOWN);
    scrim_id child = add_view(scene, middle, (scrim_rect){0, 0, 10, 10}, SHOWN);
    scrim_id grandchild = add_view(scene, child, (scrim_rect){0, 0, 5, 5}, SHOWN);
    add_view(scene, child, (scrim_rect){5, 5, 5, 5}, SHOWN);
    assert_int_equal(scrim_scene_remove(scene, middle), SCRIM_OK);
    scrim_view view = SCRIM_VIEW_INIT;
    scrim_id id = 7;
    const scrim_id gone[] = {middle, child, grandchild, 0, UINT64_MAX, window + 1};
    for (size_t i = 0; i < sizeof gone / sizeof *gone; i++) {
        assert_int_equal(scrim_scene_update_view(scene, gone[i], &view), SCRIM_ERROR_NOT_FOUND);
        assert_int_equal(scrim_scene_add_view(scene, gone[i], &view, &id), SCRIM_ERROR_NOT_FOUND);
        assert_int_equal(scrim_scene_remove(scene, gone[i]), SCRIM_ERROR_NOT_FOUND);
    }
    assert_int_equal(id, 7);
    scrim_id hit_window;
    assert_int_equal(hit(scene, 15, 5, &hit_window), 0);
    assert_int_equal(hit(scene, 5, 5, &hit_window), first);
    assert_int_equal(hit(scene, 25, 5, &hit_window), last);
    for (int i = 0; i < 1000; i++) {
        scrim_id fresh = add_view(scene, window, (scrim_rect){10, 0, 10, 10}, SHOWN);
        assert_int_not_equal(fresh, middle);
        assert_int_not_equal(fresh, child);
        assert_int_equal(hit(scene, 15, 5, &hit_window), fresh);
        assert_int_equal(scrim_scene_remove(scene, fresh), SCRIM_OK);
    }
    assert_int_equal(scrim_scene_remove(scene, last), SCRIM_OK);
    assert_int_equal(scrim_scene_remove(scene, first), SCRIM_OK);
    assert_int_equal(scrim_scene_remove(scene, window), SCRIM_OK);
    assert_int_equal(scrim_scene_set_activity(scene, window, SCRIM_ACTIVITY_ACTIVE), SCRIM_ERROR_NOT_FOUND);
    scrim_scene_destroy(scene);
}

static void test_add_view__stops_at_the_limits(void **state) {
    (void)state;
    scrim_scene *scene = make_scene(1);
    scrim_id window = add_window(scene, (scrim_rect){0, 0, 100, 100}, SECURE, 0), parent = window;
    for (int depth = 1; depth <= SCRIM_SCENE_MAX_DEPTH; depth++)
        parent = add_view(scene, parent, (scrim_rect){0, 0, 9, 9}, SHOWN);
    scrim_view view = SCRIM_VIEW_INIT;
    scrim_id id;
    assert_int_equal(scrim_scene_add_view(scene, parent, &view, &id), SCRIM_ERROR_LIMIT);
    assert_true(is_secure_at(scene, 5, 5));
    for (int count = 1 + SCRIM_SCENE_MAX_DEPTH; count < SCRIM_SCENE_MAX_VIEWS; count++)
        add_view(scene, window, (scrim_rect){0, 0, 1, 1}, SHOWN);
    assert_int_equal(scrim_scene_add_view(scene, window, &view, &id), SCRIM_ERROR_LIMIT);
    assert_int_equal(scrim_scene_remove(scene, parent), SCRIM_OK);
    assert_int_equal(scrim_scene_add_view(scene, window, &view, &id), SCRIM_OK);
    scrim_scene_destroy(scene);
}

static void test_update__changes_nothing_on_an_error(void **state) {
    (void)state;
    scrim_scene *scene = make_scene(1);
    activate(scene, 1);
    scrim_id window = add_window(scene, (scrim_rect){0, 0, 100, 100}, SHOWN, 0);
    scrim_id card = add_view(scene, window, (scrim_rect){10, 10, 20, 20}, SECURE);
    const scrim_rect all[] = {{10, 10, 20, 20}};
    static char long_text[SCRIM_MAX_CONTENT + 1];
    const scrim_string bad_name = {"\xC3", 1}, long_name = {long_text, SCRIM_MAX_NAME + 1};
    for (int i = 0; i < 8; i++) {
        scrim_view view = view_of((scrim_rect){0, 0, 1, 1}, SHOWN, 1.0);
        scrim_status expected = SCRIM_ERROR_INVALID_ARGUMENT;
        if (i == 0)
            view.alpha = NAN;
        if (i == 1)
            view.alpha = 1.5;
        if (i == 2)
            view.flags = 8192;
        if (i == 3)
            view.frame.width = -1;
        if (i == 4)
            view.content = (scrim_string){long_text, sizeof long_text};
        if (i == 5)
            view.content = (scrim_string){"\xED\xA0\x80", 3};
        if (i == 6)
            view.classes = &bad_name;
        if (i == 7)
            view.classes = &long_name;
        view.class_count = i >= 6;
        if (i == 5 || i == 6)
            expected = SCRIM_ERROR_INVALID_UTF8;
        assert_int_equal(scrim_scene_update_view(scene, card, &view), expected);
        assert_private(scene, all, 1);
        scrim_id id = 7;
        assert_int_equal(scrim_scene_add_view(scene, window, &view, &id), expected);
        assert_int_equal(id, 7);
    }
    scrim_scene_destroy(scene);
}

/* ---- Activity and cover ---- */

struct log {
    scrim_scene *scene;
    scrim_scene *destroyed;
    char text[256];
    int frees;
};

static void log_cover(uint32_t output, void *user_data) {
    struct log *log = user_data;
    uint32_t covered[2] = {9, 9};
    scrim_id id = 7;
    scrim_window window = SCRIM_WINDOW_INIT;
    /* All outputs are covered by the time the first call comes; the scene answers, and refuses to change. */
    scrim_scene_is_covered(log->scene, 0, &covered[0]);
    scrim_scene_is_covered(log->scene, 1, &covered[1]);
    scrim_status added = scrim_scene_add_window(log->scene, &window, &id);
    scrim_status ready = scrim_scene_frame_ready(log->scene, output);
    size_t used = strlen(log->text);
    snprintf(log->text + used, sizeof log->text - used, "%u(%u%u%s) ", output, covered[0], covered[1],
             added == SCRIM_ERROR_BUSY && ready == SCRIM_ERROR_BUSY && id == 7 ? "" : "!");
    scrim_scene_destroy(log->destroyed);
}

static void log_free(void *user_data) { ((struct log *)user_data)->frees++; }

static void test_R4__activity_covers_at_once_and_uncovers_by_a_ready_frame(void **state) {
    (void)state;
    scrim_scene *scene = make_scene(2);
    struct log log = {.scene = scene};
    assert_int_equal(scrim_scene_set_cover_callback(scene, log_cover, &log, log_free), SCRIM_OK);
    assert_true(is_covered(scene, 0) && is_covered(scene, 1));
    scrim_redact_report report = SCRIM_REDACT_REPORT_INIT;
    assert_int_equal(protect(scene, NULL, &report), SCRIM_OK);
    assert_int_equal(report.outcome, SCRIM_OUTCOME_COVERED);
    assert_int_equal(report.pixels, SIDE * SIDE);
    assert_frame_is(0);

    /* A ready frame uncovers nothing while the application is inactive; becoming active uncovers nothing by itself. */
    assert_int_equal(scrim_scene_frame_ready(scene, 0), SCRIM_OK);
    assert_true(is_covered(scene, 0));
    assert_int_equal(scrim_scene_set_activity(scene, 0, SCRIM_ACTIVITY_ACTIVE), SCRIM_OK);
    assert_true(is_covered(scene, 0));
    assert_int_equal(scrim_scene_frame_ready(scene, 0), SCRIM_OK);
    assert_false(is_covered(scene, 0));
    assert_true(is_covered(scene, 1));
    assert_int_equal(protect(scene, NULL, NULL), SCRIM_OK);
    assert_frame_is(UNTOUCHED);
    assert_string_equal(log.text, "");

    /* Resign: told of the one that was not covered. Twice: no more. Background, foreground, active: covered throughout. */
    assert_int_equal(scrim_scene_set_activity(scene, 0, SCRIM_ACTIVITY_INACTIVE), SCRIM_OK);
    assert_string_equal(log.text, "0(11) ");
    assert_int_equal(scrim_scene_set_activity(scene, 0, SCRIM_ACTIVITY_INACTIVE), SCRIM_OK);
    assert_int_equal(scrim_scene_set_activity(scene, 0, SCRIM_ACTIVITY_BACKGROUND), SCRIM_OK);
    assert_int_equal(scrim_scene_set_activity(scene, 0, SCRIM_ACTIVITY_INACTIVE), SCRIM_OK);
    assert_int_equal(scrim_scene_frame_ready(scene, 0), SCRIM_OK);
    assert_true(is_covered(scene, 0));
    assert_string_equal(log.text, "0(11) ");
    activate(scene, 2);
    assert_false(is_covered(scene, 0) || is_covered(scene, 1));

    /* The worst window counts, until it is active again or gone. */
    scrim_id window = add_window(scene, (scrim_rect){0, 0, 10, 10}, SHOWN, 0);
    scrim_id other = add_window(scene, (scrim_rect){0, 0, 10, 10}, SHOWN, 0);
    log.text[0] = 0;
    assert_int_equal(scrim_scene_set_activity(scene, window, SCRIM_ACTIVITY_BACKGROUND), SCRIM_OK);
    assert_string_equal(log.text, "0(11) 1(11) ");
    assert_int_equal(scrim_scene_set_activity(scene, other, SCRIM_ACTIVITY_INACTIVE), SCRIM_OK);
    assert_int_equal(scrim_scene_set_activity(scene, other, SCRIM_ACTIVITY_ACTIVE), SCRIM_OK);
    assert_int_equal(scrim_scene_frame_ready(scene, 1), SCRIM_OK);
    assert_true(is_covered(scene, 1));
    assert_int_equal(scrim_scene_remove(scene, window), SCRIM_OK);
    assert_true(is_covered(scene, 1));
    assert_int_equal(scrim_scene_frame_ready(scene, 1), SCRIM_OK);
    assert_false(is_covered(scene, 1));
    assert_true(is_covered(scene, 0));
    uint32_t covered = 7;
    assert_int_equal(scrim_scene_is_covered(scene, 2, &covered), SCRIM_ERROR_NOT_FOUND);
    assert_int_equal(scrim_scene_frame_ready(scene, 40), SCRIM_ERROR_NOT_FOUND);
    assert_int_equal(covered, 7);
    scrim_scene_destroy(scene);
    assert_int_equal(log.frees, 1);
}

static void test_cover_callback__may_destroy_its_scene(void **state) {
    (void)state;
    scrim_scene *scene = make_scene(2);
    struct log log = {.scene = scene, .destroyed = scene};
    activate(scene, 2);
    assert_int_equal(scrim_scene_set_cover_callback(scene, log_cover, &log, log_free), SCRIM_OK);
    assert_int_equal(scrim_scene_set_activity(scene, 0, SCRIM_ACTIVITY_INACTIVE), SCRIM_OK);
    /* Put off until the call returned: both outputs were told of, by a scene that still answered. */
    assert_string_equal(log.text, "0(11) 1(11) ");
    assert_int_equal(log.frees, 1);
    assert_int_equal(scrim_scene_frame_ready(scene, 0), SCRIM_ERROR_INVALID_HANDLE);
    assert_int_equal(scrim_live_handles(SCRIM_KIND_SCENE), 0);
}

/* What a user_data_free sees and does. */
struct freed {
    scrim_scene *scene;
    int count;
    scrim_status const_call, mutating_call;
};

static void use_and_destroy(void *user_data) {
    struct freed *freed = user_data;
    uint32_t covered;
    freed->count++;
    freed->const_call = scrim_scene_is_covered(freed->scene, 0, &covered);
    freed->mutating_call = scrim_scene_frame_ready(freed->scene, 0);
    scrim_scene_destroy(freed->scene);
}

static void test_user_data_free__is_called_once(void **state) {
    (void)state;
    scrim_scene *scene = make_scene(1);
    struct freed first = {0}, second = {.scene = scene};
    assert_int_equal(scrim_scene_set_cover_callback(scene, NULL, &first, use_and_destroy), SCRIM_OK);
    assert_int_equal(first.count, 0);
    assert_int_equal(scrim_scene_set_cover_callback(scene, NULL, &second, use_and_destroy), SCRIM_OK);
    assert_int_equal(first.count, 1);
    assert_int_equal(second.count, 0);
    /* On replacement it is a callback like any other: destroying is put off to the end of the call. */
    struct freed third = {0};
    assert_int_equal(scrim_scene_set_cover_callback(scene, NULL, &third, use_and_destroy), SCRIM_OK);
    assert_int_equal(second.count, 1);
    assert_int_equal(second.const_call, SCRIM_OK);
    assert_int_equal(second.mutating_call, SCRIM_ERROR_BUSY);
    assert_int_equal(third.count, 1);
    assert_int_equal(first.count, 1);
    assert_int_equal(scrim_live_handles(SCRIM_KIND_ANY), 0);

    /* On destruction the handle is invalid already. */
    scene = make_scene(1);
    struct freed last = {.scene = scene};
    assert_int_equal(scrim_scene_set_cover_callback(scene, NULL, &last, use_and_destroy), SCRIM_OK);
    scrim_scene_destroy(scene);
    assert_int_equal(last.count, 1);
    assert_int_equal(last.const_call, SCRIM_ERROR_INVALID_HANDLE);
    assert_int_equal(last.mutating_call, SCRIM_ERROR_INVALID_HANDLE);
    /* A call that fails has not taken the data over. */
    assert_int_equal(scrim_scene_set_cover_callback(scene, NULL, &last, use_and_destroy), SCRIM_ERROR_INVALID_HANDLE);
    assert_int_equal(last.count, 1);
}

static void destroy_gestures(void *user_data) { scrim_gestures_destroy(*(scrim_gestures **)user_data); }

/* Put off while the callback runs, and done before the scene's own destruction returns. */
static void test_user_data_free__may_destroy_what_depends_on_the_scene(void **state) {
    (void)state;
    scrim_scene *scene = make_scene(1);
    scrim_gestures_options options = SCRIM_GESTURES_OPTIONS_INIT;
    scrim_gestures *gestures[2];
    for (int i = 0; i < 2; i++)
        assert_int_equal(scrim_gestures_create(scene, &options, &gestures[i]), SCRIM_OK);
    assert_int_equal(scrim_scene_set_cover_callback(scene, NULL, &gestures[0], destroy_gestures), SCRIM_OK);
    scrim_scene_destroy(scene);
    assert_int_equal(scrim_live_handles(SCRIM_KIND_SCENE), 0);
    assert_int_equal(scrim_live_handles(SCRIM_KIND_GESTURES), 1);
    scrim_gestures_destroy(gestures[1]);
    assert_int_equal(scrim_live_handles(SCRIM_KIND_ANY), 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_R1__covers_a_secure_view_and_what_protrudes_from_it),
        cmocka_unit_test(test_protect__clips_by_ancestors_that_clip),
        cmocka_unit_test(test_protect__a_secure_window),
        cmocka_unit_test(test_protect__hidden_shows_nothing_and_alpha_changes_nothing),
        cmocka_unit_test(test_R5__toggling_leaves_no_residue),
        cmocka_unit_test(test_protect__origin_scale_and_style),
        cmocka_unit_test(test_protect__refuses_what_can_be_read_back),
        cmocka_unit_test(test_R15__what_cannot_protect_says_so_and_covers),
        cmocka_unit_test(test_hit_test__order_edges_and_what_is_never_hit),
        cmocka_unit_test(test_remove__takes_everything_inside_and_no_id_comes_back),
        cmocka_unit_test(test_add_view__stops_at_the_limits),
        cmocka_unit_test(test_update__changes_nothing_on_an_error),
        cmocka_unit_test(test_R4__activity_covers_at_once_and_uncovers_by_a_ready_frame),
        cmocka_unit_test(test_cover_callback__may_destroy_its_scene),
        cmocka_unit_test(test_user_data_free__is_called_once),
        cmocka_unit_test(test_user_data_free__may_destroy_what_depends_on_the_scene),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
