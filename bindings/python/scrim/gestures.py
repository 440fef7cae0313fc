# SPDX-License-Identifier: MIT
"""Gestures: recognises gestures on the views of a Scene, from raw touches."""

from __future__ import annotations

import ctypes as c
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, NamedTuple

from . import _abi as s
from ._convert import string, uint32, uint64
from ._ffi import lib
from ._geometry import TOUCH_DTYPE, Touch
from ._handle import Handle
from ._records import RecordLayout
from .errors import BufferTooSmallError, _check, _error
from .recognizers import GestureKind, GestureState, Recognizer, Relation
from .scene import Scene

if TYPE_CHECKING:
    import numpy

NEVER = 2**64 - 1


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
    state: GestureState
    taps: int
    fingers: int
    #: A Direction of a swipe, an Edge of a pan from one, else 0.
    direction: int
    x: float
    y: float
    translation_x: float
    translation_y: float
    #: Points a second; at the end of a pan 0 unless it is a fling.
    velocity_x: float
    velocity_y: float
    scale: float
    rotation: float
    scale_velocity: float
    rotation_velocity: float


#: The fields of the array that feed_array() returns.
EVENT_DTYPE = (
    [(name, "<u8") for name in Event._fields[:5]]
    + [(name, "<u4") for name in (*Event._fields[5:10], "reserved")]
    + [(name, "<f8") for name in Event._fields[10:]]
)

_TOUCHES = RecordLayout(TOUCH_DTYPE, s.scrim_touch)
EVENTS = RecordLayout(EVENT_DTYPE, s.scrim_gesture_event)
_KINDS = {int(kind): kind for kind in GestureKind}
_STATES = {int(state): state for state in GestureState}
#: The most events that are asked for at once.
_MOST_ROOM = 4096


def _events(octets: bytearray) -> list[Event]:
    events: list[Event] = []
    step = 1024 * EVENTS.size
    for start in range(0, len(octets), step):
        # By columns: a lookup, not a call, for each kind and state.
        columns: list[Iterable[Any]] = list(zip(*EVENTS.packer.iter_unpack(octets[start : start + step]), strict=True))
        columns[5] = map(_KINDS.__getitem__, columns[5])
        columns[6] = map(_STATES.__getitem__, columns[6])
        events += map(Event._make, zip(*columns, strict=True))
    return events


class Gestures(Handle):
    """The recognisers of a scene. The caller owns the clock: every time is monotonic nanoseconds."""

    def __init__(self, scene: Scene, lost_touch_timeout_ns: int = 60_000_000_000) -> None:
        """`lost_touch_timeout_ns`: a finger that is silent for longer when another comes down is lost, and cancelled; 0: never."""
        patience = uint64(lost_touch_timeout_ns, "lost_touch_timeout_ns")
        options = s.scrim_gestures_options(c.sizeof(s.scrim_gestures_options), 0, patience)
        super().__init__(lib.scrim_gestures_create, lib.scrim_gestures_destroy, scene._handle, options)
        self._needs = scene

    def add(self, recognizer: Recognizer) -> int:
        """Attaches a recogniser to its view; returns its id, which is never used again."""
        id = c.c_uint64()
        _check(lib.scrim_gestures_add(self._handle, recognizer._struct(), id))
        return id.value

    def remove(self, recognizer: int) -> None:
        """Removes a recogniser; one in progress sends nothing more."""
        _check(lib.scrim_gestures_remove(self._handle, uint64(recognizer, "recognizer")))

    def relate(self, recognizer: int, relation: Relation, other: int) -> None:
        """Has a recogniser wait for another to fail, or lets both be recognised of the same fingers."""
        first, second = uint64(recognizer, "recognizer"), uint64(other, "other")
        _check(lib.scrim_gestures_relate(self._handle, first, uint32(relation, "relation"), second))

    def unrelate(self, recognizer: int, relation: Relation, other: int) -> None:
        """Takes a relation away. It is no error if it is not set."""
        first, second = uint64(recognizer, "recognizer"), uint64(other, "other")
        _check(lib.scrim_gestures_unrelate(self._handle, first, uint32(relation, "relation"), second))

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

    def set_target_available(
        self, available: bool, *, recognizer: int = 0, target: int = 0, action: str | None = None
    ) -> None:
        """Says whether the pairs that match can be told at present: of any recogniser, target, action by default.

        A target that is gone, or does not know the action, cannot; its pair is as good as none until it can again.
        """
        id, target = uint64(recognizer, "recognizer"), uint64(target, "target")
        name = s.scrim_string() if action is None else string(action)
        _check(lib.scrim_gestures_set_target_available(self._handle, id, target, name.data, name.length, int(available)))

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

        consumed, produced = c.c_size_t(), c.c_size_t()
        with _TOUCHES.memory(samples) as (address, count):
            # Memory that is never written to costs nothing, so there may be enough of it at once.
            events = numpy.empty(max(count, 64), dtype=numpy.dtype(EVENT_DTYPE))
            done = used = 0
            while True:
                status = lib.scrim_gestures_feed(
                    self._handle,
                    _TOUCHES.pointer(address, done),
                    count - done,
                    consumed,
                    EVENTS.pointer(events.ctypes.data, used),
                    len(events) - used,
                    produced,
                )
                if status and status != BufferTooSmallError.status:
                    raise _error(status)
                if not status:
                    done, used = done + consumed.value, used + produced.value
                    if done >= count:
                        return events[:used] if 2 * used > len(events) else events[:used].copy()
                more = numpy.empty(max(len(events), produced.value), dtype=events.dtype)
                events = numpy.concatenate((events[:used], more))

    def advance(self, now_ns: int) -> list[Event]:
        """Tells the engine the time, and returns the events that are due."""
        now = uint64(now_ns, "now_ns")
        out = _EventBuffer()
        out.fill(lambda events, capacity, n: int(lib.scrim_gestures_advance(self._handle, now, events, capacity, n)))
        return _events(out.octets)

    def cancel(self, now_ns: int) -> list[Event]:
        """Cancels every finger that is down, where samples were lost; returns the events of that."""
        now = uint64(now_ns, "now_ns")
        out = _EventBuffer()
        out.fill(lambda events, capacity, n: int(lib.scrim_gestures_cancel(self._handle, now, events, capacity, n)))
        return _events(out.octets)

    @property
    def next_deadline(self) -> int | None:
        """The time at which advance() is to be called next; None: no need."""
        deadline = c.c_uint64()
        _check(lib.scrim_gestures_next_deadline(self._handle, deadline))
        return None if deadline.value == NEVER else deadline.value

    @property
    def sequence(self) -> int:
        """The number of the sequence of touches that is going on, or of the last one; 0: none has begun yet."""
        sequence = c.c_uint64()
        _check(lib.scrim_gestures_sequence(self._handle, sequence))
        return sequence.value

    def host_event(
        self,
        recognizer: int,
        time_ns: int,
        x: float,
        y: float,
        *,
        window: int,
        view: int = 0,
        state: GestureState = GestureState.ENDED,
        sequence: int | None = None,
    ) -> Event:
        """An event of a Host recogniser on a view or window, for Collector.decide().

        `sequence`: None: the one that is going on, or the last one.
        """
        number = self.sequence if sequence is None else sequence
        still = (0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0)
        return Event(time_ns, recognizer, window, view, number, GestureKind.HOST, state, 0, 1, 0, x, y, *still)

    def _feed(self, samples: Any) -> bytearray:
        with _TOUCHES.memory(samples) as (address, count):
            out = _EventBuffer(count)
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

    def __init__(self, samples: int = 0) -> None:
        self._chunks: list[bytes] = []
        self._room = (s.scrim_gesture_event * min(max(samples, 64), _MOST_ROOM))()

    @property
    def octets(self) -> bytearray:
        return bytearray().join(self._chunks)

    def fill(self, call: Callable[[Any, int, c.c_size_t], int]) -> None:
        """Calls, with more room if it asks for more, and keeps the events."""
        produced = c.c_size_t()
        status = call(self._room, len(self._room), produced)
        if status == BufferTooSmallError.status:
            self._room = (s.scrim_gesture_event * produced.value)()
            status = call(self._room, len(self._room), produced)
        if status:
            raise _error(status)
        if produced.value:
            self._chunks.append(c.string_at(self._room, produced.value * EVENTS.size))
