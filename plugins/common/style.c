/* SPDX-License-Identifier: MIT */
#include "style.h"

#include <math.h>
#include <string.h>

#include "message.h"
#include "number.h"

/* What a word takes as its value. */
enum value {
    NOTHING,
    COLOR,
    SEED,
    DISTANCE,
    BLOCK
};

static const struct word {
    const char *name;
    uint32_t kind;
    enum value value;
    bool alone; /* whether the word may be used without a value */
} words[] = {
    {"solid", SCRIM_STYLE_SOLID, COLOR, true},
    {"frost", SCRIM_STYLE_FROST, SEED, true},
    {"tiles", SCRIM_STYLE_TILES, SEED, true},
    {"blur", SCRIM_STYLE_BLUR, DISTANCE, false},
    {"pixelate", SCRIM_STYLE_PIXELATE, BLOCK, false},
    {"effect", SCRIM_STYLE_EFFECT, DISTANCE, false},
    {"light", SCRIM_STYLE_LIGHT, NOTHING, true},
    {"extra-light", SCRIM_STYLE_EXTRA_LIGHT, NOTHING, true},
    {"dark", SCRIM_STYLE_DARK, NOTHING, true},
    {"tint", SCRIM_STYLE_TINT, COLOR, false},
};
#define WORDS (sizeof words / sizeof words[0])

static const char *const wanted[] = {
    [NOTHING] = "nothing",
    [COLOR] = "a color, #RRGGBB",
    [SEED] = "a seed, a whole number from 0 to 2^64 - 1",
    [DISTANCE] = "a distance in pixels, greater than 0 and at most 256",
    [BLOCK] = "the side of a block, a whole number from 2 to 4096",
};

static const char *const examples[] = {
    [NOTHING] = "",
    [COLOR] = "#102030",
    [SEED] = "7",
    [DISTANCE] = "16",
    [BLOCK] = "16",
};

/* "#RRGGBB", "#RRGGBBff", or without the "#" if it is optional. Other alpha values would not cover. */
static bool read_color(const char *text, size_t length, bool hash_is_optional, uint32_t *color) {
    uint32_t value = 0;
    if (length > 0 && text[0] == '#') {
        text++;
        length--;
    } else if (!hash_is_optional) {
        return false;
    }
    if (length != 6 && length != 8)
        return false;
    for (size_t at = 0; at < length; at++) {
        const char *digits = "0123456789abcdef";
        char lower = text[at] >= 'A' && text[at] <= 'F' ? (char)(text[at] - 'A' + 'a') : text[at];
        const char *digit = lower ? strchr(digits, lower) : NULL;
        if (!digit)
            return false;
        value = value << 4 | (uint32_t)(digit - digits);
    }
    if (length == 6)
        value = value << 8 | 0xFFu;
    *color = value;
    return (value & 0xFFu) == 0xFFu;
}

static bool read_value(const struct word *word, const char *text, size_t length, bool at_sign, scrim_style *style) {
    switch (word->value) {
    case NOTHING:
        return false;
    case COLOR:
        return read_color(text, length, at_sign, &style->color);
    case SEED:
        return plugin_whole_parse(text, length, &style->seed);
    case DISTANCE:
        return plugin_number_parse(text, length, &style->amount) && style->amount > 0 && style->amount <= 256;
    case BLOCK:
        return plugin_number_parse(text, length, &style->amount) && style->amount >= 2 && style->amount <= 4096 &&
               floor(style->amount) == style->amount;
    }
    return false;
}

bool plugin_style_parse(const char *text, size_t length, scrim_style *out, char *error, size_t error_size) {
    size_t name = 0;
    const struct word *word = NULL;
    scrim_style style = SCRIM_STYLE_INIT;
    while (name < length && text[name] != ':' && text[name] != '@')
        name++;
    for (size_t index = 0; index < WORDS; index++)
        if (strlen(words[index].name) == name && !memcmp(words[index].name, text, name))
            word = &words[index];
    if (!word) {
        return plugin_message(
            error, error_size,
            "must be one of solid, frost, tiles, blur, pixelate, effect, light, extra-light, dark, tint (got '%.*s')",
            plugin_quoted(length), text);
    }
    style.kind = word->kind;
    if (word->kind == SCRIM_STYLE_EFFECT) {
        style.color = 0; /* no tint */
        style.saturation = 1;
    }
    if (name == length) {
        if (!word->alone)
            return plugin_message(error, error_size, "%s needs %s, for example %s:%s", word->name, wanted[word->value], word->name,
                                  examples[word->value]);
    } else if (!read_value(word, text + name + 1, length - name - 1, text[name] == '@', &style)) {
        return plugin_message(error, error_size, "the value of %s must be %s (got '%.*s')", word->name, wanted[word->value],
                              plugin_quoted(length - name - 1), text + name + 1);
    }
    *out = style;
    return true;
}

bool plugin_style_is_reversible(const scrim_style *style) { return style->kind >= SCRIM_STYLE_BLUR; }
