# SPDX-License-Identifier: MIT
"""scrim_tools.testing with pictures of a real Chromium that it takes through Playwright.

Each picture is taken of two pages that differ in their secrets alone. Either both pictures are equal, or there is none.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from browser_pages import (
    CHROMIUM,
    FRAMES_SHOWN,
    HEIGHT,
    MOST,
    PAINTED,
    PLACES,
    REFUSED,
    SECRETS,
    SIGNS,
    WIDTH,
    covered,
    document,
    pixels,
    red,
    same_with_each_secret,
    server,
)

from scrim_tools.pages.playwright import PlaywrightPage
from scrim_tools.shot import ShotError
from scrim_tools.testing import ScreenshotMismatch, assert_screenshot, masked, screenshot, screenshot_async

sync_api = pytest.importorskip("playwright.sync_api")
pytestmark = pytest.mark.skipif(not CHROMIUM, reason="chromium is not installed")

MASK = [*MOST, ".card"]
LAUNCH = {"executable_path": CHROMIUM, "args": ["--no-sandbox"]}
SIZE = {"width": WIDTH, "height": HEIGHT}


@pytest.fixture(scope="module")
def chromium() -> Iterator[Any]:
    with sync_api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(**LAUNCH)
        yield browser
        browser.close()


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with server(tmp_path_factory.mktemp("pages")) as address:
        yield address


@pytest.fixture(scope="module")
def shared(chromium: Any) -> Iterator[Any]:
    page = chromium.new_page(viewport=SIZE)
    yield page
    page.close()


@pytest.fixture
def page(shared: Any) -> Any:
    """A page at scale 1, with the first secret in each place."""
    shared.set_content(document(SECRETS[0]))
    shared.evaluate("scrollTo(0, 0)")
    return shared


@pytest.mark.parametrize("scale", [1.5, *(pytest.param(scale, marks=pytest.mark.long) for scale in (1, 2, 3))])
def test_secrets_in_many_places(scale: float, chromium: Any, address: str) -> None:
    """The viewport, the whole page and an element, of a page that is scrolled and of one that is not."""
    page = chromium.new_page(viewport=SIZE, device_scale_factor=scale)

    def take(secret: str) -> list[Any]:
        taken = []
        page.set_content(document(secret, address=address), wait_until="load")
        page.frame_locator("[src*=localhost]").frame_locator("iframe").locator("p").wait_for()
        for frame in page.frames:
            frame.wait_for_load_state("load")
            if frame != page.main_frame:
                frame.wait_for_function("scrollY > 0", polling=20)
        for scroll in ("0", "373.4") if scale < 2 else ("373.4",):
            page.evaluate(f"scrollTo(0, {scroll})")
            for kind, plain in {
                "viewport": lambda: page.screenshot(),
                "page": lambda: page.screenshot(full_page=True),
                "element": lambda: page.locator("#card").screenshot(),
            }.items():
                control = plain() if secret == SECRETS[0] else b""
                assert not control or red(control) > 500  # without a mask it is shown
                target = page.locator("#card") if kind == "element" else page
                picture = screenshot(target, MASK, full_page=kind == "page", allow_missing=True)
                assert red(picture) == 0, (kind, scroll)
                taken.append(pixels(picture))
                assert not control or taken[-1].shape == pixels(control).shape
        return taken

    same_with_each_secret(take)
    page.close()


def test_each_place_is_shown_without_its_mask(page: Any) -> None:
    """No mask of another place covers it, and most of the page stays visible."""
    for name in PLACES:
        rest = [selector for selector in MASK if selector != f".{name}"]
        assert red(screenshot(page, rest, full_page=True)) > 60, name
    picture = screenshot(page, MASK, full_page=True)
    assert red(picture) == 0 and covered(picture) < picture.width * picture.height / 2


@pytest.mark.parametrize("name", PAINTED)
def test_what_is_painted_outside_of_an_element(name: str, shared: Any) -> None:
    shared.set_content(f"<!doctype html>{PAINTED[name]}", wait_until="load")
    picture = shared.screenshot()
    assert red(picture) > 50
    picture = screenshot(shared, [".s"], tries=1)
    assert red(picture) == 0
    if name in ("absolute in the page", "translate in percent", "rotate", "longer than its width"):
        assert covered(picture) < 0.3 * WIDTH * HEIGHT


@pytest.mark.parametrize("name", REFUSED)
def test_what_cannot_be_measured(name: str, shared: Any) -> None:
    html, message = REFUSED[name]
    shared.set_content(f"<!doctype html>{html}", wait_until="load")
    with pytest.raises(ShotError, match=message):
        screenshot(shared, [".s"], tries=1)
    screenshot(shared, [".another"], tries=1, allow_missing=True) if "view transition" not in name else None


def test_signs_that_are_not_private(shared: Any) -> None:
    shared.set_content(f"<!doctype html>{SIGNS}")
    assert covered(screenshot(shared, [".s"], tries=1)) > 500


def test_a_browser_that_could_not_capture(page: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """On a busy machine, Chromium may have drawn no frame in time. Another error is raised at once."""
    original, calls = page.screenshot, []

    def fails(times: int, message: str) -> None:
        def take(**options: Any) -> bytes:
            calls.append(options)
            if len(calls) <= times:
                raise sync_api.Error(f"Page.screenshot: Protocol error (Page.captureScreenshot): {message}")
            return original(**options)

        calls.clear()
        monkeypatch.setattr(page, "screenshot", take)

    fails(2, "Unable to capture screenshot")
    picture = screenshot(page, MASK, allow_missing=True)
    assert len(calls) == 3 and red(picture) == 0 and covered(picture) > 500
    fails(2, "Unable to capture screenshot")
    with pytest.raises(ShotError, match=r"the browser could not capture the page \(tried 2 times\)"):
        screenshot(page, MASK, tries=2, allow_missing=True)
    fails(1, "Target closed")
    with pytest.raises(sync_api.Error, match="Target closed"):
        screenshot(page, MASK, allow_missing=True)
    assert len(calls) == 1


def test_an_element_that_was_replaced(shared: Any) -> None:
    """What replaces it may be anywhere. A selector finds it."""
    shared.set_content(document(SECRETS[0]))
    handle = shared.query_selector(".plain")
    shared.evaluate("() => { const old = document.querySelector('.plain'); old.replaceWith(old.cloneNode(true)) }")
    with pytest.raises(ShotError, match="an element of the mask was removed from the page") as error:
        screenshot(shared, [handle], tries=1, allow_missing=True)
    assert "use a CSS selector" in error.value.hint
    with pytest.raises(LookupError):
        screenshot(shared, [handle])
    assert red(screenshot(shared, MASK, allow_missing=True)) == 0


def test_items_of_a_mask(page: Any) -> None:
    """Locators, elements and selectors give the same picture, also for elements in frames and shadow roots."""
    frame = page.frame_locator("iframe")
    expected = pixels(screenshot(page, MASK, full_page=True))
    locators = [(frame if name == ".framed" else page).locator(name) for name in MASK]
    handles = [locator.element_handle() for locator in locators]
    for items in (locators, handles, [*locators[:3], *handles[3:6], *MASK[6:]], iter(locators)):
        assert np.array_equal(pixels(screenshot(page, items, full_page=True)), expected)
    inside = frame.locator("p")
    assert red(screenshot(inside, [inside], full_page=False)) == 0
    assert red(screenshot(handles[0], [locators[0]])) == 0 < red(handles[0].screenshot())


def test_boxes_of_numbers_are_measured_from_the_corner_of_the_picture(page: Any) -> None:
    picture = screenshot(page.locator("#card"), [".card", (0, 50, 10, 10)], dilation=0)
    assert (pixels(picture)[50:60, :10] == (255, 0, 255)).all() and covered(picture) == 91 * 24 + 100
    with pytest.raises(LookupError, match="partly outside the screenshot of 251 × 61 pixels"):
        screenshot(page.locator("#card"), [(0, 60, 10, 10)])


def test_elements_that_are_missing(page: Any, tmp_path: Path) -> None:
    for item in (".no", page.locator(".no")):
        with pytest.raises(LookupError, match="finds no visible element; if that is intended, add allow_missing=True"):
            assert_screenshot(page, tmp_path / "page.png", [".plain", item], update=True)
    with pytest.raises(LookupError, match="'.card' is outside the screenshot of 400 × 300 pixels"):
        assert_screenshot(page, tmp_path / "page.png", [".plain", ".card"], update=True)
    with pytest.raises(ValueError, match="mask: .*'.plain:' is not a valid selector"):
        assert_screenshot(page, tmp_path / "page.png", [".plain:"], update=True)
    assert list(tmp_path.iterdir()) == []
    screenshot(page, [".plain", ".no", ".card"], allow_missing=True)


ZOOMS: dict[str, tuple[str, float]] = {"pinch": ("", 2), "css": ("document.documentElement.style.zoom = 1.4", 1)}


@pytest.mark.parametrize("kind", ZOOMS)
def test_zoomed_pages(kind: str, chromium: Any) -> None:
    script, factor = ZOOMS[kind]
    page = chromium.new_page(viewport=SIZE)
    for full in (False, True):

        def take(secret: str, full: bool = full) -> list[Any]:
            page.set_content(document(secret))
            session = page.context.new_cdp_session(page)
            for zoom in (1, factor):
                session.send("Emulation.setPageScaleFactor", {"pageScaleFactor": zoom})
            page.evaluate(f"() => {{ {script}; scrollTo(0, 0); return {FRAMES_SHOWN} }}")
            if factor > 1:
                session.send("Input.synthesizeScrollGesture", {"x": 99, "y": 99, "xDistance": -30, "yDistance": -170})
                page.wait_for_function("() => scrollY == 20 && visualViewport.offsetLeft == 30 && visualViewport.offsetTop == 150")
            assert red(page.screenshot(full_page=full)) > 500
            picture = screenshot(page, MASK, full_page=full, allow_missing=True)
            assert red(picture) == 0
            return [pixels(picture)]

        same_with_each_secret(take)
    page.close()


@pytest.mark.parametrize("viewport", ["<meta name=viewport content='width=device-width,initial-scale=1'>", pytest.param("", marks=pytest.mark.long)])
def test_pages_that_are_wider_than_a_phone(viewport: str, chromium: Any) -> None:
    """The picture shows the page smaller, or a part of its window."""
    page = chromium.new_page(viewport=SIZE, device_scale_factor=2.625, is_mobile=True, has_touch=True)
    style = "width: 200px; font: 50px monospace; color: red"
    fixed = f"<p class=s style='position: fixed; right: 9px; bottom: 9px; {style}'>4111</p>"
    page.set_content(f"{viewport}<body style='width: 900px; height: 1500px'><p class=s style='{style}'>4111</p>{fixed}")
    for scroll in (0, 20, 300):
        page.evaluate(f"scrollTo({scroll}, {scroll})")
        for full in (False, True):
            assert not full or red(page.screenshot(full_page=full)) > 500
            assert red(screenshot(page, [".s"], full_page=full, allow_missing=True)) == 0
    page.close()


@pytest.mark.parametrize(("where", "wide"), [("html", 60), pytest.param("body", 500, marks=pytest.mark.long)])
def test_pages_that_scroll_to_the_left(where: str, wide: int, shared: Any) -> None:
    style = f"<style>{where} {{ direction: rtl }}</style><i style='position: absolute; left: -{wide}px; top: 0; width: 1px; height: 1px'></i>"
    for scroll in (0, -30):
        for full in (False, True):

            def take(secret: str, scroll: int = scroll, full: bool = full) -> list[Any]:
                shared.set_content(document(secret) + style)
                shared.evaluate(f"scrollTo({scroll}, 20)")
                if full or scroll:
                    assert red(shared.screenshot(full_page=full)) > 500
                picture = screenshot(shared, MASK, full_page=full, allow_missing=True)
                assert red(picture) == 0
                assert red(screenshot(shared.locator("#card"), MASK, allow_missing=True)) == 0
                return [pixels(picture)]

            same_with_each_secret(take)


def test_comparison(page: Any, tmp_path: Path) -> None:
    reference = tmp_path / "page.png"
    with pytest.raises(ScreenshotMismatch, match="did not exist"):
        assert_screenshot(page, reference, MASK, full_page=True)
    written = reference.read_bytes()
    page.set_content(document(SECRETS[1]))
    assert_screenshot(page, reference, MASK, full_page=True)
    assert_screenshot(page, reference, MASK, full_page=True, update=True)
    assert reference.read_bytes() == written
    page.evaluate("card.style.background = '#8899aa'")
    with pytest.raises(ScreenshotMismatch) as caught:
        assert_screenshot(page, reference, MASK, full_page=True)
    assert caught.value.actual and red(caught.value.actual.read_bytes()) == 0
    reference.write_bytes(page.screenshot(full_page=True))  # without the mask
    assert_screenshot(page, reference, MASK, full_page=True)


def test_targets_and_options_that_are_refused(page: Any, tmp_path: Path) -> None:
    reference = tmp_path / "page.png"
    for option in ({"clip": {}}, {"scale": "css"}, {"quality": 50}, {"path": "x"}, {"type": "jpeg"}):
        with pytest.raises(TypeError, match=f"{next(iter(option))}: this option"):
            screenshot(page, [".plain"], **option)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="scale and viewport are for pictures"):
        assert_screenshot(page, reference, [".plain"], viewport=(WIDTH, HEIGHT))
    with pytest.raises(ValueError, match="full_page must be false for an element"):
        assert_screenshot(page.locator("#card"), reference, [".card"], full_page=True)
    with pytest.raises(ValueError, match="where this picture shows the locator '.plain' is unknown"):
        masked(page.screenshot(), [page.locator(".plain")], viewport=(WIDTH, HEIGHT))
    page.evaluate("card.style.filter = 'url(#some)'")
    with pytest.raises(ShotError, match="painted with an SVG filter, so what it shows cannot be measured"):
        assert_screenshot(page, reference, [".card"], update=True)
    assert list(tmp_path.iterdir()) == []


def test_the_page_is_left_as_it_was(page: Any) -> None:
    """Also while a frame cannot be measured."""
    before = page.evaluate("[Object.getOwnPropertyNames(window).length, document.documentElement.outerHTML]")
    screenshot(page, MASK, full_page=True)
    with pytest.raises(LookupError):
        screenshot(page, [".no"])
    assert page.evaluate("[Object.getOwnPropertyNames(window).length, document.documentElement.outerHTML]") == before


async def _asynchronous() -> list[Any]:
    from playwright.async_api import async_playwright

    pictures = []
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(**LAUNCH)  # type: ignore[arg-type]
        page = await browser.new_page(viewport=SIZE, device_scale_factor=2)  # type: ignore[arg-type]
        for secret in SECRETS:
            await page.set_content(document(secret))
            await page.evaluate("scrollTo(0, 300)")
            with pytest.raises(TypeError, match="await screenshot_async"):
                screenshot(page, MASK)
            items = [*MASK, page.locator(".plain"), await page.query_selector(".fixed_top")]
            pictures.append(await screenshot_async(page, items, full_page=True))
        await browser.close()
    return pictures


def test_the_asynchronous_api() -> None:
    with ThreadPoolExecutor(1) as executor:  # in this thread, the synchronous API has a loop of its own
        one, other = executor.submit(asyncio.run, _asynchronous()).result()
    assert red(one) == 0 and np.array_equal(pixels(one), pixels(other))


async def _late(is_measured: threading.Event, is_late: threading.Event) -> None:
    from playwright.async_api import async_playwright

    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(**LAUNCH)  # type: ignore[arg-type]
        page = await browser.new_page(viewport=SIZE)  # type: ignore[arg-type]
        names = "Object.getOwnPropertyNames(window).length"
        before = await page.evaluate(names)
        taking = asyncio.create_task(screenshot_async(page))
        await asyncio.to_thread(is_measured.wait)
        assert await page.evaluate(names) > before
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(taking, 0.01)
        is_late.set()
        await page.wait_for_function(f"{names} === {before}")
        await browser.close()


def test_the_page_is_left_as_it_was_after_a_time_out(monkeypatch: pytest.MonkeyPatch) -> None:
    is_measured, is_late, take = threading.Event(), threading.Event(), PlaywrightPage.take

    def late(*arguments: Any) -> Any:
        is_measured.set()
        is_late.wait()
        return take(*arguments)

    monkeypatch.setattr(PlaywrightPage, "take", late)
    with ThreadPoolExecutor(1) as executor:
        executor.submit(asyncio.run, _late(is_measured, is_late)).result()
