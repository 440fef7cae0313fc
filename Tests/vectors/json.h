/* SPDX-License-Identifier: MIT */
/*
 * Reads the vectors: arrays, objects whose members have a fixed order, strings and numbers, as make_vectors.c writes them.
 * Included by one file of a program. A mistake ends the program.
 */
#ifndef SCRIM_VECTORS_JSON_H
#define SCRIM_VECTORS_JSON_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    MAX_VALUES = 512,
    MAX_STRING = 1024
};

/* A number or a string. */
struct value {
    int is_string;
    double number;
    char text[MAX_STRING];
};

struct values {
    size_t count;
    struct value of[MAX_VALUES];
};

/* {"call": name, "in": [...], "status": number, "out": [...]} */
struct vector_call {
    char name[64];
    struct values in;
    int32_t status;
    struct values out;
};

static inline void json_fail(const char *at) {
    fprintf(stderr, "not a file of vectors at: %.40s\n", at);
    exit(2);
}

static inline int json_skip(const char **at, char wanted) {
    while (**at == ' ' || **at == '\n')
        ++*at;
    if (**at != wanted)
        return 0;
    ++*at;
    return 1;
}

static inline void json_expect(const char **at, char wanted) {
    if (!json_skip(at, wanted))
        json_fail(*at);
}

/* A string without the escapes that no vector has. */
static inline void json_string(const char **at, char *out, size_t size) {
    size_t length = 0;
    json_expect(at, '"');
    while (**at != '"') {
        if (**at == '\\')
            ++*at;
        if (**at == 0 || length + 1 >= size)
            json_fail(*at);
        out[length++] = *(*at)++;
    }
    out[length] = 0;
    ++*at;
}

static inline void json_name(const char **at, const char *wanted) {
    char name[64];
    json_string(at, name, sizeof name);
    if (strcmp(name, wanted) != 0)
        json_fail(*at);
    json_expect(at, ':');
}

static inline void json_values(const char **at, struct values *values) {
    values->count = 0;
    json_expect(at, '[');
    while (!json_skip(at, ']')) {
        if (values->count > 0)
            json_expect(at, ',');
        if (values->count == MAX_VALUES)
            json_fail(*at);
        struct value *value = &values->of[values->count++];
        while (**at == ' ')
            ++*at;
        value->is_string = **at == '"';
        if (value->is_string) {
            json_string(at, value->text, sizeof value->text);
        } else {
            char *end;
            value->number = strtod(*at, &end);
            if (end == *at)
                json_fail(*at);
            *at = end;
        }
    }
}

static inline void json_call(const char **at, struct vector_call *call) {
    json_expect(at, '{');
    json_name(at, "call");
    json_string(at, call->name, sizeof call->name);
    json_expect(at, ',');
    json_name(at, "in");
    json_values(at, &call->in);
    json_expect(at, ',');
    json_name(at, "status");
    char *end;
    call->status = (int32_t)strtol(*at, &end, 10);
    *at = end;
    json_expect(at, ',');
    json_name(at, "out");
    json_values(at, &call->out);
    json_expect(at, '}');
}

static inline int json_same(const struct values *left, const struct values *right) {
    int same = left->count == right->count;
    for (size_t i = 0; same && i < left->count; i++) {
        const struct value *a = &left->of[i], *b = &right->of[i];
        same = a->is_string == b->is_string && (a->is_string ? strcmp(a->text, b->text) == 0 : a->number == b->number);
    }
    return same;
}

static inline char *json_file(const char *path) {
    FILE *file = fopen(path, "rb");
    if (file == NULL)
        json_fail(path);
    fseek(file, 0, SEEK_END);
    size_t size = (size_t)ftell(file);
    rewind(file);
    char *text = (char *)malloc(size + 1); /* also for C++ */
    if (text == NULL || fread(text, 1, size, file) != size)
        json_fail(path);
    text[size] = 0;
    fclose(file);
    return text;
}

#endif
