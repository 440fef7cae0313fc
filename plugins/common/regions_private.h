/* SPDX-License-Identifier: MIT */
/* How the files of regions_*.c work together. */
#ifndef SCRIM_PLUGIN_REGIONS_PRIVATE_H
#define SCRIM_PLUGIN_REGIONS_PRIVATE_H

#include "message.h"
#include "regions.h"

/* What the four numbers of a box mean. */
enum plugin_box {
    PLUGIN_BOX_XYWH,
    PLUGIN_BOX_XYXY,
    PLUGIN_BOX_NORMALIZED,
    PLUGIN_BOXES,
};

/* A shape before the size of the frame is known. */
struct plugin_shape {
    uint32_t shape;
    uint32_t style;
    enum plugin_box box;
    size_t first; /* its first number; a polygon has two for each point, other shapes have four */
    size_t count;
    double radius;
    uint64_t id;
    /* Only in files for frames with times. */
    double from, to; /* in seconds */
    bool held;
    size_t first_key, key_count; /* 0 keys: the shape never moves. Otherwise each key has `count` numbers, one after the other. */
};

/* A place of a shape at a time. */
struct plugin_key {
    double time; /* in seconds */
    double radius;
};

struct plugin_regions_source {
    struct plugin_shape *shapes;
    size_t shape_count, shape_capacity;
    double *numbers;
    size_t number_count, number_capacity;
    scrim_point *points; /* half as many as numbers */
    struct plugin_key *keys;
    size_t key_count, key_capacity;
    bool is_timed;
    double width, height; /* the size of the picture in which the numbers are counted; 0: the size of the frame */
};

/* A text that is read from the left to the right. */
struct plugin_reader {
    const char *at, *end;
    char *error;
    size_t error_size;
    plugin_regions *regions;
    bool timed; /* whether regions may have times */
};

extern const char *const plugin_box_names[PLUGIN_BOXES];
extern const char *const plugin_shape_names[4]; /* with underscores, in the order of SCRIM_SHAPE_* */

/* plugin_message() for a reader. */
#define plugin_fail(reader, ...) plugin_message((reader)->error, (reader)->error_size, __VA_ARGS__)

/* Appends a number to the shape that is being read. */
bool plugin_add_number(struct plugin_reader *reader, double number);

/* Appends the shape whose numbers were appended since the last shape. */
bool plugin_add_shape(struct plugin_reader *reader, struct plugin_shape shape);

/* Appends a key to the shape that is being read. */
bool plugin_add_key(struct plugin_reader *reader, struct plugin_key key);

/* The number of numbers of a shape, of all its keys. */
size_t plugin_shape_numbers(const struct plugin_shape *shape);

/* Returns the index of a style in `*index`, and appends the style if it is new. Index 0 is never found: it belongs to the caller. */
bool plugin_add_style(struct plugin_reader *reader, const scrim_style *style, uint32_t *index);

/* Checks the numbers of a shape. `name` begins the message. */
bool plugin_check_shape(struct plugin_reader *reader, const struct plugin_shape *shape, const char *name);

bool plugin_read_slashes(struct plugin_reader *reader);
bool plugin_read_options(struct plugin_reader *reader);
bool plugin_read_json(struct plugin_reader *reader);

#endif
