/* SPDX-License-Identifier: MIT */
/* scrim_attempts: when the next attempt may be made, when none, and that damage locks. */
#include "support/support.h"

#define SECOND UINT64_C(1000000000)

static uint32_t charge(scrim_attempts *attempts, uint64_t now, uint64_t *retry_at) {
    uint32_t answer = 99;
    *retry_at = 77;
    OK(scrim_attempts_begin(attempts, now, &answer, retry_at));
    assert_int_equal(answer == SCRIM_ATTEMPT_WAIT, *retry_at != 0);
    return answer;
}

static scrim_attempts new_attempts(uint32_t limit) {
    scrim_attempts attempts;
    memset(&attempts, 0xA5, sizeof attempts);
    OK(scrim_attempts_init(&attempts, limit));
    return attempts;
}

static void test_waits_and_lock(void **state) {
    (void)state;
    static const uint64_t waits[10] = {0, 0, 0, 1, 5, 30, 60, 60, 60, 60};
    for (uint64_t start = 0; start <= 5000 * SECOND; start += 2500 * SECOND) {
        scrim_attempts attempts = new_attempts(0);
        uint64_t now = start, retry_at;
        for (int i = 0; i < 10; i++) {
            if (waits[i] > 0) {
                scrim_attempts before = attempts;
                assert_int_equal(charge(&attempts, now, &retry_at), SCRIM_ATTEMPT_WAIT);
                assert_int_equal(retry_at, now + waits[i] * SECOND);
                assert_int_equal(charge(&attempts, retry_at - 1, &retry_at), SCRIM_ATTEMPT_WAIT);
                assert_memory_equal(&attempts, &before, sizeof before); /* asking too early costs nothing */
                now = retry_at;
            }
            assert_int_equal(charge(&attempts, now, &retry_at), SCRIM_ATTEMPT_ALLOWED);
        }
        for (int i = 0; i < 3; i++)
            assert_int_equal(charge(&attempts, now + i * 100000 * SECOND, &retry_at), SCRIM_ATTEMPT_LOCKED);
        ANSWERS(scrim_attempts_succeed(&attempts), SCRIM_ERROR_INVALID_STATE);
        OK(scrim_attempts_init(&attempts, 0));
        assert_int_equal(charge(&attempts, now, &retry_at), SCRIM_ATTEMPT_ALLOWED);
    }
}

static void test_limits(void **state) {
    (void)state;
    static const uint32_t limits[] = {1, 2, 4, SCRIM_ATTEMPTS_MAX_LIMIT};
    for (int i = 0; i < 4; i++) {
        scrim_attempts attempts = new_attempts(limits[i]);
        uint64_t now = 0, retry_at;
        for (uint32_t n = 0; n < limits[i]; n++) {
            assert_int_equal(charge(&attempts, now, &retry_at), SCRIM_ATTEMPT_ALLOWED);
            now += 60 * SECOND;
        }
        scrim_attempts last = attempts;
        assert_int_equal(charge(&attempts, now, &retry_at), SCRIM_ATTEMPT_LOCKED);
        OK(scrim_attempts_succeed(&last)); /* the last attempt that was allowed may be the right one */
        assert_int_equal(charge(&last, now, &retry_at), SCRIM_ATTEMPT_ALLOWED);
    }
    scrim_attempts attempts = new_attempts(3), before = attempts;
    ANSWERS(scrim_attempts_init(&attempts, SCRIM_ATTEMPTS_MAX_LIMIT + 1), SCRIM_ERROR_INVALID_ARGUMENT);
    assert_memory_equal(&attempts, &before, sizeof before);
}

static void test_success_starts_anew(void **state) {
    (void)state;
    scrim_attempts attempts = new_attempts(0);
    uint64_t now = 1000 * SECOND, retry_at;
    ANSWERS(scrim_attempts_succeed(&attempts), SCRIM_ERROR_INVALID_STATE);
    for (int i = 0; i < 4; i++, now += SECOND)
        assert_int_equal(charge(&attempts, now, &retry_at), SCRIM_ATTEMPT_ALLOWED);
    OK(scrim_attempts_succeed(&attempts));
    ANSWERS(scrim_attempts_succeed(&attempts), SCRIM_ERROR_INVALID_STATE);
    for (int i = 0; i < 3; i++)
        assert_int_equal(charge(&attempts, now, &retry_at), SCRIM_ATTEMPT_ALLOWED);
    assert_int_equal(charge(&attempts, now, &retry_at), SCRIM_ATTEMPT_WAIT);
}

static void test_clocks(void **state) {
    (void)state;
    scrim_attempts attempts = new_attempts(0);
    uint64_t retry_at, now = 1000 * SECOND;
    for (int i = 0; i < 3; i++)
        charge(&attempts, now, &retry_at);
    /* Set back, it starts the wait anew, once: it neither ends nor grows. */
    assert_int_equal(charge(&attempts, SECOND / 2, &retry_at), SCRIM_ATTEMPT_WAIT);
    assert_int_equal(retry_at, SECOND / 2 + SECOND);
    assert_int_equal(charge(&attempts, SECOND, &retry_at), SCRIM_ATTEMPT_WAIT);
    assert_int_equal(retry_at, SECOND / 2 + SECOND);
    assert_int_equal(charge(&attempts, retry_at, &retry_at), SCRIM_ATTEMPT_ALLOWED);
    /* At the clock's very end a wait cannot end. */
    attempts = new_attempts(0);
    for (int i = 0; i < 3; i++)
        assert_int_equal(charge(&attempts, UINT64_MAX - 1, &retry_at), SCRIM_ATTEMPT_ALLOWED);
    assert_int_equal(charge(&attempts, UINT64_MAX, &retry_at), SCRIM_ATTEMPT_WAIT);
    assert_int_equal(retry_at, UINT64_MAX);
    /* Attempts that need no wait are allowed even there. */
    attempts = new_attempts(0);
    for (int i = 0; i < 3; i++)
        assert_int_equal(charge(&attempts, UINT64_MAX, &retry_at), SCRIM_ATTEMPT_ALLOWED);
    assert_int_equal(charge(&attempts, UINT64_MAX, &retry_at), SCRIM_ATTEMPT_WAIT);
    assert_int_equal(retry_at, UINT64_MAX);
}

/* Each bit flipped, at each number of attempts: locked, and it stays so. */
static void test_damage_locks(void **state) {
    (void)state;
    uint64_t retry_at, now = 1000 * SECOND;
    scrim_attempts intact = new_attempts(0);
    for (int attempts = 0; attempts < 10; attempts++, now += 60 * SECOND) {
        for (size_t bit = 0; bit < 8 * sizeof intact; bit++) {
            scrim_attempts damaged = intact;
            ((unsigned char *)&damaged)[bit / 8] ^= (unsigned char)(1u << bit % 8);
            ANSWERS(scrim_attempts_succeed(&damaged), SCRIM_ERROR_INVALID_STATE);
            assert_int_equal(charge(&damaged, now, &retry_at), SCRIM_ATTEMPT_LOCKED);
            assert_int_equal(charge(&damaged, now, &retry_at), SCRIM_ATTEMPT_LOCKED);
        }
        assert_int_equal(charge(&intact, now, &retry_at), SCRIM_ATTEMPT_ALLOWED);
    }
    for (int byte = 0; byte < 256; byte++) {
        scrim_attempts filled;
        memset(&filled, byte, sizeof filled);
        assert_int_equal(charge(&filled, now, &retry_at), SCRIM_ATTEMPT_LOCKED);
    }
    scrim_attempts never_made = SCRIM_ATTEMPTS_INIT;
    assert_int_equal(charge(&never_made, 0, &retry_at), SCRIM_ATTEMPT_LOCKED);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(test_waits_and_lock, nothing_left),
        cmocka_unit_test_teardown(test_limits, nothing_left),
        cmocka_unit_test_teardown(test_success_starts_anew, nothing_left),
        cmocka_unit_test_teardown(test_clocks, nothing_left),
        cmocka_unit_test_teardown(test_damage_locks, nothing_left),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
