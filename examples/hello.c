/* SPDX-License-Identifier: MIT */
#include <scrim.h>
#include <stdio.h>

int main(void) {
    scrim_text_options options = SCRIM_TEXT_OPTIONS_INIT;
    scrim_text *pin = NULL;
    char shown[64];
    size_t length = 0;
    uint32_t equal = 0;
    options.required_protection = SCRIM_PROTECTION_GUARDED; /* fail if guard pages are unavailable */
    if (scrim_text_create(&options, &pin) || scrim_text_insert(pin, "2468", 4))
        return 1;
    if (!scrim_text_copy_masked(pin, shown, sizeof shown, &length))
        printf("%.*s\n", (int)length, shown); /* prints ●●●● */
    scrim_text_equal_bytes(pin, "2468", 4, &equal); /* in a time that does not depend on where the PINs differ */
    scrim_text_destroy(pin); /* wipes the PIN */
    return equal ? 0 : 1;
}
