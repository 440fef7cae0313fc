# SPDX-License-Identifier: MIT
"""JSON from strangers: parsed strictly, and checked against a JSON Schema of the few keywords that ours need."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterator
from typing import Any, NoReturn

Schema = dict[str, Any]


class _Doubled(dict[str, Any]):
    """An object one of whose keys stands in it twice."""

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
    raise ValueError(f"{name} is no number of JSON")


def _finite(text: str) -> float:
    number = float(text)
    if not math.isfinite(number):
        raise ValueError(f"the number {text} is too large")
    return number


def parse(text: str | bytes) -> Any:
    """What a document of JSON in UTF-8 holds. Raises ValueError, whatever is wrong with it."""
    if isinstance(text, bytes):
        text = text.decode()  # UnicodeDecodeError is a ValueError
    try:
        return json.loads(text, object_pairs_hook=_object, parse_constant=_refuse_constant, parse_float=_finite)
    except RecursionError:
        raise ValueError("it is nested too deeply") from None


def _is_integer(value: Any) -> bool:
    # As JSON Schema has it, 1.0 is an integer, and true is none.
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
    """What keeps a string from being text of at most 256 bytes."""
    try:
        length = len(text.encode())
    except UnicodeEncodeError:
        return "has half of a surrogate pair"
    return f"has {length} bytes, and may have 256" if length > 256 else None


def problems(value: Any, schema: Schema, root: Schema | None = None, path: str = "") -> Iterator[str]:
    """What is wrong with a document, each with the path of the entry; none: it is as the schema says."""
    root = schema if root is None else root
    if "$ref" in schema:
        schema = {**root["$defs"][schema["$ref"].removeprefix("#/$defs/")], **schema}
    where = path or "the document"
    if "type" in schema:
        words, is_type = _TYPES[schema["type"]]
        if not is_type(value):
            yield f"{where} must be {words}, not {_shown(value)}"
            return
    if "const" in schema and not _same(value, schema["const"]):
        yield f"{where} must be {_shown(schema['const'])}, not {_shown(value)}"
    if "enum" in schema and not any(_same(value, one) for one in schema["enum"]):
        yield f"{where} must be one of {', '.join(map(_shown, schema['enum']))}, not {_shown(value)}"
    if "minimum" in schema and not schema["minimum"] <= value <= schema["maximum"]:
        yield f"{where} must be from {schema['minimum']} to {schema['maximum']}, not {_shown(value)}"
    if "minLength" in schema and len(value) < schema["minLength"]:
        yield f"{where} must not be empty"
    if "format" in schema and (wrong := _FORMATS[schema["format"]](value)):
        yield f"{where} {wrong}"
    if isinstance(value, dict) and "properties" in schema:
        yield from _problems_of_object(value, schema, root, path)
    if isinstance(value, list) and "items" in schema:
        if len(value) > schema["maxItems"]:
            yield f"{where} has {len(value)} entries, and may have {schema['maxItems']}"
            return
        for index, item in enumerate(value):
            yield from problems(item, schema["items"], root, f"{path}[{index}]")


_FORMATS = {"utf8-256": utf8_256}


def _problems_of_object(value: dict[str, Any], schema: Schema, root: Schema, path: str) -> Iterator[str]:
    where = path or "the document"
    if isinstance(value, _Doubled):
        yield f"{where} has {_shown(value.key)} twice"
    for key in schema.get("required", ()):
        if key not in value:
            yield f"{where} lacks {_shown(key)}"
    for key, item in value.items():
        if key in schema["properties"]:
            dot = "." if path else ""
            yield from problems(item, schema["properties"][key], root, f"{path}{dot}{key}")
        else:
            yield f"{where} has {_shown(key)}, which means nothing here: {', '.join(schema['properties'])} do"
