# SPDX-License-Identifier: MIT
"""redact_video(), which covers the frames of a video one by one and encodes them again."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import IO, NamedTuple

from av.video.frame import VideoFrame

from scrim import (
    AUTO_DILATE_STEPS,
    PYAV_FORMATS,
    Outcome,
    RedactOptions,
    Region,
    Report,
    ScrimError,
    Style,
    StyleClass,
    UnsupportedError,
    redact_in_place,
    redact_into,
)

from ..errors import CommandError
from ..fresh_file import exists, fresh_file
from ..spool import copy_all, filling, path_of, spool
from .codecs import suffix_for
from .errors import NothingCoveredError, OutputError, VideoError
from .options import VideoInfo, VideoOptions, VideoReport
from .orientation import Orientation
from .shown import Shown, shown_frames
from .source import Length, first_frame, has_alpha, is_spherical, main_video, opened
from .target import Target, created, is_rgb
from .tracks import Track, numbered

#: How far a conversion of the pixel format spreads a pixel. If frames are converted first, regions are enlarged by this.
_CONVERSION_REACH = 8


class Progress(NamedTuple):
    """How much of a video is done."""

    #: The number of frames.
    frames: int
    #: The time of the last of them in the video, in seconds.
    seconds: float


def _unsupported_style(frame: VideoFrame, options: VideoOptions) -> Style | None:
    """Returns the first style that the library does not support in the pixel format of a frame."""
    probe = VideoFrame(16, 16, frame.format.name)
    for style in options.styles:
        try:
            redact_in_place(probe, [(0, 0, 8, 8)], style=style)
        except UnsupportedError:
            return style
        except ScrimError:
            continue  # an error for another reason, when the first frame is covered
    return None


def _empty_copy(source: VideoFrame) -> VideoFrame:
    """Returns a frame for a covered copy. The library refuses a copy between frames that name different colors."""
    target = VideoFrame(source.width, source.height, source.format.name)
    target.color_range, target.colorspace = source.color_range, source.colorspace
    return target


class _Painter:
    """Covers frames. Each result is a new frame with the pixels of the source and none of its metadata."""

    def __init__(self, first: VideoFrame, info: VideoInfo, tracks: Iterable[Track], options: VideoOptions) -> None:
        self._options = options
        self._stored = info.stored_size
        self._orientation: Orientation = info.orientation
        self._tracks = numbered(tracks)
        for track in self._tracks:
            track.check_speed(options.max_speed)
        # Most regions never change. The order is kept, because later regions cover earlier ones.
        self._still = [self._place(track, 0.0, 0.0) if track.always_the_same else None for track in self._tracks]
        #: The indices of the tracks that have covered no pixel so far.
        self.unseen = set(range(len(self._tracks)))
        #: The indices of the tracks whose border content crosses.
        self.crossed: set[int] = set()
        self.converted_to = None
        if first.format.name not in PYAV_FORMATS:
            if not options.convert:
                raise VideoError(
                    f"frames in the pixel format {first.format.name} cannot be covered without conversion",
                    f"--convert converts them to yuv420p first; the supported formats are {', '.join(PYAV_FORMATS)}",
                )
            self.converted_to = "yuv420p"
        elif (style := _unsupported_style(first, options)) is not None:
            if not options.convert:
                raise VideoError(
                    f"the style {style.kind.name.lower()} does not work in the pixel format {first.format.name}",
                    "--convert converts the frames to yuv420p first; --style solid, frost, tiles and pixelate work without conversion",
                )
            self.converted_to = "yuv420p"
        margin = info.margin
        self.dilation = margin.dilation if options.dilation is None else options.dilation
        self.dilation += _CONVERSION_REACH if self.converted_to else 0
        self.codec_block = margin.codec_block if options.codec_block is None else options.codec_block

    def _place(self, track: Track, since: float, until: float) -> list[Region]:
        regions = track.during(since, until, self._options.hold, self._options.max_speed)
        return [self._orientation.to_stored(region, self._stored) for region in regions]

    def readable(self, frame: VideoFrame) -> VideoFrame:
        """Returns the frame in a pixel format that the library supports."""
        if self.converted_to is None:
            return frame
        if is_rgb(frame.format.name):
            # Otherwise the result is still marked as RGB. Players show wrong colors then, and some encoders fail.
            return frame.reformat(format=self.converted_to, dst_colorspace="ITU709", dst_color_range="MPEG")
        return frame.reformat(format=self.converted_to, dst_color_range="JPEG" if frame.color_range == 2 else "MPEG")

    def _places(self, shown: Shown) -> list[list[Region]]:
        """Returns the regions of each track while a frame is shown."""
        return [
            self._place(track, shown.since, shown.until) if still is None else still
            for track, still in zip(self._tracks, self._still, strict=True)
        ]

    def is_crossed(self, shown: Shown, step: int) -> bool:
        """Whether content crosses the border of a region of a frame, if regions are enlarged by `step` pixels more."""
        source = self.readable(shown.frame)
        regions = [region for places in self._places(shown) for region in places]
        return redact_into(source, _empty_copy(source), regions, **self._how(step)).regions_crossed > 0

    def paint(self, shown: Shown) -> tuple[VideoFrame, Report]:
        """Returns a covered copy and the report.

        The source stays unchanged, because the decoder may still predict other frames from it. Captions, messages and
        other data that are attached to the source are not copied.
        """
        placed = self._places(shown)
        regions = [region for places in placed for region in places]
        source = self.readable(shown.frame)
        target = _empty_copy(source)
        target.time_base, target.duration = source.time_base, source.duration
        report = redact_into(source, target, regions, **self._how())
        if report.outcome is not Outcome.OK:
            raise VideoError("a frame could not be covered")
        self._note(placed, target, report)
        return target, report

    def _how(self, step: int = 0) -> RedactOptions:
        options = self._options
        return {
            "styles": options.styles,
            "sampling_gap": options.sampling_gap,
            "dilation": self.dilation + step,
            "size_multiple": options.size_multiple,
            "codec_block": self.codec_block,
            "allow_nothing": True,  # regions may move out of the frame
        }

    def _note(self, placed: list[list[Region]], frame: VideoFrame, report: Report) -> None:
        """Notes which tracks cover a pixel of a frame, and whose border content crosses."""
        if report.crossed:
            owners = [index for index, regions in enumerate(placed) for _ in regions]
            self.crossed |= {owners[index] for index in report.crossed}
        if report.regions_inside == report.regions:
            self.unseen -= {index for index, regions in enumerate(placed) if regions}
            return
        blank = memoryview(bytearray(frame.width * frame.height)).cast("B", (frame.height, frame.width))
        for index in [index for index in self.unseen if placed[index]]:
            if redact_in_place(blank, placed[index], **self._how()).regions_inside:
                self.unseen.remove(index)


def redact_video(
    source: str | Path,
    target: str | Path | IO[bytes],
    tracks: Iterable[Track],
    options: VideoOptions | None = None,
    progress: Callable[[Progress], None] | None = None,
) -> VideoReport:
    """Writes `target`, a copy of the video `source` in which the tracks are covered.

    The frames keep their times. Audio and subtitles are copied, unless `options` say otherwise, and everything else is
    left out. `progress` is called after each frame. `target` may also be an open binary stream, such as a pipe. The whole video
    is written to it when the last frame is done.

    Raises NothingCoveredError if no track covers a pixel of any frame, and OutputError if the output cannot be written
    as asked for. Raises another VideoError if the video cannot be redacted, and ScrimError or OSError for other errors.
    After an error there is no new file, and an existing `target` stays as it was.
    """
    if options is None:
        options = VideoOptions()
    if not isinstance(options, VideoOptions):
        raise TypeError(f"options must be a VideoOptions (got {type(options).__name__})")
    tracks = list(tracks)
    for index, track in enumerate(tracks):
        if not isinstance(track, Track):
            raise TypeError(f"tracks[{index}] must be a Track, for example Track.still(Region((x, y, width, height))) (got {track!r})")
    if isinstance(target, str | Path) and exists(target):
        if os.path.samefile(source, target):
            raise OutputError("the output is the same file as the input", "name another file")
        if not os.path.isfile(target):
            raise OutputError("the output must be a regular file, but this is something else", "name another file")
    first, info = first_frame(source)
    painter = _Painter(first, info, tracks, options)
    named = isinstance(target, str | Path)
    suffix = suffix_for(Path(target) if isinstance(target, str | Path) else None, options.format, info.container)
    with _new_file(target) as temporary:
        return _Work(painter, info, first, options, progress).run(source, temporary, suffix, named)


@contextmanager
def _new_file(target: str | Path | IO[bytes]) -> Iterator[Path]:
    """Yields the path of a new file that becomes `target`, or is written to it, when the block ends without an error."""
    if isinstance(target, str | Path):
        with fresh_file(target) as temporary:
            yield temporary
        return
    with ExitStack() as stack:
        with _spooling():
            file = stack.enter_context(spool())
        with _spooling(), filling():
            yield Path(path_of(file))
        # Errors of `target` stay as they are.
        copy_all(file, target)


@contextmanager
def _spooling() -> Iterator[None]:
    """Lets errors of the temporary file inside the block become OutputError, which callers of redact_video() expect."""
    try:
        yield
    except CommandError as error:
        raise OutputError(str(error), error.hint) from error


class _Work:
    """The redaction of one video."""

    def __init__(
        self,
        painter: _Painter,
        info: VideoInfo,
        first: VideoFrame,
        options: VideoOptions,
        progress: Callable[[Progress], None] | None,
    ) -> None:
        self._painter, self._info, self._first, self._options, self._progress = painter, info, first, options, progress
        self._frames = self._covered = self._pixels = 0
        self._weakest_class = StyleClass.NONE
        self._seconds = 0.0

    def run(self, source: str | Path, temporary: Path, suffix: str, named: bool) -> VideoReport:
        began = time.monotonic()
        if self._options.auto_dilate:
            self._painter.dilation += self._step(source)
        with opened(source) as container, created(temporary, suffix, main_video(container).time_base, named) as output:
            stream = main_video(container)
            readable = self._painter.readable(self._first)
            target = Target(output, stream, readable, self._options, suffix)
            target.copy_streams(container, self._options)
            length, alpha = Length(container), has_alpha(stream, self._first) and not target.has_alpha
            for shown in shown_frames(container, self._first, length, target.copy):
                self._one(shown, target)
            target.finish()
            exact = target.exact_times
        unseen = sorted(self._painter.unseen)
        if (unseen or not self._pixels) and not self._options.allow_nothing:
            size = f"{self._info.width} × {self._info.height} pixels, {self._seconds:.1f} s"
            which = f"tracks[{unseen[0]}] covers no pixel" if self._pixels else "no region covers a pixel"
            raise NothingCoveredError(
                f"{which} of any frame ({size})", "check the places and times of the regions, or add --allow-nothing"
            )
        return VideoReport(
            frames=self._frames,
            frames_covered=self._covered,
            pixels=self._pixels,
            dilation=self._painter.dilation,
            codec_block=self._painter.codec_block,
            crossed=tuple(sorted(self._painter.crossed)),
            weakest_class=self._weakest_class,
            width=self._info.width,
            height=self._info.height,
            pixel_format=self._info.pixel_format,
            converted_before=self._painter.converted_to,
            converted_after=target.converted_to,
            rotation=self._info.orientation.degrees,
            spherical=is_spherical(self._first),
            codec=target.codec,
            source_codec=self._info.codec,
            changed_codec=target.changed_codec,
            alpha_dropped=alpha,
            missing=length.missing,
            exact_times=exact,
            copied=tuple(target.copied),
            dropped=tuple(target.dropped),
            duration=self._seconds,
            elapsed=time.monotonic() - began,
        )

    def _step(self, source: str | Path) -> int:
        """Decodes all frames, and returns by how many pixels the regions in all of them are enlarged.

        One step for all frames, because a size that follows the content of each frame would give the content away.
        """
        crossed = dict.fromkeys((0, *AUTO_DILATE_STEPS[:-1]), False)
        with opened(source) as container:
            for shown in shown_frames(container, self._first, Length(container), lambda _: None):
                for step in crossed:
                    crossed[step] = crossed[step] or self._painter.is_crossed(shown, step)
                if all(crossed.values()):
                    break
        return next((step for step in crossed if not crossed[step]), AUTO_DILATE_STEPS[-1])

    def _one(self, shown: Shown, target: Target) -> None:
        self._seconds = shown.since
        covered, report = self._painter.paint(shown)
        target.write(covered, shown.pts)
        self._frames += 1
        self._covered += report.pixels > 0
        self._pixels += report.pixels
        self._weakest_class = max(self._weakest_class, report.weakest_class)
        if self._progress is not None:
            self._progress(Progress(self._frames, self._seconds))
