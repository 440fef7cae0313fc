/* SPDX-License-Identifier: MIT */
/* Frames that wait, in a simulated world: secret windows appear, jump, move and vanish. A scene learns of that late, its snapshots
   are published late, and its publisher stops and starts again. The clock is the test's own. The truth about each frame is what was
   drawn into it: pixels of one color are secret. */
#include "held.c"

#include <stdio.h>
#include <unistd.h>

#include "support/support.h"

#define MS UINT64_C(1000000)

enum {
    WIDTH = 64,
    HEIGHT = 48,
    PIXELS = WIDTH * HEIGHT,
    WINDOWS = 3,
    QUEUE = 64
};

static const uint32_t SECRET = 0xFF2211EE, GROUND = 0xFFC8C8C8;
static char path[] = "/tmp/scrim-held-XXXXXX";
static char feed_path[sizeof path + 8];

static unsigned seed;

static int any(int low, int high) {
    seed = seed * 1664525u + 1013904223u;
    return low + (int)((seed >> 8) % (unsigned)(high - low + 1));
}

struct rect {
    bool is_shown;
    int x, y, width, height;
};

/* ---- The program with the scene ---- */

struct app {
    scrim_scene *scene;
    scrim_id ids[WINDOWS]; /* 0: not in the scene */
    scrim_publisher *publisher;
    struct {
        scrim_snapshot *snapshot;
        uint64_t when;
    } waiting[QUEUE];
    int first, count;
    uint64_t next_sign, last_publication;
};

static void update_window(struct app *app, int index, const struct rect *rect) {
    scrim_window window = SCRIM_WINDOW_INIT;
    window.frame = (scrim_rect){rect->x, rect->y, rect->width, rect->height};
    window.flags = SCRIM_VIEW_SECURE;
    if (rect->is_shown && app->ids[index])
        assert_int_equal(scrim_scene_update_window(app->scene, app->ids[index], &window), SCRIM_OK);
    else if (rect->is_shown)
        assert_int_equal(scrim_scene_add_window(app->scene, &window, &app->ids[index]), SCRIM_OK);
    else if (app->ids[index]) {
        assert_int_equal(scrim_scene_remove(app->scene, app->ids[index]), SCRIM_OK);
        app->ids[index] = 0;
    }
}

static void start(struct app *app, const struct rect *windows) {
    scrim_scene_options scene = SCRIM_SCENE_OPTIONS_INIT;
    scrim_publisher_options publisher = SCRIM_PUBLISHER_OPTIONS_INIT;
    *app = (struct app){0};
    publisher.name = feed_path;
    publisher.name_length = strlen(feed_path);
    assert_int_equal(scrim_scene_create(&scene, &app->scene), SCRIM_OK);
    assert_int_equal(scrim_scene_set_activity(app->scene, 0, SCRIM_ACTIVITY_ACTIVE), SCRIM_OK);
    assert_int_equal(scrim_scene_frame_ready(app->scene, 0), SCRIM_OK);
    for (int index = 0; index < WINDOWS; index++)
        update_window(app, index, &windows[index]);
    assert_int_equal(scrim_publisher_create(&publisher, &app->publisher), SCRIM_OK);
}

/* Takes a snapshot, which is published later. */
static void take_snapshot(struct app *app, uint64_t now, int late) {
    uint64_t when = now + (uint64_t)late * MS;
    if (when < app->last_publication)
        when = app->last_publication;
    app->last_publication = when;
    assert_true(app->count < QUEUE);
    int at = (app->first + app->count++) % QUEUE;
    app->waiting[at].when = when;
    assert_int_equal(scrim_scene_snapshot(app->scene, now, &app->waiting[at].snapshot), SCRIM_OK);
}

static void publish(struct app *app, uint64_t now) {
    for (; app->count && app->waiting[app->first].when <= now; app->count--) {
        assert_int_equal(scrim_publisher_publish(app->publisher, app->waiting[app->first].snapshot), SCRIM_OK);
        scrim_snapshot_destroy(app->waiting[app->first].snapshot);
        app->first = (app->first + 1) % QUEUE;
    }
}

/* Ends the program, which closes its feed. A program that was killed would be silent. */
static void end(struct app *app) {
    for (; app->count; app->count--) {
        scrim_snapshot_destroy(app->waiting[app->first].snapshot);
        app->first = (app->first + 1) % QUEUE;
    }
    scrim_publisher_destroy(app->publisher);
    scrim_scene_destroy(app->scene);
    *app = (struct app){0};
}

/* ---- The screen ---- */

struct change {
    uint64_t when;
    int window;
    struct rect rect;
};

struct world {
    struct rect windows[WINDOWS];
    struct change known_later[QUEUE]; /* of which the scene has not learned yet */
    int first, count;
    uint64_t last_update, next_change;
    struct {
        uint32_t pixels[PIXELS];
        uint64_t arrival;
        bool has_secret;
    } frames[QUEUE]; /* on their way to the filter */
    int first_frame, frame_count;
    uint64_t last_arrival, next_frame;
};

/* How the world behaves, in milliseconds. */
struct habits {
    int max_latency, max_age, delay, late_publication, sign_of_life;
    bool has_deaths;
};

static void change_something(struct world *world, const struct habits *habits, uint64_t now) {
    int index = any(0, WINDOWS - 1);
    struct rect *rect = &world->windows[index];
    switch (any(0, 3)) {
    case 0:
        rect->is_shown = !rect->is_shown;
        break;
    case 1: /* moves a little */
        rect->x += any(-4, 4);
        rect->y += any(-4, 4);
        break;
    default: /* jumps */
        *rect = (struct rect){rect->is_shown, any(-5, WIDTH), any(-5, HEIGHT), any(1, 30), any(1, 20)};
        break;
    }
    uint64_t when = now + (uint64_t)any(0, habits->max_latency) * MS;
    if (when < world->last_update)
        when = world->last_update;
    world->last_update = when;
    assert_true(world->count < QUEUE);
    world->known_later[(world->first + world->count++) % QUEUE] = (struct change){when, index, *rect};
}

static void draw(struct world *world, const struct habits *habits, uint64_t now) {
    assert_true(world->frame_count < QUEUE);
    int at = (world->first_frame + world->frame_count++) % QUEUE;
    uint64_t arrival = now + (uint64_t)any(0, habits->max_age) * MS;
    if (arrival < world->last_arrival)
        arrival = world->last_arrival;
    world->last_arrival = arrival;
    world->frames[at].arrival = arrival;
    for (int index = 0; index < PIXELS; index++)
        world->frames[at].pixels[index] = GROUND;
    for (int index = 0; index < WINDOWS; index++) {
        const struct rect *rect = &world->windows[index];
        for (int y = rect->y; rect->is_shown && y < rect->y + rect->height; y++)
            for (int x = rect->x; x < rect->x + rect->width; x++)
                if (x >= 0 && y >= 0 && x < WIDTH && y < HEIGHT)
                    world->frames[at].pixels[y * WIDTH + x] = SECRET;
    }
}

struct result {
    int frames, with_ground, with_secret;
};

static void count_pixels(const uint32_t *pixels, struct result *result) {
    bool has_ground = false, has_secret = false;
    for (int index = 0; index < PIXELS; index++) {
        has_ground |= pixels[index] == GROUND;
        has_secret |= pixels[index] == SECRET;
    }
    result->frames++;
    result->with_ground += has_ground;
    result->with_secret += has_secret;
}

static struct result simulate(const struct habits *habits, const struct held_options *options, int milliseconds) {
    struct result result = {0, 0, 0};
    static struct world world;
    static uint32_t out[PIXELS];
    struct app app;
    struct held held;
    char error[200];
    bool is_alive = true, is_gone = false;
    uint64_t next_death = 0;
    memset(&world, 0, sizeof world);
    world.windows[0] = (struct rect){true, 10, 10, 20, 9};
    start(&app, world.windows);
    assert_true(held_open(&held, options, WIDTH, HEIGHT, error, sizeof error));
    for (uint64_t now = 10000 * MS, finish = now + (uint64_t)milliseconds * MS; now < finish; now += MS) {
        if (next_death == 0)
            next_death = now + (uint64_t)any(1200, 2500) * MS;
        if (now >= world.next_change) {
            change_something(&world, habits, now);
            world.next_change = now + (uint64_t)any(1, 120) * MS;
        }
        if (habits->has_deaths && now >= next_death) {
            next_death = now + (uint64_t)any(50, 700) * MS;
            if (is_alive) {
                is_alive = false; /* silent: killed, or hanging */
                is_gone = any(0, 1);
                if (is_gone)
                    end(&app);
            } else { /* the next program reads the screen as it is now */
                if (!is_gone)
                    end(&app);
                is_alive = true;
                world.count = 0;
                start(&app, world.windows);
                next_death = now + (uint64_t)any(1200, 2500) * MS;
            }
        }
        bool has_changed = false;
        for (; world.count && world.known_later[world.first].when <= now; world.count--) {
            const struct change *change = &world.known_later[world.first];
            if (is_alive)
                update_window(&app, change->window, &change->rect);
            world.first = (world.first + 1) % QUEUE;
            has_changed = true;
        }
        if (is_alive && (has_changed || now >= app.next_sign)) {
            take_snapshot(&app, now, any(0, habits->late_publication));
            app.next_sign = now + (uint64_t)any(1, habits->sign_of_life) * MS;
        }
        if (is_alive)
            publish(&app, now);
        if (now >= world.next_frame) {
            draw(&world, habits, now);
            world.next_frame = now + (uint64_t)any(10, 50) * MS;
        }
        for (; world.frame_count && world.frames[world.first_frame].arrival <= now; world.frame_count--) {
            memset(out, 0, sizeof out);
            if (held_update(&held, now, NULL, world.frames[world.first_frame].pixels, out, error, sizeof error))
                count_pixels(out, &result);
            world.first_frame = (world.first_frame + 1) % QUEUE;
        }
    }
    held_close(&held);
    if (is_alive || !is_gone)
        end(&app);
    return result;
}

static struct held_options options_of(const struct habits *habits) {
    struct held_options options = {.feed = feed_path, .capture = SCRIM_CAPTURE_OPTIONS_INIT};
    options.capture.flags = SCRIM_CAPTURE_DELAYED;
    options.capture.max_latency_ns = 100 * MS;
    options.capture.hold_ns = 0; /* here, the screen never shows a change after the scene knows it */
    options.delay = (uint64_t)habits->delay * MS;
    options.age = 60 * MS;
    return options;
}

static struct result simulate_many(struct habits habits) {
    const int worlds = running_on_valgrind() ? 4 : 40;
    struct held_options options = options_of(&habits);
    struct result sum = {0, 0, 0};
    for (int world = 0; world < worlds; world++) {
        seed = (unsigned)world;
        struct result result = simulate(&habits, &options, 6000);
        sum.frames += result.frames;
        sum.with_ground += result.with_ground;
        sum.with_secret += result.with_secret;
    }
    return sum;
}

static void test_no_secret_is_shown_if_the_scene_is_late_as_allowed(void **state) {
    (void)state;
    struct result result = simulate_many((struct habits){100, 60, 200, 20, 50, false});
    assert_int_equal(result.with_secret, 0);
    assert_true(result.frames > 4 * 100);
    assert_true(result.with_ground > result.frames / 2); /* and not because everything is black */
}

static void test_no_secret_is_shown_if_publishers_stop_and_start(void **state) {
    (void)state;
    struct result result = simulate_many((struct habits){100, 60, 200, 20, 50, true});
    assert_int_equal(result.with_secret, 0);
    assert_true(result.with_ground > result.frames / 10);
}

static void test_no_secret_is_shown_if_publications_are_later_than_the_delay(void **state) {
    (void)state;
    struct result result = simulate_many((struct habits){100, 60, 160, 300, 50, true});
    assert_int_equal(result.with_secret, 0);
}

static void test_secrets_are_seen_if_the_scene_is_later_than_said(void **state) {
    (void)state; /* so the tests above can fail */
    struct result result = simulate_many((struct habits){400, 60, 200, 0, 50, false});
    assert_true(result.with_secret > 0);
}

static void test_secrets_are_seen_if_frames_are_older_than_said(void **state) {
    (void)state;
    struct habits habits = {100, 600, 200, 0, 50, false};
    struct held_options options = options_of(&habits);
    options.age = 0;
    seed = 7;
    assert_true(simulate(&habits, &options, 20000).with_secret > 0);
}

/* ---- The ring ---- */

/* A screen without secrets, whose frames are numbered. */
struct stream {
    struct app app;
    struct held held;
    char error[200];
    uint32_t in[PIXELS], out[PIXELS];
};

static struct stream *open_stream_with(uint64_t delay_ms, uint64_t max_latency_ms, uint32_t output) {
    static struct stream stream;
    const struct rect none[WINDOWS] = {{0}};
    struct held_options options = options_of(&(struct habits){.delay = (int)delay_ms});
    options.capture.max_latency_ns = max_latency_ms * MS;
    options.capture.output = output;
    start(&stream.app, none);
    for (uint64_t now = 19000; now < 20000; now += 500) /* so that the history reaches back */
        take_snapshot(&stream.app, now * MS, 0);
    assert_true(held_open(&stream.held, &options, WIDTH, HEIGHT, stream.error, sizeof stream.error));
    return &stream;
}

static struct stream *open_stream(uint64_t delay_ms) { return open_stream_with(delay_ms, 100, 0); }

static struct stream *open_stream_since(uint64_t since_ms, uint64_t age_ms) {
    struct stream *stream = open_stream(200);
    struct held_options options = options_of(&(struct habits){.delay = 200});
    options.age = age_ms * MS;
    options.since = since_ms * MS;
    held_close(&stream->held);
    assert_true(held_open(&stream->held, &options, WIDTH, HEIGHT, stream->error, sizeof stream->error));
    return stream;
}

static void close_stream(struct stream *stream) {
    held_close(&stream->held);
    held_close(&stream->held); /* does nothing */
    end(&stream->app);
}

/* Shows a frame at a time in milliseconds. Returns the number of the frame that comes out, or −1 if the frame is to be black. */
static int show_without_snapshot(struct stream *stream, uint64_t now, int number) {
    for (int index = 0; index < PIXELS; index++)
        stream->in[index] = 0xFF000100u + (uint32_t)number;
    if (!held_update(&stream->held, now * MS, NULL, stream->in, stream->out, stream->error, sizeof stream->error))
        return -1;
    for (int index = 1; index < PIXELS; index++)
        assert_int_equal(stream->out[index], stream->out[0]);
    return stream->out[0] == 0xFF000000u ? -1 : (int)(stream->out[0] - 0xFF000100u);
}

static int show(struct stream *stream, uint64_t now, int number) {
    if (stream->app.publisher) {
        take_snapshot(&stream->app, now * MS, 0);
        publish(&stream->app, now * MS);
    }
    return show_without_snapshot(stream, now, number);
}

static void test_each_frame_is_the_newest_that_is_old_enough(void **state) {
    struct stream *stream = open_stream(200);
    uint64_t times[1000], now = 20000;
    (void)state;
    seed = 3;
    for (int number = 0; number < 1000; number++) {
        times[number] = now;
        int expected = -1;
        for (int earlier = 0; earlier < number; earlier++)
            if (times[earlier] + 200 <= now)
                expected = earlier;
        assert_int_equal(show(stream, now, number), expected);
        assert_int_equal(stream->error[0], 0);
        now += (uint64_t)any(number % 100 == 99 ? 200 : 1, number % 100 == 99 ? 300 : 50);
    }
    close_stream(stream);
}

/* A frame that arrives after a change may have been captured before it. */
static void test_frames_that_may_be_from_before_a_change_are_black(void **state) {
    struct stream *stream = open_stream_since(20000, 50);
    (void)state;
    for (int number = 0; number < 30; number++) {
        int waited = number - 20; /* frames come every 10 ms, and leave 200 ms later */
        assert_int_equal(show(stream, 20000 + (uint64_t)number * 10, number), waited > 5 ? waited : -1);
    }
    close_stream(stream);
}

/* Regions that cover a column of the frame. */
static struct held_regions *cover_column(int column, uint32_t dilation) {
    char text[40], error[200];
    snprintf(text, sizeof text, "1x%d+%d+0", HEIGHT, column);
    struct held_regions *regions = held_regions_create(plugin_regions_parse(text, strlen(text), error, sizeof error));
    assert_non_null(regions);
    plugin_regions_resize(regions->regions, WIDTH, HEIGHT);
    regions->options.dilation = dilation;
    return regions;
}

/* Frames with a number in each pixel come at random times, and the regions change at random. */
static void test_a_frame_that_waits_keeps_its_regions(void **state) {
    struct stream *stream = open_stream(200);
    struct held_regions *regions = NULL;
    static int columns[1000], dilations[1000];
    int repeated = 0, with_old_regions = 0, last = -1;
    (void)state;
    seed = 11;
    for (int number = 0, column = -1, dilation = 0; number < 1000; number++) {
        uint64_t now = 20000 + (uint64_t)number * 20 + (uint64_t)any(0, 15);
        if (!any(0, number < 500 ? 0 : 7)) { /* before each frame, or seldom */
            column = any(0, 5) ? any(0, WIDTH - 1) : -1;
            dilation = any(0, 3);
            held_regions_release(regions);
            regions = column < 0 ? NULL : cover_column(column, (uint32_t)dilation);
        }
        columns[number] = column;
        dilations[number] = dilation;
        take_snapshot(&stream->app, now * MS, 0);
        publish(&stream->app, now * MS);
        for (int index = 0; index < PIXELS; index++)
            stream->in[index] = 0xFF000100u + (uint32_t)number;
        if (any(0, 9) == 0) { /* the regions belong to the frame even if nobody else uses them */
            struct held_regions *own = cover_column(columns[number] = any(0, WIDTH - 1), 0);
            dilations[number] = 0;
            held_update(&stream->held, now * MS, own, stream->in, stream->out, stream->error, sizeof stream->error);
            held_regions_release(own);
        } else {
            held_update(&stream->held, now * MS, regions, stream->in, stream->out, stream->error, sizeof stream->error);
        }
        if (number < 11)
            continue;
        int shown = -1;
        for (int x = 0; x < WIDTH && shown < 0; x++)
            if (stream->out[x] != 0xFF000000u)
                shown = (int)(stream->out[x] - 0xFF000100u);
        assert_in_range(shown, number - 11, number - 10);
        repeated += shown == last;
        with_old_regions += columns[shown] != columns[number];
        last = shown;
        for (int index = 0; index < PIXELS; index++) {
            int distance = abs(index % WIDTH - columns[shown]);
            bool is_covered = columns[shown] >= 0 && distance <= dilations[shown];
            assert_int_equal(stream->out[index], is_covered ? 0xFF000000u : 0xFF000100u + (uint32_t)shown);
        }
    }
    assert_true(repeated > 20 && with_old_regions > 500);
    held_regions_release(regions);
    close_stream(stream);
}

static void test_a_frame_that_waited_too_long_is_covered(void **state) {
    struct stream *stream = open_stream(200);
    (void)state;
    show(stream, 20000, 1);
    assert_int_equal(show(stream, 20200, 2), 1);
    assert_string_equal(stream->error, "");
    assert_int_equal(show(stream, 22000, 3), -1); /* scenes do not remember what was at 20.2 s */
    assert_non_null(strstr(stream->error, "frames are covered: "));
    assert_int_equal(show(stream, 24000, 4), -1);
    assert_string_equal(stream->error, ""); /* once */
    close_stream(stream);
}

static void test_a_publisher_that_is_too_slow_is_reported_once(void **state) {
    static const char message[] = "frames are covered: the scene covers the output, the newest snapshot is too old for the frame, or the "
                                  "scene does not remember the frame's time: increase delay, or publish more often";
    struct stream *stream = open_stream(110);
    int covered = 0, shown = 0, messages = 0;
    (void)state;
    for (int now = 0; now < 3000; now += 10) {
        int number = now % 120 ? show_without_snapshot(stream, 20000 + (uint64_t)now, now) : show(stream, 20000 + (uint64_t)now, now);
        covered += number < 0;
        shown += number >= 0;
        messages += stream->error[0] != '\0';
        if (stream->error[0])
            assert_string_equal(stream->error, message);
    }
    assert_in_range(covered, 20, 290);
    assert_in_range(shown, 10, 290);
    assert_int_equal(messages, 1);
    close_stream(stream);
}

/* A publisher publishes at least every 50 milliseconds, and what it publishes may be late by max_latency. */
static void test_a_feed_is_silent_after_max_latency_and_50_milliseconds(void **state) {
    static const uint64_t latencies[] = {0, 20, 100, 300, 1000};
    (void)state;
    for (size_t index = 0; index < sizeof latencies / sizeof latencies[0]; index++) {
        uint64_t latency = latencies[index], expected = latency + 50, now = 21000, silent = 0;
        if (expected > 1000)
            expected = 1000; /* subscribers allow no more */
        struct stream *stream = open_stream_with(1, latency, 0);
        for (uint64_t time = 20000; time <= now; time += 10)
            show(stream, time, 1);
        for (; !silent && now < 23000; now++) {
            show_without_snapshot(stream, now, 2);
            if (strstr(stream->error, "has stopped"))
                silent = now;
        }
        assert_int_equal(silent, 21000 + expected + 1);
        close_stream(stream);
    }
}

static void test_an_output_that_does_not_exist_is_reported(void **state) {
    struct stream *stream = open_stream_with(100, 100, 40);
    (void)state;
    assert_int_equal(show(stream, 20000, 1), -1);
    assert_int_equal(show(stream, 20200, 1), -1);
    assert_string_equal(stream->error, "output: must be the number of an output of the scene (got '40')");
    close_stream(stream);
}

static void test_a_full_ring_leaves_frames_out(void **state) {
    struct stream *stream = open_stream(200);
    (void)state;
    stream->held.capacity = 4; /* as if frames were large */
    int shown = -1, last = -1;
    for (int number = 0; number < 400; number++) {
        int now = show(stream, 20000 + (uint64_t)number * 10, number);
        shown += now >= 0 && now != last;
        assert_true(now < 0 || (now <= number - 20 && now >= last));
        assert_true(number < 20 || now >= 0);
        last = now;
    }
    assert_true(shown > 40);
    stream->held.capacity = HELD_MAX_FRAMES;
    close_stream(stream);
}

static void test_large_frames_are_few(void **state) {
    struct held_options options = options_of(&(struct habits){.delay = 200});
    struct held held;
    char error[200];
    (void)state;
    static const uint32_t sides[][3] = {{16, 16, HELD_MAX_FRAMES}, {1920, 1080, 64}, {7680, 4320, 4}, {65536, 1200, 2}, {65536, 65536, 2}};
    for (size_t index = 0; index < sizeof sides / sizeof sides[0]; index++) {
        assert_true(held_open(&held, &options, sides[index][0], sides[index][1], error, sizeof error));
        assert_int_equal(held.capacity, sides[index][2]);
        held_close(&held);
    }
}

static void test_states_of_the_feed_are_reported_once(void **state) {
    struct stream *stream = open_stream(100);
    (void)state;
    show(stream, 20000, 1);
    for (int round = 0; round < 3; round++) {
        assert_true(show(stream, 20200 + (uint64_t)round, 2) >= 1);
        assert_int_equal(stream->error[0], 0);
    }
    end(&stream->app);
    assert_int_equal(show(stream, 20300, 3), -1);
    assert_non_null(strstr(stream->error, "feed: there is no feed with this name, or it was closed"));
    assert_int_equal(show(stream, 20400, 4), -1);
    assert_int_equal(stream->error[0], 0);
    const struct rect none[WINDOWS] = {{0}};
    start(&stream->app, none);
    assert_int_equal(held_update(&stream->held, 20500 * MS, NULL, stream->in, stream->out, stream->error, sizeof stream->error), true);
    assert_non_null(strstr(stream->error, "has not published anything yet"));
    show(stream, 20600, 5);
    scrim_publisher *publisher = stream->app.publisher;
    stream->app.publisher = NULL; /* silent */
    assert_int_equal(show(stream, 20900, 6), -1);
    assert_non_null(strstr(stream->error, "has stopped"));
    stream->app.publisher = publisher;
    close_stream(stream);
}

static void test_wrong_options_of_a_feed_are_reported(void **state) {
    struct held_options options = options_of(&(struct habits){.delay = 200});
    struct held held;
    char error[200];
    (void)state;
    options.feed = "";
    assert_false(held_open(&held, &options, WIDTH, HEIGHT, error, sizeof error));
    assert_memory_equal(error, "feed: ", 6);
    options.feed = "name";
    unsetenv("XDG_RUNTIME_DIR");
    assert_false(held_open(&held, &options, WIDTH, HEIGHT, error, sizeof error));
    assert_string_equal(error, "feed: must be a path, or the environment variable XDG_RUNTIME_DIR must be set (got 'name')");
    options.feed = feed_path;
    options.capture.scale = 1000;
    assert_false(held_open(&held, &options, WIDTH, HEIGHT, error, sizeof error));
    assert_null(held.subscriber);
    held_close(&held);
}

static int make_folder(void **state) {
    (void)state;
    if (!mkdtemp(path))
        return 1;
    snprintf(feed_path, sizeof feed_path, "%s/feed", path);
    return 0;
}

static int remove_folder(void **state) {
    (void)state;
    return rmdir(path); /* publishers remove their files */
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_no_secret_is_shown_if_the_scene_is_late_as_allowed),
        cmocka_unit_test(test_no_secret_is_shown_if_publishers_stop_and_start),
        cmocka_unit_test(test_no_secret_is_shown_if_publications_are_later_than_the_delay),
        cmocka_unit_test(test_secrets_are_seen_if_the_scene_is_later_than_said),
        cmocka_unit_test(test_secrets_are_seen_if_frames_are_older_than_said),
        cmocka_unit_test(test_each_frame_is_the_newest_that_is_old_enough),
        cmocka_unit_test(test_frames_that_may_be_from_before_a_change_are_black),
        cmocka_unit_test(test_a_frame_that_waits_keeps_its_regions),
        cmocka_unit_test(test_a_frame_that_waited_too_long_is_covered),
        cmocka_unit_test(test_a_publisher_that_is_too_slow_is_reported_once),
        cmocka_unit_test(test_a_feed_is_silent_after_max_latency_and_50_milliseconds),
        cmocka_unit_test(test_an_output_that_does_not_exist_is_reported),
        cmocka_unit_test(test_a_full_ring_leaves_frames_out),
        cmocka_unit_test(test_large_frames_are_few),
        cmocka_unit_test(test_states_of_the_feed_are_reported_once),
        cmocka_unit_test(test_wrong_options_of_a_feed_are_reported),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
