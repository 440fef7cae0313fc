/* SPDX-License-Identifier: MIT */
/* Feeds for tests: a new folder, a scene with a secure window, and the part of a frame that a subscriber's snapshot does not cover. */
#ifndef SCRIM_TESTS_FEED_FIXTURE_H
#define SCRIM_TESTS_FEED_FIXTURE_H

#include "capture/capture_fixture.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>

/* Where the file has its slots. The offset and the size of a slot are part of the format. */
#define SLOT(number) (65536 + (off_t)(number) * SCRIM_SNAPSHOT_MAX_BYTES)
/* How long a publisher may be silent in these tests. */
#define SILENCE (150 * MS)

static char feed_folder[64];

/* The folder is in memory if there is one. */
UNUSED static int make_folder(void **state) {
    (void)state;
    strcpy(feed_folder, "/dev/shm/scrim-test-XXXXXX");
    if (mkdtemp(feed_folder) == NULL) {
        strcpy(feed_folder, "/tmp/scrim-test-XXXXXX");
        if (mkdtemp(feed_folder) == NULL)
            return -1;
    }
    return setenv("XDG_RUNTIME_DIR", feed_folder, 1);
}

UNUSED static const char *path_of(const char *name) {
    static char path[1024];
    snprintf(path, sizeof path, "%s/%s", feed_folder, name);
    return path;
}

/* The number of files in the folder. They are removed. */
UNUSED static int empty_folder(void) {
    int count = 0;
    DIR *folder = opendir(feed_folder);
    for (struct dirent *entry; folder != NULL && (entry = readdir(folder)) != NULL;)
        if (entry->d_name[0] != '.') {
            count++;
            if (unlink(path_of(entry->d_name)) != 0)
                rmdir(path_of(entry->d_name));
        }
    if (folder != NULL)
        closedir(folder);
    return count;
}

UNUSED static int remove_folder(void **state) {
    (void)state;
    empty_folder();
    return rmdir(feed_folder);
}

UNUSED static int no_file_left(void **state) {
    return empty_folder() == 0 ? nothing_left(state) : -1;
}

UNUSED static scrim_status try_publisher(const char *name, scrim_publisher **publisher) {
    scrim_publisher_options options = SCRIM_PUBLISHER_OPTIONS_INIT;
    options.name = name;
    options.name_length = name == NULL ? 0 : strlen(name);
    *publisher = NULL;
    return scrim_publisher_create(&options, publisher);
}

UNUSED static scrim_publisher *publisher_of(const char *name) {
    scrim_publisher *publisher;
    OK(try_publisher(name, &publisher));
    return publisher;
}

UNUSED static scrim_subscriber *subscriber_of(const char *name, int fd) {
    scrim_subscriber_options options = SCRIM_SUBSCRIBER_OPTIONS_INIT;
    scrim_subscriber *subscriber = NULL;
    options.name = name;
    options.name_length = name == NULL ? 0 : strlen(name);
    options.fd = fd;
    options.max_silence_ns = SILENCE;
    OK(scrim_subscriber_create(&options, &subscriber));
    return subscriber;
}

UNUSED static void publish(scrim_publisher *publisher, scrim_scene *scene, uint64_t now) {
    scrim_snapshot *snapshot = snap(scene, now);
    OK(scrim_publisher_publish(publisher, snapshot));
    scrim_snapshot_destroy(snapshot);
}

/* A scene whose history is long enough, with a secure window of 10 × 10 points at the top left. */
UNUSED static scrim_scene *scene_with_history(void) {
    scrim_scene *scene = active_scene();
    add(scene, 0, 0, 10, 10);
    tell(scene, START);
    return scene;
}

/*
 * Returns the state that a subscriber finds at `now`, after it has redacted a frame of that moment. While the feed is live, exactly the window is covered.
 * In all other states everything is.
 */
UNUSED static uint32_t look(scrim_subscriber *subscriber, uint64_t now) {
    static const scrim_rect window = {0, 0, 10, 10};
    scrim_capture_options options = SCRIM_CAPTURE_OPTIONS_INIT;
    uint32_t state = 0;
    scrim_snapshot *snapshot = NULL;
    options.max_latency_ns = SILENCE;
    scrim_capture *capture = stream(&options);
    OK(scrim_subscriber_snapshot(subscriber, now, &snapshot, &state));
    const uint32_t outcome = protect(capture, snapshot, now, now);
    if (state == SCRIM_FEED_LIVE) {
        assert_int_equal(outcome, SCRIM_OUTCOME_OK);
        assert_black(&window, 1);
    } else {
        assert_int_equal(outcome, SCRIM_OUTCOME_COVERED);
        assert_all_black();
    }
    scrim_snapshot_destroy(snapshot);
    scrim_capture_destroy(capture);
    return state;
}

#define FINDS(subscriber, now, state) assert_int_equal(look(subscriber, now), SCRIM_FEED_##state)

#endif
