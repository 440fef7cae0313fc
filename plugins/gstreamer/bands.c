/* SPDX-License-Identifier: MIT */
#include "bands.h"

/* Bands begin at multiples of this, so that rows that share chroma stay together, and the work is shared evenly. */
#define STEP 16

struct Bands {
    GMutex mutex;
    GCond changed; /* there is a band to redact, the last one is done, or the threads shall end */
    GThread **threads;
    guint count; /* of threads, with the one that calls bands_run() */
    gboolean ends;
    /* The frame that is being redacted. */
    BandsWork work;
    gpointer data;
    guint32 height, rows, next; /* rows of the frame, rows of a band, and first row of the next band */
    guint running;
    scrim_status status;
};

/* Redacts bands until none is left. Needs the lock, and has it again at the end. */
static void redact_bands(Bands *bands, guint thread) {
    gboolean worked = bands->next < bands->height;
    while (bands->next < bands->height) {
        guint32 first = bands->next, rows = MIN(bands->rows, bands->height - first);
        bands->next += rows;
        bands->running++;
        g_mutex_unlock(&bands->mutex);
        scrim_status status = bands->work(thread, first, rows, bands->data);
        g_mutex_lock(&bands->mutex);
        bands->running--;
        if (status != SCRIM_OK)
            bands->status = status;
    }
    if (worked && bands->running == 0)
        g_cond_broadcast(&bands->changed);
}

typedef struct Start {
    Bands *bands;
    guint thread;
} Start;

static gpointer run_thread(gpointer data) {
    Bands *bands = ((Start *)data)->bands;
    guint thread = ((Start *)data)->thread;
    g_free(data);
    g_mutex_lock(&bands->mutex);
    while (!bands->ends) {
        redact_bands(bands, thread);
        g_cond_wait(&bands->changed, &bands->mutex);
    }
    g_mutex_unlock(&bands->mutex);
    return NULL;
}

Bands *bands_new(guint threads) {
    Bands *bands = g_new0(Bands, 1);
    if (threads == 0)
        threads = g_get_num_processors();
    g_mutex_init(&bands->mutex);
    g_cond_init(&bands->changed);
    bands->threads = g_new0(GThread *, threads);
    for (bands->count = 1; bands->count < threads; bands->count++) {
        Start *start = g_new(Start, 1);
        *start = (Start){bands, bands->count};
        GThread *thread = g_thread_try_new("scrim", run_thread, start, NULL);
        if (thread == NULL) {
            g_free(start);
            break;
        }
        bands->threads[bands->count] = thread;
    }
    return bands;
}

guint bands_threads(const Bands *bands) { return bands->count; }

scrim_status bands_run(Bands *bands, gboolean share, guint32 height, BandsWork work, gpointer data) {
    if (!share || bands->count == 1)
        return work(0, 0, height, data);
    g_mutex_lock(&bands->mutex);
    guint32 steps = (height + STEP - 1) / STEP;
    bands->work = work;
    bands->data = data;
    bands->height = height;
    bands->rows = (steps + bands->count - 1) / bands->count * STEP;
    bands->next = 0;
    bands->status = SCRIM_OK;
    g_cond_broadcast(&bands->changed);
    redact_bands(bands, 0);
    while (bands->running > 0)
        g_cond_wait(&bands->changed, &bands->mutex);
    bands->height = 0; /* a thread that wakes up late finds nothing to do */
    scrim_status status = bands->status;
    g_mutex_unlock(&bands->mutex);
    return status;
}

void bands_free(Bands *bands) {
    if (bands == NULL)
        return;
    g_mutex_lock(&bands->mutex);
    bands->ends = TRUE;
    g_cond_broadcast(&bands->changed);
    g_mutex_unlock(&bands->mutex);
    for (guint i = 1; i < bands->count; i++)
        g_thread_join(bands->threads[i]);
    g_free(bands->threads);
    g_cond_clear(&bands->changed);
    g_mutex_clear(&bands->mutex);
    g_free(bands);
}
