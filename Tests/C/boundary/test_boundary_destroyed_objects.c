/* SPDX-License-Identifier: MIT */
/* An object that is destroyed in a callback, its own or that of another object, reports nothing any more. Every callback destroys every
 * object once. */
#include "support/support.h"

#include <stdbool.h>

enum {
    FIRST_TEXT,
    SECOND_TEXT,
    KEYPAD_TEXT,
    KEYPAD,
    SCENE,
    GESTURES,
    OBJECTS
};
enum {
    TEXTS = KEYPAD, /* they come first */
    CALLBACKS = 10
};

static void *objects[OBJECTS];
static bool destroyed[OBJECTS];
static int freed[OBJECTS], late, kills;
static struct {
    intptr_t object;
    int callback;
    int victim;
    bool is_armed;
} plan;

static void destroy(int object) {
    destroyed[object] = true;
    if (object == KEYPAD)
        scrim_keypad_destroy(objects[object]);
    else if (object == SCENE)
        scrim_scene_destroy(objects[object]);
    else if (object == GESTURES)
        scrim_gestures_destroy(objects[object]);
    else
        scrim_text_destroy(objects[object]);
}

static uint32_t called(void *user_data, int callback) {
    intptr_t object = (intptr_t)user_data;
    if (destroyed[object]) {
        print_message("callback %d of object %d after its destruction in callback %d of object %d\n", callback, (int)object, plan.callback,
                      (int)plan.object);
        late++;
    } else if (plan.is_armed && object == plan.object && callback == plan.callback && !destroyed[plan.victim]) {
        kills++;
        destroy(plan.victim);
    }
    return 1;
}

static void was_freed(void *user_data) { freed[(intptr_t)user_data]++; }

#define EVENT(number) \
    static void event_##number(void *user_data) { called(user_data, number); }
#define QUESTION(number) \
    static uint32_t question_##number(void *user_data) { return called(user_data, number); }
#define KEYPAD_EVENT(number) \
    static void keypad_event_##number(const scrim_rect *bounds, void *user_data) { (void)bounds, called(user_data, number); }
EVENT(1)
QUESTION(2)
QUESTION(3)
EVENT(4)
QUESTION(5)
EVENT(6)
QUESTION(7)
EVENT(8)
EVENT(9)
KEYPAD_EVENT(0)
KEYPAD_EVENT(1)
KEYPAD_EVENT(2)
KEYPAD_EVENT(3)
static uint32_t should_change(const scrim_text_change *change, void *user_data) { return (void)change, called(user_data, 0); }
static uint32_t should_recognize(const scrim_gesture_event *event, void *user_data) { return (void)event, called(user_data, 0); }
static void covered(uint32_t output, void *user_data) { (void)output, called(user_data, 0); }

static void make_texts(void) {
    scrim_text_options options = SCRIM_TEXT_OPTIONS_INIT;
    scrim_text_callbacks callbacks = SCRIM_TEXT_CALLBACKS_INIT;
    options.mask_delay_ns = 1000000000;
    callbacks.should_change = should_change;
    callbacks.did_change = event_1;
    callbacks.should_clear = question_2;
    callbacks.should_return = question_3;
    callbacks.done = event_4;
    callbacks.should_begin = question_5;
    callbacks.did_begin = event_6;
    callbacks.should_end = question_7;
    callbacks.did_end = event_8;
    callbacks.display_changed = event_9;
    for (intptr_t i = 0; i < TEXTS; i++) {
        OK(scrim_text_create(&options, (scrim_text **)&objects[i]));
        OK(scrim_text_set_callbacks(objects[i], &callbacks, (void *)i, was_freed));
    }
}

static scrim_id make_scene(void) {
    scrim_scene_options options = SCRIM_SCENE_OPTIONS_INIT;
    scrim_window window = SCRIM_WINDOW_INIT;
    scrim_id root, view_id;
    options.outputs = 3;
    window.frame = (scrim_rect){0, 0, 400, 600};
    OK(scrim_scene_create(&options, (scrim_scene **)&objects[SCENE]));
    OK(scrim_scene_add_window(objects[SCENE], &window, &root));
    for (int i = 0; i < TEXTS; i++) {
        scrim_view view = SCRIM_VIEW_INIT;
        view.frame = (scrim_rect){0, 50 * i, 100, 40};
        OK(scrim_scene_add_view(objects[SCENE], root, &view, &view_id));
        OK(scrim_scene_attach_text(objects[SCENE], view_id, objects[i]));
    }
    OK(scrim_scene_set_cover_callback(objects[SCENE], covered, (void *)SCENE, was_freed));
    OK(scrim_scene_set_activity(objects[SCENE], 0, SCRIM_ACTIVITY_ACTIVE));
    for (uint32_t output = 0; output < options.outputs; output++)
        OK(scrim_scene_frame_ready(objects[SCENE], output));
    return root;
}

static void make_keypad(void) {
    scrim_keypad_options options = SCRIM_KEYPAD_OPTIONS_INIT;
    scrim_keypad_callbacks callbacks = SCRIM_KEYPAD_CALLBACKS_INIT;
    options.layout = SCRIM_LAYOUT_PIN;
    options.bounds = (scrim_rect){0, 200, 300, 400};
    callbacks.will_show = keypad_event_0;
    callbacks.did_show = keypad_event_1;
    callbacks.will_hide = keypad_event_2;
    callbacks.did_hide = keypad_event_3;
    OK(scrim_keypad_create(&options, (scrim_keypad **)&objects[KEYPAD]));
    OK(scrim_keypad_set_callbacks(objects[KEYPAD], &callbacks, (void *)KEYPAD, was_freed));
    OK(scrim_keypad_attach(objects[KEYPAD], objects[KEYPAD_TEXT]));
}

static void make_gestures(scrim_id window) {
    scrim_gestures_options options = SCRIM_GESTURES_OPTIONS_INIT;
    scrim_gestures_callbacks callbacks = SCRIM_GESTURES_CALLBACKS_INIT;
    scrim_recognizer tap = SCRIM_RECOGNIZER_TAP_INIT;
    scrim_id id;
    tap.view = window;
    callbacks.should_begin = should_recognize;
    OK(scrim_gestures_create(objects[SCENE], &options, (scrim_gestures **)&objects[GESTURES]));
    OK(scrim_gestures_add(objects[GESTURES], &tap, &id));
    OK(scrim_gestures_add(objects[GESTURES], &tap, &id));
    OK(scrim_gestures_set_callbacks(objects[GESTURES], &callbacks, (void *)GESTURES, was_freed));
}

/* Each call ends with an answer. Which one depends on what is destroyed. */
static void edit(void) {
    for (int i = 0; i < TEXTS; i++) {
        scrim_text_advance(objects[i], 1);
        scrim_text_begin_editing(objects[i]);
        scrim_text_insert(objects[i], "1", 1);
        scrim_text_reveal(objects[i], 2);
    }
    scrim_scene_set_captured(objects[SCENE], 1);
    scrim_scene_set_captured(objects[SCENE], 0);
}

static void type(void) {
    scrim_touch touch = {0, 1, SCRIM_TOUCH_BEGAN, SCRIM_TOUCH_TOOL_FINGER, 0, 0};
    uint32_t result;
    show_presented(objects[KEYPAD]);
    for (int i = 0; i < 12; i++) {
        touch.time_ns = SETTLED + (uint64_t)i * 200000000;
        touch.phase = SCRIM_TOUCH_BEGAN;
        touch.x = 50 + 100 * (i % 3);
        touch.y = 250 + 100 * (i / 3);
        scrim_keypad_touch(objects[KEYPAD], &touch, &result);
        touch.time_ns += 50000000;
        touch.phase = SCRIM_TOUCH_ENDED;
        scrim_keypad_touch(objects[KEYPAD], &touch, &result);
    }
}

static void finish(scrim_id window) {
    scrim_touch tap[2] = {{9000000000, 7, SCRIM_TOUCH_BEGAN, SCRIM_TOUCH_TOOL_FINGER, 20, 20},
                          {9050000000, 7, SCRIM_TOUCH_ENDED, SCRIM_TOUCH_TOOL_FINGER, 20, 20}};
    scrim_gesture_event events[16];
    size_t used, count;
    for (int i = 0; i < TEXTS; i++) {
        scrim_text_insert(objects[i], "2", 1);
        scrim_text_reveal(objects[i], 4000000000);
        scrim_text_end_editing(objects[i]);
        scrim_text_begin_editing(objects[i]);
        scrim_text_done(objects[i]);
    }
    scrim_gestures_feed(objects[GESTURES], tap, 2, &used, events, 16, &count);
    scrim_scene_set_activity(objects[SCENE], 0, SCRIM_ACTIVITY_BACKGROUND);
    scrim_scene_set_activity(objects[SCENE], 0, SCRIM_ACTIVITY_ACTIVE);
    scrim_scene_remove(objects[SCENE], window);
    for (int i = 0; i < TEXTS; i++)
        scrim_text_clear(objects[i]);
    scrim_keypad_hide(objects[KEYPAD]);
}

static void play(void) {
    memset(destroyed, 0, sizeof destroyed);
    memset(freed, 0, sizeof freed);
    plan.is_armed = false;
    make_texts();
    scrim_id window = make_scene();
    make_keypad();
    make_gestures(window);
    plan.is_armed = true;
    edit();
    type();
    finish(window);
    plan.is_armed = false;
    for (int i = 0; i < OBJECTS; i++)
        if (!destroyed[i])
            destroy(i);
    for (int i = 0; i < OBJECTS; i++)
        assert_int_equal(freed[i], 1);
    assert_int_equal(scrim_live_handles(SCRIM_HANDLE_ANY), 0);
}

static void test_they_report_nothing(void **state) {
    (void)state;
    for (plan.object = 0; plan.object < OBJECTS; plan.object++)
        for (plan.callback = 0; plan.callback < CALLBACKS; plan.callback++)
            for (plan.victim = 0; plan.victim < OBJECTS; plan.victim++)
                play();
    assert_int_equal(kills, 216);
    assert_int_equal(late, 0);
}

/* Though the answer is yes. */
static uint32_t destroy_and_agree(const scrim_text_change *change, void *text) {
    (void)change;
    scrim_text_destroy(*(scrim_text **)text);
    return 1;
}

static void test_an_edit_that_asked_is_refused(void **state) {
    scrim_text_callbacks callbacks = SCRIM_TEXT_CALLBACKS_INIT;
    scrim_text *text = new_text(16);
    (void)state;
    OK(scrim_text_insert(text, "12", 2));
    callbacks.should_change = destroy_and_agree;
    OK(scrim_text_set_callbacks(text, &callbacks, &text, NULL));
    ANSWERS(scrim_text_insert(text, "3", 1), SCRIM_ERROR_REFUSED);
    ANSWERS(scrim_text_insert(text, "3", 1), SCRIM_ERROR_INVALID_HANDLE);
}

static scrim_scene *scene;
static scrim_text *texts[3], *created[64];

static void destroy_scene_and_first(void *user_data) {
    (void)user_data;
    scrim_scene_destroy(scene);
    scrim_text_destroy(texts[0]);
    destroyed[0] = true;
}

/* While the scene is closed, when the first text waits for its turn. */
static void destroy_first_again(void *user_data) {
    (void)user_data;
    if (!destroyed[0] || created[0] != NULL)
        return;
    scrim_text_destroy(texts[0]);
    for (int i = 0; i < 64; i++) /* enough for one of them to get the slot of the first text, if it is free */
        created[i] = new_text(16);
}

static void test_a_second_destruction_ends_no_other_object(void **state) {
    scrim_text_callbacks callbacks = SCRIM_TEXT_CALLBACKS_INIT;
    scrim_scene_options options = SCRIM_SCENE_OPTIONS_INIT;
    scrim_window window = SCRIM_WINDOW_INIT;
    scrim_view view = SCRIM_VIEW_INIT;
    scrim_id root, view_id;
    size_t count = 9;
    (void)state;
    destroyed[0] = false;
    window.frame = view.frame = (scrim_rect){0, 0, 9, 9};
    OK(scrim_scene_create(&options, &scene));
    OK(scrim_scene_add_window(scene, &window, &root));
    OK(scrim_scene_set_activity(scene, 0, SCRIM_ACTIVITY_ACTIVE));
    for (int i = 1; i <= 3; i++)
        texts[i % 3] = new_text(16);
    for (int i = 0; i < 3; i++) {
        OK(scrim_scene_add_view(scene, root, &view, &view_id));
        OK(scrim_scene_attach_text(scene, view_id, texts[i]));
        OK(scrim_text_insert(texts[i], "1", 1));
        OK(scrim_text_reveal(texts[i], 1));
    }
    callbacks.did_begin = destroy_scene_and_first;
    OK(scrim_text_set_callbacks(texts[1], &callbacks, NULL, NULL));
    callbacks = (scrim_text_callbacks)SCRIM_TEXT_CALLBACKS_INIT;
    callbacks.display_changed = destroy_first_again;
    OK(scrim_text_set_callbacks(texts[2], &callbacks, NULL, NULL));
    OK(scrim_text_begin_editing(texts[1]));
    for (int i = 0; i < 64; i++) {
        OK(scrim_text_count(created[i], &count));
        assert_int_equal(count, 0);
        scrim_text_destroy(created[i]);
    }
    scrim_text_destroy(texts[1]);
    scrim_text_destroy(texts[2]);
}

static void draw_and_destroy(const void *bytes, size_t size, size_t count, uint32_t is_secret, void *drawn) {
    (void)bytes, (void)size, (void)is_secret;
    *(size_t *)drawn += count;
    scrim_text_destroy(texts[0]);
}

static void test_a_destroyed_text_lends_no_further_part(void **state) {
    scrim_text_options options = SCRIM_TEXT_OPTIONS_INIT;
    size_t drawn = 0;
    (void)state;
    options.mask_delay_ns = 1000000000;
    for (int parts = 1; parts <= 3; parts += 2) {
        OK(scrim_text_create(&options, &texts[0]));
        OK(scrim_text_insert(texts[0], "127", 3));
        OK(scrim_text_advance(texts[0], 2000));
        if (parts > 1) {
            OK(scrim_text_select(texts[0], 2, 2));
            OK(scrim_text_insert(texts[0], "9", 1));
        }
        ANSWERS(scrim_text_display(texts[0], 3000, draw_and_destroy, &drawn), SCRIM_ERROR_REFUSED);
        assert_int_equal(drawn, parts > 1 ? 5 : 3); /* of "••9•", the two before the 9 */
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(test_they_report_nothing, nothing_left),
        cmocka_unit_test_teardown(test_an_edit_that_asked_is_refused, nothing_left),
        cmocka_unit_test_teardown(test_a_second_destruction_ends_no_other_object, nothing_left),
        cmocka_unit_test_teardown(test_a_destroyed_text_lends_no_further_part, nothing_left),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
