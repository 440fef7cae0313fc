# SPDX-License-Identifier: MIT
"""Compares screenshots in tests. Private content, and content that changes with every run, is covered before a
screenshot is compared or saved. Needs Pillow and numpy.

    def test_account_page(page):
        page.goto("/account")
        assert_screenshot(page.screenshot(), "account.png", mask=[page.locator(".iban"), (20, 40, 120, 24)])

The options have the names of Playwright's toHaveScreenshot(). There are two differences. A mask that covers nothing is
an error, because its element may have moved; `allow_missing` allows it. And the reference is covered with the same mask
before it is compared, even if it was saved without one.

A mask covers the right pixels only if the screenshot shows the area in which the mask was measured. The screenshot must
show the whole viewport of the page, or the whole page, and the page must be scrolled to its top. A screenshot of an
element, of a scrolled page, or at a scale other than `scale` raises ValueError, and nothing is saved. A mask that
consists only of numbers needs `viewport`, the size of the area in which the numbers were measured.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterable
from numbers import Real
from pathlib import Path
from typing import Any

from scrim import Color, Region, Style, redact, redact_in_place

from .masks import read_mask
from .shot import picture_of

__all__ = ["UPDATE", "ScreenshotMismatch", "assert_screenshot", "boxes_of", "masked"]

#: The name of an environment variable. If it is 1, assert_screenshot() replaces references.
UPDATE = "SCRIM_UPDATE_SCREENSHOTS"

Mask = Any


class ScreenshotMismatch(AssertionError):
    """A screenshot differs from its reference, or there was no reference."""

    #: The number of pixels that differ. None if the sizes differ, or if there was no reference.
    pixels: int | None = None
    #: The file with the covered screenshot. None if it was not written.
    actual: Path | None = None
    #: The file that shows the differences in red. None if it was not written.
    difference: Path | None = None


def boxes_of(mask: Iterable[Mask], *, allow_missing: bool = False) -> list[Region]:
    """Returns the regions of a mask, in CSS pixels from the corner of the viewport.

    Each item of `mask` is a Region, four numbers x, y, width and height, or an element of a page. Elements are a
    Playwright locator, which stands for every element that it finds, an object with `bounding_box()`, or a Selenium
    element with `rect`.

    Raises LookupError if an item has no box, unless `allow_missing` is true, and TypeError for any other item. Raises
    ValueError for a Selenium element on a scrolled page or in a frame, because Selenium measures it from the corner of
    the page or of the frame. Regions do not say on which page they were measured, so masked() and assert_screenshot()
    need `viewport` for them.
    """
    return read_mask(mask, allow_missing).regions


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
    """Returns a Pillow image in which a mask is covered with one color.

    `image` is a Pillow image, the bytes of a file, a path, or a numpy array in RGB or RGBA. Boxes are in CSS pixels.
    `scale` is the number of pixels per CSS pixel, which Playwright calls device_scale_factor. `viewport` is the width
    and height of the area that the screenshot shows, in CSS pixels. It is not needed for elements of a page.
    `dilation` and `size_multiple` are in pixels, as in redact().

    Raises ValueError if the screenshot does not show the area in which the mask was measured. Raises LookupError if an
    item has no box, or if its box is partly or completely outside the screenshot; `allow_missing` allows both.
    """
    picture, regions = _checked(image, mask, scale, viewport, allow_missing)
    return _covered(picture, regions, mask_color, scale, dilation, size_multiple)


def _checked(
    image: Any, mask: Iterable[Mask], scale: float, viewport: tuple[float, float] | None, allow_missing: bool
) -> tuple[Any, list[Region]]:
    """Returns the screenshot and the regions of its mask. Raises the errors of masked()."""
    picture, found = picture_of(image), read_mask(mask, allow_missing)
    found.check(picture.size, scale, viewport)
    for region in () if allow_missing else found.regions:
        # One by one, so that the message can name the region that is outside.
        report = redact_in_place(picture.copy(), [region], scale=scale, allow_nothing=True)
        if not report.regions_inside or report.regions_clipped:
            partly = "partly " if report.regions_inside else ""
            raise LookupError(
                f"mask: {region} is {partly}outside the screenshot of {_size(picture)} pixels; if that is intended, add"
                " allow_missing=True"
            )
    return picture, found.regions


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
    image: Any,
    reference: str | os.PathLike[str],
    mask: Iterable[Mask] = (),
    *,
    mask_color: Color = "#ff00ff",
    scale: float = 1.0,
    viewport: tuple[float, float] | None = None,
    dilation: int = 0,
    size_multiple: int = 0,
    allow_missing: bool = False,
    threshold: float = 0.0,
    max_diff_pixels: int = 0,
    max_diff_pixel_ratio: float = 0.0,
    update: bool | None = None,
) -> None:
    """Compares a screenshot with its reference, a PNG file. Both are covered by the mask before that.

    A pixel differs if one of its channels differs by more than `threshold`, a fraction of the channel's range from 0 to
    1. The larger of `max_diff_pixels` and `max_diff_pixel_ratio` says how many pixels may differ. If more differ, raises
    ScreenshotMismatch and writes two covered pictures next to the reference: the screenshot as NAME-actual.png, and the
    differences as NAME-diff.png.

    If there is no reference, the screenshot is written as the reference, and ScreenshotMismatch is raised once. With
    `update`, or SCRIM_UPDATE_SCREENSHOTS=1 if `update` is None, the reference is replaced and nothing is compared.

    The mask, `scale` and `viewport` are as in masked(), and the same errors are raised. Nothing is written then.
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

    picture, regions = _checked(image, mask, scale, viewport, allow_missing)
    actual = _covered(picture, regions, mask_color, scale, dilation, size_multiple)
    if os.environ.get(UPDATE) == "1" if update is None else update:
        _save(actual, path)
        return
    if not path.exists():
        _save(actual, path)
        raise ScreenshotMismatch(f"{path} did not exist; it has been written, so check it and run the test again")
    expected = _covered(picture_of(path), regions, mask_color, scale, dilation, size_multiple)
    if actual.size != expected.size:
        told = f"the size of the screenshot differs from {path}: {_size(actual)} instead of {_size(expected)} pixels"
        raise _mismatch(path, actual, None, told, None)
    one, other = (numpy.asarray(picture.convert("RGBA")).astype(numpy.int16) for picture in (actual, expected))
    differs = numpy.abs(one - other).max(axis=2) > threshold * 255
    count = int(differs.sum())
    if count > max(max_diff_pixels, max_diff_pixel_ratio * differs.size):
        rows, columns = numpy.nonzero(differs)
        place = f"x {columns.min()} to {columns.max()}, y {rows.min()} to {rows.max()}"
        told = f"{count} pixels differ from {path} ({count / differs.size:.2%}), at {place}"
        raise _mismatch(path, actual, differs, told, count)


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
    descriptor, name = tempfile.mkstemp(prefix=".scrim-", suffix=".png", dir=path.parent)
    try:
        with os.fdopen(descriptor, "wb") as file:
            picture.save(file, "PNG")
        os.chmod(name, 0o644)
        os.replace(name, path)
    except BaseException:
        os.unlink(name)
        raise
