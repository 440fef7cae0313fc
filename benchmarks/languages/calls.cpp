// SPDX-License-Identifier: MIT
// As calls.c.
#include <scrim.hpp>

#include <cstdlib>
#include <string_view>

static void insert(unsigned long count) {
    scrim::text text;
    for (unsigned long i = 0; i < count; i++) {
        text.insert("7");
        text.delete_backward();
    }
}

static void touch(unsigned long count) {
    scrim::text text;
    scrim::keypad keypad{scrim::keypad_options()};
    keypad.attach(text);
    keypad.show();
    keypad.presented(keypad.generation(), 0);
    for (unsigned long i = 1; i <= count; i++) {
        keypad.handle({i * 1'000'000'000, 1, SCRIM_TOUCH_BEGAN, 0, 50, 350});
        keypad.handle({i * 1'000'000'000 + 50'000'000, 1, SCRIM_TOUCH_ENDED, 0, 50, 350});
    }
}

static void redact(unsigned long count) {
    static unsigned char pixels[256 * 256 * 4];
    for (unsigned long i = 0; i < count; i++) {
        const scrim::frame frame(SCRIM_FORMAT_RGBA, 256, 256, pixels, 256 * 4);
        const scrim::style styles[] = {scrim::style::solid()};
        if (scrim::redact(frame, {scrim::region({64, 64, 64, 64})}, scrim::redact_options(styles)).pixels != 64 * 64)
            std::exit(1);
    }
}

int main(int argc, char **argv) {
    if (argc != 3)
        return 2;
    const std::string_view what(argv[1]);
    (what == "insert" ? insert : what == "touch" ? touch
                                                 : redact)(std::strtoul(argv[2], nullptr, 10));
}
