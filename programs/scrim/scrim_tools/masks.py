# SPDX-License-Identifier: MIT
"""Masks of scrim_tools.testing: their boxes, and whether a picture shows what the boxes were measured in.

Playwright measures boxes from the corner of the viewport, Selenium from the corner of the page. Both corners are the
picture's only if the page is scrolled to its top and the picture shows the whole viewport or the whole page. A picture
of anything else would be covered in the wrong places, so it is refused.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from scrim import Region

Size = tuple[float, float]

#: What a page tells of itself, as an expression of JavaScript. `page` is what Playwright's full_page takes.
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
    """A page in a browser, as it is now. Sizes are CSS pixels."""

    viewport: Size
    page: Size
    #: Pixels per CSS pixel: the device scale factor.
    scale: float
    scroll: Size
    zoom: float
    #: Whether this is a frame within another page.
    framed: bool

    def check_corner(self) -> None:
        """Raises ValueError unless the corner of what is seen is the corner of the page."""
        if self.framed:
            raise ValueError(
                "the mask's element is in a frame, so its place in the picture is not known: give boxes of numbers,"
                " and viewport=(WIDTH, HEIGHT)"
            )
        if self.scroll != (0, 0) or self.zoom != 1:
            raise ValueError(
                f"the page is scrolled to {_pair(self.scroll, ', ')} at zoom {self.zoom:g}, so the mask may be"
                " elsewhere in the picture: scroll to 0, 0 at zoom 1 before the picture is taken"
            )


@dataclass
class Mask:
    """The boxes of a mask in CSS pixels, and the pages that they are on."""

    regions: list[Region] = field(default_factory=list)
    pages: list[Page] = field(default_factory=list)
    #: Whether there are boxes whose page is not known.
    bare: bool = False

    def check(self, picture: tuple[int, int], scale: float, viewport: Size | None) -> None:
        """Raises ValueError unless a picture of so many pixels shows what the boxes were measured in."""
        if self.bare and not self.pages and viewport is None:
            raise ValueError(
                "the mask has boxes of numbers, which do not tell what they were measured in: say how large that is, in"
                " CSS pixels, with viewport=(WIDTH, HEIGHT)"
            )
        for page in self.pages:
            page.check_corner()
            if not math.isclose(page.scale, scale, rel_tol=1e-4):
                raise ValueError(f"the page's device scale factor is {page.scale:g}, but scale={scale:g}")
            if not any(_shows(picture, size, scale) for size in (page.viewport, page.page)):
                raise ValueError(
                    f"the picture is {_pair(picture)} pixels, but the page's viewport is {_pair(page.viewport)} and the"
                    f" whole page {_pair(page.page)}, at scale={scale:g}: pictures of an element or of another part"
                    " cannot be covered"
                )
        if viewport is not None and not _shows(picture, viewport, scale):
            raise ValueError(
                f"the picture is {_pair(picture)} pixels, but viewport={_pair(viewport)} at scale={scale:g} makes"
                f" {_pair((viewport[0] * scale, viewport[1] * scale))}"
            )


def _shows(picture: tuple[int, int], size: Size, scale: float) -> bool:
    """Browsers round to whole pixels, one way or the other."""
    return all(abs(pixels - points * scale) < 1 for pixels, points in zip(picture, size, strict=True))


def _pair(values: tuple[float, float], between: str = " × ") -> str:
    return between.join(f"{value:.10g}" for value in values)


def read_mask(items: Iterable[Any], allow_missing: bool) -> Mask:
    """The boxes of what scrim_tools.testing.boxes_of() takes."""
    mask = Mask()
    for item in items:
        boxes = list(_boxes(item))
        if not boxes and not allow_missing:
            raise LookupError(f"the mask {item!r} finds nothing that is shown: allow_missing=True if that is meant")
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
        x, y, width, height = item
        yield Region((float(x), float(y), float(width), float(height)))


def _box(box: dict[str, float] | None) -> Iterator[Region]:
    if box is not None and box["width"] > 0 and box["height"] > 0:
        yield Region((float(box["x"]), float(box["y"]), float(box["width"]), float(box["height"])))


def _page(item: Any) -> Page | None:
    """The page that an item is on, where it tells."""
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
        measured.check_corner()  # Selenium's boxes would be of the page, and not of what is seen
    return measured


def _now(value: Any) -> Any:
    if hasattr(value, "__await__"):
        value.close()
        raise TypeError("the mask's locators are asynchronous: await locator.bounding_box(), and give the boxes")
    return value
