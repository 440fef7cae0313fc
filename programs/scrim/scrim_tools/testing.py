# SPDX-License-Identifier: MIT
"""Takes and compares screenshots in tests. Private content, and content that changes with every run, is covered before a
screenshot is compared or saved. Needs Pillow and numpy.

    def test_account_page(page):
        page.goto("/account")
        assert_screenshot(page, "account.png", mask=[".iban", page.get_by_label("Name")])

The first argument is what the screenshot shows: Playwright's page, locator or element handle, or Selenium's driver or
element. The functions take the picture themselves. They measure the elements of the mask before and after it, and a
recorder in the page notes every place to which they move. All of that is covered. If an element moved too far, or the picture
does not have the size of what was measured, ShotError is raised and no screenshot is returned.

The options have the names of Playwright's toHaveScreenshot(). There are two differences. A mask that covers nothing is
an error, because its element may have moved; `allow_missing` allows it. And the reference is covered with the same mask
before it is compared, even if it was saved without one.

An element is measured with everything inside it: its children, text, shadow roots that are open, frames, pseudo-elements and
markers of lists. A frame that runs no scripts is covered as a whole. Reflections, SVG filters, SVG markers, <use>, offset-path,
view transitions, a strong perspective, and some places of pseudo-elements cannot be measured, so they raise ShotError. The rest of what cannot be measured is covered within `dilation` of its element:

- letters and lines of text decorations that reach far out of their line
- an image in the `content` of a pseudo-element that is larger than the pseudo-element
- the parts of a closed shadow root that are outside its host, and what they place or paint
- shadows of text that ::first-line, ::first-letter, ::selection or a highlight adds, and letters that initial-letter enlarges
- a ::details-content that has a filter or is positioned, and markers of a @counter-style
- copies of the content elsewhere, such as a backdrop-filter, a canvas, or an SVG pattern

A picture that somebody else took can be masked with boxes of numbers, with masked() or assert_screenshot(). They need
`viewport`, the size of the area in which the numbers were measured.
"""

from __future__ import annotations

import math
import os
from collections.abc import Iterable
from numbers import Real
from pathlib import Path
from typing import Any

from scrim import Color, Region, Style, redact

from .fresh_file import exists, fresh_file
from .masks import check_inside, regions_of, sorted_items
from .pages import CALLER, PageShot, ShotOptions, capture, check_waiting, in_thread, is_asynchronous, is_page
from .shot import mask_of, picture_of

__all__ = [
    "UPDATE",
    "ScreenshotMismatch",
    "assert_screenshot",
    "assert_screenshot_async",
    "masked",
    "screenshot",
    "screenshot_async",
]

# pytest leaves out these frames, because it prints the arguments of functions, and those of elements contain their HTML.
__tracebackhide__ = True

#: The name of an environment variable. If it is 1, assert_screenshot() replaces references.
UPDATE = "SCRIM_UPDATE_SCREENSHOTS"

Mask = Any

#: The default of `dilation` for pages, in CSS pixels.
_DILATION = ShotOptions.dilation
#: Options of Playwright's screenshot() that would give another picture than the one that is measured.
_REFUSED = ("clip", "mask", "path", "quality", "scale", "type")


class ScreenshotMismatch(AssertionError):
    """A screenshot differs from its reference, or there was no reference."""

    #: The number of pixels that differ. None if the sizes differ, or if there was no reference.
    pixels: int | None = None
    #: The file with the covered screenshot. None if it was not written.
    actual: Path | None = None
    #: The file that shows the differences in red. None if it was not written.
    difference: Path | None = None


def screenshot(
    target: Any,
    mask: Iterable[Mask] = (),
    *,
    full_page: bool = False,
    mask_color: Color = "#ff00ff",
    dilation: float = _DILATION,
    size_multiple: int = 0,
    allow_missing: bool = False,
    tries: int = 5,
    **options: Any,
) -> Any:
    """Takes a screenshot in which a mask is covered with one color. Returns a Pillow image.

    `target` is Playwright's page, locator or element handle, or Selenium's driver or element. A page or driver shows its
    viewport, or the whole page with `full_page`. An element is scrolled into view first.

    Each item of `mask` is a CSS selector, a locator, an element, a Region, or four numbers x, y, width and height.
    Selectors and locators stand for every element that they find. Selectors find elements in all frames and open shadow
    roots. Regions and numbers are in CSS pixels from the corner of the screenshot.

    All boxes are enlarged by `dilation` CSS pixels to each side. If a box moves farther while the picture is taken, this
    is tried again, at most `tries` times. `size_multiple` is in pixels, as in redact(). `options` are passed to Playwright's
    screenshot(), for example animations="disabled".

    Raises ShotError if elements move too far or cannot be measured, and LookupError if an item of the mask finds nothing
    in the screenshot, unless `allow_missing` is true.
    """
    how = ShotOptions(full_page, mask_color, dilation, size_multiple, allow_missing, tries)
    return _taken(target, mask, how, options).picture


async def screenshot_async(target: Any, mask: Iterable[Mask] = (), **options: Any) -> Any:
    """Does the same as screenshot() for Playwright's asynchronous API."""
    return await in_thread(screenshot, target, mask, **options)


async def assert_screenshot_async(
    target: Any, reference: str | os.PathLike[str], mask: Iterable[Mask] = (), **options: Any
) -> None:
    """Does the same as assert_screenshot() for Playwright's asynchronous API."""
    await in_thread(assert_screenshot, target, reference, mask, **options)


def _taken(target: Any, mask: Iterable[Mask], how: ShotOptions, options: dict[str, Any]) -> PageShot:
    """Takes a screenshot of a page or of an element, and covers a mask."""
    if not is_page(target):
        wanted = "Playwright's page, locator or element handle, or Selenium's driver or element"
        raise TypeError(f"target must be {wanted} (got {type(target).__name__})")
    if is_asynchronous(target) and CALLER.get() is None:
        raise TypeError("target is of Playwright's asynchronous API; use await screenshot_async() or assert_screenshot_async()")
    if refused := [name for name in options if name in _REFUSED]:
        raise TypeError(f"{refused[0]}: this option of Playwright's screenshot() cannot be used with a mask")
    if not how.dilation >= 0:
        raise ValueError(f"dilation must be 0 or greater (got {how.dilation})")
    items = list(mask) if isinstance(mask, Iterable) and not isinstance(mask, str) else mask
    elements, boxes = sorted_items(items)
    shot = capture(target, elements, how, options)
    regions = [region for _, region in boxes]
    if not regions:
        return shot
    if not how.allow_missing:
        check_inside(regions, shot.picture, shot.scale)
    pixels = math.ceil(how.dilation * shot.scale)
    picture = _covered(shot.picture, regions, how.mask_color, shot.scale, pixels, how.size_multiple)
    return PageShot(picture, shot.covered | mask_of(regions, picture.size, shot.scale, pixels, how.size_multiple), shot.scale)


def masked(
    image: Any,
    mask: Iterable[Mask],
    *,
    mask_color: Color = "#ff00ff",
    scale: float = 1.0,
    viewport: tuple[float, float] | None = None,
    dilation: int = 0,
    size_multiple: int = 0,
    allow_missing: bool = False,
) -> Any:
    """Returns a copy of a picture, a Pillow image, in which boxes of numbers are covered with one color.

    `image` is a Pillow image, the bytes of a file, a path, or a numpy array in RGB or RGBA. Each item of `mask` is a Region
    or four numbers x, y, width and height in CSS pixels. `scale` is the number of pixels per CSS pixel, which Playwright
    calls device_scale_factor. `viewport` is the width and height of the area that the picture shows, in CSS pixels.
    `dilation` and `size_multiple` are in pixels, as in redact().

    Raises ValueError if the picture does not have the size of `viewport`, or if the mask has selectors or elements: nobody
    knows where the picture shows them, so use screenshot(). Raises LookupError if a box is partly or completely outside
    the picture, unless `allow_missing` is true.
    """
    picture = picture_of(image)
    regions = regions_of(mask, picture, scale, viewport, allow_missing)
    return _covered(picture, regions, mask_color, scale, dilation, size_multiple)


def _covered(picture: Any, regions: list[Region], color: Color, scale: float, dilation: int, size_multiple: int) -> Any:
    return redact(
        picture,
        regions,
        style=Style.solid(color),
        scale=scale,
        dilation=dilation,
        size_multiple=size_multiple,
        allow_nothing=True,
    )


def assert_screenshot(
    target: Any,
    reference: str | os.PathLike[str],
    mask: Iterable[Mask] = (),
    *,
    full_page: bool = False,
    mask_color: Color = "#ff00ff",
    dilation: float | None = None,
    size_multiple: int = 0,
    allow_missing: bool = False,
    tries: int = 5,
    threshold: float = 0.0,
    max_diff_pixels: int = 0,
    max_diff_pixel_ratio: float = 0.0,
    update: bool | None = None,
    scale: float | None = None,
    viewport: tuple[float, float] | None = None,
    **options: Any,
) -> None:
    """Compares a screenshot with its reference, a PNG file. Both are covered by the mask before that.

    `target` is what the screenshot shows, as in screenshot(), which also describes the mask and the options. Or it is a
    picture that somebody else took; then `mask`, `scale` and `viewport` are as in masked(). `dilation` is 8 CSS pixels for
    pages, and 0 for pictures.

    A pixel differs if one of its channels differs by more than `threshold`, a fraction of the channel's range from 0 to
    1. The larger of `max_diff_pixels` and `max_diff_pixel_ratio` says how many pixels may differ. If more differ, raises
    ScreenshotMismatch and writes two covered pictures next to the reference: the screenshot as NAME-actual.png, and the
    differences as NAME-diff.png.

    If there is no reference, the screenshot is written as the reference, and ScreenshotMismatch is raised once. With
    `update`, or SCRIM_UPDATE_SCREENSHOTS=1 if `update` is None, the reference is replaced and nothing is compared.

    Raises the errors of screenshot() or masked(). Nothing is written then.
    """
    import numpy

    path = Path(reference)
    for name, value in (("threshold", threshold), ("max_diff_pixel_ratio", max_diff_pixel_ratio)):
        if not isinstance(value, Real):
            raise TypeError(f"{name} must be a number from 0 to 1 (got {value!r})")
        if not 0 <= value <= 1:  # NaN too, with which nothing would ever differ
            raise ValueError(f"{name} must be from 0 to 1 (got {value})")
    if max_diff_pixels < 0:
        raise ValueError(f"max_diff_pixels must be 0 or greater (got {max_diff_pixels})")

    page = is_page(target)
    by = (_DILATION if page else 0) if dilation is None else dilation
    how = ShotOptions(full_page, mask_color, by, size_multiple, allow_missing, tries)
    if page:
        if scale is not None or viewport is not None:
            raise TypeError("scale and viewport are for pictures; a page is measured")
        shot = _taken(target, mask, how, options)
    else:
        if full_page or options:
            raise TypeError(f"{next(iter(options), 'full_page')}: this option is for pages, and target is a picture")
        shot = _picture(target, mask, 1.0 if scale is None else scale, viewport, how)
    actual = shot.picture
    if os.environ.get(UPDATE) == "1" if update is None else update:
        _save(actual, path)
        return
    if not exists(path):
        _save(actual, path)
        raise ScreenshotMismatch(f"{path} did not exist; it has been written, so check it and run the test again")
    expected = picture_of(path)
    if actual.size != expected.size:
        told = f"the size of the screenshot differs from {path}: {_size(actual)} instead of {_size(expected)} pixels"
        raise _mismatch(path, actual, None, told, None)
    one, other = (numpy.asarray(picture.convert("RGBA")).astype(numpy.int16) for picture in (actual, expected))
    differs = (numpy.abs(one - other).max(axis=2) > threshold * 255) & ~shot.covered
    count = int(differs.sum())
    if count > max(max_diff_pixels, max_diff_pixel_ratio * differs.size):
        rows, columns = numpy.nonzero(differs)
        place = f"x {columns.min()} to {columns.max()}, y {rows.min()} to {rows.max()}"
        told = f"{count} pixels differ from {path} ({count / differs.size:.2%}), at {place}"
        raise _mismatch(path, actual, differs, told, count)


def _picture(
    image: Any, mask: Iterable[Mask], scale: float, viewport: tuple[float, float] | None, how: ShotOptions
) -> PageShot:
    """Covers a mask in a picture that somebody else took."""
    picture, by = picture_of(image), math.ceil(how.dilation)
    regions = regions_of(mask, picture, scale, viewport, how.allow_missing)
    covered = mask_of(regions, picture.size, scale, by, how.size_multiple)
    return PageShot(_covered(picture, regions, how.mask_color, scale, by, how.size_multiple), covered, scale)


def _mismatch(path: Path, actual: Any, differs: Any, told: str, count: int | None) -> ScreenshotMismatch:
    error = ScreenshotMismatch(told)
    error.pixels = count
    error.actual = path.with_name(f"{path.stem}-actual.png")
    _save(actual, error.actual)
    if differs is not None:
        error.difference = path.with_name(f"{path.stem}-diff.png")
        _save(_differences(actual, differs), error.difference)
    error.add_note(f"the covered screenshot: {error.actual}")
    return error


def _differences(actual: Any, differs: Any) -> Any:
    """Returns a pale copy of the screenshot in which differing pixels are red."""
    import numpy
    from PIL import Image

    pixels = 192 + numpy.asarray(actual.convert("L").convert("RGB")) // 4
    pixels[differs] = (230, 0, 0)
    return Image.fromarray(pixels.astype(numpy.uint8))


def _size(picture: Any) -> str:
    return f"{picture.width} × {picture.height}"


def _save(picture: Any, path: Path) -> None:
    """Writes a file that appears complete or not at all."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with fresh_file(path) as temporary:
        picture.save(temporary, "PNG")
        check_waiting()
