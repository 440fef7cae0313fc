# SPDX-License-Identifier: MIT
"""What recognisers are made from: a class for each kind of gesture, and the profiles that fill in what is left open."""

from __future__ import annotations

import ctypes as c
import enum
from dataclasses import dataclass, fields
from typing import ClassVar

from . import _abi as s
from ._convert import strings, uint32, uint64
from ._ffi import lib
from .errors import _check


class GestureKind(enum.IntEnum):
    TAP = 1
    LONG_PRESS = 2
    PAN = 3
    PINCH = 4
    ROTATION = 5
    SWIPE = 6
    EDGE_PAN = 7
    #: Recognised by the host itself.
    HOST = 8


class GestureState(enum.IntEnum):
    """States of a recogniser, and of the event it sends on entering one."""

    POSSIBLE = 0
    BEGAN = 1
    CHANGED = 2
    #: Also the one event of a tap or swipe.
    ENDED = 3
    CANCELLED = 4
    FAILED = 5


class SwipeDirection(enum.IntFlag):
    """Directions of swipes."""

    LEFT = 1
    RIGHT = 2
    UP = 4
    DOWN = 8
    UP_LEFT = 16
    UP_RIGHT = 32
    DOWN_LEFT = 64
    DOWN_RIGHT = 128


class Edge(enum.IntFlag):
    """Edges of a window."""

    LEFT = 1
    RIGHT = 2
    TOP = 4
    BOTTOM = 8


class RecognizerFlags(enum.IntFlag):
    SIMULTANEOUS = 1
    CONTROL = 2


class Profile(enum.IntEnum):
    """Sets of constants; docs/reference/gestures.md lists them."""

    UIKIT = 1
    ANDROID = 2
    GTK = 3


class Relation(enum.IntEnum):
    """How a recogniser stands to another."""

    #: It waits until the other has failed, and fails where the other is recognised.
    REQUIRE_FAILURE = 1
    #: Both may be recognised of the same fingers.
    SIMULTANEOUS = 2


@dataclass(frozen=True, kw_only=True)
class Recognizer:
    """A recogniser on a view or window. What is None comes from the profile, lengths times the density.

    The fields, their units and ranges are those of scrim_recognizer in scrim/gesture.h.
    """

    kind: ClassVar[GestureKind]

    view: int
    profile: Profile = Profile.UIKIT
    #: Units of the coordinates to a point.
    density: float = 1.0
    #: May be recognised along with any other.
    simultaneous: bool = False
    #: The class chain, most derived first; none: that of its kind.
    classes: tuple[str, ...] = ()
    #: The number of fingers; pans, pinch and rotation accept more, up to `max_fingers`.
    min_fingers: int | None = None

    def _struct(self) -> s.scrim_recognizer:
        struct = s.scrim_recognizer(c.sizeof(s.scrim_recognizer))
        profile = uint32(self.profile, "profile")
        _check(lib.scrim_recognizer_defaults(self.kind, profile, self.density, struct))
        struct.view = uint64(self.view, "view")
        struct.flags = self._flags()
        struct.classes, struct.class_count = strings(self.classes)
        for name in (field.name for field in fields(self)):
            value = getattr(self, name)
            if name in _INTEGERS and value is not None:
                setattr(struct, name, _INTEGERS[name](value, name))
            elif name in _REALS and value is not None:
                setattr(struct, name, float(value))
        return struct

    def _flags(self) -> int:
        return RecognizerFlags.SIMULTANEOUS if self.simultaneous else 0


_REALS = ("touch_slop", "tap_slop", "swipe_distance", "edge_width", "angle", "min_velocity", "max_velocity")
_INTEGERS = {name: uint32 for name in ("taps", "min_fingers", "max_fingers", "directions", "edges")} | {
    name: uint64 for name in ("min_duration_ns", "max_duration_ns", "min_interval_ns", "max_interval_ns")
}


@dataclass(frozen=True, kw_only=True)
class Tap(Recognizer):
    """`taps` short presses in a row."""

    kind = GestureKind.TAP

    taps: int = 1
    #: A press of this or more is no tap but, by default, a LongPress; 0: any is a tap.
    max_duration_ns: int | None = None
    #: The longest and the shortest pause between two taps.
    max_interval_ns: int | None = None
    min_interval_ns: int | None = None
    #: Points that a finger may stray.
    touch_slop: float | None = None
    #: Points that a tap may be away from the first.
    tap_slop: float | None = None


@dataclass(frozen=True, kw_only=True)
class LongPress(Recognizer):
    """A press of `min_duration_ns`, and what the finger does then."""

    kind = GestureKind.LONG_PRESS

    min_duration_ns: int | None = None
    #: Points that a finger may stray before.
    touch_slop: float | None = None


@dataclass(frozen=True, kw_only=True)
class Pan(Recognizer):
    """Fingers that go anywhere; `min_fingers` of them or more."""

    kind = GestureKind.PAN

    max_fingers: int | None = None
    #: Points to go until it begins.
    touch_slop: float | None = None
    #: Points a second: a slower end is no fling; no end is told to be faster.
    min_velocity: float | None = None
    max_velocity: float | None = None


@dataclass(frozen=True, kw_only=True)
class Pinch(Recognizer):
    """Fingers that part or come together."""

    kind = GestureKind.PINCH

    max_fingers: int | None = None
    #: Points that the span must change until it begins.
    touch_slop: float | None = None


@dataclass(frozen=True, kw_only=True)
class Rotation(Recognizer):
    """Fingers that turn about each other."""

    kind = GestureKind.ROTATION

    max_fingers: int | None = None
    #: Radians until it begins.
    angle: float | None = None


@dataclass(frozen=True, kw_only=True)
class Swipe(Recognizer):
    """Fingers that go `swipe_distance` points in one of the directions, fast."""

    kind = GestureKind.SWIPE

    directions: SwipeDirection | None = None
    max_duration_ns: int | None = None
    swipe_distance: float | None = None
    min_velocity: float | None = None


@dataclass(frozen=True, kw_only=True)
class EdgePan(Recognizer):
    """A pan that starts within `edge_width` points of an edge of the window, inwards."""

    kind = GestureKind.EDGE_PAN

    edges: Edge | None = None
    max_fingers: int | None = None
    touch_slop: float | None = None
    edge_width: float | None = None
    min_velocity: float | None = None
    max_velocity: float | None = None


@dataclass(frozen=True, kw_only=True)
class Host(Recognizer):
    """Stands for a recogniser of the host itself before a Collector: see Gestures.host_event()."""

    kind = GestureKind.HOST

    #: A control's own action, a button's say, to which a collector's interval applies.
    control: bool = False

    def _flags(self) -> int:
        return super()._flags() | (RecognizerFlags.CONTROL if self.control else 0)
