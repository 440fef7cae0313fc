# SPDX-License-Identifier: MIT
"""The frames of a video in color, upright as players show them, for finding text."""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from pathlib import Path
from typing import TypeAlias

import cv2
import numpy as np
import numpy.typing as npt
from av.video.frame import VideoFrame

from .errors import VideoError
from .orientation import Orientation
from .source import Checker, first_frame, main_video, opened

Gray: TypeAlias = npt.NDArray[np.uint8]
#: Rows of pixels with red, green and blue. In gray, colored text may have the same level as its background.
Frame: TypeAlias = npt.NDArray[np.uint8]
#: By how many columns and rows something moves.
Movement: TypeAlias = tuple[int, int]


class FrameVideo:
    """Decodes the frames of a video. The time of each frame is remembered."""

    def __init__(self, path: str | Path) -> None:
        self._path = path
        self._first, self.info = first_frame(path)
        #: The time of each frame in seconds from the first, as redact_video() computes it.
        self.seconds = array("d")
        self._stamps: list[int] = []

    @property
    def size(self) -> tuple[int, int]:
        return self.info.width, self.info.height

    def frames(self) -> Iterator[Frame]:
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
                yield upright(frame, self.info.orientation)

    def span(self, first: int, last: int) -> list[Frame]:
        """Decodes the frames from the index `first` to `last` again, after frames() has yielded them."""
        found = self._span(first, last, seek=True)
        # Some files have no reliable index, or lack frames after a jump.
        found = found if found is not None else self._span(first, last, seek=False)
        if found is None:
            raise VideoError("the video was decoded to other frames the second time", "write it again with ffmpeg -i IN OUT")
        return found

    def _span(self, first: int, last: int, seek: bool) -> list[Frame] | None:
        found: list[Frame] = []
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
                found.append(upright(frame, self.info.orientation))
                if index == last:
                    return found
        return None


def upright(frame: VideoFrame, orientation: Orientation) -> Frame:
    """Returns the pixels of a frame, turned as players show it."""
    pixels = np.asarray(frame.to_ndarray(format="rgb24"), np.uint8)
    if orientation.swaps_sides:
        pixels = pixels.swapaxes(0, 1)
    if orientation.a + orientation.c < 0:
        pixels = pixels[:, ::-1]
    if orientation.b + orientation.d < 0:
        pixels = pixels[::-1]
    return np.ascontiguousarray(pixels)


def highest(pixels: Frame) -> Gray:
    """Returns the largest of the three numbers of each pixel."""
    red, green, blue = (cv2.extractChannel(pixels, channel) for channel in range(3))
    return np.asarray(cv2.max(cv2.max(red, green), blue), np.uint8)


def difference(one: Frame, other: Frame) -> Gray:
    """Returns by how many levels the pixels of two frames differ at most."""
    return highest(np.asarray(cv2.absdiff(one, other), np.uint8))
