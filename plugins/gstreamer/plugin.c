/* SPDX-License-Identifier: MIT */
/* The GStreamer plugin "scrim". */
#include "scrimredact.h"

static gboolean initialize(GstPlugin *plugin) {
    return gst_element_register(plugin, "scrimredact", GST_RANK_NONE, SCRIM_TYPE_GST_REDACT);
}

GST_PLUGIN_DEFINE(GST_VERSION_MAJOR, GST_VERSION_MINOR, scrim, "Covers private content of video frames", initialize, VERSION,
                  "MIT/X11", "Scrim", "Scrim")
