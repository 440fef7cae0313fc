# SPDX-License-Identifier: MIT
"""When players show each frame. A frame stays until the next one, so it must be covered for all of that time."""

from __future__ import annotations

import math
from typing import NamedTuple

from av.video.frame import VideoFrame

from .errors import VideoError
from .source import Checker


class Shown(NamedTuple):
    """A frame with its time stamp, and the time in which players show it: from `since` to before `until`."""

    frame: VideoFrame
    pts: int
    #: In seconds from the first frame.
    since: float
    until: float


class Timeline:
    """Holds each frame back until the next one is known. The last frame is shown until the file ends, which sound may prolong."""

    def __init__(self, first: VideoFrame, microseconds: int | None) -> None:
        """`microseconds` is the duration of the file, if it is known."""
        self._checker, self._duration = Checker(first), (microseconds or 0) / 1e6
        self._start: int | None = None
        self._last: tuple[VideoFrame, int, float] | None = None
        #: The number of frames so far.
        self.count = 0

    def add(self, frame: VideoFrame) -> Shown | None:
        """Takes a frame and returns the one before it. Raises VideoError if the frame cannot be covered."""
        pts = self._checker.time(frame, self.count)
        if frame.time_base is None:
            raise VideoError("the frames have no unit of time")
        self._start = pts if self._start is None else self._start
        since = float((pts - self._start) * frame.time_base)
        before, self._last = self._last, (frame, pts, since)
        self.count += 1
        return Shown(*before, since) if before is not None else None

    def finish(self) -> Shown | None:
        """Returns the last frame, or None if there is none."""
        if self._last is None:
            return None
        if not self._duration:  # sound may follow for any time
            return Shown(*self._last, math.inf)
        frame, _, since = self._last
        own = float(frame.duration * frame.time_base) if frame.duration and frame.time_base else 0.0
        return Shown(*self._last, max(since + own, self._duration))
