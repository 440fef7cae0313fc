# SPDX-License-Identifier: MIT
"""Gestures: recognises taps and long presses on the views of a Scene, from raw touches."""

from __future__ import annotations

import ctypes as c
import enum
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from . import _structs as s
from ._convert import string, strings, uint32, uint64
from ._ffi import lib
from ._geometry import TOUCH_DTYPE, Touch
from ._handle import Handle
from ._records import RecordLayout
from .errors import BufferTooSmallError, _check, _error
from .scene import Scene

if TYPE_CHECKING:
    import numpy

NEVER = 2**64 - 1


class GestureKind(enum.IntEnum):
    TAP = 1
    LONG_PRESS = 2


class State(enum.IntEnum):
    """States of a recogniser, and of the event it sends on entering one."""

    POSSIBLE = 0
    BEGAN = 1
    CHANGED = 2
    #: Also the one event of a tap.
    ENDED = 3
    CANCELLED = 4
    FAILED = 5


@dataclass(frozen=True, kw_only=True)
class Tap:
    """A recogniser of `taps` taps in a row on a view or window."""

    view: int
    taps: int = 1
    touches: int = 1
    #: A press of this or more is no tap but, by default, a LongPress; 0: any is a tap.
    duration_ns: int = 500_000_000
    #: The longest pause between two taps.
    interval_ns: int = 350_000_000
    #: Points that a finger may stray.
    movement: float = 10.0
    #: The class chain, most derived first; none: "Tap".
    classes: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class LongPress:
    """A recogniser of a press of `duration_ns` on a view or window."""

    view: int
    touches: int = 1
    duration_ns: int = 500_000_000
    #: Points that a finger may stray.
    movement: float = 10.0
    #: The class chain, most derived first; none: "LongPress".
    classes: tuple[str, ...] = ()


class Event(NamedTuple):
    """A step of a gesture. Points are of the screen."""

    time_ns: int
    recognizer: int
    window: int
    #: The recogniser's view; 0 where it is attached to the window.
    view: int
    #: The number of the sequence of touches, from the first finger down to the last one up.
    sequence: int
    kind: GestureKind
    state: State
    taps: int
    touches: int
    x: float
    y: float
    translation_x: float
    translation_y: float
    velocity_x: float
    velocity_y: float
    scale: float
    rotation: float


#: The fields of the array that feed_array() returns.
EVENT_DTYPE = (
    [(name, "<u8") for name in Event._fields[:5]]
    + [(name, "<u4") for name in Event._fields[5:9]]
    + [(name, "<f8") for name in Event._fields[9:]]
)

_TOUCHES = RecordLayout(TOUCH_DTYPE, s.scrim_touch)
EVENTS = RecordLayout(EVENT_DTYPE, s.scrim_gesture_event)


def _touch_row(touch: Touch | tuple[Any, ...]) -> tuple[Any, ...]:
    time_ns, id, phase, x, y = touch
    return time_ns, id, phase, 0, x, y


def _events(octets: bytearray) -> list[Event]:
    rows = EVENTS.packer.iter_unpack(octets)
    return [Event._make((*row[:5], GestureKind(row[5]), State(row[6]), *row[7:])) for row in rows]


class Gestures(Handle):
    """The recognisers of a scene. The caller owns the clock: every time is monotonic nanoseconds."""

    def __init__(self, scene: Scene) -> None:
        options = s.scrim_gestures_options(c.sizeof(s.scrim_gestures_options))
        super().__init__(lib.scrim_gestures_create, lib.scrim_gestures_destroy, scene._handle, options)
        self._needs = scene

    def add(self, recognizer: Tap | LongPress) -> int:
        """Attaches a recogniser to its view; returns its id, which is never used again."""
        names, count = strings(recognizer.classes)
        tap = recognizer if isinstance(recognizer, Tap) else None
        struct = s.scrim_recognizer(
            c.sizeof(s.scrim_recognizer),
            GestureKind.TAP if tap else GestureKind.LONG_PRESS,
            uint64(recognizer.view, "view"),
            uint32(tap.taps, "taps") if tap else 0,
            uint32(recognizer.touches, "touches"),
            uint64(recognizer.duration_ns, "duration_ns"),
            uint64(tap.interval_ns, "interval_ns") if tap else 0,
            recognizer.movement,
            names,
            count,
        )
        id = c.c_uint64()
        _check(lib.scrim_gestures_add(self._handle, struct, id))
        return id.value

    def remove(self, recognizer: int) -> None:
        """Removes a recogniser; one in progress sends nothing more."""
        _check(lib.scrim_gestures_remove(self._handle, uint64(recognizer, "recognizer")))

    def add_action(self, recognizer: int, target: int, action: str) -> None:
        """Adds a pair of target and action: who is told of the gesture, and how. Gestures without are not collected."""
        name = string(action)
        id, target = uint64(recognizer, "recognizer"), uint64(target, "target")
        _check(lib.scrim_gestures_add_action(self._handle, id, target, name.data, name.length))

    def remove_action(self, recognizer: int, target: int = 0, action: str | None = None) -> None:
        """Removes the pairs that match: of any target where it is 0, with any action where it is None."""
        id, target = uint64(recognizer, "recognizer"), uint64(target, "target")
        name = s.scrim_string() if action is None else string(action)
        _check(lib.scrim_gestures_remove_action(self._handle, id, target, name.data, name.length))

    def feed(self, samples: Iterable[Touch | tuple[Any, ...]] | numpy.ndarray[Any, Any]) -> list[Event]:
        """Feeds touches in the order of time, and returns the events they cause.

        An array of TOUCH_DTYPE is read where it stands, without a copy.
        """
        return _events(self._feed(samples))

    def feed_array(
        self, samples: Iterable[Touch | tuple[Any, ...]] | numpy.ndarray[Any, Any]
    ) -> numpy.ndarray[Any, Any]:
        """As feed(), with the events as a numpy array of EVENT_DTYPE."""
        import numpy

        return numpy.frombuffer(self._feed(samples), dtype=numpy.dtype(EVENT_DTYPE))

    def advance(self, now_ns: int) -> list[Event]:
        """Tells the engine the time, and returns the events that are due."""
        now = uint64(now_ns, "now_ns")
        out = _EventBuffer()
        out.fill(lambda events, capacity, n: int(lib.scrim_gestures_advance(self._handle, now, events, capacity, n)))
        return _events(out.octets)

    @property
    def next_deadline(self) -> int | None:
        """The time at which advance() is to be called next; None: no need."""
        deadline = c.c_uint64()
        _check(lib.scrim_gestures_next_deadline(self._handle, deadline))
        return None if deadline.value == NEVER else deadline.value

    def _feed(self, samples: Any) -> bytearray:
        with _TOUCHES.memory(samples, _touch_row) as (address, count):
            out = _EventBuffer()
            consumed = c.c_size_t()
            done = 0
            while True:
                rest = _TOUCHES.pointer(address, done)
                out.fill(
                    lambda events, capacity, produced: int(
                        lib.scrim_gestures_feed(
                            self._handle, rest, count - done, consumed, events, capacity, produced
                        )
                    )
                )
                done += consumed.value
                if done >= count:
                    return out.octets


class _EventBuffer:
    """Room for the events of one call, and the events of all calls so far."""

    def __init__(self) -> None:
        self.octets = bytearray()
        self._room = (s.scrim_gesture_event * 64)()

    def fill(self, call: Callable[[Any, int, c.c_size_t], int]) -> None:
        """Calls, with more room if it asks for more, and keeps the events."""
        produced = c.c_size_t()
        status = call(self._room, len(self._room), produced)
        if status == BufferTooSmallError.status:
            self._room = (s.scrim_gesture_event * produced.value)()
            status = call(self._room, len(self._room), produced)
        if status:
            raise _error(status)
        self.octets += memoryview(self._room).cast("B")[: produced.value * EVENTS.size]
