/* SPDX-License-Identifier: MIT */
#include "handlers.h"

/* ---- Recognizers ---- */

static scrim_recognizer recognizer(uint32_t kind, scrim_id view, uint32_t flags) {
    scrim_recognizer made = {.struct_size = sizeof made};
    failed(scrim_recognizer_defaults(kind, SCRIM_PROFILE_UIKIT, 1, &made), "defaults");
    made.view = view;
    made.flags = flags;
    if (kind != SCRIM_GESTURE_TAP) {
        made.velocity_estimator = SCRIM_VELOCITY_DEFAULT;
    }
    return made;
}

/* Without the slop, content begins to move slowly, and does not jump. */
static scrim_recognizer pan(scrim_id view, uint32_t axis) {
    scrim_recognizer made = recognizer(SCRIM_GESTURE_PAN, view, SCRIM_RECOGNIZER_WITHOUT_SLOP);
    made.axis = axis;
    return made;
}

static scrim_recognizer tap(scrim_id view, uint32_t taps) {
    scrim_recognizer made = recognizer(SCRIM_GESTURE_TAP, view, SCRIM_RECOGNIZER_VIEW_COORDINATES);
    made.taps = taps;
    return made;
}

static int add(struct photos *photos, const scrim_recognizer *description, struct gesture gesture) {
    struct gesture *added = &photos->table[photos->gesture_count++];
    *added = gesture;
    return failed(scrim_gestures_add(photos->gestures, description, &added->id), gesture.name);
}

static int add_rows(struct photos *photos) {
    for (int album = 0; album < ALBUMS; album++) {
        struct gesture row = {.name = "row", .album = album, .handle = handle_row};
        struct gesture open = {.name = "open", .album = album, .handle = handle_open, .may_begin = may_open};
        scrim_recognizer row_pan = pan(photos->row_ids[album], SCRIM_AXIS_HORIZONTAL);
        scrim_recognizer open_tap = tap(photos->row_ids[album], 1);
        if (add(photos, &row_pan, row) || add(photos, &open_tap, open)) {
            return 1;
        }
    }
    return 0;
}

static int add_viewer(struct photos *photos) {
    scrim_recognizer pinch = recognizer(SCRIM_GESTURE_PINCH, photos->viewer_id, 0);
    scrim_recognizer turn = recognizer(SCRIM_GESTURE_ROTATION, photos->viewer_id, SCRIM_RECOGNIZER_WITHOUT_SLOP);
    scrim_recognizer move = pan(photos->viewer_id, SCRIM_AXIS_FREE);
    scrim_recognizer page = pan(photos->viewer_id, SCRIM_AXIS_HORIZONTAL);
    scrim_recognizer dismiss = pan(photos->viewer_id, SCRIM_AXIS_VERTICAL);
    scrim_recognizer double_tap = tap(photos->photo_id, 2);
    scrim_recognizer zoom = pan(photos->photo_id, SCRIM_AXIS_FREE);
    pinch.touch_slop = 0; /* no other gesture of the viewer has two fingers, so there is nothing to wait for */
    page.max_fingers = dismiss.max_fingers = 1;
    zoom.taps = 1;
    photos->pinch = &photos->table[photos->gesture_count];
    photos->turn = photos->pinch + 1;
    photos->move = photos->pinch + 2;
    return add(photos, &pinch, (struct gesture){.name = "pinch", .handle = handle_pinch}) ||
           add(photos, &turn, (struct gesture){.name = "turn", .handle = handle_turn}) ||
           add(photos, &move, (struct gesture){.name = "move", .handle = handle_move, .may_begin = may_move}) ||
           add(photos, &page, (struct gesture){.name = "page", .handle = handle_page, .may_begin = may_leave}) ||
           add(photos, &dismiss, (struct gesture){.name = "dismiss", .handle = handle_dismiss, .may_begin = may_leave}) ||
           add(photos, &double_tap, (struct gesture){.name = "double tap", .handle = handle_double_tap}) ||
           add(photos, &zoom, (struct gesture){.name = "zoom", .handle = handle_zoom});
}

static int make_simultaneous(struct photos *photos, const struct gesture *one, const struct gesture *other) {
    uint32_t relation = SCRIM_RELATION_SIMULTANEOUS;
    return failed(scrim_gestures_relate(photos->gestures, one->id, relation, other->id), "relate");
}

static struct gesture *find(struct photos *photos, scrim_id id) {
    struct gesture *gesture = photos->table;
    while (gesture->id != id) {
        gesture++;
    }
    return gesture;
}

/* Called when a recognizer would begin. If the answer is 0, the next one whose conditions are met begins instead. */
static uint32_t should_begin(const scrim_gesture_event *event, void *user_data) {
    struct photos *photos = user_data;
    const struct gesture *gesture = find(photos, event->recognizer);
    return gesture->may_begin == NULL || gesture->may_begin(photos, event);
}

int gestures_add(struct photos *photos) {
    scrim_gestures_callbacks callbacks = SCRIM_GESTURES_CALLBACKS_INIT;
    scrim_recognizer list = pan(photos->list_id, SCRIM_AXIS_VERTICAL);
    callbacks.should_begin = should_begin;
    return add(photos, &list, (struct gesture){.name = "list", .handle = handle_list}) || add_rows(photos) ||
           add_viewer(photos) || make_simultaneous(photos, photos->pinch, photos->turn) ||
           make_simultaneous(photos, photos->turn, photos->move) ||
           make_simultaneous(photos, photos->move, photos->pinch) ||
           failed(scrim_gestures_set_callbacks(photos->gestures, &callbacks, photos, NULL), "callbacks");
}

/* ---- Events ---- */

static void handle(struct photos *photos, const scrim_gesture_event *events, size_t count) {
    for (size_t i = 0; i < count; i++) {
        const scrim_gesture_event *event = &events[i], *last;
        struct gesture *gesture = find(photos, event->recognizer);
        if (event->state == SCRIM_GESTURE_STATE_BEGAN) {
            gesture->last = (scrim_gesture_event){.scale = 1};
        }
        last = &gesture->last;
        gesture->moved_x = event->translation_x - last->translation_x;
        gesture->moved_y = event->translation_y - last->translation_y;
        gesture->scaled = event->scale / last->scale;
        gesture->turned = event->rotation - last->rotation;
        gesture->in_progress = event->state < SCRIM_GESTURE_STATE_ENDED;
        gesture->last = *event;
        if (photos->observe != NULL) {
            photos->observe(gesture, event);
        }
        gesture->handle(photos, gesture, event);
    }
}

/* A finger that comes down stops the content below it. */
static void stop_below(struct photos *photos, const scrim_touch *touch) {
    struct viewer *viewer = &photos->viewer;
    if (viewer->is_open) {
        photos->caught = false;
        scroller_stop(&viewer->x, photos->now_ns);
        scroller_stop(&viewer->y, photos->now_ns);
        return;
    }
    photos->caught = scroller_stop(&photos->list, photos->now_ns);
    for (int album = 0; album < ALBUMS; album++) {
        double y = touch->y + photos->list.position;
        if (y >= photos_album_top(photos, album) && y < photos_album_top(photos, album + 1)) {
            photos->caught |= scroller_stop(&photos->rows[album], photos->now_ns);
        }
    }
}

/* No sample causes more than one event for each recognizer. */

int gestures_feed(struct photos *photos, const scrim_touch *touch) {
    scrim_gesture_event events[MAX_GESTURES];
    size_t consumed = 0, produced = 0;
    scrim_gestures *engine = photos->gestures;
    if (photos_step(photos, touch->time_ns)) {
        return 1;
    }
    if (touch->phase == SCRIM_TOUCH_BEGAN) {
        stop_below(photos, touch);
    }
    while (consumed == 0) {
        if (failed(scrim_gestures_feed(engine, touch, 1, &consumed, events, MAX_GESTURES, &produced), "feed")) {
            return 1;
        }
        handle(photos, events, produced);
    }
    return 0;
}

int gestures_scroll(struct photos *photos, const scrim_scroll *scroll) {
    scrim_gesture_event events[MAX_GESTURES];
    size_t consumed = 0, produced = 0;
    scrim_gestures *engine = photos->gestures;
    if (photos_step(photos, scroll->time_ns)) {
        return 1;
    }
    while (consumed == 0) {
        if (failed(scrim_gestures_scroll(engine, scroll, 1, &consumed, events, MAX_GESTURES, &produced), "scroll")) {
            return 1;
        }
        handle(photos, events, produced);
    }
    return 0;
}

/* Moves the photos to a time, and handles what a call of the engine reports at that time. */
static int at_time(struct photos *photos, uint64_t now_ns, const char *name,
                   scrim_status (*call)(scrim_gestures *, uint64_t, scrim_gesture_event *, size_t, size_t *)) {
    scrim_gesture_event events[MAX_GESTURES];
    size_t produced = 0;
    if (photos_step(photos, now_ns) || failed(call(photos->gestures, now_ns, events, MAX_GESTURES, &produced), name)) {
        return 1;
    }
    handle(photos, events, produced);
    return 0;
}

int gestures_advance(struct photos *photos, uint64_t now_ns) {
    return at_time(photos, now_ns, "advance", scrim_gestures_advance);
}

int gestures_cancel(struct photos *photos, uint64_t now_ns) {
    return at_time(photos, now_ns, "cancel", scrim_gestures_cancel);
}
