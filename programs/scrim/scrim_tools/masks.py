# SPDX-License-Identifier: MIT
"""The masks of scrim_tools.testing: their boxes, and checks that the boxes fit the screenshot.

Playwright measures boxes from the corner of the viewport, and Selenium from the corner of the page. Both are the corner
of the screenshot only if the page is scrolled to its top and the screenshot shows the whole viewport or the whole page.
Any other screenshot would be covered in the wrong places, so it is refused.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from scrim import Region

Size = tuple[float, float]

#: A JavaScript expression that measures a page. `page` is the size of a screenshot with Playwright's full_page.
_MEASURE = """(() => {
    const root = document.documentElement, body = document.body || root, zoom = window.visualViewport
    const extent = side => ["scroll", "offset", "client"].flatMap(of => [root[of + side], body[of + side]])
    return {
        viewport: [innerWidth, innerHeight],
        page: [Math.max(...extent("Width")), Math.max(...extent("Height"))],
        scale: devicePixelRatio,
        scroll: [scrollX + (zoom ? zoom.offsetLeft : 0), scrollY + (zoom ? zoom.offsetTop : 0)],
        zoom: zoom ? zoom.scale : 1,
        framed: window !== window.top,
    }
})()"""


@dataclass(frozen=True)
class Page:
    """The present state of a page in a browser. Sizes are in CSS pixels."""

    #: The size of the visible part.
    viewport: Size
    #: The size of the whole page.
    page: Size
    #: The device scale factor: pixels per CSS pixel.
    scale: float
    #: How far the page is scrolled.
    scroll: Size
    #: The factor of a pinch zoom; 1 without.
    zoom: float
    #: Whether this is a frame inside another page.
    framed: bool

    def check_corner(self) -> None:
        """Raises ValueError unless the corner of the visible part is the corner of the page."""
        if self.framed:
            raise ValueError(
                "mask: an element is inside a frame, so its place in the screenshot is unknown; use boxes of numbers"
                " and viewport=(WIDTH, HEIGHT) instead"
            )
        if self.scroll != (0, 0) or self.zoom != 1:
            raise ValueError(
                f"mask: the page must be scrolled to 0, 0 at zoom 1 (got {_pair(self.scroll, ', ')} at zoom {self.zoom:g});"
                " otherwise its elements are elsewhere in the screenshot"
            )


@dataclass
class Mask:
    """The boxes of a mask in CSS pixels, and the pages on which they are."""

    #: The boxes.
    regions: list[Region] = field(default_factory=list)
    #: The pages that are known.
    pages: list[Page] = field(default_factory=list)
    #: Whether there are boxes whose page is unknown.
    bare: bool = False

    def check(self, picture: tuple[int, int], scale: float, viewport: Size | None) -> None:
        """Raises ValueError unless a screenshot of the size `picture` shows the area in which the boxes were measured."""
        if viewport is not None and not (isinstance(viewport, tuple | list) and len(viewport) == 2):
            raise TypeError(f"viewport must be a width and a height in CSS pixels (got {viewport!r})")
        if self.bare and not self.pages and viewport is None:
            raise ValueError(
                "viewport is missing: the mask has boxes of numbers, so add viewport=(WIDTH, HEIGHT), the size in CSS pixels of"
                " the area in which they were measured"
            )
        for page in self.pages:
            page.check_corner()
            if not math.isclose(page.scale, scale, rel_tol=1e-4):
                raise ValueError(f"scale must be the page's device scale factor {page.scale:g} (got {scale:g})")
            if not any(_shows(picture, size, scale) for size in (page.viewport, page.page)):
                raise ValueError(
                    f"image must show the whole viewport, {_pair(page.viewport)} CSS pixels, or the whole page,"
                    f" {_pair(page.page)}, at scale {scale:g} (got {_pair(picture)} pixels). Screenshots of an element or of"
                    " another part cannot be covered."
                )
        if viewport is not None and not _shows(picture, viewport, scale):
            raise ValueError(
                f"image must be {_pair((viewport[0] * scale, viewport[1] * scale))} pixels, for viewport {_pair(viewport)} at"
                f" scale {scale:g} (got {_pair(picture)} pixels)"
            )


def _shows(picture: tuple[int, int], size: Size, scale: float) -> bool:
    """Whether a screenshot has a size in CSS pixels. Browsers round to whole pixels, up or down."""
    return all(abs(pixels - points * scale) < 1 for pixels, points in zip(picture, size, strict=True))


def _pair(values: tuple[float, float], between: str = " × ") -> str:
    return between.join(f"{value:.10g}" for value in values)


def read_mask(items: Iterable[Any], allow_missing: bool) -> Mask:
    """Returns the boxes of the items that scrim_tools.testing.boxes_of() accepts."""
    mask = Mask()
    if isinstance(items, str) or not isinstance(items, Iterable):
        raise TypeError(f"mask must be a list of boxes, Regions and elements (got {items!r})")
    for item in items:
        boxes = list(_boxes(item))
        if not boxes and not allow_missing:
            raise LookupError(f"mask: {item!r} finds no visible element; if that is intended, add allow_missing=True")
        mask.regions += boxes
        page = _page(item)
        if page is None:
            mask.bare = mask.bare or bool(boxes)
        elif page not in mask.pages:
            mask.pages.append(page)
    return mask


def _boxes(item: Any) -> Iterator[Region]:
    if isinstance(item, Region):
        yield item
    elif callable(getattr(item, "all", None)):
        for element in _now(item.all()):
            yield from _box(_now(element.bounding_box()))
    elif callable(getattr(item, "bounding_box", None)):
        yield from _box(_now(item.bounding_box()))
    elif isinstance(getattr(item, "rect", None), dict):
        yield from _box(item.rect)
    else:
        try:
            x, y, width, height = map(float, item)
        except (TypeError, ValueError):
            wanted = "a Region, four numbers x, y, width, height, a Playwright locator or a Selenium element"
            hint = "; put a single box into a list" if isinstance(item, int | float) else ""
            raise TypeError(f"mask: each item must be {wanted} (got {item!r}){hint}") from None
        yield Region((x, y, width, height))


def _box(box: dict[str, float] | None) -> Iterator[Region]:
    if box is not None and box["width"] > 0 and box["height"] > 0:
        yield Region((float(box["x"]), float(box["y"]), float(box["width"]), float(box["height"])))


def _page(item: Any) -> Page | None:
    """Returns the page of an item, or None if it is unknown."""
    driver: Any = getattr(item, "parent", None)
    owner: Any = getattr(item, "owner_frame", None)
    page: Any = getattr(_now(owner()) if callable(owner) else item, "page", None)
    if callable(getattr(driver, "execute_script", None)):
        told = driver.execute_script(f"return {_MEASURE}")
    elif callable(getattr(page, "evaluate", None)):
        told = _now(page.evaluate(_MEASURE))
    else:
        return None
    pairs = {name: (float(told[name][0]), float(told[name][1])) for name in ("viewport", "page", "scroll")}
    measured = Page(scale=float(told["scale"]), zoom=float(told["zoom"]), framed=bool(told["framed"]), **pairs)
    if page is None:
        measured.check_corner()  # Selenium measures from the corner of the page, not of its visible part
    return measured


def _now(value: Any) -> Any:
    if hasattr(value, "__await__"):
        value.close()
        raise TypeError("mask: locators must be synchronous; await locator.bounding_box() and use the boxes instead")
    return value
