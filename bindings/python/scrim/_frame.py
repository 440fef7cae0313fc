# SPDX-License-Identifier: MIT
"""Pixels in Python objects, as the library's frames: numpy arrays of any row stride, or plain buffers with a size."""

from __future__ import annotations

import ctypes as c
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import Any

from . import _abi as s
from ._buffer import Py_buffer, PyBUF_FORMAT, PyBUF_STRIDES, borrow
from ._convert import integer
from ._layout import MAX_SIDE, Format, Layout
from ._video_frames import is_video_frame, video_layout, video_planes
from .errors import InvalidArgumentError, UnsupportedError

_BY_CHANNELS = {1: Format.GRAY8, 3: Format.RGB, 4: Format.RGBA}


def _format(value: Format | str | None, channels: int | None) -> Format:
    if value is None:
        if channels not in _BY_CHANNELS:
            raise InvalidArgumentError("pixel_format must be given")
        return _BY_CHANNELS[channels]
    try:
        chosen = Format[value] if isinstance(value, str) else Format(value)
    except (KeyError, ValueError):
        raise UnsupportedError(f"format {value!r} is not one of {', '.join(Format.__members__)}") from None
    if channels is not None and channels != chosen.pixel_size:
        raise InvalidArgumentError(f"{chosen.name} has {chosen.pixel_size} channels, the array has {channels}")
    return chosen


def _rows(view: Py_buffer, what: str) -> tuple[int, int, int, int]:
    """Height, width, channels and stride of an array of height × width (× channels)."""
    if view.ndim not in (2, 3):
        raise InvalidArgumentError(f"{what} must be an array of height × width (× channels), not of {view.ndim} dimensions")
    shape, strides = view.shape[: view.ndim], view.strides[: view.ndim]
    (height, width), channels = shape[:2], shape[2] if view.ndim == 3 else 1
    row = width * channels
    if (channels > 1 and strides[2] != 1) or (width > 1 and strides[1] != channels):
        raise InvalidArgumentError("the pixels of a row must stand side by side in memory; rows may have any stride")
    stride = strides[0] if height > 1 else row
    if abs(stride) < row:
        raise InvalidArgumentError("the rows overlap in memory")
    return height, width, channels, stride


def _from_array(view: Py_buffer, layout: Layout) -> s.scrim_frame:
    height, width, channels, stride = _rows(view, "pixels")
    if layout.format is not None and _format(layout.format, None).planes > 1:
        return _from_stacked_planes(view, layout, height, width, channels, stride)
    chosen = _format(layout.format, channels)
    return _frame(layout, chosen, width, height, [(view.buf, stride)])


def _from_stacked_planes(
    view: Py_buffer, layout: Layout, height: int, width: int, channels: int, stride: int
) -> s.scrim_frame:
    """The frame of height · 3 / 2 rows of bytes, luma above chroma, as OpenCV has it."""
    chosen = _format(layout.format, None)
    if channels != 1 or height % 3 or width % 2 or stride != width:
        raise InvalidArgumentError(
            f"{chosen.name} in one array has height · 3 / 2 rows without gaps, of even width and height;"
            " other sizes come as a tuple of planes, or as a flat buffer with width and height"
        )
    height = height // 3 * 2
    return _frame(layout, chosen, width, height, _tight_planes(chosen, view.buf, width, height, width))


def _from_planes(views: list[Py_buffer], layout: Layout) -> s.scrim_frame:
    """The frame of two or three arrays: luma, and chroma."""
    by_count = {1: layout.format, 2: Format.NV12, 3: Format.I420}
    chosen = _format(layout.format if layout.format is not None else by_count.get(len(views)), None)
    if len(views) != chosen.planes:
        raise InvalidArgumentError(f"{chosen.name} has {chosen.planes} planes, not {len(views)}")
    height, width, channels, stride = _rows(views[0], "a plane")
    if chosen.planes == 1 or channels != 1:
        raise InvalidArgumentError("several planes are those of NV12 or I420")
    places = [(views[0].buf, stride)]
    size = ((height + 1) // 2, (width + 1) // 2 * (2 if chosen == Format.NV12 else 1))
    for view in views[1:]:
        rows, columns, channels, stride = _rows(view, "a plane")
        if (rows, columns * channels) != size:
            raise InvalidArgumentError(f"a chroma plane must have {size[0]} rows of {size[1]} bytes")
        places.append((view.buf, stride))
    return _frame(layout, chosen, width, height, places)


def _tight_planes(format: Format, start: int, width: int, height: int, stride: int) -> list[tuple[int, int]]:
    """The planes of a frame that follow each other without gaps."""
    places = [(start, stride)]
    if format.planes > 1:
        rows, columns = (height + 1) // 2, (stride + 1) // 2
        chroma = columns * 2 if format == Format.NV12 else columns
        places += [(start + stride * height + chroma * rows * n, chroma) for n in range(format.planes - 1)]
    return places


def _from_bytes(view: Py_buffer, layout: Layout) -> s.scrim_frame:
    """The frame of a flat buffer. Where the stride is negative, the top row stands at the buffer's end."""
    chosen = _format(layout.format, None)
    width = integer(layout.width, "width", 1, MAX_SIDE)  # type: ignore[arg-type]
    height = integer(layout.height, "height", 1, MAX_SIDE)  # type: ignore[arg-type]
    row = width * chosen.pixel_size
    stride = integer(row if layout.stride is None else layout.stride, "stride", -(2**62), 2**62)
    if abs(stride) < row:
        raise InvalidArgumentError(f"stride must be {row} bytes or more, not {stride}")
    if view.strides[0] != 1:
        raise InvalidArgumentError("the buffer must be contiguous")
    if chosen.planes > 1:
        if stride < 0:
            raise InvalidArgumentError(f"{chosen.name} that stands bottom-up comes as a tuple of planes")
        places = _tight_planes(chosen, view.buf, width, height, stride)
        needed = places[-1][0] - view.buf + places[-1][1] * ((height + 1) // 2)
    else:
        span = (height - 1) * abs(stride)
        needed = span + row
        places = [(view.buf + (span if stride < 0 else 0), stride)]
    if view.len < needed:
        raise InvalidArgumentError(f"the buffer must have {needed} bytes, it has {view.len}")
    return _frame(layout, chosen, width, height, places)


def _frame(layout: Layout, format: Format, width: int, height: int, places: list[tuple[int, int]]) -> s.scrim_frame:
    frame = s.scrim_frame(
        c.sizeof(s.scrim_frame),
        format,
        integer(width, "width", 1, MAX_SIDE),
        integer(height, "height", 1, MAX_SIDE),
        color_range=integer(layout.color_range, "color_range", 0, 2**32 - 1),
        color_matrix=integer(layout.color_matrix, "color_matrix", 0, 2**32 - 1),
    )
    for index, (data, stride) in enumerate(places):
        frame.planes[index] = s.scrim_plane(data, stride)
    return frame


@contextmanager
def _bytes_of(pixels: Any, writable: bool) -> Iterator[Py_buffer]:
    with borrow(pixels, PyBUF_STRIDES | PyBUF_FORMAT) as view:
        if writable and view.readonly:
            raise InvalidArgumentError("the pixels are read-only, and are to be written")
        if (view.format or b"B").lstrip(b"@=<>!") != b"B":
            raise InvalidArgumentError(f"the pixels must be of type uint8, not {view.format.decode()!r}")
        yield view


@contextmanager
def frame_of(pixels: Any, layout: Layout, *, writable: bool = True) -> Iterator[s.scrim_frame]:
    """The frame of an object with the buffer protocol, of a tuple of these for its planes, or of a frame of PyAV. Their
    memory is held for as long as the block lasts."""
    if is_video_frame(pixels):
        told = video_layout(pixels, layout)
        yield _frame(told, _format(told.format, None), pixels.width, pixels.height, video_planes(pixels, writable))
        return
    with ExitStack() as stack:
        if isinstance(pixels, tuple | list):
            yield _from_planes([stack.enter_context(_bytes_of(plane, writable)) for plane in pixels], layout)
            return
        view = stack.enter_context(_bytes_of(pixels, writable))
        if layout.has_size and view.ndim == 1:
            yield _from_bytes(view, layout)
        elif layout.width is None and layout.height is None and layout.stride is None and view.ndim in (2, 3):
            yield _from_array(view, layout)
        else:
            raise InvalidArgumentError(
                "pixels must be an array of height × width (× channels), or a flat buffer with width and height"
                f" given; this one has {view.ndim} dimensions"
            )
