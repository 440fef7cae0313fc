/* SPDX-License-Identifier: MIT */
/* Calls of the library fail while boxes are published. What is published afterwards must cover all that it should. */
#include "publish.h"
#include "testing/frame_fixture.h"

#include <dlfcn.h>

#define MS UINT64_C(1000000)
#define START (1000000 * MS)

enum {
    ROUNDS = 400,
    MAX_FAILING = 10 /* one of the first so many calls fails */
};

/* ---- The library, in which one call fails ---- */

static int calls_until_failure; /* 0: none fails */
static int failures;

static bool fails(void) {
    bool is_chosen = calls_until_failure > 0 && --calls_until_failure == 0;
    failures += is_chosen;
    return is_chosen;
}

#define FAILING(name, parameters, arguments)                                         \
    scrim_status name parameters {                                                   \
        scrim_status(*real) parameters;                                              \
        *(void **)&real = dlsym(RTLD_NEXT, #name);                                   \
        assert_non_null(real);                                                       \
        return fails() ? SCRIM_ERROR_NO_MEMORY : real arguments;                     \
    }

FAILING(scrim_scene_add_view, (scrim_scene * scene, scrim_id parent, const scrim_view *view, scrim_id *id), (scene, parent, view, id))
FAILING(scrim_scene_update_view, (scrim_scene * scene, scrim_id id, const scrim_view *view), (scene, id, view))
FAILING(scrim_scene_update_window, (scrim_scene * scene, scrim_id id, const scrim_window *window), (scene, id, window))
FAILING(scrim_scene_set_activity, (scrim_scene * scene, scrim_id window, uint32_t activity), (scene, window, activity))
FAILING(scrim_scene_frame_ready, (scrim_scene * scene, uint32_t output), (scene, output))
FAILING(scrim_scene_snapshot, (scrim_scene * scene, uint64_t now_ns, scrim_snapshot **out), (scene, now_ns, out))
FAILING(scrim_publisher_publish, (scrim_publisher * publisher, const scrim_snapshot *snapshot), (publisher, snapshot))

/* ---- The test ---- */

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
    recorder recorder = {0};
    char error[512];
    uint64_t now_ns = START;
    (void)state;
    assert_int_equal(begin_recorder(&recorder, (scrim_point){0, 0}), 0);
    publisher *publisher = publisher_open(recorder.path, error, sizeof error);
    assert_non_null(publisher);
    for (int round = 0; round < ROUNDS; round++) {
        box boxes[4];
        const size_t count = below(8) == 0 ? SIZE_MAX : random_boxes(boxes), shown = count == SIZE_MAX ? 0 : count;
        const box bounds = {0, 0, FRAME_WIDTH + below(2), FRAME_HEIGHT};
        calls_until_failure = 1 + below(MAX_FAILING);
        publisher_publish(publisher, bounds, boxes, count, now_ns += MS);
        calls_until_failure = 0;
        publisher_publish(publisher, bounds, boxes, count, now_ns += 2000 * MS); /* past what the scene remembers */
        publisher_publish(publisher, bounds, boxes, count, now_ns += MS);
        record(&recorder, now_ns += MS);
        assert_int_equal(recorder.state, SCRIM_FEED_LIVE);
        assert_true(are_covered(&recorder, boxes, shown));
        assert_true(count != SIZE_MAX || is_covered(&recorder, 0, 0));
    }
    print_message("%d of %d calls failed\n", failures, ROUNDS);
    assert_true(failures > ROUNDS / 4);
    publisher_close(publisher);
    end_recorder(&recorder);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_boxes_are_covered_after_an_error)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
