/* SPDX-License-Identifier: MIT */
/* scrim/keypad.h: layouts of any keys, fingers anywhere, texts that come, go and call back while they are down. */
#include "fuzz_text_fixture.h"

static uint64_t now;

static scrim_key_spec cap(struct fuzz_input *in, uint32_t i) {
    static const uint32_t kinds[] = {1, 1, 1, 1, 2, 3, 4, 5, 6, 7, 8, 9};
    uint32_t kind = fuzz_one_of(in, kinds, COUNT_OF(kinds));
    uint8_t place = fuzz_u8(in);
    int usual = place < 220;
    scrim_key_spec cap = {kind, usual ? 0 : fuzz_flags(in, SCRIM_KEY_FLAG_FIXED), 0, 0, i % 6, i / 6, 1, 1, {NULL, 0}};
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
    return cap;
}

static void create(struct fuzz_input *in, uint32_t slot) {
    scrim_keypad_options options = SCRIM_KEYPAD_OPTIONS_INIT;
    scrim_keypad *keypad;
    options.layout = (uint32_t)fuzz_upto(in, SCRIM_LAYOUT_AZERTY);
    options.shuffle = (uint32_t)fuzz_upto(in, SCRIM_SHUFFLE_DIGITS);
    options.reshuffle = (uint32_t)fuzz_upto(in, SCRIM_RESHUFFLE_MANUAL);
    if (fuzz_u8(in) % 2) {
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

static void change(struct fuzz_input *in, scrim_keypad *keypad) {
    switch (fuzz_below(in, 8)) {
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
        REQUIRE(answer == SCRIM_KEYPAD_RESULT_DELETED || answer == SCRIM_KEYPAD_RESULT_NONE);
}

static void fuzz_target(struct fuzz_input *in) {
    now = 1;
    memset(&text_host, 0, sizeof text_host);
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
