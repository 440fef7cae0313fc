# SPDX-License-Identifier: MIT
"""Writes the ctypes layer of the Python binding, bindings/python/scrim/_abi.py, from the description of the interface."""
from __future__ import annotations

import textwrap

from .model import ROOT, Callback, Headers, Struct, Type

LAYER = ROOT / "bindings" / "python" / "scrim" / "_abi.py"

_HEAD = '''# SPDX-License-Identifier: MIT
"""The structs, callbacks and functions of include/scrim/*.h for ctypes, under their C names.

Written by script/api from the headers: change those, and run it.
"""

from __future__ import annotations

import ctypes as c

#: The version of the headers that this file was written from.
VERSION = ({version})
ABI_NUMBER = {abi}
'''
_SCALARS = {
    "double": "c.c_double", "char": "c.c_char", "size_t": "c.c_size_t",
    **{f"{u}int{bits}_t": f"c.c_{u}int{bits}" for u in ("", "u") for bits in (8, 16, 32, 64)},
}


class _Writer:
    def __init__(self, headers: Headers) -> None:
        self.headers = headers
        self.written: set[str] = set()
        self.parts: list[str] = []

    def type(self, t: Type, strings: bool = False) -> str:
        """A type in Python. Handles and bytes are addresses; with `strings`, `const char *` is a string of bytes."""
        base, pointers = self.headers.resolve(t.base), t.pointers
        if base in self.headers.handles:
            base = "void"
        if pointers and base in ("void", "char"):
            inner = "c.c_char_p" if strings and base == "char" else "c.c_void_p"
            pointers -= 1
        elif base == "void":
            return "None"
        else:
            inner = _SCALARS.get(base, base)
        for _ in range(pointers):
            inner = f"c.POINTER({inner})"
        return inner if t.array is None else f"{inner} * {self.length(t.array)}"

    def length(self, array: str) -> str:
        return array if array.isdigit() else str(self.headers.constants[array].value)

    def need(self, base: str) -> None:
        """Writes a struct or a callback before what uses it."""
        if base in self.written:
            return
        self.written.add(base)
        if base in self.headers.structs:
            self.struct(self.headers.structs[base])
        elif base in self.headers.callbacks:
            self.callback(self.headers.callbacks[base])

    def struct(self, struct: Struct) -> None:
        for field in struct.fields:
            self.need(field.type.base)
        fields = [f'("{f.name}", {self.type(f.type, strings=True)})' for f in struct.fields]
        rows = "".join(f"        {field},\n" for field in fields)
        self.parts.append(f"class {struct.name}(c.Structure):\n    _fields_ = [\n{rows}    ]\n")

    def callback(self, callback: Callback) -> None:
        for _, t in callback.parameters:
            self.need(t.base)
        types = ", ".join(self.type(t) for t in (callback.returns, *(t for _, t in callback.parameters)))
        self.parts.append(f"{callback.name} = c.CFUNCTYPE({types})\n")

    def prototypes(self) -> str:
        rows = []
        for f in self.headers.functions.values():
            result = self.type(f.returns, strings=True)
            arguments = ", ".join(self.type(p.type) for p in f.parameters)
            row = f'    "{f.name}": ({result}, [{arguments}]),'
            if len(row) > 120:
                wrapped = textwrap.fill(arguments, 108, break_long_words=False)
                row = f'    "{f.name}": (\n        {result},\n        [\n{textwrap.indent(wrapped, " " * 12)}\n        ],\n    ),'
            rows.append(row)
        return "\n".join(rows)


def ctypes_layer(headers: Headers) -> str:
    """The text of _abi.py."""
    writer = _Writer(headers)
    for name in (*headers.structs, *headers.callbacks):
        writer.need(name)
    version = str(headers.constants["SCRIM_VERSION_STRING"].value).replace(".", ", ")
    head = _HEAD.format(version=version, abi=headers.constants["SCRIM_ABI_NUMBER"].value)
    return (
        head + "\n\n" + "\n\n".join(writer.parts)
        + "\n\n#: Every function of the headers: its result type and the types of its arguments.\n"
        + "PROTOTYPES: dict[str, tuple[type | None, list[type]]] = {\n" + writer.prototypes() + "\n}\n"
    )
