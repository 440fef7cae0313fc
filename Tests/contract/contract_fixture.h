/* SPDX-License-Identifier: MIT */
/*
 * The fixture of the contract tests: one live object of each kind, joined as an application joins
 * them, and the small steps that bring one into the state a call needs.
 */
#ifndef SCRIM_CONTRACT_FIXTURE_H
#define SCRIM_CONTRACT_FIXTURE_H

#include <fcntl.h>

#include "contract_support.h"

#define FIXTURE_SIDE 8
#define FIXTURE_KINDS 9

struct contract_fixture {
    scrim_text *text;
    scrim_text *other_text;
    scrim_keypad *keypad;
    scrim_scene *scene;
    scrim_gestures *gestures;
    scrim_collector *collector;
    scrim_snapshot *snapshot;
    scrim_capture *capture;
    scrim_publisher *publisher;
    scrim_subscriber *subscriber;
    scrim_id window;
    scrim_id view;
    scrim_id tap;
    scrim_id pan; /* 0 before the first scroll */
    scrim_id press;
    uint64_t now;    /* the last time given to the engine */
    uint64_t finger; /* the last finger that came down */
    unsigned char *pixels;
    unsigned char source[FIXTURE_SIDE * FIXTURE_SIDE * 4];
    size_t live; /* handles before the fixture was set up */
};

/* Fails the test if a step of the fixture itself does not work. */
#define FIXTURE_STEP(call) contract_expect(#call, (call), OK)

static inline scrim_string fixture_string(const char *text) {
    return (scrim_string){text, strlen(text)};
}

/* ---- Making ---- */

static inline scrim_text *fixture_text(struct contract_fixture *fixture) {
    (void)fixture;
    scrim_text_options options = SCRIM_TEXT_OPTIONS_INIT;
    scrim_text *text = NULL;
    FIXTURE_STEP(scrim_text_create(&options, &text));
    return text;
}

static inline scrim_keypad *fixture_keypad(struct contract_fixture *fixture) {
    (void)fixture;
    scrim_keypad_options options = SCRIM_KEYPAD_OPTIONS_INIT;
    scrim_keypad *keypad = NULL;
    options.allow_unshuffled = 1;
    FIXTURE_STEP(scrim_keypad_create(&options, &keypad));
    return keypad;
}

static inline scrim_scene *fixture_scene(struct contract_fixture *fixture) {
    (void)fixture;
    scrim_scene_options options = SCRIM_SCENE_OPTIONS_INIT;
    scrim_scene *scene = NULL;
    FIXTURE_STEP(scrim_scene_create(&options, &scene));
    return scene;
}

static inline scrim_gestures *fixture_gestures(struct contract_fixture *fixture) {
    scrim_gestures_options options = SCRIM_GESTURES_OPTIONS_INIT;
    scrim_gestures *gestures = NULL;
    FIXTURE_STEP(scrim_gestures_create(fixture->scene, &options, &gestures));
    return gestures;
}

static inline scrim_collector *fixture_collector(struct contract_fixture *fixture) {
    scrim_collector_options options = SCRIM_COLLECTOR_OPTIONS_INIT;
    scrim_collector *collector = NULL;
    FIXTURE_STEP(scrim_collector_create(fixture->gestures, &options, &collector));
    return collector;
}

static inline scrim_snapshot *fixture_snapshot(struct contract_fixture *fixture) {
    scrim_snapshot *snapshot = NULL;
    FIXTURE_STEP(scrim_scene_snapshot(fixture->scene, 0, &snapshot));
    return snapshot;
}

/* A snapshot as bytes, and their number. */
static inline size_t fixture_encoded_length(struct contract_fixture *fixture) {
    size_t length = 0;
    (void)scrim_snapshot_encode(fixture->snapshot, NULL, 0, &length);
    return length;
}

static inline const char *fixture_encoded(struct contract_fixture *fixture) {
    static char bytes[4096];
    size_t length;
    FIXTURE_STEP(scrim_snapshot_encode(fixture->snapshot, bytes, sizeof bytes, &length));
    return bytes;
}

static inline scrim_capture *fixture_capture(struct contract_fixture *fixture) {
    (void)fixture;
    scrim_capture_options options = SCRIM_CAPTURE_OPTIONS_INIT;
    options.hold_ns = 0; /* frames are as old as the first snapshot, and nobody knows what was secure before it */
    scrim_capture *capture = NULL;
    FIXTURE_STEP(scrim_capture_create(&options, &capture));
    return capture;
}

static inline scrim_publisher *fixture_publisher(struct contract_fixture *fixture) {
    (void)fixture;
    scrim_publisher_options options = SCRIM_PUBLISHER_OPTIONS_INIT;
    scrim_publisher *publisher = NULL;
    FIXTURE_STEP(scrim_publisher_create(&options, &publisher));
    return publisher;
}

/* A descriptor of the feed, which stays open. */
static inline int32_t fixture_feed_fd(struct contract_fixture *fixture) {
    static int32_t fd = -1;
    if (fd >= 0)
        close(fd);
    FIXTURE_STEP(scrim_publisher_fd(fixture->publisher, &fd));
    return fd;
}

static inline scrim_subscriber *fixture_subscriber(struct contract_fixture *fixture) {
    scrim_subscriber_options options = SCRIM_SUBSCRIBER_OPTIONS_INIT;
    scrim_subscriber *subscriber = NULL;
    options.fd = fixture_feed_fd(fixture);
    FIXTURE_STEP(scrim_subscriber_create(&options, &subscriber));
    return subscriber;
}

/* Creates handles until one gets the place of a destroyed one. Free places are reused in the order of their release. */
#define FIXTURE_IN_PLACE_OF(kind) \
    static inline scrim_##kind *fixture_##kind##_in_place_of(struct contract_fixture *fixture, const void *old) { \
        scrim_##kind *made = fixture_##kind(fixture); \
        while (((NUMBER(made) ^ NUMBER(old)) & 0xFFFFF0) != 0) { \
            scrim_##kind##_destroy(made); \
            made = fixture_##kind(fixture); \
        } \
        return made; \
    }
FIXTURE_IN_PLACE_OF(text)
FIXTURE_IN_PLACE_OF(keypad)
FIXTURE_IN_PLACE_OF(scene)
FIXTURE_IN_PLACE_OF(gestures)
FIXTURE_IN_PLACE_OF(collector)
FIXTURE_IN_PLACE_OF(snapshot)
FIXTURE_IN_PLACE_OF(capture)
FIXTURE_IN_PLACE_OF(publisher)
FIXTURE_IN_PLACE_OF(subscriber)

static inline scrim_id fixture_new_window(struct contract_fixture *fixture) {
    scrim_window window = SCRIM_WINDOW_INIT;
    scrim_id id = 0;
    window.frame = (scrim_rect){200, 200, 10, 10};
    FIXTURE_STEP(scrim_scene_add_window(fixture->scene, &window, &id));
    return id;
}

static inline scrim_id fixture_new_view(struct contract_fixture *fixture) {
    scrim_view view = SCRIM_VIEW_INIT;
    scrim_id id = 0;
    view.frame = (scrim_rect){80, 0, 10, 10};
    FIXTURE_STEP(scrim_scene_add_view(fixture->scene, fixture->window, &view, &id));
    return id;
}

static inline scrim_id fixture_new_recognizer(struct contract_fixture *fixture) {
    scrim_recognizer recognizer = SCRIM_RECOGNIZER_TAP_INIT;
    scrim_id id = 0;
    recognizer.view = fixture->window;
    FIXTURE_STEP(scrim_gestures_add(fixture->gestures, &recognizer, &id));
    return id;
}

/* Ids that were right once. */
static inline scrim_id fixture_removed_window(struct contract_fixture *fixture) {
    scrim_id id = fixture_new_window(fixture);
    FIXTURE_STEP(scrim_scene_remove(fixture->scene, id));
    return id;
}

static inline scrim_id fixture_removed_view(struct contract_fixture *fixture) {
    scrim_id id = fixture_new_view(fixture);
    FIXTURE_STEP(scrim_scene_remove(fixture->scene, id));
    return id;
}

static inline scrim_id fixture_removed_recognizer(struct contract_fixture *fixture) {
    scrim_id id = fixture_new_recognizer(fixture);
    FIXTURE_STEP(scrim_gestures_remove(fixture->gestures, id));
    return id;
}

static inline void fixture_make_scene(struct contract_fixture *fixture) {
    fixture->scene = fixture_scene(fixture);
    scrim_window window = SCRIM_WINDOW_INIT;
    window.frame = (scrim_rect){0, 0, 100, 100};
    window.screen = fixture_string("Accounts");
    FIXTURE_STEP(scrim_scene_add_window(fixture->scene, &window, &fixture->window));

    scrim_string button = fixture_string("Button");
    scrim_view view = SCRIM_VIEW_INIT;
    view.frame = (scrim_rect){10, 10, 50, 50};
    view.classes = &button;
    view.class_count = 1;
    view.content = fixture_string("Transfer");
    FIXTURE_STEP(scrim_scene_add_view(fixture->scene, fixture->window, &view, &fixture->view));

    /* Something private at the frame's corner, so that scrim_scene_redact() has a pixel to cover. */
    scrim_view secure = SCRIM_VIEW_INIT;
    scrim_id id = 0;
    secure.frame = (scrim_rect){0, 0, 2, 2};
    secure.flags |= SCRIM_VIEW_SECURE;
    FIXTURE_STEP(scrim_scene_add_view(fixture->scene, fixture->window, &secure, &id));
    FIXTURE_STEP(scrim_scene_set_activity(fixture->scene, 0, SCRIM_ACTIVITY_ACTIVE));
    FIXTURE_STEP(scrim_scene_frame_ready(fixture->scene, 0));
}

static inline void fixture_make_gestures(struct contract_fixture *fixture) {
    fixture->gestures = fixture_gestures(fixture);
    scrim_recognizer tap = SCRIM_RECOGNIZER_TAP_INIT;
    tap.view = fixture->view;
    FIXTURE_STEP(scrim_gestures_add(fixture->gestures, &tap, &fixture->tap));
    FIXTURE_STEP(scrim_gestures_add_action(fixture->gestures, fixture->tap, 1, "pay", 3));
    scrim_recognizer press = SCRIM_RECOGNIZER_LONG_PRESS_INIT;
    press.view = fixture->view;
    FIXTURE_STEP(scrim_gestures_add(fixture->gestures, &press, &fixture->press));
    fixture->collector = fixture_collector(fixture);
}

static inline int fixture_setup(void **state) {
    static struct contract_fixture fixture;
    fixture = (struct contract_fixture){.now = 1000000000, .live = scrim_live_handles(SCRIM_HANDLE_ANY)};
    *state = &fixture;
    fixture.text = fixture_text(&fixture);
    fixture.other_text = fixture_text(&fixture);
    FIXTURE_STEP(scrim_text_insert(fixture.text, "1234", 4));
    fixture.keypad = fixture_keypad(&fixture);
    FIXTURE_STEP(scrim_keypad_attach(fixture.keypad, fixture.text));
    FIXTURE_STEP(scrim_keypad_show(fixture.keypad));
    fixture_make_scene(&fixture);
    fixture_make_gestures(&fixture);
    fixture.snapshot = fixture_snapshot(&fixture);
    fixture.capture = fixture_capture(&fixture);
    fixture.publisher = fixture_publisher(&fixture);
    fixture.subscriber = fixture_subscriber(&fixture);
    return 0;
}

static inline int fixture_teardown(void **state) {
    struct contract_fixture *fixture = *state;
    scrim_subscriber_destroy(fixture->subscriber);
    scrim_publisher_destroy(fixture->publisher);
    scrim_capture_destroy(fixture->capture);
    scrim_snapshot_destroy(fixture->snapshot);
    scrim_collector_destroy(fixture->collector);
    scrim_gestures_destroy(fixture->gestures);
    scrim_scene_destroy(fixture->scene);
    scrim_keypad_destroy(fixture->keypad);
    scrim_text_destroy(fixture->text);
    scrim_text_destroy(fixture->other_text);
    contract_release();
    return contract_live_handles(fixture->live);
}

static inline int fixture_end(void **state) {
    (void)state;
    return contract_live_handles(0);
}

/* ---- Handles that are none ---- */

struct fixture_values {
    uint64_t values[96];
    size_t count;
};

static inline void fixture_add(struct fixture_values *wild, const uint64_t *live, uint64_t value) {
    for (size_t i = 0; i < FIXTURE_KINDS + 1; i++) {
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
static inline struct fixture_values fixture_wild(const struct contract_fixture *fixture, uint64_t handle) {
    const uint64_t live[FIXTURE_KINDS + 1] = {
        NUMBER(fixture->text),
        NUMBER(fixture->other_text),
        NUMBER(fixture->keypad),
        NUMBER(fixture->scene),
        NUMBER(fixture->gestures),
        NUMBER(fixture->collector),
        NUMBER(fixture->snapshot),
        NUMBER(fixture->capture),
        NUMBER(fixture->publisher),
        NUMBER(fixture->subscriber),
    };
    const uint64_t plain[] = {1, 2, 16, 0xDEADBEEFDEADBEEFu, UINT64_MAX, INT64_MAX, (uint64_t)INT64_MIN, NUMBER(fixture)};
    struct fixture_values wild = {{0}, 0};
    for (unsigned bit = 0; bit < 64; bit++) {
        fixture_add(&wild, live, handle ^ (UINT64_C(1) << bit));
    }
    for (size_t i = 0; i < COUNT_OF(plain); i++) {
        fixture_add(&wild, live, plain[i]);
    }
    fixture_add(&wild, live, handle + (UINT64_C(1) << 24)); /* the generation after */
    fixture_add(&wild, live, handle - (UINT64_C(1) << 24)); /* the generation before */
    fixture_add(&wild, live, handle + (UINT64_C(1000000) << 4));
    return wild;
}

/* ---- States that calls need ---- */

static inline scrim_gesture_event fixture_feed(struct contract_fixture *fixture, uint64_t finger, uint32_t phase) {
    scrim_touch touch = {fixture->now, finger, phase, 0, 20, 20};
    scrim_gesture_event events[16];
    size_t consumed = 0;
    size_t produced = 0;
    memset(events, 0, sizeof events);
    FIXTURE_STEP(scrim_gestures_feed(fixture->gestures, &touch, 1, &consumed, events, COUNT_OF(events), &produced));
    return events[0];
}

/* A new finger comes down on the view; the one before is gone. */
static inline void fixture_down(struct contract_fixture *fixture) {
    fixture_feed(fixture, fixture->finger, SCRIM_TOUCH_CANCELLED);
    fixture->now += 10000000000;
    fixture->finger += 1;
    fixture_feed(fixture, fixture->finger, SCRIM_TOUCH_BEGAN);
    fixture->now += 50000000;
}

/* A finger that is down, and whose long press has begun. An earlier case may have disabled it. */
static inline void fixture_press(struct contract_fixture *fixture) {
    scrim_gesture_event events[16];
    size_t produced = 0;
    FIXTURE_STEP(scrim_gestures_set_enabled(fixture->gestures, fixture->press, 1, 0, NULL, 0, &produced));
    fixture_down(fixture);
    fixture->now += 1000000000;
    FIXTURE_STEP(scrim_gestures_advance(fixture->gestures, fixture->now, events, COUNT_OF(events), &produced));
    assert_true(produced > 0);
}

static inline scrim_gesture_event fixture_tap(struct contract_fixture *fixture) {
    fixture_down(fixture);
    return fixture_feed(fixture, fixture->finger, SCRIM_TOUCH_ENDED);
}

/* A scroll of the touchpad, with a pan that has begun. */
static inline void fixture_scroll(struct contract_fixture *fixture) {
    scrim_gesture_event events[16];
    size_t consumed = 0, produced = 0;
    scrim_recognizer pan = {.struct_size = sizeof pan};
    FIXTURE_STEP(scrim_recognizer_defaults(SCRIM_GESTURE_PAN, SCRIM_PROFILE_UIKIT, 1, &pan));
    pan.view = fixture->view;
    if (fixture->pan == 0)
        FIXTURE_STEP(scrim_gestures_add(fixture->gestures, &pan, &fixture->pan));
    fixture_feed(fixture, fixture->finger, SCRIM_TOUCH_CANCELLED);
    fixture->now += 10000000000;
    scrim_scroll scroll = {fixture->now, SCRIM_SCROLL_FINGER, SCRIM_TOUCH_MOVED, 20, 20, 0, 10, 1, 0};
    FIXTURE_STEP(scrim_gestures_scroll(fixture->gestures, &scroll, 1, &consumed, events, COUNT_OF(events), &produced));
    assert_true(produced > 0);
    fixture->now += 50000000;
}

/* A new recogniser of the host's on the view, with a pair. */
static inline scrim_id fixture_host(struct contract_fixture *fixture, uint32_t flags) {
    scrim_recognizer recognizer = {.struct_size = sizeof recognizer, .kind = SCRIM_GESTURE_HOST, .view = fixture->view};
    scrim_id id = 0;
    recognizer.flags = flags;
    FIXTURE_STEP(scrim_gestures_add(fixture->gestures, &recognizer, &id));
    FIXTURE_STEP(scrim_gestures_add_action(fixture->gestures, id, 1, "pay", 3));
    return id;
}

/* A record waits in the collector, and no other. */
static inline void fixture_record(struct contract_fixture *fixture) {
    char json[4096];
    size_t length = 0;
    while (scrim_collector_next_json(fixture->collector, json, sizeof json, &length) == SCRIM_OK) {
    }
    scrim_gesture_event event = fixture_tap(fixture);
    scrim_decision verdict = {0, 0};
    FIXTURE_STEP(scrim_collector_decide(fixture->collector, &event, 1, &verdict));
    assert_int_equal(verdict.result, SCRIM_DECISION_PENDING);
}

/* The number of the layout that the keypad shows. */
static inline uint64_t fixture_generation(struct contract_fixture *fixture) {
    uint64_t generation = 0;
    FIXTURE_STEP(scrim_keypad_generation(fixture->keypad, &generation));
    return generation;
}

/* The window has touch regions. */
static inline void fixture_limit_touches(struct contract_fixture *fixture) {
    const scrim_rect regions[] = {{0, 0, 50, 10}, {0, 20, 50, 10}};
    uint64_t generation = 0;
    FIXTURE_STEP(scrim_scene_set_input_region(fixture->scene, fixture->window, regions, COUNT_OF(regions), &generation));
}

/* The scene has an output 1. */
static inline void fixture_second_output(struct contract_fixture *fixture) {
    uint32_t word = 0;
    if (scrim_scene_is_covered(fixture->scene, 1, &word) != SCRIM_OK) {
        FIXTURE_STEP(scrim_scene_add_output(fixture->scene, &word));
    }
}

/* ---- Frames ---- */

/* Pixels none of which is black. */
static inline void *fixture_pixels(struct contract_fixture *fixture) {
    fixture->pixels = contract_block(FIXTURE_SIDE * FIXTURE_SIDE * 4, 1, CONTRACT_BOTH);
    return fixture->pixels;
}

static inline uint32_t *fixture_outcome(void) {
    return contract_block(sizeof(uint32_t), _Alignof(uint32_t), CONTRACT_BOTH);
}

/* A frame of pixels none of which is black. */
static inline scrim_frame *fixture_frame(struct contract_fixture *fixture) {
    scrim_frame frame = SCRIM_FRAME_INIT;
    frame.format = SCRIM_FORMAT_RGBA;
    frame.width = FIXTURE_SIDE;
    frame.height = FIXTURE_SIDE;
    frame.planes[0] = (scrim_plane){fixture_pixels(fixture), FIXTURE_SIDE * 4};
    return INPUT(scrim_frame, frame);
}

/* A frame like that one, which is only read. */
static inline scrim_frame *fixture_source(struct contract_fixture *fixture) {
    memset(fixture->source, 0x55, sizeof fixture->source);
    scrim_frame frame = SCRIM_FRAME_INIT;
    frame.format = SCRIM_FORMAT_RGBA;
    frame.width = FIXTURE_SIDE;
    frame.height = FIXTURE_SIDE;
    frame.planes[0] = (scrim_plane){fixture->source, FIXTURE_SIDE * 4};
    return INPUT(scrim_frame, frame);
}

static inline scrim_redact_report *fixture_report(void) {
    scrim_redact_report report = SCRIM_REDACT_REPORT_INIT;
    void *block = contract_block(sizeof report, _Alignof(scrim_redact_report), CONTRACT_BOTH);
    return memcpy(block, &report, sizeof report);
}

/* A file that is at its end at once, and takes all that is written. */
static inline int32_t fixture_null_device(void) {
    static int32_t descriptor = -1;
    if (descriptor < 0) {
        descriptor = open("/dev/null", O_RDWR);
    }
    return descriptor;
}

/* A count with one attempt charged. */
static inline scrim_attempts *fixture_attempts(void) {
    scrim_attempts attempts;
    uint32_t answer = 0;
    uint64_t retry_at_ns = 0;
    FIXTURE_STEP(scrim_attempts_init(&attempts, 0));
    FIXTURE_STEP(scrim_attempts_begin(&attempts, 1, &answer, &retry_at_ns));
    void *block = contract_block(sizeof attempts, _Alignof(scrim_attempts), CONTRACT_BOTH);
    return memcpy(block, &attempts, sizeof attempts);
}

static inline scrim_memory_report *fixture_memory_report(void) {
    scrim_memory_report report = SCRIM_MEMORY_REPORT_INIT;
    void *block = contract_block(sizeof report, _Alignof(scrim_memory_report), CONTRACT_BOTH);
    return memcpy(block, &report, sizeof report);
}

static inline scrim_rules_load_report *fixture_rules_load_report(void) {
    scrim_rules_load_report report = SCRIM_RULES_LOAD_REPORT_INIT;
    void *block = contract_block(sizeof report, _Alignof(scrim_rules_load_report), CONTRACT_BOTH);
    return memcpy(block, &report, sizeof report);
}

static inline scrim_recognizer *fixture_recognizer(void) {
    scrim_recognizer recognizer = SCRIM_RECOGNIZER_TAP_INIT;
    void *block = contract_block(sizeof recognizer, _Alignof(scrim_recognizer), CONTRACT_BOTH);
    return memcpy(block, &recognizer, sizeof recognizer);
}

static inline scrim_record *fixture_empty_record(void) {
    scrim_record record = SCRIM_RECORD_INIT;
    void *block = contract_block(sizeof record, _Alignof(scrim_record), CONTRACT_BOTH);
    return memcpy(block, &record, sizeof record);
}

static inline int fixture_is_covered(const struct contract_fixture *fixture) {
    static const unsigned char black[4] = {0, 0, 0, 255};
    for (size_t i = 0; i < FIXTURE_SIDE * FIXTURE_SIDE; i++) {
        if (memcmp(fixture->pixels + 4 * i, black, sizeof black) != 0) {
            return 0;
        }
    }
    return 1;
}

/* What a call that fails closed was given. */
enum fixture_given {
    GOOD_FRAME,
    BAD_FRAME,
    BAD_REPORT
};

/*
 * After an error: a usable frame is black and so reported, one that is not is as it was and to be discarded. A report
 * that cannot be written is as it was, which contract_inputs_unchanged() sees.
 */
static inline void fixture_failed_closed(const struct contract_fixture *fixture, enum fixture_given given,
                                         const uint32_t *outcome) {
    if (given == BAD_FRAME) {
        contract_untouched(fixture->pixels);
    } else {
        assert_true(fixture_is_covered(fixture));
    }
    if (given != BAD_REPORT) {
        assert_int_equal(*outcome, given == GOOD_FRAME ? SCRIM_OUTCOME_COVERED : SCRIM_OUTCOME_DISCARD);
    }
}

/* ---- Callbacks ---- */

static inline void fixture_read(const void *bytes, size_t length, void *user_data) {
    (void)bytes, (void)length, (void)user_data;
}

static inline void fixture_display(const void *bytes, size_t length, size_t count, uint32_t revealed, void *user_data) {
    (void)bytes, (void)length, (void)count, (void)revealed, (void)user_data;
}

static inline void fixture_cover(uint32_t output, void *user_data) {
    (void)output, (void)user_data;
}

static inline void fixture_free(void *user_data) {
    (void)user_data;
}

#endif
