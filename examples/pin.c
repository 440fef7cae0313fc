/* SPDX-License-Identifier: MIT */
#include <scrim.h>
#include <stdio.h>

int main(void) {
    scrim_text_options text_options = SCRIM_TEXT_OPTIONS_INIT;
    scrim_keypad_options pad_options = SCRIM_KEYPAD_OPTIONS_INIT;
    scrim_text *pin = NULL;
    scrim_keypad *pad = NULL;
    scrim_key keys[SCRIM_KEYPAD_MAX_KEYS];
    size_t count = 0, length = 0;
    uint64_t generation = 0;
    char shown[64];
    int failed = scrim_text_create(&text_options, &pin) || scrim_keypad_create(&pad_options, &pad) ||
                 scrim_keypad_attach(pad, pin) || scrim_keypad_show(pad) || /* shuffles the digits */
                 scrim_keypad_generation(pad, &generation) ||
                 scrim_keypad_keys(pad, SCRIM_KEY_ORDER_ROWS, keys, SCRIM_KEYPAD_MAX_KEYS, &count) ||
                 scrim_keypad_presented(pad, generation, 0); /* the keys have been on the screen since time 0 */
    for (uint64_t i = 0; !failed && i < 4; i++) { /* four taps; a program passes on the touches of its window */
        scrim_touch touch = {(i + 1) * 200000000, 1, SCRIM_TOUCH_BEGAN, 0, 0, 0};
        uint32_t result = 0;
        touch.x = keys[i].rect.x + keys[i].rect.width / 2;
        touch.y = keys[i].rect.y + keys[i].rect.height / 2;
        failed = scrim_keypad_touch(pad, &touch, &result) || result == SCRIM_KEYPAD_RESULT_REJECTED; /* too early */
        touch.phase = SCRIM_TOUCH_ENDED;
        failed = failed || scrim_keypad_touch(pad, &touch, &result) || result != SCRIM_KEYPAD_RESULT_INSERTED;
    }
    failed = failed || scrim_text_copy_masked(pin, shown, sizeof shown, &length);
    printf("%.*s\n", failed ? 0 : (int)length, shown); /* ●●●● */
    scrim_keypad_destroy(pad);
    scrim_text_destroy(pin);
    return failed;
}
