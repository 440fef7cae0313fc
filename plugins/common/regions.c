/* SPDX-License-Identifier: MIT */
#include "regions.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "regions_private.h"

const char *const plugin_box_names[PLUGIN_BOXES] = {"xywh", "xyxy", "normalized"};
const char *const plugin_shape_names[4] = {"rect", "rounded_rect", "ellipse", "polygon"};

/* Returns an array with room for one more element, or NULL. The old array is still valid then. */
static void *with_room(void *array, size_t count, size_t *capacity, size_t size) {
    if (count < *capacity)
        return array;
    size_t wanted = *capacity ? *capacity * 2 : 16;
    if (wanted > SIZE_MAX / size)
        return NULL;
    array = realloc(array, wanted * size);
    if (array)
        *capacity = wanted;
    return array;
}

bool plugin_add_number(struct plugin_reader *reader, double number) {
    struct plugin_regions_source *source = reader->regions->source;
    /* With boxes, there can be twice as many numbers as this allows in points. */
    if (source->number_count >= 4 * (size_t)SCRIM_MAX_REGIONS)
        return plugin_fail(reader, "there are too many numbers");
    double *numbers = with_room(source->numbers, source->number_count, &source->number_capacity, sizeof *numbers);
    if (!numbers)
        return plugin_fail(reader, "there is not enough memory");
    source->numbers = numbers;
    numbers[source->number_count++] = number;
    return true;
}

bool plugin_add_shape(struct plugin_reader *reader, struct plugin_shape shape) {
    struct plugin_regions_source *source = reader->regions->source;
    if (source->shape_count >= SCRIM_MAX_REGIONS)
        return plugin_fail(reader, "there must be at most %d regions", SCRIM_MAX_REGIONS);
    struct plugin_shape *shapes = with_room(source->shapes, source->shape_count, &source->shape_capacity, sizeof *shapes);
    if (!shapes)
        return plugin_fail(reader, "there is not enough memory");
    source->shapes = shapes;
    const struct plugin_shape *last = source->shape_count ? &shapes[source->shape_count - 1] : NULL;
    shape.first = last ? last->first + plugin_shape_numbers(last) : 0;
    shape.count = source->number_count - shape.first;
    shape.first_key = last ? last->first_key + last->key_count : 0;
    shape.key_count = source->key_count - shape.first_key;
    if (shape.key_count)
        shape.count /= shape.key_count;
    source->is_timed = source->is_timed || shape.key_count > 1 || shape.from > -INFINITY || shape.to < INFINITY;
    shapes[source->shape_count++] = shape;
    return true;
}

bool plugin_add_key(struct plugin_reader *reader, struct plugin_key key) {
    struct plugin_regions_source *source = reader->regions->source;
    if (source->key_count >= SCRIM_MAX_REGIONS)
        return plugin_fail(reader, "there must be at most %d keyframes", SCRIM_MAX_REGIONS);
    struct plugin_key *keys = with_room(source->keys, source->key_count, &source->key_capacity, sizeof *keys);
    if (!keys)
        return plugin_fail(reader, "there is not enough memory");
    source->keys = keys;
    keys[source->key_count++] = key;
    return true;
}

size_t plugin_shape_numbers(const struct plugin_shape *shape) {
    return shape->key_count ? shape->key_count * shape->count : shape->count;
}

static bool is_same(const scrim_style *a, const scrim_style *b) {
    return a->kind == b->kind && a->color == b->color && a->flags == b->flags && a->amount == b->amount &&
           a->saturation == b->saturation && a->seed == b->seed;
}

bool plugin_add_style(struct plugin_reader *reader, const scrim_style *style, uint32_t *index) {
    plugin_regions *regions = reader->regions;
    for (*index = 1; *index < regions->style_count; (*index)++)
        if (is_same(&regions->styles[*index], style))
            return true;
    if (regions->style_count == SCRIM_MAX_STYLES)
        return plugin_fail(reader, "there must be at most %d styles", SCRIM_MAX_STYLES - 1);
    regions->styles[regions->style_count++] = *style;
    return true;
}

/* The largest magnitude of a coordinate: the limit in scrim/base.h for pixels, and for fractions of the largest picture. */
static double farthest(enum plugin_box box) { return box == PLUGIN_BOX_NORMALIZED ? 0x1p14 : 0x1p30; }

static bool check_side(struct plugin_reader *reader, enum plugin_box box, const char *name, const char *side, double first,
                       double last) {
    if (box == PLUGIN_BOX_XYWH ? last > 0 : last - first > 0)
        return true;
    if (box == PLUGIN_BOX_XYWH)
        return plugin_fail(reader, "%s: %s must be greater than 0 (got %g)", name, side, last);
    const char *axis = side[0] == 'w' ? "x" : "y";
    return plugin_fail(reader, "%s: the second %s must be greater than the first (got %g and %g, as %s)", name, axis, last,
                       first, plugin_box_names[box]);
}

bool plugin_check_shape(struct plugin_reader *reader, const struct plugin_shape *shape, const char *name) {
    const double *numbers = &reader->regions->source->numbers[shape->first];
    double largest = 0;
    for (size_t index = 0; index < shape->count; index++)
        if (fabs(numbers[index]) > fabs(largest))
            largest = numbers[index];
    if (shape->shape != SCRIM_SHAPE_POLYGON) {
        if (!check_side(reader, shape->box, name, "width", numbers[0], numbers[2]) ||
            !check_side(reader, shape->box, name, "height", numbers[1], numbers[3]))
            return false;
        for (size_t axis = 0; shape->box == PLUGIN_BOX_XYWH && axis < 2; axis++)
            if (fabs(numbers[axis] + numbers[axis + 2]) > fabs(largest))
                largest = numbers[axis] + numbers[axis + 2];
    } else if (shape->count > 2 * (size_t)SCRIM_MAX_POINTS) {
        return plugin_fail(reader, "%s: a polygon must have at most %d points", name, SCRIM_MAX_POINTS);
    }
    double most = farthest(shape->box);
    if (!(fabs(largest) <= most))
        return plugin_fail(reader, "%s: coordinates must be from -%.0f to %.0f (got %g)", name, most, most, largest);
    if (!(shape->radius >= 0 && shape->radius <= 0x1p30))
        return plugin_fail(reader, "%s: the radius must be from 0 to %.0f (got %g)", name, 0x1p30, shape->radius);
    return true;
}

/* ---- Files ---- */

static bool is_space(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

bool plugin_regions_is_path(const char *text, size_t length) {
    const char *end = text + length;
    while (text < end && is_space(*text))
        text++;
    for (int dots = 0; dots < 2 && text < end && *text == '.'; dots++)
        text++;
    return text < end && *text == '/';
}

/* Reads a file. Waits for nothing: a pipe or a device is refused. */
static char *read_file(struct plugin_reader *reader, const char *path, size_t *length) {
    struct stat status;
    char *text = NULL;
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    *length = 0;
    if (fd < 0 || fstat(fd, &status)) {
        plugin_fail(reader, "%s: %s", path, strerror(errno));
    } else if (!S_ISREG(status.st_mode)) {
        plugin_fail(reader, "%s: is not an ordinary file", path);
    } else if ((text = malloc(PLUGIN_REGIONS_MAX_FILE + 1)) == NULL) {
        plugin_fail(reader, "there is not enough memory");
    } else {
        ssize_t got = 1;
        while (got > 0 && *length <= PLUGIN_REGIONS_MAX_FILE) {
            got = read(fd, text + *length, PLUGIN_REGIONS_MAX_FILE + 1 - *length);
            if (got > 0)
                *length += (size_t)got;
            else if (got < 0 && errno == EINTR)
                got = 1;
        }
        if (got < 0)
            plugin_fail(reader, "%s: %s", path, strerror(errno));
        else if (*length > PLUGIN_REGIONS_MAX_FILE)
            plugin_fail(reader, "%s: must have at most %d bytes", path, PLUGIN_REGIONS_MAX_FILE);
        if (got < 0 || *length > PLUGIN_REGIONS_MAX_FILE) {
            free(text);
            text = NULL;
        }
    }
    if (fd >= 0)
        close(fd);
    return text;
}

static bool read_path(struct plugin_reader *reader, const char *text, size_t length) {
    char *path = strndup(text, length);
    char *content = NULL;
    bool is_read = false;
    if (!path)
        return plugin_fail(reader, "there is not enough memory");
    if (memchr(text, '\0', length))
        plugin_fail(reader, "a path must not contain a NUL");
    else if ((content = read_file(reader, path, &length)) != NULL) {
        reader->at = content;
        reader->end = content + length;
        is_read = plugin_read_json(reader);
        if (!is_read) { /* the message begins with the path */
            char *message = strdup(reader->error);
            if (message)
                plugin_fail(reader, "%s: %s", path, message);
            free(message);
        }
    }
    free(content);
    free(path);
    return is_read;
}

/* ---- All forms ---- */

static bool read_any(struct plugin_reader *reader) {
    const char *text = reader->at;
    size_t length = (size_t)(reader->end - text);
    if (length == 4 && !memcmp(text, "none", 4))
        return true;
    if (plugin_regions_is_path(text, length))
        return read_path(reader, text, length);
    if (length > 0 && text[0] == '{')
        return plugin_read_json(reader);
    if (length > 1 && text[0] == '-' && text[1] == '-')
        return plugin_read_options(reader);
    return plugin_read_slashes(reader);
}

static plugin_regions *parse(const char *text, size_t length, bool timed, char *error, size_t error_size) {
    struct plugin_reader reader = {text, text + length, error, error_size, NULL, timed};
    while (reader.at < reader.end && is_space(*reader.at))
        reader.at++;
    while (reader.end > reader.at && is_space(reader.end[-1]))
        reader.end--;
    plugin_regions *regions = calloc(1, sizeof *regions);
    if (!regions || !(regions->source = calloc(1, sizeof *regions->source)) ||
        !(regions->styles = calloc(SCRIM_MAX_STYLES, sizeof *regions->styles))) {
        plugin_fail(&reader, "there is not enough memory");
        plugin_regions_free(regions);
        return NULL;
    }
    regions->styles[0] = (scrim_style)SCRIM_STYLE_INIT;
    regions->style_count = 1;
    reader.regions = regions;
    struct plugin_regions_source *source = regions->source;
    bool is_read = read_any(&reader);
    if (is_read) {
        regions->count = source->shape_count;
        /* One more than needed, because an empty allocation may be NULL. A shape that jumps can be at all of its places. */
        regions->items = calloc(regions->count + source->key_count + 1, sizeof *regions->items);
        source->points = calloc(source->number_count / 2 + 1, sizeof *source->points);
        is_read = regions->items && source->points;
        if (!is_read)
            plugin_fail(&reader, "there is not enough memory");
    }
    if (!is_read) {
        plugin_regions_free(regions);
        return NULL;
    }
    return regions;
}

plugin_regions *plugin_regions_parse(const char *text, size_t length, char *error, size_t error_size) {
    return parse(text, length, false, error, error_size);
}

plugin_regions *plugin_regions_parse_timed(const char *text, size_t length, char *error, size_t error_size) {
    return parse(text, length, true, error, error_size);
}

bool plugin_regions_follow_size(const plugin_regions *regions) {
    const struct plugin_regions_source *source = regions->source;
    for (size_t index = 0; index < source->shape_count && source->width == 0; index++)
        if (source->shapes[index].box != PLUGIN_BOX_NORMALIZED)
            return false;
    return true;
}

void plugin_regions_resize(plugin_regions *regions, uint32_t width, uint32_t height) {
    struct plugin_regions_source *source = regions->source;
    regions->count = source->shape_count;
    for (size_t index = 0; index < regions->count; index++) {
        const struct plugin_shape *shape = &source->shapes[index];
        const double *numbers = &source->numbers[shape->first];
        scrim_region *item = &regions->items[index];
        double sides[2] = {width, height}, wholes[2] = {source->width, source->height}, box[4];
        /* A single keyframe has the radius. The shape does not move, and is therefore not timed. */
        double radius = shape->key_count ? source->keys[shape->first_key].radius : shape->radius;
        if (shape->box != PLUGIN_BOX_NORMALIZED && (wholes[0] == 0 || (wholes[0] == sides[0] && wholes[1] == sides[1])))
            sides[0] = sides[1] = wholes[0] = wholes[1] = 1; /* without rounding, which could reach into the next pixel */
        else if (wholes[0] == 0)
            wholes[0] = wholes[1] = 1;
        else
            radius = radius * sides[0] / wholes[0];
        *item = (scrim_region){.shape = shape->shape, .style = shape->style, .id = shape->id};
        if (shape->shape == SCRIM_SHAPE_POLYGON) {
            scrim_point *points = &source->points[shape->first / 2];
            item->points = points;
            item->point_count = shape->count / 2;
            for (size_t point = 0; point < item->point_count; point++) {
                points[point].x = numbers[2 * point] * sides[0] / wholes[0];
                points[point].y = numbers[2 * point + 1] * sides[1] / wholes[1];
            }
            continue;
        }
        for (size_t number = 0; number < 4; number++)
            box[number] = numbers[number] * sides[number % 2] / wholes[number % 2];
        if (shape->box != PLUGIN_BOX_XYWH) {
            box[2] -= box[0];
            box[3] -= box[1];
        }
        item->rect = (scrim_rect){box[0], box[1], box[2], box[3]};
        item->radius = radius;
    }
}

void plugin_regions_free(plugin_regions *regions) {
    if (!regions)
        return;
    if (regions->source) {
        free(regions->source->shapes);
        free(regions->source->numbers);
        free(regions->source->points);
        free(regions->source->keys);
        free(regions->source);
    }
    free(regions->items);
    free(regions->styles);
    free(regions);
}
