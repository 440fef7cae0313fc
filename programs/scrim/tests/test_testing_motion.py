# SPDX-License-Identifier: MIT
"""scrim_tools.testing with pages that move while it takes a picture. Either the secret is covered, or there is no picture."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from browser_pages import CHROMIUM, FRAMES_SHOWN, HEIGHT, RED, SECRETS, STYLE, WIDTH, covered, document, red

from scrim_tools.pages.playwright import PlaywrightPage
from scrim_tools.shot import ShotError
from scrim_tools.testing import assert_screenshot, screenshot

sync_api = pytest.importorskip("playwright.sync_api")
pytestmark = pytest.mark.skipif(not CHROMIUM, reason="chromium is not installed")

ONE = {"": f"<p class=plain id=secret style='left: 60px; top: 60px; {RED}'>%s</p>"}


@pytest.fixture(scope="module")
def shared() -> Iterator[Any]:
    with sync_api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield browser.new_page(viewport={"width": WIDTH, "height": HEIGHT}, device_scale_factor=2)
        browser.close()


@pytest.fixture
def page(shared: Any) -> Any:
    shared.goto("about:blank")  # it ends the scripts of the test before
    return shared


MOTIONS = {
    "slow animation": "<style>@keyframes go { to { left: 160px } } #secret { animation: go 6s linear infinite alternate }</style>",
    "animation of the compositor": "<style>@keyframes go { to { transform: translate(150px, 90px) } }"
    " #secret { animation: go .4s linear infinite alternate }</style>",
    "turning": "<style>@keyframes go { to { rotate: 360deg } } #secret { animation: go 3s linear infinite }</style>",
    "script": "<script>(function go(now) { secret.style.left = 60 + Math.abs(now / 9 % 160 - 80) + 'px'; requestAnimationFrame(go) })(0)</script>",
    "jumping": "<script>setInterval(() => { secret.style.left = 60 + Math.random() * 200 + 'px' }, 5)</script>",
    "replaced": "<script>setInterval(() => { const old = document.querySelector('.plain'), one = old.cloneNode(true);"
    " one.style.left = 60 + Math.random() * 9 + 'px'; old.replaceWith(one) }, 5)</script>",
    "scrolling": "<script>setInterval(() => scrollTo(0, Math.abs(performance.now() / 40 % 80 - 40)), 5)</script>",
    "moving frame": "<script>secret.remove()</script><style>@keyframes go { to { left: 90px } } #frame { animation: go 2s linear"
    f" infinite alternate }}</style><iframe id=frame style='left: 20px; top: 50px; border: 0' srcdoc=\"<p class=plain style='{RED}'>\"></iframe>",
}


@pytest.mark.parametrize("motion", MOTIONS)
def test_pages_that_move(motion: str, page: Any) -> None:
    page.set_content(document(SECRETS[0], ONE) + MOTIONS[motion])
    if motion == "moving frame":
        page.frame_locator("iframe").locator("p").wait_for()
    assert red(page.screenshot()) > 500
    taken = 0
    for full in (False, True, False):
        try:
            assert red(screenshot(page, [".plain", "#card"], full_page=full, tries=2, allow_missing=True)) == 0
            taken += 1
        except ShotError as error:
            assert "changed by more than the dilation, 16 pixels" in str(error) or "showed no new frame" in str(error)
    if motion in ("slow animation", "replaced", "scrolling"):
        assert taken


def test_animations_that_playwright_stops(page: Any) -> None:
    """The element is elsewhere while the picture is taken, and only then."""
    still = "<style>@keyframes go { to { left: 61px } from { left: 60px } } #secret { left: 200px !important; translate: 0 90px;"
    page.set_content(document(SECRETS[0], ONE) + still + " animation: turn 9s infinite } @keyframes turn { from, to { translate: 0 0 } }</style>")
    assert red(screenshot(page, [".plain"], animations="disabled")) == 0


@pytest.mark.parametrize("sandbox", ["", "allow-same-origin"])
def test_frames_without_scripts(sandbox: str, page: Any) -> None:
    """No recorder runs there, so the whole frame is covered. The style moves the secret while the picture is taken, and only then."""
    inside = f"<div class=banner style='height: 70px'></div><p class=plain style='margin: 0; {RED}'>{SECRETS[0]}</p>"
    page.set_content(f"<!doctype html><iframe sandbox='{sandbox}' style='border: 0' srcdoc=\"{inside}\"></iframe><p>x</p>", wait_until="load")
    hidden = ".banner { display: none }"
    assert red(page.screenshot(style=hidden)) > 500
    assert red(screenshot(page, [".plain"], style=hidden)) == 0
    assert covered(screenshot(page, ["p.no"], allow_missing=True)) == 0


def during(monkeypatch: pytest.MonkeyPatch, before: str, after: str) -> None:
    """Runs scripts in the page before and after each picture is taken."""
    take: Callable[..., Any] = PlaywrightPage.take

    def taking(self: Any, full: bool, area: Any) -> Any:
        self._page.evaluate(f"() => {{ {before}; return {FRAMES_SHOWN} }}")
        picture = take(self, full, area)
        self._page.evaluate(f"() => {{ {after}; return {FRAMES_SHOWN} }}")
        return picture

    monkeypatch.setattr(PlaywrightPage, "take", taking)


@pytest.mark.parametrize("full", [False, True])
@pytest.mark.parametrize(
    ("there", "back"),
    [
        ("secret.style.left = '220px'", "secret.style.left = '60px'"),
        ("secret.style.transform = 'scale(3)'", "secret.style.transform = ''"),
        ("secret.style.overflow = 'visible'; secret.style.font = '60px serif'", "secret.style.overflow = secret.style.font = ''"),
        ("scrollTo(0, 40)", "scrollTo(0, 0)"),
        ("document.body.append(Object.assign(secret.cloneNode(true), { id: 'other' })); other.style.left = '250px'", "other.remove()"),
        ("document.body.style.zoom = 1.5", "document.body.style.zoom = 1"),
    ],
)
def test_what_moves_and_returns_is_covered(there: str, back: str, full: bool, page: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Both readings are equal, and only the recorder in the page knows where the secret was."""
    page.set_content(document(SECRETS[0], ONE))
    page.evaluate("scrollTo(0, 0)")
    during(monkeypatch, there, back)
    assert red(page.screenshot()) > 500
    if full and "zoom" in there:  # then the page is larger while the picture is taken
        with pytest.raises(ShotError, match="but the page is 400 × 1100 CSS pixels large"):
            screenshot(page, [".plain"], full_page=full, tries=1)
    else:
        assert red(screenshot(page, [".plain", "#card"], full_page=full, tries=1, allow_missing=True)) == 0


BANNER = "<p class=banner style='position: static; height: 150px'></p>"


@pytest.mark.parametrize(
    ("before", "options", "covered"),
    [
        ("", {}, True),
        ("clock", {}, True),
        ("window.requestAnimationFrame = () => 0", {}, True),
        ("window.requestAnimationFrame = (() => 0).bind()", {}, False),
        ("window.ResizeObserver = class { observe() {} disconnect() {} }", {}, False),
        ("", {"java_script_enabled": False}, False),
    ],
)
def test_a_page_with_another_clock(before: str, options: dict[str, Any], covered: bool, shared: Any) -> None:
    """Tests replace the functions on which recorders rely. The style moves the secret while the picture is taken, and only then."""
    page = shared.context.browser.new_page(viewport={"width": WIDTH, "height": HEIGHT}, **options)
    try:
        if before == "clock":
            page.clock.install(time=1_000_000)
            page.goto("about:blank")
            page.clock.pause_at(2_000_000)
        elif before:
            page.add_init_script(before)
            page.goto("about:blank")
        page.set_content(f"<!doctype html>{BANNER}<p class=plain style='{RED}'>{SECRETS[0]}</p>")
        hidden = ".banner { display: none }"
        assert red(page.screenshot(style=hidden)) > 500
        if covered:
            assert red(screenshot(page, [".plain"], style=hidden)) == 0
            return
        with pytest.raises(ShotError, match="no script of the page ran"):
            screenshot(page, [".plain"], style=hidden, tries=1)
    finally:
        page.close()


@pytest.mark.parametrize(
    ("after", "message"),
    [
        ("secret.style.left = '90px'", "the secure regions changed by more than the dilation, 16 pixels"),
        ("secret.remove()", "the secure regions changed by more than the dilation, 16 pixels"),
        ("document.body.append(secret.cloneNode(true)); document.body.lastChild.style.top = '200px'", "the secure regions changed by"),
        ("document.body.append(document.createElement('iframe'))", "a frame of the page loaded"),
        ("card.remove(); document.body.style.height = '2000px'", "the page changed its size|but the page is 400 × 2000"),
    ],
)
def test_what_moves_too_far_is_refused(after: str, message: str, page: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    page.set_content(document(SECRETS[0], ONE))
    during(monkeypatch, "", after)
    full = "height" in after
    for update in (False, True):
        with pytest.raises(ShotError, match=message):
            assert_screenshot(page, tmp_path / "page.png", [".plain"], full_page=full, tries=1, update=update, allow_missing=True)
        page.set_content(document(SECRETS[0], ONE))
    assert list(tmp_path.iterdir()) == []


_FRAME = f"f = document.createElement('iframe'); f.style = 'left: 150px; top: 90px'; %s.append(f); f.contentDocument.body.innerHTML = `<p class=plain style='{RED}'>4111`"


@pytest.mark.parametrize(
    ("there", "back"),
    [
        (_FRAME % "document.body", "f.remove()"),
        (_FRAME % "host.shadowRoot", "f.remove()"),
        ("elsewhere.style.left = '90px'", "elsewhere.remove()"),
        ("f = document.createElement('object'); f.data = 'data:text/html,4111'; document.body.append(f)", "f.remove()"),
    ],
)
def test_frames_that_are_shown_for_a_while_are_refused(there: str, back: str, page: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """No reading finds them, or what is in them. The page has frames and objects before, which are no reason to refuse it."""
    elsewhere = f"<iframe id=elsewhere style='left: -900px' srcdoc=\"<p class=plain style='{RED}'>4111\"></iframe>"
    others = "<object data='data:image/gif,'></object><embed src='data:image/gif,'><svg><iframe></iframe></svg>"
    shadow = "<script>host.attachShadow({ mode: 'open' }).innerHTML = '<iframe></iframe>'</script>"
    page.set_content(document(SECRETS[0], ONE) + elsewhere + others + f"<div id=host></div>{shadow}", wait_until="load")
    page.evaluate(FRAMES_SHOWN)
    assert red(screenshot(page, [".plain"], allow_missing=True)) == 0
    during(monkeypatch, there, back)
    with pytest.raises(ShotError, match="a frame of the page loaded or was removed while the picture was taken"):
        screenshot(page, [".plain"], tries=1, allow_missing=True)


def test_what_moves_a_little_is_covered_in_both_places(page: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    page.set_content(document(SECRETS[0], ONE))
    during(monkeypatch, "", "secret.style.left = '67px'")
    assert red(screenshot(page, [".plain"], tries=1)) == 0


def test_a_target_that_moves_is_refused(page: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    page.set_content(document(SECRETS[0], ONE))
    during(monkeypatch, "", "card.style.left = '90px'")
    with pytest.raises(ShotError, match="changed by more|the target moved"):
        screenshot(page.locator("#card"), [".card"], tries=1)


def test_a_picture_of_another_size_is_refused(page: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    page.set_content(document(SECRETS[0], ONE))
    monkeypatch.setattr(PlaywrightPage, "take", lambda self, full, area: self._page.screenshot(scale="css"))
    with pytest.raises(ShotError, match="has 400 × 300 pixels, but the page is 400 × 300 CSS pixels large at scale 2"):
        assert_screenshot(page, tmp_path / "page.png", [".plain"], tries=1, update=True)
    assert list(tmp_path.iterdir()) == []


def test_it_tries_again(page: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    page.set_content(STYLE + ONE[""])
    during(monkeypatch, "", "if (secret.style.left !== '120px') secret.style.left = '120px'")
    assert red(screenshot(page, [".plain"], tries=2)) == 0
