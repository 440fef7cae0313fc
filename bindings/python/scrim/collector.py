# SPDX-License-Identifier: MIT
"""Collector: decides which gestures may be collected, and hands out their records."""

from __future__ import annotations

import ctypes as c
import enum
import json
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

from . import _structs as s
from ._convert import take_string, uint32
from ._ffi import lib
from ._handle import Handle
from .errors import NotFoundError, _check
from .gestures import EVENTS, Event, Gestures

if TYPE_CHECKING:
    import numpy


class Decision(enum.IntEnum):
    """What a collector answers to an event."""

    REFUSED = 1
    #: Captured; its record is handed out when its sequence has ended with nothing private in it.
    PENDING = 2


class Reason(enum.IntEnum):
    """Why an event was refused."""

    NONE = 0
    #: A finger of its sequence touched something private. It is tested first, and is then the only reason given.
    HIDDEN = 1
    #: Neither ended nor cancelled.
    STATE = 2
    #: The recogniser's own class is neither "Tap" nor "LongPress".
    CLASS = 3
    #: The recogniser has no pair of target and action.
    NO_ACTION = 4
    VIEW_HIDDEN = 5
    VIEW_IGNORED = 6
    #: The recogniser or the view is not there any more.
    GONE = 7
    #: Too many records wait: hand some out.
    CAPACITY = 8


class Verdict(NamedTuple):
    answer: Decision
    reason: Reason


class Collector(Handle):
    """Decides which gestures of an engine may be collected. At most `capacity` records wait to be handed out."""

    def __init__(self, gestures: Gestures, capacity: int = 256) -> None:
        options = s.scrim_collector_options(c.sizeof(s.scrim_collector_options), uint32(capacity, "capacity"))
        super().__init__(lib.scrim_collector_create, lib.scrim_collector_destroy, gestures._handle, options)
        self._needs = gestures

    def decide(self, events: Iterable[Event] | numpy.ndarray[Any, Any]) -> list[Verdict]:
        """Decides on events of the engine, before the application acts on them.

        An array of EVENT_DTYPE is read where it stands, without a copy.
        """
        with EVENTS.memory(events) as (address, count):
            verdicts = (s.scrim_verdict * count)()
            _check(lib.scrim_collector_decide(self._handle, EVENTS.pointer(address), count, verdicts))
        return [Verdict(Decision(verdict.answer), Reason(verdict.reason)) for verdict in verdicts]

    def next_json(self) -> str | None:
        """The next record as one object of JSON, which is then forgotten; None: none is ready."""
        try:
            return take_string(lambda *out: int(lib.scrim_collector_next_json(self._handle, *out)), 1024)
        except NotFoundError:
            return None

    def records(self) -> Iterator[dict[str, Any]]:
        """The records that are ready, each forgotten as it is handed out."""
        while (record := self.next_json()) is not None:
            yield json.loads(record)
