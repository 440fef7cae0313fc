/* SPDX-License-Identifier: MIT */
/*
 * A front end for a small panel without a window system. It draws pixels of 16 bits into a mapped file, as into the frame
 * buffer of a display driver, and reads touches as lines from stdin.
 *
 *     SCRIM_PANEL=/dev/shm/panel pinpad_rgb565 FOLDER
 *     down 120 300 / move 121 300 / up 121 300 / screenshot / inactive / active / cancel
 *
 * A screenshot is the same buffer, redacted in the panel's format and written to FILE (--screenshot FILE). While the pad is
 * inactive, it shows only the cover of its scene.
 */
#include "front.h"

#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

struct panel {
    int width, height;
    size_t size;
    uint16_t *pixels;
};

static int open_panel(struct panel *panel, const struct pad *pad) {
    const char *path = getenv("SCRIM_PANEL");
    pad_size(pad, &panel->width, &panel->height);
    panel->size = (size_t)panel->width * (size_t)panel->height * sizeof *panel->pixels;
    int file = path != NULL ? open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600) : -1;
    if (file < 0 || ftruncate(file, (off_t)panel->size) != 0) {
        return 1;
    }
    panel->pixels = mmap(NULL, panel->size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    close(file);
    return panel->pixels == MAP_FAILED;
}

static uint16_t rgb565(uint32_t rgb) {
    return (uint16_t)((rgb >> 8 & 0xF800) | (rgb >> 5 & 0x07E0) | (rgb >> 3 & 0x001F));
}

static void blit(struct pad *pad, struct panel *panel) {
    cairo_surface_t *frame = pad_frame(pad, 1);
    if (frame == NULL) {
        return;
    }
    const unsigned char *row = cairo_image_surface_get_data(frame);
    for (int y = 0; y < panel->height; y++, row += cairo_image_surface_get_stride(frame)) {
        for (int x = 0; x < panel->width; x++) {
            uint32_t rgb;
            memcpy(&rgb, row + 4 * x, sizeof rgb);
            panel->pixels[y * panel->width + x] = rgb565(rgb);
        }
    }
    pad_presented(pad, pad_now());
}

/* Redacts a copy of the panel in its own format, without a conversion. */
static void write_screenshot(const struct pad *pad, const struct panel *panel, const char *path) {
    uint16_t *copy = malloc(panel->size);
    FILE *file = NULL;
    if (copy != NULL) {
        scrim_frame frame = SCRIM_FRAME_INIT;
        memcpy(copy, panel->pixels, panel->size);
        frame.format = SCRIM_FORMAT_RGB565;
        frame.width = (uint32_t)panel->width;
        frame.height = (uint32_t)panel->height;
        frame.planes[0] = (scrim_plane){copy, 2 * panel->width};
        file = pad_protect(pad, &frame, 1) != SCRIM_OUTCOME_DISCARD ? fopen(path, "wb") : NULL;
    }
    if (file != NULL) {
        fwrite(copy, 1, panel->size, file);
    }
    if (file == NULL || fclose(file) != 0) {
        perror(path);
    }
    free(copy);
}

/* These lines have no times. The events of a driver have, for example `struct input_event`: use them for touches. Two taps of a
   key that waited together are otherwise a bounce. */
static void take(struct pad *pad, const struct panel *panel, const char *line, const char *screenshot) {
    scrim_touch touch = {pad_now(), 1, 0, 0, 0, 0};
    char word[16];
    int count = sscanf(line, "%15s %lf %lf", word, &touch.x, &touch.y);
    if (count == 3) {
        touch.phase = strcmp(word, "down") == 0   ? SCRIM_TOUCH_BEGAN
                      : strcmp(word, "move") == 0 ? SCRIM_TOUCH_MOVED
                                                  : SCRIM_TOUCH_ENDED;
        pad_touch(pad, &touch);
    } else if (count == 1 && strcmp(word, "screenshot") == 0 && screenshot != NULL) {
        write_screenshot(pad, panel, screenshot);
    } else if (count == 1 && (strcmp(word, "active") == 0 || strcmp(word, "inactive") == 0)) {
        pad_set_active(pad, word[0] == 'a');
    } else if (count == 1 && strcmp(word, "cancel") == 0) {
        pad_command(pad, PAD_COMMAND_CANCEL, pad_now());
    }
}

/* Handles the complete lines, and keeps the rest for later. Returns 1 at the end of the input. */
static int read_lines(struct pad *pad, const struct panel *panel, const char *screenshot) {
    static char lines[1024];
    static size_t length;
    ssize_t got = read(STDIN_FILENO, lines + length, sizeof lines - 1 - length);
    if (got <= 0) {
        return 1;
    }
    length += (size_t)got;
    lines[length] = '\0';
    char *line = lines;
    for (char *end; (end = strchr(line, '\n')) != NULL; line = end + 1) {
        *end = '\0';
        take(pad, panel, line, screenshot);
    }
    length = (size_t)(lines + length - line);
    memmove(lines, line, length);
    length = length == sizeof lines - 1 ? 0 : length; /* a line that is too long is not a command */
    return 0;
}

int front_run(struct pad *pad, const struct front_options *options) {
    struct panel panel = {0};
    if (open_panel(&panel, pad)) {
        return 1;
    }
    while (pad_get_result(pad) == PAD_OPEN) {
        struct pollfd input = {STDIN_FILENO, POLLIN, 0};
        if (pad_is_dirty(pad)) {
            blit(pad, &panel);
        }
        if (poll(&input, 1, (int)pad_wait_ms(pad, 1000)) > 0 && read_lines(pad, &panel, options->screenshot)) {
            pad_end(pad, PAD_CANCELLED);
        }
        pad_advance(pad, pad_now());
    }
    explicit_bzero(panel.pixels, panel.size); /* a panel continues to show its buffer */
    munmap(panel.pixels, panel.size);
    return 0;
}
