/* SPDX-License-Identifier: MIT */
/* Files of regions: the format of `scrim redact --regions`, and for plugins that know the time of frames, of `scrim video --regions`.

   The text is read once, from the left to the right. Names may come in any order, so a region is complete when its object ends,
   and is checked when the whole text was read. An unknown name is an error, because a mistyped one could leave something
   uncovered. A name that appears twice is an error, too. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "number.h"
#include "regions_private.h"
#include "style.h"

/* A style that says: the style of the file. */
#define STYLE_OF_FILE UINT32_MAX

/* A place in the file, for messages: "regions[3].rect". */
struct place {
    char text[96];
};

struct json {
    struct plugin_reader *reader;
    size_t line;
    struct place place;
};

static bool fail(struct json *json, const char *message) {
    const char *place = json->place.text;
    return plugin_fail(json->reader, "%s%sline %zu: %s", place, place[0] ? ": " : "", json->line, message);
}

static void skip_spaces(struct json *json) {
    struct plugin_reader *reader = json->reader;
    for (; reader->at < reader->end; reader->at++) {
        char c = *reader->at;
        if (c == '\n')
            json->line++;
        else if (c != ' ' && c != '\t' && c != '\r')
            return;
    }
}

/* Returns the next character that is not a space, or 0 at the end. */
static char next(struct json *json) {
    skip_spaces(json);
    return json->reader->at < json->reader->end ? *json->reader->at : '\0';
}

static bool take(struct json *json, char c) {
    if (next(json) != c || json->reader->at == json->reader->end)
        return false;
    json->reader->at++;
    return true;
}

/* ---- Values ---- */

/* Reads a string of ASCII characters into `text`. No valid name or value has others, or is longer. */
static bool read_string(struct json *json, char *text, size_t size, const char *otherwise) {
    struct plugin_reader *reader = json->reader;
    size_t length = 0;
    if (!take(json, '"'))
        return fail(json, otherwise);
    while (reader->at < reader->end && *reader->at != '"') {
        unsigned char c = (unsigned char)*reader->at++;
        if (c == '\\') {
            static const char escapes[] = "\"\\/bfnrt", meanings[] = "\"\\/\b\f\n\r\t";
            const char *escape = reader->at < reader->end && *reader->at ? strchr(escapes, *reader->at) : NULL;
            uint64_t code = 0;
            char digits[7] = "0x";
            if (escape) {
                c = (unsigned char)meanings[escape - escapes];
                reader->at++;
            } else if (reader->end - reader->at >= 5 && *reader->at == 'u') {
                memcpy(digits + 2, reader->at + 1, 4);
                if (!plugin_whole_parse(digits, 6, &code) || code == 0 || code > 0x7E)
                    return fail(json, otherwise);
                c = (unsigned char)code;
                reader->at += 5;
            } else {
                return fail(json, "invalid JSON: a backslash must be followed by one of \"\\/bfnrtu");
            }
        } else if (c < 0x20) {
            return fail(json, "invalid JSON: a string must not contain control characters");
        } else if (c > 0x7E) {
            return fail(json, otherwise);
        }
        if (length + 1 >= size)
            return fail(json, otherwise);
        text[length++] = (char)c;
    }
    if (reader->at == reader->end)
        return fail(json, "invalid JSON: a string does not end");
    reader->at++;
    text[length] = '\0';
    return true;
}

/* JSON allows less than plugin_number_parse(): no plus in front, no leading zero, and digits on both sides of a point. */
static bool is_json_number(const char *text, size_t length) {
    size_t at = length > 0 && text[0] == '-' ? 1 : 0;
    if (at == length || text[at] < '0' || text[at] > '9')
        return false;
    if (text[at] == '0' && at + 1 < length && text[at + 1] >= '0' && text[at + 1] <= '9')
        return false;
    const char *point = memchr(text, '.', length);
    if (!point)
        return true;
    size_t after = (size_t)(point - text) + 1;
    return after < length && text[after] >= '0' && text[after] <= '9';
}

/* Returns the characters of a number. There are none if the value is something else. */
static const char *number_text(struct json *json, size_t *length) {
    struct plugin_reader *reader = json->reader;
    next(json);
    const char *begin = reader->at;
    while (reader->at < reader->end && *reader->at && strchr("+-.0123456789eE", *reader->at))
        reader->at++;
    *length = (size_t)(reader->at - begin);
    return begin;
}

static bool read_number(struct json *json, double *out) {
    size_t length;
    const char *text = number_text(json, &length);
    if (!is_json_number(text, length) || !plugin_number_parse(text, length, out))
        return fail(json, "must be a finite number");
    return true;
}

static bool read_id(struct json *json, uint64_t *out) {
    size_t length;
    const char *text = number_text(json, &length);
    if (length == 2 && !memcmp(text, "-0", 2)) {
        text++;
        length = 1;
    }
    /* Only digits: JSON has no prefix as in 0x10. */
    if (!is_json_number(text, length) || !plugin_whole_parse(text, length, out))
        return fail(json, "must be a whole number from 0 to 2^64 - 1");
    return true;
}

static bool read_style(struct json *json, uint32_t *index) {
    scrim_style style;
    char text[48], error[200];
    if (!read_string(json, text, sizeof text, "must be a style such as \"frost:7\""))
        return false;
    if (strchr(text, '@')) /* a colon works here */
        return fail(json, "must be a style such as \"frost:7\"");
    if (!plugin_style_parse(text, strlen(text), &style, error, sizeof error))
        return fail(json, error);
    return plugin_add_style(json->reader, &style, index);
}

/* ---- Lists and objects ---- */

enum step {
    MORE,
    END,
    FAILED
};

/* Moves to the next element of a list or an object, which ends with `close`. */
static enum step next_element(struct json *json, size_t index, char close) {
    if (take(json, close))
        return END;
    if (index == 0 || take(json, ','))
        return MORE;
    fail(json, close == ']' ? "invalid JSON: expected a comma or ]" : "invalid JSON: expected a comma or }");
    return FAILED;
}

/* Moves to the next member of an object and reads its name, which must be one of `names`. Sets its bit in `seen`. */
static enum step next_member(struct json *json, size_t index, const char *const *names, size_t count, uint32_t *seen,
                             size_t *which) {
    char name[24], message[200];
    enum step step = next_element(json, index, '}');
    if (step != MORE)
        return step;
    if (!read_string(json, name, sizeof name, "unknown name, or no name in quotes"))
        return FAILED;
    for (*which = 0; *which < count && strcmp(names[*which], name); ++*which)
        ;
    if (*which == count) {
        snprintf(message, sizeof message, "unknown name '%s'", name);
        fail(json, message);
        return FAILED;
    }
    if (*seen & 1u << *which) {
        snprintf(message, sizeof message, "'%s' appears twice in one object", name);
        fail(json, message);
        return FAILED;
    }
    *seen |= 1u << *which;
    if (!take(json, ':')) {
        fail(json, "invalid JSON: expected a colon");
        return FAILED;
    }
    return MORE;
}

static bool read_box(struct json *json) {
    double number;
    size_t count = 0;
    enum step step;
    if (!take(json, '['))
        return fail(json, "must be a list of four numbers");
    for (; (step = next_element(json, count, ']')) == MORE; count++)
        if (!read_number(json, &number) || !plugin_add_number(json->reader, number))
            return false;
    if (step == FAILED)
        return false;
    return count == 4 || fail(json, "must be a list of four numbers");
}

static bool read_point(struct json *json) {
    double x, y;
    return (take(json, '[') || fail(json, "must be a point [x, y]")) && read_number(json, &x) &&
           (take(json, ',') || fail(json, "must be a point [x, y]")) && read_number(json, &y) &&
           (take(json, ']') || fail(json, "must be a point [x, y]")) && plugin_add_number(json->reader, x) &&
           plugin_add_number(json->reader, y);
}

static bool read_points(struct json *json) {
    size_t count = 0;
    enum step step;
    if (!take(json, '['))
        return fail(json, "must be a list of three or more points [x, y]");
    for (; (step = next_element(json, count, ']')) == MORE; count++)
        if (!read_point(json))
            return false;
    if (step == FAILED)
        return false;
    return count >= 3 || fail(json, "must be a list of three or more points [x, y]");
}

/* ---- The file ---- */

enum {
    RECT,
    ROUNDED_RECT,
    ELLIPSE,
    POLYGON,
    RADIUS,
    STYLE,
    ID,
    KEYFRAMES,
    HELD,
    FROM,
    TO,
    REGION_NAMES
};
static const char *const region_names[REGION_NAMES] = {
    "rect", "rounded_rect", "ellipse", "polygon", "radius", "style", "id", "keyframes", "held", "from", "to"};

enum {
    FORMAT,
    FILE_STYLE,
    REGIONS,
    TOP_NAMES
};
static const char *const top_names[TOP_NAMES] = {"format", "style", "regions"};

/* ---- Times ---- */

static bool read_truth(struct json *json, bool *out) {
    static const char *const words[] = {"false", "true"};
    struct plugin_reader *reader = json->reader;
    next(json);
    for (size_t index = 0; index < 2; index++) {
        size_t length = strlen(words[index]);
        if ((size_t)(reader->end - reader->at) >= length && !memcmp(reader->at, words[index], length)) {
            reader->at += length;
            *out = index == 1;
            return true;
        }
    }
    return fail(json, "must be true or false");
}

/* Reads an object with a time and a shape, and appends its numbers. */
static bool read_key(struct json *json, size_t region, size_t index, struct plugin_shape *shape) {
    static const char *const names[] = {"rect", "rounded_rect", "ellipse", "polygon", "radius", "time"};
    const size_t count = sizeof names / sizeof *names;
    const struct plugin_regions_source *source = json->reader->regions->source;
    struct plugin_key key = {0, 0};
    size_t which, before = source->number_count, first_key = source->key_count - index;
    uint32_t seen = 0, kind = 0;
    enum step step;
    if (!take(json, '{'))
        return fail(json, "must be an object {…}");
    for (size_t member = 0; (step = next_member(json, member, names, count, &seen, &which)) == MORE; member++) {
        snprintf(json->place.text, sizeof json->place.text, "regions[%zu].keyframes[%zu].%s", region, index, names[which]);
        if (which <= POLYGON && kind)
            return fail(json, "must have exactly one of rect, rounded_rect, ellipse, polygon");
        if (which <= POLYGON)
            kind = SCRIM_SHAPE_RECT + (uint32_t)which;
        if (!(which == POLYGON  ? read_points(json)
              : which < POLYGON ? read_box(json)
                                : read_number(json, which == RADIUS ? &key.radius : &key.time)))
            return false;
        snprintf(json->place.text, sizeof json->place.text, "regions[%zu].keyframes[%zu]", region, index);
    }
    if (step == FAILED)
        return false;
    if (kind == 0)
        return fail(json, "must have exactly one of rect, rounded_rect, ellipse, polygon");
    if (!(seen & 1u << (count - 1)))
        return fail(json, "a keyframe must have a time, in seconds");
    if (seen & 1u << RADIUS && kind != SCRIM_SHAPE_ROUNDED_RECT)
        return fail(json, "only a rounded_rect has a radius");
    if (index == 0) {
        shape->shape = kind;
        shape->count = source->number_count - before;
    } else if (shape->shape != kind || shape->count != source->number_count - before) {
        return fail(json, "must have the same shape and number of points as the first keyframe of the region");
    } else if (!(key.time > source->keys[first_key + index - 1].time)) {
        return fail(json, "the time must be later than the time of the keyframe before");
    }
    return plugin_add_key(json->reader, key);
}

static bool read_keys(struct json *json, size_t region, struct plugin_shape *shape) {
    size_t count = 0;
    enum step step;
    if (!take(json, '['))
        return fail(json, "must be a list of one or more keyframes");
    for (; (step = next_element(json, count, ']')) == MORE; count++) {
        snprintf(json->place.text, sizeof json->place.text, "regions[%zu].keyframes[%zu]", region, count);
        if (!read_key(json, region, count, shape))
            return false;
    }
    return step == END && (count > 0 || fail(json, "must be a list of one or more keyframes"));
}

/* ---- Regions ---- */

static bool read_member(struct json *json, size_t region, size_t which, struct plugin_shape *shape, uint32_t *shapes) {
    if (which >= KEYFRAMES && !json->reader->timed)
        return fail(json, "keyframes, held, from and to are for scrim video: they have no meaning here");
    switch (which) {
    case RADIUS:
        return read_number(json, &shape->radius);
    case STYLE:
        return read_style(json, &shape->style);
    case ID:
        return read_id(json, &shape->id);
    case HELD:
        return read_truth(json, &shape->held);
    case FROM:
        return read_number(json, &shape->from);
    case TO:
        return read_number(json, &shape->to);
    default:
        break;
    }
    if ((*shapes)++)
        return fail(json, "must have exactly one of rect, rounded_rect, ellipse, polygon, or keyframes");
    if (which == KEYFRAMES)
        return read_keys(json, region, shape);
    shape->shape = SCRIM_SHAPE_RECT + (uint32_t)which;
    return which == POLYGON ? read_points(json) : read_box(json);
}

static bool read_region(struct json *json, size_t index) {
    struct plugin_shape shape = {.style = STYLE_OF_FILE, .id = index, .from = -INFINITY, .to = INFINITY};
    uint32_t seen = 0, shapes = 0;
    enum step step;
    size_t which;
    snprintf(json->place.text, sizeof json->place.text, "regions[%zu]", index);
    if (!take(json, '{'))
        return fail(json, "must be an object {…}");
    for (size_t member = 0; (step = next_member(json, member, region_names, REGION_NAMES, &seen, &which)) == MORE; member++) {
        snprintf(json->place.text, sizeof json->place.text, "regions[%zu].%s", index, region_names[which]);
        if (!read_member(json, index, which, &shape, &shapes))
            return false;
        snprintf(json->place.text, sizeof json->place.text, "regions[%zu]", index);
    }
    if (step == FAILED)
        return false;
    if (shapes == 0)
        return fail(json, "must have exactly one of rect, rounded_rect, ellipse, polygon");
    if (seen & 1u << RADIUS && (shape.shape != SCRIM_SHAPE_ROUNDED_RECT || seen & 1u << KEYFRAMES))
        return fail(json, "only a rounded_rect has a radius");
    if (shape.from > shape.to)
        return fail(json, "to must not be less than from");
    if (shape.held && !(seen & 1u << KEYFRAMES))
        return fail(json, "held must only be true if the region has keyframes");
    return plugin_add_shape(json->reader, shape);
}

static bool read_regions(struct json *json) {
    size_t count = 0;
    enum step step;
    if (!take(json, '['))
        return fail(json, "must be a list of regions");
    for (; (step = next_element(json, count, ']')) == MORE; count++)
        if (!read_region(json, count))
            return false;
    snprintf(json->place.text, sizeof json->place.text, "regions");
    if (step == FAILED)
        return false;
    return count > 0 || fail(json, "no region is given: write none if nothing is to be covered");
}

static bool read_format(struct json *json, enum plugin_box *box) {
    char text[16];
    if (!read_string(json, text, sizeof text, "must be xywh, xyxy or normalized"))
        return false;
    for (int index = 0; index < PLUGIN_BOXES; index++)
        if (!strcmp(plugin_box_names[index], text)) {
            *box = (enum plugin_box)index;
            return true;
        }
    return fail(json, "must be xywh, xyxy or normalized");
}

static bool read_top(struct json *json, enum plugin_box *box, uint32_t *style) {
    uint32_t seen = 0;
    size_t which;
    enum step step;
    if (!take(json, '{'))
        return fail(json, "must be an object {…}");
    for (size_t member = 0; (step = next_member(json, member, top_names, TOP_NAMES, &seen, &which)) == MORE; member++) {
        snprintf(json->place.text, sizeof json->place.text, "%s", top_names[which]);
        if (!(which == REGIONS  ? read_regions(json)
              : which == FORMAT ? read_format(json, box)
                                : read_style(json, style)))
            return false;
        json->place.text[0] = '\0';
    }
    if (step == FAILED)
        return false;
    if (next(json) || json->reader->at < json->reader->end)
        return fail(json, "invalid JSON: something follows the object");
    return seen & 1u << REGIONS || fail(json, "regions must be a list of regions (it is missing)");
}

bool plugin_read_json(struct plugin_reader *reader) {
    struct json json = {reader, 1, {""}};
    struct plugin_regions_source *source = reader->regions->source;
    enum plugin_box box = PLUGIN_BOX_XYWH;
    uint32_t style = 0; /* the caller's */
    if (reader->end - reader->at >= 3 && !memcmp(reader->at, "\xEF\xBB\xBF", 3))
        reader->at += 3;
    if (!read_top(&json, &box, &style))
        return false;
    for (size_t index = 0; index < source->shape_count; index++) {
        struct plugin_shape *shape = &source->shapes[index];
        const char *kind = region_names[shape->shape - SCRIM_SHAPE_RECT];
        char name[80];
        shape->box = box;
        if (shape->style == STYLE_OF_FILE)
            shape->style = style;
        snprintf(name, sizeof name, "regions[%zu].%s", index, kind);
        if (shape->key_count == 0 && !plugin_check_shape(reader, shape, name))
            return false;
        for (size_t key = 0; key < shape->key_count; key++) {
            struct plugin_shape place = *shape;
            place.first += key * shape->count;
            place.radius = source->keys[shape->first_key + key].radius;
            snprintf(name, sizeof name, "regions[%zu].keyframes[%zu].%s", index, key, kind);
            if (!plugin_check_shape(reader, &place, name))
                return false;
        }
    }
    return true;
}
