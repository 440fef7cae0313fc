/* SPDX-License-Identifier: MIT */
/*
 * Times decisions on gestures by 100 rules, spread over all lists, in a scene of 1,000 views with chains of five classes.
 * For each turn a line of nanoseconds: a decision on a tap that is collected; one with its record handed out; a record
 * handed out as JSON; a decision while 100 records wait for their sequence to end; an explanation; and for each way of
 * being refused (see `refusals`) a decision. Then a line of how often memory was allocated: by refused gestures, by
 * collected ones once warm, in a million more and some refused ones between; and by how many bytes the process has grown in these.
 *
 *     collector TURNS
 */
#define _GNU_SOURCE
#include <scrim.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "counted.h"

enum {
    CELLS = 49,
    LABELS = 18, /* in each cell, in a box */
    TAPPED = 8,  /* of these have a recogniser */
    TAPS = 200,  /* in each turn, a call of the collector for each */
    UNDECIDED = 100,
    CAPACITY = 256,
    MANY = 1000000
};

#define MS UINT64_C(1000000)
#define COUNT_OF(array) (sizeof(array) / sizeof *(array))
#define TRY(call) \
    do { \
        if (!(call)) { \
            fprintf(stderr, "failed in line %d: %s\n", __LINE__, #call); \
            exit(1); \
        } \
    } while (0)
#define OK(call) TRY((call) == SCRIM_OK)

/* ---- The scene: a window, a page, a list, 49 cells of a box of 18 labels, and 18 views beside them ---- */

static scrim_scene *scene;
static scrim_gestures *gestures;
static scrim_collector *collector;
static int views;

static scrim_string text(const char *string) {
    return (scrim_string){string, strlen(string)};
}

/* A view of a class of its own name below four more. */
static scrim_id add_view(scrim_id parent, scrim_rect frame, const char *name, uint32_t flags, const char *content) {
    scrim_string classes[] = {text(name), text("Themed"), text("Control"), text("View"), text("Responder")};
    scrim_view view = SCRIM_VIEW_INIT;
    scrim_id id = 0;
    view.frame = frame;
    view.flags |= flags;
    view.classes = classes;
    view.class_count = COUNT_OF(classes);
    if (content != NULL)
        view.content = text(content);
    OK(scrim_scene_add_view(scene, parent, &view, &id));
    views++;
    return id;
}

static scrim_id add_tap(scrim_id view, const char *name, const char *action) {
    scrim_recognizer tap = SCRIM_RECOGNIZER_TAP_INIT;
    scrim_string classes[] = {text(name), text("Recognizer")};
    scrim_id id = 0;
    tap.view = view;
    tap.classes = classes;
    tap.class_count = 2;
    OK(scrim_gestures_add(gestures, &tap, &id));
    if (action != NULL)
        OK(scrim_gestures_add_action(gestures, id, 1, action, strlen(action)));
    return id;
}

/* A recogniser of the host's, of a control. */
static scrim_id add_control(scrim_id view) {
    scrim_string name = text("Tap");
    scrim_recognizer control = {.struct_size = sizeof control, .kind = SCRIM_GESTURE_HOST, .view = view};
    scrim_id id = 0;
    control.flags = SCRIM_RECOGNIZER_CONTROL;
    control.classes = &name;
    control.class_count = 1;
    OK(scrim_gestures_add(gestures, &control, &id));
    OK(scrim_gestures_add_action(gestures, id, 1, "open", 4));
    return id;
}

static scrim_id labels[CELLS * LABELS], page;

static void make_scene(void) {
    scrim_scene_options options = SCRIM_SCENE_OPTIONS_INIT;
    scrim_window properties = SCRIM_WINDOW_INIT;
    OK(scrim_scene_create(&options, &scene));
    properties.frame = (scrim_rect){0, 0, 2000, 1000};
    properties.title = text("Bank");
    scrim_id window = 0;
    OK(scrim_scene_add_window(scene, &properties, &window));
    page = add_view(window, (scrim_rect){0, 0, 2000, 1000}, "Page", 0, NULL);
    scrim_id list = add_view(page, (scrim_rect){0, 0, 1000, 1000}, "List", 0, NULL);
    scrim_string screen_classes[] = {text("Accounts"), text("Screen")};
    scrim_view_metadata description = SCRIM_VIEW_METADATA_INIT;
    description.screen = text("Accounts");
    description.screen_classes = screen_classes;
    description.screen_class_count = 2;
    OK(scrim_scene_set_metadata(scene, page, &description));
    for (int i = 0; i < CELLS; i++) {
        scrim_id cell = add_view(list, (scrim_rect){0, 20.0 * i, 1000, 20}, "Cell", 0, NULL);
        description = (scrim_view_metadata)SCRIM_VIEW_METADATA_INIT;
        description.index_count = 2;
        description.indices[1] = (uint32_t)i;
        OK(scrim_scene_set_metadata(scene, cell, &description));
        scrim_id box = add_view(cell, (scrim_rect){0, 0, 1000, 20}, "Box", 0, NULL);
        for (int j = 0; j < LABELS; j++)
            labels[i * LABELS + j] = add_view(box, (scrim_rect){50.0 * j, 0, 45, 18}, "Label", 0, "Transfer 12.00");
    }
}

/* ---- 100 rules: 17 of each of four lists, 16 of each of two ---- */

static void set_rules(void) {
    enum {
        MOST = 17
    };
    static char names[4][MOST][24];
    static scrim_string recognizers[MOST];
    static scrim_class_rule views[MOST], types[MOST], screens[MOST];
    static scrim_retarget_rule retargets[MOST];
    static scrim_builtin_action_rule cells[MOST];
    for (int i = 0; i < MOST; i++) {
        static const char *kinds[] = {"Recognizer%d", "Class%d", "Inner%d", "action%d"};
        for (int kind = 0; kind < 4; kind++)
            sprintf(names[kind][i], kinds[kind], i);
        scrim_class_rule rule = {text(names[1][i]), i % 2 == 0 ? SCRIM_MATCH_EXACT : SCRIM_MATCH_INHERITS, 0};
        recognizers[i] = text(names[0][i]);
        views[i] = types[i] = screens[i] = rule;
        retargets[i] = (scrim_retarget_rule){rule.name, text(names[2][i]), text(names[3][i])};
        cells[i] = (scrim_builtin_action_rule){rule.name, text(names[3][i]), 1u + (uint32_t)i % 2, 0};
    }
    /* The last of each is the one that holds of something here. */
    recognizers[MOST - 1] = text("Tap");
    views[MOST - 1].name = text("Canvas");
    types[MOST - 1].name = text("Ornament");
    screens[MOST - 1].name = text("Settings");
    retargets[15].container = text("Alert");
    cells[15] = (scrim_builtin_action_rule){text("Cage"), text("menu"), SCRIM_BUILTIN_ACTION_PARENT, 0};
    scrim_rules rules = SCRIM_RULES_INIT;
    rules.recognizers = recognizers;
    rules.gesture_views = views;
    rules.ignored_types = types;
    rules.ignored_screens = screens;
    rules.recognizer_count = rules.gesture_view_count = rules.ignored_type_count = rules.ignored_screen_count = 17;
    rules.retargets = retargets;
    rules.builtin_actions = cells;
    rules.retarget_count = rules.builtin_action_count = 16;
    OK(scrim_collector_set_rules(collector, &rules));
}

/* ---- Gestures ---- */

static uint64_t now;
static scrim_gesture_event taps[TAPS];

static void touch(uint64_t finger, uint32_t phase, double x, double y, scrim_gesture_event *event, size_t expected) {
    scrim_touch sample = {now, finger, phase, 0, x, y};
    scrim_gesture_event events[8];
    size_t consumed = 0, produced = 0;
    OK(scrim_gestures_feed(gestures, &sample, 1, &consumed, events, COUNT_OF(events), &produced));
    TRY(consumed == 1 && produced == expected);
    if (expected > 0)
        memcpy(event, events, expected * sizeof *events);
}

static void tap(double x, double y, scrim_gesture_event *event, size_t expected) {
    now += 500 * MS;
    touch(1, SCRIM_TOUCH_BEGAN, x, y, NULL, 0);
    now += 10 * MS;
    touch(1, SCRIM_TOUCH_ENDED, x, y, event, expected);
}

/* Taps on labels all over the list. */
static void draw(int count) {
    for (int i = 0; i < count; i++) {
        int index = i % TAPPED * 109;
        tap(index % LABELS * 50.0 + 20, index / LABELS * 20.0 + 9, &taps[i], 1);
    }
}

static uint32_t decide(const scrim_gesture_event *event) {
    scrim_decision verdict = {0, 0};
    OK(scrim_collector_decide(collector, event, 1, &verdict));
    return verdict.reason;
}

static void take_all(int count) {
    scrim_record record = SCRIM_RECORD_INIT;
    for (int i = 0; i < count; i++)
        OK(scrim_collector_next(collector, &record));
    TRY(scrim_collector_next(collector, &record) == SCRIM_ERROR_NOT_FOUND);
}

/* ---- Ways of being refused: each an event, and what stands around it ---- */

static struct {
    uint32_t reason;
    scrim_gesture_event event;
} refusals[17];

static void refuse(uint32_t reason, scrim_gesture_event event) {
    refusals[reason - 1].reason = reason;
    refusals[reason - 1].event = event;
}

/* A view at the right of the list, and an event of a tap on it. */
static scrim_gesture_event tap_beside(const char *name, const char *recognizer, const char *action,
                                      const char *around) {
    static int count;
    scrim_rect frame = {1000 + 50.0 * count++, 0, 45, 18};
    scrim_gesture_event event;
    scrim_id parent = page;
    if (around != NULL) {
        parent = add_view(page, frame, around, 0, NULL);
        frame.x = 0;
    }
    scrim_id view = add_view(parent, frame, name, 0, "x");
    add_tap(view, recognizer, action);
    tap(1020 + 50.0 * (count - 1), 9, &event, 1);
    return event;
}

static void make_refusals(void) {
    scrim_view_metadata description = SCRIM_VIEW_METADATA_INIT;
    scrim_gesture_event event = taps[0];
    event.state = SCRIM_GESTURE_STATE_BEGAN;
    refuse(SCRIM_REASON_STATE, event);
    event = taps[0];
    event.recognizer ^= 1u << 30;
    refuse(SCRIM_REASON_GONE, event);
    refuse(SCRIM_REASON_CLASS, tap_beside("Label", "MyTap", "open", NULL));
    refuse(SCRIM_REASON_GESTURE_VIEW, tap_beside("Canvas", "Tap", "open", NULL));
    refuse(SCRIM_REASON_NO_ACTION, tap_beside("Label", "Tap", NULL, NULL));
    refuse(SCRIM_REASON_BUILTIN_ACTION, tap_beside("Label", "Tap", "menu", "Cage"));
    refuse(SCRIM_REASON_NO_INNER_VIEW, tap_beside("Alert", "Tap", "open", NULL));
    event = tap_beside("Label", "Tap", "open", "Box");
    scrim_view hidden = SCRIM_VIEW_INIT;
    hidden.flags |= SCRIM_VIEW_HIDDEN;
    OK(scrim_scene_update_view(scene, event.view, &hidden));
    refuse(SCRIM_REASON_VIEW_HIDDEN, event);
    event = tap_beside("Label", "Tap", "open", NULL);
    hidden.flags = SCRIM_VIEW_INTERACTIVE | SCRIM_VIEW_IGNORED;
    OK(scrim_scene_update_view(scene, event.view, &hidden));
    refuse(SCRIM_REASON_VIEW_IGNORED, event);
    refuse(SCRIM_REASON_TYPE_IGNORED, tap_beside("Ornament", "Tap", "open", NULL));
    event = tap_beside("Label", "Tap", "open", NULL);
    description.screen = text("Settings");
    OK(scrim_scene_set_metadata(scene, event.view, &description));
    refuse(SCRIM_REASON_SCREEN_IGNORED, event);
    event = taps[0];
    event.kind = SCRIM_GESTURE_HOST;
    event.view = add_view(page, (scrim_rect){1900, 20, 45, 18}, "Label", 0, "x");
    event.recognizer = add_control(event.view);
    refuse(SCRIM_REASON_INTERVAL, event);
    refuse(SCRIM_REASON_DUPLICATE, taps[0]);
    /* One finger on a secure view: its tap is nobody's business. */
    scrim_id secret = add_view(page, (scrim_rect){1900, 0, 45, 18}, "Label", SCRIM_VIEW_SECURE, "1234");
    add_tap(secret, "Tap", "open");
    tap(1920, 9, &event, 1);
    refuse(SCRIM_REASON_PRIVATE, event);
    while (views < 1000)
        add_view(page, (scrim_rect){1000, 500, 10, 10}, "Label", 0, NULL);
    TRY(views == 1000);
}

/* Makes them events of now, as the engine does not know for ever what became of a sequence. */
static void renew_refusals(void) {
    draw(1);
    for (size_t i = 0; i < COUNT_OF(refusals); i++)
        if (refusals[i].reason != SCRIM_REASON_PRIVATE) {
            refusals[i].event.time_ns = taps[0].time_ns;
            refusals[i].event.sequence = taps[0].sequence;
        }
    /* One of a control was collected, and the next is 50 ms later; and one of the same touch was. */
    scrim_gesture_event *control = &refusals[SCRIM_REASON_INTERVAL - 1].event;
    TRY(decide(control) == SCRIM_REASON_NONE);
    control->time_ns += 50 * MS;
    take_all(1);
}

/* ---- Figures ---- */

static double nanoseconds(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec * 1e9 + (double)time.tv_nsec;
}

static double time_decisions(int is_handed_out) {
    scrim_record record = SCRIM_RECORD_INIT;
    draw(TAPS);
    double start = nanoseconds();
    for (int i = 0; i < TAPS; i++) {
        TRY(decide(&taps[i]) == SCRIM_REASON_NONE);
        if (is_handed_out)
            OK(scrim_collector_next(collector, &record));
    }
    double passed = nanoseconds() - start;
    if (is_handed_out)
        TRY(record.path.length > 20 && record.content.length == 14);
    return passed / TAPS;
}

static double time_json(void) {
    static char json[4096];
    size_t length = 0;
    double start = nanoseconds();
    for (int i = 0; i < TAPS; i++) {
        OK(scrim_collector_next_json(collector, json, sizeof json, &length));
        TRY(length > 100);
    }
    return (nanoseconds() - start) / TAPS;
}

/* Another finger stays down: all taps are of one sequence, whose records wait. */
static double time_undecided(void) {
    now += 500 * MS;
    touch(2, SCRIM_TOUCH_BEGAN, 1990, 990, NULL, 0);
    draw(UNDECIDED);
    double start = nanoseconds();
    for (int i = 0; i < UNDECIDED; i++)
        TRY(decide(&taps[i]) == SCRIM_REASON_NONE);
    double passed = nanoseconds() - start;
    touch(2, SCRIM_TOUCH_ENDED, 1990, 990, NULL, 0);
    take_all(UNDECIDED);
    return passed / UNDECIDED;
}

static double time_explanations(void) {
    scrim_check checks[17];
    size_t count = 0;
    draw(1);
    double start = nanoseconds();
    for (int i = 0; i < TAPS; i++)
        OK(scrim_collector_explain(collector, &taps[0], checks, COUNT_OF(checks), &count));
    double passed = nanoseconds() - start;
    TRY(count == 17);
    return passed / TAPS;
}

static long refused_allocations;

static double time_refusal(uint32_t reason, const scrim_gesture_event *event) {
    long before = allocations;
    double start = nanoseconds();
    for (int i = 0; i < TAPS; i++)
        TRY(decide(event) == reason);
    double passed = nanoseconds() - start;
    refused_allocations += allocations - before;
    return passed / TAPS;
}

/* Each after its number. */
static void print_refusals(void) {
    renew_refusals();
    for (size_t i = 0; i < COUNT_OF(refusals); i++)
        if (refusals[i].reason != 0)
            printf(" %u %.2f", refusals[i].reason, time_refusal(refusals[i].reason, &refusals[i].event));
    for (int count = 0; count < CAPACITY; count += CAPACITY / 2) {
        draw(CAPACITY / 2);
        for (int i = 0; i < CAPACITY / 2; i++)
            TRY(decide(&taps[i]) == SCRIM_REASON_NONE);
    }
    draw(1);
    printf(" %d %.2f\n", SCRIM_REASON_CAPACITY, time_refusal(SCRIM_REASON_CAPACITY, &taps[0]));
    take_all(CAPACITY);
}

static long mapped(void) {
    char line[256];
    long kibibytes = -1;
    FILE *file = fopen("/proc/self/status", "r");
    TRY(file != NULL);
    while (fgets(line, sizeof line, file) != NULL)
        if (strncmp(line, "VmData:", 7) == 0)
            kibibytes = atol(line + 7);
    fclose(file);
    return kibibytes * 1024;
}

static void make(void) {
    scrim_gestures_options gestures_options = SCRIM_GESTURES_OPTIONS_INIT;
    scrim_collector_options collector_options = SCRIM_COLLECTOR_OPTIONS_INIT;
    collector_options.capacity = CAPACITY;
    make_scene();
    OK(scrim_gestures_create(scene, &gestures_options, &gestures));
    OK(scrim_collector_create(gestures, &collector_options, &collector));
    set_rules();
    for (int i = 0; i < TAPPED; i++)
        add_tap(labels[i * 109], "Tap", "open");
}

int main(int argc, char **argv) {
    TRY(argc == 2);
    static char buffer[65536];
    setvbuf(stdout, buffer, _IOFBF, sizeof buffer);
    make();
    draw(1);
    make_refusals();
    long warm = 0;
    for (long turn = 0, turns = atol(argv[1]); turn < turns; turn++) {
        long before = allocations;
        double handed_out = time_decisions(1), decided = time_decisions(0), json = time_json();
        double undecided = time_undecided(), explained = time_explanations();
        warm += turn > 0 ? allocations - before : 0;
        printf("%.2f %.2f %.2f %.2f %.2f", decided, handed_out, json, undecided, explained);
        print_refusals();
    }
    long refused = refused_allocations, bytes = mapped(), before = allocations;
    for (int i = 0; i < MANY / TAPS; i++) {
        time_decisions(1);
        renew_refusals();
        for (size_t j = 0; j < COUNT_OF(refusals); j++)
            if (refusals[j].reason != 0)
                TRY(decide(&refusals[j].event) != SCRIM_REASON_NONE);
    }
    long more = allocations - before;
    printf("%ld %ld %ld %ld\n", refused, warm, more, mapped() - bytes);
    return 0;
}
