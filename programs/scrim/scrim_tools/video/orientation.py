# SPDX-License-Identifier: MIT
"""The display matrix, which says how players rotate and flip the stored frames."""

from __future__ import annotations

import struct
from collections.abc import Sequence
from dataclasses import dataclass, replace

from scrim import Region

_ONE = 1 << 16


@dataclass(frozen=True)
class Orientation:
    """A rotation by a multiple of 90 degrees, with or without a flip.

    The point (p, q) of the stored frame is shown at (a · p + c · q, b · p + d · q), shifted so that the frame begins at
    the origin. Each number is -1, 0 or 1.
    """

    a: int = 1
    b: int = 0
    c: int = 0
    d: int = 1

    @classmethod
    def of_matrix(cls, matrix: Sequence[int]) -> Orientation | None:
        """Returns the orientation of a display matrix of libavutil: nine numbers, 16.16 fixed point.

        Returns None for a rotation by another angle.
        """
        a, b, u, c, d, v, _, _, w = matrix
        numbers = [a, b, c, d]
        # The numbers were computed with a sine, so they may be slightly off.
        rounded = [round(number / _ONE) for number in numbers]
        near = all(abs(number - whole * _ONE) <= 8 for number, whole in zip(numbers, rounded, strict=True))
        orthogonal = sorted(map(abs, rounded)) == [0, 0, 1, 1] and abs(rounded[0]) == abs(rounded[3])
        return cls(*rounded) if near and orthogonal and (u, v, w) == (0, 0, 1 << 30) else None

    @property
    def swaps_sides(self) -> bool:
        """Whether width and height are exchanged."""
        return self.a == 0

    @property
    def degrees(self) -> int:
        """The clockwise rotation in degrees, after the flip if there is one."""
        return {(1, 0): 0, (0, 1): 90, (-1, 0): 180, (0, -1): 270}[self.d, -self.c]

    @property
    def flips(self) -> bool:
        """Whether the frame is mirrored."""
        return self.a * self.d - self.b * self.c < 0

    def shown_size(self, stored: tuple[int, int]) -> tuple[int, int]:
        """Returns the size of the frame as players show it."""
        return (stored[1], stored[0]) if self.swaps_sides else stored

    def to_stored(self, region: Region, stored: tuple[int, int]) -> Region:
        """Converts a region of the shown frame to the stored frame of the size `stored`."""
        if self == Orientation():
            return region
        if region.points:
            return replace(region, points=tuple(self._point(x, y, stored) for x, y in region.points))
        x, y, width, height = region.rect
        (x0, y0), (x1, y1) = self._point(x, y, stored), self._point(x + width, y + height, stored)
        return replace(region, rect=(min(x0, x1), min(y0, y1), abs(x1 - x0), abs(y1 - y0)))

    def _point(self, x: float, y: float, stored: tuple[int, int]) -> tuple[float, float]:
        width, height = stored
        x -= width * (self.a < 0) + height * (self.c < 0)
        y -= width * (self.b < 0) + height * (self.d < 0)
        return self.a * x + self.b * y, self.c * x + self.d * y


def read_matrix(data: bytes) -> tuple[int, ...]:
    """Returns the nine numbers of the side data DISPLAYMATRIX."""
    return struct.unpack("=9i", data)
