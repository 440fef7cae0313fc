# SPDX-License-Identifier: MIT
"""Shares a frame between threads: each of them writes a band of rows."""

from __future__ import annotations

import ctypes as c
from _thread import start_new_thread
from collections import deque
from collections.abc import Callable
from threading import Lock
from typing import Any

from . import _abi as s
from ._buffer import held
from ._turn import Turn, waits
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

    Returns or raises only after all calls have ended. If a call raised an exception, raises it. After an error, the bands whose
    calls succeeded are not covered. `owners` are the objects whose memory the calls use.
    """
    works = [_Band(call, options, band, out.crossed_capacity, owners) for band in _bands(height, count)]
    _run_all(works)
    for work in works:
        if work.failure is not None:
            raise work.failure
    _merge(out, [work.out for work in works])
    return next((work.status for work in works if work.status), 0)


def _run_all(works: list[_Band]) -> None:
    """Runs all bands. If it is interrupted, runs no further ones. Returns or raises only after the last call has ended.

    The frame must not be used before all calls have returned, even if the user interrupts this thread again and again.
    """
    ends = waits([work.turn for work in works])
    # Created before the threads start. A list would need memory while they run, and must not fail then.
    discard: deque[int] = deque(maxlen=0)
    wait_for = discard.extend
    try:
        for work in works[1:]:
            work.start()
        for work in works:
            work.run()
    finally:
        # Python runs signal handlers after calls, at backward jumps and at the beginning of functions. Before and during this
        # call, there is none of these.
        wait_for(ends)
        for work in works:
            work.let_go()


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
        #: The exception that the call raised on the thread of the band.
        self.failure: BaseException | None = None
        # Its own, so that nothing is freed while it writes.
        self._owners, self._memory = owners, held(owners)
        #: Belongs to the thread of the band while the call runs. If this thread acquires it first, the call is not made there.
        self.turn = Turn()
        self._claim = Lock()

    def run(self) -> None:
        """Makes the call, unless it was made, or another thread makes it."""
        if self._claim.acquire(blocking=False):
            with self._memory:
                self.status = self._call(self._options, self.out)

    def start(self) -> None:
        """Runs the call on a new thread, if the system allows one more."""
        try:
            # Thread.start() would wait for the thread, and an interruption of that can look like an error.
            start_new_thread(self._run_in_turn, ())
        except RuntimeError as error:
            if error.__traceback__ and error.__traceback__.tb_next:
                raise  # an exception of a signal handler

    def _run_in_turn(self) -> None:
        if self.turn.try_acquire():
            try:
                self.run()
            except BaseException as error:
                self.failure = error
            finally:
                self.turn.release()

    def let_go(self) -> None:
        """Ends the use of the memory, if the call was not made."""
        self._memory.close()


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
