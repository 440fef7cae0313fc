/* SPDX-License-Identifier: MIT */
/*
 * A floating assistant: a window over the whole screen, of which only a toolbar takes touches. It is dragged up and down
 * by raw touches, within the safe area; whatever is not on it goes through to the application.
 */
#include <scrim.h>
#include <stdio.h>

#include "program.h"

static const scrim_rect SCREEN = {0, 0, 400, 800};
static const double SAFE_TOP = 44, SAFE_BOTTOM = 766; /* below the camera, above the home indicator */
static const double TOOLBAR_X = 340, TOOLBAR_WIDTH = 52, TOOLBAR_HEIGHT = 200;

struct overlay {
    scrim_scene *scene;
    scrim_id window, toolbar;
    double y;              /* of the toolbar */
    uint64_t finger;       /* that drags it; 0: none */
    double grip;           /* how far below the toolbar's top it is held */
    uint64_t given;        /* the generation of the touch regions that the compositor has */
    unsigned times_given;  /* how often it was given some */
};

static double clamp(double value, double low, double high) {
    return value < low ? low : value > high ? high
                                            : value;
}

/* Where a compositor is told which part of the surface takes touches: wl_surface.set_input_region, XShapeCombineRectangles … */
static int give_to_compositor(struct overlay *overlay) {
    scrim_rect regions[SCRIM_SCENE_MAX_TOUCH_REGIONS];
    size_t count = 0;
    uint64_t generation = 0;
    if (failed(scrim_scene_touch_regions(overlay->scene, overlay->window, regions, SCRIM_SCENE_MAX_TOUCH_REGIONS, &count,
                                         &generation),
               "touch regions")) {
        return 1;
    }
    if (generation != overlay->given) {
        overlay->given = generation;
        overlay->times_given++;
        printf("the compositor is given %zu region, %g × %g at %g, %g\n", count, regions[0].width, regions[0].height,
               regions[0].x, regions[0].y);
    }
    return 0;
}

static int place_toolbar(struct overlay *overlay, double y) {
    scrim_view view = SCRIM_VIEW_INIT;
    uint64_t generation = 0;
    y = clamp(y, SAFE_TOP, SAFE_BOTTOM - TOOLBAR_HEIGHT);
    if (overlay->toolbar != 0 && y == overlay->y) {
        return 0;
    }
    overlay->y = y;
    view.frame = (scrim_rect){TOOLBAR_X, y, TOOLBAR_WIDTH, TOOLBAR_HEIGHT};
    int bad = overlay->toolbar == 0
                  ? failed(scrim_scene_add_view(overlay->scene, overlay->window, &view, &overlay->toolbar), "toolbar")
                  : failed(scrim_scene_update_view(overlay->scene, overlay->toolbar, &view), "toolbar");
    return bad || failed(scrim_scene_set_touch_regions(overlay->scene, overlay->window, &view.frame, 1, &generation), "set touch regions") ||
           give_to_compositor(overlay);
}

/* A raw touch of the screen. Gives the window that it belongs to. */
static int handle(struct overlay *overlay, const scrim_touch *touch, scrim_id *window) {
    scrim_id view = 0;
    if (failed(scrim_scene_route_touch(overlay->scene, touch, window, &view), "route")) {
        return 1;
    }
    if (*window != overlay->window) {
        return 0; /* the application's */
    }
    if (touch->phase == SCRIM_TOUCH_BEGAN && view == overlay->toolbar && overlay->finger == 0) {
        overlay->finger = touch->id;
        overlay->grip = touch->y - overlay->y;
    }
    if (touch->id != overlay->finger) {
        return 0;
    }
    if (touch->phase == SCRIM_TOUCH_ENDED || touch->phase == SCRIM_TOUCH_CANCELLED) {
        overlay->finger = 0;
    }
    return touch->phase == SCRIM_TOUCH_MOVED ? place_toolbar(overlay, touch->y - overlay->grip) : 0;
}

/* What the touches do, and where the toolbar must be then; the number between is 1 where the overlay gets the touch. */
static const struct {
    scrim_touch touch;
    int is_overlays;
    double y;
} STEPS[] = {
    {{1, 1, SCRIM_TOUCH_BEGAN, 0, 100, 300}, 0, 300},  /* beside the toolbar: the application's … */
    {{2, 1, SCRIM_TOUCH_MOVED, 0, 360, 350}, 0, 300},  /* … for its whole life, also upon it */
    {{3, 2, SCRIM_TOUCH_BEGAN, 0, 360, 320}, 1, 300},  /* on the toolbar, 20 below its top */
    {{4, 2, SCRIM_TOUCH_MOVED, 0, 365, 420}, 1, 400},  /* only up and down */
    {{5, 1, SCRIM_TOUCH_ENDED, 0, 360, 350}, 0, 400},
    {{6, 2, SCRIM_TOUCH_MOVED, 0, 20, 790}, 1, 566},   /* out of it, and no farther than the safe area */
    {{7, 3, SCRIM_TOUCH_BEGAN, 0, 360, 600}, 1, 566},  /* a second finger does not drag */
    {{8, 3, SCRIM_TOUCH_MOVED, 0, 360, 100}, 1, 566},
    {{9, 3, SCRIM_TOUCH_ENDED, 0, 360, 100}, 1, 566},
    {{10, 2, SCRIM_TOUCH_MOVED, 0, 20, -50}, 1, 44},
    {{11, 2, SCRIM_TOUCH_ENDED, 0, 20, -50}, 1, 44},
    {{12, 4, SCRIM_TOUCH_BEGAN, 0, 360, 320}, 0, 44},  /* where the toolbar was, the application is again */
    {{13, 4, SCRIM_TOUCH_ENDED, 0, 360, 320}, 0, 44},
};

static int run(struct overlay *overlay) {
    scrim_window window = SCRIM_WINDOW_INIT;
    scrim_id application = 0;
    window.frame = SCREEN;
    if (failed(scrim_scene_add_window(overlay->scene, &window, &application), "application")) {
        return 1;
    }
    window.level = 100;
    window.flags = SCRIM_VIEW_INTERACTIVE | SCRIM_VIEW_OWN | SCRIM_VIEW_LIMITED;
    if (failed(scrim_scene_add_window(overlay->scene, &window, &overlay->window), "overlay") ||
        place_toolbar(overlay, 300)) {
        return 1;
    }
    for (size_t i = 0; i < sizeof STEPS / sizeof STEPS[0]; i++) {
        scrim_id target = 0;
        if (handle(overlay, &STEPS[i].touch, &target)) {
            return 1;
        }
        const int is_right = target == (STEPS[i].is_overlays ? overlay->window : application);
        if (!is_right || overlay->y != STEPS[i].y) {
            fprintf(stderr, "after touch %zu the toolbar is at %g, not %g, or the touch went elsewhere\n", i + 1,
                    overlay->y, STEPS[i].y);
            return 1;
        }
    }
    printf("the toolbar went to %g and stayed in the safe area; all other touches went to the application\n", overlay->y);
    return overlay->times_given != 4;
}

int main(void) {
    scrim_scene_options options = SCRIM_SCENE_OPTIONS_INIT;
    struct overlay overlay = {0};
    int bad = failed(scrim_scene_create(&options, &overlay.scene), "scene") || run(&overlay);
    scrim_scene_destroy(overlay.scene);
    return bad;
}
