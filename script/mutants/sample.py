# SPDX-License-Identifier: MIT
"""The changes of all sites by name, and a sample of them."""

from __future__ import annotations

import random
import re
import subprocess
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from .sites import Site


@dataclass(frozen=True)
class Mutant:
    """One change. Its name does not change when lines are added elsewhere."""

    number: int
    path: str
    line: int
    kind: str
    change: str
    text: str
    name: str

    @property
    def folder(self) -> str:
        return self.path.rpartition("/")[0]

    @property
    def area(self) -> str:
        """The word in the names of its C tests."""
        return self.path.partition("/")[0].lower()


def list_mutants(sites: Iterable[Site], sources: Path) -> list[Mutant]:
    """Every change of the sites, named by its file, its function, its line's text, and which of the equal ones it is."""
    mutants, equal = [], defaultdict[str, int](int)
    for site in sites:
        source = (sources / site.path).read_bytes()
        start, end = source.rfind(b"\n", 0, site.start) + 1, source.find(b"\n", site.start)
        line = " ".join(source[start:end].decode().split())
        text = " ".join(source[site.start : site.end].decode().split())
        for offset, change in enumerate(site.changes):
            name = f"{site.path} | {site.function} | {line} | {text[:60]} | {change}"
            equal[name] += 1
            if equal[name] > 1:
                name += f" | {equal[name]}"
            number = source.count(b"\n", 0, site.start) + 1
            mutants.append(Mutant(site.number + offset, site.path, number, site.kind, change, text, name))
    return mutants


def choose(mutants: Iterable[Mutant], count: int, seed: int) -> list[Mutant]:
    """A sample. Half of it is divided evenly between the folders, half by their size; in a folder, evenly between the kinds."""
    folders: dict[str, dict[str, list[Mutant]]] = defaultdict(lambda: defaultdict(list))
    for mutant in mutants:
        folders[mutant.folder][mutant.kind].append(mutant)
    total = sum(len(group) for kinds in folders.values() for group in kinds.values())
    chosen: list[Mutant] = []
    for folder, kinds in sorted(folders.items()):
        chance = random.Random(f"{seed} {folder}")
        size = sum(map(len, kinds.values()))
        share = round(count / 2 / len(folders) + count / 2 * size / total)
        waiting = {kind: chance.sample(group, len(group)) for kind, group in sorted(kinds.items())}
        while share > 0 and waiting:
            for kind in list(waiting):
                if share > 0:
                    chosen.append(waiting[kind].pop())
                    share -= 1
                if not waiting[kind]:
                    del waiting[kind]
    return sorted(chosen, key=lambda mutant: mutant.number)


def only_since(commit: str, mutants: Iterable[Mutant], root: Path) -> list[Mutant]:
    """Those of the lines that were added or changed after a commit."""
    command = ["git", "-C", root, "diff", "--unified=0", "--no-renames", commit, "--", "Sources/Scrim"]
    changed, path = set[tuple[str, int]](), ""
    for line in subprocess.run(command, check=True, capture_output=True, text=True).stdout.splitlines():
        hunk = re.match(r"@@ -\S+ \+(\d+)(?:,(\d+))? @@", line)
        if line.startswith("+++ "):
            path = line.partition("/Sources/Scrim/")[2]
        elif hunk:
            first, count = int(hunk[1]), int(hunk[2] or 1)
            changed.update((path, number) for number in range(first, first + count))
    return [mutant for mutant in mutants if (mutant.path, mutant.line) in changed]
