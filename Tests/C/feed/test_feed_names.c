/* SPDX-License-Identifier: MIT */
/* Names of feeds, and what a subscriber finds where the file of a feed was. */
#include "feed_fixture.h"

static void test_no_byte_of_a_name_is_nul(void **state) {
    (void)state;
    for (size_t at = 0; at < 3; at++) {
        scrim_publisher_options options = SCRIM_PUBLISHER_OPTIONS_INIT;
        scrim_publisher *publisher = NULL;
        char name[] = "abc";
        name[at] = '\0';
        options.name = name;
        options.name_length = 3;
        ANSWERS(scrim_publisher_create(&options, &publisher), SCRIM_ERROR_INVALID_ARGUMENT);
    }
}

static void test_a_folder_that_is_a_file(void **state) {
    (void)state;
    scrim_publisher *publisher;
    ANSWERS(try_publisher("/dev/null/feed", &publisher), SCRIM_ERROR_NOT_FOUND);
    ANSWERS(try_publisher("/dev/nothing/feed", &publisher), SCRIM_ERROR_NOT_FOUND);
}

static void test_destroying_a_publisher_keeps_errno(void **state) {
    (void)state;
    scrim_publisher *publisher = publisher_of("errno");
    assert_int_equal(unlink(path_of("scrim-errno.feed")), 0);
    errno = EDOM;
    scrim_publisher_destroy(publisher);
    assert_int_equal(errno, EDOM);
}

static void test_the_next_file_is_another_programs(void **state) {
    (void)state;
    scrim_scene *scene = scene_with_history();
    scrim_publisher *publisher = publisher_of("next");
    scrim_subscriber *subscriber = subscriber_of("next", -1);
    publish(publisher, scene, LATER);
    FINDS(subscriber, LATER, LIVE);
    scrim_publisher_destroy(publisher);
    const int file = open(path_of("scrim-next.feed"), O_CREAT | O_EXCL | O_RDWR, 0644);
    assert_true(file >= 0);
    assert_int_equal(fchmod(file, 0644), 0);
    FINDS(subscriber, LATER, REFUSED);
    FINDS(subscriber, LATER, REFUSED);
    close(file);
    assert_int_equal(unlink(path_of("scrim-next.feed")), 0);
    scrim_subscriber_destroy(subscriber);
    scrim_scene_destroy(scene);
}

static void test_a_silent_feed_whose_file_is_gone(void **state) {
    (void)state;
    scrim_scene *scene = scene_with_history();
    scrim_publisher *publisher = publisher_of("gone");
    scrim_subscriber *subscriber = subscriber_of("gone", -1);
    publish(publisher, scene, LATER);
    FINDS(subscriber, LATER, LIVE);
    assert_int_equal(unlink(path_of("scrim-gone.feed")), 0);
    FINDS(subscriber, LATER + SILENCE + MS, MISSING);
    scrim_publisher_destroy(publisher);
    scrim_subscriber_destroy(subscriber);
    scrim_scene_destroy(scene);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(test_no_byte_of_a_name_is_nul, no_file_left),
        cmocka_unit_test_teardown(test_a_folder_that_is_a_file, no_file_left),
        cmocka_unit_test_teardown(test_destroying_a_publisher_keeps_errno, no_file_left),
        cmocka_unit_test_teardown(test_the_next_file_is_another_programs, no_file_left),
        cmocka_unit_test_teardown(test_a_silent_feed_whose_file_is_gone, no_file_left),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
