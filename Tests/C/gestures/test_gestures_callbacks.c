/* SPDX-License-Identifier: MIT */
/* What a host may do while it is asked whether a gesture begins: read, destroy, fork, jump; and whose user data is freed when. */
#include "../support/support.h"

#include "asking_host.h"

#include <pthread.h>

static scrim_id pan;

/* Two samples, of which the second is beyond the slop, and a third one. */
static scrim_status drag(size_t *consumed, size_t *produced) {
    const scrim_touch samples[] = {{0, 1, SCRIM_TOUCH_BEGAN, 0, 20, 50},
                                   {10 * MS, 1, SCRIM_TOUCH_MOVED, 0, 60, 50},
                                   {20 * MS, 1, SCRIM_TOUCH_MOVED, 0, 70, 50}};
    *consumed = *produced = 99;
    return scrim_gestures_feed(fixture.gestures, samples, 3, consumed, fixture.events, MAX_EVENTS, produced);
}

static int pan_setup(void **state) {
    asking_setup(state);
    pan = add(SCRIM_GESTURE_PAN, fixture.button);
    return 0;
}

#define PAN_TEST(name) cmocka_unit_test_setup_teardown(name, pan_setup, asking_teardown)

/* ---- Reading and changing ---- */

static scrim_status busy_status;

/* Returns the first status that is not BUSY, or BUSY. */
static scrim_status try_to_change(void) {
    scrim_gestures *gestures = fixture.gestures, *another = NULL;
    scrim_collector *collector = NULL;
    scrim_recognizer tap = SCRIM_RECOGNIZER_TAP_INIT;
    scrim_gestures_options options = SCRIM_GESTURES_OPTIONS_INIT;
    scrim_collector_options collector_options = SCRIM_COLLECTOR_OPTIONS_INIT;
    scrim_rules rules = SCRIM_RULES_INIT;
    scrim_view view = SCRIM_VIEW_INIT;
    scrim_decision decision;
    scrim_id id = 0;
    size_t consumed = 0, produced = 0;
    const scrim_touch touch = {30 * MS, 1, SCRIM_TOUCH_MOVED, 0, 70, 50};
    tap.view = fixture.button;
    const scrim_status found[] = {
        scrim_gestures_add(gestures, &tap, &id),
        scrim_gestures_remove(gestures, pan),
        scrim_gestures_relate(gestures, pan, SCRIM_RELATION_SIMULTANEOUS, pan + 1),
        scrim_gestures_unrelate(gestures, pan, SCRIM_RELATION_SIMULTANEOUS, pan + 1),
        scrim_gestures_add_action(gestures, pan, 1, "a", 1),
        scrim_gestures_remove_action(gestures, pan, 0, NULL, 0),
        scrim_gestures_set_target_available(gestures, 0, 0, NULL, 0, 0),
        scrim_gestures_set_callbacks(gestures, NULL, NULL, NULL),
        scrim_gestures_feed(gestures, &touch, 1, &consumed, NULL, 0, &produced),
        scrim_gestures_advance(gestures, 1000 * MS, NULL, 0, &produced),
        scrim_gestures_cancel(gestures, 1000 * MS, NULL, 0, &produced),
        scrim_gestures_set_enabled(gestures, pan, 0, 1000 * MS, NULL, 0, &produced),
        scrim_scene_remove(fixture.scene, fixture.button),
        scrim_scene_update_view(fixture.scene, fixture.button, &view),
        scrim_scene_add_view(fixture.scene, fixture.window, &view, &id),
        scrim_gestures_create(fixture.scene, &options, &another),
        scrim_collector_create(gestures, &collector_options, &collector),
        scrim_collector_set_rules(fixture.collector, &rules),
        scrim_collector_decide(fixture.collector, fixture.events, 0, &decision),
    };
    for (size_t i = 0; i < COUNT_OF(found); i++)
        if (found[i] != SCRIM_ERROR_BUSY)
            return found[i];
    return SCRIM_ERROR_BUSY;
}

static void *try_in_thread(void *data) {
    busy_status = try_to_change();
    return data;
}

static void read_and_try(const scrim_gesture_event *event) {
    uint64_t number = 0;
    scrim_id window = 0, view = 0;
    pthread_t thread;
    OK(scrim_gestures_sequence(fixture.gestures, &number));
    assert_int_equal(number, event->sequence);
    OK(scrim_gestures_next_deadline(fixture.gestures, &number));
    OK(scrim_scene_hit_test(fixture.scene, event->x, event->y, &window, &view));
    assert_int_equal(view, fixture.button);
    ANSWERS(try_to_change(), SCRIM_ERROR_BUSY);
    assert_int_equal(pthread_create(&thread, NULL, try_in_thread, NULL), 0);
    assert_int_equal(pthread_join(thread, NULL), 0);
    ANSWERS(busy_status, SCRIM_ERROR_BUSY);
}

static void test_reading_works_and_changing_does_not(void **state) {
    (void)state;
    size_t consumed, produced;
    host.act = read_and_try;
    OK(drag(&consumed, &produced));
    assert_true(consumed == 3 && produced == 2);
    ASSERT_ASKED(pan);
    host.act = NULL;
    up(1, 30, 70, 50);
}

/* ---- Destroying ---- */

static void destroy_gestures(const scrim_gesture_event *event) {
    (void)event;
    scrim_gestures_destroy(fixture.gestures);
    assert_int_equal(host.freed, 0); /* still in use */
}

static void destroy_scene(const scrim_gesture_event *event) {
    (void)event;
    scrim_scene_destroy(fixture.scene);
}

static void destroy_all(const scrim_gesture_event *event) {
    destroy_scene(event);
    destroy_gestures(event);
    scrim_collector_destroy(fixture.collector);
}

static void test_an_engine_that_is_destroyed_inside(void **state) {
    for (int all = 0; all < 2; all++)
        for (int refuses = 0; refuses < 2; refuses++) {
            size_t consumed, produced;
            uint64_t sequence = 0;
            pan_setup(state);
            scrim_recognizer second = recognizer_of(SCRIM_GESTURE_PAN, fixture.button);
            second.flags = SCRIM_RECOGNIZER_SIMULTANEOUS;
            add_recognizer(&fixture, &second);
            host.act = all ? destroy_all : destroy_gestures;
            host.refuses_all = refuses;
            ANSWERS(drag(&consumed, &produced), SCRIM_ERROR_CLOSED);
            assert_true(consumed == 99 && produced == 99);
            ASSERT_ASKED(pan); /* nothing is asked after that */
            assert_int_equal(host.freed, 1);
            ANSWERS(scrim_gestures_sequence(fixture.gestures, &sequence), SCRIM_ERROR_INVALID_HANDLE);
            tear_down_fixture(&fixture);
            assert_int_equal(host.freed, 1);
        }
}

static void test_an_engine_that_is_destroyed_while_time_advances(void **state) {
    for (int disables = 0; disables < 2; disables++) {
        size_t produced = 99;
        pan_setup(state);
        /* A tap waits for a second one, until that takes too long or is disabled. */
        add_tap(&fixture, fixture.button, 1);
        scrim_id twice = add_tap(&fixture, fixture.button, 2);
        down(1, 0, 50, 50);
        up(1, 20, 50, 50);
        host.act = destroy_gestures;
        if (disables) {
            ANSWERS(scrim_gestures_set_enabled(fixture.gestures, twice, 0, 110 * MS, fixture.events, MAX_EVENTS, &produced),
                    SCRIM_ERROR_CLOSED);
        } else {
            ANSWERS(scrim_gestures_advance(fixture.gestures, 1000 * MS, fixture.events, MAX_EVENTS, &produced), SCRIM_ERROR_CLOSED);
        }
        assert_int_equal(produced, 99);
        assert_int_equal(host.count, 1);
        tear_down_fixture(&fixture);
        assert_int_equal(host.freed, 1);
    }
}

/* The call goes on as ever; then the scene is gone. */
static void test_a_scene_that_is_destroyed_inside(void **state) {
    size_t consumed, produced;
    pan_setup(state);
    host.act = destroy_scene;
    OK(drag(&consumed, &produced));
    assert_true(consumed == 3 && produced == 2);
    ANSWERS(drag(&consumed, &produced), SCRIM_ERROR_CLOSED);
    tear_down_fixture(&fixture);
}

/* ---- Forking, and not returning ---- */

static pid_t child;

static void fork_inside(const scrim_gesture_event *event) {
    (void)event;
    host.act = NULL;
    fflush(NULL);
    child = fork();
    if (child == 0)
        alarm(60);
}

static int check_child(scrim_status status, size_t consumed, size_t produced) {
    scrim_scene_options options = SCRIM_SCENE_OPTIONS_INIT;
    scrim_gestures_options gestures_options = SCRIM_GESTURES_OPTIONS_INIT;
    scrim_scene *scene = NULL;
    scrim_gestures *gestures = NULL;
    CHECK(status == SCRIM_ERROR_FORKED && consumed == 99 && produced == 99);
    CHECK(host.count == 1 && host.freed == 0);
    CHECK(drag(&consumed, &produced) == SCRIM_ERROR_FORKED);
    CHECK(scrim_gestures_set_callbacks(fixture.gestures, NULL, NULL, NULL) == SCRIM_ERROR_FORKED);
    scrim_gestures_destroy(fixture.gestures);
    CHECK(host.freed == 0 && scrim_live_handles(SCRIM_HANDLE_ANY) == 0);
    CHECK(scrim_scene_create(&options, &scene) == SCRIM_OK);
    CHECK(scrim_gestures_create(scene, &gestures_options, &gestures) == SCRIM_OK);
    CHECK(scrim_gestures_set_callbacks(gestures, &asking, &host, host_freed) == SCRIM_OK);
    scrim_gestures_destroy(gestures);
    CHECK(host.freed == 1);
    scrim_scene_destroy(scene);
    return 0;
}

static void test_a_callback_that_forks(void **state) {
    (void)state;
    for (int refuses = 0; refuses < 2; refuses++) {
        size_t consumed, produced;
        int left = -1;
        scrim_id second = refuses ? add(SCRIM_GESTURE_PAN, fixture.window) : 0;
        host.act = fork_inside; /* once: only in the parent are others asked about */
        host.refused[0] = refuses ? pan : 0;
        host.count = 0;
        child = -1;
        scrim_status status = drag(&consumed, &produced);
        if (child == 0)
            leave_child(check_child(status, consumed, produced));
        OK(status);
        assert_true(consumed == 3 && produced == 2);
        assert_int_equal(host.count, refuses ? 2 : 1);
        assert_true(fixture.events[0].recognizer == (refuses ? second : pan));
        assert_int_equal(waitpid(child, &left, 0), child);
        if (!WIFEXITED(left) || WEXITSTATUS(left) != 0)
            fail_msg("the child left with status %#x", (unsigned)left);
        up(1, 30, 70, 50);
        fixture.count = 0;
    }
}

static jmp_buf out;

static void jump(const scrim_gesture_event *event) {
    (void)event;
    longjmp(out, 1);
}

/* In a child, as its handles stay for ever. */
static int abandon(void *unused) {
    size_t consumed, produced;
    uint64_t sequence = 0;
    (void)unused;
    host.act = jump;
    if (setjmp(out) == 0) {
        drag(&consumed, &produced);
        CHECK(!"it jumped");
    }
    CHECK(drag(&consumed, &produced) == SCRIM_ERROR_BUSY);
    CHECK(scrim_gestures_sequence(fixture.gestures, &sequence) == SCRIM_OK);
    scrim_gestures_destroy(fixture.gestures);
    scrim_scene_destroy(fixture.scene);
    CHECK(host.freed == 0);
    return 0;
}

static void test_a_callback_that_is_left_by_a_jump(void **state) {
    /* The library is used in the child alone: what is inherited cannot be used. */
    if (fork() == 0) {
        pan_setup(state);
        leave_child(abandon(NULL));
    }
    int left = -1;
    assert_true(wait(&left) > 0);
    assert_true(WIFEXITED(left) && WEXITSTATUS(left) == 0);
}

/* ---- Setting them ---- */

static void test_user_data_is_freed_once(void **state) {
    (void)state;
    scrim_gestures_callbacks callbacks = SCRIM_GESTURES_CALLBACKS_INIT;
    size_t consumed, produced;
    callbacks.reserved = 1;
    ANSWERS(scrim_gestures_set_callbacks(fixture.gestures, &callbacks, &host, host_freed), SCRIM_ERROR_INVALID_ARGUMENT);
    assert_int_equal(host.freed, 0);
    OK(scrim_gestures_set_callbacks(fixture.gestures, &asking, &host, host_freed));
    assert_int_equal(host.freed, 1);
    /* It may be left out: then every gesture begins. */
    callbacks.reserved = 0;
    OK(scrim_gestures_set_callbacks(fixture.gestures, &callbacks, &host, host_freed));
    assert_int_equal(host.freed, 2);
    host.refuses_all = 1;
    OK(drag(&consumed, &produced));
    assert_int_equal(produced, 2);
    up(1, 30, 70, 50);
    OK(scrim_gestures_set_callbacks(fixture.gestures, NULL, NULL, NULL));
    assert_int_equal(host.freed, 3);
    OK(drag(&consumed, &produced));
    assert_int_equal(produced, 2);
    assert_int_equal(host.count, 0);
    /* Set while a finger is down, it is asked about what begins from then on. */
    up(1, 30, 70, 50);
    down(1, 40, 20, 50);
    OK(scrim_gestures_set_callbacks(fixture.gestures, &asking, &host, host_freed));
    move(1, 50, 60, 50);
    ASSERT_ASKED(pan);
    assert_int_equal(host.freed, 3);
}

static int each_user_freed;
static void free_and_change(void *data) {
    each_user_freed++;
    ANSWERS(scrim_gestures_set_callbacks(fixture.gestures, NULL, NULL, NULL), data == NULL ? SCRIM_ERROR_INVALID_HANDLE : SCRIM_ERROR_BUSY);
}

static void test_user_data_is_freed_inside_a_callback(void **state) {
    (void)state;
    OK(scrim_gestures_set_callbacks(fixture.gestures, &asking, &host, free_and_change));
    OK(scrim_gestures_set_callbacks(fixture.gestures, &asking, &host, host_freed));
    assert_int_equal(each_user_freed, 1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        PAN_TEST(test_reading_works_and_changing_does_not),
        cmocka_unit_test(test_an_engine_that_is_destroyed_inside),
        cmocka_unit_test(test_an_engine_that_is_destroyed_while_time_advances),
        cmocka_unit_test(test_a_scene_that_is_destroyed_inside),
        PAN_TEST(test_a_callback_that_forks),
        cmocka_unit_test(test_a_callback_that_is_left_by_a_jump),
        PAN_TEST(test_user_data_is_freed_once),
        PAN_TEST(test_user_data_is_freed_inside_a_callback),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
