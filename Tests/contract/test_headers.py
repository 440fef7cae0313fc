# SPDX-License-Identifier: MIT
"""Each header stands alone in each language it is for, without a warning, and so do its initializers."""

import re
import subprocess

import pytest
from headers import INCLUDE, header_paths, load, run_c

LANGUAGES = {
    "c99": ["gcc", "-x", "c", "-std=c99"],
    "c11": ["gcc", "-x", "c", "-std=c11"],
    "c++17": ["g++", "-x", "c++", "-std=c++17"],
}
STRICT = ["-Wall", "-Wextra", "-Wpedantic", "-Werror", "-fsyntax-only", "-I", INCLUDE, "-"]
NAMES = [str(path.relative_to(INCLUDE)) for path in header_paths()]


def compiles(language: str, source: str) -> None:
    done = subprocess.run([*LANGUAGES[language], *STRICT], input=source, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", NAMES)
def test_header_compiles_alone_and_twice(language, name):
    compiles(language, f"#include <{name}>\n#include <{name}>\nint main(void) {{ return 0; }}\n")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", sorted(load().initializers))
def test_initializer_compiles(language, name):
    struct = load().initializers[name]
    compiles(
        language,
        f"#include <scrim.h>\nstatic const {struct} constant = {name};\n"
        f"int main(void) {{ {struct} value = {name}; return (const void *)&value == (const void *)&constant; }}\n",
    )


def test_initializers_fit_their_structs(model):
    checks = []
    for name, struct in model.initializers.items():
        lines = [f"{struct} value = {name};"]
        if model.structs[struct].sized:
            lines.append(f'if (value.struct_size != sizeof value) puts("{name}: struct_size");')
        if any(f.name == "reserved" for f in model.structs[struct].fields):
            lines.append(f'if (value.reserved != 0) puts("{name}: reserved");')
        checks.append(f"{{ {' '.join(lines)} (void)value; }}")
    assert run_c(f"#include <scrim.h>\n#include <stdio.h>\nint main(void) {{ {' '.join(checks)} return 0; }}\n") == ""


def test_every_sized_struct_has_an_initializer(model):
    assert {s.name for s in model.structs.values() if s.sized} <= set(model.initializers.values())


def test_umbrella_and_module_map_name_every_header():
    below = {name for name in NAMES if name.startswith("scrim/")}
    assert set(re.findall(r'#include "(scrim/.*)"', (INCLUDE / "scrim.h").read_text())) == below
    assert set(re.findall(r'header "(.*)"', (INCLUDE / "module.modulemap").read_text())) == set(NAMES)
