# SPDX-License-Identifier: MIT
"""Reads selftest.inc, which scrim-selftest (C) compiles in: what both check, and the sentences that both print."""

from __future__ import annotations

import ast
import re
from pathlib import Path
from typing import Any, NamedTuple

from scrim import Format, Style, StyleKind

#: The protection of secrets, from the weakest.
LEVELS = ("none", "guarded", "locked", "secret")
PATH = Path(__file__).with_name("selftest.inc")


class Layout(NamedTuple):
    """The planes of a format."""

    planes: int
    #: Bytes of a pixel in the first plane, and in the others.
    bytes: int
    chroma_bytes: int
    #: 1 where a sample of the other planes stands for two pixels.
    shift_x: int
    shift_y: int


class Redaction(NamedTuple):
    """One of the redactions: noise in a format, a rectangle in a style, and the CRC-32 of all bytes afterwards."""

    format: Format
    style: str
    width: int
    height: int
    rect: tuple[int, int, int, int]
    crc: int

    @property
    def name(self) -> str:
        return f"{self.format.name} {self.style} {self.width}x{self.height}"


def _value(node: ast.expr) -> Any:
    return node.id if isinstance(node, ast.Name) else ast.literal_eval(node)


def _rows() -> dict[str, list[list[Any]]]:
    found: dict[str, list[list[Any]]] = {}
    for line in PATH.read_text().splitlines():
        if re.match(r"[A-Z]+\(", line):
            call = ast.parse(line, mode="eval").body
            assert isinstance(call, ast.Call) and isinstance(call.func, ast.Name)
            found.setdefault(call.func.id, []).append([_value(argument) for argument in call.args])
    return found


_ROWS = _rows()
#: The sentences of the checks by their keys.
CHECKS: dict[str, str] = dict(_ROWS["CHECK"])
FLAGS: dict[str, str] = dict(_ROWS["FLAG"])
#: The name of what is missing, and what helps if it is unavailable, by the field of the report.
LACKS: dict[str, tuple[str, str]] = {field: (name, unavailable) for field, name, unavailable in _ROWS["LACK"]}
ADVICE: dict[str, str] = dict(_ROWS["ADVICE"])
#: What is missing, why, and what helps if a filter of system calls ends processes.
KILLED: tuple[str, str, str] = tuple(_ROWS["KILLED"][0])
FORMATS = {Format[name]: Layout(*numbers) for name, *numbers in _ROWS["FORMAT"]}
STYLES = {
    name: Style(color, StyleKind[kind], amount, saturation, seed)
    for name, kind, color, amount, saturation, seed in _ROWS["STYLE"]
}
REDACTIONS = [
    Redaction(Format[name], style, width, height, (left, top, across, down), crc)
    for name, style, width, height, left, top, across, down, crc in _ROWS.get("REDACTION", [])
]
