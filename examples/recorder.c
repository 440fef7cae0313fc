/* SPDX-License-Identifier: MIT */
/*
 * Records the whole screen as fast as it can, without the windows that have a given title. Prints how fast it was.
 *
 *     recorder [SECONDS [TITLE [FOLDER]]]
 *
 * A window is secure if its title contains TITLE. Without TITLE, every window with a title is secure. If FOLDER is given,
 * a frame is written to it as a PPM file each tenth of a second.
 *
 * Without a DISPLAY, or if this program was built without libX11, it records frames that it makes up.
 */
#define _XOPEN_SOURCE 700
#include <scrim.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "program.h"

#ifdef HAVE_X11
#include <sys/ipc.h>
#include <sys/shm.h>
#include <X11/Xlib.h>
#include <X11/Xutil.h>
#include <X11/extensions/XShm.h>
#endif

#define COVER_COLOR 0xFF00FFFFu /* magenta, so that you see what is covered */

struct recorder {
    scrim_scene *scene;
    scrim_capture *capture;
    const char *folder;
    uint64_t began, redacting; /* nanoseconds */
    unsigned frames, covered, written;
};

static uint64_t now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

static int start(struct recorder *recorder) {
    scrim_scene_options options = SCRIM_SCENE_OPTIONS_INIT;
    scrim_capture_options stream = SCRIM_CAPTURE_OPTIONS_INIT;
    stream.style.color = COVER_COLOR;
    /* The program asks for the windows before and after each picture. The scene is behind the screen by that time at most. */
    stream.max_speed = 1000;
    stream.max_latency_ns = 5000000;
    stream.update_interval_ns = 20000000;
    recorder->began = now();
    return failed(scrim_scene_create(&options, &recorder->scene), "scene") ||
           failed(scrim_capture_create(&stream, &recorder->capture), "capture") ||
           failed(scrim_scene_set_activity(recorder->scene, 0, SCRIM_ACTIVITY_ACTIVE), "activity") ||
           failed(scrim_scene_frame_ready(recorder->scene, 0), "frame ready");
}

static void stop(struct recorder *recorder) {
    scrim_capture_destroy(recorder->capture);
    scrim_scene_destroy(recorder->scene);
}

static int write_frame(struct recorder *recorder, const scrim_frame *frame) {
    char path[4096];
    snprintf(path, sizeof path, "%s/frame-%03u.ppm", recorder->folder, recorder->written++);
    return write_ppm(frame, path);
}

/* Redacts a frame, and writes it if one is due. After an error the frame is not written. `time` is the time now. */
static int record(struct recorder *recorder, const scrim_frame *frame, uint64_t from, uint64_t to, uint64_t time) {
    scrim_redact_report report = SCRIM_REDACT_REPORT_INIT;
    scrim_snapshot *snapshot = NULL;
    const uint64_t before = now();
    int bad = failed(scrim_scene_snapshot(recorder->scene, time, &snapshot), "snapshot") ||
              failed(scrim_capture_redact(recorder->capture, snapshot, frame, from, to, &report), "redact");
    scrim_snapshot_destroy(snapshot);
    recorder->redacting += now() - before;
    if (bad || report.outcome == SCRIM_OUTCOME_DISCARD) {
        return 1;
    }
    recorder->frames++;
    recorder->covered += report.outcome == SCRIM_OUTCOME_COVERED;
    const int is_due = (now() - recorder->began) / 100000000u >= recorder->written;
    return recorder->folder != NULL && is_due ? write_frame(recorder, frame) : 0;
}

static void print_speed(const struct recorder *recorder, const scrim_frame *frame) {
    const double seconds = (double)(now() - recorder->began) / 1e9, count = recorder->frames;
    printf("%u frames of %u × %u in %.2f s: %.0f per second, %.2f ms to redact each, %u covered completely\n",
           recorder->frames, frame->width, frame->height, seconds, count / seconds,
           (double)recorder->redacting / 1e6 / count, recorder->covered);
}

static scrim_frame frame_of(uint32_t width, uint32_t height, void *pixels, int64_t stride) {
    scrim_frame frame = SCRIM_FRAME_INIT;
    frame.format = SCRIM_FORMAT_BGRA;
    frame.width = width;
    frame.height = height;
    frame.planes[0] = (scrim_plane){pixels, stride};
    return frame;
}

/* Moves a white window across a gray screen. No white pixel may be left in any frame. */
static int run_synthetic(struct recorder *recorder) {
    static uint8_t pixels[120][160][4];
    scrim_frame frame = frame_of(160, 120, pixels, sizeof pixels[0]);
    scrim_window window = SCRIM_WINDOW_INIT;
    scrim_id id = 0;
    window.flags |= SCRIM_VIEW_SECURE;
    window.frame = (scrim_rect){0, 40, 40, 30};
    int bad = failed(scrim_scene_add_window(recorder->scene, &window, &id), "window");
    for (int x = 0; x < 120 && !bad; x++) {
        window.frame.x = x;
        bad = failed(scrim_scene_update_window(recorder->scene, id, &window), "window");
        memset(pixels, 0x80, sizeof pixels);
        for (int y = 40; y < 70; y++) {
            memset(pixels[y][x], 0xFF, sizeof pixels[y][x] * 40);
        }
        /* A frame each 10 ms. Until the history is as long as the hold time of 150 ms, frames are covered completely. */
        const uint64_t time = recorder->began + (uint64_t)x * 10000000u;
        bad |= record(recorder, &frame, time, time, time);
        for (int y = 0; y < 120 && !bad; y++) {
            for (int column = 0; column < 160 && !bad; column++) {
                bad = pixels[y][column][1] == 0xFF;
            }
        }
    }
    print_speed(recorder, &frame);
    return bad || recorder->covered != 15;
}

#ifdef HAVE_X11

enum {
    MAX_WINDOWS = 256
};

/* The windows of the screen that are in the scene. */
struct mirror {
    struct {
        Window window;
        scrim_id id;
        int is_seen;
    } known[MAX_WINDOWS];
    int count;
    const char *secret;
};

/* A window may be closed between two requests about it. */
static int ignore(Display *display, XErrorEvent *error) {
    (void)display, (void)error;
    return 0;
}

static int mirror_window(struct recorder *recorder, struct mirror *mirror, Display *display, Window window) {
    XWindowAttributes shape;
    char *title = NULL;
    int i = 0;
    if (!XGetWindowAttributes(display, window, &shape) || shape.map_state != IsViewable) {
        return 0;
    }
    XFetchName(display, window, &title);
    scrim_window properties = SCRIM_WINDOW_INIT;
    const int borders = 2 * shape.border_width;
    properties.frame = (scrim_rect){shape.x, shape.y, shape.width + borders, shape.height + borders};
    if (title != NULL && *title != '\0' && strstr(title, mirror->secret) != NULL) {
        properties.flags |= SCRIM_VIEW_SECURE;
    }
    if (title != NULL) {
        XFree(title);
    }
    while (i < mirror->count && mirror->known[i].window != window) {
        i++;
    }
    if (i == MAX_WINDOWS) {
        fprintf(stderr, "the screen has more than %d windows, which this example does not follow\n", MAX_WINDOWS);
        return 1;
    }
    mirror->known[i].is_seen = 1;
    if (i < mirror->count) {
        return failed(scrim_scene_update_window(recorder->scene, mirror->known[i].id, &properties), "window");
    }
    mirror->known[mirror->count++].window = window;
    return failed(scrim_scene_add_window(recorder->scene, &properties, &mirror->known[i].id), "window");
}

/* Updates the scene with all windows of the screen, in the order of the X server. */
static int mirror_all(struct recorder *recorder, struct mirror *mirror, Display *display) {
    Window root = DefaultRootWindow(display), parent, *windows = NULL;
    unsigned count = 0;
    int bad = !XQueryTree(display, root, &root, &parent, &windows, &count);
    for (int i = 0; i < mirror->count; i++) {
        mirror->known[i].is_seen = 0;
    }
    for (unsigned i = 0; i < count && !bad; i++) {
        bad = mirror_window(recorder, mirror, display, windows[i]);
    }
    if (windows != NULL) {
        XFree(windows);
    }
    for (int i = mirror->count - 1; i >= 0 && !bad; i--) {
        if (!mirror->known[i].is_seen) {
            bad = failed(scrim_scene_remove(recorder->scene, mirror->known[i].id), "remove");
            mirror->known[i] = mirror->known[--mirror->count];
        }
    }
    return bad;
}

static int record_screen(struct recorder *recorder, Display *display, XImage *image, const char *secret, double seconds) {
    static struct mirror mirror;
    scrim_frame frame = frame_of((uint32_t)image->width, (uint32_t)image->height, image->data, image->bytes_per_line);
    int bad = 0;
    mirror.secret = secret;
    while (!bad && (double)(now() - recorder->began) < seconds * 1e9) {
        bad = mirror_all(recorder, &mirror, display);
        const uint64_t from = now();
        bad |= !XShmGetImage(display, DefaultRootWindow(display), image, 0, 0, AllPlanes);
        const uint64_t to = now();
        bad = bad || mirror_all(recorder, &mirror, display) || record(recorder, &frame, from, to, now());
    }
    print_speed(recorder, &frame);
    return bad;
}

static int run_display(struct recorder *recorder, Display *display, const char *secret, double seconds) {
    const int screen = DefaultScreen(display);
    XShmSegmentInfo segment = {.shmid = -1};
    XImage *image = NULL;
    int bad = 1;
    XSetErrorHandler(ignore);
    if (XShmQueryExtension(display)) {
        image = XShmCreateImage(display, DefaultVisual(display, screen), (unsigned)DefaultDepth(display, screen), ZPixmap,
                                NULL, &segment, (unsigned)DisplayWidth(display, screen),
                                (unsigned)DisplayHeight(display, screen));
    }
    if (image == NULL || image->bits_per_pixel != 32 || image->byte_order != LSBFirst || image->red_mask != 0xFF0000) {
        fprintf(stderr, "the screen cannot be read through shared memory with 32-bit BGRX pixels\n");
        return 1;
    }
    segment.shmid = shmget(IPC_PRIVATE, (size_t)image->bytes_per_line * (size_t)image->height, IPC_CREAT | 0600);
    segment.shmaddr = segment.shmid < 0 ? (char *)-1 : shmat(segment.shmid, NULL, 0);
    if (segment.shmaddr != (char *)-1) {
        image->data = segment.shmaddr;
        if (XShmAttach(display, &segment)) {
            XSync(display, False);
            bad = record_screen(recorder, display, image, secret, seconds);
            XShmDetach(display, &segment);
            XSync(display, False);
        }
        shmdt(segment.shmaddr);
    }
    if (segment.shmid >= 0) {
        shmctl(segment.shmid, IPC_RMID, NULL);
    }
    image->data = NULL;
    XDestroyImage(image);
    return bad;
}

#endif

static int run(struct recorder *recorder, double seconds, const char *secret) {
#ifdef HAVE_X11
    if (getenv("DISPLAY") != NULL) {
        Display *display = XOpenDisplay(NULL);
        if (display == NULL) {
            fprintf(stderr, "the display cannot be opened\n");
            return 1;
        }
        int bad = run_display(recorder, display, secret, seconds);
        XCloseDisplay(display);
        return bad;
    }
#endif
    (void)seconds, (void)secret;
    return run_synthetic(recorder);
}

int main(int argc, char **argv) {
    struct recorder recorder = {.folder = argc > 3 ? argv[3] : NULL};
    const double seconds = argc > 1 ? strtod(argv[1], NULL) : 5;
    int bad = start(&recorder) || run(&recorder, seconds, argc > 2 ? argv[2] : "");
    stop(&recorder);
    return bad;
}
