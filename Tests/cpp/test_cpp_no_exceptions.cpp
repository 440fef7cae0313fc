// SPDX-License-Identifier: MIT
// A program without exceptions and type information. Each call takes a std::error_code.
#include <scrim.hpp>

#include "check.hpp"

int main() {
    std::error_code ec;
    {
        scrim::text pin(scrim::text_options(), ec);
        CHECK(!ec && pin);
        scrim::text_callbacks callbacks;
        callbacks.should_change = [](const scrim::text_change &change) { return change.count < 3; };
        pin.set_callbacks(callbacks, ec);
        pin.insert("12", ec);
        CHECK(!ec && pin.count(ec) == 2);
        pin.insert("345", ec);
        CHECK(ec == scrim::status::refused && pin.masked(ec) == "●●");
        scrim::text moved = std::move(pin);
        CHECK(!pin.equals(moved, ec) && ec == scrim::status::invalid_argument);

        scrim::keypad pad(scrim::keypad_options(SCRIM_LAYOUT_PIN, {0, 0, 300, 400}), ec);
        pad.attach(moved, ec);
        pad.show(ec);
        CHECK(!ec && pad.keys(SCRIM_KEY_ORDER_ROWS, ec).size() == 12);

        scrim::scene scene(scrim::scene_options(), ec);
        const scrim::id window = scene.add_window(scrim::window({0, 0, 64, 48}), ec);
        CHECK(!ec && !scene.is_secure(window, ec));
        const auto bytes = scene.snapshot(1, ec).encode(ec);
        CHECK(!ec && scrim::snapshot::decode(bytes, ec) && !ec);
    }
    CHECK(scrim::live_handles() == 0);
}
