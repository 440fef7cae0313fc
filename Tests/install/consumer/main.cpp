// SPDX-License-Identifier: MIT
#include <iostream>
#include <scrim.hpp>

int main() {
    std::error_code ec;
    scrim::text text;
    text.insert("\xff", ec);
    if (ec != scrim::status::invalid_utf8)
        return 1;
    text.insert("1234");
    if (text.masked() != "●●●●")
        return 1;
    std::cout << scrim::version_number() << '\n';
    return scrim::version_number() == SCRIM_VERSION_NUMBER ? 0 : 1;
}
