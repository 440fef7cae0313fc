/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* strtod_l */
#include "number.h"

#include <locale.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static bool is_digit(char c) { return c >= '0' && c <= '9'; }

/* Returns the position behind the digits that begin at `at`. */
static size_t after_digits(const char *text, size_t length, size_t at) {
    while (at < length && is_digit(text[at]))
        at++;
    return at;
}

/* strtod() alone accepts more: spaces, hexadecimal numbers, "inf" and "nan". */
static bool is_number(const char *text, size_t length) {
    size_t at = length > 0 && (text[0] == '+' || text[0] == '-') ? 1 : 0;
    size_t whole = after_digits(text, length, at), digits = whole - at;
    at = whole;
    if (at < length && text[at] == '.') {
        size_t end = after_digits(text, length, at + 1);
        digits += end - at - 1;
        at = end;
    }
    if (digits == 0)
        return false;
    if (at < length && (text[at] == 'e' || text[at] == 'E')) {
        at++;
        if (at < length && (text[at] == '+' || text[at] == '-'))
            at++;
        size_t end = after_digits(text, length, at);
        if (end == at)
            return false;
        at = end;
    }
    return at == length;
}

bool plugin_number_parse(const char *text, size_t length, double *out) {
    char copy[PLUGIN_NUMBER_LENGTH + 1];
    if (length > PLUGIN_NUMBER_LENGTH || !is_number(text, length))
        return false;
    memcpy(copy, text, length);
    copy[length] = '\0';
    /* With the locale of the program, a comma could be the decimal point. This locale is a constant of the C library. */
    locale_t c = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    if (!c)
        return false;
    double value = strtod_l(copy, NULL, c);
    freelocale(c);
    if (!isfinite(value))
        return false;
    *out = value;
    return true;
}

static int digit_value(char c) {
    if (is_digit(c))
        return c - '0';
    if (c >= 'a' && c <= 'f')
        return c - 'a' + 10;
    if (c >= 'A' && c <= 'F')
        return c - 'A' + 10;
    return 99;
}

bool plugin_whole_parse(const char *text, size_t length, uint64_t *out) {
    unsigned base = 10;
    size_t at = 0;
    uint64_t value = 0;
    if (length > 2 && text[0] == '0') {
        switch (text[1]) {
        case 'x':
        case 'X':
            base = 16;
            break;
        case 'o':
        case 'O':
            base = 8;
            break;
        case 'b':
        case 'B':
            base = 2;
            break;
        default:
            break;
        }
        at = base == 10 ? 0 : 2;
    }
    if (at == length || (base == 10 && length > 1 && text[0] == '0'))
        return false;
    for (; at < length; at++) {
        unsigned digit = (unsigned)digit_value(text[at]);
        if (digit >= base || value > (UINT64_MAX - digit) / base)
            return false;
        value = value * base + digit;
    }
    *out = value;
    return true;
}
