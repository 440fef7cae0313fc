/* SPDX-License-Identifier: MIT */
/* Copies of frames whose memory the source needs back. */
#ifndef SCRIM_PLUGIN_FRAMECOPIES_H
#define SCRIM_PLUGIN_FRAMECOPIES_H

#include <gst/gst.h>

G_BEGIN_DECLS

/* The memory of the copies of one stream. All zero: nothing is allocated yet. */
typedef struct {
    GstBufferPool *pool;
    gsize bytes; /* The size of a frame. */
} ScrimFrameCopies;

/* Whether all memory of a frame is ordinary memory that can be written. What is written into other memory can be lost when it is
   unmapped, as in a private mapping of a file descriptor. */
gboolean scrim_frame_is_plain(GstBuffer *frame);

/* Whether a source can run out of memory of the kind that this frame has: a camera has a few buffers, a compositor too. If
   all of them wait, the source must wait as well. */
gboolean scrim_frame_copies_needed(GstBuffer *frame);

/* Copies a frame byte for byte, with everything that belongs to it. Takes the frame. Returns NULL if that fails. */
GstBuffer *scrim_frame_copies_make(ScrimFrameCopies *copies, GstBuffer *frame);

/* Gives the memory back, as soon as the last copy is gone. */
void scrim_frame_copies_clear(ScrimFrameCopies *copies);

G_END_DECLS

#endif
