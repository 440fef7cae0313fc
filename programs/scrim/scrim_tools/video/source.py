# SPDX-License-Identifier: MIT
"""A video file to read: its streams, and its pictures checked one by one."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import av
from av.container import InputContainer
from av.packet import Packet
from av.sidedata.sidedata import Type as SideDataType
from av.stream import Disposition, Stream
from av.video.frame import VideoFrame
from av.video.stream import VideoStream

from .errors import VideoError
from .options import VideoInfo
from .orientation import Orientation, read_matrix

#: Demuxers of lists that name other files, or hosts.
_LISTS = frozenset({"hls", "dash", "concat", "imf", "sdp", "rtsp", "image2", "webm_dash_manifest"})
#: Decoders that go on after an error, and do not mark the picture, unless they are asked to stop; HEVC's looks at sums,
#: where the file has them. Others mark it (see Checker), or tell nothing.
_STRICT = {"mjpeg": "explode", "hevc": "crccheck+explode"}
_STILL = Disposition.attached_pic | Disposition.timed_thumbnails | Disposition.still_image


@contextmanager
def opened(path: str | Path) -> Iterator[InputContainer]:
    """A file's container. What FFmpeg finds wrong in the block is a VideoError."""
    if not stat.S_ISREG(os.stat(path).st_mode):
        raise VideoError("it is no file, and is read more than once", "write it to a file first")
    # With its folder: FFmpeg takes what stands before a colon for a protocol.
    whole = os.path.abspath(path)
    try:
        # Tags in another encoding than UTF-8 are dropped anyway.
        with av.open(whole, "r", metadata_errors="replace") as container:
            if _LISTS.intersection(container.format.name.split(",")):
                raise VideoError("it is a list that names other files", "redact those")
            yield container
    except av.error.FFmpegError as error:
        if isinstance(error, OSError) and error.filename == whole and not isinstance(error, ValueError):
            raise
        hint = "ffmpeg -v error -i FILE -f null - tells more" if isinstance(error, av.error.InvalidDataError) else ""
        raise VideoError(f"FFmpeg: {error.strerror or error}", hint) from error


def main_video(container: InputContainer) -> VideoStream:
    """The stream that is shown: the first one that is no cover picture."""
    for stream in container.streams.video:
        if not stream.disposition & _STILL:
            if stream.codec_context is None:
                raise VideoError("FFmpeg has no decoder for the video")
            stream.thread_type = "AUTO"
            if stream.codec_context.name in _STRICT:
                stream.codec_context.options = {"err_detect": _STRICT[stream.codec_context.name]}
            return stream
    raise VideoError("there is no video in it")


def matrix_of(frame: VideoFrame) -> tuple[int, ...] | None:
    side_data: Any = frame.side_data  # its stub knows one key
    try:
        return read_matrix(bytes(side_data[SideDataType.DISPLAYMATRIX]))
    except KeyError:
        return None


def orientation_of(matrix: tuple[int, ...] | None) -> Orientation:
    if matrix is None:
        return Orientation()
    orientation = Orientation.of_matrix(matrix)
    if orientation is None:
        raise VideoError(
            "the picture is shown turned by an angle that is no multiple of 90 degrees",
            "ffmpeg -i IN -c copy -metadata:s:v:0 rotate=0 OUT takes that off",
        )
    return orientation


def first_frame(path: str | Path) -> tuple[VideoFrame, VideoInfo]:
    """The first picture, and what is known from it and from the file."""
    with opened(path) as container:
        stream = main_video(container)
        for frame in container.decode(stream):
            return frame, _info(container, stream, frame)
    raise VideoError("there is no picture in it")


def probe(path: str | Path) -> VideoInfo:
    """What a file says of its video: the size that regions are to be in, before all. Raises VideoError, or OSError."""
    return first_frame(path)[1]


def _info(container: InputContainer, stream: VideoStream, frame: VideoFrame) -> VideoInfo:
    orientation = orientation_of(matrix_of(frame))
    stored = (frame.width, frame.height)
    width, height = orientation.shown_size(stored)
    duration: float | None = None
    if stream.duration and stream.time_base:
        duration = float(stream.duration * stream.time_base)
    elif container.duration:
        duration = container.duration / 1e6
    rate = stream.average_rate or stream.guessed_rate
    frames = stream.frames or (round(duration * rate) if duration and rate else None)
    name = stream.codec_context.name
    return VideoInfo(width, height, stored, frame.format.name, orientation, name, rate, duration, frames)


class Checker:
    """Looks at each picture before anything is done with it: what is not like the first one is not covered by regions
    that were made for that."""

    def __init__(self, first: VideoFrame) -> None:
        self._kind = (first.width, first.height, first.format.name)
        self._matrix = matrix_of(first)
        self._last: int | None = None

    def time(self, frame: VideoFrame, index: int) -> int:
        """The picture's time stamp, or a VideoError."""
        here = f"picture {index}"
        kind = (frame.width, frame.height, frame.format.name)
        if frame.is_corrupt:
            raise VideoError(
                f"{here} is damaged: what was private may stand anywhere in it",
                "cut the damaged part out, or repair the file first",
            )
        if kind != self._kind or matrix_of(frame) != self._matrix:
            raise VideoError(
                f"{here} is of another size, format or turn than the first: {kind} after {self._kind}",
                "cut the video where it changes",
            )
        if frame.interlaced_frame:
            raise VideoError(
                f"{here} is interlaced: its colour belongs to other rows",
                "deinterlace first: ffmpeg -i IN -vf bwdif -crf 10 -c:a copy OUT",
            )
        pts = frame.pts if frame.pts is not None else frame.dts
        if pts is None:
            raise VideoError(f"{here} has no time", "ffmpeg -fflags +genpts -i IN -c copy OUT makes them")
        if self._last is not None and pts <= self._last:
            raise VideoError(f"{here} is no later than the one before it", "ffmpeg -i IN OUT makes new times")
        self._last = pts
        return pts


def has_alpha(stream: VideoStream, first: VideoFrame) -> bool:
    """Whether pictures have a transparency, or have one that FFmpeg's own decoder leaves out (VP8, VP9)."""
    return stream.metadata.get("alpha_mode") == "1" or any(part.is_alpha for part in first.format.components)


class Length:
    """Whether a file is as long as its head says: what is cut off is not missed by demuxers."""

    #: Seconds by which heads are wrong without harm.
    _TOLERANCE = 0.5

    def __init__(self, container: InputContainer) -> None:
        start, length = container.start_time, container.duration
        self._said = (start or 0) / 1e6 + length / 1e6 if length else None
        self._last: float | None = None

    def add(self, packet: Packet[Stream]) -> None:
        time = packet.pts if packet.pts is not None else packet.dts
        if time is not None and packet.time_base is not None:
            end = float((time + (packet.duration or 0)) * packet.time_base)
            self._last = end if self._last is None else max(self._last, end)

    @property
    def missing(self) -> float:
        """Seconds."""
        if self._said is None or self._last is None:
            return 0.0
        missing = self._said - self._last
        return missing if missing > self._TOLERANCE else 0.0


def kind_of(stream: Stream) -> str:
    """The kind of a stream and its codec, for reports."""
    context = stream.codec_context if stream.type in ("audio", "video", "subtitle") else None
    return f"{stream.type} ({context.name})" if context is not None else stream.type
