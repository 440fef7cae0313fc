# SPDX-License-Identifier: MIT
"""Options of the redaction of a video, and descriptions of a video before and after it."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from numbers import Real
from typing import Any

from scrim import InvalidArgumentError, Margin, Style, StyleClass

from .errors import OutputError
from .orientation import Orientation

#: Default options of encoders. Quality comes first, then speed.
_QUALITY = {
    "libx264": {"crf": "18", "preset": "medium"},
    # x265 prints to standard error, and knows no other way to be asked for less.
    "libx265": {"crf": "20", "preset": "medium", "x265-params": "log-level=error"},
    "libvpx": {"crf": "10", "b": "50M", "deadline": "good", "cpu-used": "4"},
    "libvpx-vp9": {"crf": "24", "b": "0", "deadline": "good", "cpu-used": "4", "row-mt": "1"},
    "libaom-av1": {"crf": "24", "cpu-used": "6", "row-mt": "1"},
    "libsvtav1": {"crf": "24", "preset": "8"},
}
#: For narrow frames, x265 overruns a buffer, which can end the process. This parameter prevents it. libx265.so.216 needs it for
#: widths up to 48. Here, frames with a side of at most 64 pixels get it.
_X265_SMALL, _X265_SMALL_PARAMS = 64, "no-cutree=1"
#: The largest constant rate factor. FFmpeg lowers greater ones without a word.
_LARGEST_CRF = {"libx264": 51, "libx265": 51, "libvpx": 63, "libvpx-vp9": 63, "libaom-av1": 63, "libsvtav1": 63}


def _is_unicode(text: str) -> bool:
    """Whether FFmpeg can be given a text. Arguments of a command that are not UTF-8 contain surrogates."""
    return not any("\ud800" <= each <= "\udfff" for each in text)


@dataclass(frozen=True)
class VideoOptions:
    """How a video is redacted. Distances are in pixels, times in seconds."""

    #: The styles to which regions refer by number. Without any, regions are solid black.
    styles: Sequence[Style] = ()
    #: How much earlier and longer each region is covered than its times say.
    hold: float = 0.15
    #: The highest speed of the covered content in pixels per second. Between keyframes, regions are enlarged
    #: accordingly. 0: they are not enlarged.
    max_speed: float = 0.0
    #: The distance around a region from which frost and tiles take no colors.
    sampling_gap: int = 2
    #: How far regions are enlarged on each side. None: as far as the input's codec spreads pixels.
    dilation: int | None = None
    #: Whether regions are enlarged further if content crosses a border: in all frames by 16 pixels, or by 32 if a border is then
    #: still crossed. All frames are decoded and covered once more for this, before the first is written.
    auto_dilate: bool = False
    #: Widths and heights are rounded up to a multiple of this.
    size_multiple: int = 0
    #: The block size to which regions are rounded outward: 0, 8 or 16. None: the size that the input's codec has.
    codec_block: int | None = None
    #: Whether the video is written even if a track covers no pixel of any frame.
    allow_nothing: bool = False
    #: The kind of file: "mkv", "webm", "mp4", "mov", "ts", "avi" or "nut". None: by the output's suffix, or else the input's kind.
    format: str | None = None
    #: The FFmpeg encoder. By default, one that keeps the input's codec if it is H.264, HEVC, AV1, VP9 or VP8 and the kind of file
    #: allows it. Otherwise libx264, or libvpx-vp9 for .webm.
    codec: str | None = None
    #: The encoder's constant rate factor.
    crf: float | None = None
    #: The encoder's preset.
    preset: str | None = None
    #: Further options of the encoder, as FFmpeg names them.
    encoder: dict[str, str] = field(default_factory=dict)
    #: Whether audio is copied.
    audio: bool = True
    #: Whether subtitles are copied.
    subtitles: bool = True
    #: Whether frames in a pixel format that the library or a style does not support are converted to yuv420p. Otherwise they
    #: are an error.
    convert: bool = False

    def __post_init__(self) -> None:
        if isinstance(self.styles, Style) or not all(isinstance(style, Style) for style in self.styles):
            raise TypeError(f"styles must be a list of Styles (got {self.styles!r})")
        for name in ("hold", "max_speed"):
            if not isinstance(getattr(self, name), Real):
                raise TypeError(f"{name} must be a number (got {getattr(self, name)!r})")
            if not 0 <= getattr(self, name) < math.inf:
                raise InvalidArgumentError(f"{name} must be 0 or greater, and finite (got {getattr(self, name)})")
        encoder = [("encoder", text) for option in self.encoder.items() for text in option]
        for name, text in (("codec", self.codec), ("preset", self.preset), *encoder):
            if isinstance(text, str) and not _is_unicode(text):
                raise InvalidArgumentError(f"{name} must be valid Unicode (got {text!r})")

    def encoder_options(self, codec: str, size: tuple[int, int]) -> dict[str, str]:
        """Returns the options of an encoder for frames of a size, as FFmpeg names them.

        Raises OutputError if it has no such rate factor.
        """
        options = dict(_QUALITY.get(codec, {}))
        if self.crf is not None:
            most = _LARGEST_CRF.get(codec, math.inf)
            if not 0 <= self.crf <= most:
                raise OutputError(f"crf must be from 0 to {most} for {codec} (got {self.crf:g})")
            options["crf"] = f"{self.crf:g}"
        if self.preset is not None:
            options["preset"] = self.preset
        own = dict(self.encoder)
        if "x265-params" in own and "x265-params" in options:
            own["x265-params"] = f"{options['x265-params']}:{own['x265-params']}"
        chosen = {**options, **own}
        if codec == "libx265" and min(size) <= _X265_SMALL:
            chosen["x265-params"] = f"{chosen['x265-params']}:{_X265_SMALL_PARAMS}"
        return chosen


@dataclass(frozen=True)
class VideoInfo:
    """What is known of a video from its file and its first frame."""

    #: Width and height of the frame as players show it, after rotation.
    width: int
    height: int
    #: Width and height of the stored frame, before rotation.
    stored_size: tuple[int, int]
    pixel_format: str
    orientation: Orientation
    codec: str
    #: How far the codec spreads pixels.
    margin: Margin
    #: The average number of frames per second; None if it is unknown.
    rate: Fraction | None
    #: The duration in seconds, as the file says; None if it is unknown.
    duration: float | None
    #: The number of frames, as the file says or as an estimate; None if it is unknown.
    frames: int | None
    #: The kind of file, as FFmpeg names it, such as "matroska,webm".
    container: str = ""


@dataclass(frozen=True)
class VideoReport:
    """The result of redact_video()."""

    #: The number of frames.
    frames: int
    #: The number of frames in which at least one pixel was covered.
    frames_covered: int
    #: The number of covered pixels in all frames together.
    pixels: int
    #: How far regions were enlarged on each side, and the block size to which they were rounded outward.
    dilation: int
    codec_block: int
    #: The indices of the tracks whose border content crosses in some frame.
    crossed: tuple[int, ...]
    #: The weakest class of the styles that were used.
    weakest_class: StyleClass
    #: Width and height of the frames as players show them.
    width: int
    height: int
    #: The pixel format of the input, as FFmpeg names it.
    pixel_format: str
    #: The pixel formats to which frames were converted before they were covered, and after; None if they were not.
    converted_before: str | None
    converted_after: str | None
    #: The rotation that players make, in degrees clockwise.
    rotation: int
    #: Whether players show the input on a sphere, as videos of 360 degrees. They show the output as it is stored.
    spherical: bool
    #: The encoder.
    codec: str
    #: The codec of the input, and of the output if it is another one and no option chose it; otherwise None.
    source_codec: str
    changed_codec: str | None
    #: Whether the input may have transparency and the output has none. Content that was transparent is visible then.
    alpha_dropped: bool
    #: How many seconds the input is shorter than it says, perhaps because it was cut off. Otherwise 0.
    missing: float
    #: Whether the output stores the times of all frames exactly.
    exact_times: bool
    #: The streams that were copied, such as "audio (aac)".
    copied: tuple[str, ...]
    #: The streams that were left out.
    dropped: tuple[str, ...]
    #: The time of the last frame, in seconds.
    duration: float
    #: How long the work took, in seconds.
    elapsed: float

    def as_dict(self) -> dict[str, Any]:
        """Returns the report as plain values for JSON."""
        values = {name: getattr(self, name) for name in self.__dataclass_fields__}
        return {
            **values,
            "weakest_class": self.weakest_class.name.lower(),
            "crossed": list(self.crossed),
            "copied": list(self.copied),
            "dropped": list(self.dropped),
            "missing": round(self.missing, 3),
            "duration": round(self.duration, 3),
            "elapsed": round(self.elapsed, 3),
            "frames_per_second": round(self.frames / max(self.elapsed, 1e-9), 1),
        }
