# SPDX-License-Identifier: MIT
"""redact_into() with two threads and with one. Styles that are not bound by memory must become 1.8 times as fast. The others are
measured for information.

Processor time is measured, as in the other cases, because another program may take a processor away. Bands run at the same time,
so only the slowest band counts, and what the call does outside of the bands.
"""

import os
import threading
import time
from collections.abc import Callable
from typing import Any

import numpy as np
import scrim
from measure import Measure, Row, Times
from scrim import Style, _ffi

SIZE = (2160, 3840)
LIMIT = 1 / 1.8
#: Styles, and whether the limit holds for them.
STYLES = [
    ("light", Style.light(), True),
    ("effect 10", Style.effect(10), True),
    ("blur σ 1", Style.blur(1), True),
    ("blur σ 2", Style.blur(2), True),
    ("blur σ 12", Style.blur(12), False),
    ("pixelate 16", Style.pixelate(16), False),
    ("frost", Style.frost(1), False),
    ("tiles", Style.tiles(1), False),
    ("solid", Style.solid("#24343b"), False),
]
MOST = 15  # repetitions: a call takes up to a tenth of a second


class Bands:
    """Notes the time that each band takes, while it replaces the library's function."""

    def __init__(self) -> None:
        self.seconds: list[float] = []
        self._lock = threading.Lock()
        self._function = _ffi.redact_copy

    def __call__(self, *arguments: Any) -> int:
        start = time.thread_time()
        status = self._function(*arguments)
        with self._lock:
            self.seconds.append(time.thread_time() - start)
        return int(status)

    def timed(self, call: Callable[[], object]) -> float:
        self.seconds.clear()
        start = time.process_time()
        call()
        return time.process_time() - start - sum(self.seconds) + max(self.seconds)


def rows(measure: Measure, bands: Bands) -> list[Row]:
    source = np.random.default_rng(1).integers(0, 256, (*SIZE, 4), np.uint8)
    target = np.zeros_like(source)
    found = []
    for name, style, limited in STYLES:
        seconds: dict[int, list[float]] = {2: [], 1: []}
        for turn in range(-1, min(measure.repetitions, MOST)):
            for threads, times in seconds.items():
                once = bands.timed(
                    lambda: scrim.redact_into(source, target, [(0, 0, *SIZE[::-1])], style=style, threads=threads)
                )
                if turn >= 0:
                    times.append(once)
        two, one = Times(seconds[2]), Times(seconds[1])
        limit = LIMIT if limited else None
        note = f"{two}; 1 thread: {one}"
        found.append(Row(f"threads: {name}, 4K RGBA, 2", round(two.best / one.best, 4), "× 1 thread", limit, note))
    return found


def run(measure: Measure) -> list[Row]:
    pinned = os.sched_getaffinity(0)
    os.sched_setaffinity(0, range(os.cpu_count() or 1))
    bands = Bands()
    _ffi.redact_copy, function = bands, _ffi.redact_copy
    try:
        return rows(measure, bands)
    finally:
        _ffi.redact_copy = function
        os.sched_setaffinity(0, pinned)
