# SPDX-License-Identifier: MIT
"""Parses untrusted JSON strictly, and checks it against a JSON Schema. Supports the keywords that our schemas use."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterator
from decimal import Decimal, InvalidOperation
from json.decoder import WHITESPACE, scanstring  # type: ignore[attr-defined]
from typing import Any, NamedTuple, NoReturn

Schema = dict[str, Any]
#: Keys of objects and indices of arrays.
Path = tuple[str | int, ...]


class Problem(NamedTuple):
    """A mistake in a document that is JSON."""

    #: What is wrong, with the path of the entry.
    text: str
    #: The entry. If `key` is 1 or 2, the mistake is its key, which the object has for the first or second time.
    path: Path
    key: int = 0


class _Doubled(dict[str, Any]):
    """A JSON object in which a key appears twice."""

    key: str


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) == len(pairs):
        return found
    doubled = _Doubled(found)
    keys = [key for key, _ in pairs]
    doubled.key = next(key for key in keys if keys.count(key) > 1)
    return doubled


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is not a JSON number")


class _Fraction(float):
    """A number that is not whole, even if a float has too few digits for it and is."""

    def is_integer(self) -> bool:
        return False


def _number(text: str) -> int | float:
    """Reads a number with a point or an exponent. Whole numbers are exact."""
    if not text.lower().partition("e")[0].strip("-0."):
        return 0  # however large the exponent is
    try:
        exact = Decimal(text)
    except InvalidOperation:
        raise ValueError(f"the exponent of the number {_cut(text)} is too large") from None
    if not math.isfinite(float(exact)):
        raise ValueError(f"the number {_cut(text)} is too large")
    return int(exact) if exact == exact.to_integral_value() else _Fraction(exact)


def parse(text: str | bytes) -> Any:
    """Parses a JSON document in UTF-8. Raises ValueError for every mistake."""
    if isinstance(text, bytes):
        text = text.decode()  # UnicodeDecodeError is a ValueError
    try:
        return json.loads(text, object_pairs_hook=_object, parse_constant=_refuse_constant, parse_float=_number)
    except RecursionError:
        raise ValueError("it is nested too deeply") from None


def _is_integer(value: Any) -> bool:
    # In JSON Schema, 1.0 is an integer, and true is not.
    return (isinstance(value, int) and not isinstance(value, bool)) or (isinstance(value, float) and value.is_integer())


def _cut(text: str) -> str:
    return text if len(text) <= 60 else text[:57] + "…"


_TYPES: dict[str, tuple[str, Callable[[Any], bool]]] = {
    "object": ("an object", lambda value: isinstance(value, dict)),
    "array": ("an array", lambda value: isinstance(value, list)),
    "string": ("a string", lambda value: isinstance(value, str)),
    "boolean": ("true or false", lambda value: isinstance(value, bool)),
    "integer": ("a whole number", _is_integer),
}


def _shown(value: Any) -> str:
    if isinstance(value, (dict, list)):
        return "an object" if isinstance(value, dict) else "an array"
    return _cut(json.dumps(value))


def _same(a: Any, b: Any) -> bool:
    return bool(a == b) and isinstance(a, bool) == isinstance(b, bool)


def utf8(text: str) -> str | None:
    """Returns why a string is not text, or None."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return "must not contain half of a surrogate pair"
    return None


def utf8_256(text: str) -> str | None:
    """Returns why a string is not text of at most 256 bytes, or None."""
    wrong = utf8(text)
    if wrong is None and (length := len(text.encode())) > 256:
        return f"must have at most 256 bytes of UTF-8 (got {length})"
    return wrong


_FORMATS = {"utf8": utf8, "utf8-256": utf8_256}


def _name(path: Path) -> str:
    """The path as a user reads it, for example "gesture_views[1].match"."""
    words = "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in path)
    return words.removeprefix(".") or "the document"


def problems(value: Any, schema: Schema, root: Schema | None = None, path: Path = ()) -> Iterator[Problem]:
    """Yields each mistake in a document. Yields nothing if it follows the schema."""
    root = schema if root is None else root
    if "$ref" in schema:
        schema = {**root["$defs"][schema["$ref"].removeprefix("#/$defs/")], **schema}
    where = _name(path)
    if "type" in schema:
        words, is_type = _TYPES[schema["type"]]
        if not is_type(value):
            yield Problem(f"{where} must be {words} (got {_shown(value)})", path)
            return
    if "const" in schema and not _same(value, schema["const"]):
        yield Problem(f"{where} must be {_shown(schema['const'])} (got {_shown(value)})", path)
    if "enum" in schema and not any(_same(value, one) for one in schema["enum"]):
        yield Problem(f"{where} must be one of {', '.join(map(_shown, schema['enum']))} (got {_shown(value)})", path)
    if "minimum" in schema and not schema["minimum"] <= value <= schema["maximum"]:
        yield Problem(f"{where} must be from {schema['minimum']} to {schema['maximum']} (got {_shown(value)})", path)
    if "minLength" in schema and len(value) < schema["minLength"]:
        yield Problem(f"{where} must not be empty (got \"\")", path)
    if "format" in schema and (wrong := _FORMATS[schema["format"]](value)):
        yield Problem(f"{where} {wrong}", path)
    if isinstance(value, dict) and "properties" in schema:
        yield from _problems_of_object(value, schema, root, path)
    if isinstance(value, list) and "items" in schema:
        if len(value) > (most := schema["maxItems"]):
            yield Problem(f"{where} must have at most {most} entries (got {len(value)})", (*path, most))
            return
        for index, item in enumerate(value):
            yield from problems(item, schema["items"], root, (*path, index))


def _problems_of_object(value: dict[str, Any], schema: Schema, root: Schema, path: Path) -> Iterator[Problem]:
    where = _name(path)
    if isinstance(value, _Doubled):
        yield Problem(f"{where} must have each member once (got {_shown(value.key)} twice)", (*path, value.key), 2)
    for key in schema.get("required", ()):
        if key not in value:
            yield Problem(f"{where} must have the member {_shown(key)}", path)
    for key, item in value.items():
        if key in schema["properties"]:
            yield from problems(item, schema["properties"][key], root, (*path, key))
        else:
            valid = ", ".join(schema["properties"])
            yield Problem(f"{where} has the unknown member {_shown(key)}; valid members are {valid}", (*path, key), 1)


def locate(text: str, problem: Problem) -> int:
    """Returns where a problem of a document is, in characters from the start of the text."""
    index = key_index = _after_space(text, 0)
    for depth, step in enumerate(problem.path):
        skipped = problem.key - 1 if problem.key and depth == len(problem.path) - 1 else 0
        key: str | int = -1
        while True:
            index = key_index = _after_space(text, index + 1)
            if isinstance(step, int):
                key = int(key) + 1
            else:
                key, index = scanstring(text, index + 1)
                index = _after_space(text, _after_space(text, index) + 1)
            if key == step and (skipped := skipped - 1) < 0:
                break
            _, index = _DECODER.raw_decode(text, index)
            index = _after_space(text, index)
    return key_index if problem.key else index


_DECODER = json.JSONDecoder(parse_int=str, parse_float=str)


def _after_space(text: str, index: int) -> int:
    return int(WHITESPACE.match(text, index).end())
