/* SPDX-License-Identifier: MIT */
/* scrimredact: a bin with the filter that covers frames, and with a feed, an element in front of it that holds them. */
#ifndef SCRIM_GST_REDACT_H
#define SCRIM_GST_REDACT_H

#include <gst/gst.h>

G_BEGIN_DECLS

#define SCRIM_TYPE_GST_REDACT (scrim_gst_redact_get_type())
G_DECLARE_FINAL_TYPE(ScrimRedact, scrim_gst_redact, SCRIM, GST_REDACT, GstBin)

G_END_DECLS

#endif
