/* SPDX-License-Identifier: MIT */
/* The scene has one window, and in it one secure view for each box. A view keeps its box while that is covered, because the library
 * remembers where each view was, and covers those places for a while. */
#include "publish.h"

#include <scrim.h>

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

typedef struct slot {
    scrim_id view;
    box box; /* empty while the view is hidden */
} slot;

struct publisher {
    scrim_scene *scene;
    scrim_publisher *publisher;
    scrim_id window;
    scrim_id marks[2]; /* the two of publish.h */
    box bounds;
    bool is_active;
    bool has_failed; /* and has said so */
    size_t count;    /* of slots that have a view */
    slot slots[DESKTOP_MAX_COVERS];
    bool used[DESKTOP_MAX_COVERS];    /* slots whose box stays; only while boxes are exchanged */
    box missing[DESKTOP_MAX_COVERS];  /* boxes without a slot; likewise */
    char path[PATH_MAX]; /* of the file, and which file it is */
    struct stat file;
};

/* The library knows the path, but returns only a descriptor. */
static scrim_status find_file(publisher *publisher) {
    char link[64];
    int32_t fd;
    scrim_status status = scrim_publisher_fd(publisher->publisher, &fd);
    if (status != SCRIM_OK) {
        return status;
    }
    snprintf(link, sizeof link, "/proc/self/fd/%d", (int)fd);
    ssize_t length = readlink(link, publisher->path, sizeof publisher->path - 1);
    bool found = length > 0 && fstat(fd, &publisher->file) == 0;
    close(fd);
    return found ? SCRIM_OK : SCRIM_ERROR_IO;
}

static scrim_status create(publisher *publisher, const char *feed) {
    scrim_publisher_options options = SCRIM_PUBLISHER_OPTIONS_INIT;
    scrim_scene_options scene = SCRIM_SCENE_OPTIONS_INIT;
    scrim_window window = SCRIM_WINDOW_INIT;
    options.name = feed;
    options.name_length = strlen(feed);
    scrim_status status = scrim_publisher_create(&options, &publisher->publisher);
    if (status == SCRIM_OK) {
        status = find_file(publisher);
    }
    if (status == SCRIM_OK) {
        status = scrim_scene_create(&scene, &publisher->scene);
    }
    if (status == SCRIM_OK) {
        status = scrim_scene_add_window(publisher->scene, &window, &publisher->window);
    }
    return status;
}

static void describe(const char *feed, scrim_status status, int reason, char *error, size_t error_size) {
    if (status == SCRIM_ERROR_BUSY) {
        snprintf(error, error_size, "feed '%s': another program publishes it already; choose another name with --feed", feed);
    } else if (status == SCRIM_ERROR_NOT_FOUND && strchr(feed, '/') != NULL) {
        snprintf(error, error_size, "feed '%s': its folder does not exist", feed);
    } else if (status == SCRIM_ERROR_NOT_FOUND) {
        const char *folder = getenv("XDG_RUNTIME_DIR");
        snprintf(error, error_size, "feed '%s': XDG_RUNTIME_DIR must name a folder (got %s)", feed, folder != NULL ? folder : "nothing");
    } else if (status == SCRIM_ERROR_INVALID_ARGUMENT) {
        snprintf(error, error_size, "feed '%s': expected a name of 1 to 244 bytes in UTF-8, or a path", feed);
    } else {
        snprintf(error, error_size, "feed '%s': %s%s%s", feed, scrim_status_message(status), status == SCRIM_ERROR_IO ? ": " : "",
                 status == SCRIM_ERROR_IO ? strerror(reason) : "");
    }
}

publisher *publisher_open(const char *feed, char *error, size_t error_size) {
    publisher *publisher = calloc(1, sizeof *publisher);
    if (publisher == NULL) {
        snprintf(error, error_size, "feed '%s': no memory", feed);
        return NULL;
    }
    scrim_status status = create(publisher, feed);
    if (status != SCRIM_OK) {
        describe(feed, status, errno, error, error_size);
        publisher_close(publisher);
        return NULL;
    }
    return publisher;
}

void publisher_close(publisher *publisher) {
    if (publisher != NULL) {
        scrim_publisher_destroy(publisher->publisher);
        scrim_scene_destroy(publisher->scene);
        free(publisher);
    }
}

bool publisher_is_found(const publisher *publisher) {
    struct stat named;
    return stat(publisher->path, &named) == 0 && named.st_dev == publisher->file.st_dev && named.st_ino == publisher->file.st_ino;
}

/* ---- Boxes ---- */

static bool same_box(box a, box b) { return memcmp(&a, &b, sizeof a) == 0; }

static scrim_status put(publisher *publisher, slot *slot, box box) {
    scrim_view view = SCRIM_VIEW_INIT;
    bool shown = box.width > 0 && box.height > 0;
    view.flags = SCRIM_VIEW_SECURE | (shown ? 0 : SCRIM_VIEW_HIDDEN);
    view.frame = (scrim_rect){(double)box.x - publisher->bounds.x, (double)box.y - publisher->bounds.y, shown ? box.width : 0,
                              shown ? box.height : 0};
    scrim_status status = slot->view == 0 ? scrim_scene_add_view(publisher->scene, publisher->window, &view, &slot->view)
                                          : scrim_scene_update_view(publisher->scene, slot->view, &view);
    if (status == SCRIM_OK) {
        slot->box = box; /* else the view is as before, and the next call must not take it for covered */
    }
    return status;
}

/* Finds the boxes that are covered already, and writes the others to `missing`. Returns how many these are. */
static size_t match(publisher *publisher, const box *covers, size_t count) {
    size_t missing = 0, next = 0;
    memset(publisher->used, 0, sizeof publisher->used);
    for (size_t i = 0; i < count; i++) {
        size_t tried = 0;
        while (tried < publisher->count && (publisher->used[next] || !same_box(publisher->slots[next].box, covers[i]))) {
            next = (next + 1) % publisher->count;
            tried++;
        }
        if (tried < publisher->count) {
            publisher->used[next] = true;
        } else {
            publisher->missing[missing++] = covers[i];
        }
    }
    return missing;
}

static scrim_status exchange(publisher *publisher, const box *covers, size_t count) {
    size_t missing = match(publisher, covers, count), taken = 0;
    scrim_status status = SCRIM_OK;
    for (size_t i = 0; i < DESKTOP_MAX_COVERS && status == SCRIM_OK && (taken < missing || i < publisher->count); i++) {
        slot *slot = &publisher->slots[i];
        if (i == publisher->count) {
            publisher->count++;
        }
        if (publisher->used[i]) {
            continue;
        }
        if (taken < missing) {
            status = put(publisher, slot, publisher->missing[taken++]);
        } else if (slot->box.width > 0) {
            status = put(publisher, slot, (box){0, 0, 0, 0});
        }
    }
    return status;
}

static scrim_status put_marks(publisher *publisher) {
    const box bounds = publisher->bounds;
    const double places[2][2] = {{(double)PUBLISH_MARK - bounds.x, (double)PUBLISH_MARK - bounds.y},
                                 {2.0 * PUBLISH_MARK + bounds.width, 2.0 * PUBLISH_MARK + bounds.height}};
    scrim_status status = SCRIM_OK;
    for (size_t i = 0; i < 2 && status == SCRIM_OK; i++) {
        scrim_view view = SCRIM_VIEW_INIT;
        view.flags = SCRIM_VIEW_SECURE;
        view.frame = (scrim_rect){places[i][0], places[i][1], 1, 1};
        status = publisher->marks[i] == 0 ? scrim_scene_add_view(publisher->scene, publisher->window, &view, &publisher->marks[i])
                                          : scrim_scene_update_view(publisher->scene, publisher->marks[i], &view);
    }
    return status;
}

/* Views count from the corner of the window, so all of them move with it. */
static scrim_status set_bounds(publisher *publisher, box bounds) {
    if (same_box(bounds, publisher->bounds)) {
        return SCRIM_OK;
    }
    scrim_window window = SCRIM_WINDOW_INIT;
    window.frame = (scrim_rect){bounds.x, bounds.y, bounds.width, bounds.height};
    scrim_status status = scrim_scene_update_window(publisher->scene, publisher->window, &window);
    publisher->bounds = bounds; /* put() needs them */
    status = status == SCRIM_OK ? put_marks(publisher) : status;
    for (size_t i = 0; i < publisher->count && status == SCRIM_OK; i++) {
        status = put(publisher, &publisher->slots[i], publisher->slots[i].box);
    }
    if (status != SCRIM_OK) {
        publisher->bounds = (box){0, 0, 0, 0}; /* the next call moves all views again */
    }
    return status;
}

static scrim_status set_active(publisher *publisher, bool active) {
    if (active == publisher->is_active) {
        return SCRIM_OK;
    }
    scrim_status status = scrim_scene_set_activity(publisher->scene, 0, active ? SCRIM_ACTIVITY_ACTIVE : SCRIM_ACTIVITY_INACTIVE);
    if (active && status == SCRIM_OK) {
        status = scrim_scene_frame_ready(publisher->scene, 0);
    }
    publisher->is_active = active == (status == SCRIM_OK);
    return status;
}

/* ---- Publishing ---- */

static scrim_status publish(publisher *publisher, uint64_t now_ns) {
    scrim_snapshot *snapshot = NULL;
    scrim_status status = scrim_scene_snapshot(publisher->scene, now_ns, &snapshot);
    if (status == SCRIM_OK) {
        status = scrim_publisher_publish(publisher->publisher, snapshot);
    }
    scrim_snapshot_destroy(snapshot);
    return status;
}

void publisher_publish(publisher *publisher, box bounds, const box *covers, size_t count, uint64_t now_ns) {
    scrim_status status = SCRIM_OK;
    bool active = count <= DESKTOP_MAX_COVERS;
    if (active) {
        status = set_bounds(publisher, bounds);
        status = status == SCRIM_OK ? exchange(publisher, covers, count) : status;
    }
    /* The views need not be right while the scene is inactive. If it cannot even become that, nothing is published, and recorders cover
     * everything because of the silence. */
    scrim_status activity = set_active(publisher, active && status == SCRIM_OK);
    status = status == SCRIM_OK ? activity : status;
    if (activity == SCRIM_OK || !publisher->is_active) {
        scrim_status published = publish(publisher, now_ns);
        status = status == SCRIM_OK ? published : status;
    }
    if (status != SCRIM_OK && !publisher->has_failed) {
        fprintf(stderr, "scrim-watch: recordings are covered, because nothing can be published: %s\n", scrim_status_message(status));
    }
    publisher->has_failed = status != SCRIM_OK;
}
