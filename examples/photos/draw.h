/* SPDX-License-Identifier: MIT */
/* Draws the model with a renderer of SDL. */
#ifndef PHOTOS_DRAW_H
#define PHOTOS_DRAW_H

#include "photos.h"

#include <SDL.h>

enum {
    MAX_FINGERS = 10
};

/* Fingers that are down. A replay shows them as discs. */
struct fingers {
    size_t count;
    scrim_touch down[MAX_FINGERS];
};

void fingers_take(struct fingers *fingers, const scrim_touch *touch);

struct drawing {
    SDL_Renderer *renderer;
    SDL_Texture *small[ALBUMS][PHOTOS], *large[ALBUMS][PHOTOS], *disc; /* made when they are needed first */
};

/* Draws a frame. `fingers` may be NULL. Does not present it. */
void draw(struct drawing *drawing, const struct photos *photos, const struct fingers *fingers);

#endif
