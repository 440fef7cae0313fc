/* SPDX-License-Identifier: MIT */
/*
 * Random sequences of calls, held against a model of handles and groups: who is valid, who is busy, who is put off. Callbacks call
 * back into the library, destroy themselves and others, and recurse.
 * A seed decides all. Usage: test_boundary_call_sequences [SEEDS [FIRST]]
 */
#include "support/destroy.h"
#include "support/support.h"

enum {
    THINGS = 24,
    STEPS = 3000,
    DEEPEST = 3
};

enum state {
    GONE,
    LIVE,
    CLOSING
};

/* What the model knows of an object. `dependency` is the one it was created on or attached to, -1: none. */
struct thing {
    void *handle;
    int kind, dependency, doomed;
    enum state state;
    scrim_id window, view;
};

static struct thing things[THINGS];
static const struct thing nothing = {NULL, 0, -1, 0, GONE, 1, 1};
static void *stale[64];
static int stale_count;
/* Whose callbacks are running, the outermost first. */
static int running[DEEPEST + 1];
static int depth;
/* Destructions that are calling back: in which order those put off with them go is not the model's to know. */
static int closing;
static uint64_t seed, now;
static int frees_owed;

static uint32_t below(uint32_t bound) {
    seed ^= seed << 13;
    seed ^= seed >> 7;
    seed ^= seed << 17;
    return (uint32_t)((seed >> 16) % bound);
}

#define EXPECT(condition) \
    do { \
        if (!(condition)) { \
            fprintf(stderr, "%s:%d: failed: %s\n", __FILE__, __LINE__, #condition); \
            abort(); \
        } \
    } while (0)

/* ---- The model of groups ---- */

static int is_there(int i) { return i >= 0 && things[i].state != GONE; }

static int group_of(int start, int *members) {
    int in[THINGS] = {0}, grew = 1, count = 0;
    in[start] = 1;
    while (grew) {
        grew = 0;
        for (int i = 0; i < THINGS; i++) {
            int other = things[i].dependency;
            if (is_there(i) && is_there(other) && in[i] != in[other])
                in[i] = in[other] = grew = 1;
        }
    }
    for (int i = 0; i < THINGS; i++) {
        if (in[i])
            members[count++] = i;
    }
    return count;
}

static int is_busy(int start) {
    int members[THINGS], count = group_of(start, members);
    for (int i = 0; i < count; i++) {
        for (int j = 0; j < depth; j++) {
            if (members[i] == running[j])
                return 1;
        }
    }
    return 0;
}

static void forget(int i) {
    things[i].state = GONE;
    stale[stale_count++ % 64] = things[i].handle;
    for (int j = 0; j < THINGS; j++) {
        if (things[j].dependency == i)
            things[j].dependency = -1;
    }
}

/* What the end of a call on a group does: destructions that were put off happen. */
static void settle(const int *members, int count) {
    for (int i = 0; i < count; i++) {
        if (things[members[i]].doomed)
            forget(members[i]);
    }
}

/* ---- Callbacks ---- */

static void step(void);

static void inside(int thing) {
    if (depth >= DEEPEST)
        return;
    running[depth++] = thing;
    for (uint32_t steps = below(4); steps > 0; steps--)
        step();
    depth--;
}

static void on_read(const void *bytes, size_t length, void *data) {
    (void)bytes;
    EXPECT(length <= 64);
    inside((int)(intptr_t)data);
}

static void on_cover(uint32_t output, void *data) {
    EXPECT(output < 3);
    inside((int)(intptr_t)data);
}

static void on_keypad(const scrim_rect *bounds, void *data) {
    EXPECT(bounds->width == 300 && bounds->height == 400);
    inside((int)(intptr_t)data);
}

static uint32_t on_gesture(const scrim_gesture_event *event, void *data) {
    EXPECT(event->recognizer != 0 && event->state != SCRIM_GESTURE_STATE_POSSIBLE);
    inside((int)(intptr_t)data);
    return below(3) > 0;
}

static void on_free(void *data) {
    int thing = (int)(intptr_t)data, closes = things[thing].state == CLOSING || (things[thing].doomed && !is_busy(thing));
    frees_owed--;
    closing += closes;
    inside(thing);
    closing -= closes;
}

/* ---- Calls ---- */

static int is_usable(int i) { return things[i].state == LIVE && !(things[i].doomed && closing > 0); }

static int pick(int kind) {
    int first = (int)below(THINGS);
    for (int i = 0; i < THINGS; i++) {
        int thing = (first + i) % THINGS;
        if (is_usable(thing) && things[thing].kind == kind)
            return thing;
    }
    return -1;
}

static int vacant(void) {
    for (int i = 0; i < THINGS; i++) {
        if (things[i].state == GONE)
            return i;
    }
    return -1;
}

static void make(int kind) {
    scrim_text_options text = SCRIM_TEXT_OPTIONS_INIT;
    scrim_keypad_options keypad = SCRIM_KEYPAD_OPTIONS_INIT;
    scrim_scene_options scene = {sizeof scene, 3};
    scrim_gestures_options gestures = SCRIM_GESTURES_OPTIONS_INIT;
    scrim_collector_options collector = {sizeof collector, 2};
    int on = kind == SCRIM_HANDLE_GESTURES ? pick(SCRIM_HANDLE_SCENE) : kind == SCRIM_HANDLE_COLLECTOR ? pick(SCRIM_HANDLE_GESTURES)
                                                                                                       : -1;
    int new = vacant(), needs = kind == SCRIM_HANDLE_GESTURES || kind == SCRIM_HANDLE_COLLECTOR;
    if (new < 0 || (needs && on < 0))
        return;
    void *handle = NULL;
    scrim_status status = SCRIM_OK;
    text.capacity = 64;
    switch (kind) {
    case SCRIM_HANDLE_TEXT:
        status = scrim_text_create(&text, (scrim_text **)&handle);
        break;
    case SCRIM_HANDLE_KEYPAD:
        status = scrim_keypad_create(&keypad, (scrim_keypad **)&handle);
        break;
    case SCRIM_HANDLE_SCENE:
        status = scrim_scene_create(&scene, (scrim_scene **)&handle);
        break;
    case SCRIM_HANDLE_GESTURES:
        status = scrim_gestures_create(things[on].handle, &gestures, (scrim_gestures **)&handle);
        break;
    default:
        status = scrim_collector_create(things[on].handle, &collector, (scrim_collector **)&handle);
    }
    if (needs && is_busy(on)) {
        EXPECT(status == SCRIM_ERROR_BUSY && handle == NULL);
    } else if (status != SCRIM_OK) {
        EXPECT(needs && status == SCRIM_ERROR_CLOSED && handle == NULL);
    } else {
        things[new] = (struct thing){handle, kind, on, 0, LIVE, 0, 0};
    }
}

static void destroy(int i) {
    int members[THINGS], count = group_of(i, members), busy = is_busy(i);
    void *handle = things[i].handle;
    if (busy)
        things[i].doomed = 1;
    else
        things[i].state = CLOSING;
    destroy_of_kind(things[i].kind, handle);
    if (!busy) {
        things[i].doomed = 0;
        settle(members, count);
        forget(i);
    }
}

static scrim_status change_scene(struct thing *scene, int i) {
    scrim_window window = SCRIM_WINDOW_INIT;
    scrim_view view = SCRIM_VIEW_INIT;
    scrim_id *id = below(2) ? &scene->view : &scene->window;
    window.frame = view.frame = (scrim_rect){below(40) - 20.25, below(40) - 20.5, below(60) / 2.0, below(60)};
    window.flags = view.flags = below(32);
    view.content = (scrim_string){"secret\n\"", below(9)};
    window.level = (int32_t)below(3);
    switch (below(9)) {
    case 0:
        return scrim_scene_add_window(scene->handle, &window, &scene->window);
    case 1:
        return scrim_scene_update_window(scene->handle, *id, &window);
    case 2:
        return scrim_scene_add_view(scene->handle, *id, &view, &scene->view);
    case 3:
        return scrim_scene_update_view(scene->handle, *id, &view);
    case 4:
        return scrim_scene_remove(scene->handle, *id);
    case 5:
        return scrim_scene_set_activity(scene->handle, below(3) ? 0 : *id, 1 + below(3));
    case 6:
        return scrim_scene_frame_ready(scene->handle, below(4));
    case 7: {
        int with_free = (int)below(2);
        frees_owed += with_free;
        scrim_status status =
            scrim_scene_set_cover_callback(scene->handle, on_cover, (void *)(intptr_t)i, with_free ? on_free : NULL);
        if (status != SCRIM_OK)
            frees_owed -= with_free;
        return status;
    }
    default:
        return scrim_scene_set_activity(scene->handle, 0, SCRIM_ACTIVITY_ACTIVE);
    }
}

static scrim_status listen_to_gestures(struct thing *gestures) {
    const scrim_gestures_callbacks callbacks = {sizeof callbacks, 0, below(4) ? on_gesture : NULL};
    int with_free = (int)below(2);
    frees_owed += with_free;
    scrim_status status =
        scrim_gestures_set_callbacks(gestures->handle, &callbacks, (void *)(intptr_t)(gestures - things), with_free ? on_free : NULL);
    if (status != SCRIM_OK)
        frees_owed -= with_free;
    return status;
}

/* A tap on a window that is there, so that the callback is called. */
static scrim_status tap_on_window(struct thing *gestures, const struct thing *scene) {
    scrim_recognizer tap = SCRIM_RECOGNIZER_TAP_INIT;
    scrim_window window = SCRIM_WINDOW_INIT;
    scrim_gesture_event events[32];
    size_t consumed = 9, produced = 9;
    scrim_id id, recognizer;
    window.frame = (scrim_rect){0, 0, 20, 20};
    if (scene->handle != NULL && scrim_scene_add_window(scene->handle, &window, &id) == SCRIM_OK) {
        tap.view = id;
        scrim_gestures_add(gestures->handle, &tap, &recognizer);
    }
    scrim_gestures_cancel(gestures->handle, now, events, 32, &produced);
    const scrim_touch touches[] = {{now + 1, 1, SCRIM_TOUCH_BEGAN, 0, 10, 10}, {now + 2, 1, SCRIM_TOUCH_ENDED, 0, 10, 10}};
    now += 2;
    return scrim_gestures_feed(gestures->handle, touches, 2, &consumed, events, 32, &produced);
}

static scrim_status change_gestures(struct thing *gestures) {
    scrim_recognizer tap = SCRIM_RECOGNIZER_TAP_INIT, press = SCRIM_RECOGNIZER_LONG_PRESS_INIT;
    scrim_touch touches[4];
    const struct thing *scene = gestures->dependency < 0 ? &nothing : &things[gestures->dependency];
    size_t count = below(5), consumed = 9, produced = 9, capacity = below(4);
    /* Exactly as large as is said, so that a sanitizer sees a write behind its end. */
    scrim_gesture_event *events = malloc(capacity * sizeof *events + 1);
    scrim_status status;
    tap.taps = 1 + below(4);
    tap.view = press.view = below(2) ? scene->view : scene->window;
    switch (below(7)) {
    case 5:
        status = listen_to_gestures(gestures);
        break;
    case 6:
        status = tap_on_window(gestures, scene);
        break;
    case 0:
        status = scrim_gestures_add(gestures->handle, below(2) ? &tap : &press, &gestures->view);
        break;
    case 1:
        status = scrim_gestures_remove(gestures->handle, gestures->view);
        break;
    case 2:
        status = scrim_gestures_add_action(gestures->handle, gestures->view, 1, "act", 1 + below(3));
        break;
    case 3:
        status = scrim_gestures_advance(gestures->handle, now += below(1u << 30), events, capacity, &produced);
        break;
    default:
        for (size_t i = 0; i < count; i++) {
            now += below(1u << 28);
            touches[i] = (scrim_touch){below(9) ? now : below(2) ? 0
                                                                 : now / 2,
                                       below(3), 1 + below(4), 0, below(20), below(20)};
        }
        status = scrim_gestures_feed(gestures->handle, touches, count, &consumed, events, capacity, &produced);
        EXPECT(status != SCRIM_OK || (consumed <= count && produced <= capacity));
    }
    free(events);
    return status;
}

static scrim_status change_collector(struct thing *collector) {
    scrim_gesture_event event = {0};
    scrim_decision verdict;
    const struct thing *gestures = collector->dependency < 0 ? &nothing : &things[collector->dependency];
    const struct thing *scene = gestures->dependency < 0 ? &nothing : &things[gestures->dependency];
    char *json = malloc(200);
    size_t length = 0;
    scrim_status status;
    event = (scrim_gesture_event){.recognizer = gestures->view, .window = scene->window, .view = below(2) ? scene->view : 0};
    event.kind = 1 + below(3);
    event.state = below(7);
    event.sequence = below(30);
    if (below(2))
        status = scrim_collector_decide(collector->handle, &event, 1, &verdict);
    else
        status = scrim_collector_next_json(collector->handle, json, below(200), &length);
    free(json);
    return status;
}

static scrim_status listen_to_keypad(struct thing *keypad) {
    const scrim_keypad_callbacks callbacks = {sizeof callbacks, 0, below(2) ? on_keypad : NULL, below(2) ? on_keypad : NULL,
                                              below(2) ? on_keypad : NULL, below(2) ? on_keypad : NULL};
    int with_free = (int)below(2);
    frees_owed += with_free;
    scrim_status status =
        scrim_keypad_set_callbacks(keypad->handle, &callbacks, (void *)(intptr_t)(keypad - things), with_free ? on_free : NULL);
    if (status != SCRIM_OK)
        frees_owed -= with_free;
    return status;
}

static scrim_status change_keypad(struct thing *keypad) {
    scrim_touch touch = {now, below(2), 1 + below(4), 0, below(320), below(420)};
    uint32_t answer;
    int text, busy;
    scrim_status status;
    switch (below(6)) {
    case 0:
        return scrim_keypad_show(keypad->handle);
    case 1:
        return scrim_keypad_hide(keypad->handle);
    case 5:
        return listen_to_keypad(keypad);
    case 2:
        status = scrim_keypad_detach(keypad->handle);
        if (status == SCRIM_OK)
            keypad->dependency = -1;
        return status;
    case 3:
        if ((text = pick(SCRIM_HANDLE_TEXT)) < 0)
            return scrim_keypad_hide(keypad->handle);
        busy = is_busy(text);
        status = scrim_keypad_attach(keypad->handle, things[text].handle);
        EXPECT(!busy || status == SCRIM_ERROR_BUSY);
        if (status == SCRIM_OK)
            keypad->dependency = text;
        /* Busy for the text's sake: that says nothing of the keypad. */
        return busy && !is_busy((int)(keypad - things)) ? SCRIM_OK : status;
    default:
        return scrim_keypad_touch(keypad->handle, &touch, &answer);
    }
}

static scrim_status change_text(struct thing *text) {
    switch (below(4)) {
    case 0:
        return scrim_text_insert(text->handle, "7\xC3\xA9\xFF", below(5));
    case 1:
        return scrim_text_delete_backward(text->handle);
    case 2:
        return scrim_text_clear(text->handle);
    default:
        return scrim_text_conceal(text->handle);
    }
}

/* A call that only asks works at any time on what is valid. */
static void ask(int i) {
    struct thing *thing = &things[i];
    scrim_frame frame = SCRIM_FRAME_INIT;
    unsigned char *pixels = malloc(16 * 16 * 3);
    char *mask = malloc(3 * 64);
    scrim_key keys[12];
    scrim_id window, view;
    uint64_t deadline;
    uint32_t value;
    size_t count;
    frame.format = SCRIM_FORMAT_RGB;
    frame.width = frame.height = 16;
    frame.planes[0] = (scrim_plane){pixels, 48};
    switch (thing->kind) {
    case SCRIM_HANDLE_TEXT:
        EXPECT(scrim_text_with_bytes(thing->handle, on_read, (void *)(intptr_t)i) == SCRIM_OK);
        if (!thing->doomed) /* by its own callback */
            EXPECT(scrim_text_copy_masked(thing->handle, mask, 3 * 64, &count) == SCRIM_OK);
        break;
    case SCRIM_HANDLE_KEYPAD:
        EXPECT(scrim_keypad_keys(thing->handle, SCRIM_KEY_ORDER_ROWS, keys, 12, &count) == SCRIM_OK);
        break;
    case SCRIM_HANDLE_SCENE:
        EXPECT(scrim_scene_hit_test(thing->handle, below(20), below(20), &window, &view) == SCRIM_OK);
        EXPECT(scrim_scene_is_secure_at(thing->handle, below(20), below(20), &value) == SCRIM_OK);
        EXPECT(scrim_scene_is_covered(thing->handle, 2, &value) == SCRIM_OK);
        EXPECT(scrim_scene_redact(thing->handle, &frame, NULL, NULL) == SCRIM_OK);
        break;
    case SCRIM_HANDLE_GESTURES:
        EXPECT(scrim_gestures_next_deadline(thing->handle, &deadline) == SCRIM_OK);
        break;
    default:
        break;
    }
    free(pixels);
    free(mask);
}

static void wrong_handle(void) {
    void *handle = below(2) && stale_count > 0 ? stale[below(stale_count < 64 ? (uint32_t)stale_count : 64)] : NULL;
    int live = (int)below(THINGS);
    size_t count;
    uint32_t value;
    scrim_gesture_event event;
    if (handle == NULL)
        handle = (void *)(uintptr_t)(seed | 1ull << 63);
    EXPECT(scrim_text_count(handle, &count) == SCRIM_ERROR_INVALID_HANDLE);
    EXPECT(scrim_keypad_show(handle) == SCRIM_ERROR_INVALID_HANDLE);
    EXPECT(scrim_scene_is_secure_at(handle, 1, 1, &value) == SCRIM_ERROR_INVALID_HANDLE);
    EXPECT(scrim_gestures_advance(handle, 0, &event, 1, &count) == SCRIM_ERROR_INVALID_HANDLE);
    EXPECT(scrim_collector_next_json(handle, NULL, 0, &count) == SCRIM_ERROR_INVALID_HANDLE);
    scrim_text_destroy(handle);
    scrim_scene_destroy(handle);
    if (is_usable(live) && things[live].kind != SCRIM_HANDLE_GESTURES) {
        scrim_gestures_destroy(things[live].handle);
        EXPECT(scrim_gestures_remove(things[live].handle, 1) == SCRIM_ERROR_INVALID_HANDLE);
    }
}

static scrim_status change(int i) {
    switch (things[i].kind) {
    case SCRIM_HANDLE_TEXT:
        return change_text(&things[i]);
    case SCRIM_HANDLE_KEYPAD:
        return change_keypad(&things[i]);
    case SCRIM_HANDLE_SCENE:
        return change_scene(&things[i], i);
    case SCRIM_HANDLE_GESTURES:
        return change_gestures(&things[i]);
    default:
        return change_collector(&things[i]);
    }
}

static void step(void) {
    uint32_t what = below(16);
    int i = (int)below(THINGS), members[THINGS];
    if (what == 0) {
        wrong_handle();
    } else if (what < 3 || !is_usable(i)) {
        make(1 + (int)below(5));
    } else if (what == 3) {
        destroy(i);
    } else {
        int count = group_of(i, members), busy = is_busy(i);
        if (what < 7) {
            ask(i);
        } else {
            scrim_status status = change(i);
            EXPECT((status == SCRIM_ERROR_BUSY) == busy);
            EXPECT(status <= SCRIM_OK && status >= SCRIM_ERROR_CORRUPTED);
        }
        if (!busy)
            settle(members, count);
    }
}

/* ---- */

static void run(uint64_t first, int seeds) {
    for (int i = 0; i < seeds; i++) {
        seed = (first + (uint64_t)i) * 0x9E3779B97F4A7C15u | 1;
        for (int steps = 0; steps < STEPS; steps++) {
            step();
            size_t live = 0;
            for (int j = 0; j < THINGS; j++) {
                live += things[j].state == LIVE;
                EXPECT(!things[j].doomed || things[j].state == GONE);
            }
            EXPECT(scrim_live_handles(SCRIM_HANDLE_ANY) == live);
        }
        for (int j = 0; j < THINGS; j++) {
            if (things[j].state == LIVE)
                destroy(j);
        }
        for (int j = 0; j < THINGS; j++) {
            if (things[j].state == LIVE) /* made by a callback of the ones above */
                destroy(j--);
        }
        EXPECT(frees_owed == 0);
    }
}

static void test_random_sequences(void **state) {
    (void)state;
    run(1, running_on_valgrind() ? 2 : 60);
}

int main(int argc, char **argv) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_random_sequences)};
    if (argc > 1) {
        run(argc > 2 ? strtoull(argv[2], NULL, 0) : 1, atoi(argv[1]));
        return 0;
    }
    return cmocka_run_group_tests(tests, NULL, nothing_left);
}
