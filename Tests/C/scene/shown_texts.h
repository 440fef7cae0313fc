/* SPDX-License-Identifier: MIT */
/* Texts that views of a scene show, for tests. */
#ifndef SCRIM_TESTS_SHOWN_TEXTS_H
#define SCRIM_TESTS_SHOWN_TEXTS_H

#include "support/support.h"

#include "scene_fixture.h"

/* A text that a view of the topmost window shows, and what it told. */
struct stage {
    scrim_scene *scene;
    scrim_text *text;
    scrim_id window, box, view;
    int told;
    scrim_status mutated, asked;
    scrim_text *destroys;
    scrim_scene *destroys_scene;
};

UNUSED static void display_changed(void *data) {
    struct stage *stage = data;
    size_t count = 0;
    stage->told++;
    stage->asked = scrim_text_count(stage->text, &count);
    stage->mutated = scrim_text_reveal(stage->text, 1);
    if (stage->mutated == SCRIM_ERROR_BUSY)
        stage->mutated = scrim_scene_detach_text(stage->scene, stage->view);
    scrim_text_destroy(stage->destroys);
    scrim_scene_destroy(stage->destroys_scene);
}

UNUSED static scrim_text *new_shown_text(struct stage *stage) {
    scrim_text_options options = SCRIM_TEXT_OPTIONS_INIT;
    scrim_text_callbacks callbacks = SCRIM_TEXT_CALLBACKS_INIT;
    scrim_text *text = NULL;
    options.reveal_last_ns = 1000000000;
    OK(scrim_text_create(&options, &text));
    stage->text = text;
    callbacks.display_changed = display_changed;
    OK(scrim_text_set_callbacks(text, &callbacks, stage, NULL));
    OK(scrim_text_advance(text, 1));
    OK(scrim_text_set(text, "rose", 4));
    return text;
}

UNUSED static void make_well(scrim_scene *scene) {
    OK(scrim_scene_set_activity(scene, 0, SCRIM_ACTIVITY_ACTIVE));
}

UNUSED static struct stage *stage_of(void) {
    static struct stage stage;
    stage = (struct stage){.scene = stage_scene()};
    make_well(stage.scene);
    stage.window = stage_window(stage.scene, (scrim_rect){0, 0, 100, 100}, SHOWN, 0);
    stage.box = stage_view(stage.scene, stage.window, (scrim_rect){0, 0, 50, 50}, SHOWN);
    stage.view = stage_view(stage.scene, stage.box, (scrim_rect){10, 10, 20, 10}, SHOWN | SCRIM_VIEW_PUBLIC);
    new_shown_text(&stage);
    OK(scrim_scene_attach_text(stage.scene, stage.view, stage.text));
    stage.told = 0;
    return &stage;
}

UNUSED static void end(struct stage *stage) {
    scrim_text_destroy(stage->text);
    scrim_scene_destroy(stage->scene);
    assert_int_equal(scrim_live_handles(SCRIM_KIND_ANY), 0);
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

UNUSED static void reveal(struct stage *stage) {
    OK(scrim_text_reveal(stage->text, 1));
    assert_true(reveals(stage->text));
    stage->told = 0;
}

#endif
