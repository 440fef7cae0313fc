# SPDX-License-Identifier: MIT
from scrim_tools.testing import assert_screenshot
from selenium.webdriver.common.by import By


def test_account_page(driver, base_url):
    driver.get(f"{base_url}/account.html")
    mask = [driver.find_element(By.CSS_SELECTOR, selector) for selector in (".iban", ".name")]
    assert_screenshot(driver.get_screenshot_as_png(), "screenshots/account.png", mask)
