/* SPDX-License-Identifier: MIT */
/* Prints what the X11 screen reports to the desktop, as lines of JSON. Reads lines from standard input: "preview x y width height …"
 * draws outlines, and "redraw id" asks for a drawing. "close" ends it, "reopen" closes the connection and opens another one, and "stall ms" handles
 * nothing for a while. */
#include "screen.h"

#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static uint64_t now_ns(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

static void print_text(const char *text) {
    putchar('"');
    for (; *text != 0; text++) {
        printf(*text == '"' || *text == '\\' ? "\\%c" : "%c", *text);
    }
    putchar('"');
}

static void print_window(const window *window) {
    box frame = window->frame, content = window->content;
    shadow edge = window->shadow;
    printf("{\"id\":%llu,\"frame\":[%d,%d,%d,%d],\"content\":[%d,%d,%d,%d],\"shadow\":[%d,%d,%d,%d],\"pid\":%d,\"named_pid\":%d,\"embeds\":%d,\"popup\":%d,\"opaque\":%d,\"was_there\":%d",
           (unsigned long long)window->id, frame.x, frame.y, frame.width, frame.height, content.x, content.y, content.width, content.height,
           edge.left, edge.right, edge.top, edge.bottom, (int)window->pid, (int)window->named_pid, window->embeds, window->popup, window->opaque, window->was_there);
    printf(",\"title\":");
    print_text(window->title);
    printf(",\"class\":");
    print_text(window->class_name);
    putchar('}');
}

void desktop_set_windows(desktop *desktop, box bounds, const window *windows, size_t count, uint64_t now) {
    (void)desktop;
    printf("{\"t\":%llu,\"bounds\":[%d,%d],\"windows\":[", (unsigned long long)now, bounds.width, bounds.height);
    for (size_t i = 0; i < count; i++) {
        printf(i > 0 ? "," : "");
        print_window(&windows[i]);
    }
    printf("]}\n");
}

void desktop_damaged(desktop *desktop, uint64_t id, box part, uint64_t now) {
    (void)desktop;
    printf("{\"t\":%llu,\"damage\":%llu,\"box\":[%d,%d,%d,%d]}\n", (unsigned long long)now, (unsigned long long)id, part.x, part.y,
           part.width, part.height);
}

void desktop_drawn(desktop *desktop, uint64_t id, const box *parts, size_t count, bool copies, uint64_t now) {
    (void)desktop;
    for (size_t i = 0; i < count; i++) {
        printf("{\"t\":%llu,\"drawn\":%llu,\"copies\":%d,\"box\":[%d,%d,%d,%d]}\n", (unsigned long long)now, (unsigned long long)id, copies,
               parts[i].x, parts[i].y, parts[i].width, parts[i].height);
    }
}

void desktop_drawing(desktop *desktop, uint64_t id, box part) {
    (void)desktop;
    printf("{\"drawing\":%llu,\"box\":[%d,%d,%d,%d]}\n", (unsigned long long)id, part.x, part.y, part.width, part.height);
}

void desktop_lost(desktop *desktop) {
    (void)desktop;
    printf("{\"t\":%llu,\"lost\":1}\n", (unsigned long long)now_ns());
}

static screen *open_or_exit(void) {
    char error[256] = "";
    screen *screen = screen_x11.open(NULL, error, sizeof error);
    if (screen == NULL) {
        fprintf(stderr, "%s\n", error);
        exit(1);
    }
    return screen;
}

static void preview(screen *screen, char *numbers) {
    box boxes[16];
    size_t count = 0;
    while (count < 16 && sscanf(numbers, "%d %d %d %d", &boxes[count].x, &boxes[count].y, &boxes[count].width, &boxes[count].height) == 4) {
        count++;
        for (int skip = 0; skip < 4; skip++) {
            numbers = strchr(numbers + 1, ' ') != NULL ? strchr(numbers + 1, ' ') : numbers + strlen(numbers);
        }
    }
    screen_x11.preview(screen, boxes, count);
}

int main(void) {
    char line[256];
    screen *screen = open_or_exit();
    setvbuf(stdin, NULL, _IONBF, 0);
    for (;;) {
        fflush(stdout);
        struct pollfd waiting[2] = {{screen_x11.fd(screen), POLLIN, 0}, {STDIN_FILENO, POLLIN, 0}};
        int64_t interval = screen_x11.interval_ns(screen);
        poll(waiting, 2, interval < 0 ? -1 : (int)((interval + 999999) / 1000000));
        if (waiting[1].revents != 0) {
            if (fgets(line, sizeof line, stdin) == NULL || strncmp(line, "close", 5) == 0) {
                break;
            }
            if (strncmp(line, "preview", 7) == 0) {
                preview(screen, line + 7);
            } else if (strncmp(line, "redraw", 6) == 0) {
                uint64_t id = strtoull(line + 6, NULL, 10);
                screen_x11.redraw(screen, &id, 1);
            } else if (strncmp(line, "reopen", 6) == 0) {
                screen_x11.close(screen);
                screen = open_or_exit();
            } else if (strncmp(line, "stall", 5) == 0) {
                usleep((useconds_t)atoi(line + 5) * 1000u);
            }
        }
        if (!screen_x11.handle(screen, now_ns())) {
            desktop_lost(NULL);
            fflush(stdout);
            screen_x11.close(screen);
            screen = open_or_exit();
        }
    }
    screen_x11.close(screen);
    return 0;
}
