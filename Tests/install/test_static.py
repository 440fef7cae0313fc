# SPDX-License-Identifier: MIT
"""The installed static library: what it shows and needs, and programs of someone else's that contain it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from test_install import BUILD, CONSUMER, NUMBER, ROOT, WARNINGS, build_with_cmake, libdir, macro, pkg_config, prefix, run

__all__ = ["libdir", "prefix"]  # pytest takes fixtures from the names of a module

NEWEST_GLIBC = (2, 34)


@pytest.fixture
def archive(libdir: Path) -> Path:
    return libdir / "libscrim.a"


def exports() -> set[str]:
    return set(re.findall(r"^ +(scrim_\w+);$", (ROOT / "Sources/ScrimABI/scrim.map").read_text(), re.MULTILINE))


def provided(name: str) -> dict[str, tuple[int, ...]]:
    """The functions of a library of this system, with the version of glibc that had each first."""
    path = next(Path("/lib").glob(f"*-linux-gnu/{name}"))
    found: dict[str, tuple[int, ...]] = {}
    for line in run("nm", "--dynamic", "--defined-only", "--with-symbol-versions", path).splitlines():
        if match := re.search(r" (\w+)@+GLIBC_([\d.]+)$", line):
            version = tuple(map(int, match[2].split(".")))
            found[match[1]] = min(found.get(match[1], version), version)
    return found


def test_shows_the_exports_and_nothing_else(archive: Path) -> None:
    lines = run("nm", "--extern-only", "--defined-only", "--format=posix", archive).splitlines()
    symbols = {line.split()[0]: line.split()[1] for line in lines if not line.endswith(":")}
    assert set(symbols) == exports() and set(symbols.values()) == {"T"}
    assert not [line for line in run("readelf", "--section-groups", "--wide", archive).splitlines() if "COMDAT" in line]


def test_needs_no_newer_c_library(archive: Path) -> None:
    versions = provided("libc.so.6") | provided("libm.so.6")
    needed = set(run("nm", "--undefined-only", "--just-symbols", archive).split()) - {"libscrim.o:"}
    others = {name for name in needed if name.startswith(("crypto_", "sodium_", "utf8proc_"))}
    assert needed - others <= set(versions)
    assert {name for name in needed - others if versions[name] > NEWEST_GLIBC} == set()


@pytest.mark.parametrize("example", ["pin", "redact", "gestures"])
def test_a_static_program(libdir: Path, tmp_path: Path, example: str) -> None:
    source = ROOT / f"examples/{example}.c"
    static, shared = tmp_path / "static", tmp_path / "shared"
    flags = pkg_config(libdir, "--static", "--cflags", "--libs")
    run("gcc", "-std=c99", *WARNINGS, "-static", source, "-o", static, *flags)
    run("gcc", "-std=c99", *WARNINGS, source, "-o", shared, *pkg_config(libdir, "--cflags", "--libs"))
    assert "INTERP" not in run("readelf", "--program-headers", "--wide", static)
    said = run(static)
    assert said and said == run(shared, LD_LIBRARY_PATH=str(libdir))


def test_a_static_program_by_cmake(prefix: Path, tmp_path: Path) -> None:
    build_with_cmake(tmp_path, f"-DCMAKE_PREFIX_PATH={prefix}")
    assert run(tmp_path / "consumer_static") == f"{NUMBER}\n"
    assert "INTERP" not in run("readelf", "--program-headers", "--wide", tmp_path / "consumer_static")


def test_a_program_in_swift_has_names_of_its_own(libdir: Path, archive: Path, tmp_path: Path) -> None:
    # It has functions of the same names as those of the runtime within the archive.
    include = pkg_config(libdir, "--cflags")
    embedded = "-enable-experimental-feature", "Embedded", "-wmo"
    source = tmp_path / "main.swift"
    source.write_text("import CScrim\nfinal class Held { let number = scrim_version_number() }\n"
                      "let all = [Held(), Held()]\nprint(all[1].number)\n")
    run("swiftc", *embedded, source, "-o", tmp_path / "program", *include, archive, "-lsodium", "-lutf8proc", "-lm")
    assert run(tmp_path / "program") == f"{NUMBER}\n"


def test_two_copies_in_a_program(libdir: Path, archive: Path, tmp_path: Path) -> None:
    flags = [*pkg_config(libdir, "--cflags"), archive, "-lsodium", "-lutf8proc", "-lm"]
    run("gcc", "-std=c99", *WARNINGS, CONSUMER / "two_copies.c", "-o", tmp_path / "program", *flags)
    said = run(tmp_path / "program", libdir / f"libscrim.so.{macro('SCRIM_ABI_NUMBER')}")
    assert said == "1 and 2 texts\n0 and 0 texts\n"


def test_is_a_component(tmp_path: Path) -> None:
    run("cmake", "--install", BUILD, "--prefix", tmp_path, "--component", "static")
    assert {path.name for path in tmp_path.rglob("*") if path.is_file()} == {"libscrim.a", "scrim-static.cmake"}
