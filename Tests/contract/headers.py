# SPDX-License-Identifier: MIT
"""The public headers as data: functions, structs with their layout, callbacks, constants and initialisers.

The headers are parsed by pycparser; whatever depends on the compiler (sizes, offsets, values of constants) is asked of
gcc with a small generated program, so that nothing here knows the rules of C's layout. `python headers.py` prints
all of it as JSON.
"""
from __future__ import annotations

import dataclasses
import functools
import json
import pathlib
import re
import subprocess
import sys
import tempfile

from pycparser import c_ast, c_parser

ROOT = pathlib.Path(__file__).resolve().parents[2]
INCLUDE = ROOT / "include"

# Stand in for the compiler's own headers, whose extensions pycparser does not read. Only names matter here, not sizes.
_SYSTEM_HEADERS = {
    "stddef.h": "typedef unsigned long size_t;\n#define NULL ((void *)0)\n",
    "stdint.h": "".join(
        f"typedef {sign} {base} {prefix}int{bits}_t;\n"
        for bits, base in ((8, "char"), (16, "short"), (32, "int"), (64, "long"))
        for sign, prefix in (("signed", ""), ("unsigned", "u"))
    )
    + "#define UINT64_MAX 18446744073709551615ul\n",
}
SCALARS = {f"{u}int{bits}_t" for u in ("", "u") for bits in (8, 16, 32, 64)} | {"size_t", "double", "char"}


@dataclasses.dataclass(frozen=True)
class Type:
    """A C type: `const` says whether what is pointed to (or, without a pointer, the value) is constant."""

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
    role: str  # handle, new_handle, struct_in, struct_out, bytes_in, bytes_out, scalar_out, user_data, callback, scalar


@dataclasses.dataclass
class Function:
    name: str
    header: str
    returns: Type
    parameters: list[Parameter]
    comment: str


@dataclasses.dataclass
class Field:
    name: str
    type: Type
    offset: int
    size: int


@dataclasses.dataclass
class Struct:
    name: str
    size: int
    alignment: int
    fields: list[Field]

    @property
    def sized(self) -> bool:
        """Begins with struct_size and may grow; the other structs are frozen."""
        return self.fields[0].name == "struct_size"


@dataclasses.dataclass
class Constant:
    name: str
    type: str  # int32_t, uint32_t, uint64_t, double or string
    value: int | float | str
    enum: int | None  # number of the anonymous enum it stands in, None for a #define


@dataclasses.dataclass
class Callback:
    name: str
    returns: Type
    parameters: list[tuple[str, Type]]


@dataclasses.dataclass(repr=False)  # its text would fill every report of a failed test
class Headers:
    functions: dict[str, Function]
    structs: dict[str, Struct]
    handles: list[str]
    callbacks: dict[str, Callback]
    aliases: dict[str, str]  # scrim_status -> int32_t
    constants: dict[str, Constant]
    initialisers: dict[str, str]  # SCRIM_X_INIT -> struct

    def resolve(self, base: str) -> str:
        return self.aliases.get(base, base)

    def group(self, prefix: str) -> dict[str, int]:
        """The constants of the one anonymous enum that has names with a prefix; without such an enum, the #defines."""
        found = [c for c in self.constants.values() if c.name.startswith(prefix)]
        enums = {c.enum for c in found if c.enum is not None}
        if not found or len(enums) > 1:
            raise ValueError(f"{prefix} does not name one group of constants")
        return {c.name: c.value for c in found if not enums or c.enum in enums}


def header_paths() -> list[pathlib.Path]:
    return [INCLUDE / "scrim.h", *sorted((INCLUDE / "scrim").glob("*.h"))]


def run(*command: object, source: str | None = None) -> str:
    done = subprocess.run([str(c) for c in command], input=source, capture_output=True, text=True)
    if done.returncode:
        raise RuntimeError(f"{' '.join(map(str, command))}\n{done.stderr}")
    return done.stdout


def run_c(source: str) -> str:
    """Compiles and runs a C program; returns what it prints."""
    with tempfile.TemporaryDirectory() as folder:
        program = pathlib.Path(folder) / "program"
        run("gcc", "-std=c11", "-x", "c", "-", "-I", INCLUDE, "-o", program, source=source)
        return run(program)


def _preprocess(*options: str) -> str:
    with tempfile.TemporaryDirectory() as folder:
        for name, text in _SYSTEM_HEADERS.items():
            (pathlib.Path(folder) / name).write_text(text)
        # Without __GNUC__ the export macro is empty: attributes are nothing that pycparser reads.
        return run("gcc", "-E", "-U__GNUC__", "-nostdinc", "-I", folder, *options, INCLUDE / "scrim.h")


def _type(node: c_ast.Node) -> Type:
    if isinstance(node, c_ast.ArrayDecl):
        inner = _type(node.type)
        return dataclasses.replace(inner, array=node.dim.name if isinstance(node.dim, c_ast.ID) else node.dim.value)
    if isinstance(node, c_ast.PtrDecl):
        inner = _type(node.type)
        return dataclasses.replace(inner, pointers=inner.pointers + 1)
    named = node.type
    base = named.name if isinstance(named, c_ast.Struct) else " ".join(named.names)
    return Type(base, 0, "const" in node.quals)


def _parameters(node: c_ast.FuncDecl) -> list[tuple[str, Type]]:
    found = [(p.name, _type(p.type)) for p in node.args.params]
    return [] if found == [(None, Type("void"))] else found


def _role(t: Type, handles: set[str], structs: set[str], callbacks: set[str]) -> str:
    if t.base in callbacks and t.pointers == 0:
        return "callback"
    if t.base in handles:
        return {1: "handle", 2: "new_handle"}[t.pointers]
    if t.base in structs and t.pointers == 1:
        return "struct_in" if t.const else "struct_out"
    if t.base in ("char", "void") and t.pointers == 1:
        return "bytes_in" if t.const else "bytes_out" if t.base == "char" else "user_data"
    if t.pointers == 1 and not t.const:
        return "scalar_out"
    if t.pointers == 0:
        return "scalar"
    raise ValueError(f"no role for a parameter of type {t}")


def _comments() -> dict[str, tuple[str, str]]:
    """For each function its header and the comment that stands right before it."""
    found = {}
    pattern = re.compile(r"(?:/\*\*((?:(?!\*/).)*)\*/\n)?SCRIM_API [^;]*?(scrim_\w+)\(", re.S)
    for path in header_paths():
        for match in pattern.finditer(path.read_text()):
            text = re.sub(r"^\s*\* ?", "", match[1] or "", flags=re.M).strip()
            found[match[2]] = (path.name, text)
    return found


def _layouts(fields: dict[str, list[tuple[str, Type]]]) -> dict[str, Struct]:
    lines = []
    for name, members in fields.items():
        lines.append(f'printf("{name} . %zu %zu\\n", sizeof({name}), _Alignof({name}));')
        lines += [
            f'printf("{name} {m} %zu %zu\\n", offsetof({name}, {m}), sizeof((({name} *)0)->{m}));' for m, _ in members
        ]
    printed = run_c(f"#include <scrim.h>\n#include <stdio.h>\nint main(void) {{ {' '.join(lines)} return 0; }}\n")
    numbers = {tuple(line.split()[:2]): [int(n) for n in line.split()[2:]] for line in printed.splitlines()}
    return {
        name: Struct(name, *numbers[name, "."], [Field(m, t, *numbers[name, m]) for m, t in members])
        for name, members in fields.items()
    }


def _constants(enums: list[list[str]], defines: list[str]) -> dict[str, Constant]:
    names = [(n, i) for i, enum in enumerate(enums) for n in enum] + [(n, None) for n in defines]
    kinds = {"char *": r"string\t%s", "double": r"double\t%.17g", "int": r"int32_t\t%d",
             "uint32_t": r"uint32_t\t%u", "uint64_t": r"uint64_t\t%lu"}
    formats = ", ".join(f'{kind}: "{text}\\n"' for kind, text in kinds.items())
    lines = [
        f'printf(_Generic(({n}), {formats}), {n});'
        for n, _ in names
    ]
    printed = run_c(f"#include <scrim.h>\n#include <stdio.h>\nint main(void) {{ {' '.join(lines)} return 0; }}\n")
    read = {"string": str, "double": float}
    found = {}
    for (name, enum), line in zip(names, printed.splitlines(), strict=True):
        kind, value = line.split("\t")
        found[name] = Constant(name, kind, read.get(kind, int)(value), enum)
    return found


def _initialisers(names: list[str], structs: dict[str, Struct]) -> dict[str, str]:
    found = {}
    for name in names:
        fitting = [s for s in structs if name.lower().startswith(s + "_")]
        if not fitting:
            raise ValueError(f"{name} initialises no struct")
        found[name] = max(fitting, key=len)
    return found


@functools.cache
def load() -> Headers:
    tree = c_parser.CParser().parse(_preprocess())
    fields, handles, callbacks, aliases, enums, prototypes = {}, [], {}, {}, [], []
    for node in tree.ext:
        if isinstance(node, c_ast.Typedef) and node.name.startswith("scrim_"):
            inner = node.type
            if isinstance(inner, c_ast.PtrDecl) and isinstance(inner.type, c_ast.FuncDecl):
                callbacks[node.name] = Callback(node.name, _type(inner.type.type), _parameters(inner.type))
            elif isinstance(inner.type, c_ast.Struct) and inner.type.decls is None:
                handles.append(node.name)
            elif isinstance(inner.type, c_ast.Struct):
                fields[node.name] = [(d.name, _type(d.type)) for d in inner.type.decls]
            else:
                aliases[node.name] = _type(inner).base
        elif isinstance(node, c_ast.Decl) and isinstance(node.type, c_ast.Enum):
            enums.append([e.name for e in node.type.values.enumerators])
        elif isinstance(node, c_ast.Decl) and isinstance(node.type, c_ast.FuncDecl):
            prototypes.append((node.name, _type(node.type.type), _parameters(node.type)))

    defines = re.findall(r"^#define (SCRIM_\w+) \S", _preprocess("-dM"), re.M)
    plain = sorted(d for d in defines if not d.endswith("_INIT"))
    structs = _layouts(fields)
    comments = _comments()
    kinds = (set(handles), set(structs), set(callbacks))
    return Headers(
        functions={
            name: Function(name, header, returns, [Parameter(p, t, _role(t, *kinds)) for p, t in parameters], comment)
            for name, returns, parameters in prototypes
            for header, comment in [comments[name]]
        },
        structs=structs,
        handles=handles,
        callbacks=callbacks,
        aliases=aliases,
        constants=_constants(enums, plain),
        initialisers=_initialisers(sorted(d for d in defines if d.endswith("_INIT")), structs),
    )


if __name__ == "__main__":
    json.dump(dataclasses.asdict(load()), sys.stdout, indent=2)
    print()
