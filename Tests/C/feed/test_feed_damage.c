/* SPDX-License-Identifier: MIT */
/* Files of feeds that somebody has written to: one bit, everything, or half of the next snapshot. And one that is written all the time. */
#define _GNU_SOURCE
#include "feed_fixture.h"

#include <pthread.h>
#include <stdatomic.h>

/* The header as it is in the file. This is a second implementation of its sum. */
struct header {
    uint64_t magic, publisher, generation, bytes, time, sum;
};

static void seal(struct header *header) {
    const uint64_t words[] = {header->publisher, header->generation, header->bytes, header->time};
    uint64_t sum = header->magic;
    for (int i = 0; i < 4; i++)
        sum = (((sum ^ words[i]) * UINT64_C(0x9E3779B97F4A7C15)) ^ sum >> 29);
    header->sum = sum;
}

struct feed {
    scrim_scene *scene;
    scrim_publisher *publisher;
    scrim_subscriber *subscriber;
    int file;
    struct header header;
    unsigned char slot[4096];
};

static struct feed open_feed(void) {
    struct feed feed = {.scene = scene_with_history(), .publisher = publisher_of("a"), .subscriber = subscriber_of("a", -1)};
    feed.file = open(path_of("scrim-a.feed"), O_RDWR | O_CLOEXEC);
    assert_true(feed.file >= 0);
    publish(feed.publisher, feed.scene, LATER);
    assert_int_equal(pread(feed.file, &feed.header, sizeof feed.header, 0), sizeof feed.header);
    assert_in_range(feed.header.bytes, 100, sizeof feed.slot);
    assert_int_equal(pread(feed.file, feed.slot, feed.header.bytes, SLOT(feed.header.generation % 2)), feed.header.bytes);
    return feed;
}

static void close_feed(struct feed *feed) {
    close(feed->file);
    scrim_publisher_destroy(feed->publisher);
    scrim_subscriber_destroy(feed->subscriber);
    scrim_scene_destroy(feed->scene);
}

static void put(const struct feed *feed, const void *bytes, size_t length, off_t place) {
    assert_int_equal(pwrite(feed->file, bytes, length, place), length);
}

/* Returns the state that a new subscriber finds. */
static uint32_t fresh_look(void) {
    scrim_subscriber *subscriber = subscriber_of("a", -1);
    uint32_t found = look(subscriber, LATER);
    scrim_subscriber_destroy(subscriber);
    return found;
}

static void test_the_sum_is_that_of_the_library(void **state) {
    (void)state;
    struct feed feed = open_feed();
    struct header header = feed.header;
    header.sum = 0;
    seal(&header);
    assert_true(header.sum == feed.header.sum);
    assert_int_equal(header.time, LATER);
    close_feed(&feed);
}

static void test_every_bit(void **state) {
    (void)state;
    struct feed feed = open_feed();
    for (size_t bit = 0; bit < 8 * sizeof feed.header; bit++) {
        struct header header = feed.header;
        ((unsigned char *)&header)[bit / 8] ^= (unsigned char)(1u << bit % 8);
        put(&feed, &header, sizeof header, 0);
        assert_int_equal(fresh_look(), SCRIM_FEED_DAMAGED);
        FINDS(feed.subscriber, LATER, DAMAGED);
        put(&feed, &feed.header, sizeof feed.header, 0);
        FINDS(feed.subscriber, LATER, LIVE);
    }
    const off_t slot = SLOT(feed.header.generation % 2);
    for (size_t bit = 0; bit < 8 * feed.header.bytes; bit++) {
        unsigned char byte = feed.slot[bit / 8] ^ (unsigned char)(1u << bit % 8);
        put(&feed, &byte, 1, slot + (off_t)(bit / 8));
        assert_int_equal(fresh_look(), SCRIM_FEED_DAMAGED);
        put(&feed, &feed.slot[bit / 8], 1, slot + (off_t)(bit / 8));
    }
    assert_int_equal(fresh_look(), SCRIM_FEED_LIVE);
    close_feed(&feed);
}

/* Headers with a right sum and wrong numbers. */
static void test_headers_that_lie(void **state) {
    (void)state;
    struct feed feed = open_feed();
    const struct {
        uint64_t generation, bytes;
        uint32_t state;
    } cases[] = {
        {feed.header.generation + 1, feed.header.bytes, SCRIM_FEED_DAMAGED}, /* the empty slot */
        {feed.header.generation, feed.header.bytes - 8, SCRIM_FEED_DAMAGED},
        {feed.header.generation, feed.header.bytes + 8, SCRIM_FEED_DAMAGED},
        {feed.header.generation, 1, SCRIM_FEED_DAMAGED},
        {feed.header.generation, 0, SCRIM_FEED_EMPTY},
        {feed.header.generation, SCRIM_SNAPSHOT_MAX_BYTES, SCRIM_FEED_DAMAGED},
        {feed.header.generation, SCRIM_SNAPSHOT_MAX_BYTES + 1, SCRIM_FEED_DAMAGED},
        {feed.header.generation, (uint64_t)1 << 63, SCRIM_FEED_DAMAGED},
        {feed.header.generation, UINT64_MAX - 1, SCRIM_FEED_DAMAGED},
        {feed.header.generation, UINT64_MAX, SCRIM_FEED_MISSING}, /* it says that the publisher has ended */
        {feed.header.generation + 2, feed.header.bytes, SCRIM_FEED_LIVE},
        {UINT64_MAX, feed.header.bytes, SCRIM_FEED_LIVE},
    };
    put(&feed, feed.slot, feed.header.bytes, SLOT(feed.header.generation % 2 == 0 ? 0 : 1));
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct header header = feed.header;
        header.generation = cases[i].generation;
        header.bytes = cases[i].bytes;
        if (header.generation == UINT64_MAX && header.generation % 2 != feed.header.generation % 2)
            continue;
        seal(&header);
        put(&feed, &header, sizeof header, 0);
        assert_int_equal(fresh_look(), cases[i].state);
        assert_int_equal(look(feed.subscriber, LATER), cases[i].state);
    }
    publish(feed.publisher, feed.scene, LATER);
    FINDS(feed.subscriber, LATER, LIVE);
    close_feed(&feed);
}

/* The file as it is when a publisher was stopped anywhere in a slot, and the header already says that it has finished. */
static void test_a_torn_snapshot(void **state) {
    (void)state;
    struct feed feed = open_feed();
    unsigned char next[4096];
    struct header header;
    add(feed.scene, 20, 20, 7, 7);
    publish(feed.publisher, feed.scene, LATER + 10 * MS);
    publish(feed.publisher, feed.scene, LATER + 20 * MS); /* in the slot of the first one */
    assert_int_equal(pread(feed.file, &header, sizeof header, 0), sizeof header);
    assert_true(header.generation % 2 == feed.header.generation % 2 && header.bytes > feed.header.bytes);
    const off_t slot = SLOT(header.generation % 2);
    assert_int_equal(pread(feed.file, next, header.bytes, slot), header.bytes);
    for (size_t i = 0; i < header.bytes; i++) {
        memset(next + feed.header.bytes, 0, 0);
        put(&feed, next, i, slot);
        put(&feed, feed.slot + (i < feed.header.bytes ? i : feed.header.bytes), i < feed.header.bytes ? feed.header.bytes - i : 0, slot + (off_t)i);
        if (i >= feed.header.bytes)
            put(&feed, "\x5A", 1, slot + (off_t)i); /* an older byte that differs */
        if (memcmp(next + i, feed.slot + i, i < feed.header.bytes ? feed.header.bytes - i : 0) != 0 ||
            (i >= feed.header.bytes && next[i] != 0x5A))
            assert_int_equal(fresh_look(), SCRIM_FEED_DAMAGED);
        put(&feed, next, header.bytes, slot);
    }
    close_feed(&feed);
}

/* Noise, with and without a right header. */
static void test_noise(void **state) {
    (void)state;
    struct feed feed = open_feed();
    static unsigned char noise[SLOT(0) + 4096];
    uint32_t random = 12345;
    for (int i = 0; i < 200; i++) {
        for (size_t j = 0; j < sizeof noise; j++)
            noise[j] = (unsigned char)((random = random * 1664525u + 1013904223u) >> 24);
        put(&feed, noise, sizeof noise, 0);
        if (i % 2 != 0) {
            struct header header = feed.header;
            header.generation = 2;
            seal(&header);
            put(&feed, &header, sizeof header, 0);
        }
        assert_int_equal(fresh_look(), SCRIM_FEED_DAMAGED);
        FINDS(feed.subscriber, LATER, DAMAGED);
    }
    close_feed(&feed);
}

/* ---- A publisher that never pauses ---- */

enum {
    PLACES = 40
};

static atomic_int is_finished;

/* Moves a window over the frame, and a pile of others in its shadow, so that snapshots have many sizes. */
static void *publish_all_the_time(void *data) {
    scrim_publisher *publisher = data;
    scrim_scene *scene = active_scene();
    scrim_id window = add(scene, 0, 0, 10, 10), more[64];
    int count = 0;
    tell(scene, START);
    for (unsigned i = 0; !is_finished; i++) {
        if (i % 3 == 0 && count < 64)
            more[count++] = add(scene, 90, 50, 5, 5);
        else if (i % 7 == 0)
            while (count > 0)
                scrim_scene_remove(scene, more[--count]);
        move(scene, window, i % PLACES, 0, 10, 10);
        publish(publisher, scene, LATER + i);
    }
    scrim_scene_destroy(scene);
    return NULL;
}

static void test_a_publisher_that_never_pauses(void **state) {
    (void)state;
    scrim_publisher *publisher = publisher_of("a");
    scrim_subscriber *subscriber = subscriber_of("a", -1);
    scrim_capture_options options = SCRIM_CAPTURE_OPTIONS_INIT;
    options.hold_ns = 0;
    scrim_capture *capture = stream(&options);
    pthread_t thread;
    unsigned live = 0, damaged = 0;
    is_finished = 0;
    assert_int_equal(pthread_create(&thread, NULL, publish_all_the_time, publisher), 0);
    for (uint64_t i = 0; i < 20000 || (live == 0 && i < 10000000); i++) {
        scrim_snapshot *snapshot = NULL;
        uint32_t found = 0;
        OK(scrim_subscriber_snapshot(subscriber, LATER + SILENCE / 2, &snapshot, &found));
        assert_true(found == SCRIM_FEED_LIVE || found == SCRIM_FEED_EMPTY || found == SCRIM_FEED_DAMAGED);
        live += found == SCRIM_FEED_LIVE;
        damaged += found == SCRIM_FEED_DAMAGED;
        if (i % 16 == 0) {
            /* It may be any snapshot, but must be a whole one: the window is somewhere. */
            uint32_t outcome = protect(capture, snapshot, LATER + i, LATER + i);
            if (outcome == SCRIM_OUTCOME_OK) {
                int width = 0;
                for (int x = 0; x < WIDTH; x++)
                    width += pixels[0][x] == 0;
                assert_true(width >= 10);
            } else {
                assert_all_black();
            }
        }
        scrim_snapshot_destroy(snapshot);
    }
    is_finished = 1;
    pthread_join(thread, NULL);
    print_message("%u live, %u damaged\n", live, damaged);
    assert_true(live > damaged);
    scrim_capture_destroy(capture);
    scrim_publisher_destroy(publisher);
    scrim_subscriber_destroy(subscriber);
}

/* ---- Forks ---- */

struct inherited {
    scrim_publisher *publisher;
    scrim_subscriber *subscriber;
    scrim_snapshot *snapshot;
};

static int is_forked(void *data) {
    const struct inherited *inherited = data;
    scrim_snapshot *snapshot = NULL;
    int32_t fd = -1;
    CHECK(scrim_publisher_publish(inherited->publisher, inherited->snapshot) == SCRIM_ERROR_FORKED);
    CHECK(scrim_publisher_fd(inherited->publisher, &fd) == SCRIM_ERROR_FORKED && fd == -1);
    CHECK(scrim_subscriber_snapshot(inherited->subscriber, LATER, &snapshot, NULL) == SCRIM_ERROR_FORKED);
    scrim_publisher_destroy(inherited->publisher); /* which does nothing */
    scrim_subscriber_destroy(inherited->subscriber);
    CHECK(scrim_live_handles(SCRIM_HANDLE_ANY) == 0);
    scrim_publisher *publisher;
    CHECK(try_publisher("a", &publisher) == SCRIM_ERROR_BUSY); /* the parent's */
    scrim_subscriber *subscriber = subscriber_of("a", -1);
    CHECK(look(subscriber, LATER) == SCRIM_FEED_LIVE);
    scrim_subscriber_destroy(subscriber);
    publisher = publisher_of("b");
    scrim_publisher_destroy(publisher);
    return 0;
}

static void test_a_forked_child(void **state) {
    (void)state;
    scrim_scene *scene = scene_with_history();
    struct inherited inherited = {publisher_of("a"), subscriber_of("a", -1), snap(scene, LATER)};
    publish(inherited.publisher, scene, LATER);
    passes_in_child(is_forked, &inherited);
    FINDS(inherited.subscriber, LATER, LIVE);
    scrim_publisher_destroy(inherited.publisher);
    scrim_subscriber_destroy(inherited.subscriber);
    scrim_snapshot_destroy(inherited.snapshot);
    scrim_scene_destroy(scene);
}

/* A child that lives on has the file open, and so the lock. Once its parent is gone, the feed is busy until the child ends or calls exec. */
static int leaves_a_child(void *data) {
    int *ends = data;
    publisher_of("a");
    if (fork() == 0) {
        char none;
        close(ends[1]);
        _exit(read(ends[0], &none, 1) < 0);
    }
    return 0;
}

static void test_a_child_that_outlives_the_publisher(void **state) {
    (void)state;
    int ends[2];
    scrim_publisher *publisher = NULL;
    assert_int_equal(pipe(ends), 0);
    passes_in_child(leaves_a_child, ends);
    ANSWERS(try_publisher("a", &publisher), SCRIM_ERROR_BUSY);
    close(ends[1]);
    close(ends[0]);
    scrim_status status;
    while ((status = try_publisher("a", &publisher)) == SCRIM_ERROR_BUSY)
        usleep(1000);
    OK(status);
    scrim_publisher_destroy(publisher);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(test_the_sum_is_that_of_the_library, no_file_left),
        cmocka_unit_test_teardown(test_every_bit, no_file_left),
        cmocka_unit_test_teardown(test_headers_that_lie, no_file_left),
        cmocka_unit_test_teardown(test_a_torn_snapshot, no_file_left),
        cmocka_unit_test_teardown(test_noise, no_file_left),
        cmocka_unit_test_teardown(test_a_publisher_that_never_pauses, no_file_left),
        cmocka_unit_test_teardown(test_a_forked_child, no_file_left),
        cmocka_unit_test_teardown(test_a_child_that_outlives_the_publisher, no_file_left),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
