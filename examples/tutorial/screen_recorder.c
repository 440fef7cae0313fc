/* SPDX-License-Identifier: MIT */
/*
 * Opens a window with a sign-in form that slides up and down, and records the window for two seconds.
 * No recorded frame shows the password.
 *
 *     screen_recorder FOLDER
 */
#define _POSIX_C_SOURCE 200809L
#include <X11/Xlib.h>
#include <X11/Xutil.h>
#include <math.h>
#include <scrim.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* In points, which are pixels of the X11 screen. */
#define X 20
#define Y 20
#define WIDTH 480
#define HEIGHT 320
#define FRAMES 60

struct recorder {
    Display *display;
    Window window;
    int form_y; /* the form slides up and down in the window */
    scrim_scene *scene;
    scrim_id form;
    scrim_capture *capture;
};

/* Ends the program after an error: a recorder that cannot redact must not record. */
static void check(int is_good, const char *what, const char *why) {
    if (!is_good) {
        fprintf(stderr, "%s: %s\n", what, why);
        exit(1);
    }
}

static void must(scrim_status status, const char *what) {
    check(status == SCRIM_OK, what, scrim_status_message(status));
}

static uint64_t now_ns(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

static void open_window(struct recorder *recorder) {
    XSetWindowAttributes attributes = {.background_pixel = 0xF0F0F4, .override_redirect = True};
    XEvent event;
    Display *display = recorder->display = XOpenDisplay(NULL);
    check(display != NULL, "X11", "the display cannot be opened");
    recorder->window = XCreateWindow(display, DefaultRootWindow(display), X, Y, WIDTH, HEIGHT, 0,
                                     CopyFromParent, InputOutput, CopyFromParent,
                                     CWBackPixel | CWOverrideRedirect, &attributes);
    XSelectInput(display, recorder->window, ExposureMask);
    XMapRaised(display, recorder->window);
    XWindowEvent(display, recorder->window, ExposureMask, &event); /* it is on the screen now */
}

static void draw_box(Display *display, Window window, int y, unsigned long color, const char *text) {
    GC gc = DefaultGC(display, DefaultScreen(display));
    XSetForeground(display, gc, color);
    XFillRectangle(display, window, gc, 40, y, 400, 40);
    XSetForeground(display, gc, 0x202020);
    XDrawString(display, window, gc, 50, y + 25, text, (int)strlen(text));
}

static void draw(const struct recorder *recorder) {
    XClearWindow(recorder->display, recorder->window);
    draw_box(recorder->display, recorder->window, recorder->form_y, 0xC8DCFF, "maria@example.com");
    draw_box(recorder->display, recorder->window, recorder->form_y + 80, 0xFFDC64, "hunter2");
    XSync(recorder->display, False);
}

static scrim_view form_at(int y) {
    scrim_view form = SCRIM_VIEW_INIT;
    form.frame = (scrim_rect){40, y, 400, 120}; /* from the window's top left corner */
    return form;
}

static void describe_window(struct recorder *recorder) {
    scrim_scene_options options = SCRIM_SCENE_OPTIONS_INIT;
    scrim_window window = SCRIM_WINDOW_INIT;
    scrim_view form = form_at(recorder->form_y);
    scrim_view password = SCRIM_VIEW_INIT;
    scrim_id window_id = 0, password_id = 0;
    window.frame = (scrim_rect){X, Y, WIDTH, HEIGHT};
    password.frame = (scrim_rect){0, 80, 400, 40}; /* from the form's top left corner */
    password.flags |= SCRIM_VIEW_SECURE;
    must(scrim_scene_create(&options, &recorder->scene), "scene");
    must(scrim_scene_add_window(recorder->scene, &window, &window_id), "window");
    must(scrim_scene_add_view(recorder->scene, window_id, &form, &recorder->form), "form");
    must(scrim_scene_add_view(recorder->scene, recorder->form, &password, &password_id), "password");
    must(scrim_scene_set_activity(recorder->scene, 0, SCRIM_ACTIVITY_ACTIVE), "activity");
    must(scrim_scene_frame_ready(recorder->scene, 0), "frame ready");
}

static void start_capture(struct recorder *recorder) {
    scrim_capture_options options = SCRIM_CAPTURE_OPTIONS_INIT;
    options.origin = (scrim_point){X, Y}; /* the frames begin at this point of the screen */
    options.hold_ns = 150000000;          /* 150 ms */
    must(scrim_capture_create(&options, &recorder->capture), "capture");
}

static void move_form(struct recorder *recorder, int frame) {
    recorder->form_y = (int)(100 - 80 * cos(frame / 8.0));
    scrim_view form = form_at(recorder->form_y);
    must(scrim_scene_update_view(recorder->scene, recorder->form, &form), "form");
}

static void write_picture(const XImage *image, const char *folder, int number) {
    char path[4096];
    snprintf(path, sizeof path, "%s/frame-%02d.ppm", folder, number);
    FILE *file = fopen(path, "wb");
    check(file != NULL, path, "cannot be created");
    fprintf(file, "P6\n%d %d\n255\n", WIDTH, HEIGHT);
    for (int i = 0; i < WIDTH * HEIGHT; i++) {
        const char *bgrx = image->data + 4 * i;
        fwrite((char[3]){bgrx[2], bgrx[1], bgrx[0]}, 3, 1, file);
    }
    const int is_bad = ferror(file);
    check(fclose(file) == 0 && !is_bad, path, "cannot be written");
}

static void record_frame(struct recorder *recorder, const char *folder, int number) {
    scrim_redact_report report = SCRIM_REDACT_REPORT_INIT;
    scrim_frame frame = SCRIM_FRAME_INIT;
    scrim_snapshot *snapshot = NULL;
    uint64_t from = now_ns();
    XImage *image = XGetImage(recorder->display, DefaultRootWindow(recorder->display), X, Y, WIDTH,
                              HEIGHT, AllPlanes, ZPixmap);
    uint64_t to = now_ns();
    check(image != NULL && image->bits_per_pixel == 32 && image->byte_order == LSBFirst, "picture",
          "the screen does not have pixels of 32 bits in the order BGRX");
    frame.format = SCRIM_FORMAT_BGRX;
    frame.width = WIDTH;
    frame.height = HEIGHT;
    frame.planes[0] = (scrim_plane){image->data, image->bytes_per_line};
    must(scrim_scene_snapshot(recorder->scene, now_ns(), &snapshot), "snapshot");
    must(scrim_capture_redact(recorder->capture, snapshot, &frame, from, to, &report), "redact");
    write_picture(image, folder, number);
    scrim_snapshot_destroy(snapshot);
    XDestroyImage(image);
}

int main(int argc, char **argv) {
    struct recorder recorder = {.form_y = 20};
    check(argc == 2, "usage", "screen_recorder FOLDER");
    open_window(&recorder);
    describe_window(&recorder);
    start_capture(&recorder);
    for (int frame = 0; frame < FRAMES; frame++) {
        draw(&recorder);
        move_form(&recorder, frame);
        record_frame(&recorder, argv[1], frame);
        nanosleep(&(struct timespec){.tv_nsec = 33000000}, NULL);
    }
    scrim_capture_destroy(recorder.capture);
    scrim_scene_destroy(recorder.scene);
    XCloseDisplay(recorder.display);
    printf("%d frames are in %s\n", FRAMES, argv[1]);
    return 0;
}
