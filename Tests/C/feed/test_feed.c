/* SPDX-License-Identifier: MIT */
/* Feeds: a snapshot on its way from a publisher to a subscriber, and every way in which none arrives. */
#define _GNU_SOURCE
#include "feed_fixture.h"

static void test_a_snapshot_arrives(void **state) {
    (void)state;
    scrim_scene *scene = scene_with_history();
    scrim_subscriber *early = subscriber_of("a", -1);
    FINDS(early, LATER, MISSING);
    scrim_publisher *publisher = publisher_of("a");
    scrim_subscriber *late = subscriber_of("a", -1);
    FINDS(early, LATER, EMPTY);
    FINDS(late, LATER, EMPTY);
    for (uint64_t now = LATER; now < LATER + 1000 * MS; now += 50 * MS) {
        publish(publisher, scene, now);
        FINDS(early, now, LIVE);
        FINDS(late, now + 30 * MS, LIVE);
    }
    assert_int_equal(access(path_of("scrim-a.feed"), R_OK | W_OK), 0);
    scrim_publisher_destroy(publisher);
    FINDS(early, LATER + 1000 * MS, MISSING);
    FINDS(late, LATER + 1000 * MS, MISSING);
    scrim_subscriber_destroy(early);
    scrim_subscriber_destroy(late);
    scrim_scene_destroy(scene);
}

static void test_silence(void **state) {
    (void)state;
    scrim_scene *scene = scene_with_history();
    scrim_publisher *publisher = publisher_of("a");
    scrim_subscriber *subscriber = subscriber_of("a", -1);
    publish(publisher, scene, LATER);
    FINDS(subscriber, LATER + SILENCE, LIVE);
    FINDS(subscriber, LATER + SILENCE + 1, SILENT);
    FINDS(subscriber, LATER, LIVE); /* a caller whose time goes back */
    FINDS(subscriber, UINT64_MAX, SILENT);
    publish(publisher, scene, LATER + SILENCE + 2);
    FINDS(subscriber, LATER + SILENCE + 2, LIVE);
    scrim_publisher_destroy(publisher);
    scrim_subscriber_destroy(subscriber);
    scrim_scene_destroy(scene);
}

static uint32_t state_at(scrim_subscriber *subscriber, uint64_t now) {
    scrim_snapshot *snapshot = NULL;
    uint32_t found = 0;
    OK(scrim_subscriber_snapshot(subscriber, now, &snapshot, &found));
    scrim_snapshot_destroy(snapshot);
    return found;
}

/* A publisher whose clock is ahead does not look alive for longer than it is. */
static void test_a_clock_that_is_ahead(void **state) {
    (void)state;
    scrim_scene *scene = scene_with_history();
    scrim_publisher *publisher = publisher_of("a");
    scrim_subscriber *subscriber = subscriber_of("a", -1);
    publish(publisher, scene, LATER + 3600 * UINT64_C(1000) * MS);
    assert_int_equal(state_at(subscriber, LATER), SCRIM_FEED_LIVE);
    assert_int_equal(state_at(subscriber, LATER + SILENCE), SCRIM_FEED_LIVE);
    assert_int_equal(state_at(subscriber, LATER + SILENCE + 1), SCRIM_FEED_SILENT);
    assert_int_equal(state_at(subscriber, LATER + 3600 * UINT64_C(1000) * MS), SCRIM_FEED_SILENT);
    scrim_publisher_destroy(publisher);
    scrim_subscriber_destroy(subscriber);
    scrim_scene_destroy(scene);
}

/* The snapshots of one publication are one object: it stays the same, and outlives subscriber and publisher. */
static void test_snapshots_outlive_the_feed(void **state) {
    (void)state;
    scrim_scene *scene = scene_with_history();
    scrim_publisher *publisher = publisher_of(NULL);
    int32_t fd = -1;
    OK(scrim_publisher_fd(publisher, &fd));
    scrim_subscriber *subscriber = subscriber_of(NULL, fd);
    scrim_snapshot *first = NULL, *second = NULL;
    publish(publisher, scene, LATER);
    FINDS(subscriber, LATER, LIVE);
    OK(scrim_subscriber_snapshot(subscriber, LATER, &first, NULL));
    OK(scrim_subscriber_snapshot(subscriber, LATER, &second, NULL));
    assert_ptr_not_equal(first, second);
    assert_int_equal(scrim_live_handles(SCRIM_HANDLE_PUBLISHER), 1);
    assert_int_equal(scrim_live_handles(SCRIM_HANDLE_SUBSCRIBER), 1);
    scrim_subscriber_destroy(subscriber);
    scrim_publisher_destroy(publisher);
    scrim_scene_destroy(scene);
    scrim_snapshot_destroy(first);
    scrim_capture *capture = stream(NULL);
    assert_int_equal(protect(capture, second, LATER, LATER), SCRIM_OUTCOME_OK);
    scrim_snapshot_destroy(second);
    scrim_capture_destroy(capture);
    close(fd);
}

/* What the scene covers later reaches subscribers with the next snapshot. */
static void test_covers_arrive(void **state) {
    (void)state;
    scrim_scene *scene = scene_with_history();
    scrim_publisher *publisher = publisher_of("a");
    scrim_subscriber *subscriber = subscriber_of("a", -1);
    scrim_capture *capture = stream(NULL);
    scrim_snapshot *snapshot = NULL;
    uint32_t found = 0;
    publish(publisher, scene, LATER);
    FINDS(subscriber, LATER, LIVE);
    OK(scrim_scene_set_activity(scene, 0, SCRIM_ACTIVITY_INACTIVE));
    FINDS(subscriber, LATER, LIVE);
    publish(publisher, scene, LATER + MS);
    OK(scrim_subscriber_snapshot(subscriber, LATER + MS, &snapshot, &found));
    assert_int_equal(found, SCRIM_FEED_LIVE);
    assert_int_equal(protect(capture, snapshot, LATER + MS, LATER + MS), SCRIM_OUTCOME_COVERED);
    assert_all_black();
    scrim_snapshot_destroy(snapshot);
    scrim_publisher_destroy(publisher);
    scrim_subscriber_destroy(subscriber);
    scrim_capture_destroy(capture);
    scrim_scene_destroy(scene);
}

/* ---- Publishers that follow each other ---- */

static void test_a_feed_has_one_publisher(void **state) {
    (void)state;
    scrim_publisher *publisher = publisher_of("a"), *second, *other = publisher_of("b");
    ANSWERS(try_publisher("a", &second), SCRIM_ERROR_BUSY);
    assert_null(second);
    ANSWERS(try_publisher(path_of("scrim-a.feed"), &second), SCRIM_ERROR_BUSY);
    scrim_subscriber_destroy(subscriber_of("a", -1)); /* whose descriptor of the file is closed: the lock stays */
    ANSWERS(try_publisher("a", &second), SCRIM_ERROR_BUSY);
    scrim_publisher_destroy(publisher);
    OK(try_publisher("a", &second));
    scrim_publisher_destroy(second);
    scrim_publisher_destroy(other);
}

static void test_a_publisher_that_comes_again(void **state) {
    (void)state;
    scrim_scene *scene = scene_with_history();
    scrim_subscriber *subscriber = subscriber_of("a", -1);
    for (uint64_t now = LATER; now < LATER + 100 * MS; now += 10 * MS) {
        scrim_publisher *publisher = publisher_of("a");
        FINDS(subscriber, now, EMPTY);
        publish(publisher, scene, now);
        FINDS(subscriber, now, LIVE);
        scrim_publisher_destroy(publisher);
        if (now % (20 * MS) == 0)
            FINDS(subscriber, now, MISSING);
    }
    scrim_subscriber_destroy(subscriber);
    scrim_scene_destroy(scene);
}

static int publish_and_end(void *data) {
    scrim_scene *scene = scene_with_history();
    publish(publisher_of("a"), scene, LATER);
    _exit(*(int *)data);
}

/* The snapshot of a publisher that was killed stays until it is too old, or until the next publisher begins. */
static void test_a_publisher_that_was_killed(void **state) {
    (void)state;
    int result = 0;
    scrim_scene *scene = scene_with_history();
    scrim_subscriber *subscriber = subscriber_of("a", -1);
    for (int i = 0; i < 3; i++) {
        passes_in_child(publish_and_end, &result);
        FINDS(subscriber, LATER + 10 * MS, LIVE);
        FINDS(subscriber, LATER + SILENCE + 1, SILENT);
        if (i == 1)
            continue;
        scrim_publisher *publisher = publisher_of("a");
        FINDS(subscriber, LATER + 10 * MS, EMPTY);
        publish(publisher, scene, LATER + 10 * MS);
        FINDS(subscriber, LATER + 10 * MS, LIVE);
        scrim_publisher_destroy(publisher);
        FINDS(subscriber, LATER + 10 * MS, MISSING);
    }
    scrim_subscriber_destroy(subscriber);
    scrim_scene_destroy(scene);
}

/* ---- Arguments ---- */

static void test_names(void **state) {
    (void)state;
    static char longest[SCRIM_FEED_MAX_NAME + 2];
    static const struct {
        const char *name;
        size_t length;
    } wrong[] = {{"", 0}, {"a\0b", 3}, {"\xFF", 1}, {"\xC3", 1}, {longest, SCRIM_FEED_MAX_NAME + 1}, {longest, 245}, {NULL, 1}};
    memset(longest, 'x', sizeof longest - 1);
    scrim_publisher_options options = SCRIM_PUBLISHER_OPTIONS_INIT;
    scrim_subscriber_options reads = SCRIM_SUBSCRIBER_OPTIONS_INIT;
    scrim_publisher *publisher = NULL;
    scrim_subscriber *subscriber = NULL;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        options.name = reads.name = wrong[i].name;
        options.name_length = reads.name_length = wrong[i].length;
        ANSWERS(scrim_publisher_create(&options, &publisher), SCRIM_ERROR_INVALID_ARGUMENT);
        ANSWERS(scrim_subscriber_create(&reads, &subscriber), SCRIM_ERROR_INVALID_ARGUMENT);
    }
    options.name = longest;
    options.name_length = 244; /* the longest one of a file */
    OK(scrim_publisher_create(&options, &publisher));
    scrim_publisher_destroy(publisher);
    longest[0] = '/';
    options.name = reads.name = longest; /* the limit of the file system is shorter */
    options.name_length = reads.name_length = SCRIM_FEED_MAX_NAME;
    errno = 0;
    ANSWERS(scrim_publisher_create(&options, &publisher), SCRIM_ERROR_IO);
    assert_int_equal(errno, ENAMETOOLONG);
    OK(scrim_subscriber_create(&reads, &subscriber));
    FINDS(subscriber, LATER, MISSING);
    scrim_subscriber_destroy(subscriber);
    scrim_publisher_destroy(publisher_of("\xC3\xA4 \xE2\x82\xAC.;"));
    options.name = "a";
    options.name_length = 1;
    options.reserved = 1;
    ANSWERS(scrim_publisher_create(&options, &publisher), SCRIM_ERROR_INVALID_ARGUMENT);
}

static void test_where_to_subscribe(void **state) {
    (void)state;
    static const uint64_t wrong[] = {0, SCRIM_FEED_MAX_SILENCE_NS + 1, UINT64_MAX};
    scrim_subscriber_options options = SCRIM_SUBSCRIBER_OPTIONS_INIT;
    scrim_subscriber *subscriber = NULL;
    ANSWERS(scrim_subscriber_create(&options, &subscriber), SCRIM_ERROR_INVALID_ARGUMENT); /* neither */
    options.name = "a";
    options.name_length = 1;
    options.fd = 0; /* both */
    ANSWERS(scrim_subscriber_create(&options, &subscriber), SCRIM_ERROR_INVALID_ARGUMENT);
    options.fd = -1;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        options.max_silence_ns = wrong[i];
        ANSWERS(scrim_subscriber_create(&options, &subscriber), SCRIM_ERROR_INVALID_ARGUMENT);
    }
    options = (scrim_subscriber_options)SCRIM_SUBSCRIBER_OPTIONS_INIT;
    options.fd = -2;
    ANSWERS(scrim_subscriber_create(&options, &subscriber), SCRIM_ERROR_INVALID_ARGUMENT);
    options.fd = 1000;
    errno = 0;
    ANSWERS(scrim_subscriber_create(&options, &subscriber), SCRIM_ERROR_IO);
    assert_int_equal(errno, EBADF);
}

static void test_without_a_folder(void **state) {
    (void)state;
    static const char *const folders[] = {NULL, "", "relative/folder"};
    scrim_publisher *publisher;
    scrim_subscriber_options options = SCRIM_SUBSCRIBER_OPTIONS_INIT;
    scrim_subscriber *subscriber = NULL;
    options.name = "a";
    options.name_length = 1;
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) {
        if (folders[i] == NULL)
            unsetenv("XDG_RUNTIME_DIR");
        else
            setenv("XDG_RUNTIME_DIR", folders[i], 1);
        ANSWERS(try_publisher("a", &publisher), SCRIM_ERROR_NOT_FOUND);
        ANSWERS(scrim_subscriber_create(&options, &subscriber), SCRIM_ERROR_NOT_FOUND);
        scrim_publisher_destroy(publisher_of(path_of("anywhere"))); /* a path needs no variable */
    }
    setenv("XDG_RUNTIME_DIR", path_of("missing"), 1);
    ANSWERS(try_publisher("a", &publisher), SCRIM_ERROR_NOT_FOUND);
    setenv("XDG_RUNTIME_DIR", feed_folder, 1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(test_a_snapshot_arrives, no_file_left),
        cmocka_unit_test_teardown(test_silence, no_file_left),
        cmocka_unit_test_teardown(test_a_clock_that_is_ahead, no_file_left),
        cmocka_unit_test_teardown(test_snapshots_outlive_the_feed, no_file_left),
        cmocka_unit_test_teardown(test_covers_arrive, no_file_left),
        cmocka_unit_test_teardown(test_a_feed_has_one_publisher, no_file_left),
        cmocka_unit_test_teardown(test_a_publisher_that_comes_again, no_file_left),
        cmocka_unit_test_teardown(test_a_publisher_that_was_killed, no_file_left),
        cmocka_unit_test_teardown(test_names, no_file_left),
        cmocka_unit_test_teardown(test_where_to_subscribe, no_file_left),
        cmocka_unit_test_teardown(test_without_a_folder, no_file_left),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
