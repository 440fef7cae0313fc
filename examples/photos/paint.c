/* SPDX-License-Identifier: MIT */
#include "paint.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

struct color {
    double red, green, blue;
};

/* The colors of an album, and the shape of its hills. */
struct palette {
    struct color sky, horizon, far, near, sun;
    double roughness; /* 0: dunes, 1: peaks */
    bool has_water, has_stars;
};

enum {
    RIDGES = 4
};

static const struct palette palettes[] = {
    {{70, 128, 196}, {218, 234, 243}, {162, 188, 212}, {38, 62, 80}, {255, 250, 232}, 1.0, false, false},
    {{58, 150, 204}, {240, 242, 226}, {132, 172, 180}, {60, 92, 74}, {255, 252, 236}, 0.4, true, false},
    {{108, 170, 214}, {253, 228, 182}, {234, 182, 120}, {148, 80, 42}, {255, 246, 214}, 0.0, false, false},
    {{150, 196, 204}, {238, 242, 216}, {134, 172, 138}, {18, 48, 38}, {255, 252, 224}, 0.7, false, false},
    {{8, 12, 38}, {56, 62, 118}, {40, 46, 92}, {6, 8, 20}, {244, 242, 226}, 0.8, true, true},
    {{60, 50, 112}, {254, 166, 122}, {178, 102, 124}, {42, 24, 60}, {255, 232, 170}, 0.5, true, false},
};

static struct color mixed(struct color one, struct color other, double part) {
    return (struct color){one.red + (other.red - one.red) * part, one.green + (other.green - one.green) * part,
                          one.blue + (other.blue - one.blue) * part};
}

static double between_0_and_1(double value) { return fmax(0, fmin(value, 1)); }

static uint32_t hashed(uint32_t value) {
    value = (value ^ (value >> 16)) * 0x7FEB352Du;
    value = (value ^ (value >> 15)) * 0x846CA68Bu;
    return value ^ (value >> 16);
}

static double chance(uint32_t value) { return hashed(value) / 4294967296.0; }

/* Smooth noise, 0 … 1, along a line. */
static double noise(double x, uint32_t seed) {
    double cell = floor(x), part = x - cell;
    uint32_t at = seed * 7919u + (uint32_t)(int32_t)cell;
    return chance(at) + (chance(at + 1) - chance(at)) * part * part * (3 - 2 * part);
}

/* The height of a range of hills, 0 … 1, at x. */
static double hills(double x, double roughness, uint32_t seed) {
    double sum = 0, weight = 0.5;
    for (uint32_t octave = 0; octave < 5; octave++) {
        double round = noise(x, seed + octave), sharp = 1 - fabs(2 * round - 1);
        sum += weight * (round + (sharp - round) * roughness);
        x *= 2.03;
        weight *= 0.2 + 0.32 * roughness;
    }
    return sum;
}

struct painting {
    const struct palette *palette;
    uint32_t seed;
    double horizon, sun_x, sun_y; /* as parts of the height */
};

/* The sky with its sun, of which water reflects only the glow. */
static struct color sky(const struct painting *painting, double x, double y, double pixel, bool is_reflected) {
    const struct palette *palette = painting->palette;
    struct color color = mixed(palette->sky, palette->horizon, between_0_and_1(y / painting->horizon));
    double dx = x - painting->sun_x, dy = y - painting->sun_y, distance = sqrt(dx * dx + dy * dy);
    double glow = between_0_and_1(1 - distance / 0.7);
    color = mixed(color, palette->sun, 0.45 * glow * glow * glow);
    if (palette->has_stars) {
        uint32_t cell = painting->seed + 613u * (uint32_t)(x * 100) + 7u * (uint32_t)(y * 100);
        color = mixed(color, palette->sun, chance(cell) > 0.99 ? 0.7 * chance(cell + 1) : 0);
    }
    return is_reflected ? color : mixed(color, palette->sun, between_0_and_1((0.07 - distance) / pixel + 0.5));
}

/* Paints a column from the sky downwards. `pixel` is the height of one pixel. */
static void paint_column(const struct painting *painting, double x, double pixel, uint32_t *pixels, int width, int height) {
    const struct palette *palette = painting->palette;
    double tops[RIDGES];
    for (int i = 0; i < RIDGES; i++) {
        double nearness = (double)i / (RIDGES - 1), tall = 0.5 - 0.28 * nearness;
        double base = painting->horizon + 0.16 + (0.98 - painting->horizon) * nearness * 0.85;
        tops[i] = base - tall * hills(x * (1.6 + 0.5 * i), palette->roughness, painting->seed + 31u * (uint32_t)i);
    }
    for (int row = 0; row < height; row++) {
        double y = (row + 0.5) * pixel, shore = painting->horizon + 0.22;
        bool is_water = palette->has_water && y > shore;
        struct color color = sky(painting, x, is_water ? fmax(0, 2 * shore - y) : y, pixel, is_water);
        for (int i = 0; i < RIDGES; i++) {
            double nearness = (double)i / (RIDGES - 1), depth = y - tops[i];
            struct color ridge = mixed(mixed(palette->far, palette->near, nearness), palette->horizon,
                                       between_0_and_1(0.5 * depth / 0.4) * (1 - 0.6 * nearness));
            double snow = palette->roughness == 1 ? 0.6 * between_0_and_1(1 - depth / 0.09) * (1 - nearness) : 0;
            ridge = mixed(ridge, palette->sun, snow);
            if (!is_water || i == RIDGES - 1) {
                color = mixed(color, ridge, between_0_and_1(depth / pixel + 0.5));
            }
        }
        if (is_water && y < tops[RIDGES - 1]) {
            double depth = y - shore; /* waves are lines that become longer and thicker towards the viewer */
            double wave = noise(x * 3 / (depth + 0.12), painting->seed + (uint32_t)(9 * sqrt(depth) / pixel / 60));
            struct color wet = mixed(color, palette->sky, 0.3), crest = wave > 0.5 ? palette->horizon : palette->near;
            color = mixed(wet, crest, 0.3 * fabs(wave - 0.5));
        }
        uint32_t red = (uint32_t)(color.red + 0.5), green = (uint32_t)(color.green + 0.5);
        pixels[(long)row * width] = 0xFF000000u | red << 16 | green << 8 | (uint32_t)(color.blue + 0.5);
    }
}

/* How much of a pixel lies inside a rounded rectangle, 0 … 255. */
static uint32_t coverage(double x, double y, double width, double height, double radius) {
    double dx = fmax(0, fabs(x - width / 2) - (width / 2 - radius));
    double dy = fmax(0, fabs(y - height / 2) - (height / 2 - radius));
    return (uint32_t)(255 * between_0_and_1(radius - sqrt(dx * dx + dy * dy) + 0.5) + 0.5);
}

void paint_photo(uint32_t *pixels, int width, int height, int album, int number, double radius) {
    struct painting painting = {&palettes[album], 97u * (uint32_t)album + 1009u * (uint32_t)number + 5u, 0, 0, 0};
    painting.horizon = 0.36 + 0.16 * chance(painting.seed);
    painting.sun_x = 0.2 + 1.1 * chance(painting.seed + 1);
    painting.sun_y = 0.12 + 0.2 * chance(painting.seed + 2);
    for (int x = 0; x < width; x++) {
        paint_column(&painting, (x + 0.5) / height, 1.0 / height, pixels + x, width, height);
        for (int y = 0; y < height && radius > 0; y++) {
            uint32_t *pixel = &pixels[(long)y * width + x];
            *pixel = (*pixel & 0xFFFFFFu) | coverage(x + 0.5, y + 0.5, width, height, radius) << 24;
        }
    }
}

void paint_disc(uint32_t *pixels, int size) {
    for (int y = 0; y < size; y++) {
        for (int x = 0; x < size; x++) {
            uint32_t outer = coverage(x + 0.5, y + 0.5, size, size, size / 2.0);
            uint32_t inner = coverage(x + 0.5 - 3, y + 0.5 - 3, size - 6, size - 6, size / 2.0 - 3);
            pixels[(long)y * size + x] = 0xFFFFFFu | (outer * 200 / 255 - inner * 90 / 255) << 24;
        }
    }
}

const uint8_t *letter_rows(char letter) {
    static const char letters[] = "ACDEGHILNOPSTUW";
    static const uint8_t rows[][LETTER_HEIGHT] = {
        {0x0E, 0x11, 0x11, 0x1F, 0x11, 0x11, 0x11},
        {0x0E, 0x11, 0x10, 0x10, 0x10, 0x11, 0x0E},
        {0x1E, 0x11, 0x11, 0x11, 0x11, 0x11, 0x1E},
        {0x1F, 0x10, 0x10, 0x1E, 0x10, 0x10, 0x1F},
        {0x0E, 0x11, 0x10, 0x17, 0x11, 0x11, 0x0E},
        {0x11, 0x11, 0x11, 0x1F, 0x11, 0x11, 0x11},
        {0x0E, 0x04, 0x04, 0x04, 0x04, 0x04, 0x0E},
        {0x10, 0x10, 0x10, 0x10, 0x10, 0x10, 0x1F},
        {0x11, 0x19, 0x15, 0x15, 0x13, 0x11, 0x11},
        {0x0E, 0x11, 0x11, 0x11, 0x11, 0x11, 0x0E},
        {0x1E, 0x11, 0x11, 0x1E, 0x10, 0x10, 0x10},
        {0x0F, 0x10, 0x10, 0x0E, 0x01, 0x01, 0x1E},
        {0x1F, 0x04, 0x04, 0x04, 0x04, 0x04, 0x04},
        {0x11, 0x11, 0x11, 0x11, 0x11, 0x11, 0x0E},
        {0x11, 0x11, 0x11, 0x15, 0x15, 0x1B, 0x11},
    };
    const char *found = strchr(letters, letter);
    return rows[found != NULL && letter != 0 ? found - letters : 0];
}
