# SPDX-License-Identifier: MIT
"""Takes a screenshot of a page or of an element in which a mask is covered."""

from __future__ import annotations

import math
import secrets
from dataclasses import dataclass
from typing import Any, NamedTuple

from scrim import Color, Style

from ..shot import Unsettled, covered_shot, mask_of
from .always import ALWAYS, FOUND, TAKING
from .playwright import PlaywrightPage
from .reading import Box, PageReading
from .selenium import SeleniumPage
from .waiting import is_driver, is_locator, is_web_element, item_name

# pytest leaves out these frames, because it prints the arguments of functions, and those of elements contain their HTML.
__tracebackhide__ = True

#: Chromium's message if it has drawn no frame in time, as it happens on a busy machine. Another try succeeds.
_NO_FRAME = "Unable to capture screenshot"


@dataclass(frozen=True)
class ShotOptions:
    """How a mask is covered in a screenshot, as in testing.screenshot()."""

    full_page: bool = False
    mask_color: Color = "#ff00ff"
    #: In CSS pixels: by how much boxes are enlarged on each side, and how far they may move.
    dilation: float = 8
    size_multiple: int = 0
    allow_missing: bool = False
    tries: int = 5


class PageShot(NamedTuple):
    """A covered screenshot of a page or of an element."""

    #: A Pillow image.
    picture: Any
    #: Which pixels are covered, a numpy array of bool.
    covered: Any
    #: The number of pixels per CSS pixel.
    scale: float


def capture(
    target: Any,
    mask: list[tuple[int, Any]],
    how: ShotOptions,
    options: dict[str, Any],
) -> PageShot:
    """Takes a screenshot of `target` and covers `mask`, selectors and elements with their positions in the caller's mask.

    `options` are passed to Playwright's screenshot(). Elements
    that the selectors of ALWAYS find are covered too.
    """
    full_page = how.full_page
    key = f"__scrim_{secrets.token_hex(8)}"
    selenium = is_driver(target) or is_web_element(target)
    page = SeleniumPage(target, key, options) if selenium else PlaywrightPage(target, key, options)
    if page.has_element and full_page:
        raise ValueError("full_page must be false for an element (got true); pass the page or the driver instead")
    found: list[PageReading] = []
    after = 1 + max((index for index, _ in mask), default=-1)
    everything = [*mask, *enumerate(ALWAYS, after)]

    def read(full: bool = full_page) -> PageReading:
        found.append(PageReading(page.measure(everything, full), full, how.dilation))
        return found[-1]

    def take() -> Any:
        token = TAKING.set(True)
        try:
            return page.take(full_page, found[-1].area)
        except Exception as error:
            if _NO_FRAME in str(error):
                raise Unsettled("the browser could not capture the page", "try again when the machine is less busy") from error
            raise
        finally:
            TAKING.reset(token)

    try:
        if page.has_element:
            page.show()
            full_page = not _fits(read(False))
        first = read(full_page)
        if not how.allow_missing:
            for index, item in mask:
                if not first.items.get(index):
                    finds = "finds no visible element" if isinstance(item, str) or is_locator(item) else "is not visible"
                    raise LookupError(f"mask: {item_name(index, item)} {finds}; if that is intended, add allow_missing=True")
        found.clear()
        pixels = math.ceil(how.dilation * first.scale)
        shot = covered_shot(
            lambda: read(full_page),
            take,
            style=Style.solid(how.mask_color),
            dilation=pixels,
            size_multiple=how.size_multiple,
            tries=how.tries,
        )
    finally:
        page.stop()
    last = found[-1]
    for index, selector in enumerate(ALWAYS, after):
        FOUND[selector] = FOUND.get(selector, False) or bool(last.items.get(index))
    picture, covered = shot.picture, mask_of(shot.regions, shot.picture.size, 1, pixels, how.size_multiple)
    box = (0, 0, *picture.size)
    if page.has_element:
        if last.target is None:
            raise LookupError("target is not visible")
        box = _crop(last.target, last.scale, picture.size)
        picture, covered = picture.crop(box), covered[box[1] : box[3], box[0] : box[2]]
    if not how.allow_missing:
        for index, item in mask:
            if not any(_touches(one, last.scale, box) for one in last.items.get(index, [])):
                raise LookupError(
                    f"mask: {item_name(index, item)} is outside the screenshot of {picture.width} × {picture.height} pixels;"
                    " if that is intended, add allow_missing=True"
                )
    return PageShot(picture, covered, last.scale)


def _fits(reading: PageReading) -> bool:
    """Whether the viewport shows the whole target."""
    if reading.target is None:
        raise LookupError("target is not visible")
    left, top, right, bottom = reading.target
    inside = left >= 0 and top >= 0 and right <= reading.viewport[0] and bottom <= reading.viewport[1]
    return inside and not reading.shifted


def _crop(target: Box, scale: float, size: tuple[int, int]) -> tuple[int, int, int, int]:
    """Returns the pixels of an element, from the whole CSS pixels that it touches."""
    left, top = (max(0, math.floor(math.floor(edge + 1e-3) * scale + 1e-3)) for edge in target[:2])
    right, bottom = (
        min(most, math.ceil(math.ceil(edge - 1e-3) * scale - 1e-3)) for edge, most in zip(target[2:], size, strict=True)
    )
    if left >= right or top >= bottom:
        raise LookupError("target is outside the page's screenshot")
    return left, top, right, bottom


def _touches(box: Box, scale: float, crop: tuple[int, int, int, int]) -> bool:
    left, top, right, bottom = (edge * scale for edge in box)
    return left < crop[2] and right > crop[0] and top < crop[3] and bottom > crop[1]


