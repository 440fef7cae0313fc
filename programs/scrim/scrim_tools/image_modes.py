# SPDX-License-Identifier: MIT
"""Covers pictures of all modes that Pillow has, and colors of 16 bits. Pixels outside the regions keep their exact values."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, NamedTuple

from scrim import Report, Style, StyleClass, StyleKind, redact_in_place, redact_into

from .errors import FileError, need
from .image_wide import WidePicture

#: The kinds of styles that work in 16 bits.
_OF_16_BITS = (StyleKind.SOLID, StyleKind.FROST, StyleKind.TILES, StyleKind.PIXELATE)
_NATIVE = {"L": 1, "RGB": 3, "RGBA": 4, "RGBX": 4}


class Cover(NamedTuple):
    """How a frame is covered: the arguments of scrim.redact_into(), except for the pictures."""

    regions: list[Any]
    options: dict[str, Any]
    #: How many pixels the codec's blocks begin left of and above the frame.
    offset: tuple[int, int] = (0, 0)


def cover_image(image: Any, cover: Cover) -> tuple[Any, Report]:
    """Returns a copy of a Pillow image with regions covered, and the report. The mode stays the same.

    The only exception is the mode "1", which becomes "L" if a style uses levels between black and white.
    """
    numpy = need("numpy", "numpy")
    if isinstance(image, WidePicture):
        pixels, report = _wide(image.pixels, cover)
        return WidePicture(pixels), report
    if image.mode in _NATIVE:
        pixels, report = _cover(numpy.asarray(image), cover)
        return _image(pixels, image.mode), report
    if image.mode == "1":
        pixels, report = _cover(numpy.asarray(image.convert("L")), cover)
        made = _image(pixels, "L")
        return (made.convert("1", dither=0) if numpy.isin(pixels, (0, 255)).all() else made), report
    if image.mode.startswith("I;16"):
        pixels, report = _wide(numpy.asarray(image)[..., None], cover)
        return need("PIL.Image", "Pillow").fromarray(pixels[..., 0]), report
    if image.mode.startswith(("I", "F")):
        return _levels(image, cover)
    return _by_conversion(image, cover)


def covered_pixels(size: tuple[int, int], cover: Cover) -> Any:
    """Returns which pixels are covered, as an array of bool."""
    numpy = need("numpy", "numpy")
    blank = numpy.zeros((size[1], size[0]), numpy.uint8)
    options = {name: value for name, value in cover.options.items() if name not in ("style", "styles")}
    # Any style covers the same pixels. There must be as many styles as the regions refer to.
    options["styles"] = [Style.solid("#ffffff") for _ in cover.options.get("styles", [None])]
    return _cover(blank, cover._replace(options=options))[0] != 0


def _cover(pixels: Any, cover: Cover) -> tuple[Any, Report]:
    numpy = need("numpy", "numpy")
    left, above = cover.offset
    regions = cover.regions
    source = pixels
    if left or above:
        # In one color: copies of border pixels could repeat private content.
        edges = [(above, 0), (left, 0)] + [(0, 0)] * (pixels.ndim - 2)
        source = numpy.pad(pixels, edges, constant_values=128 if pixels.dtype == numpy.uint8 else 32896)
        regions = [moved(region, left, above) for region in regions]
    target = numpy.zeros_like(source, order="C")
    report = redact_into(source, target, regions, **cover.options)
    return target[above:, left:], report


def moved(region: Any, x: float, y: float) -> Any:
    """Returns a region that is moved by x and y."""
    if region.points:
        return replace(region, points=tuple((px + x, py + y) for px, py in region.points))
    left, top, width, height = region.rect
    return replace(region, rect=(left + x, top + y, width, height))


def regions_inside(size: tuple[int, int], cover: Cover) -> set[int]:
    """Returns the indices of the regions that cover a pixel of a picture of this size."""
    numpy = need("numpy", "numpy")
    left, above = cover.offset
    blank = numpy.zeros((size[1] + above, size[0] + left), numpy.uint8)
    options = {**cover.options, "allow_nothing": True}
    return {
        index
        for index, region in enumerate(cover.regions)
        if redact_in_place(blank, [moved(region, left, above)], **options).regions_inside
    }


def _image(pixels: Any, mode: str) -> Any:
    pillow = need("PIL.Image", "Pillow")
    height, width = pixels.shape[:2]
    return pillow.frombytes(mode, (width, height), pixels.tobytes())


def _wide(values: Any, cover: Cover) -> tuple[Any, Report]:
    """Covers an array of 16 bits with 1, 3 or 4 channels."""
    numpy = need("numpy", "numpy")
    values = values.astype(numpy.uint16)
    channels = values.shape[2]
    if any(style.kind not in _OF_16_BITS for style in cover.options.get("styles", ())):
        # The library computes these styles in eight bits.
        narrow = ((values.astype(numpy.uint32) + 128) // 257).astype(numpy.uint8)
        covered, report = _cover(narrow[..., 0] if channels == 1 else narrow, cover)
        inside = covered_pixels((values.shape[1], values.shape[0]), cover)
        values[inside] = covered.reshape(values.shape)[inside] * numpy.uint16(257)
        return values, report
    if channels == 3:
        alpha = numpy.full((*values.shape[:2], 1), 65535, numpy.uint16)
        covered, report = _cover(numpy.concatenate([values, alpha], 2), cover)
        return covered[..., :3], report
    covered, report = _cover(values[..., 0] if channels == 1 else values, cover)
    return covered.reshape(values.shape), report


def _levels(image: Any, cover: Cover) -> tuple[Any, Report]:
    """Covers a gray picture of 32 bits or floating-point numbers: in eight bits, which are then scaled.

    These modes have no fixed range, so the lowest value outside the regions counts as black and the highest as white.
    """
    numpy = need("numpy", "numpy")
    pillow = need("PIL.Image", "Pillow")
    values = numpy.asarray(image)
    inside = covered_pixels(image.size, cover)
    outside = values[~inside]
    outside = outside[numpy.isfinite(outside)]
    low, high = (float(outside.min()), float(outside.max())) if outside.size else (0.0, 1.0)
    scale = (high - low) / 255 or 1.0
    seen = numpy.nan_to_num(numpy.clip((values.astype(numpy.float64) - low) / scale, 0, 255))
    covered, report = _cover(numpy.rint(seen).astype(numpy.uint8), cover)
    kind = values.dtype.newbyteorder("=")
    made = values.astype(kind)
    made[inside] = (covered[inside] * scale + low).astype(kind)
    return pillow.fromarray(made), report


def _by_conversion(image: Any, cover: Cover) -> tuple[Any, Report]:
    """Covers CMYK, YCbCr, HSV and Lab as RGB, and converts only the covered pixels back."""
    there, back = _converters(image.mode)
    numpy = need("numpy", "numpy")
    pixels, report = _cover(numpy.asarray(there(image)), cover)
    made = image.copy()
    mask = _image(covered_pixels(image.size, cover).astype(numpy.uint8) * 255, "L")
    made.paste(back(_image(pixels, "RGB")), (0, 0), mask)
    return made, report


def _converters(mode: str) -> tuple[Callable[[Any], Any], Callable[[Any], Any]]:
    if mode in ("CMYK", "YCbCr", "HSV"):
        return lambda image: image.convert("RGB"), lambda image: image.convert(mode)
    if mode == "LAB":
        cms = need("PIL.ImageCms", "Pillow with Little CMS")
        lab, rgb = cms.createProfile("LAB"), cms.createProfile("sRGB")
        there = cms.buildTransform(lab, rgb, "LAB", "RGB")
        back = cms.buildTransform(rgb, lab, "RGB", "LAB")
        return lambda image: cms.applyTransform(image, there), lambda image: cms.applyTransform(image, back)
    raise FileError(f"pictures of Pillow's mode {mode} cannot be covered", "convert the picture to RGB first")


def appearances(image: Any) -> list[Any]:
    """Returns an image in RGB as viewers may show it: transparent pixels on white, on black, and with their hidden colors."""
    if isinstance(image, WidePicture):
        image = image.in_bytes()
    if image.mode != "RGBA" or image.getextrema()[3][0] == 255:
        return [visible(image)]
    black = need("PIL.Image", "Pillow").new("RGBA", image.size, "black")
    shown = [visible(image), visible(need("PIL.Image", "Pillow").alpha_composite(black, image)), image.convert("RGB")]
    return list({picture.tobytes(): picture for picture in shown}.values())


def visible(image: Any) -> Any:
    """Returns an image in RGB as a viewer shows it. Transparent pixels are placed on white."""
    numpy = need("numpy", "numpy")
    pillow = need("PIL.Image", "Pillow")
    if isinstance(image, WidePicture):
        return visible(image.in_bytes())
    if image.mode == "RGBA":
        return pillow.alpha_composite(pillow.new("RGBA", image.size, "white"), image).convert("RGB")
    if image.mode.startswith(("I", "F")):
        values = numpy.nan_to_num(numpy.asarray(image).astype(numpy.float64))
        span = values.max() - values.min() or 1.0
        return _image(((values - values.min()) / span * 255).astype(numpy.uint8), "L").convert("RGB")
    return (_converters(image.mode)[0](image) if image.mode == "LAB" else image).convert("RGB")


def total(reports: list[Report]) -> Report:
    """Returns one report for all frames: the largest of each number, the sum of the pixels, and what is crossed in one of them."""
    worst = max(reports, key=lambda report: report.outcome)
    crossed = tuple(sorted({index for report in reports for index in report.crossed}))
    return worst._replace(
        weakest_class=max((report.weakest_class for report in reports), default=StyleClass.NONE),
        regions=max(report.regions for report in reports),
        regions_inside=max(report.regions_inside for report in reports),
        regions_clipped=max(report.regions_clipped for report in reports),
        pixels=sum(report.pixels for report in reports),
        regions_crossed=len(crossed),
        crossed=crossed,
    )
