# SPDX-License-Identifier: MIT
"""Writes the man pages: `python3 script/reference/man.py FOLDER`. There is libscrim(3), a page for each header, and for each
function a link to its page, so that `man scrim_text_insert` finds it.

Doxygen's own man pages have a file for each group, struct and header, in which a reader of a terminal finds little,
and mandoc much to complain about. So they are written from the headers here, in mdoc(7), whose macros mandoc and
groff both know. The date is SOURCE_DATE_EPOCH's where that is set, else that of the newest header.
"""

import datetime
import os
import sys
from pathlib import Path

import mdoc
from comments import INCLUDE, ROOT, headers
from headers.declarations import Constants, Declaration, Function, Header, Struct, read

SECTION = 3


def _date() -> str:
    newest = max(path.stat().st_mtime for path in INCLUDE.glob("scrim/*.h"))
    day = datetime.datetime.fromtimestamp(float(os.environ.get("SOURCE_DATE_EPOCH", newest)), datetime.timezone.utc)
    return f"{day:%B} {day.day}, {day.year}"


def _title(name: str, about: str, version: str) -> list[str]:
    return [
        '.\\" SPDX-License-Identifier: MIT',
        '.\\" Written by script/reference/man.py from the headers: change those.',
        f".Dd {_date()}",
        # groff takes a page without the name of a system for a page of BSD, and mandoc warns of a name. So groff's own strings name it.
        ".ds doc-volume-operating-system Scrim",
        f".ds doc-default-operating-system Scrim {version}",
        f".Dt {name.upper()} {SECTION}",
        ".Os",
        ".Sh NAME",
        f".Nm {name}",
        f".Nd {mdoc.escape(about)}",
        ".Sh LIBRARY",
        f"Scrim {version} (libscrim, \\-lscrim)",
    ]


def _synopsis(header: Header) -> list[str]:
    lines = [".Sh SYNOPSIS", f".In scrim/{header.name}.h"]
    for function in header.functions():
        lines += [f".Ft {mdoc.quote(function.returns)}", f".Fo {function.name}"]
        lines += [f".Fa {mdoc.quote(parameter)}" for parameter in function.parameters or ["void"]]
        lines += [".Fc"]
    return lines


def _constant(name: str, value: str) -> str:
    return f".It Dv {name} Pq {mdoc.escape(value)}" if value else f".It Dv {name}"


def _members(constants: Constants) -> list[str]:
    lines = [".Bl -tag -width Ds -compact"]
    for name, value, comment in constants.members:
        lines += [_constant(name, value), *mdoc.text(comment)]
    return [*lines, ".El"]


def _fields(struct: Struct) -> list[str]:
    lines = [".Bl -tag -width Ds -compact"]
    for declaration, comment in struct.fields:
        lines += [f".It Vt {mdoc.quote(declaration)}", *mdoc.text(comment)]
    return [*lines, ".El"]


def _describe(declaration: Declaration) -> list[str]:
    text = mdoc.text(declaration.comment)
    if isinstance(declaration, Function):
        arguments = " ".join(mdoc.quote(parameter.split()[-1].lstrip("*")) for parameter in declaration.parameters)
        return [f".It Fn {declaration.name} {arguments}".rstrip(), *text]
    if isinstance(declaration, Constants):
        if len(declaration.members) == 1:
            name, value, about = declaration.members[0]
            return [_constant(name, value), *mdoc.text("\n\n".join(filter(None, (declaration.comment, about))))]
        return [f".It Dv {mdoc.escape(declaration.prefix())}", *text, *_members(declaration)]
    if isinstance(declaration, Struct):
        return [f".It Vt {mdoc.quote('struct ' + declaration.name)}", *text, *_fields(declaration)]
    return [f".It Vt {mdoc.quote(declaration.source)}", *text]


def _description(header: Header) -> list[str]:
    lines = [".Sh DESCRIPTION", *mdoc.text(header.comment)]
    for title, prose, declarations in header.sections:
        if title:
            lines += [f".Ss {mdoc.escape(title)}"]
        lines += mdoc.text(prose)
        if declarations:
            lines += [".Bl -tag -width Ds"]
            for declaration in declarations:
                lines += _describe(declaration)
            lines += [".El"]
    return lines


def _see_also(names: list[str]) -> list[str]:
    ends = [" ,"] * (len(names) - 1) + [""]
    return [".Sh SEE ALSO", *(f".Xr {name} {SECTION}{end}" for name, end in zip(sorted(names), ends, strict=True))]


def page(header: Header, version: str, others: list[str]) -> list[str]:
    returns = [".Sh RETURN VALUES"]
    if header.name == "base":
        returns += ["Functions that return a", ".Vt scrim_status", "return one of the values above."]
    else:
        returns += [
            "Functions that return a",
            ".Vt scrim_status",
            "return",
            ".Dv SCRIM_OK",
            "or one of the negative errors that",
            ".Xr scrim_base 3",
            "lists.",
            "The errors that any function can return are described in",
            ".Xr libscrim 3 .",
            "The description of a function lists only the others.",
        ]
    about = mdoc.summary(header.comment)
    title = _title(f"scrim_{header.name}", about, version)
    return [*title, *_synopsis(header), *_description(header), *returns, *_see_also(["libscrim", *others])]


def overview(pages: list[Header], rules: str, version: str) -> list[str]:
    lines = _title("libscrim", "keep secrets out of screenshots, recordings, logs and memory dumps", version)
    lines += [".Sh SYNOPSIS", ".In scrim.h", ".Sh DESCRIPTION", *mdoc.text(read(INCLUDE / "scrim.h").comment)]
    lines += [".Bl -tag -width scrim_collector(3)"]
    for header in pages:
        lines += [f".It Xr scrim_{header.name} {SECTION}", *mdoc.paragraph(mdoc.summary(header.comment))]
    lines += [".El", ".Ss Rules for every function", *mdoc.text(rules), ".Sh EXAMPLES"]
    example = (ROOT / "examples" / "hello.c").read_text().split("\n", 1)[1]
    lines += ["A PIN in protected memory:", *mdoc.literal(example)]
    return lines + _see_also([f"scrim_{header.name}" for header in pages])


def main(folder: Path) -> None:
    pages = [read(INCLUDE / "scrim" / f"{name}.h") for name in headers()]
    base = pages[0]
    constants = {name: value for part in base.constants() for name, value, _ in part.members}
    version = constants["SCRIM_VERSION_STRING"].strip('"')
    about, _, rules = base.comment.partition("\n\n")
    base.comment = about
    names = [f"scrim_{header.name}" for header in pages]
    folder.mkdir(parents=True, exist_ok=True)
    written = {"libscrim": overview(pages, rules, version)}
    for header in pages:
        name = f"scrim_{header.name}"
        written[name] = page(header, version, [other for other in names if other != name])
        link = [f".so man{SECTION}/{name}.{SECTION}"]  # not of scrim_redact(), whose page has its name
        written |= {function.name: link for function in header.functions() if function.name not in names}
    for name, lines in written.items():
        (folder / f"{name}.{SECTION}").write_text("\n".join(lines) + "\n")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
