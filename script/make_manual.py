#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Generates the manual page and the shell completions of the command scrim from its parser. Needs shtab.

PYTHONPATH=bindings/python:programs/scrim SCRIM_LIBRARY=build/libscrim.so script/make_manual.py
"""

from __future__ import annotations

import argparse
import re
from pathlib import Path

import shtab
from scrim import __version__
from scrim_tools.cli import build_parser
from scrim_tools.errors import EXIT_CODES

DOCS = Path(__file__).resolve().parents[1] / "docs"

FILES = """\
--regions reads a JSON file, which has the same format for pictures and videos, or a file of boxes. This is the former:

{"format": "xywh", "style": "solid:#102030", "regions": [
    {"rect": [90, 190, 320, 50]},
    {"rounded_rect": [10, 10, 80, 40], "radius": 8, "style": "frost:7"},
    {"ellipse": [300, 190, 110, 50], "style": "tiles"},
    {"polygon": [[0, 0], [60, 10], [30, 50]]},
    {"from": 1.5, "to": 9, "keyframes": [
        {"time": 2, "rect": [0, 0, 40, 40]},
        {"time": 5, "rect": [80, 0, 40, 40]}]}]}

"format" says what the four numbers of a box mean: xywh, xyxy or normalized. The last means xyxy as fractions of the width \
and height. A region moves in straight lines between its keyframes, and does not move before the first or after the last. \
It is present from the second "from" to the second "to", or always without these. Keyframes, "from" and "to" are for \
videos. Unknown names are errors.

The formats of boxes are mot (MOTChallenge), coco (COCO in JSON), cvat (CVAT for images and for video, in XML) and deface. \
The last is a table with the columns frame, x1, y1, x2 and y2. A picture is found by its file name. In a video, each box is also \
covered in the frame before and after its own, and is held for --lost seconds where its object is lost."""

PATTERNS = """\
card finds card numbers of 12 to 19 digits with a correct check digit. iban finds bank account numbers with their \
country's structure and correct check digits. Both are also found if tesseract took some of their characters for others. \
email finds e-mail addresses.

phone finds telephone numbers with a country code, and national numbers in the form that is usual in large countries. \
With --language, more national numbers of the language's countries are found.

api-key finds keys and tokens of well-known services, such as AWS, GitHub and Stripe. private-key finds blocks with private \
keys, from the line BEGIN to the line END. jwt finds JSON Web Tokens.

ip finds IPv4 and IPv6 addresses, and mac finds MAC addresses. Four numbers after a word such as "version" are not an address.

digits finds six or more digits, also numbers whose check digit is wrong because tesseract misread a digit.

A regular expression of Python is written after "re:". It is matched against a text in which words of a line are \
separated by a space, and lines by a line feed. Any other word is an error.

A match is covered from its first word to its last. If a pattern finds nothing, that is an error and nothing is written, \
unless --allow-nothing is given. Text that tesseract does not read is not covered, so check the result.

In a video, one frame in each second is read, or every Nth frame with --text-every. The last frame that shows unread content is \
read too. Found text is followed through the other frames. Text may be missed if it is visible for a few frames only while \
everything around it changes."""

ENVIRONMENT = """\
SCRIM_LIBRARY is the path of the shared library. Set it if the library is neither in the Python package nor in the linker's path.

SCRIM_DISABLE_MEMFD_SECRET=1 prevents the library from calling memfd_secret. Set it if a system call filter ends processes that call it."""


def _escaped(text: str) -> str:
    text = text.replace("\\", "\\e").replace("-", "\\-")
    text = "".join(c if c.isascii() else f"\\[u{ord(c):04X}]" for c in text)
    return "\n".join(f"\\&{line}" if line.startswith((".", "'")) else line for line in text.split("\n"))


def _paragraphs(text: str) -> list[str]:
    """Returns paragraphs as filled text. Indented lines and JSON objects keep their line breaks."""
    lines = []
    for paragraph in text.strip().split("\n\n"):
        lines.append(".PP")
        if paragraph.startswith("{") or "\n  " in paragraph:
            head, _, rest = paragraph.partition("\n") if not paragraph.startswith("{") else ("", "", paragraph)
            lines += [_escaped(head)] * bool(head) + [".RS 4", ".nf", _escaped(rest), ".fi", ".RE"]
        else:
            lines.append(_escaped(" ".join(paragraph.split())))
    return lines


def _action(action: argparse.Action) -> list[str]:
    """Returns an option or an argument with its description."""
    value = action.metavar
    if value is None and action.choices:
        value = "{" + ",".join(map(str, action.choices)) + "}"
    if value is None and action.nargs != 0:
        value = action.dest.upper()
    if not action.option_strings:
        named = f"\\fI{_escaped(str(value))}\\fR"
    else:
        named = ", ".join(f"\\fB{_escaped(option)}\\fR" for option in action.option_strings)
        named += f" \\fI{_escaped(str(value))}\\fR" if action.nargs != 0 else ""
    told = " ".join(str(action.help or "").split()) % vars(action) if action.help else ""
    return [".TP", named, _escaped(told)]


def _command(name: str, parser: argparse.ArgumentParser) -> list[str]:
    lines = [f'.SS "scrim {name}"', *_paragraphs(parser.description or "")]
    for group in parser._action_groups:
        for action in group._group_actions:
            if "--help" not in action.option_strings:
                lines += _action(action)
    return lines + (_paragraphs(parser.epilog) if parser.epilog else [])


def manual() -> str:
    parser = build_parser()
    (commands,) = (action for action in parser._actions if isinstance(action, argparse._SubParsersAction))
    lines = [
        "." + r"\" Generated by script/make_manual.py. SPDX-License-Identifier: MIT",
        f'.TH SCRIM 1 "" "scrim {__version__}" "User Commands"',
        ".SH NAME",
        r"scrim \- cover private content in pictures and videos",
        ".SH SYNOPSIS",
        ".B scrim",
        r"\fICOMMAND\fR [\fIOPTION\fR]... [\fIARGUMENT\fR]...",
        ".SH DESCRIPTION",
        *_paragraphs(parser.description or ""),
        ".SH OPTIONS",
        *[line for action in parser._actions if action.option_strings for line in _action(action)],
        ".SH COMMANDS",
        *[line for name, command in commands.choices.items() for line in _command(name, command)],
        ".SH PATTERNS",
        *_paragraphs(PATTERNS),
        ".SH FILES",
        *_paragraphs(FILES),
        ".SH ENVIRONMENT",
        *_paragraphs(ENVIRONMENT),
        '.SH "EXIT STATUS"',
    ]
    for code, told in re.findall(r"^  (\d+) +(.*)$", EXIT_CODES, re.MULTILINE):
        lines += [".TP", f"\\fB{code}\\fR", _escaped(told)]
    return "\n".join(lines) + "\n"


def _completed(parser: argparse.ArgumentParser) -> argparse.ArgumentParser:
    """Returns the parser. Arguments that are files or folders are completed as such."""
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for command in action.choices.values():
                _completed(command)
        elif action.metavar in ("IN", "OUT", "FILE"):
            action.complete = shtab.FILE  # type: ignore[attr-defined]
        elif action.metavar in ("SOURCE", "DEST"):
            action.complete = shtab.DIRECTORY  # type: ignore[attr-defined]
    return parser


def files() -> dict[Path, str]:
    """Returns the path and the text of each file that is generated."""
    made = {DOCS / "man" / "scrim.1": manual()}
    for shell, name in {"bash": "scrim.bash", "zsh": "_scrim", "fish": "scrim.fish"}.items():
        made[DOCS / "completion" / name] = shtab.complete(_completed(build_parser()), shell).rstrip() + "\n"
    return made


if __name__ == "__main__":
    for path, text in files().items():
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)
