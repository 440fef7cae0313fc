# SPDX-License-Identifier: MIT
"""scrim_tools.testing with pictures that a real Chromium took, through Playwright and through Selenium.

Each picture is taken of two pages that differ in a secret alone. Either both files are equal, or there is none.
"""

from __future__ import annotations

import io
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from PIL import Image

from scrim_tools.testing import assert_screenshot, boxes_of, masked

sync_api = pytest.importorskip("playwright.sync_api")
webdriver = pytest.importorskip("selenium.webdriver")
CHROMIUM, DRIVER = shutil.which("chromium"), shutil.which("chromedriver")
pytestmark = pytest.mark.skipif(not (CHROMIUM and DRIVER), reason="chromium and chromium-driver are not installed")

SECRETS = ("4111 1111 1111 1111", "5500 0000 0000 0004")
WIDTH, HEIGHT = 400, 300
#: The secret's box is at 40, 120, and 240 × 40 CSS pixels large.
PAGE = """<!doctype html><meta charset="utf-8"><style>
body { margin: 0; height: %(height)dpx; font: 20px sans-serif; background: #f6f8f8 }
section { position: absolute; top: 100px; left: 20px; width: 300px; height: 180px; background: #dde4e6 }
p { position: absolute; top: 120px; left: 40px; width: 240px; height: 40px; margin: 0; overflow: hidden }
</style><h1>Account</h1><section><p style="top: 20px; left: 20px">%(secret)s</p></section>"""
MASK = (255, 0, 255)
HALF = (WIDTH / 2, HEIGHT / 2)


def document(secret: str, height: int = 1200) -> str:
    return PAGE % {"secret": secret, "height": height}


class Shot(NamedTuple):
    picture: bytes
    #: What the mask is made of.
    secret: Any


@pytest.fixture(scope="module")
def chromium() -> Iterator[Any]:
    with sync_api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture(scope="module")
def driver(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    options = webdriver.ChromeOptions()
    options.binary_location = CHROMIUM
    profile = tmp_path_factory.mktemp("profile")
    size = f"--window-size={WIDTH + 100},{HEIGHT + 200}"
    for option in ("--headless=new", "--no-sandbox", "--hide-scrollbars", size, f"--user-data-dir={profile}"):
        options.add_argument(option)
    driver = webdriver.Chrome(options=options, service=webdriver.ChromeService(DRIVER))
    yield driver
    driver.quit()


@contextmanager
def opened(browser: Any, secret: str, scale: float = 1, scroll: int = 0, height: int = 1200) -> Iterator[Any]:
    page = browser.new_page(viewport={"width": WIDTH, "height": HEIGHT}, device_scale_factor=scale)
    page.set_content(document(secret, height))
    page.evaluate(f"scrollTo(0, {scroll})")
    try:
        yield page
    finally:
        page.close()


def shown(picture: bytes) -> Any:
    return Image.open(io.BytesIO(picture)).convert("RGB")


def colors(image: Any) -> list[Any]:
    return [color for _, color in image.getcolors(image.width * image.height)]


def file_of(folder: Path, shot: Shot, **options: Any) -> bytes:
    """What is kept of a screenshot."""
    reference = folder / "page.png"
    assert_screenshot(shot.picture, reference, [shot.secret], update=True, **options)
    assert [path.name for path in folder.iterdir()] == ["page.png"]
    written = reference.read_bytes()
    reference.unlink()
    return written


def refuses(folder: Path, shot: Shot, message: str, **options: Any) -> None:
    for allow in (False, True):
        with pytest.raises(ValueError, match=message):
            masked(shot.picture, [shot.secret], allow_missing=allow, **options)
        for update in (False, True):
            with pytest.raises(ValueError, match=message):
                assert_screenshot(
                    shot.picture, folder / "page.png", [shot.secret], allow_missing=allow, update=update, **options
                )
    assert list(folder.iterdir()) == []


GOOD: dict[str, tuple[dict[str, Any], dict[str, Any], dict[str, Any]]] = {
    # Of the page, of the picture, of the comparison.
    "viewport": ({}, {}, {}),
    "viewport of a short page": ({"height": 200}, {}, {}),
    "two pixels each": ({"scale": 2}, {}, {"scale": 2}),
    "half pixels": ({"scale": 1.25}, {}, {"scale": 1.25}),
    "whole page": ({}, {"full_page": True}, {}),
    "whole page, two pixels each": ({"scale": 2}, {"full_page": True}, {"scale": 2}),
}


@pytest.mark.parametrize("case", GOOD)
def test_pictures_that_are_covered(case: str, chromium: Any, tmp_path: Path) -> None:
    of_page, of_picture, options = GOOD[case]
    pictures, files = [], []
    for secret in SECRETS:
        with opened(chromium, secret, **of_page) as page:
            shot = Shot(page.screenshot(**of_picture), page.locator("p"))
            pictures.append(shot.picture)
            files.append(file_of(tmp_path, shot, **options))
    assert shown(pictures[0]).tobytes() != shown(pictures[1]).tobytes()  # the secret is in the picture
    assert files[0] == files[1]
    scale = options.get("scale", 1)
    box = tuple(round(edge * scale) for edge in (40, 120, 280, 160))
    assert colors(shown(files[0]).crop(box)) == [MASK]


BAD: dict[str, tuple[dict[str, Any], dict[str, Any], dict[str, Any], str]] = {
    "device scale factor": ({"scale": 2}, {}, {}, "device scale factor 2 .got 1"),
    "scale of another page": ({}, {}, {"scale": 2}, "device scale factor 1 .got 2"),
    "css pixels": ({"scale": 2}, {"scale": "css"}, {"scale": 2}, "got 400 × 300 pixels"),
    "whole page, scrolled": ({"scroll": 300}, {"full_page": True}, {}, "got 0, 300 at zoom 1"),
    "viewport, scrolled": ({"scroll": 60}, {}, {}, "scrolled to 0, 0 at zoom 1 .got 0, 60"),
    "clip": ({}, {"clip": {"x": 20, "y": 100, "width": 300, "height": 180}}, {}, "got 300 × 180 pixels"),
    # Of as many pixels as a viewport at another scale would have.
    "clip of half the viewport": (
        {"scale": 2},
        {"clip": {"x": 20, "y": 100, "width": HALF[0], "height": HALF[1]}},
        {},
        "device scale factor 2 .got 1",
    ),
}


@pytest.mark.parametrize("case", BAD)
def test_pictures_that_do_not_match_the_boxes(case: str, chromium: Any, tmp_path: Path) -> None:
    of_page, of_picture, options, message = BAD[case]
    with opened(chromium, SECRETS[0], **of_page) as page:
        for secret in (page.locator("p"), page.query_selector("p")):
            refuses(tmp_path, Shot(page.screenshot(**of_picture), secret), message, **options)


def test_a_page_that_is_zoomed(chromium: Any, tmp_path: Path) -> None:
    """As by two fingers: neither the viewport nor the scroll position shows it."""
    with opened(chromium, SECRETS[0]) as page:
        page.context.new_cdp_session(page).send("Emulation.setPageScaleFactor", {"pageScaleFactor": 2})
        refuses(tmp_path, Shot(page.screenshot(), page.locator("p")), "at zoom 2")


def test_an_element(chromium: Any, tmp_path: Path) -> None:
    with opened(chromium, SECRETS[0]) as page:
        shot = Shot(page.locator("section").screenshot(), page.locator("p"))
        refuses(tmp_path, shot, "viewport, 400 × 300 CSS pixels.*got 300 × 180 pixels")


def test_an_element_in_a_frame(chromium: Any, tmp_path: Path) -> None:
    """Playwright measures it from the corner of the viewport too."""
    files = []
    for secret in SECRETS:
        with opened(chromium, "") as page:
            page.locator("section").evaluate(
                "(section, text) => { section.innerHTML = '<iframe style=margin:30px>';"
                " section.firstChild.srcdoc = text }",
                "<p style='margin: 0; width: 100px; height: 40px'>" + secret,
            )
            item = page.frame_locator("iframe").locator("p")
            item.wait_for()
            files.append(file_of(tmp_path, Shot(page.screenshot(), item)))
    assert files[0] == files[1]
    assert MASK in colors(shown(files[0]))


def test_boxes_of_numbers_need_the_size_of_what_they_are_in(chromium: Any, tmp_path: Path) -> None:
    """Asynchronous tests have nothing else, as do pages that are scrolled."""
    files = []
    for secret in SECRETS:
        with opened(chromium, secret, scroll=60) as page:
            shot = Shot(page.screenshot(), boxes_of([page.locator("p")])[0])
            refuses(tmp_path, shot, "viewport=")
            refuses(tmp_path, shot, "got 400 × 300 pixels", viewport=(400, 301))
            refuses(tmp_path, shot, "got 400 × 300 pixels", viewport=(400, 300), scale=2)
            files.append(file_of(tmp_path, shot, viewport=(400, 300)))
    assert files[0] == files[1]


def test_a_secret_that_is_partly_outside(chromium: Any, tmp_path: Path) -> None:
    with opened(chromium, SECRETS[0]) as page:
        page.evaluate("document.querySelector('section').style.left = '-60px'")
        with pytest.raises(LookupError, match="partly outside the screenshot"):
            assert_screenshot(page.screenshot(), tmp_path / "page.png", [page.locator("p")])
        assert list(tmp_path.iterdir()) == []
        made = masked(page.screenshot(), [page.locator("p")], allow_missing=True)
        assert colors(made.crop((0, 120, 200, 160))) == [MASK]


def load(driver: Any, secret: str, scroll: int = 0) -> Any:
    driver.get("about:blank")
    driver.execute_script("document.open(); document.write(arguments[0]); document.close()", document(secret))
    driver.execute_script(f"scrollTo(0, {scroll})")
    return driver.find_element("css selector", "p")


def test_selenium(driver: Any, tmp_path: Path) -> None:
    pictures, files = [], []
    for secret in SECRETS:
        shot = Shot(driver.get_screenshot_as_png(), load(driver, secret))
        shot = shot._replace(picture=driver.get_screenshot_as_png())
        pictures.append(shot.picture)
        files.append(file_of(tmp_path, shot))
    assert shown(pictures[0]).tobytes() != shown(pictures[1]).tobytes()
    assert files[0] == files[1]
    assert colors(shown(files[0]).crop((40, 120, 280, 160))) == [MASK]


def test_selenium_where_boxes_do_not_match(driver: Any, tmp_path: Path) -> None:
    secret = load(driver, SECRETS[0], scroll=60)
    refuses(tmp_path, Shot(driver.get_screenshot_as_png(), secret), "scrolled to 0, 0 at zoom 1 .got 0, 60")
    with pytest.raises(ValueError, match="scrolled to 0, 0 at zoom 1 .got 0, 60"):
        boxes_of([secret])  # they would be of the page, not of what is seen
    secret = load(driver, SECRETS[0])
    element = driver.find_element("css selector", "section")
    refuses(tmp_path, Shot(element.screenshot_as_png, secret), "got 300 × 180 pixels")


def test_selenium_in_a_frame(driver: Any, tmp_path: Path) -> None:
    load(driver, "")
    driver.execute_script(
        "const frame = document.body.appendChild(document.createElement('iframe'));"
        "frame.style = `position: absolute; top: 30px; left: 0; border: 0; width: ${innerWidth}px;"
        " height: ${innerHeight}px`; frame.srcdoc = arguments[0]",
        document(SECRETS[0], 100),
    )
    from selenium.webdriver.support.wait import WebDriverWait

    driver.switch_to.frame(driver.find_element("css selector", "iframe"))
    WebDriverWait(driver, 10).until(lambda driver: driver.find_elements("css selector", "p"))
    secret = driver.find_element("css selector", "p")
    refuses(tmp_path, Shot(driver.get_screenshot_as_png(), secret), "inside a frame")
    driver.switch_to.default_content()
