/* SPDX-License-Identifier: MIT */
/*
 * Two programs: one has a scene and publishes it, the other records frames that obey the scene.
 *
 *     feed publish NAME    publishes a window that moves
 *     feed record NAME     records frames, and prints what it finds
 *     feed                 runs both for a moment
 */
#define _DEFAULT_SOURCE
#include "program.h"

#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum {
    WIDTH = 320,
    HEIGHT = 200
};

static void must(scrim_status status) {
    if (failed(status, "feed"))
        exit(1);
}

static uint64_t now_ns(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

/* ---- The program with the scene ---- */

static scrim_publisher *open_publisher(const char *name) {
    scrim_publisher_options options = SCRIM_PUBLISHER_OPTIONS_INIT;
    options.name = name;
    options.name_length = strlen(name);
    scrim_publisher *publisher = NULL;
    must(scrim_publisher_create(&options, &publisher));
    return publisher;
}

static void publish(scrim_publisher *publisher, scrim_scene *scene) {
    scrim_snapshot *snapshot = NULL;
    must(scrim_scene_snapshot(scene, now_ns(), &snapshot));
    if (scrim_publisher_publish(publisher, snapshot) != SCRIM_OK)
        fprintf(stderr, "recorders cover whole frames until the next snapshot\n");
    scrim_snapshot_destroy(snapshot);
}

/* Runs until the recorder ends, or forever. */
static void run_publisher(const char *name, pid_t recorder) {
    scrim_scene_options options = SCRIM_SCENE_OPTIONS_INIT;
    scrim_scene *scene = NULL;
    must(scrim_scene_create(&options, &scene));
    must(scrim_scene_set_activity(scene, 0, SCRIM_ACTIVITY_ACTIVE));
    must(scrim_scene_frame_ready(scene, 0));
    scrim_window window = SCRIM_WINDOW_INIT;
    scrim_id id = 0;
    window.frame = (scrim_rect){0, 50, 80, 40};
    window.flags |= SCRIM_VIEW_SECURE;
    must(scrim_scene_add_window(scene, &window, &id));
    scrim_publisher *publisher = open_publisher(name);
    while (recorder == 0 || waitpid(recorder, NULL, WNOHANG) == 0) {
        window.frame.x = window.frame.x < WIDTH - 80 ? window.frame.x + 1 : 0;
        must(scrim_scene_update_window(scene, id, &window));
        publish(publisher, scene); /* before the screen shows the change */
        usleep(20000);             /* also a sign of life */
    }
    scrim_publisher_destroy(publisher);
    scrim_scene_destroy(scene);
}

/* ---- The program that records ---- */

static scrim_subscriber *open_subscriber(const char *name) {
    scrim_subscriber_options options = SCRIM_SUBSCRIBER_OPTIONS_INIT;
    options.name = name;
    options.name_length = strlen(name);
    scrim_subscriber *subscriber = NULL;
    must(scrim_subscriber_create(&options, &subscriber));
    return subscriber;
}

static scrim_capture *open_capture(void) {
    scrim_capture_options options = SCRIM_CAPTURE_OPTIONS_INIT;
    options.max_latency_ns = 100000000; /* the scene is published every 20 ms */
    scrim_capture *capture = NULL;
    must(scrim_capture_create(&options, &capture));
    return capture;
}

/* Redacts a frame that has just been captured. Returns whether it may be used. */
static int redact(scrim_capture *capture, scrim_subscriber *subscriber, scrim_frame *frame, uint64_t captured_ns,
                  uint32_t *state) {
    scrim_snapshot *snapshot = NULL;
    scrim_redact_report report = SCRIM_REDACT_REPORT_INIT;
    if (scrim_subscriber_snapshot(subscriber, now_ns(), &snapshot, state) != SCRIM_OK)
        return 0; /* no memory: drop the frame */
    scrim_capture_redact(capture, snapshot, frame, captured_ns, now_ns(), &report);
    scrim_snapshot_destroy(snapshot);
    return report.outcome != SCRIM_OUTCOME_DISCARD;
}

static void run_recorder(const char *name, int frames) {
    static const char *const states[] = {"", "live", "missing", "empty", "silent", "damaged", "refused"};
    static unsigned char pixels[HEIGHT * WIDTH];
    scrim_subscriber *subscriber = open_subscriber(name);
    scrim_capture *capture = open_capture();
    uint32_t state = 0;
    while (frames > 0) {
        const uint64_t captured_ns = now_ns();
        memset(pixels, 255, sizeof pixels); /* the screen */
        scrim_frame frame = SCRIM_FRAME_INIT;
        frame.format = SCRIM_FORMAT_GRAY8;
        frame.width = WIDTH;
        frame.height = HEIGHT;
        frame.planes[0] = (scrim_plane){pixels, WIDTH};
        const uint32_t before = state;
        if (redact(capture, subscriber, &frame, captured_ns, &state)) {
            size_t covered = 0;
            for (size_t i = 0; i < sizeof pixels; i++)
                covered += pixels[i] == 0;
            if (state != before)
                printf("the feed is %s\n", states[state]);
            if (covered < sizeof pixels && frames-- % 10 == 0)
                printf("%zu of %zu pixels are covered\n", covered, sizeof pixels);
        }
        usleep(33000);
    }
    scrim_capture_destroy(capture);
    scrim_subscriber_destroy(subscriber);
}

int main(int count, char **words) {
    if (count == 3 && strcmp(words[1], "publish") == 0) {
        run_publisher(words[2], 0);
    } else if (count == 3 && strcmp(words[1], "record") == 0) {
        run_recorder(words[2], 1 << 30);
    } else {
        char folder[] = "/tmp/scrim-XXXXXX", path[64];
        if (mkdtemp(folder) == NULL)
            return 1;
        snprintf(path, sizeof path, "%s/feed", folder);
        pid_t recorder = fork();
        if (recorder == 0)
            run_recorder(path, 20);
        else
            run_publisher(path, recorder);
        if (recorder != 0)
            rmdir(folder);
    }
    return 0;
}
