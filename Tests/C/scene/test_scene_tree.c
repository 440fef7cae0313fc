/* SPDX-License-Identifier: MIT */
/* scrim_scene: what is hit, and the tree of windows and views. */
#include <math.h>
#include <stdio.h>

#include "scene_frames.h"

static scrim_id hit(const scrim_scene *scene, double x, double y, scrim_id *window) {
    scrim_id view = 0;
    assert_int_equal(scrim_scene_hit_test(scene, x, y, window, &view), SCRIM_OK);
    return view;
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

/* Its right edge is rounded to its left one. Still it contains its first point, which is secure too. */
static void test_hit_test__a_view_too_thin_for_its_coordinates(void **state) {
    (void)state;
    const double far = SCRIM_MAX_COORDINATE / 2.0;
    scrim_scene *scene = make_scene(1);
    scrim_id window = 0, top = add_window(scene, (scrim_rect){far, far, 100, 100}, SHOWN, 0);
    scrim_id upright = add_view(scene, top, (scrim_rect){10, 10, 1e-9, 20}, SECURE);
    scrim_id flat = add_view(scene, top, (scrim_rect){50, 50, 20, 1e-9}, SECURE);
    assert_int_equal(hit(scene, far + 10, far + 15, &window), upright);
    assert_int_equal(hit(scene, far + 55, far + 50, &window), flat);
    assert_int_equal(hit(scene, far + 11, far + 15, &window), 0);
    assert_true(is_secure_at(scene, far + 10, far + 15) && is_secure_at(scene, far + 55, far + 50));
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

/* ---- Names ---- */

/* A chain of one class is two names: the class, and the chain. So is a recognizer's class together with an action. */
enum {
    NAMES = 65535
};

static scrim_string next_class(void) {
    static char name[16];
    static unsigned count;
    return (scrim_string){name, (size_t)snprintf(name, sizeof name, "Class%u", count++)};
}

static scrim_status update_with_new_class(scrim_scene *scene, scrim_id id) {
    const scrim_string name = next_class();
    scrim_view view = view_of((scrim_rect){0, 0, 1, 1}, SHOWN, 1.0);
    view.classes = &name;
    view.class_count = 1;
    return scrim_scene_update_view(scene, id, &view);
}

/* Fills the table of names up to three. */
static void fill_names(scrim_scene *scene, scrim_id view, int used) {
    for (int i = used; i + 2 <= NAMES - 3; i += 2)
        assert_int_equal(update_with_new_class(scene, view), SCRIM_OK);
}

/* Another name fits, and after it none. */
static void assert_names_left(scrim_scene *scene, scrim_id view) {
    assert_int_equal(update_with_new_class(scene, view), SCRIM_OK);
    assert_int_equal(update_with_new_class(scene, view), SCRIM_ERROR_LIMIT);
}

static void test_names__a_call_that_fails_uses_none(void **state) {
    (void)state;
    static char long_text[SCRIM_MAX_CONTENT + 1];
    scrim_scene *scene = make_scene(1);
    scrim_id window = add_window(scene, (scrim_rect){0, 0, 100, 100}, SHOWN, 0), parent = window, deepest = 0, id = 0;
    for (int depth = 1; depth <= SCRIM_SCENE_MAX_DEPTH; depth++)
        deepest = parent = add_view(scene, parent, (scrim_rect){0, 0, 9, 9}, SHOWN);
    fill_names(scene, deepest, 0);
    for (int i = 0; i < 8; i++) {
        scrim_string names[2] = {next_class(), {"\xC3", 1}};
        scrim_view view = view_of((scrim_rect){0, 0, 1, 1}, SHOWN, 1.0);
        view.classes = names;
        view.class_count = 1;
        scrim_status expected = SCRIM_ERROR_INVALID_ARGUMENT;
        if (i == 0)
            view.alpha = 2;
        if (i == 1)
            view.flags = UINT32_C(1) << 31;
        if (i == 2)
            view.frame.x = NAN;
        if (i == 3)
            view.content = (scrim_string){long_text, sizeof long_text};
        if (i == 4)
            view.content = (scrim_string){NULL, 1};
        if (i == 5)
            view.content = names[1];
        if (i == 6)
            view.class_count = 2;
        if (i == 5 || i == 6)
            expected = SCRIM_ERROR_INVALID_UTF8;
        if (i == 7)
            expected = SCRIM_ERROR_NOT_FOUND;
        assert_int_equal(scrim_scene_add_view(scene, i == 7 ? UINT64_MAX : window, &view, &id), expected);
        assert_int_equal(scrim_scene_update_view(scene, i == 7 ? window : deepest, &view), expected);
        if (i == 7) {
            assert_int_equal(scrim_scene_update_view(scene, UINT64_MAX, &view), SCRIM_ERROR_NOT_FOUND);
            assert_int_equal(scrim_scene_add_view(scene, deepest, &view, &id), SCRIM_ERROR_LIMIT);
        }
    }
    assert_names_left(scene, deepest);
    scrim_scene_destroy(scene);
}

static void test_names__metadata_that_is_refused_uses_none(void **state) {
    (void)state;
    static char long_text[SCRIM_MAX_CONTENT + 1];
    static const scrim_property empty_key = {{"", 0}, {"a", 1}}, bad_value = {{"a", 1}, {"\xC3", 1}};
    scrim_scene *scene = make_scene(1);
    scrim_id window = add_window(scene, (scrim_rect){0, 0, 100, 100}, SHOWN, 0);
    scrim_id card = add_view(scene, window, (scrim_rect){10, 10, 20, 20}, SHOWN);
    fill_names(scene, card, 0);
    for (int i = 0; i < 9; i++) {
        scrim_string names[2] = {next_class(), {long_text, SCRIM_MAX_NAME + 1}};
        scrim_view_metadata metadata = SCRIM_VIEW_METADATA_INIT;
        metadata.screen_classes = names;
        metadata.screen_class_count = 1;
        scrim_status expected = SCRIM_ERROR_INVALID_ARGUMENT;
        if (i == 0)
            metadata.id = names[1];
        if (i == 1)
            metadata.screen = names[1];
        if (i == 2)
            metadata.title = names[1];
        if (i == 3)
            metadata.properties = &empty_key;
        if (i == 4)
            metadata.properties = &bad_value;
        metadata.property_count = i == 3 || i == 4;
        if (i == 5)
            metadata.screen_class_count = 2;
        if (i == 6)
            metadata.value_kind = 99;
        if (i == 7)
            metadata.property_count = SCRIM_MAX_PROPERTIES + 1, metadata.properties = &bad_value;
        if (i == 4)
            expected = SCRIM_ERROR_INVALID_UTF8;
        if (i == 7)
            expected = SCRIM_ERROR_LIMIT;
        if (i == 8)
            expected = SCRIM_ERROR_NOT_FOUND;
        assert_int_equal(scrim_scene_set_metadata(scene, i == 8 ? UINT64_MAX : card, &metadata), expected);
    }
    assert_names_left(scene, card);
    scrim_scene_destroy(scene);
}

static void test_names__recognizers_and_actions_that_are_refused_use_none(void **state) {
    (void)state;
    scrim_scene *scene = make_scene(1);
    scrim_id window = add_window(scene, (scrim_rect){0, 0, 100, 100}, SHOWN, 0), id = 0, other = 0;
    scrim_id card = add_view(scene, window, (scrim_rect){10, 10, 20, 20}, SHOWN);
    scrim_gestures_options options = SCRIM_GESTURES_OPTIONS_INIT;
    scrim_gestures *gestures = NULL;
    assert_int_equal(scrim_gestures_create(scene, &options, &gestures), SCRIM_OK);
    scrim_recognizer recognizer = SCRIM_RECOGNIZER_TAP_INIT;
    recognizer.view = card;
    const scrim_string known = {"Known", 5};
    recognizer.classes = &known;
    recognizer.class_count = 1;
    assert_int_equal(scrim_gestures_add(gestures, &recognizer, &id), SCRIM_OK);
    for (uint64_t target = 1; target <= SCRIM_MAX_ACTIONS; target++)
        assert_int_equal(scrim_gestures_add_action(gestures, id, target, "pay", 3), SCRIM_OK);
    fill_names(scene, card, 2);
    for (int i = 0; i < 3; i++) {
        const scrim_string name = next_class();
        scrim_recognizer wrong = recognizer;
        wrong.classes = &name;
        if (i == 0)
            wrong.view = UINT64_MAX;
        if (i == 1)
            wrong.taps = 99;
        if (i == 2)
            wrong.directions = 1;
        assert_int_equal(scrim_gestures_add(gestures, &wrong, &other), i == 0 ? SCRIM_ERROR_NOT_FOUND : SCRIM_ERROR_INVALID_ARGUMENT);
        assert_int_equal(scrim_gestures_add_action(gestures, id, 99, name.data, name.length), SCRIM_ERROR_LIMIT);
    }
    assert_int_equal(scrim_gestures_add_action(gestures, id, 7, "pay", 3), SCRIM_OK);
    assert_names_left(scene, card);
    scrim_gestures_destroy(gestures);
    scrim_scene_destroy(scene);
}

static void test_frames__begin_and_end_within_the_coordinates(void **state) {
    (void)state;
    const double most = SCRIM_MAX_COORDINATE;
    const struct {
        scrim_rect frame;
        scrim_status expected;
    } cases[] = {
        {{-most, -most, 2, 2}, SCRIM_OK},
        {{most - 2, most - 2, 2, 2}, SCRIM_OK},
        {{-most - 1, 0, 2, 2}, SCRIM_ERROR_INVALID_ARGUMENT},
        {{0, -most - 1, 2, 2}, SCRIM_ERROR_INVALID_ARGUMENT},
        {{most - 1, 0, 2, 2}, SCRIM_ERROR_INVALID_ARGUMENT},
        {{0, most - 1, 2, 2}, SCRIM_ERROR_INVALID_ARGUMENT},
    };
    scrim_scene *scene = make_scene(1);
    scrim_id window = add_window(scene, (scrim_rect){0, 0, 100, 100}, SHOWN, 0), id = 0;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        scrim_view view = view_of(cases[i].frame, SHOWN, 1.0);
        assert_int_equal(scrim_scene_add_view(scene, window, &view, &id), cases[i].expected);
    }
    scrim_scene_destroy(scene);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_hit_test__order_edges_and_what_is_never_hit),
        cmocka_unit_test(test_hit_test__a_view_too_thin_for_its_coordinates),
        cmocka_unit_test(test_remove__takes_everything_inside_and_no_id_comes_back),
        cmocka_unit_test(test_add_view__stops_at_the_limits),
        cmocka_unit_test(test_update__changes_nothing_on_an_error),
        cmocka_unit_test(test_names__a_call_that_fails_uses_none),
        cmocka_unit_test(test_names__metadata_that_is_refused_uses_none),
        cmocka_unit_test(test_names__recognizers_and_actions_that_are_refused_use_none),
        cmocka_unit_test(test_frames__begin_and_end_within_the_coordinates),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
