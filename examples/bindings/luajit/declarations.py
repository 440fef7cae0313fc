# SPDX-License-Identifier: MIT
"""Writes Lua that declares the whole C interface for LuaJIT: declarations.py scrim-api.json > scrim_api.lua"""

import json
import sys
from pathlib import Path


def declared(member: dict) -> str:
    """A parameter or a field, such as "const char *utf8" or "uint32_t fingers[4]"."""
    gap = "" if member["type"].endswith("*") else " "
    return member["type"] + gap + member["name"] + (f"[{member['length']}]" if "length" in member else "")


def parameters(function: dict) -> str:
    return ", ".join(map(declared, function["parameters"])) or "void"


def literal(constant: dict) -> str:
    value = constant["value"]
    if isinstance(value, int) and value >= 2**53:
        return f"{value}ULL"  # a number of Lua is a double, which cannot hold it
    return json.dumps(value)


api = json.loads(Path(sys.argv[1]).read_text())
print("local ffi = require('ffi')\nffi.cdef([[")
for name, meaning in api["aliases"].items():
    print(f"typedef {meaning} {name};")
for name in [*api["handles"], *(struct["name"] for struct in api["structs"])]:
    print(f"typedef struct {name} {name};")
for callback in api["callbacks"]:
    print(f"typedef {callback['returns']} (*{callback['name']})({parameters(callback)});")
for struct in api["structs"]:
    print(f"struct {struct['name']} {{ {' '.join(declared(field) + ';' for field in struct['fields'])} }};")
for function in api["functions"]:
    print(f"{function['returns']} {function['name']}({parameters(function)});")
print("]])\nreturn {")
for constant in [*api["constants"], *(constant for enum in api["enums"] for constant in enum["constants"])]:
    print(f"    {constant['name']} = {literal(constant)},")
print("}")
