# SPDX-License-Identifier: MIT
"""redact_into(threads=2) and the same call with one thread, in time on the clock. Styles that are not bound by memory must
become 1.8 times as fast. Copies of solid boxes are, and are measured for information."""

import os
import time
from collections.abc import Callable

import numpy as np
import scrim
from measure import Measure, Row, Times
from scrim import Style

SIZE = (2160, 3840)
LIMIT = 1 / 1.8
#: Styles, and whether the limit holds for them.
STYLES = [
    ("light", Style.light(), True),
    ("effect 10", Style.effect(10), True),
    ("blur σ 2", Style.blur(2), True),
    ("tiles", Style.tiles(1), False),
    ("solid", Style.solid("#24343b"), False),
]
MOST = 15  # repetitions: a call takes up to a tenth of a second


def timed(calls: list[Callable[[], object]], measure: Measure) -> list[Times]:
    """Times calls by turns. Unlike Measure.by_turns(), on the clock, because threads share the work."""
    seconds: list[list[float]] = [[] for _ in calls]
    for turn in range(-1, min(measure.repetitions, MOST)):
        for call, found in zip(calls, seconds, strict=True):
            start = time.perf_counter()
            call()
            if turn >= 0:
                found.append(time.perf_counter() - start)
    return [Times(found) for found in seconds]


def rows(measure: Measure) -> list[Row]:
    source = np.random.default_rng(1).integers(0, 256, (*SIZE, 4), np.uint8)
    target = np.zeros_like(source)
    found = []
    for name, style, limited in STYLES:

        def covered(threads: int, style: Style = style) -> Callable[[], object]:
            return lambda: scrim.redact_into(source, target, [(0, 0, *SIZE[::-1])], style=style, threads=threads)

        two, one = timed([covered(2), covered(1)], measure)
        note = f"{two}; 1 thread: {one}"
        found.append(Row(f"threads: {name}, 4K RGBA, 2", round(two.best / one.best, 4), "× 1 thread", LIMIT if limited else None, note))
    return found


def run(measure: Measure) -> list[Row]:
    pinned = os.sched_getaffinity(0)
    os.sched_setaffinity(0, range(os.cpu_count() or 1))
    try:
        if len(os.sched_getaffinity(0)) < 2:
            return [Row("threads: 2", None, "× 1 thread", None, "not there: this machine has one processor")]
        return rows(measure)
    finally:
        os.sched_setaffinity(0, pinned)
