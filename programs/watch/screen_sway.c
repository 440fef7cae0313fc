/* SPDX-License-Identifier: MIT */
#include "screen.h"

#include <stdio.h>

static screen *open_screen(desktop *desktop, char *error, size_t error_size) {
    (void)desktop;
    snprintf(error, error_size, "windows of sway cannot be read yet");
    return NULL;
}

static int screen_fd(const screen *screen) {
    (void)screen;
    return -1;
}

static int64_t screen_interval(const screen *screen) {
    (void)screen;
    return -1;
}

static bool handle_screen(screen *screen, uint64_t now_ns) {
    (void)screen;
    (void)now_ns;
    return false;
}

static void close_screen(screen *screen) {
    (void)screen;
}

const screen_kind screen_sway = {"sway", open_screen, screen_fd, screen_interval, handle_screen, NULL, close_screen};
