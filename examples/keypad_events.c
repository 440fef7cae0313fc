/* SPDX-License-Identifier: MIT */
/* A PIN pad that makes room for itself, and whose function keys have German labels and names. */
#include <string.h>

#include "program.h"

/* What the program draws. The callbacks only note the change. */
struct window {
    double bottom; /* the content ends here */
    int moved;
};

static void will_show(const scrim_rect *bounds, void *user_data) {
    struct window *window = user_data;
    window->bottom = bounds->y;
    window->moved = 1;
}

static void did_hide(const scrim_rect *bounds, void *user_data) {
    struct window *window = user_data;
    window->bottom = bounds->y + bounds->height;
    window->moved = 1;
}

/* After a call that may show or hide the keypad. */
static void draw(struct window *window) {
    if (window->moved) {
        printf("the content ends at %.0f\n", window->bottom);
        window->moved = 0;
    }
}

static scrim_status make(struct window *window, scrim_keypad **keypad) {
    static const scrim_key_label german[] = {
        {SCRIM_KEY_DELETE, 0, {NULL, 0}, {"Löschen", sizeof "Löschen" - 1}}, /* keeps the label */
        {SCRIM_KEY_DONE, 0, {"OK", 2}, {"Fertig", 6}},
    };
    scrim_keypad_options options = SCRIM_KEYPAD_OPTIONS_INIT;
    scrim_keypad_callbacks callbacks = SCRIM_KEYPAD_CALLBACKS_INIT;
    options.bounds.y = 200;
    options.labels = german;
    options.label_count = sizeof german / sizeof german[0];
    callbacks.will_show = will_show;
    callbacks.did_hide = did_hide;
    scrim_status status = scrim_keypad_create(&options, keypad);
    return status == SCRIM_OK ? scrim_keypad_set_callbacks(*keypad, &callbacks, window, NULL) : status;
}

int main(void) {
    struct window window = {600, 0};
    scrim_keypad *keypad = NULL;
    scrim_key keys[SCRIM_KEYPAD_MAX_KEYS];
    size_t count = 0;
    int bad = failed(make(&window, &keypad), "create a keypad") || failed(scrim_keypad_show(keypad), "show");
    draw(&window);
    bad = bad || failed(scrim_keypad_keys(keypad, SCRIM_KEY_ORDER_UNSHUFFLED, keys, SCRIM_KEYPAD_MAX_KEYS, &count), "keys");
    for (size_t i = 0; !bad && i < count; i++) {
        if (keys[i].kind != SCRIM_KEY_INSERT) {
            printf("%s: say %s\n", keys[i].label, keys[i].name_length > 0 ? keys[i].name : keys[i].label);
        }
    }
    bad = bad || failed(scrim_keypad_hide(keypad), "hide");
    draw(&window);
    scrim_keypad_destroy(keypad);
    return bad;
}
