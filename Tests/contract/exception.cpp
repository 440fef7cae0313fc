// SPDX-License-Identifier: MIT
// A C++ exception leaves a callback, which no callback may do. The text can still be wiped, and its secret is gone.
#include <scrim.h>

#include <cstdio>
#include <stdexcept>

static uint32_t leave(const scrim_text_change *, void *) { throw std::runtime_error("left"); }

int main() {
    scrim_text_options options = SCRIM_TEXT_OPTIONS_INIT;
    scrim_text_callbacks callbacks = SCRIM_TEXT_CALLBACKS_INIT;
    scrim_text *text = nullptr;
    size_t count = 9;
    uint32_t equal = 9;
    bool caught = false;
    callbacks.should_change = leave;
    if (scrim_text_create(&options, &text) || scrim_text_set(text, "1234", 4) ||
        scrim_text_set_callbacks(text, &callbacks, nullptr, nullptr))
        return 1;
    try {
        scrim_text_insert(text, "5", 1);
    } catch (const std::runtime_error &) {
        caught = true;
    }
    const scrim_status busy = scrim_text_insert(text, "5", 1);
    const scrim_status wiped = scrim_text_wipe(text);
    const scrim_status counted = scrim_text_count(text, &count);
    const scrim_status compared = scrim_text_equal_bytes(text, "", 0, &equal);
    scrim_text_destroy(text);
    std::printf("caught %d, insert %d, wipe %d, count %d: %zu, equal %d: %u\n", caught, busy, wiped, counted, count, compared, equal);
    return 0;
}
