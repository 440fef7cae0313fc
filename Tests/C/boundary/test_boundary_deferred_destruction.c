/* SPDX-License-Identifier: MIT */
/*
 * A destruction that was put off in a callback happens once, though several threads were in `const` calls that call back,
 * and leave them at the same moment.
 */
#include "support/support.h"

#include <pthread.h>

enum {
    THREADS = 2,
    ROUNDS = 20000
};

static scrim_text *text;
static pthread_barrier_t start, inside, end;

static void wait_and_destroy(const void *bytes, size_t length, void *user_data) {
    (void)bytes;
    (void)length;
    if (user_data != NULL)
        scrim_text_destroy(text);
    /* All are in their callbacks, and the text is as good as destroyed: now they race for the way out. */
    pthread_barrier_wait(&inside);
}

static void *read_on(void *number) {
    int rounds = running_on_valgrind() ? 200 : ROUNDS;
    intptr_t failed = 0;
    for (int i = 0; i < rounds; i++) {
        pthread_barrier_wait(&start);
        failed += scrim_text_with_bytes(text, wait_and_destroy, number) != SCRIM_OK;
        pthread_barrier_wait(&end);
    }
    return (void *)failed;
}

static void test_destroyed_once(void **state) {
    (void)state;
    pthread_t threads[THREADS];
    int rounds = running_on_valgrind() ? 200 : ROUNDS;
    pthread_barrier_init(&start, NULL, THREADS + 1);
    pthread_barrier_init(&inside, NULL, THREADS);
    pthread_barrier_init(&end, NULL, THREADS + 1);
    for (intptr_t i = 0; i < THREADS; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, read_on, (void *)i), 0);
    for (int i = 0; i < rounds; i++) {
        text = new_text(16);
        pthread_barrier_wait(&start);
        pthread_barrier_wait(&end);
        assert_int_equal(scrim_live_handles(SCRIM_HANDLE_ANY), 0);
    }
    for (int i = 0; i < THREADS; i++) {
        void *failed;
        pthread_join(threads[i], &failed);
        assert_null(failed);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test_teardown(test_destroyed_once, nothing_left)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
