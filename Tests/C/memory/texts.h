/* SPDX-License-Identifier: MIT */
/* Texts that require no protection, and which they have. For children, so nothing here fails a test. */
#ifndef SCRIM_TESTS_TEXTS_H
#define SCRIM_TESTS_TEXTS_H

#include "support/support.h"

UNUSED static scrim_text *make(uint32_t capacity) {
    scrim_text_options options = SCRIM_TEXT_OPTIONS_INIT;
    scrim_text *text = NULL;
    options.capacity = capacity;
    return scrim_text_create(&options, &text) == SCRIM_OK ? text : NULL;
}

UNUSED static int has(const scrim_text *text, uint32_t protection_flag) {
    uint32_t protection = 0;
    return scrim_text_protection(text, &protection) == SCRIM_OK && (protection & protection_flag) != 0;
}

#endif
