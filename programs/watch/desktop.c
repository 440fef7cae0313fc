/* SPDX-License-Identifier: MIT */
#include "desktop.h"

#include <stdlib.h>
#include <unistd.h>
#include <sys/eventfd.h>

struct desktop {
    int questions_fd, covers_fd;
};

desktop *desktop_new(const desktop_times *times) {
    (void)times;
    desktop *desktop = calloc(1, sizeof *desktop);
    if (desktop != NULL) {
        desktop->questions_fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
        desktop->covers_fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    }
    return desktop;
}

void desktop_free(desktop *desktop) {
    if (desktop != NULL) {
        close(desktop->questions_fd);
        close(desktop->covers_fd);
        free(desktop);
    }
}

void desktop_set_windows(desktop *desktop, box bounds, const window *windows, size_t count, uint64_t now_ns) {
    (void)desktop, (void)bounds, (void)windows, (void)count, (void)now_ns;
}
void desktop_damaged(desktop *desktop, uint64_t id, box part, uint64_t now_ns) {
    (void)desktop, (void)id, (void)part, (void)now_ns;
}
void desktop_lost(desktop *desktop) { (void)desktop; }

size_t desktop_covers(desktop *desktop, uint64_t now_ns, box covers[DESKTOP_MAX_COVERS], uint64_t *next_ns) {
    (void)desktop, (void)now_ns, (void)covers;
    *next_ns = UINT64_MAX;
    return SIZE_MAX;
}

bool desktop_next_question(desktop *desktop, uint64_t now_ns, question *out, uint64_t *wait_ns) {
    (void)desktop, (void)now_ns, (void)out;
    *wait_ns = UINT64_MAX;
    return false;
}

void desktop_answer(desktop *desktop, const question *question, const reading *reading, uint64_t asked_ns, uint64_t now_ns) {
    (void)desktop, (void)question, (void)reading, (void)asked_ns, (void)now_ns;
}
void desktop_changed(desktop *desktop, pid_t pid, uint64_t id, uint64_t now_ns) {
    (void)desktop, (void)pid, (void)id, (void)now_ns;
}
void desktop_forget(desktop *desktop, pid_t pid, uint64_t now_ns) { (void)desktop, (void)pid, (void)now_ns; }

bool desktop_window(desktop *desktop, size_t index, window *window, reading *reading, uint64_t now_ns) {
    (void)desktop, (void)index, (void)window, (void)reading, (void)now_ns;
    return false;
}

box desktop_bounds(desktop *desktop) {
    (void)desktop;
    return (box){0, 0, 0, 0};
}

int desktop_questions_fd(const desktop *desktop) { return desktop->questions_fd; }
int desktop_covers_fd(const desktop *desktop) { return desktop->covers_fd; }
