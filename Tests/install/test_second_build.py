# SPDX-License-Identifier: MIT
"""The library that is built a second time, for x86-64-v3, and installed where glibc's loader finds it."""

from __future__ import annotations

import platform
import re
import shutil
from pathlib import Path

import pytest
from test_install import BUILD, ROOT, VERSION, macro, pkg_config, run

pytestmark = [pytest.mark.long, pytest.mark.skipif(platform.machine() != "x86_64", reason="is for amd64")]

LOADER = "/lib64/ld-linux-x86-64.so.2"
MAX_STRIPPED_BYTES = 768 * 1024
SONAME = f"libscrim.so.{macro('SCRIM_ABI_NUMBER')}"


@pytest.fixture(scope="module")
def libdir(tmp_path_factory: pytest.TempPathFactory, clone: Path) -> Path:
    """The installation of a user who builds no tests. Nothing asks for the second build. The first one is that of build/."""
    build, prefix = tmp_path_factory.mktemp("build"), tmp_path_factory.mktemp("prefix")
    others = "-DSCRIM_BUILD_TESTS=OFF", "-DSCRIM_BUILD_PROGRAMS=OFF", "-DSCRIM_BUILD_PLUGINS=OFF", "-DSCRIM_BUILD_STATIC=OFF"
    run("cmake", "-G", "Ninja", "-S", clone, "-B", build, *others)
    run("cmake", "--build", build, "--target", "scrim_v3", "scrim_man")
    for library in BUILD.glob("libscrim.so*"):
        shutil.copy(library, build, follow_symlinks=False)
    run("cmake", "--install", build, "--prefix", prefix)
    return next(prefix.glob("**/libscrim.so")).parent


@pytest.fixture(scope="module")
def second(libdir: Path) -> Path:
    return libdir / "glibc-hwcaps/x86-64-v3" / SONAME


@pytest.fixture(scope="module")
def digests(libdir: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    program = tmp_path_factory.mktemp("digests") / "digests"
    flags = pkg_config(libdir, "--cflags", "--libs")
    run("gcc", "-std=c11", "-O1", f"-I{ROOT}/Tests/C", ROOT / "Tests/C/redaction/digests.c", "-o", program, *flags)
    return program


def loaded(libdir: Path, program: Path, *options: str) -> str:
    """The file that the loader takes for the library."""
    listed = run(LOADER, *options, "--library-path", libdir, "--list", program)
    return re.search(rf"{re.escape(SONAME)} => (\S+)", listed)[1]


def exports(library: Path) -> list[str]:
    return sorted(line.split()[-1] for line in run("nm", "--dynamic", "--defined-only", library).splitlines())


def needs(library: Path) -> list[str]:
    return re.findall(r"\((?:NEEDED|SONAME)\).*\[(.*)\]", run("readelf", "--dynamic", "--wide", library))


def disassembly(library: Path) -> str:
    return run("objdump", "--disassemble", "--no-show-raw-insn", library)


def test_what_is_installed(libdir: Path, second: Path) -> None:
    assert {path.name for path in second.parent.iterdir()} == {SONAME, f"{SONAME}.{VERSION}"}
    assert [path.name for path in (libdir / "glibc-hwcaps").iterdir()] == ["x86-64-v3"]


def test_the_loader_chooses_by_the_processor(libdir: Path, second: Path, digests: Path) -> None:
    supported = "x86-64-v3 (supported, searched)" in run(LOADER, "--help")
    assert loaded(libdir, digests) == str(second if supported else libdir / SONAME)
    assert loaded(libdir, digests, "--glibc-hwcaps-mask", "x86-64-v2") == str(libdir / SONAME)


def test_both_redact_alike(libdir: Path, digests: Path) -> None:
    usual = run(LOADER, "--glibc-hwcaps-mask", "x86-64-v2", "--library-path", libdir, digests)
    assert usual.count("\n") == 301
    assert run(LOADER, "--library-path", libdir, digests) == usual


def test_both_have_one_interface(libdir: Path, second: Path) -> None:
    assert exports(second) == exports(libdir / SONAME)
    assert needs(second) == needs(libdir / SONAME)


def test_both_are_small(libdir: Path, second: Path, tmp_path: Path) -> None:
    for library in libdir / SONAME, second:
        run("strip", "-o", tmp_path / "stripped", library)
        assert (tmp_path / "stripped").stat().st_size <= MAX_STRIPPED_BYTES


def test_the_registers_are_those_that_are_cleared(libdir: Path, second: Path) -> None:
    """platform_clear_registers() clears 128 bits on processors without AVX, and of the upper 16 registers only what the C library
    leaves there."""
    usual, fast = disassembly(libdir / SONAME), disassembly(second)
    assert "%ymm" not in usual and "%ymm" in fast and "vpmulhuw" in fast
    for code in usual, fast:
        upper = re.findall(r"^.*%(?:zmm|[xy]mm(?:1[6-9]|2\d|3[01])\b).*$", code, re.MULTILINE)
        assert len(upper) >= 16
        assert [line for line in upper if not re.search(r"vpxord\s+(%zmm\d+),\1,\1$", line)] == []
        assert "vzeroall" in code
