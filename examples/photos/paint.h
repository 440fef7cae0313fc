/* SPDX-License-Identifier: MIT */
/* Paints the photos, which are landscapes made of numbers, and a few capital letters. Nothing here is about gestures. */
#ifndef PHOTOS_PAINT_H
#define PHOTOS_PAINT_H

#include <stdint.h>

/* Paints a photo of an album into ARGB pixels, row by row. The corners are rounded with this radius. */
void paint_photo(uint32_t *pixels, int width, int height, int album, int number, double radius);

/* Paints a disc: what a finger covers. */
void paint_disc(uint32_t *pixels, int size);

enum {
    LETTER_WIDTH = 5,
    LETTER_HEIGHT = 7
};

/* A capital letter as rows of bits, of which the highest of five is on the left. */
const uint8_t *letter_rows(char letter);

#endif
