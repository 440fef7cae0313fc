/* SPDX-License-Identifier: MIT */
/* Scenes for tests: short ways to make one and to ask it. */
#ifndef SCRIM_TESTS_SCENE_FIXTURE_H
#define SCRIM_TESTS_SCENE_FIXTURE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include <scrim.h>

#define ASSERT_OK(call) assert_int_equal((call), SCRIM_OK)

#define SHOWN ((uint32_t)SCRIM_VIEW_INTERACTIVE)

static inline scrim_scene *new_scene(void) {
    scrim_scene_options options = SCRIM_SCENE_OPTIONS_INIT;
    scrim_scene *scene = NULL;
    ASSERT_OK(scrim_scene_create(&options, &scene));
    return scene;
}

static inline scrim_id add_window(scrim_scene *scene, scrim_rect frame, uint32_t flags, int32_t level) {
    scrim_window window = SCRIM_WINDOW_INIT;
    scrim_id id = 0;
    window.frame = frame;
    window.flags = flags;
    window.level = level;
    ASSERT_OK(scrim_scene_add_window(scene, &window, &id));
    return id;
}

static inline scrim_view view_with(scrim_rect frame, uint32_t flags) {
    scrim_view view = SCRIM_VIEW_INIT;
    view.frame = frame;
    view.flags = flags;
    return view;
}

static inline scrim_id add_view(scrim_scene *scene, scrim_id parent, scrim_rect frame, uint32_t flags) {
    scrim_view view = view_with(frame, flags);
    scrim_id id = 0;
    ASSERT_OK(scrim_scene_add_view(scene, parent, &view, &id));
    return id;
}

/* What is hit: the view, or where none is the window. */
static inline scrim_id hit_at(const scrim_scene *scene, double x, double y) {
    scrim_id window = 0, view = 0;
    ASSERT_OK(scrim_scene_hit_test(scene, x, y, &window, &view));
    return view ? view : window;
}

static inline scrim_id focused_window(const scrim_scene *scene) {
    scrim_id window = 0;
    ASSERT_OK(scrim_scene_focused(scene, &window));
    return window;
}

static inline scrim_id select_at(scrim_scene *scene, double x, double y) {
    scrim_id view = 0, selected = 0;
    ASSERT_OK(scrim_scene_select(scene, x, y, &view));
    ASSERT_OK(scrim_scene_selected(scene, &selected));
    assert_int_equal(selected, view);
    return view;
}

static inline int is_secure_at(const scrim_scene *scene, double x, double y) {
    uint32_t secure = 9;
    ASSERT_OK(scrim_scene_is_secure_at(scene, x, y, &secure));
    return (int)secure;
}

static inline int is_secure(const scrim_scene *scene, scrim_id id) {
    uint32_t secure = 9;
    ASSERT_OK(scrim_scene_is_secure(scene, id, &secure));
    return (int)secure;
}

#endif
