/* SPDX-License-Identifier: MIT */
/*
 * The cover, in every order of what can happen: to a depth of 7 for what matters most, of 5 for all. What must be so is read off
 * the history, not off a second machine: an output shows its pixels if it drew a frame while all was well, and all has been
 * well since.
 */
#include <stdlib.h>

#include "scene_fixture.h"
#include "support/support.h"

enum event {
    APP_ACTIVE,
    APP_INACTIVE,
    WINDOW_ACTIVE,
    WINDOW_INACTIVE,
    TRANSITION_BEGINS,
    TRANSITION_ENDS,
    READY_0,
    READY_1,
    OUTPUT_1, /* comes, or goes */
    MOST_EVENTS,
    APP_BACKGROUND = MOST_EVENTS,
    WINDOW_BACKGROUND,
    OTHER_WINDOW, /* comes, or goes, inactive */
    ALL_EVENTS
};

enum {
    MAX_DEPTH = 7,
    PIXEL = 0xAA
};

struct run {
    scrim_scene *scene;
    scrim_id window, other;
    int has_output; /* output 1 is there */
    uint32_t told;  /* outputs that the last event said were covered, as bits */
    int wrong;      /* what must not be, seen in a callback, where nothing may be asserted */
};

/* By the time a callback is called, every output is covered that its event covers. */
static void covered(uint32_t output, void *user_data) {
    struct run *run = user_data;
    uint32_t is_covered = 0;
    run->wrong |= scrim_scene_is_covered(run->scene, output, &is_covered) != SCRIM_OK || !is_covered;
    run->wrong |= (run->told >> output & 1) != 0;
    run->told |= 1u << output;
}

static int shows(const struct run *run, uint32_t output) {
    uint8_t pixel = PIXEL;
    scrim_frame frame = SCRIM_FRAME_INIT;
    scrim_scene_redact_options options = SCRIM_SCENE_REDACT_OPTIONS_INIT;
    frame.format = SCRIM_FORMAT_GRAY8;
    frame.width = frame.height = 1;
    frame.planes[0] = (scrim_plane){&pixel, 1};
    options.output = output;
    uint32_t is_covered = 9;
    scrim_status status = scrim_scene_is_covered(run->scene, output, &is_covered);
    scrim_status expected = status == SCRIM_OK ? SCRIM_OK : SCRIM_ERROR_NOT_FOUND;
    if (scrim_scene_redact(run->scene, &frame, &options, NULL) != expected)
        return -1;
    if (status == SCRIM_OK && is_covered != (pixel != PIXEL))
        return -1;
    return pixel == PIXEL ? 1 : pixel == 0 ? 0
                                           : -1;
}

static scrim_status happen(struct run *run, enum event event) {
    uint32_t output = 0;
    scrim_window window = SCRIM_WINDOW_INIT;
    run->told = 0;
    switch (event) {
    case APP_ACTIVE:
        return scrim_scene_set_activity(run->scene, 0, SCRIM_ACTIVITY_ACTIVE);
    case APP_INACTIVE:
        return scrim_scene_set_activity(run->scene, 0, SCRIM_ACTIVITY_INACTIVE);
    case APP_BACKGROUND:
        return scrim_scene_set_activity(run->scene, 0, SCRIM_ACTIVITY_BACKGROUND);
    case WINDOW_ACTIVE:
        return scrim_scene_set_activity(run->scene, run->window, SCRIM_ACTIVITY_ACTIVE);
    case WINDOW_INACTIVE:
        return scrim_scene_set_activity(run->scene, run->window, SCRIM_ACTIVITY_INACTIVE);
    case WINDOW_BACKGROUND:
        return scrim_scene_set_activity(run->scene, run->window, SCRIM_ACTIVITY_BACKGROUND);
    case TRANSITION_BEGINS:
        return scrim_scene_set_transition(run->scene, 1);
    case TRANSITION_ENDS:
        return scrim_scene_set_transition(run->scene, 0);
    case READY_0:
        return scrim_scene_frame_ready(run->scene, 0);
    case READY_1: {
        scrim_status status = scrim_scene_frame_ready(run->scene, 1);
        return status == (run->has_output ? SCRIM_OK : SCRIM_ERROR_NOT_FOUND) ? SCRIM_OK : SCRIM_ERROR_INVALID_STATE;
    }
    case OUTPUT_1:
        run->has_output = !run->has_output;
        if (!run->has_output)
            return scrim_scene_remove_output(run->scene, 1);
        if (scrim_scene_add_output(run->scene, &output) != SCRIM_OK || output != 1)
            return SCRIM_ERROR_INVALID_STATE;
        return SCRIM_OK;
    case OTHER_WINDOW:
        if (run->other) {
            scrim_id gone = run->other;
            run->other = 0;
            return scrim_scene_remove(run->scene, gone);
        }
        if (scrim_scene_add_window(run->scene, &window, &run->other) != SCRIM_OK)
            return SCRIM_ERROR_INVALID_STATE;
        return scrim_scene_set_activity(run->scene, run->other, SCRIM_ACTIVITY_INACTIVE);
    default:
        return SCRIM_ERROR_INVALID_ARGUMENT;
    }
}

/* ---- What must be, of a history ---- */

static int was_well(const unsigned char *events, int count) {
    int app = 0, window = 1, transition = 0, other = 0;
    for (int i = 0; i < count; i++)
        switch (events[i]) {
        case APP_ACTIVE:
            app = 1;
            break;
        case APP_INACTIVE:
        case APP_BACKGROUND:
            app = 0;
            break;
        case WINDOW_ACTIVE:
            window = 1;
            break;
        case WINDOW_INACTIVE:
        case WINDOW_BACKGROUND:
            window = 0;
            break;
        case TRANSITION_BEGINS:
            transition = 1;
            break;
        case TRANSITION_ENDS:
            transition = 0;
            break;
        case OTHER_WINDOW:
            other = !other;
            break;
        default:
            break;
        }
    return app && window && !transition && !other;
}

static int must_show(const unsigned char *events, int count, int output) {
    int drawn = 0, there = output == 0;
    for (int i = 0; i < count; i++) {
        if (output == 1 && events[i] == OUTPUT_1) {
            there = !there;
            drawn = 0;
        }
        int well = was_well(events, i + 1);
        if (!well)
            drawn = 0;
        else if (there && events[i] == (output == 0 ? READY_0 : READY_1))
            drawn = 1;
    }
    return there && drawn;
}

/* ---- All orders ---- */

static void fail_with(const unsigned char *events, int count, const char *what) {
    print_error("%s after", what);
    for (int i = 0; i < count; i++)
        print_error(" %d", events[i]);
    print_error("\n");
    fail();
}

static void try_order(const unsigned char *events, int count) {
    struct run run = {.scene = new_scene()};
    run.window = add_window(run.scene, (scrim_rect){0, 0, 1, 1}, SHOWN, 0);
    ASSERT_OK(scrim_scene_set_cover_callback(run.scene, covered, &run, NULL));
    int shown[2] = {0, 0};
    for (int i = 0; i < count; i++) {
        if (happen(&run, events[i]) != SCRIM_OK || run.wrong)
            fail_with(events, i + 1, "an error");
        /* Told of exactly what was shown and is no more, and of an output that is new. */
        for (int output = 0; output < 2; output++) {
            int shows_now = must_show(events, i + 1, output);
            int is_new = output == 1 && events[i] == OUTPUT_1 && run.has_output;
            int is_gone = output == 1 && !run.has_output;
            if ((int)(run.told >> output & 1) != (is_new || (shown[output] && !shows_now && !is_gone)))
                fail_with(events, i + 1, "wrong callbacks");
            shown[output] = shows_now;
        }
    }
    for (int output = 0; output < 2; output++)
        if (shows(&run, (uint32_t)output) != shown[output])
            fail_with(events, count, shown[output] ? "covered" : "source pixels");
    /* Whatever came before: when all is well, the next frame shows. */
    happen(&run, APP_ACTIVE);
    happen(&run, WINDOW_ACTIVE);
    happen(&run, TRANSITION_ENDS);
    if (run.other)
        happen(&run, OTHER_WINDOW);
    for (int output = 0; output <= run.has_output; output++)
        if (scrim_scene_frame_ready(run.scene, (uint32_t)output) != SCRIM_OK || shows(&run, (uint32_t)output) != 1)
            fail_with(events, count, "covered for ever");
    scrim_scene_destroy(run.scene);
}

static unsigned long try_all(int alphabet, int depth) {
    unsigned char events[MAX_DEPTH] = {0};
    unsigned long orders = 0;
    for (;;) {
        try_order(events, depth);
        orders++;
        int place = depth - 1;
        while (place >= 0 && ++events[place] == alphabet)
            events[place--] = 0;
        if (place < 0)
            return orders;
    }
}

/* Where memory is watched the depth is smaller: there it is memory that is looked at. */
static int is_watched(void) {
#ifdef WITH_ASAN
    return 1;
#else
    const char *preload = getenv("LD_PRELOAD");
    return preload && strstr(preload, "valgrind");
#endif
}

/* All orders of up to so many events; how many there are is written down, not computed. */
static void try_up_to(int alphabet, int depth, unsigned long expected) {
    unsigned long orders = 0;
    for (int length = 1; length <= depth; length++)
        orders += try_all(alphabet, length);
    assert_int_equal(orders, expected);
}

static void test_every_order_of_what_covers(void **state) {
    (void)state;
    if (is_watched())
        try_up_to(MOST_EVENTS, 3, 819); /* 9 + 9^2 + 9^3 */
    else
        try_up_to(MOST_EVENTS, MAX_DEPTH, 5380839); /* 9 + … + 9^7 */
}

static void test_every_order_of_all_events(void **state) {
    (void)state;
    if (is_watched())
        try_up_to(ALL_EVENTS, 3, 1884); /* 12 + 12^2 + 12^3 */
    else
        try_up_to(ALL_EVENTS, 5, 271452); /* 12 + … + 12^5 */
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_order_of_all_events),
        cmocka_unit_test(test_every_order_of_what_covers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
