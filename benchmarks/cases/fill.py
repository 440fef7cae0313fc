# SPDX-License-Identifier: MIT
"""Solid covers: a whole frame of 1080p against memset of the same memory, and many rectangles against one.

A frame comes from a screen or a camera: it is not in the processor's cache. So every call gets the next one of many frames,
together larger than any cache. What the same rectangles cost in a frame that never leaves the cache, where the work
on regions shows more, is a figure without a limit.
"""

import ctypes
import itertools
import random
from collections.abc import Callable

from measure import Measure, Row
from scrim import Format, Outcome, _ffi
from scrim import _structs as s

WIDTH, HEIGHT = 1920, 1080
FRAME_BYTES = WIDTH * HEIGHT * 4
COLOR = 0x24343BFF  # four bytes of which no two are alike, so that the library cannot do it by memset itself

FRAMES = 40

# 1,000 rectangles of the size of a word, none of which touches another, and one of as many pixels.
MANY = 1000
WORD_WIDTH, WORD_HEIGHT, COLUMNS, PITCH_X, PITCH_Y = 64, 24, 26, 73, 27
ONE_WIDTH, ONE_HEIGHT = 1536, 1000


def region(x: float, y: float, width: float, height: float) -> s.scrim_region:
    return s.scrim_region(shape=1, rect=s.scrim_rect(x, y, width, height))


def words() -> list[s.scrim_region]:
    places = [divmod(number, COLUMNS) for number in range(MANY)]
    random.Random(1).shuffle(places)  # a caller's regions are in any order
    return [region(column * PITCH_X, row * PITCH_Y, WORD_WIDTH, WORD_HEIGHT) for row, column in places]


class Cover:
    """A call of scrim_redact with every argument made beforehand, so that what is timed is the call."""

    def __init__(self, pixels: ctypes.Array, regions: list[s.scrim_region]) -> None:
        self.frame = s.scrim_frame(ctypes.sizeof(s.scrim_frame), Format.RGBA, WIDTH, HEIGHT)
        self.frame.planes[0] = s.scrim_plane(ctypes.addressof(pixels), WIDTH * 4)
        self.regions = (s.scrim_region * len(regions))(*regions)
        self.style = s.scrim_style(1, COLOR)
        self.options = s.scrim_redact_options(
            ctypes.sizeof(s.scrim_redact_options), 1, ctypes.pointer(self.style), 1.0
        )
        self.report = s.scrim_redact_report(ctypes.sizeof(s.scrim_redact_report))
        self._pixels = pixels

    def call(self, pixels_expected: int) -> Callable[[], int]:
        """The call, tried once: it covers as many pixels as it should."""
        arguments = (
            ctypes.byref(self.frame),
            self.regions,
            len(self.regions),
            ctypes.byref(self.options),
            ctypes.byref(self.report),
        )
        function = _ffi.redact
        status = function(*arguments)
        covered = self.report.pixels
        if status or self.report.outcome != Outcome.OK or covered != pixels_expected:
            raise RuntimeError(f"scrim_redact: status {status}, {covered} pixels instead of {pixels_expected}")
        return lambda: function(*arguments)


def in_turn(calls: list[Callable[[], object]], start: int = 0) -> Callable[[], object]:
    """One call after the other; `start` keeps two of these from meeting in one frame, fresh in the cache."""
    turns = itertools.cycle(calls[start:] + calls[:start])
    return lambda: next(turns)()


def run(measure: Measure) -> list[Row]:
    frames = [(ctypes.c_uint8 * FRAME_BYTES)() for _ in range(FRAMES)]
    memset = ctypes.CDLL(None).memset
    memset.restype, memset.argtypes = ctypes.c_void_p, [ctypes.c_void_p, ctypes.c_int, ctypes.c_size_t]
    fills = [lambda address=ctypes.addressof(frame): memset(address, 0x24, FRAME_BYTES) for frame in frames]

    whole = [Cover(frame, [region(0, 0, WIDTH, HEIGHT)]).call(WIDTH * HEIGHT) for frame in frames]
    many = [Cover(frame, words()).call(MANY * WORD_WIDTH * WORD_HEIGHT) for frame in frames]
    one = [Cover(frame, [region(0, 0, ONE_WIDTH, ONE_HEIGHT)]).call(ONE_WIDTH * ONE_HEIGHT) for frame in frames]
    away = FRAMES // 2
    return [
        measure.ratio("fill: frame of 1080p RGBA", 1.15, in_turn(whole), "memset", in_turn(fills, away)),
        measure.ratio("fill: 1,000 rectangles", 1.2, in_turn(many), "one of the same area", in_turn(one, away)),
        measure.ratio("fill: 1,000 rectangles, cached", None, many[0], "one of the same area", one[0]),
    ]
