# SPDX-License-Identifier: MIT
"""Parses untrusted JSON strictly, and checks it against a JSON Schema. Supports the keywords that our schemas use."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterator
from typing import Any, NoReturn

Schema = dict[str, Any]


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


def _finite(text: str) -> float:
    number = float(text)
    if not math.isfinite(number):
        raise ValueError(f"the number {text} is too large")
    return number


def parse(text: str | bytes) -> Any:
    """Parses a JSON document in UTF-8. Raises ValueError for every mistake."""
    if isinstance(text, bytes):
        text = text.decode()  # UnicodeDecodeError is a ValueError
    try:
        return json.loads(text, object_pairs_hook=_object, parse_constant=_refuse_constant, parse_float=_finite)
    except RecursionError:
        raise ValueError("it is nested too deeply") from None


def _is_integer(value: Any) -> bool:
    # In JSON Schema, 1.0 is an integer, and true is not.
    return (isinstance(value, int) and not isinstance(value, bool)) or (isinstance(value, float) and value.is_integer())


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
    text = json.dumps(value)
    return text if len(text) <= 60 else text[:57] + "…"


def _same(a: Any, b: Any) -> bool:
    return bool(a == b) and isinstance(a, bool) == isinstance(b, bool)


def utf8_256(text: str) -> str | None:
    """Returns why a string is not text of at most 256 bytes, or None."""
    try:
        length = len(text.encode())
    except UnicodeEncodeError:
        return "must not contain half of a surrogate pair"
    return f"must have at most 256 bytes of UTF-8 (got {length})" if length > 256 else None


def problems(value: Any, schema: Schema, root: Schema | None = None, path: str = "") -> Iterator[str]:
    """Yields each mistake in a document, with the path of the entry. Yields nothing if it follows the schema."""
    root = schema if root is None else root
    if "$ref" in schema:
        schema = {**root["$defs"][schema["$ref"].removeprefix("#/$defs/")], **schema}
    where = path or "the document"
    if "type" in schema:
        words, is_type = _TYPES[schema["type"]]
        if not is_type(value):
            yield f"{where} must be {words} (got {_shown(value)})"
            return
    if "const" in schema and not _same(value, schema["const"]):
        yield f"{where} must be {_shown(schema['const'])} (got {_shown(value)})"
    if "enum" in schema and not any(_same(value, one) for one in schema["enum"]):
        yield f"{where} must be one of {', '.join(map(_shown, schema['enum']))} (got {_shown(value)})"
    if "minimum" in schema and not schema["minimum"] <= value <= schema["maximum"]:
        yield f"{where} must be from {schema['minimum']} to {schema['maximum']} (got {_shown(value)})"
    if "minLength" in schema and len(value) < schema["minLength"]:
        yield f"{where} must not be empty (got \"\")"
    if "format" in schema and (wrong := _FORMATS[schema["format"]](value)):
        yield f"{where} {wrong}"
    if isinstance(value, dict) and "properties" in schema:
        yield from _problems_of_object(value, schema, root, path)
    if isinstance(value, list) and "items" in schema:
        if len(value) > schema["maxItems"]:
            yield f"{where} must have at most {schema['maxItems']} entries (got {len(value)})"
            return
        for index, item in enumerate(value):
            yield from problems(item, schema["items"], root, f"{path}[{index}]")


_FORMATS = {"utf8-256": utf8_256}


def _problems_of_object(value: dict[str, Any], schema: Schema, root: Schema, path: str) -> Iterator[str]:
    where = path or "the document"
    if isinstance(value, _Doubled):
        yield f"{where} must have each key once (got {_shown(value.key)} twice)"
    for key in schema.get("required", ()):
        if key not in value:
            yield f"{where} must have the key {_shown(key)}"
    for key, item in value.items():
        if key in schema["properties"]:
            dot = "." if path else ""
            yield from problems(item, schema["properties"][key], root, f"{path}{dot}{key}")
        else:
            yield f"{where} has the unknown key {_shown(key)}; valid keys are {', '.join(schema['properties'])}"
