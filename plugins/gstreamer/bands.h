/* SPDX-License-Identifier: MIT */
/* Threads that share the rows of a frame. */
#ifndef SCRIM_GST_BANDS_H
#define SCRIM_GST_BANDS_H

#include <glib.h>

#include <scrim.h>

typedef struct Bands Bands;

/* Redacts the rows of a band. `thread` is a number below the number of threads. No two calls at the same time have the same. */
typedef scrim_status (*BandsWork)(guint thread, guint32 first_row, guint32 row_count, gpointer data);

/* Starts threads. 0 stands for the number of processors. If the system allows no more threads, there are fewer. */
Bands *bands_new(guint threads);
guint bands_threads(const Bands *bands);

/* Calls `work` for each band of a frame, and returns when all calls have returned. Returns the status of a call that failed, or
   SCRIM_OK. If `share` is FALSE, it makes one call for all rows. */
scrim_status bands_run(Bands *bands, gboolean share, guint32 height, BandsWork work, gpointer data);

void bands_free(Bands *bands);

#endif
