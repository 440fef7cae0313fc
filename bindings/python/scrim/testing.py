# SPDX-License-Identifier: MIT
"""For tests that compare screenshots: what is private, or changes with every run, is covered before anything is
compared or saved. Needs Pillow and numpy.

    def test_account_page(page):
        page.goto("/account")
        assert_screenshot(page.screenshot(), "account.png", mask=[page.locator(".iban"), (20, 40, 120, 24)])

The options are named as those of Playwright's toHaveScreenshot(). There are two differences: a mask that covers nothing
is an error unless `allow_missing` says otherwise, for it might have moved rather than gone; and masks lie upon the
reference too, whenever it was saved.
"""

from __future__ import annotations

import io
import os
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from .redact import RedactOptions, redact, redact_in_place
from .regions import Region
from .styles import Color, Style

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
    """The regions of a mask, in points.

    Each item is a Region; x, y, width, height; or something on a page: a locator of Playwright (every element that it
    finds), an element with `bounding_box()`, or one of Selenium with `rect`. What has no box raises LookupError;
    masked() and assert_screenshot() raise it for a box outside of the picture as well.
    """
    found: list[Region] = []
    for item in mask:
        boxes = list(_boxes(item))
        if not boxes and not allow_missing:
            raise LookupError(f"the mask {item!r} finds nothing that is shown: allow_missing=True if that is meant")
        found += boxes
    return found


def _boxes(item: Mask) -> Iterator[Region]:
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


def _now(value: Any) -> Any:
    if hasattr(value, "__await__"):
        value.close()
        raise TypeError("the mask's locators are asynchronous: await locator.bounding_box(), and give the boxes")
    return value


def masked(
    image: Any,
    mask: Iterable[Mask],
    *,
    mask_color: Color = "#ff00ff",
    scale: float = 1.0,
    dilation: int = 0,
    snap: int = 0,
    allow_missing: bool = False,
) -> Any:
    """A Pillow image in which a mask is covered with one colour.

    `image` is a Pillow image, the bytes of a picture's file, a path, or a numpy array in RGB or RGBA. Boxes are points
    of the page, `scale` its pixels per point (Playwright's device_scale_factor); `dilation` and `snap` are pixels, as
    in redact().
    """
    picture = _picture(image)
    regions = boxes_of(mask, allow_missing=allow_missing)
    how: RedactOptions = {"style": Style.solid(mask_color), "scale": scale, "dilation": dilation, "snap": snap}
    if not allow_missing:
        for region in regions:
            # Of all together it would not be known which one is outside.
            if not redact_in_place(picture.copy(), [region], **how).regions_inside:
                raise LookupError(f"{region} is outside of the picture: allow_missing=True if that is meant")
    return redact(picture, regions, **how)


def assert_screenshot(
    image: Any,
    reference: str | os.PathLike[str],
    mask: Iterable[Mask] = (),
    *,
    mask_color: Color = "#ff00ff",
    scale: float = 1.0,
    dilation: int = 0,
    snap: int = 0,
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
    it anew.
    """
    import numpy

    path = Path(reference)
    regions = boxes_of(mask, allow_missing=allow_missing)

    for name, value in (("threshold", threshold), ("max_diff_pixel_ratio", max_diff_pixel_ratio)):
        if not 0 <= value <= 1:  # NaN too, with which nothing would ever differ
            raise ValueError(f"{name} is from 0 to 1, not {value}")
    if max_diff_pixels < 0:
        raise ValueError(f"max_diff_pixels is 0 or more, not {max_diff_pixels}")

    def covered(picture: Any, may_miss: bool) -> Any:
        return masked(
            picture, regions, mask_color=mask_color, scale=scale, dilation=dilation, snap=snap, allow_missing=may_miss
        )

    actual = covered(image, allow_missing)
    if os.environ.get(UPDATE) == "1" if update is None else update:
        _save(actual, path)
        return
    if not path.exists():
        _save(actual, path)
        raise ScreenshotMismatch(f"{path} was not there: it has been written, look at it and run the test again")
    expected = covered(path, True)
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
