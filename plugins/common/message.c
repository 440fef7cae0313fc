/* SPDX-License-Identifier: MIT */
#include "message.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>

/* The bytes of the UTF-8 character at the start of a text, or 0 if there is none that may be shown. */
static size_t character_length(const unsigned char *text) {
    uint32_t code = text[0];
    size_t length = code < 0x80 ? 1 : code >= 0xF0 ? 4
                                  : code >= 0xE0   ? 3
                                                   : 2;
    static const uint32_t least[] = {0, 0x20, 0x80, 0x800, 0x10000};
    if (length > 1) {
        if (code < 0xC0 || code > 0xF7)
            return 0;
        code &= 0x7Fu >> length;
        for (size_t at = 1; at < length; at++) {
            if ((text[at] & 0xC0) != 0x80) /* also at the end of the text */
                return 0;
            code = code << 6 | (text[at] & 0x3Fu);
        }
    }
    if (code < least[length] || code > 0x10FFFF || (code >= 0xD800 && code < 0xE000) || (code >= 0x7F && code < 0xA0))
        return 0;
    return length;
}

bool plugin_message(char *error, size_t error_size, const char *format, ...) {
    va_list values;
    if (error_size == 0)
        return false;
    va_start(values, format);
    if (vsnprintf(error, error_size, format, values) < 0)
        error[0] = '\0';
    va_end(values);
    for (unsigned char *at = (unsigned char *)error; *at;) {
        size_t length = character_length(at);
        if (length == 0)
            *at++ = '?';
        else
            at += length;
    }
    return false;
}

int plugin_quoted(size_t length) { return length > 40 ? 40 : (int)length; }
