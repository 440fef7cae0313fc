# SPDX-License-Identifier: MIT
"""Reads the typed syntax tree that swiftc prints, and finds the ends of tokens, which it does not print."""

from __future__ import annotations

import json
import re
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

Node = dict[str, Any]

TOKEN = re.compile(
    rb'"(?:[^"\\\n]|\\.)*"'
    rb"|-?(?:0x[0-9A-Fa-f_]+(?:\.[0-9A-Fa-f_]+)?(?:p[-+]?[0-9]+)?|0[bo][0-9_]+|[0-9][0-9_]*(?:\.[0-9][0-9_]*)?(?:[eE][-+]?[0-9]+)?)"
    rb"|[$#@]?\w+|`\w+`|.",
    re.DOTALL,
)


def print_trees(command: Sequence[str], folder: Path) -> str:
    """What swiftc prints for the command that compiles the core: a tree for each file, between warnings."""
    done = subprocess.run(
        [*command, "-dump-ast", "-dump-ast-format", "json"], cwd=folder, capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise SystemExit(f"swiftc cannot read the core:\n{done.stderr[-2000:]}")
    return done.stdout + done.stderr


def read_trees(text: str) -> Iterator[Node]:
    """The trees in what swiftc printed."""
    decoder, position = json.JSONDecoder(), 0
    while (position := text.find('{"_kind":"source_file"', position)) >= 0:
        tree, position = decoder.raw_decode(text, position)
        yield tree


def token_end(source: bytes, start: int) -> int:
    """Where the token at a position ends. A node's range ends where its last token begins."""
    match = TOKEN.match(source, start)
    return match.end() if match else start


def span(source: bytes, node: Node) -> tuple[int, int] | None:
    """Where a node begins and ends."""
    if node.get("implicit") or "range" not in node:
        return None
    return node["range"]["start"], token_end(source, node["range"]["end"])


def arguments(node: Node) -> list[Node]:
    """The expressions that a call or an operator is applied to."""
    return [one["expr"] for one in node.get("args", {}).get("args", ())]


def callee(node: Node) -> tuple[str, str, int] | None:
    """The name and identity of what is called, and where its name is."""
    inner: Any = node.get("fn")
    while isinstance(inner, dict):
        if inner.get("_kind") == "declref_expr":
            if "range" not in inner:
                return None
            return inner["decl"].get("base_name", ""), inner["decl"].get("decl_usr", ""), inner["range"]["start"]
        inner = inner.get("fn") or inner.get("sub_expr")
    return None
