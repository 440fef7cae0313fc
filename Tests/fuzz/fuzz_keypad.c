/* SPDX-License-Identifier: MIT */
/* scrim/keypad.h: layouts of any keys, fingers anywhere, texts that come, go and call back while they are down. */
#include "fuzz_text_fixture.h"

static uint64_t now;

static scrim_key_spec cap(struct fuzz_input *in, uint32_t i) {
    static const uint32_t kinds[] = {1, 1, 1, 1, 2, 3, 4, 5, 6, 7, 8, 9};
    uint32_t kind = fuzz_one_of(in, kinds, COUNT_OF(kinds));
    uint8_t place = fuzz_u8(in);
    int usual = place < 220;
    scrim_key_spec cap = {kind, usual ? 0 : fuzz_flags(in, SCRIM_KEY_FLAG_FIXED), 0, 0, i % 6, i / 6, 1, 1, {NULL, 0}, {NULL, 0}};
    if (!usual) {
        cap.page = (uint32_t)fuzz_upto(in, 2);
        cap.target = (uint32_t)fuzz_upto(in, 2);
        cap.column = (uint32_t)fuzz_upto(in, SCRIM_KEYPAD_MAX_CELLS);
        cap.columns = (uint32_t)fuzz_upto(in, 3);
        cap.rows = (uint32_t)fuzz_upto(in, 3);
    }
    if (kind == SCRIM_KEY_INSERT && usual)
        cap.label = (scrim_string){fuzz_copy(&"0123456789abcdefghijklmnopqrstuvwxyz"[place % 36], 1), 1};
    else if (kind != SCRIM_KEY_BLANK)
        cap.label = fuzz_string(in, SCRIM_KEY_LABEL_SIZE);
    if (fuzz_rarely(in, 4))
        cap.name = fuzz_string(in, SCRIM_KEY_NAME_SIZE);
    return cap;
}

/* Labels of function keys, most of which exist. */
static void add_labels(struct fuzz_input *in, scrim_keypad_options *options) {
    static const uint32_t kinds[] = {2, 3, 2, 3, 4, 5, 6, 7, 9, 1, 8, 0, 10};
    scrim_key_label labels[4];
    options->label_count = fuzz_below(in, COUNT_OF(labels));
    for (size_t i = 0; i < options->label_count; i++) {
        labels[i].kind = fuzz_one_of(in, kinds, COUNT_OF(kinds));
        if (labels[i].kind == SCRIM_KEY_SHIFT || labels[i].kind == SCRIM_KEY_PAGE)
            labels[i].target = fuzz_u8(in) % 2 ? SCRIM_KEYPAD_ANY_PAGE : fuzz_u8(in) % 4;
        else
            labels[i].target = i % 2 ? SCRIM_KEYPAD_ANY_PAGE : 0;
        labels[i].label = fuzz_string(in, SCRIM_KEY_LABEL_SIZE);
        labels[i].name = fuzz_string(in, SCRIM_KEY_NAME_SIZE);
    }
    options->labels = fuzz_copy(labels, options->label_count * sizeof *labels);
}

static void create(struct fuzz_input *in, uint32_t slot) {
    scrim_keypad_options options = SCRIM_KEYPAD_OPTIONS_INIT;
    scrim_keypad *keypad;
    options.layout = (uint32_t)fuzz_upto(in, SCRIM_LAYOUT_AZERTY);
    options.shuffle = (uint32_t)fuzz_upto(in, SCRIM_SHUFFLE_DIGITS);
    options.reshuffle = (uint32_t)fuzz_upto(in, SCRIM_RESHUFFLE_MANUAL);
    if (fuzz_u8(in) % 2) {
        options.keep_on_done = (uint32_t)fuzz_upto(in, 1);
        options.blank_keys_per_row = (uint32_t)fuzz_upto(in, SCRIM_KEYPAD_MAX_BLANKS);
        options.allow_unshuffled = (uint32_t)fuzz_upto(in, 1);
        options.column_spacing = fuzz_real(in);
        options.row_spacing = fuzz_real(in);
    }
    if (fuzz_rarely(in, 8))
        options.bounds = (scrim_rect){fuzz_real(in), fuzz_real(in), fuzz_real(in), fuzz_real(in)};
    if (fuzz_rarely(in, 4)) {
        scrim_key_spec caps[40];
        options.layout = 0;
        options.key_count = fuzz_below(in, COUNT_OF(caps));
        for (uint32_t i = 0; i < options.key_count; i++)
            caps[i] = cap(in, i);
        options.keys = fuzz_copy(caps, options.key_count * sizeof *caps);
    }
    if (fuzz_rarely(in, 4))
        add_labels(in, &options);
    if (fuzz_answer(scrim_keypad_create(SIZED(in, options), OUT(keypad))) == SCRIM_OK)
        fuzz_keep(SCRIM_HANDLE_KEYPAD, slot, keypad);
}

/* The keys that are shown; they do not depend on fingers. */
static size_t keys_of(const scrim_keypad *keypad, scrim_key *keys) {
    size_t count;
    return fuzz_answer(scrim_keypad_keys(keypad, SCRIM_KEY_ORDER_ROWS, keys, SCRIM_KEYPAD_MAX_KEYS, OUT(count))) == SCRIM_OK ? count : 0;
}

static void touch(struct fuzz_input *in, scrim_keypad *keypad) {
    static const uint32_t phases[] = {SCRIM_TOUCH_BEGAN, SCRIM_TOUCH_ENDED, SCRIM_TOUCH_MOVED, SCRIM_TOUCH_CANCELLED};
    scrim_key before[SCRIM_KEYPAD_MAX_KEYS], after[SCRIM_KEYPAD_MAX_KEYS];
    uint64_t generation = 0, same = 1;
    size_t count = keys_of(keypad, before);
    scrim_status known = fuzz_answer(scrim_keypad_generation(keypad, OUT(generation)));
    scrim_touch touch = {0, fuzz_below(in, 3), fuzz_one_of(in, phases, 4), 0, 0, 0};
    if (count > 0 && !fuzz_rarely(in, 8)) {
        const scrim_rect *rect = &before[fuzz_u8(in) % count].rect;
        touch.x = rect->x + rect->width / 2;
        touch.y = rect->y + rect->height / 2;
    } else {
        touch.x = fuzz_real(in);
        touch.y = fuzz_real(in);
    }
    if (fuzz_rarely(in, 12))
        touch.tool = fuzz_below(in, SCRIM_TOUCH_TOOL_HOVER + 2);
    int press = touch.phase == SCRIM_TOUCH_BEGAN && fuzz_u8(in) % 2;
    for (int sample = 0; sample <= press; sample++) {
        uint32_t answer;
        touch.time_ns = fuzz_time(in, &now);
        if (sample > 0)
            touch.phase = SCRIM_TOUCH_ENDED;
        if (fuzz_answer(scrim_keypad_touch(keypad, fuzz_copy(&touch, sizeof touch), OUT(answer))) == SCRIM_OK)
            REQUIRE(answer <= SCRIM_KEYPAD_RESULT_DISMISSED);
    }
    if (known == SCRIM_OK && fuzz_answer(scrim_keypad_generation(keypad, OUT(same))) == SCRIM_OK) {
        REQUIRE(same >= generation);
        if (same == generation) {
            REQUIRE(keys_of(keypad, after) == count);
            REQUIRE(memcmp(before, after, count * sizeof *before) == 0);
        }
    }
}

static void present(struct fuzz_input *in, scrim_keypad *keypad) {
    uint64_t generation = 0;
    if (fuzz_answer(scrim_keypad_generation(keypad, OUT(generation))) != SCRIM_OK)
        generation = fuzz_u64(in);
    if (fuzz_rarely(in, 16))
        generation += fuzz_u64(in);
    fuzz_answer(scrim_keypad_presented(keypad, generation, fuzz_time(in, &now)));
    now += fuzz_u8(in) % 4 * UINT64_C(60000000);
}

static void list(struct fuzz_input *in, const scrim_keypad *keypad) {
    scrim_key keys[SCRIM_KEYPAD_MAX_KEYS];
    size_t needed = keys_of(keypad, keys), capacity = fuzz_below(in, SCRIM_KEYPAD_MAX_KEYS), count;
    scrim_key *room = fuzz_room(capacity, sizeof *room);
    scrim_status status = fuzz_answer(scrim_keypad_keys(
        keypad, (uint32_t)fuzz_upto(in, SCRIM_KEY_ORDER_UNSHUFFLED), room, capacity, OUT_LENGTH(count)));
    if (status == SCRIM_OK || status == SCRIM_ERROR_BUFFER_TOO_SMALL)
        REQUIRE(count == needed && (status == SCRIM_OK) == (needed <= capacity));
    for (size_t i = 0; status == SCRIM_OK && i < count; i++)
        REQUIRE(room[i].kind >= 1 && room[i].kind <= SCRIM_KEY_TOGGLE_SHUFFLE && room[i].label_length < SCRIM_KEY_LABEL_SIZE &&
                room[i].label[room[i].label_length] == 0 && room[i].rect.width > 0 && room[i].rect.height > 0);
}

/* ---- A host of keypads: it makes room, and calls back as a text's host does ---- */

/* What the host of each keypad was told last: 0 nothing yet, '?' not known, as some callbacks may be missing. */
static struct {
    scrim_keypad *keypad;
    char last;
} keypad_hosts[64];
static size_t keypad_host_count;

static void keypad_calls_back(void *host, char event) {
    const size_t index = (size_t)(uintptr_t)host;
    scrim_keypad *keypad = keypad_hosts[index].keypad;
    scrim_key keys[SCRIM_KEYPAD_MAX_KEYS];
    uint32_t word;
    size_t count = 0;
    const char last = keypad_hosts[index].last;
    REQUIRE(last == 0 || last == '?' || (event == 's' && last == 'H') || (event == 'S' && last == 's') || (event == 'h' && last == 'S') ||
            (event == 'H' && (last == 'h' || last == 's')));
    if (last != '?')
        keypad_hosts[index].last = event;
    size_t outer = fuzz_enter();
    if (fuzz_answer(scrim_keypad_keys(keypad, SCRIM_KEY_ORDER_ROWS, keys, SCRIM_KEYPAD_MAX_KEYS, OUT(count))) == SCRIM_OK)
        REQUIRE((count > 0) == (event == 'S' || event == 'h'));
    switch (text_host.does / 32 % 4) {
    case 1:
        REQUIRE(fuzz_answer(scrim_keypad_show(keypad)) == SCRIM_ERROR_BUSY);
        REQUIRE(fuzz_answer(scrim_keypad_hide(keypad)) == SCRIM_ERROR_BUSY);
        REQUIRE(fuzz_answer(scrim_keypad_advance(keypad, now, OUT(word))) == SCRIM_ERROR_BUSY);
        break;
    case 2:
        scrim_keypad_destroy(keypad);
        REQUIRE(fuzz_answer(scrim_keypad_keys(keypad, SCRIM_KEY_ORDER_ROWS, keys, SCRIM_KEYPAD_MAX_KEYS, OUT(count))) == SCRIM_OK);
        REQUIRE(count == 0);
        break;
    }
    fuzz_leave(outer);
    text_calls_back();
}

static void keypad_will_show(const scrim_rect *bounds, void *host) {
    REQUIRE(bounds->width > 0 && bounds->height > 0);
    keypad_calls_back(host, 's');
}
static void keypad_did_show(const scrim_rect *bounds, void *host) {
    (void)bounds;
    keypad_calls_back(host, 'S');
}
static void keypad_will_hide(const scrim_rect *bounds, void *host) {
    (void)bounds;
    keypad_calls_back(host, 'h');
}
static void keypad_did_hide(const scrim_rect *bounds, void *host) {
    (void)bounds;
    keypad_calls_back(host, 'H');
}

static void set_host(struct fuzz_input *in, scrim_keypad *keypad) {
    scrim_keypad_callbacks callbacks = SCRIM_KEYPAD_CALLBACKS_INIT;
    if (keypad_host_count == COUNT_OF(keypad_hosts))
        return;
    const size_t index = keypad_host_count++;
    keypad_hosts[index].keypad = keypad;
    int whole = fuzz_u8(in) % 4 != 0;
    keypad_hosts[index].last = whole ? 0 : '?';
    text_host.does = fuzz_u8(in);
    callbacks.will_show = keypad_will_show;
    callbacks.did_show = keypad_did_show;
    callbacks.will_hide = keypad_will_hide;
    callbacks.did_hide = keypad_did_hide;
    fuzz.callbacks_owed++; /* it may come before the call returns */
    const scrim_keypad_callbacks *given = whole ? fuzz_copy(&callbacks, sizeof callbacks) : SIZED(in, callbacks);
    if (fuzz_answer(scrim_keypad_set_callbacks(keypad, given, (void *)(uintptr_t)index, text_freed)) != SCRIM_OK)
        fuzz.callbacks_owed--;
}

static void change(struct fuzz_input *in, scrim_keypad *keypad) {
    switch (fuzz_below(in, 9)) {
    case 8:
        set_host(in, keypad);
        break;
    case 0:
        fuzz_answer(scrim_keypad_attach(keypad, HANDLE(in, scrim_text, TEXT)));
        break;
    case 1:
        fuzz_answer(scrim_keypad_detach(keypad));
        break;
    case 2:
        fuzz_answer(scrim_keypad_shuffle(keypad));
        break;
    case 3:
        fuzz_answer(scrim_keypad_set_shuffle_enabled(keypad, (uint32_t)fuzz_upto(in, 1)));
        break;
    case 4:
        fuzz_answer(scrim_keypad_hide(keypad));
        break;
    case 5:
        if (fuzz_rarely(in, 3))
            scrim_keypad_destroy(keypad);
        break;
    default:
        fuzz_answer(scrim_keypad_show(keypad));
        present(in, keypad);
        now += 110000000;
    }
}

static void tell_time(struct fuzz_input *in, scrim_keypad *keypad) {
    uint64_t deadline = 0;
    uint32_t answer;
    if (fuzz_answer(scrim_keypad_next_deadline(keypad, OUT(deadline))) == SCRIM_OK && deadline != SCRIM_NEVER &&
        fuzz_u8(in) % 2)
        now = deadline > now && deadline - now < UINT64_C(10000000000) ? deadline : now;
    if (fuzz_answer(scrim_keypad_advance(keypad, fuzz_time(in, &now), OUT(answer))) == SCRIM_OK)
        REQUIRE(answer == SCRIM_KEYPAD_RESULT_DELETED || answer == SCRIM_KEYPAD_RESULT_NONE ||
                answer == SCRIM_KEYPAD_RESULT_REJECTED);
}

static void fuzz_target(struct fuzz_input *in) {
    now = 1;
    memset(&text_host, 0, sizeof text_host);
    keypad_host_count = 0;
    text_create(in, 0);
    create(in, 0);
    fuzz_answer(scrim_keypad_attach(fuzz.handles[SCRIM_HANDLE_KEYPAD][0], fuzz.handles[SCRIM_HANDLE_TEXT][0]));
    for (int step = 0; step < FUZZ_STEPS && fuzz_more(in) && fuzz_has_room(); step++) {
        scrim_keypad *keypad = HANDLE(in, scrim_keypad, KEYPAD);
        switch (fuzz_below(in, 12)) {
        case 0:
            create(in, fuzz_below(in, FUZZ_SLOTS));
            break;
        case 1:
            text_create(in, fuzz_below(in, FUZZ_SLOTS));
            break;
        case 2:
            text_set_host(in, HANDLE(in, scrim_text, TEXT));
            break;
        case 3:
            list(in, keypad);
            break;
        case 4:
            tell_time(in, keypad);
            break;
        case 5:
            present(in, keypad);
            break;
        case 6:
        case 7:
            change(in, keypad);
            break;
        default:
            touch(in, keypad);
        }
    }
}
