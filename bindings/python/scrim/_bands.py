# SPDX-License-Identifier: MIT
"""Shares a frame between threads: each of them writes a band of rows."""

from __future__ import annotations

import ctypes as c
import threading
from collections.abc import Callable
from typing import Any

from . import _abi as s
from ._buffer import held
from .report import Outcome, crossed_in, list_crossed
from .styles import StyleKind

MAX_THREADS = 256
#: Bands begin at multiples of this, so that rows that share chroma stay together, and the work is shared evenly.
_STEP = 16

Call = Callable[[s.scrim_redact_options, s.scrim_redact_report], int]


def _bands(height: int, count: int) -> list[tuple[int, int]]:
    """Returns the first row and the number of rows of each band."""
    rows = -(-height // (count * _STEP)) * _STEP
    return [(first, min(rows, height - first)) for first in range(0, height, rows)]


def in_bands(
    call: Call, height: int, options: s.scrim_redact_options, out: s.scrim_redact_report, count: int, owners: list[Any]
) -> int:
    """Makes a call for each band, on a thread each, and merges their reports into `out`. Returns the first error.

    Returns when all threads have ended. After an error, the bands whose calls succeeded are not covered. `owners` are the objects
    whose memory the calls use.
    """
    works = [_Band(call, options, band, out.crossed_capacity, owners) for band in _bands(height, count)]
    interruption = _run_all(works)
    if interruption is not None:
        raise interruption
    _merge(out, [work.out for work in works])
    return next((work.status for work in works if work.status), 0)


def _run_all(works: list[_Band]) -> BaseException | None:
    """Runs all bands. If it is interrupted, runs no further ones. Returns when none is running, and then the last interruption.

    The frame must not be used before all calls have returned, even if the user interrupts this thread again and again.
    """
    interruption: BaseException | None = None
    is_begun = False
    while True:
        # Twice, because this thread may be interrupted again before it is back in the inner block.
        try:
            while True:
                try:
                    if not is_begun:
                        is_begun = True
                        for work in works[1:]:
                            work.start()
                        works[0].run()
                    for work in works:
                        work.wait() if interruption is None else work.cancel()
                    return interruption
                except BaseException as error:
                    interruption = error
        except BaseException as error:
            interruption = error


class _Band:
    """The call for one band."""

    def __init__(
        self, call: Call, options: s.scrim_redact_options, band: tuple[int, int], regions: int, owners: list[Any]
    ) -> None:
        self._call = call
        self._options = s.scrim_redact_options.from_buffer_copy(options)
        self._options.first_row, self._options.row_count = band
        self.out = s.scrim_redact_report(c.sizeof(s.scrim_redact_report), Outcome.DISCARD)
        list_crossed(self.out, regions)
        self.status = -1
        # Its own, so that nothing is freed while it writes.
        self._memory = held(owners)
        # Locks without Python code, which could be interrupted while it has them.
        self._running, self._unfinished = threading.Lock(), threading.Lock()
        self._unfinished.acquire()
        self._is_cancelled = False

    def run(self) -> None:
        try:
            with self._running, self._memory:
                if not self._is_cancelled:
                    self.status = self._call(self._options, self.out)
        finally:
            self._unfinished.release()

    def wait(self) -> None:
        """Returns when the call has been made."""
        with self._unfinished:
            pass

    def cancel(self) -> None:
        """Prevents the call, or waits for its end if it has begun."""
        self._is_cancelled = True
        with self._running:
            self._memory.close()

    def start(self) -> None:
        """Runs the call on a new thread. If the system allows no more threads, runs it here."""
        try:
            threading.Thread(target=self.run).start()
        except RuntimeError:
            self.run()


def _merge(out: s.scrim_redact_report, parts: list[s.scrim_redact_report]) -> None:
    out.outcome = max(part.outcome for part in parts)
    out.weakest_class = max(part.weakest_class for part in parts)
    # Every band counts the regions of the whole frame, but its own pixels and crossed borders.
    out.regions, out.regions_inside, out.regions_clipped = parts[0].regions, parts[0].regions_inside, parts[0].regions_clipped
    out.pixels = sum(part.pixels for part in parts)
    crossed = sorted(index for part in parts for index in crossed_in(part))
    out.regions_crossed = len(crossed)
    for place, index in enumerate(crossed):
        out.crossed[place] = index


def reversible(regions: Any, count: int, options: s.scrim_redact_options) -> bool:
    """Whether a region has a reversible style. Values out of range are ignored, because the library refuses them."""
    kinds = [options.styles[index].kind for index in range(options.style_count)]
    if not any(kind >= StyleKind.BLUR for kind in kinds):
        return False
    used = (regions[index].style for index in range(count))
    return any(kinds[style] >= StyleKind.BLUR for style in used if style < len(kinds))
