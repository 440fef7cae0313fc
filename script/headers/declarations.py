# SPDX-License-Identifier: MIT
"""Reads the declarations of the headers, in order and with their comments.

It is not a parser for C in general. It reads the headers of Scrim, which have one style. A line that it does not know is an error.
"""

import os
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path




@dataclass
class Declaration:
    comment: str
    source: str = ""


@dataclass
class Function(Declaration):
    name: str = ""
    returns: str = ""
    parameters: list[str] = field(default_factory=list)


@dataclass
class Constants(Declaration):
    members: list[tuple[str, str, str]] = field(default_factory=list)  # name, value, comment
    tag: str | None = None  # of an enum; None for a row of #define

    def prefix(self) -> str:
        """The common beginning of the names, for example "SCRIM_ALLOW_…"."""
        common = os.path.commonprefix([name for name, _, _ in self.members])
        return common[: common.rindex("_") + 1] + "…"


@dataclass
class Struct(Declaration):
    name: str = ""
    fields: list[tuple[str, str]] = field(default_factory=list)  # declaration, comment


@dataclass
class Header:
    name: str
    comment: str
    sections: list[tuple[str, str, list[Declaration]]]  # title, prose, declarations

    def functions(self) -> list[Function]:
        return [part for _, _, parts in self.sections for part in parts if isinstance(part, Function)]

    def constants(self) -> list[Constants]:
        return [part for _, _, parts in self.sections for part in parts if isinstance(part, Constants)]


#: "/* ---- Editing ---- */"
SECTION = re.compile(r"/\* ---- (.+?) ---- \*/")

TOKEN = re.compile(
    rf"(?P<section>{SECTION.pattern}\n)|(?P<doc>/\*\*(?:(?!\*/)[\s\S])*\*/\n)|(?P<prose>/\*\n(?:(?!\*/)[\s\S])*\*/\n)"
    rf"|(?P<define>#define (?:.*\\\n)*.*\n)|(?P<enum>SCRIM_ENUM\(\w+\) {{\n[\s\S]*?\n}};\n)"
    rf"|(?P<struct>typedef struct scrim_\w+ {{\n[\s\S]*?\n}} scrim_\w+;\n)"
    rf"|(?P<function>SCRIM_API [^;]*;\n)|(?P<typedef>typedef [^;{{]*;\n)|(?P<other>.*\n)"
)
MEMBER = re.compile(
    r"(?:(?P<before>/\*\*(?:(?!\*/)[\s\S])*\*/)\s*)*(?P<text>[^\s/][^,;\n]*?)"
    r"(?:[,;]|(?=\n|$|\s*/\*))[ ]*(?P<after>/\*\*<(?:(?!\*/)[\s\S])*\*/)?"
)
NOT_DECLARED = re.compile(r"\s*$|/\* SPDX.*|#(?:ifndef|ifdef|include|endif|if|else).*|extern \"C\" \{|\}")


def plain(comment: str) -> str:
    """Returns the text of a comment without `/**`, `*` and `*/`."""
    text = re.sub(r"^/\*\*?<? ?|\s*\*/\s*$", "", comment.strip())
    return re.sub(r"(?m)^ *\*(?: |$)", "", text).strip("\n")


def _members(body: str) -> Iterator[tuple[str, str]]:
    for match in MEMBER.finditer(body):
        yield match["text"].strip(), plain(match["before"] or match["after"] or "")


def _function(source: str, comment: str) -> Function:
    flat = re.sub(r"\s+", " ", source.removeprefix("SCRIM_API ").rstrip(";\n"))
    match = re.fullmatch(r"(.*?)(scrim_\w+)\((.*)\)", flat)
    assert match, source
    parameters = [] if match[3] == "void" else match[3].split(", ")
    return Function(comment, flat, match[2], match[1].strip(), parameters)


def _struct(source: str, comment: str) -> Struct:
    name = re.findall(r"scrim_\w+", source)[-1]
    body = source[source.index("{") + 1 : source.rindex("}")]
    return Struct(comment, source, name, list(_members(body)))


def _enum(source: str, comment: str) -> Constants:
    body = source[source.index("{") + 1 : source.rindex("}")]
    members = [(*text.partition(" = ")[::2], about) for text, about in _members(body)]
    tag = re.match(r"SCRIM_ENUM\((\w+)\)", source)
    return Constants(comment, source, members, tag[1] if tag else None)


def _define(source: str) -> tuple[str, str, str]:
    match = re.match(r"#define (\w+) ?(.*?)(?:\s*/\*\*<([\s\S]*)\*/)?\n?$", source.replace("\\\n", " "))
    assert match, source
    value = "" if match[1].endswith("_INIT") else re.sub(r"^\((?:\([\w ]+\))?(.*)\)$", r"\1", match[2].strip())
    return match[1], value, plain(match[3] or "")


def read(path: Path) -> Header:
    text = path.read_text()
    found = re.search(r"/\*\*\n \* @file\n([\s\S]*?) \*/\n", text)
    assert found, path
    header = Header(path.stem, plain("/**\n" + found[1] + " */"), [("", "", [])])
    comment, defining = "", False
    no_constants = "#define SCRIM_API", "#define SCRIM_ENUM", f"#define SCRIM_{path.stem.upper()}_H"
    for token in TOKEN.finditer(text, found.end()):
        title, prose, declarations = header.sections[-1]
        kind, source = token.lastgroup, token[0]
        if kind is None or kind == "other" or source.startswith(no_constants):
            assert kind != "other" or NOT_DECLARED.match(source), f"{path}: {source}"
            comment, defining = "", False
        elif kind == "section":
            header.sections.append((token[2], "", []))
        elif kind == "prose":
            header.sections[-1] = (title, f"{prose}\n\n{plain(source)}".strip("\n"), declarations)
        elif kind == "doc":
            comment, defining = plain(source), False
        elif kind == "define":
            last = declarations[-1] if declarations else None
            member = _define(source)
            if defining and isinstance(last, Constants):  # in a row, under one comment
                last.members.append(member)
            else:
                declarations.append(Constants(comment, source, [member]))
            defining = True
        else:
            make = {"function": _function, "struct": _struct, "enum": _enum}.get(kind)
            flat = re.sub(r"\s+", " ", source).rstrip("; ")
            declarations.append(make(source, comment) if make else Declaration(comment, flat))
            comment = ""
    return header
