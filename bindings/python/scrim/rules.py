# SPDX-License-Identifier: MIT
"""Rules: decide which gestures a Collector may record. They are written in Python, or read from JSON."""

from __future__ import annotations

import ctypes as c
import dataclasses
import enum
import errno
import functools
import json
from collections.abc import Iterable, Iterator
from importlib import resources
from pathlib import Path
from typing import Any, Literal, NamedTuple, Self, get_args

from . import _abi as s
from . import _schema
from ._convert import member, string, strings, uint32, uint64
from ._ffi import lib
from .errors import InvalidArgumentError

#: The toolkits whose class names this package has rules for: see Rules.for_toolkit().
Toolkit = Literal["android", "gtk4", "qt-quick", "qt-widgets", "uikit"]
TOOLKITS: tuple[Toolkit, ...] = get_args(Toolkit)

#: A document with the largest number of rules is smaller than this.
_MOST_BYTES = 32 << 20


class RulesMistake(enum.IntEnum):
    """What scrim_collector_load_rules() finds wrong with a document. `str()` returns a description."""

    #: No mistake was found.
    NONE = 0
    #: The document is not JSON.
    SYNTAX = 1
    #: The bytes are not well-formed UTF-8, or an escape is half of a surrogate pair.
    ENCODING = 2
    #: The object has no member with this name.
    UNKNOWN_MEMBER = 3
    #: The object has this member a second time.
    DUPLICATE_MEMBER = 4
    #: The object lacks a member that it must have.
    MISSING_MEMBER = 5
    #: The value has the wrong type.
    TYPE = 6
    #: The number is not whole or out of range, the word is unknown, or the name is empty.
    VALUE = 7
    #: The list has more entries than it may have.
    TOO_MANY = 8
    #: The name or the document is too long.
    TOO_LONG = 9
    #: The library does not support this version of the format.
    VERSION = 10

    def __str__(self) -> str:
        return str(lib.scrim_rules_mistake_message(self).decode())


class InvalidRulesError(InvalidArgumentError):
    """A document is not JSON, or does not describe rules. The message names the path of the first wrong entry."""

    #: Bytes from the start of the document to the mistake. None if no document was read, or the position is unknown.
    offset: int | None = None
    #: What the library found, if Collector.load_rules() raised the error. The message and `offset` are about the same mistake.
    mistake: RulesMistake | None = None


class Match(enum.IntEnum):
    """How the class of a view is compared with the name in a rule."""

    #: The most derived class has this name.
    EXACT = 1
    #: The most derived class or one of its base classes has this name.
    INHERITS = 2


class BuiltinActionScope(enum.IntEnum):
    """Which view a BuiltinActionRule looks at."""

    #: The most derived class of the gesture's view has the name.
    VIEW = 1
    #: A class of the parent of the gesture's view, or one of its base classes, has the name.
    PARENT = 2


class EventTypes(enum.IntFlag):
    """Types of events that a product may record. Gestures are clicks. The others are for the host's own events."""

    START = 1
    END = 2
    CLICK = 4
    SCREEN = 8


class RulesFlags(enum.IntFlag):
    """The fields of Rules that are switches, as bits of scrim_rules."""

    OFF = 1
    DEDUPLICATE = 2
    REPORT_COARSE = 4
    REPORT_SILENT = 8
    SERVER_EVENT_TYPES = 16


class ClassRule(NamedTuple):
    """A rule that names a class."""

    name: str
    match: Match


class RetargetRule(NamedTuple):
    """A rule for containers, such as alerts, whose gestures belong to a view inside them.

    The record is about the first view of the class `inner` inside the container that contains the point. `type` is the
    type that the record gives. If it is "", the record gives `inner`.
    """

    container: str
    inner: str
    type: str = ""


class BuiltinActionRule(NamedTuple):
    """A rule for an action that a toolkit adds to its own views.

    On these views, a gesture is recorded only if its recognizer has another action as well.
    """

    class_name: str
    action: str
    scope: BuiltinActionScope


@dataclasses.dataclass(frozen=True, kw_only=True)
class Rules:
    """Which gestures a Collector may record. By default: taps, long presses and the actions of controls on every view,
    without duplicates.

    The fields correspond to the fields of scrim_rules in scrim/collector.h.
    """

    #: Nothing is recorded.
    off: bool = False
    #: If several gestures of one window and one touch sequence end at the same time, only the first is recorded.
    deduplicate: bool = True
    #: Touches on views with coarse touch privacy are reported.
    report_coarse: bool = False
    #: The use of views with silent touch privacy is reported.
    report_silent: bool = False
    #: Event types that the product wants.
    event_types: EventTypes = EventTypes.CLICK
    #: Event types that a server wants. They replace `event_types`. None: the server has sent nothing.
    server_event_types: EventTypes | None = None
    #: Shortest time between two recorded actions of one control, in nanoseconds.
    control_interval_ns: int = 100_000_000
    #: Largest length of a record's content in bytes. 0: the largest possible.
    max_content: int = 0
    #: Most derived classes of the recognizers whose gestures are recorded. If empty: "Tap", "LongPress" and "Control".
    recognizers: tuple[str, ...] = ()
    #: Gestures on these views are not recorded.
    gesture_views: tuple[ClassRule, ...] = ()
    #: Records about these views are not made, and records about others leave their content out.
    ignored_types: tuple[ClassRule, ...] = ()
    #: Nothing on these screens is recorded.
    ignored_screens: tuple[ClassRule, ...] = ()
    #: Containers whose gestures belong to a view inside.
    retargets: tuple[RetargetRule, ...] = ()
    #: Actions of the toolkit that are not sufficient.
    builtin_actions: tuple[BuiltinActionRule, ...] = ()

    @classmethod
    def load(cls, path: str | Path) -> Self:
        """Reads rules from a JSON file. The format is described by rules.schema.json of this package.

        Raises OSError if the file cannot be read, and InvalidRulesError if its contents are wrong.
        """
        document = read_document(path)
        try:
            return cls.loads(document)
        except InvalidRulesError as error:
            raise error_of_file(error, path, document) from None

    @classmethod
    def loads(cls, text: str | bytes) -> Self:
        """Reads rules from a JSON document.

        Raises InvalidRulesError if it is not JSON, or does not follow the schema.
        """
        if not isinstance(text, str | bytes):
            raise TypeError(f"text must be a JSON document, as a string or bytes (got {type(text).__name__})")
        try:
            data = text.encode() if isinstance(text, str) else text
        except UnicodeEncodeError:
            raise InvalidRulesError("the document must not contain half of a surrogate pair") from None
        if len(data) > _MOST_BYTES:
            raise _error(f"the document must have at most {_MOST_BYTES} bytes (got {len(data)})", _MOST_BYTES)
        try:
            text = data.decode()
            document = _schema.parse(text)
        except UnicodeDecodeError as error:
            raise _error(f"the document is not valid UTF-8: {error}", error.start) from None
        except json.JSONDecodeError as error:
            raise _error(f"the document is not valid JSON: {error}", len(error.doc[: error.pos].encode())) from None
        except ValueError as error:
            raise InvalidRulesError(f"the document is not valid JSON: {error}") from None
        for problem in _schema.problems(document, schema()):
            raise _error(problem.text, len(text[: _schema.locate(text, problem)].encode()))
        return cls(**_fields(document))

    @classmethod
    def for_toolkit(cls, toolkit: Toolkit) -> Self:
        """Returns rules with the class names of a toolkit: "android", "gtk4", "qt-quick", "qt-widgets" or "uikit".

        docs/reference/class-tables.md explains each rule. To add names of your own, use dataclasses.replace(). Raises
        InvalidArgumentError for an unknown toolkit.
        """
        if toolkit not in TOOLKITS:
            names = ", ".join(f'"{name}"' for name in TOOLKITS)
            raise InvalidArgumentError(f"toolkit must be one of {names} (got {toolkit!r})")
        return cls.loads((resources.files(__package__) / "class_tables" / f"{toolkit}.json").read_bytes())

    def to_json(self) -> str:
        """Returns a document that loads() reads. It contains all fields in their order, and ends with a line break."""
        if problem := self._problem():
            raise InvalidRulesError(problem)
        return json.dumps(self._document(), indent=2, ensure_ascii=False) + "\n"

    def _problem(self) -> str | None:
        """Explains what is wrong with the fields, or returns None. Raises InvalidRulesError if a constant is wrong."""
        for name in ("event_types", "server_event_types"):
            types = getattr(self, name)
            if types is not None:
                member(types, name, EventTypes, InvalidRulesError)
        for name in _CLASS_LISTS:
            for index, rule in enumerate(getattr(self, name)):
                member(rule[1], f"{name}[{index}].match", Match, InvalidRulesError)
        for index, action in enumerate(self.builtin_actions):
            member(action[2], f"builtin_actions[{index}].scope", BuiltinActionScope, InvalidRulesError)
        problem = next(_schema.problems(self._document(), schema()), None)
        return problem.text if problem else None

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
            member(self.event_types, "event_types", EventTypes),
            member(self.server_event_types or 0, "server_event_types", EventTypes),
            uint64(self.control_interval_ns, "control_interval_ns"),
            uint32(self.max_content, "max_content"),
        )
        struct.recognizers, struct.recognizer_count = strings(self.recognizers, "recognizers")
        struct.gesture_views, struct.gesture_view_count = _classes(self.gesture_views, "gesture_views")
        struct.ignored_types, struct.ignored_type_count = _classes(self.ignored_types, "ignored_types")
        struct.ignored_screens, struct.ignored_screen_count = _classes(self.ignored_screens, "ignored_screens")
        retargets = [
            s.scrim_retarget_rule(*(string(name, f"{where}.{field}") for field, name in zip(RetargetRule._fields, rule, strict=True)))
            for where, rule in _rules(self.retargets, "retargets", RetargetRule)
        ]
        struct.retargets, struct.retarget_count = _array(s.scrim_retarget_rule, retargets)
        builtin_actions = [
            s.scrim_builtin_action_rule(
                string(rule.class_name, f"{where}.class_name"),
                string(rule.action, f"{where}.action"),
                member(rule.scope, f"{where}.scope", BuiltinActionScope),
            )
            for where, rule in _rules(self.builtin_actions, "builtin_actions", BuiltinActionRule)
        ]
        struct.builtin_actions, struct.builtin_action_count = _array(s.scrim_builtin_action_rule, builtin_actions)
        return struct


_SWITCHES = ("off", "deduplicate", "report_coarse", "report_silent")
_CLASS_LISTS = ("gesture_views", "ignored_types", "ignored_screens")


@functools.cache
def schema() -> dict[str, Any]:
    """Returns the JSON Schema of the documents that Rules.loads() reads."""
    found: dict[str, Any] = json.loads((resources.files(__package__) / "rules.schema.json").read_bytes())
    return found


def _error(message: str, offset: int) -> InvalidRulesError:
    error = InvalidRulesError(message)
    error.offset = offset
    return error


def read_document(path: str | Path) -> bytes:
    """Returns the contents of a file, or so much of a larger one that it is refused."""
    try:
        with open(path, "rb") as file:
            return file.read(_MOST_BYTES + 1)
    except OSError as error:
        # Somebody may have passed the name of a toolkit, or a document, where a path is expected.
        if error.errno in (errno.ENOENT, errno.ENAMETOOLONG):
            error.add_note("For a toolkit, use Rules.for_toolkit(). Pass a document as bytes, to Rules.loads() or Collector.load_rules().")
        raise


def error_of_file(error: InvalidRulesError, path: str | Path, document: bytes) -> InvalidRulesError:
    """Returns an error whose message names the file, and the line and column of the mistake."""
    if error.offset is None:
        return InvalidRulesError(f"{path}: {error}")
    before = document[: error.offset]
    line = before.count(b"\n") + 1
    column = len(before.rpartition(b"\n")[2].decode(errors="replace")) + 1
    return _error(f"{path}:{line}:{column}: {error}", error.offset)


def _fields(document: dict[str, Any]) -> dict[str, Any]:
    """Returns the fields of Rules from a document that follows the schema."""
    fields = {name: document[name] for name in _SWITCHES if name in document}
    fields |= {name: document[name] for name in ("control_interval_ns", "max_content") if name in document}
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


def _rules(rules: Iterable[Any], name: str, kind: Any) -> Iterator[tuple[str, Any]]:
    """Yields each rule with its path. Accepts plain tuples."""
    for index, rule in enumerate(rules):
        try:
            if isinstance(rule, str):
                raise TypeError
            yield f"{name}[{index}]", kind(*rule)
        except TypeError:
            raise TypeError(f"{name}[{index}] must be a {kind.__name__} (got {rule!r})") from None


def _classes(rules: Iterable[ClassRule], name: str) -> tuple[Any, int]:
    items = [
        s.scrim_class_rule(string(rule.name, f"{where}.name"), member(rule.match, f"{where}.match", Match))
        for where, rule in _rules(rules, name, ClassRule)
    ]
    return _array(s.scrim_class_rule, items)
