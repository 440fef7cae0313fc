/* SPDX-License-Identifier: MIT */
/* A publisher opens its file, and another one removes it before the first has locked it. */
#define _GNU_SOURCE
#include "feed_fixture.h"

#include <sys/syscall.h>

/* How many more times the file is removed before it is locked. */
static int removals;

/* Replaces the C library's function, for the library too. */
int fcntl(int fd, int command, ...) {
    va_list rest;
    va_start(rest, command);
    void *argument = va_arg(rest, void *);
    va_end(rest);
    if (command == F_OFD_SETLK && removals > 0) {
        removals--;
        unlink(path_of("scrim-a.feed"));
    }
    return (int)syscall(SYS_fcntl, fd, command, argument);
}

/* The publisher then has the new file with the name, which subscribers find. */
static void test_a_file_that_is_removed_before_it_is_locked(void **state) {
    (void)state;
    scrim_scene *scene = scene_with_history();
    for (int exists = 0; exists < 2; exists++)
        for (int times = 1; times <= 2; times++) {
            if (exists)
                close(open(path_of("scrim-a.feed"), O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0600));
            removals = times;
            scrim_publisher *publisher = publisher_of("a");
            assert_int_equal(removals, 0);
            scrim_subscriber *subscriber = subscriber_of("a", -1);
            publish(publisher, scene, LATER);
            FINDS(subscriber, LATER, LIVE);
            scrim_subscriber_destroy(subscriber);
            scrim_publisher_destroy(publisher);
        }
    scrim_scene_destroy(scene);
}

/* No call tries forever. */
static void test_a_file_that_is_removed_each_time(void **state) {
    (void)state;
    scrim_publisher *publisher;
    removals = 1000;
    ANSWERS(try_publisher("a", &publisher), SCRIM_ERROR_BUSY);
    assert_in_range(removals, 1, 999);
    removals = 0;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(test_a_file_that_is_removed_before_it_is_locked, no_file_left),
        cmocka_unit_test_teardown(test_a_file_that_is_removed_each_time, no_file_left),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
