# SPDX-License-Identifier: MIT
"""A second implementation of scrolls: what a pan, a pinch and a rotation that may be recognized together must send."""

from __future__ import annotations

import math
from typing import NamedTuple

from scrim import GestureKind, GestureState, Phase, Scroll, ScrollSource

PAUSE, LATCH, TIMEOUT = 500_000_000, 10.0, 60_000_000_000
STOPS_SILENTLY = (ScrollSource.WHEEL, ScrollSource.CONTINUOUS)


class Expected(NamedTuple):
    time_ns: int
    sequence: int
    kind: GestureKind
    state: GestureState
    x: float
    y: float
    translation: tuple[float, float]
    scale: float
    rotation: float


def _moves(sample: Scroll) -> bool:
    return sample.source == ScrollSource.PINCH or sample.delta_x != 0 or sample.delta_y != 0


def _begins(sample: Scroll) -> bool:
    return sample.phase == Phase.BEGAN or (sample.phase == Phase.MOVED and _moves(sample))


class ScrollModel:
    """Feed samples, and read `events`."""

    def __init__(self, angle: float) -> None:
        self.angle = angle
        self.clock = 0
        self.sequence = 0
        self.source: ScrollSource | None = None
        self.events: list[Expected] = []

    def feed(self, sample: Scroll) -> None:
        time = max(self.clock, sample.time_ns)
        moves = _moves(sample)
        if not self._continues(sample, time):
            if not _begins(sample):
                return
            self.advance(time)
            if self.source is not None:
                self._end_without_a_sample(time)
            self._begin(sample)
        self.clock = time
        if sample.phase != Phase.CANCELLED:
            self._move(sample, time)
        ends = sample.phase == Phase.ENDED or (sample.phase == Phase.MOVED and not moves)
        if sample.phase == Phase.CANCELLED:
            self._end(GestureState.CANCELLED, time)
        elif ends:
            self._end(GestureState.ENDED, time)
        else:
            self._send(time)

    def advance(self, time: int) -> None:
        if self.source is not None and self.deadline <= time:
            self._end_without_a_sample(self.deadline)
        self.clock = max(self.clock, time)

    def _continues(self, sample: Scroll, time: int) -> bool:
        if self.source != sample.source or sample.phase == Phase.BEGAN or time >= self.deadline:
            return False
        # What ends a scroll does so at every position.
        return self.source not in STOPS_SILENTLY or not _begins(sample) or math.dist(self.origin, (sample.x, sample.y)) <= LATCH

    def _begin(self, sample: Scroll) -> None:
        self.sequence += 1
        self.source = sample.source
        self.origin = (sample.x, sample.y)
        self.translation, self.scale, self.rotation = (0.0, 0.0), 1.0, 0.0
        self.scale_at_first = sample.scale if sample.phase == Phase.MOVED else 1.0
        self.active: set[GestureKind] = set()

    def _move(self, sample: Scroll, time: int) -> None:
        self.point = (sample.x, sample.y)
        # Scrolling down moves the content up. A pinch takes the content with it.
        sign = 1 if self.source == ScrollSource.PINCH else -1
        x, y = self.translation
        self.translation = (x + sign * sample.delta_x, y + sign * sample.delta_y)
        if self.source == ScrollSource.PINCH:
            if sample.phase == Phase.MOVED:
                self.scale = sample.scale / self.scale_at_first
            self.rotation += sample.delta_rotation
        self.deadline = time + (PAUSE if self.source in STOPS_SILENTLY else TIMEOUT)

    def _send(self, time: int) -> None:
        is_pinch = self.source == ScrollSource.PINCH
        conditions = [
            (GestureKind.PAN, self.translation != (0, 0)),
            (GestureKind.PINCH, is_pinch and self.scale != 1),
            (GestureKind.ROTATION, is_pinch and abs(self.rotation) > self.angle),
        ]
        for kind, begins in conditions:
            if kind in self.active:
                self._add(kind, GestureState.CHANGED, time)
            elif begins:
                self.active.add(kind)
                self._add(kind, GestureState.BEGAN, time)

    def _end_without_a_sample(self, time: int) -> None:
        self._end(GestureState.ENDED if self.source in STOPS_SILENTLY else GestureState.CANCELLED, time)

    def _end(self, state: GestureState, time: int) -> None:
        for kind in sorted(self.active):
            self._add(kind, state, time)
        self.source = None

    def _add(self, kind: GestureKind, state: GestureState, time: int) -> None:
        scale = self.scale if kind == GestureKind.PINCH else 1.0
        rotation = self.rotation if kind == GestureKind.ROTATION else 0.0
        self.events.append(Expected(time, self.sequence, kind, state, *self.point, self.translation, scale, rotation))
