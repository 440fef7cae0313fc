// SPDX-License-Identifier: MIT
#include <scrim.hpp>

#include <array>
#include <iostream>
#include <vector>

int main() {
    std::vector<unsigned char> pixels(640 * 360 * 4, 200);
    const scrim::frame frame(SCRIM_FORMAT_RGBA, 640, 360, pixels.data(), 640 * 4);
    const std::array<scrim::style, 1> styles{scrim::style::solid(0x202020)};

    const auto report = scrim::redact(frame, {scrim::region({100, 80, 200, 40})}, scrim::redact_options(styles));
    std::cout << report.pixels << " pixels are covered\n";
}
