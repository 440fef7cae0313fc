# SPDX-License-Identifier: MIT
"""Regions that move: which parts of a frame to cover at each time."""

from __future__ import annotations

import math
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from numbers import Real

from scrim import InvalidArgumentError, Region, Shape


@dataclass(frozen=True)
class Track:
    """A region of a video, which may move.

    Times are in seconds from the first frame. Places are in pixels of the frame as players show it, after rotation.
    Between keyframes the corners move in straight lines. Before the first and after the last keyframe the region does
    not move.

    Raises InvalidArgumentError if there is no keyframe, or if the keyframes are not in the order of time. Also raises it
    if keyframes differ in shape, style, id or number of points, or if `end` is before `start`.
    """

    #: Times and places, in the order of time. All have the same shape, style, id and number of points.
    keyframes: Sequence[tuple[float, Region]]
    #: The time from which the region is present.
    start: float = -math.inf
    #: The time until which the region is present.
    end: float = math.inf
    #: Whether the region stays at each keyframe until the next one, instead of moving in a line.
    held: bool = False
    #: Whether the places are known for every frame, so that nothing is enlarged for movement between keyframes.
    measured: bool = False
    _times: tuple[float, ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "keyframes", tuple(self.keyframes))
        for index, keyframe in enumerate(self.keyframes):
            match keyframe:
                case (Real(), Region()):
                    continue
            raise TypeError(f"keyframes[{index}] must be a tuple of a time in seconds and a Region (got {keyframe!r})")
        object.__setattr__(self, "_times", tuple(float(time) for time, _ in self.keyframes))
        times, regions = self._times, [region for _, region in self.keyframes]
        if not regions:
            raise InvalidArgumentError("keyframes must contain at least one keyframe (got none)")
        if not all(math.isfinite(time) for time in times) or any(a >= b for a, b in pairwise(times)):
            raise InvalidArgumentError(
                f"the times of keyframes must be finite, and each later than the one before (got {times})"
            )
        if len({(region.shape, region.style, region.id, len(region.points)) for region in regions}) > 1:
            raise InvalidArgumentError(
                "all keyframes of a track must have the same shape, style, id and number of points"
            )
        if not self.start <= self.end:  # NaN too
            raise InvalidArgumentError(f"end must not be before start (got start {self.start:g}, end {self.end:g})")

    @classmethod
    def still(cls, region: Region, start: float = -math.inf, end: float = math.inf) -> Track:
        """Returns a track of a region that does not move."""
        return cls(((0.0, region),), start, end)

    @property
    def moves(self) -> bool:
        """Whether there are several keyframes."""
        return len(self.keyframes) > 1

    @property
    def always_the_same(self) -> bool:
        """Whether the region never moves and is always present."""
        return not self.moves and self.start == -math.inf and self.end == math.inf

    def at(self, time: float, hold: float = 0.0, max_speed: float = 0.0) -> list[Region]:
        """Returns the regions to cover at a time.

        The region is present `hold` seconds earlier and longer than `start` and `end` say. Around a jump, both places
        are covered for this time. The region is enlarged by the distance that content can have moved away from it at
        `max_speed` pixels per second. Raises InvalidArgumentError if `time` is NaN, or if `hold` or `max_speed` is
        negative or NaN.
        """
        _check_times(time, time, hold, max_speed)
        if not self.start - hold <= time <= self.end + hold:
            return []
        if self.measured:
            max_speed = 0.0
        outside = max(0.0, self.start - time, time - self.end)
        if not self.moves:
            return [dilated(self.keyframes[0][1], max_speed * outside)]
        if self.held:
            return [dilated(region, max_speed * away) for region, away in self._held(time, time, hold)]
        region, away = self._between(time)
        return [dilated(region, max_speed * away)]

    def during(self, since: float, until: float, hold: float = 0.0, max_speed: float = 0.0) -> list[Region]:
        """Returns the regions to cover in a frame that is shown from `since` to before `until`.

        These are the regions at the first moment at which the region is present, and at all keyframes. The movement between
        two keyframes is not added, because the content of a frame does not move while it is shown. Raises InvalidArgumentError as
        `at()` does, and if `until` is before `since`.
        """
        _check_times(since, until, hold, max_speed)
        begin = max(since, self.start - hold)
        if since < begin and until <= begin:
            return []
        if self.moves and self.held and begin <= self.end + hold:
            speed = 0.0 if self.measured else max_speed
            held = self._held(begin, min(until, self.end + hold), hold)
            return [dilated(region, speed * away) for region, away in held]
        last = min(bisect_left(self._times, until), bisect_right(self._times, self.end + hold))
        moments = [begin, *(self._times[bisect_right(self._times, begin) : last] if self.moves else ())]
        return [region for moment in moments for region in self.at(moment, hold, max_speed)]

    def _held(self, since: float, until: float, hold: float) -> list[tuple[Region, float]]:
        """Returns the places that are valid at any time from `since` - `hold` to before `until` + `hold`. Returns each with its
        distance in time from `since`."""
        first = max(0, bisect_right(self._times, since - hold) - 1)
        last = max(0, bisect_right(self._times, since + hold) - 1, bisect_left(self._times, until + hold) - 1)
        return [(self.keyframes[index][1], abs(since - self._times[index])) for index in range(first, last + 1)]

    def _between(self, time: float) -> tuple[Region, float]:
        """Returns its place, and the number of seconds that limits how far the content may be from there.

        Content that was at a, will be at b, and never moves faster than v, is at most v · √(d · e) away from the point
        that divides the line from a to b in the ratio d to e. Here d are the seconds since a, and e the seconds until b
        (Stewart's theorem).
        """
        after = bisect_right(self._times, time)
        if after in (0, len(self._times)):
            known, region = self.keyframes[max(0, after - 1)]
            return region, abs(time - known)
        (since, a), (until, b) = self.keyframes[after - 1], self.keyframes[after]
        part = (time - since) / (until - since)
        return between(a, b, part), math.sqrt((time - since) * (until - time))

    def check_speed(self, max_speed: float) -> None:
        """Raises InvalidArgumentError if keyframes move faster than `max_speed`, because enlarging would not suffice then."""
        if max_speed <= 0 or self.held:
            return
        for index, ((since, a), (until, b)) in enumerate(pairwise(self.keyframes)):
            speed = max(math.dist(p, q) for p, q in zip(_corners(a), _corners(b), strict=True)) / (until - since)
            # A region that is exactly as fast as allowed must not fail because of rounding.
            if speed > max_speed * (1 + 1e-9):
                raise InvalidArgumentError(
                    f"max_speed must be {speed:.0f} or greater, because a region moves {speed:.0f} pixels per second from"
                    f" keyframe {index} to {index + 1} (got {max_speed:g}). Split the region in two if it jumps there."
                )


def _corners(region: Region) -> list[tuple[float, float]]:
    if region.points:
        return list(region.points)
    x, y, width, height = region.rect
    return [(x, y), (x + width, y), (x, y + height), (x + width, y + height)]


def between(a: Region, b: Region, part: float) -> Region:
    """Returns the region between a and b. `part` is 0 at a and 1 at b."""

    def mix(p: float, q: float) -> float:
        return p + (q - p) * part

    if a.points:
        points = tuple((mix(p[0], q[0]), mix(p[1], q[1])) for p, q in zip(a.points, b.points, strict=True))
        return replace(a, points=points)
    x, y, width, height = map(mix, a.rect, b.rect)
    return replace(a, rect=(x, y, width, height), radius=mix(a.radius, b.radius))


def box(region: Region) -> tuple[float, float, float, float]:
    """Returns the bounding box: x, y, width and height."""
    xs, ys = zip(*_corners(region), strict=True)
    return min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys)


def dilated(region: Region, distance: float) -> Region:
    """Returns a region enlarged by a distance, plus one pixel for rounding.

    A shape other than a rectangle becomes its bounding box, because an ellipse with longer axes does not contain all
    points near the original ellipse.
    """
    if distance <= 0:
        return region
    around = distance + 1
    x, y, width, height = box(region)
    rect = (x - around, y - around, width + 2 * around, height + 2 * around)
    return Region(rect, region.style, region.id, Shape.RECT)


def numbered(tracks: Iterable[Track]) -> list[Track]:
    """Returns the tracks with an id each. A track without one gets its index.

    The textures of frost and tiles depend on the id. Fixed ids keep them the same when another region appears or ends.
    """
    out = []
    for index, track in enumerate(tracks):
        frames = [
            (time, region if region.id is not None else replace(region, id=index)) for time, region in track.keyframes
        ]
        out.append(replace(track, keyframes=frames))
    return out


def _check_times(since: float, until: float, hold: float, max_speed: float) -> None:
    if math.isnan(since) or not since <= until:
        raise InvalidArgumentError(f"a time must be a number, and until must not be before since (got since {since:g}, until {until:g})")
    for name, value in (("hold", hold), ("max_speed", max_speed)):
        if not value >= 0:
            raise InvalidArgumentError(f"{name} must be at least 0 (got {value:g})")
