# SPDX-License-Identifier: MIT
from scrim_tools.testing import assert_screenshot


def test_account_page(page):
    page.goto("/account.html")
    assert_screenshot(page, "screenshots/account.png", mask=[".iban", page.locator(".name")])
