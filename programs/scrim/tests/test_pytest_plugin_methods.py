# SPDX-License-Identifier: MIT
"""The methods of Playwright and Selenium that the pytest plugin replaces, in a real Chromium. Everything secret is red."""

from __future__ import annotations

import asyncio
import base64
import io
import json
import re
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from browser_pages import CHROMIUM, DRIVER, HEIGHT, MOST, SECRETS, WIDTH, covered, document, options_of_selenium, pixels, red
from PIL import Image

from scrim_tools.pages import replaced_playwright
from scrim_tools.pages.always import ALWAYS, FOUND
from scrim_tools.pages.replaced import DEVTOOLS, CannotReplace, Replacements, installed
from scrim_tools.pages.replaced_playwright import replace_playwright
from scrim_tools.pages.replaced_selenium import replace_selenium
from scrim_tools.shot import ShotError
from scrim_tools.testing import screenshot

sync_api = pytest.importorskip("playwright.sync_api")
pytestmark = pytest.mark.skipif(not CHROMIUM, reason="chromium is not installed")

MASK = [*MOST, ".card"]
LAUNCH = {"executable_path": CHROMIUM, "args": ["--no-sandbox"]}
SIZE = {"width": WIDTH, "height": HEIGHT}


@pytest.fixture
def replaced() -> Iterator[Replacements]:
    replacements = Replacements(MASK, ())
    replace_playwright(replacements)
    replace_selenium(replacements)
    yield replacements
    replacements.restore()
    assert ALWAYS == []


@pytest.fixture(scope="module")
def chromium() -> Iterator[Any]:
    with sync_api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(**LAUNCH)
        yield browser
        browser.close()


@pytest.fixture(scope="module")
def page(chromium: Any) -> Iterator[Any]:
    page = chromium.new_page(viewport=SIZE, device_scale_factor=2)
    page.set_content(document(SECRETS[0]))
    page.evaluate("scrollTo(0, 60)")
    yield page
    page.context.close()


OPTIONS: list[dict[str, Any]] = [
    {},
    {"full_page": True, "path": "page.jpg", "quality": 95},
    {"clip": {"x": 10.3, "y": 20, "width": 120, "height": 50}},
    {"clip": {"x": 0, "y": 500, "width": 500, "height": 200}, "full_page": True, "scale": "css"},
    {"scale": "css", "path": "page.png", "type": "webp"},
    {"omit_background": True, "type": "png", "path": "no_ending"},
    {"style": "body { margin-top: 90px }", "animations": "disabled"},
]


def bare_screenshot(page: Any, options: dict[str, Any]) -> bytes:
    """A screenshot by Playwright alone. On a busy machine, Chromium sometimes cannot capture the first one."""
    for _ in range(2):
        try:
            return page.screenshot(**options)
        except sync_api.Error as error:
            if "Unable to capture screenshot" not in str(error):
                raise
    return page.screenshot(**options)


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_options_of_playwright(options: dict[str, Any], page: Any, tmp_path: Path, request: Any) -> None:
    """The picture has the size and the format that Playwright gives it."""
    if "path" in options:
        options = {**options, "path": tmp_path / "new" / options["path"]}
    bare = Image.open(io.BytesIO(bare_screenshot(page, options)))
    request.getfixturevalue("replaced")
    content = page.screenshot(**options)
    picture = Image.open(io.BytesIO(content))
    assert (picture.format, picture.mode) == (bare.format, bare.mode)
    assert all(abs(one - other) <= 1 for one, other in zip(picture.size, bare.size, strict=True))
    if picture.format == "JPEG":  # its colors bleed at the edges
        values = pixels(picture)
        assert ((values[..., 0] - values[..., 1:].max(axis=2)) > 60).sum() == 0
    else:
        assert red(picture) == 0
    assert red(bare) > 500 and covered(picture) > 500
    if "path" in options:
        assert options["path"].read_bytes() == content


def test_an_own_mask_is_covered_too(page: Any, replaced: Replacements) -> None:
    # The corner of the card is not in MASK.
    both = screenshot(page.locator("#card"), [(100, 20, 50, 20)])
    mine = Image.open(io.BytesIO(page.locator("#card").screenshot(mask=[page.locator("#card")])))
    assert red(both) == 0 and covered(both) > 2 * 50 * 2 * 20 + 2 * 90 * 2 * 20
    assert covered(mine) > 0.9 * mine.width * mine.height
    assert replaced.refused == []


def test_what_cannot_be_covered(page: Any, chromium: Any, replaced: Replacements, tmp_path: Path) -> None:
    devtools = page.context.new_cdp_session(page)
    path = tmp_path / "file"
    calls = [
        lambda: page.pdf(path=path),
        lambda: page.context.tracing.start(screenshots=True),
        lambda: page.context.tracing.start(snapshots=True),
        lambda: chromium.start_tracing(page=page, path=path, screenshots=True),
        lambda: chromium.start_tracing(path=path, categories=["disabled-by-default-devtools.screenshot"]),
        lambda: devtools.send("Tracing.start", {}),
        lambda: chromium.new_context(record_video_dir=tmp_path),
        lambda: chromium.new_page(record_video_dir=tmp_path),
        lambda: chromium.browser_type.launch_persistent_context(tmp_path, record_video_dir=tmp_path),
        lambda: page.screencast.start(path=path),
        lambda: devtools.send("Page.captureScreenshot", {}),
        lambda: devtools.send("Page.captureSnapshot"),
        lambda: page.screenshot(path=tmp_path / "picture.gif"),
        lambda: page.screenshot(path=path.with_suffix(".png"), clip={"x": 5000, "y": 0, "width": 9, "height": 9}),
    ]
    for number, call in enumerate(calls, 1):
        with pytest.raises(sync_api.Error) as error:
            call()
        assert isinstance(error.value, ShotError), error.value
        assert len(replaced.refused) == number
    assert [one.name for one in tmp_path.iterdir()] == []
    with pytest.raises(sync_api.Error, match="Timeout 50ms"):
        page.locator(".missing").screenshot(timeout=50)
    ALWAYS.append("p:")
    with pytest.raises(sync_api.Error, match="could not be covered: mask: .*'p:' is not a valid selector"):
        page.screenshot()
    allowed = Replacements(MASK, ["tracing", "html"])
    allowed.check_devtools(sync_api.Error, "send", "Page.captureSnapshot")
    assert devtools.send("Page.getLayoutMetrics")


def test_commands_of_devtools(page: Any, replaced: Replacements) -> None:
    """No command reaches the browser, also if another one carries it."""
    devtools = page.context.new_cdp_session(page)
    sent = []
    for command in DEVTOOLS:
        message = json.dumps({"id": 1, "method": command})
        nested = json.dumps({"id": 1, "method": "Target.sendMessageToTarget", "params": {"message": message}})
        sent += [
            (command, {}),
            ("Target.sendMessageToTarget", {"sessionId": "1", "message": message}),
            ("Target.sendMessageToTarget", {"sessionId": "1", "message": nested}),
        ]
    unreadable = [{}, {"message": 5}, {"message": "{"}, {"message": "[]"}, {"message": "{}"}]
    sent += [("Target.sendMessageToTarget", parameters) for parameters in unreadable]
    for number, (command, parameters) in enumerate(sent, 1):
        with pytest.raises(sync_api.Error, match="scrim_mask cannot cover what it saves"):
            devtools.send(command, parameters) if number % 2 else devtools.send(method=command, params=parameters)
        assert len(replaced.refused) == number
    message = json.dumps({"id": 1, "method": "Page.getLayoutMetrics"})
    with pytest.raises(sync_api.Error, match="Protocol error .*[Ss]ession"):  # from the browser
        devtools.send("Target.sendMessageToTarget", {"sessionId": "1", "message": message})


#: Commands whose names contain one of these words, but which return no picture, and start nothing that does.
SUSPICIOUS = re.compile("screen|cast|snapshot|mirror|print|capture", re.IGNORECASE)
HARMLESS = {
    "Cast.disable",
    "Cast.enable",
    "Cast.setSinkToUse",  # for what the page itself casts
    "Cast.stopCasting",
    # Texts, which the plugin does not see.
    "DOMSnapshot.captureSnapshot",
    "DOMSnapshot.disable",
    "DOMSnapshot.enable",
    "DOMSnapshot.getSnapshot",
    "HeapProfiler.takeHeapSnapshot",
    # Simulated screens.
    "Emulation.addScreen",
    "Emulation.getScreenInfos",
    "Emulation.removeScreen",
    "Emulation.setPrimaryScreen",
    "Emulation.updateScreen",
    "emulation.setScreenOrientationOverride",
    "emulation.setScreenSettingsOverride",
    # They need a snapshot of a layer, which is refused.
    "LayerTree.profileSnapshot",
    "LayerTree.releaseSnapshot",
    "LayerTree.snapshotCommandLog",
    "Page.screencastFrameAck",
    "Page.stopScreenRecording",
    "Page.stopScreencast",
    "Runtime.setMaxCallStackSizeToCapture",
    "browsingContext.stopScreencast",
}


def test_new_commands_of_browsers() -> None:
    """If this fails, decide whether the new command shows the page: add it to DEVTOOLS or to HARMLESS."""
    common = Path(pytest.importorskip("selenium").__file__).parent / "webdriver/common"
    newest = max((common / "devtools").glob("v*"), key=lambda folder: int(folder.name[1:]))
    of_devtools = {name for file in newest.glob("*.py") for name in re.findall(r"'method': '(\w+\.\w+)'", file.read_text())}
    of_bidi = {name for file in (common / "bidi").glob("*.py") for name in re.findall(r'"([a-z]\w+\.\w+)"', file.read_text())}
    assert len(of_devtools) > 500 and len(of_bidi) > 50
    assert {"Target.sendMessageToTarget", "Target.exposeDevToolsProtocol"} <= of_devtools
    assert {name for name in of_devtools | of_bidi if SUSPICIOUS.search(name)} - DEVTOOLS.keys() - HARMLESS == set()


async def _asynchronous() -> list[Any]:
    from playwright.async_api import async_playwright

    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(**LAUNCH)  # type: ignore[arg-type]
        page = await browser.new_page(viewport=SIZE)  # type: ignore[arg-type]
        await page.set_content(document(SECRETS[0]))
        card = page.locator("#card")
        taken = await asyncio.gather(page.screenshot(full_page=True), page.screenshot())
        found = [*taken, await card.screenshot(), await (await card.element_handle()).screenshot()]
        await browser.close()
    return found


def test_the_asynchronous_api(replaced: Replacements) -> None:
    with ThreadPoolExecutor(1) as executor:  # in this thread, the synchronous API has a loop of its own
        for picture in executor.submit(asyncio.run, _asynchronous()).result():
            assert red(Image.open(io.BytesIO(picture))) == 0 and covered(Image.open(io.BytesIO(picture))) > 500


async def _late(path: Path, is_encoding: threading.Event, is_late: threading.Event) -> None:
    from playwright.async_api import async_playwright

    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(**LAUNCH)  # type: ignore[arg-type]
        page = await browser.new_page(viewport=SIZE)  # type: ignore[arg-type]
        taking = asyncio.create_task(page.screenshot(path=path))
        await asyncio.to_thread(is_encoding.wait)
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(taking, 0.01)
        is_late.set()
        await browser.close()


def test_no_file_is_written_after_a_time_out(replaced: Replacements, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    is_encoding, is_late, encoded = threading.Event(), threading.Event(), replaced_playwright._encoded

    def late(*arguments: Any) -> bytes:
        is_encoding.set()
        is_late.wait()
        return encoded(*arguments)

    monkeypatch.setattr(replaced_playwright, "_encoded", late)
    with ThreadPoolExecutor(1) as executor:
        executor.submit(asyncio.run, _late(tmp_path / "page.png", is_encoding, is_late)).result()
    assert list(tmp_path.iterdir()) == [] and replaced.refused == []


def test_restored_methods(page: Any) -> None:
    before = vars(sync_api.Page)["screenshot"]
    replacements = Replacements(MASK, ())
    replace_playwright(replacements)
    assert vars(sync_api.Page)["screenshot"] is not before
    replacements.restore()
    assert vars(sync_api.Page)["screenshot"] is before and red(page.screenshot()) > 500


def test_a_run_inside_of_another_one(page: Any, replaced: Replacements) -> None:
    """pytester runs an inner pytest in the process of the outer one. Its mask is added, and ends with it."""
    page.screenshot()
    found = dict(FOUND)
    inner = Replacements(["#card", MASK[0]], ())
    replace_playwright(inner)
    assert ALWAYS == [*MASK, "#card"] and FOUND == {}
    both = Image.open(io.BytesIO(page.screenshot(full_page=True)))
    assert red(both) == 0 and FOUND["#card"]
    inner.restore()
    assert ALWAYS == MASK and FOUND == found
    picture = Image.open(io.BytesIO(page.screenshot(full_page=True)))
    assert red(picture) == 0 and 500 < covered(picture) < covered(both)


class Base:
    def screenshot(self) -> str:
        return "uncovered"


class Inherits(Base):
    pass


def test_methods_of_other_versions() -> None:
    """A method that a library moved to a base class is replaced. If a method is missing, nothing may seem to be covered."""
    replacements = Replacements(MASK, ())
    replacements.replace(Inherits, "screenshot", lambda original: lambda self: "covered")
    assert Inherits().screenshot() == "covered" and Base().screenshot() == "uncovered"
    with pytest.raises(CannotReplace, match=r"this version of test_pytest_plugin_methods has no Inherits.capture\(\)"):
        replacements.replace(Inherits, "capture", lambda original: original)
    replacements.restore()
    assert Inherits().screenshot() == "uncovered"
    assert installed("no_such_library.api") is None
    with pytest.raises(CannotReplace, match="this version of playwright has no module playwright.no_such_api"):
        installed("playwright.no_such_api")


def test_selenium(replaced: Replacements, tmp_path: Path) -> None:
    webdriver = pytest.importorskip("selenium.webdriver")
    library = pytest.importorskip("selenium.common.exceptions").WebDriverException
    if not DRIVER:
        pytest.skip("chromium-driver is not installed")
    options = options_of_selenium(webdriver, tmp_path / "profile")
    options.enable_bidi = True
    driver = webdriver.Chrome(options=options, service=webdriver.ChromeService(DRIVER))
    try:
        driver.get("data:text/html,<title>empty</title>")
        driver.execute_script("document.open(); document.write(arguments[0]); document.close()", document(SECRETS[0]))
        taken = [
            driver.get_screenshot_as_base64(),
            driver.find_element("id", "card").screenshot_as_base64,
            driver.execute("FULL_PAGE_SCREENSHOT")["value"],  # as Firefox's driver
        ]
        for picture in [screenshot(driver, [], full_page=True), *(Image.open(io.BytesIO(base64.b64decode(one))) for one in taken)]:
            assert red(picture) == 0 and covered(picture) > 500
        calls = [
            driver.print_page,
            lambda: driver.execute_cdp_cmd("Page.captureScreenshot", {}),
            lambda: driver.browsing_context.capture_screenshot(context=driver.current_window_handle),
            lambda: driver.browsing_context.print(context=driver.current_window_handle),
            lambda: driver._websocket_connection.send_cmd("browsingContext.captureScreenshot", {}),
            lambda: driver._websocket_connection.send_cmd("goog:cdp.sendCommand", {"method": "Page.captureScreenshot"}),
            lambda: driver.execute_cdp_cmd("Page.startScreenRecording", {}),
            lambda: driver.execute_cdp_cmd("Target.sendMessageToTarget", {"message": '{"method": "Page.captureScreenshot"}'}),
            lambda: driver.start_tab_mirroring("screen"),
            lambda: driver.start_desktop_mirroring("screen"),
        ]
        for call in calls:
            with pytest.raises(library, match="scrim_mask cannot cover what it saves"):
                call()
        driver.execute_script("Element.prototype.getBoundingClientRect = () => { throw 'no' }")
        assert len(replaced.refused) == len(calls)
        assert driver.browsing_context.get_tree()
        with pytest.raises(library, match="could not be covered: the page could not be measured"):
            driver.save_screenshot(str(tmp_path / "page.png"))
        assert not (tmp_path / "page.png").exists()
    finally:
        driver.quit()
