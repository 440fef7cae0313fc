# SPDX-License-Identifier: MIT
"""Frames of PyAV, covered on their own planes without conversion. PyAV is not imported before such a frame is met."""

from __future__ import annotations

import sys
from typing import Any

from ._layout import ColorMatrix, ColorRange, Format, Layout
from .errors import InvalidArgumentError, UnsupportedError

_FORMATS = {
    "nv12": Format.NV12,
    "yuv420p": Format.I420,
    "yuvj420p": Format.I420,
    "rgb24": Format.RGB,
    "bgr24": Format.BGR,
    "rgba": Format.RGBA,
    "bgra": Format.BGRA,
    "argb": Format.ARGB,
    "abgr": Format.ABGR,
    "rgb0": Format.RGBX,
    "bgr0": Format.BGRX,
    "gray": Format.GRAY8,
    "rgb565le": Format.RGB565,
}
#: The names of the formats of PyAV's frames that are covered as they are.
PYAV_FORMATS = tuple(_FORMATS)
#: AVCOL_RANGE_JPEG, and what of AVCOL_SPC_… is not told by the frame's size (libavutil/pixfmt.h).
_FULL = 2
_MATRICES = {
    1: ColorMatrix.BT709,
    5: ColorMatrix.BT601,
    6: ColorMatrix.BT601,
    9: ColorMatrix.BT2020,
    10: ColorMatrix.BT2020,
}
#: What a copy has of its frame beside the planes.
_KEPT = (
    "pts",
    "dts",
    "duration",
    "time_base",
    "color_range",
    "colorspace",
    "color_primaries",
    "color_trc",
    "pict_type",
)


def is_video_frame(image: Any) -> bool:
    module = sys.modules.get("av.video.frame")
    return module is not None and isinstance(image, module.VideoFrame)


def video_layout(frame: Any, layout: Layout) -> Layout:
    """What a frame says of itself."""
    if layout != Layout():
        raise InvalidArgumentError("a frame of PyAV knows its format, size and colours itself")
    name = frame.format.name
    if name not in _FORMATS:
        raise UnsupportedError(f"frames of {name} cannot be covered: reformat(format='nv12') first, for example")
    full = name == "yuvj420p" or int(frame.color_range) == _FULL
    # Where nothing is said: by the size, as players do.
    by_size = ColorMatrix.BT709 if frame.height >= 720 or frame.width >= 1280 else ColorMatrix.BT601
    return Layout(
        _FORMATS[name],
        frame.width,
        frame.height,
        color_range=ColorRange.FULL if full else ColorRange.LIMITED,
        color_matrix=_MATRICES.get(int(frame.colorspace), by_size),
    )


def video_planes(frame: Any, writable: bool) -> list[tuple[int, int]]:
    """Where the planes stand, and their strides. What others refer to, such as a decoder that predicts from it, is
    copied before it is written to."""
    if writable:
        frame.make_writable()
    return [(plane.buffer_ptr, plane.line_size) for plane in frame.planes]


def empty_video_frame(frame: Any) -> Any:
    """A frame of the same kind. Nothing is in it, in the padding of its rows either."""
    made = type(frame)(frame.width, frame.height, frame.format.name)
    for plane in made.planes:
        plane.update(bytes(plane.buffer_size))
    for name in _KEPT:
        value = getattr(frame, name)
        if value is not None:
            setattr(made, name, value)
    return made
