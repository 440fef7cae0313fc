/* SPDX-License-Identifier: MIT */
/*
 * What a keypad tells its host: before and after it shows and hides, whatever the cause. Hosts that destroy, wipe, fork or jump from
 * inside. This program's getrandom is the library's, too.
 */
#include "watched_keypad.h"

#include <errno.h>
#include <signal.h>
#include <sys/syscall.h>

static int no_entropy;

ssize_t getrandom(void *buffer, size_t length, unsigned flags) {
    if (no_entropy) {
        errno = ENOSYS;
        return -1;
    }
    return syscall(SYS_getrandom, buffer, length, flags);
}

/*
 * Writes behind texts of each size but that of the host's texts, and has that found: all secrets next to them are wiped then, and the
 * keypad's guard bytes are gone.
 */
static void damage(void) {
    for (uint32_t capacity = 16; capacity <= 512; capacity *= 2) {
        size_t count = 0;
        scrim_text *neighbor = new_text(capacity);
        ((unsigned char *)(uintptr_t)lend(neighbor).bytes)[capacity] ^= 1;
        ANSWERS(scrim_text_count(neighbor, &count), SCRIM_ERROR_CORRUPTED);
        scrim_text_destroy(neighbor);
    }
}

/* ---- Calls that show or hide it, or do not ---- */

static scrim_status call_show(struct watched *w) { return scrim_keypad_show(w->keypad); }
static scrim_status call_hide(struct watched *w) { return scrim_keypad_hide(w->keypad); }
static scrim_status call_shuffle(struct watched *w) { return scrim_keypad_shuffle(w->keypad); }
static scrim_status call_enable(struct watched *w) { return scrim_keypad_set_shuffle_enabled(w->keypad, 1); }
static scrim_status call_detach(struct watched *w) { return scrim_keypad_detach(w->keypad); }

static scrim_text *other_text;

static scrim_status call_attach(struct watched *w) { return scrim_keypad_attach(w->keypad, other_text); }

static uint32_t result;

static scrim_status press_of(struct watched *w, uint32_t kind) {
    scrim_touch touch = {now_ns, 1, SCRIM_TOUCH_BEGAN, 0, 0, 0};
    const scrim_rect rect = key_of_kind(w->keypad, kind).rect;
    touch.x = rect.x + 9;
    touch.y = rect.y + 9;
    result = 99;
    scrim_status status = scrim_keypad_touch(w->keypad, &touch, &result);
    if (status != SCRIM_OK)
        return status;
    touch.time_ns = now_ns += 40000000;
    touch.phase = SCRIM_TOUCH_ENDED;
    return scrim_keypad_touch(w->keypad, &touch, &result);
}

static scrim_status press_digit(struct watched *w) { return press_of(w, SCRIM_KEY_INSERT); }
static scrim_status press_done(struct watched *w) { return press_of(w, SCRIM_KEY_DONE); }
static scrim_status press_dismiss(struct watched *w) { return press_of(w, SCRIM_KEY_DISMISS); }
static scrim_status press_toggle(struct watched *w) { return press_of(w, SCRIM_KEY_TOGGLE_SHUFFLE); }

enum trouble {
    NO_TROUBLE,
    NO_ENTROPY,
    DAMAGE
};

enum {
    HIDDEN,
    SHOWN,
    HIDDEN_AGAIN
};

static void test_each_way_to_show_and_hide(void **state) {
    (void)state;
    static const struct {
        int was;
        uint32_t reshuffle, keep_on_done;
        scrim_status (*call)(struct watched *);
        enum trouble trouble;
        scrim_status status;
        const char *told;
        int shown; /* afterwards */
    } cases[] = {
        {HIDDEN, 0, 0, call_show, NO_TROUBLE, SCRIM_OK, "sS", 1},
        {HIDDEN, 0, 0, call_show, NO_ENTROPY, SCRIM_ERROR_ENTROPY, "sH", 0},
        {HIDDEN, 0, 0, call_show, DAMAGE, SCRIM_ERROR_CORRUPTED, "sH", 0},
        {HIDDEN, 0, 0, call_hide, NO_TROUBLE, SCRIM_OK, "", 0},
        {HIDDEN, 0, 0, call_shuffle, NO_TROUBLE, SCRIM_ERROR_INVALID_STATE, "", 0},
        {HIDDEN, 0, 0, call_enable, NO_TROUBLE, SCRIM_ERROR_INVALID_STATE, "", 0},
        {HIDDEN_AGAIN, SCRIM_RESHUFFLE_MANUAL, 0, call_show, NO_TROUBLE, SCRIM_OK, "sS", 1},
        {HIDDEN_AGAIN, SCRIM_RESHUFFLE_MANUAL, 0, call_show, NO_ENTROPY, SCRIM_OK, "sS", 1}, /* it needs none */
        {HIDDEN_AGAIN, SCRIM_RESHUFFLE_MANUAL, 0, call_show, DAMAGE, SCRIM_ERROR_CORRUPTED, "sH", 0},
        {HIDDEN_AGAIN, SCRIM_RESHUFFLE_MANUAL, 0, call_attach, DAMAGE, SCRIM_ERROR_CORRUPTED, "", 0},
        {SHOWN, 0, 0, call_show, NO_TROUBLE, SCRIM_OK, "", 1},
        {SHOWN, 0, 0, call_show, NO_ENTROPY, SCRIM_ERROR_ENTROPY, "hH", 0},
        {SHOWN, 0, 0, call_show, DAMAGE, SCRIM_ERROR_CORRUPTED, "hH", 0},
        {SHOWN, 0, 0, call_hide, NO_TROUBLE, SCRIM_OK, "hH", 0},
        {SHOWN, SCRIM_RESHUFFLE_MANUAL, 0, call_hide, NO_TROUBLE, SCRIM_OK, "hH", 0},
        {SHOWN, 0, 0, call_shuffle, NO_TROUBLE, SCRIM_OK, "", 1},
        {SHOWN, 0, 0, call_shuffle, NO_ENTROPY, SCRIM_ERROR_ENTROPY, "hH", 0},
        {SHOWN, 0, 0, call_shuffle, DAMAGE, SCRIM_ERROR_CORRUPTED, "hH", 0},
        {SHOWN, 0, 0, call_enable, NO_TROUBLE, SCRIM_OK, "", 1},
        {SHOWN, 0, 0, call_enable, NO_ENTROPY, SCRIM_ERROR_ENTROPY, "hH", 0},
        {SHOWN, 0, 0, call_attach, NO_TROUBLE, SCRIM_OK, "", 1},
        {SHOWN, 0, 0, call_attach, DAMAGE, SCRIM_ERROR_CORRUPTED, "hH", 0},
        {SHOWN, SCRIM_RESHUFFLE_MANUAL, 0, call_attach, DAMAGE, SCRIM_ERROR_CORRUPTED, "hH", 0},
        {SHOWN, 0, 0, call_detach, NO_TROUBLE, SCRIM_OK, "", 1},
        {SHOWN, 0, 0, call_detach, DAMAGE, SCRIM_ERROR_CORRUPTED, "hH", 0},
        {SHOWN, 0, 0, press_digit, NO_TROUBLE, SCRIM_OK, "?!d", 1},
        {SHOWN, 0, 0, press_digit, NO_ENTROPY, SCRIM_OK, "?!d", 1},
        {SHOWN, SCRIM_RESHUFFLE_ON_PRESS, 0, press_digit, NO_TROUBLE, SCRIM_OK, "?!d", 1},
        {SHOWN, SCRIM_RESHUFFLE_ON_PRESS, 0, press_digit, NO_ENTROPY, SCRIM_ERROR_ENTROPY, "?!dhH", 0},
        {SHOWN, 0, 0, press_toggle, NO_ENTROPY, SCRIM_OK, "", 1}, /* 1 2 9 */
        {SHOWN, 0, 0, press_done, NO_TROUBLE, SCRIM_OK, "rRhH", 0},
        {SHOWN, 0, 0, press_done, NO_ENTROPY, SCRIM_OK, "rRhH", 0},
        {SHOWN, 0, 1, press_done, NO_TROUBLE, SCRIM_OK, "rR", 1},
        {SHOWN, 0, 1, press_done, NO_ENTROPY, SCRIM_ERROR_ENTROPY, "rRhH", 0}, /* done has happened, and can be told */
        {SHOWN, SCRIM_RESHUFFLE_MANUAL, 1, press_done, NO_ENTROPY, SCRIM_OK, "rR", 1},
        {SHOWN, 0, 1, press_dismiss, NO_TROUBLE, SCRIM_OK, "hH", 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct watched w;
        other_text = new_distant_text(SCRIM_ALLOW_ASCII);
        watch(&w, cases[i].reshuffle, cases[i].keep_on_done);
        if (cases[i].was != HIDDEN)
            show(w.keypad);
        if (cases[i].was == HIDDEN_AGAIN)
            OK(scrim_keypad_hide(w.keypad));
        TOLD(&w.host, cases[i].was == HIDDEN ? "" : cases[i].was == SHOWN ? "sS"
                                                                          : "sShH");
        if (cases[i].trouble == DAMAGE)
            damage();
        no_entropy = cases[i].trouble == NO_ENTROPY;
        w.failing = cases[i].status != SCRIM_OK;
        scrim_status status = cases[i].call(&w);
        no_entropy = 0;
        if (status != cases[i].status || strcmp(w.host.events, cases[i].told) != 0)
            fail_msg("case %zu: %d, \"%s\"", i, status, w.host.events);
        /* While the text is attached, it is busy in each callback of the keypad. */
        if (cases[i].call != call_attach && cases[i].call != call_detach)
            TOLD(&w.host, cases[i].told);
        w.failing = 0;
        assert_int_equal(key_count(w.keypad), cases[i].shown ? WATCHED_KEYS : 0);
        start(&w);
        OK(scrim_keypad_show(w.keypad));
        assert_string_equal(w.host.events, cases[i].shown ? "" : "sS");
        assert_int_equal(key_count(w.keypad), WATCHED_KEYS);
        assert_int_equal(key_of_kind(w.keypad, SCRIM_KEY_INSERT).label_length, 1); /* they are not blank after damage */
        OK(scrim_text_set_callbacks(w.text, NULL, NULL, NULL));
        unwatch(&w);
        scrim_text_destroy(other_text);
    }
}

/* The press of a digit hides the keypad only if no layout can follow. Nothing then differs by the digit. */
static void test_all_digits_are_told_alike(void **state) {
    (void)state;
    for (int fails = 0; fails < 2; fails++)
        for (int i = 0; i < 3; i++) {
            struct watched w;
            scrim_key keys[WATCHED_KEYS];
            size_t count = 0;
            uint32_t word = 99;
            watch(&w, SCRIM_RESHUFFLE_ON_PRESS, 0);
            show(w.keypad);
            start(&w);
            OK(scrim_keypad_keys(w.keypad, SCRIM_KEY_ORDER_UNSHUFFLED, keys, WATCHED_KEYS, &count));
            OK(send(w.keypad, SCRIM_TOUCH_BEGAN, 1, keys[i].rect.x + 9, keys[i].rect.y + 9, &word));
            no_entropy = w.failing = fails;
            ANSWERS(send(w.keypad, SCRIM_TOUCH_ENDED, 1, keys[i].rect.x + 9, keys[i].rect.y + 9, &word),
                    fails ? SCRIM_ERROR_ENTROPY : SCRIM_OK);
            no_entropy = 0;
            TOLD(&w.host, fails ? "?!dhH" : "?!d");
            assert_int_equal(word, fails ? SCRIM_KEYPAD_RESULT_NONE : SCRIM_KEYPAD_RESULT_INSERTED);
            unwatch(&w);
        }
}

/* ---- What a host may do inside ---- */

static const struct {
    char at;
    int was_shown;
    uint32_t keep_on_done;
    scrim_status (*call)(struct watched *);
    int fails;
    scrim_status status, if_destroyed, if_forked;
    uint32_t result;
    const char *told, *till_then;
} moments[] = {
    {'s', 0, 0, call_show, 0, SCRIM_OK, SCRIM_ERROR_CLOSED, SCRIM_ERROR_FORKED, 0, "sS", "s"},
    {'S', 0, 0, call_show, 0, SCRIM_OK, SCRIM_OK, SCRIM_OK, 0, "sS", "sS"},
    {'s', 0, 0, call_show, 1, SCRIM_ERROR_ENTROPY, SCRIM_ERROR_CLOSED, SCRIM_ERROR_FORKED, 0, "sH", "s"},
    {'H', 0, 0, call_show, 1, SCRIM_ERROR_ENTROPY, SCRIM_ERROR_ENTROPY, SCRIM_ERROR_ENTROPY, 0, "sH", "sH"},
    {'h', 1, 0, call_hide, 0, SCRIM_OK, SCRIM_OK, SCRIM_OK, 0, "hH", "h"},
    {'H', 1, 0, call_hide, 0, SCRIM_OK, SCRIM_OK, SCRIM_OK, 0, "hH", "hH"},
    {'h', 1, 0, press_done, 0, SCRIM_OK, SCRIM_OK, SCRIM_OK, SCRIM_KEYPAD_RESULT_DONE, "rRhH", "rRh"},
    {'H', 1, 0, press_done, 0, SCRIM_OK, SCRIM_OK, SCRIM_OK, SCRIM_KEYPAD_RESULT_DONE, "rRhH", "rRhH"},
    {'h', 1, 1, press_done, 1, SCRIM_ERROR_ENTROPY, SCRIM_ERROR_ENTROPY, SCRIM_ERROR_ENTROPY, 0, "rRhH", "rRh"},
    {'h', 1, 0, press_dismiss, 0, SCRIM_OK, SCRIM_OK, SCRIM_OK, SCRIM_KEYPAD_RESULT_DISMISSED, "hH", "h"},
    {'H', 1, 0, press_dismiss, 0, SCRIM_OK, SCRIM_OK, SCRIM_OK, SCRIM_KEYPAD_RESULT_DISMISSED, "hH", "hH"},
    {'h', 1, 0, call_show, 1, SCRIM_ERROR_ENTROPY, SCRIM_ERROR_ENTROPY, SCRIM_ERROR_ENTROPY, 0, "hH", "h"},
};
enum {
    MOMENTS = sizeof moments / sizeof *moments
};

/* Prepares the call of a moment. */
static void prepare(struct watched *w, int i, void (*act)(struct watched *)) {
    watch(w, SCRIM_RESHUFFLE_ON_SHOW, moments[i].keep_on_done);
    if (moments[i].was_shown)
        show(w->keypad);
    OK(scrim_text_set(w->text, "12", 2));
    start(w);
    w->act = act;
    w->act_at = moments[i].at;
    w->failing = moments[i].fails;
}

static scrim_status call(struct watched *w, int i) {
    no_entropy = moments[i].fails;
    scrim_status status = moments[i].call(w);
    no_entropy = 0;
    return status;
}

static void destroy_keypad(struct watched *w) {
    scrim_keypad_destroy(w->keypad);
    assert_int_equal(key_count(w->keypad), 0);
    assert_int_equal(w->freed, 0); /* still in use */
}

static void test_a_keypad_that_is_destroyed_inside(void **state) {
    (void)state;
    for (int i = 0; i < MOMENTS; i++) {
        struct watched w;
        uint64_t generation = 0;
        prepare(&w, i, destroy_keypad);
        ANSWERS(call(&w, i), moments[i].if_destroyed);
        if (moments[i].result != 0 && moments[i].if_destroyed == SCRIM_OK)
            assert_int_equal(result, moments[i].result);
        TOLD(&w.host, moments[i].till_then);
        ANSWERS(scrim_keypad_generation(w.keypad, &generation), SCRIM_ERROR_INVALID_HANDLE);
        assert_int_equal(w.freed, 1);
        assert_true(text_is(w.text, "12"));
        OK(scrim_text_insert(w.text, "9", 1)); /* it is nobody's any more */
        scrim_text_destroy(w.text);
    }
}

static void wipe_text(struct watched *w) { OK(scrim_text_wipe(w->text)); }

static void test_a_text_that_is_wiped_inside(void **state) {
    (void)state;
    for (int i = 0; i < MOMENTS; i++) {
        struct watched w;
        prepare(&w, i, wipe_text);
        ANSWERS(call(&w, i), moments[i].status);
        if (moments[i].result != 0)
            assert_int_equal(result, moments[i].result);
        TOLD(&w.host, moments[i].told);
        assert_true(text_is(w.text, ""));
        w.failing = 0;
        unwatch(&w);
    }
}

static void destroy_text(struct watched *w) { scrim_text_destroy(w->text); }

static void test_a_text_that_is_destroyed_inside(void **state) {
    (void)state;
    for (int i = 0; i < MOMENTS; i++) {
        struct watched w;
        size_t count = 0;
        prepare(&w, i, destroy_text);
        ANSWERS(call(&w, i), moments[i].status);
        TOLD(&w.host, moments[i].told);
        ANSWERS(scrim_text_count(w.text, &count), SCRIM_ERROR_INVALID_HANDLE);
        w.failing = 0;
        unwatch(&w);
    }
}

/* A text that is attached or detached by the call that fails, and destroyed inside. */
static void destroy_other_text(struct watched *w) {
    (void)w;
    scrim_text_destroy(other_text);
}

static void test_a_text_that_is_destroyed_while_it_is_attached(void **state) {
    (void)state;
    for (int detaches = 0; detaches < 2; detaches++) {
        struct watched w;
        size_t count = 0;
        uint32_t word = 99;
        watch(&w, SCRIM_RESHUFFLE_ON_SHOW, 0);
        OK(scrim_text_set_callbacks(w.text, NULL, NULL, NULL));
        other_text = new_distant_text(SCRIM_ALLOW_ASCII);
        if (detaches)
            OK(scrim_keypad_attach(w.keypad, other_text));
        show(w.keypad);
        damage();
        w.failing = 1;
        w.act = destroy_other_text;
        w.act_at = 'h';
        ANSWERS(detaches ? scrim_keypad_detach(w.keypad) : scrim_keypad_attach(w.keypad, other_text), SCRIM_ERROR_CORRUPTED);
        ANSWERS(scrim_text_count(other_text, &count), SCRIM_ERROR_INVALID_HANDLE);
        w.failing = 0;
        show(w.keypad);
        ANSWERS(send(w.keypad, SCRIM_TOUCH_BEGAN, 1, 50, 50, &word), detaches ? SCRIM_OK : SCRIM_ERROR_CLOSED);
        unwatch(&w);
    }
}

/* ---- A scene that shows the text ---- */

static struct {
    scrim_scene *scene;
    scrim_id view;
    scrim_status inside;
} shown;

static scrim_status move_view(double y) {
    scrim_view view = SCRIM_VIEW_INIT;
    view.frame = (scrim_rect){0, y, 300, 40};
    return scrim_scene_update_view(shown.scene, shown.view, &view);
}

static void change_scene(struct watched *w) {
    uint64_t before = 0, after = 0;
    OK(scrim_scene_generation(shown.scene, &before)); /* reading works */
    shown.inside = move_view(w->act_at);
    OK(scrim_scene_generation(shown.scene, &after));
    assert_int_equal(after != before, shown.inside == SCRIM_OK);
}

static void make_scene(void) {
    scrim_window window = SCRIM_WINDOW_INIT;
    scrim_view view = SCRIM_VIEW_INIT;
    scrim_scene_options options = SCRIM_SCENE_OPTIONS_INIT;
    scrim_id id = 0;
    window.frame = view.frame = (scrim_rect){0, 0, 300, 40};
    shown.inside = 99;
    OK(scrim_scene_create(&options, &shown.scene));
    OK(scrim_scene_add_window(shown.scene, &window, &id));
    OK(scrim_scene_add_view(shown.scene, id, &view, &shown.view));
}

/* Scene, text and keypad are one group: inside a callback of the keypad, the scene cannot be changed either. */
static void test_a_scene_of_the_text_is_busy_too(void **state) {
    (void)state;
    for (int attached = 0; attached < 2; attached++)
        for (int i = 0; i < MOMENTS; i++) {
            struct watched w;
            prepare(&w, i, change_scene);
            make_scene();
            if (attached)
                OK(scrim_scene_attach_text(shown.scene, shown.view, w.text));
            ANSWERS(call(&w, i), moments[i].status);
            TOLD(&w.host, moments[i].told);
            assert_int_equal(shown.inside, attached ? SCRIM_ERROR_BUSY : SCRIM_OK);
            OK(move_view(9)); /* afterwards it can */
            w.failing = 0;
            scrim_scene_destroy(shown.scene);
            unwatch(&w);
        }
}

/* ---- Hosts that fork, or do not return ---- */

static pid_t child;

static void fork_inside(struct watched *w) {
    (void)w;
    fflush(NULL);
    child = fork();
    if (child == 0) {
        alarm(60);
        signal(SIGSEGV, SIG_DFL); /* cmocka would go on with the next test */
        signal(SIGBUS, SIG_DFL);
    }
}

static int check_child(struct watched *w, int i, scrim_status status) {
    scrim_keypad *own = NULL;
    scrim_keypad_options options = SCRIM_KEYPAD_OPTIONS_INIT;
    CHECK(status == moments[i].if_forked);
    CHECK(strcmp(w->host.events, moments[i].till_then) == 0);
    CHECK(scrim_keypad_show(w->keypad) == SCRIM_ERROR_FORKED && scrim_keypad_hide(w->keypad) == SCRIM_ERROR_FORKED);
    CHECK(scrim_text_clear(w->text) == SCRIM_ERROR_FORKED);
    CHECK(scrim_live_handles(SCRIM_HANDLE_ANY) == 0);
    CHECK(scrim_keypad_create(&options, &own) == SCRIM_OK && scrim_keypad_show(own) == SCRIM_OK);
    scrim_keypad_destroy(own);
    return 0;
}

static void test_a_callback_that_forks(void **state) {
    (void)state;
    for (int i = 0; i < MOMENTS; i++) {
        struct watched w;
        int left = -1;
        prepare(&w, i, fork_inside);
        child = -1;
        scrim_status status = call(&w, i);
        if (child == 0)
            leave_child(check_child(&w, i, status));
        ANSWERS(status, moments[i].status);
        TOLD(&w.host, moments[i].told);
        assert_int_equal(waitpid(child, &left, 0), child);
        if (!WIFEXITED(left) || WEXITSTATUS(left) != 0)
            fail_msg("moment %d: the child left with status %#x", i, (unsigned)left);
        w.failing = 0;
        unwatch(&w);
    }
}

static jmp_buf out;

static void jump(struct watched *w) {
    (void)w;
    longjmp(out, 1);
}

/* In a child, as its handles stay for ever. */
static int abandon(void *number) {
    const int i = (int)(intptr_t)number;
    static struct watched w;
    scrim_key keys[WATCHED_KEYS];
    size_t count = 99;
    uint32_t equal = 0;
    prepare(&w, i, jump);
    if (setjmp(out) == 0) {
        call(&w, i);
        CHECK(!"it jumped");
    }
    no_entropy = 0;
    CHECK(scrim_keypad_show(w.keypad) == SCRIM_ERROR_BUSY && scrim_text_insert(w.text, "9", 1) == SCRIM_ERROR_BUSY);
    CHECK(scrim_text_wipe(w.text) == SCRIM_OK);
    CHECK(scrim_text_equal_bytes(w.text, "", 0, &equal) == SCRIM_OK && equal == 1);
    scrim_keypad_destroy(w.keypad);
    CHECK(scrim_keypad_keys(w.keypad, SCRIM_KEY_ORDER_ROWS, keys, WATCHED_KEYS, &count) == SCRIM_OK && count == 0);
    CHECK(w.freed == 0);
    /* Other groups work as ever. */
    scrim_keypad *other = new_keypad();
    CHECK(scrim_keypad_show(other) == SCRIM_OK);
    scrim_keypad_destroy(other);
    return 0;
}

static void test_a_callback_that_is_left_by_a_jump(void **state) {
    (void)state;
    for (int i = 0; i < MOMENTS; i++)
        passes_in_child(abandon, (void *)(intptr_t)i);
}

/* ---- Setting them ---- */

static void test_user_data_is_freed_once(void **state) {
    (void)state;
    struct watched w;
    scrim_keypad_callbacks callbacks = SCRIM_KEYPAD_CALLBACKS_INIT;
    watch(&w, SCRIM_RESHUFFLE_ON_SHOW, 0);
    callbacks.reserved = 1;
    ANSWERS(scrim_keypad_set_callbacks(w.keypad, &callbacks, &w, keypad_freed), SCRIM_ERROR_INVALID_ARGUMENT);
    assert_int_equal(w.freed, 0);
    OK(scrim_keypad_set_callbacks(w.keypad, &keypad_callbacks, &w, keypad_freed));
    assert_int_equal(w.freed, 1);
    show(w.keypad);
    TOLD(&w.host, "sS");
    /* Set while it is shown, they are told what comes next. */
    OK(scrim_keypad_set_callbacks(w.keypad, NULL, NULL, NULL));
    assert_int_equal(w.freed, 2);
    OK(scrim_keypad_set_callbacks(w.keypad, &keypad_callbacks, &w, keypad_freed));
    TOLD(&w.host, "");
    OK(scrim_keypad_hide(w.keypad));
    TOLD(&w.host, "hH");
    OK(scrim_keypad_set_callbacks(w.keypad, NULL, NULL, NULL));
    OK(scrim_keypad_show(w.keypad));
    TOLD(&w.host, "");
    /* Each of them may be left out. */
    callbacks = keypad_callbacks;
    callbacks.will_hide = callbacks.did_show = NULL;
    OK(scrim_keypad_set_callbacks(w.keypad, &callbacks, &w, NULL));
    OK(scrim_keypad_hide(w.keypad));
    OK(scrim_keypad_show(w.keypad));
    TOLD(&w.host, "Hs");
    assert_int_equal(w.freed, 3);
    /* Destroying a keypad that is shown tells nothing. */
    OK(scrim_keypad_set_callbacks(w.keypad, &keypad_callbacks, &w, keypad_freed));
    scrim_keypad_destroy(w.keypad);
    TOLD(&w.host, "");
    assert_int_equal(w.freed, 4);
    scrim_text_destroy(w.text);
}

static void test_each_keypad_of_a_text_has_its_own(void **state) {
    (void)state;
    struct watched w;
    scrim_keypad *other = new_keypad();
    watch(&w, SCRIM_RESHUFFLE_ON_SHOW, 0);
    OK(scrim_keypad_attach(other, w.text));
    OK(scrim_keypad_show(other));
    OK(scrim_keypad_hide(other));
    TOLD(&w.host, "");
    scrim_keypad_destroy(other);
    unwatch(&w);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(test_each_way_to_show_and_hide, nothing_left),
        cmocka_unit_test_teardown(test_all_digits_are_told_alike, nothing_left),
        cmocka_unit_test_teardown(test_a_keypad_that_is_destroyed_inside, nothing_left),
        cmocka_unit_test_teardown(test_a_text_that_is_wiped_inside, nothing_left),
        cmocka_unit_test_teardown(test_a_text_that_is_destroyed_inside, nothing_left),
        cmocka_unit_test_teardown(test_a_text_that_is_destroyed_while_it_is_attached, nothing_left),
        cmocka_unit_test_teardown(test_a_scene_of_the_text_is_busy_too, nothing_left),
        cmocka_unit_test_teardown(test_a_callback_that_forks, nothing_left),
        cmocka_unit_test_teardown(test_a_callback_that_is_left_by_a_jump, nothing_left),
        cmocka_unit_test_teardown(test_user_data_is_freed_once, nothing_left),
        cmocka_unit_test_teardown(test_each_keypad_of_a_text_has_its_own, nothing_left),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
