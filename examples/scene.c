/* SPDX-License-Identifier: MIT */
/* Describes a sign-in window to a scene, and asks the scene what is private. docs/how-to/scene.md explains the steps. */
#include <scrim.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void must(scrim_status status) {
    if (status != SCRIM_OK) {
        fprintf(stderr, "%s\n", scrim_status_message(status));
        exit(1);
    }
}

static scrim_id add_window(scrim_scene *scene, scrim_rect frame, scrim_id owner) {
    scrim_window window = SCRIM_WINDOW_INIT;
    scrim_id id = 0;
    window.frame = frame;
    window.owner = owner;
    must(scrim_scene_add_window(scene, &window, &id));
    return id;
}

static scrim_id add_view(scrim_scene *scene, scrim_id parent, scrim_rect frame, uint32_t flags) {
    scrim_view view = SCRIM_VIEW_INIT;
    scrim_id id = 0;
    view.frame = frame;
    view.flags |= flags;
    must(scrim_scene_add_view(scene, parent, &view, &id));
    return id;
}

static void print_secure(const scrim_scene *scene, const char *name, scrim_id id) {
    uint32_t secure = 0;
    must(scrim_scene_is_secure(scene, id, &secure));
    printf("%s: %s\n", name, secure ? "secure" : "not secure");
}

static size_t region_count(const scrim_scene *scene) {
    scrim_secure_region regions[16];
    size_t count = 0;
    must(scrim_scene_secure_regions(scene, regions, 16, &count));
    return count;
}

int main(void) {
    scrim_scene_options options = SCRIM_SCENE_OPTIONS_INIT;
    scrim_scene *scene = NULL;
    must(scrim_scene_create(&options, &scene));
    scrim_id window = add_window(scene, (scrim_rect){0, 0, 640, 480}, 0);

    scrim_id search = add_view(scene, window, (scrim_rect){20, 20, 200, 40},
                               SCRIM_VIEW_TEXT_INPUT | SCRIM_VIEW_PUBLIC);
    scrim_id card = add_view(scene, window, (scrim_rect){20, 100, 300, 40}, SCRIM_VIEW_TEXT_INPUT);
    scrim_id balance = add_view(scene, window, (scrim_rect){20, 180, 300, 40}, SCRIM_VIEW_SECURE);
    scrim_id amount = add_view(scene, balance, (scrim_rect){10, 10, 100, 20}, 0);
    print_secure(scene, "search field", search);
    print_secure(scene, "card number", card);
    print_secure(scene, "balance", balance);
    print_secure(scene, "amount in the balance", amount);

    scrim_text_options text_options = SCRIM_TEXT_OPTIONS_INIT;
    scrim_text *pin = NULL;
    must(scrim_text_create(&text_options, &pin));
    scrim_id pin_field = add_view(scene, window, (scrim_rect){20, 240, 300, 40}, 0);
    must(scrim_scene_attach_text(scene, pin_field, pin));
    print_secure(scene, "PIN", pin_field);

    scrim_id suggestions = add_window(scene, (scrim_rect){20, 140, 300, 200}, card);
    print_secure(scene, "suggestions for the card number", suggestions);
    must(scrim_scene_remove(scene, suggestions));

    scrim_view moved = SCRIM_VIEW_INIT;
    moved.flags |= SCRIM_VIEW_SECURE;
    moved.frame = (scrim_rect){320, 300, 300, 40};
    printf("%zu regions before the change\n", region_count(scene));
    must(scrim_scene_begin(scene));
    must(scrim_scene_update_view(scene, balance, &moved));
    printf("%zu regions during the change\n", region_count(scene));
    must(scrim_scene_commit(scene));
    printf("%zu regions after the change\n", region_count(scene));

    static uint8_t pixels[480][640][4];
    scrim_redact_report report = SCRIM_REDACT_REPORT_INIT;
    scrim_frame frame = SCRIM_FRAME_INIT;
    frame.format = SCRIM_FORMAT_RGBA;
    frame.width = 640;
    frame.height = 480;
    frame.planes[0] = (scrim_plane){pixels, sizeof pixels[0]};
    memset(pixels, 0xFF, sizeof pixels);
    must(scrim_scene_set_activity(scene, 0, SCRIM_ACTIVITY_ACTIVE));
    must(scrim_scene_frame_ready(scene, 0));
    must(scrim_scene_redact(scene, &frame, NULL, &report));
    printf("%llu pixels covered while active\n", (unsigned long long)report.pixels);

    scrim_cover cover = SCRIM_COVER_INIT;
    cover.kind = SCRIM_COVER_STYLE;
    cover.style.kind = SCRIM_STYLE_FROST;
    cover.style.color = 0x204060FF;
    cover.style.flags = SCRIM_STYLE_FLAG_ON_COLOR;
    must(scrim_scene_set_cover(scene, 0, &cover));
    must(scrim_scene_set_activity(scene, 0, SCRIM_ACTIVITY_INACTIVE));
    must(scrim_scene_redact(scene, &frame, NULL, &report));
    printf("%llu pixels covered while inactive\n", (unsigned long long)report.pixels);

    static uint8_t logo[90][160][4]; /* RGBA, for example of a PNG file; transparent */
    for (size_t i = 30; i < 130; i++) {
        memcpy(logo[45][i], (uint8_t[]){0xF0, 0xA0, 0x20, 0xFF}, 4);
    }
    scrim_frame picture = SCRIM_FRAME_INIT;
    picture.format = SCRIM_FORMAT_RGBA;
    picture.width = 160;
    picture.height = 90;
    picture.planes[0] = (scrim_plane){logo, sizeof logo[0]};
    cover.kind = SCRIM_COVER_PICTURE;
    cover.color = 0x204060FF; /* around the picture, and behind its transparent pixels */
    cover.picture = &picture;
    must(scrim_scene_set_cover(scene, 0, &cover)); /* copies the picture */
    must(scrim_scene_redact(scene, &frame, NULL, &report));
    printf("a corner of the cover: #%02x%02x%02x\n", pixels[0][0][0], pixels[0][0][1], pixels[0][0][2]);
    scrim_scene_destroy(scene);
    scrim_text_destroy(pin);
    return 0;
}
