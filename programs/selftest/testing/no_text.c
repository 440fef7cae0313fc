/* SPDX-License-Identifier: MIT */
/* Preloaded into scrim-selftest: no text can be created. */
#include <scrim.h>

scrim_status scrim_text_create(const scrim_text_options *options, scrim_text **text) {
    (void)options;
    (void)text;
    return SCRIM_ERROR_NO_MEMORY;
}
