# SPDX-License-Identifier: MIT
"""Regions of a picture: the areas that are covered."""

from __future__ import annotations

import ctypes as c
import enum
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from . import _abi as s
from ._convert import member, real, uint32, uint64
from ._geometry import Rect
from .errors import InvalidArgumentError, UnsupportedError


class Shape(enum.IntEnum):
    """Shapes of regions. A pixel is covered even if the shape touches only a part of it."""

    #: A rectangle.
    RECT = 1
    #: A rectangle with rounded corners.
    ROUNDED_RECT = 2
    #: The ellipse that touches all four sides of a rectangle.
    ELLIPSE = 3
    #: A polygon. If its outline crosses itself, every part that the outline winds around is inside.
    POLYGON = 4
    #: The convex hull of four points, in any order.
    QUAD = 5


#: How the four numbers of a box are read: "xywh" is x, y, width and height. "xyxy" is the top left and the bottom right corner.
#: "normalized" is these corners as fractions of the picture's width and height.
BoxFormat: TypeAlias = Literal["xywh", "xyxy", "normalized"]


@dataclass(frozen=True)
class Region:
    """An area to cover. Region((x, y, width, height)) is a rectangle; the methods below make other shapes.

    Coordinates are points, which are pixels unless redact() is given a `scale`. Parts outside the picture are cut off.
    """

    #: x, y, width and height, also if the boxes next to this region in a list have another `format`.
    rect: Rect | tuple[float, float, float, float] = (0.0, 0.0, 0.0, 0.0)
    #: Index of the style in `styles`.
    style: int = 0
    #: Any number. Frost and tiles draw a different texture for each. None: the region's position in the list.
    id: int | None = None
    #: The shape.
    shape: Shape = Shape.RECT
    #: Radius of the corners of a rounded rectangle, 0 for other shapes.
    radius: float = 0.0
    #: Corners of a polygon or quad, empty for other shapes.
    points: tuple[tuple[float, float], ...] = ()

    @classmethod
    def rounded_rect(
        cls, x: float, y: float, width: float, height: float, radius: float, *, style: int = 0, id: int | None = None
    ) -> Region:
        """Returns a rectangle whose corners are rounded by `radius`, but at most by half of the shorter side."""
        return cls((x, y, width, height), style, id, Shape.ROUNDED_RECT, radius)

    @classmethod
    def ellipse(
        cls, x: float, y: float, width: float, height: float, *, style: int = 0, id: int | None = None
    ) -> Region:
        """Returns the ellipse that touches all four sides of a rectangle."""
        return cls((x, y, width, height), style, id, Shape.ELLIPSE)

    @classmethod
    def polygon(
        cls, points: Iterable[tuple[float, float]], *, style: int = 0, id: int | None = None
    ) -> Region:
        """Returns a polygon with three or more corners.

        If its outline crosses itself, every part that the outline winds around is inside (the non-zero rule).
        """
        return cls(style=style, id=id, shape=Shape.POLYGON, points=_points(points))

    @classmethod
    def quad(cls, points: Iterable[tuple[float, float]], *, style: int = 0, id: int | None = None) -> Region:
        """Returns the convex hull of four points, in any order. Use it for a rotated text box from a recognizer."""
        return cls(style=style, id=id, shape=Shape.QUAD, points=_points(points))


def _points(points: Iterable[tuple[float, float]]) -> tuple[tuple[float, float], ...]:
    try:
        given = list(points)
    except TypeError:
        raise TypeError(f"points must be a list of pairs of x and y (got {points!r})") from None
    pairs = []
    for index, point in enumerate(given):
        try:
            x, y = point
            pairs.append((float(x), float(y)))
        except (TypeError, ValueError):
            raise TypeError(f"points[{index}] must be a pair of numbers, x and y (got {point!r})") from None
    return tuple(pairs)


def box_reader(format: BoxFormat, size: tuple[int, int], scale: float) -> Callable[[Iterable[float]], s.scrim_rect]:
    """Returns a function that makes a rectangle in points from a box. `size` is the picture's width and height in pixels."""
    if format == "xywh":
        return _rect
    if format not in ("xyxy", "normalized"):
        raise InvalidArgumentError(f"format must be one of 'xywh', 'xyxy', 'normalized' (got {format!r})")
    width, height = (size[0] / scale, size[1] / scale) if format == "normalized" else (1.0, 1.0)

    def read(box: Iterable[float]) -> s.scrim_rect:
        x0, y0, x1, y1 = _four(box, "x0, y0, x1 and y1")
        if x1 < x0:
            raise InvalidArgumentError(f"x1 must not be less than x0 (got x0 = {x0:g} and x1 = {x1:g})")
        if y1 < y0:
            raise InvalidArgumentError(f"y1 must not be less than y0 (got y0 = {y0:g} and y1 = {y1:g})")
        x0, y0, x1, y1 = x0 * width, y0 * height, x1 * width, y1 * height
        return s.scrim_rect(x0, y0, x1 - x0, y1 - y0)

    return read


def _four(box: Iterable[float], names: str) -> list[float]:
    numbers = [float(number) for number in box]
    if len(numbers) != 4:
        raise InvalidArgumentError(f"expected {names} (got {len(numbers)} numbers)")
    return numbers


def _rect(box: Iterable[float]) -> s.scrim_rect:
    return s.scrim_rect(*_four(box, "x, y, width and height"))


def region_array(
    regions: Iterable[Region | Iterable[float]], read: Callable[[Iterable[float]], s.scrim_rect]
) -> tuple[Any, int]:
    """Returns the library's regions, and their number. The memory that they point to lives as long as the array."""
    try:
        if isinstance(regions, str | bytes):
            raise TypeError
        regions = iter(regions)
    except TypeError:
        raise TypeError(f"regions must be a list of boxes and Regions (got {type(regions).__name__})") from None
    items = []
    for index, region in enumerate(regions):
        try:
            items.append(_struct(region, index, read))
        except (InvalidArgumentError, UnsupportedError) as error:
            raise type(error)(f"regions[{index}]: {error}") from None
        except (TypeError, ValueError) as error:
            if isinstance(region, Region):
                raise type(error)(f"regions[{index}]: {error}") from None
            hint = ": put a single box into a list" if isinstance(region, int | float) else ""
            kind = InvalidArgumentError if isinstance(error, ValueError) else TypeError
            raise kind(f"regions[{index}] must be a Region or four numbers (got {region!r}){hint}") from None
    array = (s.scrim_region * len(items))(*items)
    return array, len(items)


def _struct(
    region: Region | Iterable[float], index: int, read: Callable[[Iterable[float]], s.scrim_rect]
) -> s.scrim_region:
    if not isinstance(region, Region):
        return s.scrim_region(shape=Shape.RECT, rect=read(region), id=index)
    struct = s.scrim_region(
        shape=member(region.shape, "shape", Shape, UnsupportedError),
        style=uint32(region.style, "style"),
        rect=_rect(region.rect),
        radius=real(region.radius, "radius"),
        id=index if region.id is None else uint64(region.id, "id"),
    )
    if region.points:
        points = (s.scrim_point * len(region.points))(*(s.scrim_point(x, y) for x, y in region.points))
        struct.points = c.cast(points, c.POINTER(s.scrim_point))
        struct.point_count = len(region.points)
    return struct
