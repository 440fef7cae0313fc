/* SPDX-License-Identifier: MIT */
/* Tools that touch a keypad: pens press keys, and palms and tools that hover do not. */
#include "keypad_fixture.h"

#define MS UINT64_C(1000000)

static scrim_keypad *telephone(scrim_text *text) {
    scrim_keypad_options options = SCRIM_KEYPAD_OPTIONS_INIT;
    scrim_keypad *keypad;
    options.shuffle = SCRIM_SHUFFLE_NONE;
    OK(scrim_keypad_create(&options, &keypad));
    OK(scrim_keypad_attach(keypad, text));
    show(keypad);
    return keypad;
}

static int holds(const scrim_text *text, const char *bytes) {
    uint32_t equal = 99;
    OK(scrim_text_equal_bytes(text, bytes, strlen(bytes), &equal));
    return equal == 1;
}

static uint32_t sample(scrim_keypad *keypad, uint32_t phase, uint32_t tool, uint64_t id, double x) {
    scrim_touch touch = {now_ns, id, phase, tool, x, 50};
    uint32_t answer = 99;
    now_ns += 40 * MS;
    OK(scrim_keypad_touch(keypad, &touch, &answer));
    return answer;
}

static void test_tools(void **state) {
    (void)state;
    enum {
        B = SCRIM_TOUCH_BEGAN,
        M = SCRIM_TOUCH_MOVED,
        E = SCRIM_TOUCH_ENDED
    };
    enum {
        F = SCRIM_TOUCH_TOOL_FINGER,
        S = SCRIM_TOUCH_TOOL_STYLUS,
        R = SCRIM_TOUCH_TOOL_ERASER,
        P = SCRIM_TOUCH_TOOL_PALM,
        H = SCRIM_TOUCH_TOOL_HOVER
    };
    enum {
        NO = SCRIM_KEYPAD_RESULT_NONE,
        IN = SCRIM_KEYPAD_RESULT_INSERTED
    };
    static const struct {
        struct {
            uint32_t phase, tool, id;
            double x;
            uint32_t answer;
        } touches[8];
        const char *typed;
    } cases[] = {
        {{{B, F, 1, 50, NO}, {E, F, 1, 50, IN}}, "1"},
        {{{B, S, 1, 50, NO}, {E, S, 1, 50, IN}}, "1"},
        {{{B, R, 1, 50, NO}, {E, R, 1, 50, IN}}, "1"},
        {{{B, P, 1, 50, NO}, {E, P, 1, 50, NO}}, ""},
        {{{B, H, 1, 50, NO}, {M, H, 1, 50, NO}, {E, H, 1, 50, NO}}, ""},
        /* It turns out late that the finger is a palm, and the key is not pressed. */
        {{{B, F, 1, 50, NO}, {M, P, 1, 50, NO}, {E, F, 1, 50, NO}}, ""},
        {{{B, F, 1, 50, NO}, {E, P, 1, 50, NO}}, ""},
        /* A palm is no finger: it neither presses the key of the first finger early, nor blocks the keypad as a third one. */
        {{{B, F, 1, 50, NO}, {B, P, 2, 250, NO}, {E, F, 1, 50, IN}, {E, P, 2, 250, NO}}, "1"},
        {{{B, P, 2, 250, NO}, {B, P, 3, 150, NO}, {B, F, 1, 50, NO}, {E, F, 1, 50, IN}}, "1"},
        /* A palm makes way for the next finger. */
        {{{B, F, 1, 50, NO}, {M, P, 1, 50, NO}, {B, F, 2, 150, NO}, {E, F, 2, 150, IN}}, "2"},
        /* A pen hovers, touches, is lifted and hovers. */
        {{{B, H, 1, 90, NO}, {M, H, 1, 50, NO}, {B, S, 1, 50, NO}, {E, S, 1, 50, IN}, {M, H, 1, 60, NO}}, "1"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        scrim_text *text = new_text(16);
        scrim_keypad *keypad = telephone(text);
        for (size_t k = 0; k < 8 && cases[i].touches[k].phase != 0; k++)
            assert_int_equal(sample(keypad, cases[i].touches[k].phase, cases[i].touches[k].tool, cases[i].touches[k].id,
                                    cases[i].touches[k].x),
                             cases[i].touches[k].answer);
        assert_true(holds(text, cases[i].typed));
        scrim_keypad_destroy(keypad);
        scrim_text_destroy(text);
    }
}

/* Any stream gives the same answers as the stream in which each sample of a palm or hovering tool is cancelled. */
static void test_palms_count_as_cancelled(void **state) {
    (void)state;
    scrim_text *texts[] = {new_text(4096), new_text(4096)};
    scrim_keypad *keypads[] = {telephone(texts[0]), telephone(texts[1])};
    uint64_t random = 1;
    int inserted = 0;
    now_ns += 1000 * MS;
    for (int i = 0; i < 4000; i++) {
        random = random * 6364136223846793005u + 1442695040888963407u;
        uint64_t bits = random >> 20;
        now_ns += bits % 64 * MS;
        scrim_touch touch = {now_ns, bits >> 6 & 1, 1 + (bits >> 8) % 3, bits >> 12 & 15, (double)(bits >> 16 & 127), 50};
        touch.tool = touch.tool > SCRIM_TOUCH_TOOL_HOVER ? SCRIM_TOUCH_TOOL_FINGER : touch.tool;
        scrim_touch plain = touch;
        plain.phase = touch.tool >= SCRIM_TOUCH_TOOL_PALM ? SCRIM_TOUCH_CANCELLED : touch.phase;
        plain.tool = SCRIM_TOUCH_TOOL_FINGER;
        uint32_t answers[2] = {99, 99};
        OK(scrim_keypad_touch(keypads[0], &touch, &answers[0]));
        OK(scrim_keypad_touch(keypads[1], &plain, &answers[1]));
        assert_int_equal(answers[0], answers[1]);
        inserted += answers[0] == SCRIM_KEYPAD_RESULT_INSERTED;
    }
    assert_true(inserted > 100);
    uint32_t equal = 0;
    OK(scrim_text_equal(texts[0], texts[1], &equal));
    assert_int_equal(equal, 1);
    for (int i = 0; i < 2; i++) {
        scrim_keypad_destroy(keypads[i]);
        scrim_text_destroy(texts[i]);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(test_tools, nothing_left),
        cmocka_unit_test_teardown(test_palms_count_as_cancelled, nothing_left),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
