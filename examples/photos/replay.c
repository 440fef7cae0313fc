/* SPDX-License-Identifier: MIT */
#include "replay.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

static void print_gesture(const struct gesture *gesture, const scrim_gesture_event *event) {
    static const char *const states[] = {"possible", "began", "changed", "ended", "cancelled", "failed"};
    if (event->state != SCRIM_GESTURE_STATE_CHANGED) {
        printf("{\"t\": %" PRIu64 ", \"gesture\": \"%s\", \"album\": %d, \"state\": \"%s\", \"x\": %.3f, \"y\": %.3f, "
               "\"velocity\": [%.3f, %.3f], \"translation\": [%.3f, %.3f], \"scale\": %.5f, \"rotation\": %.5f}\n",
               event->time_ns, gesture->name, gesture->album, states[event->state], event->x, event->y, event->velocity_x,
               event->velocity_y, event->translation_x, event->translation_y, event->scale, event->rotation);
    }
}

static void print_shot(const struct photos *photos, uint64_t time_ns, const char *name) {
    const struct viewer *viewer = &photos->viewer;
    printf("{\"t\": %" PRIu64 ", \"shot\": \"%s\", \"list\": %.3f, \"rows\": [", time_ns, name, photos->list.position);
    for (int album = 0; album < ALBUMS; album++) {
        printf("%s%.3f", album == 0 ? "" : ", ", photos->rows[album].position);
    }
    printf("], \"moves\": %s, \"open\": ", photos_moves(photos) ? "true" : "false");
    if (viewer->is_open) {
        printf("{\"album\": %d, \"number\": %d, \"page\": %.3f, \"x\": %.3f, \"y\": %.3f, \"scale\": %.5f, \"angle\": %.5f}",
               viewer->album, viewer->number, viewer->page.position, viewer->pose.x, viewer->pose.y, viewer->pose.scale,
               viewer->pose.angle);
    } else {
        printf("null");
    }
    printf("}\n");
}

static int save(SDL_Renderer *renderer, const char *folder, const char *name) {
    char path[4096];
    int width = 0, height = 0, bad = 1;
    snprintf(path, sizeof path, "%s/%s.bmp", folder, name);
    SDL_GetRendererOutputSize(renderer, &width, &height);
    SDL_Surface *surface = SDL_CreateRGBSurfaceWithFormat(0, width, height, 24, SDL_PIXELFORMAT_BGR24);
    if (surface != NULL) {
        bad = SDL_RenderReadPixels(renderer, NULL, SDL_PIXELFORMAT_BGR24, surface->pixels, surface->pitch) != 0 ||
              SDL_SaveBMP(surface, path) != 0;
        SDL_FreeSurface(surface);
    }
    if (bad) {
        fprintf(stderr, "%s: %s\n", path, SDL_GetError());
    }
    return bad;
}

/* Calls the engine back at each of its deadlines, as a host does that is never late. */
static int pass_time(struct photos *photos, uint64_t until_ns) {
    uint64_t deadline_ns = 0;
    int bad = failed(scrim_gestures_next_deadline(photos->gestures, &deadline_ns), "deadline");
    while (!bad && deadline_ns <= until_ns) {
        bad = gestures_advance(photos, deadline_ns) ||
              failed(scrim_gestures_next_deadline(photos->gestures, &deadline_ns), "deadline");
    }
    return bad || photos_step(photos, until_ns);
}

static int take_shot(struct photos *photos, struct drawing *drawing, const struct fingers *fingers, uint64_t time_ns,
                     const char *name, const char *shots) {
    draw(drawing, photos, fingers);
    print_shot(photos, time_ns, name);
    int bad = shots != NULL && save(drawing->renderer, shots, name);
    SDL_RenderPresent(drawing->renderer);
    return bad;
}

/* Returns 0 if this is the name of a phase. */
static int parse_phase(const char *name, uint32_t *phase) {
    static const char *const names[] = {"began", "moved", "ended", "cancelled"};
    static const uint32_t phases[] = {SCRIM_TOUCH_BEGAN, SCRIM_TOUCH_MOVED, SCRIM_TOUCH_ENDED, SCRIM_TOUCH_CANCELLED};
    for (int i = 0; i < 4; i++) {
        if (strcmp(name, names[i]) == 0) {
            *phase = phases[i];
            return 0;
        }
    }
    return 1;
}

/* Returns 0 if the line is a touch. */
static int parse_touch(const char *line, scrim_touch *touch) {
    char phase[16];
    *touch = (scrim_touch){0};
    const char *format = "{\"t\": %" SCNu64 ", \"id\": %" SCNu64 ", \"phase\": \"%15[a-z]\", \"x\": %lf, \"y\": %lf}";
    return sscanf(line, format, &touch->time_ns, &touch->id, phase, &touch->x, &touch->y) != 5 ||
           parse_phase(phase, &touch->phase);
}

/* Returns 0 if the line is a movement of a wheel, or of fingers on a touchpad. */
static int parse_scroll(const char *line, scrim_scroll *scroll) {
    char source[16], phase[16];
    *scroll = (scrim_scroll){.scale = 1};
    const char *format = "{\"t\": %" SCNu64 ", \"scroll\": \"%15[a-z]\", \"phase\": \"%15[a-z]\", \"x\": %lf, \"y\": %lf, "
                         "\"dx\": %lf, \"dy\": %lf}";
    int found = sscanf(line, format, &scroll->time_ns, source, phase, &scroll->x, &scroll->y, &scroll->delta_x,
                       &scroll->delta_y);
    scroll->source = found == 7 && strcmp(source, "wheel") == 0 ? SCRIM_SCROLL_WHEEL : SCRIM_SCROLL_FINGER;
    return found != 7 || parse_phase(phase, &scroll->phase);
}

static int take_line(struct photos *photos, struct drawing *drawing, struct fingers *fingers, const char *line,
                     const char *shots) {
    scrim_touch touch;
    scrim_scroll scroll;
    uint64_t time_ns = 0;
    char name[64];
    if (parse_touch(line, &touch) == 0) {
        fingers_take(fingers, &touch);
        return pass_time(photos, touch.time_ns) || gestures_feed(photos, &touch);
    }
    if (parse_scroll(line, &scroll) == 0) {
        return pass_time(photos, scroll.time_ns) || gestures_scroll(photos, &scroll);
    }
    if (sscanf(line, "{\"t\": %" SCNu64 ", \"shot\": \"%63[a-z_]\"}", &time_ns, name) == 2) {
        return pass_time(photos, time_ns) || take_shot(photos, drawing, fingers, time_ns, name, shots);
    }
    if (strncmp(line, "{\"say\": ", 8) != 0) {
        fprintf(stderr, "not a touch, a screenshot or a comment: %s", line);
        return 1;
    }
    return 0;
}

int replay(struct photos *photos, struct drawing *drawing, const char *recording, const char *shots) {
    char line[512];
    struct fingers fingers = {0};
    FILE *file = fopen(recording, "r");
    if (file == NULL) {
        perror(recording);
        return 1;
    }
    photos->observe = print_gesture;
    int bad = 0;
    while (!bad && fgets(line, sizeof line, file) != NULL) {
        bad = take_line(photos, drawing, &fingers, line, shots);
    }
    fclose(file);
    return bad;
}
