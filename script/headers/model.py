# SPDX-License-Identifier: MIT
"""The public headers as data: functions, structs with their layout, callbacks, constants, initializers and comments.

Sizes, offsets and the values of constants depend on the compiler, so a small generated program asks gcc for them.
"""
from __future__ import annotations

import dataclasses
import pathlib
import re
import subprocess
import tempfile

from . import comments
from . import declarations as d

ROOT = pathlib.Path(__file__).resolve().parents[2]
INCLUDE = ROOT / "include"
SCALARS = {f"{u}int{bits}_t" for u in ("", "u") for bits in (8, 16, 32, 64)} | {"size_t", "double", "char"}


@dataclasses.dataclass(frozen=True)
class Type:
    """A C type. `const` refers to the value that a pointer points to, or to the value itself if it is not a pointer."""

    base: str
    pointers: int = 0
    const: bool = False
    array: str | None = None  # the length as written in the source

    def __str__(self) -> str:
        text = ("const " if self.const else "") + self.base
        return text + (" " + "*" * self.pointers if self.pointers else "")

    def declare(self, name: str) -> str:
        text = str(self)
        return text + ("" if text.endswith("*") else " ") + name + (f"[{self.array}]" if self.array else "")


@dataclasses.dataclass
class Parameter:
    name: str
    type: Type
    role: str  # handle, new_handle, struct_in, struct_out, bytes_in, bytes_out, pixels, scalar_out, user_data, callback, scalar
    nullable: bool  # NULL is accepted, whatever the other arguments are
    documentation: str


@dataclasses.dataclass
class Function:
    name: str
    header: str
    returns: Type
    parameters: list[Parameter]
    errors: list[tuple[str, str]]  # beyond those of every function: the name, "if …"
    documentation: str


@dataclasses.dataclass
class Field:
    name: str
    type: Type
    offset: int
    size: int
    documentation: str


@dataclasses.dataclass
class Struct:
    name: str
    size: int
    alignment: int
    fields: list[Field]
    documentation: str

    @property
    def sized(self) -> bool:
        """Whether the struct begins with struct_size and may grow. The other structs are frozen."""
        return self.fields[0].name == "struct_size"


@dataclasses.dataclass
class Constant:
    name: str
    type: str  # int32_t, uint32_t, uint64_t, double or string
    value: int | float | str
    enum: str | None  # the tag of its enum, None for a #define
    documentation: str


@dataclasses.dataclass
class Callback:
    name: str
    returns: Type
    parameters: list[tuple[str, Type]]
    documentation: str


@dataclasses.dataclass(repr=False)  # its text would fill every report of a failed test
class Headers:
    functions: dict[str, Function]
    structs: dict[str, Struct]
    handles: list[str]
    callbacks: dict[str, Callback]
    aliases: dict[str, str]  # scrim_status -> int32_t
    constants: dict[str, Constant]
    enums: dict[str, str]  # tag -> documentation
    initializers: dict[str, str]  # SCRIM_X_INIT -> struct

    def resolve(self, base: str) -> str:
        return self.aliases.get(base, base)

    def group(self, name: str) -> dict[str, int]:
        """Returns the constants of the enum with a tag, or the #defines with a prefix, for example SCRIM_FORMAT_."""
        found = {c.name: c.value for c in self.constants.values() if c.enum == name}
        found |= {c.name: c.value for c in self.constants.values() if c.enum is None and c.name.startswith(name)}
        if not found:
            raise ValueError(f"{name} is neither the tag of an enum nor the prefix of constants")
        return found


def header_paths(include: pathlib.Path = INCLUDE) -> list[pathlib.Path]:
    return [include / "scrim.h", *sorted((include / "scrim").glob("*.h"))]


def run(*command: object, source: str | None = None) -> str:
    done = subprocess.run([str(c) for c in command], input=source, capture_output=True, text=True)
    if done.returncode:
        raise RuntimeError(f"{' '.join(map(str, command))}\n{done.stderr}")
    return done.stdout


def run_c(source: str, include: pathlib.Path = INCLUDE) -> str:
    """Compiles and runs a C program, and returns its output."""
    with tempfile.TemporaryDirectory() as folder:
        program = pathlib.Path(folder) / "program"
        run("gcc", "-std=c11", "-x", "c", "-", "-I", include, "-o", program, source=source)
        return run(program)


# ---- Types ----

_DECLARATOR = re.compile(r"(?P<const>const )?(?P<base>\w+) (?P<stars>\**)(?P<name>\w+)(?:\[(?P<array>\w+)\])?")
_CALLBACK = re.compile(r"typedef (?P<returns>\w[\w ]*[ *])\(\*(?P<name>scrim_\w+)\)\((?P<parameters>.*)\)")
_HANDLE = re.compile(r"typedef struct (scrim_\w+) \1")
_ALIAS = re.compile(r"typedef (\w+) (scrim_\w+)")


def _declared(text: str) -> tuple[str, Type]:
    """Returns the name and the type of a declaration like `const char *utf8` or `scrim_point corners[12]`."""
    match = _DECLARATOR.fullmatch(text)
    if not match:
        raise ValueError(f"not a declaration that this parser knows: {text}")
    return match["name"], Type(match["base"], len(match["stars"]), bool(match["const"]), match["array"])


def type_of(text: str) -> Type:
    return _declared(f"{text.strip()}{'' if text.strip().endswith('*') else ' '}unnamed")[1]


def _parameters(text: str) -> list[tuple[str, Type]]:
    return [] if text == "void" else [_declared(part) for part in text.split(", ")]


def _role(name: str, t: Type, handles: list[str], structs: dict, callbacks: dict) -> str:
    if t.base in callbacks and t.pointers == 0:
        return "callback"
    if t.base in handles:
        return {1: "handle", 2: "new_handle"}[t.pointers]
    if t.base in structs and t.pointers == 1:
        return "struct_in" if t.const else "struct_out"
    if t.base == "void" and t.pointers == 1 and name == "pixels":
        return "pixels"
    if t.base in ("char", "void") and t.pointers == 1:
        return "bytes_in" if t.const else "bytes_out" if t.base == "char" else "user_data"
    if t.pointers == 1 and not t.const:
        return "scalar_out"
    if t.pointers == 0:
        return "scalar"
    raise ValueError(f"no role for a parameter of type {t}")


def _nullable(about: str) -> bool:
    """Whether NULL is accepted without a condition: `NULL means …`, `May be NULL.`, but not `May be NULL if …`."""
    return bool(re.search(r"\bmay be NULL(?:[.;,]|$)|(?:^|[.;] )NULL(?:: | means | selects | removes | is the same as )", about, re.IGNORECASE))


# ---- What depends on the compiler ----


def _program(lines: list[str]) -> str:
    return f"#include <scrim.h>\n#include <stdio.h>\nint main(void) {{ {' '.join(lines)} return 0; }}\n"


def _layouts(structs: list[d.Struct], include: pathlib.Path) -> dict[str, Struct]:
    fields = {s.name: [(*_declared(text), about) for text, about in s.fields] for s in structs}
    lines = []
    for name, members in fields.items():
        lines.append(f'printf("{name} . %zu %zu\\n", sizeof({name}), _Alignof({name}));')
        lines += [
            f'printf("{name} {m} %zu %zu\\n", offsetof({name}, {m}), sizeof((({name} *)0)->{m}));' for m, _, _ in members
        ]
    printed = run_c(_program(lines), include)
    numbers = {tuple(line.split()[:2]): [int(n) for n in line.split()[2:]] for line in printed.splitlines()}
    return {
        s.name: Struct(
            s.name, *numbers[s.name, "."],
            [Field(m, t, *numbers[s.name, m], about) for m, t, about in fields[s.name]], s.comment,
        )
        for s in structs
    }


def _constants(groups: list[d.Constants], include: pathlib.Path) -> dict[str, Constant]:
    rows = []
    for group in groups:
        rows += [(n, group.tag, about or ("" if group.tag else group.comment))
                 for n, _, about in group.members if not n.endswith("_INIT")]
    kinds = {"char *": r"string\t%s", "double": r"double\t%.17g", "int": r"int32_t\t%d",
             "uint32_t": r"uint32_t\t%u", "uint64_t": r"uint64_t\t%lu"}
    formats = ", ".join(f'{kind}: "{text}\\n"' for kind, text in kinds.items())
    printed = run_c(_program([f"printf(_Generic(({n}), {formats}), {n});" for n, _, _ in rows]), include)
    read = {"string": str, "double": float}
    found = {}
    for (name, enum, about), line in zip(rows, printed.splitlines(), strict=True):
        kind, value = line.split("\t")
        found[name] = Constant(name, kind, read.get(kind, int)(value), enum, about)
    return found


def _initializers(groups: list[d.Constants], structs: dict[str, Struct]) -> dict[str, str]:
    found = {}
    for name in (n for group in groups for n, _, _ in group.members if n.endswith("_INIT")):
        fitting = [s for s in structs if name.lower().startswith(s + "_")]
        if not fitting:
            raise ValueError(f"{name} initializes no struct")
        found[name] = max(fitting, key=len)
    return dict(sorted(found.items()))


# ---- Reading ----


def parse(include: pathlib.Path = INCLUDE) -> Headers:
    """Reads the headers themselves."""
    names = re.findall(r'^#include "(scrim/\w+\.h)"', (include / "scrim.h").read_text(), re.M)
    headers = [d.read(include / name) for name in names]
    parts = [part for header in headers for _, _, section in header.sections for part in section]
    constants = [part for part in parts if isinstance(part, d.Constants)]
    structs = _layouts([part for part in parts if isinstance(part, d.Struct)], include)
    others = [part for part in parts if type(part) is d.Declaration]
    handles = [m[1] for part in others if (m := _HANDLE.fullmatch(part.source))]
    aliases = {m[2]: m[1] for part in others if (m := _ALIAS.fullmatch(part.source))}
    callbacks = {
        m["name"]: Callback(m["name"], type_of(m["returns"]), _parameters(m["parameters"]), part.comment)
        for part in others
        if (m := _CALLBACK.fullmatch(part.source))
    }
    functions = {}
    for header in headers:
        for f in header.functions():
            parts = comments.parse(f.comment)
            about = {name: " ".join(text.split()) for name, text in parts.parameters}
            errors = [(name, " ".join(text.split())) for name, text in parts.errors]
            parameters = [
                Parameter(name, t, role, role == "user_data" or f.name.endswith("_destroy") or _nullable(about.get(name, "")), about.get(name, ""))
                for name, t in map(_declared, f.parameters)
                for role in [_role(name, t, handles, structs, callbacks)]
            ]
            functions[f.name] = Function(f.name, f"{header.name}.h", type_of(f.returns), parameters, errors, f.comment)
    enums = {group.tag: group.comment for group in constants if group.tag}
    return Headers(functions, structs, handles, callbacks, aliases, _constants(constants, include), enums,
                   _initializers(constants, structs))
