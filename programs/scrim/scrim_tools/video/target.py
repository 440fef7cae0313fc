# SPDX-License-Identifier: MIT
"""Writes a video file: the encoder, and the streams that are copied."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from contextlib import contextmanager
from fractions import Fraction
from pathlib import Path

import av
from av.audio.stream import AudioStream
from av.container import InputContainer, OutputContainer
from av.packet import Packet
from av.stream import Disposition, Stream
from av.subtitles.stream import SubtitleStream
from av.video.frame import VideoFrame
from av.video.stream import VideoStream

from .codec_headers import without_comments
from .codecs import FORMATS, codec_of, encoder_for, only_errors_on_standard_error, same_scheduling
from .errors import OutputError
from .muxing import Writing, mux, plain
from .options import VideoOptions
from .orientation import Orientation
from .source import kind_of, matrix_of, orientation_of

#: The flags by which players choose among several tracks.
_CHOICE = (
    Disposition.default
    | Disposition.forced
    | Disposition.dub
    | Disposition.original
    | Disposition.comment
    | Disposition.hearing_impaired
    | Disposition.visual_impaired
)
#: A code for a language, such as ger or pt-BR (BCP 47), and the longest one that programs must accept. Matroska stores any text.
_LANGUAGE, _LONGEST_LANGUAGE = re.compile(r"[A-Za-z]{2,3}(-[A-Za-z0-9]{1,8})*"), 35
#: Containers that store the start of each track in the time unit of the whole movie.
_MOVIES = (".mp4", ".m4v", ".mov")
#: Containers that store how players rotate and flip the frames. The others leave it out without a word.
_TURNING = (*_MOVIES, ".3gp", ".3g2", ".f4v", ".ismv", ".mkv", ".webm")
#: Containers that store a time stamp for each frame. Others store none, such as AVI and raw streams, or FFmpeg changes them.
_TIMED = (*_TURNING, ".ts", ".mts", ".m2t", ".m2ts", ".nut", ".ivf", ".flv")
#: x265 computes the decoding times of its first packets when it is given this many frames. With fewer, they are undefined.
_X265_FRAMES = 3
#: Values of AVColorRange and AVColorSpace.
_LIMITED, _FULL, _BT709 = 1, 2, 1


class Target:
    """The output. Its header is written with the first packet."""

    def __init__(
        self, container: OutputContainer, source: VideoStream, first: VideoFrame, options: VideoOptions, suffix: str
    ) -> None:
        self._container = container
        self._source = source
        self._suffix = suffix
        before = source.codec_context.codec.canonical_name
        self.codec = options.codec or encoder_for(before, suffix)
        after = codec_of(self.codec)
        #: The output's codec if it is not the input's, and no option chose it.
        self.changed_codec = after if options.codec is None and after != before else None
        self._stream = self._encoder(first, options)
        self.converted_to = (
            None if first.format.name.replace("yuvj", "yuv") == self._stream.pix_fmt else self._stream.pix_fmt
        )
        self.copied: list[str] = []
        self.dropped: list[str] = []
        self._copies: dict[int, Stream] = {}
        # The last packet of each stream that is not played, if none that is played has followed.
        self._unplayed: dict[int, Packet[Stream]] = {}
        # Time stamps and durations of the frames that the encoder still holds.
        self._held: dict[int, int] = {}
        # The first packets of x265, until there are so many that their decoding times are right.
        self._first: list[Packet[VideoStream]] | None = [] if self.codec == "libx265" else None
        # The greatest common divisor of all time stamps.
        self._grid = 0

    # ---- Streams ----

    def _encoder(self, first: VideoFrame, options: VideoOptions) -> VideoStream:
        source = self._source
        try:
            codec = av.Codec(self.codec, "w")
            if codec.type != "video":
                raise OutputError(f"codec must be a video encoder (got {self.codec!r})", "ffmpeg -encoders lists the encoders")
            stream = self._container.add_stream(
                self.codec,
                rate=source.average_rate or source.guessed_rate or 25,
                options=options.encoder_options(self.codec, (first.width, first.height)),
            )
        except av.codec.codec.UnknownCodecError:
            raise OutputError(f"codec: FFmpeg has no encoder {self.codec!r}", "ffmpeg -encoders lists the encoders") from None
        except ValueError as error:
            raise OutputError(f"codec {self.codec}: {error}", "choose another --codec, or another suffix or --format") from None
        if not isinstance(stream, VideoStream):
            raise OutputError(f"codec must be a video encoder (got {self.codec!r})")
        context = stream.codec_context
        if codec.canonical_name == "hevc" and self._suffix in _MOVIES:
            context.codec_tag = "hvc1"  # Apple's players do not play FFmpeg's own choice, hev1
        context.width, context.height = first.width, first.height
        accepted = [format.name for format in codec.video_formats or ()]
        own = first.format.name.replace("yuvj", "yuv")
        chosen = next((name for name in _candidates(own) if name in accepted), None)
        if chosen is None:
            raise OutputError(f"codec {self.codec} supports neither {own} nor yuv420p", "choose another --codec")
        context.pix_fmt = chosen
        # The unit of the input, so that each time stamp keeps its value.
        context.time_base = source.time_base or Fraction(1, 90_000)
        context.sample_aspect_ratio = source.sample_aspect_ratio or Fraction(0, 1)
        self._set_colors(stream, first)
        matrix = matrix_of(first)
        if matrix is not None:
            if self._suffix not in _TURNING and orientation_of(matrix) != Orientation():
                raise OutputError(f"a {self._suffix} file cannot store that players rotate or flip the frames", "use .mp4, .mov, .mkv or .webm")
            stream.set_display_matrix(matrix)
        stream.disposition = Disposition(source.disposition & _CHOICE)
        self._open(stream)
        return stream

    def _set_colors(self, stream: VideoStream, first: VideoFrame) -> None:
        context = stream.codec_context
        full = first.format.name.startswith("yuvj") or first.color_range == _FULL
        if is_rgb(first.format.name) and (context.pix_fmt or "").startswith("yuv420p"):
            context.color_range, context.colorspace = _LIMITED, _BT709
        else:
            context.color_range = _FULL if full else first.color_range
            context.colorspace = first.colorspace
        context.color_primaries, context.color_trc = first.color_primaries, first.color_trc

    def _open(self, stream: VideoStream) -> None:
        context = stream.codec_context
        try:
            with only_errors_on_standard_error(), same_scheduling():
                context.open()
        except av.error.FFmpegError as error:
            raise OutputError(
                f"codec {self.codec} refused its options or the size of the frames: {error.strerror}",
                "check --crf and --preset",
            ) from error
        # Options that the encoder does not know remain here.
        if context.options:
            names = ", ".join(sorted(context.options))
            raise OutputError(f"codec {self.codec} has no option {names}", "leave it out, or choose another --codec")

    def copy_streams(self, container: InputContainer, options: VideoOptions) -> None:
        """Adds the streams that are copied without being decoded.

        All others are left out, because they might show what was covered: other videos, cover pictures, data and
        attachments.
        """
        wanted = {"audio": options.audio, "subtitle": options.subtitles}
        for stream in container.streams:
            if stream.index == self._source.index:
                continue
            if wanted.get(stream.type, False):
                self._copies[stream.index] = self._copy(stream)
                self.copied.append(kind_of(stream))
            else:
                self.dropped.append(kind_of(stream))

    def _copy(self, stream: Stream) -> Stream:
        try:
            copy = self._container.add_stream_from_template(stream)
        except ValueError as error:
            no = "--no-audio" if stream.type == "audio" else "--no-subtitles"
            raise OutputError(
                f"this kind of file cannot contain {kind_of(stream)}: {error}", f"choose another suffix for OUT or another --format, or add {no}"
            ) from None
        if isinstance(copy, SubtitleStream | AudioStream) and copy.codec_context.extradata:
            copy.codec_context.extradata = without_comments(stream.codec_context.name, copy.codec_context.extradata) or None
        if stream.language and _LANGUAGE.fullmatch(stream.language) and len(stream.language) <= _LONGEST_LANGUAGE:
            copy.metadata["language"] = stream.language
        copy.disposition = Disposition(stream.disposition & _CHOICE)
        return copy

    # ---- Packets and frames ----

    def copy(self, packet: Packet[Stream]) -> None:
        """Writes a packet if its stream is copied."""
        if packet.stream.index not in self._copies:
            return
        # The last packet of each stream is empty. It only flushes decoders.
        if packet.dts is None and packet.pts is None and packet.size == 0:
            return
        if packet.is_discard:
            # Players do not play it, because it was cut off by an edit list, which not all kinds of files have. The last such packet
            # of audio is kept, from which a decoder begins.
            if packet.stream.type == "audio":
                self._unplayed[packet.stream.index] = packet
            return
        before = self._unplayed.pop(packet.stream.index, None)
        copy = self._copies[packet.stream.index]
        for one in map(plain, (packet,) if before is None else (before, packet)):
            one.stream = copy
            mux(self._container, one)

    def write(self, frame: VideoFrame, pts: int) -> None:
        """Encodes a covered frame."""
        frame = self._converted(frame)
        frame.pts = pts
        self._held[pts] = frame.duration
        self._grid = math.gcd(self._grid, pts)
        self._mux(frame)

    def finish(self) -> None:
        """Writes the frames that the encoder still holds."""
        self._mux(None)
        if self._held:
            raise OutputError(f"codec {self.codec} left out {len(self._held)} frames", "choose another --codec")

    def _mux(self, frame: VideoFrame | None) -> None:
        packets = self._stream.encode(frame)
        for packet in packets:
            if packet.pts not in self._held:
                raise OutputError(f"codec {self.codec} changed the time of a frame", "choose another --codec")
            packet.duration = self._held.pop(packet.pts)
        if self._first is not None:
            self._first += packets
            packets = self._take_first(is_all=frame is None)
        for packet in packets:
            if packet.pts is not None and packet.dts is not None and packet.dts > packet.pts:
                raise OutputError(f"codec {self.codec} let a frame be decoded after it is shown", "choose another --codec")
            mux(self._container, packet)

    def _take_first(self, is_all: bool) -> list[Packet[VideoStream]]:
        """Returns the packets of x265 with decoding times, or none if there are too few so far."""
        packets, enough = self._first or [], len(self._first or []) >= _X265_FRAMES
        if not enough and not is_all:
            return []
        self._first = None
        if not enough:
            # So few frames are decoded in the order in which they are shown.
            for packet in packets:
                packet.dts = packet.pts
        return packets

    def _converted(self, frame: VideoFrame) -> VideoFrame:
        if self.converted_to is None:
            return frame
        if is_rgb(frame.format.name):
            return frame.reformat(
                format=self.converted_to, dst_colorspace="ITU709", dst_color_range="MPEG", interpolation="AREA"
            )
        return frame.reformat(format=self.converted_to)

    @property
    def has_alpha(self) -> bool:
        """Whether the output has transparency."""
        return any(part.is_alpha for part in av.VideoFormat(self._stream.pix_fmt or "").components)

    @property
    def exact_times(self) -> bool:
        """Whether the container stores time stamps, and each one is a whole number in its unit."""
        if self._suffix not in _TIMED:
            return False
        mine, theirs = self._stream.codec_context.time_base, self._stream.time_base
        return bool(mine and theirs) and (self._grid * Fraction(mine) / Fraction(theirs or 1)).denominator == 1


def _candidates(own: str) -> list[str]:
    """Returns the pixel formats for an encoder, the best first: the format of the frames, or else 4:2:0 of 10 or 8 bits."""
    is_wide = max(part.bits for part in av.VideoFormat(own).components) > 8
    return [own, "yuv420p10le", "yuv420p"] if is_wide else [own, "yuv420p"]


def is_rgb(name: str) -> bool:
    """Whether a pixel format, as FFmpeg names it, is RGB."""
    return "rgb" in name or "bgr" in name or "gbr" in name


@contextmanager
def created(path: Path, suffix: str, time_base: Fraction | None, named: bool = True) -> Iterator[OutputContainer]:
    """Creates a container while the block runs. It stores no date or host, so the same input gives the same bytes.

    `suffix` chooses the kind of file. If the output is not `named`, because it goes to a pipe, its reader need not seek.
    """
    options = {"fflags": "+bitexact"}
    if suffix in _MOVIES:
        if time_base is not None:
            # Otherwise the time of the first frame is rounded to milliseconds.
            options["movie_timescale"] = str(time_base.denominator)
        if not named:
            options["movflags"] = "+faststart"
    format = FORMATS.get(suffix.removeprefix(".")) if path.suffix.lower() != suffix else None
    try:
        with Writing(path):
            container = av.open(str(path), "w", format=format, options=options)
    except (av.error.FFmpegError, ValueError):
        raise OutputError(f"FFmpeg knows no video format with the suffix {suffix!r}", "use .mp4, .mkv or .webm") from None
    try:
        if container.format.no_file:
            raise OutputError(f"the suffix {suffix!r} would produce many files", "use .mp4, .mkv or .webm, and split that file")
        if container.default_video_codec == "none":
            raise OutputError(f"files with the suffix {suffix!r} contain no video", "use .mp4, .mkv or .webm")
        yield container
    finally:
        with Writing(path):
            container.close()
