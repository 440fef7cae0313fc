# SPDX-License-Identifier: MIT
from scrim_tools.testing import assert_screenshot
from selenium.webdriver.common.by import By


def test_account_page(driver, base_url):
    driver.get(f"{base_url}/account.html")
    assert_screenshot(driver, "screenshots/account.png", mask=[".iban", driver.find_element(By.CSS_SELECTOR, ".name")])
