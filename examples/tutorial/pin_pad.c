/* SPDX-License-Identifier: MIT */
/* A PIN pad in a window. "pin_pad --set" stores a new PIN, "pin_pad" asks for it. */
#define _GNU_SOURCE
#include <SDL.h>
#include <errno.h>
#include <fcntl.h>
#include <scrim.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* Five rows of three squares for each label: the digits, delete, done. */
static const char *const SHAPES[] = {
    "####.##.##.####", ".#.##..#..#.###", "###..#####..###", "###..####..####", "#.##.####..#..#", "####..###..####",
    "####..####.####", "###..#..#..#..#", "####.#####.####", "####.####..####", "..#.#.#...#...#", "..#..##.#.#...."};

static scrim_text *pin;
static scrim_keypad *keypad;
static SDL_Window *window;
static int setting;        /* 1 after --set */
static int exit_code = -1; /* -1 while the user may type */

static void fail(const char *what, const char *why) {
    fprintf(stderr, "pin_pad: %s: %s\n", what, why);
    exit(1);
}

static void check(scrim_status status, const char *what) {
    if (status != SCRIM_OK) {
        fail(what, scrim_status_message(status));
    }
}

static uint64_t now_ns(void) {
    struct timespec now;
    clock_gettime(CLOCK_BOOTTIME, &now);
    return (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
}

static void say(const char *message) {
    puts(message);
    fflush(stdout);
    SDL_SetWindowTitle(window, message);
}

static void fill(SDL_Surface *surface, double x, double y, double width, double height, uint32_t color) {
    SDL_Rect rect = {(int)x, (int)y, (int)width, (int)height};
    SDL_FillRect(surface, &rect, color);
}

static void draw_key(SDL_Surface *surface, const scrim_key *key) {
    double left = key->rect.x + key->rect.width / 2 - 12, top = key->rect.y + key->rect.height / 2 - 20;
    int shape = key->kind == SCRIM_KEY_DELETE ? 10 : 11;
    if (key->kind == SCRIM_KEY_INSERT) {
        shape = key->label[0] - '0';
    }
    fill(surface, key->rect.x, key->rect.y, key->rect.width, key->rect.height, 0xFFFFFF);
    for (int i = 0; i < 15; i++) {
        if (SHAPES[shape][i] == '#') {
            fill(surface, left + i % 3 * 8, top + i / 3 * 8, 8, 8, 0x202020);
        }
    }
}

static void draw(void) {
    SDL_Surface *surface = SDL_GetWindowSurface(window);
    scrim_key keys[SCRIM_KEYPAD_MAX_KEYS];
    size_t key_count = 0, digits = 0;
    uint64_t generation = 0;
    if (surface == NULL) {
        fail("window", SDL_GetError());
    }
    check(scrim_keypad_generation(keypad, &generation), "generation");
    check(scrim_keypad_keys(keypad, SCRIM_KEY_ORDER_ROWS, keys, SCRIM_KEYPAD_MAX_KEYS, &key_count), "keys");
    check(scrim_text_count(pin, &digits), "count");
    fill(surface, 0, 0, surface->w, surface->h, 0xD5DCE8);
    for (size_t i = 0; i < digits; i++) {
        fill(surface, 24 + 32 * (double)i, 22, 16, 16, 0x202020);
    }
    for (size_t i = 0; i < key_count; i++) {
        draw_key(surface, &keys[i]);
    }
    if (SDL_UpdateWindowSurface(window) != 0) {
        fail("window", SDL_GetError());
    }
    check(scrim_keypad_presented(keypad, generation, now_ns()), "presented");
}

static void store(const char *path, const void *bytes, size_t size) {
    int file = open(path, O_WRONLY | O_CREAT | O_SYNC, 0600);
    if (file < 0 || write(file, bytes, size) != (ssize_t)size || close(file) != 0) {
        fail(path, strerror(errno));
    }
}

static size_t load(const char *path, void *bytes, size_t size) {
    int file = open(path, O_RDONLY);
    ssize_t length = file < 0 ? -1 : read(file, bytes, size);
    if (length < 0 || close(file) != 0) {
        fail(path, strerror(errno));
    }
    return (size_t)length;
}

static void set_pin(void) {
    char hash[SCRIM_HASH_MAX_LENGTH];
    scrim_attempts attempts;
    size_t digits = 0, length = 0;
    check(scrim_text_count(pin, &digits), "count");
    if (digits < 4) {
        say("at least 4 digits");
        return;
    }
    check(scrim_text_hash(pin, SCRIM_HASH_LOW_MEMORY, NULL, 0, hash, sizeof hash, &length), "hash");
    check(scrim_attempts_init(&attempts, 4), "attempts");
    store("hash", hash, length);
    store("attempts", &attempts, sizeof attempts);
    say("set");
    exit_code = 0;
}

static void try_pin(void) {
    char hash[SCRIM_HASH_MAX_LENGTH];
    scrim_attempts attempts = SCRIM_ATTEMPTS_INIT;
    uint32_t result = 0, matches = 0;
    uint64_t retry_at_ns = 0;
    load("attempts", &attempts, sizeof attempts);
    check(scrim_attempts_begin(&attempts, now_ns(), &result, &retry_at_ns), "attempts");
    store("attempts", &attempts, sizeof attempts); /* before the PIN is verified */
    if (result == SCRIM_ATTEMPT_LOCKED) {
        say("locked");
        exit_code = 1;
        return;
    }
    if (result == SCRIM_ATTEMPT_WAIT) {
        say("wait");
        return;
    }
    check(scrim_text_verify(pin, hash, load("hash", hash, sizeof hash), NULL, 0, &matches), "hash");
    if (!matches) {
        say("wrong");
        return;
    }
    check(scrim_attempts_succeed(&attempts), "attempts");
    store("attempts", &attempts, sizeof attempts);
    say("right");
    exit_code = 0;
}

static void touch(uint32_t phase, int x, int y) {
    scrim_touch sample = {now_ns(), 1, phase, 0, x, y};
    uint32_t result = 0;
    check(scrim_keypad_touch(keypad, &sample, &result), "touch");
    if (result == SCRIM_KEYPAD_RESULT_DONE) {
        setting ? set_pin() : try_pin();
        check(scrim_text_clear(pin), "clear");
        check(scrim_keypad_show(keypad), "show"); /* done has hidden it; shuffles the keys */
    }
    draw();
}

static int wait_ms(void) {
    uint64_t deadline = 0, now = now_ns();
    check(scrim_keypad_next_deadline(keypad, &deadline), "deadline");
    if (deadline == SCRIM_NEVER) {
        return -1;
    }
    return deadline > now ? (int)((deadline - now) / 1000000 + 1) : 0;
}

static void handle(const SDL_Event *event) {
    if (event->type == SDL_QUIT) {
        exit_code = 1;
    } else if (event->type == SDL_WINDOWEVENT && event->window.event == SDL_WINDOWEVENT_EXPOSED) {
        draw();
    } else if (event->type == SDL_MOUSEBUTTONDOWN && event->button.button == SDL_BUTTON_LEFT) {
        touch(SCRIM_TOUCH_BEGAN, event->button.x, event->button.y);
    } else if (event->type == SDL_MOUSEMOTION && event->motion.state & SDL_BUTTON_LMASK) {
        touch(SCRIM_TOUCH_MOVED, event->motion.x, event->motion.y);
    } else if (event->type == SDL_MOUSEBUTTONUP && event->button.button == SDL_BUTTON_LEFT) {
        touch(SCRIM_TOUCH_ENDED, event->button.x, event->button.y);
    }
}

int main(int argc, char **argv) {
    setting = argc == 2 && strcmp(argv[1], "--set") == 0;

    scrim_text_options text_options = SCRIM_TEXT_OPTIONS_INIT;
    text_options.max_clusters = 8;
    text_options.allowed = SCRIM_ALLOW_DIGITS;
    check(scrim_text_create(&text_options, &pin), "text");

    scrim_keypad_options keypad_options = SCRIM_KEYPAD_OPTIONS_INIT;
    keypad_options.bounds = (scrim_rect){10, 60, 280, 370};
    keypad_options.column_spacing = keypad_options.row_spacing = 10;
    check(scrim_keypad_create(&keypad_options, &keypad), "keypad");
    check(scrim_keypad_attach(keypad, pin), "attach");
    check(scrim_keypad_show(keypad), "show");

    if (SDL_Init(SDL_INIT_VIDEO) != 0) {
        fail("window", SDL_GetError());
    }
    window = SDL_CreateWindow(setting ? "Choose a PIN" : "Enter your PIN", SDL_WINDOWPOS_CENTERED,
                              SDL_WINDOWPOS_CENTERED, 300, 440, 0);
    if (window == NULL) {
        fail("window", SDL_GetError());
    }

    while (exit_code < 0) {
        SDL_Event event;
        uint32_t result = 0;
        if (SDL_WaitEventTimeout(&event, wait_ms())) {
            handle(&event);
        }
        check(scrim_keypad_advance(keypad, now_ns(), &result), "advance");
        if (result == SCRIM_KEYPAD_RESULT_DELETED) {
            draw();
        }
    }

    scrim_keypad_destroy(keypad);
    scrim_text_destroy(pin);
    SDL_DestroyWindow(window);
    SDL_Quit();
    return exit_code;
}
