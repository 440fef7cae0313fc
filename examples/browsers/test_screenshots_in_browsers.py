# SPDX-License-Identifier: MIT
"""Runs the samples of docs/how-to/test-screenshots.md in a real Chromium, with a page that an HTTP server serves."""

import asyncio
import functools
import http.server
import os
import shutil
import sys
import threading
from pathlib import Path

import pytest
from PIL import Image

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
os.environ.setdefault("SCRIM_LIBRARY", str(ROOT / "build/libscrim.so"))
sys.path[:0] = [str(HERE), str(ROOT / "bindings/python"), str(ROOT / "programs/scrim")]

sync_api = pytest.importorskip("playwright.sync_api")
webdriver = pytest.importorskip("selenium.webdriver")
CHROMIUM, DRIVER = shutil.which("chromium"), shutil.which("chromedriver")
pytestmark = pytest.mark.skipif(not (CHROMIUM and DRIVER), reason="chromium and chromium-driver are not installed")

PAGE = "account.html"
REFERENCE = Path("screenshots/account.png")
MASK = (255, 0, 255)
#: The name and the IBAN, 320 × 28 pixels each, with the 8 pixels between and around them.
COVERED = (320 + 2 * 8) * (28 + 8 + 28 + 2 * 8)


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass

    def end_headers(self):
        self.send_header("Cache-Control", "no-store")
        super().end_headers()


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """The current folder, which holds a copy of the page."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("SCRIM_UPDATE_SCREENSHOTS", raising=False)
    shutil.copy(HERE / PAGE, tmp_path)
    return tmp_path


@pytest.fixture
def base_url(folder):
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=folder)) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


@pytest.fixture
def page(base_url):
    """A page like the one that pytest-playwright's fixture gives a test when there is a base URL."""
    with sync_api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield browser.new_context(base_url=base_url, viewport={"width": 400, "height": 300}).new_page()
        browser.close()


@pytest.fixture
def driver(tmp_path_factory):
    options = webdriver.ChromeOptions()
    options.binary_location = CHROMIUM
    profile = f"--user-data-dir={tmp_path_factory.mktemp('profile')}"
    for option in ("--headless=new", "--no-sandbox", "--hide-scrollbars", "--window-size=500,500", profile):
        options.add_argument(option)
    driver = webdriver.Chrome(options=options, service=webdriver.ChromeService(DRIVER))
    yield driver
    driver.quit()


def masked_pixels(path):
    with Image.open(path) as image:
        return dict(map(reversed, image.convert("RGB").getcolors(1 << 20))).get(MASK, 0)


def write(old, new):
    """Changes a text of the page. The samples load the page each time they run."""
    text = Path(PAGE).read_text()
    assert old in text
    Path(PAGE).write_text(text.replace(old, new))


def check_sample(run):
    """Runs a sample as the page describes it: the first run writes the reference, and the others compare."""
    from scrim_tools.testing import ScreenshotMismatch

    with pytest.raises(ScreenshotMismatch):
        run()
    assert [path.name for path in REFERENCE.parent.iterdir()] == ["account.png"]
    assert masked_pixels(REFERENCE) == COVERED
    run()
    write("DE89 3704 0044 0532 0130 00", "GB33 BUKB 2020 1555 5555 55")
    run()
    write("Gold plan", "Silver plan")
    with pytest.raises(ScreenshotMismatch):
        run()
    actual, difference = (REFERENCE.with_stem(f"account-{name}") for name in ("actual", "diff"))
    assert sorted(REFERENCE.parent.iterdir()) == sorted([REFERENCE, actual, difference])
    assert masked_pixels(actual) == COVERED


def test_playwright(page):
    import account_playwright

    check_sample(lambda: account_playwright.test_account_page(page))


def test_playwright_async(base_url):
    from concurrent.futures import ThreadPoolExecutor

    import account_async
    from playwright.async_api import async_playwright
    from scrim_tools.testing import ScreenshotMismatch

    async def first_run():
        async with async_playwright() as playwright:
            browser = await playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
            page = await browser.new_page(base_url=base_url, viewport={"width": 400, "height": 300})
            with pytest.raises(ScreenshotMismatch):
                await account_async.test_account_page(page)
            await account_async.test_account_page(page)
            await browser.close()

    with ThreadPoolExecutor(1) as executor:  # in this thread, the sync API may have a loop of its own
        executor.submit(asyncio.run, first_run()).result()
    assert masked_pixels(REFERENCE) == COVERED


def test_selenium(driver, base_url):
    import account_selenium

    check_sample(lambda: account_selenium.test_account_page(driver, base_url))


def test_report(page):
    import report

    page.goto(f"/{PAGE}")
    report.save_report(page)
    assert masked_pixels("report.png") == COVERED
