# SPDX-License-Identifier: MIT
"""Writes the table of the contract tests as a dictionary of libFuzzer: every constant, the ends of every range, and the words of
valid calls, as the bytes that a target takes for them. The words of JSON documents of rules are added. Usage: dictionary.py FILE"""
from __future__ import annotations

import json
import pathlib
import re
import struct
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "script"), str(ROOT / "Tests" / "contract")]

import headers as h  # noqa: E402
from field_ranges import FIELDS  # noqa: E402
import range_rules as rules  # noqa: E402
import ranges  # noqa: E402


def as_bytes(value: int) -> set[bytes]:
    """An integer in each width that holds it, little-endian."""
    return {value.to_bytes(n, "little") for n in (1, 2, 4, 8) if 0 <= value < 1 << 8 * n}


def numbers(rule: object, headers: h.Headers) -> set[bytes]:
    found: set[bytes] = set()
    match rule:
        case rules.Integer(low, high):
            for value in (low - 1, low, high, high + 1):
                found |= as_bytes(value)
        case rules.Constant(group) | rules.Flags(group):
            for value in headers.group(group).values():
                found |= as_bytes(value)
        case rules.Real(low, high):
            for end in (low, high):
                value = eval(end.replace("SCRIM_MAX_COORDINATE", "1073741824.0"))  # noqa: S307 - our own table
                found.add(struct.pack("<d", value))
    return found


def words() -> set[bytes]:
    """What stands in quotes in the table's valid calls: names of classes, actions, hashes."""
    table = [*FIELDS.values(), *ranges.PARAMETERS.values()]
    texts = [rule.valid for rule in table if isinstance(getattr(rule, "valid", None), str)]
    return {word.encode() for text in texts for word in re.findall(r'"([^"]+)"', text) if len(word) <= 100}


def words_of_rules() -> set[bytes]:
    """Members and words of the JSON documents that scrim_collector_load_rules() reads, and tokens of JSON."""
    schema = json.loads((ROOT / "bindings/python/scrim/rules.schema.json").read_bytes())
    found: set[str] = {"true", "false", "null", "\\u00", "\\ud83d\\ude00", "1e0", "-0.0", "[{", "}]", "18446744073709551615"}

    def visit(part: object) -> None:
        if isinstance(part, dict):
            found.update(f'"{name}":' for name in part.get("properties", ()))
            found.update(f'"{word}"' for word in part.get("enum", ()))
            for inner in part.values():
                visit(inner)

    visit(schema)
    return {word.encode() for word in found}


def quoted(entry: bytes) -> str:
    return '"' + "".join(f"\\x{byte:02x}" for byte in entry) + '"'


def main() -> None:
    headers = h.load()
    entries = {struct.pack("<d", value) for value in (float("nan"), float("inf"), -float("inf"), 5e-324)}
    entries |= words() | words_of_rules()
    for rule in (*FIELDS.values(), *ranges.PARAMETERS.values()):
        entries |= numbers(rule, headers)
    for value in (headers.structs[name].size for name in headers.structs):
        entries |= {value.to_bytes(4, "little")}
    entries |= {(2**n).to_bytes(8, "little") for n in (31, 32, 63)} | {b"\xff" * n for n in (4, 8)}
    lines = [quoted(entry) for entry in sorted(entries) if len(entry) > 1]
    pathlib.Path(sys.argv[1]).write_text("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
