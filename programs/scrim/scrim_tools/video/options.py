# SPDX-License-Identifier: MIT
"""How a video is redacted, and what is known of it before and after."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from scrim import InvalidArgumentError, StyleClass, Style

from .orientation import Orientation

#: What encoders are asked for where the caller says nothing: good pictures first, then speed.
_QUALITY = {
    "libx264": {"crf": "18", "preset": "medium"},
    "libx265": {"crf": "20", "preset": "medium"},
    "libvpx-vp9": {"crf": "24", "b": "0", "deadline": "good", "cpu-used": "4", "row-mt": "1"},
    "libaom-av1": {"crf": "24", "cpu-used": "6", "row-mt": "1"},
    "libsvtav1": {"crf": "24", "preset": "8"},
}
_BY_SUFFIX = {".webm": "libvpx-vp9"}


@dataclass(frozen=True)
class VideoOptions:
    """Distances are pixels, times seconds. `styles` are what regions choose from; without any they are solid black."""

    styles: Sequence[Style] = ()
    #: How much longer than it says a region is there, before and after.
    hold: float = 0.15
    #: How fast what is covered may move, pixels a second; 0: it is where the regions say.
    max_speed: float = 0.0
    sampling_gap: int = 2
    dilation: int = 0
    size_multiple: int = 0
    codec_block: int = 16
    #: An encoder of FFmpeg; H.264 (WebM: VP9) where nothing is said.
    codec: str | None = None
    crf: float | None = None
    preset: str | None = None
    #: More options of the encoder, as FFmpeg names them.
    encoder: dict[str, str] = field(default_factory=dict)
    audio: bool = True
    subtitles: bool = True
    #: Pictures of a format that the library does not know become yuv420p; else they are an error.
    convert: bool = False

    def __post_init__(self) -> None:
        for name in ("hold", "max_speed"):
            if not 0 <= getattr(self, name) < math.inf:
                raise InvalidArgumentError(f"{name} is a number from 0, not {getattr(self, name)}")

    def codec_for(self, suffix: str) -> str:
        return self.codec or _BY_SUFFIX.get(suffix.lower(), "libx264")

    def encoder_options(self, codec: str) -> dict[str, str]:
        options = dict(_QUALITY.get(codec, {}))
        if self.crf is not None:
            options["crf"] = f"{self.crf:g}"
        if self.preset is not None:
            options["preset"] = self.preset
        return {**options, **self.encoder}


@dataclass(frozen=True)
class VideoInfo:
    """What a file says of its video."""

    #: Of the picture as it is shown; the stored one may lie on its side.
    width: int
    height: int
    stored_size: tuple[int, int]
    pixel_format: str
    orientation: Orientation
    codec: str
    #: Pictures a second, on average; None where the file does not tell.
    rate: Fraction | None
    #: Seconds, and pictures, as the file says.
    duration: float | None
    frames: int | None


@dataclass(frozen=True)
class VideoReport:
    """What was done."""

    frames: int
    #: Of these, those in which a pixel was covered.
    frames_covered: int
    #: Pixels covered, of all pictures together.
    pixels: int
    weakest_class: StyleClass
    width: int
    height: int
    pixel_format: str
    #: The format that pictures had to be converted to before they were covered, or after; else None.
    converted_before: str | None
    converted_after: str | None
    #: The turn that players are told to make, in degrees clockwise.
    rotation: int
    codec: str
    #: Whether the pictures had transparent parts, or could have, and the output has not: what was under them is seen.
    alpha_dropped: bool
    #: Seconds that the file says it has beyond its last packet: it may have been cut off. 0 where it is as it says.
    missing: float
    #: Whether the output's container holds every time of the input's pictures exactly.
    exact_times: bool
    #: Kinds of streams: those that were copied, and those that were not.
    copied: tuple[str, ...]
    dropped: tuple[str, ...]
    #: Seconds: of video, and of work.
    duration: float
    elapsed: float

    def as_dict(self) -> dict[str, Any]:
        """For JSON."""
        values = {name: getattr(self, name) for name in self.__dataclass_fields__}
        return {
            **values,
            "weakest_class": self.weakest_class.name.lower(),
            "copied": list(self.copied),
            "dropped": list(self.dropped),
            "missing": round(self.missing, 3),
            "duration": round(self.duration, 3),
            "elapsed": round(self.elapsed, 3),
            "frames_per_second": round(self.frames / max(self.elapsed, 1e-9), 1),
        }
