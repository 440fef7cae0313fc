# SPDX-License-Identifier: MIT
"""Reads the public declarations of the C++ headers, in order and with their comments.

It is not a parser for C++ in general. It reads the headers of Scrim, in which each declaration follows its comment. A test compares
the names that it finds with those that Doxygen finds.
"""

import re
from dataclasses import dataclass, field
from pathlib import Path

from .declarations import SECTION, plain


@dataclass
class Part:
    """A declaration as a user sees it: a function without its body, and a class without its members."""

    kind: str  # of Sphinx's directive: "class", "struct", "enum-class", "enumerator", "function", "member" or "type"
    signature: str
    comment: str
    base: str = ""  # "scrim_text_options"
    uses: list[str] = field(default_factory=list)  # names of the C interface in the body of a function
    members: list["Part"] = field(default_factory=list)


TOKEN = re.compile(
    r"(?P<doc>/\*\*(?!<)(?:(?!\*/)[\s\S])*\*/)|(?P<after>/\*\*<(?:(?!\*/)[\s\S])*\*/)"
    r"|(?P<skip>\s+|;|//.*|/\*(?:(?!\*/)[\s\S])*\*/)"
    r"|(?P<directive>#(?:.*\\\n)*.*)|(?P<access>(?:public|protected|private):)|(?P<close>\}(?: *;)?)|(?P<declared>)"
)
CODE = re.compile(r"\"(?:\\.|[^\"\\])*\"|'(?:\\.|[^'\\])'|//.*|[(){};]")
TYPE = re.compile(
    r"(?:template <.*?> )?(?P<kind>class|struct|enum class) (?:SCRIM_API )?(?P<name>[\w:]+)(?: final)?"
    r"(?: : (?:public )?(?P<base>.*))?$"
)


def _end(text: str, begin: int) -> tuple[int, str]:
    """Where a declaration ends, and the character that ends it: ';', or the '{' of a body. Parentheses may contain both."""
    depth = 0
    for found in CODE.finditer(text, begin):
        mark = found[0]
        depth += {"(": 1, ")": -1}.get(mark, 0)
        if mark in ";{" and not depth:
            return found.start(), mark
    raise ValueError(text[begin : begin + 80])


def _after_body(text: str, begin: int) -> int:
    """Where a body ends, given the place of its '{'."""
    depth = 0
    for found in CODE.finditer(text, begin):
        depth += {"{": 1, "}": -1}.get(found[0], 0)
        if not depth:
            return found.end()
    raise ValueError(text[begin : begin + 80])


def _signature(source: str) -> str:
    """A declaration without what serves only the compiler. The choice of errors becomes a parameter with a default."""
    text = re.sub(r"\s+", " ", source).strip()
    if found := re.match(r"template <((?:[^<>]|<[^<>]*>)*(?:<[^<>]*<[^<>]*>[^<>]*>[^<>]*)*)> ", text):
        shown = [each for each in re.split(r", (?![^<(]*[>)])", found[1]) if re.fullmatch(r"(?:class|auto|std::size_t) \w+", each)]
        text = (f"template <{', '.join(shown)}> " if shown else "") + text[found.end() :]
    text = re.sub(r"\) *((?:const|noexcept| )*) : .*", r") \1", text).replace(") : ", ") ")
    return re.sub(r"\b(?:SCRIM_API|inline) | = default$", "", text).replace("Ec &...ec", "std::error_code &ec = throws").strip()


def _is_function(signature: str) -> bool:
    while signature != (shorter := re.sub(r"<[^<>]*>", "", signature)):  # std::function<bool()>
        signature = shorter
    return "(" in signature.partition(" = ")[0]


def read(path: Path) -> tuple[str, list[tuple[str, list[Part]]]]:
    """The comment of a header, and the declarations of each of its sections."""
    text = path.read_text()
    about = re.search(r"/\*\*\n \* @file\n([\s\S]*?) \*/\n", text)
    assert about, path
    return plain("/**\n" + about[1] + " */"), Reader(text, about.end()).sections


class Reader:
    def __init__(self, text: str, begin: int) -> None:
        self.sections: list[tuple[str, list[Part]]] = [("", [])]
        self.text = text
        self._read(begin, [], public=True)  # of other namespaces, nothing is kept

    def _read(self, at: int, parts: list[Part], public: bool, enum: bool = False) -> int:
        """Reads the declarations of a scope, and returns where it ends."""
        text, comment = self.text, ""
        while at < len(text):
            token = TOKEN.match(text, at)
            assert token
            at = token.end()
            if token["doc"]:
                comment = plain(token["doc"])
            elif token["after"] and parts:
                parts[-1].comment = plain(token["after"])
            elif token["access"]:
                public = token["access"] == "public:"
            elif token["close"]:
                return at
            elif token["skip"] and (found := SECTION.search(token["skip"])):
                self.sections.append((found[1], []))
                parts = self.sections[-1][1]
            elif token["declared"] is not None:
                at = self._declared(at, parts if public else [], comment, enum)
                comment = ""
        return at

    def _declared(self, at: int, parts: list[Part], comment: str, enum: bool) -> int:
        text = self.text
        if enum:
            found = re.compile(r"(\w+) = (\w+),?").match(text, at)
            assert found, text[at : at + 80]
            parts.append(Part("enumerator", f"{found[1]} = {found[2]}", comment or f"#{found[2]}"))
            return found.end()
        if found := re.compile(r"(?:inline )?namespace (\w+) \{").match(text, at):
            return self._read(found.end(), [] if found[1] == "detail" else self.sections[-1][1], public=True)
        end, mark = _end(text, at)
        source = re.sub(r"\s+", " ", text[at:end]).strip()
        if mark == "{" and (found := TYPE.match(source)):
            kind = found["kind"].replace(" ", "-")
            template = re.match(r"template <.*?> ", source)
            part = Part(kind, (template[0] if template else "") + found["name"], comment, found["base"] or "")
            parts.append(part)
            return self._read(end + 1, part.members, public=kind != "class", enum=kind == "enum-class")
        if source.startswith("using ") and mark == ";":
            parts.append(Part("type", source.removeprefix("using "), comment))
        elif not source.endswith("= delete") and not source.startswith("static_assert"):
            signature = _signature(source)
            parts.append(Part("function" if _is_function(signature) else "member", signature, comment))
            if mark == "{":
                parts[-1].uses = re.findall(r"\bscrim_\w+\b", text[end : _after_body(text, end)])
        return _after_body(text, end) if mark == "{" else end + 1
