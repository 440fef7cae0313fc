/* SPDX-License-Identifier: MIT */
/* Messages that quote what users wrote. */
#ifndef SCRIM_PLUGIN_MESSAGE_H
#define SCRIM_PLUGIN_MESSAGE_H

#include <stdbool.h>
#include <stddef.h>

/* Writes a message. It is one line of UTF-8: other bytes that it quotes become question marks. Returns false, so that
   callers can return its result. */
bool plugin_message(char *error, size_t error_size, const char *format, ...) __attribute__((format(printf, 3, 4)));

/* How many bytes of a text a message quotes. Longer ones are cut, as on the command line. */
int plugin_quoted(size_t length);

#endif
