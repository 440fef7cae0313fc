/* SPDX-License-Identifier: MIT */
/* Texts that views of a scene show, for tests. */
#ifndef SCRIM_TESTS_SHOWN_TEXTS_H
#define SCRIM_TESTS_SHOWN_TEXTS_H

#include "support/support.h"

#include "scene_fixture.h"

/* A text that a view of the topmost window shows, and what it told. */
struct fixture {
    scrim_scene *scene;
    scrim_text *text;
    scrim_id window, box, view;
    int told;
    scrim_status mutated, asked;
    scrim_text *destroys;
    scrim_scene *destroys_scene;
};

UNUSED static void display_changed(void *data) {
    struct fixture *fixture = data;
    size_t count = 0;
    fixture->told++;
    fixture->asked = scrim_text_count(fixture->text, &count);
    fixture->mutated = scrim_text_reveal(fixture->text, 1);
    if (fixture->mutated == SCRIM_ERROR_BUSY)
        fixture->mutated = scrim_scene_detach_text(fixture->scene, fixture->view);
    scrim_text_destroy(fixture->destroys);
    scrim_scene_destroy(fixture->destroys_scene);
}

UNUSED static scrim_text *new_shown_text(struct fixture *fixture) {
    scrim_text_options options = SCRIM_TEXT_OPTIONS_INIT;
    scrim_text_callbacks callbacks = SCRIM_TEXT_CALLBACKS_INIT;
    scrim_text *text = NULL;
    options.mask_delay_ns = 1000000000;
    OK(scrim_text_create(&options, &text));
    fixture->text = text;
    callbacks.display_changed = display_changed;
    OK(scrim_text_set_callbacks(text, &callbacks, fixture, NULL));
    OK(scrim_text_advance(text, 1));
    OK(scrim_text_set(text, "rose", 4));
    return text;
}

UNUSED static void make_well(scrim_scene *scene) {
    OK(scrim_scene_set_activity(scene, 0, SCRIM_ACTIVITY_ACTIVE));
}

UNUSED static struct fixture *new_fixture(void) {
    static struct fixture fixture;
    fixture = (struct fixture){.scene = new_scene()};
    make_well(fixture.scene);
    fixture.window = add_window(fixture.scene, (scrim_rect){0, 0, 100, 100}, SHOWN, 0);
    fixture.box = add_view(fixture.scene, fixture.window, (scrim_rect){0, 0, 50, 50}, SHOWN);
    fixture.view = add_view(fixture.scene, fixture.box, (scrim_rect){10, 10, 20, 10}, SHOWN | SCRIM_VIEW_PUBLIC);
    new_shown_text(&fixture);
    OK(scrim_scene_attach_text(fixture.scene, fixture.view, fixture.text));
    fixture.told = 0;
    return &fixture;
}

UNUSED static void end(struct fixture *fixture) {
    scrim_text_destroy(fixture->text);
    scrim_scene_destroy(fixture->scene);
    assert_int_equal(scrim_live_handles(SCRIM_HANDLE_ANY), 0);
}

UNUSED static void note_revealed(const void *bytes, size_t length, size_t count, uint32_t revealed, void *data) {
    (void)bytes, (void)length, (void)count;
    *(uint32_t *)data |= revealed;
}

UNUSED static int reveals(const scrim_text *text) {
    uint32_t revealed = 0;
    OK(scrim_text_display(text, 1, note_revealed, &revealed));
    return (int)revealed;
}

UNUSED static void reveal(struct fixture *fixture) {
    OK(scrim_text_reveal(fixture->text, 1));
    assert_true(reveals(fixture->text));
    fixture->told = 0;
}

#endif
