/* SPDX-License-Identifier: MIT */
/* Allocations fail while boxes are published. What is published afterwards must cover all that it should. */
#include "publish.h"
#include "support/failing_allocator.h"
#include "testing/frame_fixture.h"

#define MS UINT64_C(1000000)
#define START (1000000 * MS)

enum {
    ROUNDS = 300,
    MAX_FAILING = 6 /* the first so many allocations of a call fail, one in each */
};

static uint32_t random_state = 7;

static int32_t below(int32_t limit) {
    random_state = random_state * 1664525u + 1013904223u;
    return (int32_t)((random_state >> 8) % (uint32_t)limit);
}

static size_t random_boxes(box boxes[4]) {
    size_t count = (size_t)below(5);
    for (size_t i = 0; i < count; i++) {
        boxes[i] = (box){below(FRAME_WIDTH - 8), below(FRAME_HEIGHT - 8), 1 + below(8), 1 + below(8)};
    }
    return count;
}

static bool are_covered(const recorder *recorder, const box *boxes, size_t count) {
    for (size_t i = 0; i < count; i++) {
        if (!is_covered(recorder, boxes[i].x, boxes[i].y) ||
            !is_covered(recorder, boxes[i].x + boxes[i].width - 1, boxes[i].y + boxes[i].height - 1)) {
            return false;
        }
    }
    return true;
}

static void test_boxes_are_covered_after_an_error(void **state) {
    const box bounds = {0, 0, FRAME_WIDTH, FRAME_HEIGHT};
    recorder recorder = {0};
    char error[512];
    uint64_t now_ns = START;
    int failed = 0;
    (void)state;
    assert_int_equal(begin_recorder(&recorder, (scrim_point){0, 0}), 0);
    publisher *publisher = publisher_open(recorder.path, error, sizeof error);
    assert_non_null(publisher);
    for (int round = 0; round < ROUNDS; round++) {
        box boxes[4];
        const size_t count = random_boxes(boxes);
        const box elsewhere = {0, 0, FRAME_WIDTH + round % 3, FRAME_HEIGHT};
        allocator.armed = 1;
        allocator.count = allocator.failed = 0;
        allocator.fail_from = allocator.fail_to = 1 + below(MAX_FAILING);
        publisher_publish(publisher, elsewhere, boxes, count, now_ns += MS);
        allocator.armed = 0;
        failed += allocator.failed > 0;
        publisher_publish(publisher, elsewhere, boxes, count, now_ns += 2000 * MS); /* past what the scene remembers */
        publisher_publish(publisher, bounds, boxes, count, now_ns += MS);
        record(&recorder, now_ns += MS);
        assert_int_equal(recorder.state, SCRIM_FEED_LIVE);
        assert_true(are_covered(&recorder, boxes, count));
    }
    print_message("%d of %d calls failed\n", failed, ROUNDS);
    assert_true(failed > ROUNDS / 10);
    publisher_close(publisher);
    end_recorder(&recorder);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_boxes_are_covered_after_an_error)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
