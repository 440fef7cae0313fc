// SPDX-License-Identifier: MIT
#include <iostream>
#include <scrim.h>

int main() {
    std::cout << scrim_version_number() << '\n';
    return scrim_version_number() == SCRIM_VERSION_NUMBER ? 0 : 1;
}
