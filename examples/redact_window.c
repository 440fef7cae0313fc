/* SPDX-License-Identifier: MIT */
/*
 * Takes a screenshot without the windows that have a given title, and writes it as a PPM file.
 *
 *     redact_window [FILE [TITLE]]
 *
 * A window is secure if its title contains TITLE. Without TITLE, every window with a title is secure. FILE is
 * redact_window.ppm by default.
 *
 * Without a DISPLAY, or if this program was built without libX11, it makes up a screen with one window.
 */
#include <scrim.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "program.h"

#ifdef HAVE_X11
#include <X11/Xlib.h>
#include <X11/Xutil.h>
#endif

static int add_window(scrim_scene *scene, scrim_rect frame, const char *title, int secure) {
    scrim_window window = SCRIM_WINDOW_INIT;
    scrim_id id = 0;
    window.frame = frame;
    window.title = (scrim_string){title, strlen(title)};
    window.flags |= secure ? SCRIM_VIEW_SECURE : 0u;
    printf("%s “%s”, %g × %g at %g, %g\n", secure ? "secure:" : "shown: ", title, frame.width, frame.height, frame.x,
           frame.y);
    return failed(scrim_scene_add_window(scene, &window, &id), "window");
}

/* A new scene covers everything, so that nothing is shown by mistake. This lowers the cover. */
static int uncover(scrim_scene *scene) {
    return failed(scrim_scene_set_activity(scene, 0, SCRIM_ACTIVITY_ACTIVE), "activity") ||
           failed(scrim_scene_frame_ready(scene, 0), "frame ready");
}

/* Redacts the frame and writes it. After an error the frame is not written. */
static int redact_and_write(const scrim_scene *scene, const scrim_frame *frame, const char *path) {
    scrim_redact_report report = SCRIM_REDACT_REPORT_INIT;
    int bad = failed(scrim_scene_redact(scene, frame, NULL, &report), "redact");
    if (bad || report.outcome == SCRIM_OUTCOME_DISCARD) {
        return 1;
    }
    printf("%llu pixels covered; see %s\n", (unsigned long long)report.pixels, path);
    return write_ppm(frame, path);
}

static scrim_frame frame_of(uint32_t width, uint32_t height, void *pixels, int64_t stride) {
    scrim_frame frame = SCRIM_FRAME_INIT;
    frame.format = SCRIM_FORMAT_BGRA;
    frame.width = width;
    frame.height = height;
    frame.planes[0] = (scrim_plane){pixels, stride};
    return frame;
}

static int run_synthetic(scrim_scene *scene, const char *path) {
    static uint8_t pixels[120][160][4];
    scrim_frame frame = frame_of(160, 120, pixels, sizeof pixels[0]);
    memset(pixels, 0xEE, sizeof pixels);
    if (add_window(scene, (scrim_rect){40, 30, 80, 50}, "Account", 1) || uncover(scene) ||
        redact_and_write(scene, &frame, path)) {
        return 1;
    }
    for (int y = 0; y < 120; y++) {
        for (int x = 0; x < 160; x++) {
            int inside = x >= 40 && x < 120 && y >= 30 && y < 80;
            if (pixels[y][x][0] != (inside ? 0x00 : 0xEE)) {
                fprintf(stderr, "the pixel at %d, %d is wrong\n", x, y);
                return 1;
            }
        }
    }
    return 0;
}

#ifdef HAVE_X11

/* Adds all windows of the screen to the scene. The X server lists them from the lowest to the nearest. */
static int mirror(Display *display, scrim_scene *scene, const char *secret) {
    Window root = DefaultRootWindow(display), parent, *windows = NULL;
    unsigned count = 0;
    int bad = !XQueryTree(display, root, &root, &parent, &windows, &count);
    for (unsigned i = 0; i < count && !bad; i++) {
        XWindowAttributes shape;
        char *title = NULL;
        if (!XGetWindowAttributes(display, windows[i], &shape) || shape.map_state != IsViewable) {
            continue;
        }
        XFetchName(display, windows[i], &title);
        const char *name = title != NULL ? title : "";
        int borders = 2 * shape.border_width;
        scrim_rect frame = {shape.x, shape.y, shape.width + borders, shape.height + borders};
        bad = add_window(scene, frame, name, *name != '\0' && strstr(name, secret) != NULL);
        if (title != NULL) {
            XFree(title);
        }
    }
    if (windows != NULL) {
        XFree(windows);
    }
    return bad;
}

static int run_display(Display *display, scrim_scene *scene, const char *path, const char *secret) {
    Window root = DefaultRootWindow(display);
    int screen = DefaultScreen(display);
    unsigned width = (unsigned)DisplayWidth(display, screen), height = (unsigned)DisplayHeight(display, screen);
    int bad = 1;
    XImage *image = NULL;
    XGrabServer(display); /* no window moves between the list and the picture */
    if (!mirror(display, scene, secret)) {
        image = XGetImage(display, root, 0, 0, width, height, AllPlanes, ZPixmap);
    }
    XUngrabServer(display);
    XFlush(display);
    if (image == NULL || image->bits_per_pixel != 32 || image->byte_order != LSBFirst || image->red_mask != 0xFF0000) {
        fprintf(stderr, "the screen cannot be read with 32-bit BGRX pixels\n");
    } else {
        scrim_frame frame = frame_of(width, height, image->data, image->bytes_per_line);
        bad = uncover(scene) || redact_and_write(scene, &frame, path);
    }
    if (image != NULL) {
        XDestroyImage(image);
    }
    return bad;
}

#endif

static int run(scrim_scene *scene, const char *path, const char *secret) {
#ifdef HAVE_X11
    if (getenv("DISPLAY") != NULL) {
        Display *display = XOpenDisplay(NULL);
        if (display == NULL) {
            fprintf(stderr, "the display cannot be opened\n");
            return 1;
        }
        int bad = run_display(display, scene, path, secret);
        XCloseDisplay(display);
        return bad;
    }
#endif
    (void)secret;
    return run_synthetic(scene, path);
}

int main(int argc, char **argv) {
    scrim_scene_options options = SCRIM_SCENE_OPTIONS_INIT;
    scrim_scene *scene = NULL;
    const char *path = argc > 1 ? argv[1] : "redact_window.ppm";
    const char *secret = argc > 2 ? argv[2] : "";
    int bad = failed(scrim_scene_create(&options, &scene), "scene") || run(scene, path, secret);
    scrim_scene_destroy(scene);
    return bad;
}
