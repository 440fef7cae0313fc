/* SPDX-License-Identifier: MIT */
#include "handlers.h"

#include <math.h>

/* ---- The list and its rows ---- */

/* A pan with an axis is recognized only if the finger moves along it. So nothing here decides between row and list. */
static void scroll(struct photos *photos, struct scroller *scroller, const scrim_gesture_event *event,
                   double moved, double velocity) {
    if (event->state == SCRIM_GESTURE_STATE_BEGAN) {
        scroller_grab(scroller, photos->now_ns);
    }
    scroller_drag(scroller, -moved);
    if (event->fingers == 0) {
        scroller_limit(scroller); /* a wheel or touchpad does not stretch the ends */
    }
    if (event->state == SCRIM_GESTURE_STATE_ENDED) {
        scroller_release(scroller, -velocity, photos->now_ns); /* the velocity is 0 unless the content was flung */
    } else if (event->state == SCRIM_GESTURE_STATE_CANCELLED) {
        scroller_release(scroller, 0, photos->now_ns);
    }
}

void handle_list(struct photos *photos, struct gesture *gesture, const scrim_gesture_event *event) {
    scroll(photos, &photos->list, event, gesture->moved_y, event->velocity_y);
}

void handle_row(struct photos *photos, struct gesture *gesture, const scrim_gesture_event *event) {
    scroll(photos, &photos->rows[gesture->album], event, gesture->moved_x, event->velocity_x);
}

/* The event has the position in the content of the row, so it does not matter how far row and list are scrolled. */
void handle_open(struct photos *photos, struct gesture *gesture, const scrim_gesture_event *event) {
    for (int number = 0; number < PHOTOS; number++) {
        scrim_rect frame = photos_in_row(photos, number);
        if (event->view_x >= frame.x && event->view_x < frame.x + frame.width) {
            viewer_open(photos, gesture->album, number);
        }
    }
}

/* A finger that stops a fling does not also open the photo below it. */
bool may_open(const struct photos *photos, const scrim_gesture_event *event) {
    (void)event;
    return !photos->caught;
}

/* ---- The open photo ---- */

static bool is_released(const struct photos *photos, const scrim_gesture_event *event) {
    bool ends = event->state == SCRIM_GESTURE_STATE_ENDED || event->state == SCRIM_GESTURE_STATE_CANCELLED;
    return ends && !photos->pinch->in_progress && !photos->turn->in_progress && !photos->move->in_progress;
}

/* Pinch, turn and move are recognized together. Two fingers move the photo with the pinch, which begins at once. */

void handle_pinch(struct photos *photos, struct gesture *gesture, const scrim_gesture_event *event) {
    viewer_hold(photos);
    viewer_move(photos, gesture->moved_x, gesture->moved_y);
    viewer_scale(photos, gesture->scaled, event->x, event->y);
    if (is_released(photos, event)) {
        viewer_release(photos, 0, 0);
    }
}

void handle_turn(struct photos *photos, struct gesture *gesture, const scrim_gesture_event *event) {
    viewer_hold(photos);
    viewer_turn(photos, gesture->turned, event->x, event->y);
    if (is_released(photos, event)) {
        viewer_release(photos, 0, 0);
    }
}

void handle_move(struct photos *photos, struct gesture *gesture, const scrim_gesture_event *event) {
    viewer_hold(photos);
    if (!photos->pinch->in_progress) {
        viewer_move(photos, gesture->moved_x, gesture->moved_y);
    }
    if (is_released(photos, event)) {
        viewer_release(photos, event->velocity_x, event->velocity_y);
    }
}

/* One finger moves a photo that is enlarged. On a photo that fits, it turns the page or closes the photo. */
bool may_move(const struct photos *photos, const scrim_gesture_event *event) {
    return viewer_is_enlarged(&photos->viewer) || event->fingers > 1;
}

bool may_leave(const struct photos *photos, const scrim_gesture_event *event) {
    (void)event;
    return !viewer_is_enlarged(&photos->viewer);
}

void handle_page(struct photos *photos, struct gesture *gesture, const scrim_gesture_event *event) {
    struct viewer *viewer = &photos->viewer;
    if (event->state == SCRIM_GESTURE_STATE_BEGAN) {
        scroller_grab(&viewer->page, photos->now_ns);
    }
    scroller_drag(&viewer->page, -gesture->moved_x);
    if (!gesture->in_progress) {
        double velocity = event->state == SCRIM_GESTURE_STATE_ENDED ? -event->velocity_x : 0;
        double moved = viewer->page.position / viewer_page_width(photos) - viewer->number;
        /* A fling turns the page if it has the direction of the movement; without one, half a page decides. */
        bool turns = velocity != 0 ? velocity * moved > 0 : fabs(moved) > 0.5;
        viewer_turn_page(photos, viewer->number + (turns ? moved > 0 ? 1 : -1 : 0), velocity);
    }
}

void handle_dismiss(struct photos *photos, struct gesture *gesture, const scrim_gesture_event *event) {
    struct viewer *viewer = &photos->viewer;
    viewer_hold(photos);
    viewer_move(photos, 0, gesture->moved_y);
    double moved = viewer->pose.y - photos->height / 2;
    viewer->backdrop = fmax(0, 1 - fabs(moved) / photos->height);
    if (!gesture->in_progress) {
        bool closes = event->velocity_y != 0 ? event->velocity_y * moved > 0 : fabs(moved) > photos->height / 6;
        if (event->state == SCRIM_GESTURE_STATE_ENDED && closes) {
            viewer_close(photos);
        } else {
            viewer_animate(photos, viewer_fit(photos), 1);
        }
    }
}

void handle_double_tap(struct photos *photos, struct gesture *gesture, const scrim_gesture_event *event) {
    (void)gesture;
    viewer_zoom_at(photos, event->x, event->y);
}

/* A tap, then a drag with the finger still down: 80 points downwards double the size around the place of the tap. */
void handle_zoom(struct photos *photos, struct gesture *gesture, const scrim_gesture_event *event) {
    viewer_hold(photos);
    viewer_scale(photos, exp2(gesture->moved_y / 80), event->x - event->translation_x, event->y - event->translation_y);
    if (!gesture->in_progress) {
        viewer_release(photos, 0, 0);
    }
}
