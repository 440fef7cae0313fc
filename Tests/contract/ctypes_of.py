# SPDX-License-Identifier: MIT
"""The types of the headers and those of ctypes, in words, so that they can be compared."""
from __future__ import annotations

import ctypes as c

from headers import Headers, Parameter, Type

SCALARS = {
    "double": "double",
    "char": "char",
    "size_t": "uint64",
    "int32_t": "int32",
    "int64_t": "int64",
    "uint32_t": "uint32",
    "uint64_t": "uint64",
}
_NAMES = {
    c.c_double: "double", c.c_char: "char", c.c_int32: "int32", c.c_int64: "int64", c.c_uint32: "uint32",
    c.c_uint64: "uint64", c.c_void_p: "address", c.c_char_p: "address", None: "void",
}


def describe(kind: object) -> str:
    """A ctypes type in words. Bytes and handles are addresses, whether Python sees them as void * or char *."""
    if kind in _NAMES:
        return _NAMES[kind]
    if issubclass(kind, c._Pointer):
        return f"pointer to {describe(kind._type_)}"
    if issubclass(kind, c.Array):
        return f"{kind._length_} of {describe(kind._type_)}"
    if issubclass(kind, c._CFuncPtr):
        return f"function({', '.join(map(describe, kind._argtypes_))}) -> {describe(kind._restype_)}"
    return kind.__name__


def expected_callback(model: Headers, name: str) -> str:
    callback = model.callbacks[name]
    parameters = ", ".join(expected(model, t) for _, t in callback.parameters)
    return f"function({parameters}) -> {expected(model, callback.returns)}"


def expected(model: Headers, t: Type) -> str:
    """The same words for a type of the headers."""
    base = model.resolve(t.base)
    if t.pointers == 1 and base in {"void", "char", *model.handles}:
        inner = "address"
    elif t.pointers == 2 and base in model.handles:
        inner = "pointer to address"
    elif base in model.callbacks:
        inner = expected_callback(model, base)
    else:
        inner = "pointer to " * t.pointers + (base if base in model.structs or base == "void" else SCALARS[base])
    if t.array is None:
        return inner
    length = model.constants[t.array].value if t.array in model.constants else int(t.array)
    return f"{length} of {inner}"


def expected_parameters(model: Headers, parameters: list[Parameter]) -> list[str]:
    return [expected(model, p.type) for p in parameters]
