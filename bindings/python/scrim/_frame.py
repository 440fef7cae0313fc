# SPDX-License-Identifier: MIT
"""Describes the pixels of Python objects as frames of the library. No pixels are copied."""

from __future__ import annotations

import ctypes as c
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager
from typing import Any, NamedTuple

from . import _abi as s
from ._buffer import Py_buffer, PyBUF_FORMAT, PyBUF_STRIDES, borrow, zeros
from ._convert import integer, member
from ._layout import MAX_SIDE, ColorMatrix, ColorRange, Format, Layout
from ._pictures import check_numbers, check_picture
from ._probe import is_writable
from ._video_frames import is_video_frame, plane_steps, video_layout, video_planes
from .errors import InvalidArgumentError, UnsupportedError

#: By the bytes of a number and the number of channels.
_BY_CHANNELS = {
    (1, 1): Format.GRAY8,
    (1, 3): Format.RGB,
    (1, 4): Format.RGBA,
    (2, 1): Format.GRAY16,
    (2, 4): Format.RGBA16,
}
#: By the bytes of a number and the number of planes, the most frequent format first.
_BY_PLANES = {
    (1, 2): (Format.NV12,),
    (1, 3): (Format.I420, Format.I422, Format.I444),
    (2, 2): (Format.P010,),
    (2, 3): (Format.I010, Format.I210, Format.I410),
}
_NAMES = ", ".join(repr(name) for name in Format.__members__)
_TYPES = {1: "uint8", 2: "uint16", 4: "uint32"}


def _channels(count: int, size: int) -> str:
    return f"{count} channel{'s' if count > 1 else ''} of {_TYPES[size]}"


def _named(value: Format | str) -> Format:
    try:
        return Format[value] if isinstance(value, str) else Format(value)
    except (KeyError, ValueError):
        raise UnsupportedError(f"pixel_format must be one of {_NAMES} (got {value!r})") from None


def _format(value: Format | str | None, channels: int | None, size: int = 1) -> Format:
    """Returns the format of an array with some channels of `size` bytes, or of a buffer without channels."""
    if value is None:
        found = _BY_CHANNELS.get((size, channels or 0))
        if found is None:
            given = "" if channels is None else f", because the array has {_channels(channels, size)}"
            raise InvalidArgumentError(f"pixel_format must be given{given}: one of {_NAMES}")
        return found
    chosen = _named(value)
    if channels is not None and (size not in chosen.item_sizes or channels * size != chosen.pixel_size):
        ways = " or ".join(_channels(chosen.pixel_size // wanted, wanted) for wanted in chosen.item_sizes)
        raise InvalidArgumentError(f"an array of {chosen.name} must have {ways} (got {channels} of {_TYPES[size]})")
    return chosen


def _rows(view: Py_buffer, what: str) -> tuple[int, int, int, int]:
    """Returns the height, width, number of channels and stride of an array."""
    if view.ndim not in (2, 3):
        raise InvalidArgumentError(f"{what} must be an array of height × width (× channels) (got {view.ndim} dimensions)")
    shape, strides, size = view.shape[: view.ndim], view.strides[: view.ndim], view.itemsize
    (height, width), channels = shape[:2], shape[2] if view.ndim == 3 else 1
    row = width * channels * size
    if (channels > 1 and strides[2] != size) or (width > 1 and strides[1] != channels * size):
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
    if layout.format is not None and _named(layout.format).planes > 1:
        return _from_stacked_planes(view, layout, height, width, channels, stride)
    chosen = _format(layout.format, channels, view.itemsize)
    return _frame(layout, chosen, width, height, [(view.buf, stride)])


def _from_stacked_planes(
    view: Py_buffer, layout: Layout, height: int, width: int, channels: int, stride: int
) -> s.scrim_frame:
    """Describes luma above chroma in one array without padding, which is the layout of OpenCV."""
    chosen = _format(layout.format, None)
    # All planes together have this many quarters of the samples of luma.
    quarters = 4 + sum(4 * plane.channels // (plane.across * plane.down) for plane in chosen.chroma)
    across, down = chosen.chroma[0].across, chosen.chroma[0].down
    luma = height * 4 // quarters
    fits = height * 4 == luma * quarters and luma % down == 0 and width % across == 0
    if channels != 1 or view.itemsize != chosen.sample_size or not fits or stride != width * view.itemsize:
        total = {6: "height · 3 / 2", 8: "height · 2", 12: "height · 3"}[quarters]
        even = {(2, 2): ", and an even width and height", (2, 1): ", and an even width", (1, 1): ""}[across, down]
        raise InvalidArgumentError(
            f"one array of {chosen.name} must have {total} rows of {_TYPES[chosen.sample_size]} without padding{even}"
            f" (got {height} rows of {width} × {channels} {_TYPES[view.itemsize]}, stride {stride}): pass a tuple of planes instead"
        )
    return _frame(layout, chosen, width, luma, _tight_planes(chosen, view.buf, width, luma, stride))


def _from_planes(views: list[Py_buffer], layout: Layout) -> s.scrim_frame:
    """Describes two or three arrays: a plane of luma and the planes of chroma."""
    height, width, channels, stride = _rows(views[0], "a plane")
    size = views[0].itemsize
    if layout.format is not None:
        known: tuple[Format, ...] = (_named(layout.format),)
    else:
        known = _BY_PLANES.get((size, len(views)), ())
        if not known:
            raise InvalidArgumentError(f"pixel_format must be given for {len(views)} planes of {_TYPES[size]}: one of {_NAMES}")
    chosen = known[0]
    if len(views) != chosen.planes:
        raise InvalidArgumentError(f"{chosen.name} must have {chosen.planes} planes (got {len(views)})")
    if chosen.planes == 1 or channels != 1 or size != chosen.sample_size:
        raise InvalidArgumentError(
            f"a tuple of planes must have a format with planes of chroma, and one {_TYPES[chosen.sample_size]} for each sample of luma"
            f" (got {chosen.name}, {_channels(channels, size)})"
        )
    places, found = [(views[0].buf, stride)], []
    for view in views[1:]:
        rows, columns, channels, stride = _rows(view, "a plane")
        found.append((rows, columns * channels, view.itemsize))
        places.append((view.buf, stride))
    for format in known:
        if found == [(plane.rows(height), plane.numbers(width), size) for plane in format.chroma]:
            return _frame(layout, format, width, height, places)
    ways = " or ".join(
        f"{format.chroma[0].rows(height)} × {format.chroma[0].numbers(width)} {_TYPES[size]} ({format.name})" for format in known
    )
    got = ", ".join(f"{rows} × {numbers} {_TYPES[item]}" for rows, numbers, item in found)
    raise InvalidArgumentError(f"each plane of chroma must be {ways} (got {got})")


def _tight_planes(format: Format, start: int, width: int, height: int, stride: int) -> list[tuple[int, int]]:
    """Returns the planes of a frame that follow each other without gaps."""
    places, next = [(start, stride)], start + stride * height
    for plane in format.chroma:
        row = plane.numbers(-(-stride // format.sample_size)) * format.sample_size
        places.append((next, row))
        next += row * plane.rows(height)
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
    if view.itemsize not in chosen.item_sizes:
        ways = " or ".join(_TYPES[size] for size in chosen.item_sizes)
        raise InvalidArgumentError(f"a buffer of {chosen.name} must have numbers of type {ways} (got {_TYPES[view.itemsize]})")
    if view.strides[0] != view.itemsize:
        raise InvalidArgumentError(f"the buffer must be contiguous (got a stride of {view.strides[0]} between its numbers)")
    if chosen.planes > 1:
        if stride < 0:
            raise InvalidArgumentError(f"stride must not be negative for {chosen.name} (got {stride}): pass a tuple of planes")
        places = _tight_planes(chosen, view.buf, width, height, stride)
        needed = places[-1][0] - view.buf + places[-1][1] * chosen.chroma[-1].rows(height)
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


def _owned(frame: s.scrim_frame, owners: Iterable[Any]) -> s.scrim_frame:
    """Notes whose memory a frame describes."""
    vars(frame)["owners"] = list(owners)
    return frame


def owners_of(*frames: s.scrim_frame | None) -> list[Any]:
    """Returns the objects whose memory some frames describe."""
    return [owner for frame in frames if frame is not None for owner in vars(frame)["owners"]]


class _Video(NamedTuple):
    """A frame of PyAV that a frame describes. Its planes move if they are shared with others and made writable."""

    pixels: Any
    name: str
    writable: bool


def _from_video(pixels: Any, layout: Layout, video: _Video) -> s.scrim_frame:
    told = video_layout(pixels, layout)
    frame = _frame(told, _format(told.format, None), pixels.width, pixels.height, [])
    vars(frame)["video"] = video
    locate(frame)
    return frame


def location_steps(frame: s.scrim_frame) -> Iterator[object]:
    """Returns an iterator that stores where the planes are now. Iterating runs no Python code, so no signal handler runs."""
    video = vars(frame).get("video")
    return plane_steps(video.pixels, frame.planes, video.writable) if video else iter(())


def _places(frame: s.scrim_frame) -> list[tuple[int, int]]:
    return [(plane.data, plane.stride) for plane in frame.planes if plane.data]


def locate(frame: s.scrim_frame) -> None:
    """Stores where the planes are now. Python code that ran since the last time may have moved the planes of a frame of PyAV.

    Raises InvalidArgumentError if they must be written and cannot.
    """
    before = _places(frame)
    list(location_steps(frame))
    video = vars(frame).get("video")
    if video and video.writable and _places(frame) != before:
        if not all(is_writable(start, size) for start, size in _spans(frame)):
            raise InvalidArgumentError(f"{video.name} must be writable (got a VideoFrame over read-only memory): redact() makes a copy")


def is_in_place(frame: s.scrim_frame) -> bool:
    """Whether the planes are where locate() found them."""
    video = vars(frame).get("video")
    return not video or video_planes(video.pixels) == _places(frame)


def _spans(frame: s.scrim_frame) -> Iterator[tuple[int, int]]:
    """Yields the lowest address of each plane, and the number of bytes from there to the end of its last pixel."""
    format, width, height = Format(frame.format), frame.width, frame.height
    sizes = [(height, width * format.pixel_size)]
    sizes += [(plane.rows(height), plane.numbers(width) * format.sample_size) for plane in format.chroma]
    for plane, (rows, row) in zip(frame.planes, sizes, strict=False):
        yield plane.data + min(0, plane.stride) * (rows - 1), abs(plane.stride) * (rows - 1) + row


@contextmanager
def scratch_like(frame: s.scrim_frame) -> Iterator[s.scrim_frame]:
    """Lends a frame of the same format and size, without padding, that is black."""
    format, width, height = Format(frame.format), frame.width, frame.height
    stride = width * format.pixel_size
    # No format has more than three planes of the size of the first.
    with zeros(3 * (stride + 2) * (height + 1)) as start:
        copy = s.scrim_frame.from_buffer_copy(frame)
        for index, (data, pitch) in enumerate(_tight_planes(format, c.addressof(start), width, height, stride)):
            copy.planes[index] = s.scrim_plane(data, pitch)
        yield _owned(copy, [start])


@contextmanager
def _bytes_of(pixels: Any, writable: bool) -> Iterator[Py_buffer]:
    with borrow(pixels, PyBUF_STRIDES | PyBUF_FORMAT) as view:
        if writable and view.readonly:
            raise InvalidArgumentError(f"the picture must be writable (got a read-only {type(pixels).__name__}): redact() makes a copy")
        check_numbers(pixels, (view.format or b"B").decode(), view.itemsize)
        yield view


@contextmanager
def frame_of(pixels: Any, layout: Layout, *, name: str = "the picture", writable: bool = True) -> Iterator[s.scrim_frame]:
    """Describes an object with the buffer protocol, a tuple of such planes, or a frame of PyAV, as a frame of the library.

    The memory is held until the block ends. The planes of a frame of PyAV can move: call locate() directly before each use.
    """
    if is_video_frame(pixels):
        frame = _from_video(pixels, layout, _Video(pixels, name, writable))
        yield _owned(frame, [pixels])
        return
    check_picture(pixels, name, lends_memory=True)
    with ExitStack() as stack:
        if isinstance(pixels, tuple | list):
            yield _owned(_from_planes([stack.enter_context(_bytes_of(plane, writable)) for plane in pixels], layout), pixels)
            return
        view = stack.enter_context(_bytes_of(pixels, writable))
        if layout.has_size and view.ndim == 1:
            yield _owned(_from_bytes(view, layout), [pixels])
        elif layout.width is None and layout.height is None and layout.stride is None and view.ndim in (2, 3):
            yield _owned(_from_array(view, layout), [pixels])
        else:
            raise InvalidArgumentError(
                "the picture must be an array of height × width (× channels) without width, height and stride, or a flat buffer with"
                f" width and height (got {view.ndim} dimensions, width {layout.width}, height {layout.height})"
            )
