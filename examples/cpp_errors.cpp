// SPDX-License-Identifier: MIT
#include <scrim.hpp>

#include <iostream>

int main() {
    scrim::text_options options;
    options.max_clusters = 4;
    scrim::text pin(options);

    try {
        pin.insert("12345");
    } catch (const scrim::error &error) {
        std::cout << error.what() << '\n';
    }

    std::error_code ec;
    pin.insert("12345", ec);
    if (ec == scrim::status::full)
        std::cout << "too long\n";
}
