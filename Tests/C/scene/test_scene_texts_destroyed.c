/* SPDX-License-Identifier: MIT */
/* Texts that views of a scene show: destroyed in any order, and in what groups they are. */
#include "shown_texts.h"

/* ---- Destruction ---- */

static void test_destroy__in_any_order(void **state) {
    (void)state;
    /* The scene first: nobody shows the text any more. */
    struct fixture *fixture = new_fixture();
    reveal(fixture);
    scrim_scene_destroy(fixture->scene);
    assert_false(reveals(fixture->text));
    assert_int_equal(fixture->told, 1);
    reveal(fixture);
    end(fixture);
    /* The text first: what the screen shows of it is still secure. */
    fixture = new_fixture();
    scrim_text_destroy(fixture->text);
    assert_true(is_secure(fixture->scene, fixture->view));
    OK(scrim_scene_set_captured(fixture->scene, 1));
    ANSWERS(scrim_scene_attach_text(fixture->scene, fixture->view, fixture->text), SCRIM_ERROR_INVALID_HANDLE);
    scrim_text *another = new_text(8);
    ANSWERS(scrim_scene_attach_text(fixture->scene, fixture->view, another), SCRIM_ERROR_INVALID_STATE);
    OK(scrim_scene_detach_text(fixture->scene, fixture->view));
    assert_false(is_secure(fixture->scene, fixture->view));
    OK(scrim_scene_attach_text(fixture->scene, fixture->view, another));
    scrim_text_destroy(another);
    end(fixture);
}

/* Put off to the end of the call, and done then: the text while it tells that it is free, its scene, or both. */
static void test_destroy__from_display_changed(void **state) {
    (void)state;
    for (int what = 1; what < 4; what++)
        for (int call = 0; call < 4; call++) {
            struct fixture *fixture = new_fixture();
            scrim_text *second = new_text(8);
            OK(scrim_scene_attach_text(fixture->scene, fixture->window, second));
            reveal(fixture);
            fixture->destroys = what & 1 ? fixture->text : NULL;
            fixture->destroys_scene = what & 2 ? fixture->scene : NULL;
            switch (call) {
            case 0:
                OK(scrim_scene_set_captured(fixture->scene, 1));
                break;
            case 1:
                OK(scrim_scene_remove(fixture->scene, fixture->view));
                break;
            case 2:
                OK(scrim_scene_detach_text(fixture->scene, fixture->view));
                break;
            case 3:
                scrim_scene_destroy(fixture->scene);
                break;
            }
            assert_int_equal(fixture->told, 1);
            assert_int_equal(scrim_live_handles(SCRIM_HANDLE_TEXT), what & 1 ? 1 : 2);
            assert_int_equal(scrim_live_handles(SCRIM_HANDLE_SCENE), what & 2 || call == 3 ? 0 : 1);
            scrim_text_destroy(second);
            fixture->destroys = NULL;
            end(fixture);
        }
}

/* ---- Groups ---- */

static scrim_status in_callback;

static void try_other(void *data) {
    scrim_scene *scene = data;
    in_callback = scrim_scene_set_captured(scene, 0);
}

/* Whether a callback of the text keeps the scene from being changed: whether the two are in one group. */
static int are_joined(scrim_text *text, scrim_scene *scene) {
    scrim_text_callbacks callbacks = SCRIM_TEXT_CALLBACKS_INIT;
    callbacks.display_changed = try_other;
    OK(scrim_text_set_callbacks(text, &callbacks, scene, NULL));
    OK(scrim_text_set_callbacks(text, NULL, NULL, NULL));
    return in_callback == SCRIM_ERROR_BUSY;
}

static void test_groups__are_joined_and_split(void **state) {
    (void)state;
    scrim_scene *scene = new_scene();
    scrim_id window = add_window(scene, (scrim_rect){0, 0, 9, 9}, SHOWN, 0);
    scrim_id view = add_view(scene, window, (scrim_rect){0, 0, 9, 9}, SHOWN);
    scrim_id third = add_view(scene, window, (scrim_rect){0, 0, 9, 9}, SHOWN);
    scrim_text *a = new_text(8), *b = new_text(8), *c = new_text(8);
    scrim_keypad *keypad = new_keypad();
    assert_false(are_joined(a, scene));
    OK(scrim_scene_attach_text(scene, window, a));
    OK(scrim_scene_attach_text(scene, view, b));
    OK(scrim_scene_attach_text(scene, third, c));
    OK(scrim_keypad_attach(keypad, a));
    assert_true(are_joined(a, scene) && are_joined(b, scene) && are_joined(c, scene));
    OK(scrim_scene_detach_text(scene, window));
    assert_true(!are_joined(a, scene) && are_joined(b, scene) && are_joined(c, scene));
    OK(scrim_scene_remove(scene, view));
    assert_true(!are_joined(b, scene) && are_joined(c, scene));
    OK(scrim_scene_attach_text(scene, window, a));
    /* By way of its text the keypad too; it leaves without taking that along. */
    OK(scrim_keypad_detach(keypad));
    assert_true(are_joined(a, scene));
    scrim_scene_destroy(scene);
    scrim_keypad_destroy(keypad);
    scrim_text_destroy(a);
    scrim_text_destroy(b);
    scrim_text_destroy(c);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_destroy__in_any_order),
        cmocka_unit_test(test_destroy__from_display_changed),
        cmocka_unit_test(test_groups__are_joined_and_split),
    };
    return cmocka_run_group_tests(tests, NULL, nothing_left);
}
