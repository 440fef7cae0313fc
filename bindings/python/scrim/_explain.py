# SPDX-License-Identifier: MIT
"""Error messages of redact(), and of rectangles and styles elsewhere.

The library reports only that an argument is wrong. This module says which one.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

from . import _abi as s
from ._layout import Format
from .errors import ScrimError, _error
from .regions import Shape
from .styles import FLAG_BASE, StyleKind

_LARGEST = 2.0**30
_MOST = {"regions": 1_000_000, "styles": 256, "points": 65_536}
LIMITS = {"sampling_gap": 64, "dilation": 4096, "size_multiple": 4096}


def error_of(
    status: int, regions: Any, count: int, options: s.scrim_redact_options, frame: s.scrim_frame
) -> ScrimError:
    """Returns the exception for a call that failed. Its message names the first argument that is wrong, if one is."""
    error = _error(status)
    # Runs only after an error, so calls that succeed do not pay for it.
    reason = next(_reasons(regions, count, options, frame), None) if status in _EXPLAINED else None
    if reason is not None:
        error.args = (reason,)
    return error


_EXPLAINED = (-1, -10, -11)  # invalid argument, unsupported, limit


def _reasons(regions: Any, count: int, options: s.scrim_redact_options, frame: s.scrim_frame) -> Iterator[str]:
    starts = [plane.data for plane in frame.planes if plane.data]
    if len(set(starts)) < len(starts):
        yield "planes must not begin at the same address: pass separate arrays"
    if not 1 / 64 <= options.scale <= 64:
        yield f"scale must be from 1/64 to 64 pixels per point (got {options.scale:g})"
    for name, most in LIMITS.items():
        if getattr(options, name) > most:
            yield f"{name} must be from 0 to {most} pixels (got {getattr(options, name)})"
    if options.codec_block not in (0, 8, 16):
        yield f"codec_block must be 0, 8 or 16 (got {options.codec_block})"
    for name, given in (("styles", options.style_count), ("regions", count)):
        if given > _MOST[name]:
            yield f"{name} must be at most {_MOST[name]} (got {given})"
    for index in range(options.style_count):
        for reason in (*of_style(options.styles[index], options.scale), *_of_format(options.styles[index], Format(frame.format))):
            yield f"styles[{index}]: {reason}" if options.style_count > 1 else f"style: {reason}"
    for index in range(count):
        for reason in _of_region(regions[index], options.style_count):
            yield f"regions[{index}]: {reason}"


def of_style(style: s.scrim_style, scale: float) -> Iterator[str]:
    kind = StyleKind(style.kind)
    if style.flags & ~FLAG_BASE:
        yield f"flags must be 0 or {FLAG_BASE} (got {style.flags})"
    uses_color = kind in (StyleKind.SOLID, StyleKind.TINT) or (
        kind in (StyleKind.FROST, StyleKind.TILES) and style.flags & FLAG_BASE
    )
    if uses_color and style.color & 0xFF != 0xFF:
        yield f"color must be opaque, with an alpha of 255 (got {style.color & 0xFF})"
    amount = style.amount * scale
    if kind == StyleKind.BLUR and not 0 < amount <= 256:
        yield f"the standard deviation of a blur must be above 0 and at most 256 pixels (got {amount:g})"
    if kind == StyleKind.PIXELATE and not 1.5 <= amount <= 4096:
        yield f"the block of a pixelation must be from 2 to 4096 pixels (got {amount:g})"
    if kind == StyleKind.EFFECT and not 0 <= amount <= 256:
        yield f"the radius of an effect must be from 0 to 256 pixels (got {amount:g})"
    if kind == StyleKind.EFFECT and not -8 <= style.saturation <= 8:
        yield f"saturation must be from -8 to 8 (got {style.saturation:g})"


def _of_format(style: s.scrim_style, format: Format) -> Iterator[str]:
    kind = StyleKind(style.kind)
    if kind == StyleKind.BLUR and not format.has_blurs or kind > StyleKind.PIXELATE and not format.has_effects:
        known = "SOLID, FROST, TILES, PIXELATE or an effect" if format.has_effects else "SOLID, FROST, TILES or PIXELATE"
        yield f"kind must be {known} in the format {format.name} (got {kind.name})"


def of_rows(first: int, count: int, frame: s.scrim_frame) -> Iterator[str]:
    end = first + count if count else frame.height
    if first >= frame.height or end > frame.height:
        yield f"first_row and row_count must be rows of the frame, which has {frame.height} (got {first} and {count})"
    elif any(plane.down > 1 for plane in Format(frame.format).chroma) and (first % 2 or end % 2 and end != frame.height):
        yield f"first_row and row_count must be even in a format whose rows share chroma (got {first} and {count})"


def _of_region(region: s.scrim_region, styles: int) -> Iterator[str]:
    shape = Shape(region.shape)
    if region.style >= max(styles, 1):
        known = f"an index into the {styles} styles" if styles > 1 else "0, because there is only one style"
        yield f"style must be {known} (got {region.style})"
    if shape in (Shape.POLYGON, Shape.QUAD):
        yield from _of_points(region, shape)
    else:
        yield from _of_box(region, shape)


def _of_points(region: s.scrim_region, shape: Shape) -> Iterator[str]:
    if region.radius != 0:
        yield f"only a rounded rectangle has a radius (got {region.radius:g})"
    if shape == Shape.QUAD and region.point_count != 4:
        yield f"a quad must have 4 points (got {region.point_count})"
    if shape == Shape.POLYGON and not 3 <= region.point_count <= _MOST["points"]:
        yield f"a polygon must have from 3 to {_MOST['points']} points (got {region.point_count})"
    for index in range(region.point_count):
        point = region.points[index]
        for name, value in (("x", point.x), ("y", point.y)):
            yield from coordinate(f"{name} of points[{index}]", value)


def _of_box(region: s.scrim_region, shape: Shape) -> Iterator[str]:
    yield from of_rect(region.rect)
    if region.point_count:
        yield f"only a polygon or a quad has points (got {region.point_count})"
    if shape == Shape.ROUNDED_RECT and not 0 <= region.radius <= _LARGEST:
        yield f"radius must be from 0 to 2^30 points (got {region.radius:g})"
    if shape != Shape.ROUNDED_RECT and region.radius != 0:
        yield f"only a rounded rectangle has a radius (got {region.radius:g})"


def of_rect(rect: s.scrim_rect, where: str = "") -> Iterator[str]:
    """Yields what is wrong with a rectangle. Each message begins with `where`, for example "frame: "."""
    for name in ("x", "y", "width", "height"):
        yield from coordinate(where + name, getattr(rect, name))
    for name in ("width", "height"):
        if getattr(rect, name) < 0:
            yield f"{where}{name} must not be negative (got {getattr(rect, name):g})"
    yield from coordinate(f"{where}x + width", rect.x + rect.width)
    yield from coordinate(f"{where}y + height", rect.y + rect.height)


def coordinate(name: str, value: float) -> Iterator[str]:
    if not math.isfinite(value):
        yield f"{name} must be finite (got {value:g})"
    elif abs(value) > _LARGEST:
        yield f"{name} must be at most 2^30 points from 0 (got {value:g})"
