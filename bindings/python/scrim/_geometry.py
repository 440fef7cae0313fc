# SPDX-License-Identifier: MIT
"""Rectangles and touches."""

from __future__ import annotations

import enum
from typing import NamedTuple


class Rect(NamedTuple):
    """A rectangle, half-open: it contains x ≤ px < x + width and y ≤ py < y + height."""

    #: The left side.
    x: float
    #: The top side. y grows downwards.
    y: float
    #: 0 or more. A rectangle of width 0 contains nothing.
    width: float
    #: 0 or more. A rectangle of height 0 contains nothing.
    height: float


class Phase(enum.IntEnum):
    """Phases of a touch."""

    #: The finger has touched the screen.
    BEGAN = 1
    #: The finger has moved.
    MOVED = 2
    #: The finger has been lifted.
    ENDED = 3
    #: The system has taken the touch away, for example because the screen was locked.
    CANCELLED = 4


class Touch(NamedTuple):
    """One sample of one finger."""

    #: Time of the caller's monotonic clock, in nanoseconds.
    time_ns: int
    #: Any number, the same from BEGAN to ENDED or CANCELLED.
    id: int
    #: What the finger does.
    phase: Phase
    #: Position in points.
    x: float
    #: Position in points. y grows downwards.
    y: float


#: The dtype of a numpy array of touches: numpy.zeros(n, dtype=scrim.TOUCH_DTYPE).
TOUCH_DTYPE = [("time_ns", "<u8"), ("id", "<u8"), ("phase", "<u4"), ("reserved", "<u4"), ("x", "<f8"), ("y", "<f8")]
