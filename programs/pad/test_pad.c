/* SPDX-License-Identifier: MIT */
/* When a prompt wipes what was typed: at the time-out that counts from the last input, and at no other time. What a blocked prompt accepts. */
#include "../../Tests/C/support/check.h"
#include "pad_private.h"

#include <string.h>

#define SECOND UINT64_C(1000000000)

static uint64_t begin;

static struct pad *prompt(const char *repeat) {
    struct pad_options options = {.keys = PAD_KEYS_KEYBOARD, .may_type = 1, .capacity = 255, .timeout_ns = 30 * SECOND, .repeat = repeat};
    struct pad *pad = pad_create(&options);
    CHECK(pad != NULL);
    begin = pad_now();
    return pad;
}

static void type(struct pad *pad, const char *word, unsigned second) {
    pad_type(pad, word, strlen(word), begin + second * SECOND);
}

static void command(struct pad *pad, enum pad_command command, unsigned second) {
    pad_command(pad, command, begin + second * SECOND);
    pad_advance(pad, begin + second * SECOND);
}

static size_t length(const struct pad *pad) {
    size_t count = 0;
    CHECK(scrim_text_count(pad_text(pad), &count) == SCRIM_OK);
    return count;
}

static void test_moving_the_focus_keeps_the_input(void) {
    struct pad *pad = prompt(NULL);
    type(pad, "12", 1);
    for (unsigned second = 11; second <= 61; second += 10) {
        command(pad, second % 20 == 1 ? PAD_COMMAND_PREVIOUS : PAD_COMMAND_NEXT, second);
        CHECK(pad_get_result(pad) == PAD_OPEN && length(pad) == 2);
    }
    type(pad, "34", 62);
    CHECK(length(pad) == 4);
    pad_advance(pad, begin + 92 * SECOND - 1);
    CHECK(pad_get_result(pad) == PAD_OPEN && length(pad) == 4);
    pad_advance(pad, begin + 92 * SECOND);
    CHECK(pad_get_result(pad) == PAD_TIMED_OUT && length(pad) == 0);
    pad_destroy(pad);
}

static void test_a_slow_repetition_is_compared_with_all_of_the_input(void) {
    struct pad *pad = prompt("Repeat");
    type(pad, "secret", 1);
    command(pad, PAD_COMMAND_ENTER, 2);
    for (unsigned i = 0; i < 6; i++) {
        const char letter[] = {"secret"[i], 0};
        type(pad, letter, 8 + 6 * i);
    }
    command(pad, PAD_COMMAND_ENTER, 40);
    CHECK(pad_get_result(pad) == PAD_DONE && pad_was_repeated(pad) && length(pad) == 6);
    pad_destroy(pad);
}

static void test_an_empty_input_is_not_reported_as_repeated(void) {
    struct pad *pad = prompt("Repeat");
    command(pad, PAD_COMMAND_ENTER, 1);
    command(pad, PAD_COMMAND_ENTER, 2);
    CHECK(pad_get_result(pad) == PAD_DONE && !pad_was_repeated(pad) && length(pad) == 0);
    pad_destroy(pad);
}

/* A busy program passes on a keystroke before it tells the prompt the time. */
static void test_input_after_the_time_out_is_not_added(void) {
    const enum pad_command commands[] = {PAD_COMMAND_NEXT, PAD_COMMAND_ENTER, PAD_COMMAND_DELETE};
    for (unsigned i = 0; i < 5; i++) {
        struct pad *pad = prompt(NULL);
        type(pad, "12", 1);
        if (i < 3) {
            pad_command(pad, commands[i], begin + 31 * SECOND);
        } else if (i == 3) {
            type(pad, "34", 31);
        } else {
            const scrim_touch touch = {begin + 31 * SECOND, 1, SCRIM_TOUCH_BEGAN, 0, 1, 1};
            pad_touch(pad, &touch);
        }
        CHECK(pad_get_result(pad) == PAD_TIMED_OUT && length(pad) == 0);
        pad_destroy(pad);
    }
}

static int ask_again(struct pad *pad, enum pad_result result, void *user_data) {
    (void)user_data;
    if (result == PAD_TIMED_OUT) {
        pad_again(pad, "Nothing was typed for a while");
    }
    return result == PAD_TIMED_OUT;
}

static void test_input_after_the_time_out_does_not_count_for_the_next_prompt(void) {
    struct pad_options options = {
        .keys = PAD_KEYS_KEYBOARD, .may_type = 1, .capacity = 255, .timeout_ns = 30 * SECOND, .finished = ask_again};
    struct pad *pad = pad_create(&options);
    CHECK(pad != NULL);
    begin = pad_now();
    type(pad, "12", 1);
    command(pad, PAD_COMMAND_ENTER, 31);
    CHECK(pad_get_result(pad) == PAD_OPEN && length(pad) == 0);
    type(pad, "34", 61);
    CHECK(pad_get_result(pad) == PAD_OPEN && length(pad) == 0);
    type(pad, "34", 62);
    command(pad, PAD_COMMAND_ENTER, 63);
    CHECK(pad_get_result(pad) == PAD_DONE && length(pad) == 2);
    pad_destroy(pad);
}

static int block(struct pad *pad, enum pad_result result, void *user_data) {
    (void)user_data;
    if (result == PAD_TIMED_OUT) {
        pad_block(pad, "Wait", begin + 40 * SECOND, 0);
    }
    return result == PAD_TIMED_OUT;
}

static void touch(struct pad *pad, enum part part, uint32_t phase, unsigned second) {
    const scrim_rect *rect = &pad->rects[part];
    const scrim_touch touch = {begin + second * SECOND, 1, phase, 0, rect->x + rect->width / 2, rect->y + rect->height / 2};
    pad_touch(pad, &touch);
}

/* A finger that touches a button before the time-out or while the prompt is blocked, and is lifted afterwards. Or one whose touch ends the
 * prompt because the time-out is over. */
static void test_a_finger_does_not_press_a_button_of_the_next_prompt(void) {
    const enum part parts[] = {PART_OK, PART_NOT_OK, PART_CANCEL};
    for (unsigned i = 0; i < 12; i++) {
        const unsigned begins[] = {2, 2, 32, 33}, ends[] = {33, 33, 41, 34}, turn = i / 3;
        const enum part part = parts[i % 3];
        struct pad_options options = {.keys = PAD_KEYS_KEYBOARD, .may_type = 1, .capacity = 255, .timeout_ns = 30 * SECOND, .ok = "OK", .not_ok = "No", .cancel = "Cancel", .finished = turn == 0 || turn == 3 ? ask_again : block};
        struct pad *pad = pad_create(&options);
        CHECK(pad != NULL && pad->rects[part].width > 0);
        begin = pad_now();
        type(pad, "12", 1);
        if (turn == 2) {
            pad_advance(pad, begin + 31 * SECOND);
        }
        touch(pad, part, SCRIM_TOUCH_BEGAN, begins[turn]);
        if (turn == 2) {
            pad_advance(pad, begin + 40 * SECOND);
        }
        touch(pad, part, SCRIM_TOUCH_ENDED, ends[turn]);
        CHECK(pad_get_result(pad) == PAD_OPEN && length(pad) == 0);
        pad_advance(pad, begin + 45 * SECOND);
        touch(pad, PART_OK, SCRIM_TOUCH_BEGAN, 50);
        touch(pad, PART_OK, SCRIM_TOUCH_ENDED, 51);
        CHECK(pad_get_result(pad) == PAD_DONE);
        pad_destroy(pad);
    }
}

/* A wrong PIN blocks the prompt. Until it asks again, a keyboard can cancel it, as fingers can, and do nothing else. */
static int block_after_done(struct pad *pad, enum pad_result result, void *user_data) {
    (void)user_data;
    if (result == PAD_DONE) {
        pad_block(pad, "Wait", begin + 40 * SECOND, 0);
    }
    return result == PAD_DONE;
}

static void test_a_keyboard_does_not_answer_a_blocked_prompt(void) {
    for (unsigned i = 0; i < 4; i++) {
        struct pad_options options = {.keys = PAD_KEYS_KEYBOARD, .may_type = 1, .capacity = 255, .ok = "OK", .not_ok = "No", .cancel = "Cancel", .repeat = i == 3 ? "Repeat" : NULL, .finished = i == 3 ? NULL : block_after_done};
        struct pad *pad = pad_create(&options);
        CHECK(pad != NULL);
        begin = pad_now();
        type(pad, "12", 1);
        if (i == 3) {
            pad_block(pad, "Wait", begin + 40 * SECOND, 0);
        } else {
            command(pad, PAD_COMMAND_ENTER, 2);
        }
        for (unsigned steps = 0; steps <= i % 3; steps++) { /* to OK, to the other answer, to Cancel */
            command(pad, PAD_COMMAND_PREVIOUS, 3);
        }
        command(pad, PAD_COMMAND_ENTER, 4);
        CHECK(pad_get_result(pad) == (i == 2 ? PAD_CANCELLED : PAD_OPEN));
        CHECK(i == 2 || (pad->blocked && pad->entry == 0 && length(pad) == 0));
        pad_destroy(pad);
    }
}

/* Before the block, Cancel was another element, and a finger or the focus was there for another reason. */
static void test_a_block_forgets_the_focus_and_the_touched_button(void) {
    struct pad_options options = {.keys = PAD_KEYS_DIGITS, .may_type = 1, .capacity = 255, .ok = "OK", .cancel = "Cancel"};
    struct pad *pad = pad_create(&options);
    const char nothing[LONGEST_LABEL] = {0};
    CHECK(pad != NULL);
    begin = pad_now();
    command(pad, PAD_COMMAND_NEXT, 1);
    CHECK(pad_spoken(pad) != NULL && strlen(pad_spoken(pad)) == 1);
    pad_block(pad, "Wait", begin + 40 * SECOND, 0);
    CHECK(pad_spoken(pad) == NULL && memcmp(pad->spoken, nothing, sizeof nothing) == 0);
    command(pad, PAD_COMMAND_ENTER, 2);
    CHECK(pad_get_result(pad) == PAD_OPEN && pad->blocked);
    touch(pad, PART_CANCEL, SCRIM_TOUCH_BEGAN, 3);
    pad_block(pad, "Wait", begin + 50 * SECOND, 0);
    touch(pad, PART_CANCEL, SCRIM_TOUCH_ENDED, 4);
    CHECK(pad_get_result(pad) == PAD_OPEN && pad->blocked);
    touch(pad, PART_CANCEL, SCRIM_TOUCH_BEGAN, 5);
    touch(pad, PART_CANCEL, SCRIM_TOUCH_ENDED, 6);
    CHECK(pad_get_result(pad) == PAD_CANCELLED);
    pad_destroy(pad);
}

int main(void) {
    test_moving_the_focus_keeps_the_input();
    test_a_slow_repetition_is_compared_with_all_of_the_input();
    test_an_empty_input_is_not_reported_as_repeated();
    test_input_after_the_time_out_is_not_added();
    test_input_after_the_time_out_does_not_count_for_the_next_prompt();
    test_a_finger_does_not_press_a_button_of_the_next_prompt();
    test_a_keyboard_does_not_answer_a_blocked_prompt();
    test_a_block_forgets_the_focus_and_the_touched_button();
    CHECK(scrim_live_handles(SCRIM_HANDLE_ANY) == 0);
    return 0;
}
