# SPDX-License-Identifier: MIT
"""Describes the pixels of Python objects as frames of the library. No pixels are copied."""

from __future__ import annotations

import ctypes as c
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import Any

from . import _abi as s
from ._buffer import Py_buffer, PyBUF_FORMAT, PyBUF_STRIDES, borrow, zeros
from ._convert import integer, member
from ._layout import MAX_SIDE, ColorMatrix, ColorRange, Format, Layout
from ._pictures import check_picture
from ._video_frames import is_video_frame, video_layout, video_planes
from .errors import InvalidArgumentError, UnsupportedError

_BY_CHANNELS = {1: Format.GRAY8, 3: Format.RGB, 4: Format.RGBA}
_NAMES = ", ".join(repr(name) for name in Format.__members__)


def _format(value: Format | str | None, channels: int | None) -> Format:
    if value is None:
        if channels not in _BY_CHANNELS:
            given = "" if channels is None else f", because the array has {channels} channels"
            raise InvalidArgumentError(f"pixel_format must be given{given}: one of {_NAMES}")
        return _BY_CHANNELS[channels]
    try:
        chosen = Format[value] if isinstance(value, str) else Format(value)
    except (KeyError, ValueError):
        raise UnsupportedError(f"pixel_format must be one of {_NAMES} (got {value!r})") from None
    if channels is not None and channels != chosen.pixel_size:
        raise InvalidArgumentError(f"an array of {chosen.name} must have {chosen.pixel_size} channels (got {channels})")
    return chosen


def _rows(view: Py_buffer, what: str) -> tuple[int, int, int, int]:
    """Returns the height, width, number of channels and stride of an array."""
    if view.ndim not in (2, 3):
        raise InvalidArgumentError(f"{what} must be an array of height × width (× channels) (got {view.ndim} dimensions)")
    shape, strides = view.shape[: view.ndim], view.strides[: view.ndim]
    (height, width), channels = shape[:2], shape[2] if view.ndim == 3 else 1
    row = width * channels
    if (channels > 1 and strides[2] != 1) or (width > 1 and strides[1] != channels):
        raise InvalidArgumentError(
            f"{what} must have the pixels of each row next to each other in memory, and their channels in order"
            f" (got strides {tuple(strides)}): pass a contiguous copy, or pixel_format='BGR' for reversed channels"
        )
    stride = strides[0] if height > 1 else row
    if abs(stride) < row:
        raise InvalidArgumentError(f"{what} must have rows that do not overlap in memory: {row} bytes each (got stride {stride})")
    return height, width, channels, stride


def _from_array(view: Py_buffer, layout: Layout) -> s.scrim_frame:
    height, width, channels, stride = _rows(view, "the picture")
    if layout.format is not None and _format(layout.format, None).planes > 1:
        return _from_stacked_planes(view, layout, height, width, channels, stride)
    chosen = _format(layout.format, channels)
    return _frame(layout, chosen, width, height, [(view.buf, stride)])


def _from_stacked_planes(
    view: Py_buffer, layout: Layout, height: int, width: int, channels: int, stride: int
) -> s.scrim_frame:
    """Describes height · 3 / 2 rows of bytes, luma above chroma, which is the layout of OpenCV."""
    chosen = _format(layout.format, None)
    if channels != 1 or height % 3 or width % 2 or stride != width:
        raise InvalidArgumentError(
            f"one array of {chosen.name} must have height · 3 / 2 rows without padding, and an even width and height"
            f" (got {height} rows of {width} × {channels} bytes, stride {stride}): pass a tuple of planes instead"
        )
    height = height // 3 * 2
    return _frame(layout, chosen, width, height, _tight_planes(chosen, view.buf, width, height, width))


def _from_planes(views: list[Py_buffer], layout: Layout) -> s.scrim_frame:
    """Describes two or three arrays: a plane of luma and the planes of chroma."""
    by_count = {1: layout.format, 2: Format.NV12, 3: Format.I420}
    chosen = _format(layout.format if layout.format is not None else by_count.get(len(views)), None)
    if len(views) != chosen.planes:
        raise InvalidArgumentError(f"{chosen.name} must have {chosen.planes} planes (got {len(views)})")
    height, width, channels, stride = _rows(views[0], "a plane")
    if chosen.planes == 1 or channels != 1:
        raise InvalidArgumentError(f"a tuple of planes must be NV12 or I420, with one byte for each sample of luma (got {chosen.name}, {channels} bytes)")
    places = [(views[0].buf, stride)]
    size = ((height + 1) // 2, (width + 1) // 2 * (2 if chosen == Format.NV12 else 1))
    for view in views[1:]:
        rows, columns, channels, stride = _rows(view, "a plane")
        if (rows, columns * channels) != size:
            got = f"{rows} rows of {columns * channels} bytes"
            raise InvalidArgumentError(f"a chroma plane must have {size[0]} rows of {size[1]} bytes (got {got})")
        places.append((view.buf, stride))
    return _frame(layout, chosen, width, height, places)


def _tight_planes(format: Format, start: int, width: int, height: int, stride: int) -> list[tuple[int, int]]:
    """Returns the planes of a frame that follow each other without gaps."""
    places = [(start, stride)]
    if format.planes > 1:
        rows, columns = (height + 1) // 2, (stride + 1) // 2
        chroma = columns * 2 if format == Format.NV12 else columns
        places += [(start + stride * height + chroma * rows * n, chroma) for n in range(format.planes - 1)]
    return places


def _from_bytes(view: Py_buffer, layout: Layout) -> s.scrim_frame:
    """Describes a flat buffer. If the stride is negative, the top row is at the end of the buffer."""
    chosen = _format(layout.format, None)
    width = integer(layout.width, "width", 1, MAX_SIDE)  # type: ignore[arg-type]
    height = integer(layout.height, "height", 1, MAX_SIDE)  # type: ignore[arg-type]
    row = width * chosen.pixel_size
    stride = integer(row if layout.stride is None else layout.stride, "stride", -(2**62), 2**62)
    if abs(stride) < row:
        raise InvalidArgumentError(f"stride must be at least {row} bytes (got {stride})")
    if view.strides[0] != 1:
        raise InvalidArgumentError(f"the buffer must be contiguous (got a stride of {view.strides[0]} between its bytes)")
    if chosen.planes > 1:
        if stride < 0:
            raise InvalidArgumentError(f"stride must not be negative for {chosen.name} (got {stride}): pass a tuple of planes")
        places = _tight_planes(chosen, view.buf, width, height, stride)
        needed = places[-1][0] - view.buf + places[-1][1] * ((height + 1) // 2)
    else:
        span = (height - 1) * abs(stride)
        needed = span + row
        places = [(view.buf + (span if stride < 0 else 0), stride)]
    if view.len < needed:
        raise InvalidArgumentError(f"the buffer must have at least {needed} bytes (got {view.len})")
    return _frame(layout, chosen, width, height, places)


def _frame(layout: Layout, format: Format, width: int, height: int, places: list[tuple[int, int]]) -> s.scrim_frame:
    frame = s.scrim_frame(
        c.sizeof(s.scrim_frame),
        format,
        integer(width, "width", 1, MAX_SIDE),
        integer(height, "height", 1, MAX_SIDE),
        color_range=member(layout.color_range, "color_range", ColorRange, UnsupportedError),
        color_matrix=member(layout.color_matrix, "color_matrix", ColorMatrix, UnsupportedError),
    )
    for index, (data, stride) in enumerate(places):
        frame.planes[index] = s.scrim_plane(data, stride)
    return frame


@contextmanager
def scratch_like(frame: s.scrim_frame) -> Iterator[s.scrim_frame]:
    """Lends a frame of the same format and size, without padding, that is black."""
    format, width, height = Format(frame.format), frame.width, frame.height
    stride = width * format.pixel_size
    # No format has more than three planes of the size of the first.
    with zeros(3 * (stride + 2) * (height + 1)) as start:
        copy = s.scrim_frame.from_buffer_copy(frame)
        for index, (data, pitch) in enumerate(_tight_planes(format, start, width, height, stride)):
            copy.planes[index] = s.scrim_plane(data, pitch)
        yield copy


@contextmanager
def _bytes_of(pixels: Any, writable: bool) -> Iterator[Py_buffer]:
    with borrow(pixels, PyBUF_STRIDES | PyBUF_FORMAT) as view:
        if writable and view.readonly:
            raise InvalidArgumentError(f"the picture must be writable (got a read-only {type(pixels).__name__}): redact() makes a copy")
        if (view.format or b"B").lstrip(b"@=<>!") != b"B":
            given = getattr(pixels, "dtype", None) or repr(view.format.decode())
            raise InvalidArgumentError(f"the picture must have pixels of type uint8 (got {given})")
        yield view


@contextmanager
def frame_of(pixels: Any, layout: Layout, *, name: str = "the picture", writable: bool = True) -> Iterator[s.scrim_frame]:
    """Describes an object with the buffer protocol, a tuple of such planes, or a frame of PyAV, as a frame of the library.

    The memory is held until the block ends.
    """
    if is_video_frame(pixels):
        told = video_layout(pixels, layout)
        yield _frame(told, _format(told.format, None), pixels.width, pixels.height, video_planes(pixels, writable))
        return
    check_picture(pixels, name, lends_memory=True)
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
                "the picture must be an array of height × width (× channels) without width, height and stride, or a flat buffer with"
                f" width and height (got {view.ndim} dimensions, width {layout.width}, height {layout.height})"
            )
