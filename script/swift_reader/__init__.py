# SPDX-License-Identifier: MIT
"""Finds which declarations each Swift file refers to.

This is a small reader of the Swift that Scrim is written in, not a compiler. It reads every file twice. The first reading
notes what is declared: types, functions, properties, cases and type aliases, with their types. The second follows each
expression from its head (a local, a member of the enclosing type, a type, a top-level function) along its members, and
notes the declarations that it meets. If the type of an expression is unknown, a member counts only if every declaration
with that name, and with those argument labels, is in the same folder.
"""

from __future__ import annotations

from collections.abc import Iterable

from .bodies import Bodies
from .index import Declaration, Index, Reference
from .signatures import Signatures

__all__ = ["Declaration", "Reference", "read"]


def read(files: Iterable[tuple[str, str, str]]) -> tuple[Index, list[Reference]]:
    """Reads files, each given as its path, its folder and its text."""
    files = list(files)
    index = Index()
    references: list[Reference] = []
    for file in files:
        Signatures(index, *file).read_file()
    for file in files:
        Bodies(index, references, *file).read_file()
    return index, references
