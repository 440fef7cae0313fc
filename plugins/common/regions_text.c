/* SPDX-License-Identifier: MIT */
/* Regions as a list of shapes with slashes between them, and as options of the command line. */
#include <math.h>
#include <string.h>

#include "number.h"
#include "regions_private.h"

static bool is_space(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

/* Finds a shape by its name on the command line, which has dashes. Returns 0 if there is none. */
static uint32_t shape_named(const char *name, size_t length) {
    for (uint32_t index = 0; index < 4; index++) {
        const char *known = plugin_shape_names[index];
        size_t at = 0;
        while (at < length && known[at] && name[at] == (known[at] == '_' ? '-' : known[at]))
            at++;
        if (at == length && !known[at])
            return SCRIM_SHAPE_RECT + index;
    }
    return 0;
}

/* Appends a shape of which `count` numbers were appended. The radius of a rounded rectangle is the last of them. */
static bool add_shape(struct plugin_reader *reader, uint32_t kind, size_t count, const char *name) {
    struct plugin_regions_source *source = reader->regions->source;
    size_t wanted = kind == SCRIM_SHAPE_ROUNDED_RECT ? 5 : 4;
    struct plugin_shape shape = {.shape = kind, .id = source->shape_count, .from = -INFINITY, .to = INFINITY};
    if (kind == SCRIM_SHAPE_POLYGON) {
        if (count < 6 || count % 2)
            return plugin_fail(reader, "%s: must be three or more points (got %zu numbers)", name, count);
    } else if (count != wanted) {
        return plugin_fail(reader, "%s: must be %zu numbers (got %zu)", name, wanted, count);
    }
    if (kind == SCRIM_SHAPE_ROUNDED_RECT)
        shape.radius = source->numbers[--source->number_count];
    return plugin_add_shape(reader, shape);
}

/* ---- Shapes with slashes between them ---- */

/* Reads digits with an optional point, and a minus before them if it is allowed. */
static bool read_number(struct plugin_reader *reader, bool may_be_negative, double *number) {
    const char *begin = reader->at;
    if (may_be_negative && reader->at < reader->end && *reader->at == '-')
        reader->at++;
    while (reader->at < reader->end && ((*reader->at >= '0' && *reader->at <= '9') || *reader->at == '.'))
        reader->at++;
    return plugin_number_parse(begin, (size_t)(reader->at - begin), number);
}

/* Reads "+NUMBER" as often as it comes. */
static bool read_rest(struct plugin_reader *reader, size_t *count) {
    double number;
    while (reader->at < reader->end && *reader->at == '+') {
        reader->at++;
        if (!read_number(reader, true, &number) || !plugin_add_number(reader, number))
            return false;
        ++*count;
    }
    return true;
}

/* Moves the width and the height, which come first here, behind the place. */
static void swap_pairs(double *numbers) {
    for (size_t axis = 0; axis < 2; axis++) {
        double first = numbers[axis];
        numbers[axis] = numbers[axis + 2];
        numbers[axis + 2] = first;
    }
}

static bool read_item(struct plugin_reader *whole, const char *begin, const char *end) {
    struct plugin_regions_source *source = whole->regions->source;
    struct plugin_reader item = {begin, end, whole->error, whole->error_size, whole->regions, whole->timed};
    const char *at = memchr(begin, '@', (size_t)(end - begin));
    size_t first = source->number_count, count = 1;
    uint32_t kind = at ? shape_named(begin, (size_t)(at - begin)) : SCRIM_SHAPE_RECT;
    bool is_polygon = kind == SCRIM_SHAPE_POLYGON, is_read = false;
    char name[48];
    double number;
    size_t length = (size_t)(end - begin) < sizeof name ? (size_t)(end - begin) : sizeof name - 1;
    memcpy(name, begin, length);
    name[length] = '\0';
    if (at)
        item.at = at + 1;
    item.error[0] = '\0';
    if (kind && read_number(&item, is_polygon, &number) && plugin_add_number(&item, number)) {
        if (is_polygon) {
            is_read = read_rest(&item, &count);
        } else if (item.at < item.end && *item.at == 'x') {
            item.at++;
            count = 2;
            is_read = read_number(&item, false, &number) && plugin_add_number(&item, number) && read_rest(&item, &count);
        }
    }
    if (item.error[0]) /* of memory, or of a limit */
        return false;
    if (!is_read || item.at < item.end)
        return plugin_fail(whole, "must be none, a path that begins with / or ./, or shapes such as 320x50+90+190 (got '%.*s')",
                           plugin_quoted((size_t)(end - begin)), begin);
    if (count == 2 && !at && source->shape_count == 0 && source->width == 0) {
        source->width = source->numbers[first];
        source->height = source->numbers[first + 1];
        source->number_count = first;
        if (source->width > 0 && source->height > 0 && source->width <= SCRIM_FRAME_MAX_SIDE &&
            source->height <= SCRIM_FRAME_MAX_SIDE)
            return true;
        return plugin_fail(whole, "%s: the sides of the picture must be from 1 to %d", name, SCRIM_FRAME_MAX_SIDE);
    }
    if (!is_polygon && count >= 4)
        swap_pairs(&source->numbers[first]);
    return add_shape(whole, kind, count, name) &&
           plugin_check_shape(whole, &source->shapes[source->shape_count - 1], name);
}

bool plugin_read_slashes(struct plugin_reader *reader) {
    const char *at = reader->at;
    for (;;) {
        const char *end = at;
        while (end < reader->end && *end != '/')
            end++;
        const char *begin = at, *last = end;
        while (begin < last && is_space(*begin))
            begin++;
        while (last > begin && is_space(last[-1]))
            last--;
        if (begin == last)
            return plugin_fail(reader, "must be none, a path that begins with / or ./, or shapes with slashes between them "
                                       "(got an empty one)");
        if (!read_item(reader, begin, last))
            return false;
        if (end == reader->end)
            break;
        at = end + 1;
    }
    if (reader->regions->source->shape_count == 0)
        return plugin_fail(reader, "no shape follows the size of the picture: write none if nothing is to be covered");
    return true;
}

/* ---- Options of the command line ---- */

static bool separates_numbers(char c) { return is_space(c) || c == ',' || c == ';'; }

static bool begins_option(const struct plugin_reader *reader) {
    return reader->end - reader->at >= 2 && reader->at[0] == '-' && reader->at[1] == '-';
}

/* Reads the next word of a value. Returns false at the end of the value. */
static bool read_word(struct plugin_reader *reader, const char **word, size_t *length) {
    while (reader->at < reader->end && separates_numbers(*reader->at))
        reader->at++;
    if (reader->at == reader->end || begins_option(reader))
        return false;
    *word = reader->at;
    while (reader->at < reader->end && !separates_numbers(*reader->at))
        reader->at++;
    *length = (size_t)(reader->at - *word);
    return true;
}

static bool read_boxes(struct plugin_reader *reader, enum plugin_box *box) {
    const char *word = "", *more;
    size_t length = 0, unused;
    if (read_word(reader, &word, &length))
        for (int index = 0; index < PLUGIN_BOXES; index++)
            if (strlen(plugin_box_names[index]) == length && !memcmp(plugin_box_names[index], word, length)) {
                *box = (enum plugin_box)index;
                if (!read_word(reader, &more, &unused))
                    return true;
            }
    return plugin_fail(reader, "--boxes must be xywh, xyxy or normalized (got '%.*s')", plugin_quoted(length), word);
}

static bool read_shape(struct plugin_reader *reader, uint32_t kind, const char *name) {
    const char *word;
    size_t length, count = 0;
    while (read_word(reader, &word, &length)) {
        double number;
        if (!plugin_number_parse(word, length, &number))
            return plugin_fail(reader, "%s: must be numbers separated by commas (got '%.*s')", name, plugin_quoted(length), word);
        if (!plugin_add_number(reader, number))
            return false;
        count++;
    }
    return add_shape(reader, kind, count, name);
}

static bool read_each(struct plugin_reader *reader, enum plugin_box *box) {
    while (reader->at < reader->end) {
        const char *option = reader->at;
        char name[24];
        if (!begins_option(reader))
            return plugin_fail(reader, "an option such as --rect must come first (got '%.*s')",
                               plugin_quoted((size_t)(reader->end - option)), option);
        while (reader->at < reader->end && *reader->at != '=' && !is_space(*reader->at))
            reader->at++;
        size_t length = (size_t)(reader->at - option);
        if (reader->at < reader->end)
            reader->at++;
        uint32_t kind = shape_named(option + 2, length - 2);
        bool is_boxes = length == 7 && !memcmp(option, "--boxes", 7);
        if (!kind && !is_boxes)
            return plugin_fail(reader, "the options are --rect, --ellipse, --rounded-rect, --polygon and --boxes (got '%.*s')",
                               plugin_quoted(length), option);
        memcpy(name, option, length); /* a known name, which is shorter */
        name[length] = '\0';
        if (!(is_boxes ? read_boxes(reader, box) : read_shape(reader, kind, name)))
            return false;
    }
    return true;
}

bool plugin_read_options(struct plugin_reader *reader) {
    static const char *const names[] = {"--rect", "--rounded-rect", "--ellipse", "--polygon"};
    enum plugin_box box = PLUGIN_BOX_XYWH;
    struct plugin_regions_source *source = reader->regions->source;
    if (!read_each(reader, &box))
        return false;
    if (source->shape_count == 0)
        return plugin_fail(reader, "no region is given: write none if nothing is to be covered");
    /* Only now, because --boxes may come last. */
    for (size_t index = 0; index < source->shape_count; index++) {
        struct plugin_shape *shape = &source->shapes[index];
        shape->box = box;
        if (!plugin_check_shape(reader, shape, names[shape->shape - SCRIM_SHAPE_RECT]))
            return false;
    }
    return true;
}
