# SPDX-License-Identifier: MIT
"""The text of comments as mdoc(7)."""

import re

from comments import LABEL

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


def _items(block: str, start: str) -> list[str]:
    return [item for item in re.split(rf"(?m)^{start}", block) if item.strip()]


def _block(block: str) -> list[str]:
    first = block.lstrip("\n").split("\n", 1)[0]
    if re.match(r" {4,}", first):
        indent = min(len(line) - len(line.lstrip()) for line in block.split("\n") if line.strip())
        return literal("\n".join(line[indent:] for line in block.strip("\n").split("\n")))
    if first.startswith("@param"):
        lines = [".Bl -tag -width Ds -compact"]
        for item in _items(block, "@param "):
            name, _, about = item.partition(" ")
            lines += [f".It Fa {name}", *paragraph(about)]
        return [*lines, ".El"]
    if re.match(r" ?- ", first):
        items = [line for item in _items(block, " ?- ") for line in [".It", *paragraph(item)]]
        return [".Bl -bullet -compact", *items, ".El"]
    return paragraph(block)


def _blocks(text: str) -> list[str]:
    """A comment's paragraphs, lists and tables of parameters, one after the other."""
    text = LABEL.sub(lambda label: f"\n\n{label[1]}: ", text)
    # After parameters and lists, what is not indented is about the whole again.
    text = re.sub(r"(?m)^((?:@param.*\n)(?: .*\n)*)(?=[^\s@])", r"\1\n", text)
    text = re.sub(r"(?m)^((?! ?- |@param| {4,}).+\n)(?=(?: ?- |@param))", r"\1\n", text)
    text = re.sub(r"(?m)^((?: ?- ).*\n(?: {2,}.*\n)*)(?=[^\s-])", r"\1\n", text)
    return [block for block in re.split(r"\n\s*\n", text) if block.strip()]


def text(comment: str) -> list[str]:
    lines: list[str] = []
    for block in _blocks(comment):
        made = _block(block)
        if lines and not made[0].startswith((".Bd", ".Bl -bullet")):
            lines.append(".Pp")
        lines += made
    return lines


def summary(comment: str) -> str:
    """The first sentence in the form of a NAME section: without the name itself, a capital and a full stop."""
    sentence = re.split(r"(?<=\.)\s", re.sub(r"\s+", " ", comment).strip())[0].rstrip(".")
    sentence = re.sub(r"^scrim_\w+(?:: | )", "", sentence)
    return sentence[0].lower() + sentence[1:]
