/* SPDX-License-Identifier: MIT */
/*
 * A floating assistant: a button of a tool above the windows of an application.
 *
 * One to four taps on the button open four different tools. A long press picks the button up, and the finger then drags it
 * up and down within the safe area. Touches outside of the button go to the application, which also keeps the focus.
 *
 * The touches come from a script here. A real program takes them from its input device or window system.
 */
#include <scrim.h>
#include <stdio.h>

#include "program.h"

#define MS UINT64_C(1000000)
#define COUNT(array) (sizeof(array) / sizeof((array)[0]))
#define MOST_TAPS 4

static const char *const TOOLS[MOST_TAPS] = {"the menu", "the login", "the choice of a shop", "the choice of a server"};
static const scrim_rect SCREEN = {0, 0, 375, 812};
static const double SAFE_TOP = 44, SAFE_BOTTOM = 778; /* below the camera, above the home indicator */
static const double BUTTON_X = 300, BUTTON_WIDTH = 63, BUTTON_HEIGHT = 63, START_Y = 100;

struct assistant {
    scrim_scene *scene;
    scrim_gestures *gestures;
    scrim_id application;     /* a window */
    scrim_id overlay, button; /* a window over all of the screen, and the only view in it */
    scrim_id taps[MOST_TAPS]; /* recognizers of one to four taps */
    scrim_id press;
    double y;       /* the top of the button */
    double grip;    /* how far below its top the finger holds it */
    uint64_t given; /* the generation of the input region that the compositor has */
    unsigned opened[MOST_TAPS], drags, passed_through;
};

/* ---- Position ---- */

/* Prints the input region if it is new. A real program passes it to the compositor here, for example with
 * wl_surface.set_input_region or XShapeCombineRectangles. */
static int give_to_compositor(struct assistant *assistant) {
    scrim_rect regions[SCRIM_SCENE_MAX_INPUT_REGION_RECTS];
    size_t count = 0;
    uint64_t generation = 0;
    if (failed(scrim_scene_input_region(assistant->scene, assistant->overlay, regions, COUNT(regions), &count,
                                        &generation),
               "input region")) {
        return 1;
    }
    if (generation != assistant->given) {
        assistant->given = generation;
        printf("         the overlay takes touches at %g … %g\n", regions[0].y, regions[0].y + regions[0].height);
    }
    return 0;
}

static double within_safe_area(double y) {
    const double lowest = SAFE_BOTTOM - BUTTON_HEIGHT;
    return y < SAFE_TOP ? SAFE_TOP : y > lowest ? lowest
                                                : y;
}

static int place(struct assistant *assistant, double y) {
    scrim_view view = SCRIM_VIEW_INIT;
    uint64_t generation = 0;
    y = within_safe_area(y);
    if (assistant->button != 0 && y == assistant->y) {
        return 0;
    }
    assistant->y = y;
    view.frame = (scrim_rect){BUTTON_X, y, BUTTON_WIDTH, BUTTON_HEIGHT};
    scrim_status status = assistant->button == 0
                              ? scrim_scene_add_view(assistant->scene, assistant->overlay, &view, &assistant->button)
                              : scrim_scene_update_view(assistant->scene, assistant->button, &view);
    return failed(status, "button") ||
           failed(scrim_scene_set_input_region(assistant->scene, assistant->overlay, &view.frame, 1, &generation),
                  "set the input region") ||
           give_to_compositor(assistant);
}

/* ---- Actions ---- */

static int drag(struct assistant *assistant, const scrim_gesture_event *event) {
    const unsigned long long ms = event->time_ns / MS;
    switch (event->state) {
    case SCRIM_GESTURE_STATE_BEGAN:
        assistant->grip = event->y - assistant->y;
        printf("%6llu   picked up\n", ms);
        return 0;
    case SCRIM_GESTURE_STATE_CHANGED:
        return place(assistant, event->y - assistant->grip);
    case SCRIM_GESTURE_STATE_ENDED:
        assistant->drags++;
        printf("%6llu   put down at %g\n", ms, assistant->y);
        return 0;
    default: /* cancelled: the button stays at its position */
        return 0;
    }
}

static int react(struct assistant *assistant, const scrim_gesture_event *events, size_t count) {
    for (size_t i = 0; i < count; i++) {
        if (events[i].recognizer == assistant->press && drag(assistant, &events[i])) {
            return 1;
        }
        for (size_t taps = 0; taps < MOST_TAPS; taps++) {
            if (events[i].recognizer == assistant->taps[taps]) {
                assistant->opened[taps]++;
                printf("%6llu   %u tap%s: %s\n", (unsigned long long)(events[i].time_ns / MS), events[i].taps,
                       taps == 0 ? "" : "s", TOOLS[taps]);
            }
        }
    }
    return 0;
}

/* ---- Touches and time ---- */

/* Advances the clock to each time that a recognizer waits for. A real program uses a timer. */
static int pass_time(struct assistant *assistant, uint64_t until_ns) {
    for (;;) {
        scrim_gesture_event events[16];
        uint64_t deadline = 0;
        size_t produced = 0;
        if (failed(scrim_gestures_next_deadline(assistant->gestures, &deadline), "deadline")) {
            return 1;
        }
        if (deadline == SCRIM_NEVER || deadline > until_ns) {
            return 0;
        }
        if (failed(scrim_gestures_advance(assistant->gestures, deadline, events, COUNT(events), &produced), "advance") ||
            react(assistant, events, produced)) {
            return 1;
        }
    }
}

/* Passes a touch sample to the gesture engine, and finds the window that receives it. */
static int handle(struct assistant *assistant, const scrim_touch *touch) {
    scrim_gesture_event events[16];
    scrim_id window = 0, view = 0;
    size_t consumed = 0, produced = 0;
    if (pass_time(assistant, touch->time_ns) ||
        failed(scrim_scene_route_touch(assistant->scene, touch, &window, &view), "route")) {
        return 1;
    }
    if (window == assistant->application && touch->phase == SCRIM_TOUCH_BEGAN) {
        assistant->passed_through++;
        printf("%6llu   a touch at %g, %g goes to the application\n", (unsigned long long)(touch->time_ns / MS), touch->x,
               touch->y);
    }
    /* There is room for more events than one sample of one finger causes. */
    return failed(scrim_gestures_feed(assistant->gestures, touch, 1, &consumed, events, COUNT(events), &produced), "feed") ||
           react(assistant, events, produced);
}

/* ---- The script ---- */

/* Times are in ms. */
static const struct step {
    uint64_t ms;
    uint32_t phase;
    double x, y;
} SCRIPT[] = {
#define TAP_AT(ms, x, y) {(ms), SCRIM_TOUCH_BEGAN, (x), (y)}, {(ms) + 60, SCRIM_TOUCH_ENDED, (x), (y)}
    TAP_AT(1000, 100, 400), /* outside of the button */
    TAP_AT(2000, 330, 130), /* one to four taps on the button */
    TAP_AT(3000, 330, 130),
    TAP_AT(3150, 331, 131),
    TAP_AT(4000, 330, 130),
    TAP_AT(4150, 331, 131),
    TAP_AT(4300, 330, 132),
    TAP_AT(5000, 330, 130),
    TAP_AT(5150, 331, 131),
    TAP_AT(5300, 330, 132),
    TAP_AT(5450, 330, 130),
    /* a press of 0.6 s, then a drag beyond the lower end of the safe area: the button moves only vertically */
    {7000, SCRIM_TOUCH_BEGAN, 330, 130},
    {7600, SCRIM_TOUCH_MOVED, 380, 330},
    {7650, SCRIM_TOUCH_MOVED, 60, 9000},
    {7700, SCRIM_TOUCH_ENDED, 60, 9000},
    TAP_AT(9000, 330, 130), /* the old position of the button belongs to the application again */
    TAP_AT(10000, 330, 740), /* a tap on the new position */
    /* a finger that moves at once is not a long press, and stays with the overlay */
    {12000, SCRIM_TOUCH_BEGAN, 330, 740},
    {12050, SCRIM_TOUCH_MOVED, 330, 400},
    {12900, SCRIM_TOUCH_ENDED, 330, 400},
    /* a drag beyond the upper end of the safe area */
    {14000, SCRIM_TOUCH_BEGAN, 330, 740},
    {14600, SCRIM_TOUCH_MOVED, 330, -500},
    {14650, SCRIM_TOUCH_ENDED, 330, -500},
};

static int run(struct assistant *assistant) {
    for (size_t i = 0; i < COUNT(SCRIPT); i++) {
        const struct step *step = &SCRIPT[i];
        const scrim_touch touch = {step->ms * MS, 1, step->phase, 0, step->x, step->y};
        scrim_id focused = 0;
        if (handle(assistant, &touch) || failed(scrim_scene_focused(assistant->scene, &focused), "focused")) {
            return 1;
        }
        if (focused != assistant->application) {
            fprintf(stderr, "the application has lost the focus\n");
            return 1;
        }
    }
    return pass_time(assistant, SCRIM_NEVER - 1);
}

static int add_recognizer(struct assistant *assistant, scrim_recognizer recognizer, scrim_id *id) {
    recognizer.view = assistant->button;
    return failed(scrim_gestures_add(assistant->gestures, &recognizer, id), "recognizer");
}

static int set_up(struct assistant *assistant) {
    const scrim_scene_options scene = SCRIM_SCENE_OPTIONS_INIT;
    const scrim_gestures_options gestures = SCRIM_GESTURES_OPTIONS_INIT;
    const scrim_recognizer press = SCRIM_RECOGNIZER_LONG_PRESS_INIT;
    scrim_recognizer tap = SCRIM_RECOGNIZER_TAP_INIT;
    scrim_window window = SCRIM_WINDOW_INIT;
    window.frame = SCREEN;
    if (failed(scrim_scene_create(&scene, &assistant->scene), "scene") ||
        failed(scrim_gestures_create(assistant->scene, &gestures, &assistant->gestures), "gestures") ||
        failed(scrim_scene_add_window(assistant->scene, &window, &assistant->application), "application") ||
        failed(scrim_scene_focus(assistant->scene, assistant->application), "focus")) {
        return 1;
    }
    /* The tool's window is hit only on its input region. Without SCRIM_VIEW_ACCEPTS_FOCUS it never gets the focus. */
    window.level = 1999; /* below alerts */
    window.flags = SCRIM_VIEW_INTERACTIVE | SCRIM_VIEW_TOOL | SCRIM_VIEW_INPUT_REGION;
    if (failed(scrim_scene_add_window(assistant->scene, &window, &assistant->overlay), "overlay") ||
        place(assistant, START_Y) || add_recognizer(assistant, press, &assistant->press)) {
        return 1;
    }
    for (tap.taps = 1; tap.taps <= MOST_TAPS; tap.taps++) { /* each waits until no further tap can come */
        if (add_recognizer(assistant, tap, &assistant->taps[tap.taps - 1])) {
            return 1;
        }
    }
    return 0;
}

int main(void) {
    struct assistant assistant = {0};
    int bad = set_up(&assistant) || run(&assistant);
    for (size_t taps = 0; taps < MOST_TAPS; taps++) {
        bad |= assistant.opened[taps] != (taps == 0 ? 2u : 1u);
    }
    bad |= assistant.drags != 2 || assistant.passed_through != 2 || assistant.y != SAFE_TOP;
    scrim_gestures_destroy(assistant.gestures);
    scrim_scene_destroy(assistant.scene);
    return bad || scrim_live_handles(SCRIM_HANDLE_ANY) != 0;
}
