# SPDX-License-Identifier: MIT
"""Collector: decides which gestures may be recorded, and returns their records."""

from __future__ import annotations

import ctypes as c
import enum
import json
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from . import _abi as s
from ._convert import integer, lent_string, take_string, uint64
from ._ffi import lib
from ._handle import Handle, handle_of
from ._one_at_a_time import LOCK
from .errors import BusyError, InvalidArgumentError, NotFoundError, _check
from .gestures import EVENTS, NEVER, Event, Gestures
from .recognizers import GestureKind, GestureState
from .rules import InvalidRulesError, Rules, RulesMistake, error_of_file, read_document

if TYPE_CHECKING:
    import numpy

#: The largest number of records that may wait.
MAX_CAPACITY = 65_536


class DecisionResult(enum.IntEnum):
    """The result of a decision."""

    #: The event is not recorded.
    DROPPED = 1
    #: A record was made. It is returned after its touch sequence has ended, if nothing private was involved.
    PENDING = 2


class Reason(enum.IntEnum):
    """Why an event is dropped: the first check that fails, in this order.

    If PRIVATE applies, no other reason is ever reported.
    """

    #: The event is not dropped.
    NONE = 0
    #: A touch of its sequence or its view is private, or the engine does not know the sequence.
    PRIVATE = 1
    #: The gesture neither ended nor was cancelled.
    STATE = 2
    #: The rules are off, or do not include clicks.
    OFF = 3
    #: The recognizer or the view does not exist any more.
    GONE = 4
    #: The window is a tool's overlay, or belongs to one.
    TOOL_WINDOW = 5
    #: The recognizer's most derived class is not in `Rules.recognizers`.
    CLASS = 6
    #: The gesture's view is one of `Rules.gesture_views`.
    GESTURE_VIEW = 7
    #: The recognizer has no pair of an available target and an action.
    NO_ACTION = 8
    #: The recognizer has only actions of the toolkit: see BuiltinActionRule.
    BUILTIN_ACTION = 9
    #: No suitable view inside the container is at the point: see RetargetRule.
    NO_INNER_VIEW = 10
    #: The record's view is hidden, or is inside a hidden one.
    VIEW_HIDDEN = 11
    #: The record's view is marked as ignored.
    VIEW_IGNORED = 12
    #: The record's view is one of `Rules.ignored_types`.
    TYPE_IGNORED = 13
    #: The record's screen is one of `Rules.ignored_screens`.
    SCREEN_IGNORED = 14
    #: Another record of the same control is less than `Rules.control_interval_ns` away.
    INTERVAL = 15
    #: Another gesture of the same window, sequence and time has been recorded.
    DUPLICATE = 16
    #: Too many records wait. Take some with next().
    CAPACITY = 17

    @property
    def message(self) -> str:
        """An English sentence about the reason."""
        return str(lib.scrim_reason_message(self).decode())


class Decision(NamedTuple):
    """The decision on one event."""

    result: DecisionResult
    reason: Reason


class CheckOutcome(enum.IntEnum):
    """The outcome of a check."""

    #: The check does not drop the event.
    PASSED = 1
    #: The check drops the event.
    FAILED = 2
    #: The check could not be made, because an earlier one failed.
    SKIPPED = 3


class Check(NamedTuple):
    """One check of a decision. `reason` is the reason if this check fails."""

    reason: Reason
    outcome: CheckOutcome


class PrivateTouch(enum.IntFlag):
    """What a record of private touches reports."""

    #: There were private touches.
    INTERACTION = 1
    #: A finger stayed within 10 points for 500 ms.
    LONG_PRESS = 2
    #: Three or more single taps on one target within 1 s, within 30 points of the first tap.
    RAGE = 4
    #: A tap on something interactive was followed by no change within 1 s.
    DEAD = 8


class Record(NamedTuple):
    """A record of a gesture. A string that is None is unknown. A string that is "" is known to be empty."""

    #: Number of the record, counted from 1 over all returned gestures.
    number: int
    #: Time of the event.
    time_ns: int
    #: Kind of the gesture.
    kind: GestureKind
    #: ENDED or CANCELLED.
    state: GestureState
    #: The view or window that the record is about.
    view: int
    #: Name of the screen.
    screen: str | None
    #: Title of the screen.
    title: str | None
    #: The caller's own id of the view: see ViewMetadata.
    id: str | None
    #: Class name of the view.
    type: str | None
    #: What the view shows.
    content: str | None
    #: Position in a list: "row" or "section:row".
    position: str | None
    #: Classes from the window's topmost view down to the view, numbered: "View/Button[0]".
    path: str | None
    #: Properties of the view, its ancestors and its screen. If a key appears several times, the nearest one counts.
    #: At most 64 are kept, the nearest first.
    properties: dict[str, str]


class PrivateRecord(NamedTuple):
    """A record of the private touches within ten seconds. `time_ns` is the beginning of these ten seconds."""

    time_ns: int
    what: PrivateTouch


class _Loan:
    """The strings that a collector lends. They are valid until the next call that changes or destroys the collector.

    Other threads wait for the end of the loan. The thread that copies the strings can be interrupted by a signal handler or a
    finalizer, which must not wait for it.
    """

    def __init__(self) -> None:
        self._is_open = False
        self._destroyed: int | None = None

    def change(self, call: Callable[..., int], handle: int | None, *arguments: Any) -> int:
        """Makes a call that changes the collector."""
        is_nested = LOCK._is_owned()
        with LOCK:
            self._check_over(is_nested)
            return int(call(handle, *arguments))

    def _end_inherited(self, is_nested: bool) -> None:
        """Ends the loan of a thread that does not exist, because another thread has forked. Call it with the lock.

        `is_nested` is whether this thread had the lock before. A loan that is open otherwise belongs to no thread of the process.
        """
        if not is_nested:
            self._is_open, self._destroyed = False, None

    def _check_over(self, is_nested: bool) -> None:
        self._end_inherited(is_nested)
        if self._is_open:
            raise BusyError("the collector is returning a record: a signal handler must not change it meanwhile")

    def next(self, handle: int | None) -> Record | PrivateRecord | None:
        is_nested = LOCK._is_owned()
        with LOCK:
            struct = s.scrim_record(c.sizeof(s.scrim_record))
            self._check_over(is_nested)
            try:
                self._is_open = True
                _check(lib.scrim_collector_next(handle, struct))
                return _copied(struct)
            except NotFoundError:
                return None
            finally:
                if self._destroyed is not None:
                    lib.scrim_collector_destroy(self._destroyed)
                self._is_open = False

    def destroy(self, handle: int | None) -> None:
        """Destroys the collector, at the end of a loan that was interrupted."""
        is_nested = LOCK._is_owned()
        with LOCK:
            self._end_inherited(is_nested)
            if self._is_open:
                self._destroyed = handle
            else:
                lib.scrim_collector_destroy(handle)


def _copied(struct: s.scrim_record) -> Record | PrivateRecord:
    if struct.private_touch:
        return PrivateRecord(struct.time_ns, PrivateTouch(struct.private_touch))
    return Record(
        number=struct.number,
        time_ns=struct.time_ns,
        kind=GestureKind(struct.kind),
        state=GestureState(struct.state),
        view=struct.view,
        screen=lent_string(struct.screen),
        title=lent_string(struct.title),
        id=lent_string(struct.id),
        type=lent_string(struct.type),
        content=lent_string(struct.content),
        position=lent_string(struct.position),
        path=lent_string(struct.path),
        properties=json.loads(lent_string(struct.properties) or "{}"),
    )


class Collector(Handle):
    """Decides which gestures of an engine may be recorded. At most `capacity` records wait to be returned.

    Threads may share a collector. While next() copies a record, other threads wait. A signal handler that interrupts next() gets
    BusyError from calls that change the collector, and close() takes effect when the record is copied.
    """

    def __init__(self, gestures: Gestures, capacity: int = 256, *, rules: Rules | None = None) -> None:
        """Creates a collector for an engine. If `rules` is None, it uses Rules()."""
        most = integer(capacity, "capacity", 1, MAX_CAPACITY)
        options = s.scrim_collector_options(c.sizeof(s.scrim_collector_options), most)
        handle = handle_of(gestures, Gestures, "gestures")
        self._loan = _Loan()
        super().__init__(lib.scrim_collector_create, self._loan.destroy, handle, options)
        self._needs = gestures
        if rules is not None:
            try:
                self.set_rules(rules)
            except BaseException:
                self.close()
                raise

    def set_rules(self, rules: Rules) -> None:
        """Replaces all rules, for touch sequences that begin from now on.

        A gesture of an earlier sequence is recorded only if both the old and the new rules allow it. Waiting records are
        dropped if the new rules forbid them, or if this cannot be checked. scrim/collector.h lists the cases.
        """
        if not isinstance(rules, Rules):
            raise TypeError(f"rules must be a scrim.Rules, for example of Rules.load() (got {type(rules).__name__})")
        status = self._loan.change(lib.scrim_collector_set_rules, self._handle, rules._struct())
        if status == InvalidArgumentError.status and (problem := rules._problem()):
            raise InvalidRulesError(problem)
        _check(status)

    def load_rules(self, document: str | Path | bytes) -> None:
        """Replaces all rules by the rules in a JSON document: the path of a file, or the document itself as bytes.

        The library reads the document. The result is that of `set_rules(Rules.load(path))`. Raises OSError if the file
        cannot be read, and InvalidRulesError if its contents are wrong. The error describes the first mistake: `mistake` is its
        kind, and `offset` its position in bytes.
        """
        if not isinstance(document, str | Path | bytes):
            raise TypeError(f"document must be a path, or a JSON document as bytes (got {type(document).__name__})")
        data = document if isinstance(document, bytes) else read_document(document)
        report = s.scrim_rules_load_report(c.sizeof(s.scrim_rules_load_report))
        status = self._loan.change(lib.scrim_collector_load_rules, self._handle, data, len(data), report)
        mistake = RulesMistake(report.mistake)
        if mistake == RulesMistake.NONE:
            return _check(status)
        error = InvalidRulesError(f"the document is not valid: {mistake}")
        try:
            Rules.loads(data)
        except InvalidRulesError as found:
            # Its message has more details, but may be about a later mistake. If Python knows no offset, it stopped at the
            # first mistake of syntax.
            if found.offset == report.offset or (found.offset is None and mistake == RulesMistake.SYNTAX):
                error = found
        error.offset = report.offset
        if not isinstance(document, bytes):
            error = error_of_file(error, document, data)
        error.mistake = mistake
        raise error

    def decide(self, events: Iterable[Event] | numpy.ndarray[Any, Any]) -> list[Decision]:
        """Decides on events of the engine or of Gestures.host_event(). Call it before the application acts on them.

        An array of EVENT_DTYPE is read without a copy.
        """
        with EVENTS.memory(events) as (address, count):
            decisions = (s.scrim_decision * count)()
            _check(self._loan.change(lib.scrim_collector_decide, self._handle, EVENTS.pointer(address), count, decisions))
        return [Decision(DecisionResult(decision.result), Reason(decision.reason)) for decision in decisions]

    def explain(self, event: Event) -> list[Check]:
        """Reports each check of an event, without deciding on it."""
        count, checks = c.c_size_t(), (s.scrim_check * len(Reason))()
        with EVENTS.memory([event]) as (address, _):
            pointer = EVENTS.pointer(address)
            _check(lib.scrim_collector_explain(self._handle, pointer, checks, len(checks), count))
        return [Check(Reason(check.reason), CheckOutcome(check.outcome)) for check in checks[: count.value]]

    def note_response(self) -> None:
        """Notes that the application has responded to a touch in a way that the scene does not show.

        The touch is then not reported as PrivateTouch.DEAD.
        """
        _check(self._loan.change(lib.scrim_collector_note_response, self._handle))

    def advance(self, now_ns: int) -> None:
        """Advances the collector's clock.

        Records of private touches become available only at the end of fixed intervals of ten seconds. Their times then
        reveal nothing about the touches.
        """
        _check(self._loan.change(lib.scrim_collector_advance, self._handle, uint64(now_ns, "now_ns")))

    @property
    def next_deadline(self) -> int | None:
        """The time at which advance() must be called next, or None."""
        deadline = c.c_uint64()
        _check(lib.scrim_collector_next_deadline(self._handle, deadline))
        return None if deadline.value == NEVER else deadline.value

    def next(self) -> Record | PrivateRecord | None:
        """Returns the next record and removes it from the collector. If no record is ready, returns None."""
        return self._loan.next(self._handle)

    def next_json(self) -> str | None:
        """Returns the next record as one line of JSON and removes it. If no record is ready, returns None."""
        try:
            return take_string(lambda *out: self._loan.change(lib.scrim_collector_next_json, self._handle, *out), 1024)
        except NotFoundError:
            return None

    def records(self) -> Iterator[Record | PrivateRecord]:
        """Yields the records that are ready, and removes each."""
        while (record := self.next()) is not None:
            yield record

    def json_records(self) -> Iterator[str]:
        """Yields the records that are ready as lines of JSON, and removes each."""
        while (record := self.next_json()) is not None:
            yield record
