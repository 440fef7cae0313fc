/* SPDX-License-Identifier: MIT */
/* Preloaded into scrim-selftest: one bit is wrong after a redaction in one format and style. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <scrim.h>

scrim_status scrim_redact(const scrim_frame *frame, const scrim_region *regions, size_t count, const scrim_redact_options *options,
                          scrim_redact_report *report) {
    scrim_status (*real)(const scrim_frame *, const scrim_region *, size_t, const scrim_redact_options *, scrim_redact_report *);
    *(void **)&real = dlsym(RTLD_NEXT, "scrim_redact");
    scrim_status status = real(frame, regions, count, options, report);
    if (frame->format == SCRIM_FORMAT_NV12 && options->styles->kind == SCRIM_STYLE_FROST)
        ((unsigned char *)frame->planes[1].data)[0] ^= 1;
    return status;
}
