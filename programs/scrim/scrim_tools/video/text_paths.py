# SPDX-License-Identifier: MIT
"""The way of a box of text through the frames of a video."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass

from scrim import Region

from ..text import Box, snapped
from .tracks import Track


@dataclass
class _Stay:
    """Frames in which the box does not move."""

    first: int
    last: int
    box: Box


class Path:
    """Where a text is in consecutive frames. It is extended to both sides."""

    def __init__(self, index: int, box: Box) -> None:
        self._stays = [_Stay(index, index, box)]

    @property
    def first(self) -> int:
        return self._stays[0].first

    @property
    def last(self) -> int:
        return self._stays[-1].last

    def extend(self, box: Box) -> None:
        """Adds the frame after the last one."""
        if self._stays[-1].box != box:
            self._stays.append(_Stay(self.last + 1, self.last, box))
        self._stays[-1].last += 1

    def extend_back(self, box: Box) -> None:
        """Adds the frame before the first one."""
        if self._stays[0].box != box:
            self._stays.insert(0, _Stay(self.first, self.first - 1, box))
        self._stays[0].first -= 1

    def at(self, index: int) -> Box | None:
        if not self.first <= index <= self.last:
            return None
        return self._stays[bisect_right(self._stays, index, key=lambda stay: stay.first) - 1].box

    def track(self, seconds: Sequence[float], size: tuple[int, int], size_multiple: int, style: int) -> Track:
        """Returns the track to cover. `seconds` are the times of the frames."""
        keyframes: list[tuple[float, Region]] = []
        for stay in self._stays:
            left, top, right, bottom = covering(stay.box, size, size_multiple)
            region = Region((left, top, right - left, bottom - top), style)
            if not keyframes or keyframes[-1][1] != region:
                keyframes.append((seconds[stay.first], region))
        return Track(keyframes, seconds[self.first], seconds[self.last], held=True, measured=True)


def contains(outer: Box, inner: Box, size: tuple[int, int], size_multiple: int) -> bool:
    """Whether covering the text of one box also covers the text of another."""
    place = covering(outer, size, size_multiple)
    return place.left <= inner.left and place.top <= inner.top and inner.right <= place.right and inner.bottom <= place.bottom


def around(one: Box, other: Box) -> Box:
    """Returns the smallest box that contains two boxes and everything between them."""
    return Box(min(one.left, other.left), min(one.top, other.top), max(one.right, other.right), max(one.bottom, other.bottom))


def is_like(one: Box, other: Box) -> bool:
    """Whether two boxes have nearly the same size, so that they may contain the same text."""

    def near(a: float, b: float) -> bool:
        return abs(a - b) <= max(4.0, max(a, b) / 4)

    return near(one.right - one.left, other.right - other.left) and near(one.bottom - one.top, other.bottom - other.top)


def covering(box: Box, size: tuple[int, int], size_multiple: int) -> Box:
    """Returns the box to cover, of which at least one pixel is inside the frame."""
    left, top = min(max(0.0, box.left), size[0] - 1.0), min(max(0.0, box.top), size[1] - 1.0)
    right, bottom = max(left + 1, min(box.right, size[0])), max(top + 1, min(box.bottom, size[1]))
    x, y, width, height = snapped(Box(left, top, right, bottom), size, size_multiple)
    return Box(x, y, x + width, y + height)
