/* SPDX-License-Identifier: MIT */
/*
 * Publishers that are killed at random moments, many of them while they publish. No frame shows a pixel that was secure on the screen within the latency.
 *
 * A child process has the scene. It moves its windows, publishes, and then shows them on a screen in shared memory. The parent takes
 * frames of that screen, and redacts them with the newest snapshot. It kills the child, takes more frames, and starts the next one.
 */
#define _GNU_SOURCE
#include "feed_fixture.h"

#include <signal.h>
#include <sys/prctl.h>
#include <stdatomic.h>
#include <sys/mman.h>
#include <time.h>

enum {
    SIDE = 64,
    WINDOWS = 24,
    FRAMES = 160, /* how many of the last frames are remembered */
    KILLS = 1000
};

/* How old a snapshot may be. What was on the screen within this time is covered. */
#define LATENCY (4 * MS)
/*
 * How long a place stays covered, and how long a publisher may be silent. The hold begins when the scene learns of a move, and the screen shows
 * it later: by at most the latency here. Where a busy processor made the screen even later, only what is on the screen is asked for. A window
 * that was moved in the scene, but not on the screen before the kill, stays covered only if the silence is not longer than the hold.
 */
#define HOLD (2 * LATENCY)

/* There are two pictures. The last bit of the number selects the one that is shown, so a change happens at once, or not at all. */
struct screen {
    _Atomic uint64_t changes;
    scrim_rect windows[2][WINDOWS];
};

struct shared {
    struct screen screen;
    _Atomic uint64_t late_until;
    _Atomic uint64_t moving_since; /* since when the scene has been ahead of the screen, or 0 */
    atomic_int is_publishing;
    atomic_ulong published;
};

static struct shared *shared;
static uint64_t seed = 88172645463325252u;

/* Marsaglia, "Xorshift RNGs", 2003. */
static uint32_t random_below(uint32_t bound) {
    seed ^= seed << 13;
    seed ^= seed >> 7;
    seed ^= seed << 17;
    return (uint32_t)(seed >> 20) % bound;
}

static uint64_t clock_now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (uint64_t)time.tv_sec * 1000 * MS + (uint64_t)time.tv_nsec;
}

static void show(const scrim_rect *windows) {
    const uint64_t next = shared->screen.changes + 1;
    for (int i = 0; i < WINDOWS; i++)
        shared->screen.windows[next % 2][i] = windows == NULL ? (scrim_rect){0, 0, 0, 0} : windows[i];
    shared->screen.changes = next;
}

/* ---- The child ---- */

static void run_publisher(uint64_t child_seed) {
    scrim_rect windows[WINDOWS];
    scrim_id ids[WINDOWS];
    seed = child_seed;
    if (prctl(PR_SET_PDEATHSIG, SIGKILL) != 0)
        _exit(1);
    scrim_publisher *publisher = publisher_of("a");
    scrim_scene *scene = active_scene();
    for (int i = 0; i < WINDOWS; i++)
        ids[i] = add(scene, 0, 0, 1, 1);
    for (;;) {
        const uint32_t wait = random_below(4);
        shared->moving_since = clock_now();
        for (int i = 0; i < WINDOWS; i++) {
            windows[i] = (scrim_rect){random_below(SIDE - 4), random_below(SIDE - 4), 1 + random_below(4), 1 + random_below(4)};
            move(scene, ids[i], windows[i].x, windows[i].y, windows[i].width, windows[i].height);
        }
        const uint64_t moved = clock_now();
        scrim_snapshot *snapshot = snap(scene, moved);
        shared->is_publishing = 1;
        if (scrim_publisher_publish(publisher, snapshot) != SCRIM_OK)
            _exit(1);
        shared->is_publishing = 0;
        shared->published++;
        scrim_snapshot_destroy(snapshot);
        const uint64_t late_until = shared->late_until;
        shared->late_until = UINT64_MAX;
        show(windows);
        shared->moving_since = 0;
        const uint64_t shown = clock_now();
        shared->late_until = shown - moved < HOLD - LATENCY ? late_until : shown + LATENCY;
        if (wait > 1) /* every second time at once */
            nanosleep(&(struct timespec){0, 50000 * (long)wait}, NULL);
    }
}

static pid_t start_publisher(void) {
    const uint64_t child_seed = seed ^ (uint64_t)random_below(1u << 30) << 32;
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        run_publisher(child_seed);
        _exit(1);
    }
    return child;
}

/* ---- The parent ---- */

/* What was on the screen at some moment between two times. */
struct taken {
    uint64_t from, to;
    scrim_rect windows[WINDOWS];
};

static struct taken frames[FRAMES];
static size_t frame_count;
static unsigned long live_frames, late_frames, shown_pixels;

static void take(struct taken *frame) {
    uint64_t before;
    frame->from = clock_now();
    do {
        before = shared->screen.changes;
        memcpy(frame->windows, shared->screen.windows[before % 2], sizeof frame->windows);
        atomic_thread_fence(memory_order_seq_cst);
    } while (before != shared->screen.changes);
    frame->to = clock_now();
}

static void check(scrim_subscriber *subscriber, scrim_capture *capture) {
    uint8_t data[SIDE][SIDE];
    uint32_t found = 0;
    scrim_snapshot *snapshot = NULL;
    scrim_redact_report report = SCRIM_REDACT_REPORT_INIT;
    struct taken *frame = &frames[frame_count++ % FRAMES];
    const uint64_t moving_since = shared->moving_since;
    take(frame);
    memset(data, SHOWN, sizeof data);
    const scrim_frame pixels = frame_of(data, SIDE, SIDE);
    OK(scrim_subscriber_snapshot(subscriber, clock_now(), &snapshot, &found));
    OK(scrim_capture_redact(capture, snapshot, &pixels, frame->from, frame->to, &report));
    scrim_snapshot_destroy(snapshot);
    if (found != SCRIM_FEED_LIVE)
        assert_int_equal(report.outcome, SCRIM_OUTCOME_COVERED);
    live_frames += report.outcome == SCRIM_OUTCOME_OK;
    for (size_t i = 0; i < SIDE * SIDE; i++)
        shown_pixels += data[i / SIDE][i % SIDE] == SHOWN;
    const int is_late = frame->from < shared->late_until;
    late_frames += (unsigned)is_late;
    if (moving_since != 0 && frame->to > moving_since + HOLD) /* the screen shows a change too late, so nothing is promised */
        return;
    for (size_t i = 0; i < FRAMES; i++) {
        if (is_late ? &frames[i] != frame : frames[i].from + LATENCY <= frame->to)
            continue;
        for (size_t j = 0; j < WINDOWS; j++) {
            const scrim_rect window = frames[i].windows[j];
            for (int y = (int)window.y; y < (int)(window.y + window.height); y++)
                for (int x = (int)window.x; x < (int)(window.x + window.width); x++)
                    if (data[y][x] != 0)
                        fail_msg("a secure pixel is shown %d ns later", (int)(frame->to - frames[i].from));
        }
    }
}

static int kills(void) {
    const char *number = getenv("SCRIM_KILLS");
    return number != NULL ? atoi(number) : built_with_asan() ? 200
                                                             : KILLS;
}

/* Publishers were killed while they published, and frames were taken that are not wholly covered. */
static int has_happened(int during_publication, int all) {
    return during_publication >= all / 200 && live_frames >= (unsigned)all / 200;
}

static void test_publishers_that_are_killed(void **state) {
    (void)state;
    scrim_subscriber_options options = SCRIM_SUBSCRIBER_OPTIONS_INIT;
    scrim_capture_options stream_options = SCRIM_CAPTURE_OPTIONS_INIT;
    scrim_subscriber *subscriber = NULL;
    if (running_on_valgrind()) {
        print_message("under valgrind a publisher does not get far before it is killed: skipped\n");
        skip();
    }
    const int all = kills();
    int during_publication = 0, after_publication = 0;
    options.name = "a";
    options.name_length = 1;
    options.max_silence_ns = HOLD;
    OK(scrim_subscriber_create(&options, &subscriber));
    stream_options.max_latency_ns = LATENCY;
    stream_options.hold_ns = HOLD;
    scrim_capture *capture = stream(&stream_options);
    shared = mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    assert_true(shared != MAP_FAILED);
    /* On a machine that is busy or emulated, few kills fall into a publication, and few frames come before one. More kills follow until both happened. */
    int killed = 0;
    for (; killed < all || (killed < 10 * all && !has_happened(during_publication, all)); killed++) {
        int status = 0;
        shared->is_publishing = 0;
        shared->published = 0;
        shared->moving_since = 0;
        pid_t child = start_publisher();
        const uint64_t end = clock_now() + random_below(3 * HOLD);
        do
            check(subscriber, capture);
        while (clock_now() < end);
        kill(child, SIGKILL);
        assert_int_equal(waitpid(child, &status, 0), child);
        assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);
        during_publication += shared->is_publishing;
        after_publication += shared->published > 0;
        /* The screen still shows the windows, sometimes until the publisher is silent for too long. */
        const uint64_t later = clock_now() + (killed % 8 == 0 ? 2 * HOLD : random_below(HOLD / 4));
        do
            check(subscriber, capture);
        while (clock_now() < later);
        show(NULL);
        if (shared->late_until == UINT64_MAX) /* killed before it could say how late the screen was */
            shared->late_until = clock_now() + LATENCY;
    }
    print_message("%d publishers were killed, %d of them after a publication, %d during one; of %zu frames %lu were not covered, "
                  "and on average %lu of %d pixels shown; %lu were late\n",
                  killed, after_publication, during_publication, frame_count, live_frames,
                  live_frames == 0 ? 0 : shown_pixels / live_frames, SIDE * SIDE, late_frames);
    assert_true(has_happened(during_publication, all));
    munmap(shared, sizeof *shared);
    scrim_subscriber_destroy(subscriber);
    scrim_capture_destroy(capture);
    empty_folder();
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(test_publishers_that_are_killed, no_file_left),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
