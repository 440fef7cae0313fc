# SPDX-License-Identifier: MIT
"""The pages of the C reference, as Markdown for Sphinx: one for each header, and one that lists them.

They are written from the same reading of the headers as the man pages and bindings/scrim-api.json, so there is one parser
for all three. Every declaration becomes an object of Sphinx's C domain, which makes its links and its entries in the index.
"""

import re
from pathlib import Path

from comments import INCLUDE, TITLES, blocks, headers, items, parse
from headers.declarations import Constants, Declaration, Function, Header, Struct, read

TOKEN = re.compile(
    r"(?P<code>`[^`]+`)|\bdocs/(?P<page>[\w/-]+\.md)\b|(?P<group>#?SCRIM_\w*_(?:\*|\u2026))|[#](?P<constant>SCRIM_\w+)|::(?P<type>scrim_\w+)"
    r"|(?P<function>\bscrim_\w+)\(\)|(?P<name>\b(?:SCRIM|scrim)_\w+)|\b(?:scrim/)?(?P<file>\w+\.h)\b|(?P<escape>[\\<\[_])|(?P<caps>\b[A-Z][A-Z_]+\b)"
)
KINDS = {"constant": "c:macro", "type": "c:type", "function": "c:func"}
ENDS = re.compile(r"(?<=[.!?])\s")


def summary(comment: str) -> str:
    """The first sentence of a comment."""
    return ENDS.split(" ".join(parse(comment).body.split("\n\n")[0].split()))[0]


class Roles(dict):
    """For each name that a header declares the role that links to it: {"scrim_text_create": "c:func"}."""

    def __init__(self, pages: list[Header]) -> None:
        for declaration in (part for page in pages for _, _, parts in page.sections for part in parts):
            if isinstance(declaration, Function):
                self[declaration.name] = "c:func"
            elif isinstance(declaration, Struct):
                self[declaration.name] = "c:struct"
            elif isinstance(declaration, Constants):
                self |= {name: "c:enumerator" if declaration.tag else "c:macro" for name, _, _ in declaration.members}
                self |= {declaration.tag: "c:enum"} if declaration.tag else {}
            else:
                self[_typedef(declaration.source)[1]] = _typedef(declaration.source)[0]

    def link(self, name: str, shown: str = "") -> str:
        if name not in self:
            return f"`{shown or name}`"
        return f"{{{self[name]}}}`{shown} <{name}>`" if shown else f"{{{self[name]}}}`{name}`"

    def inline(self, text: str) -> str:
        """Text of a comment as Markdown, with links to everything that it names."""

        def replace(match: re.Match[str]) -> str:
            kind, said = match.lastgroup, match[0]
            if kind == "code":
                return self.link(said.strip("`").removesuffix("()")) if said.strip("`").removesuffix("()") in self else said
            if kind == "page":  # without words of its own a link gets the title of the page
                return f"[](/{match['page']})"
            if kind == "group":
                return f"`{said.lstrip('#')}`"
            if kind == "file":
                name = match["file"].removesuffix(".h")
                return f"[`{said}`](/reference/c/{name}.md)" if name in TITLES else f"`{said}`"
            if kind == "escape":
                return f"\\{said}"
            if kind == "caps":  # the short name of an error
                return self.link(f"SCRIM_ERROR_{said}", said) if f"SCRIM_ERROR_{said}" in self else said.replace("_", "\\_")
            if kind in KINDS:  # Sphinx warns of a name that does not exist
                return self.link(match[kind]) if match[kind] in self else f"{{{KINDS[kind]}}}`{match[kind]}`"
            return self.link(said)

        return TOKEN.sub(replace, " ".join(text.split()))

    def prose(self, text: str) -> str:
        """Paragraphs, lists and programs."""
        made = []
        for kind, block in blocks(text):
            if kind == "code":
                made.append(f"```{'c' if ';' in block else 'text'}\n{block}\n```")
            elif kind == "title":
                made.append(f"```{{rubric}} {block}\n```")
            elif kind == "list":
                made.append("\n".join(f"- {self.inline(item)}" for item in items(block)))
            else:
                made.append(self.inline(block))
        return "\n\n".join(made)

    def comment(self, text: str) -> str:
        """A whole comment: its prose, then its parameters, results, errors and rules as a list of fields."""
        parts = parse(text)
        fields = [f":param {name}: {self.inline(about)}" for name, about in parts.parameters]
        fields += [f":Returns: {self.inline(about)}" for about in parts.returns]
        if parts.errors:
            fields.append(":Errors:")
            fields += [f"    - {self.link(name)} {self.inline(about)}" for name, about in parts.errors]
        fields += [f":{label}: {self.inline(about)}" for label, about in parts.notes]
        return f"{self.prose(parts.body)}\n\n" + "\n".join(fields)


def _typedef(source: str) -> tuple[str, str, str]:
    """The role, the name and the signature of a typedef."""
    text = source.removeprefix("typedef ")
    if found := re.fullmatch(r"struct (\w+) \1", text):
        return "c:struct", found[1], found[1]
    found = re.search(r"\(\*(\w+)\)", text) or re.search(r"(\w+)$", text)
    return "c:type", found[1], text


def directive(kind: str, signature: str, *content: str, fence: int = 4) -> str:
    marks = "`" * fence
    body = "\n\n".join(part for part in content if part.strip())
    return f"{marks}{{{kind}}} {signature}\n{body}\n{marks}\n"


def _declared(declaration: Declaration, roles: Roles) -> str:
    about = roles.comment(declaration.comment)
    if isinstance(declaration, Function):
        return directive("c:function", f"{declaration.returns} {declaration.name}({', '.join(declaration.parameters or ['void'])})", about)
    if isinstance(declaration, Struct):
        fields = [directive("c:member", text, roles.comment(comment)) for text, comment in declaration.fields]
        return directive("c:struct", declaration.name, about, *fields, fence=5)
    if isinstance(declaration, Constants) and declaration.tag:
        members = [directive("c:enumerator", f"{name} = {value}", roles.comment(said)) for name, value, said in declaration.members]
        return directive("c:enum", declaration.tag, about, *members, fence=5)
    if isinstance(declaration, Constants):
        return "\n".join(
            directive("c:macro", name, f"Value: `{value}`" if value else "", about, roles.comment(said))
            for name, value, said in declaration.members
        )
    role, _, signature = _typedef(declaration.source)
    return directive(role, signature, about)


def _functions(declarations: list[Declaration], roles: Roles) -> str:
    rows = [f"| {roles.link(each.name)} | {roles.inline(summary(each.comment))} |" for each in declarations if isinstance(each, Function) and not each.name.endswith("_init")]
    return "\n".join(["| Function | What it does |", "|---|---|", *rows]) if rows else ""


def page(header: Header, roles: Roles) -> str:
    functions = _functions([part for _, _, parts in header.sections for part in parts], roles)
    lines = [f"# {TITLES[header.name]} ({header.name}.h)", f"```c\n#include <scrim/{header.name}.h>\n```", roles.prose(header.comment)]
    lines += ["## Functions", f"```{{rst-class}} overview\n```\n\n{functions}"]
    for title, prose, declarations in header.sections:
        if title:
            lines.append(f"## {title}")
        lines += [roles.prose(prose), *(_declared(each, roles) for each in declarations)]
    return "\n\n".join(line for line in lines if line.strip()) + "\n"


INDEX = """\
# C reference

These pages are made from the headers. `#include <scrim.h>` includes all of them. The rules for every function are in
[Basics](/reference/c/base.md).

```sh
cc program.c $(pkg-config --cflags --libs scrim)
```

The same reference is in the manual pages: `man libscrim`, `man scrim_text`, `man scrim_text_insert`.
{ref}`The index <genindex>` lists every name.

| Header | What it is for |
|---|---|
"""


def write(folder: Path) -> Roles:
    """Writes the pages, and returns the roles of all names, for links from other pages."""
    pages = [read(INCLUDE / "scrim" / f"{name}.h") for name in headers()]
    roles = Roles(pages)
    folder.mkdir(parents=True)
    index = INDEX
    for header in pages:
        (folder / f"{header.name}.md").write_text(page(header, roles))
        index += f"| [{TITLES[header.name]}](/reference/c/{header.name}.md) | {roles.inline(summary(header.comment))} |\n"
    (folder / "index.md").write_text(index + "\n```{toctree}\n:hidden:\n\n" + "\n".join(headers()) + "\n```\n")
    return roles
