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
 * finds out which is which. It also reads devices with a single finger or pen.
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

/* What a device reports of a finger: in a slot of protocol B, in a block of protocol A, or as its only one. */
struct contact {
    int tracking; /* the tracking id of the device; -1: none */
    int x, y;
    int tool_type;       /* ABS_MT_TOOL_TYPE; -1: not reported */
    int distance;        /* above the surface */
    int has_x, has_y;    /* protocol A: whether the block has a position */
    int lifted;          /* protocol A: the block is of a finger that does not touch the surface */
    uint64_t id;         /* the id of the touch in Scrim; 0: the finger is not down and does not hover */
    uint32_t tool;       /* as it was sent, SCRIM_TOUCH_TOOL_* */
};

enum protocol {
    SINGLE,
    PROTOCOL_A,
    PROTOCOL_B
};

static struct libevdev *device;
static enum protocol protocol;
static struct contact fingers[MOST]; /* protocol B: by slot; protocol A: the fingers of the last frame */
static struct contact blocks[MOST];  /* protocol A: the fingers of this frame */
static int block_count, lists_fingers, is_empty = 1, dropped;
static uint64_t last_id;
/* What the device reports about itself, and not about one finger. -1: nothing so far. */
static int touch = -1, pressure = -1, distance;
static unsigned int pens; /* a bit for each BTN_TOOL_* that is near */

static const struct contact none = {.tracking = -1, .tool_type = -1};

static double scaled(int value, unsigned int code, double length) {
    double low = libevdev_get_abs_minimum(device, code), high = libevdev_get_abs_maximum(device, code);
    return high > low ? ((double)value - low) / (high - low) * length : (double)value;
}

static int send(uint64_t time, struct contact *contact, uint32_t phase) {
    if (phase == SCRIM_TOUCH_BEGAN)
        contact->id = ++last_id;
    scrim_touch sample = {time, contact->id, phase, contact->tool,
                          scaled(contact->x, protocol == SINGLE ? ABS_X : ABS_MT_POSITION_X, WIDTH),
                          scaled(contact->y, protocol == SINGLE ? ABS_Y : ABS_MT_POSITION_Y, HEIGHT)};
    if (phase == SCRIM_TOUCH_ENDED || phase == SCRIM_TOUCH_CANCELLED)
        contact->id = 0;
    return feed(&sample, 1);
}

/* Whether something touches the surface. -1: the device does not say so. */
static int is_touched(void) {
    int reported = touch < 0 ? pressure : touch;
    return reported < 0 ? -1 : reported > 0;
}

static int is_near(void) {
    return is_touched() <= 0 && (pens != 0 || distance > 0);
}

static uint32_t tool_of(const struct contact *contact) {
    if (contact->distance > 0 || (contact->tool_type < 0 && is_near()))
        return SCRIM_TOUCH_TOOL_HOVER;
    if (contact->tool_type == MT_TOOL_PALM)
        return SCRIM_TOUCH_TOOL_PALM;
    if (contact->tool_type == MT_TOOL_PEN || (contact->tool_type < 0 && pens != 0))
        return pens & 1u << (BTN_TOOL_RUBBER - BTN_TOOL_PEN) ? SCRIM_TOUCH_TOOL_ERASER : SCRIM_TOUCH_TOOL_STYLUS;
    return SCRIM_TOUCH_TOOL_FINGER;
}

/* Whether a finger was lifted. A tool that begins or ceases to hover ends as well, and begins again under another id. */
static int has_ended(const struct contact *finger, const struct contact *now) {
    return finger->id != 0 &&
           (now == NULL || finger->tracking != now->tracking ||
            (finger->tool == SCRIM_TOUCH_TOOL_HOVER) != (tool_of(now) == SCRIM_TOUCH_TOOL_HOVER));
}

/* Sends what has changed since the last sample of a finger that is down or hovers. A finger that turned out to be a palm is sent
 * even if it rests. */
static int update(uint64_t time, struct contact *finger, const struct contact *now) {
    struct contact before = *finger;
    *finger = *now;
    finger->id = before.id;
    finger->tool = tool_of(now);
    if (finger->id == 0)
        return send(time, finger, SCRIM_TOUCH_BEGAN);
    if (finger->x != before.x || finger->y != before.y || finger->tool != before.tool)
        return send(time, finger, SCRIM_TOUCH_MOVED);
    return 0;
}

/* Protocol B: compares the slots that libevdev stores with the touches that were sent before. */
static int end_frame_b(uint64_t time) {
    int slots = libevdev_get_num_slots(device), bad = 0;
    for (int pass = 0; pass < 2; pass++) { /* first the fingers that were lifted, then the others */
        for (unsigned int slot = 0; (int)slot < slots && slot < MOST; slot++) {
            struct contact now = none;
            now.tracking = libevdev_get_slot_value(device, slot, ABS_MT_TRACKING_ID);
            now.x = libevdev_get_slot_value(device, slot, ABS_MT_POSITION_X);
            now.y = libevdev_get_slot_value(device, slot, ABS_MT_POSITION_Y);
            now.distance = libevdev_get_slot_value(device, slot, ABS_MT_DISTANCE);
            if (libevdev_has_event_code(device, EV_ABS, ABS_MT_TOOL_TYPE))
                now.tool_type = libevdev_get_slot_value(device, slot, ABS_MT_TOOL_TYPE);
            if (pass == 0 && has_ended(&fingers[slot], now.tracking < 0 ? NULL : &now))
                bad |= send(time, &fingers[slot], SCRIM_TOUCH_ENDED);
            if (pass == 1 && now.tracking >= 0)
                bad |= update(time, &fingers[slot], &now);
        }
    }
    return bad;
}

/* Devices with a single finger or pen. Its last position counts, because a pen that leaves reports 0 as its position. */
static int end_frame_single(uint64_t time) {
    int is_there = is_touched() == 1 || is_near(), bad = 0;
    if (has_ended(&fingers[0], is_there ? &blocks[0] : NULL))
        bad = send(time, &fingers[0], SCRIM_TOUCH_ENDED);
    return is_there && !bad ? update(time, &fingers[0], &blocks[0]) : bad;
}

/* Protocol A: finds the finger of the last frame that each block continues, by tracking id, or else the nearest pairs first. Other blocks are
 * new fingers. */
static void match(const struct contact **now, int *is_new) {
    for (;;) {
        int place = -1, number = -1;
        double least = 0;
        for (int i = 0; i < MOST * block_count; i++) {
            const struct contact *finger = &fingers[i / block_count], *block = &blocks[i % block_count];
            if (finger->id == 0 || now[i / block_count] != NULL || !is_new[i % block_count])
                continue;
            if (block->tracking >= 0 && finger->tracking != block->tracking)
                continue;
            double dx = (double)finger->x - block->x, dy = (double)finger->y - block->y;
            if (place < 0 || dx * dx + dy * dy < least) {
                place = i / block_count;
                number = i % block_count;
                least = dx * dx + dy * dy;
            }
        }
        if (place < 0)
            return;
        now[place] = &blocks[number];
        is_new[number] = 0;
    }
}

static void end_block(void) {
    lists_fingers = 1;
    if (block_count < MOST && blocks[block_count].has_x && blocks[block_count].has_y)
        block_count++;
    if (block_count < MOST)
        blocks[block_count] = none;
}

static int end_frame_a(uint64_t time) {
    const struct contact *now[MOST] = {NULL};
    int is_new[MOST] = {0}, bad = 0;
    if (lists_fingers)
        end_block(); /* the SYN_MT_REPORT of the last finger may be missing */
    /* A driver that reports BTN_TOUCH or the pressure need not list that there are no fingers. A button that is pressed has a frame
     * without fingers too, and does not lift them. */
    else if (is_touched() > 0 || (is_touched() < 0 && !is_empty))
        return 0;
    for (int i = 0; i < block_count; i++) {
        is_new[i] = 1;
        blocks[i].lifted = (blocks[i].lifted || is_touched() == 0) && tool_of(&blocks[i]) != SCRIM_TOUCH_TOOL_HOVER;
    }
    match(now, is_new); /* lifted fingers as well, because they may still be listed */
    for (int i = 0; i < MOST; i++) {
        if (has_ended(&fingers[i], now[i] == NULL || now[i]->lifted ? NULL : now[i]))
            bad |= send(time, &fingers[i], SCRIM_TOUCH_ENDED);
    }
    for (int i = 0, place = 0; i < block_count; i++) {
        while (is_new[i] && now[place] != NULL)
            place++; /* there are as many places as blocks */
        if (is_new[i])
            now[place] = &blocks[i];
    }
    for (int i = 0; i < MOST; i++) {
        if (now[i] != NULL && !now[i]->lifted)
            bad |= update(time, &fingers[i], now[i]);
    }
    return bad;
}

/* Stores an axis of a block of protocol A. */
static void take_a(unsigned int code, int value) {
    if (block_count >= MOST)
        return;
    struct contact *block = &blocks[block_count];
    if (code == ABS_MT_POSITION_X) {
        block->x = value;
        block->has_x = 1;
    } else if (code == ABS_MT_POSITION_Y) {
        block->y = value;
        block->has_y = 1;
    } else if (code == ABS_MT_TRACKING_ID)
        block->tracking = value;
    else if (code == ABS_MT_TOOL_TYPE)
        block->tool_type = value;
    else if (code == ABS_MT_DISTANCE)
        block->distance = value;
    else if (code == ABS_MT_TOUCH_MAJOR || code == ABS_MT_PRESSURE)
        block->lifted |= value == 0;
    else
        return;
    lists_fingers = 1;
}

static int cancel_all(uint64_t time) {
    scrim_gesture_event events[64];
    size_t produced = 0;
    if (failed(scrim_gestures_cancel(gestures, time, events, 64, &produced), "cancel"))
        return 1;
    print(events, produced);
    for (int i = 0; i < MOST; i++)
        fingers[i].id = 0;
    touch = pressure = -1;
    distance = 0;
    pens = 0;
    return 0;
}

/* Reads what touches the surface or is near after events were lost: libevdev has asked the kernel. A recording does not say it, so
 * nothing is known until it is reported again. */
static void read_state(void) {
    if (libevdev_get_fd(device) < 0)
        return;
    libevdev_fetch_event_value(device, EV_KEY, BTN_TOUCH, &touch);
    libevdev_fetch_event_value(device, EV_ABS, ABS_PRESSURE, &pressure);
    libevdev_fetch_event_value(device, EV_ABS, ABS_DISTANCE, &distance);
    for (unsigned int code = BTN_TOOL_PEN; code <= BTN_TOOL_AIRBRUSH; code++) {
        if (libevdev_get_event_value(device, EV_KEY, code))
            pens |= 1u << (code - BTN_TOOL_PEN);
    }
    if (protocol == SINGLE) {
        libevdev_fetch_event_value(device, EV_ABS, ABS_X, &blocks[0].x);
        libevdev_fetch_event_value(device, EV_ABS, ABS_Y, &blocks[0].y);
    }
}

/* Stores what the device reports about itself, and about a single finger. */
static void take_device(const struct input_event *event) {
    if (event->type == EV_KEY && event->code == BTN_TOUCH)
        touch = event->value;
    else if (event->type == EV_KEY && event->code >= BTN_TOOL_PEN && event->code <= BTN_TOOL_AIRBRUSH) {
        unsigned int bit = 1u << (event->code - BTN_TOOL_PEN);
        pens = event->value ? pens | bit : pens & ~bit;
    } else if (event->type == EV_ABS && event->code == ABS_PRESSURE)
        pressure = event->value;
    else if (event->type == EV_ABS && event->code == ABS_DISTANCE)
        distance = event->value;
    else if (event->type == EV_ABS && event->code == ABS_X && protocol == SINGLE)
        blocks[0].x = event->value;
    else if (event->type == EV_ABS && event->code == ABS_Y && protocol == SINGLE)
        blocks[0].y = event->value;
}

/* Handles one event of the device, which libevdev has stored already. */
static int take(const struct input_event *event) {
    static int (*const end_frame[])(uint64_t) = {end_frame_single, end_frame_a, end_frame_b};
    uint64_t time = (uint64_t)event->input_event_sec * 1000000000u + (uint64_t)event->input_event_usec * 1000u;
    int bad = 0;
    if (event->type == EV_SYN && event->code == SYN_DROPPED) {
        dropped = 1;
        return cancel_all(time);
    }
    if (event->type == EV_SYN && event->code == SYN_REPORT) {
        if (dropped)
            read_state();
        else
            bad = end_frame[protocol](time);
        if (protocol == PROTOCOL_A)
            blocks[0] = none;
        dropped = block_count = lists_fingers = 0;
        is_empty = 1;
        return bad;
    }
    is_empty = 0;
    if (dropped)
        return 0;
    take_device(event);
    if (protocol == PROTOCOL_A && event->type == EV_SYN && event->code == SYN_MT_REPORT)
        end_block();
    if (protocol == PROTOCOL_A && event->type == EV_ABS)
        take_a(event->code, event->value);
    return 0;
}

static void find_protocol(void) {
    protocol = libevdev_has_event_code(device, EV_ABS, ABS_MT_SLOT)         ? PROTOCOL_B
               : libevdev_has_event_code(device, EV_ABS, ABS_MT_POSITION_X) ? PROTOCOL_A
                                                                            : SINGLE;
    blocks[0] = none;
}

/* ---- Where events come from ---- */

static int read_device(const char *path) {
    int fd = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    if (fd < 0 || libevdev_new_from_fd(fd, &device) < 0) {
        fprintf(stderr, "%s: %s\n", path, strerror(errno));
        return 1;
    }
    libevdev_set_clock_id(device, CLOCK_MONOTONIC);
    find_protocol();
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
            find_protocol();
        } else if (sscanf(line, "E: %ld.%ld %x %x %d", &seconds, &microseconds, &type, &code, &value) == 5) {
            struct input_event event = {.type = (uint16_t)type, .code = (uint16_t)code, .value = value};
            event.input_event_sec = seconds;
            event.input_event_usec = microseconds;
            if (protocol == PROTOCOL_B && type == EV_ABS && code <= ABS_MAX)
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
