/* SPDX-License-Identifier: MIT */
/* A stack that is too small ends the program at its guard page. No call jumps over that page, into memory that belongs to others. */
#include "support/support.h"

#include <pthread.h>
#include <signal.h>
#include <sys/mman.h>

enum {
    OTHERS = 128 << 10, /* memory of others, below the guard page */
    STACK = 256 << 10,
    MARK = 0xA5,
    WIDTH = 200,
    HEIGHT = 100,
    REGIONS = 300
};

static unsigned char *area, *bottom;
static size_t left;
static void (*call)(void);
static unsigned char pixels[HEIGHT][WIDTH][4];
static scrim_frame frame;
static scrim_redact_report report;
static scrim_text *text;
static scrim_scene *scene;
static scrim_snapshot *snapshot;
static scrim_capture *capture;

/* Regions enough that they are sorted. */
static void redact(void) {
    static scrim_region regions[REGIONS];
    static scrim_point points[REGIONS][5];
    for (int i = 0; i < REGIONS; i++) {
        regions[i].rect = (scrim_rect){i % 90, i % 50, 30, 20};
        for (int j = 0; j < 5; j++)
            points[i][j] = (scrim_point){(i * 7 + j * 53) % WIDTH, (i * 3 + j * j * 11) % HEIGHT};
        if (i % 2 == 0) {
            regions[i].shape = SCRIM_SHAPE_POLYGON;
            regions[i].points = points[i];
            regions[i].point_count = 5;
        }
    }
    scrim_redact(&frame, regions, REGIONS, NULL, &report);
}
static void redact_capture(void) { scrim_capture_redact(capture, snapshot, &frame, 1, 1, &report); }
static void redact_capture_rows(void) { scrim_capture_redact_rows(capture, snapshot, &frame, 1, 1, 5, 9, &report); }
static void redact_scene(void) { scrim_scene_redact(scene, &frame, NULL, &report); }
static void insert(void) { scrim_text_insert(text, "1", 1); }
static void take_snapshot(void) {
    scrim_snapshot *taken = NULL;
    scrim_scene_snapshot(scene, 5, &taken);
    scrim_snapshot_destroy(taken);
}

/* Handles are those of the parent in a child process, so each child makes its own objects. */
static void make_objects(void) {
    scrim_scene_options options = SCRIM_SCENE_OPTIONS_INIT;
    scrim_capture_options capturing = SCRIM_CAPTURE_OPTIONS_INIT;
    scrim_window window = SCRIM_WINDOW_INIT;
    scrim_id id;
    frame = (scrim_frame)SCRIM_FRAME_INIT;
    report = (scrim_redact_report)SCRIM_REDACT_REPORT_INIT;
    frame.format = SCRIM_FORMAT_RGBA;
    frame.width = WIDTH;
    frame.height = HEIGHT;
    frame.planes[0].data = pixels;
    frame.planes[0].stride = sizeof pixels[0];
    text = new_text(16);
    window.frame = (scrim_rect){0, 0, WIDTH, HEIGHT};
    OK(scrim_scene_create(&options, &scene));
    OK(scrim_scene_add_window(scene, &window, &id));
    for (int i = 0; i < 20; i++) {
        scrim_view view = SCRIM_VIEW_INIT;
        view.frame = (scrim_rect){0, 0, 100, 50};
        view.flags |= SCRIM_VIEW_SECURE;
        OK(scrim_scene_add_view(scene, id, &view, &id));
    }
    OK(scrim_scene_set_activity(scene, 0, SCRIM_ACTIVITY_ACTIVE));
    OK(scrim_scene_frame_ready(scene, 0));
    OK(scrim_capture_create(&capturing, &capture));
    OK(scrim_scene_snapshot(scene, 1, &snapshot));
}

/* Makes the call where `left` bytes of the stack are left. */
static void *run_low(void *data) {
    unsigned char *here = __builtin_frame_address(0);
    volatile unsigned char *used = __builtin_alloca(((size_t)(here - bottom) - left) & ~(size_t)15);
    used[0] = 1;
    call();
    return data;
}

static int run_in_child(void *data) {
    pthread_attr_t attributes;
    pthread_t thread;
    signal(SIGSEGV, SIG_DFL); /* cmocka has a handler */
    make_objects();
    CHECK(pthread_attr_init(&attributes) == 0);
    CHECK(pthread_attr_setstack(&attributes, bottom, STACK) == 0);
    CHECK(pthread_create(&thread, &attributes, run_low, data) == 0);
    CHECK(pthread_join(thread, NULL) == 0);
    return 0;
}

/* Whether a child that returned, or was ended at the guard page, left the memory below that page alone. */
static int is_untouched(void) {
    for (size_t i = 0; i < OTHERS; i++) {
        if (area[i] != MARK)
            return 0;
    }
    return 1;
}

static void test_no_call_writes_below_the_guard_page(void **state) {
    static void (*const calls[])(void) = {redact, redact_capture, redact_capture_rows, redact_scene, insert, take_snapshot};
    (void)state;
    if (built_with_asan() || built_with_tsan() || running_on_valgrind())
        skip(); /* with frames, or stacks, of their own */
    long page = sysconf(_SC_PAGESIZE);
    area = mmap(NULL, OTHERS + (size_t)page + STACK, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    assert_true(area != MAP_FAILED);
    bottom = area + OTHERS + page;
    assert_int_equal(mprotect(area + OTHERS, (size_t)page, PROT_NONE), 0);
    for (size_t i = 0; i < sizeof calls / sizeof *calls; i++) {
        int ended = 0, returned = 0;
        call = calls[i];
        for (left = 1024; left < 64 << 10; left += 1024 + left / 8) {
            memset(area, MARK, OTHERS);
            int status = status_in_child(run_in_child, NULL);
            int is_ended = WIFSIGNALED(status) && WTERMSIG(status) == SIGSEGV, is_returned = WIFEXITED(status) && WEXITSTATUS(status) == 0;
            if ((!is_ended && !is_returned) || !is_untouched())
                fail_msg("call %zu with %zu bytes left: status %#x, memory %s", i, left, (unsigned)status, is_untouched() ? "untouched" : "written");
            ended += is_ended;
            returned += is_returned;
        }
        print_message("call %zu: %d ended, %d returned\n", i, ended, returned);
        assert_in_range(returned, 1, 100); /* with the most stack */
        assert_in_range(ended, 1, 100);    /* with the least */
    }
    munmap(area, OTHERS + (size_t)page + STACK);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test_teardown(test_no_call_writes_below_the_guard_page, nothing_left)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
