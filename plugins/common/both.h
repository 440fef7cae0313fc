/* SPDX-License-Identifier: MIT */
/* Frames in which both regions and the secure views of a scene are covered. */
#ifndef SCRIM_PLUGIN_BOTH_H
#define SCRIM_PLUGIN_BOTH_H

#include <stdint.h>

#include <scrim.h>

#include "regions.h"

/* Covers secure views with a capture, and then regions with `options`. `regions` may be NULL. The times are as in scrim_capture_redact().

   Neither the regions nor the views have an influence on the texture that covers the others. So the regions are solid black while
   the views are covered, and get their style afterwards. They do not get it if the scene has covered the whole frame.

   `outcome` receives SCRIM_OUTCOME_*. After an error the frame must be covered. No style may be reversible. */
scrim_status plugin_redact_both(const scrim_frame *frame, const plugin_regions *regions, const scrim_redact_options *options,
                                scrim_capture *capture, const scrim_snapshot *snapshot, uint64_t from_ns, uint64_t to_ns,
                                uint32_t *outcome);

#endif
