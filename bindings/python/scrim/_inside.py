# SPDX-License-Identifier: MIT
"""Finds regions that cover no pixel of a picture, before anything is written."""

from __future__ import annotations

import ctypes as c
from typing import Any

from . import _abi as s
from . import _ffi
from ._buffer import zeros
from ._layout import Format
from .errors import NothingCoveredError
from .regions import Shape
from .report import Outcome
from .styles import StyleKind

#: Up to this many regions are compared here, because that takes less time than a call.
_FEW = 16


def check_inside(size: tuple[int, int], regions: Any, count: int, options: s.scrim_redact_options) -> None:
    """Raises NothingCoveredError if a region covers no pixel of a picture of this size.

    Returns if an argument is wrong: the call that follows refuses it.
    """
    if count <= _FEW and all(_is_inside(regions[index], size, options.scale) for index in range(count)):
        return
    width, height = size
    with zeros(width * height) as start:
        blank = s.scrim_frame(c.sizeof(s.scrim_frame), Format.GRAY8, width, height)
        blank.planes[0] = s.scrim_plane(c.addressof(start), width)
        if _all_inside(blank, regions, count, options):
            return
        # Halves the list until one region is left.
        first, end = 0, count
        while end - first > 1:
            middle = (first + end) // 2
            half = (s.scrim_region * (middle - first)).from_buffer(regions, first * c.sizeof(s.scrim_region))
            if _all_inside(blank, half, middle - first, options):
                first = middle
            else:
                end = middle
    raise NothingCoveredError(
        f"regions[{first}] must cover a pixel of the picture, which has {width} × {height} pixels"
        f" (got {_place(regions[first])}{_at(options.scale)}): if this is intended, pass allow_nothing=True"
    )


def _is_inside(region: s.scrim_region, size: tuple[int, int], scale: float) -> bool:
    """Whether a region is a rectangle that certainly covers a pixel."""
    rect = region.rect
    return bool(
        region.shape == Shape.RECT
        and rect.width > 0
        and rect.height > 0
        and rect.x * scale < size[0]
        and rect.y * scale < size[1]
        and (rect.x + rect.width) * scale > 0
        and (rect.y + rect.height) * scale > 0
    )


def _all_inside(blank: s.scrim_frame, regions: Any, count: int, options: s.scrim_redact_options) -> bool:
    """Whether each region covers a pixel of a blank frame, or a value is wrong. Writes two rows of the frame."""
    told = s.scrim_redact_options.from_buffer_copy(options)
    told.style_count = max(1, options.style_count)
    told.styles = (s.scrim_style * told.style_count)(*[s.scrim_style(StyleKind.SOLID, 0xFF)] * told.style_count)
    told.first_row, told.row_count = 0, min(2, blank.height)
    out = s.scrim_redact_report(c.sizeof(s.scrim_redact_report), Outcome.DISCARD)
    return bool(_ffi.redact(blank, regions, count, told, out)) or bool(out.regions_inside == count)


def _place(region: s.scrim_region) -> str:
    name = Shape(region.shape).name.lower().replace("_", " ")
    if region.point_count:
        points = [region.points[index] for index in range(region.point_count)]
        (left, right), (top, bottom) = ((min(n), max(n)) for n in ([p.x for p in points], [p.y for p in points]))
        return f"a {name} with x from {left:g} to {right:g} and y from {top:g} to {bottom:g}"
    rect = region.rect
    shape = "" if region.shape == Shape.RECT else f" of the {name}"
    return f"x = {rect.x:g}, y = {rect.y:g}, width = {rect.width:g} and height = {rect.height:g}{shape}"


def _at(scale: float) -> str:
    return "" if scale == 1 else f" at scale {scale:g}"
