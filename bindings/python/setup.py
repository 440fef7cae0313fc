# SPDX-License-Identifier: MIT
"""Puts the shared library into the wheel, and its sources into the sdist, so that an installation needs nothing else.

With SCRIM_BUNDLE=no the wheel is without it and the same for every platform: for those who package the library by
itself. If SCRIM_BUNDLE is a folder, the wheel takes the library from there, which script/release built. Building the library takes cmake, ninja, pkg-config, a Swift toolchain (6.3 or newer), and libsodium and
utf8proc with their headers.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path

from setuptools import Distribution, setup
from setuptools.command.build_py import build_py
from setuptools.command.sdist import sdist

HERE = Path(__file__).resolve().parent
BUNDLED = os.environ.get("SCRIM_BUNDLE", "yes") != "no"

#: Where glibc's loader looks for builds for processors with more instructions, and this package as well.
LEVELS = "glibc-hwcaps"

#: What the library is built from, below the top of Scrim.
PARTS = ["CMakeLists.txt", "LICENSE", "Sources", "cmake", "include"]


def library_source() -> Path:
    """The sources of the library: in an sdist next to this file, in a checkout two folders up."""
    for folder in HERE / "library", HERE.parents[1]:
        if all((folder / part).exists() for part in PARTS):
            return folder
    raise SystemExit("the sources of the library are not here; SCRIM_BUNDLE=no builds the Python package alone")


def soname_of(source: Path) -> str:
    header = (source / "include/scrim/base.h").read_text()
    return "libscrim.so." + re.search(r"^#define SCRIM_ABI_NUMBER (\d+)$", header, re.MULTILINE)[1]


def take_library(folder: Path, package: Path, soname: str) -> None:
    """Puts a library that is built, and its build for x86-64-v3 if there is one, into the package."""
    for name in soname, f"{LEVELS}/x86-64-v3/{soname}":
        if (folder / name).exists():
            (package / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(folder / name, package / name)


def build_library(build: Path, package: Path) -> None:
    """Builds the library and puts it into the package, without debug information. On amd64 it is built a second time, for
    x86-64-v3."""
    source = library_source()
    built = os.environ.get("SCRIM_BUNDLE", "")
    if "/" in built:
        take_library(Path(built), package, soname_of(source))
        return
    options = ["-DCMAKE_BUILD_TYPE=RelWithDebInfo", "-DSCRIM_INSTALL=OFF"]
    options += [f"-DSCRIM_BUILD_{part}=OFF" for part in ("TESTS", "PROGRAMS", "PLUGINS", "STATIC")]
    subprocess.run(["cmake", "-Wno-dev", "-G", "Ninja", "-S", source, "-B", build, *options], check=True)
    subprocess.run(["cmake", "--build", build], check=True)
    soname = soname_of(source)
    for level in "", "x86-64-v3":
        built, folder = build / level / soname, package / LEVELS / level if level else package
        if built.exists():
            folder.mkdir(parents=True, exist_ok=True)
            subprocess.run(["strip", "--strip-unneeded", "-o", folder / soname, built], check=True)


class BuildWithLibrary(build_py):
    def run(self) -> None:
        super().run()
        build = Path(self.get_finalized_command("build").build_temp).resolve() / "library"
        build_library(build, Path(self.build_lib, "scrim"))


class SourceWithLibrary(sdist):
    def make_release_tree(self, base_dir: str, files: list[str]) -> None:
        super().make_release_tree(base_dir, files)
        source = library_source()
        if source == HERE / "library":
            raise SystemExit("an sdist is made in a checkout")
        shutil.copy2(source / "LICENSE", base_dir)
        Path(base_dir, "library").mkdir()
        for part in PARTS:
            copy = shutil.copytree if (source / part).is_dir() else shutil.copy2
            copy(source / part, Path(base_dir, "library", part))


class BinaryDistribution(Distribution):
    def has_ext_modules(self) -> bool:
        return True


def commands() -> dict[str, type]:
    if not BUNDLED:
        return {"sdist": SourceWithLibrary}
    try:
        from setuptools.command.bdist_wheel import bdist_wheel
    except ImportError:  # setuptools < 70.1
        from wheel.bdist_wheel import bdist_wheel

    class PlatformWheel(bdist_wheel):
        """For one platform and any Python: ctypes calls the library."""

        def get_tag(self) -> tuple[str, str, str]:
            return "py3", "none", super().get_tag()[2]

    return {"sdist": SourceWithLibrary, "build_py": BuildWithLibrary, "bdist_wheel": PlatformWheel}


setup(cmdclass=commands(), distclass=BinaryDistribution if BUNDLED else Distribution)
