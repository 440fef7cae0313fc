# SPDX-License-Identifier: MIT
"""The command `scrim keypad`, which draws a layout as text or as a picture."""

from __future__ import annotations

import argparse
import io
import sys
from pathlib import Path
from typing import Any

from scrim import InvalidArgumentError, Key, KeyKind, Keypad, Layout, Shuffle

from ..errors import CommandError, Exit, UsageError, add_json_option, need, tell
from .image_write import output_format
from .input_output import check_target, write_output
from .option_types import number, whole_number

_SIZES = {"qwerty": (600, 220), "qwertz": (600, 220), "azerty": (600, 220), "payment": (400, 400)}
#: A font that has the labels of all keys, which Pillow's own font lacks.
_FONT = Path("/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf")
#: The limit in include/scrim/keypad.h.
_MOST_BLANKS = 4
#: Replacements for labels that terminals and fonts may lack.
_PLAIN = {KeyKind.DELETE: "<-", KeyKind.DONE: "ok", KeyKind.DISMISS: "hide", KeyKind.SHIFT: "^", KeyKind.CLEAR: "clear"}


def _names(kind: type[Layout] | type[Shuffle]) -> list[str]:
    return [member.name.lower().replace("_", "-") for member in kind]


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = subparsers.add_parser(
        "keypad",
        help="draw a keypad's layout",
        description="Draws a layout as text or as a picture. Each run shuffles the keys again. The drawing shows what"
        " users will see, but it is only an example: each keypad in use is shuffled separately.",
    )
    parser.add_argument("layout", nargs="?", default="pin", choices=_names(Layout), help="the layout (default: pin)")
    parser.add_argument("--shuffle", default="auto", choices=_names(Shuffle), help="which keys are shuffled (default: auto)")
    parser.add_argument(
        "--blank-keys-per-row",
        type=whole_number(0, _MOST_BLANKS),
        default=0,
        metavar="N",
        help="add N blank keys to each shuffled row (default: 0)",
    )
    parser.add_argument("--output", metavar="FILE", help="write a picture to this file; - is standard output")
    parser.add_argument(
        "--scale", type=number(0.1, 20), default=2, metavar="N", help="pixels per point in the picture (default: 2)"
    )
    add_json_option(parser)


def made(args: argparse.Namespace) -> tuple[tuple[int, int], list[Key]]:
    """Returns the size of a layout in points, and its keys."""
    width, height = _SIZES.get(args.layout, (300, 400))
    try:
        keypad = Keypad((0, 0, width, height), layout=args.layout, shuffle=args.shuffle, blank_keys_per_row=args.blank_keys_per_row)
    except InvalidArgumentError as error:
        if args.shuffle != "digits":
            raise
        message = f"--shuffle digits: the first page of {args.layout} has no digits, so its keys would stay in order"
        raise UsageError(message, "use --shuffle auto") from error
    with keypad as pad:
        pad.show()
        return (width, height), pad.keys()


def label(key: Key) -> str:
    """Returns the text on a key, in characters that every terminal has."""
    return _PLAIN.get(key.kind) or key.label


def as_text(size: tuple[int, int], keys: list[Key]) -> str:
    """Draws the keys with characters. Each character is ten points wide and twenty high."""
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


def as_picture(size: tuple[int, int], keys: list[Key], scale: float) -> Any:
    """Draws the keys as a Pillow image: four times as large, then scaled down for smooth edges."""
    pillow, drawing = need("PIL.Image", "Pillow"), need("PIL.ImageDraw", "Pillow")
    margin, smooth = 12, 4
    unit = scale * smooth
    width, height = (round((side + 2 * margin) * scale) * smooth for side in size)
    image = pillow.new("RGB", (width, height), "#d5dfe2")
    draw = drawing.Draw(image)
    low = min((key.rect.height for key in keys), default=0)
    for key in keys:
        x, y = (key.rect.x + margin) * unit, (key.rect.y + margin) * unit
        right, bottom = x + key.rect.width * unit, y + key.rect.height * unit
        fill, ink = {KeyKind.INSERT: ("#ffffff", "#1c2b33"), KeyKind.DONE: ("#17705c", "#ffffff")}.get(
            key.kind, ("#eef2f2", "#42545c")
        )
        gap = 3 * unit
        draw.rounded_rectangle((x + gap, y + gap, right - gap, bottom - gap), 9 * unit, fill)
        text = key.label if _FONT.exists() else label(key)
        room = min(
            low * (0.45 if key.kind == KeyKind.INSERT else 0.36), (key.rect.width - 10) / max(1, len(text)) * 1.1
        )
        draw.text(((x + right) / 2, (y + bottom) / 2), text, ink, _font(room * unit), anchor="mm")
    return image.resize((width // smooth, height // smooth), pillow.Resampling.BOX)


def _font(size: float) -> Any:
    fonts = need("PIL.ImageFont", "Pillow")
    return fonts.truetype(str(_FONT), size) if _FONT.exists() else fonts.load_default(size)


def _write(args: argparse.Namespace, size: tuple[int, int], keys: list[Key]) -> None:
    check_target("-", args.output)
    out = io.BytesIO()
    format = output_format(args.output, None, "PNG")
    try:
        as_picture(size, keys, args.scale).save(out, format)
    except (OSError, ValueError) as error:
        raise CommandError(f"{args.output}: {format} cannot contain this picture: {error}", "write a .png") from error
    write_output(args.output, out.getvalue())


def run(args: argparse.Namespace) -> int:
    size, keys = made(args)
    if args.output is not None:
        _write(args, size, keys)
    listed = [{"kind": key.kind.name.lower(), "label": key.label, "name": key.name, "rect": list(key.rect)} for key in keys]
    in_output = args.output == "-"
    text = "" if in_output else args.output or as_text(size, keys)
    result = {"layout": args.layout, "width": size[0], "height": size[1], "keys": listed}
    tell(args, result, text, sys.stderr if in_output else sys.stdout)
    return Exit.DONE
