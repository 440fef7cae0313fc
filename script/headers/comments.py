# SPDX-License-Identifier: MIT
"""The parts of a comment in the headers: prose, parameters, results, errors, and rules on time and threads."""

import re
from dataclasses import dataclass, field

TAG = re.compile(r"@(param +\w+|returns?|see|note|warning)\b *(.*)")
LABEL = re.compile(r"(Time|Threads|Memory): *(.*)")
ERROR = re.compile(r"SCRIM_ERROR_\w+")


@dataclass
class Comment:
    """The parts of a comment. Texts keep their line breaks, because lists and programs need them."""

    body: str = ""
    parameters: list[tuple[str, str]] = field(default_factory=list)
    returns: list[str] = field(default_factory=list)
    errors: list[tuple[str, str]] = field(default_factory=list)  # name, "if …"
    notes: list[tuple[str, str]] = field(default_factory=list)  # "Time", "O(n)."


def _begins(line: str, has_tags: bool) -> tuple[str, str]:
    """The tag or label that begins a line, and the rest of the line. The tag is empty if there is none."""
    if found := TAG.match(line.strip()) or LABEL.match(line):
        return found[1], found[2]
    return ("Threads", line) if has_tags and line.startswith("Thread-safe") else ("", line)


def _add(comment: Comment, tag: str, text: str) -> None:
    """Files one tagged paragraph."""
    kind, _, name = tag.partition(" ")
    if kind == "param":
        comment.parameters.append((name.strip(), text))
    elif kind.startswith("return") and (error := ERROR.match(text)):
        comment.errors.append((error[0], text[error.end() :].strip()))
    elif kind.startswith("return"):
        comment.returns.append(text)
    else:
        comment.notes.append(({"see": "See also"}.get(tag, tag.capitalize()), text))


def parse(text: str) -> Comment:
    """Reads the tags (`@param`, `@return`, …) and labels ("Time:") of a comment. Each ends at an empty line or the next one.
    A paragraph after them that begins with "Thread-safe" belongs to the label "Threads"."""
    comment = Comment()
    body: list[str] = []
    tag, kept = "", []
    for line in [*text.replace(" @see ", "\n@see ").split("\n"), ""]:
        begins, rest = _begins(line, comment != Comment() or bool(tag))
        if tag and (begins or not line.strip()):
            _add(comment, tag, "\n".join(kept))
            tag = ""
        if begins:
            tag, kept = begins, [rest]
        elif tag:
            kept.append(line.strip())
        else:
            body.append(line)
    comment.body = "\n".join(body).strip("\n")
    return comment


def blocks(body: str) -> list[tuple[str, str]]:
    """The paragraphs ("text"), titles ("title", of `@par`), lists ("list") and programs ("code") of a text."""
    found: list[tuple[str, str]] = []
    body = re.sub(r"(?m)^(@par .+)\n", r"\1\n\n", body)
    # A list may follow its introduction without an empty line, and may be followed so.
    body = re.sub(r"(?m)^((?! ?- | {2,}).+\n)(?= ?- )", r"\1\n", body)
    body = re.sub(r"(?m)^( ?- .*\n(?: {2,}.*\n)*)(?=[^\s-])", r"\1\n", body)
    for block in re.split(r"\n\s*\n", body):
        lines = block.strip("\n").split("\n")
        if not block.strip():
            continue
        if lines[0].startswith("@par "):
            found.append(("title", lines[0].removeprefix("@par ")))
        elif re.match(r" {4,}", lines[0]):
            indent = min(len(line) - len(line.lstrip()) for line in lines if line.strip())
            program = "\n".join(line[indent:] for line in lines)
            if found and found[-1][0] == "code":
                program = f"{found.pop()[1]}\n\n{program}"
            found.append(("code", program))
        else:
            found.append(("list" if re.match(r" ?- ", lines[0]) else "text", "\n".join(lines)))
    return found


def items(block: str) -> list[str]:
    """The items of a list."""
    return [item for item in re.split(r"(?m)^ ?- ", block) if item.strip()]
