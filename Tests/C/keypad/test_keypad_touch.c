/* SPDX-License-Identifier: MIT */
/* What touches of a keypad do: fingers, time, and layouts that change under them. */
#include "keypad_fixture.h"

enum {
    B = SCRIM_TOUCH_BEGAN,
    M = SCRIM_TOUCH_MOVED,
    E = SCRIM_TOUCH_ENDED,
    C = SCRIM_TOUCH_CANCELLED
};
enum {
    NO = SCRIM_KEYPAD_RESULT_NONE,
    IN = SCRIM_KEYPAD_RESULT_INSERTED,
    RE = SCRIM_KEYPAD_RESULT_REJECTED,
    DE = SCRIM_KEYPAD_RESULT_DELETED
};

#define MS UINT64_C(1000000)

static scrim_keypad *telephone(scrim_text *text) {
    scrim_keypad_options options = SCRIM_KEYPAD_OPTIONS_INIT;
    scrim_keypad *keypad;
    options.shuffle = SCRIM_SHUFFLE_NONE;
    OK(scrim_keypad_create(&options, &keypad));
    if (text != NULL)
        OK(scrim_keypad_attach(keypad, text));
    show(keypad);
    return keypad;
}

static int holds(const scrim_text *text, const char *bytes) {
    uint32_t equal = 99;
    OK(scrim_text_equal_bytes(text, bytes, strlen(bytes), &equal));
    return equal == 1;
}

static uint32_t at(scrim_keypad *keypad, uint64_t time, uint32_t phase, uint64_t id, double x, double y) {
    scrim_touch touch = {time, id, phase, 0, x, y};
    uint32_t answer = 99;
    OK(scrim_keypad_touch(keypad, &touch, &answer));
    return answer;
}

/* ---- Fingers ---- */

static void test_fingers(void **state) {
    (void)state;
    static const struct {
        struct {
            uint32_t phase, id;
            double x;
            uint32_t answer;
        } touches[8];
        const char *typed;
    } cases[] = {
        {{{B, 1, 50, NO}, {E, 1, 50, IN}}, "1"},
        {{{B, 1, 50, NO}, {M, 1, 250, NO}, {M, 1, 50, NO}, {E, 1, 50, IN}}, "1"}, /* slid off and back */
        {{{B, 1, 50, NO}, {C, 1, 50, NO}, {E, 1, 50, NO}}, ""},
        {{{E, 1, 50, NO}}, ""}, /* never came down */
        /* Slop: 8 points beside the key still mean it, whatever key is there; 8.5 do not. */
        {{{B, 1, 95, NO}, {E, 1, 107.5, IN}}, "1"},
        {{{B, 1, 95, NO}, {E, 1, 108, NO}}, ""},
        {{{B, 1, 150, NO}, {E, 1, 92, IN}}, "2"},
        {{{B, 1, 150, NO}, {E, 1, 91.5, NO}}, ""},
        {{{B, 1, 5, NO}, {E, 1, -8, IN}}, "1"},
        /* Rollover: the second finger presses the key of the first, and then its own. */
        {{{B, 1, 50, NO}, {B, 2, 150, IN}, {E, 1, 50, NO}, {E, 2, 150, IN}}, "12"},
        {{{B, 1, 50, NO}, {B, 2, 150, IN}, {E, 2, 150, IN}, {E, 1, 50, NO}}, "12"},
        {{{B, 1, 50, NO}, {M, 1, 150, NO}, {B, 2, 250, NO}, {E, 2, 250, IN}, {E, 1, 50, NO}}, "3"}, /* had left its key */
        {{{B, 1, 50, NO}, {B, 2, 150, IN}, {E, 1, 50, NO}, {B, 3, 250, IN}, {E, 2, 150, NO}, {E, 3, 250, IN}}, "123"},
        {{{B, 1, 50, NO}, {C, 2, 50, NO}, {E, 1, 50, IN}}, "1"},
        {{{B, 1, -50, NO}, {B, 2, 50, NO}, {E, 2, 50, IN}, {E, 1, 50, NO}}, "1"}, /* came down beside the pad */
        {{{B, 1, -1, NO}, {E, 1, 5, NO}}, ""},                                    /* and slid onto it */
        /* A third finger is refused, and all until all are up. */
        {{{B, 1, 50, NO}, {B, 2, 150, IN}, {B, 3, 250, RE}, {E, 2, 150, RE}, {E, 3, 250, NO}, {B, 4, 250, RE}, {E, 4, 250, NO}, {E, 1, 50, NO}}, "1"},
        {{{B, 1, 50, NO}, {B, 1, 150, NO}, {E, 1, 150, IN}}, "2"}, /* its up was lost */
    };
    scrim_text *text = new_text(8);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        scrim_keypad *keypad = telephone(text);
        for (int t = 0; t < 8 && cases[i].touches[t].phase != 0; t++) {
            uint32_t answer = 99;
            OK(send(keypad, cases[i].touches[t].phase, cases[i].touches[t].id, cases[i].touches[t].x, 50, &answer));
            if (answer != cases[i].touches[t].answer)
                fail_msg("case %zu, touch %d: %u", i, t, answer);
        }
        if (!holds(text, cases[i].typed))
            fail_msg("case %zu", i);
        /* Whatever was down, once all are up the pad types again. */
        for (uint64_t id = 1; id <= 4; id++)
            at(keypad, now_ns, C, id, 50, 50);
        assert_int_equal(press_at(keypad, 50, 350), DE);
        OK(scrim_text_clear(text));
        scrim_keypad_destroy(keypad);
    }
    scrim_text_destroy(text);
}

/* More fingers than are told apart, and ids of every size. */
static void test_many_fingers(void **state) {
    (void)state;
    scrim_text *text = new_text(8);
    scrim_keypad *keypad = telephone(text);
    uint32_t answer;
    for (uint64_t id = 0; id < 40; id++)
        OK(send(keypad, B, id * UINT64_C(0x0123456789ABCDEF), 50, 50, &answer));
    for (uint64_t id = 0; id < 40; id++)
        OK(send(keypad, E, id * UINT64_C(0x0123456789ABCDEF), 50, 50, &answer));
    assert_true(holds(text, "1"));
    assert_int_equal(press_at(keypad, 150, 50), IN);
    scrim_keypad_destroy(keypad);
    scrim_text_destroy(text);
}

/* ---- Layouts that change ---- */

static void test_nothing_is_accepted_before_it_was_presented(void **state) {
    (void)state;
    scrim_text *text = new_text(8);
    scrim_keypad *keypad = new_keypad();
    uint64_t generation = 0, later = 0;
    OK(scrim_keypad_attach(keypad, text));
    OK(scrim_keypad_show(keypad));
    assert_int_equal(at(keypad, UINT64_MAX, B, 1, 50, 50), RE);
    assert_int_equal(at(keypad, UINT64_MAX, E, 1, 50, 50), NO);
    OK(scrim_keypad_generation(keypad, &generation));
    ANSWERS(scrim_keypad_presented(keypad, generation + 1, 0), SCRIM_ERROR_INVALID_ARGUMENT);
    ANSWERS(scrim_keypad_presented(keypad, 0, 0), SCRIM_ERROR_INVALID_ARGUMENT);
    OK(scrim_keypad_presented(keypad, generation, 1000 * MS));
    OK(scrim_keypad_presented(keypad, generation, 5000 * MS)); /* the first time counts */
    assert_int_equal(at(keypad, 0, B, 1, 50, 50), RE);
    assert_int_equal(at(keypad, 1100 * MS - 1, B, 1, 50, 50), RE);
    assert_int_equal(at(keypad, 1200 * MS, E, 1, 50, 50), NO);
    assert_int_equal(at(keypad, 1200 * MS, B, 1, 50, 50), NO);
    assert_int_equal(at(keypad, 1300 * MS, E, 1, 50, 50), IN);
    /* Another layout is another matter, and news of the old one is none of the new. */
    OK(scrim_keypad_show(keypad));
    OK(scrim_keypad_generation(keypad, &later));
    assert_true(later > generation);
    OK(scrim_keypad_presented(keypad, generation, 0));
    assert_int_equal(at(keypad, 5000 * MS, B, 1, 50, 50), RE);
    OK(scrim_keypad_presented(keypad, later, 5000 * MS));
    assert_int_equal(at(keypad, 5100 * MS, B, 1, 50, 50), NO);
    assert_int_equal(at(keypad, 5200 * MS, E, 1, 50, 50), IN);
    OK(scrim_keypad_hide(keypad));
    OK(scrim_keypad_presented(keypad, later, 0));
    OK(scrim_keypad_generation(keypad, &generation));
    assert_true(generation > later);
    ANSWERS(scrim_keypad_presented(keypad, generation, 0), SCRIM_ERROR_INVALID_STATE);
    /* At the end of time nothing wraps. */
    OK(scrim_keypad_show(keypad));
    OK(scrim_keypad_generation(keypad, &generation));
    OK(scrim_keypad_presented(keypad, generation, UINT64_MAX));
    assert_int_equal(at(keypad, 0, B, 1, 50, 50), RE);
    assert_true(holds(text, "") == 0);
    scrim_keypad_destroy(keypad);
    scrim_text_destroy(text);
}

/* Whatever changes under a finger, the finger is refused when it goes up, and only then. */
static void test_changes_refuse_the_finger(void **state) {
    (void)state;
    scrim_text *text = new_text(8);
    scrim_keypad_options options = SCRIM_KEYPAD_OPTIONS_INIT;
    scrim_keypad *keypad;
    options.allow_unshuffled = 1;
    OK(scrim_keypad_create(&options, &keypad));
    show(keypad);
    OK(scrim_keypad_attach(keypad, text));
    for (int change = 0; change < 6; change++) {
        uint32_t answer = 99;
        OK(send(keypad, B, 1, 50, 50, &answer));
        assert_int_equal(answer, NO);
        switch (change) {
        case 0:
            show(keypad);
            break;
        case 1:
            OK(scrim_keypad_attach(keypad, text));
            break;
        case 2:
            OK(scrim_keypad_hide(keypad)), show(keypad);
            break;
        case 3:
            OK(scrim_keypad_shuffle(keypad)), present(keypad);
            break;
        case 4:
            OK(scrim_keypad_set_shuffle_enabled(keypad, 0)), present(keypad);
            break;
        default:
            OK(scrim_keypad_detach(keypad));
            break;
        }
        OK(send(keypad, E, 1, 50, 50, &answer));
        assert_int_equal(answer, RE);
        OK(send(keypad, E, 1, 50, 50, &answer));
        assert_int_equal(answer, NO);
        assert_true(holds(text, ""));
    }
    scrim_keypad_destroy(keypad);
    scrim_text_destroy(text);
}

static void test_a_lingering_finger_is_not_counted(void **state) {
    (void)state;
    scrim_text *text = new_text(8);
    scrim_keypad *keypad = telephone(text);
    uint32_t answer;
    for (uint64_t id = 10; id < 12; id++)
        OK(send(keypad, B, id, 150, 150, &answer));
    show(keypad); /* neither ever goes up */
    assert_int_equal(press_at(keypad, 50, 50), IN);
    assert_int_equal(press_at(keypad, 150, 50), IN);
    OK(scrim_keypad_detach(keypad));
    scrim_keypad_destroy(keypad);
    scrim_text_destroy(text);
}

/* ---- Time ---- */

static void test_a_bounce_is_no_press(void **state) {
    (void)state;
    scrim_text *text = new_text(8);
    scrim_keypad *keypad = telephone(text);
    uint64_t t = now_ns;
    assert_int_equal(at(keypad, t, B, 1, 50, 50), NO);
    assert_int_equal(at(keypad, t + 50 * MS, E, 1, 50, 50), IN);
    assert_int_equal(at(keypad, t + 80 * MS - 1, B, 2, 50, 50), NO);
    assert_int_equal(at(keypad, t + 99 * MS, E, 2, 50, 50), NO);
    assert_true(holds(text, "1"));
    assert_int_equal(at(keypad, t + 200 * MS, B, 2, 50, 50), NO);
    assert_int_equal(at(keypad, t + 250 * MS, E, 2, 50, 50), IN);
    assert_int_equal(at(keypad, t + 280 * MS, B, 2, 50, 50), NO); /* 30 ms later: meant */
    assert_int_equal(at(keypad, t + 300 * MS, E, 2, 50, 50), IN);
    assert_int_equal(at(keypad, t + 301 * MS, B, 2, 150, 50), NO); /* another key */
    assert_int_equal(at(keypad, t + 310 * MS, E, 2, 150, 50), IN);
    assert_true(holds(text, "1112"));
    scrim_keypad_destroy(keypad);
    scrim_text_destroy(text);
}

static uint64_t deadline(const scrim_keypad *keypad) {
    uint64_t time = 0;
    OK(scrim_keypad_next_deadline(keypad, &time));
    return time;
}

static uint32_t advance(scrim_keypad *keypad, uint64_t now) {
    uint32_t answer = 99;
    OK(scrim_keypad_advance(keypad, now, &answer));
    return answer;
}

/* The pages of the keypad at the best level of protection, if nothing else has some. 0 if there are none. */
static size_t pages_of_keypad(const unsigned char **pages) {
    char line[512];
    FILE *maps = fopen("/proc/self/maps", "r");
    size_t size = 0;
    assert_non_null(maps);
    while (fgets(line, sizeof line, maps) != NULL) {
        char *end;
        if (strstr(line, "secretmem") == NULL)
            continue;
        const uintptr_t from = strtoul(line, &end, 16);
        *pages = (const unsigned char *)from; // NOLINT(performance-no-int-to-ptr)
        size = strtoul(end + 1, NULL, 16) - from;
    }
    fclose(maps);
    return size;
}

/* A touch 30 ms later or more wipes the key, even if the call fails. */
static void test_a_press_is_wiped_without_its_text(void **state) {
    (void)state;
    const unsigned char *pages = NULL;
    scrim_keypad *keypad = telephone(NULL);
    const size_t size = pages_of_keypad(&pages);
    if (size == 0) {
        scrim_keypad_destroy(keypad);
        skip();
    }
    /* A text as large as this has pages of its own. */
    scrim_text *text = new_text(4000);
    OK(scrim_keypad_attach(keypad, text));
    show(keypad);
    unsigned char *before = malloc(size);
    uint64_t t = now_ns;
    scrim_touch late = {t + 1000 * MS, 2, B, 0, 250, 50};
    uint32_t answer;
    assert_non_null(before);
    memcpy(before, pages, size);
    assert_int_equal(at(keypad, t, B, 1, 50, 50), NO);
    assert_int_equal(at(keypad, t + 50 * MS, E, 1, 50, 50), IN);
    assert_memory_not_equal(pages, before, size);
    scrim_text_destroy(text);
    assert_int_equal(scrim_keypad_touch(keypad, &late, &answer), SCRIM_ERROR_CLOSED);
    assert_memory_equal(pages, before, size);
    scrim_keypad_destroy(keypad);
    free(before);
}

static void test_delete_repeats(void **state) {
    (void)state;
    scrim_text *text = new_text(16);
    scrim_keypad *keypad = telephone(text);
    uint64_t t = now_ns;
    OK(scrim_text_insert(text, "123456789", 9));
    assert_int_equal(deadline(keypad), SCRIM_NEVER);
    assert_int_equal(advance(keypad, UINT64_MAX), NO);
    assert_int_equal(at(keypad, t, B, 1, 50, 350), NO);
    assert_int_equal(deadline(keypad), t + 500 * MS);
    assert_int_equal(advance(keypad, t + 500 * MS - 1), NO);
    assert_int_equal(advance(keypad, t + 500 * MS), DE);
    assert_true(holds(text, "12345678"));
    assert_int_equal(deadline(keypad), t + 600 * MS);
    assert_int_equal(advance(keypad, t + 500 * MS), NO);
    assert_int_equal(advance(keypad, t + 650 * MS), DE);
    assert_int_equal(deadline(keypad), t + 750 * MS);
    assert_int_equal(advance(keypad, t + 5000 * MS), DE); /* a long sleep deletes once */
    assert_int_equal(advance(keypad, t + 5000 * MS), NO);
    assert_true(holds(text, "123456"));
    assert_int_equal(at(keypad, t + 5001 * MS, E, 1, 50, 350), NO); /* the end of a repeat is no press */
    assert_int_equal(deadline(keypad), SCRIM_NEVER);
    /* A short press deletes once; one that leaves the key does not repeat, nor does one that is cancelled. */
    assert_int_equal(at(keypad, t + 6000 * MS, B, 1, 50, 350), NO);
    assert_int_equal(at(keypad, t + 6100 * MS, E, 1, 50, 350), DE);
    assert_int_equal(at(keypad, t + 7000 * MS, B, 1, 50, 350), NO);
    assert_int_equal(at(keypad, t + 7001 * MS, M, 1, 50, 250), NO);
    assert_int_equal(deadline(keypad), SCRIM_NEVER);
    assert_int_equal(at(keypad, t + 7002 * MS, M, 1, 50, 350), NO);
    assert_int_equal(deadline(keypad), SCRIM_NEVER);
    assert_int_equal(at(keypad, t + 7900 * MS, E, 1, 50, 350), DE);
    assert_int_equal(at(keypad, t + 8000 * MS, B, 1, 50, 350), NO);
    assert_int_equal(at(keypad, t + 8001 * MS, C, 1, 50, 350), NO);
    assert_int_equal(deadline(keypad), SCRIM_NEVER);
    assert_true(holds(text, "1234"));
    /* What changes the layout ends it, and a second finger does. */
    for (int change = 0; change < 3; change++) {
        show(keypad);
        t = now_ns;
        assert_int_equal(at(keypad, t, B, 1, 50, 350), NO);
        assert_int_equal(deadline(keypad), t + 500 * MS);
        if (change == 0)
            OK(scrim_keypad_hide(keypad));
        if (change == 1)
            assert_int_equal(at(keypad, t, B, 2, -50, 350), DE); /* and presses delete */
        if (change == 2)
            OK(scrim_keypad_detach(keypad));
        assert_int_equal(deadline(keypad), SCRIM_NEVER);
        assert_int_equal(advance(keypad, UINT64_MAX), NO);
    }
    scrim_keypad_destroy(keypad);
    scrim_text_destroy(text);
}

static void test_a_repeat_without_its_text(void **state) {
    (void)state;
    scrim_text *text = new_text(16);
    scrim_keypad *keypad = telephone(text);
    uint32_t answer = 99;
    assert_int_equal(at(keypad, now_ns, B, 1, 50, 350), NO);
    scrim_text_destroy(text);
    ANSWERS(scrim_keypad_advance(keypad, UINT64_MAX, &answer), SCRIM_ERROR_CLOSED);
    assert_int_equal(answer, 99);
    assert_int_equal(deadline(keypad), SCRIM_NEVER);
    scrim_keypad_destroy(keypad);
}

/* ---- When it is shuffled ---- */

static void test_reshuffle_after_each_press(void **state) {
    (void)state;
    scrim_text *text = new_text(4);
    scrim_keypad_options options = SCRIM_KEYPAD_OPTIONS_INIT;
    scrim_keypad *keypad;
    char before[DIGITS + 1], order[DIGITS + 1];
    int same = 0;
    options.reshuffle = SCRIM_RESHUFFLE_ON_PRESS;
    OK(scrim_keypad_create(&options, &keypad));
    OK(scrim_keypad_attach(keypad, text));
    show(keypad);
    for (int i = 0; i < 50; i++) {
        read_order(keypad, before);
        assert_int_equal(press_at(keypad, 50, 50), i < 4 ? IN : RE); /* taken or not: both look alike */
        read_order(keypad, order);
        same += strcmp(before, order) == 0;
        assert_int_equal(at(keypad, UINT64_MAX, B, 1, 50, 50), RE); /* until it is seen */
        at(keypad, UINT64_MAX, E, 1, 50, 50);
        present(keypad);
    }
    assert_int_equal(same, 0);
    /* A key that inserts nothing changes nothing; one under which the layout changes by rollover is refused. */
    read_order(keypad, before);
    assert_int_equal(press_at(keypad, 50, 350), DE);
    read_order(keypad, order);
    assert_string_equal(before, order);
    uint32_t answer;
    OK(send(keypad, B, 1, 50, 50, &answer));
    OK(send(keypad, B, 2, 150, 50, &answer));
    assert_int_equal(answer, IN);
    OK(send(keypad, E, 2, 150, 50, &answer));
    assert_int_equal(answer, RE);
    scrim_keypad_destroy(keypad);
    scrim_text_destroy(text);
}

static void test_reshuffle_on_demand(void **state) {
    (void)state;
    scrim_keypad_options options = SCRIM_KEYPAD_OPTIONS_INIT;
    scrim_keypad *keypad;
    char before[DIGITS + 1], order[DIGITS + 1];
    options.reshuffle = SCRIM_RESHUFFLE_MANUAL;
    options.allow_unshuffled = 1;
    OK(scrim_keypad_create(&options, &keypad));
    ANSWERS(scrim_keypad_shuffle(keypad), SCRIM_ERROR_INVALID_STATE);
    show(keypad);
    read_order(keypad, before);
    assert_string_not_equal(before, "1234567890");
    for (int i = 0; i < 5; i++) {
        if (i % 2)
            OK(scrim_keypad_hide(keypad));
        show(keypad);
        read_order(keypad, order);
        assert_string_equal(order, before);
    }
    OK(scrim_keypad_shuffle(keypad));
    read_order(keypad, order);
    assert_string_not_equal(order, before);
    /* Switched off for an entry, the next one is shuffled again, and not as before. */
    OK(scrim_keypad_set_shuffle_enabled(keypad, 0));
    OK(scrim_keypad_hide(keypad));
    show(keypad);
    read_order(keypad, order);
    assert_string_not_equal(order, "1234567890");
    OK(scrim_keypad_set_shuffle_enabled(keypad, 0));
    show(keypad);
    read_order(keypad, order);
    assert_string_not_equal(order, "1234567890");
    scrim_keypad_destroy(keypad);
}

static void test_the_switch_lasts_one_entry(void **state) {
    (void)state;
    scrim_keypad_options options = SCRIM_KEYPAD_OPTIONS_INIT;
    scrim_keypad *keypad;
    char order[DIGITS + 1];
    OK(scrim_keypad_create(&options, &keypad));
    show(keypad);
    ANSWERS(scrim_keypad_set_shuffle_enabled(keypad, 0), SCRIM_ERROR_UNSUPPORTED);
    scrim_keypad_destroy(keypad);
    options.allow_unshuffled = 1;
    OK(scrim_keypad_create(&options, &keypad));
    ANSWERS(scrim_keypad_set_shuffle_enabled(keypad, 0), SCRIM_ERROR_INVALID_STATE);
    show(keypad);
    ANSWERS(scrim_keypad_set_shuffle_enabled(keypad, 2), SCRIM_ERROR_INVALID_ARGUMENT);
    for (int end = 0; end < 4; end++) {
        OK(scrim_keypad_set_shuffle_enabled(keypad, 0));
        present(keypad);
        read_order(keypad, order);
        assert_string_equal(order, "1234567890");
        if (end == 0)
            assert_int_equal(press_at(keypad, 250, 350), SCRIM_KEYPAD_RESULT_DONE), show(keypad);
        if (end == 1)
            show(keypad);
        if (end == 2)
            OK(scrim_keypad_hide(keypad)), show(keypad);
        if (end == 3)
            OK(scrim_keypad_set_shuffle_enabled(keypad, 1));
        read_order(keypad, order);
        assert_string_not_equal(order, "1234567890");
    }
    scrim_keypad_destroy(keypad);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        /* First, while nothing else has had protected pages. */
        cmocka_unit_test_teardown(test_a_press_is_wiped_without_its_text, nothing_left),
        cmocka_unit_test_teardown(test_fingers, nothing_left),
        cmocka_unit_test_teardown(test_many_fingers, nothing_left),
        cmocka_unit_test_teardown(test_nothing_is_accepted_before_it_was_presented, nothing_left),
        cmocka_unit_test_teardown(test_changes_refuse_the_finger, nothing_left),
        cmocka_unit_test_teardown(test_a_lingering_finger_is_not_counted, nothing_left),
        cmocka_unit_test_teardown(test_a_bounce_is_no_press, nothing_left),
        cmocka_unit_test_teardown(test_delete_repeats, nothing_left),
        cmocka_unit_test_teardown(test_a_repeat_without_its_text, nothing_left),
        cmocka_unit_test_teardown(test_reshuffle_after_each_press, nothing_left),
        cmocka_unit_test_teardown(test_reshuffle_on_demand, nothing_left),
        cmocka_unit_test_teardown(test_the_switch_lasts_one_entry, nothing_left),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
