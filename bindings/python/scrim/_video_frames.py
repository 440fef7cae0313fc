# SPDX-License-Identifier: MIT
"""Frames of PyAV, whose planes are covered without conversion. This module does not import PyAV."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from itertools import chain, count, repeat, starmap
from operator import attrgetter, call, setitem
from typing import Any

from . import _abi as s
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
    "yuv422p": Format.I422,
    "yuvj422p": Format.I422,
    "yuv444p": Format.I444,
    "yuvj444p": Format.I444,
    "p010le": Format.P010,
    "yuv420p10le": Format.I010,
    "yuv422p10le": Format.I210,
    "yuv444p10le": Format.I410,
    "gray16le": Format.GRAY16,
    "rgba64le": Format.RGBA16,
    "x2rgb10le": Format.XRGB2101010,
    "x2bgr10le": Format.XBGR2101010,
}
#: Names of the pixel formats that a VideoFrame of PyAV may have.
PYAV_FORMATS = tuple(_FORMATS)
#: AVCOL_RANGE_JPEG, and the AVCOL_SPC_… that name a matrix (libavutil/pixfmt.h).
_FULL = 2
_MATRICES = {
    1: ColorMatrix.BT709,
    5: ColorMatrix.BT601,
    6: ColorMatrix.BT601,
    9: ColorMatrix.BT2020,
    10: ColorMatrix.BT2020,
}
#: Attributes that a copy takes from the frame, apart from the planes.
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


def is_video_stream(value: Any) -> bool:
    """Whether a value is a video stream or a video codec context."""
    for name, kind in (("av.video.stream", "VideoStream"), ("av.video.codeccontext", "VideoCodecContext")):
        module = sys.modules.get(name)
        if module is not None and isinstance(value, getattr(module, kind)):
            return True
    return False


def video_layout(frame: Any, layout: Layout) -> Layout:
    """Returns the description that a frame gives of its pixels."""
    if layout != Layout():
        raise InvalidArgumentError(
            "a VideoFrame knows its format and size: leave out pixel_format, width, height, stride, color_range and color_matrix"
        )
    name = frame.format.name
    if name not in _FORMATS:
        raise UnsupportedError(
            f"the format of a VideoFrame must be one of {', '.join(map(repr, _FORMATS))} (got {name!r}):"
            " pass frame.reformat(format='nv12') with **margin_of(frame)._asdict(), because a converted frame does not know its source"
        )
    full = name.startswith("yuvj") or int(frame.color_range) == _FULL
    # A frame without a color space: chosen by its height, as GStreamer does.
    by_height = ColorMatrix.BT709 if frame.height > 576 else ColorMatrix.BT601
    return Layout(
        _FORMATS[name],
        frame.width,
        frame.height,
        color_range=ColorRange.FULL if full else ColorRange.LIMITED,
        color_matrix=_MATRICES.get(int(frame.colorspace), by_height),
    )


def video_planes(frame: Any) -> list[tuple[int, int]]:
    """Returns the addresses and strides of the planes."""
    return [(plane.buffer_ptr, plane.line_size) for plane in frame.planes]


def plane_steps(frame: Any, planes: Any, writable: bool) -> Iterator[object]:
    """Returns an iterator that stores the addresses and strides of a frame's planes in a struct.

    For writing, planes are copied first if others refer to them, for example a decoder that predicts from this frame. Iterating
    runs no Python code, so no signal handler runs.
    """
    unshared = map(call, (frame.make_writable,) if writable else ())
    found = map(attrgetter("buffer_ptr", "line_size"), chain.from_iterable(map(attrgetter("planes"), (frame,))))
    return chain(unshared, map(setitem, repeat(planes), count(), starmap(s.scrim_plane, found)))


def empty_video_frame(frame: Any) -> Any:
    """Returns a frame of the same format and size. All of its bytes are 0, including the padding."""
    made = type(frame)(frame.width, frame.height, frame.format.name)
    for plane in made.planes:
        plane.update(bytes(plane.buffer_size))
    for name in _KEPT:
        value = getattr(frame, name)
        if value is not None:
            setattr(made, name, value)
    return made
