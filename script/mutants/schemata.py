# SPDX-License-Identifier: MIT
"""Writes a copy of the sources in which each change can be made at run time, and builds it."""

from __future__ import annotations

import re
import shlex
import shutil
import subprocess
from collections.abc import Iterable
from pathlib import Path

from .sites import Site, find_sites
from .syntax import print_trees, read_trees

HERE = Path(__file__).parent / "schemata"
COPIED = ("CMakeLists.txt", "Sources", "include", "cmake", "Tests", "examples", "programs")
ERROR = re.compile(r"^(?:\S*/)?(Sources/Scrim/\S+\.swift):(\d+):(\d+): error: (.*)$", re.MULTILINE)
LIBRARY = "scrim_testhooks"


class Build:
    """A folder with a copy of the sources, and the library that is built of it."""

    def __init__(self, root: Path, folder: Path) -> None:
        self.root, self.folder, self.tree, self.library = root, folder, folder / "tree", folder / "library"

    def copy(self) -> None:
        """A fresh copy of the sources, and CMake's files for it."""
        for name in COPIED:
            target = self.tree / name
            if target.is_dir():
                shutil.rmtree(target)
            source = self.root / name
            self.tree.mkdir(parents=True, exist_ok=True)
            if source.is_dir():
                shutil.copytree(source, target, symlinks=True)
            else:
                shutil.copy2(source, target)
        # One library for all tests: it has the test hooks, and the version of each function that programs ask for.
        shutil.copy2(self.root / "Sources/ScrimABI/scrim.map", self.tree / "Tests/hooks/hooks.map")
        replace(self.tree / "Tests/hooks/hooks.map", "global:", "global:\n    scrim_test_*;")
        shutil.copy2(HERE / "mutants.h", self.tree / "Sources/CPlatform")
        replace(self.tree / "Sources/CPlatform/CPlatform.h", "#include", '#include "mutants.h"\n#include')
        shutil.copy2(HERE / "Mutants.swift", self.tree / "Sources/Scrim/Support")
        self.library.mkdir(parents=True, exist_ok=True)
        store = self.library / "libscrim-mutants.so"
        replace(self.tree / "CMakeLists.txt", "DEPENDENCIES sodium utf8proc m)", f"DEPENDENCIES sodium utf8proc m {store})")
        subprocess.run(["cc", "-O2", "-shared", "-fPIC", "-o", store, HERE / "mutants.c"], check=True)
        subprocess.run(
            [
                "cmake", "-G", "Ninja", "-S", self.tree, "-B", self.folder / "cmake", "-DSCRIM_WARNINGS_AS_ERRORS=OFF",
                "-DSCRIM_BUILD_PROGRAMS=OFF", "-DSCRIM_BUILD_PLUGINS=OFF", "-DCMAKE_BUILD_TYPE=Release",
            ],
            check=True, stdout=subprocess.DEVNULL,
        )  # fmt: skip

    def find(self) -> list[Site]:
        """All sites of the core, numbered: each change has a number of its own."""
        archive = f"lib{LIBRARY}_core.a"
        lines = subprocess.run(
            ["ninja", "-C", self.folder / "cmake", "-t", "commands", archive], check=True, capture_output=True, text=True
        ).stdout.splitlines()
        words = shlex.split(next(line for line in lines if "swiftc" in line).removeprefix(": && ").split(" && ")[0])
        command, skip = [], 0
        for word in words:
            if skip or word in ("-wmo", "-incremental", "-emit-library", "-static", "-emit-module", "-emit-dependencies"):
                skip = max(skip - 1, 0)
            elif word in ("-output-file-map", "-o", "-j", "-emit-module-path", "-module-link-name"):
                skip = 1
            elif not word.endswith(("/Mutants.swift", "/headers.swift")):
                command.append(word)
        sites: list[Site] = []
        for tree in read_trees(print_trees(command, self.folder / "cmake")):
            path = str(Path(self.folder / "cmake", tree["filename"]).resolve())
            if "/Sources/Scrim/" in path:
                name = path.partition("/Sources/Scrim/")[2]
                sites += find_sites(tree, name, (self.root / "Sources/Scrim" / name).read_bytes())
        sites.sort(key=lambda site: (site.path, site.start, -site.end))
        number = 1
        for site in sites:
            site.number = number
            number += len(site.changes)
        return sites

    def write(self, sites: Iterable[Site]) -> None:
        """Writes the files of the core with the edits of these sites. Files that stay as they were are not touched."""
        edits: dict[str, list[Site]] = {}
        for site in sites:
            edits.setdefault(site.path, []).append(site)
        for path in sorted((self.root / "Sources/Scrim").rglob("*.swift")):
            name = str(path.relative_to(self.root / "Sources/Scrim"))
            text = apply(path.read_bytes(), edits.get(name, []))
            target = self.tree / "Sources/Scrim" / name
            if target.read_bytes() != text:
                target.write_bytes(text)

    def compile(self, sites: list[Site]) -> tuple[list[Site], list[Site]]:
        """Builds the library, without the sites that the compiler refuses. Returns those that are in it, and those that are not."""
        refused: list[Site] = []
        while True:
            self.write(sites)
            done = subprocess.run(
                ["nice", "-n", "5", "ninja", "-C", self.folder / "cmake", LIBRARY], capture_output=True, text=True, check=False
            )
            (self.folder / "build.log").write_text(done.stdout + done.stderr)
            if done.returncode == 0:
                break
            wrong = self.blame(done.stdout + done.stderr, sites)
            if not wrong:
                raise SystemExit(f"the copy does not compile: see {self.folder}/build.log")
            print(f"the compiler refuses {len(wrong)} of {len(sites)} places", flush=True)
            refused += wrong
            numbers = {site.number for site in wrong}
            sites = [site for site in sites if site.number not in numbers]
        built = next((self.folder / "cmake").glob("libscrim-testhooks.so.*.*"))
        for name in ("libscrim.so", "libscrim.so.0", "libscrim-testhooks.so.0"):
            (self.library / name).unlink(missing_ok=True)
            (self.library / name).symlink_to(built)
        return sites, refused

    def blame(self, log: str, sites: list[Site]) -> list[Site]:
        """The sites on the lines of errors, or those of the function around a line that has none."""
        wrong: dict[int, Site] = {}
        for path, line_text, _, _ in set(ERROR.findall(log)):
            name, line = path.removeprefix("Sources/Scrim/"), int(line_text)
            source = (self.root / "Sources/Scrim" / name).read_bytes()
            starts = [0, *(match.end() for match in re.finditer(rb"\n", source))]
            first, last = starts[line - 1], starts[line] if line < len(starts) else len(source)
            here = [site for site in sites if site.path == name]
            found = [site for site in here if site.start < last and site.end > first and "mutantKeeps" not in site.before]
            found = [site for site in found if site.start >= first] or found
            dropped = [site for site in here if "mutantKeeps" in site.before and site.start < last and site.end > first]
            if not found + dropped:
                functions = {site.function for site in here if site.start < first}
                nearest = max((site for site in here if site.start < first), key=lambda site: site.start, default=None)
                found = [site for site in here if nearest and functions and site.function == nearest.function]
            for site in found + dropped:
                wrong[site.number] = site
        return list(wrong.values())


def replace(path: Path, old: str, new: str) -> None:
    """Replaces the first occurrence in a file."""
    text = path.read_text()
    if old not in text:
        raise SystemExit(f"{path} does not contain {old!r}")
    path.write_text(text.replace(old, new, 1))


def apply(source: bytes, sites: Iterable[Site]) -> bytes:
    """The text with the edits of all sites. No edit adds a line, so that the compiler's errors name the lines of the source."""
    edits: list[tuple[tuple[int, int, int, int], int, int, str]] = []
    for order, site in enumerate(sites):
        before = site.before.replace("@", str(site.number))
        edits.append(((site.start, 1, -site.end, order), site.start, 0, before))
        edits.append(((site.end, 0, -site.start, -order), site.end, 0, site.after))
        edits += [((position, 2, 0, 0), position, length, text) for position, length, text in site.replaced]
    parts, position = [], 0
    for _, start, length, text in sorted(edits):
        parts += [source[position:start], text.encode()]
        position = max(position, start + length)
    return b"".join([*parts, source[position:]])
