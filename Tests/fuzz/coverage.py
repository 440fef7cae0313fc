# SPDX-License-Identifier: MIT
"""Prints what llvm-cov counted: lines run and lines there are, for each folder of Sources/, and the functions that have lines which
nothing runs. Usage: coverage.py FILE LEAST-PERCENT"""
from __future__ import annotations

import collections
import json
import pathlib
import subprocess
import sys

# Regions are [line, column, line, column, count, file, expanded file, kind]; kind 0 is code.
CODE = 0


def lines_of(functions: list[dict]) -> dict[str, dict[int, int]]:
    """The count of each line: of the innermost region that holds it, the largest over all copies of its function, for Embedded
    Swift compiles one for each module and type."""
    counts: dict[str, dict[int, int]] = collections.defaultdict(dict)
    for function in functions:
        own: dict[int, int] = {}
        regions = sorted(r for r in function["regions"] if r[7] == CODE and r[5] == 0)
        for first, _, last, _, count, *_ in regions:  # outer ones come first
            for line in range(first, last + 1):
                own[line] = count
        # The rest of a line where a region begins belongs to what is around it.
        for first, _, last, _, count, *_ in regions:
            own[first] = max(own[first], count) if first != last else own[first]
        file = counts[function["filenames"][0]]
        for line, count in own.items():
            file[line] = max(file.get(line, 0), count)
    return counts


def main() -> int:
    data = json.loads(pathlib.Path(sys.argv[1]).read_text())["data"][0]
    least = float(sys.argv[2])
    functions = [f for f in data["functions"] if "Sources/" in f["filenames"][0]]
    counts = lines_of(functions)
    folders: dict[str, list[int]] = collections.defaultdict(lambda: [0, 0])
    for file, lines in counts.items():
        folder = str(pathlib.PurePath(file[file.index("Sources/"):]).parent)
        folders[folder][0] += sum(1 for count in lines.values() if count > 0)
        folders[folder][1] += len(lines)
    for folder, (run, there) in sorted(folders.items()):
        print(f"{folder:<28} {run:6} of {there:6} lines  {100 * run / there:6.2f} %")
    compiled = {str(file.parent) for module in ("Scrim", "ScrimABI") for file in pathlib.Path("Sources", module).rglob("*.swift")}
    if missing := compiled - folders.keys():
        print(f"coverage: no line is counted in {', '.join(sorted(missing))}", file=sys.stderr)
        return 1
    run, there = (sum(f[i] for f in folders.values()) for i in (0, 1))
    percent = 100 * run / there

    missed = []
    for file, lines in sorted(counts.items()):
        rows = sorted(line for line, count in lines.items() if count == 0)
        spans: list[list[int]] = []
        for row in rows:
            if spans and row == spans[-1][1] + 1:
                spans[-1][1] = row
            else:
                spans.append([row, row])
        missed += [(file[file.index("Sources/"):], a, b) for a, b in spans]
    print("\nNot run:")
    names = names_of(functions)
    for file, first, last in missed:
        where = f"{first}" if first == last else f"{first}–{last}"
        print(f"  {file}:{where}  {name_at(names, file, first)}")
    print(f"\n{run} of {there} lines of Sources/ run: {percent:.2f} %, at least {least:g} % are wanted")
    return 0 if percent >= least else 1


def names_of(functions: list[dict]) -> list[tuple[str, int, int, str]]:
    mangled = sorted({f["name"].rpartition(":")[2] for f in functions})
    answer = subprocess.run(["swift-demangle", "--simplified", "--compact"], input="\n".join(mangled), capture_output=True,
                            text=True, check=False)
    plain = dict(zip(mangled, answer.stdout.splitlines())) if answer.returncode == 0 else {}
    return [(f["filenames"][0], f["regions"][0][0], max(r[2] for r in f["regions"]),
             plain.get(f["name"].rpartition(":")[2], f["name"])) for f in functions]


def name_at(names: list[tuple[str, int, int, str]], file: str, line: int) -> str:
    """The smallest function around a line."""
    around = [(last - first, name) for path, first, last, name in names if path.endswith(file) and first <= line <= last]
    return min(around)[1] if around else ""


if __name__ == "__main__":
    sys.exit(main())
