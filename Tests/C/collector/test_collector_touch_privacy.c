/* SPDX-License-Identifier: MIT */
/* Which touches are private, and what is told of those that are. */
#include "gestures/gesture_fixture.h"

/* ---- What is private ---- */

static scrim_id add_private(struct fixture *to, scrim_id parent, uint32_t flags, uint32_t touches) {
    scrim_view view = view_at(0, SCRIM_VIEW_INTERACTIVE | flags, "view");
    view.touch_privacy = touches;
    scrim_id id = 0;
    ASSERT_OK(scrim_scene_add_view(to->scene, parent, &view, &id));
    return id;
}

/* The rules as they are written, once more. */
static int is_secure(uint32_t flags, uint32_t policy) {
    if (flags & SCRIM_VIEW_SECURE) {
        return 1;
    }
    if (flags & SCRIM_VIEW_PUBLIC || policy == SCRIM_POLICY_EXPLICIT) {
        return 0;
    }
    return policy == SCRIM_POLICY_ALLOW_LIST || flags & (SCRIM_VIEW_TEXT_INPUT | SCRIM_VIEW_KEYPAD) ? 1 : 0;
}

static int is_private(uint32_t flags, uint32_t touches, int secure) {
    int types = (flags & (SCRIM_VIEW_TEXT_INPUT | SCRIM_VIEW_KEYPAD)) != 0;
    return secure || touches >= SCRIM_TOUCH_PRIVACY_COARSE || (types && touches != SCRIM_TOUCH_PRIVACY_SHOW);
}

/* A text, or NULL. */
static scrim_text *text_of(int is_shown, uint32_t visible) {
    scrim_text_options options = SCRIM_TEXT_OPTIONS_INIT;
    scrim_text *text = NULL;
    options.visible = visible;
    if (is_shown)
        ASSERT_OK(scrim_text_create(&options, &text));
    return text;
}

/* A view that shows no text, one that is not secret, and one that is. */
static void test_privacy__of_a_view_and_what_it_is_in(void **state) {
    (void)state;
    static const uint32_t kinds[] = {0, SCRIM_VIEW_SECURE, SCRIM_VIEW_TEXT_INPUT, SCRIM_VIEW_KEYPAD};
    static const uint32_t policies[] = {SCRIM_POLICY_DEFAULT, SCRIM_POLICY_EXPLICIT, SCRIM_POLICY_ALLOW_LIST};
    int seen[2] = {0, 0};
    ASSERT_OK(scrim_scene_remove(fixture.scene, fixture.button));
    scrim_window window = SCRIM_WINDOW_INIT;
    window.frame = (scrim_rect){0, 0, 400, 400};
    window.flags |= SCRIM_VIEW_PUBLIC;
    ASSERT_OK(scrim_scene_update_window(fixture.scene, fixture.window, &window));
    with_action(&fixture, add_tap_beside(&fixture, fixture.window, 1));
    for (uint32_t i = 0; i < 4 * 4 * 2 * 4 * 4 * 2 * 3 * 3; i++) {
        uint32_t outer = kinds[i % 4] | (i / 16 % 2 ? SCRIM_VIEW_PUBLIC : 0);
        uint32_t inner = kinds[i / 32 % 4] | (i / 512 % 2 ? SCRIM_VIEW_PUBLIC : 0);
        uint32_t outer_touches = i / 4 % 4;
        uint32_t inner_touches = i / 128 % 4;
        uint32_t policy = policies[i / 1024 % 3];
        uint32_t shows = i / 3072;
        ASSERT_OK(scrim_scene_set_policy(fixture.scene, policy));
        scrim_id parent = add_private(&fixture, fixture.window, outer, outer_touches);
        scrim_id view = add_private(&fixture, parent, inner, inner_touches);
        scrim_text *shown = text_of(shows > 0, shows == 1);
        if (shows > 0)
            ASSERT_OK(scrim_scene_attach_text(fixture.scene, view, shown));
        int outer_secure = is_secure(outer, policy);
        int expected = is_private(outer, outer_touches, outer_secure) ||
                       is_private(inner, inner_touches, outer_secure || is_secure(inner, policy) || shows == 2);
        now += 1000 * MS;
        tap(&fixture, now, 50);
        assert_int_equal(fixture.count, 1);
        /* The record is about the window: private or not follows from the touch alone. */
        assert_int_equal(decide(&fixture) == SCRIM_REASON_PRIVATE, expected);
        seen[expected]++;
        ASSERT_OK(scrim_scene_remove(fixture.scene, parent));
        scrim_text_destroy(shown);
    }
    assert_true(seen[0] > 100 && seen[1] > 100);
}

static void test_privacy__redacts_nothing(void **state) {
    (void)state;
    size_t before = 0;
    size_t after = 0;
    scrim_status status = scrim_scene_secure_regions(fixture.scene, NULL, 0, &before);
    assert_true(status == SCRIM_OK || status == SCRIM_ERROR_BUFFER_TOO_SMALL);
    add_private(&fixture, fixture.window, 0, SCRIM_TOUCH_PRIVACY_SILENT);
    status = scrim_scene_secure_regions(fixture.scene, NULL, 0, &after);
    assert_true(status == SCRIM_OK || status == SCRIM_ERROR_BUFFER_TOO_SMALL);
    assert_int_equal(before, after);
    uint32_t secure = 1;
    ASSERT_OK(scrim_scene_is_secure_at(fixture.scene, 50, 50, &secure));
    assert_int_equal(secure, 0);
}

static void test_privacy__of_windows_that_belong_to_views(void **state) {
    (void)state;
    scrim_id owner = add_private(&fixture, fixture.window, 0, SCRIM_TOUCH_PRIVACY_DEFAULT);
    scrim_window list = SCRIM_WINDOW_INIT;
    list.frame = (scrim_rect){0, 0, 400, 400};
    list.level = 1;
    list.owner = owner;
    scrim_id window = 0;
    ASSERT_OK(scrim_scene_add_window(fixture.scene, &list, &window));
    with_action(&fixture, add_tap(&fixture, window, 1));
    for (uint32_t touches = SCRIM_TOUCH_PRIVACY_DEFAULT; touches <= SCRIM_TOUCH_PRIVACY_SILENT; touches++) {
        scrim_view view = view_at(0, SCRIM_VIEW_INTERACTIVE, "view");
        view.touch_privacy = touches;
        ASSERT_OK(scrim_scene_update_view(fixture.scene, owner, &view));
        now += 1000 * MS;
        tap(&fixture, now, 350);
        uint32_t expected = touches >= SCRIM_TOUCH_PRIVACY_COARSE ? SCRIM_REASON_PRIVATE : SCRIM_REASON_NONE;
        assert_int_equal(decide(&fixture), expected);
    }
}

static void set_touches(scrim_id id, uint32_t touches) {
    scrim_view view = view_at(0, SCRIM_VIEW_INTERACTIVE, "view");
    view.touch_privacy = touches;
    ASSERT_OK(scrim_scene_update_view(fixture.scene, id, &view));
}

static void test_privacy__what_is_shown_is_so_for_later_sequences(void **state) {
    (void)state;
    scrim_id view = add_private(&fixture, fixture.window, 0, SCRIM_TOUCH_PRIVACY_COARSE);
    with_action(&fixture, add_tap_beside(&fixture, fixture.window, 1));
    scrim_touch resting = {0, 2, SCRIM_TOUCH_BEGAN, 0, 350, 350};
    feed(&fixture, &resting, 1);
    set_touches(view, SCRIM_TOUCH_PRIVACY_DEFAULT);
    tap(&fixture, 10 * MS, 50);
    assert_int_equal(fixture.count, 0);
    resting.time_ns = 100 * MS;
    resting.phase = SCRIM_TOUCH_ENDED;
    feed(&fixture, &resting, 1);
    /* The sequence that began before has touched it. */
    with_action(&fixture, add_long_press(&fixture, fixture.window));
    uint64_t sequence = 0;
    ASSERT_OK(scrim_gestures_sequence(fixture.gestures, &sequence));
    scrim_gesture_event event = {.sequence = sequence, .window = fixture.window, .kind = SCRIM_GESTURE_TAP, .scale = 1};
    event.state = SCRIM_GESTURE_STATE_ENDED;
    scrim_decision verdict;
    ASSERT_OK(scrim_collector_decide(fixture.collector, &event, 1, &verdict));
    assert_int_equal(verdict.reason, SCRIM_REASON_PRIVATE);
    tap(&fixture, 1000 * MS, 50);
    assert_int_equal(decide(&fixture), SCRIM_REASON_NONE);
    /* What is hidden is so at once. */
    touch(&fixture, SCRIM_TOUCH_BEGAN, 2000 * MS, 50);
    set_touches(view, SCRIM_TOUCH_PRIVACY_SILENT);
    touch(&fixture, SCRIM_TOUCH_ENDED, 2010 * MS, 50);
    assert_int_equal(decide(&fixture), SCRIM_REASON_PRIVATE);
}

static void test_privacy__between_begin_and_commit(void **state) {
    (void)state;
    scrim_id view = add_private(&fixture, fixture.window, 0, SCRIM_TOUCH_PRIVACY_COARSE);
    with_action(&fixture, add_tap(&fixture, fixture.window, 1));
    ASSERT_OK(scrim_scene_begin(fixture.scene));
    set_touches(view, SCRIM_TOUCH_PRIVACY_DEFAULT);
    tap(&fixture, 0, 50);
    assert_int_equal(decide(&fixture), SCRIM_REASON_PRIVATE);
    ASSERT_OK(scrim_scene_commit(fixture.scene));
    tap(&fixture, 1000 * MS, 50);
    assert_int_equal(decide(&fixture), SCRIM_REASON_NONE);
}

/* ---- What private touches do to others ---- */

static void test_hidden__a_pan_stops_where_it_last_was_in_the_open(void **state) {
    (void)state;
    add(SCRIM_GESTURE_PAN, fixture.window);
    touch(&fixture, SCRIM_TOUCH_BEGAN, 0, 120);
    touch(&fixture, SCRIM_TOUCH_MOVED, 10 * MS, 150);
    touch(&fixture, SCRIM_TOUCH_MOVED, 20 * MS, 190);
    assert_int_equal(fixture.count, 2);
    touch(&fixture, SCRIM_TOUCH_MOVED, 30 * MS, 250);
    assert_int_equal(fixture.count, 3);
    assert_int_equal(fixture.events[2].state, SCRIM_GESTURE_STATE_CANCELLED);
    assert_true(fixture.events[2].x == 190);
    touch(&fixture, SCRIM_TOUCH_MOVED, 40 * MS, 150);
    touch(&fixture, SCRIM_TOUCH_ENDED, 50 * MS, 150);
    assert_int_equal(fixture.count, 3);
    assert_int_equal(decide(&fixture), SCRIM_REASON_PRIVATE);
}

static void test_hidden__no_lost_finger_is_found_by_a_private_one(void **state) {
    (void)state;
    with_action(&fixture, add_long_press(&fixture, fixture.button));
    touch(&fixture, SCRIM_TOUCH_BEGAN, 0, 50);
    advance(&fixture, 600 * MS);
    assert_int_equal(fixture.count, 1);
    scrim_touch secret = {100000 * MS, 2, SCRIM_TOUCH_BEGAN, 0, 250, 50};
    feed(&fixture, &secret, 1);
    secret.phase = SCRIM_TOUCH_ENDED;
    feed(&fixture, &secret, 1);
    assert_int_equal(decide(&fixture), SCRIM_REASON_PRIVATE);
    uint64_t sequence = 0;
    ASSERT_OK(scrim_gestures_sequence(fixture.gestures, &sequence));
    assert_int_equal(sequence, 1);
    scrim_touch open = {100001 * MS, 3, SCRIM_TOUCH_BEGAN, 0, 350, 350};
    feed(&fixture, &open, 1);
    ASSERT_OK(scrim_gestures_sequence(fixture.gestures, &sequence));
    assert_int_equal(sequence, 2);
    assert_int_equal(records(&fixture), 0);
}

/* ---- What is told of them ---- */

static void tell(scrim_collector *collector, uint32_t flags) {
    scrim_rules rules = SCRIM_RULES_INIT;
    rules.flags |= flags;
    ASSERT_OK(scrim_collector_set_rules(collector, &rules));
}

static uint64_t collector_deadline(void) {
    uint64_t deadline = 0;
    ASSERT_OK(scrim_collector_next_deadline(fixture.collector, &deadline));
    return deadline;
}

/* What is told of the bucket that begins at a time; 0: nothing. */
static uint32_t told(scrim_collector *collector, uint64_t start) {
    scrim_record record = SCRIM_RECORD_INIT;
    scrim_status status = scrim_collector_next(collector, &record);
    if (status == SCRIM_ERROR_NOT_FOUND) {
        return 0;
    }
    ASSERT_OK(status);
    assert_int_equal(record.time_ns, start);
    assert_int_equal(record.number, 0);
    assert_int_equal(record.view, 0);
    assert_null(record.type.data);
    assert_int_equal(scrim_collector_next(collector, &record), SCRIM_ERROR_NOT_FOUND);
    return record.private_touch;
}

static void test_told__nothing_unless_asked_for(void **state) {
    (void)state;
    assert_true(collector_deadline() == SCRIM_NEVER);
    tap(&fixture, 0, 250);
    ASSERT_OK(scrim_collector_advance(fixture.collector, 60000 * MS));
    assert_int_equal(told(fixture.collector, 0), 0);
    /* What was before is not told once it is asked for. */
    tell(fixture.collector, SCRIM_RULES_REPORT_COARSE);
    ASSERT_OK(scrim_collector_advance(fixture.collector, 120000 * MS));
    assert_int_equal(told(fixture.collector, 0), 0);
    tap(&fixture, 120000 * MS, 250);
    tell(fixture.collector, SCRIM_RULES_REPORT_SILENT);
    tell(fixture.collector, SCRIM_RULES_REPORT_COARSE);
    ASSERT_OK(scrim_collector_advance(fixture.collector, 180000 * MS));
    assert_int_equal(told(fixture.collector, 0), 0);
}

static void test_told__coarse_things_once_a_bucket_and_at_its_end(void **state) {
    (void)state;
    tell(fixture.collector, SCRIM_RULES_REPORT_COARSE);
    assert_int_equal(collector_deadline(), 10000 * MS);
    for (uint64_t i = 0; i < 4; i++) {
        tap(&fixture, 1000 * MS + i * 200 * MS, 250);
    }
    touch(&fixture, SCRIM_TOUCH_BEGAN, 4000 * MS, 250);
    advance(&fixture, 4500 * MS);
    touch(&fixture, SCRIM_TOUCH_ENDED, 4600 * MS, 250);
    ASSERT_OK(scrim_collector_advance(fixture.collector, 9999 * MS));
    assert_int_equal(told(fixture.collector, 0), 0);
    assert_int_equal(collector_deadline(), 10000 * MS);
    ASSERT_OK(scrim_collector_advance(fixture.collector, 10000 * MS));
    /* Time does not go back. */
    ASSERT_OK(scrim_collector_advance(fixture.collector, 9999 * MS));
    assert_int_equal(collector_deadline(), 20000 * MS);
    assert_int_equal(told(fixture.collector, 0), SCRIM_PRIVATE_TOUCH_INTERACTION | SCRIM_PRIVATE_TOUCH_LONG_PRESS | SCRIM_PRIVATE_TOUCH_RAGE |
                                                     SCRIM_PRIVATE_TOUCH_DEAD);
    ASSERT_OK(scrim_collector_advance(fixture.collector, 20000 * MS));
    assert_int_equal(told(fixture.collector, 10000 * MS), 0);
}

/* A sample that comes after its bucket was over: told with it, at once, it would tell when it came. */
static void test_told__late_samples_with_the_present_bucket(void **state) {
    (void)state;
    tell(fixture.collector, SCRIM_RULES_REPORT_COARSE);
    ASSERT_OK(scrim_collector_advance(fixture.collector, 10000 * MS));
    tap(&fixture, 9900 * MS, 250);
    assert_int_equal(told(fixture.collector, 0), 0);
    ASSERT_OK(scrim_collector_advance(fixture.collector, 20000 * MS));
    assert_int_equal(told(fixture.collector, 10000 * MS) & SCRIM_PRIVATE_TOUCH_INTERACTION, SCRIM_PRIVATE_TOUCH_INTERACTION);
}

static void test_told__a_tap_that_is_answered_is_not_dead(void **state) {
    (void)state;
    tell(fixture.collector, SCRIM_RULES_REPORT_COARSE);
    for (uint64_t i = 0; i < 4; i++) {
        uint64_t start = i * 10000 * MS;
        tap(&fixture, start, 250);
        switch (i) {
        case 0:
            ASSERT_OK(scrim_collector_note_response(fixture.collector));
            break;
        case 1:
            ASSERT_OK(scrim_scene_focus(fixture.scene, fixture.window));
            break;
        case 2:
            set_touches(fixture.button, SCRIM_TOUCH_PRIVACY_DEFAULT);
            break;
        default:
            break;
        }
        ASSERT_OK(scrim_collector_advance(fixture.collector, start + 10000 * MS));
        uint32_t dead = i == 3 ? SCRIM_PRIVATE_TOUCH_DEAD : 0;
        assert_int_equal(told(fixture.collector, start), SCRIM_PRIVATE_TOUCH_INTERACTION | dead);
    }
}

/* A tap elsewhere is no response, whether something was kept private until the end of an earlier sequence or not. */
static void test_told__a_tap_before_one_in_the_open_is_dead(void **state) {
    (void)state;
    tell(fixture.collector, SCRIM_RULES_REPORT_COARSE);
    for (int was_kept = 0; was_kept < 2; was_kept++) {
        if (was_kept)
            set_touches(fixture.button, SCRIM_TOUCH_PRIVACY_COARSE);
        touch(&fixture, SCRIM_TOUCH_BEGAN, now += 10000 * MS, 150);
        set_touches(fixture.button, SCRIM_TOUCH_PRIVACY_DEFAULT);
        touch(&fixture, SCRIM_TOUCH_ENDED, now + 10 * MS, 150);
        ASSERT_OK(scrim_collector_advance(fixture.collector, now += 10000 * MS));
        tap(&fixture, now += 10000 * MS, 250);
        tap(&fixture, now + 100 * MS, 150);
        ASSERT_OK(scrim_collector_advance(fixture.collector, now + 10000 * MS));
        assert_int_equal(told(fixture.collector, now), SCRIM_PRIVATE_TOUCH_INTERACTION | SCRIM_PRIVATE_TOUCH_DEAD);
    }
}

/* What a bucket tells of one press, or of three taps. */
static uint32_t told_of_press(uint64_t length, double way) {
    now += 10000 * MS;
    touch(&fixture, SCRIM_TOUCH_BEGAN, now, 210);
    touch(&fixture, SCRIM_TOUCH_MOVED, now + 1, 210 + way);
    touch(&fixture, SCRIM_TOUCH_ENDED, now + length, 210 + way);
    ASSERT_OK(scrim_collector_note_response(fixture.collector));
    ASSERT_OK(scrim_collector_advance(fixture.collector, now + 10000 * MS));
    return told(fixture.collector, now);
}

static uint32_t told_of_taps(uint64_t time, double way) {
    now += 10000 * MS;
    tap(&fixture, now, 210);
    tap(&fixture, now + time / 2, 210);
    tap(&fixture, now + time, 210 + way);
    ASSERT_OK(scrim_collector_note_response(fixture.collector));
    ASSERT_OK(scrim_collector_advance(fixture.collector, now + 10000 * MS));
    /* The first may be dead by now. */
    return told(fixture.collector, now) & ~(uint32_t)SCRIM_PRIVATE_TOUCH_DEAD;
}

static uint32_t told_of_answer(uint64_t after) {
    now += 10000 * MS;
    tap(&fixture, now, 210);
    advance(&fixture, now + 10 * MS + after);
    ASSERT_OK(scrim_collector_note_response(fixture.collector));
    ASSERT_OK(scrim_collector_advance(fixture.collector, now + 10000 * MS));
    return told(fixture.collector, now);
}

static void test_told__within_limits_that_count_themselves(void **state) {
    (void)state;
    const uint32_t touched = SCRIM_PRIVATE_TOUCH_INTERACTION;
    now = 0;
    tell(fixture.collector, SCRIM_RULES_REPORT_COARSE);
    assert_int_equal(told_of_press(500 * MS - 1, 0), touched);
    assert_int_equal(told_of_press(500 * MS, 0), touched | SCRIM_PRIVATE_TOUCH_LONG_PRESS);
    assert_int_equal(told_of_press(500 * MS, 10), touched | SCRIM_PRIVATE_TOUCH_LONG_PRESS);
    assert_int_equal(told_of_press(500 * MS, 10.25), touched);
    assert_int_equal(told_of_taps(1000 * MS, 30), touched | SCRIM_PRIVATE_TOUCH_RAGE);
    assert_int_equal(told_of_taps(1000 * MS + 1, 30), touched);
    assert_int_equal(told_of_taps(1000 * MS, 30.25), touched);
    assert_int_equal(told_of_answer(1000 * MS - 1), touched);
    assert_int_equal(told_of_answer(1000 * MS), touched | SCRIM_PRIVATE_TOUCH_DEAD);
}

static void test_told__a_silent_episode_once(void **state) {
    (void)state;
    add_private(&fixture, fixture.window, 0, SCRIM_TOUCH_PRIVACY_SILENT);
    tell(fixture.collector, SCRIM_RULES_REPORT_SILENT);
    /* From 1 s to 26 s, with pauses of 5 s; then one of more. */
    for (uint64_t i = 0; i < 6; i++) {
        tap(&fixture, 1000 * MS + i * 5010 * MS, 50);
    }
    tap(&fixture, 31070 * MS, 50);
    uint32_t expected[] = {SCRIM_PRIVATE_TOUCH_INTERACTION, 0, 0, SCRIM_PRIVATE_TOUCH_INTERACTION, 0};
    for (uint64_t i = 0; i < COUNT_OF(expected); i++) {
        ASSERT_OK(scrim_collector_advance(fixture.collector, (i + 1) * 10000 * MS));
        assert_int_equal(told(fixture.collector, i * 10000 * MS), expected[i]);
    }
}

/* A scroll goes on with the episode for as long as it lasts. */
static void test_told__a_silent_scroll_is_part_of_an_episode(void **state) {
    (void)state;
    add_private(&fixture, fixture.window, 0, SCRIM_TOUCH_PRIVACY_SILENT);
    tell(fixture.collector, SCRIM_RULES_REPORT_SILENT);
    for (uint64_t i = 0; i <= 8; i++) {
        scrim_scroll sample = {(1 + i) * 1000 * MS, SCRIM_SCROLL_FINGER, SCRIM_TOUCH_MOVED, 50, 50, 0, i < 8, 1, 0};
        size_t consumed = 0, produced = 0;
        ASSERT_OK(scrim_gestures_scroll(fixture.gestures, &sample, 1, &consumed, fixture.events, MAX_EVENTS, &produced));
    }
    tap(&fixture, 12000 * MS, 50);
    for (uint64_t i = 0; i < 2; i++) {
        ASSERT_OK(scrim_collector_advance(fixture.collector, (i + 1) * 10000 * MS));
        assert_int_equal(told(fixture.collector, i * 10000 * MS), i == 0 ? SCRIM_PRIVATE_TOUCH_INTERACTION : 0);
    }
}

/* However often something is found in a bucket, it does not displace what was found before. */
static void test_told__many_touches_in_one_bucket(void **state) {
    (void)state;
    tell(fixture.collector, SCRIM_RULES_REPORT_COARSE);
    tap(&fixture, 1000 * MS, 250);
    for (uint64_t i = 0; i < 40; i++) {
        tap(&fixture, (10000 + i * 200) * MS, 250);
    }
    ASSERT_OK(scrim_collector_advance(fixture.collector, 20000 * MS));
    scrim_record record = SCRIM_RECORD_INIT;
    for (uint64_t i = 0; i < 2; i++) {
        ASSERT_OK(scrim_collector_next(fixture.collector, &record));
        assert_int_equal(record.time_ns, i * 10000 * MS);
        assert_true((record.private_touch & SCRIM_PRIVATE_TOUCH_INTERACTION) != 0);
        assert_int_equal((record.private_touch & SCRIM_PRIVATE_TOUCH_RAGE) != 0, i == 1);
    }
}

static void test_told__every_collector_all(void **state) {
    (void)state;
    scrim_collector_options options = SCRIM_COLLECTOR_OPTIONS_INIT;
    scrim_collector *other = NULL;
    ASSERT_OK(scrim_collector_create(fixture.gestures, &options, &other));
    tell(other, SCRIM_RULES_REPORT_COARSE | SCRIM_RULES_REPORT_SILENT);
    tell(fixture.collector, SCRIM_RULES_REPORT_COARSE);
    add_private(&fixture, fixture.window, 0, SCRIM_TOUCH_PRIVACY_SILENT);
    tap(&fixture, 0, 50);
    tap(&fixture, 20000 * MS, 250);
    set_touches(fixture.button, SCRIM_TOUCH_PRIVACY_DEFAULT);
    ASSERT_OK(scrim_collector_advance(fixture.collector, 60000 * MS));
    assert_int_equal(told(fixture.collector, 20000 * MS), SCRIM_PRIVATE_TOUCH_INTERACTION);
    ASSERT_OK(scrim_collector_advance(other, 10000 * MS));
    assert_int_equal(told(other, 0), SCRIM_PRIVATE_TOUCH_INTERACTION);
    ASSERT_OK(scrim_collector_advance(other, 60000 * MS));
    char json[512] = "";
    assert_int_equal(drain(&(struct fixture){.collector = other}, json, sizeof json), 1);
    assert_string_equal(json, "{\"v\":1,\"t\":20000000000,\"kind\":\"private\",\"what\":[\"interaction\"]}\n");
    scrim_collector_destroy(other);
}

static void test_told__the_oldest_are_dropped(void **state) {
    (void)state;
    tell(fixture.collector, SCRIM_RULES_REPORT_COARSE);
    for (uint64_t i = 0; i < 1000; i++) {
        tap(&fixture, i * 10000 * MS, 250);
        set_touches(fixture.button, SCRIM_TOUCH_PRIVACY_DEFAULT);
    }
    ASSERT_OK(scrim_collector_advance(fixture.collector, UINT64_MAX));
    char json[65536] = "";
    assert_int_equal(drain(&fixture, json, sizeof json), 32);
    assert_non_null(strstr(json, "\"t\":9990000000000,"));
    assert_true(collector_deadline() == SCRIM_NEVER);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_privacy__of_a_view_and_what_it_is_in, setup, teardown),
        cmocka_unit_test_setup_teardown(test_privacy__redacts_nothing, setup, teardown),
        cmocka_unit_test_setup_teardown(test_privacy__of_windows_that_belong_to_views, setup, teardown),
        cmocka_unit_test_setup_teardown(test_privacy__what_is_shown_is_so_for_later_sequences, setup, teardown),
        cmocka_unit_test_setup_teardown(test_privacy__between_begin_and_commit, setup, teardown),
        cmocka_unit_test_setup_teardown(test_hidden__a_pan_stops_where_it_last_was_in_the_open, setup, teardown),
        cmocka_unit_test_setup_teardown(test_hidden__no_lost_finger_is_found_by_a_private_one, setup, teardown),
        cmocka_unit_test_setup_teardown(test_told__nothing_unless_asked_for, setup, teardown),
        cmocka_unit_test_setup_teardown(test_told__coarse_things_once_a_bucket_and_at_its_end, setup, teardown),
        cmocka_unit_test_setup_teardown(test_told__a_tap_that_is_answered_is_not_dead, setup, teardown),
        cmocka_unit_test_setup_teardown(test_told__a_tap_before_one_in_the_open_is_dead, setup, teardown),
        cmocka_unit_test_setup_teardown(test_told__late_samples_with_the_present_bucket, setup, teardown),
        cmocka_unit_test_setup_teardown(test_told__within_limits_that_count_themselves, setup, teardown),
        cmocka_unit_test_setup_teardown(test_told__a_silent_episode_once, setup, teardown),
        cmocka_unit_test_setup_teardown(test_told__a_silent_scroll_is_part_of_an_episode, setup, teardown),
        cmocka_unit_test_setup_teardown(test_told__many_touches_in_one_bucket, setup, teardown),
        cmocka_unit_test_setup_teardown(test_told__every_collector_all, setup, teardown),
        cmocka_unit_test_setup_teardown(test_told__the_oldest_are_dropped, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
