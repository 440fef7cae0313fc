/* SPDX-License-Identifier: MIT */
/* Describes frames of GStreamer to Scrim. */
#ifndef SCRIM_GST_FRAME_H
#define SCRIM_GST_FRAME_H

#include <gst/video/video.h>

#include <scrim.h>

/* The formats that both have, as caps. xRGB and xBGR are covered as ARGB and ABGR, and YV12 as I420. */
#define SCRIM_GST_CAPS \
    GST_VIDEO_CAPS_MAKE("{ RGBA, BGRA, RGBx, BGRx, ARGB, ABGR, xRGB, xBGR, RGB, BGR, RGB16, GRAY8, GRAY16_LE, NV12, I420, YV12, " \
                        "Y42B, Y444, P010_10LE, I420_10LE, I422_10LE, Y444_10LE, BGR10A2_LE, RGB10A2_LE, RGBA64_LE }")

/* Returns why frames with this description cannot be redacted, or NULL if they can. */
const char *scrim_gst_unsupported(const GstVideoInfo *info);

/* Describes a mapped frame. Returns FALSE if its memory is not as large as its description says. */
gboolean scrim_gst_describe(const GstVideoFrame *video, scrim_frame *out);

/* Describes the part of a frame that is shown. Returns FALSE if it is not inside, or cuts samples of chroma in two. */
gboolean scrim_gst_part(const GstVideoFrame *video, const scrim_frame *whole, const GstVideoCropMeta *crop, scrim_frame *out);

/* By how many pixels regions must be extended, because rows of a frame share chroma with other rows than Scrim expects. */
guint scrim_gst_extra_dilation(const GstVideoFrame *video);

#endif
