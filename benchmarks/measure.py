# SPDX-License-Identifier: MIT
"""What a case measures with: two calls by turns, and the figures that come of it."""

from __future__ import annotations

import dataclasses
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
    #: None: what was to be measured is not there.
    value: float | None
    unit: str
    limit: float | None = None
    #: For the reader of the table: how the figure came about.
    note: str = ""

    @property
    def ok(self) -> bool:
        return self.value is not None and (self.limit is None or self.value <= self.limit)

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

    @property
    def quartile(self) -> float:
        """What a quarter of the times are below."""
        return sorted(self.seconds)[len(self.seconds) // 4]

    def __str__(self) -> str:
        return f"best {duration(self.best)}, ¼ {duration(self.quartile)}, median {duration(self.median)}"


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

    def fewer(self, repetitions: int) -> Measure:
        """For peers so slow that as many repetitions would take minutes."""
        return dataclasses.replace(self, repetitions=min(repetitions, self.repetitions), warm_up=1)

    def by_turns(
        self, ours: Callable[[], Any], peer: Callable[[], Any], after: Callable[[], Any] | None = None
    ) -> tuple[Times, Times]:
        """Times two calls A B A B …, so that whatever else the machine does falls on both alike.

        Time is what the process spends on the processor, in all its threads and in the kernel. What another process takes
        in between does not count: of a long call it would take a larger share than of a short one.

        `after` is called after each pair, and not timed.
        """
        times: tuple[list[float], list[float]] = ([], [])
        collecting = gc.isenabled()
        gc.disable()
        try:
            for turn in range(-self.warm_up, self.repetitions):
                for call, seconds in zip((ours, peer), times, strict=True):
                    start = time.process_time_ns()
                    call()
                    end = time.process_time_ns()
                    if turn >= 0:
                        seconds.append((end - start) / 1e9)
                if after is not None:
                    after()
        finally:
            if collecting:
                gc.enable()
        return Times(times[0]), Times(times[1])

    def ratio(
        self,
        case: str,
        limit: float | None,
        ours: Callable[[], Any],
        peer_name: str,
        peer: Callable[[], Any],
        after: Callable[[], Any] | None = None,
    ) -> Row:
        """The best time of ours by the best time of the peer's: the best is what other load disturbs least."""
        mine, other = self.by_turns(ours, peer, after)
        note = f"{mine}; {peer_name}: {other}"
        return Row(case, round(mine.best / other.best, 4), f"× {peer_name}", limit, note)

    def steady(
        self,
        case: str,
        limit: float | None,
        ours: Callable[[], Any],
        peer_name: str,
        peer: Callable[[], Any],
        after: Callable[[], Any] | None = None,
    ) -> Row:
        """The lower quartile of our times by that of the peer's, for work that waits for memory.

        There the best time is that of a lucky turn, in which some of it was in the cache, and one side has more luck
        than the other.
        """
        mine, other = self.by_turns(ours, peer, after)
        note = f"{mine}; {peer_name}: {other}"
        return Row(case, round(mine.quartile / other.quartile, 4), f"× {peer_name}", limit, note)
