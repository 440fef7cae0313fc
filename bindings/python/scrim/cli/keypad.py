# SPDX-License-Identifier: MIT
"""scrim keypad: draws a layout, in text or as a picture."""

from __future__ import annotations

import argparse

from ..keypad import Key, Keypad, KeyKind, Layout, Shuffle
from .errors import Exit, add_json_option, tell

_SIZES = {Layout.QWERTY: (600, 220), Layout.QWERTZ: (600, 220), Layout.AZERTY: (600, 220), Layout.PAYMENT: (400, 400)}
#: What stands on keys whose labels terminals and fonts may lack.
_PLAIN = {KeyKind.DELETE: "<-", KeyKind.DONE: "ok", KeyKind.HIDE: "hide", KeyKind.SHIFT: "^", KeyKind.CLEAR: "clear"}


def _names(kind: type[Layout] | type[Shuffle]) -> list[str]:
    return [member.name.lower().replace("_", "-") for member in kind]


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = subparsers.add_parser(
        "keypad",
        help="draw a keypad's layout",
        description="Draws a layout as text. Each run shuffles anew: it shows what users will see, and is no layout"
        " that anybody types on.",
    )
    parser.add_argument("layout", nargs="?", default="pin", choices=_names(Layout), help="which one (default: pin)")
    parser.add_argument("--shuffle", default="digits", choices=_names(Shuffle), help="what changes places")
    parser.add_argument("--blanks", type=int, default=0, metavar="N", help="blank keys added to each shuffled row")
    add_json_option(parser)


def made(args: argparse.Namespace) -> tuple[tuple[int, int], list[Key]]:
    """A layout's size in points, and its keys."""
    layout = Layout[args.layout.replace("-", "_").upper()]
    width, height = _SIZES.get(layout, (300, 400))
    with Keypad((0, 0, width, height), layout=layout, shuffle=Shuffle[args.shuffle.upper()], blanks=args.blanks) as pad:
        pad.show()
        return (width, height), pad.keys()


def label(key: Key) -> str:
    return _PLAIN.get(key.kind) or key.label


def as_text(size: tuple[int, int], keys: list[Key]) -> str:
    """Boxes of characters, ten points wide and twenty high each."""
    columns, rows = size[0] // 10 + 1, size[1] // 20 + 1
    cells = [[" "] * columns for _ in range(rows)]
    for key in keys:
        left, top = round(key.rect.x / 10), round(key.rect.y / 20)
        right, bottom = round((key.rect.x + key.rect.width) / 10), round((key.rect.y + key.rect.height) / 20)
        for x in range(left, right + 1):
            for y in (top, bottom):
                cells[y][x] = "+" if x in (left, right) or cells[y][x] == "+" else "-"
        for y in range(top + 1, bottom):
            for x in (left, right):
                cells[y][x] = "+" if cells[y][x] in "+-" else "|"
        text = label(key)[: right - left - 1]
        start = (left + right + 1 - len(text)) // 2
        cells[(top + bottom) // 2][start : start + len(text)] = text
    return "\n".join("".join(row).rstrip() for row in cells)


def run(args: argparse.Namespace) -> int:
    size, keys = made(args)
    listed = [{"kind": key.kind.name.lower(), "label": key.label, "rect": list(key.rect)} for key in keys]
    tell(args, {"layout": args.layout, "width": size[0], "height": size[1], "keys": listed}, as_text(size, keys))
    return Exit.DONE
