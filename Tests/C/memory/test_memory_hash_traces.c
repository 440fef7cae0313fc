/* SPDX-License-Identifier: MIT */
/* What a core file and a forked child tell of a PIN while it is verified, and just after: nothing that a candidate can be tested with. */
#include "pin_attack.h"

static void finds_nothing(struct victim like) {
    const char *reason = like.end == FORKED ? NULL : no_core_because();
    int points = reason == NULL ? points_where_found(like) : -1;
    if (points < 0) {
        print_message("no core file to search, %s: skipped\n", reason != NULL ? reason : "the kernel wrote none");
        skip();
    }
    /* One point may fall into the few microseconds in which the first two blocks are made: a fork that had to wait until the
       memory was mapped begins just then. On a busy machine, two may. A leak shows at most of the points, each time. */
    for (int again = 0; points > 1 && again < 3; again++)
        points = points_where_found(like);
    assert_true(points <= 1);
}

static void test_core_files_tell_no_pin(void **state) {
    (void)state;
    finds_nothing((struct victim){.end = ABORTED});
    finds_nothing((struct victim){.end = ABORTED, .is_plain = 1, .has_key = 1});
}

static void test_forked_children_know_no_pin(void **state) {
    (void)state;
    finds_nothing((struct victim){.end = FORKED});
    finds_nothing((struct victim){.end = FORKED, .is_plain = 1, .has_key = 1});
}

static void test_nothing_is_left_behind_the_call(void **state) {
    struct attack attack;
    (void)state;
    int result = no_core_because() != NULL ? -1 : attack_once((struct victim){.end = REGISTER_KEPT}, &attack);
    if (result < 0) {
        print_message("no core file to search: skipped\n");
        skip();
    }
    assert_true(attack.digits > 0); /* registers are searched */
    for (int has_key = 0; has_key < 2; has_key++) {
        attack_once((struct victim){.end = ABORTED_AFTER, .has_key = has_key}, &attack);
        assert_int_equal(attack.digits, 0);
        assert_int_equal(attack.found, 0);
        assert_int_equal(attack.in_registers, 0);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_core_files_tell_no_pin),
        cmocka_unit_test(test_forked_children_know_no_pin),
        cmocka_unit_test(test_nothing_is_left_behind_the_call),
    };
    if (no_attack_because() != NULL) {
        printf("skipped: %s\n", no_attack_because());
        return 77;
    }
    return cmocka_run_group_tests(tests, NULL, NULL);
}
