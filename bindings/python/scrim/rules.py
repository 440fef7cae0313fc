# SPDX-License-Identifier: MIT
"""Rules of a Collector: which gestures may be collected. They are the caller's data, from Python or from JSON."""

from __future__ import annotations

import ctypes as c
import dataclasses
import enum
import functools
import json
from collections.abc import Iterable
from importlib import resources
from pathlib import Path
from typing import Any, NamedTuple, Self

from . import _abi as s
from . import _schema
from ._convert import string, strings, uint32, uint64
from .errors import InvalidArgumentError

#: More than any document of as many rules as there may be has.
_MOST_BYTES = 32 << 20


class InvalidRulesError(InvalidArgumentError):
    """A document is no JSON, or no rules; the message names the path of the first entry that is wrong."""


class Match(enum.IntEnum):
    """How a class is compared with a rule's name."""

    #: Its most derived class has that name.
    EXACT = 1
    #: Some class of its chain has: it is of that kind.
    INHERITS = 2


class BuiltinActionScope(enum.IntEnum):
    """What a BuiltinActionRule looks at."""

    #: The gesture's view is of just this class.
    VIEW = 1
    #: What the gesture's view is in is of that kind.
    PARENT = 2


class EventTypes(enum.IntFlag):
    """Types of events that a product may collect. Gestures are clicks; the others are the host's own."""

    START = 1
    END = 2
    CLICK = 4
    SCREEN = 8


class RulesFlags(enum.IntFlag):
    OFF = 1
    DEDUPLICATE = 2
    REPORT_COARSE = 4
    REPORT_SILENT = 8
    SERVER_EVENT_TYPES = 16


class ClassRule(NamedTuple):
    """A class by name."""

    name: str
    match: Match


class RetargetRule(NamedTuple):
    """A container whose gestures are those of the first view of the class `inner` in it that contains the point.

    `type`: what the record calls its type; "": the inner class.
    """

    container: str
    inner: str
    type: str = ""


class BuiltinActionRule(NamedTuple):
    """An action that the toolkit itself adds: on such views a gesture is collected only with one more."""

    class_name: str
    action: str
    scope: BuiltinActionScope


@dataclasses.dataclass(frozen=True, kw_only=True)
class Rules:
    """Which gestures a Collector may collect. As they come: taps and long presses, each once, of every view.

    The fields are those of scrim_rules in scrim/collector.h.
    """

    #: Nothing is collected.
    off: bool = False
    #: Of gestures that end at the same time in one window, by the same touches, only the first is collected.
    deduplicate: bool = True
    #: Tell of touches of views whose touch privacy is coarse.
    report_coarse: bool = False
    #: Tell that views whose touch privacy is silent were used.
    report_silent: bool = False
    #: What the product itself wants.
    event_types: EventTypes = EventTypes.CLICK
    #: What a server wants in place of `event_types`; None: it has not said.
    server_event_types: EventTypes | None = None
    #: The shortest time between two actions of a control that are collected.
    control_interval_ns: int = 100_000_000
    #: The most bytes of a record's content; 0: as many as there may be.
    max_content: int = 0
    #: Recognisers that are collected, by their own class alone. None: "Tap" and "LongPress".
    recognizers: tuple[str, ...] = ()
    #: Gestures on these views are not collected,
    gesture_views: tuple[ClassRule, ...] = ()
    #: nor those whose record would be about one of these,
    ignored_types: tuple[ClassRule, ...] = ()
    #: nor anything on one of these screens.
    ignored_screens: tuple[ClassRule, ...] = ()
    retargets: tuple[RetargetRule, ...] = ()
    builtin_actions: tuple[BuiltinActionRule, ...] = ()

    @classmethod
    def load(cls, path: str | Path) -> Self:
        """The rules of a file of JSON: see rules.schema.json of this package. OSError: it cannot be read."""
        with open(path, "rb") as file:
            text = file.read(_MOST_BYTES + 1)
        try:
            return cls.loads(text)
        except InvalidRulesError as error:
            raise InvalidRulesError(f"{path}: {error}") from None

    @classmethod
    def loads(cls, text: str | bytes) -> Self:
        """The rules of a document of JSON. Raises InvalidRulesError where it is none, or not as the schema says."""
        if len(text) > _MOST_BYTES:
            raise InvalidRulesError(f"the document is longer than {_MOST_BYTES} bytes")
        try:
            document = _schema.parse(text)
        except ValueError as error:
            raise InvalidRulesError(f"the document is no JSON: {error}") from None
        for problem in _schema.problems(document, schema()):
            raise InvalidRulesError(problem)
        return cls(**_fields(document))

    @classmethod
    def example(cls) -> Self:
        """The rules of rules.example.json of this package, with class names of UIKit."""
        return cls.loads((resources.files(__package__) / "rules.example.json").read_bytes())

    def to_json(self) -> str:
        """A document that loads() reads: all fields, in their order, and a line break at its end."""
        for name in ("event_types", "server_event_types"):
            types = getattr(self, name)
            if types is not None and not 0 <= types <= 15:
                raise InvalidRulesError(f"{name} must be a sum of EventTypes, not {int(types)}")
        document = self._document()
        for problem in _schema.problems(document, schema()):
            raise InvalidRulesError(problem)
        return json.dumps(document, indent=2, ensure_ascii=False) + "\n"

    def _document(self) -> dict[str, Any]:
        switches = {name: getattr(self, name) for name in _SWITCHES}
        numbers = {name: getattr(self, name) for name in ("control_interval_ns", "max_content")}
        classes = {
            name: [{"name": rule.name, "match": Match(rule.match).name.lower()} for rule in getattr(self, name)]
            for name in _CLASS_LISTS
        }
        return {
            "version": 1,
            **switches,
            "event_types": _type_names(self.event_types),
            **({} if self.server_event_types is None else {"server_event_types": _type_names(self.server_event_types)}),
            **numbers,
            "recognizers": list(self.recognizers),
            **classes,
            "retargets": [rule._asdict() for rule in self.retargets],
            "builtin_actions": [
                {"class": rule.class_name, "action": rule.action, "scope": BuiltinActionScope(rule.scope).name.lower()}
                for rule in self.builtin_actions
            ],
        }

    def _struct(self) -> s.scrim_rules:
        flags = int(sum(RulesFlags[name.upper()] for name in _SWITCHES if getattr(self, name)))
        if self.server_event_types is not None:
            flags |= RulesFlags.SERVER_EVENT_TYPES
        struct = s.scrim_rules(
            c.sizeof(s.scrim_rules),
            flags,
            uint32(self.event_types, "event_types"),
            uint32(self.server_event_types or 0, "server_event_types"),
            uint64(self.control_interval_ns, "control_interval_ns"),
            uint32(self.max_content, "max_content"),
        )
        struct.recognizers, struct.recognizer_count = strings(self.recognizers, "recognizers")
        struct.gesture_views, struct.gesture_view_count = _classes(self.gesture_views)
        struct.ignored_types, struct.ignored_type_count = _classes(self.ignored_types)
        struct.ignored_screens, struct.ignored_screen_count = _classes(self.ignored_screens)
        retargets = [s.scrim_retarget_rule(*map(string, rule)) for rule in self.retargets]
        struct.retargets, struct.retarget_count = _array(s.scrim_retarget_rule, retargets)
        builtin_actions = [
            s.scrim_builtin_action_rule(string(name), string(action), uint32(scope, "scope"))
            for name, action, scope in self.builtin_actions
        ]
        struct.builtin_actions, struct.builtin_action_count = _array(s.scrim_builtin_action_rule, builtin_actions)
        return struct


_SWITCHES = ("off", "deduplicate", "report_coarse", "report_silent")
_CLASS_LISTS = ("gesture_views", "ignored_types", "ignored_screens")


@functools.cache
def schema() -> dict[str, Any]:
    """The JSON Schema of the documents that Rules.loads() reads."""
    found: dict[str, Any] = json.loads((resources.files(__package__) / "rules.schema.json").read_bytes())
    return found


def _fields(document: dict[str, Any]) -> dict[str, Any]:
    """The fields of Rules from a document that is as the schema says."""
    fields = {name: document[name] for name in _SWITCHES if name in document}
    # A number of JSON may be written with a point or an exponent.
    fields |= {name: int(document[name]) for name in ("control_interval_ns", "max_content") if name in document}
    for name in ("event_types", "server_event_types"):
        if name in document:
            types = (EventTypes[type.upper()] for type in document[name])
            fields[name] = functools.reduce(EventTypes.__or__, types, EventTypes(0))
    fields["recognizers"] = tuple(document.get("recognizers", ()))
    for name in _CLASS_LISTS:
        fields[name] = tuple(ClassRule(rule["name"], Match[rule["match"].upper()]) for rule in document.get(name, ()))
    fields["retargets"] = tuple(RetargetRule(**rule) for rule in document.get("retargets", ()))
    fields["builtin_actions"] = tuple(
        BuiltinActionRule(rule["class"], rule["action"], BuiltinActionScope[rule["scope"].upper()])
        for rule in document.get("builtin_actions", ())
    )
    return fields


def _type_names(types: EventTypes) -> list[str]:
    return [type.name.lower() for type in EventTypes if type & types and type.name]


def _array(kind: Any, items: list[Any]) -> tuple[Any, int]:
    return ((kind * len(items))(*items) if items else None), len(items)


def _classes(rules: Iterable[ClassRule]) -> tuple[Any, int]:
    return _array(
        s.scrim_class_rule, [s.scrim_class_rule(string(name), uint32(match, "match")) for name, match in rules]
    )
