# SPDX-License-Identifier: MIT
"""Each header stands alone in each language it is for, without a warning in the program that includes it, and so do its
initializers and constants."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest
from headers import INCLUDE, header_paths, load, run_c

C = ["-Wpedantic", "-Wconversion"]
CPP = ["-Wpedantic", "-Wconversion", "-Wold-style-cast"]
# Swift's toolchain has a clang, if no other is installed.
CLANG = shutil.which("clang") or str(Path(shutil.which("swiftc") or "clang").resolve().with_name("clang"))
LANGUAGES = {
    **{f"gcc {std}": ["gcc", "-x", "c", f"-std={std}", *C] for std in ("c99", "c11")},
    **{f"clang {std}": [CLANG, "-x", "c", f"-std={std}", *C] for std in ("c99", "c11")},
    **{f"g++ {std}": ["g++", "-x", "c++", f"-std={std}", *CPP, "-Wuseless-cast"] for std in ("c++17", "c++20", "c++23")},
    **{f"clang++ {std}": [CLANG, "-x", "c++", f"-std={std}", *CPP] for std in ("c++17", "c++20", "c++23")},
}
STRICT = ["-Wall", "-Wextra", "-Werror", "-fsyntax-only", "-I", INCLUDE, "-"]
CPP_NAMES = ["scrim.hpp", *sorted(str(path.relative_to(INCLUDE)) for path in INCLUDE.glob("scrim/cpp/*.hpp"))]
NAMES = [str(path.relative_to(INCLUDE)) for path in header_paths()]


def compiles(language: str, source: str, *options: str) -> None:
    done = subprocess.run([*LANGUAGES[language], *options, *STRICT], input=source, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", NAMES)
def test_header_compiles_alone_and_twice(language, name):
    compiles(language, f"#include <{name}>\n#include <{name}>\nint main(void) {{ return 0; }}\n")


@pytest.mark.parametrize("name", CPP_NAMES)
def test_cpp_header_compiles_alone_and_twice(name):
    compiles("g++ c++17", f"#include <{name}>\n#include <{name}>\nint main() {{ return 0; }}\n", "-Wshadow")


@pytest.mark.parametrize("language", [name for name in LANGUAGES if "++" in name])
@pytest.mark.parametrize("options", [[], ["-fno-exceptions", "-fno-rtti"]], ids=["", "without exceptions"])
def test_cpp_headers_compile(language, options):
    compiles(language, "#include <scrim.hpp>\nint main() { return 0; }\n", "-Wshadow", *options)


@pytest.mark.parametrize("language", ["clang++ c++17", "clang++ c++20", "clang++ c++23", "g++ c++23"])
@pytest.mark.parametrize("source", sorted(INCLUDE.parent.glob("Tests/cpp/*.cpp")), ids=lambda path: path.stem)
def test_cpp_programs_compile(language, source):
    """They use the classes, so that templates are compiled too. The build compiles them by g++ as C++17 and C++20."""
    options = ["-fno-exceptions", "-fno-rtti"] if "no_exceptions" in source.stem else []
    compiles(language, source.read_text(), "-Wshadow", "-I", source.parent, *options)


def test_cpp_umbrella_includes_every_header():
    included = re.findall(r'#include "(scrim/cpp/.*)"', (INCLUDE / "scrim.hpp").read_text())
    assert included == sorted(set(CPP_NAMES) - {"scrim.hpp"})


def test_cpp_classes_call_every_function(model):
    text = "".join((INCLUDE / name).read_text() for name in CPP_NAMES)
    missing = {name for name in model.functions if not re.search(rf"\b{name}\b", text)}
    # The classes use the initializers, which are macros, in their place.
    assert missing == {name for name in model.functions if name.endswith("_init") and name != "scrim_attempts_init"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_initializers_and_constants_compile(language):
    lines = [
        f"static const {struct} constant_{name} = {name};\n"
        f"int use_{name}(void); int use_{name}(void) {{\n"
        f"    {struct} value = {name};\n    return same(&value, &constant_{name});\n}}\n"
        for name, struct in load().initializers.items()
    ]
    # A constant fits the type that it is passed as, without a cast of the user's.
    widths = {"int32_t": "uint32_t", "string": "char *"}
    for c in load().constants.values():
        kind = "int32_t" if c.type == "int32_t" and c.value < 0 else widths.get(c.type, c.type)
        lines.append(f"extern const {kind} value_of_{c.name}; const {kind} value_of_{c.name} = {c.name};\n")
    head = "#include <scrim.h>\nstatic int same(const void *a, const void *b) { return a == b; }\n"
    compiles(language, head + "".join(lines))


def test_constants_are_plain_literals():
    """Readers of headers in other languages, bindgen and Swift among them, pass over casts and aliases."""
    for path in header_paths():
        for name, value in re.findall(r"^#define (SCRIM_\w+) (.*?)(?: *//*.*)?$", path.read_text(), re.M):
            if not name.endswith(("_INIT", "_H")) and name not in ("SCRIM_API", "SCRIM_ENUM"):
                literal = re.sub(r"\s*/\*.*", "", value)
                assert re.fullmatch(r'-?[\d.]+u?|0x[0-9A-F]+u?|"[\d.]+"', literal, re.I), f"{name} is {literal}"


def test_every_enum_has_a_tag_that_no_struct_has(model):
    text = "".join(path.read_text() for path in header_paths())
    assert not re.findall(r"^enum\b", re.sub(r"/\*.*?\*/|#define.*", "", text, flags=re.S), re.M)
    assert not set(model.enums) & {*model.structs, *model.handles, *model.functions, *model.callbacks}


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
