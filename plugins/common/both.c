/* SPDX-License-Identifier: MIT */
#include "both.h"

static scrim_status redact_regions(const scrim_frame *frame, const plugin_regions *regions, const scrim_redact_options *options) {
    return scrim_redact(frame, regions->items, regions->count, options, NULL);
}

/* Covers the regions with solid black, whatever their styles are. */
static scrim_status blacken_regions(const scrim_frame *frame, const plugin_regions *regions, const scrim_redact_options *options) {
    scrim_style black[SCRIM_MAX_STYLES]; /* as many as the styles, because regions refer to them by number */
    scrim_redact_options solid = *options;
    if (regions->style_count > SCRIM_MAX_STYLES)
        return SCRIM_ERROR_LIMIT;
    for (uint32_t index = 0; index < regions->style_count; index++)
        black[index] = (scrim_style)SCRIM_STYLE_INIT;
    solid.styles = black;
    solid.style_count = regions->style_count;
    return redact_regions(frame, regions, &solid);
}

scrim_status plugin_redact_both(const scrim_frame *frame, const plugin_regions *regions, const scrim_redact_options *options,
                                scrim_capture *capture, const scrim_snapshot *snapshot, uint64_t from_ns, uint64_t to_ns,
                                uint32_t *outcome) {
    scrim_redact_report report = SCRIM_REDACT_REPORT_INIT;
    scrim_status status = regions ? blacken_regions(frame, regions, options) : SCRIM_OK;
    if (status == SCRIM_OK)
        status = scrim_capture_redact(capture, snapshot, frame, from_ns, to_ns, &report);
    if (status == SCRIM_OK && report.outcome == SCRIM_OUTCOME_OK && regions)
        status = redact_regions(frame, regions, options);
    *outcome = report.outcome;
    return status;
}
