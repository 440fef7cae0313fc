/* SPDX-License-Identifier: MIT */
#include "world.h"

const box world_bounds = {0, 0, WIDTH, HEIGHT};

uint64_t world_now_ns(const world *world) { return (uint64_t)(START_MS + world->ms) * MS; }

int64_t world_random(world *world, int64_t least, int64_t most) {
    world->random ^= world->random << 13; /* xorshift64 */
    world->random ^= world->random >> 7;
    world->random ^= world->random << 17;
    return least + (int64_t)(world->random % (uint64_t)(most - least + 1));
}

static bool one_in(world *world, int64_t times) { return world_random(world, 1, times) == 1; }

window world_window(const app *app) {
    window window = {.id = app->id, .frame = app->frame, .content = app->frame, .pid = (pid_t)app->id, .opaque = app->opaque};
    window.title[0] = app->title;
    return window;
}

app *world_find(world *world, uint64_t id) {
    for (size_t i = 0; i < world->count; i++) {
        if (world->apps[world->order[i]].id == id) {
            return &world->apps[world->order[i]];
        }
    }
    return NULL;
}

/* ---- Pixels ---- */

static bool contains(box box, int32_t x, int32_t y) {
    return x >= box.x && y >= box.y && x < box.x + box.width && y < box.y + box.height;
}

void world_mark(bool pixels[WIDTH * HEIGHT], box part, bool value) {
    for (int32_t y = part.y; y < part.y + part.height; y++) {
        for (int32_t x = part.x; x < part.x + part.width; x++) {
            if (contains(world_bounds, x, y)) {
                pixels[y * WIDTH + x] = value;
            }
        }
    }
}

const app *world_owner(const world *world, int32_t x, int32_t y) {
    for (size_t i = world->count; i > 0; i--) {
        const app *app = &world->apps[world->order[i - 1]];
        if (contains(app->frame, x, y)) {
            return app->opaque ? app : NULL;
        }
    }
    return NULL;
}

/* Not counting what windows that have gone left on the screen. */
static bool draws_secret(const world *world, int32_t x, int32_t y, const app **found) {
    for (size_t i = world->count; i > 0; i--) {
        const app *app = &world->apps[world->order[i - 1]];
        if (!contains(app->frame, x, y)) {
            continue;
        }
        for (size_t j = 0; j < app->drawn.count; j++) {
            if (contains(app->drawn.secrets[j], x - app->frame.x, y - app->frame.y)) {
                *found = app;
                return true;
            }
        }
        if (app->opaque) {
            return false;
        }
    }
    return false;
}

bool world_shows_secret(const world *world, int32_t x, int32_t y, const app **found) {
    const app *left = world->left[y * WIDTH + x];
    *found = left != NULL ? left : *found;
    return left != NULL || draws_secret(world, x, y, found);
}

/* ---- Applications ---- */

static box random_box(world *world, box inside, int32_t least) {
    box box = {0, 0, (int32_t)world_random(world, least, inside.width), (int32_t)world_random(world, least, inside.height)};
    box.x = inside.x + (int32_t)world_random(world, 0, inside.width - box.width);
    box.y = inside.y + (int32_t)world_random(world, 0, inside.height - box.height);
    return box;
}

static box document(const app *app) { return (box){0, 3, app->frame.width, app->frame.height - 3}; }

/* The application decides where its secrets are. */
static void lay_out(world *world, app *app) {
    size_t had = app->wanted.count;
    box inside = app->kind == KIND_BROWSER ? document(app) : (box){0, 0, app->frame.width, app->frame.height};
    app->wanted.count = 0;
    if (app->kind != KIND_CLEAR && app->kind != KIND_SHOWN && !(app->kind == KIND_BOTH && one_in(world, 2))) {
        app->wanted.count = (size_t)world_random(world, app->kind == KIND_BOTH, MAX_SECRETS);
    }
    for (size_t i = 0; i < app->wanted.count; i++) {
        app->wanted.secrets[i] = random_box(world, inside, 2);
    }
    if (app->wanted.count > 0 && had == 0) {
        app->secret_since_ms = world->ms;
    }
}

static box join(box a, box b) {
    int32_t right = a.x + a.width > b.x + b.width ? a.x + a.width : b.x + b.width;
    int32_t bottom = a.y + a.height > b.y + b.height ? a.y + a.height : b.y + b.height;
    box box = {a.x < b.x ? a.x : b.x, a.y < b.y ? a.y : b.y, 0, 0};
    box.width = right - box.x;
    box.height = bottom - box.y;
    return a.width == 0 ? b : b.width == 0 ? a
                                           : box;
}

static void add_damage(world *world, const app *app, box part) {
    assert_in_range(world->damage_count, 0, MAX_DAMAGES - 1);
    world->damages[world->damage_count++] = (damage){app->id, part, world->ms + world_random(world, 0, REPORT_MS)};
}

/* Shows what the application has laid out. The damage has all that changes, and sometimes more. */
static void draw(world *world, app *app) {
    box part = random_box(world, (box){0, 0, app->frame.width, app->frame.height}, 1);
    for (size_t i = 0; i < MAX_SECRETS; i++) {
        part = join(part, i < app->drawn.count ? app->drawn.secrets[i] : (box){0, 0, 0, 0});
        part = join(part, i < app->wanted.count ? app->wanted.secrets[i] : (box){0, 0, 0, 0});
    }
    app->drawn = app->wanted;
    app->drawn_ms = world->ms;
    app->draw_ms = INT64_MAX;
    add_damage(world, app, part);
    for (size_t i = 0; i < WIDTH * HEIGHT; i++) {
        world->left[i] = world->owners[i] == app->id ? NULL : world->left[i];
    }
}

void world_read(world *world, const app *app, reading *out) {
    if (app->kind == KIND_SHOWN) {
        *out = (reading){.verdict = VERDICT_SHOWN};
        return;
    }
    *out = (reading){.verdict = VERDICT_CLEAR, .prompt = app->kind != KIND_BROWSER, .from_application = true};
    if (app->kind == KIND_BROWSER) {
        out->verdict = VERDICT_SECRETS;
        out->count = 1;
        out->boxes[0] = document(app);
    } else if (app->kind == KIND_SECRET || app->wanted.count > 0) {
        out->verdict = VERDICT_SECRETS;
        out->count = app->wanted.count;
        memcpy(out->boxes, app->wanted.secrets, sizeof app->wanted.secrets);
    }
    if (one_in(world, 50)) {
        *out = (reading){.verdict = one_in(world, 2) ? (verdict)9 : VERDICT_CLEAR, .count = WINDOW_MAX_BOXES + 1};
    }
}

static void draw_next(world *world, app *app) {
    size_t had = app->drawn.count;
    if (one_in(world, 3)) {
        lay_out(world, app);
    }
    draw(world, app);
    if (app->kind == KIND_BOTH && one_in(world, 2)) {
        desktop_changed(world->desktop, (pid_t)app->id, one_in(world, 2) ? app->id : 0, world_now_ns(world));
    }
    if (app->kind == KIND_BOTH && had == 0 && app->drawn.count > 0 && one_in(world, 2)) {
        app->busy_until_ms = world->ms + world_random(world, 100, 1500); /* it shows a form, and then computes */
    }
}

/* Pictures are at least 16 ms apart. While it is busy, an application neither lays out nor draws. After that, it says at once where its
 * secrets will be, and draws them a little later. It may also say so, and become busy before it draws. */
static void run_app(world *world, app *app) {
    if (app->busy_until_ms > world->ms) {
        app->fresh_ms = world->ms;
        return;
    }
    if (app->busy_until_ms == world->ms) {
        lay_out(world, app);
        app->draw_ms = world->ms + world_random(world, 0, 30);
    } else if (app->draw_ms <= world->ms && app->computes_first) {
        app->computes_first = false;
        app->busy_until_ms = world->ms + world_random(world, 20, 600);
    } else if (app->draw_ms <= world->ms) {
        draw(world, app);
    } else if (app->draw_ms == INT64_MAX && world->ms - app->drawn_ms >= 16 &&
               (app->animated_until_ms > world->ms || one_in(world, 400))) {
        draw_next(world, app);
    } else if (one_in(world, 2000)) {
        app->animated_until_ms = world->ms + world_random(world, 50, 1500);
    } else if (one_in(world, 3000)) {
        app->busy_until_ms = world->ms + world_random(world, 20, 800);
    } else if (app->draw_ms == INT64_MAX && app->wanted.count > 0 && one_in(world, 3000)) {
        lay_out(world, app);
        desktop_changed(world->desktop, (pid_t)app->id, app->id, world_now_ns(world));
        app->draw_ms = world->ms + world_random(world, 2, 16);
        app->computes_first = true;
    }
}

/* ---- Windows ---- */

static void open_window(world *world) {
    if (world->count == MAX_APPS) {
        return;
    }
    size_t slot = 0;
    for (size_t i = 0; i < world->count; i++) {
        if (world->order[i] == slot) {
            slot++;
            i = (size_t)-1;
        }
    }
    app *app = &world->apps[slot];
    *app = (struct app){.id = world->next_id++, .kind = (kind)world_random(world, 0, KIND_SHOWN), .opaque = !one_in(world, 4), .title = 'a'};
    app->mood = one_in(world, 10) ? DEAF : one_in(world, 6) ? SLOW
                                                            : PROMPT;
    app->mood = one_in(world, 40) ? HOLDING : app->mood;
    app->always_secret = app->kind == KIND_SECRET || app->kind == KIND_BROWSER;
    app->frame = random_box(world, (box){-10, -10, WIDTH + 20, HEIGHT + 20}, 8);
    app->frame.width = app->frame.width > 40 ? 40 : app->frame.width;
    app->draw_ms = INT64_MAX;
    app->secret_since_ms = app->fresh_ms = world->ms;
    world->order[world->count++] = slot;
    lay_out(world, app);
    draw(world, app);
}

static void close_window(world *world, size_t place) {
    memmove(&world->order[place], &world->order[place + 1], (world->count - place - 1) * sizeof *world->order);
    world->count--;
}

static void restack(world *world, size_t from, size_t to) {
    size_t slot = world->order[from];
    close_window(world, from);
    memmove(&world->order[to + 1], &world->order[to], (world->count - to) * sizeof *world->order);
    world->order[to] = slot;
    world->count++;
}

static void resize(world *world, app *app) {
    app->fresh_ms = world->ms;
    app->frame.width = (int32_t)world_random(world, 8, 40);
    app->frame.height = (int32_t)world_random(world, 8, 30);
    if (app->busy_until_ms < world->ms) {
        lay_out(world, app);
        draw(world, app);
    }
}

/* Applications whose window may be gone already. */
static const app gone_secret = {.always_secret = true}, gone_other = {.secret_since_ms = INT64_MAX / 2, .cost_ms = 1000};

/* Which pixels show a secret before windows change. */
static void note_secrets(const world *world, const app *shown[WIDTH * HEIGHT]) {
    for (int32_t i = 0; i < WIDTH * HEIGHT; i++) {
        const app *app = NULL;
        shown[i] = NULL;
        if (world_shows_secret(world, i % WIDTH, i / WIDTH, &app)) {
            shown[i] = app->always_secret ? &gone_secret : &gone_other;
        }
    }
}

/* Applications draw what they show now and did not show before. Those that are busy leave what is there. */
static void expose(world *world, const app *const shown[WIDTH * HEIGHT]) {
    box parts[MAX_APPS] = {0};
    for (int32_t i = 0; i < WIDTH * HEIGHT; i++) {
        const app *app = world_owner(world, i % WIDTH, i / WIDTH);
        uint64_t owner = app != NULL ? app->id : 0;
        if (owner != world->owners[i]) {
            bool waits = app != NULL && app->busy_until_ms > world->ms;
            world->left[i] = waits ? shown[i] : NULL;
            if (app != NULL && !waits) {
                box *part = &parts[app - world->apps];
                *part = join(*part, (box){i % WIDTH - app->frame.x, i / WIDTH - app->frame.y, 1, 1});
            }
        }
        world->owners[i] = owner;
    }
    for (size_t i = 0; i < MAX_APPS; i++) {
        if (parts[i].width > 0) {
            add_damage(world, &world->apps[i], parts[i]);
        }
    }
}

static void change_windows(world *world) {
    size_t place = world->count > 0 ? (size_t)world_random(world, 0, (int64_t)world->count - 1) : 0;
    app *app = &world->apps[world->order[place]];
    int64_t what = world->count == 0 ? 0 : world_random(world, 0, 9);
    if (what <= 1) {
        open_window(world);
    } else if (what == 2) {
        close_window(world, place);
    } else if (what <= 5) {
        app->frame.x += (int32_t)world_random(world, -9, 9);
        app->frame.y += (int32_t)world_random(world, -9, 9);
    } else if (what <= 7) {
        restack(world, place, (size_t)world_random(world, 0, (int64_t)world->count - 1));
    } else if (what == 8) {
        resize(world, app);
    } else {
        app->title++;
    }
    world->changed_ms = world->ms;
    world->report_ms = world->ms + world_random(world, 0, REPORT_MS);
}

void world_step(world *world) {
    if (world->ms - world->changed_ms > 8 && (one_in(world, world->seed % 2 == 0 ? 1500 : 150) || (world->count < 4 && one_in(world, 40)))) {
        static const app *shown[WIDTH * HEIGHT];
        note_secrets(world, shown);
        change_windows(world);
        expose(world, shown);
        for (size_t i = 0; i < WIDTH * HEIGHT; i++) {
            world->limit_ms[i] = world->ends_with_place[i] ? 0 : world->limit_ms[i];
        }
    }
    if (one_in(world, 4000)) {
        desktop_lost(world->desktop);
        for (size_t i = 0; i < MAX_APPS; i++) {
            world->apps[i].answered_ms = world->apps[i].cost_ms = 0;
            world->apps[i].usual_ms = 0;
        }
        world->lost_ms = world->ms;
        world->report_ms = world->ms + world_random(world, 0, 100);
    } else if (one_in(world, 3000)) {
        desktop_forget(world->desktop, (pid_t)world_random(world, 0, (int64_t)world->next_id), world_now_ns(world));
    }
    for (size_t i = 0; i < world->count; i++) {
        run_app(world, &world->apps[world->order[i]]);
    }
}

void world_begin(world *world, unsigned seed) {
    static const desktop_times times = DESKTOP_TIMES_INIT;
    memset(world, 0, sizeof *world);
    world->seed = seed;
    world->random = seed * UINT64_C(0x9E3779B97F4A7C15) + 1;
    world->times = times;
    world->next_id = 1;
    world->changed_ms = world->lost_ms = -1000;
    world->report_ms = 0;
    world->desktop = desktop_new(&times);
    assert_non_null(world->desktop);
    for (size_t i = 0; i < WIDTH * HEIGHT; i++) {
        world->covered_ms[i] = -1000;
    }
}

void world_end(world *world) {
    desktop_free(world->desktop);
    world->desktop = NULL;
}
