/* SPDX-License-Identifier: MIT */
/* Threads that share the rows of a frame: each row has one thread, and no thread has two rows at a time. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "bands.h"

enum {
    MOST_ROWS = 300,
    MOST_THREADS = 9
};

typedef struct {
    gint rows[MOST_ROWS], busy[MOST_THREADS];
    guint threads, height;
    gint wrong, calls;
    guint32 failing; /* the band with this row fails */
} Log;

static scrim_status note(guint thread, guint32 first, guint32 count, gpointer data) {
    Log *log = data;
    g_atomic_int_inc(&log->calls);
    guint32 rows = count ? count : log->height - first;
    if (thread >= log->threads || first % 16 != 0 || first + rows > log->height || g_atomic_int_add(&log->busy[thread], 1) != 0)
        g_atomic_int_set(&log->wrong, 1);
    gboolean fails = FALSE;
    if (thread)
        g_usleep(30); /* so that the thread which waits is often the first that is done */
    for (guint32 row = first; row < first + rows; row++) {
        g_atomic_int_inc(&log->rows[row]);
        fails = fails || row == log->failing;
    }
    g_atomic_int_add(&log->busy[thread], -1);
    return fails ? SCRIM_ERROR_NO_MEMORY : SCRIM_OK;
}

static void test_each_row_is_redacted_once(void **state) {
    (void)state;
    for (guint threads = 1; threads <= MOST_THREADS; threads++) {
        Bands *bands = bands_new(threads);
        assert_int_equal(bands_threads(bands), threads);
        for (guint height = 1; height <= MOST_ROWS; height += 1 + height / 20)
            for (guint share = 0; share < 2; share++) {
                Log log = {.threads = threads, .height = height, .failing = G_MAXUINT32};
                assert_int_equal(bands_run(bands, share != 0, height, note, &log), SCRIM_OK);
                assert_int_equal(log.wrong, 0);
                for (guint row = 0; row < MOST_ROWS; row++)
                    assert_int_equal(log.rows[row], row < height);
                assert_true(log.calls <= (gint)(share ? threads : 1));
            }
        bands_free(bands);
    }
}

static void test_an_error_in_a_band_is_returned(void **state) {
    (void)state;
    Bands *bands = bands_new(4);
    for (guint32 row = 0; row < 200; row++) {
        Log log = {.threads = 4, .height = 200, .failing = row};
        assert_int_equal(bands_run(bands, TRUE, 200, note, &log), SCRIM_ERROR_NO_MEMORY);
        log = (Log){.threads = 4, .height = 200, .failing = G_MAXUINT32};
        assert_int_equal(bands_run(bands, TRUE, 200, note, &log), SCRIM_OK);
    }
    bands_free(bands);
}

static void test_threads_that_do_nothing_end(void **state) {
    (void)state;
    for (guint i = 0; i < 200; i++)
        bands_free(bands_new(i % 7));
    bands_free(NULL);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_each_row_is_redacted_once),
        cmocka_unit_test(test_an_error_in_a_band_is_returned),
        cmocka_unit_test(test_threads_that_do_nothing_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
