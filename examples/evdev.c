/* SPDX-License-Identifier: MIT */
/*
 * Prints the gestures of a Linux touch device, or of a recording of one.
 *
 *  - `evdev /dev/input/event5` reads a device, until it is unplugged or the program is interrupted.
 *  - `evdev FILE [PROPERTIES]` reads a recording of evemu-record. PROPERTIES is a file of evemu-describe with its axes.
 *  - `evdev` reads a short recording that is part of this program.
 *
 * The program reads both protocols of the kernel's multi-touch documentation. In protocol B the device keeps each finger in
 * a numbered slot, and libevdev stores the slots. In protocol A each frame lists all fingers again, and this program
 * finds out which is which.
 */
#include <errno.h>
#include <fcntl.h>
#include <libevdev/libevdev.h>
#include <poll.h>
#include <scrim.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define WIDTH 800.0
#define HEIGHT 480.0

enum {
    MOST = 32 /* fingers */
};

static int failed(scrim_status status, const char *what) {
    if (status != SCRIM_OK)
        fprintf(stderr, "%s: %s\n", what, scrim_status_message(status));
    return status != SCRIM_OK;
}

/* ---- Gestures ---- */

static scrim_gestures *gestures;
static size_t counts[8];

static void print(const scrim_gesture_event *events, size_t count) {
    static const char *const kinds[] = {"", "tap", "long press", "pan", "pinch", "rotation", "swipe", "edge pan"};
    static const char *const states[] = {"possible", "began", "changed", "ended", "cancelled", "failed"};
    for (size_t i = 0; i < count; i++) {
        const scrim_gesture_event *e = &events[i];
        if (e->state == SCRIM_GESTURE_STATE_CHANGED)
            continue;
        counts[e->kind & 7]++;
        printf("%10.3f s  %-10s %-9s %u finger%s at %4.0f %4.0f, moved %4.0f %4.0f, × %.2f, %.0f°\n", (double)e->time_ns / 1e9,
               kinds[e->kind & 7], states[e->state % 6], e->fingers, e->fingers == 1 ? " " : "s", e->x, e->y,
               e->translation_x, e->translation_y, e->scale, e->rotation * 180 / 3.141592653589793);
    }
}

static int feed(const scrim_touch *samples, size_t count) {
    scrim_gesture_event events[64];
    size_t done = 0, consumed = 0, produced = 0;
    while (done < count) {
        if (failed(scrim_gestures_feed(gestures, samples + done, count - done, &consumed, events, 64, &produced), "feed"))
            return 1;
        print(events, produced);
        done += consumed;
    }
    return 0;
}

static int set_up(scrim_scene **scene) {
    scrim_scene_options scene_options = SCRIM_SCENE_OPTIONS_INIT;
    scrim_gestures_options options = SCRIM_GESTURES_OPTIONS_INIT;
    scrim_window window = SCRIM_WINDOW_INIT;
    scrim_id view, id;
    window.frame = (scrim_rect){-1, -1, WIDTH + 2, HEIGHT + 2};
    if (failed(scrim_scene_create(&scene_options, scene), "scene") ||
        failed(scrim_scene_add_window(*scene, &window, &view), "window") ||
        failed(scrim_gestures_create(*scene, &options, &gestures), "gestures"))
        return 1;
    for (uint32_t kind = SCRIM_GESTURE_TAP; kind <= SCRIM_GESTURE_SWIPE; kind++) {
        scrim_recognizer recognizer = {.struct_size = sizeof recognizer};
        if (failed(scrim_recognizer_defaults(kind, SCRIM_PROFILE_ANDROID, 1, &recognizer), "defaults"))
            return 1;
        recognizer.view = view;
        if (kind >= SCRIM_GESTURE_PAN && kind <= SCRIM_GESTURE_ROTATION)
            recognizer.flags = SCRIM_RECOGNIZER_SIMULTANEOUS;
        if (failed(scrim_gestures_add(gestures, &recognizer, &id), "recognizer"))
            return 1;
    }
    return 0;
}

/* ---- From events of the device to touches ---- */

struct contact {
    int tracking; /* the tracking id of the device; -1: none */
    int x, y;
    uint64_t id; /* the id of the touch in Scrim; 0: the finger is not down */
};

static struct libevdev *device;
static int protocol_b;
static struct contact fingers[MOST]; /* protocol B: by slot; protocol A: the fingers of the last frame */
static struct contact blocks[MOST];  /* protocol A: the fingers of this frame */
static int block_count, has_block, has_blocks, dropped;
static uint64_t last_id;

static double scaled(int value, unsigned int code, double length) {
    double low = libevdev_get_abs_minimum(device, code), high = libevdev_get_abs_maximum(device, code);
    return high > low ? ((double)value - low) / (high - low) * length : (double)value;
}

static int send(uint64_t time, struct contact *contact, uint32_t phase) {
    if (phase == SCRIM_TOUCH_BEGAN)
        contact->id = ++last_id;
    scrim_touch touch = {time, contact->id, phase, 0, scaled(contact->x, ABS_MT_POSITION_X, WIDTH),
                         scaled(contact->y, ABS_MT_POSITION_Y, HEIGHT)};
    if (phase == SCRIM_TOUCH_ENDED || phase == SCRIM_TOUCH_CANCELLED)
        contact->id = 0;
    return feed(&touch, 1);
}

/* Protocol B: compares the slots that libevdev stores with the touches that were sent before. */
static int end_frame_b(uint64_t time) {
    int slots = libevdev_get_num_slots(device), bad = 0;
    for (int pass = 0; pass < 2; pass++) { /* first the fingers that were lifted, then the others */
        for (int slot = 0; slot < slots && slot < MOST; slot++) {
            struct contact *finger = &fingers[slot];
            int tracking = libevdev_get_slot_value(device, (unsigned int)slot, ABS_MT_TRACKING_ID);
            int x = libevdev_get_slot_value(device, (unsigned int)slot, ABS_MT_POSITION_X);
            int y = libevdev_get_slot_value(device, (unsigned int)slot, ABS_MT_POSITION_Y);
            if (pass == 0 && finger->id != 0 && finger->tracking != tracking)
                bad |= send(time, finger, SCRIM_TOUCH_ENDED);
            if (pass == 0 || tracking < 0)
                continue;
            int moved = finger->x != x || finger->y != y;
            finger->tracking = tracking;
            finger->x = x;
            finger->y = y;
            if (finger->id == 0)
                bad |= send(time, finger, SCRIM_TOUCH_BEGAN);
            else if (moved)
                bad |= send(time, finger, SCRIM_TOUCH_MOVED);
        }
    }
    return bad;
}

/* Protocol A: finds the finger of the last frame that a block continues: by tracking id, or else the nearest one. */
static int find(const struct contact *block, const int *taken) {
    int found = -1;
    double least = 0;
    for (int i = 0; i < MOST; i++) {
        if (fingers[i].id == 0 || taken[i])
            continue;
        double dx = (double)fingers[i].x - block->x, dy = (double)fingers[i].y - block->y;
        double far = block->tracking >= 0 ? fingers[i].tracking != block->tracking : dx * dx + dy * dy;
        if (block->tracking >= 0 && far > 0)
            continue;
        if (found < 0 || far < least) {
            found = i;
            least = far;
        }
    }
    return found;
}

static int end_frame_a(uint64_t time) {
    int taken[MOST] = {0}, match[MOST], bad = 0;
    for (int i = 0; i < block_count; i++) {
        match[i] = find(&blocks[i], taken);
        if (match[i] >= 0)
            taken[match[i]] = 1;
    }
    for (int i = 0; i < MOST; i++) {
        if (fingers[i].id != 0 && !taken[i])
            bad |= send(time, &fingers[i], SCRIM_TOUCH_ENDED);
    }
    for (int i = 0; i < block_count; i++) {
        int place = match[i];
        for (int k = 0; place < 0 && k < MOST; k++) {
            if (fingers[k].id == 0)
                place = k;
        }
        struct contact *finger = &fingers[place]; /* never -1: there are as many places as blocks */
        int moved = finger->x != blocks[i].x || finger->y != blocks[i].y;
        blocks[i].id = finger->id;
        *finger = blocks[i];
        if (finger->id == 0)
            bad |= send(time, finger, SCRIM_TOUCH_BEGAN);
        else if (moved)
            bad |= send(time, finger, SCRIM_TOUCH_MOVED);
    }
    return bad;
}

static void end_block(void) {
    has_blocks = 1;
    if (has_block && block_count < MOST)
        block_count++;
    has_block = 0;
}

static void take_a(unsigned int code, int value) {
    if (block_count >= MOST)
        return;
    struct contact *block = &blocks[block_count];
    if (!has_block)
        *block = (struct contact){-1, 0, 0, 0};
    if (code == ABS_MT_POSITION_X)
        block->x = value;
    else if (code == ABS_MT_POSITION_Y)
        block->y = value;
    else if (code == ABS_MT_TRACKING_ID)
        block->tracking = value;
    else
        return;
    has_block = 1;
}

static int cancel_all(uint64_t time) {
    scrim_gesture_event events[64];
    size_t produced = 0;
    if (failed(scrim_gestures_cancel(gestures, time, events, 64, &produced), "cancel"))
        return 1;
    print(events, produced);
    for (int i = 0; i < MOST; i++)
        fingers[i].id = 0;
    return 0;
}

/* Handles one event of the device, which libevdev has stored already. */
static int take(const struct input_event *event) {
    uint64_t time = (uint64_t)event->input_event_sec * 1000000000u + (uint64_t)event->input_event_usec * 1000u;
    int bad = 0;
    if (event->type == EV_SYN && event->code == SYN_DROPPED) {
        dropped = 1;
        return cancel_all(time);
    }
    if (event->type == EV_SYN && event->code == SYN_MT_REPORT)
        end_block();
    if (event->type == EV_ABS && !protocol_b)
        take_a(event->code, event->value);
    if (event->type == EV_SYN && event->code == SYN_REPORT) {
        if (!dropped)
            bad = protocol_b ? end_frame_b(time) : has_blocks ? end_frame_a(time)
                                                              : 0;
        dropped = block_count = has_block = has_blocks = 0;
    }
    return bad;
}

/* ---- Where events come from ---- */

static int read_device(const char *path) {
    int fd = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    if (fd < 0 || libevdev_new_from_fd(fd, &device) < 0) {
        fprintf(stderr, "%s: %s\n", path, strerror(errno));
        return 1;
    }
    libevdev_set_clock_id(device, CLOCK_MONOTONIC);
    protocol_b = libevdev_has_event_code(device, EV_ABS, ABS_MT_SLOT);
    struct pollfd ready = {fd, POLLIN, 0};
    int status = LIBEVDEV_READ_STATUS_SUCCESS, bad = 0;
    while (!bad && status != -ENODEV) {
        struct input_event event;
        status = libevdev_next_event(device, status == LIBEVDEV_READ_STATUS_SYNC ? LIBEVDEV_READ_FLAG_SYNC : LIBEVDEV_READ_FLAG_NORMAL,
                                     &event);
        if (status >= 0) {
            bad = take(&event);
            continue;
        }
        /* There is nothing to read. Wait for the next event or the next deadline. */
        uint64_t deadline = SCRIM_NEVER;
        struct timespec time;
        scrim_gesture_event events[64];
        size_t produced = 0;
        scrim_gestures_next_deadline(gestures, &deadline);
        clock_gettime(CLOCK_MONOTONIC, &time);
        uint64_t now = (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
        int wait = deadline == SCRIM_NEVER ? -1 : deadline <= now ? 0
                                                                  : (int)((deadline - now) / 1000000u % 60000u) + 1;
        if (poll(&ready, 1, wait) == 0) {
            clock_gettime(CLOCK_MONOTONIC, &time);
            now = (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
            bad = failed(scrim_gestures_advance(gestures, now, events, 64, &produced), "advance");
            print(events, produced);
        }
    }
    libevdev_free(device);
    close(fd);
    return bad;
}

/* Reads lines of evemu: "A: code min max …" is an axis, and "E: seconds.microseconds type code value" is an event. */
static int read_lines(FILE *file) {
    char line[1024];
    int bad = 0;
    while (!bad && fgets(line, sizeof line, file) != NULL) {
        unsigned int type, code;
        long seconds, microseconds;
        int value, low, high;
        if (sscanf(line, "A: %x %d %d", &code, &low, &high) == 3 && code <= ABS_MAX) {
            struct input_absinfo info = {.minimum = low, .maximum = high};
            /* From now on libevdev stores the values of this axis. ABS_MT_SLOT makes it store them for each slot. */
            libevdev_enable_event_code(device, EV_ABS, code, &info);
        } else if (sscanf(line, "E: %ld.%ld %x %x %d", &seconds, &microseconds, &type, &code, &value) == 5) {
            struct input_event event = {.type = (uint16_t)type, .code = (uint16_t)code, .value = value};
            event.input_event_sec = seconds;
            event.input_event_usec = microseconds;
            protocol_b = libevdev_has_event_code(device, EV_ABS, ABS_MT_SLOT);
            if (protocol_b && type == EV_ABS && code <= ABS_MAX)
                libevdev_set_event_value(device, type, code, value);
            bad = take(&event);
        }
    }
    return bad;
}

static int read_recording(const char *path, const char *properties) {
    int bad = 0;
    const char *paths[] = {properties, path};
    device = libevdev_new();
    for (int i = 0; device != NULL && !bad && i < 2; i++) {
        FILE *file = paths[i] != NULL ? fopen(paths[i], "r") : NULL;
        if (file == NULL && paths[i] != NULL) {
            fprintf(stderr, "%s: %s\n", paths[i], strerror(errno));
            bad = 1;
        } else if (file != NULL) {
            bad = read_lines(file);
            fclose(file);
        }
    }
    libevdev_free(device);
    return bad || device == NULL;
}

/* Two fingers move apart in protocol A. The second frame lists them in the opposite order. */
static const char example[] = "A: 35 0 1000 0 0\nA: 36 0 1000 0 0\n"
                              "E: 1.000000 3 35 400\nE: 1.000000 3 36 500\nE: 1.000000 0 2 0\n"
                              "E: 1.000000 3 35 600\nE: 1.000000 3 36 500\nE: 1.000000 0 2 0\nE: 1.000000 0 0 0\n"
                              "E: 1.008000 3 35 700\nE: 1.008000 3 36 500\nE: 1.008000 0 2 0\n"
                              "E: 1.008000 3 35 300\nE: 1.008000 3 36 500\nE: 1.008000 0 2 0\nE: 1.008000 0 0 0\n"
                              "E: 1.016000 0 2 0\nE: 1.016000 0 0 0\n";

static int read_example(void) {
    FILE *file = fmemopen((void *)(uintptr_t)example, sizeof example - 1, "r");
    device = libevdev_new();
    int bad = file == NULL || device == NULL || read_lines(file);
    if (file != NULL)
        fclose(file);
    libevdev_free(device);
    return bad || counts[SCRIM_GESTURE_PINCH] != 2 || counts[SCRIM_GESTURE_ROTATION] != 0;
}

int main(int argc, char **argv) {
    scrim_scene *scene = NULL;
    int bad = set_up(&scene);
    if (!bad && argc < 2)
        bad = read_example();
    else if (!bad && strncmp(argv[1], "/dev/", 5) == 0)
        bad = read_device(argv[1]);
    else if (!bad)
        bad = read_recording(argv[1], argc > 2 ? argv[2] : NULL);
    scrim_gestures_destroy(gestures);
    scrim_scene_destroy(scene);
    return bad || scrim_live_handles(SCRIM_HANDLE_ANY) != 0;
}
