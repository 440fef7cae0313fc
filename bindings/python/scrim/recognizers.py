# SPDX-License-Identifier: MIT
"""Recognizers: a class for each kind of gesture, and the profiles with the constants of known platforms."""

from __future__ import annotations

import ctypes as c
import enum
import math
from dataclasses import dataclass, fields
from typing import ClassVar

from . import _abi as s
from ._convert import member, real, strings, uint32, uint64
from ._ffi import lib
from .errors import InvalidArgumentError, _check


class GestureKind(enum.IntEnum):
    """Kinds of gestures."""

    TAP = 1
    LONG_PRESS = 2
    PAN = 3
    PINCH = 4
    ROTATION = 5
    SWIPE = 6
    EDGE_PAN = 7
    #: A gesture that the host recognizes with its own code.
    HOST = 8


class GestureState(enum.IntEnum):
    """States of a recognizer. It sends an event when it enters a state other than POSSIBLE and FAILED."""

    POSSIBLE = 0
    BEGAN = 1
    CHANGED = 2
    #: The gesture ended. Also the only event of a tap or swipe.
    ENDED = 3
    #: The gesture was interrupted, or its touches reached something private.
    CANCELLED = 4
    FAILED = 5


class SwipeDirection(enum.IntFlag):
    """Directions of swipes. Combine them with `|`."""

    LEFT = 1
    RIGHT = 2
    UP = 4
    DOWN = 8
    UP_LEFT = 16
    UP_RIGHT = 32
    DOWN_LEFT = 64
    DOWN_RIGHT = 128


class Edge(enum.IntFlag):
    """Edges of a window. Combine them with `|`."""

    LEFT = 1
    RIGHT = 2
    TOP = 4
    BOTTOM = 8


class RecognizerFlags(enum.IntFlag):
    """Flags of a recognizer. Its fields `simultaneous` and `control` set them."""

    SIMULTANEOUS = 1
    CONTROL = 2
    DISABLED = 4
    WITHOUT_SLOP = 8
    VIEW_COORDINATES = 16


class Axis(enum.IntEnum):
    """Axes of pans."""

    FREE = 0
    HORIZONTAL = 1
    VERTICAL = 2


class VelocityEstimator(enum.IntEnum):
    """How the velocity of a finger is estimated from its samples."""

    #: Scrim's own: least squares of degree 2 over 100 ms, in which later samples weigh more.
    DEFAULT = 0
    #: The slope of a least-squares line through the samples of 100 ms.
    LINE = 1
    #: Least squares of degree 2 over 100 ms, as in Android, Chromium and Flutter.
    QUADRATIC = 2
    #: Android's impulse strategy.
    IMPULSE = 3
    #: Flutter's model of scroll views on iOS.
    WEIGHTED_DIFFERENCES = 4
    #: The mean velocity of 150 ms, as in GTK.
    MEAN = 5


class Profile(enum.IntEnum):
    """Sets of constants that recognize gestures as a known platform does. docs/reference/gestures.md lists the constants."""

    UIKIT = 1
    ANDROID = 2
    GTK = 3


class Relation(enum.IntEnum):
    """Relations between two recognizers."""

    #: The recognizer waits until the other has failed. It fails if the other is recognized.
    REQUIRE_FAILURE = 1
    #: Both may be recognized from the same fingers. The relation applies in both directions.
    SIMULTANEOUS = 2


@dataclass(frozen=True, kw_only=True)
class Recognizer:
    """The base class of recognizers. Use one of its subclasses, and add it with Gestures.add().

    A field that is None has the value of the profile. The library multiplies the lengths and velocities of the profile by
    `density`. Fields that you set are not multiplied: lengths are in units of the scene's coordinates, and velocities in these
    units per second. The description of scrim_recognizer in
    scrim/gesture.h has the units and ranges of all fields.
    """

    kind: ClassVar[GestureKind]

    #: The view or window that the recognizer is attached to.
    view: int
    #: The constants for fields that are None.
    profile: Profile = Profile.UIKIT
    #: How many units of the scene's coordinates make a point, 1/64 to 64: 1 if they are points, the scale factor if they are pixels.
    density: float = 1.0
    #: Whether it may be recognized together with any other recognizer.
    simultaneous: bool = False
    #: Whether it follows fingers from the start.
    enabled: bool = True
    #: Whether its events also have the coordinates of its view: `view_x` to `view_velocity_y`.
    view_coordinates: bool = False
    #: The class chain, most derived class first. If it is empty, the class is named after the kind.
    classes: tuple[str, ...] = ()
    #: The number of fingers. Pans, pinches and rotations accept more, up to `max_fingers`.
    min_fingers: int | None = None

    def _struct(self) -> s.scrim_recognizer:
        struct = s.scrim_recognizer(c.sizeof(s.scrim_recognizer))
        profile = member(self.profile, "profile", Profile)
        density = real(self.density, "density")
        if not 1 / 64 <= density <= 64:
            raise InvalidArgumentError(f"density must be from 1/64 to 64 (got {density:g})")
        _check(lib.scrim_recognizer_defaults(self.kind, profile, density, struct))
        struct.view = uint64(self.view, "view")
        struct.flags = self._flags()
        struct.classes, struct.class_count = strings(self.classes)
        for name in (field.name for field in fields(self)):
            value = getattr(self, name)
            if value is None:
                continue
            if name in _CONSTANTS:
                setattr(struct, name, member(value, name, _CONSTANTS[name], least=1))
            elif name in _CHOICES:
                setattr(struct, name, member(value, name, _CHOICES[name]))
            elif name in _INTEGERS:
                setattr(struct, name, _INTEGERS[name](value, name))
            elif name in _REALS:
                setattr(struct, name, real(value, name))
        return struct

    def _flags(self) -> int:
        flags = RecognizerFlags.SIMULTANEOUS if self.simultaneous else RecognizerFlags(0)
        if not self.enabled:
            flags |= RecognizerFlags.DISABLED
        if self.view_coordinates:
            flags |= RecognizerFlags.VIEW_COORDINATES
        if getattr(self, "without_slop", False):
            flags |= RecognizerFlags.WITHOUT_SLOP
        return flags

    def _problem(self, struct: s.scrim_recognizer) -> str | None:
        """Returns what is wrong with a struct that the library has refused, or None if that cannot be said."""
        for name in _LENGTHS:
            value = getattr(struct, name)
            if not 0 <= value <= 2**30:
                return f"{name} must be from 0 to {2**30} (got {value:g})"
        low, high = self._fingers()
        if not low <= struct.min_fingers <= high:
            wanted = f"from {low} to {high}" if high else "0"
            return f"min_fingers of {type(self).__name__} must be {wanted} (got {struct.min_fingers})"
        if struct.max_fingers and not struct.min_fingers <= struct.max_fingers <= high:
            return f"max_fingers must be 0 for no limit, or from {struct.min_fingers} to {high} (got {struct.max_fingers})"
        if struct.max_velocity and struct.max_velocity < struct.min_velocity:
            return f"max_velocity must be 0 for no limit, or at least {struct.min_velocity:g} (got {struct.max_velocity:g})"
        return self._kind_problem(struct)

    def _fingers(self) -> tuple[int, int]:
        return 1, 32

    def _kind_problem(self, struct: s.scrim_recognizer) -> str | None:
        return None


_LENGTHS = (
    "touch_slop", "tap_slop", "swipe_distance", "edge_width", "min_span", "max_separation", "min_velocity", "max_velocity"
)
_REALS = (*_LENGTHS, "angle", "axis_angle")
_CONSTANTS: dict[str, type[enum.IntFlag]] = {"directions": SwipeDirection, "edges": Edge}
_CHOICES: dict[str, type[enum.IntEnum]] = {"axis": Axis, "velocity_estimator": VelocityEstimator}
_INTEGERS = {name: uint32 for name in ("taps", "min_fingers", "max_fingers")} | {
    name: uint64 for name in ("min_duration_ns", "max_duration_ns", "min_interval_ns", "max_interval_ns")
}


@dataclass(frozen=True, kw_only=True)
class Tap(Recognizer):
    """`taps` short presses in a row."""

    kind = GestureKind.TAP

    #: How many taps in a row, 1 to 10.
    taps: int = 1
    #: A press that lasts this long is not a tap. By default it is then a LongPress. 0: no limit.
    max_duration_ns: int | None = None
    #: The longest pause between two taps.
    max_interval_ns: int | None = None
    #: The shortest pause between two taps. A tap that comes sooner counts as a new first tap.
    min_interval_ns: int | None = None
    #: How far a finger may move during a press.
    touch_slop: float | None = None
    #: How far the other taps may be from the first one.
    tap_slop: float | None = None
    #: The largest distance between two of several fingers when they come down. 0: no limit.
    max_separation: float | None = None

    def _fingers(self) -> tuple[int, int]:
        return 1, 5

    def _kind_problem(self, struct: s.scrim_recognizer) -> str | None:
        if not 1 <= struct.taps <= 10:
            return f"taps must be from 1 to 10 (got {struct.taps})"
        return _interval_problem(struct) if struct.taps > 1 else None


def _interval_problem(struct: s.scrim_recognizer) -> str | None:
    if struct.max_interval_ns > struct.min_interval_ns:
        return None
    return f"max_interval_ns must be above min_interval_ns, {struct.min_interval_ns} (got {struct.max_interval_ns})"


def _taps_before_problem(struct: s.scrim_recognizer) -> str | None:
    """What is wrong with the taps that must come before a long press or a pan."""
    if struct.taps > 10:
        return f"taps must be from 0 to 10 (got {struct.taps})"
    return _interval_problem(struct) if struct.taps else None


@dataclass(frozen=True, kw_only=True)
class LongPress(Recognizer):
    """Fingers that are held still for `min_duration_ns`, and may move after that."""

    kind = GestureKind.LONG_PRESS

    #: How long the fingers must be held.
    min_duration_ns: int | None = None
    #: How far a finger may move before the long press begins.
    touch_slop: float | None = None
    #: The largest distance between two of several fingers when they come down. 0: no limit.
    max_separation: float | None = None
    #: How the velocity is estimated.
    velocity_estimator: VelocityEstimator | None = None
    #: How many taps must come before, 0 to 10. The next four fields describe these taps, as in Tap.
    taps: int | None = None
    max_duration_ns: int | None = None
    max_interval_ns: int | None = None
    min_interval_ns: int | None = None
    tap_slop: float | None = None

    def _fingers(self) -> tuple[int, int]:
        return 1, 5

    def _kind_problem(self, struct: s.scrim_recognizer) -> str | None:
        return _taps_before_problem(struct) if struct.min_duration_ns else "min_duration_ns must be above 0 (got 0)"


@dataclass(frozen=True, kw_only=True)
class Pan(Recognizer):
    """`min_fingers` fingers or more that move, in any direction or along an axis."""

    kind = GestureKind.PAN

    #: The largest number of fingers. 0: no limit.
    max_fingers: int | None = None
    #: The axis along which it pans.
    axis: Axis | None = None
    #: The largest angle between the movement and the axis, in radians. 0: a quarter of pi.
    axis_angle: float | None = None
    #: How far the fingers must move before the pan begins.
    touch_slop: float | None = None
    #: Whether the movement up to the slop is left out of the translation.
    without_slop: bool = False
    #: The lowest speed of a fling. If the pan ends more slowly, its last event has no velocity.
    min_velocity: float | None = None
    #: The highest speed in the last event. 0: no limit.
    max_velocity: float | None = None
    #: How the velocity is estimated.
    velocity_estimator: VelocityEstimator | None = None
    #: How many taps must come before, 0 to 10. The next four fields describe these taps, as in Tap.
    taps: int | None = None
    max_duration_ns: int | None = None
    max_interval_ns: int | None = None
    min_interval_ns: int | None = None
    tap_slop: float | None = None

    def _kind_problem(self, struct: s.scrim_recognizer) -> str | None:
        if not 0 <= struct.axis_angle <= math.pi / 2:
            return f"axis_angle must be from 0 to pi/2 radians (got {struct.axis_angle:g})"
        if struct.axis_angle and struct.axis == Axis.FREE:
            return f"axis_angle must be 0 without an axis (got {struct.axis_angle:g})"
        return _taps_before_problem(struct)


@dataclass(frozen=True, kw_only=True)
class Pinch(Recognizer):
    """Two or more fingers that move apart or together."""

    kind = GestureKind.PINCH

    #: The largest number of fingers. 0: no limit.
    max_fingers: int | None = None
    #: By how much the span of the fingers must change before the pinch begins.
    touch_slop: float | None = None
    #: Whether the change of the span up to the slop is left out of the scale.
    without_slop: bool = False
    #: The least span of the fingers at which the gesture can begin.
    min_span: float | None = None
    #: How the velocity is estimated.
    velocity_estimator: VelocityEstimator | None = None

    def _fingers(self) -> tuple[int, int]:
        return 2, 32


@dataclass(frozen=True, kw_only=True)
class Rotation(Recognizer):
    """Two or more fingers that turn around their center."""

    kind = GestureKind.ROTATION

    #: The largest number of fingers. 0: no limit.
    max_fingers: int | None = None
    #: How far the fingers must turn before the rotation begins, in radians.
    angle: float | None = None
    #: Whether the turn up to `angle` is left out of the reported rotation.
    without_slop: bool = False
    #: The least span of the fingers at which the gesture can begin.
    min_span: float | None = None
    #: How the velocity is estimated.
    velocity_estimator: VelocityEstimator | None = None

    def _fingers(self) -> tuple[int, int]:
        return 2, 32

    def _kind_problem(self, struct: s.scrim_recognizer) -> str | None:
        return None if 0 <= struct.angle <= math.pi else f"angle must be from 0 to pi radians (got {struct.angle:g})"


@dataclass(frozen=True, kw_only=True)
class Swipe(Recognizer):
    """Fingers that quickly move `swipe_distance` in one of the directions."""

    kind = GestureKind.SWIPE

    #: The directions that are accepted. If a diagonal is among them, each covers a sector of 45°, otherwise 90°.
    directions: SwipeDirection | None = None
    #: The longest time that the swipe may take.
    max_duration_ns: int | None = None
    #: How far the fingers must move.
    swipe_distance: float | None = None
    #: The lowest speed.
    min_velocity: float | None = None
    #: The largest distance between two of several fingers when they come down. 0: no limit.
    max_separation: float | None = None
    #: How the velocity is estimated.
    velocity_estimator: VelocityEstimator | None = None

    def _fingers(self) -> tuple[int, int]:
        return 1, 5

    def _kind_problem(self, struct: s.scrim_recognizer) -> str | None:
        for name in ("max_duration_ns", "swipe_distance"):
            if not getattr(struct, name):
                return f"{name} must be above 0 (got 0)"
        return None


@dataclass(frozen=True, kw_only=True)
class EdgePan(Recognizer):
    """A pan that starts within `edge_width` of an edge of the window and goes inwards."""

    kind = GestureKind.EDGE_PAN

    #: The edges that are accepted.
    edges: Edge | None = None
    #: The largest number of fingers. 0: no limit.
    max_fingers: int | None = None
    #: How far the fingers must move before the pan begins.
    touch_slop: float | None = None
    #: Whether the movement up to the slop is left out of the translation.
    without_slop: bool = False
    #: How far from the edge the pan may start.
    edge_width: float | None = None
    #: How the velocity is estimated.
    velocity_estimator: VelocityEstimator | None = None
    #: The lowest speed of a fling. If the pan ends more slowly, its last event has no velocity.
    min_velocity: float | None = None
    #: The highest speed in the last event. 0: no limit.
    max_velocity: float | None = None

    def _kind_problem(self, struct: s.scrim_recognizer) -> str | None:
        return None if struct.edge_width else "edge_width must be above 0 (got 0)"


@dataclass(frozen=True, kw_only=True)
class Host(Recognizer):
    """A gesture that the host recognizes with its own code.

    The engine sends no events for it. Gestures.host_event() makes them, for Collector.decide().
    """

    kind = GestureKind.HOST

    #: Whether it is a control's own action, for example a button's. A collector limits how often those are recorded. If
    #: `classes` is empty, the class is then "Control", which a collector records by default.
    control: bool = False

    def _flags(self) -> int:
        return super()._flags() | (RecognizerFlags.CONTROL if self.control else 0)

    def _fingers(self) -> tuple[int, int]:
        return 0, 0
