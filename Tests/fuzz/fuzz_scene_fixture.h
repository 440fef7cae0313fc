/* SPDX-License-Identifier: MIT */
/* Scenes for the targets: windows and views that come, move and go, and a cover callback that calls back. */
#ifndef SCRIM_FUZZ_SCENE_FIXTURE_H
#define SCRIM_FUZZ_SCENE_FIXTURE_H

#include "fuzz_frames.h"
#include "fuzz_scene_model.h"
#include "fuzz_text_fixture.h"

#define FUZZ_SECRET "hush-hush"

static struct {
    scrim_id ids[32]; /* of windows and views, some of them gone */
    uint32_t id_count;
    scrim_id keeper; /* a view that is always secure while it is there, and holds FUZZ_SECRET */
    uint8_t does;    /* what the cover callback does beside */
    uint64_t now;
} fixture;

UNUSED static scrim_scene *first_scene(void) { return fuzz.handles[SCRIM_HANDLE_SCENE][0]; }

UNUSED static void remember_id(scrim_id id) {
    REQUIRE(id != 0);
    fixture.ids[fixture.id_count++ % COUNT_OF(fixture.ids)] = id;
}

/* A known id but that of the keeper, which is only ever removed; now and then any number. */
UNUSED static scrim_id some_id(struct fuzz_input *in) {
    uint32_t known = fixture.id_count < COUNT_OF(fixture.ids) ? fixture.id_count : (uint32_t)COUNT_OF(fixture.ids);
    uint8_t way = fuzz_u8(in);
    if (known == 0 || way >= 248)
        return way >= 254 ? fuzz_u64(in) : 0;
    return fixture.ids[way % known];
}

/* ---- Calls that the model follows ---- */

UNUSED static void set_activity(scrim_scene *scene, scrim_id window, uint32_t activity) {
    if (fuzz_answer(scrim_scene_set_activity(scene, window, activity)) == SCRIM_OK)
        world_is_active(scene, window, activity);
}

UNUSED static void set_transition(scrim_scene *scene, uint32_t in_transition) {
    if (fuzz_answer(scrim_scene_set_transition(scene, in_transition)) == SCRIM_OK)
        world_of(scene)->is_in_transition = (uint8_t)in_transition;
}

UNUSED static void remove_id(scrim_scene *scene, scrim_id id) {
    if (fuzz_answer(scrim_scene_remove(scene, id)) == SCRIM_OK)
        world_loses(scene, id);
}

UNUSED static void cover_calls_back(uint32_t output, void *user_data) {
    scrim_scene *scene = first_scene();
    uint32_t covered = 9;
    (void)user_data;
    REQUIRE(output < SCRIM_SCENE_MAX_OUTPUTS);
    size_t outer = fuzz_enter();
    switch (fixture.does % 6) {
    case 1:
        fuzz_answer(scrim_scene_is_covered(scene, output, &covered));
        break;
    case 2:
        remove_id(scene, fixture.ids[fixture.does / 6 % 8]);
        break;
    case 3:
        set_activity(scene, 0, SCRIM_ACTIVITY_ACTIVE);
        fuzz_answer(scrim_scene_frame_ready(scene, output));
        break;
    case 4:
        scrim_scene_destroy(scene);
        break;
    case 5:
        fuzz_answer(scrim_scene_set_cover_callback(scene, NULL, NULL, NULL));
        break;
    }
    fuzz_leave(outer);
}

/* ---- Making ---- */

UNUSED static scrim_rect fuzz_rect(struct fuzz_input *in) {
    if (fuzz_rarely(in, 12))
        return (scrim_rect){fuzz_real(in), fuzz_real(in), fuzz_real(in), fuzz_real(in)};
    scrim_rect rect = {fuzz_small_real(in), fuzz_small_real(in), 0, 0};
    rect.width = fuzz_u8(in) / 3.0;
    rect.height = fuzz_u8(in) / 4.0;
    return rect;
}

UNUSED static void make_scene(struct fuzz_input *in, uint32_t slot) {
    scrim_scene_options options = SCRIM_SCENE_OPTIONS_INIT;
    scrim_scene *scene;
    options.outputs = fuzz_rarely(in, 4) ? (uint32_t)fuzz_upto(in, SCRIM_SCENE_MAX_OUTPUTS) : 2;
    if (fuzz_answer(scrim_scene_create(SIZED(in, options), OUT(scene))) != SCRIM_OK)
        return;
    fuzz_keep(SCRIM_HANDLE_SCENE, slot, scene);
    world_begins(slot, scene);
    set_activity(scene, 0, SCRIM_ACTIVITY_ACTIVE);
    for (uint32_t i = 0; i < options.outputs; i++)
        scrim_scene_frame_ready(scene, i);
}

UNUSED static scrim_window fuzz_window(struct fuzz_input *in) {
    scrim_window window = SCRIM_WINDOW_INIT;
    window.flags = fuzz_u8(in) % 2 ? SCRIM_VIEW_INTERACTIVE : fuzz_flags(in, 0x1FFF);
    window.frame = fuzz_rect(in);
    window.level = (int8_t)fuzz_u8(in) / 50;
    if (fuzz_rarely(in, 4)) {
        window.screen = fuzz_string(in, SCRIM_MAX_NAME);
        window.title = fuzz_string(in, SCRIM_MAX_NAME);
        window.owner = fuzz_u8(in) % 2 ? some_id(in) : 0;
        window.touch_privacy = (uint32_t)fuzz_upto(in, 3);
    }
    return window;
}

UNUSED static scrim_view fuzz_view(struct fuzz_input *in) {
    static const double turns[][4] = {{0.8, 0.6, -0.6, 0.8}, {0, 1, -1, 0}, {-1, 0, 0, 1}, {2, 0, 0, 0.5}, {1, 0.5, 0.25, 1}, {1e-9, 0, 0, 1}};
    scrim_view view = SCRIM_VIEW_INIT;
    uint8_t way = fuzz_u8(in);
    view.flags = way % 4 == 0   ? SCRIM_VIEW_SECURE | SCRIM_VIEW_INTERACTIVE
                 : way % 4 == 1 ? fuzz_flags(in, 0x1FFF)
                                : SCRIM_VIEW_INTERACTIVE;
    view.frame = fuzz_rect(in);
    if (way >= 128) {
        scrim_string classes[4];
        uint8_t more = fuzz_u8(in);
        view.class_count = more % 4;
        for (size_t i = 0; i < view.class_count; i++)
            classes[i] = fuzz_string(in, SCRIM_MAX_NAME);
        view.classes = fuzz_copy(classes, view.class_count * sizeof *classes);
        if (more & 4)
            view.alpha = fuzz_u8(in) / 250.0;
        if (more & 8)
            view.content = fuzz_string(in, SCRIM_MAX_CONTENT);
        if (more & 16)
            view.content_offset = (scrim_point){fuzz_real(in), fuzz_real(in)};
        if (more & 32) {
            const double *turn = turns[fuzz_below(in, COUNT_OF(turns))];
            view.transform =
                (scrim_affine){turn[0], turn[1], turn[2], turn[3], fuzz_small_real(in), fuzz_small_real(in)};
        }
        if (more & 64)
            view.overflow = (scrim_outsets){fuzz_u8(in) / 16.0, fuzz_u8(in) / 16.0, fuzz_u8(in) / 16.0, fuzz_real(in)};
        view.touch_privacy = more & 128 ? (uint32_t)fuzz_upto(in, 3) : 0;
    }
    return view;
}

UNUSED static void add_window(struct fuzz_input *in, scrim_scene *scene) {
    scrim_window window = fuzz_window(in);
    scrim_id id;
    if (fuzz_answer(scrim_scene_add_window(scene, SIZED(in, window), OUT(id))) == SCRIM_OK) {
        remember_id(id);
        world_has(scene, 0, id, window.flags);
    }
}

UNUSED static void add_view(struct fuzz_input *in, scrim_scene *scene) {
    scrim_view view = fuzz_view(in);
    scrim_id parent = some_id(in), id;
    if (fuzz_answer(scrim_scene_add_view(scene, parent, SIZED(in, view), OUT(id))) == SCRIM_OK) {
        remember_id(id);
        world_has(scene, parent, id, view.flags);
    }
}

/* A window of 80 × 60 with a view that can be touched, one that is secure, and one inside of that with a secret. */
UNUSED static void furnish(void) {
    static const scrim_string page = {"Button", 6};
    scrim_window window = SCRIM_WINDOW_INIT;
    scrim_view view = SCRIM_VIEW_INIT;
    scrim_id top, open, secure;
    window.frame = (scrim_rect){0, 0, 80, 60};
    if (scrim_scene_add_window(first_scene(), &window, &top) != SCRIM_OK)
        return;
    remember_id(top);
    world_has(first_scene(), 0, top, window.flags);
    view.frame = (scrim_rect){2, 2, 40, 25};
    view.classes = &page;
    view.class_count = 1;
    view.content = (scrim_string){"Pay", 3};
    REQUIRE(scrim_scene_add_view(first_scene(), top, &view, &open) == SCRIM_OK);
    remember_id(open);
    world_has(first_scene(), top, open, view.flags);
    view.frame = (scrim_rect){10, 30, 50, 20};
    view.flags |= SCRIM_VIEW_SECURE;
    view.content = (scrim_string){FUZZ_SECRET, strlen(FUZZ_SECRET)};
    REQUIRE(scrim_scene_add_view(first_scene(), top, &view, &secure) == SCRIM_OK);
    fixture.keeper = secure;
    world_has(first_scene(), top, secure, view.flags);
    view.frame = (scrim_rect){5, 5, 10, 10};
    REQUIRE(scrim_scene_add_view(first_scene(), fixture.keeper, &view, &secure) == SCRIM_OK);
    world_has(first_scene(), fixture.keeper, secure, view.flags);
}

UNUSED static void start_fixture(struct fuzz_input *in) {
    memset(&fixture, 0, sizeof fixture);
    memset(&text_host, 0, sizeof text_host);
    no_worlds();
    fixture.now = 1000000000;
    make_scene(in, 0);
    furnish();
}

/* ---- Changing ---- */

UNUSED static void describe(struct fuzz_input *in, scrim_scene *scene) {
    scrim_view_metadata description = SCRIM_VIEW_METADATA_INIT;
    scrim_property properties[3];
    scrim_string classes[2];
    description.index_count = (uint32_t)fuzz_upto(in, 2);
    description.value_kind = (uint32_t)fuzz_upto(in, 4);
    description.value = fuzz_real(in);
    description.id = fuzz_string(in, SCRIM_MAX_NAME);
    description.screen = fuzz_string(in, SCRIM_MAX_NAME);
    description.title = fuzz_string(in, SCRIM_MAX_NAME);
    description.screen_class_count = fuzz_below(in, 3);
    for (size_t i = 0; i < description.screen_class_count; i++)
        classes[i] = fuzz_string(in, SCRIM_MAX_NAME);
    description.screen_classes = fuzz_copy(classes, description.screen_class_count * sizeof *classes);
    description.property_count = fuzz_below(in, 4);
    for (size_t i = 0; i < description.property_count; i++)
        properties[i] = (scrim_property){fuzz_string(in, SCRIM_MAX_NAME), fuzz_string(in, SCRIM_MAX_CONTENT)};
    description.properties = fuzz_copy(properties, description.property_count * sizeof *properties);
    fuzz_answer(scrim_scene_set_metadata(scene, some_id(in), SIZED(in, description)));
}

UNUSED static void set_cover(struct fuzz_input *in, scrim_scene *scene) {
    fixture.does = fuzz_u8(in);
    fuzz.callbacks_owed++;
    if (fuzz_answer(scrim_scene_set_cover_callback(scene, fixture.does % 8 ? cover_calls_back : NULL, &fixture,
                                                   text_freed)) != SCRIM_OK)
        fuzz.callbacks_owed--;
}

UNUSED static void set_covered_by(struct fuzz_input *in, scrim_scene *scene) {
    uint32_t output;
    switch (fuzz_below(in, 7)) {
    case 6:
        fuzz_answer(scrim_scene_set_cover(scene, (uint32_t)fuzz_upto(in, 3), fuzz_cover(in)));
        break;
    case 0: {
        scrim_id window = fuzz_u8(in) % 2 ? some_id(in) : 0;
        set_activity(scene, window, 1 + (uint32_t)fuzz_upto(in, 2));
        break;
    }
    case 1:
        set_transition(scene, (uint32_t)fuzz_upto(in, 1));
        break;
    case 2:
        fuzz_answer(scrim_scene_add_output(scene, OUT(output)));
        break;
    case 3:
        fuzz_answer(scrim_scene_remove_output(scene, (uint32_t)fuzz_upto(in, 4)));
        break;
    default:
        set_activity(scene, 0, SCRIM_ACTIVITY_ACTIVE);
        set_transition(scene, 0);
        fuzz_answer(scrim_scene_frame_ready(scene, (uint32_t)fuzz_upto(in, 3)));
    }
}

/* One change of a scene. */
UNUSED static void change_scene(struct fuzz_input *in, scrim_scene *scene) {
    switch (fuzz_below(in, 12)) {
    case 0:
        add_window(in, scene);
        break;
    case 1:
    case 2:
        add_view(in, scene);
        break;
    case 3: {
        scrim_window window = fuzz_window(in);
        scrim_id id = some_id(in);
        if (fuzz_answer(scrim_scene_update_window(scene, id, SIZED(in, window))) == SCRIM_OK)
            world_shows(scene, id, window.flags);
        break;
    }
    case 4:
    case 5:
    case 6: {
        scrim_view view = fuzz_view(in);
        scrim_id id = some_id(in);
        if (fuzz_answer(scrim_scene_update_view(scene, id, SIZED(in, view))) == SCRIM_OK)
            world_shows(scene, id, view.flags);
        break;
    }
    case 7:
        remove_id(scene, fuzz_rarely(in, 10) ? fixture.keeper : some_id(in));
        break;
    case 8:
        fuzz_answer(scrim_scene_set_policy(scene, 1 + (uint32_t)fuzz_upto(in, 2)));
        break;
    case 9:
        fuzz_answer(fuzz_u8(in) % 2 ? scrim_scene_begin(scene) : scrim_scene_commit(scene));
        break;
    case 10:
        describe(in, scene);
        break;
    default:
        set_covered_by(in, scene);
    }
}

#endif
