/* SPDX-License-Identifier: MIT */
#include "json_text.h"

#include <glib.h>
#include <stdbool.h>
#include <string.h>

/* The number of four hexadecimal digits, or −1. */
static int unit(const char *at, const char *end) {
    int value = 0;
    if (end - at < 4) {
        return -1;
    }
    for (int i = 0; i < 4; i++) {
        int digit = g_ascii_xdigit_value(at[i]);
        if (digit < 0) {
            return -1;
        }
        value = value * 16 + digit;
    }
    return value;
}

/* Moves `at` behind an escape whose backslash it is behind. */
static const char *escape_problem(const char **at, const char *end) {
    static const char problem[] = "a backslash must be followed by one of \"\\/bfnrt, or by u and a character";
    if (*at == end || memchr("\"\\/bfnrtu", **at, 9) == NULL) {
        return problem;
    }
    if (*(*at)++ != 'u') {
        return NULL;
    }
    int first = unit(*at, end);
    if (first <= 0) {
        return problem;
    }
    *at += 4;
    if (first < 0xd800 || first > 0xdfff) {
        return NULL;
    }
    int second = end - *at >= 2 && memcmp(*at, "\\u", 2) == 0 ? unit(*at + 2, end) : -1;
    if (first > 0xdbff || second < 0xdc00 || second > 0xdfff) {
        return problem;
    }
    *at += 6;
    return NULL;
}

/* Moves `at` behind a string whose first quotation mark it is behind. */
static const char *string_problem(const char **at, const char *end) {
    while (*at < end) {
        char c = *(*at)++;
        if (c == '"') {
            return NULL;
        }
        if ((unsigned char)c < ' ') {
            return "a text must end in its line";
        }
        const char *problem = c == '\\' ? escape_problem(at, end) : NULL;
        if (problem != NULL) {
            return problem;
        }
    }
    return "a text must end with a quotation mark";
}

/* Moves `at` behind a number, true, false or null. */
static const char *scalar_problem(const char **at, const char *end) {
    static const char *const words[] = {"true", "false", "null"};
    size_t length = 0;
    while (*at + length < end && (g_ascii_isalnum((*at)[length]) || memchr("+-.", (*at)[length], 3) != NULL)) {
        length++;
    }
    const char *word = *at;
    *at += length;
    if (length > 0 && (g_ascii_isdigit(*word) || *word == '-')) {
        for (size_t i = 0; i < length; i++) {
            if (g_ascii_isalpha(word[i]) && g_ascii_tolower(word[i]) != 'e') {
                return "expected a decimal number";
            }
        }
        return NULL;
    }
    for (size_t i = 0; i < G_N_ELEMENTS(words); i++) {
        if (strlen(words[i]) == length && memcmp(words[i], word, length) == 0) {
            return NULL;
        }
    }
    return "expected JSON, without comments, and with texts in double quotation marks";
}

static const char *token_problem(const char **at, const char *end, size_t *depth, size_t max_depth) {
    switch (**at) {
    case '{':
    case '[':
        ++*at;
        return ++*depth > max_depth ? "objects and lists are nested too deeply" : NULL;
    case '}':
    case ']':
        ++*at;
        return (*depth)-- == 0 ? "a bracket is closed that was not opened" : NULL;
    case ':':
    case ',':
        ++*at;
        return NULL;
    case '"':
        ++*at;
        return string_problem(at, end);
    default:
        return scalar_problem(at, end);
    }
}

const char *json_text_problem(const char *text, size_t length, size_t max_depth, size_t *line) {
    const char *at = text, *end = text + length, *problem = NULL;
    size_t depth = 0;
    bool begun = false;
    *line = 1;
    if (!g_utf8_validate(text, (gssize)length, &at)) {
        for (const char *c = text; c < at; c++) {
            *line += *c == '\n';
        }
        return "expected UTF-8";
    }
    for (at = text; at < end && problem == NULL;) {
        if (strchr(" \t\r\n", *at) != NULL) {
            *line += *at++ == '\n';
        } else if (depth == 0 && begun) {
            return "expected the end of the text behind the first object or list";
        } else if (depth == 0 && *at != '{' && *at != '[') {
            return "expected { or [";
        } else {
            begun = true;
            problem = token_problem(&at, end, &depth, max_depth);
        }
    }
    return problem != NULL || begun ? problem : "expected an object or a list, but the text is empty";
}
