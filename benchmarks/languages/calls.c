/* SPDX-License-Identifier: MIT */
/* calls insert|touch|redact N: makes N pairs of calls, or N calls of redact. calls.cpp and calls.rs do the same. */
#include <scrim.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CHECK(call) \
    do { \
        if ((call) != SCRIM_OK) \
            exit(1); \
    } while (0)

static void insert(unsigned long count) {
    scrim_text_options options = SCRIM_TEXT_OPTIONS_INIT;
    scrim_text *text = NULL;
    CHECK(scrim_text_create(&options, &text));
    for (unsigned long i = 0; i < count; i++) {
        CHECK(scrim_text_insert(text, "7", 1));
        CHECK(scrim_text_delete_backward(text));
    }
    scrim_text_destroy(text);
}

static void touch(unsigned long count) {
    scrim_keypad_options options = SCRIM_KEYPAD_OPTIONS_INIT;
    scrim_text_options of_text = SCRIM_TEXT_OPTIONS_INIT;
    scrim_keypad *keypad = NULL;
    scrim_text *text = NULL;
    uint64_t generation = 0;
    uint32_t result = 0;
    CHECK(scrim_text_create(&of_text, &text));
    CHECK(scrim_keypad_create(&options, &keypad));
    CHECK(scrim_keypad_attach(keypad, text));
    CHECK(scrim_keypad_show(keypad));
    CHECK(scrim_keypad_generation(keypad, &generation));
    CHECK(scrim_keypad_presented(keypad, generation, 0));
    for (unsigned long i = 1; i <= count; i++) {
        scrim_touch down = {i * 1000000000, 1, SCRIM_TOUCH_BEGAN, 0, 50, 350};
        scrim_touch up = {i * 1000000000 + 50000000, 1, SCRIM_TOUCH_ENDED, 0, 50, 350};
        CHECK(scrim_keypad_touch(keypad, &down, &result));
        CHECK(scrim_keypad_touch(keypad, &up, &result));
    }
    scrim_keypad_destroy(keypad);
    scrim_text_destroy(text);
}

static void redact(unsigned long count) {
    static uint8_t pixels[256 * 256 * 4];
    for (unsigned long i = 0; i < count; i++) {
        scrim_frame frame = SCRIM_FRAME_INIT;
        scrim_style style = SCRIM_STYLE_INIT;
        scrim_redact_options options = SCRIM_REDACT_OPTIONS_INIT;
        scrim_redact_report report = SCRIM_REDACT_REPORT_INIT;
        scrim_region region = {0};
        frame.format = SCRIM_FORMAT_RGBA;
        frame.width = frame.height = 256;
        frame.planes[0].data = pixels;
        frame.planes[0].stride = 256 * 4;
        options.styles = &style;
        options.style_count = 1;
        region.shape = SCRIM_SHAPE_RECT;
        region.rect.x = region.rect.y = region.rect.width = region.rect.height = 64;
        CHECK(scrim_redact(&frame, &region, 1, &options, &report));
        if (report.pixels != 64 * 64)
            exit(1);
    }
}

int main(int argc, char **argv) {
    if (argc != 3)
        return 2;
    unsigned long count = strtoul(argv[2], NULL, 10);
    (strcmp(argv[1], "insert") == 0 ? insert : strcmp(argv[1], "touch") == 0 ? touch
                                                                             : redact)(count);
    return 0;
}
