/* SPDX-License-Identifier: MIT */
/* scrim/text.h: edits, motions, events that call back, reveals and time, on several texts; what they tell agrees. */
#include "fuzz_text_fixture.h"

static uint64_t now;

struct lent {
    const scrim_text *text;
    int times;
};

static void lent(const void *bytes, size_t length, void *user_data) {
    struct lent *lent = user_data;
    uint32_t equal = 9;
    lent->times++;
    REQUIRE(length <= SCRIM_TEXT_MAX_CAPACITY);
    size_t outer = fuzz_enter();
    REQUIRE(scrim_text_equal_bytes(lent->text, bytes, length, &equal) == SCRIM_OK && equal == 1);
    DENIED(scrim_text_insert((scrim_text *)lent->text, "1", 1));
    fuzz_leave(outer);
}

/* A visible text shows itself in both ways, whatever was done to it. */
static void is_shown(const void *bytes, size_t length, size_t count, uint32_t revealed, void *user_data) {
    struct lent *lent = user_data;
    uint32_t equal = 9;
    lent->times++;
    size_t outer = fuzz_enter();
    REQUIRE(count == 1 && revealed == 0 && length > 0);
    REQUIRE(scrim_text_equal_bytes(lent->text, bytes, length, &equal) == SCRIM_OK && equal == 1);
    fuzz_leave(outer);
}

static void shows_itself(const scrim_text *text, const char *masked, size_t length) {
    struct lent lends = {text, 0};
    uint32_t equal = 9;
    REQUIRE(scrim_text_equal_bytes(text, masked, length, &equal) == SCRIM_OK && equal == 1);
    REQUIRE(scrim_text_display(text, now, is_shown, &lends) == SCRIM_OK && lends.times == (length > 0));
}

static void shown(const void *bytes, size_t length, size_t count, uint32_t revealed, void *user_data) {
    unsigned sum = 0;
    for (size_t i = 0; i < length; i++)
        sum += ((const unsigned char *)bytes)[i]; /* all of it can be read */
    REQUIRE(sum <= 255 * length && count > 0 && revealed <= 1 && (!revealed || count == 1));
    *(size_t *)user_data += length * count;
}

/* What a text tells of itself in one way, it tells in the others. */
static void agrees(const scrim_text *text) {
    size_t count = 0, length = 0, anchor = 0, caret = 0;
    struct lent lends = {text, 0};
    scrim_status status = fuzz_answer(scrim_text_count(text, OUT(count)));
    if (status == SCRIM_OK) {
        REQUIRE(fuzz_answer(scrim_text_selection(text, OUT(anchor), OUT(caret))) == SCRIM_OK);
        REQUIRE(anchor <= count && caret <= count && count <= SCRIM_TEXT_MAX_CAPACITY);
    }
    if (status != SCRIM_OK && status != SCRIM_ERROR_LENGTH_HIDDEN)
        return;
    scrim_status read = scrim_text_with_bytes(text, lent, &lends);
    REQUIRE(read == SCRIM_OK ? lends.times == 1
                             : read == SCRIM_ERROR_FULL && status == SCRIM_ERROR_LENGTH_HIDDEN && lends.times == 0);
    scrim_status masked = scrim_text_copy_masked(text, NULL, 0, &length);
    REQUIRE(masked == SCRIM_OK ? length == 0 : masked == SCRIM_ERROR_BUFFER_TOO_SMALL && length > 0);
    size_t room = length + (size_t)(now % 3), written;
    char *buffer = fuzz_room(room, 1);
    REQUIRE(fuzz_answer(scrim_text_copy_masked(text, buffer, room, OUT(written))) == SCRIM_OK);
    REQUIRE(written == length && fuzz_untouched(buffer + length, room - length));
    if (is_visible(text))
        shows_itself(text, buffer, length);
}

static void edit(struct fuzz_input *in, scrim_text *text) {
    scrim_string string = fuzz_string(in, 300);
    switch (fuzz_below(in, 10)) {
    case 0:
        fuzz_answer(scrim_text_set(text, string.data, string.length));
        break;
    case 1:
        fuzz_answer(scrim_text_replace(text, fuzz_upto(in, 8), fuzz_upto(in, 4), string.data, string.length));
        break;
    case 2:
        fuzz_answer(scrim_text_delete_backward(text));
        break;
    case 3:
        fuzz_answer(scrim_text_delete_forward(text));
        break;
    case 4:
        fuzz_answer(scrim_text_delete_to_start(text));
        break;
    case 5:
        fuzz_answer(scrim_text_delete_to_end(text));
        break;
    case 6:
        fuzz_answer(scrim_text_clear(text));
        break;
    default:
        fuzz_answer(scrim_text_insert(text, string.data, string.length));
    }
}

static void move(struct fuzz_input *in, scrim_text *text) {
    if (fuzz_u8(in) % 2)
        fuzz_answer(scrim_text_select(text, fuzz_upto(in, 12), fuzz_upto(in, 12)));
    else
        fuzz_answer(scrim_text_move(text, (uint32_t)fuzz_upto(in, 4), (uint32_t)fuzz_upto(in, 1)));
}

static void tell_time(struct fuzz_input *in, scrim_text *text) {
    uint64_t time = fuzz_time(in, &now), deadline;
    size_t drawn = 0;
    switch (fuzz_below(in, 5)) {
    case 0:
        fuzz_answer(scrim_text_reveal(text, time));
        break;
    case 1:
        fuzz_answer(scrim_text_conceal(text));
        break;
    case 2:
        fuzz_answer(scrim_text_display(text, time, shown, &drawn));
        REQUIRE(drawn <= 4u * SCRIM_TEXT_MAX_CAPACITY);
        break;
    case 3:
        fuzz_answer(scrim_text_next_deadline(text, OUT(deadline)));
        break;
    default:
        fuzz_answer(scrim_text_advance(text, time));
    }
}

static void live_through_it(struct fuzz_input *in, scrim_text *text) {
    uint32_t editing = 0;
    switch (fuzz_below(in, 6)) {
    case 0:
        fuzz_answer(scrim_text_begin_editing(text));
        break;
    case 1:
        fuzz_answer(scrim_text_end_editing(text));
        break;
    case 2:
        fuzz_answer(scrim_text_done(text));
        break;
    case 3:
        fuzz_answer(scrim_text_wipe(text));
        break;
    case 4:
        scrim_text_destroy(text);
        break;
    default:
        if (fuzz_answer(scrim_text_is_editing(text, OUT(editing))) == SCRIM_OK)
            REQUIRE(editing <= 1);
    }
}

static void ask(struct fuzz_input *in, scrim_text *text) {
    uint32_t word;
    size_t length, capacity = fuzz_upto(in, 64);
    struct lent lends = {text, 0};
    scrim_string string;
    switch (fuzz_below(in, 5)) {
    case 0:
        if (fuzz_answer(scrim_text_equal(text, HANDLE(in, scrim_text, TEXT), OUT(word))) == SCRIM_OK)
            REQUIRE(word <= 1);
        break;
    case 1:
        string = fuzz_string(in, 300);
        if (fuzz_answer(scrim_text_equal_bytes(text, string.data, string.length, OUT(word))) == SCRIM_OK)
            REQUIRE(word <= 1);
        break;
    case 2:
        if (fuzz_answer(scrim_text_protection(text, OUT(word))) == SCRIM_OK)
            REQUIRE(word == 0 || ((word & SCRIM_PROTECTION_GUARDED) && word <= 31));
        break;
    case 3:
        if (capacity <= 4096) {
            void *room = fuzz_room(capacity, 1);
            fuzz_answer(scrim_text_copy_masked(text, room, capacity, OUT_LENGTH(length)));
        }
        break;
    default:
        fuzz_answer(scrim_text_with_bytes(text, fuzz_rarely(in, 200) ? NULL : lent, &lends));
    }
}

static void fuzz_target(struct fuzz_input *in) {
    now = 1;
    memset(&text_host, 0, sizeof text_host);
    text_create(in, 0);
    for (int step = 0; step < FUZZ_STEPS && fuzz_more(in) && fuzz_has_room(); step++) {
        scrim_text *text = HANDLE(in, scrim_text, TEXT);
        switch (fuzz_below(in, 12)) {
        case 0:
            text_create(in, fuzz_below(in, FUZZ_SLOTS));
            break;
        case 1:
            text_set_host(in, text);
            break;
        case 2:
            live_through_it(in, text);
            break;
        case 3:
        case 4:
            tell_time(in, text);
            break;
        case 5:
        case 6:
            move(in, text);
            break;
        case 7:
            ask(in, text);
            break;
        default:
            edit(in, text);
        }
        agrees(text);
    }
}
