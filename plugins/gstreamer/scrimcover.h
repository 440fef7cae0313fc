/* SPDX-License-Identifier: MIT */
/* The filter inside scrimredact that covers frames in place. */
#ifndef SCRIM_GST_COVER_H
#define SCRIM_GST_COVER_H

#include <gst/video/gstvideofilter.h>

#include "settings.h"

G_BEGIN_DECLS

#define SCRIM_TYPE_GST_COVER (scrim_gst_cover_get_type())
G_DECLARE_FINAL_TYPE(ScrimGstCover, scrim_gst_cover, SCRIM, GST_COVER, GstVideoFilter)

/* Sets what is covered from the next frame on. Until the first call, every frame is covered. Thread-safe. */
void scrim_gst_cover_set_settings(ScrimGstCover *cover, ScrimSettings *settings);

/* Sets the name of the feed, or NULL. It is opened when the element starts. */
void scrim_gst_cover_set_feed(ScrimGstCover *cover, const gchar *feed);

G_END_DECLS

#endif
