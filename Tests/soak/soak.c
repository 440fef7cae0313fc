/* SPDX-License-Identifier: MIT */
/*
 * soak SECONDS: a kiosk's day, over and over, on a clock that runs ahead: one scene, engine, collector and stream that live for ever,
 * and PINs, frames, touches and views that come and go. Memory and descriptors stay as they are after the first tenth of the time,
 * and a day takes the processor as long in the last tenth as in the first.
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <scrim.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "../C/support/check.h"
#include "../C/support/heap.h"

#define OK(call) CHECK((call) == SCRIM_OK)

enum {
    WIDTH = 320,
    HEIGHT = 240,
    MAX_DAYS = 1 << 20
};

static scrim_scene *scene;
static scrim_gestures *gestures;
static scrim_collector *collector;
static scrim_capture *capture;
static scrim_id window, button;
static uint64_t now = 1000000000;
static uint64_t records, frames_done, digits;
static uint32_t pixels[WIDTH * HEIGHT];

static scrim_frame new_frame(void) {
    scrim_frame frame = SCRIM_FRAME_INIT;
    memset(pixels, 0x5A, sizeof pixels);
    frame.format = SCRIM_FORMAT_BGRX;
    frame.width = WIDTH;
    frame.height = HEIGHT;
    frame.planes[0] = (scrim_plane){pixels, WIDTH * 4};
    return frame;
}

static void set_up(void) {
    scrim_scene_options options = SCRIM_SCENE_OPTIONS_INIT;
    scrim_gestures_options gestures_options = SCRIM_GESTURES_OPTIONS_INIT;
    scrim_collector_options collector_options = SCRIM_COLLECTOR_OPTIONS_INIT;
    scrim_capture_options capture_options = SCRIM_CAPTURE_OPTIONS_INIT;
    scrim_recognizer tap = SCRIM_RECOGNIZER_TAP_INIT;
    scrim_window properties = SCRIM_WINDOW_INIT;
    scrim_view view = SCRIM_VIEW_INIT;
    scrim_rules rules = SCRIM_RULES_INIT;
    scrim_id id;
    OK(scrim_scene_create(&options, &scene));
    OK(scrim_scene_set_activity(scene, 0, SCRIM_ACTIVITY_ACTIVE));
    OK(scrim_scene_frame_ready(scene, 0));
    properties.frame = (scrim_rect){0, 0, WIDTH, HEIGHT};
    OK(scrim_scene_add_window(scene, &properties, &window));
    view.frame = (scrim_rect){10, 10, 50, 30};
    OK(scrim_scene_add_view(scene, window, &view, &button));
    OK(scrim_gestures_create(scene, &gestures_options, &gestures));
    tap.view = button;
    OK(scrim_gestures_add(gestures, &tap, &id));
    OK(scrim_gestures_add_action(gestures, id, 1, "pay", 3));
    OK(scrim_collector_create(gestures, &collector_options, &collector));
    rules.flags |= SCRIM_RULES_REPORT_COARSE | SCRIM_RULES_REPORT_SILENT;
    OK(scrim_collector_set_rules(collector, &rules));
    capture_options.style.kind = SCRIM_STYLE_FROST;
    OK(scrim_capture_create(&capture_options, &capture));
}

static void type_a_pin(void) {
    scrim_text_options options = SCRIM_TEXT_OPTIONS_INIT;
    scrim_keypad_options keypad_options = SCRIM_KEYPAD_OPTIONS_INIT;
    scrim_text *text;
    scrim_keypad *keypad;
    scrim_key keys[12];
    size_t count;
    uint32_t answer;
    uint64_t generation;
    OK(scrim_text_create(&options, &text));
    OK(scrim_keypad_create(&keypad_options, &keypad));
    OK(scrim_keypad_attach(keypad, text));
    for (int i = 0; i < 6; i++) {
        OK(scrim_keypad_show(keypad));
        OK(scrim_keypad_generation(keypad, &generation));
        OK(scrim_keypad_presented(keypad, generation, now));
        OK(scrim_keypad_keys(keypad, SCRIM_KEY_ORDER_ROWS, keys, 12, &count));
        scrim_touch touch = {now += 200000000, 1, SCRIM_TOUCH_BEGAN, 0, keys[i].rect.x + 9, keys[i].rect.y + 9};
        OK(scrim_keypad_touch(keypad, &touch, &answer));
        touch.phase = SCRIM_TOUCH_ENDED;
        OK(scrim_keypad_touch(keypad, &touch, &answer));
        CHECK(answer == SCRIM_KEYPAD_RESULT_INSERTED);
        digits++;
    }
    OK(scrim_text_count(text, &count));
    CHECK(count == 6);
    scrim_text_destroy(text);
    scrim_keypad_destroy(keypad);
}

/* A dialogue with a field opens, moves, is recorded, and closes. */
static void show_a_dialogue(int day) {
    scrim_view view = SCRIM_VIEW_INIT;
    scrim_window properties = SCRIM_WINDOW_INIT;
    scrim_id dialogue, field;
    char title[64];
    int length = snprintf(title, sizeof title, "Payment %08d", day);
    properties.frame = (scrim_rect){40, 40, 200, 120};
    properties.title = (scrim_string){title, (size_t)length};
    properties.owner = window;
    OK(scrim_scene_add_window(scene, &properties, &dialogue));
    view.flags |= SCRIM_VIEW_TEXT_INPUT;
    for (int step = 0; step < 4; step++) {
        scrim_snapshot *snapshot;
        scrim_redact_report report = SCRIM_REDACT_REPORT_INIT;
        scrim_frame frame = new_frame();
        view.frame = (scrim_rect){20 + 5 * step, 30, 100, 24};
        if (step == 0)
            OK(scrim_scene_add_view(scene, dialogue, &view, &field));
        else
            OK(scrim_scene_update_view(scene, field, &view));
        OK(scrim_scene_snapshot(scene, now += 40000000, &snapshot));
        OK(scrim_capture_redact(capture, snapshot, &frame, now, now, &report));
        CHECK(pixels[(40 + 30 + 12) * WIDTH + 40 + 20 + 5 * step + 50] != 0x5A5A5A5A);
        frames_done++;
        scrim_snapshot_destroy(snapshot);
    }
    OK(scrim_scene_remove(scene, dialogue));
}

static void tap_the_button(void) {
    scrim_gesture_event events[8];
    scrim_decision verdicts[8];
    char json[2048];
    size_t consumed, produced, length;
    now += 1000000000;
    scrim_touch samples[] = {{now, 1, SCRIM_TOUCH_BEGAN, 0, 30, 20}, {now + 50000000, 1, SCRIM_TOUCH_ENDED, 0, 31, 20}};
    now += 50000000;
    OK(scrim_gestures_feed(gestures, samples, 2, &consumed, events, 8, &produced));
    CHECK(produced == 1);
    OK(scrim_collector_decide(collector, events, produced, verdicts));
    CHECK(verdicts[0].reason == SCRIM_REASON_NONE);
    OK(scrim_collector_advance(collector, now));
    while (scrim_collector_next_json(collector, json, sizeof json, &length) == SCRIM_OK)
        records++;
}

static void redact_a_picture(int day) {
    static const uint32_t kinds[] = {SCRIM_STYLE_SOLID, SCRIM_STYLE_FROST, SCRIM_STYLE_TILES, SCRIM_STYLE_BLUR,
                                     SCRIM_STYLE_EXTRA_LIGHT};
    scrim_redact_options options = SCRIM_REDACT_OPTIONS_INIT;
    scrim_style style = SCRIM_STYLE_INIT;
    scrim_frame frame = new_frame();
    scrim_region regions[] = {{.shape = SCRIM_SHAPE_RECT, .rect = {30, 30, 90, 40}},
                              {.shape = SCRIM_SHAPE_ELLIPSE, .rect = {150, 60, 80, 90}}};
    style.kind = kinds[day % 5];
    style.amount = 12;
    options.styles = &style;
    options.style_count = 1;
    OK(scrim_redact(&frame, regions, 2, &options, NULL));
    frames_done++;
}

static double processor_time(void) {
    struct timespec time;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

static double wall_time(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

static int by_size(const void *one, const void *other) {
    double a = *(const double *)one, b = *(const double *)other;
    return (a > b) - (a < b);
}

static double median(double *values, size_t count) {
    qsort(values, count, sizeof *values, by_size);
    return values[count / 2];
}

struct usage {
    size_t heap;
    uint64_t mapped;
    int descriptors;
};

static struct usage usage(void) {
    scrim_memory_report report = SCRIM_MEMORY_REPORT_INIT;
    struct usage usage = {0, 0, 0};
    DIR *folder = opendir("/proc/self/fd");
    while (folder != NULL && readdir(folder) != NULL)
        usage.descriptors++;
    if (folder != NULL)
        closedir(folder);
    usage.heap = heap_in_use();
    OK(scrim_memory_usage(&report));
    CHECK(report.used_bytes == 0); /* no PIN is being typed */
    usage.mapped = report.mapped_bytes;
    return usage;
}

int main(int count, char **words) {
    static double days[MAX_DAYS];
    double seconds = count > 1 ? atof(words[1]) : 10, start = wall_time();
    struct usage early = {0, 0, 0}, late;
    int day = 0, settled = 0;
    set_up();
    for (; day < 1000 || (day < MAX_DAYS && wall_time() - start < seconds); day++) {
        double began = processor_time();
        type_a_pin();
        show_a_dialogue(day);
        tap_the_button();
        redact_a_picture(day);
        days[day] = processor_time() - began;
        if (!settled && day >= 500 && wall_time() - start >= seconds / 10) {
            settled = 1;
            early = usage();
        }
    }
    late = usage();
    size_t tenth = (size_t)day / 10;
    double first = median(days + 20, tenth), last = median(days + (size_t)day - tenth, tenth);
    printf("%d days: %llu digits, %llu frames, %llu records\n", day, (unsigned long long)digits,
           (unsigned long long)frames_done, (unsigned long long)records);
    printf("heap %zu, then %zu bytes; secrets' pages %llu, then %llu bytes; descriptors %d, then %d\n", early.heap,
           late.heap, (unsigned long long)early.mapped, (unsigned long long)late.mapped, early.descriptors,
           late.descriptors);
    printf("a day of the first tenth: %.1f µs of the processor, of the last: %.1f µs: ratio %.3f\n", first * 1e6,
           last * 1e6, last / first);
    scrim_collector_destroy(collector);
    scrim_gestures_destroy(gestures);
    scrim_capture_destroy(capture);
    scrim_scene_destroy(scene);
    CHECK(scrim_live_handles(SCRIM_HANDLE_ANY) == 0);
    CHECK(records >= (uint64_t)day);
    CHECK(settled && late.heap <= early.heap + 4096 && late.mapped == early.mapped &&
          late.descriptors == early.descriptors);
    CHECK(last <= first * 1.2 || seconds < 10);
    return 0;
}
