# SPDX-License-Identifier: MIT
"""A progress bar on standard error. Nothing is written if standard error is not a terminal."""

from __future__ import annotations

import shutil
import sys
import time
from types import TracebackType
from typing import TextIO

from ..errors import abandon

#: Seconds between two updates of the bar.
_PERIOD = 0.1


def clock(seconds: float) -> str:
    """Formats seconds as 0:07, 3:25 or 1:02:03."""
    minutes, second = divmod(round(seconds), 60)
    hours, minute = divmod(minutes, 60)
    return f"{hours}:{minute:02}:{second:02}" if hours else f"{minute}:{second:02}"


class ProgressBar:
    """Counts to `total`, which is None if it is unknown. `unit` names what is counted, in the plural."""

    def __init__(self, unit: str, total: int | None, show: bool = True, stream: TextIO | None = None) -> None:
        self._unit, self._total = unit, total
        self._stream = stream or sys.stderr
        self._shows = show and self._stream.isatty()
        self._began = time.monotonic()
        self._next = self._began

    def __enter__(self) -> ProgressBar:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._shows:
            self._show("\r\x1b[K")  # Clears the bar, so that the next message replaces it.

    def update(self, done: int) -> None:
        now = time.monotonic()
        if self._shows and now >= self._next:
            self._next = now + _PERIOD
            columns = shutil.get_terminal_size().columns
            self._show("\r" + self.line(done, now - self._began)[: columns - 1] + "\x1b[K")

    def _show(self, text: str) -> None:
        try:
            self._stream.write(text)
            self._stream.flush()
        except OSError:  # the work must not fail because nobody sees the bar
            self._shows = False
            abandon(self._stream)

    def line(self, done: int, elapsed: float) -> str:
        rate = done / elapsed if elapsed > 0 else 0.0
        told = f"{rate:.1f} {self._unit}/s" if rate < 100 else f"{rate:.0f} {self._unit}/s"
        if not self._total:
            return f"{done} {self._unit}, {told}, {clock(elapsed)}"
        part = min(1.0, done / self._total)
        filled = round(part * 24)
        # A file may be longer than its header says.
        left = f"{clock(max(0, self._total - done) / rate)} left" if rate else "…"
        return f"{part:4.0%} [{'#' * filled}{'.' * (24 - filled)}] {done}/{self._total} {self._unit}, {told}, {left}"
