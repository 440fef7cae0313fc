# SPDX-License-Identifier: MIT
"""scrim_tools.testing with pictures of a real Chromium that it takes through Selenium, as test_testing_browsers.py."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from browser_pages import (
    CHROMIUM,
    DRIVER,
    MOST,
    SECRETS,
    covered,
    document,
    options_of_selenium,
    pixels,
    red,
    same_with_each_secret,
    server,
)

from scrim_tools.shot import ShotError
from scrim_tools.testing import assert_screenshot, screenshot

webdriver = pytest.importorskip("selenium.webdriver")
By = pytest.importorskip("selenium.webdriver.common.by").By
WebDriverWait = pytest.importorskip("selenium.webdriver.support.wait").WebDriverWait
pytestmark = pytest.mark.skipif(not (CHROMIUM and DRIVER), reason="chromium and chromium-driver are not installed")

MASK = [*MOST, ".card"]


@pytest.fixture(scope="module", params=[1, pytest.param(2, marks=pytest.mark.long)])
def driver(request: Any, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """With a bar for scrolling, as in a window, at scale 1."""
    extra = [] if request.param == 1 else ["--hide-scrollbars", "--force-device-scale-factor=2"]
    options = options_of_selenium(webdriver, tmp_path_factory.mktemp("profile"), *extra)
    driver = webdriver.Chrome(options=options, service=webdriver.ChromeService(DRIVER))
    yield driver
    driver.quit()


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with server(tmp_path_factory.mktemp("pages")) as address:
        yield address


def load(driver: Any, secret: str, address: str = "") -> None:
    driver.get(address.replace("localhost", "127.0.0.1") + "/empty.html" if address else "data:text/html,<title>empty</title>")
    driver.execute_script("document.open(); document.write(arguments[0]); document.close()", document(secret, address=address))
    if address:
        for selector in ("[src*=localhost]", "iframe"):
            into(driver, selector)
            WebDriverWait(driver, 20).until(lambda driver: driver.execute_script("return scrollY > 0"))
        driver.switch_to.default_content()


def found(driver: Any, selector: str) -> Any:
    return WebDriverWait(driver, 20).until(lambda driver: driver.find_elements(By.CSS_SELECTOR, selector))[0]


def into(driver: Any, *selectors: str) -> None:
    for selector in selectors:
        driver.switch_to.frame(found(driver, selector))


@pytest.mark.long  # the same for Playwright is not
def test_secrets_in_many_places(driver: Any, address: str) -> None:
    scale = driver.execute_script("return devicePixelRatio")

    def take(secret: str) -> list[Any]:
        taken = []
        load(driver, secret, address)
        for scroll in (0, 373) if scale == 1 else (373,):
            driver.execute_script(f"scrollTo(0, {scroll})")
            for kind in ("viewport", "page", "element"):
                target = driver.find_element(By.ID, "card") if kind == "element" else driver
                control = target.screenshot_as_png if kind == "element" else driver.get_screenshot_as_png()
                picture = screenshot(target, MASK, full_page=kind == "page", allow_missing=True)
                assert red(control) > 500 and red(picture) == 0, (kind, scroll)
                taken.append(pixels(picture))
        return taken

    assert same_with_each_secret(take)[-2].shape[0] == 1100 * scale


def test_elements_and_frames(driver: Any, address: str) -> None:
    """Elements may be in the driver's frame, also in one of another origin, and the driver stays there."""
    load(driver, SECRETS[0], address)
    into(driver, "[src*=localhost]", "iframe")
    secret = driver.find_element(By.CSS_SELECTOR, "p")
    before = driver.execute_script("return [document.URL, Object.getOwnPropertyNames(window).length]")
    whole = screenshot(driver, MASK, full_page=True)
    assert red(whole) == 0
    part = screenshot(driver, [secret], full_page=True, dilation=0)
    assert covered(part) >= 90 * 24 / 2 and red(part) > 500
    assert (pixels(whole)[(pixels(part) == (255, 0, 255)).all(axis=2)] == (255, 0, 255)).all()
    assert red(screenshot(secret, [secret])) == 0
    with pytest.raises(ValueError, match="mask: .* is not a valid selector"):
        screenshot(driver, ["p:"])
    assert driver.execute_script("return [document.URL, Object.getOwnPropertyNames(window).length]") == before
    assert secret.text == SECRETS[0]
    driver.switch_to.default_content()


def set_zoom(driver: Any, zoom: float, ratio: float) -> None:
    """Zooms all pages, and waits until a new one has the ratio: the setting returns before it reaches other pages."""
    driver.get("chrome://settings/")
    driver.execute_async_script("chrome.settingsPrivate.setDefaultZoom(arguments[0], arguments[1])", zoom)

    def has_ratio(driver: Any) -> bool:
        load(driver, SECRETS[0])
        return bool(driver.execute_script("return Math.abs(devicePixelRatio - arguments[0]) < 0.01", ratio))

    WebDriverWait(driver, 20).until(has_ratio)


def test_zoom_of_the_browser(driver: Any) -> None:
    load(driver, SECRETS[0])
    scale = driver.execute_script("return devicePixelRatio")
    zoom = 0.8 if scale == 1 else 1.5

    def take(secret: str) -> list[Any]:
        taken = []
        load(driver, secret)
        assert driver.execute_script("return devicePixelRatio") == pytest.approx(scale * zoom, abs=0.01)
        driver.execute_script("scrollTo(0, 60)")
        for full in (False, True):
            assert red(driver.get_screenshot_as_png()) > 500
            taken.append(pixels(screenshot(driver, MASK, full_page=full, allow_missing=True)))
            assert not (taken[-1][..., 0] - taken[-1][..., 1:].max(axis=2) > 12).any()
        return taken

    try:
        set_zoom(driver, zoom, scale * zoom)
        same_with_each_secret(take)
    finally:
        set_zoom(driver, 1, scale)


def test_what_is_refused(driver: Any, tmp_path: Path) -> None:
    load(driver, SECRETS[0])
    with pytest.raises(TypeError, match="animations: Selenium has no such option"):
        screenshot(driver, MASK, animations="disabled")
    with pytest.raises(LookupError, match="'.no' finds no visible element"):
        assert_screenshot(driver, tmp_path / "page.png", [".no"], update=True)
    with pytest.raises(LookupError, match="is outside the screenshot"):
        assert_screenshot(driver, tmp_path / "page.png", [driver.find_element(By.ID, "card")], update=True)
    driver.execute_script("document.body.append(Object.assign(document.createElement('object'), { data: 'data:text/html,<p>' }))")
    WebDriverWait(driver, 20).until(lambda driver: driver.execute_script("return window.length") == 2)
    with pytest.raises(ShotError, match="cannot search a page inside <object>"):
        assert_screenshot(driver, tmp_path / "page.png", MASK, update=True, allow_missing=True)
    assert list(tmp_path.iterdir()) == []
