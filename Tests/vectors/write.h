/* SPDX-License-Identifier: MIT */
/* Writes files, vectors and calls, and makes the calls. Included by make_vectors.c. */
#ifndef SCRIM_VECTORS_WRITE_H
#define SCRIM_VECTORS_WRITE_H

#include <stdarg.h>

#include "calls.h"

static FILE *file;
static const char *file_name;
static unsigned vectors, calls, written;

static void write_values(const struct values *values) {
    fputc('[', file);
    for (size_t i = 0; i < values->count; i++) {
        const struct value *value = &values->of[i];
        fputs(i > 0 ? ", " : "", file);
        if (!value->is_string) {
            fprintf(file, value->number == floor(value->number) ? "%.0f" : "%.17g", value->number);
            continue;
        }
        fputc('"', file);
        for (const char *byte = value->text; *byte != 0; byte++)
            fprintf(file, *byte == '"' || *byte == '\\' ? "\\%c" : "%c", *byte);
        fputc('"', file);
    }
    fputc(']', file);
}

static void begin_file(const char *folder, const char *name) {
    char path[4096];
    snprintf(path, sizeof path, "%s/%s.json", folder, name);
    file_name = name;
    vectors = 0;
    if ((file = fopen(path, "wb")) == NULL)
        json_fail(path);
    fputs("[", file);
}

static void end_file(void) {
    fputs("\n]\n", file);
    if (fclose(file) != 0)
        json_fail(file_name);
    written += vectors;
}

__attribute__((format(printf, 1, 2))) static void begin_vector(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    fprintf(file, "%s\n{\"name\": \"", vectors++ > 0 ? "," : "");
    vfprintf(file, format, arguments);
    fputs("\", \"calls\": [", file);
    va_end(arguments);
    calls = 0;
}

static void finish_vector(void) {
    fputs("]}", file);
    end_vector();
}

static struct values out; /* of the last call */

/* Makes a call with the inputs of a list in JSON, and writes what it returned. */
__attribute__((format(printf, 2, 3))) static scrim_status add(const char *name, const char *format, ...) {
    static struct vector_call call;
    char text[8192] = "[";
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text + 1, sizeof text - 2, format, arguments);
    va_end(arguments);
    strcat(text, "]");
    const char *at = text;
    json_values(&at, &call.in);
    snprintf(call.name, sizeof call.name, "%s", name);
    scrim_status status = make_call(file_name, &call, &out);
    fprintf(file, "%s\n  {\"call\": \"%s\", \"in\": ", calls++ > 0 ? "," : "", name);
    write_values(&call.in);
    fprintf(file, ", \"status\": %d, \"out\": ", (int)status);
    write_values(&out);
    fputc('}', file);
    return status;
}

#define NOTHING "%s", ""

/* For the calls that set a vector up. */
static void must(const char *name, scrim_status status) {
    if (status != SCRIM_OK)
        json_fail(name);
}

#endif
