# SPDX-License-Identifier: MIT
"""Regions that a file gives, and the errors of such files."""

from __future__ import annotations

import difflib
import math
from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import NoReturn

from scrim import BoxFormat, Region, Shape, Style

from ..errors import UsageError

FORMATS = ("xywh", "xyxy", "normalized")
#: The largest magnitude of a coordinate: the limit in scrim/base.h for pixels, and for fractions of the largest picture.
_FARTHEST = {"xywh": 2.0**30, "xyxy": 2.0**30, "normalized": 2.0**14}


class RegionsError(UsageError):
    """An error in a file of regions. The message begins with the place in the file, such as "regions[3].rect: …"."""


def fail(path: str, message: str, hint: str = "") -> NoReturn:
    raise RegionsError(f"{path}: {message}" if path else message, hint)


def meant(name: str, known: Iterable[str]) -> str:
    """Returns a question for a message: whether a known name was meant. Empty if none is similar."""
    near = difflib.get_close_matches(name, known, 1)
    return f"; did you mean {near[0]!r}?" if near else ""


@dataclass(frozen=True)
class Place:
    """The place of a region at a time, which is in seconds.

    `numbers` are a box in the format of the file, or the coordinates of a polygon.
    """

    time: float
    numbers: tuple[float, ...]
    radius: float = 0.0


@dataclass(frozen=True)
class FileRegion:
    """A region of a file."""

    shape: Shape
    style: Style
    id: int
    #: The places in the order of time. A region that does not move has one.
    places: tuple[Place, ...]
    start: float = -math.inf
    end: float = math.inf
    #: Whether it stays at each place until the time of the next one, instead of moving in a line.
    held: bool = False
    #: Whether it has a place for each frame that allows for movement already.
    measured: bool = False
    #: Its place in the file, for messages.
    path: str = field(default="", compare=False)

    @property
    def moves(self) -> bool:
        return len(self.places) > 1

    @property
    def is_timed(self) -> bool:
        return self.moves or self.start != -math.inf or self.end != math.inf

    def alive(self, start: float, end: float) -> bool:
        """Whether the region is present at any time from `start` to `end`, in seconds."""
        return self.start <= end and start <= self.end

    def at(self, time: float) -> Place:
        """Returns its place at a time, even if it is not present then."""
        times = [place.time for place in self.places]
        after = bisect_right(times, time)
        if after == 0 or after == len(times):
            return replace(self.places[max(0, after - 1)], time=time)
        before, next = self.places[after - 1], self.places[after]
        if self.held:
            return replace(before, time=time)
        part = (time - before.time) / (next.time - before.time)

        def between(a: float, b: float) -> float:
            return a + (b - a) * part

        numbers = tuple(map(between, before.numbers, next.numbers))
        return Place(time, numbers, between(before.radius, next.radius))

    def during(self, start: float, end: float) -> list[Place]:
        """Returns its places at `start`, at `end`, and at each keyframe between.

        Between these places it moves in straight lines, or is held.
        """
        inner = [place for place in self.places if start < place.time < end]
        return [self.at(start), *inner, *([self.at(end)] if end > start else [])]


@dataclass(frozen=True)
class Regions:
    """The content of a file of regions."""

    regions: tuple[FileRegion, ...]
    format: BoxFormat = "xywh"
    #: The size of the picture for which the regions were made, if the file says it.
    size: tuple[int, int] | None = None
    #: Whether they were boxes in the format of another program.
    from_boxes: bool = False

    @cached_property
    def styles(self) -> list[Style]:
        """The styles to which the numbers in `Region.style` refer."""
        return list(dict.fromkeys(region.style for region in self.regions))

    def region(self, region: FileRegion, place: Place, size: tuple[int, int]) -> Region:
        """Returns a region at one of its places, in a picture of the size `size` in pixels."""
        width, height = size if self.format == "normalized" else (1, 1)
        numbers = tuple(value * (height if index % 2 else width) for index, value in enumerate(place.numbers))
        style = self.styles.index(region.style)
        if region.shape == Shape.POLYGON:
            return Region.polygon(zip(numbers[::2], numbers[1::2], strict=True), style=style, id=region.id)
        x, y, right, bottom = numbers
        if self.format != "xywh":
            right, bottom = right - x, bottom - y
        return Region((x, y, right, bottom), style, region.id, region.shape, place.radius)

    def still(self, size: tuple[int, int]) -> list[Region]:
        """Returns the regions for a picture of the size `size`. Raises RegionsError if one of them has times."""
        for region in self.regions:
            if region.is_timed:
                fail(region.path, "keyframes, from and to are for videos, not for pictures", "use scrim video, or remove them")
        self.check_size(size)
        return [self.region(region, region.places[0], size) for region in self.regions]

    def check_size(self, size: tuple[int, int]) -> None:
        """Raises RegionsError if the regions were made for a picture of another size than `size`."""
        if self.size is not None and self.size != size:
            made, got = (f"{width} × {height}" for width, height in (self.size, size))
            hint = "make the boxes for this size, and for the upright picture if it is rotated"
            fail("", f"the boxes were made for {made} pixels (got {got})", hint)


def wrong_place(shape: Shape, numbers: tuple[float, ...], format: str) -> str:
    """Returns what is wrong with the numbers of a shape, or an empty string."""
    x, y, right, bottom = numbers[:4]
    if shape != Shape.POLYGON:
        width, height = (right, bottom) if format == "xywh" else (right - x, bottom - y)
        for side, length, last in (("width", width, right), ("height", height, bottom)):
            if length <= 0:
                axis, first = ("x", x) if side == "width" else ("y", y)
                if format == "xywh":
                    return f"{side} must be greater than 0 (got {length:g})"
                return f"the second {axis} must be greater than the first (got {last:g} and {first:g}, as {format})"
        numbers = (*numbers, x + width, y + height)
    farthest = _FARTHEST[format]
    largest = max(numbers, key=abs)
    return "" if abs(largest) <= farthest else f"coordinates must be from -{farthest:.0f} to {farthest:.0f} (got {largest:g})"
