// SPDX-License-Identifier: MIT
#include <scrim.hpp>

#include <iostream>
#include <stdexcept>

int main() {
    scrim::text pin;
    scrim::text_callbacks callbacks;
    callbacks.should_change = [](const scrim::text_change &change) {
        if (change.count > 3)
            throw std::runtime_error("that was a paste");
        return true;
    };
    callbacks.did_change = [&pin] { std::cout << pin.masked() << '\n'; };
    pin.set_callbacks(callbacks);

    pin.insert("27");
    try {
        pin.insert("0914");
    } catch (const std::runtime_error &error) {
        std::cout << error.what() << ", " << pin.count() << " characters\n";
    }
}
