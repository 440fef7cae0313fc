# SPDX-License-Identifier: MIT
"""The binary interface as a file to compare: what old programs were compiled with, against what the headers say now.

abidiff finds no C types in what swiftc compiles. So a stub in C is generated from the headers, one function for each
declared, and its DWARF is compared. What DWARF lacks is listed in words: the values of constants, which compilers copy
into programs, and which initializer belongs to which struct.

script/abi compares with baseline/ and writes it anew with --update.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
BASELINE = Path(__file__).with_name("baseline")
sys.path.insert(0, str(ROOT / "script"))

import headers  # noqa: E402

INTERFACE, CONSTANTS, COMMIT = "interface.abi", "constants.txt", "commit"


class Incompatible(Exception):
    """A program that was compiled with the baseline's headers may not run with the library as it is now."""


def run(
    *command: object, accept: tuple[int, ...] = (0,), folder: Path = ROOT
) -> subprocess.CompletedProcess[str]:
    done = subprocess.run([str(word) for word in command], cwd=folder, capture_output=True, text=True)
    if done.returncode not in accept:
        raise RuntimeError(f"{' '.join(map(str, command))}\n{done.stdout}{done.stderr}")
    return done


# ---- The stub ----


def stub_source(include: Path) -> str:
    """A C file that defines each function which the headers declare, with its own declaration."""
    text = "".join(path.read_text() for path in [*sorted((include / "scrim").glob("*.h"))])
    text = re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL)
    declarations = re.findall(r"^SCRIM_API ([^;{]*\));", text, re.MULTILINE)
    bodies = (f"{' '.join(d.split())} {{ __builtin_trap(); }}\n" for d in declarations)
    return "#include <scrim.h>\n" + "".join(bodies)


def build_stub(root: Path, folder: Path) -> Path:
    """Compiles the stub of a source tree: the same soname, symbols and types as its library, and no code."""
    stub = folder / "libscrim.so"
    (folder / "stub.c").write_text(stub_source(root / "include"))
    abi = re.search(r"^#define SCRIM_ABI_NUMBER (\d+)$", (root / "include/scrim/base.h").read_text(), re.MULTILINE)[1]
    run(
        *("gcc", "-std=c11", "-g", "-Og", "-fPIC", "-shared", "-Wall", "-Werror", "-fno-eliminate-unused-debug-types"),
        *("-I", root / "include", "stub.c", "-o", stub, f"-Wl,-soname,libscrim.so.{abi}"),
        f"-Wl,--version-script={root / 'Sources/ScrimABI/scrim.map'}",
        folder=folder,
    )
    return stub


def describe(stub: Path, out: Path) -> None:
    """Writes what abidw finds in a stub, without where and on what machine it was found."""
    bare = "--no-show-locs", "--no-corpus-path", "--no-comp-dir-path", "--no-architecture", "--type-id-style", "hash"
    run("abidw", *bare, stub, "--out-file", out)
    out.write_text(re.sub(r" path='[^']*stub\.c'", "", out.read_text()))


# ---- What may change ----


def growing_structs(model: headers.Headers) -> str:
    """Suppressions for abidiff: structs that say their own size may grow at the end.

    abidiff 2.2 then keeps quiet about any other change of a struct that grew; words() has those.
    """
    rule = "[suppress_type]\n  name = {}\n  type_kind = struct\n  has_data_member_inserted_at = end\n"
    return "".join(rule.format(name) for name, struct in model.structs.items() if struct.sized)


def words(model: headers.Headers) -> dict[str, str]:
    """What programs have compiled in beside the types of functions: constants, initializers, and the layout of structs."""
    rows = {f"{c.name}": f"{c.type} {c.value}" for c in model.constants.values() if "VERSION" not in c.name}
    rows |= {name: f"initializes {struct}" for name, struct in model.initializers.items()}
    for struct in model.structs.values():
        rows |= {f"{struct.name}.{f.name}": f"{f.type} at {f.offset}, {f.size} bytes" for f in struct.fields}
        if not struct.sized:
            rows[struct.name] = f"{struct.size} bytes"
    return rows


def compare_words(old: dict[str, str], new: dict[str, str]) -> list[str]:
    """Each thing that is gone or another one. What is new harms no old program."""
    return [f"{name}: {old[name]} -> {new.get(name, 'gone')}" for name in sorted(old) if new.get(name) != old[name]]


def read_words(path: Path) -> dict[str, str]:
    lines = (line for line in path.read_text().splitlines() if not line.startswith("#"))
    return dict(line.split(" = ", 1) for line in lines)


def symbols(interface: Path) -> set[str]:
    return set(re.findall(r"<elf-symbol name='(scrim_\w+)'", interface.read_text()))


# ---- The check ----


def compare_types(root: Path, baseline: Path, model: headers.Headers) -> str:
    """What abidiff finds that old programs could see; empty if it finds nothing."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        suppressions = folder / "suppressions"
        suppressions.write_text(growing_structs(model))
        stub = build_stub(root, folder)
        options = "--no-added-syms", "--no-architecture", "--no-show-locs", "--suppressions", suppressions
        done = run("abidiff", *options, baseline / INTERFACE, stub, accept=(0, 4, 8, 12))
    return done.stdout.strip() if done.returncode else ""


def check(root: Path, baseline: Path = BASELINE) -> None:
    """Raises Incompatible if programs of the baseline may not run with the library that these headers describe."""
    model = headers.parse(root / "include")
    found = compare_words(read_words(baseline / CONSTANTS), words(model))
    if types := compare_types(root, baseline, model):
        found.append(types)
    if found:
        raise Incompatible("\n".join(found))


def update(root: Path, baseline: Path = BASELINE, commit: str = "") -> None:
    """Makes a source tree the baseline."""
    baseline.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as name:
        describe(build_stub(root, Path(name)), baseline / INTERFACE)
    head = "# SPDX-License-Identifier: MIT\n# Written by script/abi --update: what programs have compiled in.\n"
    rows = sorted(words(headers.parse(root / "include")).items())
    (baseline / CONSTANTS).write_text(head + "".join(f"{name} = {value}\n" for name, value in rows))
    if commit:
        (baseline / COMMIT).write_text(commit + "\n")


def main() -> int:
    parser = argparse.ArgumentParser(prog="script/abi", description="Compares the headers with Tests/abi/baseline.")
    parser.add_argument("--update", action="store_true", help="make what is checked out, as committed, the baseline")
    if parser.parse_args().update:
        update(ROOT, commit=run("git", "-C", ROOT, "rev-parse", "HEAD").stdout.strip())
        return 0
    try:
        check(ROOT)
    except Incompatible as error:
        print(error, file=sys.stderr)
        return 1
    print("programs of the baseline run with this library")
    return 0


if __name__ == "__main__":
    sys.exit(main())
