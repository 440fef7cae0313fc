# SPDX-License-Identifier: MIT
"""Errors of scrim_tools.testing about elements with private content, and what pytest prints of them.

Playwright's handles have a repr() with their HTML, and its locators one with the address of their page.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from browser_pages import CHROMIUM, DRIVER, options_of_selenium

from scrim_tools.testing import masked, screenshot, screenshot_async

sync_api = pytest.importorskip("playwright.sync_api")
pytestmark = pytest.mark.skipif(not CHROMIUM, reason="chromium is not installed")

LAUNCH = {"executable_path": CHROMIUM, "args": ["--no-sandbox"]}
SECRET = "4711"
HTML = f"""<div style="height: 2000px"><i id=other>x</i></div><p id=below title="PIN {SECRET}">{SECRET}</p>
<p id=hidden style="display: none">{SECRET}</p><iframe srcdoc="<p>{SECRET}"></iframe><iframe srcdoc="<p>{SECRET}"></iframe>"""


@pytest.fixture(scope="module")
def pages() -> Iterator[list[Any]]:
    with sync_api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(**LAUNCH)
        context = browser.new_context(viewport={"width": 400, "height": 300})
        context.route("**/*", lambda route: route.fulfill(body=HTML, content_type="text/html"))
        pages = [context.new_page(), context.new_page()]
        for page in pages:
            page.goto(f"http://site.test/?token={SECRET}")
        yield pages
        browser.close()


def removed(page: Any) -> Any:
    page.evaluate(f"document.body.append(Object.assign(document.createElement('p'), {{ id: 'removed', textContent: '{SECRET}' }}))")
    handle = page.query_selector("#removed")
    page.evaluate("document.querySelector('#removed').remove()")
    return handle


def lost_in_the_second_try(page: Any) -> Any:
    page.evaluate(f"document.querySelector('#other').title = '{SECRET}'")
    handle = page.query_selector("#other")
    page.evaluate("document.querySelector('#other').replaceWith(document.querySelector('#other').cloneNode(true))")
    return handle


#: Makes a mask, or the whole call, and what the message says.
MASKS: dict[str, tuple[Callable[[Any, Any], Any], str]] = {
    "scrolled out": (lambda one, _: ["#other", one.query_selector("#below")], r"the element mask\[1\] is outside the screenshot"),
    "locator, scrolled out": (lambda one, _: [one.locator("#below")], "the locator '#below' is outside the screenshot"),
    "hidden": (lambda one, _: [one.query_selector("#hidden")], r"mask: the element mask\[0\] is not visible"),
    "locator, hidden": (lambda one, _: [one.locator("#hidden")], "mask: the locator '#hidden' finds no visible element"),
    "removed": (lambda one, _: [removed(one)], r"mask: the element mask\[0\] is not visible"),
    "on another page": (lambda _, two: [two.query_selector("#below")], r"the element mask\[0\] is on another page"),
    "locator on another page": (lambda _, two: [two.locator("#below")], "the locator '#below' is on another page"),
    "in a frame": (lambda one, _: [one.frame_locator("iframe").first.locator("p")], "the locator 'iframe .* p' is outside"),
    "not a list": (lambda one, _: one.query_selector("#below"), r"must be a list .* \(got ElementHandle\)"),
    "nested": (lambda one, _: [[one.query_selector("#below")]], r"each item must be .* \(got list\)"),
    "page": (lambda one, _: [one], r"each item must be .* \(got Page\)"),
    "not a node": (lambda one, _: [one.evaluate_handle("document.querySelector('#below').title")], r"\(got JSHandle\)"),
}


def error_of(call: Callable[[], object]) -> pytest.ExceptionInfo[Exception]:
    """Fails if the secret is in the message, or in what pytest prints at most without its options for variables."""
    with pytest.raises(Exception) as caught:
        call()
    assert SECRET not in f"{caught.value} {getattr(caught.value, 'hint', '')}"
    printed = str(caught.getrepr(style="long", funcargs=True))
    assert SECRET not in printed, printed
    assert "error_of" in printed or "call()" in printed
    return caught


@pytest.mark.parametrize("name", MASKS)
def test_masks(name: str, pages: list[Any]) -> None:
    make, message = MASKS[name]
    mask = make(*pages)
    assert error_of(lambda: screenshot(pages[0], mask, tries=1)).match(message)


def test_an_element_that_is_removed_later(pages: list[Any]) -> None:
    mask = ["#below", lost_in_the_second_try(pages[0])]
    error = error_of(lambda: screenshot(pages[0], mask, tries=1, allow_missing=True))
    assert error.match("an element of the mask was removed")


def test_targets(pages: list[Any]) -> None:
    target = pages[0].locator("p")
    assert error_of(lambda: screenshot(target)).match("target: the locator finds more than one element")
    handle = pages[0].evaluate_handle("document.querySelector('#below').title")
    assert error_of(lambda: screenshot(handle)).match(r"\(got JSHandle\)")
    picture = pages[0].screenshot()
    mask = [pages[0].query_selector("#below")]
    assert error_of(lambda: masked(picture, mask, viewport=(400, 300))).match(r"shows the element mask\[0\] is unknown")
    removed_target = removed(pages[0])
    with pytest.raises(sync_api.Error) as error:  # of Playwright
        screenshot(removed_target)
    assert SECRET not in str(error.value)


def test_a_page_that_cannot_be_measured(pages: list[Any]) -> None:
    """Only the first line of Playwright's message is shown. The others may contain HTML."""
    page = pages[0].context.new_page()
    page.set_content(HTML)
    page.evaluate(f"() => {{ Element.prototype.getBoundingClientRect = () => {{ throw Error('no\\n{SECRET}') }} }}")
    assert error_of(lambda: screenshot(page, ["#below"], tries=1)).match("could not be measured: .*Error: no$")
    page.close()


async def _asynchronous() -> Callable[[], object]:
    from playwright.async_api import async_playwright

    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(**LAUNCH)  # type: ignore[arg-type]
        page = await browser.new_page()
        await page.set_content(HTML)
        mask = [await page.query_selector("#hidden")]
        try:
            await screenshot_async(page, mask)
        except Exception as caught:
            error = caught
        finally:
            await browser.close()

    def call() -> None:
        raise error

    return call


def test_the_asynchronous_api() -> None:
    from concurrent.futures import ThreadPoolExecutor

    with ThreadPoolExecutor(1) as executor:  # in this thread, the synchronous API has a loop of its own
        call = executor.submit(asyncio.run, _asynchronous()).result()
    assert error_of(call).match(r"the element mask\[0\] is not visible")


class OtherDriver:
    execute_script = get_screenshot_as_png = None


def test_selenium(tmp_path: Any) -> None:
    webdriver = pytest.importorskip("selenium.webdriver")
    if not DRIVER:
        pytest.skip("chromium-driver is not installed")
    driver = webdriver.Chrome(options=options_of_selenium(webdriver, tmp_path / "profile"), service=webdriver.ChromeService(DRIVER))
    try:
        driver.get(f"data:text/html,{HTML}")
        mask = [driver.find_element("id", "hidden")]
        assert error_of(lambda: screenshot(driver, mask)).match(r"the element mask\[0\] is not visible")
        mask[0]._parent = OtherDriver()
        assert error_of(lambda: screenshot(driver, mask)).match(r"the element mask\[0\] is of another driver")
        driver.execute_script(f"Element.prototype.getBoundingClientRect = () => {{ throw Error('no\\n{SECRET}') }}")
        assert error_of(lambda: screenshot(driver, ["#below"], tries=1)).match("could not be measured: javascript error: no")
    finally:
        driver.quit()
