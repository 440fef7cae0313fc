# SPDX-License-Identifier: MIT
"""Points, rectangles and touches, as the caller writes and reads them."""

from __future__ import annotations

import enum
from typing import NamedTuple


class Rect(NamedTuple):
    """A rectangle, half-open: it contains x ≤ px < x + width and y ≤ py < y + height."""

    x: float
    y: float
    width: float
    height: float


class Phase(enum.IntEnum):
    BEGAN = 1
    MOVED = 2
    ENDED = 3
    CANCELLED = 4


class Touch(NamedTuple):
    """One sample of one finger. Times are of the caller's monotonic clock; an id stays from began to ended."""

    time_ns: int
    id: int
    phase: Phase
    x: float
    y: float


#: The fields of a numpy array of touches: np.zeros(n, dtype=scrim.TOUCH_DTYPE).
TOUCH_DTYPE = [("time_ns", "<u8"), ("id", "<u8"), ("phase", "<u4"), ("reserved", "<u4"), ("x", "<f8"), ("y", "<f8")]
