# SPDX-License-Identifier: MIT
"""The pages of the C++ reference, as Markdown for Sphinx: one for each header of include/scrim/cpp, and one that lists them.

They look like the pages of the C reference, and link to them. Every declaration becomes an object of Sphinx's C++ domain.
"""

import re
from pathlib import Path

from c_pages import Roles, directive, summary
from comments import INCLUDE
from headers.cpp import Part, read
from headers.declarations import plain

#: The title of each header's page, in the order of the list.
TITLES = {
    "base": "Errors and handles",
    "arrays": "Arrays and strings",
    "memory": "Memory of secrets",
    "text": "Text",
    "keypad": "Keypads",
    "redact": "Redaction",
    "scene": "Scenes",
    "capture": "Captures and feeds",
    "gesture": "Gestures",
    "collector": "Collectors",
}
#: Names of C++ in a comment, which has no marks for them: "std::span", "status::full", "advance()".
NAME = re.compile(r"(?<![`\w:])(?!scrim_)(?:\w+::)*[a-z]\w*\(\)|(?<![`\w:])[a-z]\w*(?:::\w+)+")


def _comment(text: str, roles: Roles) -> str:
    lines = [line if line.startswith("    ") else NAME.sub(r"`\g<0>`", line) for line in text.split("\n")]
    return roles.comment("\n".join(lines))


def _from_c(part: Part, roles: Roles) -> str:
    """What a declaration is in C: there is the whole contract."""
    if part.base in roles:
        return f"Has the fields of {roles.link(part.base)}."
    if part.base.startswith("unique_handle"):
        handle = re.search(r"scrim_\w+", part.base)[0]
        return f"Owns a {roles.link(handle)}, as {{cpp:class}}`unique_handle` describes."
    calls = [roles.link(name) for name in dict.fromkeys(part.uses) if roles.get(name) == "c:func"]
    if calls:
        return f"Calls {' or '.join(calls)}."
    return f"Derives from `{part.base}`." if part.base else ""


def _declared(part: Part, roles: Roles, depth: int = 0) -> str:
    members = [_declared(member, roles, depth + 1) for member in part.members]
    about = _comment(part.comment, roles), _from_c(part, roles)
    return directive(f"cpp:{part.kind}", part.signature, *about, *members, fence=8 - depth)


def _page(name: str, roles: Roles) -> tuple[str, str]:
    """The text of a header's page, and what the header is for."""
    about, sections = read(INCLUDE / f"scrim/cpp/{name}.hpp")
    lines = [f"# {TITLES[name]} (C++)", "```cpp\n#include <scrim.hpp>\n```", _comment(about, roles), "```{cpp:namespace} scrim\n```"]
    for title, parts in sections:
        lines += [f"## {title}"] * bool(title) + [_declared(part, roles) for part in parts]
    return "\n\n".join(lines) + "\n", summary(about)


INDEX = """\
# C++ reference

{about}

In these pages, `ec = throws` marks a call that can fail. If you leave this parameter out, the call throws {{cpp:class}}`scrim::error`.
[Use Scrim from C++](/how-to/cpp.md) is an introduction with examples. The [C reference](/reference/c/index.md) describes each contract.

| Page | What it is for |
|---|---|
"""


def write(folder: Path, roles: Roles) -> None:
    folder.mkdir(parents=True)
    umbrella = (INCLUDE / "scrim.hpp").read_text()
    about = plain(re.search(r"/\*\*(?:(?!\*/)[\s\S])*@file[\s\S]*?\*/", umbrella)[0]).removeprefix("@file\n")
    index = INDEX.format(about=_comment(about, roles))
    assert set(TITLES) == set(re.findall(r'^#include "scrim/cpp/(\w+)\.hpp"', umbrella, re.MULTILINE))
    for name, title in TITLES.items():
        text, purpose = _page(name, roles)
        (folder / f"{name}.md").write_text(text)
        index += f"| [{title}](/reference/cpp/{name}.md) | {roles.inline(purpose)} |\n"
    (folder / "index.md").write_text(index + "\n```{toctree}\n:hidden:\n\n" + "\n".join(TITLES) + "\n```\n")
