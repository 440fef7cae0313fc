/* SPDX-License-Identifier: MIT */
/* Prints how a new text is protected, as the number that scrim_text_protection() gives. */
#include <scrim.h>
#include <stdio.h>

int main(void) {
    scrim_text_options options = SCRIM_TEXT_OPTIONS_INIT;
    scrim_text *text = NULL;
    uint32_t protection = 0;
    if (scrim_text_create(&options, &text) || scrim_text_protection(text, &protection))
        return 1;
    printf("protection %u\n", protection);
    scrim_text_destroy(text);
    return 0;
}
