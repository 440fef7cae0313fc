/* SPDX-License-Identifier: MIT */
/* A simulated desktop, by which all rules of desktop.h are tested together. Windows open, move, change their order and close.
 * Applications draw their secrets at new places, answer soon, late, wrongly or never, and stop for a while. The world knows which
 * pixels show a secret. Each of them must be covered in time, as a recorder that delays its frames needs it. Windows without secrets
 * must be visible, because covering everything would be too easy.
 *
 * If a window shows its first secret, and hides it, moves or closes before anybody has read it again, the old place is not covered. That
 * is the only secret that may be missed.
 *
 * SCRIM_WORLDS is the number of worlds; each has its number as seed. */
#include "testing/world.h"

#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- The thread of the screen ---- */

static void take_covers(world *world) {
    box covers[DESKTOP_MAX_COVERS];
    uint64_t next_ns;
    size_t count = desktop_covers(world->desktop, world_now_ns(world), covers, &next_ns);
    world->next_covers_ms = next_ns == UINT64_MAX ? INT64_MAX : (int64_t)(next_ns / MS) - START_MS;
    memset(world->covered, count == SIZE_MAX, sizeof world->covered);
    for (size_t i = 0; count != SIZE_MAX && i < count; i++) {
        world_mark(world->covered, covers[i], true);
    }
}

static void report_windows(world *world) {
    window windows[MAX_APPS];
    for (size_t i = 0; i < world->count; i++) {
        windows[i] = world_window(&world->apps[world->order[i]]);
    }
    desktop_set_windows(world->desktop, world_bounds, windows, world->count, world_now_ns(world));
}

static void run_screen(world *world) {
    bool wakes = poll(&(struct pollfd){desktop_covers_fd(world->desktop), POLLIN, 0}, 1, 0) == 1;
    if (world->report_ms <= world->ms) {
        report_windows(world);
        world->report_ms = INT64_MAX;
        wakes = true;
    }
    for (size_t i = 0; i < world->damage_count; i++) {
        damage *damage = &world->damages[i];
        if (damage->report_ms <= world->ms) {
            desktop_damaged(world->desktop, damage->id, damage->part, world_now_ns(world));
            desktop_drawn(world->desktop, damage->id, &damage->part, 1, false, world_now_ns(world));
            *damage = world->damages[--world->damage_count];
            wakes = true;
            i--;
        }
    }
    if (wakes || world->ms >= world->next_covers_ms || world->ms % 50 == 0) {
        take_covers(world);
    }
}

/* ---- The thread of the tree ---- */

static void begin_reading(world *world) {
    uint64_t wait_ns;
    world->reads = desktop_next_question(world->desktop, world_now_ns(world), &world->question, &wait_ns);
    world->wake_ms = world->ms;
    if (!world->reads) {
        /* The real thread may wake a little late, but not early. */
        world->wake_ms = wait_ns == UINT64_MAX ? INT64_MAX : world->ms + (int64_t)((wait_ns + MS - 1) / MS);
        return;
    }
    app *app = world_find(world, world->question.window.id);
    world->asked_ms = world->ms;
    world->read_ms = world->ms + world_random(world, 0, 4);
    if (app != NULL && app->mood != PROMPT) {
        world->read_ms = world->ms + (app->mood == HOLDING ? world_random(world, 120, 500) : world_random(world, 10, 60));
    }
}

/* The same as the desktop should do, for bound_ms(). */
static void note_cost(world *world, app *app, const reading *reading) {
    app->answered_ms = world->ms;
    app->cost_ms = world->ms - world->asked_ms;
    if (reading->verdict >= VERDICT_CLEAR && reading->verdict <= VERDICT_SHOWN && reading->count <= WINDOW_MAX_BOXES) {
        app->usual_ms = app->usual_ms > 0 ? (3 * app->usual_ms + (double)app->cost_ms) / 4 : (double)app->cost_ms;
    }
}

static void finish_reading(world *world, const reading *reading) {
    app *app = world_find(world, world->question.window.id);
    if (app != NULL) {
        note_cost(world, app, reading);
    }
    desktop_answer(world->desktop, &world->question, reading, world_now_ns(world));
    if (world_random(world, 0, 9) == 0) {
        /* Lies that must not be believed, because the question is an old one. */
        struct reading clear = {.verdict = VERDICT_CLEAR};
        desktop_answer(world->desktop, &world->question, &clear, world_now_ns(world));
        desktop_answer(world->desktop, &world->older, &clear, world_now_ns(world));
    }
    world->older = world->question;
    world->reads = false;
    world->wake_ms = world->ms;
}

static void run_tree(world *world) {
    if (!world->reads) {
        if (world->wake_ms > world->ms && poll(&(struct pollfd){desktop_questions_fd(world->desktop), POLLIN, 0}, 1, 0) != 1) {
            return;
        }
        begin_reading(world);
    }
    if (!world->reads) {
        return;
    }
    reading reading = {.verdict = VERDICT_UNKNOWN};
    const app *app = world_find(world, world->question.window.id);
    bool answers = app != NULL && (app->kind == KIND_SHOWN || (app->mood != DEAF && app->busy_until_ms <= world->ms));
    if (app == NULL || world->ms - world->asked_ms >= (app->mood == HOLDING ? 1000 : 100)) {
        finish_reading(world, &reading);
    } else if (answers && world->ms >= world->read_ms) {
        world_read(world, app, &reading);
        finish_reading(world, &reading);
    }
}

/* ---- The truth ---- */

/* Whether the window may still count as one without secrets. */
static bool may_count_as_clear(const world *world, const app *app) {
    return !app->always_secret && world->ms - app->secret_since_ms <= (int64_t)(world->times.clear_ns / MS) + REPORT_MS + 2;
}

/* How long it may take until a secret that is on the screen now is covered. */
static int64_t bound_ms(const world *world, const app *app) {
    int64_t bound_ms = (int64_t)(world->times.answer_ns / MS);
    if (may_count_as_clear(world, app)) {
        int64_t pause_ms = 9 * app->cost_ms > 30 ? 9 * app->cost_ms : 30, until_ms = app->answered_ms + pause_ms;
        double late_ms = 2 * app->usual_ms < (double)bound_ms ? 2 * app->usual_ms : (double)bound_ms, wait_ms = (double)(world->times.wait_ns / MS);
        int64_t clear_ms = (until_ms > world->ms ? until_ms - world->ms : 0) + (int64_t)(late_ms > wait_ms ? late_ms : wait_ms);
        int64_t most_ms = (int64_t)(world->times.clear_ns / MS);
        clear_ms = clear_ms < most_ms ? clear_ms : most_ms;
        bound_ms = clear_ms > bound_ms ? clear_ms : bound_ms;
    }
    return REPORT_MS + 3 + bound_ms;
}

static void check_pixel(world *world, const app *app, size_t at) {
    if (world->covered[at] || world->ms - world->covered_ms[at] <= HOLD_MS) {
        return;
    }
    int64_t limit_ms = world->ms + bound_ms(world, app);
    world->secret_pixels++;
    if (world->limit_ms[at] == 0 || limit_ms < world->limit_ms[at]) {
        world->limit_ms[at] = limit_ms;
        world->ends_with_place[at] = may_count_as_clear(world, app);
    }
}

static void check(world *world) {
    for (size_t at = 0; at < WIDTH * HEIGHT; at++) {
        const app *app = world_owner(world, (int32_t)(at % WIDTH), (int32_t)(at / WIDTH));
        if (world->covered[at]) {
            world->covered_ms[at] = world->ms;
            world->limit_ms[at] = 0;
        }
        if (world->limit_ms[at] != 0 && world->ms > world->limit_ms[at]) {
            fail_msg("world %u, at %lld ms: pixel %zu, %zu showed a secret, and was not covered in time", world->seed,
                     (long long)world->ms, at % WIDTH, at / WIDTH);
        }
        if (world_shows_secret(world, (int32_t)(at % WIDTH), (int32_t)(at / WIDTH), &app)) {
            check_pixel(world, app, at);
            continue;
        }
        world->limit_ms[at] = world->ends_with_place[at] ? 0 : world->limit_ms[at];
        if (app != NULL && app->kind == KIND_CLEAR && app->mood == PROMPT && world->ms - app->fresh_ms > CALM_MS &&
            world->ms - world->lost_ms > CALM_MS) {
            world->clear_pixels++;
            world->clear_visible += !world->covered[at];
        }
    }
}

static void run_world(unsigned seed, int64_t duration_ms, world *world) {
    world_begin(world, seed);
    for (world->ms = 0; world->ms < duration_ms; world->ms++) {
        world_step(world);
        run_screen(world);
        run_tree(world);
        check(world);
    }
    world_end(world);
}

static unsigned count_worlds(void) {
    const char *worlds = getenv("SCRIM_WORLDS");
    return worlds != NULL ? (unsigned)atoi(worlds) : 6;
}

static void test_every_secret_is_covered_in_time(void **state) {
    (void)state;
    world *world = test_calloc(1, sizeof *world);
    uint64_t clear = 0, visible = 0, late = 0;
    for (unsigned seed = 1; seed <= count_worlds(); seed++) {
        run_world(seed, 8000, world);
        clear += world->clear_pixels;
        visible += world->clear_visible;
        late += world->secret_pixels;
    }
    print_message("windows without secrets: %.1f %% visible; %llu pixels were covered after they showed a secret\n",
                  100.0 * (double)visible / (double)clear, (unsigned long long)late);
    assert_true(late > 0); /* otherwise the worlds are too easy */
    assert_true(visible * 100 >= clear * 60); /* somebody often holds the reader for longer than a window may wait */
    test_free(world);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_every_secret_is_covered_in_time)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
