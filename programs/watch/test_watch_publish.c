/* SPDX-License-Identifier: MIT */
/* Frames show what publish.h publishes. The times of this test are its own. */
#include "publish.h"
#include "testing/frame_fixture.h"

#define MS UINT64_C(1000000)
#define START (1000000 * MS)

typedef struct fixture {
    recorder recorder;
    publisher *publisher;
    uint64_t now_ns;
} fixture;

static const box bounds = {0, 0, FRAME_WIDTH, FRAME_HEIGHT};

static int set_up_at(void **state, scrim_point origin) {
    char error[512];
    fixture *f = test_calloc(1, sizeof *f);
    *state = f;
    f->now_ns = START;
    if (begin_recorder(&f->recorder, origin)) {
        return 1;
    }
    f->publisher = publisher_open(f->recorder.path, error, sizeof error);
    return f->publisher == NULL;
}

static int set_up(void **state) { return set_up_at(state, (scrim_point){0, 0}); }
static int set_up_aside(void **state) { return set_up_at(state, (scrim_point){-50, 30}); }

static int tear_down(void **state) {
    fixture *f = *state;
    publisher_close(f->publisher);
    end_recorder(&f->recorder);
    test_free(f);
    return 0;
}

/* Publishes boxes, and once more, because a box counts as covered until the next snapshot. Then records a frame. */
static void show(fixture *f, box screen, const box *covers, size_t count) {
    publisher_publish(f->publisher, screen, covers, count, f->now_ns += MS);
    publisher_publish(f->publisher, screen, covers, count, f->now_ns += MS);
    record(&f->recorder, f->now_ns += MS);
    assert_int_equal(f->recorder.state, SCRIM_FEED_LIVE);
}

static size_t count_covered(const fixture *f) {
    size_t count = 0;
    for (int32_t i = 0; i < FRAME_WIDTH * FRAME_HEIGHT; i++) {
        count += f->recorder.pixels[i] != 255;
    }
    return count;
}

static void test_everything_is_covered_before_the_first_boxes(void **state) {
    fixture *f = *state;
    record(&f->recorder, f->now_ns);
    assert_int_equal(f->recorder.state, SCRIM_FEED_EMPTY);
    assert_int_equal(count_covered(f), FRAME_WIDTH * FRAME_HEIGHT);
}

static void test_boxes_are_covered(void **state) {
    fixture *f = *state;
    const box boxes[2] = {{10, 20, 30, 5}, {100, 100, 1, 1}};
    show(f, bounds, boxes, 2);
    assert_int_equal(count_covered(f), 151);
    assert_true(is_covered(&f->recorder, 10, 20) && is_covered(&f->recorder, 39, 24) && is_covered(&f->recorder, 100, 100));
    show(f, bounds, boxes + 1, 1);
    assert_int_equal(count_covered(f), 1);
    show(f, bounds, NULL, 0);
    assert_int_equal(count_covered(f), 0);
}

static void test_everything_can_be_covered_and_shown_again(void **state) {
    fixture *f = *state;
    show(f, bounds, NULL, 0);
    show(f, bounds, NULL, SIZE_MAX);
    assert_int_equal(count_covered(f), FRAME_WIDTH * FRAME_HEIGHT);
    show(f, (box){0, 0, 0, 0}, NULL, SIZE_MAX);
    assert_int_equal(count_covered(f), FRAME_WIDTH * FRAME_HEIGHT);
    show(f, bounds, &(box){0, 0, 1, 1}, 1);
    assert_int_equal(count_covered(f), 1);
}

static void test_boxes_are_places_on_the_screen(void **state) {
    fixture *f = *state;
    show(f, (box){-50, 30, FRAME_WIDTH, FRAME_HEIGHT}, &(box){-40, 50, 2, 3}, 1);
    assert_int_equal(count_covered(f), 6);
    assert_true(is_covered(&f->recorder, 10, 20));
    show(f, (box){-500, -300, 1000, 1000}, &(box){-40, 50, 2, 3}, 1); /* another screen was added */
    assert_int_equal(count_covered(f), 6);
    assert_true(is_covered(&f->recorder, 10, 20));
}

/* How many pixels are covered of a picture whose corner is there. */
static size_t count_at(fixture *f, double x, double y) {
    scrim_capture *capture = f->recorder.capture;
    scrim_capture_options options = SCRIM_CAPTURE_OPTIONS_INIT;
    options.hold_ns = options.smoothing_ns = 0;
    options.max_latency_ns = SCRIM_CAPTURE_MAX_LATENCY_NS;
    options.origin = (scrim_point){x, y};
    assert_int_equal(scrim_capture_create(&options, &f->recorder.capture), SCRIM_OK);
    record(&f->recorder, f->now_ns += MS);
    size_t count = count_covered(f);
    scrim_capture_destroy(f->recorder.capture);
    f->recorder.capture = capture;
    return count;
}

static void test_marks_say_which_screen_it_is(void **state) {
    fixture *f = *state;
    const box screens[] = {bounds, {0, 0, 1920, 1080}, {-1920, 30, 1920, 1200}};
    for (size_t i = 0; i < sizeof screens / sizeof *screens; i++) {
        double x = 2.0 * PUBLISH_MARK + screens[i].x + screens[i].width, y = 2.0 * PUBLISH_MARK + screens[i].y + screens[i].height;
        show(f, screens[i], NULL, 0);
        assert_int_equal(count_covered(f), 0);
        assert_int_equal(count_at(f, PUBLISH_MARK, PUBLISH_MARK), 1);
        assert_int_equal(count_at(f, x, y), 1);
        assert_int_equal(count_at(f, x + 1, y), 0);
        assert_int_equal(count_at(f, x, y + 1), 0);
    }
}

static void test_random_boxes_are_covered_exactly(void **state) {
    static box boxes[DESKTOP_MAX_COVERS];
    static bool expected[FRAME_WIDTH * FRAME_HEIGHT];
    fixture *f = *state;
    srand(1);
    size_t count = 0;
    for (int round = 0; round < 200; round++) {
        /* Few boxes change at a time, and sometimes all. */
        size_t next = round % 20 == 0 ? (size_t)rand() % DESKTOP_MAX_COVERS : (size_t)rand() % 40;
        for (size_t i = 0; i < next; i++) {
            if (i >= count || rand() % 4 == 0) {
                boxes[i] = (box){rand() % FRAME_WIDTH, rand() % FRAME_HEIGHT, 1 + rand() % 3, 1 + rand() % 3};
            }
        }
        count = next;
        memset(expected, 0, sizeof expected);
        for (size_t i = 0; i < count; i++) {
            for (int32_t y = boxes[i].y; y < boxes[i].y + boxes[i].height && y < FRAME_HEIGHT; y++) {
                for (int32_t x = boxes[i].x; x < boxes[i].x + boxes[i].width && x < FRAME_WIDTH; x++) {
                    expected[y * FRAME_WIDTH + x] = true;
                }
            }
        }
        show(f, bounds, boxes, count);
        for (int32_t i = 0; i < FRAME_WIDTH * FRAME_HEIGHT; i++) {
            assert_int_equal(f->recorder.pixels[i] != 255, expected[i]);
        }
    }
}

static void test_too_many_boxes_cover_everything(void **state) {
    static box boxes[DESKTOP_MAX_COVERS + 1];
    fixture *f = *state;
    show(f, bounds, boxes, DESKTOP_MAX_COVERS);
    assert_int_equal(count_covered(f), 0); /* they are empty */
    show(f, bounds, boxes, DESKTOP_MAX_COVERS + 1);
    assert_int_equal(count_covered(f), FRAME_WIDTH * FRAME_HEIGHT);
}

static void test_closing_covers_everything_and_removes_the_feed(void **state) {
    fixture *f = *state;
    show(f, bounds, NULL, 0);
    publisher_close(f->publisher);
    f->publisher = NULL;
    record(&f->recorder, f->now_ns + MS);
    assert_int_equal(f->recorder.state, SCRIM_FEED_MISSING);
    assert_int_equal(count_covered(f), FRAME_WIDTH * FRAME_HEIGHT);
    assert_int_equal(access(f->recorder.path, F_OK), -1);
}

static void test_a_feed_is_found_until_its_file_is_another_one(void **state) {
    fixture *f = *state;
    char aside[80], error[512];
    snprintf(aside, sizeof aside, "%s.aside", f->recorder.path);
    assert_true(publisher_is_found(f->publisher));
    assert_int_equal(rename(f->recorder.path, aside), 0);
    assert_false(publisher_is_found(f->publisher));
    publisher *other = publisher_open(f->recorder.path, error, sizeof error);
    assert_non_null(other);
    assert_true(publisher_is_found(other));
    assert_false(publisher_is_found(f->publisher));
    publisher_close(other);
    assert_int_equal(rename(aside, f->recorder.path), 0);
    assert_true(publisher_is_found(f->publisher));
    assert_int_equal(unlink(f->recorder.path), 0);
    assert_false(publisher_is_found(f->publisher));
}

static void test_errors_name_the_feed_and_the_reason(void **state) {
    fixture *f = *state;
    char error[512], long_name[300];
    assert_null(publisher_open(f->recorder.path, error, sizeof error));
    assert_non_null(strstr(error, f->recorder.path));
    assert_non_null(strstr(error, "another program publishes it already"));
    assert_null(publisher_open("/nowhere/at/all", error, sizeof error));
    assert_string_equal(error, "feed '/nowhere/at/all': its folder does not exist");
    unsetenv("XDG_RUNTIME_DIR");
    assert_null(publisher_open("watch", error, sizeof error));
    assert_string_equal(error, "feed 'watch': XDG_RUNTIME_DIR must name a folder (got nothing)");
    assert_null(publisher_open("", error, sizeof error));
    assert_string_equal(error, "feed '': expected a name of 1 to 244 bytes in UTF-8, or a path");
    memset(long_name, 'x', sizeof long_name);
    long_name[sizeof long_name - 1] = 0;
    setenv("XDG_RUNTIME_DIR", "/tmp", 1);
    assert_null(publisher_open(long_name, error, sizeof error));
    assert_non_null(strstr(error, "expected a name of 1 to 244 bytes"));
    publisher_close(NULL);
}

#define TEST(name, begin) cmocka_unit_test_setup_teardown(name, begin, tear_down)

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(test_everything_is_covered_before_the_first_boxes, set_up),
        TEST(test_boxes_are_covered, set_up),
        TEST(test_everything_can_be_covered_and_shown_again, set_up),
        TEST(test_boxes_are_places_on_the_screen, set_up_aside),
        TEST(test_marks_say_which_screen_it_is, set_up),
        TEST(test_random_boxes_are_covered_exactly, set_up),
        TEST(test_too_many_boxes_cover_everything, set_up),
        TEST(test_closing_covers_everything_and_removes_the_feed, set_up),
        TEST(test_a_feed_is_found_until_its_file_is_another_one, set_up),
        TEST(test_errors_name_the_feed_and_the_reason, set_up),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
