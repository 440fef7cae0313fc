/* SPDX-License-Identifier: MIT */
#include "watch.h"

#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <time.h>
#include <unistd.h>

enum {
    POLL_SCREEN,
    POLL_COVERS,
    POLL_STOP,
    POLL_SIGNAL,
    POLL_COUNT
};
enum {
    REDRAWS_AT_ONCE = 16 /* the others follow */
};
static const char screen_lost[] = "the connection to the screen is lost";
static const uint64_t heartbeat_ns = (uint64_t)PUBLISH_INTERVAL_MS * 1000000u;

/* If the thread did not run for so much longer than it wanted to sleep, for example because the program was stopped, what it knows is
 * old. A snapshot with the time of now would claim the contrary. So everything is covered until the tree has had time to be read. */
static const uint64_t stalled_ns = 50000000, catch_up_ns = 100000000;

struct watch {
    watch_options options;
    pthread_t thread;
    int stop_fd;
    const char *failure;   /* why the thread ends; NULL: it runs, or was stopped */
    uint64_t asked_ns;     /* when the screen was last asked by time */
    uint64_t published_ns; /* 0: never */
    uint64_t next_ns;      /* when covers change although nothing happens */
    uint64_t updated_ns;   /* when the thread last ran; 0: never */
    uint64_t covered_until_ns; /* as a whole, because the thread did not run */
    box bounds;            /* of what was published */
    size_t count;          /* likewise */
    box covers[DESKTOP_MAX_COVERS];
    box next_covers[DESKTOP_MAX_COVERS];
};

uint64_t watch_now_ns(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

static bool is_asked_by_time(const watch *watch) { return watch->options.kind->interval_ns(watch->options.screen) >= 0; }

static uint64_t next_wake_ns(const watch *watch) {
    uint64_t wake_ns = watch->published_ns + heartbeat_ns;
    wake_ns = watch->next_ns < wake_ns ? watch->next_ns : wake_ns;
    if (is_asked_by_time(watch)) {
        uint64_t asks_ns = watch->asked_ns + (uint64_t)watch->options.kind->interval_ns(watch->options.screen);
        wake_ns = asks_ns < wake_ns ? asks_ns : wake_ns;
    }
    return wake_ns;
}

/* Waits for events, or until it is time. False if the thread should end. */
static bool wait_for_events(watch *watch, struct pollfd fds[POLL_COUNT]) {
    uint64_t now_ns = watch_now_ns(), wake_ns = next_wake_ns(watch), wait_ns = wake_ns > now_ns ? wake_ns - now_ns : 0;
    struct timespec wait = {(time_t)(wait_ns / 1000000000u), (long)(wait_ns % 1000000000u)};
    fds[POLL_SCREEN] = (struct pollfd){watch->options.kind->fd(watch->options.screen), POLLIN, 0};
    fds[POLL_COVERS] = (struct pollfd){desktop_covers_fd(watch->options.desktop), POLLIN, 0};
    fds[POLL_STOP] = (struct pollfd){watch->stop_fd, POLLIN, 0};
    fds[POLL_SIGNAL] = (struct pollfd){watch->options.stop_fd, POLLIN, 0};
    int ready = ppoll(fds, POLL_COUNT, &wait, NULL);
    if (ready < 0 && errno != EINTR) {
        watch->failure = screen_lost;
        return false;
    }
    return ready <= 0 || (fds[POLL_STOP].revents == 0 && fds[POLL_SIGNAL].revents == 0);
}

static void handle_screen(watch *watch, bool readable, uint64_t now_ns) {
    uint64_t interval_ns = (uint64_t)watch->options.kind->interval_ns(watch->options.screen);
    bool due = is_asked_by_time(watch) && now_ns >= watch->asked_ns + interval_ns;
    if (due) {
        watch->asked_ns = now_ns;
    }
    if ((readable || due) && !watch->options.kind->handle(watch->options.screen, now_ns)) {
        desktop_lost(watch->options.desktop);
        watch->failure = screen_lost;
    }
}

static bool has_changed(const watch *watch, box bounds, size_t count) {
    return watch->published_ns == 0 || count != watch->count || memcmp(&bounds, &watch->bounds, sizeof bounds) != 0 ||
           (count <= DESKTOP_MAX_COVERS && memcmp(watch->covers, watch->next_covers, count * sizeof *watch->covers) != 0);
}

static void show_preview(watch *watch) {
    bool all = watch->count > DESKTOP_MAX_COVERS;
    watch->options.kind->preview(watch->options.screen, all ? &watch->bounds : watch->covers, all ? 1 : watch->count);
}

/* Covers everything for a while after a pause. */
static size_t cover_after_pause(watch *watch, size_t count, uint64_t now_ns) {
    if (watch->updated_ns != 0 && now_ns - watch->updated_ns > heartbeat_ns + stalled_ns) {
        watch->covered_until_ns = now_ns + catch_up_ns;
    }
    watch->updated_ns = now_ns;
    if (now_ns >= watch->covered_until_ns) {
        return count;
    }
    watch->next_ns = watch->covered_until_ns < watch->next_ns ? watch->covered_until_ns : watch->next_ns;
    return SIZE_MAX;
}

static void ask_to_draw(const watch *watch, uint64_t now_ns) {
    uint64_t ids[REDRAWS_AT_ONCE];
    size_t count = desktop_redraws(watch->options.desktop, now_ns, ids, REDRAWS_AT_ONCE);
    if (count > 0) {
        watch->options.kind->redraw(watch->options.screen, ids, count);
    }
}

static void update(watch *watch, uint64_t now_ns) {
    size_t count = desktop_covers(watch->options.desktop, now_ns, watch->next_covers, &watch->next_ns);
    if (watch->options.kind->redraw != NULL && watch->failure == NULL) {
        ask_to_draw(watch, now_ns);
    }
    count = cover_after_pause(watch, count, now_ns);
    box bounds = desktop_bounds(watch->options.desktop);
    bool changed = has_changed(watch, bounds, count);
    if (!changed && now_ns < watch->published_ns + heartbeat_ns) {
        return;
    }
    watch->count = count;
    watch->bounds = bounds;
    memcpy(watch->covers, watch->next_covers, count <= DESKTOP_MAX_COVERS ? count * sizeof *watch->covers : 0);
    watch->published_ns = now_ns;
    if (watch->options.publisher != NULL) {
        publisher_publish(watch->options.publisher, bounds, watch->covers, count, now_ns);
        if (!publisher_is_found(watch->options.publisher)) {
            watch->failure = "the file of the feed was removed or replaced, so recorders do not find it";
        }
    }
    if (watch->options.preview && changed && watch->failure == NULL) {
        show_preview(watch);
    }
}

static void *run(void *user_data) {
    watch *watch = user_data;
    struct pollfd fds[POLL_COUNT];
    update(watch, watch_now_ns());
    while (watch->failure == NULL && wait_for_events(watch, fds)) {
        handle_screen(watch, fds[POLL_SCREEN].revents != 0, watch_now_ns());
        update(watch, watch_now_ns());
    }
    publisher_close(watch->options.publisher);
    watch->options.kind->close(watch->options.screen);
    if (watch->options.ended != NULL) {
        watch->options.ended();
    }
    return NULL;
}

watch *watch_start(const watch_options *options) {
    watch *watch = calloc(1, sizeof *watch);
    if (watch == NULL) {
        return NULL;
    }
    watch->options = *options;
    watch->stop_fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    if (watch->stop_fd < 0 || pthread_create(&watch->thread, NULL, run, watch) != 0) {
        if (watch->stop_fd >= 0) {
            close(watch->stop_fd);
        }
        free(watch);
        return NULL;
    }
    return watch;
}

const char *watch_stop(watch *watch) {
    static const uint64_t one = 1;
    while (write(watch->stop_fd, &one, sizeof one) < 0 && errno == EINTR) {
    }
    pthread_join(watch->thread, NULL);
    const char *failure = watch->failure;
    close(watch->stop_fd);
    free(watch);
    return failure;
}
