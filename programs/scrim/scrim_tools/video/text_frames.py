# SPDX-License-Identifier: MIT
"""The frames of a video in gray, upright as players show them, for finding text."""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from pathlib import Path
from typing import TypeAlias

import numpy as np
import numpy.typing as npt
from av.video.frame import VideoFrame

from .errors import VideoError
from .orientation import Orientation
from .source import Checker, first_frame, main_video, opened

Gray: TypeAlias = npt.NDArray[np.uint8]

#: Formats whose first plane is the brightness, with one byte for each pixel.
_LUMA_FIRST = frozenset("gray yuv420p yuvj420p yuv422p yuvj422p yuv444p yuvj444p nv12".split())


class GrayVideo:
    """Decodes a video to gray frames. The time of each frame is remembered."""

    def __init__(self, path: str | Path) -> None:
        self._path = path
        self._first, self.info = first_frame(path)
        #: The time of each frame in seconds from the first, as redact_video() computes it.
        self.seconds = array("d")
        self._stamps: list[int] = []

    @property
    def size(self) -> tuple[int, int]:
        return self.info.width, self.info.height

    def frames(self) -> Iterator[Gray]:
        """Yields all frames. Raises VideoError as redact_video() does if a frame cannot be covered."""
        checker = Checker(self._first)
        self._stamps.clear()
        del self.seconds[:]
        with opened(self._path) as container:
            for frame in container.decode(main_video(container)):
                stamp = checker.time(frame, len(self._stamps))
                if frame.time_base is None:
                    raise VideoError("the frames have no unit of time")
                self._stamps.append(stamp)
                self.seconds.append(float((stamp - self._stamps[0]) * frame.time_base))
                yield gray(frame, self.info.orientation)

    def span(self, first: int, last: int) -> list[Gray]:
        """Decodes the frames from the index `first` to `last` again, after frames() has yielded them."""
        found = self._span(first, last, seek=True)
        # Some files have no reliable index, or lack frames after a jump.
        return found if found is not None else self._span(first, last, seek=False) or []

    def _span(self, first: int, last: int, seek: bool) -> list[Gray] | None:
        found: list[Gray] = []
        with opened(self._path) as container:
            stream = main_video(container)
            if seek:
                try:
                    container.seek(self._stamps[first], stream=stream)
                except OSError:
                    return None
            for frame in container.decode(stream):
                stamp = frame.pts if frame.pts is not None else frame.dts
                index = first + len(found)
                if stamp is None or stamp < self._stamps[index]:
                    continue
                if stamp != self._stamps[index]:
                    return None
                found.append(gray(frame, self.info.orientation))
                if index == last:
                    return found
        return None


def gray(frame: VideoFrame, orientation: Orientation) -> Gray:
    """Returns the brightness of a frame, turned as players show it."""
    pixels: Gray
    if frame.format.name in _LUMA_FIRST:
        plane = frame.planes[0]
        rows = np.frombuffer(plane, np.uint8).reshape(-1, plane.line_size)  # type: ignore[call-overload]
        pixels = rows[: frame.height, : frame.width]
    else:
        pixels = np.asarray(frame.reformat(format="gray").to_ndarray(), np.uint8)
    if orientation.swaps_sides:
        pixels = pixels.T
    if orientation.a + orientation.c < 0:
        pixels = pixels[:, ::-1]
    if orientation.b + orientation.d < 0:
        pixels = pixels[::-1]
    return np.array(pixels, np.uint8, order="C")  # a copy, because the decoder uses its planes again
