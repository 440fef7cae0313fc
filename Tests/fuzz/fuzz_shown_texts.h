/* SPDX-License-Identifier: MIT */
/*
 * Texts that views of the scenes show. Whatever is done to either: what a view shows is secure, a text lends of itself only
 * what the user alone can see, and may always do so then; nothing after a snapshot; and each is told of that once.
 */
#ifndef SCRIM_FUZZ_SHOWN_TEXTS_H
#define SCRIM_FUZZ_SHOWN_TEXTS_H

#include "fuzz_scene_fixture.h"

/* The text in the slot of the same number. */
static struct shown_text {
    const scrim_scene *scene; /* of the view that shows it */
    scrim_id view;            /* 0: none does */
    unsigned told;            /* how often, in this step, to draw it anew */
    int was_revealed;         /* before this step */
} shown_texts[FUZZ_SLOTS];

UNUSED static scrim_text *text_in(uint32_t slot) { return fuzz.handles[SCRIM_HANDLE_TEXT][slot]; }

UNUSED static int is_alive(const scrim_text *text) {
    size_t count;
    return scrim_text_count(text, &count) == SCRIM_OK;
}

/* The living text that a handle names. */
UNUSED static struct shown_text *shown_text_of(const scrim_text *text) {
    for (uint32_t i = 0; i < FUZZ_SLOTS; i++)
        if (text != NULL && text_in(i) == text && is_alive(text))
            return &shown_texts[i];
    return NULL;
}

UNUSED static void note_part(const void *bytes, size_t length, size_t count, uint32_t revealed, void *user_data) {
    REQUIRE(bytes != NULL && length > 0 && count > 0);
    *(uint32_t *)user_data |= revealed;
}

/* Whether it lends any of its own characters, at the latest time that it has learned. */
UNUSED static int is_revealed(const scrim_text *text) {
    uint32_t revealed = 0;
    return scrim_text_display(text, 0, note_part, &revealed) == SCRIM_OK && revealed;
}

/* ---- What holds after each step ---- */

UNUSED static void before_texts(void) {
    for (uint32_t i = 0; i < FUZZ_SLOTS; i++) {
        shown_texts[i].told = 0;
        shown_texts[i].was_revealed = is_revealed(text_in(i));
    }
}

/* Of a view that showed it, and is none any more, or shows it no longer. */
UNUSED static void forget_view(struct shown_text *text, int revealed) {
    const struct fuzz_node *node = node_of(text->scene, text->view);
    if (text->view == 0 || (node != NULL && node->shows_text))
        return;
    text->view = 0;
    REQUIRE(!revealed);
}

UNUSED static void what_is_shown_is_secure(void) {
    for (uint32_t i = 0; i < FUZZ_SLOTS; i++) {
        struct fuzz_world *world = &worlds[i];
        uint64_t generation;
        if (world->scene != NULL && scrim_scene_generation(world->scene, &generation) == SCRIM_ERROR_INVALID_HANDLE)
            world->scene = NULL;
        for (uint32_t j = 0; world->scene != NULL && j < world->count; j++) {
            uint32_t secure = 9;
            if (world->nodes[j].shows_secret && !world->nodes[j].is_gone)
                REQUIRE(scrim_scene_is_secure(world->scene, world->nodes[j].id, &secure) == SCRIM_OK && secure == 1);
        }
    }
}

/* `by_scene`: the step was of calls on scenes alone, which reveal nothing, and tell each text once that it is concealed. */
UNUSED static void after_texts(int by_scene) {
    int is_quiet = by_scene && text_host.does / 8 % 8 < 3; /* callbacks change nothing either */
    what_is_shown_is_secure();
    for (uint32_t i = 0; i < FUZZ_SLOTS; i++) {
        struct shown_text *text = &shown_texts[i];
        if (!is_alive(text_in(i))) {
            text->view = 0;
            continue;
        }
        int revealed = is_revealed(text_in(i));
        forget_view(text, revealed);
        if (text->view != 0 && revealed)
            REQUIRE(is_seen_alone(text->scene, text->view));
        if (is_quiet)
            REQUIRE(text->was_revealed ? text->told == !revealed : text->told <= 1 && !revealed);
    }
}

/* After what conceals all that a scene shows, or of that what is in one window. */
UNUSED static void scene_reveals_nothing(const scrim_scene *scene, scrim_id window) {
    for (uint32_t i = 0; i < FUZZ_SLOTS; i++)
        if (shown_texts[i].view != 0 && shown_texts[i].scene == scene && is_alive(text_in(i)) &&
            (window == 0 || window_of(scene, shown_texts[i].view) == window))
            REQUIRE(!is_revealed(text_in(i)));
}

/* ---- Steps ---- */

UNUSED static void text_is_told(void *user_data) {
    struct shown_text *text = user_data;
    text->told++;
    size_t outer = fuzz_enter();
    if (text->view != 0) { /* all that has to do with it is one group */
        DENIED(scrim_text_reveal(text_in((uint32_t)(text - shown_texts)), fixture.now));
        DENIED(scrim_scene_set_captured((scrim_scene *)text->scene, 0));
        DENIED(scrim_scene_detach_text((scrim_scene *)text->scene, text->view));
    }
    fuzz_leave(outer);
    text_calls_back();
}

UNUSED static void make_shown_text(struct fuzz_input *in, uint32_t slot) {
    scrim_text_options options = SCRIM_TEXT_OPTIONS_INIT;
    scrim_text_callbacks callbacks = SCRIM_TEXT_CALLBACKS_INIT;
    scrim_text *text;
    uint8_t way = fuzz_u8(in);
    options.capacity = 64;
    options.visible = way / 2 % 16 == 9;
    options.mask_delay_ns = way % 2 && !options.visible ? SCRIM_TEXT_MAX_REVEAL_NS : 0;
    options.idle_timeout_ns = way >= 224 ? UINT64_C(1000000000) : 0;
    text_host.does = way % 16 == 15 ? fuzz_u8(in) % 48 : text_host.does;
    if (fuzz_answer(scrim_text_create(&options, OUT(text))) != SCRIM_OK)
        return;
    fuzz_keep(SCRIM_HANDLE_TEXT, slot, text);
    shown_texts[slot].view = 0;
    callbacks.display_changed = text_is_told;
    fuzz.callbacks_owed++;
    REQUIRE(scrim_text_set_callbacks(text, &callbacks, &shown_texts[slot], text_freed) == SCRIM_OK);
    fuzz_answer(scrim_text_advance(text, fixture.now)); /* gone, where a callback destroys it */
    fuzz_answer(scrim_text_set(text, "rose", 4));
}

UNUSED static void attach_text(struct fuzz_input *in, scrim_scene *scene, scrim_id view) {
    scrim_text *text = HANDLE(in, scrim_text, TEXT);
    struct shown_text *shown = shown_text_of(text);
    struct fuzz_node *node = node_of(scene, view);
    int is_free = shown != NULL && node != NULL && shown->view == 0 && !node->shows_text;
    if (is_free) {
        *shown = (struct shown_text){scene, view, shown->told, shown->was_revealed};
        node->shows_text = 1;
        node->shows_secret = !is_visible(text);
    }
    scrim_status status = fuzz_answer(scrim_scene_attach_text(scene, view, text));
    REQUIRE((status == SCRIM_OK) == is_free);
    if (shown != NULL && node != NULL && !is_free)
        REQUIRE(status == SCRIM_ERROR_INVALID_STATE);
}

/* One that a view shows, or NULL: of the first slot mostly. */
UNUSED static const struct shown_text *some_shown(struct fuzz_input *in) {
    uint32_t from = fuzz_below(in, 2 * FUZZ_SLOTS) % (FUZZ_SLOTS + 1);
    for (uint32_t i = from; i < from + FUZZ_SLOTS; i++)
        if (shown_texts[i % FUZZ_SLOTS].view != 0)
            return &shown_texts[i % FUZZ_SLOTS];
    return NULL;
}

/* The window of a text that is shown, or any id. */
UNUSED static scrim_id some_window(struct fuzz_input *in, const scrim_scene *scene) {
    const struct shown_text *text = fuzz_u8(in) % 2 ? some_shown(in) : NULL;
    return text != NULL && text->scene == scene ? window_of(scene, text->view) : some_id(in);
}

/* Hides a view that shows a text, or what it is in, or shows it again. */
UNUSED static void hide_around(struct fuzz_input *in) {
    const struct shown_text *text = some_shown(in);
    uint32_t up = fuzz_below(in, 4), flags = SCRIM_VIEW_INTERACTIVE | (fuzz_u8(in) % 2 ? SCRIM_VIEW_HIDDEN : 0);
    if (text == NULL)
        return;
    const struct fuzz_world *world = world_of(text->scene);
    const struct fuzz_node *node = node_of(text->scene, text->view);
    for (; up > 0; up--)
        node = &world->nodes[node->parent];
    scrim_window window = fuzz_window(in);
    scrim_view view = fuzz_view(in);
    window.flags = view.flags = flags;
    scrim_status status = &world->nodes[node->parent] == node
                              ? scrim_scene_update_window((scrim_scene *)text->scene, node->id, &window)
                              : scrim_scene_update_view((scrim_scene *)text->scene, node->id, &view);
    if (fuzz_answer(status) == SCRIM_OK)
        world_shows(text->scene, node->id, flags);
}

UNUSED static void detach_text(struct fuzz_input *in, scrim_scene *scene) {
    const struct shown_text *text = fuzz_u8(in) % 2 ? some_shown(in) : NULL;
    scrim_id view = text != NULL && text->scene == scene ? text->view : some_id(in);
    struct fuzz_node *node = node_of(scene, view);
    scrim_status status = fuzz_answer(scrim_scene_detach_text(scene, view));
    REQUIRE((status == SCRIM_OK) == (node != NULL));
    if (node != NULL)
        node->shows_text = node->shows_secret = 0;
}

UNUSED static void set_captured(struct fuzz_input *in, scrim_scene *scene) {
    uint32_t captured = (uint32_t)fuzz_upto(in, 1);
    if (fuzz_answer(scrim_scene_set_captured(scene, captured)) == SCRIM_OK)
        world_of(scene)->is_captured = (uint8_t)captured;
}

UNUSED static void reveal(struct fuzz_input *in, scrim_text *text) {
    const struct shown_text *shown = shown_text_of(text);
    int may = shown != NULL && (shown->view == 0 || is_visible(text) || is_seen_alone(shown->scene, shown->view));
    scrim_status status = fuzz_answer(scrim_text_reveal(text, fuzz_time(in, &fixture.now)));
    int is_wiped = text_host.does / 8 % 8 == 4 && status == SCRIM_ERROR_REFUSED; /* by a callback, meanwhile */
    REQUIRE(((status == SCRIM_OK) == may || is_wiped) && (shown == NULL || may || status == SCRIM_ERROR_REFUSED));
}

/* A step with texts themselves. */
UNUSED static void use_text(struct fuzz_input *in) {
    scrim_text *text = HANDLE(in, scrim_text, TEXT);
    switch (fuzz_below(in, 12)) {
    case 0:
        make_shown_text(in, fuzz_below(in, FUZZ_SLOTS));
        break;
    case 1:
        fuzz_answer(scrim_text_conceal(text));
        break;
    case 2:
        fuzz_answer(scrim_text_advance(text, fuzz_time(in, &fixture.now)));
        break;
    case 3:
        fuzz_answer(fuzz_u8(in) % 2 ? scrim_text_delete_backward(text) : scrim_text_wipe(text));
        break;
    case 4:
        if (fuzz_rarely(in, 2))
            scrim_text_destroy(text);
        break;
    case 5:
    case 6:
        fuzz_answer(scrim_text_insert(text, "x", 1));
        break;
    default:
        reveal(in, text);
    }
}

/* A step with scenes, of what has to do with their texts. */
UNUSED static void show_text(struct fuzz_input *in, scrim_scene *scene) {
    scrim_id window, focused = 0;
    switch (fuzz_below(in, 12)) {
    case 0:
        detach_text(in, scene);
        break;
    case 1:
    case 2:
        set_captured(in, scene);
        break;
    case 3:
    case 4:
        fuzz_answer(scrim_scene_focus(scene, some_window(in, scene)));
        break;
    case 5:
    case 6:
        window = some_window(in, scene);
        scrim_scene_focused(scene, &focused);
        if (fuzz_answer(scrim_scene_resign_focus(scene, window)) == SCRIM_OK && focused == window)
            scene_reveals_nothing(scene, window);
        break;
    case 7:
    case 8:
        hide_around(in);
        break;
    default:
        attach_text(in, scene, some_id(in));
    }
}

UNUSED static void snap(struct fuzz_input *in, scrim_scene *scene) {
    scrim_snapshot *snapshot;
    uint64_t time = fuzz_time(in, &fixture.now);
    if (fuzz_answer(scrim_scene_snapshot(scene, time, OUT(snapshot))) != SCRIM_OK)
        return;
    scene_reveals_nothing(scene, 0);
    fuzz_keep(SCRIM_HANDLE_SNAPSHOT, fuzz_rarely(in, 4) ? fuzz_below(in, FUZZ_SLOTS) : 0, snapshot);
}

UNUSED static void start_texts(struct fuzz_input *in) {
    memset(shown_texts, 0, sizeof shown_texts);
    make_shown_text(in, 0);
    if (fuzz_u8(in) % 2) /* in the view that can be touched */
        attach_text(in, first_scene(), fixture.ids[1]);
}

#endif
