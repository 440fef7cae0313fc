/* SPDX-License-Identifier: MIT */
#include "draw.h"
#include "paint.h"

#include <math.h>
#include <stdlib.h>

enum {
    LARGE_WIDTH = 720,
    LARGE_HEIGHT = 480,
    DISC = 38
};

static SDL_Texture *made(SDL_Renderer *renderer, const uint32_t *pixels, int width, int height) {
    SDL_Texture *texture =
        SDL_CreateTexture(renderer, SDL_PIXELFORMAT_ARGB8888, SDL_TEXTUREACCESS_STATIC, width, height);
    if (texture != NULL) {
        SDL_UpdateTexture(texture, NULL, pixels, width * (int)sizeof *pixels);
        SDL_SetTextureBlendMode(texture, SDL_BLENDMODE_BLEND);
        SDL_SetTextureScaleMode(texture, SDL_ScaleModeLinear);
    }
    return texture;
}

static SDL_Texture *photo(SDL_Renderer *renderer, SDL_Texture **texture, int width, int height, int album, int number,
                          double radius) {
    uint32_t *pixels = *texture == NULL ? malloc((size_t)width * (size_t)height * sizeof *pixels) : NULL;
    if (pixels != NULL) {
        paint_photo(pixels, width, height, album, number, radius);
        *texture = made(renderer, pixels, width, height);
        free(pixels);
    }
    return *texture;
}

/* ---- The list ---- */

static void draw_heading(SDL_Renderer *renderer, const char *name, double x, double y, double unit) {
    SDL_SetRenderDrawColor(renderer, 0x1C, 0x2B, 0x33, 0xFF);
    for (; *name != 0; name++) {
        const uint8_t *rows = letter_rows(*name);
        for (int i = 0; i < LETTER_WIDTH * LETTER_HEIGHT; i++) {
            int column = i % LETTER_WIDTH, row = i / LETTER_WIDTH;
            if (rows[row] >> (LETTER_WIDTH - 1 - column) & 1) {
                float left = (float)(x + column * 2 * unit), top = (float)(y + row * 2 * unit), size = (float)(2 * unit);
                SDL_FRect dot = {left, top, size, size};
                SDL_RenderFillRectF(renderer, &dot);
            }
        }
        x += (LETTER_WIDTH + 1.5) * 2 * unit;
    }
}

static void draw_row(struct drawing *drawing, const struct photos *photos, int album) {
    const struct viewer *viewer = &photos->viewer;
    for (int number = 0; number < PHOTOS; number++) {
        scrim_rect frame = photos_in_row(photos, number);
        struct pose pose = photos_pose_in_row(photos, album, number);
        SDL_Rect place = {(int)round(pose.x - frame.width / 2), (int)round(pose.y - frame.height / 2),
                          (int)round(frame.width), (int)round(frame.height)};
        bool is_open = viewer->is_shown && viewer->album == album && viewer->number == number;
        if (!is_open && place.x < photos->width && place.x + place.w > 0) {
            SDL_Texture *texture = photo(drawing->renderer, &drawing->small[album][number], place.w, place.h, album, number,
                                         8 * photos_unit(photos));
            SDL_RenderCopy(drawing->renderer, texture, NULL, &place);
        }
    }
}

static void draw_list(struct drawing *drawing, const struct photos *photos) {
    double unit = photos_unit(photos);
    SDL_SetRenderDrawColor(drawing->renderer, 0xF6, 0xF8, 0xF8, 0xFF);
    SDL_RenderClear(drawing->renderer);
    for (int album = 0; album < ALBUMS; album++) {
        double top = photos_album_top(photos, album) - photos->list.position;
        if (top < photos->height && photos_album_top(photos, album + 1) > photos->list.position) {
            draw_heading(drawing->renderer, album_names[album], 17 * unit, round(top + 13 * unit), unit);
            draw_row(drawing, photos, album);
        }
    }
}

/* ---- The viewer ---- */

static void draw_photo(struct drawing *drawing, const struct photos *photos, int number, struct pose pose) {
    int album = photos->viewer.album;
    double width = photos_fitting_width(photos) * pose.scale, height = width * LARGE_HEIGHT / LARGE_WIDTH;
    SDL_FRect place = {(float)(pose.x - width / 2), (float)(pose.y - height / 2), (float)width, (float)height};
    SDL_Texture *texture =
        photo(drawing->renderer, &drawing->large[album][number], LARGE_WIDTH, LARGE_HEIGHT, album, number, 0);
    SDL_RenderCopyExF(drawing->renderer, texture, NULL, &place, pose.angle * 180 / M_PI, NULL, SDL_FLIP_NONE);
}

static void draw_viewer(struct drawing *drawing, const struct photos *photos) {
    const struct viewer *viewer = &photos->viewer;
    double page = viewer_page_width(photos);
    SDL_SetRenderDrawBlendMode(drawing->renderer, SDL_BLENDMODE_BLEND);
    SDL_SetRenderDrawColor(drawing->renderer, 0, 0, 0, (uint8_t)round(viewer->backdrop * 255));
    SDL_RenderFillRect(drawing->renderer, NULL);
    for (int number = 0; number < PHOTOS; number++) {
        double scrolled = number * page - viewer->page.position;
        struct pose pose = {photos->width / 2, photos->height / 2, 1, 0};
        if (number == viewer->number) {
            pose = viewer->pose;
        } else if (fabs(scrolled) >= page) {
            continue;
        }
        pose.x += scrolled;
        draw_photo(drawing, photos, number, pose);
    }
}

/* ---- The frame ---- */

void fingers_take(struct fingers *fingers, const scrim_touch *touch) {
    size_t i = 0;
    while (i < fingers->count && fingers->down[i].id != touch->id) {
        i++;
    }
    if (touch->phase == SCRIM_TOUCH_BEGAN || touch->phase == SCRIM_TOUCH_MOVED) {
        if (i < MAX_FINGERS) {
            fingers->count += i == fingers->count;
            fingers->down[i] = *touch;
        }
    } else if (i < fingers->count) {
        fingers->down[i] = fingers->down[--fingers->count];
    }
}

static void draw_fingers(struct drawing *drawing, const struct fingers *fingers) {
    uint32_t pixels[DISC * DISC];
    if (drawing->disc == NULL) {
        paint_disc(pixels, DISC);
        drawing->disc = made(drawing->renderer, pixels, DISC, DISC);
    }
    for (size_t i = 0; i < fingers->count; i++) {
        SDL_Rect place = {(int)round(fingers->down[i].x) - DISC / 2, (int)round(fingers->down[i].y) - DISC / 2, DISC, DISC};
        SDL_RenderCopy(drawing->renderer, drawing->disc, NULL, &place);
    }
}

void draw(struct drawing *drawing, const struct photos *photos, const struct fingers *fingers) {
    draw_list(drawing, photos);
    if (photos->viewer.is_shown) {
        draw_viewer(drawing, photos);
    }
    if (fingers != NULL) {
        draw_fingers(drawing, fingers);
    }
}
