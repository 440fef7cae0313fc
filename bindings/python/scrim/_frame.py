# SPDX-License-Identifier: MIT
"""Pixels in Python objects, as the library's frames: numpy arrays of any row stride, or plain buffers with a size."""

from __future__ import annotations

import ctypes as c
import enum
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, SupportsIndex

from . import _structs as s
from ._buffer import PyBUF_FORMAT, PyBUF_STRIDES, Py_buffer, borrow
from ._convert import integer
from .errors import InvalidArgumentError, UnsupportedError

MAX_SIDE = 65536


class Format(enum.IntEnum):
    """Orders of the bytes of a pixel in memory."""

    RGBA = 0x34324241
    BGRA = 0x34325241
    RGB = 0x34324742
    GRAY8 = 0x20203852

    @property
    def pixel_size(self) -> int:
        """The bytes of a pixel."""
        return {Format.RGB: 3, Format.GRAY8: 1}.get(self, 4)


_BY_CHANNELS = {1: Format.GRAY8, 3: Format.RGB, 4: Format.RGBA}


def _format(value: Format | str | None, channels: int | None) -> Format:
    if value is None:
        if channels not in _BY_CHANNELS:
            raise InvalidArgumentError("format must be given")
        return _BY_CHANNELS[channels]
    try:
        chosen = Format[value] if isinstance(value, str) else Format(value)
    except (KeyError, ValueError):
        raise UnsupportedError(f"format {value!r} is not one of {', '.join(Format.__members__)}") from None
    if channels is not None and channels != chosen.pixel_size:
        raise InvalidArgumentError(f"{chosen.name} has {chosen.pixel_size} channels, the array has {channels}")
    return chosen


def _from_array(view: Py_buffer, format: Format | str | None) -> s.scrim_frame:
    """The frame of a buffer of height × width (× channels)."""
    shape, strides = view.shape[: view.ndim], view.strides[: view.ndim]
    channels = shape[2] if view.ndim == 3 else 1
    chosen = _format(format, channels)
    (height, width), row = shape[:2], shape[1] * channels
    if (channels > 1 and strides[2] != 1) or (width > 1 and strides[1] != channels):
        raise InvalidArgumentError("the pixels of a row must stand side by side in memory; rows may have any stride")
    stride = strides[0] if height > 1 else row
    if abs(stride) < row:
        raise InvalidArgumentError("the rows overlap in memory")
    return _frame(view.buf, chosen, width, height, stride)


def _from_bytes(
    view: Py_buffer,
    format: Format | str | None,
    width: SupportsIndex,
    height: SupportsIndex,
    stride: SupportsIndex | None,
) -> s.scrim_frame:
    """The frame of a flat buffer. Where the stride is negative, the top row stands at the buffer's end."""
    chosen = _format(format, None)
    width, height = integer(width, "width", 1, MAX_SIDE), integer(height, "height", 1, MAX_SIDE)
    row = width * chosen.pixel_size
    stride = integer(row if stride is None else stride, "stride", -(2**62), 2**62)
    if abs(stride) < row:
        raise InvalidArgumentError(f"stride must be {row} bytes or more, not {stride}")
    if view.strides[0] != 1:
        raise InvalidArgumentError("the buffer must be contiguous")
    span = (height - 1) * abs(stride)
    if view.len < span + row:
        raise InvalidArgumentError(f"the buffer must have {span + row} bytes, it has {view.len}")
    return _frame(view.buf + (span if stride < 0 else 0), chosen, width, height, stride)


def _frame(data: int, format: Format, width: int, height: int, stride: int) -> s.scrim_frame:
    frame = s.scrim_frame(
        c.sizeof(s.scrim_frame),
        format,
        integer(width, "width", 1, MAX_SIDE),
        integer(height, "height", 1, MAX_SIDE),
    )
    frame.planes[0] = s.scrim_plane(data, stride)
    return frame


@contextmanager
def frame_of(
    pixels: Any,
    format: Format | str | None,
    width: SupportsIndex | None,
    height: SupportsIndex | None,
    stride: SupportsIndex | None,
) -> Iterator[s.scrim_frame]:
    """The frame of an object with the buffer protocol, whose memory is held for as long as the block lasts."""
    with borrow(pixels, PyBUF_STRIDES | PyBUF_FORMAT) as view:
        if view.readonly:
            raise InvalidArgumentError("the pixels are read-only, and are covered in place")
        if (view.format or b"B").lstrip(b"@=<>!") != b"B":
            raise InvalidArgumentError(f"the pixels must be of type uint8, not {view.format.decode()!r}")
        if width is not None and height is not None and view.ndim == 1:
            yield _from_bytes(view, format, width, height, stride)
        elif width is None and height is None and stride is None and view.ndim in (2, 3):
            yield _from_array(view, format)
        else:
            raise InvalidArgumentError(
                "pixels must be an array of height × width (× channels), or a flat buffer with width and height"
                f" given; this one has {view.ndim} dimensions"
            )
