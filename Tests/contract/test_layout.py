# SPDX-License-Identifier: MIT
"""The public structs lie in memory alike in C, Swift and ctypes; those passed in arrays have no holes."""

import ctypes
import shutil
import subprocess
from importlib import import_module

import pytest
from ctypes_of import describe, expected
from headers import INCLUDE, run


@pytest.fixture(scope="module")
def in_c(model):
    return {s.name: (s.size, s.alignment, {f.name: f.offset for f in s.fields}) for s in model.structs.values()}


def test_frozen_structs_have_no_padding(model):
    for struct in model.structs.values():
        if not struct.sized:
            end = 0
            for field in struct.fields:
                assert (struct.name, field.name, field.offset) == (struct.name, field.name, end)
                end += field.size
            assert (struct.name, struct.size) == (struct.name, end)
            assert struct.size % 8 == 0


def test_sized_structs_are_those_with_a_size_and_fit_the_limit(model):
    for struct in model.structs.values():
        if struct.sized:
            first = struct.fields[0]
            assert (first.type.base, first.offset) == ("uint32_t", 0)
            assert struct.size <= model.constants["SCRIM_MAX_STRUCT_SIZE"].value


def test_swift_agrees(model, in_c, tmp_path):
    swiftc = shutil.which("swiftc")
    assert swiftc, "no swiftc in PATH"
    lines = ["import CScrim"]
    for struct in model.structs.values():
        layout = f"MemoryLayout<{struct.name}>"
        lines.append(f'print("{struct.name}", {layout}.stride, {layout}.alignment)')
        lines += [
            f'print("{struct.name}", "{f.name}", {layout}.offset(of: \\.{f.name}) ?? -1)' for f in struct.fields
        ]
    source = tmp_path / "main.swift"
    source.write_text("\n".join(lines) + "\n")
    subprocess.run([swiftc, "-I", INCLUDE, source, "-o", tmp_path / "layout"], check=True)
    found = {}
    for line in run(tmp_path / "layout").splitlines():
        name, second, third = line.split()
        if second.isdigit():
            found[name] = (int(second), int(third), {})
        else:
            found[name][2][second] = int(third)
    assert found == in_c


def test_ctypes_agrees(model, in_c, binding):
    structs = import_module("scrim._abi")
    found = {
        name: (ctypes.sizeof(cls), ctypes.alignment(cls), {f[0]: getattr(cls, f[0]).offset for f in cls._fields_})
        for name in model.structs
        for cls in [getattr(structs, name)]
    }
    assert found == in_c


def test_ctypes_fields_have_the_types(model, binding):
    structs = import_module("scrim._abi")
    for struct in model.structs.values():
        found = {name: describe(kind) for name, kind in getattr(structs, struct.name)._fields_}
        assert (struct.name, found) == (struct.name, {f.name: expected(model, f.type) for f in struct.fields})
