# SPDX-License-Identifier: MIT
"""What a case measures with: two calls by turns, and the figures that come of it."""

from __future__ import annotations

import gc
import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any


@dataclass(frozen=True)
class Row:
    """A figure: lower is better, and `limit` is the largest that is allowed; None: a figure for information."""

    case: str
    value: float
    unit: str
    limit: float | None = None
    #: For the reader of the table: how the figure came about.
    note: str = ""

    @property
    def ok(self) -> bool:
        return self.limit is None or self.value <= self.limit

    def as_json(self) -> dict[str, Any]:
        return {"case": self.case, "value": self.value, "unit": self.unit, "limit": self.limit, "ok": self.ok}


@dataclass(frozen=True)
class Times:
    """Seconds of one thing, measured many times."""

    seconds: list[float]

    @property
    def best(self) -> float:
        return min(self.seconds)

    @property
    def median(self) -> float:
        return statistics.median(self.seconds)

    def __str__(self) -> str:
        return f"best {duration(self.best)}, median {duration(self.median)}"


def duration(seconds: float) -> str:
    for factor, unit in ((1, "s"), (1e3, "ms"), (1e6, "µs")):
        if seconds * factor >= 1:
            return f"{seconds * factor:.3g} {unit}"
    return f"{seconds * 1e9:.3g} ns"


@dataclass
class Measure:
    """Given to each case: the library's path, a folder to write to, and the stop-watch."""

    library: Path
    folder: Path
    repetitions: int = 100
    warm_up: int = 5
    #: Versions of peers, printed with the figures.
    versions: dict[str, str] = field(default_factory=dict)

    def by_turns(self, ours: Callable[[], Any], peer: Callable[[], Any]) -> tuple[Times, Times]:
        """Times two calls A B A B …, so that whatever else the machine does falls on both alike."""
        times: tuple[list[float], list[float]] = ([], [])
        collecting = gc.isenabled()
        gc.disable()
        try:
            for turn in range(-self.warm_up, self.repetitions):
                for call, seconds in zip((ours, peer), times, strict=True):
                    start = time.perf_counter_ns()
                    call()
                    end = time.perf_counter_ns()
                    if turn >= 0:
                        seconds.append((end - start) / 1e9)
        finally:
            if collecting:
                gc.enable()
        return Times(times[0]), Times(times[1])

    def ratio(
        self, case: str, limit: float | None, ours: Callable[[], Any], peer_name: str, peer: Callable[[], Any]
    ) -> Row:
        """The best time of ours by the best time of the peer's: the best is what other load disturbs least."""
        mine, other = self.by_turns(ours, peer)
        note = f"{mine}; {peer_name}: {other}"
        return Row(case, round(mine.best / other.best, 4), f"× {peer_name}", limit, note)
