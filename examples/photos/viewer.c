/* SPDX-License-Identifier: MIT */
#include "photos.h"

#include <math.h>

static const double largest = 6, double_tap_scale = 3, animation_s = 0.25, page_gap = 16;
static const double quarter = 1.57079632679489661923; /* of a turn */

struct pose viewer_fit(const struct photos *photos) {
    return (struct pose){photos->width / 2, photos->height / 2, 1, photos->viewer.pose.angle};
}

bool viewer_is_enlarged(const struct viewer *viewer) { return viewer->pose.scale > 1.001; }

double viewer_page_width(const struct photos *photos) { return photos->width + page_gap; }

void viewer_animate(struct photos *photos, struct pose to, double backdrop) {
    struct viewer *viewer = &photos->viewer;
    viewer->animates = true;
    viewer->since_ns = photos->now_ns;
    viewer->from = viewer->pose;
    viewer->to = to;
    viewer->backdrop_from = viewer->backdrop;
    viewer->backdrop_to = backdrop;
}

/* Takes hold of the photo, which stops. */
void viewer_hold(struct photos *photos) {
    viewer_step(photos);
    photos->viewer.animates = false;
    photos->viewer.x.state = photos->viewer.y.state = SCROLLER_RESTS;
}

static void step_animation(struct viewer *viewer, uint64_t now_ns) {
    double t = now_ns > viewer->since_ns ? fmin((double)(now_ns - viewer->since_ns) / 1e9 / animation_s, 1) : 0;
    double u = t * t * (3 - 2 * t); /* begins and ends slowly */
    const struct pose *from = &viewer->from, *to = &viewer->to;
    viewer->pose.x = from->x + (to->x - from->x) * u;
    viewer->pose.y = from->y + (to->y - from->y) * u;
    viewer->pose.scale = from->scale + (to->scale - from->scale) * u;
    viewer->pose.angle = from->angle + (to->angle - from->angle) * u;
    viewer->backdrop = viewer->backdrop_from + (viewer->backdrop_to - viewer->backdrop_from) * u;
    if (t == 1) {
        viewer->animates = false;
        viewer->is_shown = viewer->is_open;
    }
}

void viewer_step(struct photos *photos) {
    struct viewer *viewer = &photos->viewer;
    scroller_step(&viewer->page, photos->now_ns);
    if (viewer->animates) {
        step_animation(viewer, photos->now_ns);
    } else if (scroller_moves(&viewer->x) || scroller_moves(&viewer->y)) {
        scroller_step(&viewer->x, photos->now_ns);
        scroller_step(&viewer->y, photos->now_ns);
        viewer->pose.x = viewer->x.position;
        viewer->pose.y = viewer->y.position;
    }
}

/* ---- Opening and closing ---- */

/* The photo grows out of its place in the row, and shrinks back into it. */

void viewer_open(struct photos *photos, int album, int number) {
    struct viewer *viewer = &photos->viewer;
    viewer->is_open = viewer->is_shown = true;
    viewer->album = album;
    viewer->number = number;
    viewer->pose = photos_pose_in_row(photos, album, number);
    viewer->backdrop = 0;
    scroller_set(&viewer->page, number * viewer_page_width(photos));
    viewer_animate(photos, viewer_fit(photos), 1);
}

void viewer_close(struct photos *photos) {
    struct viewer *viewer = &photos->viewer;
    viewer_hold(photos);
    viewer->is_open = false;
    scroller_set(&viewer->page, viewer->number * viewer_page_width(photos));
    viewer_animate(photos, photos_pose_in_row(photos, viewer->album, viewer->number), 0);
}

void viewer_turn_page(struct photos *photos, int number, double velocity) {
    struct viewer *viewer = &photos->viewer;
    scrim_rect frame = photos_in_row(photos, number);
    viewer->number = number < 0 ? 0 : number >= PHOTOS ? PHOTOS - 1
                                                       : number;
    viewer->animates = false;
    viewer->backdrop = 1;
    viewer->pose.angle = 0;
    viewer->pose = viewer_fit(photos);
    scroller_spring(&viewer->page, viewer->number * viewer_page_width(photos), velocity, photos->now_ns);
    /* The row behind shows the photo in its middle, so that the photo can shrink into it. */
    scroller_set(&photos->rows[viewer->album], frame.x + frame.width / 2 - photos->width / 2);
}

/* ---- Moving, scaling and turning ---- */

void viewer_move(struct photos *photos, double x, double y) {
    photos->viewer.pose.x += x;
    photos->viewer.pose.y += y;
}

void viewer_scale(struct photos *photos, double factor, double x, double y) {
    struct pose *pose = &photos->viewer.pose;
    double scale = fmax(0.3, fmin(pose->scale * factor, largest));
    pose->x = x + (pose->x - x) * scale / pose->scale;
    pose->y = y + (pose->y - y) * scale / pose->scale;
    pose->scale = scale;
}

void viewer_turn(struct photos *photos, double angle, double x, double y) {
    struct pose *pose = &photos->viewer.pose;
    double c = cos(angle), s = sin(angle), dx = pose->x - x, dy = pose->y - y;
    pose->x = x + c * dx - s * dy;
    pose->y = y + s * dx + c * dy;
    pose->angle += angle;
}

/* The middle of a photo may move while the photo still covers the window. A photo that is too small is centered. */
static void set_ends(struct scroller *scroller, double window, double photo) {
    scroller->low = fmin(window - photo / 2, window / 2);
    scroller->high = fmax(photo / 2, window / 2);
}

static void measure(struct photos *photos, const struct pose *pose) {
    double width = photos_fitting_width(photos) * pose->scale, height = width / 1.5;
    bool upright = (long)round(pose->angle / quarter) % 2 != 0;
    set_ends(&photos->viewer.x, photos->width, upright ? height : width);
    set_ends(&photos->viewer.y, photos->height, upright ? width : height);
}

/* The pose in which a photo can rest: it fits the window or is larger, and it is straight. */
static struct pose settled(struct photos *photos, struct pose pose) {
    struct viewer *viewer = &photos->viewer;
    pose.scale = fmax(pose.scale, 1);
    pose.angle = round(pose.angle / quarter) * quarter;
    measure(photos, &pose);
    pose.x = fmax(viewer->x.low, fmin(pose.x, viewer->x.high));
    pose.y = fmax(viewer->y.low, fmin(pose.y, viewer->y.high));
    return pose;
}

void viewer_release(struct photos *photos, double velocity_x, double velocity_y) {
    struct viewer *viewer = &photos->viewer;
    struct pose to = settled(photos, viewer->pose);
    if (to.scale != viewer->pose.scale || to.angle != viewer->pose.angle) {
        viewer_animate(photos, to, 1);
    } else {
        viewer->x.position = viewer->pose.x;
        viewer->y.position = viewer->pose.y;
        scroller_release(&viewer->x, velocity_x, photos->now_ns);
        scroller_release(&viewer->y, velocity_y, photos->now_ns);
    }
}

/* A double tap enlarges the photo around the finger, or shows all of it again. */
void viewer_zoom_at(struct photos *photos, double x, double y) {
    viewer_hold(photos);
    struct pose before = photos->viewer.pose, to = viewer_fit(photos);
    if (!viewer_is_enlarged(&photos->viewer)) {
        viewer_scale(photos, double_tap_scale, x, y);
        to = settled(photos, photos->viewer.pose);
        photos->viewer.pose = before;
    }
    viewer_animate(photos, to, 1);
}
