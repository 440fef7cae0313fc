/* SPDX-License-Identifier: MIT */
#include <scrim.h>
#include <stdio.h>

int main(void) {
    scrim_text_options options = SCRIM_TEXT_OPTIONS_INIT;
    scrim_text *pin = NULL;
    char shown[64];
    size_t length = 0;
    uint32_t right = 0;
    options.required_protection = SCRIM_PROTECTION_GUARDED; /* in less, creation fails */
    if (scrim_text_create(&options, &pin) || scrim_text_insert(pin, "2468", 4))
        return 1;
    if (!scrim_text_copy_masked(pin, shown, sizeof shown, &length))
        printf("%.*s\n", (int)length, shown); /* ●●●● */
    scrim_text_equal_bytes(pin, "2468", 4, &right); /* takes as long whether right or wrong */
    scrim_text_destroy(pin); /* wiped */
    return right ? 0 : 1;
}
