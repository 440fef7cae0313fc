/* SPDX-License-Identifier: MIT */
/* The thread of the screen, with a screen that only the test sees, and a recorder on the other side. */
#include "testing/frame_fixture.h"
#include "watch.h"

#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <sys/eventfd.h>
#include <sys/signalfd.h>

#define MS UINT64_C(1000000)

/* What the screen does next. The test sets it while the thread waits for `fd`. */
struct screen {
    desktop *desktop;
    int fd;
    int64_t interval_ns;
    _Atomic bool lost;
    _Atomic int handled, closed, previews;
    _Atomic int preview_width;
    _Atomic uint64_t redrawn; /* the id of the last window that should draw */
    pthread_mutex_t lock;
    window windows[2];
    size_t count;
};

static const box bounds = {0, 0, FRAME_WIDTH, FRAME_HEIGHT}, frame = {20, 20, 80, 60};

static int fake_fd(const screen *screen) { return screen->fd; }
static int64_t fake_interval(const screen *screen) { return screen->interval_ns; }
static void fake_close(screen *screen) { screen->closed++; }

static bool fake_handle(screen *screen, uint64_t now_ns) {
    uint64_t ignored;
    if (read(screen->fd, &ignored, sizeof ignored) != sizeof ignored && screen->interval_ns < 0) {
        return false;
    }
    screen->handled++;
    pthread_mutex_lock(&screen->lock);
    desktop_set_windows(screen->desktop, bounds, screen->windows, screen->count, now_ns);
    pthread_mutex_unlock(&screen->lock);
    return !screen->lost;
}

static void fake_preview(screen *screen, const box *covers, size_t count) {
    screen->previews++;
    screen->preview_width = count > 0 ? covers[0].width : 0;
}

static void fake_redraw(screen *screen, const uint64_t *ids, size_t count) { screen->redrawn = ids[count - 1]; }

static const screen_kind fake_kind = {"fake", NULL, fake_fd, fake_interval, fake_handle, fake_preview, fake_redraw, fake_close};
static _Atomic int ended;
static void note_end(void) { ended++; }

typedef struct fixture {
    recorder recorder;
    screen screen;
    desktop *desktop;
    watch *watch;
} fixture;

static int set_up(void **state) {
    static const desktop_times times = DESKTOP_TIMES_INIT;
    fixture *f = test_calloc(1, sizeof *f);
    *state = f;
    ended = 0;
    f->desktop = desktop_new(&times);
    f->screen = (screen){.desktop = f->desktop, .fd = eventfd(0, EFD_NONBLOCK), .interval_ns = -1};
    pthread_mutex_init(&f->screen.lock, NULL);
    f->screen.windows[0] = (window){.id = 7, .frame = frame, .content = frame, .pid = 107};
    f->screen.windows[1] = (window){.id = 8, .frame = frame, .content = frame, .pid = 108, .opaque = true};
    return begin_recorder(&f->recorder, (scrim_point){0, 0}) || f->desktop == NULL;
}

static void start(fixture *f, int stop_fd, bool preview) {
    char error[512];
    publisher *publisher = publisher_open(f->recorder.path, error, sizeof error);
    assert_non_null(publisher);
    const watch_options options = {f->desktop, &fake_kind, &f->screen, publisher, preview, stop_fd, note_end};
    f->watch = watch_start(&options);
    assert_non_null(f->watch);
}

static int tear_down(void **state) {
    fixture *f = *state;
    if (f->watch != NULL) {
        watch_stop(f->watch);
    }
    end_recorder(&f->recorder);
    desktop_free(f->desktop);
    close(f->screen.fd);
    test_free(f);
    return 0;
}

static void report(fixture *f, size_t count) {
    static const uint64_t one = 1;
    pthread_mutex_lock(&f->screen.lock);
    f->screen.count = count;
    pthread_mutex_unlock(&f->screen.lock);
    assert_int_equal(write(f->screen.fd, &one, sizeof one), sizeof one);
}

static size_t count_covered(fixture *f) {
    size_t count = 0;
    record(&f->recorder, watch_now_ns());
    for (int32_t i = 0; i < FRAME_WIDTH * FRAME_HEIGHT; i++) {
        count += f->recorder.pixels[i] != 255;
    }
    return count;
}

/* Machines that run tests may be busy, so a test waits for what must happen. A moment later it may be undone, if the thread that publishes
 * has to wait. */
static void wait_for_covered(fixture *f, size_t count) {
    size_t found = count_covered(f);
    for (int i = 0; i < 10000 && found != count; i++) {
        usleep(1000);
        found = count_covered(f);
    }
    assert_int_equal(found, count);
}

static void answer(fixture *f, reading reading) {
    question question;
    uint64_t wait_ns;
    while (!desktop_next_question(f->desktop, watch_now_ns(), &question, &wait_ns)) {
        usleep(1000);
    }
    desktop_answer(f->desktop, &question, &reading, watch_now_ns());
}

static const size_t all = FRAME_WIDTH * FRAME_HEIGHT, whole = 80 * 60;

static void test_what_the_screen_and_the_tree_say_is_published(void **state) {
    fixture *f = *state;
    start(f, -1, false);
    assert_int_equal(count_covered(f), all);
    report(f, 0);
    wait_for_covered(f, 0);
    report(f, 1);
    wait_for_covered(f, whole);
    answer(f, (reading){.verdict = VERDICT_SECRETS, .prompt = true, .count = 1, .boxes = {{1, 1, 10, 5}}});
    wait_for_covered(f, 50);
    desktop_forget(f->desktop, 107, watch_now_ns());
    wait_for_covered(f, whole);
    assert_null(watch_stop(f->watch));
    f->watch = NULL;
    assert_int_equal(f->screen.closed, 1);
    assert_int_equal(ended, 1);
    assert_int_equal(count_covered(f), all);
    assert_int_equal(f->recorder.state, SCRIM_FEED_MISSING);
}

static void test_a_window_that_nobody_reads_is_covered_without_any_event(void **state) {
    fixture *f = *state;
    start(f, -1, false);
    report(f, 1);
    wait_for_covered(f, whole);
    answer(f, (reading){.verdict = VERDICT_SECRETS, .prompt = true, .count = 1, .boxes = {{1, 1, 10, 5}}});
    wait_for_covered(f, 50);
    desktop_damaged(f->desktop, 7, (box){0, 30, 5, 5}, watch_now_ns());
    wait_for_covered(f, whole);
}

static void test_signs_of_life_go_on_while_nothing_happens(void **state) {
    fixture *f = *state;
    start(f, -1, false);
    report(f, 0);
    wait_for_covered(f, 0);
    usleep(600000); /* four times as long as a subscriber accepts silence */
    int live = 0;
    for (int i = 0; i < 20 && live == 0; i++) {
        live = count_covered(f) == 0 && f->recorder.state == SCRIM_FEED_LIVE;
        usleep(20000);
    }
    assert_true(live);
    assert_int_equal(f->screen.handled, 1);
}

static void test_a_thread_that_did_not_run_covers_everything_first(void **state) {
    fixture *f = *state;
    start(f, -1, false);
    report(f, 0);
    wait_for_covered(f, 0);
    pthread_mutex_lock(&f->screen.lock);
    static const uint64_t one = 1;
    assert_int_equal(write(f->screen.fd, &one, sizeof one), sizeof one); /* the thread waits for the lock */
    usleep(400000);
    const uint64_t free_ns = watch_now_ns();
    pthread_mutex_unlock(&f->screen.lock);
    int frames = 0;
    while (watch_now_ns() < free_ns + 60 * MS) {
        const size_t covered = count_covered(f);
        if (watch_now_ns() < free_ns + 90 * MS) {
            assert_int_equal(covered, all);
            frames++;
        }
        usleep(2000);
    }
    assert_true(frames > 0);
    wait_for_covered(f, 0);
}

static void test_a_screen_that_must_be_asked_is_asked(void **state) {
    fixture *f = *state;
    f->screen.interval_ns = 10 * (int64_t)MS;
    start(f, -1, false);
    for (int i = 0; i < 10000 && f->screen.handled < 5; i++) {
        usleep(1000);
    }
    assert_true(f->screen.handled >= 5);
}

static void test_a_lost_screen_covers_everything_and_ends_the_thread(void **state) {
    fixture *f = *state;
    start(f, -1, false);
    report(f, 0);
    wait_for_covered(f, 0);
    f->screen.lost = true;
    report(f, 0);
    wait_for_covered(f, all);
    assert_string_equal(watch_stop(f->watch), "the connection to the screen is lost");
    f->watch = NULL;
    assert_int_equal(ended, 1);
}

static void test_a_feed_that_was_removed_ends_the_thread(void **state) {
    fixture *f = *state;
    start(f, -1, false);
    report(f, 0);
    wait_for_covered(f, 0);
    assert_int_equal(unlink(f->recorder.path), 0);
    for (int i = 0; i < 10000 && ended == 0; i++) {
        usleep(1000);
    }
    assert_int_equal(ended, 1);
    assert_non_null(strstr(watch_stop(f->watch), "the file of the feed was removed"));
    f->watch = NULL;
}

static void test_a_signal_removes_the_feed_and_can_be_read_later(void **state) {
    fixture *f = *state;
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGTERM);
    pthread_sigmask(SIG_BLOCK, &set, NULL);
    int fd = signalfd(-1, &set, SFD_NONBLOCK);
    start(f, fd, false);
    report(f, 0);
    wait_for_covered(f, 0);
    kill(getpid(), SIGTERM);
    wait_for_covered(f, all);
    assert_null(watch_stop(f->watch));
    f->watch = NULL;
    struct signalfd_siginfo info;
    assert_int_equal(read(fd, &info, sizeof info), sizeof info);
    close(fd);
}

static void test_the_preview_shows_what_is_covered(void **state) {
    fixture *f = *state;
    start(f, -1, true);
    report(f, 1);
    wait_for_covered(f, whole);
    for (int i = 0; i < 10000 && f->screen.preview_width != 80; i++) {
        usleep(1000); /* it is drawn after the feed is published */
    }
    assert_int_equal(f->screen.preview_width, 80);
    /* Only when something has changed. If the machine lets the thread wait, everything is covered for a while. */
    int previews = -1;
    for (int i = 0; i < 50 && f->screen.previews != previews; i++) {
        previews = f->screen.previews;
        usleep(200000);
    }
    assert_int_equal(f->screen.previews, previews);
}

/* The second window is in front of a password field, and has not drawn there. */
static void test_an_idle_window_is_asked_to_draw(void **state) {
    fixture *f = *state;
    start(f, -1, false);
    report(f, 2);
    answer(f, (reading){.verdict = VERDICT_SECRETS, .prompt = true, .count = 1, .boxes = {{1, 1, 10, 5}}});
    answer(f, (reading){.verdict = VERDICT_SHOWN});
    for (int i = 0; i < 10000 && f->screen.redrawn == 0; i++) {
        usleep(1000);
    }
    assert_int_equal(f->screen.redrawn, 8);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(test_what_the_screen_and_the_tree_say_is_published),
        TEST(test_a_window_that_nobody_reads_is_covered_without_any_event),
        TEST(test_signs_of_life_go_on_while_nothing_happens),
        TEST(test_a_thread_that_did_not_run_covers_everything_first),
        TEST(test_a_screen_that_must_be_asked_is_asked),
        TEST(test_a_lost_screen_covers_everything_and_ends_the_thread),
        TEST(test_a_feed_that_was_removed_ends_the_thread),
        TEST(test_a_signal_removes_the_feed_and_can_be_read_later),
        TEST(test_the_preview_shows_what_is_covered),
        TEST(test_an_idle_window_is_asked_to_draw),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
