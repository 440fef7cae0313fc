/* SPDX-License-Identifier: MIT */
/* Checks a JSON text before json-glib parses it. json-glib accepts more than JSON, such as comments, and it calls itself for each level of
 * nesting, so that a text of brackets would exhaust the stack. */
#ifndef SCRIM_WATCH_JSON_TEXT_H
#define SCRIM_WATCH_JSON_TEXT_H

#include <stddef.h>

/* Returns NULL if the text consists of tokens of JSON, is one object or list, and has at most `max_depth` levels. Otherwise returns a
 * message, and `line` receives its line, from 1. Texts that contain U+0000 are errors too. json-glib reports the rest, such as a missing
 * comma. */
const char *json_text_problem(const char *text, size_t length, size_t max_depth, size_t *line);

#endif
