# SPDX-License-Identifier: MIT
"""scrim_collector_load_rules() against Python's json module and a JSON Schema validator that is not ours: the same documents are
accepted, they mean the same, and a mistake is where the others find it."""

from __future__ import annotations

import collections
import ctypes
import json
import random
from collections.abc import Iterator
from decimal import Decimal, InvalidOperation
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from rules_vectors import VECTORS

import scrim
from scrim import Collector, Host, InvalidRulesError, Phase, Rules, RulesMistake, Touch, ViewMetadata
from scrim import _abi as s
from scrim._ffi import lib
from scrim.rules import schema

ROOT = Path(__file__).resolve().parents[3]
MS = 1_000_000
NAMES = ["Tap", "LongPress", "Cell", "é", "a\0\U0001f600"]
LONG = ["x" * 256, "x" * 257, "é" * 128, "\U0001f600" * 64 + "x"]

# ---- The second opinion ----

checker = jsonschema.FormatChecker(())


@checker.checks("utf8", raises=UnicodeEncodeError)
def is_utf8(value: object) -> bool:
    return not isinstance(value, str) or len(value.encode()) >= 0


@checker.checks("utf8-256", raises=UnicodeEncodeError)
def is_utf8_256(value: object) -> bool:
    return not isinstance(value, str) or len(value.encode()) <= 256


VALIDATOR = jsonschema.Draft202012Validator(schema(), format_checker=checker)


def unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    if len(dict(pairs)) < len(pairs):
        raise ValueError("a key twice")
    return dict(pairs)


def refuse(name: str) -> None:
    raise ValueError(name)


def number(text: str) -> int | float:
    try:
        exact = Decimal(text)
    except InvalidOperation:  # an exponent of twenty digits
        return 0 if text.startswith(("0e", "-0e")) else 0.5
    whole = -(10**6) < exact.adjusted() < 30 and exact == exact.to_integral_value()
    return int(exact) if whole else 0.5


def is_right(document: bytes) -> bool:
    try:
        value = json.loads(
            document.decode(), object_pairs_hook=unique, parse_constant=refuse, parse_float=number, parse_int=number
        )
    except (ValueError, RecursionError):
        return False
    return bool(VALIDATOR.is_valid(value))


# ---- Documents ----


def some_document(draw: random.Random) -> dict[str, Any]:
    """A document that is mostly right."""

    def name() -> str:
        return draw.choice(NAMES if draw.random() < 0.98 else ["", *LONG])

    def classes() -> list[Any]:
        return [{"name": name(), "match": draw.choice(["exact", "inherits"])} for _ in range(draw.randrange(3))]

    def types() -> list[str]:
        return draw.choices(["start", "end", "click", "screen"], weights=[1, 1, 5, 1], k=draw.choice([0, 1, 1, 1, 2, 4, 5]))

    def retarget() -> dict[str, Any]:
        rule = {"container": name(), "inner": name()}
        return rule | {"type": draw.choice(["", "Menu", name()])} if draw.random() < 0.5 else rule

    def action() -> dict[str, Any]:
        return {"class": name(), "action": name(), "scope": draw.choice(["view", "parent"])}

    whole: dict[str, Any] = {
        "$schema": lambda: "rules.schema.json",
        "description": name,
        "off": lambda: draw.random() < 0.1,
        "deduplicate": lambda: draw.random() < 0.5,
        "report_coarse": lambda: draw.random() < 0.5,
        "report_silent": lambda: draw.random() < 0.5,
        "event_types": types,
        "server_event_types": types,
        "control_interval_ns": lambda: draw.choice([0, 1, 10**8, 2**53 + 1, 2**64 - 1, draw.randrange(10**9)]),
        "max_content": lambda: draw.choice([0, 1, 3, 4096, draw.randrange(4097)]),
        "recognizers": lambda: [name() for _ in range(draw.randrange(3))],
        "gesture_views": classes,
        "ignored_types": classes,
        "ignored_screens": classes,
        "retargets": lambda: [retarget() for _ in range(draw.randrange(3))],
        "builtin_actions": lambda: [action() for _ in range(draw.randrange(3))],
    }
    keys = draw.sample(sorted(whole), draw.randrange(7))
    document = {"version": 1} | {key: whole[key]() for key in keys}
    items = list(document.items())[draw.random() < 0.02 :]
    draw.shuffle(items)
    return dict(items)


def written(value: Any, draw: random.Random) -> str:
    """JSON of a value, each time in other words."""

    def space() -> str:
        return draw.choice(["", "", "", " ", "\n", "\t\r"])

    def character(letter: str) -> str:
        short = {'"': '\\"', "\\": "\\\\", "/": "\\/", "\b": "\\b", "\f": "\\f", "\n": "\\n", "\r": "\\r", "\t": "\\t"}
        if letter in short and draw.random() < 0.5:
            return short[letter]
        if letter in '"\\' or letter < " " or draw.random() < 0.1:
            units = letter.encode("utf-16-be", "surrogatepass").hex()
            code = "".join("\\u" + units[i : i + 4] for i in range(0, len(units), 4))
            return code if draw.random() < 0.5 else code.upper().replace("\\U", "\\u")
        return letter

    def digits(whole: int) -> str:
        text = str(whole)
        zeros = len(text) - len(text.rstrip("0"))
        return draw.choice(
            [text, text, text, text + ".0", text + "e0", text + "0E-1", text + ".000e+00", f"{text[: len(text) - zeros] or 0}e{zeros}"]
        )

    if isinstance(value, bool) or value is None:
        text = json.dumps(value)
    elif isinstance(value, str):
        text = '"' + "".join(map(character, value)) + '"'
    elif isinstance(value, int):
        text = digits(value)
    elif isinstance(value, list):
        text = "[" + ",".join(written(one, draw) for one in value) + (space() if not value else "") + "]"
    else:
        text = "{" + ",".join(written(key, draw) + ":" + written(one, draw) for key, one in value.items()) + "}"
    return space() + text + space()


TOKENS = [b"{", b"}", b"[", b"]", b",", b":", b'"', b"true", b"null", b"NaN", b"-Infinity", b"1", b"-0", b"01", b"1.", b".5", b"1e", b"+1"]
TOKENS += [b'"version"', b'"type":1', b"\\", b"\\u", b"\\ud800", b"\\u00g0", b"\xff", b"\xc3", b"\xed\xa0\x80", b"\xef\xbb\xbf", b"\0", b"\x1f"]
TOKENS += [b"0.99999999999999999999", b"1e-9", b"1e999", b"-1", b"18446744073709551616", b" ", b"/**/", b"'", b"\x7f", b"\xc2\xa0"]


def mutated(document: bytes, draw: random.Random) -> bytes:
    for _ in range(draw.choice([1, 1, 1, 2])):
        at, end = sorted(draw.randrange(len(document) + 1) for _ in range(2))
        match draw.randrange(7):
            case 0:
                document = document[:at]
            case 1:
                document = document[:at] + document[at + 1 :]
            case 2:
                document = document[:at] + document[min(end, at + 12) :]
            case 3:
                document = document[:at] + document[at:end] + document[at:]
            case 4:
                document = document[:at] + draw.choice(TOKENS) + document[at:]
            case 5:
                brace = document.find(b"{", at) + 1
                document = document[:brace] + draw.choice([b'"version":1,', b'"name":"a",']) + document[brace:]
            case _:
                document = document[:at] + bytes([draw.randrange(256)]) + document[at + 1 :]
    return document


# ---- What the library says ----


@pytest.fixture
def pair() -> Iterator[tuple[World, Collector, Collector]]:
    with World() as world, Collector(world.gestures) as one, Collector(world.gestures) as other:
        yield world, one, other


def load(collector: Collector, document: bytes) -> tuple[int, RulesMistake, int]:
    report = s.scrim_rules_load_report(ctypes.sizeof(s.scrim_rules_load_report))
    status = lib.scrim_collector_load_rules(collector._handle, document, len(document), report)
    return status, RulesMistake(report.mistake), report.offset


class World(scrim.Scene):
    """Views of each name, as their own class and as a base class, with views of each name inside."""

    def __init__(self) -> None:
        super().__init__()
        self.gestures = scrim.Gestures(self)
        self.now = 0
        self.probes: list[tuple[int, int, int]] = []
        self.control = (0, 0, 0)
        for name in NAMES:
            for classes in ((name,), ("Other", name)):
                window = self.add_window((0, 0, 100, 100), screen="")
                self.set_metadata(window, ViewMetadata(screen_classes=classes))
                view = self.add_view(window, (0, 0, 100, 100), classes=("View",), content="more than three é")
                self.probe(window, view, ("Tap",), "a")
                window = self.add_window((0, 0, 100, 100), screen="Page")
                view = self.add_view(window, (0, 0, 100, 100), classes=classes)
                for action in NAMES:
                    self.probe(window, view, ("Tap",), action)
                for inner in NAMES:
                    inside = self.add_view(view, (0, 0, 100, 100), classes=(inner,))
                    self.probe(window, inside, ("Tap",), "Cell")
            self.probe(window, view, (name,), "a")
            self.probe(window, view, ("Other", name), "a")
        self.control = self.probe(window, view, ("Tap",), "a", control=True)

    def probe(self, window: int, view: int, classes: tuple[str, ...], action: str, control: bool = False) -> tuple[int, int, int]:
        recognizer = self.gestures.add(Host(view=view, classes=classes, control=control))
        self.gestures.add_action(recognizer, 1, action)
        self.probes.append((recognizer, window, view))
        return self.probes[-1]

    def close(self) -> None:
        self.gestures.close()
        super().close()

    def begin(self) -> None:
        """A new touch sequence, for which new rules hold."""
        self.now += 1000 * MS
        down = Touch(self.now, 1, Phase.BEGAN, 500, 500)
        self.gestures.feed([down, down._replace(phase=Phase.ENDED)])

    def event(self, probe: tuple[int, int, int], time_ns: int) -> scrim.Event:
        recognizer, window, view = probe
        return self.gestures.host_event(recognizer, time_ns, 5, 5, window=window, view=view)


def assert_same(world: World, one: Collector, other: Collector, rules: Rules) -> None:
    """Two collectors with the same rules explain every probe alike, and make the same records."""
    world.begin()
    events = [world.event(probe, world.now) for probe in world.probes]
    for event in events:
        assert one.explain(event) == other.explain(event)
    interval = min(rules.control_interval_ns, 2**63)
    for time_ns in (world.now, world.now + interval - 1, world.now + interval):
        events.append(world.event(world.control, max(time_ns, world.now)))
    assert one.decide(events) == other.decide(events)
    assert [record._replace(number=0) for record in one.records()] == [record._replace(number=0) for record in other.records()]
    assert (one.next_deadline is None) == (other.next_deadline is None) == (not rules.report_coarse and not rules.report_silent)


# ---- Tests ----

seen: collections.Counter[str] = collections.Counter()


def compare(pair: tuple[World, Collector, Collector], document: bytes) -> None:
    world, one, other = pair
    right = is_right(document)
    status, mistake, offset = load(one, document)
    assert (status == 0) == right == (mistake == RulesMistake.NONE), (document, mistake, offset)
    seen[mistake.name] += 1
    try:
        rules = Rules.loads(document)
    except InvalidRulesError as error:
        assert not right, document
        expected = {RulesMistake.ENCODING: -13, RulesMistake.TOO_MANY: -11}.get(mistake, -1)
        assert status == expected and offset <= len(document)
        compare_offset(document, error, mistake, offset)
        return
    assert right, document
    other.set_rules(rules)
    assert_same(world, one, other, rules)


def compare_offset(document: bytes, error: InvalidRulesError, mistake: RulesMistake, offset: int) -> None:
    """Python finds mistakes of JSON before all others. So the library's mistake is never later than one of those."""
    if error.offset is None:
        return
    if "not valid UTF-8" in str(error) or "not valid JSON" in str(error):
        if mistake == RulesMistake.SYNTAX and "not valid JSON" in str(error):
            # Of an escape, Python names a byte after the backslash. It also blames the last escape of a string that does not end.
            slack = 6 if "escape" in str(error) else 0
            if not (slack and document[offset : offset + 1] == b'"'):
                assert offset <= error.offset <= offset + slack, (document, str(error), offset)
            seen["same offset"] += 1
        elif "Unterminated" not in str(error):
            assert offset <= error.offset + 6, (document, str(error), mistake, offset)


@pytest.mark.parametrize("name", VECTORS)
def test_vectors(name: str, pair: tuple[World, Collector, Collector]) -> None:
    document, mistake, offset = VECTORS[name]
    compare(pair, document)
    assert load(pair[1], document)[1:] == (mistake, offset)
    if mistake != RulesMistake.NONE:
        with pytest.raises(InvalidRulesError) as caught:
            Rules.loads(document)
        if mistake not in (RulesMistake.SYNTAX, RulesMistake.ENCODING):
            assert caught.value.offset in (offset, None)  # None of a number with an exponent that Python has no number for


def test_documents_of_all_kinds_and_mutations_of_them(pair: tuple[World, Collector, Collector]) -> None:
    draw = random.Random(20)
    seen.clear()
    for _ in range(1200):
        document = written(some_document(draw), draw).encode("utf-8", "surrogatepass")
        compare(pair, document)
        for _ in range(4):
            compare(pair, mutated(document, draw))
    assert seen["NONE"] > 1000 and seen["same offset"] > 1500
    assert all(seen[mistake.name] > 4 for mistake in RulesMistake if mistake != RulesMistake.TOO_LONG), seen


def test_one_wrong_entry_is_where_python_says(pair: tuple[World, Collector, Collector]) -> None:
    """Documents with one mistake that is not about JSON: both name the same byte."""
    draw = random.Random(5)
    wrong: list[Any] = [None, True, 7, -1, 1.5, 2**64, "", "other", "x" * 257, [], [1], {}]
    found = 0
    for _ in range(1500):
        document = some_document(draw)
        if not is_right(json.dumps(document).encode()):
            continue
        container: Any = document
        key = draw.choice(list(document))
        while isinstance(container[key], (list, dict)) and container[key] and draw.random() < 0.7:
            container = container[key]
            key = draw.choice(list(container) if isinstance(container, dict) else range(len(container)))
        if isinstance(container, dict) and draw.random() < 0.3:
            container["Unknown"] = 1
        elif isinstance(container, dict) and draw.random() < 0.3:
            del container[key]
        else:
            container[key] = draw.choice(wrong)
        text = json.dumps(document, ensure_ascii=draw.random() < 0.5, indent=draw.choice([None, 1])).encode()
        try:
            Rules.loads(text)
        except InvalidRulesError as error:
            status, mistake, offset = load(pair[1], text)
            assert (error.offset, status != 0) == (offset, True), (text, str(error), mistake)
            found += 1
    assert found > 500


@pytest.mark.parametrize("path", sorted((ROOT / "bindings/python/scrim/class_tables").glob("*.json")), ids=lambda path: path.stem)
def test_the_class_tables_are_read(path: Path, pair: tuple[World, Collector, Collector]) -> None:
    document = path.read_bytes()
    assert load(pair[1], document) == (0, RulesMistake.NONE, 0)
    compare(pair, document)


def test_limits(pair: tuple[World, Collector, Collector]) -> None:
    """The largest document is read, with as many rules as there may be. One byte more is too long."""
    entry = {"container": "\\u0041" * 256, "inner": "B" * 256, "type": "é" * 128}
    lists = {"version": 1, "retargets": [entry] * 1024, "recognizers": ["Tap"] * 1024}
    document = json.dumps(lists).replace("\\\\", "\\").encode()
    compare(pair, document)
    most = 32 << 20
    assert load(pair[1], document + b" " * (most - len(document))) == (0, RulesMistake.NONE, 0)
    assert load(pair[1], document + b" " * (most + 1 - len(document))) == (-11, RulesMistake.TOO_LONG, most)
    lists["recognizers"] = ["Tap"] * 1025
    compare(pair, json.dumps(lists).encode())
    for text in (b"[" * 10**6, b'{"version":1,"off":' + b"[" * 10**6, b'{"version":' * 10**5, b'{"version":1,"description":"' + b"\\n" * 10**6):
        assert load(pair[1], text)[0] == -1


def test_a_wrong_document_stores_no_names(pair: tuple[World, Collector, Collector]) -> None:
    """A scene has room for 65,535 names. More than that, in wrong documents, leave it as it was."""
    for part in range(70):
        names = [f"{part}-{index}" for index in range(1024)]
        assert load(pair[1], json.dumps({"version": 1, "recognizers": names, "x": 1}).encode())[0] == -1
    pair[1].load_rules(json.dumps({"version": 1, "recognizers": ["yet another"]}).encode())
