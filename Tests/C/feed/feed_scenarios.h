/* SPDX-License-Identifier: MIT */
/* The scenario of feed.h for failing allocations: see boundary/scenarios.h. */
#ifndef SCRIM_TESTS_FEED_SCENARIOS_H
#define SCRIM_TESTS_FEED_SCENARIOS_H

#include "support/failing_calls.h"

/* Few regions, then many: the memory for the bytes grows. After a publication that fails, nothing older arrives. */
static int feed_scenario(void) {
    SCENARIO;
    scrim_scene_options scene_options = SCRIM_SCENE_OPTIONS_INIT;
    scrim_publisher_options options = SCRIM_PUBLISHER_OPTIONS_INIT;
    scrim_subscriber_options reading = SCRIM_SUBSCRIBER_OPTIONS_INIT, by_name = SCRIM_SUBSCRIBER_OPTIONS_INIT;
    scrim_window window = SCRIM_WINDOW_INIT;
    scrim_scene *scene = NULL;
    scrim_publisher *publisher = NULL;
    scrim_subscriber *subscriber = NULL, *named = NULL;
    scrim_snapshot *snapshot = NULL, *received = NULL;
    scrim_id id;
    int32_t fd = -1;
    uint32_t state = 0;
    window.frame = (scrim_rect){0, 0, 10, 10};
    window.flags = SCRIM_VIEW_SECURE;
    by_name.name = "/nowhere/feed";
    by_name.name_length = 13;
    TRY(scrim_scene_create(&scene_options, &scene));
    TRY(scrim_publisher_create(&options, &publisher));
    GIVES(scrim_publisher_fd(publisher, &fd), SCRIM_OK);
    reading.fd = fd;
    TRY(scrim_subscriber_create(&reading, &subscriber));
    TRY(scrim_subscriber_create(&by_name, &named));
    TRY(scrim_subscriber_snapshot(named, 1, &received, &state));
    CHECK(state == SCRIM_FEED_MISSING);
    for (uint64_t now = 1; now < 4; now++) {
        for (int i = 0; i < 100; i++)
            TRY(scrim_scene_add_window(scene, &window, &id));
        scrim_snapshot_destroy(snapshot);
        snapshot = NULL;
        TRY(scrim_scene_snapshot(scene, now, &snapshot));
        failed_before = allocator.failed;
        if (ARMED(scrim_publisher_publish(publisher, snapshot)) != SCRIM_OK)
            CHECK(armed_status == SCRIM_ERROR_NO_MEMORY && allocator.failed > failed_before);
        const uint32_t expected = armed_status == SCRIM_OK ? SCRIM_FEED_LIVE : SCRIM_FEED_EMPTY;
        scrim_snapshot_destroy(received);
        received = NULL;
        TRY(scrim_subscriber_snapshot(subscriber, now, &received, &state));
        CHECK(state == expected);
    }
out:
    allocator.armed = 1;
    scrim_publisher_destroy(publisher);
    scrim_subscriber_destroy(subscriber);
    scrim_subscriber_destroy(named);
    scrim_snapshot_destroy(snapshot);
    scrim_snapshot_destroy(received);
    scrim_scene_destroy(scene);
    allocator.armed = 0;
    if (fd >= 0)
        close(fd);
    return 0;
}

#endif
