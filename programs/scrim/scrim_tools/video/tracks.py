# SPDX-License-Identifier: MIT
"""Regions that move: where to cover a picture at a time, and how far around."""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise

from scrim import InvalidArgumentError, Region, Shape


@dataclass(frozen=True)
class Track:
    """A region of a video. Times are seconds from the first picture, places are pixels of the picture as it is shown.

    Between keyframes corners move in straight lines, or, with `held`, stay where they are until the next keyframe.
    Before the first and after the last one the region stands still. It is there from `start` to `end`.
    """

    #: Times and places, in the order of time: of one shape, with one style and id, and as many points.
    keyframes: Sequence[tuple[float, Region]]
    start: float = -math.inf
    end: float = math.inf
    held: bool = False
    _times: tuple[float, ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "keyframes", tuple(self.keyframes))
        object.__setattr__(self, "_times", tuple(float(time) for time, _ in self.keyframes))
        times, regions = self._times, [region for _, region in self.keyframes]
        if not regions:
            raise InvalidArgumentError("a track needs a keyframe")
        if not all(math.isfinite(time) for time in times) or any(a >= b for a, b in pairwise(times)):
            raise InvalidArgumentError(
                "the keyframes of a track stand in the order of time, each later than the one before"
            )
        if len({(region.shape, region.style, region.id, len(region.points)) for region in regions}) > 1:
            raise InvalidArgumentError(
                "the keyframes of a track are of one shape, with one style and id, and as many points"
            )
        if not self.start <= self.end:  # NaN too
            raise InvalidArgumentError("a track ends before it begins")

    @classmethod
    def still(cls, region: Region, start: float = -math.inf, end: float = math.inf) -> Track:
        """A region that does not move."""
        return cls(((0.0, region),), start, end)

    @property
    def moves(self) -> bool:
        return len(self.keyframes) > 1

    @property
    def always_the_same(self) -> bool:
        return not self.moves and self.start == -math.inf and self.end == math.inf

    def at(self, time: float, hold: float = 0.0, max_speed: float = 0.0) -> list[Region]:
        """What to cover at a time.

        The region is there for `hold` seconds longer, before and after; where it jumps, both places are. It grows by
        as far as something that moves at most `max_speed` pixels a second can have got from where it is said to be.
        """
        if not self.start - hold <= time <= self.end + hold:
            return []
        outside = max(0.0, self.start - time, time - self.end)
        if not self.moves:
            return [grown(self.keyframes[0][1], max_speed * outside)]
        if self.held:
            return [grown(region, max_speed * away) for region, away in self._held(time, hold)]
        region, away = self._between(time)
        return [grown(region, max_speed * away)]

    def _held(self, time: float, hold: float) -> list[tuple[Region, float]]:
        """The places that are in force at any time from `time` - hold to `time` + hold, and the seconds since."""
        first = max(0, bisect_right(self._times, time - hold) - 1)
        last = max(0, bisect_right(self._times, time + hold) - 1)
        return [(self.keyframes[index][1], abs(time - self._times[index])) for index in range(first, last + 1)]

    def _between(self, time: float) -> tuple[Region, float]:
        """Its place, and the seconds that count for how far it may be away from there.

        Something that was at a and will be at b, and is never faster than v, is at most v · √(d · e) from the point
        that parts the line ab as d to e, the seconds since a and until b (Stewart's theorem).
        """
        after = bisect_right(self._times, time)
        if after in (0, len(self._times)):
            known, region = self.keyframes[max(0, after - 1)]
            return region, abs(time - known)
        (since, a), (until, b) = self.keyframes[after - 1], self.keyframes[after]
        part = (time - since) / (until - since)
        return between(a, b, part), math.sqrt((time - since) * (until - time))

    def check_speed(self, max_speed: float) -> None:
        """InvalidArgumentError: it is said to move faster than that, and growth would not hold what it promises."""
        if max_speed <= 0 or self.held:
            return
        for index, ((since, a), (until, b)) in enumerate(pairwise(self.keyframes)):
            speed = max(math.dist(p, q) for p, q in zip(_corners(a), _corners(b), strict=True)) / (until - since)
            # What is exactly as fast as allowed shall not fail for the rounding.
            if speed > max_speed * (1 + 1e-9):
                raise InvalidArgumentError(
                    f"from keyframe {index} to {index + 1} a region moves {speed:.0f} pixels a second, and max_speed is"
                    f" {max_speed:g}: raise that, or make two regions where it jumps"
                )


def _corners(region: Region) -> list[tuple[float, float]]:
    if region.points:
        return list(region.points)
    x, y, width, height = region.rect
    return [(x, y), (x + width, y), (x, y + height), (x + width, y + height)]


def between(a: Region, b: Region, part: float) -> Region:
    """A region whose corners are so far on their way from a to b."""

    def mix(p: float, q: float) -> float:
        return p + (q - p) * part

    if a.points:
        points = tuple((mix(p[0], q[0]), mix(p[1], q[1])) for p, q in zip(a.points, b.points, strict=True))
        return replace(a, points=points)
    x, y, width, height = map(mix, a.rect, b.rect)
    return replace(a, rect=(x, y, width, height), radius=mix(a.radius, b.radius))


def box(region: Region) -> tuple[float, float, float, float]:
    """The bounding box: x, y, width, height."""
    xs, ys = zip(*_corners(region), strict=True)
    return min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys)


def grown(region: Region, distance: float) -> Region:
    """A region and what is around it, up to a distance, and a pixel more for rounding. One of another shape than a
    rectangle becomes its bounding box: an ellipse with longer axes does not hold all that is near an ellipse."""
    if distance <= 0:
        return region
    around = distance + 1
    x, y, width, height = box(region)
    rect = (x - around, y - around, width + 2 * around, height + 2 * around)
    return Region(rect, region.style, region.id, Shape.RECT)


def numbered(tracks: Iterable[Track]) -> list[Track]:
    """The tracks with an id each, their place in the list where they have none: the texture of frost shall not change
    when another region comes or goes."""
    out = []
    for index, track in enumerate(tracks):
        frames = [
            (time, region if region.id is not None else replace(region, id=index)) for time, region in track.keyframes
        ]
        out.append(replace(track, keyframes=frames))
    return out
