/* SPDX-License-Identifier: MIT */
/* The holder: an element that keeps each frame for a while, until snapshots have covered its time. */
#ifndef SCRIM_PLUGIN_SCRIMHOLD_H
#define SCRIM_PLUGIN_SCRIMHOLD_H

#include "streamtime.h"

G_BEGIN_DECLS

/* The element has one pad "sink" and one pad "src", both of any video/x-raw. It is part of scrimredact and has no name
   in the registry: create it by g_object_new(SCRIM_TYPE_HOLD, NULL). Each buffer that leaves it has a
   ScrimCaptureTime: see capturetime.h.

   Its properties may be set in every state:
     delay         guint64, ns  How long a frame is held, at most one second. Default: 150 ms.
     clock-offset  gint64, ns   CLOCK_MONOTONIC at running time 0. G_MININT64 (default): measured from the pipeline's
                                clock, which needs a live source.
     clock-error   guint64, ns  How much earlier than its time stamp a frame can have been captured. Default: 50 ms.
     max-frames    guint        The largest number of frames that wait, at least 1. Default: 600.
     max-bytes     guint64      The largest size of the frames that wait. Default: 1 GiB. */
#define SCRIM_TYPE_HOLD (scrim_hold_get_type())
G_DECLARE_FINAL_TYPE(ScrimHold, scrim_hold, SCRIM, HOLD, GstElement)

#define SCRIM_HOLD_DEFAULT_DELAY_NS (150 * GST_MSECOND)
#define SCRIM_HOLD_MAX_DELAY_NS GST_SECOND
#define SCRIM_HOLD_DEFAULT_ERROR_NS (50 * GST_MSECOND)
#define SCRIM_HOLD_MAX_ERROR_NS GST_SECOND
#define SCRIM_HOLD_DEFAULT_MAX_FRAMES 600
#define SCRIM_HOLD_DEFAULT_MAX_BYTES (G_GUINT64_CONSTANT(1) << 30)
#define SCRIM_HOLD_MAX_EVENTS 1000 /* that wait, apart from those that every stream needs */

G_END_DECLS

#endif
