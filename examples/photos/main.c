/* SPDX-License-Identifier: MIT */
/* A list of albums to scroll, and photos to open, pinch and turn:
 *
 *   photos [--size WIDTHxHEIGHT] [--replay RECORDING [--shots FOLDER]]
 *
 * Without --replay, it shows a window for fingers, or for the mouse as one finger. The key Escape closes the photo. */
#include "replay.h"

#include <string.h>

/* SDL's times are milliseconds of 32 bits. They start again after 49 days. */
static uint64_t event_ns(uint32_t timestamp) {
    uint64_t now = SDL_GetTicks64();
    return (now - (uint32_t)((uint32_t)now - timestamp)) * 1000000;
}

static uint64_t now_ns(void) { return SDL_GetTicks64() * 1000000; }

static int take_finger(struct photos *photos, const SDL_TouchFingerEvent *event) {
    scrim_touch touch = {.time_ns = event_ns(event->timestamp), .id = 2 + (uint64_t)event->fingerId};
    if (SDL_GetTouchDeviceType(event->touchId) != SDL_TOUCH_DEVICE_DIRECT) {
        return 0; /* a touchpad moves the pointer */
    }
    touch.phase = event->type == SDL_FINGERDOWN ? SCRIM_TOUCH_BEGAN
                  : event->type == SDL_FINGERUP ? SCRIM_TOUCH_ENDED
                                                : SCRIM_TOUCH_MOVED;
    touch.x = event->x * photos->width;
    touch.y = event->y * photos->height;
    return gestures_feed(photos, &touch);
}

/* The left button of the mouse is a finger. SDL also makes mouse events from touches, which are ignored. */
static int take_mouse(struct photos *photos, const SDL_Event *event) {
    scrim_touch touch = {.time_ns = event_ns(event->common.timestamp), .id = 1};
    if (event->type == SDL_MOUSEMOTION) {
        if (event->motion.which == SDL_TOUCH_MOUSEID || !(event->motion.state & SDL_BUTTON_LMASK)) {
            return 0;
        }
        touch.phase = SCRIM_TOUCH_MOVED;
        touch.x = event->motion.x;
        touch.y = event->motion.y;
    } else {
        if (event->button.which == SDL_TOUCH_MOUSEID || event->button.button != SDL_BUTTON_LEFT) {
            return 0;
        }
        touch.phase = event->type == SDL_MOUSEBUTTONDOWN ? SCRIM_TOUCH_BEGAN : SCRIM_TOUCH_ENDED;
        touch.x = event->button.x;
        touch.y = event->button.y;
    }
    return gestures_feed(photos, &touch);
}

/* A step of the wheel scrolls by 40 points. SDL's wheel goes up and to the right. */
static int take_wheel(struct photos *photos, const SDL_MouseWheelEvent *event) {
    const double step = event->direction == SDL_MOUSEWHEEL_FLIPPED ? -40 : 40;
    scrim_scroll scroll = {.time_ns = event_ns(event->timestamp), .source = SCRIM_SCROLL_WHEEL, .phase = SCRIM_TOUCH_MOVED};
    scroll.x = event->mouseX;
    scroll.y = event->mouseY;
    scroll.delta_x = step * event->preciseX;
    scroll.delta_y = -step * event->preciseY;
    return gestures_scroll(photos, &scroll);
}

static int take_event(struct photos *photos, const SDL_Event *event, bool *quits) {
    switch (event->type) {
    case SDL_QUIT:
        *quits = true;
        return 0;
    case SDL_FINGERDOWN:
    case SDL_FINGERUP:
    case SDL_FINGERMOTION:
        return take_finger(photos, &event->tfinger);
    case SDL_MOUSEBUTTONDOWN:
    case SDL_MOUSEBUTTONUP:
    case SDL_MOUSEMOTION:
        return take_mouse(photos, event);
    case SDL_MOUSEWHEEL:
        return take_wheel(photos, &event->wheel);
    case SDL_KEYDOWN:
        if (event->key.keysym.sym == SDLK_ESCAPE && photos->viewer.is_open) {
            viewer_close(photos);
        }
        return 0;
    case SDL_WINDOWEVENT: /* another program may have the rest of the touches */
        return event->window.event == SDL_WINDOWEVENT_FOCUS_LOST && gestures_cancel(photos, now_ns());
    default:
        return 0;
    }
}

enum {
    FRAME_MS = 16,
    LONGEST_WAIT_MS = 1000
};

/* How long nothing can change without an event. */
static uint64_t idle_ms(const struct photos *photos) {
    uint64_t deadline_ns = SCRIM_NEVER, now = now_ns();
    scrim_gestures_next_deadline(photos->gestures, &deadline_ns);
    uint64_t wait_ns = deadline_ns > now ? deadline_ns - now : 0;
    return wait_ns < LONGEST_WAIT_MS * UINT64_C(1000000) ? wait_ns / 1000000 + 1 : LONGEST_WAIT_MS;
}

/* SDL gives an event the time at which it receives it, and velocities need these times. So the program waits for events,
 * and not for the display. It draws a frame every 16 ms at most. */
static int run(struct photos *photos, struct drawing *drawing) {
    uint64_t next_ms = 0;
    bool quits = false, changes = true;
    while (!quits) {
        uint64_t now_ms = SDL_GetTicks64();
        if (changes && now_ms >= next_ms) {
            draw(drawing, photos, NULL);
            SDL_RenderPresent(drawing->renderer);
            next_ms = now_ms + FRAME_MS;
            changes = photos_moves(photos);
        }
        SDL_WaitEventTimeout(NULL, (int)(!changes ? idle_ms(photos) : next_ms > now_ms ? next_ms - now_ms
                                                                                       : 0));
        SDL_Event event;
        while (SDL_PollEvent(&event)) {
            changes = true;
            if (take_event(photos, &event, &quits)) {
                return 1;
            }
        }
        if (gestures_advance(photos, now_ns())) {
            return 1;
        }
        changes |= photos_moves(photos);
    }
    return 0;
}

static int show(int width, int height, const char *recording, const char *shots) {
    struct photos photos;
    struct drawing drawing = {0};
    /* Only the software renderer draws the same pixels everywhere. */
    uint32_t flags = recording != NULL ? SDL_RENDERER_SOFTWARE : 0;
    SDL_Window *window =
        SDL_CreateWindow("Photos", SDL_WINDOWPOS_CENTERED, SDL_WINDOWPOS_CENTERED, width, height, SDL_WINDOW_SHOWN);
    drawing.renderer = window != NULL ? SDL_CreateRenderer(window, -1, flags) : NULL;
    if (drawing.renderer == NULL) {
        fprintf(stderr, "window: %s\n", SDL_GetError());
        return 1;
    }
    int bad = photos_create(&photos, width, height) ||
              (recording != NULL ? replay(&photos, &drawing, recording, shots) : run(&photos, &drawing));
    photos_destroy(&photos);
    SDL_DestroyRenderer(drawing.renderer);
    SDL_DestroyWindow(window);
    return bad;
}

int main(int argc, char **argv) {
    const char *recording = NULL, *shots = NULL;
    int width = 480, height = 720;
    for (int i = 1; i < argc; i += 2) {
        const char *value = i + 1 < argc ? argv[i + 1] : "";
        if (strcmp(argv[i], "--replay") == 0) {
            recording = value;
        } else if (strcmp(argv[i], "--shots") == 0) {
            shots = value;
        } else if (strcmp(argv[i], "--size") != 0 || sscanf(value, "%dx%d", &width, &height) != 2 || width < 100 ||
                   height < 100) {
            fprintf(stderr, "usage: photos [--size WIDTHxHEIGHT] [--replay RECORDING [--shots FOLDER]]\n");
            return 2;
        }
    }
    /* A click that also gives the window the focus is a touch like any other. */
    SDL_SetHint(SDL_HINT_MOUSE_FOCUS_CLICKTHROUGH, "1");
    if (SDL_Init(SDL_INIT_VIDEO) != 0) {
        fprintf(stderr, "SDL: %s\n", SDL_GetError());
        return 1;
    }
    int bad = show(width, height, recording, shots);
    SDL_Quit();
    return bad;
}
