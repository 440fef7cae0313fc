/* SPDX-License-Identifier: MIT */
#include "photos.h"

#include <math.h>

const char *const album_names[ALBUMS] = {"ALPS", "COAST", "DUNES", "WOODS", "NIGHT", "DAWN"};

/* Lengths in a window that is 320 points wide. */
static const double heading = 34, photo_width = 132, photo_height = 88, gap = 8, margin = 16, below = 14;

double photos_unit(const struct photos *photos) { return photos->width / 320; }

double photos_album_top(const struct photos *photos, int album) {
    return album * (heading + photo_height + below) * photos_unit(photos);
}

scrim_rect photos_in_row(const struct photos *photos, int number) {
    double unit = photos_unit(photos);
    return (scrim_rect){(margin + number * (photo_width + gap)) * unit, 0, photo_width * unit, photo_height * unit};
}

double photos_fitting_width(const struct photos *photos) {
    return fmin(photos->width, photos->height * photo_width / photo_height);
}

struct pose photos_pose_in_row(const struct photos *photos, int album, int number) {
    scrim_rect frame = photos_in_row(photos, number);
    double top = photos_album_top(photos, album) + heading * photos_unit(photos) - photos->list.position;
    return (struct pose){frame.x + frame.width / 2 - photos->rows[album].position, top + frame.height / 2,
                         frame.width / photos_fitting_width(photos), 0};
}

/* ---- The scene ---- */

/* How the list, a row, the viewer and its photo are now. */

static scrim_view list_view(const struct photos *photos) {
    scrim_view view = SCRIM_VIEW_INIT;
    view.frame = (scrim_rect){0, 0, photos->width, photos->height};
    view.content_offset.y = photos->list.position;
    return view;
}

static scrim_view row_view(const struct photos *photos, int album) {
    double unit = photos_unit(photos);
    scrim_view view = SCRIM_VIEW_INIT;
    view.frame = (scrim_rect){0, photos_album_top(photos, album) + heading * unit, photos->width, photo_height * unit};
    view.content_offset.x = photos->rows[album].position;
    return view;
}

static scrim_view viewer_view(const struct photos *photos) {
    scrim_view view = SCRIM_VIEW_INIT;
    view.flags |= photos->viewer.is_open ? 0 : SCRIM_VIEW_HIDDEN;
    view.frame = (scrim_rect){0, 0, photos->width, photos->height};
    return view;
}

static scrim_view photo_view(const struct photos *photos) {
    const struct pose *pose = &photos->viewer.pose;
    double width = photos_fitting_width(photos), height = width * photo_height / photo_width;
    double c = cos(pose->angle) * pose->scale, s = sin(pose->angle) * pose->scale;
    scrim_view view = SCRIM_VIEW_INIT;
    view.frame = (scrim_rect){0, 0, width, height};
    view.transform = (scrim_affine){c, s, -s, c, 0, 0};
    view.transform.x0 = pose->x - (c * width - s * height) / 2;
    view.transform.y0 = pose->y - (s * width + c * height) / 2;
    return view;
}

static int add_views(struct photos *photos) {
    scrim_window window = SCRIM_WINDOW_INIT;
    scrim_id window_id = 0;
    window.frame = (scrim_rect){0, 0, photos->width, photos->height};
    if (failed(scrim_scene_add_window(photos->scene, &window, &window_id), "window")) {
        return 1;
    }
    scrim_view list = list_view(photos), viewer = viewer_view(photos), photo = photo_view(photos);
    if (failed(scrim_scene_add_view(photos->scene, window_id, &list, &photos->list_id), "list") ||
        failed(scrim_scene_add_view(photos->scene, window_id, &viewer, &photos->viewer_id), "viewer") ||
        failed(scrim_scene_add_view(photos->scene, photos->viewer_id, &photo, &photos->photo_id), "photo")) {
        return 1;
    }
    for (int album = 0; album < ALBUMS; album++) {
        scrim_view row = row_view(photos, album);
        if (failed(scrim_scene_add_view(photos->scene, photos->list_id, &row, &photos->row_ids[album]), "row")) {
            return 1;
        }
    }
    return 0;
}

static int update(struct photos *photos, scrim_id id, scrim_view view) {
    return failed(scrim_scene_update_view(photos->scene, id, &view), "update");
}

/* Gestures look for their views where the scene says that they are. */
static int update_scene(struct photos *photos) {
    int bad = update(photos, photos->list_id, list_view(photos)) || update(photos, photos->viewer_id, viewer_view(photos)) ||
              update(photos, photos->photo_id, photo_view(photos));
    for (int album = 0; album < ALBUMS; album++) {
        bad = bad || update(photos, photos->row_ids[album], row_view(photos, album));
    }
    return bad;
}

/* ---- The whole ---- */

int photos_create(struct photos *photos, double width, double height) {
    scrim_scene_options scene = SCRIM_SCENE_OPTIONS_INIT;
    scrim_gestures_options gestures = SCRIM_GESTURES_OPTIONS_INIT;
    *photos = (struct photos){.width = width, .height = height};
    scrim_rect last = photos_in_row(photos, PHOTOS - 1);
    photos->list.high = fmax(0, photos_album_top(photos, ALBUMS) - height);
    for (int album = 0; album < ALBUMS; album++) {
        photos->rows[album].high = fmax(0, last.x + last.width + margin * photos_unit(photos) - width);
    }
    photos->viewer.pose = viewer_fit(photos);
    photos->viewer.page.high = (PHOTOS - 1) * viewer_page_width(photos);
    return failed(scrim_scene_create(&scene, &photos->scene), "scene") || add_views(photos) ||
           failed(scrim_gestures_create(photos->scene, &gestures, &photos->gestures), "gestures") || gestures_add(photos);
}

void photos_destroy(struct photos *photos) {
    scrim_gestures_destroy(photos->gestures);
    scrim_scene_destroy(photos->scene);
}

int photos_step(struct photos *photos, uint64_t now_ns) {
    photos->now_ns = now_ns;
    scroller_step(&photos->list, now_ns);
    for (int album = 0; album < ALBUMS; album++) {
        scroller_step(&photos->rows[album], now_ns);
    }
    viewer_step(photos);
    return update_scene(photos);
}

bool photos_moves(const struct photos *photos) {
    const struct viewer *viewer = &photos->viewer;
    bool moves = scroller_moves(&photos->list) || scroller_moves(&viewer->x) || scroller_moves(&viewer->y) ||
                 scroller_moves(&viewer->page) || viewer->animates;
    for (int album = 0; album < ALBUMS; album++) {
        moves |= scroller_moves(&photos->rows[album]);
    }
    return moves;
}
