# SPDX-License-Identifier: MIT
"""Reads a video file: its streams, and checks of each frame."""

from __future__ import annotations

import math
import os
import re
import stat
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import av
from av.codec.context import Flags
from av.container import InputContainer
from av.packet import Packet
from av.sidedata.sidedata import Type as SideDataType
from av.stream import Disposition, Stream
from av.video.frame import VideoFrame
from av.video.stream import VideoStream

from scrim import margin_of

from .errors import VideoError
from .options import VideoInfo
from .orientation import Orientation, read_matrix

#: Demuxers of lists that name other files or hosts.
_LISTS = frozenset({"hls", "dash", "concat", "imf", "sdp", "rtsp", "image2", "webm_dash_manifest"})
#: Options for decoders that otherwise continue after an error without marking the frame. HEVC's decoder also verifies
#: the checksums of a file that contains some. Other decoders mark damaged frames (see Checker), or do not report damage.
_STRICT = {"mjpeg": "explode", "hevc": "crccheck+explode"}
#: What FFmpeg says of cropping that a container asks for: left, right, top and bottom.
_CROPPING = re.compile(r"Frame Cropping: ([\d/]+)")
#: Where it begins to describe a stream, and what it says of the rotation. Tags of the file have other lines, so they cannot say so.
_STREAM = re.compile(r"^  Stream #0:(\d+)", re.MULTILINE)
_ROTATION = re.compile(r"^ +(?:Display Matrix|displaymatrix): rotation of -?[\d.]+ degrees$", re.MULTILINE)
#: The AVStereo3DType of one view, and the AVSphericalProjection of an ordinary picture (libavutil/stereo3d.h, spherical.h).
_MONO = 0
_RECTILINEAR = 4
#: Held while FFmpeg describes a file, because all threads share the level of its messages.
_DESCRIBING = threading.Lock()
_STILL = Disposition.attached_pic | Disposition.timed_thumbnails | Disposition.still_image


@contextmanager
def opened(path: str | Path) -> Iterator[InputContainer]:
    """Opens a file while the block runs. Errors of FFmpeg inside the block become VideoError."""
    before = os.stat(path)
    if not stat.S_ISREG(before.st_mode):
        raise VideoError("the input must be a regular file, because it is read more than once", "write the video to a file first, or pipe it to the input -")
    # An absolute path, because FFmpeg takes the text before a colon for a protocol.
    whole = os.path.abspath(path)
    try:
        # Tags that are not UTF-8 must not fail. All tags are left out anyway.
        with av.open(whole, "r", metadata_errors="replace") as container:
            if _LISTS.intersection(container.format.name.split(",")):
                raise VideoError("this is a list that names other files", "redact those files instead")
            yield container
    except av.error.FFmpegError as error:
        if isinstance(error, OSError) and error.filename == whole and not isinstance(error, ValueError):
            raise OSError(error.errno, error.strerror, str(path)) from None
        if isinstance(error, av.error.InvalidDataError):
            message = "FFmpeg cannot read this file: it is not a video, or it is damaged"
            raise VideoError(message, "ffmpeg -v error -i FILE -f null - prints details") from error
        raise VideoError(f"FFmpeg failed: {error.strerror or error}") from error
    check_unchanged(path, looks(before))


def looks(state: os.stat_result) -> tuple[int, ...]:
    """Returns what changes when another file gets the name, or the file gets other content."""
    return state.st_dev, state.st_ino, state.st_size, state.st_mtime_ns


def check_unchanged(path: str | Path, before: tuple[int, ...]) -> None:
    """Raises VideoError if the file has changed. A video is read more than once, and frames that were added have not been searched."""
    if looks(os.stat(path)) != before:
        raise VideoError("the file changed while it was read", "wait until the program that records it has ended")


def main_video(container: InputContainer) -> VideoStream:
    """Returns the stream that players show: the default one, or else the first, of the video streams that are not pictures."""
    streams = [stream for stream in container.streams.video if not stream.disposition & _STILL]
    if not streams:
        raise VideoError("the file contains no video")
    stream = next((stream for stream in streams if stream.disposition & Disposition.default), streams[0])
    if stream.codec_context is None:
        raise VideoError("FFmpeg has no decoder for this video")
    stream.thread_type = "AUTO"
    if stream.codec_context.name in _STRICT:
        stream.codec_context.options = {"err_detect": _STRICT[stream.codec_context.name]}
    _cut_off_exactly(stream)
    return stream


def _cut_off_exactly(stream: VideoStream) -> None:
    """Makes the decoder cut off all of a left border that the codec asks for.

    By default, FFmpeg rounds it down to a multiple of 64 pixels, so that rows begin at aligned addresses. Players show less than that.
    """
    stream.codec_context.flags |= Flags.unaligned


def _check_size(told: tuple[int, int], frame: VideoFrame) -> None:
    """Raises VideoError if a frame has another size than the file says. Regions might be counted from another corner."""
    if all(told) and told != (frame.width, frame.height):
        raise VideoError(
            f"the first frame is {frame.width} × {frame.height}, but the file says {told[0]} × {told[1]}, so the place of regions is unknown",
            "encode the video again with ffmpeg -i IN -crf 10 -c:a copy OUT, and look where the content is then",
        )


def _described(container: InputContainer) -> str:
    """Returns FFmpeg's description of a file. PyAV has no other way to ask for what players do with the stored frames."""
    described: Any = container  # its stub lacks the method
    with _DESCRIBING:
        level = av.logging.get_level()
        try:
            av.logging.set_level(av.logging.INFO)
            return str(described.dumps_format())
        finally:
            av.logging.set_level(level)


def _check_cropping(told: str) -> None:
    """Raises VideoError if the file says that players hide a border. Regions would be counted from another corner."""
    for cropped in _CROPPING.findall(told):
        if set(cropped) == {"0", "/"}:
            continue
        raise VideoError(
            f"the file says that players cut off borders of the frames (left/right/top/bottom: {cropped} pixels)",
            "cut them off with FFmpeg 7.1 or later: ffmpeg -i IN -crf 10 -c:a copy OUT",
        )


def _check_rotation(told: str, stream: VideoStream, frame: VideoFrame) -> None:
    """Raises VideoError if the frames name another rotation than the container, as a message inside H.264 or HEVC can (SEI)."""
    parts = _STREAM.split(told)
    own = dict(zip(parts[1::2], parts[2::2], strict=True)).get(str(stream.index), "")
    # If both name one, both are here.
    matrices = {bytes(part) for part in _side_data(frame) if part.type == SideDataType.DISPLAYMATRIX}
    if len(matrices) > 1 or (not _ROTATION.search(own) and orientation_of(matrix_of(frame)) != Orientation()):
        raise VideoError(
            "the frames and the container disagree whether the video is rotated, and players follow one or the other",
            "remove the rotation of the frames, for H.264 with ffmpeg -i IN -c copy -bsf:v h264_metadata=display_orientation=remove OUT",
        )


def _side_data(frame: VideoFrame) -> Any:
    """Returns what FFmpeg attaches to a frame. Its stub knows one key."""
    try:
        return frame.side_data
    except ValueError:
        raise VideoError(
            "FFmpeg attaches data to the frames that this version of PyAV does not know, so their rotation is unknown",
            "encode it without loss with ffmpeg -i IN -c:v ffv1 -c:a copy OUT.mkv, and redact that with --dilation 32",
        ) from None


def _enums_of(frame: VideoFrame, kind: SideDataType) -> set[int]:
    """Returns the first numbers of a kind of side data. The container and the frames can both have some."""
    return {int.from_bytes(bytes(part)[:4], sys.byteorder) for part in _side_data(frame) if part.type == kind}


def _check_views(frame: VideoFrame) -> None:
    """Raises VideoError if players show the frame as several views. A region would cover a secret in one of them."""
    if _enums_of(frame, SideDataType.STEREO3D) - {_MONO}:
        raise VideoError(
            "the frames contain several views (stereo 3D), and a region of one view is at another place in the other",
            "keep one view, for side by side with ffmpeg -i IN -vf stereo3d=sbsl:ml,sidedata=delete:STEREO3D"
            " -metadata:s:v:0 stereo_mode=mono -crf 10 -c:a copy OUT",
        )


def is_spherical(frame: VideoFrame) -> bool:
    """Whether players show the frame on a sphere, as videos of 360 degrees."""
    return bool(_enums_of(frame, SideDataType.SPHERICAL) - {_RECTILINEAR})


def matrix_of(frame: VideoFrame) -> tuple[int, ...] | None:
    try:
        return read_matrix(bytes(_side_data(frame)[SideDataType.DISPLAYMATRIX]))
    except KeyError:
        return None


def orientation_of(matrix: tuple[int, ...] | None) -> Orientation:
    if matrix is None:
        return Orientation()
    orientation = Orientation.of_matrix(matrix)
    if orientation is None:
        raise VideoError(
            "players rotate this video by an angle that is not a multiple of 90 degrees",
            "remove the rotation with ffmpeg -i IN -c copy -metadata:s:v:0 rotate=0 OUT",
        )
    return orientation


def first_frame(path: str | Path) -> tuple[VideoFrame, VideoInfo]:
    """Returns the first frame, and what is known from it and from the file."""
    with opened(path) as container:
        stream = main_video(container)
        told = _described(container)
        _check_cropping(told)
        size = stream.codec_context.width, stream.codec_context.height  # decoding changes it
        for frame in container.decode(stream):
            _check_size(size, frame)
            _check_rotation(told, stream, frame)
            _check_views(frame)
            return frame, _info(container, stream, frame)
    raise VideoError("the video contains no frame")


def probe(path: str | Path) -> VideoInfo:
    """Returns what is known of a video, for example the size of the frames in which regions are given.

    Raises VideoError or OSError.
    """
    return first_frame(path)[1]


def frame_times(path: str | Path) -> list[float]:
    """Returns the times of all frames in seconds, from the first. Decodes the video.

    The packets of a file would not do: a decoder makes no frame of some packets. Raises VideoError or OSError.
    """
    times: list[float] = []
    start = 0
    with opened(path) as container:
        checker: Checker | None = None
        for frame in container.decode(main_video(container)):
            checker = checker or Checker(frame)
            pts = checker.time(frame, len(times))
            start = start if times else pts
            if frame.time_base is None:
                raise VideoError("the frames have no unit of time")
            times.append(float((pts - start) * frame.time_base))
    return times


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
    name = stream.codec_context.codec.canonical_name
    margin = margin_of(stream)
    return VideoInfo(width, height, stored, frame.format.name, orientation, name, margin, rate, duration, frames, container.format.name)


class Checker:
    """Checks each frame before it is covered.

    Regions were made for frames like the first one, so a frame of another size, format or rotation is an error. So are several views.
    """

    def __init__(self, first: VideoFrame) -> None:
        self._kind = (first.width, first.height, first.format.name)
        self._matrix = matrix_of(first)
        self._last: int | None = None

    def time(self, frame: VideoFrame, index: int) -> int:
        """Returns the frame's time stamp. Raises VideoError if the frame cannot be covered."""
        here = f"frame {index}"
        kind = (frame.width, frame.height, frame.format.name)
        if frame.is_corrupt:
            raise VideoError(
                f"{here} is damaged, so private content may be anywhere in it",
                "cut out the damaged part, or repair the file first",
            )
        if kind != self._kind or matrix_of(frame) != self._matrix:
            raise VideoError(
                f"{here} differs from the first frame in size, format or rotation (got {_kind(kind)} after {_kind(self._kind)})",
                "cut the video at that frame, and redact the parts separately",
            )
        _check_views(frame)
        if frame.interlaced_frame:
            raise VideoError(
                f"{here} is interlaced, so its colors belong to other rows",
                "deinterlace first with ffmpeg -i IN -vf bwdif -crf 10 -c:a copy OUT",
            )
        pts = frame.pts if frame.pts is not None else frame.dts
        if pts is None:
            raise VideoError(f"{here} has no time stamp", "add time stamps with ffmpeg -fflags +genpts -i IN -c copy OUT")
        if self._last is not None and pts <= self._last:
            raise VideoError(f"{here} is not later than the frame before it", "make new time stamps with ffmpeg -i IN OUT")
        self._last = pts
        return pts


def has_alpha(stream: VideoStream, first: VideoFrame) -> bool:
    """Whether frames have transparency, also if FFmpeg's own decoder leaves it out, as for VP8 and VP9."""
    return stream.metadata.get("alpha_mode") == "1" or any(part.is_alpha for part in first.format.components)


def _kind(kind: tuple[int, int, str]) -> str:
    width, height, name = kind
    return f"{width} × {height} {name}"


class Length:
    """The length of a file: what its header says, which may be wrong, and what its packets say.

    Demuxers do not report that a file was cut off. The header of a recording can contain the length of one stream, or no length.
    """

    #: Differences up to this many seconds are harmless.
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
    def end(self) -> float:
        """When the file ends, in seconds of its own clock: at the end of the last packet, or later if the header says so."""
        return max((time for time in (self._said, self._last) if time is not None), default=math.inf)

    @property
    def missing(self) -> float:
        """The missing seconds, or 0."""
        if self._said is None or self._last is None:
            return 0.0
        missing = self._said - self._last
        return missing if missing > self._TOLERANCE else 0.0


def kind_of(stream: Stream) -> str:
    """Returns the kind of a stream and its codec, for reports."""
    context = stream.codec_context if stream.type in ("audio", "video", "subtitle") else None
    return f"{stream.type} ({context.name})" if context is not None else stream.type
