# SPDX-License-Identifier: MIT
"""Measures and photographs a page through Selenium."""

from __future__ import annotations

import base64
from collections.abc import Callable
from typing import Any, TypeVar

from ..shot import ShotError, Unsettled
from .reading import TARGET, FrameReading
from .script import MEASURE
from .waiting import is_driver, is_web_element, item_name

# pytest leaves out these frames, because it prints the arguments of functions, and those of elements contain their HTML.
__tracebackhide__ = True

T = TypeVar("T")

_FRAMES = """
const roots = from => [from, ...[...from.querySelectorAll("*")].filter(e => e.shadowRoot).flatMap(e => roots(e.shadowRoot))]
return roots(document).flatMap(one => [...one.querySelectorAll("iframe, frame")])
"""
_SHOW = "arguments[0].scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' })"


class SeleniumPage:
    """The page of a driver, and the element of which a picture is wanted, if it is not of the whole page."""

    def __init__(self, target: Any, key: str, options: dict[str, Any]) -> None:
        if options:
            raise TypeError(f"{', '.join(options)}: Selenium has no such option; Playwright has it")
        self._element = None if is_driver(target) else target
        self._driver = target if is_driver(target) else target.parent
        self._key = key

    @property
    def has_element(self) -> bool:
        return self._element is not None

    def show(self) -> None:
        """Scrolls to the element of which a picture is wanted."""
        self._driver.execute_script(_SHOW, self._element)

    def measure(self, mask: list[tuple[int, Any]], full: bool) -> FrameReading:
        """Returns where the items of the mask are, each with its position in the mask. The driver stays in its frame."""
        selectors = [[index, item] for index, item in mask if isinstance(item, str)]
        elements = []
        for index, item in mask:
            if is_web_element(item):
                if item.parent != self._driver:
                    raise ValueError(f"mask: {item_name(index, item)} is of another driver than the target")
                elements.append([index, item])
        if self._element is not None:
            elements.append([TARGET, self._element])
        args = {"key": self._key, "full": full, "selectors": selectors}

        def measured(current: bool, frames: list[Any], children: list[tuple[int, FrameReading]]) -> FrameReading:
            told = self._run({**args, "elements": elements if current else [], "frames": frames})
            if told.get("invalid"):
                raise ValueError(f"mask: {told['invalid']}")
            if selectors and told["inner"] > 0:
                raise ShotError(
                    "Selenium cannot search a page inside <object> or <embed> for the selectors of the mask",
                    "mask the <object> or <embed>, and use elements instead of selectors",
                )
            return FrameReading(told, children)

        try:
            return self._walk(measured)
        except Exception as error:
            if type(error).__module__.startswith("selenium"):
                message = str(getattr(error, "msg", "") or error).splitlines()[0]
                raise Unsettled(f"the page could not be measured: {message}", "wait until the page has loaded") from None
            raise

    def _run(self, args: dict[str, Any]) -> Any:
        return self._driver.execute_script(f"return ({MEASURE})(arguments[0])", args)

    def _walk(self, visit: Callable[[bool, list[Any], list[tuple[int, T]]], T]) -> T:
        """Visits all frames, the inner ones first, and returns to the frame in which the driver was.

        `visit` is called in each frame, with whether it is the driver's, its frames, and what it returned for each of these.
        """
        driver, mark = self._driver, f"{self._key}_here"
        path: list[Any] = []
        here: list[Any] = []

        def descend() -> T:
            current = driver.execute_script("const own = arguments[0] in window; delete window[arguments[0]]; return own", mark)
            if current:
                path[:] = here
            frames = driver.execute_script(_FRAMES)
            children = []
            for position, frame in enumerate(frames):
                driver.switch_to.frame(frame)
                here.append(frame)
                children.append((position, descend()))
                here.pop()
                driver.switch_to.parent_frame()
            return visit(current, frames, children)

        driver.execute_script("window[arguments[0]] = true", mark)
        driver.switch_to.default_content()
        try:
            return descend()
        finally:
            driver.switch_to.default_content()
            for frame in path:
                driver.switch_to.frame(frame)

    def stop(self) -> None:
        """Removes the recorders."""
        try:
            self._walk(lambda *_: self._run({"key": self._key, "stop": True}))
        except Exception as error:  # a frame has gone, and its recorder with it
            if not type(error).__module__.startswith("selenium"):
                raise

    def take(self, full: bool, area: tuple[float, float]) -> Any:
        """Returns a picture of the viewport or of the whole page, whose size is `area`."""
        driver = self._driver
        if not full:
            return driver.get_screenshot_as_png()
        if hasattr(driver, "get_full_page_screenshot_as_png"):
            return driver.get_full_page_screenshot_as_png()
        if not hasattr(driver, "execute_cdp_cmd"):
            raise ValueError("full_page: only the drivers of Chromium and Firefox can take a screenshot of the whole page")
        # In these units, a page that the user zoomed is larger than in CSS pixels.
        zoom = driver.execute_cdp_cmd("Page.getLayoutMetrics", {})["cssVisualViewport"].get("zoom", 1)
        clip = {"x": 0, "y": 0, "width": area[0] * zoom, "height": area[1] * zoom, "scale": 1}
        told = driver.execute_cdp_cmd("Page.captureScreenshot", {"format": "png", "captureBeyondViewport": True, "clip": clip})
        return base64.b64decode(told["data"])
