/* SPDX-License-Identifier: MIT */
/*
 * A host that lives through whatever fails: a PIN typed on a keypad and handed on, frames covered, a stream recorded, touches
 * collected. Each call answers what its header says and only where something did fail; no frame shows a source pixel; at the end
 * the process holds no secret. Leaves with 0, with 3 where nothing failed, with 1 where something does not hold.
 *
 * host [deny NUMBER ERROR]: with a system call that the kernel refuses from the start.
 */
#define _GNU_SOURCE
#include <scrim.h>

#include "../C/kernel.h"
#include "../C/memory_scanner.h"
#include "shim.h"

#define CHECK(condition) \
    do { \
        if (!(condition)) { \
            fprintf(stderr, "%s:%d: failed: %s\n", __FILE__, __LINE__, #condition); \
            exit(1); \
        } \
    } while (0)

static int denied; /* by the kernel: then any call may fail at any time */
static uint64_t seed;

static void arm(int on) {
    if (faults_arm != NULL)
        faults_arm(on);
}

static long seen(void) { return faults_seen != NULL ? faults_seen() : 0; }

static long seen_before;

/* What an answer may be: OK, or an error of resources, and that only if one was missing during this call. */
static scrim_status judged(scrim_status status, const char *call) {
    arm(0);
    switch (status) {
    case SCRIM_OK:
        return status;
    case SCRIM_ERROR_NO_MEMORY:
    case SCRIM_ERROR_ENTROPY:
    case SCRIM_ERROR_PROTECTION:
    case SCRIM_ERROR_DESCRIPTOR:
        if (denied || seen() > seen_before)
            return status;
    }
    fprintf(stderr, "%s: %s, %ld faults before, %ld after\n", call, scrim_status_name(status), seen_before, seen());
    exit(1);
}

#define TRY(call) (seen_before = seen(), arm(1), judged((call), #call))

/* ---- A secret ---- */

static int digit(unsigned place) { return marker_digit(seed, place); }

/* Types the marker, on the keypad or by calls; 1 where all of it was taken. */
static int type_all(scrim_text *text, scrim_keypad *keypad) {
    static uint64_t now;
    for (unsigned i = 0; i < MARKER; i++) {
        char typed = (char)digit(i);
        if (keypad == NULL) {
            if (TRY(scrim_text_insert(text, &typed, 1)) != SCRIM_OK)
                return 0;
            continue;
        }
        scrim_key keys[12];
        size_t count = 0, at = 0;
        uint64_t generation = 0;
        uint32_t answer = 0;
        if (TRY(scrim_keypad_show(keypad)) != SCRIM_OK) {
            CHECK(scrim_keypad_keys(keypad, keys, 12, &count) == SCRIM_OK && count == 0); /* it hides */
            return 0;
        }
        CHECK(TRY(scrim_keypad_generation(keypad, &generation)) == SCRIM_OK);
        CHECK(TRY(scrim_keypad_presented(keypad, generation, now)) == SCRIM_OK);
        CHECK(TRY(scrim_keypad_keys(keypad, keys, 12, &count)) == SCRIM_OK && count == 12);
        while (at < count && !(keys[at].kind == SCRIM_KEY_INSERT && keys[at].label[0] == typed))
            at++;
        CHECK(at < count);
        scrim_touch touch = {now += 200000000, 1, SCRIM_TOUCH_BEGAN, 0, keys[at].rect.x + 5, keys[at].rect.y + 5};
        CHECK(TRY(scrim_keypad_touch(keypad, &touch, &answer)) == SCRIM_OK);
        touch.phase = SCRIM_TOUCH_ENDED;
        CHECK(TRY(scrim_keypad_touch(keypad, &touch, &answer)) == SCRIM_OK && answer == SCRIM_KEYPAD_INSERTED);
    }
    return 1;
}

/* A secret in a pipe comes in whole or not at all; what goes out is right, or an error. */
static void hand_on(scrim_text *text) {
    static const unsigned char key[SCRIM_SEAL_KEY_SIZE] = {9};
    static const char hash[] =
        "$argon2id$v=19$m=8,t=1,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";
    char box[SCRIM_SEAL_OVERHEAD + 64];
    size_t length = 0, count = 0, before = 0;
    uint32_t right = 9;
    int ends[2];
    TRY(scrim_text_seal(text, key, sizeof key, NULL, 0, box, sizeof box, &length));
    if (TRY(scrim_text_verify(text, hash, sizeof hash - 1, NULL, 0, &right)) == SCRIM_OK)
        CHECK(right == 0);
    else
        CHECK(right == 9);
    CHECK(scrim_text_count(text, &before) == SCRIM_OK && pipe(ends) == 0);
    CHECK(write(ends[1], "12345", 5) == 5);
    close(ends[1]);
    scrim_status status = TRY(scrim_text_fill_from_fd(text, ends[0], 0));
    close(ends[0]);
    CHECK(scrim_text_count(text, &count) == SCRIM_OK && count == before + (status == SCRIM_OK ? 5 : 0));
    int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
    TRY(scrim_text_write_to_fd(text, nowhere, 0));
    close(nowhere);
}

static void secrets(void) {
    scrim_text_options options = SCRIM_TEXT_OPTIONS_INIT;
    scrim_keypad_options keypad_options = SCRIM_KEYPAD_OPTIONS_INIT;
    scrim_memory_report report = SCRIM_MEMORY_REPORT_INIT;
    for (int by_hand = 0; by_hand < 2; by_hand++)
        for (uint32_t required = 0; required <= SCRIM_PROTECTION_LOCKED; required += SCRIM_PROTECTION_LOCKED) {
            scrim_text *text = NULL;
            scrim_keypad *keypad = NULL;
            uint32_t protection = 0;
            options.capacity = 64;
            options.required_protection = required;
            if (TRY(scrim_text_create(&options, &text)) != SCRIM_OK) {
                CHECK(text == NULL);
                continue;
            }
            CHECK(TRY(scrim_text_protection(text, &protection)) == SCRIM_OK && (protection & required) == required);
            CHECK(protection & SCRIM_PROTECTION_GUARDED);
            if (by_hand && TRY(scrim_keypad_create(&keypad_options, &keypad)) == SCRIM_OK)
                CHECK(TRY(scrim_keypad_attach(keypad, text)) == SCRIM_OK);
            if (type_all(text, keypad))
                hand_on(text);
            TRY(scrim_memory_usage(&report));
            arm(1);
            scrim_text_destroy(text);
            scrim_keypad_destroy(keypad);
            arm(0);
        }
}

/* ---- Frames ---- */

enum {
    SIDE = 100,
    PIXEL = 0x5A5A5A5A
};
static uint32_t pixels[SIDE * SIDE];

static scrim_frame new_frame(void) {
    scrim_frame frame = SCRIM_FRAME_INIT;
    for (size_t i = 0; i < SIDE * SIDE; i++)
        pixels[i] = PIXEL;
    frame.format = SCRIM_FORMAT_BGRX;
    frame.width = frame.height = SIDE;
    frame.planes[0] = (scrim_plane){pixels, SIDE * 4};
    return frame;
}

/* Of the square nothing is left, and where not all is covered the rest is as it was. */
static void square_is_covered(const scrim_redact_report *report, int x0, int y0, int side) {
    CHECK(report->outcome == SCRIM_OUTCOME_OK || report->outcome == SCRIM_OUTCOME_COVERED);
    for (int y = 0; y < SIDE; y++)
        for (int x = 0; x < SIDE; x++) {
            int inside = x >= x0 && x < x0 + side && y >= y0 && y < y0 + side;
            if (inside || report->outcome == SCRIM_OUTCOME_COVERED)
                CHECK(pixels[y * SIDE + x] != PIXEL);
        }
}

static void frames(void) {
    static const uint32_t kinds[] = {SCRIM_STYLE_SOLID, SCRIM_STYLE_FROST, SCRIM_STYLE_MOSAIC, SCRIM_STYLE_BLUR,
                                     SCRIM_STYLE_LIGHT};
    static scrim_region regions[300];
    scrim_redact_options options = SCRIM_REDACT_OPTIONS_INIT;
    scrim_style style = SCRIM_STYLE_INIT;
    options.styles = &style;
    options.style_count = 1;
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        scrim_redact_report report = SCRIM_REDACT_REPORT_INIT;
        scrim_frame frame = new_frame();
        style.kind = kinds[i];
        style.amount = 4;
        regions[0] = (scrim_region){.shape = SCRIM_SHAPE_RECT, .rect = {20, 30, 40, 40}};
        for (int j = 1; j < 300; j++)
            regions[j] = (scrim_region){.shape = j % 2 ? SCRIM_SHAPE_ELLIPSE : SCRIM_SHAPE_RECT,
                                        .rect = {20 + j % 20, 30 + j % 30, 7, 5}};
        scrim_status status = TRY(scrim_redact(&frame, regions, i % 2 ? 300 : 1, &options, &report));
        CHECK((status == SCRIM_OK) == (report.outcome == SCRIM_OUTCOME_OK));
        if (kinds[i] < SCRIM_STYLE_BLUR) /* of one colour a blur changes nothing */
            square_is_covered(&report, 20, 30, 40);
    }
}

static scrim_scene *new_scene(scrim_id *window, scrim_id *secure) {
    scrim_scene_options options = SCRIM_SCENE_OPTIONS_INIT;
    scrim_window properties = SCRIM_WINDOW_INIT;
    scrim_view view = SCRIM_VIEW_INIT;
    scrim_scene *scene = NULL;
    if (TRY(scrim_scene_create(&options, &scene)) != SCRIM_OK) {
        CHECK(scene == NULL);
        return NULL;
    }
    CHECK(TRY(scrim_scene_set_activity(scene, 0, SCRIM_ACTIVITY_ACTIVE)) == SCRIM_OK);
    CHECK(TRY(scrim_scene_frame_ready(scene, 0)) == SCRIM_OK);
    properties.frame = (scrim_rect){0, 0, SIDE, SIDE};
    view.frame = (scrim_rect){20, 30, 40, 40};
    view.flags |= SCRIM_VIEW_SECURE;
    view.content = (scrim_string){"hush-hush", 9};
    if (TRY(scrim_scene_add_window(scene, &properties, window)) != SCRIM_OK ||
        TRY(scrim_scene_add_view(scene, *window, &view, secure)) != SCRIM_OK) {
        scrim_scene_destroy(scene);
        return NULL;
    }
    return scene;
}

static void stream(void) {
    scrim_id window, secure;
    scrim_scene *scene = new_scene(&window, &secure);
    scrim_capture_options options = SCRIM_CAPTURE_OPTIONS_INIT;
    scrim_capture *capture = NULL;
    if (scene == NULL)
        return;
    options.style.kind = SCRIM_STYLE_FROST;
    options.hold_ns = 0;
    scrim_redact_report report = SCRIM_REDACT_REPORT_INIT;
    scrim_frame frame = new_frame();
    TRY(scrim_scene_protect(scene, &frame, NULL, &report));
    square_is_covered(&report, 20, 30, 40);
    if (TRY(scrim_capture_create(&options, &capture)) == SCRIM_OK)
        for (uint64_t now = 1000000000; now < 1400000000; now += 100000000) {
            scrim_view view = SCRIM_VIEW_INIT;
            scrim_snapshot *snapshot = NULL;
            double x = (double)(now / 100000000 % 10 * 10);
            view.frame = (scrim_rect){x, 30, 40, 40};
            view.flags |= SCRIM_VIEW_SECURE;
            int moved = TRY(scrim_scene_update_view(scene, secure, &view)) == SCRIM_OK;
            if (TRY(scrim_scene_snapshot(scene, now, &snapshot)) != SCRIM_OK)
                CHECK(snapshot == NULL);
            frame = new_frame();
            report = (scrim_redact_report)SCRIM_REDACT_REPORT_INIT;
            arm(1);
            scrim_status status = scrim_capture_protect(capture, snapshot, &frame, now, now, &report);
            arm(0);
            CHECK(status == SCRIM_OK || status == SCRIM_ERROR_NO_MEMORY ||
                  (snapshot == NULL && status == SCRIM_ERROR_INVALID_ARGUMENT));
            square_is_covered(&report, moved ? (int)x : 200, 30, 40);
            arm(1);
            scrim_snapshot_destroy(snapshot);
            arm(0);
        }
    arm(1);
    scrim_scene_destroy(scene);
    scrim_capture_destroy(capture);
    arm(0);
}

/* ---- Touches ---- */

static void tap(scrim_gestures *gestures, scrim_collector *collector, double x, double y) {
    static uint64_t now;
    now += 1000000000;
    scrim_touch samples[] = {{now, 1, SCRIM_TOUCH_BEGAN, 0, x, y}, {now + 10000000, 1, SCRIM_TOUCH_ENDED, 0, x, y}};
    scrim_gesture_event events[8];
    scrim_verdict verdicts[8];
    size_t consumed, produced;
    CHECK(TRY(scrim_gestures_feed(gestures, samples, 2, &consumed, events, 8, &produced)) ==
          SCRIM_OK); /* needs no memory */
    scrim_status status = TRY(scrim_collector_decide(collector, events, produced, verdicts));
    for (size_t i = 0; status == SCRIM_OK && i < produced; i++)
        CHECK((verdicts[i].reason == SCRIM_REASON_HIDDEN) == (y >= 30 && y < 70 && x >= 20 && x < 60));
    TRY(scrim_collector_advance(collector, now));
}

static void touches(void) {
    scrim_id window, secure, id = 0;
    scrim_scene *scene = new_scene(&window, &secure);
    scrim_gestures_options options = SCRIM_GESTURES_OPTIONS_INIT;
    scrim_collector_options collector_options = SCRIM_COLLECTOR_OPTIONS_INIT;
    scrim_recognizer recognizer = SCRIM_RECOGNIZER_TAP_INIT;
    scrim_rules rules = SCRIM_RULES_INIT;
    scrim_gestures *gestures = NULL;
    scrim_collector *collector = NULL;
    char json[2048];
    size_t length;
    if (scene == NULL)
        return;
    rules.flags |= SCRIM_RULES_TELL_COARSE | SCRIM_RULES_TELL_SILENT;
    recognizer.view = window;
    if (TRY(scrim_gestures_create(scene, &options, &gestures)) == SCRIM_OK &&
        TRY(scrim_gestures_add(gestures, &recognizer, &id)) == SCRIM_OK &&
        TRY(scrim_gestures_add_action(gestures, id, 1, "press", 5)) == SCRIM_OK &&
        TRY(scrim_collector_create(gestures, &collector_options, &collector)) == SCRIM_OK) {
        TRY(scrim_collector_set_rules(collector, &rules));
        for (int i = 0; i < 12; i++)
            tap(gestures, collector, i % 2 ? 40 : 80, 50);
        for (int i = 0; i < 40; i++) {
            arm(1);
            scrim_status status = scrim_collector_next_json(collector, json, sizeof json, &length);
            arm(0);
            if (status == SCRIM_ERROR_NOT_FOUND)
                break;
            CHECK(status == SCRIM_OK || (status == SCRIM_ERROR_NO_MEMORY && seen() > 0));
            CHECK(status != SCRIM_OK || memmem(json, length, "hush", 4) == NULL);
        }
    }
    arm(1);
    scrim_collector_destroy(collector);
    scrim_gestures_destroy(gestures);
    scrim_scene_destroy(scene);
    arm(0);
}

/* ---- All of it ---- */

static unsigned char *planted;

/* How many digits in a row are in memory, at most. */
static unsigned longest_run(void) {
    struct findings findings;
    unsigned longest = 0;
    CHECK(search_process(getpid(), seed, 0, &findings) == 0);
    for (size_t i = 0; i < findings.count && i < MAX_RUNS; i++)
        if (findings.runs[i].digits > longest)
            longest = findings.runs[i].digits;
    return longest;
}

static void secret_is_gone(int nothing_failed) {
    if (nothing_failed) { /* a copy that stands there on purpose: the search is known to find one */
        for (unsigned i = 0; i < MARKER; i++)
            planted[i] = (unsigned char)digit(i);
        CHECK(longest_run() == MARKER);
        for (unsigned i = 0; i < MARKER; i++)
            ((volatile unsigned char *)planted)[i] = 0;
    }
    /* Eight are met by chance: the C library alone has tables of digits, and the host runs thousands of times. */
    unsigned longest = longest_run();
    if (longest >= 12)
        fprintf(stderr, "%u digits of the secret in a row\n", longest);
    CHECK(longest < 12);
}

int main(int count, char **words) {
    CHECK(syscall(SYS_getrandom, &seed, sizeof seed, 0) == (long)sizeof seed);
    planted = malloc(MARKER);
    CHECK(planted != NULL);
    if (count == 4) {
        denied = 1;
        CHECK(deny_call((unsigned)atoi(words[2]), (unsigned)atoi(words[3])) == 0);
    }
    for (int round = 0; round < 2; round++) { /* with tables to be made first, and without */
        secrets();
        frames();
        stream();
        touches();
        CHECK(scrim_live_handles(SCRIM_KIND_ANY) == 0);
    }
    secret_is_gone(!denied && seen() == 0);
    return denied || seen() > 0 ? 0 : 3;
}
