# SPDX-License-Identifier: MIT
"""A scene to touch, for the tests of gestures and of collecting, and what a collector says to that."""

from __future__ import annotations

from typing import Any

import numpy as np

import scrim
from scrim import Collector, DecisionResult, Phase, Reason, Record, Tap, Touch, ViewFlags

MS = 1_000_000


def tap(time_ns: int, x: float = 5, y: float = 5, id: int = 1, hold: int = 50 * MS) -> list[Touch]:
    return [Touch(time_ns, id, Phase.BEGAN, x, y), Touch(time_ns + hold, id, Phase.ENDED, x, y)]


def as_array(samples: list[Touch]) -> np.ndarray:
    return np.array([(s.time_ns, s.id, s.phase, s.tool, s.x, s.y) for s in samples], dtype=scrim.TOUCH_DTYPE)


class World:
    """A window with a button from (0, 0) to (20, 20), and a private field to the right of it."""

    def __init__(self) -> None:
        self.scene = scrim.Scene()
        self.window = self.scene.add_window((0, 0, 100, 100), screen="Accounts", title="Bank")
        self.button = self.scene.add_view(
            self.window, (0, 0, 20, 20), classes=("Button", "Control"), content="Transfer"
        )
        self.field = self.scene.add_view(
            self.window, (40, 0, 20, 20), flags=ViewFlags.INTERACTIVE | ViewFlags.SECURE, classes=("Field",)
        )
        self.gestures = scrim.Gestures(self.scene)

    def collector(self) -> Collector:
        return Collector(self.gestures)

    def tapped(self, view: int, action: str | None = "pressed", **arguments: Any) -> int:
        recognizer = self.gestures.add(Tap(view=view, **arguments))
        if action:
            self.gestures.add_action(recognizer, 7, action)
        return recognizer


PENDING = (DecisionResult.PENDING, Reason.NONE)


def refused(reason: Reason) -> tuple[Decision, Reason]:
    return (DecisionResult.DROPPED, reason)


def verdicts(world: World, collector: Collector, samples: list[Touch]) -> list[tuple[Decision, Reason]]:
    return [tuple(verdict) for verdict in collector.decide(world.gestures.feed(samples))]


class Clock:
    """Taps a second apart, each decided on by itself."""

    def __init__(self, world: World, collector: Collector) -> None:
        self.world, self.collector, self.now = world, collector, 0

    def tap(self, x: float = 5, y: float = 5) -> tuple[Decision, Reason]:
        self.now += 1000 * MS
        (verdict,) = verdicts(self.world, self.collector, tap(self.now, x, y))
        return verdict

    def record(self, x: float = 5, y: float = 5) -> Record:
        assert self.tap(x, y) == PENDING
        (record,) = self.collector.records()
        assert isinstance(record, Record)
        return record
