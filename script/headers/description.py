# SPDX-License-Identifier: MIT
"""Writes and reads scrim-api.json: the headers as data, for bindings to other languages and for our generated files."""
from __future__ import annotations

import functools
import json
from typing import Any

from .model import ROOT, Callback, Constant, Field, Function, Headers, Parameter, Struct, Type, type_of

#: The file that script/api writes. It is committed, and installed in share/scrim/.
DESCRIPTION = ROOT / "bindings" / "scrim-api.json"


def to_json(headers: Headers) -> str:
    """Returns the text of scrim-api.json."""

    def typed(t: Type) -> dict[str, Any]:
        row: dict[str, Any] = {"type": str(t)}
        if t.array is not None:
            row["length"] = int(t.array) if t.array.isdigit() else headers.constants[t.array].value
        return row

    def enum(tag: str, about: str) -> dict[str, Any]:
        members = [c for c in headers.constants.values() if c.enum == tag]
        rows = [{"name": c.name, "value": c.value, "documentation": c.documentation} for c in members]
        return {"name": tag, "documentation": about, "constants": rows}

    def struct(s: Struct) -> dict[str, Any]:
        fields = [
            {"name": f.name, **typed(f.type), "offset": f.offset, "size": f.size, "documentation": f.documentation}
            for f in s.fields
        ]
        macros = [macro for macro, name in headers.initializers.items() if name == s.name]
        return {
            "name": s.name, "size": s.size, "alignment": s.alignment, "growing": s.sized, "initializers": macros,
            "documentation": s.documentation, "fields": fields,
        }

    def callback(c: Callback) -> dict[str, Any]:
        parameters = [{"name": name, **typed(t)} for name, t in c.parameters]
        return {"name": c.name, "returns": str(c.returns), "parameters": parameters, "documentation": c.documentation}

    def function(f: Function) -> dict[str, Any]:
        parameters = [
            {"name": p.name, **typed(p.type), "role": p.role, "nullable": p.nullable, "documentation": p.documentation}
            for p in f.parameters
        ]
        return {
            "name": f.name, "header": f.header, "returns": str(f.returns), "parameters": parameters,
            "errors": [{"name": name, "documentation": about} for name, about in f.errors],
            "documentation": f.documentation,
        }

    constants = [c for c in headers.constants.values() if c.enum is None]
    data = {
        "version": headers.constants["SCRIM_VERSION_STRING"].value,
        "abi_number": headers.constants["SCRIM_ABI_NUMBER"].value,
        "handles": headers.handles,
        "aliases": headers.aliases,
        "enums": [enum(tag, about) for tag, about in headers.enums.items()],
        "constants": [
            {"name": c.name, "type": c.type, "value": c.value, "documentation": c.documentation} for c in constants
        ],
        "structs": [struct(s) for s in headers.structs.values()],
        "callbacks": [callback(c) for c in headers.callbacks.values()],
        "functions": [function(f) for f in headers.functions.values()],
    }
    return json.dumps(data, indent=1, ensure_ascii=False) + "\n"


def from_json(text: str) -> Headers:
    """Returns the headers that a scrim-api.json describes. Array lengths are numbers, because it has no names of constants there."""
    data = json.loads(text)

    def typed(row: dict[str, Any]) -> Type:
        plain = type_of(row["type"])
        return plain if "length" not in row else Type(plain.base, plain.pointers, plain.const, str(row["length"]))

    constants = {
        c["name"]: Constant(c["name"], "int32_t", c["value"], enum["name"], c["documentation"])
        for enum in data["enums"]
        for c in enum["constants"]
    } | {
        c["name"]: Constant(c["name"], c["type"], c["value"], None, c["documentation"]) for c in data["constants"]
    }
    structs = {
        s["name"]: Struct(
            s["name"], s["size"], s["alignment"],
            [Field(f["name"], typed(f), f["offset"], f["size"], f["documentation"]) for f in s["fields"]],
            s["documentation"],
        )
        for s in data["structs"]
    }
    functions = {
        f["name"]: Function(
            f["name"], f["header"], type_of(f["returns"]),
            [Parameter(p["name"], typed(p), p["role"], p["nullable"], p["documentation"]) for p in f["parameters"]],
            [(error["name"], error["documentation"]) for error in f["errors"]],
            f["documentation"],
        )
        for f in data["functions"]
    }
    callbacks = {
        c["name"]: Callback(
            c["name"], type_of(c["returns"]), [(p["name"], typed(p)) for p in c["parameters"]], c["documentation"]
        )
        for c in data["callbacks"]
    }
    return Headers(
        functions, structs, data["handles"], callbacks, data["aliases"], constants,
        {enum["name"]: enum["documentation"] for enum in data["enums"]},
        {macro: s["name"] for s in data["structs"] for macro in s["initializers"]},
    )


@functools.cache
def load() -> Headers:
    """Returns the headers from the committed file. A test fails if that file is not up to date."""
    return from_json(DESCRIPTION.read_text())
