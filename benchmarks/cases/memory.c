/* SPDX-License-Identifier: MIT */
/* What memory allows, as plain C: a frame changed in place, and rectangles copied row by row. */
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* Reads, changes and writes each byte. */
void pass(uint8_t *bytes, size_t count) {
    for (size_t i = 0; i < count; i++)
        bytes[i] += 1;
}

struct place {
    uint32_t x, y; /* the column in bytes */
};

void copy_rectangles(uint8_t *to, const uint8_t *from, size_t stride, const struct place *places, size_t count, size_t width,
                     size_t height) {
    for (size_t i = 0; i < count; i++)
        for (size_t y = places[i].y; y < places[i].y + height; y++)
            memcpy(to + y * stride + places[i].x, from + y * stride + places[i].x, width);
}
