# SPDX-License-Identifier: MIT
from scrim_tools.testing import assert_screenshot_async


async def test_account_page(page):
    await page.goto("/account.html")
    await assert_screenshot_async(page, "screenshots/account.png", mask=[".iban", page.locator(".name")])
