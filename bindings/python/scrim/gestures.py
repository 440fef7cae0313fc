# SPDX-License-Identifier: MIT
"""Gestures: recognizes gestures on the views of a Scene from touch samples."""

from __future__ import annotations

import ctypes as c
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from . import _abi as s
from ._convert import member, uint64, utf8
from ._ffi import lib
from ._geometry import TOUCH_DTYPE, Phase, Touch, TouchTool
from ._handle import Handle, handle_of
from ._records import RecordLayout, TouchLayout
from ._relay import relayed
from .errors import BufferTooSmallError, InvalidArgumentError, InvalidStateError, NotFoundError, ScrimError, _check, _error
from .recognizers import GestureKind, GestureState, Recognizer, Relation
from .scene import Scene
from .scroll import SCROLLS, Scroll, scroll_error

if TYPE_CHECKING:
    import numpy

NEVER = 2**64 - 1


class Event(NamedTuple):
    """An event of a gesture. Positions are in points of the screen.

    scrim_gesture_event in scrim/gesture.h describes each field.
    """

    #: When it happened. For a tap, when its last finger was lifted.
    time_ns: int
    #: The recognizer that sent the event.
    recognizer: int
    #: The window of the recognizer's view.
    window: int
    #: The recognizer's view. 0 if it is attached to the window.
    view: int
    #: The number of the touch sequence, which lasts from the first finger down to the last one up. Do not record it:
    #: private sequences are counted too.
    sequence: int
    kind: GestureKind
    state: GestureState
    #: How many taps in a row, for a tap. Otherwise 0.
    taps: int
    #: The number of fingers of the gesture. 0 if it follows a scroll.
    fingers: int
    #: The SwipeDirection of a swipe, or the Edge of an edge pan. Otherwise 0.
    direction: int
    #: The mean position of the fingers.
    x: float
    y: float
    #: How far the fingers have moved since they came down.
    translation_x: float
    translation_y: float
    #: Points per second. When a pan ends, 0 unless it is a fling.
    velocity_x: float
    velocity_y: float
    #: By what factor the span of a pinch has grown. Otherwise 1.
    scale: float
    #: How far the fingers of a rotation have turned, in radians, clockwise. Otherwise 0.
    rotation: float
    #: Change of `scale` per second.
    scale_velocity: float
    #: Radians per second.
    rotation_velocity: float
    #: With `view_coordinates`: the position in the coordinates of the recognizer's view. Otherwise 0, as the next fields.
    view_x: float = 0.0
    view_y: float = 0.0
    #: The translation in the view's coordinates.
    view_translation_x: float = 0.0
    view_translation_y: float = 0.0
    #: The velocity in the view's coordinates.
    view_velocity_x: float = 0.0
    view_velocity_y: float = 0.0


#: The numpy dtype of the array that feed_array() returns.
EVENT_DTYPE = (
    [(name, "<u8") for name in Event._fields[:5]]
    + [(name, "<u4") for name in (*Event._fields[5:10], "reserved")]
    + [(name, "<f8") for name in Event._fields[10:]]
)

_TOUCHES = TouchLayout(TOUCH_DTYPE, s.scrim_touch)
EVENTS = RecordLayout(EVENT_DTYPE, s.scrim_gesture_event, "event", "EVENT_DTYPE")
_KINDS = {int(kind): kind for kind in GestureKind}
_STATES = {int(state): state for state in GestureState}
_PHASES = {int(phase) for phase in Phase}
_TOOLS = {int(tool) for tool in TouchTool}
_MAX_NAME = 256
_MAX_COORDINATE = 2**30
#: The largest number of events that are asked for at once.
_MOST_ROOM = 4096


def _events(octets: bytearray) -> list[Event]:
    events: list[Event] = []
    step = 1024 * EVENTS.size
    for start in range(0, len(octets), step):
        # Converting by columns needs only a lookup for each kind and state, instead of a call.
        columns: list[Iterable[Any]] = list(zip(*EVENTS.packer.iter_unpack(octets[start : start + step]), strict=True))
        columns[5] = map(_KINDS.__getitem__, columns[5])
        columns[6] = map(_STATES.__getitem__, columns[6])
        events += map(Event._make, zip(*columns, strict=True))
    return events


@dataclass(frozen=True, slots=True, kw_only=True)
class GesturesCallbacks:
    """The callbacks of a gesture engine. Each may be None.

    If a callback raises an exception, the gesture does not begin. When all samples are fed, the method that caused the
    callback raises the exception, and its events are lost. A callback can read the scene and the engine. Changes raise
    BusyError. If a callback closes the engine, the method raises ClosedError.
    """

    #: Before a recognizer is recognized: its conditions are met, and it need not wait for others any more. Receives the event
    #: that is sent next. If it returns a false value, the recognizer fails, and those that waited for it may be recognized.
    #: Do not let the answer for one touch depend on private ones, because records would show that.
    should_begin: Callable[[Event], object] | None = None


def _adapted(_: str, function: Callable[..., object]) -> Callable[..., object]:
    return lambda event: function(*_events(bytearray(c.string_at(event, EVENTS.size))))


class Gestures(Handle):
    """A gesture engine: the recognizers of a scene.

    It has no clock. All times are monotonic nanoseconds of the caller's clock.
    """

    def __init__(self, scene: Scene, lost_touch_timeout_ns: int = 60_000_000_000) -> None:
        """Creates an engine for `scene`.

        When a finger comes down, fingers that have sent no sample for longer than `lost_touch_timeout_ns` are considered
        lost, and are cancelled. 0: never. It is also the deadline of FINGER and PINCH scrolls.
        """
        timeout = uint64(lost_touch_timeout_ns, "lost_touch_timeout_ns")
        options = s.scrim_gestures_options(c.sizeof(s.scrim_gestures_options), 0, timeout)
        super().__init__(lib.scrim_gestures_create, lib.scrim_gestures_destroy, handle_of(scene, Scene, "scene"), options)
        self._needs = scene

    def set_callbacks(self, callbacks: GesturesCallbacks | None) -> None:
        """Sets the callbacks and replaces earlier ones. None removes all of them. Calls none of them."""
        if not isinstance(callbacks, GesturesCallbacks | None):
            raise TypeError(f"callbacks must be a scrim.GesturesCallbacks or None (got {type(callbacks).__name__})")
        call = lib.scrim_gestures_set_callbacks
        _check(self._callbacks.set(call, self._handle, s.scrim_gestures_callbacks, callbacks, _adapted))

    def add(self, recognizer: Recognizer) -> int:
        """Adds a recognizer to its view, and returns its id. Ids are never reused.

        Raises InvalidArgumentError if a field is out of its range, and NotFoundError if the scene does not have the view.
        """
        id = c.c_uint64()
        if not isinstance(recognizer, Recognizer):
            given = recognizer.__name__ if isinstance(recognizer, type) else type(recognizer).__name__
            raise TypeError(f"recognizer must be a recognizer such as scrim.Tap(view=view) (got {given})")
        struct = recognizer._struct()
        status = lib.scrim_gestures_add(self._handle, struct, id)
        if status == InvalidArgumentError.status and (problem := recognizer._problem(struct)):
            raise InvalidArgumentError(problem)
        if status == NotFoundError.status:
            raise NotFoundError(f"view must be a view or window of the scene (got {recognizer.view})")
        _check(status)
        return id.value

    def remove(self, recognizer: int) -> None:
        """Removes a recognizer. If its gesture is in progress, no further event is sent.

        Raises NotFoundError if a recognizer does not exist.
        """
        id = uint64(recognizer, "recognizer")
        _check_recognizer(lib.scrim_gestures_remove(self._handle, id), recognizer=id)

    def relate(self, recognizer: int, relation: Relation, other: int) -> None:
        """Sets a relation between two recognizers. Setting it again changes nothing.

        With Relation.REQUIRE_FAILURE, `recognizer` waits until `other` has failed. With Relation.SIMULTANEOUS, both may be
        recognized from the same fingers.

        Raises NotFoundError if a recognizer does not exist, InvalidArgumentError if both are the same or the relation is
        unknown, and InvalidStateError if they would wait for each other.
        """
        first, second = uint64(recognizer, "recognizer"), uint64(other, "other")
        number = member(relation, "relation", Relation)
        status = lib.scrim_gestures_relate(self._handle, first, number, second)
        if status == InvalidArgumentError.status:
            raise InvalidArgumentError(f"recognizer and other must be different (got {first} for both)")
        if status == InvalidStateError.status:
            raise InvalidStateError(f"recognizers {first} and {second} would wait for each other")
        _check_recognizer(status, recognizer=first, other=second)

    def unrelate(self, recognizer: int, relation: Relation, other: int) -> None:
        """Removes a relation between two recognizers. If it is not set, nothing changes.

        Raises NotFoundError if a recognizer does not exist.
        """
        first, second = uint64(recognizer, "recognizer"), uint64(other, "other")
        number = member(relation, "relation", Relation)
        status = lib.scrim_gestures_unrelate(self._handle, first, number, second)
        _check_recognizer(status, recognizer=first, other=second)

    def add_action(self, recognizer: int, target: int, action: str) -> None:
        """Adds a target-action pair: which object the application notifies of the gesture, and by which method.

        The engine calls nothing. A collector records only gestures that have a pair. `target` is the caller's number for
        the object, not 0. `action` has 1 to 256 bytes of UTF-8. Adding a pair twice changes nothing.

        Raises NotFoundError if a recognizer does not exist, and InvalidArgumentError if `target` or `action` is not valid.
        """
        name = utf8(action, "action")
        id, target = uint64(recognizer, "recognizer"), uint64(target, "target")
        if target == 0:
            raise InvalidArgumentError("target must not be 0")
        _check_action(lib.scrim_gestures_add_action(self._handle, id, target, name, len(name)), name, id)

    def remove_action(self, recognizer: int, target: int = 0, action: str | None = None) -> None:
        """Removes the target-action pairs of a recognizer that match.

        `target` 0 matches any target, and `action` None any action. If no pair matches, nothing changes.
        """
        id, target = uint64(recognizer, "recognizer"), uint64(target, "target")
        name = None if action is None else utf8(action, "action")
        _check_action(lib.scrim_gestures_remove_action(self._handle, id, target, name, len(name or b"")), name or b"", id)

    def set_target_available(
        self, available: bool, *, recognizer: int = 0, target: int = 0, action: str | None = None
    ) -> None:
        """Sets whether the targets of the matching pairs are available.

        By default all pairs match: `recognizer` 0 matches any recognizer, `target` 0 any target, `action` None any action.
        Report a target as unavailable if it no longer exists or does not implement the action. Its pair then counts as
        missing until the target is available again.
        """
        id, target = uint64(recognizer, "recognizer"), uint64(target, "target")
        name = None if action is None else utf8(action, "action")
        status = lib.scrim_gestures_set_target_available(
            self._handle, id, target, name, len(name or b""), int(available)
        )
        _check_action(status, name or b"", id)

    def feed(self, samples: Iterable[Touch | tuple[Any, ...]] | numpy.ndarray[Any, Any]) -> list[Event]:
        """Feeds touch samples in order of time, and returns the events that they cause.

        `samples` are Touch tuples, or a numpy array of TOUCH_DTYPE, which is read without a copy.

        Raises InvalidArgumentError if a sample is not valid. No sample is used then.
        """
        return _events(self._feed(samples, _TOUCHES, lib.scrim_gestures_feed, _sample_error))

    def feed_array(
        self, samples: Iterable[Touch | tuple[Any, ...]] | numpy.ndarray[Any, Any]
    ) -> numpy.ndarray[Any, Any]:
        """Feeds touch samples as feed() does, and returns the events as a numpy array of EVENT_DTYPE."""
        import numpy

        consumed, produced = c.c_size_t(), c.c_size_t()
        with _TOUCHES.memory(samples) as (address, count), relayed():
            # The kernel provides memory when it is first written, so a large array costs nothing.
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
                    raise _sample_error(status, address, count)
                if not status:
                    done, used = done + consumed.value, used + produced.value
                    if done >= count:
                        return events[:used] if 2 * used > len(events) else events[:used].copy()
                more = numpy.empty(max(len(events), produced.value), dtype=events.dtype)
                events = numpy.concatenate((events[:used], more))

    def scroll(self, samples: Iterable[Scroll | tuple[Any, ...]] | numpy.ndarray[Any, Any]) -> list[Event]:
        """Feeds samples of wheels and touchpads in order of time, and returns the events that they cause.

        `samples` are Scroll tuples, or a numpy array of SCROLL_DTYPE, which is read without a copy. Only pans see them,
        and with ScrollSource.PINCH also pinches and rotations. scrim/scroll.h has the rules.

        Raises InvalidArgumentError if a sample is not valid. No sample is used then.
        """
        return _events(self._feed(samples, SCROLLS, lib.scrim_gestures_scroll, scroll_error))

    def advance(self, now_ns: int) -> list[Event]:
        """Advances the engine's clock to `now_ns`, and returns the events that are due. See `next_deadline`."""
        now = uint64(now_ns, "now_ns")
        out = _EventBuffer()
        with relayed():
            out.fill(lambda events, capacity, n: int(lib.scrim_gestures_advance(self._handle, now, events, capacity, n)))
        return _events(out.octets)

    def cancel(self, now_ns: int) -> list[Event]:
        """Cancels every finger that is down, and returns the events of that. Call it when samples were lost.

        Taps that wait for another tap, or for another recognizer to fail, are dropped.
        """
        now = uint64(now_ns, "now_ns")
        out = _EventBuffer()
        with relayed():
            out.fill(lambda events, capacity, n: int(lib.scrim_gestures_cancel(self._handle, now, events, capacity, n)))
        return _events(out.octets)

    def set_enabled(self, recognizer: int, enabled: bool, now_ns: int) -> list[Event]:
        """Enables or disables a recognizer, and returns the events of that.

        A disabled recognizer sees no fingers, and no other waits for it. Its gesture is cancelled. Recognizers that waited
        for it may be recognized. A recognizer that is enabled sees the fingers that come down from then on.

        Raises NotFoundError if the recognizer does not exist.
        """
        id, now = uint64(recognizer, "recognizer"), uint64(now_ns, "now_ns")
        out = _EventBuffer()
        with relayed():
            try:
                out.fill(
                    lambda events, capacity, n: int(
                        lib.scrim_gestures_set_enabled(self._handle, id, bool(enabled), now, events, capacity, n)
                    )
                )
            except NotFoundError as error:
                _check_recognizer(error.status, recognizer=id)
        return _events(out.octets)

    @property
    def next_deadline(self) -> int | None:
        """The time at which advance() must be called next, or None if no call is needed."""
        deadline = c.c_uint64()
        _check(lib.scrim_gestures_next_deadline(self._handle, deadline))
        return None if deadline.value == NEVER else deadline.value

    @property
    def sequence(self) -> int:
        """The number of the current touch sequence, or of the last one if none is in progress. 0: none has begun yet."""
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
        """Makes an event of a Host recognizer on a view or window, for Collector.decide().

        `sequence` is the number of its touch sequence. None: the current one, or the last one if none is in progress.
        """
        number = self.sequence if sequence is None else sequence
        still = (0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0)
        return Event(time_ns, recognizer, window, view, number, GestureKind.HOST, state, 0, 1, 0, x, y, *still)

    def _feed(
        self, samples: Any, layout: RecordLayout, call: Any, problem: Callable[[int, int, int], ScrimError]
    ) -> bytearray:
        with layout.memory(samples) as (address, count), relayed():
            out = _EventBuffer(count)
            consumed = c.c_size_t()
            done = 0
            while True:
                rest = layout.pointer(address, done)
                try:
                    out.fill(
                        lambda events, capacity, produced: int(
                            call(self._handle, rest, count - done, consumed, events, capacity, produced)
                        )
                    )
                except InvalidArgumentError as error:
                    raise problem(error.status, address, count) from None
                done += consumed.value
                if done >= count:
                    return out.octets


def _check_recognizer(status: int, **recognizers: int) -> None:
    """Raises the exception of a status. NotFoundError names the recognizers of the call."""
    if status == NotFoundError.status:
        given = ", ".join(f"{name} {id}" for name, id in recognizers.items())
        raise NotFoundError(f"no such recognizer in these gestures ({given})")
    _check(status)


def _check_action(status: int, action: bytes, recognizer: int) -> None:
    """Raises the exception of a status. InvalidArgumentError says how long the action may be."""
    if status == InvalidArgumentError.status and not 1 <= len(action) <= _MAX_NAME:
        raise InvalidArgumentError(f"action must have from 1 to {_MAX_NAME} bytes (got {len(action)})")
    _check_recognizer(status, recognizer=recognizer)


def _sample_error(status: int, address: int, count: int) -> ScrimError:
    """The exception of a call that fed samples. InvalidArgumentError names the first sample that is not valid.

    It does not repeat positions, which may be private.
    """
    if status == InvalidArgumentError.status:
        for index in range(count):
            touch = s.scrim_touch.from_address(address + index * _TOUCHES.size)
            if touch.phase not in _PHASES:
                words = ", ".join(f"Phase.{phase.name}" for phase in Phase)
                return InvalidArgumentError(f"sample {index}: phase must be one of {words} (got {touch.phase})")
            if not (abs(touch.x) <= _MAX_COORDINATE and abs(touch.y) <= _MAX_COORDINATE):
                return InvalidArgumentError(f"sample {index}: x and y must be finite, and at most 2**30 in magnitude")
            if touch.tool not in _TOOLS:
                words = ", ".join(f"TouchTool.{tool.name}" for tool in TouchTool)
                return InvalidArgumentError(f"sample {index}: tool must be one of {words} (got {touch.tool})")
    return _error(status)


class _EventBuffer:
    """Room for the events of one call, and the events of all calls so far."""

    def __init__(self, samples: int = 0) -> None:
        self._chunks: list[bytes] = []
        self._room = (s.scrim_gesture_event * min(max(samples, 64), _MOST_ROOM))()

    @property
    def octets(self) -> bytearray:
        return bytearray().join(self._chunks)

    def fill(self, call: Callable[[Any, int, c.c_size_t], int]) -> None:
        """Makes the call, again with more room if it needs that, and keeps the events."""
        produced = c.c_size_t()
        status = call(self._room, len(self._room), produced)
        if status == BufferTooSmallError.status:
            self._room = (s.scrim_gesture_event * produced.value)()
            status = call(self._room, len(self._room), produced)
        if status:
            raise _error(status)
        if produced.value:
            self._chunks.append(c.string_at(self._room, produced.value * EVENTS.size))
