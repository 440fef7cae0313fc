/* SPDX-License-Identifier: MIT */
/* The stack that scrim/base.h says is enough for any call: every function of every header, and trees of views of the greatest depth. */
#include "scenarios.h"

#include <pthread.h>
#include <sys/mman.h>

enum {
    ENOUGH = 48 << 10, /* so that a stack of 64 KiB has room for the thread and its caller, too */
    LARGE = 4 << 20,
    MARK = 0xA5
};

static int (*scenario)(void);
static unsigned char *top;

static void *play(void *data) {
    top = __builtin_frame_address(0);
    return scenario() == 0 ? data : &scenario;
}

/* Runs a body on a stack of our own: how many bytes of it were touched below the caller. */
static size_t stack_of(int (*body)(void)) {
    pthread_attr_t attributes;
    pthread_t thread;
    void *result = &thread;
    size_t untouched = 0;
    unsigned char *stack = mmap(NULL, LARGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    assert_true(stack != MAP_FAILED);
    memset(stack, MARK, LARGE);
    scenario = body;
    assert_int_equal(pthread_attr_init(&attributes), 0);
    assert_int_equal(pthread_attr_setstack(&attributes, stack, LARGE), 0);
    assert_int_equal(pthread_create(&thread, &attributes, play, NULL), 0);
    assert_int_equal(pthread_join(thread, &result), 0);
    assert_null(result);
    pthread_attr_destroy(&attributes);
    while (untouched < LARGE && stack[untouched] == MARK)
        untouched++;
    munmap(stack, LARGE);
    return (size_t)(top - (stack + untouched));
}

static int deepest_views(void) {
    scrim_scene_options options = SCRIM_SCENE_OPTIONS_INIT;
    scrim_window window = SCRIM_WINDOW_INIT;
    scrim_scene *scene;
    scrim_id id, first, hit[2];
    scrim_status status;
    int depth = 0;
    window.frame = (scrim_rect){0, 0, 100, 100};
    CHECK(scrim_scene_create(&options, &scene) == SCRIM_OK);
    CHECK(scrim_scene_add_window(scene, &window, &id) == SCRIM_OK);
    first = id;
    do {
        scrim_view view = SCRIM_VIEW_INIT;
        view.frame = (scrim_rect){0, 0, 100, 100};
        status = scrim_scene_add_view(scene, id, &view, &id);
        depth += status == SCRIM_OK;
    } while (status == SCRIM_OK && depth < 5000);
    CHECK(status == SCRIM_ERROR_LIMIT && depth > 100);
    CHECK(scrim_scene_hit_test(scene, 50, 50, &hit[0], &hit[1]) == SCRIM_OK);
    CHECK(scrim_scene_remove(scene, first) == SCRIM_OK);
    scrim_scene_destroy(scene);
    return 0;
}

static void test_it_is_enough(void **state) {
    (void)state;
    size_t most = 0;
    if (built_with_asan() || running_on_valgrind())
        skip(); /* with frames of their own */
    OK(run_scenarios()); /* symbols are bound */
    for (size_t i = 0; i < sizeof scenarios / sizeof *scenarios; i++) {
        size_t used = stack_of(scenarios[i]);
        print_message("scenario %zu: %zu bytes\n", i, used);
        most = used > most ? used : most;
    }
    size_t deep = stack_of(deepest_views);
    print_message("views: %zu bytes\n", deep);
    assert_in_range(most, 1, ENOUGH);
    assert_in_range(deep, 1, ENOUGH);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test_teardown(test_it_is_enough, nothing_left)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
