# SPDX-License-Identifier: MIT
"""Fingers that move at the same time, as samples, and an engine to feed them to."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

import scrim
from scrim import Event, Phase, Touch

MS = 1_000_000
#: A finger's place at a time from 0 to 1.
Path = Callable[[float], tuple[float, float]]


def line(start: Sequence[float], way: Sequence[float]) -> Path:
    return lambda t: (start[0] + way[0] * t, start[1] + way[1] * t)


def samples(paths: Sequence[Path], *, milliseconds: float = 120, rate: float = 120, start: int = 0) -> list[Touch]:
    """All fingers come down, move together at `rate`, and are lifted at the ends of their paths."""
    count = max(1, round(milliseconds * rate / 1000))
    touches = [Touch(start, id, Phase.BEGAN, *path(0)) for id, path in enumerate(paths)]
    for step in range(1, count + 1):
        time = start + round(milliseconds * MS * step / count)
        touches += [Touch(time, id, Phase.MOVED, *path(step / count)) for id, path in enumerate(paths)]
    end = start + round(milliseconds * MS)
    return touches + [Touch(end, id, Phase.ENDED, *path(1)) for id, path in enumerate(paths)]


def play(recognizers: Sequence[Callable[[int], scrim.Recognizer]], touches: list[Touch], cut: int = 0) -> list[Event]:
    """The events of recognizers, each on a window. The samples are fed in two parts."""
    with scrim.Scene() as scene, scrim.Gestures(scene) as gestures:
        window = scene.add_window((-(2**20), -(2**20), 2**21, 2**21))
        for recognizer in recognizers:
            gestures.add(recognizer(window))
        events = gestures.feed(touches[:cut]) + gestures.feed(touches[cut:])
        return events + gestures.advance(touches[-1].time_ns + 10**10)


def positions(touches: list[Touch]) -> list[tuple[Touch, dict[int, np.ndarray]]]:
    """After each sample, where the fingers are that are down. A finger that is lifted still counts at that sample."""
    down: dict[int, np.ndarray] = {}
    found = []
    for touch in touches:
        down[touch.id] = np.array([touch.x, touch.y])
        found.append((touch, dict(down)))
        if touch.phase == Phase.ENDED:
            del down[touch.id]
    return found


def moved(touches: list[Touch], place: Callable[[float, float], tuple[float, float]]) -> list[Touch]:
    """The same samples elsewhere, for example turned or mirrored."""
    return [touch._replace(**dict(zip("xy", place(touch.x, touch.y), strict=True))) for touch in touches]


def summary(events: list[Event]) -> list[tuple[Any, ...]]:
    return [(event.recognizer, event.state, event.time_ns, event.fingers) for event in events]
