/* SPDX-License-Identifier: MIT */
#include <scrim.h>
#include <stdio.h>

int main(void) {
    static uint8_t pixels[480][640][4]; /* a frame of the screen, RGBA */
    scrim_frame frame = {sizeof frame, SCRIM_FORMAT_RGBA, 640, 480, {{pixels, sizeof pixels[0]}}};
    scrim_redact_report report = SCRIM_REDACT_REPORT_INIT;
    scrim_window window = SCRIM_WINDOW_INIT;
    window.frame = (scrim_rect){100, 100, 200, 50};
    window.flags |= SCRIM_VIEW_SECURE; /* its pixels are covered, its touches told to nobody */
    scrim_scene *scene = NULL;
    int failed = scrim_scene_create(&(scrim_scene_options)SCRIM_SCENE_OPTIONS_INIT, &scene) ||
                 scrim_scene_add_window(scene, &window, &(scrim_id){0}) ||
                 scrim_scene_set_activity(scene, 0, SCRIM_ACTIVITY_ACTIVE) || scrim_scene_frame_ready(scene, 0) ||
                 scrim_scene_protect(scene, &frame, NULL, &report);
    printf("%llu pixels are covered\n", (unsigned long long)report.pixels);
    scrim_scene_destroy(scene);
    return failed || report.pixels != 200 * 50;
}
