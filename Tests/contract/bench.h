/* SPDX-License-Identifier: MIT */
/*
 * The bench on which the contract tests lay their calls: one live object of each kind, joined as an application joins
 * them, and the small steps that bring one into the state a call needs.
 */
#ifndef SCRIM_CONTRACT_BENCH_H
#define SCRIM_CONTRACT_BENCH_H

#include <fcntl.h>

#include "../C/contract_support.h"

#define BENCH_SIDE 8
#define BENCH_KINDS 7

struct contract_bench {
    scrim_text *text;
    scrim_text *other_text;
    scrim_keypad *keypad;
    scrim_scene *scene;
    scrim_gestures *gestures;
    scrim_collector *collector;
    scrim_snapshot *snapshot;
    scrim_capture *capture;
    scrim_id window;
    scrim_id view;
    scrim_id tap;
    scrim_id press;
    uint64_t now;    /* the last time given to the engine */
    uint64_t finger; /* the last finger that came down */
    unsigned char *pixels;
    unsigned char source[BENCH_SIDE * BENCH_SIDE * 4];
    size_t live; /* handles before the bench was set up */
};

/* Fails the test if a step of the bench itself does not work. */
#define BENCH_STEP(call) contract_expect(#call, (call), OK)

static inline scrim_string bench_string(const char *text) {
    return (scrim_string){text, strlen(text)};
}

/* ---- Making ---- */

static inline scrim_text *bench_text(struct contract_bench *bench) {
    (void)bench;
    scrim_text_options options = SCRIM_TEXT_OPTIONS_INIT;
    scrim_text *text = NULL;
    BENCH_STEP(scrim_text_create(&options, &text));
    return text;
}

static inline scrim_keypad *bench_keypad(struct contract_bench *bench) {
    (void)bench;
    scrim_keypad_options options = SCRIM_KEYPAD_OPTIONS_INIT;
    scrim_keypad *keypad = NULL;
    options.allow_unshuffled = 1;
    BENCH_STEP(scrim_keypad_create(&options, &keypad));
    return keypad;
}

static inline scrim_scene *bench_scene(struct contract_bench *bench) {
    (void)bench;
    scrim_scene_options options = SCRIM_SCENE_OPTIONS_INIT;
    scrim_scene *scene = NULL;
    BENCH_STEP(scrim_scene_create(&options, &scene));
    return scene;
}

static inline scrim_gestures *bench_gestures(struct contract_bench *bench) {
    scrim_gestures_options options = SCRIM_GESTURES_OPTIONS_INIT;
    scrim_gestures *gestures = NULL;
    BENCH_STEP(scrim_gestures_create(bench->scene, &options, &gestures));
    return gestures;
}

static inline scrim_collector *bench_collector(struct contract_bench *bench) {
    scrim_collector_options options = SCRIM_COLLECTOR_OPTIONS_INIT;
    scrim_collector *collector = NULL;
    BENCH_STEP(scrim_collector_create(bench->gestures, &options, &collector));
    return collector;
}

static inline scrim_snapshot *bench_snapshot(struct contract_bench *bench) {
    scrim_snapshot *snapshot = NULL;
    BENCH_STEP(scrim_scene_snapshot(bench->scene, 0, &snapshot));
    return snapshot;
}

static inline scrim_capture *bench_capture(struct contract_bench *bench) {
    (void)bench;
    scrim_capture_options options = SCRIM_CAPTURE_OPTIONS_INIT;
    scrim_capture *capture = NULL;
    BENCH_STEP(scrim_capture_create(&options, &capture));
    return capture;
}

/* Creates handles until one gets the place of a destroyed one. Free places are reused in the order of their release. */
#define BENCH_IN_PLACE_OF(kind) \
    static inline scrim_##kind *bench_##kind##_in_place_of(struct contract_bench *bench, const void *old) { \
        scrim_##kind *made = bench_##kind(bench); \
        while (((NUMBER(made) ^ NUMBER(old)) & 0xFFFFF0) != 0) { \
            scrim_##kind##_destroy(made); \
            made = bench_##kind(bench); \
        } \
        return made; \
    }
BENCH_IN_PLACE_OF(text)
BENCH_IN_PLACE_OF(keypad)
BENCH_IN_PLACE_OF(scene)
BENCH_IN_PLACE_OF(gestures)
BENCH_IN_PLACE_OF(collector)
BENCH_IN_PLACE_OF(snapshot)
BENCH_IN_PLACE_OF(capture)

static inline scrim_id bench_new_window(struct contract_bench *bench) {
    scrim_window window = SCRIM_WINDOW_INIT;
    scrim_id id = 0;
    window.frame = (scrim_rect){200, 200, 10, 10};
    BENCH_STEP(scrim_scene_add_window(bench->scene, &window, &id));
    return id;
}

static inline scrim_id bench_new_view(struct contract_bench *bench) {
    scrim_view view = SCRIM_VIEW_INIT;
    scrim_id id = 0;
    view.frame = (scrim_rect){80, 0, 10, 10};
    BENCH_STEP(scrim_scene_add_view(bench->scene, bench->window, &view, &id));
    return id;
}

static inline scrim_id bench_new_recognizer(struct contract_bench *bench) {
    scrim_recognizer recognizer = SCRIM_RECOGNIZER_TAP_INIT;
    scrim_id id = 0;
    recognizer.view = bench->window;
    BENCH_STEP(scrim_gestures_add(bench->gestures, &recognizer, &id));
    return id;
}

/* Ids that were right once. */
static inline scrim_id bench_removed_window(struct contract_bench *bench) {
    scrim_id id = bench_new_window(bench);
    BENCH_STEP(scrim_scene_remove(bench->scene, id));
    return id;
}

static inline scrim_id bench_removed_view(struct contract_bench *bench) {
    scrim_id id = bench_new_view(bench);
    BENCH_STEP(scrim_scene_remove(bench->scene, id));
    return id;
}

static inline scrim_id bench_removed_recognizer(struct contract_bench *bench) {
    scrim_id id = bench_new_recognizer(bench);
    BENCH_STEP(scrim_gestures_remove(bench->gestures, id));
    return id;
}

static inline void bench_make_scene(struct contract_bench *bench) {
    bench->scene = bench_scene(bench);
    scrim_window window = SCRIM_WINDOW_INIT;
    window.frame = (scrim_rect){0, 0, 100, 100};
    window.screen = bench_string("Accounts");
    BENCH_STEP(scrim_scene_add_window(bench->scene, &window, &bench->window));

    scrim_string button = bench_string("Button");
    scrim_view view = SCRIM_VIEW_INIT;
    view.frame = (scrim_rect){10, 10, 50, 50};
    view.classes = &button;
    view.class_count = 1;
    view.content = bench_string("Transfer");
    BENCH_STEP(scrim_scene_add_view(bench->scene, bench->window, &view, &bench->view));

    /* Something private at the frame's corner, so that scrim_scene_redact() has a pixel to cover. */
    scrim_view secure = SCRIM_VIEW_INIT;
    scrim_id id = 0;
    secure.frame = (scrim_rect){0, 0, 2, 2};
    secure.flags |= SCRIM_VIEW_SECURE;
    BENCH_STEP(scrim_scene_add_view(bench->scene, bench->window, &secure, &id));
    BENCH_STEP(scrim_scene_set_activity(bench->scene, 0, SCRIM_ACTIVITY_ACTIVE));
    BENCH_STEP(scrim_scene_frame_ready(bench->scene, 0));
}

static inline void bench_make_gestures(struct contract_bench *bench) {
    bench->gestures = bench_gestures(bench);
    scrim_recognizer tap = SCRIM_RECOGNIZER_TAP_INIT;
    tap.view = bench->view;
    BENCH_STEP(scrim_gestures_add(bench->gestures, &tap, &bench->tap));
    BENCH_STEP(scrim_gestures_add_action(bench->gestures, bench->tap, 1, "pay", 3));
    scrim_recognizer press = SCRIM_RECOGNIZER_LONG_PRESS_INIT;
    press.view = bench->view;
    BENCH_STEP(scrim_gestures_add(bench->gestures, &press, &bench->press));
    bench->collector = bench_collector(bench);
}

static inline int bench_setup(void **state) {
    static struct contract_bench bench;
    bench = (struct contract_bench){.now = 1000000000, .live = scrim_live_handles(SCRIM_HANDLE_ANY)};
    *state = &bench;
    bench.text = bench_text(&bench);
    bench.other_text = bench_text(&bench);
    BENCH_STEP(scrim_text_insert(bench.text, "1234", 4));
    bench.keypad = bench_keypad(&bench);
    BENCH_STEP(scrim_keypad_attach(bench.keypad, bench.text));
    BENCH_STEP(scrim_keypad_show(bench.keypad));
    bench_make_scene(&bench);
    bench_make_gestures(&bench);
    bench.snapshot = bench_snapshot(&bench);
    bench.capture = bench_capture(&bench);
    return 0;
}

static inline int bench_teardown(void **state) {
    struct contract_bench *bench = *state;
    scrim_capture_destroy(bench->capture);
    scrim_snapshot_destroy(bench->snapshot);
    scrim_collector_destroy(bench->collector);
    scrim_gestures_destroy(bench->gestures);
    scrim_scene_destroy(bench->scene);
    scrim_keypad_destroy(bench->keypad);
    scrim_text_destroy(bench->text);
    scrim_text_destroy(bench->other_text);
    contract_release();
    return contract_live_handles(bench->live);
}

static inline int bench_end(void **state) {
    (void)state;
    return contract_live_handles(0);
}

/* ---- Handles that are none ---- */

struct bench_values {
    uint64_t values[96];
    size_t count;
};

static inline void bench_add(struct bench_values *wild, const uint64_t *live, uint64_t value) {
    for (size_t i = 0; i < BENCH_KINDS + 1; i++) {
        if (live[i] == value) {
            return;
        }
    }
    if (value != 0) {
        wild->values[wild->count++] = value;
    }
}

/*
 * Numbers that are no handle of this kind: each bit of a live one flipped (whatever the layout, that changes
 * generation, slot and kind), neighbours of it, plain wild values. Those that happen to be another live handle are left
 * out.
 */
static inline struct bench_values bench_wild(const struct contract_bench *bench, uint64_t handle) {
    const uint64_t live[BENCH_KINDS + 1] = {
        NUMBER(bench->text),
        NUMBER(bench->other_text),
        NUMBER(bench->keypad),
        NUMBER(bench->scene),
        NUMBER(bench->gestures),
        NUMBER(bench->collector),
        NUMBER(bench->snapshot),
        NUMBER(bench->capture),
    };
    const uint64_t plain[] = {1, 2, 16, 0xDEADBEEFDEADBEEFu, UINT64_MAX, INT64_MAX, (uint64_t)INT64_MIN, NUMBER(bench)};
    struct bench_values wild = {{0}, 0};
    for (unsigned bit = 0; bit < 64; bit++) {
        bench_add(&wild, live, handle ^ (UINT64_C(1) << bit));
    }
    for (size_t i = 0; i < COUNT_OF(plain); i++) {
        bench_add(&wild, live, plain[i]);
    }
    bench_add(&wild, live, handle + (UINT64_C(1) << 24)); /* the generation after */
    bench_add(&wild, live, handle - (UINT64_C(1) << 24)); /* the generation before */
    bench_add(&wild, live, handle + (UINT64_C(1000000) << 4));
    return wild;
}

/* ---- States that calls need ---- */

static inline scrim_gesture_event bench_feed(struct contract_bench *bench, uint64_t finger, uint32_t phase) {
    scrim_touch touch = {bench->now, finger, phase, 0, 20, 20};
    scrim_gesture_event events[16];
    size_t consumed = 0;
    size_t produced = 0;
    memset(events, 0, sizeof events);
    BENCH_STEP(scrim_gestures_feed(bench->gestures, &touch, 1, &consumed, events, COUNT_OF(events), &produced));
    return events[0];
}

/* A new finger comes down on the view; the one before is gone. */
static inline void bench_down(struct contract_bench *bench) {
    bench_feed(bench, bench->finger, SCRIM_TOUCH_CANCELLED);
    bench->now += 10000000000;
    bench->finger += 1;
    bench_feed(bench, bench->finger, SCRIM_TOUCH_BEGAN);
    bench->now += 50000000;
}

/* A finger that is down, and whose long press has begun. */
static inline void bench_press(struct contract_bench *bench) {
    scrim_gesture_event events[16];
    size_t produced = 0;
    bench_down(bench);
    bench->now += 1000000000;
    BENCH_STEP(scrim_gestures_advance(bench->gestures, bench->now, events, COUNT_OF(events), &produced));
    assert_true(produced > 0);
}

static inline scrim_gesture_event bench_tap(struct contract_bench *bench) {
    bench_down(bench);
    return bench_feed(bench, bench->finger, SCRIM_TOUCH_ENDED);
}

/* A new recogniser of the host's on the view, with a pair. */
static inline scrim_id bench_host(struct contract_bench *bench, uint32_t flags) {
    scrim_recognizer recognizer = {.struct_size = sizeof recognizer, .kind = SCRIM_GESTURE_HOST, .view = bench->view};
    scrim_id id = 0;
    recognizer.flags = flags;
    BENCH_STEP(scrim_gestures_add(bench->gestures, &recognizer, &id));
    BENCH_STEP(scrim_gestures_add_action(bench->gestures, id, 1, "pay", 3));
    return id;
}

/* A record waits in the collector, and no other. */
static inline void bench_record(struct contract_bench *bench) {
    char json[4096];
    size_t length = 0;
    while (scrim_collector_next_json(bench->collector, json, sizeof json, &length) == SCRIM_OK) {
    }
    scrim_gesture_event event = bench_tap(bench);
    scrim_decision verdict = {0, 0};
    BENCH_STEP(scrim_collector_decide(bench->collector, &event, 1, &verdict));
    assert_int_equal(verdict.answer, SCRIM_DECISION_PENDING);
}

/* The number of the layout that the keypad shows. */
static inline uint64_t bench_generation(struct contract_bench *bench) {
    uint64_t generation = 0;
    BENCH_STEP(scrim_keypad_generation(bench->keypad, &generation));
    return generation;
}

/* The window has touch regions. */
static inline void bench_limit_touches(struct contract_bench *bench) {
    const scrim_rect regions[] = {{0, 0, 50, 10}, {0, 20, 50, 10}};
    uint64_t generation = 0;
    BENCH_STEP(scrim_scene_set_input_region(bench->scene, bench->window, regions, COUNT_OF(regions), &generation));
}

/* The scene has an output 1. */
static inline void bench_second_output(struct contract_bench *bench) {
    uint32_t word = 0;
    if (scrim_scene_is_covered(bench->scene, 1, &word) != SCRIM_OK) {
        BENCH_STEP(scrim_scene_add_output(bench->scene, &word));
    }
}

/* ---- Frames ---- */

/* A frame of pixels none of which is black. */
static inline scrim_frame *bench_frame(struct contract_bench *bench) {
    bench->pixels = contract_block(BENCH_SIDE * BENCH_SIDE * 4, 1, CONTRACT_BOTH);
    scrim_frame frame = SCRIM_FRAME_INIT;
    frame.format = SCRIM_FORMAT_RGBA;
    frame.width = BENCH_SIDE;
    frame.height = BENCH_SIDE;
    frame.planes[0] = (scrim_plane){bench->pixels, BENCH_SIDE * 4};
    return INPUT(scrim_frame, frame);
}

/* A frame like that one, which is only read. */
static inline scrim_frame *bench_source(struct contract_bench *bench) {
    memset(bench->source, 0x55, sizeof bench->source);
    scrim_frame frame = SCRIM_FRAME_INIT;
    frame.format = SCRIM_FORMAT_RGBA;
    frame.width = BENCH_SIDE;
    frame.height = BENCH_SIDE;
    frame.planes[0] = (scrim_plane){bench->source, BENCH_SIDE * 4};
    return INPUT(scrim_frame, frame);
}

static inline scrim_redact_report *bench_report(void) {
    scrim_redact_report report = SCRIM_REDACT_REPORT_INIT;
    void *block = contract_block(sizeof report, _Alignof(scrim_redact_report), CONTRACT_BOTH);
    return memcpy(block, &report, sizeof report);
}

/* A file that is at its end at once, and takes all that is written. */
static inline int32_t bench_null_device(void) {
    static int32_t descriptor = -1;
    if (descriptor < 0) {
        descriptor = open("/dev/null", O_RDWR);
    }
    return descriptor;
}

/* A count with one attempt charged. */
static inline scrim_attempts *bench_attempts(void) {
    scrim_attempts attempts;
    uint32_t answer = 0;
    uint64_t retry_at_ns = 0;
    BENCH_STEP(scrim_attempts_init(&attempts, 0));
    BENCH_STEP(scrim_attempts_begin(&attempts, 1, &answer, &retry_at_ns));
    void *block = contract_block(sizeof attempts, _Alignof(scrim_attempts), CONTRACT_BOTH);
    return memcpy(block, &attempts, sizeof attempts);
}

static inline scrim_memory_report *bench_memory_report(void) {
    scrim_memory_report report = SCRIM_MEMORY_REPORT_INIT;
    void *block = contract_block(sizeof report, _Alignof(scrim_memory_report), CONTRACT_BOTH);
    return memcpy(block, &report, sizeof report);
}

static inline scrim_recognizer *bench_recognizer(void) {
    scrim_recognizer recognizer = SCRIM_RECOGNIZER_TAP_INIT;
    void *block = contract_block(sizeof recognizer, _Alignof(scrim_recognizer), CONTRACT_BOTH);
    return memcpy(block, &recognizer, sizeof recognizer);
}

static inline scrim_record *bench_empty_record(void) {
    scrim_record record = SCRIM_RECORD_INIT;
    void *block = contract_block(sizeof record, _Alignof(scrim_record), CONTRACT_BOTH);
    return memcpy(block, &record, sizeof record);
}

static inline int bench_is_covered(const struct contract_bench *bench) {
    static const unsigned char black[4] = {0, 0, 0, 255};
    for (size_t i = 0; i < BENCH_SIDE * BENCH_SIDE; i++) {
        if (memcmp(bench->pixels + 4 * i, black, sizeof black) != 0) {
            return 0;
        }
    }
    return 1;
}

/* What a call that fails closed was given. */
enum bench_given {
    GOOD_FRAME,
    BAD_FRAME,
    BAD_REPORT
};

/*
 * After an error: a usable frame is black and so reported, one that is not is as it was and to be discarded. A report
 * that cannot be written is as it was, which contract_inputs_unchanged() sees.
 */
static inline void bench_failed_closed(const struct contract_bench *bench, enum bench_given given,
                                       const scrim_redact_report *report) {
    if (given == BAD_FRAME) {
        contract_untouched(bench->pixels);
    } else {
        assert_true(bench_is_covered(bench));
    }
    if (given != BAD_REPORT) {
        assert_int_equal(report->outcome, given == GOOD_FRAME ? SCRIM_OUTCOME_COVERED : SCRIM_OUTCOME_DISCARD);
    }
}

/* ---- Callbacks ---- */

static inline void bench_read(const void *bytes, size_t length, void *user_data) {
    (void)bytes, (void)length, (void)user_data;
}

static inline void bench_display(const void *bytes, size_t length, size_t count, uint32_t revealed, void *user_data) {
    (void)bytes, (void)length, (void)count, (void)revealed, (void)user_data;
}

static inline void bench_cover(uint32_t output, void *user_data) {
    (void)output, (void)user_data;
}

static inline void bench_free(void *user_data) {
    (void)user_data;
}

#endif
