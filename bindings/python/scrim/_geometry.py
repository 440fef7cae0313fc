# SPDX-License-Identifier: MIT
"""Rectangles and touches."""

from __future__ import annotations

import enum
from typing import Any, NamedTuple

from . import _abi as s
from ._convert import member, uint64


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


class TouchTool(enum.IntEnum):
    """What touches the surface. Samples of PALM and HOVER count as CANCELLED."""

    FINGER = 0
    STYLUS = 1
    ERASER = 2
    PALM = 3
    #: Any tool that is above the surface without touching it.
    HOVER = 4


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
    #: What touches the surface.
    tool: TouchTool = TouchTool.FINGER


def touch_sample(touch: Any) -> s.scrim_touch:
    """Converts a touch, whose tool may be missing. Messages do not repeat the position, which may be private."""
    names = ", ".join(Touch._fields)
    try:
        time_ns, id, phase, x, y, tool = touch if len(touch) != 5 else (*touch, TouchTool.FINGER)
    except (TypeError, ValueError):
        raise TypeError(f"touch must be a tuple of {names} (got {_size(touch)})") from None
    try:
        point = float(x), float(y)
    except (TypeError, ValueError):
        raise TypeError("x and y of touch must be numbers") from None
    return s.scrim_touch(
        uint64(time_ns, "time_ns"), uint64(id, "id"), member(phase, "phase", Phase), member(tool, "tool", TouchTool), *point
    )


def _size(value: Any) -> str:
    return f"{len(value)} items" if isinstance(value, tuple | list) else type(value).__name__


#: The dtype of a numpy array of touches: numpy.zeros(n, dtype=scrim.TOUCH_DTYPE).
TOUCH_DTYPE = [("time_ns", "<u8"), ("id", "<u8"), ("phase", "<u4"), ("tool", "<u4"), ("x", "<f8"), ("y", "<f8")]
