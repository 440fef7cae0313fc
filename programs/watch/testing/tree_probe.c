/* SPDX-License-Identifier: MIT */
/* Runs all of scrim-watch but its feed, and prints a line of JSON whenever the state of a window changes. */
#include "report.h"
#include "rules.h"
#include "tree.h"
#include "watch.h"

#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum {
    MAX_WINDOWS = 128
};

static struct state {
    uint64_t id;
    bool listed;
    char title[WINDOW_TEXT];
    char line[8192];
} states[MAX_WINDOWS];

static void print_window(const window *window, const reading *reading) {
    static const char *const names[] = {"unknown", "no secret", "secrets", "covered", "shown"};
    struct state *state = states;
    char line[sizeof state->line];
    size_t used = (size_t)snprintf(line, sizeof line, "\"id\": %llu, \"title\": \"%s\", \"application\": \"%s\", \"popup\": %d, \"state\": \"%s\", \"reason\": \"%s\", \"boxes\": [",
                                   (unsigned long long)window->id, window->title, reading->application, window->popup, names[reading->verdict], reading->reason);
    for (size_t i = 0; i < reading->count && used < sizeof line - 64; i++) {
        const box *box = &reading->boxes[i];
        used += (size_t)snprintf(line + used, sizeof line - used, "%s[%d, %d, %d, %d]", i > 0 ? ", " : "", box->x, box->y, box->width, box->height);
    }
    while (state->id != 0 && state->id != window->id && state < states + MAX_WINDOWS - 1) {
        state++;
    }
    state->listed = true;
    if (state->id == window->id && strcmp(state->line, line) == 0) {
        return;
    }
    state->id = window->id;
    strcpy(state->line, line);
    strcpy(state->title, window->title);
    printf("{\"t\": %.4f, %s]}\n", (double)watch_now_ns() / 1e9, line);
    fflush(stdout);
}

static void print_gone(void) {
    for (struct state *state = states; state < states + MAX_WINDOWS; state++) {
        if (state->id != 0 && !state->listed && state->line[0] != '\0') {
            printf("{\"t\": %.4f, \"id\": %llu, \"title\": \"%s\", \"popup\": 0, \"state\": \"gone\", \"boxes\": []}\n",
                   (double)watch_now_ns() / 1e9, (unsigned long long)state->id, state->title);
            fflush(stdout);
            state->line[0] = '\0';
        }
        state->listed = false;
    }
}

static void *print_changes(void *desktop) {
    const struct timespec pause = {0, 2000000};
    for (;;) {
        size_t count;
        known_window *windows = desktop_copy_windows(desktop, watch_now_ns(), &count); /* all at one moment */
        for (size_t i = 0; i < count; i++) {
            print_window(&windows[i].window, &windows[i].reading);
        }
        if (windows != NULL) {
            print_gone();
        }
        free(windows);
        nanosleep(&pause, NULL);
    }
    return NULL;
}

int main(int count, char **arguments) {
    static const desktop_times times = DESKTOP_TIMES_INIT;
    char error[1024] = "";
    rules *rules = count > 1 ? rules_read(arguments[1], error, sizeof error) : rules_new();
    desktop *desktop = desktop_new(&times);
    watch_options options = {.desktop = desktop, .kind = &screen_x11, .stop_fd = -1, .ended = tree_stop};
    pthread_t thread;
    if (rules == NULL || !tree_open(desktop, rules, error, sizeof error) ||
        (options.screen = screen_x11.open(desktop, error, sizeof error)) == NULL || watch_start(&options) == NULL ||
        pthread_create(&thread, NULL, print_changes, desktop) != 0) {
        fprintf(stderr, "%s\n", error);
        return 1;
    }
    bool stopped = tree_run();
    fprintf(stderr, "%s\n", stopped ? "stopped" : "the bus is gone");
    return stopped ? 0 : 3;
}
