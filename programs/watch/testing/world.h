/* SPDX-License-Identifier: MIT */
/* Windows and applications of a simulated desktop. One step is a millisecond. */
#ifndef SCRIM_WATCH_WORLD_H
#define SCRIM_WATCH_WORLD_H

#include "desktop.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>
#include <cmocka.h>

enum {
    WIDTH = 48,
    HEIGHT = 30,
    MAX_APPS = 8,
    MAX_SECRETS = 3,
    MAX_DAMAGES = 256,
    REPORT_MS = 3, /* how late the screen's reports are at most */
    HOLD_MS = 10,  /* how long recorders keep a place covered; real ones do so for 150 ms */
    CALM_MS = 500, /* how long a window without secrets may be covered after a change */
    START_MS = 1000000
};
#define MS UINT64_C(1000000)

typedef enum kind {
    KIND_CLEAR,  /* never has secrets */
    KIND_SECRET, /* always has some, though they may be out of sight */
    KIND_BOTH,   /* has some at times */
    KIND_BROWSER, /* has some, and says only where its document is */
    KIND_SHOWN   /* never has secrets, and a rule answers for it */
} kind;

typedef enum mood {
    PROMPT,
    SLOW, /* its answers take long */
    DEAF, /* never answers */
    HOLDING /* always answers, but holds the reader for long */
} mood;

typedef struct layout {
    size_t count;
    box secrets[MAX_SECRETS]; /* in coordinates of the content */
} layout;

typedef struct app {
    uint64_t id;
    kind kind;
    mood mood;
    bool opaque;
    bool always_secret;
    char title;
    box frame;
    layout wanted; /* where the application says that its secrets are */
    layout drawn;  /* where the screen shows them */
    int64_t secret_since_ms;
    int64_t answered_ms, cost_ms; /* of the last answer; 0 if there was none */
    double usual_ms;              /* how long answers take on average */
    int64_t fresh_ms;      /* when it was opened, resized, or busy */
    int64_t busy_until_ms; /* it neither draws nor answers until then */
    int64_t draw_ms;       /* of the next picture; INT64_MAX: there is none */
    bool computes_first;   /* it becomes busy then, and draws after that */
    int64_t drawn_ms;      /* of the last one */
    int64_t animated_until_ms;
} app;

typedef struct damage {
    uint64_t id;
    box part;
    int64_t report_ms;
} damage;

typedef struct world {
    unsigned seed;
    uint64_t random;
    int64_t ms;
    desktop *desktop;
    desktop_times times;

    uint64_t next_id;
    size_t count;
    app apps[MAX_APPS];
    size_t order[MAX_APPS]; /* from below, indices of apps */
    int64_t lost_ms;        /* when the screen could not be read */
    int64_t changed_ms;     /* when windows last moved, opened or closed */
    int64_t report_ms;      /* when the screen reports them; INT64_MAX: there is nothing to report */
    uint64_t owners[WIDTH * HEIGHT]; /* the front window at each pixel, 0 if there is none */
    const app *left[WIDTH * HEIGHT]; /* whose secret a pixel still shows, because the window that is there now has not drawn yet */
    size_t damage_count;
    damage damages[MAX_DAMAGES];

    bool reads; /* the tree's thread waits for an answer */
    question question, older;
    int64_t asked_ms, read_ms, wake_ms;

    int64_t next_covers_ms;
    bool covered[WIDTH * HEIGHT];
    int64_t covered_ms[WIDTH * HEIGHT]; /* when it was last covered */
    int64_t limit_ms[WIDTH * HEIGHT];   /* when it must have been covered; 0: there is no need */
    bool ends_with_place[WIDTH * HEIGHT]; /* there is no need if the window changes its place before that */
    uint64_t secret_pixels, clear_pixels, clear_visible;
} world;

extern const box world_bounds;

uint64_t world_now_ns(const world *world);
/* least … most */
int64_t world_random(world *world, int64_t least, int64_t most);

void world_begin(world *world, unsigned seed);
void world_end(world *world);
/* Lets the windows and applications do something. */
void world_step(world *world);

window world_window(const app *app);
app *world_find(world *world, uint64_t id);
/* What the application answers now. */
void world_read(world *world, const app *app, reading *out);

void world_mark(bool pixels[WIDTH * HEIGHT], box part, bool value);
/* The window at a pixel. NULL if there is none, or one through which others are seen. */
const app *world_owner(const world *world, int32_t x, int32_t y);
/* Whether a pixel shows a secret, and of which application. */
bool world_shows_secret(const world *world, int32_t x, int32_t y, const app **app);

#endif
