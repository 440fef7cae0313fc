/* SPDX-License-Identifier: MIT */
/* The model of the example: a vertical list of albums, each a horizontal row of photos, and a viewer for one photo.
 *
 * photos.c lays the list out and describes it to Scrim's scene. viewer.c moves the open photo. gestures.c recognizes
 * gestures, and handlers.c turns them into changes. None of them knows SDL. Lengths are in pixels of the window. */
#ifndef PHOTOS_PHOTOS_H
#define PHOTOS_PHOTOS_H

#include "../program.h"
#include "scroller.h"

enum {
    ALBUMS = 6,
    PHOTOS = 8, /* in each album */
    MAX_GESTURES = 2 * ALBUMS + 8
};

extern const char *const album_names[ALBUMS];

/* Where a photo is in the window: its middle, its size as a multiple of the size that fits, and its turn in radians. */
struct pose {
    double x, y, scale, angle;
};

/* The open photo. The viewer is still shown while it closes. */
struct viewer {
    bool is_open, is_shown;
    int album, number;
    struct pose pose;
    double backdrop; /* how opaque the black behind the photo is */
    bool animates;   /* from one pose and backdrop to another */
    uint64_t since_ns;
    struct pose from, to;
    double backdrop_from, backdrop_to;
    struct scroller x, y; /* flings of an enlarged photo move its middle */
    struct scroller page; /* scrolls from photo to photo */
};

struct photos;

/* A recognizer, and the functions that handle its events. */
struct gesture {
    scrim_id id;
    const char *name;
    int album; /* of a row */
    void (*handle)(struct photos *photos, struct gesture *gesture, const scrim_gesture_event *event);
    bool (*may_begin)(const struct photos *photos, const scrim_gesture_event *event); /* NULL: it always may */
    bool in_progress;
    double moved_x, moved_y, scaled, turned; /* since the event before */
    scrim_gesture_event last;                /* the event before */
};

struct photos {
    double width, height;
    uint64_t now_ns;
    struct scroller list, rows[ALBUMS];
    struct viewer viewer;
    scrim_scene *scene;
    scrim_gestures *gestures;
    scrim_id list_id, row_ids[ALBUMS], viewer_id, photo_id;
    struct gesture table[MAX_GESTURES];
    size_t gesture_count;
    struct gesture *pinch, *turn, *move; /* in the table */
    bool caught;                         /* the finger that came down last stopped a fling */
    void (*observe)(const struct gesture *gesture, const scrim_gesture_event *event); /* of a replay, or NULL */
};

/* photos.c: returns 1 after an error, which is printed. */
int photos_create(struct photos *photos, double width, double height);
void photos_destroy(struct photos *photos);
/* Moves content that was flung or springs back, and updates the scene. */
int photos_step(struct photos *photos, uint64_t now_ns);
bool photos_moves(const struct photos *photos);
double photos_album_top(const struct photos *photos, int album);
/* The size of photos in rows, and of a photo that fits the window. */
scrim_rect photos_in_row(const struct photos *photos, int number); /* in the content of a row */
double photos_fitting_width(const struct photos *photos);
struct pose photos_pose_in_row(const struct photos *photos, int album, int number);
double photos_unit(const struct photos *photos);

/* viewer.c */
void viewer_open(struct photos *photos, int album, int number);
void viewer_close(struct photos *photos);
void viewer_step(struct photos *photos);
bool viewer_is_enlarged(const struct viewer *viewer);
struct pose viewer_fit(const struct photos *photos);
void viewer_animate(struct photos *photos, struct pose to, double backdrop);
void viewer_hold(struct photos *photos);
void viewer_move(struct photos *photos, double x, double y);
/* Scale and turn the photo, while its point at x, y stays there. */
void viewer_scale(struct photos *photos, double factor, double x, double y);
void viewer_turn(struct photos *photos, double angle, double x, double y);
void viewer_zoom_at(struct photos *photos, double x, double y);
/* The fingers let go. An enlarged photo is flung or rests, and every other goes back to where it belongs. */
void viewer_release(struct photos *photos, double velocity_x, double velocity_y);
double viewer_page_width(const struct photos *photos);
void viewer_turn_page(struct photos *photos, int number, double velocity);

/* gestures.c */
int gestures_add(struct photos *photos);
int gestures_feed(struct photos *photos, const scrim_touch *touch);
int gestures_scroll(struct photos *photos, const scrim_scroll *scroll);
int gestures_advance(struct photos *photos, uint64_t now_ns);
int gestures_cancel(struct photos *photos, uint64_t now_ns);

#endif
