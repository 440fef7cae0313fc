# SPDX-License-Identifier: MIT
"""Collector: decides which gestures may be collected, and hands out their records."""

from __future__ import annotations

import ctypes as c
import enum
import json
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

from . import _abi as s
from ._convert import take_string, uint32, uint64
from ._ffi import lib
from ._handle import Handle
from .errors import NotFoundError, _check
from .gestures import EVENTS, NEVER, Event, Gestures
from .recognizers import GestureKind, GestureState
from .rules import Rules

if TYPE_CHECKING:
    import numpy


class DecisionResult(enum.IntEnum):
    """What a collector does with an event."""

    DROPPED = 1
    #: Captured; its record is handed out when its sequence has ended with nothing private in it.
    PENDING = 2


class Reason(enum.IntEnum):
    """Why an event is refused: the first of these that holds, in this order. PRIVATE is the only reason then."""

    NONE = 0
    #: A finger of its sequence touched something private, or nobody knows; or its view is private.
    PRIVATE = 1
    #: Neither ended nor cancelled.
    STATE = 2
    #: The rules are off, or clicks are not wanted.
    OFF = 3
    #: The recogniser or the view is not there any more.
    GONE = 4
    #: Its window is, or belongs to, an overlay of a tool.
    TOOL_WINDOW = 5
    #: The recogniser's own class is not one that is collected.
    CLASS = 6
    #: Gestures on such views are not collected.
    GESTURE_VIEW = 7
    #: The recognizer has no pair of an available target and an action.
    NO_ACTION = 8
    #: Only the toolkit's own actions would be called: see BuiltinActionRule.
    BUILTIN_ACTION = 9
    #: No view inside the container is at the point: see RetargetRule.
    NO_INNER_VIEW = 10
    VIEW_HIDDEN = 11
    VIEW_IGNORED = 12
    TYPE_IGNORED = 13
    SCREEN_IGNORED = 14
    #: Too soon after this control's last record.
    INTERVAL = 15
    #: Another gesture of the same touch is collected.
    DUPLICATE = 16
    #: Too many records wait: hand some out.
    CAPACITY = 17


class Decision(NamedTuple):
    result: DecisionResult
    reason: Reason


class CheckOutcome(enum.IntEnum):
    """What came of a check."""

    PASSED = 1
    FAILED = 2
    #: There is nothing to look at, as an earlier one failed.
    SKIPPED = 3


class Check(NamedTuple):
    """One check of a decision; `reason` is what its failure means."""

    reason: Reason
    outcome: CheckOutcome


class PrivateTouch(enum.IntFlag):
    """What is told of private touches."""

    #: There were some.
    INTERACTION = 1
    #: A finger stayed for 500 ms within 10 points.
    LONG_PRESS = 2
    #: Three single taps and more in 1 s, within 30 points of the first, on one target.
    RAGE = 4
    #: A tap on something interactive, and nothing changed within 1 s.
    DEAD = 8


class Record(NamedTuple):
    """What is told of a gesture. None: not known; "": known to be empty."""

    #: Counts the records of gestures that were handed out, from 1.
    number: int
    time_ns: int
    kind: GestureKind
    state: GestureState
    #: The view, or window, that it is about.
    view: int
    screen: str | None
    title: str | None
    #: The caller's own: see ViewMetadata.
    id: str | None
    #: Class name.
    type: str | None
    content: str | None
    position: str | None
    path: str | None
    #: Of the view, of what it is in, and of its screen: of one key the nearest, and of more than 64 the nearest.
    properties: dict[str, str]


class PrivateRecord(NamedTuple):
    """What is told of the private touches of ten seconds that began at `time_ns`."""

    time_ns: int
    what: PrivateTouch


def _text(field: s.scrim_string) -> str | None:
    # ctypes would read a string up to its first NUL, and take one of no bytes for none.
    address = c.c_void_p.from_buffer(field).value
    return None if address is None else c.string_at(address, field.length).decode()


class Collector(Handle):
    """Decides which gestures of an engine may be collected. At most `capacity` records wait to be handed out."""

    def __init__(self, gestures: Gestures, capacity: int = 256, *, rules: Rules | None = None) -> None:
        """`rules`: None: those of Rules()."""
        options = s.scrim_collector_options(c.sizeof(s.scrim_collector_options), uint32(capacity, "capacity"))
        super().__init__(lib.scrim_collector_create, lib.scrim_collector_destroy, gestures._handle, options)
        self._needs = gestures
        if rules is not None:
            try:
                self.set_rules(rules)
            except BaseException:
                self.close()
                raise

    def set_rules(self, rules: Rules) -> None:
        """Sets the rules, all at once, for sequences of touches that begin from now on.

        What began before is collected only where both the rules from then and the new ones allow it. Records that
        wait are dropped where the new ones refuse them, or may: scrim/collector.h says where.
        """
        _check(lib.scrim_collector_set_rules(self._handle, rules._struct()))

    def decide(self, events: Iterable[Event] | numpy.ndarray[Any, Any]) -> list[Decision]:
        """Decides on events, before the application acts on them: the engine's, or those of Gestures.host_event().

        An array of EVENT_DTYPE is read where it stands, without a copy.
        """
        with EVENTS.memory(events) as (address, count):
            decisions = (s.scrim_decision * count)()
            _check(lib.scrim_collector_decide(self._handle, EVENTS.pointer(address), count, decisions))
        return [Decision(DecisionResult(decision.result), Reason(decision.reason)) for decision in decisions]

    def explain(self, event: Event) -> list[Check]:
        """Says how an event would be decided on, check by check, and changes nothing."""
        count, checks = c.c_size_t(), (s.scrim_check * len(Reason))()
        with EVENTS.memory([event]) as (address, _):
            pointer = EVENTS.pointer(address)
            _check(lib.scrim_collector_explain(self._handle, pointer, checks, len(checks), count))
        return [Check(Reason(check.reason), CheckOutcome(check.outcome)) for check in checks[: count.value]]

    def note_response(self) -> None:
        """Says that the application has reacted to a touch in a way that the scene does not show."""
        _check(lib.scrim_collector_note_response(self._handle))

    def advance(self, now_ns: int) -> None:
        """Tells the collector the time of the touches' clock, so that what is told of private touches can be."""
        _check(lib.scrim_collector_advance(self._handle, uint64(now_ns, "now_ns")))

    @property
    def next_deadline(self) -> int | None:
        """The time at which advance() is to be called next; None: no need."""
        deadline = c.c_uint64()
        _check(lib.scrim_collector_next_deadline(self._handle, deadline))
        return None if deadline.value == NEVER else deadline.value

    def next(self) -> Record | PrivateRecord | None:
        """The next record, which is then forgotten; None: none is ready."""
        struct = s.scrim_record(c.sizeof(s.scrim_record))
        try:
            _check(lib.scrim_collector_next(self._handle, struct))
        except NotFoundError:
            return None
        if struct.private_touch:
            return PrivateRecord(struct.time_ns, PrivateTouch(struct.private_touch))
        return Record(
            number=struct.number,
            time_ns=struct.time_ns,
            kind=GestureKind(struct.kind),
            state=GestureState(struct.state),
            view=struct.view,
            screen=_text(struct.screen),
            title=_text(struct.title),
            id=_text(struct.id),
            type=_text(struct.type),
            content=_text(struct.content),
            position=_text(struct.position),
            path=_text(struct.path),
            properties=json.loads(_text(struct.properties) or "{}"),
        )

    def next_json(self) -> str | None:
        """The next record as one object of JSON in one line, which is then forgotten; None: none is ready."""
        try:
            return take_string(lambda *out: int(lib.scrim_collector_next_json(self._handle, *out)), 1024)
        except NotFoundError:
            return None

    def records(self) -> Iterator[Record | PrivateRecord]:
        """The records that are ready, each forgotten as it is handed out."""
        while (record := self.next()) is not None:
            yield record

    def json_records(self) -> Iterator[str]:
        """The records that are ready, as JSON, each forgotten as it is handed out."""
        while (record := self.next_json()) is not None:
            yield record
