# SPDX-License-Identifier: MIT
"""Regions of a picture."""

from __future__ import annotations

import ctypes as c
import enum
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from . import _abi as s
from ._convert import rect, uint32, uint64
from ._geometry import Rect
from .errors import InvalidArgumentError


class Shape(enum.IntEnum):
    """Every pixel that a shape touches is covered."""

    RECT = 1
    ROUNDED_RECT = 2
    ELLIPSE = 3
    POLYGON = 4
    QUAD = 5


#: What the four numbers of a box are.
BoxFormat: TypeAlias = Literal["xywh", "xyxy", "normalized"]


@dataclass(frozen=True)
class Region:
    """An area to cover, with the index of its style. Frost and tiles draw another texture for another `id`; without
    one, it is the region's place in the list."""

    rect: Rect | tuple[float, float, float, float] = (0.0, 0.0, 0.0, 0.0)
    style: int = 0
    id: int | None = None
    shape: Shape = Shape.RECT
    radius: float = 0.0
    points: tuple[tuple[float, float], ...] = ()

    @classmethod
    def rounded_rect(
        cls, x: float, y: float, width: float, height: float, radius: float, *, style: int = 0, id: int | None = None
    ) -> Region:
        return cls((x, y, width, height), style, id, Shape.ROUNDED_RECT, radius)

    @classmethod
    def ellipse(
        cls, x: float, y: float, width: float, height: float, *, style: int = 0, id: int | None = None
    ) -> Region:
        """The ellipse that touches the sides of a rectangle."""
        return cls((x, y, width, height), style, id, Shape.ELLIPSE)

    @classmethod
    def polygon(
        cls, points: Iterable[tuple[float, float]], *, style: int = 0, id: int | None = None
    ) -> Region:
        """What an outline winds around, by the non-zero rule."""
        return cls(style=style, id=id, shape=Shape.POLYGON, points=tuple((float(x), float(y)) for x, y in points))

    @classmethod
    def quad(cls, points: Iterable[tuple[float, float]], *, style: int = 0, id: int | None = None) -> Region:
        """The convex hull of four points, in any order."""
        return cls(style=style, id=id, shape=Shape.QUAD, points=tuple((float(x), float(y)) for x, y in points))


def box_reader(format: BoxFormat, size: tuple[int, int], scale: float) -> Callable[[Iterable[float]], s.scrim_rect]:
    """What makes rectangles of boxes, in points; `size` is the picture's width and height in pixels."""
    if format == "xywh":
        return lambda box: rect(box, "a region")
    if format not in ("xyxy", "normalized"):
        raise InvalidArgumentError(f"format is xywh, xyxy or normalized, not {format!r}")
    width, height = (size[0] / scale, size[1] / scale) if format == "normalized" else (1.0, 1.0)

    def read(box: Iterable[float]) -> s.scrim_rect:
        corners = rect(box, "a region")
        x0, y0, x1, y1 = corners.x * width, corners.y * height, corners.width * width, corners.height * height
        return s.scrim_rect(x0, y0, x1 - x0, y1 - y0)

    return read


def region_array(
    regions: Iterable[Region | Iterable[float]], read: Callable[[Iterable[float]], s.scrim_rect]
) -> tuple[Any, int]:
    """The library's regions, and their number. What they point to lives as long as the array."""
    items = [_struct(region, index, read) for index, region in enumerate(regions)]
    array = (s.scrim_region * len(items))(*items)
    return array, len(items)


def _struct(
    region: Region | Iterable[float], index: int, read: Callable[[Iterable[float]], s.scrim_rect]
) -> s.scrim_region:
    if not isinstance(region, Region):
        return s.scrim_region(shape=Shape.RECT, rect=read(region), id=index)
    struct = s.scrim_region(
        shape=uint32(region.shape, "shape"),
        style=uint32(region.style, "style"),
        rect=rect(region.rect, "a region"),
        radius=region.radius,
        id=index if region.id is None else uint64(region.id, "id"),
    )
    if region.points:
        points = (s.scrim_point * len(region.points))(*(s.scrim_point(x, y) for x, y in region.points))
        struct.points = c.cast(points, c.POINTER(s.scrim_point))
        struct.point_count = len(region.points)
    return struct
