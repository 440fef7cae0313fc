/* SPDX-License-Identifier: MIT */
/* The host's feed: it publishes its screen, and another part of it redacts frames by what arrives. */
#ifndef SCRIM_FAULTS_HOST_FEED_H
#define SCRIM_FAULTS_HOST_FEED_H

#include <string.h>
#include <unistd.h>

#include "host_scene.h"

/* Whatever arrives, the secure square is covered. After an error of the publisher nothing older arrives. */
static void look(scrim_subscriber *subscriber, scrim_capture *capture, uint64_t now, int is_published) {
    scrim_snapshot *snapshot = NULL;
    uint32_t state = 0;
    scrim_redact_report report = SCRIM_REDACT_REPORT_INIT;
    scrim_frame frame = new_frame();
    if (TRY(scrim_subscriber_snapshot(subscriber, now, &snapshot, &state)) != SCRIM_OK)
        CHECK(snapshot == NULL && state == 0);
    else
        CHECK(is_published || state != SCRIM_FEED_LIVE);
    arm(1);
    scrim_capture_redact(capture, snapshot, &frame, now, now, &report);
    scrim_snapshot_destroy(snapshot);
    arm(0);
    if (snapshot != NULL && state != SCRIM_FEED_LIVE)
        CHECK(report.outcome != SCRIM_OUTCOME_OK);
    square_is_covered(&report, 20, 30, 40);
}

static void publish_all(scrim_scene *scene, scrim_publisher *publisher, scrim_subscriber *subscriber) {
    scrim_capture_options options = SCRIM_CAPTURE_OPTIONS_INIT;
    scrim_capture *capture = NULL;
    options.hold_ns = 0;
    if (TRY(scrim_capture_create(&options, &capture)) != SCRIM_OK)
        return;
    look(subscriber, capture, 1000000000, 0);
    for (uint64_t now = 1000000000; now < 1100000000; now += 20000000) {
        scrim_snapshot *snapshot = NULL;
        if (TRY(scrim_scene_snapshot(scene, now, &snapshot)) == SCRIM_OK)
            look(subscriber, capture, now, TRY(scrim_publisher_publish(publisher, snapshot)) == SCRIM_OK);
        scrim_snapshot_destroy(snapshot);
    }
    arm(1);
    scrim_publisher_destroy(publisher);
    arm(0);
    scrim_capture_destroy(capture);
}

static void feed(void) {
    scrim_id window, secure;
    scrim_publisher_options options = SCRIM_PUBLISHER_OPTIONS_INIT;
    scrim_subscriber_options reading = SCRIM_SUBSCRIBER_OPTIONS_INIT;
    scrim_publisher *publisher = NULL;
    scrim_subscriber *subscriber = NULL;
    int32_t fd = -1;
    scrim_scene *scene = new_scene(&window, &secure);
    if (scene == NULL)
        return;
    if (TRY(scrim_publisher_create(&options, &publisher)) == SCRIM_OK &&
        TRY(scrim_publisher_fd(publisher, &fd)) == SCRIM_OK) {
        reading.fd = fd;
        if (TRY(scrim_subscriber_create(&reading, &subscriber)) == SCRIM_OK)
            publish_all(scene, publisher, subscriber);
        close(fd);
    }
    arm(1);
    scrim_publisher_destroy(publisher);
    scrim_subscriber_destroy(subscriber);
    scrim_scene_destroy(scene);
    arm(0);
}

#endif
