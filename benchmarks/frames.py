# SPDX-License-Identifier: MIT
"""Frames to measure on, and calls of scrim_redact made ready beforehand.

A frame comes from a screen or a camera: it is not in the processor's cache. So every call gets the next one of a ring
of frames, together larger than a cache. What a frame held before a reversible style is put back after the timing: by the
frame's next turn it has left the cache again.
"""

from __future__ import annotations

import ctypes
import itertools
from collections.abc import Callable, Iterator
from typing import NamedTuple

import numpy as np
from scrim import Format, Outcome, StyleKind, _ffi
from scrim import _abi as s

RING_BYTES = 320 << 20
COLOR = 0x24343BFF  # four bytes of which no two are alike, so that the library cannot do it by memset itself

_libc = ctypes.CDLL(None)
_libc.memcpy.restype, _libc.memcpy.argtypes = ctypes.c_void_p, [ctypes.c_void_p, ctypes.c_void_p, ctypes.c_size_t]
_libc.memset.restype, _libc.memset.argtypes = ctypes.c_void_p, [ctypes.c_void_p, ctypes.c_int, ctypes.c_size_t]
memcpy, memset = _libc.memcpy, _libc.memset


class NotThereError(Exception):
    """The library answers that it does not have this style."""


BYTES_PER_PIXEL = {Format.RGBA: 4, Format.RGB: 3, Format.RGB565: 2, Format.GRAY8: 1}


class Surface(NamedTuple):
    name: str
    format: Format
    width: int
    height: int

    @property
    def bytes(self) -> int:
        """If the format has chroma, the width and height are even here."""
        return self.pixels * 3 // 2 if self.has_chroma else self.pixels * BYTES_PER_PIXEL[self.format]

    @property
    def has_chroma(self) -> bool:
        return self.format not in BYTES_PER_PIXEL

    @property
    def pixels(self) -> int:
        return self.width * self.height

    def frame(self, address: int) -> s.scrim_frame:
        frame = s.scrim_frame(ctypes.sizeof(s.scrim_frame), self.format, self.width, self.height)
        if not self.has_chroma:
            frame.planes[0] = s.scrim_plane(address, self.width * BYTES_PER_PIXEL[self.format])
            return frame
        frame.planes[0] = s.scrim_plane(address, self.width)
        if self.format == Format.NV12:
            frame.planes[1] = s.scrim_plane(address + self.pixels, self.width)
        else:
            frame.planes[1] = s.scrim_plane(address + self.pixels, self.width // 2)
            frame.planes[2] = s.scrim_plane(address + self.pixels * 5 // 4, self.width // 2)
        return frame


RGBA_1080P = Surface("1080p RGBA", Format.RGBA, 1920, 1080)
NV12_1080P = Surface("1080p NV12", Format.NV12, 1920, 1080)
RGBA_4K = Surface("4K RGBA", Format.RGBA, 3840, 2160)
NV12_4K = Surface("4K NV12", Format.NV12, 3840, 2160)
OTHERS_1080P = tuple(
    Surface(f"1080p {format.name}", format, 1920, 1080)
    for format in (Format.RGB, Format.RGB565, Format.GRAY8, Format.I420)
)


class Ring:
    """Frames of one surface, all of the same noise, opaque."""

    def __init__(self, surface: Surface, turns: int) -> None:
        self.surface = surface
        self.count = max(2, min(RING_BYTES // surface.bytes, turns))
        self.first = np.random.default_rng(1).integers(0, 256, surface.bytes, np.uint8)
        if surface.format == Format.RGBA:
            self.first[3::4] = 255
        self.frames = np.empty((self.count, surface.bytes), np.uint8)
        self.frames[:] = self.first

    def address(self, index: int) -> int:
        return self.frames.ctypes.data + index % self.count * self.surface.bytes

    def restore(self, index: int) -> None:
        self.frames[index % self.count] = self.first

    def picture(self, index: int) -> np.ndarray:
        """An RGBA frame as height × width × 4."""
        return self.frames[index % self.count].reshape(self.surface.height, self.surface.width, 4)

    def part(self, index: int, x: int, y: int, width: int, height: int) -> list[np.ndarray]:
        """The bytes of a rectangle, a plane at a time; with chroma, it begins and ends at even pixels."""
        frame, (_, format, columns, rows) = self.frames[index % self.count], self.surface
        if format == Format.RGBA:
            return [frame.reshape(rows, columns * 4)[y : y + height, x * 4 : (x + width) * 4]]
        luma, chroma = frame[: columns * rows], frame[columns * rows :]
        return [
            luma.reshape(rows, columns)[y : y + height, x : x + width],
            chroma.reshape(rows // 2, columns)[y // 2 : (y + height) // 2, x : x + width],
        ]


def style(kind: StyleKind, amount: float = 0) -> s.scrim_style:
    return s.scrim_style(kind=kind, color=COLOR, amount=amount, seed=1)


def region(x: float, y: float, width: float, height: float, id: int = 0) -> s.scrim_region:
    return s.scrim_region(shape=1, rect=s.scrim_rect(x, y, width, height), id=id)


def array(regions: list[s.scrim_region]) -> ctypes.Array:
    return (s.scrim_region * len(regions))(*regions)


class Cover:
    """A call of scrim_redact with every argument made beforehand, so that what is timed is the call.

    `borders` asks for a report, and so for the regions whose border content crosses. To call another build, replace
    `function`.
    """

    def __init__(self, ring: Ring, index: int, regions: ctypes.Array, style: s.scrim_style, borders: bool = False) -> None:
        self.ring, self.index, self.status = ring, index, 0
        frame = ring.surface.frame(ring.address(index))
        options = s.scrim_redact_options(
            struct_size=ctypes.sizeof(s.scrim_redact_options),
            style_count=1,
            styles=ctypes.pointer(style),
            scale=1.0,
            sampling_gap=2,
        )
        self.report = s.scrim_redact_report(ctypes.sizeof(s.scrim_redact_report))
        references = [ctypes.byref(struct) for struct in (frame, options, self.report)]
        self._arguments = (references[0], regions, len(regions), references[1])
        self._report, self._timed_report = references[2], references[2] if borders else None
        self.function = _ffi.redact

    def __call__(self) -> None:
        self.status = self.function(*self._arguments, self._timed_report)

    def check(self, pixels: int) -> None:
        """Calls once: it covers as many pixels as it should. What the frame held is put back."""
        status = self.function(*self._arguments, self._report)
        self.ring.restore(self.index)
        if _ffi.lib.scrim_status_name(status) == b"SCRIM_ERROR_UNSUPPORTED":
            raise NotThereError
        covered = self.report.pixels
        if status or self.report.outcome != Outcome.OK or covered != pixels:
            raise RuntimeError(f"scrim_redact: status {status}, {covered} pixels instead of {pixels}")


class Covers:
    """Covers frame after frame."""

    def __init__(self, covers: list[Cover], pixels: int, restores: bool = False) -> None:
        covers[0].check(pixels)
        self.restores = restores
        self._turns = itertools.cycle(covers)
        self._last = covers[0]

    @classmethod
    def of(
        cls,
        ring: Ring,
        regions: ctypes.Array,
        style: s.scrim_style,
        pixels: int,
        restores: bool = False,
        borders: bool = False,
    ) -> Covers:
        return cls([Cover(ring, index, regions, style, borders) for index in range(ring.count)], pixels, restores)

    def __call__(self) -> None:
        self._last = next(self._turns)
        self._last()

    def after(self) -> None:
        """Not to be timed: the last call has gone well, and its frame holds again what it held."""
        if self._last.status:
            raise RuntimeError("scrim_redact has failed while it was timed")
        if self.restores:
            self._last.ring.restore(self._last.index)


def in_turn(call: Callable[[int], object], count: int) -> Callable[[], object]:
    """A peer's call with one frame's number after the other, half the ring away from ours: it never meets a frame that
    ours has just brought into the cache."""
    turns: Iterator[int] = itertools.cycle(range(count))
    for _ in range(count // 2):
        next(turns)
    return lambda: call(next(turns))
