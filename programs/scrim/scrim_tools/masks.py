# SPDX-License-Identifier: MIT
"""The masks of scrim_tools.testing: what their items are, and checks that boxes of numbers fit a picture.

Where a picture shows an element is known only while the picture is taken. Boxes of numbers were measured in an area of the
picture's size, which the caller names as `viewport`.
"""

from __future__ import annotations

from collections.abc import Iterable
from numbers import Real
from typing import Any

from scrim import Region, redact_in_place

from .pages import is_element, item_name

# pytest leaves out these frames, because it prints the arguments of functions, and those of elements contain their HTML.
__tracebackhide__ = True

Size = tuple[float, float]


def sorted_items(mask: Iterable[Any]) -> tuple[list[tuple[int, Any]], list[tuple[int, Region]]]:
    """Returns the selectors and elements of a mask, and its boxes of numbers, each with its position in the mask."""
    elements: list[tuple[int, Any]] = []
    boxes: list[tuple[int, Region]] = []
    if isinstance(mask, str) or not isinstance(mask, Iterable):
        raise TypeError(f"mask must be a list of selectors, elements, Regions and boxes (got {_shown(mask)})")
    for index, item in enumerate(mask):
        if isinstance(item, str) or is_element(item):
            elements.append((index, item))
        else:
            boxes.append((index, _region(item)))
    return elements, boxes


def _region(item: Any) -> Region:
    if isinstance(item, Region):
        return item
    try:
        x, y, width, height = map(float, item)
    except (TypeError, ValueError):
        wanted = "a CSS selector, an element of Playwright or Selenium, a Region, or four numbers x, y, width, height"
        hint = "; put a single box into a list" if isinstance(item, int | float) else ""
        raise TypeError(f"mask: each item must be {wanted} (got {_shown(item)}){hint}") from None
    return Region((x, y, width, height))


def _shown(thing: Any) -> str:
    """Returns strings and numbers as they are, and only the type of other objects, whose repr() may contain private content."""
    if isinstance(thing, tuple | list) and all(isinstance(part, str | Real) for part in thing):
        return repr(thing)
    return repr(thing) if thing is None or isinstance(thing, str | Real) else type(thing).__name__


def regions_of(mask: Iterable[Any], picture: Any, scale: float, viewport: Size | None, allow_missing: bool) -> list[Region]:
    """Returns the boxes of a mask for a picture that somebody else took. Raises the errors of masked()."""
    elements, boxes = sorted_items(mask)
    if elements:
        raise ValueError(
            f"mask: where this picture shows {item_name(*elements[0])} is unknown; pass the page, the driver or the element"
            " instead of a picture of it"
        )
    if viewport is not None and not (isinstance(viewport, tuple | list) and len(viewport) == 2):
        raise TypeError(f"viewport must be a width and a height in CSS pixels (got {viewport!r})")
    if boxes and viewport is None:
        raise ValueError(
            "viewport is missing: the mask has boxes of numbers, so add viewport=(WIDTH, HEIGHT), the size in CSS pixels of"
            " the area in which they were measured"
        )
    if viewport is not None and not _shows(picture.size, viewport, scale):
        raise ValueError(
            f"image must be {_pair((viewport[0] * scale, viewport[1] * scale))} pixels, for viewport {_pair(viewport)} at"
            f" scale {scale:g} (got {_pair(picture.size)} pixels)"
        )
    regions = [region for _, region in boxes]
    if not allow_missing:
        check_inside(regions, picture, scale)
    return regions


def check_inside(regions: Iterable[Region], picture: Any, scale: float) -> None:
    """Raises LookupError unless all regions are completely inside a picture."""
    for region in regions:
        # One by one, so that the message can name the region that is outside.
        report = redact_in_place(picture.copy(), [region], scale=scale, allow_nothing=True)
        if not report.regions_inside or report.regions_clipped:
            partly = "partly " if report.regions_inside else ""
            raise LookupError(
                f"mask: {region} is {partly}outside the screenshot of {_pair(picture.size)} pixels; if that is intended, add"
                " allow_missing=True"
            )


def _shows(picture: tuple[int, int], size: Size, scale: float) -> bool:
    """Whether a screenshot has a size in CSS pixels. Browsers round to whole pixels, up or down."""
    return all(abs(pixels - points * scale) < 1 for pixels, points in zip(picture, size, strict=True))


def _pair(values: tuple[float, float], between: str = " × ") -> str:
    return between.join(f"{value:.10g}" for value in values)
