# SPDX-License-Identifier: MIT
"""Scroll input: what wheels and touchpads report, for Gestures.scroll()."""

from __future__ import annotations

import enum
from typing import NamedTuple

from . import _abi as s
from ._geometry import Phase
from ._records import RecordLayout
from .errors import InvalidArgumentError, ScrimError, _error

_MAX_COORDINATE = 2**30


class ScrollSource(enum.IntEnum):
    """Where a scroll comes from. The first three numbers are libinput's."""

    #: The wheel of a mouse. Its scroll ends after half a second without a sample, and is never a fling.
    WHEEL = 1
    #: Fingers that move in the same direction on a touchpad.
    FINGER = 2
    #: Any other device that moves smoothly. Its scroll also ends after half a second without a sample.
    CONTINUOUS = 3
    #: Fingers that pinch, spread or rotate on a touchpad.
    PINCH = 4


class Scroll(NamedTuple):
    """One sample of a wheel or touchpad. scrim_scroll in scrim/scroll.h describes each field."""

    #: Time of the caller's monotonic clock, in nanoseconds.
    time_ns: int
    source: ScrollSource
    #: MOVED, if the device does not report when a scroll begins and ends.
    phase: Phase
    #: The position of the pointer, in points.
    x: float
    y: float
    #: The movement in points since the last sample. A positive value scrolls to the right. With PINCH, the content
    #: follows the fingers instead.
    delta_x: float = 0.0
    #: A positive value scrolls down.
    delta_y: float = 0.0
    #: PINCH with MOVED: the distance of the fingers, divided by the one at BEGAN.
    scale: float = 1.0
    #: PINCH: how far the fingers have turned since the last sample, in radians, clockwise.
    delta_rotation: float = 0.0


#: The dtype of a numpy array of scroll samples: numpy.zeros(n, dtype=scrim.SCROLL_DTYPE).
SCROLL_DTYPE = [
    *[(name, "<u8") for name in Scroll._fields[:1]],
    *[(name, "<u4") for name in Scroll._fields[1:3]],
    *[(name, "<f8") for name in Scroll._fields[3:]],
]

SCROLLS = RecordLayout(SCROLL_DTYPE, s.scrim_scroll, "sample", "SCROLL_DTYPE")


def scroll_error(status: int, address: int, count: int) -> ScrimError:
    """The exception of a call that fed scroll samples. InvalidArgumentError names the first sample that is not valid.

    It does not repeat positions or movements, which may be private.
    """
    if status == InvalidArgumentError.status:
        for index in range(count):
            if problem := _problem(s.scrim_scroll.from_address(address + index * SCROLLS.size)):
                return InvalidArgumentError(f"sample {index}: {problem}")
    return _error(status)


def _problem(sample: s.scrim_scroll) -> str | None:
    if sample.source not in {int(source) for source in ScrollSource}:
        words = ", ".join(f"ScrollSource.{source.name}" for source in ScrollSource)
        return f"source must be one of {words} (got {sample.source})"
    if sample.phase not in {int(phase) for phase in Phase}:
        words = ", ".join(f"Phase.{phase.name}" for phase in Phase)
        return f"phase must be one of {words} (got {sample.phase})"
    if not all(abs(value) <= _MAX_COORDINATE for value in (sample.x, sample.y, sample.delta_x, sample.delta_y)):
        return "x, y, delta_x and delta_y must be finite, and at most 2**30 in magnitude"
    if sample.source != ScrollSource.PINCH:
        return None
    if sample.phase == Phase.MOVED and not 2**-30 <= sample.scale <= 2**30:
        return f"scale must be from 2**-30 to 2**30 (got {sample.scale})"
    if not abs(sample.delta_rotation) <= _MAX_COORDINATE:
        return "delta_rotation must be finite, and at most 2**30 in magnitude"
    return None
