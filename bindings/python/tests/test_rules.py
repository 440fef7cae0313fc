# SPDX-License-Identifier: MIT
"""Rules from JSON and back: what is accepted is what a JSON Schema validator that is not ours accepts."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st

import scrim
from scrim import (
    BuiltinActionScope,
    BuiltinActionRule,
    ClassRule,
    EventTypes,
    InvalidRulesError,
    Match,
    RetargetRule,
    Rules,
)
from scrim.rules import TOOLKITS, Toolkit, schema

checker = jsonschema.FormatChecker(())


@checker.checks("utf8", raises=UnicodeEncodeError)
def is_utf8(value: object) -> bool:
    return not isinstance(value, str) or len(value.encode("utf-8")) >= 0


@checker.checks("utf8-256", raises=UnicodeEncodeError)
def is_utf8_256(value: object) -> bool:
    return not isinstance(value, str) or len(value.encode("utf-8")) <= 256


VALIDATOR = jsonschema.Draft202012Validator(schema(), format_checker=checker)


# ---- What is accepted ----

long_names = ["x" * 256, "x" * 257, "é" * 128, "é" * 128 + "x", "é" * 257]
names = st.text(max_size=6) | st.sampled_from(["", "\ud800", "\0", "UIButton", *long_names])
some_numbers = [0, 1, -1, 2, 4, 15, 16, 4096, 4097, 2**31 - 1, 2**31, -(2**31), -(2**31) - 1, 2**64 - 1, 2**64]
some_numbers += [10**30, 0.0, 1.0, 0.5, -1.0, 1e300]
numbers = st.sampled_from(some_numbers)
scalars = st.none() | st.booleans() | numbers | names
anything = st.recursive(
    scalars, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(names, inner, max_size=3), max_leaves=5
)


def entries(right: dict[str, st.SearchStrategy[Any]]) -> st.SearchStrategy[Any]:
    """Objects that mostly have those keys, and mostly values that may be right."""
    items = {key: value | anything if number == 0 else value for number, (key, value) in enumerate(right.items())}
    return (
        st.fixed_dictionaries(right)
        | st.fixed_dictionaries({}, optional=items)
        | st.fixed_dictionaries(items, optional={"other": scalars})
        | anything
    )


class_rules = st.lists(
    entries({"name": names, "match": st.sampled_from(["exact", "inherits", "Inherits", 1])}), max_size=4
)
whole = {
    "$schema": st.just("rules.schema.json"),
    "description": names,
    **dict.fromkeys(("off", "deduplicate", "report_coarse", "report_silent"), st.booleans()),
    **dict.fromkeys(
        ("event_types", "server_event_types"),
        st.lists(st.sampled_from(["start", "end", "click", "screen"]), max_size=5),
    ),
    **dict.fromkeys(("control_interval_ns", "max_content"), numbers),
    "recognizers": st.lists(names, max_size=4),
    **dict.fromkeys(("gesture_views", "ignored_types", "ignored_screens"), class_rules),
    "retargets": st.lists(entries({"container": names, "inner": names, "type": names}), max_size=3),
    "builtin_actions": st.lists(
        entries({"class": names, "action": names, "scope": st.sampled_from(["view", "parent", "", True])}), max_size=3
    ),
}


@st.composite
def documents(draw: st.DrawFn) -> Any:
    """Documents of which about a half are right: few keys, most of them well."""
    document: Any = {"version": draw(st.sampled_from([1, 1, 1, 1, 1, 1.0, True, 2, "1", None]))}
    for key in draw(st.lists(st.sampled_from(sorted(whole)), max_size=4, unique=True)):
        document[key] = draw(whole[key])
    if draw(st.integers(0, 9)) == 0:
        document[draw(names | st.sampled_from(sorted(whole)))] = draw(anything)
    if draw(st.integers(0, 19)) == 0:
        document = draw(anything | st.just({key: value for key, value in document.items() if key != "version"}))
    return document


def is_accepted(document: Any) -> bool:
    try:
        Rules.loads(json.dumps(document))
    except InvalidRulesError:
        return False
    return True


@given(documents())
def test_what_is_accepted_is_what_the_validator_accepts(document: Any) -> None:
    assert is_accepted(document) == VALIDATOR.is_valid(document)


def right_document() -> dict[str, Any]:
    return {
        "$schema": "x",
        "description": "y",
        **json.loads(Rules.for_toolkit("uikit").to_json()),
        "ignored_types": [{"name": "UIControl", "match": "inherits"}],
    }


def places(value: Any) -> list[tuple[Any, Any]]:
    """Every entry of a document: what it is in, and where there."""
    found: list[tuple[Any, Any]] = []
    for key in value if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ():
        found += [(value, key), *places(value[key])]
    return found


@given(st.data())
def test_one_wrong_entry_anywhere_is_refused_as_the_validator_refuses_it(data: st.DataObject) -> None:
    document = right_document()
    assert VALIDATOR.is_valid(document)
    container, key = data.draw(st.sampled_from(places(document)))
    container[key] = data.draw(anything)
    assert is_accepted(document) == VALIDATOR.is_valid(document)


AWKWARD = [None, True, False, *some_numbers, "", "a", *long_names, "\ud800", "exact", "inherits", "view", "parent"]
AWKWARD += ["click", "Click", [], {}, [1], [[]], [""], ["click"], [{}], {"a": 1}]


def test_every_awkward_value_everywhere() -> None:
    short = right_document()
    short = {key: value[:1] if isinstance(value, list) else value for key, value in short.items()}
    count = [0, 0]
    for place in range(len(places(short))):
        for value in AWKWARD:
            document = json.loads(json.dumps(short))
            container, key = places(document)[place]
            container[key] = value
            valid = VALIDATOR.is_valid(document)
            assert is_accepted(document) == valid, (key, value)
            count[valid] += 1
    assert min(count) > 100  # neither side is empty


@pytest.mark.parametrize("name", [key for key, entry in schema()["properties"].items() if "maxItems" in str(entry)])
def test_as_many_entries_as_the_library_takes(name: str) -> None:
    document: dict[str, Any] = {"version": 1, name: (right_document().get(name) or ["click"])[:1] * 1024}
    most = 4 if "event_types" in name else 1024
    document[name] = document[name][:most]
    assert len(document[name]) == most and is_accepted(document)
    document[name].append(document[name][0])
    assert not is_accepted(document)
    assert not VALIDATOR.is_valid(document)


def test_the_schema_is_one() -> None:
    jsonschema.Draft202012Validator.check_schema(schema())


def keywords(part: Any) -> set[str]:
    if not isinstance(part, dict):
        return set()
    found = set(part) - {"properties", "$defs"}
    for inner in (*part.get("properties", {}).values(), *part.get("$defs", {}).values(), part.get("items")):
        found |= keywords(inner)
    return found


def test_the_schema_uses_only_what_the_package_checks() -> None:
    checked = {"$ref", "type", "const", "enum", "minimum", "maximum", "minLength", "format", "required"}
    checked |= {"additionalProperties", "items", "maxItems"}
    assert keywords(schema()) <= checked | {"$schema", "title", "description", "default"}
    # "maximum" goes with "minimum", and "maxItems" with "items".
    for part in [schema(), *(value for _, value in places(schema()) if isinstance(value, dict))]:
        assert ("minimum" in part) == ("maximum" in part)
        assert "maxItems" in part or "items" not in part or part is schema()["properties"]
        assert part.get("additionalProperties", False) is False


# ---- What is said of what is wrong ----


@pytest.mark.parametrize(
    "text, said",
    [
        ("", "not valid JSON: Expecting value"),
        ("[1", "not valid JSON: "),
        ("[]", "the document must be an object (got an array)"),
        ("{}", 'the document must have the member "version"'),
        ('{"version": 2}', "version must be 1 (got 2)"),
        ('{"version": true}', "version must be a whole number (got true)"),
        ('{"version": 1, "version": 1}', 'the document must have each member once (got "version" twice)'),
        ('{"version": 1, "\\u006fff": true, "off": false}', 'the document must have each member once (got "off" twice)'),
        ('{"version": 1, "colour": 1}', 'the document has the unknown member "colour"; valid members are $schema, description, version, '),
        ('{"version": 1, "max_content": NaN}', "NaN is not a JSON number"),
        ('{"version": 1, "max_content": -Infinity}', "-Infinity is not a JSON number"),
        ('{"version": 1, "max_content": 1e999}', "the number 1e999 is too large"),
        ('{"version": 1, "max_content": 1.5}', "max_content must be a whole number (got 1.5)"),
        ('{"version": 1, "max_content": 4097}', "max_content must be from 0 to 4096 (got 4097)"),
        ('{"version": 1, "off": 1}', "off must be true or false (got 1)"),
        ('{"version": 1, "event_types": ["clik"]}', 'event_types[0] must be one of "start", "end", "click", "screen"'),
        ('{"version": 1, "gesture_views": {}}', "gesture_views must be an array (got an object)"),
        (
            '{"version": 1, "gesture_views": [{"name": "A", "match": "inherits"}, {"name": "B", "match": "fuzzy"}]}',
            'gesture_views[1].match must be one of "exact", "inherits" (got "fuzzy")',
        ),
        ('{"version": 1, "builtin_actions": [{"class": "A", "action": "b"}]}', 'builtin_actions[0] must have the member "scope"'),
        (
            '{"version": 1, "builtin_actions": [{"class": "A", "class": "A", "action": "b", "scope": "view"}]}',
            'builtin_actions[0] must have each member once (got "class" twice)',
        ),
        ('{"version": 1, "recognizers": [""]}', "recognizers[0] must not be empty"),
        ('{"version": 1, "recognizers": ["%s"]}' % ("é" * 129), "recognizers[0] must have at most 256 bytes of UTF-8 (got 258)"),
        ('{"version": 1, "recognizers": ["\\ud83d"]}', "recognizers[0] must not contain half of a surrogate pair"),
        ("[" * 10**6, "not valid JSON: it is nested too deeply"),
        ('{"version": 1, "off": ' + "[" * 900 + "]" * 900 + "}", "off must be true or false (got an array)"),
        ('{"version": 1, "max_content": %s}' % ("9" * 5000), "not valid JSON: Exceeds the limit"),
        ('{"version": 1}'.encode("utf-16"), "not valid UTF-8: 'utf-8' codec can't decode"),
        ('\ufeff{"version": 1}', "not valid JSON: Unexpected UTF-8 BOM"),
        (" " * (32 << 20) + "{}", "the document must have at most 33554432 bytes (got 33554434)"),
    ],
    ids=lambda value: value[:40] if isinstance(value, str) else "bytes",
)
def test_an_error_says_what_is_wrong_and_where(text: str | bytes, said: str) -> None:
    with pytest.raises(InvalidRulesError) as caught:
        Rules.loads(text)
    assert said in str(caught.value)
    assert len(str(caught.value)) < 500
    assert isinstance(caught.value, (scrim.InvalidArgumentError, ValueError))


def test_numbers_are_exact() -> None:
    """A float has too few digits for these."""
    for text, number in [("9007199254740993.0", 2**53 + 1), ("1844674407370955161500e-2", 2**64 - 1), ("-0.0", 0), ("0e99999999999999999999", 0)]:
        assert Rules.loads('{"version": 1, "control_interval_ns": %s}' % text).control_interval_ns == number
    for text in ["0.99999999999999999999", "18446744073709551615.1", "1e-400", "1e-99999999999", "1e99999999999", "1e-99999999999999999999", "1e99999999999999999999"]:
        with pytest.raises(InvalidRulesError):
            Rules.loads('{"version": 1, "control_interval_ns": %s}' % text)


@pytest.mark.parametrize(
    "text, offset",
    [
        ("", 0),
        ('{"version": 1,}', 14),
        ('{"description": "é", "version": 2}', 33),
        ('{"description": "é", @"of": 1, "version": 1}', 22),
        ('{"version": 1, "version": 1}', 15),
        (' {"off": true}', 1),
        ('{"version": 1, "gesture_views": [{"name": "a", "match": "exact"}, {"name": "[", "match": "b"}]}', 89),
        ('{"version": 1, "recognizers": [%s]}' % ", ".join(['"a"'] * 1025), 31 + 5 * 1024),
        (b'{"version": 1, "description": "\xc3("}', 31),
        (" " * (32 << 20) + "{}", 32 << 20),
    ],
    ids=lambda value: value[:40] if isinstance(value, str) else None,
)
def test_an_error_has_the_offset_of_the_mistake(text: str | bytes, offset: int) -> None:
    text = text.replace("@", "") if isinstance(text, str) else text
    with pytest.raises(InvalidRulesError) as caught:
        Rules.loads(text)
    assert caught.value.offset == offset
    assert InvalidRulesError("no document").offset is None


def test_an_error_of_a_file_names_it(tmp_path: Path) -> None:
    path = tmp_path / "rules.json"
    with pytest.raises(FileNotFoundError):
        Rules.load(path)
    path.write_text('{"version": 1, "off": "yes"}')
    with pytest.raises(InvalidRulesError, match=r"rules\.json:1:23: off must be true or false \(got \"yes\"\)"):
        Rules.load(path)
    path.write_text('{"version": 1, "off": true}')
    assert Rules.load(str(path)) == Rules(off=True)


# ---- There and back ----

right_names = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=64)
some_classes = st.lists(st.builds(ClassRule, right_names, st.sampled_from(Match)), max_size=3).map(tuple)
rules = st.builds(
    Rules,
    off=st.booleans(),
    deduplicate=st.booleans(),
    report_coarse=st.booleans(),
    report_silent=st.booleans(),
    event_types=st.integers(0, 15).map(EventTypes),
    server_event_types=st.none() | st.integers(0, 15).map(EventTypes),
    control_interval_ns=st.integers(0, 2**64 - 1),
    max_content=st.integers(0, 4096),
    recognizers=st.lists(right_names, max_size=3).map(tuple),
    gesture_views=some_classes,
    ignored_types=some_classes,
    ignored_screens=some_classes,
    retargets=st.lists(st.builds(RetargetRule, right_names, right_names, st.just("") | right_names)).map(tuple),
    builtin_actions=st.lists(
        st.builds(BuiltinActionRule, right_names, right_names, st.sampled_from(BuiltinActionScope)), max_size=3
    ).map(tuple),
)


@given(rules)
def test_json_and_back(given_rules: Rules) -> None:
    text = given_rules.to_json()
    assert Rules.loads(text) == Rules.loads(text.encode()) == given_rules
    assert VALIDATOR.is_valid(json.loads(text))


def test_defaults_are_those_of_the_schema() -> None:
    assert Rules.loads('{"version": 1}') == Rules()
    defaults = {key: entry["default"] for key, entry in schema()["properties"].items() if "default" in entry}
    classes = schema()["$defs"]["classes"]["default"]
    defaults |= dict.fromkeys(("gesture_views", "ignored_types", "ignored_screens"), classes)
    assert {"version": 1, **defaults} == json.loads(Rules().to_json())
    assert Rules.loads(json.dumps({"version": 1, **defaults})) == Rules()


def test_a_number_may_be_written_as_any() -> None:
    found = Rules.loads('{"version": 1.0, "control_interval_ns": 1e8, "max_content": 4.0}')
    assert (found.control_interval_ns, type(found.control_interval_ns)) == (10**8, int)
    assert (found.max_content, type(found.max_content)) == (4, int)


def test_rules_that_no_document_has_are_not_written() -> None:
    for bad in [
        Rules(max_content=5000),
        Rules(server_event_types=EventTypes(16)),
        Rules(recognizers=("",)),
        Rules(recognizers=("\ud800",)),
    ]:
        with pytest.raises(InvalidRulesError):
            bad.to_json()


# ---- The class tables that are part of the package ----

TABLES = Path(scrim.__file__).with_name("class_tables")


def test_there_is_a_table_for_each_toolkit() -> None:
    assert sorted(path.name for path in TABLES.iterdir()) == [f"{toolkit}.json" for toolkit in TOOLKITS]
    for wrong in ("gtk", "GTK4", "", "../rules.schema", "gtk4.json", None, 4):
        with pytest.raises(scrim.InvalidArgumentError, match='toolkit must be one of "android", "gtk4", "qt-quick", '):
            Rules.for_toolkit(wrong)  # type: ignore[arg-type]


@pytest.mark.parametrize("toolkit", TOOLKITS)
def test_a_table_follows_the_schema(toolkit: Toolkit) -> None:
    path = TABLES / f"{toolkit}.json"
    document = json.loads(path.read_bytes())
    assert VALIDATOR.is_valid(document)
    assert (path.parent / document["$schema"]).resolve() == TABLES.with_name("rules.schema.json").resolve()
    rules = Rules.for_toolkit(toolkit)
    assert rules == Rules.load(path)
    # What the collector's own recognizers and the host's controls do is recorded, as by default.
    assert rules.recognizers[:3] == ("Tap", "LongPress", "Control")
    # A repeated rule does nothing, and of a container only the first counts.
    for field in ("recognizers", "gesture_views", "ignored_types", "ignored_screens", "builtin_actions"):
        assert len(set(getattr(rules, field))) == len(getattr(rules, field))
    assert len({rule.container for rule in rules.retargets}) == len(rules.retargets)


def test_the_table_of_uikit_is_complete() -> None:
    table = Rules.for_toolkit("uikit")
    kinds = {rule.name for rule in table.gesture_views if rule.match == Match.INHERITS}
    assert kinds == {"UIPageControl", "UITextField", "UITextView", "UITabBar", "UICollectionView", "UISearchBar"}
    inputs = ("UITextField", "UITextView", "UISearchBar")
    assert table.ignored_types == tuple(ClassRule(name, Match.INHERITS) for name in inputs)
    exact = {rule.name for rule in table.gesture_views if rule.match == Match.EXACT}
    assert len(exact) == 5 and "WKContentView" in exact
    assert {rule.type for rule in table.retargets} == {"UIAlertController", "UIMenu"} and len(table.retargets) == 4
    assert [rule.scope for rule in table.builtin_actions] == [BuiltinActionScope.VIEW, BuiltinActionScope.PARENT]
