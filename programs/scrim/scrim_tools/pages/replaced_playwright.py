# SPDX-License-Identifier: MIT
"""Replaces the methods of Playwright that take pictures. See replaced.py."""

from __future__ import annotations

import functools
import io
import math
from concurrent.futures import CancelledError
from pathlib import Path
from typing import Any

from .always import TAKING
from .capture import PageShot, ShotOptions, capture
from .replaced import Replacements, installed
from .waiting import check_waiting, in_thread, is_locator, is_playwright_page, result

# pytest leaves out these frames, because it prints the arguments of functions, and those of elements contain their HTML.
__tracebackhide__ = True

_FORMATS = {".png": "png", ".jpg": "jpeg", ".jpeg": "jpeg", ".webp": "webp"}
_TIMEOUT_MS = 30_000


def replace_playwright(replacements: Replacements) -> None:
    for name in ("playwright.sync_api", "playwright.async_api"):
        if api := installed(name):
            _replace(replacements, api, name.endswith("async_api"))


def _replace(replacements: Replacements, api: Any, asynchronous: bool) -> None:
    def covered(call: str) -> Any:
        def take(page: Any, options: dict[str, Any]) -> bytes:
            try:
                return _screenshot(page, options)
            except (api.Error, CancelledError):
                raise
            except Exception as error:
                raise replacements.refusal(api.Error, call, error) from error

        def make(original: Any) -> Any:
            @functools.wraps(original)
            def screenshot(self: Any, **options: Any) -> Any:
                return original(self, **options) if TAKING.get() else take(self, options)

            @functools.wraps(original)
            async def screenshot_async(self: Any, **options: Any) -> Any:
                return await (original(self, **options) if TAKING.get() else in_thread(take, self, options))

            return screenshot_async if asynchronous else screenshot

        return make

    def checked(call: str, word: str, instead: str, *names: str) -> Any:
        """The call is refused if one of these arguments is given. Without names, it is always refused."""

        def make(original: Any) -> Any:
            @functools.wraps(original)
            def method(self: Any, *arguments: Any, **options: Any) -> Any:
                if not names or any(options.get(name) for name in names):
                    replacements.check_allowed(api.Error, call, word, instead)
                return original(self, *arguments, **options)

            return method

        return make

    def checked_send(original: Any) -> Any:
        @functools.wraps(original)
        def send(self: Any, method: str, *arguments: Any, **options: Any) -> Any:
            if not TAKING.get():
                parameters = arguments[0] if arguments else options.get("params")
                replacements.check_devtools(api.Error, "CDPSession.send():", method, parameters)
            return original(self, method, *arguments, **options)

        return send

    def owner(name: str) -> Any:
        """Returns a class. An empty one, which has no methods to replace, stands for a class that is missing."""
        found = getattr(api, name, None) or getattr(installed(f"{api.__name__}._generated"), name, None)
        return found or type(name, (), {"__module__": api.__name__})

    for name in ("Page", "Locator", "ElementHandle"):
        replacements.replace(owner(name), "screenshot", covered(f"{name}.screenshot()"))
    tracing = checked("Tracing.start()", "tracing", "trace without pictures and copies of the page", *_TRACED)
    replacements.replace(owner("Tracing"), "start", tracing)
    traced = checked("Browser.start_tracing(screenshots=True)", "tracing", "trace without pictures", "screenshots", "categories")
    replacements.replace(owner("Browser"), "start_tracing", traced)
    for name, method in (("Browser", "new_context"), ("Browser", "new_page"), ("BrowserType", "launch_persistent_context")):
        video = checked(f"{name}.{method}(record_video_dir=…)", "video", "record no video", "record_video_dir")
        replacements.replace(owner(name), method, video)
    if hasattr(owner("Page"), "screencast"):  # older versions have none
        replacements.replace(owner("Screencast"), "start", checked("Screencast.start()", "video", "record no video"))
    replacements.replace(owner("Page"), "pdf", checked("Page.pdf()", "pdf", "print no PDF"))
    replacements.replace(owner("CDPSession"), "send", checked_send)


#: Arguments of Tracing.start() that put pictures or copies of the page into the trace.
_TRACED = ("screenshots", "snapshots", "aria_snapshots", "screen_snapshots")


def _screenshot(target: Any, options: dict[str, Any]) -> bytes:
    """Does what Playwright's screenshot() does, with a covered picture."""
    given = {name: value for name, value in options.items() if value is not None}
    path, quality, clip = (given.pop(name, None) for name in ("path", "quality", "clip"))
    kind = given.pop("type", None) or _FORMATS.get(Path(path).suffix.lower() if path else ".png", "")
    if kind not in _FORMATS.values():
        raise ValueError(f"path must end with .png, .jpg, .jpeg or .webp, or type must be given (got {str(path)!r})")
    in_css_pixels = given.pop("scale", "device") == "css"
    full_page = given.pop("full_page", False)
    # Measuring a page that hangs would take forever.
    wait = {"timeout": given.get("timeout", _TIMEOUT_MS)}
    if is_playwright_page(target):
        result(target.wait_for_selector(":root", state="attached", **wait))
    elif is_locator(target):
        target = result(target.element_handle(**wait))
    shot = capture(target, [], ShotOptions(full_page=full_page, allow_missing=True), given)
    content = _encoded(_resized(shot, clip, in_css_pixels), kind, quality)
    if path:
        check_waiting()
        Path(path).parent.mkdir(parents=True, exist_ok=True)
        Path(path).write_bytes(content)
    return content


def _resized(shot: PageShot, clip: Any, in_css_pixels: bool) -> Any:
    picture, scale = shot.picture, shot.scale
    if clip:
        left, top = clip["x"] * scale, clip["y"] * scale
        right, bottom = left + clip["width"] * scale, top + clip["height"] * scale
        corner = (max(0, math.floor(left)), max(0, math.floor(top)))
        box = (*corner, min(picture.width, math.ceil(right)), min(picture.height, math.ceil(bottom)))
        if box[0] >= box[2] or box[1] >= box[3]:
            raise ValueError(f"clip must be partly inside the picture (got {clip})")
        picture = picture.crop(box)
    if in_css_pixels and scale != 1:
        picture = picture.resize((max(1, round(picture.width / scale)), max(1, round(picture.height / scale))))
    return picture


def _encoded(picture: Any, kind: str, quality: int | None) -> bytes:
    file = io.BytesIO()
    match kind:
        case "png":
            picture.save(file, "PNG")
        case "jpeg":
            picture.convert("RGB").save(file, "JPEG", quality=80 if quality is None else quality)
        case _:
            picture.save(file, "WEBP", quality=100 if quality is None else quality, lossless=quality in (None, 100))
    return file.getvalue()
