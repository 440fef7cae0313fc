# SPDX-License-Identifier: MIT
"""The text of comments as mdoc(7)."""

import re

from comments import blocks, items, parse

WIDTH = 80
CODE = re.compile(r"`([^`]+)`|\b((?:SCRIM|scrim)_\w+(?:\(\)|\u2026)?|\w+\(\))")
BOLD, ROMAN = "\\fB", "\\fP"  # NUL and 1 stand for them until lines are broken


def escape(text: str) -> str:
    """Text as it stands in a line: nothing in it is a request, and every terminal can show it."""
    for plain, name in {"\\": "\\e", "-": "\\-", "'": "\\(aq", "`": "\\(ga", "^": "\\(ha", "~": "\\(ti"}.items():
        text = text.replace(plain, name)
    return "".join(c if ord(c) < 128 else f"\\[u{ord(c):04X}]" for c in text)


def quote(text: str) -> str:
    return f'"{escape(text)}"'


def _length(line: str) -> int:
    return len(line.encode()) + 2 * (line.count("\0") + line.count("\1"))


def paragraph(text: str) -> list[str]:
    """A paragraph in source lines of a terminal's width, a sentence beginning a new one, with code in bold."""
    broken: list[str] = []
    for sentence in re.split(r"(?<=[.!?])\s+|(?<=[.!?][)\"])\s+", re.sub(r"\s+", " ", text).strip()):
        sentence = re.sub(r"(?:#|::)(?=(?:SCRIM|scrim)_)", "", sentence)
        marked = CODE.sub(lambda match: f"\0{match[1] or match[2]}\1", sentence)
        line = ""
        for word in escape(marked).split(" "):
            if line and _length(f"{line} {word}") > WIDTH:
                broken.append(line)
                line = word
            else:
                line = f"{line} {word}" if line else word
        broken.append(line)
    safe = [f"\\&{line}" if line.startswith((".", "'")) else line for line in broken if line]
    return [line.replace("\0", BOLD).replace("\1", ROMAN) for line in safe]


def literal(text: str) -> list[str]:
    body = [f"\\&{line}" if line.startswith(".") else line for line in escape(text.rstrip("\n")).split("\n")]
    return [".Bd -literal -offset indent", *body, ".Ed"]


def _tagged(kind: str, rows: list[tuple[str, str]]) -> list[str]:
    """A list whose items begin with a name in one line."""
    return [".Bl -tag -width Ds -compact", *(line for name, about in rows for line in (f".It {kind} {name}", *paragraph(about))), ".El"]


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _block(kind: str, block: str) -> list[str]:
    if kind == "code":
        return literal(block)
    if kind == "title":
        return [f".Sy {escape(block)}"]
    if kind == "list":
        return [".Bl -bullet -compact", *(line for item in items(block) for line in (".It", *paragraph(item))), ".El"]
    return paragraph(block)


def text(comment: str) -> list[str]:
    """A whole comment: its paragraphs, then its parameters, results, errors and rules."""
    parts = parse(comment)
    made = [_block(kind, block) for kind, block in blocks(parts.body)]
    if parts.parameters:
        made.append(_tagged("Fa", parts.parameters))
    made += [paragraph(f"Returns {about[:1].lower()}{about[1:]}") for about in parts.returns]
    if parts.errors:
        made += [["Errors:"], _tagged("Dv", [(name, _capital(about)) for name, about in parts.errors])]
    made += [paragraph(f"{label}: {about}") for label, about in parts.notes]
    lines: list[str] = []
    for block in made:
        if lines and not block[0].startswith((".Bd", ".Bl -bullet")) and lines[-1] != "Errors:":
            lines.append(".Pp")
        lines += block
    return lines


def summary(comment: str) -> str:
    """The first sentence in the form of a NAME section: without the name itself, a capital and a full stop."""
    sentence = re.split(r"(?<=\.)\s", re.sub(r"\s+", " ", comment).strip())[0].rstrip(".")
    sentence = re.sub(r"^scrim_\w+(?:: | )", "", sentence)
    return sentence[0].lower() + sentence[1:]
