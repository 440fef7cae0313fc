/* SPDX-License-Identifier: MIT */
/* A front end for SDL 2. SDL cannot reach screen readers, so the window's title is the element with the focus. */
#include "front.h"

#include <SDL.h>
#include <poll.h>
#include <string.h>

/* The longest time to wait for input before the watched descriptor is checked again. */
enum {
    LONGEST_WAIT_MS = 100
};

static void blit(struct pad *pad, SDL_Window *window) {
    SDL_Surface *screen = SDL_GetWindowSurface(window);
    cairo_surface_t *frame = pad_frame(pad, 1);
    if (frame == NULL) {
        return;
    }
    unsigned char *pixels = cairo_image_surface_get_data(frame);
    int width = cairo_image_surface_get_width(frame), height = cairo_image_surface_get_height(frame);
    int stride = cairo_image_surface_get_stride(frame);
    SDL_Surface *picture =
        SDL_CreateRGBSurfaceWithFormatFrom(pixels, width, height, 32, stride, SDL_PIXELFORMAT_RGB888);
    if (screen != NULL && picture != NULL && SDL_BlitSurface(picture, NULL, screen, NULL) == 0 &&
        SDL_UpdateWindowSurface(window) == 0) {
        pad_presented(pad, pad_now());
    }
    SDL_FreeSurface(picture);
}

/* Wipes the window at the end, because it shows the order of the keys. */
static void wipe_window(SDL_Window *window) {
    SDL_Surface *screen = SDL_GetWindowSurface(window);
    if (screen != NULL) {
        SDL_FillRect(screen, NULL, 0);
        SDL_UpdateWindowSurface(window);
    }
}

/* SDL 2 knows only when it read an event. SDL 3 knows when it happened, which is better: two taps of a key that waited together
   are not a bounce then. */
static void touch(struct pad *pad, uint64_t id, uint32_t phase, double x, double y) {
    scrim_touch touch = {pad_now(), id, phase, 0, x, y};
    pad_touch(pad, &touch);
}

static void on_finger(struct pad *pad, const SDL_TouchFingerEvent *event) {
    int width = 0, height = 0;
    uint32_t phase = event->type == SDL_FINGERDOWN ? SCRIM_TOUCH_BEGAN
                     : event->type == SDL_FINGERUP ? SCRIM_TOUCH_ENDED
                                                   : SCRIM_TOUCH_MOVED;
    pad_size(pad, &width, &height);
    touch(pad, 2 + (uint64_t)event->fingerId, phase, event->x * width, event->y * height);
}

static void on_key(struct pad *pad, const SDL_KeyboardEvent *event, const struct front_options *options) {
    switch (event->keysym.sym) {
    case SDLK_ESCAPE:
        pad_command(pad, PAD_COMMAND_CANCEL, pad_now());
        break;
    case SDLK_RETURN:
    case SDLK_KP_ENTER:
        pad_command(pad, PAD_COMMAND_ENTER, pad_now());
        break;
    case SDLK_BACKSPACE:
        pad_command(pad, PAD_COMMAND_DELETE, pad_now());
        break;
    case SDLK_TAB:
        pad_command(pad, event->keysym.mod & KMOD_SHIFT ? PAD_COMMAND_PREVIOUS : PAD_COMMAND_NEXT, pad_now());
        break;
    case SDLK_F12:
        if (options->screenshot != NULL) {
            pad_write_screenshot(pad, options->screenshot);
        }
        break;
    default:
        break;
    }
}

static void on_window(struct pad *pad, const SDL_WindowEvent *event, SDL_Window *window) {
    if (event->event == SDL_WINDOWEVENT_FOCUS_GAINED || event->event == SDL_WINDOWEVENT_FOCUS_LOST) {
        pad_set_active(pad, event->event == SDL_WINDOWEVENT_FOCUS_GAINED);
    } else if (event->event == SDL_WINDOWEVENT_EXPOSED) {
        blit(pad, window);
    }
}

/* The left mouse button is a finger. Mouse events that SDL makes from touches are ignored. */
static void on_event(struct pad *pad, SDL_Event *event, SDL_Window *window, const struct front_options *options) {
    switch (event->type) {
    case SDL_QUIT:
        pad_end(pad, PAD_CANCELLED);
        break;
    case SDL_WINDOWEVENT:
        on_window(pad, &event->window, window);
        break;
    case SDL_FINGERDOWN:
    case SDL_FINGERUP:
    case SDL_FINGERMOTION:
        on_finger(pad, &event->tfinger);
        break;
    case SDL_MOUSEBUTTONDOWN:
    case SDL_MOUSEBUTTONUP:
        if (event->button.which != SDL_TOUCH_MOUSEID && event->button.button == SDL_BUTTON_LEFT) {
            uint32_t phase = event->type == SDL_MOUSEBUTTONDOWN ? SCRIM_TOUCH_BEGAN : SCRIM_TOUCH_ENDED;
            touch(pad, 1, phase, event->button.x, event->button.y);
        }
        break;
    case SDL_MOUSEMOTION:
        if (event->motion.which != SDL_TOUCH_MOUSEID && event->motion.state & SDL_BUTTON_LMASK) {
            touch(pad, 1, SCRIM_TOUCH_MOVED, event->motion.x, event->motion.y);
        }
        break;
    case SDL_KEYDOWN:
        on_key(pad, &event->key, options);
        break;
    case SDL_TEXTINPUT:
        pad_type(pad, event->text.text, strlen(event->text.text), pad_now());
        SDL_memset(event->text.text, 0, sizeof event->text.text);
        break;
    default:
        break;
    }
}

static void loop(struct pad *pad, SDL_Window *window, const struct front_options *options) {
    const char *titled = NULL;
    SDL_Event event;
    while (pad_get_result(pad) == PAD_OPEN) {
        struct pollfd watched = {options->watched, 0, 0};
        const char *spoken = pad_spoken(pad);
        if (spoken != titled || spoken != NULL) {
            SDL_SetWindowTitle(window, spoken != NULL ? spoken : options->title);
            titled = spoken;
        }
        if (pad_is_dirty(pad)) {
            blit(pad, window);
        }
        if (SDL_WaitEventTimeout(&event, (int)pad_wait_ms(pad, LONGEST_WAIT_MS))) {
            on_event(pad, &event, window, options);
        }
        if (options->watched >= 0 && poll(&watched, 1, 0) > 0 && watched.revents & (POLLHUP | POLLERR)) {
            pad_end(pad, PAD_CANCELLED);
        }
        pad_advance(pad, pad_now());
    }
}

int front_run(struct pad *pad, const struct front_options *options) {
    int width = 0, height = 0;
    pad_size(pad, &width, &height);
    SDL_SetHint(SDL_HINT_NO_SIGNAL_HANDLERS, "1");
    if (SDL_Init(SDL_INIT_VIDEO) != 0) {
        return 1;
    }
    uint32_t flags = options->kiosk ? SDL_WINDOW_BORDERLESS : 0;
    SDL_Window *window =
        SDL_CreateWindow(options->title, SDL_WINDOWPOS_CENTERED, SDL_WINDOWPOS_CENTERED, width, height, flags);
    if (window != NULL) {
        loop(pad, window, options);
        wipe_window(window);
        SDL_DestroyWindow(window);
    }
    SDL_Quit();
    return window == NULL;
}
