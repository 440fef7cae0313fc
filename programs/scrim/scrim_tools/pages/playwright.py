# SPDX-License-Identifier: MIT
"""Measures and photographs a page through Playwright."""

from __future__ import annotations

from typing import Any

from ..shot import Unsettled
from .reading import TARGET, FrameReading
from .script import MEASURE
from .waiting import is_handle, is_locator, is_playwright_page, item_name, result

# pytest leaves out these frames, because it prints the arguments of functions, and those of elements contain their HTML.
__tracebackhide__ = True


class PlaywrightPage:
    """A page, and the element of which a picture is wanted, if it is not of the whole page."""

    def __init__(self, target: Any, key: str, options: dict[str, Any]) -> None:
        self._key, self._options = key, options
        self._element: Any = None
        if is_playwright_page(target):
            self._page = target
            return
        self._element = self._only(target) if is_locator(target) else target
        frame = result(self._element.owner_frame())
        if frame is None:
            raise ValueError("target must be an element of a page (got one that was removed)")
        self._page = frame.page
        self._target_frame = frame

    @staticmethod
    def _only(locator: Any) -> Any:
        try:
            return result(locator.element_handle())
        except Exception as error:
            if "strict mode violation" not in str(error):
                raise
        # Playwright's message contains the HTML of all elements that it found.
        raise ValueError("target: the locator finds more than one element; pass one of them, for example locator.first")

    @property
    def has_element(self) -> bool:
        return self._element is not None

    def show(self) -> None:
        """Scrolls to the element of which a picture is wanted."""
        result(self._element.scroll_into_view_if_needed())

    def measure(self, mask: list[tuple[int, Any]], full: bool) -> FrameReading:
        """Returns where the items of the mask are, each with its position in the mask."""
        selectors = [[index, item] for index, item in mask if isinstance(item, str)]
        elements: dict[Any, list[list[Any]]] = {}
        try:
            for index, item in mask:
                frame = None
                for handle in result(item.element_handles()) if is_locator(item) else [item] if is_handle(item) else []:
                    # All that a locator finds is in one frame.
                    frame = frame or result(handle.owner_frame())
                    if frame is not None:  # else it has been removed
                        if frame.page != self._page:
                            raise ValueError(f"mask: {item_name(index, item)} is on another page than the target")
                        elements.setdefault(frame, []).append([index, handle])
            return self._measured(self._page.main_frame, selectors, elements, full)
        except Exception as error:
            if type(error).__module__.startswith("playwright"):
                message = str(error).splitlines()[0]  # the other lines may contain HTML
                raise Unsettled(f"the page could not be measured: {message}", "wait until the page has loaded") from None
            raise

    def _measured(
        self, frame: Any, selectors: list[list[Any]], elements: dict[Any, list[list[Any]]], full: bool
    ) -> FrameReading:
        handles, children = [], []
        for child in frame.child_frames:
            if child.is_detached():
                continue
            handles.append(result(child.frame_element()))
            children.append(self._measured(child, selectors, elements, full))
        own = elements.get(frame, [])
        if self._element is not None and frame == self._target_frame:
            own = [*own, [TARGET, self._element]]
        args = {
            "key": self._key,
            "full": full,
            "selectors": selectors,
            "elements": own,
            "frames": handles,
            "shifted": True,
        }
        told = result(frame.evaluate(MEASURE, args))
        if told.get("invalid"):
            raise ValueError(f"mask: {told['invalid']}")
        return FrameReading(told, list(enumerate(children)))

    def stop(self) -> None:
        """Removes the recorders."""
        for frame in self._page.frames:
            try:
                result(frame.evaluate(MEASURE, {"key": self._key, "stop": True}), is_cleanup=True)
            except Exception:  # the frame has gone, and its recorder with it
                pass

    def take(self, full: bool, area: tuple[float, float]) -> Any:
        """Returns a picture of the viewport or of the whole page, whose size is `area`."""
        return result(self._page.screenshot(full_page=full, **self._options))
