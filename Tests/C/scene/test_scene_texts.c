/* SPDX-License-Identifier: MIT */
/* Texts that views of a scene show: what makes the views secure, and what ends reveals. */
#include "shown_texts.h"

/* ---- Secure ---- */

static void test_attach__makes_a_view_secure_whatever_is_said(void **state) {
    (void)state;
    struct fixture *fixture = new_fixture();
    const uint32_t policies[] = {SCRIM_POLICY_DEFAULT, SCRIM_POLICY_EXPLICIT, SCRIM_POLICY_ALLOW_LIST};
    for (size_t i = 0; i < 3; i++) {
        OK(scrim_scene_set_policy(fixture->scene, policies[i]));
        assert_true(is_secure(fixture->scene, fixture->view));
        assert_true(is_secure_at(fixture->scene, 15, 15));
    }
    OK(scrim_scene_set_policy(fixture->scene, SCRIM_POLICY_EXPLICIT));
    scrim_view view = view_with((scrim_rect){30, 30, 20, 10}, SHOWN | SCRIM_VIEW_PUBLIC);
    OK(scrim_scene_update_view(fixture->scene, fixture->view, &view));
    assert_true(is_secure_at(fixture->scene, 35, 35));
    assert_false(is_secure_at(fixture->scene, 15, 15));
    OK(scrim_scene_detach_text(fixture->scene, fixture->view));
    assert_false(is_secure(fixture->scene, fixture->view));
    assert_false(is_secure_at(fixture->scene, 35, 35));
    OK(scrim_scene_detach_text(fixture->scene, fixture->view));
    /* A window too, through an update of it. */
    OK(scrim_scene_attach_text(fixture->scene, fixture->window, fixture->text));
    scrim_window window = SCRIM_WINDOW_INIT;
    window.frame = (scrim_rect){0, 0, 60, 60};
    OK(scrim_scene_update_window(fixture->scene, fixture->window, &window));
    assert_true(is_secure_at(fixture->scene, 55, 55));
    end(fixture);
}

static void test_attach__refuses_what_is_attached_already(void **state) {
    (void)state;
    struct fixture *fixture = new_fixture();
    scrim_scene *other = new_scene();
    scrim_text *second = new_text(64);
    scrim_id window = add_window(other, (scrim_rect){0, 0, 9, 9}, SHOWN, 0);
    ANSWERS(scrim_scene_attach_text(fixture->scene, fixture->view, second), SCRIM_ERROR_INVALID_STATE);
    ANSWERS(scrim_scene_attach_text(fixture->scene, fixture->box, fixture->text), SCRIM_ERROR_INVALID_STATE);
    ANSWERS(scrim_scene_attach_text(other, window, fixture->text), SCRIM_ERROR_INVALID_STATE);
    ANSWERS(scrim_scene_attach_text(fixture->scene, fixture->box + 1000, second), SCRIM_ERROR_NOT_FOUND);
    assert_false(is_secure(other, window));
    OK(scrim_scene_detach_text(fixture->scene, fixture->view));
    OK(scrim_scene_attach_text(other, window, fixture->text));
    OK(scrim_scene_attach_text(fixture->scene, fixture->view, second));
    /* Its scene gone, it is free. */
    scrim_scene_destroy(other);
    OK(scrim_scene_attach_text(fixture->scene, fixture->box, fixture->text));
    /* So it is when its view is. */
    OK(scrim_scene_remove(fixture->scene, fixture->box));
    OK(scrim_scene_attach_text(fixture->scene, fixture->window, fixture->text));
    scrim_text_destroy(second);
    end(fixture);
}

static void test_attach__has_a_limit(void **state) {
    (void)state;
    struct fixture *fixture = new_fixture();
    scrim_text *texts[SCRIM_SCENE_MAX_TEXTS];
    scrim_id views[SCRIM_SCENE_MAX_TEXTS];
    for (int i = 0; i < SCRIM_SCENE_MAX_TEXTS; i++) {
        texts[i] = new_text(8);
        views[i] = add_view(fixture->scene, fixture->window, (scrim_rect){50, 50, 1, 1}, SHOWN);
        const int fits = i < SCRIM_SCENE_MAX_TEXTS - 1;
        ANSWERS(scrim_scene_attach_text(fixture->scene, views[i], texts[i]), fits ? SCRIM_OK : SCRIM_ERROR_LIMIT);
        assert_int_equal(is_secure(fixture->scene, views[i]), fits);
    }
    OK(scrim_scene_remove(fixture->scene, views[7]));
    OK(scrim_scene_attach_text(fixture->scene, views[SCRIM_SCENE_MAX_TEXTS - 1], texts[7]));
    for (int i = 0; i < SCRIM_SCENE_MAX_TEXTS; i++)
        scrim_text_destroy(texts[i]);
    end(fixture);
}

/* ---- Texts that are not secret ---- */

static scrim_text *new_visible_text(void) {
    scrim_text_options options = SCRIM_TEXT_OPTIONS_INIT;
    scrim_text *text = NULL;
    options.visible = 1;
    OK(scrim_text_create(&options, &text));
    OK(scrim_text_set(text, "12.50", 5));
    return text;
}

#define LATER UINT64_C(10000000000)

/* Whether a frame of the scene, and one of a snapshot, covers the middle of the view at 10, 10. */
static int is_redacted(scrim_scene *scene) {
    static uint8_t pixels[2][100 * 100];
    scrim_snapshot *snapshot = NULL;
    scrim_capture *capture = NULL;
    scrim_capture_options options = SCRIM_CAPTURE_OPTIONS_INIT;
    OK(scrim_scene_frame_ready(scene, 0));
    OK(scrim_scene_snapshot(scene, LATER / 2, &snapshot)); /* captures need to know what came before the frame */
    scrim_snapshot_destroy(snapshot);
    OK(scrim_scene_snapshot(scene, LATER, &snapshot));
    OK(scrim_capture_create(&options, &capture));
    for (int i = 0; i < 2; i++) {
        scrim_redact_report report = SCRIM_REDACT_REPORT_INIT;
        scrim_frame frame = SCRIM_FRAME_INIT;
        memset(pixels[i], 0xAA, sizeof pixels[i]);
        frame.format = SCRIM_FORMAT_GRAY8;
        frame.width = frame.height = 100;
        frame.planes[0] = (scrim_plane){pixels[i], 100};
        OK(i ? scrim_capture_redact(capture, snapshot, &frame, LATER, LATER, &report)
             : scrim_scene_redact(scene, &frame, NULL, &report));
        assert_int_equal(report.outcome, SCRIM_OUTCOME_OK);
    }
    scrim_capture_destroy(capture);
    scrim_snapshot_destroy(snapshot);
    assert_int_equal(pixels[0][15 * 100 + 15], pixels[1][15 * 100 + 15]);
    return pixels[0][15 * 100 + 15] == 0;
}

/* The rules as they are written, once more. */
static int is_secure_without_text(uint32_t flags, uint32_t policy) {
    if (flags & SCRIM_VIEW_SECURE)
        return 1;
    if (flags & SCRIM_VIEW_PUBLIC || policy == SCRIM_POLICY_EXPLICIT)
        return 0;
    return policy == SCRIM_POLICY_ALLOW_LIST || flags & (SCRIM_VIEW_TEXT_INPUT | SCRIM_VIEW_KEYPAD);
}

/* With each policy, and all flags that make a view or its parent secure. */
static void test_visible__makes_nothing_secure(void **state) {
    static const uint32_t bits[] = {SCRIM_VIEW_SECURE, SCRIM_VIEW_TEXT_INPUT, SCRIM_VIEW_KEYPAD, SCRIM_VIEW_PUBLIC};
    (void)state;
    int seen[2] = {0, 0};
    scrim_text *text = new_visible_text();
    for (uint32_t i = 0; i < 3 * 16 * 2; i++) {
        uint32_t policy = SCRIM_POLICY_DEFAULT + i % 3, flags = SHOWN;
        for (uint32_t bit = 0; bit < 4; bit++)
            flags |= i / 3 >> bit & 1 ? bits[bit] : 0;
        uint32_t outer = SHOWN | (i / 48 ? SCRIM_VIEW_SECURE : SCRIM_VIEW_PUBLIC);
        scrim_scene *scene = new_scene();
        make_well(scene);
        OK(scrim_scene_set_policy(scene, policy));
        scrim_id window = add_window(scene, (scrim_rect){0, 0, 100, 100}, SHOWN | SCRIM_VIEW_PUBLIC, 0);
        scrim_id box = add_view(scene, window, (scrim_rect){0, 0, 50, 50}, outer);
        scrim_id view = add_view(scene, box, (scrim_rect){10, 10, 20, 10}, flags);
        int expected = i / 48 || is_secure_without_text(flags, policy);
        OK(scrim_scene_attach_text(scene, view, text));
        assert_int_equal(is_secure(scene, view), expected);
        assert_int_equal(is_secure_at(scene, 15, 15), expected);
        assert_int_equal(is_redacted(scene), expected);
        scrim_view look = view_with((scrim_rect){10, 10, 20, 10}, flags);
        OK(scrim_scene_update_view(scene, view, &look));
        assert_int_equal(is_secure(scene, view), expected);
        OK(scrim_scene_detach_text(scene, view));
        assert_int_equal(is_secure(scene, view), expected);
        seen[expected]++;
        scrim_scene_destroy(scene);
    }
    assert_true(seen[0] > 10 && seen[1] > 10);
    scrim_text_destroy(text);
    assert_int_equal(scrim_live_handles(SCRIM_HANDLE_ANY), 0);
}

/* It counts as a text all the same: one a view, one view a text, and one group. */
static void test_visible__is_attached_like_any_text(void **state) {
    (void)state;
    struct fixture *fixture = new_fixture();
    scrim_text *text = new_visible_text();
    ANSWERS(scrim_scene_attach_text(fixture->scene, fixture->view, text), SCRIM_ERROR_INVALID_STATE);
    OK(scrim_scene_attach_text(fixture->scene, fixture->box, text));
    ANSWERS(scrim_scene_attach_text(fixture->scene, fixture->box, text), SCRIM_ERROR_INVALID_STATE);
    /* One view shows a secret, and then the same view shows what is not secret. */
    OK(scrim_scene_detach_text(fixture->scene, fixture->box));
    OK(scrim_scene_detach_text(fixture->scene, fixture->view));
    assert_false(is_secure(fixture->scene, fixture->view));
    OK(scrim_scene_attach_text(fixture->scene, fixture->view, text));
    assert_false(is_secure(fixture->scene, fixture->view));
    OK(scrim_scene_detach_text(fixture->scene, fixture->view));
    OK(scrim_scene_attach_text(fixture->scene, fixture->view, fixture->text));
    assert_true(is_secure(fixture->scene, fixture->view));
    scrim_text_destroy(text);
    end(fixture);
}

static void note_shown(const void *bytes, size_t length, size_t count, uint32_t revealed, void *data) {
    assert_true(length == 5 && memcmp(bytes, "12.50", 5) == 0 && count == 1 && revealed == 0);
    ++*(int *)data;
}

/* What ends the reveals of secrets and forbids them makes no difference to it. */
static int forbid(struct fixture *fixture, int what, int is_on);

static void test_visible__is_always_shown(void **state) {
    (void)state;
    struct fixture *fixture = new_fixture();
    scrim_text *text = new_visible_text();
    scrim_text_callbacks callbacks = SCRIM_TEXT_CALLBACKS_INIT;
    callbacks.display_changed = display_changed;
    OK(scrim_text_set_callbacks(text, &callbacks, fixture, NULL));
    OK(scrim_scene_detach_text(fixture->scene, fixture->view));
    OK(scrim_scene_attach_text(fixture->scene, fixture->view, text));
    fixture->told = 0;
    for (int what = 0; forbid(fixture, what, 1); what++) {
        int shown = 0;
        OK(scrim_text_reveal(text, 1));
        OK(scrim_text_display(text, 1, note_shown, &shown));
        assert_int_equal(shown, 1);
        assert_int_equal(fixture->told, 0);
        assert_false(is_secure(fixture->scene, fixture->view));
        forbid(fixture, what, 0);
    }
    scrim_text_destroy(text);
    end(fixture);
}

/* ---- Reveals ---- */

static void change_flags(struct fixture *fixture, scrim_id view, uint32_t flags) {
    scrim_view look = view_with((scrim_rect){0, 0, 50, 50}, flags);
    OK(scrim_scene_update_view(fixture->scene, view, &look));
}

static void change_window(struct fixture *fixture, uint32_t flags) {
    scrim_window window = SCRIM_WINDOW_INIT;
    window.flags = flags;
    OK(scrim_scene_update_window(fixture->scene, fixture->window, &window));
}

/* What forbids reveals, by a number, and what allows them again; 0 where there is nothing of that number. */
static int forbid(struct fixture *fixture, int what, int is_on) {
    static scrim_id other;
    switch (what) {
    case 0:
    case 1:
        OK(scrim_scene_set_activity(fixture->scene, 0, is_on ? SCRIM_ACTIVITY_INACTIVE + what : SCRIM_ACTIVITY_ACTIVE));
        return 1;
    case 2:
        OK(scrim_scene_set_activity(fixture->scene, fixture->window, is_on ? SCRIM_ACTIVITY_INACTIVE : SCRIM_ACTIVITY_ACTIVE));
        return 1;
    case 3:
        OK(scrim_scene_set_transition(fixture->scene, (uint32_t)is_on));
        return 1;
    case 4:
        OK(scrim_scene_set_captured(fixture->scene, (uint32_t)is_on));
        return 1;
    case 5:
        change_flags(fixture, fixture->view, SHOWN | (is_on ? SCRIM_VIEW_HIDDEN : 0));
        return 1;
    case 6:
        change_flags(fixture, fixture->box, SHOWN | (is_on ? SCRIM_VIEW_HIDDEN : 0));
        return 1;
    case 7:
        change_window(fixture, SHOWN | (is_on ? SCRIM_VIEW_HIDDEN : 0));
        return 1;
    case 8:
        if (is_on)
            other = add_window(fixture->scene, (scrim_rect){0, 0, 9, 9}, SHOWN, 0);
        OK(is_on ? scrim_scene_focus(fixture->scene, other) : scrim_scene_resign_focus(fixture->scene, other));
        return 1;
    case 9:
        OK(is_on ? scrim_scene_focus(fixture->scene, other) : scrim_scene_remove(fixture->scene, other));
        return 1;
    default:
        return 0;
    }
}

static void test_reveal__is_ended_and_refused_while_others_may_see(void **state) {
    (void)state;
    struct fixture *fixture = new_fixture();
    for (int what = 0;; what++) {
        reveal(fixture);
        if (!forbid(fixture, what, 1))
            break;
        assert_false(reveals(fixture->text));
        assert_int_equal(fixture->told, 1);
        ANSWERS(fixture->mutated, SCRIM_ERROR_BUSY);
        ANSWERS(fixture->asked, SCRIM_OK);
        ANSWERS(scrim_text_reveal(fixture->text, 1), SCRIM_ERROR_REFUSED);
        assert_false(reveals(fixture->text));
        /* Nor is what is typed, or told twice of what is no news. */
        OK(scrim_text_insert(fixture->text, "x", 1));
        assert_false(reveals(fixture->text));
        fixture->told = 0;
        OK(scrim_scene_set_transition(fixture->scene, what == 3));
        assert_int_equal(fixture->told, 0);
        assert_true(is_secure(fixture->scene, fixture->view));
        forbid(fixture, what, 0);
        assert_false(reveals(fixture->text));
        assert_int_equal(fixture->told, 0);
        OK(scrim_text_insert(fixture->text, "y", 1));
        assert_true(reveals(fixture->text));
        OK(scrim_text_conceal(fixture->text));
    }
    end(fixture);
}

static void test_reveal__is_ended_once(void **state) {
    (void)state;
    struct fixture *fixture = new_fixture();
    scrim_id other = add_window(fixture->scene, (scrim_rect){0, 0, 9, 9}, SHOWN, 0);
    OK(scrim_scene_focus(fixture->scene, other));
    OK(scrim_scene_focus(fixture->scene, fixture->window));
    /* The keys given back: nobody has them. */
    reveal(fixture);
    OK(scrim_scene_resign_focus(fixture->scene, other));
    assert_true(reveals(fixture->text));
    OK(scrim_scene_resign_focus(fixture->scene, fixture->window));
    assert_false(reveals(fixture->text));
    assert_int_equal(fixture->told, 1);
    reveal(fixture);
    /* A snapshot. */
    scrim_snapshot *snapshot = NULL;
    OK(scrim_scene_snapshot(fixture->scene, 1, &snapshot));
    scrim_snapshot_destroy(snapshot);
    assert_false(reveals(fixture->text));
    assert_int_equal(fixture->told, 1);
    /* Detached, and removed: nobody sees to it any more, and nobody forbids it. */
    reveal(fixture);
    OK(scrim_scene_detach_text(fixture->scene, fixture->view));
    assert_false(reveals(fixture->text));
    assert_int_equal(fixture->told, 1);
    OK(scrim_scene_set_captured(fixture->scene, 1));
    reveal(fixture);
    OK(scrim_scene_attach_text(fixture->scene, fixture->view, fixture->text));
    assert_false(reveals(fixture->text));
    assert_int_equal(fixture->told, 1);
    OK(scrim_scene_set_captured(fixture->scene, 0));
    reveal(fixture);
    OK(scrim_scene_remove(fixture->scene, fixture->box));
    assert_false(reveals(fixture->text));
    assert_int_equal(fixture->told, 1);
    reveal(fixture);
    end(fixture);
}

/* A window that has asked for the keys becomes one of an overlay, which may not have them, and is made what it was: it has
 * them again. */
static void test_reveal__is_ended_when_a_window_may_have_the_keys_again(void **state) {
    (void)state;
    static const uint32_t kept_from_it = SHOWN | SCRIM_VIEW_TOOL;
    static const uint32_t let_have_it[] = {SHOWN, SHOWN | SCRIM_VIEW_TOOL | SCRIM_VIEW_ACCEPTS_FOCUS};
    for (size_t i = 0; i < sizeof let_have_it / sizeof *let_have_it; i++) {
        struct fixture *fixture = new_fixture();
        scrim_window look = SCRIM_WINDOW_INIT;
        look.frame = (scrim_rect){0, 0, 9, 9};
        look.flags = SHOWN;
        scrim_id other = add_window(fixture->scene, look.frame, look.flags, 0);
        OK(scrim_scene_focus(fixture->scene, fixture->window));
        OK(scrim_scene_focus(fixture->scene, other));
        ANSWERS(scrim_text_reveal(fixture->text, 1), SCRIM_ERROR_REFUSED);
        look.flags = kept_from_it;
        OK(scrim_scene_update_window(fixture->scene, other, &look));
        assert_int_equal(focused_window(fixture->scene), fixture->window);
        reveal(fixture);
        look.flags = let_have_it[i];
        OK(scrim_scene_update_window(fixture->scene, other, &look));
        assert_int_equal(focused_window(fixture->scene), other);
        assert_false(reveals(fixture->text));
        assert_int_equal(fixture->told, 1);
        ANSWERS(scrim_text_reveal(fixture->text, 1), SCRIM_ERROR_REFUSED);
        end(fixture);
    }
}

static void test_reveal__of_several_texts(void **state) {
    (void)state;
    struct fixture *fixture = new_fixture();
    struct fixture more[3];
    for (int i = 0; i < 3; i++) {
        more[i] = *fixture;
        more[i].view = add_view(fixture->scene, fixture->window, (scrim_rect){60, 0, 9, 9}, SHOWN);
        new_shown_text(&more[i]);
        OK(scrim_scene_attach_text(fixture->scene, more[i].view, more[i].text));
        reveal(&more[i]);
    }
    OK(scrim_scene_detach_text(fixture->scene, more[1].view));
    assert_int_equal(more[1].told, 1);
    reveal(&more[1]);
    OK(scrim_scene_set_captured(fixture->scene, 1));
    for (int i = 0; i < 3; i++) {
        assert_int_equal(more[i].told, i != 1);
        assert_int_equal(reveals(more[i].text), i == 1);
        scrim_text_destroy(more[i].text);
    }
    end(fixture);
}

/* ---- Covers ---- */

struct covered {
    struct fixture *fixture;
    int told, revealed;
};

static void look_at_the_text(uint32_t output, void *data) {
    struct covered *covered = data;
    (void)output;
    covered->told++;
    covered->revealed += reveals(covered->fixture->text);
}

/* Whoever draws the cover finds nothing of the text revealed any more. */
static void test_reveal__is_over_when_the_cover_is_told_of(void **state) {
    (void)state;
    struct fixture *fixture = new_fixture();
    for (int what = 0; what <= 3; what++) {
        struct covered covered = {fixture, 0, 0};
        OK(scrim_scene_set_cover_callback(fixture->scene, look_at_the_text, &covered, NULL));
        OK(scrim_scene_frame_ready(fixture->scene, 0));
        reveal(fixture);
        forbid(fixture, what, 1);
        assert_int_equal(covered.told, 1);
        assert_int_equal(covered.revealed, 0);
        assert_int_equal(fixture->told, 1);
        forbid(fixture, what, 0);
    }
    end(fixture);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_attach__makes_a_view_secure_whatever_is_said),
        cmocka_unit_test(test_attach__refuses_what_is_attached_already),
        cmocka_unit_test(test_attach__has_a_limit),
        cmocka_unit_test(test_visible__makes_nothing_secure),
        cmocka_unit_test(test_visible__is_attached_like_any_text),
        cmocka_unit_test(test_visible__is_always_shown),
        cmocka_unit_test(test_reveal__is_ended_and_refused_while_others_may_see),
        cmocka_unit_test(test_reveal__is_ended_once),
        cmocka_unit_test(test_reveal__is_ended_when_a_window_may_have_the_keys_again),
        cmocka_unit_test(test_reveal__of_several_texts),
        cmocka_unit_test(test_reveal__is_over_when_the_cover_is_told_of),
    };
    return cmocka_run_group_tests(tests, NULL, nothing_left);
}
