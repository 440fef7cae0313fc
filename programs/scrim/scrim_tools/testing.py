# SPDX-License-Identifier: MIT
"""For tests that compare screenshots: what is private, or changes with every run, is covered before anything is
compared or saved. Needs Pillow and numpy.

    def test_account_page(page):
        page.goto("/account")
        assert_screenshot(page.screenshot(), "account.png", mask=[page.locator(".iban"), (20, 40, 120, 24)])

The options are named as those of Playwright's toHaveScreenshot(). There are two differences: a mask that covers nothing
is an error unless `allow_missing` says otherwise, for it might have moved rather than gone; and masks lie upon the
reference too, whenever it was saved.

A mask covers the right pixels only if the picture shows what the mask was measured in. The picture must show the whole
viewport of the page, or the whole page, and the page must be scrolled to its top. A picture of an element, a scrolled
page, or a scale other than `scale` raises ValueError, and nothing is saved. A mask that consists only of numbers needs
`viewport`, the size of what the numbers were measured in.
"""

from __future__ import annotations

import io
import os
import tempfile
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from scrim import Color, Region, Style, redact, redact_in_place

from .masks import read_mask

__all__ = ["UPDATE", "ScreenshotMismatch", "assert_screenshot", "boxes_of", "masked"]

#: Set to 1 in the environment, references are written anew.
UPDATE = "SCRIM_UPDATE_SCREENSHOTS"

Mask = Any


class ScreenshotMismatch(AssertionError):
    """A screenshot is not its reference, or there was none."""

    #: Pixels that differ; None where the sizes do, or there is no reference.
    pixels: int | None = None
    #: What was compared, covered; and what differs, in red. None where it was not written.
    actual: Path | None = None
    difference: Path | None = None


def boxes_of(mask: Iterable[Mask], *, allow_missing: bool = False) -> list[Region]:
    """The regions of a mask, in CSS pixels from the corner of the viewport.

    Each item is a Region; x, y, width, height; or something on a page: a locator of Playwright (every element that it
    finds), an element with `bounding_box()`, or one of Selenium with `rect`.

    An item without a box raises LookupError. An element of Selenium on a scrolled page or in a frame raises ValueError,
    because Selenium measures it from the corner of the page or of the frame. Regions do not say which page they were
    measured on, so masked() and assert_screenshot() need `viewport` for them.
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
    """A Pillow image in which a mask is covered with one color.

    `image` is a Pillow image, the bytes of a picture's file, a path, or a numpy array in RGB or RGBA. Boxes are in CSS
    pixels, `scale` is the picture's pixels per CSS pixel (Playwright's device_scale_factor), and `viewport` is the
    width and height of what the picture shows, in CSS pixels. Elements of a page tell their viewport themselves.
    `dilation` and `size_multiple` are pixels, as in redact().

    Raises ValueError if the picture does not show what the mask was measured in, and LookupError if an item has no box
    or its box is outside of the picture, wholly or partly. `allow_missing` allows the latter.
    """
    picture, regions = _checked(image, mask, scale, viewport, allow_missing)
    return _covered(picture, regions, mask_color, scale, dilation, size_multiple)


def _checked(
    image: Any, mask: Iterable[Mask], scale: float, viewport: tuple[float, float] | None, allow_missing: bool
) -> tuple[Any, list[Region]]:
    """The picture, and the regions of a mask that belongs to it."""
    picture, found = _picture(image), read_mask(mask, allow_missing)
    found.check(picture.size, scale, viewport)
    for region in () if allow_missing else found.regions:
        # If all were given together, the report would not tell which one is outside.
        report = redact_in_place(picture.copy(), [region], scale=scale)
        if not report.regions_inside or report.regions_clipped:
            partly = "partly " if report.regions_inside else ""
            raise LookupError(f"{region} is {partly}outside of the picture: allow_missing=True if that is meant")
    return picture, found.regions


def _covered(picture: Any, regions: list[Region], color: Color, scale: float, dilation: int, size_multiple: int) -> Any:
    return redact(picture, regions, style=Style.solid(color), scale=scale, dilation=dilation, size_multiple=size_multiple)


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
    """Compares a screenshot with its reference, a PNG, both covered by the mask; raises ScreenshotMismatch.

    A pixel differs where a channel does by more than `threshold`, a part of the whole range; of such pixels as many are
    allowed as the larger of `max_diff_pixels` and `max_diff_pixel_ratio` says. Where they are too many, the screenshot
    and a picture of what differs are written beside the reference, as NAME-actual.png and NAME-diff.png, covered too.
    Where there is no reference it is written, and the test fails once; `update`, or SCRIM_UPDATE_SCREENSHOTS=1, writes
    it anew. The mask, `scale` and `viewport` are as in masked(), which raises the same errors; nothing is written then.
    """
    import numpy

    path = Path(reference)
    for name, value in (("threshold", threshold), ("max_diff_pixel_ratio", max_diff_pixel_ratio)):
        if not 0 <= value <= 1:  # NaN too, with which nothing would ever differ
            raise ValueError(f"{name} is from 0 to 1, not {value}")
    if max_diff_pixels < 0:
        raise ValueError(f"max_diff_pixels is 0 or more, not {max_diff_pixels}")

    picture, regions = _checked(image, mask, scale, viewport, allow_missing)
    actual = _covered(picture, regions, mask_color, scale, dilation, size_multiple)
    if os.environ.get(UPDATE) == "1" if update is None else update:
        _save(actual, path)
        return
    if not path.exists():
        _save(actual, path)
        raise ScreenshotMismatch(f"{path} was not there: it has been written, look at it and run the test again")
    expected = _covered(_picture(path), regions, mask_color, scale, dilation, size_multiple)
    if actual.size != expected.size:
        raise _mismatch(path, actual, None, f"{path} is {_size(expected)} pixels, the screenshot {_size(actual)}", None)
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
    error.add_note(f"the screenshot, covered: {error.actual}")
    return error


def _differences(actual: Any, differs: Any) -> Any:
    """A pale picture with red where it differs."""
    import numpy
    from PIL import Image

    pixels = 192 + numpy.asarray(actual.convert("L").convert("RGB")) // 4
    pixels[differs] = (230, 0, 0)
    return Image.fromarray(pixels.astype(numpy.uint8))


def _size(picture: Any) -> str:
    return f"{picture.width} × {picture.height}"


def _picture(image: Any) -> Any:
    """An image in RGB or RGBA; a transparent pixel keeps what is under it until it is covered."""
    from PIL import Image

    if isinstance(image, bytes | bytearray | memoryview):
        image = Image.open(io.BytesIO(image))
    elif isinstance(image, str | os.PathLike):
        with Image.open(image) as opened:
            opened.load()
            image = opened
    elif not isinstance(image, Image.Image):
        image = Image.fromarray(image)
    if image.mode not in ("RGB", "RGBA"):
        image = image.convert("RGBA" if image.mode in ("LA", "PA") or "transparency" in image.info else "RGB")
    plain = image.copy()
    plain.info = {}
    return plain


def _save(picture: Any, path: Path) -> None:
    """A new file, whole or not there."""
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
