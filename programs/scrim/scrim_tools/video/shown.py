# SPDX-License-Identifier: MIT
"""When players show each frame. A frame stays until the next one, so it must be covered for all of that time."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from av.container import InputContainer
from av.packet import Packet
from av.stream import Stream
from av.video.frame import VideoFrame

from .errors import VideoError
from .source import Checker, Length, main_video


class Shown(NamedTuple):
    """A frame with its time stamp, and the time in which players show it: from `since` to before `until`."""

    frame: VideoFrame
    pts: int
    #: In seconds from the first frame.
    since: float
    until: float


def shown_frames(
    container: InputContainer, first: VideoFrame, length: Length, other: Callable[[Packet[Stream]], object]
) -> Iterator[Shown]:
    """Yields each frame of the main video when the next one is known. The last frame is shown until the file ends, which sound may prolong.

    Adds each packet to `length`. Passes the packets of other streams to `other`. Raises VideoError if a frame cannot be covered.
    """
    stream, checker = main_video(container), Checker(first)
    last: tuple[VideoFrame, int, float] | None = None
    start = count = 0
    for packet in container.demux():
        length.add(packet)
        if packet.stream.index != stream.index:
            other(packet)
            continue
        if packet.is_corrupt:
            raise VideoError(f"the video is damaged after frame {count}", "repair the file first")
        for frame in packet.decode():
            assert isinstance(frame, VideoFrame)
            pts = checker.time(frame, count)
            if frame.time_base is None:
                raise VideoError("the frames have no unit of time")
            start = start if count else pts
            count += 1
            since = float((pts - start) * frame.time_base)
            if last is not None:
                yield Shown(*last, since)
            last = frame, pts, since
    if last is not None:
        frame, _, since = last
        assert frame.time_base is not None
        until = max(since + float((frame.duration or 0) * frame.time_base), length.end - float(start * frame.time_base))
        yield Shown(*last, until)
