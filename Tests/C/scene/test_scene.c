/* SPDX-License-Identifier: MIT */
/* scrim_scene: what is private, and what protect covers. */
#include <math.h>

#include "scene_frames.h"

/* ---- What is private ---- */

static void test_protect__covers_a_secure_view_and_what_protrudes_from_it(void **state) {
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

static void test_protect__toggling_leaves_no_residue(void **state) {
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

/* It goes from one list of regions to another. That changes nothing about the view beside it. */
static void test_protect__a_view_of_which_only_touches_were_private(void **state) {
    (void)state;
    scrim_scene *scene = make_scene(1);
    activate(scene, 1);
    scrim_id window = add_window(scene, (scrim_rect){0, 0, 100, 100}, SHOWN, 0);
    add_view(scene, window, (scrim_rect){10, 10, 20, 20}, SECURE);
    const scrim_rect all[] = {{10, 10, 20, 20}, {50, 50, 10, 10}};
    scrim_view view = view_of(all[1], SHOWN, 1.0);
    view.touch_privacy = SCRIM_TOUCH_PRIVACY_COARSE;
    scrim_id card = 0;
    assert_int_equal(scrim_scene_add_view(scene, window, &view, &card), SCRIM_OK);
    for (int i = 0; i < 4; i++) {
        assert_private(scene, all, i % 2 ? 2 : 1);
        view.flags = i % 2 ? SHOWN : SECURE;
        assert_int_equal(scrim_scene_update_view(scene, card, &view), SCRIM_OK);
    }
    scrim_scene_destroy(scene);
}

static void test_protect__origin_scale_and_style(void **state) {
    (void)state;
    scrim_scene *scene = make_scene(2);
    activate(scene, 2);
    scrim_id window = add_window(scene, (scrim_rect){1000, 500, 50, 50}, SHOWN, 0);
    add_view(scene, window, (scrim_rect){10, 10, 20.25, 5}, SECURE);
    scrim_scene_redact_options options = SCRIM_SCENE_REDACT_OPTIONS_INIT;
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
        {SCRIM_STYLE_SOLID, 0, SCRIM_OK, SCRIM_STYLE_CLASS_SOLID},
        {SCRIM_STYLE_FROST, 0, SCRIM_OK, SCRIM_STYLE_CLASS_SYNTHETIC},
        {SCRIM_STYLE_TILES, 0, SCRIM_OK, SCRIM_STYLE_CLASS_SYNTHETIC},
        {SCRIM_STYLE_BLUR, 4, SCRIM_ERROR_REVERSIBLE_STYLE, SCRIM_STYLE_CLASS_SOLID},
        {SCRIM_STYLE_PIXELATE, 4, SCRIM_ERROR_REVERSIBLE_STYLE, SCRIM_STYLE_CLASS_SOLID},
        {SCRIM_STYLE_EFFECT, 4, SCRIM_ERROR_REVERSIBLE_STYLE, SCRIM_STYLE_CLASS_SOLID},
        {SCRIM_STYLE_LIGHT, 0, SCRIM_ERROR_REVERSIBLE_STYLE, SCRIM_STYLE_CLASS_SOLID},
        {SCRIM_STYLE_EXTRA_LIGHT, 0, SCRIM_ERROR_REVERSIBLE_STYLE, SCRIM_STYLE_CLASS_SOLID},
        {SCRIM_STYLE_DARK, 0, SCRIM_ERROR_REVERSIBLE_STYLE, SCRIM_STYLE_CLASS_SOLID},
        {SCRIM_STYLE_TINT, 0, SCRIM_ERROR_REVERSIBLE_STYLE, SCRIM_STYLE_CLASS_SOLID},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        scrim_scene_redact_options options = SCRIM_SCENE_REDACT_OPTIONS_INIT;
        scrim_redact_report report = SCRIM_REDACT_REPORT_INIT;
        options.style.kind = cases[i].kind;
        options.style.amount = cases[i].amount;
        assert_int_equal(protect(scene, &options, &report), cases[i].status);
        assert_int_equal(report.outcome, SCRIM_OUTCOME_OK);
        assert_int_equal(report.weakest_class, cases[i].strength);
        assert_int_equal(report.pixels, 400);
        for (int y = 0; y < SIDE; y++)
            for (int x = 0; x < SIDE; x++) {
                int inside = x >= 10 && x < 30 && y >= 10 && y < 30;
                if (!inside)
                    assert_int_equal(pixels[y * STRIDE + x], UNTOUCHED);
                else if (cases[i].strength == SCRIM_STYLE_CLASS_SOLID)
                    assert_int_equal(pixels[y * STRIDE + x], 0);
            }
    }
    scrim_scene_destroy(scene);
}

static void assert_fails_closed(const scrim_scene *scene, const scrim_scene_redact_options *options, scrim_status expected) {
    scrim_redact_report report = SCRIM_REDACT_REPORT_INIT;
    assert_int_equal(protect(scene, options, &report), expected);
    assert_frame_is(0);
    assert_int_equal(report.outcome, SCRIM_OUTCOME_COVERED);
    assert_int_equal(report.pixels, SIDE * SIDE);
}

static void test_protect__what_cannot_protect_says_so_and_covers(void **state) {
    (void)state;
    scrim_scene *scene = make_scene(1);
    activate(scene, 1);
    add_window(scene, (scrim_rect){0, 0, 100, 100}, SHOWN, 0);
    scrim_scene_redact_options options = SCRIM_SCENE_REDACT_OPTIONS_INIT;
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
    assert_int_equal(scrim_scene_redact(scene, NULL, NULL, &report), SCRIM_ERROR_INVALID_ARGUMENT);
    assert_int_equal(report.outcome, SCRIM_OUTCOME_DISCARD);
}

/* A dialog that belongs to a view is secure while the view is, and so is what belongs to the dialog. */
static void test_owners__make_their_windows_secure(void **state) {
    (void)state;
    scrim_scene_options options = SCRIM_SCENE_OPTIONS_INIT;
    scrim_scene *scene = NULL;
    assert_int_equal(scrim_scene_create(&options, &scene), SCRIM_OK);
    scrim_window window = SCRIM_WINDOW_INIT;
    window.frame = (scrim_rect){0, 0, 100, 100};
    scrim_id back = 0, holder = 0, dialog = 0, menu = 0;
    assert_int_equal(scrim_scene_add_window(scene, &window, &back), SCRIM_OK);
    scrim_view view = SCRIM_VIEW_INIT;
    view.frame = (scrim_rect){0, 0, 10, 10};
    assert_int_equal(scrim_scene_add_view(scene, back, &view, &holder), SCRIM_OK);
    window.frame = (scrim_rect){200, 0, 50, 50};
    window.owner = holder;
    assert_int_equal(scrim_scene_add_window(scene, &window, &dialog), SCRIM_OK);
    window.frame = (scrim_rect){300, 0, 50, 50};
    window.owner = dialog;
    assert_int_equal(scrim_scene_add_window(scene, &window, &menu), SCRIM_OK);
    for (int round = 0; round < 4; round++) {
        uint32_t secure = 9, flags[] = {SCRIM_VIEW_SECURE, 0};
        view.flags = flags[round % 2];
        assert_int_equal(scrim_scene_update_view(scene, holder, &view), SCRIM_OK);
        assert_int_equal(scrim_scene_is_secure(scene, dialog, &secure), SCRIM_OK);
        assert_int_equal(secure, round % 2 == 0);
        assert_int_equal(scrim_scene_is_secure(scene, menu, &secure), SCRIM_OK);
        assert_int_equal(secure, round % 2 == 0);
    }
    /* What is removed has been secure for all that is known. */
    uint32_t secure = 9;
    assert_int_equal(scrim_scene_remove(scene, holder), SCRIM_OK);
    assert_int_equal(scrim_scene_is_secure(scene, menu, &secure), SCRIM_OK);
    assert_int_equal(secure, 1);
    scrim_scene_destroy(scene);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_protect__covers_a_secure_view_and_what_protrudes_from_it),
        cmocka_unit_test(test_protect__clips_by_ancestors_that_clip),
        cmocka_unit_test(test_protect__a_secure_window),
        cmocka_unit_test(test_protect__hidden_shows_nothing_and_alpha_changes_nothing),
        cmocka_unit_test(test_protect__toggling_leaves_no_residue),
        cmocka_unit_test(test_protect__a_view_of_which_only_touches_were_private),
        cmocka_unit_test(test_protect__origin_scale_and_style),
        cmocka_unit_test(test_protect__refuses_what_can_be_read_back),
        cmocka_unit_test(test_owners__make_their_windows_secure),
        cmocka_unit_test(test_protect__what_cannot_protect_says_so_and_covers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
