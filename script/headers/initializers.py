# SPDX-License-Identifier: MIT
"""Writes the exports that initialize structs as the `_INIT` macros do: languages other than C cannot see macros."""
from __future__ import annotations

from .model import ROOT, Headers

MACROS = ROOT / "Sources" / "CInitializers" / "CInitializers.h"
EXPORTS = ROOT / "Sources" / "ScrimABI" / "Initializers.swift"


def _rows(headers: Headers) -> list[tuple[str, str, str, bool]]:
    """For each export: its name, its macro, its struct, and whether the struct begins with its size."""
    return [
        (macro.lower(), macro, struct, headers.structs[struct].sized)
        for macro, struct in headers.initializers.items()
        if [p.role for p in headers.functions[macro.lower()].parameters] == ["struct_out", "scalar"]
        and headers.functions[macro.lower()].parameters[1].name == "size"
    ]


def macros(headers: Headers) -> str:
    """The text of CInitializers.h: the values of the macros, which Swift cannot see either."""
    functions = "".join(
        f"static inline {struct} value_of_{macro}(void) {{\n    const {struct} value = {macro};\n    return value;\n}}\n"
        for _, macro, struct, _ in _rows(headers)
    )
    return (
        "/* SPDX-License-Identifier: MIT */\n/* Written by script/api from the headers: the values of their _INIT macros. */\n"
        "#ifndef SCRIM_CINITIALIZERS_H\n#define SCRIM_CINITIALIZERS_H\n\n#include \"../../include/scrim.h\"\n\n"
        f"{functions}\n#endif\n"
    )


def exports(headers: Headers) -> str:
    """The text of Initializers.swift."""
    functions = "".join(
        f"""
@_cdecl("{name}") @implementation
public func {name}(
    _ target: UnsafeMutablePointer<{struct}>!, _ size: Int
) -> scrim_status {{
    unsafe initialize{"" if sized else "Frozen"}(target, size, value_of_{macro}())
}}
"""
        for name, macro, struct, sized in _rows(headers)
    )
    return (
        "// SPDX-License-Identifier: MIT\n// Written by script/api from the headers; Boundary/Structs.swift does the work.\n"
        f"import CInitializers\nimport CScrim\n{functions}"
    )
