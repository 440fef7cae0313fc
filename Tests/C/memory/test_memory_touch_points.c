/* SPDX-License-Identifier: MIT */
/*
 * No coordinate of a touch on a keypad, nor of a private touch, is in memory once its finger is gone. Of a keypad's fingers none is
 * in memory even while they are down.
 */
#include "touched_points.h"

/* ---- A leak, made on purpose ---- */

static int leak(void) {
    uint64_t *copy = malloc(2 * sizeof *copy);
    CHECK(copy != NULL);
    aim(0, 1, SCRIM_TOUCH_BEGAN, 50, 50);
    for (size_t i = 0; i < sizeof *copy; i++)
        ((volatile unsigned char *)copy)[i] = ((volatile unsigned char *)&given.y)[i];
    wipe_given();
    stop("a copy in the heap", 0);
    *(volatile uint64_t *)copy = 0;
    stop("the copy wiped", 0);
    free(copy);
    return 0;
}

static void test_a_leak_is_found(void **state) {
    (void)state;
    assert_int_equal(steps_with_points(leak), 1);
}

/* ---- The keypad ---- */

static scrim_text *text;
static scrim_keypad *keypad;
static uint64_t now_ns;

static int answers(uint32_t phase, uint64_t id, uint32_t x, uint32_t y, uint32_t expected) {
    uint32_t answer = 99;
    scrim_status status = scrim_keypad_touch(keypad, aim(now_ns, id, phase, x, y), &answer);
    wipe_given();
    now_ns += 40000000;
    CHECK(status == SCRIM_OK && answer == expected);
    return 0;
}

static int show_settled(void) {
    uint64_t generation = 0;
    CHECK(scrim_keypad_show(keypad) == SCRIM_OK && scrim_keypad_generation(keypad, &generation) == SCRIM_OK);
    CHECK(scrim_keypad_presented(keypad, generation, now_ns) == SCRIM_OK);
    now_ns += SETTLED;
    return 0;
}

/* One finger after the other, on the keys 1 2 3 and on the delete key. */
static int type_four(void) {
    for (uint32_t i = 0; i < 4; i++) {
        const uint32_t x = 20 + 100 * (i % 3), y = i < 3 ? 20 : 320;
        CHECK(answers(SCRIM_TOUCH_BEGAN, 7 + i, x, y, SCRIM_KEYPAD_RESULT_NONE) == 0);
        stop("a finger on a key", 0);
        CHECK(answers(SCRIM_TOUCH_MOVED, 7 + i, x + 3, y, SCRIM_KEYPAD_RESULT_NONE) == 0);
        stop("it moved", 0);
        CHECK(answers(SCRIM_TOUCH_ENDED, 7 + i, x + 5, y, i < 3 ? SCRIM_KEYPAD_RESULT_INSERTED : SCRIM_KEYPAD_RESULT_DELETED) == 0);
        stop("it went up", 0);
    }
    return 0;
}

static int use_a_keypad(void) {
    scrim_keypad_options options = SCRIM_KEYPAD_OPTIONS_INIT;
    scrim_text_options text_options = SCRIM_TEXT_OPTIONS_INIT;
    options.shuffle = SCRIM_SHUFFLE_NONE;
    CHECK(scrim_text_create(&text_options, &text) == SCRIM_OK && scrim_keypad_create(&options, &keypad) == SCRIM_OK);
    CHECK(scrim_keypad_attach(keypad, text) == SCRIM_OK && show_settled() == 0);
    CHECK(type_four() == 0);
    /* Two fingers at once, a third one, and one that comes down where there is no key. */
    CHECK(answers(SCRIM_TOUCH_BEGAN, 1, 20, 120, SCRIM_KEYPAD_RESULT_NONE) == 0);
    CHECK(answers(SCRIM_TOUCH_BEGAN, 2, 120, 120, SCRIM_KEYPAD_RESULT_INSERTED) == 0);
    stop("two fingers", 0);
    CHECK(answers(SCRIM_TOUCH_BEGAN, 3, 220, 120, SCRIM_KEYPAD_RESULT_REJECTED) == 0);
    stop("three fingers", 0);
    CHECK(answers(SCRIM_TOUCH_CANCELLED, 2, 125, 125, SCRIM_KEYPAD_RESULT_NONE) == 0);
    CHECK(answers(SCRIM_TOUCH_ENDED, 1, 25, 125, SCRIM_KEYPAD_RESULT_NONE) == 0);
    CHECK(answers(SCRIM_TOUCH_ENDED, 3, 225, 125, SCRIM_KEYPAD_RESULT_NONE) == 0);
    stop("all up", 0);
    CHECK(answers(SCRIM_TOUCH_BEGAN, 4, 700, 700, SCRIM_KEYPAD_RESULT_NONE) == 0);
    CHECK(answers(SCRIM_TOUCH_CANCELLED, 4, 701, 701, SCRIM_KEYPAD_RESULT_NONE) == 0);
    stop("one beside the keys", 0);
    /* A finger that is down over each change. */
    CHECK(answers(SCRIM_TOUCH_BEGAN, 5, 20, 220, SCRIM_KEYPAD_RESULT_NONE) == 0);
    CHECK(scrim_keypad_shuffle(keypad) == SCRIM_OK);
    stop("shuffled", 0);
    CHECK(answers(SCRIM_TOUCH_ENDED, 5, 21, 220, SCRIM_KEYPAD_RESULT_REJECTED) == 0);
    CHECK(show_settled() == 0);
    CHECK(answers(SCRIM_TOUCH_BEGAN, 6, 120, 220, SCRIM_KEYPAD_RESULT_NONE) == 0);
    CHECK(scrim_keypad_hide(keypad) == SCRIM_OK);
    stop("hidden", 0);
    scrim_text_destroy(text);
    stop("the text destroyed", 0);
    scrim_keypad_destroy(keypad);
    stop("the keypad destroyed", 0);
    return 0;
}

static void test_a_keypad_keeps_no_point(void **state) {
    (void)state;
    assert_int_equal(steps_with_points(use_a_keypad), 0);
}

/* ---- The gesture engine ---- */

static scrim_scene *scene;
static scrim_gestures *gestures;
static scrim_collector *collector;
static scrim_gesture_event events[64];

static int fed(uint32_t phase, uint64_t id, uint64_t after_ms, uint32_t x, uint32_t y) {
    size_t consumed = 0, produced = 0;
    now_ns += after_ms * 1000000;
    scrim_status status = scrim_gestures_feed(gestures, aim(now_ns, id, phase, x, y), 1, &consumed, events, 64, &produced);
    wipe_given();
    memset(events, 0, sizeof events);
    CHECK(status == SCRIM_OK && consumed == 1);
    return 0;
}

static int go_on(uint64_t after_ms) {
    size_t produced = 0;
    now_ns += after_ms * 1000000;
    CHECK(scrim_gestures_advance(gestures, now_ns, events, 64, &produced) == SCRIM_OK);
    memset(events, 0, sizeof events);
    return 0;
}

static int drag(uint64_t id, uint32_t x, uint32_t y, uint32_t to_x) {
    CHECK(fed(SCRIM_TOUCH_BEGAN, id, 100, x, y) == 0);
    for (uint32_t i = 1; i <= 40; i++) {
        CHECK(fed(SCRIM_TOUCH_MOVED, id, i == 20 ? 60 : 5, x + (to_x - x) * i / 40, y + i) == 0);
    }
    return fed(SCRIM_TOUCH_ENDED, id, 5, to_x + 1, y + 41);
}

/* How the host answers: 0: it is not asked. It keeps no copy of what it is asked about. */
enum {
    NOT_ASKED,
    AGREES,
    REFUSES,
    REFUSES_SOME,
    DESTROYS,
    DESTROYS_SECOND
};
static int host, asked;

static uint32_t should_begin(const scrim_gesture_event *event, void *data) {
    (void)data;
    if (host == DESTROYS || (host == DESTROYS_SECOND && ++asked > 1 && event->time_ns > 500000000))
        scrim_gestures_destroy(gestures);
    return host == AGREES || host == DESTROYS_SECOND || (host == REFUSES_SOME && event->kind % 2);
}

/* A window, the right half of which is a secure view, with a gesture engine and a collector. */
static int set_the_views(uint32_t flags, scrim_id *on, scrim_id *secret) {
    scrim_scene_options options = SCRIM_SCENE_OPTIONS_INIT;
    scrim_window window = SCRIM_WINDOW_INIT;
    scrim_view view = SCRIM_VIEW_INIT;
    scrim_gestures_options gesture_options = SCRIM_GESTURES_OPTIONS_INIT;
    scrim_collector_options collector_options = SCRIM_COLLECTOR_OPTIONS_INIT;
    scrim_rules rules = SCRIM_RULES_INIT;
    CHECK(scrim_scene_create(&options, &scene) == SCRIM_OK);
    window.frame = (scrim_rect){0, 0, 1000, 1000};
    CHECK(scrim_scene_add_window(scene, &window, on) == SCRIM_OK);
    view.flags = SCRIM_VIEW_INTERACTIVE | SCRIM_VIEW_SECURE;
    view.frame = (scrim_rect){500, 0, 500, 1000};
    view.touch_privacy = flags;
    CHECK(scrim_scene_add_view(scene, *on, &view, secret) == SCRIM_OK);
    CHECK(scrim_gestures_create(scene, &gesture_options, &gestures) == SCRIM_OK);
    CHECK(scrim_collector_create(gestures, &collector_options, &collector) == SCRIM_OK);
    const scrim_gestures_callbacks callbacks = {sizeof callbacks, 0, should_begin};
    if (host != NOT_ASKED)
        CHECK(scrim_gestures_set_callbacks(gestures, &callbacks, NULL, NULL) == SCRIM_OK);
    if (flags != 0)
        rules.flags |= SCRIM_RULES_REPORT_COARSE;
    CHECK(scrim_collector_set_rules(collector, &rules) == SCRIM_OK);
    return 0;
}

static int set_the_scene(uint32_t flags) {
    scrim_id on = 0, secret = 0;
    CHECK(set_the_views(flags, &on, &secret) == 0);
    for (uint32_t kind = SCRIM_GESTURE_TAP; kind <= SCRIM_GESTURE_EDGE_PAN; kind++)
        for (int i = 0; i < 4; i++) {
            scrim_recognizer recognizer = {.struct_size = sizeof recognizer};
            scrim_id id = 0;
            CHECK(scrim_recognizer_defaults(kind, SCRIM_PROFILE_UIKIT, 1, &recognizer) == SCRIM_OK);
            recognizer.view = i != 1 ? on : secret;
            recognizer.flags = SCRIM_RECOGNIZER_SIMULTANEOUS;
            CHECK(scrim_gestures_add(gestures, &recognizer, &id) == SCRIM_OK);
        }
    return 0;
}

/* What the host does with each event: it passes it on to the collector. */
static int decide_on_what_is_private(void) {
    static scrim_decision decisions[64];
    size_t consumed = 0, produced = 0;
    CHECK(set_the_scene(0) == 0);
    CHECK(fed(SCRIM_TOUCH_BEGAN, 1, 100, 600, 300) == 0);
    now_ns += 50000000;
    CHECK(scrim_gestures_feed(gestures, aim(now_ns, 1, SCRIM_TOUCH_ENDED, 601, 301), 1, &consumed, events, 64, &produced) == SCRIM_OK);
    wipe_given();
    CHECK(produced > 0 && scrim_collector_decide(collector, events, produced, decisions) == SCRIM_OK);
    CHECK(decisions[0].reason == SCRIM_REASON_PRIVATE);
    for (volatile unsigned char *byte = (unsigned char *)events; byte < (unsigned char *)(events + 64); byte++)
        *byte = 0;
    stop("decisions on a private tap", 0);
    return 0;
}

static int explain_what_is_private(void) {
    static scrim_check checks[64];
    size_t consumed = 0, produced = 0, count = 0;
    CHECK(set_the_scene(0) == 0);
    CHECK(fed(SCRIM_TOUCH_BEGAN, 1, 100, 600, 300) == 0);
    now_ns += 50000000;
    CHECK(scrim_gestures_feed(gestures, aim(now_ns, 1, SCRIM_TOUCH_ENDED, 601, 301), 1, &consumed, events, 64, &produced) == SCRIM_OK);
    wipe_given();
    CHECK(produced > 0 && scrim_collector_explain(collector, events, checks, 64, &count) == SCRIM_OK && count == 1);
    for (volatile unsigned char *byte = (unsigned char *)events; byte < (unsigned char *)(events + 64); byte++)
        *byte = 0;
    stop("an explanation of a private tap", 0);
    return 0;
}

static int touch_what_is_private(void) {
    CHECK(set_the_scene(0) == 0);
    CHECK(fed(SCRIM_TOUCH_BEGAN, 1, 100, 600, 300) == 0);
    CHECK(fed(SCRIM_TOUCH_ENDED, 1, 50, 601, 301) == 0);
    stop("a private tap", 0);
    CHECK(drag(2, 600, 300, 900) == 0);
    stop("a private pan", 0);
    CHECK(drag(2, 900, 300, 600) == 0);
    stop("another one", 0);
    CHECK(fed(SCRIM_TOUCH_BEGAN, 3, 100, 620, 300) == 0);
    CHECK(go_on(600) == 0);
    CHECK(fed(SCRIM_TOUCH_CANCELLED, 3, 5, 621, 301) == 0);
    stop("a private long press, cancelled", 0);
    CHECK(drag(4, 100, 300, 900) == 0);
    stop("a pan into what is private", 0);
    CHECK(fed(SCRIM_TOUCH_BEGAN, 5, 100, 630, 300) == 0 && fed(SCRIM_TOUCH_BEGAN, 6, 5, 730, 400) == 0);
    for (uint32_t i = 1; i < 20; i++)
        CHECK(fed(SCRIM_TOUCH_MOVED, 5, 5, 630 + i, 300 - i) == 0 && fed(SCRIM_TOUCH_MOVED, 6, 5, 730 + 2 * i, 400 + 5 * i) == 0);
    CHECK(fed(SCRIM_TOUCH_ENDED, 5, 5, 651, 280) == 0 && fed(SCRIM_TOUCH_ENDED, 6, 5, 771, 500) == 0);
    stop("a private pinch", 0);
    CHECK(fed(SCRIM_TOUCH_BEGAN, 7, 100, 640, 300) == 0 && fed(SCRIM_TOUCH_MOVED, 7, 5, 650, 310) == 0);
    size_t produced = 0;
    CHECK(scrim_gestures_cancel(gestures, now_ns, events, 64, &produced) == SCRIM_OK);
    memset(events, 0, sizeof events);
    stop("a private finger, with all cancelled", 0);
    scrim_gestures_destroy(gestures);
    stop("the engine destroyed", 0);
    scrim_collector_destroy(collector);
    scrim_scene_destroy(scene);
    return 0;
}

/* A finger that stays down: its own points may be in memory, so they are not looked for. */
static int fed_unsought(uint32_t phase, uint64_t id, uint64_t after_ms, uint32_t x, uint32_t y) {
    CHECK(fed(phase, id, after_ms, x, y) == 0);
    trail->count--;
    return 0;
}

/* A recognizer that follows the first of two fingers, and ends or fails before that one is lifted or with it. */
static const struct lifted {
    const char *step;
    uint32_t kind, min_fingers, max_fingers, taps_before;
} lifts[] = {
    {"one of two fingers went up: long press", SCRIM_GESTURE_LONG_PRESS, 1, 0, 0},
    {"one of two fingers went up: pan", SCRIM_GESTURE_PAN, 1, 1, 0},
    {"one of two fingers went up: pan after a tap", SCRIM_GESTURE_PAN, 1, 1, 1},
    {"one of two fingers went up: swipe", SCRIM_GESTURE_SWIPE, 2, 0, 0},
    {"one of two fingers went up: edge pan", SCRIM_GESTURE_EDGE_PAN, 1, 1, 0},
    {"one of two fingers went up: tap", SCRIM_GESTURE_TAP, 1, 0, 0},
    {"one of two fingers went up: all kinds", 0, 0, 0, 0},
};
static const struct lifted *lifted;

static int add_what_is_lifted(void) {
    scrim_recognizer recognizer = {.struct_size = sizeof recognizer};
    scrim_id on = 0, secret = 0, id = 0;
    CHECK(set_the_views(0, &on, &secret) == 0);
    CHECK(scrim_recognizer_defaults(lifted->kind, SCRIM_PROFILE_UIKIT, 1, &recognizer) == SCRIM_OK);
    recognizer.view = secret;
    recognizer.min_fingers = lifted->min_fingers;
    recognizer.max_fingers = lifted->max_fingers;
    if (lifted->taps_before != 0) {
        recognizer.taps = lifted->taps_before;
        recognizer.max_duration_ns = recognizer.max_interval_ns = 350000000;
        recognizer.tap_slop = 40;
    }
    CHECK(scrim_gestures_add(gestures, &recognizer, &id) == SCRIM_OK);
    for (uint32_t i = 0; i < lifted->taps_before; i++)
        CHECK(fed(SCRIM_TOUCH_BEGAN, 1, 100, 610, 310) == 0 && fed(SCRIM_TOUCH_ENDED, 1, 50, 611, 311) == 0);
    return 0;
}

/* Two fingers are down at once. The first is lifted, and the other stays down. */
static int lift_one_of_two(void) {
    CHECK((lifted->kind == 0 ? set_the_scene(0) : add_what_is_lifted()) == 0);
    CHECK(fed(SCRIM_TOUCH_BEGAN, 1, 100, 600, 300) == 0 && fed(SCRIM_TOUCH_MOVED, 1, 5, 601, 301) == 0);
    CHECK(fed_unsought(SCRIM_TOUCH_BEGAN, 2, 5, 760, 420) == 0);
    CHECK(fed(SCRIM_TOUCH_MOVED, 1, 5, 602, 302) == 0 && fed(SCRIM_TOUCH_ENDED, 1, 50, 603, 303) == 0);
    stop(lifted->step, 0);
    CHECK(fed_unsought(SCRIM_TOUCH_MOVED, 2, 5, 761, 421) == 0);
    stop(lifted->step, 0);
    CHECK(fed(SCRIM_TOUCH_ENDED, 2, 50, 762, 422) == 0);
    stop("the other one went up, too", 0);
    scrim_gestures_destroy(gestures);
    scrim_collector_destroy(collector);
    scrim_scene_destroy(scene);
    return 0;
}

/* What the vector registers hold when a call has returned. A signal, or a core file, would copy it to memory. */
static unsigned char registers[32][64];

static __attribute__((always_inline)) inline void keep_registers(void) {
#ifdef __x86_64__
#define KEEP(n) "vmovups %%zmm" #n ", " #n "*64(%0)\n"
#define KEEP_LOW(n) "movups %%xmm" #n ", " #n "*64(%0)\n"
#define SIXTEEN(f) f(0) f(1) f(2) f(3) f(4) f(5) f(6) f(7) f(8) f(9) f(10) f(11) f(12) f(13) f(14) f(15)
#define SIXTEEN_MORE(f) f(16) f(17) f(18) f(19) f(20) f(21) f(22) f(23) f(24) f(25) f(26) f(27) f(28) f(29) f(30) f(31)
    /* memmove of the C library uses registers from 16 on if the processor has them. */
    if (__builtin_cpu_supports("avx512f"))
        __asm__ volatile(SIXTEEN(KEEP) SIXTEEN_MORE(KEEP)::"r"(registers) : "memory");
    else
        __asm__ volatile(SIXTEEN(KEEP_LOW)::"r"(registers) : "memory");
#elif defined(__aarch64__)
    __asm__ volatile("stp q0, q1, [%0]\n stp q2, q3, [%0, 32]\n stp q4, q5, [%0, 64]\n stp q6, q7, [%0, 96]\n"
                     "stp q8, q9, [%0, 128]\n stp q10, q11, [%0, 160]\n stp q12, q13, [%0, 192]\n stp q14, q15, [%0, 224]\n"
                     "stp q16, q17, [%0, 256]\n stp q18, q19, [%0, 288]\n stp q20, q21, [%0, 320]\n stp q22, q23, [%0, 352]\n"
                     "stp q24, q25, [%0, 384]\n stp q26, q27, [%0, 416]\n stp q28, q29, [%0, 448]\n stp q30, q31, [%0, 480]\n" ::"r"(registers)
                     : "memory");
#else
#error "name the instructions that store the vector registers"
#endif
}

/* What the vector registers hold after recognizers have moved in memory, while a finger is down. */
static int change_recognizers(void) {
    scrim_recognizer recognizer = {.struct_size = sizeof recognizer};
    for (uint32_t kind = SCRIM_GESTURE_TAP; kind <= SCRIM_GESTURE_EDGE_PAN; kind++)
        for (uint32_t count = 1; count <= 6; count++) {
            scrim_id on = 0, secret = 0, ids[8] = {0};
            trail->count = 0;
            CHECK(set_the_views(0, &on, &secret) == 0);
            CHECK(scrim_recognizer_defaults(kind, SCRIM_PROFILE_UIKIT, 1, &recognizer) == SCRIM_OK);
            recognizer.view = on;
            for (uint32_t i = 0; i < count; i++)
                CHECK(scrim_gestures_add(gestures, &recognizer, &ids[i]) == SCRIM_OK);
            recognizer.view = secret;
            for (int removes = 0; removes <= 1; removes++) {
                CHECK(fed(SCRIM_TOUCH_BEGAN, 1, 100, 600, 300) == 0 && fed(SCRIM_TOUCH_MOVED, 1, 5, 603, 300) == 0);
                scrim_status status = removes ? scrim_gestures_remove(gestures, ids[7]) : scrim_gestures_add(gestures, &recognizer, &ids[7]);
                keep_registers();
                CHECK(status == SCRIM_OK);
                CHECK(fed(SCRIM_TOUCH_ENDED, 1, 50, 601, 301) == 0);
                stop(removes ? "a recognizer removed" : "a recognizer added", 0);
            }
            scrim_gestures_destroy(gestures);
            scrim_collector_destroy(collector);
            scrim_scene_destroy(scene);
        }
    return 0;
}

static int touch_what_is_coarse(void) {
    CHECK(set_the_scene(SCRIM_TOUCH_PRIVACY_COARSE) == 0);
    for (int i = 0; i < 4; i++) {
        CHECK(fed(SCRIM_TOUCH_BEGAN, 1, 100, 600, 300) == 0);
        CHECK(fed(SCRIM_TOUCH_ENDED, 1, 50, 601, 301) == 0);
    }
    stop("four taps, of which rage may be told", 1);
    CHECK(go_on(1100) == 0);
    stop("a second later", 0);
    return 0;
}

/* The engine is gone, so no point may be there even though the finger is down. */
static int destroy_inside(void) {
    size_t consumed = 0, produced = 0;
    scrim_status status = SCRIM_OK;
    CHECK(set_the_scene(0) == 0 && fed(SCRIM_TOUCH_BEGAN, 1, 100, 600, 300) == 0);
    for (uint32_t i = 1; i < 20 && status == SCRIM_OK; i++) {
        now_ns += 5000000;
        status = scrim_gestures_feed(gestures, aim(now_ns, 1, SCRIM_TOUCH_MOVED, 600 + 5 * i, 300), 1, &consumed, events, 64, &produced);
        wipe_given();
        memset(events, 0, sizeof events);
    }
    CHECK(status == SCRIM_ERROR_CLOSED);
    stop("the engine destroyed inside", 0);
    scrim_collector_destroy(collector);
    scrim_scene_destroy(scene);
    return 0;
}

/* By single bytes, so that no copy is left elsewhere. */
static void take_given(scrim_touch *touch) {
    for (size_t at = 0; at < sizeof given; at++)
        ((volatile unsigned char *)touch)[at] = ((volatile unsigned char *)&given)[at];
}

/* The second tap of a call asks the host, which destroys the engine. The event of the first was already in the host's memory. */
static int destroy_at_the_second_tap(void) {
    static scrim_touch taps[4];
    size_t consumed = 0, produced = 0;
    host = DESTROYS_SECOND;
    CHECK(set_the_scene(0) == 0);
    for (uint32_t i = 0; i < 4; i++) {
        now_ns += 50000000 + 400000000 * (i == 2);
        aim(now_ns, 1, i % 2 ? SCRIM_TOUCH_ENDED : SCRIM_TOUCH_BEGAN, 600 + i, 300);
        take_given(&taps[i]);
    }
    wipe_given();
    scrim_status status = scrim_gestures_feed(gestures, taps, 4, &consumed, events, 64, &produced);
    for (volatile unsigned char *byte = (unsigned char *)taps; byte < (unsigned char *)(taps + 4); byte++)
        *byte = 0;
    CHECK(status == SCRIM_ERROR_CLOSED);
    stop("the engine destroyed at the second tap", 0);
    scrim_collector_destroy(collector);
    scrim_scene_destroy(scene);
    return 0;
}

/* No call on the engine works any more, but the first one wipes. */
static int destroy_the_scene(void) {
    size_t consumed = 0, produced = 0;
    CHECK(set_the_scene(0) == 0 && fed(SCRIM_TOUCH_BEGAN, 1, 100, 600, 300) == 0);
    scrim_scene_destroy(scene);
    CHECK(scrim_gestures_feed(gestures, aim(now_ns, 1, SCRIM_TOUCH_ENDED, 601, 301), 1, &consumed, events, 64, &produced) == SCRIM_ERROR_CLOSED);
    wipe_given();
    stop("a finger went up after the scene was destroyed", 0);
    scrim_collector_destroy(collector);
    scrim_gestures_destroy(gestures);
    CHECK(set_the_scene(SCRIM_TOUCH_PRIVACY_COARSE) == 0);
    CHECK(fed(SCRIM_TOUCH_BEGAN, 1, 100, 600, 300) == 0 && fed(SCRIM_TOUCH_ENDED, 1, 50, 601, 301) == 0);
    scrim_scene_destroy(scene);
    CHECK(scrim_gestures_advance(gestures, now_ns + 1, events, 64, &produced) == SCRIM_ERROR_CLOSED);
    stop("a coarse tap, and the scene was destroyed", 0);
    scrim_collector_destroy(collector);
    scrim_gestures_destroy(gestures);
    return 0;
}

/* A sample of which the engine keeps nothing, because there is no room for its events, or another sample is wrong. */
static int fail_to_feed(void) {
    static scrim_touch two[2];
    size_t consumed = 0, produced = 0;
    CHECK(set_the_scene(0) == 0 && fed(SCRIM_TOUCH_BEGAN, 1, 100, 600, 300) == 0 && fed(SCRIM_TOUCH_MOVED, 1, 5, 603, 300) == 0);
    trail->count = 0; /* look for the next points only: the finger is down */
    scrim_status status = scrim_gestures_feed(gestures, aim(now_ns, 1, SCRIM_TOUCH_MOVED, 660, 310), 1, &consumed, events, 0, &produced);
    keep_registers();
    wipe_given();
    CHECK(status == SCRIM_ERROR_BUFFER_TOO_SMALL);
    stop("a sample without room", 0);
    aim(now_ns, 1, SCRIM_TOUCH_MOVED, 670, 320);
    take_given(&two[0]);
    wipe_given();
    two[1].phase = 99;
    status = scrim_gestures_feed(gestures, two, 2, &consumed, events, 64, &produced);
    keep_registers();
    for (volatile unsigned char *byte = (unsigned char *)two; byte < (unsigned char *)(two + 2); byte++)
        *byte = 0;
    CHECK(status == SCRIM_ERROR_INVALID_ARGUMENT);
    stop("a sample before a wrong one", 0);
    return 0;
}

/* Not on the stack, as `given`. */
static scrim_scroll scrolled;

static void copy_bytes(double *to, const double *from) {
    for (size_t i = 0; i < sizeof *to; i++)
        ((volatile unsigned char *)to)[i] = ((const volatile unsigned char *)from)[i];
}

/* The pointer's position and the movement are both looked for. */
static int scroll_at(uint32_t source, uint32_t phase, uint64_t after_ms, uint32_t x, uint32_t step) {
    size_t consumed = 0, produced = 0;
    now_ns += after_ms * 1000000;
    aim(0, 0, 0, x, 300);
    copy_bytes(&scrolled.x, &given.x);
    copy_bytes(&scrolled.y, &given.y);
    wipe_given();
    aim(0, 0, 0, step, 2 * step);
    copy_bytes(&scrolled.delta_x, &given.x);
    copy_bytes(&scrolled.delta_y, &given.y);
    wipe_given();
    scrolled.time_ns = now_ns;
    scrolled.source = source;
    scrolled.phase = phase;
    scrolled.scale = 1.5;
    scrim_status status = scrim_gestures_scroll(gestures, &scrolled, 1, &consumed, events, 64, &produced);
    for (volatile unsigned char *byte = (unsigned char *)&scrolled; byte < (unsigned char *)(&scrolled + 1); byte++)
        *byte = 0;
    memset(events, 0, sizeof events);
    CHECK(status == SCRIM_OK && consumed == 1);
    return 0;
}

static int scroll_what_is_private(void) {
    CHECK(set_the_scene(0) == 0);
    for (uint32_t i = 0; i < 5; i++)
        CHECK(scroll_at(SCRIM_SCROLL_WHEEL, SCRIM_TOUCH_MOVED, 10, 600, 15) == 0);
    CHECK(go_on(600) == 0);
    stop("a private wheel", 0);
    for (uint32_t i = 0; i < 30; i++)
        CHECK(scroll_at(SCRIM_SCROLL_FINGER, SCRIM_TOUCH_MOVED, 8, 600, 10 + i) == 0);
    CHECK(scroll_at(SCRIM_SCROLL_FINGER, SCRIM_TOUCH_ENDED, 3, 600, 12) == 0);
    stop("a private fling", 0);
    CHECK(scroll_at(SCRIM_SCROLL_PINCH, SCRIM_TOUCH_BEGAN, 100, 620, 3) == 0);
    for (uint32_t i = 0; i < 10; i++)
        CHECK(scroll_at(SCRIM_SCROLL_PINCH, SCRIM_TOUCH_MOVED, 8, 620 + i, 5) == 0);
    CHECK(scroll_at(SCRIM_SCROLL_PINCH, SCRIM_TOUCH_CANCELLED, 8, 620, 5) == 0);
    stop("a private pinch of a touchpad", 0);
    for (uint32_t i = 0; i < 10; i++)
        CHECK(scroll_at(SCRIM_SCROLL_FINGER, SCRIM_TOUCH_MOVED, 8, 100 + 60 * i, 5) == 0);
    CHECK(scroll_at(SCRIM_SCROLL_FINGER, SCRIM_TOUCH_ENDED, 8, 100, 5) == 0);
    stop("a scroll into what is private", 0);
    CHECK(scroll_at(SCRIM_SCROLL_WHEEL, SCRIM_TOUCH_MOVED, 100, 630, 15) == 0);
    CHECK(scroll_at(SCRIM_SCROLL_WHEEL, SCRIM_TOUCH_MOVED, 100, 730, 15) == 0);
    CHECK(fed(SCRIM_TOUCH_BEGAN, 1, 5, 800, 300) == 0 && fed(SCRIM_TOUCH_CANCELLED, 1, 5, 801, 300) == 0);
    stop("a private wheel, cancelled by a finger", 0);
    CHECK(scroll_at(SCRIM_SCROLL_WHEEL, SCRIM_TOUCH_MOVED, 100, 640, 15) == 0);
    size_t produced = 0;
    CHECK(scrim_gestures_cancel(gestures, now_ns, events, 64, &produced) == SCRIM_OK);
    memset(events, 0, sizeof events);
    stop("a private wheel, with all cancelled", 0);
    CHECK(scroll_at(SCRIM_SCROLL_WHEEL, SCRIM_TOUCH_MOVED, 100, 650, 15) == 0);
    scrim_gestures_destroy(gestures);
    stop("the engine destroyed", 0);
    scrim_collector_destroy(collector);
    scrim_scene_destroy(scene);
    return 0;
}

static void test_no_private_scroll_is_kept(void **state) {
    (void)state;
    assert_int_equal(steps_with_points(scroll_what_is_private), 0);
}

/* ---- The scene ---- */

/* The host asks the scene which view a touch hits, and passes it to nothing of the library that would clear the stack. */
static int route_what_is_private(void) {
    scrim_id window = 0, view = 0;
    CHECK(set_the_scene(0) == 0);
    for (uint32_t phase = SCRIM_TOUCH_BEGAN; phase <= SCRIM_TOUCH_ENDED; phase++) {
        CHECK(scrim_scene_route_touch(scene, aim(1 + phase, 1, phase, 600 + phase, 300), &window, &view) == SCRIM_OK);
        wipe_given();
        CHECK(view != 0);
        stop("a touch routed", 0);
    }
    aim(9, 1, SCRIM_TOUCH_BEGAN, 700, 300);
    CHECK(scrim_scene_hit_test(scene, given.x, given.y, &window, &view) == SCRIM_OK);
    wipe_given();
    CHECK(view != 0);
    stop("a hit test", 0);
    /* A touch of a remote viewer. */
    const scrim_capture_options options = SCRIM_CAPTURE_OPTIONS_INIT;
    static scrim_capture *capture;
    static double on_screen[2];
    CHECK(scrim_capture_create(&options, &capture) == SCRIM_OK);
    aim(10, 1, SCRIM_TOUCH_BEGAN, 700, 300);
    CHECK(scrim_capture_screen_point(capture, 1000, 1000, given.x, given.y, &on_screen[0], &on_screen[1]) == SCRIM_OK);
    wipe_given();
    for (volatile unsigned char *byte = (unsigned char *)on_screen; byte < (unsigned char *)(on_screen + 2); byte++)
        *byte = 0;
    stop("a point of a frame", 0);
    scrim_capture_destroy(capture);
    return 0;
}

/* What the host may ask about the point of a touch before it passes the touch on. */
static int ask_about_points(void) {
    static scrim_id views[512];
    size_t count = 0;
    uint32_t secure = 0;
    aim(11, 1, SCRIM_TOUCH_BEGAN, 710, 310);
    CHECK(scrim_scene_is_secure_at(scene, given.x, given.y, &secure) == SCRIM_OK && secure == 1);
    wipe_given();
    stop("whether a point is secure", 0);
    aim(12, 1, SCRIM_TOUCH_BEGAN, 720, 320);
    CHECK(scrim_scene_views_at(scene, given.x, given.y, 1, views, sizeof views / sizeof *views, &count) == SCRIM_OK);
    wipe_given();
    CHECK(count > 1);
    stop("the views at a point", 0);
    return 0;
}

static int ask_about_private_points(void) { return set_the_scene(0) != 0 ? -1 : ask_about_points(); }

/* Views that are nested as deep as can be: each level of a hit test has its own frame on the stack. */
static int touch_what_is_deep(void) {
    scrim_view view = SCRIM_VIEW_INIT;
    scrim_id window = 0, id = 0, next = 0;
    CHECK(set_the_scene(0) == 0);
    CHECK(scrim_scene_hit_test(scene, 600, 300, &window, &id) == SCRIM_OK && id != 0);
    view.flags = SCRIM_VIEW_INTERACTIVE;
    view.frame = (scrim_rect){0, 0, 500, 1000};
    int depth = 0;
    for (; scrim_scene_add_view(scene, id, &view, &next) == SCRIM_OK; depth++)
        id = next;
    CHECK(depth > 200);
    CHECK(ask_about_points() == 0);
    CHECK(scrim_scene_route_touch(scene, aim(13, 1, SCRIM_TOUCH_BEGAN, 730, 330), &window, &next) == SCRIM_OK && next == id);
    wipe_given();
    stop("a touch routed to a deep view", 0);
    aim(14, 1, SCRIM_TOUCH_BEGAN, 740, 340);
    CHECK(scrim_scene_hit_test(scene, given.x, given.y, &window, &next) == SCRIM_OK && next == id);
    wipe_given();
    stop("a hit test of a deep view", 0);
    CHECK(fed(SCRIM_TOUCH_BEGAN, 1, 100, 600, 300) == 0 && fed(SCRIM_TOUCH_ENDED, 1, 50, 601, 301) == 0);
    stop("a private tap on a deep view", 0);
    return 0;
}

static void test_no_routed_point_is_kept(void **state) {
    (void)state;
    assert_int_equal(steps_with_points(route_what_is_private), 0);
    assert_int_equal(steps_with_points(ask_about_private_points), 0);
}

static void test_no_point_on_a_deep_view_is_kept(void **state) {
    (void)state;
    assert_int_equal(steps_with_points(touch_what_is_deep), 0);
}

static void test_no_point_of_a_decision_is_kept(void **state) {
    (void)state;
    assert_int_equal(steps_with_points(decide_on_what_is_private), 0);
    assert_int_equal(steps_with_points(explain_what_is_private), 0);
}

static void test_no_private_point_is_kept(void **state) {
    (void)state;
    for (host = NOT_ASKED; host < DESTROYS; host++)
        assert_int_equal(steps_with_points(touch_what_is_private), 0);
    assert_int_equal(steps_with_points(destroy_inside), 0);
    assert_int_equal(steps_with_points(destroy_at_the_second_tap), 0);
    host = NOT_ASKED;
    assert_int_equal(steps_with_points(destroy_the_scene), 0);
}

static void test_a_lifted_finger_leaves_no_point_while_another_is_down(void **state) {
    (void)state;
    int wrong = 0;
    host = NOT_ASKED;
    for (lifted = lifts; lifted < lifts + sizeof lifts / sizeof *lifts; lifted++)
        wrong += steps_with_points(lift_one_of_two);
    assert_int_equal(wrong, 0);
}

static void test_no_point_is_in_registers_after_recognizers_change(void **state) {
    (void)state;
    host = NOT_ASKED;
    assert_int_equal(steps_with_points(change_recognizers), 0);
}

static void test_a_call_that_fails_keeps_no_point(void **state) {
    (void)state;
    assert_int_equal(steps_with_points(fail_to_feed), 0);
}

static void test_points_of_coarse_taps_are_kept_for_a_second(void **state) {
    (void)state;
    assert_int_equal(steps_with_points(touch_what_is_coarse), 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_leak_is_found),
        cmocka_unit_test(test_a_keypad_keeps_no_point),
        cmocka_unit_test(test_no_private_point_is_kept),
        cmocka_unit_test(test_a_lifted_finger_leaves_no_point_while_another_is_down),
        cmocka_unit_test(test_no_point_is_in_registers_after_recognizers_change),
        cmocka_unit_test(test_a_call_that_fails_keeps_no_point),
        cmocka_unit_test(test_no_private_scroll_is_kept),
        cmocka_unit_test(test_no_routed_point_is_kept),
        cmocka_unit_test(test_no_point_on_a_deep_view_is_kept),
        cmocka_unit_test(test_no_point_of_a_decision_is_kept),
        cmocka_unit_test(test_points_of_coarse_taps_are_kept_for_a_second),
    };
    if (running_on_valgrind() || built_with_asan()) {
        printf("skipped: valgrind and ASan keep copies of their own\n");
        return 77;
    }
    return cmocka_run_group_tests(tests, NULL, NULL);
}
