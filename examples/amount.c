/* SPDX-License-Identifier: MIT */
/* An amount that is grouped while the user types: 1,234,567.89. It is not secret, so the host sees each edit. */
#include <scrim.h>
#include <stdio.h>
#include <string.h>

enum {
    CAPACITY = 48 /* of the text, and so of each buffer here */
};

/* Accepts digits, and a point with at most two digits after it. Functions that edit return BUSY here. */
static uint32_t should_change(const scrim_text_change *change, void *user_data) {
    const scrim_string new = change->replacement;
    char text[CAPACITY], edited[CAPACITY];
    size_t length = 0;
    if (scrim_text_copy_masked(user_data, text, sizeof text, &length) || new.length > sizeof edited - length) {
        return 0;
    }
    /* The text is ASCII, so a position is a number of bytes. */
    size_t end = change->location + change->length, count = change->location;
    memcpy(edited, text, count);
    memcpy(edited + count, new.data, new.length);
    count += new.length;
    memcpy(edited + count, text + end, length - end);
    count += length - end;
    const char *point = memchr(edited, '.', count);
    for (size_t i = 0; i < count; i++) {
        if (edited[i] != ',' && &edited[i] != point && (edited[i] < '0' || edited[i] > '9')) {
            return 0;
        }
    }
    return point == NULL || edited + count - point <= 3;
}

/* Groups the digits before the point. The caret stays behind the same digit. */
static scrim_status group(scrim_text *amount) {
    char text[CAPACITY], grouped[2 * CAPACITY]; /* at most one comma for each digit */
    size_t length = 0, anchor = 0, caret = 0, point = 0, left = 0, made = 0, place = 0;
    scrim_status status = scrim_text_copy_masked(amount, text, sizeof text, &length);
    if (status || (status = scrim_text_selection(amount, &anchor, &caret))) {
        return status;
    }
    for (point = 0; point < length && text[point] != '.'; point++) {
        left += text[point] != ',';
    }
    for (size_t i = 0; i < length; i++) {
        if (text[i] != ',' && i < point && left-- % 3 == 0 && made > 0) {
            grouped[made++] = ',';
        }
        if (text[i] != ',') {
            grouped[made++] = text[i];
        }
        place = i < caret ? made : place;
    }
    status = scrim_text_set(amount, grouped, made); /* does not call should_change */
    return status ? status : scrim_text_select(amount, place, place);
}

int main(void) {
    scrim_text_options options = SCRIM_TEXT_OPTIONS_INIT;
    scrim_text_callbacks callbacks = SCRIM_TEXT_CALLBACKS_INIT;
    scrim_text *amount = NULL;
    uint32_t equal = 0;
    options.visible = 1;
    options.capacity = CAPACITY;
    callbacks.should_change = should_change;
    if (scrim_text_create(&options, &amount) || scrim_text_set_callbacks(amount, &callbacks, amount, NULL)) {
        return 1;
    }
    for (const char *typed = "1234x567.8.95"; *typed != 0; typed++) { /* x, the second point and the 5 are refused */
        scrim_status status = scrim_text_insert(amount, typed, 1);
        if (status == SCRIM_OK) {
            status = group(amount); /* after the edit, not in a callback */
        }
        if (status != SCRIM_OK && status != SCRIM_ERROR_REFUSED) {
            return 1;
        }
    }
    char shown[CAPACITY];
    size_t length = 0;
    if (!scrim_text_copy_masked(amount, shown, sizeof shown, &length)) {
        printf("%.*s\n", (int)length, shown); /* prints 1,234,567.89 */
    }
    scrim_text_equal_bytes(amount, "1,234,567.89", 12, &equal);
    scrim_text_destroy(amount);
    return equal ? 0 : 1;
}
