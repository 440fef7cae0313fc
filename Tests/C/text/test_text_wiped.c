/* SPDX-License-Identifier: MIT */
/*
 * scrim_text_wipe() works on any valid text at any time, also inside of each callback. The call that was interrupted leaves the
 * text as it was wiped.
 */
#include "interrupted_calls.h"

static void test_wiping_in_each_callback(void **state) {
    (void)state;
    for (int i = 0; i < INTERRUPTED; i++) {
        struct subject s;
        make(&s, interrupted[i].at);
        scrim_status status = interrupted[i].call(s.text, &s.host);
        if (status != interrupted[i].status || s.host.wiped != SCRIM_OK || !s.host.has_wiped || s.host.told_since != 0) {
            print_error("%s: %d, the wipe %d, then told %d times\n", interrupted[i].name, status, s.host.wiped, s.host.told_since);
            fail();
        }
        is_empty(s.text);
        /* It works as before. */
        OK(scrim_text_insert(s.text, "77", 2));
        assert_true(holds(s.text, "77", 2));
        unmake(&s);
    }
}

/* What of a single character is shown between masks stops with the wipe. */
static void test_wiping_between_the_parts_that_are_drawn(void **state) {
    (void)state;
    scrim_text_options options = SCRIM_TEXT_OPTIONS_INIT;
    struct host host;
    scrim_text *text = NULL;
    options.mask_delay_ns = SCRIM_TEXT_MAX_REVEAL_NS;
    OK(scrim_text_create(&options, &text));
    OK(scrim_text_advance(text, 1));
    OK(scrim_text_insert(text, "1", 1));
    OK(scrim_text_insert(text, "2", 1));
    listen_to(&host, text, DISPLAY);
    ANSWERS(scrim_text_display(text, 1, draw_bytes, &host), SCRIM_ERROR_REFUSED);
    assert_int_equal(host.told_since, 0);
    is_empty(text);
    scrim_text_destroy(text);
}

static void wipe_other(const void *bytes, size_t length, void *data) {
    (void)bytes;
    (void)length;
    OK(scrim_text_wipe(data));
}

/* Two texts of one scene are one group. Nobody is told of the wipe; what was read of the other text stays right. */
static void test_wiping_in_a_callback_of_another_text(void **state) {
    (void)state;
    scrim_scene_options options = SCRIM_SCENE_OPTIONS_INIT;
    scrim_window window = SCRIM_WINDOW_INIT;
    scrim_view view = SCRIM_VIEW_INIT;
    scrim_scene *scene = NULL;
    scrim_id on = 0, views[2];
    scrim_text *texts[2];
    struct host host;
    OK(scrim_scene_create(&options, &scene));
    window.frame = (scrim_rect){0, 0, 100, 100};
    OK(scrim_scene_add_window(scene, &window, &on));
    view.frame = (scrim_rect){0, 0, 10, 10};
    for (int i = 0; i < 2; i++) {
        OK(scrim_scene_add_view(scene, on, &view, &views[i]));
        texts[i] = new_text(64);
        OK(scrim_text_insert(texts[i], "1234", 4));
        OK(scrim_scene_attach_text(scene, views[i], texts[i]));
    }
    listen_to(&host, texts[1], NONE);
    host.has_wiped = 1; /* counts what is told */
    ANSWERS(scrim_text_clear(texts[1]), SCRIM_OK);
    assert_int_equal(host.told_since, 3);
    OK(scrim_text_insert(texts[1], "1234", 4));
    host.told_since = 0;
    OK(scrim_text_with_bytes(texts[0], wipe_other, texts[1]));
    assert_int_equal(host.told_since, 0);
    is_empty(texts[1]);
    assert_true(holds(texts[0], "1234", 4));
    for (int i = 0; i < 2; i++)
        scrim_text_destroy(texts[i]);
    scrim_scene_destroy(scene);
}

/* What was dropped from a text that hides its length is forgotten with it, though the call that set the text is interrupted. */
static void test_a_wiped_text_is_not_overfull(void **state) {
    (void)state;
    scrim_text_options options = SCRIM_TEXT_OPTIONS_INIT;
    struct host host;
    scrim_text *text = NULL;
    struct lent lent = {0};
    options.capacity = 4;
    options.mask = SCRIM_MASK_FIXED;
    options.mask_count = 6;
    options.hide_length = 1;
    OK(scrim_text_create(&options, &text));
    OK(scrim_text_insert(text, "123", 3));
    OK(scrim_text_insert(text, "45", 2));
    ANSWERS(scrim_text_with_bytes(text, keep_address, &lent), SCRIM_ERROR_FULL);
    listen_to(&host, text, DID_CHANGE);
    ANSWERS(scrim_text_set(text, "99", 2), SCRIM_ERROR_REFUSED);
    OK(scrim_text_with_bytes(text, keep_address, &lent));
    assert_int_equal(lent.length, 0);
    scrim_text_destroy(text);
}

static void test_wiping_outside_tells(void **state) {
    (void)state;
    struct subject s;
    make(&s, NONE);
    s.host.has_wiped = 1; /* counts what is told */
    OK(scrim_text_wipe(s.text));
    assert_int_equal(s.host.told_since, 2);
    is_empty(s.text);
    /* Wiped once more while it tells of it: the answer stays. */
    OK(scrim_text_insert(s.text, "1", 1));
    s.host = (struct host){.text = s.text, .wipe_at = DID_CHANGE};
    OK(scrim_text_wipe(s.text));
    OK(s.host.wiped);
    is_empty(s.text);
    unmake(&s);
}

static void count_revealed(const void *bytes, size_t length, size_t count, uint32_t revealed, void *number) {
    (void)bytes;
    (void)length;
    (void)count;
    *(unsigned *)number += revealed;
}

/* A reveal first tells that the character typed last is shown no more; the host wipes then. What is typed next is not revealed. */
static void test_a_reveal_that_is_told_the_time(void **state) {
    (void)state;
    scrim_text_options options = SCRIM_TEXT_OPTIONS_INIT;
    struct host host;
    scrim_text *text = NULL;
    unsigned revealed = 0;
    options.mask_delay_ns = 100;
    OK(scrim_text_create(&options, &text));
    OK(scrim_text_advance(text, 1));
    OK(scrim_text_insert(text, "7", 1));
    listen_to(&host, text, DISPLAY_CHANGED);
    ANSWERS(scrim_text_reveal(text, 500), SCRIM_ERROR_REFUSED);
    OK(host.wiped);
    assert_int_equal(host.told_since, 0);
    OK(scrim_text_insert(text, "34", 2));
    OK(scrim_text_display(text, 1000, count_revealed, &revealed));
    assert_int_equal(revealed, 0);
    scrim_text_destroy(text);
}

/* The host wipes when it gets the user data of its earlier callbacks back; the new ones are not called for that. */
static void wipe_when_freed(void *host) { happen(host, DONE); }

static void test_callbacks_that_are_replaced(void **state) {
    (void)state;
    scrim_text *text = new_text(64);
    struct host host = {.text = text};
    OK(scrim_text_set_callbacks(text, &all, &host, wipe_when_freed));
    OK(scrim_text_insert(text, "12", 2));
    host.wipe_at = DONE;
    OK(scrim_text_set_callbacks(text, &all, &host, NULL));
    OK(host.wiped);
    assert_int_equal(host.told_since, 0);
    is_empty(text);
    scrim_text_destroy(text);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(test_wiping_in_each_callback, nothing_left),
        cmocka_unit_test_teardown(test_wiping_between_the_parts_that_are_drawn, nothing_left),
        cmocka_unit_test_teardown(test_wiping_in_a_callback_of_another_text, nothing_left),
        cmocka_unit_test_teardown(test_a_wiped_text_is_not_overfull, nothing_left),
        cmocka_unit_test_teardown(test_wiping_outside_tells, nothing_left),
        cmocka_unit_test_teardown(test_a_reveal_that_is_told_the_time, nothing_left),
        cmocka_unit_test_teardown(test_callbacks_that_are_replaced, nothing_left),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
