/* SPDX-License-Identifier: MIT */
/* Groups: while a callback of one runs, calls that would change it are refused, destroying waits, and all else goes on. */
#include "support/support.h"

typedef void (*inside_fn)(void *data);
struct call {
    inside_fn body;
    void *data;
    int times;
};

static void run_inside(const void *bytes, size_t length, void *user_data) {
    struct call *call = user_data;
    (void)bytes, (void)length;
    call->times++;
    call->body(call->data);
}

/* Runs `body` inside a callback of the text's group. Nothing in it may assert: it would jump over the library's frames. */
static void inside(scrim_text *text, inside_fn body, void *data) {
    struct call call = {body, data, 0};
    OK(scrim_text_with_bytes(text, run_inside, &call));
    assert_int_equal(call.times, 1);
}

/* ---- What is busy ---- */

static void try_show(void *data) {
    struct {
        scrim_keypad *keypad;
        scrim_status status;
    } *probe = data;
    probe->status = scrim_keypad_show(probe->keypad);
}

/* Whether the keypad is of the text's group: only then a callback of the text makes it busy. */
static int joined(scrim_text *text, scrim_keypad *keypad) {
    struct {
        scrim_keypad *keypad;
        scrim_status status;
    } probe = {keypad, 0};
    inside(text, try_show, &probe);
    assert_true(probe.status == SCRIM_OK || probe.status == SCRIM_ERROR_BUSY);
    return probe.status == SCRIM_ERROR_BUSY;
}

struct everything {
    scrim_text *text, *other_text, *made;
    scrim_keypad *keypads[2], *other_keypad;
    scrim_status mutating[32], reading[16], elsewhere[16];
    int mutating_count, reading_count, elsewhere_count;
};

static void try_everything(void *data) {
    struct everything *e = data;
    scrim_touch touch = {0, 1, SCRIM_TOUCH_BEGAN, 0, 10.0, 10.0};
    scrim_text_options options = SCRIM_TEXT_OPTIONS_INIT;
    scrim_key keys[12];
    uint32_t word;
    uint64_t number;
    size_t size;
    char mask[16];
    int n = 0;
    e->mutating[n++] = scrim_text_insert(e->text, "1", 1);
    e->mutating[n++] = scrim_text_delete_backward(e->text);
    e->mutating[n++] = scrim_text_clear(e->text);
    e->mutating[n++] = scrim_text_advance(e->text, 0);
    for (int i = 0; i < 2; i++) {
        e->mutating[n++] = scrim_keypad_attach(e->keypads[i], e->text);
        e->mutating[n++] = scrim_keypad_attach(e->keypads[i], e->other_text);
        e->mutating[n++] = scrim_keypad_detach(e->keypads[i]);
        e->mutating[n++] = scrim_keypad_show(e->keypads[i]);
        e->mutating[n++] = scrim_keypad_shuffle(e->keypads[i]);
        e->mutating[n++] = scrim_keypad_set_shuffle_enabled(e->keypads[i], 1);
        e->mutating[n++] = scrim_keypad_presented(e->keypads[i], 1, 0);
        e->mutating[n++] = scrim_keypad_advance(e->keypads[i], 0, &word);
        e->mutating[n++] = scrim_keypad_hide(e->keypads[i]);
        e->mutating[n++] = scrim_keypad_touch(e->keypads[i], &touch, &word);
    }
    e->mutating[n++] = scrim_keypad_attach(e->other_keypad, e->text);
    e->mutating_count = n;
    n = 0;
    e->reading[n++] = scrim_text_count(e->text, &size);
    e->reading[n++] = scrim_text_copy_masked(e->text, mask, sizeof mask, &size);
    e->reading[n++] = scrim_text_protection(e->text, &word);
    e->reading[n++] = scrim_text_equal(e->text, e->other_text, &word);
    e->reading[n++] = scrim_text_equal_bytes(e->text, "7", 1, &word);
    e->reading[n++] = scrim_keypad_keys(e->keypads[0], SCRIM_KEY_ORDER_ROWS, keys, 12, &size);
    e->reading[n++] = scrim_keypad_keys(e->keypads[0], SCRIM_KEY_ORDER_COLUMNS, keys, 12, &size);
    e->reading[n++] = scrim_keypad_generation(e->keypads[0], &number);
    e->reading[n++] = scrim_keypad_next_deadline(e->keypads[0], &number);
    e->reading_count = n;
    n = 0;
    e->elsewhere[n++] = scrim_text_insert(e->other_text, "1", 1);
    e->elsewhere[n++] = scrim_keypad_show(e->other_keypad);
    e->elsewhere[n++] = scrim_keypad_attach(e->other_keypad, e->other_text);
    e->elsewhere[n++] = scrim_keypad_touch(e->other_keypad, &touch, &word);
    e->elsewhere[n++] = scrim_keypad_detach(e->other_keypad);
    e->elsewhere[n++] = scrim_text_create(&options, &e->made);
    e->elsewhere_count = n;
}

static void test_busy_within_the_group_alone(void **state) {
    (void)state;
    struct everything e = {
        .text = new_text(16), .other_text = new_text(16), .keypads = {new_keypad(), new_keypad()}, .other_keypad = new_keypad()};
    uint32_t equal = 0;
    OK(scrim_text_insert(e.text, "7", 1));
    for (int i = 0; i < 2; i++) {
        OK(scrim_keypad_attach(e.keypads[i], e.text));
        OK(scrim_keypad_show(e.keypads[i]));
    }
    scrim_key before[12], after[12];
    size_t count;
    OK(scrim_keypad_keys(e.keypads[0], SCRIM_KEY_ORDER_ROWS, before, 12, &count));
    inside(e.text, try_everything, &e);
    for (int i = 0; i < e.mutating_count; i++)
        ANSWERS(e.mutating[i], SCRIM_ERROR_BUSY);
    for (int i = 0; i < e.reading_count; i++)
        OK(e.reading[i]);
    for (int i = 0; i < e.elsewhere_count; i++)
        OK(e.elsewhere[i]);
    /* What was refused changed nothing, and nothing stays busy. */
    OK(scrim_text_equal_bytes(e.text, "7", 1, &equal));
    assert_int_equal(equal, 1);
    OK(scrim_keypad_keys(e.keypads[0], SCRIM_KEY_ORDER_ROWS, after, 12, &count));
    assert_memory_equal(before, after, sizeof before);
    OK(scrim_text_insert(e.text, "8", 1));
    OK(scrim_keypad_detach(e.keypads[0]));
    scrim_keypad_destroy(e.keypads[0]);
    scrim_keypad_destroy(e.keypads[1]);
    scrim_keypad_destroy(e.other_keypad);
    scrim_text_destroy(e.text);
    scrim_text_destroy(e.other_text);
    scrim_text_destroy(e.made);
}

static void test_attach_joins_and_detach_splits(void **state) {
    (void)state;
    scrim_text *a = new_text(16), *b = new_text(16);
    scrim_keypad *one = new_keypad(), *two = new_keypad(), *three = new_keypad();
    assert_false(joined(a, one));
    OK(scrim_keypad_attach(one, a));
    OK(scrim_keypad_attach(two, a));
    OK(scrim_keypad_attach(three, b));
    assert_true(joined(a, one) && joined(a, two) && joined(b, three));
    assert_false(joined(a, three) || joined(b, one) || joined(b, two));
    OK(scrim_keypad_attach(one, b)); /* moves over */
    assert_true(joined(b, one) && joined(b, three) && joined(a, two));
    assert_false(joined(a, one));
    OK(scrim_keypad_attach(one, b)); /* once more: no change */
    assert_true(joined(b, one));
    OK(scrim_keypad_detach(three));
    OK(scrim_keypad_detach(three)); /* nothing attached: fine */
    assert_true(joined(b, one));
    assert_false(joined(b, three));
    scrim_keypad_destroy(one);
    assert_true(joined(a, two));
    OK(scrim_keypad_attach(three, a));
    scrim_keypad_destroy(two);
    assert_true(joined(a, three));
    scrim_text_destroy(a);
    assert_false(joined(b, three));
    OK(scrim_keypad_attach(three, b));
    assert_true(joined(b, three));
    scrim_keypad_destroy(three);
    scrim_text_destroy(b);
}

/* Joining and splitting at random, against a plain table of who is attached to what. */
static void test_random_groups(void **state) {
    (void)state;
    enum {
        TEXTS = 4,
        KEYPADS = 8
    };
    scrim_text *texts[TEXTS];
    scrim_keypad *keypads[KEYPADS];
    int attached[KEYPADS];
    uint32_t word = 2463534242u;
    for (int i = 0; i < TEXTS; i++)
        texts[i] = new_text(16);
    for (int i = 0; i < KEYPADS; i++)
        keypads[i] = new_keypad(), attached[i] = -1;
    for (int step = 0; step < 3000; step++) {
        word ^= word << 13, word ^= word >> 17, word ^= word << 5;
        int k = (int)(word >> 8) % KEYPADS, t = (int)(word >> 16) % TEXTS;
        switch (word % 8) {
        case 0:
            OK(scrim_keypad_detach(keypads[k])), attached[k] = -1;
            break;
        case 1:
            scrim_keypad_destroy(keypads[k]), keypads[k] = new_keypad(), attached[k] = -1;
            break;
        case 2:
            scrim_text_destroy(texts[t]), texts[t] = new_text(16);
            for (int i = 0; i < KEYPADS; i++)
                if (attached[i] == t)
                    attached[i] = -1;
            break;
        default:
            OK(scrim_keypad_attach(keypads[k], texts[t])), attached[k] = t;
            break;
        }
        if (step % 16 == 0)
            for (int i = 0; i < KEYPADS; i++)
                for (int j = 0; j < TEXTS; j++)
                    assert_int_equal(joined(texts[j], keypads[i]), attached[i] == j);
    }
    for (int i = 0; i < KEYPADS; i++)
        scrim_keypad_destroy(keypads[i]);
    for (int i = 0; i < TEXTS; i++)
        scrim_text_destroy(texts[i]);
}

/* ---- Destroying inside a callback ---- */

struct destroyer {
    scrim_text *text;
    scrim_keypad *keypads[4];
    int destroy_text, destroy_keypads;
    size_t live;
    scrim_status after[5];
};

static void destroy_twice(void *data) {
    struct destroyer *d = data;
    size_t count;
    for (int round = 0; round < 2; round++) {
        if (d->destroy_text)
            scrim_text_destroy(d->text);
        for (int i = 0; i < 4; i++)
            if (d->destroy_keypads & 1 << i)
                scrim_keypad_destroy(d->keypads[i]);
    }
    d->live = scrim_live_handles(SCRIM_HANDLE_ANY);
    d->after[0] = scrim_text_count(d->text, &count);
}

static void test_destroy_is_put_off(void **state) {
    (void)state;
    struct destroyer d = {.text = new_text(16), .destroy_text = 1};
    size_t count;
    OK(scrim_text_insert(d.text, "secret", 6));
    inside(d.text, destroy_twice, &d);
    assert_int_equal(d.live, 1);
    OK(d.after[0]);
    ANSWERS(scrim_text_count(d.text, &count), SCRIM_ERROR_INVALID_HANDLE);
    assert_int_equal(scrim_live_handles(SCRIM_HANDLE_ANY), 0);
    scrim_text *next = new_text(16);
    scrim_text_destroy(d.text);
    OK(scrim_text_clear(next));
    scrim_text_destroy(next);
}

/* Each choice of what goes: exactly that goes, once. */
static void test_destroy_some_of_a_group(void **state) {
    (void)state;
    for (int choice = 0; choice < 32; choice++) {
        struct destroyer d = {.text = new_text(16), .destroy_text = choice >> 4, .destroy_keypads = choice & 15};
        scrim_text *bystander = new_text(16);
        size_t count;
        int left = 2 + 4;
        for (int i = 0; i < 4; i++) {
            d.keypads[i] = new_keypad();
            OK(scrim_keypad_attach(d.keypads[i], d.text));
        }
        inside(d.text, destroy_twice, &d);
        assert_int_equal(d.live, 6);
        ANSWERS(scrim_text_count(d.text, &count), d.destroy_text ? SCRIM_ERROR_INVALID_HANDLE : SCRIM_OK);
        left -= d.destroy_text;
        for (int i = 0; i < 4; i++) {
            int gone = d.destroy_keypads >> i & 1;
            left -= gone;
            ANSWERS(scrim_keypad_show(d.keypads[i]), gone ? SCRIM_ERROR_INVALID_HANDLE : SCRIM_OK);
        }
        OK(scrim_text_clear(bystander));
        assert_int_equal(scrim_live_handles(SCRIM_HANDLE_ANY), left);
        for (int i = 0; i < 4; i++)
            scrim_keypad_destroy(d.keypads[i]);
        scrim_text_destroy(d.text);
        scrim_text_destroy(bystander);
    }
}

static void nested(void *data) {
    struct call inner = {destroy_twice, data, 0};
    struct destroyer *d = data;
    size_t count;
    d->after[1] = scrim_text_with_bytes(d->text, run_inside, &inner);
    d->live = scrim_live_handles(SCRIM_HANDLE_ANY);
    d->after[2] = scrim_text_count(d->text, &count);
    d->after[3] = scrim_text_clear(d->text);
}

static void test_destroy_waits_for_the_outermost_callback(void **state) {
    (void)state;
    struct destroyer d = {.text = new_text(16), .destroy_text = 1};
    inside(d.text, nested, &d);
    for (int i = 0; i < 3; i++)
        OK(d.after[i]);
    ANSWERS(d.after[3], SCRIM_ERROR_BUSY);
    assert_int_equal(d.live, 1);
    assert_int_equal(scrim_live_handles(SCRIM_HANDLE_ANY), 0);
}

static void test_destroy_of_another_group_is_at_once(void **state) {
    (void)state;
    scrim_text *text = new_text(16);
    struct destroyer d = {.text = new_text(16), .destroy_text = 1};
    inside(text, destroy_twice, &d);
    assert_int_equal(d.live, 1);
    ANSWERS(d.after[0], SCRIM_ERROR_INVALID_HANDLE);
    scrim_text_destroy(text);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(test_busy_within_the_group_alone, nothing_left),
        cmocka_unit_test_teardown(test_attach_joins_and_detach_splits, nothing_left),
        cmocka_unit_test_teardown(test_random_groups, nothing_left),
        cmocka_unit_test_teardown(test_destroy_is_put_off, nothing_left),
        cmocka_unit_test_teardown(test_destroy_some_of_a_group, nothing_left),
        cmocka_unit_test_teardown(test_destroy_waits_for_the_outermost_callback, nothing_left),
        cmocka_unit_test_teardown(test_destroy_of_another_group_is_at_once, nothing_left),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
