/* SPDX-License-Identifier: MIT */
/* The attack that test_memory_hash_traces.c makes, on a library that hashes in ordinary memory: it must find the PIN. */
#include "pin_attack.h"

#include <scrim_hooks.h>

static void hash_in_ordinary_memory(void) { scrim_test_hash_in_ordinary_memory(1); }

static void finds_the_pin(struct victim like) {
    const char *reason = like.end == FORKED ? NULL : no_core_because();
    like.prepare = hash_in_ordinary_memory;
    int points = reason == NULL ? 0 : -1;
    /* On a busy machine many victims are stopped too late. So the attack may be made again: finding the PIN is what counts. */
    for (int attempt = 0; points >= 0 && points < 3 && attempt < 4; attempt++) {
        const int found = points_where_found(like);
        points = found < 0 ? -1 : points + found;
    }
    if (points < 0) {
        print_message("no core file to search, %s: skipped\n", reason != NULL ? reason : "the kernel wrote none");
        skip();
    }
    assert_true(points >= 3);
}

static void test_core_files_tell_the_pin(void **state) {
    (void)state;
    finds_the_pin((struct victim){.end = ABORTED});
}

static void test_forked_children_know_the_pin(void **state) {
    (void)state;
    finds_the_pin((struct victim){.end = FORKED, .is_plain = 1, .has_key = 1});
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_core_files_tell_the_pin),
        cmocka_unit_test(test_forked_children_know_the_pin),
    };
    if (no_attack_because() != NULL) {
        printf("skipped: %s\n", no_attack_because());
        return 77;
    }
    return cmocka_run_group_tests(tests, NULL, NULL);
}
